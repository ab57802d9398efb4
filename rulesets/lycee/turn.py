"""Setting up, and the turn: wake-up, warm-up, main phase, end phase (5, 8)."""

from __future__ import annotations

from tefuda.kernel import abilities as abilities_of
from tefuda.kernel import (
    allowed,
    bearing,
    choose,
    confirm,
    expire,
    offer,
    put_all,
    random_below,
    reset_uses,
    reveal,
    shuffle,
    some,
    timing,
    value,
)
from tefuda.rulesets.lycee.basic import tax_trash, tax_trash_by_deck, tax_wake_up
from tefuda.rulesets.lycee.declarations import pay_tax
from tefuda.rulesets.lycee.processes import (
    discard_from_hand,
    discard_from_play,
    draw,
    make_not_acted,
)
from tefuda.rulesets.lycee.vocabulary import (
    CHANCE,
    DECK,
    DISCARD,
    DRAWS,
    END_OF_TURN,
    FIRST_DRAW,
    HAND_ADJUSTMENT,
    HAND_LIMIT,
    HAND_SIZE,
    MAIN,
    MAIN_PHASE,
    MAY_UNTAP,
    MULLIGAN,
    OPENING_HAND,
    REDRAW,
    TAX,
    TAX_FIRST,
    TURN_END,
    TURN_START,
    UNTAP,
    WAKE_UP,
    WAKE_UP_OPTIONAL,
    WARM_UP,
    WARM_UP_DRAWS,
    Basic,
    Card,
    Mulligan,
    Player,
    game,
    rules,
)


@rules.setup
def set_up() -> None:
    """Shuffle, draw, redraw hands without a character; then see who begins (5.1, 5.5)."""
    for player in game.players:
        game.turn_player = player
        shuffle(player.deck)
        draw(player, OPENING_HAND)
    for player in game.players:
        mulligan(player)
    if random_below(2) == 1:
        game.turn_player = game.turn_player.enemy
    game.first = game.turn_player


@rules.procedure(clause="5.3 5.4")
def mulligan(player: Player) -> None:
    """Let a player show a hand without a character and draw anew, as long as it has none."""
    if MULLIGAN == Mulligan.NO_CHARACTER:
        while not {c for c in player.hand if c.is_character} and confirm(player, REDRAW):
            reveal(player.hand)
            redraw(player)
    elif MULLIGAN == Mulligan.ONCE:
        if confirm(player, REDRAW):
            redraw(player)


@rules.procedure(clause="5.3")
def redraw(player: Player) -> None:
    """Shuffle the hand into the deck and draw as many."""
    put_all(player.hand, DECK)
    shuffle(player.deck)
    draw(player, OPENING_HAND)


@rules.main
def play() -> None:
    """Play turn after turn; a deck that runs out ends the game."""
    while True:
        take_turn(game.turn_player)
        game.turn = game.turn + 1
        game.turn_player = game.turn_player.enemy


@rules.procedure(clause="8")
def take_turn(me: Player) -> None:
    """One turn of a player."""
    start_turn(me)
    wake_up(me)
    warm_up(me)
    main_phase(me)
    end_phase(me)


@rules.procedure(clause="T1")
def start_turn(me: Player) -> None:
    """Entry locks end, taxes are due, and what happens at the start of a turn happens."""
    for card in {c for c in me.characters if c.locked}:
        card.locked = False
    if TAX_FIRST:
        collect_taxes(me)
    timing(TURN_START, me)
    if not TAX_FIRST:
        collect_taxes(me)


@rules.procedure(clause="T1b 16.9 16.10")
def collect_taxes(me: Player) -> None:
    """Ask for each tax once: unpaid, Trash discards and Wake-up leaves its bearer tapped."""
    timing(TAX, me)
    for card in bearing(me.characters, tax_trash) | bearing(me.characters, tax_trash_by_deck):
        for a in abilities_of(card):
            if a.basic == Basic.TAX_TRASH and card.on_field and not pay_tax(me, a):
                discard_from_play({card})
    for card in bearing(me.characters, tax_wake_up):
        for a in abilities_of(card, tax_wake_up):
            if card.on_field and not pay_tax(me, a):
                card.stays_tapped = True


@rules.procedure(clause="T2")
def wake_up(me: Player) -> None:
    """Let the turn player untap each own character, or leave it tapped."""
    timing(WAKE_UP, me)
    for card in {c for c in me.characters if c.tapped}:
        if wakes(card) and wanted_awake(me, card):
            make_not_acted(card)
    for card in {c for c in me.characters if c.stays_tapped}:
        card.stays_tapped = False


@rules.procedure(clause="T2")
def wanted_awake(me: Player, card: Card) -> bool:
    """Let a player say whether a character untaps; a variant leaves no choice (C-05)."""
    if not WAKE_UP_OPTIONAL:
        return True
    return choose(me, {card}, UNTAP, optional=True) is not None


@rules.procedure(clause="T2a")
def wakes(card: Card) -> bool:
    """Whether a character may untap in this wake-up; such effects are used up by it."""
    return not card.stays_tapped and allowed(MAY_UNTAP, card)


@rules.procedure(clause="T3")
def warm_up(me: Player) -> None:
    """Draw two cards, one in the very first turn; no draw by an effect."""
    timing(WARM_UP, me)
    draw(me, value(WARM_UP_DRAWS, FIRST_DRAW if game.turn == 0 else DRAWS, me))


@rules.procedure(clause="T4 T5 10.2")
def main_phase(me: Player) -> None:
    """Let the turn player act, or pass and the enemy act; both passing ends the phase."""
    timing(MAIN_PHASE, me)
    while offer(me, MAIN) or offer(me.enemy, CHANCE):
        pass


@rules.procedure(clause="T6")
def end_phase(me: Player) -> None:
    """End-of-turn effects, the hand limit, then what lasts until the end of the turn ends."""
    timing(TURN_END, me)
    adjust_hand(me)
    expire(END_OF_TURN)
    reset_uses(me.characters | me.enemy.characters)


@rules.procedure(clause="6b")
def adjust_hand(me: Player) -> None:
    """Let the turn player discard down to the hand limit; the other player does nothing."""
    timing(HAND_ADJUSTMENT, me)
    surplus = len(me.hand) - value(HAND_SIZE, HAND_LIMIT, me)
    if surplus > 0:
        discard_from_hand(some(me, me.hand.cards, surplus, surplus, DISCARD))
