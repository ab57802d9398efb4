"""The table of clauses in the README names what there is, and misses no clause."""

from __future__ import annotations

import ast
import re
from importlib.resources import files
from pathlib import Path

import pytest

from tefuda.rulesets.set_extract import rules

HERE = files("tefuda.rulesets.set_extract")
TESTS = Path(__file__).parents[2]
WHY = re.compile(r"(not implemented|no test), because .{20,}")


def seed_clauses() -> list[str]:
    """All clauses of the chapter, by number."""
    found = ["11.1.1", "11.1.2", "11.2"]
    most = {3: 15, 4: 5, 5: 3, 6: 4, 7: 4, 8: 3, 9: 2}
    for part, count in most.items():
        found += [f"11.{part}.{number}" for number in range(1, count + 1)]
    found += [f"11.3.3.{letter}" for letter in "abcdefgh"]
    return [f"S{clause}" for clause in found]


def table() -> dict[str, tuple[str, str, str]]:
    """Give rule, functions and tests by clause."""
    found = {}
    for line in HERE.joinpath("README.md").read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 4 and re.match(r"[SV]\d", cells[0]):
            assert cells[0] not in found, f"{cells[0]} is there twice"
            found[cells[0]] = cells[1], cells[2], cells[3]
    return found


def expanded(clause: str) -> list[str]:
    """Give the clauses of a range of steps, as S11.3.3.a-e."""
    steps = re.fullmatch(r"(.*\.)([a-z])-([a-z])", clause)
    if not steps:
        return [clause]
    first, last = ord(steps[2]), ord(steps[3])
    return [f"{steps[1]}{chr(letter)}" for letter in range(first, last + 1)]


def clauses_of_code() -> dict[str, set[str]]:
    """Give the clauses that each rule, text, word and action of the code names."""
    found: dict[str, set[str]] = {}
    for entries in (rules.procedures, rules.actions, rules.abilities, rules.words):
        for name, entry in entries.items():
            named = re.split(r"[ ,]+", getattr(entry, "clause", "") or "")
            found.setdefault(name, set()).update(c for one in named for c in expanded(one))
    return found


def names_of_code() -> set[str]:
    """Give what the modules of the ruleset, and the words of the kernel, define or use by name."""
    found = set(rules.words)
    for module in [*HERE.iterdir(), files("tefuda").joinpath("kernel.py")]:
        if module.name.endswith(".py"):
            found.add(module.name.removesuffix(".py"))
            for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
                for word in ("name", "id", "attr", "arg"):
                    value = getattr(node, word, None)
                    if isinstance(value, str):
                        found.add(value)
    return found


def known_tests() -> set[str]:
    known = set()
    for path in TESTS.rglob("test_*.py"):
        known |= set(re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), re.M))
    return known


def quoted(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


@pytest.mark.parametrize("clause", seed_clauses())
def test_each_clause_of_the_chapter_has_a_function_and_a_test(clause):
    _, functions, tests = table()[clause]
    assert quoted(functions) or WHY.search(functions)
    assert quoted(tests) or WHY.search(tests)


def test_each_clause_has_a_function_and_a_test_or_says_why_not():
    bare = [
        clause
        for clause, (rule, functions, tests) in table().items()
        if not (quoted(functions) or WHY.search(rule + functions))
        or not (quoted(tests) or WHY.search(tests))
    ]
    assert bare == []


def test_named_functions_exist():
    known = names_of_code()
    missing = [
        (clause, word)
        for clause, (_, functions, _) in table().items()
        for name in quoted(functions)
        for word in name.split(".")
        if word not in known
    ]
    assert missing == []


def test_one_of_the_functions_named_for_a_clause_names_the_clause_itself():
    """Except where words, the kernel's functions or modules are named."""
    by_name = clauses_of_code()
    wrong = []
    for clause, (_, functions, _) in table().items():
        ours = [by_name.get(name.lower(), {""}) - {""} for name in quoted(functions)]
        if any(ours) and not any(clause in expanded_all(named) for named in ours):
            wrong.append(clause)
    assert wrong == []


def expanded_all(named: set[str]) -> set[str]:
    """Give clauses with those that they are steps of."""
    return named | {re.sub(r"\.[a-z]$", "", one) for one in named}


def test_named_tests_exist():
    known = known_tests()
    named = [(c, name) for c, (_, _, tests) in table().items() for name in quoted(tests)]
    assert [pair for pair in named if pair[1] not in known] == []


def test_clauses_of_the_code_are_in_the_table():
    clauses = set(table())
    # What the rules file calls a step has no line of its own, nor has its summary (V0).
    missing = {
        (name, clause)
        for name, named in clauses_of_code().items()
        for clause in expanded_all(named) - {"", "setup", "main", "value"}
        if clause not in clauses
        and re.sub(r"\.\w+$", "", clause) not in clauses
        and not any(one.startswith(f"{clause}.") for one in clauses)
    }
    assert {pair for pair in missing if not pair[1].startswith("V0.")} == set()


@pytest.mark.parametrize("clause", ["S11.3.16", "S11.10.1", "V15"])
def test_an_unknown_clause_would_be_found(clause):
    assert clause not in table()


def test_the_record_of_whole_games_names_every_deck_and_how_to_repeat_it():
    text = HERE.joinpath("README.md").read_text(encoding="utf-8")
    record = text.partition("## Whole games\n")[2].partition("\n## ")[0]
    assert "python -m benchmarks.whole_games set_extract" in record
    decks = HERE.joinpath("decks").iterdir()
    names = sorted(deck.name.removesuffix(".json") for deck in decks)
    assert sorted(re.findall(r"`(\w+)` \d+\.\d%", record)) == names
    assert " 0 errors;" in record
    assert "equal traces" in record
