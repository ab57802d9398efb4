"""The README: its blocks of Python and its command lines run, with fewer games."""

from __future__ import annotations

import re
import sys

import pytest

import tefuda

from .pages import ROOT, Arguments, blocks, commands, execute, fewer_games, load_once, run_typed

PAGE = ROOT / "README.md"
EXAMPLE = ROOT / "examples" / "one_file_rule_change.py"

pytestmark = pytest.mark.skipif(not PAGE.is_file(), reason="takes the README")

RULE = "@change"


def test_the_blocks_of_python_run_one_after_the_other(monkeypatch, capsys):
    load_once(monkeypatch)
    names: dict[str, object] = {}
    found = [block for block in blocks(PAGE) if block.language == "python"]
    assert len(found) >= 4
    for block in found:
        if not block.text.startswith(RULE):
            execute(block, names)
    assert "options a decision" in capsys.readouterr().out


def test_the_command_lines_run(tmp_path, monkeypatch, capsys):
    load_once(monkeypatch)
    monkeypatch.chdir(tmp_path)
    count = 0
    for block in blocks(PAGE):
        if block.language != "sh":
            continue
        for arguments in commands(block):
            example = "examples/one_file_rule_change.py"
            if example in arguments and not EXAMPLE.is_file():
                continue
            given = [str(ROOT / a) if a == example else a for a in fewer_games(arguments, 5)]
            given = Arguments(given, typed=arguments.typed)
            assert run_typed(given) == 0, arguments
            assert capsys.readouterr().err == ""
            count += 1
    assert count >= 8


@pytest.mark.skipif(not EXAMPLE.is_file(), reason="takes the folder of examples")
def test_the_rule_it_shows_is_that_of_the_example():
    (shown,) = [block.text for block in blocks(PAGE) if block.text.startswith(RULE)]
    assert shown in EXAMPLE.read_text("utf-8")


def test_two_command_lines_do_all():
    lines = [line for block in blocks(PAGE) for line in block.text.splitlines()]
    assert "pip install . && tefuda compare lycee lycee:hand_limit=5" in lines
    assert "pip install '.[test]' && pytest" in lines


def test_only_versions_that_were_run_are_claimed():
    claimed = set(re.findall(r"\b3\.\d\d\b", PAGE.read_text("utf-8")))
    settings = (ROOT / "pyproject.toml").read_text("utf-8")
    assert claimed == set(re.findall(r"Python :: (3\.\d\d)", settings))
    assert f"{sys.version_info[0]}.{sys.version_info[1]}" >= min(claimed)


def test_the_owners_of_the_games_are_named():
    text = " ".join(PAGE.read_text("utf-8").split())
    assert "belong to their owners" in text
    assert "no tie with any of them" in text
    assert tefuda.__version__
