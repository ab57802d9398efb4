"""Runs that are interrupted, killed or fail: nothing leaks, and nothing is left broken."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import tefuda
from tefuda.plugins.lab import recording, simulation, stretches
from tefuda.plugins.manager import make_manager
from tefuda.replay import read_replay, verify

from ..children import Child
from ..loaded import loaded

pytestmark = pytest.mark.usefixtures("ctrl_c")

TINY = Path(__file__).parent / "tiny" / "tiny_game.py"
MANAGER = make_manager(plugins=[TINY])
ENDLESS = 10**9
GREEDY = ("greedy", "greedy")
#: Within so many seconds Ctrl-C is answered.
SOON = 0.2


class Trouble(Exception):
    """What a caller's function raises."""


class Somebody:
    """Presses Ctrl-C once, some time after a run has told of its progress."""

    def __init__(self, delay: float = 0.05) -> None:
        self.delay = delay
        self.pressed = 0.0
        self.playing = threading.Event()
        self.thread = threading.Thread(target=self.press)
        self.thread.start()

    def press(self) -> None:
        assert self.playing.wait(60)
        time.sleep(self.delay)
        self.pressed = time.perf_counter()
        os.kill(os.getpid(), signal.SIGINT)

    def told(self, done: int, total: int) -> None:
        """Hear of the progress."""
        self.playing.set()

    def waited(self) -> float:
        """Seconds since Ctrl-C."""
        waited = time.perf_counter() - self.pressed
        self.thread.join()
        return waited


def resident() -> int:
    """Bytes of memory in use."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


# Ctrl-C is answered, and what is finished is kept (T48)


@pytest.mark.timing
@pytest.mark.parametrize("name", ["lycee", "power_card", "set_extract"])
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("bots", [("random", "random"), GREEDY])
def test_ctrl_c_in_a_batch_without_the_gil_is_answered_within_200_ms(name, threads, bots):
    ruleset = loaded(name)
    waited = []
    for _ in range(3):  # the machine may be busy with something else
        user = Somebody()
        result = tefuda.simulate(
            ruleset, games=ENDLESS, seed=1, threads=threads, bots=bots, progress=user.told
        )
        waited.append(user.waited())
        assert result.interrupted
        assert sum(result.wins) + result.draws + result.errors == result.games
        if min(waited) < SOON:
            break
    assert min(waited) < SOON


@pytest.mark.timing
def test_ctrl_c_is_answered_within_200_ms_while_replays_are_written(tmp_path):
    ruleset = loaded("lycee")
    waited = []
    for number in range(3):
        folder = tmp_path / str(number)
        side = simulation.make_side(ruleset, None, GREEDY, MANAGER)
        writer = recording.ReplayWriter(side, 1, folder)
        user = Somebody()
        result = tefuda.simulate(
            ruleset,
            games=ENDLESS,
            seed=1,
            threads=2,
            bots=GREEDY,
            replays=writer,
            progress=user.told,
        )
        waited.append(user.waited())
        assert result.interrupted
        assert len(list(folder.glob("*.json"))) == result.games
        if min(waited) < SOON:
            break
    assert min(waited) < SOON


def test_finished_games_are_those_of_a_run_that_was_not_interrupted(tmp_path):
    ruleset = tefuda.load("tiny", manager=MANAGER)
    side = simulation.make_side(ruleset, None, GREEDY, MANAGER)
    writer = recording.ReplayWriter(side, 5, tmp_path)
    user = Somebody()
    result = tefuda.simulate(
        ruleset,
        games=ENDLESS,
        seed=5,
        threads=3,
        bots=GREEDY,
        replays=writer,
        progress=user.told,
    )
    user.waited()
    assert 0 < result.games < ENDLESS
    again = tefuda.simulate(ruleset, games=result.games, seed=5, bots=GREEDY, manager=MANAGER)
    assert (again.trace_hash, again.wins) == (result.trace_hash, result.wins)
    files = sorted(tmp_path.iterdir())
    assert [file.name for file in files] == [f"tiny-5-{n:06}.json" for n in range(result.games)]
    for file in files[:: max(1, len(files) // 20)]:
        verify(read_replay(file), ruleset)


# exceptions and signals release memory and threads (T47)


def fails(done: int, total: int) -> None:
    raise Trouble


def presses_twice(done: int, total: int) -> None:
    for _ in range(2):
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.001)


@pytest.mark.parametrize(
    ("progress", "kind"), [(fails, Trouble), (presses_twice, KeyboardInterrupt)]
)
def test_an_exception_or_a_signal_in_a_batch_ends_its_threads(monkeypatch, progress, kind):
    monkeypatch.setattr(simulation, "PROGRESS_SECONDS", 0)
    handler = signal.getsignal(signal.SIGINT)
    before = set(threading.enumerate())
    for threads in (1, 4):
        with pytest.raises(kind):
            tefuda.simulate(
                "tiny", games=ENDLESS, seed=1, threads=threads, manager=MANAGER, progress=progress
            )
        assert set(threading.enumerate()) == before
        assert signal.getsignal(signal.SIGINT) is handler


def test_an_exception_in_a_thread_is_raised_and_ends_the_others(monkeypatch):
    played = stretches.play
    calls: list[int] = []

    def play(*arguments):
        calls.append(1)
        if len(calls) == 5:
            raise Trouble
        return played(*arguments)

    monkeypatch.setattr(stretches, "play", play)
    before = set(threading.enumerate())
    with pytest.raises(Trouble):
        tefuda.simulate("tiny", games=ENDLESS, seed=1, threads=4, manager=MANAGER)
    assert set(threading.enumerate()) == before


def test_a_replay_that_cannot_be_written_ends_the_threads(tmp_path):
    side = simulation.make_side(tefuda.load("tiny", manager=MANAGER), None, None, MANAGER)
    writer = recording.ReplayWriter(side, 1, tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    before = set(threading.enumerate())
    with pytest.raises(tefuda.ReplayError, match="cannot be written"):
        tefuda.simulate(side.ruleset, games=ENDLESS, seed=1, threads=4, replays=writer)
    assert set(threading.enumerate()) == before


@pytest.mark.timing
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="takes the files of Linux")
def test_exceptions_in_batches_release_their_memory(monkeypatch):
    monkeypatch.setattr(simulation, "PROGRESS_SECONDS", 0)
    ruleset = loaded("lycee")
    size = len(ruleset.new_game(seed=1).snapshot())

    def runs(count: int) -> None:
        for _ in range(count):
            with pytest.raises(Trouble):
                tefuda.simulate(ruleset, games=ENDLESS, seed=1, threads=4, progress=fails)

    runs(20)
    before = resident()
    runs(100)
    # Four threads with three games each in 100 runs would be 1200 games.
    assert resident() - before < 1200 * size // 4


# what is left when a process is killed


def started(*arguments: str, stdout: int) -> subprocess.Popen[bytes]:
    return Child(
        [sys.executable, "-m", "tefuda", "--plugin", str(TINY), *arguments],
        stdout=stdout,
        stderr=subprocess.PIPE,
    )


def wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.002)
    assert condition()


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_a_process_that_is_ended_while_it_writes_replays_leaves_none_that_is_broken(
    tmp_path, number
):
    ruleset = tefuda.load("tiny", manager=MANAGER)
    for count in (1, 5, 40):
        folder = tmp_path / str(count)
        arguments = ("simulate", "tiny", "--games", str(ENDLESS), "--replays", str(folder))
        with started(*arguments, stdout=subprocess.DEVNULL) as running:
            wait_until(lambda: folder.is_dir() and len(list(folder.glob("*.json"))) >= count)  # noqa: B023
            os.kill(running.pid, number)
            _, err = running.communicate(timeout=60)
        assert running.returncode == (130 if number == signal.SIGINT else -number)
        assert b"Traceback" not in err
        files = sorted(folder.glob("*.json"))
        assert [file.name for file in files] == [f"tiny-1-{n:06}.json" for n in range(len(files))]
        for file in {files[0], files[-1], files[-2 % len(files)]}:
            verify(read_replay(file), ruleset)
        # Half a file has a name that nothing reads.
        rest = [file.name for file in folder.iterdir() if file.suffix != ".json"]
        assert len(rest) <= 1
        assert all(name.startswith(".tiny-1-") for name in rest)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_a_process_that_is_ended_leaves_a_whole_json_object_or_none(tmp_path, number):
    for delay in (0.0, 0.05, 0.4):
        file = tmp_path / f"{delay}.json"
        with (
            file.open("wb") as out,
            started(
                "simulate", "tiny", "--games", "30000", "--json", stdout=out.fileno()
            ) as running,
        ):
            time.sleep(delay)
            os.kill(running.pid, number)
            running.communicate(timeout=60)
        text = file.read_bytes()
        assert text == b"" or json.loads(text)["ruleset"] == "tiny"
