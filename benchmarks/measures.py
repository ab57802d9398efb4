"""Everything that is measured, each as rows of one table."""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter, thread_time_ns

import tefuda
from benchmarks import operations
from benchmarks.operations import Operation
from benchmarks.playing import Contest, contest, in_turns, limit_contest, load, meeting, shipped
from benchmarks.reference import REFERENCE_NS, Limit
from benchmarks.table import Row

ROOT = Path(__file__).resolve().parent.parent
PLAYING = "random play, as a ratio to the limit program"
STATE = "state"
THREADS = "threads"
PARTS = f"where the limit program takes {REFERENCE_NS:g} ns a decision"
OPERATIONS = "one operation of the machine, ns likewise"

#: The decks of what is measured from Python.
PLAIN = ("vanilla", "vanilla")

FULL = "random play, as a ratio to Lycee's full decks"

#: The most that ratios may be, by contest.
RATIOS = {"limit game": 2.5, "lycee, vanilla": 4.5, "power_card": 2.5, "set_extract": 2.5}


# ---------------------------------------------------------------- whole games


def ratio(side: Contest, limit: Limit, games: int, rounds: int = 7) -> Iterator[Row]:
    """Play a contest and the limit program in turns, by decision and by turn."""
    turns, rates = [], []

    def play(seed: int) -> float:
        played = side.play(seed, games)
        assert played.decisions > games
        turns.append(played.ns_per_turn)
        rates.append(played.games_per_second)
        return played.ns_per_decision

    found = limit.compare(play, rounds=rounds)
    by_turn = [run.ns_per_turn for run in limit.runs[-rounds:]]
    per_turn = statistics.median(a / b for a, b in zip(turns[1:], by_turn, strict=True))
    rate = statistics.median(rates)
    yield Row(
        PLAYING,
        side.name,
        found.ratio,
        "",
        RATIOS.get(side.name),
        note=f"{found}; {per_turn:.2f} per turn, {rate:,.0f} games/s",
    )


def averages(limit: Limit, games: int = 100_000) -> Iterator[Row]:
    """Compare averages with those of the limit program, in standard errors."""
    ours, theirs = limit_contest().play(7, games), limit.run(games, 50_000_000)
    assert ours.games == theirs.games == games
    for name in ("decisions", "turns", "first_player_wins"):
        (a, e), (b, f) = ours.mean(name), theirs.mean(name)
        apart = abs(a - b) / (e * e + f * f) ** 0.5
        note = f"{a:.4f} and {b:.4f} a game over {games:,} games"
        yield Row(PLAYING, f"limit game: {name}", apart, "standard errors", 3, note=note)


def random_play(limit: Limit, scale: int = 1) -> Iterator[Row]:
    """Measure the limit game and every deck of every ruleset.

    :param scale: how many times more games than it takes at least.
    """
    yield from ratio(limit_contest(), limit, 3000 * scale)
    yield from ratio(limit_contest(code=False), limit, 3000 * scale)
    yield from averages(limit)
    for name, deck in shipped():
        yield from ratio(contest(name, deck), limit, 300 * scale)
    yield from ratio(contest("lycee", "vanilla", code=False), limit, 300 * scale)


def beside_lycee(games: int = 150, rounds: int = 7) -> Iterator[Row]:
    """Measure the first two decks of the other rulesets in turns with Lycee's starter decks."""
    full = [contest("lycee", deck) for deck in load("lycee").decks if deck.startswith("starter")]
    names = [name for name in dict.fromkeys(name for name, _ in shipped()) if name != "lycee"]
    others = {name: meeting(name, *list(load(name).decks)[:2]) for name in names}
    found: dict[str, list[float]] = {name: [] for name in names}
    for number in range(-1, rounds):
        seed = 1_000_000 * (number + 2)
        lycee = statistics.mean(side.play(seed, games).ns_per_decision for side in full)
        for name, side in others.items():
            ratio = side.play(seed, games).ns_per_decision / lycee
            if number >= 0:
                found[name].append(ratio)
    for name, ratios in found.items():
        low, high = min(ratios), max(ratios)
        note = f"{low:.2f} to {high:.2f} over {len(ratios)} rounds"
        yield Row(
            FULL, others[name].name, statistics.median(ratios), "", RATIOS.get(name), note=note
        )


def greedy_play(limit: Limit) -> Iterator[Row]:
    """Measure the bot that tries options out."""
    yield from ratio(contest("lycee", "vanilla", bot="greedy"), limit, 4, rounds=3)


# ---------------------------------------------------------------- state


def state(games: int = 100) -> Iterator[Row]:
    """Measure the block of each ruleset, and how much of it games use."""
    for name, deck in shipped():
        side = contest(name, deck)
        usage = side.block_in_use(1, games)
        assert 0 < usage.mean <= usage.most
        parts = sorted(usage.parts.items(), key=lambda part: -part[1])
        note = f"mean {usage.mean:.0f} B; " + ", ".join(
            f"{name} {size}" for name, size in parts[:4]
        )
        yield Row(STATE, f"{side.name}: in use, most", usage.most / 1024, "KiB", 8, note=note)
    for name in dict.fromkeys(name for name, _ in shipped()):
        yield Row(STATE, f"{name}: block", load(name).program.layout()["size"] / 1024, "KiB", 40)


# ---------------------------------------------------------------- threads


def threads(games: int = 6000, rounds: int = 5) -> Iterator[Row]:
    """Compare two threads with one, and two processes with one as a control."""
    side = load("lycee")
    trace = tefuda.simulate(side, games=games, seed=1, threads=1).trace_hash

    def by_threads(count: int, seed: int) -> float:
        result = tefuda.simulate(side, games=games, seed=seed, threads=count)
        assert (result.games, result.errors) == (games, 0)
        assert seed != 1 or result.trace_hash == trace
        return result.seconds

    with Processes(2) as two:

        def by_processes(count: int, seed: int) -> float:
            return two.play(count, games // count, seed)

        found: dict[str, list[float]] = {"threads": [], "processes": []}
        for seed in range(1, rounds + 1):
            for kind, play in (("threads", by_threads), ("processes", by_processes)):
                counts = (1, 2) if seed % 2 else (2, 1)
                took = {count: play(count, seed) for count in counts}
                found[kind].append(took[1] / took[2])
    fast, control = (statistics.median(found[kind]) for kind in ("threads", "processes"))
    pairs = zip(found["threads"], found["processes"], strict=True)
    against = statistics.median(a / b for a, b in pairs)
    yield Row(THREADS, "two threads over one", fast, "", 1.8, at_least=True)
    yield Row(THREADS, "two processes over one, the control", control, "")
    yield Row(THREADS, "two threads over two processes", against, "")


class Processes:
    """Processes that have loaded a ruleset and wait to play."""

    def __init__(self, count: int) -> None:
        """Start them; they load while nothing is timed."""
        command = [sys.executable, "-m", "benchmarks.share"]
        self._all = [
            subprocess.Popen(
                command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
            )
            for _ in range(count)
        ]

    def __enter__(self) -> Processes:
        for process in self._all:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
        return self

    def __exit__(self, *_: object) -> None:
        for process in self._all:
            process.communicate()

    def play(self, count: int, games: int, seed: int) -> float:
        """Let some of them play at once; gives the seconds until all have."""
        begun = perf_counter()
        for number, process in enumerate(self._all[:count]):
            assert process.stdin is not None
            process.stdin.write(f"{seed} {number * games} {games}\n")
            process.stdin.flush()
        for process in self._all[:count]:
            assert process.stdout is not None
            assert process.stdout.readline() == f"{games}\n"
        return perf_counter() - begun


# ---------------------------------------------------------------- timings nobody hears


def unheard(limit: Limit, rounds: int = 15) -> Iterator[Row]:
    """Play with all timing points and without, and divide the difference by the timings raised."""
    sides = (
        ("limit game", limit_contest(), limit_contest(timings=False), 3000),
        ("lycee, vanilla", contest("lycee", "vanilla"), contest("lycee", "vanilla", False), 500),
    )
    for name, full, bare, games in sides:
        # What asks who replaces or prevents something stays: its answer is needed.
        raised = (full.timings_raised(1, 50) - bare.timings_raised(1, 50)) / 50
        assert raised > 50
        limit_ns = limit.run().ns_per_decision
        times = in_turns(full, bare, games, rounds)
        ns = (min(a for a, _ in times) - min(b for _, b in times)) / (games * raised)
        limit_ns = min(limit_ns, limit.run().ns_per_decision)
        yield Row(
            PARTS,
            f"a timing nobody listens to, {name}",
            ns * REFERENCE_NS / limit_ns,
            "ns",
            1,
            note=f"{raised:.0f} raised a game; {ns:.2f} ns here",
        )


# ---------------------------------------------------------------- from Python


def positions(variant: str, games: int = 40, seed: int = 1) -> list[tefuda.Game]:
    """Give positions from the middle of random games, over a range of seeds."""
    found = []
    for number in range(games):
        game = load(variant).new_game(seed=seed, number=number, decks=PLAIN)
        for step in range(20 + 5 * number):
            if game.over:
                break
            actions = game.legal_actions
            game.apply(actions[(7 * step + number) % len(actions)])
        if not game.over:
            found.append(game)
    assert len(found) > games // 2
    return found


def fastest(work: Callable[[], int], limit: Limit, rounds: int = 9) -> tuple[float, float]:
    """Time some work beside the limit program; gives ns of one unit here, and scaled.

    :param work: does it and gives how many units it did.
    """
    work()
    best, base = float("inf"), float("inf")
    for number in range(rounds):
        base = min(base, limit.run(5000, 1_000_000 * number).ns_per_decision)
        begun = thread_time_ns()
        units = work()
        best = min(best, (thread_time_ns() - begun) / units)
    return best, best * REFERENCE_NS / base


def copying(variant: str) -> Callable[[], int]:
    """Give the work of copying games."""
    games = positions(variant)
    assert all(game.copy().hash() == game.hash() for game in games)

    def work() -> int:
        for game in games:
            for _ in range(25):
                game.copy()
        return 25 * len(games)

    return work


def hashing(variant: str) -> Callable[[], int]:
    """Give the work of hashing games."""
    games = positions(variant)
    assert len({game.hash() for game in games}) == len(games)

    def work() -> int:
        for game in games:
            for _ in range(25):
                game.hash()
        return 25 * len(games)

    return work


def stepping(variant: str, games: int = 3) -> Callable[[], int]:
    """Give the work of playing from Python: the legal actions, and applying one of them."""
    ruleset = load(variant)
    started = [ruleset.new_game(seed=1, number=number, decks=PLAIN) for number in range(games)]

    def work() -> int:
        steps = 0
        for start in started:
            game = start.copy()
            while not game.over:
                actions = game.legal_actions
                game.apply(actions[steps % len(actions)])
                steps += 1
        assert steps > 50 * games
        return steps

    return work


def from_python(limit: Limit) -> Iterator[Row]:
    """Measure what users call from Python."""
    for name, make, target in (
        ("game.copy()", copying, 200),
        ("legal_actions and apply", stepping, 500),
        ("game.hash()", hashing, None),
    ):
        ns, scaled = fastest(make("lycee"), limit)
        yield Row(PARTS, f"{name}, lycee, vanilla", scaled, "ns", target, note=f"{ns:.0f} ns here")


# ---------------------------------------------------------------- starting

STARTS = {
    "nothing": "pass",
    "import": "import tefuda",
    "load": "import time, tefuda\n{before}\nt = time.process_time()\n{load}.program\n"
    "print(time.process_time() - t)",
}
#: What a process may load after the ruleset itself: a variant that compiles anew.
SECOND = "lycee:hand_limit=5"


def starting(limit: Limit, rounds: int = 4) -> Iterator[Row]:
    """Measure importing tefuda and loading a ruleset, each in a fresh interpreter."""

    # As after an install, byte code lies ready: the first round writes what does not.
    kept = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}

    def run(source: str) -> tuple[float, str]:
        begun = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(
            [sys.executable, "-c", source],
            cwd=ROOT,
            env=kept,
            capture_output=True,
            check=True,
            text=True,
        )
        ended = resource.getrusage(resource.RUSAGE_CHILDREN)
        user, system = ended.ru_utime - begun.ru_utime, ended.ru_stime - begun.ru_stime
        return user + system, done.stdout

    names = list(dict.fromkeys(name for name, _ in shipped()))
    nothing, imported, second = [], [], []
    loading: dict[str, list[float]] = {name: [] for name in names}
    for _ in range(rounds):
        limit.run(5000)
        nothing.append(run(STARTS["nothing"])[0])
        imported.append(run(STARTS["import"])[0])
        for name in names:
            source = STARTS["load"].format(before="", load=f"tefuda.load({name!r})")
            loading[name].append(float(run(source)[1]))
        first, then = "tefuda.load('lycee')", f"tefuda.load({SECOND!r})"
        second.append(float(run(STARTS["load"].format(before=first, load=then))[1]))
    scale = REFERENCE_NS / min(limit_run.ns_per_decision for limit_run in limit.runs[-rounds:])
    ms = 1000 * (min(imported) - min(nothing))
    yield Row(
        PARTS, "import tefuda, beyond python", ms * scale, "ms", 100, note=f"{ms:.0f} ms here"
    )
    for name in names:
        ms = 1000 * min(loading[name])
        note = f"{ms:.0f} ms here, in a fresh interpreter"
        yield Row(PARTS, f"load {name}", ms * scale, "ms", 300, note=note)
    ms = 1000 * min(second)
    note = f"{ms:.0f} ms here, after lycee in the same process"
    yield Row(PARTS, f"load {SECOND}", ms * scale, "ms", note=note)


# ---------------------------------------------------------------- operations


def single_operations(limit: Limit) -> Iterator[Row]:
    """Measure each operation of the machine alone."""
    for operation in Operation:
        if operation is Operation.EMPTY:
            continue
        base = limit.run(5000, int(operation) * 1_000_000).ns_per_decision
        ns = operations.ns_of(operation)
        base = min(base, limit.run(5000).ns_per_decision)
        title = operations.TITLES[operation]
        yield Row(OPERATIONS, title, ns * REFERENCE_NS / base, "ns", note=f"{ns:.1f} ns here")
