"""What the processes of chapter 11 refuse, when they end early, and what has failed then."""

from __future__ import annotations

import ast
from importlib.resources import files

import pytest

from .table import DISCARD, EXCLUDE, RESOLUTE, Table

SETTING = ("would_enter", "would_set", "would_be_set_on", "was_set", "entered", "had_set_on")
RULESET = files("tefuda.rulesets.set_extract")

# ---------------------------------------------------------------- legality comes first (S11.3.13)


def operator() -> Table:
    s = Table(nodes=0, filling=6).put("O", "field", toughness=90, abilities=["p_operate"])
    return s.put("H", "field").put("S", on="H").put("T", on="S").put("X", "hand")


@pytest.mark.parametrize(("card", "host"), [("H", "H"), ("H", "S"), ("H", "T"), ("S", "T")])
def test_a_card_cannot_be_set_on_what_hangs_on_it_and_no_window_opens(card, host):
    s = operator().act("p_operate", "O").choose(1, card, host, "no")
    assert s.timings(*SETTING) == []
    assert (s.zone("H"), s.zone("S"), s.zone("T")) == ("field", "on H", "on S")


def test_where_nothing_can_be_set_no_window_opens():
    s = operator().put("Ban", "enemy field", abilities=["p_nothing_is_set"])
    s.act("p_operate", "O").choose(1, "X", "H", "no")
    assert s.timings(*SETTING) == []
    assert s.zone("X") == "hand"


def test_one_equip_too_many_goes_to_the_underworld_without_a_window():
    s = Table().put("H", "field")
    s.put("E1", on="H", type="command", place="equip", toughness=0)
    s.put("E2", "hand", type="command", place="equip", toughness=0)
    s.command("C", "p_set").do("C", "E2", "H")
    assert (s.zone("E1"), s.zone("E2")) == ("on H", "underworld")
    assert s.timings(*SETTING, "drew") == []


def test_a_field_of_equips_is_no_character_and_holds_more_than_one():
    s = Table().put("N630", "hand").put("N69", "underworld").deck("N88")
    s.act("play_command", "N630").play_on(to="found").choose("N69", "N88")
    assert sorted(s.hanging_on("N630")) == ["N69", "N88"]


def test_a_relic_is_not_handed_to_who_is_no_legend():
    s = Table().put("N630", "field").put("N69", on="N630")
    s.put("K", "field", person=12)
    s.act("hand_out_equip", "N630").play_on()
    assert s.zone("N69") == "on N630"


def test_suit_two_is_not_offered_where_nothing_can_enter():
    s = Table().put("N182", "hand").put("Ban", "enemy field", abilities=["p_nothing_enters"])
    assert s.refused("put_suit_two", "N182")


def test_no_damage_is_none_and_nobody_hears_of_it():
    s = Table().put("H", "enemy field").command("C", {"text": "p_hit", "n": 0}).do("C")
    assert s.timings("dealing", "would_take", "damaged", "player_damaged") == []


def test_no_damage_does_not_use_up_a_shield():
    s = Table().command("C", "p_shield_enemy").command("Z", {"text": "p_hit", "n": 0})
    s.command("D", {"text": "p_hit", "n": 2}).command("E", {"text": "p_hit", "n": 2})
    s.do("C").do("Z").do("D")
    assert s.life(1) == 25
    assert s.do("E").life(1) == 23


def test_nobody_defends_against_an_attack_that_is_cancelled():
    s = Table(player=1).put("N67", "field").put("A", "enemy field", attack=2).deck("B")
    s.put("N149", "hand").put("Z", "underworld")
    s.act("attack", "A").act("play_command", "N149", player=0)
    s.choose("node 0", "node 1", "node 2").act("stop_attack", "N67", player=0).play_on(
        to="found"
    ).choose("B").play_on()
    assert s.zone("B") == "field"
    assert s.timings("defended") == []


# ---------------------------------------------------------------- taken away (S11.1.2)


def test_what_would_be_set_and_leaves_meets_no_further_window():
    s = Table().put("H", "field").put("X", "hand", abilities=["p_leaves_before_entry"])
    s.command("C", "p_set").do("C", "X", "H")
    assert s.timings(*SETTING) == [("would_enter", "X"), ("would_set", "X")]
    assert s.zone("X") == "deck"
    assert s.timings("drew") == []


def test_a_host_that_leaves_ends_the_setting():
    s = Table().put("H", "field", abilities=["p_host_leaves"]).put("X", "hand")
    s.command("C", "p_set").do("C", "X", "H")
    assert s.timings(*SETTING) == [("would_enter", "X"), ("would_set", "X")]
    assert (s.zone("X"), s.zone("H")) == ("hand", "hand")
    assert s.timings("drew") == []


def test_what_was_set_and_then_leaves_counts_as_set_and_entered():
    s = Table().put("H", "field")
    s.put("X", "hand", type="command", place="amulet", toughness=0, abilities=["p_flees_when_set"])
    s.command("C", "p_set").do("C", "X", "H")
    assert [name for name, _ in s.timings(*SETTING)] == [
        "would_enter", "would_set", "would_be_set_on", "was_set", "entered",
    ]  # fmt: skip
    assert s.zone("X") == "hand"
    assert s.timings("drew") == [("drew", "player 0")]


WATCHERS = {"p_draws_on_set": "Set", "p_draws_on_entry": "Entry"}


def test_entering_and_being_set_happen_at_once_and_each_player_orders_the_own_texts():
    s = Table().put("H", "field").put("X", "hand").command("C", "p_set")
    for text, name in WATCHERS.items():
        s.put(name, "field", abilities=[text]).put(f"enemy {name}", "enemy field", abilities=[text])
    s.do("C", "X", "H")
    assert s.timings("was_set", "entered", "had_set_on", "drew") == [
        ("was_set", "X"),
        ("entered", "X"),
    ]
    assert s.player == 0
    assert s.legal() == [
        "order_triggers Set (p_draws_on_set)",
        "order_triggers Entry (p_draws_on_entry)",
    ]
    s.choose("Entry")
    assert s.player == 1
    assert s.legal("order_triggers") == ["enemy Set", "enemy Entry"]
    s.choose("enemy Set")
    assert [who for _, who in s.timings("drew")] == [*["player 0"] * 2, *["player 1"] * 2,
                                                     "player 0"]  # fmt: skip


def test_what_waits_for_the_end_of_a_play_is_ordered_by_each_player():
    s = Table(nodes=0).put("P", "enemy field", abilities=[{"text": "blessing", "x": 1}])
    for name in ("n", "n2"):
        s.put(name, "nodes", asleep=True, abilities=["p_springs_away"])
    s.command("C", "p_none", cost=2).act("play_command", "C").choose("n", "n2")
    assert (s.player, s.legal("order_triggers")) == (0, ["n", "n2"])
    s.choose("n2")
    assert s.cards("deck")[-2:] == ["n2", "n"]
    assert s.zone("C") == "underworld"


def test_what_entered_and_then_leaves_counts_as_entered():
    s = Table().put("X", "hand", abilities=["p_flees_on_entry"])
    s.command("C", "p_enter_and_draw").do("C", "X")
    assert s.zone("X") == "hand"
    assert s.timings("drew") == [("drew", "player 0")]


def test_a_discard_that_another_move_takes_over_meets_each_window_once():
    """S is being discarded when its host is taken away: it falls with it, after its windows."""
    s = Table().put("H", "field").put("S", on="H", type="command", place="amulet", toughness=0,
                                      abilities=["p_takes_host_away"])  # fmt: skip
    s.put("T", on="S").command("C", {"text": "p_move", "to": "hand"}).do("C", "H").play_on()
    assert (s.zone("H"), s.zone("S"), s.zone("T")) == ("excluded", "underworld", "underworld")
    assert s.windows() == [(name, card) for card in "ST" for name in DISCARD]


def test_what_is_set_on_a_leaving_card_in_a_window_meets_the_windows_and_falls():
    s = Table().put("H", "field").put("S", on="H", type="command", place="amulet", toughness=0,
                                      abilities=["p_brings_another"])  # fmt: skip
    s.put("T", on="S").put("X", "hand").command("C", {"text": "p_move", "to": "excluded"})
    s.do("C", "H").play_on()
    assert s.zone("X") == "underworld"
    assert s.windows() == [(name, card) for card in "STX" for name in DISCARD]


def test_a_removal_that_another_move_takes_over_meets_each_window_once():
    s = Table().put("H", "field").put("S", on="H", type="command", place="amulet", toughness=0,
                                      abilities=["p_takes_host_away"])  # fmt: skip
    s.command("C", {"text": "p_remove", "stage": "discard"}).do("C", "S").play_on()
    assert (s.zone("H"), s.zone("S")) == ("excluded", "underworld")
    assert s.windows() == [(name, "S") for name in DISCARD]


# ---------------------------------------------------------------- the excluded area (S11.3.5)

PLACES = ["underworld", "hand", "deck_top", "deck_bottom", "nodes", "nodes_asleep", "excluded"]
WAYS = [(way, to) for way in ("move", "place") for to in PLACES] + [
    (way, "hand") for way in ("enter", "set", "node", "side", "remove")
]


@pytest.mark.parametrize(("way", "to"), WAYS)
def test_an_excluded_card_stays_whatever_would_move_it(way, to):
    s = Table().put("X", "excluded").put("Y", "excluded").put("H", "field")
    # All lie there for each of them, so that the rules are compiled once with all their texts.
    for w, t in WAYS:
        s.command(f"{w} {t}", {"text": "p_take_excluded", "way": w, "to": t})
    s.do(f"{way} {to}", "X").play_on()
    assert s.cards("excluded") == ["Y", "X"]
    assert s.timings(*SETTING, *RESOLUTE, *DISCARD, *EXCLUDE, "placed", "drew") == []


def test_a_text_that_names_the_excluded_area_moves_it_unless_the_area_is_sealed():
    s = Table().put("N477", "enemy excluded").put("N1020", "field")
    s.end_turn()
    assert s.zone("N477") == "enemy excluded"
    s = Table().put("V", "enemy field").put("N247", "hand").put("N1020", "enemy field")
    s.act("play_command", "N247").play_on().next_turn().next_turn()
    assert s.zone("V") == "enemy excluded"


#: The words of the kernel that move cards.
WORDS = ("put", "put_all", "attach", "arrange")
#: The rules that use them. No other rule may: these
#: either refuse excluded cards or are handed none.
MOVERS = {
    # where a process is carried out, behind the question whether the card may move at all
    "send", "put_node", "stand", "hang", "land", "change_side",
    # from the hand, the deck or an underworld, out of a set chosen there
    "draw", "play", "redraw", "search_to_hand", "genealogy", "bazaar", "research", "lineage",
    "resolve_as_played",
}  # fmt: skip


def test_cards_change_places_in_these_rules_only():
    found = set()
    for module in RULESET.iterdir():
        if not module.name.endswith(".py"):
            continue
        for node in ast.parse(module.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef):
                for call in ast.walk(node):
                    if isinstance(call, ast.Call) and getattr(call.func, "id", "") in WORDS:
                        found.add(node.name)
    assert found == MOVERS


# ---------------------------------------------------------------- extracted in vain (S11.4.4)


def test_an_extracted_card_that_cannot_be_set_is_excluded():
    s = Table().put("N376", "hand").deck("N1", "N3")
    s.put("Ban", "enemy field", abilities=["p_nothing_is_set"])
    s.act("play_command", "N376").play_on(to="found").choose("N3")
    assert s.zone("N3") == "excluded"


def test_an_extracted_equip_without_room_goes_to_the_underworld():
    s = Table().put("N334", "hand", abilities=None).deck("N69")
    s.act("play_character", "N334").play_on(to="found").choose("N69")
    assert s.zone("N69") == "on N334"


def test_equips_that_cannot_be_set_are_excluded_all_together():
    s = Table().put("N630", "hand").put("N69", "underworld").deck("N88")
    s.put("Ban", "enemy field", abilities=["p_nothing_is_set"])
    s.act("play_command", "N630").play_on(to="found").choose("N69", "N88")
    assert s.zone("N69") == s.zone("N88") == "excluded"


# ---------------------------------------------------------------- objects (V11.2)


def test_a_text_that_finds_too_few_cards_fails_from_there_on():
    s = Table().deck("N1", "N3", size=2).put("N348", "hand").act("play_spell", "N348")
    s.play_on(to="found").choose("N1", "N3").play_on()
    assert s.zone("N1") == s.zone("N3") == "deck"
    s = Table().deck("N1", "N3", "N8", player=1, size=9).put("N587", "hand")
    s.put("N676", "field").put("N678", "field")
    s.act("play_spell", "N587").play_on(to="excludes").choose("N676", "N678").play_on()
    assert s.hanging_on("N587") == []


def test_what_is_no_object_is_not_among_all():
    s = Table().put("N930", "enemy field", transformed=True).put("N112", "hand")
    s.put("V", "enemy field", races=["vampire"], toughness=3)
    s.act("play_spell", "N112").choose("vampire").play_on()
    assert s.zone("V") == "enemy underworld"
    assert s.value("N930", "effect_damage") == 0


def test_continuous_texts_have_objects_too():
    s = Table().put("N117", "field").put("H", "field")
    assert s.value("H", "attack") == 2
    s = Table().put("N117", "field").put("N930", "field", transformed=True)
    assert s.value("N930", "attack") == 3


# ---------------------------------------------------------------- lapsed conditions (V11.1.4.d)


def test_a_text_whose_condition_has_lapsed_is_dropped():
    """The first elixir saves the host; the second has nothing left to answer."""
    s = Table().put("H", "enemy field", effect_damage=2)
    s.put("N120", on="H", alias="one", owner=1).put("N120", on="H", alias="two", owner=1)
    s.command("C", {"text": "p_damage", "n": 1}).do("C").play_on(to="order_triggers")
    s.choose("one").choose("yes").play_on()
    assert s.zone("H") == "enemy field"
    assert (s.zone("one"), s.zone("two")) == ("enemy underworld", "on H")


def test_life_that_is_paid_counts_as_life_lost():
    s = Table().put("N817", "field").put("N453", "field")
    s.act("grow_by_life", "N817").choose(25).play_on()
    assert s.life() == 1
    assert s.zone("N453") == "underworld"


def test_a_borrowed_character_that_was_excluded_comes_back_to_who_brought_it():
    s = Table().put("N23", "field").put("V", "enemy field").put("N247", "hand")
    s.act("borrow", "N23").choose("V").play_on().act("play_command", "N247").choose("V").play_on()
    assert s.zone("V") == "enemy excluded"
    assert s.next_turn().next_turn().zone("V") == "enemy field"
