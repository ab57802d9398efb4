"""Bots at a table: the one place that asks a bot for its action in a game under way."""

from __future__ import annotations

from typing import Protocol

from tefuda.errors import PluginError
from tefuda.game import Game
from tefuda.nativebot import NativeBot
from tefuda.plugins.bots import Bot


class BotPlayer(Protocol):
    """A bot that plays one player of one game."""

    def choose(self, game: Game) -> int:
        """Give one of the legal actions; the game stays as it is."""

    def skip(self) -> None:
        """Take note that a choice of its player was made already, in a game that goes on."""


def bot_player(bot: Bot, game: Game, player: int, seed: int, number: int = 0) -> BotPlayer:
    """Give a bot a player of a game.

    :param seed: that of the game: equal ones give equal choices.
    :raises PluginError: the bot does not play at tables.
    :raises RulesetError: it needs what the ruleset has not.
    """
    if bot.native is None:
        raise PluginError(f"bot {bot.name!r}: only the machine's own bots play here")
    return NativeBot(game, bot.native, player, seed=seed, number=number)
