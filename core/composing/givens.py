"""What timings and questions give to composed texts, and types as annotations."""

from __future__ import annotations

import inspect
from typing import Any

from tefuda import kernel
from tefuda.composing.naming import Naming
from tefuda.composing.scopes import Scope, Value
from tefuda.errors import CardError
from tefuda.lang.annotations import read_annotation
from tefuda.lang.types import Type


def given_by(point: Any, values: Naming, before: tuple[Value, ...]) -> Scope:
    """Give the scope of a text that a timing or question runs: its arguments, by their types.

    The first card is ``card``, a second one ``card_2``; likewise ``player``, ``zone``, ``number``.
    """
    names = {"int": "number", "bool": "flag"}
    givens, bound = list(before), {}
    module = vars(inspect.getmodule(values.rules.card_class) or kernel)
    for argument in point.arguments:
        type_ = read_annotation(argument, module).type
        called = names.get(type_.kind, type_.kind)
        name, number = called, 1
        while name in bound or any(given.text == name for given in givens):
            number += 1
            name = f"{called}_{number}"
        value = Value(f"given_{name}", type_)
        givens.append(value)
        if type_.kind != "record":
            bound[name] = value
    return Scope(tuple(givens), bound)


def annotation(type_: Type, values: Naming) -> str:
    """Give a type as an annotation of the functions being written."""
    bind, rules = values.writing.bind, values.rules
    if type_.kind in ("int", "bool"):
        text = type_.kind
    elif type_.kind == "set":
        text = f"set[{bind(rules.card_class, 'Card')}]"
    elif type_.kind in ("member", "record"):
        text = bind(type_.over, type_.over.__name__)
    else:
        classes = {
            "card": (rules.card_class, "Card"),
            "player": (rules.player_class, "Player"),
            "ability": (rules.ability_class or kernel.Ability, "Ability"),
            "zone": (kernel.Zone, "Zone"),
            "name": (kernel.Name, "Name"),
        }
        if type_.kind not in classes:
            raise CardError(f"{type_} cannot be given to a composed text")
        text = bind(*classes[type_.kind])
    return f"{text} | None" if type_.optional else text
