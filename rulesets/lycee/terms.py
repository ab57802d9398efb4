"""What texts of card files can name: cards, players, cells, numbers and conditions.

"Own" is of the user of a text: who declared it, else who uses its bearer; of an item or area its
owner (13.7). Terms with an argument ``of`` are about that player.
"""

from __future__ import annotations

from tefuda.kernel import NO_CARDS, matching, one
from tefuda.rulesets.lycee.payment import affords, use_cost
from tefuda.rulesets.lycee.places import (
    cells_beside,
    column_of,
    entry_cells,
    neighbours,
    opponent_of,
    possible_bearers,
    standing_on,
)
from tefuda.rulesets.lycee.statics import last_user
from tefuda.rulesets.lycee.vocabulary import (
    AF,
    ATTACK_ROW,
    DEFENCE_ROW,
    DF,
    END_OF_TURN,
    MAY,
    Card,
    CardType,
    Declaration,
    Player,
    game,
    rules,
)

rules.frames_texts(
    Declaration,
    targets_before=("first",),
    decides="user",
    may=MAY,
    conditions="conditions",
    lasts=END_OF_TURN,
)

# ---------------------------------------------------------------- players


@rules.term("user", clause="13.7 18.2")
def user_of_text(me: Card, /) -> Player:
    """Who uses a text that nobody declares; of an item or area its owner."""
    if me.type == CardType.ITEM or me.type == CardType.AREA:
        return me.owner
    return last_user(me)


@rules.term("user", clause="18.2")
def user_of_declaration(me: Card, d: Declaration, /) -> Player:
    """Who declared it."""
    return d.by


@rules.term("enemy", of="user", clause="2.4")
def enemy_of(of: Player) -> Player:
    """The other player."""
    return of.enemy


@rules.term("turn_player", clause="8")
def whose_turn() -> Player:
    """Whose turn it is."""
    return game.turn_player


@rules.term("user_of", clause="2.4")
def user_of_card(cards: set[Card]) -> Player:
    """Who uses a card, or the first of several."""
    for card in cards:
        return last_user(card)
    return game.turn_player


@rules.term("owner_of", clause="6.1")
def owner_of_card(cards: set[Card]) -> Player:
    """Whose card it is, or the first of several."""
    for card in cards:
        return card.owner
    return game.turn_player


# ---------------------------------------------------------------- single cards


@rules.term("self", clause="9.11")
def bearer_of_text(me: Card, /) -> Card:
    """The bearer of the text."""
    return me


@rules.term("target", clause="9.11")
def first_target(me: Card, d: Declaration, /) -> Card | None:
    """The first target."""
    return d.target


@rules.term("second", clause="9.11")
def second_target(me: Card, d: Declaration, /) -> Card | None:
    """The second target."""
    return d.second


@rules.term("bearer", clause="13.3")
def bearer_of_item(me: Card, /) -> Card | None:
    """The character an item hangs on, or hung on when it left."""
    return me.host if me.in_play else me.was.host


@rules.term("opponent", clause="14")
def opponent(me: Card, /) -> Card | None:
    """The opposing battler."""
    return opponent_of(me)


@rules.term("declared_card", clause="10.3")
def declared_card() -> Card | None:
    """The card that was declared last, or whose ability or support was."""
    return game.chain.top.card if len(game.chain) > 0 else None


@rules.term("top_of_deck", of="user", clause="6")
def top_of_deck(of: Player) -> Card | None:
    """The top card of a deck."""
    return of.deck.top


# ---------------------------------------------------------------- cards


@rules.term("characters", clause="9.11")
def all_characters() -> set[Card]:
    """Every character in play."""
    me = game.turn_player
    return me.characters | me.enemy.characters


@rules.term("friends", of="user", clause="2.4")
def friends_of(of: Player) -> set[Card]:
    """The characters that the user uses."""
    return of.characters


@rules.term("enemies", of="user", clause="2.4")
def enemies_of(of: Player) -> set[Card]:
    """The characters that the enemy uses."""
    return of.enemy.characters


@rules.term("column", clause="3.9")
def column_enemies_and_friends(me: Card, /) -> set[Card]:
    """The characters of the bearer's column, on both fields."""
    return column_of(me, me.user) | column_of(me, me.user.enemy)


@rules.term("enemies_in_column", clause="3.9")
def column_enemies(me: Card, /) -> set[Card]:
    """The enemies in the bearer's column."""
    return column_of(me, me.user.enemy)


@rules.term("column_of", clause="3.9")
def column_of_cards(cards: set[Card]) -> set[Card]:
    """The characters in the columns of cards, on both fields."""
    found: set[Card] = NO_CARDS
    for card in cards:
        found = found | column_of(card, card.user) | column_of(card, card.user.enemy)
    return found


@rules.term("neighbours", cards="self", clause="3.9")
def neighbours_of(cards: set[Card]) -> set[Card]:
    """The characters beside cards, on their fields."""
    found: set[Card] = NO_CARDS
    for card in cards:
        if card.on_field:
            found = found | neighbours(card)
    return found - cards


@rules.term("beside_empty_cells", of="user", clause="3.9")
def beside_empty_cells(of: Player) -> set[Card]:
    """The characters of a player with an empty cell of their field beside them."""
    field = of.field
    return {c for c in field.cards if field.empty & field.at(cells_beside(c.cell))}


@rules.term("in_front", clause="3.9")
def in_front(cards: set[Card]) -> set[Card]:
    """Those of the cards that stand in AF."""
    return {c for c in cards if c.on_field and c.row == AF}


@rules.term("behind", clause="3.9")
def behind(cards: set[Card]) -> set[Card]:
    """Those of the cards that stand in DF."""
    return {c for c in cards if c.on_field and c.row == DF}


@rules.term("row_of", cards="self", clause="3.9")
def row_of_cards(cards: set[Card]) -> set[Card]:
    """The characters in the rows of cards, themselves among them, on their fields."""
    found: set[Card] = NO_CARDS
    for card in cards:
        if card.on_field:
            found = found | card.user.field.cards_at(ATTACK_ROW if card.row == AF else DEFENCE_ROW)
    return found


@rules.term("battlers", clause="14")
def battlers() -> set[Card]:
    """The battlers of the battle under way."""
    battle = game.battle
    return battle.battlers if battle else NO_CARDS


@rules.term("opponents_of_friends", of="user", clause="14")
def opponents_of_friends(of: Player) -> set[Card]:
    """The battler that a friend battles."""
    battle = game.battle
    if not battle:
        return NO_CARDS
    return {c for c in battle.battlers if c.user != of and opponent_of(c)}


@rules.term("being_downed", clause="15.3")
def being_downed() -> set[Card]:
    """The characters that are downed, or would be, in the battle under way."""
    battle = game.battle
    return battle.fallen if battle else NO_CARDS


@rules.term("opponents_of", clause="14")
def opponents_of(cards: set[Card]) -> set[Card]:
    """The battlers that cards battle."""
    battle = game.battle
    found: set[Card] = NO_CARDS
    if battle:
        for card in battle.battlers & cards:
            found = found | one(opponent_of(card))
    return found


@rules.term("items", clause="6")
def items_on(cards: set[Card]) -> set[Card]:
    """The items on cards."""
    return {i for c in cards for i in c.items}


@rules.term("stacked", cards="self", clause="6")
def stacked_on(cards: set[Card]) -> set[Card]:
    """The cards stacked on cards."""
    return {i for c in cards for i in c.stacked}


@rules.term("areas", clause="13.8")
def areas_in_play() -> set[Card]:
    """Every area in play."""
    me = game.turn_player
    return me.areas.cards | me.enemy.areas.cards


@rules.term("standing_here", clause="13.9")
def character_here(me: Card, /) -> set[Card]:
    """The character on the cell that the area lies under."""
    return standing_on(me)


@rules.term("hand", of="user", clause="6")
def hand_of(of: Player) -> set[Card]:
    """The cards of a hand."""
    return of.hand.cards


@rules.term("deck", of="user", clause="6")
def deck_of(of: Player) -> set[Card]:
    """The cards of a deck."""
    return of.deck.cards


@rules.term("top_cards", of="user", clause="6")
def top_cards_of(of: Player, n: int) -> set[Card]:
    """The n top cards of a deck, or all of it."""
    size = len(of.deck)
    return {c for c in of.deck if c.position >= size - n}


@rules.term("declaration_area", of="user", clause="6")
def declaration_area_of(of: Player) -> set[Card]:
    """The cards in a declaration area: what is declared, and its payment."""
    return of.declaration_area.cards


@rules.term("dust_box", of="user", clause="6")
def dust_box_of(of: Player) -> set[Card]:
    """The cards of a dust box."""
    return of.dust_box.cards


@rules.term("set_aside", of="user", clause="6")
def set_aside_of(of: Player) -> set[Card]:
    """The cards set aside."""
    return of.set_aside.cards


@rules.term("removed", of="user", clause="6")
def removed_of(of: Player) -> set[Card]:
    """The cards removed from the game."""
    return of.removed.cards


@rules.term("named_like", clause="12.3")
def named_like(cards: set[Card], like: set[Card]) -> set[Card]:
    """Those of the cards that are named like others."""
    return matching(cards, Card.name, like)


@rules.term("able_to_enter", of="user", clause="12.2 12.3")
def able_to_enter(cards: set[Card], of: Player) -> set[Card]:
    """Those of the cards that some empty cell of a player is open to."""
    return {c for c in cards if c.is_character and not c.conversion and entry_cells(of, c)}


@rules.term("affordable", of="user", clause="11.1")
def affordable_of(cards: set[Card], of: Player) -> set[Card]:
    """Those of the cards whose use a player can pay."""
    return {c for c in cards if affords(of, use_cost(c))}


@rules.term("possible_bearers", of="user", clause="13.3 13.4")
def possible_bearers_of(items: set[Card], of: Player) -> set[Card]:
    """The characters on which a player could put one of the items."""
    found: set[Card] = NO_CARDS
    for item in items:
        found = found | possible_bearers(of, item)
    return found
