"""``tefuda decks`` and ``tefuda cards``."""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import click
import msgspec

from tefuda.card_lists import read_list
from tefuda.cards import CardPool, Schema, load_cards, read_cards
from tefuda.decks import Deck, problems
from tefuda.errors import CardError, DeckError, TefudaError
from tefuda.files import read_data
from tefuda.plugins.cli.group import DONE, FAILED
from tefuda.plugins.cli.options import SEED, card_files, columns, common, emit
from tefuda.plugins.lab.simulation import check_number
from tefuda.plugins.loading import find_extensions, find_rules, load
from tefuda.plugins.manager import Manager
from tefuda.ruleset import Ruleset
from tefuda.variants import effective_parameters, parse_variant
from tefuda.words import listed


@click.command()
@click.argument("variant")
@click.argument("names", nargs=-1, metavar="[DECK]...")
@click.option("--random", "count", type=int, metavar="N", help="N random legal decks as well.")
@click.option("--seed", type=int, default=SEED, show_default=True, help="Of the first random deck.")
@click.option(
    "--among",
    multiple=True,
    metavar="PATTERN",
    help="Which cards random decks hold, as in CH-*; may be given several times.",
)
@click.option(
    "--output",
    "-o",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write the decks into a file of decks.",
)
@card_files
@common
def decks(
    manager: Manager,
    variant: str,
    names: tuple[str, ...],
    count: int | None,
    seed: int,
    among: tuple[str, ...],
    output: Path | None,
    cards: tuple[str, ...],
    as_json: bool,
) -> int:
    """List the decks of VARIANT, or show and check the DECKs given by name or file.

    random:SEED is a random legal deck. The exit status is 1 if one of them is not legal.
    """
    ruleset = load(variant, manager=manager, cards=cards)
    chosen = [ruleset.deck(name) for name in names]
    if count is not None:
        chosen += _random_decks(ruleset, check_number("random", count, 1, 100_000), seed, among)
    chosen = chosen or list(ruleset.decks.values())
    if output is not None:
        _write(output, chosen)
    found: list[dict[str, Any]] = []
    for deck in chosen:
        faults = problems(deck, ruleset.rules, ruleset.pool, ruleset.parameters)
        found.append(
            {
                "name": deck.name,
                "summary": deck.summary,
                "size": len(deck.cards),
                "cards": deck.counts,
                "problems": faults,
            }
        )
    lines: list[str] = []
    for entry in found:
        state = "illegal: " + "; ".join(entry["problems"]) if entry["problems"] else "legal"
        lines.append(
            f"{entry['name']}  {entry['size']} cards, {state}  {entry['summary']}".rstrip()
        )
        if names or count == 1:
            lines += columns(
                [
                    (str(count), number, ruleset.pool[number].name)
                    for number, count in entry["cards"].items()
                ]
            )
    emit(as_json, {"ruleset": ruleset.name, "decks": found}, "\n".join(lines) or "no decks")
    return FAILED if any(entry["problems"] for entry in found) else DONE


def _random_decks(ruleset: Ruleset, count: int, seed: int, among: Sequence[str]) -> list[Deck]:
    """Give random decks of seeds in a row, of the cards whose numbers fit one of the patterns."""
    numbers = None
    if among:
        numbers = [n for n in ruleset.pool.numbers if any(fnmatchcase(n, one) for one in among)]
    return [ruleset.random_deck(seed + at, numbers) for at in range(count)]


def _write(file: Path, decks: Sequence[Deck]) -> None:
    """Write decks into a data file.

    :raises DeckError: it cannot be written.
    """
    entries = [{"name": d.name, "summary": d.summary, "cards": d.counts} for d in decks]
    _save(file, msgspec.json.format(msgspec.json.encode({"decks": entries}), indent=1), DeckError)


def _save(file: Path, content: bytes, error: type[TefudaError]) -> None:
    """Write a data file.

    :raises TefudaError: of class ``error``: it cannot be written, or not read by its name.
    """
    if file.suffix != ".json":
        raise error(f"{file}: cannot be written: expected a name that ends in .json")
    try:
        file.write_bytes(content + b"\n")
    except OSError as problem:
        raise error(f"{file}: cannot be written: {problem.strerror}") from problem


@click.group()
def cards() -> None:
    """Look at card files, or make one."""


@cards.command()
@click.argument("file")
@click.option("--rules", "variant", help="The ruleset; else the one that the file names.")
@common
def check(manager: Manager, file: str, variant: str | None, as_json: bool) -> int:
    """Check a card FILE against its ruleset."""
    named = parse_variant(variant or _named(manager, file))
    rules = find_rules(manager, named)
    extensions = find_extensions(manager, named)
    if extensions:
        rules = rules.extended(extensions)
    schema = Schema(rules)
    pool = CardPool(read_cards(schema, file))
    # Texts of the file are compiled beside the ruleset's cards, as where the file is used.
    others = [card for card in load_cards(rules) if card.number not in pool]
    both = CardPool([*others, *pool])
    rules = rules.with_texts(schema.composed)
    from tefuda.lang import compile_rules

    compile_rules(rules, both, effective_parameters(rules, dict(named.settings), str(named)))
    synthetic = sum(bool(card.synthetic) for card in pool)
    found = {
        "file": file,
        "ruleset": str(named),
        "cards": len(pool),
        "abilities": sum(len(card.abilities) for card in pool),
        "synthetic": synthetic,
    }
    emit(
        as_json,
        found,
        f"{file}: {len(pool)} cards of {named}, {found['abilities']} abilities, "
        f"{synthetic} with numbers that no source gives",
    )
    return DONE


@cards.command("import")
@click.argument("file")
@click.option("--rules", "variant", required=True, help="The ruleset that the cards are of.")
@click.option(
    "--output",
    "-o",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="The card file to write; without it they are only checked.",
)
@common
def import_list(
    manager: Manager, file: str, variant: str, output: Path | None, as_json: bool
) -> int:
    """Make a card file of a list of cards, a FILE of comma-separated values."""
    named = parse_variant(variant)
    rules = find_rules(manager, named)
    extensions = find_extensions(manager, named)
    rules = rules.extended(extensions) if extensions else rules
    entries = read_list(Schema(rules), file)
    if output is not None:
        content = msgspec.json.encode({"ruleset": named.ruleset, "cards": entries})
        _save(output, msgspec.json.format(content, indent=1), CardError)
    found = {
        "file": file,
        "ruleset": str(named),
        "cards": len(entries),
        "output": None if output is None else str(output),
    }
    written = f", written to {output}" if output is not None else ""
    emit(as_json, found, f"{file}: {len(entries)} cards of {named}{written}")
    return DONE


def _named(manager: Manager, file: str) -> str:
    content = read_data(file, CardError)
    if isinstance(content, dict) and isinstance(content.get("ruleset"), str):
        return str(content["ruleset"])
    if len(manager.rulesets) == 1:
        return next(iter(manager.rulesets))
    raise CardError(
        f"{file}: names no ruleset: expected a field 'ruleset' or --rules, one of "
        f"{listed(manager.rulesets)}"
    )
