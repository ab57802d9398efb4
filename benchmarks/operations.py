"""Single operations of the machine, each in a loop of its own inside a game.

A game sets a position up, does one thing so often as its parameter says, and ends; the same game
with an empty loop is subtracted. The games of an operation and of the empty loop take turns.
"""

from __future__ import annotations

from enum import IntEnum
from functools import cache
from typing import TypeAlias

from benchmarks.playing import Contest
from tefuda import kernel
from tefuda.cards import AbilityUse, CardData, CardPool
from tefuda.kernel import (
    Counts,
    Flag,
    Printed,
    Stat,
    allowed,
    choose,
    clear_modifications,
    lose_game,
    modify,
    one,
    payable,
    put,
    put_all,
    shuffle,
    timing,
)
from tefuda.lang import compile_rules
from tefuda.program import MatchTables, Program
from tefuda.rules import Of, Rules, Visibility

rules = Rules("operations", summary="one operation over and over")

Zone: TypeAlias = "kernel.Zone[Card]"


class Operation(IntEnum):
    """What is done over and over; each step is done once for each count of the loop."""

    EMPTY = 0
    CALL = 1
    MOVE = 2
    MOVE_ALL = 3
    MODIFY = 4
    READ_STAT = 5
    READ_MODIFIED = 6
    BATTLE = 7
    TIMING_UNHEARD = 8
    TIMING_OTHERS = 9
    TIMING_ONE = 10
    TIMING_EIGHT = 11
    QUESTION_EIGHT = 12
    CHOOSE_ONE = 13
    CHOOSE_EIGHT = 14
    PAYABLE = 15
    FILTER = 16
    SHUFFLE = 17


#: What a table calls them.
TITLES = {
    Operation.CALL: "a call of a procedure",
    Operation.MOVE: "a zone move: put(card, zone)",
    Operation.MOVE_ALL: "eight cards moved in one instant: put_all",
    Operation.MODIFY: "a stat modified, and the modification deleted",
    Operation.READ_STAT: "a printed stat read",
    Operation.READ_MODIFIED: "a modified stat read through the fold",
    Operation.BATTLE: "two battlers compared: AP and support over DP",
    Operation.TIMING_UNHEARD: "a timing, no listener",
    Operation.TIMING_OTHERS: "a timing, eight listeners to other cards",
    Operation.TIMING_ONE: "a timing, one listener that runs",
    Operation.TIMING_EIGHT: "a timing, eight listeners that run",
    Operation.QUESTION_EIGHT: "a question, eight answers",
    Operation.CHOOSE_ONE: "a forced choice",
    Operation.CHOOSE_EIGHT: "a choice among eight cards, options and bot",
    Operation.PAYABLE: "which of eight hand cards can be paid",
    Operation.FILTER: "a set comprehension of three conditions",
    Operation.SHUFFLE: "a shuffle of 40 cards",
}


class Element(IntEnum):
    """Attributes of points."""

    NONE = 0
    FIRST = 1
    ANY = 3


class Role(IntEnum):
    """What a card is there for."""

    PLAIN = 0
    BATTLER = 1
    LISTENER = 2
    ALONE = 3
    OF_ITSELF = 4
    ANSWERER = 5
    SPARE = 6


class Card(kernel.Card):
    """A card."""

    owner: Player
    ap: Stat
    dp: Stat
    sp: Stat
    ex: Printed[int]
    element: Printed[int]
    cost: Printed[Counts[Element]]
    role: Printed[Role]
    tapped: Flag


class Player(kernel.Player):
    """A player."""

    enemy: Player
    deck: Zone
    hand: Zone
    table: Zone
    dust: Zone


class Game(kernel.Game):
    """The game."""

    turn_player: Player
    #: How often the loop was gone through, how many triggers ran, and a sum of what was read.
    tally: int
    heard: int
    total: int


game = rules.vocabulary(card=Card, player=Player, game=Game)
DECK = rules.zone("deck", capacity=60, visible=Visibility.NOBODY)
HAND = rules.zone("hand", capacity=60, visible=Visibility.OWNER, ordered=False)
TABLE = rules.zone("table", capacity=60, in_play=True)
DUST = rules.zone("dust", capacity=60)
AP, DP, SP = rules.stat("ap"), rules.stat("dp"), rules.stat("sp")
POINTS = rules.payment(
    "points", points="ex", colours="element", cost="cost", any_member=Element.ANY
)
CHOICE = rules.ask("choice")
UNHEARD = rules.timing_point("unheard", Card)
HEARD = rules.timing_point("heard", Card)
ELSEWHERE = rules.timing_point("elsewhere", Card)
BY_ONE = rules.timing_point("by_one", Card)
MAY = rules.question("may", Card)
DONE = rules.outcome("done")

OPERATION = rules.parameter("operation", Operation.EMPTY, meaning="what is done over and over")
TIMES = rules.parameter("times", 1000, low=1, high=10_000, meaning="how often")


@rules.trigger(HEARD)
def hears(me: Card, card: Card) -> None:
    """Count."""
    game.heard += 1


@rules.trigger(BY_ONE)
def hears_alone(me: Card, card: Card) -> None:
    """Count."""
    game.heard += 1


@rules.trigger(ELSEWHERE, of=Of.SELF)
def hears_of_itself(me: Card) -> None:
    """Count."""
    game.heard += 1


@rules.answers(MAY)
def agrees(me: Card, card: Card) -> bool:
    """Forbid nothing."""
    return card != me


@rules.procedure()
def count(n: int) -> int:
    """Count, recursively, so that the call is not put in place."""
    if n < 0:
        return count(n + 1)
    return n + 1


@rules.procedure()
def repeat_simple(me: Player, a: Card, b: Card) -> None:
    """The operations on one or two cards."""
    if OPERATION == Operation.EMPTY:
        for _ in range(TIMES):
            game.tally += 1
    elif OPERATION == Operation.CALL:
        for n in range(TIMES):
            game.total += count(n)
            game.tally += 1
    elif OPERATION == Operation.MOVE:
        for _ in range(TIMES):
            put(a, DUST)
            put(a, TABLE)
            game.tally += 1
    elif OPERATION == Operation.MODIFY:
        for _ in range(TIMES):
            modify(one(a), AP, 1)
            clear_modifications(one(a), AP)
            game.tally += 1
    elif OPERATION == Operation.READ_STAT or OPERATION == Operation.READ_MODIFIED:
        if OPERATION == Operation.READ_MODIFIED:
            modify(one(a), AP, 1)
        for _ in range(TIMES):
            game.total += a.ap
            game.tally += 1
    elif OPERATION == Operation.BATTLE:
        for _ in range(TIMES):
            if a.ap + b.sp > b.dp and b.ap + a.sp > a.dp:
                game.total += 1
            game.tally += 1


@rules.procedure()
def repeat_timings(me: Player, a: Card) -> None:
    """Timings and questions."""
    if OPERATION == Operation.TIMING_UNHEARD:
        for _ in range(TIMES):
            timing(UNHEARD, a)
            game.tally += 1
    elif OPERATION == Operation.TIMING_OTHERS:
        for _ in range(TIMES):
            timing(ELSEWHERE, a)
            game.tally += 1
    elif OPERATION == Operation.TIMING_ONE:
        for _ in range(TIMES):
            timing(BY_ONE, a)
            game.tally += 1
    elif OPERATION == Operation.TIMING_EIGHT:
        for _ in range(TIMES):
            timing(HEARD, a)
            game.tally += 1
    elif OPERATION == Operation.QUESTION_EIGHT:
        for _ in range(TIMES):
            if allowed(MAY, a):
                game.total += 1
            game.tally += 1


@rules.procedure()
def repeat_sets(me: Player, a: Card) -> None:
    """Choices and sets."""
    eight = {c for c in me.hand if c.role == Role.PLAIN}
    if OPERATION == Operation.CHOOSE_ONE:
        for _ in range(TIMES):
            game.total += choose(me, one(a), CHOICE).ex
            game.tally += 1
    elif OPERATION == Operation.CHOOSE_EIGHT:
        for _ in range(TIMES):
            game.total += choose(me, eight, CHOICE).ex
            game.tally += 1
    elif OPERATION == Operation.PAYABLE:
        for _ in range(TIMES):
            game.total += len(payable(POINTS, eight, eight))
            game.tally += 1
    elif OPERATION == Operation.FILTER:
        for _ in range(TIMES):
            game.total += len({c for c in eight if not c.tapped and c.ex == 1 and c != a})
            game.tally += 1
    elif OPERATION == Operation.SHUFFLE:
        for _ in range(TIMES):
            shuffle(me.enemy.deck)
            game.tally += 1
    elif OPERATION == Operation.MOVE_ALL:
        for _ in range(TIMES):
            put_all(eight, DUST)
            put_all(eight, HAND)
            game.tally += 1


@rules.setup
def set_up() -> None:
    """Take the eight plain cards in hand, and put those into play that the operation needs."""
    me = game.turn_player
    put_all({c for c in me.deck if c.role == Role.PLAIN}, HAND)
    if OPERATION == Operation.TIMING_OTHERS:
        put_all({c for c in me.deck if c.role == Role.OF_ITSELF}, TABLE)
    elif OPERATION == Operation.TIMING_ONE:
        put_all({c for c in me.deck if c.role == Role.ALONE}, TABLE)
    elif OPERATION == Operation.TIMING_EIGHT:
        put_all({c for c in me.deck if c.role == Role.LISTENER}, TABLE)
    elif OPERATION == Operation.QUESTION_EIGHT:
        put_all({c for c in me.deck if c.role == Role.ANSWERER}, TABLE)
    put_all({c for c in me.deck if c.role == Role.BATTLER}, TABLE)


@rules.main
def play() -> None:
    """Repeat, see that it was done, and end the game."""
    me = game.turn_player
    a = me.table.top
    b = me.table.bottom
    assert a
    assert b
    assert a != b
    repeat_simple(me, a, b)
    repeat_timings(me, a)
    repeat_sets(me, a)
    assert game.tally == TIMES
    game.turn = game.tally + game.heard
    lose_game(game.players, DONE)


def pool() -> CardPool:
    """One card for each role."""
    texts = {
        Role.LISTENER: "hears",
        Role.ALONE: "hears_alone",
        Role.OF_ITSELF: "hears_of_itself",
        Role.ANSWERER: "agrees",
    }
    cards = []
    for role in Role:
        words = {
            "ap": 3,
            "dp": 2,
            "sp": 1,
            "ex": 1,
            "element": 1 << 1,
            "cost": 2 << 8,
            "role": role,
        }
        uses = (AbilityUse(texts[role]),) if role in texts else ()
        cards.append(CardData(f"O{int(role)}", role.name.lower(), words, uses))
    return CardPool(cards)


#: How many of each card a deck has: two battlers, eight of most others, and forty in all.
DECK_CARDS = [Role.PLAIN] * 8 + [Role.BATTLER] * 2 + [Role.ALONE] + [Role.LISTENER] * 8
DECK_CARDS += [Role.OF_ITSELF] * 8 + [Role.ANSWERER] * 8 + [Role.SPARE] * 5


@cache
def contest(operation: Operation, times: int = 1000) -> Contest:
    """Give games that do an operation so often."""
    compiled = compile_rules(rules, pool(), {"operation": operation, "times": times})
    program = Program(compiled)
    cards = [int(role) for role in DECK_CARDS]
    return Contest(operation.name.lower(), program, MatchTables(program, cards, cards))


#: How many single operations one pass of a loop does, where it is not one.
PER_PASS = {Operation.MOVE: 2, Operation.MOVE_ALL: 2, Operation.BATTLE: 2}

#: Passes whose triggers are counted as well.
TRIGGERS = {Operation.TIMING_ONE: 1, Operation.TIMING_EIGHT: 8}


#: Passes that one range of games makes: enough to take some milliseconds.
PASSES = 400_000
#: How much of them slow operations make.
SLOW = {
    Operation.MOVE_ALL: 16,
    Operation.MODIFY: 4,
    Operation.MOVE: 4,
    Operation.TIMING_ONE: 4,
    Operation.TIMING_EIGHT: 32,
    Operation.QUESTION_EIGHT: 16,
    Operation.CHOOSE_EIGHT: 8,
    Operation.PAYABLE: 16,
    Operation.SHUFFLE: 64,
}


def ns_of(operation: Operation, rounds: int = 9, times: int = 1000) -> float:
    """Time one operation in ns, less what the empty loop takes, over a range of seeds.

    Each takes its fastest round: what the machine did beside it only ever makes one slower.

    :raises AssertionError: the games did not do what was asked.
    """
    games = PASSES // times // SLOW.get(operation, 1)
    full, empty = contest(operation, times), contest(Operation.EMPTY, times)
    fastest = {full.name: float("inf"), empty.name: float("inf")}
    for seed in range(rounds):
        for side in (full, empty) if seed % 2 else (empty, full):
            played = side.play(seed, games)
            fastest[side.name] = min(fastest[side.name], played.ns / (games * times))
            if side is full:
                ran = TRIGGERS.get(operation, 0)
                chosen = times if operation is Operation.CHOOSE_EIGHT else 0
                assert played.turns == games * (1 + times * (1 + ran))
                assert played.decisions == games * chosen
            else:
                assert (played.turns, played.decisions) == (games * (1 + times), 0)
    return (fastest[full.name] - fastest[empty.name]) / PER_PASS.get(operation, 1)
