"""What persons type at a table, and the games that they take up again."""

from __future__ import annotations

import io
import random
import tempfile
from contextlib import suppress
from functools import cache
from pathlib import Path

import msgspec

from tefuda import TefudaError
from tefuda.plugins.table.dialogue import Dialogue, Left
from tefuda.plugins.table.screen import Interrupts, Screen
from tefuda.plugins.table.table import PERSON, Table
from tefuda.replay import read_replay

from .formats import Format, manager, of_json, tiny
from .mutation import change_bytes, change_words

#: What may be typed, in no order.
LINES = (
    "1", "2", "3", "play", "play: T-01", "take play: T-06 worth 6", "take 2", "worth", "options",
    "board", "zone hand", "zone table", "show T-01", "show worth 6", "log", "log all", "help",
    "save game.json", "concede", "no", "yes", "quit game.json", "quit", "no", "",
)  # fmt: skip
WORDS = (
    "play take T-01 T-06 worth 1 2 3 yes no zone show log save quit concede hand # ( : /".split()
)


class Unwritten(Table):
    """A game that is saved nowhere: what is typed may name any file."""

    def save(self, file: Path) -> None:
        """Refuse nothing, and write nothing."""


def started() -> Unwritten:
    """A game of the tiny game, at its beginning."""
    ruleset = tiny()
    return Unwritten(ruleset, ruleset.pair(), (PERSON, "greedy"), 3, manager())


def damaged_lines(rng: random.Random) -> bytes:
    """Damage some lines, words or bytes of them."""
    lines = [rng.choice(LINES) for _ in range(rng.randrange(1, 8))]
    text = "\n".join(
        change_words(rng, line, WORDS) if rng.random() < 0.5 else line for line in lines
    )
    data = text.encode("utf-8", "surrogatepass") + b"\n"
    return change_bytes(rng, data) if rng.random() < 0.3 else data


def read_lines(data: bytes) -> bool:
    """Type lines at a table; whether a choice was made."""
    table = started()
    source = io.TextIOWrapper(io.BytesIO(data), "utf-8")
    shown = io.StringIO()
    dialogue = Dialogue(table, Screen(shown, source), Interrupts(), None)
    with suppress(Left, EOFError):
        dialogue.play()
    assert table.game.check() == []
    assert "\x1b" not in shown.getvalue()
    assert len(table.replay().options) >= table.made
    return table.made > 0


@cache
def saved() -> list[str]:
    """Games under way, as files have them."""
    found = []
    table = started()
    table.let_bots_play()
    while not table.over:
        found.append(msgspec.json.encode(table.replay()).decode())
        table.take(table.game.legal_actions[0])
        table.let_bots_play()
    return found


def read_saved(data: bytes) -> bool:
    """Take a saved game up, and go on with it."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "game.json"
        file.write_bytes(data)
        try:
            table = Table.resume(read_replay(file), tiny(), manager(), file)
        except TefudaError:
            return False
    assert not table.over
    table.let_bots_play()
    if not table.over:
        assert table.game.player in table.persons
        table.take(table.game.legal_actions[-1])
    assert table.game.check() == []
    return True


FORMATS = [
    Format("typed", ".txt", damaged_lines, read_lines),
    Format("saved", ".json", of_json(saved), read_saved),
]
