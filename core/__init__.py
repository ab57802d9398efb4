"""Play trading card games fast, from rules that are plain Python functions."""

if __name__ != "tefuda":
    raise ImportError(f"the folder of {__name__!r} is a source folder: import 'tefuda' instead")

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from tefuda.errors import (
    BotFailure,
    CapacityExceeded,
    CardError,
    DeckError,
    GameError,
    HandlerFailure,
    IllegalAction,
    PluginError,
    PythonFailure,
    ReplayError,
    ReplayMismatch,
    RuleFailure,
    RulesetError,
    RuleSyntaxError,
    RunawayRule,
    SnapshotError,
    TefudaError,
    VariantError,
)

if TYPE_CHECKING:
    from tefuda.cards import CardData, CardPool
    from tefuda.decks import Deck
    from tefuda.game import Game
    from tefuda.plugins import hookimpl
    from tefuda.plugins.bots import Bot
    from tefuda.plugins.lab.comparison import compare
    from tefuda.plugins.lab.results import ComparisonResult, SimulationResult
    from tefuda.plugins.lab.simulation import simulate
    from tefuda.plugins.loading import load
    from tefuda.plugins.players import BotPlayer
    from tefuda.replay import Replay, read_replay
    from tefuda.rules import Rules
    from tefuda.ruleset import Ruleset

__version__ = "0.1.0"

#: Where the rest of the public names live; each loads when it is first used.
_HOMES: Final = {
    "Bot": "tefuda.plugins.bots",
    "BotPlayer": "tefuda.plugins.players",
    "CardData": "tefuda.cards",
    "CardPool": "tefuda.cards",
    "ComparisonResult": "tefuda.plugins.lab.results",
    "Deck": "tefuda.decks",
    "Game": "tefuda.game",
    "Replay": "tefuda.replay",
    "Rules": "tefuda.rules",
    "Ruleset": "tefuda.ruleset",
    "SimulationResult": "tefuda.plugins.lab.results",
    "compare": "tefuda.plugins.lab.comparison",
    "hookimpl": "tefuda.plugins",
    "load": "tefuda.plugins.loading",
    "read_replay": "tefuda.replay",
    "simulate": "tefuda.plugins.lab.simulation",
}

__all__ = [
    "Bot",
    "BotFailure",
    "BotPlayer",
    "CapacityExceeded",
    "CardData",
    "CardError",
    "CardPool",
    "ComparisonResult",
    "Deck",
    "DeckError",
    "Game",
    "GameError",
    "HandlerFailure",
    "IllegalAction",
    "PluginError",
    "PythonFailure",
    "Replay",
    "ReplayError",
    "ReplayMismatch",
    "RuleFailure",
    "RuleSyntaxError",
    "Rules",
    "Ruleset",
    "RulesetError",
    "RunawayRule",
    "SimulationResult",
    "SnapshotError",
    "TefudaError",
    "VariantError",
    "__version__",
    "compare",
    "hookimpl",
    "load",
    "read_replay",
    "simulate",
]


def __getattr__(name: str) -> Any:
    """Load a public name when it is first used."""
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    thing = getattr(import_module(home), name)
    globals()[name] = thing
    return thing


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})
