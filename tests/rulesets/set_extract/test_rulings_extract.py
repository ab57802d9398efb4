"""Rulings of extract, states, looking and chance (sections C and D, S11.4 to S11.9)."""

from __future__ import annotations

from collections import Counter

import pytest

from .table import Table

# ---------------------------------------------------------------- C. extract


def deck(s: Table) -> list[str]:
    """The cards of the own deck that a test put there, the top one first."""
    return [card for card in s.cards("deck") if card != "Filler"]


def test_V046_an_unused_extracted_card_is_back_at_its_place():
    s = Table().deck("N1", "N3", "N8").command("C", "p_search").do("C", "N3").pass_()
    assert deck(s) == ["N1", "N3", "N8"]


def test_V047_what_cannot_be_carried_out_excludes_the_card():
    s = Table().deck("N1", "N3").command("C", "p_extract_to_field")
    s.put("Ban", "enemy field", abilities=["p_nothing_enters"]).do("C", "N3")
    assert s.zone("N3") == "excluded"


def test_V049_genealogy_puts_the_rest_under_the_deck():
    s = Table().deck("N1", "N3", "N8").put("N348", "hand")
    s.act("play_spell", "N348").play_on(to="found").choose("N1", "N3", "N8")
    assert (s.waiting_for, s.player) == ("taken", 1)
    s.choose("N3").choose("N8")
    assert s.zone("N3") == "hand"
    assert s.cards("deck")[-2:] == ["N8", "N1"]


def test_V050_the_rest_of_a_bazaar_lies_on_top():
    s = Table(nodes=5).put("N635", "hand").put("A", "hand").put("B", "hand")
    names = ["C", "D", "E", "F", "G"]
    for name in [*names, "H"]:
        s.put(name, "underworld")
    s.act("play_command", "N635").play_on(to="discards").choose("A", "B")
    s.choose(*names)
    assert (s.waiting_for, s.player) == ("taken", 1)
    s.choose("C", "D", player=1).choose("G", "E")
    assert s.zone("C") == s.zone("D") == "hand"
    assert s.cards("underworld")[:4] == ["N635", "F", "E", "G"]


def test_V052_an_enemy_spell_resolves_as_played_by_you():
    s = Table().put("N364", "hand").put("N70", "enemy underworld").put("V", "enemy field")
    s.act("play_spell", "N364").play_on()
    assert s.zone("V") == "enemy underworld"
    assert s.zone("N70") == "enemy underworld"


def test_V053_playing_extracts_from_the_hand():
    s = Table().command("C", "p_none").put("H", "field").act("play_command", "C")
    s.happened("C: hand to play area", "played_card C", "C: play area to underworld")


def test_V211_an_extracted_card_is_out_of_its_deck():
    s = Table().deck("N1", "N3", size=10).command("C", "p_extract_top").do("C")
    assert s.zone("N1") == "deck"
    assert s.zone("N3") == "hand"
    assert deck(s)[0] == "N1"


def test_V212_the_unused_one_of_two_is_back_in_the_order_of_the_others():
    names = ["N1", "N3", "N8", "N10", "N13", "N17", "N23"]
    s = Table().deck(*names).command("C", "p_search_two").do("C", "N8", "N23")
    assert s.zone("N8") == "hand"
    assert deck(s) == ["N1", "N3", "N10", "N13", "N17", "N23"]


# ---------------------------------------------------------------- D. states, look, chance


def test_V055_waking_an_active_card_does_nothing():
    s = Table().put("H", "field").command("C", "p_wake").do("C")
    assert s.timings("woke", "drew") == []


def test_V056_a_sleeping_card_cannot_pay_by_sleeping():
    s = Table().put("N23", "field", asleep=True).put("H", "enemy field")
    assert s.refused("borrow", "N23")


def test_V214_waking_and_sleeping_are_heard_once():
    s = Table().put("H", "field", asleep=True).put("W", "field", abilities=["p_draws_on_waking"])
    s.put("Z", "field", abilities=["p_draws_on_sleep"])
    s.command("C", "p_wake").command("C2", "p_sleep")
    s.do("C", "H")
    assert len(s.timings("drew")) == 2  # the text of C and the watcher
    s.do("C2", "H")
    assert len(s.timings("drew")) == 4
    assert s.timings("woke", "fell_asleep") == [("woke", "H"), ("fell_asleep", "H")]


def test_V215_no_sleep_no_draw():
    s = Table().put("H", "field", asleep=True).command("C", "p_sleep").do("C")
    assert s.timings("fell_asleep", "drew") == []


@pytest.mark.parametrize(("text", "comes"), [("p_look_deck", True), ("p_reveal_deck", False)])
def test_V058_revealing_is_not_looking(text, comes):
    s = Table().deck("N1", "N678").command("C", text).act("play_command", "C")
    if comes:
        s.choose("yes")
    assert s.zone("N678") == ("field" if comes else "deck")


def test_V059_only_who_looks_knows():
    s = Table().deck("N1", "N3", "N8", "N10").command("C", "p_look_three").do("C")
    assert [s.knows(0, name) for name in ("N1", "N3", "N8", "N10")] == [True] * 3 + [False]
    assert not any(s.knows(1, name) for name in ("N1", "N3", "N8"))


def test_V217_a_revealed_card_is_hidden_again_at_its_place():
    s = Table().deck("N1", "N3").command("C", "p_reveal_top").do("C")
    assert s.knows(0, "N1")
    assert s.knows(1, "N1")
    assert deck(s) == ["N1", "N3"]
    s.end_turn()
    assert not s.knows(1, "N1")
    assert deck(s) == ["N1", "N3"]


def test_V218_looking_leaves_the_deck_as_it_is():
    s = Table().deck("N1", "N3", "N8", size=12).command("C", "p_look_three").do("C")
    assert s.count("deck") == 12
    s.choose("no")
    assert deck(s) == ["N1", "N3", "N8"]
    assert not s.knows(1, "N1")


def test_V061_a_deck_of_one_card_can_be_shuffled():
    s = Table().deck("N1", size=1).command("C", "p_shuffle").do("C")
    assert deck(s) == ["N1"]


def test_V220_all_orders_of_three_come_up():
    found: Counter[str] = Counter()
    s = Table().deck("N1", "N3", "N8", size=3).command("C", "p_shuffle").put("H", "enemy hand")
    start = s.game.copy()
    for seed in range(600):
        s._game = start.copy()
        s.edit.reseed(seed)
        s.do("C")
        found[" ".join(deck(s))] += 1
    assert len(found) == 6
    assert all(60 < count < 145 for count in found.values())


def test_V221_a_random_card_of_a_hand():
    found: Counter[str] = Counter()
    names = ("N1", "N3", "N8", "N10")
    s = Table().hand(*names, player=1).command("C", "p_random_hand")
    start = s.game.copy()
    for seed in range(400):
        s._game = start.copy()
        s.edit.reseed(seed)
        s.do("C")
        found[next(name for name in names if s.zone(name) == "enemy underworld")] += 1
    assert all(65 < found[name] < 140 for name in names)


def test_a_random_choice_of_public_cards_is_uniform():
    found: Counter[str] = Counter()
    names = ("N1", "N3", "N8", "N10")
    s = Table().command("C", "p_random_dead")
    for name in names:
        s.put(name, "underworld")
    start = s.game.copy()
    for seed in range(400):
        s._game = start.copy()
        s.edit.reseed(seed)
        s.do("C")
        found[next(name for name in names if s.zone(name) == "hand")] += 1
    assert all(65 < found[name] < 140 for name in names)
