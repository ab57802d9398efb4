"""Triggers and statics of characters, beside those in ``statics``."""

from __future__ import annotations

from tefuda.kernel import attach, choose, clear_modifications, confirm, matching, one, put, put_all
from tefuda.rules import Of, StatOp
from tefuda.rulesets.lycee.declarations import announce_automatic
from tefuda.rulesets.lycee.places import neighbours, own_cells_beside
from tefuda.rulesets.lycee.processes import (
    check_decks,
    discard_from_play,
    draw_by_effect,
    mill,
    modify_stats,
    untap,
)
from tefuda.rulesets.lycee.statics import last_user, own_turn
from tefuda.rulesets.lycee.vocabulary import (
    AP,
    BONUS,
    CHOSEN,
    DEFENDER_NAMED,
    DF,
    DISCARD,
    DOWNED,
    DP,
    ENTERED_DUST_BOX,
    EX,
    HAND,
    LEFT_PLAY,
    MAY,
    MAY_ATTACK,
    MAY_DEFEND,
    MOVED,
    RAISED_STATS,
    RAISES_AP,
    RAISES_DP,
    REMOVED,
    SET_ASIDE,
    SP,
    STACKED,
    SUPPORT_DECLARED,
    SUPPORTED,
    TURN_START,
    Basic,
    Card,
    Gender,
    Player,
    game,
    rules,
)


@rules.trigger(LEFT_PLAY, of=Of.SELF, survives=True, basic=Basic.PENALTY, clause="16.17 23.3")
def penalty_removes_itself(me: Card, card: Card) -> None:
    """Penalty: remove it from the game, if it lies in a dust box."""
    announce_automatic(me.was.user, me)
    if me.zone == me.owner.dust_box:
        put(me, REMOVED)


@rules.trigger(LEFT_PLAY, of=Of.SELF, survives=True, basic=Basic.PENALTY, clause="16.17")
def penalty_recovers(me: Card, card: Card) -> None:
    """Penalty: take a card of the own dust box to hand."""
    user = me.was.user
    announce_automatic(user, me)
    if user.dust_box:
        put(choose(user, user.dust_box, CHOSEN), HAND)


@rules.trigger(LEFT_PLAY, of=Of.SELF, survives=True, clause="25.3")
def takes_a_friend_along(me: Card, card: Card) -> None:
    """When it leaves play: discard a friend that the enemy chooses."""
    friends = me.was.user.characters
    if friends:
        discard_from_play(one(choose(me.was.user.enemy, friends, CHOSEN)))


@rules.trigger(DEFENDER_NAMED, of=Of.SELF, clause="B4")
def discards_attacker(me: Card, card: Card, attacker: Card) -> None:
    """When it is named defender: discard the opposing battler."""
    discard_from_play(one(attacker))


@rules.trigger(ENTERED_DUST_BOX, clause="6.4 20.1")
def removes_cards_like_its_own(me: Card, card: Card) -> None:
    """When a card named like the one on it comes to a dust box: remove it and draw two."""
    if matching(me.stacked, Card.name, card) and card.zone == card.owner.dust_box:
        put(card, REMOVED)
        draw_by_effect(me.user, 2)


@rules.procedure(clause="13.3")
def bears(card: Card, item: int) -> bool:
    """Whether a character bears the item known by a number."""
    return bool({i for i in card.items if i.person == item})


@rules.answers(MAY_ATTACK, of=Of.SELF, clause="B1")
def attacks_only_with(me: Card, card: Card, *, item: int) -> bool:
    """It may not be named attacker unless it bears an item."""
    return bears(me, item)


@rules.answers(MAY_DEFEND, of=Of.SELF, clause="B4")
def defends_only_with(me: Card, card: Card, attacker: Card, *, item: int) -> bool:
    """It may not be named defender unless it bears an item."""
    return bears(me, item)


# ---------------------------------------------------------------- support


@rules.answers(RAISED_STATS, of=Of.SELF, clause="B5")
def raises_both(me: Card, base: int, card: Card, battler: Card) -> int:
    """Its support raises both AP and DP."""
    return RAISES_AP | RAISES_DP


@rules.answers(RAISED_STATS, of=Of.SELF, clause="B5")
def raises_both_of_male(me: Card, base: int, card: Card, battler: Card) -> int:
    """Its support of a male raises both AP and DP."""
    return RAISES_AP | RAISES_DP if battler.gender == Gender.MALE else base


@rules.answers(RAISED_STATS, of=Of.SELF, clause="B5")
def raises_the_other(me: Card, base: int, card: Card, battler: Card) -> int:
    """Its support raises DP in AF and AP in DF."""
    return RAISES_AP if battler.row == DF else RAISES_DP


@rules.procedure(clause="B5")
def supported_a_male(me: Card, card: Card, battler: Card) -> bool:
    """Whether a male was supported."""
    return battler.gender == Gender.MALE


@rules.trigger(SUPPORTED, of=Of.SELF, when=supported_a_male, clause="B5")
def mills_for_a_male(me: Card, card: Card, battler: Card, *, n: int) -> None:
    """When it supports a male: discard n cards of the own deck."""
    mill(me.user, n)


@rules.trigger(SUPPORT_DECLARED, of=Of.SELF, clause="19.7")
def resets_battlers(me: Card, card: Card, battler: Card) -> None:
    """When it declares support, the stats of all battlers return to the original ones."""
    battle = game.battle
    if battle:
        clear_modifications(battle.battlers, AP)
        clear_modifications(battle.battlers, DP)
        clear_modifications(battle.battlers, SP)


# ---------------------------------------------------------------- at the start of a turn


@rules.trigger(TURN_START, clause="T1a")
def sleeps_on_cards(me: Card, player: Player, *, n: int) -> None:
    """At each turn start: put the top card of the own deck on it; with n take all, if wanted."""
    card = me.user.deck.top
    if card:
        attach(card, me, STACKED, face_down=True)
        check_decks()
    if len(me.stacked) >= n and confirm(me.user, MAY):
        put_all(me.stacked, HAND)


@rules.trigger(TURN_START, when=own_turn, clause="T1a")
def feeds_on_a_neighbour(me: Card, player: Player) -> None:
    """At the own turn start: discard a character beside it and gain its SP, or be discarded."""
    prey = neighbours(me)
    victim: Card | None = None
    if prey:
        victim = choose(me.user, prey, DISCARD, optional=True)
    if victim:
        n = victim.sp
        if discard_from_play(one(victim)):
            modify_stats(one(me), n, n, 0)
    else:
        discard_from_play(one(me))


# ---------------------------------------------------------------- battles and moves


@rules.trigger(BONUS, of=Of.SELF, survives=True, clause="16.15")
def keeps_a_trophy(me: Card, card: Card) -> None:
    """When it downs an enemy: set the top card of the own deck aside."""
    card_or_none = last_user(me).deck.top
    if card_or_none:
        put(card_or_none, SET_ASIDE)
        check_decks()


@rules.trigger(DEFENDER_NAMED, clause="15.9")
def remembers_whom_it_fought(me: Card, card: Card, attacker: Card) -> None:
    """Its enemies in battle are remembered."""
    if me == card:
        attacker.fought = me
        attacker.used_at = game.turn + 1
    if me == attacker:
        card.fought = me
        card.used_at = game.turn + 1


@rules.procedure(clause="15.3")
def stands_beside(me: Card, card: Card) -> bool:
    """Whether a friend beside it is downed."""
    return card != me and own_cells_beside(me) >> card.cell & 1 == 1


@rules.trigger(DOWNED, of=Of.FRIEND, when=stands_beside, clause="15.3")
def wakes_when_friend_falls(me: Card, card: Card) -> None:
    """When a friend beside it is downed: untap it."""
    untap(me)


@rules.procedure(clause="P-MOVE")
def moved_by_text(me: Card, card: Card) -> bool:
    """Whether an event or a special ability moved it."""
    return game.cause is not None and game.cause.basic == Basic.NONE


@rules.trigger(MOVED, of=Of.ENEMY, when=moved_by_text, clause="P-MOVE")
def discards_moved_enemies(me: Card, card: Card) -> None:
    """An enemy that an event or special ability moved is discarded."""
    discard_from_play(one(card))


@rules.procedure(clause="11.2")
def payment_of_user(me: Card) -> set[Card]:
    """The cards that its user may designate or has designated."""
    return me.user.hand | me.user.declaration_area.cards


@rules.continuous(stat=EX, op=StatOp.SET, who=payment_of_user, clause="2.5 11.2")
def payment_has_ex(me: Card, card: Card, *, n: int) -> int:
    """Every card its user pays with has EX n."""
    return n
