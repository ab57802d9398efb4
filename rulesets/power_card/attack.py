"""Attack, guard, battle: the attack is declared first and its consequences come last (R11)."""

from __future__ import annotations

from tefuda.kernel import (
    NO_CARDS,
    allowed,
    bearing,
    choose,
    drop,
    expire,
    has,
    modify,
    offer,
    one,
    permitted,
    some,
    still,
    timing,
)
from tefuda.rulesets.power_card.declarations import run_stack
from tefuda.rulesets.power_card.payment import boost_by_power, pay, payers_for
from tefuda.rulesets.power_card.processes import (
    active_characters,
    check_state,
    damage_player,
    discard_characters,
    drain,
    overcomes_mind,
    takes,
)
from tefuda.rulesets.power_card.skills import (
    breaks_through,
    has_initiative,
    intercepting,
    is_defensive,
    is_offensive,
    is_stealthy,
    penetrates,
    resist,
    resists,
    synchronous,
)
from tefuda.rulesets.power_card.vocabulary import (
    ATTACK,
    ATTACK_DECLARED,
    ATTACKED,
    END_OF_BATTLE,
    ENDURANCE,
    GUARD,
    GUARD_DECLARED,
    GUARD_GONE_SAVES,
    GUARDS,
    JOIN,
    MAIN,
    MAY_ATTACK,
    MENTAL_ADDS,
    SECOND_GUARD,
    SYNCHRO_PENETRATE,
    TOGETHER,
    Battle,
    Card,
    Declaration,
    Destination,
    Harm,
    Kind,
    Phase,
    Player,
    SynchroPenetrate,
    game,
    rules,
)

# ---------------------------------------------------------------- attack (R11.1 to R11.5)


@rules.procedure(clause="R11.1 R11.4")
def attackers(me: Player) -> set[Card]:
    """The own dominated characters whose attack can be paid; there is no other limit."""
    return permitted(MAY_ATTACK, {c for c in me.dominion if payers_for(c)})


@rules.action(MAIN, candidates=attackers, text="attack with", clause="R7.21 R11.2")
def attack(me: Player, card: Card) -> None:
    """Attack the other player."""
    b = Battle(by=me, attacked=me.enemy, attackers=one(card), leader=card)
    pay_attack(card, b)
    attack_chain(b)


@rules.procedure(clause="R11.2 R11.3")
def attackers_of_own(me: Player) -> set[Card]:
    """The characters that may attack an own active character, if there is one."""
    return attackers(me) if me.parties.cards else NO_CARDS


@rules.action(MAIN, candidates=attackers_of_own, text="attack own with", clause="R11.2 R11.10")
def attack_own(me: Player, card: Card) -> None:
    """Attack an own active character, which guards itself at no cost."""
    b = Battle(by=me, attacked=me, attackers=one(card), leader=card)
    b.target = choose(me, active_characters(me), ATTACKED)
    pay_attack(card, b)
    attack_chain(b)


@rules.procedure(clause="R11.1 R13.10 R13.17")
def pay_attack(card: Card, b: Battle) -> None:
    """Pay 1 power for an attack; with Offensive it returns to the hand; then Boost."""
    to = Destination.HAND if is_offensive(card) else Destination.DISCARD
    pay(b.by, payers_for(card), 1, to)
    boost_in_battle(card)


@rules.procedure(clause="R13.17")
def boost_in_battle(card: Card) -> None:
    """Let Boost raise the attack until the end of the battle."""
    more = boost_by_power(card)
    if more > 0:
        modify(one(card), ATTACK, more, until=END_OF_BATTLE)


@rules.procedure(clause="R11.5")
def attack_by_effect(card: Card) -> None:
    """Let an effect declare an attack, at no cost, where a normal attack could be declared."""
    own_time = game.phase == Phase.MAIN and game.turn_player == card.user
    if own_time and not game.battle and len(game.stack) == 0:
        attack_chain(
            Battle(by=card.user, attacked=card.user.enemy, attackers=one(card), leader=card)
        )


@rules.procedure(clause="R10.3 R10.5")
def attack_chain(b: Battle) -> None:
    """Declare an attack, let it be guarded and answered; what comes of it comes last."""
    base = len(game.stack)
    game.battle = b
    game.stack.push(Declaration(by=b.by, card=b.leader, kind=Kind.ATTACK, battle=b))
    timing(ATTACK_DECLARED, b.attackers, b)
    if not b.target:
        ask_for_guards(b)
    run_stack(base)
    if b.executed:
        battle(b)
    expire(END_OF_BATTLE)
    game.battle = None
    drop(b)
    check_state()


# ---------------------------------------------------------------- several attackers (CARD129)


@rules.effect(clause="R11.9")
def mass_charge(me: Card, d: Declaration) -> None:
    """Up to as many dominated characters as there is own damage may attack together."""


@rules.procedure(clause="R11.9")
def most_together(me: Player) -> int:
    """How many may attack together: the own damage while a card says so."""
    return len(me.damage) if bearing(me.lasting, mass_charge) else 0


@rules.procedure(clause="R11.9")
def can_attack_together(me: Player) -> bool:
    """Whether several characters may attack together."""
    return len(me.lasting) > 0 and most_together(me) > 1 and len(attackers(me)) > 1


@rules.action(MAIN, candidates=can_attack_together, text="attack together", clause="R11.9")
def attack_together(me: Player) -> None:
    """Attack with several characters at once; as many may guard."""
    most = most_together(me)
    band = some(me, attackers(me), 2, most, TOGETHER)
    leader = choose(me, band, ATTACKED)
    b = Battle(by=me, attacked=me.enemy, attackers=band, leader=leader, most_guards=most)
    # The leader pays first, since what one pays for another may be what a later one lacks.
    pay_attack(leader, b)
    for card in band - one(leader):
        if payers_for(card):
            pay_attack(card, b)
        else:
            b.attackers = b.attackers - one(card)
    attack_chain(b)


# ---------------------------------------------------------------- guard (R11.6 to R11.11)


@rules.procedure(clause="R11.6")
def able_guards(me: Player, b: Battle) -> set[Card]:
    """The dominated characters that can guard: those that can pay it, or have Intercept."""
    paying = {c for c in me.dominion if payers_for(c)}
    return (paying | intercepting(me.dominion.cards)) - b.attackers - b.guards


@rules.procedure(clause="R11.6 R11.7 R11.9 R16.2")
def ask_for_guards(b: Battle) -> None:
    """Ask for guards directly after the attack: one, or as many as a card allows."""
    while b.declared < b.most_guards and offer(b.attacked, GUARD, b):
        pass
    if b.guards and b.by != b.attacked and len(b.attackers) == 1:
        offer(b.by, JOIN, b)


@rules.action(GUARD, candidates=able_guards, text="guard with", clause="R11.6")
def guard(me: Player, card: Card, b: Battle) -> None:
    """Guard with a dominated character; with Synchro a second one may join it."""
    declare_guard(card, b, True)
    if b.most_guards == 1:
        able = able_guards(me, b) - one(card)
        if not synchronous(one(card)):
            able = synchronous(able)
        if able:
            second = choose(me, able, SECOND_GUARD, optional=True)
            if second:
                declare_guard(second, b, True)


@rules.procedure(clause="R11.6 R11.8 R11.11 R13.11 R13.12")
def declare_guard(card: Card, b: Battle, pays: bool) -> None:
    """Declare a guard and pay 1 for it; whether it has effect is known before it is paid."""
    if has_effect(card, b.attackers):
        b.guards = b.guards | one(card)
    b.declared = b.declared + 1
    if pays:
        if not intercepting(one(card)):
            to = Destination.HAND if is_defensive(card) else Destination.DISCARD
            pay(card.user, payers_for(card), 1, to)
        boost_in_battle(card)
    timing(GUARD_DECLARED, card, b)
    check_state()


@rules.procedure(clause="R11.11 R13.13 R13.18")
def has_effect(card: Card, against: set[Card]) -> bool:
    """Whether a guard has effect: nothing says that the attackers cannot be guarded by it."""
    if is_stealthy(against) or breaks_through(against) and not card.broken:
        return False
    return all(allowed(GUARDS, card, a) for a in against)


@rules.procedure(clause="R13.8")
def joining(me: Player, b: Battle) -> set[Card]:
    """The dominated characters with Synchro that can join a guarded attack."""
    return synchronous(attackers(me) - b.attackers)


@rules.action(JOIN, candidates=joining, text="join with", clause="R13.8")
def join_attack(me: Player, card: Card, b: Battle) -> None:
    """Join an own attack that has been guarded, at the cost of an attack."""
    b.attackers = b.attackers | one(card)
    pay_attack(card, b)


# ---------------------------------------------------------------- battle (R11.12 to R11.19)


@rules.procedure(clause="R11.12")
def present(cards: set[Card], b: Battle) -> set[Card]:
    """Those of the characters that are still where they can battle."""
    return {c for c in still(cards, b) if c.in_play}


@rules.procedure(clause="R11.12 R11.13 R11.19")
def battle(b: Battle) -> None:
    """Process what comes of an attack: a battle, or damage to the player."""
    first = present(b.attackers, b)
    second = present(b.guards | one(b.target), b)
    if not first:
        return
    if second:
        fight(b, first, second)
    elif not b.target and not (b.guards and GUARD_GONE_SAVES):
        damage_player(b.attacked, strength(first))


@rules.procedure(clause="R11.19 R11.26 R11.32")
def strength(cards: set[Card]) -> int:
    """The damage that unguarded attackers deal to a player."""
    if MENTAL_ADDS:
        return sum(c.force + c.will for c in cards)
    return sum(max(c.force, c.will) for c in cards)


@rules.procedure(clause="R11.14 R11.17")
def fight(b: Battle, first: set[Card], second: set[Card]) -> None:
    """Let both sides deal damage at once, or the only one with Initiative first."""
    prepare(first, second)
    prepare(second, first)
    through = 0
    quick = has_initiative(first)
    if quick != has_initiative(second):
        if quick:
            through = surplus(b, first, second)
            strike(first, second)
            strike(present(second, b), present(first, b))
        else:
            strike(second, first)
            through = surplus(b, present(first, b), present(second, b))
            strike(present(first, b), present(second, b))
    else:
        through = surplus(b, first, second)
        strike_both(first, second)
    if not b.target:
        damage_player(b.attacked, through)


@rules.procedure(clause="R13.15")
def prepare(cards: set[Card], against: set[Card]) -> None:
    """Let Resist raise attack and endurance until the end of the battle."""
    for card in cards:
        if has(card, resist) and any(resists(card, o) for o in against):
            modify(one(card), ATTACK, 1, until=END_OF_BATTLE)
            modify(one(card), ENDURANCE, 1, until=END_OF_BATTLE)


@rules.procedure(clause="R11.14 R13.8")
def damage_from(by: set[Card], card: Card) -> int:
    """The battle damage that characters deal to one together."""
    return sum(o.force for o in by if takes(card, o, Harm.BATTLE, o.force))


@rules.procedure(clause="R11.27 R11.32 R13.8")
def mental_from(by: set[Card], card: Card) -> int:
    """The mental battle damage that characters deal to one together."""
    return sum(o.will for o in by if takes(card, o, Harm.MENTAL_BATTLE, o.will))


@rules.procedure(clause="R11.15 R11.27 R11.32")
def overcome(by: set[Card], over: set[Card]) -> set[Card]:
    """Those of the characters that the damage of others discards, of either kind."""
    beaten = {c for c in over if is_beaten(damage_from(by, c), c)}
    return beaten | {c for c in over - beaten if overcomes_mind(c, mental_from(by, c))}


@rules.procedure(clause="R11.15")
def is_beaten(number: int, card: Card) -> bool:
    """Whether battle damage discards a character."""
    return number > 0 and number >= card.endurance


@rules.procedure(clause="R11.15 R11.27")
def strike(by: set[Card], over: set[Card]) -> None:
    """Let one side deal its damage."""
    if by and over:
        fallen = overcome(by, over)
        measure_drain(by, over - fallen)
        discard_characters(fallen)
        weaken(over - fallen)


@rules.procedure(clause="R11.14 R11.15")
def strike_both(first: set[Card], second: set[Card]) -> None:
    """Let both sides deal their damage at once."""
    fallen = overcome(first, second) | overcome(second, first)
    measure_drain(first, second - fallen)
    measure_drain(second, first - fallen)
    discard_characters(fallen)
    weaken(second - fallen)
    weaken(first - fallen)


@rules.procedure(clause="R11.14 R11.27")
def measure_drain(by: set[Card], over: set[Card]) -> None:
    """Fix what mental damage takes, while those who deal it still have all that gives it."""
    for card in over:
        card.drained = mental_from(by, card)


@rules.procedure(clause="R11.27 R11.30")
def weaken(cards: set[Card]) -> None:
    """Let those who survive mental damage lose power to it."""
    for card in cards:
        lost = card.drained
        card.drained = 0
        drain(one(card), lost)


@rules.procedure(clause="R13.9")
def surplus(b: Battle, first: set[Card], second: set[Card]) -> int:
    """What Penetrate lets through: each attack less the endurance of the guard."""
    if not second or not penetrates(first):
        return 0
    wall = max(c.endurance for c in second)
    if SYNCHRO_PENETRATE == SynchroPenetrate.FIRST:
        first = first & one(b.leader)
    return sum(max(c.force - wall, 0) for c in first)
