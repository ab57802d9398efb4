"""Damage to valid files: to their bytes, their words, their values.

Every function takes a generator of random numbers, so that one number gives one input.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Sequence
from typing import Any

#: What breaks readers: huge, tiny, odd, of another type, of another script, or no text at all.
NUMBERS = (
    *"0 -0 1 -1 2 127 128 255 256 65535 65536 2147483647 2147483648 -2147483649".split(),
    *"9223372036854775807 9223372036854775808 18446744073709551615 18446744073709551616".split(),
    *"1e3 1e999 -1e999 1.5 .5 0x10 0b1 1_000 01 +1 NaN Infinity -Infinity".split(),
    "9" * 40,
    "9" * 5000,
)
TEXTS = (
    "", " ", "\t", "\n", "\r\n", "\0", "\x1b[31m", "\x7f", "\u0085", "\u2028", "\ufeff", "\u202e",
    "\N{GRINNING FACE}", "\N{CJK UNIFIED IDEOGRAPH-672D}", "e\N{COMBINING ACUTE ACCENT}",
    "\N{ARABIC-INDIC DIGIT THREE}", "\N{SUPERSCRIPT TWO}", "\ud800", "\udfff", "x" * 300,
    "x" * 5000, "null", "true", "None", "../x", "/", "\\", "'", '"', "#", "%s", "{}", "${x}",
)  # fmt: skip
SIGNS = tuple("{}[]()<>,:;=+-*/.#@!\"'\\ \t\n")


class Pairs(list[tuple[str, Any]]):
    """An object of JSON, whose keys may come twice."""


class Raw(str):
    """A value of JSON as it is written, whether or not it is one."""


def loaded(text: str) -> Any:
    """Read JSON, objects as pairs."""
    return json.loads(text, object_pairs_hook=Pairs)


def dumped(value: Any) -> str:
    """Write JSON, or what is nearly it; surrogates are written as escapes."""
    if isinstance(value, Raw):
        return str(value)
    if isinstance(value, Pairs):
        return "{" + ", ".join(f"{json.dumps(key)}: {dumped(one)}" for key, one in value) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(dumped, value)) + "]"
    return json.dumps(value)


def places(value: Any) -> list[tuple[Any, int]]:
    """Give every place in a tree that holds a value: what it is in, and where in it."""
    found: list[tuple[Any, int]] = []
    todo = [value]
    while todo:
        inside = todo.pop()
        if isinstance(inside, list):
            found += [(inside, at) for at in range(len(inside))]
            todo += [one[1] for one in inside] if isinstance(inside, Pairs) else inside
    return found


def value_at(place: tuple[Any, int]) -> Any:
    """Give the value at a place."""
    inside, at = place
    return inside[at][1] if isinstance(inside, Pairs) else inside[at]


def put_at(place: tuple[Any, int], value: Any) -> None:
    """Replace the value at a place."""
    inside, at = place
    inside[at] = (inside[at][0], value) if isinstance(inside, Pairs) else value


def odd_value(rng: random.Random, near: Any, others: Sequence[Any]) -> Any:
    """Give a value of any sort, perhaps made of one that was there, or another one."""
    kind = rng.randrange(9)
    if kind == 0:
        return Raw(rng.choice(NUMBERS))
    if kind == 1:
        return rng.choice(TEXTS)
    if kind == 2:
        return rng.choice([None, True, False, [], Pairs(), [[]], Pairs([("", None)])])
    if kind == 3:
        depth = rng.choice([1, 3, 50, 3000])
        return Raw("[" * depth + "]" * depth)
    if kind == 4:
        return [near] * rng.choice([0, 1, 2] if isinstance(near, list) else [0, 1, 2, 200])
    if kind == 5:
        return Pairs([(rng.choice(["cards", "name", "text", "", "x"]), near)])
    if kind == 6 and isinstance(near, int):
        return near + rng.choice([-1, 1, 100, -1000, 2**31, 2**63])
    if kind == 7 and isinstance(near, str) and near:
        at = rng.randrange(len(near))
        return near[:at] + rng.choice(TEXTS) + near[at + rng.randrange(2) :]
    return rng.choice(others) if others else None


def change_values(rng: random.Random, text: str) -> str:
    """Change one or a few values, keys or objects of a JSON text."""
    tree = [loaded(text)]
    for _ in range(rng.choice([1, 1, 1, 2, 4])):
        spots = places(tree)
        place = rng.choice(spots)
        inside, at = place
        kind = rng.randrange(8)
        if kind == 0 and inside is not tree:
            del inside[at]
        elif kind == 1:
            inside.insert(rng.randrange(len(inside) + 1), inside[at])  # a key twice, in objects
        elif kind == 2 and isinstance(inside, Pairs):
            key = rng.choice([*TEXTS, *(k for k, _ in inside)])
            inside[at] = (key, inside[at][1])
        elif kind == 3:
            other = rng.choice(spots)
            mine, theirs = value_at(place), value_at(other)
            if not isinstance(mine, list) and not isinstance(theirs, list):
                put_at(place, theirs)
                put_at(other, mine)
        elif kind == 4 and isinstance(inside, Pairs):
            inside.append((rng.choice(["text", "note", "cards", "x", ""]), value_at(place)))
        else:
            others = [value_at(spot) for spot in rng.sample(spots, min(4, len(spots)))]
            flat = [one for one in others if not isinstance(one, list)]
            put_at(place, odd_value(rng, value_at(place), flat))
        if not tree:
            break
    return dumped(tree[0]) if tree else ""


def change_words(rng: random.Random, text: str, words: Sequence[str] = ()) -> str:
    """Take out, double, swap or replace some words, numbers and signs of a text."""
    pieces = re.findall(r"\w+|\s+|[^\w\s]", text)
    for _ in range(rng.choice([1, 1, 2, 3, 6])):
        if not pieces:
            break
        at = rng.randrange(len(pieces))
        kind = rng.randrange(6)
        if kind == 0:
            del pieces[at : at + rng.choice([1, 1, 2, 10])]
        elif kind == 1:
            pieces.insert(at, pieces[at])
        elif kind == 2:
            other = rng.randrange(len(pieces))
            pieces[at], pieces[other] = pieces[other], pieces[at]
        elif kind == 3:
            pieces[at] = rng.choice([*words, *NUMBERS] if words else NUMBERS)
        elif kind == 4:
            pieces.insert(at, rng.choice([*TEXTS, *SIGNS]))
        else:
            pieces[at] = rng.choice([*pieces, *SIGNS, *words])
    return "".join(pieces)


def change_bytes(rng: random.Random, data: bytes) -> bytes:
    """Flip, replace, take out, repeat or cut off some bytes."""
    body = bytearray(data)
    for _ in range(rng.choice([1, 1, 1, 2, 5])):
        if not body:
            break
        at = rng.randrange(len(body))
        kind = rng.randrange(7)
        if kind == 0:
            body[at] ^= 1 << rng.randrange(8)
        elif kind == 1:
            body[at] = rng.choice([0, 9, 10, 13, 32, 34, 91, 123, 127, 128, 192, 237, 254, 255])
        elif kind == 2:
            del body[at : at + rng.choice([1, 1, 4, 64])]
        elif kind == 3:
            other = rng.randrange(len(body))
            body[at:at] = body[other : other + rng.choice([1, 4, 64])]
        elif kind == 4:
            body[at : at + rng.choice([1, 2, 4, 8])] = rng.randbytes(rng.choice([1, 2, 4, 8]))
        elif kind == 5:
            body[at:at] = rng.choice(TEXTS).encode("utf-8", "surrogatepass")
        elif rng.random() < 0.5:
            del body[at:]
    return bytes(body)


def encoded(rng: random.Random, text: str) -> bytes:
    """Give the bytes of a text, nearly always as UTF-8, lone surrogates and all."""
    if rng.random() < 0.02:
        return text.encode(rng.choice(["utf-16", "utf-8-sig", "latin-1"]), "replace")
    return text.encode("utf-8", "surrogatepass")
