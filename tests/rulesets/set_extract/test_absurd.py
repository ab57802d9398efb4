"""Cards that no game has: absurd numbers and texts on cards that are not meant for them."""

from __future__ import annotations

import pytest

from .table import Table, attacked

HUGE = 2**31 - 1


def test_more_damage_than_can_be_counted_is_as_much_as_can():
    s = Table().put("A", "field", attack=HUGE, toughness=1).put("N117", "field")
    s.put("B", "enemy field", attack=HUGE, toughness=HUGE)
    attacked(s, "A", "B").play_on()
    assert (s.zone("A"), s.outcome) == ("underworld", None)


def test_damage_by_effects_does_not_run_over():
    s = Table().put("B", "enemy field", toughness=HUGE)
    for name in "CDE":
        s.command(name, {"text": "p_damage", "n": HUGE})
    for name in "CDE":
        s.do(name)
    assert s.zone("B") == "enemy field"


@pytest.mark.parametrize("n", [-1, 0, 1])
def test_a_bazaar_of_fewer_than_two_cards_gives_them_all(n):
    s = Table(nodes=0).command("Z", {"text": "bazaar", "n": n}).put("A", "hand").put("B", "hand")
    s.act("play_command", "Z").play_on()
    assert s.count("hand") == max(n, 0)


@pytest.mark.parametrize(
    "abilities",
    [
        [{"text": "carries_top_cards", "n": HUGE}],
        [{"text": "carries_top_cards", "n": -HUGE}, {"text": "mana_charge", "n": -1}],
        [{"text": "union_of", "first": 99, "second": 99}],
        [{"text": "discards_or_goes", "n": -2}, {"text": "smaller_enemy_hand", "n": HUGE}],
        ["moths", "storm_by_overdrive"],
    ],
)
def test_a_character_with_such_a_text_is_played_and_lives_through_turns(abilities):
    s = Table().put("X", "hand", person=99, abilities=abilities).hand("N1", "N3", player=1)
    s.act("play_character", "X").play_on().next_turn().next_turn()
    assert s.game.turn == 4
    assert not s.over
