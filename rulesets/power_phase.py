"""A phase in which hand cards are set face down under own characters, for whatever ruleset.

A change of a ruleset gives it the rule that says who may receive cards, puts the phase where it
belongs, and lets the cards do something there::

    power = add_power_phase(change, power_bearers)
    set_power_cards = power.phase


    @change.wrap(start_turn)
    def start_turn_and_set(original: Callable[[Player], None], me: Player) -> None:
        original(me)
        set_power_cards(me)

Neither the ruleset nor the power card game knows of it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tefuda import kernel
from tefuda.kernel import NO_CARDS, attach, choose, offer, timing
from tefuda.rules import Link, Rules, Visibility

#: The clause that the parts of the phase are under.
CLAUSE = "power 1"


class Card(kernel.Card):
    """A card that has power cards; a change's own ``Card`` has this word, too."""

    power: set[Card]


class Player(kernel.Player):
    """A player with a hand."""

    hand: kernel.Zone[Card]


@dataclass(frozen=True)
class PowerPhase:
    """The phase as it was added to a change, with what further rules can ask."""

    #: The rule of the phase: where a change calls it, the player sets cards, or none.
    phase: Callable[[Any], None]
    #: The power cards of a card.
    power_under: Callable[[Any], set[Any]]
    #: How power cards hang; ``card.power`` are those of a card.
    link: Link


def add_power_phase(
    change: Rules, characters: Callable[[Any], set[Any]], *, limit: int = 2
) -> PowerPhase:
    """Add the phase to a change: a link, a parameter ``power_limit``, a window and its action.

    :param change: rules that extend a ruleset whose players have a zone ``hand``. Their ``Card``
        declares ``power: set[Card]``.
    :param characters: a pure rule that gives the cards of a player that may receive power cards.
    :param limit: what ``power_limit`` is where a variant does not say otherwise, 0 to 8.
    :raises RulesetError: the change declares something of that name already.
    """
    link = change.link("power", visible=Visibility.NOBODY)
    most = change.parameter(
        "power_limit",
        limit,
        low=0,
        high=8,
        clause=CLAUSE,
        meaning="power cards under one character",
    )
    begins = change.timing_point("power_phase_begins", kernel.Player, clause=CLAUSE, log=True)
    window = change.window("power_cards", clause=CLAUSE)
    receiver = change.ask("receiver", "under")

    @change.procedure(clause=CLAUSE)
    def power_under(card: Card) -> set[Card]:
        """The power cards of a character."""
        return card.power

    @change.procedure(clause=CLAUSE)
    def power_phase(me: Player) -> None:
        """Let a player set cards as long as wanted and possible."""
        timing(begins, me)
        while offer(me, window):
            pass

    @change.procedure(clause=CLAUSE)
    def receivers(me: Player) -> set[Card]:
        """The own characters with fewer power cards than the limit."""
        return {c for c in characters(me) if len(power_under(c)) < most}

    @change.procedure(clause=CLAUSE)
    def settable_cards(me: Player) -> set[Card]:
        """All cards in hand, whatever they are, while there is a receiver."""
        return me.hand.cards if receivers(me) else NO_CARDS

    @change.action(window, candidates=settable_cards, text="set as power", clause=CLAUSE)
    def set_power(me: Player, card: Card) -> None:
        """Set a hand card face down; only its setter knows what it is."""
        attach(card, choose(me, receivers(me), receiver), link, face_down=True)

    return PowerPhase(power_phase, power_under, link)
