"""Events beside those in ``effects``."""

from __future__ import annotations

from tefuda.kernel import (
    BOTTOM,
    NO_CARDS,
    choose,
    gain,
    later,
    lose_game,
    one,
    put,
    put_all,
    random_card,
    shuffle,
)
from tefuda.rules import Of
from tefuda.rulesets.lycee.abilities import enemy_payment
from tefuda.rulesets.lycee.declarations import retarget
from tefuda.rulesets.lycee.effects import any_character
from tefuda.rulesets.lycee.places import column_of, facing_column
from tefuda.rulesets.lycee.processes import (
    discard_at_random,
    discard_cards,
    discard_from_play,
    draw_by_effect,
    move_character,
    swap_places,
    tap,
)
from tefuda.rulesets.lycee.vocabulary import (
    ATTACK_ROW,
    CELL,
    DECK,
    DECLARATION_AREA,
    DEFENCE_ROW,
    DF,
    DF_CELLS,
    DREW_BY_EFFECT,
    END_OF_TURN,
    HAND,
    LOST_BY_EFFECT,
    REMOVED,
    TURN_END,
    USE_COST,
    Attribute,
    Card,
    Declaration,
    Kind,
    Player,
    Points,
    When,
    game,
    rules,
)


@rules.procedure(clause="9.11")
def enemy_before_open_back(me: Card) -> set[Card]:
    """The enemies in whose column the own DF cell is empty."""
    open_cells = me.user.field.empty_cells & DEFENCE_ROW
    return {c for c in me.user.enemy.characters if open_cells >> DF_CELLS + facing_column(c) & 1}


@rules.procedure(clause="9.11")
def friends_facing_enemies(me: Card) -> set[Card]:
    """The friends with an enemy in their column."""
    return {c for c in me.user.characters if column_of(c, me.user.enemy)}


@rules.procedure(clause="9.11")
def enemies_facing(me: Card, first: Card | None) -> set[Card]:
    """The enemies in the column of the friend."""
    return column_of(first, me.user.enemy) if first else NO_CARDS


@rules.procedure(clause="9.12")
def any_enemy(me: Card) -> set[Card]:
    """Every enemy."""
    return me.user.enemy.characters


@rules.procedure(clause="9.11")
def untapped_enemies_in_front(me: Card) -> set[Card]:
    """The untapped enemies in AF."""
    return {c for c in me.user.enemy.field.cards_at(ATTACK_ROW) if not c.tapped}


@rules.procedure(clause="10.7")
def friends_when_enemy_supports(me: Card) -> set[Card]:
    """Every friend, while an enemy support can be answered."""
    if len(game.chain) == 0:
        return NO_CARDS
    top = game.chain.top
    return me.user.characters if top.kind == Kind.SUPPORT and top.by != me.user else NO_CARDS


@rules.effect(limits={When.OWN_TURN}, clause="23.1")
def discard_all_characters(me: Card, d: Declaration) -> None:
    """Discard all characters."""
    discard_from_play(any_character(me))


@rules.effect(targets=(enemy_before_open_back,), in_column=True, clause="21.3")
def capture_behind(me: Card, d: Declaration) -> None:
    """Move a target enemy to the empty own DF cell of its column."""
    if d.target:
        move_character(d.target, d.by.field[DF, facing_column(d.target)])


@rules.effect(targets=(friends_facing_enemies, enemies_facing), clause="21.5 21.6")
def swap_across(me: Card, d: Declaration) -> None:
    """Let a target friend and a target enemy of its column change places."""
    if d.target and d.second:
        swap_places(d.target, d.second)


@rules.effect(
    targets=(friends_when_enemy_supports,), limits={When.IN_RESPONSE, When.IN_BATTLE}, clause="B5"
)
def redirect_support(me: Card, d: Declaration) -> None:
    """Let a target friend receive an enemy support."""
    if d.target and len(game.chain) > 0:
        top = game.chain.top
        top.target = d.target
        top.redirected = True


@rules.procedure(clause="10.9")
def special_with_targets(me: Card) -> set[Card]:
    """The bearer of an enemy special ability that has been declared with a target."""
    if len(game.chain) == 0:
        return NO_CARDS
    top = game.chain.top
    a = top.ability
    if not a or top.kind != Kind.SPECIAL_ABILITY or top.by == me.user or not top.target:
        return NO_CARDS
    return one(top.card)


@rules.effect(
    targets=(special_with_targets,), conditions=1, limits={When.IN_RESPONSE}, clause="9.11 10.9"
)
def choose_new_targets(me: Card, d: Declaration) -> None:
    """Choose new legal targets for an enemy special ability."""
    if len(game.chain) > 0:
        retarget(game.chain.top, d.by)


@rules.effect(targets=(enemy_payment,), limits={When.IN_RESPONSE}, clause="11.11")
def cancel_payment(me: Card, d: Declaration) -> None:
    """Cancel a target payment card."""
    discard_cards(one(d.target))


@rules.answers(USE_COST, of=Of.SELF, works_in=(HAND, DECLARATION_AREA), clause="11.8")
def cheaper_by_payment_card(me: Card, base: Points, card: Card) -> Points:
    """The cost is lower by the EX of the payment card it is aimed at, in moon points."""
    best = 0
    if len(game.chain) > 0:
        for c in game.chain.top.paying:
            if c.zone != me.owner.declaration_area and c.ex > best:
                best = c.ex
    return base.plus(Attribute.MOON, -best)


@rules.effect(targets=(untapped_enemies_in_front,), clause="T2a")
def tap_for_long(me: Card, d: Declaration) -> None:
    """Tap a target untapped enemy in AF; it does not untap in its next wake-up."""
    if d.target:
        tap(d.target)
        d.target.stays_tapped = True


@rules.effect(clause="T3 24.7")
def punish_draws(me: Card, d: Declaration) -> None:
    """This turn each effect draw of the enemy costs it hand cards and lets the user draw two."""
    gain(game, draws_are_punished, d.by, until=END_OF_TURN)


@rules.trigger(DREW_BY_EFFECT, clause="24.7")
def draws_are_punished(me: Card | None, user: Player, player: Player, number: int) -> None:
    """The enemy of the user discards as many cards at random, and the user draws two."""
    if player != user and not user.drawing:
        user.drawing = True
        discard_at_random(player, number)
        draw_by_effect(user, 2)
        user.drawing = False


@rules.effect(once_a_game=True, clause="24.5 10.11")
def all_or_nothing(me: Card, d: Declaration, *, n: int) -> None:
    """Put n random dust-box cards under the own deck, remove the others; lose in the end."""
    player = d.by
    for _ in range(n):
        card = random_card(player.dust_box)
        if card:
            put(card, DECK, at=BOTTOM)
    shuffle(player.deck)
    put_all(player.dust_box, REMOVED)
    later(TURN_END, loses_at_the_end, player, game.turn, of=player.enemy)


@rules.delayed(clause="24.5")
def loses_at_the_end(player: Player, turn: int, whose: Player) -> None:
    """Lose the game, if this is the turn after the one in which that was promised."""
    if game.turn == turn:
        later(TURN_END, loses_at_the_end, player, turn - 1, of=whose)
    else:
        lose_game(player, LOST_BY_EFFECT)


@rules.effect(targets=(any_enemy,), in_column=True, clause="9.12 9.13")
def elope(me: Card, d: Declaration) -> None:
    """Discard the two friends of a target enemy's column; if both go, take the enemy over."""
    if d.target:
        column = facing_column(d.target)
        friends = d.by.field.cards_at(9 << column)
        if len(discard_from_play(friends)) == 2:
            cells = d.by.field.empty & d.by.field.at(9 << column)
            if cells and d.target.on_field:
                move_character(d.target, choose(d.by, cells, CELL))
