"""The tables of clauses in the README name what there is, and miss no clause of the code."""

from __future__ import annotations

import ast
import re
from importlib.resources import files
from pathlib import Path

import pytest

from tefuda.rulesets.power_card import rules

HERE = files("tefuda.rulesets.power_card")
README = HERE.joinpath("README.md").read_text(encoding="utf-8")
TESTS = Path(__file__).parent
#: Sentences of the rules that the table of the phase has.
SENTENCES = 24


def rows(heading: str) -> list[list[str]]:
    """Give the rows of the table under a heading."""
    part = README.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    lines = [line for line in part.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[1:]]


CLAUSES = {row[0]: row[2:] for row in rows("Clauses")}
PHASE = rows("The power card phase, sentence by sentence")


def defined() -> set[str]:
    """Give what the modules define, as ``module.name``."""
    found = set()
    for module in HERE.iterdir():
        if module.name.endswith(".py"):
            for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
                name = getattr(node, "name", None) or getattr(
                    getattr(node, "target", None), "id", None
                )
                found.add(f"{module.name.removesuffix('.py')}.{name}")
    return found


def known_tests() -> set[str]:
    """Give the names of tests and of their files, and the numbers of rulings."""
    found = set()
    for path in TESTS.glob("test_*.py"):
        names = re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), re.M)
        found |= {path.stem, *names, *(name[5:9] for name in names)}
        found |= {name[:9] for name in names if name[5:9].isdigit()}
    return found


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


def test_clauses_of_the_code_are_in_the_table() -> None:
    named = set()
    for table in (rules.procedures, rules.actions, rules.abilities, rules.words):
        for entry in table.values():
            named |= set(re.findall(r"R\d+\.\d+", getattr(entry, "clause", "") or ""))
    assert named - set(CLAUSES) == set()


@pytest.mark.parametrize("row", PHASE, ids=lambda row: row[1])
def test_a_sentence_of_the_phase_has_clauses_functions_and_tests(row: list[str]) -> None:
    sentence, clauses, where, named = row
    assert sentence
    assert where
    assert named
    assert set(re.findall(r"R\d+\.\d+", clauses)) <= set(CLAUSES)
    assert len(PHASE) >= SENTENCES
