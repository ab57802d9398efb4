"""Texts of cards that are declared: spells, commands, activated effects, what they aim at."""

from __future__ import annotations

from tefuda.kernel import (
    BOTTOM,
    FOREVER,
    NO_CARDS,
    choose,
    drop,
    effect_of,
    extract,
    fail,
    gain,
    has,
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
    swap,
    win,
)
from tefuda.rulesets.set_extract.battle import cancel_attack
from tefuda.rulesets.set_extract.declarations import (
    carry_out,
    choose_all,
    declare_defence,
    finds_targets,
    negate_play,
    played_cards,
    stay_on_field,
)
from tefuda.rulesets.set_extract.keywords import (
    DOLL,
    FIRST_STRIKE,
    LEGEND,
    PIERCE,
    RELIC,
)
from tefuda.rulesets.set_extract.processes import (
    all_characters,
    change_side,
    damage_player,
    deal_damage,
    discard_from_hand,
    draw,
    enter,
    enter_from_exclusion,
    equips_of,
    leave,
    look_at_deck,
    most_equips,
    move,
    objects,
    put_node,
    races,
    remove,
    set_on,
    shuffle,
    top_cards,
    wake,
)
from tefuda.rulesets.set_extract.statics import (
    excluded_at_discard_end,
    excluded_if_discarded,
    host_attack_one,
    host_has_its_attack,
    host_has_its_toughness,
    host_toughness_three,
    immunity_to_youkai,
    no_activated_effects,
    no_spells_or_commands,
    no_target_of_cards,
    no_target_of_enemies,
    popularity_of,
    resolute_at_end,
    turn_over,
)
from tefuda.rulesets.set_extract.vocabulary import (
    ATTACK,
    BATTLE_END,
    CHOSEN,
    DECK,
    DISCARDS,
    DURING_TURN,
    END_OF_INTERFERENCE,
    END_OF_TURN,
    EXCLUDED,
    FOUND,
    HAND,
    MOVES,
    NEXT_ON,
    NEXT_UNDER,
    SETS_ON,
    TAKEN,
    TOUGHNESS,
    TURN_END,
    TURN_START,
    UNDERWORLD,
    WON_BY_CARD,
    Ability,
    Battle,
    Card,
    CardType,
    Declaration,
    Declares,
    Destination,
    Guise,
    Harm,
    Mode,
    Phase,
    Player,
    Race,
    Stage,
    When,
    game,
    rules,
)

# ---------------------------------------------------------------- what texts aim at


@rules.procedure(clause="V11.2.3")
def any_character(me: Card, by: Player, mode: Mode) -> set[Card]:
    """Any character."""
    return all_characters()


@rules.procedure(clause="V11.2.3")
def own_character(me: Card, by: Player, mode: Mode) -> set[Card]:
    """An own character."""
    return by.characters


@rules.procedure(clause="V11.2.3")
def enemy_character(me: Card, by: Player, mode: Mode) -> set[Card]:
    """An enemy character."""
    return by.enemy.characters


@rules.procedure(clause="V11.2.3")
def fairy(me: Card, by: Player, mode: Mode) -> set[Card]:
    """A fairy on the field."""
    return {c for c in all_characters() if Race.FAIRY in races(c)}


@rules.procedure(clause="V11.2.3")
def own_doll(me: Card, by: Player, mode: Mode) -> set[Card]:
    """An own doll."""
    return {c for c in by.characters if has(c, DOLL)}


@rules.procedure(clause="V11.4 V11.2.3")
def equippable(me: Card, by: Player, mode: Mode) -> set[Card]:
    """An own character with room for an equip; a relic wants a legend."""
    return {c for c in by.characters if may_carry(me, c)}


@rules.procedure(clause="V11.4")
def may_carry(me: Card, card: Card) -> bool:
    """Whether a character may carry an equip."""
    if has(me, RELIC) and not has(card, LEGEND):
        return False
    return len(equips_of(card)) < most_equips(card)


@rules.procedure(clause="V9.1")
def played_command(me: Card, by: Player, mode: Mode) -> set[Card]:
    """A played command."""
    return {c for c in played_cards(me) if c.type == CardType.COMMAND}


@rules.procedure(clause="V9.1")
def played_spell(me: Card, by: Player, mode: Mode) -> set[Card]:
    """A played spell."""
    return {c for c in played_cards(me) if c.type == CardType.SPELL}


@rules.procedure(clause="V9.1")
def played_spell_or_command(me: Card, by: Player, mode: Mode) -> set[Card]:
    """A played spell or command."""
    return {c for c in played_cards(me) if c.type != CardType.CHARACTER}


@rules.procedure(clause="V9.1")
def played_card(me: Card, by: Player, mode: Mode) -> set[Card]:
    """A played card."""
    return played_cards(me)


@rules.procedure(clause="V10.1")
def attacker(me: Card, by: Player, mode: Mode) -> set[Card]:
    """The character that attacks."""
    b = game.battle
    if not b or b.cancelled or not b.attacker.fighting:
        return NO_CARDS
    return one(b.attacker)


@rules.procedure(clause="V11.2.3")
def own_dead_character(me: Card, by: Player, mode: Mode) -> set[Card]:
    """A character card in the own underworld."""
    return {c for c in by.underworld if c.type == CardType.CHARACTER}


@rules.procedure(clause="V11.2.3")
def spell_in_underworlds(me: Card, by: Player, mode: Mode) -> set[Card]:
    """A spell in an underworld whose name is another, and whose text finds its own targets."""
    dead = {c for c in by.underworld | by.enemy.underworld if c.type == CardType.SPELL}
    return {c for c in dead if c.name != me.name and can_resolve(c, by)}


@rules.procedure(clause="V9.1")
def can_resolve(card: Card, by: Player) -> bool:
    """Whether a card could be resolved as played: it has a text that finds its targets."""
    a: Ability | None = effect_of(card)
    return a is None or (a.declares == Declares.NOTHING and finds_targets(a, by))


@rules.procedure(clause="V11.2.3")
def any_field_card(me: Card, by: Player, mode: Mode) -> set[Card]:
    """Any card of the field."""
    return by.field | by.enemy.field


# ---------------------------------------------------------------- attaching


@rules.procedure(clause="V9.8")
def attach_played(d: Declaration) -> None:
    """Set the played card on its target; what cannot be set goes to the underworld."""
    target = d.target
    card = d.card
    if target:
        card.pending = False
        if not set_on(d.by, card, target, False) and card.zone == card.owner.play_area:
            move(d.by, one(card), Destination.UNDERWORLD)


@rules.effect(targets=(any_character,), clause="V11.4 S11.3.10")
def amulet(me: Card, d: Declaration) -> None:
    """Amulet: set on any character."""
    attach_played(d)


@rules.effect(targets=(equippable,), clause="V11.4 S11.3.10")
def equip(me: Card, d: Declaration) -> None:
    """Equip: set on an own character with room for it."""
    attach_played(d)


# ---------------------------------------------------------------- characters


@rules.activated(targets=(fairy,), modal=True, cost=1, sleeps=True, clause="V11.1.1")
def raise_fairy(me: Card, d: Declaration, *, n: int) -> None:
    """A fairy gets attack or toughness +n until the turn ends."""
    target = d.target
    if target and d.mode == Mode.FIRST:
        modify(target, ATTACK, n, until=END_OF_TURN)
    elif target:
        modify(target, TOUGHNESS, n, until=END_OF_TURN)


@rules.activated(cost=1, clause="V11.1.1")
def discard_fairy_to_grow(me: Card, d: Declaration) -> None:
    """You may discard a fairy from the hand; it gets that card's attack and toughness."""
    fairies = {c for c in d.by.hand if Race.FAIRY in c.races and c.type == CardType.CHARACTER}
    given = choose(d.by, fairies, DISCARDS, optional=True)
    if given:
        attack = original(given, ATTACK)
        toughness = original(given, TOUGHNESS)
        move(d.by, one(given), Destination.UNDERWORLD)
        modify(me, ATTACK, attack, until=END_OF_TURN)
        modify(me, TOUGHNESS, toughness, until=END_OF_TURN)


@rules.procedure(clause="V3.6")
def own_sister(me: Card, by: Player, mode: Mode) -> set[Card]:
    """An own character of the persons that it may be set on."""
    return {c for c in by.characters - one(me) if c.person == me.caster}


@rules.activated(targets=(own_sister,), cost=1, clause="S11.3.10 V3.8")
def haunt(me: Card, d: Declaration) -> None:
    """Set it on a named own character; from then on it is an amulet: attack +1, toughness +3."""
    target = d.target
    if target and me.is_character and set_on(d.by, me, target, False):
        me.guise = Guise.AMULET
        lose(me, until=FOREVER)
        gain(me, host_attack_one, until=FOREVER)
        gain(me, host_toughness_three, until=FOREVER)


@rules.activated(
    targets=(enemy_character,), at=When.OWN_TURN, cost=3, sleeps=True, clause="S11.3.2"
)
def borrow(me: Card, d: Declaration) -> None:
    """An enemy character moves to your field; at the end of the turn it goes back."""
    target = d.target
    if target:
        player = target.user
        if change_side(target, d.by):
            later(TURN_END, go_back, target, player)


@rules.delayed(clause="S11.3.14 S11.3.2")
def go_back(card: Card | None, whose: Player, player: Player) -> None:
    """Return a character to the field it came from."""
    if card:
        change_side(card, whose)


@rules.activated(targets=(played_command,), cost=2, sleeps=True, clause="V9.10")
def stop_command(me: Card, d: Declaration) -> None:
    """Negate and discard a played command."""
    negate_target(d)


@rules.procedure(clause="V9.10")
def negate_target(d: Declaration) -> bool:
    """Negate and discard the played card that is aimed at."""
    target = d.target
    return target is not None and negate_play(target)


@rules.activated(at=When.OWN_TURN, sleeps=True, clause="V11.4")
def mana_charge(me: Card, d: Declaration, *, n: int) -> None:
    """Mana charge: n top cards of the deck become sleeping nodes; fewer are none (V11.2.1)."""
    if len(d.by.deck) >= n:
        for _ in range(n):
            for card in top_cards(d.by, 1):
                put_node(card, d.by, True)


@rules.activated(at=When.OWN_TURN, sleeps=True, clause="V3.8")
def raise_phantom(me: Card, d: Declaration, *, person: int) -> None:
    """A named character card of the own underworld becomes an active phantom."""
    dead = {c for c in d.by.underworld if c.type == CardType.CHARACTER and c.person == person}
    if dead:
        enter(choose(d.by, dead, CHOSEN), d.by, False, Guise.PHANTOM)


@rules.activated(once=True, clause="V11.1.1")
def turn_stats(me: Card, d: Declaration) -> None:
    """Exchange its attack and toughness until the turn ends."""
    if me.is_character:
        swap(me, ATTACK, TOUGHNESS, until=END_OF_TURN)


@rules.activated(at=When.OWN_TURN, sleeps=True, clause="S11.3.2")
def carried_becomes_node(me: Card, d: Declaration) -> None:
    """A card set on it becomes a sleeping node."""
    if me.set_cards:
        leave(d.by, one(choose(d.by, me.set_cards, MOVES)), Destination.NODES_ASLEEP)


@rules.procedure(clause="V11.2.3")
def itself_with_life(me: Card, by: Player, mode: Mode) -> set[Card]:
    """Itself, while there is life to pay."""
    return one(me) if by.life > 0 else NO_CARDS


@rules.activated(targets=(itself_with_life,), life=True, clause="V11.1.1")
def grow_by_life(me: Card, d: Declaration) -> None:
    """Pay X life: attack and toughness + half of X, rounded down, until the turn ends."""
    modify(me, ATTACK, d.x // 2, until=END_OF_TURN)
    modify(me, TOUGHNESS, d.x // 2, until=END_OF_TURN)


@rules.procedure(clause="V11.2.3")
def itself_active(me: Card, by: Player, mode: Mode) -> set[Card]:
    """Itself while it is active."""
    return NO_CARDS if me.asleep else one(me)


@rules.activated(targets=(itself_active,), clause="V11.4 V6.2")
def transform(me: Card, d: Declaration) -> None:
    """If it is active it transforms until your next turn starts."""
    if me.is_character:
        turn_over(me)


@rules.activated(
    targets=(any_field_card,),
    at=When.ENEMY_TURN,
    only_in=Phase.DISCARD,
    sleeps=True,
    costs_target=True,
    clause="V11.1.1",
)
def discard_for_its_cost(me: Card, d: Declaration) -> None:
    """Pay X, the cost of a card of the field, and discard it."""
    remove(one(d.target), Stage.DISCARD)


@rules.activated(at=When.OWN_TURN, only_in=Phase.MAINTENANCE, clause="V7.7")
def skip_draw_and_transform(me: Card, d: Declaration) -> None:
    """Skip this draw phase's draw, then show the other side for good."""
    d.by.skips_draw = True
    if me.is_character:
        me.transformed = True
        me.for_good = True


@rules.activated(targets=(own_character,), cost=1, clause="V11.2.4")
def shelter(me: Card, d: Declaration) -> None:
    """An own character cannot be targeted by spells and commands until the turn ends."""
    target = d.target
    if target and not has(target, no_target_of_cards):
        gain(target, no_target_of_cards, until=END_OF_TURN)


@rules.procedure(clause="V11.4")
def known_leader(me: Card, by: Player, mode: Mode) -> set[Card]:
    """An own character, with popularity 1 or more."""
    return by.characters if popularity_of(me) >= 1 else NO_CARDS


@rules.activated(targets=(known_leader,), cost=1, clause="V11.4")
def bless_against_youkai(me: Card, d: Declaration) -> None:
    """With popularity: an own character gains immunity to youkai until the turn ends."""
    target = d.target
    if target and not has(target, immunity_to_youkai):
        gain(target, immunity_to_youkai, until=END_OF_TURN)


@rules.procedure(clause="V11.4")
def popularity(me: Card, by: Player, mode: Mode) -> set[Card]:
    """A popularity on it, while the next damage is not negated already."""
    return NO_CARDS if by.shielded else {c for c in me.set_cards if c.face_down}


@rules.activated(targets=(popularity,), at=When.ENEMY_TURN, clause="V11.4")
def leader_takes_it(me: Card, d: Declaration) -> None:
    """Discard one popularity: the next damage to you in this turn is negated."""
    remove(one(d.target), Stage.DISCARD)
    d.by.shielded = True


# ---------------------------------------------------------------- effects of spells on the field


@rules.activated(once=True, clause="S11.5.1")
def wake_and_weaken(me: Card, d: Declaration) -> None:
    """It wakes, then gets -2/-2 until the turn ends."""
    wake(one(me))
    modify(me, ATTACK, -2, until=END_OF_TURN)
    modify(me, TOUGHNESS, -2, until=END_OF_TURN)


@rules.activated(targets=(attacker,), at=When.ENEMY_TURN, clause="V10.6")
def stop_attack(me: Card, d: Declaration) -> None:
    """Cancel an attack; then set the top underworld card face down on this, or discard this."""
    b = game.battle
    if b and d.target == b.attacker:
        cancel_attack(b)
    top = d.by.underworld.top
    if not top or not set_on(d.by, top, me, True):
        remove(one(me), Stage.DISCARD)


@rules.activated(
    targets=(own_dead_character,), at=When.OWN_TURN, cost=1, sleeps=True, clause="S11.3.9"
)
def raise_vampire(me: Card, d: Declaration) -> None:
    """An own dead character enters active as a vampire, to be excluded at the discard phase."""
    target = d.target
    if target and enter(target, d.by, False, Guise.NONE):
        target.other_races = {Race.VAMPIRE}
        gain(target, excluded_at_discard_end, until=DURING_TURN)


@rules.procedure(clause="V11.2.3")
def host_of_spear(me: Card, by: Player, mode: Mode) -> set[Card]:
    """Its host, if the printed toughness of that leaves an X above 0."""
    host = me.host
    if not host or original(host, TOUGHNESS) < 2:
        return NO_CARDS
    return one(host)


@rules.activated(targets=(host_of_spear,), clause="V11.1.1")
def throw_spear(me: Card, d: Declaration) -> None:
    """Host: +X/-X, X its printed toughness less 1; this returns to hand when the battle ends."""
    host = me.host
    if host:
        x = original(host, TOUGHNESS) - 1
        modify(host, ATTACK, x, until=END_OF_TURN)
        modify(host, TOUGHNESS, -x, until=END_OF_TURN)
        later(BATTLE_END, return_spear, me, until=END_OF_TURN)


@rules.delayed(clause="S11.3.14")
def return_spear(card: Card | None, fighter: Card, b: Battle) -> None:
    """Return a thrown equip to the hand."""
    if card and card.in_play:
        leave(card.user, one(card), Destination.HAND)


@rules.activated(targets=(played_card,), clause="V9.10 S11.6")
def calculate(me: Card, d: Declaration) -> None:
    """Reveal a set card; negate a played card of its name; discard it; with none left you win."""
    if me.set_cards:
        card = choose(d.by, me.set_cards, CHOSEN)
        reveal(card)
        target = d.target
        if target and target.name == card.name:
            negate_play(target)
        remove(one(card), Stage.DISCARD)
    if me.in_play and not me.set_cards:
        win(d.by, WON_BY_CARD)


@rules.activated(each_once=True, cost=1, clause="V11.4")
def hasten_next(me: Card, d: Declaration) -> None:
    """The next character card you play in this turn has haste."""
    d.by.next_has_haste = True


@rules.activated(targets=(played_spell_or_command,), clause="V9.10 S11.6")
def read_mind(me: Card, d: Declaration) -> None:
    """Reveal all set cards; negate a played card of one of their names; discard this, draw 2."""
    reveal(me.set_cards)
    target = d.target
    if target and any(c.name == target.name for c in me.set_cards):
        negate_play(target)
    remove(one(me), Stage.DISCARD)
    draw(d.by, 2)


@rules.activated(cost=1, clause="S11.3.12")
def host_pierces_now(me: Card, d: Declaration) -> None:
    """The host has pierce until the turn ends."""
    host = me.host
    if host and not has(host, PIERCE):
        gain(host, PIERCE, until=END_OF_TURN)


@rules.activated(at=When.OWN_TURN, sleeps=True, clause="S11.3.1")
def change_host(me: Card, d: Declaration) -> None:
    """Move this set card to another character."""
    others = objects(me, all_characters() - one(me.host))
    if me.host and others:
        set_on(d.by, me, choose(d.by, others, SETS_ON), False)


@rules.activated(once=True, clause="S11.3.1 S11.3.15")
def hand_out_equip(me: Card, d: Declaration, *, person: int) -> None:
    """Discard what is set on a named own character, then move an equip from this to it."""
    found = objects(me, {c for c in d.by.characters if c.person == person})
    if found and me.set_cards:
        card = choose(d.by, found, CHOSEN)
        remove(card.set_cards, Stage.DISCARD)
        equips = {c for c in me.set_cards if may_carry(c, card)}
        if equips and card.in_play:
            equip_card = choose(d.by, equips, MOVES)
            if set_on(d.by, equip_card, card, False):
                gain(card, FIRST_STRIKE, until=END_OF_INTERFERENCE)
                gain(card, PIERCE, until=END_OF_INTERFERENCE)
                gain(card, no_target_of_enemies, until=END_OF_INTERFERENCE)


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


@rules.procedure(clause="V9.1 V3.1.3")
def resolve_as_played(by: Player, card: Card) -> None:
    """Resolve a card as if a player had played it; then it goes to its owner's underworld."""
    with extract(card):
        put(card, card.owner.play_area)
    inner = Declaration(by=by, card=card, ability=effect_of(card), play=True)
    card.pending = True
    a = inner.ability
    if a and finds_targets(a, by):
        choose_all(inner, a)
        carry_out(inner)
    stay_on_field(inner)
    if card.pending:
        move(by, one(card), Destination.UNDERWORLD)
    drop(inner)


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


@rules.activated(
    works_in=(UNDERWORLD,),
    automatic=True,
    at=When.OWN_TURN,
    only_in=Phase.MAINTENANCE,
    clause="V11.1.5",
)
def mansion_again(me: Card, d: Declaration) -> None:
    """In maintenance exclude this from the underworld; if so a card of its name returns."""
    move(d.by, one(me), Destination.EXCLUDED)
    same = {c for c in d.by.underworld if c.name == me.name}
    if same and me.zone == me.owner.excluded:
        move(d.by, one(choose(d.by, same, TAKEN)), Destination.HAND)


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


@rules.procedure(clause="V3.4 V11.2.3")
def dead_with_nodes(me: Card, by: Player) -> set[Card]:
    """Character cards of the underworlds that require a node or more."""
    dead = by.underworld | by.enemy.underworld
    return {c for c in dead if c.type == CardType.CHARACTER and c.nodes >= 1}


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
        taken = some(by.enemy, found, 2, 2, TAKEN)
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
