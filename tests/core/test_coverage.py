"""Which rules games use: in 2,000 games of Lycee's decks nothing stays unused without a reason."""

from __future__ import annotations

from functools import cache

import pytest

import tefuda
from tefuda.coverage import Coverage
from tefuda.playing import Results, play_games

LYCEE = tefuda.load("lycee")

NO_CARD = "no card of the decks does this; the tests of the rulings do"
NUMBERS = "every card gives numbers of its own, so that a function of its own is compiled"
IN_THE_HEAD = "asked while a bot tries options out, which is not counted"
RARE = "seven cards without a character are not met in so few games"

#: What no game of the shipped decks uses, by sort, and why.
REASONS: dict[str, dict[str, str]] = {
    "functions": {
        **dict.fromkeys(["rate", "worth", "side"], IN_THE_HEAD),
        **dict.fromkeys(["redraw"], RARE),
        **dict.fromkeys(
            [
                "supported_gains(ap=0, dp=0)",
                "change_enemies(ap=0, dp=0, sp=0)",
                "strengthen_itself_in_front(ap=0, dp=0, sp=0)",
            ],
            NUMBERS,
        ),
        **dict.fromkeys(
            """aggressive attacker bar_special_abilities bases convert dash defender
            gain_abilities_of lose_basic_ability move_characters neighbours rearrange replace_base
            return_to_hand second_targets set_ap set_dp side_attack supporter supports_from_afar
            swap_ap_and_dp tax_trash tax_wake_up untap""".split(),
            NO_CARD,
        ),
    },
    "timings": dict.fromkeys(["removed_from_game", "would_down", "would_leave"], NO_CARD),
    "abilities": dict.fromkeys(
        """aggressive attacker bearer_ap bearer_dp bearer_sp dash dash_in_full_row dearer_abilities
        dearer_cards defender downed_are_removed larger_hand must_defend_in_column
        no_support_while_bearer_battles no_target_of_cheaper nobody_supports
        removes_what_neighbours_down row_no_target_of_specials side_attack supporter
        supports_from_afar tax_trash tax_wake_up""".split(),
        "asked and not carried out: a mark, an answer or a static text, or on no card of the decks",
    ),
    "verbs": {
        "redraw": RARE,
        **dict.fromkeys(["convert", "may", "next_place", "support_raises"], NO_CARD),
        "payment": "a payment can be passed over only by paying in full",
    },
}


@cache
def covered() -> Coverage:
    """2,000 games: each deck against each, by chance, and a few by greedy bots."""
    coverage = Coverage(LYCEE.program)
    for first in LYCEE.decks:
        for second in LYCEE.decks:
            match = LYCEE.match(first, second)
            coverage.play(match, 5, 0, 500)
            coverage.play(match, 5, 0, 25, bots=("greedy", "greedy"))
    return coverage


def test_two_thousand_games_are_played():
    assert covered().games == 4 * 525


@pytest.mark.parametrize("sort", REASONS)
def test_nothing_stays_unused_without_a_reason(sort):
    unused = set(covered().unused()[sort])
    known = {"functions": covered().functions, "timings": covered().timings}
    known |= {"abilities": covered().abilities, "verbs": covered().verbs}
    assert unused <= set(REASONS[sort]), "used by no game: give a card, or a reason"
    stale = set(REASONS[sort]) & set(known[sort]()) - unused
    assert not stale, "used by games: needs no reason"


def test_every_sort_of_rule_is_asked_about():
    assert set(covered().unused()) == set(REASONS)


def test_counts_are_those_of_the_games():
    """Turns begin as often as the results say; what is counted changes no game."""
    match = LYCEE.match("sampler", "sampler")
    coverage = Coverage(LYCEE.program)
    coverage.play(match, 8, 0, 100)
    results = Results(100)
    play_games(match.program, match, 8, 0, 100, results)
    turns = sum(results.turns) + 100
    assert coverage.timings()["turn_start"] == turns
    # A turn may end a game before its end.
    assert turns - 100 <= coverage.timings()["turn_end"] < turns
    assert coverage.functions()["take_turn"] == turns
    assert sum(coverage.verbs().values()) == sum(results.decisions)
    assert coverage.functions()["set_up"] == 100


def test_games_add_up():
    match = LYCEE.match("vanilla", "vanilla")
    whole, parts = Coverage(LYCEE.program), Coverage(LYCEE.program)
    whole.play(match, 8, 0, 60)
    for first in (0, 20, 40):
        parts.play(match, 8, first, 20)
    assert parts.games == whole.games == 60
    assert parts.instructions() == whole.instructions()
    assert parts.verbs() == whole.verbs()
    assert parts.timings() == whole.timings()
    assert Coverage(LYCEE.program).unused()["verbs"] == [row.name for row in LYCEE.compiled.verbs]


def test_lines_that_no_game_came_to_are_lines_of_their_functions():
    lines = covered().lines()
    rows = {row.name: {line for _, line in row.lines} for row in LYCEE.compiled.functions}
    for name, missing in lines.items():
        assert missing == sorted(set(missing))
        assert set(missing) <= rows[name]
    assert lines.keys() >= {"convert", "replace_base"}
    assert set(lines["convert"]) == rows["convert"]
