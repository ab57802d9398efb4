"""A small ruleset whose rules go wrong in the way that a parameter says, for tests of errors.

Without that a turn is: draw, then play cards to the table, show, return, or shuffle, until passing.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TypeAlias

from tefuda import kernel
from tefuda.cards import AbilityUse, CardData, CardPool
from tefuda.kernel import (
    BOTTOM,
    FOREVER,
    Printed,
    Stack,
    Stat,
    after,
    attach,
    choose,
    drop,
    gain,
    held,
    later,
    lose_game,
    offer,
    one,
    order,
    put,
    put_all,
    reveal,
    set_to,
    settle,
    shuffle,
    timing,
    value,
    win,
)
from tefuda.rules import Fold, Rules, Runs, Visibility

rules = Rules("small", summary="goes wrong on demand")

Zone: TypeAlias = "kernel.Zone[Card]"
Grid: TypeAlias = "kernel.Grid[Card]"


class Fault(IntEnum):
    """What goes wrong when a card is played."""

    NONE = 0
    DEEP_CALLS = 1
    MANY_RECORDS = 2
    DROPPED_RECORD = 3
    LOOP = 4
    FULL_ZONE = 5
    MANY_MODIFICATIONS = 6
    MANY_EFFECTS = 7
    MANY_TRIGGERS = 8
    NO_OPTION = 9
    EMPTY_STACK = 11
    ASSERTION = 12
    DIVISION = 13
    DEEP_PURE_CALLS = 14
    LONG_LIST = 15
    NO_END = 16
    HANGS_ON_ITSELF = 17
    ECHO = 18
    PING_PONG = 19
    REVEAL_UNTIL = 20
    FULL_STACK = 21
    NO_END_OF_CHOICES = 22
    SUBSCRIPT = 23
    CHAIN = 24
    LOOK_BACK = 25


class Card(kernel.Card):
    """A card."""

    owner: Player
    user: Player
    power: Stat
    size: Printed[int]
    items: set[Card]


class Player(kernel.Player):
    """A player."""

    enemy: Player
    deck: Zone
    hand: Zone
    table: Zone
    corner: Grid
    score: int


class Game(kernel.Game):
    """The game."""

    turn_player: Player
    count: int
    chain: Stack[Note]


@rules.record(capacity=4)
class Note(kernel.Record):
    """A record."""

    by: Player
    n: int = 0


game = rules.vocabulary(card=Card, player=Player, game=Game)
DECK = rules.zone("deck", capacity=64, visible=Visibility.NOBODY)
HAND = rules.zone("hand", capacity=64, visible=Visibility.OWNER, ordered=False)
TABLE = rules.zone("table", capacity=64, in_play=True)
CORNER = rules.zone("corner", capacity=1, rows=1, columns=3)
ITEMS = rules.link("items")
POWER = rules.stat("power")
PLAYED = rules.timing_point("played", Card)
ECHOED = rules.timing_point("echoed")
PING = rules.timing_point("ping")
PONG = rules.timing_point("pong")
NEXT = rules.timing_point("next", runs=Runs.AFTER)
DEPTH = rules.question("depth", int, fold=Fold.VALUE)
MAIN = rules.window("main", rest=True)
PICK = rules.ask("pick")
OVER = rules.outcome("over")
EMPTY = rules.outcome("empty")

FAULT = rules.parameter("fault", Fault.NONE, meaning="what goes wrong")
LIMIT = rules.parameter("limit", 100, low=0, high=1_000_000, meaning="how often")
CARDS = rules.parameter("cards", 2, low=0, high=30, meaning="cards in the opening hand")


@rules.setup
def set_up() -> None:
    """Shuffle and draw."""
    for p in game.players:
        shuffle(p.deck)
        for _ in range(CARDS):
            draw(p)


@rules.procedure()
def draw(me: Player) -> None:
    """Draw a card, if there is one."""
    card = me.deck.top
    if card:
        put(card, HAND)


@rules.main
def play() -> None:
    """Take turns until a deck is empty."""
    while True:
        me = game.turn_player
        if not me.deck:
            lose_game(me, EMPTY)
        draw(me)
        while offer(me, MAIN):
            if FAULT == Fault.NO_END:
                return
            if me.score > 100:
                win(me, OVER)
        game.turn = game.turn + 1
        game.turn_player = me.enemy


@rules.procedure()
def in_hand(me: Player) -> set[Card]:
    """The own hand."""
    return me.hand.cards


@rules.action(MAIN, candidates=in_hand)
def play_card(me: Player, card: Card) -> None:
    """Play a card, and let go wrong what the parameter says."""
    put(card, TABLE)
    me.score = me.score + card.power
    timing(PLAYED, card)
    go_wrong(me, card)


@rules.action(MAIN, candidates=in_hand)
def show(me: Player, card: Card) -> None:
    """Show a hand card."""
    reveal(card)


@rules.action(MAIN, candidates=in_hand)
def put_back(me: Player, card: Card) -> None:
    """Lay a hand card under the deck, unseen."""
    put(card, DECK, at=BOTTOM)


@rules.action(MAIN)
def mix(me: Player) -> None:
    """Shuffle the deck."""
    shuffle(me.deck)


# ---------------------------------------------------------------- what goes wrong


@rules.procedure()
def deeper(n: int) -> None:
    """Call itself without end."""
    game.count = game.count + 1
    deeper(n + 1)
    game.count = game.count - 1


@rules.procedure()
def depth(n: int) -> int:
    """A pure function that calls itself."""
    return value(DEPTH, n, n)


@rules.answers(DEPTH)
def one_deeper(me: Card, base: int, n: int) -> int:
    """Answer a question by asking it."""
    return value(DEPTH, base + 1, n + 1)


@rules.trigger(ECHOED)
def echo(me: Card) -> None:
    """Echo an echo."""
    game.count = game.count + 1
    timing(ECHOED)


@rules.trigger(PING)
def ping(me: Card) -> None:
    """Answer a ping."""
    timing(PONG)


@rules.trigger(PONG)
def pong(me: Card) -> None:
    """Answer a pong."""
    timing(PING)


@rules.trigger(NEXT)
def go_on(me: Card) -> None:
    """Let the next one come after this one."""
    game.count = game.count + 1
    if game.count < LIMIT:
        timing(NEXT)


@rules.trigger(PLAYED)
def noticed(me: Card, card: Card) -> None:
    """Notice a card."""
    game.count = game.count + 1


@rules.procedure()
def others(me: Card) -> set[Card]:
    """The cards on the other table."""
    return me.user.enemy.table.cards


@rules.continuous(negates=True, who=others)
def silencer(me: Card) -> None:
    """The texts of the other player's cards do nothing."""


@rules.continuous(stat=POWER)
def brave(me: Card, card: Card) -> int:
    """Five more."""
    return 5


@rules.delayed()
def forgotten(card: Card | None) -> None:
    """Do nothing, later."""
    game.count = game.count + 1


@rules.procedure()
def go_wrong(me: Player, card: Card) -> None:
    """Let go wrong what the parameter says."""
    nothing: Card | None = None
    note = Note(by=me)
    if FAULT == Fault.DEEP_CALLS:
        deeper(0)
    elif FAULT == Fault.MANY_RECORDS:
        for n in range(LIMIT):
            game.count = Note(by=me, n=n).n
    elif FAULT == Fault.DROPPED_RECORD:
        drop(note)
        me.score = note.n
    elif FAULT == Fault.LOOP:
        while me.score >= 0:
            me.score = me.score + 1
    elif FAULT == Fault.FULL_ZONE:
        for c in me.deck.cards:
            put(c, me.corner[1])
    elif FAULT == Fault.MANY_MODIFICATIONS:
        for n in range(LIMIT):
            set_to(card, POWER, n, until=FOREVER)
    elif FAULT == Fault.MANY_EFFECTS:
        for _ in range(LIMIT):
            later(PLAYED, forgotten, card)
    elif FAULT == Fault.MANY_TRIGGERS:
        gain(card, go_on)
        with held():
            for _ in range(LIMIT):
                timing(NEXT)
    elif FAULT == Fault.NO_OPTION:
        me.score = choose(me, one(nothing), PICK).power
    elif FAULT == Fault.EMPTY_STACK:
        me.score = game.chain.pop().n
    elif FAULT == Fault.ASSERTION:
        assert me.score > 1000
    elif FAULT == Fault.DIVISION:
        me.score = me.score // game.count
    elif FAULT == Fault.DEEP_PURE_CALLS:
        gain(card, one_deeper)
        me.score = depth(0)
    elif FAULT == Fault.LONG_LIST:
        put_all(order(me, me.deck.cards, PICK), HAND)
    elif FAULT == Fault.HANGS_ON_ITSELF:
        attach(card, card, ITEMS)
    elif FAULT == Fault.ECHO:
        gain(card, echo)
        timing(ECHOED)
    elif FAULT == Fault.PING_PONG:
        gain(card, ping)
        gain(card, pong)
        timing(PING)
    elif FAULT == Fault.REVEAL_UNTIL:
        found_one: Card | None = None
        while not found_one:
            top = me.deck.top
            if top:
                reveal(top)
                put(top, DECK, at=BOTTOM)
                if top.size > 100:
                    found_one = top
    elif FAULT == Fault.FULL_STACK:
        for _ in range(LIMIT):
            game.chain.push(note)
    elif FAULT == Fault.NO_END_OF_CHOICES:
        while me.score >= 0:
            choose(me, game.players, PICK)
    elif FAULT == Fault.SUBSCRIPT:
        put(card, me.corner[me.score + 9])
    elif FAULT == Fault.CHAIN and game.count == 0:
        gain(card, go_on)
        timing(NEXT)
        settle()
    elif FAULT == Fault.LOOK_BACK:
        with after(PLAYED, me.table.cards | me.hand.cards):
            put_all(me.table.cards, HAND)
    drop(note)


circle = Rules("circle", extends="small")


@circle.continuous(stat=POWER)
def uneasy(me: Card, card: Card) -> int:
    """One more while its power is 1: on its own account it would toggle without end."""
    return 1 if card.power == 1 else 0


def pool(count: int = 40) -> CardPool:
    """Cards without a text, then two with some."""
    texts = [()] * count + [("silencer", "brave"), ("brave",)]
    return CardPool(
        [
            CardData(
                f"S{n:02}",
                f"card {n:02}",
                {"power": 1, "size": n},
                tuple(AbilityUse(text) for text in names),
            )
            for n, names in enumerate(texts)
        ]
    )
