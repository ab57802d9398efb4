"""Variants of rulesets, named in one string: ``NAME[+PATCH...][:PARAM=VALUE,...]``.

``lycee:hand_limit=5,first_draw=2`` changes two parameters, ``lycee+my_patch`` applies an extension.
The order of patches and parameters means nothing; the string of a variant has them sorted.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import Enum
from typing import Any, NoReturn

from msgspec import Struct

from tefuda.errors import VariantError
from tefuda.rules import Parameter, Rules
from tefuda.words import listed, nearest, shown

#: Longer strings are no names of variants.
LONGEST = 2000

_NAME = re.compile(r"[a-z_][a-z0-9_]*")
_VALUE = re.compile(r"[A-Za-z0-9_+-]+")


class Variant(Struct, frozen=True):
    """A ruleset's name, the patches applied and the parameters given, sorted by name."""

    ruleset: str
    patches: tuple[str, ...] = ()
    #: Parameters as written: name and value.
    settings: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        text = "+".join((self.ruleset, *self.patches))
        if self.settings:
            text += ":" + ",".join(f"{name}={value}" for name, value in self.settings)
        return text


def parse_variant(text: str) -> Variant:
    """Read the name of a variant.

    :raises VariantError: it is not of that form; the message names the position.
    """
    if not isinstance(text, str):
        raise VariantError(f"variant {shown(text)}: expected a text such as 'lycee:hand_limit=5'")
    if len(text) > LONGEST:
        raise VariantError(f"variant of {len(text)} signs: expected {LONGEST} at most")
    return _Reader(text).variant()


class _Reader:
    """One reading of one string, from left to right."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def variant(self) -> Variant:
        ruleset = self.take(_NAME, "the name of a ruleset")
        patches: list[str] = []
        settings: dict[str, str] = {}
        while self.next_is("+"):
            start = self.at
            patch = self.take(_NAME, "the name of a patch")
            if patch in patches:
                self.fail(f"patch {patch!r} twice", start)
            patches.append(patch)
        if self.next_is(":"):
            while True:
                start = self.at
                name = self.take(_NAME, "the name of a parameter")
                if name in settings:
                    self.fail(f"parameter {name!r} twice", start)
                if not self.next_is("="):
                    self.fail(f"expected '=' and a value after {name!r}", self.at)
                settings[name] = self.take(_VALUE, f"a value for {name!r}")
                if not self.next_is(","):
                    break
        if self.at < len(self.text):
            rest = "',' and another parameter" if settings else "'+' and a patch, or ':'"
            self.fail(f"{shown(self.text[self.at :], 20)}, expected {rest}", self.at)
        return Variant(ruleset, tuple(sorted(patches)), tuple(sorted(settings.items())))

    def next_is(self, sign: str) -> bool:
        found = self.text.startswith(sign, self.at)
        self.at += found
        return found

    def take(self, pattern: re.Pattern[str], what: str) -> str:
        found = pattern.match(self.text, self.at)
        if found is None:
            rest = shown(self.text[self.at :], 20) if self.at < len(self.text) else "the end"
            self.fail(f"{rest}, expected {what}", self.at)
        self.at = found.end()
        return found[0]

    def fail(self, reason: str, at: int) -> NoReturn:
        raise VariantError(f"variant {shown(self.text)}: position {at + 1}: {reason}")


def read_setting(parameter: Parameter, value: Any, where: str) -> int | bool | Enum:
    """Give the value of a parameter, from text or from Python.

    :raises VariantError: the value is not of the parameter's type, range or choices.
    """
    result: int | bool | Enum | None = None
    if parameter.kind == "bool":
        result = _yes_or_no(value)
        expected = "true or false"
    elif parameter.kind == "choice":
        choices = parameter.choices or []
        kind = type(parameter.default)
        if isinstance(value, kind):
            result = value
        elif isinstance(value, str) and value.lower() in choices:
            result = next(member for member in kind if member.name.lower() == value.lower())
        expected = f"one of {listed(choices)}{nearest(value, choices)}"
    else:
        number = _whole(value)
        if number is not None and (parameter.low or 0) <= number <= (parameter.high or 0):
            result = number
        expected = f"a whole number from {parameter.low} to {parameter.high}"
    if result is None:
        raise VariantError(
            f"{where}: parameter {parameter.name!r}: {shown(value)}, expected {expected}"
        )
    return result


def _yes_or_no(value: Any) -> bool | None:
    if isinstance(value, bool):
        return value
    words = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
    return words.get(value.lower()) if isinstance(value, str) else None


def _whole(value: Any) -> int | None:
    if isinstance(value, str) and re.fullmatch(r"[+-]?[0-9]{1,19}", value):
        return int(value)
    if isinstance(value, int) and not isinstance(value, (bool, Enum)):
        return value
    return None


def effective_parameters(rules: Rules, settings: Mapping[str, Any], where: str) -> dict[str, Any]:
    """Give every parameter's value: what is set, else what an extension set, else the default.

    :param settings: by name, as text or as Python values.
    :raises VariantError: a parameter is unknown or a value does not fit.
    """
    known = rules.parameters
    values = {name: parameter.default for name, parameter in known.items()}
    for source, given in ((f"{rules.name}", rules.settings), (where, settings)):
        for name, value in given.items():
            if name not in known:
                raise VariantError(
                    f"{source}: unknown parameter {shown(name)}, expected {listed(known)}"
                    f"{nearest(name, known)}"
                )
            values[name] = read_setting(known[name], value, source)
    return values


def plain(value: Any) -> int | bool | str:
    """Give a parameter's value as files and results write it: a choice by its name."""
    if isinstance(value, Enum):
        return value.name.lower()
    return value if isinstance(value, bool) else int(value)
