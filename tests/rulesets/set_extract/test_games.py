"""Whole games: no error, the same on several threads, parameters, and a bot that plays well."""

from __future__ import annotations

import pytest

import tefuda
from tefuda.coverage import Coverage
from tefuda.testing import check_ruleset

from .table import Table

RULES = tefuda.load("set_extract")
DECKS = ("lakeside", "mansion", "curios", "relics")


@pytest.mark.parametrize("first", DECKS)
def test_random_games_end_without_error(first):
    for second in DECKS:
        result = tefuda.simulate(RULES, games=60, seed=2, decks=(first, second))
        assert result.errors == 0


def test_threads_do_not_matter():
    one, two = (
        tefuda.simulate(RULES, games=100, seed=4, threads=threads, decks=DECKS[2:])
        for threads in (1, 2)
    )
    assert one.trace_hash == two.trace_hash


def test_the_promises_of_every_ruleset_are_kept():
    assert check_ruleset(RULES, games=4, seed=1).games == 4


@pytest.mark.parametrize("decks", [("lakeside", "lakeside"), ("mansion", "mansion")])
def test_greedy_beats_random(decks):
    first = tefuda.simulate(RULES, games=40, seed=5, bots=("greedy", "random"), decks=decks)
    second = tefuda.simulate(
        "set_extract", games=40, seed=6, bots=("random", "greedy"), decks=decks
    )
    assert first.wins[0] + second.wins[1] > 68


def test_decks_are_legal_and_have_50_cards():
    assert list(RULES.decks) == list(DECKS)
    for deck in RULES.decks.values():
        assert len(deck.cards) == 50
        assert RULES.pair((deck, deck))


def test_parameters_change_games():
    assert Table(life=20).life() == 20
    s = Table(life=3).put("A", "field", attack=3).act("attack", "A")
    assert s.play_on().outcome == "no_life"
    game = tefuda.load("set_extract:opening_hand=4,mulligan=none").new_game(seed=1)
    assert len([c for c in game.view(0).zones if c]) > 0


def test_nodes_do_not_wake():
    s = Table(nodes=0).put("n", "nodes", asleep=True).next_turn().next_turn()
    assert s.flag("n", "asleep")


def test_the_first_player_does_not_draw_first():
    s = Table(turn=0, at="priority").to_phase(3)
    assert s.timings("drew") == []
    s = Table(turn=0, at="priority", first_turn_draw=True).to_phase(3)
    assert s.timings("drew") == [("drew", "player 0")]


def test_a_caster_stands_in_for_nodes_and_cost():
    s = Table(nodes=0).put("K", "field", person=11).put("N70", "hand").put("B", "enemy field")
    s.act("play_spell", "N70").choose("B").play_on()
    assert s.zone("B") == "enemy underworld"
    s = Table(nodes=0).put("K", "field", person=11, abilities=["seal_art"]).put("N70", "hand")
    assert s.refused("play_spell", "N70")
    s = Table(nodes=0, seal_art_works=False).put("K", "field", person=11, abilities=["seal_art"])
    assert s.put("N70", "hand").can("play_spell", "N70")


def test_sleeping_nodes_pay_by_being_discarded_or_a_variant_says_no():
    for variant, can in (("sleep_or_discard", True), ("sleep", False)):
        s = Table(nodes=0, node_payment=variant).put("n", "nodes", asleep=True)
        s.command("C", {"text": "p_draw", "n": 1}, cost=1)
        assert s.can("play_command", "C") == can


@pytest.mark.parametrize(("variant", "asleep"), [("nothing", True), ("stays_awake", False)])
def test_vigilance(variant, asleep):
    s = Table(vigilance_does=variant).put("A", "field", abilities=["vigilance"])
    assert s.act("attack", "A").play_on().flag("A", "asleep") == asleep


def test_defeat_may_be_looked_at_when_an_interference_has_ended():
    s = Table(defeat_check="interference_end").command("C", {"text": "p_hurt_self", "n": 26})
    assert s.act("play_command", "C").outcome == "no_life"


#: Rules that are only asked by bots or in variants, and texts that are only words.
UNPLAYED = {
    "rate", "side", "worth", "voids_resolute_texts",
    # Nothing here aims at played characters, has blessing, or has ambush and haste; a union whose
    # parts come back is rare (all of them are tested on the table).
    "nullify", "aimed_by_enemy", "must_pay", "defend_by_ambush", "come_back", "play_ambush",
    "no_target_of_enemies",
}  # fmt: skip


def test_every_rule_is_executed():
    coverage = Coverage(RULES.program)
    for first in DECKS:
        for second in DECKS:
            coverage.play(RULES.match(first, second), 3, 0, 400)
    unused = coverage.unused()
    assert {name for name in unused["functions"] if "(" not in name} <= UNPLAYED
    assert set(unused["timings"]) <= {"would_place"}  # it is asked, not raised
