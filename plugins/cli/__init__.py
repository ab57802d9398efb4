"""The command line.

Exit status: 0 done; 1 a game ended in an error, or a verification failed; 2 bad input, with one
message on standard error; 130 after Ctrl-C.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import NoReturn


def run(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run a command line, that of the process when left out, and end the process."""
    try:
        from tefuda.plugins.cli.group import main, tell_ignored
    except KeyboardInterrupt:
        sys.stderr.write("\ntefuda: interrupted\n")
        _leave(130)

    sys.unraisablehook = tell_ignored
    status = main(arguments)
    if status == 130:
        _leave(status)
    raise SystemExit(status)


def _leave(status: int) -> NoReturn:
    """End the process at once; taking everything apart is longer than who pressed Ctrl-C waits."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            if stream is not None:
                stream.flush()
    os._exit(status)
