"""When players are offered what they may do, and what they are asked."""

from __future__ import annotations

from tefuda.rulesets.set_extract.vocabulary import rules

MAIN = rules.window("main", rest=True, clause="V7.5")
PRIORITY = rules.window("priority", rest=True, clause="V7.3")
ANSWER = rules.window("answer", clause="V8.3")

REDRAW = rules.ask("redraw", "draw a new opening hand")
PAY_WITH = rules.ask("pay_with", "pay with")
BY_CASTER = rules.ask("by_caster", "use the caster in place of nodes and cost")
TARGET = rules.ask("target", "target")
TARGET_PLAYER = rules.ask("target_player", "target player")
CHOSEN_MODE = rules.ask("chosen_mode", "use part")
DECLARED_RACE = rules.ask("declared_race", "declare race")
DECLARED_NAME = rules.ask("declared_name", "declare the name of")
AMOUNT = rules.ask("amount", "X is")
EXCLUDES = rules.ask("excludes", "exclude")
DISCARDS = rules.ask("discards", "discard")
KEEPS = rules.ask("keeps", "keep")
PAYS_UPKEEP = rules.ask("pays_upkeep", "pay the upkeep")
PAYS_LIFE = rules.ask("pays_life", "pay in life")
PAYS_BLESSING = rules.ask("pays_blessing", "pay for what is blessed")
GRAZES = rules.ask("grazes", "take nodes by graze")
NEXT_FALLEN = rules.ask("next_fallen", "next on the underworld")
NEXT_ARRIVES = rules.ask("next_arrives", "arrives next")
FOUND = rules.ask("found", "extract")
TAKEN = rules.ask("taken", "take")
SETS_ON = rules.ask("sets_on", "set on")
MOVES = rules.ask("moves", "move")
CHOSEN = rules.ask("chosen", "choose")
USES_TEXT = rules.ask("uses_text", "use the text")
TRANSFORMS = rules.ask("transforms", "transform")
REDIRECTS = rules.ask("redirects", "aim it at")
NEXT_UNDER = rules.ask("next_under", "next under the deck")
NEXT_ON = rules.ask("next_on", "next on top")
