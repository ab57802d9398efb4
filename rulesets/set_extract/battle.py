"""Attack, defence and the battle with its ten steps (V10)."""

from __future__ import annotations

from tefuda.kernel import (
    NO_CARDS,
    bearing,
    confirm,
    drop,
    expire,
    has,
    one,
    permitted,
    settle,
    timing,
)
from tefuda.rulesets.set_extract.choices import ANSWER, GRAZES, MAIN
from tefuda.rulesets.set_extract.interference import end_interference, let_answer, resolve_chain
from tefuda.rulesets.set_extract.keywords import (
    DOLL,
    FIRST_STRIKE,
    INSTANT_DEATH,
    PIERCE,
    STEALTH,
    VIGILANCE,
)
from tefuda.rulesets.set_extract.kinds import GrazeCheck, Harm, Stage, Vigilance
from tefuda.rulesets.set_extract.moves import all_characters, put_node, share_race
from tefuda.rulesets.set_extract.parameters import (
    ATTACKER_GONE_ENDS,
    DEFENDER_GONE_SAVES,
    GRAZE_DECK_CHECK,
    INSTANT_DEATH_WORKS,
    VIGILANCE_DOES,
)
from tefuda.rulesets.set_extract.playing import may_answer_directly
from tefuda.rulesets.set_extract.removal import check_state, damage_player, remove, take_damage
from tefuda.rulesets.set_extract.resolution import declare_defence
from tefuda.rulesets.set_extract.states import put_to_sleep
from tefuda.rulesets.set_extract.timings import (
    ATTACKED,
    BATTLE_END,
    BATTLE_START,
    FIGHTS,
    MAY_ATTACK,
    MAY_DEFEND,
)
from tefuda.rulesets.set_extract.vocabulary import END_OF_BATTLE, Battle, Card, Player, game, rules

# ---------------------------------------------------------------- attack (V10.1)


@rules.procedure(clause="V10.1 V6.3 V11.4")
def attackers(me: Player) -> set[Card]:
    """The active characters that are no dolls and may attack."""
    ready = {c for c in me.characters if not c.asleep}
    return permitted(MAY_ATTACK, ready - bearing(ready, DOLL))


@rules.action(MAIN, candidates=attackers, clause="V10.1 V10.3 V8.3 V8.5")
def attack(me: Player, card: Card) -> None:
    """Attack: it goes to sleep, players answer, links resolve, and the battle is fought last."""
    b = Battle(by=me, attacked=me.enemy, attacker=card)
    outer = game.battle
    base = len(game.chain)
    game.battle = b
    card.fighting = True
    if VIGILANCE_DOES == Vigilance.NOTHING or not has(card, VIGILANCE):
        put_to_sleep(one(card))
    timing(ATTACKED, card, b)
    timing(FIGHTS, card, b)
    settle()
    let_answer(b.attacked)
    resolve_chain(base)
    if goes_on(b):
        fight(b)
    end_battle(b)
    end_interference()
    game.battle = outer
    drop(b)


@rules.procedure(clause="V10.6")
def cancel_attack(b: Battle) -> None:
    """Undo the declaration of an attack; nobody wakes up."""
    b.cancelled = True


@rules.procedure(clause="V10.6 V10.10")
def goes_on(b: Battle) -> bool:
    """Whether there is a battle: the attack is not cancelled and the attacker still there."""
    if b.cancelled:
        return False
    return not ATTACKER_GONE_ENDS or is_fighting(b.attacker, b)


@rules.procedure(clause="V10.10")
def is_fighting(card: Card, b: Battle) -> bool:
    """Whether a fighter is still the character it was."""
    return card.fighting and card.is_character


# ---------------------------------------------------------------- defence (V10.2)


@rules.procedure(clause="V10.2 V8.6 V6.3")
def defenders(me: Player) -> set[Card]:
    """The active characters of the attacked player, while nothing has answered the attack."""
    b = game.battle
    if not b or b.cancelled or not may_answer_directly(me):
        return NO_CARDS
    return permitted(MAY_DEFEND, {c for c in me.characters if not c.asleep})


@rules.action(ANSWER, candidates=defenders, clause="V10.2")
def defend(me: Player, card: Card) -> None:
    """Defend: it goes to sleep."""
    b = game.battle
    if b:
        b.unanswered = False
        declare_defence(b, card)
        put_to_sleep(one(card))


@rules.procedure(clause="V10.6 V11.4")
def cancel_defence(b: Battle) -> None:
    """Undo a defence: the attack hits the player; the defender stays asleep."""
    card = b.defender
    if card:
        card.fighting = False
    b.defender = None
    b.defended = False


# ---------------------------------------------------------------- the battle (V10.4)


@rules.procedure(clause="V10.4")
def fight(b: Battle) -> None:
    """Start, fix who receives, first strike, normal damage, graze."""
    timing(BATTLE_START, b.attacker, b)
    settle()
    check_stealth(b)
    if goes_on(b):
        defended = b.defended
        strike(b, True, defended)
        strike(b, False, defended)
        settle()
        take_graze(b)


@rules.procedure(clause="V11.4")
def check_stealth(b: Battle) -> None:
    """A defence against stealth stands only if the defender shares a race."""
    card = b.defender
    if card and has(b.attacker, STEALTH) and not share_race(b.attacker, card):
        cancel_defence(b)


@rules.procedure(clause="V10.4.d V10.4.e V10.5")
def strike(b: Battle, first: bool, defended: bool) -> None:
    """Deal the battle damage of those who strike first, or of the others, all at once."""
    attacker = b.attacker
    defender = b.defender
    strikes = is_fighting(attacker, b) and has(attacker, FIRST_STRIKE) == first
    if not defended:
        if strikes:
            dealt = damage_player(b.attacked, attacker.force, Harm.BATTLE)
            b.direct_damage = b.direct_damage + dealt
    elif defender:
        hits = is_fighting(defender, b) and has(defender, FIRST_STRIKE) == first
        exchange(b, attacker, defender, strikes, hits)


@rules.procedure(clause="V10.5 V11.4")
def exchange(b: Battle, attacker: Card, defender: Card, strikes: bool, hits: bool) -> None:
    """Attacker and defender damage each other; pierce lets the rest through to the player."""
    there = is_fighting(defender, b)
    through = 0
    if strikes and there and has(attacker, PIERCE):
        through = max(attacker.force - max(defender.toughness - defender.damage, 0), 0)
    if strikes and not there and not DEFENDER_GONE_SAVES:
        through = attacker.force
    attacker.taking = defender.force if hits else 0
    defender.taking = attacker.force if strikes else 0
    hit_in_battle(attacker, defender, strikes and there, hits and is_fighting(attacker, b))
    if through > 0:
        damage_player(b.attacked, through, Harm.BATTLE)


@rules.procedure(clause="V10.5 V10.7 V11.4")
def hit_in_battle(attacker: Card, defender: Card, strikes: bool, hits: bool) -> None:
    """Apply both damages at once and judge toughness once; then instant death."""
    struck = (one(defender) if strikes else NO_CARDS) | (one(attacker) if hits else NO_CARDS)
    attacker.hurt_by = defender
    defender.hurt_by = attacker
    take_damage(struck, Harm.BATTLE)
    if INSTANT_DEATH_WORKS:
        hurt = {c for c in struck if c.fighting and c.battle_damage > 0}
        remove({c for c in hurt if dies_at_once(c)}, Stage.RESOLUTE)


@rules.procedure(clause="V11.4")
def dies_at_once(card: Card) -> bool:
    """Whether what damaged a character in battle has instant death."""
    other = card.hurt_by
    return other is not None and has(other, INSTANT_DEATH)


@rules.procedure(clause="V10.9")
def take_graze(b: Battle) -> None:
    """After direct damage the player may take as many nodes as the attacker's graze, or none."""
    player = b.attacked
    n = max(b.attacker.graze, 0)
    spare = 1 if GRAZE_DECK_CHECK == GrazeCheck.MORE else 0
    if b.direct_damage > 0 and n > 0 and len(player.deck) >= n + spare:
        if confirm(player, GRAZES):
            for _ in range(n):
                card = player.deck.top
                if card:
                    put_node(card, player, True)


@rules.procedure(clause="V10.4.h V10.4.i V10.4.j V10.8")
def end_battle(b: Battle) -> None:
    """Reset battle damage, end what lasts until the end of the battle, raise its end."""
    for card in all_characters():
        card.battle_damage = 0
        card.hurt_by = None
    expire(END_OF_BATTLE)
    for card in game.on_field:
        card.fighting = False
    timing(BATTLE_END, b.attacker, b)
    settle()
    check_state()
