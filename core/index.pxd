"""The index: who listens to which timing, answers which question, changes which stat.

Each channel has a list of listeners in order of age. A printed ability is in it while its card is
where the ability works, a gained one while its effect lasts, a giver of abilities in place of all
it might give to. So the index may hold too many, never too few: whether a listener is *in force*
is asked when it is reached.
"""

from libc.string cimport memset
from tefuda.places cimport where, works
from tefuda.pools cimport effects, fail, listeners
from tefuda.sets cimport clear, has, lowest, some
from tefuda.state cimport (
    CH_ABILITY, CH_ASKED, CH_CONTINUOUS, E_LISTENERS, KIND_ALL, NONE8, STAT_SHIFT, V_BAR, V_GAIN,
    V_LOSE, V_NEGATE, AbilityInfo, Effect, Listener, Match, Prog, State, u8, u16, u32, u64,
)

cdef enum Sort:
    SORT_KEYWORD = 0
    SORT_EFFECT = 1
    SORT_ACTIVATED = 2
    SORT_TRIGGER = 3
    SORT_INSTEAD = 4
    SORT_ANSWER = 5
    SORT_CONTINUOUS = 6
    SORT_RULE = 7

cdef enum:
    PLAYER_SUBJECT = 200  # subject of an effect: 200 + player


cdef inline u64 kind_bit(int kind) noexcept nogil:
    """The bit of a kind of ability in a word: kinds that share their lowest six share it."""
    return <u64>1 << (kind & 63)


cdef inline void sum_kinds(const Prog* P, State* s) noexcept nogil:
    """Work out anew which kinds of ability are given to cards, by continuous ones and effects."""
    cdef const Listener* pool = listeners(P, s)
    cdef const Effect* given = effects(P, s)
    cdef int i = next_giver(s, 0)
    s.kinds_given = 0
    while i >= 0:
        s.kinds_given |= kind_bit(P.abilities[P.abilities[pool[i].ability].gives].kind)
        i = next_giver(s, i + 1)
    for i in range(s.neffects):
        if given[i].live and given[i].verb == V_GAIN and given[i].subject < PLAYER_SUBJECT:
            s.kinds_given |= kind_bit(P.abilities[given[i].ability].kind)


cdef inline bint only_printed(const State* s, int kind) noexcept nogil:
    """Whether cards bear abilities of a kind only if they print it: none is given, none turned."""
    return (s.kinds_given & kind_bit(kind)) == 0 and not some(&s.transformed)


cdef inline void sum_reads(const Prog* P, State* s) noexcept nogil:
    """Work out anew which kinds of change the live continuous expressions read."""
    cdef Listener* pool = listeners(P, s)
    cdef u64 of_abilities = CH_CONTINUOUS
    cdef u64 of_stats = CH_CONTINUOUS
    cdef u64 all_stats = ((<u64>1 << P.nstats) - 1) << STAT_SHIFT
    cdef const AbilityInfo* info
    cdef u32 k
    cdef int e, channel
    memset(s.givers, 0, sizeof(s.givers))
    for channel in range(<int>P.nchannels):
        e = s.ends[channel].head
        while e != NONE8:
            info = &P.abilities[pool[e].ability]
            if info.sort == SORT_CONTINUOUS:
                if info.negates:
                    of_abilities |= info.reads | CH_ABILITY
                elif info.gives >= 0:
                    of_abilities |= info.reads
                    s.givers[e >> 6] |= <u64>1 << (e & 63)
                else:
                    of_stats |= info.reads
            e = pool[e].next
    if of_abilities & CH_ASKED:
        of_abilities |= all_stats
    if of_stats & CH_ASKED:
        of_stats |= all_stats
    for k in range(P.nstats):
        if of_abilities >> STAT_SHIFT >> k & 1:
            of_abilities |= P.stat_reads[k]
        if of_stats >> STAT_SHIFT >> k & 1:
            of_stats |= P.stat_reads[k]
    if of_stats & CH_ABILITY:
        of_stats |= of_abilities
    s.ability_reads = <u32>of_abilities
    s.modified_reads = <u32>of_stats
    s.changed |= CH_CONTINUOUS
    sum_kinds(P, s)


cdef inline int next_giver(const State* s, int e) noexcept nogil:
    """The first listener from a number on that gives abilities, -1 when there is none."""
    cdef u64 bits
    while e < 256:
        bits = s.givers[e >> 6] >> (e & 63)
        if bits:
            return e + lowest(bits)
        e = (e | 63) + 1
    return -1


cdef inline int channel_of(const Prog* P, const AbilityInfo* info) noexcept nogil:
    """Where an ability listens: a giver listens where what it gives would."""
    cdef const AbilityInfo* given
    if info.gives >= 0:
        given = &P.abilities[info.gives]
        if given.channel != NONE8 and given.sort != SORT_CONTINUOUS:
            return given.channel
    return info.channel


cdef inline int add_listener(
    const Prog* P, State* s, int ability, int source, int effect, int slot
) noexcept nogil:
    """Append a listener to its channel; gives its number, ``NONE8`` when it has no channel."""
    cdef const AbilityInfo* info = &P.abilities[ability]
    cdef Listener* pool = listeners(P, s)
    cdef Listener* new
    cdef int e
    cdef int channel = channel_of(P, info)
    if channel == NONE8:
        return NONE8
    if s.listener_free != NONE8:
        e = s.listener_free
        s.listener_free = pool[e].next
    elif s.nlisteners < P.layout.max_listeners:
        e = s.nlisteners
        s.nlisteners += 1
    else:
        fail(s, E_LISTENERS)
        return NONE8
    s.clock += 1
    new = &pool[e]
    new.next = NONE8
    new.prev = s.ends[channel].tail
    new.channel = <u8>channel
    new.source = <u8>source
    new.ability = <u16>ability
    new.effect = <u8>effect
    new.slot = <u8>slot
    new.since = s.clock
    new.pad = 0
    clear(&new.who)
    if new.prev != NONE8:
        pool[new.prev].next = <u8>e
    else:
        s.ends[channel].head = <u8>e
    s.ends[channel].tail = <u8>e
    s.listen[channel >> 6] |= <u64>1 << (channel & 63)
    if info.sort == SORT_CONTINUOUS:
        sum_reads(P, s)
    s.changed |= CH_ABILITY
    return e


cdef inline void remove_listener(const Prog* P, State* s, int e) noexcept nogil:
    cdef Listener* pool = listeners(P, s)
    cdef Listener* old = &pool[e]
    cdef int channel = old.channel
    if old.prev != NONE8:
        pool[old.prev].next = old.next
    else:
        s.ends[channel].head = old.next
    if old.next != NONE8:
        pool[old.next].prev = old.prev
    else:
        s.ends[channel].tail = old.prev
    if s.ends[channel].head == NONE8:
        s.listen[channel >> 6] &= ~(<u64>1 << (channel & 63))
    old.next = s.listener_free
    old.channel = NONE8
    s.listener_free = <u8>e
    if P.abilities[old.ability].sort == SORT_CONTINUOUS:
        sum_reads(P, s)
    s.changed |= CH_ABILITY


cdef inline int printed_listener(
    const Prog* P, State* s, int channel, int source, int slot
) noexcept nogil:
    """The listener of a printed ability, ``NONE8`` when it is not in the index."""
    cdef Listener* pool = listeners(P, s)
    cdef int e = s.ends[channel].head
    while e != NONE8:
        if pool[e].source == source and pool[e].slot == slot and pool[e].effect == NONE8:
            return e
        e = pool[e].next
    return NONE8


cdef inline int printed_count(const Match* M, const State* s, int c) noexcept nogil:
    """How many abilities the form that a card reads has."""
    return M.forms[s.form[c]].nabilities


cdef inline int printed_ability(const Match* M, const State* s, int c, int slot) noexcept nogil:
    return M.form_abilities[M.forms[s.form[c]].first + slot]


cdef inline bint may_listen(
    const Match* M, const State* s, int c, u32 old, u32 new
) noexcept nogil:
    """A quick test: false when no printed ability of a card listens in either place (`where`)."""
    return (M.listens_in[c] & (old | new)) != 0 or s.form[c] != M.form[c]


cdef inline void move_printed(
    const Prog* P, const Match* M, State* s, int c, u32 old, u32 new, bint renewed
) noexcept nogil:
    """Bring the index up to date for a card that went from place `old` to `new` (see `where`).

    A card that became another object is as old as this move where it still listens.
    """
    cdef const AbilityInfo* info
    cdef int e, k, number
    cdef bint before, after
    for k in range(printed_count(M, s, c)):
        number = printed_ability(M, s, c, k)
        info = &P.abilities[number]
        if info.channel == NONE8:
            continue
        before = works(info.works_in, old)
        after = works(info.works_in, new)
        if before and (renewed or not after):
            e = printed_listener(P, s, channel_of(P, info), c, k)
            if e != NONE8:
                remove_listener(P, s, e)
        if after and (renewed or not before):
            add_listener(P, s, number, c, NONE8, k)


# ---------------------------------------------------------------- in force

cdef inline bint is_taken(
    const Prog* P, State* s, int c, int kind, u32 since, bint declaring
) noexcept nogil:
    """Whether an effect takes an ability of a card away: what was given later wins.

    A printed ability is older than every effect (`since` 0). `declaring`: barred counts, too.
    """
    cdef Effect* pool
    cdef int i
    if not has(&s.barred, c):
        return False
    pool = effects(P, s)
    for i in range(s.neffects):
        if (
            pool[i].live
            and pool[i].subject == c
            and pool[i].since > since
            and (pool[i].ability == KIND_ALL or pool[i].ability == kind)
            and (pool[i].verb == V_LOSE or pool[i].verb == V_NEGATE
                 or (declaring and pool[i].verb == V_BAR))
        ):
            return True
    return False


cdef inline bint in_force(const Prog* P, State* s, const Listener* entry) noexcept nogil:
    """Whether a listener's ability has an effect now; continuous expressions are fresh."""
    if entry.source == NONE8:
        return True
    if has(&s.negated, entry.source):
        return False
    if not has(&s.barred, entry.source):
        return True
    return not is_taken(
        P, s, entry.source, P.abilities[entry.ability].kind,
        0 if entry.effect == NONE8 else entry.since, False,
    )


cdef inline bint effect_in_force(const Prog* P, State* s, int i, bint declaring) noexcept nogil:
    """Likewise for a gained ability, by the effect that gave it to a card."""
    cdef Effect* effect = &effects(P, s)[i]
    if has(&s.negated, effect.subject):
        return False
    return not is_taken(
        P, s, effect.subject, P.abilities[effect.ability].kind, effect.since, declaring
    )


cdef inline bint printed_in_force(
    const Prog* P, const Match* M, State* s, int c, int number, bint declaring
) noexcept nogil:
    """Likewise for a printed ability; to be used it must also work where its card is."""
    cdef const AbilityInfo* info = &P.abilities[number]
    if has(&s.facedown, c) or has(&s.negated, c):
        return False
    if declaring and not works(info.works_in, where(P, s, c)):
        return False
    return not is_taken(P, s, c, info.kind, 0, declaring)
