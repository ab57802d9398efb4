"""Texts about battle, damage, and being made resolute or discarded."""

from __future__ import annotations

from tefuda.kernel import choose, confirm, gain, has, lose_game, one
from tefuda.rules import Of
from tefuda.rulesets.set_extract.choices import CHOSEN, PAYS_LIFE, TRANSFORMS, USES_TEXT
from tefuda.rulesets.set_extract.keywords import FIRST_STRIKE, INSTANT_DEATH, VOIDS_RESOLUTE_TEXTS
from tefuda.rulesets.set_extract.kinds import Destination, Harm, Stage
from tefuda.rulesets.set_extract.moves import leave, may_leave_excluded, move, put_node
from tefuda.rulesets.set_extract.removal import (
    can_negate_resolute,
    deal_damage,
    negate_resolute,
    pay_life,
    remove,
)
from tefuda.rulesets.set_extract.searches import search_to_hand
from tefuda.rulesets.set_extract.setting import enter_from_exclusion
from tefuda.rulesets.set_extract.states import choose_at_random, look_at_deck, wake
from tefuda.rulesets.set_extract.timings import (
    BATTLE_START,
    BECAME_RESOLUTE,
    CHANGED_SIDE,
    DAMAGED,
    FIGHTS,
    MADE_RESOLUTE,
    PLAYER_BATTLE_DAMAGED,
    PLAYER_DAMAGED,
    TURN_START,
    WAS_DISCARDED,
    WOULD_TAKE,
)
from tefuda.rulesets.set_extract.vocabulary import (
    END_OF_BATTLE,
    LOST_BY_CARD,
    Battle,
    Card,
    Player,
    game,
    rules,
)

# ---------------------------------------------------------------- resolute (V11.3.4)


@rules.procedure(clause="V11.4")
def answers_resolute(me: Card) -> bool:
    """Whether no enemy fighter voids texts about becoming resolute."""
    b = game.battle
    if not b:
        return True
    return not any(c.user != me.user and has(c, VOIDS_RESOLUTE_TEXTS) for c in b.fighters)


@rules.procedure(clause="V10.4")
def beat(me: Card, card: Card) -> bool:
    """Whether it made an enemy resolute by its battle damage."""
    return card.user != me.user and card.fighting and card.hurt_by == me and answers_resolute(me)


@rules.trigger(BECAME_RESOLUTE, when=beat, rechecks=True, clause="V11.1.4")
def finds_named_after_win(me: Card, card: Card, *, person: int) -> None:
    """On making an enemy resolute in battle you may search a named card; shuffle."""
    look_at_deck(me.user, me.user)
    search_to_hand(me.user, {c for c in me.user.deck if c.person == person})


@rules.trigger(BECAME_RESOLUTE, when=beat, rechecks=True, clause="S11.9")
def takes_hand_card_as_node(me: Card, card: Card) -> None:
    """On making an enemy resolute in battle a random hand card becomes that player's node."""
    victim = card.user
    found = choose_at_random(victim.hand.cards)
    if found:
        put_node(found, victim, False)


@rules.procedure(clause="V10.7")
def falls_in_battle(me: Card, card: Card) -> bool:
    """Whether battle damage makes it resolute, which can be negated."""
    return me.battle_damage > 0 and can_negate_resolute(me) and answers_resolute(me)


@rules.trigger(
    MADE_RESOLUTE, of=Of.SELF, when=falls_in_battle, rechecks=True, may=USES_TEXT, clause="V11.3.4"
)
def becomes_node_instead(me: Card, card: Card) -> None:
    """When made resolute by battle it may become an active node instead."""
    if negate_resolute(me):
        move(me.user, one(me), Destination.NODES)


@rules.procedure(clause="S11.3.12")
def host_falls(me: Card, card: Card) -> bool:
    """Whether its host is being made resolute, which can be negated."""
    return card == me.host and can_negate_resolute(card) and answers_resolute(me)


@rules.trigger(BECAME_RESOLUTE, when=host_falls, rechecks=True, may=USES_TEXT, clause="V11.3.4")
def saves_host(me: Card, card: Card) -> None:
    """When its host is resolute it may be discarded; if so that is negated."""
    host = me.host
    remove(one(me), Stage.DISCARD)
    if host and not me.in_play:
        negate_resolute(host)


@rules.procedure(clause="S11.3.12")
def host_is_resolute(me: Card, card: Card) -> bool:
    """Whether its host has become resolute."""
    return card == me.host and answers_resolute(me)


@rules.trigger(BECAME_RESOLUTE, when=host_is_resolute, rechecks=True, clause="V11.3.4")
def returns_for_life(me: Card, card: Card) -> None:
    """When its host is resolute you may pay 1 life; if so it returns to the hand."""
    user = me.user
    if user.life > 0 and confirm(user, PAYS_LIFE):
        pay_life(user, 1)
        leave(user, one(me), Destination.HAND)


# ---------------------------------------------------------------- discarded, damaged, taken


@rules.trigger(WAS_DISCARDED, of=Of.SELF, may=USES_TEXT, clause="V11.3.5")
def returns_to_deck_top(me: Card, card: Card) -> None:
    """When discarded it may return to the top of the deck."""
    move(me.user, one(me), Destination.DECK_TOP)


@rules.trigger(WAS_DISCARDED, of=Of.SELF, clause="V4.6")
def loses_when_discarded(me: Card, card: Card) -> None:
    """If it is discarded its original player loses."""
    lose_game(me.owner, LOST_BY_CARD)


@rules.trigger(CHANGED_SIDE, of=Of.SELF, clause="V4.6")
def loses_when_taken(me: Card, card: Card) -> None:
    """If it moves to the opponent's field its original player loses."""
    if me.user != me.owner:
        lose_game(me.owner, LOST_BY_CARD)


@rules.procedure(clause="V10.7")
def in_battle(me: Card, card: Card, harm: Harm) -> bool:
    """Whether the damage is battle damage of another character."""
    return harm == Harm.BATTLE and me.hurt_by is not None


@rules.trigger(WOULD_TAKE, of=Of.SELF, when=in_battle, rechecks=True, clause="V10.7")
def reflects_battle_damage(me: Card, card: Card, harm: Harm) -> None:
    """When it would take battle damage that is negated and dealt to the other fighter."""
    n = me.taking
    other = me.hurt_by
    me.taking = 0
    if other and other.is_character:
        pending = other.taking
        deal_damage(me, one(other), n)
        other.taking = pending


@rules.trigger(DAMAGED, of=Of.SELF, may=USES_TEXT, clause="V11.4")
def falls_apart(me: Card, card: Card, harm: Harm, *, first: int, second: int, third: int) -> None:
    """When it took damage it may be excluded; if so its excluded parts may enter asleep."""
    user = me.user
    remove(one(me), Stage.EXCLUDE)
    if not me.in_play:
        come_back(user, first)
        come_back(user, second)
        come_back(user, third)


@rules.procedure(clause="S11.3.5")
def come_back(user: Player, person: int) -> None:
    """Let a player put one excluded card of a name onto the field asleep."""
    parts = {c for c in user.excluded if c.person == person and may_leave_excluded(c)}
    part = choose(user, parts, CHOSEN, optional=True)
    if part:
        enter_from_exclusion(part, user, True)


@rules.procedure(clause="V10.7")
def own_player_hit(me: Card, player: Player, n: int) -> bool:
    """Whether its user was damaged."""
    return player == me.user


@rules.trigger(PLAYER_BATTLE_DAMAGED, when=own_player_hit, rechecks=True, clause="V10.7")
def wakes_when_hit(me: Card, player: Player, n: int) -> None:
    """When you take battle damage it wakes."""
    wake(one(me))


@rules.trigger(PLAYER_DAMAGED, clause="V10.7")
def discarded_when_players_hurt(me: Card, player: Player, n: int) -> None:
    """When any player takes damage it is discarded."""
    remove(one(me), Stage.DISCARD)


# ---------------------------------------------------------------- battle


@rules.procedure(clause="V10.4.b")
def left_alone(me: Card, card: Card, b: Battle) -> bool:
    """Whether it fights and the opponent did nothing but defend."""
    if not me.fighting:
        return False
    return not b.interfered if me.user == b.by else not b.answered_itself


@rules.trigger(BATTLE_START, when=left_alone, rechecks=True, clause="V10.4.b")
def strikes_when_left_alone(me: Card, card: Card, b: Battle) -> None:
    """First strike and instant death until the end of that battle."""
    gain(me, FIRST_STRIKE, until=END_OF_BATTLE)
    gain(me, INSTANT_DEATH, until=END_OF_BATTLE)


@rules.trigger(FIGHTS, of=Of.SELF, clause="V11.4 V6.2")
def transforms_to_fight(me: Card, card: Card, b: Battle) -> None:
    """On attack or defence it may transform until your next turn starts."""
    if not me.transformed and confirm(me.user, TRANSFORMS):
        turn_over(me)


@rules.procedure(clause="V6.2 V11.4")
def turn_over(card: Card) -> None:
    """Show the other side until the next own turn starts; what is set on it stays."""
    card.transformed = True


@rules.on(TURN_START, clause="V6.2 V11.4")
def turn_back(player: Player) -> None:
    """What was turned over shows its printed side again when the turn of its player starts."""
    for card in player.characters:
        if card.transformed and not card.for_good:
            card.transformed = False
