"""The ruleset with cards whose texts are composed of steps in place of rule functions."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

from tefuda.ruleset import Ruleset
from tefuda.rulesets.lycee import rules

#: The abilities of cards, composed of steps, by number.
COMPOSED: dict[str, list[Any]] = json.loads(
    Path(__file__).with_name("composed.json").read_text("utf-8")
)


def composed_ruleset(folder: Path, numbers: list[str]) -> Ruleset:
    """Give Lycee with these cards composed; the card file is written to a folder."""
    content = json.loads(files("tefuda.rulesets.lycee").joinpath("cards/real.json").read_text())
    for card in content["cards"]:
        if card["number"] in numbers:
            card["abilities"] = COMPOSED[card["number"]]
    file = folder / "composed-cards.json"
    file.write_text(json.dumps(content), "utf-8")
    copy = rules.extended([])
    copy.card_files = [str(file), *rules.card_files[1:]]
    return Ruleset(copy)
