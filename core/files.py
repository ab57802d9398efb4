"""Reading data files: where they are, that they are text, and what they decode to.

Every reader takes the error class of what is read, so that a broken file is reported as that.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from tefuda.errors import TefudaError
from tefuda.words import shown

#: No data file is larger; a card pool of ten thousand cards stays far below.
LARGEST = 64 * 1024 * 1024

#: In JSON: a text, which is a key where a colon follows, or an end of an object.
_KEY_OR_OBJECT = re.compile(r'(?P<text>"[^"\\]*(?:\\.[^"\\]*)*")(?P<key>\s*:)?|[{}]')

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
            import tomllib  # with its patterns slow to import, and seldom needed

            return tomllib.loads(text)
        content = msgspec.json.decode(text)
    except (ValueError, RecursionError) as problem:  # also of numbers of thousands of digits
        kind = "TOML" if name_of(source).endswith(".toml") else "JSON"
        raise error(f"{name_of(source)}: not {kind}: {problem}") from problem
    twice = first_repeated_key(text)
    if twice is not None:
        line, key = twice
        raise error(f"{name_of(source)}: line {line}: {shown(key)} twice in one object")
    return content


def first_repeated_key(text: str) -> tuple[int, str] | None:
    """Give line and name of the first key that an object of a JSON text has twice, if one has.

    Decoders keep the last and say nothing, so that a card listed twice would be missing.

    :param text: JSON that decodes.
    """
    objects: list[set[str]] = []
    for match in _KEY_OR_OBJECT.finditer(text):
        if match["key"] is not None:
            text_of_key = match["text"]
            key = (
                json.loads(text_of_key, strict=False) if "\\" in text_of_key else text_of_key[1:-1]
            )
            if key in objects[-1]:
                return text.count("\n", 0, match.start()) + 1, key
            objects[-1].add(key)
        elif match[0] == "{":
            objects.append(set())
        elif match[0] == "}":
            objects.pop()
    return None
