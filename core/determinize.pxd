"""Deal at random what one player does not know: other cards take the places of unknown ones.

Cards keep their numbers and places keep all that is said of them (marks, what hangs there, who
knows what, times): the unknown cards of one owner change places among one another, in zones, links,
variables, records, effects and the frames of the rules under way. A card that bears an ability
under way stays, whoever knows it.
"""

from libc.string cimport memcpy
from tefuda.frames cimport Frame, first_frame, next_frame
from tefuda.index cimport may_listen, move_printed
from tefuda.opcodes cimport OPTION_ABILITY, OPTION_CARD
from tefuda.places cimport where
from tefuda.pools cimport (
    ability_bearer,
    args_of,
    card_variable,
    effects,
    is_ability,
    kept_of,
    kept_since_of,
    listeners,
    mods,
    options,
    order_of,
    pending,
    put_card_variable,
    records,
    stack_of,
    was_entry,
)
from tefuda.rng cimport seed_stream, splitmix
from tefuda.sets cimport meets, pop, take, without
from tefuda.state cimport (
    NARG,
    NC,
    NONE8,
    NP,
    NSTREAM,
    S_ABILITY,
    S_CARD,
    S_LIST,
    S_SET,
    Effect,
    Match,
    Pending,
    Prog,
    Set,
    State,
    W,
    Was,
    i64,
    u8,
    u32,
    u64,
)

ctypedef struct Renaming:
    u8 to[256]            # the card that takes a card's place; NONE8 and all others stay
    Set moved
    const Prog* prog
    const Match* match
    State* st
    const u8* channel_cards


cdef inline void rename_set(const Renaming* r, Set* cards) noexcept nogil:
    cdef Set old
    cdef int word, card
    if not meets(cards, &r.moved):
        return
    for word in range(W):
        old.w[word] = cards.w[word] & r.moved.w[word]
    without(cards, &r.moved)
    while True:
        card = pop(&old)
        if card < 0:
            return
        cards.w[r.to[card] >> 6] |= <u64>1 << (r.to[card] & 63)


cdef inline void rename_byte(const Renaming* r, u8* card) noexcept nogil:
    card[0] = r.to[card[0]]


cdef inline void rename_word(const Renaming* r, i64* card) noexcept nogil:
    if 0 <= card[0] < NC:
        card[0] = r.to[card[0]]


cdef inline void rename_typed(const Renaming* r, i64* word, u8 type) noexcept nogil:
    """A value by its type. Abilities stay: their bearers do."""
    cdef int index
    cdef u8* cards = <u8*>word
    if type == S_CARD:
        rename_word(r, word)
    elif type == S_SET:
        rename_set(r, <Set*>word)
    elif type == S_LIST:
        for index in range(min(<int>cards[0], 31)):
            rename_byte(r, &cards[1 + index])


# ---------------------------------------------------------------- what stays

cdef inline void keep_ability(Renaming* r, i64 value) noexcept nogil:
    if is_ability(value) and ability_bearer(value) < NC:
        take(&r.moved, ability_bearer(value))


cdef inline void keep_words(Renaming* r, i64* words, int owner) noexcept nogil:
    cdef u32 index
    for index in range(r.prog.nfields):
        if r.prog.fields[index].owner == owner and r.prog.fields[index].type == S_ABILITY:
            keep_ability(r, words[r.prog.fields[index].offset])


cdef inline void rename_words(Renaming* r, i64* words, int owner) noexcept nogil:
    cdef u32 index
    for index in range(r.prog.nfields):
        if r.prog.fields[index].owner == owner:
            rename_typed(r, words + r.prog.fields[index].offset, r.prog.fields[index].type)


cdef inline void each_words(Renaming* r, bint keep) noexcept nogil:
    """Variables and records: find what stays, or rename."""
    cdef const Prog* prog = r.prog
    cdef i64* words = <i64*>(<char*>r.st + prog.layout.vars)
    cdef i64* record
    cdef u32 index, other
    cdef int part
    for part in range(NP + 1):
        if keep:
            keep_words(r, words, 254 if part else 255)
        else:
            rename_words(r, words, 254 if part else 255)
        words += prog.layout.player_vars if part else prog.layout.game_vars
    for index in range(prog.nrecords):
        for other in range(prog.records[index].capacity):
            if r.st.live_records[index] >> other & 1:
                record = <i64*>records(prog, r.st) + (
                    prog.records[index].base + other * prog.records[index].words
                )
                if keep:
                    keep_words(r, record, <int>index)
                else:
                    rename_words(r, record, <int>index)


cdef inline void each_slot(Renaming* r, bint keep) noexcept nogil:
    """Live slots of the frames: find what stays, or rename."""
    cdef Frame frame
    cdef i64* slots = <i64*>stack_of(r.prog, r.st)
    cdef i64* word
    cdef u32 index
    cdef bint more = first_frame(r.prog, r.st, &frame)
    while more:
        if keep and frame.has_cause:
            keep_ability(r, slots[frame.fp - 2])
        if frame.stop != NULL:
            for index in range(frame.stop.first, frame.stop.first + <u32>frame.stop.count):
                word = slots + frame.fp + r.prog.stop_slots[index].slot
                if not keep:
                    rename_typed(r, word, r.prog.stop_slots[index].type)
                elif r.prog.stop_slots[index].type == S_ABILITY:
                    keep_ability(r, word[0])
        more = next_frame(r.prog, r.st, &frame)


cdef inline void keep_bearers(Renaming* r) noexcept nogil:
    """Let the cards stay whose abilities are under way or were given by an effect."""
    cdef State* st = r.st
    cdef const Pending* waiting
    cdef const Effect* effect
    cdef u32 index, other
    cdef int kept
    keep_ability(r, st.cause)
    for index in range(st.npending):
        waiting = pending(r.prog, st, index)
        if waiting.source < NC:
            take(&r.moved, waiting.source)
        # Kept values lie behind the arguments.
        for other in range(r.prog.layout.pending_args + r.prog.layout.pending_kept):
            keep_ability(r, args_of(waiting)[other])
    for index in range(st.neffects):
        effect = &effects(r.prog, st)[index]
        for kept in range(NARG):
            keep_ability(r, effect.kept[kept])
    for index in range(st.noptions):
        if (options(r.prog, st)[index] >> 48 & 255) == OPTION_ABILITY:
            take(&r.moved, <int>(options(r.prog, st)[index] & (NC - 1)))
    each_words(r, True)
    each_slot(r, True)


# ---------------------------------------------------------------- renaming

cdef inline void rename_cards(Renaming* r) noexcept nogil:
    """Places, links and what is kept for each card."""
    cdef State* st = r.st
    cdef const Match* match = r.match
    cdef State old
    cdef i64 values[NC]
    cdef i64 value
    cdef u32 card, to, index
    cdef int z
    memcpy(&old, st, sizeof(State))
    for card in range(match.ncards):
        to = r.to[card]
        st.zone[to] = old.zone[card]
        st.pos[to] = old.pos[card]
        st.host[to] = r.to[old.host[card]]
        st.link[to] = old.link[card]
        st.child[to] = r.to[old.child[card]]
        st.sibling[to] = r.to[old.sibling[card]]
        st.since[to] = old.since[card]
        st.uses[to] = old.uses[card]
        if to != card:
            st.form[to] = (
                match.form[to] if old.form[card] == match.form[card] else old.form[card]
            )
    for z in range(<int>r.prog.nzones):
        if st.nonempty >> z & 1:
            for index in range(st.zcount[z]):
                rename_byte(r, order_of(r.prog, st, z) + index)
    for index in range(r.prog.layout.ncardvars):
        for card in range(match.ncards):
            values[card] = card_variable(r.prog, st, index, card)
        for card in range(match.ncards):
            put_card_variable(r.prog, st, index, r.to[card], values[card])
    for index in range(r.prog.nfields):
        if r.prog.fields[index].owner == 253 and r.prog.fields[index].type == S_CARD:
            for card in range(match.ncards):
                value = card_variable(r.prog, st, r.prog.fields[index].offset, card)
                if 0 <= value < NC:
                    put_card_variable(
                        r.prog, st, r.prog.fields[index].offset, card, r.to[value]
                    )


cdef inline void rename_sets(Renaming* r) noexcept nogil:
    cdef State* st = r.st
    cdef u32 index
    cdef int player
    for player in range(NP):
        rename_set(r, &st.known[player])
        for index in range(r.prog.nkinds):
            rename_set(r, &st.kmask[index][player])
    for index in range(r.prog.nflags):
        rename_set(r, &st.flag[index])
    for index in range(r.prog.nstats):
        rename_set(r, &st.modified[index])
        rename_set(r, &st.given[index])
    rename_set(r, &st.attached)
    rename_set(r, &st.facedown)
    rename_set(r, &st.transformed)
    rename_set(r, &st.lifted)
    rename_set(r, &st.touched)
    rename_set(r, &st.negated)
    rename_set(r, &st.endowed)
    rename_set(r, &st.endowed_to_use)
    rename_set(r, &st.barred)
    rename_set(r, &st.gained)


cdef inline void rename_pools(Renaming* r) noexcept nogil:
    cdef State* st = r.st
    cdef Pending* waiting
    cdef Effect* effect
    cdef Was* was
    cdef u32 index, other
    cdef u8 cards
    cdef int channel, kept
    for index in range(st.nlisteners):
        rename_set(r, &listeners(r.prog, st)[index].who)
        if listeners(r.prog, st)[index].channel != NONE8:
            rename_byte(r, &listeners(r.prog, st)[index].source)
    for index in range(st.nmods):
        rename_set(r, &mods(r.prog, st)[index].who)
    for index in range(st.neffects):
        effect = &effects(r.prog, st)[index]
        if not effect.live:
            continue
        if effect.subject < NC:
            rename_byte(r, &effect.subject)
        for kept in range(NARG):
            if effect.kept_since[kept]:
                rename_word(r, &effect.kept[kept])
    for index in range(st.npending):
        waiting = pending(r.prog, st, index)
        if waiting.ability >= r.prog.nabilities:
            continue
        channel = r.prog.abilities[waiting.ability].channel
        cards = r.channel_cards[channel] if channel != NONE8 else 0
        for other in range(r.prog.layout.pending_args):
            if cards >> other & 1:
                rename_word(r, &args_of(waiting)[other])
        for other in range(r.prog.layout.pending_kept):
            if kept_since_of(r.prog, waiting)[other]:
                rename_word(r, &kept_of(r.prog, waiting)[other])
    for index in range(st.nwas):
        was = was_entry(r.prog, st, index)
        if r.to[was.card] != was.card and was.form == r.match.form[was.card]:
            was.form = r.match.form[r.to[was.card]]
        rename_byte(r, &was.card)
        rename_byte(r, &was.host)


cdef inline void rename_options(Renaming* r) noexcept nogil:
    """Options on cards: the player knows of them what he knew."""
    cdef u64* option
    cdef u32 index
    for index in range(r.st.noptions):
        option = &options(r.prog, r.st)[index]
        if (option[0] >> 48 & 255) == OPTION_CARD:
            option[0] = (option[0] & ~<u64>0xff) | r.to[option[0] & 0xff]


cdef inline void deal(Renaming* r, int owner, u64* seed) noexcept nogil:
    """Let the unknown cards of one owner change places at random."""
    cdef u8 cards[NC]
    cdef Set left = r.moved
    cdef int count = 0, card, index, other
    cdef u8 swap
    for index in range(W):
        left.w[index] &= r.match.owned[owner].w[index]
    while True:
        card = pop(&left)
        if card < 0:
            break
        cards[count] = <u8>card
        r.to[card] = <u8>card
        count += 1
    for index in range(count - 1, 0, -1):
        other = <int>(((splitmix(seed) >> 32) * <u64>(index + 1)) >> 32)
        swap = r.to[cards[index]]
        r.to[cards[index]] = r.to[cards[other]]
        r.to[cards[other]] = swap


cdef inline void deal_unknown(
    const Prog* prog, const Match* match, State* st, const u8* channel_cards, int player, u64 seed
) noexcept nogil:
    """Deal what a player does not know; the random streams start anew from the seed, too."""
    cdef Renaming r
    cdef Set listening
    cdef u32 place
    cdef int card
    for card in range(256):
        r.to[card] = <u8>card
    r.prog, r.match, r.st, r.channel_cards = prog, match, st, channel_cards
    r.moved = match.all
    without(&r.moved, &st.known[player])
    keep_bearers(&r)
    for card in range(NP):
        deal(&r, card, &seed)
    listening = r.moved
    while True:
        card = pop(&listening)
        if card < 0:
            break
        place = where(prog, st, card)
        if may_listen(match, st, card, place, 0):
            move_printed(prog, match, st, card, place, 0, False)
    rename_cards(&r)
    rename_sets(&r)
    rename_pools(&r)
    rename_options(&r)
    each_words(&r, False)
    each_slot(&r, False)
    listening = r.moved
    while True:
        card = pop(&listening)
        if card < 0:
            break
        place = where(prog, st, card)
        if may_listen(match, st, card, 0, place):
            move_printed(prog, match, st, card, 0, place, False)
    for card in range(NSTREAM):
        seed_stream(st, card, splitmix(&seed))
    st.changed = ~<u32>0
