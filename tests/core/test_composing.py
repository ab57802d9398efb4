"""Texts composed of steps: what they do, and how what they may not say is refused."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tefuda.cards import Schema, load_cards
from tefuda.errors import CardError, PluginError, RulesetError
from tefuda.rules import Rules
from tefuda.ruleset import Ruleset
from tefuda.testing import Scenario

from .bazaar import rules


def card(*abilities: Any, **words: Any) -> dict[str, Any]:
    """Give a card of the bazaar."""
    return {"power": 1, "sign": "sun", **words, "abilities": list(abilities)}


def table(*abilities: Any, **words: Any) -> Scenario:
    """Give a table with a card X that has these abilities and two others beside it."""
    s = Scenario(rules)
    s.put("X", "table", **card(*abilities, **words))
    s.put("A", "table", **card(power=2)).put("B", "table", **card(power=4, sign="moon"))
    return s.put("E", "enemy table", **card(power=3, signs=["sun", "moon"]))


def use(*steps: Any, **rest: Any) -> Scenario:
    """Let X use an ability of these steps."""
    return table({"sort": "activated", "steps": list(steps), **rest}).act("use", "X")


def points(s: Scenario) -> int:
    return s.edit.player_variable(0, "points")


# ---------------------------------------------------------------- what steps do


def test_steps_follow_one_another():
    s = use({"do": "strengthen", "cards": "goods", "n": 2}, "score")
    assert (s.value("X", "power"), s.value("A", "power"), s.value("E", "power")) == (3, 4, 3)
    assert points(s) == 1


@pytest.mark.parametrize(("tapped", "n"), [(False, 3), (True, 5)])
def test_what_follows_depends_on_whether_it_was_done(tapped, n):
    step = {"do": "tap", "cards": "self", "if_you_do": [{"do": "score", "n": 3}],
            "otherwise": [{"do": "score", "n": 5}]}  # fmt: skip
    s = Scenario(rules).put(
        "X", "table", tapped=tapped, **card({"sort": "activated", "steps": [step]})
    )
    assert points(s.act("use", "X")) == n


@pytest.mark.parametrize(("answer", "n"), [("yes", 1), ("no", 4)])
def test_a_step_may_be_left_out(answer, n):
    s = use({"do": "score", "may": True, "otherwise": [{"do": "score", "n": 4}]})
    assert s.waiting_for == "sure"
    assert points(s.choose(answer)) == n


def test_another_player_may_decide():
    s = use({"do": "score", "may": "enemy"})
    assert (s.waiting_for, s.player) == ("sure", 1)


def test_a_result_has_a_name():
    s = use({"do": "choose", "among": "others", "as": "it"}, {"do": "tap", "cards": "it"},
            {"do": "score", "n": {"sum": "power", "of": "it"}})  # fmt: skip
    s.choose("B")
    assert (s.flag("B", "tapped"), s.flag("A", "tapped"), points(s)) == (True, False, 4)


def test_a_verb_that_takes_one_card_is_not_done_without_it():
    gone = {
        "do": "choose",
        "among": {"from": "goods", "where": {"power": {"above": 9}}},
        "as": "it",
    }
    s = use(gone, {"do": "untap", "card": "it", "if_you_do": ["score"],
                   "otherwise": [{"do": "score", "n": 6}]})  # fmt: skip
    assert points(s) == 6


def test_a_number_given_counts_as_done_when_above_zero():
    assert points(use({"do": "score", "n": 0, "if_you_do": ["score"]})) == 0
    assert points(use({"do": "score", "n": 1, "if_you_do": ["score"]})) == 2


def test_each_and_repeat_and_if():
    s = use(
        {"each": "others", "as": "it", "steps": [
            {"if": {"some": {"from": "it", "where": {"strong": True}}},
             "steps": [{"do": "tap", "cards": "it"}],
             "otherwise": [{"do": "strengthen", "cards": "it", "n": 5}]}]},
        {"repeat": {"count": "goods"}, "steps": ["score"]},
    )  # fmt: skip
    assert (s.flag("B", "tapped"), s.value("A", "power"), points(s)) == (True, 7, 3)


def test_numbers_are_worked_out():
    amount = {"plus": [
        {"count": {"from": "goods", "except": "self"}},
        {"times": [2, {"highest": "power", "of": "others"}]},
        {"minus": [{"lowest": "power", "of": "others"}, 5]},
    ]}  # fmt: skip
    s = use({"let": "n", "number": amount}, {"do": "score", "n": "n"})
    assert points(s) == 2 + 8 - 3


@pytest.mark.parametrize(
    ("where", "found"),
    [
        ({"sign": "moon"}, {"B"}),
        ({"sign": ["sun", "moon"]}, {"X", "A", "B", "E"}),
        ({"power": 2}, {"A"}),
        ({"power": {"at_least": 1, "below": 3}}, {"X", "A"}),
        ({"strong": False, "power": {"above": 1}}, {"A", "E"}),
        ({"tapped": True}, set()),
        ({"signs": "sun"}, {"E"}),
        ({"signs": ["sun", "moon"], "sales": 0}, {"E"}),
    ],
)
def test_cards_are_chosen_by_their_words(where, found):
    every = ["goods", {"the": "goods", "of": "enemy"}]
    s = use({"do": "strengthen", "cards": {"from": every, "where": where}, "n": 50})
    assert {name for name in "XABE" if s.value(name, "power") > 50} == found


@pytest.mark.parametrize(
    ("condition", "true"),
    [
        (True, True),
        ({"not": True}, False),
        ({"all": ["others", {"some": "goods"}]}, True),
        ({"any": [{"not": "others"}, {"number": {"count": "goods"}, "is": 9}]}, False),
        ({"same": ["self", "self"]}, True),
        ({"same": ["user", "enemy"]}, False),
        ({"number": "points", "at_most": 0}, True),
        ({"some": {"from": "self", "among": "others"}}, False),
    ],
)
def test_conditions(condition, true):
    s = use({"if": condition, "steps": ["score"]})
    assert points(s) == int(true)


def test_members_and_sets_of_them():
    s = use(
        {
            "do": "sell_signed",
            "cards": "goods",
            "sign": "moon",
            "either": ["moon"],
            "as": "gone",
            "if_you_do": [{"do": "score", "n": {"count": "gone"}}],
        }
    )
    assert (s.zone("B"), s.zone("A"), points(s)) == ("sold", "table", 1)


def test_later_keeps_cards_players_and_numbers():
    s = use(
        {"do": "choose", "among": "others", "as": "it"},
        {"let": "n", "number": {"sum": "power", "of": "self"}},
        {"later": "turn_start", "steps": [
            {"do": "tap", "cards": "it"}, {"do": "score", "n": {"plus": ["n", 1]}}]},
    )  # fmt: skip
    s.choose("A")
    assert not s.flag("A", "tapped")
    s.end_turn()
    assert (s.flag("A", "tapped"), points(s)) == (True, 2)


def test_later_happens_without_a_bearer_that_is_gone_unless_it_needs_it():
    sells_itself = {"do": "sell", "cards": "self"}
    s = use({"later": "turn_start", "steps": ["score"]}, sells_itself)
    assert points(s.end_turn()) == 1
    needs = {"later": "turn_start", "steps": [{"do": "strengthen", "cards": "others"}, "score"]}
    assert points(use(needs, sells_itself).end_turn()) == 0
    assert points(use(needs).end_turn()) == 1


def test_targets_are_terms_or_chosen_and_know_those_before():
    text = {"sort": "activated", "targets": [{"from": "others", "where": {"strong": True}},
            {"from": "others", "except": "first"}],
            "steps": [{"do": "tap", "cards": ["target", "second"]}]}  # fmt: skip
    s = table(text).act("use", "X").choose("B")
    assert s.legal("target") == ["A"]
    assert s.choose("A").flag("A", "tapped")


def test_a_declared_text_has_a_condition():
    text = {
        "sort": "activated",
        "when": {"number": {"count": "others"}, "is": 3},
        "steps": ["score"],
    }
    assert not table(text).can("use", "X")
    text["when"] = {"number": {"count": "others"}, "is": 2}
    assert points(table(text).act("use", "X")) == 1


def test_words_of_abilities_are_given_beside_the_steps():
    text = {"sort": "activated", "toll": 1, "steps": ["score"]}
    assert not table(text).can("use", "X")


def test_triggers_know_what_the_timing_is_about():
    trigger = {
        "sort": "trigger",
        "at": "sale",
        "of": "friend",
        "when": {"number": "number", "above": 2},
        "steps": [{"do": "score", "n": "number"}],
    }
    seller = {"sort": "activated", "steps": [{"do": "sell", "cards": "others"}]}
    assert points(table(trigger, seller).act("use", "X")) == 4


def test_a_trigger_may_be_optional():
    trigger = {"sort": "trigger", "at": "sale", "of": "self", "may": True, "steps": ["score"]}
    s = table(trigger, {"sort": "activated", "steps": [{"do": "sell", "cards": "self"}]})
    s.act("use", "X")
    assert points(s.choose("yes")) == 1


@pytest.mark.parametrize(
    ("steps", "zone"), [(None, "table"), ([{"do": "tap", "cards": "self"}], "sold")]
)
def test_something_happens_instead_if_all_was_done(steps, zone):
    guard = {"sort": "instead", "at": "selling", "of": "self"} | ({"steps": steps} if steps else {})
    seller = {
        "sort": "activated",
        "steps": [{"do": "tap", "cards": "self"}, {"do": "sell", "cards": "self"}],
    }
    assert table(guard, seller).act("use", "X").zone("X") == zone


def test_answers_forbid_or_change_a_value():
    forbids = {
        "sort": "answer",
        "to": "may_sell",
        "when": {"some": {"from": "card", "where": {"sign": "moon"}}},
    }
    dearer = {
        "sort": "answer",
        "to": "price",
        "value": {"plus": ["base", 3]},
        "when": {"not": {"same": ["card", "self"]}},
    }
    seller = {"sort": "activated", "steps": [{"do": "sell", "cards": ["others"]}]}
    pays = {"sort": "trigger", "at": "sale", "steps": [{"do": "score", "n": "number"}]}
    s = table(forbids, dearer, seller, pays).act("use", "X")
    assert (s.zone("X"), s.zone("A"), s.zone("B")) == ("table", "sold", "table")
    assert points(s) == 2 + 3


def test_statics_change_stats_and_give_abilities():
    grows = {"sort": "continuous", "stat": "power", "who": "others", "amount": {"count": "others"}}
    gives = {"sort": "continuous", "gives": "scores", "who": "others", "while": {"not": "points"}}
    text = {"sort": "activated", "name": "scores", "steps": ["score"]}
    s = (
        Scenario(rules)
        .put("T", "enemy table", **card(text))
        .put("X", "table", **card(grows, gives))
    )
    s.put("A", "table", **card(power=2)).put("B", "table", **card())
    assert (s.value("A", "power"), s.value("X", "power")) == (4, 1)
    assert points(s.act("use", "A")) == 1
    assert not s.can("use", "B")


def test_abilities_are_gained_lost_and_barred():
    text = {"sort": "activated", "name": "earns", "steps": ["score"]}
    bars = {
        "sort": "activated",
        "name": "bars",
        "steps": [{"do": "bar", "who": "self", "ability": "earns"}],
    }
    steps = [
        {"do": "gain", "who": "others", "ability": "earns"},
        {"do": "lose", "who": "self", "ability": "earns"},
    ]
    s = Scenario(rules).put("T", "enemy table", **card(text))
    s.put("X", "table", **card("earns", {"sort": "activated", "name": "trades", "steps": steps}))
    s.put("A", "table", **card()).put("C", "table", **card("earns", bars))
    s.act("trades", "X")
    assert s.can("use", "A")
    assert not s.can("earns", "X")
    s.act("bars", "C")
    assert not s.can("use", "C")
    s.end_turn().end_turn()
    assert [s.can("earns", name) for name in "XCA"] == [True, True, False]


# ---------------------------------------------------------------- files


def write(folder: Path, content: Any) -> str:
    file = folder / "cards.json"
    file.write_text(json.dumps(content), "utf-8")
    return str(file)


def file_with(folder: Path, *abilities: Any, texts: Any = None) -> str:
    one = {"number": "B-1", "name": "Bee", "words": {"sign": "sun"}, "abilities": list(abilities)}
    return write(folder, {"cards": [one]} | ({"texts": texts} if texts is not None else {}))


def test_texts_have_names_that_cards_and_texts_use(tmp_path):
    texts = {
        "teaches": {
            "sort": "activated",
            "steps": [{"do": "gain", "who": "others", "ability": "earns"}],
        },
        "earns": {"sort": "activated", "steps": ["score"], "toll": 0},
    }
    ruleset = Ruleset(
        rules, cards=[file_with(tmp_path, "teaches", {"text": "earns", "toll": 2}, texts=texts)]
    )
    assert list(ruleset.pool.texts) == ["teaches", "earns"]
    assert ruleset.pool["B-1"].abilities[1].words == {"toll": 2}
    assert "teaches" in ruleset.listing()


def test_composed_texts_are_part_of_the_fingerprint(tmp_path):
    def fingerprint(n: int) -> str:
        text = {"sort": "activated", "steps": [{"do": "score", "n": n}]}
        return Ruleset(rules, cards=[file_with(tmp_path, text)]).fingerprint

    assert fingerprint(1) == fingerprint(1) != fingerprint(2)
    assert fingerprint(1) != Ruleset(rules).fingerprint


def test_the_file_does_not_matter_for_the_fingerprint(tmp_path):
    text = {"sort": "trigger", "at": "turn_start", "steps": [{"later": "sale", "steps": ["score"]}]}
    found = set()
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        found.add(Ruleset(rules, cards=[file_with(tmp_path / name, text)]).fingerprint)
    assert len(found) == 1


STEP = {"sort": "activated", "steps": ["score"]}


@pytest.mark.parametrize(
    ("ability", "place", "wanted"),
    [
        ({"sort": "activatet"}, "ability 1: sort", "did you mean 'activated'"),
        ({"sort": "activated"}, "ability 1: steps: None", "a list of steps"),
        (STEP | {"steps": []}, "ability 1: steps: []", "a list of steps"),
        (STEP | {"tol": 1}, "ability 1: unknown field 'tol'", "did you mean 'toll'"),
        (STEP | {"toll": "a"}, "ability 1: word 'toll': 'a'", "a whole number"),
        (STEP | {"conditions": 1}, "unknown field 'conditions'", "expected"),
        (STEP | {"name": "Big"}, "name: 'Big'", "small letters"),
        (STEP | {"works_in": ["tabel"]}, "works_in: 'tabel'", "did you mean 'table'"),
        (STEP | {"targets": "others"}, "targets: 'others'", "a list"),
        (STEP | {"targets": ["others", "frist"]}, "target 2: 'frist'", "did you mean 'first'"),
        (STEP | {"targets": ["first"]}, "target 1: 'first'", "a term for cards"),
        (STEP | {"when": 3}, "when: 3", "a condition"),
        (
            {"sort": "trigger", "at": "sales", "steps": ["score"]},
            "at: 'sales'",
            "did you mean 'sale'",
        ),
        ({"sort": "trigger", "at": "sale", "of": "me", "steps": ["score"]}, "of: 'me'", "self"),
        (
            {"sort": "trigger", "at": "sale", "may": 1, "steps": ["score"]},
            "may: 1",
            "true or false",
        ),
        ({"sort": "answer", "to": "price"}, "no field 'value'", "what the answer is"),
        ({"sort": "answer", "to": "may_sell", "value": 1}, "value: may_sell", "expected when"),
        ({"sort": "answer", "to": "price", "value": "user"}, "value: 'user'", "this is a player"),
        ({"sort": "continuous", "amount": 1}, "ability 1: none", "one of stat, gives and negates"),
        (
            {"sort": "continuous", "stat": "powr", "amount": 1},
            "stat: 'powr'",
            "did you mean 'power'",
        ),
        ({"sort": "continuous", "stat": "power"}, "amount: None", "a number"),
        (
            {"sort": "continuous", "stat": "power", "amount": 1, "op": "mul"},
            "op: 'mul'",
            "add or set",
        ),
        ({"sort": "continuous", "gives": "famos"}, "gives: 'famos'", "did you mean 'famous'"),
    ],
)
def test_texts_are_refused_with_their_place(tmp_path, ability, place, wanted):
    file = file_with(tmp_path, ability)
    with pytest.raises(CardError) as refused:
        load_cards(rules, [file])
    assert str(refused.value).startswith(f"{file}: card 'B-1': ability 1")
    assert place in str(refused.value)
    assert wanted in str(refused.value)


@pytest.mark.parametrize(
    ("step", "place", "wanted"),
    [
        (3, "step 1: 3", "a step"),
        ({"doo": "tap"}, "step 1: {'doo': 'tap'}", "expected one of do, if"),
        ("scor", "step 1 (scor): 'scor'", "did you mean 'score'"),
        ({"do": ["tap"]}, "step 1: ['tap']", "an effect verb"),
        ({"do": "tap"}, "step 1 (tap): no argument 'cards'", "a term for cards"),
        ({"do": "tap", "card": "self"}, "unknown argument 'card'", "did you mean 'cards'"),
        ({"do": "tap", "cards": "othres"}, "cards: 'othres'", "did you mean 'others'"),
        ({"do": "tap", "cards": "points"}, "cards: 'points'", "this is a number"),
        ({"do": "tap", "cards": 3}, "cards: 3", "a term for cards"),
        ({"do": "tap", "cards": []}, "cards: []", "a term for cards"),
        ({"do": "tap", "cards": {"form": "others"}}, "cards: {'form': 'others'}", "from"),
        (
            {"do": "tap", "cards": {"from": "others", "were": {}}},
            "cards: 'were'",
            "did you mean 'where'",
        ),
        ({"do": "tap", "cards": {"from": "others", "where": {}}}, "where: {}", "by their words"),
        (
            {"do": "tap", "cards": {"from": "others", "where": {"powr": 1}}},
            "where: 'powr'",
            "did you mean 'power'",
        ),
        (
            {"do": "tap", "cards": {"from": "others", "where": {"tapped": 1}}},
            "tapped: 1",
            "true or false",
        ),
        (
            {"do": "tap", "cards": {"from": "others", "where": {"sign": "sum"}}},
            "sign: 'sum'",
            "did you mean 'sun'",
        ),
        (
            {"do": "tap", "cards": {"from": "others", "where": {"power": {"over": 1}}}},
            "power",
            "expected",
        ),
        ({"do": "untap", "card": "others"}, "card: 'others'", "this is cards"),
        ({"do": "score", "n": "self"}, "n: 'self'", "this is a card"),
        ({"do": "score", "n": True}, "n: True", "a number"),
        ({"do": "score", "n": 2**40}, "n: 1099511627776", "a number"),
        ({"do": "score", "n": {"sum": "sign", "of": "others"}}, "sum: 'sign'", "a number of cards"),
        ({"do": "score", "n": {"plus": [1]}}, "n: {'plus': [1]}", "a number"),
        (
            {"do": "score", "player": "self"},
            "player: 'self'",
            "a term for a player; this is a card",
        ),
        (
            {"do": "score", "player": {"the": "enemy", "off": "user"}},
            "term 'enemy': unknown argument 'off'",
            "'of'",
        ),
        ({"do": "score", "may": 3}, "may: 3", "a term for a player"),
        ({"do": "untap", "card": "self", "as": "it"}, "as:", "gives nothing"),
        ({"do": "sell", "cards": "self", "as": "It"}, "as: 'It'", "small letters"),
        ({"do": "sell", "cards": "self", "as": "goods"}, "as: 'goods' is a term", "another name"),
        (
            {"do": "tap", "cards": "self", "if_you_do": "score"},
            "if_you_do: 'score'",
            "a list of steps",
        ),
        (
            {"do": "score", "if_you_do": [{"do": "tpa"}]},
            "step 1 (score): if_you_do: step 1 (tpa)",
            "'tap'",
        ),
        (
            {"do": "sell_signed", "cards": "self", "sign": "sunn", "either": ["sun"]},
            "sign: 'sunn'",
            "did you mean 'sun'",
        ),
        (
            {"do": "sell_signed", "cards": "self", "sign": "sun", "either": []},
            "either: []",
            "a list of sun, moon",
        ),
        ({"if": "others"}, "steps: None", "a list of steps"),
        ({"if": {"nott": "others"}, "steps": ["score"]}, "if: {'nott': 'others'}", "a condition"),
        ({"if": {"same": ["self", "user"]}, "steps": ["score"]}, "same", "two cards, two players"),
        ({"if": {"number": 1}, "steps": ["score"]}, "if: {}", "is, at_least"),
        ({"each": "others", "steps": ["score"]}, "as: None", "a name"),
        (
            {"each": "others", "as": "it", "stps": []},
            "unknown field 'stps'",
            "did you mean 'steps'",
        ),
        ({"repeat": "others", "steps": ["score"]}, "repeat: 'others'", "this is cards"),
        ({"let": "n"}, "step 1: {'let': 'n'}", "let with cards or a number"),
        ({"later": "sael", "steps": ["score"]}, "later: 'sael'", "did you mean 'sale'"),
        ({"do": "gain", "who": "others"}, "no argument 'ability'", "an ability or keyword"),
        (
            {"do": "gain", "ability": "famous", "until": "noon"},
            "until: 'noon'",
            "forever or end_of_turn",
        ),
        (
            {"do": "gain", "ability": "famous", "for": 1},
            "unknown argument 'for'",
            "who, ability, until",
        ),
        (
            {"do": "gain", "ability": {"text": "famous", "n": 1}},
            "ability (famous): unknown argument 'n'",
            "expected",
        ),
    ],
)
def test_steps_are_refused_with_their_place(tmp_path, step, place, wanted):
    file = file_with(tmp_path, {"sort": "activated", "steps": [step]})
    with pytest.raises(CardError) as refused:
        load_cards(rules, [file])
    message = str(refused.value)
    assert message.startswith(f"{file}: card 'B-1': ability 1: steps")
    assert place in message
    assert wanted in message


def test_what_a_text_is_not_given_is_refused(tmp_path):
    trigger = {"sort": "trigger", "at": "sale", "steps": [{"do": "tap", "cards": "target"}]}
    with pytest.raises(
        CardError, match="term 'target': not here, expected a text given a card, Deal"
    ):
        load_cards(rules, [file_with(tmp_path, trigger)])
    with pytest.raises(
        CardError, match=r"step 1 \(boast\): not here, expected a text given Card, Deal"
    ):
        load_cards(rules, [file_with(tmp_path, trigger | {"steps": ["boast"]})])


def test_several_cards_are_not_kept_for_later(tmp_path):
    steps = [
        {"let": "them", "cards": "others"},
        {"later": "sale", "steps": [{"do": "tap", "cards": "them"}]},
    ]
    with pytest.raises(CardError, match="'them', expected a single card, player or number"):
        load_cards(rules, [file_with(tmp_path, {"sort": "activated", "steps": steps})])


def test_no_more_than_four_values_are_kept_for_later(tmp_path):
    steps: list[Any] = [{"let": f"n{i}", "number": i} for i in range(5)]
    steps.append(
        {"later": "sale", "steps": [{"do": "score", "n": {"plus": [f"n{i}" for i in range(5)]}}]}
    )
    with pytest.raises(CardError, match="expected 4 values at most"):
        load_cards(rules, [file_with(tmp_path, {"sort": "activated", "steps": steps})])


def test_names_of_texts_are_their_own(tmp_path):
    with pytest.raises(CardError, match=r"text 'Big'.*small letters"):
        load_cards(rules, [file_with(tmp_path, texts={"Big": STEP})])
    file = file_with(tmp_path, STEP | {"name": "one"}, STEP | {"name": "one", "toll": 1})
    with pytest.raises(CardError, match="ability 2: name: 'one', expected one that no text has"):
        load_cards(rules, [file])
    with pytest.raises(CardError, match="texts: 3, expected texts by name"):
        load_cards(rules, [file_with(tmp_path, texts=3)])


def test_what_is_nested_too_deeply_is_refused(tmp_path):
    steps: list[Any] = ["score"]
    for _ in range(60):
        steps = [{"repeat": 1, "steps": steps}]
    with pytest.raises(CardError, match="too deep"):
        load_cards(rules, [file_with(tmp_path, {"sort": "activated", "steps": steps})])
    condition: Any = True
    for _ in range(900):
        condition = {"not": condition}
    text = {"sort": "activated", "steps": [{"if": condition, "steps": ["score"]}]}
    with pytest.raises(CardError, match="nested too deeply"):
        Schema(rules).read(
            {"number": "N", "name": "n", "words": {"sign": "sun"}, "abilities": [text]}, "n"
        )


_LEAVES = st.one_of(
    st.none(), st.booleans(), st.integers(-3, 3), st.text(max_size=3),
    st.sampled_from(["score", "tap", "self", "others", "target", "user", "it", "power", "famous"]),
)  # fmt: skip
_KEYS = st.sampled_from(
    "do as may if_you_do otherwise if each repeat later let steps cards number n among from where "
    "the of count sum not all any same gain ability who until".split()
)
_TREES = st.recursive(
    _LEAVES,
    lambda t: st.one_of(st.lists(t, max_size=3), st.dictionaries(_KEYS, t, max_size=4)),
    max_leaves=12,
)


@given(st.lists(_TREES, max_size=3))
def test_whatever_steps_say_they_are_read_or_refused(steps):
    entry = {"number": "N", "name": "n", "words": {"sign": "sun"},
             "abilities": [{"sort": "activated", "steps": steps}]}  # fmt: skip
    schema = Schema(rules)
    with contextlib.suppress(CardError):
        assert schema.read(entry, "fuzz").abilities[0].text in schema.composed


# ---------------------------------------------------------------- declaring


def test_verbs_and_terms_are_declared_once_by_their_ruleset():
    extension = Rules("more", extends="bazaar")

    @extension.effect_verb("tap")
    def tap_again(n: int) -> None:
        pass

    with pytest.raises(PluginError, match="both declare effect verb 'tap'"):
        rules.extended([extension])
    with pytest.raises(RulesetError, match="'tap' is declared twice"):
        extension.effect_verb("tap")(tap_again)
    with pytest.raises(RulesetError, match="'gain' is declared twice"):
        extension.effect_verb("gain")(tap_again)


def test_an_extension_adds_verbs(tmp_path):
    extension = Rules("more", extends="bazaar")
    extension.effect_verb("score_twice", player="user")(rules.effect_verbs["score"].function)
    file = file_with(tmp_path, {"sort": "activated", "steps": [{"do": "score_twice", "n": 4}]})
    with pytest.raises(CardError, match="'score_twice', expected an effect verb"):
        load_cards(rules, [file])
    assert Ruleset(rules, "bazaar+more", extensions=[extension], cards=[file]).fingerprint


def test_a_verb_that_is_no_rule_is_refused_when_it_is_used(tmp_path):
    extension = Rules("more", extends="bazaar")

    @extension.effect_verb("boil")
    def boil(egg) -> None:
        pass

    file = file_with(tmp_path, {"sort": "activated", "steps": [{"do": "boil", "egg": 3}]})
    with pytest.raises(RulesetError, match="effect verb 'boil': parameter 'egg': no annotation"):
        Ruleset(rules, "bazaar+more", extensions=[extension], cards=[file])
