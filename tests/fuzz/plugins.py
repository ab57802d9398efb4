"""Plugin files: damaged Python, which may fail in any way, and must then be refused by name."""

from __future__ import annotations

import importlib.metadata
import linecache
import random
import re
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import FrameType

import pytest

import tefuda
from tefuda import TefudaError
from tefuda.plugins.manager import make_manager

from .formats import TINY, names_file
from .mutation import change_bytes, change_words, encoded

#: Seconds after which a plugin that does not come back is interrupted.
PATIENCE = 20
WORDS = (
    "rules game me card Card Player Game Rules Zone kernel put win offer timing shuffle DECK HAND "
    "MAIN GOAL PLAYED set int bool str None True False def class return if while for in not and "
    "self super print object type list dict [] {} () 0 1 yield raise pass lambda async global"
).split()


@cache
def source() -> str:
    """The tiny game."""
    return (TINY / "tiny_game.py").read_text("utf-8")


def damaged(rng: random.Random) -> bytes:
    """Damage the tiny game's file; lists of billions are no business of tefuda's."""
    return re.sub(rb"\d{6,}", b"99999", anyhow_damaged(rng))


def anyhow_damaged(rng: random.Random) -> bytes:
    """Damage the tiny game's file in any way."""
    if rng.random() < 0.2:
        return change_bytes(rng, source().encode())
    if rng.random() < 0.3:
        lines = source().splitlines(keepends=True)
        at, other = rng.randrange(len(lines)), rng.randrange(len(lines))
        lines[at], lines[other] = lines[other], rng.choice([lines[at], ""])
        return "".join(lines).encode()
    # Within one line, so that most of what comes out is Python.
    lines = source().splitlines(keepends=True)
    at = rng.randrange(len(lines))
    lines[at] = change_words(rng, lines[at].rstrip("\n"), WORDS) + "\n"
    return encoded(rng, "".join(lines))


@contextmanager
def impatient() -> Iterator[None]:
    """Interrupt what does not come back."""

    def handler(number: int, frame: FrameType | None) -> None:
        raise TimeoutError("a plugin did not come back")

    before = signal.signal(signal.SIGALRM, handler)
    signal.alarm(PATIENCE)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def read(data: bytes) -> bool:
    """Load the ruleset of a plugin file, and play a game of it."""
    before = set(sys.modules)
    with tempfile.TemporaryDirectory() as name, pytest.MonkeyPatch.context() as patch:
        folder = Path(name)
        for file in ("cards.json", "decks.json"):
            shutil.copy(TINY / file, folder / file)
        file = folder / "damaged.py"
        file.write_bytes(data)
        # Other plugins play no part.
        patch.setattr(importlib.metadata, "entry_points", lambda group: [])
        try:
            with impatient():
                return played(file)
        finally:
            linecache.cache.pop(str(file), None)
            for module in set(sys.modules) - before:
                if module.startswith("tefuda_plugin_"):
                    del sys.modules[module]


def played(file: Path) -> bool:
    """Import a plugin file, and play some games of its rulesets."""
    try:
        manager = make_manager(plugins=[file])
        rulesets = list(manager.rulesets)
    except TefudaError as error:
        names_file(error, "damaged")
        return False
    try:
        for ruleset in rulesets:
            tefuda.simulate(ruleset, games=3, seed=1, manager=manager)
    except TefudaError:
        return False
    return bool(rulesets)
