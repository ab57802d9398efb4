"""A small ruleset with a word of every sort, to which tests add rules.

``build`` writes it with further source to a file and imports that, since rules are read from
files; a mark before the offending text tells ``refused`` where the caret must stand.
"""

from __future__ import annotations

import importlib.util
import itertools
import linecache
import sys
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tefuda.cards import AbilityUse, CardData, CardPool
from tefuda.errors import RuleSyntaxError
from tefuda.lang import compile_rules
from tefuda.lang.program import CompiledProgram
from tefuda.rules import Rules

MARK = "\N{DOWNWARDS ARROW}"

PRELUDE = '''"""The toy ruleset."""

from __future__ import annotations

from enum import IntEnum
from typing import TypeAlias

from tefuda import kernel
from tefuda.kernel import (
    ACTIVATED, BOTTOM, EFFECT, FOREVER, NO_CARDS, NO_COUNTS, TOP, Counts, Flag, Place, Printed,
    Stack, Stat, abilities, activated, after, allowed, arrange, attach, bar, bearing, become,
    choose, clear_modifications, conceal, confirm, count_use, drop, effect_of, expire, extract,
    fail, gain, has, held, knows, lacking, later, legal, look, lose, lose_game, matching, modify,
    negate, number, offer, one, order, original, payable, perform, permitted, put, put_all,
    random_below, random_card, reset_uses, reveal, set_original, set_to, settle, shuffle, some,
    still, swap, timing, useful, value, win, would,
)
from tefuda.rules import Fold, Of, Rules, Runs, StatOp, Visibility

rules = Rules("toy", summary="a word of every sort")
Zone: TypeAlias = "kernel.Zone[Card]"
Grid: TypeAlias = "kernel.Grid[Card]"


class Colour(IntEnum):
    RED = 0
    BLUE = 1
    ANY = 5


class Side(IntEnum):
    LEFT = 0
    RIGHT = 1


class Card(kernel.Card):
    owner: Player
    user: Player
    zone: Zone | None
    host: Card | None
    power: Stat
    guard: Stat
    colour: Printed[Colour]
    colours: Printed[int]
    hues: Printed[set[Colour]]
    size: Printed[int]
    cells: Printed[int]
    ex: Printed[int]
    cost: Printed[Counts[Colour]]
    tapped: Flag
    marked: Flag
    items: set[Card]
    bound_for: Zone | None
    mate: Card | None
    tally: int

    @property
    def strong(self) -> bool:
        return self.power > 3 and not self.tapped

    @property
    def double(self) -> int:
        return self.power * 2

    def beats(self, other: Card) -> bool:
        return self.power > other.guard


class Player(kernel.Player):
    enemy: Player
    deck: Zone
    hand: Zone
    dust: Zone
    field: Grid
    life: int
    friend: Card | None
    kept: set[Card]

    @property
    def fighters(self) -> set[Card]:
        return {c for c in self.field.cards if c.power}


class Ability(kernel.Ability):
    level: Printed[int] = 0


class Game(kernel.Game):
    turn_player: Player
    last: Card | None
    rounds: int
    chain: Stack[Deed]


@rules.record(capacity=8)
class Deed(kernel.Record):
    by: Player
    card: Card
    target: Card | None = None
    paying: set[Card] = NO_CARDS
    credit: Counts[Colour] = NO_COUNTS
    n: int = 0

    @property
    def aimed(self) -> bool:
        return self.target is not None


game = rules.vocabulary(card=Card, player=Player, game=Game, ability=Ability)
DECK = rules.zone("deck", capacity=60, visible=Visibility.NOBODY)
HAND = rules.zone("hand", capacity=60, visible=Visibility.OWNER, ordered=False)
DUST = rules.zone("dust", capacity=60)
FIELD = rules.zone("field", capacity=1, rows=2, columns=3, in_play=True)
ITEMS = rules.link("items")
POWER, GUARD = rules.stat("power"), rules.stat("guard")
HIT = rules.timing_point("hit", Card)
BEGAN = rules.timing_point("began", Player)
DONE = rules.timing_point("done")
RESTED = rules.timing_point("rested", Card, runs=Runs.AFTER)
GOING = rules.timing_point("going", Card)
MAY_GO = rules.question("may_go", Card)
MAY_AIM = rules.question("may_aim", Card, Player)
WORTH = rules.question("worth", Card, fold=Fold.VALUE)
MAIN = rules.window("main", rest=True)
REPLY = rules.window("reply", Deed)
PICK, SURE, HOW_MANY = rules.ask("pick"), rules.ask("sure"), rules.ask("how_many")
TURN = rules.duration("turn")
OVER = rules.outcome("over")
FAST = rules.keyword("fast")
POINTS = rules.payment("points", points="ex", colours="colours", cost="cost", any_member=Colour.ANY)
LIMIT = rules.parameter("limit", 7, low=0, high=99, meaning="cards in hand")
BOLD = rules.parameter("bold", False, meaning="whether")
SIDE = rules.parameter("side", Side.LEFT, meaning="which side")


@rules.setup
def set_up() -> None:
    for p in game.players:
        shuffle(p.deck)


@rules.main
def play() -> None:
    while True:
        while offer(game.turn_player, MAIN):
            pass
        game.turn_player = game.turn_player.enemy


@rules.procedure()
def ready(me: Player) -> set[Card]:
    return {c for c in me.field.cards if not c.tapped}


@rules.action(MAIN, candidates=ready)
def act(me: Player, card: Card) -> None:
    card.tapped = True
    timing(HIT, card)


@rules.action(REPLY)
def answer(me: Player, deed: Deed) -> None:
    deed.n += 1


@rules.procedure()
def take(me: Player, n: int) -> bool:
    """Draw cards; whether there were enough."""
    for _ in range(n):
        card = me.deck.top
        if not card:
            return False
        put(card, me.hand)
    return True


@rules.procedure()
def rated(card: Card) -> int:
    return card.power + card.guard


@rules.effect()
def burst(me: Card, deed: Deed, *, amount: int = 2) -> None:
    if amount > 1:
        modify(me, POWER, amount)
    else:
        modify(me, GUARD, amount)


@rules.activated(targets=[], level=1)
def spark(me: Card, deed: Deed) -> None:
    me.marked = True


@rules.delayed()
def fade(card: Card | None) -> None:
    if card:
        card.marked = False
'''

#: The parameters that ``body`` gives to the statements of a test.
HEAD = (
    "@rules.procedure()\n"
    "def probe(me: Player, card: Card, maybe: Card | None, deed: Deed, n: int, "
    "cards: set[Card], a: Ability) -> None:\n"
)

_numbers = itertools.count()


def body(statements: str) -> str:
    """A procedure that holds these statements."""
    return HEAD + "".join(f"    {line}\n" for line in statements.splitlines())


def build(folder: Path, source: str = "") -> ModuleType:
    """Write the toy with further source to a file and import it."""
    name = f"toy_{next(_numbers)}"
    path = folder / f"{name}.py"
    path.write_text(PRELUDE + "\n\n" + source, encoding="utf-8")
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def pool() -> CardPool:
    """Two cards, one with abilities."""
    words = dict.fromkeys(
        ["power", "guard", "colour", "colours", "hues", "size", "cells", "ex", "cost"], 1
    )
    return CardPool(
        [
            CardData("T1", "one", words, (AbilityUse("fast"), AbilityUse("burst", {"amount": 1}))),
            CardData("T2", "two", words, (AbilityUse("spark", {}, {"level": 3}),)),
        ]
    )


def compiled(rules: Rules, **more: Any) -> CompiledProgram:
    """Compile with the toy's cards."""
    return compile_rules(rules, pool(), **more)


@dataclass(frozen=True)
class Refusal:
    """Where and how a source was refused."""

    error: RuleSyntaxError
    path: str


def refused(folder: Path, source: str) -> RuleSyntaxError:
    """Compile source with a mark; the refusal must stand at the mark, in the right file."""
    marked = PRELUDE + "\n\n" + source
    line = marked[: marked.index(MARK)].count("\n") + 1
    text = marked.splitlines()[line - 1]
    column = text.index(MARK) - (len(text) - len(text.lstrip()))
    module = build(folder, source.replace(MARK, ""))
    with pytest.raises(RuleSyntaxError) as caught:
        compiled(module.rules)
    error = caught.value
    assert error.file == module.__file__
    assert (error.line, error.column) == (line, column), str(error)
    assert error.text == text.replace(MARK, "").strip()
    shown = str(error).splitlines()
    before = shown[1][4 : column + 4]
    wide = sum(unicodedata.east_asian_width(letter) in "FW" for letter in before)
    assert shown[2].index("^") == column + wide + 4
    assert shown[1][column + 4 :].startswith(text[text.index(MARK) + 1 :][:3].rstrip())
    return error


def cell(source: str, around: ModuleType, name: str) -> dict[str, Any]:
    """Run source as a notebook does: from a cell that only the line cache knows."""
    file = f"<cell {name} {next(_numbers)}>"
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    names = dict(vars(around))
    exec(compile(source, file, "exec"), names)
    return names


def procedure(names: dict[str, Any], name: str = "probe") -> Callable[..., Any]:
    """A function among the names of a cell."""
    found: Callable[..., Any] = names[name]
    return found
