"""Rulings of removal and battle (sections E and F)."""

from __future__ import annotations

import pytest

from tefuda.testing import ScenarioError

from .table import DISCARD, EXCLUDE, RESOLUTE, Table

# ---------------------------------------------------------------- E. removal


def each(names: list[str], card: str) -> list[tuple[str, str]]:
    return [(name, card) for name in names]


def test_V062_damage_makes_resolute_then_discards():
    s = Table().put("H", "enemy field", effect_damage=2)
    s.command("C", {"text": "p_damage", "n": 1}).do("C")
    assert s.windows() == each(RESOLUTE + DISCARD, "H")
    assert s.zone("H") == "enemy underworld"


def test_V064_negating_it_resets_the_damage():
    s = Table().put("H", "enemy field", effect_damage=2, abilities=["p_stubborn"])
    s.command("C", {"text": "p_damage", "n": 1}).do("C").choose("yes")
    assert s.zone("H") == "enemy field"
    assert s.value("H", "effect_damage") == 0
    assert s.windows() == each(RESOLUTE[:2], "H")


def test_V065_resolute_before_discard_before_exclude():
    s = Table().put("A", "field").put("B", "field").put("D", "field").command("C", "p_judge")
    s.do("C", "A", "B", "D").play_on()
    assert s.windows() == [
        *each(RESOLUTE, "D"),
        *[(name, card) for name in DISCARD for card in ("B", "D")],
        *each(EXCLUDE, "A"),
    ]


def test_V067_the_suspended_effect_goes_on_without_its_source():
    s = Table().put("Bomb", "field", abilities=["p_blow_up"]).put("V", "enemy field")
    s.act("p_blow_up", "Bomb").play_on()
    assert s.zone("Bomb") == "underworld"
    assert s.zone("V") == "enemy underworld"


def test_V068_a_saved_defender_still_strikes():
    s = Table().put("A", "field", abilities=["first_strike"], attack=4)
    s.put("B", "enemy field", abilities=["p_stubborn"], attack=2)
    s.act("attack", "A").act("defend", "B", player=1).play_on(to="chosen").choose("yes")
    assert s.zone("B") == "enemy field"
    s.happened("damaged B", "damaged A")


def test_V070_what_it_beats_is_excluded_without_discard():
    s = Table().put("N45", "field")
    s.put("B", "enemy field", abilities=["p_draws_when_discarded"])
    s.act("attack", "N45").act("defend", "B", player=1).play_on()
    assert s.zone("B") == "enemy excluded"
    assert s.timings("was_discarded", "drew") == []


def test_V071_a_fallen_remnant_becomes_a_node():
    s = Table().put("N8", "enemy field").put("A", "field", attack=3)
    s.act("attack", "A").act("defend", "N8", player=1).choose("yes")
    s.play_on()
    assert s.zone("N8") == "enemy nodes"
    assert not s.flag("N8", "asleep")
    assert s.timings("battle_end") == [("battle_end", "A")]


# ---------------------------------------------------------------- F. battle


def battle(s: Table, defender: str | None = None) -> Table:
    s.act("attack", "A")
    if defender:
        s.act("defend", defender, player=1)
    return s


def test_V073_pierce_lets_the_rest_through():
    s = Table().put("A", "field", attack=4, toughness=1, abilities=["pierce"])
    s.put("B", "enemy field", attack=1, toughness=4, effect_damage=2)
    battle(s, "B").play_on()
    assert s.life(1) == 23


def test_V074_pierce_gives_no_graze():
    s = Table().put("A", "field", attack=4, graze=2, abilities=["pierce"])
    s.put("B", "enemy field")
    battle(s, "B")
    with pytest.raises(ScenarioError):
        s.play_on(to="grazes")


def test_graze_takes_sleeping_nodes_after_direct_damage():
    s = Table(nodes=0).put("A", "field", attack=4, graze=2)
    battle(s).play_on(to="grazes").choose("yes")
    assert s.count("enemy nodes") == 2
    assert s.life(1) == 21


def test_graze_needs_more_cards_than_it_takes():
    s = Table(nodes=0).put("A", "field", attack=4, graze=2).deck(player=1, size=2)
    battle(s)
    with pytest.raises(ScenarioError):
        s.play_on(to="grazes")


@pytest.mark.parametrize(("race", "stands"), [("fairy", True), ("beast", False)])
def test_V076_stealth_wants_a_shared_race(race, stands):
    s = Table().put("A", "field", attack=2, races=["fairy"], abilities=["stealth"])
    s.put("B", "enemy field", races=[race])
    battle(s, "B").play_on()
    assert s.life(1) == (25 if stands else 23)
    assert s.flag("B", "asleep")


def test_V077_who_answers_otherwise_cannot_defend_any_more():
    s = Table(stop_at=["answer"]).put("A", "field").put("B", "enemy field")
    s.command("C", "p_none", player=1)
    battle(s).act("play_command", "C", player=1).choose("A")
    s.pass_(0)
    assert s.refused("defend", "B")


def test_V079_a_played_defender_does_not_defend_yet():
    s = Table().put("A", "field", attack=3).command("C", "p_none_at_defended")
    s.put("D", "enemy hand", abilities=["ambush", "haste"], attack=1, toughness=9)
    battle(s).act("defend_by_ambush", "D", player=1)
    assert s.refused("play_command", "C")
    s.play_on()
    assert s.timings("defended") == [("defended", "D")]
    assert s.flag("D", "asleep")
    assert s.life(1) == 25


def test_V080_answers_resolve_backwards_and_the_battle_last():
    s = Table().put("A", "field").command("C", {"text": "p_damage", "n": 1})
    s.command("E", {"text": "p_draw", "n": 1}, player=1)
    battle(s).act("play_command", "E", player=1).act("play_command", "C", player=0).play_on()
    s.happened("play_resolved C", "play_resolved E", "battle_start A")


def test_V082_battle_damage_goes_with_the_battle_effect_damage_with_the_turn():
    s = Table().put("A", "field", attack=1).put("B", "enemy field", effect_damage=1)
    battle(s, "B").play_on()
    assert s.value("B", "battle_damage") == 0
    assert s.value("B", "effect_damage") == 1
    s.end_turn()
    assert s.value("B", "effect_damage") == 0


def test_a_battle_without_attacker_ends_without_damage():
    s = Table().put("A", "field", attack=2)
    s.command("C", {"text": "p_damage", "n": 3}, player=1)
    battle(s).act("play_command", "C", player=1).play_on()
    assert s.zone("A") == "underworld"
    assert s.life(1) == 25


def test_an_attack_whose_defender_is_gone_does_not_hit():
    s = Table().put("A", "field", attack=2).put("B", "enemy field")
    s.command("C", {"text": "p_damage", "n": 3})
    battle(s, "B").act("play_command", "C", player=0).choose("B").play_on()
    assert s.zone("B") == "enemy underworld"
    assert s.life(1) == 25
