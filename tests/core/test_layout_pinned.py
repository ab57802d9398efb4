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
from itertools import product
from pathlib import Path

import pytest

from tefuda.playing import Results, play_games
from tefuda.plugins.manager import make_manager
from tefuda.usage import Usage

from ..children import PATIENCE
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


#: Parts whose entries are as large as the rules need them.
BY_RULES = {"pending", "was"}


def test_entries_are_of_one_size_in_all_rulesets():
    sizes = {
        tuple(
            (part["name"], part["entry_bytes"])
            for part in loaded(name).program.layout()["parts"]
            if part["name"] not in BY_RULES
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
        # Orders of zones are copied in chunks of 16 bytes, the last one past their end.
        assert 0 <= part["offset"] - end < 32, part
        assert part["offset"] % 8 == 0 or part["entry_bytes"] < 8
        end = part["offset"] + part["bytes"]
    assert 0 <= layout["size"] - end < 64
    assert layout["size"] % 8 == 0


#: KiB of any block, and what is in use of one at the decision with the most.
BLOCK, IN_USE = 40, 8
#: Where more is: more numbers on each card, and in the set-and-extract game longer chains.
MORE_IN_USE = {"power_card": 9, "set_extract": 14}


@pytest.mark.parametrize("name", NAMES)
def test_a_block_stays_within_its_limit(name):
    assert loaded(name).program.layout()["size"] <= BLOCK * KIB


@pytest.mark.parametrize("name", NAMES)
def test_what_is_in_use_stays_within_its_limit(name):
    most = MORE_IN_USE.get(name, IN_USE)
    for deck in loaded(name).decks:
        match = loaded(name).match(deck, deck)
        usage = Usage()
        assert play_games(match.program, match, 8, 0, 300, Results(300), usage=usage) == 300
        assert 4 * KIB < usage.mean <= usage.most <= most * KIB, deck


#: How many times what the largest games held the capacities of a ruleset are, at least.
MARGIN = 2


@pytest.mark.parametrize("name", NAMES)
def test_the_largest_games_hold_half_of_what_may_be_held_at_most(name):
    ruleset = loaded(name)
    held: dict[str, int] = {}
    for first, second in product(ruleset.decks, repeat=2):
        match = ruleset.match(first, second)
        usage = Usage()
        results = Results(40)
        play_games(match.program, match, 9, 0, 40, results, usage=usage)
        assert -2 not in results.winner
        held = {pool: max(most, held.get(pool, 0)) for pool, most in usage.held.items()}
    declared = ruleset.program.compiled.capacities
    for pool in ("listeners", "modifications", "effects", "pending", "was", "options", "stack"):
        assert MARGIN * held[pool] <= declared[pool], pool


def modules_after(code: str) -> set[str]:
    """The packages that are loaded after some code ran, in a process of its own."""
    code += "; import sys; print(*{name.partition('.')[0] for name in sys.modules})"
    process = subprocess.run(
        [sys.executable, "-P", "-c", code],
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE,
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
