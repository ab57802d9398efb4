"""A rule change to Lycee in one file: who has two cards or fewer in hand draws one more.

Try it: ``tefuda compare lycee lycee+three_cards --plugin examples/one_file_rule_change.py``
"""

from __future__ import annotations

from tefuda.plugins import hookimpl
from tefuda.rules import Rules
from tefuda.rulesets.lycee.processes import draw
from tefuda.rulesets.lycee.turn import warm_up
from tefuda.rulesets.lycee.vocabulary import Player

change = Rules("three_cards", extends="lycee", summary="with few cards in hand draw three")


@change.wrap(warm_up)
def warm_up_with_few_cards(original, me: Player) -> None:
    """Draw as before, and a third card when the hand was small."""
    few = len(me.hand) <= 2
    original(me)
    if few:
        draw(me, 1)


@hookimpl
def tefuda_extensions() -> list[Rules]:
    """Offer the change under its name."""
    return [change]
