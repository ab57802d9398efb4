from collections.abc import Iterable, Sequence
from typing import TypedDict, type_check_only

from tefuda.lang.program import CompiledProgram, FunctionRow

@type_check_only
class LayoutPart(TypedDict):
    name: str
    offset: int
    entries: int
    entry_bytes: int
    bytes: int

@type_check_only
class Layout(TypedDict):
    size: int
    parts: list[LayoutPart]

class Program:
    compiled: CompiledProgram
    name: str
    fingerprint: str
    def __init__(self, compiled: CompiledProgram) -> None: ...
    def layout(self) -> Layout: ...
    def offsets(self) -> dict[str, int]: ...
    def card_variables(self) -> list[tuple[int, int]]: ...
    def kinds(self) -> list[tuple[int, int]]: ...
    def attach(self, address: int, sizes: Sequence[int]) -> None: ...
    @property
    def attached(self) -> tuple[int, list[int]]: ...
    @property
    def native(self) -> bool: ...
    def where(self, pc: int) -> tuple[FunctionRow, int] | None: ...
    def function_at(self, pc: int) -> int: ...
    def asked_at(self, pc: int) -> int | None: ...
    def calls_problem(self, pc: int, distance: int, function: int) -> str | None: ...

class MatchTables:
    program: Program
    cards: tuple[tuple[int, int], ...]
    def __init__(self, program: Program, first: Iterable[int], second: Iterable[int]) -> None: ...
    def __len__(self) -> int: ...

REFERENCES: frozenset[str]
WAITS: frozenset[int]
REENTERED: frozenset[int]
CHOOSE: int
CALL: int
PERFORM: int
