"""Random forests of set cards: the rules and an independent model agree after each process."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import pytest

from tefuda.rulesets.set_extract.kinds import Destination, Stage
from tefuda.testing import inside

from .model import Model
from .probe import Operation
from .table import DISCARD, EXCLUDE, RESOLUTE, Table

PLACES = ("deck", "hand", "field", "nodes", "underworld", "excluded", "play_area")
HIDDEN = ("deck", "nodes")
WATCHED = [
    *RESOLUTE, *DISCARD, *EXCLUDE, "would_enter", "entered", "would_set", "would_be_set_on",
    "was_set", "had_set_on", "changed_side",
]  # fmt: skip
#: How many levels of set cards a forest has, and how many cards hang on one card, at most.
DEEPEST, MOST_SET = 6, 8
SEEDS = range(80)
#: As many cards as two decks hold.
MOST_CARDS = 100


@dataclass
class Played:
    """What one seed has come to."""

    #: In the forest as it was made.
    depth: int
    width: int
    #: In a single move from the field.
    levels: int = 0
    falling: int = 0
    #: How many texts spoke in windows and took a card away.
    answered: int = 0
    done: dict[str, int] = field(default_factory=dict)


def forest(dice: random.Random, cards: int) -> tuple[Table, dict[str, str], Played]:
    """An operator of player 0 and cards of both players, hanging on one another.

    A liking for the newest host makes trees deep, one for a single host makes them wide.
    """
    s = Table(nodes=0, filling=6)
    s.put("Operator", "field", toughness=90, abilities=["p_operate"])
    depth: dict[str, int] = {"Operator": 0}
    load: dict[str, int] = {}
    liking = dice.choice(["deep", "wide", "even"])
    # One card at most has a text, so that nobody has to be asked what comes first.
    texts = {f"c{dice.randrange(cards)}": dice.choice(["p_slips", "p_takes_host_away"])}
    for number in range(cards):
        card = f"c{number}"
        hosts = [h for h, d in depth.items() if d < DEEPEST and load.get(h, 0) < MOST_SET]
        owner = dice.randrange(2)
        place = dice.choice(["on"] * 7 + ["field", "hand", "underworld", "excluded"])
        if place == "on":
            likely = {"deep": hosts[-1], "wide": hosts[min(1, len(hosts) - 1)]}.get(liking)
            host = likely if likely and dice.random() < 0.6 else dice.choice(hosts)
            down = card not in texts and dice.random() < 0.2
            if card in texts:
                put_speaker(s, card, texts[card], on=host, owner=owner)
            else:
                s.put("Plain", on=host, alias=card, owner=owner, face_down=down)
            depth[card], load[host] = depth[host] + 1, load.get(host, 0) + 1
        elif card in texts:  # alone on the field it would be out of place
            put_speaker(s, card, texts[card], "hand", player=owner)
        else:
            s.put("Plain", place, alias=card, player=owner)
            if place == "field":
                depth[card] = 0
    return s, texts, Played(max(depth.values()), max(load.values(), default=0))


def put_speaker(s: Table, card: str, text: str, *place: str, **where: Any) -> None:
    """Put a card whose text counts while it is set on another."""
    words = {"type": "command", "place": "amulet", "toughness": 0}
    s.put("Speaker", *place, alias=card, abilities=[text], **words, **where)


def read(s: Table) -> Model:
    """What the game says."""
    cards = s.game.tables.cards
    model = Model([owner for owner, _ in cards], {})
    for player in (0, 1):
        for place in PLACES:
            model.places[player, place] = s.edit.zone(player, place)
    for card in range(len(cards)):
        hanging = s.edit.host(card)
        if hanging is not None:
            model.host[card] = hanging[0]
    lying = {card for card in range(len(cards)) if model.on_field(card)}
    model.down |= {card for card in lying if inside.face_down(s.game, card)}
    return model


def operate(s: Table, model: Model, dice: random.Random) -> list[tuple[str, Any]]:
    """Use the operator, choose at random; gives what was chosen, one by one.

    The foot of the largest tree is chosen more often than others, so that much falls.
    """
    s.act("p_operate", "Operator")
    said: list[tuple[str, Any]] = []
    for _, option in s._passed:
        if option.verb != "use_automatic" and option.kind != "pass":
            said.append((option.verb, option.card if option.card is not None else option.value))
    while s.asked is not None and not s.asked.rest:
        asked = s.asked
        option = dice.choice(asked.options)
        cards = [o for o in asked.options if o.card is not None]
        if asked.name in ("moves", "chosen") and cards and dice.random() < 0.3:
            option = max(cards, key=lambda o: (len(model.trees({o.card})), o.card))
        if option.kind == "pass":
            said.append(("pass", None))
        else:
            said.append((option.verb, option.card if option.card is not None else option.value))
        s._do(asked, option, None)
        for _, forced in s._passed:
            if forced.kind != "pass":
                what = forced.card if forced.card is not None else forced.value
                said.append((forced.verb, what))
    return said


def member(value: Any, kind: Any) -> str:
    return kind(value).name.lower() if isinstance(value, int) else str(value).lower()


def follow(model: Model, said: list[tuple[str, Any]], operator: int) -> str:
    """Let the model do what was done; gives its name."""
    model.first = [card for verb, card in said if verb == "next_arrives"]
    model.falling = [card for verb, card in said if verb == "next_fallen"]
    what = [value for verb, value in said if verb not in ("next_arrives", "next_fallen", "pass")]
    operation = member(what[0], Operation)
    rest = what[1:]
    if not rest:
        return f"{operation} nothing"
    if operation in ("move", "take"):
        model.move(rest[0], member(rest[1], Destination))
    elif operation == "place":
        if not model.is_in(rest[0], "excluded"):
            model.send(rest[0], member(rest[1], Destination))
    elif operation == "node":
        if not model.is_in(rest[0], "excluded"):
            model.lay(rest[0], 0, "nodes")
    elif operation == "side":
        if rest[0] not in model.host:
            model.change_side(rest[0])
            model.windows.append(("changed_side", rest[0]))
    elif operation == "remove":
        cards = {value for verb, value in said if verb == "chosen"}
        stage = next(value for verb, value in said if verb == "where_to")
        model.remove(cards, member(stage, Stage))
    elif operation == "enter":
        model.enter(rest[0])
    elif operation == "set":
        model.set_on(rest[0], rest[1], bool(rest[2]))
    elif rest[1]:
        model.set_on(rest[0], operator, False)
    elif rest[2]:
        model.lay(rest[0], model.owner[rest[0]], "excluded")
    return operation


def compare(s: Table, model: Model, done: str) -> None:
    found = read(s)
    assert found.host == model.host, done
    assert found.down == model.down, done
    for at, cards in found.places.items():
        if at[1] in ("deck", "underworld"):
            assert cards == model.places[at], (done, at)
        else:
            assert sorted(cards) == sorted(model.places[at]), (done, at)
    assert s.game.check() == []
    everything = [card for cards in found.places.values() for card in cards] + list(found.host)
    assert sorted(everything) == list(range(len(found.owner)))
    for card in found.host:
        assert not s.edit.flag(card, "asleep"), done  # a set card has no state of its own


def known(s: Table) -> set[tuple[int, int]]:
    cards = range(len(s.game.tables.cards))
    return {(player, card) for player in (0, 1) for card in cards if s.edit.knows(player, card)}


def compare_knowledge(s: Table, model: Model, before: set[tuple[int, int]], done: str) -> None:
    """Nobody has come to know a card that lies hidden, or face down, from that player (S11.3.4)."""
    for player, card in known(s) - before:
        at = model.place_of(card)
        hidden = at is not None and (at[1] in HIDDEN or at == (1 - player, "hand"))
        assert not hidden, (done, s.name_of(card), player)
        assert card not in model.down, (done, s.name_of(card), player)


def moved_at_once(s: Table, since: int) -> bool:
    """What leaves in one process leaves in one instant: no window stands between (S11.3.3.h)."""
    events = s.events()[since:]
    places = [at for at, line in enumerate(events) if re.fullmatch(r".+: .+ to .+", line)]
    between = events[places[0] : places[-1]] if places else []
    return not any(line.partition(" ")[0] in WATCHED for line in between)


@cache
def played(seed: int) -> Played:
    """Play a seed: after each process the game is as the model says, and so are its windows."""
    dice = random.Random(seed)
    s, texts, outcome = forest(dice, MOST_CARDS if seed % 8 == 0 else dice.randint(4, 40))
    model = read(s)
    for name, text in texts.items():
        model.texts[s.index(name)] = "slips" if text == "p_slips" else "fells"
    operator = s.index("Operator")
    for _ in range(25):
        if not model.on_field(operator) or operator in model.host or s.game.over:
            break
        before, knew, since = len(s.timings(*WATCHED)), known(s), len(s.events())
        model.windows, model.levels, model.widest, model.answered = [], 0, 0, 0
        done = operate(s, model, dice)
        name = follow(model, done, operator)
        expected = [(point, s.name_of(card)) for point, card in model.windows]
        assert s.timings(*WATCHED)[before:] == expected, (name, done)
        compare(s, model, f"{name} {done}")
        compare_knowledge(s, model, knew, f"{name} {done}")
        if name in ("move", "remove") and not model.answered:
            assert moved_at_once(s, since), done
        outcome.answered += model.answered
        outcome.levels = max(outcome.levels, model.levels)
        outcome.falling = max(outcome.falling, model.widest)
        outcome.done[name] = outcome.done.get(name, 0) + 1
    return outcome


@pytest.mark.parametrize("seed", SEEDS)
def test_forests_stay_as_the_model_says(seed):
    assert sum(played(seed).done.values()) > 0


def test_forests_are_as_deep_and_as_wide_as_they_are_meant_to_be_and_fall_as_a_whole():
    found = [played(seed) for seed in SEEDS]
    assert max(one.depth for one in found) == DEEPEST
    assert max(one.width for one in found) == MOST_SET
    assert max(one.levels for one in found) >= DEEPEST
    assert max(one.falling for one in found) >= MOST_SET
    deep = [one for one in found if one.depth == DEEPEST]
    wide = [one for one in found if one.width == MOST_SET]
    assert len(deep) >= 10
    assert len(wide) >= 10
    assert sum(one.answered for one in found) >= 10


def test_forests_meet_every_process():
    found: dict[str, int] = {}
    for seed in SEEDS:
        for name, count in played(seed).done.items():
            found[name] = found.get(name, 0) + count
    assert set(found) >= {operation.name.lower() for operation in Operation}
    assert min(found[operation.name.lower()] for operation in Operation) >= 20
