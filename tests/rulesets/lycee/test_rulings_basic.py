"""Rulings of the basic abilities (section G)."""

from __future__ import annotations

from .table import event, lycee, probed

CELLS = ["AF left", "AF centre", "AF right", "DF left", "DF centre", "DF right"]


def mover(ability, at, **words):
    """Give A alone on its field with an ability."""
    return lycee().put("A", at, abilities=[ability], **words)


def reached(ability, at):
    """Give the cells an ability leads A to."""
    s = mover(ability, at).act(ability, "A")
    forced = [cell for cell in CELLS if cell == s.zone("A") != at]
    return forced or s.legal("cell")


def test_L119_a_character_whose_tax_is_not_paid_is_discarded_before_the_turn_starts():
    s = lycee(player=1).put("A", "AF left", abilities=[{"text": "tax_trash", "cost": {"any": 1}}])
    s.end_turn()
    assert s.zone("A") == "dust box"
    s.happened("A: AF left to dust box", "turn_start player 0")


def test_L253_a_character_whose_tax_is_paid_stays():
    s = lycee(player=1).put("A", "AF left", abilities=[{"text": "tax_trash", "cost": {"any": 1}}])
    s.put("Coin", "hand", type="event", ex=1)
    s.play_on("pay_tax").choose("yes").pay("Coin").play_on("main", player=0)
    assert (s.zone("A"), s.zone("Coin")) == ("AF left", "dust box")
    s.happened("Coin: declaration area to dust box", "wake_up_begins player 0")


def test_L254_a_character_whose_wake_up_tax_is_not_paid_stays_tapped():
    tax = {"text": "tax_wake_up", "cost": {"any": 1}}
    s = lycee(player=1).put("A", "AF left", abilities=[tax], tapped=True)
    s.put("B", "AF right", tapped=True).play_on("untap", player=0)
    assert s.legal("untap") == ["B"]
    s.choose("B").play_on("main", player=0)
    assert (s.flag("A", "tapped"), s.flag("B", "tapped")) == (True, False)
    assert s.zone("A") == "AF left"


def test_L121_step_goes_neither_on_occupied_cells_nor_to_the_enemy_field():
    s = mover("step", "AF left").put("B", "AF centre").act("step", "A")
    assert s.zone("A") == "DF left"
    s = mover("step", "AF left").put("B", "AF centre").put("C", "DF left")
    assert s.refused("step", "A")


def test_L122_step_is_used_once_a_turn():
    s = mover("step", "AF left").act("step", "A").choose("AF centre")
    assert s.refused("step", "A")


def test_L124_a_mover_tapped_in_response_does_not_move():
    s = event(probed().put("A", "AF left", abilities=["step"]), "Plan", "probe_tap", player=1)
    s.act("step", "A").choose("AF centre").respond("use_event", "Plan").choose("A")
    assert (s.zone("A"), s.flag("A", "tapped")) == ("AF left", True)


def test_L245_step_leads_to_the_neighbouring_cells():
    assert reached("step", "AF left") == ["AF centre", "DF left"]


def test_L247_order_step_leads_across_only():
    assert reached("order_step", "AF centre") == ["DF centre"]


def test_L248_jump_leads_everywhere():
    assert reached("jump", "AF left") == CELLS[1:]


def test_L250_escape_is_for_the_untapped_in_the_own_turn_outside_battle():
    assert "tapped" in mover("escape", "AF left", tapped=True).refused("escape", "A")
    s = lycee(player=1).put("A", "AF left", abilities=["escape"]).pass_(1)
    assert (s.waiting_for, s.player) == ("chance", 0)
    assert s.refused("escape", "A")
    s = lycee(stop_at=["battle"]).put("A", "AF left", abilities=["escape"])
    s.put("B", "AF right", ap=1).act("attack", "B")
    assert s.waiting_for == "battle"
    assert s.refused("escape", "A")
    assert mover("escape", "AF left").act("escape", "A").zone("A") == "dust box"


def test_L256_a_tapped_character_does_not_support_by_supporter():
    s = lycee(stop_at=["battle"]).put("A", "AF left", ap=1).put("Guard", "enemy DF right", dp=1)
    s.put("B", "AF centre", sp=1, abilities=["supporter"], tapped=True)
    s.act("attack", "A").choose("Guard")
    assert (s.waiting_for, s.player) == ("battle", 0)
    assert "tapped" in s.refused("support_by_ability", "B")


def test_L257_supporter_is_for_battles():
    s = lycee().put("A", "AF left").put("B", "AF centre", abilities=["supporter"])
    assert "belongs to battle" in s.refused("support_by_ability", "B")


def toucher(**words):
    return {"abilities": ["touch"], **words}


def test_L125_touch_wants_an_untapped_friend_in_the_column():
    s = lycee().put("A", "AF left", **toucher()).put("B", "DF left", tapped=True)
    assert s.refused("touch", "A")


def test_L259_touch_is_for_the_untapped_with_a_friend_in_the_own_turn_outside_battle():
    s = lycee().put("A", "AF left", **toucher(tapped=True)).put("B", "DF left")
    assert "tapped" in s.refused("touch", "A")
    assert lycee().put("A", "AF left", **toucher()).put("B", "DF right").refused("touch", "A")
    s = lycee(player=1).put("A", "AF left", **toucher()).put("B", "DF left").pass_(1)
    assert s.refused("touch", "A")
    s = lycee(stop_at=["battle"]).put("A", "AF left", **toucher()).put("B", "DF left")
    s.put("C", "AF right", ap=1).act("attack", "C")
    assert s.refused("touch", "A")
    s = lycee().put("A", "AF left", **toucher()).put("B", "DF left").act("touch", "A")
    assert (s.zone("A"), s.zone("B")) == ("DF left", "AF left")


def test_L130_who_loses_its_bonus_gains_step_once():
    s = event(probed(), "Plan", "probe_lose_basic").put("CH-2305", "AF left", alias="Warrior")
    assert s.refused("step", "Warrior")
    s.act("use_event", "Plan").choose("Warrior")
    assert s.can("step", "Warrior")
    s.end_turn().end_turn()
    assert s.can("step", "Warrior")


def test_L284_a_gained_side_step_lasts_to_the_end_of_the_turn():
    s = event(probed(), "Plan", "probe_teach_side_step").put("A", "AF left")
    s.act("use_event", "Plan").choose("A")
    assert s.can("side_step", "A")
    s.end_turn().end_turn()
    assert s.refused("side_step", "A")


def test_L128_a_queen_set_aside_by_an_effect_is_not_removed():
    s = lycee().put("CH-1383", "DF left")
    aside = {"sort": "effect", "steps": [{"do": "set_aside", "cards": {"from": "characters"}}]}
    event(s, "Away", aside).act("use_event", "Away").play_on()
    s.happened("left_play CH-1383")
    assert s.zone("CH-1383") == "set aside"
