"""Rulings on drawing, the influence phase, discarding, damage and decks, named by number."""

from tefuda.cards import CardPool, Schema
from tefuda.decks import make_deck, problems
from tefuda.rulesets.power_card import rules

from .table import Table

DRAW = {"text": "draw", "x": 1}


def before_own_turn(**options: object) -> Table:
    """The other player's main phase, after which player 0 has a turn."""
    return Table(player=1, **options)


def drawn(s: Table) -> int:
    """Give how many cards player 0 draws at the beginning of the next turn."""
    before = s.count("deck")
    s.end_turn()
    return before - s.count("deck")


def test_A028_base_draw() -> None:
    assert drawn(before_own_turn()) == 1


def test_A029_draw_plus_1() -> None:
    assert drawn(before_own_turn().char("D", abilities=[DRAW])) == 2


def test_A031_draw_sums() -> None:
    s = before_own_turn().char("D", abilities=[DRAW]).char("E", abilities=[DRAW])
    s.char("Active", "EGO party", abilities=[DRAW])
    assert drawn(s) == 3


def test_A032_draw_is_compulsory() -> None:
    s = before_own_turn().deck(size=3)
    assert drawn(s) == 1


def test_A034_draw_from_nothing() -> None:
    s = before_own_turn().deck(size=0)
    s.end_turn()
    assert s.winner == 1
    assert s.outcome == "decked_out"


def test_A035_no_draw_no_loss() -> None:
    s = before_own_turn().deck(size=0).char("D", abilities=[{"text": "draw", "x": -1}])
    s.end_turn()
    assert not s.over
    assert s.game.turn_player == 0


def found_in(*names: str) -> list[str]:
    """Say what is wrong with a deck of 40 that begins with cards of these full names."""
    schema = Schema(rules)
    words = {"type": "project", "factions": ["ego"]}
    cards = [
        schema.read({"number": f"N{i}", "name": name, "words": words}, "test")
        for i, name in enumerate((*names, *(f"Other {i}" for i in range(40 - len(names)))))
    ]
    parameters = {name: p.default for name, p in rules.parameters.items()}
    return problems(make_deck([c.number for c in cards]), rules, CardPool(cards), parameters)


def test_A037_fifth_copy() -> None:
    assert "5 cards named" in found_in(*["One Name"] * 5)[0]


def test_A038_same_person_other_title() -> None:
    assert found_in(*["Title One"] * 4, *["Title Two"] * 4) == []


def test_A040_aggressive_but_covered() -> None:
    s = before_own_turn().char("Q", "EGO party", abilities=["aggressive"]).char("P", "EGO party")
    s.end_turn()
    assert s.timings("attack_declared") == []
    assert s.count("damage") == 0


def test_A041_order_of_parties() -> None:
    s = before_own_turn()
    s.char("Late", "ERA party", factions=["era"], abilities=["aggressive"], attack=1)
    s.char("Early", "EGO party", abilities=["aggressive"], attack=1)
    s.end_turn()
    assert [card for _, card in s.timings("attack_declared", "damaged")] == [
        "Early",
        "player 0",
        "Late",
        "player 0",
    ]


def test_A043_no_chain_on_an_earlier_party() -> None:
    s = before_own_turn()
    s.put("Drawn", "deck", type="project")
    s.put("Flipped", "deck", abilities=["aggressive"])
    s.char("Late", "ERA party", factions=["era"], abilities=["aggressive"], attack=1)
    s.end_turn()
    assert s.zone("Flipped") == "EGO party"
    assert [card for _, card in s.timings("attack_declared")] == ["Late"]


def test_A042_chain_on_a_later_party() -> None:
    s = before_own_turn()
    s.put("Drawn", "deck", type="project")
    s.put("Flipped", "deck", factions=["era"], abilities=["aggressive"])
    s.char("Early", "EGO party", abilities=["aggressive"], attack=1)
    s.end_turn()
    assert [card for _, card in s.timings("attack_declared")] == ["Early", "Flipped"]


def test_A044_guard_in_the_influence_phase() -> None:
    s = before_own_turn().char("Q", "EGO party", attack=3, abilities=["aggressive"])
    s.char("D", power=1, endurance=4, attack=1)
    s.play_on(to="guarding", player=0).act("guard", "D").play_on()
    assert s.power("D") == 0
    assert s.count("damage") == 0
    assert s.zone("D") == "dominion"


def test_A046_fast_in_the_influence_phase() -> None:
    s = before_own_turn().char("Q", "EGO party", abilities=["aggressive"]).char("D")
    s.put("Fast", "hand", type="fast", factor={"ego": 1})
    s.play_on(to="response", player=0)
    assert s.can("declare fast", "Fast")


def test_A047_hand_limit() -> None:
    s = Table().hand(*(f"h{i}" for i in range(9)))
    s.play_on(to="discarded", player=0)
    s.choose("h3", "h7")
    assert (s.zone("h3"), s.zone("h7")) == ("discard", "discard")
    assert s.count("hand") == 7


def test_A049_permanent_hand_limit_card() -> None:
    s = before_own_turn().char("D", abilities=["hand_limit_always_holds"])
    for i in range(7):
        s.put(f"h{i}", "hand", type="project")
    s.play_on(to="discarded", player=0)
    assert s.edit.game_variable("phase") == 1
    s.choose("h0").play_on()
    assert s.count("hand") == 7


# ---------------------------------------------------------------- damage


def struck(n: int, *top: tuple[str, str], **options: object) -> Table:
    """The other player's deck begins with these cards; an attack of n goes through."""
    s = Table(**options).char("D", power=1, attack=n)
    for card, kind in top:
        s.put(card, "enemy deck", type=kind)
    return s


def test_A050_flip_split() -> None:
    s = struck(3, ("C", "character"), ("R", "project"), ("F", "fast")).act("attack", "D")
    assert s.zone("C") == "enemy EGO party"
    assert s.cards("enemy damage") == ["F", "R"]


def nine_damage(s: Table) -> Table:
    for i in range(9):
        s.put(f"old {i}", "enemy damage", type="project")
    return s


def test_A052_characters_do_not_count() -> None:
    s = nine_damage(struck(4, *((f"C{i}", "character") for i in range(4)))).act("attack", "D")
    assert not s.over
    assert s.count("enemy damage") == 9
    assert s.cards("enemy EGO party") == ["C3", "C2", "C1", "C0"]


def test_A053_batch_or_stop() -> None:
    top = ("R", "project"), ("C1", "character"), ("C2", "character")
    for flips, characters in (("batch", 2), ("stop_at_limit", 0)):
        s = nine_damage(struck(3, *top, damage_flips=flips)).act("attack", "D")
        assert s.winner == 0
        assert s.outcome == "damaged_out"
        assert s.count("enemy EGO party") == characters


def test_A055_two_characters_of_one_faction_flipped() -> None:
    s = struck(2, ("C1", "character"), ("C2", "character")).char("Below", "enemy EGO party")
    s.act("attack", "D")
    assert s.cards("enemy EGO party") == ["C2", "C1", "Below"]
