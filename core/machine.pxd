"""The state machine: what others call of it. All of it runs without Python.

A game is prepared by :c:func:`start`, goes on by :c:func:`run` until it waits for a choice or is
over, and is answered by setting ``State.answer`` to the index of an option and running it again.
"""

from tefuda.state cimport Match, Prog, State, i64, u8, u32, u64
from tefuda.trace cimport Trace

# Fill the tables of a program that follow from its others (channels by stat); once per program.
cdef void prepare(Prog* P) noexcept nogil

# A new game, ready to run: `places` gives each card's zone at the start (NULL: kind 0 of its
# owner). The block may hold anything before; its records, stack and options stay undefined.
cdef void start(
    const Prog* P, const Match* M, State* s, u64 seed, const u8* places
) noexcept nogil

# Restart one random stream from a seed of its own.
cdef void reseed(State* s, int stream, u64 seed) noexcept nogil

# Run until the game waits or is over; gives the status. T may be NULL.
cdef int run(const Prog* P, const Match* M, State* s, Trace* T) noexcept nogil

# After CALLING: let a function run before the place where the game stands, which is then its way
# back; called for the last one first, and first for all with `pc` behind the handler. 0, or -1 with
# a failure when the stack is full.
cdef int lay_call(
    const Prog* P, State* s, u32 function, const u64* arguments, u32 words
) noexcept nogil

# The handler has been called: the game can run on, or is over if there is a failure.
cdef void end_call(const Prog* P, State* s) noexcept nogil

# The number a pure function gives in a game that waits; the game stays as it was. Cards, players
# and other arguments as in the rules. A failure inside is given in `failure`, not kept.
cdef i64 call_pure(
    const Prog* P, const Match* M, State* s, u32 function, i64 a, i64 b, i64 c, u32* failure
) noexcept nogil

# An option as all who see it may know it: cards are named by their places (see options.pxd).
cdef u64 public_option(const Prog* P, const Match* M, State* s, u32 index) noexcept nogil

# The index of a public option among those written, -1 when it is none of them.
cdef int find_option(const Prog* P, const Match* M, State* s, u64 option) noexcept nogil

# The value of a stat through the fold, in a game that waits.
cdef i64 stat_value(
    const Prog* P, const Match* M, State* s, int card, int stat, u32* failure
) noexcept nogil

# 0 when the state is sound, else the number of the rule broken (listed in invariants.pxd).
cdef int check_invariants(const Prog* P, const Match* M, State* s) noexcept nogil
