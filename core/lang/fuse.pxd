# What fuse.py needs to be compiled.

cimport cython
from tefuda.lang.middle cimport Function, Register, Step


@cython.locals(
    items=list, live=list, gone=set, position=Py_ssize_t, first=Step, second=Step, joined=Step,
)
cpdef fuse(Function function)


@cython.locals(value=Register)
cdef Step _joined(Step first, Step second, Py_ssize_t position, list live)
