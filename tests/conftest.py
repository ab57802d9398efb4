"""How the tests run."""

from __future__ import annotations

import gc


def pytest_collection_finish() -> None:
    """Let Python look for garbage among what tests make alone, not among the tests themselves."""
    gc.freeze()
