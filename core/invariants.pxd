"""What holds of every state at which a game waits; each rule has a number.

10 to 19 places, 20 to 29 trees, 30 to 39 cards, 40 to 49 the index, 50 to 59 modifications and
effects, 60 to 69 what is derived, 70 to 79 records, pools and the stack.
"""

from libc.string cimport memcmp
from tefuda.effects cimport STAT_SWAP
from tefuda.index cimport (
    PLAYER_SUBJECT, channel_of, printed_ability, printed_count, printed_listener, sum_reads,
)
from tefuda.places cimport in_play, where, works
from tefuda.pools cimport effects, listeners, mods, order_of, pending
from tefuda.sets cimport add, clear, has, meets, pop, same, some, unite, within
from tefuda.state cimport (
    KIND_ALL, NC, NONE8, NP, NSTAT, V_GAIN, V_LATER, WAITING, AbilityInfo, Effect, Listener, Match,
    Mod, Prog, Set, State, i64, u8, u32, u64,
)
from tefuda.stats cimport fold, refresh_stats, stat_of, stats_are_fresh


cdef inline int broken_place(const Prog* P, const Match* M, State* s) noexcept nogil:
    cdef Set seen
    cdef Set[NP] lying
    cdef u8* order
    cdef int c, i, z
    cdef u32 k
    clear(&seen)
    for z in range(<int>P.nzones):
        if s.zcount[z] > P.zones[z].capacity:
            return 10
        if (s.nonempty >> z & 1) != (s.zcount[z] > 0):
            return 11
        order = order_of(P, s, z)
        for i in range(s.zcount[z]):
            c = order[i]
            if c >= <int>M.ncards or has(&seen, c):
                return 12
            add(&seen, c)
            if s.zone[c] != z or s.pos[c] != i or s.host[c] != NONE8:
                return 13
            if not has(&s.kmask[P.zones[z].kind][P.zones[z].player], c):
                return 14
    for i in range(NP):
        clear(&lying[i])
        for k in range(P.nkinds):
            if meets(&lying[i], &s.kmask[k][i]):
                return 15
            unite(&lying[i], &s.kmask[k][i])
    if meets(&lying[0], &lying[NP - 1]):
        return 15
    unite(&lying[0], &lying[NP - 1])
    if not same(&lying[0], &seen):
        return 16
    if meets(&seen, &s.attached):
        return 17
    unite(&seen, &s.attached)
    return 0 if same(&seen, &M.all) else 18


cdef inline int broken_tree(const Prog* P, const Match* M, State* s) noexcept nogil:
    cdef int c, n, x
    for c in range(<int>M.ncards):
        n = 0
        x = s.child[c]
        while x != NONE8:
            n += 1
            if x >= <int>M.ncards or n > NC or s.host[x] != c:
                return 20
            x = s.sibling[x]
        if has(&s.attached, c) != (s.host[c] != NONE8):
            return 21
        if s.host[c] != NONE8:
            if s.zone[c] != NONE8 or s.link[c] >= P.nlinks:
                return 22
            x = s.child[s.host[c]]
            while x != c and x != NONE8:
                x = s.sibling[x]
            if x != c:
                return 23
            n = 0
            x = c
            while s.host[x] != NONE8:
                n += 1
                if n > NC:
                    return 24
                x = s.host[x]
        elif s.link[c] != NONE8 or s.sibling[c] != NONE8:
            return 25
    return 0


cdef inline int broken_card(const Prog* P, const Match* M, State* s) noexcept nogil:
    cdef u32 k
    cdef int c
    for k in range(P.nflags):
        if not within(&s.flag[k], &M.all):
            return 30
    for k in range(<u32>NP):
        if not within(&s.known[k], &M.all):
            return 31
    if not within(&s.facedown, &M.all) or not within(&s.lifted, &M.all):
        return 32
    if s.extracts == 0 and some(&s.lifted):
        return 33
    for c in range(<int>M.ncards):
        if s.form[c] >= M.nforms:
            return 34
        if has(&s.transformed, c) != (s.form[c] != M.form[c]):
            return 35
        if s.since[c] > s.clock:
            return 36
    return 0


cdef inline int broken_index(const Prog* P, const Match* M, State* s) noexcept nogil:
    cdef Listener* pool = listeners(P, s)
    cdef Effect* given = effects(P, s)
    cdef const AbilityInfo* info
    cdef u32 last
    cdef int c, channel, e, i, k, number
    cdef int have = 0
    cdef int want = <int>P.nhandlers
    for channel in range(<int>P.nchannels):
        last = 0
        e = s.ends[channel].head
        if (s.listen[channel >> 6] >> (channel & 63) & 1) != (e != NONE8):
            return 40
        while e != NONE8:
            have += 1
            if have > NC + 128 or e >= s.nlisteners or pool[e].channel != channel:
                return 41
            if not last < pool[e].since <= s.clock:
                return 42
            last = pool[e].since
            info = &P.abilities[pool[e].ability]
            if channel_of(P, info) != channel:
                return 43
            if pool[e].effect != NONE8 and (
                given[pool[e].effect].live == 0 or given[pool[e].effect].listener != e
            ):
                return 44
            e = pool[e].next
    for c in range(<int>M.ncards):
        for k in range(printed_count(M, s, c)):
            number = printed_ability(M, s, c, k)
            info = &P.abilities[number]
            if channel_of(P, info) == NONE8 or not works(info.works_in, where(P, s, c)):
                continue
            want += 1
            e = printed_listener(P, s, channel_of(P, info), c, k)
            if e == NONE8 or pool[e].ability != number:
                return 45
    for i in range(s.neffects):
        if given[i].live and (given[i].verb == V_GAIN or given[i].verb == V_LATER):
            want += channel_of(P, &P.abilities[given[i].ability]) != NONE8
    if want != have:
        return 46
    return 0


cdef inline int broken_records(const Prog* P, State* s) noexcept nogil:
    cdef Mod* given = mods(P, s)
    cdef Effect* pool = effects(P, s)
    cdef Set rest
    cdef Set barred
    cdef Set gained
    cdef u32 last = 0
    cdef int c, i
    clear(&barred)
    clear(&gained)
    for i in range(s.nmods):
        if not last < given[i].since <= s.clock:
            return 50
        last = given[i].since
        rest = given[i].who
        if not some(&rest) or not within(&rest, &s.touched):
            return 51
        if not within(&rest, &s.given[given[i].stat]):
            return 52
        if given[i].op == STAT_SWAP and not within(&rest, &s.given[given[i].other]):
            return 52
        while True:
            c = pop(&rest)
            if c < 0:
                break
            if not in_play(P, s, c):
                return 53
    for i in range(s.neffects):
        if pool[i].live and pool[i].since > s.clock:
            return 57
        if pool[i].live == 0 or pool[i].subject >= PLAYER_SUBJECT:
            continue
        if not in_play(P, s, pool[i].subject):
            return 54
        if not has(&s.touched, pool[i].subject):
            return 55
        if pool[i].verb == V_GAIN:
            add(&gained, pool[i].subject)
        elif pool[i].verb != V_LATER:
            add(&barred, pool[i].subject)
    return 0 if same(&barred, &s.barred) and same(&gained, &s.gained) else 56


cdef inline i64 asked_alone(
    const Prog* P, const Match* M, State* copy, u64* base, int c, int stat
) noexcept nogil:
    """A stat as if none had been asked before: what fails for one card says nothing of others."""
    copy.failure = 0
    copy.steps = P.max_steps
    return stat_of(P, M, copy, base, c, stat)


cdef inline int broken_derived(
    const Prog* P, const Match* M, State* s, State* copy, u64* base
) noexcept nogil:
    """Compare with what a copy works out from nothing."""
    cdef u32 k
    cdef int c
    cdef Set rest
    cdef i64[NSTAT][NC] asked
    # What stats are as the game stands, the last first, before everything is worked out anew.
    for k in range(P.nstats):
        for c in range(<int>M.ncards - 1, -1, -1):
            asked[k][c] = asked_alone(P, M, copy, base, c, <int>k)
    copy.changed = ~<u32>0
    copy.failure = 0
    copy.steps = P.max_steps
    sum_reads(P, copy)
    if (
        copy.ability_reads != s.ability_reads or copy.modified_reads != s.modified_reads
        or copy.kinds_given != s.kinds_given
        or memcmp(copy.givers, s.givers, sizeof(s.givers)) != 0
    ):
        return 47
    refresh_stats(P, M, copy, base)
    if copy.failure:
        # A game that ended in an error is as sound as any: its rules may fail again.
        return 0 if s.failure else 60
    if (s.changed & s.ability_reads) == 0:
        if not same(&s.negated, &copy.negated):
            return 61
        if not same(&s.endowed, &copy.endowed):
            return 61
        if not same(&s.endowed_to_use, &copy.endowed_to_use):
            return 61
    if stats_are_fresh(s):
        for k in range(P.nstats):
            if not same(&s.modified[k], &copy.modified[k]):
                return 62
    for k in range(P.nstats):
        for c in range(<int>M.ncards):
            if asked_alone(P, M, copy, base, c, <int>k) != asked[k][c]:
                return 65
        if not within(&s.given[k], &copy.modified[k]):
            return 63
        rest = M.all
        while True:
            c = pop(&rest)
            if c < 0:
                break
            # The mask must cover what the fold would change.
            if not has(&copy.modified[k], c) and in_play(P, s, c):
                if fold(P, M, copy, base, c, <int>k, ~<u32>0) != stat_of(
                    P, M, copy, base, c, <int>k
                ):
                    return 64
    return 0


cdef inline int broken_pool(const Prog* P, State* s) noexcept nogil:
    cdef u32 k
    cdef int i
    if s.nlisteners > P.layout.max_listeners or s.nmods > P.layout.max_mods:
        return 70
    if s.neffects > P.layout.max_effects or s.npending > P.layout.max_pending:
        return 70
    if s.nwas > P.layout.max_was or s.noptions > P.layout.max_options:
        return 70
    if s.afters == 0 and s.nwas:
        return 71
    for i in range(s.npending):
        if pending(P, s, i).ability != KIND_ALL and pending(P, s, i).ability >= P.nabilities:
            return 72
    for k in range(P.nrecords):
        if P.records[k].capacity < 64 and s.live_records[k] >> P.records[k].capacity:
            return 73
    if s.status == WAITING and (s.noptions == 0 or s.sp < s.fp or s.nesting or s.folding):
        return 74
    if s.sp > P.layout.max_stack or s.fp > P.layout.max_stack:
        return 75
    return 0


cdef inline int broken_rule(
    const Prog* P, const Match* M, State* s, State* copy, u64* base
) noexcept nogil:
    """The number of the first rule that does not hold, 0 when all do."""
    cdef int code = broken_pool(P, s)
    if code == 0:
        code = broken_place(P, M, s)
    if code == 0:
        code = broken_tree(P, M, s)
    if code == 0:
        code = broken_card(P, M, s)
    if code == 0:
        code = broken_index(P, M, s)
    if code == 0:
        code = broken_records(P, s)
    if code == 0:
        code = broken_derived(P, M, s, copy, base)
    return code
