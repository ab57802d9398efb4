"""Declaring a ruleset: its words, zones, timings, actions, abilities and parameters.

A ruleset module makes one :class:`Rules` object and declares everything on it; rule functions are
registered with decorators and returned unchanged, so that rules name one another as plain Python.
Nothing is compiled here: :func:`tefuda.lang.compile_rules` reads what was declared.
"""

from __future__ import annotations

import copy
import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum, IntEnum
from typing import Any, Final, TypeVar, cast

from msgspec import Struct, field
from msgspec.structs import replace

from tefuda.errors import PluginError, RulesetError
from tefuda.wording import Wording

#: Lines of Python that a handler in Python may run, unless it says otherwise.
LINES: Final = 1_000_000

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")
G = TypeVar("G")


class Visibility(IntEnum):
    """Who knows the faces of the cards in a zone."""

    NOBODY = 0
    OWNER = 1
    ALL = 2


class Runs(IntEnum):
    """When triggers of a timing run."""

    #: At once, depth first, before the procedure goes on.
    NOW = 0
    #: When the effect being carried out is done (:func:`tefuda.kernel.settle`).
    AFTER = 1


class Orderer(IntEnum):
    """Who orders the triggers of a timing point among those that wait with them."""

    #: The turn player, whoever's they are.
    TURN_PLAYER = 0
    #: Each player their own; those that the turn player orders come first.
    EACH_OWN = 1


class Of(IntEnum):
    """Whose cards a trigger or an answer listens to, tested natively on the first argument."""

    ANY = 0
    SELF = 1
    FRIEND = 2
    OTHER = 3
    ENEMY = 4


class Fold(IntEnum):
    """How the answers to a question combine."""

    ALL = 0  # allowed: no answer may be false
    VALUE = 1  # value: each answer gets the value so far


class StatOp(IntEnum):
    """What a modification does."""

    ADD = 0
    SET = 1
    ORIGINAL = 2
    SWAP = 3


class Word(Struct, frozen=True, eq=False):
    """Base of declared names; compared by identity."""

    name: str


class ZoneKind(Word, frozen=True, eq=False):
    """A kind of zone that every player has: one zone, or one for each cell of a grid."""

    rows: int
    columns: int
    capacity: int
    visibility: Visibility
    in_play: bool
    fresh: bool
    ordered: bool = True
    meaning: str = ""

    @property
    def cells(self) -> int:
        """How many zones of this kind each player has."""
        return self.rows * self.columns


class Link(Word, frozen=True, eq=False):
    """A way for a card to hang on another (items, power cards, set cards)."""

    visibility: Visibility = Visibility.ALL


class StatWord(Word, frozen=True, eq=False):
    """A stat of cards; the class ``Card`` of the vocabulary carries the word of the same name."""

    meaning: str = ""


class TimingPoint(Word, frozen=True, eq=False):
    """A moment at which abilities and handlers may apply."""

    arguments: tuple[Any, ...]
    runs: Runs = Runs.NOW
    orderer: Orderer = Orderer.TURN_PLAYER
    clause: str = ""
    log: bool = False


class Question(Word, frozen=True, eq=False):
    """A question that abilities answer without an event."""

    arguments: tuple[Any, ...]
    fold: Fold = Fold.ALL
    clause: str = ""
    #: The type of what ``value`` asks for, where card files compose answers.
    value: Any = int


class Window(Word, frozen=True, eq=False):
    """A moment at which a player may take one of several actions, or pass."""

    arguments: tuple[Any, ...]
    rest: bool = False
    can_pass: bool = True
    clause: str = ""


class Ask(Word, frozen=True, eq=False):
    """What a choice is about; the verb of its options."""

    text: str = ""


class Duration(Word, frozen=True, eq=False):
    """How long a modification or effect lasts: until :func:`tefuda.kernel.expire` names it."""


class Outcome(Word, frozen=True, eq=False):
    """A reason for which a game ends."""

    clause: str = ""
    meaning: str = ""


class Keyword(Word, frozen=True, eq=False):
    """An ability that is only a word: rules ask ``has(card, KEYWORD)``."""

    clause: str = ""


class PaymentScheme(Word, frozen=True, eq=False):
    """How cards pay costs: their points, their colours, and the count that any colour pays."""

    points: str
    colours: str
    cost: str
    any_member: Any
    raised_by: Question | None = None


class Parameter(Word, frozen=True, eq=False):
    """A number, yes/no or choice that a variant can change; a constant in rule functions."""

    default: Any
    low: int | None = None
    high: int | None = None
    meaning: str = ""
    clause: str = ""

    @property
    def kind(self) -> str:
        """``int``, ``bool`` or ``choice``."""
        if isinstance(self.default, bool):
            return "bool"
        return "choice" if isinstance(self.default, Enum) else "int"

    @property
    def choices(self) -> list[str] | None:
        """The values of a choice, as written in variants."""
        if isinstance(self.default, Enum):
            return [m.name.lower() for m in type(self.default)]
        return None


class RecordType(Word, frozen=True, eq=False):
    """A declared record class."""

    cls: type
    capacity: int


class Procedure(Word, frozen=True, eq=False):
    """A rule function."""

    function: Callable[..., Any]
    clause: str = ""
    plugin: str = ""


class Action(Word, frozen=True, eq=False):
    """What a player may do in some windows."""

    function: Callable[..., Any]
    windows: tuple[Window, ...]
    candidates: Callable[..., Any] | None
    usable: Callable[..., Any] | None
    text: str = ""
    clause: str = ""
    plugin: str = ""


class Sort(IntEnum):
    """Sorts of abilities."""

    KEYWORD = 0
    EFFECT = 1
    ACTIVATED = 2
    TRIGGER = 3
    INSTEAD = 4
    ANSWER = 5
    CONTINUOUS = 6
    RULE = 7  # a delayed rule of ``later``


class AbilityText(Word, frozen=True, eq=False):
    """An ability as declared: its body and when it applies. Cards name it by ``name``."""

    sort: Sort
    function: Callable[..., Any]
    point: TimingPoint | Question | None = None
    of: Of = Of.ANY
    when: Callable[..., Any] | None = None
    who: Callable[..., Any] | None = None
    targets: tuple[Callable[..., Any], ...] = ()
    may: Ask | None = None
    survives: bool = False
    rechecks: bool = False
    works_in: tuple[ZoneKind, ...] = ()
    stat: StatWord | None = None
    op: StatOp = StatOp.ADD
    gives: Any = None
    negates: bool = False
    words: Mapping[str, Any] = field(default_factory=dict)
    clause: str = ""
    plugin: str = ""
    #: Lines of Python that a body in Python may run; 0 for a body in the rule language.
    lines: int = 0


class Capacities(Struct):
    """How much a game of the ruleset may hold; exceeding one ends that game with an error."""

    cards: int = 128
    effects: int = 64
    modifications: int = 64
    pending: int = 96
    listeners: int = 96
    was: int = 48
    stack: int = 768
    options: int = 256
    steps: int = 1_000_000
    decisions: int = 20_000


class Rules(Wording):
    """Everything one ruleset, or one extension of a ruleset, declares.

    :param name: what variants call it: lower case letters, digits and underscores.
    :param extends: for an extension, the name of the ruleset that it changes.
    :param summary: one line for lists.
    """

    def __init__(self, name: str, *, extends: str | None = None, summary: str = "") -> None:
        if not name.isidentifier() or name != name.lower():
            raise RulesetError(
                f"ruleset name {name!r}: expected lower case letters, digits and underscores"
            )
        super().__init__()
        self.name = name
        self.extends = extends
        self.summary = summary
        self.plugin = ""
        self.card_class: type | None = None
        self.player_class: type | None = None
        self.game_class: type | None = None
        self.ability_class: type | None = None
        self.words: dict[str, Word] = {}
        self.procedures: dict[str, Procedure] = {}
        self.actions: dict[str, Action] = {}
        self.abilities: dict[str, AbilityText] = {}
        self.handlers: dict[str, AbilityText] = {}
        self.overrides: dict[str, list[Procedure]] = {}
        self.wrappers: dict[str, list[Procedure]] = {}
        self.settings: dict[str, Any] = {}
        self.setup_rule: Callable[..., Any] | None = None
        self.main_rule: Callable[..., Any] | None = None
        self.value_rule: Callable[..., Any] | None = None
        self.deck_check: Callable[..., Any] | None = None
        self.card_files: list[Any] = []
        self.deck_files: list[Any] = []
        #: What players call the cells of the grids: row and column by name.
        self.cell_names: dict[str, tuple[int, int]] = {}
        #: Which variables boards show; ``None``: all that are not nought.
        self.shown_variables: tuple[str, ...] | None = None
        self.capacities = Capacities()

    def __repr__(self) -> str:
        return f"Rules({self.name!r})"

    # ------------------------------------------------------------ words

    def _declare(self, word: G) -> G:
        name = cast(Word, word).name
        if not name.isidentifier():
            raise RulesetError(f"{self.name}: name {name!r}: expected an identifier")
        if name in self.words:
            raise RulesetError(f"{self.name}: name {name!r} is declared twice")
        self.words[name] = cast(Word, word)
        return word

    def vocabulary(
        self,
        *,
        card: type | None = None,
        player: type | None = None,
        game: type[G] | None = None,
        ability: type | None = None,
    ) -> G:
        """Name the annotated classes that hold the ruleset's words; gives the ``game`` object.

        In an extension the classes subclass those of the ruleset extended.

        :raises RulesetError: one of them is no class.
        """
        self._check_class("card", card)
        self._check_class("player", player)
        self._check_class("game", game)
        self._check_class("ability", ability)
        self.card_class = card or self.card_class
        self.player_class = player or self.player_class
        self.game_class = game or self.game_class
        self.ability_class = ability or self.ability_class
        return cast(G, TheGame(self))

    def _check_class(self, what: str, given: object) -> None:
        if given is not None and not isinstance(given, type):
            raise RulesetError(f"{self.name}: vocabulary: {what}: {given!r}, expected a class")

    def zone(
        self,
        name: str,
        *,
        capacity: int,
        rows: int = 1,
        columns: int = 1,
        visible: Visibility = Visibility.ALL,
        in_play: bool = False,
        fresh: bool = True,
        ordered: bool = True,
        meaning: str = "",
    ) -> ZoneKind:
        """Declare a kind of zone; the vocabulary's ``Player`` has a word of the same name.

        :param fresh: whether a card that moves here from outside play, or leaves play by it, is a
            new object; moves inside play never make one.
        :param ordered: whether places in it can be told apart; when a card leaves an unordered
            hidden zone unseen, the others lose what they knew of the whole zone.
        """
        if not 1 <= capacity <= 128 or not 1 <= rows * columns <= 32:
            raise RulesetError(f"{self.name}: zone {name!r}: capacity 1 to 128, at most 32 cells")
        return self._declare(
            ZoneKind(name, rows, columns, capacity, visible, in_play, fresh, ordered, meaning)
        )

    def link(self, name: str, *, visible: Visibility = Visibility.ALL) -> Link:
        """Declare a way of hanging on a card; ``card.NAME`` is the set of cards hanging so."""
        return self._declare(Link(name, visible))

    def stat(self, name: str, *, meaning: str = "") -> StatWord:
        """Declare a stat; the vocabulary's ``Card`` annotates a word of the same name ``Stat``."""
        return self._declare(StatWord(name, meaning))

    def timing_point(
        self,
        name: str,
        *arguments: Any,
        runs: Runs = Runs.NOW,
        orderer: Orderer = Orderer.TURN_PLAYER,
        clause: str = "",
        log: bool = False,
    ) -> TimingPoint:
        """Declare a timing point and the types of its arguments (at most four)."""
        return self._declare(TimingPoint(name, arguments, runs, orderer, clause, log))

    def question(
        self,
        name: str,
        *arguments: Any,
        fold: Fold = Fold.ALL,
        clause: str = "",
        value: Any = int,
    ) -> Question:
        """Declare a question and the types of its arguments (at most four).

        :param value: the type of what is asked for, which answers of card files are read by.
        """
        return self._declare(Question(name, arguments, fold, clause, value))

    def window(
        self,
        name: str,
        *arguments: Any,
        rest: bool = False,
        can_pass: bool = True,
        clause: str = "",
    ) -> Window:
        """Declare a window and the types of what its actions are given.

        :param rest: nothing is half done here: native bots rate positions at such windows.
        """
        return self._declare(Window(name, arguments, rest, can_pass, clause))

    def ask(self, name: str, text: str = "") -> Ask:
        """Declare what a choice is about."""
        return self._declare(Ask(name, text or name.replace("_", " ")))

    def duration(self, name: str) -> Duration:
        """Declare a duration."""
        return self._declare(Duration(name))

    def outcome(self, name: str, *, clause: str = "", meaning: str = "") -> Outcome:
        """Declare a reason for which a game ends."""
        return self._declare(Outcome(name, clause, meaning))

    def keyword(self, name: str, *, clause: str = "") -> Keyword:
        """Declare an ability that is only a word."""
        return self._declare(Keyword(name, clause))

    def payment(
        self,
        name: str,
        *,
        points: str,
        colours: str,
        cost: str,
        any_member: Any,
        raised_by: Question | None = None,
    ) -> PaymentScheme:
        """Declare how cards pay: words for points, colours (a bit mask) and the card's cost."""
        return self._declare(PaymentScheme(name, points, colours, cost, any_member, raised_by))

    def parameter(
        self,
        name: str,
        default: T,
        *,
        low: int | None = None,
        high: int | None = None,
        meaning: str,
        clause: str = "",
    ) -> T:
        """Declare a parameter; in rule functions it is a constant of the default's type."""
        if not isinstance(default, (int, Enum)):
            raise RulesetError(
                f"{self.name}: parameter {name!r}: expected int, bool or an enumeration's member"
            )
        number = None if isinstance(default, (bool, Enum)) else int(default)
        if number is not None and (low is None or high is None or not low <= number <= high):
            raise RulesetError(f"{self.name}: parameter {name!r}: expected low <= default <= high")
        return cast(T, self._declare(Parameter(name, default, low, high, meaning, clause)))

    def record(self, *, capacity: int) -> Callable[[type[T]], type[T]]:
        """Declare a record class and how many may live at once."""

        def declare(cls: type[T]) -> type[T]:
            self._declare(RecordType(cls.__name__, cls, capacity))
            return cls

        return declare

    # ------------------------------------------------------------ rule functions

    def procedure(self, *, clause: str = "") -> Callable[[F], F]:
        """Register a procedure of the rules (pure functions are registered the same way)."""

        def declare(function: F) -> F:
            name = function.__name__
            if name in self.procedures:
                raise RulesetError(f"{self.name}: procedure {name!r} is declared twice")
            self.procedures[name] = Procedure(name, function, clause)
            return function

        return declare

    def setup(self, function: F) -> F:
        """Register the rule that sets a game up; it draws from the setup stream."""
        self.setup_rule = function
        return self.procedure(clause="setup")(function)

    def main(self, function: F) -> F:
        """Register the rule that plays a game; it ends only by ``win`` or ``lose_game``."""
        self.main_rule = function
        return self.procedure(clause="main")(function)

    def rates(self, function: F) -> F:
        """Register the pure rule ``(me: Player) -> int`` by which ``greedy`` rates positions."""
        self.value_rule = function
        return self.procedure(clause="value")(function)

    def action(
        self,
        *windows: Window,
        candidates: Callable[..., Any] | None = None,
        usable: Callable[..., Any] | None = None,
        text: str = "",
        clause: str = "",
    ) -> Callable[[F], F]:
        """Register an action of these windows.

        The body is ``(me: Player, subject, *window arguments)``, with as many of the arguments as
        it names; ``candidates`` is the pure ``(me, *window arguments)`` giving a set of cards or
        zones (``None``: the action has no subject, and is always there). With ``usable``, a pure
        ``(me, ability, *window arguments) -> bool``, there is one option for each activated
        ability in force of each candidate that it accepts, and the body's subject is the ability.
        """

        def declare(function: F) -> F:
            name = function.__name__
            if name in self.actions:
                raise RulesetError(f"{self.name}: action {name!r} is declared twice")
            self.actions[name] = Action(
                name, function, windows, candidates, usable, text or name.replace("_", " "), clause
            )
            return function

        return declare

    def _ability(self, name: str, sort: Sort, clause: str, **rest: Any) -> Callable[[F], F]:
        def declare(function: F) -> F:
            key = name or function.__name__
            if key in self.abilities:
                raise RulesetError(f"{self.name}: ability {key!r} is declared twice")
            self.abilities[key] = AbilityText(key, sort, function, clause=clause, **rest)
            return function

        return declare

    def effect(
        self,
        name: str = "",
        *,
        targets: Sequence[Callable[..., Any]] = (),
        clause: str = "",
        **words: Any,
    ) -> Callable[[F], F]:
        """Register a text carried out when rules perform it: ``(me: Card, *perform arguments)``."""
        return self._ability(name, Sort.EFFECT, clause, targets=tuple(targets), words=words)

    def activated(
        self,
        name: str = "",
        *,
        targets: Sequence[Callable[..., Any]] = (),
        works_in: Sequence[ZoneKind] = (),
        clause: str = "",
        **words: Any,
    ) -> Callable[[F], F]:
        """Register a text that players use by an action; ``words`` are its ability words."""
        return self._ability(
            name,
            Sort.ACTIVATED,
            clause,
            targets=tuple(targets),
            works_in=tuple(works_in),
            words=words,
        )

    def trigger(
        self,
        point: TimingPoint,
        name: str = "",
        *,
        of: Of = Of.ANY,
        when: Callable[..., Any] | None = None,
        may: Ask | None = None,
        survives: bool = False,
        rechecks: bool = False,
        works_in: Sequence[ZoneKind] = (),
        clause: str = "",
        **words: Any,
    ) -> Callable[[F], F]:
        """Register a triggered ability: ``(me: Card, *timing arguments)``.

        One that ``rechecks`` is dropped when ``when`` no longer holds as it would run.
        """
        return self._ability(
            name,
            Sort.TRIGGER,
            clause,
            point=point,
            of=of,
            when=when,
            may=may,
            survives=survives,
            rechecks=rechecks,
            works_in=tuple(works_in),
            words=words,
        )

    def instead(
        self,
        point: TimingPoint,
        name: str = "",
        *,
        of: Of = Of.ANY,
        when: Callable[..., Any] | None = None,
        works_in: Sequence[ZoneKind] = (),
        clause: str = "",
        **words: Any,
    ) -> Callable[[F], F]:
        """Register a replacement asked by ``would``: true when something was done instead."""
        return self._ability(
            name,
            Sort.INSTEAD,
            clause,
            point=point,
            of=of,
            when=when,
            works_in=tuple(works_in),
            words=words,
        )

    def answers(
        self,
        question: Question,
        name: str = "",
        *,
        of: Of = Of.ANY,
        works_in: Sequence[ZoneKind] = (),
        clause: str = "",
        **words: Any,
    ) -> Callable[[F], F]:
        """Register a pure answer: ``(me, *arguments) -> bool`` or ``(me, base, *arguments)``."""
        return self._ability(
            name,
            Sort.ANSWER,
            clause,
            point=question,
            of=of,
            works_in=tuple(works_in),
            words=words,
        )

    def continuous(
        self,
        name: str = "",
        *,
        stat: StatWord | None = None,
        op: StatOp = StatOp.ADD,
        gives: Any = None,
        negates: bool = False,
        who: Callable[..., Any] | None = None,
        works_in: Sequence[ZoneKind] = (),
        clause: str = "",
        **words: Any,
    ) -> Callable[[F], F]:
        """Register a static ability.

        With ``stat`` the body ``(me, card) -> int`` is the amount; with ``gives`` the cards of
        ``who`` bear that ability; with ``negates`` their abilities have no effect. ``who`` is a
        pure ``(me) -> set[Card]``; without it the card itself.
        """
        if sum((stat is not None, gives is not None, negates)) != 1:
            raise RulesetError(f"{self.name}: continuous: expected one of stat, gives, negates")
        return self._ability(
            name,
            Sort.CONTINUOUS,
            clause,
            stat=stat,
            op=op,
            gives=gives,
            negates=negates,
            who=who,
            works_in=tuple(works_in),
            words=words,
        )

    def delayed(self, name: str = "", *, clause: str = "") -> Callable[[F], F]:
        """Register a rule for ``later``: ``(*kept, *timing arguments)``, at most four kept."""
        return self._ability(name, Sort.RULE, clause)

    def on(
        self,
        point: TimingPoint,
        *,
        when: Callable[..., Any] | None = None,
        clause: str = "",
    ) -> Callable[[F], F]:
        """Register a handler of the ruleset or a plugin, borne by no card: ``(*arguments)``."""
        return self._handler(point, when, clause, 0)

    def python_handler(
        self,
        point: TimingPoint,
        *,
        when: Callable[..., Any] | None = None,
        clause: str = "",
        lines: int = LINES,
    ) -> Callable[[F], F]:
        """Register a handler in ordinary Python, any callable: ``(game, *arguments)``.

        Slow on purpose, for prototypes and observers: the game waits for Python there. ``game`` is
        a :class:`tefuda.moment.Moment`, with the operations of rules; the rules that the handler
        asks for by ``game.call`` run when it has returned, in the order asked. ``when`` is a
        condition in the rule language, and spares the call.

        :param lines: of Python that one call may run; one more ends that game.
        """
        if type(lines) is not int or lines < 1:
            raise RulesetError(f"{self.name}: lines {lines!r}: expected a number from 1")
        return self._handler(point, when, clause, lines)

    def _handler(
        self, point: TimingPoint, when: Callable[..., Any] | None, clause: str, lines: int
    ) -> Callable[[F], F]:
        def declare(function: F) -> F:
            name = getattr(function, "__name__", type(function).__name__)
            if name in self.handlers:
                raise RulesetError(f"{self.name}: handler {name!r} is declared twice")
            if lines and not callable(function):
                raise RulesetError(f"{self.name}: handler {function!r}: expected a function")
            self.handlers[name] = AbilityText(
                name,
                Sort.TRIGGER,
                function,
                point=point,
                when=when,
                survives=True,
                clause=clause,
                lines=lines,
            )
            return function

        return declare

    # ------------------------------------------------------------ changing a ruleset

    def override(self, procedure: Callable[..., Any] | str) -> Callable[[F], F]:
        """Replace a procedure, action body or ability text of the ruleset extended."""
        return self._change(self.overrides, procedure)

    def wrap(self, procedure: Callable[..., Any] | str) -> Callable[[F], F]:
        """Wrap a procedure: the first parameter, ``original``, calls what was there before."""
        return self._change(self.wrappers, procedure)

    def _change(
        self, table: dict[str, list[Procedure]], target: Callable[..., Any] | str
    ) -> Callable[[F], F]:
        name = target if isinstance(target, str) else target.__name__

        def declare(function: F) -> F:
            table.setdefault(name, []).append(
                Procedure(name, function, _clause_of(function), self.name)
            )
            return function

        return declare

    def set(self, parameter: str, value: Any) -> None:
        """Give a parameter of the ruleset extended another default."""
        self.settings[parameter] = value

    def check_decks(self, function: F) -> F:
        """Register the Python function that says what is wrong with a deck."""
        self.deck_check = function
        return function

    def shows(self, *names: str) -> None:
        """Name the variables of the game and of players that boards show, in their order.

        Without a call boards show all that are not nought. What an extension names comes behind.
        """
        self.shown_variables = (*(self.shown_variables or ()), *names)

    def cards_from(self, *files: Any) -> None:
        """Add card files (paths or package resources)."""
        self.card_files.extend(files)

    def decks_from(self, *files: Any) -> None:
        """Add deck files (paths or package resources)."""
        self.deck_files.extend(files)

    def extended(self, extensions: Iterable[Rules]) -> Rules:
        """These rules with extensions applied, in the order of their names; self is unchanged.

        :raises PluginError: two extensions declare or override the same thing.
        """
        result = copy.copy(self)
        for table in (
            "words",
            "procedures",
            "actions",
            "abilities",
            "handlers",
            "effect_verbs",
            "terms",
            "settings",
        ):
            setattr(result, table, dict(getattr(self, table)))
        result.overrides = {k: list(v) for k, v in self.overrides.items()}
        result.wrappers = {k: list(v) for k, v in self.wrappers.items()}
        result.card_files = list(self.card_files)
        result.deck_files = list(self.deck_files)
        result.capacities = replace(self.capacities)
        seen: dict[tuple[str, str], str] = {}
        for extension in sorted(extensions, key=lambda e: e.name):
            result._take(extension, seen)
        return result

    def _take(self, extension: Rules, seen: dict[tuple[str, str], str]) -> None:
        if extension.extends != self.name:
            raise PluginError(
                f"{extension.name!r} extends {extension.extends!r}, expected {self.name!r}"
            )
        if extension.setup_rule is not None or extension.main_rule is not None:
            raise PluginError(
                f"{extension.name!r} declares a set-up or a main rule of its own; expected an "
                "override of that of the ruleset"
            )
        for role in ("value_rule", "deck_check"):
            if getattr(extension, role) is None:
                continue
            if ("role", role) in seen:
                raise PluginError(
                    f"{extension.name!r} and {seen['role', role]!r} both declare a {role}"
                )
            seen["role", role] = extension.name
            setattr(self, role, getattr(extension, role))
        tables = ("words", "procedures", "actions", "abilities", "handlers")
        for table in (*tables, "effect_verbs", "terms"):
            mine: dict[str, Any] = getattr(self, table)
            for key, entry in getattr(extension, table).items():
                if key in mine:
                    owner = seen.get((table, key), self.name)
                    raise PluginError(
                        f"{extension.name!r} and {owner!r} both declare "
                        f"{table[:-1].replace('_', ' ')} {key!r}"
                    )
                seen[table, key] = extension.name
                if hasattr(entry, "plugin"):
                    entry = replace(entry, plugin=extension.name)
                mine[key] = entry
        for key, changes in extension.overrides.items():
            if ("override", key) in seen or len(changes) > 1:
                raise PluginError(
                    f"{extension.name!r} and {seen.get(('override', key), extension.name)!r} both "
                    f"override {key!r}: one of them must wrap it"
                )
            seen["override", key] = extension.name
            self.overrides.setdefault(key, []).extend(changes)
        for key, changes in extension.wrappers.items():
            self.wrappers.setdefault(key, []).extend(changes)
        for key, setting in extension.settings.items():
            if ("setting", key) in seen:
                raise PluginError(
                    f"{extension.name!r} and {seen['setting', key]!r} both set parameter {key!r}"
                )
            seen["setting", key] = extension.name
            self.settings[key] = setting
        for attribute in ("card_class", "player_class", "game_class", "ability_class"):
            theirs, ours = getattr(extension, attribute), getattr(self, attribute)
            if theirs is None:
                continue
            if ours is not None and not issubclass(theirs, ours):
                raise PluginError(
                    f"{extension.name!r}: {theirs.__name__} must subclass {ours.__module__}."
                    f"{ours.__name__}"
                )
            setattr(self, attribute, theirs)
        if self.shown_variables is not None:
            self.shows(*(extension.shown_variables or ()))
        self.card_files.extend(extension.card_files)
        self.deck_files.extend(extension.deck_files)

    def with_texts(self, texts: Mapping[str, AbilityText]) -> Rules:
        """These rules with further texts, such as card files compose; self is unchanged."""
        result = copy.copy(self)
        result.abilities = {**self.abilities, **texts}
        return result

    # ------------------------------------------------------------ looking up

    def named(self, kind: type[G]) -> list[G]:
        """The declared words of one type, in the order of declaration."""
        return [w for w in self.words.values() if type(w) is kind]

    @property
    def parameters(self) -> dict[str, Parameter]:
        """The parameters by name."""
        return {p.name: p for p in self.named(Parameter)}


class TheGame(Struct, frozen=True, eq=False):
    """What ``game`` is in rule functions."""

    rules: Rules


def _clause_of(function: Callable[..., Any]) -> str:
    doc = inspect.getdoc(function) or ""
    return doc.partition("\n")[0]
