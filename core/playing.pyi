from array import array
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from tefuda.limited import Stoppable
from tefuda.program import MatchTables, Program
from tefuda.usage import Usage

NATIVE_BOTS: tuple[str, ...]

class Progress(Stoppable):
    def __init__(self) -> None: ...
    def stop(self) -> None: ...
    @property
    def stopped(self) -> bool: ...
    @property
    def finished(self) -> int: ...

class Results:
    winner: array[int]
    first: array[int]
    outcome: array[int]
    failure: array[int]
    failure_pc: array[int]
    decisions: array[int]
    options: array[int]
    turns: array[int]
    trace: array[int]
    problems: dict[int, tuple[BaseException, list[int]]]
    def __init__(self, count: int) -> None: ...
    def __len__(self) -> int: ...

def play_games(
    program: Program,
    match: MatchTables,
    seed: int,
    first_game: int,
    count: int,
    results: Results,
    offset: int = 0,
    *,
    bots: Sequence[str | Callable[..., Any]] = ("random", "random"),
    samples: int = 1,
    progress: Progress | None = None,
    usage: Usage | None = None,
) -> int: ...
def record_game(
    program: Program,
    match: MatchTables,
    seed: int,
    number: int,
    *,
    bots: Sequence[str | Callable[..., Any]] = ("random", "random"),
    samples: int = 1,
    problems: list[BaseException] | None = None,
) -> list[int]: ...
def combined_trace(traces: Iterable[int]) -> str: ...
def seed_of_bot(seed: int, number: int, player: int) -> int: ...
