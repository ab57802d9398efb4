"""What a failure of the machine means, as the error that users get."""

from __future__ import annotations

from pathlib import PurePath
from typing import Final

from tefuda.errors import (
    BotFailure,
    CapacityExceeded,
    GameError,
    HandlerFailure,
    RuleFailure,
    RunawayRule,
)

#: Failure number of ``state.pxd``: error class and meaning.
FAILURES: Final[dict[int, tuple[type[GameError], str]]] = {
    1: (CapacityExceeded, "the stack is full: rules call one another too deep"),
    2: (CapacityExceeded, "more options than the ruleset's capacity 'options' holds"),
    3: (CapacityExceeded, "no free record of that type: its capacity is used up"),
    4: (RuleFailure, "a record was used after it was dropped"),
    5: (RunawayRule, "too many steps for one decision: a loop or timings that raise one another"),
    6: (CapacityExceeded, "a zone is full"),
    7: (CapacityExceeded, "more modifications than the capacity 'modifications' holds"),
    8: (CapacityExceeded, "more effects than the capacity 'effects' holds"),
    9: (CapacityExceeded, "more waiting triggers than the capacity 'pending' holds"),
    10: (CapacityExceeded, "more listening abilities than the capacity 'listeners' holds"),
    11: (CapacityExceeded, "more looked-back cards than the capacity 'was' holds"),
    12: (RuleFailure, "a choice without any option"),
    13: (RuleFailure, "a card, player or zone that is not there was used"),
    14: (RuleFailure, "a stack of records is full, or was read while empty"),
    15: (RuleFailure, "an assertion of the rules does not hold"),
    16: (RuleFailure, "a number, cell or subscript is out of range, or a division by zero"),
    17: (CapacityExceeded, "pure functions call one another too deep"),
    18: (CapacityExceeded, "a list of cards is full: at most 31"),
    19: (RuleFailure, "the main rule returned without ending the game"),
    20: (HandlerFailure, "a Python handler failed"),
    21: (RuleFailure, "a card was hung on itself or on what hangs on it"),
    22: (RunawayRule, "the limit of decisions was reached"),
    23: (BotFailure, "a Python bot failed"),
}

#: The failure by which a Python bot ends its game.
BOT_FAILURE: Final = 23

#: The failure by which the decision limit ends a game: an outcome, no error.
DECISION_LIMIT: Final = 22
DECISION_LIMIT_REASON: Final = "decision limit"


def failure_text(code: int, rule: str | None, line: int | None, file: str | None = None) -> str:
    """Give the message of a failure: what, and in which rule, file and line.

    :param line: ``None`` where no line of the rule is about it.
    :param file: its path; the message has its name alone, so that it is the same everywhere.
    """
    meaning = FAILURES[code][1] if code in FAILURES else f"unknown failure {code}"
    if rule is None:
        return meaning
    if line is None:
        return f"{meaning} (in {rule})"
    place = f"line {line}" if file is None else f"{PurePath(file).name}:{line}"
    return f"{meaning} (in {rule}, {place})"


def failure_error(
    code: int, rule: str | None, line: int | None, file: str | None = None
) -> GameError:
    """Give the error of a failure, with rule, file, line and code."""
    kind = FAILURES[code][0] if code in FAILURES else GameError
    text = failure_text(code, rule, line, file)
    return kind(text, rule=rule, line=line, code=code, file=file)
