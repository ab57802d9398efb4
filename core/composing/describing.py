"""What a ruleset lets card files compose with, for tools: its effect verbs and terms."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any

from tefuda.composing.naming import meaning_of
from tefuda.composing.signatures import NOTHING, shape_of
from tefuda.rules import Rules


def effect_verbs(rules: Rules) -> list[dict[str, Any]]:
    """Describe the effect verbs: name, arguments, what they give, meaning, clause and plugin."""
    return [
        _described(rules, verb.name, verb.function, verb.defaults, "effect verb")
        | {"clause": verb.clause, "plugin": verb.plugin or rules.plugin}
        for verb in rules.effect_verbs.values()
    ]


def terms(rules: Rules) -> list[dict[str, Any]]:
    """Describe the terms likewise; of several functions of one the last, which is given most."""
    return [
        _described(rules, term.name, term.functions[-1], term.defaults, "term")
        | {"clause": term.clause, "plugin": term.plugin or rules.plugin}
        for term in rules.terms.values()
    ]


def _described(
    rules: Rules, name: str, function: Callable[..., Any], defaults: Mapping[str, Any], what: str
) -> dict[str, Any]:
    shape = shape_of(function, defaults, f"{rules.name}: {what} {name!r}")
    doc = inspect.getdoc(function) or ""
    return {
        "name": name,
        "arguments": [
            {
                "name": argument.name,
                "type": meaning_of(argument.type),
                "default": None if argument.default is NOTHING else argument.default,
            }
            for argument in shape.arguments
        ],
        "gives": meaning_of(shape.result),
        "meaning": doc.partition("\n")[0],
    }
