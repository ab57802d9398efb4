"""Random forests of set cards: the rules and an independent model agree after each process."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tefuda.rulesets.set_extract.vocabulary import Destination, Stage
from tefuda.testing import inside

from .model import Model
from .probe import Operation
from .table import DISCARD, EXCLUDE, RESOLUTE, Table

PLACES = ("deck", "hand", "field", "nodes", "underworld", "excluded", "play_area")
WATCHED = [
    *RESOLUTE, *DISCARD, *EXCLUDE, "would_enter", "entered", "would_set", "would_be_set_on",
    "was_set", "had_set_on",
]  # fmt: skip
#: How deep a forest is, and how many cards hang on one card at the beginning.
DEEPEST, MOST_SET = 6, 8


def forest(dice: random.Random) -> Table:
    """An operator of player 0 and cards of both players, hanging on one another."""
    s = Table(nodes=0, filling=6)
    s.put("Operator", "field", toughness=90, abilities=["p_operate"])
    depth: dict[str, int] = {"Operator": 1}
    load: dict[str, int] = {}
    for number in range(dice.randint(4, 34)):
        card = f"c{number}"
        hosts = [h for h, d in depth.items() if d < DEEPEST and load.get(h, 0) < MOST_SET]
        owner = dice.randrange(2)
        place = dice.choice(["on", "on", "on", "on", "field", "hand", "underworld"])
        if place == "on":
            # A liking for one host makes both deep and wide trees.
            host = hosts[-1] if dice.random() < 0.4 else dice.choice(hosts)
            s.put("Plain", on=host, alias=card, owner=owner, face_down=dice.random() < 0.2)
            depth[card], load[host] = depth[host] + 1, load.get(host, 0) + 1
        else:
            s.put("Plain", place, alias=card, player=owner)
            if place == "field":
                depth[card] = 1
    return s


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
    return model


def operate(s: Table, dice: random.Random) -> list[tuple[str, Any]]:
    """Use the operator, choose at random; gives what was chosen, one by one."""
    s.act("p_operate", "Operator")
    said: list[tuple[str, Any]] = []
    for _, option in s._passed:
        if option.verb != "use_automatic" and option.kind != "pass":
            said.append((option.verb, option.card if option.card is not None else option.value))
    while s.asked is not None and not s.asked.rest:
        asked = s.asked
        option = dice.choice(asked.options)
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
    first = [card for verb, card in said if verb == "next_arrives"]
    falling = [card for verb, card in said if verb == "next_fallen"]
    what = [value for verb, value in said if verb not in ("next_arrives", "next_fallen", "pass")]
    verbs = [verb for verb, _ in said]
    operation = member(what[0], Operation)
    rest = what[1:]
    if not rest:
        return f"{operation} nothing"
    if operation in ("move", "take"):
        model.move(rest[0], member(rest[1], Destination), falling)
    elif operation == "remove":
        cards = {value for verb, value in said if verb == "chosen"}
        stage = next(value for verb, value in said if verb == "where_to")
        model.remove(cards, member(stage, Stage), first, falling)
    elif operation == "enter":
        model.enter(rest[0])
    elif operation == "set":
        model.set_on(rest[0], rest[1], bool(rest[2]))
    elif rest[1]:
        model.set_on(rest[0], operator, False)
    elif rest[2]:
        model.lay(rest[0], "excluded")
    assert verbs
    return operation


def compare(s: Table, model: Model, done: str) -> None:
    found = read(s)
    assert found.host == model.host, done
    for at, cards in found.places.items():
        if at[1] in ("deck", "underworld"):
            assert cards == model.places[at], (done, at)
        else:
            assert sorted(cards) == sorted(model.places[at]), (done, at)
    assert s.game.check() == []
    everything = [card for cards in found.places.values() for card in cards] + list(found.host)
    assert sorted(everything) == list(range(len(found.owner)))


@pytest.mark.parametrize("seed", range(60))
def test_forests_stay_as_the_model_says(seed):
    dice = random.Random(seed)
    s = forest(dice)
    model = read(s)
    for card in range(len(model.owner)):
        if inside.face_down(s.game, card):
            model.down.add(card)
    operator = s.index("Operator")
    for _ in range(25):
        if not model.on_field(operator) or operator in model.host or s.game.over:
            break
        before = len(s.timings(*WATCHED))
        model.windows = []
        done = operate(s, dice)
        name = follow(model, done, operator)
        expected = [(point, s.name_of(card)) for point, card in model.windows]
        assert s.timings(*WATCHED)[before:] == expected, (name, done)
        compare(s, model, f"{name} {done}")
