"""The moments at which texts speak, and the questions that they answer."""

from __future__ import annotations

from tefuda.rules import Fold, Orderer, Runs
from tefuda.rulesets.set_extract.kinds import Harm, Phase
from tefuda.rulesets.set_extract.vocabulary import Ability, Battle, Card, Declaration, Player, rules

OWN = Orderer.EACH_OWN
TURN_START = rules.timing_point("turn_start", Player, orderer=OWN, clause="V7.1", log=True)
PHASE_START = rules.timing_point("phase_start", Player, Phase, orderer=OWN, clause="V7.3")
PHASE_END = rules.timing_point("phase_end", Player, Phase, orderer=OWN, clause="V7.3")
TURN_END = rules.timing_point("turn_end", Player, orderer=OWN, clause="V7.6")

WOULD_ENTER = rules.timing_point("would_enter", Card, orderer=OWN, clause="S11.3.9")
ENTERED = rules.timing_point("entered", Card, orderer=OWN, clause="S11.3.9", log=True)
PLAYED_IN = rules.timing_point("played_in", Card, orderer=OWN, clause="V11.4")
CHANGED_SIDE = rules.timing_point("changed_side", Card, orderer=OWN, clause="S11.3.2")
WOULD_SET = rules.timing_point("would_set", Card, Card, orderer=OWN, clause="S11.3.10")
WOULD_BE_SET_ON = rules.timing_point("would_be_set_on", Card, Card, orderer=OWN, clause="S11.3.10")
SET = rules.timing_point("was_set", Card, Card, orderer=OWN, clause="S11.3.10", log=True)
SET_ON = rules.timing_point("had_set_on", Card, Card, orderer=OWN, clause="S11.3.15")
WOULD_PLACE = rules.timing_point("would_place", Card, orderer=OWN, clause="V11.2.2.a")
PLACED = rules.timing_point("placed", Card, orderer=OWN, clause="V11.2.2.d")

WOULD_MAKE_RESOLUTE = rules.timing_point("would_make_resolute", Card, orderer=OWN, clause="V11.3.4")
WOULD_BECOME_RESOLUTE = rules.timing_point(
    "would_become_resolute", Card, orderer=OWN, clause="V11.3.4"
)
MADE_RESOLUTE = rules.timing_point("made_resolute", Card, orderer=OWN, clause="V11.3.4")
BECAME_RESOLUTE = rules.timing_point("became_resolute", Card, orderer=OWN, clause="V11.3.4")
WOULD_DISCARD = rules.timing_point("would_discard", Card, orderer=OWN, clause="S11.3.3.b")
WOULD_BE_DISCARDED = rules.timing_point("would_be_discarded", Card, orderer=OWN, clause="S11.3.3.c")
DISCARDED = rules.timing_point("discarded", Card, orderer=OWN, clause="S11.3.3.d")
WAS_DISCARDED = rules.timing_point("was_discarded", Card, orderer=OWN, clause="S11.3.3.e")
WOULD_EXCLUDE = rules.timing_point("would_exclude", Card, orderer=OWN, clause="V11.3.5")
WOULD_BE_EXCLUDED = rules.timing_point("would_be_excluded", Card, orderer=OWN, clause="V11.3.5")
EXCLUDED_IT = rules.timing_point("excluded_it", Card, orderer=OWN, clause="V11.3.5")
WAS_EXCLUDED = rules.timing_point("was_excluded", Card, orderer=OWN, clause="V11.3.5")

DEALING = rules.timing_point("dealing", Card, orderer=OWN, clause="V10.7")
WOULD_TAKE = rules.timing_point("would_take", Card, Harm, orderer=OWN, clause="V10.7")
DAMAGED = rules.timing_point("damaged", Card, Harm, orderer=OWN, clause="V10.7", log=True)
PLAYER_DAMAGED = rules.timing_point(
    "player_damaged", Player, int, orderer=OWN, clause="V10.7", log=True
)
PLAYER_BATTLE_DAMAGED = rules.timing_point(
    "player_battle_damaged", Player, int, orderer=OWN, clause="V10.7"
)

LOST_LIFE = rules.timing_point("lost_life", Player, orderer=OWN, clause="V4.6")

ATTACKED = rules.timing_point("attacked", Card, Battle, orderer=OWN, clause="V10.1", log=True)
DEFENDED = rules.timing_point("defended", Card, Battle, orderer=OWN, clause="V10.2", log=True)
FIGHTS = rules.timing_point("fights", Card, Battle, orderer=OWN, clause="V11.4")
BATTLE_START = rules.timing_point("battle_start", Card, Battle, orderer=OWN, clause="V10.4")
BATTLE_END = rules.timing_point("battle_end", Card, Battle, orderer=OWN, clause="V10.4")
INTERFERENCE_END = rules.timing_point("interference_end", Player, orderer=OWN, clause="V8.5")

AIMED_AT = rules.timing_point("aimed_at", Card, Declaration, orderer=OWN, clause="V11.4")
PLAY_RESOLVED = rules.timing_point("play_resolved", Card, orderer=OWN, clause="V11.1.4")
PLAYED_CARD = rules.timing_point(
    "played_card", Card, Declaration, runs=Runs.AFTER, orderer=OWN, clause="V9.1", log=True
)
PLAY_NEGATED = rules.timing_point(
    "play_negated", Card, runs=Runs.AFTER, orderer=OWN, clause="V9.10"
)
LOOKED_AT_DECK = rules.timing_point(
    "looked_at_deck", Player, Player, runs=Runs.AFTER, orderer=OWN, clause="S11.7"
)
WOKE = rules.timing_point("woke", Card, runs=Runs.AFTER, orderer=OWN, clause="S11.5.1")
FELL_ASLEEP = rules.timing_point(
    "fell_asleep", Card, runs=Runs.AFTER, orderer=OWN, clause="S11.5.2"
)
NODE_PAID = rules.timing_point("node_paid", Card, Player, orderer=OWN, clause="V9.5")
DREW = rules.timing_point("drew", Player, int, runs=Runs.AFTER, orderer=OWN, clause="V7.4")

# ---------------------------------------------------------------- questions

MAY_PLAY = rules.question("may_play", Card, Player, clause="V9.2")
MAY_USE = rules.question("may_use", Card, Player, clause="V11.1.1")
MAY_ENTER = rules.question("may_enter", Card, clause="S11.3.13")
MAY_SET = rules.question("may_set", Card, Card, clause="S11.3.13")
MAY_MOVE_EXCLUDED = rules.question("may_move_excluded", Card, clause="S11.3.5")
MAY_BE_OBJECT = rules.question("may_be_object", Card, Card, clause="V11.2.4")
MAY_BE_TARGET = rules.question("may_be_target", Card, Ability, Player, clause="V11.2.4")
MAY_ATTACK = rules.question("may_attack", Card, clause="V10.1")
MAY_DEFEND = rules.question("may_defend", Card, clause="V10.2")
MAY_NEGATE = rules.question("may_negate", Card, clause="V9.10")
MAY_PAY_ASLEEP = rules.question("may_pay_asleep", Player, clause="V9.5")
MAY_WAKE = rules.question("may_wake", Card, clause="V7.4")
MAY_LOSE = rules.question("may_lose", Player, clause="V4.6")
CARD_COST = rules.question("card_cost", Card, Player, fold=Fold.VALUE, clause="V9.5")
UPKEEP = rules.question("upkeep_of", Card, fold=Fold.VALUE, clause="V7.4")
RECEIVES = rules.question("receives", Card, Harm, fold=Fold.VALUE, clause="V10.7")
PLAYER_RECEIVES = rules.question("player_receives", Player, Harm, fold=Fold.VALUE, clause="V10.7")
EQUIP_LIMIT = rules.question("equip_limit", Card, fold=Fold.VALUE, clause="V11.4")
HAND_SIZE = rules.question("hand_size", Player, fold=Fold.VALUE, clause="V7.4")
GOES_TO = rules.question("goes_to", Card, fold=Fold.VALUE, clause="S11.3.3.h")
FALLS_BY = rules.question("falls_by", Card, fold=Fold.VALUE, clause="V11.3.4")
RACES_OF = rules.question("races_of", Card, fold=Fold.VALUE, clause="V3.5")
