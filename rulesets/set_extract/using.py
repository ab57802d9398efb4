"""Activated and optional automatic effects, nodes, suit two (V7.5, V11.1)."""

from __future__ import annotations

from tefuda.kernel import (
    NO_CARDS,
    activated,
    allowed,
    choose,
    count_use,
    drop,
    has,
    held,
    number,
    one,
    perform,
    permitted,
    settle,
)
from tefuda.rulesets.set_extract.choices import AMOUNT, ANSWER, EXCLUDES, MAIN, PRIORITY
from tefuda.rulesets.set_extract.interference import put_on_chain
from tefuda.rulesets.set_extract.keywords import SUIT_ONE, SUIT_TWO
from tefuda.rulesets.set_extract.kinds import Guise, Phase, Stage, When
from tefuda.rulesets.set_extract.moves import put_node
from tefuda.rulesets.set_extract.parameters import NODES_PER_TURN
from tefuda.rulesets.set_extract.payment import pay, purse
from tefuda.rulesets.set_extract.removal import check_state, pay_life, remove
from tefuda.rulesets.set_extract.setting import enter, set_on
from tefuda.rulesets.set_extract.states import put_to_sleep
from tefuda.rulesets.set_extract.targets import announce_target, choose_all, finds_targets
from tefuda.rulesets.set_extract.timings import MAY_ENTER, MAY_USE
from tefuda.rulesets.set_extract.vocabulary import (
    MOST_LINKS,
    Ability,
    Card,
    Declaration,
    Player,
    game,
    rules,
)

# ---------------------------------------------------------------- activated effects (V11.1.1)


@rules.procedure(clause="V11.1.1")
def bearers(me: Player) -> set[Card]:
    """The face-up field cards, set ones included, whose activated effects might be used."""
    return {c for c in activated(game.on_field) if not c.face_down or c.guise}


@rules.procedure(clause="V11.1.1 V7.5")
def may_use(me: Player, a: Ability) -> bool:
    """Whether an activated effect may be used now: turn, phase, uses, cost and targets."""
    if a.automatic or not (a.bearer.user == me or a.each_once):
        return False
    if len(game.chain) >= MOST_LINKS:
        return False
    return in_time(me, a) and can_cover(me, a) and finds_targets(a, me)


@rules.procedure(clause="V11.1.1")
def in_time(me: Player, a: Ability) -> bool:
    """Whether turn, phase and number of uses allow an effect."""
    mine = game.turn_player == me
    if (a.at == When.OWN_TURN and not mine) or (a.at == When.ENEMY_TURN and mine):
        return False
    if a.only_in != Phase.NONE and a.only_in != game.phase:
        return False
    if (a.once and a.uses > 0) or (a.each_once and (me.once_used or not mine)):
        return False
    if a.bearer.transformed != a.back:
        return False
    return allowed(MAY_USE, a.bearer, me)


@rules.procedure(clause="V11.1.1 V6.3 S11.5.3")
def can_cover(me: Player, a: Ability) -> bool:
    """Whether the cost can be paid; what sleeps cannot be put to sleep."""
    return a.cost <= purse(me) and not (a.sleeps and a.bearer.sleeping)


@rules.action(MAIN, PRIORITY, ANSWER, candidates=bearers, usable=may_use, clause="V11.1.1")
def use(me: Player, a: Ability) -> None:
    """Use an activated effect: declare, choose, pay; meanwhile nothing applies; then a link."""
    d = Declaration(by=me, card=a.bearer, ability=a)
    with held():
        choose_all(d, a)
        cover(d, a)
        announce_target(d)
    put_on_chain(d)


@rules.procedure(clause="V11.1.1")
def cover(d: Declaration, a: Ability) -> None:
    """Pay the cost of an effect: points, life of choice, sleep; count the use."""
    me = d.by
    if a.life:
        d.x = number(me, min(me.life, 1), max(me.life, 0), AMOUNT)
        pay_life(me, d.x)
    elif a.costs_target:
        pay(me, price_of(d.target))
    pay(me, a.cost)
    if a.sleeps:
        put_to_sleep(one(a.bearer.root))
    if a.each_once:
        me.once_used = True
    count_use(a)


@rules.procedure(clause="V11.1.1 V6.4")
def price_of(card: Card | None) -> int:
    """The cost of a field card, as an effect pays it."""
    return card.field_cost if card else 0


# ---------------------------------------------------------------- optional automatic effects


@rules.procedure(clause="V11.1.5")
def automatic_bearers(me: Player) -> set[Card]:
    """Own cards, wherever they are, with an automatic effect that may be used."""
    return activated(me.underworld | me.hand | me.field)


@rules.procedure(clause="V11.1.5")
def may_use_automatic(me: Player, a: Ability) -> bool:
    """Whether an optional automatic effect may be used now."""
    return a.automatic and in_time(me, a) and finds_targets(a, me)


@rules.action(
    MAIN, PRIORITY, candidates=automatic_bearers, usable=may_use_automatic, clause="V11.1.5"
)
def use_automatic(me: Player, a: Ability) -> None:
    """Use an optional automatic effect at once; nobody answers, and priority stays."""
    d = Declaration(by=me, card=a.bearer, ability=a)
    choose_all(d, a)
    perform(a, d)
    count_use(a)
    game.keeps_priority = True
    settle()
    check_state()
    drop(d)


# ---------------------------------------------------------------- nodes (V7.5, V8.2)


@rules.procedure(clause="V7.5")
def settable_nodes(me: Player) -> set[Card]:
    """Any hand card, once a turn."""
    return me.hand.cards if me.nodes_set < NODES_PER_TURN else NO_CARDS


@rules.action(MAIN, candidates=settable_nodes, text="set as node", clause="V7.5 V8.8")
def set_node(me: Player, card: Card) -> None:
    """Set a hand card as an active node; nobody answers, and priority stays."""
    me.nodes_set = me.nodes_set + 1
    put_node(card, me, False)
    game.keeps_priority = True


# ---------------------------------------------------------------- suit two (V11.4)


@rules.procedure(clause="V11.4")
def suits_in_hand(me: Player) -> set[Card]:
    """Cards of suit two that may enter; they are put, not played."""
    return permitted(MAY_ENTER, {c for c in me.hand if has(c, SUIT_TWO)})


@rules.procedure(clause="V11.4")
def suits_before(me: Player, card: Card) -> set[Card]:
    """The own active cards of suit one of the same name."""
    named = {c for c in me.characters if not c.asleep and c.person == card.person}
    return {c for c in named if has(c, SUIT_ONE)}


@rules.action(MAIN, candidates=suits_in_hand, text="put suit two", clause="V11.4")
def put_suit_two(me: Player, card: Card) -> None:
    """Put it active; exclude a suit one for it, whose set cards it takes, or it is excluded."""
    if enter(card, me, False, Guise.NONE):
        before = choose(me, suits_before(me, card), EXCLUDES, optional=True)
        if before:
            for hanging in before.set_cards:
                set_on(me, hanging, card, hanging.face_down)
            remove(one(before), Stage.EXCLUDE)
        else:
            remove(one(card), Stage.EXCLUDE)
    settle()
    check_state()
