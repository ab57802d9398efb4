"""Walk the frames of a waiting game, with the slots that live in each."""

from tefuda.pools cimport HIDDEN_WORDS, restores_cause, return_frame, return_pc, stack_of
from tefuda.state cimport Prog, State, StopInfo, u32, u64

ctypedef struct Frame:
    u32 pc                # where it stands
    u32 fp                # its first slot
    const StopInfo* stop  # its live slots; NULL when none are known there
    bint has_cause        # the slot two below it holds the cause to go back to


cdef inline const StopInfo* stop_at(const Prog* prog, u32 pc) noexcept nogil:
    """Give what lives where a frame stands at an instruction, NULL for no such stop."""
    cdef u32 low = 0, high = prog.nstops, middle
    while low < high:
        middle = (low + high) >> 1
        if prog.stops[middle].pc < pc:
            low = middle + 1
        else:
            high = middle
    if low < prog.nstops and prog.stops[low].pc == pc:
        return &prog.stops[low]
    return NULL


cdef inline bint first_frame(const Prog* prog, State* st, Frame* frame) noexcept nogil:
    """Give the frame that waits; false when there is none."""
    frame.pc = st.pc
    frame.fp = st.fp
    return fill_frame(prog, st, frame)


cdef inline bint fill_frame(const Prog* prog, State* st, Frame* frame) noexcept nogil:
    frame.stop = stop_at(prog, frame.pc)
    frame.has_cause = False
    if frame.fp < HIDDEN_WORDS or frame.fp > prog.layout.max_stack:
        return False
    frame.has_cause = restores_cause(stack_of(prog, st)[frame.fp - 1])
    return True


cdef inline bint next_frame(const Prog* prog, State* st, Frame* frame) noexcept nogil:
    """Go to the frame that called; false when the game itself did."""
    cdef u64 word = stack_of(prog, st)[frame.fp - 1]
    if return_frame(word) >= frame.fp:
        return False
    frame.pc = return_pc(word)
    frame.fp = return_frame(word)
    return fill_frame(prog, st, frame)
