"""Random programs that check_program lets through, made of every instruction of the machine.

A program is a small ruleset with a word of every sort, whose game asks again and again which of
many functions to run next. Each function begins with slots of known types, carries out what the
dice gave, mostly on slots that fit, and in the end lays all its slots open in the game's variables.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from pathlib import Path

from msgspec.structs import replace

from tefuda.cards import AbilityUse, CardData, CardPool
from tefuda.checking import NAMES, _Checker, check_program
from tefuda.lang import compile_rules
from tefuda.lang.operations import (
    ABILITY_FIELDS,
    CARD_FIELDS,
    GAME_FIELDS,
    IMPURE,
    NUMBER,
    OPERANDS,
    OPERATIONS,
    OPTION_KINDS,
    ZONE_FIELDS,
)
from tefuda.lang.program import (
    CompiledProgram,
    FunctionRow,
    Instruction,
    StopRow,
    VariableRow,
)
from tefuda.program import Program

from ..lang import toy

#: Abilities of every sort, so that instructions that let others run find some.
ABILITIES = '''

SHINE = rules.timing_point("shine", Card)


@rules.procedure()
def bold_one(me: Card, card: Card) -> bool:
    return card.power > 1 and not card.marked


@rules.procedure()
def friends(me: Card) -> set[Card]:
    return me.user.field.cards


@rules.trigger(HIT)
def noticed(me: Card, card: Card) -> None:
    game.rounds = game.rounds + 1


@rules.trigger(HIT, may=SURE, when=bold_one)
def offered(me: Card, card: Card) -> None:
    card.marked = True
    modify(card, POWER, 1, until=TURN)


@rules.trigger(SHINE, survives=True, rechecks=True, when=bold_one)
def shone(me: Card, card: Card) -> None:
    game.rounds = game.rounds + 100


@rules.trigger(RESTED)
def rests(me: Card, card: Card) -> None:
    me.tapped = True


@rules.trigger(BEGAN)
def begins(me: Card, player: Player) -> None:
    player.life = player.life - 1


@rules.on(DONE)
def all_done() -> None:
    game.rounds = game.rounds + 1000


@rules.instead(GOING)
def stays(me: Card, card: Card) -> bool:
    card.marked = True
    return card.power > 1


@rules.answers(MAY_GO)
def heavy(me: Card, card: Card) -> bool:
    return not card.tapped


@rules.answers(MAY_AIM)
def shy(me: Card, card: Card, player: Player) -> bool:
    return card.user == player


@rules.answers(WORTH)
def dear(me: Card, base: int, card: Card) -> int:
    return base + card.power


@rules.continuous(stat=GUARD, who=friends)
def shields(me: Card, card: Card) -> int:
    return 1 if card.tapped else 2


@rules.continuous(negates=True)
def hollow(me: Card) -> None:
    """Its own abilities do nothing."""


@rules.continuous(gives=FAST, who=friends)
def hurries(me: Card) -> None:
    """Those on the field are fast."""
'''
CARDS = (
    (),
    ("fast",),
    ("noticed", "offered"),
    ("spark",),
    ("shone", "rests"),
    ("begins", "stays"),
    ("heavy", "shy", "dear"),
    ("shields",),
    ("hollow", "fast"),
    ("burst", "spark"),
    (),
    ("hurries",),
)
COPIES = 64  # of cards in a deck: with two of them every number of a card is one of the match

# ---------------------------------------------------------------- slots

#: The slots of every function: how many of each type, and how wide one is.
SLOTS = (
    ("n", 8, 1),  # any number
    ("c", 6, 1),  # card
    ("p", 3, 1),  # player
    ("z", 3, 1),  # zone
    ("e", 2, 1),  # place
    ("f", 1, 1),  # form
    ("b", 3, 1),  # bits
    ("d", 4, 1),  # record
    ("y", 3, 1),  # ability
    ("o", 2, 1),  # option
    ("k", 3, 1),  # counts
    ("i", 4, 1),  # small number
    ("u", 2, 1),  # until
    ("m", 2, 1),  # mark
    ("S", 6, 2),  # set
    ("L", 3, 4),  # list
)
FIRST = 2
PLACES: dict[str, list[int]] = {}
_next = FIRST
for _type, _count, _width in SLOTS:
    PLACES[_type] = [_next + _width * _k for _k in range(_count)]
    _next += _count * _width
#: Counters of loops, slots for arguments in a row, and the frame of a function that is called.
COUNTERS = [_next, _next + 1, _next + 2]
ARGUMENTS = _next + 3
OPEN_SLOTS = ARGUMENTS + 14  # from here on belongs to calls
CALLED = OPEN_SLOTS + 2
FRAME = CALLED + 12
DUMPED = OPEN_SLOTS - FIRST
#: What holds or names records takes nothing else: where no record begins, memory may hold anything.
_RECORDS = {*PLACES["d"], *PLACES["u"]}
#: Where a value of so many words may lie that is of no fitting type.
WILD = {
    width: [
        slot
        for slot in range(FIRST, OPEN_SLOTS - width)
        if _RECORDS.isdisjoint(range(slot, slot + width))
    ]
    for width in (1, 2, 4)
}

#: Types of the operands of each operation that takes plain ones; ``.`` for no slot.
ROLES = {
    name: roles
    for line in """
n MOVI MOVK LDB STB LDG STG ASSERT JT JF CLEN
nn MOV ADDI RSUBI MULI ANDI ORI SHLI SHRI JEQ JNE JLT JLE
nnn ADD SUB MUL DIV MOD MIN MAX AND OR ANDN
nni SHL SHR
ni BIT RANDN
nb BCNT BLOW
c JSOME JNONE JFLAG JFLAGN FSET FCLR
n. JEQI JNEI JLTI JLEI JGTI JGEI
bi JBIT
cS JHAS JHASN SLOW SITER SNEXT RANDC
S JSET JSETN SCLR SALL SMASK SFLAG SPLAY SDOWN FSETS FCLRS LDGS STGS SKINDS ARRANGE REVEAL HIDE
S LIFT UNLIFT UNMODIFY UNUSE OPTS
SS JSEQ JSNE JSUB JSUBN SMOV SANDM SANDNM SANDF SANDNF SHASK SACT
SSS SAND SOR SANDN SXOR SLIKES
.. JQUIET
ib BITER BNEXT
cLi LITER LGET
Sc SONE SADD SDEL SATT STREE
nS SCNT SSUM SBEST
SSi SFIRST
SSc SAFTER SLIKE
Sn SVAL
SSn SFILT
Sp SUSED SOWNED SKNOWN LDPS SKIND
cn FPUT STC
nc FGET CARDF WASF WASSTAT WASFLAG BASE STAT ORIG LDC HASK
np LDP ZCNTK
pn STP
pS STPS LOOK
d JFT JFF JFSOME JFNONE NEW DROP CPUSH CPOP CTOP STAMP
d.. JFEQI JFNEI
nd LDF
dn STF
Sd LDFS
dS STFS
di CAT
cd JSTILL
SSd STILL
zp ZONE
zpi ZCELL ZRC
cz ZTOP ZBOT
czi ZAT
nz ZCNT ZFIELD
cp ZTOPK
Sz SZONE
Spb SCELLS
Sb SZONES
bp ZALL ZEMPTY
bpb ZPICK
bb ZCELLS
cep PUT
Sep PUTS
Le PUTL
ccp ATTACH
cf BECOME
z SHUF
pc JKNOW
L LCLR OPTL
LL LMOV
Lc LADD
nL LLEN
Lz LZONE
SL LSET
up EXPIRE
ymc ABNEXT
yc EFFOF
ny ABWORD ABFIELD
y USE
p OPEN
b OPTBITS LOSERS
n. OPTN
ii. OPTR
o CHOOSE JVERBN
no OVERB
co OVAL
nk COUNTS CTOTAL
nki COUNTV
kkn CPLUS
kkk CADD CSUB
kk JCOVERS
m HELDB
p ENDGAME
SSS PAYABLE
. HELDE EXFAIL STREAM PASS WASEND FAILI
""".strip().splitlines()
    for roles, *names in [line.split()]
    for name in names
}
#: What stands between others that it belongs to, or needs slots in a row (made by ``Maker``).
GROUPS = frozenset(
    "CALL CALL1 CALL2 PERFORM LEGAL COLLECT SETTLE SETTLEA WOULD WOULDN AFTERB AFTERE MODIFY "
    "EFFECT ALLOWED VALUE PERMIT LACKING USEFUL OPTA OPTLEN OPTNEXT "
    "OPTKEEP OPTZ LOOP".split()
)
CALLS = frozenset(("CALL", "CALL1", "CALL2"))
#: What ends a function or is only at its place elsewhere.
APART = frozenset("HALT ENDED JMP RET RETV RETI RETS RETL PYTHON".split())
#: What takes a handler in Python: ``tests/plugins/test_python_handlers.py`` has it in machine code.
ELSEWHERE = frozenset(("PYTHON",))
#: What mostly ends a game, or empties what others need.
RARE = frozenset(
    "FAILI ENDGAME LOSERS ASSERT CHOOSE SNEXT BNEXT HIDE CPOP DIV MOD ATTACH LADD DROP ZCELL "
    "ZRC SHL SHR BIT COUNTV LGET CAT".split()
)
#: What operations are about that read or write a built-in word.
WORDS = {
    "CARDF": CARD_FIELDS,
    "ABFIELD": ABILITY_FIELDS,
    "ZFIELD": ZONE_FIELDS,
    "LDB": GAME_FIELDS,
    "STB": GAME_FIELDS,
}
JUMPS = frozenset(name for name, operands in OPERANDS.items() if operands[3] == "t")


def base(folder: Path) -> CompiledProgram:
    """Compile the ruleset whose tables the programs use, and give it room."""
    module = toy.build(folder, ABILITIES)
    names = ["power", "guard", "colour", "colours", "hues", "size", "cells", "ex", "cost"]
    cards = [
        CardData(
            f"N{number:02}",
            f"card {number}",
            {name: (number * 7 + k) % 5 for k, name in enumerate(names)},
            tuple(AbilityUse(text) for text in texts),
        )
        for number, texts in enumerate(CARDS)
    ]
    compiled = compile_rules(module.rules, CardPool(cards))
    zones = tuple(
        replace(zone, capacity=128) if zone.rows == 1 else zone for zone in compiled.zones
    )
    used = max(row.offset + row.words for row in compiled.game_variables)
    shown = tuple(VariableRow(f"slot{k}", used + k, 1, 0, "int") for k in range(DUMPED + 4))
    # Variables of cards are of three widths; what is too wide must fail alike, and never be cut.
    of_cards = [
        VariableRow(f"held{bits}", len(compiled.card_variables) + k, 1, 0, "int", 1 - k, bits)
        for k, bits in enumerate((8, 16, 32, 8))
    ]
    return replace(
        compiled,
        zones=zones,
        card_variables=(*compiled.card_variables, *of_cards),
        masks=((0, 2, 2), (2, 0, 3), (5, 1, 1)),
        game_variables=(*compiled.game_variables, *shown),
        records=tuple(replace(row, capacity=64) for row in compiled.records),
        capacities={
            **compiled.capacities,
            "steps": 3000,
            "stack": 1600,
            "options": 300,
        },
    )


def _every() -> list[tuple[str, int | None]]:
    """Every operation that can be anywhere, with the number of the built-in word it is about."""
    every: list[tuple[str, int | None]] = []
    for op in OPERATIONS:
        words = WORDS.get(op.name)
        if op.name not in APART:
            every += [(op.name, k) for k in range(len(words))] if words else [(op.name, None)]
    return every


def pieces() -> int:
    """How many functions give each operation, and each built-in word, one of its own."""
    return len(_every())


@dataclass
class _Function:
    """One function while it is written: instructions, and jumps that wait for their target."""

    name: str
    pure: bool
    params: int = 0
    results: int = 0
    frame: int = FRAME
    rows: list[list[int]] = field(default_factory=list)
    #: Where each piece begins; jumps lead there.
    pieces: list[int] = field(default_factory=list)
    #: (row, piece) of jumps.
    jumps: list[tuple[int, int]] = field(default_factory=list)

    def add(self, name: str, a: int = 0, b: int = 0, c: int = 0, imm: int = 0) -> None:
        if OPERANDS[name][3] == "P":
            imm = (imm & 0xFFFFFF) | self.frame << 24
            imm -= (imm & 1 << 31) << 1
        self.rows.append([NUMBER[name], a, b, c, imm])


class Maker:
    """Makes one program from a number."""

    def __init__(self, compiled: CompiledProgram, seed: int, functions: int, length: int) -> None:
        self.base = compiled
        self.dice = random.Random(seed)
        self.sizes = _Checker(compiled).sizes
        program = Program(compiled)
        self.kinds = program.kinds()
        self.zones = program.offsets()["nzones"]
        self.per_player = self.zones // 2
        self.dump_at = max(row.offset for row in compiled.game_variables) - (DUMPED + 3)
        self.constants = [*compiled.constants, *self._constants()]
        self.sizes["constant"] = len(self.constants)
        self.made: list[_Function] = []
        self.number_of = len(compiled.functions)
        self.inits: list[int] = []
        self.tests: list[int] = []
        self.sets: list[int] = []
        self.choices: list[int] = []
        self.wild = 0.0
        for _ in range(8):
            self.inits.append(self._end(self._init()))
        self.dump = self._end(self._dump())
        judges = max(4, functions // 2)
        self.tour: list[list[tuple[str, int | None]]] = []
        pure = [piece for piece in _every() if piece[0] not in IMPURE]
        for k in range(judges):
            if k == 1:
                self.tour = self._tour(pure, judges - 1) + self._tour(pure, judges - 1)
            self.tests.append(self._end(self._pure("RETV", length // 2)))
            self.sets.append(self._end(self._pure("RETS", length // 2)))
        self.tour = self._tour(_every(), functions)
        for _ in range(functions):
            self.choices.append(self._end(self._ordinary(length)))
        self.deal = self._end(self._dealt())
        self.driver = self._end(self._driver())

    # ------------------------------------------------------------ parts

    def _constants(self) -> list[int]:
        dice = self.dice
        special = [0, -1, 2**63 - 1, -(2**63), 2**31, -(2**31) - 1, 1 << 62, 255, 2**32]
        numbers = [dice.getrandbits(dice.randrange(1, 64)) * dice.choice((1, -1)) for _ in range(6)]
        self.ability_constants = range(
            len(self.base.constants) + len(special) + len(numbers),
            len(self.base.constants) + len(special) + len(numbers) + 24,
        )
        abilities = []
        for _ in self.ability_constants:
            number = dice.randrange(len(self.base.abilities))
            bearer = dice.choice((dice.randrange(128), dice.randrange(128), 255))
            slot, effect = dice.choice(((dice.randrange(8), 255), (255, dice.randrange(4))))
            age = dice.randrange(50) if effect != 255 else 0
            abilities.append(
                number | bearer << 16 | slot << 24 | effect << 32 | age << 40 | 1 << 62
            )
        return special + numbers + abilities

    def _end(self, made: _Function) -> int:
        """Keep a finished function, and give its number."""
        made.pieces.append(len(made.rows))
        self.made.append(made)
        return self.number_of + len(self.made) - 1

    def _init(self) -> _Function:
        """Lay a value of its type in every slot of the caller, whose frame begins two below."""
        made = _Function("fill", False, frame=FRAME)
        self._lay(made, FIRST)
        made.add("RET")
        return made

    def _lay(self, made: _Function, below: int = 0) -> None:
        """Lay a value of its type in every slot; a frame may begin so many slots below."""
        dice = self.dice
        own = len(self.base.constants)

        def put(slot: int, *values: int) -> None:
            made.add("MOVI", slot - below, imm=dice.choice(values))

        for slot in PLACES["n"]:
            if dice.random() < 0.4:
                made.add("MOVK", slot - below, imm=own + dice.randrange(15))
            else:
                put(slot, dice.randrange(-9, 10), dice.randrange(-(2**31), 2**31), 1, 0, -1)
        for slot in PLACES["c"]:
            if dice.random() < 0.5:
                made.add("MOVI", slot - below, imm=dice.randrange(2))
                made.add("ZTOPK", slot - below, slot - below, imm=dice.randrange(len(self.kinds)))
            else:
                cards = [dice.randrange(128) for _ in range(60)]
                put(slot, *cards, -1, -1, 128 + dice.randrange(200))
        for slot in PLACES["p"]:
            put(slot, *[0, 1] * 50, 2, -1)
        for slot in PLACES["z"]:
            put(slot, *[*range(self.zones)] * 5, self.zones)
        for slot in PLACES["e"]:
            put(slot, *range(self.zones), *[256, 257, 258] * 9, -1)
        for slot in PLACES["f"]:
            put(slot, *range(len(self.base.forms)), -1)
        for slot in PLACES["b"]:
            put(slot, dice.getrandbits(self.zones), dice.getrandbits(6), 0, -1)
        for slot in PLACES["d"]:
            if not made.pure and dice.random() < 0.3:
                made.add("NEW", slot - below)
                made.add("STG", slot - below, imm=self.dump_at + DUMPED + dice.randrange(4))
            else:
                made.add("LDG", slot - below, imm=self.dump_at + DUMPED + dice.randrange(4))
        for slot in PLACES["y"]:
            made.add("MOVK", slot - below, imm=dice.choice(self.ability_constants))
            if dice.random() < 0.1:
                put(slot, -1, 7)
            elif dice.random() < 0.5:
                made.add("MOVI", ARGUMENTS - below, imm=dice.randrange(128))
                made.add("EFFOF", slot - below, ARGUMENTS - below)
        for slot in PLACES["o"]:
            made.add("MOVI", slot - below, imm=dice.randrange(256))
            made.add("SHLI", slot - below, slot - below, imm=dice.choice((48, 56)))
            made.add("ORI", slot - below, slot - below, imm=dice.randrange(2**31))
        for slot in PLACES["k"]:
            put(slot, 0, 0x0203, 0x01010101, 0x7F007F01)
        for slot in PLACES["i"]:
            put(slot, *range(6), *[0, 0, 1] * 9, dice.choice((7, 8, 63, 64, -1)))
        for slot in PLACES["u"]:
            put(slot, 0, 1, 2)
        for slot in (*PLACES["m"], *COUNTERS):
            put(slot, 0)
        for slot in PLACES["S"]:
            how = dice.choice(("SCLR", "SALL", "SPLAY", "SKINDS", "SKINDS", "SONE"))
            made.add("MOVI", ARGUMENTS - below, imm=dice.randrange(-1, 128))
            made.add(
                how,
                slot - below,
                ARGUMENTS - below if how == "SONE" else 0,
                imm=dice.randrange(len(self.kinds)) if how == "SKINDS" else 0,
            )
        for slot in PLACES["L"]:
            made.add("LCLR", slot - below)
            for _ in range(dice.choice((0, 1, 3, 3, 31))):
                card = dice.randrange(128)
                made.add("MOVI", ARGUMENTS - below, imm=card)
                made.add("LADD", slot - below, ARGUMENTS - below)
        for slot in range(ARGUMENTS, OPEN_SLOTS):
            made.add("MOVI", slot - below, imm=0)

    def _dump(self) -> _Function:
        made = _Function("show", False)
        for k in range(DUMPED):
            made.add("STG", k, imm=self.dump_at + k)
        made.add("RET")
        return made

    def _begun(self, name: str, pure: bool, **more: int) -> _Function:
        made = _Function(name, pure, **more)
        if self.dice.random() < 0.2:
            made.frame = 150  # its number, in the highest byte, makes an immediate negative
        self.wild = self.dice.choice((0.0, 0.0, 0.004, 0.03))
        if pure:
            # What another function leaves behind beside its results, a pure one need not find.
            self._lay(made)
            for slot in range(made.params):
                made.add("MOV", self.dice.choice(PLACES["n"]), slot)
        else:
            made.add("CALL", FIRST, imm=self.dice.choice(self.inits))
        return made

    def _pure(self, ending: str, length: int) -> _Function:
        results = 1 if ending == "RETV" else 2
        made = self._begun("judge", True, results=results, params=self.dice.randrange(FIRST + 1))
        self._begin_tour(made)
        self._pieces(made, len(made.rows) + length)
        if ending == "RETS":
            made.add("RETS", self.dice.choice(PLACES["S"]))
            return made
        # A number in which every register counts.
        for slot in range(FIRST, OPEN_SLOTS - 1):
            made.add("MULI", OPEN_SLOTS - 1, OPEN_SLOTS - 1, imm=1_000_003)
            made.add("ADD", OPEN_SLOTS - 1, OPEN_SLOTS - 1, slot)
        made.add("RETV", OPEN_SLOTS - 1)
        return made

    def _ask_a_judge(self, made: _Function, number: int) -> None:
        """Call a pure function, each in turn, and keep what it gives."""
        judge = (self.tests + self.sets)[number % (2 * len(self.tests))]
        for k in range(FIRST):
            made.add("MOV", CALLED + k, self.slot("n"))
        made.add("CALL", CALLED, imm=judge)
        if judge in self.tests:
            made.add("MOV", self.slot("n"), CALLED)
        else:
            made.add("SMOV", self.slot("S"), CALLED)

    def _begin_tour(self, made: _Function) -> None:
        if self.tour:
            for name, word in self.tour.pop():
                made.pieces.append(len(made.rows))
                self.piece(made, name, word)

    def _ordinary(self, length: int) -> _Function:
        made = self._begun(f"do{len(self.choices)}", False)
        if self.dice.random() < 0.5:
            self._ask_a_judge(made, len(self.choices))
        self._begin_tour(made)
        self._pieces(made, self.dice.randrange(length // 3, length))
        made.add("CALL", FIRST, imm=self.dump)
        last = self.dice.choice("RET RET RETV RETI RETS RETL".split())
        made.add(last, self.dice.choice(PLACES["L"]) if last in ("RETL", "RETS", "RETV") else 0)
        return made

    def _dealt(self) -> _Function:
        """Lay cards everywhere, some of them hanging or face down."""
        made, dice = _Function("deal", False), self.dice
        rows = {zone.name: (zone.rows * zone.columns) for zone in self.base.zones}
        for player in (0, 1):
            cards = dice.sample(range(64 * player, 64 * player + 64), 40)
            for zone, (first, cells) in zip(self.base.zones, self.kinds, strict=True):
                for k in range(10 if rows[zone.name] == 1 else cells - 1):
                    place = first + player * self.per_player + (k if cells > 1 else 0)
                    made.add("MOVI", 2, imm=cards.pop())
                    made.add("MOVI", 3, imm=place)
                    made.add("MOVI", 4, imm=player)
                    made.add("PUT", 2, 3, 4, dice.choice((0, 0, 0, 1, 2, 4)))
                    if cells > 1 and k < 2:
                        made.add("MOVI", 3, imm=cards.pop())
                        made.add("ATTACH", 3, 2, 4, dice.choice((0, 1 << 9)))
        made.add("RET")
        return made

    def _driver(self) -> _Function:
        """Ask which function to run, and run it, for ever."""
        made = _Function("drive", False)
        made.add("CALL", 12, imm=self.deal)
        for slot in range(4):
            made.add("NEW", 2)
            made.add("STG", 2, imm=self.dump_at + DUMPED + slot)
            made.add("CPUSH", 2)
        again = len(made.rows)
        made.add("LDB", 2, imm=GAME_FIELDS.index("turn_player"))
        made.add("OPEN", 2)
        made.add("MOVI", 3, imm=0)
        made.add("MOVI", 4, imm=len(self.choices) - 1)
        made.add("OPTR", 3, 4, len(self.base.verbs) - 1, 3)
        made.add("CHOOSE", 5)
        made.add("OVAL", 6, 5)
        for k, function in enumerate(self.choices):
            made.add("MOVI", 7, imm=k)
            made.jumps.append((len(made.rows), len(made.pieces)))
            made.add("JNE", 6, 7)
            made.add("CALL", 12, imm=function)
            made.pieces.append(len(made.rows))
        made.add("LOOP", imm=again)
        return made

    # ------------------------------------------------------------ the dice

    def _pieces(self, made: _Function, length: int) -> None:
        names = [op.name for op in OPERATIONS if op.name not in APART]
        if made.pure:
            barred = IMPURE if self.tests else IMPURE | CALLS
            names = [name for name in names if name not in barred]
        loops: list[tuple[str, int, int, int]] = []
        while len(made.rows) < length:
            made.pieces.append(len(made.rows))
            if loops and self.dice.random() < 0.3:
                self._close(made, *loops.pop())
                continue
            if len(loops) < len(COUNTERS) and self.dice.random() < 0.06:
                loops.append(self._open(made, COUNTERS[len(loops)]))
                continue
            name = self.dice.choice(names)
            if name in RARE and self.dice.random() < 0.7:
                continue
            self.piece(made, name)
        while loops:
            made.pieces.append(len(made.rows))
            self._close(made, *loops.pop())

    def _tour(
        self, every: list[tuple[str, int | None]], functions: int
    ) -> list[list[tuple[str, int | None]]]:
        """All operations, and built-in words of them, spread over the beginnings of functions.

        What may end a game comes last among those of one function.
        """
        self.dice.shuffle(every)
        stops = [every[k::functions] for k in range(functions)]
        return [sorted(stop, key=lambda piece: piece[0] in RARE) for stop in stops]

    def piece(self, made: _Function, name: str, word: int | None = None) -> None:
        """Add one operation with what belongs to it; of a built-in word, if it is about one."""
        if name in GROUPS:
            getattr(self, f"_{name.lower()}")(made)
        else:
            self.plain(made, name, word)

    def _open(self, made: _Function, counter: int) -> tuple[str, int, int, int]:
        """Begin a loop: how it goes on, its slots, and where it begins."""
        how = self.dice.choice(("LOOP", "SNEXT", "BNEXT"))
        if how == "LOOP":
            made.add("MOVI", counter, imm=0)
        slot = self.slot({"LOOP": "n", "SNEXT": "S", "BNEXT": "b"}[how])
        return how, counter, slot, len(made.rows)

    def _close(self, made: _Function, how: str, counter: int, slot: int, begin: int) -> None:
        if how == "LOOP":
            made.add("ADDI", counter, counter, imm=1)
            made.jumps.append((len(made.rows), len(made.pieces)))
            made.add("JGEI", counter, self.dice.randrange(1, 5))
            made.add("LOOP", imm=begin)
        else:
            made.add(how, self.slot("c" if how == "SNEXT" else "i"), slot, imm=begin)

    def slot(self, role: str, width: int = 1) -> int:
        """A slot of a type, or now and then any that is wide enough."""
        if role not in "du" and self.dice.random() < self.wild:
            width = {"S": 2, "L": 4}.get(role, width)
            return self.dice.choice(WILD[width])
        return self.dice.choice(PLACES[role])

    def plain(self, made: _Function, name: str, word: int | None = None) -> None:
        operands, roles = OPERANDS[name], ROLES[name]
        row = [0, 0, 0, 0]
        for at, role in enumerate(roles):
            if role != "." and operands[at] not in "n-":
                row[at] = self.slot(role, 2 if operands[at] == "k" else 1)
        for at in range(3):
            if operands[at] == "n":
                row[at] = self.dice.choice((self.dice.randrange(256), self.dice.randrange(4)))
        if operands[3] == "n":
            row[3] = self.immediate(name)
        for operand, what in NAMES.get(name, ()):
            value = self.dice.randrange(self.sizes[what])
            if operand in "abc":
                row["abc".index(operand)] = value
            else:
                row[3] = value
        if word is not None:
            row[3] = word
        self.fitting(name, row)
        if operands[3] == "t":
            made.jumps.append((len(made.rows), len(made.pieces) + self.dice.randrange(5)))
        made.add(name, *row)

    def immediate(self, name: str) -> int:
        dice = self.dice
        if name in ("PUT", "PUTS", "PUTL"):
            return dice.choice((0, 0, 1, 2, 3, 4 if name != "PUTL" else 0))
        if name in ("SHLI", "SHRI"):
            return dice.randrange(64)
        return dice.choice((dice.randrange(-9, 10), dice.randrange(-(2**31), 2**31)))

    def fitting(self, name: str, row: list[int]) -> None:
        """Give operands the values that only their operation knows."""
        dice = self.dice
        if name == "STB":
            fits = {"turn": "i", "cause": "y"}.get(GAME_FIELDS[row[3]], "p")
            row[0] = self.slot(fits)
        elif name == "SATT":
            row[3] = dice.choice((255, dice.randrange(self.sizes["link"])))
        elif name == "ABNEXT":
            row[3] = dice.choice((0, 1, 2, 256 + dice.randrange(self.sizes["kind of ability"])))
        elif name == "SFILT":
            row[3] |= dice.randrange(6) << 8
        elif name in ("SSUM", "SBEST"):
            row[3] |= dice.randrange(2) << 8 | (dice.randrange(2) << 9 if name == "SBEST" else 0)
        elif name == "ATTACH":
            row[3] |= dice.choice((0, 0, 1 << 9, 1 << 10))
        elif name in ("STF", "STFS"):
            row[3] = max(row[3], 1)
        elif name in ("STG", "STGS"):
            # The last variables name records.
            row[3] = min(row[3], self.dump_at + DUMPED - (2 if name == "STGS" else 1))
        elif name in RECORD_JUMPS:
            row[1] = dice.randrange(self.sizes["record word"])
        elif name in ("OPTN", "OPTR", "OPTBITS"):
            # The texts of other options ask that there be what they name.
            row[3] = OPTION_KINDS.index(dice.choice(("number", "yes_no")))
        elif name == "CPLUS":
            row[3] = dice.randrange(self.sizes["count"])
        elif name == "ZRC":
            row[2] = dice.choice(PLACES["i"][:-1])

    # ------------------------------------------------------------ groups

    def arguments(self, made: _Function, *roles: str | int) -> int:
        """Lay values in a row, and give where."""
        at = ARGUMENTS
        for role in roles:
            if isinstance(role, int):
                made.add("MOVI", at, imm=role)
            elif role == "S":
                made.add("SMOV", at, self.slot("S"))
                at += 1
            else:
                made.add("MOV", at, self.slot(role))
            at += 1
        return ARGUMENTS

    def _loop(self, made: _Function) -> None:
        made.jumps.append((len(made.rows), len(made.pieces) + self.dice.randrange(4)))
        made.add("JMP")

    def callee(self, made: _Function) -> int:
        """Choose a function to call, and lay its arguments."""
        chosen = self.dice.choice(self.choices or self.inits)
        if self.tests and (made.pure or self.dice.random() < 0.3):
            chosen = self.dice.choice(self.tests + self.sets)
        if self.dice.random() < (0.004 if made.pure else 0.04):
            chosen = self.number_of + len(self.made)  # itself, again and again
        known = [*self.made, made]
        for k in range(known[chosen - self.number_of].params):
            made.add("MOV", CALLED + k, self.slot("n"))
        return chosen

    def _call(self, made: _Function) -> None:
        made.add("CALL", CALLED, imm=self.callee(made))

    def _call1(self, made: _Function) -> None:
        made.add("CALL1", CALLED, self.slot("n"), imm=self.callee(made))

    def _call2(self, made: _Function) -> None:
        made.add("CALL2", CALLED, self.slot("n"), self.slot("c"), imm=self.callee(made))
        made.add("MOV", self.slot("n"), CALLED)

    def _perform(self, made: _Function) -> None:
        made.add("MOV", CALLED + 1, self.slot("d"))
        self._lay_none(made, 2)
        made.add("PERFORM", CALLED, self.slot("y"))

    def _lay_none(self, made: _Function, first: int) -> None:
        """Lay what an ability may take beside what is known of all: nothing else is there then."""
        for k in range(first, 8):
            made.add("MOVI", CALLED + k, imm=-1)

    def _legal(self, made: _Function) -> None:
        made.add("MOV", CALLED + 1, self.slot("c"))
        self._lay_none(made, 2)
        made.add("LEGAL", CALLED, self.slot("y"), imm=self.dice.randrange(3))
        made.add("SMOV", self.slot("S"), CALLED)

    def channel(self, *kinds: str) -> int:
        found = [k for k, row in enumerate(self.base.channels) if row.kind in kinds]
        return self.dice.choice(found)

    def _collect(self, made: _Function) -> None:
        channel = self.channel("timing")
        sort = self.dice.choice((1, 2, 3)) if self.base.channels[channel].arguments else 0
        roles = {0: (), 1: ("c",), 2: ("S",), 3: ("p",)}[sort]
        slot = self.arguments(made, *roles, *("n" for _ in range(2)))
        count = len(roles) + self.dice.randrange(2) if sort else 0
        made.add("COLLECT", slot, count, sort, channel)
        if self.dice.random() < 0.8:
            made.add("SETTLE", slot)

    def _settle(self, made: _Function) -> None:
        made.add("SETTLE", self.slot("m"))

    def _settlea(self, made: _Function) -> None:
        made.add("SETTLEA", self.slot("m"))

    def _would(self, made: _Function) -> None:
        cards = self.slot("S")
        slot = self.arguments(made, 0, -1)
        made.add("WOULD", cards, slot, imm=self.channel("timing"))
        made.add("WOULDN", cards, slot, imm=self.channel("timing"))

    def _wouldn(self, made: _Function) -> None:
        made.add("WOULDN", self.slot("S"), self.arguments(made, "m", -1))

    def _afterb(self, made: _Function) -> None:
        mark, cards = self.slot("m"), self.slot("S")
        made.add("AFTERB", cards, mark, imm=self.channel("timing"))
        made.add("PUTS", cards, self.slot("e"))
        for name in ("WASF", "WASFLAG", "WASSTAT"):
            self.plain(made, name)
        made.add("AFTERE", cards, mark)
        made.add("SETTLE", mark)
        made.add("WASEND")

    def _aftere(self, made: _Function) -> None:
        made.add("AFTERE", self.slot("S"), self.slot("m"))

    def _modify(self, made: _Function) -> None:
        slot = self.arguments(made, "S", self.dice.randrange(-3, 4), "u")
        stat, other = (self.dice.randrange(self.sizes["stat"]) for _ in range(2))
        made.add("MODIFY", slot, imm=stat | self.dice.randrange(4) << 8 | other << 16)

    def _effect(self, made: _Function) -> None:
        dice = self.dice
        verb = dice.randrange(1, 6)
        number = (
            dice.randrange(len(self.base.abilities))
            if verb in (1, 5)
            else dice.choice((0xFFFF, dice.randrange(self.sizes["kind of ability"])))
        )
        subject: str | int = dice.choice(("c", "c", "c", 256, 257, 512))
        slot = self.arguments(made, subject, number, "u", "c", "n", "n", "n")
        made.add("EFFECT", slot, imm=verb | dice.randrange(5) << 8 | dice.randrange(16) << 12)

    def _allowed(self, made: _Function) -> None:
        slot = self.arguments(made, "c", "p", "n")
        made.add("ALLOWED", self.slot("n"), slot, imm=self.channel("question") | 2 << 8)

    def _value(self, made: _Function) -> None:
        slot = self.arguments(made, "n", "c", "p")
        made.add("VALUE", self.slot("n"), slot, imm=self.channel("question") | 3 << 8)

    def _permit(self, made: _Function) -> None:
        slot = self.arguments(made, "p", "n")
        made.add("PERMIT", self.slot("S"), slot, imm=self.channel("question") | 1 << 8)

    def _lacking(self, made: _Function) -> None:
        slot = self.arguments(made, "S", "k", "k")
        made.add("LACKING", self.slot("n"), slot)

    def _useful(self, made: _Function) -> None:
        slot = self.arguments(made, "S", "k", "k", "S")
        made.add("USEFUL", self.slot("S"), slot)

    def _optz(self, made: _Function) -> None:
        zones = self.dice.choice(PLACES["b"])
        made.add("ZALL", zones, self.slot("p"), imm=self.dice.randrange(len(self.kinds)))
        made.add("OPTZ", zones, self.dice.randrange(self.sizes["verb"]))

    def _opta(self, made: _Function) -> None:
        made.add("OPEN", self.slot("p"))
        cards = self.arguments(made, "S", 0, 0, 0)
        following, kept, stays = range(cards + 2, cards + 5)
        made.add("OPTLEN", following)
        made.add("MOV", kept, following)
        made.add("OPTA", cards, self.dice.randrange(self.sizes["verb"]))
        if self.dice.random() < self.wild:
            made.add("MOVI", self.dice.choice((following, kept)), imm=self.dice.randrange(-1, 5))
        for _ in range(self.dice.randrange(4)):
            made.jumps.append((len(made.rows), len(made.pieces)))
            made.add("OPTNEXT", self.slot("y"), following, kept)
            made.add("MOVI", stays, imm=self.dice.randrange(2))
            made.add("OPTKEEP", stays, following, kept)
        for name in ("OPTS", "OPTN", "PASS"):
            self.plain(made, name)
        if self.dice.random() < 0.5:
            made.add("CHOOSE", self.slot("o"))

    _optlen = _optnext = _optkeep = _opta

    # ------------------------------------------------------------ all together

    def program(self) -> CompiledProgram:
        """Put the functions behind those of the ruleset, and let the game begin at the driver."""
        compiled = self.base
        code: list[Instruction] = list(compiled.code)
        functions = list(compiled.functions)
        stops = list(compiled.stops)
        shown = tuple((slot, 0) for slot in range(FIRST, OPEN_SLOTS))
        for made in self.made:
            entry = len(code)
            for row, piece in made.jumps:
                target = made.pieces[min(piece, len(made.pieces) - 1)]
                made.rows[row][4] = min(target, len(made.rows) - 1)
            for at, (op, a, b, c, imm) in enumerate(made.rows):
                name = OPERATIONS[op].name
                code.append((op, a, b, c, imm + entry if name in JUMPS else imm))
                called = self.made[imm - self.number_of] if name in CALLS else made
                if called.pure or name == "LEGAL":
                    continue
                slots = shown if made.name not in ("drive", "deal", "fill", "show") else ()
                if name in ("CHOOSE", "SETTLE", "SETTLEA", "WOULDN"):
                    stops.append(StopRow(entry + at, slots))
                elif name in CALLS | {"PERFORM", "LEGAL"}:
                    stops.append(StopRow(entry + at + 1, slots))
            functions.append(
                FunctionRow(
                    name=made.name,
                    entry=entry,
                    frame=made.frame,
                    params=made.params,
                    results=made.results,
                    pure=made.pure,
                    clause="",
                    file="",
                    line=0,
                    lines=(),
                )
            )
        at_each = {stop.pc: stop for stop in stops}
        result = replace(
            compiled,
            abilities=tuple(
                replace(row, orderer=self.dice.randrange(2)) for row in compiled.abilities
            ),
            code=tuple(code),
            constants=tuple(self.constants),
            functions=tuple(functions),
            stops=tuple(at_each[pc] for pc in sorted(at_each)),
            main=self.driver,
        )
        check_program(result)
        return result


RECORD_JUMPS = frozenset("JFT JFF JFSOME JFNONE JFEQI JFNEI".split())


def make(compiled: CompiledProgram, seed: int, *, functions: int, length: int) -> CompiledProgram:
    """Make a program with so many functions, each of about so many instructions."""
    return Maker(compiled, seed, functions, length).program()
