"""Whole games: no error, the same on several threads, parameters, and a bot that plays well."""

from __future__ import annotations

import os
from functools import cache
from itertools import product
from math import sqrt

import pytest

import tefuda
from tefuda.coverage import Coverage
from tefuda.playing import Results, play_games
from tefuda.rules import Keyword, Sort
from tefuda.testing import check_ruleset

from ...loaded import loaded
from .table import Table

RULES = loaded("set_extract")
#: Mirrored pairs of games; 1,000 of them are the promise: ``TEFUDA_BOT_PAIRS=1000``.
PAIRS = int(os.environ.get("TEFUDA_BOT_PAIRS", "60"))
DECKS = ("lakeside", "mansion", "curios", "relics", "proving")


@pytest.mark.parametrize("first", DECKS)
def test_random_games_end_without_error(first):
    for second in DECKS:
        result = tefuda.simulate(RULES, games=60, seed=2, decks=(first, second))
        assert result.errors == 0


def test_threads_do_not_matter():
    one, two = (
        tefuda.simulate(RULES, games=100, seed=4, threads=threads, decks=DECKS[2:4])
        for threads in (1, 2)
    )
    assert one.trace_hash == two.trace_hash


def test_the_promises_of_every_ruleset_are_kept():
    assert check_ruleset(RULES, games=4, seed=1).games == 4


@pytest.mark.parametrize("deck", DECKS)
def test_greedy_beats_random_in_more_than_60_of_100_mirrored_games(deck):
    """The interval is that of 95 %, its unit the pair of games of one seed."""
    match = RULES.match(deck, deck)
    seats = []
    for seat, bots in enumerate((("greedy", "random"), ("random", "greedy"))):
        results = Results(PAIRS)
        play_games(match.program, match, 66, 0, PAIRS, results, bots=bots)
        assert -2 not in results.winner
        seats.append([0.5 if w == -1 else float(w == seat) for w in results.winner])
    shares = [(one + other) / 2 for one, other in zip(*seats, strict=True)]
    mean = sum(shares) / PAIRS
    spread = sqrt(sum((share - mean) ** 2 for share in shares) / (PAIRS - 1))
    assert mean - 1.96 * spread / sqrt(PAIRS) > 0.6


def test_decks_are_legal_and_have_50_cards():
    assert list(RULES.decks) == list(DECKS)
    for deck in RULES.decks.values():
        assert len(deck.cards) == 50
        assert RULES.pair((deck, deck))


def test_nodes_do_not_wake():
    s = Table(nodes=0).put("n", "nodes", asleep=True).next_turn().next_turn()
    assert s.flag("n", "asleep")


def test_a_caster_stands_in_for_nodes_and_cost():
    s = Table(nodes=0).put("K", "field", person=11).put("N70", "hand").put("B", "enemy field")
    s.act("play_spell", "N70").choose("B").play_on()
    assert s.zone("B") == "enemy underworld"
    s = Table(nodes=0).put("K", "field", person=11, abilities=["seal_art"]).put("N70", "hand")
    assert s.refused("play_spell", "N70")


#: Cannot occur here, because what bots try out in their heads is not counted.
RATING = {"rate", "holdings", "worth"}
#: Cannot be raised, because it is asked instead: a text answers it by doing something else.
ASKED = {"would_place"}
#: Texts of these sorts are carried out; the others hold, or are asked.
CARRIED_OUT = (Sort.EFFECT, Sort.ACTIVATED, Sort.TRIGGER, Sort.INSTEAD)
#: Rounds of 660 games that are played at most until every rule and text was used.
ROUNDS = 15


@cache
def covered() -> Coverage:
    """What random games of all pairs of decks use; more of the pair whose cards are dear."""
    coverage = Coverage(RULES.program)
    for number in range(ROUNDS):
        for first, second in product(DECKS, DECKS):
            coverage.play(RULES.match(first, second), 8, 20 * number, 20)
        coverage.play(RULES.match("relics", "relics"), 9, 160 * number, 160)
        if coverage.games >= 2000 and not never_used(coverage):
            break
    return coverage


def never_used(coverage: Coverage) -> set[str]:
    """Give the functions and timings that no game used, though one could, and such texts."""
    unused = coverage.unused()
    functions = {name for name in unused["functions"] if "(" not in name}
    return (functions - RATING) | (set(unused["timings"]) - ASKED) | set(never_done(coverage))


def never_done(coverage: Coverage) -> list[str]:
    """Give the texts of cards that no game carried out."""
    begun = coverage.abilities()
    return [name for name in carried_out(coverage) if not begun[name]]


def carried_out(coverage: Coverage) -> list[str]:
    """Give the texts of cards that can be carried out."""
    texts = [t for t in RULES.rules.abilities.values() if t.sort in CARRIED_OUT]
    on_cards = coverage.abilities()
    return [text.name for text in texts if text.name in on_cards]


def test_every_rule_is_executed():
    unused = covered().unused()
    assert {name for name in unused["functions"] if "(" not in name} == RATING
    assert set(unused["timings"]) == ASKED
    assert set(unused["verbs"]) <= {"may"}


def test_every_text_of_a_card_is_carried_out():
    assert len(carried_out(covered())) > 80
    assert never_done(covered()) == []


def test_every_keyword_is_borne():
    """By a card of a deck, or by its other side."""
    in_decks = {number for deck in RULES.decks.values() for number in deck.cards}
    assert {card.number for card in RULES.pool} == in_decks
    borne = {text.text for card in RULES.pool for text in card.abilities}
    texts = RULES.rules.abilities
    given = {texts[name].gives.name for name in borne if name in texts and texts[name].gives}
    assert {word.name for word in RULES.rules.named(Keyword)} - borne - given == set()


def test_games_end_in_every_way():
    found: set[int] = set()
    for deck in ("lakeside", "relics"):
        results = Results(1500)
        match = RULES.match(deck, deck)
        play_games(match.program, match, 9, 0, 1500, results)
        found |= set(results.outcome)
    assert found == set(range(len(RULES.program.compiled.outcomes)))
