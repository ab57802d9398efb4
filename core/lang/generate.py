"""Write the numbers that the machine shares with the compiler as Cython declarations.

Run as ``python core/lang/generate.py FOLDER`` before the Cython modules are built: it writes
``FOLDER/opcodes.pxd`` from the one table of instructions, so that the two can never disagree, and
``FOLDER/dispatch.h`` with its declarations, by which the machine jumps from one instruction
straight to the code of the next where the compiler knows labels as values, and loops elsewhere.
"""

from __future__ import annotations

import sys

if __name__ == "__main__":
    # Run as a script, this folder stands first: its modules would hide Python's own.
    del sys.path[0]

import importlib.util
import re
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType

TABLE = Path(__file__).with_name("operations.py")
MACHINE = Path(__file__).parents[1] / "machine.pyx"


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


def targets() -> list[str]:
    """The operations that the machine's dispatch has code of its own for."""
    text = MACHINE.read_text(encoding="utf-8")
    return sorted(set(re.findall(r"\bAT_([A-Z0-9]+)\(\)", text)) - {"OTHER"})


def dispatch() -> tuple[str, str]:
    """The header with the labels of the dispatch, and its declarations."""
    own = targets()
    names = [operation.name for operation in load_table().OPERATIONS]
    table = [f"&&L_{n}" if n in own else "&&L_OTHER" for n in names]
    table += ["&&L_OTHER"] * (256 - len(table))
    counting = ["&&L_COUNTED"] * 256
    threaded = [
        "#define TEFUDA_LABELS() \\",
        "    static const void* const direct_[256] = { " + ", ".join(table) + " }; \\",
        "    static const void* const counted_[256] = { " + ", ".join(counting) + " }; \\",
        "    const void* const* labels_ = __pyx_v_executed ? counted_ : direct_;",
        "#define TEFUDA_NEXT() do { __pyx_v_q = __pyx_v_pc; __pyx_v_pc = __pyx_v_q + 1; \\",
        "    goto *labels_[__pyx_v_q->op]; } while (0)",
        "#define TEFUDA_AT_COUNTED() L_COUNTED: ;",
        "#define TEFUDA_AT_OTHER() L_OTHER: ;",
        *(f"#define TEFUDA_AT_{n}() L_{n}: ;" for n in own),
    ]
    plain = [
        "#define TEFUDA_LABELS()",
        "#define TEFUDA_NEXT() continue",
        *(f"#define TEFUDA_AT_{n}()" for n in ["COUNTED", "OTHER", *own]),
    ]
    header = [
        "/* Generated from the machine's source: its dispatch. */",
        "#ifndef TEFUDA_DISPATCH_H",
        "#define TEFUDA_DISPATCH_H",
        "#if defined(__GNUC__)",
        *threaded,
        "#else",
        *plain,
        "#endif",
        "#endif",
        "",
    ]
    calls = ["LABELS", "NEXT", *(f"AT_{n}" for n in ["COUNTED", "OTHER", *own])]
    declared = [
        '"""Labels of the machine\'s dispatch, generated from its source."""',
        "",
        'cdef extern from "dispatch.h" nogil:',
        *(f'    void {n} "TEFUDA_{n}"() noexcept' for n in calls),
        "",
    ]
    return "\n".join(header), "\n".join(declared)


def main(arguments: list[str]) -> None:
    """Write the declarations into the folder that is named."""
    if len(arguments) != 1:
        raise SystemExit("usage: generate.py FOLDER")
    folder = Path(arguments[0])
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "opcodes.pxd").write_text(declarations(), encoding="utf-8")
    header, declared = dispatch()
    (folder / "dispatch.h").write_text(header, encoding="utf-8")
    (folder / "dispatch.pxd").write_text(declared, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
