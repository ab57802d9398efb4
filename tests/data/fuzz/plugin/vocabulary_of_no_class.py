"""A tiny game for tests: draw a card, play a card, and whose cards are worth most wins."""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path

from tefuda import kernel
from tefuda.kernel import Printed, Zone, lose_game, offer, put, random_below, shuffle, timing, win
from tefuda.plugins import hookimpl
from tefuda.rules import Rules, Visibility

HERE = Path(__file__).parent


class Order(IntEnum):
    """Who begins."""

    CHANCE = 0
    FIRST = 1


class Card(kernel.Card):
    """A card."""

    owner: Player
    worth: Printed[int]


class Player(kernel.Player):
    """A player."""

    enemy: Player
    deck: Zone[Card]
    hand: Zone[Card]
    table: Zone[Card]
    points: int


class Game(kernel.Game):
    """The game."""

    first: Player
    turn_player: Player
    players: set[Player]


rules = Rules("tiny", summary="a race for points")
game = rules.vocabulary(card=Card, player=.5, game=Game)

DECK = rules.zone("deck", capacity=40, visible=Visibility.NOBODY, meaning="the deck")
HAND = rules.zone("hand", capacity=40, visible=Visibility.OWNER, ordered=False, meaning="the hand")
TABLE = rules.zone("table", capacity=40, in_play=True, meaning="cards played")

GOAL = rules.parameter("goal", 15, low=1, high=100, meaning="points that win", clause="3")
HAND_SIZE = rules.parameter("hand_size", 3, low=1, high=10, meaning="cards at first", clause="1")
FAULTY = rules.parameter("faulty", False, meaning="whether some games fail", clause="test")
ENDLESS = rules.parameter("endless", False, meaning="whether a turn never ends", clause="test")
WHO = rules.parameter("who", Order.CHANCE, meaning="who begins", clause="1")

PLAYED = rules.timing_point("played", Card, clause="2")
MAIN = rules.window("main", rest=True, can_pass=False, clause="2")
ENOUGH = rules.outcome("enough", clause="3", meaning="the points were reached")
EXHAUSTED = rules.outcome("exhausted", clause="4", meaning="a deck is empty")


@rules.setup
def set_up() -> None:
    """Shuffle and draw; see who begins."""
    for player in game.players:
        shuffle(player.deck)
        for _ in range(HAND_SIZE):
            draw(player)
    if WHO == Order.CHANCE and random_below(2) == 1:
        game.first = game.first.enemy
    game.turn_player = game.first


@rules.procedure(clause="1")
def draw(me: Player) -> None:
    """Draw the top card, if there is one."""
    card = me.deck.top
    if card:
        put(card, HAND)


@rules.procedure(clause="2")
def take_turn(me: Player) -> None:
    """Draw a card and play one."""
    draw(me)
    offer(me, MAIN)


def playable(me: Player) -> set[Card]:
    """The cards that may be played: all in hand."""
    return me.hand.cards


@rules.action(MAIN, candidates=playable, text="play", clause="2")
def play_card(me: Player, card: Card) -> None:
    """Play a card and count its worth."""
    put(card, TABLE)
    me.points = me.points + card.worth
    timing(PLAYED, card)


@rules.main
def play() -> None:
    """Take turns until somebody has enough or a deck is empty."""
    while True:
        me = game.turn_player
        if len(me.deck) == 0:
            lose_game(game.players, EXHAUSTED)
        take_turn(me)
        if ENDLESS:
            while me.points > 0:
                me.points = me.points + 1
        if FAULTY:
            assert game.turn != 5 or me.points != 7
        if me.points >= GOAL:
            win(me, ENOUGH)
        game.turn = game.turn + 1
        game.turn_player = me.enemy


@rules.rates
def rate(me: Player) -> int:
    """Prefer points."""
    return me.points - me.enemy.points


@rules.check_decks
def check(cards, parameters):
    """Ask for twelve cards at least."""
    return [] if len(cards) >= 12 else [f"{len(cards)} cards, expected 12 at least"]


rules.cards_from(HERE / "cards.json")
rules.decks_from(HERE / "decks.json")


@hookimpl
def tefuda_rulesets():
    """Give the game."""
    return [rules]
