"""Reading documents: their fenced blocks, run in order as a reader would, and their tables."""

from __future__ import annotations

import io
import linecache
import re
import shlex
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tefuda.plugins import loading
from tefuda.plugins.cli.group import main
from tefuda.ruleset import Ruleset

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"

#: Command lines that other checks run, by their first word.
NOT_HERE = ("pip", "pytest", "python", "python3", "ruff", "mypy", "cython-lint", ".ci/run")


LOADED: dict[Any, Ruleset] = {}


@dataclass(frozen=True)
class Block:
    """A fenced block."""

    page: str
    line: int
    language: str
    text: str

    @property
    def file(self) -> str | None:
        """The name of the file that a block says it is."""
        match = re.match(r"# file: (\S+)\n", self.text)
        return match[1] if match else None

    @property
    def added_to(self) -> str | None:
        """The name of the file that a block says it goes on with."""
        match = re.match(r"# added to: (\S+)\n", self.text)
        return match[1] if match else None

    @property
    def content(self) -> str:
        """The block without the line that names its file."""
        return self.text.partition("\n")[2] if self.file or self.added_to else self.text


def blocks(page: Path) -> list[Block]:
    """Give the fenced blocks of a page."""
    text = page.read_text("utf-8")
    return [
        Block(page.name, text[: match.start(2)].count("\n"), match[1], match[2])
        for match in re.finditer(r"^```(\w+)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    ]


def execute(block: Block, names: dict[str, Any]) -> None:
    """Run a block of Python as a notebook runs a cell: its source can be found."""
    name = f"<{block.page}, line {block.line}>"
    source = block.text
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
    exec(compile(source, name, "exec", dont_inherit=True), names)


class Arguments(list[str]):
    """The arguments of one command line, and what is piped into it."""

    def __init__(self, words: Iterable[str], typed: str = "") -> None:
        super().__init__(words)
        self.typed = typed


def commands(block: Block) -> Iterator[Arguments]:
    """Give the arguments of each ``tefuda`` in a block of the shell, also behind ``&&``.

    ``printf TEXT |`` before it is what is typed.
    """
    for line in block.text.splitlines():
        for command in line.split("&&"):
            words = shlex.split(command, comments=True)
            if not words or words[0] in NOT_HERE:
                continue
            typed = ""
            if words[0] == "printf" and words[2:3] == ["|"]:
                typed = words[1].replace("\\n", "\n")
                words = words[3:]
            assert words[0] == "tefuda", f"{block.page}: {line}"
            yield Arguments(words[1:], typed)


def run_typed(arguments: list[str]) -> int:
    """Run a command line with what is piped into it; gives its exit status."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stdin", io.StringIO(getattr(arguments, "typed", "")))
        return main(arguments)


def fewer_games(arguments: list[str], games: int) -> list[str]:
    """Give a command line that plays so many games at most."""
    if arguments[0] not in ("simulate", "compare"):
        return arguments
    if "--games" in arguments:
        at = arguments.index("--games") + 1
        return [*arguments[:at], str(min(games, int(arguments[at]))), *arguments[at + 1 :]]
    return [*arguments, "--games", str(games)]


def squeezed(text: str) -> list[str]:
    """Give lines with single spaces, without empty ones."""
    return [" ".join(line.split()) for line in text.splitlines() if line.split()]


def load_once(patch: pytest.MonkeyPatch) -> None:
    """Let equal variants be loaded once: rulesets are immutable, and loading takes its time."""

    def ruleset(
        rules: Any, variant: Any, *, extensions: Any = (), cards: Any = (), native: Any = None
    ) -> Ruleset:
        key = (rules, str(variant), tuple(extensions), tuple(map(str, cards)))
        if key not in LOADED:
            LOADED[key] = Ruleset(rules, variant, extensions=extensions, cards=cards, native=native)
        return LOADED[key]

    patch.setattr(loading, "Ruleset", ruleset)


def walk(page: Path, capsys: pytest.CaptureFixture[str], games: int = 60) -> dict[str, Any]:
    """Run a page in the current folder: files are written, Python and command lines run.

    A ``text`` block right behind a block of the shell is what it prints, in part.
    """
    with pytest.MonkeyPatch.context() as patch:
        load_once(patch)
        return _walk(page, capsys, games)


def _walk(page: Path, capsys: pytest.CaptureFixture[str], games: int) -> dict[str, Any]:
    names: dict[str, Any] = {"__name__": "page"}
    printed = None
    for block in blocks(page):
        if block.language == "text" and printed is not None:
            missing = [line for line in squeezed(block.text) if line not in squeezed(printed)]
            assert not missing, f"{page.name}, line {block.line}: {missing}"
        printed = None
        if block.file:
            Path(block.file).write_text(block.content, "utf-8")
        elif block.added_to:
            file = Path(block.added_to)
            gap = "\n\n" if block.language == "python" else ""
            file.write_text(file.read_text("utf-8") + gap + block.content, "utf-8")
        elif block.language == "python":
            execute(block, names)
        elif block.language == "sh":
            printed = ""
            for arguments in commands(block):
                status = run_typed(fewer_games(arguments, games))
                out, err = capsys.readouterr()
                assert (status, err) == (0, ""), f"{page.name}: {arguments}: {err}"
                printed += out
    return names


def section(text: str, heading: str) -> str:
    """Give what stands under a heading, up to the next of its rank or higher."""
    match = re.search(rf"^(#+) {re.escape(heading)}$", text, re.MULTILINE)
    assert match, f"no heading {heading!r}"
    rest = text[match.end() :]
    end = re.search(rf"^#{{1,{len(match[1])}}} ", rest, re.MULTILINE)
    return rest[: end.start()] if end else rest


def first_cells(text: str) -> list[str]:
    """Give what stands in backticks in the first cells of all tables, in order."""
    found: list[str] = []
    for line in text.splitlines():
        if line.startswith("| `"):
            found += re.findall(r"`([^`]+)`", line.split(" | ")[0])
    return found
