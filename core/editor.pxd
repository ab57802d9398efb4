"""Change a game by hand, for scenarios."""

from tefuda.game cimport Game
from tefuda.state cimport Set, i64
from tefuda.trace cimport Trace


cdef class GameEditor:
    """Changes one game."""

    cdef readonly Game game
    cdef bint noting
    cdef Trace* notes(self) noexcept
    cdef int card_at(self, card) except -1
    cdef int row_of(self, names, name, str what) except -1
    cdef int zone_at(self, player, kind, cell) except -1
    cdef int checked(self) except -1
    cdef Set set_of(self, cards)
    cdef object read(self, const i64* word, row)
    cdef int write(self, i64* word, row, value) except -1
    cdef object variable(self, rows, name)
    cdef i64 until(self, name) except -1
