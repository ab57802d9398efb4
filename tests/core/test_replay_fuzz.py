"""Damaged replays: read and verified, or refused by one of the two documented errors."""

from __future__ import annotations

import json
import os
import random
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

import tefuda
from tefuda import ReplayError, ReplayMismatch
from tefuda.replay import Recorder, Replay, read_replay, verify, write_replay

from ..loaded import loaded

#: More tries take longer: ``TEFUDA_FUZZ`` multiplies them, for a search of an hour.
FACTOR = int(os.environ.get("TEFUDA_FUZZ", "1"))
LYCEE = loaded("lycee")


@cache
def replay() -> Replay:
    """A short game of the sampler, not played to its end."""
    game = LYCEE.new_game(decks=("sampler", "vanilla"), seed=9, number=3)
    recorder = Recorder(game, LYCEE, ("sampler", "vanilla"), 9, 3)
    rng = random.Random(9)
    for _ in range(60):
        recorder.take(rng.choice(game.legal_actions))
    assert not game.over
    return recorder.replay()


@cache
def content() -> bytes:
    return msgspec.json.encode(replay())


def tried(path: Path, data: bytes) -> bool:
    """Whether a file is read and its game is the one recorded."""
    path.write_bytes(data)
    try:
        verify(read_replay(path), LYCEE)
    except ReplayError:
        return False
    return True


def test_the_replay_itself_verifies(tmp_path):
    file = tmp_path / "game.json"
    write_replay(replay(), file)
    assert verify(read_replay(file), LYCEE).decisions == 60
    assert tried(tmp_path / "again.json", content())


def test_every_cut_is_refused(tmp_path):
    data = content()
    for length in [*range(0, 120), *range(120, len(data), 37), len(data) - 1]:
        assert not tried(tmp_path / "cut.json", data[:length])


@pytest.mark.parametrize("seed", range(2))
def test_changed_bytes_are_read_or_refused(seed, tmp_path):
    rng = random.Random(seed)
    held = 0
    for _ in range(150 * FACTOR):
        data = bytearray(content())
        for _ in range(rng.choice([1, 1, 3])):
            at = rng.randrange(len(data))
            mode = rng.randrange(4)
            if mode == 0:
                data[at] ^= 1 << rng.randrange(8)
            elif mode == 1:
                data[at] = ord(rng.choice('0123456789abcdef",:[]{}'))
            elif mode == 2:
                del data[at : at + rng.randrange(1, 40)]
            else:
                other = rng.randrange(len(data))
                data[at:at] = data[other : other + rng.randrange(1, 40)]
        held += tried(tmp_path / "changed.json", bytes(data))
    # A changed name of a deck or of a bot changes no game.
    assert held < 75 * FACTOR


def altered(rng: random.Random, value: Any) -> Any:
    """Another value of any kind."""
    return rng.choice(
        [
            None,
            -1,
            0,
            1,
            2**64 - 1,
            2**64,
            10**40,
            1.5,
            True,
            "",
            "x" * 3000,
            "\0",
            "ffffffffffffffff",
            [],
            [[]],
            {},
            [value, value],
            [value] * 200,
            {"cards": value},
        ]
    )


@pytest.mark.parametrize("seed", range(2))
def test_a_replay_with_other_values_is_read_or_refused(seed, tmp_path):
    rng = random.Random(seed)
    for _ in range(120 * FACTOR):
        data = json.loads(content())
        target: Any = data
        key: Any = rng.choice(sorted(data))
        while isinstance(target[key], list | dict) and target[key] and rng.random() < 0.7:
            target = target[key]
            key = (
                rng.choice(sorted(target))
                if isinstance(target, dict)
                else rng.randrange(len(target))
            )
        if rng.random() < 0.2:
            del target[key]
        else:
            target[key] = altered(rng, target[key])
        tried(tmp_path / "altered.json", json.dumps(data).encode())


def test_nested_and_huge_files_are_refused(tmp_path):
    file = tmp_path / "deep.json"
    for data in (b"[" * 100_000, b'{"format":' * 50_000, b"\xff\xfe" * 100, b"", b"null", b"0"):
        assert not tried(file, data)
    with pytest.raises(ReplayError):
        read_replay(tmp_path)
    with pytest.raises(ReplayError):
        read_replay(tmp_path / "missing.json")


def test_a_replay_of_another_fingerprint_is_refused_before_a_card_moves():
    other = tefuda.load("lycee:hand_limit=5")
    with pytest.raises(ReplayError, match="fingerprint") as caught:
        verify(replay(), other)
    assert not isinstance(caught.value, ReplayMismatch)
    foreign = msgspec.structs.replace(replay(), fingerprint="0" * 16)
    with pytest.raises(ReplayError, match="fingerprint"):
        verify(foreign, LYCEE)


def test_the_first_decision_that_differs_is_named_wherever_it_is():
    rng = random.Random(4)
    options = replay().options
    for at in rng.sample(range(len(options)), 12):
        game = LYCEE.new_game(decks=("sampler", "vanilla"), seed=9, number=3)
        for text in options[:at]:
            game.apply(int(text, 16))
        others = [action for action in game.legal_actions if action != int(options[at], 16)]
        changed = (*options[:at], f"{rng.choice(others):x}", *options[at + 1 :])
        with pytest.raises(ReplayMismatch, match=rf"after decision {at + 1}: hash"):
            verify(msgspec.structs.replace(replay(), options=changed), LYCEE)
    with suppress(ReplayMismatch):
        verify(msgspec.structs.replace(replay(), number=4), LYCEE)
        pytest.fail("another game of the seed was taken for the one recorded")
