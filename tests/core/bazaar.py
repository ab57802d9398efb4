"""A small ruleset whose cards compose their texts, for tests of composing.

A turn: draw a card, then use abilities of cards on the table until passing. Ten points win.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TypeAlias

from tefuda import kernel
from tefuda.kernel import (
    NO_CARDS,
    Flag,
    Printed,
    Stat,
    activated,
    allowed,
    choose,
    count_use,
    expire,
    legal,
    lose_game,
    modify,
    offer,
    one,
    perform,
    put,
    timing,
    value,
    win,
    would,
)
from tefuda.rules import Fold, Rules, Visibility

rules = Rules("bazaar", summary="trades by texts of card files")

Zone: TypeAlias = "kernel.Zone[Card]"


class Sign(IntEnum):
    """Signs of cards."""

    SUN = 0
    MOON = 1


class Card(kernel.Card):
    """A card."""

    owner: Player
    user: Player
    power: Stat
    sign: Printed[Sign]
    signs: Printed[set[Sign]]
    tapped: Flag
    sales: int

    @property
    def strong(self) -> bool:
        """Whether it has much power."""
        return self.power > 3


class Player(kernel.Player):
    """A player."""

    enemy: Player
    next: Player
    deck: Zone
    hand: Zone
    table: Zone
    sold: Zone
    points: int


class Ability(kernel.Ability):
    """An ability."""

    bearer: Card
    toll: Printed[int]
    conditions: Printed[int]


class Game(kernel.Game):
    """The game."""

    turn_player: Player


@rules.record(capacity=4)
class Deal(kernel.Record):
    """What is being carried out."""

    by: Player
    target: Card | None = None
    second: Card | None = None


game = rules.vocabulary(card=Card, player=Player, game=Game, ability=Ability)
DECK = rules.zone("deck", capacity=64, visible=Visibility.NOBODY)
HAND = rules.zone("hand", capacity=64, visible=Visibility.OWNER, ordered=False)
TABLE = rules.zone("table", capacity=64, in_play=True)
SOLD = rules.zone("sold", capacity=64)
POWER = rules.stat("power")
TURN_START = rules.timing_point("turn_start", Player)
SELLING = rules.timing_point("selling", Card)
SALE = rules.timing_point("sale", Card, int)
MAY_SELL = rules.question("may_sell", Card)
PRICE = rules.question("price", Card, fold=Fold.VALUE)
MAIN = rules.window("main", rest=True)
TARGET, SURE = rules.ask("target"), rules.ask("sure")
END_OF_TURN = rules.duration("end_of_turn")
FAMOUS = rules.keyword("famous")
RICH, DECKED = rules.outcome("rich"), rules.outcome("decked")

rules.frames_texts(
    Deal, targets_before=("first",), decides="user", may=SURE, conditions="conditions",
    lasts=END_OF_TURN,
)  # fmt: skip


@rules.setup
def set_up() -> None:
    """Deal a card each to the table."""
    for p in game.players:
        top = p.deck.top
        if top:
            put(top, TABLE)


@rules.main
def turns() -> None:
    """One turn after the other."""
    while True:
        me = game.turn_player
        timing(TURN_START, me)
        top = me.deck.top
        if not top:
            lose_game(me, DECKED)
        put(top, me.hand)
        while offer(me, MAIN):
            pass
        expire(END_OF_TURN)
        game.turn += 1
        game.turn_player = me.next


@rules.procedure()
def bearers(me: Player) -> set[Card]:
    """The cards on the table that bear an ability to use."""
    return activated(me.table.cards)


@rules.procedure()
def usable(me: Player, a: Ability) -> bool:
    """Whether an ability can be used once a turn, paid and aimed."""
    if a.uses > 0 or a.toll > me.points or (a.conditions == 1 and not legal(a, 0)):
        return False
    return a.targets == a.conditions or bool(legal(a, a.conditions))


@rules.action(MAIN, candidates=bearers, usable=usable)
def use(me: Player, a: Ability) -> None:
    """Use an ability."""
    count_use(a)
    me.points -= a.toll
    deal = Deal(by=me)
    if a.targets > a.conditions:
        deal.target = choose(me, legal(a, a.conditions), TARGET)
    if a.targets > a.conditions + 1 and deal.target:
        deal.second = choose(me, legal(a, a.conditions + 1, deal.target), TARGET, optional=True)
    perform(a, deal)


@rules.rates
def worth(me: Player) -> int:
    """Points and power."""
    return me.points - me.enemy.points + sum(c.power for c in me.table)


# ---------------------------------------------------------------- terms


@rules.term("user")
def user_of(me: Card, /) -> Player:
    """Who uses it."""
    return me.user


@rules.term("user")
def user_of_deal(me: Card, deal: Deal, /) -> Player:
    """Whose deal it is."""
    return deal.by


@rules.term("enemy", of="user")
def enemy_of(of: Player) -> Player:
    """The other player."""
    return of.enemy


@rules.term("self")
def bearer(me: Card, /) -> Card:
    """Its bearer."""
    return me


@rules.term("target")
def target_of(me: Card, deal: Deal, /) -> Card | None:
    """The first target."""
    return deal.target


@rules.term("second")
def second_of(me: Card, deal: Deal, /) -> Card | None:
    """The second target."""
    return deal.second


@rules.term("goods", of="user")
def goods_of(of: Player) -> set[Card]:
    """The cards of a table."""
    return of.table.cards


@rules.term("hand", of="user")
def hand_of(of: Player) -> set[Card]:
    """The cards of a hand."""
    return of.hand.cards


@rules.term("others")
def others(me: Card, /) -> set[Card]:
    """The other cards of its table."""
    return me.user.table - one(me)


@rules.term("points", of="user")
def points_of(of: Player) -> int:
    """The points of a player."""
    return of.points


@rules.term("first_hand", of="user")
def first_of_hand(of: Player) -> Card | None:
    """The top card of a deck."""
    return of.deck.top


# ---------------------------------------------------------------- verbs


@rules.effect_verb()
def tap(cards: set[Card]) -> bool:
    """Tap cards; it is done if one was untapped."""
    done = False
    for card in cards:
        done = done or not card.tapped
        card.tapped = True
    return done


@rules.effect_verb()
def untap(card: Card) -> None:
    """Untap a card."""
    card.tapped = False


@rules.effect_verb(player="user")
def score(player: Player, n: int = 1) -> int:
    """Give points."""
    player.points += n
    if player.points >= 10:
        win(player, RICH)
    return n


@rules.effect_verb("choose", by="user")
def choose_one(among: set[Card], by: Player) -> Card | None:
    """Choose a card."""
    return choose(by, among, TARGET) if among else None


@rules.effect_verb()
def strengthen(cards: set[Card], n: int = 1) -> None:
    """Add to power."""
    modify(cards, POWER, n, until=END_OF_TURN)


@rules.effect_verb()
def sell(cards: set[Card]) -> set[Card]:
    """Sell cards at their price."""
    sold: set[Card] = NO_CARDS
    for card in would(SELLING, cards):
        if allowed(MAY_SELL, card):
            price = value(PRICE, card.power, card)
            card.sales += 1
            timing(SALE, card, price)
            put(card, SOLD)
            sold = sold | one(card)
    return sold


@rules.effect_verb()
def sell_signed(cards: set[Card], sign: Sign, either: set[Sign]) -> set[Card]:
    """Sell the cards of a sign, or of one of several."""
    return sell({c for c in cards if c.sign == sign or c.sign in either})


@rules.effect_verb()
def boast(me: Card, deal: Deal, /) -> None:
    """Only a declared text can do this."""
    deal.by.points += me.power
