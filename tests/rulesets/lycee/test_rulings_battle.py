"""Rulings of attack, defence, support and the battle's result (section F).

Not here: L109 and L112 (the texts of EV-0108 and IT-0001 are not written yet). L106 and L107 are
tagged as a later game's; these rules decide them the same way.
"""

from __future__ import annotations

from .table import event, lycee, probed

DECK_BONUS = "deck_bonus_removes_itself"


def battle(attacker, guard, **options):
    """Put A on AF centre against Guard on the enemy's DF centre, with these words."""
    s = lycee(**options)
    return s.put("A", "AF centre", **attacker).put("Guard", "enemy DF centre", **guard)


def fought(attacker, guard):
    """Give who is downed when A attacks and Guard defends."""
    s = battle(attacker, guard).act("attack", "A").choose("Guard").play_on()
    return {card for card in ("A", "Guard") if "dust box" in s.zone(card)}


def test_L088_deck_damage_is_the_original_ap():
    s = probed().put("A", "AF left", ap=3)
    event(s, "Cheer", {"text": "probe_change", "ap": 2})
    s.put("Sword", on="A", type="item", abilities=[{"text": "bearer_ap", "n": 1}])
    s.act("use_event", "Cheer").choose("A")
    assert s.value("A", "ap") == 6
    s.act("attack", "A").play_on()
    assert s.count("enemy dust box") == 3


def test_L089_an_original_ap_of_zero_is_no_damage_at_all():
    s = probed().put("A", "AF left", ap=0, abilities=[DECK_BONUS])
    event(s, "Cheer", {"text": "probe_change", "ap": 2})
    s.act("use_event", "Cheer").choose("A").act("attack", "A").play_on()
    assert s.count("enemy dust box") == 0
    assert s.zone("A") == "AF left"
    assert s.timings("deck_damaged", "deck_bonus") == []


def test_L091_a_mill_is_no_deck_damage():
    s = event(probed(), "Mill", {"text": "probe_mill", "n": 2})
    s.put("A", "AF left", ap=1, abilities=[DECK_BONUS]).act("use_event", "Mill")
    assert (s.count("enemy dust box"), s.zone("A")) == (2, "AF left")


def test_L092_an_ap_above_the_dp_downs():
    assert fought({"ap": 3, "dp": 3}, {"ap": 1, "dp": 2}) == {"Guard"}


def test_L094_an_ap_equal_to_the_dp_downs_nobody():
    assert fought({"ap": 2, "dp": 3}, {"ap": 3, "dp": 2}) == set()


def test_L095_both_are_downed():
    assert fought({"ap": 4, "dp": 1}, {"ap": 2, "dp": 3}) == {"A", "Guard"}


def test_L097_nobody_has_to_defend():
    s = battle({"ap": 2}, {"dp": 9}).act("attack", "A").pass_(1).play_on()
    assert s.count("enemy dust box") == 2
    assert not s.flag("Guard", "tapped")


def test_L098_who_is_tapped_or_elsewhere_does_not_defend():
    for place, words in (
        ("enemy DF centre", {"tapped": True}),
        ("enemy DF left", {}),
        ("enemy AF centre", {}),
    ):
        s = lycee().put("A", "AF centre", ap=2).put("Guard", place, **words).act("attack", "A")
        assert s.refused("name_defender", "Guard")


def test_L214_left_and_right_are_seen_from_each_side():
    s = lycee().put("A", "AF left", ap=2)
    s.put("Left", "enemy DF left").put("Right", "enemy DF right").act("attack", "A")
    assert s.legal("name_defender") == ["Right"]


def supported(attacker, guard, mine=(), theirs=()):
    """Give a battle in which each player has supporters beside the battler, by their words."""
    s = battle(attacker, guard, stop_at=["battle"])
    for side, cells, helpers in (
        ("", ["AF left", "AF right", "DF centre"], mine),
        ("enemy ", ["DF left", "DF right", "AF centre"], theirs),
    ):
        for number, (cell, words) in enumerate(zip(cells, helpers, strict=False), 1):
            s.put(f"{'Foe' if side else 'Friend'} {number}", side + cell, **words)
    return s.act("attack", "A").choose("Guard")


def stats(s, card):
    return s.value(card, "ap"), s.value(card, "dp")


def test_L100_support_of_a_battler_in_af_raises_its_ap():
    s = supported({"ap": 1, "dp": 1}, {"dp": 9}, mine=[{"sp": 2}]).act("support", "Friend 1")
    assert stats(s, "A") == (3, 1)
    s.play_on("main")
    assert stats(s, "A") == (1, 1)


def test_L101_support_of_a_battler_in_df_raises_its_dp():
    s = supported({"ap": 1, "dp": 1}, {"ap": 1, "dp": 2}, theirs=[{"sp": 2}])
    s.pass_(0).act("support", "Foe 1", player=1)
    assert stats(s, "Guard") == (1, 4)
    s.play_on("main")
    assert stats(s, "Guard") == (1, 2)


def test_L103_support_of_a_defender_ability_raises_dp_everywhere():
    s = supported({"ap": 1, "dp": 1, "abilities": ["defender"]}, {"dp": 9}, mine=[{"sp": 2}])
    s.act("support", "Friend 1")
    assert stats(s, "A") == (1, 3)


def test_L260_support_of_an_attacker_ability_raises_ap_everywhere():
    s = supported({"dp": 9}, {"ap": 1, "dp": 1, "abilities": ["attacker"]}, theirs=[{"sp": 2}])
    s.pass_(0).act("support", "Foe 1")
    assert stats(s, "Guard") == (3, 1)


def test_L104_all_three_neighbours_support():
    s = supported({"ap": 1, "dp": 1}, {"dp": 9}, mine=[{"sp": 1}, {"sp": 2}, {"sp": 3}])
    s.act("support", "Friend 1").act("support", "Friend 2").act("support", "Friend 3")
    assert stats(s, "A") == (7, 1)


def test_L238_a_tapped_neighbour_does_not_support():
    s = supported({"dp": 1}, {"dp": 9}, mine=[{"sp": 2, "tapped": True}])
    assert "tapped" in s.refused("support", "Friend 1")


def supporting(text):
    """Give a battle in which B supports A by Supporter, and the enemy answers with a text."""
    s = probed(stop_at=["battle"]).put("A", "AF centre", ap=1)
    s.put("Guard", "enemy DF centre", dp=9)
    s.put("B", "AF left", sp=2, abilities=["supporter"])
    event(s, "Plan", text, player=1)
    s.act("attack", "A").pass_(1).choose("Guard")
    s.act("support without tapping", "B").respond("use_event", "Plan").choose("B")
    return s


def test_L106_supporter_works_though_its_bearer_was_tapped_in_response():
    assert supporting("probe_tap").value("A", "ap") == 3


def test_L107_supporter_fails_when_its_bearer_is_gone():
    assert supporting("probe_discard").value("A", "ap") == 1


def test_L110_a_dash_attacker_that_wins_is_not_downed():
    dash = {"ap": 3, "dp": 1, "abilities": ["dash"]}
    assert fought(dash, {"ap": 3, "dp": 2}) == {"Guard"}


def test_L244_a_dash_attacker_that_does_not_win_is_downed():
    dash = {"ap": 2, "dp": 1, "abilities": ["dash"]}
    assert fought(dash, {"ap": 2, "dp": 2}) == {"A"}


def test_L113_the_charger_is_downed_when_its_opponent_is():
    charger = {"ap": 2, "dp": 1, "abilities": ["not_downed_alone"]}
    assert fought(charger, {"ap": 2, "dp": 1}) == {"A", "Guard"}
    assert fought(charger, {"ap": 2, "dp": 2}) == set()


def test_L115_a_lent_penalty_stays_when_the_lender_is_gone():
    s = probed().put("CH-0259", "DF left", alias="Lender").put("X", "AF left")
    event(event(s, "Shot", "probe_discard"), "Other", "probe_discard")
    s.act("lend_penalty", "Lender").choose("X")
    s.act("use_event", "Shot").choose("Lender")
    before = s.count("deck")
    s.act("use_event", "Other").choose("X")
    assert s.count("deck") == before - 1


def side_attack(where, **guards):
    s = lycee().put("A", where, ap=2, abilities=["side_attack"])
    for name, cell in guards.items():
        s.put(name, f"enemy {cell}")
    return s.act("attack", "A")


def test_L116_a_side_attack_is_met_in_the_attacked_column_only():
    s = side_attack("AF left", Facing="DF right", Centre="DF centre")
    s.choose("enemy DF centre")
    assert s.legal("name_defender") == ["Centre"]


def test_L251_nobody_in_the_other_columns_meets_a_side_attack():
    # My left column is attacked where the enemy's right one is.
    s = side_attack("AF centre", Centre="DF centre", Other="DF left")
    s.choose("enemy DF right").play_on()
    assert s.timings("defender_named") == []
    assert s.count("enemy dust box") == 2


def test_L232_the_rulebooks_battle_with_a_defender():
    assert fought({"ap": 3, "dp": 3}, {"ap": 1, "dp": 2}) == {"Guard"}


def test_L233_the_rulebooks_battle_without_a_defender():
    s = lycee().put("A", "AF centre", ap=3, dp=3).deck("1", "2", "3", "4", player=1)
    s.act("attack", "A")
    assert s.cards("enemy dust box") == ["3", "2", "1"]


def test_L235_both_players_support_in_one_battle():
    s = supported({"ap": 3, "dp": 3}, {"ap": 1, "dp": 2}, [{"sp": 1}], [{"sp": 2}])
    s.act("support", "Friend 1", player=0).pass_(0).act("support", "Foe 1", player=1)
    assert (s.value("A", "ap"), s.value("Guard", "dp")) == (4, 4)
    s.play_on("main")
    assert (s.zone("A"), s.zone("Guard")) == ("AF centre", "enemy DF centre")


def test_L236_after_the_battle_the_support_is_over_and_all_three_are_tapped():
    s = supported({"ap": 3, "dp": 3}, {"ap": 1, "dp": 2}, theirs=[{"sp": 2}])
    s.pass_(0).act("support", "Foe 1").play_on("main")
    assert s.value("Guard", "dp") == 2
    assert all(s.flag(card, "tapped") for card in ("A", "Guard", "Foe 1"))


def test_L239_an_empty_df_cell_means_deck_damage():
    s = lycee().put("A", "AF centre", ap=2).put("Front", "enemy AF centre").act("attack", "A")
    s.play_on()
    assert s.timings("defender_named") == []
    assert s.count("enemy dust box") == 2


def test_L241_a_variant_taps_battlers_when_the_battle_is_over():
    s = battle({"ap": 1, "dp": 1}, {"dp": 1}, battler_tap_moment="battle_end", stop_at=["battle"])
    s.act("attack", "A").choose("Guard")
    assert s.waiting_for == "battle"
    assert not s.flag("A", "tapped")
    assert not s.flag("Guard", "tapped")
    s.play_on("main")
    assert s.flag("A", "tapped")
    assert s.flag("Guard", "tapped")


def test_L262_a_defender_has_its_bonus_too():
    guard = {"ap": 3, "dp": 3, "abilities": [{"text": "bonus_mill", "n": 2}]}
    s = battle({"ap": 1, "dp": 1}, guard).act("attack", "A").choose("Guard").play_on()
    assert s.cards("dust box")[-1:] == ["A"]
    assert s.count("dust box") == 3


def test_L263_deck_bonus_comes_after_the_damage():
    s = lycee().put("A", "AF centre", ap=2, abilities=[DECK_BONUS]).act("attack", "A").play_on()
    assert (s.count("enemy dust box"), s.zone("A")) == (2, "removed")
    s.happened("deck_damaged A", "deck_bonus A", "A: AF centre to removed")


def test_texts_add_to_damage():
    text = {"sort": "answer", "to": "damage", "of": "self", "value": {"plus": ["base", 2]}}
    s = lycee().put("A", "AF left", ap=1, abilities=[text])
    before = s.count("enemy deck")
    assert s.act("attack", "A").play_on().count("enemy deck") == before - 3
