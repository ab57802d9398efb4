# What allocate.py needs to be compiled.

cimport cython
from tefuda.lang.middle cimport Function, Register, Step


cdef class Frame:
    cdef public dict slots, bases
    cdef public Py_ssize_t size
    cdef public list live


cdef class Range:
    cdef Register register
    cdef Py_ssize_t start, end, definitions

    cdef bint meets(self, Py_ssize_t start, Py_ssize_t end) noexcept


@cython.locals(
    items=list, frame=Frame, ranges=dict, areas=list, temporaries=dict, results=dict,
    offset=Py_ssize_t, parameter=Register, register=Register,
)
cpdef Frame allocate(Function function)


cpdef bint has_area(Step step) except -1


@cython.locals(
    made=list, register=Register, starts=list, ends=list, definitions=list, position=Py_ssize_t,
    number=Py_ssize_t, at=Py_ssize_t, step=Step, ranges=dict, last=Py_ssize_t,
)
cdef dict _ranges(Function function, list live)


@cython.locals(
    step=Step, found=dict, position=Py_ssize_t, register=Register, range_=Range, given=list,
)
cdef dict _argument_temporaries(list items, dict ranges, list areas)


@cython.locals(at=Py_ssize_t, step=Step)
cdef bint _merged(list items, Range range_, Py_ssize_t position) except -1


@cython.locals(
    found=dict, index=Py_ssize_t, position=Py_ssize_t, following=Py_ssize_t, step=Step,
    result=Register, range_=Range,
)
cdef dict _result_temporaries(list items, dict ranges, list areas, dict temporaries)


@cython.locals(
    found=dict, position=Py_ssize_t, step=Step, copy=Register, source=Register, begun=Range,
    ended=Range,
)
cdef dict _copied_from(list items, dict ranges)


@cython.locals(
    active=list, waiting=list, range_=Range, register=Register, source=Register, others=list,
    start=Py_ssize_t, slot=Py_ssize_t, need=object, taken=object,
)
cdef _scan(Frame frame, dict ranges, set apart, Function function, dict copied)


@cython.locals(found=list, other=Range)
cdef list _reaching(list active, Py_ssize_t start, Register without)


@cython.locals(other=Range)
cdef _taken(Frame frame, list active)


@cython.locals(
    step=Step, start=Py_ssize_t, end=Py_ssize_t, mine=list, register=Register, range_=Range,
    low=Py_ssize_t, slot=Py_ssize_t, base=Py_ssize_t, at=Py_ssize_t, size=Py_ssize_t,
    result=Register, only_here=bint,
)
cdef _place_area(
    Frame frame, list items, Py_ssize_t position, dict ranges, dict temporaries, dict results
)


@cython.locals(end=Py_ssize_t, register=Register, slot=Py_ssize_t, range_=Range)
cdef bint _free(
    Frame frame, dict ranges, Register result, Py_ssize_t base, Py_ssize_t position
) except -1
