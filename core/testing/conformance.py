"""The promises that every ruleset gets for free, checked on random games.

One line in the tests of a ruleset, one's own or another's, checks them all::

    check_ruleset("lycee", games=20, seed=1)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING, Any, NoReturn

from tefuda.errors import GameError, IllegalAction, TefudaError
from tefuda.rules import Rules, Visibility
from tefuda.ruleset import DeckLike, Ruleset

if TYPE_CHECKING:
    from tefuda.game import Game
    from tefuda.views import View

_MASK = 2**64 - 1
#: In an action: its kind when it is about a card, and the place of that card.
_CARD = 1
_PLACE = 2**24 - 1


class ConformanceError(AssertionError):
    """A promise is broken; the message says which, in which game, at which decision."""


@dataclass
class Chance:
    """Numbers that depend on a seed alone."""

    state: int

    def below(self, n: int) -> int:
        """Give a number from 0 to ``n`` - 1."""
        self.state = (self.state + 0x9E3779B97F4A7C15) & _MASK
        x = self.state
        x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & _MASK
        x = (x ^ x >> 27) * 0x94D049BB133111EB & _MASK
        return (x ^ x >> 31) % n


@dataclass
class Checked:
    """What :func:`check_ruleset` went through."""

    games: int = 0
    decisions: int = 0
    #: How many copies were dealt anew and compared.
    twins: int = 0
    #: How often each outcome came.
    outcomes: dict[str, int] = field(default_factory=dict)


def check_ruleset(
    ruleset: str | Rules | Ruleset,
    games: int = 10,
    seed: int = 1,
    *,
    decks: Sequence[DeckLike] | None = None,
    every: int = 7,
    plugins: Sequence[Any] = (),
) -> Checked:
    """Check a ruleset's promises on random games.

    At every decision: options are unique, in the order of their verbs and found again in a copy;
    the state is sound. At every ``every``-th: the cards of a verb stand by card number, unknown
    ones last, then by place; what is not legal is refused and changes nothing, a copy
    and a snapshot go on alike, and states that differ only in what a player may not know look the
    same to that player. Each game ends, and played again gives the same.

    :param decks: of both players; without, all pairs of the ruleset's own in turn.
    :raises ConformanceError: a promise is broken.
    :raises TefudaError: the ruleset cannot be loaded.
    """
    loaded = _loaded(ruleset, plugins)
    if decks is not None:
        pairs = [tuple(decks)]
    else:
        names = list(loaded.decks)
        pairs = [(a, b) for a in names for b in names]
    if not pairs:
        raise TefudaError(f"ruleset {loaded.name!r}: no deck of its own, expected decks")
    found = Checked()
    for number in range(games):
        _check_one(loaded, pairs[number % len(pairs)], seed, number, every, found)
    return found


def check_game(game: Game, *, seed: int = 1, every: int = 1, restore_with: Any = None) -> Checked:
    """Check the promises from a position on, to the end of the game; the game itself stays.

    :raises ConformanceError: a promise is broken.
    """
    found = Checked()
    _Play(game.copy(), f"seed {seed}", Chance(seed), every, found, restore_with).to_end()
    return found


def _loaded(ruleset: str | Rules | Ruleset, plugins: Sequence[Any]) -> Ruleset:
    if isinstance(ruleset, Ruleset):
        return ruleset
    if isinstance(ruleset, Rules):
        return Ruleset(ruleset)
    import tefuda

    return tefuda.load(ruleset, plugins)


def _check_one(
    loaded: Ruleset, decks: Sequence[DeckLike], seed: int, number: int, every: int, found: Checked
) -> None:
    where = f"{loaded.name}, decks {list(decks)}, seed {seed}, game {number}"
    try:
        game = loaded.new_game(seed=seed, decks=decks, number=number, log=True)
    except GameError as error:
        raise ConformanceError(
            f"{where}: the rules failed before the first choice: {error}"
        ) from error
    play = _Play(game, where, Chance(seed << 20 ^ number), every, found, loaded)
    play.to_end()
    again = loaded.new_game(seed=seed, decks=decks, number=number)
    for at, action in enumerate(play.taken):
        if action not in again.legal_actions:
            raise ConformanceError(
                f"{where}, decision {at}: played again, {action:#x} is not legal"
            )
        again.apply(action)
        if again.hash() != play.hashes[at]:
            raise ConformanceError(f"{where}, decision {at}: played again, the state is another")
    if not again.over or again.outcome != game.outcome:
        raise ConformanceError(f"{where}: played again, the game ends in another way")
    found.games += 1
    reason = game.outcome.reason if game.outcome is not None else "none"
    found.outcomes[reason] = found.outcomes.get(reason, 0) + 1


class _Play:
    """One game under the checks."""

    def __init__(
        self, game: Game, where: str, chance: Chance, every: int, found: Checked, loaded: Any
    ) -> None:
        self.game = game
        self.where = where
        self.chance = chance
        self.every = every
        self.found = found
        self.loaded = loaded if loaded is not None else game.program
        self.taken: list[int] = []
        self.hashes: list[int] = []
        #: Numbers that each player could read at some decision.
        self.read: tuple[set[str], set[str]] = (set(), set())

    def broken(self, what: str) -> ConformanceError:
        return ConformanceError(f"{self.where}, decision {len(self.taken)}: {what}")

    def fail(self, what: str) -> NoReturn:
        raise self.broken(what)

    def to_end(self) -> None:
        """Take random options and check each state on the way."""
        limit = self.game.program.compiled.capacities.get("decisions", 20_000) + 10
        while not self.game.over:
            if len(self.taken) > limit:
                self.fail(f"no end after {limit} choices")
            self.state()
            if len(self.taken) % self.every == 0:
                self.closely()
            actions = self.game.legal_actions
            action = actions[self.chance.below(len(actions))]
            try:
                self.game.apply(action)
            except GameError as error:
                self.fail(f"action {action:#x}: the rules failed: {error}")
            self.taken.append(action)
            self.hashes.append(self.game.hash())
        self.sound("at the end")
        self.logs()
        if self.game.legal_actions:
            self.fail("the game is over and has legal actions")
        if self.game.outcome is None or self.game.outcome.error is not None:
            self.fail(f"the game ended in an error: {self.game.outcome}")
        self.found.decisions += len(self.taken)

    # ------------------------------------------------------------ each state

    def sound(self, when: str) -> None:
        broken = self.game.check()
        if broken:
            self.fail(f"{when}: {'; '.join(broken)}")

    def state(self) -> None:
        """What holds at every decision."""
        self.sound("the state is not sound")
        actions = self.game.legal_actions
        if not actions:
            self.fail("the game waits and offers nothing")
        if len(set(actions)) != len(actions):
            self.fail(f"an option twice among {len(actions)}")
        verbs = [action >> 56 for action in actions]
        if verbs != sorted(verbs):
            self.fail("the options are not in the order of their verbs")
        for viewer, read in enumerate(self.read):
            read |= _seen(self.game.view(viewer))
        if self.game.legal_actions != actions or self.game.copy().legal_actions != actions:
            self.fail("the options differ when asked for again, or in a copy")

    def closely(self) -> None:
        """What is looked at now and then."""
        before = self.game.snapshot()
        if not in_order(self.game, self.game.legal_actions):
            self.fail("the cards of a verb are not in the order of numbers and places")
        self.refusals()
        self.copies()
        self.snapshots(before)
        self.secrets()
        if self.game.snapshot() != before:
            self.fail("looking at the game, copying it or being refused changed it")

    def refusals(self) -> None:
        """What is not legal is refused with the one error, and nothing changes."""
        actions = set(self.game.legal_actions)
        before = self.game.hash()
        tries: list[Any] = [0, _MASK, -1, 2**64, None, "pass", 1.5]
        for action in sorted(actions)[:4]:
            tries += [action ^ 1, action ^ 1 << 56, action + (1 << 48), action ^ 1 << 16]
        for bad in tries:
            if bad in actions:
                continue
            try:
                self.game.apply(bad)
            except IllegalAction:
                pass
            except Exception as error:  # noqa: BLE001 - any other error is what is looked for
                self.fail(f"action {bad!r} raises {error!r}, expected IllegalAction")
            else:
                self.fail(f"action {bad!r} is not legal and was taken")
            if self.game.hash() != before:
                self.fail(f"action {bad!r} was refused and changed the game")

    def copies(self) -> None:
        """A copy goes its own way, and the same way for the same action."""
        before = self.game.hash()
        actions = self.game.legal_actions
        action = actions[self.chance.below(len(actions))]
        first, second = self.game.copy(), self.game.copy()
        if first.hash() != before:
            self.fail("a copy has another hash")
        self.step(first, action)
        self.step(second, action)
        if first.hash() != second.hash() or first.legal_actions != second.legal_actions:
            self.fail(f"action {action:#x} leads to two states from equal copies")
        if self.game.hash() != before or self.game.legal_actions != actions:
            self.fail("playing on in a copy changed the game")

    def step(self, game: Game, action: int) -> None:
        try:
            game.apply(action)
        except GameError as error:
            self.fail(f"action {action:#x}: the rules failed: {error}")

    def snapshots(self, data: bytes) -> None:
        """A snapshot gives the same game back."""
        from tefuda.game import Game

        owner = self.loaded if isinstance(self.loaded, Ruleset) else self.game.program
        try:
            back = Game.restore(owner, data)
        except TefudaError as error:
            raise self.broken(f"a snapshot of the game is refused: {error}") from error
        if back.hash() != self.game.hash() or back.legal_actions != self.game.legal_actions:
            self.fail("a snapshot gives back another game")
        if back.snapshot() != data:
            self.fail("the snapshot of a restored game differs")
        action = self.game.legal_actions[-1]
        other = self.game.copy()
        self.step(other, action)
        self.step(back, action)
        if back.hash() != other.hash():
            self.fail(f"action {action:#x} leads a restored game elsewhere")

    # ------------------------------------------------------------ hidden cards

    def secrets(self) -> None:
        """States that differ only in what a player may not know are the same to that player."""
        player = self.game.player
        assert player is not None
        twin = self.game.determinize(player, self.chance.below(2**32))
        self.found.twins += 1
        broken = twin.check()
        if broken:
            self.fail(f"a state dealt anew is not sound: {'; '.join(broken)}")
        if twin.view(player) != self.game.view(player):
            self.fail(f"player {player} sees a difference in what that player may not know")
        if twin.legal_actions != self.game.legal_actions:
            self.fail(f"the options of player {player} depend on what that player may not know")
        for action in self.game.legal_actions:
            if twin.action_text(action) != self.game.action_text(action):
                self.fail(f"the text of {action:#x} tells player {player} what is hidden")
        for viewer in range(2):
            self.texts(viewer)

    def texts(self, viewer: int) -> None:
        """The texts of actions name no card of which the viewer knows no copy."""
        hidden = sorted(self.numbers - _seen(self.game.view(viewer)))
        for action in self.game.legal_actions:
            text = self.game.action_text(action, viewer)
            for number in hidden:
                if f"{number} " in text:
                    self.fail(f"player {viewer} reads {text!r} and cannot know {number}")

    def logs(self) -> None:
        """A log names no card that its reader never saw, and no choice of another player.

        What goes through an open zone between two choices is seen, too; in play it may lie face
        down.
        """
        if not self.has_log:
            return
        zones = self.game.program.compiled.zones
        opened = tuple(
            f" {row.name.replace('_', ' ')}"
            for row in zones
            if row.visibility == Visibility.ALL and not row.in_play
        )
        for viewer, read in enumerate(self.read):
            read |= _seen(self.game.view(viewer))
            for event in self.game.log(viewer):
                if event.kind == "choice" and event.player != viewer:
                    self.fail(f"the log tells player {viewer} that the other had a choice")
                through = event.kind == "move" and event.text.endswith(opened)
                if through or event.kind in ("reveal", "look"):
                    read |= {number for number in self.numbers if f"{number} " in event.text}
                for number in self.numbers - read if event.kind == "move" else ():
                    if f"{number} " in event.text:
                        self.fail(f"player {viewer} reads {event.text!r} and never saw {number}")

    @property
    def has_log(self) -> bool:
        try:
            self.game.log(0)
        except TefudaError:
            return False
        return True

    @property
    def numbers(self) -> set[str]:
        """The numbers of all cards in the game."""
        forms = self.game.program.compiled.forms
        return {forms[form].number for _, form in self.game.tables.cards}


def in_order(game: Game, actions: Sequence[int]) -> bool:
    """Tell whether cards of one verb stand by card number, then by place, unknown ones last.

    Nothing is said of verbs that are not about cards alone, or about cards that hang on others.
    """
    from tefuda.editor import GameEditor

    editor = GameEditor(game)
    compiled = game.program.compiled
    zones = [
        (player, zone.name, cell)
        for player in range(2)
        for zone in compiled.zones
        for cell in range(zone.rows * zone.columns)
    ]
    forms = {form.number: at for at, form in enumerate(compiled.forms)}
    for head, group in groupby(actions, key=lambda action: action >> 48):
        keys = []
        for action in group:
            if head & 255 != _CARD or action & 255:
                break
            card = editor.zone(*zones[action >> 16 & 255])[action >> 8 & 255]
            known = editor.knows(game.player or 0, card)
            form = forms[editor.number(card)] if known else len(forms)
            keys.append((form, action & _PLACE))
        else:
            if keys != sorted(keys):
                return False
    return True


def _seen(view: View) -> set[str]:
    """All card numbers in a view."""
    found: set[str] = set()

    def look(card: Any) -> None:
        if card is None:
            return
        if card.number is not None:
            found.add(card.number)
        for cards in card.attached.values():
            for inner in cards:
                look(inner)

    for zone in view.zones:
        for card in zone.cards:
            look(card)
    return found
