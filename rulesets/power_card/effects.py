"""Texts of cards that are declared: priced effects, projects and fasts, and what they aim at.

Cards name a text and give its numbers, its price and which effect of the card it is.
"""

from __future__ import annotations

from tefuda.kernel import (
    NO_CARDS,
    attach,
    choose,
    gain,
    look,
    modify,
    number,
    one,
    put,
    put_all,
    shuffle,
    some,
    still,
    timing,
)
from tefuda.kernel import abilities as abilities_of
from tefuda.rulesets.power_card.attack import attack_by_effect, declare_guard
from tefuda.rulesets.power_card.declarations import (
    events_out,
    fits,
    lay_break,
    target_of,
)
from tefuda.rulesets.power_card.icons import give_icon
from tefuda.rulesets.power_card.payment import has_factor
from tefuda.rulesets.power_card.phase import has_room, set_from_deck
from tefuda.rulesets.power_card.processes import (
    affected,
    all_characters,
    damage_characters,
    discard_characters,
    discard_permanents,
    discard_top_break,
    draw,
    leave,
    lose_power,
    mental_damage,
)
from tefuda.rulesets.power_card.skills import (
    initiative,
    intercept,
    penetrate,
    room_for_permanents,
    stealth,
)
from tefuda.rulesets.power_card.statics import (
    cost_of_event,
    guard_costs_its_player,
    guards_take_its_power,
    host_of,
)
from tefuda.rulesets.power_card.vocabulary import (
    AMOUNT,
    ATTACK,
    CHOSEN,
    CHOSEN_FACTION,
    CHOSEN_ICON,
    CHOSEN_SKILL,
    DECK,
    DISCARD,
    END_OF_MAIN,
    ENDURANCE,
    ENTERED,
    HAND,
    MENTAL,
    MIND_LIMITS_TEXTS,
    PERMANENTS,
    RECEIVER,
    Card,
    CardType,
    Declaration,
    Destination,
    Faction,
    Icon,
    Skill,
    Tied,
    game,
    rules,
)

# ---------------------------------------------------------------- what texts aim at


@rules.procedure(clause="R10.12")
def any_character(me: Card) -> set[Card]:
    """Every character on the field."""
    return all_characters()


@rules.procedure(clause="R10.12")
def own_dominated(me: Card) -> set[Card]:
    """The own dominated characters."""
    return me.user.dominion.cards


@rules.procedure(clause="R10.14")
def any_permanent(me: Card) -> set[Card]:
    """Every permanent on the field, whoever's."""
    return {p for c in all_characters() for p in c.permanents}


@rules.procedure(clause="R5.5")
def any_project(me: Card) -> set[Card]:
    """Every project that is pending or lasting."""
    return {c for c in events_out() if c.type == CardType.PROJECT}


@rules.procedure(clause="R5.5")
def any_event(me: Card) -> set[Card]:
    """Every project and fast that is pending or lasting, but for this one."""
    return events_out() - one(me)


@rules.procedure(clause="R10.12")
def discarded_permanents(me: Card) -> set[Card]:
    """The permanents in the own discard pile."""
    return {c for c in me.user.discard if c.type == CardType.PERMANENT}


@rules.procedure(clause="R13.26")
def permanents_for_itself(me: Card) -> set[Card]:
    """The permanents in the own hand and discard pile, while it has room for one."""
    if len(me.permanents) >= room_for_permanents(me):
        return NO_CARDS
    return {c for c in me.user.discard | me.user.hand if c.type == CardType.PERMANENT}


@rules.procedure(clause="R12.15")
def breaks_to_set_again(me: Card) -> set[Card]:
    """The break cards in the own discard pile whose factor is there."""
    breaks = {c for c in me.user.discard if c.type == CardType.BREAK}
    return {c for c in breaks if has_factor(me.user, c)}


@rules.procedure(clause="R12.15")
def characters_for_break(me: Card, card: Card) -> set[Card]:
    """The own characters that icon, name and condition allow a break card on."""
    return {c for c in me.user.characters if fits(card, c)}


@rules.procedure(clause="R11.8")
def unguarded_attackers(me: Card) -> set[Card]:
    """Who attacks its controller, as long as there is no guard."""
    b = game.battle
    if not b or b.attacked != me.user or b.target or b.declared > 0 or me in b.attackers:
        return NO_CARDS
    return b.attackers


@rules.procedure(clause="R12.14")
def nameless_broken(me: Card) -> set[Card]:
    """The characters whose top break card has no personal name."""
    return {c for c in all_characters() if c.broken and not c.named}


# ---------------------------------------------------------------- effects on itself


@rules.activated(clause="R3.7", skill=Skill.EFFECT, price=1)
def raise_own(
    me: Card, d: Declaration, *, attack: int = 0, mental: int = 0, endurance: int = 0
) -> None:
    """Its own attack, mental attack and endurance rise until the main phase ends."""
    modify(affected(one(me)), ATTACK, attack, until=END_OF_MAIN)
    modify(affected(one(me)), MENTAL, mental, until=END_OF_MAIN)
    modify(affected(one(me)), ENDURANCE, endurance, until=END_OF_MAIN)


@rules.activated(clause="R2.5", skill=Skill.EFFECT, price=1)
def raise_attack_by_power(me: Card, d: Declaration) -> None:
    """Its own attack rises by 1 for each power card left."""
    modify(affected(one(me)), ATTACK, len(me.power), until=END_OF_MAIN)


@rules.activated(clause="R2.5", skill=Skill.EFFECT, price=1)
def raise_endurance_by_power(me: Card, d: Declaration) -> None:
    """Its own endurance rises by 1 for each power card left."""
    modify(affected(one(me)), ENDURANCE, len(me.power), until=END_OF_MAIN)


@rules.activated(clause="R13.12", skill=Skill.EFFECT, price=1)
def gain_intercept(me: Card, d: Declaration, *, attack: int = 0, endurance: int = 0) -> None:
    """It gains Intercept, and attack and endurance."""
    for card in affected(one(me)):
        gain(card, intercept, until=END_OF_MAIN)
        modify(card, ATTACK, attack, until=END_OF_MAIN)
        modify(card, ENDURANCE, endurance, until=END_OF_MAIN)


@rules.activated(clause="R13.5", skill=Skill.EFFECT, price=1)
def gain_initiative(me: Card, d: Declaration) -> None:
    """It gains Initiative."""
    for card in affected(one(me)):
        gain(card, initiative, until=END_OF_MAIN)


@rules.activated(clause="R13.9", skill=Skill.SECOND_EFFECT, price=1)
def gain_penetrate(me: Card, d: Declaration) -> None:
    """It gains Penetrate."""
    for card in affected(one(me)):
        gain(card, penetrate, until=END_OF_MAIN)


@rules.activated(clause="R13.18", skill=Skill.EFFECT, price=1)
def gain_stealth(me: Card, d: Declaration) -> None:
    """It gains Stealth."""
    for card in affected(one(me)):
        gain(card, stealth, until=END_OF_MAIN)


@rules.activated(clause="R3.10", skill=Skill.EFFECT, price=1)
def gain_icon(me: Card, d: Declaration) -> None:
    """It gains an icon of choice."""
    give_icon(me, choose(d.by, Icon, CHOSEN_ICON))


@rules.activated(clause="R11.6", skill=Skill.EFFECT, price=2)
def let_guards_take_power(me: Card, d: Declaration) -> None:
    """Characters that declare guard take damage by its power until the main phase ends."""
    gain(me, guards_take_its_power, until=END_OF_MAIN)


@rules.activated(clause="R11.6", skill=Skill.EFFECT, price=1)
def let_guard_cost_its_player(me: Card, d: Declaration) -> None:
    """If its attack is guarded, the guard's controller takes what the guard's power lacks."""
    gain(me, guard_costs_its_player, until=END_OF_MAIN)


@rules.activated(targets=(unguarded_attackers,), clause="R11.8", skill=Skill.EFFECT, price=1)
def guard_by_effect(me: Card, d: Declaration) -> None:
    """It declares guard, as any response and for this price alone."""
    b = game.battle
    target = d.target
    if b and target and target in b.attackers and b.declared == 0:
        declare_guard(me, b, False)


@rules.activated(clause="R11.5", skill=Skill.EFFECT, price=1)
def attack_at_once(me: Card, d: Declaration) -> None:
    """It declares an attack at no cost, where it could declare one."""
    attack_by_effect(me)


# ---------------------------------------------------------------- effects on others


@rules.activated(targets=(any_character,), clause="R3.7", skill=Skill.EFFECT, price=1)
def change_attack(me: Card, d: Declaration, *, attack: int = 0, mental: int = 0) -> None:
    """A character's attack or mental attack changes until the main phase ends."""
    modify(target_of(d), ATTACK, attack, until=END_OF_MAIN)
    modify(target_of(d), MENTAL, mental, until=END_OF_MAIN)


@rules.activated(targets=(any_character,), clause="R3.7", skill=Skill.EFFECT, price=1)
def change_mental(me: Card, d: Declaration, *, n: int = 0) -> None:
    """A character's mental attack changes until the main phase ends."""
    modify(target_of(d), MENTAL, n, until=END_OF_MAIN)


@rules.activated(targets=(any_character,), clause="R11.15", skill=Skill.EFFECT, price=1)
def deal_damage(me: Card, d: Declaration, *, n: int = 0) -> None:
    """A character takes n damage, and X more."""
    damage_characters(target_of(d), n + d.x, me)


@rules.activated(targets=(any_character,), clause="R10.24", skill=Skill.EFFECT, price=1)
def punish_payments(me: Card, d: Declaration) -> None:
    """Payments from a character are punished until the main phase ends."""
    for card in target_of(d):
        card.punisher = me


@rules.activated(targets=(any_character,), clause="R10.28", skill=Skill.EFFECT, price=1)
def negate_skill(me: Card, d: Declaration) -> None:
    """Negate a skill or effect of a character until the main phase ends."""
    for card in target_of(d):
        found = {Skill.NONE} - {Skill.NONE}
        for a in abilities_of(card):
            if a.skill != Skill.NONE:
                found = found | {a.skill}
        if found:
            skill = choose(d.by, found, CHOSEN_SKILL)
            card.silenced = card.silenced | 1 << skill


@rules.activated(targets=(any_project,), clause="R5.5", skill=Skill.EFFECT, price=2)
def discard_project(me: Card, d: Declaration) -> None:
    """Discard a project; the owner of this character draws as many as it cost."""
    project = d.target
    if project and project in any_project(me) and still(project, d):
        n = cost_of_event(project)
        put(project, DISCARD)
        draw(me.owner, n)


@rules.activated(
    targets=(discarded_permanents,),
    clause="R10.23",
    skill=Skill.EFFECT,
    variable=True,
    tied=Tied.FACTOR,
)
def regain_permanent(me: Card, d: Declaration) -> None:
    """Return a permanent from the own discard pile to the hand; X is its required factor."""
    card = d.target
    if card and card in discarded_permanents(me):
        put(card, HAND)


@rules.activated(
    targets=(permanents_for_itself,),
    clause="R10.23 R13.26",
    skill=Skill.EFFECT,
    variable=True,
    tied=Tied.FACTOR,
)
def equip_itself(me: Card, d: Declaration) -> None:
    """Set a permanent from the own hand or discard pile on itself; X is its required factor."""
    card = d.target
    if card and card in permanents_for_itself(me):
        attach(card, me, PERMANENTS)
        timing(ENTERED, card)


@rules.activated(clause="R17 D11", skill=Skill.EFFECT, price=1, at_player=True)
def rework_hand(me: Card, d: Declaration, *, n: int = 0, per_power: int = 0) -> None:
    """Look at a hand, return up to n cards to the deck, shuffle; that player draws as many."""
    player = d.player
    if player:
        look(d.by, player.hand)
        most = max(n + per_power * len(me.power), 0)
        chosen = some(d.by, player.hand.cards, 0, most, CHOSEN)
        if chosen:
            put_all(chosen, DECK)
            shuffle(player.deck)
            draw(player, len(chosen))


@rules.activated(clause="R9.4 A134", skill=Skill.EFFECT, price=1, at_player=True)
def let_charge(me: Card, d: Declaration) -> None:
    """A player sets the top card of the deck as power on an own character of choice."""
    player = d.player
    if player:
        open_ones = {c for c in player.characters if takes_power(c)}
        if open_ones and player.deck:
            set_from_deck(player, choose(player, open_ones, RECEIVER))


@rules.procedure(clause="R9.4")
def takes_power(card: Card) -> bool:
    """Whether a text may set power on a character: there is room, or a variant does not ask."""
    return not MIND_LIMITS_TEXTS or has_room(card)


# ---------------------------------------------------------------- effects that permanents give


@rules.activated(clause="R13.26", skill=Skill.EFFECT, price=1)
def raise_own_mental(me: Card, d: Declaration) -> None:
    """Its own mental attack rises by 1."""
    modify(affected(one(me)), MENTAL, 1, until=END_OF_MAIN)


@rules.activated(clause="R13.26", skill=Skill.EFFECT, price=1)
def raise_own_endurance(me: Card, d: Declaration) -> None:
    """Its own endurance rises by 1."""
    modify(affected(one(me)), ENDURANCE, 1, until=END_OF_MAIN)


@rules.continuous(gives=raise_own_mental, who=host_of, clause="R13.26")
def bearer_raises_mental(me: Card) -> None:
    """Permanent: effect 1, own mental attack +1."""


@rules.continuous(gives=raise_own_endurance, who=host_of, clause="R13.26")
def bearer_raises_endurance(me: Card) -> None:
    """Permanent: effect 1, own endurance +1."""


@rules.continuous(gives=gain_initiative, who=host_of, clause="R13.26")
def bearer_gains_initiative(me: Card) -> None:
    """Permanent: effect 1, gains Initiative."""


@rules.continuous(gives=gain_penetrate, who=host_of, clause="R13.26")
def bearer_gains_penetrate(me: Card) -> None:
    """Permanent: effect 1, gains Penetrate."""


@rules.continuous(gives=gain_stealth, who=host_of, clause="R13.26")
def bearer_gains_stealth(me: Card) -> None:
    """Permanent: effect 1, gains Stealth."""


@rules.continuous(gives=let_guard_cost_its_player, who=host_of, clause="R13.26")
def bearer_lets_guard_cost(me: Card) -> None:
    """Permanent: effect 1, a guard of its attack costs the guard's controller."""


# ---------------------------------------------------------------- projects and fasts


@rules.effect(targets=(any_permanent,), clause="R10.23", tied=Tied.COST)
def break_gear(me: Card, d: Declaration) -> None:
    """Discard a permanent; draw X, its cost."""
    card = d.target
    if card and card in any_permanent(me):
        discard_permanents(one(card))
    draw(d.by, d.x)


@rules.effect(targets=(any_permanent,), clause="R10.14")
def recall_permanent(me: Card, d: Declaration) -> None:
    """Return a permanent to its owner's hand."""
    card = d.target
    if card and card in any_permanent(me):
        put_all(affected(one(card)), HAND)


@rules.effect(clause="R7.4", at_player=True)
def player_draws(me: Card, d: Declaration, *, n: int) -> None:
    """A player draws n cards."""
    player = d.player
    if player:
        draw(player, n)


@rules.effect(targets=(breaks_to_set_again, characters_for_break), clause="R12.15", tied=Tied.COST)
def set_break_again(me: Card, d: Declaration) -> None:
    """Set a break from the own discard pile; then X cards of the deck become its power."""
    card = d.target
    target = d.second
    if card and target and card in breaks_to_set_again(me) and fits(card, target):
        if target in d.by.characters:
            lay_break(d.by, card, target)
            for _ in range(d.x):
                if target.in_play and takes_power(target):
                    set_from_deck(d.by, target)


@rules.effect(targets=(any_character,), clause="R11.27")
def deal_mental_damage(me: Card, d: Declaration) -> None:
    """A character takes (X)."""
    mental_damage(target_of(d), d.x, me)


@rules.effect(clause="R10.12")
def discard_feeble_minds(me: Card, d: Declaration) -> None:
    """Discard all characters with mind X or less."""
    discard_characters(affected({c for c in all_characters() if c.capacity <= d.x}))


@rules.effect(clause="R10.12 A145")
def damage_everyone(me: Card, d: Declaration, *, n: int) -> None:
    """All characters take n damage."""
    damage_characters(all_characters(), n, me)


@rules.effect(targets=(any_character,), clause="R10.12")
def discard_some_power(me: Card, d: Declaration, *, n: int) -> None:
    """Discard up to n power of a character."""
    for card in target_of(d):
        lose_power(card, number(d.by, 0, max(min(n, len(card.power)), 0), AMOUNT))


@rules.effect(clause="R10.12")
def discard_faction(me: Card, d: Declaration) -> None:
    """Discard all characters of a faction of choice."""
    faction = choose(d.by, Faction, CHOSEN_FACTION)
    game.purging = True
    game.purged = faction
    discard_characters(affected({c for c in all_characters() if faction in c.factions}))
    game.purging = False


@rules.effect(targets=(any_event,), clause="R5.5")
def discard_event(me: Card, d: Declaration) -> None:
    """Discard a project or fast."""
    card = d.target
    if card and card in any_event(me) and still(card, d):
        put(card, DISCARD)


@rules.effect(targets=(any_character,), clause="R10.12")
def discard_character(me: Card, d: Declaration) -> None:
    """Discard a character."""
    discard_characters(target_of(d))


@rules.effect(targets=(any_character,), clause="R14.4")
def return_character(me: Card, d: Declaration) -> None:
    """Return a character to its owner's hand."""
    leave(target_of(d), Destination.HAND)


@rules.effect(targets=(nameless_broken,), clause="R12.14 R10.30")
def discard_break(me: Card, d: Declaration) -> None:
    """Discard the top break card, without personal name, of a character."""
    for card in target_of(d):
        if card in nameless_broken(me):
            discard_top_break(card)


@rules.effect(clause="R10.29 A113", at_player=True)
def player_discards_character(me: Card, d: Declaration) -> None:
    """A player discards an own character of choice; immunity of characters does not help."""
    player = d.player
    if player and player.dominion:
        discard_characters(one(choose(player, player.dominion, CHOSEN)))


@rules.effect(targets=(own_dominated,), clause="R10.12")
def aim_at_own(me: Card, d: Declaration) -> None:
    """An own dominated character is what the rest of the text is about."""
    for card in target_of(d):
        me.aim = card


@rules.effect(targets=(any_character,), clause="R10.12")
def aim_at_any(me: Card, d: Declaration) -> None:
    """A character is what the rest of the text is about."""
    for card in target_of(d):
        me.aim = card


@rules.procedure(clause="R14.2")
def other_characters(me: Card, card: Card) -> set[Card]:
    """Every other character on the field."""
    return all_characters() - one(card)


@rules.effect(targets=(own_dominated, other_characters), clause="R14.2")
def aim_with_substitute(me: Card, d: Declaration) -> None:
    """What would discard an own dominated character falls on another one."""
    other = d.second
    if other and other.in_play and still(other, d):
        for card in target_of(d):
            me.aim = card
            me.substitute = other


@rules.effect(clause="R17 D11")
def choose_faction(me: Card, d: Declaration) -> None:
    """Choose the faction that the rest of the text is about."""
    me.chosen = choose(d.by, Faction, CHOSEN_FACTION)
