"""A game as users hold it; other compiled modules reach its block here."""

from tefuda.program cimport MatchTables, Program
from tefuda.state cimport State, i64, u32
from tefuda.trace cimport Trace


cdef class Game:
    """One game."""

    cdef readonly Program program
    cdef readonly MatchTables tables
    cdef State* state
    cdef Trace trace
    cdef bint tracing
    cdef bint started
    cdef list _events
    cdef i64 _turn
    cdef str _said
    cdef object _problem
    cdef int answer(self, u32 index) except -1
    cdef int make_block(self) except -1
    cpdef int resume(self) except -1
    cdef int go_on(self) except -1
    cdef int keep_events(self) except -1
    cdef int raise_failure(self) except -1


# A game whose state is yet to be filled in.
cdef Game blank_game(Program program, MatchTables tables)
