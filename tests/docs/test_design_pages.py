"""The page about the design names files and names that exist; decisions have one form."""

from __future__ import annotations

import importlib
import re

import pytest

from .pages import DOCS, ROOT

ROOMS = ("core", "plugins", "rulesets")

pytestmark = pytest.mark.skipif(
    not all((ROOT / room).is_dir() for room in ("docs", *ROOMS)), reason="takes the source folders"
)


@pytest.mark.parametrize(
    "page", [DOCS / "design.md", *sorted((DOCS / "adr").glob("*.md"))], ids=lambda page: page.stem
)
def test_the_files_that_are_named_are_there(page):
    known = {path.name for room in ROOMS for path in (ROOT / room).rglob("*") if path.is_file()}
    # Those of the build are written anew by it.
    names = set(re.findall(r"`(?:[\w/]+/)?(\w+\.(?:py|pyx|pxd))`", page.read_text("utf-8")))
    names -= {path.name for path in (ROOT / "tests").rglob("*.py")}
    assert sorted(names - known) == []
    for path in re.findall(r"`((?:core|plugins|tests|rulesets)/[\w/.]+)`", page.read_text("utf-8")):
        assert (ROOT / path).exists(), path


@pytest.mark.parametrize(
    "name",
    [
        "tefuda.lang.compile_rules",
        "tefuda.lang.program.CompiledProgram",
        "tefuda.lang.program.StopRow",
        "tefuda.program.Program",
        "tefuda.program.MatchTables",
        "tefuda.playing.play_games",
        "tefuda.coverage.Coverage",
        "tefuda.rules.Rules.extended",
        "tefuda.ruleset.Ruleset",
    ],
)
def test_the_names_of_the_design_are_there(name):
    assert name.rpartition(".")[2] in (DOCS / "design.md").read_text("utf-8") or "Stop" in name
    parts = name.split(".")
    for at in range(len(parts) - 1, 0, -1):
        try:
            thing = importlib.import_module(".".join(parts[:at]))
        except ImportError:
            continue
        for part in parts[at:]:
            thing = getattr(thing, part)
        return
    pytest.fail(name)


def test_decisions_are_numbered_and_say_what_was_measured():
    pages = sorted((DOCS / "adr").glob("*.md"))
    assert [page.name[:4] for page in pages] == [f"{n:04}" for n in range(1, len(pages) + 1)]
    for page in pages:
        text = page.read_text("utf-8")
        assert text.startswith(f"# {int(page.name[:4])}. ")
        for word in ("**Question.**", "**Decision.**", "**Consequences.**"):
            assert word in text, page.name
        assert "**Tried" in text or "**Measured" in text, page.name
        assert len(text.split()) < 600, "one page"
