"""A game put in a position and driven by names, for tests of rulings.

A test says what lies where, lets the players act as they would at a table, and asks what became of
it::

    s = Scenario("lycee")
    s.put("Attacker", "AF left", ap=3, dp=3)
    s.put("Guard", "enemy DF right", ap=1, dp=2)
    s.act("attack", "Attacker").choose("Guard").play_on()
    assert s.zone("Guard") == "enemy dust box"

Player 0 is called ``own`` (or nothing), player 1 ``enemy``, whoever is to decide.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tefuda.testing import inside, reports
from tefuda.testing.driving import Driving
from tefuda.testing.options import says_verb
from tefuda.testing.places import PlaceLike, plain
from tefuda.testing.table import ScenarioError

if TYPE_CHECKING:
    from typing import Self

__all__ = ["Scenario", "ScenarioError"]


class Scenario(Driving):
    """One position of one game.

    It begins when the test first acts or asks; until then cards can be put. Methods that act give
    the scenario back, so that they can be chained.
    """

    def zone(self, card: str) -> str:
        """Give where a card is: ``AF left``, ``enemy hand``, ``on Alpha``."""
        return reports.place_of(self, self.index(card))

    def value(self, card: str, word: str) -> int:
        """Give a stat as the rules read it now, a printed word, or a variable of a card."""
        compiled = self.game.program.compiled
        index = self.index(card)
        row = next((row for row in compiled.words if row.name == word), None)
        if row is None:
            return self.edit.card_variable(index, word) or 0
        return self.edit.stat(index, word) if row.stat else self.edit.word(index, word)

    def flag(self, card: str, name: str) -> bool:
        """Tell whether a card has a flag."""
        return self.edit.flag(self.index(card), name)

    def cards(self, place: PlaceLike) -> list[str]:
        """Give the cards of a place, the top one first."""
        at = self._places.read(place)
        return [self.name_of(card) for card in self.edit.zone(at.player, at.kind, at.cell)][::-1]

    def count(self, place: PlaceLike) -> int:
        """Give how many cards lie in a place."""
        return len(self.cards(place))

    def hanging_on(self, card: str) -> list[str]:
        """Give the cards that hang directly on a card."""
        return [self.name_of(at) for at, _ in inside.hanging(self.game, self.index(card))]

    def knows(self, player: int, card: str) -> bool:
        """Tell whether a player knows the face of a card."""
        return self.edit.knows(player, self.index(card))

    def legal(self, verb: str | None = None, card: Any = None) -> list[str]:
        """Give what may be done now: with a verb the cards or places, else verbs with them."""
        asked = self.asked
        options = [] if asked is None else asked.options
        return [
            reports.option_name(self, option, with_verb=verb is None)
            for option in options
            if (verb is None or says_verb(option, verb)) and self._fits(option, verb, card, None)
        ]

    def can(self, verb: str, card: Any = None, ability: str | None = None) -> bool:
        """Tell whether something may be done now.

        :raises ScenarioError: no card or place has this name.
        """
        asked = self.asked
        if asked is None:
            return False
        if unknown := self._unknown(card, [asked]):
            self.fail(unknown)
        return bool(self._matching(asked, verb, card, ability))

    def refused(self, verb: str, card: Any = None, ability: str | None = None) -> str:
        """Assert that something was legal neither now nor at a forced moment just passed.

        :returns: why, as far as the declarations tell: the window it takes, or whom the rules
            take, and what is true of the card.
        :raises ScenarioError: it is legal, or the rules have no such action, or the game no card
            or place of this name.
        """
        moments = [asked for asked, _ in self._passed]
        now = self.asked
        moments += [now] if now is not None else []
        if unknown := self._unknown(card, moments):
            self.fail(unknown)
        for asked in moments:
            if self._matching(asked, verb, card, ability):
                self.fail(
                    f"{verb} {card} is legal when player {asked.player} is asked {asked.name!r}"
                )
        return self._why_not(verb, card)

    def timings(self, *names: str) -> list[tuple[str, str]]:
        """Give the timing points raised, in order, each with its subject; those named, if any."""
        wanted = {plain(name) for name in names}
        return [
            (name, subject)
            for name, subject in reports.timings(self)
            if not wanted or plain(name) in wanted
        ]

    def events(self) -> list[str]:
        """Give all that happened in order, in words: timings, moves, flags, modifications."""
        return reports.events(self)

    def happened(self, *lines: str) -> Self:
        """Assert that these lines of :meth:`events` came in this order.

        :raises ScenarioError: one is missing behind those before it.
        """
        rest = iter(self.events())
        for line in lines:
            if not any(plain(event) == plain(line) for event in rest):
                self.fail(
                    f"{line!r} did not happen after {lines[: lines.index(line)]}\n"
                    + "\n".join(self.events())
                )
        return self

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.game.over

    @property
    def winner(self) -> int | None:
        """Who won; ``None`` while the game goes on and for a draw."""
        return self.game.outcome.winner if self.game.outcome is not None else None

    @property
    def outcome(self) -> str | None:
        """The reason for which the game ended."""
        return self.game.outcome.reason if self.game.outcome is not None else None

    def log(self, player: int = 0) -> list[str]:
        """Give the public events as one player sees them."""
        return [str(event) for event in self.game.log(player)]

    def board(self) -> str:
        """Give the board as text, with all cards shown."""
        return reports.board(self)

    def __repr__(self) -> str:
        if self._game is None:
            return f"<Scenario of {self._shop.ruleset.name}, not begun>"
        return f"<Scenario of {self._shop.ruleset.name}: {self._game!r}>"
