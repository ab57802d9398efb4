"""Options that several commands share, and how results leave a command."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import click
import msgspec

from tefuda.plugins.cli.group import manager_of
from tefuda.plugins.lab.stretches import Progress
from tefuda.plugins.manager import Manager

F = TypeVar("F", bound=Callable[..., Any])

SEED = 1
THREADS = 1


def common(command: Callable[..., int]) -> Callable[..., Any]:
    """Add ``--json``, ``--plugin`` and ``--disable``; the command gets ``manager`` for these two.

    What the command returns is its exit status.
    """

    @functools.wraps(command)
    def wrapped(plugins: tuple[str, ...], disable: tuple[str, ...], **rest: Any) -> Any:
        ctx = click.get_current_context()
        manager: Manager = manager_of(ctx, plugins, disable)
        ctx.exit(command(manager=manager, **rest))

    made: Callable[..., Any] = wrapped
    for option in (
        click.option("--disable", multiple=True, metavar="NAME", help="A plugin to leave out."),
        click.option(
            "--plugin", "plugins", multiple=True, metavar="FILE", help="A plugin of one .py file."
        ),
        click.option("--json", "as_json", is_flag=True, help="Print one JSON object."),
    ):
        made = option(made)
    return made


def playing(games: int) -> Callable[[F], F]:
    """Add the options of commands that play many games."""

    def add(command: F) -> F:
        for option in reversed(
            (
                click.option(
                    "--decks",
                    nargs=2,
                    metavar="DECK DECK",
                    help="Decks of both players, by name or file.  "
                    "[default: the ruleset's first two]",
                ),
                click.option(
                    "--bots",
                    nargs=2,
                    default=("random", "random"),
                    metavar="BOT BOT",
                    show_default="random random",
                    help="Who plays.",
                ),
                click.option(
                    "--games", type=int, default=games, show_default=True, help="How many games."
                ),
                click.option(
                    "--seed", type=int, default=SEED, show_default=True, help="0 to 2^64 - 1."
                ),
                click.option(
                    "--threads",
                    type=int,
                    default=THREADS,
                    show_default=True,
                    help="Games played at once; 0: as many as there are cores.",
                ),
                card_files,
                machine_code,
            )
        ):
            command = option(command)
        return command

    return add


card_files = click.option(
    "--cards",
    multiple=True,
    metavar="FILE",
    help="A further card file; may be given several times.",
)


machine_code = click.option(
    "--native/--no-native",
    default=None,
    help="Play by machine code, made first where it is not ready (10 to 60 seconds, once); or "
    "never.  [default: where it is ready]",
)


def emit(as_json: bool, data: Any, text: str) -> None:
    """Print a result: one JSON object, or text to read."""
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(data), indent=2))
    else:
        click.echo(text)


@contextmanager
def progress_bar(title: str) -> Iterator[Progress | None]:
    """Show a progress bar on standard error, if that is a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        TextColumn,
        TimeRemainingColumn,
    )
    from rich.progress import Progress as Bar

    with Bar(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    ) as bar:
        task = bar.add_task(title, total=None)

        def told(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total)

        yield told


def columns(rows: list[tuple[str, ...]], indent: str = "  ") -> list[str]:
    """Align rows of text, the last column as it is."""
    if not rows:
        return []
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]) - 1)]
    return [
        (
            indent
            + "  ".join([*(c.ljust(w) for c, w in zip(row[:-1], widths, strict=True)), row[-1]])
        ).rstrip()
        for row in rows
    ]
