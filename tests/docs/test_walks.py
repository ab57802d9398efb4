"""The walk-throughs of the documents are run from the documents themselves."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tefuda.plugins.table.dialogue import COMMANDS

from .pages import DOCS, ROOT, blocks, walk

pytestmark = pytest.mark.skipif(not DOCS.is_dir(), reason="takes the folder of documents")

CHANGE = DOCS / "change-a-rule.md"
EXAMPLE = ROOT / "examples" / "one_file_rule_change.py"
POWER = ROOT / "examples" / "power_cards_for_set_extract.py"


def test_a_rule_is_changed_as_the_page_says(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    names = walk(CHANGE, capsys)
    assert names["simulation"].games == 100
    assert sorted(file.name for file in Path().glob("*.py")) == [
        "one_file_rule_change.py",
        "tally.py",
        "upkeep.py",
    ]


def test_a_ruleset_is_added_as_the_page_says(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    names = walk(DOCS / "add-a-ruleset.md", capsys)
    assert names["game"].over
    assert sorted(file.name for file in Path().glob("sprint*")) == [
        "sprint.py",
        "sprint_cards.toml",
        "sprint_decks.toml",
    ]


def test_a_game_is_played_as_the_page_says(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    walk(DOCS / "play.md", capsys)
    assert sorted(path.name for path in Path().iterdir()) == ["game.json", "games", "mine.json"]


def test_the_page_about_playing_gives_every_command():
    help_text = "".join(f"{form.ljust(14)}  {meaning}\n" for form, meaning in COMMANDS)
    assert f"```text\n{help_text}```" in (DOCS / "play.md").read_text("utf-8")


def test_a_bot_is_added_as_the_page_says(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    names = walk(DOCS / "add-a-bot.md", capsys, games=4)
    assert names["found"].games == 6
    assert names["failure"].problem.bot == "confused"


@pytest.mark.skipif(not POWER.is_file(), reason="takes the folder of examples")
def test_a_variant_is_what_its_page_says(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("examples").mkdir()
    Path("examples", POWER.name).write_text(POWER.read_text("utf-8"), "utf-8")
    page = DOCS / "variants" / "power-cards.md"
    walk(page, capsys)
    (shown,) = (block.text for block in blocks(page) if block.language == "py")
    assert shown in POWER.read_text("utf-8")


def test_cards_are_written_as_the_page_says(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    names = walk(DOCS / "card-files.md", capsys)
    assert set(names["ruleset"].pool.texts) >= {"guards_the_row", "marks_an_enemy"}


@pytest.mark.skipif(not EXAMPLE.is_file(), reason="takes the folder of examples")
def test_the_example_is_what_the_page_shows_and_short():
    block = next(block for block in blocks(CHANGE) if block.file == EXAMPLE.name)
    assert block.content == EXAMPLE.read_text("utf-8")
    assert len(block.content.splitlines()) <= 30


def test_every_link_between_documents_leads_somewhere():
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "benchmarks" / "README.md"]
    pages += sorted(DOCS.rglob("*.md")) + sorted((ROOT / "examples").glob("*/README.md"))
    broken = []
    for page in pages:
        for link in re.findall(r"\]\(([^)\s]+)\)", page.read_text("utf-8")):
            target, _, _ = link.partition("#")
            if target and "://" not in target and not (page.parent / target).exists():
                broken.append(f"{page.relative_to(ROOT)}: {link}")
    assert not broken
