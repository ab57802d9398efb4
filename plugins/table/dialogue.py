"""A game played by typing: what is shown before each choice, and what a person may type."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from pathlib import Path

from tefuda.errors import ReplayError
from tefuda.plugins.table.board import Board, plain
from tefuda.plugins.table.details import card_details
from tefuda.plugins.table.naming import Unclear, cut, find_option, listed, words_of
from tefuda.plugins.table.screen import Interrupts, Screen
from tefuda.plugins.table.table import PERSON, Table
from tefuda.replay import read_replay
from tefuda.views import Event
from tefuda.words import nearest

#: Commands with what they are given and what they do, as ``help`` shows them.
COMMANDS = (
    (
        "NUMBER or TEXT",
        "take that option: its number, its text, its beginning, or words",
    ),
    ("take TEXT", "the same, also where the text begins like a command"),
    ("options", "show the options again"),
    ("board", "show the table again"),
    ("zone NAME", "show all cards of a kind of zone that you may know"),
    ("show CARD", "show what is printed on a card, what its texts do, how it stands"),
    ("log [all]", "show what happened since your last choice, or all that did"),
    ("save [FILE]", "save the game"),
    ("concede", "give up"),
    ("quit [FILE]", "leave; the game can be saved first"),
    ("help", "show this"),
)


class Left(Exception):
    """Somebody left the table; the game stays as it is."""


class Dialogue:
    """Lets persons play one game through one screen."""

    def __init__(
        self,
        table: Table,
        screen: Screen,
        interrupts: Interrupts,
        file: Path | None,
        fresh: bool = True,
    ) -> None:
        """Sit down.

        :param file: where the game is saved if nobody says another.
        :param fresh: whether no file holds the game yet.
        """
        self.table, self.screen, self.interrupts = table, screen, interrupts
        self.file = file
        #: The file last saved to.
        self.saved: Path | None = None
        # How many choices of persons are kept in a file.
        self._kept = 0 if fresh else table.made
        first, second = (self._called(name) for name in table.players)
        self._board = Board(table.ruleset, (first, second))
        self._rests = {row.name for row in table.game.program.compiled.verbs if row.rest}
        # Whose cards are on the screen; nobody's at first.
        self._watching: int | None = None
        self._commands: dict[str, Callable[[int, str], object]] = {
            "take": self._take,
            "options": lambda player, _: self._show_options(),
            "board": lambda player, _: self._show_board(player),
            "zone": self._show_zone,
            "show": self._show_card,
            "log": self._show_log,
            "save": lambda _, name: self._save(name),
            "concede": self._concede,
            "quit": self._quit,
            "help": lambda *_: self._help(),
        }

    def _called(self, name: str) -> str:
        if name != PERSON:
            return f"bot {name}"
        return "you" if len(self.table.persons) == 1 else ""

    # ------------------------------------------------------------ the game

    def play(self) -> None:
        """Play until the game is over.

        :raises Left: somebody left.
        :raises EOFError: no more lines come.
        """
        while True:
            self.table.let_bots_play(self.interrupts.held)
            if self.table.over:
                self._show_end()
                return
            player = self.table.game.player
            assert player is not None
            self._hand_over(player)
            self._show_news(player)
            if self.table.game.asked in self._rests:
                self._show_board(player)
            self._show_options()
            self._answered(player)

    def _show_end(self) -> None:
        """Show what happened last to who sits there; the end itself is told otherwise."""
        persons = self.table.persons
        player = persons[0] if len(persons) == 1 else self._watching
        if player is not None and self.table.game.over:
            self._tell([e for e in self.table.news(player) if e.kind not in ("choice", "end")])

    def _hand_over(self, player: int) -> None:
        """See that the right person looks, before cards of theirs are shown."""
        if len(self.table.persons) < 2 or self._watching == player:
            return
        other, self._watching = self._watching, None
        self.screen.clear()
        away = "" if other is None else f", player {other} looks away"
        self.screen.ask(f"Player {player} takes the screen{away}: press Enter ")
        self._watching = player
        self._show_board(player)

    def _answered(self, player: int) -> None:
        """Ask until an option is taken or the person gives up."""
        before = self.table.made
        while self.table.made == before and not self.table.over:
            said = self.screen.ask(f"player {player}> ")
            try:
                self._do(player, said)
            except (Unclear, ReplayError) as problem:
                self.screen.tell(str(problem))

    def _do(self, player: int, said: str) -> None:
        word, _, rest = said.partition(" ")
        command = self._commands.get(word.casefold())
        # An option that is called like a command is meant where all of its text is typed.
        if command is None or words_of(said) in map(words_of, self._texts()):
            self._take(player, said)
        else:
            command(player, rest.strip())

    def _texts(self) -> list[str]:
        game = self.table.game
        return [game.action_text(action) for action in game.legal_actions]

    def _take(self, player: int, said: str) -> None:
        if not said:
            raise Unclear("type the number or the text of an option, or 'help'")
        action = self.table.game.legal_actions[find_option(said, self._texts())]
        with self.interrupts.held():
            self.table.take(action)

    def _concede(self, player: int, _: str) -> None:
        if self._sure("Give up? yes or no: "):
            self.table.concede(player)

    def _sure(self, question: str) -> bool:
        while True:
            said = self.screen.ask(question).casefold()
            if said and "yes".startswith(said):
                return True
            if said and "no".startswith(said):
                return False
            self.screen.say(f"{cut(said)!r}: expected yes or no")

    # ------------------------------------------------------------ showing

    def _show_board(self, player: int) -> None:
        self.screen.say()
        self.screen.draw(self._board.draw(self.table.game.view(player), self.screen.width))

    def _show_options(self) -> None:
        game = self.table.game
        self.screen.say()
        self.screen.say(f"Player {game.player}, {plain(game.asked or 'choose').lower()}:")
        for number, text in enumerate(self._texts(), 1):
            self.screen.tell(f"{number:4}  {text}", 8)

    def _show_news(self, player: int) -> None:
        self._tell([event for event in self.table.news(player) if event.kind != "choice"])

    def _show_log(self, player: int, said: str) -> None:
        if said not in ("", "all"):
            raise Unclear(f"log {cut(said)!r}: expected 'log' or 'log all'")
        events = self.table.game.log(player) if said else self.table.news(player)
        if not events:
            self.screen.say("nothing happened")
        self._tell(events)

    def _tell(self, events: list[Event]) -> None:
        for line in told(events):
            self.screen.tell(f"  {line}", 4)

    def _show_card(self, player: int, said: str) -> None:
        if not said:
            raise Unclear("show: expected the number or the name of a card")
        view = self.table.game.view(player)
        for line in card_details(said, view, self.table.ruleset):
            self.screen.tell(line, 4)

    def _show_zone(self, player: int, said: str) -> None:
        kinds = list(self._board.kinds)
        wanted = said.casefold().replace(" ", "_")
        found = [kind for kind in kinds if kind == wanted]
        found = found or [kind for kind in kinds if wanted and kind.startswith(wanted)]
        if len(found) != 1:
            known = [plain(kind) for kind in found or kinds]
            raise Unclear(
                f"zone {cut(said)!r}: expected one of {listed(known)}{nearest(said, known)}"
            )
        lines = list(self._board.zone_lines(found[0], self.table.game.view(player)))
        for line in lines or [f"no card is in a {plain(found[0])}"]:
            self.screen.tell(line, 4)

    def _help(self) -> None:
        width = max(len(form) for form, _ in COMMANDS)
        for form, meaning in COMMANDS:
            self.screen.tell(f"  {form.ljust(width)}  {meaning}", width + 4)

    # ------------------------------------------------------------ keeping

    @property
    def unsaved(self) -> bool:
        """Whether a choice would be lost if nothing were saved."""
        return not self.table.over and self.table.made > self._kept

    def _save(self, name: str) -> None:
        if not name.isprintable():
            raise Unclear(f"{cut(ascii(name))}: expected the name of a file")
        self.save(Path(name) if name else self.file or self.unused_name())

    def save(self, file: Path) -> None:
        """Save the game, and only then say so: who reads may have gone.

        :raises ReplayError: the file cannot be written, or is something else.
        """
        self.keep(file)
        self.screen.say(f"saved: tefuda play --resume {shlex.quote(str(file))}")

    def keep(self, file: Path) -> None:
        """Save the game, without a word.

        :raises ReplayError: as :meth:`save`.
        """
        refuse_other(file)
        with self.interrupts.held():
            self.table.save(file)
            self.file = self.saved = file
            self._kept = self.table.made

    def unused_name(self) -> Path:
        """Give the name of a file that is not there, for a game nobody named."""
        base = f"{self.table.ruleset.rules.name}-{self.table.seed}"
        number = 0
        while True:
            file = Path(f"{base}{f'-{number}' if number else ''}.save.json")
            if not file.exists():
                return file
            number += 1

    def _quit(self, player: int, name: str) -> None:
        if name:
            self._save(name)
        elif self.unsaved:
            file = self.file or self.unused_name()
            if self._sure(f"Save the game to {file}? yes or no: "):
                self.save(file)
        raise Left


def told(events: Iterable[Event]) -> Iterator[str]:
    """Say what happened, a line for each event; equal ones behind one another are counted."""
    for (turn, player, kind, text), alike in groupby(
        events, key=lambda event: (event.turn, event.player, event.kind, event.text)
    ):
        who = f"player {player}: " if kind == "choice" else ""
        times = len(list(alike))
        yield f"turn {turn}: {who}{text}" + (f" ({times} times)" if times > 1 else "")


def refuse_other(file: Path) -> None:
    """Refuse to write over a file that is no replay: a name may be mistyped.

    :raises ReplayError: there is such a file.
    """
    try:
        if not file.exists():
            return
    except OSError as problem:
        raise ReplayError(f"{cut(str(file))}: cannot be written: {problem.strerror}") from problem
    try:
        read_replay(file)
    except ReplayError as problem:
        raise ReplayError(
            f"{file}: is there, and is no saved game or replay; expected another name"
        ) from problem
