"""Finding the source of a rule function and its syntax tree, with places for messages."""

from __future__ import annotations

import ast
import inspect
import linecache
import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NoReturn

from tefuda.errors import RuleSyntaxError


@dataclass(frozen=True)
class Source:
    """A rule function as written: its tree, its file, and how its lines were shifted."""

    function: Callable[..., Any]
    node: ast.FunctionDef
    file: str
    shift: int
    indent: int

    @property
    def name(self) -> str:
        """The function's name."""
        return self.node.name

    def line(self, node: ast.AST) -> int:
        """The line of a node in the file."""
        return int(getattr(node, "lineno", self.node.lineno)) + self.shift

    def refuse(self, node: ast.AST, message: str, hint: str | None = None) -> NoReturn:
        """Raise the refusal of a piece of this function.

        :raises RuleSyntaxError: always, with file, line, text, caret and hint.
        """
        line = self.line(node)
        text = linecache.getline(self.file, line).rstrip("\n")
        column = int(getattr(node, "col_offset", 0)) + self.indent
        stripped = text.lstrip()
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


def find_source(function: Callable[..., Any]) -> Source:
    """Read a function's source again and parse it.

    :raises RuleSyntaxError: the object is no plain function, or its source cannot be found (as
        after ``exec`` of a string that no file holds).
    """
    if not inspect.isfunction(function):
        raise RuleSyntaxError(
            f"{function!r} is no plain Python function",
            hint="write a rule as a function: def name(card: Card) -> None: ...",
        )
    code = function.__code__
    try:
        lines, first = inspect.getsourcelines(function)
    except (OSError, TypeError) as error:
        raise RuleSyntaxError(
            f"the source of rule {function.__qualname__!r} cannot be found",
            file=code.co_filename,
            line=code.co_firstlineno,
            hint="rules are read from their source: define them in a file or a notebook cell, "
            "not by exec() of a string",
        ) from error
    text = textwrap.dedent("".join(lines))
    try:
        tree = ast.parse(text)
    except SyntaxError as error:
        raise RuleSyntaxError(
            f"the source of rule {function.__qualname__!r} cannot be read again ({error.msg})",
            file=code.co_filename,
            line=first,
            hint="define each rule with its own def statement, one a line",
        ) from error
    node = tree.body[0] if tree.body else None
    if not isinstance(node, ast.FunctionDef):
        raise RuleSyntaxError(
            f"rule {function.__qualname__!r} is not written as a def statement",
            file=code.co_filename,
            line=first,
            hint="a lambda or an async def cannot be a rule: write def name(...) -> ...:",
        )
    indent = len(lines[0]) - len(lines[0].lstrip())
    return Source(function, node, code.co_filename, first - 1, indent)
