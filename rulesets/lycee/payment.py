"""Costs: what something costs now, whether it can be paid, and cards declared as a cost (11)."""

from __future__ import annotations

from tefuda.kernel import (
    ACTIVATED,
    NO_CARDS,
    NO_COUNTS,
    allowed,
    bearing,
    choose,
    has,
    lacking,
    one,
    payable,
    useful,
    value,
)
from tefuda.kernel import abilities as abilities_of
from tefuda.rulesets.lycee.basic import aggressive
from tefuda.rulesets.lycee.places import battles
from tefuda.rulesets.lycee.vocabulary import (
    ABILITY_COST,
    COST_ATTRIBUTE,
    DECLARATION_AREA,
    FIELD,
    HAND,
    LOCK_COVERS_BASIC,
    MAY_DECLARE,
    POINTS,
    R4_REQUIRES_UNTAPPED_AT_DECLARE,
    USE_COST,
    Ability,
    Attribute,
    Basic,
    Card,
    Declaration,
    Kind,
    Player,
    Points,
    When,
    rules,
)

# ---------------------------------------------------------------- what things cost


@rules.procedure(clause="11.8")
def use_cost(card: Card) -> Points:
    """The use cost of a card with what texts add to it or take from it."""
    return value(USE_COST, card.cost, card)


@rules.procedure(clause="11.8")
def ability_cost(a: Ability, kind: Kind) -> Points:
    """The points an ability costs; taxes are no use costs and never rise."""
    if kind == Kind.TAX:
        return a.cost
    return value(ABILITY_COST, a.cost, a.bearer, a)


# ---------------------------------------------------------------- what can be paid


@rules.procedure(clause="11.7")
def affordable_cards(me: Player, cards: set[Card]) -> set[Card]:
    """Those of the hand cards whose use cost the rest of the hand can pay, with cost cards."""
    found = payable(POINTS, cards, me.hand)
    if found == cards:
        return found
    helpers = cost_cards(me)
    if not helpers:
        return found
    return found | {c for c in cards - found if affords_card(me, c, helpers - one(c))}


@rules.procedure(clause="11.9")
def affords_card(me: Player, card: Card, helpers: set[Card]) -> bool:
    """Whether a hand card can be paid with the help of cost cards."""
    pool = me.hand - one(card)
    need = use_cost(card)
    return lacking(POINTS, pool, NO_COUNTS, need) <= most_points(helpers) and can_pay(
        pool, NO_COUNTS, need, helpers
    )


@rules.procedure(clause="11.1")
def affords(me: Player, need: Points) -> bool:
    """Whether a player can pay so many points."""
    if need == NO_COUNTS:
        return True
    missing = lacking(POINTS, me.hand, NO_COUNTS, need)
    if not missing:
        return True
    helpers = cost_cards(me)
    if not helpers or missing > most_points(helpers):
        return False
    return can_pay(me.hand.cards, NO_COUNTS, need, helpers)


@rules.procedure(clause="11.9")
def most_points(helpers: set[Card]) -> int:
    """More points than these cost cards give cannot be hoped for."""
    return sum(points_of(c) for c in helpers)


@rules.procedure(clause="11.9")
def points_of(card: Card) -> int:
    """The points a cost card gives at most: none, if it may not be used now."""
    a = cost_text(card)
    return a.points if a else 0


@rules.procedure(clause="11.9")
def can_pay(pool: set[Card], credit: Points, need: Points, helpers: set[Card]) -> bool:
    """Whether cards of the pool, and cost cards among the helpers, can pay the rest of a cost."""
    if not lacking(POINTS, pool, credit, need):
        return True
    for card in helpers:
        if can_be_helped(card, NO_CARDS, pool - one(card), credit, need, helpers - one(card)):
            return True
    return False


@rules.procedure(clause="11.9")
def can_be_helped(
    card: Card, paying: set[Card], pool: set[Card], credit: Points, need: Points, helpers: set[Card]
) -> bool:
    """Whether a cost card can be paid to the end so that what it helps can still be paid."""
    own = cost_card_cost(card)
    if not lacking(POINTS, paying, NO_COUNTS, own):
        a = cost_text(card)
        return a is not None and helps(a, pool, credit, need, helpers)
    for c in useful(POINTS, paying, NO_COUNTS, own, pool):
        if can_be_helped(card, paying | one(c), pool - one(c), credit, need, helpers - one(c)):
            return True
    return False


@rules.procedure(clause="11.9")
def helps(a: Ability, pool: set[Card], credit: Points, need: Points, helpers: set[Card]) -> bool:
    """Whether the points of a cost text, in some attribute, let a cost be paid."""
    for attribute in colours_of(a):
        if can_pay(pool, credited(credit, a, attribute), need, helpers):
            return True
    return False


@rules.procedure(clause="11.9")
def leaves_enough(d: Declaration, paying: set[Card], pool: set[Card]) -> bool:
    """Whether a cost card so far paid for can be paid to the end, and then what it helps."""
    outer = d.outer
    if not outer:
        return True
    helpers = cost_cards(d.by) - paying - one(d.card)
    return can_be_helped(d.card, paying, pool, outer.credit, outer.need, helpers)


# ---------------------------------------------------------------- whether an ability can be used


@rules.procedure(clause="10.11 11.12 16")
def may_use_ability(a: Ability) -> bool:
    """Whether uses, taps or the entry lock do not keep an ability from being used."""
    card = a.bearer
    if a.tap and not can_tap(card, a.basic):
        return False
    if a.limit and a.uses >= a.limit:
        return False
    return allowed(MAY_DECLARE, card, a)


@rules.procedure(clause="10.10 16.b")
def bearer_fits(card: Card, limits: set[When]) -> bool:
    """Whether a bearer is in the state that its ability's limits ask for."""
    if When.UNTAPPED in limits and R4_REQUIRES_UNTAPPED_AT_DECLARE and not card.ready:
        return False
    return When.OWN_BATTLE not in limits or battles(card)


@rules.procedure(clause="7.3 11.12 16.2")
def can_tap(card: Card, basic: Basic) -> bool:
    """Whether a character can pay [T]: untapped, and for a special ability not locked."""
    if not card.ready:
        return False
    if basic != Basic.NONE and not LOCK_COVERS_BASIC:
        return True
    return not card.locked or has(card, aggressive)


# ---------------------------------------------------------------- cost cards (11.9)


@rules.procedure(clause="11.9")
def cost_cards(me: Player) -> set[Card]:
    """The events in hand and the characters that bear a text to be declared as a cost."""
    return bearing({c for c in me.hand if c.is_event} | me.characters, pay_points)


@rules.procedure(clause="11.9")
def cost_text(card: Card) -> Ability | None:
    """The text of a card that may be declared as a cost now, if it has one."""
    found: Ability | None = None
    for a in abilities_of(card, ACTIVATED):
        if When.AS_COST in a.limits and may_use_ability(a):
            found = a
    return found


@rules.procedure(clause="11.9")
def cost_card_cost(card: Card) -> Points:
    """What declaring a card as a cost costs itself."""
    if card.is_event:
        return use_cost(card)
    a = cost_text(card)
    return ability_cost(a, Kind.SPECIAL_ABILITY) if a else NO_COUNTS


@rules.procedure(clause="11.9")
def colours_of(a: Ability) -> set[Attribute]:
    """The attributes whose points a cost text may give, one of them."""
    if a.colours:
        return a.colours
    return {Attribute.SNOW, Attribute.MOON, Attribute.FLOWER, Attribute.SPACE, Attribute.SUN}


@rules.procedure(clause="11.9")
def credited(credit: Points, a: Ability, attribute: Attribute) -> Points:
    """A credit with the points of a cost text in an attribute."""
    if attribute == Attribute.SNOW:
        return credit.plus(Attribute.SNOW, a.points)
    if attribute == Attribute.MOON:
        return credit.plus(Attribute.MOON, a.points)
    if attribute == Attribute.FLOWER:
        return credit.plus(Attribute.FLOWER, a.points)
    if attribute == Attribute.SPACE:
        return credit.plus(Attribute.SPACE, a.points)
    return credit.plus(Attribute.SUN, a.points)


@rules.procedure(clause="11.9")
def credit_points(d: Declaration, a: Ability) -> None:
    """Credit the points of a cost text, in an attribute that lets the payment go on."""
    outer = d.outer
    if outer:
        helpers = cost_cards(d.by)
        hand = d.by.hand.cards
        fitting = {
            x
            for x in colours_of(a)
            if can_pay(hand, credited(outer.credit, a, x), outer.need, helpers)
        }
        if fitting:
            outer.credit = credited(outer.credit, a, choose(d.by, fitting, COST_ATTRIBUTE))


@rules.activated(works_in=(FIELD, HAND, DECLARATION_AREA), limits={When.AS_COST}, clause="11.9")
def pay_points(me: Card, d: Declaration) -> None:
    """Declared as a cost, on the field or in hand: pay points."""
    if d.ability:
        credit_points(d, d.ability)
