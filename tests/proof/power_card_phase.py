"""Proof: the power card phase, sentence by sentence of its rulebook page.

Clauses R9 are those of the page: receivers, two ways of setting, any number up to the mind, Charge,
domination at the instant the phase ends. Around them stand only a draw, a way to play characters
and a way to pay with power cards, so that whole games can be played.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TypeAlias

from tefuda import kernel
from tefuda.kernel import (
    NO_CARDS,
    Flag,
    Printed,
    Stat,
    attach,
    choose,
    lose_game,
    offer,
    put,
    put_all,
    shuffle,
    timing,
)
from tefuda.rules import Of, Rules, Visibility

rules = Rules("power_card_phase", summary="the power card phase")

Zone: TypeAlias = "kernel.Zone[Card]"
Grid: TypeAlias = "kernel.Grid[Card]"


class Faction(IntEnum):
    """Factions; each player has a party of each."""

    DAWN = 0
    FROST = 1
    IRON = 2


class Kind(IntEnum):
    """Kinds of card; each can be a power card."""

    CHARACTER = 0
    PROJECT = 1


class Card(kernel.Card):
    """A character or a project; face down on a character it is a power card."""

    owner: Player
    user: Player
    kind: Printed[Kind]
    faction: Printed[Faction] = Faction.DAWN
    mind: Stat = 0
    charge: Stat = 0
    power: set[Card]
    was_dominated: Flag

    @property
    def full(self) -> bool:
        """Whether it holds as many power cards as its mind; mind 0 always does (R9.33)."""
        return len(self.power) >= self.mind


class Player(kernel.Player):
    """A player."""

    enemy: Player
    next: Player
    deck: Zone
    hand: Zone
    party: Grid
    dominion: Zone
    discard: Zone
    charged: int


class Game(kernel.Game):
    """The game."""

    turn_player: Player


game = rules.vocabulary(card=Card, player=Player, game=Game)

DECK = rules.zone("deck", capacity=40, visible=Visibility.NOBODY)
HAND = rules.zone("hand", capacity=40, visible=Visibility.OWNER, ordered=False)
PARTY = rules.zone("party", capacity=20, columns=3, in_play=True, meaning="influence area")
DOMINION = rules.zone("dominion", capacity=30, in_play=True)
DISCARD = rules.zone("discard", capacity=40)
POWER = rules.link("power", visible=Visibility.NOBODY)
MIND, CHARGE = rules.stat("mind"), rules.stat("charge")

MAIN = rules.window("main", rest=True)
POWER_CARD = rules.window("power_card", clause="R9.1")
RECEIVER = rules.ask("receiver", "set on")
PAID = rules.ask("paid", "pay with")

PHASE_STARTS = rules.timing_point("phase_starts", "Player")
POWER_SET = rules.timing_point("power_set", "Card", "Player", clause="R9.2")
DOMINATED = rules.timing_point("dominated", "Card", clause="R9.26")

OUT_OF_CARDS = rules.outcome("out_of_cards")
LAST_TURN = rules.outcome("last_turn")


# ---------------------------------------------------------------- the phase


@rules.procedure(clause="R9")
def power_card_phase(me: Player) -> None:
    """Set as many power cards as you like, both ways mixed; full active characters join you."""
    for c in me.dominion:
        c.was_dominated = True
    me.charged = 0
    timing(PHASE_STARTS, me)
    while offer(me, POWER_CARD):
        pass
    dominate(me)
    for c in me.dominion:
        c.was_dominated = False


@rules.procedure(clause="R9.5 R9.7 R9.22 R9.32")
def receivers(me: Player) -> set[Card]:
    """Own dominated characters and the active one of each party, short of their mind."""
    return {c for c in me.dominion.cards | active_characters(me) if not c.full}


@rules.procedure(clause="R8.2")
def active_characters(me: Player) -> set[Card]:
    """The top character of each own faction party."""
    return {party.top for party in me.party if party.top}


@rules.procedure(clause="R9.9 R9.15")
def cards_to_set(me: Player) -> set[Card]:
    """Any card in hand, while somebody can receive it."""
    return me.hand.cards if receivers(me) else NO_CARDS


@rules.action(POWER_CARD, candidates=cards_to_set, clause="R9.9")
def set_from_hand(me: Player, card: Card) -> None:
    """Set a hand card, face down, as a power card."""
    host = choose(me, receivers(me), RECEIVER)
    attach(card, host, POWER, face_down=True, known_to=me)
    timing(POWER_SET, host, me)


@rules.procedure(clause="R9.13 R9.18")
def charge_left(me: Player) -> int:
    """The Charge of those dominated since before the phase, less what was charged."""
    return sum(c.charge for c in me.dominion if c.was_dominated) - me.charged


@rules.procedure(clause="R9.16 R9.17 R9.21")
def can_charge(me: Player) -> bool:
    """Whether some Charge is left, a card to charge and somebody to receive it."""
    return charge_left(me) > 0 and me.deck.occupied and bool(receivers(me))


@rules.action(POWER_CARD, candidates=can_charge, clause="R9.10 R9.11 R9.19")
def charge(me: Player) -> None:
    """Set the top card of the deck, unseen, as a power card."""
    host = choose(me, receivers(me), RECEIVER)
    me.charged += 1
    card = me.deck.top
    if card:
        attach(card, host, POWER, face_down=True)
    timing(POWER_SET, host, me)


@rules.procedure(clause="R9.25 R9.28 R9.30 R9.34 R9.39")
def dominate(me: Player) -> None:
    """At the instant the phase ends every full active character moves, one of each party."""
    full = {c for c in active_characters(me) if c.full}
    put_all(full, me.dominion)
    timing(DOMINATED, full)


# ---------------------------------------------------------------- around the phase


@rules.procedure(clause="R8.1")
def characters_in_hand(me: Player) -> set[Card]:
    """Characters that can be played."""
    return {c for c in me.hand if c.kind == Kind.CHARACTER}


@rules.action(MAIN, candidates=characters_in_hand, clause="R8.1 R8.2")
def influence(me: Player, card: Card) -> None:
    """Play a character on top of the party of its faction."""
    put(card, me.party[card.faction])


@rules.procedure(clause="R9.23")
def able_to_pay(me: Player) -> set[Card]:
    """Dominated characters with a power card."""
    return {c for c in me.dominion if c.power}


@rules.action(MAIN, candidates=able_to_pay, text="use the power of", clause="R9.23")
def use_power(me: Player, card: Card) -> None:
    """Pay a power card, the one way to take it off, to draw a card."""
    put(choose(me, card.power, PAID), DISCARD)
    draw(me)


@rules.procedure(clause="R7.3")
def draw(me: Player) -> None:
    """Draw a card; who cannot loses."""
    card = me.deck.top
    if not card:
        lose_game(me, OUT_OF_CARDS)
    put(card, me.hand)


@rules.trigger(POWER_SET, "eager", of=Of.SELF, clause="text")
def eager(me: Card, card: Card, setter: Player) -> None:
    """When it receives a power card while active it moves to the dominion area at once."""
    if me.zone != me.user.dominion:
        put(me, me.user.dominion)


@rules.trigger(POWER_SET, "fickle", of=Of.FRIEND, clause="text")
def fickle(me: Card, card: Card, setter: Player) -> None:
    """When a friend receives a power card it returns to the hand; its own are discarded."""
    put_all(me.power, DISCARD)
    put(me, HAND)


@rules.setup
def set_up() -> None:
    """Shuffle and draw five."""
    for p in game.players:
        shuffle(p.deck)
        for _ in range(5):
            draw(p)


@rules.main
def turns() -> None:
    """Draw, play, set power cards: twelve turns."""
    while game.turn < 12:
        me = game.turn_player
        draw(me)
        while offer(me, MAIN):
            pass
        power_card_phase(me)
        game.turn += 1
        game.turn_player = me.next
    lose_game(game.players, LAST_TURN)


def _character(
    number: str, name: str, faction: str, mind: int, charge: int = 0, text: str = ""
) -> dict[str, object]:
    words = {"kind": "character", "faction": faction, "mind": mind, "charge": charge}
    return {
        "number": number, "name": name, "words": words, "abilities": [text] if text else []
    }  # fmt: skip


CARDS: list[dict[str, object]] = [
    _character("C0", "Mindless", "dawn", 0),
    _character("C1", "Novice", "dawn", 1),
    _character("C2", "Adept", "dawn", 2),
    _character("C3", "Master", "dawn", 3),
    _character("F1", "Guard", "frost", 1),
    _character("F2", "Charger", "frost", 2, 2),
    _character("F4", "Great Charger", "frost", 5, 4),
    _character("I1", "Eager Charger", "iron", 2, 1, "eager"),
    _character("I2", "Fickle Charger", "iron", 2, 3, "fickle"),
    {"number": "P1", "name": "Plan", "words": {"kind": "project"}},
    {"number": "P2", "name": "Scheme", "words": {"kind": "project"}},
]
