"""How a game lies in memory: pinned, within its limits, and cheap to import.

``tests/layout.json`` holds Lycee's block, part by part; entries have the same size in all rulesets.
Where a change means to change it, write it anew, and raise the version of snapshots
(``core/snapshot.pyx``)::

    TEFUDA_RENEW_LAYOUT=1 pytest tests/core/test_layout_pinned.py
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tefuda.playing import Results, play_games
from tefuda.plugins.manager import make_manager
from tefuda.usage import Usage

from ..loaded import loaded

LAYOUT = Path(__file__).resolve().parent.parent / "layout.json"
NAMES = sorted(make_manager().rulesets)
KIB = 1024
#: What loads when it is used.
LATE = {"numpy", "scipy", "click", "rich", "Cython", "setuptools"}


def dump(name: str) -> list[str]:
    """The parts of a block, one a line."""
    layout = loaded(name).program.layout()
    parts = [
        f"{part['offset']:6} {part['name']}: {part['entries']} x {part['entry_bytes']}"
        for part in layout["parts"]
    ]
    return [*parts, f"{layout['size']:6} in all"]


def test_the_block_is_the_one_that_was_written_down():
    found = dump("lycee")
    if os.environ.get("TEFUDA_RENEW_LAYOUT"):
        LAYOUT.write_text(json.dumps(found, indent=2) + "\n")
    assert found == json.loads(LAYOUT.read_text())


def test_entries_are_of_one_size_in_all_rulesets():
    sizes = {
        tuple(
            (part["name"], part["entry_bytes"]) for part in loaded(name).program.layout()["parts"]
        )
        for name in NAMES
    }
    assert len(sizes) == 1


@pytest.mark.parametrize("name", NAMES)
def test_parts_follow_one_another_and_fill_the_block(name):
    layout = loaded(name).program.layout()
    end = 0
    for part in layout["parts"]:
        assert part["bytes"] == part["entries"] * part["entry_bytes"]
        assert 0 <= part["offset"] - end < 16, part
        assert part["offset"] % 8 == 0 or part["entry_bytes"] < 8
        end = part["offset"] + part["bytes"]
    assert 0 <= layout["size"] - end < 64
    assert layout["size"] % 8 == 0


#: KiB of the whole block, in use on average, and in use at most.
LIMITS = {
    # Eight numbers on each card, of four bytes, are half of what is above the fixed part.
    "lycee": (40, 9.5, 12),
    # More numbers on a card, more kinds of zone, more texts that listen and last.
    "power_card": (60, 12, 14),
    "set_extract": (80, 18, 48),
}


@pytest.mark.parametrize("name", NAMES)
def test_a_block_and_what_is_in_use_of_it_stay_within_their_limits(name):
    ruleset = loaded(name)
    whole, usual, most = LIMITS.get(name, (40, 8, 8))
    assert ruleset.program.layout()["size"] <= whole * KIB
    for deck in list(ruleset.decks)[:3]:
        match = ruleset.match(deck, deck)
        usage = Usage()
        assert play_games(match.program, match, 8, 0, 200, Results(200), usage=usage) == 200
        assert 0 < usage.mean <= usual * KIB, deck
        assert usage.mean <= usage.most <= most * KIB, deck


def modules_after(code: str) -> set[str]:
    """The packages that are loaded after some code ran, in a process of its own."""
    code += "; import sys; print(*{name.partition('.')[0] for name in sys.modules})"
    process = subprocess.run(
        [sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True
    )
    return set(process.stdout.split())


def test_importing_tefuda_loads_nothing_that_is_not_needed_yet():
    found = modules_after("import tefuda")
    assert "tefuda" in found
    assert not found & (LATE | {"msgspec", "pluggy"})


def test_playing_needs_no_numpy_and_no_command_line():
    found = modules_after(
        "import tefuda; game = tefuda.load('lycee').new_game(seed=1); "
        "game.apply(game.legal_actions[0]); game.view(0)"
    )
    assert not found & LATE
