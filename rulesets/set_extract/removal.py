"""Removal in three stages, and damage (V10.7, V11.3)."""

from __future__ import annotations

from tefuda.kernel import one, timing, value
from tefuda.rulesets.set_extract.kinds import Destination, Harm, Stage
from tefuda.rulesets.set_extract.moves import all_characters, leave, mover, next_window
from tefuda.rulesets.set_extract.setting import check_equips
from tefuda.rulesets.set_extract.timings import (
    BECAME_RESOLUTE,
    DAMAGED,
    DEALING,
    DISCARDED,
    EXCLUDED_IT,
    FALLS_BY,
    LOST_LIFE,
    MADE_RESOLUTE,
    PLAYER_BATTLE_DAMAGED,
    PLAYER_DAMAGED,
    PLAYER_RECEIVES,
    RECEIVES,
    WAS_DISCARDED,
    WAS_EXCLUDED,
    WOULD_BE_DISCARDED,
    WOULD_BE_EXCLUDED,
    WOULD_BECOME_RESOLUTE,
    WOULD_DISCARD,
    WOULD_EXCLUDE,
    WOULD_MAKE_RESOLUTE,
    WOULD_TAKE,
)
from tefuda.rulesets.set_extract.vocabulary import MOST_DAMAGE, Card, Player, game, rules

# ---------------------------------------------------------------- applying removals (V11.3)


@rules.procedure(clause="V11.3.1")
def apply_removal(cards: set[Card], stage: Stage) -> None:
    """Let a removal be due for cards; the same one already under way is not met again."""
    for card in cards & game.on_field:
        if card.under_way != stage and (stage != Stage.RESOLUTE or card.is_character):
            card.due = card.due | {stage}


@rules.procedure(clause="V11.3.2 S11.3.3.a")
def remove(cards: set[Card], stage: Stage) -> None:
    """Apply a removal; the effect that does waits here, then goes on."""
    if cards:
        apply_removal(cards, stage)
        removals()


@rules.procedure(clause="V11.3.3")
def first_due() -> Stage:
    """The stage to be carried out next."""
    found = game.on_field
    for stage in Stage:
        if any(stage in c.due for c in found):
            return stage
    return Stage.NONE


@rules.procedure(clause="V11.3.3")
def removals() -> None:
    """Resolute, then discard, then exclude, looked up anew after each; one stage together."""
    stage = first_due()
    while stage != Stage.NONE:
        cards = {c for c in game.on_field if stage in c.due}
        for card in cards:
            card.due = card.due - {stage}
            card.under_way = stage
            card.met = 0
        if stage == Stage.RESOLUTE:
            make_resolute(cards)
        elif stage == Stage.DISCARD:
            discard(cards)
        else:
            exclude(cards)
        stage = first_due()


@rules.procedure(clause="V11.3.3")
def going_on(cards: set[Card], stage: Stage) -> set[Card]:
    """Those for which a removal is still under way: not negated, not gone by another one."""
    return {c for c in cards & game.on_field if c.under_way == stage}


@rules.procedure(clause="V11.3.4 V9.2")
def make_resolute(cards: set[Card]) -> None:
    """Four windows; then discard is applied to those whose process was not negated."""
    timing(WOULD_MAKE_RESOLUTE, cards)
    timing(WOULD_BECOME_RESOLUTE, going_on(cards, Stage.RESOLUTE))
    timing(MADE_RESOLUTE, going_on(cards, Stage.RESOLUTE))
    timing(BECAME_RESOLUTE, going_on(cards, Stage.RESOLUTE))
    for card in going_on(cards, Stage.RESOLUTE):
        card.under_way = Stage.NONE
        apply_removal(one(card), value(FALLS_BY, Stage.DISCARD, card))


@rules.procedure(clause="V11.3.5")
def discard(cards: set[Card]) -> None:
    """Four windows; then the set cards' windows; only then the cards leave, all together."""
    now = next_window(cards, 0)
    timing(WOULD_DISCARD, now)
    now = next_window(going_on(cards, Stage.DISCARD), 1)
    timing(WOULD_BE_DISCARDED, now)
    now = next_window(going_on(cards, Stage.DISCARD), 2)
    timing(DISCARDED, now)
    now = next_window(going_on(cards, Stage.DISCARD), 3)
    timing(WAS_DISCARDED, now)
    leave(mover(), going_on(cards, Stage.DISCARD), Destination.UNDERWORLD)


@rules.procedure(clause="V11.3.5")
def exclude(cards: set[Card]) -> None:
    """As discard, to the excluded area, among whose cards there is no order."""
    timing(WOULD_EXCLUDE, cards)
    timing(WOULD_BE_EXCLUDED, going_on(cards, Stage.EXCLUDE))
    timing(EXCLUDED_IT, going_on(cards, Stage.EXCLUDE))
    timing(WAS_EXCLUDED, going_on(cards, Stage.EXCLUDE))
    leave(mover(), going_on(cards, Stage.EXCLUDE), Destination.EXCLUDED)


@rules.procedure(clause="V11.3.4")
def can_negate_resolute(card: Card) -> bool:
    """Whether a card is being made resolute by something else than a toughness of 0 or less."""
    return card.under_way == Stage.RESOLUTE and card.toughness > 0


@rules.procedure(clause="V11.3.4")
def negate_resolute(card: Card) -> bool:
    """End the process at once and reset the damage; impossible while toughness is 0 or less."""
    if not can_negate_resolute(card):
        return False
    card.under_way = Stage.NONE
    card.battle_damage = 0
    card.effect_damage = 0
    return True


@rules.procedure(clause="V11.3.4")
def check_state() -> None:
    """Make resolute who has as much damage as toughness, or none of it; keep equip limits."""
    hurt = {c for c in all_characters() if c.damage >= c.toughness}
    remove({c for c in hurt if c.under_way == Stage.NONE and not c.due}, Stage.RESOLUTE)
    check_equips()


# ---------------------------------------------------------------- damage (V10.7)


@rules.procedure(clause="V10.7")
def deal_damage(source: Card, cards: set[Card], n: int) -> None:
    """Damage characters by an effect, all at once."""
    hit = {c for c in cards if c.is_character}
    for card in hit:
        card.taking = n
        card.hurt_by = source
    take_damage(hit, Harm.EFFECT)


@rules.procedure(clause="V10.7")
def take_damage(cards: set[Card], harm: Harm) -> None:
    """Would deal, amount, would take, apply, dealt and taken, toughness: in this order.

    Damage of 0 is none: nothing hears of it.
    """
    dealt = {c for c in cards if c.taking > 0}
    timing(DEALING, dealt)
    for card in dealt:
        card.taking = max(value(RECEIVES, card.taking, card, harm), 0)
    timing(WOULD_TAKE, {c for c in dealt if c.taking > 0}, harm)
    hurt = {c for c in dealt & game.on_field if c.taking > 0}
    for card in hurt:
        if harm == Harm.BATTLE:
            card.battle_damage = min(card.battle_damage + card.taking, MOST_DAMAGE)
        else:
            card.effect_damage = min(card.effect_damage + card.taking, MOST_DAMAGE)
        card.taking = 0
    timing(DAMAGED, hurt, harm)
    check_state()


@rules.procedure(clause="V10.7 V4.3")
def damage_player(player: Player, n: int, harm: Harm) -> int:
    """Let a player lose life by damage; gives how much it was."""
    amount = max(value(PLAYER_RECEIVES, n, player, harm), 0)
    if amount > 0 and player.shielded:
        player.shielded = False
        amount = 0
    if amount > 0:
        player.life = player.life - amount
        timing(PLAYER_DAMAGED, player, amount)
        if harm == Harm.BATTLE:
            timing(PLAYER_BATTLE_DAMAGED, player, amount)
        timing(LOST_LIFE, player)
    return amount


@rules.procedure(clause="V9.5 V4.6")
def pay_life(player: Player, n: int) -> None:
    """Let a player pay life, which is no damage."""
    player.life = player.life - n
    timing(LOST_LIFE, player)
