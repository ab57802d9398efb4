"""Whether a block from outside may be run: every number in it that the machine follows unasked.

What is merely implausible, such as a life of a million, is let through; what could lead outside
the block, or round in circles, is not.
"""

from libc.string cimport memset
from tefuda.frames cimport Frame, first_frame, next_frame
from tefuda.index cimport PLAYER_SUBJECT, channel_of, sum_reads
from tefuda.opcodes cimport (
    OP_SETTLE,
    OP_SETTLEA,
    OP_WOULDN,
    OPTION_ABILITY,
    OPTION_CARD,
    OPTION_YES_NO,
)
from tefuda.pools cimport (
    HIDDEN_WORDS,
    STACK_MARGIN,
    ability_bearer,
    ability_effect,
    ability_number,
    ability_slot,
    args_of,
    card_variable,
    chain,
    effects,
    is_ability,
    kept_of,
    kept_since_of,
    listeners,
    mods,
    options,
    order_of,
    pending,
    record_of,
    records,
    return_frame,
    return_pc,
    stack_of,
    was_entry,
)
from tefuda.program cimport OWN_CARD, OWN_GAME, OWN_PLAYER, MatchTables, Program
from tefuda.sets cimport within
from tefuda.state cimport (
    E_BOT,
    KIND_ALL,
    NARG,
    NC,
    NCHAN,
    NONE8,
    NP,
    NSLOT,
    NSTAT,
    NZ,
    OVER,
    S_ABILITY,
    S_CARD,
    S_LIST,
    S_RECORD,
    S_SET,
    V_GAIN,
    V_LATER,
    WAITING,
    Effect,
    FieldInfo,
    Ins,
    Listener,
    Match,
    Mod,
    Pending,
    Prog,
    Set,
    State,
    Was,
    i64,
    u8,
    u32,
    u64,
)
from tefuda.subjects cimport ORDER_TRIGGERS, trigger_place

cdef enum:                # as in timing.pxd, whose functions need the machine beside them
    DONE = 0xffff         # a waiting trigger that is struck out
    SORT_INSTEAD = 4
    GIVEN_TO_GAME = 253   # from here on a slot says to whom an ability was given

ctypedef struct Look:
    const Prog* prog
    const Match* match
    State* st


cdef inline bint card_ok(const Look* look, int card) noexcept nogil:
    return 0 <= card < <int>look.match.ncards


cdef inline bint card_or_none(const Look* look, int card) noexcept nogil:
    return card == NONE8 or card_ok(look, card)


cdef bint ability_ok(const Look* look, i64 value) noexcept nogil:
    """A value in a place for abilities: ``None``, or one of the match."""
    if value == -1:
        return True
    return (
        is_ability(value)
        and <u32>ability_number(value) < look.prog.nabilities
        and card_or_none(look, ability_bearer(value))
        and (ability_slot(value) < NSLOT or ability_slot(value) >= GIVEN_TO_GAME)
        and (ability_effect(value) == NONE8
             or <u32>ability_effect(value) < look.prog.layout.max_effects)
    )


cdef bint record_ok(const Look* look, i64 value) noexcept nogil:
    """A reference: none, stale, or to the first word of a live record."""
    cdef u32 index, at, first
    if value < 0 or record_of(look.prog, look.st, value) == NULL:
        return value >= -1
    at = <u32>(value & 0xffff)
    for index in range(look.prog.nrecords):
        first = look.prog.records[index].base
        if first <= at < first + look.prog.records[index].words * look.prog.records[index].capacity:
            at -= first
            return (
                at % look.prog.records[index].words == 0
                and look.st.live_records[index] >> (at // look.prog.records[index].words) & 1
            )
    return False


cdef bint any_ok(const Look* look, i64 value) noexcept nogil:
    """A value of unknown type: what looks like an ability or a record must be one."""
    if is_ability(value):
        return ability_ok(look, value)
    return value < 0x10000 or record_ok(look, value)


cdef bint typed_ok(const Look* look, const i64* word, u8 type) noexcept nogil:
    cdef const u8* cards = <const u8*>word
    cdef int index
    if type == S_CARD:
        return word[0] == -1 or 0 <= word[0] < look.match.ncards
    if type == S_SET:
        return within(<const Set*>word, &look.match.all)
    if type == S_RECORD:
        return record_ok(look, word[0])
    if type == S_ABILITY:
        return ability_ok(look, word[0])
    if type == S_LIST:
        if cards[0] > 31:
            return False
        for index in range(cards[0]):
            if not card_ok(look, cards[1 + index]):
                return False
    return True


# ---------------------------------------------------------------- cards

cdef object zones_problem(const Look* look):
    cdef State* st = look.st
    cdef const Prog* prog = look.prog
    cdef u32 index, count = 0
    cdef int z
    cdef u8 card
    cdef Set seen
    memset(&seen, 0, sizeof(seen))
    for z in range(NZ):
        if z >= <int>prog.nzones:
            if st.zcount[z] or st.nonempty >> z & 1:
                return "a zone that is not there"
            continue
        if st.zcount[z] > prog.zones[z].capacity:
            return "a zone holds too much"
        if (st.zcount[z] != 0) != (st.nonempty >> z & 1):
            return "a zone's mark does not fit"
        for index in range(st.zcount[z]):
            card = order_of(prog, st, z)[index]
            if not card_ok(look, card) or seen.w[card >> 6] >> (card & 63) & 1:
                return "a zone holds a card twice, or one that is not there"
            seen.w[card >> 6] |= <u64>1 << (card & 63)
            if st.zone[card] != z or st.pos[card] != index or st.host[card] != NONE8:
                return "a card is not where its zone has it"
            count += 1
    for index in range(look.match.ncards):
        if st.host[index] != NONE8:
            count += 1
    return None if count == look.match.ncards else "a card is nowhere"


cdef object links_problem(const Look* look):
    cdef State* st = look.st
    cdef u32 card, steps
    cdef u32 hanging = 0, reached = 0
    cdef int at
    for card in range(look.match.ncards):
        if not (
            card_or_none(look, st.host[card]) and card_or_none(look, st.child[card])
            and card_or_none(look, st.sibling[card])
        ):
            return "a card hangs on one that is not there"
        if st.form[card] >= look.match.nforms:
            return "a card reads a form that is not there"
    for card in range(look.match.ncards):
        if st.host[card] == NONE8:
            if st.zone[card] >= look.prog.nzones or st.sibling[card] != NONE8:
                return "a card is nowhere"
        else:
            hanging += 1
            if st.zone[card] != NONE8 or st.link[card] >= look.prog.nlinks:
                return "a card hangs by an unknown link"
        at = st.host[card]
        steps = 0
        while at != NONE8:
            steps += 1
            if steps > look.match.ncards:
                return "cards hang on one another in a circle"
            at = st.host[at]
        at = st.child[card]
        steps = 0
        while at != NONE8:
            steps += 1
            reached += 1
            if steps > look.match.ncards or st.host[at] != card:
                return "what hangs on a card does not fit"
            at = st.sibling[at]
    return None if hanging == reached else "a hanging card is not among those of its host"


cdef object sets_problem(const Look* look):
    cdef State* st = look.st
    cdef const Set* everything = &look.match.all
    cdef int player, index
    cdef bint sound = (
        within(&st.attached, everything) and within(&st.facedown, everything)
        and within(&st.transformed, everything) and within(&st.lifted, everything)
        and within(&st.touched, everything) and within(&st.negated, everything)
        and within(&st.endowed, everything)
        and within(&st.endowed_to_use, everything) and within(&st.barred, everything)
        and within(&st.gained, everything)
    )
    for player in range(NP):
        sound = sound and within(&st.known[player], everything)
        for index in range(<int>look.prog.nkinds):
            sound = sound and within(&st.kmask[index][player], everything)
    for index in range(<int>look.prog.nflags):
        sound = sound and within(&st.flag[index], everything)
    for index in range(NSTAT):
        sound = sound and within(&st.modified[index], everything)
        sound = sound and within(&st.given[index], everything)
    return None if sound else "a set holds a card that is not there"


# ---------------------------------------------------------------- pools

cdef object listeners_problem(const Look* look):
    cdef State* st = look.st
    cdef Listener* pool = listeners(look.prog, st)
    cdef u32 index
    cdef int at, before, channel
    cdef u8 seen[256]
    memset(seen, 0, sizeof(seen))
    for channel in range(<int>look.prog.nchannels, NCHAN):
        if st.listen[channel >> 6] >> (channel & 63) & 1:
            return "a channel that is not there"
    for channel in range(<int>look.prog.nchannels):
        at = st.ends[channel].head
        before = NONE8
        if (at != NONE8) != (st.listen[channel >> 6] >> (channel & 63) & 1):
            return "a channel's mark does not fit"
        while at != NONE8:
            if at >= st.nlisteners or seen[at]:
                return "the list of a channel is broken"
            seen[at] = 1
            if (
                pool[at].channel != channel or pool[at].prev != before
                or pool[at].ability >= look.prog.nabilities
                or channel_of(look.prog, &look.prog.abilities[pool[at].ability]) != channel
                or not card_or_none(look, pool[at].source)
                or not (pool[at].slot == NONE8 or pool[at].slot < NSLOT)
                or not within(&pool[at].who, &look.match.all)
                or (pool[at].effect != NONE8 and (
                    pool[at].effect >= st.neffects
                    or not effects(look.prog, st)[pool[at].effect].live))
            ):
                return "a listener does not fit"
            before = at
            at = pool[at].next
        if st.ends[channel].tail != before:
            return "the list of a channel has no end"
    at = st.listener_free
    while at != NONE8:
        if at >= st.nlisteners or seen[at] or pool[at].channel != NONE8:
            return "the list of free listeners is broken"
        seen[at] = 1
        at = pool[at].next
    for index in range(st.nlisteners):
        if not seen[index]:
            return "a listener is in no list"
    return None


cdef object effects_problem(const Look* look):
    cdef State* st = look.st
    cdef const Effect* effect
    cdef const Mod* mod
    cdef const Was* was
    cdef u32 index, limit
    cdef int kept
    for index in range(st.nmods):
        mod = &mods(look.prog, st)[index]
        if (
            mod.stat >= look.prog.nstats or mod.op > 3 or mod.user >= NP
            or (mod.op == 3 and mod.other >= look.prog.nstats)
            or not within(&mod.who, &look.match.all) or not any_ok(look, mod.until)
        ):
            return "a modification does not fit"
    for index in range(st.neffects):
        effect = &effects(look.prog, st)[index]
        if effect.live > 2:
            return "an effect is neither live nor free"
        if not effect.live:
            continue
        gives = effect.verb == V_GAIN or effect.verb == V_LATER
        limit = look.prog.nabilities if gives else look.prog.nkinds_of_ability
        if (
            not 1 <= effect.verb <= 5 or effect.user >= NP
            or effect.nkept > look.prog.layout.pending_kept
            or not (
                card_or_none(look, effect.subject)
                or PLAYER_SUBJECT <= effect.subject < PLAYER_SUBJECT + NP
            )
            or (not gives and not card_ok(look, effect.subject))
            or not (effect.ability < limit or (not gives and effect.ability == KIND_ALL))
            or not any_ok(look, effect.until)
            or (effect.listener != NONE8 and (
                effect.listener >= st.nlisteners
                or listeners(look.prog, st)[effect.listener].effect != index
                or listeners(look.prog, st)[effect.listener].channel == NONE8))
        ):
            return "an effect does not fit"
        for kept in range(NARG):
            if not any_ok(look, effect.kept[kept]) or (
                effect.kept_since[kept] and not card_ok(look, <int>(effect.kept[kept] & 0xffff))
            ):
                return "an effect keeps what is not there"
    for index in range(st.nwas):
        was = was_entry(look.prog, st, index)
        if (
            not card_ok(look, was.card) or not card_or_none(look, was.host) or was.user >= NP
            or not (was.zone == NONE8 or was.zone < look.prog.nzones)
            or was.form >= look.match.nforms
        ):
            return "what a card was does not fit"
    return None


cdef object pending_problem(const Look* look):
    cdef State* st = look.st
    cdef const Pending* waiting
    cdef const i64* kept
    cdef u32 index, place
    for index in range(st.npending):
        waiting = pending(look.prog, st, index)
        if waiting.ability == DONE:
            continue
        if (
            waiting.ability >= look.prog.nabilities or not card_or_none(look, waiting.source)
            or waiting.user >= NP or waiting.nkept > look.prog.layout.pending_kept
            or not (waiting.effect == NONE8 or (
                waiting.effect < st.neffects and effects(look.prog, st)[waiting.effect].live))
            or not (waiting.slot < NSLOT or waiting.slot >= GIVEN_TO_GAME)
        ):
            return "a waiting trigger does not fit"
        if look.prog.abilities[waiting.ability].sort == SORT_INSTEAD and (
            not 0 <= args_of(waiting)[0] < look.match.ncards
        ):
            return "a replacement waits for no card"
        for place in range(look.prog.layout.pending_args):
            if not any_ok(look, args_of(waiting)[place]):
                return "a waiting trigger is about what is not there"
        kept = kept_of(look.prog, waiting)
        for place in range(look.prog.layout.pending_kept):
            if not any_ok(look, kept[place]) or (
                kept_since_of(look.prog, waiting)[place]
                and not card_ok(look, <int>(kept[place] & 0xffff))
            ):
                return "a waiting trigger keeps what is not there"
    return None


cdef object words_problem(const Look* look, const i64* words, int owner):
    cdef u32 index
    cdef const FieldInfo* field
    for index in range(look.prog.nfields):
        field = &look.prog.fields[index]
        if field.owner == owner and not typed_ok(look, words + field.offset, field.type):
            return "a variable or record names what is not there"
    return None


cdef object variables_problem(const Look* look):
    cdef State* st = look.st
    cdef const Prog* prog = look.prog
    cdef const i64* words = <const i64*>(<const char*>st + prog.layout.vars)
    cdef u32 index, other
    cdef int player
    problem = words_problem(look, words, OWN_GAME)
    for player in range(NP):
        problem = problem or words_problem(
            look, words + prog.layout.game_vars + <u32>player * prog.layout.player_vars, OWN_PLAYER
        )
    for index in range(prog.nfields):
        if prog.fields[index].owner == OWN_CARD and prog.fields[index].type == S_CARD:
            for other in range(look.match.ncards):
                if not -1 <= card_variable(prog, st, prog.fields[index].offset, other) < (
                    <int>look.match.ncards
                ):
                    return "a card's variable names what is not there"
    for index in range(prog.layout.nchains):
        for other in range(<u32>chain(prog, st, index)[0]):
            if not record_ok(look, <i64>chain(prog, st, index)[1 + other]):
                return "a stack holds a record that is not there"
    for index in range(prog.nrecords):
        for other in range(prog.records[index].capacity):
            if st.live_records[index] >> other & 1:
                words = <const i64*>records(prog, st) + (
                    prog.records[index].base + other * prog.records[index].words
                )
                problem = problem or words_problem(look, words, index)
    return problem


# ---------------------------------------------------------------- frames

cdef object frames_problem(Program program, const Look* look):
    """Each frame stands at a stop, fits the stack, and was called by the one below it."""
    cdef State* st = look.st
    cdef const Prog* prog = look.prog
    cdef Frame frame
    cdef const u64* slots = stack_of(prog, st)
    cdef u32 index, above
    cdef i64 function
    if st.fp > st.sp or not first_frame(prog, st, &frame):
        return "the stack does not fit"
    if st.sp != st.fp + prog.functions[max(0, program.function_at(st.pc))].frame:
        return "the stack does not fit"
    if frame.stop == NULL or program.asked_at(st.pc) is None:
        return "the game does not wait at a choice"
    above = st.sp
    while True:
        # A caller's frame reaches under what it called; what lives there lies below.
        function = program.function_at(frame.pc)
        if function < 0 or (
            frame.fp + prog.functions[function].frame + STACK_MARGIN > prog.layout.max_stack
        ):
            return "a frame does not fit"
        if frame.stop == NULL:
            return "a frame stands where no rule waits"
        if frame.has_cause and not ability_ok(look, <i64>slots[frame.fp - 2]):
            return "a frame's cause is not there"
        for index in range(frame.stop.first, frame.stop.first + <u32>frame.stop.count):
            if frame.fp + prog.stop_slots[index].slot >= above or not typed_ok(
                look, <const i64*>slots + frame.fp + prog.stop_slots[index].slot,
                prog.stop_slots[index].type,
            ):
                return "a frame names what is not there"
        problem = program.calls_problem(
            return_pc(slots[frame.fp - 1]), frame.fp - return_frame(slots[frame.fp - 1]), function
        )
        if problem is not None:
            return problem
        above = frame.fp - HIDDEN_WORDS
        if program.function_at(return_pc(slots[frame.fp - 1])) < 0:
            return None
        if not next_frame(prog, st, &frame):
            return "the frames do not end"
    return None


cdef object options_problem(Program program, const Look* look):
    cdef State* st = look.st
    cdef u32 index
    cdef u64 option
    for index in range(st.noptions):
        option = options(look.prog, st)[index]
        if not option_ok(program, look, option):
            return "an option does not fit"
    return None


cdef object option_ok(Program program, const Look* look, u64 option):
    cdef int kind = <int>(option >> 48 & 255)
    if option >> 56 >= <u64>len(program.compiled.verbs) or kind > OPTION_ABILITY:
        return False
    if kind == OPTION_CARD:
        return card_ok(look, <int>(option & 255))
    if kind != OPTION_ABILITY:
        return True
    if not card_or_none(look, <int>(option & 255)):
        return False
    if option >> 56 == ORDER_TRIGGERS:
        return waits(look, <i64>trigger_place(option))
    return (
        (option >> 8 & 255 == NONE8 or option >> 8 & 255 < look.st.neffects)
        and option >> 16 & 0xffff < look.prog.nabilities
    )


cdef bint waits(const Look* look, i64 place) noexcept nogil:
    """Tell whether a trigger waits at a place of the list."""
    return 0 <= place < look.st.npending and pending(look.prog, look.st, place).ability != DONE


cdef object choice_problem(const Look* look):
    """What a settle under way keeps in its slot, and whether its options are its own."""
    cdef State* st = look.st
    cdef const Ins* ins = &look.prog.code[st.pc]
    cdef i64 kept
    cdef u64 option
    cdef u32 index
    cdef bint ordering = False
    cdef bint asking = False
    if ins.op == OP_SETTLE or ins.op == OP_SETTLEA:
        kept = (<const i64*>stack_of(look.prog, st))[st.fp + ins.a]
        ordering = kept >> 16 & 1
        asking = not ordering
        if asking and (not kept >> 17 & 1 or not waits(look, kept >> 32)):
            return "a settle asks about no trigger"
    elif ins.op == OP_WOULDN:
        ordering = True
    for index in range(st.noptions):
        option = options(look.prog, st)[index]
        if ordering != (option >> 56 == ORDER_TRIGGERS):
            return "options do not belong to the choice"
        if asking and option >> 48 & 255 != OPTION_YES_NO:
            return "options do not belong to the choice"
    return None


cdef object fixed_problem(const Look* look, Program program):
    cdef State* st = look.st
    if st.status != WAITING and st.status != OVER:
        return "the game neither waits nor is over"
    if not (0 <= st.first < NP and 0 <= st.turn_player < NP and 0 <= st.chooser < NP):
        return "a player that is not there"
    if st.stream > 1 or st.nesting or st.folding or st.stop_at_forced > 1:
        return "the machine's own numbers do not fit"
    if st.failure > E_BOT or st.outcome >= <u32>max(1, len(program.compiled.outcomes)):
        return "an outcome that is not there"
    if not -2 <= st.winner < NP or not ability_ok(look, st.cause):
        return "a winner or cause that is not there"
    if st.status == WAITING and (st.noptions == 0 or st.failure):
        return "a choice without options"
    if st.steps > look.prog.max_steps or st.decisions > look.prog.max_decisions:
        return "more steps or decisions than a game may take"
    return None


cdef void restore_unused(const Look* look) noexcept:
    """Cards that are not in the match are nowhere, as at a start."""
    cdef State* st = look.st
    cdef int card
    for card in range(<int>look.match.ncards, NC):
        st.zone[card] = st.host[card] = st.link[card] = NONE8
        st.child[card] = st.sibling[card] = NONE8
        st.pos[card] = 0
        st.form[card] = 0
        st.uses[card] = 0
        st.since[card] = 1


cdef object unsound(Program program, MatchTables tables, State* st):
    """Say what of a block does not fit; ``None`` when it may be run."""
    cdef Look look
    look.prog, look.match, look.st = &program.prog, &tables.match, st
    restore_unused(&look)
    # What continuous expressions gave is worked out anew.
    st.changed = ~<u32>0
    problem = (
        fixed_problem(&look, program)
        or zones_problem(&look)
        or links_problem(&look)
        or sets_problem(&look)
        or effects_problem(&look)
        or listeners_problem(&look)
        or pending_problem(&look)
        or variables_problem(&look)
    )
    if problem is None:
        sum_reads(look.prog, st)
    if problem is None and st.status == WAITING:
        problem = (
            options_problem(program, &look)
            or frames_problem(program, &look)
            or choice_problem(&look)
        )
    return problem
