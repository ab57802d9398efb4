"""The skills as words on cards, and which of them are in force (R13).

A skill that is negated is still possessed: ``has`` finds it, the functions here do not (R10.28).
"""

from __future__ import annotations

from tefuda.kernel import abilities as abilities_of
from tefuda.kernel import allowed, bearing, has
from tefuda.rulesets.power_card.icons import has_icon
from tefuda.rulesets.power_card.vocabulary import (
    BOOST_WORKS,
    INFINITY_WORKS,
    REMOVE_WORKS,
    RESIST_WORKS,
    SKILLS_WORK,
    STEALTH_WORKS,
    Card,
    Player,
    Skill,
    rules,
)

# ---------------------------------------------------------------- the words


@rules.effect(clause="R13.1", skill=Skill.AGGRESSIVE)
def aggressive(me: Card) -> None:
    """As the active character it attacks its own controller; see the influence phase."""


@rules.effect("draw", clause="R13.2", skill=Skill.DRAW, x=1)
def draw_skill(me: Card) -> None:
    """Its controller draws X more, or fewer; see the draw phase."""


@rules.effect(clause="R13.3", skill=Skill.CHARGE, x=1)
def charge(me: Card) -> None:
    """Up to X cards from the deck may be set as power; see the power card phase."""


@rules.effect("permanent", clause="R13.6", skill=Skill.PERMANENT, x=1)
def permanent_skill(me: Card) -> None:
    """It may hold X more permanents; see the places."""


@rules.effect(clause="R13.16", skill=Skill.CAPACITY, x=1)
def capacity(me: Card) -> None:
    """The hand limit of its controller is X higher; see the discard phase."""


@rules.effect(clause="R13.17", skill=Skill.BOOST, x=1)
def boost(me: Card) -> None:
    """It may pay up to X more power when it attacks or guards; see the attack."""


@rules.effect(clause="R13.20", skill=Skill.REMOVE, x=1)
def remove(me: Card) -> None:
    """Up to X damage cards are taken away in the draw phase; see the draw phase."""


@rules.effect(clause="R13.5", skill=Skill.INITIATIVE)
def initiative(me: Card) -> None:
    """It deals battle damage first; see the battle."""


@rules.effect(clause="R13.7", skill=Skill.SHIELD)
def shield(me: Card) -> None:
    """It takes no damage except battle damage; see the damage."""


@rules.effect(clause="R13.8", skill=Skill.SYNCHRO)
def synchro(me: Card) -> None:
    """It attacks or guards together with another; see the attack."""


@rules.effect(clause="R13.9", skill=Skill.PENETRATE)
def penetrate(me: Card) -> None:
    """Its surplus over a guard's endurance goes on to the player; see the battle."""


@rules.effect(clause="R13.10", skill=Skill.OFFENSIVE)
def offensive(me: Card) -> None:
    """The power paid for its attack returns to the hand; see the attack."""


@rules.effect(clause="R13.11", skill=Skill.DEFENSIVE)
def defensive(me: Card) -> None:
    """The power paid for its guard returns to the hand; see the guard."""


@rules.effect(clause="R13.12", skill=Skill.INTERCEPT)
def intercept(me: Card) -> None:
    """It guards without paying; see the guard."""


@rules.effect(clause="R13.13", skill=Skill.BREAKTHROUGH)
def breakthrough(me: Card) -> None:
    """Unbroken characters cannot guard it; see the guard."""


@rules.effect(clause="R13.15", skill=Skill.RESIST)
def resist(me: Card) -> None:
    """A bonus in battle with the factions and icons it is against; see the battle."""


@rules.effect(clause="R13.18", skill=Skill.STEALTH)
def stealth(me: Card) -> None:
    """It cannot be guarded; see the guard."""


@rules.effect(clause="R13.19", skill=Skill.INFINITY)
def infinity(me: Card) -> None:
    """Its effects may be paid from any own dominated characters; see the payment."""


# ---------------------------------------------------------------- in force


@rules.procedure(clause="R10.28")
def works(card: Card, skill: Skill) -> bool:
    """Whether a skill or effect of a character, if it has it, is not negated."""
    if card.silenced >> skill & 1:
        return False
    return allowed(SKILLS_WORK, card)


@rules.procedure(clause="R7.10 R13.1")
def is_aggressive(card: Card) -> bool:
    """Whether a character has Aggressive in force."""
    return has(card, aggressive) and works(card, Skill.AGGRESSIVE)


@rules.procedure(clause="R13.5")
def has_initiative(cards: set[Card]) -> bool:
    """Whether one of the characters has Initiative in force; a pair shares its skills (R13.8)."""
    return any(works(c, Skill.INITIATIVE) for c in bearing(cards, initiative))


@rules.procedure(clause="R13.7")
def is_shielded(card: Card) -> bool:
    """Whether a character has Shield in force."""
    return has(card, shield) and works(card, Skill.SHIELD)


@rules.procedure(clause="R13.8")
def synchronous(cards: set[Card]) -> set[Card]:
    """Those of the characters with Synchro in force."""
    return {c for c in bearing(cards, synchro) if works(c, Skill.SYNCHRO)}


@rules.procedure(clause="R13.9")
def penetrates(cards: set[Card]) -> bool:
    """Whether one of the characters has Penetrate in force."""
    return any(works(c, Skill.PENETRATE) for c in bearing(cards, penetrate))


@rules.procedure(clause="R13.10")
def is_offensive(card: Card) -> bool:
    """Whether a character has Offensive in force."""
    return has(card, offensive) and works(card, Skill.OFFENSIVE)


@rules.procedure(clause="R13.11")
def is_defensive(card: Card) -> bool:
    """Whether a character has Defensive in force."""
    return has(card, defensive) and works(card, Skill.DEFENSIVE)


@rules.procedure(clause="R13.12")
def intercepting(cards: set[Card]) -> set[Card]:
    """Those of the characters with Intercept in force."""
    return {c for c in bearing(cards, intercept) if works(c, Skill.INTERCEPT)}


@rules.procedure(clause="R13.13")
def breaks_through(cards: set[Card]) -> bool:
    """Whether one of the characters has Breakthrough in force."""
    return any(works(c, Skill.BREAKTHROUGH) for c in bearing(cards, breakthrough))


@rules.procedure(clause="R13.18")
def is_stealthy(cards: set[Card]) -> bool:
    """Whether one of the characters has Stealth in force."""
    return STEALTH_WORKS and any(works(c, Skill.STEALTH) for c in bearing(cards, stealth))


@rules.procedure(clause="R13.19")
def is_infinite(card: Card) -> bool:
    """Whether a character has Infinity in force."""
    return INFINITY_WORKS and has(card, infinity) and works(card, Skill.INFINITY)


# ---------------------------------------------------------------- skills with a number


@rules.procedure(clause="R13.3 R13.23")
def charge_of(card: Card) -> int:
    """The sum of a character's Charge in force."""
    total = 0
    for a in abilities_of(card, charge):
        if works(card, Skill.CHARGE):
            total = total + a.x
    return total


@rules.procedure(clause="R13.2 R13.23")
def draws_of(player: Player) -> int:
    """The sum of Draw over a player's dominated characters."""
    total = 0
    for card in bearing(player.dominion.cards, draw_skill):
        for a in abilities_of(card, draw_skill):
            if works(card, Skill.DRAW):
                total = total + a.x
    return total


@rules.procedure(clause="R13.16 R13.23")
def capacity_of(player: Player) -> int:
    """The sum of Capacity over a player's dominated characters."""
    total = 0
    for card in bearing(player.dominion.cards, capacity):
        for a in abilities_of(card, capacity):
            if works(card, Skill.CAPACITY):
                total = total + a.x
    return total


@rules.procedure(clause="R13.20 R13.23")
def removals_of(player: Player) -> int:
    """The sum of Remove over a player's dominated characters."""
    total = 0
    if REMOVE_WORKS:
        for card in bearing(player.dominion.cards, remove):
            for a in abilities_of(card, remove):
                if works(card, Skill.REMOVE):
                    total = total + a.x
    return total


@rules.procedure(clause="R13.6 R13.23")
def room_for_permanents(card: Card) -> int:
    """How many permanents a character may hold: one, and what Permanent adds or takes."""
    total = 1
    for a in abilities_of(card, permanent_skill):
        if works(card, Skill.PERMANENT):
            total = total + a.x
    return max(total, 0)


@rules.procedure(clause="R13.17 R13.23")
def boost_of(card: Card) -> int:
    """The largest Boost of a character."""
    most = 0
    if BOOST_WORKS:
        for a in abilities_of(card, boost):
            if works(card, Skill.BOOST):
                most = max(most, a.x)
    return most


@rules.procedure(clause="R13.15")
def resists(card: Card, other: Card) -> bool:
    """Whether a character has Resist in force against a faction or an icon of another."""
    if not RESIST_WORKS or not works(card, Skill.RESIST):
        return False
    for a in abilities_of(card, resist):
        if a.against & other.factions or any(has_icon(other, i) for i in a.against_icons):
            return True
    return False
