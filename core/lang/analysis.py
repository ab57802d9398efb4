# cython: annotation_typing=False, wraparound=True, boundscheck=True
"""What functions do as a whole: whether they change anything, may ask, and what they read."""

from __future__ import annotations

from typing import Final

from tefuda.lang.middle import Function, Step, note
from tefuda.lang.operations import CARD_FIELDS, IMPURE
from tefuda.lang.vocabulary import Vocabulary
from tefuda.rules import ZoneKind

#: What a step that makes a function impure is called in messages.
BECAUSE: Final = {
    "CHOOSE": "it lets a player choose",
    "OPEN": "it lets a player choose",
    "RANDC": "it draws lots",
    "RANDN": "it draws lots",
    "SHUF": "it draws lots",
    "COLLECT": "it raises a timing",
    "WOULD": "it asks for replacements",
    "PYTHON": "it runs Python",
}
PLACE, HIDDEN, FLAG, LINK, ABILITY, VARIABLE = 1, 2, 4, 8, 16, 32
FORM, RECORD, KNOWN, CONTINUOUS = 64, 128, 256, 512
#: Everything that may change but stats, and that rules are asked which may read any of these.
EVERYTHING, ASKED = (1 << 10) - 1, 1 << 15
STAT_SHIFT: Final = 16


def called_by(function: Function) -> list[int]:
    """The functions that a function calls, by number."""
    return sorted({i.callee for i in function.items if isinstance(i, Step) and i.op == "CALL"})


def transitive(own: list[int], calls: list[list[int]]) -> list[int]:
    """Bits of each function joined with those of all it calls.

    :param own: the bits of each function itself.
    :param calls: the functions that each calls, by number.
    """
    found = list(own)
    changed = True
    while changed:
        changed = False
        for number, called in enumerate(calls):
            bits = found[number]
            for callee in called:
                bits |= found[callee]
            if bits != found[number]:
                found[number] = bits
                changed = True
    return found


#: Steps at which a player may have to choose.
ASKS: Final = frozenset("CHOOSE PERFORM COLLECT SETTLE SETTLEA WOULD AFTERB HELDB PYTHON".split())


def impure(functions: list[Function]) -> list[bool]:
    """For each function whether it changes, asks or draws anything."""
    own, calls = [], []
    for function in functions:
        own.append(int(why_impure(function) is not None))
        calls.append(called_by(function))
    return [bool(b) for b in transitive(own, calls)]


def why_impure(function: Function) -> Step | None:
    """The first step of the function itself that is not pure."""
    return _first(function, IMPURE)


def _first(function: Function, ops: frozenset[str]) -> Step | None:
    """The first step of a function that does one of some operations."""
    for item in function.items:
        if isinstance(item, Step):
            step = item
            if step.op in ops:
                return step
    return None


def reading_and_asking(functions: list[Function], v: Vocabulary) -> tuple[list[int], list[bool]]:
    """For each function the kinds of change (``CH_``) it depends on, and whether it may ask.

    It asks if a player may have to choose in it.
    """
    play = {n for n, k in enumerate(v.rules.named(ZoneKind)) if k.in_play}
    stats = len(v.stats)
    reads, asks, calls = [], [], []
    for function in functions:  # one after the other: steps are many, and far apart in memory
        reads.append(_reads(function, play, stats))
        asks.append(int(_first(function, ASKS) is not None))
        calls.append(called_by(function))
    return transitive(reads, calls), [bool(b) for b in transitive(asks, calls)]


def _reads(function: Function, play: set[int], stats: int) -> int:
    """What the steps of a function read themselves."""
    bits = 0
    for item in function.items:
        if isinstance(item, Step):
            bits |= _reads_of(item, play, stats)
    return bits


def bearer_reads(function: Function, reads: list[int], v: Vocabulary) -> int:
    """What a function depends on whose first argument is a card in play: its bearer.

    Where the bearer is does not change when cards move out of play.

    :param reads: what each function depends on, whatever its arguments.
    """
    play = {n for n, k in enumerate(v.rules.named(ZoneKind)) if k.in_play}
    written, bits = 0, 0
    for item in function.items:
        if isinstance(item, Step):
            note(item)
            written |= item.defined
    bearer = None
    if function.parameters and not function.parameters[0].bit & written:
        bearer = function.parameters[0]
    for item in function.items:
        if isinstance(item, Step):
            step = item
            if step.op == "CARDF" and step.b is bearer and CARD_FIELDS[step.imm] in _WHERE:
                bits |= PLACE | LINK
            elif step.op == "CALL":
                bits |= reads[step.callee]
            else:
                bits |= _reads_of(step, play, len(v.stats))
    return bits


def _reads_of(step: Step, play: set[int], stats: int) -> int:
    simple = _BY_OP.get(step.op)
    if simple is not None:
        return simple
    return _step_reads(step, play, stats) if step.op in _BY_NUMBER else 0


#: Words of a card that say where it is.
_WHERE: Final = frozenset("user zone cell row column host root in_play kind link".split())
_BY_OP: Final[dict[str, int]] = {
    **dict.fromkeys("SFLAG SANDF SANDNF FGET JFLAG JFLAGN".split(), FLAG),
    **dict.fromkeys("LDG LDGS LDP LDPS LDC LDB".split(), VARIABLE),
    **dict.fromkeys("LDF LDFS CTOP CLEN CAT".split(), RECORD),
    **dict.fromkeys("JSTILL STILL".split(), RECORD | PLACE | HIDDEN),
    **dict.fromkeys("SATT STREE".split(), LINK | PLACE),
    **dict.fromkeys("SUSED SPLAY SDOWN CARDF WASF".split(), PLACE | LINK | HIDDEN),
    **dict.fromkeys("ZTOP ZBOT ZAT ZCNT LZONE SZONE SZONES ZFIELD".split(), PLACE | HIDDEN),
    **dict.fromkeys("HASK SHASK EFFOF".split(), ABILITY | CONTINUOUS | PLACE | FORM),
    **dict.fromkeys("SACT ABNEXT".split(), ABILITY | CONTINUOUS | PLACE | HIDDEN | FORM),
    **dict.fromkeys("ABWORD ABFIELD".split(), ABILITY | PLACE | LINK),
    **dict.fromkeys("ALLOWED VALUE PERMIT LEGAL".split(), EVERYTHING | ASKED),
    **dict.fromkeys("SMASK SANDM SANDNM SVAL BASE".split(), FORM),
    **dict.fromkeys("SKNOWN JKNOW".split(), KNOWN | PLACE | HIDDEN),
    "WASFLAG": FLAG | PLACE,
    # Of a card that never left it is what was given to it, without what is static.
    "WASSTAT": FORM | PLACE | ASKED,
}
_KIND_OPS: Final = frozenset(
    "SKIND SKINDS SCELLS ZCNTK ZTOPK ZALL ZEMPTY ZPICK ZCELLS ZONE ZCELL ZRC".split()
)
_WORD_OPS: Final = frozenset(("STAT", "ORIG", "SSUM", "SBEST", "SFILT", "SLIKE", "SLIKES"))


_BY_NUMBER: Final = _KIND_OPS | _WORD_OPS | frozenset(("LACKING", "USEFUL", "PAYABLE"))


def _step_reads(step: Step, play: set[int], stats: int) -> int:
    """What a step reads that its number tells."""
    if step.op in _KIND_OPS:
        return PLACE if step.imm in play else HIDDEN
    if step.op in _WORD_OPS:
        word = step.imm & 255
        return FORM | (1 << (STAT_SHIFT + word) if word < stats else 0)
    return ABILITY | CONTINUOUS | PLACE | HIDDEN | FORM | ((1 << stats) - 1) << STAT_SHIFT
