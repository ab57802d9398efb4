# What copies.py needs to be compiled.

cimport cython
from tefuda.lang.middle cimport Function, Register, Step


cdef class Joined:
    cdef Register register
    cdef object mask
    cdef list places
    cdef bint parameter


@cython.locals(
    items=list, moves=list, step=Step, copy=Register, source=Register, groups=dict, changed=bint,
    a=Joined, b=Joined, group=Joined,
)
cpdef bint join_copies(Function function, list live) except -1


@cython.locals(places=dict, step=Step, position=Py_ssize_t, register=Register, groups=dict)
cdef dict _groups(Function function, list moves, wanted)


@cython.locals(position=Py_ssize_t, step=Step)
cdef bint _differ(list items, list live, Joined a, Joined b) except -1


@cython.locals(others=dict, register=Register, group=Joined, kept=list, step=Step)
cdef _rename(Function function, dict groups)
