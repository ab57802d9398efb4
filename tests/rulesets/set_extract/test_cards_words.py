"""Keywords, other sides and attachments, on each card that bears them."""

from __future__ import annotations

import pytest

from tefuda.rulesets.set_extract.kinds import Phase

from .table import Table, attacked, play

# ---------------------------------------------------------------- keywords


@pytest.mark.parametrize(("card", "life"), [("N13", 22), ("N33", 20), ("N414", 21)])
def test_stealth_passes_a_defender_of_another_race(card, life):
    s = Table().put(card, "field").put("B", "enemy field", races=["dragon"], toughness=30)
    assert attacked(s, card, "B").play_on().life(1) == life


@pytest.mark.parametrize(("card", "race"), [("N33", "tengu"), ("N41", "vampire")])
def test_first_strike_meets_no_answer(card, race):
    s = Table().put(card, "field").put("B", "enemy field", races=[race], attack=30)
    attacked(s, card, "B").play_on()
    assert (s.zone(card), s.zone("B")) == ("field", "enemy underworld")


@pytest.mark.parametrize(
    ("card", "marks", "life"),
    [("N414", {}, 22), ("N1033", {"transformed": True, "for_good": True}, 20)],
)
def test_pierce_lets_the_rest_through(card, marks, life):
    s = Table().put(card, "field", **marks)
    s.put("B", "enemy field", races=["fairy"], toughness=1)
    assert attacked(s, card, "B").play_on().life(1) == life


@pytest.mark.parametrize("card", ["N41", "N43", "N334", "N930"])
def test_a_legend_may_carry_a_relic(card):
    s = Table().put(card, "field").put("R", "hand", like="N69", cost=0, nodes=0)
    assert play(s, "R", "play_spell").zone("R") == f"on {card}"


@pytest.mark.parametrize("card", ["N162", "N301"])
def test_a_doll_cannot_attack(card):
    assert Table().put(card, "field").put("A", "field").refused("attack", card)


def test_N676_kills_at_once():
    s = Table().put("N676", "field").put("B", "enemy field", attack=0, toughness=9)
    assert attacked(s, "N676", "B").play_on().zone("B") == "enemy underworld"


def test_N1130_is_no_caster():
    s = Table(nodes=0).put("N1130", "field").put("A", "field")
    s.put("S", "hand", type="spell", toughness=0, nodes=3, caster=8)
    assert s.refused("play_spell", "S")


def test_N45_voids_what_its_enemies_say_of_becoming_resolute():
    s = Table().put("N45", "field").put("N8", "enemy field")
    assert attacked(s, "N45", "N8").waiting_for == "main"
    assert s.zone("N8") == "enemy excluded"


@pytest.mark.parametrize("card", ["N138", "N879"])
def test_once_in_each_own_turn(card):
    s = Table(nodes=20).put(card, "hand", alias="one").put(card, "hand", alias="two")
    s.put("B", "enemy field", toughness=9)
    s.act("play_command", "one").play_on()
    assert s.refused("play_command", "two")


def test_N387_is_for_the_own_turn():
    s = Table(player=1, stop_at=["answer"]).put("N387", "hand").put("A", "enemy field")
    s.act("attack", "A")
    assert (s.player, s.waiting_for) == (0, "answer")
    assert s.refused("play_command", "N387")


@pytest.mark.parametrize(("card", "nodes"), [("N414", 1), ("N695", 2)])
def test_mana_charge(card, nodes):
    s = Table(nodes=0).put(card, "field").deck("T1", "T2", "T3")
    assert s.act("mana_charge", card).play_on().count("nodes") == nodes


# ---------------------------------------------------------------- the other side


@pytest.mark.parametrize(
    ("card", "stats"), [("N904", (2, 1, 0)), ("N930", (3, 2, 0)), ("N1033", (6, 6, 3))]
)
def test_the_other_side_has_its_own_stats(card, stats):
    s = Table().put(card, "field", transformed=True)
    assert tuple(s.value(card, word) for word in ("attack", "toughness", "graze")) == stats


@pytest.mark.parametrize(("card", "race"), [("N904", "human"), ("N1033", "youkai")])
def test_the_other_side_has_its_own_races(card, race):
    s = Table().put(card, "enemy field", transformed=True, for_good=True).put("N112", "hand")
    s.act("play_spell", "N112").choose(race).play_on()
    assert s.timings("damaged") == [("damaged", card)]


def test_N1033_stays_awake_on_its_other_side():
    s = Table().put("N1033", "field", transformed=True, for_good=True)
    assert not attacked(s, "N1033").play_on().flag("N1033", "asleep")


@pytest.mark.parametrize("card", ["N904", "N930"])
def test_it_transforms_when_asked_and_to_fight(card):
    s = Table().put(card, "field").act("transform", card).play_on()
    assert s.flag(card, "transformed")
    s = Table().put(card, "field").act("attack", card).choose("yes").play_on()
    assert s.flag(card, "transformed")


# ---------------------------------------------------------------- attachments and others


@pytest.mark.parametrize(
    ("card", "verb", "place"),
    [
        ("N88", "play_command", "field"),
        ("N120", "play_spell", "enemy field"),
        ("N545", "play_command", "enemy field"),
    ],
)
def test_it_is_set_on_a_character(card, verb, place):
    s = Table().put("H", place).put(card, "hand")
    assert play(s, card, verb).zone(card) == "on H"


def test_N69_pierces():
    s = Table().put("L", "field").put("N69", on="L").put("B", "enemy field", toughness=3)
    assert attacked(s, "L", "B").play_on().life(1) == 20


def test_N117_makes_vampires_and_strengthens_them():
    s = Table().put("N117", "enemy field").put("V", "enemy field", races=["god"], toughness=8)
    s.put("N112", "hand")
    assert s.value("V", "toughness") == 9
    s.act("play_spell", "N112").choose("vampire").play_on()
    assert s.timings("damaged") == [("damaged", "V")]


def test_N424_is_lost_with_the_game_when_it_is_taken():
    s = Table().put("N23", "field").put("N424", "enemy field").act("borrow", "N23").play_on()
    assert (s.outcome, s.winner) == ("lost_by_card", 0)


def test_N587_is_no_object_of_others():
    s = Table().put("N930", "enemy field").put("N587", "field").put("N23", "field")
    s.to_phase(Phase.DISCARD, 1).act("discard_for_its_cost", "N930", player=1)
    assert sorted(s.legal("target")) == ["N23", "N930"]


def test_N43_and_N46_are_as_tough_as_they_strike():
    s = Table().put("N43", "field").put("n", on="N43", face_down=True, guise=5)
    assert (s.value("N43", "attack"), s.value("N43", "toughness")) == (5, 5)
    s = Table(nodes=2).put("N46", "field")
    assert (s.value("N46", "attack"), s.value("N46", "toughness")) == (14, 12)


def test_P200_unknown_makes_commands_dearer():
    s = Table(nodes=0).put("P200", "field").command("C", {"text": "p_draw", "n": 1})
    assert s.refused("play_command", "C")


def test_P200_known_blesses_against_youkai():
    s = Table().put("P200", "enemy field").put("fan", on="P200", face_down=True)
    s.put("A", "field", races=["youkai"], attack=9)
    attacked(s, "A", "P200").act("bless_against_youkai", "P200", player=1).play_on()
    assert s.zone("P200") == "enemy field"


def test_P200_wants_to_be_paid_while_it_is_played():
    s = Table(stop_at=["answer"]).put("P200", "hand")
    s.command("C", "p_none_at_played", player=1).act("play_character", "P200")
    s.play_on(to="answer", player=1)
    s.act("play_command", "C", player=1).choose("P200")
    assert (s.waiting_for, s.player) == ("pays_blessing", 1)
