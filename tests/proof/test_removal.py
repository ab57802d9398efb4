"""Removal in three stages, on the machine."""

from __future__ import annotations

import pytest

from . import removal as rules
from .table import Table, play_at_random, same_end

DECK = "C1 C1 C2 C3 C3 C4 C4 C5 C5 C6 C7 C8 C9 S1 S2 S3"
RESOLUTE = [
    "would_make_resolute", "would_become_resolute", "made_resolute", "became_resolute",
]  # fmt: skip
DISCARD = ["would_discard", "would_be_discarded", "discarded", "was_discarded"]
EXCLUDE = ["would_exclude", "would_be_excluded", "excluded_it", "was_excluded"]


@pytest.fixture
def table() -> Table:
    return Table(rules, DECK)


def test_the_effect_waits_for_the_removal_it_caused(table):
    (guard,) = table.lay(1, "field", "C2")
    fairy, martyr = table.lay(0, "field", "C1 C3")
    table.lay(0, "hand", "S1")
    hand = table.cards(0, "hand")
    table.start()
    table.do("play: S1")
    # Two fell together; who arrives first is asked before either moves, and the storm's own
    # card is drawn after that only. The martyr's card was drawn in its window.
    assert table.timings == ["damaged", *RESOLUTE, *DISCARD]
    assert table.verbs() == {"arrives next"}
    assert table.where(fairy) == table.where(martyr) == (0, "field")
    drawn = len(table.cards(0, "hand")) - len(hand) + 1
    assert drawn == 1

    def rest(one: Table) -> None:
        one.do("arrives next: C3")
        assert one.numbers(0, "underworld") == "C3 C1 S1"
        assert len(one.cards(0, "hand")) - len(hand) + 1 == 2
        assert one.edit.card_variable(guard, "damage") == 2
        assert one.where(guard) == (1, "field")

    same_end(table, rest)


def test_the_suspended_effect_goes_on_though_its_source_has_gone(table):
    (bomb,) = table.lay(0, "field", "C9")
    fairy, guard = table.lay(1, "field", "C1 C2")
    table.start()
    table.do("use: explosion")
    assert table.where(bomb) == (0, "underworld")
    assert table.verbs() == {"deal damage to"}
    table.do("C1")
    assert table.where(fairy) == (1, "underworld")
    assert table.where(guard) == (1, "field")
    assert table.timings == [*DISCARD, "damaged", *RESOLUTE, *DISCARD]


def test_resolute_before_discard_before_exclude_whatever_was_applied_first(table):
    first, *_ = table.lay(0, "field", "C1 C2 C8")
    table.lay(0, "hand", "S2")
    table.start()
    table.do("play: S2")
    table.do("exclude: C1")
    table.do("discard: C2")
    # The third, made resolute, is discarded together with the second; then the first is excluded.
    assert table.timings == [*RESOLUTE, *DISCARD]
    assert table.verbs() == {"arrives next"}
    table.do("C8")
    assert table.timings == [*RESOLUTE, *DISCARD, *EXCLUDE]
    assert table.where(first) == (0, "excluded")
    assert table.numbers(0, "underworld") == "C8 C2 S2"


def test_a_removal_from_a_window_of_another_is_carried_out_inside_it(table):
    (avenger,) = table.lay(0, "field", "C4")
    (theirs,) = table.lay(1, "field", "C4")
    (bomb,) = table.lay(0, "field", "C9")
    (fairy,) = table.lay(1, "field", "C1")
    table.lay(0, "hand", "S1")
    table.start()
    table.do("play: S1")
    # All four become resolute and are discarded together; in the last window of that stage both
    # avengers strike, but what is under way as discard is not begun again.
    assert table.timings.count("would_discard") == 1
    while table.verbs() != {"arrives next"}:
        assert table.verbs() in ({"discard"}, {"order triggers"})
        table.game.apply(table.game.legal_actions[0])
    assert table.timings == ["damaged", *RESOLUTE, *DISCARD]
    while table.verbs() == {"arrives next"}:
        table.game.apply(table.game.legal_actions[0])
    gone = {table.where(c) for c in (avenger, bomb)} | {table.where(c) for c in (theirs, fairy)}
    assert gone == {(0, "underworld"), (1, "underworld")}


def test_nested_removals_go_deeper_and_come_back(table):
    (bomb,) = table.lay(0, "field", "C9")
    first, last = table.lay(1, "field", "C4 C4")
    (fairy,) = table.lay(0, "field", "C1")
    table.lay(1, "hand", "C2")
    table.start()
    table.do("use: explosion")
    table.do("deal damage to: C4", "#1")  # dies of it, and strikes from its last window
    assert table.game.player == 1
    table.do("discard: C4")  # which strikes in its turn: only the fairy and the first are left
    assert table.where(first) == table.where(last) == (1, "field")
    assert table.timings == [*DISCARD, "damaged", *RESOLUTE, *DISCARD, *DISCARD]

    def rest(one: Table) -> None:
        one.do("discard: C1")
        # innermost first: the fairy, then the last, then the first
        assert one.where(fairy) == (0, "underworld")
        assert one.numbers(1, "underworld") == "C4 C4"
        assert one.cards(1, "underworld") == [last, first]

    same_end(table, rest)
    assert table.where(bomb) == (0, "underworld")


def test_what_is_under_way_is_not_begun_a_second_time(table):
    herald, fairy = table.lay(0, "field", "C5 C1")
    (other,) = table.lay(1, "field", "C5")
    (bomb,) = table.lay(0, "field", "C9")
    table.start()
    table.do("use: explosion")
    table.do("deal damage to: C5", "player 0")
    # In the first window of its discard the herald discards everything, itself too; the other
    # herald does so again from within. Each card goes through its windows once.
    assert table.timings == [
        *DISCARD,
        "damaged",
        *RESOLUTE,
        "would_discard",
        *DISCARD,
        *DISCARD[1:],
    ]
    assert table.where(herald) == table.where(fairy) == table.where(bomb) == (0, "underworld")
    assert table.where(other) == (1, "underworld")
    for card in (herald, fairy, other, bomb):
        assert table.edit.card_variable(card, "under_way") == rules.Stage.NONE
        assert table.edit.card_variable(card, "due") == 0


def test_a_later_stage_from_a_window_takes_the_card_away(table):
    (fairy,) = table.lay(0, "field", "C1")
    (bomb,) = table.lay(0, "field", "C9")
    (banisher,) = table.lay(1, "field", "C6")
    table.start()
    table.do("use: explosion")
    # It was excluded from the third window of its discard: the fourth is not held for it.
    assert table.where(bomb) == (0, "excluded")
    assert table.timings == [*DISCARD[:3], *EXCLUDE]
    table.do("deal damage to: C1")
    assert table.where(fairy) == (0, "excluded")
    assert table.where(banisher) == (1, "field")


def test_a_negated_resolute_ends_the_process_and_the_damage(table):
    (stubborn,) = table.lay(0, "field", "C7")
    (fairy,) = table.lay(0, "field", "C1")
    table.lay(0, "hand", "S1 C2")
    table.start()
    table.do("play: S1")
    assert table.verbs() == {"discard from hand", "pass"}
    copy = table.copied()
    table.do("discard from hand: C2")
    assert table.where(stubborn) == (0, "field")
    assert table.edit.card_variable(stubborn, "damage") == 0
    assert table.edit.card_variable(stubborn, "under_way") == rules.Stage.NONE
    assert table.where(fairy) == (0, "underworld")
    copy.do("pass")
    copy.do("arrives next: C7")
    assert copy.where(stubborn) == (0, "underworld")


def test_it_cannot_be_negated_while_toughness_is_gone(table):
    (stubborn,) = table.lay(0, "field", "C7")
    table.lay(0, "hand", "S3 C2")
    table.lay(1, "hand", "C1")
    table.start()
    table.do("play: S3")
    table.do("discard from hand: C2")
    assert table.where(stubborn) == (0, "underworld")


def test_triggers_that_wait_for_the_effect_do_not_run_in_its_removals(table):
    (witness,) = table.lay(0, "field", "C8")
    table.lay(0, "field", "C1")
    table.lay(0, "hand", "S1")
    table.start()
    before = len(table.cards(0, "hand"))
    table.do("play: S1")
    # The fairy is gone and the storm's card drawn; only now the two triggers, one for each
    # character damaged, are put in an order. The storm is in the play area until all is done.
    assert table.verbs() == {"order triggers"}
    assert table.numbers(0, "underworld") == "C1"
    assert len(table.cards(0, "hand")) == before - 1 + 1

    def rest(one: Table) -> None:
        one.game.apply(one.game.legal_actions[0])
        assert len(one.cards(0, "hand")) == before - 1 + 1 + 2
        assert one.where(witness) == (0, "field")
        assert one.numbers(0, "underworld") == "C1 S1"

    same_end(table, rest)


def test_a_waiting_trigger_is_dropped_when_its_source_has_gone(table):
    (witness,) = table.lay(0, "field", "C8")
    table.edit.modify([witness], "toughness", -3)
    table.lay(0, "hand", "S1")
    table.lay(1, "hand", "C1")
    before = len(table.cards(0, "hand"))
    table.start()
    table.do("play: S1")
    assert table.where(witness) == (0, "underworld")
    assert len(table.cards(0, "hand")) == before  # the storm played, its card drawn, nothing more


def test_random_games():
    assert play_at_random(rules) == {"last_turn": 200}
