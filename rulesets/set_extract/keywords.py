"""Keywords that are only words; what they do stands where the rules ask for them (V11.4)."""

from __future__ import annotations

from tefuda.rulesets.set_extract.vocabulary import rules

HASTE = rules.keyword("haste", clause="V11.4")
AMBUSH = rules.keyword("ambush", clause="V11.4")
FIRST_STRIKE = rules.keyword("first_strike", clause="V11.4")
PIERCE = rules.keyword("pierce", clause="V11.4")
STEALTH = rules.keyword("stealth", clause="V11.4")
DOLL = rules.keyword("doll", clause="V11.4")
LEGEND = rules.keyword("legend", clause="V11.4")
RELIC = rules.keyword("relic", clause="V11.4")
VIGILANCE = rules.keyword("vigilance", clause="V11.4")
INSTANT_DEATH = rules.keyword("instant_death", clause="V11.4")
SEAL_ART = rules.keyword("seal_art", clause="V11.4")
SUIT_ONE = rules.keyword("suit_one", clause="V11.4")
SUIT_TWO = rules.keyword("suit_two", clause="V11.4")
LAST_SPELL = rules.keyword("last_spell", clause="V11.4")
LAST_WORD = rules.keyword("last_word", clause="V11.4")
OVERDRIVE = rules.keyword("overdrive", clause="V11.4")
ONCE_PER_OWN_TURN = rules.keyword("once_per_own_turn", clause="V9.2.b")
OWN_TURN_ONLY = rules.keyword("own_turn_only", clause="V9.2.b")
LEADER = rules.keyword("leader", clause="V11.4")
UNION = rules.keyword("union", clause="V11.4")
#: In its battles enemy texts about becoming resolute have no effect.
VOIDS_RESOLUTE_TEXTS = rules.keyword("voids_resolute_texts", clause="V11.4")
#: With no equip set on it, it is discarded.
DISCARDED_WHEN_EMPTY = rules.keyword("discarded_when_empty", clause="V11.1.4")
#: Its upkeep may be paid in life.
UPKEEP_IN_LIFE = rules.keyword("upkeep_in_life", clause="V7.4")
