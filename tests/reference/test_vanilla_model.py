"""The slow model of vanilla Lycee: hand-checked positions, and random games."""

from __future__ import annotations

import ast
import random
from collections.abc import Sequence
from itertools import chain
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from .vanilla_lycee import (
    AF,
    DF,
    HAND_LIMIT,
    Card,
    Cell,
    Decision,
    Identity,
    Model,
    Option,
    minimal_payments,
    verdict,
)

SNOW, MOON, FLOWER, SPACE, SUN = 1, 2, 4, 8, 16
FREE = (0, 0, 0, 0, 0, 0)
ORDER = range(60)
#: Choices that may leave the position as it is: a discard is carried out with the last one named.
UNSEEN = ("keep", "leave", "decline", "pass", "discard")
Cost = tuple[int, int, int, int, int, int]


def character(
    name: int, stats: str = "111", cells: str = "*", cost: Cost = FREE, ex: int = 1
) -> Card:
    """Write a character: ``stats`` are AP, DP, SP; ``cells`` lists bits or is ``*`` for all."""
    mask = 63 if cells == "*" else sum(1 << int(bit) for bit in cells)
    ap, dp, sp = map(int, stats)
    return Card(name, SNOW, cost, ex, mask, ap, dp, sp)


def blank(name: int, ex: int = 1, attr: int = SNOW) -> Card:
    """Write a card that is no character."""
    return Card(name, attr, FREE, ex, 0, 0, 0, 0, character=False)


def deck(*top: Card) -> list[Card]:
    """Give a deck with the given cards on top; the rest are blanks.

    A character follows that costs nothing and pays nothing, so that a turn always asks something;
    under cards without a character it lies at the bottom.
    """
    idle = character(2000, ex=0)
    fill = [blank(1000 + i) for i in range(59 - len(top))]
    return [*top, idle, *fill] if any(card.character for card in top) else [*top, *fill, idle]


def begin(deck0: list[Card], deck1: list[Card], first: int = 0) -> Model:
    """Start a game with both decks in the order of their lists, keeping the opening hands."""
    model = Model(deck0, deck1)
    model.start(ORDER, ORDER, first)
    while at(model) == "mulligan":
        model.choose(("keep", None))
    return model


def at(model: Model) -> str:
    """Give the kind of the decision to be made."""
    decision = model.options()
    return decision.kind if decision else "over"


def subjects(model: Model, verb: str) -> list[Identity | Cell | None]:
    """Give what a verb can be done to now."""
    decision = model.options()
    assert decision is not None
    return [subject for name, subject in decision.options if name == verb]


def do(model: Model, *steps: tuple[str, Identity | Cell | None]) -> None:
    """Take options one after another."""
    for step in steps:
        model.choose(step)


def enter(model: Model, player: int, *placed: tuple[int, int, int]) -> None:
    """Enter free characters: index, row and column of each."""
    for index, row, column in placed:
        model.choose(("enter", (player, index)))
        if at(model) == "cell":
            model.choose(("cell", (player, row, column)))


def finish_turn(model: Model, player: int) -> None:
    """Pass, and discard the last cards offered, until the turn is over."""
    turn = model.turn
    while model.turn == turn and not model.over:
        decision = model.options()
        assert decision is not None
        assert decision.player == player
        model.choose(decision.options[-1])


def standing(model: Model, cell: Cell) -> tuple[Identity, bool, bool]:
    """Give card, tapped and locked of a cell."""
    return model.state()["cells"][cell]


# setup


def test_the_first_player_draws_one_card_and_then_both_draw_two() -> None:
    model = begin(deck(character(1)), deck(character(1)), first=1)
    state = model.state()
    assert (state["turn"], state["turn_player"]) == (1, 1)
    assert (len(state["hand"][0]), len(state["hand"][1])) == (7, 8)
    assert state["deck"][1][0] == (1, 8)
    finish_turn(model, 1)
    assert len(model.state()["hand"][0]) == 9
    assert len(model.state()["hand"][1]) == HAND_LIMIT


def test_a_hand_with_a_character_is_not_offered_a_mulligan() -> None:
    model = Model(deck(character(1)), deck(character(1)))
    model.start(ORDER, ORDER, 0)
    assert at(model) == "main"


def test_a_hand_without_a_character_may_be_redrawn_again_and_again() -> None:
    asked = []

    def reshuffle(player: int) -> Sequence[int]:
        asked.append(player)
        return ORDER if len(asked) < 3 else [59, *range(59)]

    model = Model(deck(), deck())
    model.start(ORDER, ORDER, 0, reshuffle)
    assert model.options() == Decision(0, "mulligan", [("keep", None), ("redraw", None)])
    assert model.state()["turn_player"] is None
    do(model, ("redraw", None), ("redraw", None))
    assert at(model) == "mulligan"
    do(model, ("redraw", None))
    decision = model.options()
    assert decision is not None
    assert (decision.player, decision.kind) == (1, "mulligan")
    assert model.state()["hand"][0] == (*((0, i) for i in range(6)), (0, 59))
    do(model, ("keep", None))
    assert asked == [0, 0, 0]
    assert model.turn == 1


def test_who_begins_is_asked_after_the_mulligans() -> None:
    model = Model(deck(), deck(character(1)))
    tossed = []

    def toss() -> int:
        tossed.append(at(model))
        return 1

    model.start(ORDER, ORDER, toss)
    assert tossed == []
    do(model, ("keep", None))
    assert tossed == ["mulligan"]
    assert model.turn_player == 1


def test_illegal_decks_are_refused() -> None:
    good = deck(character(1))
    with pytest.raises(ValueError, match="59 cards"):
        Model(good[:-1], good)
    with pytest.raises(ValueError, match="5 cards named 1"):
        Model(good, deck(*(character(1) for _ in range(5))))
    with pytest.raises(ValueError, match="no character"):
        Model(good, [blank(i) for i in range(60)])
    with pytest.raises(ValueError, match="not an order"):
        Model(good, good).start([0] * 60, ORDER, 0)


# entry


def test_a_character_enters_an_empty_cell_that_it_allows() -> None:
    cards = deck(character(1, cells="04"), character(2, cells="0"), character(3, cells="0123"))
    model = begin(cards, deck(character(1)))
    assert subjects(model, "enter") == [(0, 0), (0, 1), (0, 2), (0, 3)]
    do(model, ("enter", (0, 0)))
    assert subjects(model, "cell") == [(0, AF, 0), (0, DF, 1)]
    do(model, ("cell", (0, AF, 0)))
    assert standing(model, (0, AF, 0)) == ((0, 0), False, True)
    assert subjects(model, "enter") == [(0, 2), (0, 3)]
    do(model, ("enter", (0, 2)))
    assert subjects(model, "cell") == [(0, AF, 1), (0, AF, 2), (0, DF, 0)]


def test_one_character_of_a_name_on_each_field() -> None:
    cards = deck(character(1), character(1), character(2))
    model = begin(cards, cards)
    enter(model, 0, (0, AF, 0))
    assert subjects(model, "enter") == [(0, 2), (0, 3)]
    finish_turn(model, 0)
    assert subjects(model, "enter") == [(1, 0), (1, 1), (1, 2), (1, 3)]


def test_a_character_cannot_attack_in_the_turn_it_entered() -> None:
    model = begin(deck(character(1), character(2)), deck(character(1)))
    enter(model, 0, (0, AF, 1))
    assert subjects(model, "attack") == []
    finish_turn(model, 0)
    assert standing(model, (0, AF, 1))[2]
    finish_turn(model, 1)
    assert not standing(model, (0, AF, 1))[2]
    assert subjects(model, "attack") == [(0, 0)]


def test_payment_goes_to_the_dust_box_and_surplus_is_lost() -> None:
    payer = character(1, cost=(0, 0, 3, 0, 0, 0), cells="4")
    cards = deck(payer, blank(2, 2, FLOWER), blank(3, 2, FLOWER), *(blank(9 + i) for i in range(5)))
    model = begin(cards, deck(character(1)))
    do(model, ("enter", (0, 0)), ("pay", (0, 2)))
    assert standing(model, (0, DF, 1)) == ((0, 0), False, True)
    assert model.state()["dust"][0] == ((0, 1), (0, 2))
    assert model.state()["declared"] == ()


def test_payment_comes_card_by_card_without_one_too_many() -> None:
    payer = character(1, cost=(3, 0, 0, 0, 0, 0))
    cards = deck(
        payer, blank(2, 2), blank(3, 2), blank(4, 1), blank(5, 1), blank(6, 0), blank(7, 3)
    )
    cards[7] = blank(1007, 1, MOON)
    model = begin(cards, deck(character(1)))
    do(model, ("enter", (0, 0)))
    assert subjects(model, "pay") == [(0, 1), (0, 2), (0, 3), (0, 4), (0, 6)]
    do(model, ("pay", (0, 3)))
    assert model.state()["declared"] == ((0, 0), (0, 3))
    assert subjects(model, "pay") == [(0, 1), (0, 2)]
    do(model, ("pay", (0, 1)))
    assert at(model) == "cell"
    assert model.state()["dust"][0] == ()
    do(model, ("cell", (0, DF, 2)))
    assert model.state()["dust"][0] == ((0, 1), (0, 3))


def test_the_cell_can_be_named_before_the_payment() -> None:
    cards = deck(character(1, cost=(1, 0, 0, 0, 0, 0)))
    model = Model(cards, cards, cell_first=True)
    model.start(ORDER, ORDER, 0)
    do(model, ("enter", (0, 0)), ("cell", (0, AF, 0)))
    assert at(model) == "payment"
    do(model, ("pay", (0, 3)))
    assert standing(model, (0, AF, 0))[0] == (0, 0)


def payments(cost: Cost, *cards: tuple[int, int]) -> list[set[int]]:
    """Give the minimal payments out of cards written as attributes and EX, by position."""
    hand = {(0, i): blank(i, ex, attr) for i, (attr, ex) in enumerate(cards)}
    return [{index for _, index in way} for way in minimal_payments(hand, cost)]


def test_a_card_of_two_attributes_pays_each_point_as_either() -> None:
    assert payments((0, 0, 1, 0, 1, 0), (FLOWER | SUN, 2)) == [{0}]
    assert payments((0, 0, 1, 0, 1, 0), (FLOWER | SUN, 1), (SUN, 1), (SUN, 2)) == [{0, 1}, {0, 2}]
    assert payments((2, 1, 0, 0, 0, 0), (SNOW | MOON, 2), (MOON, 1)) == [{0, 1}]
    assert payments((2, 1, 0, 0, 0, 0), (MOON, 3), (SNOW, 1)) == []


def test_colourless_points_pay_only_what_any_attribute_pays() -> None:
    assert payments((1, 0, 0, 0, 0, 0), (0, 4)) == []
    assert payments((0, 0, 0, 0, 0, 1), (0, 1), (SUN, 1)) == [{0}, {1}]
    assert payments((1, 0, 0, 0, 0, 2), (0, 2), (SNOW, 1)) == [{0, 1}]


def test_a_card_without_points_is_no_payment() -> None:
    assert payments((1, 0, 0, 0, 0, 0), (SNOW, 0), (SNOW, 1)) == [{1}]
    assert payments(FREE, (SNOW, 1)) == [set()]


@given(
    st.lists(st.tuples(st.integers(0, 31), st.integers(0, 3)), max_size=6),
    st.tuples(*[st.integers(0, 2)] * 6),
)
def test_minimal_payments_are_what_counting_by_attributes_says(
    cards: list[tuple[int, int]], cost: Cost
) -> None:
    def enough(chosen: set[int]) -> bool:
        total = sum(cards[i][1] for i in chosen)
        return total >= sum(cost) and all(
            sum(cost[a] for a in range(5) if wanted >> a & 1)
            <= sum(cards[i][1] for i in chosen if cards[i][0] & wanted)
            for wanted in range(32)
        )

    subsets = [{i for i in range(len(cards)) if mask >> i & 1} for mask in range(1 << len(cards))]
    expected = [s for s in subsets if enough(s) and not any(enough(s - {i}) for i in s)]
    found = payments(cost, *cards)
    assert sorted(map(sorted, found)) == sorted(map(sorted, expected))


# battle


def duel(
    attackers: list[Card], attacking: list[int], defenders: list[Card], defending: list[int]
) -> Model:
    """Place characters on given cells (bits) of both fields; player 0 is about to attack."""
    model = begin(deck(*attackers), deck(*defenders))
    enter(model, 0, *((i, bit // 3, bit % 3) for i, bit in enumerate(attacking)))
    finish_turn(model, 0)
    enter(model, 1, *((i, bit // 3, bit % 3) for i, bit in enumerate(defending)))
    finish_turn(model, 1)
    return model


def test_nobody_defends_and_the_deck_loses_the_original_ap() -> None:
    model = duel([character(1, "300"), character(2, "122")], [1, 0], [], [])
    top = model.state()["deck"][1][:3]
    dust = set(model.state()["dust"][1])
    do(model, ("attack", (0, 0)), ("support", (0, 1)))
    assert set(model.state()["dust"][1]) == dust | set(top)
    assert standing(model, (0, AF, 1)) == ((0, 0), True, False)
    assert model.state()["values"][0, 0] == (3, 0, 0)


def test_an_original_ap_of_zero_does_no_damage() -> None:
    model = duel([character(1, "000"), character(2, "122")], [1, 0], [], [])
    deck_before = model.state()["deck"][1]
    do(model, ("attack", (0, 0)), ("support", (0, 1)))
    assert model.state()["deck"][1] == deck_before


def test_only_an_untapped_character_in_the_faced_column_may_defend() -> None:
    guards = [character(1, "990"), character(2, "990"), character(3, "990")]
    model = duel([character(1, "190"), character(2, "190")], [0, 1], guards, [5, 3, 1])
    do(model, ("attack", (0, 0)))
    assert model.options() == Decision(1, "defender", [("defend", (1, 0)), ("decline", None)])
    do(model, ("decline", None), ("pass", None))
    assert not standing(model, (1, DF, 2))[1]
    deck_before = len(model.state()["deck"][1])
    do(model, ("attack", (0, 1)))
    assert len(model.state()["deck"][1]) == deck_before - 1


def test_a_tapped_character_may_not_defend_and_a_locked_one_may() -> None:
    model = begin(deck(character(1, "190"), character(2, "190")), deck(character(1, "190")))
    enter(model, 0, (0, AF, 0), (1, AF, 1))
    finish_turn(model, 0)
    enter(model, 1, (0, DF, 2))
    finish_turn(model, 1)
    assert standing(model, (1, DF, 2)) == ((1, 0), False, True)
    do(model, ("attack", (0, 0)), ("defend", (1, 0)))
    while at(model) == "battle":
        do(model, ("pass", None))
    finish_turn(model, 0)
    do(model, ("leave", (1, 0)))
    finish_turn(model, 1)
    do(model, ("untap", (0, 0)), ("attack", (0, 0)))
    assert at(model) != "defender"


def test_the_stronger_attacker_downs_the_defender() -> None:
    model = duel([character(1, "330")], [0], [character(1, "120")], [5])
    do(model, ("attack", (0, 0)), ("defend", (1, 0)))
    assert (1, 0) in model.state()["dust"][1]
    assert list(model.state()["cells"]) == [(0, AF, 0)]


def test_equal_values_down_nobody() -> None:
    model = duel([character(1, "230")], [0], [character(1, "320")], [5])
    do(model, ("attack", (0, 0)), ("defend", (1, 0)))
    assert list(model.state()["cells"]) == [(0, AF, 0), (1, DF, 2)]


def test_both_may_be_downed_or_only_the_attacker() -> None:
    model = duel([character(1, "210")], [0], [character(1, "210")], [5])
    do(model, ("attack", (0, 0)), ("defend", (1, 0)))
    assert model.state()["cells"] == {}
    model = duel([character(1, "210")], [0], [character(1, "220")], [5])
    do(model, ("attack", (0, 0)), ("defend", (1, 0)))
    assert model.state()["cells"] == {(1, DF, 2): ((1, 0), True, True)}


def test_supports_raise_ap_in_front_and_dp_behind_until_the_battle_ends() -> None:
    model = duel(
        [character(1, "330"), character(2, "111")],
        [0, 3],
        [character(1, "120"), character(2, "112")],
        [5, 2],
    )
    do(model, ("attack", (0, 0)), ("defend", (1, 0)))
    assert model.options() == Decision(0, "battle", [("support", (0, 1)), ("pass", None)])
    do(model, ("pass", None))
    assert model.options() == Decision(1, "battle", [("support", (1, 1)), ("pass", None)])
    do(model, ("support", (1, 1)))
    assert standing(model, (1, AF, 2))[1]
    assert model.state()["values"][1, 0] == (1, 4, 0)
    assert model.state()["battle"] == ((0, 0), (1, 0))
    assert model.options() == Decision(0, "battle", [("support", (0, 1)), ("pass", None)])
    do(model, ("support", (0, 1)))
    state = model.state()
    assert all(tapped for _, tapped, _ in state["cells"].values())
    assert len(state["cells"]) == 4
    assert state["values"][0, 0] == (3, 3, 0)
    assert state["values"][1, 0] == (1, 2, 0)
    assert state["battle"] is None


def test_only_untapped_orthogonal_neighbours_support() -> None:
    team = [character(i, "111") for i in range(5)]
    model = duel(team, [0, 1, 2, 3, 5], [], [])
    do(model, ("attack", (0, 0)))
    assert subjects(model, "support") == [(0, 1), (0, 3)]
    do(model, ("support", (0, 1)))
    assert subjects(model, "support") == [(0, 3)]
    do(model, ("pass", None), ("attack", (0, 2)))
    assert at(model) == "battle"
    assert subjects(model, "support") == [(0, 4)]


def test_a_support_can_answer_a_support_where_that_is_played() -> None:
    model = Model(
        deck(character(1, "330"), character(2, "111")),
        deck(character(1, "120"), character(2, "112")),
        support_answers=True,
    )
    model.start(ORDER, ORDER, 0)
    enter(model, 0, (0, AF, 0), (1, DF, 0))
    finish_turn(model, 0)
    enter(model, 1, (0, DF, 2), (1, AF, 2))
    finish_turn(model, 1)
    do(model, ("attack", (0, 0)), ("defend", (1, 0)), ("support", (0, 1)))
    assert model.options() == Decision(1, "response", [("support", (1, 1)), ("pass", None)])
    do(model, ("support", (1, 1)))
    assert len(model.state()["cells"]) == 4


# turn frame and end


def test_waking_up_is_optional_for_each_own_character() -> None:
    model = duel([character(1), character(2), character(3)], [0, 2, 5], [character(1)], [3])
    do(model, ("attack", (0, 1)), ("decline", None), ("pass", None))
    do(model, ("attack", (0, 0)))
    finish_turn(model, 0)
    finish_turn(model, 1)
    hand = len(model.state()["hand"][0])
    assert model.options() == Decision(0, "wake-up", [("untap", (0, 0)), ("leave", (0, 0))])
    do(model, ("leave", (0, 0)))
    assert model.options() == Decision(0, "wake-up", [("untap", (0, 1)), ("leave", (0, 1))])
    assert len(model.state()["hand"][0]) == hand
    do(model, ("untap", (0, 1)))
    assert len(model.state()["hand"][0]) == hand + 2
    assert subjects(model, "attack") == [(0, 1)]


def test_the_turn_player_discards_down_to_seven_cards() -> None:
    model = begin(deck(character(1)), deck(character(1)))
    finish_turn(model, 0)
    do(model, ("pass", None))
    assert subjects(model, "discard") == [(1, i) for i in range(8)]
    do(model, ("discard", (1, 0)))
    assert subjects(model, "discard") == [(1, i) for i in range(1, 9)]
    assert len(model.state()["hand"][1]) == 9
    do(model, ("discard", (1, 8)))
    assert model.state()["hand"][1] == tuple((1, i) for i in range(1, 8))
    assert model.state()["dust"][1] == ((1, 0), (1, 8))
    assert model.turn == 3


def test_the_last_card_drawn_loses_the_game() -> None:
    model = begin(deck(character(1)), deck(character(1)), first=1)
    while not model.over:
        assert model.turn_player is not None
        finish_turn(model, model.turn_player)
    assert (model.winner, model.reason, model.turn) == (0, "deck out", 53)
    assert model.state()["deck"][1] == ()
    assert model.options() is None
    with pytest.raises(ValueError, match="no such option"):
        model.choose(("pass", None))


def test_damage_beyond_the_deck_takes_all_and_wins() -> None:
    model = duel([character(1, "911")._replace(ap=70)], [0], [], [])
    do(model, ("attack", (0, 0)))
    assert (model.over, model.winner) == (True, 0)
    assert len(model.state()["dust"][1]) + len(model.state()["hand"][1]) == 60


def test_both_decks_out_at_once_is_a_draw() -> None:
    assert verdict((0, 0)) == (None, "both decks out")
    assert verdict((0, 4)) == (1, "deck out")
    assert verdict((4, 0)) == (0, "deck out")
    assert verdict((1, 1)) is None


# random games


def random_deck(rng: random.Random) -> list[Card]:
    """Give a legal deck with costs in several attributes and names that meet."""
    names = [name for name in range(20) for _ in range(3)]
    cards = []
    for name in names:
        cost = [0] * 6
        for _ in range(rng.choice((0, 1, 1, 2, 2, 3, 4))):
            cost[rng.choice((0, 0, 1, 2, 5))] += 1
        cards.append(
            Card(
                name=name,
                attributes=rng.choice((0, SNOW, SNOW, MOON, FLOWER, SNOW | MOON, 31)),
                cost=(cost[0], cost[1], cost[2], cost[3], cost[4], cost[5]),
                ex=rng.choice((0, 1, 1, 2, 2, 3)),
                cells=rng.randrange(1, 64),
                ap=rng.randrange(5),
                dp=rng.randrange(5),
                sp=rng.randrange(3),
                character=rng.random() < 0.4,
            )
        )
    return cards if any(card.character for card in cards) else random_deck(rng)


def check(model: Model) -> None:
    """Check that every card is in one place of its owner and every option is sound."""
    state = model.state()
    places = [*state["deck"], *state["hand"], *state["dust"], state["declared"]]
    field = [card for card, _, _ in state["cells"].values()]
    everything = [*chain.from_iterable(places), *field]
    assert sorted(everything) == [(player, i) for player in (0, 1) for i in range(60)]
    for player in (0, 1):
        for zone in ("deck", "hand", "dust"):
            assert all(owner == player for owner, _ in state[zone][player])
        names = [model.cards[player][i].name for owner, i in field if owner == player]
        assert len(names) == len(set(names)) <= 6
    assert all(cell[0] == card[0] for cell, (card, _, _) in state["cells"].items())
    assert all(model.cards[owner][i].character for owner, i in field)
    assert not state["declared"] or at(model) in ("payment", "cell")
    if state["battle"] is None:
        for owner, i in field:
            card = model.cards[owner][i]
            assert state["values"][owner, i] == (card.ap, card.dp, card.sp)
    decision = model.options()
    assert model.over == (decision is None)
    if decision is not None:
        assert len(decision.options) == len(set(decision.options)) >= 2
        assert model.turn_player is None or all(state["deck"])


def self_play(seed: int) -> tuple[Model, list[tuple[int, Option]]]:
    """Play one random game with checks; give it and its choices."""
    rng = random.Random(seed)
    model = Model(random_deck(rng), random_deck(rng))
    orders = [rng.sample(range(60), 60) for _ in range(2)]
    model.start(orders[0], orders[1], rng.randrange(2), lambda _: rng.sample(range(60), 60))
    taken: list[tuple[int, Option]] = []
    while (decision := model.options()) is not None:
        check(model)
        before = model.state()
        with pytest.raises(ValueError, match="no such option"):
            model.choose(("pay", (0, 60)))
        assert model.state() == before
        option = rng.choice(decision.options)
        model.choose(option)
        assert model.state() != before or option[0] in UNSEEN
        taken.append((decision.player, option))
    check(model)
    return model, taken


def test_random_games_keep_every_card_and_end_by_an_empty_deck() -> None:
    seen: set[str] = set()
    for seed in range(60):
        model, taken = self_play(seed)
        assert model.reason == "deck out"
        assert model.winner in (0, 1)
        assert model.turn <= 54
        assert len(taken) > 20
        seen |= {option[0] for _, option in taken}
    assert seen == {
        *("keep", "redraw", "untap", "leave", "enter", "attack", "pass"),
        *("cell", "pay", "defend", "decline", "support", "discard"),
    }


def test_the_same_seed_gives_the_same_game() -> None:
    first, second = self_play(3), self_play(3)
    assert first[1] == second[1]
    assert first[0].state() == second[0].state()


def test_the_model_shares_nothing_with_the_engine() -> None:
    tree = ast.parse(Path(__file__).with_name("vanilla_lycee.py").read_text("utf-8"))
    modules = {
        alias.name if isinstance(node, ast.Import) else str(node.module)
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    }
    standard = {"__future__", "collections", "dataclasses", "functools", "itertools", "typing"}
    assert {module.split(".")[0] for module in modules} <= standard
