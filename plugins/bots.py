"""The bots that come with tefuda, and what a bot is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass
from typing import Any, Final, TypeAlias

from tefuda.errors import PluginError
from tefuda.plugins import hookimpl
from tefuda.words import shown

#: Lines of Python that a bot may run for one decision, unless it says otherwise.
LINES: Final = 1_000_000

#: What answers: ``(view, actions)`` or ``(view, actions, decision)``, giving one of the actions.
Answers: TypeAlias = Callable[..., Any]


@dataclass(frozen=True)
class Bot:
    """A way of playing: one of the machine's own, or a Python callable.

    A function is given the player's :class:`~tefuda.views.View` and the legal actions as a tuple,
    and, when it takes a third argument, a :class:`~tefuda.decision.Decision`; it gives one of the
    actions. It is only asked where there are two or more. A bot that keeps something from one
    decision to the next has a ``factory``, which is called without arguments at the beginning of
    each game and gives that game's function: game *k* then depends on the seed and *k* alone.

    :raises PluginError: not exactly one of ``function``, ``factory``, ``native`` is given, or one
        of them is not what it should be.
    """

    #: What ``--bots`` calls it: lower case letters, digits, underscores.
    name: str
    #: One line for lists.
    summary: str = ""
    #: What plays, called for each decision.
    function: Answers | None = None
    _: KW_ONLY
    #: What gives the function of one game, called for each game.
    factory: Callable[[], Answers] | None = None
    #: The machine's policy that plays; ``None`` for a bot in Python.
    native: str | None = None
    #: Lines of Python that it may run for one decision; one more, and the game is lost to it.
    lines: int = LINES
    #: The plugin that gave it; filled in by the manager.
    plugin: str = ""

    def __post_init__(self) -> None:
        """Refuse what cannot play."""
        given = [w for w in (self.function, self.factory, self.native) if w is not None]
        if len(given) != 1:
            raise PluginError(f"{self}: expected one of function, factory and native")
        if self.native is None and not callable(given[0]):
            raise PluginError(f"{self}: {shown(given[0])}, expected a function")
        if type(self.lines) is not int or self.lines < 1:
            raise PluginError(f"{self}: lines {shown(self.lines)}, expected a number from 1")

    def __str__(self) -> str:
        return f"bot {self.name!r}" + (f" of plugin {self.plugin!r}" if self.plugin else "")


#: A bot as callers give it: its name, a bot, a function that plays, or a class of such.
BotLike: TypeAlias = str | Bot | Answers


def make_bot(thing: Bot | Answers) -> Bot:
    """Give a bot back, or make one of a function, or of a class, made anew for each game.

    :raises PluginError: it is neither.
    """
    if isinstance(thing, Bot):
        return thing
    if not callable(thing):
        raise PluginError(f"bot {shown(thing)}: expected a name, a Bot, or a function")
    name = str(getattr(thing, "__name__", type(thing).__name__)).strip("<>")
    if isinstance(thing, type):
        return Bot(name, factory=thing)
    return Bot(name, function=thing)


RANDOM = Bot("random", "takes any option, each as likely", native="random")
GREEDY = Bot(
    "greedy",
    "takes the option that the ruleset rates best, seeing what it may know",
    native="greedy",
)


@hookimpl
def tefuda_bots() -> list[Bot]:
    """Give the bots that run inside the machine."""
    return [RANDOM, GREEDY]
