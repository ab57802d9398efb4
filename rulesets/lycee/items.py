"""Texts of items, beside those in ``statics``."""

from __future__ import annotations

from tefuda.kernel import bearing, choose, one, still
from tefuda.rules import Of
from tefuda.rulesets.lycee.declarations import announce_automatic, conclude, declare, pay_at_once
from tefuda.rulesets.lycee.effects import any_character
from tefuda.rulesets.lycee.payment import affords
from tefuda.rulesets.lycee.places import column_of, opponent_of
from tefuda.rulesets.lycee.processes import (
    discard_from_play,
    hang_item,
    leave,
    mill,
    move_character,
)
from tefuda.rulesets.lycee.statics import bearer_of, last_user
from tefuda.rulesets.lycee.vocabulary import (
    ABILITY_COST,
    CHANCE,
    CHOSEN,
    DECK_BONUS,
    DF,
    DOWNED,
    EQUIPPED,
    FORCED_DOWN,
    LEFT_PLAY,
    MAIN,
    MAY,
    Ability,
    Attribute,
    Basic,
    Card,
    Declaration,
    Destination,
    Kind,
    Player,
    Points,
    rules,
)


@rules.answers(FORCED_DOWN, clause="15.3")
def opponent_is_downed(me: Card, base: bool, card: Card, other: Card) -> bool:
    """Whoever battles its bearer is downed as the result."""
    return base or other == me.host


@rules.answers(ABILITY_COST, clause="11.8")
def cheaper_special_ability(me: Card, base: Points, card: Card, a: Ability, *, n: int) -> Points:
    """Its bearer's special ability costs n snow points less, or n points of any attribute."""
    if card != me.host or a.basic != Basic.NONE:
        return base
    if base[Attribute.SNOW] > 0:
        return base.plus(Attribute.SNOW, -n)
    return base.plus(Attribute.ANY, -n)


@rules.procedure(clause="15.3")
def bearer_falls(me: Card, card: Card) -> bool:
    """Whether its bearer is downed by an enemy that could bear it."""
    other = opponent_of(card)
    return card == me.host and other is not None and other.user != me.owner and not other.items


@rules.trigger(DOWNED, when=bearer_falls, may=MAY, clause="15.3 13.3")
def clings_to_the_victor(me: Card, card: Card) -> None:
    """When its bearer is downed: pay its cost to put it on the enemy."""
    other = opponent_of(card)
    need = me.cost
    if other and affords(me.owner, need) and pay_at_once(me.owner, me, need):
        hang_item(me, other)


@rules.effect(clause="18.1")
def discarded_by_item(me: Card) -> None:
    """The owner of an item on it may discard it for nothing; see the action."""


@rules.continuous(gives=discarded_by_item, who=bearer_of, clause="18.1")
def bearer_can_be_discarded(me: Card) -> None:
    """Its owner may discard its bearer."""


@rules.procedure(clause="18.1 13.7")
def bearers_to_discard(me: Player) -> set[Card]:
    """The characters whose item lets a player, its owner, discard them."""
    found = bearing(me.characters | me.enemy.characters, discarded_by_item)
    return {c for c in found if owns_item_on(me, c)} if found else found


@rules.procedure(clause="13.7")
def owns_item_on(me: Player, card: Card) -> bool:
    """Whether an item on a character that lets its owner discard it is a player's."""
    for item in bearing(card.items, bearer_can_be_discarded):
        if item.owner == me:
            return True
    return False


@rules.action(MAIN, CHANCE, candidates=bearers_to_discard, text="discard by item", clause="13.7")
def discard_by_item(me: Player, card: Card) -> None:
    """Use what an item grants its owner: discard its bearer."""
    d = Declaration(by=me, card=card, kind=Kind.SPECIAL_ABILITY)
    if declare(d) and still(card, d):
        discard_from_play(one(card))
    conclude(d)


@rules.trigger(EQUIPPED, of=Of.SELF, clause="13.6 21.3")
def brings_an_enemy(me: Card, item: Card, bearer: Card) -> None:
    """When equipped: move an enemy of the column to the empty own DF cell of it."""
    user = me.owner
    cell = user.field[DF, bearer.column]
    enemies = column_of(bearer, user.enemy)
    if enemies and not cell.occupied and bearer.user == user:
        enemy = choose(user, enemies, CHOSEN)
        if move_character(enemy, cell):
            enemy.concerns = me


@rules.trigger(LEFT_PLAY, of=Of.SELF, survives=True, clause="23.4")
def takes_both_along(me: Card, card: Card) -> None:
    """When it leaves: discard its bearer and the character it moved."""
    moved = {c for c in any_character(me) if c.concerns == me}
    discard_from_play({c for c in one(me.was.host) | moved if c.on_field})


@rules.trigger(LEFT_PLAY, of=Of.SELF, survives=True, basic=Basic.PENALTY, clause="16.17")
def penalty_mill_three(me: Card, card: Card) -> None:
    """Penalty: discard three cards of the own deck; as an item gives it."""
    announce_automatic(me.was.user, me)
    mill(me.was.user, 3)


@rules.continuous(gives=penalty_mill_three, who=bearer_of, clause="16.17")
def bearer_has_penalty(me: Card) -> None:
    """Its bearer has Penalty."""


@rules.trigger(DECK_BONUS, of=Of.SELF, basic=Basic.DECK_BONUS, clause="16.16")
def deck_bonus_fatal(me: Card, card: Card) -> None:
    """Deck Bonus: the enemy removes one of its characters, and this one is removed."""
    user = last_user(me)
    announce_automatic(user, me)
    enemies = user.enemy.characters
    if enemies:
        leave(one(choose(user.enemy, enemies, CHOSEN)), Destination.REMOVED)
    if me.in_play:
        leave(one(me), Destination.REMOVED)


@rules.continuous(gives=deck_bonus_fatal, who=bearer_of, clause="16.16")
def bearer_has_deck_bonus(me: Card) -> None:
    """Its bearer has Deck Bonus."""
