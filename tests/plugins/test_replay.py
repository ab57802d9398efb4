"""Replays: written whole, read with care, and played again to the same end."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tefuda
from tefuda import ReplayError, ReplayMismatch
from tefuda.plugins.lab.driver import play
from tefuda.plugins.lab.recording import record
from tefuda.plugins.lab.simulation import make_side
from tefuda.plugins.manager import make_manager
from tefuda.replay import Recorder, Replay, read_replay, steps, verify, write_replay

MANAGER = make_manager(plugins=[Path(__file__).parent / "tiny" / "tiny_game.py"])
TINY = tefuda.load("tiny", manager=MANAGER)
SIDE = make_side(TINY, ("even", "high"), ("random", "greedy"), MANAGER)
REPLAY = record(SIDE, 9, 4)


def changed(**fields) -> Replay:
    return msgspec.structs.replace(REPLAY, **fields)


def test_a_game_of_a_simulation_is_recorded_as_it_was_played():
    for side in (SIDE, SIDE.turned()):
        games = play(side, 9, 0, 6)
        for number in range(6):
            replay = record(side, 9, number)
            assert replay.outcome is not None
            seat = {0: 1, 1: 0} if side.swapped else {0: 0, 1: 1}
            winner = int(games.winner[number])
            assert replay.outcome.winner == (None if winner < 0 else seat[winner])
            assert replay.outcome.turns == games.turns[number]
            assert verify(replay, TINY).decisions == games.decisions[number]


def test_a_replay_says_everything_that_is_needed(tmp_path):
    file = tmp_path / "game.json"
    write_replay(REPLAY, file)
    assert read_replay(file) == REPLAY
    content = json.loads(file.read_text())
    assert content["format"] == 1
    assert content["variant"] == "tiny"
    assert content["fingerprint"] == TINY.fingerprint
    assert (content["seed"], content["number"]) == (9, 4)
    assert [deck["name"] for deck in content["decks"]] == ["even", "high"]
    assert len(content["decks"][0]["cards"]) == 16
    assert content["bots"] == ["random", "greedy"]
    assert [taken for taken, _ in content["hashes"]] == list(range(1, len(REPLAY.options) + 1))
    assert [path.name for path in tmp_path.iterdir()] == ["game.json"]


def test_a_game_played_by_hand_can_be_recorded_and_stopped_early():
    game = TINY.new_game(seed=3, decks=("even", "even"))
    recorder = Recorder(game, TINY, ("even", "even"), 3)
    for _ in range(4):
        recorder.take(game.legal_actions[-1])
    replay = recorder.replay()
    assert replay.outcome is None
    assert verify(replay, TINY).hash() == game.hash()


def test_a_game_that_ends_in_an_error_can_be_replayed():
    faulty = tefuda.load("tiny:faulty=true", manager=MANAGER)
    side = make_side(faulty, None, None, MANAGER)
    games = play(side, 1, 0, 300)
    number = games.winner.tolist().index(-2)
    replay = record(side, 1, number)
    assert replay.outcome is not None
    assert replay.outcome.reason == "error"
    assert replay.outcome.error
    verify(replay, faulty)


def test_steps_gives_each_option_before_it_is_taken():
    game = TINY.new_game(decks=("even", "high"), seed=9, number=4)
    texts = [game.action_text(option) for option in steps(REPLAY, game)]
    assert len(texts) == len(REPLAY.options)
    assert game.over


def test_the_first_decision_that_differs_is_named():
    game = TINY.new_game(decks=("even", "high"), seed=9, number=4)
    at, other = None, 0
    for number, option in enumerate(steps(REPLAY, game)):
        rest = [action for action in game.legal_actions if action != option]
        if rest and number >= 2 and at is None:
            at, other = number, rest[0]
    assert at is not None
    options = list(REPLAY.options)
    options[at] = f"{other:x}"
    with pytest.raises(ReplayMismatch, match=f"after decision {at + 1}: hash"):
        verify(changed(options=tuple(options)), TINY)
    options[at] = "ffffffffffffffff"
    with pytest.raises(ReplayMismatch, match=rf"decision {at + 1} of \d+: option f+ is not legal"):
        verify(changed(options=tuple(options)), TINY)


def test_too_many_and_too_few_options_and_another_end_are_a_mismatch():
    with pytest.raises(ReplayMismatch, match="not legal, the game is over"):
        verify(changed(options=(*REPLAY.options, REPLAY.options[-1])), TINY)
    with pytest.raises(ReplayMismatch, match="the game goes on, recorded was"):
        verify(changed(options=REPLAY.options[:-1]), TINY)
    assert REPLAY.outcome is not None
    other = msgspec.structs.replace(REPLAY.outcome, reason="other")
    with pytest.raises(ReplayMismatch, match=r"recorded was .* by other in turn"):
        verify(changed(outcome=other), TINY)


def test_another_seed_is_a_mismatch_at_the_first_decision_that_shows_it():
    with pytest.raises(ReplayMismatch, match="decision 1"):
        verify(changed(seed=10), TINY)


def test_changed_rules_are_refused_with_the_reason():
    other = tefuda.load("tiny:goal=16", manager=MANAGER)
    with pytest.raises(ReplayError, match=r"fingerprint .* have changed since") as caught:
        verify(REPLAY, other)
    assert not isinstance(caught.value, ReplayMismatch)


def test_decks_that_no_longer_fit_are_refused():
    deck = msgspec.structs.replace(REPLAY.decks[0], cards=("X",) * 12)
    with pytest.raises(ReplayError, match="card 'X': unknown"):
        verify(changed(decks=(deck, deck)), TINY)


def test_a_file_that_cannot_be_written_leaves_nothing(tmp_path):
    with pytest.raises(ReplayError, match="cannot be written: No such file"):
        write_replay(REPLAY, tmp_path / "none" / "game.json")
    (tmp_path / "folder").mkdir()
    with pytest.raises(ReplayError, match="cannot be written: Is a directory"):
        write_replay(REPLAY, tmp_path / "folder")
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]


@pytest.mark.parametrize(
    ("field", "value", "part"),
    [
        ("format", 2, "format 2, expected 1"),
        ("format", "1", "format"),
        ("seed", -1, "seed"),
        ("seed", 2**64, "seed or number"),
        ("seed", 10**30, "seed"),
        ("options", ["xyz"], r"\$.options"),
        ("options", ["1" * 17], r"\$.options"),
        ("options", 5, r"\$.options"),
        ("decks", [], r"\$.decks"),
        ("hashes", [[1]], r"\$.hashes"),
        ("hashes", [], "no hashes, expected one after all"),
        ("hashes", [[1, "ab"]], "last hash after 1 choices, expected"),
        ("hashes", [[2, "ab"], [1, "ab"], [2, "ab"]], "do not rise"),
        ("variant", "", r"\$.variant"),
        ("extra", 1, "unknown field `extra`"),
    ],
)
def test_a_broken_replay_is_refused(tmp_path, field, value, part):
    file = tmp_path / "game.json"
    file.write_text(json.dumps({**msgspec.to_builtins(REPLAY), field: value}))
    with pytest.raises(ReplayError, match=rf"game\.json.*{part}"):
        read_replay(file)


@given(st.integers(0, 10**6), st.integers(0, 255))
def test_a_damaged_file_is_read_or_refused(tmp_path_factory, at, byte):
    content = bytearray(msgspec.json.encode(REPLAY))
    content[at % len(content)] = byte
    file = tmp_path_factory.mktemp("replays") / "game.json"
    file.write_bytes(bytes(content))
    with suppress(ReplayError):
        verify(read_replay(file), TINY)
