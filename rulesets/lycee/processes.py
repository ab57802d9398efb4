"""The processes: what effects and rules do to cards, each with its timings in order (20)."""

from __future__ import annotations

from tefuda.kernel import (
    BOTTOM,
    NO_CARDS,
    after,
    allowed,
    arrange,
    attach,
    bar,
    choose,
    gain,
    lose,
    lose_game,
    matching,
    modify,
    one,
    permitted,
    put,
    put_all,
    random_card,
    set_original,
    set_to,
    swap,
    timing,
    value,
    win,
    would,
)
from tefuda.kernel import abilities as abilities_of
from tefuda.rulesets.lycee.vocabulary import (
    AP,
    BOTH_DECKED_OUT,
    DECK,
    DECKED_OUT,
    DISCARDED_HAND,
    DISCARDING_HAND,
    DOUBLE_DECKOUT,
    DP,
    DRAWING,
    DREW,
    DREW_BY_EFFECT,
    DUST_BOX,
    END_OF_BATTLE,
    END_OF_TURN,
    ENTERED,
    ENTERED_DUST_BOX,
    ENTERING,
    GAVE_MODIFICATION,
    GIVING_MODIFICATION,
    HAND,
    HEADING,
    ITEMS,
    LEAVING_PLAY,
    LEFT_PLAY,
    LOST_ABILITY,
    MADE_ACTED,
    MADE_NOT_ACTED,
    MAKING_ACTED,
    MAKING_NOT_ACTED,
    MAY_MODIFY,
    MAY_MOVE_TO,
    MAY_UNTAP,
    MILLED,
    MILLING,
    MOVED,
    MOVING,
    NEXT_PLACE,
    REMOVED,
    REMOVED_FROM_GAME,
    SAME_NAME,
    SAME_NAME_ENFORCEMENT,
    SET_ASIDE,
    SP,
    SWAPPED,
    SWAPPING,
    WOULD_LEAVE,
    Basic,
    Card,
    Destination,
    DoubleDeckout,
    Enforcement,
    Player,
    SameName,
    Zone,
    game,
    rules,
)


@rules.procedure(clause="P-TAP")
def tap(card: Card) -> bool:
    """Make a character acted; of one that is acted already this is no success."""
    timing(MAKING_ACTED, card)
    changed = not card.tapped
    card.tapped = True
    timing(MADE_ACTED, card)
    return changed


@rules.procedure(clause="P-UNTAP")
def untap(card: Card) -> bool:
    """Make a character not acted, unless something forbids it; the same of success."""
    return allowed(MAY_UNTAP, card) and make_not_acted(card)


@rules.procedure(clause="P-UNTAP")
def make_not_acted(card: Card) -> bool:
    """Make a character not acted, where it has been asked whether that may be."""
    timing(MAKING_NOT_ACTED, card)
    changed = card.tapped
    card.tapped = False
    timing(MADE_NOT_ACTED, card)
    return changed


# ---------------------------------------------------------------- stat modification


@rules.procedure(clause="P-MOD")
def modify_stats(cards: set[Card], ap: int, dp: int, sp: int) -> None:
    """Give characters a modification until the end of the turn, the default duration (19.6)."""
    touched = permitted(MAY_MODIFY, cards)
    timing(GIVING_MODIFICATION, touched)
    if ap != 0:
        modify(touched, AP, ap, until=END_OF_TURN)
    if dp != 0:
        modify(touched, DP, dp, until=END_OF_TURN)
    if sp != 0:
        modify(touched, SP, sp, until=END_OF_TURN)
    timing(GAVE_MODIFICATION, touched)


@rules.procedure(clause="B5 P-MOD")
def modify_in_battle(card: Card, ap: int, dp: int) -> None:
    """Give a battler a modification until the end of the battle."""
    touched = permitted(MAY_MODIFY, one(card))
    timing(GIVING_MODIFICATION, touched)
    if ap != 0:
        modify(touched, AP, ap, until=END_OF_BATTLE)
    if dp != 0:
        modify(touched, DP, dp, until=END_OF_BATTLE)
    timing(GAVE_MODIFICATION, touched)


@rules.procedure(clause="19.2 P-MOD")
def set_ap(cards: set[Card], amount: int) -> None:
    """Set AP until the end of the turn; what is given later adds up on it."""
    touched = permitted(MAY_MODIFY, cards)
    timing(GIVING_MODIFICATION, touched)
    set_to(touched, AP, amount, until=END_OF_TURN)
    timing(GAVE_MODIFICATION, touched)


@rules.procedure(clause="19.2 P-MOD")
def set_dp(cards: set[Card], amount: int) -> None:
    """Set DP until the end of the turn; what is given later adds up on it."""
    touched = permitted(MAY_MODIFY, cards)
    timing(GIVING_MODIFICATION, touched)
    set_to(touched, DP, amount, until=END_OF_TURN)
    timing(GAVE_MODIFICATION, touched)


@rules.procedure(clause="19.4 P-MOD")
def set_original_ap(cards: set[Card], amount: int) -> None:
    """Let the original AP be another until the end of the turn; deck damage reads it (14.4)."""
    touched = permitted(MAY_MODIFY, cards)
    timing(GIVING_MODIFICATION, touched)
    set_original(touched, AP, amount, until=END_OF_TURN)
    timing(GAVE_MODIFICATION, touched)


@rules.procedure(clause="19.2 P-MOD")
def swap_ap_and_dp(cards: set[Card]) -> None:
    """Exchange AP and DP until the end of the turn; what is given later adds up on it."""
    touched = permitted(MAY_MODIFY, cards)
    timing(GIVING_MODIFICATION, touched)
    swap(touched, AP, DP, until=END_OF_TURN)
    timing(GAVE_MODIFICATION, touched)


# ---------------------------------------------------------------- names


@rules.procedure(clause="12.3")
def same_person(cards: set[Card], card: Card) -> set[Card]:
    """Those of the cards that cannot stand on one field with a card."""
    if SAME_NAME == SameName.NUMBER:
        return matching(matching(cards, Card.name, card), Card.version, card)
    renamed = {c for c in cards if c.renamed}
    if card.renamed:
        return {c for c in cards - renamed if c.name == card.alias} | {
            c for c in renamed if c.alias == card.alias
        }
    alike = matching(cards - renamed, Card.name, card)
    if renamed:
        alike = alike | {c for c in renamed if c.alias == card.name}
    return alike | matching(cards, Card.person, card) if card.person != 0 else alike


@rules.procedure(clause="12.3")
def nameable(cards: set[Card], others: set[Card]) -> set[Card]:
    """Those of the cards that can stand on one field with all of the others."""
    free = cards
    renamed = {c for c in others if c.renamed}
    if SAME_NAME == SameName.NUMBER or renamed:
        for card in others:
            free = free - same_person(free, card)
        return free
    for card in others:
        free = free - matching(free, Card.name, card)
    for card in {c for c in others if c.person != 0}:
        free = free - matching(free, Card.person, card)
    return free


@rules.procedure(clause="12.5")
def name_is_free(card: Card, player: Player) -> bool:
    """Whether a card may stand on a player's field beside those that are there."""
    return not same_person(player.characters - one(card), card)


# ---------------------------------------------------------------- movement


@rules.procedure(clause="12.5 21.2")
def can_move(card: Card, cell: Zone) -> bool:
    """Whether nothing but another character keeps a character from a cell; restriction does not."""
    if SAME_NAME_ENFORCEMENT == Enforcement.PREVENT and cell.player != card.user:
        if not name_is_free(card, cell.player):
            return False
    return allowed(MAY_MOVE_TO, card, cell)


@rules.procedure(clause="12.3")
def taken(cell: Zone) -> bool:
    """Whether a character stands on a cell."""
    return cell.occupied


@rules.procedure(clause="P-MOVE")
def move_character(card: Card, cell: Zone) -> bool:
    """Move a character to a cell; its user becomes the owner of that field (21.3)."""
    if taken(cell) or not can_move(card, cell):
        return False
    timing(MOVING, card, cell)
    if taken(cell) or not card.on_field:
        return False
    change_cell(card, cell)
    timing(MOVED, card)
    return True


@rules.procedure(clause="P-MOVE 4")
def change_cell(card: Card, cell: Zone) -> None:
    """Put a character on a cell; items for friends only fall off when the user changes (13.5)."""
    before = card.user
    put(card, cell)
    card.moves = card.moves + 1
    if card.user != before:
        discard_from_play({i for i in card.items if i.friend_only and i.owner != card.user})


@rules.procedure(clause="P-MOVE-N")
def move_characters(player: Player, cards: set[Card], number: int, cells: set[Zone]) -> None:
    """Move so many of the characters, one run of the move process after the other."""
    rest = cards
    for _ in range(number):
        free = {z for z in cells if not z.occupied}
        if rest and free:
            card = choose(player, rest, NEXT_PLACE)
            move_character(card, choose(player, free, NEXT_PLACE))
            rest = rest - one(card)


@rules.procedure(clause="P-REARRANGE")
def rearrange(player: Player, cards: set[Card], cells: set[Zone]) -> None:
    """Place all characters of a range anew, no place twice; nothing happens in between."""
    timing(SWAPPING, cards)
    here = {c for c in cards if c.on_field}
    free = cells
    for card in here:
        place = choose(player, free, NEXT_PLACE)
        card.bound_for = place
        free = free - {place}
    exchange_places(here)


@rules.procedure(clause="21.5")
def swap_places(card: Card, other: Card) -> bool:
    """Let two characters change places: a rearrangement of their two cells."""
    if not name_fits_swap(card, other) or not name_fits_swap(other, card):
        return False
    timing(SWAPPING, one(card) | one(other))
    if not card.on_field or not other.on_field:
        return False
    card.bound_for = other.zone
    other.bound_for = card.zone
    exchange_places(one(card) | one(other))
    return True


@rules.procedure(clause="12.5")
def name_fits_swap(card: Card, other: Card) -> bool:
    """Whether a card may take the place of another one of the other field."""
    if SAME_NAME_ENFORCEMENT == Enforcement.ENTRY_ONLY or card.user == other.user:
        return True
    return not same_person(other.user.characters - one(other), card)


@rules.procedure(clause="P-REARRANGE 4")
def exchange_places(cards: set[Card]) -> None:
    """Put characters where they are bound for, all at once, then offer the timings."""
    changing = {c for c in cards if c.bound_for != c.zone}
    for card in changing:
        card.moves = card.moves + 1
    captured = {c for c in changing if moves_over(c)}
    arrange(cards, Card.bound_for)
    items = {i for c in captured for i in c.items}
    discard_from_play({i for i in items if i.friend_only and i.owner != i.user})
    timing(MOVED, changing)
    timing(SWAPPED, cards)


@rules.procedure(clause="21.3")
def moves_over(card: Card) -> bool:
    """Whether a card is bound for the other player's field."""
    place = card.bound_for
    return place is not None and place.player != card.user


# ---------------------------------------------------------------- abilities gained and lost


@rules.procedure(clause="P-LOSE-SA")
def lose_special_abilities(card: Card) -> None:
    """Let a character lose all special abilities until the end of the turn."""
    for a in abilities_of(card):
        if a.basic == Basic.NONE:
            lose(card, a.kind, until=END_OF_TURN)
    timing(LOST_ABILITY, card)


@rules.procedure(clause="P-LOSE-BA")
def lose_basic_abilities(card: Card) -> None:
    """Let a character lose all basic abilities until the end of the turn."""
    for a in abilities_of(card):
        if a.basic != Basic.NONE:
            lose(card, a.kind, until=END_OF_TURN)
    timing(LOST_ABILITY, card)


@rules.procedure(clause="P-LOSE-BA")
def lose_basic_ability(card: Card, which: Basic) -> None:
    """Let a character lose every instance of one basic ability until the end of the turn (16.d)."""
    for a in abilities_of(card):
        if a.basic == which:
            lose(card, a.kind, until=END_OF_TURN)
    timing(LOST_ABILITY, card)


@rules.procedure(clause="P-CANT-USE-SA")
def bar_special_abilities(card: Card) -> None:
    """Bar the declaring of all special abilities until the end of the turn; they stay (22.3)."""
    for a in abilities_of(card):
        if a.basic == Basic.NONE:
            bar(card, a.kind, until=END_OF_TURN)


@rules.procedure(clause="P-GAIN-BA")
def gain_abilities_of(card: Card, other: Card) -> None:
    """Let a character gain the basic abilities of another that it has not itself (16.c)."""
    for a in abilities_of(other):
        if a.basic != Basic.NONE and not has_basic(card, a.basic):
            gain(card, a, until=END_OF_TURN)


@rules.procedure(clause="16.c")
def has_basic(card: Card, which: Basic) -> bool:
    """Whether a character has a basic ability, printed or gained."""
    for a in abilities_of(card):
        if a.basic == which:
            return True
    return False


# ---------------------------------------------------------------- decks


@rules.procedure(clause="24.1 24.2")
def check_decks() -> None:
    """End the game for players without a deck; asked after every step that takes from decks."""
    me = game.turn_player
    if me.deck and me.enemy.deck:
        return
    if me.deck:
        lose_game({me.enemy}, DECKED_OUT)
    if me.enemy.deck:
        lose_game({me}, DECKED_OUT)
    if DOUBLE_DECKOUT == DoubleDeckout.TURN_PLAYER_WINS:
        win(me, BOTH_DECKED_OUT)
    if DOUBLE_DECKOUT == DoubleDeckout.TURN_PLAYER_LOSES:
        win(me.enemy, BOTH_DECKED_OUT)
    lose_game({me, me.enemy}, BOTH_DECKED_OUT)


@rules.procedure(clause="T3 20.1")
def draw(player: Player, number: int) -> None:
    """Draw from the top of the deck."""
    timing(DRAWING, player)
    for _ in range(number):
        card = player.deck.top
        if card:
            put(card, HAND)
    check_decks()
    timing(DREW, player)


@rules.procedure(clause="20.1")
def draw_by_effect(player: Player, number: int) -> None:
    """Draw because a text says so, which other texts see."""
    if number > 0:
        draw(player, number)
        timing(DREW_BY_EFFECT, player, number)


@rules.procedure(clause="14.6")
def take_from_deck(player: Player, number: int) -> set[Card]:
    """Discard from the top of a deck, as one block; what lies there is all that can go."""
    taken: set[Card] = NO_CARDS
    for _ in range(number):
        card = player.deck.top
        if card:
            taken = taken | one(card)
            send(card, value(HEADING, Destination.DUST_BOX, card))
    return taken


@rules.procedure(clause="20.1")
def mill(player: Player, number: int) -> None:
    """Discard from the top of a deck by an effect or cost; no deck damage (14.3)."""
    if number > 0:
        timing(MILLING, player)
        taken = take_from_deck(player, number)
        check_decks()
        timing(ENTERED_DUST_BOX, in_dust_box(taken))
        timing(MILLED, player, number)


@rules.procedure(clause="24.4")
def mill_both(player: Player, number: int) -> None:
    """Discard from the top of both decks in one step."""
    timing(MILLING, player)
    timing(MILLING, player.enemy)
    taken = take_from_deck(player, number) | take_from_deck(player.enemy, number)
    check_decks()
    timing(ENTERED_DUST_BOX, in_dust_box(taken))
    timing(MILLED, player, number)
    timing(MILLED, player.enemy, number)


# ---------------------------------------------------------------- places


@rules.procedure(clause="6.1")
def send(card: Card, to: Destination) -> None:
    """Put a card in its owner's place."""
    if to == Destination.DUST_BOX:
        put(card, DUST_BOX)
    elif to == Destination.HAND:
        put(card, HAND)
    elif to == Destination.DECK_TOP:
        put(card, DECK)
    elif to == Destination.DECK_BOTTOM:
        put(card, DECK, at=BOTTOM)
    elif to == Destination.REMOVED:
        put(card, REMOVED)
    else:
        put(card, SET_ASIDE)


@rules.procedure(clause="6.3")
def discard_cards(cards: set[Card]) -> None:
    """Put cards in their owners' dust boxes, or where texts have them go instead."""
    if not cards:
        return
    for card in cards:
        card.heading = value(HEADING, Destination.DUST_BOX, card)
    for card in cards:
        send(card, card.heading)
    timing(ENTERED_DUST_BOX, in_dust_box(cards))


@rules.procedure(clause="6.3")
def in_dust_box(cards: set[Card]) -> set[Card]:
    """Those of the cards that lie in a dust box."""
    return {c for c in cards if c.zone == c.owner.dust_box}


@rules.procedure(clause="20.1")
def discard_from_hand(cards: set[Card]) -> None:
    """Discard hand cards by an effect or at the end of the turn."""
    timing(DISCARDING_HAND, cards)
    going = {c for c in cards if c.zone == c.owner.hand}
    discard_cards(going)
    timing(DISCARDED_HAND, going)


@rules.procedure(clause="20.1")
def discard_at_random(player: Player, number: int) -> None:
    """Discard hand cards drawn by lot."""
    for _ in range(number):
        card = random_card(player.hand)
        if card:
            discard_from_hand(one(card))


# ---------------------------------------------------------------- entering and leaving play


@rules.procedure(clause="12.8")
def enter(card: Card, cell: Zone) -> bool:
    """Place a character untapped on a cell and lock it; a cell just taken leaves it where it is."""
    timing(ENTERING, card, cell)
    return place_entering(card, cell)


@rules.procedure(clause="12.8")
def place_entering(card: Card, cell: Zone) -> bool:
    """Place a character that is entering; the second half of that process."""
    if taken(cell) or not name_is_free(card, cell.player):
        return False
    put(card, cell)
    card.tapped = False
    card.locked = True
    timing(ENTERED, card)
    return True


@rules.procedure(clause="13.3")
def hang_item(item: Card, bearer: Card) -> None:
    """Hang an item on a character."""
    attach(item, bearer, ITEMS)


@rules.procedure(clause="23.1")
def hanging_on(cards: set[Card]) -> set[Card]:
    """What hangs on cards and is discarded when they leave play."""
    return {i for c in cards for i in c.items | c.stacked}


@rules.procedure(clause="23.1")
def leave(cards: set[Card], to: Destination) -> set[Card]:
    """Let cards leave play together; Penalty and the like look back at the board before."""
    going = would(WOULD_LEAVE, {c for c in cards if c.in_play})
    if not going:
        return going
    timing(LEAVING_PLAY, going)
    going = {c for c in going if c.in_play}
    for card in going:
        card.heading = value(HEADING, to, card)
    hanging = hanging_on(going) - going
    with after(LEFT_PLAY, going | hanging):
        discard_cards(hanging)
        for card in going:
            send(card, card.heading)
    timing(ENTERED_DUST_BOX, in_dust_box(going))
    timing(REMOVED_FROM_GAME, {c for c in going if c.zone == c.owner.removed})
    return going


@rules.procedure(clause="23.1")
def discard_from_play(cards: set[Card]) -> set[Card]:
    """Discard cards in play."""
    return leave(cards, Destination.DUST_BOX)


@rules.procedure(clause="6.1")
def return_to_hand(cards: set[Card]) -> None:
    """Put cards back into their owners' hands, from play or from anywhere else."""
    playing = {c for c in cards if c.in_play}
    put_all(cards - playing, HAND)
    leave(playing, Destination.HAND)
