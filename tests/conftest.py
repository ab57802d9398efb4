"""How the tests run."""

from __future__ import annotations

import gc

from hypothesis import settings

# What takes long is found elsewhere: here something else runs on the other cores.
settings.register_profile("beside_others", deadline=None)
settings.load_profile("beside_others")


def pytest_collection_finish() -> None:
    """Let Python look for garbage among what tests make alone, not among the tests themselves."""
    gc.freeze()
