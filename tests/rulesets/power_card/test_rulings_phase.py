"""Rulings on the power card phase, one test each, named after their numbers."""

import pytest

from .table import Table

CARD_KINDS = ("character", "break", "permanent", "project", "fast")


@pytest.mark.parametrize("kind", CARD_KINDS)
def test_A001_set_from_hand(kind: str) -> None:
    s = Table("power_cards").char("D").put("H", "hand", type=kind)
    s.act("set as power", "H").choose("D")
    assert s.zone("H") == "on D"
    assert s.power("D") == 1
    assert s.count("hand") == 0


def test_A002_only_in_this_phase() -> None:
    s = Table().char("D").put("H", "hand")
    s.refused("set_power", "H")


def covered(at: str = "power_cards") -> Table:
    """P is covered by Q, both with room."""
    return Table(at).char("P", "EGO party").char("Q", "EGO party").put("H", "hand")


def test_A003_active_receiver() -> None:
    s = covered()
    s.act("set as power", "H").choose("Q")
    assert s.power("Q") == 1


def test_A004_covered_receiver() -> None:
    s = covered().char("D")
    s.act("set as power", "H")
    assert set(s.legal("receiver")) == {"D", "Q"}


def test_A005_opponent_receiver() -> None:
    s = Table("power_cards").put("H", "hand")
    s.char("Theirs", "enemy dominion").char("Active", "enemy EGO party")
    s.refused("set_power", "H")


def test_A007_many_receivers() -> None:
    s = Table("power_cards").char("D1", power=1).char("D2", mind=2).char("Q", "EGO party", mind=1)
    s.hand(*(f"h{i}" for i in range(5)))
    for card, on in (("h0", "D1"), ("h1", "D1"), ("h2", "D2"), ("h3", "D2"), ("h4", "Q")):
        s.act("set as power", card).choose(on)
    assert (s.power("D1"), s.power("D2"), s.power("Q")) == (3, 2, 1)
    assert s.count("hand") == 0


def test_A008_setting_is_optional() -> None:
    s = Table("power_cards").char("D").hand("a", "b", "c")
    s.pass_()
    assert s.count("hand") == 3
    assert s.power("D") == 0


@pytest.mark.parametrize("k", range(5))
def test_A010_charge_amounts(k: int) -> None:
    s = Table().char("D", abilities=[{"text": "charge", "x": 4}]).char("E")
    s.phase()
    deck = s.count("deck")
    for i in range(k):
        s.act("charge").choose("D" if i < 3 else "E")
    s.pass_()
    assert s.count("deck") == deck - k
    assert s.power("D") + s.power("E") == k


def test_A011_charge_ceiling() -> None:
    s = Table().char("D", mind=6, abilities=[{"text": "charge", "x": 4}]).phase()
    for _ in range(4):
        assert s.can("charge")
        s.act("charge")
    s.refused("charge_power")


def test_A013_charge_onto_an_active_character() -> None:
    s = Table().char("D", abilities=["charge"]).char("Q", "EGO party", mind=1).phase()
    s.act("charge").choose("Q").pass_()
    assert s.zone("Q") == "dominion"
    assert s.power("Q") == 1


def test_A014_charge_ignores_hand_only_limits_of_source() -> None:
    s = Table().char("D1", mind=0, abilities=["charge"]).char("D2", mind=0, abilities=["charge"])
    s.char("Third", mind=2).phase()
    s.act("charge").act("charge")
    assert s.power("Third") == 2


def test_A016_charge_by_a_character_broken_in_the_main_phase() -> None:
    s = Table().char("D").char("Q", "EGO party")
    s.put("B", "hand", type="break", factor={"ego": 1}, abilities=["charge"])
    s.act("break with", "B").choose("Q").phase()
    assert s.zone("Q") == "dominion"
    assert s.can("charge")


def test_A017_no_taking_back() -> None:
    s = Table("power_cards").char("D").hand("H", "I")
    s.act("set as power", "H").choose("D")
    assert set(s.legal()) == {"set_power I", "pass"}


def test_A019_instant_of_domination() -> None:
    s = Table("power_cards").char("Q", "EGO party", power=1, mind=2).char("D").hand("a", "b")
    s.act("set as power", "a").choose("Q")
    assert s.zone("Q") == "EGO party"
    s.act("set as power", "b").choose("D")
    s.play_on(player=1)
    assert s.zone("Q") == "dominion"


def test_A020_partial_power_stays() -> None:
    s = Table("power_cards").char("Q", "EGO party").hand("a")
    s.act("set as power", "a").choose("Q").end_turn().end_turn()
    assert s.zone("Q") == "EGO party"
    assert s.power("Q") == 1


def test_A022_mind_0_moves_alone() -> None:
    s = Table("power_cards", stop_at=("power_cards",)).char("Q", "EGO party", mind=0)
    s.pass_()
    assert s.zone("Q") == "dominion"


def test_A023_mind_0_takes_nothing() -> None:
    s = Table("power_cards").char("Q", "EGO party", mind=0).char("D", mind=0).hand("H")
    s.refused("set_power", "H")


def test_A025_dominated_below_mind_stays() -> None:
    s = Table().char("D", mind=4)
    for _ in range(4):
        s.end_turn()
    assert s.zone("D") == "dominion"


def test_A026_no_voluntary_retreat_or_discard() -> None:
    s = Table().char("D")
    assert s.legal() == ["pass"]
    s.end_turn()
    assert s.zone("D") == "dominion"


def test_A202_no_setting_in_the_other_players_phase() -> None:
    s = Table("power_cards", player=1, stop_at=("power_cards",)).char("D").hand("H")
    s.put("Theirs", "enemy dominion").hand("G", player=1)
    assert s.player == 1
    s.refused("set_power", "H")


def test_A203_hand_only() -> None:
    s = Table().char("D", abilities=[{"text": "charge", "x": 2}]).put("H", "hand", type="project")
    s.phase()
    deck = s.count("deck")
    s.act("set as power", "H").choose("D").pass_()
    assert s.count("deck") == deck
    assert s.power("D") == 1


def test_A205_charge_respects_the_mind() -> None:
    s = Table(stop_at=("power_cards",))
    s.char("D", mind=1, power=1, abilities=[{"text": "charge", "x": 2}]).phase()
    deck = s.count("deck")
    s.refused("charge_power")
    assert s.count("deck") == deck


def test_A206_charge_on_others_and_covered_characters() -> None:
    s = Table(stop_at=("power_cards",)).char("D", mind=0, abilities=["charge"])
    s.char("Theirs", "enemy dominion").char("Active", "enemy EGO party")
    s.char("P", "EGO party").char("Q", "EGO party", mind=0).phase()
    s.refused("charge_power")


def test_A208_both_ways_share_one_ceiling() -> None:
    s = Table(stop_at=("power_cards",)).char("D", abilities=[{"text": "charge", "x": 2}])
    for card in ("a", "b", "c"):
        s.put(card, "hand", type="project")
    s.phase()
    s.act("set as power", "a").act("set as power", "b").act("charge")
    assert s.power("D") == 3
    s.refused("set_power", "c")
    s.refused("charge_power")


def test_A209_active_characters_of_several_factions() -> None:
    s = Table("power_cards", stop_at=("power_cards",)).hand("a", "b", "c")
    for faction in ("ego", "wiz", "dar"):
        s.char(faction, f"{faction.upper()} party", mind=2, factions=[faction])
    for card, on in (("a", "ego"), ("b", "wiz"), ("c", "dar")):
        s.act("set as power", card).choose(on)
    s.pass_()
    for faction in ("ego", "wiz", "dar"):
        assert s.power(faction) == 1
        assert s.zone(faction) == f"{faction.upper()} party"


def test_A211_the_limit_is_per_turn() -> None:
    s = Table("power_cards", stop_at=("power_cards",))
    s.char("P", "EGO party", mind=0).char("Q", "EGO party", mind=1, power=1)
    s.pass_()
    assert s.zone("Q") == "dominion"
    assert s.zone("P") == "EGO party"
    s.end_turn().end_turn()
    s.play_on(player=1)
    assert s.zone("P") == "dominion"


def test_A212_mind_0_set_this_turn() -> None:
    s = Table().put("Q", "hand", mind=0)
    s.act("set", "Q").end_turn()
    assert s.zone("Q") == "dominion"


def test_A214_spent_power_keeps_the_dominion() -> None:
    s = Table().char("D", mind=2, power=2).put("H", "hand", type="project")
    s.put("I", "hand", type="project")
    s.act("attack", "D").phase()
    assert s.zone("D") == "dominion"
    s.act("set as power", "H")
    assert s.power("D") == 2
    s.refused("set_power", "I")


def test_A215_no_shifting_of_set_cards() -> None:
    s = Table("power_cards").char("D1", power=2).char("D2", mind=2).hand("H")
    assert set(s.legal()) == {"set_power H", "pass"}


def test_A218_break_and_the_one_per_party_limit() -> None:
    for counts in (False, True):
        s = Table(break_counts_as_domination=counts)
        s.char("D").char("P", "EGO party", mind=1, power=1).char("Q", "EGO party")
        s.put("B", "hand", type="break", factor={"ego": 1})
        s.act("break with", "B").choose("Q").end_turn()
        assert s.zone("Q") == "dominion"
        assert s.zone("P") == ("EGO party" if counts else "dominion")


def test_A220_no_way_back() -> None:
    s = Table().char("D", power=1).hand("H")
    seen = set()
    while s.game.turn_player == 0 and not s.over:
        seen |= {option.split()[0] for option in s.legal()}
        s.pass_() if s.can("pass") else s.choose(s.legal()[0].split()[-1])
    assert seen <= {"set_character", "attack", "set_power", "pass", "guard"}
    assert s.zone("D") == "dominion"
