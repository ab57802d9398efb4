"""What the cards do that are made up."""

from __future__ import annotations

import pytest

from .table import Table, attacked


def test_M01_defends_from_the_hand():
    s = Table().put("M-01", "enemy hand").put("A", "field", attack=1)
    attacked(s, "A").act("defend_by_ambush", "M-01", player=1).play_on()
    assert s.timings("defended") == [("defended", "M-01")]
    assert s.life(1) == 25
    assert s.zone("M-01") == "enemy field"
    assert s.flag("M-01", "asleep")


@pytest.mark.parametrize(("answer", "hurt"), [("yes", 2), ("no", 0)])
def test_M02_wants_to_be_paid(answer, hurt):
    s = Table().put("M-02", "enemy field").put("N138", "hand")
    s.act("play_command", "N138").choose("first", "M-02").play_on(to="pays_blessing")
    s.choose(answer).play_on()
    assert s.value("M-02", "effect_damage") == hurt
    assert s.zone("N138") == "underworld"


@pytest.mark.parametrize(("answer", "hits"), [("yes", False), ("no", True)])
def test_M03_wants_to_be_paid_while_it_is_played(answer, hits):
    s = Table().put("M-03", "hand").put("N83", "enemy hand").put("B", "enemy field", toughness=9)
    s.act("play_command", "M-03").choose("first", "B").play_on(to="answer")
    s.act("play_command", "N83", player=1).play_on(to="pays_blessing").choose(answer).play_on()
    assert s.value("B", "effect_damage") == (2 if hits else 0)


def test_M04_is_a_caster_and_a_legend():
    s = Table(nodes=0).put("M-04", "field").put("N69", "hand")
    s.act("play_spell", "N69").choose("M-04").play_on()
    assert s.zone("N69") == "on M-04"
    assert s.value("M-04", "attack") == 9
