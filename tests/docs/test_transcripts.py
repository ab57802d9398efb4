"""Transcripts of games: each is played again from its own page and compared word by word.

A ruleset that is shipped has one. ``TEFUDA_RENEW_TRANSCRIPTS=1`` writes what games print anew, and
a page for a ruleset that has none.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import tefuda
from tefuda.nativebot import NativeBot
from tefuda.plugins.manager import make_manager
from tefuda.plugins.table.naming import Unclear, find_option
from tefuda.plugins.table.table import PERSON, Table

from .pages import DOCS, Block, blocks, commands, load_once, run_typed

FOLDER = DOCS / "transcripts"
RENEW = "TEFUDA_RENEW_TRANSCRIPTS"
#: Rulesets of the registry, and variants with shipped extensions that have a page.
SHIPPED = sorted(make_manager().rulesets)
PAGES = sorted({*SHIPPED, *(page.stem for page in FOLDER.glob("*.md"))})
SEED = 1
#: A new page has so many choices of the person.
CHOICES = 12

TEXT = """# A game of {variant}

A person plays the first turns against the bot `greedy`, and gives up. The suite plays this again
and compares every word.

```sh
printf '{typed}' | tefuda play {variant} --seed {seed}
```

```text
```
"""

pytestmark = pytest.mark.skipif(not DOCS.is_dir(), reason="takes the folder of documents")


def new_page(variant: str) -> str:
    """Write a page for a variant, still without what is printed: ``greedy`` plays the person."""
    ruleset = tefuda.load(variant)
    table = Table(ruleset, ruleset.pair(), (PERSON, "greedy"), SEED, make_manager())
    person = NativeBot(table.game, "greedy", 0, seed=SEED)
    lines: list[str] = []
    table.let_bots_play()
    while not table.over and len(lines) < CHOICES:
        actions = table.game.legal_actions
        texts = [table.game.action_text(action) for action in actions]
        at = actions.index(person.choose(table.game))
        said = texts[at].partition(" (")[0]
        try:
            clear = find_option(said, texts) == at and "'" not in said
        except Unclear:
            clear = False
        lines.append(said if clear else str(at + 1))
        table.take(actions[at])
        table.let_bots_play()
    typed = "\\n".join([*lines, "log", "concede", "yes", ""])
    return TEXT.format(variant=variant, typed=typed, seed=SEED)


def played(block: Block, capsys: pytest.CaptureFixture[str]) -> str:
    """Play what a block of the shell says."""
    printed = ""
    for arguments in commands(block):
        status = run_typed(arguments)
        out, err = capsys.readouterr()
        assert (status, err) == (0, "")
        printed += out
    return printed


def written_anew(text: str, printed: list[str]) -> str:
    """Put what was printed in the place of a page's blocks of text, in their order."""
    pieces = text.split("```text\n")
    rest = [
        f"{out}```{piece.partition('```')[2]}"
        for out, piece in zip(printed, pieces[1:], strict=True)
    ]
    return "```text\n".join([pieces[0], *rest])


@pytest.mark.parametrize("variant", PAGES)
def test_a_transcript_is_what_is_played(variant, tmp_path, monkeypatch, capsys):
    page = FOLDER / f"{variant}.md"
    monkeypatch.chdir(tmp_path)
    load_once(monkeypatch)
    renewing = bool(os.environ.get(RENEW))
    if renewing and not page.is_file():
        page.write_text(new_page(variant), "utf-8")
    assert page.is_file(), f"no transcript of {variant}: {RENEW}=1 pytest {Path(__file__).name}"
    found = blocks(page)
    shells = [block for block in found if block.language == "sh"]
    assert any(f"tefuda play {variant}" in block.text for block in shells)
    printed = [played(block, capsys) for block in shells]
    if renewing:
        page.write_text(written_anew(page.read_text("utf-8"), printed), "utf-8")
        found = blocks(page)
    texts = [block.text for block in found if block.language == "text"]
    assert texts == printed
    assert max(len(line) for text in texts for line in text.splitlines()) <= 80


def test_every_shipped_ruleset_has_a_transcript():
    assert {f"{name}.md" for name in SHIPPED} <= {page.name for page in FOLDER.iterdir()}
