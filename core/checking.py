"""Check a compiled program before it may run: no operand can then reach outside what it names.

Every slot lies in its function's frame, every jump stays in its function, every number of a
function, flag, stat, zone, mask, record, verb and so on is one that was declared. What depends on
values (a card, a zone, a record reference) the machine checks when it runs.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from tefuda.errors import RulesetError
from tefuda.lang.operations import (
    ABILITY_FIELDS,
    BACK,
    CARD_FIELDS,
    ENDS,
    GAME_FIELDS,
    IMPURE,
    NUMBER,
    OPERANDS,
    OPERATIONS,
    OPTION_KINDS,
    SKIPS,
    ZONE_FIELDS,
)
from tefuda.lang.program import AbilityRow, CompiledProgram, FunctionRow, VariableRow

#: Words of a set of cards, cards, and the other fixed sizes of ``state.pxd``.
SET_WORDS: Final = 2
LIST_WORDS: Final = 4
LIMITS: Final = {
    "zones": 64,
    "kinds of zone": 20,
    "flags": 16,
    "stats": 8,
    "kinds of link": 4,
    "channels": 128,
    "printed words": 32,
    "record types": 8,
    "abilities": 65000,
    "kinds of ability": 65000,
    "verbs": 256,
    "stacks": 64,
    "payment schemes": 64,
    "forms": 65000,
}
S_INT, S_CARD, S_SET, S_RECORD, S_ABILITY, S_LIST = range(6)
SLOT_WORDS: Final = (1, 1, SET_WORDS, 1, 1, LIST_WORDS)
MOST_FAILURES: Final = 22
MOST_ARGUMENTS: Final = 4
MOST_RECORD_WORDS: Final = 0xFFFF
#: Words of the variables of the game, and of those of a player.
MOST_VARIABLE_WORDS: Final = 4096
#: Hidden slots below the arguments of a call: what called it, and the cause to come back to.
CALL_SLOTS: Final = 2

#: What the plain operands name: operation, then (operand, what it counts).
NAMES: Final[dict[str, tuple[tuple[str, str], ...]]] = {}


def _names(what: str, operand: str, operations: str) -> None:
    for name in operations.split():
        NAMES[name] = (*NAMES.get(name, ()), (operand, what))


_names("constant", "i", "MOVK")
_names("function", "i", "CALL CALL1 CALL2")
_names("failure", "i", "FAILI")
_names("flag", "i", "SFLAG SANDF SANDNF FSET FCLR FPUT FSETS FCLRS FGET WASFLAG")
_names("flag", "b", "JFLAG JFLAGN")
_names("channel", "a", "JQUIET")
_names("channel", "i", "COLLECT WOULD WOULDN AFTERB AFTERE")
_names("channel", "low", "ALLOWED VALUE PERMIT")
_names("mask", "i", "SMASK SANDM SANDNM")
_names("word", "i", "SVAL BASE")
_names("word", "low", "SFILT SSUM SBEST SLIKE SLIKES")
_names("stat", "i", "STAT ORIG WASSTAT UNMODIFY")
_names("stat", "low", "MODIFY")
_names("card field", "i", "CARDF WASF")
_names("zone field", "i", "ZFIELD")
_names("game field", "i", "LDB STB")
_names("ability field", "i", "ABFIELD")
_names("ability word", "i", "ABWORD")
_names("game word", "i", "LDG STG")
_names("game set", "i", "LDGS STGS")
_names("player word", "i", "LDP STP")
_names("player set", "i", "LDPS STPS")
_names("card variable", "i", "LDC STC ARRANGE")
_names("record type", "i", "NEW DROP")
_names("record word", "i", "LDF STF")
_names("record word", "b", "JFT JFF JFSOME JFNONE JFEQI JFNEI")
_names("record set", "i", "LDFS STFS")
_names("stack", "i", "CPUSH CPOP CTOP CLEN CAT")
_names("kind of zone", "i", "ZONE ZCELL ZRC ZTOPK ZCNTK SKIND SKINDS SCELLS ZALL ZEMPTY")
_names("kind of zone", "i", "ZPICK ZCELLS UNLIFT")
_names("link", "low", "ATTACH")
_names("kind of ability", "i", "HASK SHASK")
_names("payment scheme", "i", "LACKING USEFUL PAYABLE")
_names("verb", "b", "OPTS OPTL OPTZ OPTN OPTBITS OPTA PASS JVERBN")
_names("verb", "c", "OPTR")
_names("verb", "i", "CHOOSE")
_names("option kind", "i", "OPTN OPTR OPTBITS")
_names("outcome", "i", "ENDGAME LOSERS")
_names("stream", "i", "STREAM")
_names("count", "i", "COUNTS CPLUS")
_names("Python handler", "i", "PYTHON")


class Region(NamedTuple):
    """The code of one function: from ``start`` up to ``stop``."""

    name: str
    start: int
    stop: int
    frame: int
    pure: bool


#: How far behind its slot an operand of a class reaches; a number is no slot, and may be any.
REACH: Final = {
    **dict.fromkeys("rwx", 1),
    **dict.fromkeys("RWX", SET_WORDS),
    **dict.fromkeys("LMY", LIST_WORDS),
    "k": 0,
    **dict.fromkeys("ntP-", -256),
}


class Plan(NamedTuple):
    """What is checked of an operation's instructions."""

    name: str
    #: How far ``a``, ``b`` and ``c`` reach, and the class of the number.
    reach: tuple[int, int, int]
    number: str
    names: tuple[tuple[str, str], ...]
    impure: bool
    skips: bool
    special: Special | None


def _plans() -> Iterator[Plan]:
    for name, operands in OPERANDS.items():
        a, b, c = (REACH[kind] for kind in operands[:3])
        yield Plan(
            name,
            (a, b, c),
            operands[3],
            NAMES.get(name, ()),
            name in IMPURE,
            name in SKIPS,
            SPECIAL.get(name),
        )


def regions(program: CompiledProgram) -> list[Region]:
    """Give the stretches of code, in order: each function, and where games end and begin."""
    starts: dict[int, tuple[str, int, bool]] = {}
    for function in program.functions:
        entry = (function.name, function.frame, function.pure)
        if starts.setdefault(function.entry, entry)[1:] != entry[1:]:
            raise _error(program, f"functions of different frames start at {function.entry}")
    for name, pc in (("(halt)", program.halt), ("(end)", program.end)):
        if pc in starts:
            raise _error(program, f"{name} lies inside function {starts[pc][0]!r}")
        starts[pc] = (name, CALL_SLOTS, False)
    order = sorted(starts)
    if not order or order[0] != 0 or order[-1] >= len(program.code):
        raise _error(program, "the code does not begin and end with functions")
    stops = [*order[1:], len(program.code)]
    return [
        Region(starts[start][0], start, stop, *starts[start][1:])
        for start, stop in zip(order, stops, strict=True)
    ]


def _error(program: CompiledProgram, message: str) -> RulesetError:
    return RulesetError(f"{program.name}: compiled program: {message}")


class _Checker:
    """One check of one program; holds the sizes by name."""

    def __init__(self, program: CompiledProgram) -> None:
        self.program = program
        self.regions = regions(program)
        self.starts = [region.start for region in self.regions]
        longest = max((record.words for record in program.records), default=1)
        stats = sum(word.stat for word in program.words)
        self.sizes: dict[str, int] = {
            "constant": len(program.constants),
            "function": len(program.functions),
            "failure": MOST_FAILURES + 1,
            "flag": len(program.flags),
            "channel": len(program.channels),
            "mask": len(program.masks),
            "word": len(program.words),
            "stat": stats,
            "card field": len(CARD_FIELDS),
            "zone field": len(ZONE_FIELDS),
            "game field": len(GAME_FIELDS),
            "ability field": len(ABILITY_FIELDS),
            "ability word": len(program.ability_words),
            "game word": _words(program.game_variables),
            "game set": _words(program.game_variables) - SET_WORDS + 1,
            "player word": _words(program.player_variables),
            "player set": _words(program.player_variables) - SET_WORDS + 1,
            "card variable": len(program.card_variables),
            "record type": len(program.records),
            "record word": longest,
            "record set": longest - SET_WORDS + 1,
            "stack": len(program.stacks),
            "kind of zone": len(program.zones),
            "link": len(program.links),
            "kind of ability": len(program.ability_kinds),
            "payment scheme": len(program.payments),
            "verb": len(program.verbs),
            "option kind": len(OPTION_KINDS),
            "outcome": len(program.outcomes),
            "stream": 2,
            "count": 8,
            "Python handler": len(program.python),
        }

    def fail(self, pc: int, why: str) -> RulesetError:
        name = self.program.code[pc][0]
        region = self.region(pc)
        operation = OPERATIONS[name].name if 0 <= name < len(OPERATIONS) else str(name)
        return _error(self.program, f"instruction {pc} ({operation}) of {region.name!r}: {why}")

    def region(self, pc: int) -> Region:
        return self.regions[bisect_right(self.starts, pc) - 1]

    # ------------------------------------------------------------ code

    def code(self) -> None:
        for name, pc in (("HALT", self.program.halt), ("ENDED", self.program.end)):
            if self.program.code[pc][0] != NUMBER[name]:
                raise self.fail(pc, f"expected {name}")
        for region in self.regions:
            for pc in range(region.start, region.stop):
                self.instruction(region, pc)
            last = self.program.code[region.stop - 1][0]
            if PLANS[last].name not in ENDS:
                raise self.fail(region.stop - 1, "control runs out of the function")

    def instruction(self, region: Region, pc: int) -> None:
        code, frame = self.program.code, region.frame
        op, a, b, c, imm = code[pc]
        if not 0 <= op < len(PLANS):
            raise self.fail(pc, "unknown operation")
        if not -(2**31) <= imm < 2**31:
            raise self.fail(pc, f"immediate {imm} is outside 32 bits")
        name, reach, kind, names, impure, skips, special = PLANS[op]
        for value, most in zip((a, b, c), reach, strict=True):
            if not 0 <= value < 256 or value + most > frame:
                raise self.fail(pc, f"slot {value} is outside the frame of {frame}")
        number = imm
        if kind == "t":
            if not region.start <= imm < region.stop:
                raise self.fail(pc, f"jump to {imm} leaves the function")
            if imm <= pc and name not in BACK:
                counted = ", ".join(sorted(BACK))
                raise self.fail(pc, f"jump back to {imm}: only {counted} count steps")
        elif kind == "P":
            if imm >> 24 & 255 != frame:
                raise self.fail(pc, f"frame {imm >> 24 & 255} is not that of the function")
            number = imm & 0xFFFFFF
        for operand, what in names:
            value = {"a": a, "b": b, "c": c, "i": number, "low": number & 255}[operand]
            if not 0 <= value < self.sizes[what]:
                raise self.fail(pc, f"{what} {value}: there are {self.sizes[what]}")
        if impure and region.pure:
            raise self.fail(pc, "a pure function may not do this")
        if skips and pc + 2 >= region.stop:
            raise self.fail(pc, "control runs out of the function")
        if special is not None:
            first, count = special(self, pc, a, b, c, number)
            if first + count > frame:
                raise self.fail(
                    pc, f"slots {first} to {first + count - 1} are outside the frame of {frame}"
                )

    # ------------------------------------------------------------ tables

    def function(self, number: int, what: str, *, pure: bool, results: int | None) -> FunctionRow:
        functions = self.program.functions
        if not 0 <= number < len(functions):
            raise _error(self.program, f"{what}: function {number}: there are {len(functions)}")
        row = functions[number]
        if pure and not row.pure:
            raise _error(self.program, f"{what}: function {row.name!r} is not pure")
        if results is not None and row.results != results:
            raise _error(
                self.program,
                f"{what}: function {row.name!r} gives {row.results} words, expected {results}",
            )
        return row

    def functions(self) -> None:
        program = self.program
        for row in program.functions:
            if not 0 <= row.frame < 256:
                raise _error(program, f"function {row.name!r}: frame {row.frame}: at most 255")
            if not 0 <= row.params <= row.frame or not 0 <= row.results <= LIST_WORDS:
                raise _error(program, f"function {row.name!r}: parameters outside its frame")
        for what, number in (("setup", program.setup), ("main", program.main)):
            if self.function(number, what, pure=False, results=0).params:
                raise _error(program, f"{what}: expected no parameters")
        if program.value != -1 and (
            self.function(program.value, "value", pure=True, results=1).params != 1
        ):
            raise _error(program, "value: expected one parameter, the player")

    def abilities(self) -> None:
        program = self.program
        for number, row in enumerate(program.abilities):
            what = f"ability {number} ({row.name!r})"
            self.ability(what, row)
        for number in program.handlers:
            if not 0 <= number < len(program.abilities) or not program.abilities[number].rule:
                raise _error(program, f"handler {number} is not an ability of the rules")

    def ability(self, what: str, row: AbilityRow) -> None:
        program = self.program
        for field, value, size in (
            ("sort", row.sort, 8),
            ("of", row.of, 5),
            ("op", row.op, 4),
            ("runs", row.runs, 2),
            ("orderer", row.orderer, 2),
        ):
            if not 0 <= value < size:
                raise _error(program, f"{what}: {field} {value}: there are {size}")
        for field, value, size in (
            ("kind", row.kind, len(program.ability_kinds)),
            ("channel", row.channel, len(program.channels)),
            ("may", row.may, len(program.verbs)),
            ("stat", row.stat, self.sizes["stat"]),
            ("gives", row.gives, len(program.abilities)),
        ):
            if not -1 <= value < size:
                raise _error(program, f"{what}: {field} {value}: there are {size}")
        if row.body != -1:
            body = self.function(row.body, what, pure=row.sort in (5, 6), results=None)
            if body.params > 1 + 2 * MOST_ARGUMENTS:
                raise _error(program, f"{what}: the body has {body.params} parameters")
        if row.when != -1:
            when = self.function(row.when, what, pure=True, results=1)
            if when.params > 1 + 2 * MOST_ARGUMENTS:
                raise _error(program, f"{what}: the condition has {when.params} parameters")
        for number in (row.who, *row.targets):
            if number != -1:
                self.function(number, what, pure=True, results=SET_WORDS)
        if len(row.targets) > MOST_ARGUMENTS:
            raise _error(program, f"{what}: {len(row.targets)} targets, at most {MOST_ARGUMENTS}")
        if len(row.words) != len(program.ability_words):
            raise _error(program, f"{what}: {len(row.words)} ability words")
        if not 0 <= row.works_in < 1 << len(program.zones) or not 0 <= row.reads < 2**32:
            raise _error(program, f"{what}: zones or readings out of range")

    def tables(self) -> None:
        program = self.program
        zones = sum(2 * row.rows * row.columns for row in program.zones)
        for what, count in (
            ("zones", zones),
            ("kinds of zone", len(program.zones)),
            ("flags", len(program.flags)),
            ("stats", self.sizes["stat"]),
            ("kinds of link", len(program.links)),
            ("channels", len(program.channels)),
            ("printed words", len(program.words)),
            ("record types", len(program.records)),
            ("abilities", len(program.abilities)),
            ("kinds of ability", len(program.ability_kinds)),
            ("verbs", len(program.verbs)),
            ("stacks", len(program.stacks)),
            ("payment schemes", len(program.payments)),
            ("forms", len(program.forms)),
        ):
            if count > LIMITS[what]:
                raise _error(program, f"{count} {what}: at most {LIMITS[what]}")
        seen = [word.stat for word in program.words]
        if seen != sorted(seen, reverse=True):
            raise _error(program, "printed words: the stats come first")
        if len(program.stat_reads) != self.sizes["stat"]:
            raise _error(program, "one mask of readings is expected for each stat")
        if any(not 0 <= reads < 2**32 for reads in program.stat_reads):
            raise _error(program, "a mask of readings is outside 32 bits")
        for row in program.zones:
            if not (1 <= row.capacity <= 128 and 1 <= row.rows * row.columns <= 32):
                raise _error(program, f"zone {row.name!r}: capacity or cells out of range")
            if not 0 <= row.visibility <= 2:
                raise _error(program, f"zone {row.name!r}: visibility {row.visibility}")
        for name, visibility in program.links:
            if not 0 <= visibility <= 2:
                raise _error(program, f"link {name!r}: visibility {visibility}")
        for word, test, _ in program.masks:
            if not 0 <= word < len(program.words) or not 0 <= test < 8:
                raise _error(program, f"mask: word {word}, test {test}: out of range")
        for scheme in program.payments:
            self.payment(scheme.name, (scheme.points, scheme.colours, scheme.cost), scheme.channel)
            if not 0 <= scheme.ncolours <= 8 or not 0 <= scheme.any_shift <= 56:
                raise _error(program, f"payment {scheme.name!r}: at most eight colours")
        for name, record, capacity in program.stacks:
            if not 0 <= record < len(program.records) or not 1 <= capacity < 1024:
                raise _error(program, f"stack {name!r}: record type or capacity out of range")
        for record_row in program.records:
            if not (1 <= record_row.capacity <= 64 and 1 <= record_row.words <= 255):
                raise _error(
                    program, f"record {record_row.name!r}: capacity 1 to 64, words 1 to 255"
                )
            self.variables(
                f"record {record_row.name!r}", record_row.fields, first=1, last=record_row.words
            )
        self.variables("game", program.game_variables, last=MOST_VARIABLE_WORDS)
        self.variables("player", program.player_variables, last=MOST_VARIABLE_WORDS)
        for number, variable in enumerate(program.card_variables):
            if variable.offset != number or variable.words != 1:
                raise _error(program, f"card variable {variable.name!r}: expected one word")
            if variable.bits not in (8, 16, 32) or not (
                -1 << variable.bits - 1 <= variable.initial < 1 << variable.bits - 1
            ):
                raise _error(
                    program,
                    f"card variable {variable.name!r}: expected 8, 16 or 32 bits that "
                    "hold what it starts as",
                )
            if variable.slot_type not in (S_INT, S_CARD):
                raise _error(program, f"card variable {variable.name!r}: a number or a card")
        for form in program.forms:
            if len(form.words) != len(program.words) or len(form.abilities) > 8:
                raise _error(program, f"card {form.number!r}: words or abilities do not fit")
            if any(not 0 <= ability < len(program.abilities) for ability in form.abilities):
                raise _error(program, f"card {form.number!r}: unknown ability")
            if any(program.abilities[ability].kind < 0 for ability in form.abilities):
                raise _error(program, f"card {form.number!r}: an ability that no card can bear")

    def payment(self, name: str, words: tuple[int, ...], channel: int) -> None:
        if any(not 0 <= word < len(self.program.words) for word in words):
            raise _error(self.program, f"payment {name!r}: unknown printed word")
        if not -1 <= channel < len(self.program.channels):
            raise _error(self.program, f"payment {name!r}: unknown question")

    def variables(
        self, what: str, rows: Sequence[VariableRow], first: int = 0, last: int | None = None
    ) -> None:
        used = first
        for row in sorted(rows, key=lambda row: row.offset):
            if not 0 <= row.slot_type < len(SLOT_WORDS) or row.words != SLOT_WORDS[row.slot_type]:
                raise _error(self.program, f"{what}: {row.name!r}: words do not fit its type")
            if row.offset < used or (last is not None and row.offset + row.words > last):
                raise _error(self.program, f"{what}: {row.name!r}: overlaps or lies outside")
            used = row.offset + row.words

    def room(self) -> None:
        """Refuse a pool of records that a reference cannot address."""
        words = sum(row.words * row.capacity for row in self.program.records)
        if words + self.sizes["record word"] > MOST_RECORD_WORDS:
            raise _error(self.program, f"records of {words} words: at most {MOST_RECORD_WORDS}")

    def stops(self) -> None:
        program, before = self.program, -1
        for stop in program.stops:
            if not before < stop.pc < len(program.code):
                raise _error(program, f"stop {stop.pc}: not in ascending order of instructions")
            before = stop.pc
            frame, used = self.region(stop.pc).frame, 0
            for slot, slot_type in sorted(stop.slots):
                if not 0 <= slot_type < len(SLOT_WORDS):
                    raise _error(program, f"stop {stop.pc}: slot type {slot_type}")
                if slot < used or slot + SLOT_WORDS[slot_type] > frame:
                    raise _error(program, f"stop {stop.pc}: slot {slot} overlaps or lies outside")
                used = slot + SLOT_WORDS[slot_type]


def _words(rows: Sequence[VariableRow]) -> int:
    return max((row.offset + row.words for row in rows), default=0)


Special = Callable[[_Checker, int, int, int, int, int], tuple[int, int]]


def _call(check: _Checker, pc: int, a: int, b: int, c: int, imm: int) -> tuple[int, int]:
    callee = check.program.functions[imm]
    if a < CALL_SLOTS:
        raise check.fail(pc, f"arguments at slot {a}: the call needs {CALL_SLOTS} slots below")
    if check.region(pc).pure and not callee.pure:
        raise check.fail(pc, f"function {callee.name!r} is not pure")
    return a, max(callee.params, callee.results)


def _collect(check: _Checker, pc: int, a: int, b: int, c: int, imm: int) -> tuple[int, int]:
    if b > MOST_ARGUMENTS or c > 3 or (c and not b):
        raise check.fail(pc, f"{b} arguments of sort {c}")
    return a, max(1, b + (SET_WORDS - 1 if c == 2 else 0))


def _modify(check: _Checker, pc: int, a: int, b: int, c: int, imm: int) -> tuple[int, int]:
    if not imm >> 8 & 255 < 4 or not imm >> 16 < check.sizes["stat"]:
        raise check.fail(pc, "unknown operation or second stat")
    return a, SET_WORDS + 2


def _effect(check: _Checker, pc: int, a: int, b: int, c: int, imm: int) -> tuple[int, int]:
    if not 1 <= imm & 255 <= 5 or imm >> 8 & 15 > MOST_ARGUMENTS or imm >> 16:
        raise check.fail(pc, "unknown verb or too many kept values")
    return a, 3 + MOST_ARGUMENTS


def _asked(check: _Checker, pc: int, a: int, b: int, c: int, imm: int) -> tuple[int, int]:
    if imm >> 8 & 255 > MOST_ARGUMENTS + 1:
        raise check.fail(pc, f"{imm >> 8 & 255} arguments")
    return b, imm >> 8 & 255


def _legal(check: _Checker, pc: int, a: int, b: int, c: int, imm: int) -> tuple[int, int]:
    if imm & 255 >= MOST_ARGUMENTS:
        raise check.fail(pc, f"target {imm & 255}: at most {MOST_ARGUMENTS}")
    return a, SET_WORDS


def _link(check: _Checker, pc: int, a: int, b: int, c: int, imm: int) -> tuple[int, int]:
    if imm != 255 and not 0 <= imm < check.sizes["link"]:
        raise check.fail(pc, f"link {imm}: there are {check.sizes['link']}")
    return b, 1


def _cursor(check: _Checker, pc: int, a: int, b: int, c: int, imm: int) -> tuple[int, int]:
    if imm > 2 and not 256 <= imm < 256 + check.sizes["kind of ability"]:
        raise check.fail(pc, f"sort of ability {imm}")
    return a, 1


def _stored(check: _Checker, pc: int, a: int, b: int, c: int, imm: int) -> tuple[int, int]:
    # Word 0 says which record lives there: whoever holds a reference relies on it.
    if imm == 0:
        raise check.fail(pc, "word 0 of a record is the machine's")
    return a, 1


def _filter(check: _Checker, pc: int, a: int, b: int, c: int, imm: int) -> tuple[int, int]:
    if imm >> 8 & 255 >= 8:
        raise check.fail(pc, f"test {imm >> 8 & 255}")
    return a, SET_WORDS


def _slots(operand: str, count: int) -> Special:
    def give(check: _Checker, pc: int, a: int, b: int, c: int, imm: int) -> tuple[int, int]:
        return (a if operand == "a" else b), count

    return give


SPECIAL: Final[dict[str, Special]] = {
    "CALL": _call,
    "CALL1": _call,
    "CALL2": _call,
    "COLLECT": _collect,
    "MODIFY": _modify,
    "EFFECT": _effect,
    "ALLOWED": _asked,
    "VALUE": _asked,
    "PERMIT": _asked,
    "LEGAL": _legal,
    "SATT": _link,
    "ABNEXT": _cursor,
    "SFILT": _filter,
    "STF": _stored,
    "STFS": _stored,
    "PERFORM": _slots("a", 1),
    "PYTHON": lambda check, pc, a, b, c, imm: (a, len(check.program.python[imm].arguments)),
    "ZRC": lambda check, pc, a, b, c, imm: (c, 2),
    "WOULD": _slots("b", 2),
    "WOULDN": _slots("b", 2),
    "AFTERB": _slots("b", 1),
    "AFTERE": _slots("b", 1),
    "LACKING": _slots("b", SET_WORDS + 2),
    "USEFUL": _slots("b", 2 * SET_WORDS + 2),
}
PLANS: Final = tuple(_plans())


def continuous_channels(program: CompiledProgram) -> tuple[int, int, int]:
    """Give the channels of continuous expressions: of stat 0, of negating, of giving abilities.

    :raises RulesetError: they are not there, or not one after another in the order of the stats.
    """
    names = [row.name for row in program.channels]
    stats = [f"stat:{row.name}" for row in program.words if row.stat]
    try:
        first = names.index(stats[0]) if stats else 0
        result = first, names.index("negate"), names.index("gives")
    except ValueError as missing:
        raise _error(program, f"channels of continuous expressions: {missing}") from None
    if stats and names[first : first + len(stats)] != stats:
        raise _error(program, "channels of continuous expressions: not in the order of the stats")
    return result


def check_program(program: CompiledProgram) -> None:
    """Refuse a compiled program whose code or tables name something that is not there.

    :raises RulesetError: with the instruction or table entry, and what was expected.
    """
    check = _Checker(program)
    check.tables()
    check.room()
    check.functions()
    check.abilities()
    check.code()
    check.stops()
    continuous_channels(program)
