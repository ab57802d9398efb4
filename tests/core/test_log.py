"""The log of a game: what each player may see of it, all of it, and a part of it."""

from __future__ import annotations

import pytest

import tefuda
from tefuda.errors import RulesetError, TefudaError
from tefuda.plugins.manager import make_manager
from tefuda.rules import Rules
from tefuda.ruleset import Ruleset
from tefuda.views import Event

from ..loaded import loaded


def played(name: str, choices: int) -> tefuda.Game:
    game = loaded(name).new_game(seed=3, log=True)
    while not game.over and game.decisions < choices:
        game.apply(game.legal_actions[game.decisions % len(game.legal_actions)])
    return game


@pytest.mark.parametrize("name", sorted(make_manager().rulesets))
def test_who_may_see_everything_reads_what_each_player_reads_and_every_face(name):
    game = played(name, 60)
    everything = [(event.kind, event.text) for event in game.log(None)]
    for player in (0, 1):
        mine = [(e.kind, e.text) for e in game.log(player) if "a card" not in e.text]
        mine = [(kind, text) for kind, text in mine if kind != "look"]
        rest = iter(everything)
        assert all(event in rest for event in mine), "in the same order"
    choices = [event.player for event in game.log(None) if event.kind == "choice"]
    assert choices.count(0) == sum(e.kind == "choice" for e in game.log(0)) > 0
    assert choices.count(1) == sum(e.kind == "choice" for e in game.log(1))
    drawn = [e.text for e in game.log(None) if e.kind == "move" and "deck to player" in e.text]
    assert drawn
    assert not [text for text in drawn if text.startswith("a card")]


def test_the_log_from_an_event_on_is_its_end():
    game = loaded("lycee").new_game(seed=3, log=True)
    parts: dict[int | None, list[Event]] = {0: [], 1: [], None: []}
    since = 0
    while not game.over and game.decisions < 60:
        for player, found in parts.items():
            found += game.log(player, since)
        since = game.logged
        game.apply(game.legal_actions[-1])
    for player, found in parts.items():
        assert found + game.log(player, since) == game.log(player)
        assert game.log(player, game.logged) == []


def test_without_a_log_there_is_none():
    game = loaded("lycee").new_game(seed=3)
    assert game.logged == 0
    with pytest.raises(TefudaError, match="log=True"):
        game.log(None)
    with pytest.raises(ValueError, match="expected 0 or 1"):
        loaded("lycee").new_game(seed=3, log=True).log(2)


def test_what_boards_show_must_be_a_variable():
    rules = make_manager().rulesets["lycee"].extended([])
    rules.shows("battel")
    with pytest.raises(RulesetError, match=r"shows 'battel': expected a variable .*'battle'"):
        Ruleset(rules)


def test_what_an_extension_shows_comes_behind():
    base = Rules("base")
    base.shows("life")
    more = Rules("more", extends="base")
    more.shows("mana", "mood")
    assert base.extended([more]).shown_variables == ("life", "mana", "mood")
    assert base.shown_variables == ("life",)
    assert Rules("base").extended([more]).shown_variables is None


@pytest.mark.parametrize("name", sorted(make_manager().rulesets))
def test_an_event_has_the_turn_in_which_it_happened(name):
    game = played(name, 200)
    events = game.log(None)
    turns = [event.turn for event in events]
    assert turns == sorted(turns)
    starts = [e.turn for e in events if e.kind == "timing" and e.name == "turn_start"]
    assert starts == list(range(len(starts)))
    assert len(starts) > 1
