"""``tefuda replay``: a recorded game told decision by decision, whole or as one player saw it."""

from __future__ import annotations

import io
import json
import re
from functools import cache
from pathlib import Path

import msgspec
import pytest

import tefuda
from tefuda.errors import ReplayMismatch
from tefuda.plugins.cli.group import main
from tefuda.plugins.lab.recording import record
from tefuda.plugins.lab.simulation import make_side
from tefuda.plugins.manager import make_manager
from tefuda.plugins.table.telling import Step, tell
from tefuda.replay import Replay, start, write_replay
from tefuda.ruleset import Ruleset

TINY = str(Path(__file__).parent / "tiny" / "tiny_game.py")
MANAGER = make_manager(plugins=[TINY])
RULESETS = sorted(MANAGER.rulesets)


@cache
def recorded(name: str) -> tuple[Ruleset, Replay]:
    ruleset = tefuda.load(name, manager=MANAGER)
    return ruleset, record(make_side(ruleset, None, ("random", "greedy"), MANAGER), 5, 1)


def told(name: str, player: int | None = None) -> list[Step]:
    ruleset, replay = recorded(name)
    return list(tell(replay, start(replay, ruleset), player))


@pytest.fixture
def file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("tefuda.plugins.cli.replays.load", lambda *_, **__: recorded("tiny")[0])
    write_replay(recorded("tiny")[1], "game.json")
    return "game.json"


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = main(["--plugin", TINY, "replay", *arguments])
    printed = capsys.readouterr()
    return status, printed.out, printed.err


@pytest.mark.parametrize("name", RULESETS)
def test_everything_is_told_in_order(name):
    ruleset, replay = recorded(name)
    steps = told(name)
    assert [step.decision for step in steps] == list(range(len(replay.options) + 1))
    assert steps[0].player is steps[0].text is None
    game = start(replay, ruleset)
    for step, option in zip(steps[1:], replay.options, strict=True):
        action = int(option, 16)
        assert (step.turn, step.player) == (game.turn, game.player)
        assert step.text == game.action_text(action)
        game.apply(action)
    every = [event for event in game.log(None) if event.kind != "choice"]
    assert [event for step in steps for event in step.events] == every
    # Who sees everything reads every face.
    assert not [e for e in every if e.kind == "move" and e.text.startswith("a card")]


@pytest.mark.parametrize("name", RULESETS)
@pytest.mark.parametrize("player", [0, 1])
def test_one_player_is_told_what_that_player_may_know(name, player):
    ruleset, replay = recorded(name)
    steps = told(name, player)
    assert {step.player for step in steps[1:]} == {player}
    assert [step.decision for step in steps] == list(range(len(steps)))
    own = [step.text for step in told(name) if step.player == player]
    assert [step.text for step in steps[1:]] == own
    game = start(replay, ruleset)
    for option in replay.options:
        game.apply(int(option, 16))
    log = [event for event in game.log(player) if event.kind != "choice"]
    assert [event for step in steps for event in step.events] == log
    hidden = [e for e in log if e.kind == "move" and e.text.startswith("a card")]
    assert hidden or name == "tiny"


def test_equal_events_behind_one_another_are_counted():
    game = recorded("lycee")[0].new_game(seed=1, log=True)
    lines = list(Step(0, 0, None, None, tuple(game.log(0))).lines())
    assert any(
        line.endswith("a card: from player 1's deck to player 1's hand (7 times)") for line in lines
    )


def test_what_came_before_a_difference_is_told():
    ruleset, replay = recorded("tiny")
    hashes = [*replay.hashes[:3], (4, "1"), *replay.hashes[4:]]
    changed = msgspec.structs.replace(replay, hashes=tuple(hashes))
    seen: list[int] = []
    with pytest.raises(ReplayMismatch, match="after decision 4"):
        seen += (step.decision for step in tell(changed, start(changed, ruleset)))
    assert seen == [0, 1, 2, 3, 4]


def test_the_command_tells_each_decision_with_what_it_led_to(file, capsys):
    status, out, err = run(capsys, file)
    assert (status, err) == (0, "")
    steps = told("tiny")
    lines = out.splitlines()
    assert (
        len([line for line in lines if re.match(r" +\d+  turn \d+, player \d: ", line)])
        == len(steps) - 1
    )
    at = lines.index(f"   1  turn 0, player {steps[1].player}: {steps[1].text}")
    assert lines[at + 1].strip() == steps[1].events[0].text
    outcome = recorded("tiny")[1].outcome
    assert lines[-1].endswith(f": {outcome.reason}, turn {outcome.turns}")


def test_a_stretch_of_decisions_is_told(file, capsys):
    _, out, _ = run(capsys, file, "--from", "2", "--to", "3")
    assert re.findall(r"^ +(\d+)  turn", out, re.MULTILINE) == ["2", "3"]
    _, out, _ = run(capsys, file, "--from", "2", "--to", "3", "--json")
    found = json.loads(out)
    assert [step["decision"] for step in found["steps"]] == [2, 3]
    assert found["outcome"]["reason"] == recorded("tiny")[1].outcome.reason
    _, out, _ = run(capsys, file, "--to", "0")
    assert not re.search(r"^ +\d+  turn", out, re.MULTILINE)
    assert "is shuffled" in out


def test_one_decision_at_a_time_waits_for_enter(file, capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("\n\nq\n"))
    status, out, _ = run(capsys, file, "--step")
    assert (status, out.count("Enter: next, q: stop")) == (0, 3)
    assert re.findall(r"^ +(\d+)  turn", out, re.MULTILINE) == ["1", "2"]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n"))
    assert run(capsys, file, "--step")[0] == 0


@pytest.mark.parametrize(
    ("options", "part"),
    [
        (["--from", "3", "--to", "2"], "expected the first not behind the last"),
        (["--from", "-1"], "--from"),
        (["--player", "2"], "--player"),
        (["--verify", "--step"], "expected it alone"),
        (["--verify", "--player", "0"], "expected it alone"),
        (["--step", "--json"], "expected one of them"),
    ],
)
def test_what_does_not_go_together_is_refused(file, capsys, options, part):
    status, _, err = run(capsys, file, *options)
    assert status == 2
    assert part in err
