"""Proof: extract (S11.4), with looking, revealing and shuffling (S11.6 to S11.8).

An extracted card is out of its zone until the order that extracted it has been carried out. If it
was not moved by then it is back at its exact place; if the order could not be carried out it is
excluded from the game; if the zone is shuffled meanwhile it is left out.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TypeAlias

from tefuda import kernel
from tefuda.kernel import (
    BOTTOM,
    NO_CARDS,
    Printed,
    choose,
    confirm,
    effect_of,
    extract,
    fail,
    look,
    lose_game,
    offer,
    one,
    perform,
    put,
    put_all,
    random_card,
    reveal,
    shuffle,
    timing,
)
from tefuda.rules import Of, Rules, Visibility

rules = Rules("extract", summary="extracting cards")

Zone: TypeAlias = "kernel.Zone[Card]"


class Kind(IntEnum):
    """Kinds of card."""

    CHARACTER = 0
    SPELL = 1


class Card(kernel.Card):
    """A character or a spell."""

    owner: Player
    user: Player
    kind: Printed[Kind]


class Player(kernel.Player):
    """A player."""

    enemy: Player
    next: Player
    deck: Zone
    hand: Zone
    field: Zone
    play_area: Zone
    underworld: Zone
    excluded: Zone


class Game(kernel.Game):
    """The game."""

    turn_player: Player


game = rules.vocabulary(card=Card, player=Player, game=Game)

DECK = rules.zone("deck", capacity=40, visible=Visibility.NOBODY)
HAND = rules.zone("hand", capacity=40, visible=Visibility.OWNER, ordered=False)
FIELD = rules.zone("field", capacity=40, in_play=True)
PLAY_AREA = rules.zone("play_area", capacity=40)
UNDERWORLD = rules.zone("underworld", capacity=40)
EXCLUDED = rules.zone("excluded", capacity=40)

MAIN = rules.window("main", rest=True)
FOUND = rules.ask("found", "look for")
TAKEN = rules.ask("taken", "take")
GIVEN_UP = rules.ask("given_up", "give up")
ON_BOTTOM = rules.ask("on_bottom", "put it under the deck")

DRAWN = rules.timing_point("drawn", "Card")

LAST_TURN = rules.outcome("last_turn")


# ---------------------------------------------------------------- playing


@rules.procedure(clause="V9.3")
def playable(me: Player) -> set[Card]:
    """Any card in hand."""
    return me.hand.cards


@rules.action(MAIN, candidates=playable, clause="V9.3.b")
def play(me: Player, card: Card) -> None:
    """Extract the card from the hand to the play area, then carry out its text."""
    with extract(card):
        put(card, PLAY_AREA)
    if card.kind == Kind.CHARACTER:
        put(card, FIELD)
        return
    text = effect_of(card)
    if text:
        perform(text, me)
    put(card, UNDERWORLD)


@rules.procedure(clause="draw")
def draw(me: Player) -> None:
    """Draw the top card that is in the deck, if there is one."""
    card = me.deck.top
    if card:
        put(card, me.hand)
        timing(DRAWN, card)


@rules.procedure(clause="S11.4")
def top_cards(me: Player, n: int) -> set[Card]:
    """The n top cards of a deck, or all; an extracted card is not in it (S11.4.1)."""
    found: set[Card] = NO_CARDS
    place = len(me.deck)
    while place and len(found) < n:
        place -= 1
        card = me.deck[place]
        if card and not card.extracted:
            found = found | {card}
    return found


# ---------------------------------------------------------------- texts


@rules.effect("survey", clause="S11.4.3 S11.7")
def survey(me: Card, player: Player) -> None:
    """Look at three cards of the deck; you may take a character. The others are where they were."""
    found = top_cards(player, 3)
    with extract(found):
        look(player, found)
        characters = {c for c in found if c.kind == Kind.CHARACTER}
        card = choose(player, characters, TAKEN, optional=True)
        if card:
            put(card, HAND)


@rules.effect("genealogy", clause="S11.4.3 S11.4.5")
def genealogy(me: Card, player: Player) -> None:
    """Find up to two characters, shuffle; the enemy gives you one, the rest goes under the deck."""
    look(player, player.deck)
    found: set[Card] = NO_CARDS
    for _ in range(2):
        pool = {c for c in player.deck.cards - found if c.kind == Kind.CHARACTER}
        found = found | one(choose(player, pool, FOUND, optional=True))
    with extract(found):
        shuffle(player.deck)  # without them
        look(player.enemy, found)
        if found:
            put(choose(player.enemy, found, TAKEN), HAND)
        put_all({c for c in found if c.zone == player.deck}, DECK, at=BOTTOM)


@rules.effect("keepsake", clause="S11.4.3 S11.4.5")
def keepsake(me: Card, player: Player) -> None:
    """Extract a random card of the deck, shuffle: it is where it was."""
    card = random_card(player.deck)
    with extract(one(card)):
        shuffle(player.deck)


@rules.effect("sinking", clause="S11.4.3")
def sinking(me: Card, player: Player) -> None:
    """Reveal the top card; you may put it under the deck, which is a move inside the zone."""
    found = one(player.deck.top)
    with extract(found):
        reveal(found)
        if found and confirm(player, ON_BOTTOM):
            put_all(found, DECK, at=BOTTOM)


@rules.effect("under_the_rock", clause="S11.4.2")
def under_the_rock(me: Card, player: Player) -> None:
    """Extract the top card, draw two: the two below it. The top card stays on top."""
    with extract(one(player.deck.top)):
        draw(player)
        draw(player)


@rules.effect("pact", clause="S11.4.4")
def pact(me: Card, player: Player) -> None:
    """Extract two cards; for each, discard a hand card and take it. Else they are excluded."""
    found = top_cards(player, 2)
    with extract(found):
        look(player, found)
        for c in found:
            given = choose(player, player.hand, GIVEN_UP, optional=True)
            if given:
                put(given, UNDERWORLD)
                put(c, HAND)
            else:
                fail()


@rules.effect("echo", clause="S11.4")
def echo(me: Card, player: Player) -> None:
    """Extract the top card; if it is a spell, carry out its text as well. It stays on top."""
    card = player.deck.top
    if not card:
        return
    with extract(card):
        reveal(card)
        text = effect_of(card)
        if text:
            perform(text, player)


@rules.trigger(DRAWN, "thief", of=Of.ENEMY, clause="S11.4")
def thief(me: Card, card: Card) -> None:
    """When the enemy draws, look at the top card of that deck, extracted for the moment."""
    found = one(card.owner.deck.top)
    with extract(found):
        look(me.user, found)


# ---------------------------------------------------------------- around it


@rules.setup
def set_up() -> None:
    """Shuffle and draw four."""
    for p in game.players:
        shuffle(p.deck)
        for _ in range(4):
            draw(p)


@rules.main
def turns() -> None:
    """Draw, then up to three cards; ten turns."""
    while game.turn < 10:
        me = game.turn_player
        draw(me)
        actions = 3
        while actions and offer(me, MAIN):
            actions -= 1
        game.turn += 1
        game.turn_player = me.next
    lose_game(game.players, LAST_TURN)


def _card(number: str, name: str, kind: str, *texts: str) -> dict[str, object]:
    return {"number": number, "name": name, "words": {"kind": kind}, "abilities": list(texts)}


CARDS: list[dict[str, object]] = [
    _card("C1", "Sister", "character"),
    _card("C2", "Brother", "character"),
    _card("C3", "Cousin", "character"),
    _card("C4", "Aunt", "character"),
    _card("C5", "Uncle", "character"),
    _card("C6", "Thief", "character", "thief"),
    _card("E1", "Survey", "spell", "survey"),
    _card("E2", "Genealogy", "spell", "genealogy"),
    _card("E3", "Keepsake", "spell", "keepsake"),
    _card("E4", "Sinking", "spell", "sinking"),
    _card("E5", "Under the Rock", "spell", "under_the_rock"),
    _card("E6", "Pact", "spell", "pact"),
    _card("E7", "Echo", "spell", "echo"),
]
