"""What cards are, and placing, moving and leaving the field (S11.2, S11.3)."""

from __future__ import annotations

from tefuda.kernel import (
    BOTTOM,
    allowed,
    drop,
    extract,
    look,
    one,
    order,
    put,
    put_all,
    still,
    timing,
    value,
    would,
)
from tefuda.rulesets.set_extract.choices import NEXT_ARRIVES, NEXT_FALLEN
from tefuda.rulesets.set_extract.kinds import Destination, Guise, Race, Stage
from tefuda.rulesets.set_extract.parameters import OWNER_SEES_NODES
from tefuda.rulesets.set_extract.timings import (
    CHANGED_SIDE,
    DISCARDED,
    GOES_TO,
    MAY_MOVE_EXCLUDED,
    PLACED,
    RACES_OF,
    WAS_DISCARDED,
    WOULD_BE_DISCARDED,
    WOULD_DISCARD,
    WOULD_PLACE,
)
from tefuda.rulesets.set_extract.vocabulary import (
    DECK,
    EXCLUDED,
    HAND,
    UNDERWORLD,
    Ability,
    Card,
    Move,
    Player,
    game,
    rules,
)

#: How many cards a player can put in an order at once.
MOST_ORDERED = 31


# ---------------------------------------------------------------- what cards are


@rules.procedure(clause="V3.5 V6.4")
def races(card: Card) -> set[Race]:
    """The races of a card: a guise's, else what effects made of it, else the printed ones."""
    found = card.races
    if card.guise == Guise.FAMILIAR:
        found = {Race.VAMPIRE}
    elif card.guise == Guise.WRAITH:
        found = {Race.GHOST}
    elif card.guise != Guise.NONE or (card.face_down and card.in_play):
        found = {Race.NONE} - {Race.NONE}
    elif card.other_races:
        found = card.other_races
    return value(RACES_OF, found, card)


@rules.procedure(clause="V3.5")
def share_race(card: Card, other: Card) -> bool:
    """Whether two cards have a race in common; none is no race."""
    return bool(races(card) & races(other))


@rules.procedure(clause="V3.8")
def all_characters() -> set[Card]:
    """All characters of both halves of the field."""
    me = game.turn_player
    return me.characters | me.enemy.characters


@rules.procedure(clause="S11.3.3.h")
def mover() -> Player:
    """Who carries out what is going on: the user of the effect under way, else the turn player."""
    cause: Ability | None = game.cause
    return cause.bearer.user if cause else game.turn_player


# ---------------------------------------------------------------- place (V11.2)


@rules.procedure(clause="S11.2 V11.2.1 V11.2.2 S11.3.5")
def place(card: Card, to: Destination) -> bool:
    """Place a card in a zone; true once it was there, whatever takes it away afterwards.

    A replacement that sends it elsewhere ends the process.
    """
    if is_locked(card):
        return False
    game.placing_to = to
    if not would(WOULD_PLACE, one(card)):  # a
        return False
    with extract(card):  # b
        send(card, to)  # c
    timing(PLACED, card)  # d
    return True


@rules.procedure(clause="S11.3.2 S11.3.4 V5.3 V3.1.3")
def send(card: Card, to: Destination) -> None:
    """Put a card in a place of its owner, where it takes the state of that place."""
    if to == Destination.UNDERWORLD:
        put(card, UNDERWORLD)
    elif to == Destination.HAND:
        put(card, HAND)
    elif to == Destination.DECK_TOP:
        put(card, DECK)
    elif to == Destination.DECK_BOTTOM:
        put(card, DECK, at=BOTTOM)
    elif to == Destination.EXCLUDED:
        put(card, EXCLUDED)
    else:
        put_node(card, card.owner, to == Destination.NODES_ASLEEP)


@rules.procedure(clause="V5.4 V5.6 S11.3.5")
def put_node(card: Card, player: Player, asleep: bool) -> bool:
    """Put a card among a player's nodes; who does not know its face must not look."""
    if is_locked(card):
        return False
    put(card, player.nodes)
    card.asleep = asleep
    if OWNER_SEES_NODES:
        look(player, card)
    return True


# ---------------------------------------------------------------- move and return (S11.3)


@rules.procedure(clause="S11.3.1 S11.3.2 S11.3.5 S11.3.14")
def move(by: Player, cards: set[Card], to: Destination) -> set[Card]:
    """Move cards, also called return: field cards leave the field, the others just go there."""
    there = {c for c in cards if not is_locked(c)}
    leaving = there & game.on_field
    gone = there - leaving
    for card in gone:
        send(card, to)
    if leaving:
        gone = gone | leave(by, leaving, to)
    return gone


@rules.procedure(clause="S11.3.5")
def is_locked(card: Card) -> bool:
    """Whether a card lies in the excluded area: only what names that area moves it."""
    return card.zone == card.owner.excluded


@rules.procedure(clause="S11.3.5")
def may_leave_excluded(card: Card) -> bool:
    """Whether an effect that names the excluded area may move a card out of it."""
    return is_locked(card) and allowed(MAY_MOVE_EXCLUDED, card)


@rules.procedure(clause="S11.3.3.a-h S11.1.2")
def leave(by: Player, cards: set[Card], to: Destination) -> set[Card]:
    """Move field cards elsewhere; gives those that no other effect took away before."""
    m = Move(by=by, cards=cards)
    level = hanging_on(cards) - cards
    while level:  # g: as often as there are levels
        discard_level(m, level)  # a to e
        level = hanging_on(level & falling_with(m)) - cards  # f
        if not level:
            level = set_meanwhile(m)
    going: set[Card] = still(cards, m) & game.on_field  # the others' move has ended (S11.1.2)
    drop(m)
    fallen = trees_of(going) - going
    for card in going:
        card.heading = value(GOES_TO, to, card)
    for card in fallen:
        card.heading = value(GOES_TO, Destination.UNDERWORLD, card)
    land(by, going, fallen)
    return going


@rules.procedure(clause="S11.3.3.f S11.3.7")
def hanging_on(cards: set[Card]) -> set[Card]:
    """The cards set on cards."""
    return {s for c in cards for s in c.set_cards}


@rules.procedure(clause="S11.3.3.g")
def trees_of(cards: set[Card]) -> set[Card]:
    """The cards set on cards, on those, and so on."""
    return {s for c in cards for s in c.tree}


@rules.procedure(clause="S11.3.2")
def change_side(card: Card, player: Player) -> bool:
    """Move a card from field to field, with all that is set on it and without any process."""
    if card.zone == player.field or not card.in_play or card.host:
        return False
    put(card, player.field)
    timing(CHANGED_SIDE, card)
    return True


# ---------------------------------------------------------------- leaving the field (S11.3.3)


@rules.procedure(clause="S11.3.3.a-e")
def discard_level(m: Move, level: set[Card]) -> None:
    """Apply discard to one level of set cards; a window may take some of them away.

    A card that another process discards already goes on from the window it has come to.
    """
    for card in level:
        if card.under_way != Stage.DISCARD:
            card.under_way = Stage.DISCARD
            card.met = 0
    now = next_window(level, 0)
    timing(WOULD_DISCARD, now)
    now = next_window(level & falling_with(m), 1)
    timing(WOULD_BE_DISCARDED, now)
    now = next_window(level & falling_with(m), 2)
    timing(DISCARDED, now)
    now = next_window(level & falling_with(m), 3)
    timing(WAS_DISCARDED, now)


@rules.procedure(clause="S11.3.3.g")
def set_meanwhile(m: Move) -> set[Card]:
    """What a text has set in a window on what leaves: it falls, too, as a level of its own."""
    going = still(m.cards, m) & game.on_field
    return {c for c in trees_of(going) - m.cards if c.under_way != Stage.DISCARD}


@rules.procedure(clause="S11.3.3.b-e")
def next_window(cards: set[Card], n: int) -> set[Card]:
    """The cards that have met n windows of their discard, and now meet the next one."""
    now = {c for c in cards if c.met == n}
    for card in now:
        card.met = n + 1
    return now


@rules.procedure(clause="S11.1.2 S11.3.3")
def falling_with(m: Move) -> set[Card]:
    """What is being discarded and still hangs on a leaving card that is on its way."""
    going = still(m.cards, m) & game.on_field
    return {c for c in trees_of(going) if c.under_way == Stage.DISCARD}


@rules.procedure(clause="S11.3.3.h V5.5 V11.3.5")
def land(by: Player, going: set[Card], fallen: set[Card]) -> None:
    """All go in one instant: owners order what they send to the underworld, the mover what falls.

    The orders are made while all still lie, face down where they do.
    """
    me = game.turn_player
    laid = {c for c in going if c.heading == Destination.UNDERWORLD}
    mine = {c for c in laid if c.owner == me}
    elsewhere = {c for c in fallen if c.heading != Destination.UNDERWORLD}
    if len(laid) <= MOST_ORDERED and len(fallen) <= MOST_ORDERED:
        first = order(me, mine, NEXT_ARRIVES)
        second = order(me.enemy, laid - mine, NEXT_ARRIVES)
        falling = order(by, fallen - elsewhere, NEXT_FALLEN)
        send_all(elsewhere)
        send_all(going - laid)
        put_all(first, UNDERWORLD)
        put_all(second, UNDERWORLD)
        put_all(falling, UNDERWORLD)
    else:
        send_all(elsewhere)
        send_all(going)
        send_all(fallen - elsewhere)


@rules.procedure(clause="S11.3.3.h")
def send_all(cards: set[Card]) -> None:
    """Send cards where each is heading, what hangs on others first."""
    while cards:
        ends = {c for c in cards if not c.tree & cards}
        for card in ends:
            send(card, card.heading)
        cards = cards - ends
