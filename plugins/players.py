"""Bots playing: what is asked of a Python bot at a decision, and what becomes of its answer."""

from __future__ import annotations

import inspect
import operator
from collections.abc import Callable, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from tefuda.decision import Decisions
from tefuda.errors import BotFailure, PluginError, TefudaError
from tefuda.failures import BOT_FAILURE
from tefuda.limited import OutOfLines, Stoppable, Stopped, call_limited
from tefuda.plugins.bots import Answers, Bot, BotLike, make_bot
from tefuda.plugins.manager import PluginLike, make_manager
from tefuda.seeds import check_seed
from tefuda.trouble import said, where
from tefuda.words import shown

if TYPE_CHECKING:
    from tefuda.game import Game
    from tefuda.nativebot import NativeBot

#: Sets what deals games anew for a bot apart from what it draws from.
_DEALS: Final = 0x6465616C73

#: What gives the action that is taken in a game.
Chooser: TypeAlias = "Callable[[Game], int]"
#: What makes the chooser of one player in one game, from a seed of its own.
Maker: TypeAlias = Callable[[int, int, Stoppable | None], Chooser]


def policy(bot: Bot) -> str | Maker:
    """Give what plays a bot in :func:`tefuda.playing.play_games`.

    :raises PluginError: its function cannot be called with a view and actions.
    """
    if bot.native is not None:
        return bot.native
    if bot.function is not None:
        _arguments(bot, bot.function)

    def make(player: int, seed: int, stop: Stoppable | None) -> Chooser:
        return _PythonPlayer(bot, player, seed, stop).choose

    return make


class BotPlayer:
    """A bot playing one player of one game that is played by hand.

    With the seed and number of the game it decides as in a simulation::

        players = [BotPlayer(bot, player, seed=7) for player, bot in enumerate(bots)]
        game = rules.new_game(seed=7)
        while not game.over:
            game.apply(players[game.player].choose(game))

    :param bot: the name of one, a :class:`Bot`, a function that plays, or a class of such.
    :param player: whom it plays: 0 or 1.
    :param seed: 0 to 2**64 - 1.
    :param number: which game of the seed.
    :param plugins: where a name is looked up beside what is installed.
    :raises TefudaError: an argument does not fit.
    """

    def __init__(
        self,
        bot: BotLike,
        player: int,
        *,
        seed: int,
        number: int = 0,
        plugins: Sequence[PluginLike] = (),
    ) -> None:
        """Hold what decides; nothing is asked yet."""
        if player not in (0, 1):
            raise TefudaError(f"player {shown(player)}: expected 0 or 1")
        self.bot = make_manager(plugins=plugins).bot(bot) if isinstance(bot, str) else make_bot(bot)
        self.player = player
        self._seed, self._number = check_seed(seed), check_seed(number, "number")
        self._native: NativeBot | None = None
        self._python: _PythonPlayer | None = None
        if self.bot.native is None:
            from tefuda.playing import seed_of_bot

            policy(self.bot)
            self._python = _PythonPlayer(
                self.bot, player, seed_of_bot(self._seed, self._number, player), None
            )

    def check(self, game: Game) -> None:
        """Ask nothing yet, but refuse a game that the bot cannot play.

        :raises TefudaError: it needs what the ruleset has not.
        """
        if self._python is None:
            self._at_table(game)

    def choose(self, game: Game) -> int:
        """Give the action that the bot takes; the game stays as it is.

        :raises BotFailure: the bot raised, gave no legal action, or did not come back.
        :raises TefudaError: the game does not wait for this player, or cannot be played by it.
        """
        if game.player != self.player:
            raise TefudaError(f"player {self.player} is not to decide")
        if self._python is not None:
            return self._python.choose(game)
        return self._at_table(game).choose(game)

    def catch_up(self, game: Game) -> None:
        """Take note of a choice of its player that was made already, before it is taken again."""
        if self._python is not None:
            self.choose(game)
        else:
            self._at_table(game).skip()

    def _at_table(self, game: Game) -> NativeBot:
        if self._native is None:
            from tefuda.nativebot import NativeBot

            self._native = NativeBot(
                game, self.bot.native or "", self.player, seed=self._seed, number=self._number
            )
        return self._native


class _PythonPlayer:
    """A Python bot playing one player of one game."""

    def __init__(self, bot: Bot, player: int, seed: int, stop: Stoppable | None) -> None:
        self.bot, self.player, self.stop = bot, player, stop
        self.decisions = Decisions(Random(seed), Random(seed ^ _DEALS))
        self.function: Answers | None = bot.function
        self.count = 0 if bot.function is None else _arguments(bot, bot.function)

    def choose(self, game: Game) -> int:
        """Ask the bot, and give its answer if it is one."""
        actions = tuple(game.legal_actions)
        if self.function is None:
            self.function = self.called(game, self.made, ())
            self.count = _arguments(self.bot, self.function)
        decision = self.decisions.begin(game)
        given = (game.view(self.player), actions, decision)[: self.count]
        try:
            number, text = self.called(game, _answer, (self.function, given))
        finally:
            self.decisions.end(decision)
        if number not in actions:
            raise self.failure(game, f"gave {text}, expected one of its {len(actions)} actions")
        return int(number)

    def made(self) -> Answers:
        """Give the function of this game."""
        assert self.bot.factory is not None
        return self.bot.factory()

    def called(self, game: Game, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        """Call something of the bot's, within its lines."""
        try:
            return call_limited(function, arguments, self.bot.lines, self.stop)
        except (Stopped, KeyboardInterrupt):
            raise
        except OutOfLines:
            raise self.failure(
                game, f"did not answer within {self.bot.lines} lines of Python"
            ) from None
        except BaseException as problem:
            raise self.failure(game, f"raised {said(problem)}{where(problem)}") from problem

    def failure(self, game: Game, what: str) -> BotFailure:
        """Give the error that ends a game."""
        decision = game.decisions + 1
        return BotFailure(
            f"{self.bot} {what} (player {self.player}, turn {game.turn}, decision {decision})",
            plugin=self.bot.plugin,
            name=self.bot.name,
            decision=decision,
            code=BOT_FAILURE,
        )


def _answer(function: Answers, given: tuple[Any, ...]) -> tuple[int | None, str]:
    """Call a bot and read its answer; both are its own doing, and count among its lines."""
    answer = function(*given)
    if isinstance(answer, bool):
        return None, repr(answer)
    try:
        return int(operator.index(answer)), shown(answer)
    except TypeError:
        return None, shown(answer)


def _arguments(bot: Bot, function: Any) -> int:
    """Give how many arguments a bot's function is called with: two, or three if it takes them.

    :raises PluginError: it takes neither.
    """
    if not callable(function):
        raise PluginError(f"{bot}: its factory gave {shown(function)}, expected a function")
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):  # compiled without one
        return 2
    for count in (3, 2):
        try:
            signature.bind(*[None] * count)
        except TypeError:
            continue
        return count
    raise PluginError(
        f"{bot}: takes {signature}, expected (view, actions) or (view, actions, decision)"
    )
