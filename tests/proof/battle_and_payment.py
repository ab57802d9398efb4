"""Proof: Lycee's nested payment, response chain, battle result and Penalty (9 to 11, 15, 23).

A declaration names its card, is paid and aimed, may be answered by the enemy of the last declarer
and resolves newest first. Cards declared as a cost are declared inside the payment of another
declaration and resolve there at once. A battle's result knows Dash and replacements; Penalty looks
back at what the card was.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TypeAlias

from tefuda import kernel
from tefuda.kernel import (
    NO_CARDS,
    NO_COUNTS,
    Counts,
    Flag,
    Printed,
    Stack,
    Stat,
    after,
    choose,
    drop,
    effect_of,
    has,
    lacking,
    lose_game,
    offer,
    one,
    original,
    perform,
    put,
    put_all,
    shuffle,
    still,
    timing,
    useful,
    would,
)
from tefuda.rules import Of, Rules, Visibility

rules = Rules("battle_and_payment", summary="nested payment, chain, battle result, Penalty")

Zone: TypeAlias = "kernel.Zone[Card]"
Grid: TypeAlias = "kernel.Grid[Card]"


class Kind(IntEnum):
    """Kinds of card; a cost card is an event that is declared as a cost."""

    CHARACTER = 0
    EVENT = 1
    RESPONSE = 2
    COST_CARD = 3


class Element(IntEnum):
    """Attributes of points; a cost in ANY is paid by all."""

    SNOW = 0
    MOON = 1
    FLOWER = 2
    ANY = 3


class Card(kernel.Card):
    """A character or an event."""

    owner: Player
    user: Player
    was: Card
    kind: Printed[Kind]
    cost: Printed[Counts[Element]]
    yields: Printed[Counts[Element]]
    ex: Printed[int] = 1
    element: Printed[set[Element]]
    ap: Stat = 0
    dp: Stat = 0
    tapped: Flag


class Player(kernel.Player):
    """A player."""

    enemy: Player
    next: Player
    deck: Zone
    hand: Zone
    field: Grid
    declared: Zone
    dust: Zone


class Game(kernel.Game):
    """The game."""

    turn_player: Player
    chain: Stack[Declaration]


@rules.record(capacity=16)
class Declaration(kernel.Record):
    """A card declared: what pays for it, what it is aimed at, what it helps to pay."""

    by: Player
    card: Card
    outer: Declaration | None = None
    need: Counts[Element]
    credit: Counts[Element] = NO_COUNTS
    paying: set[Card] = NO_CARDS
    target: Card | None = None
    cell: Zone | None = None
    failed: bool = False


game = rules.vocabulary(card=Card, player=Player, game=Game)

DECK = rules.zone("deck", capacity=40, visible=Visibility.NOBODY)
HAND = rules.zone("hand", capacity=40, visible=Visibility.OWNER, ordered=False)
FIELD = rules.zone("field", capacity=1, rows=2, columns=3, in_play=True)
DECLARED = rules.zone("declared", capacity=40)
DUST = rules.zone("dust", capacity=60)
AP, DP = rules.stat("ap"), rules.stat("dp")
POINTS = rules.payment(
    "points", points="ex", colours="element", cost="cost", any_member=Element.ANY
)

MAIN = rules.window("main", rest=True, clause="10.1")
PAYMENT = rules.window("payment", "Declaration", can_pass=False, clause="9.2.b")
RESPONSE = rules.window("response", "Declaration", clause="10.3")
CELL = rules.ask("cell", "enter")
TARGET = rules.ask("target", "aim at")
GUARD = rules.ask("guard", "defend with")
SAVED_BY = rules.ask("saved_by", "discard instead")
GIVEN_UP = rules.ask("given_up", "sacrifice")
FOLLOWS = rules.ask("follows", "discard by Penalty")

DECLARED_NOW = rules.timing_point("declared_now", "Card", clause="9.2")
PAID = rules.timing_point("paid", "Card", clause="9.5")
PROCESSED = rules.timing_point("processed", "Card", clause="9.5")
FAILED = rules.timing_point("failed", "Card", clause="9.6")
WOULD_DOWN = rules.timing_point("would_down", "Card", clause="15.3")
DOWNED = rules.timing_point("downed", "Card", clause="15.3")
LEFT_PLAY = rules.timing_point("left_play", "Card", clause="23.1")

DASH = rules.keyword("dash", clause="15.4")
DECKED = rules.outcome("decked", clause="24.1")
LAST_TURN = rules.outcome("last_turn")


# ---------------------------------------------------------------- 9.2: declare and pay


@rules.procedure(clause="9.2")
def declare(d: Declaration) -> None:
    """Move the card to the declaration area, name what pays for it, then its targets."""
    put(d.card, DECLARED)
    while lacking(POINTS, d.paying, d.credit, d.need):
        offer(d.by, PAYMENT, d)
    aim(d)
    game.chain.push(d)
    timing(DECLARED_NOW, d.card)


@rules.procedure(clause="9.2.c")
def aim(d: Declaration) -> None:
    """Name the target, or the cell to enter; what payment took away cannot be named (9.3)."""
    if d.card.kind == Kind.CHARACTER:
        d.cell = choose(d.by, d.by.field.empty, CELL)
    if d.card.kind == Kind.EVENT:
        targets = d.by.enemy.field.cards
        if targets:
            d.target = choose(d.by, targets, TARGET)
        else:
            d.failed = True


@rules.procedure(clause="11.3 11.5 11.6")
def payment_cards(me: Player, d: Declaration) -> set[Card]:
    """The hand cards that help, and leave enough for what this declaration helps to pay."""
    hand = me.hand.cards
    helping = useful(POINTS, d.paying, d.credit, d.need, hand)
    outer = d.outer
    if not outer:
        return helping
    y = d.card.yields
    return {c for c in helping if serves(d.need, d.paying | {c}, d.credit, y, outer, hand - {c})}


@rules.action(PAYMENT, candidates=payment_cards, clause="11.2")
def pay_with(me: Player, card: Card, d: Declaration) -> None:
    """Name a hand card as payment; it is discarded when the declaration resolves."""
    put(card, DECLARED)
    d.paying = d.paying | {card}


@rules.procedure(clause="11.9")
def finishes(d: Declaration, credit: Counts[Element], pool: set[Card]) -> bool:
    """Whether these cards, and credit to come, pay the rest of a declaration and all around it."""
    outer = d.outer
    if not outer:
        return lacking(POINTS, d.paying | pool, d.credit + credit, d.need) == 0
    return serves(d.need, d.paying, d.credit + credit, d.card.yields, outer, pool)


@rules.procedure(clause="11.4 11.9")
def serves(
    need: Counts[Element],
    paying: set[Card],
    credit: Counts[Element],
    yields: Counts[Element],
    outer: Declaration,
    pool: set[Card],
) -> bool:
    """Whether an inner need can be paid so that the outer declaration still can with the rest."""
    if lacking(POINTS, paying, credit, need) == 0:
        return finishes(outer, yields, pool)
    return any(serves(need, paying | {c}, credit, yields, outer, pool - {c}) for c in pool if c.ex)


@rules.procedure(clause="11.9")
def cost_cards(me: Player, d: Declaration) -> set[Card]:
    """Cost cards whose points help, whose own cost can be paid and still leaves enough."""
    missing = lacking(POINTS, d.paying, d.credit, d.need)
    hand = me.hand.cards
    able = {c for c in hand if c.kind == Kind.COST_CARD and (c.cost.total or me.field.cards)}
    helping = {c for c in able if lacking(POINTS, d.paying, d.credit + c.yields, d.need) < missing}
    return {c for c in helping if serves(c.cost, NO_CARDS, NO_COUNTS, c.yields, d, hand - {c})}


@rules.action(PAYMENT, candidates=cost_cards, clause="11.9 11.10")
def declare_as_cost(me: Player, card: Card, d: Declaration) -> None:
    """Declare a card inside the payment: it is paid and resolves at once, unanswered."""
    inner = Declaration(by=me, card=card, outer=d, need=card.cost)
    declare(inner)
    game.chain.pop()
    put_all(inner.paying, DUST)
    text = effect_of(card)
    if text:
        perform(text, inner)
    put(card, DUST)
    d.credit = d.credit + card.yields
    drop(inner)


# ---------------------------------------------------------------- 10: the chain


@rules.procedure(clause="10.3 10.4")
def run_chain(first: Declaration) -> None:
    """Declare, let the enemy of the last declarer answer, then resolve the newest first."""
    base = len(game.chain)
    declare(first)
    while offer(game.chain.top.by.enemy, RESPONSE, game.chain.top):
        pass
    while len(game.chain) > base:
        resolve(game.chain.pop())


@rules.procedure(clause="9.5 9.6 11.8")
def resolve(d: Declaration) -> None:
    """Pay with what is still there; process if that suffices and the target still stands."""
    here = {c for c in d.paying if c.zone == d.by.declared and still(c, d)}
    paid = lacking(POINTS, here, d.credit, d.need) == 0
    put_all(here, DUST)  # made as far as possible, even if it fails
    timing(PAID, d.card)
    if paid and not d.failed and target_stands(d):
        process(d)
    else:
        put(d.card, DUST)
        timing(FAILED, d.card)
    drop(d)


@rules.procedure(clause="9.5.1")
def target_stands(d: Declaration) -> bool:
    """Whether target and cell are as they were when they were named."""
    target = d.target
    if target and not (still(target, d) and target.in_play):
        return False
    cell = d.cell
    return not cell or not cell.occupied


@rules.procedure(clause="9.7")
def process(d: Declaration) -> None:
    """Place a character on its cell; carry out an event, then discard it."""
    cell = d.cell
    if cell:
        put(d.card, cell)
    else:
        text = effect_of(d.card)
        if text:
            perform(text, d)
        put(d.card, DUST)
    timing(PROCESSED, d.card)


@rules.procedure(clause="9.1")
def declarable(me: Player) -> set[Card]:
    """Characters with a free cell and events with a target, that can be paid."""
    hand = me.hand.cards
    found: set[Card] = NO_CARDS
    if me.field.empty:
        found = {c for c in hand if c.kind == Kind.CHARACTER}
    if me.enemy.field.cards:
        found = found | {c for c in hand if c.kind == Kind.EVENT}
    return {c for c in found if affordable(me, c)}


@rules.procedure(clause="9.3 11.7")
def affordable(me: Player, card: Card) -> bool:
    """Whether hand cards pay for it, with or without one declared as a cost."""
    pool = me.hand.cards - {card}
    if lacking(POINTS, pool, NO_COUNTS, card.cost) == 0:
        return True
    cost_cards_there = {c for c in pool if c.kind == Kind.COST_CARD}
    able = {c for c in cost_cards_there if c.cost.total or me.field.cards}
    return any(affordable_with(card, c, pool - {c}, c.cost.total) for c in able)


@rules.procedure(clause="11.9")
def affordable_with(card: Card, helper: Card, pool: set[Card], inner: int) -> bool:
    """Whether it can be paid with a cost card's points, after that card's own cost."""
    if inner <= 0:
        return lacking(POINTS, pool, helper.yields, card.cost) == 0
    return any(affordable_with(card, helper, pool - {c}, inner - c.ex) for c in pool if c.ex)


@rules.action(MAIN, candidates=declarable, text="declare", clause="9.1")
def declare_card(me: Player, card: Card) -> None:
    """Declare a character or an event at free timing."""
    run_chain(Declaration(by=me, card=card, need=card.cost))


@rules.procedure(clause="10.6")
def answers(me: Player, d: Declaration) -> set[Card]:
    """Events that may be used in response, and can be paid."""
    return {c for c in me.hand if c.kind == Kind.RESPONSE and affordable(me, c)}


@rules.action(RESPONSE, candidates=answers, clause="10.3 10.4")
def respond(me: Player, card: Card, d: Declaration) -> None:
    """Answer the last declaration; that answer may be answered in turn."""
    declare(Declaration(by=me, card=card, need=card.cost))


# ---------------------------------------------------------------- 14, 15: battle


@rules.procedure(clause="B1")
def attackers(me: Player) -> set[Card]:
    """Untapped characters of the attack row."""
    return {c for c in me.field.cards_at(7) if not c.tapped}


@rules.action(MAIN, candidates=attackers, clause="B1")
def attack(me: Player, card: Card) -> None:
    """Attack the column: a defender, or the original AP as damage to the deck."""
    card.tapped = True
    facing = me.enemy.field[1, 2 - card.column].top
    guard: Card | None = None
    if facing and not facing.tapped:
        guard = choose(me.enemy, one(facing), GUARD, optional=True)
    if guard:
        guard.tapped = True
        battle_result(card, guard)
    else:
        mill(me.enemy, original(card, AP))


@rules.procedure(clause="15.1")
def exceeded(first: Card, second: Card) -> set[Card]:
    """Those of two battlers whose DP the other's AP exceeds."""
    hit = one(second) if first.ap > second.dp else NO_CARDS
    return hit | one(first) if second.ap > first.dp else hit


@rules.procedure(clause="15.3 15.4 15.5")
def battle_result(first: Card, second: Card) -> None:
    """Who is downed, who is saved, who goes; a single Dash character's attack is judged first."""
    hit = exceeded(first, second)
    dashing = {c for c in one(first) | one(second) if has(c, DASH)}
    if len(dashing) == 1:
        fallen = would(WOULD_DOWN, hit - dashing)
        if not fallen:  # nobody fell by it: now the other one's
            fallen = would(WOULD_DOWN, hit & dashing)
    else:
        fallen = would(WOULD_DOWN, hit)
    timing(DOWNED, fallen)
    leave_play(fallen)


@rules.procedure(clause="23.1 15.7")
def leave_play(cards: set[Card]) -> None:
    """All go at once; Penalty is heard although its source, or its giver, goes too."""
    with after(LEFT_PLAY, cards):
        put_all(cards, DUST)


@rules.procedure(clause="14.4 24.1")
def mill(me: Player, n: int) -> None:
    """Deck damage; whose deck is empty loses."""
    for _ in range(n):
        card = me.deck.top
        if not card:
            lose_game(me, DECKED)
        put(card, DUST)


# ---------------------------------------------------------------- texts of events


@rules.effect("arrow", clause="9.11")
def arrow(me: Card, d: Declaration) -> None:
    """Discard the enemy character named."""
    if d.target:
        leave_play(one(d.target))


@rules.effect("landslide", clause="15.7")
def landslide(me: Card, d: Declaration) -> None:
    """Discard all enemy characters of the target's column, together."""
    target = d.target
    if target:
        leave_play({c for c in target.user.field.cards if c.column == target.column})


@rules.effect("refusal", clause="10.3")
def refusal(me: Card, d: Declaration) -> None:
    """The declaration answered fails."""
    game.chain.top.failed = True


@rules.effect("theft", clause="11.11")
def theft(me: Card, d: Declaration) -> None:
    """Discard a payment card of the declaration answered."""
    paying = game.chain.top.paying
    if paying:
        put(choose(d.by, paying, TARGET), DUST)


@rules.effect("offering", clause="11.9")
def offering(me: Card, d: Declaration) -> None:
    """Cost card: sacrifice an own character; its Penalty is processed inside the payment."""
    if d.by.field.cards:
        leave_play(one(choose(d.by, d.by.field.cards, GIVEN_UP)))


# ---------------------------------------------------------------- texts of characters


@rules.instead(WOULD_DOWN, "guardian_angel", of=Of.FRIEND, clause="15.3")
def guardian_angel(me: Card, card: Card) -> bool:
    """When a friend would be downed, you may discard a hand card: it is not."""
    given = choose(me.user, me.user.hand, SAVED_BY, optional=True)
    if not given:
        return False
    put(given, DUST)
    return True


@rules.procedure(clause="15.6")
def has_hand(me: Card, card: Card) -> bool:
    """Whether its user holds a card."""
    return me.user.hand.occupied


@rules.instead(WOULD_DOWN, "last_stand", of=Of.SELF, when=has_hand, clause="15.3")
def last_stand(me: Card, card: Card) -> bool:
    """When it would be downed, discard a random hand card instead."""
    put(choose(me.user, me.user.hand, SAVED_BY), DUST)
    return True


@rules.trigger(LEFT_PLAY, "vengeance", of=Of.SELF, survives=True, clause="16.17")
def vengeance(me: Card, card: Card) -> None:
    """Penalty: discard an enemy character of the column that it faced."""
    foe = me.was.user.enemy
    facing = {c for c in foe.field.cards if c.column == 2 - me.was.column}
    if facing:
        leave_play(one(choose(me.was.user, facing, FOLLOWS)))


@rules.trigger(LEFT_PLAY, "legacy", of=Of.SELF, survives=True, clause="16.17")
def legacy(me: Card, card: Card) -> None:
    """Penalty: draw as many cards as the AP it had."""
    for _ in range(me.was.ap):
        draw(me.was.user)


@rules.procedure(clause="15.7")
def friends_in_column(me: Card) -> set[Card]:
    """The other own characters of its column."""
    return {c for c in me.user.field.cards if c.column == me.column and c != me}


@rules.continuous("banner", gives=legacy, who=friends_in_column, clause="15.7")
def banner(me: Card) -> None:
    """Friends in its column have "Penalty: draw as many cards as the AP it had"."""


# ---------------------------------------------------------------- around it


@rules.procedure(clause="draw")
def draw(me: Player) -> None:
    """Draw a card; whose deck is empty loses."""
    card = me.deck.top
    if not card:
        lose_game(me, DECKED)
    put(card, me.hand)


@rules.setup
def set_up() -> None:
    """Shuffle and draw six."""
    for p in game.players:
        shuffle(p.deck)
        for _ in range(6):
            draw(p)


@rules.main
def turns() -> None:
    """Wake up, draw two, act; thirty turns at most."""
    while game.turn < 30:
        me = game.turn_player
        for c in me.field.cards:
            c.tapped = False
        draw(me)
        draw(me)
        while offer(me, MAIN):
            pass
        game.turn += 1
        game.turn_player = me.next
    lose_game(game.players, LAST_TURN)


def _card(
    number: str,
    name: str,
    kind: str,
    element: str,
    cost: dict[str, int],
    *texts: str,
    ap: int = 0,
    dp: int = 0,
    ex: int = 1,
    yields: dict[str, int] | None = None,
) -> dict[str, object]:
    words = {
        "kind": kind, "element": [element], "cost": cost, "ap": ap, "dp": dp, "ex": ex,
        "yields": yields or {},
    }  # fmt: skip
    return {"number": number, "name": name, "words": words, "abilities": list(texts)}


CARDS: list[dict[str, object]] = [
    _card("C1", "Pupil", "character", "snow", {"snow": 1}, ap=2, dp=2),
    _card("C2", "Runner", "character", "moon", {"moon": 1}, "dash", ap=3, dp=1),
    _card("C3", "Angel", "character", "moon", {"moon": 2}, "guardian_angel", ap=1, dp=3),
    _card("C4", "Survivor", "character", "flower", {"any": 2}, "last_stand", ap=2, dp=1),
    _card("C5", "Avenger", "character", "flower", {"flower": 1}, "vengeance", ap=2, dp=2),
    _card("C6", "Heir", "character", "snow", {"snow": 1, "any": 1}, "legacy", ap=2, dp=2),
    _card("C7", "Bearer", "character", "snow", {"any": 1}, "banner", ap=1, dp=1, ex=2),
    _card("E1", "Arrow", "event", "moon", {"moon": 2}, "arrow"),
    _card("E2", "Refusal", "response", "snow", {"snow": 1}, "refusal"),
    _card("E3", "Theft", "response", "flower", {}, "theft", ex=0),
    _card("E4", "Landslide", "event", "moon", {"any": 1}, "landslide"),
    _card("P1", "Well", "cost_card", "flower", {"any": 1}, yields={"moon": 2}),
    _card("P2", "Offering", "cost_card", "moon", {}, "offering", yields={"snow": 1, "moon": 1}),
]
