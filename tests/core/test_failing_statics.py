"""Static abilities that fail: their game ends, the same under both back ends, and stays sound."""

from __future__ import annotations

from functools import cache
from typing import TypeAlias

import pytest

from tefuda import kernel
from tefuda.cards import AbilityUse, CardData, CardPool
from tefuda.editor import GameEditor
from tefuda.errors import GameError, RuleFailure, RunawayRule
from tefuda.game import Game as Played
from tefuda.kernel import Stat, bearing, choose
from tefuda.lang import compile_rules
from tefuda.lang.program import CompiledProgram
from tefuda.native.library import attach, build
from tefuda.program import MatchTables, Program
from tefuda.rules import Rules, Visibility

Zone: TypeAlias = "kernel.Zone[Card]"


class Card(kernel.Card):
    """A card with points."""

    owner: Player
    user: Player
    points: Stat


class Player(kernel.Player):
    """A player, with what the points of the cards chosen come to."""

    table: Zone
    sum: int
    swift: set[Card]


class Game(kernel.Game):
    """The game."""

    turn_player: Player


rules = Rules("failing", summary="asks for points that static abilities fail to give")
game = rules.vocabulary(card=Card, player=Player, game=Game)
TABLE = rules.zone("table", capacity=40, in_play=True, visible=Visibility.ALL)
POINTS = rules.stat("points")
SWIFT = rules.keyword("swift")
ASKED = rules.ask("asked")


@rules.procedure()
def on_table(me: Card) -> set[Card]:
    """The cards on its user's table."""
    return me.user.table.cards


@rules.continuous(stat=POINTS, who=on_table)
def endless(me: Card, card: Card) -> int:
    """An amount that never comes to an end."""
    n = 0
    while True:
        n += 1
        if n < 0:
            break
    return n


@rules.continuous(stat=POINTS)
def unsure(me: Card, card: Card) -> int:
    """An amount that fails."""
    assert me.user.sum > 0
    return 1


@rules.continuous(stat=POINTS)
def sure(me: Card, card: Card) -> int:
    """Its bearer has a point more."""
    return 1


@rules.procedure()
def nobody(me: Card) -> set[Card]:
    """A range that fails."""
    assert me.user.sum > 0
    return me.user.table.cards


@rules.continuous(stat=POINTS, who=nobody)
def unknown(me: Card, card: Card) -> int:
    """Whoever has it has a point more."""
    return 1


@rules.continuous(gives=SWIFT, who=nobody)
def teaches(me: Card) -> None:
    """Whoever has it is swift."""


@rules.setup
def set_up() -> None:
    """Leave the cards where they are."""


@rules.main
def play() -> None:
    """Choose a card, add its points, and find out who is swift, again and again."""
    me = game.turn_player
    while True:
        card = choose(me, me.table.cards, ASKED)
        me.sum += card.points
        me.swift = bearing(me.table.cards, SWIFT)


#: The text of each card.
TEXTS = ("unsure", "sure", "unknown", "endless", "endless", "teaches", "")


@cache
def compiled() -> CompiledProgram:
    """The rules with a card of each text."""
    cards = [
        CardData(f"S{n}", f"card {n}", {"points": 1}, (AbilityUse(text),) if text else ())
        for n, text in enumerate(TEXTS)
    ]
    return compile_rules(rules, CardPool(cards))


@pytest.fixture(
    scope="module",
    params=[False, pytest.param(True, marks=pytest.mark.packaging)],
    ids=["interpreted", "native"],
)
def program(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Program:
    """The program as either back end runs it."""
    made = Program(compiled())
    if request.param:
        attach(made, build(made, tmp_path_factory.mktemp("native"), optimise="-O0"))
        assert made.native
    return made


def begun(program: Program, *texts: str) -> Played:
    """A game of cards with these texts; cards of one text are different ones."""
    left = [*enumerate(TEXTS)]
    deck = []
    for text in texts:
        deck.append(next(pair for pair in left if pair[1] == text))
        left.remove(deck[-1])
    return Played(program, MatchTables(program, [n for n, _ in deck], []), seed=0)


def ended(game: Played, kind: type[GameError]) -> Played:
    """Choose the first card, whose points fail."""
    with pytest.raises(kind):
        game.apply(game.legal_actions[0])
    assert game.over
    return game


FAILING = pytest.mark.parametrize(
    ("texts", "kind"),
    [
        (("unsure", "sure", ""), RuleFailure),
        (("sure", "unknown", ""), RuleFailure),
        (("sure", "teaches", ""), RuleFailure),
        (("endless", "endless", "sure"), RunawayRule),
    ],
)


def test_a_second_rule_that_runs_away_does_not_begin(program):
    ended(begun(program, "endless", "endless", ""), RunawayRule)


@FAILING
def test_a_game_that_a_static_ability_ended_is_sound_and_comes_back(program, texts, kind):
    game = ended(begun(program, *texts), kind)
    assert game.check() == []
    again = Played.restore(program, game.snapshot())
    assert again.hash() == game.hash()
    assert again.outcome == game.outcome


@FAILING
def test_a_static_ability_that_fails_leaves_the_same_under_both_back_ends(program, texts, kind):
    interpreted = ended(begun(Program(compiled()), *texts), kind)
    assert ended(begun(program, *texts), kind).snapshot() == interpreted.snapshot()


def test_asking_from_outside_for_what_fails_leaves_nothing_behind(program):
    game = begun(program, "sure", "unknown", "")
    for _ in range(2):
        for card in range(3):
            with pytest.raises(GameError):
                GameEditor(game).stat(card, "points")
    view = game.view(0)
    assert [card.stats for zone in view.zones for card in zone.cards] == [{}, {}, {}]
    assert game.hash() == begun(program, "sure", "unknown", "").hash()
    ended(game, RuleFailure)
