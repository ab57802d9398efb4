# What analysis.py needs to be compiled.

cimport cython

from tefuda.lang.middle cimport Function, Step


@cython.locals(found=set, step=Step)
cpdef list called_by(Function function)


@cython.locals(found=list, called=list, number=Py_ssize_t, changed=bint)
cpdef list transitive(list own, list calls)


cpdef Step why_impure(Function function)


@cython.locals(step=Step)
cdef Step _first(Function function, frozenset ops)


cdef _reads(Function function, set play, stats)


@cython.locals(step=Step)
cpdef bearer_reads(Function function, list reads, v)


cdef _reads_of(Step step, set play, stats)


cdef _step_reads(Step step, set play, stats)
