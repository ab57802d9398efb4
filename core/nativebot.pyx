"""One of the machine's own bots, asked for its choice in a game that others play in, too."""

from tefuda.block cimport block_copy
from tefuda.game cimport Game
from tefuda.greedy cimport any_below, greedy_choice
from tefuda.machine cimport public_option
from tefuda.playing cimport BOT_GREEDY, Host, Play, Progress, free_play, prepare_play
from tefuda.program cimport Program
from tefuda.rng cimport splitmix
from tefuda.seeding cimport STREAM_BOT, seed_of
from tefuda.state cimport WAITING, State, u32, u64

from tefuda.errors import IllegalAction, TefudaError
from tefuda.seeds import check_seed


cdef class NativeBot:
    """A bot of the machine's own that plays one player of one game.

    Asked at each choice of its player in turn, it plays as it does in
    :func:`tefuda.playing.play_games`: equal seeds and numbers give equal games.

    :param game: the game to be played, or one of the same cards.
    :param bot: ``random`` or ``greedy``.
    :param player: whom it plays.
    :param seed: 0 to 2**64 - 1, that of the game.
    :param number: which game of that seed.
    :param samples: how many deals ``greedy`` tries each option on.
    :raises TefudaError: the bot is unknown, or needs what the ruleset has not.
    """

    cdef readonly Program program
    cdef readonly int player
    cdef Progress progress
    cdef Play play
    cdef Host host
    cdef bint ready

    def __cinit__(
        self, Game game not None, bot, int player, *, seed, number=0, int samples=1
    ):
        cdef u64 start = check_seed(seed)
        cdef u64 which = check_seed(number, "number")
        if player not in (0, 1):
            raise ValueError(f"player {player!r}: expected 0 or 1")
        self.program = game.program
        self.player = player
        self.progress = Progress()
        self.host = prepare_play(
            &self.play, game.program, game.tables, (bot, bot), samples, self.progress
        )
        self.ready = True
        self.play.streams[player] = seed_of(start, which, STREAM_BOT + player)

    def __dealloc__(self):
        if self.ready:
            free_play(&self.play)

    def choose(self, Game game not None):
        """Give one of the legal actions; the game stays as it is.

        :raises IllegalAction: another player is to decide, or nobody.
        """
        cdef u32 index
        cdef State* st = game.state
        if game.program is not self.program:
            raise TefudaError("the game is one of another program")
        if st.status != WAITING or st.chooser != self.player:
            raise IllegalAction(f"player {self.player} is not to decide")
        # Tables are alike in all games of the same cards, but not always the same object.
        self.play.match = &game.tables.match
        with nogil:
            block_copy(self.play.prog, <char*>self.play.game, <const char*>st)
            if self.play.bots[self.player] == BOT_GREEDY:
                index = greedy_choice(&self.play)
            else:
                index = any_below(&self.play.streams[self.player], st.noptions)
        return public_option(self.play.prog, self.play.match, st, index)

    def skip(self):
        """Leave one choice of its player to somebody else, as :meth:`choose` would go on."""
        splitmix(&self.play.streams[self.player])
