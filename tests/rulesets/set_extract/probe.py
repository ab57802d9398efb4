"""Texts of test cards: each lets one process of chapter 11 happen, on what the player says.

A patch of the ruleset, named by the variant ``set_extract+probe``.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum

from tefuda.kernel import (
    NO_CARDS,
    choose,
    conceal,
    confirm,
    extract,
    fail,
    has,
    later,
    look,
    one,
    put,
    reveal,
    some,
)
from tefuda.plugins import hookimpl
from tefuda.rules import Of, Rules
from tefuda.rulesets.set_extract.aims import any_character, played_card
from tefuda.rulesets.set_extract.choices import CHOSEN, MOVES, SETS_ON
from tefuda.rulesets.set_extract.kinds import Destination, Guise, Harm, Mode, Stage
from tefuda.rulesets.set_extract.moves import (
    all_characters,
    change_side,
    is_locked,
    move,
    place,
    put_node,
    send,
)
from tefuda.rulesets.set_extract.removal import (
    apply_removal,
    damage_player,
    deal_damage,
    negate_resolute,
    removals,
    remove,
)
from tefuda.rulesets.set_extract.setting import enter, set_on
from tefuda.rulesets.set_extract.states import (
    choose_at_random,
    draw,
    look_at_deck,
    put_to_sleep,
    shuffle,
    top_cards,
    wake,
)
from tefuda.rulesets.set_extract.timings import (
    DAMAGED,
    ENTERED,
    EQUIP_LIMIT,
    FELL_ASLEEP,
    MAY_BE_OBJECT,
    MAY_ENTER,
    MAY_SET,
    PLACED,
    SET,
    SET_ON,
    TURN_END,
    WAS_DISCARDED,
    WOKE,
    WOULD_BECOME_RESOLUTE,
    WOULD_DISCARD,
    WOULD_ENTER,
    WOULD_PLACE,
    WOULD_SET,
)
from tefuda.rulesets.set_extract.vocabulary import (
    FIELD,
    HAND,
    UNDERWORLD,
    Card,
    Declaration,
    Player,
    game,
)

probe = Rules("probe", extends="set_extract", summary="texts of test cards")


class Operation(IntEnum):
    """What the operator does."""

    MOVE = 0
    SET = 1
    TAKE = 2
    REMOVE = 3
    ENTER = 4
    EXTRACT = 5
    PLACE = 6
    NODE = 7
    SIDE = 8


class Way(IntEnum):
    """How a card changes its place."""

    MOVE = 0
    PLACE = 1
    ENTER = 2
    SET = 3
    NODE = 4
    SIDE = 5
    REMOVE = 6


OPERATION = probe.ask("operation", "do")
WHERE_TO = probe.ask("where_to", "to")


# ---------------------------------------------------------------- moves


@probe.effect()
def p_move(me: Card, d: Declaration, *, to: Destination) -> None:
    """Move a card of the field; if it was moved draw 1."""
    if move(d.by, one(choose(d.by, game.on_field, MOVES)), to):
        draw(d.by, 1)


@probe.effect()
def p_place(me: Card, d: Declaration, *, to: Destination) -> None:
    """Place a hand card; if that went through draw 1."""
    if place(choose(d.by, d.by.hand, MOVES), to):
        draw(d.by, 1)


@probe.effect()
def p_move_all_named(me: Card, d: Declaration) -> None:
    """Return all cards of a name to the hand."""
    named = choose(d.by, game.on_field, CHOSEN)
    pool = game.on_field | d.by.excluded | d.by.underworld
    move(d.by, {c for c in pool if c.name == named.name}, Destination.HAND)


@probe.effect()
def p_take(me: Card, d: Declaration) -> None:
    """Return a card of the underworld to the hand."""
    move(d.by, one(choose(d.by, d.by.underworld, MOVES)), Destination.HAND)


@probe.effect()
def p_enter(me: Card, d: Declaration) -> None:
    """Put a card of the hand or underworld onto the field, active."""
    enter(choose(d.by, d.by.hand | d.by.underworld, MOVES), d.by, False, Guise.NONE)


@probe.effect()
def p_enter_asleep(me: Card, d: Declaration) -> None:
    """Put a card of the underworld onto the field, asleep."""
    enter(choose(d.by, d.by.underworld, MOVES), d.by, True, Guise.NONE)


@probe.effect()
def p_set(me: Card, d: Declaration) -> None:
    """Set a card of the hand, underworld or field on a field card; if you did draw 2."""
    card = choose(d.by, d.by.hand | d.by.underworld | game.on_field, MOVES)
    if set_on(d.by, card, choose(d.by, game.on_field - one(card), SETS_ON), False):
        draw(d.by, 2)


# ---------------------------------------------------------------- removals and damage


@probe.effect()
def p_remove(me: Card, d: Declaration, *, stage: Stage, n: int = 1) -> None:
    """Apply a removal to up to n field cards; then draw 1."""
    remove(some(d.by, game.on_field, 1, n, CHOSEN), stage)
    draw(d.by, 1)


@probe.effect()
def p_judge(me: Card, d: Declaration) -> None:
    """At once exclude a card, discard a second, make a third resolute."""
    first = choose(d.by, game.on_field, CHOSEN)
    second = choose(d.by, game.on_field - one(first), CHOSEN)
    third = choose(d.by, game.on_field - {first, second}, CHOSEN)
    apply_removal(one(first), Stage.EXCLUDE)
    apply_removal(one(second), Stage.DISCARD)
    apply_removal(one(third), Stage.RESOLUTE)
    removals()


@probe.effect(targets=(any_character,))
def p_damage(me: Card, d: Declaration, *, n: int) -> None:
    """N damage to a character."""
    deal_damage(me, one(d.target), n)


@probe.activated(targets=(any_character,))
def p_strike(me: Card, d: Declaration) -> None:
    """Discard a character."""
    remove(one(d.target), Stage.DISCARD)


@probe.activated()
def p_blow_up(me: Card, d: Declaration) -> None:
    """Discard this, then 3 damage to a character."""
    remove(one(me), Stage.DISCARD)
    deal_damage(me, one(choose(d.by, all_characters(), CHOSEN)), 3)


@probe.effect(targets=(any_character,))
def p_drain(me: Card, d: Declaration, *, n: int) -> None:
    """You gain n life."""
    d.by.life = d.by.life + n


@probe.effect()
def p_hurt_self(me: Card, d: Declaration, *, n: int) -> None:
    """You lose n life."""
    d.by.life = d.by.life - n


@probe.effect()
def p_gain(me: Card, d: Declaration, *, n: int) -> None:
    """You gain n life."""
    d.by.life = d.by.life + n


@probe.effect()
def p_draw(me: Card, d: Declaration, *, n: int) -> None:
    """Draw n."""
    draw(d.by, n)


@probe.effect(targets=(any_character,))
def p_draw_and_aim(me: Card, d: Declaration) -> None:
    """Draw 1, then discard the target."""
    draw(d.by, 1)
    remove(one(d.target), Stage.DISCARD)


@probe.effect(targets=(any_character,))
def p_none(me: Card, d: Declaration) -> None:
    """Nothing, aimed at a character."""


@probe.procedure()
def defended_attacker(me: Card, by: Player, mode: Mode) -> set[Card]:
    """An attacker that is defended."""
    b = game.battle
    return one(b.attacker) if b and b.defended else NO_CARDS


@probe.effect(targets=(defended_attacker,))
def p_none_at_defended(me: Card, d: Declaration) -> None:
    """Nothing, aimed at a defended attacker."""


@probe.effect(targets=(played_card,))
def p_none_at_played(me: Card, d: Declaration) -> None:
    """Nothing, aimed at a played card."""


# ---------------------------------------------------------------- states, looking, chance


@probe.effect(targets=(any_character,))
def p_wake(me: Card, d: Declaration) -> None:
    """Wake; if you did draw 1."""
    if wake(one(d.target)):
        draw(d.by, 1)


@probe.effect(targets=(any_character,))
def p_sleep(me: Card, d: Declaration) -> None:
    """Put to sleep; if you did draw 1."""
    if put_to_sleep(one(d.target)):
        draw(d.by, 1)


@probe.effect()
def p_reveal_top(me: Card, d: Declaration) -> None:
    """Reveal the top card of the deck until the turn ends."""
    for card in top_cards(d.by, 1):
        reveal(card)
        later(TURN_END, p_hide, card)


@probe.delayed()
def p_hide(card: Card | None, player: Player) -> None:
    """It is hidden again."""
    if card:
        conceal(card)


@probe.effect()
def p_look_three(me: Card, d: Declaration) -> None:
    """Look at the three top cards."""
    found = top_cards(d.by, 3)
    look(d.by, found)
    if confirm(d.by, CHOSEN):
        draw(d.by, 1)


@probe.effect()
def p_look_deck(me: Card, d: Declaration) -> None:
    """Look through the deck."""
    look_at_deck(d.by, d.by)


@probe.effect()
def p_reveal_deck(me: Card, d: Declaration) -> None:
    """Reveal the deck."""
    reveal(d.by.deck)


@probe.effect()
def p_shuffle(me: Card, d: Declaration) -> None:
    """Shuffle."""
    shuffle(d.by)


@probe.effect()
def p_random_hand(me: Card, d: Declaration) -> None:
    """A random card of the enemy hand goes to the underworld."""
    found = choose_at_random(d.by.enemy.hand.cards)
    if found:
        put(found, UNDERWORLD)


@probe.effect()
def p_random_dead(me: Card, d: Declaration) -> None:
    """A random card of the own underworld, public as it is, goes to the hand."""
    found = choose_at_random(d.by.underworld.cards)
    if found:
        put(found, HAND)


# ---------------------------------------------------------------- extract


@probe.effect()
def p_search(me: Card, d: Declaration) -> None:
    """Extract a card of the deck: you may take it."""
    look(d.by, d.by.deck)
    card = choose(d.by, d.by.deck, CHOSEN)
    with extract(card):
        if confirm(d.by, MOVES):
            put(card, HAND)


@probe.effect()
def p_search_two(me: Card, d: Declaration) -> None:
    """Extract two cards of the deck; the first is taken, the second left."""
    look(d.by, d.by.deck)
    first = choose(d.by, d.by.deck, CHOSEN)
    second = choose(d.by, d.by.deck.cards - one(first), CHOSEN)
    with extract({first, second}):
        put(first, HAND)


@probe.effect()
def p_extract_to_field(me: Card, d: Declaration) -> None:
    """Extract a card of the deck and put it onto the field."""
    look(d.by, d.by.deck)
    card = choose(d.by, d.by.deck, CHOSEN)
    with extract(card):
        if not enter(card, d.by, False, Guise.NONE):
            fail()


@probe.effect()
def p_extract_top(me: Card, d: Declaration) -> None:
    """Extract the top card, draw 1: the one below it."""
    found = top_cards(d.by, 1)
    with extract(found):
        draw(d.by, 1)


# ---------------------------------------------------------------- what card texts may forbid


@probe.answers(MAY_SET, of=Of.SELF, works_in=(HAND, UNDERWORLD))
def p_not_set(me: Card, card: Card, host: Card) -> bool:
    """It cannot be set."""
    return False


@probe.answers(MAY_ENTER)
def p_nothing_enters(me: Card, card: Card) -> bool:
    """No card can come onto the field."""
    return False


@probe.answers(EQUIP_LIMIT, of=Of.SELF)
def p_two_equips(me: Card, base: int, card: Card) -> int:
    """It may carry two equips, while it is awake."""
    return base if me.asleep else 2


@probe.answers(MAY_BE_OBJECT, of=Of.SELF)
def p_no_object(me: Card, card: Card, source: Card) -> bool:
    """It cannot be an object."""
    return False


@probe.instead(WOULD_PLACE, of=Of.SELF, works_in=(HAND,))
def p_deck_instead(me: Card, card: Card) -> bool:
    """Instead of being placed elsewhere it goes under the deck."""
    move(me.owner, one(me), Destination.DECK_BOTTOM)
    return True


# ---------------------------------------------------------------- watchers


@probe.trigger(ENTERED)
def p_draws_on_entry(me: Card, card: Card) -> None:
    """When a card comes onto the field draw 1."""
    draw(me.user, 1)


@probe.trigger(SET)
def p_draws_on_set(me: Card, card: Card, host: Card) -> None:
    """When a card is set draw 1."""
    draw(me.user, 1)


@probe.trigger(SET_ON, of=Of.SELF)
def p_draws_when_carrying(me: Card, host: Card, card: Card) -> None:
    """When set: draw 1; without a host named, on this."""
    draw(me.user, 1)


@probe.trigger(WOKE)
def p_draws_on_waking(me: Card, card: Card) -> None:
    """When a card wakes draw 1."""
    draw(me.user, 1)


@probe.trigger(FELL_ASLEEP)
def p_draws_on_sleep(me: Card, card: Card) -> None:
    """When a card falls asleep draw 1."""
    draw(me.user, 1)


@probe.trigger(WAS_DISCARDED, of=Of.SELF)
def p_draws_when_discarded(me: Card, card: Card) -> None:
    """When it was discarded draw 1."""
    draw(me.user, 1)


@probe.trigger(DAMAGED, of=Of.SELF)
def p_draws_when_hurt(me: Card, card: Card, harm: Harm) -> None:
    """When it was damaged draw 1."""
    draw(me.user, 1)


@probe.trigger(WOULD_DISCARD, of=Of.SELF)
def p_clings(me: Card, card: Card) -> None:
    """When it would be discarded it is set on another character instead."""
    others = all_characters() - one(me.root)
    if others:
        set_on(me.user, me, choose(me.user, others, SETS_ON), me.face_down)


@probe.trigger(WAS_DISCARDED, of=Of.SELF)
def p_brings_another(me: Card, card: Card) -> None:
    """When it was discarded a hand card is set on what it is set on."""
    host = me.host
    if host and me.user.hand:
        set_on(me.user, choose(me.user, me.user.hand, MOVES), host, False)


@probe.trigger(WOULD_DISCARD, of=Of.SELF)
def p_slips(me: Card, card: Card) -> None:
    """When it would be discarded it returns to the hand."""
    move(me.user, one(me), Destination.HAND)


@probe.trigger(WOULD_DISCARD, of=Of.SELF)
def p_takes_host_away(me: Card, card: Card) -> None:
    """When it would be discarded what it is set on is excluded."""
    host = me.host
    if host:
        move(me.user, one(host), Destination.EXCLUDED)


@probe.trigger(WOULD_BECOME_RESOLUTE, of=Of.SELF)
def p_stubborn(me: Card, card: Card) -> None:
    """When it would become resolute you may negate it."""
    if confirm(me.user, CHOSEN):
        negate_resolute(me)


@probe.activated(automatic=True, once=True)
def p_may_draw(me: Card, d: Declaration) -> None:
    """Once you may draw 1."""
    draw(d.by, 1)


@probe.activated()
def p_draws(me: Card, d: Declaration) -> None:
    """Draw 1."""
    draw(d.by, 1)


# ---------------------------------------------------------------- what cards see of their moves


@probe.effect()
def p_watched(me: Card) -> None:
    """A word: what becomes of it is noted in the life of its owner."""


@probe.instead(WOULD_PLACE, of=Of.SELF, works_in=(HAND,))
def p_notes_before(me: Card, card: Card) -> bool:
    """Step a: 1 if it counts as a hand card, 5 if as one of the underworld."""
    owner = me.owner
    owner.life = owner.life + (1 if me in owner.hand and not me.extracted else 0)
    owner.life = owner.life + (5 if me in owner.underworld else 0)
    return False


@probe.wrap(send)
def send_watched(
    original: Callable[[Card, Destination], None], card: Card, to: Destination
) -> None:
    """Between b and c: 10 if it is out of its zone."""
    if card.extracted and has(card, p_watched):
        card.owner.life = card.owner.life + 10
    original(card, to)


@probe.trigger(PLACED, of=Of.SELF, works_in=(HAND,))
def p_seen_in_hand(me: Card, card: Card) -> None:
    """Step d, seen from the hand: 100."""
    me.owner.life = me.owner.life + 100


@probe.trigger(PLACED, of=Of.SELF, works_in=(UNDERWORLD,))
def p_seen_in_underworld(me: Card, card: Card) -> None:
    """Step d, seen from the underworld: 50."""
    me.owner.life = me.owner.life + 50


@probe.trigger(PLACED, of=Of.SELF, works_in=(UNDERWORLD,))
def p_springs_away(me: Card, card: Card) -> None:
    """When it was placed it goes under the deck."""
    move(me.owner, one(me), Destination.DECK_BOTTOM)


@probe.trigger(SET, of=Of.SELF)
def p_flees_when_set(me: Card, card: Card, host: Card) -> None:
    """When it was set it returns to the hand."""
    move(me.user, one(me), Destination.HAND)


@probe.trigger(ENTERED, of=Of.SELF)
def p_flees_on_entry(me: Card, card: Card) -> None:
    """When it entered it returns to the hand."""
    move(me.user, one(me), Destination.HAND)


@probe.trigger(WOULD_ENTER, of=Of.SELF, works_in=(HAND, UNDERWORLD))
def p_leaves_before_entry(me: Card, card: Card) -> None:
    """When it would enter it goes under the deck."""
    move(me.owner, one(me), Destination.DECK_BOTTOM)


@probe.trigger(WOULD_SET, works_in=(FIELD,))
def p_host_leaves(me: Card, card: Card, host: Card) -> None:
    """When a card would be set on it it returns to the hand."""
    if host == me:
        move(me.user, one(me), Destination.HAND)


@probe.answers(MAY_SET)
def p_nothing_is_set(me: Card, card: Card, host: Card) -> bool:
    """No card can be set on another."""
    return False


@probe.effect()
def p_hit(me: Card, d: Declaration, *, n: int) -> None:
    """N damage to all characters, and to the enemy."""
    deal_damage(me, all_characters(), n)
    damage_player(d.by.enemy, n, Harm.EFFECT)


@probe.effect()
def p_shield_enemy(me: Card, d: Declaration) -> None:
    """The next damage to the enemy in this turn is negated."""
    d.by.enemy.shielded = True


@probe.effect()
def p_enter_and_draw(me: Card, d: Declaration) -> None:
    """Put a hand card onto the field; if it entered draw 1."""
    if enter(choose(d.by, d.by.hand, MOVES), d.by, False, Guise.NONE):
        draw(d.by, 1)


@probe.effect()
def p_take_excluded(me: Card, d: Declaration, *, way: Way, to: Destination) -> None:
    """Try to bring an excluded card elsewhere, without naming the excluded area; then draw 1."""
    card = choose(d.by, d.by.excluded, MOVES)
    done = False
    if way == Way.MOVE:
        done = bool(move(d.by, one(card), to))
    elif way == Way.PLACE:
        done = place(card, to)
    elif way == Way.ENTER:
        done = enter(card, d.by, False, Guise.NONE)
    elif way == Way.SET:
        done = set_on(d.by, card, choose(d.by, game.on_field, SETS_ON), False)
    elif way == Way.NODE:
        done = put_node(card, d.by, True)
    elif way == Way.SIDE:
        done = change_side(card, d.by)
    elif way == Way.REMOVE:
        remove(one(card), Stage.DISCARD)
        done = not is_locked(card)
    if done:
        draw(d.by, 1)


# ---------------------------------------------------------------- the operator


@probe.activated(automatic=True)
def p_operate(me: Card, d: Declaration) -> None:
    """Do one of the processes of chapter 11, with what the player says."""
    by = d.by
    others = game.on_field - one(me)
    outside = by.hand | by.underworld | by.excluded | by.deck | by.nodes
    op = choose(by, Operation, OPERATION)
    if op == Operation.MOVE and others:
        card = choose(by, others, MOVES)
        move(by, one(card), choose(by, Destination, WHERE_TO))
    elif op == Operation.TAKE and outside:
        move(by, one(choose(by, outside, MOVES)), choose(by, Destination, WHERE_TO))
    elif op == Operation.REMOVE and others:
        cards = some(by, others, 1, 3, CHOSEN)
        remove(cards, choose(by, {Stage.RESOLUTE, Stage.DISCARD, Stage.EXCLUDE}, WHERE_TO))
    elif op == Operation.ENTER and outside:
        enter(choose(by, outside, MOVES), by, False, Guise.NONE)
    elif op == Operation.PLACE and outside:
        place(choose(by, outside, MOVES), choose(by, Destination, WHERE_TO))
    elif op == Operation.NODE and outside:
        put_node(choose(by, outside, MOVES), by, False)
    elif op == Operation.SIDE and game.on_field - one(me.root):
        card = choose(by, game.on_field - one(me.root), MOVES)
        change_side(card, card.user.enemy)
    elif op == Operation.SET and (outside or others):
        card = choose(by, outside | others, MOVES)
        set_on(by, card, choose(by, others | one(me), SETS_ON), confirm(by, CHOSEN))
    elif op == Operation.EXTRACT and by.deck:
        card = choose(by, by.deck, MOVES)
        with extract(card):
            if confirm(by, CHOSEN):
                set_on(by, card, me, False)
            elif confirm(by, MOVES):
                fail()


@hookimpl
def tefuda_extensions() -> list[Rules]:
    """Give the patch."""
    return [probe]
