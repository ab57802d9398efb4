"""Questions: abilities answer without an event, each getting the value so far."""

from tefuda.index cimport SORT_CONTINUOUS, in_force, is_taken
from tefuda.nested cimport lay_bearer, nested
from tefuda.pools cimport listeners
from tefuda.sets cimport keep, has, pop, take
from tefuda.state cimport NARG, NONE8, AbilityInfo, Listener, Match, Prog, Set, State, i64, u64
from tefuda.stats cimport freshen_abilities
from tefuda.timing cimport OF_ANY, of_card, user_of_listener


ctypedef struct Asked:    # a question under way
    i64 args[NARG]
    i64 value             # so far
    bint folds            # a value: passed on; else the first no decides


cdef inline bint answer_one(
    const Prog* P, const Match* M, State* s, u64* base, int ability, int source, int effect,
    Asked* asked
) noexcept nogil:
    """Let one ability answer; false when that decides the question."""
    cdef const AbilityInfo* info = &P.abilities[ability]
    cdef int n, k
    if info.of != OF_ANY and not (
        0 <= asked.args[0] < M.ncards
        and of_card(P, s, info.of, source, user_of_listener(P, s, source, effect),
                    <int>asked.args[0])
    ):
        return True
    n = lay_bearer(P, s, ability, source, effect, base)
    if asked.folds:
        base[n] = <u64>asked.value
        n += 1
    for k in range(NARG):
        base[n + k] = <u64>asked.args[k]
    nested(P, M, s, base, info.body)
    if asked.folds:
        asked.value = <i64>base[0]
        return True
    if base[0] == 0:
        asked.value = 0
        return False
    return True


cdef inline i64 answer(
    const Prog* P, const Match* M, State* s, u64* base, int channel, Asked* asked
) noexcept nogil:
    """Ask all that answer a question, oldest first."""
    cdef Listener* pool = listeners(P, s)
    cdef const AbilityInfo* info
    cdef Set bearers
    cdef int e, x
    freshen_abilities(P, M, s, base)
    e = s.ends[channel].head
    while e != NONE8 and s.failure == 0:
        info = &P.abilities[pool[e].ability]
        if in_force(P, s, &pool[e]):
            if info.sort == SORT_CONTINUOUS:
                bearers = pool[e].who
                while info.gives >= 0:
                    x = pop(&bearers)
                    if x < 0:
                        break
                    if has(&s.negated, x) or is_taken(
                        P, s, x, P.abilities[info.gives].kind, pool[e].since, False
                    ):
                        continue
                    if not answer_one(P, M, s, base, info.gives, x, NONE8, asked):
                        return asked.value
            elif not answer_one(
                P, M, s, base, pool[e].ability, pool[e].source, pool[e].effect, asked
            ):
                return asked.value
        e = pool[e].next
    return asked.value


cdef inline i64 answer_value(
    const Prog* P, const Match* M, State* s, u64* base, int channel, i64 value, i64 subject
) noexcept nogil:
    """Ask for a value about one card."""
    cdef Asked asked
    cdef int k
    for k in range(NARG):
        asked.args[k] = 0
    asked.args[0] = subject
    asked.value = value
    asked.folds = True
    return answer(P, M, s, base, channel, &asked)


cdef inline void permit(
    const Prog* P, const Match* M, State* s, u64* base, int channel, Set* cards, const i64* args
) noexcept nogil:
    """Take out the cards that an answer forbids; the card is the first argument."""
    cdef Set rest
    keep(&rest, cards)
    cdef Asked asked
    cdef int c, k
    asked.folds = False
    while True:
        c = pop(&rest)
        if c < 0 or s.failure:
            return
        asked.args[0] = c
        for k in range(1, NARG):
            asked.args[k] = args[k - 1]
        asked.value = 1
        if not answer(P, M, s, base, channel, &asked):
            take(cards, c)
