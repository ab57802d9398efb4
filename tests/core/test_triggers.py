"""Triggers that wait: which of them run, in what order, and what is said about them."""

from __future__ import annotations

import ctypes
import platform
from functools import cache

import pytest

from tefuda import RulesetError
from tefuda.cards import AbilityUse, CardData, CardPool
from tefuda.editor import GameEditor
from tefuda.game import Game
from tefuda.kernel import held, later, settle, timing
from tefuda.lang import compile_rules
from tefuda.program import MatchTables, Program
from tefuda.rules import Of, Orderer, Rules, Runs
from tefuda.testing import check_game, inside
from tefuda.testing.options import asked_of

from . import small
from .small import PLAYED, Card, Fault

rules = Rules("waiting", extends="small")
AGREE = rules.ask("agree")
CALLED = rules.timing_point("called", Card)
RUNG = rules.timing_point("rung", Card, orderer=Orderer.EACH_OWN)
RUNG_AFTER = rules.timing_point("rung_after", Card, runs=Runs.AFTER, orderer=Orderer.EACH_OWN)
SIZE = 42
#: Cards with a text, by their place in the pool.
HELPED, HELPED_ANYWAY, RINGS, RINGS_AFTER = 0, 1, 2, 3
RUNG_ONE, RUNG_TWO, CALLED_ONE, AFTER_ONE, AFTER_TWO, REMEMBERS = 4, 5, 6, 7, 8, 9


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


@rules.trigger(PLAYED, of=Of.SELF)
def rings(me: Card, card: Card) -> None:
    """Ring and call at the same time."""
    with held():
        timing(RUNG, card)
        timing(CALLED, card)


@rules.trigger(PLAYED, of=Of.SELF)
def rings_after(me: Card, card: Card) -> None:
    """Ring, to be heard when this is done."""
    timing(RUNG_AFTER, card)
    settle()


@rules.trigger(RUNG)
def rung_one(me: Card, card: Card) -> None:
    """One point."""
    me.user.score = me.user.score + 1


@rules.trigger(RUNG)
def rung_two(me: Card, card: Card) -> None:
    """Two points."""
    me.user.score = me.user.score + 2


@rules.trigger(CALLED)
def called_one(me: Card, card: Card) -> None:
    """One point for who was called."""
    me.user.score = me.user.score + 1


@rules.trigger(RUNG_AFTER)
def after_one(me: Card, card: Card) -> None:
    """One point, afterwards."""
    me.user.score = me.user.score + 1


@rules.trigger(RUNG_AFTER)
def after_two(me: Card, card: Card) -> None:
    """Two points, afterwards."""
    me.user.score = me.user.score + 2


def remembered(card: Card | None) -> None:
    """Nothing comes of it."""


@rules.trigger(PLAYED, of=Of.SELF)
def remembers(me: Card, card: Card) -> None:
    """Keep one card for later, so that triggers of these rules have room for one kept value."""
    later(CALLED, remembered, card)


#: The text of each card that has one.
TEXTS = {
    HELPED: "helped",
    HELPED_ANYWAY: "helped_anyway",
    RINGS: "rings",
    RINGS_AFTER: "rings_after",
    RUNG_ONE: "rung_one",
    RUNG_TWO: "rung_two",
    CALLED_ONE: "called_one",
    AFTER_ONE: "after_one",
    AFTER_TWO: "after_two",
    REMEMBERS: "remembers",
}


@cache
def match_of(fault: Fault = Fault.NONE) -> MatchTables:
    texts = {n: (AbilityUse(name),) for n, name in TEXTS.items()}
    cards = [
        CardData(f"S{n:02}", f"card {n:02}", {"power": 0, "size": n}, texts.get(n, ()))
        for n in range(SIZE)
    ]
    parameters = {"fault": fault, "limit": 100, "cards": 2}
    compiled = compile_rules(small.rules.extended([rules]), CardPool(cards), parameters)
    return MatchTables(Program(compiled), range(SIZE), range(SIZE))


def played(
    *numbers: int,
    fault: Fault = Fault.NONE,
    player: int = 1,
    enemy: tuple[int, ...] = (),
    plays: int = 30,
) -> Game:
    """A game in which a player with these cards on the table has played a card."""
    found = begun(fault, player)
    play(found, numbers, player, enemy, plays)
    return found


def begun(fault: Fault = Fault.NONE, player: int = 1) -> Game:
    """A game in a player's turn."""
    match = match_of(fault)
    found = Game(match.program, match, seed=1, log=True)
    while found.turn_player != player:
        take(found, "pass")
    return found


def play(
    found: Game,
    numbers: tuple[int, ...],
    player: int = 1,
    enemy: tuple[int, ...] = (),
    plays: int = 30,
) -> None:
    """Lay cards on the table, and let the player play one more."""
    editor = GameEditor(found)
    for number in numbers:
        editor.place(SIZE * player + number, player, "table")
    for number in enemy:
        editor.place(SIZE * (1 - player) + number, 1 - player, "table")
    editor.place(SIZE * player + plays, player, "hand")
    editor.offer_again()
    take(found, f"play card: S{plays:02}")


def texts(game: Game) -> list[str]:
    return [game.action_text(action) for action in game.legal_actions]


def take(game: Game, text: str) -> None:
    """Take the first option whose text begins so."""
    at = next(at for at, shown in enumerate(texts(game)) if shown.startswith(text))
    game.apply(game.legal_actions[at])


def ordered(game: Game) -> tuple[int | None, list[str]]:
    """Tell who is asked which trigger is next, and give their texts."""
    asked = [text.removeprefix("order triggers: ").split(" of ")[0] for text in texts(game)]
    return game.player, asked


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


def test_a_scenario_names_the_text_that_would_run_next():
    game = played(HELPED, HELPED_ANYWAY)
    asked = asked_of(game, rules)
    assert asked is not None
    assert [option.ability for option in asked.options] == ["helped", "helped_anyway"]


@pytest.mark.packaging
@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="takes the settings of its malloc")
def test_a_snapshot_has_nothing_of_what_lay_in_memory_before():
    """Behind what a trigger keeps is a gap where the rules keep an odd number of values."""
    setting = ctypes.CDLL(None).mallopt
    fill = -6  # M_PERTURB: what malloc gives is full of a byte
    try:
        found = set()
        for byte in (0x11, 0xEE):
            assert setting(fill, byte)
            # A copy takes what is in use, and leaves the rest of its memory as it is.
            game = begun().copy()
            play(game, (HELPED, HELPED_ANYWAY))
            found.add(game.snapshot())
    finally:
        setting(fill, 0)
    assert len(found) == 1


# ---------------------------------------------------------------- who orders them


@pytest.mark.parametrize("player", [0, 1])
def test_what_a_held_block_kept_back_is_ordered_by_each_player(player):
    game = played(RUNG_ONE, RUNG_TWO, enemy=(RUNG_ONE, RUNG_TWO), plays=RINGS, player=player)
    assert ordered(game) == (player, ["rung_one", "rung_two"])
    take(game, "order triggers: rung_two ")
    assert (score(game, player), score(game, 1 - player)) == (3, 0)
    assert ordered(game) == (1 - player, ["rung_one", "rung_two"])
    take(game, "order triggers: rung_one ")
    assert score(game, 1 - player) == 3


@pytest.mark.parametrize("player", [0, 1])
def test_of_what_is_held_together_the_turn_player_orders_what_the_point_says(player):
    """Called are the turn player's to order, rung each player's own."""
    enemy = (CALLED_ONE, RUNG_ONE, RUNG_TWO)
    game = played(RUNG_ONE, enemy=enemy, plays=RINGS, player=player)
    assert ordered(game) == (player, ["rung_one", "called_one"])
    take(game, "order triggers: called_one ")
    assert (score(game, player), score(game, 1 - player)) == (1, 1)
    assert ordered(game) == (1 - player, ["rung_one", "rung_two"])


@pytest.mark.parametrize("player", [0, 1])
def test_what_waits_for_the_end_of_an_effect_is_ordered_as_its_own_point_says(player):
    """The ruleset's first point of that sort leaves all to the turn player, this one does not."""
    game = played(AFTER_ONE, AFTER_TWO, enemy=(AFTER_ONE, AFTER_TWO), plays=RINGS_AFTER,
                  player=player)  # fmt: skip
    assert ordered(game) == (player, ["after_one", "after_two"])
    take(game, "order triggers: after_one ")
    assert ordered(game) == (1 - player, ["after_one", "after_two"])


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
