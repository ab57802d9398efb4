"""Costs: what something costs now, whether it can be paid, and cards declared as a cost (11)."""

from __future__ import annotations

from tefuda.kernel import (
    ACTIVATED,
    NO_CARDS,
    NO_COUNTS,
    activated,
    allowed,
    attach,
    bearing,
    choose,
    gain,
    has,
    lacking,
    legal,
    one,
    payable,
    useful,
    value,
)
from tefuda.kernel import abilities as abilities_of
from tefuda.rulesets.lycee.basic import aggressive
from tefuda.rulesets.lycee.places import battles
from tefuda.rulesets.lycee.processes import check_decks, discard_cards, discard_from_hand, tap
from tefuda.rulesets.lycee.vocabulary import (
    ABILITY_COST,
    COST_ATTRIBUTE,
    DECLARATION_AREA,
    DISCARD,
    END_OF_TURN,
    FIELD,
    HAND,
    LOCK_COVERS_BASIC,
    MAY_DECLARE,
    POINTS,
    R4_REQUIRES_UNTAPPED_AT_DECLARE,
    STACKED,
    USE_COST,
    Ability,
    Attribute,
    Basic,
    Card,
    CostForm,
    Declaration,
    Kind,
    Player,
    Points,
    When,
    Zone,
    game,
    rules,
)


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
    return found | {c for c in cards - found if affords_card(me, c, use_cost(c), helpers - one(c))}


@rules.procedure(clause="11.9")
def affords_card(me: Player, card: Card, need: Points, helpers: set[Card]) -> bool:
    """Whether so much can be paid for a hand card with the help of cost cards."""
    pool = me.hand - one(card)
    return can_pay(pool, NO_COUNTS, 0, need, helpers)


@rules.procedure(clause="11.8")
def affords_besides(me: Player, card: Card, need: Points) -> bool:
    """Whether so much can be paid for a hand card with the rest of the hand and cost cards."""
    return affords_card(me, card, need, cost_cards(me) - one(card))


@rules.procedure(clause="11.1")
def affords(me: Player, need: Points) -> bool:
    """Whether a player can pay so many points."""
    if need == NO_COUNTS:
        return True
    if not lacking(POINTS, me.hand, NO_COUNTS, need):
        return True
    helpers = cost_cards(me)
    return bool(helpers) and can_pay(me.hand.cards, NO_COUNTS, 0, need, helpers)


@rules.procedure(clause="11.1")
def affords_use(me: Player, card: Card, need: Points) -> bool:
    """Whether a player can pay so many points for using an ability of a card."""
    return affords(me, need)


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
def can_pay(pool: set[Card], credit: Points, wild: int, need: Points, helpers: set[Card]) -> bool:
    """Whether cards of the pool, and cost cards among the helpers, can pay the rest of a cost."""
    missing = lacking(POINTS, pool, credit, need) - wild
    if missing <= 0:
        return True
    if not helpers or missing > most_points(helpers):
        return False
    rest = helpers
    for card in helpers:
        rest = rest - one(card)
        if can_be_helped(card, NO_CARDS, pool - one(card), credit, wild, need, rest):
            return True
    return False


@rules.procedure(clause="11.9")
def can_be_helped(
    card: Card,
    paying: set[Card],
    pool: set[Card],
    credit: Points,
    wild: int,
    need: Points,
    helpers: set[Card],
) -> bool:
    """Whether a cost card can be paid to the end so that what it helps can still be paid."""
    own = cost_card_cost(card)
    if not lacking(POINTS, paying, NO_COUNTS, own):
        a = cost_text(card)
        return a is not None and helps(a, pool, credit, wild, need, helpers)
    for c in useful(POINTS, paying, NO_COUNTS, own, pool):
        if can_be_helped(
            card, paying | one(c), pool - one(c), credit, wild, need, helpers - one(c)
        ):
            return True
    return False


@rules.procedure(clause="11.9")
def helps(
    a: Ability, pool: set[Card], credit: Points, wild: int, need: Points, helpers: set[Card]
) -> bool:
    """Whether the points of a cost text, in some attribute, let a cost be paid."""
    if a.form == CostForm.DOUBLE:
        return lacking(POINTS, NO_CARDS, credit, need) - wild <= 2 * len(pool)
    if a.form == CostForm.EVENT:
        for event in {c for c in pool if c.is_event}:
            left = helpers - one(event)
            if can_pay(pool - one(event), credit, wild + event.ex, need, left):
                return True
        return False
    if a.form == CostForm.MIXED:
        return can_pay(pool, credit, wild + a.points, need, helpers)
    for attribute in colours_of(a):
        if can_pay(pool, credited(credit, attribute, a.points), wild, need, helpers):
            return True
    return False


@rules.procedure(clause="11.9")
def leaves_enough(d: Declaration, paying: set[Card], pool: set[Card]) -> bool:
    """Whether a cost card so far paid for can be paid to the end, and then what it helps."""
    outer = d.outer
    if not outer:
        return True
    helpers = cost_cards(d.by) - paying - one(d.card)
    return can_be_helped(d.card, paying, pool, outer.credit, outer.wild, outer.need, helpers)


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
    # what an event is activated for is to be a cost
    events = activated({c for c in me.hand if c.is_event})
    characters = me.characters
    found = events | bearing(characters, pay_points)
    return found | bearing(characters, event_for_points) | bearing(characters, pay_from_pile)


@rules.procedure(clause="11.9")
def cost_text(card: Card) -> Ability | None:
    """The text of a card that may be declared as a cost now, if it has one."""
    found: Ability | None = None
    for a in abilities_of(card, ACTIVATED):
        if When.AS_COST in a.limits and may_use_ability(a) and (a.targets == 0 or legal(a, 0)):
            found = a
            break
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
def credited(credit: Points, attribute: Attribute, number: int) -> Points:
    """A credit with so many points more of an attribute."""
    if attribute == Attribute.SNOW:
        return credit.plus(Attribute.SNOW, number)
    if attribute == Attribute.MOON:
        return credit.plus(Attribute.MOON, number)
    if attribute == Attribute.FLOWER:
        return credit.plus(Attribute.FLOWER, number)
    if attribute == Attribute.SPACE:
        return credit.plus(Attribute.SPACE, number)
    return credit.plus(Attribute.SUN, number)


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
            if can_pay(hand, credited(outer.credit, x, a.points), outer.wild, outer.need, helpers)
        }
        if fitting:
            chosen = choose(d.by, fitting, COST_ATTRIBUTE)
            outer.credit = credited(outer.credit, chosen, a.points)


@rules.activated(works_in=(FIELD, HAND, DECLARATION_AREA), limits={When.AS_COST}, clause="11.9")
def pay_points(me: Card, d: Declaration) -> None:
    """Declared as a cost, on the field or in hand: pay points."""
    if d.ability:
        credit_points(d, d.ability)


@rules.procedure(clause="9.13")
def friends_to_tap(me: Card) -> set[Card]:
    """The untapped friends."""
    return {c for c in me.user.characters if c.ready}


@rules.activated(
    works_in=(HAND, DECLARATION_AREA),
    limits={When.AS_COST},
    targets=(friends_to_tap,),
    clause="11.9 9.13",
)
def tap_for_points(me: Card, d: Declaration) -> None:
    """Declared as a cost: tap a target untapped friend and pay points."""
    if d.target and d.ability and tap(d.target):
        credit_points(d, d.ability)


@rules.procedure(clause="11.9")
def events_in_hand(me: Card) -> set[Card]:
    """The events in the user's hand."""
    return {c for c in me.user.hand if c.is_event}


@rules.activated(
    limits={When.AS_COST},
    targets=(events_in_hand,),
    conditions=1,
    form=CostForm.EVENT,
    clause="11.9",
)
def event_for_points(me: Card, d: Declaration) -> None:
    """Declared as a cost: discard an event from hand; pay as many points as its EX."""
    outer = d.outer
    if outer:
        helpers = cost_cards(d.by)
        hand = d.by.hand.cards
        fitting = {
            c
            for c in events_in_hand(me)
            if can_pay(hand - one(c), outer.credit, outer.wild + c.ex, outer.need, helpers - one(c))
        }
        if fitting:
            event = choose(d.by, fitting, DISCARD)
            outer.wild = outer.wild + event.ex
            discard_from_hand(one(event))


@rules.procedure(clause="6")
def pile_of(me: Card) -> set[Card]:
    """The cards stacked on a character."""
    return me.stacked


@rules.activated(
    limits={When.AS_COST},
    targets=(pile_of,),
    conditions=1,
    form=CostForm.MIXED,
    points=2,
    clause="11.9 18.1",
)
def pay_from_pile(me: Card, d: Declaration) -> None:
    """Declared as a cost: discard a card from the pile on it and pay points."""
    outer = d.outer
    if outer and d.ability and me.stacked:
        discard_cards(one(choose(d.by, me.stacked, DISCARD)))
        outer.wild = outer.wild + d.ability.points


@rules.activated(clause="18.1")
def start_request_pile(me: Card, d: Declaration) -> None:
    """Put the top card of the own deck on it; this turn cards of the pile pay."""
    card = d.by.deck.top
    if card and me.on_field:
        attach(card, me, STACKED, face_down=True, known_to=d.by)
        check_decks()
        gain(me, pay_from_pile, until=END_OF_TURN)


@rules.activated(
    works_in=(HAND, DECLARATION_AREA),
    limits={When.AS_COST},
    form=CostForm.DOUBLE,
    clause="11.9",
)
def double_payment(me: Card, d: Declaration) -> None:
    """Declared as a cost: payment cards of this payment count as EX 2 of any attribute."""
    outer = d.outer
    if outer:
        outer.doubled = True


# ---------------------------------------------------------------- areas that make entry cheaper


@rules.effect(clause="11.8")
def cheaper_entry_here(me: Card) -> None:
    """Area: a character entering here from the hand costs one snow point less, once a turn."""


@rules.procedure(clause="11.8")
def discount_cells(me: Player, card: Card) -> set[Zone]:
    """The own empty cells that a character may enter more cheaply."""
    cells = 0
    for area in bearing(me.areas.cards, cheaper_entry_here):
        if area.owner == me and area.used_at != game.turn + 1:
            cells = cells | 1 << area.cell
    return me.field.empty & me.field.at(cells & card.restriction)


@rules.procedure(clause="11.8")
def discounted_cost(card: Card) -> Points:
    """One snow point less, but not below one point."""
    need = use_cost(card)
    return need.plus(Attribute.SNOW, -1) if need.total > 1 else need
