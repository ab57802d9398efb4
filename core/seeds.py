"""What is a seed, and what is not."""

from __future__ import annotations

from typing import Any

from tefuda.errors import TefudaError
from tefuda.words import shown


def check_seed(seed: Any, what: str = "seed") -> int:
    """Give a seed, or the number of a game, back.

    :raises TefudaError: it is not a whole number from 0 to 2**64 - 1.
    """
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 2**64:
        raise TefudaError(f"{what} {shown(seed)}: expected a whole number from 0 to {2**64 - 1}")
    return seed
