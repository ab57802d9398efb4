"""Texts of cards that are not declared: statics, triggers, replacements, Bonus and Penalty.

"Own" and "enemy" are of the user of a character, and of the owner of an item or area (13.7).
"""

from __future__ import annotations

from tefuda.kernel import FOREVER, NO_CARDS, choose, gain, lose, one, put
from tefuda.rules import Of
from tefuda.rulesets.lycee.basic import dash, step
from tefuda.rulesets.lycee.declarations import announce_automatic
from tefuda.rulesets.lycee.places import (
    battles,
    cells_beside,
    opponent_of,
    same_column,
    standing_on,
)
from tefuda.rulesets.lycee.processes import (
    discard_from_play,
    draw_by_effect,
    has_basic,
    leave,
    mill,
    mill_both,
    modify_stats,
)
from tefuda.rulesets.lycee.vocabulary import (
    ABILITY_COST,
    AP,
    ATTACK_ROW,
    BONUS,
    CHOSEN,
    DECK_BONUS,
    DEFENCE_ROW,
    DP,
    HAND,
    HAND_SIZE,
    HEADING,
    LEFT_PLAY,
    LOST_ABILITY,
    MAY_SUPPORT,
    MAY_TARGET,
    MUST_DEFEND,
    SP,
    SUPPORTED,
    TURN_START,
    USE_COST,
    WOULD_DOWN,
    Ability,
    Attribute,
    Basic,
    Card,
    Destination,
    Player,
    Points,
    game,
    rules,
)

# ---------------------------------------------------------------- Bonus, Deck Bonus, Penalty


@rules.procedure(clause="16.17 15.8")
def last_user(card: Card) -> Player:
    """Who uses a card, or used it when it left play."""
    return card.user if card.in_play else card.was.user


@rules.trigger(BONUS, of=Of.SELF, survives=True, basic=Basic.BONUS, clause="16.15")
def bonus_mill(me: Card, card: Card, *, n: int) -> None:
    """Bonus: the enemy discards n cards of the deck."""
    announce_automatic(last_user(me), me)
    mill(last_user(me).enemy, n)


@rules.trigger(BONUS, of=Of.SELF, survives=True, basic=Basic.BONUS, clause="16.15")
def bonus_discard_character(me: Card, card: Card) -> None:
    """Bonus: discard a character of your choice."""
    user = last_user(me)
    announce_automatic(user, me)
    characters = user.characters | user.enemy.characters
    if characters:
        discard_from_play(one(choose(user, characters, CHOSEN)))


@rules.trigger(BONUS, of=Of.SELF, survives=True, basic=Basic.BONUS, clause="16.15")
def bonus_removes_itself(me: Card, card: Card) -> None:
    """Bonus: remove it from the game; once it has left the field it stays where it is (23.3)."""
    announce_automatic(last_user(me), me)
    if me.in_play:
        leave(one(me), Destination.REMOVED)


@rules.trigger(DECK_BONUS, of=Of.SELF, basic=Basic.DECK_BONUS, clause="16.16")
def deck_bonus_removes_itself(me: Card, card: Card) -> None:
    """Deck Bonus: remove it from the game."""
    announce_automatic(last_user(me), me)
    if me.in_play:
        leave(one(me), Destination.REMOVED)


@rules.trigger(LEFT_PLAY, of=Of.SELF, survives=True, basic=Basic.PENALTY, clause="16.17")
def penalty_mill(me: Card, card: Card, *, n: int) -> None:
    """Penalty: discard n cards of the own deck."""
    announce_automatic(me.was.user, me)
    mill(me.was.user, n)


@rules.trigger(LEFT_PLAY, of=Of.SELF, survives=True, basic=Basic.PENALTY, clause="16.17")
def penalty_mill_one(me: Card, card: Card) -> None:
    """Penalty: discard one card of the own deck; as other cards give it."""
    announce_automatic(me.was.user, me)
    mill(me.was.user, 1)


@rules.trigger(LEFT_PLAY, of=Of.SELF, survives=True, basic=Basic.PENALTY, clause="16.17")
def penalty_draw(me: Card, card: Card, *, n: int) -> None:
    """Penalty: draw n cards."""
    announce_automatic(me.was.user, me)
    draw_by_effect(me.was.user, n)


# ---------------------------------------------------------------- triggers


@rules.procedure(clause="T1a")
def own_turn(me: Card, player: Player) -> bool:
    """Whether the turn is that of its user."""
    return player == me.user


@rules.trigger(TURN_START, when=own_turn, clause="T1a 24.4")
def each_mills_at_own_turn_start(me: Card, player: Player, *, n: int) -> None:
    """At the start of the own turn each player discards n cards of the deck."""
    mill_both(me.user, n)


@rules.trigger(LEFT_PLAY, of=Of.SELF, survives=True, clause="23.3")
def returns_from_own_dust_box(me: Card, card: Card) -> None:
    """Return to the owner's hand if it went from play to its user's dust box."""
    if me.zone == me.was.user.dust_box:
        put(me, HAND)


@rules.trigger(SUPPORTED, of=Of.SELF, clause="B5")
def supported_gains(me: Card, card: Card, battler: Card, *, ap: int = 0, dp: int = 0) -> None:
    """The character it supports gains stats besides."""
    modify_stats(one(battler), ap, dp, 0)


@rules.procedure(clause="P-LOSE-BA")
def lacks_a_bonus(me: Card, card: Card) -> bool:
    """Whether it has lost Bonus or Deck Bonus."""
    return not has_basic(me, Basic.BONUS) or not has_basic(me, Basic.DECK_BONUS)


@rules.trigger(LOST_ABILITY, of=Of.SELF, when=lacks_a_bonus, clause="P-LOSE-BA")
def steps_once_a_bonus_is_lost(me: Card, card: Card) -> None:
    """When it loses Bonus or Deck Bonus it gains Step for nothing and loses this ability."""
    gain(me, step, until=FOREVER)
    lose(me, steps_once_a_bonus_is_lost, until=FOREVER)


@rules.trigger(TURN_START, clause="13.9")
def changes_whoever_stands_here(
    me: Card, player: Player, *, attribute: Attribute, ap: int = 0, dp: int = 0
) -> None:
    """Area: at the start of each turn modify a character of an attribute on its cell."""
    modify_stats({c for c in standing_on(me) if attribute in c.attributes}, ap, dp, 0)


# ---------------------------------------------------------------- replacements and destinations


@rules.procedure(clause="15.6")
def opponent_stands(me: Card, card: Card) -> bool:
    """Whether its opponent would not be downed."""
    battle = game.battle
    other = opponent_of(me)
    return battle is not None and other is not None and other not in battle.fallen


@rules.instead(WOULD_DOWN, of=Of.SELF, when=opponent_stands, clause="15.6")
def not_downed_alone(me: Card, card: Card) -> bool:
    """It is not downed if its opponent is not."""
    return True


@rules.procedure(clause="15.3")
def falls(card: Card) -> bool:
    """Whether a card is being downed in the battle under way."""
    return game.battle is not None and card in game.battle.fallen


@rules.answers(HEADING, clause="15.3")
def downed_are_removed(me: Card, base: Destination, card: Card) -> Destination:
    """Any character downed in battle is removed from the game."""
    return Destination.REMOVED if falls(card) else base


@rules.answers(HEADING, clause="15.3")
def removes_what_neighbours_down(me: Card, base: Destination, card: Card) -> Destination:
    """An enemy downed by a friend beside it is removed from the game."""
    if card.user == me.user or not falls(card):
        return base
    other = opponent_of(card)
    beside = me.user.field.cards_at(cells_beside(me.cell))
    return Destination.REMOVED if other and other in beside else base


# ---------------------------------------------------------------- statics


@rules.procedure(clause="18.1")
def itself_in_full_row(me: Card) -> set[Card]:
    """The bearer while three characters stand in its row."""
    row = ATTACK_ROW if me.cell < 3 else DEFENCE_ROW
    return one(me) if len(me.user.field.cards_at(row)) == 3 else NO_CARDS


@rules.continuous(gives=dash, who=itself_in_full_row, clause="18.1")
def dash_in_full_row(me: Card) -> None:
    """It has Dash while its row is full."""


@rules.procedure(clause="13.3")
def bearer_of(me: Card) -> set[Card]:
    """The character an item hangs on."""
    return one(me.host)


@rules.continuous(stat=AP, who=bearer_of, clause="13.3")
def bearer_ap(me: Card, card: Card, *, n: int) -> int:
    """Item: its bearer has n more AP."""
    return n


@rules.continuous(stat=DP, who=bearer_of, clause="13.3")
def bearer_dp(me: Card, card: Card, *, n: int) -> int:
    """Item: its bearer has n more DP."""
    return n


@rules.continuous(stat=SP, who=bearer_of, clause="13.3")
def bearer_sp(me: Card, card: Card, *, n: int) -> int:
    """Item: its bearer has n more SP."""
    return n


# ---------------------------------------------------------------- answers


@rules.answers(MAY_TARGET, of=Of.SELF, clause="9.11")
def no_target_of_cheaper(me: Card, card: Card, a: Ability, by: Player) -> bool:
    """Enemy events and special abilities of a printed cost up to its AP cannot target it (C-11)."""
    if by == me.user or a.basic != Basic.NONE:
        return True
    source = a.bearer
    cost = source.cost.total if source.is_event else a.cost.total
    return cost > me.ap


@rules.answers(MAY_TARGET, of=Of.FRIEND, clause="9.11")
def row_no_target_of_specials(me: Card, card: Card, a: Ability, by: Player) -> bool:
    """Friends in its row cannot be targeted by special abilities."""
    special = a.basic == Basic.NONE and not a.bearer.is_event
    return not special or not card.on_field or card.row != me.row


@rules.answers(MUST_DEFEND, clause="B4")
def must_defend_in_column(me: Card, base: bool, attacker: Card, card: Card) -> bool:
    """When a character of its column attacks, an untapped one on the attacked cell defends."""
    return base or same_column(me, attacker)


@rules.answers(MAY_SUPPORT, clause="B5")
def no_support_while_bearer_battles(me: Card, card: Card, battler: Card) -> bool:
    """Item: no support may be declared while its bearer battles."""
    host = me.host
    return host is None or not battles(host)


@rules.answers(MAY_SUPPORT, clause="B5")
def nobody_supports(me: Card | None, card: Card, battler: Card) -> bool:
    """No support may be declared; as an ability of the game."""
    return False


@rules.answers(HAND_SIZE, clause="6b")
def larger_hand(me: Card, base: int, player: Player, *, n: int) -> int:
    """Item: the hand limit of its owner is n higher."""
    return base + n if player == me.owner else base


@rules.answers(USE_COST, clause="11.8")
def dearer_cards(me: Card, base: Points, card: Card, *, n: int) -> Points:
    """Every use cost of cards is n points of any attribute higher."""
    return base.plus(Attribute.ANY, n)


@rules.answers(ABILITY_COST, clause="11.8")
def dearer_abilities(me: Card, base: Points, card: Card, a: Ability, *, n: int) -> Points:
    """Every cost of special and basic abilities is n points of any attribute higher."""
    return base.plus(Attribute.ANY, n)
