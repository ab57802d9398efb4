"""The state machine: runs a compiled program over the block of one game, without Python.

One function holds the dispatch; the operations are inlined from the headers. Registers are slots
of the stack in the state. A frame's arguments are laid by its caller at its own free end, where
the callee's frame then begins; two words below it keep the cause and the way back. When a player
must choose, everything is in the state already: the machine notes where it stands and returns.
"""
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memmove, memset
from tefuda.hot cimport (
    free_slots, is_card, do_scells, do_put, do_puts, do_zempty, do_zcells, do_zpick, do_sfilt,
    do_slike, do_slikes, do_payable, do_useful, do_lacking, do_shask, do_sact, do_opta, do_opts,
    do_fsets, do_fclrs, do_abnext, do_effof, do_abfield, do_cardf, do_randc, do_modify, do_sval,
    do_sused, do_szones,
)
from tefuda.dispatch cimport *
from tefuda.abilities cimport KIND_WANTED, count_use, forget_uses, lay_ability, those_bearing
from tefuda.battle cimport best_of, static_mask, sum_of
from tefuda.effects cimport expire, give_effect, unmodify
from tefuda.fields cimport was_field, zone_field
from tefuda.index cimport add_listener, may_listen, move_printed, only_printed
from tefuda.invariants cimport broken_rule
from tefuda.knowledge cimport forget, learn, learn_place
from tefuda.numbers cimport (
    add_counts, add_to_count, covers, floor_div, floor_mod, take_counts, total_of,
)
from tefuda.opcodes cimport *
from tefuda.options cimport (
    keep_option, keep_options, next_option, option_of, publish, write_bits, write_cards,
    write_option,
)
from tefuda.places cimport (
    all_in_play, hanging_on, lying_in, tree_on, user_of, where, zone_number, zones_of,
)
from tefuda.pools cimport (
    HIDDEN_WORDS, RESTORES_CAUSE, STACK_MARGIN, ability_bearer, ability_info, ability_number,
    args_of,
    begin_card_variables, card_variable, chain, fail, game_vars, options, order_of, pending,
    player_vars, printed_word, put_card_variable, record_of, records, restores_cause, return_frame,
    return_pc, return_word, stack_of,
)
from tefuda.questions cimport Asked, answer, permit
from tefuda.recording cimport drop_record, new_record
from tefuda.rng cimport below, seed_stream
from tefuda.sets cimport (
    keep, add, at, clear, differ, first, has, likely, lowest, meet, pop, popcount, same, size,
    some, take, unite, unlikely, within, without,
)
from tefuda.state cimport *
from tefuda.stats cimport freshen_abilities, original_value, stat_of, stats_are_fresh
from tefuda.subjects cimport ORDER_TRIGGERS, option_subject, trigger_place
from tefuda.timing cimport (
    DONE, EACH_CARD, ONE_CARD, RUNS_AFTER, begin, collect, drop_stayed, due,
    end_after, end_would, keep_was, replacements, was_of,
)
from tefuda.trace cimport (
    EV_ABILITY, EV_CHOICE, EV_EFFECT, EV_FLAG, EV_LOOKED, EV_OVER, EV_REVEALED,
    Event, Trace, new_event, note, note_timing,
)
from tefuda.zones cimport (
    arrange, attach, become, lift, place_of, put, put_in, shuffle, top_of, unlift,
)

cdef enum:
    DEEPEST = 24          # nested runs of the interpreter
    GO_ON = -1            # what a step of SETTLE or WOULDN asks for, when it calls no function
    WAIT = -2
    STOP = -3


# ---------------------------------------------------------------- parts of instructions

cdef inline bint hears(const State* s, int channel) noexcept nogil:
    return s.listen[channel >> 6 & 1] >> (channel & 63) & 1


cdef inline void note_knowledge(
    State* s, Trace* T, int type, const Set* cards, int players
) noexcept nogil:
    """Keep that the faces of cards were shown to players."""
    cdef Set rest
    keep(&rest, cards)
    cdef Event* event
    cdef int c
    if T == NULL:
        return
    while True:
        c = pop(&rest)
        if c < 0:
            return
        event = new_event(T, type, c, 0)
        if event != NULL:
            event.seen_by = <u8>players
            event.to_zone = s.zone[c]
            event.to_pos = s.pos[c]


cdef inline void set_flag(State* s, Trace* T, int flag, int c, bint on) noexcept nogil:
    if on:
        add(&s.flag[flag], c)
    else:
        take(&s.flag[flag], c)
    s.changed |= CH_FLAG
    note(T, EV_FLAG, c, flag, on, 0)


# ---------------------------------------------------------------- triggers, step by step

cdef int settle_step(
    const Prog* P, const Match* M, State* s, i64* r, const Ins* q, bint answered, u64 taken,
    i64* cause
) noexcept nogil:
    """The next step of a settle: a function to call, its arguments laid; GO_ON, WAIT or STOP.

    The slot holds the mark in its low 16 bits; while a player is asked, bit 16 (the order) or
    17 (whether an optional one runs, its place from bit 32).
    """
    cdef const Pending* one
    cdef u8[256] found
    cdef u64* base = free_slots(r, q)
    cdef bint after = q.op == OP_SETTLEA
    cdef bint confirmed = False
    cdef int mark = 0
    cdef int i = -1
    cdef int function, k, n
    cdef i32 chooser = 0
    if answered or not after:
        mark = <int>(r[q.a] & 0xffff)
    if answered:
        i = <int>(trigger_place(taken) if r[q.a] >> 16 & 1 else <u64>r[q.a] >> 32)
        # A restored state may hold any number here.
        if i < 0 or i >= s.npending or pending(P, s, i).ability == DONE:
            i = -1
        elif r[q.a] >> 17 & 1:
            confirmed = taken & 1
            if not confirmed:
                pending(P, s, i).ability = DONE
                i = -1
    if mark > s.npending:
        mark = s.npending
    r[q.a] = mark
    if s.held:
        return GO_ON
    while True:
        if i < 0:
            n = due(P, M, s, base, mark, after, found, &chooser)
            if s.failure:
                return STOP
            if n == 0:
                return GO_ON
            if n > 1:
                s.noptions = 0
                s.chooser = chooser
                for k in range(n):
                    one = pending(P, s, found[k])
                    write_option(P, s, option_of(
                        ORDER_TRIGGERS, OPTION_ABILITY,
                        <u64>one.source | <u64>found[k] << 24 | <u64>one.slot << 40
                    ))
                r[q.a] = mark | 1 << 16
                return STOP if s.failure else WAIT
            i = found[0]
        one = pending(P, s, i)
        if not confirmed and P.abilities[one.ability].may != NONE8:
            s.noptions = 0
            s.chooser = one.user
            for k in range(2):
                write_option(P, s, option_of(
                    P.abilities[one.ability].may, OPTION_YES_NO, <u64>k
                ))
            r[q.a] = mark | 1 << 17 | <i64>i << 32
            return STOP if s.failure else WAIT
        function = begin(P, s, i, mark, base, cause)
        if function >= 0:
            return function
        i = -1
        confirmed = False


cdef int would_step(
    const Prog* P, const Match* M, State* s, i64* r, const Ins* q, bint answered, u64 taken,
    i64* cause
) noexcept nogil:
    """The next step of a `would`: the next replacement for one of the cards left."""
    cdef const Pending* one
    cdef u8[256] found
    cdef u64* base = free_slots(r, q)
    cdef Set* cards = at(r, q.a)
    cdef int mark = <int>(r[q.b] & 0xffff)
    cdef int function, i, k, n
    if mark > s.npending:
        mark = s.npending
    if answered:
        i = <int>trigger_place(taken)
        if i >= s.npending or pending(P, s, i).ability == DONE:
            i = -1
    else:
        if r[q.b + 1] >= 0:
            if base[0]:
                take(cards, <int>(r[q.b + 1] & 127))
            r[q.b + 1] = -1
        i = -1
    while True:
        if i < 0:
            n = replacements(P, M, s, base, mark, cards, found)
            if s.failure:
                return STOP
            if n == 0:
                end_would(s, mark)
                return GO_ON
            i = found[0]
            if n > 1:
                s.noptions = 0
                s.chooser = user_of(P, s, <int>args_of(pending(P, s, i))[0])
                for k in range(n):
                    one = pending(P, s, found[k])
                    write_option(P, s, option_of(
                        ORDER_TRIGGERS, OPTION_ABILITY,
                        <u64>one.source | <u64>found[k] << 24 | <u64>one.slot << 40
                    ))
                return STOP if s.failure else WAIT
        r[q.b + 1] = args_of(pending(P, s, i))[0]
        function = begin(P, s, i, mark, base, cause)
        if function >= 0:
            return function
        r[q.b + 1] = -1
        i = -1


cdef int step "tefuda_step"(
    const void* program, const void* match, void* state, i64* r, const void* instruction,
    bint answered, u64 taken, i64* cause
) noexcept nogil:
    """The next step of a settle or of a `would`."""
    cdef const Prog* P = <const Prog*>program
    cdef State* s = <State*>state
    cdef const Ins* q = <const Ins*>instruction
    cdef int function
    if q.op == OP_WOULDN:
        function = would_step(P, <const Match*>match, s, r, q, answered, taken, cause)
    else:
        function = settle_step(P, <const Match*>match, s, r, q, answered, taken, cause)
    if function >= 0:
        # The lowest word of the stack keeps the recorder while the machine runs.
        note(
            <Trace*><void*>stack_of(P, s)[0], EV_ABILITY, ability_bearer(cause[0]), 0, cause[0], 0
        )
    return function


cdef int enter "tefuda_enter"(
    const void* program, void* state, void* trace, i64* r, const void* instruction
) noexcept nogil:
    """Begin PERFORM or LEGAL: the function to call, its arguments laid; GO_ON or STOP."""
    cdef const Prog* P = <const Prog*>program
    cdef State* s = <State*>state
    cdef const Ins* q = <const Ins*>instruction
    cdef i64 ability = r[q.b]
    cdef const AbilityInfo* info = ability_info(P, ability)
    cdef i64* limit = <i64*>stack_of(P, s) + P.layout.max_stack - STACK_MARGIN
    cdef int function
    if unlikely(info == NULL):
        fail(s, E_NO_CARD)
        return STOP
    s.steps -= 1
    if unlikely(s.steps == 0):
        fail(s, E_STEPS)
        return STOP
    if q.op == OP_PERFORM:
        function = info.body
    else:
        function = info.targets[q.imm & 3] if (q.imm & 255) < info.ntargets else -1
    if function < 0:
        if q.op == OP_PERFORM:
            r[q.a] = 0
        else:
            clear(at(r, q.a))
        return GO_ON
    if unlikely(r + q.a + P.functions[function].frame > limit):
        fail(s, E_STACK)
        return STOP
    lay_ability(P, s, ability, r + q.a)
    if q.op == OP_PERFORM:
        note(<Trace*>trace, EV_ABILITY, ability_bearer(ability), 0, ability, 0)
    return function


# ---------------------------------------------------------------- the dispatch

cdef int operate "tefuda_operate"(
    const void* program, const void* match, void* state, void* trace, i64* r,
    const void* instruction
) noexcept nogil:
    """Carry out an operation that does more than a few loads and stores; 1 to skip the next one.

    They are apart so that the dispatch below keeps its few variables in registers.
    """
    cdef const Prog* P = <const Prog*>program
    cdef const Match* M = <const Match*>match
    cdef State* s = <State*>state
    cdef Trace* T = <Trace*>trace
    cdef const Ins* q = <const Ins*>instruction
    cdef const AbilityInfo* info
    cdef const Was* was
    cdef i64* args
    cdef u8* order
    cdef u8* cards
    cdef u64* w
    cdef Set S
    cdef Set S2
    cdef Asked asked
    cdef i64 v
    cdef u64 x
    cdef int op = q.op
    cdef int c, i, j, k
    cdef u32 n
    if op == OP_DIV:
        if likely(r[q.c] != 0):
            r[q.a] = floor_div(r[q.b], r[q.c])
            return 0
        fail(s, E_RANGE)
    elif op == OP_MOD:
        if likely(r[q.c] != 0):
            r[q.a] = floor_mod(r[q.b], r[q.c])
            return 0
        fail(s, E_RANGE)
    elif op == OP_SFIRST:
        keep(&S2, at(r, q.b))
        clear(&S)
        v = r[q.c]
        while v >= 0:
            c = pop(&S2)
            if c < 0:
                break
            add(&S, c)
            v -= 1
        keep(at(r, q.a), &S)
    elif op == OP_SAFTER:
        keep(&S, at(r, q.b))
        v = r[q.c]
        for k in range(W):
            if v >= 64 * k + 63:
                S.w[k] = 0
            elif v >= 64 * k:
                S.w[k] &= ~<u64>0 << (v - 64 * k + 1)
        keep(at(r, q.a), &S)
    elif op == OP_SMASK:
        S = static_mask(P, M, s, q.imm)
        keep(at(r, q.a), &S)
    elif op == OP_SANDM:
        S = static_mask(P, M, s, q.imm)
        meet(&S, at(r, q.b))
        keep(at(r, q.a), &S)
    elif op == OP_SANDNM:
        S2 = static_mask(P, M, s, q.imm)
        keep(&S, at(r, q.b))
        without(&S, &S2)
        keep(at(r, q.a), &S)
    elif op == OP_SPLAY:
        clear(&S)
        all_in_play(P, s, &S)
        keep(at(r, q.a), &S)
    elif op == OP_SATT:
        if unlikely(not is_card(M, r[q.b])):
            fail(s, E_NO_CARD)
            return 0
        clear(&S)
        hanging_on(s, <int>r[q.b], q.imm & 255, &S)
        keep(at(r, q.a), &S)
    elif op == OP_STREE:
        if unlikely(not is_card(M, r[q.b])):
            fail(s, E_NO_CARD)
            return 0
        clear(&S)
        tree_on(s, <int>r[q.b], &S)
        keep(at(r, q.a), &S)
    elif op == OP_WASF:
        if unlikely(not is_card(M, r[q.b])):
            fail(s, E_NO_CARD)
            return 0
        r[q.a] = was_field(P, M, s, <int>r[q.b], q.imm)
    elif op == OP_WASSTAT:
        if unlikely(not is_card(M, r[q.b])):
            fail(s, E_NO_CARD)
            return 0
        was = was_of(P, s, <int>r[q.b])
        if was != NULL:
            r[q.a] = was.stats[q.imm & (NSTAT - 1)]
        else:
            r[q.a] = original_value(P, M, s, NULL, <int>r[q.b], q.imm)
    elif op == OP_WASFLAG:
        if unlikely(not is_card(M, r[q.b])):
            fail(s, E_NO_CARD)
            return 0
        was = was_of(P, s, <int>r[q.b])
        if was != NULL:
            r[q.a] = was.flags >> q.imm & 1
        else:
            r[q.a] = has(&s.flag[q.imm], <int>r[q.b])
    elif op == OP_STAT:
        if unlikely(not is_card(M, r[q.b])):
            fail(s, E_NO_CARD)
            return 0
        c = <int>r[q.b]
        k = q.imm & 0xff
        if likely(stats_are_fresh(s) and not has(&s.modified[k], c)):
            r[q.a] = printed_word(P, M, s, c, k)
            return 0
        v = stat_of(P, M, s, free_slots(r, q), c, k)
        r[q.a] = v
    elif op == OP_ORIG:
        if unlikely(not is_card(M, r[q.b])):
            fail(s, E_NO_CARD)
            return 0
        r[q.a] = original_value(P, M, s, NULL, <int>r[q.b], q.imm)
    elif op == OP_SSUM:
        v = sum_of(P, M, s, free_slots(r, q), at(r, q.b), q.imm & 255, q.imm >> 8 & 1)
        r[q.a] = v
    elif op == OP_SBEST:
        v = best_of(
            P, M, s, free_slots(r, q), at(r, q.b), q.imm & 255, q.imm >> 8 & 1, q.imm >> 9 & 1
        )
        r[q.a] = v
    elif op == OP_NEW:
        r[q.a] = new_record(P, s, q.imm)
    elif op == OP_DROP:
        drop_record(P, s, q.imm, r[q.a])
    elif op == OP_STILL:
        w = record_of(P, s, r[q.c])
        if unlikely(w == NULL):
            fail(s, E_STALE)
            return 0
        keep(&S, at(r, q.b))
        S2 = S
        while True:
            c = pop(&S2)
            if c < 0:
                break
            if s.since[c] > w[0] >> 32:
                take(&S, c)
        keep(at(r, q.a), &S)
    elif op == OP_ZRC:
        if unlikely(<u64>r[q.b] >= NP):
            fail(s, E_NO_CARD)
            return 0
        n = P.kinds[q.imm].columns
        if unlikely(
            <u64>r[q.c] >= P.kinds[q.imm].cells or <u64>r[q.c + 1] >= n
            or <u64>(r[q.c] * n + r[q.c + 1]) >= P.kinds[q.imm].cells
        ):
            fail(s, E_RANGE)
            return 0
        r[q.a] = zone_number(P, q.imm, <int>r[q.b], <int>(r[q.c] * n + r[q.c + 1]))
    elif op == OP_ZTOP:
        if unlikely(<u64>r[q.b] >= P.nzones):
            fail(s, E_NO_CARD)
            return 0
        c = <int>r[q.b]
        if unlikely(some(&s.lifted)):
            r[q.a] = top_of(P, s, c, False)
        else:
            k = s.zcount[c]
            r[q.a] = order_of(P, s, c)[k - 1] if k else -1
    elif op == OP_ZBOT:
        if unlikely(<u64>r[q.b] >= P.nzones):
            fail(s, E_NO_CARD)
            return 0
        c = <int>r[q.b]
        if unlikely(some(&s.lifted)):
            r[q.a] = top_of(P, s, c, True)
        else:
            k = s.zcount[c]
            r[q.a] = order_of(P, s, c)[0] if k else -1
    elif op == OP_ZAT:
        if unlikely(<u64>r[q.b] >= P.nzones):
            fail(s, E_NO_CARD)
            return 0
        r[q.a] = order_of(P, s, <int>r[q.b])[r[q.c]] if <u64>r[q.c] < s.zcount[r[q.b]] else -1
    elif op == OP_ZTOPK:
        if unlikely(<u64>r[q.b] >= NP):
            fail(s, E_NO_CARD)
            return 0
        c = zone_number(P, q.imm, <int>r[q.b], 0)
        if unlikely(some(&s.lifted)):
            r[q.a] = top_of(P, s, c, False)
        else:
            k = s.zcount[c]
            r[q.a] = order_of(P, s, c)[k - 1] if k else -1
    elif op == OP_ZCNTK:
        if unlikely(<u64>r[q.b] >= NP):
            fail(s, E_NO_CARD)
            return 0
        r[q.a] = size(&s.kmask[q.imm][r[q.b]])
    elif op == OP_ZFIELD:
        if unlikely(<u64>r[q.b] >= P.nzones):
            fail(s, E_NO_CARD)
            return 0
        r[q.a] = zone_field(P, s, <int>r[q.b], q.imm)
    elif op == OP_SZONE:
        if unlikely(<u64>r[q.b] >= P.nzones):
            fail(s, E_NO_CARD)
            return 0
        c = <int>r[q.b]
        clear(&S)
        lying_in(P, s, c, &S)
        keep(at(r, q.a), &S)
    elif op == OP_SKINDS:
        S = s.kmask[q.imm][0]
        for k in range(1, NP):
            unite(&S, &s.kmask[q.imm][k])
        keep(at(r, q.a), &S)
    elif op == OP_ZALL:
        if unlikely(<u64>r[q.b] >= NP):
            fail(s, E_NO_CARD)
            return 0
        r[q.a] = <i64>zones_of(P, q.imm, <int>r[q.b])
    elif op == OP_PUTL:
        cards = <u8*>(r + q.a)
        for i in range(cards[0] & 31):
            c = cards[1 + i]
            k = place_of(P, M, c, r[q.b]) if is_card(M, c) else -1
            if unlikely(k < 0):
                fail(s, E_NO_CARD)
            if unlikely(s.failure != 0):
                break
            put(P, M, s, T, c, k, q.imm, -1)
    elif op == OP_ATTACH:
        if unlikely(not is_card(M, r[q.a])):
            fail(s, E_NO_CARD)
            return 0
        if unlikely(not is_card(M, r[q.b])):
            fail(s, E_NO_CARD)
            return 0
        i = -1
        if q.imm >> 10 & 1:
            if unlikely(<u64>r[q.c] >= NP):
                fail(s, E_NO_CARD)
                return 0
            i = <int>r[q.c]
        attach(P, M, s, T, <int>r[q.a], <int>r[q.b], q.imm & 255, q.imm >> 9 & 1, i)
    elif op == OP_ARRANGE:
        arrange(P, M, s, T, at(r, q.a), q.imm)
    elif op == OP_BECOME:
        if unlikely(not is_card(M, r[q.a])):
            fail(s, E_NO_CARD)
            return 0
        v = r[q.b] if r[q.b] >= 0 else M.form[r[q.a]]
        if unlikely(<u64>v >= M.nforms):
            fail(s, E_RANGE)
            return 0
        become(P, M, s, T, <int>r[q.a], <int>v)
    elif op == OP_SHUF:
        if unlikely(<u64>r[q.a] >= P.nzones):
            fail(s, E_NO_CARD)
            return 0
        shuffle(P, s, T, <int>r[q.a])
    elif op == OP_RANDN:
        if likely(0 < r[q.b] <= 0x7fffffff):
            r[q.a] = below(s, <u32>r[q.b])
            return 0
        fail(s, E_RANGE)
    elif op == OP_REVEAL:
        for k in range(NP):
            learn(s, k, at(r, q.a))
        note_knowledge(s, T, EV_REVEALED, at(r, q.a), (1 << NP) - 1)
    elif op == OP_LOOK:
        if unlikely(<u64>r[q.a] >= NP):
            fail(s, E_NO_CARD)
            return 0
        learn(s, <int>r[q.a], at(r, q.b))
        note_knowledge(s, T, EV_LOOKED, at(r, q.b), 1 << r[q.a])
    elif op == OP_HIDE:
        forget(P, s, at(r, q.a))
    elif op == OP_LIFT:
        lift(s, at(r, q.a))
    elif op == OP_UNLIFT:
        unlift(P, M, s, T, at(r, q.a), q.imm)
    elif op == OP_LZONE:
        if unlikely(<u64>r[q.b] >= P.nzones):
            fail(s, E_NO_CARD)
            return 0
        c = <int>r[q.b]
        if unlikely(s.zcount[c] > 31):
            fail(s, E_LIST)
            return 0
        for k in range(4):
            r[q.a + k] = 0
        order = order_of(P, s, c)
        cards = <u8*>(r + q.a)
        cards[0] = s.zcount[c]
        for k in range(s.zcount[c]):
            cards[1 + k] = order[k]
    elif op == OP_LSET:
        cards = <u8*>(r + q.b)
        clear(&S)
        for k in range(cards[0] & 31):
            if is_card(M, cards[1 + k]):
                add(&S, cards[1 + k])
        keep(at(r, q.a), &S)
    elif op == OP_UNMODIFY:
        unmodify(P, s, at(r, q.a), q.imm)
    elif op == OP_EFFECT:
        give_effect(
            P, s, r[q.a], r[q.a + 1], r[q.a + 2], r + q.a + 3, q.imm & 255, q.imm >> 8 & 15,
            q.imm >> 12 & 15, M.ncards,
        )
        note(T, EV_EFFECT, q.imm & 255, r[q.a] & 255, r[q.a + 1], <u32>r[q.a])
    elif op == OP_EXPIRE:
        expire(P, s, r[q.a], r[q.b])
    elif op == OP_HASK:
        if unlikely(not is_card(M, r[q.b])):
            fail(s, E_NO_CARD)
            return 0
        k = q.imm & 0xffff
        if not has(&M.by_kind[k], <int>r[q.b]) and only_printed(s, k):
            r[q.a] = 0
            return 0
        clear(&S)
        add(&S, <int>r[q.b])
        freshen_abilities(P, M, s, free_slots(r, q))
        those_bearing(P, M, s, &S, KIND_WANTED + k, &M.by_kind[k], &S)
        r[q.a] = some(&S)
    elif op == OP_USE:
        info = ability_info(P, r[q.a])
        if unlikely(info == NULL):
            fail(s, E_NO_CARD)
            return 0
        count_use(P, s, r[q.a])
        s.changed |= CH_ABILITY
    elif op == OP_UNUSE:
        forget_uses(P, s, at(r, q.a))
        s.changed |= CH_ABILITY
    elif op == OP_COLLECT:
        k = q.imm & 0xff
        if q.c == EACH_CARD and not some(at(r, q.a)):  # about no card: not raised
            return 1
        if T != NULL and T.timings:
            note_timing(T, s.turn, k, q.c, r + q.a, q.b)
            if not hears(s, k):
                return 1
        args = r + q.a
        if q.c == ONE_CARD and unlikely(not is_card(M, args[0])):
            fail(s, E_NO_CARD)
            return 0
        for i in range(NARG):
            if q.c == EACH_CARD:
                asked.args[i] = args[W + i - 1] if 0 < i < q.b else 0
            else:
                asked.args[i] = args[i] if i < q.b else 0
        i = s.npending
        keep(&S, <Set*>args)
        collect(P, M, s, free_slots(r, q), k, q.c, &S, asked.args, 0)
        if (
            s.npending == i or s.held
            or P.abilities[pending(P, s, i).ability].runs == RUNS_AFTER
        ):
            return 1
        r[q.a] = i
    elif op == OP_WOULD:
        k = q.imm & 0xff
        keep(&S, at(r, q.a))
        i = s.npending
        for j in range(NARG):
            asked.args[j] = 0
        collect(P, M, s, free_slots(r, q), k, EACH_CARD, &S, asked.args, 0xffff)
        if s.npending == i:
            return 1
        r[q.b] = i
        r[q.b + 1] = -1
    elif op == OP_AFTERB:
        keep(&S, at(r, q.a))
        r[q.b] = s.npending
        k = q.imm & 0xff
        keep_was(P, M, s, free_slots(r, q), &S)
        if T != NULL and T.timings:
            note_timing(T, s.turn, k, EACH_CARD, <const i64*>&S, 1)
        if hears(s, k) and s.failure == 0:
            for j in range(NARG):
                asked.args[j] = 0
            collect(P, M, s, free_slots(r, q), k, EACH_CARD, &S, asked.args, s.afters)
    elif op == OP_AFTERE:
        drop_stayed(P, s, at(r, q.a), <int>(r[q.b] & 0xffff))
    elif op == OP_WASEND:
        end_after(P, s)
    elif op == OP_ALLOWED:
        k = q.imm & 0xff
        for i in range(NARG):
            asked.args[i] = r[q.b + i]
        asked.folds = False
        asked.value = 1
        v = answer(P, M, s, free_slots(r, q), k, &asked)
        r[q.a] = v
    elif op == OP_VALUE:
        k = q.imm & 0xff
        for i in range(NARG):
            asked.args[i] = r[q.b + 1 + i]
        asked.folds = True
        asked.value = r[q.b]
        v = answer(P, M, s, free_slots(r, q), k, &asked)
        r[q.a] = v
    elif op == OP_PERMIT:
        k = q.imm & 0xff
        permit(P, M, s, free_slots(r, q), k, at(r, q.a), r + q.b)
    elif op == OP_OPTL:
        cards = <u8*>(r + q.a)
        clear(&S)
        for k in range(cards[0] & 31):
            if is_card(M, cards[1 + k]):
                add(&S, cards[1 + k])
        write_cards(P, s, &S, q.b)
    elif op == OP_OPTZ:
        write_bits(P, s, <u64>r[q.a], q.b, OPTION_ZONE)
    elif op == OP_OPTN:
        write_option(P, s, option_of(q.b, <u64>q.imm & 255, <u32>r[q.a]))
    elif op == OP_OPTR:
        if unlikely(r[q.b] - r[q.a] >= P.layout.max_options):
            fail(s, E_OPTIONS)
            return 0
        v = r[q.a]
        while v <= r[q.b] and s.failure == 0:
            write_option(P, s, option_of(q.c, <u64>q.imm & 255, <u32>v))
            v += 1
    elif op == OP_OPTBITS:
        write_bits(P, s, <u64>r[q.a], q.b, q.imm & 255)
    elif op == OP_CPLUS:
        r[q.a] = add_to_count(<u64>r[q.b], q.imm, r[q.c])
    elif op == OP_CADD:
        r[q.a] = add_counts(<u64>r[q.b], <u64>r[q.c])
    elif op == OP_CSUB:
        r[q.a] = take_counts(<u64>r[q.b], <u64>r[q.c])
    elif op == OP_CTOTAL:
        r[q.a] = total_of(<u64>r[q.b])
    elif op == OP_ENDGAME:
        if unlikely(r[q.a] >= NP):
            fail(s, E_NO_CARD)
            return 0
        s.winner = <i32>r[q.a] if r[q.a] >= 0 else -1
        s.outcome = <u32>q.imm
        note(T, EV_OVER, 0, 0, s.winner, s.outcome)
    elif op == OP_LOSERS:
        x = ~<u64>r[q.a] & ((1 << NP) - 1)
        s.winner = lowest(x) if popcount(x) == 1 else -1
        s.outcome = <u32>q.imm
        note(T, EV_OVER, 0, 0, s.winner, s.outcome)
    elif op == OP_OVAL:
        r[q.a] = option_subject(P, s, <u64>r[q.b])
    elif op == OP_OPTNEXT:
        r[q.a] = next_option(P, s, r[q.b])
    elif op == OP_FSET or op == OP_FCLR or op == OP_FPUT:
        if unlikely(not is_card(M, r[q.a])):
            fail(s, E_NO_CARD)
            return 0
        set_flag(s, T, q.imm, <int>r[q.a], op == OP_FSET or (op == OP_FPUT and r[q.b] != 0))
    return 0


# What carries out each operation that has no code of its own in the dispatch.
ctypedef int (*Handler)(
    const Prog*, const Match*, State*, Trace*, i64*, const Ins*
) noexcept nogil
cdef Handler[256] HANDLERS

# A whole program as machine code: as `execute`, which it stands in for.
ctypedef int (*Native)(
    const Prog*, const Match*, State*, Trace*, u32, u32, int, u64
) noexcept nogil


cdef int other(
    const Prog* P, const Match* M, State* s, Trace* T, i64* r, const Ins* q
) noexcept nogil:
    return operate(P, M, s, T, r, q)


cdef void fill_handlers() noexcept:
    cdef int k
    for k in range(256):
        HANDLERS[k] = other
    HANDLERS[OP_SCELLS] = do_scells
    HANDLERS[OP_PUT] = do_put
    HANDLERS[OP_PUTS] = do_puts
    HANDLERS[OP_ZEMPTY] = do_zempty
    HANDLERS[OP_ZCELLS] = do_zcells
    HANDLERS[OP_ZPICK] = do_zpick
    HANDLERS[OP_SFILT] = do_sfilt
    HANDLERS[OP_SLIKE] = do_slike
    HANDLERS[OP_SLIKES] = do_slikes
    HANDLERS[OP_PAYABLE] = do_payable
    HANDLERS[OP_USEFUL] = do_useful
    HANDLERS[OP_LACKING] = do_lacking
    HANDLERS[OP_SHASK] = do_shask
    HANDLERS[OP_SACT] = do_sact
    HANDLERS[OP_OPTA] = do_opta
    HANDLERS[OP_OPTS] = do_opts
    HANDLERS[OP_FSETS] = do_fsets
    HANDLERS[OP_FCLRS] = do_fclrs
    HANDLERS[OP_ABNEXT] = do_abnext
    HANDLERS[OP_EFFOF] = do_effof
    HANDLERS[OP_ABFIELD] = do_abfield
    HANDLERS[OP_CARDF] = do_cardf
    HANDLERS[OP_RANDC] = do_randc
    HANDLERS[OP_MODIFY] = do_modify
    HANDLERS[OP_SVAL] = do_sval
    HANDLERS[OP_SUSED] = do_sused
    HANDLERS[OP_SZONES] = do_szones


fill_handlers()


cdef int execute(
    const Prog* P, const Match* M, State* s, Trace* T, u32 entry, u32 fp, bint answered, u64 taken
) noexcept nogil:
    """Run from an instruction until HALT, a choice, or the end of the game."""
    cdef const Ins* code = P.code
    cdef const Ins* pc = code + entry
    cdef const Ins* q = pc
    cdef i64* stack = <i64*>stack_of(P, s)
    cdef i64* r = stack + fp
    cdef const i64* limit = stack + P.layout.max_stack - STACK_MARGIN
    cdef u32* executed = NULL if T == NULL else T.executed
    cdef const FunctionInfo* f
    cdef const AbilityInfo* info
    cdef i64* args
    cdef u8* cards
    cdef u64* w
    cdef Set S
    cdef i64 v, cause
    cdef u64 x
    cdef int c, j, k, op
    cdef u32 n
    LABELS()
    while True:
        q = pc
        pc += 1
        AT_COUNTED()
        op = q.op
        if unlikely(executed != NULL):
            executed[q - code] += 1
        if op == OP_HALT:
            AT_HALT()
            return RUNNING
        elif op == OP_MOVI:
            AT_MOVI()
            r[q.a] = q.imm
            NEXT()
            continue
        elif op == OP_MOVK:
            AT_MOVK()
            r[q.a] = P.constants[q.imm]
            NEXT()
            continue
        elif op == OP_MOV:
            AT_MOV()
            r[q.a] = r[q.b]
            NEXT()
            continue
        elif op == OP_ADD:
            AT_ADD()
            r[q.a] = <i64>(<u64>r[q.b] + <u64>r[q.c])
            NEXT()
            continue
        elif op == OP_SUB:
            AT_SUB()
            r[q.a] = <i64>(<u64>r[q.b] - <u64>r[q.c])
            NEXT()
            continue
        elif op == OP_MUL:
            AT_MUL()
            r[q.a] = <i64>(<u64>r[q.b] * <u64>r[q.c])
            NEXT()
            continue
        elif op == OP_MIN:
            AT_MIN()
            r[q.a] = r[q.b] if r[q.b] < r[q.c] else r[q.c]
            NEXT()
            continue
        elif op == OP_MAX:
            AT_MAX()
            r[q.a] = r[q.b] if r[q.b] > r[q.c] else r[q.c]
            NEXT()
            continue
        elif op == OP_AND:
            AT_AND()
            r[q.a] = r[q.b] & r[q.c]
            NEXT()
            continue
        elif op == OP_OR:
            AT_OR()
            r[q.a] = r[q.b] | r[q.c]
            NEXT()
            continue
        elif op == OP_ANDN:
            AT_ANDN()
            r[q.a] = r[q.b] & ~r[q.c]
            NEXT()
            continue
        elif op == OP_SHL:
            AT_SHL()
            if likely(<u64>r[q.c] < 64):
                r[q.a] = <i64>(<u64>r[q.b] << r[q.c])
                NEXT()
                continue
            fail(s, E_RANGE)
        elif op == OP_SHR:
            AT_SHR()
            if likely(<u64>r[q.c] < 64):
                r[q.a] = r[q.b] >> r[q.c]
                NEXT()
                continue
            fail(s, E_RANGE)
        elif op == OP_ADDI:
            AT_ADDI()
            r[q.a] = <i64>(<u64>r[q.b] + <u64><i64>q.imm)
            NEXT()
            continue
        elif op == OP_RSUBI:
            AT_RSUBI()
            r[q.a] = <i64>(<u64><i64>q.imm - <u64>r[q.b])
            NEXT()
            continue
        elif op == OP_MULI:
            AT_MULI()
            r[q.a] = <i64>(<u64>r[q.b] * <u64><i64>q.imm)
            NEXT()
            continue
        elif op == OP_ANDI:
            AT_ANDI()
            r[q.a] = r[q.b] & <i64>q.imm
            NEXT()
            continue
        elif op == OP_ORI:
            AT_ORI()
            r[q.a] = r[q.b] | <i64>q.imm
            NEXT()
            continue
        elif op == OP_SHLI:
            AT_SHLI()
            r[q.a] = <i64>(<u64>r[q.b] << (q.imm & 63))
            NEXT()
            continue
        elif op == OP_SHRI:
            AT_SHRI()
            r[q.a] = r[q.b] >> (q.imm & 63)
            NEXT()
            continue
        elif op == OP_BIT:
            AT_BIT()
            if likely(<u64>r[q.b] < 64):
                r[q.a] = <i64>(<u64>1 << r[q.b])
                NEXT()
                continue
            fail(s, E_RANGE)
        elif op == OP_BCNT:
            AT_BCNT()
            r[q.a] = popcount(<u64>r[q.b])
            NEXT()
            continue
        elif op == OP_BLOW:
            AT_BLOW()
            r[q.a] = lowest(<u64>r[q.b]) if r[q.b] else -1
            NEXT()
            continue
        elif op == OP_JMP:
            AT_JMP()
            pc = code + q.imm
            NEXT()
            continue
        elif op == OP_LOOP:
            AT_LOOP()
            s.steps -= 1
            if unlikely(s.steps == 0):
                fail(s, E_STEPS)
                break
            pc = code + q.imm
            NEXT()
            continue
        elif op == OP_JT:
            AT_JT()
            if r[q.a] != 0:
                pc = code + q.imm
            NEXT()
            continue
        elif op == OP_JF:
            AT_JF()
            if r[q.a] == 0:
                pc = code + q.imm
            NEXT()
            continue
        elif op == OP_JSOME:
            AT_JSOME()
            if r[q.a] >= 0:
                pc = code + q.imm
            NEXT()
            continue
        elif op == OP_JNONE:
            AT_JNONE()
            if r[q.a] < 0:
                pc = code + q.imm
            NEXT()
            continue
        elif op == OP_JEQ:
            AT_JEQ()
            if r[q.a] == r[q.b]:
                pc = code + q.imm
            NEXT()
            continue
        elif op == OP_JNE:
            AT_JNE()
            if r[q.a] != r[q.b]:
                pc = code + q.imm
            NEXT()
            continue
        elif op == OP_JLT:
            AT_JLT()
            if r[q.a] < r[q.b]:
                pc = code + q.imm
            NEXT()
            continue
        elif op == OP_JLE:
            AT_JLE()
            if r[q.a] <= r[q.b]:
                pc = code + q.imm
            NEXT()
            continue
        elif op == OP_JEQI:
            AT_JEQI()
            if r[q.a] == <i8>q.b:
                pc = code + q.imm
            NEXT()
            continue
        elif op == OP_JNEI:
            AT_JNEI()
            if r[q.a] != <i8>q.b:
                pc = code + q.imm
            NEXT()
            continue
        elif op == OP_JLTI:
            AT_JLTI()
            if r[q.a] < <i8>q.b:
                pc = code + q.imm
            NEXT()
            continue
        elif op == OP_JLEI:
            AT_JLEI()
            if r[q.a] <= <i8>q.b:
                pc = code + q.imm
            NEXT()
            continue
        elif op == OP_JGTI:
            AT_JGTI()
            if r[q.a] > <i8>q.b:
                pc = code + q.imm
            NEXT()
            continue
        elif op == OP_JGEI:
            AT_JGEI()
            if r[q.a] >= <i8>q.b:
                pc = code + q.imm
            NEXT()
            continue
        elif op == OP_JBIT:
            AT_JBIT()
            if <u64>r[q.b] < 64 and <u64>r[q.a] >> r[q.b] & 1:
                pc = code + q.imm
            NEXT()
            continue
        elif op == OP_JHAS:
            AT_JHAS()
            if is_card(M, r[q.a]) and has(at(r, q.b), <int>r[q.a]):
                pc = code + q.imm
            NEXT()
            continue
        elif op == OP_JHASN:
            AT_JHASN()
            if not (is_card(M, r[q.a]) and has(at(r, q.b), <int>r[q.a])):
                pc = code + q.imm
            NEXT()
            continue
        elif op == OP_JSET:
            AT_JSET()
            if some(at(r, q.a)):
                pc = code + q.imm
            NEXT()
            continue
        elif op == OP_JSETN:
            AT_JSETN()
            if not some(at(r, q.a)):
                pc = code + q.imm
            NEXT()
            continue
        elif op == OP_JSEQ:
            AT_JSEQ()
            if same(at(r, q.a), at(r, q.b)):
                pc = code + q.imm
            NEXT()
            continue
        elif op == OP_JSNE:
            AT_JSNE()
            if not same(at(r, q.a), at(r, q.b)):
                pc = code + q.imm
            NEXT()
            continue
        elif op == OP_JSUB:
            AT_JSUB()
            if within(at(r, q.a), at(r, q.b)):
                pc = code + q.imm
            NEXT()
            continue
        elif op == OP_JSUBN:
            AT_JSUBN()
            if not within(at(r, q.a), at(r, q.b)):
                pc = code + q.imm
            NEXT()
            continue
        elif op == OP_JFLAG:
            AT_JFLAG()
            if unlikely(not is_card(M, r[q.a])):
                fail(s, E_NO_CARD)
                break
            if has(&s.flag[q.b], <int>r[q.a]):
                pc = code + q.imm
            NEXT()
            continue
        elif op == OP_JFLAGN:
            AT_JFLAGN()
            if unlikely(not is_card(M, r[q.a])):
                fail(s, E_NO_CARD)
                break
            if not has(&s.flag[q.b], <int>r[q.a]):
                pc = code + q.imm
            NEXT()
            continue
        elif op == OP_JQUIET:
            AT_JQUIET()
            if not hears(s, q.a) and (T == NULL or q.b or not T.timings):
                pc = code + q.imm
            NEXT()
            continue
        elif op == OP_BITER:
            AT_BITER()
            if r[q.b]:
                r[q.a] = lowest(<u64>r[q.b])
                r[q.b] &= r[q.b] - 1
            else:
                pc = code + q.imm
            NEXT()
            continue
        elif op == OP_BNEXT:
            AT_BNEXT()
            if r[q.b]:
                r[q.a] = lowest(<u64>r[q.b])
                r[q.b] &= r[q.b] - 1
                s.steps -= 1
                if unlikely(s.steps == 0):
                    fail(s, E_STEPS)
                    break
                pc = code + q.imm
            NEXT()
            continue
        elif op == OP_SITER:
            AT_SITER()
            c = pop(at(r, q.b))
            if c >= 0:
                r[q.a] = c
            else:
                pc = code + q.imm
            NEXT()
            continue
        elif op == OP_SNEXT:
            AT_SNEXT()
            c = pop(at(r, q.b))
            if c >= 0:
                r[q.a] = c
                s.steps -= 1
                if unlikely(s.steps == 0):
                    fail(s, E_STEPS)
                    break
                pc = code + q.imm
            NEXT()
            continue
        elif op == OP_LITER:
            AT_LITER()
            cards = <u8*>(r + q.b)
            if <u64>r[q.c] >= cards[0]:
                pc = code + q.imm
            else:
                r[q.a] = cards[1 + (r[q.c] & 31)]
                r[q.c] += 1
            NEXT()
            continue
        elif op == OP_CALL:
            AT_CALL()
            f = &P.functions[q.imm]
            s.steps -= 1
            if unlikely(s.steps == 0):
                fail(s, E_STEPS)
                break
            if unlikely(r + q.a + f.frame > limit):
                fail(s, E_STACK)
                break
            r += q.a
            (r - 1)[0] = <i64>return_word(fp, <u32>(pc - code))
            fp += q.a
            pc = code + f.entry
            NEXT()
            continue
        elif op == OP_CALL1:
            AT_CALL1()
            f = &P.functions[q.imm]
            s.steps -= 1
            if unlikely(s.steps == 0):
                fail(s, E_STEPS)
                break
            if unlikely(r + q.a + f.frame > limit):
                fail(s, E_STACK)
                break
            v = r[q.b]
            r += q.a
            r[0] = v
            (r - 1)[0] = <i64>return_word(fp, <u32>(pc - code))
            fp += q.a
            pc = code + f.entry
            NEXT()
            continue
        elif op == OP_CALL2:
            AT_CALL2()
            f = &P.functions[q.imm]
            s.steps -= 1
            if unlikely(s.steps == 0):
                fail(s, E_STEPS)
                break
            if unlikely(r + q.a + f.frame > limit):
                fail(s, E_STACK)
                break
            v = r[q.b]
            cause = r[q.c]
            r += q.a
            r[0] = v
            r[1] = cause
            (r - 1)[0] = <i64>return_word(fp, <u32>(pc - code))
            fp += q.a
            pc = code + f.entry
            NEXT()
            continue
        elif op == OP_RET:
            AT_RET()
            x = <u64>(r - 1)[0]
            if unlikely(restores_cause(x)):
                s.cause = (r - 2)[0]
            fp = return_frame(x)
            pc = code + return_pc(x)
            r = stack + fp
            NEXT()
            continue
        elif op == OP_RETV:
            AT_RETV()
            r[0] = r[q.a]
            x = <u64>(r - 1)[0]
            if unlikely(restores_cause(x)):
                s.cause = (r - 2)[0]
            fp = return_frame(x)
            pc = code + return_pc(x)
            r = stack + fp
            NEXT()
            continue
        elif op == OP_RETI:
            AT_RETI()
            r[0] = q.imm
            x = <u64>(r - 1)[0]
            if unlikely(restores_cause(x)):
                s.cause = (r - 2)[0]
            fp = return_frame(x)
            pc = code + return_pc(x)
            r = stack + fp
            NEXT()
            continue
        elif op == OP_RETS:
            AT_RETS()
            keep(&S, at(r, q.a))
            keep(<Set*>r, &S)
            x = <u64>(r - 1)[0]
            if unlikely(restores_cause(x)):
                s.cause = (r - 2)[0]
            fp = return_frame(x)
            pc = code + return_pc(x)
            r = stack + fp
            NEXT()
            continue
        elif op == OP_RETL:
            AT_RETL()
            for k in range(4):
                r[k] = r[q.a + k]
            x = <u64>(r - 1)[0]
            if unlikely(restores_cause(x)):
                s.cause = (r - 2)[0]
            fp = return_frame(x)
            pc = code + return_pc(x)
            r = stack + fp
            NEXT()
            continue
        elif op == OP_ASSERT:
            AT_ASSERT()
            if likely(r[q.a] != 0):
                NEXT()
                continue
            fail(s, E_ASSERT)
        elif op == OP_FAILI:
            AT_FAILI()
            fail(s, <u32>q.imm)
        elif op == OP_SCLR:
            AT_SCLR()
            clear(at(r, q.a))
            NEXT()
            continue
        elif op == OP_SMOV:
            AT_SMOV()
            keep(&S, at(r, q.b))
            keep(at(r, q.a), &S)
            NEXT()
            continue
        elif op == OP_SONE:
            AT_SONE()
            v = r[q.b]
            clear(at(r, q.a))
            if v >= 0:
                if unlikely(not is_card(M, v)):
                    fail(s, E_NO_CARD)
                    break
                add(at(r, q.a), <int>v)
            NEXT()
            continue
        elif op == OP_SAND:
            AT_SAND()
            keep(&S, at(r, q.b))
            meet(&S, at(r, q.c))
            keep(at(r, q.a), &S)
            NEXT()
            continue
        elif op == OP_SOR:
            AT_SOR()
            keep(&S, at(r, q.b))
            unite(&S, at(r, q.c))
            keep(at(r, q.a), &S)
            NEXT()
            continue
        elif op == OP_SXOR:
            AT_SXOR()
            keep(&S, at(r, q.b))
            differ(&S, at(r, q.c))
            keep(at(r, q.a), &S)
            NEXT()
            continue
        elif op == OP_SANDN:
            AT_SANDN()
            keep(&S, at(r, q.b))
            without(&S, at(r, q.c))
            keep(at(r, q.a), &S)
            NEXT()
            continue
        elif op == OP_SADD:
            AT_SADD()
            if unlikely(not is_card(M, r[q.b])):
                fail(s, E_NO_CARD)
                break
            add(at(r, q.a), <int>r[q.b])
            NEXT()
            continue
        elif op == OP_SDEL:
            AT_SDEL()
            if is_card(M, r[q.b]):
                take(at(r, q.a), <int>r[q.b])
            NEXT()
            continue
        elif op == OP_SCNT:
            AT_SCNT()
            r[q.a] = size(at(r, q.b))
            NEXT()
            continue
        elif op == OP_SLOW:
            AT_SLOW()
            r[q.a] = first(at(r, q.b))
            NEXT()
            continue
        elif op == OP_SALL:
            AT_SALL()
            keep(at(r, q.a), &M.all)
            NEXT()
            continue
        elif op == OP_SANDM:
            AT_SANDM()
            if likely(not some(&s.transformed)):
                keep(&S, at(r, q.b))
                meet(&S, &M.masks[q.imm])
                keep(at(r, q.a), &S)
                NEXT()
                continue
            operate(P, M, s, T, r, q)
        elif op == OP_SFLAG:
            AT_SFLAG()
            keep(at(r, q.a), &s.flag[q.imm])
            NEXT()
            continue
        elif op == OP_SANDF:
            AT_SANDF()
            keep(&S, at(r, q.b))
            meet(&S, &s.flag[q.imm])
            keep(at(r, q.a), &S)
            NEXT()
            continue
        elif op == OP_SANDNF:
            AT_SANDNF()
            keep(&S, at(r, q.b))
            without(&S, &s.flag[q.imm])
            keep(at(r, q.a), &S)
            NEXT()
            continue
        elif op == OP_SOWNED:
            AT_SOWNED()
            if unlikely(<u64>r[q.b] >= NP):
                fail(s, E_NO_CARD)
                break
            keep(at(r, q.a), &M.owned[r[q.b]])
            NEXT()
            continue
        elif op == OP_SDOWN:
            AT_SDOWN()
            keep(at(r, q.a), &s.facedown)
            NEXT()
            continue
        elif op == OP_SKNOWN:
            AT_SKNOWN()
            if unlikely(<u64>r[q.b] >= NP):
                fail(s, E_NO_CARD)
                break
            keep(at(r, q.a), &s.known[r[q.b]])
            NEXT()
            continue
        elif op == OP_FSET:
            AT_FSET()
            if unlikely(not is_card(M, r[q.a])):
                fail(s, E_NO_CARD)
                break
            set_flag(s, T, q.imm, <int>r[q.a], True)
            NEXT()
            continue
        elif op == OP_FCLR:
            AT_FCLR()
            if unlikely(not is_card(M, r[q.a])):
                fail(s, E_NO_CARD)
                break
            set_flag(s, T, q.imm, <int>r[q.a], False)
            NEXT()
            continue
        elif op == OP_FGET:
            AT_FGET()
            if unlikely(not is_card(M, r[q.b])):
                fail(s, E_NO_CARD)
                break
            r[q.a] = has(&s.flag[q.imm], <int>r[q.b])
            NEXT()
            continue
        elif op == OP_BASE:
            AT_BASE()
            if unlikely(not is_card(M, r[q.b])):
                fail(s, E_NO_CARD)
                break
            r[q.a] = printed_word(P, M, s, <int>r[q.b], q.imm)
            NEXT()
            continue
        elif op == OP_STAT:
            AT_STAT()
            if likely(
                stats_are_fresh(s) and is_card(M, r[q.b])
                and not has(&s.modified[q.imm & 0xff], <int>r[q.b])
            ):
                r[q.a] = printed_word(P, M, s, <int>r[q.b], q.imm & 0xff)
                NEXT()
                continue
            operate(P, M, s, T, r, q)
        elif op == OP_LDG:
            AT_LDG()
            r[q.a] = game_vars(P, s)[q.imm]
            NEXT()
            continue
        elif op == OP_STG:
            AT_STG()
            game_vars(P, s)[q.imm] = r[q.a]
            s.changed |= CH_VARIABLE
            NEXT()
            continue
        elif op == OP_LDGS:
            AT_LDGS()
            args = game_vars(P, s) + q.imm
            for k in range(W):
                r[q.a + k] = args[k]
            NEXT()
            continue
        elif op == OP_STGS:
            AT_STGS()
            args = game_vars(P, s) + q.imm
            for k in range(W):
                args[k] = r[q.a + k]
            s.changed |= CH_VARIABLE
            NEXT()
            continue
        elif op == OP_LDP:
            AT_LDP()
            if unlikely(<u64>r[q.b] >= NP):
                fail(s, E_NO_CARD)
                break
            r[q.a] = player_vars(P, s, r[q.b])[q.imm]
            NEXT()
            continue
        elif op == OP_STP:
            AT_STP()
            if unlikely(<u64>r[q.a] >= NP):
                fail(s, E_NO_CARD)
                break
            player_vars(P, s, r[q.a])[q.imm] = r[q.b]
            s.changed |= CH_VARIABLE
            NEXT()
            continue
        elif op == OP_LDPS:
            AT_LDPS()
            if unlikely(<u64>r[q.b] >= NP):
                fail(s, E_NO_CARD)
                break
            args = player_vars(P, s, r[q.b]) + q.imm
            for k in range(W):
                r[q.a + k] = args[k]
            NEXT()
            continue
        elif op == OP_STPS:
            AT_STPS()
            if unlikely(<u64>r[q.a] >= NP):
                fail(s, E_NO_CARD)
                break
            args = player_vars(P, s, r[q.a]) + q.imm
            for k in range(W):
                args[k] = r[q.b + k]
            s.changed |= CH_VARIABLE
            NEXT()
            continue
        elif op == OP_LDC:
            AT_LDC()
            if unlikely(not is_card(M, r[q.b])):
                fail(s, E_NO_CARD)
                break
            r[q.a] = card_variable(P, s, q.imm, r[q.b])
            NEXT()
            continue
        elif op == OP_STC:
            AT_STC()
            if unlikely(not is_card(M, r[q.a])):
                fail(s, E_NO_CARD)
                break
            if unlikely(not put_card_variable(P, s, q.imm, r[q.a], r[q.b])):
                fail(s, E_RANGE)
                break
            s.changed |= CH_VARIABLE
            NEXT()
            continue
        elif op == OP_LDB:
            AT_LDB()
            if q.imm == GAME_FIRST:
                r[q.a] = s.first
            elif q.imm == GAME_TURN:
                r[q.a] = s.turn
            elif q.imm == GAME_TURN_PLAYER:
                r[q.a] = s.turn_player
            else:
                r[q.a] = s.cause
            NEXT()
            continue
        elif op == OP_STB:
            AT_STB()
            if q.imm == GAME_TURN:
                s.turn = r[q.a]
            elif q.imm == GAME_CAUSE:
                s.cause = r[q.a]
            elif unlikely(<u64>r[q.a] >= NP):
                fail(s, E_NO_CARD)
                break
            elif q.imm == GAME_FIRST:
                s.first = <i32>r[q.a]
            else:
                s.turn_player = <i32>r[q.a]
            s.changed |= CH_VARIABLE
            NEXT()
            continue
        elif op == OP_JFT:
            AT_JFT()
            w = record_of(P, s, r[q.a])
            if unlikely(w == NULL):
                fail(s, E_STALE)
                break
            if w[q.b] != 0:
                pc = code + q.imm
            NEXT()
            continue
        elif op == OP_JFF:
            AT_JFF()
            w = record_of(P, s, r[q.a])
            if unlikely(w == NULL):
                fail(s, E_STALE)
                break
            if w[q.b] == 0:
                pc = code + q.imm
            NEXT()
            continue
        elif op == OP_JFSOME:
            AT_JFSOME()
            w = record_of(P, s, r[q.a])
            if unlikely(w == NULL):
                fail(s, E_STALE)
                break
            if <i64>w[q.b] >= 0:
                pc = code + q.imm
            NEXT()
            continue
        elif op == OP_JFNONE:
            AT_JFNONE()
            w = record_of(P, s, r[q.a])
            if unlikely(w == NULL):
                fail(s, E_STALE)
                break
            if <i64>w[q.b] < 0:
                pc = code + q.imm
            NEXT()
            continue
        elif op == OP_JFEQI:
            AT_JFEQI()
            w = record_of(P, s, r[q.a])
            if unlikely(w == NULL):
                fail(s, E_STALE)
                break
            if <i64>w[q.b] == <i8>q.c:
                pc = code + q.imm
            NEXT()
            continue
        elif op == OP_JFNEI:
            AT_JFNEI()
            w = record_of(P, s, r[q.a])
            if unlikely(w == NULL):
                fail(s, E_STALE)
                break
            if <i64>w[q.b] != <i8>q.c:
                pc = code + q.imm
            NEXT()
            continue
        elif op == OP_JVERBN:
            AT_JVERBN()
            if <u64>r[q.a] >> 56 != q.b:
                pc = code + q.imm
            NEXT()
            continue
        elif op == OP_LDF:
            AT_LDF()
            w = record_of(P, s, r[q.b])
            if unlikely(w == NULL):
                fail(s, E_STALE)
                break
            r[q.a] = <i64>w[q.imm]
            NEXT()
            continue
        elif op == OP_STF:
            AT_STF()
            w = record_of(P, s, r[q.a])
            if unlikely(w == NULL):
                fail(s, E_STALE)
                break
            w[q.imm] = <u64>r[q.b]
            s.changed |= CH_RECORD
            NEXT()
            continue
        elif op == OP_LDFS:
            AT_LDFS()
            w = record_of(P, s, r[q.b])
            if unlikely(w == NULL):
                fail(s, E_STALE)
                break
            for k in range(W):
                r[q.a + k] = <i64>w[q.imm + k]
            NEXT()
            continue
        elif op == OP_STFS:
            AT_STFS()
            w = record_of(P, s, r[q.a])
            if unlikely(w == NULL):
                fail(s, E_STALE)
                break
            for k in range(W):
                w[q.imm + k] = <u64>r[q.b + k]
            s.changed |= CH_RECORD
            NEXT()
            continue
        elif op == OP_CPUSH:
            AT_CPUSH()
            w = record_of(P, s, r[q.a])
            if unlikely(w == NULL):
                fail(s, E_STALE)
                break
            s.clock += 1
            w[0] = <u32>w[0] | <u64>s.clock << 32
            w = chain(P, s, q.imm)
            if unlikely(w[0] + 1 >= P.layout.chain_words):
                fail(s, E_CHAIN)
                break
            w[0] += 1
            w[w[0]] = <u64>r[q.a]
            s.changed |= CH_RECORD
            NEXT()
            continue
        elif op == OP_CPOP:
            AT_CPOP()
            w = chain(P, s, q.imm)
            if unlikely(w[0] == 0):
                fail(s, E_CHAIN)
                break
            r[q.a] = <i64>w[w[0]]
            w[0] -= 1
            s.changed |= CH_RECORD
            NEXT()
            continue
        elif op == OP_CTOP:
            AT_CTOP()
            w = chain(P, s, q.imm)
            if unlikely(w[0] == 0):
                fail(s, E_CHAIN)
                break
            r[q.a] = <i64>w[w[0]]
            NEXT()
            continue
        elif op == OP_CLEN:
            AT_CLEN()
            r[q.a] = <i64>chain(P, s, q.imm)[0]
            NEXT()
            continue
        elif op == OP_CAT:
            AT_CAT()
            w = chain(P, s, q.imm)
            if unlikely(<u64>r[q.b] >= w[0]):
                fail(s, E_RANGE)
                break
            r[q.a] = <i64>w[1 + r[q.b]]
            NEXT()
            continue
        elif op == OP_STAMP:
            AT_STAMP()
            w = record_of(P, s, r[q.a])
            if unlikely(w == NULL):
                fail(s, E_STALE)
                break
            s.clock += 1
            w[0] = <u32>w[0] | <u64>s.clock << 32
            NEXT()
            continue
        elif op == OP_JSTILL:
            AT_JSTILL()
            if unlikely(not is_card(M, r[q.a])):
                fail(s, E_NO_CARD)
                break
            w = record_of(P, s, r[q.b])
            if unlikely(w == NULL):
                fail(s, E_STALE)
                break
            if s.since[r[q.a]] <= w[0] >> 32:
                pc = code + q.imm
            NEXT()
            continue
        elif op == OP_ZONE:
            AT_ZONE()
            if unlikely(<u64>r[q.b] >= NP):
                fail(s, E_NO_CARD)
                break
            r[q.a] = zone_number(P, q.imm, <int>r[q.b], 0)
            NEXT()
            continue
        elif op == OP_ZCELL:
            AT_ZCELL()
            if unlikely(<u64>r[q.b] >= NP):
                fail(s, E_NO_CARD)
                break
            if unlikely(<u64>r[q.c] >= P.kinds[q.imm].cells):
                fail(s, E_RANGE)
                break
            r[q.a] = zone_number(P, q.imm, <int>r[q.b], <int>r[q.c])
            NEXT()
            continue
        elif op == OP_ZTOP:
            AT_ZTOP()
            if likely(<u64>r[q.b] < P.nzones and not some(&s.lifted)):
                k = s.zcount[r[q.b]]
                r[q.a] = order_of(P, s, <int>r[q.b])[k - 1] if k else -1
                NEXT()
                continue
            operate(P, M, s, T, r, q)
        elif op == OP_ZCNT:
            AT_ZCNT()
            if unlikely(<u64>r[q.b] >= P.nzones):
                fail(s, E_NO_CARD)
                break
            r[q.a] = s.zcount[r[q.b]]
            NEXT()
            continue
        elif op == OP_ZTOPK:
            AT_ZTOPK()
            if likely(<u64>r[q.b] < NP and not some(&s.lifted)):
                c = zone_number(P, q.imm, <int>r[q.b], 0)
                k = s.zcount[c]
                r[q.a] = order_of(P, s, c)[k - 1] if k else -1
                NEXT()
                continue
            operate(P, M, s, T, r, q)
        elif op == OP_SKIND:
            AT_SKIND()
            if unlikely(<u64>r[q.b] >= NP):
                fail(s, E_NO_CARD)
                break
            keep(at(r, q.a), &s.kmask[q.imm][r[q.b]])
            NEXT()
            continue
        elif op == OP_JKNOW:
            AT_JKNOW()
            if unlikely(<u64>r[q.a] >= NP):
                fail(s, E_NO_CARD)
                break
            if unlikely(not is_card(M, r[q.b])):
                fail(s, E_NO_CARD)
                break
            if has(&s.known[r[q.a]], <int>r[q.b]):
                pc = code + q.imm
            NEXT()
            continue
        elif op == OP_EXFAIL:
            AT_EXFAIL()
            s.extract_failed |= <u16>1 << (s.extracts & 15)
            NEXT()
            continue
        elif op == OP_LCLR:
            AT_LCLR()
            for k in range(4):
                r[q.a + k] = 0
            NEXT()
            continue
        elif op == OP_LMOV:
            AT_LMOV()
            memmove(r + q.a, r + q.b, 4 * sizeof(i64))
            NEXT()
            continue
        elif op == OP_LADD:
            AT_LADD()
            if unlikely(not is_card(M, r[q.b])):
                fail(s, E_NO_CARD)
                break
            cards = <u8*>(r + q.a)
            if unlikely(cards[0] >= 31):
                fail(s, E_LIST)
                break
            cards[0] += 1
            cards[cards[0]] = <u8>r[q.b]
            NEXT()
            continue
        elif op == OP_LLEN:
            AT_LLEN()
            r[q.a] = (<u8*>(r + q.b))[0]
            NEXT()
            continue
        elif op == OP_LGET:
            AT_LGET()
            cards = <u8*>(r + q.b)
            if unlikely(<u64>r[q.c] >= cards[0] or r[q.c] >= 31):
                fail(s, E_RANGE)
                break
            r[q.a] = cards[1 + r[q.c]]
            NEXT()
            continue
        elif op == OP_ABWORD:
            AT_ABWORD()
            info = ability_info(P, r[q.b])
            if unlikely(info == NULL):
                fail(s, E_NO_CARD)
                break
            r[q.a] = P.ability_words[<u64>ability_number(r[q.b]) * P.nability_words + q.imm]
            NEXT()
            continue
        elif op == OP_PERFORM:
            AT_PERFORM()
            v = r[q.b]
            k = enter(P, s, T, r, q)
            if k == GO_ON:
                NEXT()
                continue
            if unlikely(k < 0):
                break
            r += q.a
            (r - 1)[0] = <i64>return_word(fp, <u32>(pc - code) | RESTORES_CAUSE)
            (r - 2)[0] = s.cause
            s.cause = v
            fp += q.a
            pc = code + P.functions[k].entry
            NEXT()
            continue
        elif op == OP_LEGAL:
            AT_LEGAL()
            k = enter(P, s, T, r, q)
            if k == GO_ON:
                NEXT()
                continue
            if unlikely(k < 0):
                break
            r += q.a
            (r - 1)[0] = <i64>return_word(fp, <u32>(pc - code))
            fp += q.a
            pc = code + P.functions[k].entry
            NEXT()
            continue
        elif op == OP_COLLECT:
            AT_COLLECT()
            if likely(not hears(s, q.imm & 0xff)) and (T == NULL or not T.timings):
                pc += 1
                NEXT()
                continue
            pc += operate(P, M, s, T, r, q)
        elif op == OP_SETTLE or op == OP_SETTLEA or op == OP_WOULDN:
            AT_SETTLE()
            AT_SETTLEA()
            AT_WOULDN()
            cause = s.cause
            k = step(P, M, s, r, q, answered, taken, &cause)
            answered = False
            if k == WAIT:
                s.pc = <u32>(q - code)
                s.fp = fp
                s.sp = fp + (<u32>q.imm >> 24)
                s.status = WAITING
                return WAITING
            if k == GO_ON:
                NEXT()
                continue
            if k >= 0:
                s.steps -= 1
                if unlikely(s.steps == 0):
                    fail(s, E_STEPS)
                    break
                f = &P.functions[k]
                j = <int>(<u32>q.imm >> 24) + HIDDEN_WORDS
                if unlikely(r + j + f.frame > limit):
                    fail(s, E_STACK)
                    break
                r += j
                (r - 1)[0] = <i64>return_word(fp, <u32>(q - code) | RESTORES_CAUSE)
                (r - 2)[0] = s.cause
                s.cause = cause
                fp += j
                pc = code + f.entry
                NEXT()
                continue
        elif op == OP_WOULD:
            AT_WOULD()
            if likely(not hears(s, q.imm & 0xff)):
                pc += 1
                NEXT()
                continue
            pc += operate(P, M, s, T, r, q)
        elif op == OP_HELDB:
            AT_HELDB()
            s.held += 1
            r[q.a] = s.npending
            NEXT()
            continue
        elif op == OP_HELDE:
            AT_HELDE()
            s.held -= 1 if s.held else 0
            NEXT()
            continue
        elif op == OP_ALLOWED:
            AT_ALLOWED()
            if likely(not hears(s, q.imm & 0xff)):
                r[q.a] = 1
                NEXT()
                continue
            operate(P, M, s, T, r, q)
        elif op == OP_VALUE:
            AT_VALUE()
            if likely(not hears(s, q.imm & 0xff)):
                r[q.a] = r[q.b]
                NEXT()
                continue
            operate(P, M, s, T, r, q)
        elif op == OP_PERMIT:
            AT_PERMIT()
            if likely(not hears(s, q.imm & 0xff)):
                NEXT()
                continue
            operate(P, M, s, T, r, q)
        elif op == OP_OPEN:
            AT_OPEN()
            if unlikely(<u64>r[q.a] >= NP):
                fail(s, E_NO_CARD)
                break
            s.noptions = 0
            s.chooser = <i32>r[q.a]
            NEXT()
            continue
        elif op == OP_PASS:
            AT_PASS()
            write_option(P, s, option_of(q.b, OPTION_PASS, 0))
        elif op == OP_CHOOSE:
            AT_CHOOSE()
            n = s.noptions
            if n == 1 and not s.stop_at_forced:
                r[q.a] = <i64>options(P, s)[0]
                s.noptions = 0
                NEXT()
                continue
            if likely(n != 0):
                s.pc = <u32>(q - code)
                s.fp = fp
                s.sp = fp + (<u32>q.imm >> 24)
                s.status = WAITING
                return WAITING
            fail(s, E_NO_OPTION)
        elif op == OP_PYTHON:
            AT_PYTHON()
            s.steps -= 1
            if unlikely(s.steps == 0):
                fail(s, E_STEPS)
                break
            s.pc = <u32>(q - code)
            s.fp = fp
            s.sp = fp + (<u32>q.imm >> 24)
            s.status = CALLING
            return CALLING
        elif op == OP_OPTLEN:
            AT_OPTLEN()
            r[q.a] = s.noptions
            NEXT()
            continue
        elif op == OP_OPTNEXT:
            AT_OPTNEXT()
            if <u64>r[q.b] < s.noptions:
                r[q.a] = next_option(P, s, r[q.b])
                r[q.b] += 1
            else:
                keep_options(s, r[q.c])
                if unlikely(s.failure != 0):
                    break
                pc = code + q.imm
            NEXT()
            continue
        elif op == OP_OPTKEEP:
            AT_OPTKEEP()
            if r[q.a]:
                keep_option(P, s, r[q.b] - 1, r[q.c])
                if unlikely(s.failure != 0):
                    break
                r[q.c] += 1
            NEXT()
            continue
        elif op == OP_OVERB:
            AT_OVERB()
            r[q.a] = <i64>(<u64>r[q.b] >> 56)
            NEXT()
            continue
        elif op == OP_OVAL:
            AT_OVAL()
            r[q.a] = option_subject(P, s, <u64>r[q.b])
            NEXT()
            continue
        elif op == OP_ENDGAME or op == OP_LOSERS:
            AT_ENDGAME()
            AT_LOSERS()
            operate(P, M, s, T, r, q)
            if unlikely(s.failure != 0):
                break
            s.pc = <u32>(q - code)
            s.fp = s.sp = fp
            s.noptions = 0
            s.status = OVER
            return OVER
        elif op == OP_STREAM:
            AT_STREAM()
            s.stream = <u32>q.imm & (NSTREAM - 1)
            NEXT()
            continue
        elif op == OP_ENDED:
            AT_ENDED()
            if s.stream == 0:
                # The set-up is done: the game itself begins, with a stream of its own.
                s.stream = 1
                fp = HIDDEN_WORDS
                r = stack + fp
                (r - 1)[0] = <i64>return_word(fp, P.end_pc)
                pc = code + P.functions[P.main_entry].entry
                NEXT()
                continue
            fail(s, E_ENDED)
        elif op == OP_COUNTS:
            AT_COUNTS()
            r[q.a] = <i64>(<u64>r[q.b] >> (8 * (q.imm & 7)) & 255)
            NEXT()
            continue
        elif op == OP_COUNTV:
            AT_COUNTV()
            if likely(<u64>r[q.c] < 8):
                r[q.a] = <i64>(<u64>r[q.b] >> (8 * r[q.c]) & 255)
                NEXT()
                continue
            fail(s, E_RANGE)
        elif op == OP_JCOVERS:
            AT_JCOVERS()
            if covers(<u64>r[q.a], <u64>r[q.b]):
                pc = code + q.imm
            NEXT()
            continue
        elif op == OP_SANDNM:
            AT_SANDNM()
            if likely(not some(&s.transformed)):
                keep(&S, at(r, q.b))
                without(&S, &M.masks[q.imm])
                keep(at(r, q.a), &S)
                NEXT()
                continue
            operate(P, M, s, T, r, q)
        elif op == OP_CARDF:
            AT_CARDF()
            if likely(is_card(M, r[q.b])):
                c = s.zone[r[q.b]]
                if q.imm == CARD_USER and c != NONE8:
                    r[q.a] = P.zones[c].player
                    NEXT()
                    continue
                if q.imm == CARD_ZONE:
                    r[q.a] = c if c != NONE8 else -1
                    NEXT()
                    continue
            do_cardf(P, M, s, T, r, q)
        elif op == OP_OPTS:
            AT_OPTS()
            if not some(at(r, q.a)):
                NEXT()
                continue
            do_opts(P, M, s, T, r, q)
        elif op == OP_SHASK or op == OP_SACT:
            AT_SHASK()
            AT_SACT()
            if not some(at(r, q.b)):
                for k in range(W):
                    r[q.a + k] = 0
                NEXT()
                continue
            HANDLERS[q.op](P, M, s, T, r, q)
        elif op == OP_ZCNTK:
            AT_ZCNTK()
            if likely(<u64>r[q.b] < NP):
                v = 0
                for k in range(W):
                    v += popcount(s.kmask[q.imm][r[q.b]].w[k])
                r[q.a] = v
                NEXT()
                continue
            operate(P, M, s, T, r, q)
        else:
            AT_OTHER()
            HANDLERS[q.op](P, M, s, T, r, q)
        if unlikely(s.failure != 0):
            break
        NEXT()

    # The game ends here; a nested run only leaves, and the instruction that asked ends it.
    if s.failure_pc == 0:
        s.failure_pc = <u32>(q - code)
    if s.nesting == 0:
        s.noptions = 0
        s.pc = <u32>(q - code)
        s.fp = s.sp = fp
        s.status = OVER
        s.winner = -2
        note(T, EV_OVER, 0, 0, -2, s.failure)
    return OVER


cdef inline int go_on(
    const Prog* P, const Match* M, State* s, Trace* T, u32 entry, u32 fp, bint answered, u64 taken
) noexcept nogil:
    """Run as machine code where there is some, else by the dispatch, which alone counts."""
    cdef int status
    # Read once: another thread may take it away.
    cdef const void* native = P.native
    if native == NULL or (T != NULL and T.executed != NULL):
        return execute(P, M, s, T, entry, fp, answered, taken)
    status = (<Native>native)(P, M, s, T, entry, fp, answered, taken)
    if unlikely(s.failure != 0) and s.nesting == 0:
        note(T, EV_OVER, 0, 0, -2, s.failure)
    return status


cdef void run_nested "tefuda_nested"(
    const void* program, const void* match, void* state, u64* base, i32 function
) noexcept nogil:
    """Run a pure function to its end on the free stack (see nested.pxd).

    What failed gives nothing, as its registers hold what each back end left in them; nor does what
    is asked for behind it, which no steps would end.
    """
    cdef const Prog* P = <const Prog*>program
    cdef State* s = <State*>state
    cdef u64* stack = stack_of(P, s)
    cdef const FunctionInfo* f = &P.functions[function]
    if likely(s.failure == 0):
        if unlikely(base + f.frame > stack + P.layout.max_stack - STACK_MARGIN):
            fail(s, E_STACK)
        elif unlikely(s.nesting >= DEEPEST):
            fail(s, E_NESTING)
        elif unlikely(s.steps <= 1):
            fail(s, E_STEPS)
        else:
            s.steps -= 1
            (base - 1)[0] = return_word(<u32>(base - stack), P.halt_pc)
            s.nesting += 1
            # The lowest word of the stack keeps the recorder while the machine runs.
            go_on(
                P, <const Match*>match, s, <Trace*><void*>stack[0], <u32>f.entry,
                <u32>(base - stack), False, 0,
            )
            s.nesting -= 1
    if unlikely(s.failure != 0):
        base[0] = base[1] = 0


# ---------------------------------------------------------------- for others

cdef void prepare(Prog* P) noexcept nogil:
    P.carry_out = HANDLERS
    P.step = <const void*>step
    P.enter = <const void*>enter


cdef void reseed(State* s, int stream, u64 seed) noexcept nogil:
    seed_stream(s, stream & (NSTREAM - 1), seed)


cdef void start(
    const Prog* P, const Match* M, State* s, u64 seed, const u8* places
) noexcept nogil:
    cdef u64* stack
    cdef u32 i, k
    cdef int c, z
    memset(s, 0, sizeof(State))
    memset(s.zone, NONE8, sizeof(s.zone))
    memset(s.host, NONE8, sizeof(s.host))
    memset(s.link, NONE8, sizeof(s.link))
    memset(s.child, NONE8, sizeof(s.child))
    memset(s.sibling, NONE8, sizeof(s.sibling))
    memset(s.ends, NONE8, sizeof(s.ends))
    for i in range(<u32>NC):
        s.since[i] = 1
    s.listener_free = NONE8
    s.clock = 1
    s.cause = -1
    s.winner = -1
    s.steps = P.max_steps
    s.ability_reads = s.modified_reads = CH_CONTINUOUS
    for i in range(<u32>NSTREAM):
        seed_stream(s, <int>i, seed)
    memset(game_vars(P, s), 0, P.layout.nvars * sizeof(i64))
    begin_card_variables(P, s)
    for k in range(P.layout.nchains):
        chain(P, s, <int>k)[0] = 0
    memset(records(P, s), 0, P.layout.record_words * sizeof(u64))
    for i in range(P.nhandlers):
        add_listener(P, s, P.handlers[i], NONE8, NONE8, NONE8)
    for c in range(<int>M.ncards):
        s.form[c] = M.form[c]
        z = places[c] if places != NULL else zone_number(P, 0, M.owner[c], 0)
        put_in(P, s, c, z, False)
        place = where(P, s, c)
        if may_listen(M, s, c, 0, place):
            move_printed(P, M, s, c, 0, place, False)
        learn_place(P, s, c, NONE8, -1)
    s.changed = ~<u32>0
    stack = stack_of(P, s)
    stack[0] = 0
    stack[1] = return_word(HIDDEN_WORDS, P.end_pc)
    s.fp = s.sp = HIDDEN_WORDS
    s.pc = <u32>P.functions[P.setup_entry].entry
    s.status = RUNNING
    if s.failure:
        s.status = OVER
        s.winner = -2


cdef int run(const Prog* P, const Match* M, State* s, Trace* T) noexcept nogil:
    cdef u64* stack = stack_of(P, s)
    cdef bint answered = False
    cdef u64 taken = 0
    cdef u32 pc
    cdef int status
    if s.status == OVER or s.status == CALLING:
        return <int>s.status
    pc = s.pc
    if s.status == WAITING:
        if s.answer >= s.noptions:
            return WAITING
        taken = options(P, s)[s.answer]
        note(T, EV_CHOICE, s.chooser, s.noptions & 255, <i64>publish(P, M, s, taken), s.noptions)
        if s.noptions > 1:
            s.decisions += 1
            s.total_options += s.noptions
        s.noptions = 0
        s.steps = P.max_steps
        s.status = RUNNING
        if P.max_decisions and s.decisions >= P.max_decisions:
            s.failure = E_DECISIONS
            s.failure_pc = pc
            s.status = OVER
            s.winner = -2
            note(T, EV_OVER, 0, 0, -2, E_DECISIONS)
            return OVER
        if P.code[pc].op == OP_CHOOSE:
            stack[s.fp + P.code[pc].a] = taken
            pc += 1
        else:
            answered = True
    stack[0] = <u64><void*>T
    status = go_on(P, M, s, T, pc, s.fp, answered, taken)
    stack[0] = 0
    return status


cdef int lay_call(
    const Prog* P, State* s, u32 function, const u64* arguments, u32 words
) noexcept nogil:
    cdef const FunctionInfo* f = &P.functions[function]
    cdef u64* stack = stack_of(P, s)
    cdef u32 fp = s.sp + HIDDEN_WORDS
    cdef u32 word
    if fp + f.frame + STACK_MARGIN > P.layout.max_stack:
        fail(s, E_STACK)
        return -1
    stack[fp - 1] = return_word(s.fp, s.pc)
    for word in range(words):
        stack[fp + word] = arguments[word]
    s.fp = fp
    s.sp = fp + f.params
    s.pc = <u32>f.entry
    return 0


cdef void end_call(const Prog* P, State* s) noexcept nogil:
    s.status = RUNNING
    if s.failure:
        s.noptions = 0
        s.status = OVER
        s.winner = -2


cdef inline u64* above(const Prog* P, State* s) noexcept nogil:
    """The free stack of a game that waits."""
    return stack_of(P, s) + s.sp + HIDDEN_WORDS


cdef inline void forget_named(State* s) noexcept nogil:
    """Let what continuous expressions name be worked out anew: one that failed named nothing."""
    s.changed = ~<u32>0


cdef i64 call_pure(
    const Prog* P, const Match* M, State* s, u32 function, i64 a, i64 b, i64 c, u32* failure
) noexcept nogil:
    cdef u64* base = above(P, s)
    cdef u32 kept = s.failure
    cdef u32 kept_pc = s.failure_pc
    cdef u64 steps = s.steps
    s.failure = 0
    s.steps = P.max_steps
    base[0] = <u64>a
    base[1] = <u64>b
    base[2] = <u64>c
    run_nested(P, M, s, base, <i32>function)
    if s.failure:
        forget_named(s)
    failure[0] = s.failure
    s.failure = kept
    s.failure_pc = kept_pc
    s.steps = steps
    return <i64>base[0]


cdef i64 stat_value(
    const Prog* P, const Match* M, State* s, int card, int stat, u32* failure
) noexcept nogil:
    cdef u32 kept = s.failure
    cdef u32 kept_pc = s.failure_pc
    cdef u64 steps = s.steps
    cdef i64 v
    s.failure = 0
    s.steps = P.max_steps
    v = stat_of(P, M, s, above(P, s), card, stat)
    if s.failure:
        forget_named(s)
    failure[0] = s.failure
    s.failure = kept
    s.failure_pc = kept_pc
    s.steps = steps
    return v


cdef u64 public_option(const Prog* P, const Match* M, State* s, u32 index) noexcept nogil:
    return publish(P, M, s, options(P, s)[index])


cdef int find_option(const Prog* P, const Match* M, State* s, u64 option) noexcept nogil:
    cdef u32 i
    for i in range(s.noptions):
        if publish(P, M, s, options(P, s)[i]) == option:
            return <int>i
    return -1


cdef int check_invariants(const Prog* P, const Match* M, State* s) noexcept nogil:
    cdef State* copy = <State*>malloc(P.layout.size)
    cdef int code
    if copy == NULL:
        return -1
    # Recomputing goes on a copy: what is asked must not change what is asked about.
    memcpy(copy, s, P.layout.size)
    code = broken_rule(P, M, s, copy, above(P, copy))
    free(copy)
    return code
