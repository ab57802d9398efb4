# What the passes over the middle form need to know to be compiled: see middle.py.

cimport cython


cdef class Register:
    cdef public object type, name, bit
    cdef public Py_ssize_t number, width


cdef class Label:
    cdef public Py_ssize_t number, position
    cdef public object live
    cdef public bint loops


cdef class Begin(Label):
    cdef public object name


cdef class Step:
    cdef public str op
    cdef public object a, b, c, imm
    cdef public Label label
    cdef public list args
    cdef public Register result
    cdef public Py_ssize_t callee, line
    cdef public object used, defined


cdef class Function:
    cdef public object name, result, clause, file
    cdef public Py_ssize_t line, labels
    cdef public list parameters, items, made, live


@cython.locals(shape=tuple, at=Py_ssize_t, register=Register)
cpdef note(Step step)


@cython.locals(
    count=Py_ssize_t, position=Py_ssize_t, live=list, label=Label, target=Label, step=Step,
    again=bint,
)
cpdef list liveness(list items)


@cython.locals(step=Step)
cpdef live_behind(list items, list live, Py_ssize_t position)
