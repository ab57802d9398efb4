"""The phase added to another ruleset by a change of one file: setting, paying, leaving."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import tefuda
from tefuda.editor import GameEditor
from tefuda.plugins.cli.group import main
from tefuda.testing import Scenario, check_ruleset

from ...loaded import loaded

ROOT = Path(__file__).resolve().parents[3]
CHANGE = ROOT / "examples" / "power_cards_for_set_extract.py"
PROBE = str(Path(__file__).parents[1] / "set_extract" / "probe.py")
NAME = "set_extract+power_nodes"

pytestmark = pytest.mark.skipif(not CHANGE.is_file(), reason="takes the folder of examples")


def table(at: str | None = "main", nodes: int = 0, **options: Any) -> Scenario:
    s = Scenario(
        f"{NAME}+probe",
        at=at,
        plugins=[str(CHANGE), PROBE],
        defaults={"attack": 1, "toughness": 3},
        filler={"attack": 1, "toughness": 1},
        **options,
    )
    for number in range(nodes):
        s.put(f"node {number}", "nodes")
    return s


def powered(*cards: str, **options: Any) -> Scenario:
    """A character with power cards under it, and a command for a point."""
    s = table(**options).put("Knight", "field")
    for card in cards:
        s.put(card, on="Knight", link="power", face_down=True, known_to=0)
    text = {"text": "p_draw", "n": 1}
    return s.put("C", "hand", type="command", abilities=[text], toughness=0, cost=1)


@pytest.mark.parametrize("limit", [0, 1, 2])
def test_cards_are_set_at_the_start_of_the_turn_up_to_the_limit(limit: int) -> None:
    s = table("power_cards", power_limit=limit) if limit else table(power_limit=limit)
    s.put("Knight", "field").put("Theirs", "enemy field").hand("A", "B", "C")
    for card in "ABC"[:limit]:
        s.act("set as power", card)
    assert s.hanging_on("Knight") == list("ABC"[:limit])
    assert not s.can("set as power", "C")
    for card in "ABC"[:limit]:
        assert (s.knows(0, card), s.knows(1, card)) == (True, False)


def test_a_power_card_pays_where_no_node_can_and_goes_to_the_underworld() -> None:
    assert not powered().can("play_command", "C")
    s = powered("A").act("play_command", "C")
    assert s.zone("A") == "underworld"


@pytest.mark.parametrize("spends", [True, False])
def test_beside_nodes_a_player_may_spend_a_power_card(spends: bool) -> None:
    s = powered("A", nodes=1).act("play_command", "C").choose("yes" if spends else "no")
    assert s.zone("A") == ("underworld" if spends else "on Knight")


def test_power_cards_go_to_the_underworld_with_their_character() -> None:
    s = powered("A", "B", nodes=1)
    text = {"text": "p_remove", "stage": "discard"}
    s.put("Kill", "hand", type="command", toughness=0, abilities=[text])
    s.act("play_command", "Kill").play_on()
    assert [s.zone(card) for card in ("Knight", "A", "B")] == ["underworld"] * 3


def test_in_games_power_cards_lie_under_cards_of_the_field_alone() -> None:
    rules = loaded(NAME, str(CHANGE))
    found = 0
    for number in range(30):
        game = rules.new_game(seed=5, number=number, decks=("curios", "relics"))
        while not game.over:
            game.apply(game.legal_actions[3 * game.decisions % len(game.legal_actions)])
        editor = GameEditor(game)
        hosts = [editor.host(card) for card in range(len(game.tables.cards))]
        under = {host for host, link in filter(None, hosts) if link == "power"}
        for card in under:
            while above := hosts[card]:
                card = above[0]
            where = editor.where(card)
            assert where is not None
            assert where[1] == "field"
        found += len(under)
    assert found > 10


@pytest.mark.parametrize("deck", ["lakeside", "curios"])
def test_games_end_without_error_and_the_same_on_two_threads(deck: str) -> None:
    rules = loaded(NAME, str(CHANGE))
    one, two = (
        tefuda.simulate(rules, games=100, seed=2, decks=(deck, "relics"), threads=threads)
        for threads in (1, 2)
    )
    assert [one.errors, two.errors] == [0, 0]
    assert one.trace_hash == two.trace_hash


def test_without_power_cards_the_game_is_the_old_one() -> None:
    none, plain = (
        tefuda.simulate(rules, games=50, seed=3)
        for rules in (loaded(f"{NAME}:power_limit=0", str(CHANGE)), loaded("set_extract"))
    )
    assert (none.decisions, none.wins) == (plain.decisions, plain.wins)


def test_the_variant_conforms() -> None:
    assert check_ruleset(loaded(NAME, str(CHANGE)), games=2, seed=3).games == 2


def test_the_command_line_compares_both(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["compare", "set_extract", NAME, "--plugin", str(CHANGE), "--games", "20", "--json"]
    assert main(command) == 0
    found = json.loads(capsys.readouterr().out)["variants"][0]
    assert found["errors"] == 0
    changes = found["rule_changes"]
    assert [change["name"] for change in changes["parameters"]] == ["power_limit"]
    assert {"begin_turn", "pay", "purse"} <= {change["name"] for change in changes["procedures"]}


def test_neither_knows_of_the_other() -> None:
    """The change imports the game it changes and the phase, and those import no game."""
    change = CHANGE.read_text("utf-8")
    assert "rulesets.power_card" not in change
    assert "rulesets.lycee" not in change
    rulesets = Path(str(tefuda.__file__)).parent / "rulesets"
    files = list(rulesets.rglob("*.py"))
    assert rulesets / "power_phase.py" in files
    for file in files:
        if "power" not in str(file.relative_to(rulesets)):
            assert "rulesets.power_phase" not in file.read_text("utf-8"), file
    assert "tefuda.rulesets" not in (rulesets / "power_phase.py").read_text("utf-8")
