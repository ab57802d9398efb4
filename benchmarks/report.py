"""Measure everything and print it beside the targets: ``python -m benchmarks.report``.

Without names all areas are measured, else those named: ``play``, ``full``, ``greedy``, ``state``,
``threads``, ``timings``, ``python``, ``bots``, ``handlers``, ``start``, ``operations``.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks import measures, python_play
from benchmarks.reference import REFERENCE_NS, Limit, build_limit
from benchmarks.table import Row, table

AREAS: dict[str, Callable[[Limit], Iterator[Row]]] = {
    "play": measures.random_play,
    "full": lambda limit: measures.beside_lycee(),
    "greedy": measures.greedy_play,
    "state": lambda limit: measures.state(),
    "threads": lambda limit: measures.threads(),
    "timings": measures.unheard,
    "python": measures.from_python,
    "bots": lambda limit: python_play.bots(),
    "handlers": lambda limit: python_play.handlers(),
    "start": measures.starting,
    "operations": measures.single_operations,
}


def main() -> int:
    """Print the table; the exit status is 1 if a target was missed and ``--strict`` was given."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.report", description=__doc__)
    parser.add_argument("areas", nargs="*", metavar="AREA", help=", ".join(AREAS))
    parser.add_argument("--strict", action="store_true", help="fail where a target is missed")
    given = parser.parse_args()
    unknown = [area for area in given.areas if area not in AREAS]
    if unknown:
        parser.error(f"area {unknown[0]!r}: expected some of {', '.join(AREAS)}")
    with tempfile.TemporaryDirectory() as folder:
        limit = build_limit(Path(folder))
        if limit is None:
            print("the limit program takes a C compiler", file=sys.stderr)
            return 2
        rows: list[Row] = []
        for area in given.areas or AREAS:
            print(f"measuring: {area}", file=sys.stderr)
            rows += AREAS[area](limit)
        print(f"the limit program: {limit.ns_per_decision:.1f} ns a decision here")
        print(f"(targets in ns and ms hold where it takes {REFERENCE_NS:g} ns)")
        print(table(rows))
    return int(given.strict and any(row.verdict == "missed" for row in rows))


if __name__ == "__main__":
    sys.exit(main())
