"""Playing stretches of games on several threads, stoppable at any moment."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter
from types import FrameType
from typing import TYPE_CHECKING, TypeAlias

from tefuda.plugins.lab.driver import Games, Side, play

if TYPE_CHECKING:
    from tefuda import playing

#: Called now and then with how many games were played, and of how many.
Progress: TypeAlias = Callable[[int, int], None]

#: Seconds that one stretch should take: short enough to share work evenly, long enough to cost
#: nothing.
STRETCH_SECONDS = 0.05
#: Seconds between two looks at whether to stop.
LOOK_SECONDS = 0.02
#: Seconds between two calls for progress.
PROGRESS_SECONDS = 0.1
#: A stretch has no more games than this, however short they are.
LONGEST = 1 << 15


class Stop:
    """A request to stop; set by a signal, looked at while games are played."""

    def __init__(self) -> None:
        """Start without a request."""
        self.asked = False


@contextmanager
def stoppable() -> Iterator[Stop]:
    """Turn the first Ctrl-C inside the block into a request to stop; the next one raises."""
    stop = Stop()

    def handler(number: int, frame: FrameType | None) -> None:
        if stop.asked:
            raise KeyboardInterrupt
        stop.asked = True

    # Another program's handler stays; a thread that is not the main one cannot set any.
    ours = threading.current_thread() is threading.main_thread() and (
        signal.getsignal(signal.SIGINT) is signal.default_int_handler
    )
    if ours:
        signal.signal(signal.SIGINT, handler)
    try:
        yield stop
    finally:
        if ours:
            signal.signal(signal.SIGINT, signal.default_int_handler)


class _Work:
    """The games still to be played, shared by the threads."""

    def __init__(self, side: Side, seed: int, first: int, count: int, threads: int) -> None:
        self.side, self.seed = side, seed
        self.next, self.end = first, first + count
        self.threads = threads
        self.size = 1
        self.done: dict[int, Games] = {}
        self.running = 0
        self.problem: BaseException | None = None
        self.changed = threading.Condition()
        self.under_way: list[playing.Progress] = []

    def run(self, progress: playing.Progress) -> None:
        """Play stretches until nothing is left."""
        while True:
            with self.changed:
                left = self.end - self.next
                if progress.stopped or self.problem or left <= 0:
                    self.running -= 1
                    self.changed.notify_all()
                    return
                # Towards the end stretches get shorter, so that all threads end together.
                first, count = self.next, max(1, min(self.size, left // self.threads))
                self.next += count
            begun = perf_counter()
            try:
                games = play(self.side, self.seed, first, count, progress)
            except BaseException as problem:  # noqa: BLE001 - raised again where it is waited for
                with self.changed:
                    self.problem = self.problem or problem
                continue
            seconds = perf_counter() - begun
            with self.changed:
                self.done[first] = games
                fitting = int(count * STRETCH_SECONDS / max(seconds, 1e-7))
                self.size = max(1, min(4 * count, fitting, LONGEST))
                self.changed.notify_all()

    def halt(self) -> None:
        """Ask all threads to stop, in the middle of a game if need be."""
        for progress in self.under_way:
            progress.stop()


def stretches(
    side: Side, seed: int, first: int, count: int, threads: int, stop: Stop
) -> Iterator[Games]:
    """Play games of a seed and give them in stretches, in order of their numbers.

    After a request to stop, what the threads have finished is still given; there may be gaps.

    :param first: number of the first game.
    :param threads: how many stretches are played at once.
    """
    from tefuda.playing import Progress as Run

    _ = side.tables  # made once, before the threads ask for them
    threads = max(1, min(threads, count))
    work = _Work(side, seed, first, count, threads)
    work.under_way = [Run() for _ in range(threads)]
    crew = [
        threading.Thread(target=work.run, args=(progress,), daemon=True)
        for progress in work.under_way
    ]
    work.running = len(crew)
    for thread in crew:
        thread.start()
    at = first
    try:
        while True:
            with work.changed:
                while at not in work.done and work.running:
                    work.changed.wait(LOOK_SECONDS)
                    if stop.asked:
                        work.halt()
                games = work.done.pop(at, None)
            if games is None:
                break
            yield games
            at += len(games)
            if stop.asked:
                work.halt()
        if work.problem is not None:
            raise work.problem
        for number in sorted(work.done):
            yield work.done[number]
    finally:
        work.halt()
        for thread in crew:
            thread.join()
