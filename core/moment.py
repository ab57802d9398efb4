"""What a handler in Python holds: the game at one moment of its rules.

Cards, players and zones stand for those of the game and read as in rules: ``card.power``,
``me.hand``, ``game.turn``. What they give is a copy or cannot be changed; flags, variables and the
operations change the game as the rules of the same names do. All of it ends when the handler
returns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import index
from typing import TYPE_CHECKING, Any, TypeAlias

from tefuda.errors import TefudaError
from tefuda.rules import Word
from tefuda.words import listed, nearest, shown

if TYPE_CHECKING:
    from tefuda.editor import GameEditor
    from tefuda.game import Game
    from tefuda.lang.program import AskedRow, CompiledProgram, VariableRow

#: A word of the ruleset, or its name.
Named: TypeAlias = "Word | str"

_S_INT, _S_CARD, _S_SET = 0, 1, 2


def _name(word: Any) -> str:
    return word.name if isinstance(word, Word) else str(word)


class _Thing:
    """What stands for a part of the game; equal to what stands for the same part."""

    __slots__ = ("_index", "_moment")

    _index: int
    _moment: Moment

    def __init__(self, moment: Moment, index: int) -> None:
        object.__setattr__(self, "_moment", moment)
        object.__setattr__(self, "_index", index)

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other._index == self._index

    def __hash__(self) -> int:
        return hash((type(self).__name__, self._index))

    def __setattr__(self, name: str, value: Any) -> None:
        self._moment._write(self, name, value)

    def _unknown(self, name: str, known: Iterable[str]) -> AttributeError:
        names = sorted(known)
        what = type(self).__name__
        return AttributeError(f"{what}.{name}: expected {listed(names)}{nearest(name, names)}")


class Zone(_Thing):
    """A zone: its cards, bottom first; also a sequence of them."""

    __slots__ = ()

    @property
    def kind(self) -> str:
        """The name of its kind."""
        return self._moment._zones[self._index][1]

    @property
    def player(self) -> Player:
        """Whose it is."""
        return Player(self._moment, self._moment._zones[self._index][0])

    @property
    def cell(self) -> int:
        """Which cell of its grid."""
        return self._moment._zones[self._index][2]

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards that lie here, bottom first."""
        moment = self._moment
        player, kind, cell = moment._zones[self._index]
        return tuple(Card(moment, card) for card in moment._editor.zone(player, kind, cell))

    @property
    def top(self) -> Card | None:
        """The card on top."""
        cards = self.cards
        return cards[-1] if cards else None

    @property
    def bottom(self) -> Card | None:
        """The card at the bottom."""
        cards = self.cards
        return cards[0] if cards else None

    @property
    def occupied(self) -> bool:
        """Whether a card lies here."""
        return bool(self.cards)

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards)

    def __len__(self) -> int:
        return len(self.cards)

    def __contains__(self, card: object) -> bool:
        return card in self.cards

    def __repr__(self) -> str:
        player, kind, cell = self._moment._zones[self._index]
        return f"<{kind} of player {player}, cell {cell}>"


class Player(_Thing):
    """A player: zones by the names of their kinds, and the variables of the rules."""

    __slots__ = ()

    @property
    def index(self) -> int:
        """0 or 1."""
        return self._index

    @property
    def enemy(self) -> Player:
        """The other one."""
        return Player(self._moment, 1 - self._index)

    def zone(self, kind: Named, cell: int = 0) -> Zone:
        """Give one zone of this player.

        :raises TefudaError: there is none.
        """
        return self._moment._zone(self._index, _name(kind), cell)

    def __getattr__(self, name: str) -> Any:
        moment = self._moment
        if name in moment._cells:
            found = tuple(self.zone(name, cell) for cell in range(moment._cells[name]))
            return found[0] if len(found) == 1 else found
        row = moment._row(moment._compiled.player_variables, name)
        if row is None:
            raise self._unknown(name, moment._words_of(self))
        return moment._read(moment._editor.player_variable(self._index, name), row)

    def __repr__(self) -> str:
        return f"<player {self._index}>"


class Card(_Thing):
    """A card: printed words, stats, flags, variables, and what hangs on it, by name."""

    __slots__ = ()

    @property
    def number(self) -> str:
        """The card number of the form that it reads."""
        return self._moment._editor.number(self._index)

    @property
    def name(self) -> str:
        """The name of that form."""
        return self._moment._names[self.number]

    @property
    def owner(self) -> Player:
        """Whose deck it is from."""
        return Player(self._moment, self._moment._owners[self._index])

    @property
    def zone(self) -> Zone | None:
        """Where it lies; ``None`` while it hangs on a card."""
        found = self._moment._editor.where(self._index)
        return None if found is None else self._moment._zone(*found[:3])

    @property
    def user(self) -> Player:
        """Whose zone it lies in, with the card it hangs on."""
        card, zone = self, self.zone
        while zone is None:
            host = card.host
            assert host is not None
            card, zone = host, host.zone
        return zone.player

    @property
    def host(self) -> Card | None:
        """What it hangs on."""
        found = self._moment._editor.host(self._index)
        return None if found is None else Card(self._moment, found[0])

    def __getattr__(self, name: str) -> Any:
        moment, editor = self._moment, self._moment._editor
        if name in moment._stats:
            return editor.stat(self._index, name)
        if name in moment._printed:
            return editor.word(self._index, name)
        if name in moment._compiled.flags:
            return editor.flag(self._index, name)
        if name in moment._links:
            return tuple(
                Card(moment, card)
                for card in range(len(moment._owners))
                if editor.host(card) == (self._index, name)
            )
        row = moment._row(moment._compiled.card_variables, name)
        if row is None:
            raise self._unknown(name, moment._words_of(self))
        return moment._read(editor.card_variable(self._index, name), row)

    def __repr__(self) -> str:
        return f"<card {self.number}>"


class Record(_Thing):
    """A record of the rules: its fields by name; read-only."""

    __slots__ = ("_type",)

    _type: str

    def __init__(self, moment: Moment, reference: int, type_name: str) -> None:
        super().__init__(moment, reference)
        object.__setattr__(self, "_type", type_name)

    def __getattr__(self, name: str) -> Any:
        from tefuda.handling import record_field

        moment = self._moment
        rows = next(r.fields for r in moment._compiled.records if r.name == self._type)
        row = moment._row(rows, name)
        if row is None:
            raise self._unknown(name, (row.name for row in rows))
        return moment._read(record_field(moment._open(), self._index, row), row)

    def __repr__(self) -> str:
        return f"<record {self._type}>"


class Moment:
    """The game, as a handler in Python holds it.

    Variables of the game stand on it by name, ``game.turn``, ``game.turn_player``, ``game.first``
    and ``game.players`` too.
    """

    __slots__ = (
        "_cells",
        "_compiled",
        "_editor_of",
        "_game",
        "_links",
        "_names",
        "_numbers",
        "_owners",
        "_printed",
        "_queue",
        "_stats",
        "_zones",
    )

    _cells: dict[str, int]
    _compiled: CompiledProgram
    _editor_of: GameEditor
    _game: Game | None
    _links: tuple[str, ...]
    _names: dict[str, str]
    _numbers: dict[tuple[int, str, int], int]
    _owners: tuple[int, ...]
    _printed: tuple[str, ...]
    _queue: list[tuple[AskedRow, list[Any]]]
    _stats: tuple[str, ...]
    _zones: tuple[tuple[int, str, int], ...]

    def __init__(self, game: Game) -> None:
        """Hold a game that has stopped for a handler."""
        from tefuda.editor import GameEditor

        compiled = game.program.compiled
        put = object.__setattr__
        put(self, "_game", game)
        put(self, "_compiled", compiled)
        put(self, "_editor_of", GameEditor(game, noting=True))
        put(self, "_queue", [])
        facts = _facts(compiled)
        for name in ("_zones", "_numbers", "_cells", "_stats", "_printed", "_links", "_names"):
            put(self, name, facts[name])
        put(self, "_owners", tuple(owner for owner, _ in game.tables.cards))

    # ------------------------------------------------------------ reading

    @property
    def turn(self) -> int:
        """The number of the turn; the first is 0."""
        return self._open().turn

    @property
    def turn_player(self) -> Player:
        """Whose turn it is."""
        return Player(self, self._open().turn_player)

    @property
    def first(self) -> Player:
        """Who began."""
        return Player(self, self._open().first_player)

    @property
    def players(self) -> tuple[Player, Player]:
        """Both players."""
        return Player(self, 0), Player(self, 1)

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards of the game."""
        return tuple(Card(self, index) for index in range(len(self._owners)))

    def __getattr__(self, name: str) -> Any:
        row = self._row(self._compiled.game_variables, name)
        if row is None:
            names = sorted(row.name for row in self._compiled.game_variables)
            raise AttributeError(f"game.{name}: expected {listed(names)}{nearest(name, names)}")
        return self._read(self._editor.game_variable(name), row)

    def __setattr__(self, name: str, value: Any) -> None:
        row = self._row(self._compiled.game_variables, name)
        if row is None:
            raise AttributeError(f"game.{name} cannot be set: it is no variable of the game")
        self._editor.set_game_variable(name, self._stored(value, row))

    def parameter(self, name: Named) -> int | bool | str:
        """Give the value of a parameter of the ruleset, a choice by its name.

        :raises TefudaError: there is none of this name.
        """
        known = self._compiled.parameters
        if _name(name) not in known:
            raise TefudaError(f"parameter {_name(name)!r}: expected {listed(sorted(known))}")
        return known[_name(name)]

    def value(self, rule: Callable[..., Any] | str, *arguments: Any) -> int:
        """Give what a pure procedure gives now, as a number; it takes at most three arguments.

        :raises TefudaError: it is none, or the arguments do not fit.
        """
        from tefuda.handling import pure_value

        asked = self._asked(rule)
        function = self._compiled.functions[asked.function]
        if not function.pure or function.results != 1 or function.params > 3:
            raise TefudaError(
                f"{asked.name}: expected a pure procedure of at most three numbers that gives one"
            )
        return pure_value(self._open(), asked, self._arguments(asked, arguments))

    # ------------------------------------------------------------ what rules do

    def call(self, rule: Callable[..., Any] | str, *arguments: Any) -> None:
        """Let a procedure of the ruleset run when the handler has returned, after those before it.

        It is carried out like any rule: it may ask players, and its timings are raised.

        :param rule: the procedure, or its name.
        :raises TefudaError: there is none, or the arguments do not fit; nothing is noted.
        """
        self._open()
        asked = self._asked(rule)
        self._queue.append((asked, self._arguments(asked, arguments)))

    def put(
        self,
        card: Card,
        to: Zone | Named,
        *,
        bottom: bool = False,
        face_down: bool = False,
        known_to: Player | None = None,
    ) -> None:
        """Move a card, as ``put`` of the rules: to a zone, or to its owner's of a kind."""
        zone = to if isinstance(to, Zone) else self._zone(card.owner.index, _name(to), 0)
        self._editor.place(
            _live(card),
            *self._zones[_live(zone)],
            bottom=bottom,
            face_down=face_down,
            known_to=None if known_to is None else _live(known_to),
        )

    def attach(self, card: Card, host: Card, link: Named, *, face_down: bool = False) -> None:
        """Hang a card on another, as ``attach`` of the rules."""
        self._editor.attach(_live(card), _live(host), _name(link), face_down=face_down)

    def modify(
        self,
        cards: Card | Iterable[Card],
        stat: Named,
        amount: int,
        *,
        until: Named | None = None,
        operation: str = "add",
    ) -> None:
        """Modify a stat of cards in play, for ever or until a duration ends.

        :param operation: ``add``, ``set`` or ``original``.
        """
        self._editor.modify(
            _indices(cards),
            _name(stat),
            _held(_name(stat), amount),
            operation=operation,
            until=None if until is None else _name(until),
        )

    def gain(self, card: Card, ability: str, *, until: Named | None = None) -> None:
        """Let a card in play gain an ability, by its name."""
        self._give("gain", card, ability, until)

    def lose(self, card: Card, ability: str, *, until: Named | None = None) -> None:
        """Let a card in play lose every ability of a kind, by its name."""
        self._give("lose", card, ability, until)

    def _give(self, verb: str, card: Card, ability: str, until: Named | None) -> None:
        self._editor.give(
            verb, _live(card), _name(ability), until=None if until is None else _name(until)
        )

    def reveal(self, cards: Card | Iterable[Card]) -> None:
        """Let all players know the faces of cards."""
        for player in (0, 1):
            self._editor.show(player, _indices(cards))

    def look(self, player: Player, cards: Card | Iterable[Card]) -> None:
        """Let one player know the faces of cards."""
        self._editor.show(_live(player), _indices(cards))

    def random_below(self, n: int) -> int:
        """Draw a number from 0 to ``n`` - 1, from the stream of the rules."""
        from tefuda.handling import random_below

        return random_below(self._open(), n)

    def random_card(self, cards: Iterable[Card]) -> Card | None:
        """Draw one of some cards, each as likely; ``None`` of none."""
        found = list(cards)
        return found[self.random_below(len(found))] if found else None

    # ------------------------------------------------------------ for tefuda

    def given(self, type_: Any, word: int) -> Any:
        """Give an argument of a timing as Python has it."""
        kind = type_.kind
        if kind == "bool":
            return bool(word)
        if kind == "int":
            return word
        if kind == "member":
            return None if word < 0 else type_.over(word)
        if word < 0:
            return None
        if kind == "record":
            return Record(self, word, type_.over.__name__)
        if kind == "name":
            return self._compiled.names[word]
        return {"card": Card, "player": Player, "zone": Zone}[kind](self, word)

    @property
    def asked(self) -> tuple[tuple[AskedRow, list[Any]], ...]:
        """What is to run when the handler has returned, in order."""
        return tuple(self._queue)

    def close(self) -> None:
        """End the moment: what it gave is gone."""
        object.__setattr__(self, "_game", None)

    def _open(self) -> Game:
        if self._game is None:
            raise TefudaError("the handler has returned: what it held is gone")
        return self._game

    @property
    def _editor(self) -> GameEditor:
        self._open()
        return self._editor_of

    def _zone(self, player: int, kind: str, cell: int) -> Zone:
        found = self._numbers.get((player, kind, cell))
        if found is None:
            raise TefudaError(
                f"zone {kind!r}, cell {cell}: expected a kind of {listed(self._cells)}"
                f"{nearest(kind, self._cells)} and one of its cells"
            )
        return Zone(self, found)

    def _row(self, rows: Sequence[VariableRow], name: str) -> VariableRow | None:
        return next((row for row in rows if row.name == name), None)

    def _words_of(self, thing: _Thing) -> list[str]:
        if isinstance(thing, Player):
            return [*self._cells, *(row.name for row in self._compiled.player_variables)]
        variables = (row.name for row in self._compiled.card_variables)
        return [*self._stats, *self._printed, *self._compiled.flags, *self._links, *variables]

    def _read(self, value: Any, row: VariableRow) -> Any:
        """Give a variable as Python has it."""
        if row.slot_type == _S_SET:
            return frozenset(Card(self, card) for card in value)
        if row.slot_type == _S_CARD:
            return None if value is None else Card(self, value)
        if row.slot_type != _S_INT:
            return value >= 0
        if row.type.startswith("Player"):
            return None if value < 0 else Player(self, value)
        return bool(value) if row.type == "bool" else value

    def _stored(self, value: Any, row: VariableRow) -> Any:
        """Give a value as the variable keeps it."""
        if isinstance(value, _Thing):
            return _live(value)
        if row.slot_type == _S_SET:
            return _indices(value)
        if value is not None and not isinstance(value, int):
            raise TefudaError(f"{row.name}: {shown(value)}: expected {row.type}")
        return None if value is None else _held(row.name, value)

    def _write(self, thing: _Thing, name: str, value: Any) -> None:
        """Set a flag of a card, or a variable of a card or player."""
        if isinstance(thing, Card):
            if name in self._compiled.flags:
                self._editor.set_flag(thing._index, name, bool(value))
                return
            row = self._row(self._compiled.card_variables, name)
            if row is not None:
                self._editor.set_card_variable(thing._index, name, self._stored(value, row))
                return
        elif isinstance(thing, Player):
            row = self._row(self._compiled.player_variables, name)
            if row is not None:
                self._editor.set_player_variable(thing._index, name, self._stored(value, row))
                return
        raise AttributeError(
            f"{type(thing).__name__}.{name} cannot be set: it is no flag or variable"
        )

    def _asked(self, rule: Callable[..., Any] | str) -> AskedRow:
        for row in self._compiled.asked:
            if rule in (row.name, row.rule):
                if not row.possible:
                    types = ", ".join(str(type_) for _, type_ in row.parameters)
                    raise TefudaError(f"{row.name}: Python cannot give it its arguments ({types})")
                return row
        names = [row.name for row in self._compiled.asked]
        name = rule if isinstance(rule, str) else getattr(rule, "__name__", repr(rule))
        raise TefudaError(f"{name!r} is no procedure of this ruleset{nearest(name, names)}")

    def _arguments(self, asked: AskedRow, arguments: Sequence[Any]) -> list[Any]:
        if len(arguments) != len(asked.parameters):
            raise TefudaError(
                f"{asked.name}: {len(arguments)} arguments, expected {len(asked.parameters)}: "
                f"{', '.join(f'{name}: {type_}' for name, type_ in asked.parameters) or 'none'}"
            )
        return [
            self._argument(asked, name, type_, value)
            for (name, type_), value in zip(asked.parameters, arguments, strict=True)
        ]

    def _argument(self, asked: AskedRow, name: str, type_: Any, value: Any) -> Any:
        """Give an argument as the machine has it: a number, or indices of cards."""
        kind = type_.kind
        if kind in ("set", "list"):
            cards = value.cards if isinstance(value, Zone) else value
            if isinstance(cards, Iterable) and not isinstance(cards, str):
                cards = list(cards)
                if all(isinstance(card, Card) for card in cards):
                    if kind == "list" and len(cards) > 31:
                        raise TefudaError(f"{asked.name}: {name}: {len(cards)} cards, at most 31")
                    return [_live(card) for card in cards]
        elif value is None and type_.optional:
            return -1
        elif kind in ("int", "bool", "member"):
            if isinstance(value, int) and -(2**63) <= value < 2**63:
                number = int(value)
                if kind == "int" or (kind == "bool" and number in (0, 1)):
                    return number
                if kind == "member" and number in {int(member) for member in type_.over}:
                    return number
        elif kind == "name":
            if value in self._compiled.names:
                return self._compiled.names.index(value)
        elif kind == "record":
            if isinstance(value, Record) and value._type == type_.over.__name__:
                return _live(value)
        elif type(value) is {"card": Card, "player": Player, "zone": Zone}.get(kind):
            return _live(value)
        raise TefudaError(f"{asked.name}: {name}: {shown(value)}, expected {type_}")


def _indices(cards: Card | Iterable[Card]) -> list[int]:
    found = [cards] if isinstance(cards, Card) else list(cards)
    for card in found:
        if not isinstance(card, Card):
            raise TefudaError(f"{shown(card)}: expected a card")
    return [_live(card) for card in found]


def _live(thing: _Thing) -> int:
    """Give the index of something, unless the handler that was given it has returned.

    Its number means another card, or none, in another game.
    """
    if not isinstance(thing, _Thing):
        raise TefudaError(f"{shown(thing)}: expected a card, player or zone of the game")
    thing._moment._open()
    return thing._index


def _held(name: str, number: Any) -> int:
    """Give a number that the machine can hold."""
    try:
        held = index(number)
    except TypeError:
        raise TefudaError(f"{name}: {shown(number)}: expected int") from None
    if not -(2**63) <= held < 2**63:
        raise TefudaError(f"{name}: {shown(number)} is outside 64 bits")
    return held


#: What is the same for all games of a program, by its fingerprint's own object.
_FACTS: dict[int, tuple[CompiledProgram, dict[str, Any]]] = {}
_MOST_FACTS = 64


def _facts(compiled: CompiledProgram) -> dict[str, Any]:
    """Give tables of a program's names; they are kept."""
    kept = _FACTS.get(id(compiled))
    if kept is not None and kept[0] is compiled:
        return kept[1]
    zones: list[tuple[int, str, int]] = []
    for player in (0, 1):
        for kind in compiled.zones:
            zones += [(player, kind.name, cell) for cell in range(kind.rows * kind.columns)]
    facts = {
        "_zones": tuple(zones),
        "_numbers": {zone: number for number, zone in enumerate(zones)},
        "_cells": {kind.name: kind.rows * kind.columns for kind in compiled.zones},
        "_stats": tuple(row.name for row in compiled.words if row.stat),
        "_printed": tuple(row.name for row in compiled.words if not row.stat),
        "_links": tuple(name for name, _ in compiled.links),
        "_names": {form.number: form.name for form in compiled.forms},
    }
    if len(_FACTS) >= _MOST_FACTS:
        _FACTS.clear()
    _FACTS[id(compiled)] = compiled, facts
    return facts
