"""The power card phase on the machine."""

from __future__ import annotations

import pytest

from . import power_card_phase as rules
from .table import Table, look_alike, play_at_random, same_end

DECK = "C0 C1 C2 C3 F1 F2 F4 I1 I2 P1 P1 P2 P2 P2"
DAWN, FROST, IRON = 0, 1, 2


@pytest.fixture
def table() -> Table:
    table = Table(rules, DECK)
    table.lay(1, "hand", "C1")  # so that the enemy has a turn to be seen
    return table


def enter_phase(table: Table) -> None:
    """Leave the main window, unless nothing could be done in it."""
    if table.window == "main" and table.game.player == 0:
        table.do("pass")


def power(table: Table, card: int) -> int:
    return sum(table.edit.host(c) == (card, "power") for c in range(len(table.game.tables)))


def test_receivers_are_dominated_and_active_characters_of_the_own_side(table):
    table.lay(0, "party", "C2 C1", cell=DAWN)
    table.lay(0, "party", "F1", cell=FROST)
    table.lay(0, "dominion", "C3")
    table.lay(1, "party", "C2", cell=DAWN)
    table.lay(1, "dominion", "F1")
    table.lay(0, "hand", "P1")
    enter_phase(table.start())
    table.do("set from hand: P1")
    assert table.verbs() == {"set on"}
    assert len(table.texts) == 3  # C1 on top of C2, F1, and C3: none of the enemy's, not C2
    for number in ("C1", "F1", "C3"):
        assert table.has(number, "player 0")
    assert not table.has("C2")


def test_any_card_any_number_up_to_the_mind_and_both_ways_mixed(table):
    table.lay(0, "dominion", "C3")
    (charger,) = table.lay(0, "dominion", "F2")
    table.lay(0, "hand", "P1 I1 F1 C0 C1")
    enter_phase(table.start())
    table.do("set from hand: P1")
    table.do("set on: C3")
    table.do("charge")
    table.do("set on: C3")
    table.do("set from hand: I1")
    table.do("set on: C3")
    table.do("set from hand: F1")  # only the charger is short of its mind: no question
    assert power(table, charger) == 1
    table.do("charge")
    assert power(table, charger) == 2
    # Both are full: nothing is left to do though hand and deck hold cards.
    assert table.game.player == 1


def test_setting_is_optional_and_charge_is_from_none_to_x(table):
    (charger,) = table.lay(0, "dominion", "F4")
    table.lay(0, "hand", "P1")
    enter_phase(table.start())
    for charged in range(4):
        assert table.has("charge")
        assert power(table, charger) == charged
        assert table.has("pass")
        table.do("charge")
    assert power(table, charger) == 4
    assert not table.has("charge")  # never more than four, though its mind is five
    assert table.has("set from hand")
    table.do("pass")
    assert table.game.player == 1


@pytest.mark.parametrize("charged", range(4))
def test_less_than_x_may_be_charged(table, charged):
    (charger,) = table.lay(0, "dominion", "F4")
    enter_phase(table.start())
    for _ in range(charged):
        table.do("charge")
    table.do("pass")
    assert power(table, charger) == charged


def test_an_empty_deck_ends_charging_and_loses_nothing(table):
    (charger,) = table.lay(0, "dominion", "F4")
    for card in table.cards(0, "deck")[1:]:
        table.edit.place(card, 0, "discard")
    enter_phase(table.start())
    table.do("charge")
    assert table.cards(0, "deck") == []
    assert power(table, charger) == 1
    assert not table.game.over
    assert table.game.player == 1  # nothing is left to do


def test_the_charge_of_an_active_character_does_not_count(table):
    table.lay(0, "party", "F2", cell=FROST)
    table.lay(0, "hand", "P1")
    enter_phase(table.start())
    assert table.verbs() == {"set from hand", "pass"}


def test_who_comes_to_the_dominion_in_the_phase_cannot_charge_in_it(table):
    (eager,) = table.lay(0, "party", "I1", cell=IRON)
    table.lay(0, "hand", "P1 P2")
    enter_phase(table.start())
    table.do("set from hand: P1")
    assert table.where(eager) == (0, "dominion")
    assert table.verbs() == {"set from hand", "pass"}


def test_a_charger_that_left_in_the_phase_cannot_charge_any_more(table):
    table.lay(0, "dominion", "I2")
    table.lay(0, "dominion", "F2")
    table.lay(0, "hand", "P1")
    enter_phase(table.start())
    table.do("charge")
    table.do("set on: F2")  # the fickle one leaves: its Charge 3 goes, one of two is used
    table.do("charge")
    assert table.numbers(0, "dominion") == "F2"
    # F2 is full now; with room for more there would still be none left to charge
    assert not table.has("charge")


def test_a_charged_card_is_known_to_nobody_and_a_set_one_to_its_setter(table):
    (host,) = table.lay(0, "dominion", "F4")
    (plan,) = table.lay(0, "hand", "P1")
    (top,) = table.stack(0, "C1")
    enter_phase(table.start())
    table.do("charge")
    table.do("set from hand")
    assert table.edit.host(top) == (host, "power")
    assert table.edit.host(plan) == (host, "power")
    assert table.knowers(top) == set()
    assert table.knowers(plan) == {0}
    for player in (0, 1):
        (seen,) = table.game.view(player).zone(0, "dominion").cards
        assert len(seen.attached["power"]) == 2
        known = [card.number for card in seen.attached["power"] if card is not None and card.known]
        assert known == (["P1"] if player == 0 else [])


def test_options_do_not_tell_unknown_power_cards_apart(table):
    (host,) = table.lay(0, "dominion", "F4")
    table.hang(host, "power", "C0 I2 P2", owner=0, down=True)
    table.hang(host, "power", "P1", owner=0, down=True, known_to=0)
    table.start()
    table.do("use the power of")
    assert len(table.texts) == 2  # the known one, and one of those that look alike
    assert sum("P1 Plan" in text for text in table.texts) == 1
    assert sum("an unknown card" in text for text in table.texts) == 1
    for seed in range(20):
        look_alike(table.game, seed)
    for action in table.game.legal_actions:
        assert "Plan" not in table.game.action_text(action, 1)


def test_a_full_active_character_is_dominated_when_the_phase_ends_not_before(table):
    (novice,) = table.lay(0, "party", "C1", cell=DAWN)
    table.lay(0, "party", "F1", cell=FROST)
    table.lay(0, "hand", "P1 P2")
    enter_phase(table.start())
    table.do("set from hand: P1")
    table.do("set on: C1")
    assert table.where(novice) == (0, "party")  # full, but the phase goes on
    table.do("pass")
    assert table.where(novice) == (0, "dominion")
    assert power(table, novice) == 1  # and keeps its power
    assert table.numbers(0, "party", FROST) == "F1"  # short of its mind: stays


def test_domination_is_of_all_parties_at_once_and_one_of_each(table):
    table.lay(0, "party", "C0 C1", cell=DAWN)
    table.lay(0, "party", "F1", cell=FROST)
    table.lay(0, "hand", "P1 P2")
    enter_phase(table.start())
    table.do("set from hand: P1")
    table.do("set on: C1")
    table.do("set from hand: P2")
    assert table.game.player == 1
    # Uncovered by that move, the mind-0 character is not looked at this turn.
    assert sorted(table.numbers(0, "dominion").split()) == ["C1", "F1"]
    assert table.numbers(0, "party", DAWN) == "C0"
    assert table.timings.count("dominated") == 1


def test_mind_0_takes_no_power_card_and_is_dominated_by_itself(table):
    (mindless,) = table.lay(0, "party", "C0", cell=DAWN)
    table.lay(0, "hand", "P1")
    enter_phase(table.start())
    assert table.where(mindless) == (0, "dominion")  # nothing could be set: the phase is over
    assert table.game.player == 1


def test_the_current_mind_counts(table):
    (master,) = table.lay(0, "party", "C3", cell=DAWN)
    table.hang(master, "power", "P1", owner=0, down=True)
    table.lay(0, "hand", "P2 C0")
    table.edit.modify([master], "mind", -1)
    enter_phase(table.start())
    table.do("set from hand: P2")
    assert table.where(master) == (0, "dominion")
    table.edit.modify([master], "mind", -2)  # a later drop takes nothing off (R9.43)
    assert power(table, master) == 2


def test_what_was_set_is_taken_off_by_payment_only(table):
    (novice,) = table.lay(0, "dominion", "C1")
    (plan,) = table.hang(novice, "power", "P1", owner=0, down=True, known_to=0)
    table.lay(0, "hand", "P2")
    table.start()
    assert table.verbs() == {"use the power of", "pass"}
    copy = table.copied()
    enter_phase(copy)
    assert copy.game.player == 1  # full: in the phase itself there is nothing to do
    table.do("use the power of")
    assert table.where(plan) == (0, "discard")
    assert table.knowers(plan) == {0, 1}
    assert table.where(novice) == (0, "dominion")  # short of its mind it stays (R9.35)


def test_setting_makes_the_enemy_forget_the_hand_not_the_setter(table):
    (host,) = table.lay(0, "dominion", "C3")
    plan, scheme = table.lay(0, "hand", "P1 P2")
    table.start()
    table.edit.show(1, [plan, scheme])
    enter_phase(table)
    table.do("set from hand: P1")
    assert table.knowers(plan) == {0}
    assert table.knowers(scheme) == {0}  # else it would be clear which one was set
    assert table.edit.host(plan) == (host, "power")


def test_the_phase_can_be_saved_in_the_middle(table):
    table.lay(0, "party", "C2", cell=DAWN)
    table.lay(0, "dominion", "F2 C3")
    table.lay(0, "hand", "P1 P2")
    enter_phase(table.start())
    table.do("charge")

    def rest(one: Table) -> None:
        one.do("set on: C2")
        one.do("charge")
        one.do("set on: C2")
        assert not one.has("charge")
        one.do("pass")
        assert "C2" in one.numbers(0, "dominion")

    same_end(table, rest)


def test_random_games():
    assert set(play_at_random(rules)) <= {"last_turn", "out_of_cards"}
