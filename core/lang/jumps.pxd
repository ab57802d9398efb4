# What jumps.py needs to be compiled.

cimport cython
from tefuda.lang.middle cimport Function, Label, Step


cpdef bint shorten_jumps(Function function) except -1


@cython.locals(firsts=list, at=Py_ssize_t, position=Py_ssize_t, label=Label)
cdef list _first_steps(list items)


cdef class _Ways:
    cdef Function function
    cdef list items, firsts
    cdef dict known, behind, before

    @cython.locals(at=Py_ssize_t, step=Step, following=Label)
    cdef Label end_of(self, Label label)

    cdef Label decided(self, Py_ssize_t at, Step step)

    @cython.locals(result=list, position=Py_ssize_t)
    cdef write(self)


@cython.locals(
    ways=_Ways, items=list, known=dict, changed=bint, line=Py_ssize_t, position=Py_ssize_t,
    label=Label, target=Label, step=Step, op=str,
)
cdef bint _follow(Function function) except -1


cdef bint _only_labels(list items, Label start, Label end) except -1


@cython.locals(at=Py_ssize_t, step=Step)
cdef bint _returned(_Ways ways, Step jump) except -1


cdef bint _comes_next(list items, Py_ssize_t at, Label label) except -1


cdef bint _follows_jump(list items, Py_ssize_t at, Label label, dict ways) except -1


@cython.locals(
    items=list, ways=dict, result=list, step=Step, skip=Step, resume=Label, label=Label, op=str,
    reached=bint, inverted=bint, idle=bint, changed=bint, position=Py_ssize_t, at=Py_ssize_t,
)
cdef bint _straighten(Function function) except -1
