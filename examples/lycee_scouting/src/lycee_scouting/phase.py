"""The phase, its handler, and the text of a card that listens to it."""

from __future__ import annotations

from tefuda.kernel import BOTTOM, look, modify, put_all, some, timing
from tefuda.rules import Of, Rules
from tefuda.rulesets.lycee.turn import warm_up
from tefuda.rulesets.lycee.vocabulary import AP, DECK, END_OF_TURN, Card, Player

change = Rules("scouting", extends="lycee", summary="look at the next cards before drawing")

SCOUTING = change.timing_point("scouting", Player, clause="scouting 1", log=True)
SCOUTED = change.parameter("scouted", 2, low=0, high=5, meaning="cards seen in the scouting phase")
AWAY = change.ask("away", "lay under the deck")


@change.wrap(warm_up)
def scout_and_warm_up(original, me: Player) -> None:
    """Put the new phase before the cards are drawn."""
    timing(SCOUTING, me)
    original(me)


@change.on(SCOUTING)
def scout(me: Player) -> None:
    """Look at the top cards of the deck, and lay any of them under it."""
    seen = {c for c in me.deck if c.position >= len(me.deck) - SCOUTED}
    look(me, seen)
    put_all(some(me, seen, 0, SCOUTED, AWAY), DECK, at=BOTTOM)


@change.trigger(SCOUTING, of=Of.FRIEND)
def keen_eyed(me: Card, player: Player, *, ap: int = 1) -> None:
    """In each scouting phase of its player it gains AP until the end of the turn."""
    modify(me, AP, ap, until=END_OF_TURN)
