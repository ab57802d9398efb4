"""What static texts depend on: no more than can change what they say."""

from __future__ import annotations

from pathlib import Path

import pytest

from tefuda.cards import CardPool
from tefuda.lang import compile_rules
from tefuda.lang.analysis import (
    ABILITY,
    ASKED,
    EVERYTHING,
    FLAG,
    FORM,
    HIDDEN,
    PLACE,
    RECORD,
    STAT_SHIFT,
)

from ..loaded import loaded
from . import toy

STATS = 255 << STAT_SHIFT
#: What a range says, and what it must depend on.
RANGES = {
    "{c for c in me.user.field.cards if c.tapped}": FLAG | PLACE,
    "{c for c in me.user.field.cards if c.power > 2}": PLACE | FORM | 1 << STAT_SHIFT,
    # Of a card that never left it is what was given to it.
    "{c for c in me.user.field.cards if c.was.power > 2}": PLACE | FORM | ASKED,
    "{c for c in me.user.field.cards if c.was.tapped}": PLACE | FLAG,
    # What a card is moves with it, also out of play.
    "still(game.chain.top.paying, game.chain.top)": RECORD | PLACE | HIDDEN,
    # Answers and targets may read anything.
    "{c for c in me.user.field.cards if allowed(READ, c)}": EVERYTHING | ASKED,
    "one(me.user.deck.top)": HIDDEN,
}
TEXTS = """

READ = rules.question("read", Card)
"""


def test_where_a_bearer_lies_does_not_change_with_cards_out_of_play():
    reads = {row.name: row.reads for row in loaded("lycee").compiled.abilities}
    assert reads["dash_in_full_row"] & (PLACE | HIDDEN) == PLACE
    assert reads["bearer_ap"] & (PLACE | HIDDEN) == PLACE


def test_abilities_that_come_and_go_do_not_change_what_places_decide():
    reads = {row.name: row.reads for row in loaded("lycee").compiled.abilities}
    assert not reads["dash_in_full_row"] & ABILITY


def test_what_an_amount_reads_does_not_decide_whose_stat_it_changes():
    compiled = loaded("power_card").compiled
    rows = [r for r in compiled.abilities if r.stat >= 0 and r.who < 0]
    assert rows
    assert not any(row.reads for row in rows)
    assert any(compiled.stat_reads[row.stat] for row in rows)


@pytest.fixture(scope="module")
def reads(tmp_path_factory: pytest.TempPathFactory) -> dict[str, int]:
    text = TEXTS
    for number, says in enumerate(RANGES):
        text += f"""

@rules.procedure()
def range{number}(me: Card) -> set[Card]:
    return {says}


@rules.continuous(gives=FAST, who=range{number})
def static{number}(me: Card) -> None:
    pass
"""
    folder: Path = tmp_path_factory.mktemp("reads")
    compiled = compile_rules(toy.build(folder, text).rules, CardPool([]))
    return {row.name: row.reads for row in compiled.abilities}


@pytest.mark.parametrize("number", range(len(RANGES)), ids=list(RANGES))
def test_a_range_depends_on_all_that_it_reads(reads, number):
    wanted = list(RANGES.values())[number]
    found = reads[f"static{number}"]
    assert found & wanted == wanted
    if not wanted & (ASKED | STATS):
        assert not found & (ASKED | STATS)
