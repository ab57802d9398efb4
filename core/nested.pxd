"""Asking a pure function of the rules from inside an instruction.

Arguments are laid on the free stack at `base`, the function is run to its end by the interpreter
itself, and its result, a number or a set, is found at `base` again.
"""

from tefuda.effects cimport kept_value
from tefuda.index cimport PLAYER_SUBJECT, SORT_RULE
from tefuda.pools cimport effects
from tefuda.state cimport NONE8, NP, AbilityInfo, Effect, Match, Prog, State, u32, u64

cdef extern from *:
    """
    #ifndef TEFUDA_NESTED
    #define TEFUDA_NESTED
    #include <stdint.h>
    #if defined(__GNUC__)
    #define TEFUDA_FORWARD __attribute__((unused, noinline)) static
    #else
    #define TEFUDA_FORWARD static
    #endif
    /* Defined in machine.pyx: the interpreter and what it asks for are one unit. They are kept
       out of line, so that the dispatch has its variables in registers. */
    TEFUDA_FORWARD void tefuda_nested(const void*, const void*, void*, uint64_t*, int32_t);
    TEFUDA_FORWARD int tefuda_operate(
        const void*, const void*, void*, void*, int64_t*, const void*);
    TEFUDA_FORWARD int tefuda_step(
        const void*, const void*, void*, int64_t*, const void*, int, uint64_t, int64_t*);
    TEFUDA_FORWARD int tefuda_enter(const void*, void*, void*, int64_t*, const void*);
    #endif
    """
    void nested "tefuda_nested"(
        const Prog* P, const Match* M, State* s, u64* base, int function
    ) noexcept nogil


cdef inline int lay_bearer(
    const Prog* P, State* s, int ability, int source, int effect, u64* base
) noexcept nogil:
    """Lay the first arguments of an ability, as a listener has them; gives how many they are.

    The bearer is a card, the player that an effect was given to, or -1 for the game; then come
    the values its effect keeps. Delayed rules have only these, handlers of the rules nothing.
    """
    cdef const AbilityInfo* info = &P.abilities[ability]
    cdef Effect* given
    cdef int n = 0
    cdef u32 k
    if info.rule:
        return 0
    if info.sort != SORT_RULE:
        base[0] = <u64>source if source != NONE8 else ~<u64>0
        n = 1
    if effect != NONE8:
        given = &effects(P, s)[effect]
        if n and PLAYER_SUBJECT <= given.subject < PLAYER_SUBJECT + NP:
            base[0] = given.subject - PLAYER_SUBJECT
        for k in range(given.nkept):
            base[n] = <u64>kept_value(s, given.kept[k], given.kept_since[k])
            n += 1
    return n
