"""Rulings of priority, responses, targets and resolution (sections D and E).

Not here, since their cards' texts are not written yet: L064 and L065 (EV-0209). L077 (EV-0058) is
about that card's choice of cell; what it shares with others, L079 and L080, is shown with a text of
``probe.py`` that moves a character to the other field. L085 and L118 give a test card the text of
CH-0260.
"""

from __future__ import annotations

from .table import event, lycee, probed

DRAW = {"text": "draw_cards", "n": 1}


def plans(s, mine=(), theirs=()):
    """Put events that draw a card into both hands."""
    for player, names in enumerate((mine, theirs)):
        for name in names:
            event(s, name, "probe_draw", player=player)
    return s


def test_L052_after_the_enemy_acted_the_turn_player_has_priority_again():
    s = plans(probed(), theirs=["Plan"])
    s.pass_(0).act("use_event", "Plan", player=1)
    assert (s.waiting_for, s.player) == ("main", 0)


def test_L053_both_passing_ends_the_main_phase():
    s = lycee().pass_(0).pass_(1)
    assert ("turn_end", "player 0") in s.timings()
    assert s.game.turn_player == 1


def test_L055_what_was_declared_last_resolves_first():
    s = plans(probed(), ["X", "Z"], ["Y"])
    s.act("use_event", "X").respond("use_event", "Y").respond("use_event", "Z")
    assert s.timings("resolved") == [("resolved", "Z"), ("resolved", "Y"), ("resolved", "X")]


def test_L056_nobody_responds_to_the_own_declaration():
    s = plans(probed(), ["X", "Z"], ["Y"])
    s.act("use_event", "X").pass_(1)
    assert (s.waiting_for, s.player) == ("main", 0)
    assert s.timings("resolved") == [("resolved", "X")]


def test_L058_the_naming_of_a_defender_is_not_answered():
    s = plans(probed(), ["X"], ["Y"]).put("A", "AF left", ap=1).put("Guard", "enemy DF right")
    s.act("attack", "A").pass_(1).choose("Guard")
    assert (s.waiting_for, s.player) == ("battle", 0)


def test_L242_a_variant_lets_the_naming_of_a_defender_be_answered():
    s = plans(probed(defence_respondable=True), ["X"])
    s.put("A", "AF left", ap=1).put("Guard", "enemy DF right")
    s.act("attack", "A").choose("Guard")
    assert (s.waiting_for, s.player) == ("response", 0)
    s.act("use_event", "X")
    s.happened("resolved X", "defender_named Guard")


def test_L061_a_basic_ability_can_be_answered():
    s = plans(probed(), theirs=["Y"]).put("A", "AF left", abilities=["step"])
    s.act("step", "A").choose("AF centre").respond("use_event", "Y")
    s.happened("resolved Y", "moved A")


def test_L062_items_are_used_in_the_own_main_phase_only():
    s = plans(probed(), theirs=["Y"]).put("Sword", "enemy hand", type="item").put("A", "AF left")
    s.act("attack", "A")
    assert "belongs to main" in s.refused("equip", "Sword")
    s.play_on("main").pass_(0)
    assert s.player == 1
    assert "belongs to main" in s.refused("equip", "Sword")


def test_L223_an_ability_of_attribute_cost_is_used_when_the_enemy_passed():
    s = lycee(player=1).put("A", "AF left", abilities=[{**DRAW, "cost": {"snow": 1}}])
    s.put("Coin", "hand", type="event", ex=1, attributes=["snow"])
    s.pass_(1).act("draw_cards", "A", player=0).pay("Coin")
    assert s.timings("drew_by_effect") == [("drew_by_effect", "player 0")]


def test_L224_an_event_without_timing_words_is_used_when_the_enemy_passed():
    s = plans(probed(player=1), ["X"]).pass_(1).act("use_event", "X", player=0)
    assert s.zone("X") == "dust box"


def test_L265_entry_ability_event_resolve_from_the_last_to_the_first():
    s = plans(probed(), ["Z"]).put("New", "hand").put("B", "enemy AF left", abilities=[DRAW])
    s.act("enter", "New").choose("AF left").respond("draw_cards", "B").respond("use_event", "Z")
    s.play_on()
    s.happened("resolved Z", "resolved B", "entered New", "resolved New")


def test_L266_an_answer_to_attacks_answers_nothing_else():
    s = probed(player=1).put("A", "enemy AF left", ap=1).put("New", "enemy hand")
    event(s, "Parry", "probe_parry")
    s.act("enter", "New").choose("enemy DF left")
    assert s.refused("use_event", "Parry")
    s.pass_(1)
    assert s.refused("use_event", "Parry")
    s = probed(player=1).put("A", "enemy AF left", ap=1)
    event(s, "Parry", "probe_parry")
    s.act("attack", "A").respond("use_event", "Parry")
    assert s.zone("Parry") == "dust box"


def test_L287_a_variant_lets_automatic_abilities_be_answered():
    s = plans(probed(respond_to_automatic_basic=True), theirs=["Y"])
    s.put("A", "AF left", abilities=[{"text": "penalty_mill", "n": 2}])
    event(s, "Shot", "probe_discard")
    s.act("use_event", "Shot").choose("A").pass_(1)
    assert (s.waiting_for, s.player, s.count("dust box")) == ("response", 1, 1)
    s.act("use_event", "Y")
    s.happened("resolved Y", "milled player 0")


# ---------------------------------------------------------------- targets


def test_L067_the_user_chooses_first_and_both_may_choose_the_same():
    s = lycee().put("EV-0007", "hand", alias="Clumsy").put("A", "AF left").put("B", "AF right")
    s.put("Coin", "hand", type="event", ex=1, attributes=["moon"])
    s.act("use_event", "Clumsy").pay("Coin")
    s.choose("A", player=0).choose("A", player=1)
    assert (s.flag("A", "tapped"), s.flag("B", "tapped")) == (True, False)


def test_L068_a_tapped_character_may_be_chosen():
    s = lycee().put("EV-0007", "hand", alias="Clumsy").put("A", "AF left", tapped=True)
    s.put("B", "AF right").put("Coin", "hand", type="event", ex=1, attributes=["moon"])
    s.act("use_event", "Clumsy").pay("Coin").choose("A", player=0).choose("B", player=1)
    assert s.flag("B", "tapped")


def network(hand):
    s = probed().put("CH-0330", "DF left", alias="Girl")
    return s.put("Card", "enemy hand", copies=hand, type="event")


def test_L070_with_five_cards_in_the_enemy_hand_it_is_declared_for_nothing():
    s = network(5).act("enemy_discards_down_to", "Girl")
    assert s.count("enemy hand") == 5


def test_L071_what_counts_is_the_hand_at_resolution():
    s = event(network(6), "Swift", {"text": "probe_mill", "n": 1}, player=1)
    assert s.count("enemy hand") == 7
    s.act("enemy_discards_down_to", "Girl").respond("use_event", "Swift").play_on()
    assert (s.count("enemy hand"), s.count("enemy dust box")) == (5, 2)


def swordswoman(cost):
    """Give the enemy's turn; its event of a cost aims at my Swordswoman (AP 4) or at B."""
    s = probed(player=1).put("CH-0416", "AF centre", alias="Swordswoman").put("B", "DF left")
    event(s, "Shot", "probe_discard", player=1, cost={"space": cost})
    return s.put("Coin", "enemy hand", type="event", ex=8, attributes=["space"])


def test_L073_the_printed_cost_counts_not_what_was_paid():
    s = swordswoman(3).act("use_event", "Shot").pay("Coin")
    assert "Swordswoman" not in s.legal("target")
    assert "Swordswoman" in swordswoman(5).act("use_event", "Shot").pay("Coin").legal("target")


def test_L074_an_ap_raised_in_response_makes_the_target_illegal():
    s = swordswoman(7)
    event(s, "Cheer", {"text": "probe_change", "ap": 3})
    s.act("use_event", "Shot").pay("Coin").choose("Swordswoman")
    s.respond("use_event", "Cheer").choose("Swordswoman")
    assert s.value("Swordswoman", "ap") == 7
    assert (s.zone("Swordswoman"), s.zone("Shot")) == ("AF centre", "enemy dust box")


def test_L076_a_bonus_is_no_special_ability():
    s = lycee(player=1).put("CH-0416", "AF centre", alias="Swordswoman").put("Guard", "DF left")
    s.put("A", "enemy AF right", ap=1, abilities=["bonus_discard_character"])
    s.act("attack", "A").choose("Guard").play_on("chosen").choose("Swordswoman")
    assert s.zone("Swordswoman") == "dust box"


def captured(**item):
    """Give a table on which the enemy's B was moved to the own field."""
    s = probed().put("B", "enemy AF left").put("Sword", on="B", type="item", **item)
    event(event(s, "Move", "probe_move"), "Shot", "probe_discard")
    return s.act("use_event", "Move").choose("B").choose("AF centre")


def test_L079_a_captured_character_goes_to_its_owners_dust_box():
    s = captured()
    assert s.zone("B") == "AF centre"
    s.act("use_event", "Shot").choose("B")
    assert s.zone("B") == "enemy dust box"


def test_L080_a_captured_characters_item_for_friends_is_discarded():
    assert captured(friend_only=True).zone("Sword") == "enemy dust box"
    assert captured().zone("Sword") == "on B"


def test_L142_on_the_enemy_field_the_other_player_uses_it():
    s = captured()
    assert s.edit.where(s.index("B"))[0] == 0
    assert s.can("attack", "B")


def test_L082_an_attacker_is_untapped_while_its_attack_is_answered():
    s = lycee().put("A", "AF left", ap=1).put("EV-0030", "enemy hand", alias="Rocket")
    s.put("Coin", "enemy hand", type="event", ex=2, attributes=["snow"])
    s.act("attack", "A").respond("use_event", "Rocket").pay("Coin").choose("A")
    assert s.zone("Rocket") == "enemy dust box"


def test_L083_an_attackers_tap_is_promised_already():
    s = plans(probed(), theirs=["Y"]).put("B", "AF right", abilities=[DRAW])
    s.put("A", "AF left", ap=1, abilities=[{**DRAW, "tap": True}])
    s.act("attack", "A").respond("use_event", "Y")
    assert (s.waiting_for, s.player) == ("response", 0)
    assert "reserved" in s.refused("draw_cards", "A")


def princess():
    """Give a character that battles only while it wears an item."""
    s = probed().put("A", "AF left", ap=1, abilities=["attacks_with_item", "defends_with_item"])
    return event(s, "Theft", "probe_items_fall", player=1)


def test_L085_an_attack_fails_when_its_condition_is_gone():
    s = princess().put("Sword", on="A", type="item")
    s.act("attack", "A").respond("use_event", "Theft").choose("A")
    assert s.flag("A", "tapped")
    assert s.timings("battle_started") == []


def test_L118_without_its_item_it_is_no_battler():
    assert princess().refused("attack", "A")
    s = probed(player=1).put("A", "DF left", abilities=["defends_with_item"])
    s.put("B", "enemy AF right", ap=1).act("attack", "B")
    assert s.refused("name_defender", "A")


def test_L086_an_attacker_that_is_gone_or_moved_does_not_battle():
    for text, then in (("probe_discard", []), ("probe_move", ["AF right"])):
        s = event(probed().put("A", "AF left", ap=1), "Plan", text, player=1)
        s.act("attack", "A").respond("use_event", "Plan").choose("A", *then)
        assert s.timings("battle_started") == []
        assert s.zone("A") == (then[0] if then else "dust box")
        assert s.count("enemy dust box") == 1
