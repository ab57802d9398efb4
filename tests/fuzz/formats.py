"""What tefuda reads: for each format valid examples, how they are damaged, and how they are read.

``read`` gives whether an input was taken. It lets through the errors that ``docs/errors.md`` has;
anything else that it raises is a finding.
"""

from __future__ import annotations

import io
import json
import random
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec

import tefuda
from tefuda import GameError, TefudaError
from tefuda.cards import Schema, load_cards
from tefuda.decks import check_known, problems, read_decks
from tefuda.game import Game
from tefuda.plugins.loading import find_extensions, find_rules
from tefuda.plugins.manager import Manager, make_manager
from tefuda.plugins.onefile import import_file
from tefuda.replay import Recorder, Replay, read_replay, steps, verify
from tefuda.rules import Rules
from tefuda.ruleset import Ruleset
from tefuda.variants import effective_parameters, parse_variant

from ..loaded import loaded
from .mutation import change_bytes, change_values, change_words, encoded

TINY = Path(__file__).resolve().parent.parent / "plugins" / "tiny"
#: Bytes at the end of a snapshot that are worked out from all before them.
CHECKSUM = 8


@dataclass(frozen=True)
class Format:
    """One thing that is read."""

    name: str
    #: How its files end, as they are kept.
    ending: str
    #: Give a damaged input.
    damaged: Callable[[random.Random], bytes]
    #: Read an input; whether it was taken.
    read: Callable[[bytes], bool]


class Resource:
    """A file that is not on any disk."""

    def __init__(self, name: str, content: bytes) -> None:
        self.name = name
        self._content = content

    def open(self, mode: str) -> io.BytesIO:
        """Open it to be read."""
        assert mode == "rb"
        return io.BytesIO(self._content)


@cache
def manager() -> Manager:
    """The plugins, the tiny game and its change among them."""
    return make_manager(plugins=[TINY / "tiny_game.py", TINY / "tiny_patch.py"])


@cache
def tiny() -> Ruleset:
    """The tiny game."""
    return tefuda.load("tiny", manager=manager())


def lycee() -> Ruleset:
    """A game whose card files have words of every sort."""
    return loaded("lycee")


def names_file(error: TefudaError, name: str) -> None:
    """An error of a file says of which."""
    assert name in str(error), f"the message does not name {name}: {error}"


# what a damaged input is


def of_text(examples: Callable[[], Sequence[str]], words: str = "") -> Callable[..., bytes]:
    """Damage texts: their words, or their bytes."""

    def damaged(rng: random.Random) -> bytes:
        text = rng.choice(examples())
        if rng.random() < 0.3:
            return change_bytes(rng, text.encode())
        return encoded(rng, change_words(rng, text, words.split()))

    return damaged


def of_json(examples: Callable[[], Sequence[str]]) -> Callable[..., bytes]:
    """Damage JSON: its values, or its words, or its bytes."""
    text = of_text(examples)

    def damaged(rng: random.Random) -> bytes:
        if rng.random() < 0.6:
            return encoded(rng, change_values(rng, rng.choice(examples())))
        return text(rng)

    return damaged


# cards and decks


@cache
def card_files() -> list[str]:
    """Card files of Lycee: some cards with abilities, numbers, sets and costs."""
    folder = Path(str(tefuda.__file__)).parent / "rulesets" / "lycee" / "cards"
    cards = json.loads((folder / "real.json").read_text("utf-8"))["cards"]
    groups = [cards[at : at + 3] for at in range(0, 36, 3)]
    return [json.dumps({"ruleset": "lycee", "note": "", "cards": group}) for group in groups]


TOML_CARDS = """
ruleset = "lycee"

[[cards]]
number = "X-1"
name = "Snow"
synthetic = ["ap"]

[cards.words]
type = "character"
attributes = ["snow", "moon"]
cost = { snow = 1, any = 2 }
ex = 2
ap = 3
dp = 1
sp = 1
restriction = 63
gender = "female"

[[cards]]
number = "X-2"
name = "Event"
words = { type = "event", attributes = [], cost = {}, ex = 1 }
abilities = [{ text = "draw_cards", n = 2 }]
"""


def read_cards(ending: str, data: bytes) -> bool:
    """Read a card file against Lycee's vocabulary."""
    try:
        pool = load_cards(lycee().rules, [Resource(f"cards{ending}", data)])
    except TefudaError as error:
        names_file(error, f"cards{ending}")
        return False
    schema = Schema(lycee().rules)
    for card in pool:
        assert set(card.words) == set(schema.words)
        assert all(-(2**63) <= value < 2**63 for value in card.words.values())
    return True


#: Texts composed of steps, for the cards of ``tests/core/bazaar.py``.
STEPS: tuple[list[Any], ...] = (
    [{"do": "strengthen", "cards": "goods", "n": 2}, "score"],
    [
        {"do": "tap", "cards": "self", "if_you_do": [{"do": "score", "n": 3}]},
        {"do": "score", "may": "enemy", "otherwise": [{"do": "score", "n": 4}]},
    ],
    [
        {"do": "choose", "among": "others", "as": "it"},
        {"do": "tap", "cards": "it"},
        {"do": "score", "n": {"sum": "power", "of": "it"}},
    ],
    [
        {
            "do": "choose",
            "among": {"from": "goods", "where": {"power": {"above": 9}}},
            "as": "it",
        },
        {"do": "untap", "card": "it", "if_you_do": ["score"]},
    ],
    [
        {
            "each": "others",
            "as": "it",
            "steps": [
                {
                    "if": {"some": {"from": "it", "where": {"strong": True}}},
                    "steps": [{"do": "tap", "cards": "it"}],
                    "otherwise": [{"do": "strengthen", "cards": "it", "n": 5}],
                }
            ],
        },
        {"repeat": {"count": "goods"}, "steps": ["score"]},
    ],
)


@cache
def composed() -> list[str]:
    """Card files whose cards have texts of steps."""
    cards = [
        {
            "number": f"B-{number}",
            "name": f"card {number}",
            "words": {"power": 1, "sign": "sun", "signs": ["moon"]},
            "abilities": [
                {"sort": "activated", "steps": steps},
                {"sort": "effect", "steps": steps},
            ],
        }
        for number, steps in enumerate(STEPS)
    ]
    texts = {"named": {"sort": "effect", "steps": STEPS[0]}}
    return [
        json.dumps({"ruleset": "bazaar", "texts": texts, "cards": [card, {**card, "number": "Z"}]})
        for card in cards
    ]


@cache
def bazaar() -> Rules:
    """A small game whose cards compose their texts."""
    return import_file(TINY.parent.parent / "core" / "bazaar.py").rules


def read_composed(data: bytes) -> bool:
    """Read a card file with composed texts, and compile them."""
    try:
        ruleset = Ruleset(bazaar(), cards=[Resource("cards.json", data)])
    except TefudaError as error:
        names_file(error, "cards.json")
        return False
    assert ruleset.program is not None
    return True


TEXT_DECKS = (
    "4 T-01\n4 T-02\n4 T-03 # a comment\n",
    "# named after the file\n\n12 T-06\n",
    "1x T-01\n2 X T-02\n10 T-05",
)
DATA_DECKS = (
    '{"name": "one", "summary": "some", "cards": {"T-01": 6, "T-02": 6}}',
    '{"decks": [{"name": "a", "cards": {"T-01": 12}}, {"name": "b", "cards": ["T-06", "T-05"]}]}',
    '[{"name": "a", "cards": {"T-01": 12}}, {"name": "b", "cards": {"T-04": 12}}]',
)
TOML_DECKS = (
    'name = "one"\nsummary = "some"\ncards = { T-01 = 6, T-02 = 6 }\n',
    '[[decks]]\nname = "a"\n[decks.cards]\nT-01 = 12\n\n[[decks]]\nname = "b"\ncards = ["T-06"]\n',
)


def read_deck(ending: str, data: bytes) -> bool:
    """Read a deck file, and check its decks against the tiny game."""
    file = Resource(f"deck{ending}", data)
    try:
        decks = read_decks(file)
    except TefudaError as error:
        names_file(error, f"deck{ending}")
        return False
    for deck in decks:
        assert 1 <= len(deck.cards) <= 128
        try:
            check_known(deck, tiny().pool, file.name)
        except TefudaError:
            return False
        problems(deck, tiny().rules, tiny().pool, tiny().parameters)
    return True


# games that were kept


@cache
def games() -> list[tuple[bytes, Replay]]:
    """Snapshots and replays of the tiny game, at many moments."""
    found = []
    for number in range(16):
        rng = random.Random(number)
        game = tiny().new_game(seed=3, number=number)
        recorder = Recorder(game, tiny(), ("even", "high"), 3, number, ("random", "random"))
        for _ in range(rng.randrange(1, 20)):
            if not game.over:
                recorder.take(rng.choice(game.legal_actions))
        found.append((game.snapshot(), recorder.replay()))
    return found


@cache
def replays() -> list[str]:
    """Replays as files have them."""
    return [msgspec.json.encode(replay).decode() for _, replay in games()]


def read_recorded(data: bytes) -> bool:
    """Read a replay, step through it, and verify it."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "game.json"
        file.write_bytes(data)
        try:
            replay = read_replay(file)
        except TefudaError as error:
            names_file(error, str(file))
            return False
    try:
        game = tefuda.replay.start(replay, tiny())
        for option in steps(replay, game):
            assert game.action_text(option)
    except TefudaError:
        return False
    try:
        verify(replay, tiny())
    except TefudaError:
        return False
    return True


def signed(body: bytes) -> bytes:
    """Put the checksum behind that fits."""
    return body + blake2b(body, digest_size=CHECKSUM).digest()


def damaged_snapshot(rng: random.Random) -> bytes:
    """Damage a snapshot, nearly always such that its checksum fits again."""
    data = rng.choice(games())[0]
    if rng.random() < 0.1:
        return change_bytes(rng, data)
    body = bytearray(data[:-CHECKSUM])
    for _ in range(rng.choice([1, 1, 2, 4])):
        at = rng.randrange(len(body))
        size = min(rng.choice([1, 1, 2, 4, 8]), len(body) - at)
        body[at : at + size] = rng.choice(
            [rng.randbytes(size), b"\0" * size, b"\xff" * size, body[at : at + size][::-1]]
        )
    return signed(bytes(body))


def read_snapshot(data: bytes) -> bool:
    """Restore a snapshot and live in its game."""
    try:
        game = Game.restore(tiny(), data)
    except TefudaError:
        return False
    rng = random.Random(len(data))
    for _ in range(12):
        assert game.check() == []
        for viewer in (0, 1):
            game.view(viewer)
            for action in game.legal_actions:
                assert game.action_text(action, viewer)
        if game.over:
            assert game.outcome is not None
            break
        game = game.determinize(game.player or 0, rng.getrandbits(60)).copy()
        try:
            game.apply(rng.choice(game.legal_actions))
        except GameError:
            break
    return True


# what is written by hand

VARIANTS = (
    "tiny",
    "tiny:goal=20",
    "tiny:goal=20,hand_size=3,faulty=true,who=first",
    "tiny+double_draw",
    "tiny+double_draw:goal=+7,endless=no",
)


def read_variant(data: bytes) -> bool:
    """Read the name of a variant, and find all that it names."""
    text = data.decode("utf-8", "surrogateescape")
    try:
        variant = parse_variant(text)
        assert parse_variant(str(variant)) == variant
        rules = find_rules(manager(), variant)
        extensions = find_extensions(manager(), variant)
        rules = rules.extended(extensions) if extensions else rules
        effective_parameters(rules, dict(variant.settings), "variant")
    except TefudaError:
        return False
    return True


FORMATS = [
    Format("card_json", ".json", of_json(card_files), partial(read_cards, ".json")),
    Format("card_steps", ".json", of_json(composed), read_composed),
    Format("card_toml", ".toml", of_text(lambda: [TOML_CARDS]), partial(read_cards, ".toml")),
    Format(
        "deck_text", ".txt", of_text(lambda: TEXT_DECKS, "T-01 T-06"), partial(read_deck, ".txt")
    ),
    Format("deck_json", ".json", of_json(lambda: DATA_DECKS), partial(read_deck, ".json")),
    Format("deck_toml", ".toml", of_text(lambda: TOML_DECKS), partial(read_deck, ".toml")),
    Format("replay", ".json", of_json(replays), read_recorded),
    Format("snapshot", ".bin", damaged_snapshot, read_snapshot),
    Format(
        "variant", ".txt", of_text(lambda: VARIANTS, "tiny goal true first + : ="), read_variant
    ),
]
