"""Joining steps that stand together often into one instruction of the machine."""

from __future__ import annotations

from typing import Final

from tefuda.lang.middle import Function, Item, Register, Step, liveness

#: A record's field that is only tested: the jump that reads it itself.
FIELD_JUMPS: Final = {
    "JT": "JFT",
    "JF": "JFF",
    "JSOME": "JFSOME",
    "JNONE": "JFNONE",
    "JEQI": "JFEQI",
    "JNEI": "JFNEI",
}
#: Likewise a card's flag.
FLAG_JUMPS: Final = {"JT": "JFLAG", "JF": "JFLAGN"}


def fuse(function: Function) -> None:
    """Join steps in place; what the function does stays the same."""
    items = function.items
    # what is read from a record or a card must not be needed any more
    tested = any(isinstance(i, Step) and i.op in ("LDF", "FGET") for i in items)
    live = liveness(items) if tested else []
    result: list[Item] = []
    skip = False
    for position, item in enumerate(items):
        if skip:
            skip = False
            continue
        following = items[position + 1] if position + 1 < len(items) else None
        joined = None
        if isinstance(item, Step) and isinstance(following, Step):
            joined = _joined(item, following, position, live)
        if joined is None:
            result.append(item)
        else:
            result.append(joined)
            skip = True
    function.items = result


def _joined(first: Step, second: Step, position: int, live: list[int]) -> Step | None:
    if first.op == "MOVI" and second.op == "RETV" and second.a is first.a:
        return Step("RETI", imm=first.imm, line=second.line)
    jumps = FLAG_JUMPS if first.op == "FGET" else FIELD_JUMPS
    if first.op not in ("LDF", "FGET") or second.op not in jumps or second.a is not first.a:
        return None
    value = first.a
    if not isinstance(value, Register) or not 0 <= first.imm < 256 or second.label is None:
        return None
    if live[position + 2] >> value.number & 1 or live[second.label.position] >> value.number & 1:
        return None
    constant = second.b if second.op in ("JEQI", "JNEI") else 0
    return Step(
        jumps[second.op],
        first.b,
        first.imm,
        constant,
        label=second.label,
        line=second.line,
    )


__all__ = ["FIELD_JUMPS", "fuse"]
