"""Cards in words: every printed word, what every text does, and how a card stands."""

from __future__ import annotations

import json
from importlib.resources import files

import pytest

import tefuda
from tefuda.cards import AbilityUse
from tefuda.plugins.manager import make_manager
from tefuda.plugins.table.board import printable
from tefuda.plugins.table.details import ability_text, card_details, printed
from tefuda.plugins.table.naming import Unclear, find_option, fitting

from ..loaded import loaded

RULESETS = sorted(make_manager().rulesets)


@pytest.mark.parametrize("name", RULESETS)
def test_every_card_is_told_with_all_its_texts(name):
    ruleset = loaded(name)
    told = 0
    for card in ruleset.pool:
        lines = printed(card, ruleset)
        assert lines[0] == f"{card.number} {card.name}"
        abilities = lines[len(lines) - len(card.abilities) :]
        for use, line in zip(card.abilities, abilities, strict=True):
            assert line.startswith("  " + use.text.replace("_", " "))
            text = ruleset.rules.abilities.get(use.text)
            if text is not None and text.function.__doc__:
                assert text.function.__doc__.strip().splitlines()[0] in line
                told += 1
        if card.synthetic:
            assert any(line.startswith("  of no source: ") for line in lines)
    assert told > 20


def test_words_are_told_as_the_card_file_has_them():
    ruleset = loaded("lycee")
    content = files("tefuda.rulesets.lycee").joinpath("cards/real.json").read_text("utf-8")
    for entry in json.loads(content)["cards"]:
        words = entry["words"]
        line = printed(ruleset.pool[entry["number"]], ruleset)[1]
        told = [part.strip() for part in line.split(",")]
        assert f"type {words['type'].replace('_', ' ')}" in told
        cost = {name: count for name, count in words.get("cost", {}).items() if count}
        (said,) = [part for part in told if part.startswith("cost ")] or ["cost"]
        counts = dict(zip(said.split()[2::2], map(int, said.split()[1::2]), strict=True))
        assert counts == cost
        (said,) = [part for part in told if part.startswith("attributes ")] or ["attributes"]
        assert sorted(said.split()[1:]) == sorted(words.get("attributes", []))
        for stat in ("ap", "dp", "sp", "ex"):
            assert (f"{stat} {words.get(stat)}" in told) == bool(words.get(stat))


def test_a_text_that_a_card_composes_is_told(tmp_path):
    card = {
        "number": "X-1",
        "name": "Composed",
        "words": {"type": "character", "ap": 1},
        "abilities": [{"sort": "activated", "cost": {"sun": 1}, "steps": [{"do": "draw", "n": 1}]}],
    }
    file = tmp_path / "more.json"
    file.write_text(json.dumps({"cards": [card]}), "utf-8")
    ruleset = tefuda.load("lycee", cards=[file])
    *_, line = printed(ruleset.pool["X-1"], ruleset)
    assert line == "  X-1 ability 1 (cost 1 sun): activated text, composed by its card file"


def test_what_a_text_is_given_is_told():
    ruleset = loaded("lycee")
    text = ability_text(AbilityUse("step", {}, {"limit": 2}), ruleset)
    assert text == ("step (limit 2): Move to an empty own cell before, behind or beside it. [16.3]")


def test_a_card_of_nobody_is_found_in_the_pool_and_several_are_listed():
    ruleset = loaded("lycee")
    view = ruleset.new_game(seed=1).view(0)
    assert card_details("CH-2305", view, ruleset)[0] == "CH-2305 Peerless Warrior"
    assert card_details("peerless", view, ruleset)[0] == "CH-2305 Peerless Warrior"
    with pytest.raises(Unclear, match="'CH' could be CH-"):
        card_details("CH", view, ruleset)
    with pytest.raises(Unclear, match="no card is called 'nobody at all'"):
        card_details("nobody at all", view, ruleset)


def test_the_nearest_meaning_is_taken():
    texts = ["draw", "draw two", "drop: a card", "drop: a coin", "pass", "pass"]
    assert find_option("draw", texts) == 0
    assert find_option("draw t", texts) == 1
    assert find_option("coin", texts) == 3
    assert find_option("card drop", texts) == 2
    assert find_option("pas", texts) == 4
    assert find_option("6", texts) == 5
    for said, hint in (
        ("dr", "could be 1"),
        ("drop", r"3 \(drop: a card\), 4 \(drop: a coin\)"),
        ("7", "from 1 to 6"),
        ("-1", "from 1 to 6"),
        ("9" * 5000, "from 1 to 6"),
        ("x", "none of the options"),
        ("::", "none of the options"),
    ):
        with pytest.raises(Unclear, match=hint):
            find_option(said, texts)
    assert fitting("", texts, str) == []


def test_what_would_steer_a_terminal_is_not_passed_on():
    assert printable("a\x1b[31mb\x07\u202e\u2028漢\n") == "a?[31mb???漢\n"
