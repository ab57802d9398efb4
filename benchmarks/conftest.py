"""What benchmarks have at hand: the limit program, and a place for what they measure."""

from collections.abc import Callable

import pytest

from benchmarks.reference import Limit, build_limit
from benchmarks.table import Row, table

LINES = pytest.StashKey[list[str]]()
ROWS = pytest.StashKey[list[Row]]()


@pytest.fixture(scope="session")
def limit(tmp_path_factory: pytest.TempPathFactory) -> Limit:
    """Compile the limit program for this machine."""
    built = build_limit(tmp_path_factory.mktemp("limit"))
    if built is None:
        pytest.skip("the limit program takes a C compiler")
    return built


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Measure in one process: what runs beside it would be measured, too."""
    return 0


def pytest_configure(config: pytest.Config) -> None:
    config.stash[LINES] = []
    config.stash[ROWS] = []


@pytest.fixture
def report(request: pytest.FixtureRequest) -> Callable[[str], None]:
    """Take a line to print at the end of the session, under the name of the test."""
    return lambda line: request.config.stash[LINES].append(f"{request.node.name}: {line}")


@pytest.fixture
def rows(request: pytest.FixtureRequest) -> list[Row]:
    """Take rows of the table that is printed at the end of the session."""
    return request.config.stash[ROWS]


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    if config.stash[LINES] or config.stash[ROWS]:
        terminalreporter.section("measured")
    for line in config.stash[LINES]:
        terminalreporter.write_line(line)
    if config.stash[ROWS]:
        terminalreporter.write_line(table(config.stash[ROWS]))
