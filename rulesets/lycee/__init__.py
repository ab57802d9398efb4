"""Lycee (the original game of 2005 to 2013): the ruleset, its cards and its decks.

The modules follow the rulebook: ``vocabulary`` (words), ``processes``, ``turn``, ``declarations``,
``entry``, ``areas_items``, ``battle``, ``basic`` abilities, the texts of cards in ``effects``
(declared) and ``statics`` (not declared), what card files compose texts of in ``terms`` and
``verbs``, ``value`` and ``decks``. README.md says for each clause of the rules where it is.
"""

from importlib.resources import files

from tefuda.plugins import hookimpl
from tefuda.rules import Rules
from tefuda.rulesets.lycee import (
    abilities,
    areas,
    areas_items,
    battle,
    decks,
    effects,
    entry,
    events,
    items,
    lists,
    marks,
    statics,
    terms,
    terms_values,
    triggers,
    turn,
    value,
    verbs,
    verbs_field,
)
from tefuda.rulesets.lycee.vocabulary import rules

_HERE = files(__name__)

rules.cell_names.update(
    (f"{row} {column}", (r, c))
    for r, row in enumerate(("AF", "DF"))
    for c, column in enumerate(("left", "centre", "right"))
)
for _name in ("real", "vanilla"):
    rules.cards_from(_HERE / "cards" / f"{_name}.json")
for _name in (
    "starter-snow",
    "starter-space",
    "starter-moon",
    "starter-garden",
    "vanilla",
    "sampler",
):
    rules.decks_from(_HERE / "decks" / f"{_name}.json")

__all__ = [
    "abilities",
    "areas",
    "areas_items",
    "battle",
    "decks",
    "effects",
    "entry",
    "events",
    "items",
    "lists",
    "marks",
    "rules",
    "statics",
    "tefuda_rulesets",
    "terms",
    "terms_values",
    "triggers",
    "turn",
    "value",
    "verbs",
    "verbs_field",
]


@hookimpl
def tefuda_rulesets() -> list[Rules]:
    """Give the ruleset."""
    return [rules]
