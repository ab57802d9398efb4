"""Priority, the chain and its end; defeat (V4.4, V8)."""

from __future__ import annotations

from tefuda.kernel import allowed, drop, expire, lose_game, offer, settle, timing
from tefuda.rulesets.set_extract.choices import ANSWER
from tefuda.rulesets.set_extract.kinds import DefeatCheck
from tefuda.rulesets.set_extract.parameters import DEFEAT_CHECK
from tefuda.rulesets.set_extract.removal import check_state
from tefuda.rulesets.set_extract.resolution import resolve_play
from tefuda.rulesets.set_extract.targets import carry_out, redirect, target_stays
from tefuda.rulesets.set_extract.timings import INTERFERENCE_END, MAY_LOSE, PLAYED_CARD
from tefuda.rulesets.set_extract.vocabulary import (
    END_OF_INTERFERENCE,
    NO_LIFE,
    Battle,
    Declaration,
    Player,
    game,
    rules,
)

# ---------------------------------------------------------------- defeat (V4.4)


@rules.procedure(clause="V4.4 V4.6")
def check_defeat() -> None:
    """Who has no life left has lost; both at once is a draw."""
    gone = {p for p in game.players if p.life <= 0 and allowed(MAY_LOSE, p)}
    if gone:
        lose_game(gone, NO_LIFE)


@rules.procedure(clause="V4.4 V8.1")
def receive_priority() -> None:
    """Someone receives priority: the moment at which life is looked at."""
    if DEFEAT_CHECK == DefeatCheck.PRIORITY:
        check_defeat()


# ---------------------------------------------------------------- interference (V8)


@rules.procedure(clause="V8.1 V8.2 V8.3")
def put_on_chain(d: Declaration) -> None:
    """Add a link; what opens an interference runs it, the other player first."""
    b: Battle | None = game.battle
    base = len(game.chain)
    game.chain.push(d)
    if b and game.interfering:
        if b.unanswered and d.by == b.attacked:
            d.answers = b
        b.unanswered = False
        b.interfered = b.interfered or d.by == b.attacked
        b.answered_itself = b.answered_itself or d.by == b.by
    if d.play:
        timing(PLAYED_CARD, d.card, d)
    if not game.interfering:
        settle()
        let_answer(d.by.enemy)
        resolve_chain(base)
        end_interference()


@rules.procedure(clause="V8.2 V8.3 V8.4")
def let_answer(first: Player) -> None:
    """Offer priority in turn until both players have passed in a row."""
    game.interfering = True
    holder = first
    passes = 0
    while passes < 2:
        receive_priority()
        if offer(holder, ANSWER):
            passes = 0
            settle()
        else:
            passes = passes + 1
        holder = holder.enemy


@rules.procedure(clause="V8.5")
def resolve_chain(base: int) -> None:
    """Resolve the links from the last one backwards; no link is added meanwhile."""
    while len(game.chain) > base:
        resolve(game.chain.pop())


@rules.procedure(clause="V8.5 V7.6")
def end_interference() -> None:
    """What lasts until the end of the interference ends, and what is due then happens."""
    game.interfering = False
    timing(INTERFERENCE_END, game.turn_player)
    expire(END_OF_INTERFERENCE)
    for player in game.players:
        player.redirects = False
    settle()
    check_state()
    if DEFEAT_CHECK == DefeatCheck.INTERFERENCE_END:
        check_defeat()


@rules.procedure(clause="V8.5 V11.1.4.c")
def resolve(d: Declaration) -> None:
    """Resolve one link; gammas whose moment came meanwhile follow when it is done."""
    if not d.failed:
        redirect(d)
        if d.play:
            resolve_play(d)
        elif target_stays(d):
            carry_out(d)
    settle()
    check_state()
    drop(d)
