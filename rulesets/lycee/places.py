"""Where things are and may go: neighbours, facing cells, cells to enter, bearers of items."""

from __future__ import annotations

from tefuda.kernel import NO_CARDS, bearing, effect_of, legal, one, permitted
from tefuda.rulesets.lycee.processes import name_is_free
from tefuda.rulesets.lycee.vocabulary import DF, MAY_EQUIP, Ability, Card, Player, Zone, game, rules

#: For each cell, eight bits: the cells before, behind and beside it.
BESIDE = 0x0A | 0x15 << 8 | 0x22 << 16 | 0x11 << 24 | 0x2A << 32 | 0x14 << 40
#: The same, beside only.
LEFT_AND_RIGHT = 0x02 | 0x05 << 8 | 0x02 << 16 | 0x10 << 24 | 0x28 << 32 | 0x10 << 40


@rules.procedure(clause="3.9 16.3")
def cells_beside(cell: int) -> int:
    """The orthogonal neighbours of a cell on the same field, as a mask."""
    return BESIDE >> 8 * cell & 63


@rules.procedure(clause="16.4")
def cells_left_and_right(cell: int) -> int:
    """The neighbours of a cell in its row, as a mask."""
    return LEFT_AND_RIGHT >> 8 * cell & 63


@rules.procedure(clause="16.5")
def cell_across(cell: int) -> int:
    """The other cell of the column, as a mask."""
    return 1 << (cell + 3) % 6


@rules.effect(clause="3.9")
def links_roads(me: Card) -> None:
    """Area: the own cells around its cell count as beside each other."""


@rules.procedure(clause="3.9")
def own_cells_beside(card: Card) -> int:
    """The cells beside a character on its field, as a mask."""
    cells = cells_beside(card.cell)
    for area in bearing(card.user.areas.cards, links_roads):
        ring = cells_beside(area.cell)
        if area.owner == card.user and ring >> card.cell & 1 == 1:
            cells = cells | ring - (1 << card.cell)
    return cells


@rules.procedure(clause="3.9")
def neighbours(card: Card) -> set[Card]:
    """The characters on the cells around a character."""
    return card.user.field.cards_at(own_cells_beside(card))


@rules.procedure(clause="3.9")
def facing_column(card: Card) -> int:
    """The column that a character faces, in the count of the other player."""
    return 2 - card.column


@rules.procedure(clause="3.9 B1")
def facing_cell(card: Card) -> Zone:
    """The enemy DF cell in the column that a character faces; left is right from over there."""
    return card.user.enemy.field[DF, 2 - card.column]


@rules.procedure(clause="3.9")
def same_column(card: Card, other: Card) -> bool:
    """Whether two characters stand in one column, of the same field or facing each other."""
    if card.user == other.user:
        return card.column == other.column
    return card.column + other.column == 2


@rules.procedure(clause="3.9")
def column_of(card: Card, player: Player) -> set[Card]:
    """The characters of a player in the column of a character."""
    if not card.on_field:
        return NO_CARDS
    column = card.column if player == card.user else 2 - card.column
    return player.field.cards_at(9 << column)


@rules.procedure(clause="14")
def battles(card: Card) -> bool:
    """Whether a character is a battler of the battle under way."""
    return game.battle is not None and card in game.battle.battlers


@rules.procedure(clause="14")
def opponent_of(card: Card) -> Card | None:
    """The other battler, if a card battles one."""
    battle = game.battle
    if not battle:
        return None
    if card == battle.attacker:
        return battle.defender
    return battle.attacker if card == battle.defender else None


@rules.procedure(clause="14")
def opposing_battler(card: Card) -> set[Card]:
    """The other battler as a set, empty when there is none."""
    return one(opponent_of(card))


# ---------------------------------------------------------------- where cards may be put


@rules.procedure(clause="12.1 12.2 12.3")
def entry_cells(me: Player, card: Card) -> set[Zone]:
    """The own empty cells that a character may enter, its name allowing."""
    cells = me.field.empty & me.field.at(card.restriction)
    return cells if name_is_free(card, me) else me.field.at(0)


@rules.procedure(clause="13.8 13.10")
def area_cells(me: Player, card: Card) -> set[Zone]:
    """The cells of either field that an area may be laid under; one area a cell."""
    enemy = me.enemy
    own = me.areas.empty & me.areas.at(card.restriction)
    return own | enemy.areas.empty & enemy.areas.at(card.restriction)


@rules.procedure(clause="13.3 13.4")
def possible_bearers(me: Player, item: Card) -> set[Card]:
    """The characters an item may be put on: one item each, unless it says otherwise."""
    pool = me.characters if item.friend_only else me.characters | me.enemy.characters
    free = {c for c in pool if not c.items or item.several and only_several(c)}
    condition: Ability | None = effect_of(item)
    if condition:
        free = free & legal(condition, 0)
    return permitted(MAY_EQUIP, free, item)


@rules.procedure(clause="13.3")
def only_several(card: Card) -> bool:
    """Whether all items of a character are of those that several may hang on one."""
    return not {i for i in card.items if not i.several}


@rules.procedure(clause="13.9")
def standing_on(area: Card) -> set[Card]:
    """The character on the cell that an area lies under."""
    return area.user.field.cards_at(1 << area.cell) if area.in_play else NO_CARDS
