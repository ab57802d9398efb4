"""What variants may change (V14)."""

from __future__ import annotations

from tefuda.rulesets.set_extract.kinds import (
    DefeatCheck,
    GrazeCheck,
    Mulligan,
    NodePayment,
    Vigilance,
)
from tefuda.rulesets.set_extract.vocabulary import rules

DECK_SIZE = rules.parameter(
    "deck_size", 50, low=10, high=64, clause="V4.1", meaning="cards in a deck, exactly"
)
COPIES = rules.parameter(
    "copies", 3, low=1, high=64, clause="V4.1", meaning="most cards of one name in a deck"
)
LIFE = rules.parameter("life", 25, low=1, high=200, clause="V4.3", meaning="life at the start")
OPENING_HAND = rules.parameter(
    "opening_hand", 6, low=1, high=30, clause="V4.2", meaning="cards drawn before the game"
)
MULLIGAN = rules.parameter(
    "mulligan",
    Mulligan.ONCE,
    clause="V4.2",
    meaning="each player may shuffle the whole hand back once and redraw, or may not",
)
HAND_LIMIT = rules.parameter(
    "hand_limit", 6, low=0, high=60, clause="V7.4", meaning="cards kept in the discard phase"
)
NODES_PER_TURN = rules.parameter(
    "nodes_per_turn", 1, low=0, high=10, clause="V7.5", meaning="hand cards set as nodes in a turn"
)
CHARACTERS_PER_TURN = rules.parameter(
    "characters_per_turn",
    1,
    low=0,
    high=10,
    clause="V9.7",
    meaning="characters played in a turn that are no dolls",
)
DOLLS_PER_TURN = rules.parameter(
    "dolls_per_turn", 1, low=0, high=10, clause="V9.7", meaning="dolls played in a turn"
)
WORLD_AMULETS_PER_TURN = rules.parameter(
    "world_amulets_per_turn",
    1,
    low=0,
    high=10,
    clause="V9.7",
    meaning="world amulets that resolve in a turn",
)
FIRST_TURN_DRAW = rules.parameter(
    "first_turn_draw", False, clause="V7.4", meaning="the first player draws on the first turn"
)
GRAZE_DECK_CHECK = rules.parameter(
    "graze_deck_check",
    GrazeCheck.MORE,
    clause="V10.9",
    meaning="graze needs a deck of more cards than it takes, or of as many",
)
NODE_PAYMENT = rules.parameter(
    "node_payment",
    NodePayment.SLEEP_OR_DISCARD,
    clause="V9.5",
    meaning="a point is paid by an active node put to sleep or a sleeping one discarded, "
    "or only by the first",
)
DEFEAT_CHECK = rules.parameter(
    "defeat_check",
    DefeatCheck.PRIORITY,
    clause="V4.4",
    meaning="a player without life loses when anyone receives priority, or only when an "
    "interference has ended",
)
ATTACKER_GONE_ENDS = rules.parameter(
    "attacker_gone_ends",
    True,
    clause="V10.10",
    meaning="a battle whose attacker is gone ends without damage",
)
DEFENDER_GONE_SAVES = rules.parameter(
    "defender_gone_saves",
    True,
    clause="V10.10",
    meaning="an attack whose defender is gone does not hit the player",
)
VIGILANCE_DOES = rules.parameter(
    "vigilance_does",
    Vigilance.STAYS_AWAKE,
    clause="V11.4",
    meaning="a character with vigilance does not go to sleep by attacking",
)
INSTANT_DEATH_WORKS = rules.parameter(
    "instant_death_works",
    True,
    clause="V11.4",
    meaning="a character damaged in battle by one with instant death becomes resolute",
)
SEAL_ART_WORKS = rules.parameter(
    "seal_art_works",
    True,
    clause="V11.4",
    meaning="a character with seal art does not count as a caster",
)
OWNER_SEES_NODES = rules.parameter(
    "owner_sees_nodes",
    False,
    clause="V5.4",
    meaning="a player may look at own nodes that were put there unseen",
)
LEADER_POPULARITY = rules.parameter(
    "leader_popularity",
    2,
    low=0,
    high=4,
    clause="V11.4",
    meaning="top deck cards set face down on a leader as popularity when it enters",
)
TURN_LIMIT = rules.parameter(
    "turn_limit", 80, low=1, high=1000, clause="V0.24", meaning="turns, then the game is a draw"
)
