"""The page about plugins: its example runs, and it gives every hook with its exact signature."""

from __future__ import annotations

import inspect
import re

import pytest

from tefuda.plugins import hookspecs
from tefuda.plugins.manager import make_manager
from tefuda.rules import Rules

from .pages import DOCS, section, walk

PAGE = DOCS / "plugins.md"

pytestmark = pytest.mark.skipif(not DOCS.is_dir(), reason="takes the folder of documents")

HOOKS = {name: hook for name, hook in vars(hookspecs).items() if name.startswith("tefuda_")}


def signature(function: object) -> str:
    """Give a signature as it is written."""
    return str(inspect.signature(function)).replace("'", "")  # type: ignore[arg-type]


@pytest.mark.parametrize("name", HOOKS)
def test_a_hook_is_given_with_its_signature(name):
    text = section(PAGE.read_text("utf-8"), name)
    assert f"```text\ndef {name}{signature(HOOKS[name])}\n```" in text


def test_no_other_hook_is_given():
    assert re.findall(r"^### (tefuda_\w+)$", PAGE.read_text("utf-8"), re.MULTILINE) == list(HOOKS)


def test_a_plugin_with_every_hook_works(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    names = walk(PAGE, capsys, games=10)
    assert "everything" in names["manager"].names
    assert names["manager"].extensions["lycee", "patient"].plugin == "everything"


def test_what_the_page_says_of_changes_is_there():
    table = section(PAGE.read_text("utf-8"), "What a plugin may do to a ruleset")
    named = set(re.findall(r"`@?change\.(\w+)", table))
    assert named >= {"set", "override", "wrap", "on", "action", "cards_from", "rates"}
    assert [name for name in named if not callable(getattr(Rules, name, None))] == []


def test_the_group_of_entry_points_is_the_one_that_is_looked_up():
    assert "[project.entry-points.tefuda]" in PAGE.read_text("utf-8")
    assert {"bots", "commands", "lycee"} <= set(make_manager().names)
