"""Rules written in a notebook: cells are sources, edited and run again; strings are none."""

from __future__ import annotations

import linecache
import subprocess
import sys
from typing import Any

import pytest

import tefuda
from tefuda import RuleSyntaxError

from ..children import PATIENCE
from ..loaded import loaded

BEGINNING = """\
import tefuda
from tefuda.rules import Rules
from tefuda.rulesets.lycee import rules as lycee
from tefuda.rulesets.lycee.processes import draw
from tefuda.rulesets.lycee.turn import warm_up
from tefuda.rulesets.lycee.vocabulary import Player
"""

CHANGE = """\
change = Rules("many_cards", extends="lycee", summary="draw more")

@change.wrap(warm_up)
def draw_more(original, me: Player) -> None:
    \"\"\"Draw more.\"\"\"
    original(me)
    {body}

ruleset = tefuda.Ruleset(lycee, "lycee+many_cards", extensions=[change])
"""


class Notebook:
    """Cells that are run as IPython runs them: compiled under a name of their own, kept there."""

    def __init__(self) -> None:
        self.names: dict[str, Any] = {"__name__": "__main__"}
        self.count = 0
        self.run(BEGINNING)

    def run(self, cell: str) -> None:
        """Run a cell."""
        self.count += 1
        name = f"<ipython-input-{self.count}-{hash(self) & 0xFFFFFFFFFF:x}>"
        lines = [f"{line}\n" for line in cell.splitlines()]
        linecache.cache[name] = (len(cell), None, lines, name)
        exec(compile(cell, name, "exec", dont_inherit=True), self.names)


def turns(ruleset: tefuda.Ruleset) -> int:
    return tefuda.simulate(ruleset, games=30, seed=1).turns


def test_a_change_is_written_in_a_cell_and_written_again():
    notebook = Notebook()
    notebook.run(CHANGE.format(body="draw(me, 1)"))
    first = notebook.names["ruleset"]
    notebook.run(CHANGE.format(body="draw(me, 6)"))
    second = notebook.names["ruleset"]
    plain = turns(loaded("lycee"))
    assert plain > turns(first) > turns(second)


def test_a_mistake_is_shown_with_the_line_of_the_cell():
    notebook = Notebook()
    with pytest.raises(RuleSyntaxError) as caught:
        notebook.run(CHANGE.format(body="draw(me, len(me.hnd))"))
    assert str(caught.value.file).startswith("<ipython-input-2-")
    assert (caught.value.line, caught.value.text) == (7, "draw(me, len(me.hnd))")
    assert "did you mean" in str(caught.value)


def test_a_change_without_a_source_is_refused_with_what_to_do():
    names: dict[str, Any] = {"__name__": "__main__"}
    with pytest.raises(
        RuleSyntaxError, match="source of rule 'draw_more' cannot be found"
    ) as caught:
        exec(BEGINNING + CHANGE.format(body="draw(me, 1)"), names)
    assert "define them in a file or a notebook cell" in (caught.value.hint or "")


@pytest.mark.skipif(sys.version_info >= (3, 13), reason="there -c has a source")
def test_a_change_on_a_command_line_is_refused_with_what_to_do():
    program = BEGINNING + CHANGE.format(body="draw(me, 1)")
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=PATIENCE
    )
    last = done.stderr.splitlines()[-2:]
    assert "source of rule 'draw_more' cannot be found" in last[0]
    assert "not by exec() of a string or python -c" in last[1]
