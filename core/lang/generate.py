"""Write the numbers that the machine shares with the compiler as Cython declarations.

Run as ``python core/lang/generate.py FOLDER`` before the Cython modules are built: it writes
``FOLDER/opcodes.pxd`` from the one table of instructions, so that the two can never disagree.
"""

from __future__ import annotations

import sys

if __name__ == "__main__":
    # Run as a script, this folder stands first: its modules would hide Python's own.
    del sys.path[0]

import importlib.util
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType

TABLE = Path(__file__).with_name("operations.py")


def load_table() -> ModuleType:
    """Load the table by its path: the package itself is not built yet."""
    spec = importlib.util.spec_from_file_location("operations", TABLE)
    if spec is None or spec.loader is None:
        raise SystemExit(f"{TABLE}: not found")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def enum(prefix: str, names: Iterable[str]) -> str:
    """Declare one constant for each name, counting from 0."""
    lines = [f"    {prefix}_{name.upper()} = {number}" for number, name in enumerate(names)]
    return "\n".join(["cdef enum:", *lines])


def declarations() -> str:
    """Declare all constants, as the text of ``opcodes.pxd``."""
    table = load_table()
    operations = [operation.name for operation in table.OPERATIONS]
    return "\n\n".join(
        [
            f'"""Numbers of instructions and fields, generated from {TABLE.name}."""',
            enum("OP", operations),
            f"cdef enum:\n    NOPERATIONS = {len(operations)}",
            enum("CARD", table.CARD_FIELDS),
            enum("ZONE", table.ZONE_FIELDS),
            enum("GAME", table.GAME_FIELDS),
            enum("ABILITY", table.ABILITY_FIELDS),
            enum("OPTION", table.OPTION_KINDS) + "\n",
        ]
    )


def main(arguments: list[str]) -> None:
    """Write the declarations into the folder that is named."""
    if len(arguments) != 1:
        raise SystemExit("usage: generate.py FOLDER")
    folder = Path(arguments[0])
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "opcodes.pxd").write_text(declarations(), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
