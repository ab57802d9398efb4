"""The group of all commands, which plugins fill, and how a run of it ends."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Any

import click

from tefuda import __version__
from tefuda.errors import TefudaError
from tefuda.plugins.manager import Manager, make_manager

#: The plugin of tefuda's own commands.
OWN = "commands"
#: Exit statuses.
DONE, FAILED, BAD_INPUT, INTERRUPTED, BROKEN_PIPE = 0, 1, 2, 130, 141


class Refused(click.ClickException):
    """An error of tefuda as the command line reports it: one message, no traceback."""

    exit_code = BAD_INPUT

    def show(self, file: Any = None) -> None:
        """Write the message to standard error."""
        click.echo(f"tefuda: {self.format_message()}", file=file, err=file is None)


class ReaderGone(Exception):
    """Whoever read the output went away; click would make status 1 of a BrokenPipeError."""


class Commands(click.Group):
    """A group whose commands come from plugins, those named by its own options among them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Name the commands of all plugins."""
        self._fill(ctx)
        return super().list_commands(ctx)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """Find a command of any plugin."""
        self._fill(ctx)
        return super().get_command(ctx, name)

    def make_context(self, *arguments: Any, **options: Any) -> click.Context:
        """Read the options; help may be printed."""
        try:
            return super().make_context(*arguments, **options)
        except BrokenPipeError as problem:
            raise ReaderGone from problem

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; errors of tefuda become messages."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError as problem:
            raise ReaderGone from problem
        except TefudaError as problem:
            raise Refused(str(problem)) from problem
        except (click.ClickException, click.Abort, click.exceptions.Exit, OSError):
            raise
        except Exception as problem:
            name = ctx.invoked_subcommand or ""
            owner = ctx.meta.get("tefuda.owners", {}).get(name, OWN)
            if owner == OWN:
                raise
            raise Refused(
                f"plugin {owner!r}: command {name!r}: {type(problem).__name__}: {problem}"
            ) from problem

    def _fill(self, ctx: click.Context) -> None:
        if ctx.meta.get("tefuda.filled"):
            return
        ctx.meta["tefuda.filled"] = True
        try:
            ctx.meta["tefuda.owners"] = manager_of(ctx).add_commands(self)
        except TefudaError as problem:
            raise Refused(str(problem)) from problem


def manager_of(
    ctx: click.Context, plugins: Sequence[str] = (), disable: Sequence[str] = ()
) -> Manager:
    """Give the plugins that the options name, before and behind the command; found once."""
    root = ctx.find_root()
    key = (*root.params.get("plugins", ()), *plugins), (*root.params.get("disable", ()), *disable)
    managers: dict[Any, Manager] = root.meta.setdefault("tefuda.managers", {})
    if key not in managers:
        managers[key] = make_manager(plugins=tuple(dict.fromkeys(key[0])), disable=key[1])
    return managers[key]


def make_cli() -> Commands:
    """Make the group, still without commands: plugins add them when one is looked up."""

    @click.group(
        cls=Commands,
        name="tefuda",
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
        help="Play trading card games fast, and see what a changed rule does.",
    )
    @click.option(
        "--plugin",
        "plugins",
        multiple=True,
        is_eager=True,
        metavar="FILE",
        help="A plugin that is one .py file; may be given several times.",
    )
    @click.option(
        "--disable",
        multiple=True,
        is_eager=True,
        metavar="NAME",
        help="An installed plugin to leave out; may be given several times.",
    )
    @click.version_option(__version__, prog_name="tefuda")
    def cli(plugins: tuple[str, ...], disable: tuple[str, ...]) -> None:
        pass

    assert isinstance(cli, Commands)
    return cli


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line and give its exit status."""
    try:
        status = make_cli().main(
            args=None if arguments is None else list(arguments),
            prog_name="tefuda",
            standalone_mode=False,
        )
        # Whoever closed standard output before the start wants none.
        if sys.stdout is not None:
            sys.stdout.flush()
    except click.exceptions.NoArgsIsHelpError as problem:
        problem.show()
        return BAD_INPUT
    except click.ClickException as problem:
        problem.show()
        return BAD_INPUT
    except (click.Abort, KeyboardInterrupt):
        click.echo("tefuda: interrupted", err=True)
        return INTERRUPTED
    except (BrokenPipeError, ReaderGone):
        # Whoever read the output has gone.
        _forget_output()
        return BROKEN_PIPE
    except OSError as problem:
        # An error of a file has its name; what has none is the output, on a full disk for instance.
        if problem.filename is not None:
            raise
        _forget_output()
        click.echo(f"tefuda: the output cannot be written: {problem.strerror}", err=True)
        return BAD_INPUT
    return status if isinstance(status, int) else DONE


def tell_ignored(problem: sys.UnraisableHookArgs) -> None:
    """Say in one line what Python cannot raise, as where a plugin's generator is thrown away."""
    kind = getattr(problem.exc_type, "__name__", "error")
    click.echo(f"tefuda: ignored: {kind}: {problem.exc_value}", err=True)


def _forget_output() -> None:
    """Let the interpreter's own flush at exit find something that takes it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
