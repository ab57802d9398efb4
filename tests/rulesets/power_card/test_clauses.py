"""The tables of clauses in the README name what there is, and miss no clause of the code."""

from __future__ import annotations

import ast
import re
from functools import cache
from importlib.resources import files
from pathlib import Path

import pytest

from tefuda.rulesets.power_card import rules

HERE = files("tefuda.rulesets.power_card")
README = HERE.joinpath("README.md").read_text(encoding="utf-8")
TESTS = Path(__file__).parent
#: Sentences of the rules that the table of the phase has.
SENTENCES = 35
#: How a row begins that says why a clause is not implemented.
LEFT_OUT = "not implemented, because "


def rows(heading: str) -> list[list[str]]:
    """Give the rows of the table under a heading."""
    part = README.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    lines = [line for line in part.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[1:]]


CLAUSES = {row[0]: row[2:] for row in rows("Clauses")}
PHASE = rows("The power card phase, sentence by sentence")


def names_of(node: ast.AST) -> list[str]:
    """Give what a statement defines: a function, a class, a variable."""
    if isinstance(node, ast.Assign):
        return [target.id for target in node.targets if isinstance(target, ast.Name)]
    name = getattr(node, "name", None) or getattr(getattr(node, "target", None), "id", None)
    return [] if name is None else [name]


@cache
def defined() -> set[str]:
    """Give what the modules define, as ``module.name``."""
    found = set()
    for module in HERE.iterdir():
        if module.name.endswith(".py"):
            for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
                found |= {f"{module.name.removesuffix('.py')}.{name}" for name in names_of(node)}
    return found


@cache
def known_tests() -> set[str]:
    """Give the names of tests, whole or their beginning where others go on, and of rulings."""
    found = set()
    for path in TESTS.glob("test_*.py"):
        names = re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), re.M)
        found |= {*names, *(name[5:9] for name in names if re.match(r"test_A\d{3}", name))}
        found |= {name[:9] for name in names if name[5:9].isdigit()}
    return found


def is_left_out(where: str) -> bool:
    """Whether a clause is not implemented, and its row says why."""
    return where.startswith(LEFT_OUT) and len(where) > len(LEFT_OUT) + 10


def test_functions_and_parameters_exist() -> None:
    known, parameters = defined(), set(rules.parameters)
    missing = []
    for clause, (where, _) in CLAUSES.items():
        for quoted in re.findall(r"`([^`]+)`", where):
            if "." in quoted and quoted not in known:
                missing.append((clause, quoted))
        for name in re.findall(r"parameter `(\w+)`", where):
            if name not in parameters:
                missing.append((clause, name))
    assert missing == []


def test_tests_exist() -> None:
    known = known_tests()
    named = [(row[0], row[-1]) for row in PHASE] + [(c, t) for c, (_, t) in CLAUSES.items()]
    words = [(where, word) for where, text in named for word in re.findall(r"\w+", text)]
    assert [pair for pair in words if pair[1] not in known] == []


@pytest.mark.parametrize("clause", CLAUSES)
def test_a_clause_names_what_does_it_and_what_tests_it_or_why_nothing_does(clause: str) -> None:
    where, named = CLAUSES[clause]
    if is_left_out(where):
        assert named == ""
        return
    quoted = re.findall(r"`(\w+\.\w+)`", where)
    assert quoted or "parameter `" in where
    assert named


def test_few_clauses_are_left_out() -> None:
    left = [clause for clause, (where, _) in CLAUSES.items() if is_left_out(where)]
    assert left == ["R3.11", "R6.5", "R13.21", "R16.4", "R16.6"]


def test_clauses_of_the_code_are_in_the_table() -> None:
    named = set()
    for table in (rules.procedures, rules.actions, rules.abilities, rules.words):
        for entry in table.values():
            named |= set(re.findall(r"R\d+\.\d+", getattr(entry, "clause", "") or ""))
    assert named - set(CLAUSES) == set()


@pytest.mark.parametrize("row", PHASE, ids=lambda row: row[0][:40])
def test_a_sentence_of_the_phase_has_clauses_functions_and_tests(row: list[str]) -> None:
    sentence, clauses, where, named = row
    assert sentence
    quoted = re.findall(r"`(\w+\.\w+)`", where)
    assert quoted
    assert set(quoted) <= defined()
    assert named
    assert set(re.findall(r"R\d+\.\d+", clauses)) <= set(CLAUSES)
    assert len(PHASE) == SENTENCES
