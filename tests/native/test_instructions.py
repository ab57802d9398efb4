"""Machine code leaves every game as the bytecode machine leaves it, whatever the instructions.

Programs of random instructions run under both, side by side: equal states, choices, logs, failures
and places of failure. ``TEFUDA_NATIVE=20`` searches that many times as far.
"""

from __future__ import annotations

import os
import random
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tefuda import GameError
from tefuda.coverage import Coverage
from tefuda.editor import GameEditor
from tefuda.errors import HandlerFailure
from tefuda.failures import FAILURES
from tefuda.game import Game
from tefuda.lang.operations import (
    ABILITY_FIELDS,
    CARD_FIELDS,
    GAME_FIELDS,
    IMPURE,
    NUMBER,
    OPERATIONS,
    ZONE_FIELDS,
)
from tefuda.lang.program import CompiledProgram
from tefuda.native.functions import Direct
from tefuda.native.library import attach, build
from tefuda.native.templates import (
    ABILITY_WORDS,
    CARD_WORDS,
    GAME_WORDS,
    TEMPLATES,
    ZONE_WORDS,
)
from tefuda.playing import Results, play_games
from tefuda.program import MatchTables, Program

from . import programs

# What is compiled is built against the installed headers, without instruments.
pytestmark = pytest.mark.packaging

TIMES = int(os.environ.get("TEFUDA_NATIVE", "1"))
#: Programs and how they are compiled: most of them as quickly as can be.
MADE = [(seed, "-O1" if seed % 4 == 3 else "-O0") for seed in range(2 * TIMES)]
GAMES = 40
STEPS = 40


@dataclass
class Twins:
    """One program twice: as the machine interprets it, and as machine code."""

    compiled: CompiledProgram
    interpreted: MatchTables
    native: MatchTables

    def games(self, seed: int) -> tuple[Game, Game]:
        """A game under each, with a log or without, waiting at forced choices or not."""
        how = {"log": seed % 3 == 0, "stop_at_forced": seed % 4 == 1}
        first, second = (
            Game(tables.program, tables, seed=seed, **how)
            for tables in (self.interpreted, self.native)
        )
        return first, second


def twice(compiled: CompiledProgram, folder: Path, flag: str) -> Twins:
    deck = [card % len(compiled.forms) for card in range(programs.COPIES)]
    plain, fast = Program(compiled), Program(compiled)
    attach(fast, build(fast, folder, optimise=flag))
    assert fast.native
    assert not plain.native
    return Twins(compiled, MatchTables(plain, deck, deck), MatchTables(fast, deck, deck))


@pytest.fixture(scope="module")
def twins(tmp_path_factory: pytest.TempPathFactory) -> list[Twins]:
    folder = tmp_path_factory.mktemp("native")
    base = programs.base(folder)
    return [
        twice(programs.make(base, seed, functions=80, length=60), folder, flag)
        for seed, flag in MADE
    ]


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> list[Twins]:
    """Programs in which a function of its own has each operation."""
    folder = tmp_path_factory.mktemp("alone")
    base = programs.base(folder)
    return [
        twice(programs.make(base, number, functions=programs.pieces(), length=1), folder, "-O0")
        for number in range(TIMES)
    ]


def act(game: Game, index: int) -> tuple[Any, ...] | None:
    """Take an option, and give what failed."""
    try:
        game.apply_unchecked(index)
    except GameError as error:
        return type(error), error.code, error.rule, str(error)
    return None


def stands(game: Game, log: bool) -> dict[str, Any]:
    """All that can be seen of a game."""
    return {
        "snapshot": game.snapshot(),
        "hash": game.hash(),
        "options": game.legal_actions,
        "player": game.player,
        "outcome": str(game.outcome),
        "decisions": game.decisions,
        "log": game.log(None) if log else None,
        "timings": game.timings if log else None,
    }


def explained(twin: Twins, number: int, before: Game, after: tuple[Game, Game]) -> str:
    """Which function it was, and the slots that differ."""
    editors = [GameEditor(game) for game in (before, *after)]
    lines = [f"function do{number}"]
    for row in twin.compiled.game_variables:
        values = [editor.game_variable(row.name) for editor in editors]
        if values[1] != values[2]:
            lines.append(f"{row.name}: was {values[0]}, machine {values[1]}, native {values[2]}")
    return "\n".join(lines)


@pytest.mark.parametrize("number", range(len(MADE)))
def test_both_leave_equal_games_after_every_choice(twins, number):
    twin = twins[number]
    met: set[int] = set()
    whole = 0
    for seed in range(GAMES):
        dice = random.Random(seed)
        log = seed % 3 == 0
        games = twin.games(seed)
        assert stands(games[0], log) == stands(games[1], log)
        for _ in range(STEPS):
            index = dice.randrange(len(games[0].legal_actions))
            before = games[0].copy(), games[1].copy()
            failed = [act(game, index) for game in games]
            assert failed[0] == failed[1], explained(twin, index, before[0], games)
            left = [stands(game, log) for game in games]
            assert left[0] == left[1], explained(twin, index, before[0], games)
            met.add(failed[0][1] if failed[0] else 0)
            if games[0].over:
                games = before
            else:
                whole += 1
    # Many went to the end of what they ran, and others met failures of most kinds.
    assert whole > GAMES * STEPS // 20
    assert len(met) >= 8, met


def test_both_leave_equal_games_after_each_operation_alone(alone):
    """In longer functions what one operation found is mostly gone before all slots are shown."""
    count = programs.pieces()
    for twin in alone:
        whole = set()
        for seed in range(GAMES // 4):
            games = twin.games(seed)
            for index in range(count):
                after = games[0].copy(), games[1].copy()
                failed = [act(game, index) for game in after]
                assert failed[0] == failed[1], explained(twin, index, games[0], after)
                left = [stands(game, seed % 3 == 0) for game in after]
                assert left[0] == left[1], explained(twin, index, games[0], after)
                if failed[0] is None:
                    whole.add(index)
        assert len(whole) > count * 3 // 4


@pytest.mark.parametrize("number", range(len(MADE)))
def test_both_play_the_same_batches_and_fail_at_the_same_instructions(twins, number):
    twin = twins[number]
    results = []
    for tables in (twin.interpreted, twin.native):
        result = Results(600)
        play_games(tables.program, tables, 11, 0, 600, result)
        results.append(result)
    for name in "winner first outcome failure failure_pc decisions options turns trace".split():
        assert list(getattr(results[0], name)) == list(getattr(results[1], name)), name
    assert len(set(results[0].failure_pc)) > 30


def test_a_batch_has_no_problem_in_python_where_instructions_fail_as_handlers_do(tmp_path):
    failure = next(n for n, (error, _) in FAILURES.items() if error is HandlerFailure)
    compiled = programs.base(tmp_path)
    code = list(compiled.code)
    code[compiled.functions[compiled.setup].entry] = (NUMBER["FAILI"], 0, 0, 0, failure)
    program = Program(replace(compiled, code=tuple(code)))
    deck = [0] * programs.COPIES
    result = Results(2)
    assert play_games(program, MatchTables(program, deck, deck), 1, 0, 2, result) == 2
    assert list(result.failure) == [failure] * 2
    assert result.problems == {}


def executed(twins: list[Twins], *, pure: bool = False) -> set[tuple[str, str]]:
    """Every operation that ran, in pure functions or in any, with the built-in word of it."""
    words = programs.WORDS
    found = set()
    for twin in twins:
        coverage = Coverage(twin.interpreted.program)
        coverage.play(twin.interpreted, 11, 0, 4000)
        direct = Direct(twin.compiled)
        inside = {n for k in direct.numbers for n in direct.body(twin.compiled.functions[k])}
        for n, (row, count) in enumerate(
            zip(twin.compiled.code, coverage.instructions(), strict=True)
        ):
            name = OPERATIONS[row[0]].name
            if count and (n in inside or not pure):
                found.add((name, words[name][row[4]] if name in words else ""))
    return found


def test_every_template_and_every_operation_ran(twins, alone):
    ran = executed([*twins, *alone])
    names = {name for name, _ in ran}
    wanted = {("CARDF", word) for word in CARD_WORDS} | {
        ("ABFIELD", word) for word in ABILITY_WORDS
    }
    wanted |= {(name, word) for name, words in GAME_WORDS.items() for word in words}
    wanted |= {("ZFIELD", word) for word in ZONE_WORDS}
    assert not wanted - ran
    assert not set(NUMBER) - names - programs.ELSEWHERE


def test_every_operation_of_pure_functions_ran_in_one_of_the_compiler(twins, alone):
    ran = executed([*twins, *alone], pure=True)
    wanted = {
        (name, word)
        for name in set(NUMBER) - IMPURE - {"HALT", "RET", "RETL"}
        for word in programs.WORDS.get(name, ("",))
    }
    assert not wanted - ran


def test_every_template_is_of_an_operation():
    assert set(TEMPLATES) <= set(NUMBER)
    assert set(CARD_WORDS) <= set(CARD_FIELDS)
    assert set(ABILITY_WORDS) <= set(ABILITY_FIELDS)
    assert set(ZONE_WORDS) == set(ZONE_FIELDS)
    assert set(GAME_WORDS) <= set(NUMBER)
    for words in GAME_WORDS.values():
        assert set(words) == set(GAME_FIELDS)


def test_equal_numbers_make_equal_programs(tmp_path: Path):
    base = programs.base(tmp_path)
    one, two = (programs.make(base, 5, functions=6, length=30) for _ in range(2))
    assert one == two
    assert one != programs.make(base, 6, functions=6, length=30)
