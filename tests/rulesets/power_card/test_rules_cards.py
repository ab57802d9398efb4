"""Cards, decks, places and setting up: the clauses R2 to R6 that no ruling is about."""

from collections.abc import Mapping
from typing import Any

import pytest

import tefuda
from tefuda.cards import CardData
from tefuda.decks import make_deck, problems, read_decks
from tefuda.errors import DeckError
from tefuda.playing import Results, play_games
from tefuda.rulesets.power_card.vocabulary import CardType, Faction, Icon

from ...loaded import loaded
from .table import Table

FAST = {"type": "fast"}
PROJECT = {"type": "project"}
RAIN = {**PROJECT, "abilities": [{"text": "damage_everyone", "n": 9}]}


def pool() -> Mapping[str, CardData]:
    """Give the cards of the ruleset by number."""
    ruleset = loaded("power_card")
    return {number: ruleset.pool[number] for number in ruleset.pool.numbers}


# ---------------------------------------------------------------- terms (R2)


def test_each_player_owns_the_cards_of_one_deck() -> None:
    ruleset = loaded("power_card")
    game = ruleset.new_game(decks=("white", "black"), seed=3)
    for player, deck in enumerate(("white", "black")):
        zones = [zone for zone in game.view(player).zones if zone.player == player]
        assert sum(zone.count for zone in zones) == 40
        hand = game.view(player).zone(player, "hand").cards
        assert {card.owner for card in hand} == {player}
        assert {card.number for card in hand} <= set(ruleset.decks[deck].cards)


def test_there_are_five_kinds_of_card() -> None:
    assert [kind.name for kind in CardType] == [
        "CHARACTER",
        "BREAK",
        "PERMANENT",
        "PROJECT",
        "FAST",
    ]
    assert {card.words["type"] for card in pool().values()} == set(CardType)


@pytest.mark.parametrize("faction", Faction, ids=lambda faction: faction.name)
def test_each_faction_and_none_has_a_party(faction: Faction) -> None:
    s = Table().put("Q", "hand", factions=[faction.name.lower()]).act("set", "Q")
    assert s.zone("Q") == f"{faction.name} party"
    s = Table().put("Q", "hand", factions=[]).act("set", "Q")
    assert s.zone("Q") == "NONE party"


def test_only_characters_on_the_field_are_hit_by_what_hits_all() -> None:
    places = {
        "dominion": "discard",
        "EGO party": "discard",
        "enemy dominion": "enemy discard",
        "enemy EGO party": "enemy discard",
    }
    places |= {place: place for place in ("hand", "damage", "removed", "enemy deck", "enemy hand")}
    s = Table().put("Rain", "hand", **RAIN)
    for place in places:
        s.put(f"in {place}", place)
    s.act("declare", "Rain")
    assert {place: s.zone(f"in {place}") for place in places} == places


def test_the_controller_is_the_player_in_whose_territory_a_character_stands() -> None:
    s = Table().char("Theirs", owner=1, power=1).put("Rain", "hand", **RAIN)
    s.act("attack", "Theirs")
    assert s.count("enemy damage") == 2
    s.act("declare", "Rain")
    assert s.zone("Theirs") == "enemy discard"


# ---------------------------------------------------------------- anatomy (R3)


def test_a_character_card_has_its_printed_numbers_icons_and_name() -> None:
    card = pool()["AQ3-0185"]
    s = Table().char("AQ3-0185")
    assert [s.value("AQ3-0185", word) for word in ("mind", "attack", "endurance")] == [0, 4, 4]
    assert card.words["icons"] == 1 << Icon.MACHINE
    assert card.words["factions"] == 1 << Faction.ERA
    assert card.words["person"] != 0


@pytest.mark.parametrize(
    ("factor", "power", "target", "legal"),
    [(3, 1, 2, True), (2, 1, 2, False), (3, 0, 2, False), (3, 1, 9, False)],
    ids=["all there", "factor short", "cost short", "another person"],
)
def test_a_break_needs_factor_cost_and_condition(
    factor: int, power: int, target: int, legal: bool
) -> None:
    s = Table().put("AQ3-0021", "hand")
    s.char("Target", person=target, icons=["cyborg"], power=power, factions=["wiz"])
    for i in range(factor):
        s.char(f"F{i}")
    assert s.can("break with", "AQ3-0021") == legal


def test_a_character_has_one_kind_of_attack_printed() -> None:
    both = {"attack", "mental"}
    printed = [{word for word in both if card.words.get(word)} for card in pool().values()]
    assert both not in printed
    assert {"mental"} in printed


def test_skills_are_words_of_cards_some_with_a_number() -> None:
    uses = {use.text: use.words for use in pool()["AQ3-0008"].abilities}
    assert uses == {"aggressive": {}, "draw": {"x": 1}}
    s = Table(player=1).char("AQ3-0008", "EGO party").char("D", abilities=["draw"])
    deck = s.count("deck")
    s.end_turn()
    assert [card for _, card in s.timings("attack_declared")] == ["AQ3-0008"]
    assert deck - s.count("deck") == 1 + 1 + s.value("AQ3-0008", "attack")


@pytest.mark.parametrize("power", [0, 1])
def test_an_effect_has_a_price_and_other_texts_are_not_declared(power: int) -> None:
    s = Table().char("D", power=power, abilities=[{"text": "raise_own", "attack": 1}])
    s.char("Passive", power=1, abilities=["pays_for_machines", "charge"])
    assert s.can("use effect", "D") == (power == 1)
    s.refused("use_effect", "Passive")
    if power:
        s.act("use effect", "D").play_on()
        assert (s.power("D"), s.value("D", "attack")) == (0, 3)


def test_male_and_female_icons_differ() -> None:
    for icon, legal in (("student", True), ("student_male", False)):
        s = Table().char("D", icons=["student"]).put("B", "hand", type="break", icons=[icon])
        assert s.can("break with", "B") == legal
    male = {icon.name for icon in Icon if icon.name.endswith("_MALE")}
    assert {name.removesuffix("_MALE") for name in male} <= {icon.name for icon in Icon}


@pytest.mark.parametrize("icon", ["machine", "android", "student"])
def test_a_gained_icon_is_one_like_those_that_are_printed(icon: str) -> None:
    s = Table().char("D", power=1, icons=[], abilities=["gain_icon"])
    s.char("Commander", power=1, abilities=["pays_for_machines"])
    s.put("Ban", "hand", **FAST, lasts="turn", abilities=["machines_cannot_attack"])
    s.act("use effect", "D").play_on(to="choose_icon").choose(icon)
    assert s.power("D") == 0
    assert s.can("attack", "D") == (icon != "student")
    s.act("declare fast", "Ban").play_on()
    assert s.can("attack", "D") == (icon == "android")


# ---------------------------------------------------------------- decks (R4)


@pytest.mark.parametrize(("least", "most", "legal"), [(40, 60, True), (60, 60, False)])
def test_the_size_of_decks_is_a_parameter(least: int, most: int, legal: bool) -> None:
    ruleset = tefuda.load(f"power_card:deck_min={least},deck_max={most}")
    if legal:
        assert ruleset.pair(("white", "black"))
    else:
        with pytest.raises(DeckError, match="40 cards, expected exactly 60"):
            ruleset.pair(("white", "black"))


def test_where_the_sizes_of_decks_leave_none_it_is_said() -> None:
    with pytest.raises(DeckError, match="no deck is legal: deck_min 64, expected deck_max 40"):
        tefuda.load("power_card:deck_min=64").pair(("white", "black"))


def test_a_deck_may_mix_factions_and_kinds() -> None:
    ruleset = loaded("power_card")
    mixed = sorted(pool())[::4][:40]
    assert len({card.words["type"] for card in map(pool().get, mixed) if card}) == len(CardType)
    parameters = {name: p.default for name, p in ruleset.rules.parameters.items()}
    assert problems(make_deck(mixed), ruleset.rules, ruleset.pool, parameters) == []


def test_a_deck_has_no_sideboard(tmp_path: Any) -> None:
    file = tmp_path / "deck.json"
    file.write_text('{"name": "d", "cards": {"AQ3-0003": 4}, "sideboard": {"AQ3-0004": 1}}')
    with pytest.raises(DeckError, match="sideboard"):
        read_decks(file)


# ---------------------------------------------------------------- places (R5)


@pytest.mark.parametrize("place", ["damage", "discard", "enemy damage", "enemy discard"])
def test_damage_and_discarded_cards_lie_open(place: str) -> None:
    s = Table().put("Open", place)
    assert s.knows(0, "Open")
    assert s.knows(1, "Open")
    assert s.count(place) == 1


def test_the_order_of_the_discard_pile_has_no_effect() -> None:
    found = []
    for order in (("P", "Q"), ("Q", "P")):
        s = Table().char("AQ3-0017", lone=True, power=3)
        for card in order:
            s.put(card, "discard", type="permanent", factor={"ego": 1})
        s.act("use effect", "AQ3-0017")
        found.append(sorted(s.legal("target")))
        s.choose("P").play_on()
        assert s.zone("P") == "hand"
    assert found[0] == found[1] == ["P", "Q"]


# ---------------------------------------------------------------- setting up (R6)


def test_decks_are_shuffled() -> None:
    ruleset = loaded("power_card")
    hands = set()
    for seed in range(8):
        hand = ruleset.new_game(decks=("white", "black"), seed=seed).view(0).zone(0, "hand")
        assert hand.count == 7
        hands.add(tuple(sorted(str(card.number) for card in hand.cards)))
    assert len(hands) == 8


def test_either_player_begins_as_often() -> None:
    ruleset = loaded("power_card")
    match = ruleset.match("white", "white")
    results = Results(2000)
    play_games(match.program, match, 7, 0, 2000, results)
    assert 900 < sum(results.first) < 1100


def test_resist_and_wards_name_the_enemies_of_their_factions() -> None:
    enemies = {"EGO": "KYO", "KYO": "ERA", "ERA": "EGO", "ARA": "WIZ", "WIZ": "DAR", "DAR": "ARA"}
    found = {}
    for number, card in pool().items():
        if not number.startswith("AQ3-"):
            continue
        for ability in card.abilities:
            if ability.text in ("bearer_protected", "chosen_faction_unaffected"):
                named = Faction(ability.arguments["faction"])
            elif ability.text == "resist":
                named = Faction(ability.words["against"].bit_length() - 1)
            else:
                continue
            own = next(f for f in Faction if card.words["factions"] >> f & 1)
            found[own.name] = named.name
            assert enemies[own.name] == named.name, number
    assert found == enemies
