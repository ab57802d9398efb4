"""How much a game of a compiled program may hold, and what tells programs apart."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from hashlib import sha256
from operator import attrgetter
from typing import Any, Final

from tefuda.errors import RulesetError
from tefuda.lang.program import CompiledProgram

#: What the capacities of a ruleset may be: name, default, least, most.
CAPACITIES: Final = (
    ("cards", 128, 1, 128),
    ("effects", 64, 1, 200),
    ("modifications", 64, 1, 1024),
    ("pending", 96, 1, 250),
    ("listeners", 96, 1, 254),
    ("was", 48, 1, 128),
    ("stack", 768, 16, 16384),
    ("options", 256, 2, 4096),
    ("steps", 1_000_000, 100, 2**40),
    ("decisions", 20_000, 1, 2**31 - 1),
)


def fingerprint_of(compiled: CompiledProgram) -> str:
    """Give 16 hexadecimal digits over all that decides how games of a program go.

    Where a rule was written (file and line) does not count.
    """
    plain: list[Any] = [
        compiled.name,
        compiled.code,
        compiled.constants,
        [(f.name, f.entry, f.frame, f.params, f.results, f.pure) for f in compiled.functions],
        [_plain(row) for row in compiled.abilities],
        compiled.ability_kinds,
        compiled.ability_words,
        compiled.masks,
        [_plain(row) for row in compiled.payments],
        [_plain(row) for row in compiled.words],
        compiled.flags,
        compiled.links,
        [_plain(row) for row in compiled.zones],
        [_plain(row) for row in compiled.channels],
        [_plain(row) for row in compiled.game_variables],
        [_plain(row) for row in compiled.player_variables],
        [_plain(row) for row in compiled.card_variables],
        [(r.name, r.words, r.capacity, [_plain(f) for f in r.fields]) for r in compiled.records],
        compiled.stacks,
        [_plain(row) for row in compiled.verbs],
        compiled.outcomes,
        compiled.durations,
        compiled.names,
        [_plain(row) for row in compiled.forms],
        [_plain(row) for row in compiled.stops],
        compiled.handlers,
        compiled.stat_reads,
        (compiled.setup, compiled.main, compiled.value, compiled.halt, compiled.end),
        sorted(compiled.capacities.items()),
        sorted((name, repr(value)) for name, value in compiled.parameters.items()),
    ]
    if compiled.python:
        plain.append([(row.name, row.point, row.lines, row.source) for row in compiled.python])
        plain.append([(row.name, row.function) for row in compiled.asked])
    return sha256(repr(plain).encode()).hexdigest()[:16]


def _plain(row: Any) -> Any:
    return _counted(row.__struct_fields__)(row)


@cache
def _counted(fields: tuple[str, ...]) -> Callable[[Any], Any]:
    """Give what gives the fields of a row that count, sorted by name."""
    return attrgetter(*(name for name in sorted(fields) if name not in ("clause", "meaning")))


def capacities_of(compiled: CompiledProgram) -> dict[str, int]:
    """Give the capacities of a compiled program, defaults filled in.

    :raises RulesetError: one of them is unknown or out of its range.
    """
    given: dict[str, object] = dict(compiled.capacities)
    result = {}
    for name, default, least, most in CAPACITIES:
        value = given.pop(name, default)
        if not isinstance(value, int) or not least <= value <= most:
            raise RulesetError(
                f"{compiled.name}: capacity {name!r} is {value!r}: expected {least} to {most}"
            )
        result[name] = value
    if given:
        raise RulesetError(f"{compiled.name}: unknown capacity {sorted(given)[0]!r}")
    return result
