"""``tefuda replay``."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import click

from tefuda.errors import ReplayMismatch
from tefuda.game import Game
from tefuda.plugins.cli.group import DONE, FAILED
from tefuda.plugins.cli.options import card_files, common, emit
from tefuda.plugins.loading import load
from tefuda.plugins.manager import Manager
from tefuda.plugins.table.screen import Screen
from tefuda.plugins.table.telling import Step, tell
from tefuda.replay import Replay, check_ruleset, outcome_of, read_replay, start, verify
from tefuda.ruleset import Ruleset


@click.command()
@click.argument("file")
@click.option("--verify", "verifying", is_flag=True, help="Play it again and compare all hashes.")
@click.option(
    "--player",
    type=click.IntRange(0, 1),
    help="Show only what this player may know.  [default: everything]",
)
@click.option("--from", "first", type=click.IntRange(0), help="First decision to show.")
@click.option("--to", "last", type=click.IntRange(0), help="Last decision to show.")
@click.option("--step", "stepping", is_flag=True, help="Wait for Enter after each decision.")
@card_files
@common
def replay(
    manager: Manager,
    file: str,
    verifying: bool,
    player: int | None,
    first: int | None,
    last: int | None,
    stepping: bool,
    cards: tuple[str, ...],
    as_json: bool,
) -> int:
    """Step through the game in FILE as readable text, or verify it.

    Each decision stands with its turn and player, and below it what it led to. The exit status is 1
    if playing it again gives another game.
    """
    if verifying and (stepping or (player, first, last) != (None, None, None)):
        raise click.UsageError("--verify shows no decisions: expected it alone")
    if stepping and as_json:
        raise click.UsageError("--step and --json: expected one of them")
    if first is not None and last is not None and first > last:
        raise click.UsageError(
            f"--from {first} --to {last}: expected the first not behind the last"
        )
    recorded = read_replay(file)
    ruleset = load(recorded.variant, manager=manager, cards=cards)
    check_ruleset(recorded, ruleset)
    found: dict[str, Any] = {
        "file": file,
        "ruleset": recorded.variant,
        "fingerprint": recorded.fingerprint,
        "seed": recorded.seed,
        "number": recorded.number,
        "decks": [deck.name for deck in recorded.decks],
        "bots": list(recorded.bots),
        "decisions": len(recorded.options),
        "stopped": recorded.stopped,
    }
    if verifying:
        return _verify(recorded, ruleset, found, as_json)
    game = start(recorded, ruleset)
    mismatch = None
    told: list[Step] = []
    show = _shower(stepping)
    try:
        for step in tell(recorded, game, player):
            if last is not None and step.decision > last:
                continue  # played on all the same, for the outcome
            if (first or 0) <= step.decision:
                told.append(step)
                if not as_json and not show(step):
                    return DONE
    except ReplayMismatch as problem:
        mismatch = str(problem)
    found |= {
        "steps": [_plain(step) for step in told],
        "outcome": outcome_of(game),
        "mismatch": mismatch,
    }
    ending = f"mismatch: {mismatch}" if mismatch else _end(recorded, game)
    emit(as_json, found, ending)
    return FAILED if mismatch else DONE


def _shower(stepping: bool) -> Callable[[Step], bool]:
    """Give what shows a decision, and says whether to go on."""
    screen = Screen(sys.stdout, sys.stdin)

    def show(step: Step) -> bool:
        for line in step.lines():
            screen.tell(line, 8)
        try:
            return not (stepping and screen.ask("Enter: next, q: stop ").casefold() == "q")
        except EOFError:
            return False

    return show


def _plain(step: Step) -> dict[str, Any]:
    return {
        "decision": step.decision,
        "turn": step.turn,
        "player": step.player,
        "text": step.text,
        "events": [event.text for event in step.events],
    }


def _end(recorded: Replay, game: Game) -> str:
    """Say how the recorded game ended, or why it was not played on."""
    if game.outcome is not None:
        return str(game.outcome)
    return f"stopped: {recorded.stopped}" if recorded.stopped else "the game goes on"


def _verify(recorded: Replay, ruleset: Ruleset, found: dict[str, Any], as_json: bool) -> int:
    mismatch, outcome, said = None, None, ""
    try:
        game = verify(recorded, ruleset)
        outcome, said = outcome_of(game), f"verified: {_end(recorded, game)}"
    except ReplayMismatch as problem:
        mismatch = str(problem)
        said = f"differs: {mismatch}"
    found |= {"verified": mismatch is None, "mismatch": mismatch, "outcome": outcome}
    emit(as_json, found, f"{found['file']}: {found['decisions']} decisions, {said}")
    return FAILED if mismatch else DONE
