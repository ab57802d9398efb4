"""Testing rules: positions laid by name and driven by name, and what every ruleset must keep.

:class:`Scenario` is for rulings, :func:`check_ruleset` for the promises that any ruleset gives,
:func:`check_bot` for those of bots. ``docs/test-a-ruling.md`` and ``docs/add-a-bot.md`` show them.
"""

from tefuda.testing.bots import check_bot
from tefuda.testing.conformance import ConformanceError, check_game, check_ruleset
from tefuda.testing.scenario import Scenario, ScenarioError

__all__ = [
    "ConformanceError",
    "Scenario",
    "ScenarioError",
    "check_bot",
    "check_game",
    "check_ruleset",
]
