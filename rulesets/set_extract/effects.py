"""Texts of spells and commands, applied when their play resolves (V9.8)."""

from __future__ import annotations

from tefuda.kernel import (
    BOTTOM,
    FOREVER,
    NO_CARDS,
    choose,
    extract,
    fail,
    gain,
    later,
    look,
    lose,
    modify,
    one,
    order,
    original,
    put,
    put_all,
    reveal,
    some,
)
from tefuda.rulesets.set_extract.aims import (
    any_character,
    dead_with_nodes,
    equippable,
    own_character,
    own_doll,
    played_command,
    played_spell,
    spell_in_underworlds,
)
from tefuda.rulesets.set_extract.answers import (
    excluded_if_discarded,
    no_activated_effects,
    no_spells_or_commands,
)
from tefuda.rulesets.set_extract.choices import (
    CHOSEN,
    DISCARDS,
    FOUND,
    MOVES,
    NEXT_ON,
    NEXT_UNDER,
    TAKEN,
)
from tefuda.rulesets.set_extract.continuous import host_has_its_attack, host_has_its_toughness
from tefuda.rulesets.set_extract.kinds import (
    CardType,
    Declares,
    Destination,
    Guise,
    Harm,
    Mode,
    Phase,
    Race,
    Stage,
)
from tefuda.rulesets.set_extract.moves import all_characters, leave, move, put_node, races
from tefuda.rulesets.set_extract.removal import damage_player, deal_damage, remove
from tefuda.rulesets.set_extract.resolution import (
    attach_played,
    declare_defence,
    negate_target,
    resolve_as_played,
)
from tefuda.rulesets.set_extract.setting import enter, enter_from_exclusion, set_on
from tefuda.rulesets.set_extract.states import (
    discard_from_hand,
    draw,
    look_at_deck,
    objects,
    shuffle,
)
from tefuda.rulesets.set_extract.timings import TURN_END, TURN_START
from tefuda.rulesets.set_extract.triggers import resolute_at_end
from tefuda.rulesets.set_extract.vocabulary import (
    ATTACK,
    DECK,
    DURING_TURN,
    END_OF_TURN,
    EXCLUDED,
    HAND,
    TOUGHNESS,
    UNDERWORLD,
    Card,
    Declaration,
    Player,
    game,
    rules,
)

# ---------------------------------------------------------------- attaching


@rules.effect(targets=(any_character,), clause="V11.4 S11.3.10")
def amulet(me: Card, d: Declaration) -> None:
    """Amulet: set on any character."""
    attach_played(d)


@rules.effect(targets=(equippable,), clause="V11.4 S11.3.10")
def equip(me: Card, d: Declaration) -> None:
    """Equip: set on an own character with room for it."""
    attach_played(d)


# ---------------------------------------------------------------- spells


@rules.effect(targets=(any_character,), clause="V11.3.4")
def make_target_resolute(me: Card, d: Declaration) -> None:
    """A character becomes resolute."""
    remove(one(d.target), Stage.RESOLUTE)


@rules.effect(declares=Declares.RACE, clause="V13.1 V10.7")
def damage_race(me: Card, d: Declaration, *, n: int) -> None:
    """Declare a race: n damage to all its characters."""
    found = objects(me, all_characters())
    if d.race == Race.NONE:
        deal_damage(me, {c for c in found if not races(c)}, n)
    else:
        deal_damage(me, {c for c in found if d.race in races(c)}, n)


@rules.effect(declares=Declares.NAME, clause="V13.1 S11.6")
def exclude_name(me: Card, d: Declaration) -> None:
    """Declare a name: reveal all decks and hands, exclude all cards of that name, shuffle."""
    named = d.named
    for player in game.players:
        found = player.deck | player.hand
        reveal(found)
        if named:
            move(d.by, {c for c in found if c.name == named.name}, Destination.EXCLUDED)
        shuffle(player)


@rules.effect(clause="S11.4.3 S11.4.5")
def genealogy(me: Card, d: Declaration) -> None:
    """Extract three characters of different names, shuffle; the enemy picks one for you.

    Where there are fewer names the text fails there, and the deck is as it was (V11.2.2).
    """
    by = d.by
    look_at_deck(by, by)
    found = NO_CARDS
    pool = {c for c in by.deck if c.type == CardType.CHARACTER}
    while len(found) < 3 and pool:
        card = choose(by, pool, FOUND)
        found = found | one(card)
        pool = {c for c in pool if c.name != card.name}
    if len(found) < 3:
        return
    with extract(found):
        shuffle(by)
        look(by.enemy, found)
        put(choose(by.enemy, found, TAKEN), HAND)
        put_all(order(by, {c for c in found if c.zone == by.deck}, NEXT_UNDER), DECK, at=BOTTOM)


@rules.effect(targets=(spell_in_underworlds,), clause="S11.4 V9.1 V3.1.3")
def use_dead_spell(me: Card, d: Declaration) -> None:
    """Extract a spell of an underworld and resolve it as played by you."""
    target = d.target
    if target:
        resolve_as_played(d.by, target)


@rules.effect(modal=True, clause="V3.8")
def moths(me: Card, d: Declaration) -> None:
    """Enemy dead commands become dream moths on your field, or your moths get +3/+3."""
    by = d.by
    if d.mode == Mode.FIRST:
        for card in {c for c in by.enemy.underworld if c.type == CardType.COMMAND}:
            enter(card, by, False, Guise.MOTH)
    else:
        swarm = objects(me, {c for c in by.characters if c.guise == Guise.MOTH})
        modify(swarm, ATTACK, 3, until=END_OF_TURN)
        modify(swarm, TOUGHNESS, 3, until=END_OF_TURN)


@rules.effect(clause="V11.4 V11.3.4")
def storm_by_overdrive(me: Card, d: Declaration) -> None:
    """Up to as many characters become resolute as cards were excluded for it."""
    found = objects(me, all_characters())
    remove(some(d.by, found, 0, min(d.x, len(found)), CHOSEN), Stage.RESOLUTE)


# ---------------------------------------------------------------- commands


@rules.effect(clause="V5.4")
def becomes_node(me: Card, d: Declaration) -> None:
    """Add this card to your nodes, active."""
    put_node(me, d.by, False)


@rules.effect(clause="S11.4 S11.7")
def ferry(me: Card, d: Declaration, *, n: int) -> None:
    """You may extract up to n character cards of the deck and discard them; shuffle."""
    look_at_deck(d.by, d.by)
    found = some(d.by, {c for c in d.by.deck if c.type == CardType.CHARACTER}, 0, n, DISCARDS)
    with extract(found):
        move(d.by, found, Destination.UNDERWORLD)
    shuffle(d.by)


@rules.effect(targets=(played_command,), clause="V9.10")
def halt_command(me: Card, d: Declaration) -> None:
    """Negate and discard a played command."""
    negate_target(d)


@rules.effect(targets=(played_spell,), clause="V9.10")
def dissolve_spell(me: Card, d: Declaration) -> None:
    """Negate and discard a played spell; the opponent draws 1."""
    if negate_target(d):
        draw(d.by.enemy, 1)


@rules.effect(only_in=Phase.MAINTENANCE, clause="V9.2")
def dry_spell(me: Card, d: Declaration) -> None:
    """Nobody plays spells or commands or uses effects in this turn; 1 damage at its end."""
    gain(game, no_spells_or_commands, until=END_OF_TURN)
    gain(game, no_activated_effects, until=END_OF_TURN)
    later(TURN_END, hurt_at_end, d.by.enemy)


@rules.delayed(clause="V7.6")
def hurt_at_end(victim: Player, player: Player) -> None:
    """Deal 1 damage to a player."""
    damage_player(victim, 1, Harm.EFFECT)


@rules.effect(clause="S11.4 S11.6")
def research(me: Card, d: Declaration) -> None:
    """You may extract a spell, shuffle, show it and put it on top."""
    by = d.by
    look_at_deck(by, by)
    spells = {c for c in by.deck if c.type == CardType.SPELL}
    found = one(choose(by, spells, FOUND, optional=True))
    with extract(found):
        shuffle(by)
        reveal(found)
        put_all(found, DECK)


@rules.effect(clause="S11.4")
def beast_pact(me: Card, d: Declaration, *, n: int) -> None:
    """You may extract up to n beast characters of the underworld as sleeping nodes."""
    beasts = {c for c in d.by.underworld if Race.BEAST in c.races}
    found = some(d.by, beasts, 0, n, MOVES)
    with extract(found):
        for card in found:
            put_node(card, d.by, True)


@rules.effect(
    targets=(any_character,), modal=True, aimless=True, declares=Declares.PLAYER, clause="V9.3.c"
)
def mansion(me: Card, d: Declaration) -> None:
    """2 damage to a character, or 1 to a player."""
    player = d.player
    if d.mode == Mode.FIRST:
        deal_damage(me, one(d.target), 2)
    elif player:
        damage_player(player, 1, Harm.EFFECT)


@rules.effect(clause="V11.2.3")
def lock_room(me: Card, d: Declaration) -> None:
    """Until the interference ends you may redirect what aims at your field."""
    d.by.redirects = True


@rules.effect(direct=True, clause="V8.7 S11.4.4")
def counter_offensive(me: Card, d: Declaration) -> None:
    """Answering an attack at once: a character of the deck enters asleep and defends."""
    b = game.battle
    look_at_deck(d.by, d.by)
    pool = {c for c in d.by.deck if c.type == CardType.CHARACTER}
    if pool:
        card = choose(d.by, pool, FOUND)
        with extract(card):
            entered = enter(card, d.by, True, Guise.NONE)
            if not entered:
                fail()
        if entered and b and d.answers == b:
            declare_defence(b, card)
            gain(card, resolute_at_end, until=DURING_TURN)
    shuffle(d.by)


@rules.effect(targets=(own_character,), clause="S11.3.14 V11.4")
def small_escape(me: Card, d: Declaration) -> None:
    """An own character returns to the hand, and has ambush until the turn ends."""
    target = d.target
    if target and leave(d.by, one(target), Destination.HAND):
        owner = target.owner
        owner.ambushers = owner.ambushers | one(target)


@rules.effect(targets=(any_character,), clause="V11.3.5 S11.3.5")
def hidden_house(me: Card, d: Declaration) -> None:
    """Exclude a character; at your next turn start it enters, active, its first player's field."""
    target = d.target
    if target:
        remove(one(target), Stage.EXCLUDE)
        if target.zone == target.owner.excluded:
            later(TURN_START, back_from_exclusion, target, of=d.by)


@rules.delayed(clause="S11.3.5")
def back_from_exclusion(card: Card | None, player: Player) -> None:
    """Put an excluded character onto the field of its original player."""
    if card:
        enter_from_exclusion(card, card.owner, False)


@rules.effect(clause="S11.3.9 V3.8")
def four_seasons(me: Card, d: Declaration) -> None:
    """Discard a hand card; all your nodes move onto your field as active wraiths."""
    if discard_from_hand(d.by, 1):
        for node in d.by.nodes:
            enter(node, d.by, False, Guise.WRAITH)


@rules.effect(targets=(own_doll,), clause="S11.3.10 S11.3.3.h")
def possess(me: Card, d: Declaration) -> None:
    """Set a dead character on an own doll, which then has its printed combat stats."""
    target = d.target
    dead = dead_with_nodes(me, d.by)
    if target and dead:
        card = choose(d.by, dead, CHOSEN)
        attack = original(card, ATTACK)
        toughness = original(card, TOUGHNESS)
        if set_on(d.by, card, target, False):
            card.guise = Guise.AMULET
            card.x = attack
            card.y = toughness
            lose(card, until=FOREVER)
            gain(card, host_has_its_attack, until=FOREVER)
            gain(card, host_has_its_toughness, until=FOREVER)
            gain(card, excluded_if_discarded, until=FOREVER)


@rules.effect(clause="S11.4.3")
def bazaar(me: Card, d: Declaration, *, n: int) -> None:
    """Discard 2 hand cards; of n cards of your underworld the enemy picks 2 for your hand.

    Where there are fewer than n the discarding stays, and the rest fails (V11.2.2).
    """
    by = d.by
    if not discard_from_hand(by, 2) or len(by.underworld) < n:
        return
    found = some(by, by.underworld.cards, n, n, FOUND)
    with extract(found):
        most = min(len(found), 2)
        taken = some(by.enemy, found, most, most, TAKEN)
        put_all(taken, HAND)
        put_all(order(by, found - taken, NEXT_ON), UNDERWORLD)


@rules.effect(clause="S11.4 V4.6")
def lineage(me: Card, d: Declaration) -> None:
    """First your copies read otherwise for the game; such a copy excludes all decks."""
    if d.by.lineage:
        for player in game.players:
            gone = player.deck.cards
            with extract(gone):
                put_all(player.underworld, DECK)
                put_all(gone, EXCLUDED)
            shuffle(player)
    d.by.lineage = True
    move(d.by, one(me), Destination.EXCLUDED)
