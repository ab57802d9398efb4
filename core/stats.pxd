"""Numbers of cards: the printed value, what was given, and what continuous abilities add.

A stat is printed unless its card is in the mask of cards that something may change; then it is
folded anew: the original value, then modifications and continuous amounts, merged by age. What
continuous expressions name is worked out when it is asked for, once after each change of a kind
that one of them reads: the abilities given and taken apart from the stats, asked for more often.
"""

from tefuda.effects cimport STAT_ADD, STAT_ORIGINAL, STAT_SET, STAT_SWAP
from tefuda.index cimport SORT_ACTIVATED, in_force, is_taken, next_giver
from tefuda.nested cimport lay_bearer, nested
from tefuda.pools cimport fail, listeners, mods, printed_word
from tefuda.sets cimport add, clear, has, likely, take, unite, unlikely
from tefuda.state cimport (
    E_LISTENERS, NONE8, NSTAT, STAT_SHIFT,
    AbilityInfo, Listener, Match, Mod, Prog, Set, State, i64, u8, u32, u64,
)

cdef enum:
    MANY = 64             # continuous listeners of one sort that a refresh looks at


# ---------------------------------------------------------------- refresh

cdef inline Set named_by(
    const Prog* P, const Match* M, State* s, u64* base, const Listener* entry
) noexcept nogil:
    """The cards a continuous ability applies to: those of its `who`, else its bearer."""
    cdef const AbilityInfo* info = &P.abilities[entry.ability]
    cdef Set who
    clear(&who)
    if info.who >= 0:
        lay_bearer(P, s, entry.ability, entry.source, entry.effect, base)
        nested(P, M, s, base, info.who)
        who = (<Set*>base)[0]
    elif entry.source != NONE8:
        add(&who, entry.source)
    return who


cdef inline void settle_removers(
    const Prog* P, const Match* M, State* s, u64* base
) noexcept nogil:
    """Decide which cards' abilities have no effect.

    Removers that no undecided remover can hit come first; in a circle the oldest does.
    """
    cdef Listener* pool = listeners(P, s)
    cdef Set[MANY] who
    cdef int[MANY] source
    cdef u64 undecided = 0
    cdef int i, j, pick
    cdef int n = 0
    cdef int e = s.ends[P.negate_channel].head
    cdef bint hit
    while e != NONE8:
        if P.abilities[pool[e].ability].negates and not (
            pool[e].source != NONE8 and is_taken(
                P, s, pool[e].source, P.abilities[pool[e].ability].kind,
                0 if pool[e].effect == NONE8 else pool[e].since, False)
        ):
            if n == MANY:
                fail(s, E_LISTENERS)
                return
            who[n] = named_by(P, M, s, base, &pool[e])
            source[n] = pool[e].source
            undecided |= <u64>1 << n
            n += 1
        e = pool[e].next
    while undecided:
        pick = -1
        for i in range(n):
            if not undecided >> i & 1:
                continue
            hit = False
            for j in range(n):
                if j != i and undecided >> j & 1 and source[i] != NONE8:
                    hit |= has(&who[j], source[i])
            if not hit:
                pick = i
                break
        if pick < 0:
            for i in range(n - 1, -1, -1):
                if undecided >> i & 1:
                    pick = i
        undecided &= ~(<u64>1 << pick)
        if source[pick] == NONE8:
            unite(&s.negated, &who[pick])
        elif not has(&s.negated, source[pick]):
            take(&who[pick], source[pick])
            unite(&s.negated, &who[pick])


cdef inline void name_stat(
    const Prog* P, const Match* M, State* s, u64* base, int stat
) noexcept nogil:
    """Work out the cards that each continuous ability on a stat applies to.

    They are set only when all are known: none sees what the others add to the same stat.
    """
    cdef Listener* pool = listeners(P, s)
    cdef Set[MANY] who
    cdef int n = 0
    cdef int e = s.ends[P.stat_channel + stat].head
    while e != NONE8:
        if n == MANY:
            fail(s, E_LISTENERS)
            return
        who[n] = named_by(P, M, s, base, &pool[e])
        n += 1
        e = pool[e].next
    n = 0
    e = s.ends[P.stat_channel + stat].head
    while e != NONE8:
        pool[e].who = who[n]
        unite(&s.modified[stat], &who[n])
        n += 1
        e = pool[e].next


cdef inline void refresh_abilities(
    const Prog* P, const Match* M, State* s, u64* base
) noexcept nogil:
    """Work out anew which abilities continuous ones take away, then which they give.

    When that is done must not be seen later, so it counts no steps.
    """
    cdef Listener* pool = listeners(P, s)
    cdef u64 steps = s.steps
    cdef int i
    s.changed_before |= s.changed
    s.changed = 0
    clear(&s.negated)
    clear(&s.endowed)
    clear(&s.endowed_to_use)
    i = next_giver(s, 0)
    while i >= 0:
        clear(&pool[i].who)
        i = next_giver(s, i + 1)
    if s.ends[P.negate_channel].head != NONE8:
        settle_removers(P, M, s, base)
    i = next_giver(s, 0)
    while i >= 0:
        pool[i].who = named_by(P, M, s, base, &pool[i])
        unite(&s.endowed, &pool[i].who)
        if P.abilities[P.abilities[pool[i].ability].gives].sort == SORT_ACTIVATED:
            unite(&s.endowed_to_use, &pool[i].who)
        i = next_giver(s, i + 1)
    s.steps = steps


cdef inline void refresh_stats(const Prog* P, const Match* M, State* s, u64* base) noexcept nogil:
    """Work out anew what continuous abilities on stats name; then all is fresh.

    Abilities first, then the stats so that one is known before another that reads it; within a
    circle they see each other without continuous effects.
    """
    cdef Listener* pool = listeners(P, s)
    cdef const AbilityInfo* info
    cdef u64[NSTAT] reads
    cdef u32 todo = 0
    cdef u32 k, pick
    cdef int e
    cdef u64 steps = s.steps
    cdef bint first = (s.changed & s.ability_reads) != 0
    # Whatever is asked for from here on is answered by what is known so far.
    s.changed = s.changed_before = 0
    for k in range(P.nstats):
        s.modified[k] = s.given[k]
        reads[k] = 0
        e = s.ends[P.stat_channel + k].head
        if e == NONE8:
            continue
        todo |= <u32>1 << k
        while e != NONE8:
            clear(&pool[e].who)
            info = &P.abilities[pool[e].ability]
            if info.who >= 0:
                reads[k] |= info.reads >> STAT_SHIFT
            e = pool[e].next
    if first:
        refresh_abilities(P, M, s, base)
    while todo:
        pick = P.nstats
        for k in range(P.nstats):
            if todo >> k & 1 and not reads[k] & todo & ~(<u32>1 << k):
                pick = k
                break
        if pick == P.nstats:
            pick = 0
            while not todo >> pick & 1:
                pick += 1
        name_stat(P, M, s, base, <int>pick)
        todo &= ~(<u32>1 << pick)
    s.steps = steps


cdef inline void freshen_abilities(
    const Prog* P, const Match* M, State* s, u64* base
) noexcept nogil:
    """Know which abilities are given and taken: work it out if what decides it has changed."""
    if unlikely((s.changed & s.ability_reads) != 0):
        if s.ability_reads >> STAT_SHIFT:
            refresh_stats(P, M, s, base)
        else:
            refresh_abilities(P, M, s, base)


cdef inline bint stats_are_fresh(const State* s) noexcept nogil:
    """Whether it is known whose stats are changed; what they are is folded when it is asked for."""
    return ((s.changed | s.changed_before) & s.modified_reads) == 0


# ---------------------------------------------------------------- fold

cdef inline i64 amount_of(
    const Prog* P, const Match* M, State* s, u64* base, const Listener* entry, int c
) noexcept nogil:
    """What a continuous ability gives a card.

    An amount that reads its own stat, by whatever way round, sees it without continuous effects.
    """
    cdef int n = lay_bearer(P, s, entry.ability, entry.source, entry.effect, base)
    cdef u8 folding = s.folding
    base[n] = <u64>c
    s.folding |= <u8>(1 << P.abilities[entry.ability].stat)
    nested(P, M, s, base, P.abilities[entry.ability].body)
    s.folding = folding
    return <i64>base[0]


cdef inline i64 original_value(
    const Prog* P, const Match* M, State* s, u64* base, int c, int stat
) noexcept nogil:
    """The printed value under the youngest replacement of it; `base` NULL: given ones only."""
    cdef Listener* pool = listeners(P, s)
    cdef Mod* given = mods(P, s)
    cdef i64 v = printed_word(P, M, s, c, stat)
    cdef u32 since = 0
    cdef int e, i
    for i in range(s.nmods):
        if given[i].stat == stat and given[i].op == STAT_ORIGINAL and has(&given[i].who, c):
            v = given[i].amount
            since = given[i].since
    if base == NULL or s.folding >> stat & 1:
        return v
    e = s.ends[P.stat_channel + stat].head
    while e != NONE8:
        if (
            pool[e].since > since and P.abilities[pool[e].ability].op == STAT_ORIGINAL
            and has(&pool[e].who, c) and in_force(P, s, &pool[e])
        ):
            v = amount_of(P, M, s, base, &pool[e], c)
        e = pool[e].next
    return v


cdef inline i64 fold(
    const Prog* P, const Match* M, State* s, u64* base, int c, int stat, u32 before
) noexcept nogil:
    """A stat from what was given before a moment; all that is fresh already.

    A swap takes the other stat as it was then, so what is older than the last swap is folded for
    the other stat only.
    """
    cdef Listener* pool = listeners(P, s)
    cdef Mod* given = mods(P, s)
    cdef int n = s.nmods
    cdef int i = n - 1
    cdef int e = s.ends[P.stat_channel + stat].head
    cdef u32 after = 0
    cdef i64 v
    cdef int op
    if s.folding >> stat & 1:
        e = NONE8
    while i >= 0 and not (
        given[i].op == STAT_SWAP and given[i].since < before
        and (given[i].stat == stat or given[i].other == stat) and has(&given[i].who, c)
    ):
        i -= 1
    if i >= 0:
        after = given[i].since
        v = fold(
            P, M, s, base, c, given[i].other if given[i].stat == stat else given[i].stat, after
        )
    else:
        v = original_value(P, M, s, base, c, stat)
    i += 1
    while True:
        while i < n and not (
            given[i].stat == stat and given[i].op <= STAT_SET and has(&given[i].who, c)
        ):
            i += 1
        while e != NONE8 and not (
            pool[e].since > after and P.abilities[pool[e].ability].op <= STAT_SET
            and has(&pool[e].who, c) and in_force(P, s, &pool[e])
        ):
            e = pool[e].next
        if i < n and given[i].since < before and (
            e == NONE8 or given[i].since < pool[e].since
        ):
            v = given[i].amount + (v if given[i].op == STAT_ADD else 0)
            i += 1
        elif e != NONE8 and pool[e].since < before:
            op = P.abilities[pool[e].ability].op
            v = amount_of(P, M, s, base, &pool[e], c) + (v if op == STAT_ADD else 0)
            e = pool[e].next
        else:
            return v


cdef inline i64 stat_of(
    const Prog* P, const Match* M, State* s, u64* base, int c, int stat
) noexcept nogil:
    """The value of a stat now."""
    if unlikely(not stats_are_fresh(s)):
        refresh_stats(P, M, s, base)
    if likely(not has(&s.modified[stat], c)):
        return printed_word(P, M, s, c, stat)
    # What is taken away adds nothing.
    freshen_abilities(P, M, s, base)
    return fold(P, M, s, base, c, stat, ~<u32>0)


cdef inline i64 word_of(
    const Prog* P, const Match* M, State* s, u64* base, int c, int word, bint printed
) noexcept nogil:
    """A word of a card: a stat through the fold unless only what is printed counts."""
    if word < <int>P.nstats and not printed:
        return stat_of(P, M, s, base, c, word)
    return printed_word(P, M, s, c, word)
