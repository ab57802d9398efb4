"""Further terms: what is being declared, cells, numbers and conditions."""

from __future__ import annotations

from tefuda.kernel import NO_CARDS, one, original
from tefuda.rulesets.lycee.places import (
    battles,
    facing_column,
    own_cells_beside,
    same_column,
)
from tefuda.rulesets.lycee.statics import last_user
from tefuda.rulesets.lycee.vocabulary import (
    AF,
    AP,
    ATTACK_ROW,
    DEFENCE_ROW,
    DP,
    SP,
    Basic,
    Card,
    Kind,
    Player,
    Zone,
    game,
    rules,
)

# ---------------------------------------------------------------- what is being declared


@rules.term("entering_enemy", of="user", clause="10.7")
def entering_of_enemy(of: Player) -> set[Card]:
    """The character that the enemy declares for entry."""
    return declared_by_enemy(of, Kind.ENTRY)


@rules.term("declared_event", of="user", clause="10.9 11.11")
def event_of_enemy(of: Player) -> set[Card]:
    """The event that the enemy has just declared."""
    return declared_by_enemy(of, Kind.EVENT)


@rules.term("declared_special_ability", of="user", clause="10.9")
def special_ability_of_enemy(of: Player) -> set[Card]:
    """The bearer of the special ability that the enemy has just declared."""
    return declared_by_enemy(of, Kind.SPECIAL_ABILITY)


@rules.term("declared_attacker", of="user", clause="10.9")
def attacker_of_enemy(of: Player) -> set[Card]:
    """The character whose attack the enemy has just declared."""
    return declared_by_enemy(of, Kind.ATTACK)


@rules.term("declared_supporter", of="user", clause="10.9")
def supporter_of_enemy(of: Player) -> set[Card]:
    """The character whose support the enemy has just declared."""
    return declared_by_enemy(of, Kind.SUPPORT)


def declared_by_enemy(player: Player, kind: Kind) -> set[Card]:
    """The main element of what the enemy of a player has just declared, if it is of this kind."""
    if len(game.chain) == 0:
        return NO_CARDS
    top = game.chain.top
    return one(top.card) if top.kind == kind and top.by != player else NO_CARDS


@rules.term("enemy_payment", of="user", clause="11.11")
def payment_of_enemy(of: Player) -> set[Card]:
    """The cards that the enemy has designated as payment of what can be answered now."""
    if len(game.chain) == 0:
        return NO_CARDS
    top = game.chain.top
    return top.paying & top.by.declaration_area if top.by != of else NO_CARDS


# ---------------------------------------------------------------- cells


@rules.term("own_cells", of="user", clause="6")
def cells_of(of: Player) -> set[Zone]:
    """The cells of a field."""
    return of.field.zones


@rules.term("empty_cells", of="user", clause="6")
def empty_cells_of(of: Player) -> set[Zone]:
    """The empty cells of a field."""
    return of.field.empty


@rules.term("attacked_cells", of="user", clause="10.9")
def attacked_cells_of(of: Player) -> set[Zone]:
    """The empty cell of a player's field that an attack which can be answered is aimed at."""
    if len(game.chain) > 0 and game.chain.top.kind == Kind.ATTACK:
        cell = game.chain.top.cell
        if cell is not None and not cell.occupied and cell.player == of:
            return {cell}
    return of.field.at(0)


@rules.term("empty_cells_in_column", of="user", clause="21.3")
def column_cells(of: Player, cards: set[Card]) -> set[Zone]:
    """The empty cells of a player's field in the columns of cards."""
    mask = 0
    for card in cards:
        if card.on_field:
            mask = mask | 9 << (card.column if card.user == of else facing_column(card))
    return of.field.empty & of.field.at(mask)


@rules.term("empty_cells_beside", clause="3.9")
def cells_beside_card(cards: set[Card]) -> set[Zone]:
    """The empty cells beside cards on the field of the first of them."""
    for card in cards:
        if card.on_field:
            return card.user.field.empty & card.user.field.at(own_cells_beside(card))
    return game.turn_player.field.at(0)


@rules.term("row_of_cell", clause="6")
def cells_of_row(cards: set[Card]) -> set[Zone]:
    """The cells of the row of the first of the cards."""
    for card in cards:
        if card.on_field:
            return card.user.field.at(ATTACK_ROW if card.row == AF else DEFENCE_ROW)
    return game.turn_player.field.at(0)


# ---------------------------------------------------------------- numbers


@rules.term("original_ap", cards="self", clause="19.4")
def original_ap_of(cards: set[Card]) -> int:
    """The original AP of a card, of several together."""
    return sum(original(c, AP) for c in cards)


@rules.term("original_dp", cards="self", clause="19.4")
def original_dp_of(cards: set[Card]) -> int:
    """The original DP of a card, of several together."""
    return sum(original(c, DP) for c in cards)


@rules.term("original_sp", cards="self", clause="19.4")
def original_sp_of(cards: set[Card]) -> int:
    """The original SP of a card, of several together."""
    return sum(original(c, SP) for c in cards)


@rules.term("printed_cost", cards="self", clause="3.6")
def printed_cost_of(cards: set[Card]) -> int:
    """The points of the printed cost of a card, of several together."""
    return sum(c.cost.total for c in cards)


@rules.term("declared_cost", clause="9.2")
def cost_of_declared() -> int:
    """The points that what was declared last costs."""
    return game.chain.top.need.total if len(game.chain) > 0 else 0


# ---------------------------------------------------------------- conditions


@rules.term("own_turn", of="user", clause="8")
def is_own_turn(of: Player) -> bool:
    """Whether it is the user's turn."""
    return game.turn_player == of


@rules.term("in_battle", clause="14")
def is_in_battle() -> bool:
    """Whether there is a battle."""
    return game.battle is not None


@rules.term("battling", cards="self", clause="14")
def is_battling(cards: set[Card]) -> bool:
    """Whether one of the cards battles."""
    return bool({c for c in cards if battles(c)})


@rules.term("in_column_of", clause="3.9")
def in_column_with(me: Card, /, cards: set[Card]) -> bool:
    """Whether one of the cards stands in the bearer's column."""
    return me.on_field and bool({c for c in cards if c.on_field and same_column(me, c)})


@rules.term("by_text", clause="P-MOVE")
def carried_out_by_text() -> bool:
    """Whether an event or a special ability is being carried out."""
    return game.cause is not None and game.cause.basic == Basic.NONE


@rules.term("equipped_with", cards="self", clause="13.3")
def equipped_with(cards: set[Card], item: int) -> bool:
    """Whether one of the cards bears the item known by a number."""
    return bool({i for c in cards for i in c.items if i.person == item})


@rules.term("in_play", clause="6.2")
def is_in_play(cards: set[Card]) -> bool:
    """Whether all of the cards are in play."""
    return not {c for c in cards if not c.in_play}


@rules.term("in_own_dust_box", cards="self", clause="23.3")
def in_own_dust_box(cards: set[Card]) -> bool:
    """Whether all of the cards lie in the dust box of who used them last."""
    return not {c for c in cards if c.zone != last_user(c).dust_box}
