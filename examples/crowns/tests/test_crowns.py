"""The rules of Crowns by example, and the promises that every ruleset keeps."""

from __future__ import annotations

import pytest

import tefuda
from tefuda.testing import Scenario, check_ruleset


def trick(mine: dict, enemys: dict, **parameters) -> Scenario:
    """Lay one card into each hand and let player 0 lead."""
    s = Scenario("crowns", **parameters)
    s.put("Mine", "hand", **mine).put("Other", "enemy hand", **enemys)
    return s.act("lead", "Mine").choose("Other")


def crowns(s: Scenario) -> tuple[int, int]:
    """The crowns of both players."""
    return tuple(s.edit.player_variable(player, "crowns") for player in (0, 1))


def test_crowns_keeps_what_every_ruleset_promises():
    assert check_ruleset("crowns", games=40, seed=1).games == 40


def test_the_higher_card_takes_the_crowns_of_both():
    s = trick({"rank": 5, "crowns": 1}, {"rank": 3, "crowns": 2})
    assert s.zone("Mine") == s.zone("Other") == "won"
    assert crowns(s) == (3, 0)
    s = trick({"rank": 3, "crowns": 1}, {"rank": 5, "crowns": 2})
    assert s.zone("Mine") == s.zone("Other") == "enemy won"
    assert crowns(s) == (0, 3)


def test_a_tie_is_the_leaders():
    assert trick({"rank": 3}, {"rank": 3}).zone("Other") == "won"


def test_the_winner_leads_next():
    assert trick({"rank": 1}, {"rank": 2}).game.player == 1
    assert trick({"rank": 2}, {"rank": 1}).game.player == 0


def test_a_timing_point_tells_of_a_trick():
    s = trick({"rank": 1}, {"rank": 2})
    assert s.timings("trick_won") == [("trick_won", "Other")]


def test_enough_crowns_win_at_once():
    s = trick({"rank": 2, "crowns": 3}, {"rank": 1}, goal=3)
    assert (s.winner, s.outcome) == (0, "enough")


def test_more_crowns_win_when_no_cards_are_left():
    s = Scenario("crowns", hand_size=1).deck(size=0)
    s.deck(player=1, size=0)
    s.put("Mine", "hand", rank=2, crowns=1).put("Other", "enemy hand", rank=1)
    s.act("lead", "Mine")
    assert (s.winner, s.outcome) == (0, "more")


# the texts of cards


def test_a_scout_lays_a_card_under_the_deck():
    s = Scenario("crowns").deck("Top", "Next")
    s.put("Scout", "hand", rank=4, abilities=["scout"]).put("Other", "enemy hand", rank=1)
    s.act("lead", "Scout").choose("Other").choose("no")
    assert s.zone("Next") == "hand"
    assert s.cards("deck")[-1] == "Top"


def test_plunder_takes_crowns_but_none_that_are_not_there():
    s = Scenario("crowns")
    s.put("Bandit", "hand", rank=4, abilities=[{"text": "plunder", "crowns": 2}])
    s.put("Other", "enemy hand", rank=1)
    s.edit.set_player_variable(1, "crowns", 1)
    s.act("lead", "Bandit").choose("Other")
    assert crowns(s) == (0, 0)


def test_a_purse_pays_only_its_owner():
    purse = {"rank": 3, "crowns": 2, "abilities": ["purse"]}
    assert crowns(trick(purse, {"rank": 1})) == (2, 0)
    assert crowns(trick(purse, {"rank": 4})) == (0, 0)


def test_terror_lowers_the_rank_of_the_card_against_it():
    ogre = {"rank": 2, "abilities": [{"text": "terrify", "ranks": 2}]}
    assert trick({"rank": 4}, ogre).zone("Mine") == "won"
    assert trick({"rank": 3}, ogre).zone("Mine") == "enemy won"


# decks and bots


def test_decks_have_sixteen_cards_at_least_and_three_of_a_number_at_most():
    ruleset = tefuda.load("crowns")
    with pytest.raises(tefuda.DeckError, match="5 cards, expected 16 to 40; 5 cards C-01"):
        ruleset.pair([{"C-01": 5}, "court"])
    assert [deck.name for deck in ruleset.pair()] == ["court", "outlaws"]


def test_greedy_beats_random():
    result = tefuda.simulate(
        "crowns", games=400, seed=1, decks=("court", "court"), bots=("greedy", "random")
    )
    assert result.wins[0] > 2 * result.wins[1]


def test_a_parameter_changes_the_game():
    short, long = (
        tefuda.simulate(f"crowns:goal={goal}", games=200, seed=1).turns for goal in (4, 12)
    )
    assert short < long
