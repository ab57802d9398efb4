"""Walking syntax trees."""

from __future__ import annotations

import ast
import sys
from typing import Final

from msgspec import Struct

#: No body of more nodes is put in place of a call: beyond, :func:`extent` stops counting.
LONGEST: Final = 120


def nodes(*roots: ast.AST, most: int = sys.maxsize) -> list[ast.AST]:
    """The nodes of trees, their roots included, in no particular order.

    :param most: where there are more, at least one more than that is given, not all.
    """
    found = list(roots)
    for node in found:  # which grows meanwhile
        if len(found) > most:
            break
        for name in _fields(type(node)):
            value = getattr(node, name, None)
            if isinstance(value, list):
                found += [v for v in value if isinstance(v, ast.AST)]
            elif isinstance(value, ast.AST):
                found.append(value)
    return found


class Extent(Struct, frozen=True):
    """How long a function's body is, and what of it matters when it is put in place of a call."""

    #: Syntax nodes; of a body longer than ``LONGEST`` no more is known than that it is.
    size: int
    #: Whether ``with`` or ``while`` stands in it, or ``:=``.
    framed: bool
    naming: bool
    #: The names that it sets.
    stored: frozenset[str]


def extent(function: ast.FunctionDef) -> Extent:
    """Measure a function's body, without what documents it."""
    body = function.body
    if body and isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant):
        body = body[1:]
    found = nodes(*body, most=LONGEST)
    if len(found) > LONGEST:
        return Extent(len(found), False, False, frozenset())
    stored = {n.id for n in found if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    return Extent(
        len(found),
        any(isinstance(n, (ast.With, ast.While)) for n in found),
        any(isinstance(n, ast.NamedExpr) for n in found),
        frozenset(stored),
    )


def _fields(cls: type[ast.AST]) -> tuple[str, ...]:
    """The fields of a kind of node that hold others worth looking at."""
    found = _KNOWN.get(cls)
    if found is None:
        found = _KNOWN[cls] = tuple(f for f in cls._fields if f not in _PLAIN)
    return found


_KNOWN: dict[type[ast.AST], tuple[str, ...]] = {}
#: Fields that hold names, or nodes that say what their parent is.
_PLAIN = frozenset("id attr arg ctx op ops name lineno type_comment level kind".split())


def names_in(node: ast.AST) -> set[str]:
    """The plain names that occur in an expression."""
    return {n.id for n in nodes(node) if isinstance(n, ast.Name)}


__all__ = ["Extent", "extent", "names_in", "nodes"]
