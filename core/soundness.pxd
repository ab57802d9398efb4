"""Whether a block from outside may be run."""

from tefuda.program cimport MatchTables, Program
from tefuda.state cimport State

cdef object unsound(Program program, MatchTables tables, State* st)
