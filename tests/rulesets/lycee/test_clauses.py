"""The table of clauses in the README names what there is, and misses no clause of the code."""

from __future__ import annotations

import ast
import re
from importlib.resources import files
from pathlib import Path

import pytest

from tefuda.rulesets.lycee import rules

LYCEE = files("tefuda.rulesets.lycee")
TESTS = Path(__file__).parents[2]


def table() -> dict[str, tuple[str, str]]:
    """Give functions and tests by clause."""
    found = {}
    for line in LYCEE.joinpath("README.md").read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 4 and cells[0] not in ("clause", "---"):
            assert cells[0] not in found, f"{cells[0]} is there twice"
            found[cells[0]] = cells[2], cells[3]
    return found


def names_of_code() -> set[str]:
    """Give what the modules of the ruleset, and those it is written in, define or use by name."""
    found = set(rules.words)
    language = [files("tefuda").joinpath(name) for name in ("kernel.py", "rules.py")]
    for module in [*LYCEE.iterdir(), *language]:
        if module.name.endswith(".py"):
            for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
                for word in ("name", "id", "attr", "arg"):
                    value = getattr(node, word, None)
                    if isinstance(value, str):
                        found.add(value)
    return found


def test_names_of_functions_exist():
    known = (
        names_of_code() | {p.name.removesuffix(".py") for p in LYCEE.iterdir()} | {"range", "if"}
    )
    missing = []
    for clause, (functions, _) in table().items():
        for quoted in re.findall(r"`([^`]+)`", functions):
            for word in re.findall(r"[A-Za-z_]\w*", quoted.removesuffix("=")):
                if word not in known and not word.endswith("_"):
                    missing.append((clause, quoted))
    assert missing == []


def test_named_tests_exist():
    known = set()
    for path in TESTS.rglob("test_*.py"):
        known |= set(re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), re.M))
    named = [(c, n) for c, (_, tests) in table().items() for n in re.findall(r"`(\w+)`", tests)]
    assert [pair for pair in named if pair[1] not in known] == []
    assert len({clause for clause, _ in named}) >= 180


def test_clauses_of_the_code_are_in_the_table():
    clauses = set(table())
    named = set()
    tables = (rules.procedures, rules.actions, rules.abilities, rules.words)
    for entry in (entry for one in tables for entry in one.values()):
        named |= set(re.split(r"[ ,]+", getattr(entry, "clause", "") or ""))
    named -= {"", "setup", "main", "value"}
    assert sorted(c for c in named if c not in clauses and not steps_of(c, clauses)) == []


def steps_of(clause: str, clauses: set[str]) -> bool:
    """Tell whether it is a step of a process, or a number alone behind one."""
    return clause.isdigit() or clause.split(" ")[0] in clauses


@pytest.mark.parametrize("clause", ["1.1", "P-NOTHING"])
def test_an_unknown_clause_would_be_found(clause):
    assert clause not in table()
