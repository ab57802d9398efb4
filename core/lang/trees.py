"""Walking syntax trees."""

from __future__ import annotations

import ast
import sys
from typing import Final

from msgspec import Struct

#: No expression, and no body of statements, of more nodes is put in place of a call: beyond,
#: :func:`extent` stops counting.
EXPRESSION: Final = 120
BODY: Final = 45


def nodes(*roots: ast.AST, most: int = sys.maxsize) -> list[ast.AST]:
    """The nodes of trees, their roots included, in no particular order.

    :param most: where there are more, at least one more than that is given, not all.
    """
    found = list(roots)
    for node in found:  # which grows meanwhile
        if len(found) > most:
            break
        cls = type(node)
        for name in _KNOWN.get(cls) or _fields(cls):
            value = getattr(node, name, None)
            if isinstance(value, ast.AST):
                found.append(value)
            elif isinstance(value, list):
                for part in value:
                    if isinstance(part, ast.AST):
                        found.append(part)
    return found


class Extent(Struct, frozen=True):
    """How long a function's body is, and what of it matters when it is put in place of a call."""

    #: Syntax nodes; of a body that is too long no more is known than that it is.
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
    most = EXPRESSION if len(body) == 1 and isinstance(body[0], ast.Return) else BODY
    found = nodes(*body, most=most)
    if len(found) > most:
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
    found = _KNOWN[cls] = tuple(f for f in cls._fields if f not in _PLAIN)
    return found


_KNOWN: dict[type[ast.AST], tuple[str, ...]] = {}
#: Fields that hold names, or nodes that say what their parent is.
_PLAIN = frozenset("id attr arg ctx op ops name lineno type_comment level kind".split())


def names_in(node: ast.AST) -> set[str]:
    """The plain names that occur in an expression."""
    return {n.id for n in nodes(node) if isinstance(n, ast.Name)}


__all__ = ["Extent", "extent", "names_in", "nodes"]
