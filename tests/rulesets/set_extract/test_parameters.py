"""What each parameter changes (V14)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import tefuda
from tefuda.errors import DeckError
from tefuda.testing import ScenarioError

from ...loaded import loaded
from .table import Table, attacked

# ---------------------------------------------------------------- decks and set-up (V4)


@pytest.mark.parametrize(
    ("settings", "problem"),
    [
        ("deck_size=40", "50 cards, expected exactly 40"),
        ("copies=2", "expected 2 at most"),
        ("deck_size=10,opening_hand=11", "an opening hand of 11 cards cannot be drawn from 10"),
    ],
)
def test_decks_are_checked_against_the_variant(settings, problem):
    with pytest.raises(DeckError, match=problem):
        tefuda.load(f"set_extract:{settings}").pair(("lakeside", "lakeside"))


@pytest.mark.parametrize("life", [1, 20])
def test_life(life):
    s = Table(life=life).put("A", "field", attack=3).act("attack", "A").play_on()
    assert s.outcome == "no_life" if life == 1 else s.life(1) == 17


@pytest.mark.parametrize("cards", [1, 4])
def test_opening_hand(cards):
    game = tefuda.load(f"set_extract:opening_hand={cards}").new_game(seed=1)
    view = game.view(0)
    assert [len(view.zone(player, "hand").cards) for player in (0, 1)] == [cards, cards]


@pytest.mark.parametrize("mulligan", ["none", "once"])
def test_mulligan(mulligan):
    game = tefuda.load(f"set_extract:mulligan={mulligan}").new_game(seed=1)
    asked = any("opening hand" in game.action_text(action) for action in game.legal_actions)
    assert asked == (mulligan == "once")


# ---------------------------------------------------------------- turns (V7, V9.7)


@pytest.mark.parametrize("limit", [0, 2])
def test_hand_limit(limit):
    s = Table(hand_limit=limit).hand("N1", "N3", "N8")
    s.pass_().play_on(to="main", player=1)
    assert s.count("hand") == limit


@pytest.mark.parametrize("draws", [False, True])
def test_first_turn_draw(draws):
    s = Table(turn=0, at="priority", first_turn_draw=draws).to_phase(3)
    assert s.timings("drew") == ([("drew", "player 0")] if draws else [])


@pytest.mark.parametrize("nodes", [0, 1, 2])
def test_nodes_per_turn(nodes):
    s = Table(nodes=0, nodes_per_turn=nodes).hand("N1", "N3", "N8")
    for card in ("N1", "N3", "N8")[:nodes]:
        s.act("set_node", card)
    assert s.refused("set_node", "N8")


@pytest.mark.parametrize("most", [0, 1, 2])
@pytest.mark.parametrize(
    ("parameter", "verb", "words"),
    [
        ("characters_per_turn", "play_character", {}),
        ("dolls_per_turn", "play_character", {"abilities": ["doll"]}),
        (
            "world_amulets_per_turn",
            "play_spell",
            {"type": "spell", "place": "world_amulet", "toughness": 0},
        ),
    ],
)
def test_plays_per_turn(parameter, verb, words, most):
    s = Table(**{parameter: most})
    for card in "XYZ":
        s.put(card, "hand", **words)
    for card in "XYZ"[:most]:
        s.act(verb, card).play_on()
    assert s.refused(verb, "Z")


def test_turn_limit():
    s = Table(turn=2, turn_limit=4).end_turn().end_turn()
    assert (s.outcome, s.winner) == ("too_many_turns", None)


# ---------------------------------------------------------------- payment and defeat (V4.4, V9)


@pytest.mark.parametrize(("payment", "pays"), [("sleep_or_discard", True), ("sleep", False)])
def test_node_payment(payment, pays):
    s = Table(nodes=0, node_payment=payment).put("n", "nodes", asleep=True)
    s.command("C", {"text": "p_draw", "n": 1}, cost=1)
    assert s.can("play_command", "C") == pays


@pytest.mark.parametrize("check", ["priority", "interference_end"])
def test_defeat_check(check):
    """All life is paid: whoever receives priority next sees it, or the end of the interference."""
    s = Table(defeat_check=check, stop_at=["answer"]).put("N817", "field")
    s.act("grow_by_life", "N817").choose(25)
    assert s.over == (check == "priority")
    assert s.passing().outcome == "no_life"


# ---------------------------------------------------------------- battle (V10)


@pytest.mark.parametrize(("check", "asked"), [("more", False), ("enough", True)])
def test_graze_deck_check(check, asked):
    s = Table(nodes=0, graze_deck_check=check).put("A", "field", attack=4, graze=2)
    attacked(s.deck(player=1, size=2), "A")
    if asked:
        assert s.play_on(to="grazes").choose("yes").count("enemy nodes") == 2
    else:
        with pytest.raises(ScenarioError):
            s.play_on(to="grazes")


@pytest.mark.parametrize("ends", [True, False])
def test_attacker_gone_ends(ends):
    s = Table(attacker_gone_ends=ends).put("A", "field", attack=2)
    s.command("C", {"text": "p_damage", "n": 3}, player=1)
    attacked(s, "A").act("play_command", "C", player=1).play_on()
    assert s.timings("battle_start") == ([] if ends else [("battle_start", "A")])
    assert s.life(1) == 25


@pytest.mark.parametrize(("saves", "life"), [(True, 25), (False, 23)])
def test_defender_gone_saves(saves, life):
    s = Table(defender_gone_saves=saves).put("A", "field", attack=2).put("B", "enemy field")
    s.command("C", {"text": "p_damage", "n": 3})
    attacked(s, "A", "B").act("play_command", "C", player=0).choose("B").play_on()
    assert s.zone("B") == "enemy underworld"
    assert s.life(1) == life


# ---------------------------------------------------------------- keywords, nodes (V11.4, V5.4)


@pytest.mark.parametrize(("does", "asleep"), [("nothing", True), ("stays_awake", False)])
def test_vigilance_does(does, asleep):
    s = Table(vigilance_does=does).put("A", "field", abilities=["vigilance"])
    assert s.act("attack", "A").play_on().flag("A", "asleep") == asleep


@pytest.mark.parametrize("works", [True, False])
def test_instant_death_works(works):
    s = Table(instant_death_works=works).put("N39", "field")
    s.put("B", "enemy field", toughness=9, attack=0)
    attacked(s, "N39", "B").play_on()
    assert s.zone("B") == ("enemy underworld" if works else "enemy field")


@pytest.mark.parametrize("works", [True, False])
def test_seal_art_works(works):
    s = Table(nodes=0, seal_art_works=works).put("N70", "hand")
    s.put("K", "field", person=11, abilities=["seal_art"])
    assert s.can("play_spell", "N70") != works


@pytest.mark.parametrize("fans", [0, 4])
def test_leader_popularity(fans):
    s = Table(leader_popularity=fans).put("P200", "hand").act("play_character", "P200").play_on()
    assert len(s.hanging_on("P200")) == fans


@pytest.mark.parametrize("sees", [True, False])
def test_owner_sees_nodes(sees):
    s = Table(nodes=0, owner_sees_nodes=sees).put("N34", "field").deck("Top")
    s.act("mana_charge", "N34").play_on()
    assert s.knows(0, "Top") == sees
    assert not s.knows(1, "Top")


@pytest.mark.parametrize("end", ["low", "high"])
def test_games_with_all_numbers_at_one_end_end_without_error(end):
    numbers = {
        name: getattr(parameter, end)
        for name, parameter in loaded("set_extract").rules.parameters.items()
        # A limit of one turn would leave no game to be played.
        if getattr(parameter, end) is not None and name != "turn_limit"
    }
    variant = ",".join(f"{name}={number}" for name, number in numbers.items())
    rules = tefuda.load(f"set_extract:{variant}")
    for decks in (("random:1", "random:2"), ("random:3", "random:3")):
        assert tefuda.simulate(rules, games=60, seed=8, decks=decks).errors == 0


def test_every_parameter_is_changed_by_a_test_of_this_file():
    changed = set(re.findall(r"(\w+)=", Path(__file__).read_text(encoding="utf-8")))
    changed |= {"characters_per_turn", "dolls_per_turn", "world_amulets_per_turn"}
    assert set(loaded("set_extract").rules.parameters) <= changed
