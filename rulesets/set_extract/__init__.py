"""The set-and-extract game: nodes pay, cards are set on cards, interference resolves backwards.

The modules follow the rulebook. Words: ``vocabulary``, ``kinds``, ``keywords``, ``parameters``,
``timings``, ``choices``. Processes: ``moves``, ``setting``, ``states``, ``removal``. Play:
``payment``, ``targets``, ``resolution``, ``interference``, ``playing``, ``using``, ``battle``,
``turn``. Texts of cards: declared ones in ``effects`` and ``activated`` with ``aims`` and
``searches``, the others in ``continuous``, ``answers``, ``entering``, ``falling``, ``triggers``.
README.md says for each clause of the rules where it is.
"""

from importlib.resources import files

from tefuda.plugins import hookimpl
from tefuda.rules import Rules

# Options come in the order in which actions are declared: plays, uses, then attack and defence.
from tefuda.rulesets.set_extract import playing, using

# isort: split
from tefuda.rulesets.set_extract import (
    activated,
    answers,
    battle,
    continuous,
    decks,
    effects,
    entering,
    falling,
    keywords,
    triggers,
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
    "activated",
    "answers",
    "battle",
    "continuous",
    "decks",
    "effects",
    "entering",
    "falling",
    "keywords",
    "playing",
    "rules",
    "tefuda_rulesets",
    "triggers",
    "turn",
    "using",
    "value",
]


@hookimpl
def tefuda_rulesets() -> list[Rules]:
    """Give the ruleset."""
    return [rules]
