"""Classification icons: printed ones, and those a character has gained for a while (R3.10)."""

from __future__ import annotations

from tefuda.rulesets.power_card.vocabulary import Card, Icon, rules

#: Gained icons from here on are kept in the second variable, since one holds 32 bits.
SPLIT = 30


@rules.procedure(clause="R3.10")
def gained_icon(card: Card, icon: Icon) -> bool:
    """Whether a character has gained an icon."""
    held = card.more_icons if icon < SPLIT else card.other_icons
    return held >> icon % SPLIT & 1 != 0


@rules.procedure(clause="R3.10")
def give_icon(card: Card, icon: Icon) -> None:
    """Let a character gain an icon until the main phase ends."""
    bit = 1 << icon % SPLIT
    if icon < SPLIT:
        card.more_icons = card.more_icons | bit
    else:
        card.other_icons = card.other_icons | bit


@rules.procedure(clause="R3.10")
def has_icon(card: Card, icon: Icon) -> bool:
    """Whether a character has an icon, printed or gained."""
    return icon in card.icons or gained_icon(card, icon)


@rules.procedure(clause="R12.1")
def shares_icon(card: Card, target: Card) -> bool:
    """Whether a break card and a character have an icon in common."""
    if card.icons & target.icons:
        return True
    return (target.more_icons | target.other_icons) != 0 and any(
        gained_icon(target, i) for i in card.icons
    )
