"""Entering the field, and being set on a card (S11.3.9 to S11.3.13)."""

from __future__ import annotations

from tefuda.kernel import (
    FOREVER,
    allowed,
    attach,
    choose,
    drop,
    expire,
    held,
    negate,
    one,
    put,
    set_original,
    still,
    timing,
    value,
)
from tefuda.rulesets.set_extract.choices import DISCARDS
from tefuda.rulesets.set_extract.kinds import CardType, Destination, Guise, Place, Stage
from tefuda.rulesets.set_extract.moves import is_locked, leave, may_leave_excluded, move
from tefuda.rulesets.set_extract.timings import (
    ENTERED,
    EQUIP_LIMIT,
    MAY_ENTER,
    MAY_SET,
    SET,
    SET_ON,
    WOULD_BE_SET_ON,
    WOULD_ENTER,
    WOULD_SET,
)
from tefuda.rulesets.set_extract.vocabulary import (
    ATTACK,
    GRAZE,
    SET_CARDS,
    TOUGHNESS,
    WHILE_VOID,
    Card,
    Move,
    Player,
    game,
    rules,
)

# ---------------------------------------------------------------- set on the field (S11.3.9)


@rules.procedure(clause="S11.3.8 S11.3.9 S11.3.5")
def enter(card: Card, player: Player, asleep: bool, guise: Guise) -> bool:
    """Set a card from outside the field on a player's field; true if it came there."""
    return not is_locked(card) and come_onto_field(card, player, asleep, guise)


@rules.procedure(clause="S11.3.5 S11.3.8")
def enter_from_exclusion(card: Card, player: Player, asleep: bool) -> bool:
    """Set an excluded card on a player's field, as a text says that names the excluded area."""
    return may_leave_excluded(card) and come_onto_field(card, player, asleep, Guise.NONE)


@rules.procedure(clause="S11.3.6 S11.3.9 S11.3.13")
def come_onto_field(card: Card, player: Player, asleep: bool, guise: Guise) -> bool:
    """Ask whether it may enter; would enter; stand there; entered: true if it came there."""
    if card.in_play or not allowed(MAY_ENTER, card):
        return False
    m = Move(by=player, cards=one(card))
    timing(WOULD_ENTER, card)
    ready = bool(still(m.cards, m)) and not card.in_play
    drop(m)
    if ready:
        stand(card, player, guise)
        card.asleep = asleep
        timing(ENTERED, card)
    return ready


@rules.procedure(clause="V3.8 V5.3 S11.3.9")
def stand(card: Card, player: Player, guise: Guise) -> None:
    """Let a card stand on the field: face up, or face down as what an effect makes of it."""
    if guise == Guise.NONE:
        put(card, player.field)
    else:
        put(card, player.field, face_down=True)
        card.guise = guise
        card.disguised = True
        wear(card, guise)
    card.came = game.turn
    judge_text(card)


@rules.procedure(clause="V3.8 V6.4")
def wear(card: Card, guise: Guise) -> None:
    """Give a face-down card the combat stats of what it has become, and no others."""
    attack = 1
    toughness = 1
    if guise == Guise.FAMILIAR or guise == Guise.PHANTOM:
        attack = 2
    elif guise == Guise.MOTH:
        attack = 0
    set_original(card, ATTACK, attack, until=FOREVER)
    set_original(card, TOUGHNESS, toughness, until=FOREVER)
    set_original(card, GRAZE, 0, until=FOREVER)


# ---------------------------------------------------------------- set on a card (S11.3.10)


@rules.procedure(clause="S11.3.6 S11.3.8 S11.3.10 S11.3.13 S11.1.2")
def set_on(by: Player, card: Card, host: Card, face_down: bool) -> bool:
    """Set a card on another; what comes from outside the field enters it at the same time.

    What is not legal opens no window; what another effect takes away meanwhile ends the process.
    """
    outside = not card.in_play
    if not may_be_set(card, host):
        return False
    if not face_down and has_no_room(card, host):
        move(by, one(card), Destination.UNDERWORLD)
        return False
    m = Move(by=by, cards={card, host})
    with held():
        if outside:
            timing(WOULD_ENTER, card)
        timing(WOULD_SET, card, host)
    if are_there(m):
        timing(WOULD_BE_SET_ON, host, card)
    ready = are_there(m) and can_hang(card, host)
    drop(m)
    if ready:
        hang(card, host, face_down)
        tell_of_set(by, card, host, outside)
    return ready


@rules.procedure(clause="S11.3.13 S11.3.5 S11.3.10")
def may_be_set(card: Card, host: Card) -> bool:
    """Whether setting a card on another can begin at all."""
    if is_locked(card) or not can_hang(card, host) or not allowed(MAY_SET, card, host):
        return False
    return card.in_play or allowed(MAY_ENTER, card)


@rules.procedure(clause="S11.3.10")
def can_hang(card: Card, host: Card) -> bool:
    """Whether a card can hang on another: that is on the field, and not on the card itself."""
    return host.in_play and host != card and host not in card.tree


@rules.procedure(clause="V11.4")
def has_no_room(card: Card, host: Card) -> bool:
    """Whether a card is one equip too many for a character: it goes to the underworld."""
    if card.place != Place.EQUIP or not host.is_character:
        return False
    return len(equips_of(host) - one(card)) >= max(most_equips(host), 0)


@rules.procedure(clause="S11.1.2")
def are_there(m: Move) -> bool:
    """Whether no effect has taken away the card to be set or its host."""
    return len(still(m.cards, m)) == 2


@rules.procedure(clause="S11.3.10 S11.3.15 S11.1.2")
def tell_of_set(by: Player, card: Card, host: Card, outside: bool) -> None:
    """Set and entered at the same time, then was set on, unless an effect takes the card away."""
    m = Move(by=by, cards=one(card))
    with held():
        timing(SET, card, host)
        if outside:
            timing(ENTERED, card)
    if still(card, m) and card.host == host:
        timing(SET_ON, host, card)
    drop(m)


@rules.procedure(clause="S11.3.1 S11.3.11")
def hang(card: Card, host: Card, face_down: bool) -> None:
    """Let a card hang on another, with all that hangs on it, lying as that lies."""
    outside = not card.in_play
    if face_down:
        attach(card, host, SET_CARDS, face_down=True)
    else:
        attach(card, host, SET_CARDS)
    for c in card.tree | one(card):
        c.under_way = Stage.NONE
        c.due = {Stage.NONE} - {Stage.NONE}
    card.asleep = False
    if outside:
        card.came = game.turn
    judge_text(card)
    host.crowded = len(equips_of(host)) > 1


# ---------------------------------------------------------------- where texts have no effect (V9.9)


@rules.procedure(clause="V9.9")
def is_out_of_place(card: Card) -> bool:
    """Whether a card lies where its text has no effect."""
    host = card.host
    if card.face_down or card.guise != Guise.NONE:
        return False
    attachment = card.place == Place.EQUIP or card.place == Place.AMULET
    if host:
        return not attachment or (card.type == CardType.SPELL and not host.is_character)
    if card.type == CardType.SPELL:
        return card.place != Place.PHANTASM and card.place != Place.WORLD_AMULET
    return card.type == CardType.COMMAND and card.place != Place.EQUIP_FIELD


@rules.procedure(clause="V9.9")
def judge_text(card: Card) -> None:
    """Let the text of a card have no effect where it must not, and again where it may."""
    out = is_out_of_place(card)
    if out and not card.void:
        card.void = True
        negate(card, until=WHILE_VOID)
    elif card.void and not out:
        card.void = False
        expire(WHILE_VOID)
        for other in {c for c in game.on_field if c.void}:
            negate(other, until=WHILE_VOID)


# ---------------------------------------------------------------- equips (V11.4)


@rules.procedure(clause="V11.4")
def equips_of(card: Card) -> set[Card]:
    """The equip cards set on a card."""
    return {c for c in card.set_cards if not c.face_down and c.place == Place.EQUIP and not c.void}


@rules.procedure(clause="V11.4")
def most_equips(card: Card) -> int:
    """How many equips a character may carry."""
    return value(EQUIP_LIMIT, 1, card)


@rules.procedure(clause="V11.4 V14")
def check_equips() -> None:
    """Where a limit has fallen, the player of the field keeps as many equips as it allows."""
    me = game.turn_player
    for card in {c for c in me.field | me.enemy.field if c.crowded}:
        while len(equips_of(card)) > max(most_equips(card), 0):
            lost = choose(card.user, equips_of(card), DISCARDS)
            leave(card.user, one(lost), Destination.UNDERWORLD)
        card.crowded = len(equips_of(card)) > 1
