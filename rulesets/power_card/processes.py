"""What happens to cards: drawing, damage, power lost, leaving the field, state checks."""

from __future__ import annotations

from tefuda.kernel import (
    NO_CARDS,
    after,
    allowed,
    become,
    choose,
    lose_game,
    one,
    permitted,
    put,
    put_all,
    some,
    timing,
    value,
    would,
)
from tefuda.rulesets.power_card.skills import is_shielded, room_for_permanents
from tefuda.rulesets.power_card.vocabulary import (
    AFFECTED,
    BREAKS_GO,
    DAMAGE,
    DAMAGE_FLIPS,
    DAMAGE_LIMIT,
    DAMAGED,
    DAMAGED_OUT,
    DECK,
    DECKED_OUT,
    DISCARD,
    DISCARDED,
    DREW,
    ENTERED,
    HAND,
    LEFT,
    NAMED_TO_DAMAGE,
    PARTY,
    POWER_LOST,
    REMOVED,
    TAKES,
    WOULD_LEAVE,
    Ability,
    Card,
    CardType,
    Destination,
    Faction,
    Flips,
    Harm,
    Player,
    Zone,
    game,
    rules,
)

# ---------------------------------------------------------------- who is there


@rules.procedure(clause="R2.6")
def all_characters() -> set[Card]:
    """Every character on the field."""
    me = game.turn_player
    return me.characters | me.enemy.characters


@rules.procedure(clause="R8.2")
def active_characters(me: Player) -> set[Card]:
    """The top character of each own party."""
    return {z.top for z in me.parties if z.top}


@rules.procedure(clause="R9.26")
def dominated(card: Card) -> bool:
    """Whether a character stands in a dominion area."""
    return card.zone == card.user.dominion


@rules.procedure(clause="R10.29")
def affected(cards: set[Card]) -> set[Card]:
    """Those of the cards that what is being carried out affects: immunity, object by object."""
    a: Ability | None = game.cause
    if not a or not cards:
        return cards
    return permitted(AFFECTED, cards, a)


# ---------------------------------------------------------------- drawing (R7.3 to R7.6)


@rules.procedure(clause="R7.4 R7.6 R15.2")
def draw(player: Player, number: int) -> None:
    """Draw from the top of the deck; who must draw and cannot has lost."""
    if number <= 0:
        return
    for _ in range(number):
        card = player.deck.top
        if not card:
            lose_game(player, DECKED_OUT)
        else:
            put(card, HAND)
    timing(DREW, player)


@rules.procedure(clause="R7.27")
def discard_from_hand(player: Player, number: int) -> None:
    """Let a player discard hand cards of his choice."""
    put_all(some(player, player.hand.cards, number, number, DISCARDED), DISCARD)


# ---------------------------------------------------------------- entering a party (R8)


@rules.procedure(clause="R8.1 R8.6")
def party_for(card: Card) -> Zone:
    """The party of its owner that a character joins; the owner chooses among several factions."""
    faction = Faction.NONE
    if len(card.factions) > 1:
        faction = choose(card.owner, card.factions, PARTY)
    else:
        for only in card.factions:
            faction = only
    return card.owner.parties[faction]


@rules.procedure(clause="R8.2 R10.10")
def join_party(card: Card) -> None:
    """Place a character on top of its party, as the new active character."""
    put(card, party_for(card))
    timing(ENTERED, card)


# ---------------------------------------------------------------- damage to a player (R11.20)


@rules.procedure(clause="R11.20 R11.21 R11.22 R11.23 R11.24 R11.25")
def damage_player(player: Player, number: int) -> None:
    """Flip cards of the deck: characters join parties, others go to the damage zone."""
    for _ in range(min(number, len(player.deck))):
        card = player.deck.top
        if card and not (DAMAGE_FLIPS == Flips.STOP_AT_LIMIT and is_damaged_out(player)):
            if card.type == CardType.CHARACTER:
                join_party(card)
            else:
                put(card, DAMAGE)
    if number > 0:
        timing(DAMAGED, player, number)


@rules.procedure(clause="R15.1")
def is_damaged_out(player: Player) -> bool:
    """Whether a player has as much damage as loses the game."""
    return len(player.damage) >= DAMAGE_LIMIT


# ---------------------------------------------------------------- damage to characters


@rules.procedure(clause="R13.7 R13.24 R7.25")
def takes(card: Card, source: Card, harm: Harm, number: int) -> bool:
    """Whether a character takes a damage: Shield stops all but battle damage, in the dominion."""
    if harm >= Harm.EFFECT and dominated(card) and is_shielded(card):
        return False
    return allowed(TAKES, card, source, harm, number)


@rules.procedure(clause="R11.15 R11.16")
def damage_characters(cards: set[Card], number: int, source: Card) -> None:
    """Deal damage outside battle: as much as the endurance discards; less leaves no mark."""
    hit = {c for c in affected(cards) if takes(c, source, Harm.EFFECT, number)}
    discard_characters({c for c in hit if number >= c.endurance})


@rules.procedure(clause="R11.27 R11.28 R11.29")
def overcomes_mind(card: Card, number: int) -> bool:
    """Whether a mental damage discards: it reaches the power, of an active character the mind."""
    if number <= 0:
        return False
    return number >= (len(card.power) if dominated(card) else card.capacity)


@rules.procedure(clause="R11.27 R11.28 R11.29")
def mental_damage(cards: set[Card], number: int, source: Card) -> None:
    """Deal mental damage outside battle."""
    hit = {c for c in affected(cards) if takes(c, source, Harm.MENTAL_EFFECT, number)}
    fallen = {c for c in hit if overcomes_mind(c, number)}
    drain(hit - fallen, number)
    discard_characters(fallen)


@rules.procedure(clause="R11.27 R11.29 R11.31")
def drain(cards: set[Card], number: int) -> None:
    """Let dominated characters lose power to a mental damage that they survive."""
    for card in cards:
        if dominated(card):
            lose_power(card, number)


@rules.procedure(clause="R11.31")
def lose_power(card: Card, number: int) -> None:
    """Discard power of a character; its controller says which."""
    for _ in range(min(number, len(card.power))):
        if card.power:
            put(choose(card.user, card.power, POWER_LOST), DISCARD)


# ---------------------------------------------------------------- leaving the field (R14)


@rules.procedure(clause="R2.8")
def send(card: Card, to: Destination) -> None:
    """Put a card in its owner's place."""
    if to == Destination.DISCARD:
        put(card, DISCARD)
    elif to == Destination.HAND:
        put(card, HAND)
    elif to == Destination.DECK:
        put(card, DECK)
    elif to == Destination.DAMAGE:
        put(card, DAMAGE)
    else:
        put(card, REMOVED)


@rules.procedure(clause="R14.1 R14.2 R14.3 R14.4")
def leave(cards: set[Card], to: Destination) -> set[Card]:
    """Let characters leave the field together, each with all that composes it and is set on it."""
    game.leaving_to = to
    going = would(WOULD_LEAVE, {c for c in cards if c.in_play})
    if not going:
        return going
    for card in going:
        forget_aim(card)
    with after(LEFT, going):
        for card in going:
            take_apart(card, to)
    return going


@rules.procedure(clause="R14.1 R12.12")
def take_apart(card: Card, to: Destination) -> None:
    """Send what is set on a character to discard piles, what composes it to where it goes."""
    breaks_to = value(BREAKS_GO, to, card) if to == Destination.DISCARD else to
    last_to = breaks_to if card.lone else to
    if NAMED_TO_DAMAGE and to == Destination.DISCARD and card.named:
        last_to = Destination.DAMAGE
    put_all(card.power | card.permanents, DISCARD)
    for upper in card.breaks:
        send(upper, breaks_to)
    send(card, last_to)


@rules.procedure(clause="R14.1")
def discard_characters(cards: set[Card]) -> set[Card]:
    """Discard characters."""
    if not cards:
        return cards
    return leave(cards, Destination.DISCARD)


@rules.procedure(clause="R5.6")
def forget_aim(card: Card) -> None:
    """Let lasting cards aimed at a character lose it."""
    for player in game.players:
        for lasting in {c for c in player.lasting if c.aim == card}:
            lasting.aim = None
        for lasting in {c for c in player.lasting if c.substitute == card}:
            lasting.substitute = None


@rules.procedure(clause="R12.13 R12.14 R13.25")
def discard_top_break(card: Card) -> None:
    """Discard just the top break of a character; a lone break is the whole character."""
    if not card.breaks:
        discard_characters(one(card) if card.lone else NO_CARDS)
        return
    top = top_break(card)
    put(top, DISCARD)
    if card.breaks:
        become(card, top_break(card))
    else:
        become(card, None)


@rules.procedure(clause="R12.5")
def top_break(card: Card) -> Card:
    """The highest of the break cards on a character."""
    found = card
    for upper in card.breaks:
        if found == card or upper.height > found.height:
            found = upper
    return found


@rules.procedure(clause="R14.1")
def discard_permanents(cards: set[Card]) -> None:
    """Discard permanents."""
    put_all(affected(cards), DISCARD)


# ---------------------------------------------------------------- state checks (R10.32)


@rules.procedure(clause="R10.32 R10.33 R15.1 R15.3 R15.4 R15.5")
def check_state() -> None:
    """After each step: losses by damage, endurance 0, permanents over the limit."""
    losers = {p for p in game.players if is_damaged_out(p)}
    if losers:
        lose_game(losers, DAMAGED_OUT)
    weak = {c for c in all_characters() if c.endurance <= 0}
    judged = weak
    while weak:
        discard_characters(weak)
        # Who goes may have been what kept others up; who stays instead is judged at the next check.
        weak = {c for c in all_characters() if c.endurance <= 0} - judged
        judged = judged | weak
    for card in {c for c in all_characters() if c.permanents}:
        surplus = len(card.permanents) - room_for_permanents(card)
        if surplus > 0 and card.in_play:
            put_all(some(card.user, card.permanents, surplus, surplus, DISCARDED), DISCARD)
