"""What goes wrong in rules ends one game, with an error that says what, and in which rule and line.

Loops end by a count of steps, never by a clock; a full pool, zone or stack never harms memory.
"""

from __future__ import annotations

import inspect
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from tefuda import (
    CapacityExceeded,
    GameError,
    IllegalAction,
    RuleFailure,
    RulesetError,
    RunawayRule,
    TefudaError,
)
from tefuda.editor import GameEditor
from tefuda.failures import DECISION_LIMIT, FAILURES
from tefuda.game import Game
from tefuda.lang import compile_rules
from tefuda.playing import Results, play_games
from tefuda.program import MatchTables, Program

from . import small
from .small import Fault

DECK = range(40)


@cache
def match_of(fault: Fault, limit: int = 100, cards: int = 2, **capacities: int) -> MatchTables:
    parameters = {"fault": fault, "limit": limit, "cards": cards}
    compiled = compile_rules(small.rules, small.pool(), parameters)
    compiled = replace(compiled, capacities={**compiled.capacities, **capacities})
    return MatchTables(Program(compiled), DECK, DECK)


def started(match: MatchTables, seed: int = 1, **options: Any) -> Game:
    return Game(match.program, match, seed=seed, **options)


def option(game: Game, verb: str) -> int:
    """The first option of a verb, else the last one."""
    verbs = game.program.compiled.verbs
    found = [a for a in game.legal_actions if verbs[a >> 56].name == verb]
    return (found or game.legal_actions[-1:])[0]


def line_of(function: Any, text: str) -> int:
    """The line of a function that holds a text."""
    lines, first = inspect.getsourcelines(function)
    return next(first + at for at, line in enumerate(lines) if text in line)


def broken(match: MatchTables) -> tuple[Game, GameError]:
    """Play cards until the rules fail."""
    game = started(match)
    for _ in range(1000):
        try:
            game.apply(option(game, "play_card"))
        except GameError as error:
            return game, error
    pytest.fail(f"nothing failed: {game}")


#: What goes wrong, its class, its number, the rule and what stands in its line.
FAULTS: list[tuple[Fault, type[GameError], int, str, str]] = [
    (Fault.DEEP_CALLS, CapacityExceeded, 1, "deeper", "deeper(n + 1)"),
    (Fault.MANY_RECORDS, CapacityExceeded, 3, "go_wrong", "Note(by=me, n=n)"),
    (Fault.DROPPED_RECORD, RuleFailure, 4, "go_wrong", "note.n"),
    (Fault.LOOP, RunawayRule, 5, "go_wrong", "me.score"),
    (Fault.REVEAL_UNTIL, RunawayRule, 5, "go_wrong", ""),
    (Fault.FULL_ZONE, CapacityExceeded, 6, "go_wrong", "put(c, me.corner[1])"),
    (Fault.MANY_MODIFICATIONS, CapacityExceeded, 7, "go_wrong", "set_to(card"),
    (Fault.MANY_EFFECTS, CapacityExceeded, 8, "go_wrong", "later(PLAYED"),
    (Fault.MANY_TRIGGERS, CapacityExceeded, 9, "go_wrong", "timing(NEXT)"),
    (Fault.NO_OPTION, RuleFailure, 12, "go_wrong", "choose(me, one(nothing)"),
    (Fault.EMPTY_STACK, RuleFailure, 14, "go_wrong", "game.chain.pop()"),
    (Fault.FULL_STACK, RuleFailure, 14, "go_wrong", "game.chain.push(note)"),
    (Fault.ASSERTION, RuleFailure, 15, "go_wrong", "assert me.score"),
    (Fault.DIVISION, RuleFailure, 16, "go_wrong", "me.score // game.count"),
    (Fault.SUBSCRIPT, RuleFailure, 16, "go_wrong", "me.corner[me.score + 9]"),
    (Fault.DEEP_PURE_CALLS, CapacityExceeded, 17, "one_deeper", "value(DEPTH, base + 1"),
    (Fault.LONG_LIST, CapacityExceeded, 18, "go_wrong", "order(me, me.deck.cards"),
    (Fault.HANGS_ON_ITSELF, RuleFailure, 21, "go_wrong", "attach(card, card"),
    (Fault.ECHO, CapacityExceeded, 1, "echo", "timing(ECHOED)"),
    (Fault.PING_PONG, CapacityExceeded, 1, "", ""),
]


@pytest.mark.parametrize(("fault", "kind", "code", "rule", "text"), FAULTS)
def test_a_fault_ends_its_game_and_names_rule_and_line(fault, kind, code, rule, text):
    game, error = broken(match_of(fault))
    assert type(error) is kind
    assert error.code == code
    assert FAILURES[code][1] in str(error)
    assert error.rule in ([rule] if rule else ["ping", "pong"])
    assert error.file == small.__file__
    assert f"(in {error.rule}, small.py:{error.line})" in str(error)
    if text:
        assert error.line is not None
        lines, first = inspect.getsourcelines(getattr(small, rule))
        assert text in lines[error.line - first]
    assert game.over
    assert game.legal_actions == []
    assert game.player is None
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.reason) == (None, "error")
    assert game.outcome.error == str(error)
    with pytest.raises(IllegalAction, match="the game is over"):
        game.apply(0)


@pytest.mark.parametrize("fault", [fault for fault, *_ in FAULTS])
def test_a_batch_goes_on_after_a_game_that_failed(fault):
    match = match_of(fault)
    results = Results(12)
    assert play_games(match.program, match, 5, 0, 12, results) == 12
    failed = [number for number in range(12) if results.winner[number] == -2]
    assert failed
    code = next(code for known, _, code, *_ in FAULTS if known == fault)
    assert {results.failure[number] for number in failed} == {code}
    for number in failed[:2]:
        alone = Results(1)
        play_games(match.program, match, 5, number, 1, alone)
        assert alone.trace[0] == results.trace[number]


def test_every_failure_is_met_here_or_cannot_be_written():
    met = {code for _, _, code, *_ in FAULTS}
    met |= {2, 10, 11, 19, DECISION_LIMIT}  # in tests of their own
    elsewhere = {
        13: "the compiler asks that what may be missing is tested first",
        20: "tests/plugins/test_python_handlers.py",
        23: "tests/plugins/test_python_bots.py",
    }
    assert met | set(elsewhere) == set(FAILURES)


@pytest.mark.parametrize(
    ("capacity", "least", "code"),
    [("options", 2, 2), ("effects", 1, 8), ("listeners", 1, 10), ("stack", 16, 1)],
)
def test_every_capacity_is_checked_and_named(capacity, least, code):
    match = match_of(Fault.MANY_EFFECTS, **{capacity: least})
    if capacity in ("options", "stack"):
        with pytest.raises(CapacityExceeded) as caught:
            started(match)
        error: GameError = caught.value
    else:
        _, error = broken(match)
    assert (type(error), error.code) == (CapacityExceeded, code)
    assert capacity.removesuffix("eners") in str(error)
    results = Results(5)
    play_games(match.program, match, 1, 0, 5, results)
    assert list(results.failure) == [code] * 5


def test_looking_back_at_more_cards_than_there_is_room_for():
    match = match_of(Fault.LOOK_BACK, was=1)
    game, error = broken(match)
    assert (type(error), error.code) == (CapacityExceeded, 11)
    assert "looked-back cards" in str(error)
    assert game.over


def test_a_main_rule_that_returns_is_a_failure():
    _, error = broken(match_of(Fault.NO_END))
    assert (type(error), error.code) == (RuleFailure, 19)
    assert "the main rule returned" in str(error)


# loops and growth


def test_a_loop_ends_after_the_number_of_steps_that_is_allowed():
    for steps in (100, 1000, 100_000):
        game, error = broken(match_of(Fault.LOOP, steps=steps))
        assert type(error) is RunawayRule
        # A turn of the loop is a handful of steps.
        score = GameEditor(game).player_variable(game.turn_player, "score")
        assert isinstance(score, int)
        assert steps / 8 < score <= steps


def test_players_who_choose_to_go_round_meet_the_limit_of_decisions():
    match = match_of(Fault.NO_END_OF_CHOICES, decisions=50)
    game = started(match)
    taken = 0
    while not game.over:
        game.apply(option(game, "play_card"))
        taken += 1
    assert taken in (50, 51)
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.reason) == (None, "decision limit")
    assert game.outcome.decisions == taken
    assert game.outcome.error is None
    results = Results(5)
    play_games(match.program, match, 1, 0, 5, results)
    assert set(results.winner) == {-1}
    assert set(results.failure) == {DECISION_LIMIT}
    assert max(results.decisions) <= 51


def test_revealing_until_something_turns_up_ends_without_a_match_and_with_an_empty_deck():
    _, error = broken(match_of(Fault.REVEAL_UNTIL))
    assert type(error) is RunawayRule
    match = match_of(Fault.REVEAL_UNTIL, cards=30)
    game = started(match)
    editor = GameEditor(game)
    for card in editor.zone(game.turn_player, "deck"):
        editor.place(card, game.turn_player, "hand")
    assert editor.zone(game.turn_player, "deck") == []
    with pytest.raises(RunawayRule, match=r"in go_wrong, small\.py:"):
        game.apply(option(game, "play_card"))


@pytest.mark.parametrize("limit", [10, 100_000])
def test_a_hundred_thousand_triggers_in_a_row_need_no_more_room_than_ten(limit):
    match = match_of(Fault.CHAIN, limit, steps=10_000_000)
    game = started(match)
    before = game.used_bytes
    game.apply(option(game, "play_card"))
    assert GameEditor(game).game_variable("count") == limit
    assert game.used_bytes - before < 400
    assert game.check() == []


def test_triggers_that_raise_one_another_end_in_bounded_room():
    for fault in (Fault.ECHO, Fault.PING_PONG):
        sizes = {}
        for stack in (400, 800, 16_384):
            match = match_of(fault, stack=stack)
            game, error = broken(match)
            assert type(error) in (CapacityExceeded, RunawayRule)
            assert game.used_bytes <= match.program.layout()["size"]
            sizes[stack] = GameEditor(game).game_variable("count")
        if fault == Fault.ECHO:
            assert 0 < sizes[400] < sizes[800] < sizes[16_384]


def laid(*cards: tuple[str, int]) -> tuple[Game, dict[str, int]]:
    """A game in which cards came to the tables in this order; gives their powers by number."""
    match = MatchTables(match_of(Fault.NONE).program, range(42), range(42))
    game = started(match)
    editor = GameEditor(game)
    for number, player in cards:
        (card,) = editor.find(number, player)
        editor.place(card, player, "table")
    powers = {
        f"{number} of {player}": editor.stat(editor.find(number, player)[0], "power")
        for number, player in cards
    }
    assert game.check() == []
    return game, powers


def test_a_static_text_that_would_toggle_itself_is_refused_when_the_rules_load():
    with pytest.raises(RulesetError, match="read power in a circle: uneasy"):
        compile_rules(small.rules.extended([small.circle]), small.pool(), {})


def test_texts_that_take_each_other_away_are_settled_by_age_in_both_orders():
    first = laid(("S40", 0), ("S40", 1), ("S41", 0), ("S41", 1))[1]
    assert first == {"S40 of 0": 6, "S40 of 1": 1, "S41 of 0": 6, "S41 of 1": 1}
    second = laid(("S40", 1), ("S40", 0), ("S41", 0), ("S41", 1))[1]
    assert second == {"S40 of 0": 1, "S40 of 1": 6, "S41 of 0": 1, "S41 of 1": 6}
    bystanders_first = laid(("S41", 1), ("S41", 0), ("S40", 0), ("S40", 1))[1]
    assert bystanders_first == first


# at the edge of Python


@pytest.mark.parametrize(
    "action", [-1, 0, 2**64, 2**64 - 1, None, "pass", 1.5, [], b"\0", 1 << 200, True]
)
def test_what_is_no_action_is_refused_and_changes_nothing(action):
    game = started(match_of(Fault.NONE), log=True)
    before, log = game.snapshot(), game.log(0)
    with pytest.raises(IllegalAction, match="expected one of legal_actions"):
        game.apply(action)
    assert (game.snapshot(), game.log(0)) == (before, log)


def test_an_index_that_is_too_large_is_refused():
    game = started(match_of(Fault.NONE))
    before = game.snapshot()
    for index in (len(game.legal_actions), 10**6):
        with pytest.raises(IllegalAction, match="expected an index into legal_actions"):
            game.apply_unchecked(index)
    assert game.snapshot() == before


def test_a_rule_that_fails_before_the_first_choice_is_raised_by_new_game():
    with pytest.raises(CapacityExceeded):
        started(match_of(Fault.NONE, stack=16))


def test_errors_are_one_tree():
    for kind in (*(kind for kind, _ in FAILURES.values()), IllegalAction):
        assert issubclass(kind, TefudaError)
    assert issubclass(IllegalAction, ValueError)
