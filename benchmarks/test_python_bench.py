"""Python that takes part in games, beside the native parts."""

from benchmarks import python_play


def test_python_bots(rows):
    found = list(python_play.bots(games=12, rounds=2))
    assert len(found) == 2
    assert all(row.measured > 1 for row in found)
    rows += found


def test_one_python_handler(rows):
    found = list(python_play.handlers(games=40, rounds=3))
    assert [row.what for row in found] == ["as a rule", "in Python"]
    assert found[1].measured > found[0].measured
    rows += found
