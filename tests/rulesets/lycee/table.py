"""A Lycee table for the tests of rulings: the scenario with cards that fit everywhere."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tefuda.testing import Scenario

from ..settings import that_differ

PROBE = str(Path(__file__).with_name("probe.py"))
#: Every cell allowed; cards of tests enter anywhere unless they say otherwise.
ANYWHERE = 63


def lycee(**options: Any) -> Scenario:
    """Give an empty table in the main phase of player 0."""
    return Scenario("lycee", defaults={"restriction": ANYWHERE}, **that_differ("lycee", options))


def probed(**options: Any) -> Scenario:
    """Give an empty table on which cards may bear the texts of ``probe.py``."""
    options = that_differ("lycee", options)
    return Scenario("lycee+probe", defaults={"restriction": ANYWHERE}, plugins=[PROBE], **options)


def event(s: Scenario, card: str, text: Any, *, player: int = 0, **words: Any) -> Scenario:
    """Put an event of the test into a hand."""
    abilities = [] if text is None else [text]
    return s.put(card, "hand", player=player, type="event", abilities=abilities, **words)
