"""Call Python functions with a limit of lines, so that one that never ends cannot stop a run.

What is counted are the lines that the call runs, also in what it calls, and each way back in a
loop: the same call ends at the same line on every machine, which a clock could not promise. Time
spent in compiled functions, such as ``sum`` over an endless iterator, is not counted and not
interrupted.
"""

from cpython.object cimport PyObject
from cpython.ref cimport Py_XDECREF, Py_XINCREF

cdef extern from "Python.h":
    ctypedef struct PyThreadState:
        Py_tracefunc c_tracefunc
        PyObject* c_traceobj
    PyThreadState* PyThreadState_Get()
    void PyEval_SetTrace(Py_tracefunc function, PyObject* argument)
    ctypedef struct PyCodeObject:
        pass
    PyCodeObject* PyFrame_GetCode(PyFrameObject* frame)
    bint PyErr_GivenExceptionMatches(object given, object kind)
    int PyTrace_CALL
    int PyTrace_EXCEPTION
    int PyTrace_LINE
    int PyTrace_OPCODE

#: Whether a code holds an instruction that jumps to itself, by the identity of the code, with it.
cdef dict SPINS = {}
cdef int MOST_KEPT = 4096


class OutOfLines(BaseException):
    """A call ran more lines than it may. No ``except Exception`` catches it."""


class Stopped(BaseException):
    """The run that a call belongs to was asked to stop."""


cdef class Stoppable:
    """A request to stop, set by another thread."""

    def __cinit__(self):
        self.flag = 0


cdef class Count:
    """The lines left to one call, and the tracer that was there before (a debugger's)."""

    def __cinit__(self, long long lines):
        self.left = lines
        self.interrupted = False
        self.stop = None
        self.previous = NULL
        self.previous_argument = NULL


cdef bint spins(PyFrameObject* frame) except -1:
    """Tell whether a frame can stay at one instruction for ever, which makes no line: ``pass``.

    In ``while True: pass`` the only instruction of the loop jumps to itself.
    """
    cdef PyObject* owned = <PyObject*>PyFrame_GetCode(frame)
    code = <object>owned
    Py_XDECREF(owned)
    known = SPINS.get(<size_t>owned)
    if known is None:
        from dis import get_instructions, hasjabs, hasjrel

        found = any([
            step.argval == step.offset
            for step in get_instructions(code) if step.opcode in hasjrel or step.opcode in hasjabs
        ])
        if len(SPINS) >= MOST_KEPT:
            SPINS.clear()
        known = SPINS[<size_t>owned] = (found, code)
    return known[0]


cdef int on_event(
    PyObject* argument, PyFrameObject* frame, int what, PyObject* value
) except -1:
    """Count a line; beyond the limit every further one raises, so that no handler catches it.

    So it is when Ctrl-C was pressed: an ``except`` can hold that up for a line, not for good.
    """
    cdef Count count = <Count>argument
    if count.previous != NULL:
        count.previous(count.previous_argument, frame, what, value)
    if what == PyTrace_CALL and spins(frame):
        (<object><PyObject*>frame).f_trace_opcodes = True
    if what == PyTrace_EXCEPTION:
        raised = (<tuple>value)[0]
        if PyErr_GivenExceptionMatches(raised, KeyboardInterrupt):
            count.interrupted = True
    if what == PyTrace_LINE or what == PyTrace_OPCODE:
        if count.interrupted:
            raise KeyboardInterrupt
        count.left -= 1
        if count.left < 0:
            raise OutOfLines
        if count.stop is not None and (<const volatile int*>&count.stop.flag)[0]:
            raise Stopped
    return 0


def call_limited(function, tuple arguments not None, long long lines, Stoppable stop=None):
    """Call a function with positional arguments and give what it gives.

    :param lines: how many lines it may run, with all that it calls.
    :param stop: asked at each line whether to give up.
    :raises OutOfLines: it ran more; it cannot keep this from being raised.
    :raises Stopped: ``stop`` was set.
    :raises KeyboardInterrupt: it was raised in the call, whether or not that let it out.
    """
    cdef Count count = Count(lines)
    cdef PyThreadState* thread = PyThreadState_Get()
    count.stop = stop
    count.previous = thread.c_tracefunc
    count.previous_argument = thread.c_traceobj
    Py_XINCREF(count.previous_argument)
    PyEval_SetTrace(on_event, <PyObject*>count)
    try:
        result = function(*arguments)
    finally:
        PyEval_SetTrace(count.previous, count.previous_argument)
        Py_XDECREF(count.previous_argument)
        count.previous = NULL
    # Whoever swallowed one of these has been interrupted, and has had its lines, all the same.
    if count.interrupted:
        raise KeyboardInterrupt
    if count.left < 0:
        raise OutOfLines
    return result
