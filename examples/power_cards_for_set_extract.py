"""Power cards in the set-and-extract game, in one file: under characters they pay as nodes do.

Try it: ``tefuda compare set_extract set_extract+power_nodes --plugin
examples/power_cards_for_set_extract.py``
"""

from __future__ import annotations

from collections.abc import Callable

from tefuda.kernel import choose, confirm, put_all
from tefuda.plugins import hookimpl
from tefuda.rules import Rules
from tefuda.rulesets.power_phase import add_power_phase
from tefuda.rulesets.set_extract.kinds import Destination
from tefuda.rulesets.set_extract.moves import land, place
from tefuda.rulesets.set_extract.payment import pay, purse
from tefuda.rulesets.set_extract.turn import begin_turn
from tefuda.rulesets.set_extract.vocabulary import UNDERWORLD, Card, Player

change = Rules("power_nodes", extends="set_extract", summary="cards under characters pay as nodes")


class PoweredCard(Card):
    """A card of the game, with its power cards."""

    power: set[Card]


change.vocabulary(card=PoweredCard)

SPEND = change.ask("spend_power", "pay with a power card")
POWER_PAYS = change.ask("power_pays", "pay with power")


@change.procedure(clause="power 1")
def power_bearers(me: Player) -> set[Card]:
    """The characters that may receive power cards."""
    return me.characters


power = add_power_phase(change, power_bearers)
power_under = power.power_under
set_power_cards = power.phase


@change.wrap(begin_turn)
def begin_turn_and_set(original: Callable[[Player], None], me: Player) -> None:
    """Put the phase behind the start of the turn."""
    original(me)
    set_power_cards(me)


@change.procedure(clause="power 2")
def own_power(me: Player) -> set[Card]:
    """The power cards that can pay."""
    return {p for c in me.characters for p in power_under(c)}


@change.wrap(purse)
def purse_with_power(original: Callable[[Player], int], me: Player) -> int:
    """Each power card pays a point."""
    return original(me) + len(own_power(me))


@change.wrap(pay)
def pay_with_power(original: Callable[[Player, int], None], me: Player, points: int) -> None:
    """Let power cards pay where nodes cannot or the player wants; they go to the underworld."""
    left = points
    spending = True
    while spending and left > 0 and own_power(me):
        nodes = purse(me) - len(own_power(me))
        spending = nodes < left or confirm(me, SPEND)
        if spending:
            place(choose(me, own_power(me), POWER_PAYS), Destination.UNDERWORLD)
            left = left - 1
    original(me, left)


@change.wrap(land)
def land_with_power(
    original: Callable[[Player, set[Card], set[Card]], None],
    by: Player,
    going: set[Card],
    fallen: set[Card],
) -> None:
    """Power cards go to the underworld when their character leaves the field."""
    left = {p for c in going | fallen for p in power_under(c)}
    original(by, going, fallen)
    put_all(left, UNDERWORLD)


@hookimpl
def tefuda_extensions() -> list[Rules]:
    """Offer the change."""
    return [change]
