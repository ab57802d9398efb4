"""Scenarios: a name that nothing has is a mistake in the test, and never a ruling."""

from __future__ import annotations

import pytest

from tefuda.errors import TefudaError
from tefuda.testing import Scenario
from tefuda.testing.table import ScenarioError

CALLED = "no card or place is called 'Atacker'; did you mean 'Attacker'?"


@pytest.mark.parametrize("ask", ["act", "can", "refused"])
def test_a_misspelt_card_is_no_ruling(ask):
    s = Scenario("lycee").put("Attacker", "AF left", ap=1)
    with pytest.raises(ScenarioError) as problem:
        getattr(s, ask)("attack", "Atacker")
    assert CALLED in str(problem.value)


def test_a_place_is_proposed_as_players_write_it():
    with pytest.raises(TefudaError, match="did you mean 'AF left'"):
        Scenario("lycee").put("Attacker", "AF lefty")
