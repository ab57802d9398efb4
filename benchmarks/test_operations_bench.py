"""Single operations: of the machine in a loop without Python, and of games from Python."""

import pytest

from benchmarks import measures, operations
from benchmarks.operations import Operation


@pytest.mark.parametrize("operation", Operation, ids=lambda operation: operation.name.lower())
def test_operation(benchmark, operation):
    side = operations.contest(operation, 1000)
    played = benchmark.pedantic(side.play, args=(1, 10), rounds=5, warmup_rounds=1)
    ran = operations.TRIGGERS.get(operation, 0)
    assert played.turns == 10 * (1 + 1000 * (1 + ran))
    assert played.decisions == (10_000 if operation is Operation.CHOOSE_EIGHT else 0)


def test_operations_beside_the_limit_program(limit, rows):
    found = list(measures.single_operations(limit))
    assert len(found) == len(Operation) - 1
    rows += found


@pytest.mark.parametrize("make", [measures.copying, measures.hashing, measures.stepping])
def test_from_python(benchmark, make):
    work = make("lycee")
    units = benchmark.pedantic(work, rounds=5, warmup_rounds=1)
    assert units == work()


def test_from_python_beside_the_limit_program(limit, rows):
    rows += measures.from_python(limit)


def test_starting(limit, rows):
    found = list(measures.starting(limit))
    assert {row.target for row in found} == {100, 300}
    rows += found
