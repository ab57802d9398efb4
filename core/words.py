"""The values of words: what the annotations of a vocabulary let card files and variants say.

A word is a number, a yes/no, a member of an enumeration, a set of members (a bit for each) or
counts by member (eight bits for each). Files write members by their names in lower case; rule
functions and the machine see 64-bit numbers.
"""

from __future__ import annotations

import difflib
import inspect
import sys
import types
import typing
from collections.abc import Iterable, Mapping
from enum import IntEnum
from typing import Annotated, Any

from msgspec import Struct

from tefuda import kernel
from tefuda.errors import RulesetError

#: What fits a printed number: the machine keeps stats in 32 bits.
LOW, HIGH = -(2**31), 2**31 - 1


class BadValue(ValueError):
    """A value that does not fit its word; the message says value and expectation."""


def nearest(name: object, known: Iterable[str]) -> str:
    """Give ``"; did you mean 'x'?"`` for a name like a known one, or an empty string."""
    spelt = {one.lower(): one for one in known}
    found = difflib.get_close_matches(str(name).lower(), list(spelt), n=1)
    return f"; did you mean {spelt[found[0]]!r}?" if found else ""


def listed(names: Iterable[str], limit: int = 12) -> str:
    """Give some names for a message, all of them if they are few."""
    known = list(names)
    more = f" and {len(known) - limit} more" if len(known) > limit else ""
    return (", ".join(known[:limit]) or "none") + more


def shown(value: object, limit: int = 60) -> str:
    """Give a value for a message, cut where it is long."""
    text = repr(value)
    return text if len(text) <= limit else text[: limit - 3] + "..."


class WordType(Struct, frozen=True):
    """What one word holds and how files write it.

    ``kind`` is ``int``, ``bool``, ``member``, ``set`` or ``counts``; ``members`` are the values of
    the enumeration by name, empty where there is none.
    """

    name: str
    kind: str
    members: Mapping[str, int]
    #: The value where a file is silent; ``None``: the file may not be.
    default: int | None

    @property
    def expected(self) -> str:
        """What a file may say, for messages."""
        if self.kind == "int":
            return "a whole number"
        if self.kind == "bool":
            return "true or false"
        if self.kind == "member":
            return f"one of {listed(self.members)}"
        if self.kind == "set":
            return f"a list of {listed(self.members)}"
        return f"counts from 0 to 127 by {listed(self.members)}"

    def written(self, number: int) -> Any:
        """Give what a file says for a number: the reverse of :meth:`read`."""
        if self.kind == "bool":
            return bool(number)
        if self.kind == "member":
            return next((name for name, at in self.members.items() if at == number), number)
        if self.kind == "set":
            return [name for name, at in self.members.items() if number >> at & 1]
        if self.kind == "counts":
            counts = {name: number >> 8 * at & 255 for name, at in self.members.items()}
            return {name: count for name, count in counts.items() if count}
        return number

    def read(self, value: Any) -> int:
        """Give the number that a file's value stands for.

        :raises BadValue: the value does not fit.
        """
        result = None
        if self.kind == "int":
            result = _number(value, LOW, HIGH)
        elif self.kind == "bool":
            result = int(value) if isinstance(value, bool) else None
        elif self.kind == "member":
            result = self._member(value)
        elif self.kind == "set" and isinstance(value, list):
            result = self._set(value)
        elif self.kind == "counts" and isinstance(value, dict):
            result = self._counts(value)
        if result is None:
            too_far = self.kind == "int" and type(value) is int
            span = f" from {LOW} to {HIGH}" if too_far else ""
            raise BadValue(f"{shown(value)}, expected {self.expected}{span}")
        return result

    def _member(self, value: Any) -> int:
        if not isinstance(value, str) or value not in self.members:
            raise BadValue(
                f"{shown(value)}, expected {self.expected}{nearest(value, self.members)}"
            )
        return self.members[value]

    def _set(self, values: list[Any]) -> int:
        bits = 0
        for value in values:
            at = self._member(value)
            if bits >> at & 1:
                raise BadValue(f"{shown(value)} twice, expected each once")
            bits |= 1 << at
        return bits

    def _counts(self, values: dict[Any, Any]) -> int:
        packed = 0
        for member, value in values.items():
            shift = 8 * self._member(member)
            number = _number(value, 0, 127)
            if number is None:
                raise BadValue(f"{shown(value)} of {member}, expected a number from 0 to 127")
            packed |= number << shift
        return packed


def _number(value: Any, low: int, high: int) -> int | None:
    if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
        return value
    return None


def printed_words(vocabulary: type | None) -> dict[str, WordType]:
    """Give the stats and printed words of a vocabulary class, those of its bases first.

    :raises RulesetError: an annotation cannot be read or held by a card file.
    """
    return {
        name: word_type(name, annotation.__origin__, default)
        for name, annotation, default in _annotations(vocabulary)
        if name != "name"
        and typing.get_origin(annotation) is Annotated
        and annotation.__metadata__[0] in ("stat", "printed")
    }


def enumerations(vocabulary: type | None) -> dict[str, type[IntEnum]]:
    """Give the words of a vocabulary class whose values are members of an enumeration, with it."""
    return {
        name: annotation
        for name, annotation, _ in _annotations(vocabulary)
        if isinstance(annotation, type) and issubclass(annotation, IntEnum)
    }


def arguments(function: Any) -> dict[str, WordType]:
    """Give the keyword-only parameters of an ability's function: what card files may set.

    :raises RulesetError: an annotation cannot be read or held by a card file.
    """
    found: dict[str, WordType] = {}
    code = getattr(function, "__code__", None)
    if code is not None and not code.co_kwonlyargcount and not hasattr(function, "__wrapped__"):
        return found  # most have none, and a signature takes long to make
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind is not inspect.Parameter.KEYWORD_ONLY:
            continue
        where = f"{function.__module__}.{function.__qualname__}"
        namespace = getattr(function, "__globals__", {})
        annotation = _evaluated(parameter.annotation, namespace, where)
        found[parameter.name] = word_type(
            parameter.name, annotation, parameter.default, required=True
        )
    return found


def word_type(name: str, annotation: Any, default: Any, *, required: bool = False) -> WordType:
    """Give the type of a word from its annotation without the mark.

    :param default: the value declared with it, or ``inspect.Parameter.empty``.
    :param required: whether a file must give it where no default is declared; otherwise numbers,
        sets and counts start at zero.
    :raises RulesetError: card files cannot hold such a word.
    """
    kind, members = _kind_of(name, annotation)
    fallback: int | None
    if default is inspect.Parameter.empty:
        fallback = None if required or kind == "member" else 0
    elif isinstance(default, int):
        fallback = int(default)
    elif isinstance(default, (set, frozenset)) and kind == "set":
        fallback = sum(1 << int(member) for member in default)
    else:
        raise RulesetError(f"word {name!r}: default {default!r}: expected a number or a member")
    return WordType(name, kind, members, fallback)


def _kind_of(name: str, annotation: Any) -> tuple[str, dict[str, int]]:
    origin, inside = typing.get_origin(annotation), typing.get_args(annotation)
    if annotation is bool:
        return "bool", {}
    if isinstance(annotation, type) and issubclass(annotation, IntEnum):
        return "member", _members(annotation)
    if annotation is int:
        return "int", {}
    if inside and isinstance(inside[0], type) and issubclass(inside[0], IntEnum):
        members = _members(inside[0])
        if origin in (set, frozenset) and all(0 <= at < 63 for at in members.values()):
            return "set", members
        if origin is kernel.Counts and all(0 <= at < 8 for at in members.values()):
            return "counts", members
    raise RulesetError(
        f"word {name!r}: type {annotation!r}: expected int, bool, an IntEnum, a set of one with "
        "values from 0 to 62, or Counts of one with values from 0 to 7"
    )


def _members(enumeration: type[IntEnum]) -> dict[str, int]:
    return {member.name.lower(): int(member) for member in enumeration}


def _annotations(vocabulary: type | None) -> list[tuple[str, Any, Any]]:
    """Give name, annotation and default of the words a ruleset adds to a kernel class."""
    found: dict[str, tuple[str, Any, Any]] = {}
    for cls in reversed(vocabulary.__mro__ if vocabulary else ()):
        if cls is object or cls.__module__ == kernel.__name__:
            continue
        namespace = vars(sys.modules[cls.__module__]) if cls.__module__ in sys.modules else {}
        for name, text in inspect.get_annotations(cls).items():
            where = f"{cls.__module__}.{cls.__qualname__}"
            try:
                annotation = _evaluated(text, {**namespace, cls.__name__: cls}, where)
            except RulesetError:
                if "Stat" in text or "Printed" in text:
                    raise
                continue  # no word of cards; the compiler says what is wrong with it
            default = vars(cls).get(name, inspect.Parameter.empty)
            if isinstance(default, (property, types.MemberDescriptorType)):
                continue
            found[name] = (name, annotation, default)
    return list(found.values())


def _evaluated(text: Any, namespace: Mapping[str, Any], where: str) -> Any:
    if not isinstance(text, str):
        return text
    try:
        return eval(text, dict(namespace))
    except Exception as error:  # an annotation is any Python
        raise RulesetError(
            f"{where}: annotation {shown(text)} cannot be read: {type(error).__name__}: {error}"
        ) from error
