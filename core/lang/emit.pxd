# What emit.py needs to be compiled.

cimport cython
from tefuda.lang.allocate cimport Frame
from tefuda.lang.middle cimport Function, Label, Register, Step


cdef class Code:
    cdef public list instructions, rows
    cdef public dict stops

    cpdef Py_ssize_t raw(self, str op, a=*, b=*, c=*, imm=*) except -1


cdef class _Writer:
    cdef Code code
    cdef Function function
    cdef Frame frame
    cdef list jumps, lines, begins
    cdef dict placed
    cdef set pure
    cdef bint is_pure

    @cython.locals(line=Py_ssize_t, position=Py_ssize_t, step=Step, at=Py_ssize_t)
    cpdef write(self)

    cdef slot(self, operand)

    @cython.locals(
        base=Py_ssize_t, area=bint, op=str, end=Py_ssize_t, wanted=list, register=Register,
        slot=Py_ssize_t, classes=str, at=Py_ssize_t, result=Register,
    )
    cdef step(self, Py_ssize_t position, Step step)

    cdef fused_call(self, Py_ssize_t base, Py_ssize_t end, list wanted)

    cdef copy(self, Py_ssize_t into, Py_ssize_t source, Py_ssize_t words)

    cdef bint never_waits(self, Step step)

    @cython.locals(live=list, found=set, register=Register)
    cpdef note_stop(self, Py_ssize_t position, Step step, Py_ssize_t at)
