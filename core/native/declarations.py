"""The machine's structures as C declarations, read from the headers that the machine is built from.

The headers are Cython; of them structures, constants and numbered names are taken, in order and
with their types, so that a C compiler lays them out as Cython's own output does. A library made
from them says how large it takes each structure to be, and is refused where the machine differs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files

#: The headers, in the order in which they name one another.
HEADERS = ("state.pxd", "trace.pxd", "pools.pxd", "places.pxd", "opcodes.pxd")
#: Structures whose sizes a library reports, in this order.
CHECKED = ("State", "Prog", "Match", "Trace", "Ins", "FunctionInfo", "ZoneInfo")

_NAMED = re.compile(r"(\w+)\s*=\s*([^#]+?)\s*(?:#.*)?$")
_FIELD = re.compile(r"([\w ]+?\**)\s+(\w+)((?:\[\w+\])*)\s*(?:#.*)?$")


def _blocks(text: str) -> Iterator[tuple[str, list[str]]]:
    """The top-level statements of a header: first line, and the lines indented below it."""
    head, body = "", list[str]()
    for line in text.splitlines():
        if line.startswith((" ", "\t")):
            body.append(line.strip())
        elif line.strip():
            if head:
                yield head, body
            head, body = line.rstrip(), []
    if head:
        yield head, body


def _constants(body: list[str]) -> Iterator[str]:
    for line in body:
        if match := _NAMED.match(line):
            yield f"#define {match[1]} ({match[2]})"


def _structure(name: str, body: list[str]) -> str:
    fields = []
    for line in body:
        if not line or line.startswith("#"):
            continue
        match = _FIELD.match(line)
        if match is None:
            raise ValueError(f"structure {name}: not understood: {line}")
        fields.append(f"    {match[1]} {match[2]}{match[3]};")
    return "\n".join([f"typedef struct {name} {{", *fields, f"}} {name};"])


@cache
def declarations() -> str:
    """Give the declarations of all structures and constants, as C."""
    parts = []
    for header in HEADERS:
        text = files("tefuda").joinpath(header).read_text(encoding="utf-8")
        for head, body in _blocks(text):
            if match := re.match(r"ctypedef (u?int\d+_t) (\w+)$", head):
                parts.append(f"typedef {match[1]} {match[2]};")
            elif match := re.match(r"ctypedef struct (\w+):", head):
                parts.append(_structure(match[1], body))
            elif re.match(r"cdef enum\b.*:", head):
                parts.extend(_constants(body))
    return "\n".join(parts)
