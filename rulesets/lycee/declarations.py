"""Declaring: main element, payment, targets, one answer, then resolving (9, 10, 11)."""

from __future__ import annotations

from tefuda.kernel import (
    NO_CARDS,
    NO_COUNTS,
    bearing,
    choose,
    confirm,
    count_use,
    drop,
    effect_of,
    lacking,
    legal,
    offer,
    one,
    perform,
    permitted,
    put,
    still,
    timing,
    useful,
)
from tefuda.rulesets.lycee.basic import moves_itself, reachable
from tefuda.rulesets.lycee.payment import (
    ability_cost,
    affordable_cards,
    affords,
    affords_use,
    bearer_fits,
    can_be_helped,
    can_pay,
    can_tap,
    cheaper_entry_here,
    cost_cards,
    cost_text,
    discount_cells,
    discounted_cost,
    leaves_enough,
    may_use_ability,
    use_cost,
)
from tefuda.rulesets.lycee.places import area_cells, entry_cells, possible_bearers
from tefuda.rulesets.lycee.processes import discard_cards, discard_from_play, mill, tap
from tefuda.rulesets.lycee.vocabulary import (
    ALTERNATIVE,
    BATTLE,
    CELL,
    CHANCE,
    COST_PAID,
    DECLARATION_AREA,
    DECLARED,
    DISCARD,
    EVENT_DISCARD_MOMENT,
    MAIN,
    MAY_TARGET,
    MAY_USE,
    PAY_AT_RESOLVE,
    PAY_TAX,
    PAYING,
    PAYMENT,
    POINTS,
    RESOLVED,
    RESOLVING,
    RESPOND_TO_AUTOMATIC_BASIC,
    RESPONSE,
    TARGET,
    Ability,
    Basic,
    Card,
    Declaration,
    EventMoment,
    Kind,
    Player,
    Points,
    When,
    Zone,
    game,
    rules,
)


@rules.procedure(clause="9.2 9.5")
def declare(d: Declaration) -> bool:
    """Declare, be answered, pay: whether what was declared is then to be processed."""
    if d.is_use:
        announce(d)
    game.chain.push(d)
    d.announced = True
    timing(DECLARED, d.card, d)
    if d.kind != Kind.CONVERSION:
        offer(d.by.enemy, RESPONSE, d)
    game.chain.pop()
    timing(RESOLVING, d.card, d)
    if d.is_use:
        d.failed = d.failed or not targets_stand(d)
        if PAY_AT_RESOLVE:
            pay(d)
    return not d.failed


@rules.procedure(clause="9.2")
def announce(d: Declaration) -> None:
    """Lay out the card, designate the payment, name the targets."""
    if d.from_hand:
        put(d.card, DECLARATION_AREA)
    if d.ability and d.ability.names_first:
        name_target(d, first_targets(d.ability, d.by))
        d.card.concerns = d.target
    d.need = cost_of(d)
    pay_otherwise(d)
    designate_payment(d)
    reserve(d)
    name_targets(d)
    if not PAY_AT_RESOLVE:
        pay(d)


@rules.procedure(clause="11.8 11.13")
def pay_otherwise(d: Declaration) -> None:
    """Where texts leave another way to pay, let the player take it, or take it if need be."""
    by = d.by
    if d.kind == Kind.ENTRY and bearing(by.areas.cards, cheaper_entry_here):
        cells = discount_cells(by, d.card)
        if cells and (not affords(by, d.need) or confirm(by, ALTERNATIVE)):
            take_discount(d, choose(by, cells, CELL))
    elif d.ability and d.ability.or_friend:
        friends = friends_instead(by, d.ability)
        if friends and (not affords_use(by, d.card, d.need) or confirm(by, ALTERNATIVE)):
            d.sacrifice = one(choose(by, friends, DISCARD))
            d.need = NO_COUNTS
    elif d.ability and d.ability.names_first and not affords_use(by, d.card, d.need):
        d.failed = True


@rules.procedure(clause="11.8")
def take_discount(d: Declaration, cell: Zone) -> None:
    """Name a cell whose area makes an entry cheaper, and use its text up."""
    d.cell = cell
    d.discounted = True
    d.need = discounted_cost(d.card)
    for area in d.by.areas[cell.cell].cards:
        area.used_at = game.turn + 1


@rules.procedure(clause="11.13")
def friends_instead(me: Player, a: Ability) -> set[Card]:
    """The friends that can be discarded in place of the points."""
    return {c for c in me.characters if c.attributes & a.or_friend}


@rules.procedure(clause="9.5")
def conclude(d: Declaration) -> None:
    """Discard a declared card that found no place, and forget the declaration."""
    if d.card.zone == d.by.declaration_area:
        discard_cards(one(d.card))
    timing(RESOLVED, d.card)
    drop(d)


@rules.procedure(clause="9.2b 9.9")
def reserve(d: Declaration) -> None:
    """Promise the tap that is part of the cost, and count the use."""
    if d.ability:
        count_use(d.ability)
        if d.ability.once_a_game:
            d.by.spent = True
        if d.ability.tap:
            d.card.reserved = True


# ---------------------------------------------------------------- costs (11)


@rules.procedure(clause="11.8")
def cost_of(d: Declaration) -> Points:
    """The points a declaration costs now; attack, defence and support have no use cost (9.1)."""
    need: Points = NO_COUNTS
    if d.ability and d.kind != Kind.EVENT:
        need = ability_cost(d.ability, d.kind)
    elif d.from_hand:
        need = discounted_cost(d.card) if d.discounted else use_cost(d.card)
    return need


@rules.procedure(clause="11.1")
def designate_payment(d: Declaration) -> None:
    """Designate hand cards, one by one, until the points suffice; cost cards come first."""
    while not d.failed and missing(d, d.paying, d.need):
        offer(d.by, PAYMENT, d)


@rules.procedure(clause="11.2")
def missing(d: Declaration, cards: set[Card], need: Points) -> int:
    """The points missing when these cards pay; some texts let each count for two."""
    if d.doubled:
        return max(lacking(POINTS, NO_CARDS, d.credit, need) - d.wild - 2 * len(cards), 0)
    return max(lacking(POINTS, cards, d.credit, need) - d.wild, 0)


@rules.procedure(clause="11.2 11.5")
def paying_cards(me: Player, d: Declaration) -> set[Card]:
    """The hand cards with which some payment without a superfluous card goes on."""
    if d.doubled:
        return me.hand.cards
    if d.wild > 0:
        if lacking(POINTS, d.paying | me.hand, d.credit, d.need) > d.wild:
            return NO_CARDS
        short = lacking(POINTS, d.paying, d.credit, d.need)
        return {c for c in me.hand if lacking(POINTS, d.paying | one(c), d.credit, d.need) < short}
    cards = useful(POINTS, d.paying, d.credit, d.need, me.hand)
    if d.outer:
        return {c for c in cards if leaves_enough(d, d.paying | one(c), me.hand - one(c))}
    return cards


@rules.action(PAYMENT, candidates=paying_cards, text="designate as payment", clause="9.2b")
def designate(me: Player, card: Card, d: Declaration) -> None:
    """Lay a hand card into the declaration area as payment."""
    put(card, DECLARATION_AREA)
    d.paying = d.paying | one(card)


@rules.procedure(clause="9.5 9.6")
def pay(d: Declaration) -> None:
    """Pay as much as there is of what was designated; whatever is missing, the rest fails."""
    timing(PAYING, d.card, d)
    here = d.paying & d.by.declaration_area
    if d.sacrifice:
        if not discard_from_play(d.sacrifice & d.by.characters):
            d.failed = True
    elif missing(d, here, cost_of(d)):
        d.failed = True
    discard_cards(here)
    if d.ability and d.kind != Kind.EVENT:
        pay_without_points(d, d.ability)
    timing(COST_PAID, d.card, d)


@rules.procedure(clause="9.8 11.12 18.4")
def pay_without_points(d: Declaration, a: Ability) -> None:
    """Pay [T], the bearer itself, cards of the deck; a bearer that is gone cannot pay."""
    there = d.card.on_field and d.card.user == d.by and (not d.announced or still(d.card, d))
    d.card.reserved = False
    if a.tap and not (there and tap(d.card)):
        d.failed = True
    if a.discards_itself:
        if not there or not discard_from_play(one(d.card)):
            d.failed = True
    mill(d.by, a.mills)


# ---------------------------------------------------------------- declaring as a cost (11.9)


@rules.procedure(clause="11.9")
def usable_cost_cards(me: Player, d: Declaration) -> set[Card]:
    """The cost cards a player may declare now: before cards are designated, where they help."""
    if d.outer or d.paying or d.doubled:
        return NO_CARDS
    helpers = cost_cards(me)
    return {
        c
        for c in helpers
        if cost_text(c)
        and can_be_helped(c, NO_CARDS, me.hand - one(c), d.credit, d.wild, d.need, helpers - one(c))
    }


@rules.action(PAYMENT, candidates=usable_cost_cards, text="declare as a cost", clause="11.9")
def declare_as_cost(me: Player, card: Card, d: Declaration) -> None:
    """Declare inside a payment: it is paid and resolves at once and cannot be answered (11.10)."""
    text = cost_text(card)
    assert text
    kind = Kind.EVENT if card.is_event else Kind.SPECIAL_ABILITY
    inner = Declaration(by=me, card=card, kind=kind, ability=text, outer=d)
    if card.is_event:
        put(card, DECLARATION_AREA)
    inner.need = cost_of(inner)
    designate_payment(inner)
    reserve(inner)
    name_targets(inner)
    pay(inner)
    if not inner.failed:
        perform(text, inner)
    conclude(inner)
    if missing(d, me.hand.cards, d.need) and not can_pay(
        me.hand.cards, d.credit, d.wild, d.need, cost_cards(me)
    ):
        d.failed = True


# ---------------------------------------------------------------- targets (9.11, 9.12)


@rules.procedure(clause="9.2c 9.11")
def name_targets(d: Declaration) -> None:
    """Name what a declaration is aimed at: a cell, a bearer, the targets of its text."""
    if d.discounted or d.ability and d.ability.names_first:
        return
    if d.kind == Kind.ENTRY:
        name_cell(d, entry_cells(d.by, d.card))
    elif d.kind == Kind.AREA:
        name_cell(d, area_cells(d.by, d.card))
    elif d.kind == Kind.ITEM:
        name_target(d, possible_bearers(d.by, d.card))
    elif d.kind == Kind.BASIC_ABILITY and d.ability and moves_itself(d.ability):
        name_cell(d, reachable(d.ability))
    elif d.ability and d.ability.targets > d.ability.conditions:
        name_targets_of(d, d.ability)


@rules.procedure(clause="9.2c")
def name_cell(d: Declaration, cells: set[Zone]) -> None:
    """Name a cell; if the payment has left none, the declaration will fail."""
    if cells:
        d.cell = choose(d.by, cells, CELL)
    else:
        d.failed = True


@rules.procedure(clause="9.2c")
def name_target(d: Declaration, cards: set[Card]) -> None:
    """Name a target; if the payment has left none, the declaration will fail."""
    if cards:
        d.target = choose(d.by, cards, TARGET)
    else:
        d.failed = True


@rules.procedure(clause="9.11")
def name_targets_of(d: Declaration, a: Ability) -> None:
    """Name the targets of a text, the second with the first in mind."""
    name_target(d, first_targets(a, d.by))
    if d.target and a.in_column:
        d.column = d.target.column + 1
    if d.target and a.targets > a.conditions + 1:
        beside = second_targets(a, d.by, d.target)
        if beside:
            d.second = choose(d.by, beside, TARGET)
        else:
            d.failed = True


@rules.procedure(clause="9.11")
def first_targets(a: Ability, by: Player) -> set[Card]:
    """What may be the first target of an ability; its conditions come before it."""
    found = legal(a, 1) if a.conditions == 1 else legal(a, 0)
    return permitted(MAY_TARGET, found, a, by)


@rules.procedure(clause="9.11")
def second_targets(a: Ability, by: Player, first: Card) -> set[Card]:
    """What may be the second target of an ability beside the first."""
    found = legal(a, 2, first) if a.conditions == 1 else legal(a, 1, first)
    return permitted(MAY_TARGET, found, a, by)


@rules.procedure(clause="9.3")
def has_targets(a: Ability, by: Player) -> bool:
    """Whether the condition of a text holds and there is something to aim it at."""
    if a.targets == 0:
        return not moves_itself(a) or bool(reachable(a))
    if a.conditions == 1 and not legal(a, 0):
        return False
    return a.targets == a.conditions or bool(first_targets(a, by))


@rules.procedure(clause="9.5 9.12")
def targets_stand(d: Declaration) -> bool:
    """Whether every target is what it was and still legal; if one is not, all fails."""
    a = d.ability
    if not a or a.targets == a.conditions:
        return True
    if not d.target or not still(d.target, d) or not keeps_target(d, a, d.target):
        return False
    if a.targets == a.conditions + 1:
        return True
    if not d.second or not still(d.second, d):
        return False
    return d.second in second_targets(a, d.by, d.target)


@rules.procedure(clause="9.12")
def keeps_target(d: Declaration, a: Ability, target: Card) -> bool:
    """Whether a first target is still legal, and in its column where that was named with it."""
    if a.in_column:
        return target.column + 1 == d.column and target.user != d.by
    return target in first_targets(a, d.by)


@rules.procedure(clause="9.11")
def retarget(d: Declaration, by: Player) -> None:
    """Let a player choose new legal targets for a declaration."""
    a = d.ability
    if a:
        found = first_targets(a, d.by)
        if found:
            d.target = choose(by, found, TARGET)
        if d.second and d.target:
            beside = second_targets(a, d.by, d.target)
            if beside:
                d.second = choose(by, beside, TARGET)


# ---------------------------------------------------------------- when something may be declared


@rules.procedure(clause="10.9 10.10")
def hindrances(me: Player) -> set[When]:
    """The limits that keep a player from declaring a text now."""
    return (
        (
            {When.ENEMY_TURN, When.AS_COST}
            if game.turn_player == me
            else {When.OWN_TURN, When.AS_COST}
        )
        | ({When.OUTSIDE_BATTLE} if game.battle else {When.IN_BATTLE, When.OWN_BATTLE})
        | ({When.NOT_IN_RESPONSE} if len(game.chain) > 0 else {When.IN_RESPONSE})
    )


@rules.procedure(clause="13.1 10.6")
def usable_events(me: Player) -> set[Card]:
    """The events in hand that a player may declare now, pay for and aim."""
    events = {c for c in me.hand if c.is_event}
    if not events:
        return events
    forbidden = hindrances(me)
    events = {c for c in events if not limits_of(c) & forbidden}
    if not events:
        return events
    events = permitted(MAY_USE, events)
    found = affordable_cards(me, events)
    if found != events:
        found = found | {c for c in events - found if pays_otherwise(c, me)}
    return {c for c in found if event_has_targets(c, me)}


@rules.procedure(clause="11.13")
def pays_otherwise(card: Card, me: Player) -> bool:
    """Whether an event can be paid without points."""
    a: Ability | None = effect_of(card)
    return a is not None and bool(a.or_friend) and bool(friends_instead(me, a))


@rules.procedure(clause="10.9")
def limits_of(card: Card) -> set[When]:
    """The limits of an event's text; of one that is a cost card only, that it is one."""
    a: Ability | None = effect_of(card)
    return a.limits if a else {When.AS_COST}


@rules.procedure(clause="9.3")
def event_has_targets(card: Card, me: Player) -> bool:
    """Whether an event's text finds what it needs."""
    a: Ability | None = effect_of(card)
    return a is not None and has_targets(a, me) and not (a.once_a_game and me.spent)


@rules.action(MAIN, CHANCE, BATTLE, RESPONSE, candidates=usable_events, clause="13.1")
def use_event(me: Player, card: Card) -> None:
    """Use an event; afterwards it lies in the dust box (9.7)."""
    d = Declaration(by=me, card=card, kind=Kind.EVENT, ability=effect_of(card))
    text = d.ability
    if declare(d) and text:
        if EVENT_DISCARD_MOMENT == EventMoment.START:
            discard_cards(one(card))
        perform(text, d)
    conclude(d)


@rules.procedure(clause="9.2 10.5")
def use_at_once(me: Player, card: Card) -> None:
    """Use an event inside the processing of a text, at its cost; nobody can answer."""
    text: Ability | None = effect_of(card)
    if not text or not has_targets(text, me) or not affords(me, use_cost(card)):
        return
    d = Declaration(by=me, card=card, kind=Kind.EVENT, ability=text)
    announce(d)
    if PAY_AT_RESOLVE:
        pay(d)
    if not d.failed:
        perform(text, d)
    drop(d)


# ---------------------------------------------------------------- abilities (18)


@rules.procedure(clause="18.2")
def able_characters(me: Player) -> set[Card]:
    """The characters a player uses: of these the abilities to declare are asked for."""
    return me.characters


@rules.procedure(clause="18.2 10.6")
def usable_ability(me: Player, a: Ability) -> bool:
    """Whether a player may declare an ability now, pay for it and aim it."""
    limits = a.limits
    if limits and (limits & hindrances(me) or not bearer_fits(a.bearer, limits)):
        return False
    return (
        may_use_ability(a)
        and has_targets(a, me)
        and affords_use(me, a.bearer, ability_cost(a, Kind.SPECIAL_ABILITY))
    )


@rules.action(
    MAIN, CHANCE, BATTLE, RESPONSE, candidates=able_characters, usable=usable_ability, clause="18.2"
)
def use_ability(me: Player, a: Ability) -> None:
    """Use an activated ability, special or basic, of an own character."""
    kind = Kind.SPECIAL_ABILITY if a.basic == Basic.NONE else Kind.BASIC_ABILITY
    d = Declaration(by=me, card=a.bearer, kind=kind, ability=a)
    if declare(d) and (When.UNTAPPED not in a.limits or stands_untapped(d)):
        perform(a, d)
    conclude(d)


@rules.procedure(clause="16.b")
def stands_untapped(d: Declaration) -> bool:
    """Whether a bearer still stands untapped on the field of who declared its ability."""
    return still(d.card, d) and d.card.user == d.by and not d.card.tapped


# ---------------------------------------------------------------- taxes and what nobody declares


@rules.procedure(clause="9.5")
def pay_at_once(me: Player, card: Card, need: Points) -> bool:
    """Pay points inside the processing of a text."""
    d = Declaration(by=me, card=card, kind=Kind.TAX)
    d.need = need
    designate_payment(d)
    discard_cards(d.paying & me.declaration_area)
    paid = not d.failed
    drop(d)
    return paid


@rules.procedure(clause="16.9 16.10 10.8")
def pay_tax(me: Player, a: Ability) -> bool:
    """Ask for a tax and collect it: no declaration, so it cannot be answered."""
    if not affords(me, a.cost) or a.tap and not can_tap(a.bearer, a.basic):
        return False
    if not confirm(me, PAY_TAX):
        return False
    announce_automatic(me, a.bearer)
    if not affords(me, a.cost):
        return False
    d = Declaration(by=me, card=a.bearer, kind=Kind.TAX, ability=a)
    d.need = a.cost
    designate_payment(d)
    pay(d)
    paid = not d.failed
    drop(d)
    return paid


@rules.procedure(clause="C-17")
def announce_automatic(by: Player, card: Card) -> None:
    """Where a variant says so, let the enemy answer the processing of a basic ability."""
    if RESPOND_TO_AUTOMATIC_BASIC:
        d = Declaration(by=by, card=card, kind=Kind.AUTOMATIC)
        game.chain.push(d)
        offer(by.enemy, RESPONSE, d)
        drop(game.chain.pop())
