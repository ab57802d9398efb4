"""Rulesets that are loaded once: they are immutable, and loading takes its time."""

from __future__ import annotations

from functools import cache

import tefuda
from tefuda.ruleset import Ruleset


@cache
def loaded(variant: str, *plugins: str) -> Ruleset:
    """Give a variant of an installed ruleset, or of what files bring."""
    return tefuda.load(variant, plugins)
