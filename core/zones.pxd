"""Moving cards: between zones, onto cards, all at once; and what follows from a move."""


from tefuda.effects cimport drop_records_of
from tefuda.index cimport may_listen, move_printed
from tefuda.knowledge cimport forget, knowers, learn_place
from tefuda.places cimport (
    IN_PLAY, KIND_PLACE, in_play, next_in_tree, where, zone_number,
)
from tefuda.pools cimport card_variable, fail, order_of, renew_card_variables
from tefuda.rng cimport below
from tefuda.sets cimport keep, add, has, likely, pop, take, without
from tefuda.state cimport (
    CH_ABILITY, CH_FLAG, CH_FORM, CH_HIDDEN, CH_LINK, CH_PLACE, CH_VARIABLE, E_CYCLE, E_NO_CARD,
    E_ZONE, NC, NONE8, NZ, W, Match, Prog, Set, State, i16, i64, u8, u16, u32, u64,
)
from tefuda.trace cimport (
    EV_ATTACHED, EV_FORM, EV_MOVED, EV_SHUFFLED, Event, Trace, new_event, note,
)

cdef enum PutFlags:       # as in the instructions
    AT_BOTTOM = 1
    FACE_DOWN = 2
    KNOWN_TO = 4


cdef inline int place_of(const Prog* P, const Match* M, int c, i64 place) noexcept nogil:
    """The zone that a place means for a card, -1 when it is none."""
    if 0 <= place < P.nzones:
        return <int>place
    if KIND_PLACE <= place < KIND_PLACE + P.nkinds:
        return zone_number(P, <int>place - KIND_PLACE, M.owner[c], 0)
    return -1


# ---------------------------------------------------------------- bookkeeping

cdef inline void take_out(const Prog* P, State* s, int c) noexcept nogil:
    """Take a card out of its zone or off its host; what hangs on it stays on it."""
    cdef int z = s.zone[c]
    cdef int i, n, x
    cdef u8* order
    take(&s.lifted, c)
    if z == NONE8:
        x = s.host[c]
        if s.child[x] == c:
            s.child[x] = s.sibling[c]
        else:
            x = s.child[x]
            while s.sibling[x] != c:
                x = s.sibling[x]
            s.sibling[x] = s.sibling[c]
        s.host[c] = s.link[c] = s.sibling[c] = NONE8
        take(&s.attached, c)
        s.changed |= CH_LINK
        return
    order = order_of(P, s, z)
    n = s.zcount[z] - 1
    s.zcount[z] = <u8>n
    for i in range(s.pos[c], n):
        x = order[i + 1]
        order[i] = <u8>x
        s.pos[x] = <u8>i
    take(&s.kmask[P.zones[z].kind][P.zones[z].player], c)
    s.nonempty &= ~(<u64>(n == 0) << z)
    s.zone[c] = NONE8


cdef inline void put_in(const Prog* P, State* s, int c, int z, bint bottom) noexcept nogil:
    """Lay a card that is nowhere on top of or under a zone that has room."""
    cdef u8* order = order_of(P, s, z)
    cdef int n = s.zcount[z]
    cdef int i
    s.zcount[z] = <u8>(n + 1)
    if bottom:
        for i in range(n, 0, -1):
            order[i] = order[i - 1]
            s.pos[order[i]] = <u8>i
        n = 0
    order[n] = <u8>c
    s.pos[c] = <u8>n
    s.zone[c] = <u8>z
    add(&s.kmask[P.zones[z].kind][P.zones[z].player], c)
    s.nonempty |= <u64>1 << z


cdef inline void renew(const Prog* P, const Match* M, State* s, int c) noexcept nogil:
    """Make a card another object: nothing that was noted on it is left."""
    cdef u32 k
    cdef u64 others = ~(<u64>1 << (c & 63))
    s.clock += 1
    s.since[c] = s.clock
    s.uses[c] = 0
    for k in range(P.nflags):
        s.flag[k].w[c >> 6] &= others
    s.changed |= CH_FLAG
    if s.form[c] != M.form[c]:
        s.form[c] = M.form[c]
        take(&s.transformed, c)
        s.changed |= CH_FORM
    if P.layout.ncardvars:
        renew_card_variables(P, s, c)
        s.changed |= CH_VARIABLE


cdef inline void arrived(
    const Prog* P, const Match* M, State* s, int c, int source, u32 place, bint was_in,
    bint fresh, bint down, int knower
) noexcept nogil:
    """All that follows when a card, and what hangs on it, has come from elsewhere.

    `source` is the zone it came from, `place` what `where` gave there, `was_in` whether that was
    in play, `fresh` whether it is another object if it was not in play both before and after.
    """
    cdef bint now_in = in_play(P, s, c)
    cdef bint renewed = fresh and not (was_in and now_in)
    cdef u32 old, new
    cdef int x = c
    s.changed |= (
        (CH_PLACE if was_in | now_in else 0) | (0 if was_in & now_in else CH_HIDDEN)
    )
    if down:
        add(&s.facedown, c)
    else:
        take(&s.facedown, c)
    # Usually nothing hangs on the card, no effect names it, and none of its abilities listens
    # where it was or is.
    if likely(
        s.child[c] == NONE8 and not has(&s.touched, c)
        and not may_listen(M, s, c, place, where(P, s, c))
    ):
        if renewed:
            renew(P, M, s, c)
        x = -1
    while x >= 0:
        if renewed or (was_in and not now_in):
            drop_records_of(P, s, x)
        if x == c:
            old = place
        else:
            old = <u32>IN_PLAY if was_in and not has(&s.facedown, x) else 0
        new = where(P, s, x)
        if may_listen(M, s, x, old, new):
            if renewed:
                # Under the form it had, then under its own.
                move_printed(P, M, s, x, old, 0, True)
                renew(P, M, s, x)
                move_printed(P, M, s, x, 0, new, True)
            elif old != new:
                move_printed(P, M, s, x, old, new, False)
        elif renewed:
            renew(P, M, s, x)
        x = next_in_tree(s, c, x)
    learn_place(P, s, c, source, knower)


cdef inline void note_move(
    State* s, Trace* T, int type, int c, int source, int from_pos, int host, int link
) noexcept nogil:
    cdef Event* event
    if T == NULL:
        return
    event = new_event(T, type, c, host)
    if event != NULL:
        event.seen_by = <u8>knowers(s, c)
        event.from_zone = <u8>source
        event.from_pos = <u8>from_pos
        event.to_zone = s.zone[c]
        event.to_pos = s.pos[c]
        event.turn = <u32>s.turn
        event.extra = <u32>link


# ---------------------------------------------------------------- moves

cdef inline void put(
    const Prog* P, const Match* M, State* s, Trace* T, int c, int z, int flags, int knower
) noexcept nogil:
    """Move a card to a zone."""
    cdef int source = s.zone[c]
    cdef int from_pos = s.pos[c]
    cdef u32 place
    cdef bint was_in
    if source != z and s.zcount[z] >= P.zones[z].capacity:
        fail(s, E_ZONE)
        return
    place = where(P, s, c)
    was_in = in_play(P, s, c)
    take_out(P, s, c)
    put_in(P, s, c, z, flags & AT_BOTTOM)
    arrived(
        P, M, s, c, source, place, was_in,
        source != z and P.kinds[P.zones[z].kind].fresh, flags & FACE_DOWN, knower,
    )
    note_move(s, T, EV_MOVED, c, source, from_pos, NONE8, NONE8)


cdef inline void put_set(
    const Prog* P, const Match* M, State* s, Trace* T, const Set* cards, i64 place, int flags,
    int knower
) noexcept nogil:
    """Move cards in the order of their indices."""
    cdef Set rest
    keep(&rest, cards)
    cdef int c, z
    while True:
        c = pop(&rest)
        if c < 0 or s.failure:
            return
        z = place_of(P, M, c, place) if c < <int>M.ncards else -1
        if z < 0:
            fail(s, E_NO_CARD)
            return
        put(P, M, s, T, c, z, flags, knower)


cdef inline void attach(
    const Prog* P, const Match* M, State* s, Trace* T, int c, int host, int link, bint down,
    int knower
) noexcept nogil:
    """Hang a card on another, as the last of those that hang there."""
    cdef int source = s.zone[c]
    cdef int from_pos = s.pos[c]
    cdef int x = host
    cdef u32 place
    cdef bint was_in
    while x != NONE8:
        if x == c:
            fail(s, E_CYCLE)
            return
        x = s.host[x]
    place = where(P, s, c)
    was_in = in_play(P, s, c)
    take_out(P, s, c)
    s.host[c] = <u8>host
    s.link[c] = <u8>link
    s.sibling[c] = NONE8
    s.pos[c] = 0
    add(&s.attached, c)
    if s.child[host] == NONE8:
        s.child[host] = <u8>c
    else:
        x = s.child[host]
        while s.sibling[x] != NONE8:
            x = s.sibling[x]
        s.sibling[x] = <u8>c
    s.changed |= CH_LINK
    arrived(P, M, s, c, source, place, was_in, was_in != in_play(P, s, c), down, knower)
    note_move(s, T, EV_ATTACHED, c, source, from_pos, host, link)


cdef inline void arrange(
    const Prog* P, const Match* M, State* s, Trace* T, const Set* cards, int variable
) noexcept nogil:
    """Move each card to the place its card variable names, all at once; -1 leaves it."""
    cdef i64 aim
    cdef u8[NC] source
    cdef u8[NC] from_pos
    cdef u8[NC] target
    cdef u8[NC] was_in
    cdef u32[NC] place
    cdef i16[NZ] room
    cdef Set moving
    keep(&moving, cards)
    cdef Set rest
    keep(&rest, &moving)
    cdef int c, z
    for z in range(<int>P.nzones):
        room[z] = P.zones[z].capacity - s.zcount[z]
    while True:
        c = pop(&rest)
        if c < 0:
            break
        aim = card_variable(P, s, variable, c) if c < <int>M.ncards else -1
        if aim < 0:
            take(&moving, c)
            continue
        z = place_of(P, M, c, <int>aim)
        if z < 0:
            fail(s, E_NO_CARD)
            return
        source[c] = s.zone[c]
        from_pos[c] = s.pos[c]
        target[c] = <u8>z
        place[c] = where(P, s, c)
        was_in[c] = in_play(P, s, c)
        room[z] -= 1
        if source[c] != NONE8:
            room[source[c]] += 1
    for z in range(<int>P.nzones):
        if room[z] < 0:
            fail(s, E_ZONE)
            return
    keep(&rest, &moving)
    while True:
        c = pop(&rest)
        if c < 0:
            break
        take_out(P, s, c)
    keep(&rest, &moving)
    while True:
        c = pop(&rest)
        if c < 0:
            break
        put_in(P, s, c, target[c], False)
    keep(&rest, &moving)
    while True:
        c = pop(&rest)
        if c < 0:
            break
        z = target[c]
        arrived(
            P, M, s, c, source[c], place[c], was_in[c],
            source[c] != z and P.kinds[P.zones[z].kind].fresh, False, -1,
        )
        note_move(s, T, EV_MOVED, c, source[c], from_pos[c], NONE8, NONE8)


cdef inline void become(
    const Prog* P, const Match* M, State* s, Trace* T, int c, int form
) noexcept nogil:
    """Let a card read another form, and bear that form's abilities."""
    cdef u32 place = where(P, s, c)
    if form == s.form[c]:
        return
    move_printed(P, M, s, c, place, 0, True)
    s.form[c] = <u16>form
    if form == M.form[c]:
        take(&s.transformed, c)
    else:
        add(&s.transformed, c)
    move_printed(P, M, s, c, 0, place, True)
    s.changed |= CH_FORM | CH_ABILITY
    note(T, EV_FORM, c, 0, form, 0)


cdef inline void shuffle(const Prog* P, State* s, Trace* T, int z) noexcept nogil:
    """Shuffle the cards of a zone that are not lifted; hidden faces are forgotten."""
    cdef u8* order = order_of(P, s, z)
    cdef u8[256] at
    cdef Set cards
    cdef int i, j, n
    cdef u8 c
    n = 0
    for i in range(W):
        cards.w[i] = 0
    for i in range(s.zcount[z]):
        if not has(&s.lifted, order[i]):
            at[n] = <u8>i
            n += 1
            add(&cards, order[i])
    for i in range(n - 1, 0, -1):
        j = <int>below(s, <u32>i + 1)
        c = order[at[i]]
        order[at[i]] = order[at[j]]
        order[at[j]] = c
    for i in range(n):
        s.pos[order[at[i]]] = at[i]
    forget(P, s, &cards)
    s.changed |= CH_HIDDEN | CH_PLACE
    note(T, EV_SHUFFLED, z, 0, 0, 0)


# ---------------------------------------------------------------- extract

cdef inline void lift(State* s, Set* cards) noexcept nogil:
    """Begin an extract: the cards stand apart from their zone's order until it ends.

    Those that another extract holds already are taken out of the set: they stay with that one.
    """
    cdef int k
    for k in range(W):
        cards.w[k] &= ~(s.lifted.w[k] | s.attached.w[k])
        s.lifted.w[k] |= cards.w[k]
    s.changed |= CH_HIDDEN | CH_PLACE
    s.extracts += 1
    s.extract_failed &= ~(<u16>1 << (s.extracts & 15))


cdef inline void unlift(
    const Prog* P, const Match* M, State* s, Trace* T, const Set* cards, int kind
) noexcept nogil:
    """End an extract: cards not moved since are back, or excluded when it had failed."""
    cdef Set rest
    keep(&rest, cards)
    cdef int k
    cdef bint failed = s.extract_failed >> (s.extracts & 15) & 1
    if s.extracts:
        s.extracts -= 1
    for k in range(W):
        rest.w[k] &= s.lifted.w[k]
    without(&s.lifted, &rest)
    s.changed |= CH_HIDDEN | CH_PLACE
    if failed:
        put_set(P, M, s, T, &rest, KIND_PLACE + kind, 0, -1)


cdef inline int top_of(const Prog* P, State* s, int z, bint bottom) noexcept nogil:
    """The top or bottom card of a zone that is not lifted, -1 when there is none."""
    cdef u8* order = order_of(P, s, z)
    cdef int n = s.zcount[z]
    cdef int i
    for i in range(n):
        if not has(&s.lifted, order[i if bottom else n - 1 - i]):
            return order[i if bottom else n - 1 - i]
    return -1
