"""Damaged programs: with a number changed they are refused by the checks, or played.

Run as a program it says on each line which input comes next, so that whoever started it knows which
one ended it: ``python bytecode.py SEED FIRST COUNT``.
"""

from __future__ import annotations

import importlib.util
import random
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from tefuda.errors import TefudaError
from tefuda.game import Game
from tefuda.lang import compile_rules
from tefuda.lang.operations import OPERATIONS
from tefuda.lang.program import CompiledProgram
from tefuda.program import MatchTables, Program

HERE = Path(__file__).resolve().parent
#: Games to damage: the small one goes wrong on demand, the tiny one plays on.
SOURCES = (HERE.parent / "core" / "small.py", HERE.parent / "plugins" / "tiny" / "tiny_game.py")
NUMBERS = (0, 1, 2, 3, 4, 5, 7, 8, 15, 16, 31, 63, 64, 127, 128, 200, 254, 255)
LARGE = (
    256,
    257,
    0xFFFF,
    0x10000,
    0xFFFFFF,
    2**31 - 1,
    -1,
    -2,
    -(2**31),
    2**31,
    2**32,
    2**63,
    -(2**64),
)
#: What says how much a game may do and hold; larger numbers are no error.
NOT_HERE = frozenset(("capacities", "parameters", "name", "durations", "names"))


def programs() -> list[CompiledProgram]:
    """Compile the games, once for each way in which the small one goes wrong."""
    found = []
    for path in SOURCES:
        name = f"damaged_{path.stem}"
        spec = importlib.util.spec_from_file_location(name, path)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
        if path.stem == "small":
            faults = [fault for fault in module.Fault if "LOOP" not in fault.name]
            found += [
                compile_rules(module.rules, module.pool(), {"fault": fault, "limit": 5, "cards": 3})
                for fault in faults
            ]
        else:
            from tefuda.ruleset import Ruleset

            found.append(Ruleset(module.rules).compiled)
    return found


def changed_number(rng: random.Random, value: int) -> int:
    """Give another number."""
    kind = rng.randrange(5)
    if kind == 0:
        return value + rng.choice([-1, 1])
    if kind == 1:
        return value ^ 1 << rng.randrange(32)
    if kind == 2 and rng.random() < 0.4:
        return rng.choice(LARGE)
    return rng.choice(NUMBERS)


def changed(rng: random.Random, value: Any, any_length: bool = False) -> Any:
    """Give a value in which one number, somewhere, is another, or a row is missing or twice."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return changed_number(rng, value)
    if isinstance(value, tuple) and value:
        at = rng.randrange(len(value))
        kind = rng.randrange(12) if any_length else 12
        if kind == 0:
            return value[:at] + value[at + 1 :]
        if kind == 1:
            return (*value[:at], value[rng.randrange(len(value))], *value[at:])
        return (*value[:at], changed(rng, value[at]), *value[at + 1 :])
    if isinstance(value, msgspec.Struct):
        name, kind = rng.choice(list(type(value).__annotations__.items()))
        return replace(value, **{name: changed(rng, getattr(value, name), "..." in kind)})
    return value


def changed_code(rng: random.Random, code: Sequence[Any]) -> tuple[Any, ...]:
    """Change an instruction, or put another in its place."""
    found = list(code)
    at = rng.randrange(len(found))
    row = list(found[at])
    kind = rng.randrange(6)
    if kind == 0:
        row[0] = rng.randrange(len(OPERATIONS) + 2)
    elif kind == 1:
        found[at] = found[rng.randrange(len(found))]
        return tuple(found)
    elif kind == 2:
        row[4] = found[rng.randrange(len(found))][4]
    else:
        column = rng.randrange(1, 5)
        row[column] = changed_number(rng, row[column])
    found[at] = tuple(row)
    return tuple(found)


def damaged(rng: random.Random, program: CompiledProgram) -> CompiledProgram:
    """Change one or a few numbers of a program, most of them in its code."""
    tables = [f for f in CompiledProgram.__annotations__.items() if f[0] not in NOT_HERE]
    for _ in range(rng.choice([1, 1, 2, 4])):
        table, kind = rng.choice(tables)
        name = "code" if rng.random() < 0.7 else table
        value = getattr(program, name)
        if name == "code":
            new: Any = changed_code(rng, value)
        else:
            new = changed(rng, value, "..." in kind)
        program = replace(program, **{name: new})
    return program


def lived_in(program: Program, rng: random.Random) -> None:
    """Play a game of a program that the checks let through; only its rules may fail."""
    forms = len(program.compiled.forms)
    decks = [[n % forms for n in range(20)], [(7 * n) % forms for n in range(20)]]
    tables = MatchTables(program, *decks)
    try:
        game = Game(program, tables, seed=rng.getrandbits(40), log=True)
        for _ in range(12):
            if game.over:
                break
            for viewer in (0, 1):
                game.view(viewer)
                for action in game.legal_actions[:8]:
                    game.action_text(action, viewer)
            game.hash()
            copy = game.determinize(game.player or 0, rng.getrandbits(40))
            Game.restore(program, game.snapshot())
            action = rng.choice(game.legal_actions)
            if action in copy.legal_actions:
                copy.apply(action)
            game.apply(action)
        game.log(0)
    except TefudaError:
        pass  # nonsense fails, or is no state that a snapshot may hold


def attempt(program: CompiledProgram, rng: random.Random) -> bool:
    """Whether the checks let a program through; then it is played."""
    try:
        made = Program(program)
    except TefudaError:
        return False
    lived_in(made, rng)
    return True


def main(seed: int, first: int, count: int) -> None:
    """Try inputs of a seed one after the other, saying which comes next."""
    sound = programs()
    taken = 0
    for number in range(first, first + count):
        print(number, flush=True)
        rng = random.Random(f"bytecode {seed} {number}")
        taken += attempt(damaged(rng, rng.choice(sound)), rng)
    print(f"taken {taken}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
