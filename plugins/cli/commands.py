"""The commands that come with tefuda, plugged in like anyone else's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tefuda.plugins import hookimpl

if TYPE_CHECKING:
    import click


@hookimpl
def tefuda_commands(cli: click.Group) -> None:
    """Add them; what they need loads now, not when plugins are found."""
    from tefuda.plugins.cli.cards import cards, decks
    from tefuda.plugins.cli.play import compare, simulate
    from tefuda.plugins.cli.replays import replay
    from tefuda.plugins.cli.rulesets import rules, rulesets
    from tefuda.plugins.cli.table import play

    for command in (cards, compare, decks, play, replay, rules, rulesets, simulate):
        cli.add_command(command)
