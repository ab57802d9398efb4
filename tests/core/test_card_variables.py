"""Variables of cards: each as wide as its type asks for, and never cut."""

from __future__ import annotations

from enum import IntEnum
from functools import cache
from typing import TypeAlias

import pytest
from msgspec.structs import replace

from tefuda import RulesetError, TefudaError, kernel
from tefuda.cards import CardData, CardPool
from tefuda.editor import GameEditor
from tefuda.errors import RuleFailure
from tefuda.game import Game as Played
from tefuda.kernel import Name, Printed, Small, choose, put
from tefuda.lang import compile_rules
from tefuda.lang import types as t
from tefuda.lang.program import CompiledProgram
from tefuda.lang.vocabulary import Variable, variable_rows
from tefuda.native import library
from tefuda.program import MatchTables, Program
from tefuda.rules import Rules, Visibility

Zone: TypeAlias = "kernel.Zone[Card]"
CARDS = 20


class Shade(IntEnum):
    """Few members."""

    NONE = -3
    DARK = 6


class Far(IntEnum):
    """Members that need more than a byte."""

    HERE = 0
    THERE = 128


class Beyond(IntEnum):
    """Members that need four."""

    NEAR = 0
    LOST = 1 << 20


class Tint(IntEnum):
    """Members, sets of which are small."""

    RED = 0
    BLUE = 6


class Tone(IntEnum):
    """Members, sets of which are not."""

    LOW = 0
    HIGH = 7


class Card(kernel.Card):
    """A card with a variable of every type."""

    owner: Player
    size: Printed[int]
    whole: int
    few: Small
    truth: bool
    mate: Card | None
    by: Player | None
    lies: Zone | None
    called: Name | None
    shade: Shade
    maybe: Tint | None
    far: Far
    beyond: Beyond
    tints: set[Tint]
    tones: set[Tone]
    players: set[Player]
    zones: set[Zone]


class Player(kernel.Player):
    """A player."""

    deck: Zone
    hand: Zone
    table: Zone
    seen: int


class Game(kernel.Game):
    """The game."""

    players: set[Player]
    turn_player: Player


rules = Rules("widths", summary="writes a number on a card, and reads it again")
game = rules.vocabulary(card=Card, player=Player, game=Game)
DECK = rules.zone("deck", capacity=CARDS, visible=Visibility.NOBODY)
HAND = rules.zone("hand", capacity=CARDS, visible=Visibility.OWNER, ordered=False)
TABLE = rules.zone("table", capacity=CARDS, in_play=True)
PICK = rules.ask("pick")
OVER = rules.outcome("over")
AMOUNT = rules.parameter("amount", 0, low=-(2**40), high=2**40, meaning="what is written")
WIDE = rules.parameter("wide", False, meaning="whether the variable of 32 bits is written")


@rules.setup
def set_up() -> None:
    """Deal a few cards."""
    for player in game.players:
        for _ in range(5):
            card = player.deck.top
            if card:
                put(card, HAND)


@rules.main
def play() -> None:
    """Write on the card that is picked, put it on the table, and read it there."""
    while True:
        me = game.turn_player
        card = choose(me, me.hand.cards, PICK)
        put(card, TABLE)
        if WIDE:
            card.whole = AMOUNT
            me.seen = card.whole
        else:
            card.few = AMOUNT
            me.seen = card.few
        put(choose(me, me.table.cards, PICK), HAND)


BITS = {
    "whole": 32,
    "few": 16,
    "truth": 8,
    "mate": 8,
    "by": 8,
    "lies": 8,
    "called": 16,
    "shade": 8,
    "maybe": 8,
    "far": 16,
    "beyond": 32,
    "tints": 8,
    "tones": 16,
    "players": 8,
    "zones": 32,
}


@cache
def compiled(amount: int = 0, wide: bool = False) -> CompiledProgram:
    cards = [CardData(f"W{n:02}", f"card {n:02}", {"size": n}) for n in range(CARDS)]
    return compile_rules(rules, CardPool(cards), {"amount": amount, "wide": wide})


def begun(program: CompiledProgram, *, native: bool = False) -> Played:
    made = Program(program)
    if native:
        library.use(made, make=True)
        assert made.native
    return Played(made, MatchTables(made, range(CARDS), range(CARDS)), seed=1)


def with_bits(bits: int, amount: int) -> CompiledProgram:
    """The rules, with a variable of so many bits for the number they write."""
    whole = compiled(amount, True)
    number = [row.name for row in whole.card_variables].index("whole")
    rows = list(whole.card_variables)
    rows[number] = replace(rows[number], bits=bits)
    return replace(whole, card_variables=tuple(rows))


def test_a_variable_is_as_wide_as_its_type_asks_for():
    assert {row.name: row.bits for row in compiled().card_variables} == BITS


def test_names_that_are_too_many_for_two_bytes_take_four():
    variables = {"called": Variable("called", t.NAME.maybe(), 0, -1, 16)}
    for names, bits in ((1 << 15, 16), ((1 << 15) + 1, 32)):
        assert [row.bits for row in variable_rows(variables, names=names)] == [bits]


@pytest.mark.parametrize("native", [False, pytest.param(True, marks=pytest.mark.packaging)])
@pytest.mark.parametrize("bits", [8, 16, 32])
def test_what_fits_is_kept_and_what_does_not_ends_the_game(bits, native):
    least, most = -(1 << bits - 1), (1 << bits - 1) - 1
    for amount in (least, -1, 0, most):
        game = begun(with_bits(bits, amount), native=native)
        game.apply(game.legal_actions[0])
        assert GameEditor(game).player_variable(game.turn_player, "seen") == amount
    for amount in (least - 1, most + 1, 1 << bits, (1 << 33) + 1):
        game = begun(with_bits(bits, amount), native=native)
        with pytest.raises(RuleFailure) as caught:
            game.apply(game.legal_actions[0])
        assert caught.value.code == 16
        assert caught.value.rule == "play"
        assert game.over


def test_a_small_number_ends_the_game_where_it_is_too_large():
    game = begun(compiled(1 << 15))
    with pytest.raises(RuleFailure) as caught:
        game.apply(game.legal_actions[0])
    assert caught.value.code == 16


#: What each variable is set to, and what it starts as.
VALUES = {
    "whole": (-(2**31), 0),
    "few": (-(2**15), 0),
    "truth": (1, 0),
    "mate": (2 * CARDS - 1, None),
    "by": (1, -1),
    "lies": (5, -1),
    "called": (CARDS - 1, -1),
    "shade": (-3, 0),
    "maybe": (6, -1),
    "far": (128, 0),
    "beyond": (1 << 20, 0),
    "tints": (65, 0),
    "tones": (129, 0),
    "players": (3, 0),
    "zones": (63, 0),
}


def test_variables_do_not_touch_one_another_and_begin_anew_with_another_object():
    game = begun(compiled(7))
    editor = GameEditor(game)
    hand = editor.zone(game.turn_player, "hand")
    for card in hand:
        for name, (value, initial) in VALUES.items():
            assert editor.card_variable(card, name) == initial, name
            editor.set_card_variable(card, name, value)
    for card in hand:
        for name, (value, _) in VALUES.items():
            assert editor.card_variable(card, name) == value, name
    beside = set(range(2 * CARDS)) - set(hand)
    for card in beside:
        for name, (_, initial) in VALUES.items():
            assert editor.card_variable(card, name) == initial, name
    # The card that is picked goes to the table and, as the only one there, back.
    game.apply(game.legal_actions[0])
    kept = {name: value for name, (value, _) in VALUES.items()}
    begun_anew = {name: initial for name, (_, initial) in VALUES.items()}
    found = [{name: editor.card_variable(card, name) for name in VALUES} for card in hand]
    assert found.count(kept) == 4
    assert found.count(begun_anew) == 1


def test_all_of_them_are_copied_saved_and_hashed():
    game = begun(compiled())
    editor = GameEditor(game)
    card = editor.zone(game.turn_player, "hand")[0]
    seen = {game.hash()}
    for name, (value, _) in VALUES.items():
        editor.set_card_variable(card, name, value)
        other = game.copy()
        restored = Played.restore(game.program, game.snapshot())
        for same in (other, restored):
            assert GameEditor(same).card_variable(card, name) == value
            assert same.hash() == game.hash()
        assert game.hash() not in seen, name
        seen.add(game.hash())


def test_a_deal_leaves_what_is_written_in_its_place():
    game = begun(compiled())
    editor = GameEditor(game)
    player = game.turn_player
    places = [(zone, k) for zone in ("hand", "deck") for k in range(5)]
    for zone, k in places:
        card = editor.zone(1 - player, zone)[k]
        for name in ("whole", "few", "shade"):
            editor.set_card_variable(card, name, 10 * k - 3)
    moved = False
    for seed in range(5):
        dealt = GameEditor(game.determinize(player, seed))
        for zone, k in places:
            card = dealt.zone(1 - player, zone)[k]
            moved |= card != editor.zone(1 - player, zone)[k]
            for name in ("whole", "few", "shade"):
                assert dealt.card_variable(card, name) == 10 * k - 3
    assert moved


@pytest.mark.parametrize(("name", "value"), [("few", 1 << 15), ("shade", -129), ("whole", 1 << 31)])
def test_the_editor_refuses_what_does_not_fit(name, value):
    game = begun(compiled())
    editor = GameEditor(game)
    with pytest.raises(TefudaError, match=f"{name!r}: {value} is outside {BITS[name]} bits"):
        editor.set_card_variable(0, name, value)
    assert editor.card_variable(0, name) == VALUES[name][1]


@pytest.mark.parametrize("change", [{"bits": 64}, {"bits": 12}, {"bits": 8, "initial": 128}])
def test_a_program_whose_variables_do_not_hold_their_beginning_is_refused(change):
    program = compiled()
    rows = (replace(program.card_variables[0], **change), *program.card_variables[1:])
    with pytest.raises(RulesetError, match="card variable 'whole': expected 8, 16 or 32 bits"):
        Program(replace(program, card_variables=rows))


class TooMuch(kernel.Card):
    """A card that starts with more than it holds."""

    owner: Player
    few: Small = 1 << 15


class Elsewhere(kernel.Player):
    """A player with what only cards have."""

    deck: Zone
    few: Small


@pytest.mark.parametrize(
    ("classes", "message"),
    [
        ({"card": TooMuch}, "Card.few: starts as 32768, which 16 bits do not hold"),
        ({"player": Elsewhere}, "Player.few: only a variable of cards is Small: expected int"),
    ],
)
def test_a_small_number_starts_small_and_is_a_variable_of_cards(classes, message):
    bad = Rules("bad", summary="says what it cannot have")
    bad.vocabulary(**{"card": Card, "player": Player, "game": Game, **classes})
    for zone in ("deck", "hand", "table"):
        bad.zone(zone, capacity=CARDS)
    with pytest.raises(RulesetError, match=message):
        compile_rules(bad, CardPool([]))
