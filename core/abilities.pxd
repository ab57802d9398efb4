"""Which abilities cards bear in force: printed, gained by an effect, given by a continuous one."""

from tefuda.effects cimport kept_value
from tefuda.index cimport (
    PLAYER_SUBJECT, SORT_ACTIVATED, SORT_CONTINUOUS, SORT_EFFECT, effect_in_force, in_force,
    is_taken, kind_bit, next_giver, printed_ability, printed_count, printed_in_force,
)
from tefuda.places cimport user_of
from tefuda.pools cimport (
    ability_bearer, ability_effect, ability_info, ability_number, ability_slot, ability_value,
    effects, listeners,
)
from tefuda.sets cimport keep, add, clear, has, likely, lowest, meets, pop, some, without
from tefuda.state cimport (
    W,
    NONE8, NSLOT, NP, V_GAIN, AbilityInfo, Effect, Listener, Match, Prog, Set, State,
    i32, i64, u8, u32, u64,
)

cdef enum Wanted:         # of ABNEXT
    ANY_SORT = 0
    USABLE = 1            # activated and not barred
    EFFECTS = 2
    KIND_WANTED = 256     # and the number of a kind

cdef enum:
    GAINED = NSLOT        # cursors: printed slots, then gained ones, then given ones by listener
    GIVEN = 128


cdef inline bint is_wanted(const AbilityInfo* info, int wanted) noexcept nogil:
    if wanted == ANY_SORT:
        return True
    if wanted == USABLE:
        return info.sort == SORT_ACTIVATED
    if wanted == EFFECTS:
        return info.sort == SORT_EFFECT
    return info.kind == wanted - KIND_WANTED


cdef inline int nth_gained(const Prog* P, State* s, int c, int n) noexcept nogil:
    """The effect that gave a card its ability number `n`, oldest first; -1 when there is none."""
    cdef Effect* pool
    cdef u32 last = 0
    cdef u32 best
    cdef int found = -1
    cdef int i
    if not has(&s.gained, c):
        return -1
    pool = effects(P, s)
    while n >= 0:
        best = ~<u32>0
        found = -1
        for i in range(s.neffects):
            if (
                pool[i].live and pool[i].verb == V_GAIN and pool[i].subject == c
                and last < pool[i].since < best
            ):
                best = pool[i].since
                found = i
        if found < 0:
            return -1
        last = best
        n -= 1
    return found


cdef inline i64 next_ability(
    const Prog* P, const Match* M, State* s, int c, int wanted, i64* cursor
) noexcept nogil:
    """The next ability of a card in force, -1 at the end; continuous expressions are fresh."""
    cdef int k = <int>(cursor[0] & 0x3ff)
    cdef int i, number
    cdef u32 slots
    cdef Listener* pool
    while k < GAINED:
        if wanted == USABLE and likely(s.form[c] == M.form[c]):
            slots = <u32>M.slots_used[c] >> k
            if slots == 0 and not has(&s.gained, c) and not has(&s.endowed_to_use, c):
                return -1
            k = k + lowest(slots) if slots else <int>GAINED
        if k >= printed_count(M, s, c):
            k = GAINED
            break
        number = printed_ability(M, s, c, k)
        k += 1
        if is_wanted(&P.abilities[number], wanted) and printed_in_force(
            P, M, s, c, number, wanted == USABLE
        ):
            cursor[0] = k
            return ability_value(<u32>number, <u32>c, <u32>k - 1, NONE8, 0)
    while k < GIVEN:
        i = nth_gained(P, s, c, k - GAINED)
        if i < 0:
            k = GIVEN
            break
        k += 1
        number = effects(P, s)[i].ability
        if is_wanted(&P.abilities[number], wanted) and effect_in_force(
            P, s, i, wanted == USABLE
        ):
            cursor[0] = k
            return ability_value(<u32>number, <u32>c, NONE8, <u32>i, effects(P, s)[i].since)
    if has(&s.endowed, c) and not has(&s.negated, c):
        pool = listeners(P, s)
        while True:
            i = next_giver(s, k - GIVEN)
            if i < 0:
                break
            k = GIVEN + i + 1
            number = P.abilities[pool[i].ability].gives
            if (
                has(&pool[i].who, c) and is_wanted(&P.abilities[number], wanted)
                and in_force(P, s, &pool[i])
                and not is_taken(
                    P, s, c, P.abilities[number].kind, pool[i].since, wanted == USABLE)
            ):
                cursor[0] = k
                return ability_value(<u32>number, <u32>c, NONE8, NONE8, 0)
    cursor[0] = k
    return -1


cdef inline bint is_altered(const State* s, int c) noexcept nogil:
    """Whether the abilities of a card in force may not be just those printed on it."""
    cdef int k = c >> 6
    return (
        s.facedown.w[k] | s.negated.w[k] | s.barred.w[k] | s.gained.w[k] | s.transformed.w[k]
        | s.endowed.w[k]
    ) >> (c & 63) & 1


cdef inline bint bears(
    const Prog* P, const Match* M, State* s, int c, int wanted
) noexcept nogil:
    cdef i64 cursor = 0
    return next_ability(P, M, s, c, wanted, &cursor) >= 0


cdef inline void usable_in_play(
    const Prog* P, const Match* M, State* s, const Set* cards, Set* out
) noexcept nogil:
    """Those of the cards whose printed activated ability is in force beyond doubt."""
    cdef Set rest
    cdef int c, i
    for i in range(W):
        rest.w[i] = cards.w[i] & M.used_in_play.w[i] & ~(
            s.facedown.w[i] | s.negated.w[i] | s.barred.w[i] | s.transformed.w[i]
        )
    clear(out)
    while True:
        c = pop(&rest)
        if c < 0:
            return
        if s.zone[c] != NONE8 and P.kinds[P.zones[s.zone[c]].kind].in_play:
            add(out, c)


cdef inline void given_kind(
    const Prog* P, State* s, const Set* cards, int kind, Set* out
) noexcept nogil:
    """Add those of the cards to which something gives an ability of a kind."""
    cdef Effect* given
    cdef Listener* pool
    cdef int i, k
    if meets(cards, &s.gained):
        given = effects(P, s)
        for i in range(s.neffects):
            if (
                given[i].live and given[i].verb == V_GAIN and given[i].subject < PLAYER_SUBJECT
                and P.abilities[given[i].ability].kind == kind and has(cards, given[i].subject)
            ):
                add(out, given[i].subject)
    if meets(cards, &s.endowed):
        pool = listeners(P, s)
        i = next_giver(s, 0)
        while i >= 0:
            if P.abilities[P.abilities[pool[i].ability].gives].kind == kind:
                for k in range(W):
                    out.w[k] |= cards.w[k] & pool[i].who.w[k]
            i = next_giver(s, i + 1)


cdef inline void endowed_with(
    const Prog* P, State* s, const Set* cards, int wanted, Set* out
) noexcept nogil:
    """Add those of the cards to which a continuous ability in force gives a wanted one.

    None of the cards may be barred: nothing that was given later takes it away.
    """
    cdef Listener* pool = listeners(P, s)
    cdef u64 bits
    cdef int i, j, k
    for k in range(4):
        bits = s.givers[k]
        while bits:
            i = (k << 6) + lowest(bits)
            bits &= bits - 1
            if (
                meets(&pool[i].who, cards)
                and is_wanted(&P.abilities[P.abilities[pool[i].ability].gives], wanted)
                and in_force(P, s, &pool[i])
            ):
                for j in range(W):
                    out.w[j] |= cards.w[j] & pool[i].who.w[j] & ~s.negated.w[j]


cdef inline void those_bearing(
    const Prog* P, const Match* M, State* s, const Set* cards, int wanted, const Set* printed,
    Set* out
) noexcept nogil:
    """Those of the cards with a wanted ability in force; `printed`: those that may print one.

    Only cards on which something changed are looked at one by one.
    """
    cdef Set found
    cdef Set rest
    cdef Set given
    cdef int c, i
    cdef u64 x = 0
    cdef u64 changed = 0
    cdef u64 asked = ~<u64>0  # whether what is given counts
    if wanted != USABLE and not s.kinds_given & kind_bit(wanted - KIND_WANTED):
        asked = 0
    # Usually nothing changed on any of the cards, and few print such an ability.
    for i in range(W):
        changed |= cards.w[i] & (s.barred.w[i] | s.gained.w[i] | s.transformed.w[i])
        given.w[i] = asked & cards.w[i] & ~s.barred.w[i] & (
            s.endowed_to_use.w[i] if wanted == USABLE else s.endowed.w[i]
        )
        x |= cards.w[i] & (printed.w[i] | given.w[i])
    if likely(changed == 0):
        if x == 0:
            clear(out)
            return
        if wanted != USABLE:
            for i in range(W):
                found.w[i] = cards.w[i] & printed.w[i] & ~(s.facedown.w[i] | s.negated.w[i])
            if some(&given):
                endowed_with(P, s, &given, wanted, &found)
            keep(out, &found)
            return
    if wanted == USABLE:
        for i in range(W):
            rest.w[i] = cards.w[i] & (
                M.activated.w[i] | s.gained.w[i] | s.transformed.w[i]
                | (s.endowed_to_use.w[i] & s.barred.w[i])
            )
        usable_in_play(P, M, s, &rest, &found)
        if some(&given):
            endowed_with(P, s, &given, wanted, &found)
    else:
        for i in range(W):
            changed = s.barred.w[i] | s.transformed.w[i]
            rest.w[i] = cards.w[i] & changed & (s.transformed.w[i] | printed.w[i])
            found.w[i] = cards.w[i] & printed.w[i] & ~(changed | s.facedown.w[i])
        if asked:
            given_kind(P, s, cards, wanted - KIND_WANTED, &rest)
    without(&found, &s.negated)
    without(&rest, &s.negated)
    without(&rest, &found)
    while True:
        c = pop(&rest)
        if c < 0:
            break
        if bears(P, M, s, c, wanted):
            add(&found, c)
    keep(out, &found)


cdef inline int uses_of(const Prog* P, State* s, i64 ability) noexcept nogil:
    cdef int slot = ability_slot(ability)
    cdef int c = ability_bearer(ability)
    cdef int i = ability_effect(ability)
    if i < s.neffects:
        return effects(P, s)[i].uses
    if c == NONE8 or slot >= NSLOT:
        return 0
    return <int>(s.uses[c] >> (4 * slot) & 15)


cdef inline void count_use(const Prog* P, State* s, i64 ability) noexcept nogil:
    cdef int slot = ability_slot(ability)
    cdef int c = ability_bearer(ability)
    cdef int i = ability_effect(ability)
    if uses_of(P, s, ability) >= 15:
        return
    if i < s.neffects:
        effects(P, s)[i].uses += 1
    elif c != NONE8 and slot < NSLOT:
        s.uses[c] += <u32>1 << (4 * slot)


cdef inline void forget_uses(const Prog* P, State* s, const Set* cards) noexcept nogil:
    """Set the counts of uses of the cards' abilities to zero."""
    cdef Effect* pool = effects(P, s)
    cdef Set rest
    keep(&rest, cards)
    cdef int c, i
    for i in range(s.neffects):
        if pool[i].live and pool[i].subject < PLAYER_SUBJECT and has(cards, pool[i].subject):
            pool[i].uses = 0
    while True:
        c = pop(&rest)
        if c < 0:
            return
        s.uses[c] = 0


cdef inline int user_of_ability(const Prog* P, State* s, i64 ability) noexcept nogil:
    """Who uses an ability: the bearer's user, else the player its effect belongs to."""
    cdef int c = ability_bearer(ability)
    cdef int i = ability_effect(ability)
    cdef Effect* given
    if c != NONE8:
        return user_of(P, s, c)
    if i < s.neffects:
        given = &effects(P, s)[i]
        if PLAYER_SUBJECT <= given.subject < PLAYER_SUBJECT + NP:
            return given.subject - PLAYER_SUBJECT
        return given.user
    return s.turn_player


cdef inline void lay_ability(const Prog* P, State* s, i64 ability, i64* args) noexcept nogil:
    """Put the bearer before the arguments of an ability, and what its effect keeps after it."""
    cdef int i = ability_effect(ability)
    cdef Effect* given
    cdef int k, n
    args[0] = ability_bearer(ability) if ability_bearer(ability) != NONE8 else -1
    if i >= s.neffects:
        return
    given = &effects(P, s)[i]
    if PLAYER_SUBJECT <= given.subject < PLAYER_SUBJECT + NP:
        args[0] = given.subject - PLAYER_SUBJECT
    n = <int>given.nkept
    if n:
        for k in range(8, 0, -1):
            args[k + n] = args[k]
        for k in range(n):
            args[1 + k] = kept_value(s, given.kept[k], given.kept_since[k])
