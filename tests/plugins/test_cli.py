"""The command line: what it prints, how it refuses, and its exit status."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tefuda.plugins import cli
from tefuda.plugins.cli import play
from tefuda.plugins.cli.group import main, make_cli

from ..children import Child

TINY = str(Path(__file__).parent / "tiny" / "tiny_game.py")
PATCH = str(Path(__file__).parent / "tiny" / "tiny_patch.py")
CARDS = str(Path(__file__).parent / "tiny" / "cards.json")


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Run a command line; gives exit status, standard output and standard error."""
    status = main(["--plugin", TINY, *arguments])
    printed = capsys.readouterr()
    return status, printed.out, printed.err


def run_json(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    """Run a command line that must succeed, and read its one JSON object."""
    status, out, err = run(capsys, *arguments, "--json")
    assert (status, err) == (0, "")
    found = json.loads(out)
    assert isinstance(found, dict)
    return found


def process(*arguments: str, **options: Any) -> subprocess.Popen[str]:
    return Child(
        [sys.executable, "-m", "tefuda", "--plugin", TINY, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **options,
    )


# what is there


def test_rulesets_lists_what_the_interface_promises(capsys):
    found = run_json(capsys, "rulesets")["rulesets"]
    tiny = next(entry for entry in found if entry["name"] == "tiny")
    assert set(tiny) >= {
        "name", "summary", "plugin", "fingerprint", "decks", "bots", "parameters"
    }  # fmt: skip
    assert tiny["decks"] == ["even", "high"]
    assert tiny["bots"][:2] == ["greedy", "random"]
    assert tiny["plugin"] == "tiny_game"
    goal, _, faulty, _, who = tiny["parameters"]
    assert goal == {
        "name": "goal",
        "type": "int",
        "default": 15,
        "range": [1, 100],
        "meaning": "points that win",
        "clause": "3",
    }
    assert (faulty["type"], faulty["choices"]) == ("bool", [False, True])
    assert (who["type"], who["choices"], who["default"]) == (
        "choice",
        ["chance", "first"],
        "chance",
    )


def test_a_ruleset_that_does_not_load_is_listed_with_the_reason(capsys, tmp_path):
    broken = tmp_path / "broken.py"
    broken.write_text(
        "from tefuda.plugins import hookimpl\nfrom tefuda.rules import Rules\n"
        "rules = Rules('broken')\nrules.cards_from('/nowhere/cards.json')\n"
        "@hookimpl\ndef tefuda_rulesets():\n    return [rules]\n"
    )
    found = run_json(capsys, "rulesets", "--plugin", str(broken))["rulesets"]
    errors = {entry["name"]: entry["error"] for entry in found}
    assert errors["tiny"] is None
    assert "cannot be read" in errors["broken"]


def test_rules_shows_what_a_variant_declares(capsys):
    found = run_json(capsys, "rules", "tiny:goal=20")
    assert found["name"] == "tiny:goal=20"
    assert {p["name"]: p["value"] for p in found["parameters"]}["goal"] == 20
    assert [zone["name"] for zone in found["zones"]] == ["deck", "hand", "table"]
    clauses = {p["name"]: p["clause"] for p in found["procedures"]}
    assert clauses["take_turn"] == "2"
    assert found["timings"] == [{"name": "played", "clause": "2", "runs": "now"}]
    status, out, _ = run(capsys, "rules", "tiny")
    assert status == 0
    for word in ("parameters", "goal", "1 to 100", "zones", "procedures", "take_turn"):
        assert word in out
    status, out, _ = run(capsys, "rules", "tiny", "--listing")
    assert (status, "take_turn" in out) == (0, True)


def test_rules_says_what_a_card_file_may_say(capsys):
    found = run_json(capsys, "rules", "power_card")
    card = {word["name"]: word for word in found["card_words"]}
    assert card["type"]["members"] == ["character", "break", "permanent", "project", "fast"]
    assert card["type"]["default"] is None
    assert (card["factor"]["type"], card["factor"]["default"]) == ("counts", {})
    assert (card["lasts"]["type"], card["lasts"]["default"]) == ("member", "instant")
    ability = {word["name"]: word for word in found["ability_words"]}
    assert (ability["against"]["type"], ability["against"]["default"]) == ("set", [])
    texts = {text["name"]: text for text in found["abilities"]}
    assert texts["protect"]["meaning"] == "Projects and fasts of a faction do not affect it."
    (faction,) = texts["protect"]["arguments"]
    assert (faction["name"], faction["default"]) == ("faction", "kyo")
    assert texts["player_draws"]["arguments"][0]["default"] is None
    _, out, _ = run(capsys, "rules", "power_card")
    for line in (
        "type           one of character break permanent project fast",
        "protect(faction=kyo)",
    ):
        assert line in out
    assert "to be given" in out


def test_rules_names_who_changed_a_procedure(capsys):
    found = run_json(capsys, "--plugin", PATCH, "rules", "tiny+double_draw")
    changed = {p["name"]: p["changed_by"] for p in found["procedures"] if p["changed_by"]}
    assert changed == {"draw": ["double_draw"]}


def test_decks_are_listed_and_checked(capsys, tmp_path):
    found = run_json(capsys, "decks", "tiny")
    assert [(deck["name"], deck["size"]) for deck in found["decks"]] == [("even", 16), ("high", 12)]
    small = tmp_path / "small.txt"
    small.write_text("3 T-01\n")
    status, out, _ = run(capsys, "decks", "tiny", str(small))
    assert status == 1
    assert "illegal: 3 cards, expected 12 at least" in out
    assert "worth 1" in out


def test_cards_check_reads_a_file_against_its_ruleset(capsys, tmp_path):
    found = run_json(capsys, "cards", "check", CARDS)
    assert (found["cards"], found["ruleset"], found["synthetic"]) == (6, "tiny", 0)
    wrong = tmp_path / "wrong.json"
    wrong.write_text('{"cards": [{"number": "X", "name": "x", "words": {"wort": 1}}]}')
    status, out, err = run(capsys, "cards", "check", str(wrong), "--rules", "tiny")
    assert (status, out) == (2, "")
    assert "wrong.json: card 'X': unknown word 'wort', expected worth; did you mean 'worth'" in err


# playing


def test_simulate_prints_one_object_with_all_keys(capsys):
    found = run_json(
        capsys, "simulate", "tiny", "--decks", "even", "high", "--bots", "random", "greedy",
        "--games", "60", "--seed", "7", "--threads", "2",
    )  # fmt: skip
    assert found["ruleset"] == "tiny"
    assert found["decks"] == ["even", "high"]
    assert found["bots"] == ["random", "greedy"]
    assert (found["seed"], found["threads"], found["games"]) == (7, 2, 60)
    assert sum(found["wins"]) + found["draws"] + found["errors"] == 60
    assert sum(found["outcomes"].values()) == 60
    assert set(found["outcomes"]) <= {"enough", "exhausted"}
    assert found["first_player_wins"] <= sum(found["wins"])
    assert found["options"] >= 2 * found["decisions"] > 0
    assert found["turns"] > 60
    assert found["seconds"] > 0
    int(found["trace_hash"], 16)


def test_the_defaults_are_stated(capsys):
    found = run_json(capsys, "simulate", "tiny")
    assert found["decks"] == ["even", "high"]
    assert found["bots"] == ["random", "random"]
    assert (found["games"], found["seed"], found["threads"]) == (1000, 1, 1)


def test_a_variant_may_name_patches_from_files(capsys):
    plain = run_json(capsys, "simulate", "tiny", "--games", "10")
    patched = run_json(capsys, "simulate", "tiny+double_draw", "--games", "10", "--plugin", PATCH)
    assert patched["ruleset"] == "tiny+double_draw"
    assert patched["fingerprint"] != plain["fingerprint"]
    beside = run_json(capsys, "simulate", "tiny", "--games", "10", "--plugin", PATCH)
    assert beside["trace_hash"] == plain["trace_hash"]


def test_errors_of_games_are_counted_reported_and_end_with_status_1(capsys):
    status, out, err = run(capsys, "simulate", "tiny:faulty=true", "--games", "300", "--json")
    found = json.loads(out)
    assert (status, err) == (1, "")
    assert found["errors"] == len(found["failures"]) > 0
    assert sum(found["wins"]) + found["draws"] + found["errors"] == 300
    first = found["failures"][0]
    assert first["seed"] == 1
    assert "an assertion of the rules does not hold (in play" in first["message"]


def test_compare_prints_baseline_and_variants(capsys):
    found = run_json(
        capsys, "compare", "tiny", "tiny:goal=20", "tiny", "--games", "301", "--seed", "3"
    )
    assert found["baseline"]["games"] == 302
    shorter, same = found["variants"]
    assert shorter["ruleset"] == "tiny:goal=20"
    assert list(shorter["differences"]) == [
        "first_player_win_rate", "turns", "decisions", "options_per_decision", "ns_per_decision"
    ]  # fmt: skip
    for difference in shorter["differences"].values():
        assert list(difference) == [
            "baseline", "variant", "difference", "low", "high", "p", "significant"
        ]  # fmt: skip
    assert shorter["differences"]["turns"]["significant"] is True
    assert shorter["differences"]["turns"]["difference"] > 0
    assert shorter["rule_changes"]["parameters"] == [
        {"name": "goal", "baseline": 15, "variant": 20}
    ]
    assert same["rule_changes"]["same"] is True
    for key in ("first_player_win_rate", "turns", "decisions", "options_per_decision"):
        assert same["differences"][key]["difference"] == 0
        assert same["differences"][key]["low"] == same["differences"][key]["high"] == 0
        assert same["differences"][key]["significant"] is False


def test_compare_prints_a_table_to_read(capsys):
    status, out, _ = run(capsys, "compare", "tiny", "tiny:goal=20", "--games", "200")
    assert status == 0
    for part in ("baseline", "first player wins", "turns", "goal: 15 -> 20", "interval", "changed"):
        assert part in out


def test_compare_counts_many_procedures_and_names_them_when_asked(capsys):
    line = ["compare", "lycee", "set_extract", "--games", "2"]
    status, out, _ = run(capsys, *line)
    assert status == 0
    short = out.splitlines()
    assert len(short) < 30
    said, parameters = (
        next(one for one in short if part in one)
        for part in ("procedures differ", "parameters are of one side alone")
    )
    count = int(said.split()[0])
    assert count > 100
    assert "added" in said
    assert "(--rules names them)" in said
    status, out, _ = run(capsys, *line, "--rules")
    assert status == 0
    assert len(out.splitlines()) == len(short) - 2 + count + int(parameters.split()[0])
    assert "added take_turn" in out or "changed take_turn" in out


def test_replays_are_written_stepped_through_and_verified(capsys, tmp_path):
    folder = tmp_path / "replays"
    run_json(capsys, "simulate", "tiny", "--games", "3", "--replays", str(folder))
    files = sorted(folder.iterdir())
    assert len(files) == 3
    found = run_json(capsys, "replay", str(files[0]), "--verify")
    assert found["verified"] is True
    status, out, _ = run(capsys, "replay", str(files[1]))
    assert status == 0
    assert "turn 0" in out
    recorded = json.loads(files[2].read_text())
    recorded["outcome"]["turns"] += 1
    files[2].write_text(json.dumps(recorded))
    status, out, _ = run(capsys, "replay", str(files[2]), "--verify", "--json")
    assert status == 1
    assert json.loads(out)["verified"] is False


# bad input


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["simulate", "tny"], "unknown ruleset 'tny'"),
        (["simulate", "tiny:gol=5"], "unknown parameter 'gol'"),
        (["simulate", "tiny:goal=500"], "'500', expected a whole number from 1 to 100"),
        (["simulate", "tiny+none"], "unknown patch 'none'"),
        (["simulate", "tiny:"], "position 6"),
        (["simulate", "tiny", "--seed", "-1"], "seed -1: expected"),
        (["simulate", "tiny", "--seed", str(2**64)], "expected a whole number from 0"),
        (["simulate", "tiny", "--seed", "x"], "'x' is not a valid integer"),
        (["simulate", "tiny", "--games", "0"], "games 0: expected"),
        (["simulate", "tiny", "--threads", "-1"], "threads -1: expected"),
        (["simulate", "tiny", "--decks", "even", "evn"], "did you mean 'even'"),
        (["simulate", "tiny", "--decks", "even", "none.txt"], "none.txt: cannot be read"),
        (["simulate", "tiny", "--bots", "random", "grdy"], "bot 'grdy': unknown"),
        (["simulate", "tiny", "--cards", "none.json"], "none.json: cannot be read"),
        (["simulate", "tiny", "--plugin", "none.py"], "plugin file 'none.py': cannot be read"),
        (["simulate", "tiny", "--disable", "none"], "plugin 'none' to disable: unknown"),
        (["simulate"], "Missing argument"),
        (["compare", "tiny"], "Missing argument"),
        (["replay", "none.json"], "none.json: cannot be read"),
        (["replay", TINY], "not a replay"),
        (["rules", "tny"], "unknown ruleset 'tny'"),
        (["nonsense"], "No such command 'nonsense'"),
        (["--nonsense"], "No such option"),
    ],
)
def test_bad_input_ends_with_status_2_and_one_message(capsys, arguments, part):
    status, out, err = run(capsys, *arguments)
    assert (status, out) == (2, "")
    assert part in err
    assert "Traceback" not in err


def test_help_needs_no_input(capsys):
    for arguments in (["--help"], ["simulate", "--help"], ["cards", "check", "-h"], ["--version"]):
        status, out, err = run(capsys, *arguments)
        assert (status, err) == (0, "")
        assert out
    result = CliRunner().invoke(make_cli(), ["--help"])
    for command in ("rulesets", "rules", "simulate", "compare", "replay", "decks", "cards"):
        assert command in result.output


# processes


def test_a_process_ends_as_the_commands_do():
    with process("simulate", "tiny", "--games", "5", "--json") as running:
        out, err = running.communicate(timeout=60)
    assert (running.returncode, err) == (0, "")
    assert json.loads(out)["games"] == 5
    with process("simulate", "none") as running:
        out, err = running.communicate(timeout=60)
    assert (running.returncode, out) == (2, "")
    assert err.startswith("tefuda: ")
    assert len(err.splitlines()) == 1


def test_a_reader_that_goes_away_is_no_traceback():
    with process("rules", "tiny", "--listing") as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        err = running.stderr.read()
        running.wait(timeout=60)
    assert "Traceback" not in err
    assert "Exception" not in err


@pytest.mark.usefixtures("ctrl_c")
@pytest.mark.parametrize("command", [["simulate", "tiny"], ["compare", "tiny", "tiny:goal=20"]])
def test_ctrl_c_reports_the_finished_games(capsys, monkeypatch, command):
    asked: list[int] = []

    def interrupt(done: int, total: int) -> None:
        if not asked:
            asked.append(done)
            os.kill(os.getpid(), signal.SIGINT)

    @contextmanager
    def interrupting(title: str) -> Iterator[Callable[[int, int], None]]:
        yield interrupt

    monkeypatch.setattr(play, "progress_bar", interrupting)
    status, out, err = run(capsys, *command, "--games", "1000000000", "--threads", "2", "--json")
    assert (status, err) == (130, "")
    found = json.loads(out)
    found = found.get("baseline", found)
    assert found["interrupted"] is True
    assert 0 < found["games"] < 10**9
    assert sum(found["wins"]) + found["draws"] + found["errors"] == found["games"]


@pytest.mark.usefixtures("ctrl_c")
def test_ctrl_c_ends_a_process_with_status_130_and_no_traceback(tmp_path):
    command = ("simulate", "tiny", "--games", "1000000000", "--replays", str(tmp_path))
    with process(*command) as running:
        for _ in range(6000):
            if list(tmp_path.glob("*.json")) or running.poll() is not None:
                break
            time.sleep(0.01)
        os.kill(running.pid, signal.SIGINT)
        _, err = running.communicate(timeout=60)
    assert running.returncode == 130
    assert "Traceback" not in err


def test_a_pipe_that_nobody_reads_ends_with_status_141():
    with process("rules", "tiny", "--json") as running:
        assert running.stdout is not None
        running.stdout.close()
        running.wait(timeout=60)
    assert running.returncode == 141


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no full device")
@pytest.mark.parametrize("command", [["rulesets"], ["simulate", "tiny", "--games", "2", "--json"]])
def test_output_that_cannot_be_written_is_one_message(command):
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "tefuda", "--plugin", TINY, *command],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
        )
    assert done.returncode == 2
    assert done.stderr.startswith("tefuda: the output cannot be written: ")
    assert len(done.stderr.splitlines()) == 1


def test_no_standard_output_is_no_traceback():
    line = f"exec {sys.executable} -m tefuda --plugin {TINY} rulesets >&-"
    done = subprocess.run(["sh", "-c", line], stderr=subprocess.PIPE, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")


def test_what_python_cannot_raise_is_one_line(tmp_path):
    file = tmp_path / "careless.py"
    file.write_text(
        "import click\n"
        "from tefuda.plugins import hookimpl\n\n"
        "class Careless:\n"
        "    def __del__(self):\n"
        "        raise ValueError('at the end')\n\n"
        "@click.command()\n"
        "def drop():\n"
        "    Careless()\n\n"
        "@hookimpl\n"
        "def tefuda_commands(cli):\n"
        "    cli.add_command(drop)\n"
    )
    done = subprocess.run(
        [sys.executable, "-m", "tefuda", "--plugin", str(file), "drop"],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0
    assert done.stderr == "tefuda: ignored: ValueError: at the end\n"


def test_a_command_of_a_plugin_that_fails_is_one_message(capsys, tmp_path):
    file = tmp_path / "clumsy.py"
    file.write_text(
        "import click\n"
        "from tefuda.plugins import hookimpl\n\n"
        "@click.command()\n"
        "def stumble():\n"
        "    int('seven')\n\n"
        "@hookimpl\n"
        "def tefuda_commands(cli):\n"
        "    cli.add_command(stumble)\n"
    )
    status, out, err = run(capsys, "--plugin", str(file), "stumble")
    assert (status, out) == (2, "")
    assert err.startswith("tefuda: plugin 'clumsy': command 'stumble': ValueError: invalid literal")
    assert err.count("\n") == 1


def test_ctrl_c_while_the_commands_are_imported_is_no_traceback(capsys, monkeypatch):
    class Interrupting:
        @staticmethod
        def find_spec(name: str, path: Any = None, target: Any = None) -> None:
            if name == "tefuda.plugins.cli.group":
                raise KeyboardInterrupt

    def leave(status: int) -> None:
        raise SystemExit(status)

    monkeypatch.setattr(os, "_exit", leave)
    monkeypatch.delitem(sys.modules, "tefuda.plugins.cli.group")
    monkeypatch.setattr(sys, "meta_path", [Interrupting, *sys.meta_path])
    with pytest.raises(SystemExit) as ended:
        cli.run([])
    assert ended.value.code == 130
    assert capsys.readouterr().err == "\ntefuda: interrupted\n"


def test_a_comparison_says_which_decks_a_variant_plays_with(capsys):
    status, out, _ = run(capsys, "compare", "lycee", "power_card", "--games", "2")
    assert status == 0
    assert "power_card\n  with other decks: white against black\n" in out


# random decks


def test_random_decks_are_shown_written_and_played(capsys, tmp_path):
    file = tmp_path / "pool.json"
    arguments = ("--random", "3", "--seed", "5", "--output", str(file))
    found = run_json(capsys, "decks", "tiny", *arguments)["decks"]
    assert [deck["name"] for deck in found] == ["random:5", "random:6", "random:7"]
    assert all(deck["problems"] == [] for deck in found)
    assert run_json(capsys, "decks", "tiny", "random:6")["decks"] == found[1:2]
    written = run_json(capsys, "decks", "tiny", f"{file}#random:6")["decks"]
    assert written == found[1:2]
    played = run_json(capsys, "simulate", "tiny", "--games", "3", "--decks", "random:5", "random:7")
    assert (played["games"], played["decks"]) == (3, ["random:5", "random:7"])


def test_random_decks_hold_the_cards_asked_for(capsys):
    number = run_json(capsys, "decks", "tiny", "random:1")["decks"][0]["cards"].popitem()[0]
    status, _, err = run(capsys, "decks", "tiny", "--random", "1", "--among", "nothing-*")
    assert (status, "no cards to choose from" in err) == (2, True)
    found = run_json(capsys, "decks", "tiny", "--random", "1", "--among", number)["decks"]
    assert set(found[0]["cards"]) == {number}


def test_wrong_random_decks_are_refused(capsys, tmp_path):
    for arguments, part in (
        (("decks", "tiny", "--random", "0"), "random 0: expected a whole number from 1"),
        (("decks", "tiny", "random:x"), "expected random:SEED"),
        (("decks", "tiny", "--random", "1", "--seed", "-1"), "seed, expected a number"),
        (("decks", "tiny", "--output", str(tmp_path / "no" / "x.json")), "cannot be written"),
        (("decks", "tiny", "-o", str(tmp_path / "x.txt")), "a name that ends in .json"),
        (("decks", "tiny", "even", "nowhere.json#x"), "nowhere.json: cannot be read"),
    ):
        status, out, err = run(capsys, *arguments)
        assert (status, out) == (2, "")
        assert part in err
