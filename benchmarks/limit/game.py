"""The simplified game of the limit program, written in the rule language.

Sixty characters a deck without abilities; rules as in ``vanilla_lycee.c``: it draws, enters
characters for points of one attribute, attacks, defends, supports, damages decks. It raises the
same timing points as a full game would, reads stats through the fold and checks all capacities.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TypeAlias

from tefuda import kernel
from tefuda.cards import CardData, CardPool
from tefuda.kernel import (
    Counts,
    Flag,
    Printed,
    Stat,
    choose,
    lose_game,
    matching,
    offer,
    one,
    payable,
    put,
    shuffle,
    timing,
)
from tefuda.rules import Rules, Visibility

rules = Rules("limit_game", summary="the limit program's simplified game")

Zone: TypeAlias = "kernel.Zone[Card]"
Grid: TypeAlias = "kernel.Grid[Card]"


class Element(IntEnum):
    """Attributes of points."""

    NONE = 0
    FIRST = 1
    SECOND = 2
    ANY = 3


class Card(kernel.Card):
    """A character."""

    owner: Player
    ap: Stat
    dp: Stat
    sp: Stat
    ex: Printed[int]
    element: Printed[int]
    cells: Printed[int]
    cost: Printed[Counts[Element]]
    points: Printed[int]
    acted: Flag
    sick: Flag


class Player(kernel.Player):
    """A player."""

    enemy: Player
    deck: Zone
    hand: Zone
    field: Grid
    dust: Zone


class Game(kernel.Game):
    """The game."""

    turn_player: Player


game = rules.vocabulary(card=Card, player=Player, game=Game)
DECK = rules.zone("deck", capacity=60, visible=Visibility.NOBODY)
HAND = rules.zone("hand", capacity=60, visible=Visibility.OWNER, ordered=False)
FIELD = rules.zone("field", capacity=1, rows=2, columns=3, in_play=True)
DUST = rules.zone("dust", capacity=60)
AP, DP, SP = rules.stat("ap"), rules.stat("dp"), rules.stat("sp")
POINTS = rules.payment(
    "points", points="ex", colours="element", cost="cost", any_member=Element.ANY
)
CELL, PAYING = rules.ask("cell"), rules.ask("paying")
GUARDING, SUPPORTING, DISCARDING = rules.ask("guard"), rules.ask("support"), rules.ask("discard")
DECKED = rules.outcome("deck_empty")
MAIN = rules.window("main", rest=True)

TURN_START = rules.timing_point("turn_start", Player)
TURN_END = rules.timing_point("turn_end", Player)
UNTAPPED = rules.timing_point("untapped", Player)
DRAWN = rules.timing_point("drawn", Card)
BEFORE_DISCARD = rules.timing_point("before_discard", Card)
AFTER_DISCARD = rules.timing_point("after_discard", Card)
MILLED = rules.timing_point("milled", Card)
ENTERING = rules.timing_point("entering", Card)
ENTERED = rules.timing_point("entered", Card)
BEFORE_TAP = rules.timing_point("before_tap", Card)
AFTER_TAP = rules.timing_point("after_tap", Card)
ATTACK_DECLARED = rules.timing_point("attack_declared", Card)
DEFENCE_DECLARED = rules.timing_point("defence_declared", Card)
SUPPORT_DECLARED = rules.timing_point("support_declared", Card)
BATTLE_RESULT = rules.timing_point("battle_result", Card)
DAMAGE = rules.timing_point("damage", Card)
DAMAGED = rules.timing_point("damaged", Card)
DOWNED = rules.timing_point("downed", Card)
LEAVING = rules.timing_point("leaving", Card)
LEFT = rules.timing_point("left", Card)
ATTACK_ENDED = rules.timing_point("attack_ended", Card)


@rules.procedure()
def draw(me: Player, n: int) -> None:
    """Draw cards; an empty deck loses."""
    for _ in range(n):
        card = me.deck.top
        if not card:
            lose_game(me, DECKED)
        put(card, me.hand)
        timing(DRAWN, card)
    if not me.deck:
        lose_game(me, DECKED)


@rules.procedure()
def discard(card: Card) -> None:
    """Discard a hand card."""
    timing(BEFORE_DISCARD, card)
    put(card, DUST)
    timing(AFTER_DISCARD, card)


@rules.procedure()
def tap(card: Card) -> None:
    """Tap a character."""
    timing(BEFORE_TAP, card)
    card.acted = True
    timing(AFTER_TAP, card)


@rules.procedure()
def mill(me: Player, n: int) -> None:
    """Put cards from the deck to the dust box; an empty deck loses."""
    for _ in range(n):
        card = me.deck.top
        if not card:
            lose_game(me, DECKED)
        put(card, DUST)
        timing(MILLED, card)
    if not me.deck:
        lose_game(me, DECKED)


@rules.procedure()
def leave(card: Card) -> None:
    """A downed character leaves the field."""
    timing(LEAVING, card)
    put(card, DUST)
    timing(LEFT, card)


@rules.procedure()
def playable(me: Player) -> set[Card]:
    """Hand cards that can enter and be paid."""
    hand = me.hand.cards
    empty = me.field.empty_cells
    fitting = {c for c in hand if c.cells & empty}
    return payable(POINTS, fitting - matching(fitting, Card.name, me.field.cards), hand)


@rules.action(MAIN, candidates=playable)
def play(me: Player, card: Card) -> None:
    """Enter a character: name its cell, pay, place it."""
    cell = choose(me, me.field.at(card.cells & me.field.empty_cells), CELL)
    pay(me, card)
    timing(ENTERING, card)
    put(card, cell)
    card.sick = True
    timing(ENTERED, card)


@rules.procedure()
def pay(me: Player, card: Card) -> None:
    """Discard hand cards until the cost is met."""
    paid = 0
    while paid < card.points:
        fitting = {c for c in me.hand if c.element == card.element and c.ex and c != card}
        payment = choose(me, fitting, PAYING)
        paid += payment.ex
        discard(payment)


@rules.procedure()
def attackers(me: Player) -> set[Card]:
    """Characters of the attack row that may attack."""
    return {c for c in me.field.cards_at(7) if not c.acted and not c.sick}


@rules.procedure()
def supporters(me: Player, card: Card) -> set[Card]:
    """Untapped neighbours of a battler."""
    return {c for c in me.field.cards_at(neighbours(card.cell)) if not c.acted}


@rules.procedure()
def neighbours(cell: int) -> int:
    """The cells beside a cell, as bits: six in one number, eight bits for each cell."""
    return 0x142A1122150A >> 8 * cell & 0xFF


@rules.procedure()
def support(me: Player, card: Card) -> int:
    """Let a player's neighbours support; gives the sum of their SP."""
    total = 0
    while True:
        helper = choose(me, supporters(me, card), SUPPORTING, optional=True)
        if not helper:
            return total
        tap(helper)
        timing(SUPPORT_DECLARED, helper)
        total += helper.sp


@rules.action(MAIN, candidates=attackers)
def attack(me: Player, card: Card) -> None:
    """Attack the column: guard, supports, result."""
    you = me.enemy
    facing = you.field[1, 2 - card.column].top
    timing(ATTACK_DECLARED, card)
    guard: Card | None = None
    if facing and not facing.acted:
        guard = choose(you, one(facing), GUARDING, optional=True)
    tap(card)
    if guard:
        tap(guard)
        timing(DEFENCE_DECLARED, guard)
    bonus = support(me, card)
    if guard:
        shield = support(you, guard)
        battle(card, guard, bonus, shield)
    else:
        timing(DAMAGE, card)
        mill(you, kernel.original(card, AP))
        timing(DAMAGED, card)
    timing(ATTACK_ENDED, card)


@rules.procedure()
def battle(card: Card, guard: Card, bonus: int, shield: int) -> None:
    """Compare AP with DP; the downed leave."""
    timing(BATTLE_RESULT, card)
    guard_falls = card.ap + bonus > guard.dp + shield
    card_falls = guard.ap > card.dp
    if guard_falls:
        timing(DOWNED, guard)
        leave(guard)
    if card_falls:
        timing(DOWNED, card)
        leave(card)


@rules.setup
def set_up() -> None:
    """Shuffle and draw seven."""
    for p in game.players:
        shuffle(p.deck)
        draw(p, 7)


@rules.main
def turns() -> None:
    """One turn after the other."""
    while True:
        me = game.turn_player
        for c in me.field.cards:
            c.acted = False
            c.sick = False
        timing(UNTAPPED, me)
        timing(TURN_START, me)
        draw(me, 2 if game.turn else 1)
        while offer(me, MAIN):
            pass
        while len(me.hand) > 7:
            discard(choose(me, me.hand, DISCARDING))
        timing(TURN_END, me)
        game.turn += 1
        game.turn_player = me.enemy


def numbers(count: int = 120) -> list[dict[str, int]]:
    """The numbers of the limit program's cards, made by its generator."""
    x = 12345
    found = []
    for i in range(count):
        x = (x * 6364136223846793005 + 1442695040888963407) % (1 << 64)
        r = x >> 33
        cells = r >> 20 & 63
        found.append(
            {
                "element": 1 + (i % 60) // 30,
                "points": r % 4,
                "ex": 1 + (r >> 4) % 2,
                "ap": 1 + (r >> 8) % 4,
                "dp": 1 + (r >> 12) % 4,
                "sp": (r >> 16) % 3,
                "cells": cells or 63,
                "name": i % 60,
            }
        )
    return found


def pool() -> CardPool:
    """The 120 cards; the decks are the first and the last sixty."""
    cards = []
    for i, card in enumerate(numbers()):
        name = f"name {card['name']:02}"
        words = {k: v for k, v in card.items() if k != "name"}
        words["cost"] = card["points"] << 8 * card["element"]
        words["element"] = 1 << card["element"]
        cards.append(CardData(f"L{i:03}", name, words))
    return CardPool(cards)
