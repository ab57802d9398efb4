"""``tefuda simulate`` and ``tefuda compare``."""

from __future__ import annotations

from pathlib import Path

import click

from tefuda.plugins.cli.group import DONE, FAILED, INTERRUPTED
from tefuda.plugins.cli.options import common, emit, playing, progress_bar
from tefuda.plugins.lab import comparison, recording, simulation
from tefuda.plugins.lab.keeping import Kept
from tefuda.plugins.loading import load
from tefuda.plugins.manager import Manager
from tefuda.seeds import check_seed


@click.command()
@click.argument("variant")
@playing(simulation.GAMES)
@click.option(
    "--replays",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Write a replay of every game into a folder.",
)
@click.option(
    "--keep",
    multiple=True,
    metavar="OUTCOME",
    help="Of --replays: only games that ended so, by a name among the outcomes of the ruleset, "
    "'error' or 'decision limit'; may be given several times.",
)
@common
def simulate(
    manager: Manager,
    variant: str,
    decks: tuple[str, str] | None,
    bots: tuple[str, str],
    games: int,
    seed: int,
    threads: int,
    cards: tuple[str, ...],
    native: bool | None,
    replays: Path | None,
    keep: tuple[str, ...],
    as_json: bool,
) -> int:
    """Play many games of VARIANT and count what happened.

    VARIANT is NAME[+PATCH...][:PARAM=VALUE,...], such as lycee:hand_limit=5.
    """
    if keep and replays is None:
        raise click.UsageError("--keep without --replays: expected a folder for what is kept")
    ruleset = load(variant, manager=manager, cards=cards, native=native)
    kept = Kept(ruleset, keep) if keep else None
    writer = None
    if replays is not None:
        side = simulation.make_side(ruleset, decks or None, bots, manager)
        writer = recording.ReplayWriter(side, check_seed(seed), replays, kept)
    with progress_bar(ruleset.name) as progress:
        result = simulation.simulate(
            ruleset,
            games=games,
            seed=seed,
            threads=threads,
            decks=decks or None,
            bots=bots,
            manager=manager,
            progress=progress,
            replays=writer,
        )
    emit(as_json, result.to_json(), str(result))
    return INTERRUPTED if result.interrupted else FAILED if result.errors else DONE


@click.command()
@click.argument("baseline")
@click.argument("variants", nargs=-1, required=True)
@playing(comparison.GAMES)
@click.option("--rules", is_flag=True, help="Name all rules that differ, however many.")
@common
def compare(
    manager: Manager,
    baseline: str,
    variants: tuple[str, ...],
    decks: tuple[str, str] | None,
    bots: tuple[str, str],
    games: int,
    seed: int,
    threads: int,
    cards: tuple[str, ...],
    native: bool | None,
    rules: bool,
    as_json: bool,
) -> int:
    """Play the same seeds under BASELINE and each of VARIANTS, and say what differs.

    Both are NAME[+PATCH...][:PARAM=VALUE,...], such as lycee and lycee:hand_limit=5.
    """
    loaded = [
        load(name, manager=manager, cards=cards, native=native) for name in (baseline, *variants)
    ]
    with progress_bar("comparing") as progress:
        result = comparison.compare(
            *loaded,
            games=games,
            seed=seed,
            threads=threads,
            decks=decks or None,
            bots=bots,
            manager=manager,
            progress=progress,
        )
    emit(as_json, result.to_json(), result.text(rules=rules))
    return INTERRUPTED if result.interrupted else FAILED if result.errors else DONE
