"""Nested payment, the response chain, the battle's result and Penalty, on the machine."""

from __future__ import annotations

import pytest

from . import battle_and_payment as rules
from .table import Table, look_alike, play_at_random, same_end

DECK = "C1 C1 C1 C2 C2 C3 C4 C4 C5 C5 C6 C6 C7 C7 E1 E1 E2 E2 E3 E3 E4 P1 P1 P2 P2"
FRONT, BACK = 0, 3  # cells of the left column; the column faced is the other side's right one


@pytest.fixture
def table() -> Table:
    return Table(rules, DECK)


def battle(table: Table, attacker: str, defender: str) -> tuple[int, int]:
    """Lay two battlers that face each other, and another attacker so that the turn goes on."""
    (first,) = table.lay(0, "field", attacker, cell=FRONT)
    table.lay(0, "field", "C7", cell=1)
    (second,) = table.lay(1, "field", defender, cell=BACK + 2)
    return first, second


def fight(table: Table) -> None:
    """Attack, and defend."""
    table.do("attack", "0/0")
    table.do("defend with")


# ---------------------------------------------------------------- payment


def test_a_declaration_is_paid_from_the_hand_and_resolves(table):
    table.lay(0, "hand", "C1 C6 C2")
    table.start()
    table.do("declare: C1")
    # one point of snow: the other snow card, and no card that cannot help
    assert table.numbers(0, "declared") == "C1 C6"
    assert table.verbs() == {"enter"}
    assert len(table.texts) == 6
    table.do("enter", "0/0")
    assert table.numbers(0, "field", FRONT) == "C1"
    assert table.numbers(0, "dust") == "C6"
    assert table.timings == ["declared_now", "paid", "processed"]


def test_what_cannot_be_paid_is_not_offered(table):
    table.lay(0, "hand", "C1 C2 C3 E3")
    table.start()
    assert not table.has("declare: C1")  # no other snow; the event with EX 0 pays nothing
    assert table.has("declare: C2")
    assert not table.has("declare: C3")  # two of moon are needed, one more card has it


def test_a_card_declared_as_a_cost_resolves_inside_the_payment(table):
    (target,) = table.lay(1, "field", "C1", cell=1)
    table.lay(0, "hand", "E1 P1 C1")
    table.lay(1, "hand", "E2 C6")
    table.start()
    table.do("declare: E1")  # two of moon, from nothing but the well
    # The well: one point of any kind, paid at once, by the only card left. Nobody answered it.
    assert table.game.player == 1
    assert table.verbs() == {"respond", "pass"}
    assert table.numbers(0, "dust") == "C1 P1"
    assert table.numbers(0, "declared") == "E1"
    (arrow,) = table.edit.records("Declaration")
    assert arrow["card"] == table.cards(0, "declared")[0]
    assert table.timings == ["declared_now", "declared_now"]

    def rest(one: Table) -> None:
        one.do("pass")
        assert one.where(target) == (1, "dust")
        assert one.numbers(0, "dust") == "C1 P1 E1"
        assert one.edit.records("Declaration") == []

    same_end(table, rest)


def test_the_inner_payment_leaves_what_the_outer_one_needs(table):
    table.lay(0, "hand", "C6 P2 C1 E1 P1")
    table.lay(0, "field", "C4", cell=5)
    table.lay(1, "field", "C4", cell=5)
    table.lay(1, "hand", "E3")
    table.edit.place(table.edit.find("P2", 0)[0], 0, "deck")
    table.start()
    # The heir costs a snow and one more. With the well's two of moon for the latter, its own
    # single point must not be paid by the only snow card.
    table.do("declare: C6")
    assert table.has("declare as cost: P1")
    table.do("declare as cost: P1")
    # C1 is the only snow; the arrow is all that is left for the well, and is taken unasked.
    assert "E1" in table.numbers(0, "dust").split()
    assert "C1" not in table.numbers(0, "dust").split()
    assert table.numbers(0, "declared") == "C6 C1"


def test_a_payment_within_a_payment_within_a_payment(table):
    (target,) = table.lay(1, "field", "C1", cell=1)
    (given_up,) = table.lay(0, "field", "C1", cell=4)
    table.lay(0, "hand", "E1 P1 P2 C1")
    table.lay(1, "hand", "E3")
    table.start()
    # The arrow needs two of moon: by the well, which needs one point: by the offering, which
    # needs a sacrifice. What the offering gives beyond that point is lost (11.4).
    table.do("declare: E1")  # the well is all that could pay it, and is declared unasked
    assert len(table.edit.records("Declaration")) == 2
    assert table.numbers(0, "declared") == "E1 P1"

    def rest(one: Table) -> None:
        one.do("declare as cost: P2")
        assert one.where(given_up) == (0, "dust")
        assert one.numbers(0, "dust") == "C1 P2 P1"
        assert one.numbers(0, "declared") == "E1"
        (arrow,) = one.edit.records("Declaration")
        assert arrow["credit"] == 2 << 8  # two of moon, nothing of snow
        one.do("pass")
        assert one.where(target) == (1, "dust")
        assert one.edit.records("Declaration") == []

    same_end(table, rest)


def test_penalty_is_processed_inside_a_payment(table):
    (avenger,) = table.lay(0, "field", "C5", cell=FRONT)
    (foe,) = table.lay(1, "field", "C1", cell=2)
    (other,) = table.lay(1, "field", "C1", cell=0)
    table.lay(0, "hand", "C6 P2 C1 C2")
    table.lay(1, "hand", "E3")
    table.start()
    table.do("declare: C6")
    table.do("declare as cost: P2")
    # The avenger was sacrificed; it faced the enemy's right column, and takes its character along.
    assert table.where(avenger) == (0, "dust")
    assert table.where(foe) == (1, "dust")
    assert table.where(other) == (1, "field")
    assert table.numbers(0, "declared") == "C6"
    assert table.verbs() == {"enter"}  # the payment is complete: a snow and one of any kind
    (heir,) = table.edit.records("Declaration")
    assert heir["credit"] == 1 | 1 << 8


# ---------------------------------------------------------------- the chain


def test_only_the_enemy_of_the_last_declarer_answers_and_the_newest_resolves_first(table):
    (target,) = table.lay(1, "field", "C1", cell=1)
    table.lay(0, "hand", "E1 C2 C3 E2 C1")
    table.lay(1, "hand", "E2 C1 C6")
    table.start()
    table.do("declare: E1")
    while table.verbs() == {"pay with"}:
        table.game.apply(table.game.legal_actions[0])
    assert table.game.player == 1
    table.do("respond: E2")
    if table.verbs() == {"pay with"}:
        table.game.apply(table.game.legal_actions[0])
    assert table.game.player == 0  # now the first player answers the answer
    assert len(table.edit.records("Declaration")) == 2

    def rest(one: Table) -> None:
        one.do("respond: E2")
        # Nothing can be answered any more: all three have resolved, the newest first. The second
        # refusal refused the first, so the arrow was not refused.
        assert one.where(target) == (1, "dust")
        assert one.edit.records("Declaration") == []
        assert one.numbers(0, "declared") == one.numbers(1, "declared") == ""

    same_end(table, rest)
    chain = table.timings
    assert chain[:3] == ["declared_now"] * 3
    assert chain[3:] == ["paid", "processed", "paid", "failed", "paid", "left_play", "processed"]


def test_a_refused_declaration_is_paid_all_the_same(table):
    (target,) = table.lay(1, "field", "C1", cell=1)
    table.lay(0, "hand", "E1 C2 C3")
    table.lay(1, "hand", "E2 C1")
    table.start()
    table.do("declare: E1")
    table.do("pay with: C2")
    table.do("respond: E2")
    assert table.where(target) == (1, "field")
    assert table.numbers(0, "dust") == "C2 C3 E1"
    assert table.numbers(1, "dust") == "C1 E2"


def test_a_payment_card_taken_away_makes_the_declaration_fail(table):
    (target,) = table.lay(1, "field", "C1", cell=1)
    table.lay(0, "hand", "E1 C2 C3")
    table.lay(1, "hand", "E3")
    table.start()
    table.do("declare: E1")
    table.do("pay with: C2")
    table.do("respond: E3")
    table.do("aim at: C2")
    assert table.where(target) == (1, "field")
    assert table.numbers(0, "dust") == "C2 C3 E1"  # the rest of the payment is made as well
    assert table.timings[-2:] == ["paid", "failed"]


# ---------------------------------------------------------------- battle


def test_both_fall_when_both_are_exceeded(table):
    first, second = battle(table, "C5", "C5")
    table.edit.modify([first, second], "ap", 1)
    table.start()
    fight(table)
    assert table.where(first) == (0, "dust")
    assert table.where(second) == (1, "dust")


def test_equal_does_not_exceed(table):
    first, second = battle(table, "C1", "C1")
    table.start()
    fight(table)
    assert table.where(first) == (0, "field")
    assert table.where(second) == (1, "field")


def test_dash_is_judged_first(table):
    runner, pupil = battle(table, "C2", "C1")  # 3/1 against 2/2
    table.start()
    fight(table)
    assert table.where(pupil) == (1, "dust")
    assert table.where(runner) == (0, "field")


def test_dash_defends_as_well(table):
    pupil, runner = battle(table, "C1", "C2")
    table.start()
    fight(table)
    assert table.where(pupil) == (0, "dust")
    assert table.where(runner) == (1, "field")


def test_two_with_dash_are_judged_together(table):
    first, second = battle(table, "C2", "C2")
    table.start()
    fight(table)
    assert table.where(first) == (0, "dust")
    assert table.where(second) == (1, "dust")


def test_when_the_other_is_saved_the_dash_character_may_fall(table):
    runner, survivor = battle(table, "C2", "C4")  # 3/1 against 2/1, which saves itself once
    table.lay(1, "hand", "C1")
    table.start()
    fight(table)
    assert table.where(survivor) == (1, "field")
    assert table.where(runner) == (0, "dust")
    assert table.numbers(1, "dust") == "C1"


def test_without_a_card_to_give_the_replacement_does_not_apply(table):
    runner, survivor = battle(table, "C2", "C4")
    table.start()
    fight(table)
    assert table.where(survivor) == (1, "dust")
    assert table.where(runner) == (0, "field")


def test_a_replacement_refused_leaves_the_card_to_fall(table):
    runner, pupil = battle(table, "C2", "C1")
    table.lay(1, "field", "C3", cell=0)
    table.lay(1, "hand", "C6")
    table.start()
    fight(table)
    assert table.game.player == 1
    assert table.verbs() == {"discard instead", "pass"}

    copy = table.copied()
    copy.do("pass")
    assert copy.where(pupil) == (1, "dust")
    assert copy.where(runner) == (0, "field")

    table.do("discard instead: C6")
    assert table.where(pupil) == (1, "field")
    assert table.where(runner) == (0, "dust")


def test_the_user_of_the_card_chooses_among_replacements_each_asked_once(table):
    (runner,) = table.lay(0, "field", "C2", cell=FRONT)
    (survivor,) = table.lay(1, "field", "C4", cell=5)
    (angel,) = table.lay(1, "field", "C3", cell=0)
    table.lay(1, "hand", "C6 C1")
    table.start()
    fight(table)
    assert table.game.player == 1
    assert table.verbs() == {"order triggers"}
    assert table.has("guardian_angel")
    assert table.has("last_stand")

    def rest(one: Table) -> None:
        one.do("guardian_angel")
        one.do("pass")  # the angel's offer is refused; then the survivor's own, which asks
        assert one.verbs() == {"discard instead"}
        one.do("discard instead: C1")
        assert one.where(survivor) == (1, "field")
        assert one.where(runner) == (0, "dust")
        assert one.where(angel) == (1, "field")

    same_end(table, rest)


def test_no_defender_is_damage_by_the_original_ap(table):
    (pupil,) = table.lay(0, "field", "C1", cell=FRONT)
    table.lay(0, "field", "C1", cell=1)
    table.edit.modify([pupil], "ap", 3)
    table.start()
    deck = table.cards(1, "deck")
    table.do("attack", "0/0")
    assert table.cards(1, "deck") == deck[:-2]
    assert table.cards(1, "dust") == [deck[-1], deck[-2]]


# ---------------------------------------------------------------- Penalty


def test_penalty_looks_back_at_the_place_it_had(table):
    avenger, runner = battle(table, "C5", "C2")
    (beside,) = table.lay(1, "field", "C1", cell=1)
    table.lay(1, "field", "C1", cell=2)
    table.start()
    fight(table)
    # Downed in the left column, it faced the right one: the runner and the pupil there.
    assert table.game.player == 0
    assert table.verbs() == {"discard by Penalty"}
    assert len(table.texts) == 2
    table.do("C2")
    assert table.where(avenger) == (0, "dust")
    assert table.where(runner) == (1, "dust")
    assert table.where(beside) == (1, "field")


def test_penalty_looks_back_at_the_stats_it_had(table):
    heir, runner = battle(table, "C6", "C2")
    table.edit.modify([heir], "ap", 1)  # 3 in all
    hand = len(table.cards(0, "hand"))
    table.start()
    fight(table)
    assert table.where(heir) == (0, "dust")
    assert table.edit.stat(heir, "ap") == 2  # printed again
    assert len(table.cards(0, "hand")) == hand + 3
    assert table.where(runner) == (1, "field")


def test_a_granted_penalty_is_heard_though_its_giver_leaves_at_the_same_instant(table):
    (pupil,) = table.lay(1, "field", "C1", cell=FRONT)
    (banner,) = table.lay(1, "field", "C7", cell=BACK)
    table.lay(0, "field", "C1", cell=1)
    table.lay(0, "hand", "E4 C2")
    table.lay(1, "hand", "E3")
    deck = len(table.cards(1, "deck"))
    table.start()
    table.do("declare: E4")
    table.do("aim at: C1")
    table.do("pass")
    assert table.where(pupil) == table.where(banner) == (1, "dust")
    assert deck - len(table.cards(1, "deck")) == 2  # of the pupil's AP; the banner has none itself


def test_a_granted_penalty_is_processed(table):
    pupil, _ = battle(table, "C1", "C2")
    (banner,) = table.lay(0, "field", "C7", cell=BACK)
    hand = len(table.cards(0, "hand"))
    table.start()
    fight(table)
    assert table.where(pupil) == (0, "dust")
    assert len(table.cards(0, "hand")) == hand + 2
    assert table.where(banner) == (0, "field")


def test_penalties_of_one_instant_are_ordered_by_the_turn_player(table):
    first, second = battle(table, "C6", "C6")
    table.edit.modify([first, second], "ap", 1)
    hands = [len(table.cards(p, "hand")) for p in (0, 1)]
    table.start()
    fight(table)
    assert table.game.player == 0
    assert table.verbs() == {"order triggers"}
    assert len(table.texts) == 2
    for seed in range(5):
        look_alike(table.game, seed)
    table.do("player 1")
    assert table.where(first) == (0, "dust")
    assert table.where(second) == (1, "dust")
    assert len(table.cards(0, "hand")) >= hands[0] + 3


def test_random_games():
    outcomes = play_at_random(rules)
    assert set(outcomes) <= {"decked", "last_turn"}
    assert sum(outcomes.values()) == 200
