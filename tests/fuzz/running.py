"""Reading many damaged inputs, and keeping those on which a reader fails.

``TEFUDA_FUZZ`` says how many times as many inputs to try, ``TEFUDA_FUZZ_SEED`` from which seed. An
input that is a finding is written to ``tests/data/fuzz``, where it is read by every later run: keep
it there, and mend the reader.
"""

from __future__ import annotations

import base64
import os
import random
from collections.abc import Callable
from pathlib import Path

KEPT = Path(__file__).resolve().parent.parent / "data" / "fuzz"
FACTOR = int(os.environ.get("TEFUDA_FUZZ", "1"))
SEED = int(os.environ.get("TEFUDA_FUZZ_SEED", "1"))


def fuzz(
    name: str,
    ending: str,
    count: int,
    damaged: Callable[[random.Random], bytes],
    read: Callable[[bytes], bool],
) -> int:
    """Read so many inputs and give how many were taken; print the seed.

    :raises AssertionError: one made the reader fail; it is kept, and the message says where.
    """
    count *= FACTOR
    taken = 0
    for number in range(count):
        data = damaged(random.Random(f"{name} {SEED} {number}"))
        try:
            taken += read(data)
        except Exception as problem:
            file = keep(name, f"{SEED}-{number}{ending}", data)
            shown = base64.b64encode(data).decode() if len(data) <= 4096 else "too long to show"
            raise AssertionError(
                f"{name}: input {number} of seed {SEED}: {type(problem).__name__}: {problem}; "
                f"kept as {file}, in base64: {shown}"
            ) from problem
    print(f"fuzz {name}: seed {SEED}, {count} inputs, {taken} taken")
    return taken


def keep(name: str, file: str, data: bytes) -> str:
    """Write an input to where failures are kept, if that can be written."""
    target = KEPT / name / file
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
    except OSError as problem:
        return f"{target}, which cannot be written: {problem.strerror}"
    return str(target)


def kept(name: str) -> list[Path]:
    """Give the inputs on which a reader has failed once."""
    return sorted((KEPT / name).glob("*")) if (KEPT / name).is_dir() else []
