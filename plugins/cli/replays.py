"""``tefuda replay``."""

from __future__ import annotations

from typing import Any

import click

from tefuda.errors import ReplayMismatch
from tefuda.plugins.cli.group import DONE, FAILED
from tefuda.plugins.cli.options import card_files, common, emit
from tefuda.plugins.loading import load
from tefuda.plugins.manager import Manager
from tefuda.replay import Replay, check_ruleset, outcome_of, read_replay, start, steps, verify
from tefuda.ruleset import Ruleset


@click.command()
@click.argument("file")
@click.option("--verify", "verifying", is_flag=True, help="Play it again and compare all hashes.")
@card_files
@common
def replay(
    manager: Manager, file: str, verifying: bool, cards: tuple[str, ...], as_json: bool
) -> int:
    """Step through the game in FILE as readable text, or verify it.

    The exit status is 1 if playing it again gives another game.
    """
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
        "decisions": len(recorded.options),
    }
    if verifying:
        return _verify(recorded, ruleset, found, as_json)
    game = start(recorded, ruleset)
    lines, told = [], []
    mismatch = None
    try:
        for option in steps(recorded, game):
            text = f"turn {game.turn}, player {game.player}: {game.action_text(option)}"
            lines.append(text)
            told.append(
                {"turn": game.turn, "player": game.player, "text": game.action_text(option)}
            )
    except ReplayMismatch as problem:
        mismatch = str(problem)
    outcome = outcome_of(game)
    found |= {"steps": told, "outcome": outcome, "mismatch": mismatch}
    lines.append(f"mismatch: {mismatch}" if mismatch else f"{game.outcome or 'the game goes on'}")
    emit(as_json, found, "\n".join(lines))
    return FAILED if mismatch else DONE


def _verify(recorded: Replay, ruleset: Ruleset, found: dict[str, Any], as_json: bool) -> int:
    mismatch, outcome, said = None, None, ""
    try:
        game = verify(recorded, ruleset)
        outcome, said = outcome_of(game), f"verified: {game.outcome or 'the game goes on'}"
    except ReplayMismatch as problem:
        mismatch = str(problem)
        said = f"differs: {mismatch}"
    found |= {"verified": mismatch is None, "mismatch": mismatch, "outcome": outcome}
    emit(as_json, found, f"{found['file']}: {found['decisions']} decisions, {said}")
    return FAILED if mismatch else DONE
