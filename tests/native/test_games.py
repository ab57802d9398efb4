"""Whole games are the same by machine code: the proofs, the limit program's game, the shipped ones.

A game may change from one back end to the other at any choice.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib import import_module
from itertools import product
from pathlib import Path
from types import ModuleType

import pytest

import tefuda
from tefuda import GameError
from tefuda.game import Game
from tefuda.lang import compile_rules
from tefuda.lang.operations import OPERATIONS
from tefuda.lang.program import CompiledProgram
from tefuda.native.emit import emit
from tefuda.native.library import READY, attach, build, detach, find
from tefuda.playing import Results, play_games
from tefuda.plugins.onefile import import_file
from tefuda.program import MatchTables, Program
from tefuda.ruleset import Ruleset

from ..proof import battle_and_payment, extract, leave_field, power_card_phase, removal
from ..proof.table import pool_of

# What is compiled is built against the installed headers, without instruments.
pytestmark = pytest.mark.packaging

PROOFS = (battle_and_payment, extract, leave_field, power_card_phase, removal)
LIMIT = Path(__file__).parents[2] / "benchmarks" / "limit" / "game.py"
TINY = Path(__file__).parents[1] / "plugins" / "tiny" / "tiny_game.py"
SHIPPED = ("lycee", "power_card", "set_extract")
RESULTS = "winner first outcome failure failure_pc decisions options turns trace".split()
BOTS = [("random", "random"), ("greedy", "random"), ("random", "greedy")]


@dataclass
class Both:
    """The same decks of one program twice: interpreted, and as machine code."""

    interpreted: MatchTables
    native: MatchTables
    library: Path

    def games(self, seed: int, *, log: bool = False) -> tuple[Game, Game]:
        first, second = (
            Game(tables.program, tables, seed=seed, log=log)
            for tables in (self.interpreted, self.native)
        )
        return first, second


def both(compiled: CompiledProgram, decks: Sequence[Sequence[int]], library: Path) -> Both:
    plain, fast = Program(compiled), Program(compiled)
    attach(fast, library)
    assert (plain.native, fast.native) == (False, True)
    return Both(MatchTables(plain, *decks), MatchTables(fast, *decks), library)


def made(folder: Path, compiled: CompiledProgram, decks: Sequence[Sequence[int]]) -> Both:
    """Make the machine code, with some optimisation: it takes the compiler a few seconds."""
    return both(compiled, decks, build(Program(compiled), folder, optimise="-O1"))


def of_proof(module: ModuleType, folder: Path) -> Both:
    pool = pool_of(module)
    deck = [number % len(pool) for number in range(3 * len(pool))][:40]
    return made(folder, compile_rules(module.rules, pool, {}), (deck, deck[::-1]))


def of_limit(folder: Path) -> Both:
    game = import_file(LIMIT)
    return made(folder, compile_rules(game.rules, game.pool()), (range(60), range(60, 120)))


def of_tiny(folder: Path) -> Both:
    ruleset = Ruleset(import_file(TINY).rules, native=False)
    decks = [
        [ruleset.pool.index(number) for number in ruleset.decks[name].cards]
        for name in ("even", "high")
    ]
    return made(folder, ruleset.compiled, decks)


GAMES: dict[str, Callable[[Path], Both]] = {
    **{
        module.__name__.rpartition(".")[2]: lambda folder, module=module: of_proof(module, folder)
        for module in PROOFS
    },
    "limit": of_limit,
    "tiny": of_tiny,
}


@pytest.fixture(scope="module", params=GAMES)
def pair(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Both:
    return GAMES[request.param](tmp_path_factory.mktemp("native"))


def played(tables: MatchTables, seed: int, games: int, bots: tuple[str, str]) -> list[list[int]]:
    results = Results(games)
    play_games(tables.program, tables, seed, 0, games, results, bots=bots)
    return [list(getattr(results, name)) for name in RESULTS]


def apply(game: Game, index: int) -> str:
    """Take an option; gives the error, if rules failed."""
    try:
        game.apply_unchecked(index)
    except GameError as error:
        return str(error)
    return ""


def test_games_of_bots_are_the_same(pair):
    rated = pair.native.program.compiled.value >= 0
    for bots in BOTS if rated else BOTS[:1]:
        found = played(pair.native, 3, 60, bots)
        assert found == played(pair.interpreted, 3, 60, bots)
        assert sum(found[RESULTS.index("decisions")]) > 300


def test_games_are_the_same_on_two_threads_at_once(pair):
    with ThreadPoolExecutor(2) as threads:
        found = list(threads.map(lambda seed: played(pair.native, seed, 60, BOTS[0]), range(4)))
    assert found == [played(pair.interpreted, seed, 60, BOTS[0]) for seed in range(4)]


def test_logs_are_the_same(pair):
    events = 0
    for seed in range(12):
        games = pair.games(seed, log=True)
        dice = random.Random(seed)
        while not games[0].over:
            index = dice.randrange(len(games[0].legal_actions))
            assert apply(games[0], index) == apply(games[1], index)
        for player in (None, 0, 1):
            assert games[0].log(player) == games[1].log(player)
        assert games[0].timings == games[1].timings
        assert games[0].outcome == games[1].outcome
        events += games[0].logged
    assert events > 200


def test_a_game_may_change_the_back_end_at_any_choice(pair):
    changes = 0
    for seed in range(12):
        dice = random.Random(seed)
        plain, other = pair.games(seed)
        program = pair.native.program
        while not plain.over:
            if dice.random() < 0.3:
                if program.native:
                    detach(program)
                else:
                    attach(program, pair.library)
                changes += 1
            index = dice.randrange(len(plain.legal_actions))
            assert apply(plain, index) == apply(other, index)
            assert plain.hash() == other.hash()
        assert plain.snapshot() == other.snapshot()
    attach(program, pair.library)
    assert changes > 30


def test_a_game_kept_under_one_goes_on_under_the_other(pair):
    restored = 0
    for seed in range(6):
        dice = random.Random(seed)
        games = pair.games(seed)
        programs = [tables.program for tables in (pair.interpreted, pair.native)]
        while not games[0].over:
            if dice.random() < 0.2:
                kept = [game.snapshot() for game in games]
                assert kept[0] == kept[1]
                # Each goes on with what the other was.
                first, second = (
                    Game.restore(program, data)
                    for program, data in zip(programs, kept[::-1], strict=True)
                )
                games = first, second
                restored += 1
            index = dice.randrange(len(games[0].legal_actions))
            assert apply(games[0], index) == apply(games[1], index)
            assert games[0].hash() == games[1].hash()
            assert games[0].legal_actions == games[1].legal_actions
    assert restored > 10


def test_a_game_dealt_anew_goes_on_the_same(pair):
    for seed in range(6):
        dice = random.Random(seed)
        games = pair.games(seed)
        while not games[0].over:
            if dice.random() < 0.1 and games[0].player is not None:
                player = games[0].player
                dealt = [game.determinize(player, seed) for game in games]
                for _ in range(10):
                    if dealt[0].over:
                        break
                    index = dice.randrange(len(dealt[0].legal_actions))
                    assert apply(dealt[0], index) == apply(dealt[1], index)
                    assert dealt[0].hash() == dealt[1].hash()
            index = dice.randrange(len(games[0].legal_actions))
            assert apply(games[0], index) == apply(games[1], index)


# what tefuda comes with


@pytest.fixture(scope="module", params=SHIPPED)
def shipped(request: pytest.FixtureRequest) -> tuple[tefuda.Ruleset, Path]:
    ruleset = tefuda.load(request.param, native=False)
    library = find(ruleset.program)
    if library is None or library.parent != READY:
        pytest.skip("no machine code lies ready: the package was not built whole")
    return ruleset, library


def test_the_shipped_rulesets_play_the_same_games_with_all_their_decks(shipped):
    ruleset, library = shipped
    names = list(ruleset.decks)
    dice = random.Random(7)
    decks = list(product(names, names))
    if len(decks) > 60:
        # Every deck once on either side.
        decks = [*zip(names, names[1:] + names[:1], strict=True), *dice.sample(decks, 20)]
    fast = Program(ruleset.compiled)
    attach(fast, library)
    for k, (one, two) in enumerate(decks):
        plain = ruleset.match(one, two)
        numbers = [[], []]
        for owner, form in plain.cards:
            numbers[owner].append(form)
        pair = MatchTables(fast, *numbers)
        bots = BOTS[k % len(BOTS)]
        assert played(pair, k, 3, bots) == played(plain, k, 3, bots), (one, two)


@pytest.mark.parametrize("threads", [1, 2])
def test_simulations_of_the_shipped_rulesets_have_equal_traces(shipped, threads):
    ruleset, _ = shipped
    fast = tefuda.load(ruleset.name)
    assert fast.program.native
    found = [
        tefuda.simulate(rules, games=60, seed=5, threads=threads, bots=("random", "greedy"))
        for rules in (ruleset, fast)
    ]
    assert [result.native for result in found] == [False, True]
    assert found[0].trace_hash == found[1].trace_hash


def test_all_rulesets_are_named_here():
    folder = Path(str(import_module("tefuda.rulesets").__path__[0]))
    offered = {
        init.parent.name
        for init in folder.glob("*/__init__.py")
        if hasattr(import_module(f"tefuda.rulesets.{init.parent.name}"), "tefuda_rulesets")
    }
    assert offered == set(SHIPPED)


@pytest.mark.parametrize("name", SHIPPED)
def test_the_shipped_rulesets_offer_abilities_as_they_are_found_usable(name):
    program = tefuda.load(name, native=False).program
    offers = re.findall(r"\boffer\d+\(run, ", emit(program))
    asked = [row for row in program.compiled.code if OPERATIONS[row[0]].name == "OPTA"]
    assert len(offers) == len(asked) > 0
