"""Chapter 11: placing, moving, setting, waking, looking; and removal in three stages (V11.3)."""

from __future__ import annotations

from tefuda.kernel import (
    BOTTOM,
    FOREVER,
    allowed,
    attach,
    choose,
    conceal,
    drop,
    expire,
    extract,
    held,
    look,
    lose_game,
    negate,
    one,
    order,
    permitted,
    put,
    put_all,
    random_card,
    set_original,
    still,
    timing,
    value,
    would,
)
from tefuda.kernel import shuffle as mix
from tefuda.rulesets.set_extract.vocabulary import (
    ATTACK,
    BECAME_RESOLUTE,
    CHANGED_SIDE,
    DAMAGED,
    DEALING,
    DECK,
    DECKED_OUT,
    DISCARDED,
    DISCARDS,
    DREW,
    ENTERED,
    EQUIP_LIMIT,
    EXCLUDED,
    EXCLUDED_IT,
    FALLS_BY,
    FELL_ASLEEP,
    GOES_TO,
    GRAZE,
    HAND,
    LOOKED_AT_DECK,
    LOST_LIFE,
    MADE_RESOLUTE,
    MAY_BE_OBJECT,
    MAY_ENTER,
    MAY_MOVE_EXCLUDED,
    MAY_SET,
    NEXT_ARRIVES,
    NEXT_FALLEN,
    OWNER_SEES_NODES,
    PLACED,
    PLAYER_BATTLE_DAMAGED,
    PLAYER_DAMAGED,
    PLAYER_RECEIVES,
    RACES_OF,
    RECEIVES,
    SET,
    SET_CARDS,
    SET_ON,
    TOUGHNESS,
    UNDERWORLD,
    WAS_DISCARDED,
    WAS_EXCLUDED,
    WHILE_VOID,
    WOKE,
    WOULD_BE_DISCARDED,
    WOULD_BE_EXCLUDED,
    WOULD_BE_SET_ON,
    WOULD_BECOME_RESOLUTE,
    WOULD_DISCARD,
    WOULD_ENTER,
    WOULD_EXCLUDE,
    WOULD_MAKE_RESOLUTE,
    WOULD_PLACE,
    WOULD_SET,
    WOULD_TAKE,
    Ability,
    Card,
    CardType,
    Destination,
    Guise,
    Harm,
    Move,
    Place,
    Player,
    Race,
    Stage,
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


# ---------------------------------------------------------------- set on the field (S11.3.9)


@rules.procedure(clause="S11.3.8 S11.3.9 S11.3.5")
def enter(card: Card, player: Player, asleep: bool, guise: Guise) -> bool:
    """Set a card from outside the field on a player's field; true if it came there."""
    return not is_locked(card) and come_onto_field(card, player, asleep, guise)


@rules.procedure(clause="S11.3.5 S11.3.8")
def enter_from_exclusion(card: Card, player: Player, asleep: bool) -> bool:
    """Set an excluded card on a player's field, as a text says that names the excluded area."""
    return may_leave_excluded(card) and come_onto_field(card, player, asleep, Guise.NONE)


@rules.procedure(clause="S11.3.6 S11.3.9 S11.3.13")
def come_onto_field(card: Card, player: Player, asleep: bool, guise: Guise) -> bool:
    """Ask whether it may enter; would enter; stand there; entered: true if it came there."""
    if card.in_play or not allowed(MAY_ENTER, card):
        return False
    m = Move(by=player, cards=one(card))
    timing(WOULD_ENTER, card)
    ready = bool(still(m.cards, m)) and not card.in_play
    drop(m)
    if ready:
        stand(card, player, guise)
        card.asleep = asleep
        timing(ENTERED, card)
    return ready


@rules.procedure(clause="V3.8 V5.3 S11.3.9")
def stand(card: Card, player: Player, guise: Guise) -> None:
    """Let a card stand on the field: face up, or face down as what an effect makes of it."""
    if guise == Guise.NONE:
        put(card, player.field)
    else:
        put(card, player.field, face_down=True)
        card.guise = guise
        card.disguised = True
        wear(card, guise)
    card.came = game.turn
    judge_text(card)


@rules.procedure(clause="V3.8 V6.4")
def wear(card: Card, guise: Guise) -> None:
    """Give a face-down card the combat stats of what it has become, and no others."""
    attack = 1
    toughness = 1
    if guise == Guise.FAMILIAR or guise == Guise.PHANTOM:
        attack = 2
    elif guise == Guise.MOTH:
        attack = 0
    set_original(card, ATTACK, attack, until=FOREVER)
    set_original(card, TOUGHNESS, toughness, until=FOREVER)
    set_original(card, GRAZE, 0, until=FOREVER)


@rules.procedure(clause="S11.3.2")
def change_side(card: Card, player: Player) -> bool:
    """Move a card from field to field, with all that is set on it and without any process."""
    if card.zone == player.field or not card.in_play or card.host:
        return False
    put(card, player.field)
    timing(CHANGED_SIDE, card)
    return True


# ---------------------------------------------------------------- set on a card (S11.3.10)


@rules.procedure(clause="S11.3.6 S11.3.8 S11.3.10 S11.3.13 S11.1.2")
def set_on(by: Player, card: Card, host: Card, face_down: bool) -> bool:
    """Set a card on another; what comes from outside the field enters it at the same time.

    What is not legal opens no window; what another effect takes away meanwhile ends the process.
    """
    outside = not card.in_play
    if not may_be_set(card, host):
        return False
    if not face_down and has_no_room(card, host):
        move(by, one(card), Destination.UNDERWORLD)
        return False
    m = Move(by=by, cards={card, host})
    with held():
        if outside:
            timing(WOULD_ENTER, card)
        timing(WOULD_SET, card, host)
    if are_there(m):
        timing(WOULD_BE_SET_ON, host, card)
    ready = are_there(m) and can_hang(card, host)
    drop(m)
    if ready:
        hang(card, host, face_down)
        tell_of_set(by, card, host, outside)
    return ready


@rules.procedure(clause="S11.3.13 S11.3.5 S11.3.10")
def may_be_set(card: Card, host: Card) -> bool:
    """Whether setting a card on another can begin at all."""
    if is_locked(card) or not can_hang(card, host) or not allowed(MAY_SET, card, host):
        return False
    return card.in_play or allowed(MAY_ENTER, card)


@rules.procedure(clause="S11.3.10")
def can_hang(card: Card, host: Card) -> bool:
    """Whether a card can hang on another: that is on the field, and not on the card itself."""
    return host.in_play and host != card and host not in card.tree


@rules.procedure(clause="V11.4")
def has_no_room(card: Card, host: Card) -> bool:
    """Whether a card is one equip too many for a character: it goes to the underworld."""
    if card.place != Place.EQUIP or not host.is_character:
        return False
    return len(equips_of(host) - one(card)) >= max(most_equips(host), 0)


@rules.procedure(clause="S11.1.2")
def are_there(m: Move) -> bool:
    """Whether no effect has taken away the card to be set or its host."""
    return len(still(m.cards, m)) == 2


@rules.procedure(clause="S11.3.10 S11.3.15 S11.1.2")
def tell_of_set(by: Player, card: Card, host: Card, outside: bool) -> None:
    """Set and entered at the same time, then was set on, unless an effect takes the card away."""
    m = Move(by=by, cards=one(card))
    with held():
        timing(SET, card, host)
        if outside:
            timing(ENTERED, card)
    if still(card, m) and card.host == host:
        timing(SET_ON, host, card)
    drop(m)


@rules.procedure(clause="S11.3.1 S11.3.11")
def hang(card: Card, host: Card, face_down: bool) -> None:
    """Let a card hang on another, with all that hangs on it, lying as that lies."""
    outside = not card.in_play
    if face_down:
        attach(card, host, SET_CARDS, face_down=True)
    else:
        attach(card, host, SET_CARDS)
    for c in card.tree | one(card):
        c.under_way = Stage.NONE
        c.due = {Stage.NONE} - {Stage.NONE}
    card.asleep = False
    if outside:
        card.came = game.turn
    judge_text(card)
    host.crowded = len(equips_of(host)) > 1


@rules.procedure(clause="V9.9")
def is_out_of_place(card: Card) -> bool:
    """Whether a card lies where its text has no effect."""
    host = card.host
    if card.face_down or card.guise != Guise.NONE:
        return False
    attachment = card.place == Place.EQUIP or card.place == Place.AMULET
    if host:
        return not attachment or (card.type == CardType.SPELL and not host.is_character)
    if card.type == CardType.SPELL:
        return card.place != Place.PHANTASM and card.place != Place.WORLD_AMULET
    return card.type == CardType.COMMAND and card.place != Place.EQUIP_FIELD


@rules.procedure(clause="V9.9")
def judge_text(card: Card) -> None:
    """Let the text of a card have no effect where it must not, and again where it may."""
    out = is_out_of_place(card)
    if out and not card.void:
        card.void = True
        negate(card, until=WHILE_VOID)
    elif card.void and not out:
        card.void = False
        expire(WHILE_VOID)
        for other in {c for c in game.on_field if c.void}:
            negate(other, until=WHILE_VOID)


@rules.procedure(clause="V11.4")
def equips_of(card: Card) -> set[Card]:
    """The equip cards set on a card."""
    return {c for c in card.set_cards if not c.face_down and c.place == Place.EQUIP and not c.void}


@rules.procedure(clause="V11.4")
def most_equips(card: Card) -> int:
    """How many equips a character may carry."""
    return value(EQUIP_LIMIT, 1, card)


@rules.procedure(clause="V11.4 V14")
def check_equips() -> None:
    """Where a limit has fallen, the player of the field keeps as many equips as it allows."""
    me = game.turn_player
    for card in {c for c in me.field | me.enemy.field if c.crowded}:
        while len(equips_of(card)) > max(most_equips(card), 0):
            lost = choose(card.user, equips_of(card), DISCARDS)
            leave(card.user, one(lost), Destination.UNDERWORLD)
        card.crowded = len(equips_of(card)) > 1


# ---------------------------------------------------------------- wake and sleep (S11.5)


@rules.procedure(clause="S11.5.1 S11.5.3")
def wake(cards: set[Card]) -> set[Card]:
    """Make sleeping cards active; gives those that woke."""
    woken = {c for c in cards if c.asleep}
    for card in woken:
        card.asleep = False
    timing(WOKE, woken)
    return woken


@rules.procedure(clause="S11.5.2 S11.5.3")
def put_to_sleep(cards: set[Card]) -> set[Card]:
    """Put active cards to sleep; gives those that fell asleep."""
    fallen = {c for c in cards if not c.asleep and not c.host}
    for card in fallen:
        card.asleep = True
    timing(FELL_ASLEEP, fallen)
    return fallen


# ---------------------------------------------------------------- look, shuffle, random choice


@rules.procedure(clause="S11.7.1 S11.7.2 S11.7.3 S11.7.4")
def look_at_deck(player: Player, whose: Player) -> None:
    """Look through a deck, whose order stays; what hears of it comes when the effect is done."""
    look(player, whose.deck)
    timing(LOOKED_AT_DECK, player, whose)


@rules.procedure(clause="S11.8.1 S11.8.3 S11.4.5")
def shuffle(player: Player) -> None:
    """Shuffle a deck; extracted cards are left out."""
    mix(player.deck)


@rules.procedure(clause="S11.4.1")
def top_cards(player: Player, n: int) -> set[Card]:
    """The n top cards of a deck, or all; an extracted card is not in it."""
    found = one(player.deck.top) - one(player.deck.top)
    at = len(player.deck)
    while at > 0 and len(found) < n:
        at = at - 1
        card = player.deck[at]
        if card and not card.extracted:
            found = found | one(card)
    return found


@rules.procedure(clause="S11.9.1 S11.9.2")
def choose_at_random(cards: set[Card]) -> Card | None:
    """Choose at random: whoever looked at one of them has no hold on it, each is as likely.

    Turning public cards down and mixing them is what makes the choice even at a table; the
    draw is even here, and their zone stays public.
    """
    conceal(cards)
    return random_card(cards)


# ---------------------------------------------------------------- drawing (V4.5)


@rules.procedure(clause="V4.5 V7.4")
def draw(player: Player, n: int) -> None:
    """Draw cards; who must draw and cannot has lost."""
    for _ in range(n):
        card = player.deck.top
        if not card:
            lose_game(player, DECKED_OUT)
        else:
            put(card, HAND)
    if n > 0:
        timing(DREW, player, n)


@rules.procedure(clause="V11.2.4")
def objects(me: Card, cards: set[Card]) -> set[Card]:
    """Those of the cards that a text of a card may have as objects, all of them or some."""
    return permitted(MAY_BE_OBJECT, cards, me)


@rules.procedure(clause="V11.2.1")
def discard_from_hand(player: Player, n: int) -> bool:
    """Let a player discard hand cards of choice: exactly so many, or none and it has failed."""
    if len(player.hand) < n:
        return False
    for _ in range(n):
        place(choose(player, player.hand, DISCARDS), Destination.UNDERWORLD)
    return True


# ---------------------------------------------------------------- applying removals (V11.3)


@rules.procedure(clause="V11.3.1")
def apply_removal(cards: set[Card], stage: Stage) -> None:
    """Let a removal be due for cards; the same one already under way is not met again."""
    for card in cards & game.on_field:
        if card.under_way != stage and (stage != Stage.RESOLUTE or card.is_character):
            card.due = card.due | {stage}


@rules.procedure(clause="V11.3.2 S11.3.3.a")
def remove(cards: set[Card], stage: Stage) -> None:
    """Apply a removal; the effect that does waits here, then goes on."""
    if cards:
        apply_removal(cards, stage)
        removals()


@rules.procedure(clause="V11.3.3")
def first_due() -> Stage:
    """The stage to be carried out next."""
    found = game.on_field
    for stage in Stage:
        if any(stage in c.due for c in found):
            return stage
    return Stage.NONE


@rules.procedure(clause="V11.3.3")
def removals() -> None:
    """Resolute, then discard, then exclude, looked up anew after each; one stage together."""
    stage = first_due()
    while stage != Stage.NONE:
        cards = {c for c in game.on_field if stage in c.due}
        for card in cards:
            card.due = card.due - {stage}
            card.under_way = stage
            card.met = 0
        if stage == Stage.RESOLUTE:
            make_resolute(cards)
        elif stage == Stage.DISCARD:
            discard(cards)
        else:
            exclude(cards)
        stage = first_due()


@rules.procedure(clause="V11.3.3")
def going_on(cards: set[Card], stage: Stage) -> set[Card]:
    """Those for which a removal is still under way: not negated, not gone by another one."""
    return {c for c in cards & game.on_field if c.under_way == stage}


@rules.procedure(clause="V11.3.4 V9.2")
def make_resolute(cards: set[Card]) -> None:
    """Four windows; then discard is applied to those whose process was not negated."""
    timing(WOULD_MAKE_RESOLUTE, cards)
    timing(WOULD_BECOME_RESOLUTE, going_on(cards, Stage.RESOLUTE))
    timing(MADE_RESOLUTE, going_on(cards, Stage.RESOLUTE))
    timing(BECAME_RESOLUTE, going_on(cards, Stage.RESOLUTE))
    for card in going_on(cards, Stage.RESOLUTE):
        card.under_way = Stage.NONE
        apply_removal(one(card), value(FALLS_BY, Stage.DISCARD, card))


@rules.procedure(clause="V11.3.5")
def discard(cards: set[Card]) -> None:
    """Four windows; then the set cards' windows; only then the cards leave, all together."""
    now = next_window(cards, 0)
    timing(WOULD_DISCARD, now)
    now = next_window(going_on(cards, Stage.DISCARD), 1)
    timing(WOULD_BE_DISCARDED, now)
    now = next_window(going_on(cards, Stage.DISCARD), 2)
    timing(DISCARDED, now)
    now = next_window(going_on(cards, Stage.DISCARD), 3)
    timing(WAS_DISCARDED, now)
    leave(mover(), going_on(cards, Stage.DISCARD), Destination.UNDERWORLD)


@rules.procedure(clause="V11.3.5")
def exclude(cards: set[Card]) -> None:
    """As discard, to the excluded area, among whose cards there is no order."""
    timing(WOULD_EXCLUDE, cards)
    timing(WOULD_BE_EXCLUDED, going_on(cards, Stage.EXCLUDE))
    timing(EXCLUDED_IT, going_on(cards, Stage.EXCLUDE))
    timing(WAS_EXCLUDED, going_on(cards, Stage.EXCLUDE))
    leave(mover(), going_on(cards, Stage.EXCLUDE), Destination.EXCLUDED)


@rules.procedure(clause="V11.3.4")
def can_negate_resolute(card: Card) -> bool:
    """Whether a card is being made resolute by something else than a toughness of 0 or less."""
    return card.under_way == Stage.RESOLUTE and card.toughness > 0


@rules.procedure(clause="V11.3.4")
def negate_resolute(card: Card) -> bool:
    """End the process at once and reset the damage; impossible while toughness is 0 or less."""
    if not can_negate_resolute(card):
        return False
    card.under_way = Stage.NONE
    card.battle_damage = 0
    card.effect_damage = 0
    return True


@rules.procedure(clause="V11.3.4")
def check_state() -> None:
    """Make resolute who has as much damage as toughness, or none of it; keep equip limits."""
    hurt = {c for c in all_characters() if c.damage >= c.toughness}
    remove({c for c in hurt if c.under_way == Stage.NONE and not c.due}, Stage.RESOLUTE)
    check_equips()


# ---------------------------------------------------------------- damage (V10.7)


@rules.procedure(clause="V10.7")
def deal_damage(source: Card, cards: set[Card], n: int) -> None:
    """Damage characters by an effect, all at once."""
    hit = {c for c in cards if c.is_character}
    for card in hit:
        card.taking = n
        card.hurt_by = source
    take_damage(hit, Harm.EFFECT)


@rules.procedure(clause="V10.7")
def take_damage(cards: set[Card], harm: Harm) -> None:
    """Would deal, amount, would take, apply, dealt and taken, toughness: in this order.

    Damage of 0 is none: nothing hears of it.
    """
    dealt = {c for c in cards if c.taking > 0}
    timing(DEALING, dealt)
    for card in dealt:
        card.taking = max(value(RECEIVES, card.taking, card, harm), 0)
    timing(WOULD_TAKE, {c for c in dealt if c.taking > 0}, harm)
    hurt = {c for c in dealt & game.on_field if c.taking > 0}
    for card in hurt:
        if harm == Harm.BATTLE:
            card.battle_damage = card.battle_damage + card.taking
        else:
            card.effect_damage = card.effect_damage + card.taking
        card.taking = 0
    timing(DAMAGED, hurt, harm)
    check_state()


@rules.procedure(clause="V10.7 V4.3")
def damage_player(player: Player, n: int, harm: Harm) -> int:
    """Let a player lose life by damage; gives how much it was."""
    amount = max(value(PLAYER_RECEIVES, n, player, harm), 0)
    if amount > 0 and player.shielded:
        player.shielded = False
        amount = 0
    if amount > 0:
        player.life = player.life - amount
        timing(PLAYER_DAMAGED, player, amount)
        if harm == Harm.BATTLE:
            timing(PLAYER_BATTLE_DAMAGED, player, amount)
        timing(LOST_LIFE, player)
    return amount


@rules.procedure(clause="V9.5 V4.6")
def pay_life(player: Player, n: int) -> None:
    """Let a player pay life, which is no damage."""
    player.life = player.life - n
    timing(LOST_LIFE, player)
