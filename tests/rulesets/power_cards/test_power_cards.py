"""Lycee with power cards: setting after the start of the turn, paying, leaving, what is known."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import tefuda
from tefuda.plugins.cli.group import main
from tefuda.testing import Scenario, check_ruleset

from ...loaded import loaded

NAME = "lycee+power_cards"
#: Texts of test cards, such as those that discard or return a character.
PROBE = str(Path(__file__).parents[1] / "lycee" / "probe.py")
#: A text that costs two points of the sun, and a cheap one.
SUN = {"text": "draw_cards", "n": 1, "cost": {"sun": 2}}
CHEAP = {"text": "draw_cards", "n": 1, "cost": {"any": 1}}


def table(at: str | None = None, **options: Any) -> Scenario:
    name = f"{NAME}+probe"
    return Scenario(name, at=at, defaults={"restriction": 63}, plugins=[PROBE], **options)


def power(s: Scenario, card: str, *names: str) -> Scenario:
    """Set cards under a character."""
    for name in names:
        s.put(name, on=card, link="power", face_down=True, known_to=0, type="event", ex=3)
    return s


def user(*names: str, ability: Any = SUN, **options: Any) -> Scenario:
    """A character with a text to use, and power cards under it."""
    s = table(**options).put("Girl", "AF left", abilities=[ability])
    return power(s, "Girl", *names)


# ---------------------------------------------------------------- setting


def test_cards_are_set_after_the_start_of_the_turn_and_before_the_draw() -> None:
    s = table(player=1).put("Girl", "AF left").hand("Card").play_on(to="power_cards", player=0)
    assert (s.waiting_for, s.player) == ("power_cards", 0)
    assert s.count("hand") == 1
    s.act("set as power", "Card")
    assert s.zone("Card") == "on Girl"


def test_any_hand_card_can_be_set_and_none_has_to_be() -> None:
    s = table("power_cards").put("Girl", "AF left").put("Event", "hand", type="event")
    s.put("Other", "hand", type="item")
    assert s.legal("set as power") == ["Event", "Other"]
    s.pass_()
    assert s.count("hand") >= 2


@pytest.mark.parametrize("limit", [0, 1, 2])
def test_at_most_the_limit_lies_under_each(limit: int) -> None:
    s = table("power_cards", power_limit=limit).put("Girl", "AF left").hand("A", "B", "C")
    for card in "ABC"[:limit]:
        s.act("set as power", card)
    assert s.hanging_on("Girl") == list("ABC"[:limit])
    assert not s.can("set as power", "C")


def test_only_own_characters_receive() -> None:
    s = table("power_cards").put("Enemy", "enemy AF left").hand("A")
    assert not s.can("set as power")
    s = table("power_cards").put("Enemy", "enemy AF left").put("Girl", "DF left")
    s.put("Friend", "AF left").hand("A").act("set as power", "A")
    assert sorted(s.legal()) == ["receiver Friend", "receiver Girl"]


def test_nothing_is_set_in_the_main_phase() -> None:
    s = table().put("Girl", "AF left").hand("A")
    assert not s.can("set as power")


# ---------------------------------------------------------------- paying


def test_each_pays_one_point_of_any_attribute_and_goes_to_the_dust_box() -> None:
    s = user("A", "B").put("Answer", "enemy hand", type="event", abilities=["probe_draw"])
    s.act("use", "Girl").act("pay with power", "A").act("pay with power", "B")
    assert s.zone("A") == "declaration area"
    s.play_on()
    assert (s.zone("A"), s.zone("B")) == ("dust box", "dust box")
    assert s.count("hand") == 1


def test_power_and_hand_pay_together() -> None:
    s = user("A").put("Coin", "hand", type="event", ex=1, attributes=["sun"])
    s.act("use", "Girl").act("pay with power", "A").pay("Coin").play_on()
    assert (s.zone("A"), s.zone("Coin")) == ("dust box", "dust box")
    assert s.count("hand") == 1


def test_what_is_short_by_a_point_cannot_be_used() -> None:
    assert user("A").refused("use", "Girl")
    assert user("A", "B").can("use", "Girl")


def test_a_hand_that_pays_alone_leaves_the_power_in_place() -> None:
    s = user("A").put("Coin", "hand", type="event", ex=2, attributes=["sun"])
    s.act("use", "Girl")
    assert sorted(s.legal()) == ["designate Coin", "pay_with_power A"]
    s.pay("Coin").play_on()
    assert s.zone("A") == "on Girl"


def test_power_pays_for_its_own_bearer_only() -> None:
    s = power(user(), "Girl").put("Friend", "AF right")
    power(s, "Friend", "A", "B")
    assert s.refused("use", "Girl")


def test_power_does_not_pay_for_cards_of_the_hand() -> None:
    s = user("A", "B").put("New", "hand", cost={"any": 1}, ex=0)
    assert not s.can("enter", "New")


def test_power_pays_no_tax() -> None:
    s = table(player=1).put(
        "Girl", "AF left", abilities=[{"text": "tax_trash", "cost": {"any": 1}}]
    )
    power(s, "Girl", "A").end_turn()
    assert s.zone("Girl") == "dust box"


def test_power_pays_for_a_step() -> None:
    s = user("A", ability={"text": "step", "cost": {"sun": 1}})
    s.act("use", "Girl").act("pay with power", "A").choose("AF centre").play_on()
    assert (s.zone("Girl"), s.zone("A")) == ("AF centre", "dust box")


def test_a_designated_power_card_can_be_made_void() -> None:
    s = user("A", "B")
    s.put("Void", "enemy AF left", abilities=["void_payment"])
    s.act("use", "Girl").act("pay with power", "A").act("pay with power", "B")
    s.act("use", "Void", player=1).choose("A").play_on()
    assert (s.zone("A"), s.zone("B")) == ("dust box", "dust box")
    assert s.count("hand") == 0


def test_power_that_was_paid_stays_paid_when_the_bearer_goes() -> None:
    s = user("A", "B", "C")
    s.put("Kill", "enemy hand", type="event", abilities=["probe_discard"])
    s.act("use", "Girl").act("pay with power", "A").act("pay with power", "B")
    s.act("use", "Kill", player=1).choose("Girl").play_on()
    assert [s.zone(c) for c in ("Girl", "A", "B", "C")] == ["dust box"] * 4


# ---------------------------------------------------------------- leaving and moving


@pytest.mark.parametrize("way", ["probe_discard", "probe_bounce"])
def test_power_goes_to_its_owners_dust_box_with_the_character(way: str) -> None:
    s = user("A", "B").put("Event", "hand", type="event", abilities=[way])
    s.act("use", "Event").choose("Girl").play_on()
    assert (s.zone("A"), s.zone("B")) == ("dust box", "dust box")
    assert s.zone("Girl") != "AF left"


@pytest.mark.parametrize("pays", [True, False])
def test_power_of_a_captured_character_serves_its_user_and_goes_to_its_owner(pays: bool) -> None:
    s = table().put("Girl", "AF left", owner=1, abilities=[CHEAP])
    s.put("A", on="Girl", link="power", face_down=True, owner=1)
    s.put("Event", "hand", type="event", abilities=["probe_discard"])
    if pays:
        s.act("use", "Girl").act("pay with power", "A").play_on()
    else:
        s.act("use", "Event").choose("Girl").play_on()
    assert s.zone("A") == "enemy dust box"
    assert s.zone("Girl") == ("AF left" if pays else "enemy dust box")


def test_power_moves_with_the_character() -> None:
    s = user("A", ability="step")
    s.act("use", "Girl").choose("AF centre").play_on()
    assert (s.zone("Girl"), s.zone("A")) == ("AF centre", "on Girl")


def test_texts_of_power_cards_do_not_work() -> None:
    s = table().put("Girl", "AF left", ap=1)
    s.put(
        "A", on="Girl", link="power", face_down=True, abilities=[{"text": "penalty_mill", "n": 3}]
    )
    s.put("Event", "hand", type="event", abilities=["probe_discard"]).deck(size=10)
    s.act("use", "Event").choose("Girl").play_on()
    assert s.zone("A") == "dust box"
    assert s.count("deck") == 10


# ---------------------------------------------------------------- what is known, whole games


def test_only_the_setter_knows_a_power_card_until_it_pays() -> None:
    s = table("power_cards").put("Girl", "AF left").hand("A", "B").act("set as power", "A")
    assert s.knows(0, "A")
    assert not s.knows(1, "A")
    s = user("A", "B")
    assert not s.knows(1, "A")
    s.act("use", "Girl").act("pay with power", "A")
    assert s.knows(1, "A")


@pytest.mark.parametrize("deck", ["starter-moon", "sampler"])
def test_games_end_without_error_and_the_same_on_two_threads(deck: str) -> None:
    found = [
        tefuda.simulate(
            loaded(NAME), games=100, seed=2, decks=(deck, "starter-snow"), threads=threads
        )
        for threads in (1, 2)
    ]
    assert [result.errors for result in found] == [0, 0]
    assert found[0].trace_hash == found[1].trace_hash


def test_the_variant_conforms() -> None:
    assert check_ruleset(loaded(NAME), games=2, seed=3).games == 2


def test_without_power_cards_the_game_is_lycee() -> None:
    none, lycee = (
        tefuda.simulate(loaded(name), games=50, seed=3, decks=("starter-moon", "starter-snow"))
        for name in (f"{NAME}:power_limit=0", "lycee")
    )
    assert (none.decisions, none.wins) == (lycee.decisions, lycee.wins)


def test_the_command_line_compares_both(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", "lycee", NAME, "--games", "20", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["variants"][0]
    assert found["ruleset"] == NAME
    assert found["errors"] == 0
    changes = found["rule_changes"]
    assert [change["name"] for change in changes["parameters"]] == ["power_limit"]
    assert "start_turn" in [change["name"] for change in changes["procedures"]]
