"""Make the machine code of rulesets: ``python -m tefuda.native FOLDER MODULE...``.

The modules are those that offer the rulesets, as plugins.
"""

from __future__ import annotations

import os
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path

from tefuda.errors import TefudaError
from tefuda.native.library import build
from tefuda.ruleset import Ruleset


def main(arguments: list[str]) -> int:
    """Make a library for each ruleset, as it stands, and print its file."""
    if len(arguments) < 2:
        print("usage: python -m tefuda.native FOLDER MODULE...", file=sys.stderr)
        return 2
    folder = Path(arguments[0])
    try:
        programs = [
            Ruleset(rules, native=False).program
            for name in arguments[1:]
            for rules in getattr(import_module(name), "tefuda_rulesets", list)()
        ]
        # The compilers are processes of their own, side by side.
        with ThreadPoolExecutor(os.cpu_count()) as threads:
            for made in threads.map(lambda program: build(program, folder), programs):
                print(made)
    except TefudaError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
