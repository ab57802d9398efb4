"""A game as users hold it: what may be done, doing it, looking at it, copying and saving it."""

from libc.stdlib cimport free, malloc
from libc.string cimport memset
from tefuda.block cimport block_copy, block_used
from tefuda.canon cimport canonical_hash
from tefuda.determinize cimport deal_unknown
from tefuda.knowledge cimport knowers
from tefuda.machine cimport (
    check_invariants,
    find_option,
    public_option,
    run,
)
from tefuda.program cimport MatchTables, Program
from tefuda.seeding cimport begin
from tefuda.snapshot cimport pack, unpack_state, unpack_tables
from tefuda.state cimport (
    CALLING,
    E_DECISIONS,
    NC,
    OVER,
    RUNNING,
    WAITING,
    Match,
    Prog,
    State,
    u32,
    u64,
)
from tefuda.trace cimport EV_ATTACHED, EV_CHOICE, EV_MOVED, EV_OVER, EV_TIMING, Event

from tefuda import texts, viewing
from tefuda.errors import IllegalAction, SnapshotError, TefudaError
from tefuda.failures import DECISION_LIMIT_REASON, failure_error, failure_text
from tefuda.handling import answer_handler
from tefuda.seeds import check_seed
from tefuda.views import Outcome

cdef enum:
    ONE_CARD = 1          # what a timing is about, as in timing.pxd
    EACH_CARD = 2


#: What copies and restored games are made with: their state is filled in at once.
cdef object BLANK = object()


cdef class Game:
    """One game of a ruleset, waiting for a player's choice or over.

    Made by ``Ruleset.new_game``; the rules have run up to the first choice.

    :param program: the rules.
    :param match: the cards of both players.
    :param seed: 0 to 2**64 - 1.
    :param number: which game of that seed; a batch of games numbers them so.
    :param log: keep the public events, for :meth:`log` and :attr:`timings`.
    :param stop_at_forced: wait at choices with a single option, too.
    :raises GameError: the rules failed before the first choice.
    """

    def __cinit__(self, *given, **options):
        self.state = NULL
        self.tracing = False
        self._turn = 0
        memset(&self.trace, 0, sizeof(Trace))
        if given and given[0] is BLANK:
            self.started = True
            return
        if len(given) < 2 or not isinstance(given[0], Program) or not isinstance(
            given[1], MatchTables
        ):
            raise TypeError("a game takes a program and its tables: use Ruleset.new_game(...)")
        # A game that a subclass never starts is one that is over, not one without a state.
        self.program = given[0]
        self.tables = given[1]
        self._events = []
        self.make_block()
        memset(self.state, 0, self.program.prog.layout.size)
        self.state.status = OVER
        self.state.winner = -1

    def __init__(
        self,
        Program program not None,
        MatchTables match not None,
        *,
        seed,
        number=0,
        log=False,
        stop_at_forced=False,
    ):
        if self.started:
            raise TefudaError("a game cannot be started twice")
        if match.program is not program:
            raise TefudaError("these cards were set up for another program")
        self.program = program
        self.tables = match
        self._events = []
        self.tracing = log
        self.trace.timings = 1
        self.started = True
        begin(
            &program.prog, program.none_words, &match.match, self.state,
            check_seed(seed), check_seed(number, "number"),
        )
        self.state.stop_at_forced = bool(stop_at_forced)
        self.go_on()

    def __dealloc__(self):
        free(self.state)
        free(self.trace.events)

    cdef int make_block(self) except -1:
        self.state = <State*>malloc(self.program.prog.layout.size)
        if self.state == NULL:
            raise MemoryError("no memory for a game")
        return 0

    cdef int go_on(self) except -1:
        cdef Trace* notes = &self.trace if self.tracing else NULL
        while run(&self.program.prog, &self.tables.match, self.state, notes) == CALLING:
            answer_handler(self, None)
        if self.tracing:
            self.keep_events()
        if self.state.failure and self.state.failure != E_DECISIONS:
            self.raise_failure()
        return 0

    cpdef int resume(self) except -1:
        """Run on from where the game was put by hand; for the editor."""
        self.state.status = RUNNING
        return self.go_on()

    cdef int keep_events(self) except -1:
        """Take over what was noted, with the turn and with who knows the card that it is about."""
        cdef u32 index
        cdef int seen
        cdef Event* event
        for index in range(self.trace.count):
            event = &self.trace.events[index]
            seen = event.seen_by
            if event.type in (EV_MOVED, EV_ATTACHED, EV_TIMING):
                self._turn = event.turn
            elif event.type == EV_OVER:
                self._turn = self.state.turn
            if event.type == EV_TIMING and event.b == ONE_CARD:
                seen = knowers(self.state, <int>(event.value & (NC - 1)))
            value = event.value
            if event.type == EV_TIMING and event.b == EACH_CARD:
                value = <u64>event.value | <object>event.more << 64
            self._events.append((
                event.type, event.a, event.b, seen, event.from_zone, event.from_pos,
                event.to_zone, event.to_pos, self._turn, event.extra, value,
                self._said if event.type == EV_CHOICE else None,
            ))
        self._turn = self.state.turn
        self.trace.count = 0
        if self.trace.failed:
            raise MemoryError("no memory for the log of a game")
        return 0

    cdef int raise_failure(self) except -1:
        if self._problem is not None:
            raise self._problem
        where = self.program.where(self.state.failure_pc)
        rule, line, file = (where[0].name, where[1], where[0].file) if where else (None,) * 3
        raise failure_error(self.state.failure, rule, line, file)

    # ------------------------------------------------------------ where it stands

    @property
    def over(self):
        """Whether the game has ended."""
        return self.state.status == OVER

    @property
    def outcome(self):
        """How the game ended; ``None`` while it goes on."""
        cdef State* st = self.state
        if st.status != OVER:
            return None
        if st.failure == E_DECISIONS:
            return Outcome(None, DECISION_LIMIT_REASON, st.turn, st.decisions)
        if st.failure:
            where = self.program.where(st.failure_pc)
            rule, line, file = (where[0].name, where[1], where[0].file) if where else (None,) * 3
            text = failure_text(st.failure, rule, line, file)
            if self._problem is not None:
                text = str(self._problem)
            return Outcome(None, "error", st.turn, st.decisions, text)
        winner = st.winner if st.winner >= 0 else None
        return Outcome(winner, self.program.compiled.outcomes[st.outcome], st.turn, st.decisions)

    @property
    def player(self):
        """Whose decision it is: 0 or 1; ``None`` when the game is over."""
        return self.state.chooser if self.state.status == WAITING else None

    @property
    def asked(self):
        """The name of the window or choice that it waits in; ``None`` when the game is over."""
        if self.state.status != WAITING:
            return None
        number = self.program.asked_at(self.state.pc)
        return None if number is None else self.program.compiled.verbs[number].name

    @property
    def turn(self):
        """The number of the turn; the first is 0."""
        return self.state.turn

    @property
    def turn_player(self):
        """Whose turn it is."""
        return self.state.turn_player

    @property
    def first_player(self):
        """Who began."""
        return self.state.first

    @property
    def decisions(self):
        """Choices made so far among two or more options."""
        return self.state.decisions

    @property
    def used_bytes(self):
        """Bytes of the game's block in use."""
        return block_used(&self.program.prog, <const char*>self.state)

    # ------------------------------------------------------------ playing

    @property
    def legal_actions(self):
        """What may be done now; empty when the game is over.

        An action is a number from 0 to 2**64 - 1 that means the same in every game of the
        ruleset: verb, what and where. Each is there once. Numbers and order depend only on what
        the player who decides may know: by verb, then known cards by card number, then unknown
        ones, each by place. As numbers they need not ascend.
        """
        cdef const Prog* prog = &self.program.prog
        cdef const Match* match = &self.tables.match
        cdef State* st = self.state
        cdef u32 index
        cdef list actions = []
        if st.status != WAITING:
            return actions
        for index in range(st.noptions):
            actions.append(public_option(prog, match, st, index))
        return actions

    def apply(self, action):
        """Do one of the legal actions, and go on to the next choice or the end.

        :raises IllegalAction: it is not legal; the game is unchanged.
        :raises GameError: the rules failed; the game is over, with the error in its outcome.
        """
        cdef u64 option
        cdef int index = -1
        if self.state.status == WAITING:
            try:
                option = action
                index = find_option(&self.program.prog, &self.tables.match, self.state, option)
            except (TypeError, OverflowError):
                index = -1
        if index < 0:
            self.refuse(action)
        self.answer(index)

    cdef int answer(self, u32 index) except -1:
        if self.tracing:
            self._said = viewing.option_text_of(self, index)
        self.state.answer = index
        if not self.program.compiled.python:
            return self.go_on()
        # Ctrl-C in the middle of a handler leaves the game as it was.
        cdef Game before = self.copy()
        try:
            return self.go_on()
        except KeyboardInterrupt:
            block_copy(&self.program.prog, <char*>self.state, <const char*>before.state)
            self._events, self._turn, self.trace.count = before._events, before._turn, 0
            raise

    def apply_unchecked(self, u32 index):
        """Do legal action number ``index``; for callers who know that it is there.

        An index that is too large is refused; nothing else is checked.

        :raises GameError: the rules failed; the game is over, with the error in its outcome.
        """
        if self.state.status != WAITING or index >= self.state.noptions:
            raise IllegalAction(f"action number {index}: expected an index into legal_actions")
        self.answer(index)

    def refuse(self, action):
        """Raise the error for an action that is not legal; it tells nothing that is hidden."""
        shown = f"{action:#x}" if isinstance(action, int) else repr(action)[:60]
        if self.state.status != WAITING:
            raise IllegalAction(f"action {shown}: the game is over ({self.outcome})")
        verbs = self.program.compiled.verbs
        meant = ""
        if isinstance(action, int) and 0 <= action >> 56 < len(verbs):
            meant = f" ({verbs[action >> 56].name.replace('_', ' ')})"
        raise IllegalAction(
            f"action {shown}{meant}: not legal for player {self.state.chooser} in turn "
            f"{self.state.turn}; expected one of legal_actions"
        )

    def copy(self):
        """Give a game that stands as this one and goes its own way."""
        cdef Game other = blank_game(self.program, self.tables)
        block_copy(&self.program.prog, <char*>other.state, <const char*>self.state)
        if self.tracing:
            other.tracing = True
            other.trace.timings = 1
            other._turn = self._turn
            other._events = list(self._events)
        other._problem = self._problem
        return other

    __copy__ = copy

    def __deepcopy__(self, memo):
        return self.copy()

    def __reduce__(self):
        raise TypeError("a game is not pickled: use snapshot() and Game.restore")

    # ------------------------------------------------------------ looking

    def hash(self):
        """Give a number from 0 to 2**64 - 1 for all that decides how the game can go on."""
        return canonical_hash(&self.program.prog, &self.tables.match, self.state)

    def check(self):
        """Give the invariants that do not hold; empty for a sound game."""
        broken = check_invariants(&self.program.prog, &self.tables.match, self.state)
        return [] if not broken else [texts.invariant_text(broken)]

    def view(self, player):
        """Give what one player may know, as plain values.

        :raises ValueError: there is no such player.
        """
        return viewing.view(self, _player(player))

    def action_text(self, action, viewer=None):
        """Say what a legal action does, as far as a player may know; else its own player.

        :raises IllegalAction: it is not legal now.
        """
        return viewing.action_text(self, action, viewer)

    def log(self, player, since=0):
        """Give the public events so far, as one player may see them.

        :param player: ``None``: all of them, for who may see the whole game.
        :param since: leave out the events before this number, as :attr:`logged` gave it then.
        :raises TefudaError: the game was not started with ``log=True``.
        """
        if not self.tracing:
            raise TefudaError("no log is kept: start the game with log=True")
        whose = -1 if player is None else _player(player)
        return viewing.log(self, whose, self._events[since:])

    @property
    def logged(self):
        """How many events are kept, hidden ones among them; 0 without ``log=True``."""
        return len(self._events) if self.tracing else 0

    @property
    def timings(self):
        """Names of the timing points raised so far, in order; needs ``log=True``."""
        if not self.tracing:
            raise TefudaError("no log is kept: start the game with log=True")
        channels = self.program.compiled.channels
        return [channels[event[1]].name for event in self._events if event[0] == EV_TIMING]

    def determinize(self, player, seed):
        """Give a copy in which all that a player does not know is dealt at random.

        The copy has random streams of its own. It keeps no log.

        :raises IllegalAction: another player is to decide: options tell what that player holds.
        """
        cdef Game other
        if self.state.status == WAITING and self.state.chooser != _player(player):
            raise IllegalAction(
                f"determinize for player {player}: player {self.state.chooser} is to decide"
            )
        other = self.copy()
        other.tracing = False
        other._events = None
        if other.state.status == WAITING:
            deal_unknown(
                &self.program.prog, &self.tables.match, other.state,
                self.program.channel_cards, _player(player), check_seed(seed),
            )
        return other

    # ------------------------------------------------------------ saving

    def snapshot(self):
        """Give the game as bytes, for :meth:`restore` under the same ruleset; without its log."""
        return pack(self.program, self.tables, self.state)

    @staticmethod
    def restore(ruleset, data):
        """Give the game of a snapshot.

        :param ruleset: the ruleset, or its program, under which the snapshot was taken.
        :raises SnapshotError: the bytes are damaged, or from another version or ruleset.
        """
        cdef Game game = Game.__new__(Game, BLANK)
        program = getattr(ruleset, "program", ruleset)
        if not isinstance(program, Program):
            raise SnapshotError(
                f"restore: {type(ruleset).__name__}, expected a ruleset that is loaded"
            )
        game.program = program
        game.tables = unpack_tables(game.program, data)
        game.make_block()
        unpack_state(game.program, game.tables, data, game.state)
        return game

    def __repr__(self):
        state = str(self.outcome) if self.over else f"player {self.player} to decide"
        return f"<Game {self.program.name} turn {self.turn}: {state}>"


cdef Game blank_game(Program program, MatchTables tables):
    cdef Game game = Game.__new__(Game, BLANK)
    game.program = program
    game.tables = tables
    game.make_block()
    return game


cdef _player(player):
    if player not in (0, 1):
        raise ValueError(f"player {player!r}: expected 0 or 1")
    return int(player)
