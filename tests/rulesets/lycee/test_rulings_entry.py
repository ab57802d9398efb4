"""Rulings of entry, the field restriction, conversion and the same-name rule (sections C and H).

L037 and L046 use a text of ``probe.py`` that lets a character enter from the dust box in the place
of CH-0127; L047 (CH-0076, which does the same) says no more and is not repeated.
"""

from __future__ import annotations

from .table import event, lycee, probed

DRAW_BY_TAP = {"text": "draw_cards", "tap": True, "n": 1}
CELLS = ["AF left", "AF centre", "AF right", "DF left", "DF centre", "DF right"]


def cells(text: str) -> int:
    """Read a restriction as printed: ``XX./.X.``."""
    return sum(1 << at for at, sign in enumerate(text.replace("/", "")) if sign == "X")


def test_L037_the_restriction_binds_an_entry_by_an_effect():
    s = probed().put("A", "dust box", restriction=cells("XX./...")).put("B", "DF left")
    event(s, "Call", "probe_bring")
    s.act("use_event", "Call").choose("A")
    assert s.legal("cell") == ["AF left", "AF centre"]


def test_L038_side_step_goes_where_the_restriction_would_not_let_it_enter():
    s = lycee().put("A", "AF centre", restriction=cells(".XX/.XX"), abilities=["side_step"])
    s.act("side_step", "A").choose("AF left")
    assert s.zone("A") == "AF left"


def test_L040_nobody_enters_on_an_occupied_cell():
    s = lycee().put("A", "AF left").put("New", "hand")
    s.act("enter", "New")
    assert s.legal("cell") == CELLS[1:]


def test_L041_nobody_enters_beside_a_namesake():
    s = lycee().put("A", "AF left", name="N").put("New", "hand", name="N").put("Other", "hand")
    assert s.refused("enter", "New")
    assert s.can("enter", "Other")


def entered(**words):
    """Give a table on which A has just entered."""
    s = lycee().put("A", "hand", **words)
    return s.act("enter", "A").choose("AF left")


def test_L043_it_does_not_attack_in_the_turn_it_entered():
    assert "locked" in entered().refused("attack", "A")
    assert entered(abilities=["aggressive"]).can("attack", "A")


def test_L044_it_pays_no_tap_in_the_turn_it_entered():
    assert entered(abilities=[DRAW_BY_TAP]).refused("draw_cards", "A")
    assert entered(abilities=["aggressive", DRAW_BY_TAP]).can("draw_cards", "A")


def test_L226_what_costs_no_tap_can_be_declared_at_once():
    draw = {"text": "draw_cards", "n": 1}
    s = lycee().put("A", "hand", abilities=[draw, {**draw, "cost": {"snow": 1}, "n": 2}])
    s.put("Coin", "hand", type="event", ex=1, attributes=["snow"])
    s.act("enter", "A").choose("AF left")
    assert len(s.legal("use_ability", "A")) == 2


def test_L046_the_entry_lock_holds_whoever_enters_by_an_effect():
    s = probed().put("A", "dust box", abilities=[DRAW_BY_TAP])
    event(s, "Call", "probe_bring")
    s.act("use_event", "Call").choose("A").choose("AF left")
    assert "locked" in s.refused("attack", "A")
    assert s.refused("draw_cards", "A")


def rocket(**words):
    """Give the enemy turn: X and four others stand there, New can enter on AF centre; I answer."""
    s = lycee(player=1).put("X", "enemy AF left", **words)
    for name, cell in zip("PQRS", [CELLS[at] for at in (2, 3, 4, 5)], strict=True):
        s.put(name, f"enemy {cell}")
    s.put("New", "enemy hand").put("EV-0030", "hand", alias="Rocket")
    return s.put("Coin", "hand", type="event", ex=2, attributes=["snow"])


def test_L049_a_rocket_in_response_comes_before_the_entry_into_the_last_cell():
    s = rocket().act("enter", "New").choose("enemy AF centre")
    s.respond("use_event", "Rocket").pay("Coin").choose("X")
    while s.waiting_for == "response":
        s.pass_()
    s.happened("resolved Rocket", "entered New")
    assert s.zone("New") == "enemy AF centre"


def test_L050_who_has_just_entered_is_untapped_and_a_target():
    s = lycee(player=1).put("New", "enemy hand").put("EV-0030", "hand", alias="Rocket")
    s.put("Coin", "hand", type="event", ex=2, attributes=["snow"])
    s.act("enter", "New").choose("enemy AF centre").pass_(1)
    s.act("use_event", "Rocket", player=0).pay("Coin").choose("New")
    assert s.zone("Rocket") == "dust box"


def enterable(printed):
    """Give the cells that a character of this restriction may enter, the field being empty."""
    return lycee().put("A", "hand", restriction=cells(printed)).act("enter", "A").legal("cell")


def test_L209_a_restriction_without_df_centre():
    assert enterable("XXX/X.X") == [cell for cell in CELLS if cell != "DF centre"]


def test_L211_a_restriction_to_the_left_and_centre_columns():
    assert enterable("XX./XX.") == [cell for cell in CELLS if "right" not in cell]


def test_L212_the_restriction_binds_at_entry_only():
    s = lycee().put("A", "AF centre", restriction=cells(".X./..."), abilities=["step"])
    s.act("step", "A").choose("DF centre")
    assert s.zone("A") == "DF centre"


def test_L217_two_of_a_name_never_stand_on_one_field():
    for mode, zone in (("prevent", "enemy AF left"), ("entry_only", "AF centre")):
        s = probed(same_name_enforcement=mode).put("A", "AF left", name="N")
        s.put("B", "enemy AF left", name="N")
        event(s, "Move", "probe_move")
        s.act("use_event", "Move").choose("B").choose("AF centre")
        assert s.zone("B") == zone


# ---------------------------------------------------------------- conversion


def conversion(**base):
    """Give a table with a conversion card of person 1 in hand."""
    return lycee().put("New", "hand", conversion=True, person=1)


def test_L131_without_its_base_in_play_it_cannot_enter():
    s = conversion().put("Base", "hand", person=1)
    assert s.refused("convert", "New")
    assert s.refused("enter", "New")


def test_L133_a_conversion_card_is_no_base():
    assert conversion().put("Base", "AF left", person=1, conversion=True).refused("convert", "New")


def test_L134_who_has_the_name_only_by_another_title_is_no_base():
    assert conversion().put("Base", "AF left", person=1, own_name=False).refused("convert", "New")


def test_L269_a_title_with_the_name_in_brackets_is_no_base():
    s = conversion().put("Base", "AF left", name="Captain (Ann)", person=1, own_name=False)
    assert s.refused("convert", "New")


def test_L268_a_base_on_the_enemy_field_is_no_base():
    s = conversion().put("Base", "enemy AF left", person=1)
    assert s.refused("convert", "New")


def test_L059_nobody_answers_a_conversion():
    s = probed().put("New", "hand", conversion=True, person=1).put("Base", "AF left", person=1)
    event(s, "Plan", "probe_draw", player=1)
    s.act("convert", "New")
    assert (s.waiting_for, s.player) == ("main", 0)
    assert (s.zone("New"), s.zone("Base")) == ("AF left", "hand")
    assert s.flag("New", "locked")
