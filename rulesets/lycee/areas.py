"""Texts of areas, beside those in ``statics``."""

from __future__ import annotations

from tefuda.kernel import confirm, one, put, put_all
from tefuda.rules import Of
from tefuda.rulesets.lycee.basic import tax_trash_by_deck
from tefuda.rulesets.lycee.effects import any_character
from tefuda.rulesets.lycee.places import cells_beside, standing_on
from tefuda.rulesets.lycee.processes import (
    check_decks,
    discard_from_play,
    enter,
    leave,
    name_is_free,
)
from tefuda.rulesets.lycee.statics import own_turn
from tefuda.rulesets.lycee.vocabulary import (
    AF,
    DEFENDER_NAMED,
    HEADING,
    LEFT_PLAY,
    MAY,
    MAY_MODIFY,
    PLACED_AREA,
    REMOVED,
    TURN_START,
    WOULD_DOWN,
    Card,
    Destination,
    Gender,
    Player,
    game,
    rules,
)


@rules.procedure(clause="13.9")
def named_in_play(me: Card, person: int) -> bool:
    """Whether a character known by a number is in play."""
    for card in any_character(me):
        if card.person == person:
            return True
    return False


@rules.procedure(clause="13.9")
def by_enemy_of(player: Player) -> bool:
    """Whether an ability or event that the player's enemy uses is being carried out."""
    cause = game.cause
    if not cause:
        return False
    source: Card | None = cause.bearer
    return source is not None and source.user != player


@rules.answers(MAY_MODIFY, clause="19.1")
def shields_neighbours(me: Card, card: Card, *, person: int) -> bool:
    """While a named character is in play, enemy effects change no stats around this cell."""
    if not by_enemy_of(card.user) or card.user != me.user:
        return True
    return cells_beside(me.cell) >> card.cell & 1 == 0 or not named_in_play(me, person)


@rules.procedure(clause="13.9")
def who_stands_here(me: Card) -> set[Card]:
    """The character on its cell."""
    return standing_on(me)


@rules.continuous(gives=tax_trash_by_deck, who=who_stands_here, clause="13.9")
def taxes_who_stands_here(me: Card) -> None:
    """Characters here have Tax Trash."""


@rules.procedure(clause="3.10")
def defends_here(me: Card, card: Card, attacker: Card) -> bool:
    """Whether a defender stands here that is of the other sex than the attacker."""
    if card not in standing_on(me):
        return False
    if card.gender == Gender.MALE:
        return attacker.gender == Gender.FEMALE
    return card.gender == Gender.FEMALE and attacker.gender == Gender.MALE


@rules.trigger(DEFENDER_NAMED, when=defends_here, clause="3.10")
def removes_the_other_sex(me: Card, card: Card, attacker: Card) -> None:
    """When a character here is named defender against the other sex, remove the enemy."""
    leave(one(attacker), Destination.REMOVED)


@rules.procedure(clause="17.7")
def left_by_enemy_effect(me: Card, card: Card) -> bool:
    """Whether an own character left the attack row by an effect of the enemy."""
    if not card.is_character or card.was.user != me.owner or card.was.row != AF:
        return False
    return by_enemy_of(me.owner)


@rules.trigger(LEFT_PLAY, when=left_by_enemy_effect, clause="17.7")
def enters_again(me: Card, card: Card) -> None:
    """An own character of the attack row that an enemy effect took enters again."""
    cell = card.was.zone
    if cell is not None and not card.in_play and card.owner == me.owner:
        if not cell.occupied and name_is_free(card, cell.player):
            enter(card, cell)


@rules.trigger(PLACED_AREA, of=Of.SELF, clause="13.6")
def removes_dust_boxes(me: Card, card: Card) -> None:
    """When placed: remove both dust boxes from the game."""
    for player in game.players:
        put_all(player.dust_box, REMOVED)


@rules.answers(HEADING, clause="23.2")
def nothing_to_dust(me: Card, base: Destination, card: Card) -> Destination:
    """What would go to a dust box goes under its owner's deck."""
    return Destination.DECK_BOTTOM if base == Destination.DUST_BOX else base


@rules.trigger(TURN_START, when=own_turn, clause="T1a")
def removes_own_deck_or_goes(me: Card, player: Player, *, n: int) -> None:
    """At the start of the own turn: remove n cards of the own deck, or discard it."""
    if confirm(me.user, MAY):
        for _ in range(n):
            card = me.user.deck.top
            if card:
                put(card, REMOVED)
        check_decks()
    else:
        discard_from_play(one(me))


@rules.procedure(clause="15.3")
def another_stands_here(me: Card, card: Card) -> bool:
    """Whether another character stands here and the text is free this turn."""
    return bool(standing_on(me) - one(card)) and me.used_at != game.turn + 1


@rules.instead(WOULD_DOWN, of=Of.FRIEND, when=another_stands_here, clause="15.3")
def another_is_sacrificed(me: Card, card: Card) -> bool:
    """When a friend would be downed, the character here may be discarded instead."""
    if not confirm(me.user, MAY):
        return False
    me.used_at = game.turn + 1
    discard_from_play(standing_on(me))
    return True
