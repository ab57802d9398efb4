"""A scouting phase for Lycee, between wake-up and warm-up; the variant is ``lycee+scouting``."""

from importlib.resources import files

from lycee_scouting.phase import change
from tefuda.plugins import hookimpl
from tefuda.rules import Rules

change.cards_from(files(__name__) / "cards.json")
change.decks_from(files(__name__) / "decks.json")


@hookimpl
def tefuda_extensions() -> list[Rules]:
    """Offer the change."""
    return [change]
