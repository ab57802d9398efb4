"""What holds at every decision of every game, on random games of the shipped decks.

Cards are in exactly one place, options are legal, unique and in an order that tells nothing, a
refused action changes nothing, copies and snapshots are games of their own, and nobody learns what
is hidden: two states that differ only in that are the same to a player.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from itertools import groupby, pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from tefuda import IllegalAction
from tefuda.editor import GameEditor
from tefuda.game import Game
from tefuda.lang import compile_rules
from tefuda.playing import record_game
from tefuda.program import MatchTables, Program
from tefuda.ruleset import Ruleset
from tefuda.views import CardView, View

from ..loaded import loaded
from . import small

LYCEE = loaded("lycee")
DECKS = [("vanilla", "vanilla"), ("sampler", "starter-snow"), ("starter-moon", "starter-garden")]
SEEDS = st.integers(0, 2**64 - 1)
#: The games of one run are the same in every run.
FEW = settings(max_examples=8, derandomize=True, database=None)


def new_game(decks: tuple[str, str], seed: int, **options: Any) -> Game:
    return LYCEE.new_game(decks=decks, seed=seed, **options)


def states(game: Game, seed: int, every: int = 1) -> Iterator[tuple[Game, random.Random]]:
    """Play on at random, stopping at every so many decisions and at the end."""
    rng = random.Random(seed)
    number = rng.randrange(every)
    while not game.over:
        if number % every == 0:
            yield game, rng
        game.apply(rng.choice(game.legal_actions))
        number += 1
    yield game, rng


def places(game: Game) -> Counter[int]:
    """How often each card is found, looking into every zone and at what hangs on cards."""
    editor = GameEditor(game)
    found: Counter[int] = Counter()
    for player in (0, 1):
        for zone in game.program.compiled.zones:
            for cell in range(zone.rows * zone.columns):
                cards = editor.zone(player, zone.name, cell)
                found.update(cards)
                for place, card in enumerate(cards):
                    assert editor.where(card) == (player, zone.name, cell, place)
    for card in range(len(game.tables)):
        host = editor.host(card)
        if host is not None:
            assert editor.where(card) is None
            found[card] += 1
            # What hangs on a card hangs, in the end, on one that lies in a zone.
            for _ in range(len(game.tables)):
                above = editor.host(host[0])
                if above is None:
                    break
                host = above
            assert editor.where(host[0]) is not None
    return found


def in_order(game: Game) -> bool:
    """Whether options stand by verb, then known cards by number, then place."""
    editor = GameEditor(game)
    compiled = game.program.compiled
    zones = [
        (player, zone.name, cell)
        for player in (0, 1)
        for zone in compiled.zones
        for cell in range(zone.rows * zone.columns)
    ]
    numbers = LYCEE.pool.numbers
    keys = []
    for action in game.legal_actions:
        kind = action >> 48 & 255
        if kind != 1:
            keys.append((action >> 48, 0, 0, 0))
            continue
        zone, place = zones[action >> 16 & 255], action >> 8 & 255
        card = editor.zone(*zone)[place]
        known = not action & 255 and editor.knows(game.player or 0, card)
        number = numbers.index(editor.number(card)) if known else len(numbers)
        if action & 255:  # hangs on the card: which one it is the place tells
            keys.append((action >> 48, -1, 0, 0))
        else:
            keys.append((action >> 48, number, action >> 16 & 255, place))
    verbs = [verb for verb, _ in groupby(key[0] for key in keys)]
    hanging = any(key[1] < 0 for key in keys)
    return len(verbs) == len(set(verbs)) and (
        hanging or all(list(g) == sorted(g) for _, group in _by_verb(keys) for g in [group])
    )


def _by_verb(keys: list[tuple[int, ...]]) -> list[tuple[int, list[tuple[int, ...]]]]:
    return [(verb, list(group)) for verb, group in groupby(keys, key=lambda key: key[0])]


# at every decision


@pytest.mark.parametrize("decks", DECKS, ids="-".join)
@FEW
@given(seed=SEEDS)
def test_cards_are_conserved_and_options_are_legal_unique_and_in_order(decks, seed):
    for game, _ in states(new_game(decks, seed), seed):
        assert game.check() == []
        assert places(game) == Counter(range(120))
        actions = game.legal_actions
        if game.over:
            assert actions == []
            assert game.player is None
            assert game.outcome is not None
            assert game.outcome.error is None
            break
        assert game.player in (0, 1)
        assert len(actions) > 1
        assert len(set(actions)) == len(actions)
        assert all(0 <= action < 2**64 for action in actions)
        assert game.legal_actions == actions == game.copy().legal_actions
        assert in_order(game), [game.action_text(action) for action in actions]
        assert len({game.action_text(action) for action in actions}) == len(actions)


@pytest.mark.parametrize("decks", DECKS, ids="-".join)
@FEW
@given(seed=SEEDS)
def test_every_listed_action_can_be_done_and_every_other_is_refused(decks, seed):
    for game, rng in states(new_game(decks, seed, log=True), seed, 12):
        before, log = game.snapshot(), game.log(0)
        actions = game.legal_actions
        for action in actions:
            game.copy().apply(action)
        others = {action ^ 1 << rng.randrange(64) for action in actions for _ in range(4)}
        others |= {rng.getrandbits(64), 0, 2**64 - 1} | {action + 256 for action in actions}
        for action in sorted(others - set(actions)):
            with pytest.raises(IllegalAction) as caught:
                game.apply(action)
            assert type(caught.value) is IllegalAction
        assert game.legal_actions == actions
        assert (game.snapshot(), game.log(0)) == (before, log)


@pytest.mark.parametrize("decks", DECKS, ids="-".join)
@FEW
@given(seed=SEEDS)
def test_a_copy_is_a_game_of_its_own(decks, seed):
    for game, rng in states(new_game(decks, seed), seed, 10):
        before = game.snapshot()
        first, second = game.copy(), game.copy()
        assert first.snapshot() == before
        assert first.hash() == game.hash()
        for _ in range(30):
            if first.over:
                break
            action = rng.choice(first.legal_actions)
            first.apply(action)
            second.apply(action)
            assert first.hash() == second.hash()
        assert first.snapshot() == second.snapshot()
        assert game.snapshot() == before
        kept = first.snapshot()
        if not game.over:
            game.copy().apply(rng.choice(game.legal_actions))
        assert first.snapshot() == kept


@pytest.mark.parametrize("decks", DECKS, ids="-".join)
@FEW
@given(seed=SEEDS)
def test_snapshots_and_recordings_give_the_same_game(decks, seed):
    match = LYCEE.match(*decks)
    rng = random.Random(seed)
    game, again = new_game(decks, seed, number=7), None
    for at, option in enumerate(record_game(match.program, match, seed, 7)):
        if at % 9 == 0:
            data = game.snapshot()
            again = Game.restore(LYCEE, data)
            assert again.snapshot() == data
            assert again.legal_actions == game.legal_actions
            assert again.outcome == game.outcome
            assert [again.view(0), again.view(1)] == [game.view(0), game.view(1)]
            # Values that are kept are worked out anew: what was asked before makes no difference.
            assert again.hash() == game.hash() == game.copy().hash()
        assert again is not None
        if rng.random() < 0.1:
            again.copy().apply(rng.choice(again.legal_actions))
        game.apply(option)
        again.apply(option)
        assert again.hash() == game.hash()
    assert game.over
    assert again is not None
    assert again.outcome == game.outcome
    assert Game.restore(LYCEE.program, game.snapshot()).outcome == game.outcome


def values(game: Game) -> dict[tuple[int, str], int]:
    """The stats of all cards in play."""
    editor = GameEditor(game)
    return {
        (card, stat): editor.stat(card, stat)
        for player in (0, 1)
        for cell in range(6)
        for card in editor.zone(player, "field", cell)
        for stat in ("ap", "dp", "sp", "ex")
    }


@FEW
@given(seed=SEEDS)
def test_kept_values_equal_those_worked_out_anew(seed):
    seen = 0
    for game, _ in states(new_game(("sampler", "sampler"), seed), seed, 3):
        fresh = Game.restore(LYCEE, game.snapshot())
        found = values(game)
        assert values(fresh) == found
        assert fresh.hash() == game.hash()
        seen += len(found)
    assert seen


# positions that no game has come to


def upset(game: Game, rng: random.Random) -> GameEditor:
    """Lay cards about at random where the rules let them be, and mark some."""
    editor = GameEditor(game)
    fields = [(player, cell) for player in (0, 1) for cell in range(6)]
    for card in rng.sample(range(120), 40):
        owner = 0 if card < 60 else 1
        kind = rng.choice(["hand", "deck", "dust_box", "removed", "field", "field"])
        if kind == "field":
            free = [
                (player, cell)
                for player, cell in fields
                if player == owner and not editor.zone(player, "field", cell)
            ]
            form = game.tables.cards[card][1]
            character = LYCEE.pool[LYCEE.pool.numbers[form]].words["type"] == 0
            if not free or not character:
                continue
            editor.place(card, owner, "field", rng.choice(free)[1])
            for flag in ("tapped", "locked"):
                editor.set_flag(card, flag, rng.random() < 0.3)
        else:
            editor.place(card, owner, kind, bottom=rng.random() < 0.5)
            if rng.random() < 0.2:
                editor.show(rng.randrange(2), [card])
    if rng.random() < 0.5:
        editor.set_turn(rng.randrange(60))
    editor.reseed(rng.getrandbits(64))
    return editor


@pytest.mark.parametrize("decks", DECKS[:2], ids="-".join)
@settings(max_examples=40, derandomize=True, database=None)
@given(seed=SEEDS)
def test_positions_laid_out_by_hand_are_as_sound_as_those_of_games(decks, seed):
    rng = random.Random(seed)
    game = new_game(decks, seed)
    main = [verb.name for verb in game.program.compiled.verbs].index("main")
    for _ in range(rng.randrange(80)):
        if not game.over:
            game.apply(rng.choice(game.legal_actions))
    while not game.over and not any(action >> 56 == main for action in game.legal_actions):
        game.apply(rng.choice(game.legal_actions))
    if game.over:
        return
    upset(game, rng).offer_again()
    for state, _ in states(game, seed):
        assert state.check() == []
        assert places(state) == Counter(range(120))
        if state.decisions > 400 or state.over:
            break
        actions = state.legal_actions
        assert len(set(actions)) == len(actions) > 1
        assert in_order(state)
        if rng.random() < 0.1:
            assert state.player is not None
            twin = state.determinize(state.player, rng.getrandbits(64))
            assert twin.view(state.player) == state.view(state.player)
            assert twin.legal_actions == actions
            again = Game.restore(LYCEE, state.snapshot())
            assert again.hash() == state.hash() == state.copy().hash()
            assert again.legal_actions == actions


# hidden cards


def numbers(view: View) -> set[str]:
    """Every card number that a view shows."""
    found: set[str] = set()

    def look(card: CardView | None) -> None:
        if card is not None:
            if card.number is not None:
                found.add(card.number)
            for cards in card.attached.values():
                for inner in cards:
                    look(inner)

    for zone in view.zones:
        for card in zone.cards:
            look(card)
    return found


@pytest.mark.parametrize("decks", DECKS, ids="-".join)
@FEW
@given(seed=SEEDS)
def test_states_that_differ_in_hidden_cards_are_the_same_to_a_player(decks, seed):
    differing = 0
    for game, rng in states(new_game(decks, seed), seed, 6):
        if game.player is None:
            continue
        player = game.player
        twin = game.determinize(player, rng.getrandbits(64))
        differing += twin.hash() != game.hash()
        assert twin.check() == []
        assert places(twin) == Counter(range(120))
        assert twin.player == player
        assert twin.view(player) == game.view(player)
        assert twin.legal_actions == game.legal_actions
        for action in game.legal_actions:
            assert twin.action_text(action) == game.action_text(action)
        wrong = rng.getrandbits(64)
        texts = []
        for one in (game, twin):
            with pytest.raises(IllegalAction) as caught:
                one.apply(wrong)
            texts.append(str(caught.value))
        assert texts[0] == texts[1]
        assert repr(twin) == repr(game)
        # Each side of a twin can be played to its end.
        twin.apply(rng.choice(twin.legal_actions))
        assert twin.check() == []
        with pytest.raises(IllegalAction, match="is to decide"):
            game.determinize(1 - player, 1)
    assert differing > 5


@pytest.mark.parametrize("decks", DECKS, ids="-".join)
@FEW
@given(seed=SEEDS)
def test_neither_log_nor_texts_name_what_their_reader_never_saw(decks, seed):
    game = new_game(decks, seed, log=True)
    seen: tuple[set[str], set[str]] = (set(), set())
    everything = {LYCEE.pool.numbers[form] for _, form in game.tables.cards}
    for state, _ in states(game, seed):
        for viewer in (0, 1):
            seen[viewer].update(numbers(state.view(viewer)))
            for action in state.legal_actions:
                text = state.action_text(action, viewer)
                if viewer != state.player:
                    hidden = everything - numbers(state.view(viewer))
                    assert not [number for number in hidden if f"{number} " in text]
    for viewer in (0, 1):
        for event in game.log(viewer):
            # Whether the other player was asked at all is nobody's business.
            assert event.kind != "choice" or event.player == viewer
            for number in everything - seen[viewer]:
                assert f"{number} " not in event.text or event.kind in ("move", "reveal", "look")


@FEW
@given(seed=SEEDS)
def test_what_the_other_player_holds_changes_nothing_until_it_is_shown(seed):
    """Exchange a hidden hand card of the other player with one of the deck, and play on."""
    game = new_game(("sampler", "sampler"), seed, log=True)
    rng = random.Random(seed)
    for _ in range(rng.randrange(4, 60)):
        game.apply(rng.choice(game.legal_actions))
        if game.over:
            return
    viewer = game.player
    assert viewer is not None
    twin = game.copy()
    editor = GameEditor(twin)
    other = 1 - viewer
    held = [c for c in editor.zone(other, "hand") if not editor.knows(viewer, c)]
    if not held:
        return
    top = editor.zone(other, "deck")[-1]
    if editor.number(top) == editor.number(held[0]) or editor.knows(viewer, top):
        return
    hand = editor.zone(other, "hand")
    editor.place(held[0], other, "deck")
    editor.place(top, other, "hand")
    editor.order(other, "hand", [top if card == held[0] else card for card in hand[::-1]])
    assert twin.check() == []
    for _ in range(12):
        assert twin.view(viewer) == game.view(viewer)
        assert [str(e) for e in twin.log(viewer)] == [str(e) for e in game.log(viewer)]
        if game.over or game.player != viewer or twin.player != viewer:
            break
        assert twin.legal_actions == game.legal_actions
        # What both players learn from what follows may differ: only the own passes do not.
        action = game.legal_actions[-1]
        if not game.action_text(action).startswith("pass"):
            break
        game.apply(action)
        twin.apply(action)
        if game.player != viewer or twin.player != viewer:
            break


# deals, in a game small enough to count them


@cache
def tiny_match(size: int = 5) -> MatchTables:
    compiled = compile_rules(small.rules, small.pool(), {"cards": 2})
    return MatchTables(Program(compiled), range(size), range(size))


def tiny_game(seed: int, size: int = 5, **options: Any) -> Game:
    match = tiny_match(size)
    return Game(match.program, match, seed=seed, **options)


def do(game: Game, verb: str, number: int = 0) -> None:
    verbs = game.program.compiled.verbs
    found = [a for a in game.legal_actions if verbs[a >> 56].name == verb]
    game.apply(found[number])


def test_deals_are_uniform_over_all_that_are_possible():
    """Five cards a player: the viewer holds three; of the other two are in the hand."""
    game = tiny_game(4)
    viewer = game.player
    assert viewer is not None
    hands: Counter[tuple[int, ...]] = Counter()
    decks: Counter[tuple[int, ...]] = Counter()
    own: Counter[tuple[int, ...]] = Counter()
    both: Counter[tuple[Any, ...]] = Counter()
    own_hand = GameEditor(game).zone(viewer, "hand")
    for seed in range(6000):
        editor = GameEditor(game.determinize(viewer, seed))
        assert editor.zone(viewer, "hand") == own_hand
        hand = tuple(sorted(editor.zone(1 - viewer, "hand")))
        deck = tuple(editor.zone(1 - viewer, "deck"))
        hands[hand] += 1
        decks[deck] += 1
        own[tuple(editor.zone(viewer, "deck"))] += 1
        both[deck, tuple(editor.zone(viewer, "deck"))] += 1
    assert len(hands) == 10
    assert len(decks) == 60
    assert len(own) == 2
    assert len(both) == 120
    for counts in (hands, decks, own, both):
        assert stats.chisquare(list(counts.values())).pvalue > 0.001


def test_deals_of_neighbouring_seeds_are_independent():
    game = tiny_game(4)
    viewer = game.player
    assert viewer is not None
    deals = [
        tuple(GameEditor(game.determinize(viewer, seed)).zone(1 - viewer, "deck"))
        for seed in range(3000)
    ]
    repeats = sum(a == b for a, b in pairwise(deals))
    # One in sixty, give or take four standard errors.
    assert abs(repeats - 50) < 4 * 7
    assert game.determinize(viewer, 5).hash() == game.determinize(viewer, 5).hash()


def test_a_card_that_was_shown_stays_known_until_the_hand_may_have_changed():
    game = tiny_game(4)
    viewer = game.player
    assert viewer is not None
    other = 1 - viewer
    editor = GameEditor(game)
    do(game, "show", 0)
    shown = [card for card in editor.zone(viewer, "hand") if editor.knows(other, card)]
    assert len(shown) == 1
    number = editor.number(shown[0])
    assert numbers(game.view(other)) == {number} | numbers_of(editor, other)
    # Drawing and playing other cards leaves it known ...
    while game.player == viewer:
        do(game, "main")
    do(game, "main")
    assert game.player == viewer
    assert editor.knows(other, shown[0])
    # ... every deal keeps it where it is ...
    do(game, "main")
    assert game.player == other
    for seed in range(100):
        assert shown[0] in GameEditor(game.determinize(other, seed)).zone(viewer, "hand")
    do(game, "main")
    # ... and a card laid under the deck unseen lets the other player forget the whole hand.
    hand = editor.zone(viewer, "hand")
    unknown = next(card for card in hand if card != shown[0])
    position = sorted(hand, key=lambda card: editor.number(card)).index(unknown)
    do(game, "put_back", position)
    assert not editor.knows(other, shown[0])
    assert editor.knows(viewer, unknown)


def numbers_of(editor: GameEditor, player: int) -> set[str]:
    return {editor.number(card) for card in editor.zone(player, "hand")}


def test_a_shuffle_lets_everybody_forget_what_lies_in_a_deck():
    game = tiny_game(4)
    viewer = game.player
    assert viewer is not None
    editor = GameEditor(game)
    do(game, "put_back", 0)
    bottom = editor.zone(viewer, "deck")[0]
    assert editor.knows(viewer, bottom)
    for seed in range(50):
        dealt = GameEditor(game.determinize(viewer, seed))
        assert dealt.zone(viewer, "deck")[0] == bottom
    do(game, "mix")
    assert not any(editor.knows(p, card) for p in (0, 1) for card in editor.zone(viewer, "deck"))
    found = {
        GameEditor(game.determinize(viewer, seed)).zone(viewer, "deck")[0] for seed in range(50)
    }
    assert len(found) == 3


def test_a_view_holds_no_seed_and_no_order_of_a_deck():
    game = tiny_game(4)
    for player in (0, 1):
        view = game.view(player)
        for side in (0, 1):
            assert view.zone(side, "deck").cards == (None,) * view.zone(side, "deck").count
        assert str(game.hash()) not in repr(view)
    # The same hand in another order of the deck: another game, the same view.
    twin = game.copy()
    editor = GameEditor(twin)
    editor.order(0, "deck", editor.zone(0, "deck"))
    assert [twin.view(0), twin.view(1)] == [game.view(0), game.view(1)]
    assert twin.hash() != game.hash()


def test_games_end_with_the_last_card_drawn():
    """The deck that runs out, with hands empty and full."""
    for cards in (0, 2, 5):
        compiled = compile_rules(small.rules, small.pool(), {"cards": cards})
        match = MatchTables(Program(compiled), range(5), range(5))
        game = Game(match.program, match, seed=1)
        with suppress(IndexError):
            while not game.over:
                game.apply(game.legal_actions[-1])
        assert game.outcome is not None
        assert game.outcome.reason == "empty"
        assert game.outcome.winner is not None
        assert GameEditor(game).zone(1 - game.outcome.winner, "deck") == []


def test_the_ruleset_is_what_is_tested():
    assert isinstance(LYCEE, Ruleset)
    assert {deck for pair in DECKS for deck in pair} <= set(LYCEE.decks)
    assert len({deck for pair in DECKS for deck in pair}) >= 3


def test_a_game_without_a_state_cannot_be_made():
    """Whoever passes by the constructor gets no game, or one that is over."""

    class Idle(Game):
        def __init__(self, *given):
            pass

    for arguments in ((), (None, None), (LYCEE.program,)):
        with pytest.raises(TypeError, match="new_game"):
            Game.__new__(Game, *arguments)
    idle = Idle(LYCEE.program, LYCEE.match("vanilla", "vanilla"))
    assert idle.over
    assert idle.legal_actions == []
    assert idle.copy().over
