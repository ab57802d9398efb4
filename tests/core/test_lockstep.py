"""Lycee without abilities, played in step with a slow model written from the rules alone.

Both are asked the same at every decision: who decides, what may be done, where every card is and
what its values are. The engine's shuffles are read through the editor and given to the model. A
game that differs is cut down to the fewest choices that show it.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tefuda.cards import CardData
from tefuda.editor import GameEditor
from tefuda.game import Game
from tefuda.ruleset import Ruleset
from tefuda.rulesets.lycee import rules

from ..loaded import loaded
from ..reference.vanilla_lycee import Card, Cell, Decision, Identity, Model, Option, Standing

#: More games take longer: set ``TEFUDA_LOCKSTEP`` to a number of games to search further.
GAMES = int(os.environ.get("TEFUDA_LOCKSTEP", "100"))
LONGEST = 4000
REASONS = {"decked_out": "deck out", "both_decked_out": "both decks out"}
#: What the model calls an option of the engine: by verb for a card or a cell, else for a pass.
VERBS = {
    "enter_character": "enter",
    "attack": "attack",
    "designate": "pay",
    "cell": "cell",
    "name_defender": "defend",
    "support": "support",
    "untap": "untap",
    "discard": "discard",
}
PASSES = {"main": "pass", "battle": "pass", "name_defender": "decline", "untap": "leave"}


class Engine:
    """The engine's game in the words of the model."""

    def __init__(self, ruleset: Ruleset, decks: Sequence[Any], seed: int, number: int) -> None:
        self.game: Game = ruleset.new_game(decks=decks, seed=seed, number=number)
        self.editor = GameEditor(self.game)
        compiled = ruleset.compiled
        self.verbs = [verb.name for verb in compiled.verbs]
        zones = [
            (zone.name, cell) for zone in compiled.zones for cell in range(zone.rows * zone.columns)
        ]
        self.zones = [(player, *zone) for player in (0, 1) for zone in zones]
        owners = [owner for owner, _ in self.game.tables.cards]
        self.identities: list[Identity] = [
            (owner, card - owners.index(owner)) for card, owner in enumerate(owners)
        ]
        cards = [ruleset.pool[self.editor.number(card)] for card in range(len(owners))]
        names = {name: number for number, name in enumerate(sorted({card.name for card in cards}))}
        self.decks: tuple[list[Card], list[Card]] = ([], [])
        for owner, card in zip(owners, cards, strict=True):
            self.decks[owner].append(printed(card, names[card.name]))

    def zone(self, player: int, kind: str, cell: int = 0) -> list[Identity]:
        """The cards of a zone from the bottom."""
        return [self.identities[card] for card in self.editor.zone(player, kind, cell)]

    def order(self, player: int) -> list[int]:
        """How a deck lay before its hand was drawn, from the top."""
        cards = self.zone(player, "hand") + self.zone(player, "deck")[::-1]
        return [index for _, index in cards]

    def options(self) -> dict[Option, int]:
        """What may be done, with the engine's number for it."""
        found = {}
        for action in self.game.legal_actions:
            option = self.option(action)
            assert option not in found
            found[option] = action
        left = [subject for verb, subject in found if verb == "untap"]
        return {
            ("leave", left[0]) if option == ("leave", None) else option: action
            for option, action in found.items()
        }

    def option(self, action: int) -> Option:
        """Read one action: its verb, its kind, and the place of a card, or a zone."""
        verb, kind = self.verbs[action >> 56], action >> 48 & 255
        if verb == "redraw":
            return ("redraw" if action & 1 else "keep"), None
        if kind == 0:
            return PASSES[verb], None
        if kind == 2:
            player, _, cell = self.zones[action & 255]
            return VERBS[verb], (player, cell // 3, cell % 3)
        player, zone, cell = self.zones[action >> 16 & 255]
        return VERBS[verb], self.zone(player, zone, cell)[action >> 8 & 255]

    def state(self) -> dict[str, Any]:
        """The position as :meth:`Model.state` gives it."""
        editor = self.editor
        cells: dict[Cell, tuple[Identity, bool, bool]] = {}
        values = {}
        for player in (0, 1):
            for cell in range(6):
                for card in editor.zone(player, "field", cell):
                    cells[player, cell // 3, cell % 3] = (
                        self.identities[card],
                        editor.flag(card, "tapped"),
                        editor.flag(card, "locked"),
                    )
                    ap, dp, sp = (editor.stat(card, stat) for stat in ("ap", "dp", "sp"))
                    values[self.identities[card]] = ap, dp, sp
        battles = editor.records("Battle")
        assert len(battles) <= 1
        named = [battles[0][name] for name in ("attacker", "defender")] if battles else []
        outcome = self.game.outcome
        return {
            "deck": tuple(tuple(self.zone(player, "deck")[::-1]) for player in (0, 1)),
            "hand": tuple(tuple(sorted(self.zone(player, "hand"))) for player in (0, 1)),
            "dust": tuple(tuple(sorted(self.zone(player, "dust_box"))) for player in (0, 1)),
            "declared": {
                card for player in (0, 1) for card in self.zone(player, "declaration_area")
            },
            "cells": cells,
            "values": values,
            "battle": tuple(None if card is None else self.identities[card] for card in named)
            or None,
            "over": self.game.over,
            "winner": outcome.winner if outcome else None,
            "reason": REASONS[outcome.reason] if outcome else "",
        }


def printed(card: CardData, name: int) -> Card:
    """Give the model a card of the engine's pool."""
    words = card.words
    cost = tuple(int(words["cost"]) >> 8 * at & 255 for at in range(6))
    assert not card.abilities
    return Card(
        name,
        int(words["attributes"]),
        cost,  # type: ignore[arg-type]
        int(words["ex"]),
        int(words["restriction"]),
        int(words["ap"]),
        int(words["dp"]),
        int(words["sp"]),
        character=words["type"] == 0,
    )


class Lockstep:
    """A game of both, and the first difference between them."""

    def __init__(self, engine: Engine, model: Callable[..., Model] = Model) -> None:
        self.engine = engine
        self.model = model(*engine.decks)
        self.decisions = 0
        self.kinds: set[str] = set()
        self.model.start(
            engine.order(0), engine.order(1), lambda: engine.game.first_player, engine.order
        )

    def play(self, choices: Sequence[int]) -> str | None:
        """Play on by choices (when they run out, what is last is taken); tell a difference.

        A choice counts from the end, so that 0 mostly passes.
        """
        while not self.model.over or not self.engine.game.over:
            difference = self.difference()
            if difference is not None:
                return f"decision {self.decisions + 1}: {difference}"
            if self.decisions >= LONGEST:
                return f"no end after {LONGEST} decisions"
            decision = self.model.options()
            assert decision is not None
            choice = choices[self.decisions] if self.decisions < len(choices) else 0
            option = decision.options[-1 - choice % len(decision.options)]
            action = self.engine.options()[option]
            self.decisions += 1
            self.kinds.add(option[0])
            self.engine.game.apply(action)
            self.model.choose(option)
        difference = self.difference()
        return None if difference is None else f"at the end: {difference}"

    def difference(self) -> str | None:
        """What differs now, the engine's first."""
        decision = self.model.options()
        game = self.engine.game
        if (game.player is None) != (decision is None):
            return f"the engine asks player {game.player}, the model {decision}"
        if decision is not None:
            found = self.asked(decision)
            if found is not None:
                return found
        return self.states(self.engine.state(), dict(self.model.state()))

    def asked(self, decision: Decision) -> str | None:
        game = self.engine.game
        if game.player != decision.player:
            return f"player {game.player} decides, expected {decision.player} ({decision.kind})"
        options, expected = set(self.engine.options()), set(decision.options)
        assert len(expected) == len(decision.options)
        if options != expected:
            return (
                f"{decision.kind}: more options {sorted(options - expected, key=str)}, fewer "
                f"{sorted(expected - options, key=str)}"
            )
        turn = game.turn, game.turn_player
        expected_turn = self.model.turn - 1, self.model.turn_player
        if decision.kind != "mulligan" and turn != expected_turn:
            return f"turn {turn}, expected {expected_turn}"
        return None

    @staticmethod
    def states(found: dict[str, Any], expected: dict[str, Any]) -> str | None:
        expected["declared"] = set(expected["declared"])
        if found["over"] and expected["over"]:
            # What the last steps did to the battle is of no matter any more.
            found["battle"] = expected["battle"] = None
        for name, value in found.items():
            if value != expected[name]:
                return f"{name} is {value}, expected {expected[name]}"
        return None


def shrunk(choices: Sequence[int], fails: Callable[[Sequence[int]], bool]) -> list[int]:
    """Give fewer and smaller choices that still fail: none of them can be left out alone."""
    best = list(choices)
    size = max(1, len(best) // 2)
    while size:
        at = 0
        while at < len(best):
            shorter = best[:at] + best[at + size :]
            zeroed = best[:at] + [0] * len(best[at : at + size]) + best[at + size :]
            if fails(shorter):
                best = shorter
            elif any(best[at : at + size]) and fails(zeroed):
                best = zeroed
                at += size
            else:
                at += size
        size //= 2
    while best and best[-1] == 0:
        best.pop()
    return best


def compare(
    ruleset: Ruleset,
    decks: Sequence[Any],
    seed: int,
    number: int,
    model: Callable[..., Model] = Model,
) -> tuple[Lockstep, str | None]:
    """Play a game by random choices; a difference is told with the fewest choices that show it."""

    def play(choices: Sequence[int]) -> tuple[Lockstep, str | None]:
        game = Lockstep(Engine(ruleset, decks, seed, number), model)
        return game, game.play(choices)

    rng = random.Random(seed << 20 | number)
    choices = [rng.randrange(720720) for _ in range(LONGEST)]
    game, difference = play(choices)
    if difference is None:
        return game, None
    fewest = shrunk(choices[: game.decisions], lambda shorter: play(shorter)[1] is not None)
    game, difference = play(fewest)
    return game, f"seed {seed}, game {number}, choices {fewest}: {difference}"


LYCEE = loaded("lycee")


def test_the_vanilla_decks_play_as_the_model_says_at_every_decision():
    kinds: set[str] = set()
    decisions = 0
    winners = set()
    for number in range(GAMES):
        game, difference = compare(LYCEE, ("vanilla", "vanilla"), 54, number)
        assert difference is None, difference
        kinds |= game.kinds
        decisions += game.decisions
        winners.add(game.model.winner)
        assert game.engine.game.decisions == game.decisions
    assert decisions > 200 * GAMES
    assert kinds == {*VERBS.values(), *PASSES.values()}
    assert winners >= {0, 1}


def made_up(rng: random.Random, folder: Path) -> tuple[Ruleset, list[list[str]]]:
    """Give the ruleset two decks of made-up cards.

    They ask for several attributes and for any, give points of several or of none, share names,
    and so many of them are events without a text that hands without a character occur.
    """
    attributes = ["snow", "moon", "flower", "space", "sun"][: rng.choice([2, 3, 5])]
    cards: list[dict[str, Any]] = []
    decks: list[list[str]] = []
    for player in (0, 1):
        characters = rng.choice([12, 24, 44])
        for index in range(60):
            cost = {a: rng.choice([0, 0, 0, 1, 2]) for a in attributes}
            words: dict[str, Any] = {
                "attributes": rng.sample(attributes, rng.choice([0, 1, 1, 1, 2])),
                "ex": rng.choice([0, 1, 1, 2, 3]),
                "type": "event",
                "cost": {},
            }
            if index < characters:
                words |= {
                    "type": "character",
                    "cost": {a: n for a, n in cost.items() if n} | {"any": rng.choice([0, 0, 1])},
                    "ap": rng.choice([0, 1, 2, 3, 5]),
                    "dp": rng.choice([0, 1, 2, 3]),
                    "sp": rng.choice([0, 1, 1, 2]),
                    "restriction": rng.choice([63, 63, rng.randrange(1, 64)]),
                }
            # Copies differ in their numbers, too.
            name = (
                f"name {index // rng.choice([1, 1, 2, 4])}" if index < characters else f"e{index}"
            )
            cards.append({"number": f"X{player}-{index:02}", "name": name, "words": words})
        decks.append([card["number"] for card in cards[60 * player :]])
    for number, card in enumerate(cards):
        same = [other for other in cards[:number] if other["name"] == card["name"]]
        if len(same) >= 4:
            card["name"] += f" ({number})"
    file = folder / "made_up.json"
    file.write_bytes(msgspec.json.encode({"cards": cards}))
    return Ruleset(rules, cards=[file]), decks


@pytest.mark.parametrize("seed", range(6))
def test_made_up_characters_play_as_the_model_says(seed, tmp_path):
    ruleset, decks = made_up(random.Random(seed), tmp_path)
    kinds: set[str] = set()
    for number in range(max(2, GAMES // 20)):
        game, difference = compare(ruleset, decks, seed, number)
        assert difference is None, difference
        kinds |= game.kinds
    assert {"enter", "pass", "discard"} <= kinds


def test_opening_hands_are_redrawn_as_the_model_says(tmp_path):
    ruleset, decks = made_up(random.Random(4), tmp_path)
    kinds: set[str] = set()
    for number in range(40):
        game = Lockstep(Engine(ruleset, decks, 5, number))
        difference = game.play([number & 1] * 3)
        assert difference is None, (number, difference)
        kinds |= game.kinds
    assert {"redraw", "keep"} <= kinds


class Lenient(Model):
    """A model that reads one clause wrongly: equal values down a battler, too."""

    def _compare(self, attacking: Cell, defending: Cell) -> None:
        attacker, defender = self.cells[attacking], self.cells[defending]
        downed = [
            cell
            for cell, one, other in (
                (attacking, attacker, defender),
                (defending, defender, attacker),
            )
            if self._value(other, "ap") >= self._value(one, "dp")
        ]
        self._discard([self.cells.pop(cell).card for cell in downed])


class Forgetful(Model):
    """A model without the entry lock."""

    def _attackers(self, player: int) -> list[Identity]:
        return sorted(
            standing.card
            for cell, standing in self.cells.items()
            if cell[:2] == (player, 0) and not standing.tapped
        )


@pytest.mark.parametrize(
    ("model", "part", "most"),
    [(Lenient, "dust is", 12), (Forgetful, "main: more options", 3)],
)
def test_a_difference_is_found_and_cut_down(model, part, most):
    _, difference = compare(LYCEE, ("vanilla", "vanilla"), 1, 1, model)
    assert difference is not None
    assert part in difference
    choices = [int(choice) for choice in difference.split("[")[1].split("]")[0].split(",")]
    assert sum(choice > 0 for choice in choices) <= most

    def fails(fewer: Sequence[int]) -> bool:
        return Lockstep(Engine(LYCEE, ("vanilla", "vanilla"), 1, 1), model).play(fewer) is not None

    assert fails(choices)
    for at, choice in enumerate(choices):
        if choice:
            assert not fails([*choices[:at], 0, *choices[at + 1 :]])


def test_the_model_is_independent_of_what_it_is_compared_with():
    assert Standing.__module__.endswith("reference.vanilla_lycee")
    assert not Model.__module__.startswith("tefuda")
