"""Every parameter in both settings: the difference it makes is seen."""

from __future__ import annotations

from pathlib import Path

import pytest

from tefuda import DeckError
from tefuda.rulesets.lycee import rules

from ...loaded import loaded
from .cards_table import duel, spend, table
from .table import event, probed


def test_every_parameter_is_tested_here():
    text = Path(__file__).read_text()
    assert [name for name in rules.parameters if name not in text] == []


@pytest.mark.parametrize("n", [7, 5])
def test_opening_hand(n):
    s = table(at="start", filling=0, turn=0, opening_hand=n)
    s.put("Girl", "deck", copies=30).put("Foe", "enemy deck", copies=30).play_on()
    assert s.count("hand") == n + 1


@pytest.mark.parametrize(("mulligan", "offered"), [("no_character", 0), ("once", 1), ("none", 0)])
def test_mulligan_of_a_hand_with_characters(mulligan, offered):
    s = table(at="start", filling=0, mulligan=mulligan)
    s.put("Girl", "deck", copies=30).put("Foe", "enemy deck", copies=30)
    assert (s.waiting_for == "redraw") is bool(offered)


@pytest.mark.parametrize("mulligan", ["no_character", "none"])
def test_mulligan_of_a_hand_without_a_character(mulligan):
    s = table(at="start", filling=0, mulligan=mulligan)
    s.put("Plan", "deck", copies=30, type="event").put("Foe", "enemy deck", copies=30)
    assert (s.waiting_for == "redraw") is (mulligan == "no_character")


@pytest.mark.parametrize("n", [2, 3])
def test_draws(n):
    s = table(player=1, draws=n)
    before = s.count("hand")
    assert s.play_on("main", player=0).count("hand") == before + n


@pytest.mark.parametrize("n", [1, 0])
def test_first_draw(n):
    s = table(at="start", filling=0, turn=0, first_draw=n)
    s.put("Girl", "deck", copies=30).put("Foe", "enemy deck", copies=30).play_on()
    assert s.count("hand") == 7 + n


@pytest.mark.parametrize("n", [7, 3])
def test_hand_limit(n):
    s = table(hand_limit=n).put("Card", "hand", copies=9)
    assert s.end_turn().count("hand") == n


@pytest.mark.parametrize(("setting", "size"), [("lycee", 60), ("lycee:deck_size=40", 40)])
def test_deck_size(setting, size):
    ruleset = loaded(setting)
    deck = [f"V-{k:02}" for k in range(size)]
    assert ruleset.pair([deck, deck])
    with pytest.raises(DeckError, match="expected exactly"):
        ruleset.pair([deck[1:], deck[1:]])


@pytest.mark.parametrize(("setting", "copies"), [("lycee", 4), ("lycee:copies=6", 6)])
def test_copies(setting, copies):
    ruleset = loaded(setting)
    rest = [f"V-{k:02}" for k in range(60)]
    assert ruleset.pair([["CH-0002"] * copies + rest[copies:], rest])
    with pytest.raises(DeckError, match="named 'Barrier Mage'"):
        ruleset.pair([["CH-0002"] * (copies + 1) + rest[copies + 1 :], rest])


@pytest.mark.parametrize("optional", [True, False])
def test_wake_up_optional(optional):
    s = table(player=1, wake_up_optional=optional).put("A", "AF left", tapped=True)
    s.end_turn()
    assert s.flag("A", "tapped") is optional


@pytest.mark.parametrize("first", [True, False])
def test_tax_first(first):
    s = table(player=1, tax_first=first).put("CH-0084", "DF left").put("Coin", "hand")
    s.play_on("pay_tax", player=0)
    assert (("turn_start", "player 0") in s.timings()) is not first


@pytest.mark.parametrize("late", [True, False])
def test_pay_at_resolve(late):
    s = table(1, pay_at_resolve=late).put("CH-0002", "DF left").put("B", "enemy AF left", dp=3)
    s.put("CH-0259", "enemy DF left", abilities=[{"text": "lend_penalty"}])
    s.act("change_enemies", "CH-0002")
    assert s.waiting_for == "response"
    assert s.flag("CH-0002", "tapped") is not late


@pytest.mark.parametrize(("moment", "seen"), [("after", 0), ("start", 1)])
def test_event_discard_moment(moment, seen):
    s = table(1, event_discard_moment=moment).put("EV-0007", "hand")
    s.put("A", "AF left").put("B", "AF right")
    spend(s.act("use_event", "EV-0007"), 1)
    assert s.waiting_for == "chosen"
    assert (s.zone("EV-0007") == "dust box") is bool(seen)


@pytest.mark.parametrize("untapped", [True, False])
def test_r4_requires_untapped_at_declare(untapped):
    s = table(r4_requires_untapped_at_declare=untapped)
    s.put("A", "AF left", abilities=["jump"], tapped=True)
    assert s.can("jump", "A") is not untapped


@pytest.mark.parametrize("covered", [False, True])
def test_lock_covers_basic(covered):
    s = table(lock_covers_basic=covered)
    s.put("A", "AF left", abilities=[{"text": "jump", "tap": True}], locked=True)
    assert s.can("jump", "A") is not covered


@pytest.mark.parametrize("mode", ["name", "number"])
def test_same_name_mode(mode):
    s = table(same_name_mode=mode).put("One", "AF left", name="Twin", version=1)
    s.put("Two", "hand", name="Twin", version=2)
    assert s.can("enter", "Two") is (mode == "number")


@pytest.mark.parametrize("mode", ["prevent", "entry_only"])
def test_same_name_enforcement(mode):
    s = table(4, same_name_enforcement=mode).put("EV-0058", "hand")
    s.put("One", "AF right", name="Twin").put("Two", "enemy AF right", name="Twin")
    spend(s.act("use_event", "EV-0058"), 4).play_on()
    assert s.zone("Two") == ("DF left" if mode == "entry_only" else "enemy AF right")


@pytest.mark.parametrize("moment", ["start", "battle_end"])
def test_battler_tap_moment(moment):
    s = table(battler_tap_moment=moment, stop_at=["battle"]).put("A", "AF left", ap=1)
    s.act("attack", "A")
    assert s.flag("A", "tapped") is (moment == "start")
    assert s.play_on("main").flag("A", "tapped")


@pytest.mark.parametrize("moment", ["declare", "resolve"])
def test_support_tap_moment(moment):
    s = table(support_tap_moment=moment).put("A", "AF left", ap=1).put("B", "AF centre", sp=1)
    s.put("Guard", "enemy DF right", abilities=[{"text": "draw_cards", "n": 1}])
    s.act("attack", "A").pass_(1).choose("Guard").act("support", "B")
    assert s.waiting_for == "response"
    assert s.flag("B", "tapped") is (moment == "declare")


@pytest.mark.parametrize(("by", "raised"), [("row", (3, 1)), ("role", (1, 3))])
def test_support_by_of_who_stands_in_front_and_does_not_attack(by, raised):
    s = table(2, player=1, stop_at=["battle"], support_by=by).put("EV-0108", "hand")
    s.put("A", "DF left", dp=1).put("C", "AF right", ap=1, dp=1)
    s.put("B", "enemy AF right", ap=1).put("Cheer", "enemy AF centre", sp=2)
    duel(s, "B", "A").act("support", "Cheer")
    spend(s.respond("use_event", "EV-0108"), 2).choose("C")
    assert (s.value("C", "ap"), s.value("C", "dp")) == raised


@pytest.mark.parametrize("by", ["row", "role"])
def test_support_by(by):
    """Battlers: who attacks stands in AF and who defends in DF, so both settings are the same."""
    s = table(support_by=by, stop_at=["battle"]).put("A", "AF left", ap=1, dp=1)
    s.put("B", "AF centre", sp=2).put("Guard", "enemy DF right", ap=1, dp=1)
    s.put("Cheer", "enemy AF right", sp=3)
    duel(s).act("support", "B").pass_(0).act("support", "Cheer")
    assert (s.value("A", "ap"), s.value("A", "dp")) == (3, 1)
    assert (s.value("Guard", "ap"), s.value("Guard", "dp")) == (1, 4)


@pytest.mark.parametrize("yes", [False, True])
def test_defence_respondable(yes):
    s = table(defence_respondable=yes).put("A", "AF left", ap=1).put("Guard", "enemy DF right")
    s.put("B", "AF right", abilities=[{"text": "draw_cards", "n": 1}])
    duel(s)
    assert s.waiting_for == ("response" if yes else "battle")


@pytest.mark.parametrize("yes", [False, True])
def test_respond_to_automatic_basic(yes):
    s = probed(respond_to_automatic_basic=yes, stop_at=["response"])
    s.put("A", "AF left", abilities=[{"text": "penalty_mill", "n": 1}]).put("B", "enemy DF left")
    event(event(s, "Shot", "probe_discard"), "Plan", "probe_draw", player=1)
    s.act("use_event", "Shot").choose("A").pass_(1)
    assert s.waiting_for == ("response" if yes else "main")


@pytest.mark.parametrize("source", ["original_ap", "current_ap"])
def test_deck_damage(source):
    s = table(deck_damage=source).put("A", "AF left", ap=1).put("IT-0039", on="A")
    before = s.count("enemy deck")
    after = s.act("attack", "A").play_on().count("enemy deck")
    assert before - after == (1 if source == "original_ap" else 2)


@pytest.mark.parametrize(
    ("mode", "winner"), [("draw", None), ("turn_player_wins", 0), ("turn_player_loses", 1)]
)
def test_double_deckout(mode, winner):
    s = table(player=1, double_deckout=mode).put("CH-0084", "DF left").put("Coin", "hand")
    s.deck(size=1).deck(player=1, size=1)
    s.play_on("pay_tax", player=0).choose("yes")
    assert (s.outcome, s.winner) == ("both_decked_out", winner)
