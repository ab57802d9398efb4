"""Rulings of construction, setup, turn and hand (section A, and cases straight from the rulebook).

Every case of the section that is listed in the rulings is here.
"""

from __future__ import annotations

import json

import pytest

import tefuda
from tefuda.errors import DeckError

from ...loaded import loaded
from .table import event, lycee, probed

VANILLA = [f"V-{n:02}" for n in range(20)]


def deck(size: int) -> list[str]:
    """Give a deck of vanilla characters, at most four of a name."""
    return [VANILLA[at // 4] for at in range(size)]


def with_cards(path, *cards):
    """Load the rules with further cards."""
    file = path / "cards.json"
    file.write_text(json.dumps({"cards": list(cards)}))
    return tefuda.load("lycee", cards=[file])


def card(number: str, name: str, **words):
    return {"number": number, "name": name, "words": {"type": "character", **words}}


@pytest.mark.parametrize("size", [59, 61])
def test_L001_only_sixty_cards_are_a_deck(size):
    ruleset = loaded("lycee")
    assert ruleset.pair([deck(60), deck(60)])
    with pytest.raises(DeckError, match=f"{size} cards, expected exactly 60"):
        ruleset.pair([deck(size), deck(60)])


def test_L002_five_cards_of_one_name_are_too_many_whatever_their_numbers(tmp_path):
    ruleset = with_cards(tmp_path, card("X-1", "Twin"), card("X-2", "Twin"))
    with pytest.raises(DeckError, match="5 cards named 'Twin'"):
        ruleset.pair([["X-1"] * 3 + ["X-2"] * 2 + deck(55), deck(60)])


def test_L004_licensed_copies_are_counted_apart(tmp_path):
    ruleset = with_cards(tmp_path, card("X-1", "Queen", counted_apart=True), card("X-2", "Queen"))
    assert ruleset.pair([["X-1"] * 4 + ["X-2"] * 4 + deck(52), deck(60)])


def opening(**options):
    """Give an opening in which the own deck is mostly events."""
    s = lycee(at="start", filling=0, **options)
    s.put("Plan", "deck", copies=20, type="event").put("Girl", "deck", copies=10)
    return s.put("Foe", "enemy deck", copies=30)


def test_L005_a_hand_without_a_character_is_shown_and_drawn_anew_until_there_is_one():
    s = opening(luck=lambda: s.waiting_for == "redraw")
    s.choose("yes", luck=lambda: s.waiting_for == "redraw")
    assert s.cards("hand") == ["Plan"] * 7
    s.happened("Plan: revealed", "Plan: hand to deck", "deck shuffled", "Plan: deck to hand")
    s.choose("yes", luck=lambda: s.waiting_for == "main")
    assert "Girl" in s.cards("hand")


def test_L218_a_hand_without_a_character_may_be_kept():
    s = opening(luck=lambda: s.waiting_for == "redraw")
    s.choose("no")
    assert s.cards("hand")[-7:] == ["Plan"] * 7
    assert "revealed" not in " ".join(s.events())


def test_L007_the_very_first_warm_up_draws_one_card():
    s = lycee(at="start")
    assert s.game.turn == 0
    assert (s.count("hand"), s.count("enemy hand")) == (8, 7)


def test_L008_every_other_warm_up_draws_two_cards():
    s = lycee(player=1)
    s.end_turn()
    assert (s.count("hand"), s.count("enemy hand")) == (2, 0)


def test_L010_after_the_wake_up_it_is_too_late_to_untap():
    s = lycee(player=1).put("A", "AF left", tapped=True)
    s.play_on("untap").pass_().play_on("main", player=0)
    assert "warm_up_begins player 0" in s.events()
    assert s.refused("untap", "A")
    assert s.flag("A", "tapped")


def test_L220_only_own_characters_untap_in_the_own_wake_up():
    s = lycee(player=1).put("A", "AF left", tapped=True).put("B", "enemy AF left", tapped=True)
    s.play_on("untap")
    assert s.legal("untap") == ["A"]
    s.choose("A")
    assert (s.flag("A", "tapped"), s.flag("B", "tapped")) == (False, True)


def test_L011_nine_hand_cards_at_the_end_of_the_turn_cost_two_of_ones_own_choice():
    s = lycee()
    for n in range(9):
        s.put(f"C{n}", "hand", type="event")
    s.pass_(0).pass_(1)
    assert (s.waiting_for, s.player) == ("discard", 0)
    s.choose("C3", "C7")
    assert s.count("hand") == 7
    assert s.zone("C3") == s.zone("C7") == "dust box"
    assert s.player == 1


def test_L013_a_big_bag_raises_the_hand_limit_to_ten():
    s = lycee().put("A", "AF left").put("IT-0007", on="A")
    s.put("Plan", "hand", copies=10, type="event")
    s.pass_(0).pass_(1)
    assert (s.player, s.count("hand"), s.count("dust box")) == (1, 10, 0)


def test_L014_whose_last_card_is_milled_loses_at_once():
    s = lycee().deck(player=1, size=1).put("A", "AF left", ap=1)
    s.act("attack", "A")
    assert (s.winner, s.outcome) == (0, "decked_out")


def test_L215_the_enemy_dust_box_is_open_the_own_deck_is_not():
    s = lycee().put("Old", "enemy dust box").deck("Top")
    mine = s.game.view(0)
    dust, own = mine.zone(1, "dust_box"), mine.zone(0, "deck")
    assert (dust.count, [card.name for card in dust.cards if card]) == (1, ["Old"])
    assert set(own.cards) == {None}
    assert own.count == 21


def test_L221_the_main_phase_knows_no_order():
    s = lycee().put("A", "AF left", ap=1).put("B", "AF right", ap=1).put("New", "hand")
    s.put("C", "DF left", abilities=[{"text": "draw_cards", "n": 1}])
    s.act("attack", "A").play_on("main")
    s.act("enter", "New").choose("DF right").act("draw_cards", "C")
    s.act("attack", "B").play_on("main")
    assert s.count("enemy dust box") == 2


def test_L227_a_character_of_an_earlier_turn_attacks_and_taps():
    ability = {"text": "draw_cards", "tap": True, "n": 1}
    s = lycee().put("A", "hand", abilities=[ability])
    s.act("enter", "A").choose("AF left")
    s.end_turn().end_turn()
    assert (s.can("attack", "A"), s.can("draw_cards", "A")) == (True, True)


def test_L230_an_event_counts_the_dust_box_without_itself():
    s = probed().put("Old", "dust box", copies=3)
    event(s, "Count", "probe_count")
    s.act("use_event", "Count")
    assert s.count("enemy dust box") == 3
    assert (s.count("dust box"), s.cards("dust box")[0]) == (4, "Count")
