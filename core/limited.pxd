"""Call Python functions with a limit of lines."""

from cpython.object cimport PyObject

cdef extern from "Python.h":
    ctypedef struct PyFrameObject:
        pass
    ctypedef int (*Py_tracefunc)(PyObject*, PyFrameObject*, int, PyObject*) except -1


cdef class Stoppable:
    """A request to stop, set by another thread."""

    cdef int flag


cdef class Count:
    """The lines left to one call."""

    cdef long long left
    cdef bint interrupted
    cdef Stoppable stop
    cdef Py_tracefunc previous
    cdef PyObject* previous_argument
