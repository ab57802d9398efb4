"""Reading annotations: what a word, a parameter or a variable is."""

from __future__ import annotations

import ast
import enum
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Never, NoReturn, get_args

from msgspec import Struct

from tefuda import kernel
from tefuda.lang import types as t
from tefuda.lang.types import Type

#: What an annotation that cannot be read says.
KNOWN = (
    "int, bool, Card, Player, Zone, Ability, AbilityKind, Name, an enumeration, a record, "
    "X | None, set[X], list[Card], Counts[E]"
)


class UnknownAnnotation(Exception):
    """An annotation that is no type of the rule language."""


class Annotated(Struct, frozen=True):
    """A type with the mark it was annotated with.

    Marks: ``""``, ``stat``, ``flag``, ``small`` or ``printed``.
    """

    type: Type
    mark: str = ""


def read_annotation(annotation: Any, names: Mapping[str, Any]) -> Annotated:
    """The type that an annotation, a string, a tree or an object, stands for.

    :raises UnknownAnnotation: it is none of the rule language.
    """
    if isinstance(annotation, ast.expr):
        return _from_tree(annotation, names)
    if isinstance(annotation, str):
        return _from_tree(_parsed(annotation), names)
    return _from_object(annotation, names)


@lru_cache(maxsize=1024)
def _parsed(annotation: str) -> ast.expr:
    """The tree of an annotation that is written as a string."""
    try:
        return ast.parse(annotation, mode="eval").body
    except SyntaxError as error:
        raise UnknownAnnotation(annotation) from error


def _from_tree(node: ast.expr, names: Mapping[str, Any]) -> Annotated:
    match node:
        case ast.Constant(value=None):
            return Annotated(t.NONE)
        case ast.Constant(value=str(text)):
            return read_annotation(text, names)
        case ast.Name() | ast.Attribute():
            return _from_object(_lookup(node, names), names)
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return _union(_from_tree(left, names), _from_tree(right, names), node)
        case ast.Subscript(value=base, slice=inner):
            return _subscript(_lookup(base, names), inner, names, node)
    raise UnknownAnnotation(ast.unparse(node))


def _union(left: Annotated, right: Annotated, node: ast.AST) -> Annotated:
    if left.type.kind == "none":
        left, right = right, left
    if right.type.kind != "none" or not left.type.nullable:
        raise UnknownAnnotation(ast.unparse(node))
    return Annotated(left.type.maybe(), left.mark)


def _lookup(node: ast.expr, names: Mapping[str, Any]) -> Any:
    if isinstance(node, ast.Attribute):
        base = _lookup(node.value, names)
        if hasattr(base, node.attr):
            return getattr(base, node.attr)
        raise UnknownAnnotation(ast.unparse(node))
    if isinstance(node, ast.Name):
        if node.id in names:
            return names[node.id]
        builtin = {"int": int, "bool": bool, "set": set, "list": list, "kernel": kernel}
        if node.id in builtin:
            return builtin[node.id]
        if hasattr(kernel, node.id):  # an alias written where these words were imported
            return getattr(kernel, node.id)
    raise UnknownAnnotation(ast.unparse(node))


def _subscript(base: Any, inner: ast.expr, names: Mapping[str, Any], node: ast.AST) -> Annotated:
    if base is kernel.Printed:
        return Annotated(_from_tree(inner, names).type, "printed")
    if base in (kernel.Zone, kernel.Grid):
        return Annotated(Type("grid") if base is kernel.Grid else t.ZONE)
    return Annotated(_built(base, _from_tree(inner, names).type, ast.unparse(node)))


def _built(base: Any, element: Type, written: str) -> Type:
    """The type ``base[element]``."""
    kind = "" if element.optional else element.kind
    if base is set and kind == "card":
        return t.CARDS
    if base is set and kind in ("zone", "player", "member"):
        return Type("small", element)
    if base is list and kind == "card":
        return t.LIST
    if base is kernel.Counts and kind == "member" and all(0 <= m < 8 for m in element.over):
        return Type("counts", element.over)
    if base is kernel.Stack and kind == "record":
        return Type("stack", element.over)
    raise UnknownAnnotation(written)


_CLASSES: tuple[tuple[type, Type], ...] = (
    (kernel.Card, t.CARD),
    (kernel.Player, t.PLAYER),
    (kernel.Game, t.GAME),
    (kernel.Ability, t.ABILITY),
    (kernel.AbilityKind, t.KIND),
    (kernel.Name, t.NAME),
    (kernel.Zone, t.ZONE),
    (kernel.Grid, Type("grid")),
)


def _from_object(thing: Any, names: Mapping[str, Any]) -> Annotated:
    if thing is None:
        return Annotated(t.NONE)
    if isinstance(thing, str):
        return read_annotation(thing, names)
    if thing is kernel.Stat:
        return Annotated(t.INT, "stat")
    if thing is kernel.Small:
        return Annotated(t.INT, "small")
    if thing is kernel.Flag:
        return Annotated(t.BOOL, "flag")
    if thing is kernel.Place:
        return Annotated(t.PLACE)
    metadata = getattr(thing, "__metadata__", ())
    if metadata and metadata[0] == "printed":
        return Annotated(_from_object(get_args(thing)[0], names).type, "printed")
    if thing is NoReturn or thing is Never:
        return Annotated(t.NEVER)
    if thing is int:
        return Annotated(t.INT)
    if thing is bool:
        return Annotated(t.BOOL)
    if isinstance(thing, type):
        for cls, type_ in _CLASSES:
            if issubclass(thing, cls):
                return Annotated(type_)
        if issubclass(thing, kernel.Record):
            return Annotated(Type("record", thing))
        if issubclass(thing, enum.IntEnum):
            return Annotated(Type("member", thing))
    origin, arguments = getattr(thing, "__origin__", None), get_args(thing)
    if origin in (kernel.Zone, kernel.Grid):
        return Annotated(t.ZONE if origin is kernel.Zone else Type("grid"))
    if origin in (set, list, kernel.Counts, kernel.Stack) and arguments:
        return Annotated(_built(origin, _from_object(arguments[0], names).type, str(thing)))
    if arguments and type(None) in arguments:
        rest = [a for a in arguments if a is not type(None)]
        found = _from_object(rest[0], names)
        if len(rest) == 1 and found.type.nullable:
            return Annotated(found.type.maybe(), found.mark)
    raise UnknownAnnotation(getattr(thing, "__name__", str(thing)))
