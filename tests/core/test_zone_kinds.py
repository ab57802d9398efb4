"""A zone asked for its kind, and a kind of zone that tells where a card goes."""

from __future__ import annotations

from tefuda.cards import CardData, CardPool
from tefuda.editor import GameEditor
from tefuda.game import Game
from tefuda.kernel import put
from tefuda.lang import compile_rules
from tefuda.program import MatchTables, Program
from tefuda.rules import Rules

from . import small
from .small import DECK, HAND, PLAYED, TABLE, Card, Fault

rules = Rules("kinds", extends="small")


@rules.on(PLAYED)
def ask_for_kinds(card: Card) -> None:
    """Add a bit to the score for each answer."""
    me = card.user
    zone = me.table
    if zone == TABLE:
        me.score = me.score + 1
    if zone.kind == TABLE:
        me.score = me.score + 2
    if zone in (DECK, HAND):
        me.score = me.score + 4
    if zone != HAND:
        me.score = me.score + 8
    top = me.deck.top
    if top:
        put(top, zone.kind)


def test_a_zone_is_of_its_kind_and_of_no_other_and_its_kind_is_a_place():
    cards = [CardData(f"S{n:02}", f"card {n:02}", {"power": 0, "size": n}) for n in range(42)]
    parameters = {"fault": Fault.NONE, "limit": 100, "cards": 2}
    compiled = compile_rules(small.rules.extended([rules]), CardPool(cards), parameters)
    match = MatchTables(Program(compiled), range(42), range(42))
    game = Game(match.program, match, seed=1)
    player = game.turn_player
    editor = GameEditor(game)
    top = editor.zone(player, "deck")[-1]
    game.apply(next(a for a in game.legal_actions if game.action_text(a).startswith("play card")))
    assert editor.player_variable(player, "score") == 1 + 2 + 8
    assert editor.zone(player, "table")[-1] == top
