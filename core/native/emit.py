"""Emit a program as C: one function, in which each instruction is the machine code of one place.

The function keeps the game where the machine keeps it, register by register, so a game can wait
under one and go on under the other, and snapshots, copies and replays know no difference. Every
place that a return, a pending step or an answer can come back to has a label, and a table of them
by instruction number stands for the program counter. Pure functions, which never wait, are C
functions beside it (see ``functions``).
"""

from __future__ import annotations

import re
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
from tefuda.native.checks import Checks, loop_heads
from tefuda.native.declarations import CHECKED, declarations
from tefuda.native.functions import CALLS, RETURNS, Direct
from tefuda.native.templates import (
    ABILITY_WORDS,
    CARD_WORDS,
    DIRECT,
    GAME_WORDS,
    LEGAL,
    OFFER,
    TEMPLATES,
    USABLE,
    ZONE_WORDS,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tefuda.lang.program import CompiledProgram, FunctionRow, Instruction
    from tefuda.program import Program

#: The functions of a library.
PLAY, SIZES = "tefuda_native_play", "tefuda_native_sizes"

#: What comes back to the instruction behind it, and what comes back to itself.
_BEHIND = CALLS | {"PERFORM", "LEGAL", "CHOOSE", "PYTHON"}
_AGAIN = frozenset(("SETTLE", "SETTLEA", "WOULDN"))


_REGISTER = re.compile(r"\bR\((\d+)\)")
#: What pure functions name as the machine's function does.
_NAMES = {
    "P": "(run->P)",
    "M": "(run->M)",
    "T": "(run->T)",
    "code": "(P->code)",
    "handlers": "((const Handler*)P->carry_out)",
    "enter": "((Enter)P->enter)",
}


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
    """A program, and of which function an instruction is being written."""

    def __init__(self, program: Program) -> None:
        self.compiled: CompiledProgram = program.compiled
        self.kinds = program.kinds()
        self.card_variables = program.card_variables()
        self.direct = Direct(self.compiled)
        self.heads = loop_heads(self.compiled)
        self.places: set[int] = set()  # instructions with a label
        self.entries: set[int] = set()  # those of them that the table names
        #: Pure functions that say of abilities whether they are usable.
        self.usable: set[int] = set()
        #: While a pure function is emitted: its frame, and its registers in C variables.
        self.frame = 0
        self.registers: set[int] = set()

    def find_labels(self) -> None:
        compiled = self.compiled
        inside = {n for k in self.direct.numbers for n in self.direct.body(compiled.functions[k])}
        self.entries |= {f.entry for f in compiled.functions} | {compiled.halt, compiled.end}
        for n, row in enumerate(compiled.code):
            name = OPERATIONS[row[0]].name
            if OPERANDS[name][3] == "t":
                self.places.add(row[4])
            if name in SKIPS:
                self.places.add(n + 2)
            if n in inside or self.direct.holds(name, row):
                continue
            if name in CALLS:
                self.places.add(compiled.functions[row[4]].entry)
            if name in _BEHIND:
                self.entries.add(n + 1)
            if name in _AGAIN:
                self.entries.add(n)
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
        return TEMPLATES.get(name, "{operate};")

    def register(self, slot: int) -> str:
        """A register in C: a variable of a pure function, else its place in the game's stack."""
        return f"r{slot}" if slot in self.registers else f"r[{slot}]"

    def laid(self, slots: list[int]) -> str:
        """What puts registers in their places in the game's stack."""
        return "".join(f"r[{k}] = r{k}; " for k in slots if k in self.registers)

    def taken(self, slots: list[int]) -> str:
        """What reads registers from there."""
        return "".join(f"r{k} = r[{k}]; " for k in slots if k in self.registers)

    def operate(self, n: int, row: Instruction) -> str:
        """Let the machine carry out an instruction."""
        body = f"OPERATE({n}, {row[0]})"
        if not self.frame:
            return body
        direct = self.direct
        laid, taken = self.laid(direct.read(row, self.frame)), self.taken(direct.written(row))
        return f"do {{ {laid}{body}; {taken}}} while (0)"

    def call(self, function: int, above: int, arguments: list[str]) -> str:
        """Call a pure function, and put what it gives back from a register on."""
        results = self.compiled.functions[function].results
        made = f"pure{function}({', '.join(['run', 's', f'r + {above}', *arguments])});"
        if results == 1:
            return f"{self.register(above)} = {made}"
        if results == 2:
            both = f"{self.register(above)}, {self.register(above + 1)}"
            return f"const Pair found = {made} PUT_SET({both}, found.first, found.second);"
        return made

    def offered(self, n: int, row: Instruction) -> str | None:
        """OPTA and the loop behind it as one, if that is how the compiler lays them."""
        rows = self.compiled.code[max(n - 2, 0) : n + 5]
        names = [OPERATIONS[number].name for number, *_ in rows]
        if names != ["OPTLEN", "MOV", "OPTA", "OPTNEXT", "CALL1", "OPTKEEP", "LOOP"]:
            return None
        length, copy, _, following, call, keep, loop = rows
        _, ability, index, kept, end = following
        above, usable = call[1], call[4]
        function = self.compiled.functions[usable]
        if (
            usable not in self.direct.numbers
            or not self.places.isdisjoint((n - 1, n))
            or (length[1], copy[1:3]) != (index, (kept, index))
            or (function.params, function.results) != (2, 1)
            or (ability, keep[1:4], loop[4]) != (above + 1, (above, index, kept), n + 1)
        ):
            return None
        self.usable.add(usable)
        return OFFER.format(
            n=n,
            a=row[1],
            a1=row[1] + 1,
            verb=row[2],
            above=above,
            me=call[2],
            index=index,
            kept=kept,
            usable=usable,
            to=f"L{end}",
            operate=self.operate(n, row),
        )

    def direct_call(self, n: int, name: str, row: Instruction) -> str:
        above, imm = row[1], row[4]
        if name == "LEGAL":
            return DIRECT["LEGAL"].format(
                n=n,
                a=above,
                laid=self.laid([*range(above + 1, above + self.direct.most_laid)]),
                ability=self.register(row[2]),
                into=f"{self.register(above)}, {self.register(above + 1)}",
            )
        arguments = [self.register(slot) for slot in self.direct.arguments(name, row)]
        return DIRECT["CALL"].format(
            n=n,
            a=above,
            frame=self.compiled.functions[imm].frame,
            call=self.call(imm, above, arguments),
        )

    def instruction(self, n: int, row: Instruction) -> str:
        number, a, b, c, imm = row
        name = OPERATIONS[number].name
        compiled = self.compiled
        if self.direct.holds(name, row):
            return self.direct_call(n, name, row)
        if name == "OPTA" and (offered := self.offered(n, row)):
            return offered
        values: dict[str, object] = {
            "n": n,
            "operate": self.operate(n, row),
            "op": number,
            "imm": imm,
            "sb": _signed(b),
            "sc": _signed(c),
            "to": f"L{imm}",
            "skip": f"L{n + 2}",
            "frame": imm >> 24 & 255,
            "word": imm & 0xFFFFFF,
            "main": f"L{compiled.functions[compiled.main].entry}",
        }
        for letter, slot in zip("abc", (a, b, c), strict=True):
            values |= {letter: slot, **{f"{letter}{k}": slot + k for k in range(4)}}
            values[letter.upper()] = f"R({slot}), R({slot + 1})"
            values[f"{letter.upper()}2"] = f"R({slot + 2}), R({slot + 3})"
        if name == "MOVK":
            values["constant"] = _literal(compiled.constants[imm])
        if name in CALLS:
            values["callee"] = f"L{compiled.functions[imm].entry}"
            values["callee_frame"] = compiled.functions[imm].frame
        if name in ("LDC", "STC"):
            at, bits = self.card_variables[imm]
            values["variable"], values["held"] = f"((i{bits}*)((u8*)s + {at}))", f"i{bits}"
        template = self.template(name, imm)
        if self.frame and name in RETURNS:
            template = DIRECT[name]
        if "{kind_" in template:
            first, cells = self.kinds[imm]
            values["kind_first"], values["kind_cells"] = first, cells
            values["kind_bits"] = f"UINT64_C({(1 << min(cells, 64)) - 1})"
        return template.format_map(values)

    def instructions(self) -> Iterator[str]:
        """The machine's function: all but the pure ones, which it only calls."""
        checks = Checks(self.entries, self.heads)
        n, end = 0, len(self.compiled.code)
        while n < end:
            if n in self.direct.entries:
                number = self.direct.entries[n]
                function = self.compiled.functions[number]
                call = self.call(number, 0, [f"r[{k}]" for k in range(function.params)])
                yield f"L{n}: {{ {call} if (UNLIKELY(s->failure != 0)) goto unwound; RETURN(); }}"
                n = self.direct.body(function).stop
                checks = Checks(self.entries, self.heads)
                continue
            yield self.written(checks, n)
            n += 1

    def written(self, checks: Checks, n: int) -> str:
        """One instruction, with its label."""
        row = self.compiled.code[n]
        checks.begin(n)
        body = checks.without_known(self.instruction(n, row))
        checks.end(n, row)
        body = _REGISTER.sub(lambda found: self.register(int(found[1])), body)
        label = f"L{n}: " if n in self.places else ""
        return f"{label}{{ {body} }}"

    def payments(self) -> Iterator[str]:
        """What each payment scheme lacks, with the scheme's numbers in place."""
        for k, row in enumerate(self.compiled.payments):
            yield f"static i64 lacking{k}(const Prog* P, const Match* M, const State* s,"
            yield "    u64 first, u64 second, u64 credit, u64 need) {"
            yield "    return lacking(P, M, s, first, second, credit, need,"
            yield f"        {k}, {row.any_shift}, {row.points});"
            yield "}"

    def functions(self) -> Iterator[str]:
        """The pure functions; what they call may stand behind them."""
        every = self.compiled.functions
        numbers = sorted(self.direct.numbers)
        for k in numbers:
            yield f"{self.head(k, every[k])};"
        for k in numbers:
            if k in self.direct.named and every[k].results == 2:
                laid = "".join(f", r[{at}]" for at in range(every[k].params))
                yield f"static Pair named{k}(const Run* run, State* s, i64* r) "
                yield f"{{ return pure{k}(run, s, r{laid}); }}"
        if self.direct.all_named:
            known = ", ".join(f"[{k}] = named{k}" for k in self.direct.named)
            yield f"static const Named named[{len(every)}] = {{ {known or 0} }};"
            yield LEGAL
        for k in numbers:
            yield from self.function(k, every[k])

    def head(self, number: int, function: FunctionRow) -> str:
        gives = "Pair" if function.results == 2 else "i64"
        arguments = "".join(f", i64 r{k}" for k in range(function.params))
        return f"static {gives} pure{number}(const Run* run, State* s, i64* r{arguments})"

    def function(self, number: int, function: FunctionRow) -> Iterator[str]:
        lists = self.direct.lists(function)
        used = self.direct.used(function)
        self.registers, self.frame = used - lists, max(function.frame, 1)
        checks = Checks({function.entry}, self.heads)
        yield f"{self.head(number, function)} {{"
        yield "    u32 at;"
        for slot in sorted(self.registers - {*range(function.params)}):
            yield f"    i64 r{slot} = 0;"
        for slot in sorted(lists & {*range(function.params)}):
            yield f"    r[{slot}] = r{slot};"
        for n in self.direct.body(function):
            yield self.written(checks, n)
        self.registers, self.frame = set(), 0
        yield "failed:"
        yield "    FAILED_AT(at);"
        yield "unwound:"
        yield f"    return {'(Pair){0, 0}' if function.results == 2 else '0'};"
        yield "}"

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
    instructions = list(emitter.instructions())
    lines = [
        f"/* {program.name}: made from the compiled rules; see tefuda.native. */",
        "#include <stdint.h>",
        declarations(),
        *(f"#define {name} {value}" for name, value in _layout(program)),
        "enum { GO_ON = -1, WAITS = -2, STOP = -3 };",
        files("tefuda.native").joinpath("prelude.h").read_text(encoding="utf-8"),
        f"const uint32_t {SIZES}[] = {{ {', '.join(f'sizeof({name})' for name in CHECKED)} }};",
        "",
        *emitter.payments(),
        *(f"#define {name} {meaning}" for name, meaning in _NAMES.items()),
        *emitter.functions(),
        *(
            USABLE.format(usable=k, frame=program.compiled.functions[k].frame)
            for k in sorted(emitter.usable)
        ),
        *(f"#undef {name}" for name in _NAMES),
        "",
        f"int {PLAY}(const Prog* P, const Match* M, State* s, Trace* T, u32 pc, u32 fp,",
        "    int answered, u64 taken) {",
        "    static const void* const labels[] = {",
        *(f"        {row}" for row in emitter.table()),
        "    };",
        "    const Run own = { P, M, T };",
        "    const Run* const run = &own;",
        "    const Ins* const code = P->code;",
        "    const Handler* const handlers = (const Handler*)P->carry_out;",
        "    const Step step = (Step)P->step;",
        "    const Enter enter = (Enter)P->enter;",
        "    i64* r = STACK + fp;",
        "    u32 at;",
        "    goto *labels[pc];",
        *instructions,
        "nowhere:",
        "    at = pc;",
        "    if (s->failure == 0) s->failure = E_ASSERT;",
        "failed:",
        "    FAILED_AT(at);",
        "unwound:",
        "    if (s->nesting == 0) {",
        "        s->winner = -2;",
        "        s->noptions = 0;",
        "        s->status = OVER;",
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
    for name in ("prelude.h", "emit.py", "checks.py", "functions.py"):
        state.update(files("tefuda.native").joinpath(name).read_bytes())
    state.update(repr(sorted(TEMPLATES.items())).encode())
    state.update(repr((ABILITY_WORDS, CARD_WORDS, DIRECT, GAME_WORDS, ZONE_WORDS)).encode())
    state.update(repr((LEGAL, OFFER, USABLE)).encode())
    tables = _layout(program), program.kinds(), program.card_variables(), compiled.payments
    state.update(repr(tables).encode())
    state.update(repr((compiled.constants, compiled.halt, compiled.end, compiled.main)).encode())
    state.update(repr((OPERATIONS, sorted(BACK), sorted(ENDS), sorted(SKIPS))).encode())
    functions = [(f.entry, f.frame, f.pure, f.params, f.results) for f in compiled.functions]
    state.update(repr((functions, [row.targets for row in compiled.abilities])).encode())
    state.update(array("i", chain.from_iterable(compiled.code)).tobytes())
    return state.hexdigest()
