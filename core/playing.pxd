"""Play whole games without Python: bots of the machine's own, and what each game gave."""

from tefuda.program cimport MatchTables, Program
from tefuda.state cimport Match, Prog, State, u8, u32, u64
from tefuda.trace cimport Trace

cdef enum Bot:
    BOT_RANDOM = 0
    BOT_GREEDY = 1

ctypedef struct Play:     # what one thread plays with; nothing is shared between threads
    const Prog* prog
    const Match* match
    const u8* none_words
    const u8* channel_cards
    const u8* rests       # of each verb: a window in which nothing is half done
    State* game
    State* dealt          # greedy: the game as its player may believe it
    State* trial          # greedy: one option followed
    u64 streams[2]        # of the players' bots
    int bots[2]
    u32 samples
    u64 trace             # hash of the options taken
    u64* record           # options taken, when they are kept; NULL else
    u32 recorded
    u32 record_room
    bint recording
    bint measuring
    u64 used_sum
    u64 used_count
    u32 used_most
    const int* stop       # not 0: give up
    Trace* watch          # what is to be counted, NULL for nothing
    u64* raised           # of each channel
    u64* begun            # of each ability
    u64* taken            # of each verb


cdef class Progress:
    """How far a call of :func:`play_games` is, and a way to stop it."""

    cdef int flag
    cdef long long done


cdef int prepare_play(
    Play* play, Program program, MatchTables match, bots, int samples, Progress progress
) except -1
cdef void free_play(Play* play) noexcept nogil
cdef bint play_one(Play* play, u64 seed, u64 number) noexcept nogil
