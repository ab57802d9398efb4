"""Play whole games without Python: bots of the machine's own, and what each game gave."""

from tefuda.game cimport Game
from tefuda.limited cimport Stoppable
from tefuda.machine cimport run
from tefuda.program cimport MatchTables, Program
from tefuda.state cimport CALLING, Match, Prog, State, u8, u32, u64
from tefuda.trace cimport Trace
from tefuda.usage cimport Used

cdef enum Bot:
    BOT_RANDOM = 0
    BOT_GREEDY = 1
    BOT_PYTHON = 2        # asked through the host

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
    Used* used            # what the blocks of games use is counted here; NULL: it is not
    const int* stop       # not 0: give up
    Trace* watch          # what is to be counted, NULL for nothing
    u64* raised           # of each channel
    u64* begun            # of each ability
    u64* taken            # of each verb
    void* host            # the Host of Python players, NULL for none; kept alive by the caller


cdef class Progress(Stoppable):
    """How far a call of :func:`play_games` is, and a way to stop it."""

    cdef long long done


cdef class Host:
    """The Python players of one thread, one game after the other."""

    cdef Game game
    cdef list makers
    cdef list choosers
    cdef u64 seed
    cdef u64 number
    cdef Progress progress
    cdef object problem
    cdef object interrupt
    cdef void handle(self, Play* play, State* st) noexcept
    cdef void start(self, u64 seed, u64 number) noexcept
    cdef int ask(self, Play* play) noexcept
    cdef void give_up(self, State* st) noexcept
    cdef int failed(self, Play* play, object problem) noexcept


cdef Host prepare_play(
    Play* play, Program program, MatchTables match, bots, int samples, Progress progress
)
cdef void free_play(Play* play) noexcept nogil
# Call the Python handler that a game has stopped for: the one being played, or one that is tried.
cdef void call_handler(const Play* play, State* st) noexcept with gil
# Run until the game waits or is over, with Python where its rules ask for it.
cdef inline int run_on(const Play* play, State* st, Trace* T) noexcept nogil:
    cdef int status = run(play.prog, play.match, st, T)
    while status == CALLING:
        call_handler(play, st)
        status = run(play.prog, play.match, st, T)
    return status
cdef bint play_one(Play* play, u64 seed, u64 number) noexcept nogil
