"""Cards composed of steps in a card file behave like those whose texts are rule functions."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

import tefuda
from tefuda.coverage import Coverage
from tefuda.rules import Sort
from tefuda.ruleset import Ruleset
from tefuda.testing import Scenario

from ...loaded import loaded
from .cards_table import COLOURS, duel, spend
from .composed import COMPOSED, composed_ruleset

#: They ask in other words, or in another order, than the rule functions do.
ASKS_OTHERWISE = {"AR-0019", "CH-0151"}
ALIKE = sorted(set(COMPOSED) - ASKS_OTHERWISE)
STARTERS = ["starter-snow", "starter-space", "starter-moon", "starter-garden"]


@pytest.fixture(scope="module")
def plain() -> Ruleset:
    return loaded("lycee")


@pytest.fixture(scope="module")
def composed(tmp_path_factory: pytest.TempPathFactory) -> Ruleset:
    return composed_ruleset(tmp_path_factory.mktemp("cards"), sorted(COMPOSED))


@pytest.fixture(scope="module")
def alike(tmp_path_factory: pytest.TempPathFactory) -> Ruleset:
    return composed_ruleset(tmp_path_factory.mktemp("cards"), ALIKE)


def deck(seed: int) -> dict[str, int]:
    """Give sixty cards, three quarters of them composed."""
    luck = random.Random(seed)
    others = [f"V-{k:02}" for k in range(15)]
    cards = [n for n in luck.sample(ALIKE, 13) for _ in range(4)]
    return dict(Counter(luck.sample(cards, 45) + others))


def test_every_sort_of_text_is_composed(composed):
    sorts = {text.sort for text in composed.pool.texts.values()}
    every = {Sort.EFFECT, Sort.ACTIVATED, Sort.TRIGGER, Sort.INSTEAD, Sort.ANSWER, Sort.CONTINUOUS}
    assert sorts == every
    assert len(COMPOSED) >= 60


@pytest.mark.parametrize("pair", [STARTERS[:2], STARTERS[2:], STARTERS[1:3]])
def test_games_of_the_starters_are_the_same_option_by_option(plain, alike, pair):
    first, second = (tefuda.simulate(r, games=100, seed=3, decks=pair) for r in (plain, alike))
    assert first.trace_hash == second.trace_hash
    assert first.fingerprint != second.fingerprint


@pytest.mark.parametrize("seed", range(8))
def test_games_of_composed_decks_are_the_same_option_by_option(plain, alike, seed):
    decks = [deck(2 * seed), deck(2 * seed + 1)]
    first, second = (tefuda.simulate(r, games=40, seed=seed, decks=decks) for r in (plain, alike))
    assert first.trace_hash == second.trace_hash
    assert first.decisions > 4000


def test_every_composed_text_is_met(alike):
    coverage = Coverage(alike.program)
    for seed in range(60):
        coverage.play(alike.match(deck(2 * seed), deck(2 * seed + 1)), seed, 0, 16)
    met: Counter[str] = Counter()
    for counts in (coverage.abilities(), coverage.functions()):
        for name, count in counts.items():
            met[name.partition("(")[0]] += count
    statics = {n for n, text in alike.pool.texts.items() if text.sort is Sort.CONTINUOUS}
    missed = {n for n in alike.pool.texts if not met[n] + met[re.sub(r"\W", "_", n)]}
    # They enter by Conversion only: the scenarios below have them in play.
    assert missed - statics <= {"CH-0594 ability 1", "CH-0601 ability 4", "CH-0612 ability 1"}


def test_equal_card_files_give_equal_rulesets(composed, tmp_path):
    assert composed_ruleset(tmp_path, sorted(COMPOSED)).fingerprint == composed.fingerprint


# ---------------------------------------------------------------- scenarios on both


def both(plain: Ruleset, composed: Ruleset, play: Callable[[Scenario], Any]) -> list[str]:
    """Play the same on both; gives what happened, which must be the same."""
    told = []
    for ruleset in (plain, composed):
        s = Scenario(ruleset, defaults={"restriction": 63})
        s.define("Coin", type="event", ex=2, attributes=COLOURS)
        play(s)
        told.append([*s.events(), *s.board().splitlines()])
    assert told[0] == told[1]
    return told[0]


def coins(s: Scenario, own: int, enemy: int = 0) -> Scenario:
    """Put coins into the hands."""
    for player, copies in ((0, own), (1, enemy)):
        if copies:
            s.put("Coin", "hand", player=player, copies=copies)
    return s


def weaken(s: Scenario) -> None:
    coins(s, 1).put("CH-0002", "DF left").put("B", "enemy AF left", dp=3)
    spend(s.act("use_ability", "CH-0002"), 1)
    assert s.value("B", "dp") == 2


def draws(s: Scenario) -> None:
    s.put("CH-0004", "DF left").deck("Top").act("use_ability", "CH-0004")
    assert s.zone("Top") == "hand"


def grows_three_times(s: Scenario) -> None:
    coins(s, 2).put("CH-0041", "AF left", ap=1)
    for _ in range(2):
        s.act("use_ability", "CH-0041").play_on()
    assert s.value("CH-0041", "ap") == 5


def only_in_front(s: Scenario) -> None:
    coins(s, 2).put("CH-0041", "DF left", ap=1)
    assert not s.can("use_ability", "CH-0041")


def recalls(s: Scenario) -> None:
    s.put("CH-0076", "DF centre").put("Lost", "dust box", cost={"snow": 4})
    s.act("use_ability", "CH-0076").choose("AF left")
    s.play_on("pay_tax", player=0).choose("no")
    assert s.zone("Lost") == "removed"


def both_mill(s: Scenario) -> None:
    before = s.put("CH-0084", "DF left").put("Coin", "hand").count("deck")
    s.end_turn().play_on("pay_tax", player=0).choose("yes").play_on("main", player=0)
    assert s.count("deck") < before


def eats(s: Scenario) -> None:
    s.put("CH-0151", "AF left").put("Prey", "AF centre", sp=2).end_turn()
    s.play_on(player=0)
    while s.waiting_for not in ("discard", "chosen"):
        s.pass_()
    s.choose("Prey").play_on()
    assert (s.value("CH-0151", "ap"), s.value("CH-0151", "dp")) == (5, 5)


def is_hungry(s: Scenario) -> None:
    s.put("CH-0151", "AF left").put("Prey", "AF right").end_turn().end_turn()
    assert s.zone("CH-0151") == "dust box"


def untaps_by_a_male(s: Scenario) -> None:
    s.put("CH-0189", "AF left", tapped=True).put("He", "AF centre", gender="male")
    s.act("use_ability", "CH-0189").choose("He").play_on()
    assert (s.flag("He", "tapped"), s.flag("CH-0189", "tapped")) == (True, False)


def dash_in_a_full_row(s: Scenario) -> None:
    s.put("CH-0197", "AF left", ap=5, dp=1).put("X", "AF centre").put("Y", "AF right")
    duel(s.put("Guard", "enemy DF right", ap=5, dp=1), "CH-0197").play_on()
    assert s.zone("CH-0197") == "AF left"


def untaps_for_a_friend(s: Scenario) -> None:
    s.put("CH-0252", "AF centre", tapped=True).put("A", "AF left", ap=1, dp=1)
    duel(s.put("Guard", "enemy DF right", ap=5, dp=5)).play_on()
    assert not s.flag("CH-0252", "tapped")


def chases(s: Scenario) -> None:
    coins(s, 1).put("CH-0054", "AF left", ap=1, dp=9).put("Guard", "enemy DF right", dp=9)
    duel(s, "CH-0054").act("use_ability", "CH-0054").play_on("cell").choose("enemy AF right")
    assert s.play_on().zone("Guard") == "enemy AF right"


def lends_penalty(s: Scenario) -> None:
    s.put("CH-0259", "AF centre", tapped=True).put("B", "enemy DF right", dp=0)
    s.put("A", "AF left", ap=3).act("use_ability", "CH-0259").choose("B").play_on()
    before = s.count("enemy deck")
    duel(s, "A", "B").play_on()
    assert s.count("enemy deck") == before - 1


def halts_against_a_male(s: Scenario) -> None:
    s.put("CH-0400", "AF left", ap=3).put("Guard", "enemy DF right", dp=0, gender="male")
    duel(s, "CH-0400").act("use_ability", "CH-0400").play_on()
    assert s.zone("Guard") == "enemy DF right"


def not_against_a_female(s: Scenario) -> None:
    s.put("CH-0400", "AF left", ap=3).put("Guard", "enemy DF right", dp=0, gender="female")
    duel(s, "CH-0400")
    assert not s.can("use_ability", "CH-0400")


def gambles(s: Scenario) -> None:
    s.put("CH-0414", "AF left", ap=2).deck("Top").act("use_ability", "CH-0414").play_on()
    assert (s.zone("Top"), s.value("CH-0414", "ap")) == ("dust box", 3)


def discards_who_was_moved(s: Scenario) -> None:
    coins(s, 4).put("CH-0789", "AF centre").put("EV-0058", "hand").put("B", "enemy AF right")
    spend(s.act("use_event", "EV-0058"), 4).play_on()
    assert s.count("enemy dust box") + s.count("field DF left") == 1


def takes_along(s: Scenario) -> None:
    coins(s, 1).put("CH-1383", "DF left").put("Friend", "AF left").put("EV-0027", "hand")
    s.act("use_event", "EV-0027").play_on()
    assert s.zone("CH-1383") == "removed"


def comes_back(s: Scenario) -> None:
    coins(s, 1).put("CH-1384", "DF left").put("EV-0027", "hand")
    s.act("use_event", "EV-0027").play_on()
    assert s.zone("CH-1384") == "hand"


def moves_or_goes(s: Scenario) -> None:
    coins(s, 1).put("EV-0030", "hand").put("B", "enemy AF left").end_turn()
    s.play_on("main", player=1).pass_(1)
    spend(s.act("use_event", "EV-0030", player=0), 1).play_on("main", player=0)
    assert s.zone("B") == "enemy dust box"


def elopes(s: Scenario) -> None:
    coins(s, 1).put("EV-0209", "hand").put("A", "AF left").put("C", "DF left")
    spend(s.put("B", "enemy AF right").act("use_event", "EV-0209"), 1).play_on("cell")
    s.choose("DF left").play_on()
    assert (s.zone("B"), s.zone("A")) == ("DF left", "dust box")


def needs_both_friends(s: Scenario) -> None:
    coins(s, 1).put("EV-0209", "hand").put("A", "AF left").put("B", "enemy AF right")
    spend(s.act("use_event", "EV-0209"), 1).play_on()
    assert (s.zone("B"), s.zone("A")) == ("enemy AF right", "dust box")


def armour_downs(s: Scenario) -> None:
    s.put("A", "AF left", ap=0, dp=9).put("IT-0001", on="A").put("Guard", "enemy DF right", dp=9)
    assert duel(s).play_on().zone("Guard") == "enemy dust box"


def bag_holds_more(s: Scenario) -> None:
    s.put("A", "AF left").put("IT-0007", on="A").put("Card", "hand", copies=12)
    assert s.end_turn().count("hand") == 10


def grail_takes_the_dust(s: Scenario) -> None:
    coins(s, 2).put("AR-0019", "hand").put("Old", "dust box").put("Other", "enemy dust box")
    spend(s.act("lay_area", "AR-0019"), 2).choose("areas AF left").play_on()
    assert (s.zone("Old"), s.zone("Other")) == ("removed", "enemy removed")
    before = s.end_turn().count("deck")
    s.play_on("optional", player=0).choose("yes").play_on("main", player=0)
    assert s.count("deck") < before - 4


def supports_itself(s: Scenario) -> None:
    s.put("CH-0601", "AF left", ap=1, sp=2).put("Guard", "enemy DF right", dp=2)
    duel(s, "CH-0601").act("use_ability", "CH-0601").play_on()
    assert s.zone("Guard") == "enemy dust box"


def captures(s: Scenario) -> None:
    coins(s, 3).put("CH-0612", "AF left").put("B", "enemy AF right")
    spend(s.act("use_ability", "CH-0612"), 3).play_on()
    assert (s.zone("B"), s.count("dust box")) == ("DF left", 6)


def foils(s: Scenario) -> None:
    coins(s, 1).put("CH-0002", "DF left").put("CH-0594", "enemy AF left", dp=3)
    before = s.count("enemy deck")
    spend(s.act("use_ability", "CH-0002"), 1).respond("use_ability", "CH-0594").play_on()
    assert (s.value("CH-0594", "dp"), s.count("enemy deck")) == (3, before - 2)


SCENARIOS = [
    weaken, draws, grows_three_times, only_in_front, recalls, both_mill, is_hungry,
    untaps_by_a_male, dash_in_a_full_row, untaps_for_a_friend, chases, lends_penalty,
    halts_against_a_male, not_against_a_female, gambles, discards_who_was_moved, takes_along,
    comes_back, moves_or_goes, elopes, needs_both_friends, armour_downs, bag_holds_more,
    grail_takes_the_dust, eats, supports_itself, captures, foils,
]  # fmt: skip


@pytest.mark.parametrize("play", SCENARIOS, ids=lambda play: play.__name__)
def test_a_composed_card_does_what_the_card_does(plain, composed, play):
    assert both(plain, composed, play)
