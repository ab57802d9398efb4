"""Leaving the field with a tree of set cards, on the machine."""

from __future__ import annotations

import pytest

from . import leave_field as rules
from .table import Table, play_at_random, same_end

DECK = "C1 C1 C2 C3 S1 S1 S2 S2 S3 S3 S4 S5"
WINDOWS = ["would_discard", "would_be_discarded", "discarded", "was_discarded"]


@pytest.fixture
def table() -> Table:
    return Table(rules, DECK)


def on(table: Table, host: int, numbers: str, owner: int = 0) -> list[int]:
    return table.hang(host, "set_cards", numbers, owner=owner)


def hosts(table: Table, *cards: int) -> list[int | None]:
    return [(table.edit.host(card) or (None,))[0] for card in cards]


def test_four_windows_to_a_level_and_level_by_level(table):
    (maiden,) = table.lay(0, "field", "C1")
    ribbon, book = on(table, maiden, "S1 S2")
    (second,) = on(table, ribbon, "S1")
    (third,) = on(table, second, "S2")
    table.start()
    table.do("return to hand: C1")
    assert table.timings == 3 * WINDOWS  # all windows before anything moves
    # The order of all that falls is asked for at last, with everything still on the field.
    assert table.verbs() == {"next on the underworld"}
    assert hosts(table, ribbon, book, second, third) == [maiden, maiden, ribbon, second]
    assert table.where(maiden) == (0, "field")


def test_all_lands_in_one_instant_in_the_order_chosen(table):
    (maiden,) = table.lay(0, "field", "C1")
    ribbon, book = on(table, maiden, "S1 S2")
    (charm,) = on(table, ribbon, "S5")
    table.lay(0, "underworld", "C2")
    table.start()
    table.do("return to hand: C1")
    table.do("S2")
    table.do("S5")
    # the last one needs no asking
    assert table.numbers(0, "underworld") == "C2 S2 S5 S1"
    assert table.where(maiden) == (0, "hand")
    assert hosts(table, ribbon, book, charm) == [None, None, None]
    assert table.timings[-1] == "moved"


def test_each_card_lands_on_its_own_owners_underworld(table):
    (maiden,) = table.lay(1, "field", "C1")  # the enemy's character ...
    on(table, maiden, "S1", owner=0)
    (book,) = on(table, maiden, "S2", owner=1)
    on(table, book, "S2", owner=0)
    table.start()
    table.do("return to hand: C1", "player 1's field")
    # ... and player 0, who carries the move out, orders all of them
    assert table.game.player == 0
    table.do("S1")
    table.do("S2", "on S2")
    assert table.numbers(0, "underworld") == "S1 S2"
    assert table.numbers(1, "underworld") == "S2"
    assert table.where(maiden) == (1, "hand")


def test_a_set_card_that_leaves_takes_only_what_is_on_it(table):
    (maiden,) = table.lay(0, "field", "C1")
    ribbon, book = on(table, maiden, "S1 S2")
    (inner,) = on(table, ribbon, "S2")
    table.start()
    table.do("return to deck: S1")
    assert table.where(ribbon) == (0, "deck")
    assert table.numbers(0, "underworld") == "S2"
    assert table.where(inner) == (0, "underworld")
    assert hosts(table, book) == [maiden]
    assert table.where(maiden) == (0, "field")
    assert table.timings == [*WINDOWS, "moved"]


def test_a_window_may_set_a_card_elsewhere_with_all_it_carries(table):
    maiden, other = table.lay(0, "field", "C1 C2")
    clinging, _ = on(table, maiden, "S3 S1")
    (carried,) = on(table, clinging, "S2")
    (tide,) = on(table, carried, "S5")
    table.lay(1, "field", "C2")
    table.start()
    table.do("return to hand: C1")
    assert table.verbs() == {"set on"}  # in the first window of the first level
    table.do("C2", "player 0's field")
    # It escaped before the second window, and what it carries never came to its own windows:
    # else the tide charm would have asked for an enemy character.
    assert table.timings == [*WINDOWS, "moved"]
    assert hosts(table, clinging, carried, tide) == [other, clinging, carried]
    assert table.numbers(0, "underworld") == "S1"
    assert not table.edit.flag(clinging, "being_discarded")
    assert not table.edit.flag(carried, "being_discarded")


def test_a_card_of_a_deeper_level_may_escape_when_its_level_comes(table):
    maiden, other = table.lay(0, "field", "C1 C2")
    (ribbon,) = on(table, maiden, "S1")
    clinging, book = on(table, ribbon, "S3 S2")
    table.start()
    table.do("return to hand: C1")
    # No question: only one other character is there. The ribbon and the book are left to order.
    assert hosts(table, clinging) == [other]
    assert table.timings == 2 * WINDOWS
    table.do("S2")
    assert table.numbers(0, "underworld") == "S2 S1"
    assert table.edit.host(book) is None


def test_an_escaped_card_is_discarded_like_any_other_the_next_time(table):
    maiden, other = table.lay(0, "field", "C1 C2")
    (clinging,) = on(table, maiden, "S3")
    table.start()
    table.do("return to hand: C1")
    assert hosts(table, clinging) == [other]
    before = len(table.game.timings)
    table.do("return to hand: C2")  # nobody is left to cling to
    assert table.game.timings[before:] == [*WINDOWS, "moved"]
    assert table.where(clinging) == (0, "underworld")
    assert table.where(maiden) == (0, "hand")


def test_the_move_ends_when_another_effect_takes_the_card_away(table):
    (maiden,) = table.lay(0, "field", "C1")
    _, ribbon = on(table, maiden, "S4 S1")
    (book,) = on(table, ribbon, "S2")
    table.start()
    table.do("return to deck: C1")
    # The anchor returned it to the hand in the second window; what hung on it fell with that
    # move, which did not apply discard a second time to what was being discarded already.
    assert table.timings[:2] == WINDOWS[:2]
    assert table.timings[2:] == WINDOWS  # of the book, in the inner move
    table.do(": S4")
    table.do(": S1")
    assert table.numbers(0, "underworld") == "S4 S1 S2"
    assert table.where(book) == (0, "underworld")
    assert table.where(maiden) == (0, "hand")  # not in the deck
    assert table.timings[6:] == ["moved", "moved"]
    assert table.edit.records("Move") == []


def test_a_window_may_begin_another_departure_that_asks_in_between(table):
    maiden, librarian = table.lay(0, "field", "C1 C2")
    tide, ribbon = on(table, maiden, "S5 S1")
    first, second = table.lay(1, "field", "C1 C2")
    theirs, their_book = on(table, first, "S1 S2", owner=1)
    table.start()
    table.do("return to hand: C1", "player 0's field")
    assert table.timings == WINDOWS[:3]

    def rest(one: Table) -> None:
        assert one.verbs() == {"return to hand"}
        one.do("C1", "player 1's field")
        assert one.verbs() == {"next on the underworld"}  # of the inner departure
        assert hosts(one, tide, ribbon) == [maiden, maiden]
        one.do("S1")
        assert one.numbers(1, "underworld") == "S1 S2"
        assert one.verbs() == {"next on the underworld"}  # of the outer one
        assert hosts(one, tide, ribbon) == [maiden, maiden]
        one.do("S5")
        assert one.numbers(0, "underworld") == "S5 S1"
        assert one.where(first) == (1, "hand")
        assert one.where(maiden) == (0, "hand")
        assert one.edit.records("Move") == []

    same_end(table, rest)
    assert table.where(librarian) == (0, "field")
    assert table.where(second) == (1, "field")
    assert table.edit.host(theirs) is None
    assert table.edit.host(their_book) is None


def test_the_last_window_may_take_a_card_that_was_discarded(table):
    (maiden,) = table.lay(0, "field", "C1")
    (gatherer,) = table.lay(1, "field", "C3")
    (ribbon,) = on(table, maiden, "S1")
    (book,) = on(table, ribbon, "S2")
    table.start()
    table.do("return to hand: C1")
    # The ribbon goes over with the book on it, before the book's level was reached.
    assert hosts(table, ribbon, book) == [gatherer, ribbon]
    assert table.numbers(0, "underworld") == ""
    assert table.timings == [*WINDOWS, "moved"]
    assert table.where(maiden) == (0, "hand")


def test_windows_of_one_level_raised_together_are_ordered_by_the_turn_player(table):
    maiden, librarian = table.lay(0, "field", "C1 C2")
    table.lay(0, "field", "C1")
    first, second = on(table, maiden, "S3 S3")
    table.start()
    table.do("return to hand: C1", "#1")
    assert table.game.player == 0
    assert len(table.texts) == 2  # which of the two clinging charms first
    assert all("S3" in text for text in table.texts)
    table.game.apply(table.game.legal_actions[0])
    assert table.verbs() == {"set on"}
    table.do("C2")
    table.do("C2")
    assert set(hosts(table, first, second)) == {librarian}


def test_hidden_information(table):
    (maiden,) = table.lay(0, "field", "C1")
    (ribbon,) = on(table, maiden, "S1")
    table.start()
    table.do("return to deck: C1")
    assert table.knowers(maiden) == {0, 1}  # on top of the deck, in sight of both
    assert table.knowers(ribbon) == {0, 1}


def test_random_games():
    assert play_at_random(rules) == {"last_turn": 200}
