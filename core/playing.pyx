"""Play whole games without Python: bots of the machine's own, and what each game gave."""

from array import array

from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memset
from tefuda.game cimport blank_game
from tefuda.greedy cimport any_below, greedy_choice
from tefuda.machine cimport find_option, public_option
from tefuda.mixing cimport mix
from tefuda.pools cimport ability_number, options
from tefuda.program cimport MatchTables, Program
from tefuda.seeding cimport STREAM_BOT, begin, seed_of
from tefuda.state cimport E_BOT, E_DECISIONS, E_HANDLER, OVER, WAITING, State, i8, u16, u32, u64
from tefuda.trace cimport EV_ABILITY, EV_TIMING, Event
from tefuda.usage cimport Usage, note_decision, note_end, paint

from tefuda.errors import IllegalAction, RulesetError, TefudaError
from tefuda.handling import answer_handler
from tefuda.limited import Stopped
from tefuda.seeds import check_seed

#: The machine's own bots.
NATIVE_BOTS = ("random", "greedy")


cdef class Progress:
    """How far a call of :func:`play_games` is, and a way to stop it from another thread."""

    def __cinit__(self):
        self.done = 0

    def stop(self):
        """Ask the call to return at once; the game under way is given up."""
        self.flag = 1

    @property
    def stopped(self):
        """Whether it was asked to stop."""
        return self.flag != 0

    @property
    def finished(self):
        """Games finished so far."""
        return self.done


cdef class Results:
    """What games gave, a column for each kind of number, a row for each game.

    Columns are ``array.array`` objects, so NumPy reads them without a copy: ``winner`` (0, 1; -1
    a draw or the decision limit, -2 an error), ``first`` (who began), ``outcome`` (number of the
    declared outcome), ``failure`` and ``failure_pc`` (0 none), ``decisions``, ``options`` (offered
    at those decisions), ``turns``, ``trace`` (hash over every option taken and the end). Rows of
    games that were not played have ``winner`` -3. ``problems`` gives, by row, what Python ended a
    game with, and the options taken up to there.
    """

    cdef readonly object winner
    cdef readonly object first
    cdef readonly object outcome
    cdef readonly object failure
    cdef readonly object failure_pc
    cdef readonly object decisions
    cdef readonly object options
    cdef readonly object turns
    cdef readonly object trace
    cdef readonly dict problems

    def __init__(self, count):
        if not 0 <= count < 2**31:
            raise TefudaError(f"results of {count} games: expected 0 to {2**31 - 1}")
        self.winner = array("b", [-3]) * count
        self.first = array("b", [0]) * count
        self.outcome = array("H", [0]) * count
        self.failure = array("H", [0]) * count
        self.failure_pc = array("I", [0]) * count
        self.decisions = array("I", [0]) * count
        self.options = array("Q", [0]) * count
        self.turns = array("I", [0]) * count
        self.trace = array("Q", [0]) * count
        self.problems = {}

    def __len__(self):
        return len(self.winner)


cdef void take_option(Play* play, u32 index) noexcept nogil:
    """Answer with an option, and keep it."""
    cdef u64 option = options(play.prog, play.game)[index]
    cdef u64* more
    play.trace = mix(play.trace, option)
    if play.recording:
        option = public_option(play.prog, play.match, play.game, index)
        if play.recorded == play.record_room:
            more = <u64*>realloc(play.record, (2 * play.record_room + 64) * sizeof(u64))
            if more == NULL:
                play.recording = False
            else:
                play.record = more
                play.record_room = 2 * play.record_room + 64
        if play.recording:
            play.record[play.recorded] = option
            play.recorded += 1
    if play.watch != NULL:
        play.taken[option >> 56] += 1
    play.game.answer = index


cdef void tally(Play* play) noexcept nogil:
    """Count the timings and abilities that were noted, and forget them."""
    cdef u32 index
    cdef const Event* event
    for index in range(play.watch.count):
        event = &play.watch.events[index]
        if event.type == EV_TIMING and event.a < play.prog.nchannels:
            play.raised[event.a] += 1
        elif event.type == EV_ABILITY:
            if <u32>ability_number(event.value) < play.prog.nabilities:
                play.begun[ability_number(event.value)] += 1
    play.watch.count = 0


# ---------------------------------------------------------------- players in Python

cdef class Host:
    """The Python players of one thread, one game after the other.

    A bot in Python is a callable ``(player, seed, stop)``, called anew for each game, that gives a
    callable ``(game)``, which gives the action taken. The game is the one being played: neither
    keeps it. Whatever they raise ends the game.
    """

    def __init__(self, Game game not None, list makers not None, Progress progress not None):
        self.game = game
        self.makers = makers
        self.choosers = [None, None]
        self.progress = progress

    cdef void start(self, u64 seed, u64 number) noexcept:
        """Start another game: nothing is left of the last one's players."""
        self.seed = seed
        self.number = number
        self.choosers = [None, None]
        self.problem = None

    cdef int ask(self, Play* play) noexcept:
        """The index of the option that the player to decide takes; -1: the game is over."""
        cdef int player = play.game.chooser
        cdef int index
        cdef u64 option
        try:
            if self.choosers[player] is None:
                self.choosers[player] = self.makers[player](
                    player, seed_of(self.seed, self.number, STREAM_BOT + player), self.progress
                )
            option = self.choosers[player](self.game)
            index = find_option(play.prog, play.match, play.game, option)
            if index >= 0:
                return index
            raise IllegalAction(f"action {option:#x}: not legal")
        except Stopped:
            return -1
        except KeyboardInterrupt as interrupt:
            self.interrupt = interrupt
            self.progress.flag = 1
            return -1
        except BaseException as problem:  # whatever a player does is its own loss
            return self.failed(play, problem)

    cdef void handle(self, Play* play, State* st) noexcept:
        """Call the handler that a game has stopped for."""
        cdef State* own = self.game.state
        self.game.state = st
        self.game._problem = None
        try:
            answer_handler(self.game, self.progress)
        except Stopped:
            self.give_up(st)
        except KeyboardInterrupt as interrupt:
            self.interrupt = interrupt
            self.progress.flag = 1
            self.give_up(st)
        except BaseException as problem:  # none is expected: the game cannot go on all the same
            self.game._problem = problem
            self.give_up(st)
        if st == own and self.game._problem is not None:
            self.problem = self.game._problem
        self.game._problem = None
        self.game.state = own

    cdef void give_up(self, State* st) noexcept:
        st.failure = E_HANDLER
        st.noptions = 0
        st.status = OVER
        st.winner = -2

    cdef int failed(self, Play* play, object problem) noexcept:
        self.problem = problem
        play.game.failure = E_BOT
        play.game.failure_pc = 0
        play.game.noptions = 0
        play.game.status = OVER
        play.game.winner = -2
        return -1

    def check(self):
        """Raise what was caught and is no game's own problem: Ctrl-C."""
        if self.interrupt is not None:
            raise self.interrupt


cdef void begin_python(Play* play, u64 seed, u64 number) noexcept with gil:
    (<Host>play.host).start(seed, number)


cdef void call_handler(const Play* play, State* st) noexcept with gil:
    (<Host>play.host).handle(<Play*>play, st)


cdef int ask_python(Play* play) noexcept with gil:
    return (<Host>play.host).ask(play)


cdef list taken_so_far(Play* play):
    """The options that were kept, in order."""
    return [play.record[k] for k in range(play.recorded)]


# ---------------------------------------------------------------- games

cdef bint play_one(Play* play, u64 seed, u64 number) noexcept nogil:
    """Play one game to its end; false when it was stopped."""
    cdef State* st = play.game
    cdef int player, index
    for player in range(2):
        play.streams[player] = seed_of(seed, number, STREAM_BOT + player)
    play.trace = number
    play.recorded = 0
    if play.used != NULL:
        paint(play.prog, st)
    begin(play.prog, play.none_words, play.match, st, seed, number)
    if play.host != NULL:
        begin_python(play, seed, number)
    while run_on(play, st, play.watch) == WAITING:
        if play.watch != NULL:
            tally(play)
        if (<const volatile int*>play.stop)[0]:
            return False
        if play.used != NULL:
            note_decision(play.used, play.prog, st)
        if play.bots[st.chooser] == BOT_RANDOM:
            take_option(play, any_below(&play.streams[st.chooser], st.noptions))
        elif play.bots[st.chooser] == BOT_GREEDY:
            take_option(play, greedy_choice(play))
        else:
            index = ask_python(play)
            if index < 0:
                if (<const volatile int*>play.stop)[0]:
                    return False
                break
            take_option(play, <u32>index)
    if play.watch != NULL:
        tally(play)
    if play.host != NULL and (<const volatile int*>play.stop)[0]:
        return False
    if play.used != NULL:
        note_end(play.used, play.prog, st)
    play.trace = mix(play.trace, <u64><u32>st.winner << 32 | st.outcome)
    play.trace = mix(play.trace, <u64>st.turn << 32 | st.failure)
    return True


cdef Host prepare_play(
    Play* play, Program program, MatchTables match, bots, int samples, Progress progress
):
    """Fill what a thread plays with; gives the host of its Python players, ``None`` without any.

    The caller holds the host as long as it plays.

    :raises TefudaError: a bot is unknown, or needs what the ruleset has not.
    """
    memset(play, 0, sizeof(Play))
    if match.program is not program:
        raise TefudaError("these cards were set up for another program")
    if len(bots) != 2:
        raise TefudaError(f"{len(bots)} bots: expected one for each player")
    makers = [None, None]
    for player, bot in enumerate(bots):
        if callable(bot):
            makers[player] = bot
            play.bots[<int>player] = BOT_PYTHON
            continue
        if bot not in NATIVE_BOTS:
            raise TefudaError(f"bot {bot!r}: expected one of {', '.join(NATIVE_BOTS)}")
        if bot == "greedy" and program.prog.value_entry < 0:
            raise RulesetError(f"{program.name}: no value function, which bot 'greedy' needs")
        play.bots[<int>player] = NATIVE_BOTS.index(bot)
    if not 1 <= samples <= 1000:
        raise TefudaError(f"{samples} samples: expected 1 to 1000")
    play.prog = &program.prog
    play.match = &match.match
    play.none_words = program.none_words
    play.channel_cards = program.channel_cards
    play.rests = program.rests
    play.samples = samples
    play.stop = &progress.flag
    cdef Host host = None
    if makers != [None, None] or program.compiled.python:
        host = Host(blank_game(program, match), makers, progress)
        play.host = <void*>host
        play.game = host.game.state
        play.recording = True
    else:
        play.game = <State*>malloc(program.prog.layout.size)
    play.dealt = <State*>malloc(program.prog.layout.size)
    play.trial = <State*>malloc(program.prog.layout.size)
    if play.game == NULL or play.dealt == NULL or play.trial == NULL:
        free_play(play)
        raise MemoryError("no memory for games")
    return host


cdef void free_play(Play* play) noexcept nogil:
    # The game of Python players belongs to their host.
    if play.host == NULL:
        free(play.game)
    free(play.dealt)
    free(play.trial)
    free(play.record)
    play.game = play.dealt = play.trial = NULL
    play.record = NULL


def play_games(
    Program program not None,
    MatchTables match not None,
    seed,
    first_game,
    long count,
    Results results not None,
    long offset=0,
    *,
    bots=("random", "random"),
    int samples=1,
    Progress progress=None,
    Usage usage=None,
):
    """Play games number ``first_game`` and on without the GIL, into rows of ``results``.

    Game k depends on the seed, k and the bots alone. Threads call this on parts of the games; they
    may share ``results``, each with rows of its own.

    :param offset: the row of the first game.
    :param bots: names of the machine's own, or callables as :class:`Host` asks them; with these
        the lock of Python is taken for their decisions alone.
    :param samples: how many deals ``greedy`` tries each option on.
    :param usage: to which is added what the blocks of these games use.
    :returns: the games finished: less than ``count`` when stopped.
    :raises TefudaError: a bot or a seed is none, or rows are missing.
    """
    cdef Play play
    cdef long k, played = 0
    cdef i8[::1] winner = results.winner
    cdef i8[::1] first = results.first
    cdef u16[::1] outcome = results.outcome
    cdef u16[::1] failure = results.failure
    cdef u32[::1] failure_pc = results.failure_pc
    cdef u32[::1] decisions = results.decisions
    cdef unsigned long long[::1] offered = results.options
    cdef u32[::1] turns = results.turns
    cdef unsigned long long[::1] trace = results.trace
    cdef State* st
    cdef int lost
    cdef u64 start = check_seed(seed)
    cdef u64 first_number = check_seed(first_game, "number")
    if progress is None:
        progress = Progress()
    if count < 0 or offset < 0 or offset + count > len(results):
        raise TefudaError(f"{count} games from row {offset}: there are {len(results)} rows")
    host = prepare_play(&play, program, match, bots, samples, progress)
    if usage is not None:
        usage.names = [row.name for row in program.compiled.records]
        play.used = &usage.used
    with nogil:
        st = play.game
        for k in range(count):
            if not play_one(&play, start, first_number + <u64>k):
                break
            lost = st.failure != 0 and st.failure != E_DECISIONS
            winner[offset + k] = <i8>(-2 if lost else st.winner if st.winner >= 0 else -1)
            first[offset + k] = <i8>st.first
            outcome[offset + k] = <u16>st.outcome
            failure[offset + k] = <u16>st.failure
            failure_pc[offset + k] = st.failure_pc
            decisions[offset + k] = st.decisions
            offered[offset + k] = st.total_options
            turns[offset + k] = <u32>st.turn
            trace[offset + k] = play.trace
            # An instruction, too, may fail as a handler does: then nothing of Python is behind it.
            if play.host != NULL and (
                failure[offset + k] == E_BOT or failure[offset + k] == E_HANDLER
            ):
                with gil:
                    results.problems[offset + k] = (host.problem, taken_so_far(&play))
            played += 1
            progress.done = played
    free_play(&play)
    if host is not None:
        host.check()
    return played


def record_game(
    Program program not None,
    MatchTables match not None,
    seed,
    number,
    *,
    bots=("random", "random"),
    int samples=1,
    list problems=None,
):
    """Play one game as :func:`play_games` does; give the options taken, in order.

    Applied one by one to the game of that seed and number, they give the same game again.

    :param problems: to which is added what Python ended the game with, if it did.
    """
    cdef Play play
    cdef Progress progress = Progress()
    cdef u64 start = check_seed(seed)
    cdef u64 which = check_seed(number, "number")
    host = prepare_play(&play, program, match, bots, samples, progress)
    play.recording = True
    with nogil:
        play_one(&play, start, which)
    try:
        if host is not None:
            host.check()
            if host.problem is not None and problems is not None:
                problems.append(host.problem)
        if not play.recording:
            raise MemoryError("no memory for the options of a game")
        return taken_so_far(&play)
    finally:
        free_play(&play)


def seed_of_bot(seed, number, int player):
    """Give the seed of a player's bot in one game, as :func:`play_games` has it."""
    return seed_of(check_seed(seed), check_seed(number, "number"), STREAM_BOT + (player & 1))


def combined_trace(traces) -> str:
    """Give one hexadecimal hash over the hashes of games, in the order of their numbers."""
    cdef u64 h = 0
    cdef u64 one
    for trace in traces:
        one = trace
        h = mix(h, one)
    return f"{h:016x}"
