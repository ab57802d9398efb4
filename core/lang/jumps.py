"""Shorter ways through a function: fewer jumps, none to a jump, none over a jump."""

from __future__ import annotations

from typing import Final

from tefuda.lang.middle import Function, Item, Label, Step

_PAIRS: Final = (
    ("JT", "JF"),
    ("JSOME", "JNONE"),
    ("JEQ", "JNE"),
    ("JEQI", "JNEI"),
    ("JLTI", "JGEI"),
    ("JLEI", "JGTI"),
    ("JHAS", "JHASN"),
    ("JSET", "JSETN"),
    ("JSEQ", "JSNE"),
    ("JSUB", "JSUBN"),
    ("JFLAG", "JFLAGN"),
)
#: The jump that is taken when the other is not.
OPPOSITE: Final = {a: b for pair in _PAIRS for a, b in (pair, pair[::-1])}
#: Those whose opposite takes its operands the other way round.
SWAPPED: Final = {"JLT": "JLE", "JLE": "JLT"}


def shorten_jumps(function: Function) -> bool:
    """Simplify the jumps of a function in place; what it does stays the same."""
    changed = _thread(function)
    changed |= _chains(function)
    changed |= _invert(function)
    changed |= _to_next(function)
    return changed


def _places(items: list[Item]) -> dict[Label, int]:
    return {item: p for p, item in enumerate(items) if isinstance(item, Label)}


def _first_step(items: list[Item], at: int) -> int:
    """The position of the first step at or behind a position."""
    while at < len(items) and isinstance(items[at], Label):
        at += 1
    return at


def _thread(function: Function) -> bool:
    """A constant that is tested at once decides the test here."""
    items = function.items
    places = _places(items)
    result: list[Item] = []
    behind: dict[int, Label] = {}
    moved: dict[int, Label] = {}
    for position, item in enumerate(items):
        if not (isinstance(item, Step) and item.op == "MOVI"):
            continue
        at = _first_step(items, position + 1)
        after = items[at] if at < len(items) else None
        jump_at = -1
        if isinstance(after, Step) and after.op == "JMP" and at == position + 1:
            assert after.label is not None
            jump_at = at
            at = _first_step(items, places[after.label])
        test = items[at] if at < len(items) else None
        if not isinstance(test, Step) or test.op not in ("JT", "JF") or test.a is not item.a:
            continue
        if at == position + 1 and jump_at < 0:
            pass  # tested by the very next step: decided as well
        taken = (item.imm != 0) == (test.op == "JT")
        target = test.label if taken else behind.get(at)
        if target is None:
            target = behind[at] = function.label()
        moved[jump_at if jump_at >= 0 else position] = target
    if not moved:
        return False
    for position, item in enumerate(items):
        if position in moved and isinstance(item, Step) and item.op == "JMP":
            item.label = moved[position]
            result.append(item)
        elif position in moved:
            result.append(item)
            result.append(Step("JMP", label=moved[position], line=_line(item)))
        else:
            result.append(item)
        if position in behind:
            result.append(behind[position])
    function.items = result
    return True


def _line(item: Item) -> int:
    return item.line if isinstance(item, Step) else 0


def _chains(function: Function) -> bool:
    """Let jumps to jumps go to the end of the chain."""
    items = function.items
    places = _places(items)
    changed = False
    for item in items:
        if not isinstance(item, Step) or item.label is None or item.op == "LOOP":
            continue
        target, seen = item.label, set[Label]()
        while target not in seen:
            seen.add(target)
            at = _first_step(items, places[target])
            step = items[at] if at < len(items) else None
            if not isinstance(step, Step) or step.op != "JMP" or step.label is None:
                break
            target = step.label
        if target is not item.label and places[target] > places[item.label]:
            item.label = target
            changed = True
    return changed


def _invert(function: Function) -> bool:
    """A jump over a jump becomes the opposite jump."""
    items = function.items
    result: list[Item] = []
    changed = False
    skip = False
    for position, item in enumerate(items):
        if skip:
            skip = False
            continue
        result.append(item)
        if not isinstance(item, Step) or position + 2 >= len(items):
            continue
        following = items[position + 1]
        if not (isinstance(following, Step) and following.op == "JMP"):
            continue
        if not _comes_next(items, position + 2, item.label):
            continue
        if item.op in OPPOSITE:
            item.op = OPPOSITE[item.op]
        elif item.op in SWAPPED:
            item.op, item.a, item.b = SWAPPED[item.op], item.b, item.a
        else:
            continue
        item.label = following.label
        changed = skip = True
    function.items = result
    return changed


def _comes_next(items: list[Item], at: int, label: Label | None) -> bool:
    """Whether a label stands before the next step."""
    while at < len(items) and isinstance(items[at], Label):
        if items[at] is label:
            return True
        at += 1
    return False


def _to_next(function: Function) -> bool:
    """Drop jumps to the next step."""
    items = function.items
    kept = [
        item
        for position, item in enumerate(items)
        if not (
            isinstance(item, Step)
            and item.op == "JMP"
            and _comes_next(items, position + 1, item.label)
        )
    ]
    changed = len(kept) != len(items)
    function.items = kept
    return changed
