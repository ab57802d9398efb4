"""Which checks are left out of machine code: those that every way to them has made, no others."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from tefuda.lang.operations import NUMBER
from tefuda.native.checks import Checks, loop_heads

CARD, PLAYER = "NEED_CARD(R(1), 7); ", "NEED_PLAYER(R(1), 7); "
ABILITY, RECORD = "NEED_ABILITY(R(1), 7); ", "RECORD(w, R(1), 7); "
LIVE = "LIVE_RECORD(w, R(1)); "


class Code(NamedTuple):
    """As much of a program as is looked at."""

    code: list[tuple[int, int, int, int, int]]


def kept(check: str, *steps: str, pure: bool = False) -> list[str]:
    """What is left of one check at each step.

    A step is an operation with its operands; one that begins with ``?`` has the check.

    :param pure: what is called is: no game comes back to the instruction behind it.
    """
    rows, asks = [], []
    for text in steps:
        name, *operands = text.removeprefix("?").split()
        numbers = [*map(int, operands), 0, 0, 0, 0][:4]
        rows.append((NUMBER[name], numbers[0], numbers[1], numbers[2], numbers[3]))
        asks.append(text.startswith("?"))
    waiting = ("CHOOSE",) if pure else ("CALL", "CHOOSE")
    behind = {n + 1 for n, text in enumerate(steps) if text.startswith(waiting)}
    checks = Checks({0} | behind, loop_heads(Code(rows)))  # type: ignore[arg-type]
    found = []
    for n, (row, asked) in enumerate(zip(rows, asks, strict=True)):
        checks.begin(n)
        body = checks.without_known(f"{check}rest;" if asked else "rest;")
        checks.end(n, row)
        assert body.endswith("rest;")
        if asked:
            found.append(body.removesuffix("rest;"))
    return found


@pytest.mark.parametrize("check", [CARD, PLAYER, ABILITY])
def test_what_was_checked_is_not_checked_again(check):
    assert kept(check, "?BASE 2 1", "?BASE 3 1", "MOVI 2", "?BASE 2 1") == [check, "", ""]


def test_a_register_that_was_written_is_checked_again():
    assert kept(CARD, "?BASE 2 1", "MOVI 1", "?BASE 2 1") == [CARD, CARD]
    assert kept(CARD, "?BASE 2 1", "SCLR 0", "?BASE 2 1") == [CARD, CARD]
    assert kept(CARD, "?BASE 2 1", "SCLR 2", "?BASE 2 1") == [CARD, ""]
    assert kept(CARD, "?BASE 1 1", "?BASE 2 1") == [CARD, CARD]


def test_a_copy_is_known_as_what_it_was_copied_from():
    assert kept("NEED_CARD(R(2), 7); ", "?BASE 3 2", "MOV 1 2", "?BASE 3 2") == [
        "NEED_CARD(R(2), 7); ",
        "",
    ]
    assert kept(CARD, "?BASE 3 1", "MOV 2 1", "MOV 1 2", "?BASE 3 1") == [CARD, ""]


def test_where_two_ways_meet_both_must_have_checked():
    assert kept(CARD, "JT 5 0 0 2", "?BASE 2 1", "?BASE 2 1") == [CARD, CARD]
    assert kept(CARD, "?BASE 2 1", "JT 5 0 0 3", "MOVI 2", "?BASE 2 1") == [CARD, ""]
    assert kept(CARD, "?BASE 2 1", "JT 5 0 0 3", "MOVI 1", "?BASE 2 1") == [CARD, CARD]
    assert kept(CARD, "JT 5 0 0 3", "?BASE 2 1", "JMP 0 0 0 4", "MOVI 2", "?BASE 2 1") == [
        CARD,
        CARD,
    ]
    assert kept(CARD, "?BASE 2 1", "JMP 0 0 0 2", "?BASE 2 1") == [CARD, ""]


def test_what_may_be_skipped_has_checked_nothing_for_what_follows():
    assert kept(CARD, "COLLECT 9", "?BASE 2 1", "?BASE 2 1") == [CARD, CARD]


def test_a_loop_begins_with_nothing():
    assert kept(CARD, "?BASE 2 1", "?BASE 2 1", "LOOP 0 0 0 1") == [CARD, CARD]


def test_behind_a_call_nothing_is_known_where_a_game_may_have_waited():
    assert kept(CARD, "?BASE 2 1", "CALL 9", "?BASE 2 1") == [CARD, CARD]
    assert kept(CARD, "?BASE 2 1", "CHOOSE 2", "?BASE 2 1") == [CARD, CARD]


def test_behind_a_call_of_a_pure_function_is_known_what_lies_below_its_frame():
    assert kept(CARD, "?BASE 2 1", "CALL 9", "?BASE 2 1", pure=True) == [CARD, ""]
    for at in (0, 1, 2, 3):
        assert kept(CARD, "?BASE 2 1", f"CALL {at}", "?BASE 2 1", pure=True) == [CARD, CARD]


def test_a_record_is_live_until_one_is_given_back():
    assert kept(RECORD, "?LDF 2 1", "?LDF 2 1", "DROP 5", "?LDF 2 1") == [RECORD, LIVE, RECORD]


def test_behind_what_ends_a_function_nothing_is_known():
    assert kept(CARD, "?BASE 2 1", "RET", "?BASE 2 1") == [CARD, CARD]
