"""What each command does."""

from __future__ import annotations

from tefuda.rulesets.set_extract.kinds import Phase

from .table import Table, play


def test_N75_becomes_a_node_once_a_turn():
    s = Table(nodes=0).put("N75", "hand").put("N75", "hand", alias="second")
    s.act("play_command", "N75")
    assert s.count("nodes") == 1
    assert s.refused("play_command", "N75")


def test_N78_discards_from_the_deck():
    s = Table().put("N78", "hand").deck("A", "B").act("play_command", "N78")
    s.play_on(to="discards").choose("A", "B").pass_()
    assert s.zone("A") == s.zone("B") == "underworld"


def test_N83_halts_a_command():
    s = Table().put("N83", "enemy hand").command("C", {"text": "p_draw", "n": 1})
    s.act("play_command", "C").act("play_command", "N83", player=1).play_on()
    assert s.timings("drew") == []
    assert s.timings("play_negated") == [("play_negated", "C")]


def test_N88_returns_for_life():
    s = Table().put("B", "field").put("N88", on="B").command("C", {"text": "p_damage", "n": 3})
    s.do("C").choose("yes")
    assert (s.zone("N88"), s.life()) == ("hand", 24)
    s = Table().put("B", "field").put("N88", on="B").act("host_pierces_now", "N88").play_on()
    assert s.value("B", "attack") == 3


def test_N98_silences_the_turn():
    s = Table(at="priority").put("N98", "hand").put("N23", "field").put("B", "enemy field")
    s.command("C", {"text": "p_draw", "n": 1}).to_phase(Phase.MAINTENANCE)
    s.act("play_command", "N98").play_on(to="main")
    assert s.refused("play_command", "C")
    assert s.refused("borrow", "N23")
    s.next_turn()
    assert s.life(1) == 24


def test_N99_takes_a_character():
    s = Table().put("N99", "hand").put("B", "enemy field")
    s.command("K", {"text": "p_remove", "stage": "discard"})
    assert play(s, "N99").zone("B") == "field"
    s.do("K", "N99")
    assert s.zone("B") == "enemy field"


def test_N133_dissolves_a_spell():
    s = Table().put("N70", "hand").put("B", "enemy field").put("N133", "enemy hand")
    s.act("play_spell", "N70").play_on(to="answer").act("play_command", "N133", player=1).play_on()
    assert s.zone("B") == "enemy field"
    assert s.timings("drew") == [("drew", "player 0")]


def test_N133_cannot_be_negated():
    s = Table().put("N70", "hand").put("B", "enemy field").put("N133", "enemy hand")
    s.put("N83", "hand")
    s.act("play_spell", "N70").play_on(to="answer").act("play_command", "N133", player=1)
    s.play_on(to="answer", player=0).act("play_command", "N83").play_on()
    assert s.zone("B") == "enemy field"


def test_N134_puts_a_spell_on_top():
    s = Table().put("N134", "hand").deck("N1", "N70").act("play_command", "N134")
    s.play_on(to="found").choose("N70")
    assert s.cards("deck")[0] == "N70"
    assert s.knows(1, "N70")


def test_N135_makes_nodes_of_beasts():
    s = Table(nodes=3).put("N135", "hand").put("N23", "underworld").put("N1", "underworld")
    s.act("play_command", "N135").play_on(to="moves").choose("N23")
    assert s.zone("N23") == "nodes"
    assert s.flag("N23", "asleep")


def test_N138_hits_a_player_or_a_character():
    s = Table().put("N138", "hand").put("B", "enemy field", toughness=2)
    s.act("play_command", "N138").choose("second", 1).play_on()
    assert s.life(1) == 24
    s = Table().put("N138", "hand").put("B", "enemy field", toughness=2)
    s.act("play_command", "N138").choose("first").play_on()
    assert s.zone("B") == "enemy underworld"


def test_N138_returns_a_copy():
    s = Table(at="priority").put("N138", "underworld").put("N138", "underworld", alias="copy")
    s.to_phase(Phase.MAINTENANCE)
    s.act("mansion_again", "copy")
    assert s.zone("copy") == "excluded"
    assert s.count("hand") == 1


def test_N140_forbids_attacks_until_someone_is_hurt():
    s = Table().put("A", "field").put("N140", on="A").put("B", "field")
    assert s.refused("attack", "A")
    s.act("attack", "B").play_on()
    assert s.zone("N140") == "underworld"


def test_N140_cancels_an_attack():
    s = Table().put("A", "field").put("N140", "enemy hand").act("attack", "A")
    s.act("play_command", "N140", player=1).play_on()
    assert s.life(1) == 25


def test_N148_redirects():
    s = Table().put("B", "enemy field").put("D", "enemy field").put("N148", "enemy hand")
    s.command("C", {"text": "p_damage", "n": 1}).act("play_command", "C").choose("B")
    s.act("play_command", "N148", player=1).play_on(to="redirects").choose("D").play_on()
    assert (s.value("B", "effect_damage"), s.value("D", "effect_damage")) == (0, 1)


def test_N149_brings_a_defender():
    s = Table().put("A", "field", attack=4).put("N149", "enemy hand").deck("N39", player=1)
    s.act("attack", "A").act("play_command", "N149", player=1).play_on(to="found").choose("N39")
    s.play_on()
    assert s.life(1) == 25
    assert s.zone("A") == "underworld"
    assert s.next_turn().zone("N39") == "enemy underworld"


def test_N149_is_a_direct_answer_only():
    s = Table().put("N149", "enemy hand").put("A", "field").command("C", "p_none")
    s.command("E", "p_none", player=1).act("play_command", "C")
    assert s.refused("play_command", "N149")


def test_N229_returns_with_ambush():
    s = Table().put("N31", "field").put("N229", "hand")
    play(s, "N229")
    assert s.zone("N31") == "hand"
    assert s.can("play_ambush", "N31")
    assert not s.next_turn().can("play_ambush", "N31")


def test_N247_hides_until_the_next_turn():
    s = Table().put("B", "enemy field").put("N247", "hand")
    assert play(s, "N247").zone("B") == "enemy excluded"
    s.next_turn()
    assert s.zone("B") == "enemy excluded"
    s.next_turn()
    assert s.zone("B") == "enemy field"


def test_N282_turns_nodes_into_wraiths():
    s = Table(nodes=3).put("N282", "hand").put("N1", "hand")
    play(s, "N282")
    assert s.count("field") == 3
    assert s.value("node 0", "attack") == 1
    s.next_turn()
    assert s.count("nodes") == 3
    assert s.flag("node 0", "asleep")


def test_N285_lends_printed_stats():
    s = Table().put("N1", "field").put("N39", "enemy underworld").put("N285", "hand")
    play(s, "N285")
    assert (s.value("N1", "attack"), s.value("N1", "toughness")) == (3, 7)


def test_N376_reads_minds():
    s = Table().put("N376", "enemy field").put("N83", on="N376", face_down=True, known_to=1)
    s.put("N83", "hand", alias="copy").command("C", {"text": "p_draw", "n": 1}, player=1)
    s.command("M", {"text": "p_draw", "n": 1})
    s.act("play_command", "M").act("read_mind", "N376", player=1).play_on()
    assert s.zone("N376") == "enemy underworld"
    assert s.timings("drew") == [("drew", "player 1"), ("drew", "player 0")]
    assert s.zone("N83") == "enemy underworld"


def test_N376_negates_what_it_has_read():
    s = Table().put("N376", "enemy field").put("N83", on="N376", face_down=True, known_to=1)
    s.command("M", {"text": "p_draw", "n": 1}, name="Operation Halt")
    s.act("play_command", "M").act("read_mind", "N376", player=1).play_on()
    assert s.timings("drew", "play_negated") == [("play_negated", "M"), ("drew", "player 1")]


def test_N376_hides_a_card():
    s = Table().put("N376", "hand").deck("N1", "N3").act("play_command", "N376")
    s.play_on(to="found").choose("N3")
    assert s.zone("N3") == "on N376"
    assert s.knows(0, "N3")
    assert not s.knows(1, "N3")


def test_N387_lets_two_come():
    s = Table().put("N387", "field").put("Old", "field")
    for name in ("X", "Y", "Z"):
        s.put(name, "underworld")
        s.command(f"C{name}", "p_enter_asleep")
    s.do("CX", "X").do("CY", "Y").do("CZ", "Z")
    assert [s.zone(c) for c in ("Old", "X", "Y")] == ["field"] * 3
    assert s.timings("entered")[-1] == ("entered", "Z")
    assert s.zone("Z") == "underworld"


def test_N388_lets_no_sleeping_node_pay():
    s = Table(nodes=0).put("N388", "enemy field").put("n", "nodes", asleep=True)
    s.command("C", {"text": "p_draw", "n": 1}, cost=1)
    assert s.refused("play_command", "C")
    assert Table().put("N388", "hand").refused("play_command", "N388")


def test_N453_buys_a_turn_and_loses_at_its_end():
    s = Table().put("A", "field", attack=30).put("N453", "enemy field")
    s.act("attack", "A").play_on()
    assert (s.life(1), s.zone("N453")) == (1, "enemy underworld")
    assert s.game.turn_player == 1
    s.play_on(to="main", player=1)
    assert not s.over
    while not s.over and s.game.turn_player == 1:
        s.pass_()
    assert (s.outcome, s.winner) == ("lost_by_card", 0)


def test_N545_wants_three_or_the_host():
    s = Table(nodes=0).put("B", "enemy field").put("N545", on="B")
    assert s.next_turn().zone("B") == "enemy underworld"


def test_N545_moves_on():
    s = Table().put("B", "field").put("D", "field").put("N545", on="B")
    s.act("change_host", "N545").play_on()
    assert s.zone("N545") == "on D"
    assert s.flag("B", "asleep")


def test_N630_gathers_and_hands_out():
    s = Table().put("N630", "hand").put("N69", "underworld").deck("N88")
    s.put("N41", "field").act("play_command", "N630")
    s.play_on(to="found").choose("N69", "N88")
    assert sorted(s.hanging_on("N630")) == ["N69", "N88"]
    s.act("hand_out_equip", "N630").play_on(to="moves").choose("N69")
    assert s.zone("N69") == "on N41"
    assert s.value("N41", "attack") == 15


def test_N630_goes_without_equips():
    s = Table().put("N630", "hand").act("play_command", "N630").play_on()
    assert s.zone("N630") == "underworld"


def test_N635_see_the_rulings():
    s = Table(nodes=5).put("N635", "hand").put("A", "hand").put("N1", "underworld")
    play(s, "N635")
    assert s.zone("N1") == "underworld"  # two cards cannot be discarded


def test_N879_excludes_the_decks_the_second_time():
    s = Table(nodes=9).put("N879", "hand", alias="one").put("N879", "hand", alias="two")
    s.put("N1", "underworld").act("play_command", "one").play_on()
    assert s.count("excluded") == 1
    s.next_turn().next_turn()
    s.act("play_command", "two").play_on()
    assert s.zone("N1") == "deck"


def test_N1020_locks_the_excluded_area():
    s = Table().put("N1020", "field").put("N477", "enemy excluded")
    assert s.next_turn().zone("N477") == "enemy excluded"


def test_N1020_leaves_for_a_last_spell():
    s = Table().put("N1020", "field").put("N120", "hand").put("B", "field")
    play(s, "N120", "play_spell")
    assert s.zone("N1020") == "underworld"
    assert s.timings("drew") == [("drew", "player 0")]
