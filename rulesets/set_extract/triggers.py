"""The other texts that speak by themselves: aim, turns, payments, hand, deck, life."""

from __future__ import annotations

from tefuda.kernel import confirm, extract, fail, has, one
from tefuda.rules import Of
from tefuda.rulesets.set_extract.choices import PAYS_BLESSING, PAYS_UPKEEP, USES_TEXT
from tefuda.rulesets.set_extract.keywords import DISCARDED_WHEN_EMPTY, LAST_SPELL
from tefuda.rulesets.set_extract.kinds import Destination, Guise, Phase, Stage
from tefuda.rulesets.set_extract.moves import change_side, move
from tefuda.rulesets.set_extract.parameters import NODES_PER_TURN
from tefuda.rulesets.set_extract.payment import pay_in_effect, purse
from tefuda.rulesets.set_extract.removal import remove
from tefuda.rulesets.set_extract.resolution import nullify
from tefuda.rulesets.set_extract.setting import enter, enter_from_exclusion, set_on
from tefuda.rulesets.set_extract.states import discard_from_hand, draw
from tefuda.rulesets.set_extract.targets import (
    aim_at,
    is_command_or_character_effect,
    legal_targets,
)
from tefuda.rulesets.set_extract.timings import (
    AIMED_AT,
    INTERFERENCE_END,
    LOOKED_AT_DECK,
    LOST_LIFE,
    PHASE_END,
    PHASE_START,
    PLAY_NEGATED,
    PLAYED_CARD,
    TURN_END,
    TURN_START,
    WOULD_PLACE,
)
from tefuda.rulesets.set_extract.vocabulary import (
    DECK,
    EXCLUDED,
    HAND,
    PLAY_AREA,
    Card,
    Declaration,
    Player,
    game,
    rules,
)

# ---------------------------------------------------------------- aim: blessing, resistance (V11.4)


@rules.procedure(clause="V11.4")
def aimed_by_enemy(me: Card, card: Card, d: Declaration) -> bool:
    """Whether an opponent's command or character effect aims at it."""
    return d.by != me.user and is_command_or_character_effect(d)


@rules.procedure(clause="V11.4")
def must_pay(d: Declaration, x: int) -> None:
    """Who aims pays X, or the effect is nullified and its source discarded."""
    if purse(d.by) < x or not confirm(d.by, PAYS_BLESSING) or not pay_in_effect(d.by, x):
        nullify(d)


@rules.trigger(AIMED_AT, of=Of.SELF, when=aimed_by_enemy, rechecks=True, clause="V11.4")
def blessing(me: Card, card: Card, d: Declaration, *, x: int) -> None:
    """Aiming at it by commands and character effects costs opponents X."""
    must_pay(d, x)


@rules.trigger(
    AIMED_AT, of=Of.SELF, when=aimed_by_enemy, rechecks=True, works_in=(PLAY_AREA,), clause="V11.4"
)
def resistance(me: Card, card: Card, d: Declaration, *, x: int) -> None:
    """Aiming at it while it is being played costs opponents X."""
    must_pay(d, x)


@rules.procedure(clause="V11.2.3")
def aimed_at_friend(me: Card, card: Card, d: Declaration) -> bool:
    """Whether a command or character effect aims at another own character but could aim at it."""
    a = d.ability
    if not a or card == me or card.user != me.user or not card.is_character:
        return False
    return is_command_or_character_effect(d) and me in legal_targets(a, d.by, d.mode)


@rules.trigger(AIMED_AT, when=aimed_at_friend, rechecks=True, clause="V11.2.3")
def draws_aim(me: Card, card: Card, d: Declaration) -> None:
    """Commands and character effects that aim at own characters aim at it instead."""
    aim_at(d, me)


# ---------------------------------------------------------------- turn and phases


@rules.procedure(clause="V7.6")
def just_played(me: Card, player: Player) -> bool:
    """Whether it was played and entered in this turn."""
    return me.played and me.came == game.turn


@rules.trigger(TURN_END, when=just_played, rechecks=True, clause="V7.6")
def draws_at_end(me: Card, player: Player) -> None:
    """At the end of the turn in which it was played and entered, draw 1."""
    draw(me.user, 1)


@rules.procedure(clause="V7.3")
def own_maintenance(me: Card, player: Player, phase: Phase) -> bool:
    """Whether the own maintenance phase is there."""
    return player == me.user and phase == Phase.MAINTENANCE


@rules.trigger(PHASE_START, when=own_maintenance, rechecks=True, clause="V7.3")
def discards_or_goes(me: Card, player: Player, phase: Phase, *, n: int) -> None:
    """At its start discard n hand cards; if that is impossible it moves to the enemy's field."""
    if len(me.user.hand) >= n:
        discard_from_hand(me.user, n)
    else:
        change_side(me, me.user.enemy)


@rules.procedure(clause="V7.1")
def own_turn(me: Card, player: Player) -> bool:
    """Whether it is the turn of its user."""
    return player == me.user


@rules.trigger(TURN_START, when=own_turn, rechecks=True, works_in=(EXCLUDED,), clause="S11.3.5")
def comes_back_from_exclusion(me: Card, player: Player) -> None:
    """At the start of your turn put this excluded card onto your field, active."""
    enter_from_exclusion(me, me.owner, False)


@rules.procedure(clause="V7.1")
def host_turn(me: Card, player: Player) -> bool:
    """Whether it is the turn of its host's player."""
    return me.host is not None and player == me.root.user


@rules.trigger(TURN_START, when=host_turn, rechecks=True, clause="V11.1.4")
def host_pays_or_dies(me: Card, player: Player, *, n: int) -> None:
    """At the start of your turn pay n or the host is discarded."""
    host = me.host
    if purse(player) >= n and confirm(player, PAYS_UPKEEP) and pay_in_effect(player, n):
        return
    if host:
        remove(one(host), Stage.DISCARD)


@rules.procedure(clause="V7.3")
def discard_phase_over(me: Card, player: Player, phase: Phase) -> bool:
    """Whether a discard phase ends."""
    return phase == Phase.DISCARD


@rules.trigger(PHASE_END, when=discard_phase_over, rechecks=True, clause="V7.3")
def excluded_at_discard_end(me: Card, player: Player, phase: Phase) -> None:
    """At the end of the discard phase it is excluded."""
    remove(one(me), Stage.EXCLUDE)


@rules.on(TURN_END, clause="V3.8")
def wraiths_become_nodes(player: Player) -> None:
    """At the end of the turn wraiths become sleeping nodes."""
    wraiths = {c for c in game.on_field if c.guise == Guise.WRAITH}
    if wraiths:
        move(player, wraiths, Destination.NODES_ASLEEP)


@rules.trigger(TURN_END, clause="V7.6")
def resolute_at_end(me: Card, player: Player) -> None:
    """At the end of the turn it becomes resolute."""
    remove(one(me), Stage.RESOLUTE)


# ---------------------------------------------------------------- plays and payments


@rules.trigger(PLAYED_CARD, of=Of.SELF, works_in=(PLAY_AREA,), clause="V9.2.b")
def no_node_after_it(me: Card, card: Card, d: Declaration) -> None:
    """Once it is played no node may be set from the hand in this turn."""
    d.by.nodes_set = NODES_PER_TURN


@rules.on(INTERFERENCE_END, clause="V11.1.4")
def discard_empty_holders(player: Player) -> None:
    """Fields of equips without an equip are discarded."""
    empty = {c for c in game.on_field if has(c, DISCARDED_WHEN_EMPTY) and not c.set_cards}
    remove(empty, Stage.DISCARD)


@rules.procedure(clause="V9.5")
def own_node_paid(me: Card, card: Card) -> bool:
    """Whether an own node is being discarded by paying."""
    to_underworld = game.placing_to == Destination.UNDERWORLD
    return game.paying and to_underworld and card.zone == me.user.nodes


@rules.instead(WOULD_PLACE, when=own_node_paid, clause="V11.2.2.a")
def node_becomes_amulet(me: Card, card: Card) -> bool:
    """A node discarded by paying is set face down on this instead, as an amulet."""
    if not set_on(me.user, card, me, True):
        return False
    card.guise = Guise.AMULET
    return True


# ---------------------------------------------------------------- hand, deck, life


@rules.procedure(clause="V9.10")
def own_play_negated(me: Card, card: Card) -> bool:
    """Whether a play of its owner was negated and no copy of it stands there yet."""
    copies = {c for c in me.owner.field if c.name == me.name and not c.face_down}
    return card.owner == me.owner and not copies


@rules.trigger(
    PLAY_NEGATED,
    when=own_play_negated,
    rechecks=True,
    may=USES_TEXT,
    works_in=(HAND,),
    clause="V9.10",
)
def enters_on_negation(me: Card, card: Card) -> None:
    """When a play of yours is negated you may put this onto the field active; one copy only."""
    enter(me, me.owner, False, Guise.NONE)


@rules.procedure(clause="S11.7 S11.6.4")
def own_deck_looked_at(me: Card, player: Player, whose: Player) -> bool:
    """Whether its owner looked at the own deck and has no copy of it."""
    copies = {c for c in me.owner.field if c.name == me.name and not c.face_down}
    return player == me.owner and whose == me.owner and not copies


@rules.trigger(
    LOOKED_AT_DECK,
    when=own_deck_looked_at,
    rechecks=True,
    may=USES_TEXT,
    works_in=(DECK,),
    clause="S11.7",
)
def enters_when_looked_at(me: Card, player: Player, whose: Player) -> None:
    """When you look at your deck by an effect you may extract this from it, to enter asleep."""
    with extract(me):
        if not enter(me, me.owner, True, Guise.NONE):
            fail()


@rules.procedure(clause="V4.6")
def without_life(me: Card, player: Player) -> bool:
    """Whether its user has no life left."""
    return player == me.user and player.life <= 0


@rules.trigger(LOST_LIFE, when=without_life, rechecks=True, clause="V4.6 V7.7")
def buys_a_turn(me: Card, player: Player) -> None:
    """Without life: discard this, life becomes 1, your turn comes at once, then you lose."""
    user = me.user
    remove(one(me), Stage.DISCARD)
    user.life = 1
    user.doomed = True
    game.ends_for = user


@rules.procedure(clause="V11.1.4")
def last_spell_played(me: Card, card: Card, d: Declaration) -> bool:
    """Whether a last spell was played."""
    return has(card, LAST_SPELL)


@rules.trigger(PLAYED_CARD, when=last_spell_played, rechecks=True, clause="V11.1.4")
def leaves_for_last_spell(me: Card, card: Card, d: Declaration) -> None:
    """When a last spell is played discard this and draw 2."""
    user = me.user
    remove(one(me), Stage.DISCARD)
    draw(user, 2)
