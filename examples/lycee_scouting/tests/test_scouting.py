"""The scouting phase by example, and the promises that every ruleset keeps."""

from __future__ import annotations

import inspect
from pathlib import Path

import lycee_scouting.phase

import tefuda
from tefuda.plugins.lab.comparison import rule_changes
from tefuda.testing import Scenario, check_ruleset

VARIANT = "lycee+scouting"


def scouting(*laid: str, **parameters) -> Scenario:
    """Let player 1 come to the scouting phase, with three known cards on the deck."""
    s = Scenario(VARIANT, **parameters).deck("First", "Second", "Third", player=1)
    for card in laid:
        s.put(card, "enemy AF left")
    return s.play_on("away")


def test_the_variant_keeps_what_every_ruleset_promises():
    assert check_ruleset(VARIANT, games=6, seed=1).games == 6


def test_the_phase_comes_between_wake_up_and_warm_up():
    s = scouting().play_on("main")
    names = [name for name, _ in s.timings("wake_up_begins", "scouting", "warm_up_begins")]
    assert names == ["wake_up_begins", "scouting", "warm_up_begins"]


def test_the_top_cards_are_seen_by_their_player_alone():
    s = scouting()
    assert [s.knows(1, card) for card in ("First", "Second", "Third")] == [True, True, False]
    assert not s.knows(0, "First")


def test_a_card_laid_under_the_deck_is_not_drawn():
    s = scouting().choose("First").play_on("main")
    assert s.cards("enemy deck")[-1] == "First"
    assert s.zone("Second") == s.zone("Third") == "enemy hand"


def test_a_parameter_says_how_many_cards_are_seen():
    s = scouting(scouted=1)
    assert [s.knows(1, card) for card in ("First", "Second")] == [True, False]


def test_without_cards_to_see_the_games_are_those_of_lycee():
    none = tefuda.simulate(f"{VARIANT}:scouted=0", games=40, seed=3)
    lycee = tefuda.simulate("lycee", games=40, seed=3)
    assert (none.wins, none.outcomes) == (lycee.wins, lycee.outcomes)
    assert (none.turns, none.decisions, none.options) == (
        lycee.turns,
        lycee.decisions,
        lycee.options,
    )


def test_a_keen_eyed_character_gains_ap_in_the_phase_of_its_player():
    s = scouting("SC-02").play_on("main")
    assert s.value("SC-02", "ap") == 3
    s.end_turn()
    assert s.timings("scouting")[-1] == ("scouting", "player 0")
    assert s.value("SC-02", "ap") == 1


def test_the_deck_is_legal_and_its_games_end():
    result = tefuda.simulate(VARIANT, games=50, seed=1, decks=("scouts", "vanilla"))
    assert (result.games, result.errors) == (50, 0)


def test_what_differs_is_said_and_lycee_itself_stays():
    changes = rule_changes(tefuda.load("lycee"), tefuda.load(VARIANT))
    changed = {name for name, _, how in changes.procedures if how == "changed"}
    assert changed == {"play", "take_turn", "warm_up"}
    assert changes.cards == ["SC-01", "SC-02"]
    assert "scouting" not in [row.name for row in tefuda.load("lycee").compiled.channels]


def test_the_change_takes_thirty_lines_at_most():
    lines = Path(inspect.getfile(lycee_scouting.phase)).read_text("utf-8").splitlines()
    own = [line for line in lines if line.strip() and not line.startswith(("from ", '"""'))]
    assert len(own) <= 30
