"""How Crowns is played; the numbers are those of the rules in README.md."""

from __future__ import annotations

from tefuda.kernel import (
    choose,
    lose_game,
    offer,
    put,
    put_all,
    random_below,
    shuffle,
    timing,
    value,
    win,
)
from tefuda_crowns.vocabulary import (
    ANSWER,
    CROWNS,
    ENOUGH,
    EQUAL,
    GOAL,
    HAND_SIZE,
    LEADING,
    MORE,
    TABLE,
    TRICK_WON,
    Card,
    Player,
    game,
    rules,
)


@rules.setup
def set_up() -> None:
    """Shuffle, fill both hands, and let chance say who leads (1)."""
    for player in game.players:
        shuffle(player.deck)
        fill_hand(player)
    if random_below(2) == 1:
        game.turn_player = game.turn_player.enemy
    game.first = game.turn_player


@rules.main
def play() -> None:
    """Play tricks as long as both players have cards (2, 6)."""
    while game.turn_player.hand.occupied and game.turn_player.enemy.hand.occupied:
        offer(game.turn_player, LEADING)
        game.turn = game.turn + 1
    count_crowns(game.turn_player)


@rules.procedure(clause="1 4")
def fill_hand(me: Player) -> None:
    """Draw up to a full hand, as long as there are cards."""
    while len(me.hand) < HAND_SIZE:
        card = me.deck.top
        if not card:
            return
        put(card, me.hand)


@rules.procedure(clause="2")
def leads(me: Player) -> set[Card]:
    """The cards that may be led: all in hand."""
    return me.hand.cards


@rules.action(LEADING, candidates=leads, text="lead", clause="2")
def lead(me: Player, led: Card) -> None:
    """Lead a card; the enemy answers with one, and the trick is taken."""
    put(led, TABLE)
    answer = choose(me.enemy, me.enemy.hand, ANSWER)
    put(answer, TABLE)
    if answer.rank > led.rank:
        take_trick(me.enemy, answer, led)
    else:
        take_trick(me, led, answer)


@rules.procedure(clause="3 4 5")
def take_trick(winner: Player, card: Card, other: Card) -> None:
    """The winner takes the crowns of both cards and leads next; both fill their hands."""
    for c in {card, other}:
        winner.crowns += value(CROWNS, c.crowns, c, winner)
    timing(TRICK_WON, card, other)
    put_all({card, other}, winner.won)
    if winner.crowns >= GOAL:
        win(winner, ENOUGH)
    game.turn_player = winner
    fill_hand(winner)
    fill_hand(winner.enemy)


@rules.procedure(clause="6")
def count_crowns(me: Player) -> None:
    """End the game when somebody has no card left: more crowns win."""
    if me.crowns == me.enemy.crowns:
        lose_game(game.players, EQUAL)
    win(me if me.crowns > me.enemy.crowns else me.enemy, MORE)
