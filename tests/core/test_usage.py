"""What is measured of a block is what a game uses of it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tefuda.game import Game
from tefuda.playing import Results, play_games, record_game
from tefuda.program import MatchTables, Program
from tefuda.usage import Usage

from ..loaded import loaded

POOLS = ("listeners", "modifications", "effects", "pending", "was", "options", "stack")


def match() -> MatchTables:
    return loaded("lycee").match("starter-snow", "sampler")


def measured(tables: MatchTables, games: int, usage: Usage | None = None) -> Usage:
    usage = usage or Usage()
    played = play_games(tables.program, tables, 4, 0, games, Results(games), usage=usage)
    assert played == games
    return usage


def test_bytes_in_use_are_those_of_the_same_game_played_step_by_step():
    usage = measured(match(), 1)
    game = Game(match().program, match(), seed=4, number=0)
    sizes = []
    for option in record_game(match().program, match(), 4, 0):
        sizes.append(game.used_bytes)
        game.apply(option)
    assert game.over
    assert usage.decisions == len(sizes)
    assert usage.most == max(sizes)
    assert usage.mean == pytest.approx(sum(sizes) / len(sizes))
    assert sum(usage.parts.values()) == usage.most


def test_measuring_changes_no_game():
    plain, watched = Results(30), Results(30)
    play_games(match().program, match(), 4, 0, 30, plain)
    play_games(match().program, match(), 4, 0, 30, watched, usage=Usage())
    assert plain.trace == watched.trace


def test_usage_adds_up_over_calls():
    usage = measured(match(), 5)
    once = usage.decisions
    measured(match(), 5, usage)
    assert usage.decisions == 2 * once


@pytest.mark.parametrize("pool", POOLS)
def test_games_get_by_with_the_most_that_they_held_and_not_with_less(pool):
    most = measured(match(), 60).held[pool]
    compiled = match().program.compiled
    assert 0 < most < compiled.capacities[pool]
    forms = [[form for owner, form in match().cards if owner == player] for player in range(2)]
    # The stack must have room for whole frames, and a margin, of which games write less.
    enough = most + 64 if pool == "stack" else most
    for capacity, fails in ((enough, False), (most - 1, True)):
        program = Program(replace(compiled, capacities={**compiled.capacities, pool: capacity}))
        results = Results(60)
        play_games(program, MatchTables(program, *forms), 4, 0, 60, results)
        assert (-2 in results.winner) == fails


def test_records_held_are_found_though_they_were_dropped():
    held = measured(match(), 60).held
    assert 1 < held["records Declaration"] <= 16
    assert held["records Battle"] >= 1
