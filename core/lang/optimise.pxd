# What optimise.py needs to be compiled.

cimport cython
from tefuda.lang.middle cimport Function, Step


@cython.locals(changed=bint, live=list)
cpdef optimise(Function function, set pure)


@cython.locals(items=list, dead=set, position=Py_ssize_t, step=Step)
cpdef bint drop_dead(Function function, list live) except -1
