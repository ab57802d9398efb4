"""Proof: leaving the field with set cards on set cards (S11.3.3, S11.1.2).

A card that leaves the field first has ``discard`` applied to what is set on it, level by level,
four windows to a level. Then it goes where it was told to go, and in the same instant all that was
still set lands on the underworlds in an order that a player chooses.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any, TypeAlias

from tefuda import kernel
from tefuda.kernel import (
    NO_CARDS,
    Flag,
    Place,
    Printed,
    attach,
    choose,
    drop,
    lose_game,
    offer,
    one,
    order,
    put,
    put_all,
    shuffle,
    still,
    timing,
)
from tefuda.rules import Of, Rules, Visibility

rules = Rules("leave_field", summary="leaving the field with a tree of set cards")

Zone: TypeAlias = "kernel.Zone[Card]"


class Kind(IntEnum):
    """Kinds of card."""

    CHARACTER = 0
    AMULET = 1


class Card(kernel.Card):
    """A character, or what is set on one."""

    owner: Player
    user: Player
    host: Card | None
    kind: Printed[Kind]
    set_cards: set[Card]
    being_discarded: Flag

    @property
    def tree(self) -> set[Card]:
        """All cards set on it, on those, and so on."""
        return self.set_cards | {c for s in self.set_cards for c in s.tree}


class Player(kernel.Player):
    """A player."""

    enemy: Player
    next: Player
    deck: Zone
    hand: Zone
    field: Zone
    underworld: Zone


class Game(kernel.Game):
    """The game."""

    turn_player: Player


game = rules.vocabulary(card=Card, player=Player, game=Game)

DECK = rules.zone("deck", capacity=30, visible=Visibility.NOBODY)
HAND = rules.zone("hand", capacity=30, visible=Visibility.OWNER, ordered=False)
FIELD = rules.zone("field", capacity=30, in_play=True)
UNDERWORLD = rules.zone("underworld", capacity=60)
SET_CARDS = rules.link("set_cards")

MAIN = rules.window("main", rest=True)
SET_ON = rules.ask("set_on", "set on")
ON_UNDERWORLD = rules.ask("on_underworld", "next on the underworld")
TAKEN_AWAY = rules.ask("taken_away", "return to hand")

# 破棄する, 破棄される, 破棄した, 破棄された場合
WOULD_DISCARD = rules.timing_point("would_discard", "Card", clause="S11.3.3.b")
WOULD_BE_DISCARDED = rules.timing_point("would_be_discarded", "Card", clause="S11.3.3.c")
DISCARDED = rules.timing_point("discarded", "Card", clause="S11.3.3.d")
WAS_DISCARDED = rules.timing_point("was_discarded", "Card", clause="S11.3.3.e")
MOVED = rules.timing_point("moved", "Card", "bool", clause="S11.1.2")

LAST_TURN = rules.outcome("last_turn")


@rules.record(capacity=24)
class Move(kernel.Record):
    """A card on its way from the field: who moves it, and where it was told to go."""

    by: Player
    card: Card
    to: Place


# ---------------------------------------------------------------- S11.3.3


@rules.procedure(clause="S11.3.3 S11.1.2")
def leave_field(by: Player, card: Card, to: Any) -> bool:
    """Move a field card elsewhere; true unless another effect took it away first."""
    m = Move(by=by, card=card, to=to)
    level = card.set_cards
    while level:  # g: as often as there are levels
        discard(m, {c for c in level if not c.being_discarded})  # a to e
        level = {c for s in level & card.tree for c in s.set_cards}  # f
    stays = still(card, m) and card.in_play
    if stays:  # else the move ended when the card was taken away (S11.1.2)
        falling = order(by, card.tree, ON_UNDERWORLD)
        put_all(falling, UNDERWORLD)  # h: one instant, each card to its owner's
        put(card, to)
    timing(MOVED, card, stays)
    drop(m)
    return stays


@rules.procedure(clause="S11.3.3.a-e")
def discard(m: Move, level: set[Card]) -> None:
    """Apply discard to one level of set cards; a window may take some of them away."""
    for c in level:
        c.being_discarded = True
    timing(WOULD_DISCARD, level)
    timing(WOULD_BE_DISCARDED, level & falling_with(m))
    timing(DISCARDED, level & falling_with(m))
    timing(WAS_DISCARDED, level & falling_with(m))


@rules.procedure(clause="S11.1.2")
def falling_with(m: Move) -> set[Card]:
    """What is being discarded and still hangs on the leaving card, while that is on its way."""
    if not still(m.card, m):
        return NO_CARDS
    return {c for c in m.card.tree if c.being_discarded}


@rules.procedure(clause="S11.3.1 S11.3.2")
def set_on(card: Card, host: Card) -> None:
    """Set a card on another; from field to field nothing else happens."""
    attach(card, host, SET_CARDS)
    for c in card.tree | one(card):
        c.being_discarded = False


# ---------------------------------------------------------------- texts that use the windows


@rules.procedure(clause="S11.3.1")
def other_hosts(card: Card) -> set[Card]:
    """Characters on which a card could be set instead: not its own, and not about to leave."""
    on_field = {c for p in game.players for c in p.field if c.kind == Kind.CHARACTER}
    return on_field - one(card.root)


@rules.trigger(WOULD_DISCARD, "clinging", of=Of.SELF, clause="text")
def clinging(me: Card, card: Card) -> None:
    """When it would be discarded it is set on another character instead, with all it carries."""
    hosts = other_hosts(me)
    if hosts:
        set_on(me, choose(me.user, hosts, SET_ON))


@rules.trigger(WOULD_BE_DISCARDED, "anchor", of=Of.SELF, clause="text")
def anchor(me: Card, card: Card) -> None:
    """When it would be discarded, what it is set on returns to its owner's hand."""
    host = me.host
    if host and host.in_play:
        leave_field(me.owner, host, HAND)


@rules.trigger(DISCARDED, "tidal", of=Of.SELF, clause="text")
def tidal(me: Card, card: Card) -> None:
    """When it has been discarded, return a character of the enemy to the hand."""
    others = {c for c in me.owner.enemy.field if c.kind == Kind.CHARACTER and c != me.root}
    if others:
        leave_field(me.owner, choose(me.owner, others, TAKEN_AWAY), HAND)


@rules.trigger(WAS_DISCARDED, "gathering", of=Of.OTHER, clause="text")
def gathering(me: Card, card: Card) -> None:
    """When another set card was discarded it is set on this character instead."""
    if card.root != me.root:
        set_on(card, me)


# ---------------------------------------------------------------- around it


@rules.procedure(clause="play")
def characters_in_hand(me: Player) -> set[Card]:
    """Characters that can enter."""
    return {c for c in me.hand if c.kind == Kind.CHARACTER}


@rules.action(MAIN, candidates=characters_in_hand)
def enter(me: Player, card: Card) -> None:
    """Put a character on the field."""
    put(card, me.field)


@rules.procedure(clause="play")
def hosts() -> set[Card]:
    """All cards on the field, set ones too: a card can be set on any of them."""
    lying = {c for p in game.players for c in p.field}
    return lying | {c for h in lying for c in h.tree}


@rules.procedure(clause="play")
def amulets_in_hand(me: Player) -> set[Card]:
    """Cards that can be set."""
    return {c for c in me.hand if c.kind == Kind.AMULET} if hosts() else NO_CARDS


@rules.action(MAIN, candidates=amulets_in_hand, text="set")
def play_amulet(me: Player, card: Card) -> None:
    """Set a card on any card on the field."""
    set_on(card, choose(me, hosts(), SET_ON))


@rules.procedure(clause="play")
def characters(me: Player) -> set[Card]:
    """All characters on the field."""
    return {c for p in game.players for c in p.field}


@rules.action(MAIN, candidates=characters, text="return to hand")
def return_to_hand(me: Player, card: Card) -> None:
    """Return a character to its owner's hand."""
    leave_field(me, card, HAND)


@rules.action(MAIN, candidates=hosts, text="return to deck")
def return_to_deck(me: Player, card: Card) -> None:
    """Return a field card, set or not, to the top of its owner's deck."""
    leave_field(me, card, DECK)


@rules.setup
def set_up() -> None:
    """Shuffle and draw six."""
    for p in game.players:
        shuffle(p.deck)
        for _ in range(6):
            draw(p)


@rules.procedure(clause="draw")
def draw(me: Player) -> None:
    """Draw a card if there is one."""
    card = me.deck.top
    if card:
        put(card, me.hand)


@rules.main
def turns() -> None:
    """Draw, then up to four actions; ten turns."""
    while game.turn < 10:
        me = game.turn_player
        draw(me)
        actions = 4
        while actions and offer(me, MAIN):
            actions -= 1
        game.turn += 1
        game.turn_player = me.next
    lose_game(game.players, LAST_TURN)


def _card(number: str, name: str, kind: str, *texts: str) -> dict[str, object]:
    return {"number": number, "name": name, "words": {"kind": kind}, "abilities": list(texts)}


CARDS: list[dict[str, object]] = [
    _card("C1", "Shrine Maiden", "character"),
    _card("C2", "Librarian", "character"),
    _card("C3", "Gatherer", "character", "gathering"),
    _card("S1", "Ribbon", "amulet"),
    _card("S2", "Grimoire", "amulet"),
    _card("S3", "Clinging Charm", "amulet", "clinging"),
    _card("S4", "Anchor", "amulet", "anchor"),
    _card("S5", "Tide Charm", "amulet", "tidal"),
]
