"""What a Python bot is told beside its player's view: texts, chance, and games dealt anew.

The game itself is out of its reach: no attribute gives it, and what a decision was asked for ends
with the decision.
"""

from tefuda.game cimport Game

from tefuda import viewing
from tefuda.errors import TefudaError


cdef class Decision:
    """One decision of a bot: read-only, and over when the bot has answered.

    ``player`` decides; ``number`` counts the decisions of the game, the first being 1; ``random``
    is the :class:`random.Random` of this bot in this game.
    """

    cdef Game game
    cdef object deals
    cdef readonly int player
    cdef readonly int number
    cdef readonly object random

    @property
    def texts(self):
        """What each of the actions does, in their order."""
        game = self.open()
        return tuple([
            viewing.option_text_of(game, index) for index in range(self.game.state.noptions)
        ])

    def deal(self):
        """Give a game that stands as this one, with all that the player does not know dealt anew.

        It is the bot's own, to try actions on; each call deals independently of the others.
        """
        game = self.open()
        return game.determinize(self.player, self.deals.getrandbits(64))

    cdef Game open(self):
        if self.game is None:
            raise TefudaError("the decision is over: ask what it offers before answering")
        return self.game

    def __repr__(self):
        return f"<Decision {self.number} of player {self.player}>"


cdef class Decisions:
    """Makes the decisions of one bot in one game, one after the other.

    :param random: what the bot draws from.
    :param deals: what deals games anew for it, apart from the other.
    """

    cdef object random
    cdef object deals

    def __init__(self, random, deals):
        self.random = random
        self.deals = deals

    def begin(self, Game game not None):
        """Give the decision that a game waits for."""
        cdef Decision made = Decision.__new__(Decision)
        made.game = game
        made.deals = self.deals
        made.player = game.state.chooser
        made.number = game.state.decisions + 1
        made.random = self.random
        return made

    def end(self, Decision decision not None):
        """End a decision: nothing can be asked of it any more."""
        decision.game = None
