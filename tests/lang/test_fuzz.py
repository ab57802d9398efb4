"""Broken rules: whatever is written, it compiles or is refused as an error of tefuda."""

from __future__ import annotations

import ast
import contextlib
import copy
import os
import random
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tefuda.errors import TefudaError
from tefuda.lang.analysis import impure
from tefuda.lang.emit import Code, emit_function
from tefuda.lang.optimise import optimise
from tefuda.lang.unit import Unit
from tefuda.lang.vocabulary import build_vocabulary

from .test_acceptance import STATEMENTS, WORDS
from .toy import PRELUDE, body, build, cell, compiled

#: ``TEFUDA_FUZZ`` says how many times as many rules to try, ``TEFUDA_FUZZ_SEED`` from which seed.
FACTOR = int(os.environ.get("TEFUDA_FUZZ", "1"))
FIRST = int(os.environ.get("TEFUDA_FUZZ_SEED", "0"))
SEEDS = range(FIRST, FIRST + 8)
EACH = 300 * FACTOR
#: Rules on which the compiler has failed once; a new one is written here.
KEPT = Path(__file__).resolve().parent.parent / "data" / "fuzz" / "rule_source"

SOURCES = [body(s) for _, s, _ in WORDS] + [body(s) for s, _ in STATEMENTS]


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The toy ruleset."""
    return build(tmp_path_factory.mktemp("fuzz"))


def attempt(toy: Any, source: str) -> bool:
    """Compile the function ``probe`` of a source; whether it was accepted."""
    rules = copy.copy(toy.rules)
    rules.procedures = dict(rules.procedures)
    around = dict(vars(toy), rules=rules)
    module = type(toy)("fuzzed")
    vars(module).update(around)
    try:
        names = cell(source, module, "fuzz")
    except (SyntaxError, ValueError, TypeError, NameError, AttributeError, RecursionError):
        return False  # not even Python, or a decorator that Python itself refuses
    try:
        unit = Unit(rules, build_vocabulary(rules, {}))
        unit.function(names["probe"])
        unit.translate()
        changes = impure(unit.functions)
        code = Code()
        pure = {n for n, c in enumerate(changes) if not c}
        for number, function in enumerate(unit.functions):
            optimise(function, pure)
            emit_function(code, function, number, pure)
    except TefudaError:
        return False
    except Exception as problem:
        file = KEPT / f"{sha256(source.encode()).hexdigest()[:12]}.py"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(source, "utf-8")
        raise AssertionError(f"{type(problem).__name__}: {problem}; kept as {file}") from problem
    return True


def expressions(tree: ast.AST) -> Iterator[tuple[ast.AST, str, int | None]]:
    """Every place in a tree that holds an expression."""
    for node in ast.walk(tree):
        for name, value in ast.iter_fields(node):
            if isinstance(value, ast.expr):
                yield node, name, None
            elif isinstance(value, list):
                for index, item in enumerate(value):
                    if isinstance(item, ast.expr):
                        yield node, name, index


def get(at: tuple[ast.AST, str, int | None]) -> ast.expr:
    """The expression at a place."""
    node, name, index = at
    held: Any = getattr(node, name)
    found: ast.expr = held if index is None else held[index]
    return found


def put_at(at: tuple[ast.AST, str, int | None], value: ast.expr) -> None:
    """Replace the expression at a place."""
    node, name, index = at
    if index is None:
        setattr(node, name, value)
    else:
        getattr(node, name)[index] = value


OPERATORS: list[ast.operator] = [
    ast.Add(), ast.Sub(), ast.Mult(), ast.Div(), ast.FloorDiv(), ast.Mod(), ast.Pow(),
    ast.LShift(), ast.RShift(), ast.BitOr(), ast.BitXor(), ast.BitAnd(), ast.MatMult(),
]  # fmt: skip
COMPARISONS: list[ast.cmpop] = [
    ast.Eq(), ast.NotEq(), ast.Lt(), ast.LtE(), ast.Gt(), ast.GtE(),
    ast.Is(), ast.IsNot(), ast.In(), ast.NotIn(),
]  # fmt: skip
NAMES = (
    "card me maybe deed n cards a game Card Player "
    "Deed Colour Side DECK FIELD ITEMS POWER HIT DONE "
    "MAY_AIM WORTH MAIN REPLY PICK TURN OVER FAST POINTS LIMIT BOLD SIDE rules kernel burst fade "
    "take ready set_up None True len sum any range min unknown BOTTOM FOREVER NO_CARDS NO_COUNTS"
).split()
WORDS_OF = (
    "power guard colour size cost tapped items bound_for mate tally strong double beats owner user "
    "zone host root was name deck hand field life "
    "kept fighters enemy others top bottom cards empty "
    "at push pop chain last cause players by target paying credit aimed level uses kind total plus"
).split()


def mutate(rng: random.Random, tree: ast.Module, others: list[ast.Module]) -> None:
    """Change one thing in the body of a function."""
    function = tree.body[0]
    assert isinstance(function, ast.FunctionDef)
    inside = ast.Module(function.body, [])
    places = list(expressions(inside))
    kind = rng.randrange(9)
    if kind == 0 and places:  # another expression of the same rule
        put_at(rng.choice(places), copy.deepcopy(get(rng.choice(places))))
    elif kind == 1 and places:  # one of another rule
        from_there = list(expressions(rng.choice(others)))
        put_at(rng.choice(places), copy.deepcopy(get(rng.choice(from_there))))
    elif kind == 2:
        names = [x for x in ast.walk(inside) if isinstance(x, ast.Name)]
        if names:
            rng.choice(names).id = rng.choice(NAMES)
    elif kind == 3:
        words = [x for x in ast.walk(inside) if isinstance(x, ast.Attribute)]
        if words:
            rng.choice(words).attr = rng.choice(WORDS_OF)
    elif kind == 4:
        for node in rng.sample(list(ast.walk(inside)), k=min(8, len(list(ast.walk(inside))))):
            if isinstance(node, (ast.BinOp, ast.AugAssign)):
                node.op = rng.choice(OPERATORS)
            elif isinstance(node, ast.Compare):
                node.ops[0] = rng.choice(COMPARISONS)
            elif isinstance(node, ast.BoolOp):
                node.op = rng.choice([ast.And(), ast.Or()])
    elif kind == 5:
        constants = [x for x in ast.walk(inside) if isinstance(x, ast.Constant)]
        if constants:
            values = [0, -1, 1, 64, 1 << 31, -(1 << 63), 1 << 63, None, True, "x", 1.5, b"", ...]
            rng.choice(constants).value = rng.choice(values)
    elif kind == 6:
        blocks = [x.body for x in ast.walk(function) if isinstance(x, (ast.If, ast.For, ast.With))]
        block = rng.choice([function.body, *blocks])
        there = rng.choice(others).body[0]
        assert isinstance(there, ast.FunctionDef)
        block.insert(rng.randrange(len(block) + 1), copy.deepcopy(rng.choice(there.body)))
    elif kind == 7 and len(function.body) > 1:
        del function.body[rng.randrange(len(function.body))]
    else:
        calls = [x for x in ast.walk(inside) if isinstance(x, ast.Call)]
        if calls:
            call = rng.choice(calls)
            change = rng.randrange(3)
            if change == 0 and call.args:
                del call.args[rng.randrange(len(call.args))]
            elif change == 1 and call.args:
                call.args.append(copy.deepcopy(rng.choice(call.args)))
            elif call.args:
                call.keywords.append(ast.keyword(rng.choice(WORDS_OF), call.args[0]))


@pytest.mark.parametrize("seed", SEEDS)
def test_changed_trees_compile_or_are_refused(toy: Any, seed: int) -> None:
    rng = random.Random(seed)
    trees = [ast.parse(source) for source in SOURCES]
    accepted = 0
    for _ in range(EACH):
        tree = copy.deepcopy(rng.choice(trees))
        for _ in range(rng.choice((1, 1, 2, 4))):
            mutate(rng, tree, trees)
        try:
            source = ast.unparse(ast.fix_missing_locations(tree))
        except (ValueError, RecursionError):
            continue
        accepted += attempt(toy, source)
    print(f"fuzz rule trees: seed {seed}, {EACH} inputs, {accepted} taken")
    assert EACH // 20 < accepted < EACH


@pytest.mark.parametrize("seed", SEEDS[:3])
def test_changed_texts_compile_or_are_refused(toy: Any, seed: int) -> None:
    rng = random.Random(seed)
    pieces = (
        "( ) [ ] { } , . : = == if else for in not and or None 0 1 card me \n \t * ** @ -> '".split(
            " "
        )
    )
    for _ in range(EACH):
        text = rng.choice(SOURCES)
        at = rng.randrange(text.index("\n    ") + 5, len(text))
        size = rng.choice((0, 1, 1, 3, 8))
        attempt(toy, text[:at] + rng.choice([*pieces, ""]) + text[at + size :])
    print(f"fuzz rule texts: seed {seed}, {EACH} inputs")


def test_a_rule_that_has_failed_once_compiles_or_is_refused(toy: Any) -> None:
    for file in sorted(KEPT.glob("*.py")):
        assert attempt(toy, file.read_text("utf-8")) in (True, False), file.name


@pytest.mark.parametrize("seed", range(60))
def test_a_ruleset_with_a_changed_rule_compiles_or_is_refused(seed: int, tmp_path: Any) -> None:
    rng = random.Random(seed)
    trees = [ast.parse(source) for source in SOURCES]
    tree = ast.parse(PRELUDE)
    functions = [x for x in tree.body if isinstance(x, ast.FunctionDef)]
    mutate(rng, ast.Module([rng.choice(functions)], []), trees)
    path = tmp_path / "changed.py"
    path.write_text(ast.unparse(ast.fix_missing_locations(tree)))
    module = ModuleType(f"changed_{seed}")
    names = vars(module)
    sys.modules[module.__name__] = module
    try:
        exec(compile(path.read_text(), str(path), "exec"), names)
    except (TypeError, NameError, SyntaxError, AttributeError, ValueError):
        return
    with contextlib.suppress(TefudaError):
        assert compiled(names["rules"]).code
