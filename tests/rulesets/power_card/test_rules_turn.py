"""The turn and the parties: the clauses R7 to R9 that no ruling is about."""

from typing import Any

import pytest

from .table import Table

FAST = {"type": "fast"}
PROJECT = {"type": "project"}
#: The phases as the rules count them.
DRAW, INFLUENCE, MAIN, POWER_CARD, DISCARD = 1, 2, 3, 4, 5


def asked_by_phase(s: Table) -> dict[int, set[str]]:
    """Let everybody pass through a turn, and give what is asked in each phase."""
    found: dict[int, set[str]] = {}
    turn = s.game.turn
    while not s.over and s.game.turn == turn:
        phase = s.edit.game_variable("phase")
        assert isinstance(phase, int)
        found.setdefault(phase, set()).add(s.waiting_for or "")
        s.pass_() if s.can("pass") else s.choose(s.legal()[0].split()[-1])
    return found


def ready(**options: Any) -> Table:
    """Each player could answer at any time: a fast, and an effect with its price."""
    s = Table(**options)
    for side in ("", "enemy "):
        s.put(f"{side}Fast", f"{side}hand", **FAST)
        s.char(f"{side}D", f"{side}dominion", power=1, abilities=["raise_own"])
    return s


# ---------------------------------------------------------------- phases (R7)


def test_nobody_can_answer_in_the_draw_power_card_and_discard_phases() -> None:
    s = ready(player=1, stop_at=("response", "chance", "main"))
    for i in range(8):
        s.put(f"h{i}", "hand", type="project")
    s.end_turn()
    found = asked_by_phase(s)
    assert DRAW not in found
    assert INFLUENCE not in found
    assert {"main", "chance"} <= found[MAIN]
    assert found[POWER_CARD] == {"power_cards"}
    assert found[DISCARD] == {"discarded"}


def test_the_influence_phase_is_skipped_without_a_party() -> None:
    for party in (True, False):
        s = ready(player=1, influence_window=True, stop_at=("response", "main", "power_cards"))
        if party:
            s.char("Q", "EGO party")
        s.play_on(to="response" if party else "main", player=0)
        assert s.edit.game_variable("phase") == (INFLUENCE if party else MAIN)


def in_hand(s: Table, player: int = 0) -> Table:
    """A card of each kind that can be declared or set at once, and who bears and pays them."""
    place = "hand" if player == 0 else "enemy hand"
    s.char("D", "dominion" if player == 0 else "enemy dominion", power=2, abilities=["raise_own"])
    s.put("C", place).put("B", place, type="break").put("P", place, type="permanent")
    return s.put("J", place, **PROJECT).put("F", place, **FAST)


def test_the_turn_player_may_declare_everything_in_the_main_phase() -> None:
    s = in_hand(Table())
    assert set(s.legal()) == {
        "set_character C",
        "set_break B",
        "set_permanent P",
        "declare_project J",
        "declare_fast F",
        "use_effect D (raise_own)",
        "attack D",
        "pass",
    }


def test_projects_and_permanents_are_declared_and_resolve() -> None:
    s = in_hand(Table()).act("set permanent", "P").play_on()
    assert s.zone("P") == "on D"
    s.act("break with", "B").choose("D").play_on()
    assert s.zone("B") == "on D"
    s.act("declare", "J").play_on()
    assert s.zone("J") == "discard"


def test_the_other_player_only_responds_with_fasts_effects_and_guards() -> None:
    s = in_hand(Table(end_window=False), 1).char("A", power=2)
    while s.player != 1:
        s.act("attack", "A")
    assert set(s.legal()) == {"guard D", "pass"}
    s.pass_()
    assert s.player == 1
    assert set(s.legal()) == {"declare_fast F", "use_effect D (raise_own)", "pass"}
    s.pass_()
    assert s.player == 0
    s.pass_()
    assert s.edit.game_variable("phase") == POWER_CARD


def test_the_turn_player_ends_the_main_phase() -> None:
    s = Table(stop_at=("power_cards",)).char("D", power=1)
    assert s.can("attack", "D")
    s.pass_()
    assert (s.waiting_for, s.edit.game_variable("phase")) == ("power_cards", POWER_CARD)
    s.refused("attack", "D")


@pytest.mark.parametrize(("cards", "asked"), [(7, False), (8, True)])
def test_only_a_hand_over_the_limit_is_discarded_from(cards: int, asked: bool) -> None:
    s = Table()
    for i in range(cards):
        s.put(f"h{i}", "hand", type="project")
    assert (DISCARD in asked_by_phase(s)) == asked
    assert s.count("hand") == 7


@pytest.mark.parametrize(
    "text",
    ["shield", "unaffected_by_projects", {"text": "protect", "faction": "ego"}, "takes_no_mental"],
)
@pytest.mark.parametrize("place", ["EGO party", "dominion"])
def test_skills_and_texts_work_in_the_dominion_only(text: Any, place: str) -> None:
    damage = "deal_mental_damage" if text == "takes_no_mental" else "damage_everyone"
    rain = {"n": 9} if damage == "damage_everyone" else {}
    s = (
        Table()
        .char("Q", place, mind=1, endurance=1, abilities=[text])
        .char("P", power=1, endurance=10)
    )
    s.put("J", "hand", **PROJECT, variable=True, abilities=[{"text": damage, **rain}])
    s.act("declare", "J")
    s.choose("Q", 1) if not rain else s.choose(0)
    s.play_on()
    assert s.zone("Q") == ("dominion" if place == "dominion" else "discard")


@pytest.mark.parametrize("place", ["EGO party", "dominion"])
def test_texts_about_others_work_in_the_dominion_only(place: str) -> None:
    texts = ["powerless_negated", "breaks_of_machines_return", "hand_limit_always_holds"]
    s = Table(stop_at=("guarding",)).char("Q", place, abilities=texts).char("A", power=1)
    s.char("G", "enemy dominion", abilities=["intercept"])
    s.act("attack", "A")
    assert s.can("guard", "G") == (place == "EGO party")
    s = Table().char("Q", place, power=1, abilities=texts).char("Droid", icons=["android"])
    s.put("B", "hand", type="break", icons=["android"])
    s.put("Kill", "hand", **PROJECT, abilities=["discard_character"])
    s.act("break with", "B").choose("Droid").play_on()
    s.act("declare", "Kill").choose("Droid").play_on()
    assert s.zone("B") == ("discard" if place == "EGO party" else "hand")
    s = Table(player=1).char("Q", place, abilities=texts)
    for i in range(7):
        s.put(f"h{i}", "hand", type="project")
    s.play_on(to="discarded", player=0)
    assert s.edit.game_variable("phase") == (DISCARD if place == "EGO party" else DRAW)


def test_in_battle_the_skills_of_an_active_character_work() -> None:
    for skills in (["initiative"], []):
        s = Table().char("A", power=1, attack=3, endurance=2)
        s.char("Q", "EGO party", endurance=3, abilities=skills)
        s.act("attack own", "A").choose("Q").play_on()
        assert s.zone("A") == "discard"
        assert s.zone("Q") == ("EGO party" if skills else "discard")


# ---------------------------------------------------------------- parties (R8)


def test_a_covered_character_keeps_its_power_and_permanents() -> None:
    s = (
        Table()
        .char("P", "EGO party", power=2)
        .put("Gear", on="P", link="permanents", type="permanent")
    )
    s.put("Q", "hand", mind=9).act("set", "Q").end_turn().end_turn()
    assert s.cards("EGO party") == ["Q", "P"]
    assert s.power("P") == 2
    assert s.zone("Gear") == "on P"


@pytest.mark.parametrize("faction", ["ego", "wiz"])
def test_the_owner_chooses_the_party_of_a_character_of_two_factions(faction: str) -> None:
    s = Table().put("Q", "hand", factions=["ego", "wiz"]).act("set", "Q")
    assert (s.waiting_for, s.player) == ("party", 0)
    s.choose(faction)
    assert s.zone("Q") == f"{faction.upper()} party"
    s = Table().char("A", power=1, attack=1).put("Q", "enemy deck", factions=["ego", "wiz"])
    s.act("attack", "A")
    assert (s.waiting_for, s.player) == ("party", 1)
    s.choose(faction)
    assert s.zone("Q") == f"enemy {faction.upper()} party"


def test_a_break_of_another_faction_moves_the_character_out_of_its_party() -> None:
    s = Table().char("Q", "EGO party").put("B", "hand", type="break", factions=["wiz"])
    s.put("J", "hand", **PROJECT, factor={"wiz": 1})
    assert not s.can("declare", "J")
    s.act("break with", "B").choose("Q").play_on()
    assert s.zone("Q") == "dominion"
    assert s.can("declare", "J")


# ---------------------------------------------------------------- charging (R9)


def test_charging_from_an_empty_deck_is_impossible_and_loses_nothing() -> None:
    s = Table(stop_at=("power_cards",)).deck(size=0).char("D", abilities=["charge"]).phase()
    s.refused("charge_power")
    s.pass_()
    assert not s.over


@pytest.mark.parametrize(("place", "charges"), [("EGO party", False), ("dominion", True)])
def test_only_who_was_in_the_dominion_before_the_phase_charges(place: str, charges: bool) -> None:
    s = Table(stop_at=("power_cards",)).char("Q", place, mind=1, abilities=["charge"]).char("D")
    s.phase()
    assert s.can("charge") == charges
    if not charges:
        # Filled, it is dominated when the phase ends, and charges in the next one.
        s = Table().char("Q", "EGO party", mind=0, abilities=["charge"]).char("D").phase()
        assert not s.can("charge")
        s.end_turn().end_turn().phase()
        assert s.zone("Q") == "dominion"
        assert s.can("charge")


@pytest.mark.parametrize("cards", [0, 1, 2, 3])
def test_the_more_power_is_set_the_more_attacks_the_next_main_phase_has(cards: int) -> None:
    s = Table("power_cards", stop_at=("power_cards",)).char("D", attack=1)
    for i in range(cards):
        s.put(f"h{i}", "hand", type="project")
    for i in range(cards):
        s.act("set as power", f"h{i}")
    s.end_turn().end_turn().play_on(to="main", player=0)
    for _ in range(cards):
        s.act("attack", "D").play_on()
    assert not s.can("attack", "D")
    assert s.count("enemy damage") == cards


def test_both_players_see_how_many_cards_were_set_and_from_where() -> None:
    s = Table().char("D", mind=4, abilities=["charge"])
    s.put("H", "hand", type="project").put("Top", "deck").phase()
    s.act("set as power", "H").act("charge")
    for player in (0, 1):
        view = s.game.view(player)
        (shown,) = view.zone(0, "dominion").cards
        assert len(shown.attached["power"]) == 2
        log = " ".join(str(event) for event in s.game.log(player))
        assert ("Top" in log, view.zone(0, "deck").count) == (False, s.count("deck"))
    assert [card.number for card in shown.attached["power"]] == [None, None]
