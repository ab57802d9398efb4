"""Positions of the set-and-extract game for the tests."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

from tefuda.testing import Scenario

from ..settings import that_differ

PROBE = str(Path(__file__).with_name("probe.py"))
#: The four windows of a removal, in order.
DISCARD = ["would_discard", "would_be_discarded", "discarded", "was_discarded"]
RESOLUTE = ["would_make_resolute", "would_become_resolute", "made_resolute", "became_resolute"]
EXCLUDE = ["would_exclude", "would_be_excluded", "excluded_it", "was_excluded"]
#: Cards that tables take with other abilities than they have, to see whether a test notices.
CHANGED: dict[str, list[Any]] = {}


def cards_as_written() -> dict[str, dict[str, Any]]:
    """Give the cards as their files have them, by number."""
    folder = files("tefuda.rulesets.set_extract") / "cards"
    return {
        card["number"]: card
        for file in folder.iterdir()
        for card in json.loads(file.read_text(encoding="utf-8"))["cards"]
    }


class Table(Scenario):
    """A position in the main phase of player 0, with nodes."""

    def __init__(self, *, nodes: int = 9, at: str | None = "main", **options: Any) -> None:
        """Lay active nodes on both sides; cards of a test are characters of 1/3."""
        plugins = options.pop("plugins", [PROBE])
        super().__init__(
            "set_extract+probe",
            at=at,
            plugins=plugins,
            defaults={"attack": 1, "toughness": 3},
            filler={"attack": 1, "toughness": 1},
            **that_differ("set_extract", options),
        )
        for card, abilities in CHANGED.items():
            self.define(card, like=card, abilities=abilities)
        for number in range(nodes):
            self.put(f"node {number}", "nodes")
            self.put(f"enemy node {number}", "enemy nodes")

    def command(self, card: str, *texts: Any, player: int = 0, **words: Any) -> Table:
        """Put a command of the test into a hand."""
        self.put(
            card, "hand", player=player, type="command", abilities=list(texts), toughness=0, **words
        )
        return self

    def life(self, player: int = 0) -> int:
        """Give the life of a player."""
        return int(self.edit.player_variable(player, "life"))

    def set_life(self, player: int, life: int) -> Table:
        """Set the life of a player."""
        self.edit.set_player_variable(player, "life", life)
        return self

    def do(self, card: str, *choices: Any) -> Table:
        """Play a command, and choose what it asks before and while it resolves."""
        self.act("play_command", card).passing()
        for choice in choices:
            self.choose(choice).passing()
        return self

    def passing(self) -> Table:
        """Let nobody answer."""
        while self.waiting_for == "answer":
            self.pass_()
        return self

    def windows(self, *names: str) -> list[tuple[str, str]]:
        """Give the windows of removals that were raised."""
        return self.timings(*(names or [*RESOLUTE, *DISCARD, *EXCLUDE]))

    def next_turn(self) -> Table:
        """Go on to the main phase of the next turn."""
        self.end_turn()
        return self.play_on(to="main")

    def to_phase(self, phase: int, player: int = 0) -> Table:
        """Go on to the priority of a player in a phase."""
        while self.edit.game_variable("phase") != phase or self.player != player:
            self.pass_()
        return self


def play(s: Table, card: str, verb: str = "play_command") -> Table:
    """Play a card, and let everything be taken as it comes."""
    return s.act(verb, card).play_on()


def attacked(s: Table, attacker: str, defender: str | None = None) -> Table:
    """Attack, and defend if somebody is named."""
    s.act("attack", attacker)
    return s.act("defend", defender, player=1) if defender else s
