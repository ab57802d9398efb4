"""A compiled program as readable text."""

from __future__ import annotations

from tefuda.lang.operations import OPERATIONS
from tefuda.lang.program import CompiledProgram, FunctionRow, Instruction


def listing(program: CompiledProgram, name: str | None = None) -> str:
    """The instructions of a program, function by function, with clauses and source lines.

    :param name: only the functions of this name.
    """
    lines: list[str] = []
    ends = [f.entry for f in program.functions[1:]] + [len(program.code)]
    for function, end in zip(program.functions, ends, strict=True):
        if name is not None and function.name.partition("(")[0] != name:
            continue
        lines += _function(program, function, end)
    return "\n".join(lines)


def _function(program: CompiledProgram, function: FunctionRow, end: int) -> list[str]:
    clause = f"  [{function.clause}]" if function.clause else ""
    pure = "pure, " if function.pure else ""
    lines = [
        f"{function.name}{clause}",
        f"    # {pure}{function.params} slots of parameters, {function.results} of results, "
        f"frame {function.frame}",
    ]
    source = dict(function.lines)
    for number in range(function.entry, end):
        line = f"  # line {source[number]}" if number in source else ""
        lines.append(f"    {number:5}  {_instruction(program, program.code[number])}{line}")
    return lines


def _instruction(program: CompiledProgram, instruction: Instruction) -> str:
    number, a, b, c, imm = instruction
    operation = OPERATIONS[number]
    shown = []
    for role, operand in zip(operation.operands, (a, b, c), strict=False):
        if role in "rwxk":
            shown.append(f"r{operand}")
        elif role in "RWX":
            shown.append(f"s{operand}")
        elif role in "LMY":
            shown.append(f"l{operand}")
        elif role == "n":
            shown.append(str(operand))
    role = operation.operands[3]
    if role == "t":
        shown.append(f"-> {imm}")
    elif role == "P":
        shown.append(f"{imm & 0xFFFFFF}")
    elif role == "n":
        shown.append(_number(program, operation.name, imm))
    return f"{operation.name:8} {', '.join(shown)}".rstrip()


def _number(program: CompiledProgram, name: str, imm: int) -> str:
    """A plain number with what it stands for."""
    if name in ("CALL", "CALL1", "CALL2"):
        return f"{imm} ({program.functions[imm].name})"
    if name in ("BASE", "ORIG"):
        return f"{imm} ({program.words[imm].name})"
    if name in ("FSET", "FCLR", "FGET", "FPUT", "SFLAG", "SANDF", "SANDNF"):
        return f"{imm} ({program.flags[imm]})"
    if name in ("SKIND", "ZONE", "ZCNTK", "ZTOPK", "ZALL", "ZEMPTY", "SKINDS"):
        return f"{imm} ({program.zones[imm].name})"
    if name in ("SMASK", "SANDM", "SANDNM"):
        word, test, value = program.masks[imm]
        return f"{imm} ({program.words[word].name} test {test} {value})"
    if name == "MOVK":
        return f"{imm} ({program.constants[imm]})"
    if name == "CHOOSE":
        return f"{imm} ({program.verbs[imm].name})"
    return str(imm)
