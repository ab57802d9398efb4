"""Declare, pay, respond, resolve: cards, effects and the stack (R10, R12)."""

from __future__ import annotations

from tefuda.kernel import (
    NO_CARDS,
    activated,
    attach,
    become,
    choose,
    drop,
    effect_of,
    legal,
    number,
    offer,
    one,
    perform,
    put,
    still,
    timing,
)
from tefuda.rulesets.power_card.icons import shares_icon
from tefuda.rulesets.power_card.payment import (
    card_cost,
    factors,
    has_factor,
    pay,
    payers,
    payers_of,
    power_of,
    purse,
    required,
)
from tefuda.rulesets.power_card.processes import (
    active_characters,
    affected,
    check_state,
    discard_characters,
    dominated,
    join_party,
)
from tefuda.rulesets.power_card.skills import room_for_permanents, works
from tefuda.rulesets.power_card.vocabulary import (
    AMOUNT,
    BEARER,
    BREAK_COUNTS,
    BREAK_DEPTH,
    BREAKS,
    BROKEN_BY,
    CHANCE,
    DECLARED,
    DISCARD,
    ENTERED,
    LASTING,
    LASTING_CARDS,
    MAIN,
    PENDING,
    PERMANENTS,
    RESPOND_BETWEEN,
    RESPONSE,
    STACK_LIMIT,
    TARGET,
    TARGET_PLAYER,
    ZERO_X,
    Ability,
    BreakDepth,
    Card,
    CardType,
    Declaration,
    Destination,
    Kind,
    Lasts,
    Player,
    Tied,
    game,
    rules,
)

# ---------------------------------------------------------------- the stack (R10.3 to R10.6)


@rules.procedure(clause="R10.3 R10.4")
def run_stack(base: int) -> None:
    """Let players respond, then resolve the stack down to where it began, the last first."""
    let_respond()
    while len(game.stack) > base:
        resolve(game.stack.pop())
        if RESPOND_BETWEEN and len(game.stack) > base:
            let_respond()


@rules.procedure(clause="R10.4 R10.7")
def let_respond() -> None:
    """Ask the turn player first, then in turn, until all have passed in succession."""
    player = game.turn_player
    passes = 0
    while passes < 2:
        if offer(player, RESPONSE):
            passes = 0
        else:
            passes = passes + 1
        player = player.enemy


@rules.procedure(clause="R10.1 R10.3")
def put_on_stack(d: Declaration) -> None:
    """Put a declaration that is paid on the stack; what opened the stack runs it."""
    base = len(game.stack)
    game.stack.push(d)
    timing(DECLARED, d.card)
    if base == 0 and not game.battle:
        run_stack(0)


@rules.procedure(clause="R10.4")
def resolve(d: Declaration) -> None:
    """Resolve one item, then check the state; a card without a place is discarded."""
    if d.kind == Kind.BREAK:
        resolve_break(d)
    elif d.kind == Kind.PERMANENT:
        resolve_permanent(d)
    elif d.kind == Kind.PROJECT or d.kind == Kind.FAST:
        resolve_event(d)
    elif d.kind == Kind.EFFECT:
        resolve_effect(d)
    elif d.kind == Kind.ATTACK:
        resolve_attack(d)
    if d.card.zone == d.by.pending:
        put(d.card, DISCARD)
    drop(d)
    check_state()


@rules.procedure(clause="R10.5 R10.11")
def resolve_attack(d: Declaration) -> None:
    """An attack whose attacker is still there is executed; what comes of it comes last."""
    b = d.battle
    if b and d.card.in_play and still(d.card, d):
        b.executed = True


# ---------------------------------------------------------------- set characters (R7.17)


@rules.procedure(clause="R7.17 R7.18 R10.8")
def settable_characters(me: Player) -> set[Card]:
    """The character cards in hand; they cost nothing, and any number may be set."""
    return {c for c in me.hand if c.type == CardType.CHARACTER}


@rules.action(MAIN, candidates=settable_characters, text="set", clause="R7.17")
def set_character(me: Player, card: Card) -> None:
    """Set a character on top of its party; nothing is declared and nobody responds."""
    join_party(card)
    check_state()


# ---------------------------------------------------------------- break (R12)


@rules.procedure(clause="R12.1 R12.2 R12.6")
def fits(card: Card, target: Card) -> bool:
    """Whether icon, name and break condition allow a break card on a character."""
    if card.only_on != 0 and target.person != card.only_on:
        return False
    if card.breaks_broken and target.broken:
        return True
    if target.named and not target.open_name and target.person != card.person:
        return False
    return shares_icon(card, target)


@rules.procedure(clause="R12.3 R12.8")
def own_break_targets(me: Player) -> set[Card]:
    """The own characters that may be broken: dominated ones, and those of the influence area."""
    found = me.parties.cards
    if BREAK_DEPTH == BreakDepth.ACTIVE:
        found = active_characters(me)
    if BREAK_COUNTS and me.left_parties != 0:
        found = found - me.parties.cards_at(me.left_parties)
    return me.dominion | found


@rules.procedure(clause="R12.3 R12.10 R12.11")
def stealable(me: Player) -> set[Card]:
    """The characters of the other player that hold no power."""
    return {c for c in me.enemy.characters if not c.power}


@rules.procedure(clause="R12.1 R12.3")
def break_targets(me: Player, card: Card) -> set[Card]:
    """The characters on which a break card may be set."""
    return {c for c in own_break_targets(me) | stealable(me) if fits(card, c)}


@rules.procedure(clause="R10.2 R10.8 R12.1")
def settable_breaks(me: Player) -> set[Card]:
    """The break cards in hand with factor, cost and a character to set them on."""
    cards = {c for c in me.hand if c.type == CardType.BREAK}
    if not cards:
        return cards
    have = factors(me)
    most = purse(me)
    cards = {c for c in cards if have.covers(required(c)) and card_cost(c) <= most}
    return {c for c in cards if break_targets(me, c)}


@rules.action(MAIN, candidates=settable_breaks, text="break with", clause="R7.19 R12.1")
def set_break(me: Player, card: Card) -> None:
    """Declare a break in the main phase."""
    declare_break(me, card, False)


@rules.procedure(clause="R10.1 R10.2 R12.1")
def declare_break(me: Player, card: Card, fast: bool) -> None:
    """Declare a break: target, payment."""
    d = Declaration(by=me, card=card, kind=Kind.BREAK)
    put(card, PENDING)
    found = fast_targets(me, card) if fast else break_targets(me, card)
    d.target = choose(me, found, BROKEN_BY)
    pay(me, payers(me), card_cost(card), Destination.DISCARD)
    put_on_stack(d)


@rules.procedure(clause="R12.1")
def fast_targets(me: Player, card: Card) -> set[Card]:
    """The own full characters of its name that a break card of fast timing may be set on."""
    fitting = {c for c in own_break_targets(me) if fits(card, c) and c.person == card.person}
    return {c for c in fitting if len(c.power) == c.capacity}


@rules.procedure(clause="R10.8 R12.1")
def fast_breaks(me: Player) -> set[Card]:
    """The break cards in hand that may be set at fast timing now."""
    if len(game.stack) >= STACK_LIMIT:
        return NO_CARDS
    cards = {c for c in me.hand if c.fast_break and has_factor(me, c) and card_cost(c) <= purse(me)}
    return {c for c in cards if fast_targets(me, c)}


@rules.action(
    MAIN, RESPONSE, CHANCE, candidates=fast_breaks, text="break at once with", clause="R10.8"
)
def set_fast_break(me: Player, card: Card) -> None:
    """Declare a break at fast timing."""
    declare_break(me, card, True)


@rules.procedure(clause="R10.15 R12.16")
def resolve_break(d: Declaration) -> None:
    """Set a break if its factor is there and its target still qualifies; else it is discarded."""
    target = d.target
    if not target or d.card.zone != d.by.pending or not still(target, d):
        return
    if has_factor(d.by, d.card) and target in break_targets(d.by, d.card):
        lay_break(d.by, d.card, target)


@rules.procedure(clause="R12.4 R12.5 R12.7 R12.9")
def lay_break(by: Player, card: Card, target: Card) -> None:
    """Lay a break card on an own character, or let it stand alone in place of another's."""
    if target.user == by:
        card.height = 1 + len(target.breaks)
        attach(card, target, BREAKS, face_down=True)
        become(target, card)
        move_out(target)
        timing(ENTERED, target)
    else:
        discard_characters(one(target))
        put(card, by.dominion)
        card.lone = True
        timing(ENTERED, card)


@rules.procedure(clause="R12.7 R12.8")
def move_out(card: Card) -> None:
    """Move a broken character of the influence area to the dominion, with all set on it."""
    if not dominated(card):
        card.user.left_parties = card.user.left_parties | 1 << card.cell
        put(card, card.user.dominion)


# ---------------------------------------------------------------- permanents (R13.26)


@rules.procedure(clause="R13.6 R13.26")
def bearers(me: Player) -> set[Card]:
    """The own dominated characters with room for a permanent."""
    return {c for c in me.dominion if len(c.permanents) < room_for_permanents(c)}


@rules.procedure(clause="R10.2 R10.8 R13.26")
def settable_permanents(me: Player) -> set[Card]:
    """The permanents in hand with factor, cost and a character to bear them."""
    cards = {c for c in me.hand if c.type == CardType.PERMANENT}
    if not cards or not bearers(me):
        return NO_CARDS
    have = factors(me)
    most = purse(me)
    return {c for c in cards if have.covers(required(c)) and card_cost(c) <= most}


@rules.action(MAIN, candidates=settable_permanents, text="set permanent", clause="R7.19")
def set_permanent(me: Player, card: Card) -> None:
    """Declare a permanent."""
    d = Declaration(by=me, card=card, kind=Kind.PERMANENT)
    put(card, PENDING)
    d.target = choose(me, bearers(me), BEARER)
    pay(me, payers(me), card_cost(card), Destination.DISCARD)
    put_on_stack(d)


@rules.procedure(clause="R10.9 R10.13 R10.15")
def resolve_permanent(d: Declaration) -> None:
    """Set a permanent on its bearer, if factor, bearer and room are still there."""
    target = d.target
    if not target or d.card.zone != d.by.pending or not still(target, d):
        return
    if has_factor(d.by, d.card) and target in bearers(d.by):
        attach(d.card, target, PERMANENTS)
        timing(ENTERED, d.card)


# ---------------------------------------------------------------- targets and X (R10.12, R10.23)


@rules.procedure(clause="R10.23")
def tied_x(a: Ability, target: Card) -> int:
    """X where a target fixes it: its cost or its required factor."""
    return target.cost if a.tied == Tied.COST else target.factor.total


@rules.procedure(clause="R10.12 R10.23")
def first_targets(a: Ability, most: int) -> set[Card]:
    """What a text may be aimed at, with so much power to pay an X tied to the target."""
    found = legal(a, 0)
    if a.targets > 1:
        found = {c for c in found if legal(a, 1, c)}
    if a.tied == Tied.FREE:
        return found
    return {c for c in found if tied_x(a, c) <= most}


@rules.procedure(clause="R10.2 R10.12")
def can_be_aimed(a: Ability, most: int) -> bool:
    """Whether a text finds its targets."""
    return a.targets == 0 or bool(first_targets(a, most))


@rules.procedure(clause="R10.12 R10.14")
def name_targets(d: Declaration, a: Ability, most: int) -> None:
    """Choose the targets on declaration, the second with the first in mind, or a player."""
    if a.at_player:
        d.player = choose(d.by, game.players, TARGET_PLAYER)
    if a.targets > 0:
        first = choose(d.by, first_targets(a, most), TARGET)
        d.target = first
        if a.targets > 1:
            d.second = choose(d.by, legal(a, 1, first), TARGET)


@rules.procedure(clause="R10.23")
def name_x(d: Declaration, a: Ability | None, most: int) -> None:
    """Fix X on declaration: free up to what can be paid, or as the target says."""
    target = d.target
    if a and target and a.tied != Tied.FREE:
        d.x = tied_x(a, target)
    else:
        least = 0 if ZERO_X and d.kind != Kind.EFFECT else min(1, most)
        d.x = number(d.by, least, most, AMOUNT)


@rules.procedure(clause="R10.13 R10.29")
def target_of(d: Declaration) -> set[Card]:
    """The first target, as long as it is what it was and is affected; else nothing."""
    target = d.target
    if not target or not still(target, d):
        return NO_CARDS
    return affected(one(target))


# ---------------------------------------------------------------- projects and fasts


@rules.procedure(clause="R10.2 R10.16")
def declarable(me: Player, cards: set[Card]) -> set[Card]:
    """Those of the projects and fasts with factor, cost and targets."""
    if not cards:
        return cards
    have = factors(me)
    most = purse(me)
    cards = {c for c in cards if have.covers(required(c)) and card_cost(c) <= most}
    return {c for c in cards if finds_targets(c, most)}


@rules.procedure(clause="R10.12")
def finds_targets(card: Card, most: int) -> bool:
    """Whether the text of a card, if it has one to be aimed, finds targets."""
    a: Ability | None = effect_of(card)
    return a is None or can_be_aimed(a, most)


@rules.procedure(clause="R7.19 R10.8")
def declarable_projects(me: Player) -> set[Card]:
    """The projects a player may declare: in the own main phase, with no stack."""
    return declarable(me, {c for c in me.hand if c.type == CardType.PROJECT})


@rules.action(MAIN, candidates=declarable_projects, text="declare", clause="R7.19")
def declare_project(me: Player, card: Card) -> None:
    """Declare a project."""
    declare_event(me, card, Kind.PROJECT)


@rules.procedure(clause="R7.20 R10.8")
def declarable_fasts(me: Player) -> set[Card]:
    """The fasts a player may declare."""
    if len(game.stack) >= STACK_LIMIT:
        return NO_CARDS
    return declarable(me, {c for c in me.hand if c.type == CardType.FAST})


@rules.action(
    MAIN, RESPONSE, CHANCE, candidates=declarable_fasts, text="declare fast", clause="R7.20"
)
def declare_fast(me: Player, card: Card) -> None:
    """Declare a fast."""
    declare_event(me, card, Kind.FAST)


@rules.procedure(clause="R10.1 R10.2")
def declare_event(me: Player, card: Card, kind: Kind) -> None:
    """Declare a project or fast: targets, X, payment."""
    d = Declaration(by=me, card=card, kind=kind, ability=effect_of(card))
    put(card, PENDING)
    most = purse(me)
    a = d.ability
    if a:
        name_targets(d, a, most)
    if card.variable:
        name_x(d, a, most)
        card.x = d.x
    pay(me, payers(me), d.x if card.variable else card_cost(card), Destination.DISCARD)
    put_on_stack(d)


@rules.procedure(clause="R10.15 R5.6")
def resolve_event(d: Declaration) -> None:
    """Carry out a project or fast whose factor is still there; one with a duration stays out."""
    card = d.card
    if card.zone != d.by.pending or not has_factor(d.by, card):
        return
    a = d.ability
    if card.lasts != Lasts.INSTANT:
        put(card, LASTING)
        card.x = d.x
    if a:
        perform(a, d)


@rules.procedure(clause="R5.6")
def end_lasting(lasts: Lasts) -> None:
    """Discard the cards whose duration ends now."""
    for player in game.players:
        for card in {c for c in player.lasting if c.lasts == lasts}:
            put(card, DISCARD)


@rules.procedure(clause="R5.5 R5.6")
def events_out() -> set[Card]:
    """The projects and fasts that are pending or, where a variant allows it, lasting."""
    me = game.turn_player
    found = me.pending | me.enemy.pending
    if LASTING_CARDS:
        found = found | me.lasting | me.enemy.lasting
    return {c for c in found if c.type >= CardType.PROJECT}


# ---------------------------------------------------------------- effects (R7.20, R7.25)


@rules.procedure(clause="R7.20 R7.23 R7.25")
def able_characters(me: Player) -> set[Card]:
    """The own dominated characters with an effect; those of the influence area have none."""
    return activated(me.dominion)


@rules.procedure(clause="R10.2 R10.19")
def usable_effect(me: Player, a: Ability) -> bool:
    """Whether an effect may be declared now, paid and aimed."""
    if not works(a.bearer, a.skill) or len(game.stack) >= STACK_LIMIT:
        return False
    most = len(power_of(payers_of(a)))
    if a.variable and a.tied == Tied.FREE and most == 0:
        return False
    return a.price <= most and can_be_aimed(a, most)


@rules.action(
    MAIN, RESPONSE, CHANCE, candidates=able_characters, usable=usable_effect, clause="R7.20"
)
def use_effect(me: Player, a: Ability) -> None:
    """Declare an effect of an own dominated character."""
    d = Declaration(by=me, card=a.bearer, kind=Kind.EFFECT, ability=a)
    most = len(power_of(payers_of(a)))
    name_targets(d, a, most)
    if a.variable:
        name_x(d, a, most)
    pay(me, payers_of(a), d.x if a.variable else a.price, Destination.DISCARD)
    put_on_stack(d)


@rules.procedure(clause="R10.11 R10.28")
def resolve_effect(d: Declaration) -> None:
    """Carry out an effect, unless its bearer has left the field or it is negated."""
    a = d.ability
    if a and d.card.in_play and still(d.card, d) and works(d.card, a.skill):
        perform(a, d)
