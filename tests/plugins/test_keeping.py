"""Keeping the replays of games that ended in some ways only."""

from __future__ import annotations

from pathlib import Path

import pytest

from tefuda.errors import RulesetError
from tefuda.failures import DECISION_LIMIT_REASON
from tefuda.plugins.cli.group import main
from tefuda.plugins.lab.driver import play
from tefuda.plugins.lab.keeping import Kept
from tefuda.plugins.lab.simulation import make_side, simulate
from tefuda.plugins.loading import load
from tefuda.plugins.manager import make_manager
from tefuda.replay import read_replay

TINY = str(Path(__file__).parent / "tiny" / "tiny_game.py")
MANAGER = make_manager(plugins=[TINY])
#: Its games end by points, by an empty deck, and some in an error.
FAULTY = load("tiny:faulty=true,goal=25", manager=MANAGER)


def outcomes(folder: Path) -> dict[int, str]:
    """Give how the games of the replays in a folder ended, by their numbers."""
    replays = [read_replay(file) for file in folder.iterdir()]
    return {replay.number: replay.outcome.reason for replay in replays}


@pytest.fixture(scope="module")
def every(tmp_path_factory):
    folder = tmp_path_factory.mktemp("every")
    line = ["simulate", "tiny:faulty=true,goal=25", "--games", "200", "--replays", str(folder)]
    assert main(["--plugin", TINY, *line]) == 1
    found = outcomes(folder)
    assert len(found) == 200
    assert set(found.values()) == {"enough", "exhausted", "error"}
    return found


@pytest.mark.parametrize(
    "names", [["enough"], ["error"], ["exhausted", "error"], [DECISION_LIMIT_REASON]]
)
def test_only_games_that_ended_so_are_kept(names, every, tmp_path):
    keep = [word for name in names for word in ("--keep", name)]
    line = ["simulate", "tiny:faulty=true,goal=25", "--games", "200", "--threads", "2"]
    assert main(["--plugin", TINY, *line, "--replays", str(tmp_path / "some"), *keep]) == 1
    wanted = {number: name for number, name in every.items() if name in names}
    assert outcomes(tmp_path / "some") == wanted


def test_as_many_are_kept_as_the_result_counts():
    result = simulate(FAULTY, games=300, seed=2, manager=MANAGER)
    games = play(make_side(FAULTY, None, None, MANAGER), 2, 0, 300)
    for name in ("enough", "exhausted", "error"):
        kept = Kept(FAULTY, [name]).of(games)
        assert len(kept) == result.outcomes[name]
        assert kept == sorted(set(kept))
    endless = load("tiny:endless=true", manager=MANAGER)
    games = play(make_side(endless, None, None, MANAGER), 2, 0, 20)
    result = simulate(endless, games=20, seed=2, manager=MANAGER)
    assert Kept(endless, ["error"]).of(games) == [failure.game for failure in result.failures]


def test_an_unknown_outcome_is_refused_with_those_there_are(tmp_path, capsys):
    with pytest.raises(RulesetError, match=r"expected enough, exhausted, decision limit, error"):
        Kept(FAULTY, ["enough", "lost"])
    with pytest.raises(RulesetError, match=r"outcome 'enouhg': .*; did you mean 'enough'\?"):
        Kept(FAULTY, ["enouhg"])
    line = ["--plugin", TINY, "simulate", "tiny", "--games", "3", "--replays", str(tmp_path / "no")]
    assert main([*line, "--keep", "lost"]) == 2
    assert "'tiny' has no such outcome" in capsys.readouterr().err
    assert not (tmp_path / "no").exists()


def test_keeping_without_a_folder_is_refused(capsys):
    assert main(["--plugin", TINY, "simulate", "tiny", "--keep", "enough"]) == 2
    assert "--keep without --replays" in capsys.readouterr().err
