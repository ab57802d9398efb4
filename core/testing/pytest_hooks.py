"""For a ``conftest.py``: failed tests report the scenarios they made.

``from tefuda.testing.pytest_hooks import *`` in a ``conftest.py`` adds board, legal actions and
what happened last to the report of every test that fails in a folder.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import pytest

from tefuda.testing import reports

__all__ = ["pytest_runtest_makereport", "pytest_runtest_setup"]


def pytest_runtest_setup() -> None:
    """Forget the scenarios of the test before."""
    reports.RECENT.clear()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: Any, call: Any) -> Generator[None, Any, Any]:
    """Add a section for each scenario of a failed test."""
    report = yield
    if report.when == "call" and report.failed:
        for number, scenario in enumerate(reports.RECENT, 1):
            report.sections.append((f"scenario {number}", reports.picture(scenario)))
    return report
