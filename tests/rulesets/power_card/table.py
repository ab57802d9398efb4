"""Positions of the power card game: characters with power, and hands."""

import json
from importlib.resources import files
from typing import Any

from tefuda.testing import Scenario

from ..settings import that_differ

#: What a test's card is unless it says otherwise: a character that any other may break.
DEFAULTS = {"factions": ["ego"], "mind": 3, "attack": 2, "endurance": 3, "icons": ["student"]}

#: Where the eighty real cards are.
KINDS = ("characters", "breaks", "permanents", "projects", "fasts")
#: Cards that tables take with other abilities than they have, to see whether a test notices.
CHANGED: dict[str, list[Any]] = {}


def real_cards() -> dict[str, dict[str, Any]]:
    """Give the eighty real cards whose faces are known in full, as written, by number."""
    folder = files("tefuda.rulesets.power_card") / "cards"
    return {
        card["number"]: card
        for kind in KINDS
        for card in json.loads((folder / f"{kind}.json").read_text(encoding="utf-8"))["cards"]
    }


class Table(Scenario):
    """A position in which characters are put with so much power."""

    def __init__(self, at: str | None = None, **options: Any) -> None:
        """Begin at a window of player 0: the main phase unless another is named."""
        options.setdefault("filler", {"type": "project"})
        options = that_differ("power_card", options)
        super().__init__("power_card", at=at, defaults=DEFAULTS, **options)
        self._powers = 0
        for number, abilities in CHANGED.items():
            self.define(number, like=number, abilities=abilities)

    def char(
        self,
        card: str,
        at: str = "dominion",
        power: int = 0,
        *,
        owner: int | None = None,
        **words: Any,
    ) -> "Table":
        """Put a character with so many power cards on it, charged unseen."""
        self.put(card, at, owner=owner, **words)
        for _ in range(power):
            self._powers += 1
            self.put(
                f"p{self._powers} of {card}",
                on=card,
                link="power",
                face_down=True,
                type="project",
            )
        return self

    def power(self, card: str) -> int:
        """Give how many power cards a character holds."""
        editor = self.edit
        return sum(
            1
            for other in range(len(self.game.tables.cards))
            if editor.host(other) == (self.index(card), "power")
        )

    def phase(self) -> "Table":
        """Go on to the own power card phase."""
        self.play_on(to="power_cards", player=0)
        return self
