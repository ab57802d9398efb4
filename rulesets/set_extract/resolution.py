"""How plays and effects resolve, and are negated (V9.8, V9.10)."""

from __future__ import annotations

from tefuda.kernel import allowed, drop, effect_of, extract, has, one, put, still, timing
from tefuda.rulesets.set_extract.keywords import AMBUSH, DOLL, HASTE
from tefuda.rulesets.set_extract.kinds import CardType, Destination, Guise, Place, Stage
from tefuda.rulesets.set_extract.moves import move, place, send
from tefuda.rulesets.set_extract.removal import remove
from tefuda.rulesets.set_extract.setting import enter, set_on
from tefuda.rulesets.set_extract.states import wake
from tefuda.rulesets.set_extract.targets import carry_out, choose_all, finds_targets, target_stays
from tefuda.rulesets.set_extract.timings import (
    DEFENDED,
    FIGHTS,
    MAY_DEFEND,
    MAY_NEGATE,
    PLAY_NEGATED,
    PLAY_RESOLVED,
    PLAYED_IN,
)
from tefuda.rulesets.set_extract.vocabulary import Battle, Card, Declaration, Player, game, rules

# ---------------------------------------------------------------- resolving plays (V9.8)


@rules.procedure(clause="V9.8")
def resolve_play(d: Declaration) -> None:
    """Let a character enter, or carry a text out; a card that stays nowhere is discarded."""
    card = d.card
    if card.pending and still(card, d):
        if card.type == CardType.CHARACTER:
            enter_played(d)
        elif target_stays(d):
            carry_out(d)
            stay_on_field(d)
        if card.pending:
            send(card, Destination.UNDERWORLD)
        timing(PLAY_RESOLVED, card)


@rules.procedure(clause="V9.8 V9.7 V11.4")
def enter_played(d: Declaration) -> None:
    """A character enters face up and asleep, and wakes by haste; only such entries count."""
    card = d.card
    if not has(card, AMBUSH):
        count_play(d.by, card)
    if enter(card, d.by, True, Guise.NONE):
        arrive_by_play(d)


@rules.procedure(clause="V9.7")
def count_play(me: Player, card: Card) -> None:
    """Count a character whose play resolves."""
    if has(card, DOLL):
        me.dolls_played = me.dolls_played + 1
    else:
        me.characters_played = me.characters_played + 1


@rules.procedure(clause="V11.4 V10.2")
def arrive_by_play(d: Declaration) -> None:
    """Haste wakes what was played and entered; who was played to defend does so asleep."""
    card = d.card
    card.played = True
    b = game.battle
    defends = False
    if d.defends and b and d.answers == b:
        defends = declare_defence(b, card)
    if not defends and (has(card, HASTE) or d.by.next_has_haste):
        wake(one(card))
    if card.type == CardType.CHARACTER:
        d.by.next_has_haste = False
    timing(PLAYED_IN, card)


@rules.procedure(clause="V10.2 V10.6")
def declare_defence(b: Battle, card: Card) -> bool:
    """Let a character defend, unless the attack is cancelled or defended or it may not."""
    if b.cancelled or b.defended or not allowed(MAY_DEFEND, card):
        return False
    b.defender = card
    b.defended = True
    card.fighting = True
    timing(DEFENDED, card, b)
    timing(FIGHTS, card, b)
    return True


@rules.procedure(clause="V9.8 V11.4")
def stay_on_field(d: Declaration) -> None:
    """World amulets and equips of the field stand there active, phantasms asleep."""
    card = d.card
    me = d.by
    if not card.pending or card.zone != card.owner.play_area:
        return
    if card.place == Place.WORLD_AMULET:
        me.amulets_played = me.amulets_played + 1
        if enter(card, me, False, Guise.NONE):
            arrive_by_play(d)
    elif card.place == Place.PHANTASM:
        if enter(card, me, True, Guise.NONE):
            arrive_by_play(d)
    elif card.place == Place.EQUIP_FIELD:
        if not any(c.place == Place.EQUIP_FIELD and not c.face_down for c in me.field):
            if enter(card, me, False, Guise.NONE):
                arrive_by_play(d)


@rules.procedure(clause="V9.8")
def attach_played(d: Declaration) -> None:
    """Set the played card on its target; what cannot be set goes to the underworld."""
    target = d.target
    card = d.card
    if target:
        card.pending = False
        if not set_on(d.by, card, target, False) and card.zone == card.owner.play_area:
            move(d.by, one(card), Destination.UNDERWORLD)


@rules.procedure(clause="V9.1 V3.1.3")
def resolve_as_played(by: Player, card: Card) -> None:
    """Resolve a card as if a player had played it; then it goes to its owner's underworld."""
    with extract(card):
        put(card, card.owner.play_area)
    inner = Declaration(by=by, card=card, ability=effect_of(card), play=True)
    card.pending = True
    a = inner.ability
    if a and finds_targets(a, by):
        choose_all(inner, a)
        carry_out(inner)
    stay_on_field(inner)
    if card.pending:
        move(by, one(card), Destination.UNDERWORLD)
    drop(inner)


# ---------------------------------------------------------------- negating plays (V9.10)


@rules.procedure(clause="V9.10 V11.1.7")
def negate_play(card: Card) -> bool:
    """Negate a played card that has not resolved, and discard it."""
    if not card.pending or not allowed(MAY_NEGATE, card):
        return False
    for at in range(len(game.chain)):
        d = game.chain[at]
        if d.play and d.card == card:
            d.failed = True
    place(card, Destination.UNDERWORLD)
    timing(PLAY_NEGATED, card)
    return True


@rules.procedure(clause="V11.1.7 V11.4")
def nullify(d: Declaration) -> None:
    """Nullify an effect and discard its source."""
    if d.play:
        negate_play(d.card)
    else:
        d.failed = True
        remove(one(d.card), Stage.DISCARD)


@rules.procedure(clause="V9.1 V11.2.2")
def played_cards(me: Card) -> set[Card]:
    """The played cards that have not resolved, but for this one."""
    owner = me.owner
    return {c for c in owner.play_area | owner.enemy.play_area if c.pending and c != me}


@rules.procedure(clause="V9.10")
def negate_target(d: Declaration) -> bool:
    """Negate and discard the played card that is aimed at."""
    target = d.target
    return target is not None and negate_play(target)
