"""Texts of cards that are declared: activated abilities and events, and what they aim at.

Cards name a text and give its numbers (keyword-only arguments), its cost and how often a turn it
may be used. The user of an effect is ``d.by``.
"""

from __future__ import annotations

from tefuda.kernel import NO_CARDS, choose, gain, later, one
from tefuda.rulesets.lycee.basic import step
from tefuda.rulesets.lycee.places import cells_beside, column_of, opposing_battler
from tefuda.rulesets.lycee.processes import (
    discard_at_random,
    discard_cards,
    discard_from_play,
    draw_by_effect,
    lose_basic_abilities,
    lose_special_abilities,
    mill,
    modify_stats,
    move_character,
    set_original_ap,
    tap,
)
from tefuda.rulesets.lycee.statics import nobody_supports, penalty_mill_one
from tefuda.rulesets.lycee.vocabulary import (
    AF,
    CHOSEN,
    END_OF_TURN,
    TURN_END,
    Card,
    Declaration,
    Gender,
    Kind,
    Player,
    When,
    game,
    rules,
)

# ---------------------------------------------------------------- targets and conditions


@rules.procedure(clause="9.11")
def any_character(me: Card) -> set[Card]:
    """Every character in play."""
    return me.user.characters | me.user.enemy.characters


@rules.procedure(clause="10.10")
def itself_in_front(me: Card) -> set[Card]:
    """The bearer while it stands in AF."""
    return one(me) if me.row == AF else NO_CARDS


@rules.procedure(clause="10.10")
def male_opponent(me: Card) -> set[Card]:
    """The opposing battler, if it is male."""
    return {c for c in opposing_battler(me) if c.gender == Gender.MALE}


@rules.procedure(clause="10.9")
def itself_before_open_attack(me: Card) -> set[Card]:
    """The bearer while an attack on an empty cell of its own field can be answered."""
    if len(game.chain) == 0 or game.chain.top.kind != Kind.ATTACK:
        return NO_CARDS
    cell = game.chain.top.cell
    return (
        one(me) if cell is not None and not cell.occupied and cell.player == me.user else NO_CARDS
    )


@rules.procedure(clause="11.11")
def enemy_event_being_declared(me: Card) -> set[Card]:
    """The event that the enemy has just declared."""
    if len(game.chain) == 0 or game.chain.top.by == me.user:
        return NO_CARDS
    top = game.chain.top
    return one(top.card) if top.kind == Kind.EVENT else NO_CARDS


@rules.procedure(clause="9.11")
def untapped_enemy_beside_open_cell(me: Card) -> set[Card]:
    """The untapped enemies with an empty cell of their field beside them."""
    field = me.user.enemy.field
    return {c for c in field.cards if not c.tapped and field.empty & field.at(cells_beside(c.cell))}


@rules.procedure(clause="9.11")
def top_of_own_deck(me: Card) -> set[Card]:
    """The top card of the own deck."""
    return one(me.user.deck.top)


# ---------------------------------------------------------------- activated abilities


@rules.activated(clause="18.1")
def draw_cards(me: Card, d: Declaration, *, n: int) -> None:
    """Draw n cards."""
    draw_by_effect(d.by, n)


@rules.activated(clause="18.1")
def change_enemies(me: Card, d: Declaration, *, ap: int = 0, dp: int = 0, sp: int = 0) -> None:
    """Modify the stats of all enemies."""
    modify_stats(d.by.enemy.characters, ap, dp, sp)


@rules.activated(targets=(itself_in_front,), conditions=1, clause="18.1")
def strengthen_itself_in_front(
    me: Card, d: Declaration, *, ap: int = 0, dp: int = 0, sp: int = 0
) -> None:
    """While in AF: modify its own stats."""
    modify_stats(one(me), ap, dp, sp)


@rules.activated(targets=(any_character,), limits={When.OUTSIDE_BATTLE}, clause="18.5")
def lend_penalty(me: Card, d: Declaration) -> None:
    """Give a target character Penalty, mill 1, until the end of the turn."""
    if d.target:
        gain(d.target, penalty_mill_one, until=END_OF_TURN)


@rules.activated(clause="9.3")
def enemy_discards_down_to(me: Card, d: Declaration, *, n: int) -> None:
    """Let the enemy discard at random until n hand cards remain."""
    discard_at_random(d.by.enemy, len(d.by.enemy.hand) - n)


@rules.activated(clause="18.1")
def column_loses_basic_abilities(me: Card, d: Declaration) -> None:
    """Let every character of its column lose its basic abilities."""
    for card in column_of(me, me.user) | column_of(me, me.user.enemy):
        lose_basic_abilities(card)


@rules.activated(targets=(opposing_battler,), limits={When.OWN_BATTLE}, clause="18.1")
def opponent_loses_special_abilities(me: Card, d: Declaration) -> None:
    """In its battle: let the opposing battler lose all special abilities."""
    if d.target:
        lose_special_abilities(d.target)


@rules.activated(targets=(male_opponent,), conditions=1, limits={When.OWN_BATTLE}, clause="14.1")
def halt_battle_against_male(me: Card, d: Declaration) -> None:
    """In a battle against a male: halt it."""
    battle = game.battle
    if battle:
        battle.halted = True


@rules.activated(
    targets=(itself_before_open_attack,), conditions=1, limits={When.IN_RESPONSE}, clause="10.9"
)
def move_to_attacked_cell(me: Card, d: Declaration) -> None:
    """In response to an attack: move to the attacked cell of the own field, if it is empty."""
    if len(game.chain) > 0 and me.on_field:
        cell = game.chain.top.cell
        if cell is not None and cell.player == me.user:
            move_character(me, cell)


@rules.activated(limits={When.OUTSIDE_BATTLE}, clause="18.1")
def forbid_support(me: Card, d: Declaration) -> None:
    """Let nobody support until the end of the turn."""
    gain(game, nobody_supports, until=END_OF_TURN)


@rules.activated(targets=(top_of_own_deck,), clause="18.1")
def gamble_top_card(me: Card, d: Declaration, *, ap: int) -> None:
    """Discard the target top card of the own deck; if that is done, gain AP."""
    if d.target == d.by.deck.top:
        mill(d.by, 1)
        modify_stats(one(me), ap, 0, 0)


# ---------------------------------------------------------------- events


@rules.effect(targets=(any_character,), clause="19.4")
def original_ap_becomes(me: Card, d: Declaration, *, n: int) -> None:
    """Let the original AP of a target character be n until the end of the turn."""
    if d.target:
        set_original_ap(one(d.target), n)


@rules.effect(clause="25.3")
def each_taps_one(me: Card, d: Declaration) -> None:
    """Choose a character, then the enemy chooses one; both become acted."""
    characters = any_character(me)
    if characters:
        first = choose(d.by, characters, CHOSEN)
        second = choose(d.by.enemy, characters, CHOSEN)
        tap(first)
        if second != first:
            tap(second)


@rules.effect(targets=(enemy_event_being_declared,), limits={When.IN_RESPONSE}, clause="10.9 11.11")
def cancel_event(me: Card, d: Declaration) -> None:
    """Discard a target event that the enemy declares."""
    if d.target and len(game.chain) > 0:
        game.chain.top.failed = True
        discard_cards(one(d.target))


@rules.effect(
    targets=(untapped_enemy_beside_open_cell,), limits={When.ENEMY_TURN}, clause="16.3 21.5"
)
def move_or_be_discarded(me: Card, d: Declaration) -> None:
    """Give a target enemy Step for nothing; unless it has moved by the turn's end, discard it."""
    if d.target:
        gain(d.target, step, until=END_OF_TURN)
        later(TURN_END, discard_unless_moved, d.target, d.target.moves)


@rules.delayed(clause="21.5")
def discard_unless_moved(card: Card | None, moves: int, whose: Player) -> None:
    """Discard a character that has not changed its cell since."""
    if card and card.moves == moves:
        discard_from_play(one(card))
