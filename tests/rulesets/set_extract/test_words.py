"""What cards, zones and states are (V3, V5, V6)."""

from __future__ import annotations

import pytest

from .table import Table

ZONES = ("deck", "hand", "field", "nodes", "underworld", "excluded", "play area")


@pytest.mark.parametrize(
    ("kind", "verb"),
    [("character", "play_character"), ("spell", "play_spell"), ("command", "play_command")],
)
def test_each_kind_of_card_is_played_by_its_own_action(kind, verb):
    s = Table().put("X", "hand", type=kind, toughness=1)
    verbs = {"play_character", "play_spell", "play_command"}
    assert {one for one in verbs if s.can(one, "X")} == {verb}
    s.act(verb, "X").play_on()
    assert s.zone("X") == ("field" if kind == "character" else "underworld")


def test_a_card_has_what_is_printed_on_it():
    s = Table().put("N33", "field").put("N66", "field")
    words = ("nodes", "cost", "graze", "attack", "toughness", "upkeep")
    assert [s.value("N33", word) for word in words] == [5, 3, 5, 5, 6, 0]
    assert [s.value("N66", word) for word in words] == [4, 2, 1, 4, 4, 1]


def test_each_player_has_one_of_each_zone_and_half_of_the_field():
    s = Table(nodes=0)
    for zone in ZONES:
        for player in ("", "enemy "):
            s.put(f"{player}{zone}", f"{player}{zone}")
    for zone in ZONES:
        assert f"{zone}" in s.cards(zone)
        assert f"enemy {zone}" in s.cards(f"enemy {zone}")
        assert f"enemy {zone}" not in s.cards(zone)


def test_face_orientation_and_removal_are_apart():
    """A card that lies face down, asleep, keeps both while it is being discarded."""
    s = Table().put("X", "field", face_down=True, asleep=True, guise=2, disguised=True)
    s.put("W", "field", abilities=["p_draws_on_waking"])
    s.command("C", {"text": "p_remove", "stage": "discard"}).do("C", "X")
    assert s.windows()[-1] == ("was_discarded", "X")
    assert s.timings("woke") == []
    assert s.zone("X") == "underworld"
    assert s.knows(0, "X")
