"""What cards of Crowns say; the card file names these functions."""

from __future__ import annotations

from tefuda.kernel import BOTTOM, confirm, look, one, put
from tefuda.rules import Of
from tefuda_crowns.vocabulary import CROWNS, DECK, KEEP, RANK, TRICK_WON, Card, Player, rules


def against(me: Card) -> set[Card]:
    """The enemy's card in this trick."""
    return me.owner.enemy.table.cards


@rules.trigger(TRICK_WON, of=Of.SELF)
def scout(me: Card, card: Card, other: Card) -> None:
    """When it wins: look at the top card of the deck, and keep it or lay it under the deck."""
    top = me.owner.deck.top
    if top:
        look(me.owner, one(top))
        if not confirm(me.owner, KEEP):
            put(top, DECK, at=BOTTOM)


@rules.trigger(TRICK_WON, of=Of.SELF)
def plunder(me: Card, card: Card, other: Card, *, crowns: int = 1) -> None:
    """When it wins: the other player loses crowns."""
    enemy = me.owner.enemy
    enemy.crowns = max(0, enemy.crowns - crowns)


@rules.answers(CROWNS, of=Of.SELF)
def purse(me: Card, crowns: int, card: Card, winner: Player) -> int:
    """Its crowns are its owner's: the enemy takes none of them."""
    return crowns if winner == me.owner else 0


@rules.continuous(stat=RANK, who=against)
def terrify(me: Card, card: Card, *, ranks: int = 1) -> int:
    """The card against it has less rank."""
    return -ranks
