"""Crowns: a trick game for two, and an example of a ruleset of one's own.

``vocabulary`` has the words, ``play`` the rules, ``texts`` what cards say, ``building`` what decks
and bots need to know. README.md goes through them.
"""

from importlib.resources import files

from tefuda.plugins import hookimpl
from tefuda.rules import Rules

# Importing a module declares what is in it.
from tefuda_crowns import building, play, texts
from tefuda_crowns.vocabulary import rules

rules.cards_from(files(__name__) / "cards.json")
rules.decks_from(files(__name__) / "decks.json")

__all__ = ["building", "play", "rules", "tefuda_rulesets", "texts"]


@hookimpl
def tefuda_rulesets() -> list[Rules]:
    """Give the ruleset."""
    return [rules]
