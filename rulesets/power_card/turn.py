"""Setting up, and the turn with its five phases (R6, R7)."""

from __future__ import annotations

from tefuda.kernel import (
    confirm,
    expire,
    lose_game,
    offer,
    put_all,
    random_below,
    shuffle,
    some,
    timing,
    value,
)
from tefuda.rulesets.power_card.attack import attack_chain
from tefuda.rulesets.power_card.declarations import end_lasting, let_respond
from tefuda.rulesets.power_card.payment import pay, payers_for
from tefuda.rulesets.power_card.phase import power_card_phase
from tefuda.rulesets.power_card.processes import (
    all_characters,
    check_state,
    discard_from_hand,
    draw,
)
from tefuda.rulesets.power_card.skills import (
    capacity_of,
    draws_of,
    is_aggressive,
    removals_of,
)
from tefuda.rulesets.power_card.vocabulary import (
    AGGRESSIVE_PAYS,
    CHANCE,
    DECK,
    DISCARD,
    DRAW_COUNT,
    DRAWS,
    END_OF_MAIN,
    END_OF_TURN,
    END_WINDOW,
    FIRST_DRAW,
    HAND_LIMIT,
    HAND_SIZE,
    INFLUENCE_WINDOW,
    MAIN,
    MAIN_PHASE,
    OPENING_HAND,
    REDRAW,
    REDRAW_ALLOWED,
    REMOVES,
    TURN_END,
    TURN_LIMIT,
    TURN_LIMIT_REACHED,
    TURN_START,
    Battle,
    Card,
    Destination,
    Faction,
    Lasts,
    Phase,
    Player,
    game,
    rules,
)

# ---------------------------------------------------------------- setup (R6)


@rules.setup
def set_up() -> None:
    """Shuffle, draw seven, see who begins; the second player may redraw once (R6.1 to R6.4)."""
    for player in game.players:
        shuffle(player.deck)
        draw(player, OPENING_HAND)
    if random_below(2) == 1:
        game.first = game.first.enemy
    game.turn_player = game.first
    redraw(game.first.enemy)


@rules.procedure(clause="R6.4")
def redraw(player: Player) -> None:
    """Let a player put the opening hand back once, shuffle and draw anew."""
    if REDRAW_ALLOWED and confirm(player, REDRAW):
        put_all(player.hand, DECK)
        shuffle(player.deck)
        draw(player, OPENING_HAND)


# ---------------------------------------------------------------- turns (R7.1)


@rules.main
def play() -> None:
    """Play turn after turn until somebody has lost, or there were too many (R15.3, R15.6)."""
    while True:
        take_turn(game.turn_player)
        game.turn = game.turn + 1
        if game.turn >= TURN_LIMIT:
            lose_game(game.players, TURN_LIMIT_REACHED)
        game.turn_player = game.turn_player.enemy


@rules.procedure(clause="R7.1")
def take_turn(me: Player) -> None:
    """Draw, influence, main, power card, discard."""
    timing(TURN_START, me)
    me.left_parties = 0
    draw_phase(me)
    influence_phase(me)
    main_phase(me)
    power_card_phase(me)
    discard_phase(me)
    end_turn(me)


@rules.procedure(clause="R7.3 R7.4 R7.5 R7.7 R6.6 R13.20")
def draw_phase(me: Player) -> None:
    """Remove damage by Remove, then draw 1 and what the dominated characters' Draw adds."""
    game.phase = Phase.DRAW
    most = removals_of(me)
    if most > 0:
        put_all(some(me, me.damage.cards, 0, most, REMOVES), DISCARD)
    if FIRST_DRAW or game.turn > 0:
        draw(me, max(value(DRAW_COUNT, DRAWS + draws_of(me), me), 0))


# ---------------------------------------------------------------- influence phase (R7.8)


@rules.procedure(clause="R7.8 R7.9 R7.14 R7.16")
def influence_phase(me: Player) -> None:
    """Go through the parties in order; each is looked at once, when it is reached."""
    game.phase = Phase.INFLUENCE
    if not me.parties.cards:
        return
    open_influence_window()
    for faction in Faction:
        card = me.parties[faction].top
        if card:
            if is_aggressive(card):
                attack_controller(me, card)
            open_influence_window()


@rules.procedure(clause="R7.16")
def open_influence_window() -> None:
    """Where a variant says so, let players declare between the parties."""
    if INFLUENCE_WINDOW:
        let_respond()


@rules.procedure(clause="R7.10 R7.11 R7.12 R7.13")
def attack_controller(me: Player, card: Card) -> None:
    """An Aggressive active character attacks its own controller, who may guard."""
    if AGGRESSIVE_PAYS:
        if not payers_for(card):
            return
        pay(me, payers_for(card), 1, Destination.DISCARD)
    attack_chain(Battle(by=me, attacked=me, attackers={card}, leader=card))


# ---------------------------------------------------------------- main phase (R7.17)


@rules.procedure(clause="R7.17 R7.22 R7.24")
def main_phase(me: Player) -> None:
    """Let the turn player act until ending the phase; then the other player has a chance."""
    game.phase = Phase.MAIN
    timing(MAIN_PHASE, me)
    acting = True
    while acting:
        acting = offer(me, MAIN)
        if not acting and END_WINDOW:
            acting = offer(me.enemy, CHANCE)
    end_main_phase()


@rules.procedure(clause="R7.2")
def end_main_phase() -> None:
    """End what lasts until the main phase ends."""
    expire(END_OF_MAIN)
    end_lasting(Lasts.MAIN_PHASE)
    for card in all_characters():
        card.more_icons = 0
        card.other_icons = 0
        card.silenced = 0
        card.punisher = None
    check_state()


# ---------------------------------------------------------------- discard phase (R7.26)


@rules.procedure(clause="R7.26 R7.27 R7.28 R7.29")
def discard_phase(me: Player) -> None:
    """Let the turn player, and nobody else, discard down to the hand limit."""
    game.phase = Phase.DISCARD
    keep_hand_limit(me)


@rules.procedure(clause="R7.26 R7.27")
def keep_hand_limit(me: Player) -> None:
    """Discard what is above 7 and what the dominated characters' Capacity adds."""
    limit = max(value(HAND_SIZE, HAND_LIMIT + capacity_of(me), me), 0)
    surplus = len(me.hand) - limit
    if surplus > 0:
        discard_from_hand(me, surplus)


@rules.procedure(clause="R7.2 R7.30")
def end_turn(me: Player) -> None:
    """End what lasts until the turn ends."""
    timing(TURN_END, me)
    expire(END_OF_TURN)
    end_lasting(Lasts.TURN)
    check_state()
