"""Seeds of games and of the streams in them: all from the seed, the game's number, the stream's.

Streams 0 and 1 are the game's own (set-up, rules), from 16 on those of the players' bots.
"""

from tefuda.machine cimport start
from tefuda.pools cimport game_vars
from tefuda.rng cimport splitmix
from tefuda.state cimport Match, Prog, State, u8, u32, u64

cdef enum:
    STREAM_GAME = 0
    STREAM_BOT = 16       # + player


cdef inline u64 seed_of(u64 seed, u64 number, u64 stream) noexcept nogil:
    """Give the seed of one stream of game `number`: every bit depends on all three."""
    cdef u64 x = seed
    x = splitmix(&x) ^ number
    x = splitmix(&x) ^ stream
    return splitmix(&x)


cdef inline void begin(
    const Prog* prog, const u8* none_words, const Match* match, State* st, u64 seed, u64 number
) noexcept nogil:
    """Set a game up to be run: cards in their first zone, variables at their first values."""
    cdef u32 word
    start(prog, match, st, seed_of(seed, number, STREAM_GAME), NULL)
    for word in range(prog.layout.nvars):
        if none_words[word]:
            game_vars(prog, st)[word] = -1
