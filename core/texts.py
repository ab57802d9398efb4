"""Words for what the machine keeps as numbers."""

from __future__ import annotations

from typing import Final

#: What the invariants of ``check_invariants`` are about, by the tens of their numbers.
INVARIANTS: Final = {
    1: "places of cards",
    2: "cards hanging on cards",
    3: "forms, marks and owners of cards",
    4: "the index of listening abilities",
    5: "modifications and effects",
    6: "what is derived from the cards",
    7: "records, pools and the stack",
}


def invariant_text(number: int) -> str:
    """Say which invariant does not hold."""
    return f"invariant {number} does not hold: {INVARIANTS.get(number // 10, 'unknown')}"


def verb_text(name: str, text: str, kind: str) -> str:
    """Say what an option does, from the verb's own text, else from its name."""
    if kind == "window":
        return "pass"
    return text or name.replace("_", " ").lower()


def zone_text(kind: str, player: int, row: int, column: int, cells: int) -> str:
    """Name a zone: whose, which kind, and where on its grid."""
    place = f"player {player}'s {kind.replace('_', ' ')}"
    return f"{place} {row}/{column}" if cells > 1 else place
