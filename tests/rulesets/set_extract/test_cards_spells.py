"""What each spell does."""

from __future__ import annotations

import pytest

from .table import Table, attacked, play


def test_N49_is_a_sleeping_character():
    s = play(Table().put("N49", "hand"), "N49", "play_spell")
    assert s.zone("N49") == "field"
    assert s.flag("N49", "asleep")


def test_N66_wakes_and_weakens_once():
    s = Table().put("N66", "field", asleep=True).act("wake_and_weaken", "N66").play_on()
    assert (s.value("N66", "attack"), s.flag("N66", "asleep")) == (2, False)
    assert s.refused("wake_and_weaken", "N66")


def test_N66_wants_upkeep():
    s = Table(nodes=0).put("N66", "enemy field")
    assert s.next_turn().zone("N66") == "enemy underworld"
    s = Table(nodes=0).put("N66", "enemy field").put("N34", "enemy field")  # its caster
    assert s.next_turn().zone("N66") == "enemy field"


def test_N61_takes_attack():
    s = Table().put("N61", "hand").put("B", "enemy field", attack=4)
    play(s, "N61", "play_spell")
    assert s.value("B", "attack") == 1


def test_N67_cancels_an_attack():
    s = Table().put("A", "field").put("N67", "enemy field").put("Z", "enemy underworld")
    s.act("attack", "A").act("stop_attack", "N67", player=1).play_on()
    assert s.life(1) == 25
    assert s.zone("Z") == "on N67"


def test_N68_raises_a_vampire_for_a_turn():
    s = Table().put("N68", "field").put("N10", "underworld").act("raise_vampire", "N68").play_on()
    assert s.zone("N10") == "field"
    assert s.next_turn().zone("N10") == "excluded"


def test_N69_strengthens_and_returns():
    s = Table().put("L", "field", abilities=["legend"], toughness=4).put("N69", "hand")
    s.put("B", "enemy field")
    play(s, "N69", "play_spell")
    assert s.value("L", "attack") == 8
    assert s.flag("L", "asleep")
    s.next_turn().next_turn()
    s.act("throw_spear", "N69").play_on()
    assert (s.value("L", "attack"), s.value("L", "toughness")) == (11, 1)
    attacked(s, "L").play_on()
    assert s.zone("N69") == "hand"
    assert s.life(1) == 14


def test_N69_is_for_legends_only():
    assert Table().put("B", "field").put("N69", "hand").refused("play_spell", "N69")


def test_N70_makes_resolute():
    s = Table().put("N70", "hand").put("B", "enemy field")
    assert play(s, "N70", "play_spell").zone("B") == "enemy underworld"


def test_N112_hits_a_race():
    s = Table().put("N112", "hand").put("B", "enemy field", races=["god"]).put("D", "enemy field")
    s.act("play_spell", "N112").choose("god").play_on()
    assert (s.zone("B"), s.zone("D")) == ("enemy underworld", "enemy field")


def test_N117_makes_vampires_and_may_cost_life():
    s = Table(nodes=0).put("N117", "enemy field").put("B", "enemy field", races=["god"])
    assert s.value("B", "attack") == 2
    s.pass_().play_on(to="pays_life").choose("yes")
    assert s.life(1) == 23
    assert s.zone("N117") == "enemy field"


def test_N120_saves_its_host():
    s = Table().put("B", "field").put("N120", on="B").command("C", {"text": "p_damage", "n": 3})
    s.do("C").choose("yes")
    assert (s.zone("B"), s.zone("N120")) == ("field", "underworld")


def test_N122_excludes_a_name():
    s = Table().put("N122", "hand").put("N1", "hand", alias="mine")
    s.put("N1", "enemy hand", alias="theirs").put("N3", "enemy hand")
    s.act("play_spell", "N122").choose("mine").play_on()
    assert (s.zone("mine"), s.zone("theirs")) == ("excluded", "enemy excluded")
    assert s.zone("N3") == "enemy hand"


def test_N218_see_the_rulings():
    s = Table().put("H", "field").put("N218", "hand")
    assert play(s, "N218", "play_spell").zone("H") == "enemy field"


def test_N348_lets_the_enemy_pick():
    s = Table().deck("N1", "N3", "N8").put("N348", "hand").act("play_spell", "N348")
    s.play_on(to="taken")
    assert s.player == 1


def test_N364_uses_a_dead_spell():
    s = Table().put("N364", "hand").put("N49", "enemy underworld")
    s.act("play_spell", "N364").play_on()
    assert s.zone("N49") == "field"


def test_N424_keeps_you_alive_and_kills_you():
    s = Table().put("N424", "field").command("C", {"text": "p_hurt_self", "n": 30})
    s.command("K", {"text": "p_remove", "stage": "discard"}).do("C")
    assert not s.over
    s.do("K", "N424")
    assert (s.outcome, s.winner) == ("lost_by_card", 1)


@pytest.mark.parametrize(("name", "negated"), [("Operation Halt", True), ("Another", False)])
def test_N587_negates_what_it_guesses(name, negated):
    s = Table().put("N587", "enemy field").put("A", on="N587", face_down=True)
    s.put("N83", on="N587", face_down=True, known_to=1)
    s.command("C", {"text": "p_draw", "n": 1}, name=name).act("play_command", "C")
    s.act("calculate", "N587", player=1).play_on(to="chosen").choose("N83").play_on()
    assert s.timings("play_negated", "drew") == [
        ("play_negated", "C") if negated else ("drew", "player 0")
    ]
    assert (s.zone("N83"), s.zone("A")) == ("enemy underworld", "on N587")
    assert not s.over


def test_N587_wins_when_it_is_empty():
    s = Table().put("N587", "enemy field").put("N83", on="N587", face_down=True, known_to=1)
    s.command("C", {"text": "p_draw", "n": 1}).act("play_command", "C")
    s.act("calculate", "N587", player=1).choose("C").play_on()
    assert (s.outcome, s.winner) == ("won_by_card", 1)


def test_N587_hides_three_cards():
    s = Table().put("N587", "hand").put("N676", "hand").put("N678", "field")
    s.deck("A", "B", "C", player=1)
    s.act("play_spell", "N587").play_on(to="excludes").choose("N676", "N678")
    s.choose("A", "B", "C")
    assert sorted(s.hanging_on("N587")) == ["A", "B", "C"]
    assert s.knows(0, "A")
    assert not s.knows(1, "A")


def test_N602_freezes_and_hastens():
    s = Table().put("N602", "field").put("B", "enemy field", asleep=True).put("X", "hand")
    s.act("hasten_next", "N602").play_on().act("play_character", "X")
    assert not s.flag("X", "asleep")
    assert s.next_turn().flag("B", "asleep")


def test_N1341_is_no_card_to_play_but_resolves_by_another():
    assert Table().put("N1341", "hand").refused("play_spell", "N1341")
    s = Table().put("N1341", "underworld").put("N364", "hand").put("N83", "enemy underworld")
    s.act("play_spell", "N364").play_on(to="chosen_mode").choose("first").play_on()
    assert s.zone("N83") == "field"
    assert s.value("N83", "attack") == 0


def test_N1471_feeds_on_excluded_cards():
    s = Table().put("N1471", "hand").put("N1", "hand").put("B", "enemy field")
    s.act("play_spell", "N1471").play_on(to="excludes").choose("N1").play_on(to="chosen")
    s.choose("B").play_on()
    assert (s.zone("N1"), s.zone("B")) == ("excluded", "enemy underworld")
