"""The page about errors: every class and every failure of rules stands there."""

from __future__ import annotations

import builtins
import re
from pathlib import Path

import pytest

import tefuda
from tefuda import errors
from tefuda.failures import FAILURES

from .pages import DOCS, first_cells, section

PAGE = DOCS / "errors.md"

pytestmark = pytest.mark.skipif(not DOCS.is_dir(), reason="takes the folder of documents")

CLASSES = [
    thing
    for thing in vars(errors).values()
    if isinstance(thing, type) and issubclass(thing, errors.TefudaError)
]


def test_every_class_has_its_cause_and_cure():
    table = section(PAGE.read_text("utf-8"), "The classes")
    assert sorted(first_cells(table)) == sorted(cls.__name__ for cls in CLASSES)
    for line in table.splitlines():
        if line.startswith("| `"):
            _, name, cause, cure, _ = line.split("|")
            assert min(len(cause.split()), len(cure.split())) >= 4, name


def test_the_tree_is_the_one_of_the_classes():
    tree = re.search(r"```text\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert tree
    assert sorted(re.findall(r"\w+", tree[1])) == sorted(cls.__name__ for cls in CLASSES)
    for outer, inner in re.findall(r"(\w+) \(([^)]*)\)", tree[1]):
        for name in inner.split(", "):
            assert issubclass(getattr(errors, name), getattr(errors, outer))


def test_every_class_is_handed_out_by_the_package():
    assert {cls.__name__ for cls in CLASSES} <= set(tefuda.__all__)


def test_every_failure_of_rules_has_its_row():
    table = section(PAGE.read_text("utf-8"), "Failures of rules")
    rows = re.findall(r"^\| (\d+) \| (.*?) \| `(\w+)` \| (.+) \|$", table, re.MULTILINE)
    assert [(int(code), text, kind) for code, text, kind, _ in rows] == [
        (code, text, kind.__name__) for code, (kind, text) in sorted(FAILURES.items())
    ]


SOURCES = [DOCS.parent / room for room in ("core", "plugins", "rulesets")]


@pytest.mark.skipif(not all(map(Path.is_dir, SOURCES)), reason="takes the source folders")
def test_errors_of_python_that_users_can_meet_are_named():
    named = first_cells(section(PAGE.read_text("utf-8"), "Python's own errors"))
    raised: set[str] = set()
    for room in SOURCES:
        for path in room.rglob("*.py*"):
            # The compiler's parts raise NotImplementedError for one another; tests have their own.
            if path.suffix in (".py", ".pyx") and not {"lang", "testing"} & set(path.parts):
                found = re.findall(r"raise ([A-Z]\w*Error)\b", path.read_text("utf-8"))
                raised |= {name for name in found if hasattr(builtins, name)}
    raised -= {"EOFError"}  # caught where a person's input is read
    assert sorted(named) == sorted(raised)


def test_what_the_testing_package_adds_is_named():
    testing = pytest.importorskip("tefuda.testing")
    for name in testing.__all__:
        if name.endswith("Error"):
            assert issubclass(getattr(testing, name), AssertionError)
            assert f"`{name}`" in PAGE.read_text("utf-8")
