# What reuse.py needs to be compiled.

cimport cython
from tefuda.lang.middle cimport Function, Label, Register, Step


cdef class _Facts:
    cdef dict known, copies
    cdef object busy

    @cython.locals(found=_Facts)
    cdef _Facts copy(self)

    @cython.locals(known=dict, copies=dict)
    cdef meet(self, _Facts other)

    @cython.locals(
        key=tuple, register=Register, named=Register, copy=Register, original=Register,
    )
    cdef written(self, defined)

    @cython.locals(known=dict, op=str, key=tuple)
    cdef forget(self, Step step, set pure)

    cdef learn(self, tuple key, Register register, Step step)


@cython.locals(
    ends=dict, facts=_Facts, other=_Facts, arriving=dict, items=list, changed=bint, reached=bint,
    passed=set, position=Py_ssize_t, label=Label, target=Label, step=Step, key=tuple,
    into=Register, source=Register, held=Register,
)
cpdef bint reuse_reads(Function function, set pure) except -1


@cython.locals(seen=set, found=dict, position=Py_ssize_t, step=Step)
cdef dict _loops(list items)


@cython.locals(step=Step)
cdef _before_loop(_Facts facts, list body, set pure)


@cython.locals(changed=bint, index=Py_ssize_t)
cdef bint _use_originals(Step step, dict copies) except -1
