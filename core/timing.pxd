"""Triggers: a raise collects, a settle runs.

What applies at a raise is appended to the list of pending triggers, with its source, user and
arguments; a settle takes those above its mark one by one. All of it is in the state, so a game can
wait, be copied and go on in the middle. Places in the list never move: one that is done in the
middle is struck out, and the list shrinks from its end.
"""

from libc.string cimport memset
from tefuda.effects cimport drop_effect, kept_value
from tefuda.index cimport (
    PLAYER_SUBJECT, SORT_CONTINUOUS, SORT_RULE, in_force, is_taken,
)
from tefuda.nested cimport lay_bearer, nested
from tefuda.places cimport user_of
from tefuda.pools cimport (
    ability_value, args_of, effects, fail, kept_of, kept_since_of, listeners, pending, was_entry,
)
from tefuda.sets cimport keep, clear, has, pop
from tefuda.state cimport (
    E_PENDING, E_WAS, NARG, NONE8, NP, NSLOT,
    AbilityInfo, Effect, Listener, Match, Pending, Prog, Set, State, Was,
    i32, i64, u8, u16, u32, u64,
)
from tefuda.stats cimport freshen_abilities, stat_of

cdef enum Raised:         # what the first argument of a raise is
    NO_ARGUMENT = 0
    ONE_CARD = 1
    EACH_CARD = 2
    NO_CARD = 3

cdef enum Of:
    OF_ANY = 0
    OF_SELF = 1
    OF_FRIEND = 2
    OF_OTHER = 3
    OF_ENEMY = 4

cdef enum:
    DONE = 0xffff         # `ability` of a pending trigger that is struck out
    RUNS_AFTER = 1
    EACH_OWN = 1          # orderer
    GIVEN_TO_PLAYER = 254  # `slot` of a pending trigger without a source: what its bearer is
    GIVEN_TO_GAME = 253


cdef inline bint of_card(
    const Prog* P, State* s, int of, int source, int user, int c
) noexcept nogil:
    """Whether an ability listens to what happens to a card."""
    if of == OF_ANY:
        return True
    if of == OF_SELF or c == source:
        return of == OF_SELF and c == source
    if of == OF_OTHER:
        return True
    return (user_of(P, s, c) == user) == (of == OF_FRIEND)


cdef inline bint of_player(int of, int user, i64 player) noexcept nogil:
    """Likewise for what happens to a player."""
    if of == OF_ANY:
        return True
    return (player == user) == (of == OF_SELF or of == OF_FRIEND)


cdef inline int user_of_listener(const Prog* P, State* s, int source, int effect) noexcept nogil:
    cdef Effect* given
    if source != NONE8:
        return user_of(P, s, source)
    if effect != NONE8:
        given = &effects(P, s)[effect]
        if PLAYER_SUBJECT <= given.subject < PLAYER_SUBJECT + NP:
            return given.subject - PLAYER_SUBJECT
        return given.user
    return s.turn_player


# ---------------------------------------------------------------- collecting

cdef inline void collect_one(
    const Prog* P, const Match* M, State* s, u64* base, int ability, int source, int effect,
    int slot, int raised, const Set* cards, const i64* args, int waits
) noexcept nogil:
    """Make one ability, known to be in force, pending for each card or argument it applies to."""
    cdef const AbilityInfo* info = &P.abilities[ability]
    cdef int user = user_of_listener(P, s, source, effect)
    cdef Pending* new
    cdef i64* kept
    cdef u32* kept_since
    cdef Effect* given = NULL
    cdef Set rest
    cdef i64 card = -1
    cdef int k, n
    cdef u32 j
    if effect != NONE8:
        given = &effects(P, s)[effect]
        if info.sort == SORT_RULE and given.live != 1:
            return
        if (
            info.sort == SORT_RULE and given.subject >= PLAYER_SUBJECT and given.subject != NONE8
            and (raised == NO_ARGUMENT or args[0] != given.subject - PLAYER_SUBJECT)
        ):
            return
    clear(&rest)
    if raised == EACH_CARD:
        keep(&rest, cards)
    if raised == NO_CARD and not of_player(info.of, user, args[0]):
        return
    if raised == NO_ARGUMENT and info.of != OF_ANY:
        return
    while True:
        if raised == EACH_CARD:
            card = pop(&rest)
            if card < 0:
                return
        elif raised == ONE_CARD:
            card = args[0]
        if card >= 0 and not of_card(P, s, info.of, source, user, <int>card):
            if raised == EACH_CARD:
                continue
            return
        if info.when >= 0:
            n = lay_bearer(P, s, ability, source, effect, base)
            for k in range(NARG):
                base[n + k] = <u64>args[k]
            if raised == EACH_CARD:
                base[n] = <u64>card
            nested(P, M, s, base, info.when)
            if s.failure:
                return
            if base[0] == 0:
                if raised == EACH_CARD:
                    continue
                return
        if s.npending >= P.layout.max_pending:
            fail(s, E_PENDING)
            return
        new = pending(P, s, s.npending)
        s.npending += 1
        # Behind an odd number of kept values is a gap, which snapshots have in them.
        memset(new, 0, P.layout.pending_bytes)
        new.ability = <u16>ability
        new.source = <u8>source
        new.user = <u8>user
        new.effect = <u8>effect
        new.slot = <u8>slot
        new.waits = <u16>waits
        new.since = s.since[source] if source != NONE8 else 0
        new.nkept = 0
        for j in range(P.layout.pending_args):
            args_of(new)[j] = args[j]
        if raised == EACH_CARD:
            args_of(new)[0] = card
        kept = kept_of(P, new)
        kept_since = kept_since_of(P, new)
        for j in range(P.layout.pending_kept):
            kept[j] = given.kept[j] if given != NULL else 0
            kept_since[j] = given.kept_since[j] if given != NULL else 0
        if given != NULL:
            new.nkept = given.nkept
            if source == NONE8:
                new.since = given.since
                new.slot = GIVEN_TO_GAME if given.subject == NONE8 else GIVEN_TO_PLAYER
            if info.sort == SORT_RULE:
                given.live = 2
                return
        if raised != EACH_CARD:
            return


cdef inline void collect(
    const Prog* P, const Match* M, State* s, u64* base, int channel, int raised,
    const Set* cards, const i64* args, int waits
) noexcept nogil:
    """Make pending what applies now, oldest first; who listens later is not met."""
    cdef Listener* pool = listeners(P, s)
    cdef Listener* entry
    cdef const AbilityInfo* info
    cdef Set bearers
    cdef int e, x
    freshen_abilities(P, M, s, base)
    e = s.ends[channel].head
    while e != NONE8 and s.failure == 0:
        entry = &pool[e]
        info = &P.abilities[entry.ability]
        if in_force(P, s, entry):
            if info.sort == SORT_CONTINUOUS:
                bearers = entry.who
                while info.gives >= 0:
                    x = pop(&bearers)
                    if x < 0:
                        break
                    if has(&s.negated, x) or is_taken(
                        P, s, x, P.abilities[info.gives].kind, entry.since, False
                    ):
                        continue
                    collect_one(
                        P, M, s, base, info.gives, x, NONE8, NONE8, raised, cards, args, waits
                    )
            else:
                collect_one(
                    P, M, s, base, entry.ability, entry.source, entry.effect, entry.slot, raised,
                    cards, args, waits,
                )
        e = entry.next


# ---------------------------------------------------------------- settling

cdef inline void strike(const Prog* P, State* s, int i, int floor) noexcept nogil:
    """Strike a pending trigger out, and shorten the list down to `floor`."""
    pending(P, s, i).ability = DONE
    while s.npending > floor and pending(P, s, s.npending - 1).ability == DONE:
        s.npending -= 1


cdef inline bint equal_triggers(const Prog* P, const Pending* a, const Pending* b) noexcept nogil:
    """Whether it makes no difference which of two runs first."""
    cdef u32 k
    if a.ability != b.ability or a.user != b.user or not P.abilities[a.ability].choice_free:
        return False
    # Kept values lie behind the arguments.
    for k in range(P.layout.pending_args + P.layout.pending_kept):
        if args_of(a)[k] != args_of(b)[k]:
            return False
    return True


cdef inline int lay_kept(const Prog* P, State* s, const Pending* p, u64* base) noexcept nogil:
    """Lay the kept values of a pending trigger as they read now; gives how many."""
    cdef u32 k
    for k in range(p.nkept):
        base[k] = <u64>kept_value(s, kept_of(P, p)[k], kept_since_of(P, p)[k])
    return <int>p.nkept


cdef inline void lay_args(const Prog* P, const Pending* p, u64* base) noexcept nogil:
    """Lay the arguments of a pending trigger, and nothing in the place of further ones."""
    cdef u32 k
    for k in range(<u32>NARG):
        base[k] = <u64>args_of(p)[k] if k < P.layout.pending_args else 0


cdef inline bint still_applies(
    const Prog* P, const Match* M, State* s, u64* base, const Pending* p
) noexcept nogil:
    """Ask the condition of a pending trigger again."""
    cdef const AbilityInfo* info = &P.abilities[p.ability]
    cdef int n = 0
    if info.when < 0:
        return True
    if not info.rule:
        base[0] = <u64>p.source
        if p.source == NONE8:
            base[0] = p.user if p.slot == GIVEN_TO_PLAYER else ~<u64>0
        n = 1
        n += lay_kept(P, s, p, base + n)
    lay_args(P, p, base + n)
    nested(P, M, s, base, info.when)
    return base[0] != 0


cdef inline int orderer_of(const Prog* P, State* s, const Pending* p) noexcept nogil:
    """The player who orders a pending trigger among others, as its timing point says."""
    return p.user if P.abilities[p.ability].orderer == EACH_OWN else s.turn_player


cdef inline int due(
    const Prog* P, const Match* M, State* s, u64* base, int mark, bint after, u8* found,
    i32* chooser
) noexcept nogil:
    """The pending triggers of which one runs next, by place in the list; gives how many.

    Those whose source has gone are dropped, and those that ask their condition again and find it
    false. Handlers of the rules come first, unasked; equal triggers count as one. What the turn
    player orders comes before what the other one does; triggers of several points may wait.
    """
    cdef Pending* one
    cdef const AbilityInfo* info
    cdef int i, k
    cdef int n = 0
    cdef bint own = False
    cdef bint equal = True
    for i in range(s.npending - 1, mark - 1, -1):
        one = pending(P, s, i)
        if one.ability == DONE:
            strike(P, s, i, mark)
            continue
        info = &P.abilities[one.ability]
        if (
            one.source != NONE8 and not info.survives and one.waits == 0
            and s.since[one.source] != one.since
        ):
            strike(P, s, i, mark)
        elif info.rechecks and one.waits == 0 and (info.runs == RUNS_AFTER) == after:
            if not still_applies(P, M, s, base, one):
                strike(P, s, i, mark)
            if s.failure:
                return 0
    for i in range(mark, s.npending):
        one = pending(P, s, i)
        if one.ability == DONE or one.waits:
            continue
        info = &P.abilities[one.ability]
        if (info.runs == RUNS_AFTER) != after:
            continue
        if info.rule:
            found[0] = <u8>i
            return 1
        found[n] = <u8>i
        n += 1
        own |= orderer_of(P, s, one) == s.turn_player
    if n == 0:
        return 0
    k = 0
    for i in range(n):
        if (orderer_of(P, s, pending(P, s, found[i])) == s.turn_player) == own:
            found[k] = found[i]
            k += 1
    n = k
    chooser[0] = orderer_of(P, s, pending(P, s, found[0]))
    for i in range(1, n):
        equal = equal and equal_triggers(P, pending(P, s, found[0]), pending(P, s, found[i]))
    return 1 if equal else n


cdef inline i64 cause_of(const Prog* P, State* s, const Pending* p) noexcept nogil:
    """The ability value of a pending trigger; its effect, if any, has not ended."""
    if p.effect == NONE8:
        return ability_value(
            p.ability, p.source, p.slot if p.slot < NSLOT else <u32>NONE8, NONE8, 0
        )
    return ability_value(
        p.ability, p.source, NONE8, p.effect, effects(P, s)[p.effect].since
    )


cdef inline int begin(
    const Prog* P, State* s, int i, int floor, u64* base, i64* cause
) noexcept nogil:
    """Take a pending trigger off the list, its arguments laid; gives the function, -1 none.

    `cause` becomes what is carried out; a handler of the rules leaves it as it was.
    """
    cdef const Pending* waiting = pending(P, s, i)
    # The entry is free once it is struck out.
    cdef Pending p = waiting[0]
    cdef const AbilityInfo* info = &P.abilities[p.ability]
    cdef Effect* given
    cdef int n = 0
    if not info.rule:
        cause[0] = cause_of(P, s, &p)
        if info.sort != SORT_RULE:
            base[0] = <u64>p.source
            if p.source == NONE8:
                base[0] = p.user if p.slot == GIVEN_TO_PLAYER else ~<u64>0
            n = 1
        n += lay_kept(P, s, waiting, base + n)
    lay_args(P, waiting, base + n)
    strike(P, s, i, floor)
    if info.sort == SORT_RULE and p.effect != NONE8:
        given = &effects(P, s)[p.effect]
        if given.live == 2 and given.since == p.since:
            drop_effect(P, s, p.effect)
    return info.body


# ---------------------------------------------------------------- would

cdef inline int replacements(
    const Prog* P, const Match* M, State* s, u64* base, int mark, const Set* cards, u8* found
) noexcept nogil:
    """The replacements of which one is tried next, all for the same card; gives how many.

    Those that no longer apply are dropped: the card is handled, the source has gone, or the
    condition is false by now.
    """
    cdef Pending* one
    cdef int i, k
    cdef int many = 0
    cdef i64 card = -1
    cdef bint equal = True
    i = mark
    while i < s.npending and s.failure == 0:
        one = pending(P, s, i)
        if one.ability == DONE or (card >= 0 and args_of(one)[0] != card):
            i += 1
            continue
        k = has(cards, <int>args_of(one)[0])
        if k and one.source != NONE8:
            k = s.since[one.source] == one.since
        if k:
            k = still_applies(P, M, s, base, one)
        if not k:
            one.ability = DONE
        else:
            card = args_of(one)[0]
            found[many] = <u8>i
            many += 1
            equal = equal and equal_triggers(P, pending(P, s, found[0]), one)
        i += 1
    while s.npending > mark and pending(P, s, s.npending - 1).ability == DONE:
        s.npending -= 1
    return 1 if many and equal else many


cdef inline void end_would(State* s, int mark) noexcept nogil:
    """Drop what is left of a `would`."""
    if s.npending > mark:
        s.npending = <u16>mark


# ---------------------------------------------------------------- after, was

cdef inline void keep_was(
    const Prog* P, const Match* M, State* s, u64* base, const Set* cards
) noexcept nogil:
    """Open an `after`: keep what the cards are."""
    cdef Set rest
    keep(&rest, cards)
    cdef Was* new
    cdef int c
    cdef u32 k
    s.afters += 1
    while True:
        c = pop(&rest)
        if c < 0 or s.failure:
            return
        if s.nwas >= P.layout.max_was:
            fail(s, E_WAS)
            return
        new = was_entry(P, s, s.nwas)
        s.nwas += 1
        new.card = <u8>c
        new.zone = s.zone[c]
        new.pos = s.pos[c]
        new.host = s.host[c]
        new.user = <u8>user_of(P, s, c)
        new.link = s.link[c]
        new.form = s.form[c]
        new.flags = 0
        new.depth = s.afters
        for k in range(P.nflags):
            new.flags |= <u32>has(&s.flag[k], c) << k
        for k in range(P.nstats):
            new.stats[k] = <i32>stat_of(P, M, s, base, c, <int>k)


cdef inline const Was* was_of(const Prog* P, State* s, int c) noexcept nogil:
    """What a card was when it last left, NULL when nothing was kept."""
    cdef int i
    for i in range(s.nwas - 1, -1, -1):
        if was_entry(P, s, i).card == c:
            return was_entry(P, s, i)
    return NULL


cdef inline void drop_stayed(const Prog* P, State* s, const Set* cards, int mark) noexcept nogil:
    """Close the collection of an `after`: triggers for cards that stayed are dropped."""
    cdef Pending* one
    cdef const Was* was
    cdef int c, i
    for i in range(s.npending - 1, mark - 1, -1):
        one = pending(P, s, i)
        if one.ability == DONE or one.waits != s.afters:
            continue
        one.waits = 0
        c = <int>args_of(one)[0]
        was = was_of(P, s, c)
        if was != NULL and was.zone == s.zone[c] and was.host == s.host[c]:
            if one.effect != NONE8 and effects(P, s)[one.effect].live == 2:
                effects(P, s)[one.effect].live = 1
            strike(P, s, i, mark)


cdef inline void end_after(const Prog* P, State* s) noexcept nogil:
    """Leave the innermost `after`; what it kept is free."""
    while s.nwas and was_entry(P, s, s.nwas - 1).depth >= s.afters:
        s.nwas -= 1
    if s.afters:
        s.afters -= 1
