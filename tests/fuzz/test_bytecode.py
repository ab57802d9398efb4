"""Damaged bytecode: the checks reject it, or it is played; nothing that it says ends the process.

Each stretch of inputs is tried in a process of its own, which says before each which one it is.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tefuda.errors import RulesetError
from tefuda.lang.operations import BACK, NUMBER, OPERATIONS
from tefuda.lang.program import CompiledProgram, VariableRow
from tefuda.program import Program

from . import bytecode
from .running import FACTOR, SEED

EACH = 300
STRETCH = 2000
#: Seconds that a stretch may take.
PATIENCE = 600


def test_damaged_bytecode_is_rejected_or_played_and_never_crashes() -> None:
    taken, count = 0, EACH * FACTOR
    for first in range(0, count, STRETCH):
        many = min(STRETCH, count - first)
        command = [sys.executable, str(Path(bytecode.__file__)), str(SEED), str(first), str(many)]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
        except subprocess.TimeoutExpired as late:
            last = (late.stdout or b"").decode().split()[-1:]
            pytest.fail(f"bytecode: input {last} of seed {SEED} does not end")
        lines = done.stdout.splitlines()
        assert done.returncode == 0, (
            f"bytecode: input {lines[-1:]} of seed {SEED}: status {done.returncode}: "
            f"{done.stderr[-2000:]}"
        )
        taken += int(lines[-1].removeprefix("taken "))
    print(f"fuzz bytecode: seed {SEED}, {count} inputs, {taken} taken")
    assert count // 20 < taken < count * 0.9


# what has failed once


def with_code(program: CompiledProgram, at: int, **changed: Any) -> CompiledProgram:
    """Give a program with an instruction changed."""
    row = dict(zip(("op", "a", "b", "c", "imm"), program.code[at], strict=True)) | changed
    code = (*program.code[:at], tuple(row.values()), *program.code[at + 1 :])
    return replace(program, code=code)


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda p: replace(p, stat_reads=tuple(-1 for _ in p.stat_reads)), "outside 32 bits"),
        (lambda p: replace(p, value=-(2**40)), "value: function"),
        (
            lambda p: with_code(p, p.end, op=NUMBER["RETS"]),
            "expected ENDED",
        ),
        (lambda p: with_code(p, p.halt, op=NUMBER["ENDED"]), "expected HALT"),
        (
            lambda p: replace(p, game_variables=(VariableRow("far", 2**29, 1, 0, "int"),)),
            "'far': overlaps or lies outside",
        ),
        (
            lambda p: replace(p, abilities=tuple(replace(a, body=-(2**70)) for a in p.abilities)),
            "function -",
        ),
    ],
)
def test_a_program_that_has_harmed_the_process_is_rejected(damage: Any, message: str) -> None:
    programs = bytecode.programs()
    program = programs[0]
    Program(program)
    with pytest.raises(RulesetError, match=message):
        Program(damage(program))


def test_only_jumps_that_count_steps_go_back() -> None:
    program = bytecode.programs()[-1]
    starts = {function.entry for function in program.functions}
    ahead = {NUMBER[op.name] for op in OPERATIONS if op.operands[3] == "t"}
    ahead -= {NUMBER[name] for name in BACK}
    jumps = [at for at, row in enumerate(program.code) if row[0] in ahead and at not in starts]
    assert len(jumps) > 5
    for at in jumps:
        for target in (at, at - 1):
            with pytest.raises(RulesetError, match="jump back to"):
                Program(with_code(program, at, imm=target))


def test_nothing_is_stored_where_a_record_says_that_it_lives() -> None:
    stored = {NUMBER["STF"], NUMBER["STFS"]}
    found = 0
    for program in bytecode.programs():
        for at, row in enumerate(program.code):
            if row[0] in stored:
                found += 1
                with pytest.raises(RulesetError, match="word 0 of a record is the machine's"):
                    Program(with_code(program, at, imm=0))
    assert found
