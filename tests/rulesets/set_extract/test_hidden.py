"""What players may know: nodes, face-down field cards and what was looked at."""

from __future__ import annotations

from ...loaded import loaded
from .table import Table


def test_a_node_from_the_hand_is_known_to_who_set_it():
    s = Table(nodes=0).put("N1", "hand").put("N3", "hand").act("set_node", "N1")
    assert s.zone("N1") == "nodes"
    assert s.knows(0, "N1")
    assert not s.knows(1, "N1")


def test_a_familiar_is_known_to_nobody():
    s = Table().put("N41", "hand").deck("N1").act("play_character", "N41")
    s.play_on(to="uses_text").choose("yes").play_on()
    assert s.zone("N1") == "field"
    assert not s.knows(0, "N1")
    assert not s.knows(1, "N1")


def test_a_hidden_card_is_known_to_who_chose_it():
    s = Table().put("N376", "hand").deck("N1", "N3").act("play_command", "N376")
    s.play_on(to="found").choose("N3")
    assert s.knows(0, "N3")
    assert not s.knows(1, "N3")
    assert not s.knows(0, "N1")  # the deck was shuffled


def test_looked_at_cards_stay_where_they_are():
    s = Table().deck("N1", "N3", "N8").command("C", "p_look_three").do("C").choose("no")
    assert s.cards("deck")[:3] == ["N1", "N3", "N8"]
    assert s.knows(0, "N3")
    assert not s.knows(1, "N3")


def test_views_and_options_do_not_depend_on_hidden_faces():
    seen = []
    for face in ("N23", "N61"):
        s = Table(nodes=0).put("A", "field").put(face, "enemy nodes", alias="n")
        s.put(face, "enemy field", alias="x", face_down=True, guise=1, disguised=True)
        game = s.game
        other = game.determinize(0, 5)
        assert str(other.view(0)) == str(game.view(0))
        assert other.legal_actions == game.legal_actions
        seen.append((str(game.view(0)), game.legal_actions))
    assert seen[0] == seen[1]


def test_games_dealt_anew_play_on():
    rules = loaded("set_extract")
    for number in range(4):
        game = rules.new_game(seed=3, number=number, decks=("curios", "relics"))
        while not game.over:
            if game.decisions % 9 == 0:
                twin = game.determinize(game.player or 0, number)
                assert twin.legal_actions == game.legal_actions
                assert twin.check() == []
            game.apply(game.legal_actions[game.decisions % len(game.legal_actions)])
