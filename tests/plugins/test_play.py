"""``tefuda play``: whole games by typing, nothing hidden shown, and nothing typed does harm."""

from __future__ import annotations

import json
import os
import random
import re
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from rich.cells import cell_len

import tefuda
from tefuda.plugins import loading
from tefuda.plugins.cli.group import main, make_cli
from tefuda.plugins.manager import make_manager
from tefuda.plugins.table.screen import wrapped
from tefuda.plugins.table.table import PERSON, Table
from tefuda.replay import read_replay, verify
from tefuda.rules import Visibility, ZoneKind
from tefuda.ruleset import Ruleset
from tefuda.views import CardView

from ..children import PATIENCE, Child

TINY = str(Path(__file__).parent / "tiny" / "tiny_game.py")
MANAGER = make_manager(plugins=[TINY])
RULESETS = sorted(MANAGER.rulesets)
SEED = 4


@cache
def loaded(name: str) -> Ruleset:
    return tefuda.load(name, manager=MANAGER)


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    """Play in a folder of one's own, with rulesets that are loaded once: they are immutable."""
    monkeypatch.chdir(tmp_path)

    def load(variant, **options):
        return loaded(variant) if variant in RULESETS else loading.load(variant, **options)

    for module in ("table", "replays"):
        monkeypatch.setattr(f"tefuda.plugins.cli.{module}.load", load)


def run(*arguments: str, lines: list[str] | bytes = b"") -> Result:
    """Run ``tefuda play`` with what is typed; nothing but exits may come out of it."""
    typed = lines if isinstance(lines, bytes) else "".join(f"{line}\n" for line in lines).encode()
    result = CliRunner().invoke(make_cli(), ["--plugin", TINY, "play", *arguments], input=typed)
    unhandled = result.exception is not None and not isinstance(result.exception, SystemExit)
    assert not unhandled, result.exc_info
    assert "Traceback" not in result.output
    return result


@dataclass
class Script:
    """A game played by a person who decides by chance: what to type, and what comes of it."""

    lines: list[str]
    table: Table
    #: Before each line: whose it is.
    whose: list[int]


def script(
    name: str, opponent: str, player: int = 0, most: int = 10**6, seed: int = SEED
) -> Script:
    """Play a game as the command will, each choice by number or by the option's text."""
    ruleset = loaded(name)
    players = (PERSON, opponent) if player == 0 else (opponent, PERSON)
    table = Table(ruleset, ruleset.pair(), players, seed, MANAGER)
    chance = random.Random(seed)
    made = Script([], table, [])
    table.let_bots_play()
    while not table.over and len(made.lines) < most:
        actions = table.game.legal_actions
        texts = [table.game.action_text(action) for action in actions]
        at = chance.randrange(len(actions))
        made.whose.append(table.game.player)
        made.lines.append(texts[at] if texts.count(texts[at]) == 1 else str(at + 1))
        table.take(actions[at])
        table.let_bots_play()
    return made


# whole games


@pytest.mark.parametrize("name", RULESETS)
@pytest.mark.parametrize(("opponent", "player"), [("random", 0), ("greedy", 1)])
def test_a_whole_game_against_a_bot(name, opponent, player):
    played = script(name, opponent, player)
    assert played.table.game.over
    result = run(
        *(name, "--opponent", opponent, "--player", str(player), "--seed", str(SEED)),
        *("--replay", "game.json"),
        lines=played.lines,
    )
    assert result.exit_code == 0
    outcome = played.table.outcome
    said = "Nobody wins" if outcome.winner is None else f"Player {outcome.winner} wins"
    assert f"{said}: " in result.output
    assert f"in turn {outcome.turns} after {outcome.decisions} decisions." in " ".join(
        result.output.split()
    )
    lines = [line for line in result.output.splitlines() if not line.startswith("player ")]
    assert max(map(len, lines)) <= 80
    replay = read_replay("game.json")
    assert replay == played.table.replay()
    assert replay.bots[player] == PERSON
    assert verify(replay, loaded(name)).hash() == played.table.game.hash()
    assert main(["--plugin", TINY, "replay", "game.json", "--verify"]) == 0


@pytest.mark.parametrize("name", RULESETS)
def test_a_whole_game_of_two_persons(name):
    played = script(name, PERSON)
    lines, before = [], None
    for line, whose in zip(played.lines, played.whose, strict=True):
        lines += [line] if whose == before else ["", line]
        before = whose
    options = ("--opponent", "person", "--seed", str(SEED), "--replay", "game.json")
    result = run(name, *options, lines=lines)
    assert result.exit_code == 0
    assert read_replay("game.json") == played.table.replay()
    handed = re.findall(r"Player (\d) takes the screen", result.output)
    assert len(handed) > 1
    assert all(one != other for one, other in pairwise(handed))


def test_a_bot_plays_as_it_does_in_a_simulation():
    from tefuda.playing import record_game

    ruleset = loaded("lycee")
    taken = record_game(ruleset.program, ruleset.match(*ruleset.pair()), 6, 0, bots=("greedy",) * 2)
    table = Table(ruleset, ruleset.pair(), (PERSON, "greedy"), 6, MANAGER)
    while not table.over:
        table.let_bots_play()
        if not table.over:
            made = len(table.replay().options)
            table.take(taken[made])
    assert [int(option, 16) for option in table.replay().options] == taken


# hidden cards


def faces(card: CardView | None) -> Iterator[str]:
    if card is not None:
        if card.number is not None:
            yield card.number
        for cards in card.attached.values():
            for inner in cards:
                yield from faces(inner)


def never_public(played: Script, hidden: int) -> set[str]:
    """Numbers of a player's cards alone of which no copy was ever where others may look.

    Told from the whole log and from the open zones, not from what views or texts show.
    """
    ruleset, replay = played.table.ruleset, played.table.replay()
    mine, theirs = (set(replay.decks[player].cards) for player in (1 - hidden, hidden))
    opened = [
        zone.name for zone in ruleset.rules.named(ZoneKind) if zone.visibility == Visibility.ALL
    ]
    places = tuple(f"'s {zone.replace('_', ' ')}" for zone in opened)
    public: set[str] = set()
    game = ruleset.new_game(decks=played.table.decks, seed=replay.seed, log=True)
    for option in replay.options:
        view = game.view(hidden)
        public |= {
            n for zone in view.zones if zone.kind in opened for c in zone.cards for n in faces(c)
        }
        game.apply(int(option, 16))
    for event in game.log(None):
        went = event.kind == "move" and any(place in event.text for place in places)
        if went or event.kind in ("reveal", "look", "timing"):
            public.add(event.text.removeprefix(f"{event.name}: ").split(" ")[0])
            public |= {n for n in theirs if f"{n} " in event.text}
    return (theirs - mine) - public


@pytest.mark.parametrize("name", RULESETS)
@pytest.mark.parametrize("player", [0, 1])
def test_a_person_is_never_shown_a_card_that_only_the_bot_may_know(name, player):
    secrets = 0
    for seed in range(3):
        played = script(name, "greedy", player, most=12, seed=seed)
        lines = [line for typed in played.lines for line in ("log all", "board", typed)]
        lines += ["zone hand", "zone deck", "log all", "concede", "yes"]
        options = ("--opponent", "greedy", "--player", str(player), "--seed", str(seed))
        result = run(name, *options, lines=lines)
        assert result.exit_code == 0
        shown = " ".join(result.output.split())
        hidden = never_public(played, 1 - player)
        pool = played.table.ruleset.pool
        cards = {number for deck in played.table.decks for number in deck.cards}
        others = {pool[number].name for number in cards - hidden}
        for number in hidden:
            secrets += 1
            assert f"{number} " not in shown
            assert pool[number].name in others or pool[number].name not in shown
    # The tiny game's decks are of the same cards.
    assert secrets or name == "tiny"


@pytest.mark.parametrize("name", RULESETS)
def test_each_of_two_persons_is_shown_only_what_is_theirs(name):
    secrets = 0
    for seed in range(3):
        played = script(name, PERSON, most=40, seed=seed)
        lines, before = [], None
        for line, whose in zip(played.lines, played.whose, strict=True):
            lines += ["board", "log all", line] if whose == before else ["", line]
            before = whose
        result = run(name, "--opponent", "person", "--seed", str(seed), lines=lines)
        assert result.exit_code in (0, 130)
        parts = re.split(r"Player (\d) takes the screen", result.output)
        assert len(parts) > 3
        assert not re.search(r"\(player \d's hand", parts[0])
        for whose, text in zip(parts[1::2], parts[2::2], strict=True):
            shown = " ".join(text.split())
            for number in never_public(played, 1 - int(whose)):
                secrets += 1
                assert f"{number} " not in shown
    # The tiny game's decks are of the same cards.
    assert secrets or name == "tiny"


def test_the_hands_of_two_persons_are_told_apart_in_a_deck_of_strangers():
    result = run(
        "tiny", "--opponent", "person", "--decks", "even", "high", "--seed", "1", lines=[""]
    )
    assert result.exit_code == 130
    both = run(
        "tiny",
        "--opponent",
        "person",
        "--decks",
        "even",
        "high",
        "--seed",
        "1",
        lines=["", "1", ""],
    )
    own = re.findall(r"hand \(\d\): (.*)", both.output)
    assert len(own) >= 2
    assert own[0] != own[-1]


# saving and going on


@pytest.mark.parametrize("name", RULESETS)
def test_a_game_saved_and_taken_up_is_the_game_played_in_one_go(name):
    played = script(name, "greedy", most=60)
    whole = [*played.lines, "concede", "yes"] if not played.table.over else played.lines
    options = ("--opponent", "greedy", "--seed", str(SEED))
    assert run(name, *options, "--replay", "whole.json", lines=whole).exit_code == 0
    stops = [0, 1, len(played.lines) // 2]
    first = run(name, *options, lines=[*played.lines[: stops[0]], "save game.json", "quit"])
    assert "saved: tefuda play --resume game.json" in first.output
    for start, stop in pairwise(stops):
        again = run("--resume", "game.json", lines=[*played.lines[start:stop], "quit game.json"])
        assert again.exit_code == 0
    log = run("--resume", "game.json", lines=["log all", "quit"])
    last = run("--resume", "game.json", "--replay", "parts.json", lines=whole[stops[-1] :])
    assert last.exit_code == 0
    assert Path("parts.json").read_bytes() == Path("whole.json").read_bytes()
    at_once = run(name, *options, lines=[*whole[: stops[-1]], "log all", "quit", "no"])
    assert log.output.split("> log all")[1].split("> quit")[0] in at_once.output


def test_what_happened_since_the_last_choice_is_told_again_after_going_on():
    played = script("lycee", "greedy", most=12)
    options = ("lycee", "--opponent", "greedy", "--seed", str(SEED))
    at_once = run(*options, lines=[*played.lines, "log", "quit game.json"])
    again = run("--resume", "game.json", lines=["log", "quit"])
    told = at_once.output.split("> log")[1].split("> quit")[0]
    assert told == again.output.split("> log")[1].split("> quit")[0]
    assert "turn" in told


def test_the_end_of_input_loses_nothing():
    played = script("lycee", "greedy", most=9)
    result = run("lycee", "--opponent", "greedy", "--seed", str(SEED), lines=played.lines)
    assert result.exit_code == 130
    assert "saved: tefuda play --resume lycee-4.save.json" in result.output
    assert read_replay("lycee-4.save.json") == played.table.replay()
    # Another game of that name does not write over it.
    run("lycee", "--opponent", "random", "--seed", str(SEED), lines=["1"])
    assert read_replay("lycee-4.save.json") == played.table.replay()
    assert Path("lycee-4-1.save.json").exists()
    # One that is taken up goes back into its file, unless another is named.
    run("--resume", "lycee-4.save.json", "--save", "other.json", lines=["1"])
    assert read_replay("lycee-4.save.json") == played.table.replay()
    run("--resume", "lycee-4.save.json", lines=["1"])
    assert read_replay("lycee-4.save.json") == read_replay("other.json")


def test_nothing_is_written_where_nothing_was_decided():
    assert run("lycee", "--seed", "4").exit_code == 130
    assert list(Path().iterdir()) == []
    assert run("lycee", "--seed", "4", lines=["help", "board", "quit"]).exit_code == 0
    assert list(Path().iterdir()) == []


def test_a_saved_game_asks_nothing_when_it_is_left():
    result = run("tiny", "--seed", "1", lines=["1", "save a.json", "quit"])
    assert result.exit_code == 0
    assert "yes or no" not in result.output
    result = run("tiny", "--seed", "1", lines=["1", "quit", "perhaps", "y"])
    assert result.exit_code == 0
    assert "'perhaps': expected yes or no" in result.output
    assert read_replay("tiny-1.save.json") == read_replay("a.json")


def test_a_person_can_give_up():
    result = run(
        "tiny", "--seed", "1", "--replay", "r.json", lines=["concede", "no", "1", "concede", "y"]
    )
    assert result.exit_code == 0
    assert "Player 0 gives up: player 1 wins." in result.output
    assert read_replay("r.json").outcome is None
    assert read_replay("r.json").stopped == "player 0 gives up"
    assert "the game is over (player 0 gives up)" in refused("--resume", "r.json")
    assert main(["--plugin", TINY, "replay", "r.json", "--verify"]) == 0
    assert [path.name for path in Path().iterdir()] == ["r.json"]


def test_a_save_that_is_killed_leaves_the_old_file_whole():
    run("tiny", "--seed", "1", lines=["1", "save game.json", "quit"])
    before = Path("game.json").read_bytes()
    killed = (
        "import os, signal, sys\n"
        "from tefuda.plugins.cli.group import main\n"
        "os.replace = lambda *names: os.kill(os.getpid(), signal.SIGKILL)\n"
        f"main(['--plugin', {TINY!r}, 'play', '--resume', 'game.json'])\n"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", killed],
        input="1\nsave\n",
        text=True,
        capture_output=True,
        timeout=PATIENCE,
    )
    assert done.returncode == -signal.SIGKILL
    assert Path("game.json").read_bytes() == before
    assert run("--resume", "game.json", lines=["quit"]).exit_code == 0


# bad input


BAD = [
    "0", "-1", "9999", "99999999999999999999999999", "1.5", "", "   ", "\t", "?", "no such thing",
    "take", "take nothing", "take 0", "zone", "zone nowhere", "show", "show nobody", "show *",
    "log none", "save /nowhere/at/all.json", "save .", "quit /nowhere/at/all.json",
    "help me", "\x00", "\x1b[2J", "[red]", "[/]", "é" * 3000, "%s %d {}", "1 2", "１",
]  # fmt: skip


@pytest.mark.parametrize("name", RULESETS)
def test_bad_input_is_answered_with_a_hint(name):
    result = run(name, "--seed", "2", lines=[*BAD, "quit"])
    assert result.exit_code == 0
    answers = re.split(r"player 0> ", result.output)[1:-1]
    assert len(answers) == len(BAD)
    for said, answer in zip(BAD, answers, strict=True):
        hint = " ".join(answer.split("\n", 1)[1].split())
        assert hint, said
        if not said.startswith("help"):
            assert re.search(r"expected|type|could be|no card|none of the options|cannot", hint), (
                said
            )
    assert "\x1b" not in result.output
    assert "\x00" not in result.output


def test_no_line_of_bytes_breaks_the_table():
    chance = random.Random(11)
    words = [b"take", b"zone", b"show", b"log", b"board", b"options", b"help", b"save", b"1", b"CH"]
    lines = []
    for _ in range(2000):
        noise = bytes(chance.randrange(256) for _ in range(chance.randrange(12)))
        lines.append(
            (chance.choice([*words, b""]) + b" " + noise).replace(b"\n", b"").replace(b"/", b"")
        )
    result = run("lycee", "--seed", "2", "--opponent", "random", lines=b"\n".join(lines))
    assert result.exit_code in (0, 130)


def test_an_option_called_like_a_command_is_taken_by_its_whole_text(monkeypatch):
    real = tefuda.Game.action_text
    text = "show and take: yes"
    monkeypatch.setattr(
        "tefuda.plugins.table.dialogue.Dialogue._texts",
        lambda self: (
            [real(self.table.game, action) for action in self.table.game.legal_actions[1:]] + [text]
        ),
    )
    result = run("tiny", "--seed", "1", lines=["show and", text, "quit no"])
    assert "no card is called 'and'" in result.output
    assert len(read_replay("no").options) >= 1


def test_several_options_of_one_beginning_are_listed():
    result = run("lycee", "--seed", "3", lines=["enter", "quit"])
    assert "'enter' could be 1 (enter: " in " ".join(result.output.split())


def test_options_are_taken_by_number_by_text_by_beginning_and_by_words():
    first = run("lycee", "--seed", "3", lines=["1", "quit a.json"])
    text = re.search(r"   1  (enter: \S+ (.*)) \(", first.output)
    full, name = text[1], text[2]
    for number, said in enumerate([full, full.upper(), f"take {full}", name, name[:-1]]):
        file = f"{number}.json"
        run("lycee", "--seed", "3", lines=[said, f"quit {file}"])
        assert read_replay(file) == read_replay("a.json"), said


def test_long_lines_are_broken_by_what_they_take_on_a_terminal():
    lines = wrapped("  " + "漢字" * 60 + " and " + "x" * 99, 40, 4)
    assert max(map(cell_len, lines)) <= 40
    assert "".join(lines).replace(" ", "") == "漢字" * 60 + "and" + "x" * 99
    assert all(line.startswith("    ") for line in lines[2:])
    assert wrapped("", 40, 4) == [""]


def test_a_card_is_shown_with_what_it_says_and_how_it_stands():
    result = run("lycee", "--seed", "3", lines=["show CH-0152", "show grand pilot", "quit"])
    shown = " ".join(result.output.split())
    assert shown.count("CH-0152 Grand Pilot ap 4, dp 3, sp 1, ex 1, type character") == 2
    assert "cost 2 snow 2 any" in shown
    assert "of no source: ap" in shown
    assert "[16.9]" in shown
    assert "in player 0's hand" in shown


# files that are no saved games, options that do not go together


def refused(*arguments: str) -> str:
    result = run(*arguments)
    assert result.exit_code == 2
    return " ".join(result.output.split())


def test_a_damaged_save_is_refused():
    run("tiny", "--seed", "1", lines=["1", "1", "1", "quit game.json"])
    whole = Path("game.json").read_text()
    Path("cut.json").write_text(whole[: len(whole) // 2])
    assert "cut.json: not a replay" in refused("--resume", "cut.json")
    Path("empty.json").write_bytes(b"")
    assert "empty.json: not a replay" in refused("--resume", "empty.json")
    assert "none.json: cannot be read" in refused("--resume", "none.json")

    def altered(**fields: object) -> str:
        Path("altered.json").write_text(json.dumps(json.loads(whole) | fields))
        return refused("--resume", "altered.json")

    saved = json.loads(whole)
    assert "format 2, expected 1" in altered(format=2)
    assert "have changed since" in altered(fingerprint="0123456789abcdef")
    assert "expected a saved game with a person" in altered(bots=["random", "greedy"])
    assert "bot 'gone': unknown" in altered(bots=["person", "gone"])
    hashes = [[count, "1" * 16] for count, _ in saved["hashes"]]
    assert "not a game that was played so: after decision 1: hash" in altered(hashes=hashes)
    assert "is not legal" in altered(options=["1", *saved["options"][1:]])
    over = {"winner": 0, "reason": "enough", "turns": 3}
    assert "the game is over (enough)" in altered(outcome=over)
    assert "unknown ruleset" in altered(variant="nothing")
    few = [{"name": "few", "cards": saved["decks"][0]["cards"][:3]}, saved["decks"][1]]
    assert "3 cards, expected 12 at least" in altered(decks=few)


def test_any_byte_of_a_save_that_is_changed_is_noticed_or_means_nothing():
    run("tiny", "--seed", "1", lines=["1", "1", "quit game.json"])
    whole = Path("game.json").read_bytes()
    right = read_replay("game.json")
    chance = random.Random(3)
    for _ in range(120):
        at = chance.randrange(len(whole))
        Path("game.json").write_bytes(whole[:at] + bytes([chance.randrange(256)]) + whole[at + 1 :])
        result = run("--resume", "game.json", lines=["quit"])
        assert result.exit_code in (0, 2)
        if result.exit_code == 0:
            assert read_replay("game.json").options == right.options


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        ([], "Missing argument 'VARIANT', or --resume FILE"),
        (["tny"], "unknown ruleset 'tny'"),
        (["tiny", "--opponent", "nobody"], "bot 'nobody': unknown"),
        (["tiny", "--decks", "even", "gone"], "deck 'gone': unknown"),
        (["tiny", "--player", "2"], "--player"),
        (["tiny", "--seed", "-1"], "seed -1"),
        (["tiny", "--seed", str(2**64)], "seed"),
        (["tiny", "--replay", "no/where.json"], "no folder 'no'"),
        (["tiny", "--save", TINY], "is no saved game or replay"),
        (["tiny", "--resume", "x.json"], "VARIANT and --resume"),
        (["--resume", "x.json", "--seed", "1"], "--seed and --resume"),
        (["--resume", "x.json", "--player", "0"], "--player and --resume"),
        (["--resume", "x.json", "--opponent", "random"], "--opponent and --resume"),
    ],
)
def test_what_does_not_fit_is_refused(arguments, part):
    assert part in refused(*arguments)


def test_another_file_is_not_written_over():
    Path("notes.txt").write_text("mine")
    result = run(
        "tiny", "--seed", "1", lines=["1", "save notes.txt", "quit notes.txt", "quit no.json"]
    )
    assert result.output.count("is no saved game or replay") == 2
    assert Path("notes.txt").read_text() == "mine"
    assert read_replay("no.json").options


# the end


BOTS = """from tefuda.plugins import hookimpl
from tefuda.plugins.bots import Bot


class Counting:
    def __init__(self):
        self.asked = 0

    def __call__(self, view, actions, decision):
        self.asked += 1
        return actions[(self.asked + decision.random.randrange(3)) % len(actions)]


def failing(view, actions):
    return 1 // (6 - len(view.zone(view.player, "deck").cards)) and actions[0]


@hookimpl
def tefuda_bots():
    return [Bot("counting", factory=Counting), Bot("failing", function=failing)]
"""


def test_a_bot_in_python_goes_on_as_it_would_have():
    Path("thinkers.py").write_text(BOTS)
    options = ("tiny", "--seed", "3", "--opponent", "counting", "--plugin", "thinkers.py")
    lines = ["1"] * 60
    assert run(*options, "--replay", "whole.json", lines=lines).exit_code == 0
    assert run(*options, lines=["1", "1", "1", "quit half.json"]).exit_code == 0
    again = ("--resume", "half.json", "--plugin", "thinkers.py", "--replay", "parts.json")
    assert run(*again, lines=lines).exit_code == 0
    assert Path("parts.json").read_bytes() == Path("whole.json").read_bytes()
    assert "bot 'counting': unknown" in refused("--resume", "half.json")


def test_a_bot_that_fails_takes_no_game_along():
    Path("thinkers.py").write_text(BOTS)
    options = ("tiny", "--seed", "3", "--opponent", "failing", "--plugin", "thinkers.py")
    result = run(*options, "--replay", "r.json", lines=["1"] * 60)
    assert result.exit_code == 1
    shown = " ".join(result.output.split())
    assert (
        "The game cannot go on: bot 'failing' of plugin 'thinkers' raised ZeroDivisionError"
        in shown
    )
    stopped = read_replay("r.json").stopped
    assert stopped is not None
    assert "ZeroDivisionError" in stopped
    assert main(["--plugin", TINY, "replay", "r.json", "--verify"]) == 0
    Path("thinkers.py").write_text(BOTS.replace("1 // (6", "2 ** (6"))
    again = run("--resume", "tiny-3.save.json", "--plugin", "thinkers.py", lines=["1"] * 60)
    assert again.exit_code == 0
    assert "wins" in again.output


def test_rules_that_fail_end_the_game_with_status_1():
    for seed in range(40):
        table = script_of_faulty(seed)
        if table is not None:
            break
    lines, replay = table
    result = run("tiny:faulty=true", "--seed", str(seed), "--replay", "r.json", lines=lines)
    assert result.exit_code == 1
    assert "ended in an error of its rules: " in result.output
    assert read_replay("r.json") == replay


def script_of_faulty(seed):
    ruleset = tefuda.load("tiny:faulty=true", manager=MANAGER)
    table = Table(ruleset, ruleset.pair(), (PERSON, "greedy"), seed, MANAGER)
    lines = []
    table.let_bots_play()
    while not table.over:
        table.take(table.game.legal_actions[0])
        lines.append("1")
        table.let_bots_play()
    return (lines, table.replay()) if table.outcome.error else None


def test_the_result_is_one_object_with_json():
    played = script("tiny", "random")
    options = ("tiny", "--seed", str(SEED), "--opponent", "random", "--json")
    runner = CliRunner()
    result = runner.invoke(
        make_cli(), ["--plugin", TINY, "play", *options], input="\n".join(played.lines) + "\n"
    )
    found = json.loads(result.stdout)
    assert result.exit_code == 0
    assert "player 0>" in result.stderr
    assert found["players"] == ["person", "random"]
    assert found["outcome"]["winner"] == played.table.outcome.winner
    assert (found["conceded"], found["saved"], found["interrupted"]) == (None, None, False)


# a terminal


def child(*arguments: str, **environment: str) -> tuple[subprocess.Popen[bytes], int]:
    return on_terminal("-m", "tefuda", "--plugin", TINY, "play", *arguments, **environment)


def on_terminal(*arguments: str, **environment: str) -> tuple[subprocess.Popen[bytes], int]:
    import pty

    leader, follower = pty.openpty()
    process = Child(
        [sys.executable, "-P", *arguments],
        stdin=follower,
        stdout=follower,
        stderr=follower,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "80", **environment},
        start_new_session=True,
        preexec_fn=own_terminal,
    )
    os.close(follower)
    return process, leader


def own_terminal() -> None:
    import fcntl
    import termios

    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def read_part(leader: int, seen: bytes = b"") -> bytes:
    """Read what there is, or nothing at the end; a child that says nothing fails the test."""
    ready, _, _ = select.select([leader], [], [], PATIENCE)
    assert ready, f"nothing comes after {seen[-200:]!r}"
    try:
        return os.read(leader, 65536)
    except OSError:
        return b""


def read_until(leader: int, wanted: str) -> str:
    """Read what a terminal shows until something is there, or the end."""
    seen = b""
    while wanted.encode() not in seen:
        part = read_part(leader, seen)
        if not part:
            break
        seen += part
    return seen.decode()


pseudo_terminal = pytest.mark.skipif(sys.platform == "win32", reason="takes a pseudo-terminal")


@pseudo_terminal
def test_a_whole_game_on_a_terminal():
    process, leader = child("tiny", "--opponent", "person", "--seed", "1", "--replay", "r.json")
    shown = ""
    while True:
        part = read_until(leader, "> ") if shown.endswith("Enter ") else read_prompt(leader)
        shown += part
        if "seed 1" in part or not part:
            break
        os.write(leader, b"\n" if part.endswith("Enter ") else b"1\n")
    assert process.wait(PATIENCE) == 0
    os.close(leader)
    assert "\x1b[2J\x1b[3J\x1b[H" in shown
    assert "\x1b[1m" in shown
    assert re.search(r"Player \d wins: |Nobody wins: ", shown)
    assert read_replay("r.json").outcome is not None
    pages = shown.split("\x1b[2J\x1b[3J\x1b[H")
    for page in pages[1:]:
        # Nothing of a hand stands on a screen before the right person took it.
        before, _, _ = page.partition("press Enter")
        assert "hand" not in before


def read_prompt(leader: int) -> str:
    seen = b""
    while not re.search(rb"(\d> |press Enter |seed \d+\r\n)$", seen):
        part = read_part(leader, seen)
        if not part:
            break
        seen += part
    return seen.decode()


@pseudo_terminal
def test_a_terminal_without_colours_gets_none():
    process, leader = child("tiny", "--seed", "1", NO_COLOR="1")
    shown = read_until(leader, "player 0> ")
    os.write(leader, b"quit\n")
    read_until(leader, "never")
    assert process.wait(PATIENCE) == 0
    os.close(leader)
    assert "\x1b[1m" not in shown
    assert max(len(line) for line in shown.splitlines()) <= 80


def typing(*arguments: str) -> subprocess.Popen[bytes]:
    """Start a game whose output somebody reads through a pipe, up to the first question."""
    process = Child(
        [sys.executable, "-P", "-m", "tefuda", "--plugin", TINY, "play", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    read_until(process.stdout.fileno(), "player 0> ")
    return process


def test_a_reader_that_goes_away_loses_nothing():
    process = typing("tiny", "--seed", "1")
    process.stdin.write(b"1\n")
    process.stdin.flush()
    read_until(process.stdout.fileno(), "player 0> ")
    process.stdout.close()
    process.stdin.write(b"1\n")
    process.stdin.close()
    assert process.wait(PATIENCE) == 141
    assert b"Traceback" not in process.stderr.read()
    process.stderr.close()
    assert len(read_replay("tiny-1.save.json").options) >= 1


@pseudo_terminal
def test_a_terminal_that_is_closed_loses_nothing():
    process, leader = child("tiny", "--seed", "1")
    read_until(leader, "player 0> ")
    os.write(leader, b"1\n")
    read_until(leader, "player 0> ")
    os.close(leader)
    process.wait(PATIENCE)
    assert len(read_replay("tiny-1.save.json").options) >= 1


#: Asks again whenever Ctrl-C came; what is asked is edited on the terminal, or is a plain line.
#: Whoever reads the prompt runs first: this is met between the prompt and the wait for a key.
ASKS = """
import os, sys
from tefuda.plugins.table.screen import Interrupts, Screen

edited = sys.argv[1] == "edited"
os.nice(19)
while True:
    screen = Screen(sys.stdout if edited else sys.stderr, sys.stdin)
    interrupts = Interrupts()
    with interrupts.watched():
        try:
            if screen.ask("> ") == "enough":
                break
        except KeyboardInterrupt:
            print("stopped", flush=True)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="takes the scheduler of Linux")
@pytest.mark.usefixtures("ctrl_c")
@pytest.mark.parametrize("how", ["edited", "plain"])
def test_ctrl_c_is_seen_however_soon_it_follows_the_prompt(how):
    everywhere = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(everywhere)})
    process, leader = on_terminal("-c", ASKS, how)
    try:
        read_until(leader, "> ")
        for _ in range(2000):
            os.write(leader, b"\x03")
            seen = b""
            while not re.search(rb"stopped.*> ", seen, re.DOTALL):
                part = read_part(leader, seen)
                assert part
                seen += part
        os.write(leader, b"enough\n")
        assert process.wait(PATIENCE) == 0
    finally:
        os.sched_setaffinity(0, everywhere)
        process.kill()
        process.wait(PATIENCE)
        os.close(leader)


@pseudo_terminal
@pytest.mark.timing
@pytest.mark.usefixtures("ctrl_c")
def test_ctrl_c_ends_at_once_and_keeps_the_game():
    import time

    taken = []
    for seed in ("1", "2", "3"):  # the machine may be busy with something else
        process, leader = child("tiny", "--seed", seed)
        read_until(leader, "player 0> ")
        os.write(leader, b"1\n")
        read_until(leader, "player 0> ")
        begun = time.perf_counter()
        os.write(leader, b"\x03")
        shown = read_until(leader, f"seed {seed}")
        taken.append(time.perf_counter() - begun)
        read_until(leader, "never")
        assert process.wait(PATIENCE) == 130
        os.close(leader)
        assert f"saved: tefuda play --resume tiny-{seed}.save.json" in shown
        assert len(read_replay(f"tiny-{seed}.save.json").options) >= 1
        if min(taken) < 0.2:
            break
    assert min(taken) < 0.2


@pytest.mark.usefixtures("ctrl_c")
def test_ctrl_c_never_tears_a_choice_from_its_record(monkeypatch):
    """A signal that comes while an option is being taken waits until it is written down."""
    from tefuda.replay import Recorder

    real = Recorder.take

    def interrupted(self, option):
        os.kill(os.getpid(), signal.SIGINT)
        real(self, option)

    monkeypatch.setattr(Recorder, "take", interrupted)
    result = run("tiny", "--seed", "1", "--opponent", "random", lines=["1"] * 50)
    assert result.exit_code == 130
    monkeypatch.undo()
    # Whether a bot's choice or the person's own was interrupted: it was the first, and is whole.
    for file in Path().glob("*.save.json"):
        assert verify(read_replay(file), loaded("tiny")).hash()
