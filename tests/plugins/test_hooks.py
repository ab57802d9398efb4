"""Hooks: each has its test, no order of installation shows, and what was made stays as it was."""

from __future__ import annotations

import importlib.metadata
import itertools
import random
import threading
import types
from collections.abc import Sequence
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import click
import pytest

import tefuda
from tefuda.errors import PluginError
from tefuda.plugins import hookimpl, hookspecs
from tefuda.plugins.bots import Bot
from tefuda.plugins.manager import Manager, make_manager
from tefuda.rules import Rules

HERE = Path(__file__).parent
TINY = HERE / "tiny" / "tiny_game.py"
PATCH = HERE / "tiny" / "tiny_patch.py"
HOOKS = [name for name in vars(hookspecs) if name.startswith("tefuda_")]

SLOWER = """
from tefuda.plugins import hookimpl
from tefuda.plugins.bots import Bot
from tefuda.rules import Rules

slower = Rules("slower", extends="tiny", summary="a farther goal")
slower.set("goal", 30)

@slower.wrap("draw")
def draw_and_count(original, me: Player) -> None:
    original(me)
    me.points = me.points + len(me.hand) % 2

@hookimpl
def tefuda_extensions():
    return [slower]

@hookimpl
def tefuda_bots():
    return [Bot("dice", native="random")]
"""


@pytest.mark.parametrize("hook", HOOKS)
def test_a_hook_has_a_test_named_after_it(hook):
    texts = [file.read_text("utf-8") for file in HERE.glob("test_*.py")]
    assert any(f"\ndef test_hook_{hook}(" in text for text in texts)


# the order in which plugins come


@pytest.fixture(scope="module")
def slower(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A change that wraps what another wraps, too, and a bot."""
    file = tmp_path_factory.mktemp("plugins") / "slower.py"
    place = "from tefuda.plugins.onefile import import_file\n"
    player = f"Player = import_file({str(TINY)!r}).Player\n"
    file.write_text(place + player + SLOWER)
    return file


def commands() -> types.ModuleType:
    """A plugin of a command."""
    module = types.ModuleType("extra")

    @hookimpl
    def tefuda_commands(cli):
        cli.add_command(click.Command("hello"))

    module.tefuda_commands = tefuda_commands  # type: ignore[attr-defined]
    return module


def found(manager: Manager) -> dict[str, Any]:
    """Everything that a set of plugins gives, in the order in which it gives it."""
    cli = click.Group("tefuda")
    manager.add_commands(cli)
    return {
        "rulesets": [(name, rules.plugin) for name, rules in manager.rulesets.items()],
        "extensions": [(key, rules.plugin) for key, rules in manager.extensions.items()],
        "bots": [(name, bot.plugin) for name, bot in manager.bots.items()],
        "commands": list(cli.commands),
        "names": manager.names,
    }


def played(manager: Manager, variant: str) -> tuple[str, str, str]:
    result = tefuda.simulate(
        variant, games=50, seed=4, decks=("even", "high"), bots=("dice", "greedy"), manager=manager
    )
    return result.ruleset, result.fingerprint, result.trace_hash


def test_no_order_of_given_plugins_shows_in_a_result(slower):
    plugins: list[Any] = [TINY, PATCH, slower, commands()]
    seen, traces = [], set()
    for order in itertools.permutations(plugins):
        manager = make_manager(plugins=order)
        seen.append(found(manager))
        for variant in ("tiny+double_draw+slower", "tiny+slower+double_draw"):
            traces.add(played(manager, variant))
    assert all(one == seen[0] for one in seen)
    assert len(traces) == 1
    ((name, _, _),) = traces
    assert name == "tiny+double_draw+slower"


def installed(monkeypatch: pytest.MonkeyPatch, points: Sequence[EntryPoint]) -> None:
    """Let these entry points be those that are installed, in this order."""

    def entry_points(*, group: str) -> list[EntryPoint]:
        return [point for point in points if point.group == group]

    monkeypatch.setattr(importlib.metadata, "entry_points", entry_points)


def test_no_order_of_installed_plugins_shows_in_a_result(monkeypatch):
    points = list(importlib.metadata.entry_points(group="tefuda"))
    seen, traces = [], set()
    for seed in range(4):
        random.Random(seed).shuffle(points)
        installed(monkeypatch, points)
        manager = make_manager()
        seen.append(found(manager))
        traces.add(tefuda.simulate("lycee", games=10, seed=1, manager=manager).trace_hash)
    assert all(one == seen[0] for one in seen)
    assert len(traces) == 1


def test_a_distribution_seen_twice_is_one_plugin(monkeypatch):
    points = list(importlib.metadata.entry_points(group="tefuda"))
    installed(monkeypatch, [*points, *points])
    assert make_manager().names == sorted(point.name for point in points)


@pytest.mark.parametrize("order", [1, -1])
def test_two_installed_plugins_of_one_name_are_refused_whichever_came_first(monkeypatch, order):
    points = list(importlib.metadata.entry_points(group="tefuda"))
    clash = [*points, EntryPoint("lycee", "somebody.elses", "tefuda")][::order]
    installed(monkeypatch, clash)
    with pytest.raises(
        PluginError, match=r"plugin 'lycee': somebody\.elses and tefuda\.rulesets\.lyce"
    ):
        make_manager()
    assert "lycee" not in make_manager(disable=["lycee"]).names


# plugins that go


class Unplugged:
    """A manager with the tiny game and a change, and a way to take them out."""

    def __init__(self) -> None:
        self.manager = make_manager(plugins=[TINY, PATCH])
        self.ruleset = tefuda.load("tiny+double_draw", manager=self.manager)

    def unplug(self) -> None:
        """Take both plugins out of the host."""
        for name in ("tiny_patch", "tiny_game"):
            assert self.manager._plugins.unregister(name=name) is not None
        assert not {"tiny_game", "tiny_patch"} & set(self.manager.names)


def to_end(game: tefuda.Game) -> list[int]:
    """Play a game to its end and give the hashes on the way."""
    hashes = []
    while not game.over:
        game.apply(game.legal_actions[len(game.legal_actions) // 2])
        hashes.append(game.hash())
    return hashes


def test_a_game_goes_on_when_its_plugins_are_unregistered_in_the_middle():
    expected = to_end(Unplugged().ruleset.new_game(seed=9))
    host = Unplugged()
    game = host.ruleset.new_game(seed=9)
    for number in range(len(expected) // 2):
        game.apply(game.legal_actions[len(game.legal_actions) // 2])
        assert game.hash() == expected[number]
    saved = game.snapshot()
    host.unplug()
    assert game.hash() == expected[number]
    again = tefuda.Game.restore(host.ruleset, saved)
    assert to_end(game) == to_end(again) == expected[number + 1 :]
    assert to_end(host.ruleset.new_game(seed=9)) == expected


def test_a_simulation_goes_on_when_its_plugins_are_unregistered_meanwhile():
    expected = tefuda.simulate(Unplugged().ruleset, games=3000, seed=2).trace_hash
    host = Unplugged()
    unplugged = threading.Event()

    def progress(done: int, total: int) -> None:
        if not unplugged.is_set():
            host.unplug()
            unplugged.set()

    result = tefuda.simulate(
        host.ruleset, games=3000, seed=2, threads=2, manager=host.manager, progress=progress
    )
    assert unplugged.is_set()
    assert (result.games, result.trace_hash) == (3000, expected)


def test_a_plugin_that_is_not_there_gives_nothing_to_new_games():
    assert "double_draw" in [name for _, name in make_manager(plugins=[TINY, PATCH]).extensions]
    assert "tiny" not in make_manager().rulesets
    bot = Bot("mine", native="random")
    assert "mine" not in make_manager().bots, bot
    assert Rules("mine").plugin == ""
