"""Rulings of placing, moving, leaving the field and setting (sections A and B, S11.2, S11.3)."""

from __future__ import annotations

from .table import DISCARD, RESOLUTE, Table


def move(to: str = "hand") -> dict[str, str]:
    return {"text": "p_move", "to": to}


def each(names: list[str], card: str) -> list[tuple[str, str]]:
    return [(name, card) for name in names]


# ---------------------------------------------------------------- A. place and move


def test_V001_a_replacement_ends_the_placing():
    s = Table().command("C", {"text": "p_place", "to": "underworld"})
    s.put("X", "hand", abilities=["p_deck_instead"])
    s.do("C", "X")
    assert s.zone("X") == "deck"
    assert s.cards("deck")[-1] == "X"
    assert s.timings("placed") == []
    assert s.timings("drew") == []  # "if that went through" is false


def test_V002_was_placed_comes_when_the_card_lies_there():
    """The owner's life notes what the card counts as at each step; see the probe."""
    s = Table().command("C", {"text": "p_place", "to": "underworld"})
    s.put("X", "hand", abilities=["p_watched", "p_notes_before", "p_seen_in_hand",
                                  "p_seen_in_underworld"])  # fmt: skip
    s.do("C", "X")
    in_hand_at_a, in_no_zone_after_b, in_underworld_at_d = 1, 10, 50
    assert s.life() == 25 + in_hand_at_a + in_no_zone_after_b + in_underworld_at_d
    assert s.timings("placed") == [("placed", "X")]
    events = s.events()
    moved = events.index("X: hand to underworld")
    assert events[moved + 1] == "placed X"  # c and d, with nothing between


def test_V002_in_other_zones_too():
    for to, zone in (("excluded", "excluded"), ("nodes", "nodes"), ("deck_bottom", "deck")):
        s = Table().command("C", {"text": "p_place", "to": to}).put("X", "hand")
        s.do("C", "X")
        assert s.zone("X") == zone
        assert s.timings("placed") == [("placed", "X")]


def test_V004_what_was_moved_counts_as_moved():
    """Another effect takes the card away when the procedure has moved it: "if it was" holds."""
    s = Table().command("C", {"text": "p_place", "to": "underworld"})
    s.put("X", "hand", abilities=["p_springs_away"]).do("C", "X")
    assert s.cards("deck")[-1] == "X"
    s.happened("X: hand to underworld", "placed X")
    assert s.timings("drew") == [("drew", "player 0")]
    # and where nothing takes it away
    s = Table().put("H", "field").command("C", move("hand")).do("C", "H")
    assert s.zone("H") == "hand"
    assert s.timings("drew") == [("drew", "player 0")]


def test_V005_from_hand_to_deck_no_window_opens():
    s = Table().command("C", {"text": "p_place", "to": "deck_bottom"}).put("X", "hand")
    s.do("C", "X")
    assert s.zone("X") == "deck"
    assert s.windows() == []


def test_V007_a_borrowed_character_goes_back_with_what_is_set_on_it():
    s = Table().put("N23", "field").put("H", "enemy field").put("S", on="H")
    s.act("borrow", "N23").play_on()
    assert (s.zone("H"), s.zone("S")) == ("field", "on H")
    s.end_turn()
    assert (s.zone("H"), s.zone("S")) == ("enemy field", "on H")
    assert s.windows() == []


def test_V008_a_set_card_meets_four_windows_before_its_host_moves():
    s = Table().put("H", "field").put("S", on="H").command("C", move("hand"))
    s.do("C", "H")
    assert s.windows() == each(DISCARD, "S")
    assert (s.zone("H"), s.zone("S")) == ("hand", "underworld")


def test_V010_the_next_level_follows_when_the_first_is_done():
    s = Table().put("H", "field").put("S", on="H").put("T", on="S")
    s.command("C", move("deck_top")).do("C", "H").choose("S")
    assert s.windows() == each(DISCARD, "S") + each(DISCARD, "T")
    assert s.zone("H") == "hand"  # it was on top of the deck, and drawn by the text
    assert s.cards("underworld") == ["C", "T", "S"]


def test_V011_level_by_level_with_siblings():
    s = Table().put("H", "field").put("S", on="H").put("S2", on="H")
    s.put("T", on="S").put("U", on="T").command("C", move("hand")).do("C", "H").play_on()
    names = [name for name, _ in s.windows()]
    assert names == [n for n in DISCARD for _ in "ab"] + DISCARD + DISCARD
    assert [card for _, card in s.windows()][8:] == ["T"] * 4 + ["U"] * 4


def test_V013_set_cards_of_an_excluded_card_go_to_the_underworld():
    s = Table().put("H", "field").put("S", on="H").command("C", move("excluded"))
    s.do("C", "H")
    assert (s.zone("H"), s.zone("S")) == ("excluded", "underworld")


def possessed() -> Table:
    s = Table().put("Doll", "field", abilities=["doll"], attack=0, toughness=2).put("N285", "hand")
    s.put("N10", "underworld").command("C", move("hand"))
    return s.act("play_command", "N285").play_on()


def test_V014_a_set_card_may_be_excluded_instead():
    s = possessed()
    assert s.zone("N10") == "on Doll"
    s.do("C", "Doll")
    assert (s.zone("Doll"), s.zone("N10")) == ("hand", "excluded")


def test_V016_return_is_move():
    s = Table().put("H", "field").put("S", on="H").put("N229", "hand")
    s.act("play_command", "N229").choose("H").play_on()
    assert s.windows() == each(DISCARD, "S")
    assert (s.zone("H"), s.zone("S")) == ("hand", "underworld")


def test_V017_a_face_down_card_goes_to_the_deck_unseen():
    s = Table().put("H", "field").put("X", "field", face_down=True, guise=2, disguised=True)
    s.command("C", {"text": "p_move", "to": "deck_bottom"}).do("C", "X")
    assert s.zone("X") == "deck"
    assert not s.knows(0, "X")
    assert not s.knows(1, "X")


def test_V019_face_down_cards_are_ordered_before_they_are_turned():
    s = Table().put("X", "field", face_down=True).put("Y", "field", face_down=True)
    s.command("C", {"text": "p_remove", "stage": "discard", "n": 2})
    s.do("C", "X", "Y")
    assert s.waiting_for == "next_arrives"
    assert not s.knows(0, "X")
    assert not s.knows(0, "Y")
    s.choose("Y")
    assert s.cards("underworld") == ["C", "X", "Y"]
    assert s.knows(1, "X")


def test_V020_an_unseen_card_of_the_deck_stays_face_down():
    s = Table().put("N41", "hand").put("Top", "deck")
    s.act("play_character", "N41").play_on(to="uses_text").choose("yes")
    s.play_on()
    assert s.zone("Top") == "field"
    assert not s.knows(0, "Top")
    assert s.value("Top", "attack") == 2


def test_V022_an_excluded_card_does_not_move():
    s = Table().put("A", "field").put("A2", "excluded", like="N49", name="A")
    s.command("C", "p_move_all_named").do("C", "A")
    assert s.zone("A") == "hand"
    assert s.zone("A2") == "excluded"


def test_V023_unless_the_excluded_area_is_named():
    s = Table().put("N477", "enemy excluded")
    s.end_turn()
    assert s.zone("N477") == "enemy field"
    assert not s.flag("N477", "asleep")


def test_V025_a_node_that_pays_is_shown_on_arrival():
    s = Table(nodes=0).put("N", "nodes", asleep=True).put("N2", "nodes")
    s.command("C", {"text": "p_draw", "n": 1}, cost=1)
    s.act("play_command", "C").choose("N")
    assert s.zone("N") == "underworld"
    assert s.knows(1, "N")


# ---------------------------------------------------------------- B. set and set cards


def test_V026_what_cannot_be_set_is_not_set_at_all():
    s = Table().put("H", "field").put("X", "hand", abilities=["p_not_set"])
    s.command("C", "p_set").do("C", "X")
    assert s.timings("would_set", "was_set", "would_enter") == []
    assert s.zone("X") == "hand"
    assert s.timings("drew") == []


def test_V028_a_limit_that_falls_leaves_one_equip():
    s = Table().put("H", "field", abilities=["p_two_equips"], crowded=True)
    for name in ("E1", "E2"):
        s.put(name, on="H", type="command", place="equip", toughness=0)
    s.command("C", "p_sleep")
    s.act("play_command", "C").choose("H").play_on(to="discards").choose("E2")
    assert (s.zone("E1"), s.zone("E2")) == ("on H", "underworld")


def test_V029_a_card_that_cannot_be_an_object_has_the_text_set_on_it():
    s = Table().put("H", "field", abilities=["p_no_object"]).put("N88", on="H")
    assert s.value("H", "attack") == 3
    assert s.can("host_pierces_now", "N88")


def test_V031_a_character_set_on_a_card_has_no_text():
    s = Table().put("H", "field").put("X", "hand", abilities=["p_draws_on_entry"])
    s.command("C", "p_set").do("C", "X")
    assert s.zone("X") == "on H"
    assert s.flag("X", "void")
    before = s.count("hand")
    assert before == 2  # the two drawn by the text of C, none by its own


def test_V032_a_command_without_place_set_on_a_card_has_no_text():
    s = (
        Table()
        .put("H", "field")
        .put("X", "hand", type="command", abilities=["p_draws"], toughness=0)
    )
    s.command("C", "p_set").do("C", "X")
    assert s.flag("X", "void")
    assert not s.can("p_draws", "X")


def test_V034_a_granted_effect_is_one_of_the_host_and_of_the_command():
    """Blessing protects from either kind: who aims by the granted effect must pay."""
    s = Table().put("H", "field").put("P", "enemy field", abilities=[{"text": "blessing", "x": 2}])
    s.put("E", on="H", type="spell", place="equip", toughness=0, abilities=["p_strike"])
    s.act("p_strike", "E").choose("P")
    assert s.waiting_for == "pays_blessing"
    s.choose("no")
    assert s.zone("E") == "underworld"
    assert s.zone("P") == "enemy field"


def test_V035_when_set_without_a_host_means_on_this():
    s = Table().put("H", "field", abilities=["p_draws_when_carrying"])
    s.put("X", "hand", abilities=["p_draws_when_carrying"]).put("K", "field")
    s.command("C", "p_set").command("C2", "p_set").do("C", "X", "H")
    assert len(s.timings("drew")) == 2  # one by H, one by the text of C


def test_V037_the_rope_gives_the_character_away_and_back():
    s = Table().put("H", "field").put("N218", "hand", player=0)
    s.put("N31", "field").command("C", {"text": "p_remove", "stage": "discard"})
    s.act("play_spell", "N218").choose("H").play_on()
    assert (s.zone("H"), s.zone("N218")) == ("enemy field", "on H")
    s.do("C", "N218")
    assert s.zone("H") == "field"
    assert not s.flag("H", "asleep")


def test_V038_on_an_enemy_character_nothing_moves():
    s = Table().put("H", "enemy field").put("N218", "hand")
    s.act("play_spell", "N218").play_on()
    assert (s.zone("H"), s.zone("N218")) == ("enemy field", "on H")


def test_V040_a_sleeping_host_does_not_fall_asleep_again():
    s = Table().put("H", "field", asleep=True, abilities=["legend"]).put("N69", "hand")
    s.act("play_spell", "N69").play_on()
    assert s.zone("N69") == "on H"
    assert s.timings("fell_asleep") == []


def test_V041_set_cards_of_a_suit_one_move_to_the_suit_two():
    s = Table().put("N174", "field").put("S", on="N174").put("N182", "hand")
    s.act("put_suit_two", "N182").choose("N174")
    assert s.zone("N174") == "excluded"
    assert s.zone("S") == "on N182"
    assert s.timings("would_discard") == []


def test_V043_transforming_keeps_what_is_set():
    s = Table().put("N904", "field").put("N61", on="N904")
    assert s.value("N904", "attack") == -3
    s.act("transform", "N904").play_on()
    assert s.value("N904", "attack") == -1
    s.end_turn().end_turn()
    assert s.value("N904", "attack") == -3
    assert s.zone("N61") == "on N904"


def test_V044_a_third_set_card_ends_the_contract():
    s = Table(player=1).put("N67", "field").put("A", "enemy field")
    for name in ("X", "Y"):
        s.put(name, on="N67", face_down=True)
    s.put("Z", "underworld")
    s.act("attack", "A").act("stop_attack", "N67", player=0).play_on()
    assert s.zone("N67") == "underworld"
    assert [s.zone(name) for name in "XYZ"] == ["underworld"] * 3


# ---------------------------------------------------------------- straight from chapter 11


def test_V202_a_move_whose_card_was_taken_away_before_has_failed():
    s = Table().put("H", "field").put("S", on="H", type="command", place="amulet", toughness=0,
                                      abilities=["p_takes_host_away"])  # fmt: skip
    s.command("C", move("hand")).do("C", "H")
    assert s.zone("H") == "excluded"
    assert s.timings("drew") == []


def test_V203_a_set_card_changes_its_host_without_any_window():
    s = Table().put("A", "field").put("S", on="A").put("T", on="S").put("B", "field")
    s.command("C", "p_set").do("C", "S", "B")
    assert (s.zone("S"), s.zone("T")) == ("on B", "on S")
    assert s.windows() == []
    assert s.timings("entered") == []


def test_V205_each_window_meets_all_cards_of_a_level():
    s = Table().put("H", "field").put("S1", on="H").put("S2", on="H")
    s.command("C", move("hand")).do("C", "H").play_on()
    assert s.windows() == [(name, card) for name in DISCARD for card in ("S1", "S2")]


def test_V206_a_hand_card_set_on_a_field_card_enters_the_field():
    s = Table().put("H", "field").put("W1", "field", abilities=["p_draws_on_entry"])
    s.put("W2", "field", abilities=["p_draws_on_set"]).put("X", "hand")
    s.command("C", "p_set").do("C", "X", "H", "W1")
    steps = s.timings("would_enter", "would_set", "would_be_set_on", "was_set", "entered")
    assert [name for name, _ in steps] == [
        "would_enter", "would_set", "would_be_set_on", "was_set", "entered",
    ]  # fmt: skip
    assert len(s.timings("drew")) == 3


def test_V208_only_what_comes_onto_the_field_enters():
    s = Table().put("X", "underworld").put("Y", "underworld")
    s.command("C", "p_enter").command("C2", "p_take")
    s.do("C", "X").do("C2", "Y")
    assert s.timings("would_enter", "entered") == [("would_enter", "X"), ("entered", "X")]
    assert s.zone("Y") == "hand"


def test_V209_returning_from_the_underworld_is_a_plain_move():
    s = Table().put("Y", "underworld").command("C", "p_take").do("C")
    assert s.zone("Y") == "hand"
    assert s.windows() == []


def test_a_clinging_card_leaves_the_falling_tree_with_all_it_carries():
    s = Table().put("H", "field").put("K", "field")
    s.put("S", on="H", type="command", place="amulet", toughness=0, abilities=["p_clings"])
    s.put("T", on="S").command("C", move("hand")).do("C", "H")
    assert (s.zone("H"), s.zone("S"), s.zone("T")) == ("hand", "on K", "on S")
    assert s.windows() == [("would_discard", "S")]


def test_a_resolute_host_falls_with_its_tree():
    s = Table().put("H", "field").put("S", on="H").put("N70", "hand")
    s.act("play_spell", "N70").choose("H").play_on()
    assert s.windows() == each(RESOLUTE + DISCARD, "H") + each(DISCARD, "S")
    assert s.zone("H") == s.zone("S") == "underworld"
