"""The source of composed texts, where the compiler and its messages find it."""

from __future__ import annotations

import keyword
import linecache
import re
from collections.abc import Callable, Mapping
from typing import Any

_FUTURE = "from __future__ import annotations"


class Writing:
    """The functions of one text, in the order in which they are begun."""

    def __init__(self, names: Mapping[str, Any]) -> None:
        """Begin with names that the functions see."""
        self.names: dict[str, Any] = dict(names)
        self._bound: dict[int, str] = {}
        self._functions: list[list[str]] = []
        self._numbers: dict[str, int] = {}

    def bind(self, thing: Any, wanted: str) -> str:
        """Give the name by which the functions call a thing."""
        known = self._bound.get(id(thing))
        if known is not None:
            return known
        name = self.fresh(_identifier(wanted), exact=True)
        self.names[name] = thing
        self._bound[id(thing)] = name
        return name

    def fresh(self, wanted: str, *, exact: bool = False) -> str:
        """Give a name that nothing else has; an ``exact`` one without a number if it is free."""
        if exact and wanted not in self.names and wanted not in self._numbers:
            self._numbers[wanted] = 1
            return wanted
        while True:
            self._numbers[wanted] = self._numbers.get(wanted, 0) + 1
            name = f"{wanted}_{self._numbers[wanted]}"
            if name not in self.names:
                return name

    def begin(self, name: str, parameters: str, result: str, summary: str) -> Body:
        """Begin a function."""
        lines = [f"def {name}({parameters}) -> {result}:", f"    {summary!r}"]
        self._functions.append(lines)
        return Body(lines)

    def finish(self, where: str) -> dict[str, Callable[..., Any]]:
        """Make the functions, by name; their source stays where the compiler looks for it."""
        source = "\n\n\n".join([_FUTURE, *("\n".join(lines) for lines in self._functions)]) + "\n"
        file = _kept(where, source)
        exec(compile(source, file, "exec", dont_inherit=True), self.names)
        made = [lines[0][4:].partition("(")[0] for lines in self._functions]
        return {name: self.names[name] for name in made}


class Body:
    """The statements of one function, or of a block in it."""

    def __init__(self, lines: list[str], depth: int = 1) -> None:
        self.lines = lines
        self.depth = depth

    def add(self, statement: str) -> None:
        """Add a statement."""
        self.lines.append("    " * self.depth + statement)

    def block(self, head: str) -> Body:
        """Begin a block."""
        self.add(head)
        return Body(self.lines, self.depth + 1)


def _kept(where: str, source: str) -> str:
    """Keep a source under a name that no other source has."""
    number, file = 1, f"<{where}>"
    while True:
        known = linecache.cache.get(file)
        if known is None or "".join(known[2] if len(known) == 4 else ()) == source:
            break
        number += 1
        file = f"<{where}, read again {number}>"
    if known is None:
        linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    return file


def _identifier(wanted: str) -> str:
    name = re.sub(r"\W", "_", wanted) or "_"
    return f"_{name}" if name[0].isdigit() or keyword.iskeyword(name) else name
