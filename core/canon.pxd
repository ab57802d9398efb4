"""One number for all that matters of a waiting game.

Two games with equal futures by equal choices get equal numbers: free entries of pools, dead slots,
generations of references and the clock's own values do not count, only the order of times.
"""

from libc.stdlib cimport qsort
from libc.string cimport memset
from tefuda.frames cimport Frame, first_frame, next_frame
from tefuda.mixing cimport mix, mix_set
from tefuda.pools cimport (
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
    mods,
    order_of,
    pending,
    record_of,
    records,
    stack_of,
    was_entry,
)
from tefuda.state cimport (
    NARG,
    NONE8,
    NP,
    OVER,
    S_ABILITY,
    S_INT,
    S_LIST,
    S_RECORD,
    S_SET,
    Effect,
    FieldInfo,
    Match,
    Mod,
    Pending,
    Prog,
    State,
    W,
    Was,
    i64,
    u8,
    u32,
    u64,
)

cdef enum:
    MAX_TIMES = 16384

ctypedef struct Times:
    u32 count
    u32 at[MAX_TIMES]     # ascending once sorted, without 0 (none) and 1 (the beginning)


cdef inline int by_value(const void* a, const void* b) noexcept nogil:
    cdef u32 x = (<const u32*>a)[0]
    cdef u32 y = (<const u32*>b)[0]
    return <int>(x > y) - <int>(x < y)


cdef inline void time_add(Times* times, u32 time) noexcept nogil:
    if time > 1 and times.count < MAX_TIMES:
        times.at[times.count] = time
        times.count += 1


cdef inline u32 rank(const Times* times, u32 time) noexcept nogil:
    """Give how many different live times are not later; the beginning, 1, is not kept."""
    cdef u32 low = 0, high = times.count, middle
    if time <= 1:
        return time
    while low < high:
        middle = (low + high) >> 1
        if times.at[middle] < time:
            low = middle + 1
        else:
            high = middle
    return low + 2


cdef inline void gather_times(
    const Prog* prog, const Match* match, State* st, Times* times
) noexcept nogil:
    """Collect every live time once, ascending."""
    cdef u32 index, other
    cdef int kept
    cdef u32 left = 0
    cdef u64 live
    cdef u64* word
    cdef const Pending* waiting
    times.count = 0
    for index in range(match.ncards):
        time_add(times, st.since[index])
    for index in range(st.nmods):
        time_add(times, mods(prog, st)[index].since)
    for index in range(st.neffects):
        if effects(prog, st)[index].live:
            time_add(times, effects(prog, st)[index].since)
            for kept in range(NARG):
                time_add(times, effects(prog, st)[index].kept_since[kept])
    for index in range(st.npending):
        waiting = pending(prog, st, index)
        time_add(times, waiting.since)
        for other in range(prog.layout.pending_kept):
            time_add(times, kept_since_of(prog, waiting)[other])
    for index in range(prog.nrecords):
        live = st.live_records[index]
        for other in range(prog.records[index].capacity):
            if live >> other & 1:
                word = records(prog, st) + prog.records[index].base
                time_add(times, <u32>(word[other * prog.records[index].words] >> 32))
    qsort(times.at, times.count, sizeof(u32), by_value)
    for index in range(times.count):
        if index == 0 or times.at[index] != times.at[index - 1]:
            times.at[left] = times.at[index]
            left += 1
    times.count = left


cdef inline u64 mix_record(u64 h, const Prog* prog, State* st, i64 reference) noexcept nogil:
    """A reference counts by its place, and whether its record is still there."""
    if reference < 0:
        return mix(h, <u64>reference)
    return mix(h, <u64>(reference & 0xffff) << 1 | <u64>(record_of(prog, st, reference) != NULL))


cdef inline u64 mix_ability(
    u64 h, const Prog* prog, State* st, const Times* times, i64 value
) noexcept nogil:
    cdef int effect
    if not is_ability(value):
        return mix(h, <u64>value)
    h = mix(h, ability_number(value) | ability_bearer(value) << 16)
    h = mix(h, ability_slot(value))
    effect = ability_effect(value)
    if effect == NONE8 or effect >= st.neffects:
        return h
    if (effects(prog, st)[effect].since ^ <u32>(value >> 40)) & 0x3fffff:
        return mix(h, 1)
    return mix(h, <u64>rank(times, effects(prog, st)[effect].since) << 8)


cdef inline u64 mix_typed(
    u64 h, const Prog* prog, State* st, const Times* times, const i64* word, u8 type
) noexcept nogil:
    """One value of the type in its first word or words."""
    cdef int index, count
    if type == S_SET:
        for index in range(W):
            h = mix(h, <u64>word[index])
        return h
    if type == S_RECORD:
        return mix_record(h, prog, st, word[0])
    if type == S_ABILITY:
        return mix_ability(h, prog, st, times, word[0])
    if type == S_LIST:
        count = (<const u8*>word)[0]
        h = mix(h, <u64>count)
        for index in range(min(count, 31)):
            h = mix(h, (<const u8*>word)[1 + index])
        return h
    return mix(h, <u64>word[0])


cdef inline u64 mix_until(u64 h, const Prog* prog, State* st, i64 until) noexcept nogil:
    return mix_record(mix(h, 1), prog, st, until) if until >= 64 else mix(h, <u64>until)


cdef inline u64 mix_words(
    u64 h, const Prog* prog, State* st, const Times* times, const i64* words, u32 count, u32 first,
    int owner
) noexcept nogil:
    """The words of a record, a player or the game, each by its type."""
    cdef u8 types[256]
    cdef u32 index
    cdef const FieldInfo* field
    memset(types, S_INT, sizeof(types))
    for index in range(prog.nfields):
        field = &prog.fields[index]
        if field.owner == owner and field.offset < 256:
            types[field.offset] = field.type
    for index in range(first, count):
        h = mix_typed(h, prog, st, times, words + index, types[index] if index < 256 else S_INT)
    return h


cdef inline u64 mix_cards(u64 h, const Prog* prog, const Match* match, State* st,
                          const Times* times) noexcept nogil:
    """Where the cards are, in their order, and what is known and marked."""
    cdef u32 z, index, variable
    cdef int player
    for z in range(prog.nzones):
        if st.nonempty >> z & 1:
            h = mix(h, z << 8 | st.zcount[z])
            for index in range(st.zcount[z]):
                h = mix(h, order_of(prog, st, z)[index])
    for index in range(match.ncards):
        h = mix(h, st.zone[index] | <u64>st.form[index] << 8 | <u64>st.uses[index] << 24)
        h = mix(h, rank(times, st.since[index]))
        if st.host[index] != NONE8:
            h = mix(h, st.host[index] | <u64>st.link[index] << 8
                    | <u64>st.child[st.host[index]] << 16 | <u64>st.sibling[index] << 24)
        for variable in range(prog.layout.ncardvars):
            h = mix(h, <u64>card_variable(prog, st, variable, index))
    for index in range(prog.nflags):
        h = mix_set(h, &st.flag[index])
    for player in range(NP):
        h = mix_set(h, &st.known[player])
    h = mix_set(h, &st.facedown)
    return mix_set(h, &st.lifted)


cdef inline u64 mix_pools(u64 h, const Prog* prog, State* st, const Times* times) noexcept nogil:
    """Modifications, effects, triggers that wait, and what cards were."""
    cdef u32 index, other
    cdef int kept
    cdef u64 one, all_effects = 0
    cdef const Mod* mod
    cdef const Effect* effect
    cdef const Pending* waiting
    cdef const Was* was
    for index in range(st.nmods):
        mod = &mods(prog, st)[index]
        h = mix(h, mod.stat | mod.op << 8 | mod.other << 16)
        h = mix(h, <u64>mod.amount)
        h = mix_until(h, prog, st, mod.until)
        h = mix_set(mix(h, rank(times, mod.since)), &mod.who)
    for index in range(st.neffects):
        effect = &effects(prog, st)[index]
        if not effect.live:
            continue
        one = mix(effect.live, effect.verb | effect.subject << 8 | <u64>effect.ability << 16
                  | <u64>effect.user << 32 | <u64>effect.uses << 40)
        one = mix_until(one, prog, st, effect.until)
        one = mix(one, rank(times, effect.since))
        for kept in range(min(<int>effect.nkept, NARG)):
            one = mix_ability(one, prog, st, times, effect.kept[kept])
            one = mix(one, rank(times, effect.kept_since[kept]))
        all_effects += one
    h = mix(h, all_effects)
    for index in range(st.npending):
        waiting = pending(prog, st, index)
        h = mix(h, waiting.ability | <u64>waiting.source << 16 | <u64>waiting.user << 24
                | <u64>(waiting.effect != NONE8) << 32 | <u64>waiting.slot << 40
                | <u64>waiting.waits << 48)
        h = mix(h, rank(times, waiting.since))
        for other in range(prog.layout.pending_args):
            h = mix_ability(h, prog, st, times, args_of(waiting)[other])
        for other in range(min(waiting.nkept, prog.layout.pending_kept)):
            h = mix_ability(h, prog, st, times, kept_of(prog, waiting)[other])
            h = mix(h, rank(times, kept_since_of(prog, waiting)[other]))
    for index in range(st.nwas):
        was = was_entry(prog, st, index)
        h = mix(h, was.card | was.zone << 8 | was.pos << 16 | <u64>was.host << 24
                | <u64>was.user << 32 | <u64>was.link << 40 | <u64>was.form << 48)
        h = mix(h, was.flags | <u64>was.depth << 32)
        for other in range(prog.nstats):
            h = mix(h, <u64><i64>was.stats[other])
    return h


cdef inline u64 mix_variables(u64 h, const Prog* prog, State* st,
                              const Times* times) noexcept nogil:
    """Variables of game and players, stacks of records, live records."""
    cdef const i64* words = <const i64*>(<const char*>st + prog.layout.vars)
    cdef u32 index, other
    cdef int _player
    h = mix_words(h, prog, st, times, words, prog.layout.game_vars, 0, 255)
    words += prog.layout.game_vars
    for _player in range(NP):
        h = mix_words(h, prog, st, times, words, prog.layout.player_vars, 0, 254)
        words += prog.layout.player_vars
    for index in range(prog.layout.nchains):
        h = mix(h, chain(prog, st, index)[0])
        for other in range(<u32>chain(prog, st, index)[0]):
            h = mix_record(h, prog, st, <i64>chain(prog, st, index)[1 + other])
    for index in range(prog.nrecords):
        h = mix(h, st.live_records[index])
        for other in range(prog.records[index].capacity):
            if st.live_records[index] >> other & 1:
                words = <const i64*>records(prog, st) + (
                    prog.records[index].base + other * prog.records[index].words
                )
                h = mix(h, rank(times, <u32>(<u64>words[0] >> 32)))
                h = mix_words(h, prog, st, times, words, prog.records[index].words, 1, index)
    return h


cdef inline u64 mix_frames(u64 h, const Prog* prog, State* st, const Times* times) noexcept nogil:
    """The frames from the one that waits, each with its live slots."""
    cdef Frame frame
    cdef const i64* slots = <const i64*>stack_of(prog, st)
    cdef u32 index
    cdef bint more = first_frame(prog, st, &frame)
    while more:
        h = mix(h, frame.pc)
        if frame.has_cause:
            h = mix_ability(h, prog, st, times, slots[frame.fp - 2])
        if frame.stop != NULL:
            for index in range(frame.stop.first, frame.stop.first + <u32>frame.stop.count):
                h = mix_typed(h, prog, st, times, slots + frame.fp + prog.stop_slots[index].slot,
                              prog.stop_slots[index].type)
        more = next_frame(prog, st, &frame)
    return h


cdef inline u64 canonical_hash(const Prog* prog, const Match* match, State* st) noexcept nogil:
    """Give the number of a game that waits or is over."""
    cdef Times times
    cdef u64 h = mix(<u64>0x7e1f6da9c3b58042, st.status)
    cdef int index, other
    gather_times(prog, match, st, &times)
    for index in range(2):
        for other in range(4):
            h = mix(h, st.rng[index][other])
    h = mix(h, st.stream | <u64><u32>st.first << 8 | <u64><u32>st.turn_player << 40)
    h = mix(h, <u64>st.turn)
    h = mix_cards(h, prog, match, st, &times)
    h = mix_pools(h, prog, st, &times)
    h = mix_variables(h, prog, st, &times)
    if st.status == OVER:
        return mix(mix(h, <u64><u32>st.winner << 32 | st.outcome), st.failure)
    h = mix_ability(h, prog, st, &times, st.cause)
    h = mix(h, <u64><u32>st.chooser << 32 | st.noptions)
    h = mix(h, st.held | <u64>st.afters << 16 | <u64>st.extracts << 32
            | <u64>st.extract_failed << 48)
    return mix_frames(h, prog, st, &times)
