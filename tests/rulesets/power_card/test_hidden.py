"""What players may know of power cards: faces stay hidden, and options tell nothing."""

from collections import Counter, defaultdict
from itertools import permutations

import pytest

import tefuda
from tefuda.editor import GameEditor
from tefuda.errors import IllegalAction

from ...loaded import loaded
from .table import Table


def secret(face: str) -> Table:
    """The other player has set a hand card, known to that player, on a character that can pay."""
    s = Table().char("A", power=1).char("G", "enemy dominion")
    s.put("X", on="G", link="power", face_down=True, known_to=1, type=face)
    s.put("Y", on="G", link="power", face_down=True, type="project")
    return s


def test_a_set_card_is_known_to_its_setter_alone() -> None:
    s = Table("power_cards").char("D").hand("H").put("I", "hand")
    s.act("set as power", "H")
    assert s.knows(0, "H")
    assert not s.knows(1, "H")


def test_a_charged_card_is_known_to_nobody() -> None:
    s = Table().char("D", abilities=["charge"]).put("Top", "deck").phase()
    s.act("charge")
    assert s.zone("Top") == "on D"
    assert not s.knows(0, "Top")
    assert not s.knows(1, "Top")


def test_a_paid_card_is_open() -> None:
    s = secret("fast").act("attack", "A").act("guard", "G", player=1)
    assert s.waiting_for == "pay"
    s.choose("X")
    assert s.knows(0, "X")


def test_views_logs_and_options_do_not_depend_on_hidden_faces() -> None:
    seen = []
    for face in ("fast", "permanent"):
        s = secret(face)
        game = s.game
        seen.append((str(game.view(0)), [str(e) for e in game.log(0)], game.legal_actions))
        other = game.determinize(0, 5)
        assert str(other.view(0)) == str(game.view(0))
        assert other.legal_actions == game.legal_actions
    assert seen[0][0].replace("permanent", "fast") == seen[1][0].replace("permanent", "fast")
    assert seen[0][2] == seen[1][2]


def test_unknown_power_cards_of_one_character_are_one_option() -> None:
    s = Table().char("D", power=3).char("E", power=1)
    s.put("J", "hand", type="project", cost=1).act("declare", "J")
    assert len(s.legal("pay")) == 2


def test_ids_of_options_name_places() -> None:
    """Whichever of two cards lies there, paying with it is the same action."""
    actions = set()
    for first, second in (("a", "b"), ("b", "a")):
        s = Table().char("D").char("E", power=1)
        s.define("a", type="fast").define("b", type="permanent")
        s.put(first, on="D", link="power", face_down=True)
        s.put("J", "hand", type="project", cost=1)
        s.put(second, "deck")
        s.act("declare", "J")
        actions.add(tuple(s.game.legal_actions))
    assert len(actions) == 1


def test_the_other_player_having_no_answer_looks_like_passing() -> None:
    logs = []
    for card in ("fast", "project"):
        s = Table().put("F", "enemy hand", type=card).put("J", "hand", type="project")
        s.act("declare", "J").play_on()
        logs.append([str(event) for event in s.game.log(0)])
    assert logs[0] == logs[1]


def test_determinized_games_play_on() -> None:
    rules = loaded("power_card")
    for number in range(5):
        game = rules.new_game(seed=3, number=number, decks=("white", "black"))
        while not game.over:
            if game.decisions % 9 == 0:
                twin = game.determinize(game.player or 0, number)
                assert twin.legal_actions == game.legal_actions
                assert twin.check() == []
            game.apply(game.legal_actions[game.decisions % len(game.legal_actions)])


def refusal(game: tefuda.Game, action: int) -> str:
    """The error for an action that is not legal."""
    with pytest.raises(IllegalAction) as raised:
        game.apply(action)
    return str(raised.value)


def middles(games: int = 40) -> list[tefuda.Game]:
    """Positions with an option about a card whose face the player to decide does not know."""
    rules = loaded("power_card")
    found = []
    for number in range(games):
        game = rules.new_game(seed=11, number=number, decks=("white", "black"))
        while not game.over:
            me = game.player
            texts = [game.action_text(action, me) for action in game.legal_actions]
            if any("unknown" in text for text in texts):
                found.append(game.copy())
            game.apply(game.legal_actions[3 * game.decisions % len(game.legal_actions)])
    return found


def test_order_numbers_texts_and_errors_are_the_same_whatever_lies_face_down() -> None:
    """Dealt anew where the player sees nothing, a position offers, says and refuses the same."""
    positions = middles()
    assert len(positions) > 20
    for game in positions:
        me = game.player
        actions = game.legal_actions
        wrong = [action ^ bit for action in actions[:3] for bit in (1, 2, 4, 64) if action ^ bit]
        wrong = [action for action in wrong if action not in actions]
        said = [game.action_text(action, me) for action in actions]
        refused = [refusal(game, action) for action in wrong]
        twins = [game.determinize(me, seed) for seed in range(4)]
        assert len({twin.hash() for twin in twins}) > 1
        for twin in twins:
            assert twin.legal_actions == actions
            assert [twin.action_text(action, me) for action in actions] == said
            assert [refusal(twin, action) for action in wrong] == refused


def test_a_replay_shown_to_a_player_is_the_same_whatever_the_other_one_set() -> None:
    shown = []
    for face in ("fast", "permanent"):
        game = secret(face).put("J", "hand", type="project", cost=1).game
        steps = []
        for _ in range(40):
            if game.over:
                break
            texts = [game.action_text(action, game.player) for action in game.legal_actions]
            # What the other player pays with lies open: that one keeps the card in question.
            at = next((n for n, text in enumerate(texts) if "X" not in text), 0)
            action = game.legal_actions[at]
            steps.append((game.action_text(action, 0), str(game.view(0))))
            game.apply(action)
        shown.append((steps, [str(event) for event in game.log(0)]))
        assert game.turn > 2
    assert shown[0] == shown[1]


def test_however_three_faces_lie_nobody_sees_a_difference() -> None:
    """Two charged cards on two characters and the top of the deck, in all orders.

    Each card keeps its number in the game, so that a number that shows would tell the face.
    """
    seen = set()
    for places in permutations(("D", "E", "deck")):
        s = Table().char("D").char("E", "enemy dominion")
        for kind, place in zip(("fast", "permanent", "break"), places, strict=True):
            if place == "deck":
                s.put(kind, "deck", type=kind)
            else:
                s.put(kind, on=place, link="power", face_down=True, type=kind)
        s.put("J", "hand", type="project")
        s.put("F", "enemy hand", type="fast")
        steps = []
        for act in (("declare", "J"), ("declare fast", "F"), ("attack", "D")):
            s.play_on(to="response") if act[0] == "declare fast" else s.play_on()
            if act[0] == "declare fast" and s.player == 0:
                s.pass_()
            me = s.game.player
            steps.append((me, tuple(s.game.legal_actions)))
            steps.append(tuple(s.game.action_text(a, me) for a in s.game.legal_actions))
            steps.append(tuple(str(s.game.view(viewer)) for viewer in (0, 1)))
            steps.append(tuple(str(e) for viewer in (0, 1) for e in s.game.log(viewer)))
            if s.can(*act):
                s.act(*act)
        seen.add(tuple(steps))
    assert len(seen) == 1


def test_faces_cannot_be_inferred_from_the_numbers_and_the_places_of_options() -> None:
    """Who notes over many games which face came out where learns nothing about the next one.

    An option's number, and its place in the list, stand for cards of all kinds: no face comes
    out at one of them much oftener than in all payments together.
    """
    rules = loaded("power_card")
    by_number: dict[int, Counter[str]] = defaultdict(Counter)
    by_place: dict[int, Counter[str]] = defaultdict(Counter)
    every: Counter[str] = Counter()
    for number in range(250):
        game = rules.new_game(seed=13, number=number, decks=("white", "white"))
        while not game.over:
            me = game.player
            assert me is not None
            for place, action in enumerate(game.legal_actions):
                text = game.action_text(action, me)
                if text.startswith("pay with") and "unknown" in text:
                    twin = game.copy()
                    twin.apply(action)
                    editor = GameEditor(twin)
                    face = editor.number(editor.zone(me, "discard")[-1])
                    by_number[action][face] += 1
                    by_place[place][face] += 1
                    every[face] += 1
            game.apply(game.legal_actions[5 * game.decisions % len(game.legal_actions)])
    often = max(every.values()) / every.total()
    for table in (by_number, by_place):
        judged = [faces for faces in table.values() if faces.total() >= 40]
        assert judged
        for faces in judged:
            assert len(faces) > 10
            assert max(faces.values()) / faces.total() < often + 0.2
