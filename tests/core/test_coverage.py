"""Which rules games use: in 2,000 games of Lycee's decks nothing stays unused without a reason."""

from __future__ import annotations

from functools import cache

import pytest

from tefuda.coverage import Coverage
from tefuda.playing import Results, play_games

from ..loaded import loaded

LYCEE = loaded("lycee")

NO_CARD = "no card of the decks does this; the tests of cards and rulings do"
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
                "attacks_only_with(item=101)",
                "defends_only_with(item=101)",
                "cheaper_special_ability(n=2)",
                "shields_neighbours(person=1)",
                "removes_own_deck_or_goes(n=4)",
            ],
            NUMBERS,
        ),
        **dict.fromkeys(
            """
            swap_ap_and_dp move_characters bar_special_abilities use_at_once entering_enemy
            answers_enemy_special items_of_enemies unequipped_friends named_in_play
            who_stands_here defends_here friends_facing_enemies enemies_facing bears
            supports_from_afar aggressive tax_trash tax_wake_up side_attack dash defender
            rename attacker refuse_entry use_found_event supporter steal_item foil_special
            swap_across brings_an_enemy takes_both_along links_roads removes_the_other_sex
            removes_dust_boxes nothing_to_dust cheaper_entry_here tax_trash_by_deck
            refills_deck cannot_be_defended discarded_by_item penalty_mill_three
            is_itself_again
            """.split(),
            NO_CARD,
        ),
    },
    "timings": dict.fromkeys(["would_down", "would_leave"], "asked by would, never raised"),
    "abilities": dict.fromkeys(
        """
        downed_are_removed raises_both supports_from_afar aggressive tax_trash tax_wake_up
        side_attack removes_what_neighbours_down raises_the_other dash_in_full_row dash
        row_no_target_of_specials defender dearer_cards dearer_abilities attacks_only_with
        defends_only_with rename attacker refuse_entry must_defend_in_column use_found_event
        supporter no_target_of_cheaper payment_has_ex steal_item foil_special
        raises_both_of_male swap_across cheaper_by_payment_card opponent_is_downed
        cheaper_special_ability larger_hand bearer_can_be_discarded bearer_ap bearer_dp
        bearer_sp no_support_while_bearer_battles brings_an_enemy takes_both_along
        bearer_has_penalty bearer_has_deck_bonus shields_neighbours links_roads
        taxes_who_stands_here removes_the_other_sex removes_dust_boxes nothing_to_dust
        removes_own_deck_or_goes cheaper_entry_here tax_trash_by_deck nobody_supports
        removed_on_leaving refills_deck nobody_uses_name must_face cannot_be_defended
        discarded_by_item penalty_mill_three is_itself_again@turn_end
        """.split(),
        "asked and not carried out: a mark, an answer or a static text, or on no card of the decks",
    ),
    "verbs": {
        "redraw": RARE,
        **dict.fromkeys(["may", "support_raises", "name"], NO_CARD),
        "payment": "a payment can be passed over only by paying in full",
    },
}


@cache
def covered() -> Coverage:
    """2,000 games: each deck against the next, by chance, and a few by greedy bots."""
    coverage = Coverage(LYCEE.program)
    decks = list(LYCEE.decks)
    for first, second in zip(decks, [*decks[1:], decks[0]], strict=True):
        match = LYCEE.match(first, second)
        coverage.play(match, 5, 0, 340)
        coverage.play(match, 5, 0, 17, bots=("greedy", "greedy"))
    return coverage


def test_two_thousand_games_are_played():
    assert covered().games == 357 * len(LYCEE.decks) >= 2_000


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
    assert lines.keys() >= {"steal_item", "redraw"}
    assert set(lines["steal_item"]) == rows["steal_item"]
