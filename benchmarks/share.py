"""One of several processes that play a share of some games each: ``python -m benchmarks.share``.

It reads lines of seed, first game and count, and answers each with the games it played.
"""

import sys

from benchmarks.playing import contest
from tefuda.playing import Results, play_games


def main() -> None:
    """Play what standard input asks for."""
    side = contest("lycee", "vanilla")
    print("ready", flush=True)
    for line in sys.stdin:
        seed, first, count = map(int, line.split())
        played = play_games(side.program, side.match, seed, first, count, Results(count))
        print(played, flush=True)


if __name__ == "__main__":
    main()
