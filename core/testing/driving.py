"""Driving a scenario: acting, answering, paying, choosing and passing by name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tefuda.errors import TefudaError
from tefuda.testing import reports
from tefuda.testing.options import Asked, Option, says_value, says_verb
from tefuda.testing.places import plain
from tefuda.testing.position import MOST_CHOICES, default_option
from tefuda.testing.table import Luck, Table
from tefuda.words import nearest

if TYPE_CHECKING:
    from typing import Self


class Driving(Table):
    """What players do; part of :class:`~tefuda.testing.Scenario`."""

    @property
    def waiting_for(self) -> str | None:
        """The name of the window or choice the game waits in; ``None`` when it is over."""
        asked = self.asked
        return None if asked is None else asked.name

    @property
    def player(self) -> int | None:
        """Whose decision it is."""
        return self.game.player

    def act(
        self,
        verb: str,
        card: Any = None,
        ability: str | None = None,
        *,
        player: int | None = None,
        luck: Luck | None = None,
    ) -> Self:
        """Do something a window offers, by the action's name or text, or that of an ability.

        :param card: what it is done with: a card, or a place.
        :param ability: which ability, where a card has several.
        :param luck: what must be true afterwards; the random streams begin anew until it is.
        :raises ScenarioError: it is not legal now.
        """
        asked = self._now(player)
        found = self._matching(asked, verb, card, ability)
        if not found and self._claim(verb, card, ability, player):
            return self
        if not found:
            said = " ".join(str(part) for part in (verb, card, ability) if part is not None)
            why = self._unknown(card, [asked]) or self._why_not(verb, card)
            self.fail(f"{said!r} is not legal now: {why}")
        return self._do(asked, found[0], luck)

    def respond(self, verb: str, card: Any = None, ability: str | None = None) -> Self:
        """Act in answer to what the other player just did.

        :raises ScenarioError: the same player is to decide, or it is not legal.
        """
        asked = self._now(None)
        if asked.player == self._last_player or asked.rest:
            self.fail(f"player {asked.player} is asked {asked.name!r}: nothing to respond to")
        return self.act(verb, card, ability)

    def choose(self, *what: Any, player: int | None = None, luck: Luck | None = None) -> Self:
        """Answer a choice, or several in a row: cards, places, numbers, members, yes or no.

        What was the only option has been chosen already, and may be named or left out.

        :raises ScenarioError: it is not among the options.
        """
        for one in what:
            if self._claim(None, one, None, player):
                continue
            asked = self._now(player)
            found = self._matching(asked, None, one, None)
            if not found:
                self.fail(
                    f"{one!r} cannot be chosen: player {asked.player} is asked {asked.name!r}"
                )
            self._do(asked, found[0], luck)
        return self

    def pay(self, *cards: Any, player: int | None = None) -> Self:
        """Pay with cards, one after the other; of several ways the one declared first.

        :raises ScenarioError: a card cannot pay here.
        """
        return self.choose(*cards, player=player)

    def pass_(self, player: int | None = None, *, luck: Luck | None = None) -> Self:
        """Pass, or say no to what is optional.

        :raises ScenarioError: somebody else is asked, or passing is not possible.
        """
        asked = self.asked
        elsewhere = player is not None and (asked is None or asked.player != player)
        if elsewhere and self._claim("pass", None, None, player):
            return self
        asked = self._now(player)
        found = [option for option in asked.options if option.kind == "pass"]
        found += [o for o in asked.options if o.kind == "yes_no" and not o.value]
        if not found:
            self.fail(f"player {asked.player} cannot pass when asked {asked.name!r}")
        return self._do(asked, found[0], luck)

    def play_on(
        self,
        to: str | None = None,
        *,
        player: int | None = None,
        taking: Sequence[str] = (),
    ) -> Self:
        """Let everybody pass, say no or take the first option, until a moment comes.

        :param to: the window or choice to come to, by name; without, the next window in which
            nothing is half done.
        :param player: who is to be asked there.
        :param taking: verbs that are done where they are offered, for instance ``untap``.
        :raises ScenarioError: it never comes.
        """
        self._passed, self._claimed = [], 0
        for _ in range(MOST_CHOICES):
            asked = self.asked
            if asked is None:
                if to is None and player is None:
                    return self
                self.fail(f"the game is over before {to or 'a window'} comes")
            there = plain(asked.name) == plain(to) if to else asked.rest
            if there and player in (None, asked.player):
                return self
            option = default_option(asked, taking)
            self._last_player = asked.player
            self.game.apply(option.action)
        self.fail(f"{to!r} does not come in {MOST_CHOICES} choices")

    def end_turn(self, *, taking: Sequence[str] = ()) -> Self:
        """Play on, as :meth:`play_on` does, to the first such window of the next turn."""
        turn = self.game.turn
        while not self.game.over and self.game.turn == turn:
            asked = self._now(None)
            self._last_player = asked.player
            self.game.apply(default_option(asked, taking).action)
        return self.play_on(taking=taking)

    def _now(self, player: int | None) -> Asked:
        asked = self.asked
        if asked is None:
            self.fail(f"the game is over: {self.game.outcome}")
        if player is not None and asked.player != player:
            self.fail(f"player {asked.player} is asked {asked.name!r}, not player {player}")
        return asked

    def _do(self, asked: Asked, option: Option, luck: Luck | None) -> Self:
        before = self.game
        self._last_player = asked.player
        for seed in range(MOST_CHOICES if luck is not None else 1):
            if luck is not None:
                self._game = before.copy()
                self.edit.reseed(seed)
            self._passed, self._claimed = [], 0
            self.game.apply(option.action)
            self._skip_forced()
            if luck is None or luck():
                return self
        self._game = before
        self.fail(f"{option.text!r} never comes out as wanted")

    def _claim(self, verb: str | None, what: Any, ability: str | None, player: int | None) -> bool:
        """Whether something was done already because nothing else was possible."""
        for at in range(self._claimed, len(self._passed)):
            asked, option = self._passed[at]
            if player not in (None, asked.player):
                continue
            if verb == "pass":
                fits = option.kind == "pass"
            else:
                fits = option.kind != "pass" and self._fits(option, verb, what, ability)
            if fits:
                self._claimed = at + 1
                return True
        return False

    def _matching(
        self, asked: Asked, verb: str | None, what: Any, ability: str | None
    ) -> list[Option]:
        found = [o for o in asked.options if self._fits(o, verb, what, ability)]
        exact = [o for o in found if verb is not None and plain(o.verb) == plain(verb)]
        return exact or found

    def _fits(self, option: Option, verb: str | None, what: Any, ability: str | None) -> bool:
        if verb is not None and not says_verb(option, verb):
            return False
        if ability is not None and plain(ability) != plain(option.ability):
            return False
        if what is None:
            return True
        if option.card is not None:
            return isinstance(what, str) and option.card in self._indices(what)
        return says_value(option, what, self._places, self._members)

    def _why_not(self, verb: str, card: Any) -> str:
        reason = reports.reason(self, verb, [asked for asked, _ in self._passed])
        if isinstance(card, str) and self._indices(card):
            facts = "; ".join(reports.facts(self, index) for index in self._indices(card)[:3])
            reason = f"{reason}; {facts}"
        return reason

    def _unknown(self, card: Any, moments: Sequence[Asked]) -> str:
        """Say that a word is the name of nothing, or nothing: a misspelt name is no ruling.

        Where other things than cards and places can be named, any word is taken.
        """
        asked = [option for moment in moments for option in moment.options]
        if not isinstance(card, str) or self._indices(card) or self._is_place(card):
            return ""
        if any(o.card is None and o.kind not in ("pass", "zone") for o in asked):
            return ""
        return f"no card or place is called {card!r}{nearest(card, self._position.cards)}"

    def _is_place(self, name: str) -> bool:
        try:
            self._places.read(name)
        except TefudaError:
            return False
        return True
