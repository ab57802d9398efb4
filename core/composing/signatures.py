"""What effect verbs and terms take and give, as types of the rule language."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from enum import IntEnum
from typing import Any

from msgspec import Struct

from tefuda.errors import RulesetError
from tefuda.lang import types as t
from tefuda.lang.annotations import UnknownAnnotation, read_annotation
from tefuda.lang.types import Type

#: What an argument has that must be given.
NOTHING = object()


class Argument(Struct, frozen=True):
    """An argument by name, with what it is where a card file says nothing."""

    name: str
    type: Type
    default: Any


class Shape(Struct, frozen=True):
    """The types of a function's given parameters, its arguments and its result."""

    givens: tuple[Type, ...]
    arguments: tuple[Argument, ...]
    result: Type


def shape_of(function: Callable[..., Any], defaults: Mapping[str, Any], what: str) -> Shape:
    """Read the annotations of an effect verb or a term.

    :param what: which one, for messages.
    :raises RulesetError: an annotation is missing or no type of the rule language.
    """
    names = function.__globals__
    givens, arguments = [], []
    for parameter in inspect.signature(function).parameters.values():
        type_ = _type(parameter.annotation, names, f"{what}: parameter {parameter.name!r}")
        if parameter.kind is inspect.Parameter.POSITIONAL_ONLY:
            givens.append(type_)
        elif parameter.kind is inspect.Parameter.POSITIONAL_OR_KEYWORD:
            default = _written(parameter.default)
            arguments.append(Argument(parameter.name, type_, defaults.get(parameter.name, default)))
        else:
            raise RulesetError(f"{what}: parameter {parameter.name!r}: expected a plain one")
    unknown = set(defaults) - {argument.name for argument in arguments}
    if unknown:
        raise RulesetError(f"{what}: default of {sorted(unknown)[0]!r}, which is no argument of it")
    result = _type(inspect.signature(function).return_annotation, names, f"{what}: its result")
    return Shape(tuple(givens), tuple(arguments), t.VOID if result.kind == "none" else result)


def _type(annotation: Any, names: Mapping[str, Any], where: str) -> Type:
    if annotation is inspect.Parameter.empty:
        raise RulesetError(f"{where}: no annotation, expected a type of the rule language")
    try:
        return read_annotation(annotation, names).type
    except UnknownAnnotation as error:
        raise RulesetError(f"{where}: {error} is no type of the rule language") from error


def _written(default: Any) -> Any:
    """A default of Python as a card file writes it."""
    if default is inspect.Parameter.empty:
        return NOTHING
    return default.name.lower() if isinstance(default, IntEnum) else default
