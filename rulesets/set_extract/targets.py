"""Modes, targets and what else is named when a text is declared (V9.3, V11.2)."""

from __future__ import annotations

from tefuda.kernel import choose, knows, legal, perform, permitted, still, timing
from tefuda.rulesets.set_extract.choices import (
    CHOSEN_MODE,
    DECLARED_NAME,
    DECLARED_RACE,
    REDIRECTS,
    TARGET,
    TARGET_PLAYER,
)
from tefuda.rulesets.set_extract.kinds import CardType, Declares, Mode, Race
from tefuda.rulesets.set_extract.payment import purse
from tefuda.rulesets.set_extract.states import objects
from tefuda.rulesets.set_extract.timings import AIMED_AT, MAY_BE_TARGET
from tefuda.rulesets.set_extract.vocabulary import Ability, Card, Declaration, Player, game, rules


@rules.procedure(clause="V11.2.3")
def carry_out(d: Declaration) -> None:
    """Perform the text of a declaration, if it has one."""
    a = d.ability
    if a:
        perform(a, d)


@rules.procedure(clause="V9.3.d V11.2.3")
def needs_target(a: Ability, mode: Mode) -> bool:
    """Whether a text aims at a card when this part of it is chosen."""
    return a.targets > 0 and not (a.aimless and mode == Mode.SECOND)


@rules.procedure(clause="V11.2.1 V11.2.3 V11.2.4")
def legal_targets(a: Ability, by: Player, mode: Mode) -> set[Card]:
    """The cards that may be the target: described so, and allowed as object and target."""
    found = objects(a.bearer, legal(a, 0, by, mode))
    found = permitted(MAY_BE_TARGET, found, a, by)
    if a.costs_target:
        most = purse(by)
        found = {c for c in found if c.field_cost <= most}
    return found


@rules.procedure(clause="V9.2 V11.2.3")
def open_modes(a: Ability, by: Player) -> set[Mode]:
    """The parts of a text that find their targets."""
    return {m for m in Mode if not needs_target(a, m) or legal_targets(a, by, m)}


@rules.procedure(clause="V9.2 V11.2.3")
def finds_targets(a: Ability | None, by: Player) -> bool:
    """Whether a text can be declared: its targets exist."""
    if not a or a.targets == 0:
        return True
    return bool(open_modes(a, by)) if a.modal else bool(legal_targets(a, by, Mode.FIRST))


@rules.procedure(clause="V9.3.c V9.3.d V9.3.e")
def choose_all(d: Declaration, a: Ability) -> None:
    """Choose mode and targets, and declare what the text asks for."""
    if a.modal:
        d.mode = choose(d.by, open_modes(a, d.by), CHOSEN_MODE)
    if needs_target(a, d.mode):
        d.target = choose(d.by, legal_targets(a, d.by, d.mode), TARGET)
    if a.declares == Declares.RACE:
        d.race = choose(d.by, Race, DECLARED_RACE)
    elif a.declares == Declares.NAME:
        d.named = choose(d.by, namable(d.by), DECLARED_NAME, optional=True)
    elif a.declares == Declares.PLAYER and (not a.modal or d.mode == Mode.SECOND):
        d.player = choose(d.by, game.players, TARGET_PLAYER)


@rules.procedure(clause="V13.1")
def namable(by: Player) -> set[Card]:
    """The cards by which a player can declare a name: those whose faces that player knows."""
    mine = by.hand | by.field | by.underworld | by.excluded
    theirs = by.enemy.hand | by.enemy.field | by.enemy.underworld | by.enemy.excluded
    return {c for c in mine | theirs | by.deck | by.enemy.deck if knows(by, c)}


@rules.procedure(clause="V11.2.3")
def target_stays(d: Declaration) -> bool:
    """Whether the targets are still there and legal; if not, nothing at all resolves."""
    a = d.ability
    first = d.target
    if not a or not first:
        return True
    return bool(still(first, d)) and first in legal_targets(a, d.by, d.mode)


@rules.procedure(clause="V11.1.7")
def is_command_or_character_effect(d: Declaration) -> bool:
    """Whether it is the text of a command or an effect of a character, granted ones included."""
    a = d.ability
    return d.card.type == CardType.COMMAND or (a is not None and is_character_effect(a))


@rules.procedure(clause="S11.3.12")
def is_character_effect(a: Ability) -> bool:
    """Whether it is an effect of a character: its own, or that of a card set on one."""
    bearer = a.bearer
    host = bearer.host
    return bearer.is_character or (host is not None and host.is_character)


@rules.procedure(clause="V11.2.3")
def redirect(d: Declaration) -> None:
    """A player who may do so aims a command or character effect at something else."""
    a = d.ability
    target = d.target
    if a and target and target.in_play and is_command_or_character_effect(d):
        if target.user.redirects and still(target, d):
            others = legal_targets(a, d.by, d.mode)
            aim = choose(target.user, others, REDIRECTS, optional=True)
            if aim:
                aim_at(d, aim)


@rules.procedure(clause="V11.2.3")
def aim_at(d: Declaration, target: Card) -> None:
    """Aim a declaration at another card."""
    d.target = target


@rules.procedure(clause="V11.4")
def announce_target(d: Declaration) -> None:
    """Cards that were aimed at hear of it after the procedure: blessing, resistance."""
    target = d.target
    if target:
        timing(AIMED_AT, target, d)
