"""Texts about coming onto the field, and being set (V11.1.3, S11.3.10)."""

from __future__ import annotations

from tefuda.kernel import NO_CARDS, choose, confirm, extract, fail, has, look, one, some
from tefuda.rules import Of
from tefuda.rulesets.set_extract.battle import cancel_attack
from tefuda.rulesets.set_extract.choices import CHOSEN, FOUND, USES_TEXT
from tefuda.rulesets.set_extract.keywords import DOLL
from tefuda.rulesets.set_extract.kinds import CardType, Guise, Place, Stage
from tefuda.rulesets.set_extract.moves import change_side, put_node
from tefuda.rulesets.set_extract.parameters import LEADER_POPULARITY
from tefuda.rulesets.set_extract.removal import remove
from tefuda.rulesets.set_extract.searches import search_to_hand, unite
from tefuda.rulesets.set_extract.setting import enter, set_on
from tefuda.rulesets.set_extract.states import look_at_deck, put_to_sleep, shuffle, top_cards, wake
from tefuda.rulesets.set_extract.timings import (
    ENTERED,
    PLAYED_IN,
    SET,
    SET_ON,
    WAS_DISCARDED,
    WOULD_ENTER,
)
from tefuda.rulesets.set_extract.vocabulary import (
    DECK,
    EXCLUDED,
    HAND,
    PLAY_AREA,
    UNDERWORLD,
    Card,
    game,
    rules,
)

# ---------------------------------------------------------------- on entry


@rules.trigger(PLAYED_IN, of=Of.SELF, clause="V11.1.3")
def searches_doll(me: Card, card: Card) -> None:
    """Look at the deck; you may extract a doll, show it and take it; shuffle."""
    look_at_deck(me.user, me.user)
    dolls = {c for c in me.user.deck if c.type == CardType.CHARACTER and has(c, DOLL)}
    search_to_hand(me.user, dolls)


@rules.trigger(PLAYED_IN, of=Of.SELF, clause="V11.1.3")
def searches_own_spell(me: Card, card: Card) -> None:
    """You may extract a spell of which it is the caster and take it; shuffle."""
    look_at_deck(me.user, me.user)
    spells = {c for c in me.user.deck if c.type == CardType.SPELL and c.caster == me.person}
    search_to_hand(me.user, spells)


@rules.trigger(PLAYED_IN, of=Of.SELF, clause="V11.1.3 V5.3")
def brings_familiars(me: Card, card: Card) -> None:
    """You may set up to three top deck cards, unseen and asleep, as familiars on your field."""
    left = 3
    while left > 0 and me.user.deck and confirm(me.user, USES_TEXT):
        left = left - 1
        for top in top_cards(me.user, 1):
            enter(top, me.user, True, Guise.FAMILIAR)


@rules.trigger(ENTERED, of=Of.SELF, clause="V11.1.3")
def may_add_top_node(me: Card, card: Card) -> None:
    """You may add the top card of the deck to your active nodes."""
    if me.user.deck and confirm(me.user, USES_TEXT):
        for top in top_cards(me.user, 1):
            put_node(top, me.user, False)


@rules.trigger(ENTERED, of=Of.SELF, clause="V11.1.3 S11.3.10")
def carries_top_cards(me: Card, card: Card, *, n: int) -> None:
    """Set the n top cards of the deck face down on it; fewer are none (V11.2.1)."""
    if len(me.user.deck) >= n:
        for _ in range(n):
            for top in top_cards(me.user, 1):
                set_on(me.user, top, me, True)


@rules.trigger(ENTERED, of=Of.SELF, clause="V11.4")
def carries_popularity(me: Card, card: Card) -> None:
    """Leader: so many top cards of the deck become popularity on it."""
    for _ in range(LEADER_POPULARITY):
        for top in top_cards(me.user, 1):
            set_on(me.user, top, me, True)


@rules.trigger(ENTERED, of=Of.SELF, clause="V11.1.3 S11.4.4")
def may_find_equip(me: Card, card: Card, *, person: int) -> None:
    """You may extract an equip of a caster from the deck and set it on this; shuffle."""
    look_at_deck(me.user, me.user)
    found = {c for c in me.user.deck if c.place == Place.EQUIP and c.caster == person}
    equip = choose(me.user, found, FOUND, optional=True)
    if equip:
        with extract(equip):
            if not set_on(me.user, equip, me, False):
                fail()
    shuffle(me.user)


@rules.trigger(ENTERED, of=Of.SELF, clause="V11.1.6")
def takes_enemy_dead(me: Card, card: Card) -> None:
    """Set a character card of the enemy underworld on it."""
    dead = {c for c in me.user.enemy.underworld if c.type == CardType.CHARACTER}
    if dead:
        set_on(me.user, choose(me.user, dead, CHOSEN), me, False)


@rules.trigger(ENTERED, of=Of.SELF, clause="S11.4.4")
def hides_a_card(me: Card, card: Card) -> None:
    """Extract any card of the deck and set it face down on this; shuffle."""
    look_at_deck(me.user, me.user)
    if me.user.deck:
        found = choose(me.user, me.user.deck, FOUND)
        with extract(found):
            if not set_on(me.user, found, me, True):
                fail()
    shuffle(me.user)


@rules.trigger(ENTERED, of=Of.SELF, clause="S11.4 S11.7")
def hides_enemy_cards(me: Card, card: Card) -> None:
    """Look at the enemy's ten top cards, extract three and set them face down on this; shuffle.

    Where there are fewer than ten the text fails (V11.2.2).
    """
    enemy = me.user.enemy
    if len(enemy.deck) < 10:
        return
    top = top_cards(enemy, 10)
    look(me.user, top)
    found = some(me.user, top, 3, 3, FOUND)
    with extract(found):
        for card_found in found:
            if not set_on(me.user, card_found, me, True):
                fail()
    shuffle(enemy)


@rules.trigger(ENTERED, of=Of.SELF, clause="S11.4.4")
def gathers_equips(me: Card, card: Card) -> None:
    """You may extract up to five equips of different casters, deck and underworld, onto this."""
    look_at_deck(me.user, me.user)
    found = NO_CARDS
    pool = {c for c in me.user.deck | me.user.underworld if c.place == Place.EQUIP}
    while len(found) < 5 and pool:
        equip = choose(me.user, pool, FOUND, optional=True)
        if equip:
            found = found | one(equip)
            pool = {c for c in pool if c.caster != equip.caster}
        else:
            pool = NO_CARDS
    with extract(found):
        for equip_found in found:
            if not set_on(me.user, equip_found, me, False):
                fail()
    shuffle(me.user)


@rules.trigger(
    WOULD_ENTER,
    of=Of.SELF,
    works_in=(HAND, PLAY_AREA, UNDERWORLD, DECK, EXCLUDED),
    clause="V11.4",
)
def union_of(me: Card, card: Card, *, first: int, second: int, third: int = 0) -> None:
    """Union: exclude one of each listed card, or it is excluded itself and does not enter."""
    unite(me, first, second, third)


@rules.trigger(ENTERED, clause="S11.3.9")
def third_newcomer_discarded(me: Card, card: Card) -> None:
    """Each player may have two characters that came after this; a third is discarded at once."""
    if card != me and card.is_character:
        card.counted = True
        if len({c for c in card.user.characters if c.counted}) > 2:
            remove(one(card), Stage.DISCARD)


# ---------------------------------------------------------------- being set


@rules.trigger(SET, of=Of.SELF, clause="S11.3.10 S11.5.3")
def host_falls_asleep(me: Card, card: Card, host: Card) -> None:
    """When set, its host goes to sleep."""
    put_to_sleep(one(host))


@rules.trigger(SET, of=Of.SELF, clause="S11.3.2")
def gives_host_away(me: Card, card: Card, host: Card) -> None:
    """Set on a character of the field of who played it: that moves to the other field."""
    if host.user == me.owner:
        me.returns_to = host.user
        change_side(host, host.user.enemy)


@rules.trigger(SET, of=Of.SELF, clause="S11.3.2")
def takes_host(me: Card, card: Card, host: Card) -> None:
    """When set, its host moves to the field of who set it."""
    if host.user != me.owner:
        me.returns_to = host.user
        change_side(host, me.owner)


@rules.trigger(WAS_DISCARDED, of=Of.SELF, clause="S11.3.2")
def returns_host(me: Card, card: Card) -> None:
    """When this set card is discarded its host returns active to its original player."""
    host = me.host
    player = me.returns_to
    if host and player and change_side(host, player):
        wake(one(host))


@rules.trigger(SET, of=Of.SELF, clause="V10.6")
def stops_host(me: Card, card: Card, host: Card) -> None:
    """An attack of its host is cancelled at once."""
    b = game.battle
    if b and b.attacker == host and host.fighting:
        cancel_attack(b)


@rules.procedure(clause="S11.3.15")
def full_of_cards(me: Card, host: Card, card: Card) -> bool:
    """Whether three cards are set on it."""
    return len(me.set_cards) >= 3


@rules.trigger(SET_ON, of=Of.SELF, when=full_of_cards, rechecks=True, clause="S11.3.15")
def discarded_when_full(me: Card, host: Card, card: Card) -> None:
    """When three or more cards are set on it, it is discarded."""
    remove(one(me), Stage.DISCARD)
