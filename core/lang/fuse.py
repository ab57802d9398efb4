# cython: annotation_typing=False, wraparound=True, boundscheck=True
"""Joining steps that stand together often into one instruction of the machine."""

from __future__ import annotations

from typing import Final

from tefuda.lang.middle import Function, Register, Step, liveness, note

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
#: Steps that may be joined with the next.
JOINED: Final = frozenset(("MOVI", "LDF", "FGET"))


def fuse(function: Function) -> None:
    """Join steps in place; what the function does stays the same."""
    items = function.items
    live = liveness(items) if function.live is None else function.live
    #: The later of two steps that became one, by position.
    gone: set[int] = set()
    for position in range(len(items) - 1):
        item, following = items[position], items[position + 1]
        if isinstance(item, Step) and isinstance(following, Step):
            first, second = item, following
            if first.op not in JOINED or position in gone:
                continue
            joined = _joined(first, second, position, live)
            if joined is not None:
                note(joined)
                items[position] = joined
                gone.add(position + 1)
    if gone:
        # what the first wrote is not needed behind the second: so before the one that they became
        # lives what lived before the first
        function.items = [item for at, item in enumerate(items) if at not in gone]
        live = [alive for at, alive in enumerate(live) if at not in gone]
    function.live = live


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
