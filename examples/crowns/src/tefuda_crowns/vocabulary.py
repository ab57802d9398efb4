"""The words of Crowns: what cards, players and the game have, and what can be named."""

from __future__ import annotations

from typing import TypeAlias

from tefuda import kernel
from tefuda.kernel import Printed, Stat
from tefuda.rules import Fold, Rules, Visibility

rules = Rules("crowns", summary="a trick game: the higher card takes the crowns of both")

Zone: TypeAlias = "kernel.Zone[Card]"


class Card(kernel.Card):
    """A card."""

    owner: Player
    rank: Stat
    crowns: Printed[int]


class Player(kernel.Player):
    """A player."""

    enemy: Player
    deck: Zone
    hand: Zone
    table: Zone
    won: Zone
    crowns: int


class Game(kernel.Game):
    """What belongs to no player; the turn player is the one who leads."""

    turn_player: Player
    players: set[Player]


game = rules.vocabulary(card=Card, player=Player, game=Game)

DECK = rules.zone("deck", capacity=40, visible=Visibility.NOBODY, meaning="cards to draw")
HAND = rules.zone("hand", capacity=40, visible=Visibility.OWNER, ordered=False, meaning="the hand")
TABLE = rules.zone("table", capacity=2, in_play=True, meaning="the card of this trick")
WON = rules.zone("won", capacity=80, meaning="the cards of the tricks that were won")
RANK = rules.stat("rank", meaning="the higher one wins a trick")

HAND_SIZE = rules.parameter(
    "hand_size", 4, low=1, high=10, clause="1", meaning="cards in a full hand"
)
GOAL = rules.parameter("goal", 12, low=1, high=99, clause="5", meaning="crowns that win at once")

LEADING = rules.window("leading", rest=True, can_pass=False, clause="2")
ANSWER = rules.ask("answer", "answer with")
KEEP = rules.ask("keep", "keep the new top card")
TRICK_WON = rules.timing_point("trick_won", Card, Card, clause="3", log=True)
CROWNS = rules.question("crowns_taken", Card, Player, fold=Fold.VALUE, clause="3")
ENOUGH = rules.outcome("enough", clause="5", meaning="a player has the crowns that win")
MORE = rules.outcome("more", clause="6", meaning="no cards are left, and one has more crowns")
EQUAL = rules.outcome("equal", clause="6", meaning="no cards are left, and both have as many")
