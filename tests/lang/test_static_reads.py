"""What static texts depend on: no more than can change what they say."""

from __future__ import annotations

from tefuda.lang.analysis import HIDDEN, PLACE

from ..loaded import loaded


def test_where_a_bearer_lies_does_not_change_with_cards_out_of_play():
    reads = {row.name: row.reads for row in loaded("lycee").compiled.abilities}
    assert reads["dash_in_full_row"] & (PLACE | HIDDEN) == PLACE
    assert reads["bearer_ap"] & (PLACE | HIDDEN) == PLACE
