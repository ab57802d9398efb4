"""Extracting cards, on the machine."""

from __future__ import annotations

import pytest

from . import extract as rules
from .table import Table, look_alike, play_at_random, same_end

DECK = "C1 C1 C2 C2 C3 C4 C5 C6 E1 E2 E3 E4 E5 E6 E7 E7"


@pytest.fixture
def table() -> Table:
    return Table(rules, DECK)


def ready(table: Table, hand: str, deck: str) -> list[int]:
    """Player 0 holds these cards; the deck is just these, the last named on top."""
    table.lay(0, "hand", hand)
    cards = [table.take(0, number) for number in deck.split()]
    for card in table.cards(0, "deck"):
        if card not in cards:
            table.edit.place(card, 0, "underworld")
    table.edit.order(0, "deck", cards[::-1])
    table.start()
    return cards


def test_what_was_not_moved_is_back_at_its_exact_place(table):
    below, spell, one, two = ready(table, "E1", "C3 E4 C4 C5")
    table.do("play: E1")
    # three are extracted; their order cannot have changed, whichever is taken
    assert table.verbs() == {"take", "pass"}
    assert len(table.texts) == 3
    table.do("take: C4")
    assert table.cards(0, "deck") == [below, spell, two]
    assert table.where(one) == (0, "hand")
    assert table.where(below) == (0, "deck")


def test_choosing_to_move_nothing_puts_all_back(table):
    cards = ready(table, "E1", "C3 E4 C4 C5")
    table.do("play: E1")
    table.do("pass")
    assert table.cards(0, "deck") == cards
    assert table.cards(0, "excluded") == []


def test_looking_is_not_revealing(table):
    below, spell, one, two = ready(table, "E1 E4", "C3 E3 C4 C5")
    table.do("play: E1")
    table.do("pass")
    assert [table.knowers(c) for c in (below, spell, one, two)] == [set(), {0}, {0}, {0}]
    table.do("play: E4", "hand")
    assert table.knowers(two) == {0, 1}
    table.do("no")
    assert [table.knowers(c) for c in (below, spell, one, two)] == [set(), {0}, {0}, {0, 1}]
    assert table.cards(0, "deck") == [below, spell, one, two]


@pytest.mark.parametrize("seed", range(8))
def test_a_shuffle_leaves_the_extracted_card_out_and_at_its_place(seed):
    table = Table(rules, DECK, seed=100 + seed)
    cards = ready(table, "E3", "C1 C2 C3 C4 C5 E1 E2")
    table.edit.show(0, cards)
    table.do("play: E3")
    after = table.cards(0, "deck")
    assert sorted(after) == sorted(cards)
    # Who knew the whole order knows one card at its place still, and no other.
    kept = [c for c in cards if table.edit.knows(0, c)]
    assert len(kept) == 1
    assert after.index(kept[0]) == cards.index(kept[0])


def test_shuffles_do_shuffle():
    orders = set()
    for seed in range(8):
        table = Table(rules, DECK, seed=200 + 10 * seed)
        ready(table, "E3", "C1 C2 C3 C4 C5 E1 E2")
        table.do("play: E3")
        orders.add(table.numbers(0, "deck"))
    assert len(orders) > 4


def test_searching_with_a_shuffle_and_the_rest_to_the_bottom(table):
    cards = ready(table, "E2", "C1 C2 E1 C3 E3 C4 E4")
    table.do("play: E2")
    table.do("look for: C1")
    table.do("look for: C4")
    # Shuffled without the two; the enemy chooses, and sees only those two of the deck.
    assert table.game.player == 1
    assert table.verbs() == {"take"}
    first, last = cards[0], cards[5]
    deck = table.cards(0, "deck")
    assert (deck[0], deck[5]) == (first, last)
    assert [c for c in cards if table.edit.knows(1, c)] == [first, last]
    assert [c for c in cards if table.edit.knows(0, c)] == [first, last]
    for seed in range(10):
        look_alike(table.game, seed)

    def rest(one: Table) -> None:
        one.do("take: C4")
        assert one.where(last) == (0, "hand")
        assert one.cards(0, "deck")[0] == first  # moved inside the zone: not put back
        assert len(one.cards(0, "deck")) == 6

    same_end(table, rest)


def test_a_move_inside_the_zone_counts_as_a_move(table):
    cards = ready(table, "E4", "C1 C2 C3")
    table.do("play: E4")
    table.do("yes")
    assert table.cards(0, "deck") == [cards[2], cards[0], cards[1]]


def test_an_extracted_card_is_not_drawn(table):
    cards = ready(table, "E5", "C1 C2 C3 C4")
    table.do("play: E5")
    assert table.cards(0, "deck") == [cards[0], cards[3]]
    assert table.where(cards[2]) == (0, "hand")
    assert table.where(cards[1]) == (0, "hand")


def test_an_order_that_cannot_be_carried_out_excludes_what_was_not_moved(table):
    cards = ready(table, "E6 C5", "C1 C2 C3")
    table.do("play: E6")
    table.do("give up: C5")  # the first of the two is taken; for the second nothing can be given
    if table.verbs() == {"give up", "pass"}:
        table.do("pass")
    moved = [c for c in cards[1:] if table.where(c) == (0, "hand")]
    gone = [c for c in cards[1:] if table.where(c) == (0, "excluded")]
    assert len(moved) == len(gone) == 1
    assert table.cards(0, "deck") == cards[:1]
    assert table.knowers(gone[0]) == {0, 1}


def test_an_order_carried_out_excludes_nothing(table):
    cards = ready(table, "E6 C5 C4", "C1 C2 C3")
    table.do("play: E6")
    table.do("give up: C5")
    table.do("give up: C4")
    assert table.cards(0, "excluded") == []
    assert table.cards(0, "deck") == cards[:1]
    assert table.numbers(0, "underworld").split()[-3:] == ["C5", "C4", "E6"]


def test_an_extract_within_an_extract_does_not_see_the_outer_card(table):
    cards = ready(table, "E7", "C1 C2 C3 C4 E1")
    table.do("play: E7", "hand")
    # Echo holds the survey on top; its text looks at three cards, those below it.
    assert table.verbs() == {"take", "pass"}
    assert len(table.texts) == 4
    table.do("take: C4")
    assert table.cards(0, "deck") == [*cards[:3], cards[4]]
    assert table.knowers(cards[4]) == {0, 1}
    assert table.knowers(cards[2]) == {0}
    assert table.knowers(cards[0]) == set()


def test_a_failed_inner_order_excludes_the_inner_cards_only(table):
    cards = ready(table, "E7", "C1 C2 C3 E6")
    table.do("play: E7", "hand")  # the pact's text, with no hand card to give up
    assert table.cards(0, "excluded") == [cards[1], cards[2]]
    assert table.cards(0, "deck") == [cards[0], cards[3]]


def test_a_shuffle_in_an_inner_extract_leaves_the_outer_card_too(table):
    cards = ready(table, "E7", "C1 C2 C3 C4 C5 E3")
    table.do("play: E7", "hand")
    assert table.cards(0, "deck")[-1] == cards[5]
    assert sorted(table.cards(0, "deck")) == sorted(cards)


def test_a_trigger_between_extracts_what_is_on_top_then(table):
    table.lay(1, "field", "C6")
    cards = ready(table, "E5", "C1 C2 C3 C4")
    table.do("play: E5")
    # After each draw the thief looked at the top card; the extracted one it could not see.
    assert table.cards(0, "deck") == [cards[0], cards[3]]
    assert table.knowers(cards[3]) == set()
    assert table.edit.knows(1, cards[0])
    assert table.cards(0, "excluded") == []


def test_a_card_played_is_extracted_from_the_hand(table):
    (survey,) = table.edit.find("E1", 0)
    ready(table, "E1 C3", "C4 E4 E3")
    table.do("play: E1")
    assert table.where(survey) == (0, "play_area")
    assert table.numbers(0, "hand") == "C3"
    table.do("take: C4")
    assert table.where(survey) == (0, "underworld")


def test_random_games():
    assert play_at_random(rules) == {"last_turn": 200}
