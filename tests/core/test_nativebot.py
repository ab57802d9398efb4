"""One of the machine's own bots at a table with others: it plays as it does without Python."""

from __future__ import annotations

import pytest

import tefuda
from tefuda.errors import IllegalAction, TefudaError
from tefuda.nativebot import NativeBot
from tefuda.playing import NATIVE_BOTS, record_game
from tefuda.plugins.manager import make_manager

from ..loaded import loaded


@pytest.mark.parametrize("name", sorted(make_manager().rulesets))
@pytest.mark.parametrize("bots", [("random", "greedy"), ("greedy", "random")])
def test_two_bots_asked_in_turn_play_the_game_that_the_machine_plays(name, bots):
    ruleset = loaded(name)
    for number in range(2):
        game = ruleset.new_game(seed=5, number=number)
        players = [NativeBot(game, bots[p], p, seed=5, number=number) for p in range(2)]
        taken = []
        while not game.over:
            before = game.hash()
            taken.append(players[game.player].choose(game))
            assert game.hash() == before
            game.apply(taken[-1])
        tables = ruleset.match(*ruleset.pair())
        assert taken == record_game(ruleset.program, tables, 5, number, bots=bots)


@pytest.mark.parametrize("bot", NATIVE_BOTS)
def test_a_bot_that_skipped_choices_goes_on_as_one_that_made_them(bot):
    ruleset = loaded("lycee")
    game = ruleset.new_game(seed=2)
    first, second = (NativeBot(game, bot, game.player, seed=2) for _ in range(2))
    made = 0
    while made < 20:
        if game.player != first.player:
            game.apply(game.legal_actions[0])
            continue
        action = first.choose(game)
        if made < 10:
            second.skip()
        else:
            # A copy stands for the game, and so does a restored one.
            there = tefuda.Game.restore(ruleset, game.snapshot())
            assert second.choose(there) == action
        game.apply(action)
        made += 1


def test_a_bot_is_asked_only_what_is_its_own():
    ruleset = loaded("lycee")
    game = ruleset.new_game(seed=2)
    other = NativeBot(game, "random", 1 - game.player, seed=2)
    with pytest.raises(IllegalAction, match="is not to decide"):
        other.choose(game)
    with pytest.raises(TefudaError, match="another program"):
        other.choose(tefuda.load("lycee:hand_limit=5").new_game(seed=2))
    with pytest.raises(TefudaError, match="expected one of random, greedy"):
        NativeBot(game, "clever", 0, seed=2)
    with pytest.raises(ValueError, match="expected 0 or 1"):
        NativeBot(game, "random", 2, seed=2)


def test_a_game_names_what_it_asks():
    ruleset = loaded("lycee")
    game = ruleset.new_game(seed=2)
    verbs = {row.name for row in ruleset.program.compiled.verbs}
    seen = set()
    while not game.over and game.decisions < 400:
        seen.add(game.asked)
        game.apply(game.legal_actions[game.decisions % len(game.legal_actions)])
    assert len(seen) > 3
    assert seen <= verbs
    while not game.over:
        game.apply(game.legal_actions[0])
    assert game.asked is None
