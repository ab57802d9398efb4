"""Texts that are only words: the rules ask whether a card bears them."""

from __future__ import annotations

from tefuda.rulesets.lycee.vocabulary import Card, rules


@rules.effect(clause="B5")
def supports_from_afar(me: Card) -> None:
    """It can support characters that do not stand beside it."""
