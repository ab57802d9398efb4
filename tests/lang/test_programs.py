"""What every compiled program holds: the same each time, well formed, every slot in its place."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tefuda.lang import compile_rules
from tefuda.lang import types as t
from tefuda.lang.allocate import CALLS, HIDDEN, Frame, FrameTooLarge, allocate, has_area
from tefuda.lang.analysis import impure
from tefuda.lang.emit import Code, _Writer
from tefuda.lang.middle import SHAPES, Function, Item, Label, Register, Step, reads
from tefuda.lang.operations import ENDS, NUMBER, OPERANDS, OPERATIONS, SKIPS
from tefuda.lang.optimise import optimise
from tefuda.lang.program import CompiledProgram
from tefuda.lang.types import Type
from tefuda.lang.unit import Unit
from tefuda.lang.vocabulary import build_vocabulary

from ..children import PATIENCE
from .test_acceptance import STATEMENTS, WORDS
from .toy import HEAD, build, compiled, pool

LIMIT_GAME = Path(__file__).parents[2] / "benchmarks" / "limit" / "game.py"


def everything() -> str:
    """All statements of the acceptance tests, each as a procedure of its own."""
    source = ""
    bodies = [s for _, s, _ in WORDS] + [s for s, _ in STATEMENTS]
    for number, statements in enumerate(bodies):
        head = HEAD.replace("probe", f"probe_{number}")
        source += head + "".join(f"    {line}\n" for line in statements.splitlines()) + "\n\n"
    return source


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The toy with everything in it."""
    return build(tmp_path_factory.mktemp("toy"), everything())


@pytest.fixture(scope="module")
def programs(toy: Any) -> list[CompiledProgram]:
    """The toy, simplified and not, and the benchmarks' game."""
    spec = importlib.util.spec_from_file_location("limit_game_of_tests", LIMIT_GAME)
    assert spec is not None
    assert spec.loader is not None
    game = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = game
    spec.loader.exec_module(game)
    return [
        compiled(toy.rules),
        compiled(toy.rules, optimised=False),
        compiled(toy.rules, timings=False),
        compile_rules(game.rules, game.pool()),
    ]


def middle_functions(rules: Any, optimised: bool) -> list[Function]:
    """The functions of a ruleset in the middle form."""
    unit = Unit(rules, build_vocabulary(rules, {}))
    for procedure in rules.procedures.values():
        unit.function(procedure.function)
    unit.translate()
    if optimised:
        changes = impure(unit.functions)
        pure = {n for n, c in enumerate(changes) if not c}
        for function in unit.functions:
            optimise(function, pure)
    return unit.functions


# ---------------------------------------------------------------- the same each time


SCRIPT = """
import sys, hashlib, importlib.util
spec = importlib.util.spec_from_file_location("again", sys.argv[1])
module = importlib.util.module_from_spec(spec); sys.modules["again"] = module
spec.loader.exec_module(module)
from tefuda.cards import CardPool
from tefuda.lang import compile_rules
print(hashlib.sha256(repr(compile_rules(module.rules, CardPool([]))).encode()).hexdigest())
"""


def test_the_program_is_the_same_under_any_hash_seed(toy: Any) -> None:
    found = set()
    for seed in ("0", "1", "4242"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        environment["PYTHONPATH"] = os.pathsep.join(p for p in sys.path if p)
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT, str(toy.__file__)],
            env=environment,
            capture_output=True,
            text=True,
            check=True,
            timeout=PATIENCE,
        )
        found.add(done.stdout.strip())
    assert len(found) == 1


def test_compiling_again_gives_an_equal_program(toy: Any) -> None:
    assert compiled(toy.rules) == compiled(toy.rules)


def test_the_same_source_elsewhere_differs_in_file_names_only(tmp_path: Path, toy: Any) -> None:
    other = compiled(build(tmp_path, everything()).rules)
    here = compiled(toy.rules)

    def nameless(program: CompiledProgram) -> CompiledProgram:
        return replace(program, functions=tuple(replace(f, file="") for f in program.functions))

    assert nameless(other) == nameless(here)


# ---------------------------------------------------------------- well formed


def test_instructions_are_well_formed(programs: list[CompiledProgram]) -> None:
    for program in programs:
        ends = [f.entry for f in program.functions[1:]] + [len(program.code)]
        for function, end in zip(program.functions, ends, strict=True):
            for at in range(function.entry, end):
                check_instruction(program, function.entry, end, function.frame, at)
            last = OPERATIONS[program.code[end - 1][0]].name
            assert last in (
                "RET",
                "RETI",
                "RETV",
                "RETS",
                "RETL",
                "LOOP",
                "JMP",
                "ENDGAME",
                "LOSERS",
            )


def check_instruction(program: CompiledProgram, low: int, end: int, frame: int, at: int) -> None:
    op, a, b, c, imm = program.code[at]
    operation = OPERATIONS[op]
    for role, operand in zip(operation.operands, (a, b, c), strict=False):
        if role in "rwx":
            assert operand < frame
        elif role in "RWX":
            assert operand + 2 <= frame
        elif role in "LMY":
            assert operand + 4 <= frame
    if operation.operands[3] == "t":
        assert low <= imm < end
        backward = operation.name in ("LOOP", "SNEXT", "BNEXT")
        assert (imm <= at) == backward
    assert -(1 << 31) <= imm < 1 << 31
    following = OPERATIONS[program.code[at + 1][0]].name if at + 1 < end else ""
    if operation.name == "COLLECT":
        assert following == "SETTLE"
        assert program.code[at + 1][1] == a
    if operation.name == "WOULD":
        assert following == "WOULDN"
    if operation.name in ("CALL", "CALL1", "CALL2"):
        assert 0 <= imm < len(program.functions)
        assert a >= HIDDEN


def test_stops_are_where_the_machine_waits(programs: list[CompiledProgram]) -> None:
    at_step = {NUMBER[n] for n in ("CHOOSE", "SETTLE", "SETTLEA", "WOULDN")}
    calls = {NUMBER[n] for n in ("CALL", "CALL1", "CALL2")}
    for program in programs:
        wanted = {n for n, i in enumerate(program.code) if i[0] in at_step}
        for n, row in enumerate(program.code):
            if row[0] in calls and not program.functions[row[4]].pure:
                wanted.add(n + 1)
            if row[0] == NUMBER["PERFORM"]:
                wanted.add(n + 1)
        assert {s.pc for s in program.stops} == wanted
        # What changes nothing asks nobody: no game waits in it.
        for function in program.functions:
            if function.pure:
                ends = [f.entry for f in program.functions if f.entry > function.entry]
                body = range(function.entry, min([*ends, len(program.code)]))
                assert wanted.isdisjoint(body)


def test_labels_are_placed_and_skipped_steps_follow(toy: Any) -> None:
    for optimised in (False, True):
        for function in middle_functions(toy.rules, optimised):
            placed = {i for i in function.items if isinstance(i, Label)}
            items = function.items
            for position, item in enumerate(items):
                if not isinstance(item, Step):
                    continue
                if item.label is not None:
                    assert item.label in placed
                if item.op in SKIPS:
                    partner = {"COLLECT": "SETTLE", "WOULD": "WOULDN"}[item.op]
                    following = items[position + 1]
                    assert isinstance(following, Step)
                    assert following.op == partner
                assert len(OPERANDS[item.op]) == 4


def test_simplifying_again_changes_nothing(toy: Any) -> None:
    for function in middle_functions(toy.rules, True):
        before = list(function.items)
        optimise(function, set())
        assert len(function.items) == len(before)


# ---------------------------------------------------------------- slots


def writes(step: Step) -> list[Register]:
    """The registers a step writes."""
    found = [step.result] if step.result is not None else []
    shape = SHAPES[step.op]
    for operand, written in zip((step.a, step.b, step.c), shape[1::2], strict=True):
        if written and isinstance(operand, Register):
            found.append(operand)
    return found


def successors(items: Sequence[Item], position: int) -> list[int]:
    """The positions that may follow."""
    item = items[position]
    if isinstance(item, Label):
        return [position + 1]
    found = []
    if item.op not in ENDS:
        found.append(position + 1)
    if item.label is not None:
        found.append(item.label.position)
    if item.op in SKIPS:
        found.append(position + 2)
    return found


def alive(function: Function) -> list[set[Register]]:
    """Before each step the registers read later before they are written: walked back from reads."""
    items = function.items
    before: list[list[int]] = [[] for _ in range(len(items) + 2)]
    found: list[set[Register]] = [set() for _ in range(len(items) + 2)]
    for position in range(len(items)):
        for following in successors(items, position):
            before[following].append(position)
    for position, item in enumerate(items):
        if not isinstance(item, Step):
            continue
        for register in reads(item):
            todo = [position]
            while todo:
                at = todo.pop()
                if register in found[at]:
                    continue
                found[at].add(register)
                for earlier in before[at]:
                    step = items[earlier]
                    if not isinstance(step, Step) or register not in writes(step):
                        todo.append(earlier)
    return found


def place(frame: Frame, register: Register) -> set[int]:
    """The slots of a register."""
    first = frame.slots[register]
    return set(range(first, first + register.width))


def check_frame(function: Function) -> None:
    """No two live registers share a slot; arguments lie behind one another, clear of the rest."""
    frame = allocate(function)
    items = function.items
    live = alive(function)
    for register in frame.slots:
        assert max(place(frame, register)) < frame.size
    for position, item in enumerate(items):
        if not isinstance(item, Step):
            continue
        now, behind = live[position], live[position + 1]
        taken: dict[int, Register] = {}
        for register in now:
            for slot in place(frame, register):
                assert slot not in taken, (function.name, position, register, taken[slot])
                taken[slot] = register
        for written in writes(item):
            for register in behind - set(writes(item)):
                assert not place(frame, written) & place(frame, register), (position, written)
        if has_area(item):
            check_area(frame, item, position, behind - set(writes(item)))
    code = Code()
    writer = Noting(code, function, frame)
    writer.write()
    wanted: dict[int, set[tuple[int, int]]] = {}
    for position, step, at in writer.noted:
        behind = step.op in CALLS
        there = set(live[position + 1 if behind or step.op == "CHOOSE" else position])
        there -= set(writes(step)) if behind or step.op == "CHOOSE" else set()
        # the mark of a settle of what runs after is written before it waits, and read again
        there |= set(writes(step)) if step.op == "SETTLEA" else set()
        lying = {(frame.slots[r], r.type.slot_type) for r in there}
        lying |= {(frame.slots[r] + 1, r.type.slot_type) for r in there if r.type.kind == "pair"}
        assert wanted.setdefault(at + behind, lying) == lying
    assert code.stops == wanted


class Noting(_Writer):
    """Writes a function's code and notes where the machine may wait."""

    def __init__(self, code: Code, function: Function, frame: Frame) -> None:
        super().__init__(code, function, frame, set(), False)
        self.noted: list[tuple[int, Step, int]] = []

    def note_stop(self, position: int, step: Step, at: int) -> None:
        super().note_stop(position, step, at)
        if step.op in (*CALLS, "CHOOSE", "SETTLE", "SETTLEA", "WOULDN"):
            self.noted.append((position, step, at))


def check_area(frame: Frame, step: Step, position: int, across: set[Register]) -> None:
    base = frame.bases[position]
    at, places = base, []
    for register in step.args:
        places.append(range(at, at + register.width))
        at += register.width
    results = step.result.width if step.result is not None else 0
    assert max(at, base + results) <= frame.size
    low = base - (HIDDEN if step.op in CALLS else 0)
    area = set(range(low, max(at, base + results)))
    for register in across:
        assert not area & place(frame, register), (position, register)
    for number, destination in enumerate(places):
        for later, there in zip(step.args[number + 1 :], places[number + 1 :], strict=True):
            lies = frame.slots[later] == there.start
            assert lies or not set(destination) & place(frame, later), (position, later)


@pytest.mark.parametrize("optimised", [False, True])
def test_slots_of_all_rules(toy: Any, optimised: bool) -> None:
    for function in middle_functions(toy.rules, optimised):
        check_frame(function)


TYPES = (t.INT, t.INT, t.CARD, t.CARDS, t.LIST)


@st.composite
def functions(draw: st.DrawFn) -> Function:
    """A random function: steps of every shape between jumps forward and backward."""
    function = Function("random", [], t.VOID)
    registers = [function.register(draw(st.sampled_from(TYPES))) for _ in range(8)]
    registers.append(function.register(t.INT))
    for number in range(draw(st.integers(0, 3))):
        function.parameters.append(registers[number])
        registers[number].name = f"p{number}"
    for register in registers[len(function.parameters) :]:
        clear = {"set": "SCLR", "list": "LCLR"}.get(register.type.kind, "MOVI")
        function.items.append(Step(clear, register))
    open_labels: list[Label] = []
    loops: list[Label] = []
    for _ in range(draw(st.integers(1, 30))):
        function.items += draw(random_items(function, registers, open_labels, loops))
    function.items += open_labels
    function.items.append(Step("RET"))
    return function


@st.composite
def random_items(
    draw: st.DrawFn,
    function: Function,
    registers: list[Register],
    open_labels: list[Label],
    loops: list[Label],
) -> list[Any]:
    one = st.sampled_from(registers)
    small = st.sampled_from([r for r in registers if r.type.width == 1])
    kind = draw(st.integers(0, 9))
    a, b, c = draw(one), draw(one), draw(one)
    if kind == 0:
        label = function.label()
        open_labels.append(label)
        return [Step("JF", draw(small), label=label)]
    if kind == 1 and open_labels:
        return [open_labels.pop()]
    if kind == 2:
        loops.append(function.label())
        return [loops[-1]]
    if kind == 3 and loops:
        # a way past the jump back, so that the end is reached
        past = function.label()
        return [Step("JF", draw(small), label=past), Step("LOOP", label=loops.pop()), past]
    if kind in (4, 5):
        result = function.register(a.type)
        args = draw(st.lists(one, max_size=3))
        temporaries = [function.register(r.type) for r in args]
        moves = [Step(move(r), x, r) for x, r in zip(temporaries, args, strict=True)]
        call = Step("CALL", callee=0, args=temporaries, result=result)
        return [*moves, call, Step(move(result), a, result)]
    if kind == 6:
        taken = function.register(t.INT)
        return [Step("CHOOSE", taken), *([Step("MOV", a, taken)] if a.type.width == 1 else [])]
    if kind == 7:
        mark = function.register(t.INT)
        return [Step("COLLECT", 0, 1, 1, args=[a], result=mark), Step("SETTLE", mark)]
    if a.type == b.type == c.type and a.type.kind in ("int", "set"):
        return [Step("SAND" if a.type.kind == "set" else "ADD", a, b, c)]
    return [Step(move(a), a, b)] if a.type == b.type else []


def move(register: Register) -> str:
    """How a register is copied."""
    return {2: "SMOV", 4: "LMOV"}.get(register.type.width, "MOV")


@settings(max_examples=150)
@given(functions())
def test_slots_of_random_functions(function: Function) -> None:
    try:
        check_frame(function)
    except FrameTooLarge:
        assert len(function.made) > 50
    optimise(function, set())
    check_frame(function)


def test_a_result_given_on_twice_is_not_overwritten_by_other_arguments() -> None:
    function = Function("twice", [], t.VOID)
    kept, result, other, gone = (function.register(t.INT) for _ in range(4))
    function.items += [
        Step("MOVI", kept),
        Step("CALL", callee=0, args=[kept], result=result),
        Step("MOV", other, kept),
        Step("CALL", callee=0, args=[other, result, result], result=gone),
        Step("RETV", kept),
    ]
    check_frame(function)


def test_a_result_that_is_set_before_lies_clear_of_waiting_arguments() -> None:
    function = Function("before", [], t.VOID)
    argument, result = function.register(t.INT), function.register(t.LIST)
    function.items += [
        Step("MOVI", argument),
        Step("CALL", callee=0, result=result),
        Step("CALL", callee=0, args=[argument], result=result),
        Step("RET"),
    ]
    check_frame(function)


def test_waiting_right_behind_a_call_is_another_stop_than_returning_from_it() -> None:
    function = Function("wait", [], t.INT)
    result, mark = function.register(t.CARD), function.register(t.INT)
    function.items += [
        Step("CALL", callee=0, result=result),
        Step("SETTLEA", mark),
        Step("RETV", result),
    ]
    check_frame(function)


def test_a_set_takes_two_slots_and_a_list_four() -> None:
    assert [Type("set").width, Type("list").width, t.INT.width] == [2, 4, 1]


def test_the_pool_of_these_tests_has_abilities() -> None:
    assert [len(card.abilities) for card in pool()] == [2, 1]
