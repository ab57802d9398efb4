"""The reference of the rule language: its examples compile, and it names every word."""

from __future__ import annotations

import importlib.util
import inspect
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from tefuda import kernel
from tefuda.cards import CardPool
from tefuda.errors import RuleSyntaxError
from tefuda.lang import compile_rules
from tefuda.rules import Rules

PAGE = Path(__file__).parents[2] / "docs" / "language.md"
TEXT = PAGE.read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
REFUSED = [b for b in BLOCKS if b.startswith("# refused: ")]
SOURCE = "\n\n".join(b for b in BLOCKS if b not in REFUSED)


def load(folder: Path, name: str, further: str = "") -> Any:
    """Import the examples of the page, as one module, with further source."""
    path = folder / f"{name}.py"
    path.write_text(SOURCE + further, encoding="utf-8")
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def test_the_examples_are_one_ruleset_that_compiles(tmp_path: Path) -> None:
    module = load(tmp_path, "skirmish_of_the_page")
    program = compile_rules(module.rules, CardPool([]))
    names = {f.name for f in program.functions}
    assert {"draw", "strike", "turns", "offer main", "offer reply"} <= names
    assert len(program.abilities) >= 10


@pytest.mark.parametrize("block", REFUSED, ids=lambda b: b.splitlines()[0][11:50])
def test_what_the_page_says_is_refused_is(tmp_path: Path, block: str) -> None:
    first, _, statements = block.partition("\n")
    rule = (
        "\n\n\n@rules.procedure()\ndef shown(me: Player, card: Card, cards: set[Card]) -> None:\n"
    )
    rule += "".join(f"    {line}\n" for line in statements.splitlines())
    name = f"refused_{REFUSED.index(block)}"
    with pytest.raises(RuleSyntaxError) as caught:
        compile_rules(load(tmp_path, name, rule).rules, CardPool([]))
    assert first.removeprefix("# refused: ") in caught.value.reason


def words_of(thing: Any) -> set[str]:
    """The public names that a class declares."""
    names = {*vars(thing), *inspect.get_annotations(thing)}
    return {n for n in names if not n.startswith("_")}


def test_every_word_of_the_kernel_stands_in_the_page() -> None:
    names = set()
    for name, thing in vars(kernel).items():
        if name.startswith("_") or name in ("T", "C", "R", "E", "TYPE_CHECKING", "annotations"):
            continue
        home = getattr(thing, "__module__", kernel.__name__)
        if home in (kernel.__name__, "typing") and not hasattr(__import__("typing"), name):
            names.add(name)
        if isinstance(thing, type) and home == kernel.__name__:
            names |= words_of(thing)
    names -= {"Cards", "Any"}
    missing = {n for n in names if not re.search(rf"\b{n}\b", TEXT)}
    assert not missing


def test_every_method_of_rules_stands_in_the_page() -> None:
    methods = {n for n in vars(Rules) if not n.startswith("_")}
    missing = {n for n in methods if not re.search(rf"\b{n}\b", TEXT)}
    assert not missing


def test_every_example_is_used_once_by_the_test() -> None:
    assert len(BLOCKS) >= 18
    assert len(REFUSED) >= 4
