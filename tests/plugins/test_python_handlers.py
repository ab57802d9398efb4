"""Handlers in Python: they play as the same rules do, and lose their own game when they fail."""

from __future__ import annotations

import json
import re
import shutil
import threading
from functools import cache

import pytest

import tefuda
from tefuda import Game, HandlerFailure, RulesetError
from tefuda.playing import Progress, Results, play_games
from tefuda.plugins.cli.group import main
from tefuda.plugins.lab.driver import options_of
from tefuda.plugins.lab.recording import record, record_failure
from tefuda.plugins.lab.simulation import make_side
from tefuda.plugins.manager import make_manager
from tefuda.replay import ReplayError, read_replay, verify
from tefuda.ruleset import Ruleset
from tefuda.testing import check_bot, check_ruleset

from ..loaded import loaded
from . import handlers
from .handlers import PYTHON, RULES, changed, tiny

BOTS = [("random", "random"), ("greedy", "random"), ("greedy", "greedy")]


def simulate(ruleset, games=60, **options):
    return tefuda.simulate(ruleset, games=games, seed=3, **options)


@cache
def lycee_pair():
    return (
        handlers.lycee_with(handlers.lycee_in_rules),
        handlers.lycee_with(handlers.lycee_in_python),
    )


# ---------------------------------------------------------------- playing


@pytest.mark.parametrize("bots", BOTS)
def test_a_handler_in_python_plays_as_the_same_rule_does(bots):
    as_rule = simulate(RULES, bots=bots)
    as_python = simulate(PYTHON, bots=bots)
    assert as_rule.errors == as_python.errors == 0
    assert as_rule.trace_hash == as_python.trace_hash
    assert as_rule.trace_hash != simulate(Ruleset(tiny.rules), bots=bots).trace_hash


@pytest.mark.parametrize("bots", [("random", "random"), ("greedy", "random")])
def test_handlers_in_a_full_game_play_as_the_same_rules_do(bots):
    as_rule, as_python = (simulate(ruleset, games=6, bots=bots) for ruleset in lycee_pair())
    assert as_rule.errors == as_python.errors == 0
    assert as_rule.trace_hash == as_python.trace_hash
    plain = simulate(loaded("lycee"), games=6, bots=bots)
    assert plain.trace_hash != as_rule.trace_hash


@pytest.mark.parametrize("bots", BOTS)
def test_games_with_handlers_are_equal_on_any_number_of_threads(bots):
    traces = {simulate(PYTHON, bots=bots, threads=threads).trace_hash for threads in (1, 2, 3)}
    assert len(traces) == 1


@pytest.mark.skipif(shutil.which("cc") is None, reason="takes a C compiler")
def test_machine_code_stops_for_handlers_in_python_as_well(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    native = handlers.as_machine_code()
    assert native.program.native
    for bots in BOTS[:2]:
        assert simulate(native, bots=bots).trace_hash == simulate(PYTHON, bots=bots).trace_hash


def test_handlers_and_bots_in_python_play_together():
    def dice(view, actions, decision):
        return decision.random.choice(actions)

    def dealing(view, actions, decision):
        game = decision.deal()  # its handlers run, too, within the lines of the bot
        game.apply(actions[-1])
        return actions[-1]

    for bots in ((dice, "greedy"), (dealing, dice)):
        found = {simulate(PYTHON, bots=bots, threads=threads).trace_hash for threads in (1, 2)}
        assert len(found) == 1
        assert simulate(RULES, bots=bots).trace_hash in found
    check_bot(dice, PYTHON, games=2)


def test_a_game_by_hand_is_that_of_the_simulation():
    side = make_side(PYTHON, None, ("greedy", "random"), make_manager())
    for number in range(4):
        options, problem = options_of(side, 3, number)
        game = PYTHON.new_game(seed=3, number=number)
        for option in options:
            assert not game.check()
            game.apply(option)
        assert game.over
        assert problem is None


def test_compare_takes_handlers_in_python():
    found = tefuda.compare(RULES, PYTHON, games=40, seed=2)
    assert found.errors == 0
    assert found.baseline.trace_hash == found.variants[0].simulation.trace_hash
    assert not found.variants[0].rules.same


# ---------------------------------------------------------------- in the middle


def stopped_inside():
    """Give games that wait for a player within what a handler asked for."""
    for number in range(60):
        game = PYTHON.new_game(seed=3, number=number)
        while not game.over:
            before = game.turn
            game.apply(game.legal_actions[-1])
            if not game.over and game.turn == before:
                yield game


def test_a_game_that_waits_within_a_handler_is_copied_saved_and_dealt_as_any():
    met = 0
    for game in stopped_inside():
        met += 1
        fork, back = game.copy(), Game.restore(PYTHON, game.snapshot())
        assert fork.hash() == back.hash() == game.hash()
        dealt = game.determinize(game.player, 5)
        assert dealt.view(game.player) == game.view(game.player)
        assert not dealt.check()
        for other in (fork, back):
            assert other.legal_actions == game.legal_actions
            other.apply(other.legal_actions[0])
        assert fork.hash() == back.hash()
        while not dealt.over:
            dealt.apply(dealt.legal_actions[0])
        assert dealt.outcome.error is None
    assert met > 20


def test_a_ruleset_with_a_handler_in_python_keeps_all_promises():
    found = check_ruleset(PYTHON, games=12, seed=2, every=1)
    assert found.games == 12
    assert found.twins > 50


def test_a_full_game_with_handlers_in_python_keeps_all_promises():
    assert check_ruleset(lycee_pair()[1], games=2, seed=2).games == 2


def test_what_several_calls_ask_for_runs_in_their_order_when_the_handler_has_returned():
    told = []

    def handler(game, card):
        if card.worth == 2 and min(len(player.deck) for player in game.players) > 3:
            before = [len(player.hand) for player in game.players]
            game.call("draw", card.user)
            game.call("draw", card.user.enemy)
            game.call("take_turn", card.user)
            assert before == [len(player.hand) for player in game.players]
            told.append((card.user.index, before))

    ruleset = changed(handler)
    seen = 0
    for number in range(20):
        game = ruleset.new_game(seed=8, number=number, log=True)
        while not game.over:
            told.clear()
            game.apply(game.legal_actions[0])
            if len(told) == 1 and not game.over:
                player, before = told[0]
                # it drew for its first call, and again in the turn that it is asked in
                counts = [game.view(p).zone(p, "hand").count for p in (0, 1)]
                assert game.player == player
                assert counts[1 - player] == before[1 - player] + 1
                assert counts[player] == before[player] + 2
                seen += 1
    assert seen > 5


# ---------------------------------------------------------------- what it is given


def test_a_handler_reads_the_game_as_rules_do():
    checks = []

    def looking(game, card):
        me = card.user
        assert card in me.table
        assert card == me.table.top
        assert card.zone == me.table
        assert (me.table.kind, me.table.player, me.table.cell) == ("table", me, 0)
        assert card.owner == me
        assert card.host is None
        assert me.enemy.enemy == me
        assert game.turn_player == me
        assert set(game.players) == {me, me.enemy}
        assert card in game.cards
        assert game.parameter("goal") == 15
        assert game.value("rate", me) == me.points - me.enemy.points
        assert isinstance(card.number, str)
        assert card.name
        assert hash(card) == hash(me.table.top)
        assert me.hand.occupied == (len(me.hand) > 0)
        assert me.deck.bottom in me.deck.cards or not me.deck
        checks.append(game.turn)

    assert simulate(changed(looking), games=5).errors == 0
    assert len(checks) > 20


@pytest.mark.parametrize(
    "using",
    [
        lambda game, card: game.put(card, "hand"),
        lambda game, card: game.reveal([card]),
        lambda game, card: game.call("draw", card.user),
        lambda game, user: game.call("draw", user),
        lambda game, zone: game.put(game.cards[0], zone),
    ],
)
def test_what_was_kept_from_another_game_cannot_be_used_in_this_one(using):
    kept = []

    def keeping(game, card):
        if not kept:
            kept.append({"card": card, "user": card.user, "zone": card.user.hand})
            return
        using(game, kept[0][using.__code__.co_varnames[1]])

    ruleset = changed(keeping)
    first, second = (ruleset.new_game(seed=seed) for seed in (1, 2))
    first.apply(first.legal_actions[0])
    with pytest.raises(HandlerFailure, match="what it held is gone"):
        second.apply(second.legal_actions[0])


def test_operations_change_the_game_as_rules_do():
    def changing(game, card):
        me = card.user
        if card.worth == 1:
            game.put(card, me.deck, bottom=True)
            assert me.deck.bottom == card
        elif card.worth == 2:
            game.put(card, "hand")
            assert card in me.hand
            drawn = game.random_card(me.hand)
            assert drawn in me.hand
            game.reveal(drawn)
            game.look(me.enemy, me.hand)
        me.points = me.points + game.random_below(2)

    ruleset = changed(changing)
    results = [simulate(ruleset, threads=threads) for threads in (1, 2)]
    assert results[0].errors == 0
    assert results[0].trace_hash == results[1].trace_hash
    check_ruleset(ruleset, games=6, seed=4)


def test_moves_of_a_handler_are_in_the_log():
    def returning(game, card):
        game.put(card, "hand")

    game = changed(returning).new_game(seed=1, log=True)
    game.apply(game.legal_actions[0])
    player = 1 - game.player
    texts = [event.text for event in game.log(player) if event.kind == "move"]
    assert re.search(r": from .*table.* to .*hand", texts[-2] + texts[-1])


@pytest.mark.parametrize(
    ("function", "text"),
    [
        (lambda game, card: game.call("drow", card.user), r"'drow' is no procedure .*'draw'"),
        (lambda game, card: game.call(print), "'print' is no procedure of this ruleset"),
        (lambda game, card: game.call("draw"), "draw: 0 arguments, expected 1: me: Player"),
        (lambda game, card: game.call("draw", card), "draw: me: .*, expected Player"),
        (lambda game, card: game.put(card, "attic"), "zone 'attic'"),
        (lambda game, card: game.put(card.number, card.zone), "'T-.*expected a card, player or"),
        (lambda game, card: setattr(card, "worth", 9), "Card.worth cannot be set"),
        (lambda game, card: setattr(card.user, "points", 2**63), "points: .* outside 64 bits"),
        (lambda game, card: game.modify(card, "worth", 2**63), "worth: .* outside 64 bits"),
        (lambda game, card: game.modify(card, "worth", "1"), "worth: '1': expected int"),
        (lambda game, card: setattr(card.user, "number", 9), "Player.number cannot be set"),
        (lambda game, card: setattr(game, "turn", 9), "game.turn cannot be set"),
        (lambda game, card: card.user.pionts, r"Player.pionts: .*points"),
        (lambda game, card: card.colour, "Card.colour: expected"),
        (lambda game, card: game.weather, "game.weather: expected"),
        (lambda game, card: game.value("draw", card.user), "expected a pure procedure"),
        (lambda game, card: game.parameter("gaol"), "parameter 'gaol'"),
        (lambda game, card: game.random_below(0), r"random_below\(0\)"),
        (lambda game, card: card.user.hand.cards.clear(), "no attribute 'clear'"),
    ],
)
def test_what_a_handler_may_not_do_ends_that_game_with_what_was_expected(function, text):
    game = changed(function).new_game(seed=1)
    with pytest.raises(HandlerFailure, match=text) as caught:
        game.apply(game.legal_actions[0])
    assert game.over
    assert game.outcome.error == str(caught.value)
    assert caught.value.card is not None


def test_what_a_handler_held_is_gone_when_it_has_returned():
    kept = []
    game = changed(lambda game, card: kept.append((game, card))).new_game(seed=1)
    game.apply(game.legal_actions[0])
    moment, card = kept[0]
    for ask in (
        lambda: card.worth,
        lambda: card.user,
        lambda: moment.turn,
        lambda: moment.call("draw", card.user),
        lambda: moment.put(card, "hand"),
        lambda: moment.random_below(2),
    ):
        with pytest.raises(tefuda.TefudaError, match="the handler has returned"):
            ask()


# ---------------------------------------------------------------- when it goes wrong


def boom(game, card):
    raise ValueError("no idea")


def endless(game, card):
    while True:
        pass


def swallowing(game, card):
    while True:
        try:  # noqa: SIM105
            endless(game, card)
        except BaseException:  # noqa: BLE001 - as stubborn as can be
            pass


def deep(game, card):
    deep(game, card)


def leaves(game, card):
    raise SystemExit


def overflows(game, card):
    for _ in range(300):
        game.call("draw", card.user)


WRONG = {
    boom: "raised ValueError: no idea in test_python_handlers.py, line",
    endless: "did not come back within 20000 lines of Python",
    swallowing: "did not come back within 20000 lines of Python",
    deep: "raised RecursionError",
    leaves: "raised SystemExit",
    overflows: r"raised CapacityExceeded: the stack is full: [^:]* \(in \w+\) \(turn",
}


def sometimes(function):
    """Go wrong at one card of the tiny game alone."""

    def handler(game, card):
        if card.worth == 3 and game.turn > 3:
            function(game, card)

    return handler


@pytest.mark.parametrize("function", WRONG, ids=lambda function: function.__name__)
def test_a_handler_that_goes_wrong_loses_that_game_alone(function):
    ruleset = changed(sometimes(function), lines=20_000)
    result = simulate(ruleset, games=12)
    assert 0 < result.errors < 12
    assert result.games == 12
    assert simulate(ruleset, games=12, threads=2).trace_hash == result.trace_hash
    sound = changed(sometimes(lambda game, card: None))
    ended = {failure.game for failure in result.failures}
    for number in set(range(12)) - ended:
        assert [
            options_of(make_side(one, None, None, make_manager()), 3, number)
            for one in (ruleset, ruleset)
        ].count(options_of(make_side(sound, None, None, make_manager()), 3, number)) == 2
    for failure in result.failures:
        found = failure.to_json()
        assert re.search(WRONG[function], found["message"])
        assert found["message"].startswith("handler 'handler' of 'change' at 'played' ")
        assert (found["plugin"], found["handler"], found["seed"]) == ("change", "handler", 3)
        assert found["card"].startswith("T-")
        assert f"decision {found['decision']}, about card {found['card']})" in found["message"]
        side = make_side(ruleset, None, None, make_manager())
        replay = record_failure(side, failure)
        assert len(replay.options) == found["decision"]
        assert replay.outcome.reason == "error"
        assert verify(replay, ruleset).over


def test_a_failing_handler_does_not_end_what_greedy_tries_out():
    """What a bot follows in its head may fail: it rates that badly, and the game goes on."""
    tried = []

    def handler(game, card):
        tried.append(card.worth)
        if card.worth == 3:
            raise ValueError

    result = simulate(changed(handler), games=10, bots=("greedy", "greedy"))
    assert 3 in tried
    assert result.errors < 10


def test_an_error_by_hand_keeps_its_cause():
    game = changed(boom).new_game(seed=1)
    with pytest.raises(HandlerFailure) as caught:
        game.apply(game.legal_actions[0])
    assert isinstance(caught.value.__cause__, ValueError)
    assert (caught.value.plugin, caught.value.name, caught.value.code) == ("change", "boom", 20)
    assert caught.value.decision == 1
    copy = game.copy()
    assert copy.outcome == game.outcome
    assert Game.restore(changed(boom), game.snapshot()).outcome.reason == "error"


def test_ctrl_c_inside_a_handler_leaves_the_game_as_it_was():
    presses = [True]

    def pressing(game, card):
        card.user.points += 1
        if presses:
            presses.pop()
            raise KeyboardInterrupt

    game = changed(pressing).new_game(seed=1, log=True)
    before, log = game.hash(), game.log(0)
    with pytest.raises(KeyboardInterrupt):
        game.apply(game.legal_actions[0])
    assert game.hash() == before
    assert game.log(0) == log
    game.apply(game.legal_actions[0])
    assert game.decisions == 1


def test_an_endless_handler_does_not_hold_up_a_run_that_is_stopped():
    begun = threading.Event()

    def waiting(game, card):
        begun.set()
        endless(game, card)

    ruleset = changed(waiting, lines=10**12)
    match = ruleset.match(*ruleset.pair())
    progress, results = Progress(), Results(2)
    thread = threading.Thread(
        target=play_games,
        args=(match.program, match, 1, 0, 2, results),
        kwargs={"progress": progress},
    )
    thread.start()
    assert begun.wait(20)
    progress.stop()
    thread.join(20)
    assert not thread.is_alive()
    assert list(results.winner) == [-3, -3]


# ---------------------------------------------------------------- declared


def test_what_cannot_be_a_handler_is_refused_when_the_ruleset_loads():
    def two(game, card, other):
        pass

    with pytest.raises(RulesetError, match=r"handler 'two': takes \(game, card, other\), is given"):
        changed(two)
    with pytest.raises(RulesetError, match="lines 0: expected a number from 1"):
        changed(boom, lines=0)
    with pytest.raises(RulesetError, match="handler 7: expected a function"):
        changed(7)


def test_a_handler_may_take_fewer_arguments_and_be_any_callable():
    class Counting:
        def __init__(self):
            self.count = 0

        def __call__(self, game):
            self.count += 1

    counting = Counting()
    assert simulate(changed(counting), games=2).errors == 0
    assert counting.count > 5
    plain = simulate(Ruleset(tiny.rules), games=2)
    assert simulate(changed(lambda *_: None), games=2).trace_hash == plain.trace_hash


def test_a_condition_spares_the_call():
    called = []

    def dear(card: tiny.Card) -> bool:
        """Whether the card is worth 3."""
        return card.worth == 3

    def handler(game, card):
        called.append(card.worth)

    ruleset = changed(handler, when=dear)
    assert simulate(ruleset, games=10).errors == 0
    assert set(called) == {3}


def one_way(game, card):
    """Do nothing."""


def test_the_fingerprint_knows_a_handler_by_name_and_source():
    def other_way(game, card):
        """Do nothing."""
        game.call("draw", card.user)

    first = changed(one_way)
    assert first.fingerprint == changed(one_way).fingerprint
    assert first.fingerprint != changed(other_way).fingerprint
    assert first.fingerprint != Ruleset(tiny.rules).fingerprint
    other_way.__name__ = "one_way"
    second = changed(other_way)
    assert first.fingerprint != second.fingerprint
    assert "PYTHON" in first.listing()
    replay = record(make_side(first, None, None, make_manager()), 1, 0)
    with pytest.raises(ReplayError, match="have changed since"):
        verify(replay, second)


def test_rules_without_python_have_nothing_of_it():
    compiled = loaded("lycee").compiled
    assert (compiled.python, compiled.asked) == ((), ())


PLUGIN = '''
from tefuda.plugins import hookimpl
from tefuda.rules import Rules
from tefuda.rulesets.lycee.vocabulary import TURN_START

change = Rules("lucky", extends="lycee")


@change.python_handler(TURN_START)
def lucky_seven(game, me):
    """Fail in turn 7."""
    if game.turn == 7:
        raise LookupError("seven")


@hookimpl
def tefuda_extensions():
    return [change]
'''


def test_the_command_line_reports_a_failing_handler_and_keeps_its_replay(tmp_path, capsys):
    file, folder = tmp_path / "lucky_plugin.py", tmp_path / "replays"
    file.write_text(PLUGIN, "utf-8")
    base = ["--plugin", str(file)]
    status = main([*base, "simulate", "lycee+lucky", "--games", "4", "--json",
                   "--replays", str(folder)])  # fmt: skip
    printed = capsys.readouterr()
    assert (status, printed.err) == (1, "")
    failures = json.loads(printed.out)["failures"]
    assert failures
    for failure in failures:
        assert (failure["plugin"], failure["handler"]) == ("lucky", "lucky_seven")
        assert "raised LookupError: seven in lucky_plugin.py, line" in failure["message"]
        replay = folder / f"lycee-1-{failure['game']:06}.json"
        assert read_replay(replay).outcome.error == failure["message"]
        assert main([*base, "replay", str(replay), "--verify"]) == 0
        assert "LookupError: seven" in capsys.readouterr().out
    assert main([*base, "rules", "lycee+lucky"]) == 0
    assert "lucky_seven" in capsys.readouterr().out
