"""A rule change for tests: draw two cards instead of one."""

from __future__ import annotations

from pathlib import Path

from tefuda.plugins import hookimpl
from tefuda.plugins.onefile import import_file
from tefuda.rules import Rules

tiny = import_file(Path(__file__).with_name("tiny_game.py"))
Player = tiny.Player

patch = Rules("double_draw", extends="tiny", summary="draw two cards")


@patch.wrap("draw")
def twice(original, me: Player) -> None:
    """Draw twice."""
    original(me)
    original(me)


@hookimpl
def tefuda_extensions():
    """Give the change."""
    return [patch]
