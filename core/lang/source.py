"""Finding the source of a rule function and its syntax tree, with places for messages."""

from __future__ import annotations

import ast
import inspect
import linecache
from collections.abc import Callable
from functools import cached_property
from typing import Any, NoReturn, TypeAlias

from msgspec import Struct

from tefuda.errors import RuleSyntaxError
from tefuda.lang.trees import Extent, extent

#: The definitions of a file with those around each, by name and first line.
Definitions: TypeAlias = dict[tuple[str, int], list[ast.FunctionDef]]


class Source(Struct, frozen=True, dict=True):
    """A rule function as written: its tree and its file."""

    function: Callable[..., Any]
    node: ast.FunctionDef
    file: str
    #: Names of enclosing functions that are set more than once.
    changing: frozenset[str] = frozenset()

    @property
    def name(self) -> str:
        """The function's name."""
        return self.node.name

    @cached_property
    def extent(self) -> Extent:
        """How long its body is."""
        return extent(self.node)

    def line(self, node: ast.AST) -> int:
        """The line of a node in the file."""
        line: int = getattr(node, "lineno", 0)
        return line or self.node.lineno

    def refuse(self, node: ast.AST, message: str, hint: str | None = None) -> NoReturn:
        """Raise the refusal of a piece of this function.

        :raises RuleSyntaxError: always, with file, line, text, caret and hint.
        """
        line = self.line(node)
        text = linecache.getline(self.file, line).rstrip("\n")
        stripped = text.lstrip()
        column = _characters(text, int(getattr(node, "col_offset", 0)))
        column -= len(text) - len(stripped)
        raise RuleSyntaxError(
            message,
            file=self.file,
            line=line,
            column=max(0, column) if stripped else None,
            text=stripped or None,
            hint=hint,
            rule=self.node.name,
        )


def _characters(text: str, offset: int) -> int:
    """The column of a byte offset: syntax trees count in UTF-8."""
    return len(text.encode()[:offset].decode(errors="ignore"))


#: What was read of each file: its lines, and its definitions by name and first line.
_READ: dict[str, tuple[list[str], Definitions]] = {}
_MOST_FILES = 64


def _definitions(file: str, lines: list[str]) -> Definitions:
    """Every function definition of a file with those around it, by name and first line."""
    known = _READ.get(file)
    if known is not None and known[0] is lines:  # as linecache keeps them until the file changes
        return known[1]
    found: Definitions = {}
    todo: list[tuple[ast.AST, list[ast.FunctionDef]]] = [(ast.parse("".join(lines)), [])]
    while todo:
        node, outer = todo.pop()
        if isinstance(node, ast.FunctionDef):
            first = min([d.lineno for d in node.decorator_list], default=node.lineno)
            outer = [node, *outer]
            found[node.name, first] = outer
        for field in ("body", "orelse", "finalbody", "handlers", "cases"):
            todo += [(child, outer) for child in getattr(node, field, ()) if _is_block(child)]
    if len(_READ) >= _MOST_FILES:
        _READ.clear()
    _READ[file] = lines, found
    return found


def _is_block(node: ast.AST) -> bool:
    """Whether statements stand in a node."""
    return hasattr(node, "body") and not isinstance(node, ast.expr)


def _changing(functions: list[ast.FunctionDef]) -> frozenset[str]:
    """The names that these functions set more than once, or in a loop."""
    found: set[str] = set()
    for function in functions:
        arguments = function.args
        every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
        seen = {a.arg for a in every}
        todo: list[tuple[ast.AST, bool]] = [(child, False) for child in function.body]
        while todo:
            node, again = todo.pop()
            again |= isinstance(node, (ast.For, ast.While))
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                if again or node.id in seen:
                    found.add(node.id)
                seen.add(node.id)
            todo += [(child, again) for child in ast.iter_child_nodes(node)]
    return frozenset(found)


def find_source(function: Callable[..., Any], current: set[str] | None = None) -> Source:
    """Read a function's source again and parse it.

    :param current: files known to be as they were read; this one joins them.
    :raises RuleSyntaxError: the object is no plain function, or its source cannot be found (as
        after ``exec`` of a string that no file holds), or the file was changed meanwhile.
    """
    if not inspect.isfunction(function):
        raise RuleSyntaxError(
            f"{function!r} is no plain Python function",
            hint="write a rule as a function: def name(card: Card) -> None: ...",
        )
    code = function.__code__
    file, first = code.co_filename, code.co_firstlineno
    current = set() if current is None else current
    if file not in current:
        linecache.checkcache(file)
        current.add(file)
    lines = linecache.getlines(file, function.__globals__)
    if not lines:
        raise RuleSyntaxError(
            f"the source of rule {function.__qualname__!r} cannot be found",
            file=file,
            line=first,
            hint="rules are read from their source: define them in a file or a notebook cell, "
            "not by exec() of a string or python -c",
        )
    try:
        found = _definitions(file, lines).get((code.co_name, first))
    except (SyntaxError, ValueError, RecursionError) as error:
        raise RuleSyntaxError(
            f"the file of rule {function.__qualname__!r} cannot be read again: {error}",
            file=file,
            line=getattr(error, "lineno", None) or first,
            hint="was the file changed after it was imported?",
        ) from error
    if found is None:
        raise RuleSyntaxError(
            f"rule {function.__qualname__!r} is not written as a def statement there",
            file=file,
            line=first,
            hint="a lambda or an async def cannot be a rule, and a file must not change after "
            "it was imported",
        )
    return Source(function, found[0], file, _changing(found[1:]))
