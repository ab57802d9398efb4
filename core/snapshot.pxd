"""A game as bytes and back."""

from tefuda.program cimport MatchTables, Program
from tefuda.state cimport State

cdef bytes pack(Program program, MatchTables tables, State* st)
cdef MatchTables unpack_tables(Program program, object data)
cdef int unpack_state(Program program, MatchTables tables, object data, State* st) except -1
