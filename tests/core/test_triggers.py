"""Triggers that wait: which of them run, in what order, and what is said about them."""

from __future__ import annotations

from functools import cache

import pytest

from tefuda import RulesetError
from tefuda.cards import AbilityUse, CardData, CardPool
from tefuda.editor import GameEditor
from tefuda.game import Game
from tefuda.lang import compile_rules
from tefuda.program import MatchTables, Program
from tefuda.rules import Rules
from tefuda.testing import check_game, inside

from . import small
from .small import PLAYED, Card, Fault

rules = Rules("waiting", extends="small")
AGREE = rules.ask("agree")
SIZE = 42
#: Cards with a text, by their place in the pool.
HELPED, HELPED_ANYWAY = 0, 1


@rules.procedure()
def poor(me: Card, card: Card) -> bool:
    """Tell whether the user has few points."""
    return me.user.score < 3


@rules.trigger(PLAYED, when=poor, rechecks=True, may=AGREE)
def helped(me: Card, card: Card) -> None:
    """Ten points for a player who has few."""
    me.user.score = me.user.score + 10


@rules.trigger(PLAYED, when=poor, may=AGREE)
def helped_anyway(me: Card, card: Card) -> None:
    """Ten points for a player who had few."""
    me.user.score = me.user.score + 10


@cache
def match_of(fault: Fault = Fault.NONE) -> MatchTables:
    texts = {HELPED: (AbilityUse("helped"),), HELPED_ANYWAY: (AbilityUse("helped_anyway"),)}
    cards = [
        CardData(f"S{n:02}", f"card {n:02}", {"power": 0, "size": n}, texts.get(n, ()))
        for n in range(SIZE)
    ]
    parameters = {"fault": fault, "limit": 100, "cards": 2}
    compiled = compile_rules(small.rules.extended([rules]), CardPool(cards), parameters)
    return MatchTables(Program(compiled), range(SIZE), range(SIZE))


def played(*numbers: int, fault: Fault = Fault.NONE, player: int = 1) -> Game:
    """A game in which a player with these cards on the table has played S30."""
    match = match_of(fault)
    found = Game(match.program, match, seed=1, log=True)
    while found.turn_player != player:
        take(found, "pass")
    editor = GameEditor(found)
    for number in numbers:
        editor.place(SIZE * player + number, player, "table")
    editor.place(SIZE * player + 30, player, "hand")
    editor.offer_again()
    take(found, "play card: S30")
    return found


def texts(game: Game) -> list[str]:
    return [game.action_text(action) for action in game.legal_actions]


def take(game: Game, text: str) -> None:
    """Take the first option whose text begins so."""
    at = next(at for at, shown in enumerate(texts(game)) if shown.startswith(text))
    game.apply(game.legal_actions[at])


def score(game: Game, player: int = 1) -> object:
    return GameEditor(game).player_variable(player, "score")


def test_a_trigger_that_rechecks_is_dropped_when_its_condition_has_lapsed():
    game = played(HELPED, HELPED_ANYWAY)
    take(game, "order triggers: helped_anyway ")
    take(game, "agree: yes")
    assert score(game) == 10
    assert not any("agree" in text for text in texts(game))


def test_a_trigger_that_does_not_recheck_runs_though_its_condition_has_lapsed():
    game = played(HELPED, HELPED_ANYWAY)
    take(game, "order triggers: helped ")
    take(game, "agree: yes")
    take(game, "agree: yes")
    assert score(game) == 20


def test_a_trigger_that_rechecks_runs_while_its_condition_holds():
    game = played(HELPED, HELPED_ANYWAY)
    take(game, "order triggers: helped_anyway ")
    take(game, "agree: no")
    take(game, "agree: yes")
    assert score(game) == 10


def test_the_order_of_triggers_is_asked_with_the_card_that_each_is_about():
    game = played(HELPED, HELPED_ANYWAY)
    for text in texts(game):
        source, about = text.split(", about ")
        assert "card 00" in source or "card 01" in source
        assert about.startswith("S30 card 30 (player 1's table")


def test_a_trigger_about_a_card_that_went_where_nobody_looks_does_not_say_where():
    game = played(HELPED, HELPED_ANYWAY)
    editor = GameEditor(game)
    editor.place(SIZE + 30, 1, "deck", bottom=True)
    editor.hide([SIZE + 30])
    for text in texts(game):
        assert text.endswith(", about an unknown card")


def test_a_timing_about_a_set_names_each_card_of_a_large_game():
    game = played(HELPED, 10, 20, fault=Fault.LOOK_BACK)
    take(game, "agree: no")
    raised = [raw[-1] for raw in inside.raw_events(game) if raw[0] == 6 and raw[2] == 2]
    assert raised
    assert all(raised[0] >> SIZE + number & 1 for number in (HELPED, 10, 20, 30))
    assert raised[0] >> 64


def test_a_game_with_triggers_that_wait_keeps_what_all_games_promise():
    found = check_game(played(HELPED, HELPED_ANYWAY), seed=3, every=2)
    assert found.decisions > 10


def test_a_game_that_the_limit_of_decisions_ended_is_taken_from_a_snapshot():
    match = match_of(Fault.NO_END_OF_CHOICES)
    game = Game(match.program, match, seed=1)
    while not game.over:
        actions = game.legal_actions
        game.apply(max(actions))
    assert Game.restore(match.program, game.snapshot()).outcome == game.outcome


@pytest.mark.parametrize("name", ["may", "order_triggers"])
def test_a_question_named_as_one_of_the_kernels_own_is_refused(name):
    more = Rules("more", extends="small")
    more.ask(name)
    with pytest.raises(RulesetError, match=f"'{name}' is declared as more than one"):
        compile_rules(small.rules.extended([more]), small.pool(), {})
