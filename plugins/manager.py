"""The plugin manager: finding plugins and putting together what their hooks give."""

from __future__ import annotations

import importlib.metadata
import inspect
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import pluggy

from tefuda.errors import PluginError, TefudaError
from tefuda.plugins import NAME, hookspecs
from tefuda.plugins.bots import Bot
from tefuda.plugins.onefile import import_file
from tefuda.rules import Rules
from tefuda.words import listed, nearest

if TYPE_CHECKING:
    import click

#: A plugin as callers give it: the path of a file, or a module or other object with hooks.
PluginLike: TypeAlias = "str | Path | ModuleType | object"

T = TypeVar("T")

_HOOKS = tuple(name for name in vars(hookspecs) if name.startswith(f"{NAME}_"))


class Manager:
    """The plugins of one run, with one method for each hook; made by :func:`make_manager`."""

    def __init__(self, plugins: pluggy.PluginManager) -> None:
        """Hold a manager whose plugins are registered."""
        self._plugins = plugins

    @property
    def names(self) -> list[str]:
        """The names of all plugins, sorted."""
        return sorted(name for name, plugin in self._plugins.list_name_plugin() if plugin)

    @cached_property
    def rulesets(self) -> dict[str, Rules]:
        """All rulesets by name, sorted; each knows its plugin.

        :raises PluginError: a hook fails or gives something else, or a name is taken.
        """
        found = self._collect("tefuda_rulesets", Rules, lambda rules: rules.name)
        for rules in found.values():
            if rules.extends is not None:
                raise PluginError(
                    f"plugin {rules.plugin!r}: rules {rules.name!r} extend {rules.extends!r}: "
                    "expected them from tefuda_extensions"
                )
        return found

    @cached_property
    def extensions(self) -> dict[tuple[str, str], Rules]:
        """All extensions by the ruleset extended and their own name, sorted.

        :raises PluginError: as :attr:`rulesets`.
        """

        def key(rules: Rules) -> tuple[str, str]:
            if rules.extends is None:
                raise PluginError(
                    f"rules {rules.name!r} extend nothing: expected them from tefuda_rulesets"
                )
            return rules.extends, rules.name

        return self._collect("tefuda_extensions", Rules, key)

    @cached_property
    def bots(self) -> dict[str, Bot]:
        """All bots by name, sorted.

        :raises PluginError: as :attr:`rulesets`.
        """
        return self._collect("tefuda_bots", Bot, lambda bot: bot.name)

    def add_commands(self, cli: click.Group) -> dict[str, str]:
        """Let every plugin add its commands to a group, in the order of plugin names.

        :returns: for each command the plugin that it is from.
        :raises PluginError: a hook fails or a command's name is taken.
        """
        owners: dict[str, str] = dict.fromkeys(cli.commands, "tefuda")
        for plugin, call in self._calls("tefuda_commands"):
            before = dict(cli.commands)
            call(cli=cli)
            for name, command in cli.commands.items():
                if before.get(name) is command:
                    continue
                if name in before:
                    raise PluginError(f"{plugin!r} and {owners[name]!r} both add command {name!r}")
                owners[name] = plugin
        return owners

    def bot(self, name: str) -> Bot:
        """Give a bot by name.

        :raises PluginError: no plugin gives a bot of this name.
        """
        if name not in self.bots:
            raise PluginError(
                f"bot {name!r}: unknown, expected {listed(self.bots)}{nearest(name, self.bots)}"
            )
        return self.bots[name]

    def _calls(self, hook: str) -> list[tuple[str, Callable[..., Any]]]:
        """Give the implementations of a hook with their plugins' names, sorted by them."""
        found = []
        for implementation in getattr(self._plugins.hook, hook).get_hookimpls():

            def call(_of: Any = implementation, /, **arguments: Any) -> Any:
                given = {name: arguments[name] for name in _of.argnames}
                try:
                    return _of.function(**given)
                except (TefudaError, KeyboardInterrupt):
                    raise
                except BaseException as problem:  # whatever a plugin does is its fault
                    raise PluginError(
                        f"plugin {_of.plugin_name!r}: {hook}: {type(problem).__name__}: {problem}"
                    ) from problem

            found.append((implementation.plugin_name, call))
        return sorted(found, key=lambda pair: pair[0])

    def _collect(self, hook: str, kind: type[T], key: Callable[[T], Any]) -> dict[Any, T]:
        found: dict[Any, T] = {}
        owners: dict[Any, str] = {}
        for plugin, call in self._calls(hook):
            for thing in _listed_by(plugin, hook, call(), kind):
                try:
                    name = key(thing)
                except PluginError as problem:
                    raise PluginError(f"plugin {plugin!r}: {problem}") from None
                if name in owners:
                    what = " for ".join(reversed(name)) if isinstance(name, tuple) else name
                    raise PluginError(
                        f"plugins {owners[name]!r} and {plugin!r} both give {what!r} "
                        f"({hook}): disable one of them"
                    )
                owners[name] = plugin
                if hasattr(thing, "plugin"):
                    object.__setattr__(thing, "plugin", plugin)
                found[name] = thing
        return {name: found[name] for name in sorted(found)}


def _listed_by(plugin: str, hook: str, result: Any, kind: type[T]) -> list[T]:
    if not isinstance(result, (list, tuple)):
        raise PluginError(
            f"plugin {plugin!r}: {hook}: gave {type(result).__name__}, expected a list of "
            f"{kind.__name__}"
        )
    for thing in result:
        if not isinstance(thing, kind):
            raise PluginError(
                f"plugin {plugin!r}: {hook}: gave a {type(thing).__name__} in its list, expected "
                f"{kind.__name__}"
            )
    return list(result)


def make_manager(disable: Iterable[str] = (), plugins: Sequence[PluginLike] = ()) -> Manager:
    """Find the plugins: those installed under the entry-point group ``tefuda``, and those given.

    :param disable: names of installed plugins to leave out; tefuda's own can be left out, too.
    :param plugins: further plugins, as paths of ``.py`` files, modules, or objects with hooks.
    :raises PluginError: a plugin cannot be imported, has no hook, implements an unknown hook, has
        the name of another, or one to be left out is not there.
    """
    for word, given in (("disable", disable), ("plugins", plugins)):
        if isinstance(given, (str, Path)):
            raise PluginError(f"{word} {str(given)!r}: expected a list of them")
    left_out = set(disable)
    host = pluggy.PluginManager(NAME)
    host.add_hookspecs(hookspecs)
    known: dict[str, importlib.metadata.EntryPoint] = {}
    points = importlib.metadata.entry_points(group=NAME)
    for point in sorted(points, key=lambda p: (p.name, p.value)):
        first = known.setdefault(point.name, point)
        # What is the same is one distribution seen twice on the path.
        if first is not point and first.value != point.value and point.name not in left_out:
            raise PluginError(
                f"plugin {point.name!r}: {first.value} and {point.value} are both installed under "
                "this name: uninstall one of them, or disable both"
            )
    for point in known.values():
        if point.name not in left_out:
            _register(host, _imported(point), point.name)
    unknown = sorted(left_out - set(known))
    if unknown:
        raise PluginError(
            f"plugin {unknown[0]!r} to disable: unknown, expected {listed(known)}"
            f"{nearest(unknown[0], known)}"
        )
    for plugin in plugins:
        module = import_file(plugin) if isinstance(plugin, (str, Path)) else plugin
        _register(host, module, _name_of(module))
    try:
        host.check_pending()
    except pluggy.PluginValidationError as problem:
        name = host.get_name(problem.plugin)
        raise PluginError(
            f"plugin {name!r}: {_unknown_hook(problem.plugin)}, expected {listed(_HOOKS)}"
        ) from problem
    return Manager(host)


def _imported(point: importlib.metadata.EntryPoint) -> Any:
    try:
        return point.load()
    except (PluginError, KeyboardInterrupt):
        raise
    except BaseException as problem:  # importing a plugin runs any code
        raise PluginError(
            f"plugin {point.name!r} ({point.value}): cannot be imported: "
            f"{type(problem).__name__}: {problem}; it can be disabled"
        ) from problem


def _name_of(plugin: Any) -> str:
    name = getattr(plugin, "__tefuda_name__", None) or getattr(plugin, "__name__", None)
    return str(name or type(plugin).__name__).rpartition(".")[2]


def _register(host: pluggy.PluginManager, plugin: Any, name: str) -> None:
    if host.has_plugin(name):
        raise PluginError(f"plugin {name!r}: the name is taken by {_place(host.get_plugin(name))}")
    if host.is_registered(plugin):
        raise PluginError(f"plugin {name!r}: given twice, once as {host.get_name(plugin)!r}")
    for attribute in _HOOKS:
        function = getattr(plugin, attribute, None)
        # pluggy passes over functions that are not plain Python without a word.
        if function is not None and not inspect.isroutine(function):
            raise PluginError(f"plugin {name!r}: {attribute} is not a function")
        if function is not None and type(function).__name__ == "cython_function_or_method":
            raise PluginError(
                f"plugin {name!r}: {attribute} is compiled by Cython: expected a plain Python "
                "function, in a .py file"
            )
    try:
        host.register(plugin, name)
    except pluggy.PluginValidationError as problem:
        raise PluginError(f"plugin {name!r}: {problem}") from problem
    if not host.get_hookcallers(plugin):
        hint = nearest(_looks_like_hook(plugin) or "", _HOOKS)
        raise PluginError(
            f"plugin {name!r}: no hook: expected a function marked @hookimpl and named one of "
            f"{listed(_HOOKS)}{hint}"
        )


def _looks_like_hook(plugin: Any) -> str | None:
    return next((name for name in dir(plugin) if name.startswith(f"{NAME}_")), None)


def _unknown_hook(plugin: Any) -> str:
    names = [name for name in dir(plugin) if hasattr(getattr(plugin, name), f"{NAME}_impl")]
    unknown = next((name for name in names if name not in _HOOKS), "hook")
    return f"unknown hook {unknown!r}{nearest(unknown, _HOOKS)}"


def _place(plugin: Any) -> str:
    return str(getattr(plugin, "__file__", None) or repr(plugin))
