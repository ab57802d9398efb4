"""What an option is about, as rules read it."""

from tefuda.abilities cimport GAINED
from tefuda.opcodes cimport OPTION_ABILITY, OPTION_PASS
from tefuda.pools cimport ability_value, effects, pending
from tefuda.state cimport NONE8, Prog, State, i32, i64, u32, u64

cdef enum:
    ORDER_TRIGGERS = 0    # the verb of the options that say which trigger is next


cdef inline u32 trigger_place(u64 option) noexcept nogil:
    """The place, in the list of those that wait, of the trigger that is to be next."""
    return <u32>(option >> 24 & 0xffff)


cdef inline u32 ability_text(const Prog* P, State* s, u64 option) noexcept nogil:
    """The number of the text that an option about an ability would have carried out.

    Where no trigger waits any more it is that of none.
    """
    if option >> 56 == ORDER_TRIGGERS:
        if trigger_place(option) >= s.npending:
            return P.nabilities
        return pending(P, s, trigger_place(option)).ability
    return <u32>(option >> 16 & 0xffff)


cdef inline i64 option_subject(const Prog* P, State* s, u64 option) noexcept nogil:
    """What an option in its internal form is about, as rules read it."""
    cdef int kind = <int>(option >> 48 & 255)
    cdef u32 effect
    cdef int slot
    if kind == OPTION_ABILITY:
        effect = <u32>(option >> 8 & 255)
        slot = <int>(option >> 40 & 255)
        return ability_value(
            <u32>(option >> 16 & 0xffff), <u32>(option & 255),
            <u32>slot if slot < GAINED else <u32>NONE8, effect,
            effects(P, s)[effect].since if effect < s.neffects else 0,
        )
    if kind == OPTION_PASS:
        return -1
    return <i64><i32><u32>option
