"""The power card game: characters are won over by face-down cards, which then pay.

The modules follow the rulebook: ``vocabulary`` (words), ``skills``, ``processes``, ``payment``,
``declarations`` (the stack, breaks, permanents, projects, fasts, effects), ``attack``, ``phase``
(the power card phase), ``turn``, the texts of cards in ``effects`` (declared) and ``statics`` (not
declared), ``value`` and ``decks``. README.md says for each clause of the rules where it is.
"""

from importlib.resources import files

from tefuda.plugins import hookimpl
from tefuda.rules import Rules
from tefuda.rulesets.power_card import (
    attack,
    decks,
    declarations,
    effects,
    phase,
    statics,
    turn,
    value,
)
from tefuda.rulesets.power_card.vocabulary import Faction, rules

_HERE = files(__name__)

rules.cell_names.update((f"{faction.name} party", (0, int(faction))) for faction in Faction)
for _name in (
    "characters",
    "breaks",
    "permanents",
    "projects",
    "fasts",
    "later",
    "made_up",
    "proving",
):
    rules.cards_from(_HERE / "cards" / f"{_name}.json")
for _name in (
    "white",
    "black",
    "red",
    "blue",
    "green",
    "yellow",
    "fleet",
    "proving_one",
    "proving_two",
):
    rules.decks_from(_HERE / "decks" / f"{_name}.json")

__all__ = [
    "attack",
    "decks",
    "declarations",
    "effects",
    "phase",
    "rules",
    "statics",
    "tefuda_rulesets",
    "turn",
    "value",
]


@hookimpl
def tefuda_rulesets() -> list[Rules]:
    """Give the ruleset."""
    return [rules]
