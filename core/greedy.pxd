"""The bot ``greedy``: try each option on a dealt copy, and take the one rated best."""

from tefuda.block cimport block_copy
from tefuda.determinize cimport deal_unknown
from tefuda.machine cimport call_pure
from tefuda.opcodes cimport OP_CHOOSE, OPTION_PASS
from tefuda.playing cimport Play, run_on
from tefuda.pools cimport options
from tefuda.rng cimport splitmix
from tefuda.state cimport OVER, WAITING, State, i64, u32, u64

cdef enum:
    WIN_VALUE = 1000000000
    MOST_FOLLOWED = 200   # decisions after the option tried


cdef inline u32 any_below(u64* stream, u32 n) noexcept nogil:
    """Give a number below ``n`` from a stream of a bot."""
    return <u32>(((splitmix(stream) >> 32) * n) >> 32)


cdef inline bint at_rest(const Play* play, const State* st) noexcept nogil:
    """Tell whether a game waits in a window where nothing is half done."""
    cdef u32 verb = <u32>play.prog.code[st.pc].imm & 0xffffff
    return play.prog.code[st.pc].op == OP_CHOOSE and verb < 256 and play.rests[verb]


cdef inline u32 pass_or_any(const Play* play, State* st, u64* stream) noexcept nogil:
    """Give the option to pass where there is one, else any."""
    cdef u32 index
    cdef const u64* offered = options(play.prog, st)
    for index in range(st.noptions):
        if (offered[index] >> 48 & 255) == OPTION_PASS:
            return index
    return any_below(stream, st.noptions)


cdef inline i64 rate(const Play* play, State* st, int player) noexcept nogil:
    """Rate a position for a player by the ruleset's value function."""
    cdef u32 failure = 0
    cdef i64 value
    if st.status == OVER:
        if st.failure:
            return -WIN_VALUE
        if st.winner < 0:
            return 0
        return WIN_VALUE if st.winner == player else -WIN_VALUE
    value = call_pure(
        play.prog, play.match, st, <u32>play.prog.value_entry, player, 0, 0, &failure
    )
    return -WIN_VALUE if failure else value


cdef inline i64 follow(const Play* play, u32 option, int player, u64 stream) noexcept nogil:
    """Take an option in the dealt game, let the rest be done, and rate what comes of it."""
    cdef State* st = play.trial
    cdef u32 count = 0
    block_copy(play.prog, <char*>st, <const char*>play.dealt)
    st.answer = option
    run_on(play, st, NULL)
    while st.status == WAITING and count < MOST_FOLLOWED and not at_rest(play, st):
        st.answer = pass_or_any(play, st, &stream)
        run_on(play, st, NULL)
        count += 1
    return rate(play, st, player)


cdef inline u32 greedy_choice(Play* play) noexcept nogil:
    """Give the index of the option rated best; of equals the first."""
    cdef State* st = play.game
    cdef int player = st.chooser
    cdef i64 best = 0, total
    cdef u32 option, _sample, found = 0
    cdef u64 deal = splitmix(&play.streams[player])
    cdef u64 stream, seed
    if st.noptions == 1:
        return 0
    if play.samples == 1:
        seed = deal
        stream = splitmix(&seed)
        deal_for(play, st, player, seed)
    for option in range(st.noptions):
        total = 0
        seed = deal
        for _sample in range(play.samples):
            stream = splitmix(&seed)
            if play.samples > 1:
                deal_for(play, st, player, seed)
            total += follow(play, option, player, stream)
        if option == 0 or total > best:
            best = total
            found = option
    return found


cdef inline void deal_for(const Play* play, State* st, int player, u64 seed) noexcept nogil:
    block_copy(play.prog, <char*>play.dealt, <const char*>st)
    deal_unknown(play.prog, play.match, play.dealt, play.channel_cards, player, seed)
