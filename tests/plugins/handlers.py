"""Changes of the tiny game and of Lycee, once as rules and once as handlers in Python."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tefuda.rules import Rules
from tefuda.ruleset import Ruleset
from tefuda.rulesets import lycee
from tefuda.rulesets.lycee.processes import draw as draw_cards
from tefuda.rulesets.lycee.vocabulary import ENTERED, TURN_START
from tefuda.rulesets.lycee.vocabulary import Card as LyceeCard
from tefuda.rulesets.lycee.vocabulary import Player as LyceePlayer

FOLDER = Path(__file__).parent / "tiny"


def _imported() -> Any:
    """Import the tiny game under a name of its own."""
    name = "tiny_game_of_handlers"
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, FOLDER / "tiny_game.py")
        assert spec is not None
        assert spec.loader is not None
        sys.modules[name] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(sys.modules[name])
    return sys.modules[name]


tiny = _imported()
Card, Player, draw, take_turn = tiny.Card, tiny.Player, tiny.draw, tiny.take_turn


def changed(function: Callable[..., Any], point: Any = None, **options: Any) -> Ruleset:
    """Give the tiny game with a handler in Python."""
    change = Rules("change", extends="tiny")
    change.python_handler(point or tiny.PLAYED, **options)(function)
    return Ruleset(tiny.rules, "tiny+change", extensions=[change])


in_rules = Rules("in_rules", extends="tiny")


@in_rules.on(tiny.PLAYED)
def reward(card: Card) -> None:
    """Draw two, and play again, for a card of worth 3."""
    if card.worth == 3:
        me = card.user
        me.points = me.points + 1
        draw(me)
        draw(me.enemy)
        if len(me.hand) > 0:
            take_turn(me)


def reward_in_python(game, card):
    """Draw two, and play again, for a card of worth 3."""
    if card.worth == 3:
        me = card.user
        me.points += 1
        game.call(draw, me)
        game.call("draw", me.enemy)
        if len(me.hand) + bool(me.deck) > 0:
            game.call(take_turn, me)


RULES = Ruleset(tiny.rules, "tiny+in_rules", extensions=[in_rules])
PYTHON = changed(reward_in_python)


def as_machine_code() -> Ruleset:
    """Give the game with the handler in Python, its program as machine code."""
    change = Rules("change", extends="tiny")
    change.python_handler(tiny.PLAYED)(reward_in_python)
    return Ruleset(tiny.rules, "tiny+change", extensions=[change], native=True)


lycee_in_rules = Rules("greeting", extends="lycee")


@lycee_in_rules.on(ENTERED)
def greet(card: LyceeCard) -> None:
    """Draw a card when a character of power 3 or more enters."""
    if card.ap >= 3:
        draw_cards(card.user, 1)


@lycee_in_rules.on(TURN_START)
def start(me: LyceePlayer) -> None:
    """Draw one more with an empty hand."""
    if len(me.hand) == 0:
        draw_cards(me, 1)


lycee_in_python = Rules("greeting", extends="lycee")


@lycee_in_python.python_handler(ENTERED)
def greet_in_python(game, card):
    """Draw a card when a character of power 3 or more enters."""
    if card.ap >= 3:
        game.call(draw_cards, card.user, 1)


@lycee_in_python.python_handler(TURN_START)
def start_in_python(game, me):
    """Draw one more with an empty hand."""
    if not me.hand:
        game.call("draw", me, 1)


def lycee_with(change: Rules) -> Ruleset:
    """Give Lycee with a change."""
    return Ruleset(lycee.rules, "lycee+greeting", extensions=[change])
