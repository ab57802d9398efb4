"""Replays: a game as the list of its options, written to a file and played again.

A replay says which variant with which fingerprint played which cards from which seed, every option
that was taken, and hashes of the game at every so many decisions and at the end. Playing it again
must give the same game; where it does not, the first decision that differs is named.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec

from tefuda.decks import MOST_CARDS, make_deck
from tefuda.errors import GameError, ReplayError, ReplayMismatch, TefudaError
from tefuda.files import read_bytes

if TYPE_CHECKING:
    from tefuda.game import Game
    from tefuda.ruleset import Ruleset

#: Version of the format of replay files.
FORMAT = 1
#: A hash is written after so many choices, and at the end.
HASH_EVERY = 1
#: No replay file is larger.
LARGEST = 64 * 1024 * 1024

_U64 = Annotated[int, msgspec.Meta(ge=0)]
_Hex = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{1,16}$")]
_Name = Annotated[str, msgspec.Meta(min_length=1, max_length=2000)]
_Cards = Annotated[tuple[_Name, ...], msgspec.Meta(min_length=1, max_length=MOST_CARDS)]


class ReplayDeck(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A deck in full, so that a replay needs no deck file."""

    name: str
    cards: _Cards


class ReplayOutcome(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the game ended."""

    #: 0 or 1, by the order of decks; ``None``: a draw, or an error.
    winner: int | None
    #: The declared reason, or ``error``.
    reason: str
    turns: int
    #: What went wrong, if the game ended in an error.
    error: str | None = None


class Replay(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One game, recorded."""

    format: int
    variant: _Name
    fingerprint: _Name
    decks: tuple[ReplayDeck, ReplayDeck]
    bots: tuple[str, str]
    seed: _U64
    #: Which game of the seed.
    number: _U64
    #: The options taken at each choice, in hexadecimal.
    options: tuple[_Hex, ...]
    #: Hashes after so many choices, as (choices, hash), the last at the end.
    hashes: tuple[tuple[int, _Hex], ...]
    #: ``None``: the game was not over.
    outcome: ReplayOutcome | None = None
    #: Why it was not played on, if it was not: what was wrong with a bot.
    stopped: str | None = None


def write_replay(replay: Replay, file: str | os.PathLike[str]) -> None:
    """Write a replay; the file appears whole or not at all.

    :raises ReplayError: the file cannot be written.
    """
    target = Path(file)
    name = ""
    try:
        handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
        with os.fdopen(handle, "wb") as stream:
            stream.write(msgspec.json.format(msgspec.json.encode(replay), indent=0) + b"\n")
        os.chmod(name, 0o644)
        os.replace(name, target)
    except OSError as problem:
        raise ReplayError(f"{target}: cannot be written: {problem.strerror}") from problem
    finally:
        with suppress(OSError):
            os.unlink(name)


def read_replay(file: str | os.PathLike[str]) -> Replay:
    """Read a replay.

    :raises ReplayError: the file cannot be read or is no replay of this format.
    """
    path = Path(file)
    content = read_bytes(path, ReplayError, LARGEST)
    try:
        version = msgspec.json.decode(content, type=_Version).format
        if version != FORMAT:
            raise ReplayError(f"{path}: format {version}, expected {FORMAT}")
        replay = msgspec.json.decode(content, type=Replay)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
        raise ReplayError(f"{path}: not a replay: {problem}") from problem
    if replay.seed >= 2**64 or replay.number >= 2**64:
        raise ReplayError(f"{path}: seed or number of 2**64 or more")
    # Without the last hash, verifying would compare less than it says.
    counts = [count for count, _ in replay.hashes]
    total = len(replay.options)
    if not counts:
        raise ReplayError(f"{path}: no hashes, expected one after all {total} choices")
    if counts != sorted(set(counts)):
        raise ReplayError(f"{path}: numbers of choices of the hashes do not rise")
    if counts[-1] != total:
        raise ReplayError(f"{path}: last hash after {counts[-1]} choices, expected {total}")
    return replay


class _Version(msgspec.Struct):
    format: int


class Recorder:
    """A recording in progress: tell it every option taken with :meth:`take`."""

    def __init__(
        self,
        game: Game,
        ruleset: Ruleset,
        decks: tuple[Any, Any],
        seed: int,
        number: int = 0,
        bots: tuple[str, str] = ("", ""),
    ) -> None:
        """Hold a game; nothing was taken yet."""
        self.game = game
        self._ruleset = ruleset
        self._decks = tuple(ruleset.deck(deck) for deck in decks)
        self._seed, self._number, self._bots = seed, number, bots
        self._options: list[int] = []
        self._hashes: list[tuple[int, str]] = []

    def take(self, option: int) -> None:
        """Take an option and write it down; an error of the rules ends the game and is its outcome.

        :raises IllegalAction: the option is not legal; nothing is recorded.
        """
        with suppress(GameError):
            self.game.apply(option)
        self._options.append(option)
        if len(self._options) % HASH_EVERY == 0:
            self._hashes.append((len(self._options), hash_text(self.game)))

    def replay(self, stopped: str | None = None) -> Replay:
        """Give the replay up to here.

        :param stopped: why the game is not played on.
        """
        hashes = list(self._hashes)
        if not hashes or hashes[-1][0] != len(self._options):
            hashes.append((len(self._options), hash_text(self.game)))
        first, second = (ReplayDeck(deck.name, deck.cards) for deck in self._decks)
        return Replay(
            FORMAT,
            self._ruleset.name,
            self._ruleset.fingerprint,
            (first, second),
            self._bots,
            self._seed,
            self._number,
            tuple(f"{option:x}" for option in self._options),
            tuple(hashes),
            outcome_of(self.game),
            stopped,
        )


def hash_text(game: Game) -> str:
    """Give a game's hash as replays write it."""
    return f"{game.hash():016x}"


def outcome_of(game: Game) -> ReplayOutcome | None:
    """Give a game's outcome as replays write it, ``None`` while it goes on."""
    outcome = game.outcome
    if outcome is None:
        return None
    return ReplayOutcome(outcome.winner, outcome.reason, outcome.turns, outcome.error)


def check_ruleset(replay: Replay, ruleset: Ruleset) -> None:
    """Refuse a ruleset that is not the one recorded.

    :raises ReplayError: the fingerprints differ.
    """
    if replay.fingerprint != ruleset.fingerprint:
        raise ReplayError(
            f"replay of {replay.variant!r} with fingerprint {replay.fingerprint[:12]}, but "
            f"{ruleset.name!r} now has {ruleset.fingerprint[:12]}: its rules, cards or parameters "
            "have changed since"
        )


def start(replay: Replay, ruleset: Ruleset) -> Game:
    """Give the recorded game at its beginning.

    :raises ReplayError: the ruleset is not the one recorded, or a deck is not one of it.
    """
    check_ruleset(replay, ruleset)
    try:
        decks = [make_deck(deck.cards, deck.name) for deck in replay.decks]
        return ruleset.new_game(decks=decks, seed=replay.seed, number=replay.number, log=True)
    except TefudaError as problem:
        raise ReplayError(f"replay of {replay.variant!r}: {problem}") from problem


def steps(replay: Replay, game: Game, take: Callable[[int], object] | None = None) -> Iterator[int]:
    """Take the recorded options one by one, giving each before it is taken.

    :param take: what takes an option in the game; its own ``apply`` when left out.
    :raises ReplayMismatch: an option is not legal, the game ended early, or a hash differs.
    """
    hashes = dict(replay.hashes)
    take = take or game.apply
    for taken, text in enumerate(replay.options):
        option = int(text, 16)
        if game.over or option not in game.legal_actions:
            known = "the game is over" if game.over else f"{len(game.legal_actions)} others are"
            raise ReplayMismatch(
                f"decision {taken + 1} of {len(replay.options)}: option {text} is not legal, "
                f"{known}"
            )
        yield option
        with suppress(GameError):  # the recorded game may have ended so: outcomes are compared
            take(option)
        _compare(hashes.get(taken + 1), game, f"after decision {taken + 1}")
    if not replay.options:
        _compare(hashes.get(0), game, "at the beginning")


def verify(replay: Replay, ruleset: Ruleset) -> Game:
    """Play a replay again and compare every hash and the outcome; gives the game at the end.

    :raises ReplayError: the ruleset is not the one recorded, or a deck is not one of it.
    :raises ReplayMismatch: the game differs; the message names the first decision that shows it.
    """
    game = start(replay, ruleset)
    for _ in steps(replay, game):
        pass
    found = outcome_of(game)
    if _plain(found) != _plain(replay.outcome):
        raise ReplayMismatch(
            f"after {len(replay.options)} decisions: {_said(found)}, recorded was "
            f"{_said(replay.outcome)}"
        )
    return game


def _plain(outcome: ReplayOutcome | None) -> tuple[object, ...] | None:
    """Give an outcome without its message, which names lines that may have moved."""
    return None if outcome is None else (outcome.winner, outcome.reason, outcome.turns)


def _compare(expected: str | None, game: Game, where: str) -> None:
    if expected is not None and int(expected, 16) != game.hash():
        raise ReplayMismatch(f"{where}: hash {hash_text(game)}, recorded was {expected}")


def _said(outcome: ReplayOutcome | None) -> str:
    if outcome is None:
        return "the game goes on"
    winner = "nobody wins" if outcome.winner is None else f"player {outcome.winner} wins"
    return f"{winner} by {outcome.reason} in turn {outcome.turns}"
