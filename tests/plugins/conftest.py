"""What several tests of the plugins take."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest


@pytest.fixture
def ctrl_c() -> Iterator[None]:
    """Have Ctrl-C raise ``KeyboardInterrupt`` here and end the processes that are started.

    A shell without a terminal has its background jobs ignore it, and what they start inherits that.
    """
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
