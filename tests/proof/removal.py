"""Proof: removal in three stages that suspends the effect that caused it (V11.3, V11.1.4).

A removal makes a card resolute, discards it or excludes it. Whatever applies one waits until no
removal is due any more, and goes on then; resolute comes before discard, discard before exclude,
cards of one stage together. Each stage has windows, from which further removals may be applied:
what is under way already is not begun a second time.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TypeAlias

from tefuda import kernel
from tefuda.kernel import (
    Ability,
    Printed,
    Stat,
    choose,
    effect_of,
    lose_game,
    modify,
    offer,
    one,
    order,
    perform,
    put,
    put_all,
    settle,
    shuffle,
    timing,
)
from tefuda.rules import Of, Rules, Runs, Visibility

rules = Rules("removal", summary="removal in three stages")

Zone: TypeAlias = "kernel.Zone[Card]"


class Kind(IntEnum):
    """Kinds of card."""

    CHARACTER = 0
    SPELL = 1


class Stage(IntEnum):
    """The kinds of removal, in the order in which they are carried out."""

    RESOLUTE = 0
    DISCARD = 1
    EXCLUDE = 2
    NONE = 3


class Card(kernel.Card):
    """A character or a spell."""

    owner: Player
    user: Player
    kind: Printed[Kind]
    toughness: Stat = 0
    damage: int
    due: set[Stage]
    under_way: Stage = Stage.NONE


class Player(kernel.Player):
    """A player."""

    enemy: Player
    next: Player
    deck: Zone
    hand: Zone
    field: Zone
    underworld: Zone
    excluded: Zone


class Game(kernel.Game):
    """The game."""

    turn_player: Player

    @property
    def on_field(self) -> set[Card]:
        """All characters on the field."""
        return {c for p in self.players for c in p.field}


game = rules.vocabulary(card=Card, player=Player, game=Game)

DECK = rules.zone("deck", capacity=40, visible=Visibility.NOBODY)
HAND = rules.zone("hand", capacity=40, visible=Visibility.OWNER, ordered=False)
FIELD = rules.zone("field", capacity=40, in_play=True)
PLAY_AREA = rules.zone("play_area", capacity=10)
UNDERWORLD = rules.zone("underworld", capacity=40)
EXCLUDED = rules.zone("excluded", capacity=40)
TOUGHNESS = rules.stat("toughness")

MAIN = rules.window("main", rest=True)
TO_EXCLUDE = rules.ask("to_exclude", "exclude")
TO_DISCARD = rules.ask("to_discard", "discard")
TO_RESOLUTE = rules.ask("to_resolute", "make resolute")
TO_DAMAGE = rules.ask("to_damage", "deal damage to")
TO_GIVE_UP = rules.ask("to_give_up", "discard from hand")
ARRIVES = rules.ask("arrives", "arrives next")

WOULD_MAKE_RESOLUTE = rules.timing_point("would_make_resolute", "Card", clause="V11.3.4")
WOULD_BECOME_RESOLUTE = rules.timing_point("would_become_resolute", "Card", clause="V11.3.4")
MADE_RESOLUTE = rules.timing_point("made_resolute", "Card", clause="V11.3.4")
BECAME_RESOLUTE = rules.timing_point("became_resolute", "Card", clause="V11.3.4")
WOULD_DISCARD = rules.timing_point("would_discard", "Card", clause="V11.3.5")
WOULD_BE_DISCARDED = rules.timing_point("would_be_discarded", "Card", clause="V11.3.5")
DISCARDED = rules.timing_point("discarded", "Card", clause="V11.3.5")
WAS_DISCARDED = rules.timing_point("was_discarded", "Card", clause="V11.3.5")
WOULD_EXCLUDE = rules.timing_point("would_exclude", "Card", clause="V11.3.5")
WOULD_BE_EXCLUDED = rules.timing_point("would_be_excluded", "Card", clause="V11.3.5")
WAS_EXCLUDED = rules.timing_point("was_excluded", "Card", clause="V11.3.5")
EXCLUDED_IT = rules.timing_point("excluded_it", "Card", clause="V11.3.5")
DAMAGED = rules.timing_point("damaged", "Card", runs=Runs.AFTER, clause="V11.1.4.c")

LAST_TURN = rules.outcome("last_turn")


# ---------------------------------------------------------------- applying removals


@rules.procedure(clause="V11.3.1")
def apply_removal(cards: set[Card], stage: Stage) -> None:
    """Let a removal be due for cards; the same one already under way is not met again."""
    for c in cards & game.on_field:
        if c.under_way != stage:
            c.due = c.due | {stage}


@rules.procedure(clause="V11.3.2")
def remove(cards: set[Card], stage: Stage) -> None:
    """Apply a removal; the effect that does waits here, then goes on."""
    apply_removal(cards, stage)
    removals()


@rules.procedure(clause="V11.3.3")
def first_due() -> Stage:
    """The stage to be carried out next."""
    for stage in Stage:
        if any(stage in c.due for c in game.on_field):
            return stage
    return Stage.NONE


@rules.procedure(clause="V11.3.3")
def removals() -> None:
    """Resolute, then discard, then exclude, looked up anew after each; one stage together."""
    stage = first_due()
    while stage != Stage.NONE:
        cards = {c for c in game.on_field if stage in c.due}
        for c in cards:
            c.due = c.due - {stage}
            c.under_way = stage
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


# ---------------------------------------------------------------- the three stages


@rules.procedure(clause="V11.3.4")
def make_resolute(cards: set[Card]) -> None:
    """Four windows; then discard is applied to those whose process was not negated."""
    timing(WOULD_MAKE_RESOLUTE, cards)
    timing(WOULD_BECOME_RESOLUTE, going_on(cards, Stage.RESOLUTE))
    timing(MADE_RESOLUTE, going_on(cards, Stage.RESOLUTE))
    timing(BECAME_RESOLUTE, going_on(cards, Stage.RESOLUTE))
    cards = going_on(cards, Stage.RESOLUTE)
    for c in cards:
        c.under_way = Stage.NONE
    apply_removal(cards, Stage.DISCARD)


@rules.procedure(clause="V11.3.5")
def discard(cards: set[Card]) -> None:
    """Four windows; only then do the cards leave, all together."""
    timing(WOULD_DISCARD, cards)
    timing(WOULD_BE_DISCARDED, going_on(cards, Stage.DISCARD))
    timing(DISCARDED, going_on(cards, Stage.DISCARD))
    timing(WAS_DISCARDED, going_on(cards, Stage.DISCARD))
    cards = going_on(cards, Stage.DISCARD)
    me = game.turn_player
    mine = order(me, {c for c in cards if c.owner == me}, ARRIVES)
    theirs = order(me.enemy, {c for c in cards if c.owner == me.enemy}, ARRIVES)
    put_all(mine, UNDERWORLD)
    put_all(theirs, UNDERWORLD)


@rules.procedure(clause="V11.3.5")
def exclude(cards: set[Card]) -> None:
    """As discard; there is no order among excluded cards."""
    timing(WOULD_EXCLUDE, cards)
    timing(WOULD_BE_EXCLUDED, going_on(cards, Stage.EXCLUDE))
    timing(EXCLUDED_IT, going_on(cards, Stage.EXCLUDE))
    timing(WAS_EXCLUDED, going_on(cards, Stage.EXCLUDE))
    put_all(going_on(cards, Stage.EXCLUDE), EXCLUDED)


@rules.procedure(clause="V11.3.4")
def negate_resolute(card: Card) -> bool:
    """End the process at once and reset the damage; impossible while toughness is 0 or less."""
    if card.under_way != Stage.RESOLUTE or card.toughness <= 0:
        return False
    card.under_way = Stage.NONE
    card.damage = 0
    return True


@rules.procedure(clause="V11.3.4")
def deal_damage(cards: set[Card], n: int) -> None:
    """Damage characters; who has as much as its toughness becomes resolute."""
    for c in cards:
        c.damage += n
    timing(DAMAGED, cards)
    check_toughness()


@rules.procedure(clause="V11.3.4")
def check_toughness() -> None:
    """The rule that makes characters resolute."""
    remove({c for c in game.on_field if c.damage >= c.toughness}, Stage.RESOLUTE)


# ---------------------------------------------------------------- texts of spells


@rules.effect("storm", clause="V11.3.2")
def storm(me: Card, player: Player) -> None:
    """Deal 2 damage to all characters. Then draw a card."""
    deal_damage(game.on_field, 2)
    draw(player)


@rules.effect("judgement", clause="V11.3.3")
def judgement(me: Card, player: Player) -> None:
    """At once: exclude a character, discard a second one, make a third one resolute."""
    rest = game.on_field
    if len(rest) >= 3:
        first = choose(player, rest, TO_EXCLUDE)
        second = choose(player, rest - {first}, TO_DISCARD)
        third = choose(player, rest - {first, second}, TO_RESOLUTE)
        apply_removal(one(first), Stage.EXCLUDE)
        apply_removal(one(second), Stage.DISCARD)
        apply_removal(one(third), Stage.RESOLUTE)
        removals()
    draw(player)


@rules.effect("withering", clause="V11.3.4")
def withering(me: Card, player: Player) -> None:
    """A character gets toughness -5 for good."""
    if game.on_field:
        modify(choose(player, game.on_field, TO_DAMAGE), TOUGHNESS, -5)
        check_toughness()


# ---------------------------------------------------------------- texts of characters


@rules.activated("explosion", clause="V11.3.2")
def explosion(me: Card, player: Player) -> None:
    """Discard this character. Then deal 2 damage to a character."""
    remove(one(me), Stage.DISCARD)
    if game.on_field:
        deal_damage(one(choose(player, game.on_field, TO_DAMAGE)), 2)


@rules.trigger(WAS_DISCARDED, "vengeful", of=Of.SELF, clause="text")
def vengeful(me: Card, card: Card) -> None:
    """When it was discarded, discard another character."""
    others = game.on_field - one(me)
    if others:
        remove(one(choose(me.owner, others, TO_DISCARD)), Stage.DISCARD)


@rules.trigger(WOULD_DISCARD, "doomsday", of=Of.SELF, clause="text")
def doomsday(me: Card, card: Card) -> None:
    """When it would be discarded, discard all characters, itself among them."""
    remove(game.on_field, Stage.DISCARD)


@rules.trigger(DISCARDED, "banisher", of=Of.OTHER, clause="text")
def banisher(me: Card, card: Card) -> None:
    """When another character was discarded, exclude it."""
    remove(one(card), Stage.EXCLUDE)


@rules.trigger(WOULD_BECOME_RESOLUTE, "stubborn", of=Of.SELF, clause="text")
def stubborn(me: Card, card: Card) -> None:
    """When it would become resolute, you may discard a hand card: it does not."""
    given = choose(me.user, me.user.hand, TO_GIVE_UP, optional=True)
    if given:
        put(given, UNDERWORLD)
        negate_resolute(me)


@rules.trigger(BECAME_RESOLUTE, "martyr", of=Of.SELF, clause="text")
def martyr(me: Card, card: Card) -> None:
    """When it became resolute, draw a card."""
    draw(me.owner)


@rules.trigger(DAMAGED, "witness", clause="V11.1.4.c")
def witness(me: Card, card: Card) -> None:
    """When a character was damaged, draw a card once the effect under way has finished."""
    draw(me.user)


# ---------------------------------------------------------------- around it


@rules.procedure(clause="V9.7")
def playable(me: Player) -> set[Card]:
    """Any card in hand."""
    return me.hand.cards


@rules.action(MAIN, candidates=playable, clause="V9.8")
def play(me: Player, card: Card) -> None:
    """Put a character on the field, or carry out a spell."""
    if card.kind == Kind.CHARACTER:
        put(card, FIELD)
        return
    put(card, PLAY_AREA)
    text = effect_of(card)
    if text:
        perform(text, me)
    settle()
    put(card, UNDERWORLD)


@rules.procedure(clause="V11.1.1")
def own_characters(me: Player) -> set[Card]:
    """Characters whose activated abilities the player may use."""
    return me.field.cards


@rules.procedure(clause="V11.1.1")
def may_use(me: Player, ability: Ability) -> bool:
    """All of them."""
    return True


@rules.action(MAIN, candidates=own_characters, usable=may_use, clause="V11.1.1")
def use(me: Player, ability: Ability) -> None:
    """Use an activated ability."""
    perform(ability, me)
    settle()


@rules.procedure(clause="draw")
def draw(me: Player) -> None:
    """Draw a card if there is one."""
    card = me.deck.top
    if card:
        put(card, me.hand)


@rules.setup
def set_up() -> None:
    """Shuffle and draw five."""
    for p in game.players:
        shuffle(p.deck)
        for _ in range(5):
            draw(p)


@rules.main
def turns() -> None:
    """Draw, then up to three actions; ten turns."""
    while game.turn < 10:
        me = game.turn_player
        draw(me)
        actions = 3
        while actions and offer(me, MAIN):
            actions -= 1
        game.turn += 1
        game.turn_player = me.next
    lose_game(game.players, LAST_TURN)


def _card(number: str, name: str, kind: str, *texts: str, toughness: int = 0) -> dict[str, object]:
    words = {"kind": kind, "toughness": toughness}
    return {"number": number, "name": name, "words": words, "abilities": list(texts)}


CARDS: list[dict[str, object]] = [
    _card("C1", "Fairy", "character", toughness=1),
    _card("C2", "Guard", "character", toughness=3),
    _card("C3", "Martyr", "character", "martyr", toughness=2),
    _card("C4", "Avenger", "character", "vengeful", toughness=2),
    _card("C5", "Herald of the End", "character", "doomsday", toughness=2),
    _card("C6", "Banisher", "character", "banisher", toughness=4),
    _card("C7", "Stubborn One", "character", "stubborn", toughness=2),
    _card("C8", "Witness", "character", "witness", toughness=5),
    _card("C9", "Bomb", "character", "explosion", toughness=2),
    _card("S1", "Storm", "spell", "storm"),
    _card("S2", "Judgement", "spell", "judgement"),
    _card("S3", "Withering", "spell", "withering"),
]
