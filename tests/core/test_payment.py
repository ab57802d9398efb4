"""Payments against what trying all sets of cards says."""

from __future__ import annotations

import os
from enum import IntEnum
from functools import cache
from typing import NamedTuple, TypeAlias

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given, settings
from scipy.sparse import csr_array
from scipy.sparse.csgraph import maximum_flow

from tefuda import kernel
from tefuda.cards import CardData, CardPool
from tefuda.editor import GameEditor
from tefuda.game import Game as Played
from tefuda.kernel import Counts, Printed, Stat, confirm, lacking, payable, useful
from tefuda.lang import compile_rules
from tefuda.native.library import attach, build
from tefuda.program import MatchTables, Program
from tefuda.rules import Rules

Zone: TypeAlias = "kernel.Zone[Card]"
CARDS = 60


class Colour(IntEnum):
    """What costs ask for; ANY is paid by all."""

    RED = 0
    GREEN = 1
    BLUE = 2
    ANY = 3


class Card(kernel.Card):
    """A card that pays and costs."""

    owner: Player
    points: Stat
    colours: Printed[set[Colour]]
    cost: Printed[Counts[Colour]]


class Player(kernel.Player):
    """A player, with what a payment is asked about and what is answered."""

    deck: Zone
    paying: set[Card]
    pool: set[Card]
    asked: set[Card]
    credit: Counts[Colour]
    need: Counts[Colour]
    short: int
    helping: set[Card]
    affordable: set[Card]


class Game(kernel.Game):
    """The game."""

    turn_player: Player


rules = Rules("payments", summary="asks all that there is to ask about a payment")
game = rules.vocabulary(card=Card, player=Player, game=Game)
DECK = rules.zone("deck", capacity=CARDS)
POINTS = rules.stat("points")
SCHEME = rules.payment(
    "scheme", points="points", colours="colours", cost="cost", any_member=Colour.ANY
)
AGAIN = rules.ask("again")
OVER = rules.outcome("over")


@rules.setup
def set_up() -> None:
    """Leave the cards where they are."""


@rules.main
def play() -> None:
    """Answer again and again."""
    while True:
        me = game.turn_player
        me.short = lacking(SCHEME, me.paying, me.credit, me.need)
        me.helping = useful(SCHEME, me.paying, me.credit, me.need, me.pool)
        me.affordable = payable(SCHEME, me.asked, me.pool)
        confirm(me, AGAIN)


# ---------------------------------------------------------------- the cards

#: Printed points; with those up to 15 alone the kernel searches in another way.
FEW = (0, 1, 2, 3, 5, 15)
POINTS_PRINTED = (*FEW, 16, 100, 254, 255, 300, -3)
SETS = 8
COSTS = (
    [0, 0, 0, 0],
    [0, 0, 0, 1],
    [1, 0, 0, 0],
    [0, 2, 0, 1],
    [1, 0, 1, 0],
    [2, 1, 1, 2],
    [0, 0, 127, 127],
    [127, 127, 127, 127],
)


def written(points: int, colours: int, cost: int) -> str:
    return f"P{points}.{colours}.{cost}"


@cache
def program() -> Program:
    cards = [
        CardData(
            written(points, colours, cost),
            written(points, colours, cost),
            {
                "points": points,
                "colours": colours,
                "cost": as_word(COSTS[cost]),
            },
        )
        for points in POINTS_PRINTED
        for colours in range(SETS)
        for cost in range(len(COSTS))
    ]
    return Program(compile_rules(rules, CardPool(cards)))


@pytest.fixture(
    scope="module",
    params=[False, pytest.param(True, marks=pytest.mark.packaging)],
    ids=["interpreted", "native"],
)
def played(request, tmp_path_factory) -> Program:
    """The program as either back end runs it."""
    if not request.param:
        return program()
    fast = Program(program().compiled)
    attach(fast, build(fast, tmp_path_factory.mktemp("native"), optimise="-O1"))
    assert fast.native
    return fast


@cache
def form_of(number: str) -> int:
    return [form.number for form in program().compiled.forms].index(number)


class Face(NamedTuple):
    """What a card pays and costs."""

    points: int
    colours: int
    cost: int


class Change(NamedTuple):
    """What is done to the points of a card."""

    card: int
    amount: int
    operation: str


class Case(NamedTuple):
    """A payment to be decided; cards by their number in `faces`."""

    faces: list[Face]
    forms: dict[int, Face]
    changes: list[Change]
    paying: set[int]
    credit: list[int]
    need: list[int]


@st.composite
def cases(draw: st.DrawFn, most: int = 8) -> Case:
    points = st.sampled_from(FEW if draw(st.booleans()) else POINTS_PRINTED)
    face = st.builds(Face, points, st.integers(0, SETS - 1), st.integers(0, len(COSTS) - 1))
    faces = draw(st.lists(face, min_size=1, max_size=most))
    number = st.integers(0, len(faces) - 1)
    amounts = st.integers(-3, 3) | st.sampled_from((-300, -16, 13, 16, 250, 300))
    change = st.builds(Change, number, amounts, st.sampled_from(("add", "set", "original")))
    count = st.integers(0, 4) | st.sampled_from((0, 16, 100, 127))
    unusual = draw(st.integers(0, 3)) == 0
    need = draw(st.lists(count, min_size=4, max_size=4))
    if draw(st.booleans()):
        # As most costs are, and decided by sums: in one colour, or in none.
        asked = (draw(st.integers(0, 3)), Colour.ANY)
        need = [n if colour in asked else 0 for colour, n in enumerate(need)]
    return Case(
        faces,
        draw(st.dictionaries(number, face, max_size=2)) if unusual else {},
        draw(st.lists(change, max_size=3)) if draw(st.booleans()) and unusual else [],
        draw(st.sets(number, max_size=3)) if draw(st.booleans()) else set(),
        draw(st.lists(count, min_size=4, max_size=4)) if draw(st.booleans()) else [0] * 4,
        need,
    )


# ---------------------------------------------------------------- what is right


class Purse:
    """What cards pay, and which sets of them suffice; a set of cards is a number's bits."""

    def __init__(self, points: list[int], colours: list[int]) -> None:
        self.points, self.colours = points, colours

    def missing(self, cards: int, need: list[int], credit: list[int]) -> int:
        """How much of the need the greatest flow from points to what they pay leaves."""
        paying = [
            (n, c)
            for k, (n, c) in enumerate(zip(self.points, self.colours, strict=True))
            if cards >> k & 1
        ]
        paying += [(n, 1 << colour & 7) for colour, n in enumerate(credit)]
        end = len(paying) + 5
        capacities = np.zeros((end + 1, end + 1), np.int32)
        for k, (amount, colours) in enumerate(paying, 5):
            capacities[0, k] = amount
            for colour in range(4):
                if colour == Colour.ANY or colours >> colour & 1:
                    capacities[k, 1 + colour] = amount
        capacities[1:5, end] = need
        return sum(need) - int(maximum_flow(csr_array(capacities), 0, end).flow_value)

    def sufficing(self, need: list[int], credit: list[int]) -> list[bool]:
        """Of every set of cards whether it pays, by the demand in each set of colours (Hall)."""
        cards = range(len(self.points))
        enough = [True] * (1 << len(cards))
        for some in (*range(1, 8), 15):
            lack = sum(
                n - c for k, (n, c) in enumerate(zip(need, credit, strict=True)) if some >> k & 1
            )
            if some < 8 and not any(n for k, n in enumerate(need) if some >> k & 1):
                continue
            paid = [0] * len(enough)
            for k in cards:
                adds = self.points[k] if some == 15 or self.colours[k] & some else 0
                for those in range(1 << k):
                    paid[those | 1 << k] = paid[those] + adds
            enough = [was and n >= lack for was, n in zip(enough, paid, strict=True)]
        return enough

    def useful(self, paying: int, need: list[int], credit: list[int]) -> int:
        """The cards that a payment with those cards contains from which none may be left out."""
        enough = self.sufficing(need, credit)
        found = 0
        for those, pays in enumerate(enough):
            if pays and those & paying == paying and those & ~found & ~paying:
                singles = [1 << k for k in range(len(self.points)) if those >> k & 1]
                if not any(enough[those & ~single] for single in singles):
                    found |= those
        return found & ~paying


def clamped(points: int) -> int:
    return min(max(points, 0), 255)


def as_word(counts: list[int]) -> int:
    return sum(n << 8 * k for k, n in enumerate(counts))


def bits(cards: list[int]) -> int:
    return sum(1 << card for card in cards)


def check(program: Program, case: Case) -> None:
    forms = sorted((form_of(written(*face)), face) for face in case.faces)
    faces = [face for _, face in forms]
    cards = range(len(faces))
    tables = MatchTables(program, [form for form, _ in forms], [forms[0][0]])
    game = Played(program, tables, seed=0)
    editor = GameEditor(game)
    editor.set_turn(player=0)
    points = [face.points for face in faces]
    for card, face in case.forms.items():
        editor.become(card, written(*face))
        faces[card], points[card] = face, face.points
    for card, amount, operation in case.changes:
        editor.modify([card], "points", amount, operation=operation)
    points = [editor.stat(card, "points") for card in cards]
    purse = Purse([clamped(n) for n in points], [face.colours for face in faces])
    for name, value in (
        ("paying", case.paying),
        ("pool", cards),
        ("asked", cards),
        ("credit", as_word(case.credit)),
        ("need", as_word(case.need)),
    ):
        editor.set_player_variable(0, name, value)
    game.apply(game.legal_actions[0])
    paying = bits(list(case.paying))
    short = purse.missing(paying, case.need, case.credit)
    assert (short == 0) == purse.sufficing(case.need, case.credit)[paying]
    assert editor.player_variable(0, "short") == short
    helping = 0 if short == 0 else purse.useful(paying, case.need, case.credit)
    assert bits(editor.player_variable(0, "helping")) == helping
    all_of_them = bits(list(cards))
    affordable = {
        card
        for card in cards
        if purse.missing(all_of_them & ~(1 << card), COSTS[faces[card].cost], [0] * 4) == 0
    }
    assert set(editor.player_variable(0, "affordable")) == affordable


@settings(max_examples=int(os.environ.get("TEFUDA_FUZZ", "1")) * 400, deadline=None)
@given(cases())
def test_payments_are_what_trying_every_set_of_cards_says(played, case):
    check(played, case)


def cards_of(*kinds: tuple[int, int, int]) -> list[Face]:
    """So many cards with these points and colours, without a cost."""
    return [Face(points, colours, 0) for count, points, colours in kinds for _ in range(count)]


RED = 1 << Colour.RED
#: Payments in one colour or none that need no search: cards, need, and the numbers of cards paid.
PLAIN = {
    "all cards are needed": (cards_of((2, 1, RED), (1, 2, 0)), [2, 0, 0, 2], set()),
    "all cards are needed beside those paid": (cards_of((2, 1, RED), (1, 2, 0)), [1, 0, 0, 3], {0}),
    "all cards would make a paid one superfluous": (
        cards_of((1, 1, RED), (2, 2, RED)),
        [4, 0, 0, 0],
        {0},
    ),
    "each card suffices": (cards_of((2, 1, RED), (1, 2, RED), (1, 3, RED)), [1, 0, 0, 0], set()),
    "each card suffices in no colour": (cards_of((2, 1, RED), (1, 2, 0)), [0, 0, 0, 1], set()),
    "each card suffices beside one paid": (cards_of((3, 2, RED)), [1, 0, 0, 3], {0}),
    "the dearest makes a paid one superfluous": (
        cards_of((1, 1, RED), (1, 1, RED), (1, 2, RED)),
        [2, 0, 0, 0],
        {0},
    ),
    "each card suffices, but for the colour": (
        cards_of((1, 2, RED), (1, 2, 0)),
        [1, 0, 0, 1],
        set(),
    ),
    "alike cards": (cards_of((4, 2, RED)), [3, 0, 0, 0], set()),
    "alike cards, one paid already": (cards_of((3, 1, 0), (1, 2, RED)), [0, 0, 0, 2], {0}),
    "what is not red cannot help": (cards_of((1, 1, RED), (2, 3, 0)), [1, 0, 0, 0], set()),
    "what is not red helps": (cards_of((1, 1, RED), (2, 3, 0)), [1, 0, 0, 1], set()),
    "what is not red has helped": (cards_of((1, 1, RED), (2, 3, 0)), [1, 0, 0, 3], {1}),
    "nothing is asked": (cards_of((2, 1, RED)), [0, 0, 0, 0], set()),
    "nothing suffices": (cards_of((2, 1, 0)), [1, 0, 0, 0], set()),
}


@pytest.mark.parametrize("name", PLAIN)
@pytest.mark.parametrize("credit", [[0] * 4, [1, 0, 0, 0], [0, 1, 0, 0]])
def test_payments_decided_without_a_search_are_what_trying_says(played, name, credit):
    faces, need, paying = PLAIN[name]
    check(played, Case(faces, {}, [], paying, credit, need))


@pytest.mark.parametrize("need", [[0, 0, 0, 1], [1, 0, 0, 0], [1, 1, 0, 0]])
def test_a_card_that_reads_another_form_pays_what_that_says(played, need):
    check(played, Case([Face(0, 0, 0)], {0: Face(1, RED, 0)}, [], {0}, [0] * 4, need))


@pytest.mark.parametrize("points", [(1, 2, 3, 5), (0, 1, 2, 3, 5, 15, 16)])
def test_no_card_helps_where_all_together_do_not_suffice(played, points):
    # So many kinds that a search would not come to its end.
    forms = sorted(form_of(written(n, colours, 0)) for n in points for colours in range(SETS))
    game = Played(played, MatchTables(played, forms, [forms[0]]), seed=0)
    editor = GameEditor(game)
    editor.set_turn(player=0)
    editor.set_player_variable(0, "pool", range(len(forms)))
    for need, pays in (([127, 127, 127, 0], False), ([1, 1, 0, 0], True)):
        editor.set_player_variable(0, "need", as_word(need))
        game.apply(game.legal_actions[0])
        assert bool(editor.player_variable(0, "helping")) is pays
