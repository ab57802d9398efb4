"""Equal inputs give equal games: on every run, thread, hash seed, build, and in any order.

``tests/signatures.json`` holds what games of each shipped deck, and of the limit program's game,
hash to. Where a change means to change games, write it anew and name the change in CHANGELOG.md::

    TEFUDA_RENEW_SIGNATURES=1 pytest -n 0 -m signature
"""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
import threading
from functools import cache
from pathlib import Path

import pytest

import tefuda
from tefuda import TefudaError
from tefuda.coverage import Coverage
from tefuda.game import Game
from tefuda.lang import compile_rules
from tefuda.playing import Results, combined_trace, play_games, record_game
from tefuda.plugins.manager import make_manager
from tefuda.program import MatchTables, Program

from ..children import PATIENCE
from ..loaded import loaded

SIGNATURES = Path(__file__).resolve().parent.parent / "signatures.json"
LIMIT = Path(__file__).resolve().parents[2] / "benchmarks" / "limit" / "game.py"
GAMES = 500
SEED = 1
LAST = 2**64 - 1


@cache
def limit_game() -> MatchTables:
    """The limit program's game, in the rule language, with the tables of its two decks."""
    spec = importlib.util.spec_from_file_location("limit_game", LIMIT)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules["limit_game"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    program = Program(compile_rules(module.rules, module.pool(), {}))
    return MatchTables(program, range(60), range(60, 120))


@cache
def shipped() -> dict[str, list[str]]:
    """The decks of each ruleset that comes with tefuda."""
    return {name: list(loaded(name).decks) for name in sorted(make_manager().rulesets)}


def match_of(name: str) -> MatchTables:
    """The tables of a signature's name: of a ruleset's deck against itself."""
    if name == "limit_game":
        return limit_game()
    ruleset, deck = name.split("/")
    return loaded(ruleset).match(deck, deck)


def played(match: MatchTables, seed: int, first: int = 0, count: int = 50) -> Results:
    results = Results(count)
    play_games(match.program, match, seed, first, count, results)
    return results


@cache
def signed(name: str) -> Results:
    return played(match_of(name), SEED, 0, GAMES)


def names() -> list[str]:
    decks = [f"{name}/{deck}" for name, decks in shipped().items() for deck in decks]
    return [*(["limit_game"] if LIMIT.exists() else []), *decks]


def written() -> dict[str, str]:
    found: dict[str, str] = json.loads(SIGNATURES.read_text())
    return found


@pytest.mark.signature
def test_every_shipped_deck_has_a_signature():
    if os.environ.get("TEFUDA_RENEW_SIGNATURES"):
        found = {name: combined_trace(signed(name).trace) for name in names()}
        SIGNATURES.write_text(json.dumps(found, indent=2) + "\n")
    assert set(written()) == {"limit_game", *names()}


@pytest.mark.signature
@pytest.mark.parametrize("name", written())
def test_games_are_those_that_were_written_down(name):
    if name == "limit_game" and not LIMIT.exists():
        pytest.skip("takes the folder of benchmarks")
    assert combined_trace(signed(name).trace) == written()[name]


@pytest.mark.signature
def test_a_signature_says_that_no_game_failed():
    for name in names():
        results = signed(name)
        assert -2 not in results.winner, name
        assert set(results.winner) >= {0, 1}, name


# the simulate line

LINE = "tefuda.simulate('lycee', decks=('vanilla', 'sampler'), games=200, seed=7, threads={})"


def line(threads: int) -> str:
    result = tefuda.simulate(
        loaded("lycee"), decks=("vanilla", "sampler"), games=200, seed=7, threads=threads
    )
    assert result.errors == 0
    return result.trace_hash


def test_a_simulation_gives_one_hash_on_every_run_and_number_of_threads():
    assert len({line(1), line(1), line(2), line(3)}) == 1


@pytest.mark.parametrize("hash_seed", ["0", "4242"])
def test_other_hash_seeds_and_another_process_give_the_same_hash(hash_seed):
    code = f"import tefuda; print({LINE.format(2)}.trace_hash)"
    process = subprocess.run(
        [sys.executable, "-P", "-c", code],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE,
    )
    assert process.stdout.strip() == line(1)


# games and their numbers


@pytest.mark.parametrize("deck", ["vanilla", "sampler"])
def test_a_game_alone_is_that_of_its_number_in_any_batch(deck):
    match = match_of(f"lycee/{deck}")
    batch = played(match, 3, 0, 60)
    for number in (0, 1, 17, 59):
        alone = played(match, 3, number, 1)
        assert alone.trace[0] == batch.trace[number]
        assert alone.decisions[0] == batch.decisions[number]
        game = Game(match.program, match, seed=3, number=number)
        for option in record_game(match.program, match, 3, number):
            game.apply(option)
        assert game.over
        assert game.decisions == batch.decisions[number]
        assert game.turn == batch.turns[number]
    pieces = Results(60)
    for first, count in ((40, 20), (0, 1), (1, 39)):
        play_games(match.program, match, 3, first, count, pieces, first)
    assert pieces.trace == batch.trace
    assert len(set(batch.trace)) == 60


def test_threads_share_a_table_of_results():
    match = match_of("lycee/sampler")
    shared = Results(80)
    threads = [
        threading.Thread(target=play_games, args=(match.program, match, 9, part, 20, shared, part))
        for part in range(0, 80, 20)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert shared.trace == played(match, 9, 0, 80).trace


def test_games_played_in_turns_and_copied_stay_what_they_are():
    ruleset = loaded("lycee")
    match = ruleset.match("sampler", "vanilla")
    records = [record_game(match.program, match, 11, number) for number in range(6)]
    games = [
        ruleset.new_game(decks=("sampler", "vanilla"), seed=11, number=number)
        for number in range(6)
    ]
    for at in range(max(map(len, records))):
        for number, record in enumerate(records):
            if at < len(record):
                if at % 7 == number:
                    games[number].copy().apply(games[number].legal_actions[-1])
                    games[number].determinize(games[number].player, at)
                games[number].apply(record[at])
    found = [(game.over, game.decisions, game.turn) for game in games]
    batch = played(match, 11, 0, 6)
    assert found == [
        (True, decisions, turns)
        for decisions, turns in zip(batch.decisions, batch.turns, strict=True)
    ]


def test_one_changed_option_changes_the_trace():
    """The trace is a hash over the options: two games that differ in one of them differ in it.

    A greedy player takes another option than a random one somewhere, and every game shows it.
    """
    match = match_of("lycee/sampler")
    results = Results(40)
    play_games(match.program, match, 3, 0, 40, results, bots=("greedy", "random"))
    plain = played(match, 3, 0, 40)
    for number in range(40):
        options = record_game(match.program, match, 3, number)
        others = record_game(match.program, match, 3, number, bots=("greedy", "random"))
        assert (options == others) == (results.trace[number] == plain.trace[number])
    assert not set(results.trace) & set(plain.trace)
    traces = list(plain.trace)
    assert combined_trace(traces) == combined_trace(traces)
    for number in range(40):
        changed = [*traces[:number], traces[number] ^ 1, *traces[number + 1 :]]
        assert combined_trace(changed) != combined_trace(traces)
    assert combined_trace(traces[::-1]) != combined_trace(traces)


# seeds


def test_the_ends_of_the_range_of_seeds_and_neighbours_are_seeds_of_their_own():
    match = match_of("lycee/vanilla")
    seeds = [0, 1, 2, 3, 2**32, 2**32 + 1, 2**63, 2**63 + 1, LAST - 1, LAST]
    seeds += [12345 ^ 1 << bit for bit in range(0, 64, 7)]
    traces = [tuple(played(match, seed, 0, 4).trace) for seed in seeds]
    assert len(set(traces)) == len(seeds)
    assert len({trace for game in traces for trace in game}) == 4 * len(seeds)
    ruleset = loaded("lycee")
    firsts = [ruleset.new_game(seed=seed).hash() for seed in seeds]
    assert len(set(firsts)) == len(seeds)


def test_game_numbers_up_to_the_last_are_games_of_their_own():
    match = match_of("lycee/vanilla")
    found = [played(match, 5, number, 1).trace[0] for number in (0, 1, 2**32, LAST - 1, LAST)]
    assert len(set(found)) == 5


@pytest.mark.parametrize("seed", [-1, 2**64, 10**30, 1.0, True, None, "1", b"1"])
def test_what_is_no_seed_is_refused(seed):
    ruleset = loaded("lycee")
    game = ruleset.new_game(seed=1)
    for refuse in (
        lambda: ruleset.new_game(seed=seed),
        lambda: ruleset.new_game(seed=1, number=seed),
        lambda: tefuda.simulate(ruleset, games=1, seed=seed),
        lambda: game.determinize(game.player, seed),
    ):
        with pytest.raises(TefudaError, match="expected a whole number from 0 to"):
            refuse()


@pytest.mark.parametrize("seed", [-1, 2**64, "1", None, 1.5, False])
def test_batches_refuse_what_is_no_seed(seed):
    match = match_of("lycee/vanilla")
    for arguments in ((seed, 0), (0, seed)):
        for refuse in (
            lambda pair: play_games(match.program, match, *pair, 1, Results(1)),
            lambda pair: record_game(match.program, match, *pair),
            lambda pair: Coverage(match.program).play(match, *pair, 1),
        ):
            with pytest.raises(TefudaError, match="expected a whole number from 0 to"):
                refuse(arguments)
    with pytest.raises(TefudaError, match="2 games from row 0: there are 1 rows"):
        play_games(match.program, match, 1, 0, 2, Results(1))
