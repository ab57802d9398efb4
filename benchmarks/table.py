"""The table of what was measured and what was aimed at."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """One thing measured."""

    area: str
    what: str
    measured: float
    unit: str
    #: The most it may be (with ``at_least`` the least); ``None``: for information.
    target: float | None = None
    at_least: bool = False
    #: What was measured beside it, such as times behind a ratio.
    note: str = ""

    @property
    def verdict(self) -> str:
        """``met``, ``missed``, or nothing where there is no target."""
        if self.target is None:
            return ""
        met = self.measured >= self.target if self.at_least else self.measured <= self.target
        return "met" if met else "missed"

    def cells(self) -> tuple[str, ...]:
        """The row as text, cell by cell."""
        goal = ""
        if self.target is not None:
            goal = f"{'>=' if self.at_least else '<='} {self.target:g} {self.unit}".rstrip()
        measured = f"{self.measured:{_form(self.measured)}} {self.unit}".rstrip()
        return self.area, self.what, measured, goal, self.verdict, self.note


def _form(value: float) -> str:
    if abs(value) >= 100_000:
        return ",.0f"
    return ".0f" if abs(value) >= 1000 else ".1f" if abs(value) >= 10 else ".2f"


def table(rows: Iterable[Row]) -> str:
    """Lay out rows as text, each area under its name, in the order in which areas first came."""
    head = ("", "", "measured", "target", "", "")
    rows = list(rows)
    areas = list(dict.fromkeys(row.area for row in rows))
    rows.sort(key=lambda row: areas.index(row.area))
    lines = [head, *(row.cells() for row in rows)]
    widths = [max(len(line[i]) for line in lines) for i in range(1, 5)]
    text, area = [], None
    for first, *rest, note in lines:
        if first and first != area:
            text += ["", first]
            area = first
        what, measured, goal, verdict = rest
        text.append(
            f"  {what.ljust(widths[0])}  {measured.rjust(widths[1])}  {goal.ljust(widths[2])}  "
            f"{verdict.ljust(widths[3])}  {note}".rstrip()
        )
    return "\n".join(text)
