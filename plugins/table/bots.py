"""Bots at a table: the one place that asks a bot for its action in a game under way."""

from __future__ import annotations

from typing import Protocol

from tefuda.game import Game
from tefuda.nativebot import NativeBot
from tefuda.plugins.bots import Bot
from tefuda.plugins.players import BotPlayer


class AtTable(Protocol):
    """A bot that plays one player of one game."""

    def choose(self, game: Game) -> int:
        """Give one of the legal actions; the game stays as it is."""

    def catch_up(self, game: Game) -> None:
        """Take note of a choice of its player that was made already, before it is taken again."""


class _Native(NativeBot):
    """One of the machine's own bots: a choice it made costs nothing to be noted."""

    def catch_up(self, game: Game) -> None:
        self.skip()


def bot_player(bot: Bot, game: Game, player: int, seed: int, number: int = 0) -> AtTable:
    """Give a bot a player of a game.

    :param seed: that of the game: equal ones give equal choices.
    :raises PluginError: its function cannot be called with a view and actions.
    :raises RulesetError: it needs what the ruleset has not.
    """
    if bot.native is None:
        return BotPlayer(bot, player, seed=seed, number=number)
    return _Native(game, bot.native, player, seed=seed, number=number)
