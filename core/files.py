"""Reading data files: where they are, that they are text, and what they decode to.

Every reader takes the error class of what is read, so that a broken file is reported as that.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from tefuda.errors import TefudaError

#: No data file is larger; a card pool of ten thousand cards stays far below.
LARGEST = 64 * 1024 * 1024

#: A file: a path, its text, or a resource of a package (``importlib.resources.files(...)``).
Source: TypeAlias = Any


def name_of(source: Source) -> str:
    """Give the file as messages name it: its path as given, or a resource's own name."""
    if isinstance(source, str):
        return source
    return str(source) if isinstance(source, Path) else str(getattr(source, "name", source))


def read_bytes(source: Source, error: type[TefudaError], largest: int = LARGEST) -> bytes:
    """Read a whole file.

    :raises TefudaError: of class ``error``: it is not there, not readable or too large.
    """
    file = Path(source) if isinstance(source, str) else source
    try:
        if isinstance(file, Path) and file.stat().st_size > largest:
            raise error(
                f"{name_of(source)}: {file.stat().st_size} bytes, expected {largest} at most"
            )
        with file.open("rb") as stream:
            content = stream.read(largest + 1)
    except (OSError, ValueError, AttributeError) as problem:
        reason = getattr(problem, "strerror", None) or problem
        raise error(f"{name_of(source)}: cannot be read: {reason}") from problem
    if len(content) > largest:
        raise error(f"{name_of(source)}: too large, expected {largest} bytes at most")
    return bytes(content)


def read_text(source: Source, error: type[TefudaError], largest: int = LARGEST) -> str:
    """Read a whole file as UTF-8.

    :raises TefudaError: of class ``error``: as :func:`read_bytes`, or it is not UTF-8.
    """
    content = read_bytes(source, error, largest)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        line = content[: problem.start].count(b"\n") + 1
        raise error(
            f"{name_of(source)}: line {line}: byte 0x{content[problem.start]:02x}, expected UTF-8"
        ) from problem


def read_data(source: Source, error: type[TefudaError], largest: int = LARGEST) -> Any:
    """Read a JSON file, or a TOML file if that is how its name ends.

    :raises TefudaError: of class ``error``: as :func:`read_text`, or the text does not decode.
    """
    text = read_text(source, error, largest)
    try:
        if name_of(source).endswith(".toml"):
            return tomllib.loads(text)
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, tomllib.TOMLDecodeError, RecursionError) as problem:
        kind = "TOML" if name_of(source).endswith(".toml") else "JSON"
        raise error(f"{name_of(source)}: not {kind}: {problem}") from problem
