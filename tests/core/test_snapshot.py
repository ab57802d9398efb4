"""Snapshots: what is damaged, foreign or made up is refused by the one documented error.

What is accepted with a checksum worked out anew may be another game, but is a sound one.
"""

from __future__ import annotations

import os
import random
from functools import cache
from hashlib import blake2b
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tefuda
from tefuda import GameError, SnapshotError, TefudaError
from tefuda.game import Game
from tefuda.program import Program

from ..loaded import loaded

#: More tries take longer: ``TEFUDA_FUZZ`` multiplies them, for a search of an hour.
FACTOR = int(os.environ.get("TEFUDA_FUZZ", "1"))
#: Behind magic, version, length, fingerprint and the sizes of block and decks.
HEADER = 44
CHECKSUM = 8
#: Where the clock lies in the fixed part, behind the header and two bytes for each card.
CLOCK = 148


def lycee(name: str = "lycee") -> Any:
    return loaded(name)


@cache
def snapshots() -> tuple[bytes, ...]:
    """Games of both decks at many moments."""
    rng = random.Random(1)
    found = []
    for number in range(24):
        decks = ("sampler", "sampler") if number % 3 else ("vanilla", "vanilla")
        game = lycee().new_game(decks=decks, seed=21, number=number)
        for _ in range(rng.randrange(1, 220)):
            if game.over:
                break
            game.apply(rng.choice(game.legal_actions))
        found.append(game.snapshot())
    return tuple(found)


def signed(data: bytes | bytearray) -> bytes:
    """Bytes with the checksum that fits them in place of the last eight."""
    body = bytes(data[:-CHECKSUM])
    return body + blake2b(body, digest_size=CHECKSUM).digest()


def lived_in(game: Game, rng: random.Random) -> None:
    """Use a game in every way; only the rules may fail."""
    for _ in range(25):
        game.hash()
        views = [game.view(player) for player in (0, 1)]
        assert [view.player for view in views] == [0, 1]
        assert game.check() == []
        repr(game)
        if game.over:
            assert game.outcome is not None
            return
        actions = game.legal_actions
        assert game.player in (0, 1)
        for action in actions:
            for viewer in (0, 1):
                assert game.action_text(action, viewer)
        if rng.random() < 0.2:
            game = game.determinize(game.player or 0, rng.getrandbits(60))
        if rng.random() < 0.2:
            game = Game.restore(lycee(), game.snapshot())
        try:
            game.apply(rng.choice(game.legal_actions))
        except GameError:
            return


def test_a_snapshot_gives_its_game_back():
    for data in snapshots():
        game = Game.restore(lycee(), data)
        assert game.snapshot() == data
        assert Game.restore(lycee().program, bytearray(data)).hash() == game.hash()
        assert Game.restore(lycee(), memoryview(data)).legal_actions == game.legal_actions


def test_every_cut_is_refused():
    data = snapshots()[1]
    for length in [*range(0, 80), *range(80, len(data), 13), len(data) - 1]:
        with pytest.raises(SnapshotError):
            Game.restore(lycee(), data[:length])
    for more in (b"\0", b"\0" * 8, data):
        with pytest.raises(SnapshotError, match="were written"):
            Game.restore(lycee(), data + more)


def test_every_flipped_bit_is_refused():
    data = snapshots()[2]
    rng = random.Random(3)
    for at in {*range(60), *(rng.randrange(len(data)) for _ in range(300 * FACTOR))}:
        flipped = bytearray(data)
        flipped[at] ^= 1 << rng.randrange(8)
        with pytest.raises(SnapshotError):
            Game.restore(lycee(), bytes(flipped))


@pytest.mark.parametrize(
    ("at", "value", "part"),
    [
        (0, b"NOTHING!", "these bytes are none"),
        (8, (99).to_bytes(4, "little"), "version 99, expected"),
        (12, (1 << 30).to_bytes(4, "little"), "were written"),
        (16, b"0123456789abcdef", "fingerprint 0123456789abcdef, but 'lycee' has"),
        (16, b"\xff" * 16, "fingerprint"),
        (32, (1).to_bytes(4, "little"), "layout of games has changed"),
        (36, (1).to_bytes(4, "little"), "layout of games has changed"),
        (40, (65535).to_bytes(2, "little"), "decks are missing"),
        (42, (61).to_bytes(2, "little"), "form"),
        (44, (9999).to_bytes(2, "little"), "deck"),
    ],
)
def test_a_header_that_does_not_fit_is_refused_with_the_reason(at, value, part):
    data = bytearray(snapshots()[0])
    data[at : at + len(value)] = value
    with pytest.raises(SnapshotError, match=part):
        Game.restore(lycee(), signed(data))


@pytest.mark.parametrize("data", [None, "text", 5, [], b"", b"x", bytes(2000), bytes(3 << 20)])
def test_what_is_no_snapshot_is_refused(data):
    with pytest.raises(SnapshotError):
        Game.restore(lycee(), data)


@pytest.mark.parametrize("ruleset", [None, "lycee", 5, tefuda.load])
def test_what_is_no_loaded_ruleset_is_refused(ruleset):
    with pytest.raises(SnapshotError, match=r"restore: \w+, expected a ruleset that is loaded"):
        Game.restore(ruleset, snapshots()[0])


def test_the_snapshot_of_another_variant_or_ruleset_is_refused():
    for other in ("lycee:hand_limit=5", "power_card"):
        with pytest.raises(SnapshotError, match="fingerprint"):
            Game.restore(lycee(other), snapshots()[0])


def changed(data: bytes, rng: random.Random) -> bytes:
    """A snapshot with some bytes behind the header changed, and a checksum that fits."""
    body = bytearray(data)
    for _ in range(rng.choice([1, 1, 2, 4])):
        at = rng.randrange(HEADER, len(body) - CHECKSUM)
        mode = rng.randrange(4)
        if mode == 0:
            body[at] ^= 1 << rng.randrange(8)
        elif mode == 1:
            body[at] = rng.choice([0, 1, 127, 128, 254, 255])
        elif mode == 2:
            body[at] = rng.randrange(256)
        else:
            length = min(rng.choice([2, 4, 8]), len(body) - CHECKSUM - at)
            body[at : at + length] = rng.randbytes(length)
    if rng.random() < 0.05:
        del body[rng.randrange(HEADER, len(body) - CHECKSUM) : -CHECKSUM]
        body[12:16] = len(body).to_bytes(4, "little")
    return signed(body)


@pytest.mark.parametrize("seed", range(4))
def test_changed_bytes_with_a_checksum_that_fits_give_a_sound_game_or_the_error(seed):
    rng = random.Random(seed)
    refused = accepted = 0
    for _ in range(400 * FACTOR):
        data = changed(rng.choice(snapshots()), rng)
        try:
            game = Game.restore(lycee(), data)
        except SnapshotError:
            refused += 1
            continue
        accepted += 1
        if accepted % 4 == 0:
            lived_in(game, rng)
    assert refused > 100 * FACTOR
    assert accepted > 20 * FACTOR


def with_clock_put_back(data: bytes) -> bytes:
    """A snapshot in which what came about last is younger than the game."""
    body = bytearray(data)
    cards = sum(int.from_bytes(body[at : at + 2], "little") for at in (40, 42))
    clock = slice(HEADER + 2 * cards + CLOCK, HEADER + 2 * cards + CLOCK + 4)
    body[clock] = (int.from_bytes(body[clock], "little") - 1).to_bytes(4, "little")
    return signed(body)


def test_what_is_younger_than_its_game_is_refused():
    refused = set()
    for number in range(4):
        rng = random.Random(number)
        game = lycee().new_game(decks=("starter-moon", "starter-garden"), seed=21, number=number)
        while not game.over:
            game.apply(rng.choice(game.legal_actions))
            try:
                Game.restore(lycee(), with_clock_put_back(game.snapshot()))
            except SnapshotError as error:
                refused.add(str(error).partition(" does not hold")[0])
    # A card, a listener, a modification, and an effect.
    assert refused == {f"snapshot: invariant {number}" for number in (36, 42, 50, 57)}


@settings(max_examples=150, derandomize=True, database=None)
@given(st.binary(max_size=400))
def test_bytes_that_begin_as_a_snapshot_are_read_or_refused(tail):
    with pytest.raises(SnapshotError):
        Game.restore(lycee(), signed(snapshots()[0][:HEADER] + tail + bytes(CHECKSUM)))


def test_a_refused_snapshot_leaves_nothing_behind():
    program: Program = lycee().program
    data = bytearray(snapshots()[0])
    data[HEADER + 300] ^= 255
    for _ in range(200):
        with pytest.raises(TefudaError):
            Game.restore(program, bytes(data))
    assert Game.restore(program, snapshots()[0]).snapshot() == snapshots()[0]


def test_a_game_is_not_pickled():
    import pickle

    game = lycee().new_game(seed=1)
    with pytest.raises(TypeError, match="snapshot"):
        pickle.dumps(game)
