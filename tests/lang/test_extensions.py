"""Changing a ruleset: overrides, wrappers, parameters, arguments of card files, conflicts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tefuda.cards import AbilityUse, CardData, CardPool
from tefuda.errors import PluginError, RulesetError, RuleSyntaxError
from tefuda.kernel import Stat
from tefuda.lang import compile_rules
from tefuda.rules import Rules

from .test_acceptance import instructions
from .toy import body, build, cell, compiled, pool

CALLER = body("x = take(me, 3)\nme.life = int(x)")


def extension(module: Any, source: str, name: str = "patch") -> Rules:
    """An extension of the toy, written in a cell that sees the toy's names."""
    patch = Rules(name, extends="toy")
    module.patch = patch
    cell(source, module, name)
    return patch


def calls(program: Any, name: str) -> list[str]:
    """The names of the functions that a function calls."""
    rows = program.functions
    at = next(n for n, row in enumerate(rows) if row.name == name)
    end = rows[at + 1].entry if at + 1 < len(rows) else len(program.code)
    from tefuda.lang.operations import NUMBER

    calls = {NUMBER[name] for name in ("CALL", "CALL1", "CALL2")}
    return [rows[i[4]].name for i in program.code[rows[at].entry : end] if i[0] in calls]


LONG = "    while n > 3:\n        n -= 1\n"  # too long to be put in place of its call


def test_an_override_is_called_by_everyone(tmp_path: Path) -> None:
    module = build(tmp_path, CALLER)
    patch = extension(
        module,
        "@patch.override(take)\ndef take_less(me: Player, n: int) -> bool:\n"
        f"{LONG}    me.life = 77\n    return n > 1\n",
    )
    program = compiled(module.rules.extended([patch]))
    assert "take_less" in calls(program, "probe")
    assert "take" not in [f.name for f in program.functions]
    assert "take_less" not in [f.name for f in compiled(module.rules).functions]


def test_wrappers_lie_around_one_another_in_the_order_of_names(tmp_path: Path) -> None:
    source = (
        f"@rules.procedure()\ndef slow(me: Player, n: int) -> bool:\n{LONG}    return n > 1\n\n\n"
    )
    module = build(tmp_path, source + CALLER.replace("take", "slow"))
    wrapper = (
        "@patch.wrap('slow')\ndef {0}(original, me: Player, n: int) -> bool:\n"
        + LONG
        + "    return original(me, n + 1)\n"
    )
    a = extension(module, wrapper.format("wrap_a"), "a")
    b = extension(module, wrapper.format("wrap_b"), "b")
    program = compiled(module.rules.extended([b, a]))
    assert calls(program, "probe") == ["wrap_b"]
    assert calls(program, "wrap_b") == ["wrap_a"]
    assert calls(program, "wrap_a") == ["slow"]


def test_a_wrapper_may_be_one_expression_inside_another(tmp_path: Path) -> None:
    source = "@rules.procedure()\ndef doubled(n: int) -> int:\n    return 2 * n\n\n\n"
    module = build(tmp_path, source + body("me.life = sum(doubled(c.cells) for c in me.hand)"))
    wrapper = (
        "@patch.wrap('doubled')\ndef more(original, n: int) -> int:\n    return original(n) + 1\n"
    )
    program = compiled(module.rules.extended([extension(module, wrapper)]))
    assert calls(program, "probe") == ["more"]


def test_an_override_keeps_the_clause_of_what_it_replaces(tmp_path: Path) -> None:
    module = build(
        tmp_path,
        "@rules.procedure(clause='4.2')\ndef rule(me: Player, n: int) -> None:\n"
        f"{LONG}    me.life = n\n\n\n" + body("rule(me, n)"),
    )
    patch = extension(
        module,
        f"@patch.override('rule')\ndef other(me: Player, n: int) -> None:\n{LONG}    me.life = 1\n",
    )
    rows = {f.name: f for f in compiled(module.rules.extended([patch])).functions}
    assert rows["other"].clause == "4.2"


def test_actions_and_abilities_can_be_overridden(tmp_path: Path) -> None:
    module = build(tmp_path)
    patch = extension(
        module,
        "@patch.override('act')\ndef act_twice(me: Player, card: Card) -> None:\n"
        f"    n = 9\n{LONG}    card.marked = True\n\n\n"
        "@patch.override('burst')\ndef whimper(me: Card, deed: Deed, *, amount: int = 5) -> None:\n"
        "    modify(me, POWER, amount)\n",
    )
    program = compiled(module.rules.extended([patch]))
    names = [f.name for f in program.functions]
    assert "act_twice" in names
    assert "whimper(amount=1)" in names
    assert "whimper(amount=5)" in names


@pytest.mark.parametrize(
    "source",
    [
        "@patch.override('take')\ndef bad(me: Player) -> bool:\n    return True\n",
        "@patch.override('take')\ndef bad(me: Player, n: Card) -> bool:\n    return True\n",
        "@patch.override('take')\ndef bad(me: Player, n: int) -> None: ...\n",
        "@patch.wrap('take')\ndef bad(original, me: Player) -> bool:\n    return True\n",
    ],
)
def test_a_change_takes_and_gives_what_was_there(tmp_path: Path, source: str) -> None:
    module = build(tmp_path)
    patch = extension(module, source)
    with pytest.raises(RuleSyntaxError) as caught:
        compiled(module.rules.extended([patch]))
    assert "bad changes take, which is (Player, int) -> bool" in caught.value.reason
    assert caught.value.text == source.splitlines()[1]


def test_a_wrapper_without_a_parameter_for_the_original_is_refused(tmp_path: Path) -> None:
    module = build(tmp_path)
    patch = extension(module, "@patch.wrap('set_up')\ndef bad() -> None: ...\n")
    with pytest.raises(RuleSyntaxError, match="takes what it wraps first"):
        compiled(module.rules.extended([patch]))


def test_a_wrapper_gives_the_original_what_it_takes(tmp_path: Path) -> None:
    module = build(tmp_path)
    patch = extension(
        module,
        "@patch.wrap('take')\ndef wrapped(original, me: Player, n: int) -> bool:\n"
        "    return original(me)\n",
    )
    with pytest.raises(RuleSyntaxError, match="original takes 2 arguments"):
        compiled(module.rules.extended([patch]))


CONFLICTS: list[tuple[str, str, str]] = [
    (
        "@patch.override('take')\ndef t1(me: Player, n: int) -> bool:\n    return True\n",
        "@patch.override('take')\ndef t2(me: Player, n: int) -> bool:\n    return True\n",
        "both override 'take': one of them must wrap it",
    ),
    ("patch.stat('speed')\n", "patch.stat('speed')\n", "both declare word 'speed'"),
    (
        "@patch.procedure()\ndef extra() -> None: ...\n",
        "@patch.procedure()\ndef extra() -> None: ...\n",
        "both declare procedure 'extra'",
    ),
    ("patch.set('limit', 3)\n", "patch.set('limit', 4)\n", "both set parameter 'limit'"),
    (
        "@patch.rates\ndef r1(me: Player) -> int:\n    return 1\n",
        "@patch.rates\ndef r2(me: Player) -> int:\n    return 1\n",
        "both declare a value_rule",
    ),
]


@pytest.mark.parametrize(("first", "second", "message"), CONFLICTS, ids=lambda v: str(v)[:20])
def test_extensions_that_clash_are_both_named(
    tmp_path: Path, first: str, second: str, message: str
) -> None:
    module = build(tmp_path)
    a, b = extension(module, first, "alpha"), extension(module, second, "beta")
    with pytest.raises(PluginError) as caught:
        module.rules.extended([a, b])
    assert message in str(caught.value)
    assert "'alpha'" in str(caught.value)
    assert "'beta'" in str(caught.value)
    assert module.rules.extended([a]).name == "toy"


def test_an_extension_clashes_with_the_ruleset_itself(tmp_path: Path) -> None:
    module = build(tmp_path)
    patch = extension(module, "patch.stat('power')\n")
    with pytest.raises(PluginError, match="'patch' and 'toy' both declare word 'power'"):
        module.rules.extended([patch])


def test_an_extension_of_another_ruleset_is_refused(tmp_path: Path) -> None:
    module = build(tmp_path)
    with pytest.raises(PluginError, match="extends 'chess', expected 'toy'"):
        module.rules.extended([Rules("patch", extends="chess")])


def test_an_extension_has_no_main_rule_of_its_own(tmp_path: Path) -> None:
    module = build(tmp_path)
    patch = extension(module, "@patch.main\ndef other() -> None: ...\n")
    with pytest.raises(PluginError, match="expected an override"):
        module.rules.extended([patch])


def test_an_extension_adds_words_by_subclassing(tmp_path: Path) -> None:
    module = build(tmp_path)
    patch = Rules("patch", extends="toy")
    wider = type("Card", (module.Card,), {"__annotations__": {"speed": Stat}})
    patch.vocabulary(card=wider)
    patch.stat("speed")
    both = module.rules.extended([patch])
    words = dict.fromkeys(
        ["power", "guard", "speed", "colour", "colours", "hues", "size", "cells", "ex", "cost"], 1
    )
    program = compile_rules(both, CardPool([CardData("T1", "one", words)]))
    assert [w.name for w in program.words[:3]] == ["power", "guard", "speed"]
    assert len(compiled(module.rules).words) == len(program.words) - 1
    other = Rules("other", extends="toy")
    other.vocabulary(card=type("Card", (), {}))
    with pytest.raises(PluginError, match="must subclass"):
        module.rules.extended([other])


# ---------------------------------------------------------------- parameters


def test_a_parameter_is_a_constant_and_what_it_rules_out_is_gone(tmp_path: Path) -> None:
    source = body(
        "if BOLD:\n    shuffle(me.deck)\nelif LIMIT > 10 and SIDE == Side.RIGHT:\n"
        "    reveal(card)\nelse:\n    look(me, card)\nme.life = LIMIT + 1"
    )
    module = build(tmp_path, source)
    plain = instructions(compiled(module.rules))
    assert "LOOK" in plain
    assert not {"SHUF", "REVEAL", "ADD", "ADDI", "JF", "JT"} & set(plain)
    bold = instructions(compiled(module.rules, parameters={"bold": True}))
    assert "SHUF" in bold
    assert not {"LOOK", "REVEAL"} & set(bold)
    far = compiled(module.rules, parameters={"limit": 11, "side": module.Side.RIGHT})
    assert "REVEAL" in instructions(far)
    assert far.parameters == {"limit": 11, "bold": False, "side": "right"}


def test_an_extension_changes_a_default_and_a_variant_changes_both(tmp_path: Path) -> None:
    module = build(tmp_path)
    patch = extension(module, "patch.set('limit', 3)\n")
    both = module.rules.extended([patch])
    assert compiled(both).parameters["limit"] == 3
    assert compiled(both, parameters={"limit": 9}).parameters["limit"] == 9
    assert compiled(module.rules).parameters["limit"] == 7


def test_what_a_card_file_gives_is_folded_into_a_function_of_its_own(tmp_path: Path) -> None:
    module = build(tmp_path)
    program = compiled(module.rules)
    names = [f.name for f in program.functions]
    assert "burst(amount=1)" in names
    assert "burst(amount=2)" in names
    assert "burst" not in names
    rows = [a for a in program.abilities if a.name == "burst"]
    assert [dict(a.arguments) for a in rows] == [{"amount": 1}, {}]
    ends = [f.entry for f in program.functions[1:]] + [len(program.code)]
    from tefuda.lang.operations import OPERATIONS

    for row in rows:
        function = program.functions[row.body]
        used = [OPERATIONS[i[0]].name for i in program.code[function.entry : ends[row.body]]]
        assert used.count("MODIFY") == 1
        assert not any(op.startswith("J") for op in used)


def test_the_words_of_an_ability_are_the_cards_else_the_texts(tmp_path: Path) -> None:
    program = compiled(build(tmp_path).rules)
    assert program.ability_words == ("level",)
    sparks = {
        dict(a.arguments).get("level"): a.words for a in program.abilities if a.name == "spark"
    }
    assert sparks == {3: (3,), None: (1,)}


def test_an_argument_that_no_card_gives_is_asked_for(tmp_path: Path) -> None:
    source = "@rules.effect()\ndef need(me: Card, *, n: int) -> None:\n    modify(me, POWER, n)\n"
    module = build(tmp_path, source)
    assert compiled(module.rules).functions
    words = dict(next(iter(pool())).words)
    given = CardPool([CardData("T1", "one", words, (AbilityUse("need", {"n": 4}),))])
    assert "need(n=4)" in [f.name for f in compile_rules(module.rules, given).functions]
    missing = CardPool([CardData("T1", "one", words, (AbilityUse("need"),))])
    with pytest.raises(RulesetError, match="'n' is not given"):
        compile_rules(module.rules, missing)


def test_without_timings_nothing_is_raised(tmp_path: Path) -> None:
    module = build(tmp_path, body("timing(HIT, card)\ntiming(DONE)\nme.life = 1"))
    assert "COLLECT" in instructions(compiled(module.rules))
    assert instructions(compiled(module.rules, timings=False)) == ["MOVI", "STP", "RET"]


def test_a_handler_is_borne_by_no_card(tmp_path: Path) -> None:
    source = "@rules.on(HIT)\ndef noted(card: Card) -> None:\n    card.tally += 1\n"
    program = compiled(build(tmp_path, source).rules)
    row = next(a for a in program.abilities if a.name == "noted")
    assert row.rule
    assert row.survives
    assert program.abilities.index(row) in program.handlers
    assert program.functions[row.body].params == 1
