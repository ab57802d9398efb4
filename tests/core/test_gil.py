"""No Python and no GIL in the loop: games go on while another thread holds the GIL."""

from __future__ import annotations

import ctypes
import sys
import threading
import time

import pytest

from tefuda.playing import Progress, Results, play_games

from ..loaded import loaded

LYCEE = loaded("lycee")
DEADLINE = 60.0


def memchr_with_the_gil(size: int) -> None:
    """One long call into C that does not let go of the GIL."""
    # PyDLL, unlike CDLL, keeps the GIL during a call.
    memory = ctypes.create_string_buffer(size)
    ctypes.PyDLL(None).memchr(memory, 1, ctypes.c_size_t(size))


@pytest.mark.parametrize("bots", [("random", "random"), ("greedy", "random")])
def test_games_are_played_while_another_thread_holds_the_gil(bots):
    match = LYCEE.match("sampler", "vanilla")
    results = Results(10**6)
    progress = Progress()
    thread = threading.Thread(
        target=play_games,
        args=(match.program, match, 3, 0, 10**6, results),
        kwargs={"bots": bots, "progress": progress},
    )
    old = sys.getswitchinterval()
    # No thread is asked to give the GIL away from here on: this one has it all the time, unless it
    # waits for something.
    sys.setswitchinterval(3600)
    try:
        thread.start()
        started = time.perf_counter()
        while progress.finished == 0 and time.perf_counter() - started < DEADLINE:
            time.sleep(0.001)
        first = progress.finished
        calls = 0
        while progress.finished < first + 20 and time.perf_counter() - started < DEADLINE:
            memchr_with_the_gil(1 << 16)
            calls += 1
        held = progress.finished
    finally:
        sys.setswitchinterval(old)
        progress.stop()
        thread.join()
    assert first > 0
    assert held >= first + 20
    assert calls > 1
    assert results.winner[held - 1] in (-1, 0, 1)


def test_what_is_played_meanwhile_is_the_same():
    match = LYCEE.match("vanilla", "vanilla")
    alone, busy = Results(60), Results(60)
    play_games(match.program, match, 3, 0, 60, alone)
    thread = threading.Thread(target=play_games, args=(match.program, match, 3, 0, 60, busy))
    thread.start()
    while thread.is_alive():
        sum(range(1000))
    thread.join()
    assert busy.trace == alone.trace


def test_a_call_that_is_stopped_gives_up_the_game_under_way_and_keeps_the_finished_ones():
    match = LYCEE.match("vanilla", "vanilla")
    results = Results(10**6)
    progress = Progress()
    thread = threading.Thread(
        target=play_games,
        args=(match.program, match, 3, 0, 10**6, results),
        kwargs={"progress": progress},
    )
    thread.start()
    started = time.perf_counter()
    while progress.finished < 50 and time.perf_counter() - started < DEADLINE:
        time.sleep(0.001)
    progress.stop()
    thread.join(DEADLINE)
    assert not thread.is_alive()
    assert progress.stopped
    played = progress.finished
    assert 50 <= played < 10**6
    assert -3 not in results.winner[:played]
    assert set(results.winner[played : played + 1000]) == {-3}
    alone = Results(50)
    play_games(match.program, match, 3, 0, 50, alone)
    assert alone.trace == results.trace[:50]
