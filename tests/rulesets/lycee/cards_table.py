"""A Lycee table for the tests of cards: real cards by number, and a purse that pays anything."""

from __future__ import annotations

from typing import Any

from tefuda.testing import Scenario

from ..settings import that_differ

COLOURS = ["snow", "moon", "flower", "space", "sun"]


def table(coins: int = 0, enemy_coins: int = 0, **options: Any) -> Scenario:
    """Give an empty table; each coin pays two points of any attribute."""
    s = Scenario("lycee", defaults={"restriction": 63}, **that_differ("lycee", options))
    s.define("Coin", type="event", ex=2, attributes=COLOURS)
    for player, copies in enumerate((coins, enemy_coins)):
        if copies:
            s.put("Coin", "hand", player=player, copies=copies)
    return s


def spend(s: Scenario, n: int) -> Scenario:
    """Designate so many coins."""
    return s.pay(*["Coin"] * n)


def duel(s: Scenario, attacker: str = "A", guard: str = "Guard") -> Scenario:
    """Let the attacker on the left attack and the one facing it defend."""
    return s.act("attack", attacker).choose(guard)
