"""Texts of cards that are not declared: permanents, passive texts, triggers, replacements, cards
whose duration runs.

Characters of the influence area have them only for entering and in battle (R7.25).
"""

from __future__ import annotations

from tefuda.kernel import NO_CARDS, bearing, choose, confirm, modify, one, put
from tefuda.kernel import abilities as abilities_of
from tefuda.rules import Of
from tefuda.rulesets.power_card.icons import has_icon
from tefuda.rulesets.power_card.processes import (
    affected,
    all_characters,
    damage_characters,
    damage_player,
    discard_characters,
    dominated,
    draw,
    lose_power,
    mental_damage,
)
from tefuda.rulesets.power_card.skills import (
    breakthrough,
    charge,
    defensive,
    draw_skill,
    initiative,
    intercept,
    offensive,
    permanent_skill,
    shield,
    synchro,
    works,
)
from tefuda.rulesets.power_card.turn import keep_hand_limit
from tefuda.rulesets.power_card.vocabulary import (
    AFFECTED,
    ATTACK,
    ATTACK_DECLARED,
    BIND_OPTIONAL,
    BINDS,
    BREAKS_GO,
    COST_PAID,
    DAMAGE,
    DISCARD,
    DISCARDED,
    DOMINION,
    DREW,
    END_OF_MAIN,
    ENDURANCE,
    ENTERED,
    GUARD_DECLARED,
    GUARDS,
    LASTING,
    MAY_ATTACK,
    MAY_PAY,
    MENTAL,
    MIND,
    PAY_WEIGHT,
    PAYS_FOR,
    POWER_LOST,
    SKILLS_WORK,
    STAYS,
    TAKES,
    WOULD_LEAVE,
    Ability,
    Battle,
    Card,
    CardType,
    Destination,
    Faction,
    Harm,
    Icon,
    Player,
    Skill,
    game,
    rules,
)

# ---------------------------------------------------------------- Bind and staying (R13.4, R14.2)


@rules.procedure(clause="R13.4 R13.23")
def can_bind(me: Card, card: Card, *, x: int = 1) -> bool:
    """Whether its smallest Bind is this one, in force in the dominion, with power enough."""
    if len(me.power) < x or not dominated(me) or not works(me, Skill.BIND):
        return False
    for a in abilities_of(me):
        if a.skill == Skill.BIND and a.x < x:
            return False
    return True


@rules.instead(WOULD_LEAVE, of=Of.SELF, when=can_bind, clause="R13.4", skill=Skill.BIND, x=1)
def bind(me: Card, card: Card, *, x: int = 1) -> bool:
    """X of its power cards go to the damage zone instead, and it stays with all that is on it."""
    if BIND_OPTIONAL and not confirm(me.user, BINDS):
        return False
    for _ in range(x):
        put(choose(me.user, me.power, POWER_LOST), DAMAGE)
    return True


@rules.procedure(clause="R14.2")
def can_stay(me: Card, card: Card) -> bool:
    """Whether it would be discarded and bears a permanent to give up."""
    discarded = game.leaving_to == Destination.DISCARD
    return discarded and dominated(me) and bool(me.permanents)


@rules.instead(WOULD_LEAVE, of=Of.SELF, when=can_stay, clause="R14.2")
def stays_for_permanent(me: Card, card: Card) -> bool:
    """When it would be discarded, it may discard one of its permanents and stay."""
    if not confirm(me.user, STAYS):
        return False
    put(choose(me.user, me.permanents, DISCARDED), DISCARD)
    return True


@rules.procedure(clause="R14.2")
def is_redirected(me: Card, card: Card) -> bool:
    """Whether the character a lasting card is aimed at would be discarded, with a substitute."""
    if game.redirecting or game.leaving_to != Destination.DISCARD:
        return False
    return card == me.aim and me.substitute is not None


@rules.instead(WOULD_LEAVE, when=is_redirected, works_in=(LASTING,), clause="R14.2")
def redirects_discard(me: Card, card: Card) -> bool:
    """Lasting: its substitute is discarded instead, if the same would have discarded that."""
    substitute = me.substitute
    if substitute and not (game.purging and game.purged not in substitute.factions):
        game.redirecting = True
        discard_characters(one(substitute))
        game.redirecting = False
    return True


# ---------------------------------------------------------------- Protect and immunity (R10.29)


@rules.procedure(clause="R3.7 R10.28")
def is_effect(a: Ability) -> bool:
    """Whether an ability is a priced effect."""
    return a.skill >= Skill.EFFECT


@rules.procedure(clause="R13.14")
def is_event_of(a: Ability, faction: Faction) -> bool:
    """Whether an ability is that of a project or fast of a faction."""
    return a.bearer.type >= CardType.PROJECT and faction in a.bearer.factions


@rules.procedure(clause="R10.23")
def cost_of_event(card: Card) -> int:
    """The cost of a project or fast, of a cost X what was paid."""
    return card.x if card.variable else card.cost


@rules.answers(
    AFFECTED, of=Of.SELF, works_in=(DOMINION,), clause="R13.14 R7.25", skill=Skill.PROTECT
)
def protect(me: Card, card: Card, a: Ability, *, faction: Faction = Faction.KYO) -> bool:
    """Projects and fasts of a faction do not affect it."""
    return not is_event_of(a, faction) or not works(me, Skill.PROTECT)


@rules.answers(AFFECTED, clause="R13.14 R13.26", skill=Skill.PROTECT)
def bearer_protected(me: Card, card: Card, a: Ability, *, faction: Faction) -> bool:
    """Permanent: its bearer has Protect."""
    if card != me.host or not is_event_of(a, faction):
        return True
    return not works(card, Skill.PROTECT)


@rules.procedure(clause="R11.12")
def battles(me: Card, card: Card) -> bool:
    """Whether two characters stand on different sides of the attack under way."""
    b = game.battle
    if not b:
        return False
    other = b.guards | one(b.target)
    return me in b.attackers and card in other or card in b.attackers and me in other


@rules.answers(AFFECTED, clause="R10.29")
def opponent_unaffected(me: Card, card: Card, a: Ability, *, projects: bool = False) -> bool:
    """Fasts and effects (and projects) do not affect its battle opponent."""
    fast = a.bearer.type == CardType.FAST or is_effect(a)
    project = projects and a.bearer.type == CardType.PROJECT
    return not (fast or project) or not battles(me, card)


@rules.answers(AFFECTED, of=Of.SELF, works_in=(DOMINION,), clause="R10.29 R7.25")
def unaffected_by_powerless(me: Card, card: Card, a: Ability) -> bool:
    """Effects of characters without power do not affect it."""
    return not is_effect(a) or bool(a.bearer.power)


@rules.answers(AFFECTED, of=Of.SELF, works_in=(DOMINION,), clause="R10.29 R7.25")
def unaffected_by_projects(me: Card, card: Card, a: Ability) -> bool:
    """Projects do not affect it."""
    return a.bearer.type != CardType.PROJECT


# ---------------------------------------------------------------- damage not taken


@rules.answers(TAKES, of=Of.SELF, clause="R11.27")
def takes_no_mental(me: Card, card: Card, source: Card, harm: Harm, number: int) -> bool:
    """It takes no mental damage, in the influence area none of battle."""
    if harm == Harm.MENTAL_EFFECT:
        return not dominated(me)
    return harm != Harm.MENTAL_BATTLE


@rules.answers(TAKES, of=Of.SELF, clause="R11.14")
def no_battle_damage_from_unbroken(
    me: Card, card: Card, source: Card, harm: Harm, number: int, *, nameless: bool = False
) -> bool:
    """It takes no battle damage from unbroken characters (nor from those without a name)."""
    if harm >= Harm.EFFECT:
        return True
    return source.broken and (source.named or not nameless)


@rules.answers(TAKES, of=Of.SELF, clause="R11.14")
def no_battle_damage_from_weaker(
    me: Card, card: Card, source: Card, harm: Harm, number: int
) -> bool:
    """It takes no battle damage from characters with no more power than it has."""
    return harm >= Harm.EFFECT or len(source.power) > len(me.power)


@rules.answers(TAKES, of=Of.SELF, clause="R11.14")
def no_battle_damage_from_powerless(
    me: Card, card: Card, source: Card, harm: Harm, number: int
) -> bool:
    """It takes no battle damage from characters without power."""
    return harm >= Harm.EFFECT or bool(source.power)


# ---------------------------------------------------------------- negation, guarding, paying


@rules.answers(SKILLS_WORK, works_in=(DOMINION,), clause="R10.28 R7.25")
def powerless_negated(me: Card, card: Card) -> bool:
    """Skills and effects of characters without power are negated."""
    return bool(card.power)


@rules.answers(GUARDS, clause="R11.11")
def not_guarded_by_powerless(me: Card, card: Card, attacker: Card) -> bool:
    """Characters without power cannot guard it."""
    return attacker != me or bool(card.power)


@rules.answers(PAYS_FOR, of=Of.SELF, clause="R10.19")
def pays_for_machines(me: Card, base: bool, payer: Card, card: Card) -> bool:
    """It may pay attack and guard costs of own dominated machines of all kinds."""
    return base or is_machine(card) or has_icon(card, Icon.CYBORG)


@rules.procedure(clause="R3.10")
def is_machine(card: Card) -> bool:
    """Whether a card has the icon Machine or Android."""
    return has_icon(card, Icon.MACHINE) or has_icon(card, Icon.ANDROID)


@rules.answers(BREAKS_GO, works_in=(DOMINION,), clause="R14.1 R14.3 R7.25")
def breaks_of_machines_return(me: Card, base: Destination, card: Card) -> Destination:
    """Break cards of a Machine or Android that is discarded return to their owners' hands."""
    return Destination.HAND if is_machine(card) else base


# ---------------------------------------------------------------- triggers


@rules.procedure(clause="R11.6")
def opponents(me: Card, card: Card, b: Battle) -> set[Card]:
    """Who is hit when it guards, or when its attack is guarded: the other side."""
    if card == me:
        return b.attackers
    return one(card) if me in b.attackers else NO_CARDS


@rules.trigger(GUARD_DECLARED, clause="R11.6")
def drains_battle_opponents(me: Card, card: Card, b: Battle) -> None:
    """It discards all power of whoever guards its attack or whose attack it guards."""
    for other in affected(opponents(me, card, b)):
        lose_power(other, len(other.power))


@rules.trigger(GUARD_DECLARED, clause="R11.6")
def strikes_battle_opponents(me: Card, card: Card, b: Battle) -> None:
    """It deals damage at once, by its power, to the same."""
    damage_characters(opponents(me, card, b), len(me.power), me)


@rules.trigger(GUARD_DECLARED, clause="R11.6")
def guards_take_its_power(me: Card, card: Card, b: Battle) -> None:
    """Characters that declare guard take damage by its power; gained for a while."""
    damage_characters(one(card), len(me.power), me)


@rules.trigger(GUARD_DECLARED, clause="R11.6")
def guard_costs_its_player(me: Card, card: Card, b: Battle) -> None:
    """When its attack is guarded the guard's controller takes what its power lacks; gained."""
    if me in b.attackers:
        damage_player(card.user, max(me.will - len(card.power), 0))


@rules.procedure(clause="R10.24")
def is_punished(me: Card, card: Card) -> bool:
    """Whether payments from a character are punished by this one."""
    return card.punisher == me


@rules.trigger(COST_PAID, when=is_punished, clause="R10.24")
def punishes_payments(me: Card, card: Card) -> None:
    """When cost is paid from the character it chose, that gets less by its power."""
    n = len(me.power)
    modify(affected(one(card)), ATTACK, -n, until=END_OF_MAIN)
    modify(affected(one(card)), ENDURANCE, -n, until=END_OF_MAIN)


@rules.trigger(ENTERED, of=Of.SELF, clause="R10.10")
def enters_drawing(me: Card, card: Card, *, n: int) -> None:
    """When it enters play, its controller draws n cards."""
    draw(me.user, n)


@rules.trigger(DREW, works_in=(DOMINION,), clause="R7.29 R7.25 A049")
def hand_limit_always_holds(me: Card, player: Player) -> None:
    """The hand limit holds at all times: what is above it is discarded at once."""
    keep_hand_limit(player)


@rules.continuous(stat=ATTACK, clause="R10.28")
def attack_by_chargers(me: Card, card: Card) -> int:
    """Its attack rises by the number of characters with Charge, negated or not."""
    return len(bearing(all_characters(), charge))


# ---------------------------------------------------------------- permanents (R13.26)


@rules.procedure(clause="R13.26")
def host_of(me: Card) -> set[Card]:
    """The character a permanent is set on."""
    return one(me.host)


@rules.continuous(stat=MIND, who=host_of, clause="R3.3")
def bearer_mind(me: Card, card: Card, *, n: int) -> int:
    """Permanent: mind +n."""
    return n


@rules.continuous(stat=ATTACK, who=host_of, clause="R3.3")
def bearer_attack(me: Card, card: Card, *, n: int) -> int:
    """Permanent: attack +n."""
    return n


@rules.continuous(stat=MENTAL, who=host_of, clause="R3.3")
def bearer_mental(me: Card, card: Card, *, n: int) -> int:
    """Permanent: mental attack +n."""
    return n


@rules.continuous(stat=ENDURANCE, who=host_of, clause="R3.3")
def bearer_endurance(me: Card, card: Card, *, n: int) -> int:
    """Permanent: endurance +n."""
    return n


@rules.continuous(stat=ATTACK, who=host_of, clause="R2.5")
def bearer_attack_by_power(me: Card, card: Card) -> int:
    """Permanent: attack +X, its power."""
    return len(card.power)


@rules.continuous(stat=MENTAL, who=host_of, clause="R2.5")
def bearer_mental_by_power(me: Card, card: Card) -> int:
    """Permanent: mental attack +X, its power."""
    return len(card.power)


@rules.continuous(stat=ENDURANCE, who=host_of, clause="R2.5")
def bearer_endurance_by_power(me: Card, card: Card) -> int:
    """Permanent: endurance +X, its power."""
    return len(card.power)


@rules.continuous(gives=draw_skill, who=host_of, clause="R13.26")
def bearer_draw(me: Card) -> None:
    """Permanent: Draw +1."""


@rules.continuous(gives=bind, who=host_of, clause="R13.26")
def bearer_bind(me: Card) -> None:
    """Permanent: Bind 1."""


@rules.continuous(gives=permanent_skill, who=host_of, clause="R13.26")
def bearer_permanent(me: Card) -> None:
    """Permanent: Permanent +1."""


@rules.continuous(gives=shield, who=host_of, clause="R13.26")
def bearer_shield(me: Card) -> None:
    """Permanent: Shield."""


@rules.continuous(gives=offensive, who=host_of, clause="R13.26")
def bearer_offensive(me: Card) -> None:
    """Permanent: Offensive."""


@rules.continuous(gives=defensive, who=host_of, clause="R13.26")
def bearer_defensive(me: Card) -> None:
    """Permanent: Defensive."""


@rules.continuous(gives=intercept, who=host_of, clause="R13.26")
def bearer_intercept(me: Card) -> None:
    """Permanent: Intercept."""


@rules.continuous(gives=synchro, who=host_of, clause="R13.26")
def bearer_synchro(me: Card) -> None:
    """Permanent: Synchro."""


# ---------------------------------------------------------------- while a duration runs (R5.6)


@rules.procedure(clause="R10.12")
def aim_of(me: Card) -> set[Card]:
    """The character a lasting card is aimed at."""
    return one(me.aim)


@rules.continuous(stat=MIND, who=aim_of, works_in=(LASTING,), clause="R10.12")
def aimed_mind(me: Card, card: Card, *, n: int = 0, per_x: int = 0) -> int:
    """Lasting: mind +n, and so much for each X."""
    return n + per_x * me.x


@rules.continuous(stat=ATTACK, who=aim_of, works_in=(LASTING,), clause="R10.12")
def aimed_attack(me: Card, card: Card, *, n: int = 0, per_x: int = 0) -> int:
    """Lasting: attack +n, and so much for each X."""
    return n + per_x * me.x


@rules.continuous(stat=MENTAL, who=aim_of, works_in=(LASTING,), clause="R10.12")
def aimed_mental(me: Card, card: Card, *, n: int) -> int:
    """Lasting: mental attack +n."""
    return n


@rules.continuous(stat=ENDURANCE, who=aim_of, works_in=(LASTING,), clause="R10.12")
def aimed_endurance(me: Card, card: Card, *, n: int = 0, per_x: int = 0) -> int:
    """Lasting: endurance +n, and so much for each X."""
    return n + per_x * me.x


@rules.continuous(stat=ATTACK, who=aim_of, works_in=(LASTING,), clause="R10.12")
def aimed_attack_less_power(me: Card, card: Card) -> int:
    """Lasting: attack -X, X its power."""
    return -len(card.power)


@rules.continuous(gives=breakthrough, who=aim_of, works_in=(LASTING,), clause="R10.12")
def aimed_breakthrough(me: Card) -> None:
    """Lasting: it gains Breakthrough."""


@rules.continuous(gives=initiative, who=aim_of, works_in=(LASTING,), clause="R10.12")
def aimed_initiative(me: Card) -> None:
    """Lasting: it gains Initiative."""


@rules.continuous(gives=offensive, who=aim_of, works_in=(LASTING,), clause="R10.12")
def aimed_offensive(me: Card) -> None:
    """Lasting: it gains Offensive."""


@rules.continuous(gives=bind, who=aim_of, works_in=(LASTING,), clause="R10.12")
def aimed_bind(me: Card) -> None:
    """Lasting: it gains Bind 1."""


@rules.procedure(clause="R10.12 A110")
def whole_field(me: Card) -> set[Card]:
    """All characters, those that come later too."""
    return all_characters()


@rules.continuous(stat=MIND, who=whole_field, works_in=(LASTING,), clause="R9.43 A110")
def all_minds_less_x(me: Card, card: Card) -> int:
    """Lasting: all characters have mind -X."""
    return -me.x


@rules.answers(SKILLS_WORK, works_in=(LASTING,), clause="R10.28")
def all_skills_negated(me: Card, card: Card) -> bool:
    """Lasting: skills and effects of all characters are negated."""
    return False


@rules.answers(MAY_PAY, works_in=(LASTING,), clause="R10.18")
def full_characters_pay_nothing(me: Card, card: Card) -> bool:
    """Lasting: no cost may be paid from characters whose power equals their mind."""
    return len(card.power) != card.capacity


@rules.answers(MAY_ATTACK, works_in=(LASTING,), clause="R11.1")
def machines_cannot_attack(me: Card, card: Card) -> bool:
    """Lasting: Machine characters cannot attack."""
    return not has_icon(card, Icon.MACHINE)


@rules.answers(AFFECTED, works_in=(LASTING,), clause="R10.29")
def chosen_faction_unaffected(me: Card, card: Card, a: Ability, *, faction: Faction) -> bool:
    """Lasting: projects and fasts of a faction do not affect own characters of the chosen one."""
    if card.user != me.user or not is_event_of(a, faction):
        return True
    return me.chosen not in card.factions or not dominated(card)


@rules.answers(TAKES, works_in=(LASTING,), clause="R11.16")
def aimed_takes_no_small_damage(
    me: Card, card: Card, source: Card, harm: Harm, number: int
) -> bool:
    """Lasting: it takes no damage of X or less, X its power."""
    return card != me.aim or number > len(card.power)


@rules.answers(AFFECTED, works_in=(LASTING,), clause="R10.29")
def aimed_unaffected_by_cheap_projects(me: Card, card: Card, a: Ability) -> bool:
    """Lasting: projects of cost X or less do not affect it, X its power."""
    if card != me.aim or a.bearer.type != CardType.PROJECT:
        return True
    return cost_of_event(a.bearer) > len(card.power)


@rules.trigger(COST_PAID, works_in=(LASTING,), clause="R10.24")
def payment_costs_more(me: Card, card: Card) -> None:
    """Lasting: who pays from a dominated character discards X of its power or the character."""
    if not affected(one(card)) or not dominated(card):
        return
    if len(card.power) >= me.x and confirm(card.user, PAY_WEIGHT):
        lose_power(card, me.x)
    else:
        discard_characters(one(card))


@rules.trigger(ATTACK_DECLARED, works_in=(LASTING,), clause="R11.27")
def attackers_take_mental_x(me: Card, card: Card, b: Battle) -> None:
    """Lasting: characters that declare attack take (X)."""
    mental_damage(one(card), me.x, me)


@rules.trigger(GUARD_DECLARED, works_in=(LASTING,), clause="R11.27")
def guards_take_mental_x(me: Card, card: Card, b: Battle) -> None:
    """Lasting: characters that declare guard take (X)."""
    mental_damage(one(card), me.x, me)
