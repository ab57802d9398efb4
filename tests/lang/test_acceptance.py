"""Every statement and every word of the rule language compiles, to what it says."""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest

from tefuda import kernel
from tefuda.lang import listing
from tefuda.lang.operations import OPERATIONS
from tefuda.lang.program import CompiledProgram

from .toy import body, build, compiled


def instructions(program: CompiledProgram, name: str = "probe") -> list[str]:
    """The operations of a function; calls that copy arguments are calls, too."""
    rows = program.functions
    at = next(n for n, row in enumerate(rows) if row.name.partition("(")[0] == name)
    end = rows[at + 1].entry if at + 1 < len(rows) else len(program.code)
    names = [OPERATIONS[op].name for op, *_ in program.code[rows[at].entry : end]]
    return ["CALL" if name in ("CALL1", "CALL2") else name for name in names]


#: A word, statements that use it, an operation that they become.
WORDS: list[tuple[str, str, str]] = [
    ("put", "put(card, me.hand, at=BOTTOM, face_down=True, known_to=me)", "PUT"),
    ("put", "put(card, DUST, at=TOP)", "PUT"),
    ("put_all", "put_all(cards, DUST)", "PUTS"),
    ("put_all", "put_all(order(me, cards, PICK), DECK, at=BOTTOM)", "PUTL"),
    ("attach", "attach(card, card, ITEMS, face_down=BOLD, known_to=me)", "ATTACH"),
    ("arrange", "arrange(cards, Card.bound_for)", "ARRANGE"),
    ("become", "become(card, None)", "BECOME"),
    ("become", "become(card, deed.card)", "BECOME"),
    ("shuffle", "shuffle(me.deck)", "SHUF"),
    ("random_card", "maybe = random_card(me.hand)", "RANDC"),
    ("random_below", "n = random_below(6)", "RANDN"),
    ("reveal", "reveal(cards)", "REVEAL"),
    ("look", "look(me.enemy, card)", "LOOK"),
    ("knows", "me.life = int(knows(me, card))", "JKNOW"),
    ("conceal", "conceal(me.hand)", "HIDE"),
    ("modify", "modify(card, POWER, -2, until=TURN)", "MODIFY"),
    ("modify", "modify(me.field.cards, GUARD, n, until=deed)", "MODIFY"),
    ("set_to", "set_to(card, POWER, 3, until=FOREVER)", "MODIFY"),
    ("set_original", "set_original(card, POWER, 3)", "MODIFY"),
    ("swap", "swap(card, POWER, GUARD)", "MODIFY"),
    ("clear_modifications", "clear_modifications(card, POWER)", "UNMODIFY"),
    ("original", "n = original(card, POWER)\nme.life = n", "ORIG"),
    ("gain", "gain(card, FAST, until=TURN)\ngain(me, burst)\ngain(game, spark)", "EFFECT"),
    ("lose", "lose(card)\nlose(card, FAST)", "EFFECT"),
    ("bar", "bar(card, spark, until=TURN)", "EFFECT"),
    ("negate", "negate(card, a)", "EFFECT"),
    ("later", "later(DONE, fade, card, of=me, until=TURN)", "EFFECT"),
    ("expire", "expire(TURN, of=me)\nexpire(deed)", "EXPIRE"),
    ("has", "if has(card, FAST):\n    me.life = 1", "HASK"),
    ("bearing", "put_all(bearing(cards, FAST), DUST)", "SHASK"),
    ("abilities", "for x in abilities(card, ACTIVATED):\n    count_use(x)", "ABNEXT"),
    ("abilities", "for x in abilities(card, EFFECT):\n    count_use(x)", "ABNEXT"),
    ("abilities", "for x in abilities(card):\n    n = x.level + x.uses\n    me.life = n", "ABWORD"),
    ("activated", "put_all(activated(cards), DUST)", "SACT"),
    ("effect_of", "x = effect_of(card)\nif x:\n    perform(x, deed)", "EFFOF"),
    ("count_use", "count_use(a)", "USE"),
    ("reset_uses", "reset_uses(cards)", "UNUSE"),
    ("perform", "perform(a, deed)", "PERFORM"),
    ("legal", "put_all(legal(a, 0), DUST)", "LEGAL"),
    ("legal", "put_all(legal(a, n, card), DUST)", "LEGAL"),
    ("timing", "timing(HIT, card)\ntiming(HIT, cards)\ntiming(DONE)", "COLLECT"),
    ("settle", "settle()", "SETTLEA"),
    ("would", "cards = would(GOING, cards)\nput_all(cards, DUST)", "WOULDN"),
    ("after", "with after(GOING, cards):\n    put_all(cards, DUST)", "WASEND"),
    ("held", "with held():\n    timing(HIT, card)", "HELDE"),
    ("extract", "with extract(cards):\n    shuffle(me.deck)\n    fail()", "UNLIFT"),
    ("fail", "with extract(cards):\n    fail()", "EXFAIL"),
    ("allowed", "if allowed(MAY_AIM, card, me):\n    me.life = 1", "ALLOWED"),
    ("value", "me.life = value(WORTH, n, card)", "VALUE"),
    ("permitted", "put_all(permitted(MAY_AIM, cards, me), DUST)", "PERMIT"),
    ("permitted", "put_all(permitted(MAY_GO, me.hand), DUST)", "PERMIT"),
    ("choose", "put(choose(me, cards, PICK), DUST)", "OPTS"),
    ("choose", "c = choose(me, me.hand, PICK, optional=True)\nif c:\n    put(c, DUST)", "PASS"),
    ("choose", "put(card, choose(me, me.field.empty, PICK))", "OPTZ"),
    ("choose", "x = choose(me, Colour, PICK)\nif x == Colour.RED:\n    me.life = 1", "OPTBITS"),
    ("choose", "p = choose(me, game.players, PICK)\np.life = 1", "OPTBITS"),
    ("confirm", "if confirm(me, SURE):\n    me.life = 1", "CHOOSE"),
    ("number", "me.life = number(me, 1, n, HOW_MANY)", "OPTR"),
    ("some", "put_all(some(me, me.hand.cards, 1, 2, PICK), DUST)", "SAFTER"),
    ("order", "for c in order(me, cards, PICK):\n    put(c, DUST)", "LITER"),
    ("offer", "while offer(me, REPLY, deed):\n    n += 1", "CALL"),
    ("still", "if still(card, deed):\n    put_all(still(cards, deed), DUST)", "STILL"),
    ("drop", "drop(deed)", "DROP"),
    ("one", "put_all(one(maybe) | one(None) | NO_CARDS, DUST)", "SONE"),
    ("matching", "put_all(matching(cards, Card.name, card), DUST)", "SLIKE"),
    ("lacking", "n = lacking(POINTS, cards, deed.credit, card.cost)\nme.life = n", "LACKING"),
    (
        "useful",
        "put_all(useful(POINTS, cards, NO_COUNTS, card.cost, me.hand), DUST)",
        "USEFUL",
    ),
    ("payable", "put_all(payable(POINTS, me.hand, me.hand), DUST)", "PAYABLE"),
    ("win", "win(me, OVER)", "ENDGAME"),
    ("lose_game", "lose_game(game.players, OVER)", "LOSERS"),
    ("lose_game", "lose_game(me.enemy, OVER)", "LOSERS"),
]


@pytest.mark.parametrize(("word", "statements", "operation"), WORDS, ids=lambda v: str(v)[:30])
def test_a_word_of_the_kernel_compiles(
    tmp_path: Path, word: str, statements: str, operation: str
) -> None:
    assert word in statements
    program = compiled(build(tmp_path, body(statements)).rules)
    assert operation in instructions(program)


def test_every_word_of_the_kernel_is_among_them() -> None:
    words = {
        name
        for name, thing in vars(kernel).items()
        if inspect.isfunction(thing)
        and thing.__module__ == kernel.__name__
        and not name.startswith("_")
    }
    known = {word for word, _, _ in WORDS}
    # what the typing module put into the namespace is no word
    assert words - {"overload", "dataclass_transform", "cast"} == known


STATEMENTS: list[tuple[str, str]] = [
    # ---------------------------------------------------------- statements
    ("x = 1\nx = x + 1\nme.life = x", "STP"),
    ("x: Card | None = None\nif n:\n    x = card\nif x:\n    put(x, DUST)", "JNONE"),
    ("me.life += 2\nme.life -= n\ncard.tally //= 2", "DIV"),
    ("cards |= {card}\ncards -= one(maybe)\ncards &= me.hand.cards\nput_all(cards, DUST)", "SANDN"),
    ("if n > 3:\n    me.life = 1\nelif n:\n    me.life = 2\nelse:\n    me.life = 3", "STP"),
    (
        "while n:\n    n -= 1\n    if n == 3:\n        continue\n    if n == 1:\n        break",
        "LOOP",
    ),
    ("while True:\n    n += 1\n    if n > 7:\n        break\nme.life = n", "LOOP"),
    ("for c in cards:\n    c.tally = 0", "SITER"),
    ("for c in me.deck:\n    c.tally = c.position", "LZONE"),
    ("for z in me.field:\n    c = z.top\n    if c:\n        put(c, DUST)", "BITER"),
    ("for p in game.players:\n    p.life = 20", "BITER"),
    ("for x in Colour:\n    if x != Colour.RED:\n        n += 1", "BITER"),
    (
        "for x in range(3):\n    n += x\nfor _ in range(1, n):\n"
        "    n += 1\nfor _ in cards:\n    n += 1",
        "JLE",
    ),
    ("for d in game.chain:\n    d.n = 1", "CAT"),
    ("assert n > 0\nassert maybe\nput(maybe, DUST)", "ASSERT"),
    ("pass\n...\n'a note'", "RET"),
    ("return None", "RET"),
    ("if (x := me.deck.top) and x.power > 2:\n    put(x, DUST)", "JNONE"),
    ("while x := me.deck.top:\n    put(x, DUST)", "JNONE"),
    ("if (x := n + 1) > 3:\n    me.life = x", "STP"),
    # ---------------------------------------------------------- expressions
    ("me.life = -n + 2 * n - n // 3 + n % 5 + (n & 3 | 4) + (n << 2) + (n >> 1) + abs(n)", "MAX"),
    ("me.life = min(n, 3, card.power) + max(n, 1)", "MIN"),
    ("me.life = min((c.power for c in cards), default=7) + max(c.size for c in cards)", "SBEST"),
    ("me.life = sum(c.power for c in cards if c.tapped) + sum(c.tally for c in cards)", "SSUM"),
    ("me.life = sum(1 for p in game.players if p.life)", "BITER"),
    ("me.life = max((p.life for p in game.players), default=-1)", "BITER"),
    (
        "x = any(c.power > 3 for c in cards) and all(c.guard for c in cards)\nme.life = int(x)",
        "SFILT",
    ),
    ("me.life = int(any(p.life for p in game.players))", "BITER"),
    ("me.life = len(cards) + len(me.deck) + len(game.chain) + len(game.players)", "CLEN"),
    ("x = not n\ny = n > 1 or bool(maybe)\nme.life = int(x and y)", "MOVI"),
    ("me.life = 1 if n else card.size", "BASE"),
    ("x = card if n else maybe\nif x:\n    put(x, me.hand if n else DUST)", "PUT"),
    ("x = me.hand.cards if n else cards\nput_all(x, DUST)", "PUTS"),
    (
        "if card in cards and card not in me.hand and card in {maybe} if maybe else n > 1:\n"
        "    n = 1\n"
        "me.life = n",
        "JHAS",
    ),
    ("if card.colour in (Colour.RED, Colour.BLUE) and n not in (1, 2):\n    me.life = 1", "JEQI"),
    ("if card.zone == DUST or card.zone in (DECK, HAND):\n    me.life = 1", "ZFIELD"),
    ("if card.zone == me.field[1, 2] or card.zone == me.hand:\n    me.life = 1", "JEQ"),
    ("if cards == me.hand.cards or cards <= me.kept or cards >= me.kept:\n    me.life = 1", "JSEQ"),
    ("if maybe == card or maybe is None or card.name == deed.card.name:\n    me.life = 1", "JNONE"),
    ("x = choose(me, Side, PICK, optional=True)\nif x is not None:\n    me.life = int(x)", "JNONE"),
    ("if card.mate and card.mate.power:\n    me.life = card.mate.power", "STAT"),
    ("deed.target = card\nput(deed.target, DUST)", "STF"),
    ("me.life = card.cost[Colour.RED] + card.cost[card.colour] + card.cost.total", "COUNTV"),
    (
        "deed.credit = deed.credit + card.cost - NO_COUNTS\n"
        "deed.credit = deed.credit.plus(Colour.RED, n)",
        "CPLUS",
    ),
    ("if deed.credit.covers(card.cost):\n    me.life = 1", "JCOVERS"),
    (
        "d = Deed(by=me, card=card, paying=cards, n=3)\n"
        "game.chain.push(d)\nif game.chain.top.aimed:\n"
        "    me.life = game.chain[0].n\ndrop(game.chain.pop())",
        "CPOP",
    ),
    ("card.tapped = True\ncard.marked = n > 1\ncard.tapped = not card.tapped", "FPUT"),
    ("card.bound_for = me.field[2]\ncard.mate = maybe\ncard.mate = None", "STC"),
    (
        "me.kept = cards\nme.friend = maybe\ngame.last = card\ngame.rounds = n\ngame.turn += 1",
        "STPS",
    ),
    ("if card.beats(deed.card) and card.strong:\n    me.life = card.double", "MULI"),
    ("put_all(me.fighters | me.enemy.fighters, DUST)", "SOR"),
    (
        "me.life = card.was.power + card.was.position\n"
        "if card.was.zone == FIELD and card.was.tapped:\n"
        "    me.life = 0",
        "WASSTAT",
    ),
    (
        "x = card.user.number + card.row + card.column + card.cell\n"
        "me.life = x + int(card.in_play)",
        "CARDF",
    ),
    (
        "x = game.cause\nif x and x.bearer.owner == me and x.kind == spark:\n"
        "    me.life = x.targets",
        "ABFIELD",
    ),
    (
        "put_all(me.field.cards_at(7), DUST)\n"
        "x = me.field.at(3) & me.field.empty\nme.life = len(x)",
        "ZPICK",
    ),
    ("x = {me, me.enemy} - me.others\nfor p in x:\n    p.life = 1", "ANDN"),
    ("x = me.deck[0]\ny = order(me, cards, PICK)\nif x and y:\n    put(y[0], DUST)", "LGET"),
    (
        "x = me.deck.bottom\nif x and me.deck.occupied and me.deck.player == me:\n    put(x, DUST)",
        "ZBOT",
    ),
    # ---------------------------------------------------------- sets
    ("put_all({c for c in cards if c.tapped and not c.marked}, DUST)", "SANDF"),
    ("put_all({c for c in cards if c.colour == Colour.RED and c.size > 2}, DUST)", "SANDM"),
    ("put_all({c for c in cards if c.power >= n and c.colour != card.colour}, DUST)", "SFILT"),
    ("put_all({c for c in cards if c.cells & 3 and not c.cells & n}, DUST)", "SFILT"),
    ("put_all({c for c in cards if c.user == me and c.owner != me and c.in_play}, DUST)", "SUSED"),
    ("put_all({c for c in cards if c.zone == me.hand or c.zone == DUST}, DUST)", "SDEL"),
    (
        "put_all({c for c in cards if c.zone == DUST and c != card and c not in me.kept}, DUST)",
        "SKINDS",
    ),
    ("put_all({c for c in cards if c.strong and c.host is None}, DUST)", "SFILT"),
    ("put_all({c for c in cards if maybe and c.power < maybe.power}, DUST)", "SFILT"),
    ("put_all({c for c in cards if BOLD or c.tapped}, DUST)", "PUTS"),
    ("put_all({c.root for c in cards if not c.face_down}, DUST)", "SADD"),
    ("put_all({c.host for c in cards if c.host}, DUST)", "SADD"),
    ("put_all({i for c in cards for i in c.items if i.power > c.power}, DUST)", "SOR"),
    ("put_all({c for c in cards for d in me.hand if d.size == c.size}, DUST)", "SADD"),
    ("x = {c.zone for c in cards if c.zone}\nme.life = len(x)", "BCNT"),
    ("x = {c.colour for c in cards} | {Colour.ANY}\nif Colour.RED in x:\n    me.life = 1", "ANDI"),
    ("x = {c for c in cards if Colour.RED in c.hues}\nput_all(x, DUST)", "SANDM"),
    ("x = {c for c in cards if card.colour not in c.hues}\nput_all(x, DUST)", "SFILT"),
    ("x = me.field[1, n]\nput(card, me.field[n, 1])\nput(card, x)", "ZRC"),
    ("x = {c.user for c in cards}\nif me in x:\n    me.life = len(x)", "JBIT"),
    ("x = {z.top for z in me.field if z.top}\nput_all(x, DUST)", "ZTOP"),
]


@pytest.mark.parametrize(("statements", "operation"), STATEMENTS, ids=lambda v: str(v)[:40])
def test_a_statement_compiles(tmp_path: Path, statements: str, operation: str) -> None:
    rules = build(tmp_path, body(statements)).rules
    assert operation in instructions(compiled(rules))
    assert operation in instructions(compiled(rules, optimised=False))


def test_the_listing_shows_every_function_with_its_lines(tmp_path: Path) -> None:
    program = compiled(build(tmp_path, body("me.life = card.power")).rules)
    text = listing(program)
    for row in program.functions:
        assert row.name in text
    assert "STAT" in listing(program, "probe")
    assert "# line" in listing(program, "probe")
    assert "SHUF" not in listing(program, "probe")


def test_a_property_that_uses_itself_is_called_in_the_end(tmp_path: Path) -> None:
    source = (
        "def first(card: Card) -> int:\n    return second(card) + 1\n\n\n"
        "def second(card: Card) -> int:\n    return first(card) + 1\n\n\n"
        + body("me.life = first(card)")
    )
    program = compiled(build(tmp_path, source).rules)
    assert "first" in [f.name for f in program.functions]


def test_short_functions_that_call_one_another_often_do_not_explode(tmp_path: Path) -> None:
    source = "def f0(n: int) -> int:\n    return n + 1\n\n\n"
    for i in range(1, 9):
        calls = " + ".join([f"f{i - 1}(n)"] * 9)
        source += f"def f{i}(n: int) -> int:\n    return {calls}\n\n\n"
    program = compiled(build(tmp_path, source + body("me.life = f8(n)")).rules)
    assert len(program.code) < 60_000


def test_a_long_chain_of_rules_compiles(tmp_path: Path) -> None:
    head = "@rules.procedure()\ndef {0}(n: int) -> int:\n"
    source = head.format("f0") + "    return n\n\n\n"
    for i in range(1, 300):
        rule = f"    while n > {i}:\n        n = f{i - 1}(n)\n    return n\n\n\n"
        source = head.format(f"f{i}") + rule + source
    program = compiled(build(tmp_path, source).rules)
    assert len(program.functions) > 300


def test_rules_inside_a_function_may_use_what_is_set_once_around_them(tmp_path: Path) -> None:
    source = (
        "def make(n: int, side: Side) -> None:\n    twice = n * 2\n\n    @rules.procedure()\n"
        "    def probe(me: Player) -> None:\n        me.life = n + twice\n"
        "        if side == Side.LEFT:\n            me.life = 1\n\n\nmake(3, Side.LEFT)\n"
    )
    assert "STP" in instructions(compiled(build(tmp_path, source).rules))


def test_parameters_may_have_defaults(tmp_path: Path) -> None:
    source = (
        "@rules.procedure()\ndef add(me: Player, n: int = LIMIT, up: bool = True) -> None:\n"
        "    if up:\n        me.life += n\n\n\n" + body("add(me)\nadd(me, up=False)\nadd(me, 3)")
    )
    assert "STP" in " ".join(instructions(compiled(build(tmp_path, source).rules), "add"))


def test_both_sides_of_a_choice_between_values_are_translated_once(tmp_path: Path) -> None:
    source = "@rules.procedure()\ndef slow(n: int) -> int:\n"
    source += "    while n > 3:\n        n -= 1\n    return n\n\n\n"
    deep = "n"
    for _ in range(12):
        deep = f"(slow(1) if n > 2 else {deep})"
    used = instructions(
        compiled(build(tmp_path, source + body(f"me.life = {deep}")).rules, optimised=False)
    )
    assert used.count("CALL") == 12


def test_a_value_is_worked_out_before_the_word_it_is_stored_in(tmp_path: Path) -> None:
    source = "@rules.procedure()\ndef grow() -> int:\n    while game.rounds < 3:\n"
    source += "        game.rounds += 1\n    return game.rounds\n\n\n"
    used = instructions(compiled(build(tmp_path, source + body("game.chain.top.n = grow()")).rules))
    assert used.index("CALL") < used.index("CTOP")


def test_the_inner_loop_of_a_set_is_not_lost(tmp_path: Path) -> None:
    statements = "put_all({c for c in cards for d in me.hand if d.size == c.size}, DUST)"
    used = instructions(compiled(build(tmp_path, body(statements)).rules))
    assert "SKIND" in used
    assert "SNEXT" in used


def test_a_flag_that_is_only_tested_is_a_jump(tmp_path: Path) -> None:
    statements = "if card.marked and not card.tapped:\n    me.life = 1"
    used = instructions(compiled(build(tmp_path, body(statements)).rules))
    assert used[:2] == ["JFLAGN", "JFLAG"]


def test_a_function_that_ends_the_game_is_not_gone_on_behind(tmp_path: Path) -> None:
    source = "@rules.procedure()\ndef beaten(me: Player) -> NoReturn:\n"
    source += "    if me.life:\n        win(me, OVER)\n    lose_game(me, OVER)\n\n\n"
    head = "from typing import NoReturn\n\n\n"
    statements = "if not maybe:\n    beaten(me)\nme.life = maybe.power"
    rules = build(tmp_path, head + source + body(statements)).rules
    for optimised in (False, True):
        used = instructions(compiled(rules, optimised=optimised))
        assert used.index("FAILI") == used.index("CALL") + 1
        assert "RET" not in instructions(compiled(rules, optimised=optimised), "beaten")
