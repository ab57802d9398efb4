"""Finding plugins, and putting together what they give."""

from __future__ import annotations

import importlib.metadata
import inspect
import subprocess
import sys
import types
from pathlib import Path

import pytest

from tefuda.errors import CardError, PluginError, VariantError
from tefuda.plugins import NAME, hookimpl, hookspecs
from tefuda.plugins.bots import Bot
from tefuda.plugins.loading import find_extensions, find_rules, load
from tefuda.plugins.manager import Manager, make_manager
from tefuda.plugins.onefile import import_file
from tefuda.rules import Rules
from tefuda.variants import parse_variant

from ..children import PATIENCE

RULES = """
from tefuda.plugins import hookimpl
from tefuda.rules import Rules

rules = Rules("{name}", summary="{summary}")

@hookimpl
def tefuda_rulesets():
    return [rules]
"""

PATCH = """
from tefuda.plugins import hookimpl
from tefuda.rules import Rules

patch = Rules("{name}", extends="{extends}")

@patch.override("draw")
def draw(me):
    pass

@hookimpl
def tefuda_extensions():
    return [patch]
"""


def written(tmp_path: Path, name: str, text: str) -> Path:
    file = tmp_path / name
    file.write_text(text)
    return file


def plugin(name: str, **hooks: object) -> types.ModuleType:
    """Make a plugin of functions that give these results."""
    module = types.ModuleType(name)
    for hook, result in hooks.items():

        def implementation(_result: object = result) -> object:
            return _result() if callable(_result) else _result

        implementation.__name__ = hook
        # pluggy takes parameters with defaults for no arguments of the hook.
        setattr(module, hook, hookimpl(implementation))
    return module


def manager(*plugins: object) -> Manager:
    return make_manager(plugins=plugins)


def test_tefuda_itself_comes_in_by_the_entry_points():
    found = {point.name for point in importlib.metadata.entry_points(group=NAME)}
    assert {"bots", "commands"} <= found
    assert set(make_manager().names) == found


def test_disabled_plugins_are_left_out_and_unknown_ones_refused():
    assert "bots" not in make_manager(disable=["bots"]).names
    assert make_manager(disable=["bots"]).bots == {}
    with pytest.raises(PluginError, match=r"plugin 'bot' to disable: unknown.*did you mean 'bots'"):
        make_manager(disable=["bot"])


def test_hook_tefuda_rulesets(tmp_path):
    one = written(tmp_path, "one.py", RULES.format(name="zebra", summary="last"))
    two = written(tmp_path, "two.py", RULES.format(name="ant", summary="first"))
    found = [manager(one, two).rulesets, manager(two, one).rulesets]
    for rulesets in found:
        names = [name for name in rulesets if name in ("ant", "zebra")]
        assert names == ["ant", "zebra"]
        assert (rulesets["ant"].plugin, rulesets["ant"].summary) == ("two", "first")


def test_hook_tefuda_extensions(tmp_path):
    base = written(tmp_path, "base.py", RULES.format(name="base", summary=""))
    patch = written(tmp_path, "my_patch.py", PATCH.format(name="draw_more", extends="base"))
    found = manager(base, patch)
    assert [key for key in found.extensions if key[0] == "base"] == [("base", "draw_more")]
    rules = find_rules(found, parse_variant("base"))
    assert find_extensions(found, parse_variant("base")) == []
    assert not rules.overrides
    for name in ("base+draw_more", "base+my_patch"):
        (extension,) = find_extensions(found, parse_variant(name))
        assert extension.name == "draw_more"
    with pytest.raises(VariantError, match=r"unknown patch 'my_pach' of 'base'.*'my_patch'"):
        find_extensions(found, parse_variant("base+my_pach"))
    with pytest.raises(VariantError, match=r"unknown ruleset 'bose'.*did you mean 'base'"):
        find_rules(found, parse_variant("bose"))


def test_hook_tefuda_bots():
    bots = manager(plugin("mine", tefuda_bots=[Bot("careful", native="random")])).bots
    assert list(bots) == sorted(bots)
    assert {"careful", "random", "greedy"} <= set(bots)
    assert bots["careful"].plugin == "mine"
    assert bots["random"].plugin == "bots"
    with pytest.raises(PluginError, match=r"bot 'randm': unknown.*did you mean 'random'"):
        manager().bot("randm")


def test_hook_tefuda_commands():
    import click

    extra = types.ModuleType("extra")

    @hookimpl
    def tefuda_commands(cli):
        cli.add_command(click.Command("hello"))

    extra.tefuda_commands = tefuda_commands  # type: ignore[attr-defined]
    cli = click.Group("tefuda")
    manager(extra).add_commands(cli)
    assert "hello" in cli.commands
    with pytest.raises(PluginError, match="'tefuda' both add command 'hello'"):
        manager(extra).add_commands(click.Group("x", {"hello": click.Command("hello")}))


def test_every_hook_says_when_how_results_combine_what_a_clash_does_and_the_default():
    hooks = [name for name in vars(hookspecs) if name.startswith("tefuda_")]
    assert len(hooks) == 4
    for name in hooks:
        doc = inspect.getdoc(getattr(hookspecs, name)) or ""
        assert "Called once" in doc
        assert "PluginError" in doc
        assert "Default: no" in doc


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_one_name_from_two_plugins_is_an_error_that_names_both(order):
    for hook, make in (
        ("tefuda_rulesets", lambda: [Rules("same")]),
        ("tefuda_extensions", lambda: [Rules("same", extends="x")]),
        ("tefuda_bots", lambda: [Bot("same", native="random")]),
    ):
        both = [plugin("first", **{hook: make}), plugin("second", **{hook: make})]
        found = manager(*(both[i] for i in order))
        with pytest.raises(PluginError, match="'first' and 'second' both give 'same") as caught:
            _ = getattr(found, hook.removeprefix("tefuda_"))
        assert hook in str(caught.value)


@pytest.mark.parametrize(
    ("hook", "result", "part"),
    [
        ("tefuda_rulesets", None, "gave NoneType, expected a list of Rules"),
        ("tefuda_rulesets", ["x"], "gave a str in its list, expected Rules"),
        ("tefuda_rulesets", [Rules("p", extends="q")], "expected them from tefuda_extensions"),
        ("tefuda_extensions", [Rules("p")], "expected them from tefuda_rulesets"),
        ("tefuda_bots", 5, "gave int, expected a list of Bot"),
        ("tefuda_bots", lambda: 1 // 0, "tefuda_bots: ZeroDivisionError"),
    ],
)
def test_a_hook_that_fails_or_gives_something_else_names_its_plugin(hook, result, part):
    found = manager(plugin("bad", **{hook: result}))
    with pytest.raises(PluginError, match="plugin 'bad'") as caught:
        _ = getattr(found, hook.removeprefix("tefuda_"))
    assert part in str(caught.value)


@pytest.mark.parametrize(
    ("name", "text", "parts"),
    [
        ("syntax.py", "x = 1\ndef\n", ["line 2", "SyntaxError"]),
        ("fails.py", "x = 1\n\nraise ValueError('no')\n", ["line 3", "ValueError: no"]),
        ("leaves.py", "import sys\nsys.exit(3)\n", ["line 2", "SystemExit: 3"]),
        ("base.py", "x = 1\nraise BaseException('no')\n", ["line 2", "BaseException: no"]),
        (
            "hook.py",
            "from tefuda.plugins import hookimpl\n"
            "@hookimpl\ndef tefuda_bots(): raise SystemExit(3)\n",
            ["plugin 'hook': tefuda_bots: SystemExit: 3"],
        ),
        ("name.py", "from tefuda.rules import Rules\nRules('X')\n", ["ruleset name 'X'"]),
        ("bare.py", "x = 1\n", ["no hook", "@hookimpl", "tefuda_rulesets"]),
        ("bad-name.py", "", ["named like an identifier"]),
        ("text.txt", "", ["a .py file"]),
        ("nul.py", "x = '\0'\n", ["null"]),
        (
            "typo.py",
            "from tefuda.plugins import hookimpl\n@hookimpl\ndef tefuda_ruleset(): return []\n",
            ["unknown hook 'tefuda_ruleset'", "did you mean 'tefuda_rulesets'"],
        ),
        (
            "more.py",
            "from tefuda.plugins import hookimpl\n@hookimpl\ndef tefuda_bots(game): return []\n",
            ["'more'", "game"],
        ),
    ],
)
def test_a_file_that_cannot_be_a_plugin_is_refused(tmp_path, name, text, parts):
    with pytest.raises(PluginError) as caught:
        _ = manager(written(tmp_path, name, text)).bots
    for part in parts:
        assert part in str(caught.value)


def test_a_missing_file_and_a_folder_are_refused(tmp_path):
    with pytest.raises(PluginError, match="cannot be read: No such file"):
        manager(tmp_path / "none.py")
    (tmp_path / "folder.py").mkdir()
    with pytest.raises(PluginError, match="cannot be read: Is a directory"):
        manager(str(tmp_path / "folder.py"))


def test_an_unmarked_hook_is_no_hook(tmp_path):
    with pytest.raises(PluginError, match="plugin 'plain': no hook"):
        manager(written(tmp_path, "plain.py", "def tefuda_bots():\n    return []\n"))


def test_a_hook_that_is_no_plain_function_is_refused():
    class cython_function_or_method:
        __name__ = "tefuda_bots"

    module = types.ModuleType("compiled")
    module.tefuda_bots = cython_function_or_method()  # type: ignore[attr-defined]
    with pytest.raises(PluginError, match="plugin 'compiled': tefuda_bots"):
        manager(module)


def test_one_name_for_two_plugins_and_one_plugin_twice_are_refused(tmp_path):
    text = RULES.format(name="one", summary="")
    file = written(tmp_path, "bots.py", text)
    with pytest.raises(PluginError, match=r"plugin 'bots': the name is taken by .*bots.py"):
        manager(file)
    module = plugin("same", tefuda_bots=[])
    with pytest.raises(PluginError, match="plugin 'same': the name is taken"):
        manager(module, module)


def test_an_edited_file_is_imported_anew_and_its_source_is_known(tmp_path):
    file = written(tmp_path, "edit.py", PATCH.format(name="old", extends="x"))
    first = import_file(file)
    file.write_text("# a line more\n" + PATCH.format(name="new", extends="x"))
    second = import_file(file)
    assert (first.patch.name, second.patch.name) == ("old", "new")
    assert first.__name__ != second.__name__
    assert sys.modules[second.__name__] is second
    assert inspect.getsource(second.draw).startswith('@patch.override("draw")')


def test_files_of_one_name_in_two_folders_do_not_meet(tmp_path):
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        written(tmp_path / name, "same.py", RULES.format(name=name, summary=""))
    first, second = (import_file(tmp_path / name / "same.py") for name in ("one", "two"))
    assert (first.rules.name, second.rules.name) == ("one", "two")


def test_two_extensions_that_override_one_procedure_clash_only_when_both_are_named(tmp_path):
    base = Rules("base")

    @base.procedure()
    def draw(me):
        """Draw."""

    files = [
        written(tmp_path, f"{name}.py", PATCH.format(name=name, extends="base"))
        for name in ("b_patch", "a_patch")
    ]
    found = manager(plugin("games", tefuda_rulesets=[base]), *files)
    for name in ("a_patch", "b_patch"):
        (extension,) = find_extensions(found, parse_variant(f"base+{name}"))
        assert "draw" in base.extended([extension]).overrides
    both = find_extensions(found, parse_variant("base+b_patch+a_patch"))
    with pytest.raises(PluginError, match="'b_patch' and 'a_patch' both override 'draw'"):
        base.extended(both)
    assert not base.overrides


def test_importing_tefuda_and_finding_plugins_loads_neither_numpy_nor_click():
    code = (
        "import sys, tefuda; from tefuda.plugins.manager import make_manager; make_manager();"
        "tefuda.load, tefuda.simulate, tefuda.compare;"
        "print([m for m in ('numpy', 'scipy', 'click', 'rich') if m in sys.modules])"
    )
    found = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE,
    ).stdout
    assert found.strip() == "[]"


def test_a_patch_of_another_ruleset_is_named(tmp_path):
    base = written(tmp_path, "base.py", RULES.format(name="base", summary=""))
    patch = written(tmp_path, "my_patch.py", PATCH.format(name="draw_more", extends="baes"))
    found = manager(base, patch)
    with pytest.raises(VariantError, match=r"'draw_more' of 'base'.* extends 'baes'$"):
        find_extensions(found, parse_variant("base+draw_more"))


@pytest.mark.parametrize("word", ["plugins", "disable"])
def test_one_name_is_no_list_of_names(word):
    with pytest.raises(PluginError, match=f"{word} 'lycee.py': expected a list of them"):
        make_manager(**{word: "lycee.py"})


def test_one_card_file_is_no_list_of_files():
    with pytest.raises(CardError, match=r"cards 'mine\.json': expected a list of files"):
        load("lycee", cards="mine.json")
