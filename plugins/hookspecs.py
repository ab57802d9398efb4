"""The hooks that plugins implement.

Hooks are called when rulesets, bots or commands are looked up, never inside a game. Results are
sorted by name, so the order in which plugins were installed changes nothing. Implementations are
plain Python functions; they may leave out the parameters that they do not need.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pluggy

from tefuda.plugins import NAME

if TYPE_CHECKING:
    import click

    from tefuda.plugins.bots import Bot
    from tefuda.rules import Rules

hookspec = pluggy.HookspecMarker(NAME)


@hookspec
def tefuda_rulesets() -> list[Rules]:  # type: ignore[empty-body]
    """Give the rulesets that this plugin adds.

    Called once for each manager, when a ruleset is first looked up. The lists of all plugins are
    put together; nothing is compiled before a ruleset is loaded. Two rulesets of one name are a
    :class:`~tefuda.errors.PluginError` that names both plugins. A ruleset that ``extends`` another
    is refused: :func:`tefuda_extensions` is for those.

    Default: no rulesets.

    :returns: rules without ``extends``.
    """


@hookspec
def tefuda_extensions() -> list[Rules]:  # type: ignore[empty-body]
    """Give the changes to rulesets that this plugin offers.

    Called once for each manager, when a ruleset is first looked up. Nothing changes before a
    variant names an extension, or the plugin that gives it (then all its extensions of that
    ruleset): ``lycee+my_patch``. The extensions that a variant names are applied in the order of
    their names. Two of one name for one ruleset, and two that are named together and declare or
    override the same thing, are a :class:`~tefuda.errors.PluginError` that names both.

    Default: no extensions.

    :returns: rules with ``extends``, the name of the ruleset that each changes.
    """


@hookspec
def tefuda_bots() -> list[Bot]:  # type: ignore[empty-body]
    """Give the bots that this plugin adds.

    Called once for each manager, when a bot is first looked up. Two bots of one name are a
    :class:`~tefuda.errors.PluginError` that names both plugins.

    Default: no bots.

    :returns: descriptors; see :class:`tefuda.plugins.bots.Bot`.
    """


@hookspec
def tefuda_commands(cli: click.Group) -> None:
    """Add commands to the command line.

    Called once in each run of the command line, after the options that name plugins were read and
    before the command is looked up. A command of a name that is taken is a
    :class:`~tefuda.errors.PluginError` that names both plugins.

    Default: no commands.

    :param cli: the group to call ``add_command`` on.
    """
