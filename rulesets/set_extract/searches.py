"""Finding cards: searching the deck, and the parts of a union (S11.4, V11.4)."""

from __future__ import annotations

from tefuda.kernel import choose, extract, one, put, reveal
from tefuda.rulesets.set_extract.choices import EXCLUDES, FOUND
from tefuda.rulesets.set_extract.kinds import Destination
from tefuda.rulesets.set_extract.moves import move
from tefuda.rulesets.set_extract.states import shuffle
from tefuda.rulesets.set_extract.vocabulary import HAND, Card, Player, rules


@rules.procedure(clause="S11.4.1 S11.4.3 S11.6")
def search_to_hand(player: Player, pool: set[Card]) -> None:
    """Let a player extract one of the cards, show it and take it; then shuffle."""
    found = choose(player, pool, FOUND, optional=True)
    if found:
        with extract(found):
            reveal(found)
            put(found, HAND)
    shuffle(player)


@rules.procedure(clause="V11.4")
def unite(me: Card, first: int, second: int, third: int) -> None:
    """Exclude one card of each listed person, or the union card itself; part of them is none."""
    chosen = part_of(me, first) | part_of(me, second)
    wanted = 2
    if third != 0:
        chosen = chosen | part_of(me, third)
        wanted = 3
    if len(chosen) == wanted:
        move(me.owner, chosen, Destination.EXCLUDED)
    else:
        move(me.owner, one(me), Destination.EXCLUDED)


@rules.procedure(clause="V11.4")
def part_of(me: Card, person: int) -> set[Card]:
    """Let the owner of a union name a card of a person on the own field, in hand or underworld."""
    owner = me.owner
    pool = {c for c in owner.field | owner.hand | owner.underworld if c.person == person}
    return one(choose(owner, pool - one(me), EXCLUDES, optional=True))
