"""What may be played, and the procedure of playing it (V9.2, V9.3)."""

from __future__ import annotations

from tefuda.kernel import NO_CARDS, allowed, confirm, effect_of, extract, has, held, one, put, some
from tefuda.rulesets.set_extract.choices import ANSWER, BY_CASTER, EXCLUDES, MAIN, PRIORITY
from tefuda.rulesets.set_extract.interference import put_on_chain
from tefuda.rulesets.set_extract.keywords import (
    AMBUSH,
    DOLL,
    HASTE,
    ONCE_PER_OWN_TURN,
    OVERDRIVE,
    OWN_TURN_ONLY,
)
from tefuda.rulesets.set_extract.kinds import CardType, Destination, Phase, Place
from tefuda.rulesets.set_extract.moves import move
from tefuda.rulesets.set_extract.parameters import (
    CHARACTERS_PER_TURN,
    DOLLS_PER_TURN,
    WORLD_AMULETS_PER_TURN,
)
from tefuda.rulesets.set_extract.payment import affordable, casters, cost_of, pay
from tefuda.rulesets.set_extract.targets import announce_target, choose_all, finds_targets
from tefuda.rulesets.set_extract.timings import MAY_PLAY
from tefuda.rulesets.set_extract.vocabulary import (
    MOST_LINKS,
    PLAY_AREA,
    Ability,
    Card,
    Declaration,
    Player,
    game,
    rules,
)

# ---------------------------------------------------------------- what may be played (V9.2)


@rules.procedure(clause="V9.2.a V9.2.b V9.2.g")
def permits(me: Player, card: Card) -> bool:
    """Whether nothing printed or in force forbids playing a card now."""
    if card.unplayable or not allowed(MAY_PLAY, card, me):
        return False
    if has(card, OWN_TURN_ONLY) or has(card, ONCE_PER_OWN_TURN):
        if game.turn_player != me:
            return False
    return not any(c.name == card.name for c in me.played_once)


@rules.procedure(clause="V9.2.c V9.2.d V9.6")
def can_pay(me: Player, card: Card) -> bool:
    """Whether nodes and cost suffice, or a caster stands in for both."""
    return affordable(me, card) or bool(casters(me, card))


@rules.procedure(clause="V9.2")
def playable(me: Player, cards: set[Card]) -> set[Card]:
    """Those of the cards that a player may play: permitted, payable, with targets."""
    if len(game.chain) >= MOST_LINKS:
        return NO_CARDS
    cards = {c for c in cards if can_pay(me, c) and permits(me, c)}
    return {c for c in cards if can_aim(me, c)}


@rules.procedure(clause="V9.2 V7.4")
def can_aim(me: Player, card: Card) -> bool:
    """Whether the text finds its targets and its moment."""
    a: Ability | None = effect_of(card)
    if not a:
        return True
    if a.only_in != Phase.NONE and a.only_in != game.phase:
        return False
    if a.direct and not may_answer_directly(me):
        return False
    return finds_targets(a, me)


@rules.procedure(clause="V8.7")
def may_answer_directly(me: Player) -> bool:
    """Whether a player could now be the first to answer an enemy attack."""
    b = game.battle
    return b is not None and b.unanswered and b.attacked == me


# ---------------------------------------------------------------- the play procedure (V9.3)


@rules.procedure(clause="V9.3 V9.4")
def play(me: Player, card: Card, defends: bool) -> None:
    """Declare, extract to the play area, choose, pay: meanwhile nothing applies; then a link."""
    d = Declaration(by=me, card=card, ability=effect_of(card), play=True, defends=defends)
    with held():
        with extract(card):
            put(card, PLAY_AREA)
        card.pending = True
        a = d.ability
        if a:
            choose_all(d, a)
        pay_for_card(me, card)
        if has(card, OVERDRIVE):
            d.x = exclude_for(me)
        if has(card, ONCE_PER_OWN_TURN):
            me.played_once = me.played_once | one(card)
        announce_target(d)
    put_on_chain(d)


@rules.procedure(clause="V9.3.f V9.6")
def pay_for_card(me: Player, card: Card) -> None:
    """Pay the cost, unless a caster stands in for nodes, cost and payment together."""
    if casters(me, card) and (not affordable(me, card) or confirm(me, BY_CASTER)):
        return
    pay(me, cost_of(me, card))


@rules.procedure(clause="V11.4")
def exclude_for(me: Player) -> int:
    """Overdrive: exclude own cards of the field and the hand as it is played; gives how many."""
    given = some(me, me.hand | me.field, 0, len(me.hand) + len(me.field), EXCLUDES)
    return len(move(me, given, Destination.EXCLUDED))


# ---------------------------------------------------------------- actions (V9.7)


@rules.procedure(clause="V9.7 V5.4")
def playable_characters(me: Player) -> set[Card]:
    """Characters in hand: one that is no doll, and one doll, may resolve in a turn."""
    cards = {c for c in me.hand if c.type == CardType.CHARACTER}
    dolls = {c for c in cards if has(c, DOLL)}
    others = cards - dolls
    if me.dolls_played >= DOLLS_PER_TURN:
        dolls = NO_CARDS
    if me.characters_played >= CHARACTERS_PER_TURN:
        others = NO_CARDS
    return playable(me, dolls | others)


@rules.action(MAIN, candidates=playable_characters, text="play", clause="V9.7")
def play_character(me: Player, card: Card) -> None:
    """Play a character."""
    play(me, card, False)


@rules.procedure(clause="V11.4")
def playable_ambush(me: Player) -> set[Card]:
    """Characters with ambush: at any time, and not counted."""
    cards = {c for c in me.hand if c.type == CardType.CHARACTER and has(c, AMBUSH)}
    cards = cards | (me.ambushers & me.hand)
    return playable(me, cards)


@rules.action(MAIN, PRIORITY, ANSWER, candidates=playable_ambush, text="ambush", clause="V11.4")
def play_ambush(me: Player, card: Card) -> None:
    """Play a character with ambush."""
    play(me, card, False)


@rules.procedure(clause="V11.4 V10.2")
def ambush_defenders(me: Player) -> set[Card]:
    """Characters with ambush and haste, while an attack has not been answered."""
    if not may_answer_directly(me):
        return NO_CARDS
    return {c for c in playable_ambush(me) if has(c, HASTE)}


@rules.action(ANSWER, candidates=ambush_defenders, text="defend by ambush", clause="V11.4")
def defend_by_ambush(me: Player, card: Card) -> None:
    """Play a character that will defend once its play has resolved, and stay asleep."""
    play(me, card, True)


@rules.procedure(clause="V9.7")
def playable_spells(me: Player) -> set[Card]:
    """Spells in hand; world amulets as often as they may resolve in a turn."""
    cards = {c for c in me.hand if c.type == CardType.SPELL}
    if me.amulets_played >= WORLD_AMULETS_PER_TURN:
        cards = {c for c in cards if c.place != Place.WORLD_AMULET}
    return playable(me, cards)


@rules.action(MAIN, candidates=playable_spells, text="play spell", clause="V9.7")
def play_spell(me: Player, card: Card) -> None:
    """Play a spell."""
    play(me, card, False)


@rules.procedure(clause="V9.7")
def playable_commands(me: Player) -> set[Card]:
    """Commands in hand: whoever holds priority may play them."""
    return playable(me, {c for c in me.hand if c.type == CardType.COMMAND})


@rules.action(
    MAIN, PRIORITY, ANSWER, candidates=playable_commands, text="play command", clause="V9.7"
)
def play_command(me: Player, card: Card) -> None:
    """Play a command."""
    play(me, card, False)
