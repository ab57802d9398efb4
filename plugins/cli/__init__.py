"""The command line.

Exit status: 0 done; 1 a game ended in an error, or a verification failed; 2 bad input, with one
message on standard error; 130 after Ctrl-C.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import NoReturn


def run(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run a command line, that of the process when left out, and end the process."""
    try:
        from tefuda.plugins.cli.group import main
    except KeyboardInterrupt:
        sys.stderr.write("\ntefuda: interrupted\n")
        raise SystemExit(130) from None

    raise SystemExit(main(arguments))
