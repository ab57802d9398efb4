"""``tefuda play``."""

from __future__ import annotations

import os
import secrets
import shlex
import sys
from pathlib import Path
from typing import Any

import click

from tefuda.errors import GameError, ReplayError, TefudaError
from tefuda.plugins.cli.group import DONE, FAILED, INTERRUPTED
from tefuda.plugins.cli.options import card_files, common, emit
from tefuda.plugins.loading import load
from tefuda.plugins.manager import Manager
from tefuda.plugins.table.dialogue import Dialogue, Left, refuse_other
from tefuda.plugins.table.screen import Interrupts, Screen
from tefuda.plugins.table.table import PERSON, Table
from tefuda.replay import outcome_of, read_replay, write_replay
from tefuda.rules import Outcome as OutcomeWord
from tefuda.ruleset import Ruleset
from tefuda.views import Outcome

#: Seeds that nobody chose have so many bits: short enough to be typed.
_SEED_BITS = 32


@click.command()
@click.argument("variant", required=False)
@click.option(
    "--decks",
    nargs=2,
    metavar="DECK DECK",
    help="Decks of both players, by name or file.  [default: the ruleset's first two]",
)
@click.option(
    "--opponent",
    metavar="BOT",
    help="Who plays the other player: a bot, or 'person' for somebody at the same terminal.  "
    "[default: greedy, or random where the ruleset does not rate positions]",
)
@click.option(
    "--player",
    type=click.IntRange(0, 1),
    help="Which player you are, in the order of decks.  [default: 0]",
)
@click.option("--seed", type=int, help="0 to 2^64 - 1.  [default: by chance]")
@click.option(
    "--resume",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Go on with a saved game, in place of VARIANT.",
)
@click.option(
    "--save",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Where the game is saved when you say so, or are interrupted.  "
    "[default: the file it came from, or a new one in this folder]",
)
@click.option(
    "--replay",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write a replay when you leave the table.",
)
@card_files
@common
def play(
    manager: Manager,
    variant: str | None,
    decks: tuple[str, str] | None,
    opponent: str | None,
    player: int | None,
    seed: int | None,
    resume: Path | None,
    save: Path | None,
    replay: Path | None,
    cards: tuple[str, ...],
    as_json: bool,
) -> int:
    """Play VARIANT in the terminal, against a bot or another person.

    VARIANT is NAME[+PATCH...][:PARAM=VALUE,...], such as lycee:hand_limit=5. Type 'help' at the
    table to see what you can do there.
    """
    for file in (save, replay):
        _refuse_file(file)
    if resume is not None:
        fixed: dict[str, object] = {
            "VARIANT": variant,
            "--decks": decks or None,
            "--opponent": opponent,
            "--player": player,
            "--seed": seed,
        }
        for name, value in fixed.items():
            if value is not None:
                raise click.UsageError(f"{name} and --resume: a saved game has its own")
        recorded = read_replay(resume)
        ruleset = load(recorded.variant, manager=manager, cards=cards)
        table = Table.resume(recorded, ruleset, manager, resume)
    elif variant is None:
        raise click.UsageError("Missing argument 'VARIANT', or --resume FILE.")
    else:
        ruleset = load(variant, manager=manager, cards=cards)
        table = _new_table(ruleset, manager, decks, opponent, player or 0, seed)
    screen = Screen(sys.stderr if as_json else sys.stdout, sys.stdin)
    dialogue = Dialogue(table, screen, Interrupts(), save or resume, fresh=resume is None)
    return _Visit(dialogue, replay, as_json).run()


def _refuse_file(file: Path | None) -> None:
    """Refuse a file that could not be written when it matters.

    :raises ReplayError: its folder is not there, or it is something else.
    """
    if file is not None:
        if not os.path.isdir(file.parent):
            raise ReplayError(f"{file}: cannot be written: no folder {str(file.parent)!r}")
        refuse_other(file)


def _new_table(
    ruleset: Ruleset,
    manager: Manager,
    decks: tuple[str, str] | None,
    opponent: str | None,
    player: int,
    seed: int | None,
) -> Table:
    if opponent is None:
        opponent = "greedy" if ruleset.rules.value_rule is not None else "random"
    if opponent != PERSON:
        manager.bot(opponent)
    players = (PERSON, opponent) if player == 0 else (opponent, PERSON)
    if seed is None:
        seed = secrets.randbits(_SEED_BITS)
    return Table(ruleset, ruleset.pair(decks or None), players, seed, manager)


class _Visit:
    """One run of the command: a game goes on, and is kept however the run ends."""

    def __init__(self, dialogue: Dialogue, replay: Path | None, as_json: bool) -> None:
        self.dialogue, self.replay, self.as_json = dialogue, replay, as_json
        self.table, self.screen = dialogue.table, dialogue.screen
        self.interrupts = dialogue.interrupts

    def run(self) -> int:
        """Play; gives the exit status."""
        status, problem = DONE, None
        with self.interrupts.watched():
            # Ctrl-C may come at any moment up to the closing, and comes once.
            try:
                try:
                    status = self._played()
                except EOFError:
                    status = INTERRUPTED
                except (TefudaError, OSError) as raised:
                    problem = raised
                self.interrupts.close()
            except KeyboardInterrupt:
                status = INTERRUPTED
            if problem is not None:
                # Whoever read the output may have gone: the game is kept all the same.
                self._keep()
                raise problem
            return self._leave(status)

    def _played(self) -> int:
        try:
            self._greet()
            self.dialogue.play()
        except Left:
            return DONE
        except GameError as problem:
            # A bot failed: the game can be gone on with when it is mended.
            self._keep()
            self.screen.say(f"The game cannot go on: {problem}")
            return FAILED
        outcome = self.table.outcome
        return FAILED if outcome is not None and outcome.error else DONE

    def _greet(self) -> None:
        names = " and ".join(deck.name or "a deck" for deck in self.table.decks)
        self.screen.say(f"{self.table.ruleset.name}: {names}. Type 'help' for what you can do.")

    def _leave(self, status: int) -> int:
        """Tell how the game ended, write its replay, and give the exit status."""
        if status == INTERRUPTED:
            self._keep()
        outcome = self.table.outcome
        if self.table.over:
            self.screen.tell(self._said(outcome), 0)
        if self.replay is not None:
            write_replay(self.table.replay(), self.replay)
            self.screen.say(f"replay: tefuda replay {shlex.quote(str(self.replay))}")
        self.screen.say(f"seed {self.table.seed}")
        if self.as_json:
            emit(True, self._found(status), "")
        return status

    def _keep(self) -> None:
        """Save what would be lost; a game without a choice is begun anew by its seed."""
        dialogue = self.dialogue
        if not dialogue.unsaved:
            return
        file = dialogue.file or dialogue.unused_name()
        try:
            dialogue.keep(file)
        except TefudaError as problem:
            click.echo(f"tefuda: the game is lost: {problem}", err=True)
        else:
            self.screen.say()
            self.screen.say(f"saved: tefuda play --resume {shlex.quote(str(file))}")

    def _said(self, outcome: Outcome | None) -> str:
        if outcome is None:
            conceded = self.table.conceded
            assert conceded is not None
            return f"Player {conceded} gives up: player {1 - conceded} wins."
        if outcome.error is not None:
            return f"The game ended in an error of its rules: {outcome.error}."
        word = self.table.ruleset.rules.words.get(outcome.reason)
        why = word.meaning if isinstance(word, OutcomeWord) else ""
        if isinstance(word, OutcomeWord) and word.clause:
            why = f"{why} ({word.clause})".strip()
        who = "Nobody wins" if outcome.winner is None else f"Player {outcome.winner} wins"
        return (
            f"{who}: {why or outcome.reason.replace('_', ' ')}, in turn {outcome.turns} after "
            f"{outcome.decisions} decisions."
        )

    def _found(self, status: int) -> dict[str, Any]:
        table = self.table
        return {
            "ruleset": table.ruleset.name,
            "fingerprint": table.ruleset.fingerprint,
            "decks": [deck.name for deck in table.decks],
            "players": list(table.players),
            "seed": table.seed,
            "decisions": table.game.decisions,
            "outcome": outcome_of(table.game),
            "conceded": table.conceded,
            "stopped": table.stopped,
            "saved": None if self.dialogue.saved is None else str(self.dialogue.saved),
            "replay": None if self.replay is None else str(self.replay),
            "interrupted": status == INTERRUPTED,
        }
