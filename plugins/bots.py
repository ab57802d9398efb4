"""The bots that come with tefuda, and what a bot is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tefuda.plugins import hookimpl


@dataclass(frozen=True)
class Bot:
    """A way of playing.

    A bot is either one of the machine's own, which plays without Python, or a Python callable.
    """

    #: What ``--bots`` calls it: lower case letters, digits, underscores.
    name: str
    #: One line for lists.
    summary: str = ""
    #: The machine's policy that plays; ``None`` for a bot in Python.
    native: str | None = None
    #: What plays a bot in Python: called with the game, it gives the action taken.
    function: Callable[..., Any] | None = None
    #: The plugin that gave it; filled in by the manager.
    plugin: str = ""


RANDOM = Bot("random", "takes any option, each as likely", native="random")
GREEDY = Bot(
    "greedy", "takes the option that the ruleset rates best, seeing what it may know", "greedy"
)


@hookimpl
def tefuda_bots() -> list[Bot]:
    """Give the bots that run inside the machine."""
    return [RANDOM, GREEDY]
