"""Simulations and comparisons: equal inputs give equal games, and statistics keep their promise."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from time import perf_counter

import numpy as np
import pytest
from scipy import stats

import tefuda
from tefuda import TefudaError
from tefuda.plugins.lab.comparison import rule_changes
from tefuda.plugins.lab.driver import joined, play
from tefuda.plugins.lab.simulation import make_side
from tefuda.plugins.manager import make_manager
from tefuda.rules import Rules

from ..loaded import loaded

TINY = Path(__file__).parent / "tiny" / "tiny_game.py"
MANAGER = make_manager(plugins=[TINY])
DECKS = ("even", "high")


def simulate(variant="tiny", **options):
    return tefuda.simulate(variant, manager=MANAGER, **{"games": 200, "seed": 1, **options})


def compare(*variants, **options):
    return tefuda.compare(*variants, manager=MANAGER, **{"games": 200, "seed": 1, **options})


def side_of(variant="tiny", decks=DECKS, bots=("random", "random")):
    return make_side(tefuda.load(variant, manager=MANAGER), decks, bots, MANAGER)


def test_equal_inputs_give_equal_traces_on_any_number_of_threads():
    found = [simulate(games=500, threads=threads, decks=DECKS) for threads in (1, 1, 2, 5)]
    assert len({result.trace_hash for result in found}) == 1
    plain = {**found[0].to_json(), "threads": 0, "seconds": 0, "ns_per_decision": 0}
    for result in found:
        assert {**result.to_json(), "threads": 0, "seconds": 0, "ns_per_decision": 0} == plain


def test_seeds_bots_decks_and_rules_change_the_trace():
    found = {
        simulate().trace_hash,
        simulate(seed=0).trace_hash,
        simulate(seed=2**64 - 1).trace_hash,
        simulate(decks=DECKS[::-1]).trace_hash,
        simulate(bots=("random", "greedy")).trace_hash,
        simulate("tiny:goal=16").trace_hash,
        simulate(games=199).trace_hash,
    }
    assert len(found) == 7


def test_game_k_depends_on_the_seed_and_k_alone():
    side = side_of()
    whole = play(side, 5, 0, 50)
    pieces = joined([play(side, 5, 0, 20), play(side, 5, 20, 1), play(side, 5, 21, 29)])
    for name in ("winner", "starter", "turns", "decisions", "options", "trace"):
        assert (getattr(whole, name) == getattr(pieces, name)).all()


def test_greedy_beats_random_from_both_seats():
    for bots, greedy in ((("greedy", "random"), 0), (("random", "greedy"), 1)):
        result = simulate(games=400, bots=bots)
        assert result.wins[greedy] > 1.5 * result.wins[1 - greedy]


def test_turned_players_keep_their_numbers():
    side = side_of(bots=("greedy", "random"))
    straight, turned = play(side, 1, 0, 300), play(side.turned(), 1, 0, 300)
    assert turned.swapped
    for games in (straight, turned):
        assert (games.winner == 0).sum() > (games.winner == 1).sum()
    assert (straight.starter == 1 - turned.starter).all()


def test_progress_is_told_up_to_the_end():
    told: list[tuple[int, int]] = []
    simulate(games=300, progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (300, 300)
    told.clear()
    compare("tiny", "tiny:goal=20", progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (400, 400)
    assert sorted(told) == told


@pytest.mark.timing
@pytest.mark.usefixtures("ctrl_c")
@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_is_answered_within_200_ms_and_keeps_finished_games(threads):
    fastest = 1.0
    for _ in range(5):  # another program may hold the cores for a while
        asked: list[float] = []

        def interrupt(done: int, total: int, asked: list[float] = asked) -> None:
            if not asked:
                asked.append(perf_counter())
                os.kill(os.getpid(), signal.SIGINT)

        result = simulate(games=10**9, threads=threads, progress=interrupt)
        fastest = min(fastest, perf_counter() - asked[0])
        assert result.interrupted
        assert 0 < result.games < 10**9
        assert sum(result.wins) + result.draws == result.games
    assert fastest < 0.2
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.parametrize("decks", [None, DECKS])
def test_a_ruleset_compared_with_itself_differs_by_exactly_nothing(decks):
    result = compare("tiny", "tiny:goal=15", decks=decks)
    (same,) = result.variants
    assert same.rules.same
    assert same.rules.lines() == ["the same rules"]
    assert same.simulation.trace_hash == result.baseline.trace_hash
    for key in ("first_player_win_rate", "turns", "decisions", "options_per_decision"):
        found = same.differences[key]
        assert (found.difference, found.low, found.high, found.p) == (0, 0, 0, 1)
        assert found.significant is False


def test_seeds_are_mirrored_unless_the_players_are_equal():
    same = (DECKS[0], DECKS[0])
    equal = compare("tiny", "tiny:goal=20", games=100, decks=same)
    assert (equal.games_per_seed, equal.seeds, equal.baseline.games) == (1, 100, 100)
    mirrored = compare("tiny", "tiny:goal=20", games=99, decks=DECKS)
    assert (mirrored.games_per_seed, mirrored.seeds, mirrored.baseline.games) == (2, 50, 100)
    bots = compare("tiny", "tiny:goal=20", games=100, decks=same, bots=("random", "greedy"))
    assert bots.games_per_seed == 2


def test_the_unit_is_the_seed():
    result = compare("tiny", "tiny:goal=20", games=200, decks=DECKS)
    (variant,) = result.variants
    assert variant.differences["turns"].blocks == (100, 100)
    old, new = side_of(), side_of("tiny:goal=20")
    turns = []
    for side in (old, new):
        both = [play(side, 1, 0, 100), play(side.turned(), 1, 0, 100)]
        turns.append((both[0].turns + both[1].turns) / 2)
    expected = stats.ttest_rel(turns[1], turns[0])
    found = variant.differences["turns"]
    assert found.difference == pytest.approx(float(np.mean(turns[1] - turns[0])))
    assert found.p == pytest.approx(float(expected.pvalue), rel=1e-6)


def test_a_comparison_counts_each_side_as_a_simulation_does():
    same = (DECKS[0], DECKS[0])
    result = compare("tiny", "tiny:goal=20", games=150, threads=2, decks=same)
    assert result.baseline.trace_hash == simulate(games=150, decks=same).trace_hash
    alone = simulate("tiny:goal=20", games=150, decks=same)
    assert result.variants[0].simulation.trace_hash == alone.trace_hash


def test_what_differs_in_the_rules_is_named():
    patch = TINY.with_name("tiny_patch.py")
    manager = make_manager(plugins=[TINY, patch])
    result = tefuda.compare(
        "tiny", "tiny+double_draw:hand_size=4", games=20, seed=1, manager=manager
    )
    rules = result.variants[0].rules
    assert rules.parameters == [("hand_size", 3, 4)]
    assert ("draw", "1", "changed") in rules.procedures
    assert ("set_up", "setup", "changed") in rules.procedures
    assert not [name for name, _, _ in rules.procedures if name == "rate"]
    assert not rules.same
    text = str(result)
    assert "hand_size: 3 -> 4" in text
    assert "changed draw (1)" in text


def test_games_that_end_in_an_error_are_left_out_of_the_statistics_and_reported():
    result = compare("tiny", "tiny:faulty=true", games=400)
    (variant,) = result.variants
    simulation = variant.simulation
    assert simulation.errors > 0
    assert sum(simulation.wins) + simulation.draws + simulation.errors == 400
    failed = simulation.failures[0]
    assert failed.to_json()["game"] == failed.game
    finished = 400 - simulation.errors
    rate = variant.differences["first_player_win_rate"].variant
    assert rate == pytest.approx(simulation.first_player_wins / finished)
    assert "error: tiny:faulty=true: game" in str(result)


def test_an_error_of_a_game_is_found_again_by_its_number():
    result = simulate("tiny:faulty=true", games=300)
    failed = result.failures[0]
    again = play(side_of("tiny:faulty=true", ("even", "even")), failed.seed, failed.game, 1)
    assert again.winner.tolist() == [-2]


def test_a_rule_that_never_ends_is_an_error_of_its_game():
    result = simulate("tiny:endless=true", games=2)
    assert (result.errors, result.games) == (2, 2)
    assert "too many steps for one decision" in result.failures[0].message


def test_p_values_over_independent_seeds_are_uniform():
    sides = [side_of(decks=("even", "even"))] * 2
    values = []
    for seed in range(1000):
        turns = [play(side, 2 * seed + i, 0, 40).turns for i, side in enumerate(sides)]
        values.append(float(stats.ttest_ind(*turns).pvalue))
    assert stats.kstest(values, "uniform").pvalue > 0.001


@pytest.mark.parametrize(
    ("options", "part"),
    [
        ({"games": 0}, "games 0"),
        ({"games": True}, "games True"),
        ({"games": 1.5}, r"games 1\.5"),
        ({"seed": -1}, "seed -1"),
        ({"seed": None}, "seed None"),
        ({"threads": 257}, "threads 257"),
        ({"decks": ("even",)}, "expected two"),
        ({"decks": "even"}, "expected two"),
        ({"decks": ("even", {"T-01": 1})}, "1 cards, expected 12 at least"),
        ({"decks": ({"T-01": 100}, {"T-01": 29})}, "129 cards together"),
        ({"bots": ("random",)}, "expected two"),
        ({"bots": ("random", "none")}, "bot 'none': unknown"),
    ],
)
def test_arguments_that_do_not_fit_are_refused_before_a_game_is_played(options, part):
    with pytest.raises(TefudaError, match=part):
        simulate(**options)
    with pytest.raises(TefudaError, match=part):
        compare("tiny", "tiny:goal=20", **options)


def test_a_comparison_needs_a_variant():
    with pytest.raises(TefudaError, match="no variant"):
        compare("tiny")


def test_a_wrapped_procedure_has_changed_in_either_direction():
    patch = TINY.with_name("tiny_patch.py")
    manager = make_manager(plugins=[TINY, patch])
    plain = tefuda.load("tiny", manager=manager)
    patched = tefuda.load("tiny+double_draw", manager=manager)
    for old, new in ((plain, patched), (patched, plain)):
        found = {name: how for name, _, how in rule_changes(old, new).procedures}
        assert found["draw"] == "changed"
        assert not {"twice"} & set(found)
        assert "removed" not in found.values()


def test_what_a_change_adds_does_not_make_other_functions_differ():
    from tefuda.functions import changed_functions

    # numbers of abilities, verbs and names move when an extension brings some of its own
    more = Rules("more", extends="lycee")
    more.ask("aa_first")
    lycee = loaded("lycee")
    extended = tefuda.Ruleset(lycee.rules, "lycee+more", extensions=[more])
    assert changed_functions(lycee.compiled, extended.compiled) == []
