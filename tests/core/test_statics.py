"""Static abilities, whatever is asked in between: against what the places of the cards say."""

from __future__ import annotations

from enum import IntEnum
from functools import cache
from typing import TypeAlias

import hypothesis.strategies as st
from hypothesis import given, settings

from tefuda import kernel
from tefuda.cards import AbilityUse, CardData, CardPool
from tefuda.editor import GameEditor
from tefuda.game import Game as Played
from tefuda.kernel import (
    NO_CARDS,
    Counts,
    Printed,
    Stat,
    allowed,
    bearing,
    choose,
    confirm,
    lacking,
    put,
)
from tefuda.lang import compile_rules
from tefuda.program import MatchTables, Program
from tefuda.rules import Rules, StatOp, Visibility

Zone: TypeAlias = "kernel.Zone[Card]"


class Colour(IntEnum):
    """What a payment asks for."""

    RED = 0
    ANY = 1


class Card(kernel.Card):
    """A card that pays."""

    owner: Player
    user: Player
    points: Stat
    size: Printed[int]
    colours: Printed[set[Colour]]
    cost: Printed[Counts[Colour]]


class Player(kernel.Player):
    """A player, with what was found out."""

    deck: Zone
    hand: Zone
    table: Zone
    swift: set[Card]
    strong: set[Card]
    short: int
    credit: Counts[Colour]
    need: Counts[Colour]


class Game(kernel.Game):
    """The game."""

    turn_player: Player


rules = Rules("statics", summary="moves cards and asks what static abilities make of them")
game = rules.vocabulary(card=Card, player=Player, game=Game)
DECK = rules.zone("deck", capacity=40, visible=Visibility.ALL)
HAND = rules.zone("hand", capacity=40, visible=Visibility.OWNER)
TABLE = rules.zone("table", capacity=40, in_play=True)
POINTS = rules.stat("points")
SCHEME = rules.payment(
    "scheme", points="points", colours="colours", cost="cost", any_member=Colour.ANY
)
SWIFT = rules.keyword("swift")
MOVED, ABOUT_ABILITIES, ABOUT_STATS, ABOUT_PAYMENT = map(
    rules.ask, ("moved", "about_abilities", "about_stats", "about_payment")
)
OVER = rules.outcome("over")
MAY = rules.question("may", Card)
#: Points of cards that are called strong.
STRONG = 4
#: Up to so many cards on the table are few.
FEW = 3
#: The size of cards that can be hushed.
SMALL = 2
NEED = 30


@rules.procedure()
def on_table(me: Card) -> set[Card]:
    """The cards on its user's table."""
    return me.user.table.cards


@rules.continuous(stat=POINTS, who=on_table)
def rallies(me: Card, card: Card) -> int:
    """All on the table have one point more."""
    return 1


@rules.continuous(stat=POINTS)
def proud(me: Card, card: Card) -> int:
    """It has a point more for each card in hand."""
    return len(me.user.hand)


@rules.procedure()
def in_hand(me: Card) -> set[Card]:
    """The cards in its user's hand."""
    return me.user.hand.cards


@rules.continuous(stat=POINTS, op=StatOp.SET, who=in_hand)
def dear(me: Card, card: Card) -> int:
    """All in hand have five points."""
    return 5


@rules.procedure()
def few(me: Card) -> set[Card]:
    """The cards on the table while they are few."""
    table = me.user.table.cards
    return table if len(table) <= FEW else NO_CARDS


@rules.continuous(gives=SWIFT, who=few)
def swift_while_few(me: Card) -> None:
    """All on the table are swift while they are few."""


@rules.procedure()
def strong(me: Card) -> set[Card]:
    """The strong cards on the table, by what is not static."""
    return {c for c in me.user.table if c.points >= STRONG}


@rules.continuous(gives=SWIFT, who=strong)
def swift_if_strong(me: Card) -> None:
    """The strong cards on the table are swift."""


@rules.procedure()
def small(me: Card) -> set[Card]:
    """The small cards on the table."""
    return {c for c in me.user.table if c.size == SMALL}


@rules.continuous(negates=True, who=small)
def hushes(me: Card) -> None:
    """The small cards on the table have no abilities."""


@rules.setup
def set_up() -> None:
    """Leave the cards where they are."""


@rules.main
def play() -> None:
    """Move a card, and find out what is asked for, again and again."""
    me = game.turn_player
    while True:
        card = choose(me, me.hand | me.table | me.deck.cards, MOVED)
        put(card, TABLE if card.zone == HAND else HAND if card.zone == DECK else DECK)
        if confirm(me, ABOUT_ABILITIES):
            me.swift = bearing(me.table.cards, SWIFT)
        if confirm(me, ABOUT_STATS):
            me.strong = {c for c in me.hand | me.table if c.points >= STRONG}
        if confirm(me, ABOUT_PAYMENT):
            me.short = lacking(SCHEME, me.hand.cards, me.credit, me.need)


@rules.procedure()
def small_in_a_crowd(me: Card) -> set[Card]:
    """The small cards on the table while they are not few."""
    return small(me) if len(me.user.table) > FEW else NO_CARDS


@rules.continuous(negates=True, who=small_in_a_crowd)
def hushes_crowds(me: Card) -> None:
    """The small cards on the table have no abilities while more than a few lie there."""


@rules.answers(MAY)
def only_weak(me: Card, card: Card) -> bool:
    """Only cards of few points, by what is not static, may."""
    return card.points < STRONG


@rules.procedure()
def that_may(me: Card) -> set[Card]:
    """The cards on the table that may."""
    return {c for c in me.user.table if allowed(MAY, c)}


@rules.continuous(gives=SWIFT, who=that_may)
def swift_if_allowed(me: Card) -> None:
    """The cards on the table that may are swift."""


@rules.procedure()
def swift_ones(me: Card) -> set[Card]:
    """The swift cards on the table."""
    return bearing(me.user.table.cards, SWIFT)


@rules.continuous(stat=POINTS, who=swift_ones)
def rallies_swift(me: Card, card: Card) -> int:
    """The swift cards on the table have ten points more."""
    return 10


#: Printed points, size and text of each card.
CARDS = (
    (0, 1, None),
    (3, 1, None),
    (4, 2, None),
    (0, 1, "rallies"),
    (1, 2, "rallies"),
    (2, 1, "proud"),
    (0, 2, "proud"),
    (1, 1, "dear"),
    (1, 2, "dear"),
    (0, 1, "swift_while_few"),
    (2, 2, "swift_while_few"),
    (3, 1, "swift_if_strong"),
    (4, 2, "swift_if_strong"),
    (0, 1, "hushes"),
    (0, 2, "proud"),
    (0, 1, "hushes_crowds"),
    (0, 1, "only_weak"),
    (2, 1, "swift_if_allowed"),
    (1, 1, "rallies_swift"),
    (9, 1, None),
)


@cache
def tables() -> MatchTables:
    cards = [
        CardData(
            f"S{n:02}",
            f"card {n:02}",
            {"points": points, "size": size, "colours": 0, "cost": 0},
            (AbilityUse(text),) if text else (),
        )
        for n, (points, size, text) in enumerate(CARDS)
    ]
    return MatchTables(Program(compile_rules(rules, CardPool(cards))), range(len(CARDS)), [0])


class Model:
    """What holds of cards that lie in a hand and on a table, each with the face of some card."""

    def __init__(self, hand: set[int], table: set[int], faces: dict[int, int]) -> None:
        self.hand, self.table = hand, table
        self.faces = {card: CARDS[faces.get(card, card)] for card in hand | table}
        texts = {self.faces[card][2] for card in table}
        hushing = "hushes" in texts or ("hushes_crowds" in texts and len(table) > FEW)
        self.hushed = {c for c in table if self.faces[c][1] == SMALL and hushing}
        self.texts = [self.faces[card][2] for card in table - self.hushed]

    def points(self, card: int) -> int:
        points, _, text = self.faces[card]
        if card in self.hand:
            return 5 if "dear" in self.texts else points
        if text == "proud" and card not in self.hushed:
            points += len(self.hand)
        if card in self.swift():
            points += 10 * self.texts.count("rallies_swift")
        return points + self.texts.count("rallies")

    def swift(self) -> set[int]:
        strong = {card for card in self.table if self.faces[card][0] >= STRONG}
        found = set()
        if "swift_while_few" in self.texts and len(self.table) <= FEW:
            found = set(self.table)
        if "swift_if_strong" in self.texts:
            found |= strong
        if "swift_if_allowed" in self.texts:
            found |= self.table - strong if "only_weak" in self.texts else self.table
        return found - self.hushed


def answer(game: Played, text: str) -> None:
    """Take the option that is written so."""
    game.apply(next(a for a in game.legal_actions if text in game.action_text(a)))


def move(game: Played, card: int) -> None:
    """Choose a card to be moved."""
    was = GameEditor(game).where(card)
    for action in game.legal_actions:
        after = game.copy()
        after.apply(action)
        if GameEditor(after).where(card) != was:
            game.apply(action)
            return
    raise AssertionError(f"card {card} cannot be moved")


cards = st.integers(0, len(CARDS) - 1)
turned = st.none() | st.tuples(cards, cards)


@settings(max_examples=400, deadline=None)
@given(st.lists(st.tuples(cards, turned, *[st.booleans()] * 3), max_size=40))
def test_what_is_asked_between_two_changes_changes_no_answer(steps):
    game = Played(tables().program, tables(), seed=0)
    editor = GameEditor(game)
    editor.set_turn(player=0)
    editor.set_player_variable(0, "need", NEED << 8)
    known: dict[str, object] = {"swift": set(), "strong": set(), "short": 0}
    faces: dict[int, int] = {}
    for card, face, *asked in steps:
        move(game, card)
        if face is not None and face[0] in editor.zone(0, "table"):
            editor.become(face[0], f"S{face[1]:02}")
            faces[face[0]] = face[1]
        lying = set(editor.zone(0, "hand")), set(editor.zone(0, "table"))
        faces = {c: f for c, f in faces.items() if c in lying[1]}
        model = Model(*lying, faces)
        for yes in asked:
            answer(game, "yes" if yes else "no")
        if asked[0]:
            known["swift"] = model.swift()
        if asked[1]:
            cards = model.hand | model.table
            known["strong"] = {c for c in cards if model.points(c) >= STRONG}
        if asked[2]:
            known["short"] = max(0, NEED - sum(map(model.points, model.hand)))
        for name, value in known.items():
            found = editor.player_variable(0, name)
            assert (found if name == "short" else set(found)) == value, name
        assert game.check() == []
