"""The reference of the command line: every command, option, default, key and exit status."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest

from tefuda.plugins.cli import group, play
from tefuda.plugins.cli.group import main, make_cli
from tefuda.plugins.lab import comparison, simulation
from tefuda.plugins.manager import make_manager

from .pages import DOCS, ROOT, first_cells, section, walk

PAGE = DOCS / "cli.md"
SHARED = "What all commands share"

pytestmark = pytest.mark.skipif(not DOCS.is_dir(), reason="takes the folder of documents")

#: Objects whose keys are data.
BY_NAME = ("outcomes", "decks[].cards", "differences")

TINY = ROOT / "tests" / "plugins" / "tiny"

#: A change of Lycee, and the tiny game alone: its rulesets load in no time.
PATCH = """from tefuda.plugins import hookimpl
from tefuda.rules import Rules
from tefuda.rulesets.lycee.vocabulary import WARM_UP, Player

change = Rules("loud", extends="lycee", summary="adds a handler")

@change.on(WARM_UP)
def hear(me: Player) -> None:
    assert True

@hookimpl
def tefuda_extensions():
    return [change]
"""
ALONE = [f"--disable={name}" for name in make_manager().names if name not in ("bots", "commands")]
ALONE += ["--plugin", str(TINY / "tiny_game.py")]
PATCHED = f"--plugin {TINY / 'tiny_patch.py'}"

#: By heading: command lines that show all keys between them.
LINES: dict[str, list[str]] = {
    "rulesets": ["rulesets", f"rulesets {PATCHED}"],
    "rules": ["rules lycee+loud --plugin patch.py --listing"],
    "simulate": ["simulate tiny --games 3", "simulate tiny:faulty=yes --games 300"],
    "compare": [f"compare tiny tiny+double_draw:hand_size=4 {PATCHED} --games 4 --decks even high"],
    "play": ["play tiny --seed 1 --save kept.json --replay played.json"],
    "replay": ["replay games/tiny-1-000000.json", "replay games/tiny-1-000000.json --verify"],
    "decks": ["decks tiny", "decks tiny even high"],
    "cards check": [f"cards check {TINY / 'cards.json'} --rules tiny"],
    "cards import": ["cards import list.csv --rules tiny"],
}


def page() -> str:
    return PAGE.read_text("utf-8")


def documented(heading: str, head: str) -> dict[str, str]:
    """Give the first cells of the tables with this first word in their heads, with the rest."""
    found: dict[str, str] = {}
    within = False
    for line in section(page(), heading).splitlines():
        if line.startswith(f"| {head} |"):
            within = True
        elif not line.startswith("|"):
            within = False
        elif within:
            found |= dict.fromkeys(first_cells(line), line.split(" | ", 1)[-1])
    return found


def commands() -> dict[str, click.Command]:
    """Give all commands of tefuda's own, those in groups with their group's name."""
    cli = make_cli()
    context = click.Context(cli)
    found = {}
    for name in cli.list_commands(context):
        command = cli.get_command(context, name)
        assert command is not None
        if isinstance(command, click.Group):
            found |= {f"{name} {inner}": thing for inner, thing in command.commands.items()}
        else:
            found[name] = command
    return found


def options(command: click.Command) -> set[str]:
    """Give the options of a command as its help writes them, those of all commands apart."""
    context = click.Context(command, help_option_names=["-h", "--help"])
    found = set()
    for parameter in command.get_params(context):
        record = parameter.get_help_record(context)
        if isinstance(parameter, click.Option) and record:
            found.add(record[0])
    return found - set(documented(SHARED, "option"))


def paths(value: Any, path: str = "") -> Iterator[str]:
    """Give the keys of a JSON object with the way to them."""
    if isinstance(value, dict):
        for key, inner in value.items():
            data = path.endswith(BY_NAME)
            here = f"{path}.{'*' if data else key}".removeprefix(".")
            if not path.endswith("differences"):
                yield here
            yield from paths(inner, here)
    elif isinstance(value, list):
        for inner in value:
            yield from paths(inner, f"{path}[]")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("page")
    (place / "patch.py").write_text(PATCH, "utf-8")
    (place / "list.csv").write_text("number,name,worth\nL-1,Listed,3\n", "utf-8")
    replays = ["--games", "1", "--replays", str(place / "games")]
    assert main([*ALONE, "simulate", "tiny", *replays]) == 0
    return place


@pytest.fixture
def found_keys(folder, monkeypatch, capsys):
    monkeypatch.chdir(folder)

    def keys(heading: str) -> list[set[str]]:
        sets = []
        for line in LINES[heading]:
            capsys.readouterr()
            options = [] if " lycee" in line else ALONE
            monkeypatch.setattr("sys.stdin", io.StringIO("1\nsave\n" + "1\n" * 60))
            status = main([*options, *line.split(), "--json"])
            out, err = capsys.readouterr()
            assert (status, err == "") == ("faulty" in line, heading != "play")
            sets.append(set(paths(json.loads(out))))
        return sets

    return keys


def test_every_command_has_its_section():
    headings = re.findall(r"^## (.+)$", page(), re.MULTILINE)
    assert headings == [SHARED, *LINES]
    assert set(commands()) == set(LINES)


@pytest.mark.parametrize("heading", LINES)
def test_the_options_are_those_of_the_command(heading):
    assert set(documented(heading, "option")) == options(commands()[heading])


def test_the_options_before_the_command_are_given():
    context = click.Context(make_cli(), info_name="tefuda", help_option_names=["-h", "--help"])
    records = [parameter.get_help_record(context) for parameter in make_cli().get_params(context)]
    shared = documented(SHARED, "option")
    assert {record[0] for record in records if record} <= set(shared)
    assert "--json" in shared


@pytest.mark.parametrize("heading", [name for name in LINES if name != "compare"])
def test_the_keys_are_those_of_the_output(heading, found_keys):
    keys = documented(heading, "key")
    found = found_keys(heading)
    assert set.union(*found) <= set(keys)
    required = {key for key, meaning in keys.items() if not meaning.startswith("(only")}
    for one in found:
        assert required <= one


def test_the_keys_of_comparisons_are_those_of_simulations_and_more(found_keys):
    (found,) = found_keys("compare")
    own = set(documented("compare", "key"))
    simulated = documented("simulate", "key")
    below = {f"{side}{key}" for side in ("baseline.", "variants[].") for key in simulated}
    assert found <= own | below
    assert own - {"variants[].rule_changes.cards"} <= found
    for key, meaning in simulated.items():
        if not meaning.startswith("(only"):
            assert {f"baseline.{key}", f"variants[].{key}"} <= found


def test_the_defaults_are_those_of_the_commands():
    games = documented("simulate", "option")["--games INTEGER"]
    assert games == f"how many; {simulation.GAMES} |"
    assert f"even number; {comparison.GAMES} |" in section(page(), "compare")
    for name in ("simulate", "compare"):
        defaults = {p.name: p.default for p in getattr(play, name).params}
        assert (defaults["seed"], defaults["threads"]) == (1, 1)
        assert defaults["bots"] == ("random", "random")


def test_the_exit_statuses_are_those_of_the_group():
    rows = re.findall(r"^\| (\d+) \|", section(page(), SHARED), re.MULTILINE)
    assert [int(row) for row in rows] == [
        group.DONE,
        group.FAILED,
        group.BAD_INPUT,
        group.INTERRUPTED,
        group.BROKEN_PIPE,
    ]


def test_the_lines_on_top_run(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    walk(PAGE, capsys, games=20)
