"""Activated effects, of characters and of spells and commands on the field (V11.1.1)."""

from __future__ import annotations

from tefuda.kernel import (
    FOREVER,
    choose,
    gain,
    has,
    later,
    lose,
    modify,
    one,
    original,
    reveal,
    swap,
    win,
)
from tefuda.rulesets.set_extract.aims import (
    any_field_card,
    attacker,
    enemy_character,
    fairy,
    host_of_spear,
    itself_active,
    itself_with_life,
    known_leader,
    may_carry,
    own_character,
    own_dead_character,
    own_sister,
    played_card,
    played_command,
    played_spell_or_command,
    popularity,
)
from tefuda.rulesets.set_extract.answers import (
    immunity_to_youkai,
    no_target_of_cards,
    no_target_of_enemies,
)
from tefuda.rulesets.set_extract.battle import cancel_attack
from tefuda.rulesets.set_extract.choices import CHOSEN, DISCARDS, MOVES, SETS_ON, TAKEN
from tefuda.rulesets.set_extract.continuous import host_attack_one, host_toughness_three
from tefuda.rulesets.set_extract.falling import turn_over
from tefuda.rulesets.set_extract.keywords import FIRST_STRIKE, PIERCE
from tefuda.rulesets.set_extract.kinds import (
    CardType,
    Destination,
    Guise,
    Mode,
    Phase,
    Race,
    Stage,
    When,
)
from tefuda.rulesets.set_extract.moves import all_characters, change_side, leave, move, put_node
from tefuda.rulesets.set_extract.removal import remove
from tefuda.rulesets.set_extract.resolution import negate_play, negate_target
from tefuda.rulesets.set_extract.setting import enter, set_on
from tefuda.rulesets.set_extract.states import draw, objects, top_cards, wake
from tefuda.rulesets.set_extract.timings import BATTLE_END, TURN_END
from tefuda.rulesets.set_extract.triggers import excluded_at_discard_end
from tefuda.rulesets.set_extract.vocabulary import (
    ATTACK,
    DURING_TURN,
    END_OF_INTERFERENCE,
    END_OF_TURN,
    TOUGHNESS,
    UNDERWORLD,
    WON_BY_CARD,
    Battle,
    Card,
    Declaration,
    Player,
    game,
    rules,
)

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


@rules.activated(targets=(itself_with_life,), life=True, clause="V11.1.1")
def grow_by_life(me: Card, d: Declaration) -> None:
    """Pay X life: attack and toughness + half of X, rounded down, until the turn ends."""
    modify(me, ATTACK, d.x // 2, until=END_OF_TURN)
    modify(me, TOUGHNESS, d.x // 2, until=END_OF_TURN)


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


@rules.activated(targets=(known_leader,), cost=1, clause="V11.4")
def bless_against_youkai(me: Card, d: Declaration) -> None:
    """With popularity: an own character gains immunity to youkai until the turn ends."""
    target = d.target
    if target and not has(target, immunity_to_youkai):
        gain(target, immunity_to_youkai, until=END_OF_TURN)


@rules.activated(targets=(popularity,), at=When.ENEMY_TURN, clause="V11.4")
def leader_takes_it(me: Card, d: Declaration) -> None:
    """Discard one popularity: the next damage to you in this turn is negated."""
    remove(one(d.target), Stage.DISCARD)
    d.by.shielded = True


# ---------------------------------------------------------------- spells and commands on the field


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
