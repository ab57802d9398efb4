"""Which games of a simulation are kept: those that ended in one of some ways."""

from __future__ import annotations

from collections.abc import Iterable

from tefuda.errors import RulesetError
from tefuda.failures import DECISION_LIMIT, DECISION_LIMIT_REASON
from tefuda.plugins.lab.driver import ERROR, Games
from tefuda.ruleset import Ruleset
from tefuda.words import listed, nearest, shown

#: What an outcome is called where the rules failed, as in the outcomes of a result.
ERROR_REASON = "error"


class Kept:
    """Tells which games ended in one of some ways."""

    def __init__(self, ruleset: Ruleset, outcomes: Iterable[str]) -> None:
        """Say how games must end to be kept.

        :param outcomes: names as the outcomes of a result have them.
        :raises RulesetError: the ruleset has no such outcome.
        """
        declared = list(ruleset.compiled.outcomes)
        known = [*declared, DECISION_LIMIT_REASON, ERROR_REASON]
        self._outcomes: set[int] = set()
        self._limit = self._error = False
        for name in outcomes:
            if name not in known:
                raise RulesetError(
                    f"outcome {shown(name)}: {ruleset.name!r} has no such outcome, expected "
                    f"{listed(known)}{nearest(name, known)}"
                )
            self._outcomes |= {at for at, one in enumerate(declared) if one == name}
            self._limit |= name == DECISION_LIMIT_REASON
            self._error |= name == ERROR_REASON

    def of(self, games: Games) -> list[int]:
        """Give the numbers of those games that are kept, ascending."""
        import numpy as np

        kept = (games.failure == 0) & np.isin(games.outcome, sorted(self._outcomes))
        if self._limit:
            kept |= games.failure == DECISION_LIMIT
        if self._error:
            kept |= games.winner == ERROR
        numbers: list[int] = (np.flatnonzero(kept) + games.first_number).tolist()
        return numbers
