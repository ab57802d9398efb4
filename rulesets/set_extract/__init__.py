"""The set-and-extract game: nodes pay, cards are set on cards, interference resolves backwards.

The modules follow the rulebook: ``vocabulary`` (words), ``keywords``, ``processes`` (placing,
moving, setting, removal, damage), ``payment`` (nodes), ``declarations`` (playing, priority,
interference), ``battle``, ``turn``, ``searches``, the texts of cards in ``effects`` (declared) and
``statics`` (not declared), ``value`` and ``decks``. README.md says for each clause of the rules
where it is.
"""

from importlib.resources import files

from tefuda.plugins import hookimpl
from tefuda.rules import Rules
from tefuda.rulesets.set_extract import (
    battle,
    decks,
    declarations,
    effects,
    keywords,
    processes,
    searches,
    statics,
    turn,
    value,
)
from tefuda.rulesets.set_extract.vocabulary import rules

_HERE = files(__name__)

for _name in ("characters", "spells", "commands", "made_up"):
    rules.cards_from(_HERE / "cards" / f"{_name}.json")
for _name in ("lakeside", "mansion", "curios", "relics", "proving"):
    rules.decks_from(_HERE / "decks" / f"{_name}.json")

__all__ = [
    "battle",
    "decks",
    "declarations",
    "effects",
    "keywords",
    "processes",
    "rules",
    "searches",
    "statics",
    "tefuda_rulesets",
    "turn",
    "value",
]


@hookimpl
def tefuda_rulesets() -> list[Rules]:
    """Give the ruleset."""
    return [rules]
