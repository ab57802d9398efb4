"""A game between persons and bots: played, recorded, saved as a replay and taken up again."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

from tefuda.decks import Deck, make_deck
from tefuda.errors import BotFailure, DeckError, ReplayError, ReplayMismatch
from tefuda.plugins.manager import Manager
from tefuda.plugins.players import BotPlayer
from tefuda.replay import Recorder, Replay, check_ruleset, steps, write_replay
from tefuda.ruleset import Ruleset
from tefuda.views import Event, Outcome

#: What stands for a person where bots are named.
PERSON = "person"


class Table:
    """One game with its players; what a person may know of it is asked by player.

    A saved game is a replay whose game is not over: it holds every option taken, so a game taken
    up again has the same log, the same random streams, and bots that go on as they would have.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        decks: tuple[Deck, Deck],
        players: tuple[str, str],
        seed: int,
        manager: Manager,
        number: int = 0,
    ) -> None:
        """Start a game.

        :param players: of each player the name of its bot, or :data:`PERSON`.
        :raises TefudaError: a bot does not play here, or the rules failed before the first choice.
        """
        self.ruleset, self.players, self.seed = ruleset, players, seed
        self.decks = decks
        self.game = ruleset.new_game(decks=decks, seed=seed, number=number, log=True)
        self._recorder = Recorder(self.game, ruleset, decks, seed, number, players)
        self._bots = {
            player: BotPlayer(manager.bot(name), player, seed=seed, number=number)
            for player, name in enumerate(players)
            if name != PERSON
        }
        for bot in self._bots.values():
            bot.check(self.game)
        #: Who gave up, if somebody did.
        self.conceded: int | None = None
        #: Why nobody plays on, if that is not by the rules.
        self.stopped: str | None = None
        #: How many choices persons made.
        self.made = 0
        # Of each player the number of events there were when its last choice was made.
        self._since = [0, 0]

    # ------------------------------------------------------------ playing

    @property
    def persons(self) -> list[int]:
        """The players that persons play."""
        return [player for player in range(2) if player not in self._bots]

    @property
    def over(self) -> bool:
        """Whether nobody is to decide any more."""
        return self.game.over or self.conceded is not None

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended by its rules; ``None`` also when somebody gave up."""
        return self.game.outcome

    def let_bots_play(
        self, held: Callable[[], AbstractContextManager[object]] = nullcontext
    ) -> None:
        """Let bots choose until a person is to decide or the game is over.

        :param held: held while an option is taken and written down, which must not be torn apart.
        :raises BotFailure: a bot raised, gave no legal action, or did not come back.
        """
        while not self.over and (player := self.game.player) in self._bots:
            assert player is not None
            try:
                action = self._bots[player].choose(self.game)
            except BotFailure as problem:
                self.stopped = str(problem)
                raise
            with held():
                self._take(player, action)

    def take(self, action: int) -> None:
        """Let the person who is to decide take one of the legal actions.

        An error of the rules ends the game and is its outcome.

        :raises IllegalAction: it is not legal; nothing was done.
        """
        assert self.game.player is not None
        self._take(self.game.player, action)
        self.made += 1

    def _take(self, player: int, action: int) -> None:
        logged = self.game.logged
        self._recorder.take(action)
        self._since[player] = logged

    def concede(self, player: int) -> None:
        """Let a player give up; the game itself stays where it is."""
        self.conceded = player
        self.stopped = f"player {player} gives up"

    # ------------------------------------------------------------ looking

    def news(self, player: int) -> list[Event]:
        """Give what happened since a player's last choice, as far as that player may know."""
        return self.game.log(player, self._since[player])

    # ------------------------------------------------------------ keeping

    def replay(self) -> Replay:
        """Give the game up to here as a replay, which says why nobody played on."""
        return self._recorder.replay(self.stopped)

    def save(self, file: Path) -> None:
        """Write the game to a file, from which it can go on; the file appears whole or not at all.

        :raises ReplayError: it cannot be written.
        """
        write_replay(self._recorder.replay(), file)

    @classmethod
    def resume(cls, replay: Replay, ruleset: Ruleset, manager: Manager, file: Path) -> Table:
        """Take up a saved game.

        :param file: where it comes from, for messages.
        :raises ReplayError: the rules have changed, nobody is to decide, no person plays, or the
            options recorded do not lead to the hashes recorded.
        :raises PluginError: one of its bots is not there.
        :raises BotFailure: a bot, thinking its choices over again, does not come to its end.
        """
        check_ruleset(replay, ruleset)
        if PERSON not in replay.bots:
            raise ReplayError(
                f"{file}: played by {replay.bots[0] or 'nobody'} and {replay.bots[1] or 'nobody'}, "
                f"expected a saved game with a {PERSON}"
            )
        if replay.outcome is not None:
            raise ReplayError(f"{file}: the game is over ({replay.outcome.reason})")
        if replay.stopped is not None:
            raise ReplayError(f"{file}: the game is over ({replay.stopped})")
        try:
            first, second = (make_deck(deck.cards, deck.name) for deck in replay.decks)
            table = cls(ruleset, (first, second), replay.bots, replay.seed, manager, replay.number)
            table._catch_up(replay)
        except (DeckError, ReplayMismatch) as problem:
            raise ReplayError(f"{file}: not a game that was played so: {problem}") from problem
        if table.game.over:
            raise ReplayError(f"{file}: the game is over ({table.game.outcome})")
        return table

    def _catch_up(self, replay: Replay) -> None:
        recorder, game = self._recorder, self.game
        for _option in steps(replay, game, recorder.take):
            player = game.player
            assert player is not None
            self._since[player] = game.logged
            if player in self._bots:
                self._bots[player].catch_up(game)
            else:
                self.made += 1
