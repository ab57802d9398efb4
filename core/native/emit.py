"""Emit a program as C: one function, in which each instruction is the machine code of one place.

The function keeps the game where the machine keeps it, register by register, so a game can wait
under one and go on under the other, and snapshots, copies and replays know no difference. Every
place that a return, a pending step or an answer can come back to has a label, and a table of them
by instruction number stands for the program counter.
"""

from __future__ import annotations

from array import array
from hashlib import blake2b
from importlib.resources import files
from itertools import chain
from typing import TYPE_CHECKING

from tefuda.lang.operations import (
    ABILITY_FIELDS,
    BACK,
    CARD_FIELDS,
    ENDS,
    GAME_FIELDS,
    OPERANDS,
    OPERATIONS,
    SKIPS,
    ZONE_FIELDS,
)
from tefuda.native.checks import Checks
from tefuda.native.declarations import CHECKED, declarations
from tefuda.native.templates import (
    ABILITY_WORDS,
    CARD_WORDS,
    GAME_WORDS,
    TEMPLATES,
    ZONE_WORDS,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tefuda.lang.program import CompiledProgram, Instruction
    from tefuda.program import Program

#: The functions of a library.
PLAY, SIZES = "tefuda_native_play", "tefuda_native_sizes"

_CALLS = frozenset(("CALL", "CALL1", "CALL2"))
#: What comes back to the instruction behind it, and what comes back to itself.
_BEHIND = _CALLS | {"PERFORM", "LEGAL", "CHOOSE", "PYTHON"}
_AGAIN = frozenset(("SETTLE", "SETTLEA", "WOULDN"))


def _signed(byte: int) -> int:
    return byte - 256 if byte > 127 else byte


def _literal(number: int) -> str:
    """A 64-bit number as C; the least has no literal of its own."""
    if number == -(2**63):
        return "(-INT64_C(9223372036854775807) - 1)"
    return f"INT64_C({number})"


def _layout(program: Program) -> list[tuple[str, int]]:
    """The numbers of a program's layout that its code is compiled with."""
    compiled = program.compiled
    layout = program.offsets()
    return [
        ("AT_VARIABLES", layout["vars"]),
        ("GAME_WORDS", layout["game_vars"]),
        ("PLAYER_WORDS", layout["player_vars"]),
        ("AT_CHAINS", layout["chains"]),
        ("CHAIN_WORDS", layout["chain_words"]),
        ("AT_RECORDS", layout["records"]),
        ("RECORD_WORDS", layout["record_words"]),
        ("AT_OPTIONS", layout["options"]),
        ("MOST_OPTIONS", layout["max_options"]),
        ("AT_ORDER", layout["order"]),
        ("AT_STACK", layout["stack"]),
        ("MOST_STACK", layout["max_stack"]),
        ("ZONES", layout["nzones"]),
        ("ZONES_OF_A_PLAYER", layout["nzones"] // layout["players"]),
        ("WORDS", len(compiled.words)),
        ("ABILITIES", len(compiled.abilities)),
        ("ABILITY_WORDS", len(compiled.ability_words)),
    ]


class _Emitter:
    """What stays the same from one instruction to the next."""

    def __init__(self, program: Program) -> None:
        self.compiled: CompiledProgram = program.compiled
        self.kinds = program.kinds()
        self.card_variables = program.card_variables()
        self.places: set[int] = set()  # instructions with a label
        self.entries: set[int] = set()  # those of them that the table names

    def find_labels(self) -> None:
        compiled = self.compiled
        self.entries |= {f.entry for f in compiled.functions} | {compiled.halt, compiled.end}
        for n, (number, *_, imm) in enumerate(compiled.code):
            name = OPERATIONS[number].name
            if OPERANDS[name][3] == "t":
                self.places.add(imm)
            if name in _CALLS:
                self.places.add(compiled.functions[imm].entry)
            if name in _BEHIND:
                self.entries.add(n + 1)
            if name in _AGAIN:
                self.entries.add(n)
            if name in SKIPS:
                self.places.add(n + 2)
        self.places |= self.entries

    def template(self, name: str, imm: int) -> str:
        if name == "CARDF" and CARD_FIELDS[imm] in CARD_WORDS:
            return CARD_WORDS[CARD_FIELDS[imm]]
        if name == "ABFIELD" and ABILITY_FIELDS[imm] in ABILITY_WORDS:
            return ABILITY_WORDS[ABILITY_FIELDS[imm]]
        if name == "ZFIELD":
            return ZONE_WORDS[ZONE_FIELDS[imm]]
        if name in GAME_WORDS:
            return GAME_WORDS[name][GAME_FIELDS[imm]]
        return TEMPLATES.get(name, "OPERATE({n}, {op});")

    def instruction(self, n: int, row: Instruction) -> str:
        number, a, b, c, imm = row
        name = OPERATIONS[number].name
        compiled = self.compiled
        values: dict[str, object] = {
            "n": n,
            "op": number,
            "a": a,
            "b": b,
            "c": c,
            "imm": imm,
            "sb": _signed(b),
            "sc": _signed(c),
            "to": f"L{imm}",
            "skip": f"L{n + 2}",
            "frame": imm >> 24 & 255,
            "main": f"L{compiled.functions[compiled.main].entry}",
        }
        if name == "MOVK":
            values["constant"] = _literal(compiled.constants[imm])
        if name in _CALLS:
            values["callee"] = f"L{compiled.functions[imm].entry}"
            values["callee_frame"] = compiled.functions[imm].frame
        if name in ("LDC", "STC"):
            at, bits = self.card_variables[imm]
            values["variable"], values["held"] = f"((i{bits}*)((u8*)s + {at}))", f"i{bits}"
        if "{kind_" in self.template(name, imm):
            first, cells = self.kinds[imm]
            values["kind_first"], values["kind_cells"] = first, cells
            values["kind_bits"] = f"UINT64_C({(1 << min(cells, 64)) - 1})"
        return self.template(name, imm).format_map(values)

    def instructions(self) -> Iterator[str]:
        checks = Checks(self.compiled, self.entries)
        for n, row in enumerate(self.compiled.code):
            checks.begin(n)
            body = checks.without_known(self.instruction(n, row))
            checks.end(n, row)
            label = f"L{n}: " if n in self.places else ""
            yield f"{label}{{ {body} }}"

    def table(self) -> list[str]:
        """The labels by instruction number; the interpreter never leaves for any other."""
        count = len(self.compiled.code)
        names = [f"&&L{n}" if n in self.entries else "&&nowhere" for n in range(count)]
        return [", ".join(names[k : k + 12]) + "," for k in range(0, len(names), 12)]


def emit(program: Program) -> str:
    """Give a program as the source of a C library with the functions ``PLAY`` and ``SIZES``.

    Equal programs give equal sources. The source needs GCC or Clang (labels as values) and nothing
    but the standard headers.
    """
    emitter = _Emitter(program)
    emitter.find_labels()
    lines = [
        f"/* {program.name}: made from the compiled rules; see tefuda.native. */",
        "#include <stdint.h>",
        declarations(),
        *(f"#define {name} {value}" for name, value in _layout(program)),
        "enum { GO_ON = -1, WAITS = -2, STOP = -3 };",
        files("tefuda.native").joinpath("prelude.h").read_text(encoding="utf-8"),
        "typedef int (*Enter)(const Prog*, State*, Trace*, i64*, const Ins*);",
        f"const uint32_t {SIZES}[] = {{ {', '.join(f'sizeof({name})' for name in CHECKED)} }};",
        "",
        f"int {PLAY}(const Prog* P, const Match* M, State* s, Trace* T, u32 pc, u32 fp,",
        "    int answered, u64 taken) {",
        "    static const void* const labels[] = {",
        *(f"        {row}" for row in emitter.table()),
        "    };",
        "    const Ins* const code = P->code;",
        "    const Handler* const handlers = (const Handler*)P->carry_out;",
        "    const Step step = (Step)P->step;",
        "    const Enter enter = (Enter)P->enter;",
        "    i64* const stack = (i64*)((u8*)s + AT_STACK);",
        "    const i64* const limit = stack + MOST_STACK - STACK_MARGIN;",
        "    i64* r = stack + fp;",
        "    u32 at;",
        "    goto *labels[pc];",
        *emitter.instructions(),
        "nowhere:",
        "    at = pc;",
        "    if (s->failure == 0) s->failure = E_ASSERT;",
        "failed:",
        "    if (s->failure_pc == 0) s->failure_pc = at;",
        "    if (s->nesting == 0) {",
        "        s->winner = -2;",
        "        END(at);",
        "    }",
        "    return OVER;",
        "}",
        "",
    ]
    return "\n".join(lines)


def digest(program: Program) -> str:
    """Give a name for what :func:`emit` would give, without emitting it: 40 hexadecimal digits."""
    compiled = program.compiled
    state = blake2b(digest_size=20)
    state.update(declarations().encode())
    # What is written around the templates stands in these modules.
    for name in ("prelude.h", "emit.py", "checks.py"):
        state.update(files("tefuda.native").joinpath(name).read_bytes())
    state.update(repr(sorted(TEMPLATES.items())).encode())
    state.update(repr((ABILITY_WORDS, CARD_WORDS, GAME_WORDS, ZONE_WORDS)).encode())
    tables = _layout(program), program.kinds(), program.card_variables()
    state.update(repr(tables).encode())
    state.update(repr((compiled.constants, compiled.halt, compiled.end, compiled.main)).encode())
    state.update(repr((OPERATIONS, sorted(BACK), sorted(ENDS), sorted(SKIPS))).encode())
    state.update(repr([(f.entry, f.frame, f.pure) for f in compiled.functions]).encode())
    state.update(array("i", chain.from_iterable(compiled.code)).tobytes())
    return state.hexdigest()
