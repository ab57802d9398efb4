"""What is given to cards, players and the game: modifications, abilities, delayed rules.

Records that name cards do nothing to a card out of play, and are dropped when a card leaves play
or becomes another object. Modifications are kept in order of age; effects keep their places, since
listeners and ability values name them.
"""

from tefuda.index cimport PLAYER_SUBJECT, add_listener, kind_bit, remove_listener, sum_kinds
from tefuda.places cimport in_play, user_of
from tefuda.pools cimport (
    ability_bearer, ability_number, effects, fail, is_ability, listeners, mods, pending,
)
from tefuda.sets cimport (
    keep, add, clear, has, meets, pop, same, some, take, unite, without,
)
from tefuda.state cimport (
    CH_ABILITY, CH_CONTINUOUS, CH_STAT, E_EFFECTS, E_MODS, E_NO_CARD, E_RANGE, NARG, NONE8, NP,
    V_GAIN, V_LATER,
    Effect, Listener, Mod, Prog, Set, State, i64, u8, u16, u32, u64,
)

cdef enum StatOp:
    STAT_ADD = 0
    STAT_SET = 1
    STAT_ORIGINAL = 2
    STAT_SWAP = 3

cdef enum:
    EVERYBODY = -1        # `of` of expire


# ---------------------------------------------------------------- modifications

cdef inline void sum_given(const Prog* P, State* s, u32 stats) noexcept nogil:
    """Work out which cards modifications name, for the stats that are bits of `stats`."""
    cdef Mod* pool = mods(P, s)
    cdef Set named
    cdef int i
    cdef u32 k
    for k in range(P.nstats):
        if not stats >> k & 1:
            continue
        clear(&named)
        for i in range(s.nmods):
            if pool[i].stat == k or (pool[i].op == STAT_SWAP and pool[i].other == k):
                unite(&named, &pool[i].who)
        s.given[k] = named
        # `modified` may hold too many until the next refresh.
        s.changed |= <u32>CH_STAT << k
        s.changed |= CH_CONTINUOUS


cdef inline u32 stats_of(const Mod* mod) noexcept nogil:
    return <u32>1 << mod.stat | (<u32>1 << mod.other if mod.op == STAT_SWAP else 0)


cdef inline void drop_mods_of(const Prog* P, State* s, int c) noexcept nogil:
    """Take a card out of all modifications."""
    cdef Mod* pool = mods(P, s)
    cdef u32 stats = 0
    cdef int i
    cdef int n = 0
    for i in range(s.nmods):
        if has(&pool[i].who, c):
            take(&pool[i].who, c)
            stats |= stats_of(&pool[i])
            if not some(&pool[i].who):
                continue
        if n != i:
            pool[n] = pool[i]
        n += 1
    s.nmods = <u16>n
    if stats:
        sum_given(P, s, stats)


cdef inline void take_out_superseded(
    const Prog* P, State* s, const Set* who, int stat, int op, i64 amount, i64 until, int user
) noexcept nogil:
    """Take cards out of what gave them the same value as is given now, and as long.

    Only a swap would still look at what they had before.
    """
    cdef Mod* pool = mods(P, s)
    cdef int n = 0
    cdef int i = s.nmods - 1
    cdef int youngest
    while i >= 0 and not (pool[i].op == STAT_SWAP and stats_of(&pool[i]) >> stat & 1):
        i -= 1
    youngest = i
    for i in range(s.nmods):
        if (
            i > youngest and pool[i].stat == stat and pool[i].op == op
            and pool[i].amount == amount and pool[i].until == until and pool[i].user == user
        ):
            without(&pool[i].who, who)
            if not some(&pool[i].who):
                continue
        if n != i:
            pool[n] = pool[i]
        n += 1
    s.nmods = <u16>n


cdef inline bint add_to_given(
    const Prog* P, State* s, const Set* who, int stat, i64 amount, i64 until, int user
) noexcept nogil:
    """Raise what was added to the same cards, and as long; false where the order would matter."""
    cdef Mod* pool = mods(P, s)
    cdef Listener* continuous = listeners(P, s)
    cdef int i = s.nmods - 1
    cdef int e = s.ends[P.stat_channel + stat].tail
    while i >= 0 and not (
        pool[i].stat == stat and pool[i].op == STAT_ADD and pool[i].until == until
        and pool[i].user == user and same(&pool[i].who, who)
    ):
        if stats_of(&pool[i]) >> stat & 1 and pool[i].op != STAT_ADD and meets(&pool[i].who, who):
            return False
        i -= 1
    if i < 0:
        return False
    # What continuous abilities give since then came between.
    if e != NONE8 and continuous[e].since > pool[i].since:
        return False
    pool[i].amount = <i64>(<u64>pool[i].amount + <u64>amount)
    return True


cdef inline void modify(
    const Prog* P, State* s, const Set* cards, int stat, int op, int other, i64 amount, i64 until,
    int user
) noexcept nogil:
    """Give cards a modification; those out of play are left out.

    What is given again and again takes the place of one, so that no rule fails for having no end.
    """
    cdef Set who
    cdef Set rest
    keep(&rest, cards)
    cdef Mod* new
    cdef int c
    clear(&who)
    while True:
        c = pop(&rest)
        if c < 0:
            break
        if in_play(P, s, c):
            add(&who, c)
    if not some(&who):
        return
    if op == STAT_ADD and add_to_given(P, s, &who, stat, amount, until, user):
        s.clock += 1
        s.changed |= <u32>CH_STAT << stat
        return
    if op == STAT_SET or op == STAT_ORIGINAL:
        take_out_superseded(P, s, &who, stat, op, amount, until, user)
    if s.nmods >= P.layout.max_mods:
        fail(s, E_MODS)
        return
    s.clock += 1
    new = &mods(P, s)[s.nmods]
    s.nmods += 1
    new.stat = <u8>stat
    new.op = <u8>op
    new.other = <u8>other
    new.user = <u8>user
    new.since = s.clock
    new.amount = amount
    new.until = until
    new.who = who
    unite(&s.touched, &who)
    unite(&s.given[stat], &who)
    unite(&s.modified[stat], &who)
    s.changed |= <u32>CH_STAT << stat
    if op == STAT_SWAP:
        unite(&s.given[other], &who)
        unite(&s.modified[other], &who)
        s.changed |= <u32>CH_STAT << other


cdef inline void unmodify(const Prog* P, State* s, const Set* cards, int stat) noexcept nogil:
    """Delete what modifications gave a stat of cards; a swap is undone for these cards alone."""
    cdef Mod* pool = mods(P, s)
    cdef u32 stats = 0
    cdef int i
    cdef int n = 0
    for i in range(s.nmods):
        if stats_of(&pool[i]) >> stat & 1 and meets(&pool[i].who, cards):
            stats |= stats_of(&pool[i])
            without(&pool[i].who, cards)
            if not some(&pool[i].who):
                continue
        if n != i:
            pool[n] = pool[i]
        n += 1
    s.nmods = <u16>n
    if stats:
        sum_given(P, s, stats)


# ---------------------------------------------------------------- effects

cdef inline void sum_effects(const Prog* P, State* s) noexcept nogil:
    """Work out which cards have an effect that gives abilities, and which one that takes some."""
    cdef Effect* pool = effects(P, s)
    cdef int i
    clear(&s.barred)
    clear(&s.gained)
    for i in range(s.neffects):
        if pool[i].live == 0 or pool[i].subject >= PLAYER_SUBJECT or pool[i].verb == V_LATER:
            continue
        if pool[i].verb == V_GAIN:
            add(&s.gained, pool[i].subject)
        else:
            add(&s.barred, pool[i].subject)
    sum_kinds(P, s)
    s.changed |= CH_ABILITY


cdef inline void drop_effect(const Prog* P, State* s, int i) noexcept nogil:
    """End one effect; its place is free again.

    A trigger that it gave and that waits goes on without it: it has its own copy of what it needs.
    """
    cdef Effect* pool = effects(P, s)
    cdef int verb = pool[i].verb
    cdef int k
    for k in range(s.npending):
        if pending(P, s, k).effect == i:
            pending(P, s, k).effect = NONE8
    if pool[i].listener != NONE8:
        remove_listener(P, s, pool[i].listener)
        pool[i].listener = NONE8
    pool[i].live = 0
    while s.neffects and pool[s.neffects - 1].live == 0:
        s.neffects -= 1
    s.changed |= CH_ABILITY
    if verb != V_LATER:
        sum_effects(P, s)


cdef inline void drop_effects_of(const Prog* P, State* s, int c) noexcept nogil:
    cdef Effect* pool = effects(P, s)
    cdef int i
    for i in range(s.neffects):
        if i < s.neffects and pool[i].live and pool[i].subject == c:
            drop_effect(P, s, i)


cdef inline void drop_records_of(const Prog* P, State* s, int c) noexcept nogil:
    """End all that was given to a card that leaves play or becomes another object."""
    if not has(&s.touched, c):
        return
    take(&s.touched, c)
    drop_mods_of(P, s, c)
    drop_effects_of(P, s, c)


cdef inline int free_effect(const Prog* P, State* s) noexcept nogil:
    cdef Effect* pool = effects(P, s)
    cdef int i
    for i in range(s.neffects):
        if pool[i].live == 0:
            return i
    if s.neffects >= P.layout.max_effects:
        fail(s, E_EFFECTS)
        return -1
    s.neffects += 1
    pool[s.neffects - 1].live = 0
    return s.neffects - 1


cdef inline int giver(const Prog* P, State* s) noexcept nogil:
    """The player by whom something is given now: the user of the cause, else the turn player."""
    cdef int c
    if is_ability(s.cause):
        c = ability_bearer(s.cause)
        if c != NONE8:
            return user_of(P, s, c)
    return s.turn_player


cdef inline void drop_same(
    const Prog* P, State* s, int verb, int code, int number, i64 until
) noexcept nogil:
    """End the effect beside which one more of its kind does nothing, but that it is younger."""
    cdef Effect* pool = effects(P, s)
    cdef int user = giver(P, s)
    cdef int i
    if verb == V_LATER or (
        # Of what a card was given there are as many as were given; all that others can tell of
        # two equal answers is that both forbid.
        verb == V_GAIN and (code < PLAYER_SUBJECT or not P.abilities[number].forbids)
    ):
        return
    for i in range(s.neffects):
        if (
            pool[i].live and pool[i].verb == verb and pool[i].subject == code
            and pool[i].ability == number and pool[i].until == until and pool[i].user == user
            and pool[i].nkept == 0
        ):
            drop_effect(P, s, i)
            return


cdef inline void give_effect(
    const Prog* P, State* s, i64 subject, i64 ability, i64 until, const i64* kept, int verb,
    int nkept, int cards, u32 ncards
) noexcept nogil:
    """Begin an effect (see EFFECT); `cards` has a bit for each kept value that is a card."""
    cdef Effect* new
    cdef int i, k
    cdef int number = <int>(ability & 0xffff)
    cdef int code = NONE8
    if 0 <= subject < ncards:
        if not in_play(P, s, <int>subject):
            return
        code = <int>subject
    elif 256 <= subject < 256 + NP:
        code = PLAYER_SUBJECT + <int>(subject - 256)
    elif subject != 512:
        fail(s, E_NO_CARD)
        return
    if verb == V_GAIN or verb == V_LATER:
        if ability < 0 or <u32>number >= P.nabilities:
            fail(s, E_RANGE)
            return
    else:
        if code >= PLAYER_SUBJECT or ability < 0:
            fail(s, E_RANGE)
            return
        if is_ability(ability) and <u32>number < P.nabilities:
            number = P.abilities[number].kind
    if nkept == 0:
        drop_same(P, s, verb, code, number, until)
    i = free_effect(P, s)
    if i < 0:
        return
    s.clock += 1
    new = &effects(P, s)[i]
    new.verb = <u8>verb
    new.subject = <u8>code
    new.listener = NONE8
    new.user = <u8>giver(P, s)
    new.ability = <u16>number
    new.uses = 0
    new.live = 1
    new.since = s.clock
    new.nkept = nkept
    new.until = until
    for k in range(NARG):
        new.kept[k] = kept[k] if k < nkept else 0
        new.kept_since[k] = 0
        if k < nkept and cards >> k & 1 and 0 <= kept[k] < ncards:
            new.kept_since[k] = s.since[kept[k]]
    if code < PLAYER_SUBJECT:
        add(&s.touched, code)
    if verb == V_GAIN or verb == V_LATER:
        new.listener = <u8>add_listener(
            P, s, number, code if code < PLAYER_SUBJECT and verb == V_GAIN else NONE8, i, NONE8
        )
        if s.failure:
            new.live = 0
        elif verb == V_GAIN and code < PLAYER_SUBJECT:
            add(&s.gained, code)
            s.kinds_given |= kind_bit(P.abilities[number].kind)
    else:
        add(&s.barred, code)
    s.changed |= CH_ABILITY


cdef inline i64 kept_value(State* s, i64 value, u32 since) noexcept nogil:
    """A kept value as it reads now: a card that is another object is ``None``."""
    if since and s.since[value & 127] != since:
        return -1
    return value


cdef inline void expire(const Prog* P, State* s, i64 until, i64 of) noexcept nogil:
    """End what lasts until a duration or record, of one player or of everybody."""
    cdef Mod* pool = mods(P, s)
    cdef Effect* given = effects(P, s)
    cdef u32 stats = 0
    cdef int i
    cdef int n = 0
    for i in range(s.nmods):
        if pool[i].until == until and (of < 0 or pool[i].user == of):
            stats |= stats_of(&pool[i])
            continue
        if n != i:
            pool[n] = pool[i]
        n += 1
    s.nmods = <u16>n
    if stats:
        sum_given(P, s, stats)
    for i in range(s.neffects):
        if (
            i < s.neffects and given[i].live and given[i].until == until
            and (of < 0 or given[i].user == of)
        ):
            drop_effect(P, s, i)
