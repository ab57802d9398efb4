"""Lists of cards as tables: what cells may say, and how a mistake is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import tefuda
from tefuda.card_lists import read_list
from tefuda.cards import Schema
from tefuda.errors import CardError
from tefuda.rulesets.lycee import rules
from tefuda.rulesets.lycee.lists import BASIC_NUMBERS

HEADER = "number,name,type"


def read(folder: Path, *lines: str) -> list[dict[str, Any]]:
    file = folder / "list.csv"
    file.write_text("\n".join(lines) + "\n", "utf-8")
    return read_list(Schema(rules), str(file))


def one(folder: Path, column: str, cell: str) -> Any:
    """Give what a cell of a column becomes."""
    (entry,) = read(folder, f"{HEADER},{column}", f'N-1,One,character,"{cell}"')
    return entry["words"].get(column, entry["abilities"])


@pytest.mark.parametrize(
    ("column", "cell", "found"),
    [
        ("ap", "3", 3),
        ("cost", "snow 2 any 1", {"snow": 2, "any": 1}),
        ("cost", "Sn2 *1", {"snow": 2, "any": 1}),
        ("cost", "Sn Sn *", {"snow": 2, "any": 1}),
        ("cost", "0", {}),
        ("attributes", "Sn+Mo", ["snow", "moon"]),
        ("attributes", "lightning", ["space"]),
        ("gender", "F", "female"),
        ("conversion", "yes", True),
        ("own_name", "0", False),
        ("abilities", "dash; Side Step [Sp1 *2]",
         ["dash", {"text": "side_step", "cost": {"space": 1, "any": 2}}]),
        ("abilities", "draw_cards [T](n=2)", [{"text": "draw_cards", "tap": True, "n": 2}]),
        ("abilities", "jump [0]", ["jump"]),
        ("abilities", "3; 15", ["jump", "dash"]),
        ("ability_flags", str(1 << 3 | 1 << 15), ["jump", "dash"]),
    ],
)  # fmt: skip
def test_cells_say_what_card_files_do(tmp_path, column, cell, found):
    assert one(tmp_path, column, cell) == found


def test_columns_have_the_names_of_the_community_and_empty_cells_say_nothing(tmp_path):
    (entry,) = read(
        tmp_path,
        "id;name_en;card type;position_flags;rarity;basic abilities;basic_ability_flags",
        "N-1;One;CH;63;R;jump [sp1];32776",
        "",
    )
    assert entry["words"] == {"type": "character", "restriction": 63}
    assert entry["abilities"] == [{"text": "jump", "cost": {"space": 1}}, "dash"]


@pytest.mark.parametrize(("number", "text"), list(enumerate(BASIC_NUMBERS)))
def test_every_number_of_a_basic_ability_is_known(tmp_path, number, text):
    several = text in ("bonus", "penalty", "deck_bonus", "boost")
    if not several:
        assert one(tmp_path, "abilities", str(number)) == [text]
        return
    with pytest.raises(CardError, match="Boost" if text == "boost" else "several texts"):
        one(tmp_path, "ability_flags", str(1 << number))


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["number,nam"], "line 1: column 2: 'nam', expected one of"),
        (["number,type"], "line 1: no column 'name'"),
        ([""], "line 1: no column 'number'"),
        ([HEADER + ",ap,ap"], "line 1: column 5: 'ap' is there twice"),
        ([HEADER, "N-1,One,charcter"], "line 2: column 3 (type): 'charcter', expected one of"),
        ([HEADER, "N-1,One,event,x"], "line 2: 4 cells, expected 3 at most"),
        ([HEADER, "N-1,One"], "line 2: card 'N-1': no word 'type'"),
        ([HEADER, ",One,event"], "line 2: card: number: ''"),
        ([HEADER + ",ap", "", "N-1,One,event,many"], "line 3: column 4 (ap): 'many', expected a"),
        ([HEADER + ",cost", "N-1,One,event,snoww 2"], "line 2: column 4 (cost): 'snoww'"),
        ([HEADER + ",cost", "N-1,One,event,!"], "line 2: column 4 (cost): '!', expected counts"),
        ([HEADER + ",abilities", "N-1,One,event,dsh"], "line 2: card 'N-1': ability 1: 'dsh'"),
        ([HEADER + ",abilities", "N-1,One,event,???"], "(abilities): '???', expected a name"),
        ([HEADER + ",abilities", "N-1,One,event,draw_cards(m=1)"], "unknown argument 'm'"),
        ([HEADER + ",ability_flags", "N-1,One,event,x"], "'x', expected a sum of bits"),
        ([HEADER, "N-1,One,event", "N-1,Two,event"], "card 'N-1': twice, expected once"),
        ([HEADER, 'N-1,"One,event'], "line 2: "),
    ],
)  # fmt: skip
def test_mistakes_are_refused_with_line_and_column(tmp_path, lines, message):
    with pytest.raises(CardError) as refused:
        read(tmp_path, *lines)
    assert str(refused.value).startswith(str(tmp_path / "list.csv"))
    assert message in str(refused.value)


def test_what_was_imported_is_a_card_file(tmp_path, capsys):
    from tefuda.plugins.cli.group import main

    (tmp_path / "list.csv").write_text(f"{HEADER},cost\nN-1,One,event,Su1\n", "utf-8")
    made = str(tmp_path / "made.json")
    arguments = ["cards", "import", str(tmp_path / "list.csv"), "--rules", "lycee", "-o", made]
    assert main(arguments) == 0
    assert "1 cards of lycee, written to" in capsys.readouterr().out
    assert tefuda.load("lycee", cards=[made]).pool["N-1"].name == "One"
    assert main([*arguments[:-1], str(tmp_path / "no" / "made.json")]) == 2
    assert "cannot be written" in capsys.readouterr().err
