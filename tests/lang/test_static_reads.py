"""What static texts depend on: no more than can change what they say."""

from __future__ import annotations

from tefuda.lang.analysis import ABILITY, HIDDEN, PLACE

from ..loaded import loaded


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
