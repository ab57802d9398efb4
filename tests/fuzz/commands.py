"""Command lines: words taken out, doubled, replaced; whatever comes, a message and a status."""

from __future__ import annotations

import atexit
import io
import os
import random
import shutil
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tefuda.plugins import loading
from tefuda.plugins.cli import group
from tefuda.plugins.lab import comparison, simulation
from tefuda.ruleset import Ruleset

from .formats import TEXT_DECKS, TINY, replays
from .mutation import NUMBERS, TEXTS, change_words

#: Statuses that the documents have; 130 is the end of a person's input.
STATUSES = (0, 1, 2, 130)
GAME = str(TINY / "tiny_game.py")
OTHERS = ("lycee", "power_card", "power_cards", "set_extract")
LINES = (
    "rulesets --json",
    "rules tiny:goal=20",
    "rules tiny --listing --json",
    "simulate tiny --games 3 --seed 7 --threads 2 --json",
    "simulate tiny --decks even high --bots random greedy --games 2",
    "simulate tiny:goal=20,who=first --decks deck.txt even --games 2 --replays out",
    "compare tiny tiny:goal=9 tiny:hand_size=2 --games 4 --json",
    "compare tiny tiny --games 2 --decks even even --bots greedy greedy",
    "replay game.json",
    "replay game.json --verify --json",
    "decks tiny",
    "decks tiny even deck.txt --json",
    "cards check cards.json --rules tiny",
    "play tiny --seed 3 --save saved.json",
    "play --resume game.json --replay end.json",
    "--help",
    "simulate --help",
    "--version",
)
WORDS = (
    "--json --games --seed --threads --decks --bots --replays --verify --cards --rules --listing "
    "--save --resume --replay --player play saved.json random:7 deck.txt#deck "
    "--plugin --disable --help -h -- - = tiny even high random greedy tiny+x tiny: tiny:goal= "
    "deck.txt game.json cards.json missing.json nothing.py plugin.py out . .. bots commands rules"
).split()


def damaged(rng: random.Random) -> bytes:
    """Damage a command line; its words are told apart by zero bytes, as a system has them."""
    words = rng.choice(LINES).split()
    for _ in range(rng.choice([1, 1, 2, 3])):
        at = rng.randrange(len(words) + 1)
        kind = rng.randrange(6)
        if kind == 0 and at < len(words):
            del words[at]
        elif kind == 1 and at < len(words):
            words.insert(at, words[at])
        elif kind == 2:
            words.insert(at, rng.choice(WORDS))
        elif kind == 3 and at < len(words):
            words[at] = rng.choice([*WORDS, *NUMBERS, *TEXTS])
        elif kind == 4 and at < len(words):
            words[at] = change_words(rng, words[at])
        elif at < len(words):
            words[at] = words[at] + "=" + rng.choice([*NUMBERS, *WORDS])
    cleaned = [word.replace("\0", "") for word in words]
    return b"\0".join(word.encode("utf-8", "surrogatepass") for word in cleaned)


@cache
def folder() -> str:
    """A folder to run command lines in."""
    outer = Path(tempfile.mkdtemp(prefix="tefuda-fuzz-"))
    atexit.register(shutil.rmtree, outer, ignore_errors=True)
    (outer / "inner").mkdir()
    return str(outer / "inner")


def lay_out(place: Path) -> None:
    """Write the files that command lines name, whatever one before made of them."""
    (place / "deck.txt").write_text(TEXT_DECKS[0])
    (place / "game.json").write_text(replays()[0])
    (place / "cards.json").write_bytes((TINY / "cards.json").read_bytes())
    (place / "plugin.py").write_text("from tefuda.plugins import hookimpl\n\nx = 1 / 0\n")


def kept(function: Callable[..., Any]) -> Callable[..., Any]:
    """Remember what a function gave: rulesets and managers do not change."""
    results: dict[str, Any] = {}

    def remembered(*arguments: Any, **options: Any) -> Any:
        key = repr((arguments, options))
        if key not in results:
            results[key] = function(*arguments, **options)
        return results[key]

    return remembered


RULESET, MANAGER = kept(Ruleset), kept(group.make_manager)


def read(data: bytes) -> bool:
    """Run a command line; whether it was done."""
    words = [word.decode("utf-8", "surrogateescape") for word in data.split(b"\0")]
    left_out = [word for name in OTHERS for word in ("--disable", name)]
    out = io.TextIOWrapper(io.BytesIO(), "utf-8")
    err = io.TextIOWrapper(io.BytesIO(), "utf-8", errors="backslashreplace")
    before = os.getcwd()
    with pytest.MonkeyPatch.context() as patch, open(os.devnull) as nothing:
        patch.setattr(sys, "stdout", out)
        patch.setattr(sys, "stderr", err)
        patch.setattr(sys, "stdin", nothing)
        patch.setattr(loading, "Ruleset", RULESET)
        patch.setattr(group, "make_manager", MANAGER)
        for module in (simulation, comparison):
            patch.setattr(module, "MOST_GAMES", 2000)
        os.chdir(folder())
        try:
            lay_out(Path())
            status = group.main(["--plugin", GAME, *left_out, *words])
        finally:
            os.chdir(before)
        out.flush()
        err.flush()
    message = err.buffer.getvalue().decode()  # type: ignore[attr-defined]
    assert status in STATUSES, f"status {status}"
    assert "Traceback" not in message, message
    assert status == 130 or (status == 2) == bool(message), f"status {status}: {message!r}"
    return status != 2
