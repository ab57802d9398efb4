"""What is outside the rule language: every refusal names file, line, text, caret and a way out."""

from __future__ import annotations

from pathlib import Path

import pytest

from tefuda.errors import RulesetError, RuleSyntaxError, TefudaError
from tefuda.lang import compile_rules

from .toy import MARK, body, build, cell, compiled, pool, procedure, refused

STATEMENTS: list[tuple[str, str, str | None]] = [
    # (statements of a rule with the mark before what is refused, message, hint)
    # ---------------------------------------------------------- syntax outside the subset
    ("↓try:\n    pass\nfinally:\n    pass", "no exceptions", "whether it succeeded"),
    ("↓raise ValueError", "no exceptions", None),
    ("↓def inner() -> None:\n    pass", "definitions inside a rule", "module's level"),
    ("↓class Inner:\n    pass", "definitions inside a rule", None),
    ("↓global rules", "remembers nothing outside the game", "annotated word of Game"),
    ("↓del n", "nothing is deleted", "drop(record)"),
    ("↓import os", "imports stand at the top", None),
    ("↓from os import path", "imports stand at the top", None),
    ("↓n = n2 = 1", "one target at a time", None),
    ("↓n, m = 1, 2", "one target at a time", None),
    ("↓match n:\n    case 1:\n        pass", "Match is outside the rule language", None),
    ("async_ = ↓[1, 2]", "lists cannot be written here", "order(...)"),
    ("x = ↓[c for c in cards]", "lists cannot be written here", None),
    ("x = ↓{1: 2}", "no dictionaries", "annotated word of Card"),
    ("x = ↓{c: 1 for c in cards}", "no dictionaries", None),
    ("x = ↓(1, 2)", "Tuple is outside the rule language", None),
    ("x = ↓lambda: 1", "no lambda", "write a function"),
    ("↓yield card", "rules do not wait", "lets a player decide"),
    ("x = ↓'text'", "no strings", None),
    ("x = ↓f'{n}'", "no strings", "outside the rules"),
    ("x = ↓1.5", "no floats", "whole numbers"),
    ("x = ↓b'a'", "no bytes", None),
    ("x = ↓1 < n < 3", "chained comparison", "joined by and"),
    ("x = ↓n / 2", "outside the rule language", "write //"),
    ("x = ↓n ** 2", "outside the rule language", "multiply"),
    ("x = ↓~n", "UnaryOp is outside", None),
    ("↓n", "this does nothing", "assign or to call"),
    ("↓3", "this does nothing", None),
    ("↓while n:\n    n = 0\nelse:\n    pass", "no else", None),
    ("↓for c in cards:\n    pass\nelse:\n    pass", "no else", None),
    ("for ↓a1, b1 in cards:\n    pass", "one variable", None),
    ("↓with open('x'):\n    pass", "with takes after", None),
    ("↓with held() as x:\n    pass", "without as", None),
    ("↓with held(), held():\n    pass", "one with at a time", None),
    ("with held():\n    ↓return", "cannot be left by return", "after the block"),
    ("for c in cards:\n    with held():\n        ↓break", "cannot be left by break", "set a flag"),
    ("with ↓after(GOING):\n    pass", "after takes 2 arguments, 1 given", None),
    ("with ↓extract():\n    pass", "extract takes 1 arguments, 0 given", None),
    ("x = {n for n in cards if (↓m := n)}", ":= inside a set", "a line before"),
    ("x = n + (↓m := 2)", ":= stands in tests only", "a line of its own"),
    ("↓me.field[0] = card", "places cannot be assigned", "put(card"),
    # ---------------------------------------------------------- names
    ("x = ↓crad", "unknown name 'crad'", "did you mean 'card'?"),
    ("x = ↓take2(me, 1)", "unknown function 'take2'", "did you mean 'take'?"),
    ("↓print(n)", "print is no function of the rule language", "len, sum"),
    ("x = ↓card.powr", "unknown word of Card 'powr'", "did you mean 'power'?"),
    ("x = ↓me.hnd", "unknown word of Player 'hnd'", "did you mean 'hand'?"),
    ("x = ↓game.chian", "unknown word of Game 'chian'", "did you mean 'chain'?"),
    ("x = ↓deed.crad", "unknown field of Deed 'crad'", "did you mean 'card'?"),
    ("x = ↓a.levle", "unknown word of Ability 'levle'", "did you mean 'level'?"),
    ("x = ↓me.deck.tpo", "unknown word of Zone 'tpo'", "did you mean 'top'?"),
    ("x = ↓me.field.zoens", "unknown word of Grid 'zoens'", "did you mean 'zones'?"),
    ("x = ↓game.chain.tops", "unknown word of Stack 'tops'", "did you mean 'top'?"),
    ("x = ↓card.cost.totl", "unknown word of Counts 'totl'", "did you mean 'total'?"),
    ("x = ↓card.was.powr", "unknown word of what a card was 'powr'", "did you mean 'power'?"),
    ("x = ↓Colour.REED", "unknown member of Colour 'REED'", "did you mean 'RED'?"),
    ("↓card.tallly = 1", "unknown variable of Card 'tallly'", "did you mean 'tally'?"),
    ("↓me.lief = 1", "unknown variable of Player 'lief'", "did you mean 'life'?"),
    ("↓game.round = 1", "unknown variable of Game 'round'", "did you mean 'rounds'?"),
    ("↓deed.m = 1", "unknown field of Deed 'm'", None),
    ("↓card.power = 1", "'power' cannot be assigned", "modify(...)"),
    ("↓a.level = 1", "words of Ability cannot be assigned", None),
    ("x = Deed(by=me, card=card, amuont=↓n)", "unknown field of Deed 'amuont'", None),
    ("x = ↓Deed(by=me)", "Deed needs its field 'card'", None),
    ("x = ↓Deed(me, card)", "fields of Deed by name", None),
    ("x = ↓Card()", "Card cannot be made in a rule", "rules.record"),
    ("x = take(me, ↓m=2)", "unknown parameter of take 'm'", None),
    ("x = take(me, 1, ↓n=2)", "n is given twice", None),
    ("↓burst(card, deed, 3)", "burst takes 2 arguments (me, deed)", None),
    ("burst(card, deed, ↓amount=3)", "amount is given by card files only", None),
    ("↓put(card, me.hand, att=TOP)", "unknown option of put 'att'", "did you mean 'at'?"),
    # ---------------------------------------------------------- arity
    ("↓put(card)", "put takes 2 arguments, 1 given", None),
    ("x = ↓take(me)", "take takes 2 arguments (me, n)", None),
    ("x = take(↓*cards)", "one by one", None),
    ("↓put(*cards)", "one by one", None),
    ("take(me, ↓**deed)", "unknown parameter of take 'None'", None),
    ("↓game.chain.push()", "push takes 1 arguments, 0 given", None),
    ("x = ↓len(cards, cards)", "len takes 1 arguments, 2 given", None),
    ("x = ↓sum((c.power for c in cards), start=1)", "unknown option of sum 'start'", None),
    ("↓timing(HIT)", "hit is raised with 1 arguments, 0 given", None),
    ("x = ↓allowed(MAY_AIM, card)", "may_aim is asked with 2 arguments, 1 given", None),
    ("x = ↓offer(me, REPLY)", "reply is offered with 1 arguments", None),
    ("for x in range(↓card):\n    pass", "Card given where int is wanted", None),
    ("for x in ↓range():\n    pass", "range takes one or two numbers", None),
    ("for x in ↓abilities():\n    pass", "abilities takes 1 to 2 arguments", None),
    # ---------------------------------------------------------- types
    ("n = ↓card", "Card given where int is wanted (n)", None),
    ("n = ↓None", "None given where int is wanted (n)", None),
    ("x = ↓None", "the type of this None is not known", "annotate it: x: Card | None = None"),
    ("x: ↓str = 1", "str is no type of the rule language", "known types: int, bool"),
    ("x: ↓int | None = None", "int | None is no type of the rule language", None),
    ("x: ↓list[int]", "list[int] is no type", None),
    ("x: ↓kernel.Crad", "kernel.Crad is no type", None),
    ("↓n: int = 1", "n has a type already", None),
    ("x = ↓card + 1", "Card and int cannot be combined so", None),
    ("x = ↓cards + cards", "sets are combined by |, &, - and ^", None),
    ("x = ↓cards | card", "a card is no set", "one(card)"),
    ("x = ↓card == n", "Card cannot be compared with int so", None),
    ("x = ↓card < card", "Card cannot be compared with Card so", None),
    ("x = ↓card.colour == Side.LEFT", "Colour is never a Side", None),
    ("x = ↓cards < cards", "sets are compared by ==", None),
    ("x = ↓n is None", "int is never None", None),
    ("x = ↓n is n", "is compares with None only", "write =="),
    ("x = ↓n in cards", "int cannot be in set[Card]", None),
    ("x = {c for c in cards if c.colour == ↓card}", "Colour cannot be compared with Card so", None),
    ("x = ↓-card", "Card has no negative", None),
    ("x = ↓card[0]", "Card has no subscripts", None),
    ("x = ↓me.field[1, 2, 3]", "rows and columns", None),
    ("x = me.field[0, ↓3]", "field has 2 rows, 3 columns", None),
    ("x = card.cost[↓Side.LEFT]", "Side given where Colour is wanted", None),
    ("x = ↓1 << 64", "a shift beyond 63 bits", None),
    ("x = ↓n >> -1", "a shift beyond 63 bits", None),
    ("x = ↓9999999999999999999", "beyond 64 bits", None),
    ("x = ↓4611686018427387904 * 4", "beyond 64 bits", None),
    ("x = ↓n // 0", "division by zero", None),
    ("x = ↓Colour(9)", "9 is no Colour", None),
    ("x = ↓put(card, me.hand)", "put(card, me.hand) gives nothing", None),
    ("x = ↓put", "cannot be kept in a variable", None),
    ("x = ↓game", "cannot be kept in a variable", None),
    ("if ↓put(card, me.hand):\n    pass", "gives nothing that could be tested", None),
    ("x = ↓card.beats", "beats is to be called", None),
    ("x = ↓card.strong()", "strong is a word, not a function", None),
    ("x = ↓me.friend and n", "and, or and not give a yes/no here", "x if x else y"),
    ("x = ↓card if n else 1", "one branch gives Card, the other int", None),
    ("x = {↓c.items for c in cards}", "a set of set[Card] cannot be built", None),
    ("x = {↓c.size for c in cards}", "a set of int cannot be built", None),
    ("x = {card, ↓1}", "int given where Card is wanted", None),
    ("x = ↓set(c for c in cards)", "sets are written in braces", None),
    ("x = ↓sum(cards)", "sum takes a generator here", None),
    ("x = sum(↓c for c in cards)", "Card given where int is wanted", None),
    ("for c in ↓n:\n    pass", "int given where set[Card] is wanted", None),
    ("↓deed.paying.add(card)", "sets are values", "cards | {card}"),
    ("put(card, ↓n)", "int given where Place is wanted", None),
    ("put(card, me.hand, at=↓n)", "at= is TOP or BOTTOM", None),
    ("put(card, me.hand, face_down=↓card)", "write True or False here", None),
    ("attach(card, card, ↓DECK)", "DECK is no link", None),
    ("modify(card, ↓TURN, 1)", "TURN is no stat", None),
    ("modify(card, POWER, 1, until=↓n)", "int is no duration", "a record"),
    ("timing(↓MAY_GO, card)", "MAY_GO is no timing point", None),
    ("timing(HIT, ↓me)", "Player given where Card is wanted", None),
    ("x = choose(me, cards, ↓TURN)", "is no ask", None),
    ("x = choose(me, ↓Card, PICK)", "Card is no enumeration", None),
    ("x = choose(↓card, cards, PICK)", "Card given where Player is wanted", None),
    ("x = number(me, ↓card, 2, HOW_MANY)", "Card given where int is wanted", None),
    ("x = has(card, ↓POWER)", "POWER is no ability or keyword", None),
    ("gain(card, ↓n)", "int is no ability", None),
    ("win(me, ↓TURN)", "TURN is no outcome", None),
    ("later(BEGAN, ↓n)", "later takes a rule function by name", None),
    ("↓later(BEGAN, fade, n)", "card of fade is Card | None, given int", None),
    ("later(BEGAN, fade, ↓cards)", "set[Card] cannot be kept", "single values"),
    ("↓later(BEGAN, fade, card, n, n)", "fade takes 1 parameters", None),
    ("x = still(card, ↓n)", "still compares with a record", None),
    ("↓drop(card)", "only records are dropped", None),
    ("arrange(cards, ↓card.tally)", "a card variable that holds a zone", None),
    ("x = matching(cards, ↓Card.nme, card)", "unknown printed word 'nme'", None),
    ("x = lacking(POINTS, cards, NO_COUNTS, ↓n)", "int given where Counts is wanted", None),
    ("x = legal(a, ↓9)", "targets have the numbers 0 to 3", None),
    ("x = card.cost.plus(↓n, 1)", "takes a member by name", None),
    ("x = ↓after(GOING, cards)", "after is no operation here", None),
    ("↓return card", "returns nothing", "annotate"),
    # ---------------------------------------------------------- None
    ("x = ↓maybe.power", "maybe may be None where Card is wanted", "test it first: if maybe"),
    ("put(↓maybe, me.hand)", "maybe may be None", None),
    ("x = ↓me.deck.top.power", "me.deck.top may be None", "if me.deck.top"),
    ("x = ↓card.zone.cards", "card.zone may be None", None),
    ("if maybe or n:\n    x = ↓maybe.power", "may be None", None),
    ("if not maybe:\n    x = ↓maybe.power", "may be None", None),
    ("if maybe:\n    maybe = card.host\n    x = ↓maybe.power", "may be None", None),
    ("while maybe and n:\n    maybe = maybe.host\nx = ↓maybe.power", "may be None", None),
    (
        "while not maybe:\n    if n:\n        break\n    maybe = card\nx = ↓maybe.power",
        "may be None",
        None,
    ),
    ("for c in cards:\n    if maybe:\n        pass\nx = ↓maybe.power", "may be None", None),
    ("if deed.target:\n    deed.target = None\n    x = ↓deed.target.power", "may be None", None),
    ("x = still(↓maybe, deed)", "may be None", None),
    ("x = {↓c.host for c in cards}", "c.host may be None", None),
    ("card.bound_for = ↓n", "int given where Zone | None is wanted", None),
    # ---------------------------------------------------------- definite assignment
    ("if n:\n    x = 1\ny = ↓x", "x may not have a value here", "set x before"),
    ("for c in cards:\n    x = 1\ny = ↓x", "x may not have a value here", None),
    ("for c in cards:\n    pass\ny = ↓c", "c may not have a value here", None),
    ("if n and (x := take(me, 1)):\n    pass\ny = ↓x", "x may not have a value here", None),
    ("while n:\n    x = 1\n    n = 0\ny = ↓x", "x may not have a value here", None),
    ("x: int\ny = ↓x", "x may not have a value here", None),
    # ---------------------------------------------------------- read only
    (
        "x = ↓{c for c in cards if confirm(me, SURE)}",
        "only read, but it lets a player choose",
        None,
    ),
    ("x = ↓any(random_below(2) for c in cards)", "only read, but it draws lots", None),
    ("x = ↓sum(1 for c in cards if take(me, 1))", "only read", "give the value a name"),
    ("↓timing(HIT, choose(me, cards, PICK))", "only when something listens", "a name before"),
    ("↓choose(me, cards, PICK).tally += 1", "called twice", "a name before"),
    # ---------------------------------------------------------- not reached, still checked
    ("return\nx = ↓'never'", "no strings", None),
    ("if BOLD:\n    x = ↓'never'", "no strings", None),
    ("while True:\n    pass\nx = ↓crad", "unknown name 'crad'", None),
]


@pytest.mark.parametrize(("statements", "message", "hint"), STATEMENTS, ids=lambda v: str(v)[:40])
def test_a_statement_outside_the_language_is_refused_at_its_place(
    tmp_path: Path, statements: str, message: str, hint: str | None
) -> None:
    error = refused(tmp_path, body(statements))
    assert message in error.reason
    if hint is not None:
        assert hint in (error.hint or "")
    assert error.rule == "probe"


DEFINITIONS: list[tuple[str, str, str | None]] = [
    ("@rules.procedure()\ndef f(↓card) -> None: ...", "parameter 'card' has no type", "card: Card"),
    ("@rules.procedure()\ndef f(n: ↓float) -> None: ...", "float is no type", "known types"),
    (
        "@rules.procedure()\ndef f(n: ↓Grid) -> None: ...",
        "Grid cannot be passed",
        "pass the player",
    ),
    ("@rules.procedure()\ndef f(n: ↓Unheard) -> None: ...", "Unheard is no type", None),
    ("@rules.procedure()\ndef f(*↓rest: int) -> None: ...", "a fixed number of parameters", None),
    ("@rules.procedure()\ndef f(**↓rest: int) -> None: ...", "a fixed number of parameters", None),
    (
        "@rules.procedure()\n↓def f(n: int) -> int:\n    if n:\n        return 1",
        "may end without",
        "every path",
    ),
    (
        "@rules.procedure()\n↓def f(n: int) -> int:\n    while n:\n        return 1",
        "may end without",
        None,
    ),
    ("@rules.procedure()\ndef f(n: int) -> int:\n    return ↓None", "None given where int", None),
    ("@rules.procedure()\ndef f(n: int) -> Card:\n    ↓return", "Card is to be returned", None),
    (
        "@rules.procedure()\ndef f(n: int) -> set[Card]:\n    return ↓n",
        "int given where set[Card]",
        None,
    ),
    (
        "class Loose(kernel.Record):\n    n: int = 0\n\n\n"
        "@rules.procedure()\ndef f(n: ↓Loose) -> None: ...",
        "Loose is no record of this ruleset",
        "rules.record",
    ),
    (
        "@rules.procedure(\n    clause='1.2',\n)\n@rules.delayed(\n    'late',\n)\n"
        "def f(n: int) -> None:\n    x = ↓'decorators of several lines'",
        "no strings",
        None,
    ),
    (
        "@rules.procedure()\ndef f(カード: Card) -> int:\n    return カード.power + ↓カード.powr",
        "unknown word of Card 'powr'",
        "power",
    ),
    (
        "def make(n: int) -> None:\n    n = n + 1\n\n    @rules.procedure()\n"
        "    def f() -> int:\n        return ↓n\n\n\nmake(1)",
        "n is a variable of the function around this rule",
        "declare a parameter",
    ),
    (
        "def helper(card: Card) -> int:\n    return ↓card.powr\n\n\n"
        "@rules.procedure()\ndef f(card: Card) -> int:\n    return helper(card) + 1",
        "unknown word of Card 'powr'",
        None,
    ),
    (
        "@rules.effect()\ndef f(card: Card, *, n: int = 1) -> None:\n    ↓n = 2",
        "n is a constant here",
        None,
    ),
    (
        "FAR = 1 << 70\n\n\n@rules.procedure()\ndef f() -> int:\n    return ↓FAR",
        "beyond 64 bits",
        None,
    ),
    (
        "class Back(IntEnum):\n    B = 1\n    A = 0\n\n\n@rules.procedure()\ndef f() -> None:\n"
        "    for x in ↓Back:\n        pass",
        "looped over by number",
        "ascending",
    ),
]


@pytest.mark.parametrize(("source", "message", "hint"), DEFINITIONS, ids=lambda v: str(v)[:40])
def test_a_definition_outside_the_language_is_refused_at_its_place(
    tmp_path: Path, source: str, message: str, hint: str | None
) -> None:
    error = refused(tmp_path, source)
    assert message in error.reason
    if hint is not None:
        assert hint in (error.hint or "")


IMPURE: list[tuple[str, str]] = [
    (
        "@rules.procedure()\ndef deep(me: Player) -> bool:\n    return take(me, 1)\n\n\n"
        "@rules.procedure()\ndef can(me: Player) -> bool:\n    return deep(me)\n\n\n"
        "@rules.action(MAIN, candidates=can)\ndef go(me: Player) -> None: ...",
        "the candidates of action 'go' must be pure, but it changes the game",
    ),
    (
        "@rules.procedure()\ndef can(me: Player) -> set[Card]:\n"
        "    return one(random_card(me.hand))"
        "\n\n\n@rules.action(MAIN, candidates=can)\ndef go(me: Player, card: Card) -> None: ...",
        "must be pure, but it draws lots",
    ),
    (
        "def when(me: Card, card: Card) -> bool:\n    return confirm(me.user, SURE)\n\n\n"
        "@rules.trigger(HIT, when=when)\ndef go(me: Card, card: Card) -> None: ...",
        "the condition of 'go' must be pure, but it lets a player choose",
    ),
    (
        "@rules.answers(MAY_GO)\ndef go(me: Card, card: Card) -> bool:\n"
        "    shuffle(me.owner.deck)\n"
        "    return True",
        "the answer 'go' must be pure, but it draws lots",
    ),
    (
        "@rules.continuous(stat=POWER)\ndef go(me: Card, card: Card) -> int:\n    card.tally = 1\n"
        "    return 1",
        "the answer 'go' must be pure, but it changes the game",
    ),
    (
        "def all_of(me: Card) -> set[Card]:\n    timing(DONE)\n    return one(me)\n\n\n"
        "@rules.continuous(gives=FAST, who=all_of)\ndef go(me: Card, card: Card) -> int:\n"
        "    return 1",
        "the range of 'go' must be pure, but it raises a timing",
    ),
    (
        "def aim(me: Card) -> set[Card]:\n    settle()\n    return one(me)\n\n\n"
        "@rules.effect(targets=[aim])\ndef go(me: Card, deed: Deed) -> None: ...",
        "a target of 'go' must be pure",
    ),
    (
        "@rules.rates\ndef value_of(me: Player) -> int:\n    me.life = 1\n    return 1",
        "the value of a position must be pure",
    ),
    (
        "@rules.procedure()\ndef f(me: Player, n: int) -> bool:\n    if n:\n"
        "        return g(me, n - 1)\n    return False\n\n\n"
        "@rules.procedure()\ndef g(me: Player, n: int) -> bool:\n    x = f(me, n)\n"
        "    return x and take(me, 1)\n\n\n"
        "@rules.procedure()\ndef can(me: Player) -> bool:\n    return f(me, 3)\n\n\n"
        "@rules.action(MAIN, candidates=can)\ndef go(me: Player) -> None: ...",
        "must be pure, but it changes the game",
    ),
]


@pytest.mark.parametrize(("source", "message"), IMPURE, ids=lambda v: str(v)[:40])
def test_what_must_be_pure_is_refused_with_the_step_that_is_not(
    tmp_path: Path, source: str, message: str
) -> None:
    module = build(tmp_path, source)
    with pytest.raises(RuleSyntaxError) as caught:
        compiled(module.rules)
    assert message in caught.value.reason
    assert caught.value.file == module.__file__
    assert caught.value.line
    assert caught.value.text
    assert "only reads the game" in str(caught.value)


RULESET: list[tuple[str, str]] = [
    # declarations that do not fit together
    (
        "@rules.action(MAIN, candidates=ready)\ndef go(me: Player, card: Player) -> None: ...",
        "parameter 'card' is Player, window 'main' gives Card",
    ),
    (
        "@rules.action(MAIN)\ndef go(me: Player, card: Card) -> None: ...",
        "takes 2 parameters; window 'main' gives 1",
    ),
    (
        "@rules.procedure()\ndef can(me: Player) -> None: ...\n\n\n"
        "@rules.action(MAIN, candidates=can)\ndef go(me: Player) -> None: ...",
        "candidates are a set or a yes/no, not nothing",
    ),
    (
        "def usable(me: Player, a: Ability) -> int:\n    return 1\n\n\n"
        "@rules.action(MAIN, candidates=ready, usable=usable)\n"
        "def go(me: Player, a: Ability) -> None: ...",
        "usable gives a bool",
    ),
    (
        "@rules.trigger(HIT)\ndef go(me: Card, card: Card, n: int) -> None: ...",
        "takes 3 parameters, is given 2",
    ),
    (
        "@rules.trigger(HIT)\ndef go(me: Card, card: Player) -> None: ...",
        "parameter 'card' is Player, is given Card",
    ),
    ("@rules.answers(MAY_GO)\ndef go(me: Card, card: Card) -> None: ...", "expected bool"),
    (
        "@rules.answers(WORTH)\ndef go(me: Card, n: int, card: Card) -> Card:\n    return card",
        "expected int",
    ),
    ("@rules.instead(GOING)\ndef go(me: Card, card: Card) -> None: ...", "expected bool"),
    (
        "@rules.continuous(stat=POWER)\n"
        "def go(me: Card, card: Card) -> set[Card]:\n    return one(me)",
        "expected int",
    ),
    (
        "def when(me: Card) -> set[Card]:\n    return one(me)\n\n\n"
        "@rules.trigger(HIT, when=when)\ndef go(me: Card) -> None: ...",
        "its condition, when: gives set[Card], expected bool",
    ),
    (
        "@rules.effect(strenght=1)\ndef go(me: Card) -> None: ...",
        "'strenght' is no word of Ability",
    ),
    (
        "@rules.continuous(stat=POWER)\n"
        "def a1(me: Card, card: Card) -> int:\n    return card.guard\n\n\n"
        "@rules.continuous(stat=GUARD)\n"
        "def a2(me: Card, card: Card) -> int:\n    return card.power",
        "static abilities read power in a circle",
    ),
    (
        "def weak(me: Card) -> set[Card]:\n"
        "    return {c for c in me.user.field.cards if c.power < 2}"
        "\n\n\n@rules.continuous(negates=True, who=weak)\n"
        "def a1(me: Card, card: Card) -> int:\n    return 1",
        "takes abilities away and reads a stat",
    ),
    (
        "EMPTY = rules.window('empty')\n\n\n@rules.procedure()\n"
        "def f(me: Player) -> None:\n    offer(me, EMPTY)",
        "no action belongs to window 'empty'",
    ),
    (
        "@rules.on(DONE)\ndef burst2() -> None: ...\n\n\n"
        "@rules.effect('burst2')\ndef other(me: Card) -> None: ...",
        "'burst2' is declared as more than one of keyword, ability, handler",
    ),
    ("BAD = rules.timing_point('bad', list)", "bad: an argument cannot be list"),
    ("BAD = rules.timing_point('bad', set[Card])", "bad: an argument cannot be"),
    ("BAD = rules.timing_point('bad', Card, Card, Card, Card, Card)", "bad: at most 4 arguments"),
    ("BAD = rules.stat('speed')", "stat 'speed' has no word on Card"),
    (
        "BAD = rules.payment('p', points='exx', colours='colours', cost='cost', any_member=1)",
        "'exx' is no word of Card",
    ),
    (
        "BAD = rules.payment("
        "'p', points='ex', colours='colours', cost='cost', any_member=Colour.RED)",
        "payment 'p': BLUE comes behind the member that any colour pays",
    ),
    ("rules.override('nothing')(fade)", "'nothing', which is no procedure, action or ability"),
]


@pytest.mark.parametrize(("source", "message"), RULESET, ids=lambda v: str(v)[:40])
def test_declarations_that_do_not_fit_are_refused(
    tmp_path: Path, source: str, message: str
) -> None:
    with pytest.raises(RulesetError) as caught:
        compiled(build(tmp_path, source).rules)
    assert message in str(caught.value)
    assert str(caught.value).startswith("toy: ")


def test_the_tables_hold_at_least_eighty_places() -> None:
    assert len(STATEMENTS) + len(DEFINITIONS) + len(IMPURE) + len(RULESET) >= 80
    assert all(MARK in s for s, *_ in [*STATEMENTS, *DEFINITIONS])


def test_a_refusal_in_a_function_of_another_file_points_there(tmp_path: Path) -> None:
    first = build(tmp_path, "def helper(card: Card) -> int:\n    return card.powr")
    second = build(tmp_path)
    names = cell("def probe(card: Card) -> int:\n    return helper(card)", second, "other")
    names["helper"] = first.helper
    second.rules.procedure()(names["probe"])
    with pytest.raises(RuleSyntaxError) as caught:
        compiled(second.rules)
    assert caught.value.file == first.__file__
    assert caught.value.text == "return card.powr"


def test_a_notebook_cell_is_a_source(tmp_path: Path) -> None:
    module = build(tmp_path)
    names = cell("def probe(card: Card) -> int:\n    return card.powr\n", module, "1")
    module.rules.procedure()(procedure(names))
    with pytest.raises(RuleSyntaxError, match="unknown word of Card") as caught:
        compiled(module.rules)
    assert str(caught.value.file).startswith("<cell 1")
    assert (caught.value.line, caught.value.column) == (2, 7)


def test_code_without_a_source_is_refused(tmp_path: Path) -> None:
    module = build(tmp_path)
    names = dict(vars(module))
    exec("def probe(card: Card) -> int:\n    return card.power\n", names)
    module.rules.procedure()(names["probe"])
    with pytest.raises(RuleSyntaxError, match="cannot be found") as caught:
        compiled(module.rules)
    assert "not by exec()" in (caught.value.hint or "")


@pytest.mark.parametrize(
    "thing", [len, lambda card: 1, print, type], ids=["len", "lambda", "print", "type"]
)
def test_what_is_no_def_statement_is_refused(tmp_path: Path, thing: object) -> None:
    module = build(tmp_path)
    module.rules.procedures["probe"] = module.rules.procedures["ready"]
    module.rules.main_rule = thing
    with pytest.raises(TefudaError, match=r"no plain Python function|not written as a def"):
        compiled(module.rules)


def test_a_file_changed_after_it_was_imported_is_refused(tmp_path: Path) -> None:
    module = build(tmp_path, "@rules.procedure()\ndef probe(n: int) -> int:\n    return n\n")
    path = Path(str(module.__file__))
    path.write_text("\n\n# moved\n" + path.read_text())
    with pytest.raises(RuleSyntaxError, match="not written as a def") as caught:
        compiled(module.rules)
    assert "must not change" in (caught.value.hint or "")
    path.write_text("def (")
    with pytest.raises(RuleSyntaxError, match="cannot be read again"):
        compiled(module.rules)


def test_a_ruleset_without_its_two_rules_is_refused(tmp_path: Path) -> None:
    module = build(tmp_path)
    module.rules.main_rule = None
    with pytest.raises(RulesetError, match=r"expected a rule for @rules\.setup"):
        compiled(module.rules)


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("@rules.main\ndef go(n: int) -> None: ...", "takes () and gives None"),
        ("@rules.rates\ndef go(me: Player) -> None: ...", "takes (Player) and gives int"),
        ("@rules.rates\ndef go() -> int:\n    return 1", "takes (Player) and gives int"),
    ],
)
def test_rules_with_a_role_take_what_the_role_gives(
    tmp_path: Path, source: str, message: str
) -> None:
    with pytest.raises(RuleSyntaxError) as caught:
        compiled(build(tmp_path, source).rules)
    assert message in caught.value.reason


@pytest.mark.parametrize("depth", [120, 900])
def test_deep_nesting_is_refused_or_compiled(tmp_path: Path, depth: int) -> None:
    source = "@rules.procedure()\ndef probe(n: int) -> int:\n    return " + " + ".join(
        ["n"] * depth
    )
    module = build(tmp_path, source)
    if depth < 150:
        assert compiled(module.rules).code
        return
    with pytest.raises(RuleSyntaxError, match="nested too deeply"):
        compiled(module.rules)


def test_too_many_values_at_once_are_refused(tmp_path: Path) -> None:
    lines = [f"x{i} = me.life + {i}" for i in range(250)]
    lines.append("me.life = " + " - ".join(f"x{i}" for i in range(0, 250, 2)))
    lines += [f"me.life = x{i}" for i in range(250)]
    module = build(tmp_path, body("\n".join(lines)))
    with pytest.raises(RuleSyntaxError, match="too many values at once") as caught:
        compiled(module.rules)
    assert caught.value.file == module.__file__
    assert "several procedures" in (caught.value.hint or "")


def test_a_huge_rule_compiles(tmp_path: Path) -> None:
    lines = []
    for i in range(600):
        lines += [f"if me.life > {i}:", f"    me.life = me.life + {i} * n"]
    program = compile_rules(build(tmp_path, body("\n".join(lines))).rules, pool())
    assert len(program.code) > 1800


def test_a_function_that_may_return_is_not_annotated_noreturn(tmp_path: Path) -> None:
    head = "from typing import NoReturn\n\n\n@rules.procedure()\n"
    for statements in ("if me.life:\n        win(me, OVER)", "return"):
        source = head + f"def beaten(me: Player) -> NoReturn:\n    {statements}\n"
        with pytest.raises(RuleSyntaxError, match="annotated NoReturn"):
            compiled(build(tmp_path, source).rules)


def test_the_caret_stands_under_wide_letters() -> None:
    error = RuleSyntaxError("no", file="f", line=1, text="手札 = é(ｘ)", column=7)
    assert str(error).splitlines()[2] == "    " + " " * 9 + "^"
