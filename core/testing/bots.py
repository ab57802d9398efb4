"""The promises of bots, checked on games of any rulesets.

One line in the tests of a bot checks them all::

    check_bot(my_bot, "lycee", "set_extract")
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tefuda.errors import BotFailure, TefudaError
from tefuda.ruleset import Ruleset
from tefuda.testing.conformance import ConformanceError

if TYPE_CHECKING:
    from tefuda import BotPlayer
    from tefuda.game import Game


@dataclass
class CheckedBot:
    """What :func:`check_bot` went through."""

    games: int = 0
    #: Decisions of the bot.
    decisions: int = 0
    #: Its wins, of the games against ``random``.
    wins: int = 0


def check_bot(
    bot: Any,
    *rulesets: str | Ruleset,
    games: int = 3,
    seed: int = 1,
    decks: Sequence[Any] | None = None,
    plugins: Sequence[Any] = (),
) -> CheckedBot:
    """Check a bot's promises on games against ``random``, as either player, and against itself.

    Its answer is always legal, and comes; asking it changes nothing of the game; and game *k*
    depends on the seed and *k* alone: played again, by itself, and on two threads, it is the same.

    :param bot: as for :func:`tefuda.simulate`.
    :param rulesets: variants, or rulesets that are loaded; at least one.
    :param games: of each ruleset and pair of players.
    :param plugins: as for :func:`tefuda.load`.
    :raises ConformanceError: a promise is broken.
    :raises TefudaError: an argument does not fit.
    """
    if not rulesets:
        raise TefudaError("check_bot: no ruleset, expected at least one")
    import tefuda

    found = CheckedBot()
    for ruleset in rulesets:
        loaded = tefuda.load(ruleset, plugins) if isinstance(ruleset, str) else ruleset
        for bots in ((bot, "random"), ("random", bot), (bot, bot)):
            _Match(loaded, bots, bot, games, seed, decks, plugins, found).check()
    return found


class _Match:
    """Games of two bots, one of them under the checks."""

    def __init__(
        self,
        ruleset: Ruleset,
        bots: tuple[Any, Any],
        bot: Any,
        games: int,
        seed: int,
        decks: Sequence[Any] | None,
        plugins: Sequence[Any],
        found: CheckedBot,
    ) -> None:
        self.ruleset, self.bots, self.bot = ruleset, bots, bot
        self.games, self.seed, self.decks = games, seed, decks
        self.plugins, self.found = plugins, found

    def broken(self, what: str) -> ConformanceError:
        return ConformanceError(f"{self.ruleset.name}, seed {self.seed}: {what}")

    def check(self) -> None:
        """Play the games in several ways, and compare."""
        traces = {threads: self.simulated(threads) for threads in (1, 2)}
        if traces[1] != traces[2]:
            raise self.broken("on two threads the bot plays other games")
        # By hand and backwards: what one game leaves behind must not reach the next.
        ends = {number: self.played(number) for number in reversed(range(self.games))}
        for number in range(self.games):
            if self.played(number) != ends[number]:
                raise self.broken(f"game {number}, played again, is another")
        self.found.games += self.games

    def simulated(self, threads: int) -> str:
        """Give the trace of the games, which must end without an error."""
        import tefuda

        result = tefuda.simulate(
            self.ruleset,
            games=self.games,
            seed=self.seed,
            threads=threads,
            decks=self.decks,
            bots=self.bots,
            plugins=self.plugins,
        )
        for failure in result.failures:
            raise self.broken(f"game {failure.game}: {failure.message}")
        if threads == 1 and self.bots.count("random") == 1:
            self.found.wins += result.wins[self.bots.index(self.bot)]
        return result.trace_hash

    def played(self, number: int) -> int:
        """Play one game by hand, and give the hash of its end."""
        import tefuda

        game = self.ruleset.new_game(seed=self.seed, number=number, decks=self.decks)
        players = [
            tefuda.BotPlayer(bot, player, seed=self.seed, number=number, plugins=self.plugins)
            for player, bot in enumerate(self.bots)
        ]
        while not game.over:
            assert game.player is not None
            game.apply(self.asked(game, players[game.player], number))
        return game.hash()

    def asked(self, game: Game, player: BotPlayer, number: int) -> int:
        """Give a bot's answer, after which the game is what it was."""
        where = f"game {number}, decision {game.decisions + 1}"
        before = game.snapshot()
        try:
            action = player.choose(game)
        except BotFailure as failure:
            raise self.broken(f"{where}: {failure}") from failure
        if game.snapshot() != before:
            raise self.broken(f"{where}: asking the bot changed the game")
        if action not in game.legal_actions:
            raise self.broken(f"{where}: action {action:#x} is not legal")
        self.found.decisions += self.bots[player.player] is self.bot
        return action
