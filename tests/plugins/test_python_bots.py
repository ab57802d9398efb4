"""Bots in Python: alone, among native ones, and when they go wrong."""

from __future__ import annotations

import json
import pickle
import re
import signal
import sys
import threading
import time
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

import tefuda
from tefuda import Bot, BotFailure, BotPlayer, PluginError, TefudaError
from tefuda.limited import OutOfLines, call_limited
from tefuda.plugins.cli.group import main
from tefuda.plugins.lab.driver import options_of
from tefuda.plugins.lab.recording import record, record_failure
from tefuda.plugins.lab.simulation import make_side
from tefuda.plugins.manager import make_manager
from tefuda.replay import read_replay, verify
from tefuda.ruleset import Ruleset
from tefuda.testing import ConformanceError, check_bot

from ..loaded import loaded

TINY = str(Path(__file__).parent / "tiny" / "tiny_game.py")
GAMES = 30


@cache
def tiny() -> Ruleset:
    return tefuda.load("tiny", [TINY])


def lycee() -> Ruleset:
    return loaded("lycee")


def dice(view, actions, decision):
    """Take any action, each as likely."""
    return decision.random.choice(actions)


def first(view, actions):
    """Take the first action."""
    return actions[0]


class Alternating:
    """Take the first and the last action in turn: it remembers which came last."""

    def __init__(self):
        self.asked = 0

    def __call__(self, view, actions):
        self.asked += 1
        return actions[-(self.asked % 2)]


def simulate(bots, games=GAMES, ruleset=None, **options):
    return tefuda.simulate(ruleset or tiny(), games=games, seed=5, bots=bots, **options)


# ---------------------------------------------------------------- playing


@pytest.mark.parametrize("bots", [(dice, "random"), ("greedy", first), (Alternating, dice)])
def test_games_with_python_bots_are_equal_on_any_number_of_threads(bots):
    results = [simulate(bots, threads=threads) for threads in (1, 2, 3)]
    assert results[0].errors == 0
    assert sum(results[0].wins) + results[0].draws == GAMES
    assert len({result.trace_hash for result in results}) == 1
    assert len({str(result.outcomes) for result in results}) == 1


def test_a_game_depends_on_its_seed_and_number_alone():
    side = make_side(tiny(), None, (Alternating, dice), make_manager())
    forwards = [options_of(side, 5, number) for number in range(6)]
    backwards = [options_of(side, 5, number) for number in reversed(range(6))]
    assert forwards == backwards[::-1]
    assert len({tuple(options) for options, _ in forwards}) > 1


def test_a_bot_that_keeps_something_is_made_anew_for_each_game():
    made = []

    def factory():
        made.append(Alternating())
        return made[-1]

    result = simulate((Bot("alternating", factory=factory), "random"), games=10)
    assert result.errors == 0
    assert len(made) == 10
    assert all(bot.asked for bot in made)
    assert sum(bot.asked for bot in made) <= result.decisions
    assert result.trace_hash == simulate((Alternating, "random"), games=10).trace_hash


def test_games_of_native_bots_are_what_they_were_beside_python_ones():
    """A Python bot that has the seat of a native one leaves the other's stream as it was."""
    side = make_side(lycee(), None, ("random", "random"), make_manager())
    options, problem = options_of(side, 5, 0)
    assert problem is None
    taken = iter(options)
    others = []

    def follow(view, actions):
        # what `random` took there, as long as the games are the same
        return next(taken)

    game = lycee().new_game(seed=5)
    native = BotPlayer("random", 1, seed=5)
    while not game.over:
        action = native.choose(game) if game.player == 1 else next(taken)
        if game.player == 1:
            assert action == next(taken)
        others.append(action)
        game.apply(action)
    assert others == options


def test_a_bot_by_hand_decides_as_in_a_simulation():
    for bots in ((dice, "greedy"), ("random", Alternating), ("greedy", "random")):
        side = make_side(lycee(), None, bots, make_manager())
        for number in (0, 3):
            game = lycee().new_game(seed=9, number=number)
            players = [
                BotPlayer(bot, player, seed=9, number=number) for player, bot in enumerate(bots)
            ]
            taken = []
            while not game.over:
                taken.append(players[game.player].choose(game))
                game.apply(taken[-1])
            assert (taken, None) == options_of(side, 9, number)


def test_a_bot_by_hand_refuses_what_is_not_its_turn():
    game = tiny().new_game(seed=1)
    with pytest.raises(TefudaError, match=f"player {1 - game.player} is not to decide"):
        BotPlayer(first, 1 - game.player, seed=1).choose(game)
    with pytest.raises(TefudaError, match="player 2: expected 0 or 1"):
        BotPlayer(first, 2, seed=1)
    with pytest.raises(PluginError, match="bot 'clever': unknown, expected greedy, random"):
        BotPlayer("clever", 0, seed=1)


def test_a_bot_is_asked_only_where_there_is_a_choice():
    counts = []

    def counting(view, actions, decision):
        counts.append((len(actions), decision.number))
        return actions[0]

    result = simulate((counting, counting), games=3)
    assert min(count for count, _ in counts) > 1
    assert len(counts) == result.decisions
    assert sum(count for count, _ in counts) == result.options
    assert [number for _, number in counts].count(1) == 3


def test_dice_play_as_well_as_the_native_random_bot():
    games = 400
    result = tefuda.simulate(
        tiny(), games=games, seed=2, decks=("even", "even"), bots=(dice, "random")
    )
    decided = sum(result.wins)
    assert abs(result.wins[0] / decided - 0.5) < 4 * 0.5 / decided**0.5


def test_a_python_bot_that_deals_and_rates_as_greedy_plays_as_greedy():
    def rating(view, actions, decision):
        """Try each action on the game dealt anew, and prefer points."""
        me = view.player
        dealt = decision.deal()

        def worth(action):
            game = dealt.copy()
            game.apply(action)
            if game.over:
                winner = game.outcome.winner
                return 0 if winner is None else 100 if winner == me else -100
            points = [words["points"] for words in game.view(me).player_variables]
            return points[me] - points[1 - me]

        return max(actions, key=worth)

    for bots, mirror in (
        (("greedy", "random"), (rating, "random")),
        (("greedy", "greedy"), ("greedy", rating)),
    ):
        assert simulate(mirror).trace_hash == simulate(bots).trace_hash
    assert simulate((rating, "random"), games=200).wins[0] > 110


def test_compare_takes_python_bots():
    found = tefuda.compare(
        tiny(), tefuda.load("tiny:goal=8", [TINY]), games=20, seed=1, bots=(dice, "random")
    )
    assert found.errors == 0
    assert found.baseline.bots == ["dice", "random"]
    assert found.games_per_seed == 2
    again = tefuda.compare(
        tiny(), tefuda.load("tiny:goal=8", [TINY]), games=20, seed=1, bots=(dice, "random"),
        threads=2,
    )  # fmt: skip
    assert again.baseline.trace_hash == found.baseline.trace_hash


# ---------------------------------------------------------------- what it is given


def test_a_bot_sees_what_its_player_may_know_and_nothing_else():
    seen = []

    def looking(view, actions, decision):
        seen.append((view, actions, decision.texts, decision.player))
        return actions[len(seen) % len(actions)]

    options, problem = options_of(
        make_side(lycee(), None, (looking, "random"), make_manager()), 4, 1
    )
    assert problem is None
    game = lycee().new_game(seed=4, number=1)
    asked = iter(seen)
    for option in options:
        if game.player == 0:
            view, actions, texts, player = next(asked)
            assert player == 0
            assert view == game.view(0)
            assert view != game.view(1)
            assert actions == tuple(game.legal_actions)
            assert texts == tuple(game.action_text(action, 0) for action in actions)
        game.apply(option)
    assert next(asked, None) is None


def test_what_a_decision_holds_is_out_of_reach_and_ends_with_it():
    kept = []

    def keeping(view, actions, decision):
        kept.append(decision)
        reachable = {getattr(decision, name) for name in dir(decision) if name in decision_words}
        assert not any(isinstance(thing, tefuda.Game) for thing in reachable)
        assert [name for name in dir(decision) if not name.startswith("__")] == [
            "deal", "number", "player", "random", "texts"
        ]  # fmt: skip
        return actions[0]

    decision_words = {"number", "player", "texts"}
    simulate((keeping, "random"), games=1)
    with pytest.raises(TefudaError, match="the decision is over"):
        kept[0].deal()
    with pytest.raises(TefudaError, match="the decision is over"):
        print(kept[0].texts)
    with pytest.raises(AttributeError):
        kept[0].player = 1


def test_games_dealt_for_a_bot_agree_with_its_view_and_differ_elsewhere():
    views = []

    def dealing(view, actions, decision):
        deals = [decision.deal() for _ in range(4)]
        for game in deals:
            assert game.view(view.player) == view
            assert tuple(game.legal_actions) == actions
        views.append({str(game.view(1 - view.player)) for game in deals})
        return actions[0]

    assert simulate((dealing, "random"), games=2, ruleset=lycee()).errors == 0
    assert max(len(found) for found in views) == 4


def test_a_view_is_read_only_and_can_be_kept():
    view = lycee().new_game(seed=1).view(0)
    with pytest.raises(TypeError, match="read-only"):
        view.game_variables["turn"] = 9
    with pytest.raises(TypeError, match="read-only"):
        view.player_variables[0].clear()
    for change in ("pop", "popitem", "setdefault", "update", "clear"):
        with pytest.raises(TypeError, match="read-only"):
            getattr(view.player_variables[1], change)("x")
    assert pickle.loads(pickle.dumps(view)) == view
    json.dumps(view.player_variables)


# ---------------------------------------------------------------- when it goes wrong


def boom(view, actions):
    raise ValueError("no idea\nsecond line")


def leaves(view, actions):
    sys.exit(3)


def nonsense(view, actions):
    return "pass"


def other(view, actions):
    return max(actions) + 1


def nothing(view, actions):
    return None


def truth(view, actions):
    return True


def endless(view, actions):
    while True:
        pass


def stubborn(view, actions):
    while True:
        try:
            while True:
                pass
        except BaseException:  # noqa: BLE001 - as stubborn as can be
            pass


def deep(view, actions):
    return deep(view, actions)


class Answer:
    def __index__(self):
        while True:
            pass


def endless_answer(view, actions):
    return Answer()


class Unsayable(Exception):
    def __str__(self):
        raise RuntimeError


def unsayable(view, actions):
    raise Unsayable


def changes_view(view, actions):
    view.player_variables[0]["life"] = 99
    return actions[0]


def changes_field(view, actions):
    view.turn_player = view.player
    return actions[0]


def changes_actions(view, actions):
    actions[0] = 1
    return actions[0]


def takes_one(view):
    return 0


WRONG = {
    boom: "raised ValueError: no idea in test_python_bots.py, line",
    leaves: "raised SystemExit: 3 in",
    nonsense: r"gave 'pass', expected one of its \d+ actions",
    other: r"gave \d+, expected one of its",
    nothing: "gave None, expected",
    truth: "gave True, expected",
    endless: "did not answer within 20000 lines of Python",
    stubborn: "did not answer within 20000 lines of Python",
    deep: "raised RecursionError",
    endless_answer: "did not answer within 20000 lines",
    unsayable: r"raised Unsayable: \(its text cannot be had\)",
    changes_view: "raised TypeError: a view is read-only",
    changes_field: "raised FrozenInstanceError",
    changes_actions: "raised TypeError: 'tuple' object does not support item assignment",
}


def once(function, number=3):
    """A bot that goes wrong at one decision of one in three games or so."""

    def bot(view, actions, decision):
        if decision.number >= number and view.turn_player == 0 and view.first == 0:
            return function(view, actions)
        return actions[0]

    return Bot("faulty", function=bot, lines=20_000, plugin="somewhere")


@pytest.mark.parametrize("function", WRONG, ids=lambda function: function.__name__)
def test_a_bot_that_goes_wrong_loses_that_game_alone(function, tmp_path):
    bots = (once(function), "random")
    result = simulate(bots, games=12)
    assert 0 < result.errors < 12
    assert result.games == 12
    assert result.outcomes["error"] == result.errors
    assert simulate(bots, games=12, threads=2).trace_hash == result.trace_hash
    for failure in result.failures:
        found = failure.to_json()
        assert re.search(WRONG[function], found["message"])
        assert found["message"].startswith("bot 'faulty' of plugin 'somewhere' ")
        assert (found["plugin"], found["bot"], found["seed"]) == ("somewhere", "faulty", 5)
        assert found["decision"] >= 3
        assert f"decision {found['decision']})" in found["message"]
        # the replay goes up to the decision that was not made
        replay = record_failure(make_side(tiny(), None, bots, make_manager()), failure)
        assert len(replay.options) == found["decision"] - 1
        assert replay.stopped == found["message"]
        game = verify(replay, tiny())
        assert not game.over
        assert game.decisions == found["decision"] - 1
    # the games that it did not lose are those of a bot that never goes wrong
    sound = simulate((first, "random"), games=12)
    assert result.wins[0] <= sound.wins[0]


def test_one_game_that_is_lost_leaves_the_others_as_they_were():
    def failing_in_one(view, actions, decision):
        if decision.random.random() < 0.02:
            raise ValueError
        return actions[0]

    def same_stream(view, actions, decision):
        decision.random.random()
        return actions[0]

    side = make_side(tiny(), None, (failing_in_one, "random"), make_manager())
    sound = make_side(tiny(), None, (same_stream, "random"), make_manager())
    kinds = set()
    for number in range(40):
        options, problem = options_of(side, 6, number)
        expected, none = options_of(sound, 6, number)
        assert none is None
        kinds.add(problem is None)
        assert options == expected[: len(options)]
        assert (len(options) == len(expected)) == (problem is None)
    assert kinds == {True, False}


def test_a_failing_factory_loses_the_game_at_its_first_decision():
    def broken():
        raise OSError("no weights")

    for factory, text in (
        (broken, "raised OSError: no weights"),
        (lambda: 7, "its factory gave 7, expected a function"),
        (lambda: takes_one, "takes (view), expected (view, actions)"),
    ):
        result = simulate((Bot("big", factory=factory), first), games=2)
        assert result.errors == 2
        assert text in result.failures[0].message


def test_a_bot_that_fails_by_hand_raises_and_leaves_the_game():
    game = tiny().new_game(seed=1)
    before = game.snapshot()
    with pytest.raises(BotFailure, match="bot 'boom' raised ValueError: no idea") as caught:
        BotPlayer(boom, game.player, seed=1).choose(game)
    assert (caught.value.name, caught.value.decision, caught.value.code) == ("boom", 1, 23)
    assert isinstance(caught.value.__cause__, ValueError)
    assert game.snapshot() == before
    game.apply(game.legal_actions[0])


def test_what_cannot_be_a_bot_is_refused_before_any_game():
    for bots, text in (
        ((takes_one, "random"), r"bot 'takes_one': takes \(view\), expected \(view, actions\)"),
        ((7, "random"), "bot 7: expected a name, a Bot, or a function"),
        (("nobody", "random"), "bot 'nobody': unknown, expected"),
        ((first,), "expected two, one for each player"),
    ):
        with pytest.raises(TefudaError, match=text):
            simulate(bots)
    for arguments, text in (
        ({}, "expected one of function, factory and native"),
        ({"native": "random", "function": first}, "expected one of"),
        ({"function": 7}, "7, expected a function"),
        ({"function": first, "lines": 0}, "lines 0, expected a number from 1"),
    ):
        with pytest.raises(PluginError, match=text):
            Bot("mine", **arguments)


def test_an_endless_bot_does_not_hold_up_a_run_that_is_stopped():
    """The request to stop is looked at in each line, long before all of them are used up."""
    from tefuda.playing import Progress, Results, play_games
    from tefuda.plugins.players import policy

    progress = Progress()
    begun = threading.Event()

    def waiting(view, actions):
        begun.set()
        endless(view, actions)

    bot = policy(Bot("waiting", function=waiting, lines=10**12))
    match = tiny().match(*tiny().pair())
    results = Results(2)
    arguments = (match.program, match, 1, 0, 2, results)
    thread = threading.Thread(
        target=play_games, args=arguments, kwargs={"bots": (bot, bot), "progress": progress}
    )
    thread.start()
    assert begun.wait(20)
    progress.stop()
    started = time.monotonic()
    thread.join(20)
    assert time.monotonic() - started < 10
    assert list(results.winner) == [-3, -3]


def test_ctrl_c_inside_a_bot_is_passed_on():
    from tefuda.playing import Results, play_games
    from tefuda.plugins.players import policy

    def interrupted(view, actions):
        raise KeyboardInterrupt

    match = tiny().match(*tiny().pair())
    bot = policy(Bot("interrupted", function=interrupted))
    with pytest.raises(KeyboardInterrupt):
        play_games(match.program, match, 1, 0, 1, Results(1), bots=(bot, "random"))


@pytest.mark.usefixtures("ctrl_c")
def test_ctrl_c_is_passed_on_by_a_bot_that_swallows_it():
    presses = []

    def answering(view, actions):
        try:
            presses.append(True)
            signal.raise_signal(signal.SIGINT)
        except BaseException:  # noqa: BLE001 - bots may do that
            pass
        return actions[0]

    def looping(view, actions):
        for _ in range(1000):
            answering(view, actions)
        return actions[0]

    game = tiny().new_game(seed=1)
    for bot in (answering, looping):
        presses.clear()
        player = tefuda.BotPlayer(bot, game.player, seed=1)
        with pytest.raises(KeyboardInterrupt):
            player.choose(game)
        assert len(presses) == 1


# ---------------------------------------------------------------- the limit of lines


def test_lines_are_counted_alike_every_time_and_a_debugger_keeps_its_place():
    def work(n):
        total = 0
        for k in range(n):
            total += k
        return total

    def most(lines):
        try:
            return call_limited(work, (100,), lines)
        except OutOfLines:
            return None

    needed = next(lines for lines in range(1000) if most(lines) is not None)
    assert 200 <= needed <= 210
    assert all(most(needed) == 4950 and most(needed - 1) is None for _ in range(5))
    seen = []

    def tracer(frame, event, argument):
        seen.append(event)
        return tracer

    before = sys.gettrace()
    sys.settrace(tracer)
    try:
        assert call_limited(work, (3,), 1000) == 3
        assert sys.gettrace() is tracer
    finally:
        sys.settrace(before)
    assert seen.count("line") >= 8


def test_a_limit_inside_a_limit_counts_for_both():
    def inner():
        return call_limited(endless, (None, None), 10**12)

    with pytest.raises(OutOfLines):
        call_limited(inner, (), 5000)


# ---------------------------------------------------------------- from plugins


PLUGIN = """
from tefuda.plugins import hookimpl
from tefuda.plugins.bots import Bot


def last(view, actions):
    return actions[-1]


def fails(view, actions, decision):
    if decision.number > 4:
        raise RuntimeError("lost the thread")
    return actions[0]


@hookimpl
def tefuda_bots():
    return [Bot("last", "takes the last action", last), Bot("fails", "gives up", fails)]
"""


@pytest.fixture
def plugin(tmp_path):
    file = tmp_path / "my_bots.py"
    file.write_text(PLUGIN, "utf-8")
    return str(file)


def test_a_bot_of_a_plugin_plays_by_its_name(plugin, capsys):
    arguments = ["simulate", "tiny", "--games", "10", "--bots", "last", "random", "--json"]
    status = main(["--plugin", TINY, "--plugin", plugin, *arguments])
    printed = capsys.readouterr()
    assert (status, printed.err) == (0, "")
    found = json.loads(printed.out)
    assert found["bots"] == ["last", "random"]
    own = tefuda.simulate(
        tiny(), games=10, seed=1, bots=(lambda view, actions: actions[-1], "random")
    )
    assert found["trace_hash"] == own.trace_hash


def test_the_command_line_reports_a_failing_bot_and_keeps_its_replay(plugin, tmp_path, capsys):
    folder = tmp_path / "replays"
    base = ["--plugin", TINY, "--plugin", plugin]
    arguments = ["simulate", "tiny", "--games", "6", "--bots", "random", "fails", "--json"]
    status = main([*base, *arguments, "--replays", str(folder)])
    printed = capsys.readouterr()
    assert (status, printed.err) == (1, "")
    failures = json.loads(printed.out)["failures"]
    assert failures
    assert {(f["plugin"], f["bot"]) for f in failures} == {("my_bots", "fails")}
    assert len(list(folder.iterdir())) == 6
    for failure in failures:
        file = folder / f"tiny-1-{failure['game']:06}.json"
        replay = read_replay(file)
        assert replay.outcome is None
        assert replay.bots == ("random", "fails")
        assert len(replay.options) == failure["decision"] - 1
        assert replay.stopped == failure["message"]
        assert main([*base, "replay", str(file), "--verify"]) == 0
        assert f"verified: stopped: {failure['message']}" in capsys.readouterr().out
    status = main([*base, "simulate", "tiny", "--games", "6", "--bots", "random", "fails"])
    assert status == 1
    assert "error in game" in capsys.readouterr().out


def test_a_replay_of_a_game_with_python_bots_needs_no_bot(tmp_path):
    side = make_side(tiny(), None, (dice, Alternating), make_manager())
    replay = record(side, 5, 2)
    assert replay.stopped is None
    assert verify(replay, tiny()).over


# ---------------------------------------------------------------- the promises of bots


@pytest.mark.parametrize("name", sorted(make_manager().rulesets))
def test_a_random_python_bot_conforms_in_every_ruleset(name):
    found = check_bot(dice, name, games=1)
    assert found.games == 3
    assert found.decisions > 10


def test_bots_of_all_sorts_conform():
    for bot in ("random", "greedy", Alternating, Bot("mine", factory=Alternating)):
        assert check_bot(bot, tiny(), games=2).games == 6
    with pytest.raises(TefudaError, match="no ruleset, expected at least one"):
        check_bot(dice)


def test_bots_that_break_a_promise_are_found_out():
    counter = iter(range(10**9))

    def remembers(view, actions):
        return actions[next(counter) % len(actions)]

    for bot, text in (
        (boom, "seed 1: game 0: bot 'boom' raised ValueError"),
        (nonsense, "gave 'pass'"),
        (remembers, "on two threads|played again"),
    ):
        with pytest.raises(ConformanceError, match=text):
            check_bot(bot, tiny(), games=3)


def test_a_manager_gives_bots_with_their_plugin(plugin):
    bots = make_manager(plugins=[plugin]).bots
    assert str(bots["last"]) == "bot 'last' of plugin 'my_bots'"
    assert replace(bots["last"], plugin="").function.__name__ == "last"
