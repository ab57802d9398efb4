"""Texts of test cards: each lets one process of the rules happen, on whom the player says.

A patch of Lycee, named by the variant ``lycee+probe``.
"""

from __future__ import annotations

from tefuda.kernel import NO_CARDS, choose, gain, one
from tefuda.plugins import hookimpl
from tefuda.rules import Of, Rules
from tefuda.rulesets.lycee.basic import side_step
from tefuda.rulesets.lycee.places import entry_cells
from tefuda.rulesets.lycee.processes import (
    bar_special_abilities,
    discard_from_play,
    draw_by_effect,
    enter,
    lose_basic_abilities,
    lose_special_abilities,
    mill,
    modify_stats,
    move_character,
    move_characters,
    rearrange,
    return_to_hand,
    set_ap,
    swap_ap_and_dp,
    tap,
    untap,
)
from tefuda.rulesets.lycee.vocabulary import (
    CELL,
    CHOSEN,
    END_OF_TURN,
    MAY_ATTACK,
    MAY_DEFEND,
    NEXT_PLACE,
    Card,
    Declaration,
    Kind,
    When,
    game,
)

probe = Rules("probe", extends="lycee", summary="texts of test cards")


@probe.procedure()
def anyone(me: Card) -> set[Card]:
    """Every character in play."""
    return me.user.characters | me.user.enemy.characters


@probe.effect(targets=(anyone,))
def probe_tap(me: Card, d: Declaration) -> None:
    """Tap the target; when you do, draw a card."""
    if d.target and tap(d.target):
        draw_by_effect(d.by, 1)


@probe.effect(targets=(anyone,))
def probe_untap(me: Card, d: Declaration) -> None:
    """Untap the target."""
    if d.target:
        untap(d.target)


@probe.effect(targets=(anyone,))
def probe_move(me: Card, d: Declaration) -> None:
    """Move the target to a cell of either field; when you do, draw a card."""
    target = d.target
    if target:
        cell = choose(d.by, d.by.field.zones | d.by.enemy.field.zones, NEXT_PLACE)
        if move_character(target, cell):
            draw_by_effect(d.by, 1)


@probe.effect()
def probe_move_two(me: Card, d: Declaration) -> None:
    """Move two own characters to empty own cells."""
    move_characters(d.by, d.by.characters, 2, d.by.field.zones)


@probe.effect()
def probe_rearrange(me: Card, d: Declaration) -> None:
    """Rearrange the own characters on the cells where they stand."""
    own = d.by.characters
    rearrange(d.by, own, {z for z in d.by.field.zones if z.occupied})


@probe.effect(targets=(anyone,))
def probe_swap_stats(me: Card, d: Declaration) -> None:
    """Exchange AP and DP of the target."""
    swap_ap_and_dp(one(d.target))


@probe.effect(targets=(anyone,))
def probe_change(me: Card, d: Declaration, *, ap: int = 0, dp: int = 0) -> None:
    """Change stats of the target."""
    modify_stats(one(d.target), ap, dp, 0)


@probe.effect(targets=(anyone,))
def probe_set_ap(me: Card, d: Declaration, *, n: int) -> None:
    """Let the AP of the target be n."""
    set_ap(one(d.target), n)


@probe.effect(targets=(anyone,))
def probe_bar(me: Card, d: Declaration) -> None:
    """Bar the special abilities of the target."""
    if d.target:
        bar_special_abilities(d.target)


@probe.effect(targets=(anyone,))
def probe_lose_special(me: Card, d: Declaration) -> None:
    """Let the target lose its special abilities."""
    if d.target:
        lose_special_abilities(d.target)


@probe.effect(targets=(anyone,))
def probe_lose_basic(me: Card, d: Declaration) -> None:
    """Let the target lose its basic abilities."""
    if d.target:
        lose_basic_abilities(d.target)


@probe.activated()
def probe_strengthen_itself(me: Card, d: Declaration) -> None:
    """AP+1."""
    modify_stats(one(me), 1, 0, 0)


@probe.effect(targets=(anyone,))
def probe_teach(me: Card, d: Declaration) -> None:
    """Let the target gain an ability until the end of the turn."""
    if d.target:
        gain(d.target, probe_strengthen_itself, until=END_OF_TURN)


@probe.effect(targets=(anyone,))
def probe_teach_side_step(me: Card, d: Declaration) -> None:
    """Let the target gain Side Step until the end of the turn."""
    if d.target:
        gain(d.target, side_step, until=END_OF_TURN)


@probe.effect(targets=(anyone,))
def probe_discard(me: Card, d: Declaration) -> None:
    """Discard the target."""
    discard_from_play(one(d.target))


@probe.effect(targets=(anyone,))
def probe_bounce(me: Card, d: Declaration) -> None:
    """Return the target to its owner's hand."""
    return_to_hand(one(d.target))


@probe.effect()
def probe_mill(me: Card, d: Declaration, *, n: int) -> None:
    """The enemy discards n cards of the deck."""
    mill(d.by.enemy, n)


@probe.effect()
def probe_count(me: Card, d: Declaration) -> None:
    """Discard as many cards of the enemy's deck as lie in the own dust box."""
    mill(d.by.enemy, len(d.by.dust_box))


@probe.effect(limits={When.IN_RESPONSE})
def probe_answer(me: Card, d: Declaration) -> None:
    """In response only: draw a card."""
    draw_by_effect(d.by, 1)


@probe.effect()
def probe_draw(me: Card, d: Declaration) -> None:
    """Draw a card."""
    draw_by_effect(d.by, 1)


@probe.effect(targets=(anyone,))
def probe_items_fall(me: Card, d: Declaration) -> None:
    """Discard the items of the target."""
    if d.target:
        discard_from_play(d.target.items)


@probe.effect()
def probe_bring(me: Card, d: Declaration) -> None:
    """Let a character enter from the own hand or dust box, for nothing."""
    able = {c for c in d.by.hand | d.by.dust_box if c.is_character and entry_cells(d.by, c)}
    if able:
        card = choose(d.by, able, CHOSEN)
        enter(card, choose(d.by, entry_cells(d.by, card), CELL))


@probe.procedure()
def answered_attack(me: Card) -> set[Card]:
    """The attacker whose attack can be answered now."""
    if len(game.chain) == 0 or game.chain.top.kind != Kind.ATTACK:
        return NO_CARDS
    return one(game.chain.top.card)


@probe.effect(targets=(answered_attack,), conditions=1, limits={When.IN_RESPONSE})
def probe_parry(me: Card, d: Declaration) -> None:
    """In response to an attack only: draw a card."""
    draw_by_effect(d.by, 1)


@probe.answers(MAY_ATTACK, of=Of.SELF)
def attacks_with_item(me: Card, card: Card) -> bool:
    """It can be named attacker only while it wears an item."""
    return bool(me.items)


@probe.answers(MAY_DEFEND, of=Of.SELF)
def defends_with_item(me: Card, card: Card, attacker: Card) -> bool:
    """It can be named defender only while it wears an item."""
    return bool(me.items)


@hookimpl
def tefuda_extensions() -> list[Rules]:
    """Give the patch."""
    return [probe]
