"""Factor and cost: what is required, what pays, and where what was paid goes (R10)."""

from __future__ import annotations

from tefuda.kernel import NO_CARDS, NO_COUNTS, choose, number, one, permitted, put, timing, value
from tefuda.rulesets.power_card.processes import check_state
from tefuda.rulesets.power_card.skills import boost_of, is_infinite
from tefuda.rulesets.power_card.vocabulary import (
    BOOSTED,
    COST,
    COST_PAID,
    DISCARD,
    FACTOR,
    HAND,
    MAY_PAY,
    PAY,
    PAYS_FOR,
    Ability,
    Card,
    Destination,
    Faction,
    Player,
    Points,
    rules,
)

# ---------------------------------------------------------------- factor (R10.16, R10.17)


@rules.procedure(clause="R10.16 R10.17")
def of_faction(me: Player, faction: Faction) -> int:
    """How many own dominated characters belong to a faction."""
    return len({c for c in me.dominion if faction in c.factions})


@rules.procedure(clause="R10.16 R10.17")
def factors(me: Player) -> Points:
    """How many own dominated characters there are of each faction."""
    have: Points = NO_COUNTS
    if me.dominion:
        have = have.plus(Faction.EGO, of_faction(me, Faction.EGO))
        have = have.plus(Faction.ARA, of_faction(me, Faction.ARA))
        have = have.plus(Faction.WIZ, of_faction(me, Faction.WIZ))
        have = have.plus(Faction.DAR, of_faction(me, Faction.DAR))
        have = have.plus(Faction.KYO, of_faction(me, Faction.KYO))
        have = have.plus(Faction.ERA, of_faction(me, Faction.ERA))
        have = have.plus(Faction.NONE, of_faction(me, Faction.NONE))
    return have


@rules.procedure(clause="R10.16")
def required(card: Card) -> Points:
    """The factor a card requires now."""
    return value(FACTOR, card.factor, card)


@rules.procedure(clause="R10.16")
def has_factor(me: Player, card: Card) -> bool:
    """Whether a player has the factor that a card requires; factors are not used up."""
    return factors(me).covers(required(card))


# ---------------------------------------------------------------- cost (R10.18 to R10.25)


@rules.procedure(clause="R10.24")
def card_cost(card: Card) -> int:
    """The power cards that a card costs now; of a cost X what X is set apart."""
    return max(value(COST, card.cost, card), 0)


@rules.procedure(clause="R10.18 R10.25")
def payers(me: Player) -> set[Card]:
    """The characters whose power pays for cards: own dominated ones."""
    return permitted(MAY_PAY, {c for c in me.dominion if c.power})


@rules.procedure(clause="R10.19")
def payers_for(card: Card) -> set[Card]:
    """The characters whose power pays attacks and guards of a character: itself, or helpers."""
    others = {c for c in card.user.dominion if c.power and c != card}
    able = one(card) | {c for c in others if value(PAYS_FOR, False, c, card)}
    return permitted(MAY_PAY, {c for c in able if c.power})


@rules.procedure(clause="R10.19 R13.19")
def payers_of(a: Ability) -> set[Card]:
    """The characters whose power pays an effect: its bearer, with Infinity any own one."""
    card = a.bearer
    if is_infinite(card):
        return payers(card.user)
    return permitted(MAY_PAY, one(card))


@rules.procedure(clause="R10.18")
def power_of(cards: set[Card]) -> set[Card]:
    """The power cards on characters."""
    return {p for c in cards for p in c.power}


@rules.procedure(clause="R10.2 R10.18")
def purse(me: Player) -> int:
    """How much a player can pay for cards."""
    return len(power_of(payers(me)))


@rules.procedure(clause="R10.2 R10.20 R10.21 R10.22")
def pay(by: Player, hosts: set[Card], amount: int, to: Destination) -> None:
    """Pay power cards of these characters one by one, unseen, and no more than is due."""
    paid_from = NO_CARDS
    for _ in range(amount):
        card = choose(by, power_of(hosts), PAY)
        host = card.host
        paid_from = paid_from | one(host)
        if to == Destination.HAND:
            put(card, HAND)
        else:
            put(card, DISCARD)
    if paid_from:
        timing(COST_PAID, paid_from)
        check_state()


@rules.procedure(clause="R13.17")
def boost_by_power(card: Card) -> int:
    """Let a character with Boost pay more of its own power; gives how much it pays."""
    most = boost_of(card)
    if most > 0:
        most = min(most, len(power_of(permitted(MAY_PAY, one(card)))))
    if most <= 0:
        return 0
    more = number(card.user, 0, most, BOOSTED)
    pay(card.user, one(card), more, Destination.DISCARD)
    return more
