"""The words of the rule language: what a ruleset imports and builds on.

Rule functions are read, typed and compiled when a ruleset is loaded; they are never run by
Python. The classes and functions here are therefore declarations: they tell an editor and a type
checker what each word means, and the compiler recognises them by identity. Calling one from
ordinary Python raises :class:`~tefuda.errors.RuleSyntaxError`.

``docs/language.md`` is the reference; ``tefuda.rules`` holds the declarations (zones, timings,
actions, abilities).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Final,
    Generic,
    Literal,
    NoReturn,
    TypeVar,
    cast,
    dataclass_transform,
    overload,
)

from tefuda.errors import RuleSyntaxError

if TYPE_CHECKING:
    from tefuda.rules import (
        Ask,
        Outcome,
        PaymentScheme,
        Question,
        StatWord,
        TimingPoint,
        Window,
        ZoneKind,
    )

T = TypeVar("T")
C = TypeVar("C", bound="Card")
R = TypeVar("R", bound="Record")
E = TypeVar("E")

# ---------------------------------------------------------------- marks on annotated words

#: A number of a card that modifications change; read through the fold.
Stat = Annotated[int, "stat"]
#: A variable of a card that holds a number from -32768 to 32767, in half the room of an ``int``.
Small = Annotated[int, "small"]
#: A yes/no mark on a card, kept as a mask over all cards.
Flag = Annotated[bool, "flag"]
#: A word printed on the card (or on the ability): constant unless the card takes another form.
Printed = Annotated[T, "printed"]


class Counts(Generic[E]):
    """Eight small counts (0 to 127) by the members of an enumeration: cost points, icons."""

    def __getitem__(self, member: E) -> int:
        raise _outside()

    def __add__(self, other: Counts[E]) -> Counts[E]:
        raise _outside()

    def __sub__(self, other: Counts[E]) -> Counts[E]:
        raise _outside()

    def plus(self, member: E, n: int) -> Counts[E]:
        """The counts with ``n`` more of ``member`` (never below zero)."""
        raise _outside()

    @property
    def total(self) -> int:
        """The sum of all counts."""
        raise _outside()

    def covers(self, other: Counts[E]) -> bool:
        """Whether each count is at least that of ``other``."""
        raise _outside()


class Zone(Generic[C]):
    """A place cards can be: ordered, with a capacity, a visibility, perhaps a place on a grid.

    Looping goes from the bottom (oldest) to the top in the zone's own order.
    """

    #: The cards lying in it, as a set.
    cards: set[C]
    #: The top card (the last to arrive), if any.
    top: C | None
    #: The bottom card, if any.
    bottom: C | None
    #: Whether a card lies in it.
    occupied: bool
    #: The player whose zone it is.
    player: Any
    #: The kind of zone, to be compared or given as a place.
    kind: ZoneKind
    #: Row and column on the grid (0 where the kind has none), and their joint number.
    row: int
    column: int
    cell: int

    def __iter__(self) -> Iterator[C]:
        raise _outside()

    def __len__(self) -> int:
        raise _outside()

    def __contains__(self, card: object) -> bool:
        raise _outside()

    def __getitem__(self, place: int) -> C | None:
        raise _outside()

    def __or__(self, other: set[C] | Zone[C]) -> set[C]:
        raise _outside()

    def __and__(self, other: set[C] | Zone[C]) -> set[C]:
        raise _outside()

    def __sub__(self, other: set[C] | Zone[C]) -> set[C]:
        raise _outside()

    def __ror__(self, other: set[C]) -> set[C]:
        raise _outside()

    def __rand__(self, other: set[C]) -> set[C]:
        raise _outside()

    def __rsub__(self, other: set[C]) -> set[C]:
        raise _outside()


class Grid(Generic[C]):
    """A player's zones of one kind that lie on a grid, or one for each member of an enumeration."""

    #: All its zones.
    zones: set[Zone[C]]
    #: Those in which no card lies.
    empty: set[Zone[C]]
    #: The cell numbers of those, as bits.
    empty_cells: int
    #: All cards lying in its zones.
    cards: set[C]

    @overload
    def __getitem__(self, at: int) -> Zone[C]: ...
    @overload
    def __getitem__(self, at: tuple[int, int]) -> Zone[C]: ...
    def __getitem__(self, at: int | tuple[int, int]) -> Zone[C]:
        raise _outside()

    def __iter__(self) -> Iterator[Zone[C]]:
        raise _outside()

    def at(self, cells: int) -> set[Zone[C]]:
        """The zones whose cell numbers are bits of ``cells``."""
        raise _outside()

    def cards_at(self, cells: int) -> set[C]:
        """The cards in the zones whose cell numbers are bits of ``cells``."""
        raise _outside()


class Stack(Generic[R]):
    """A stack of records, kept in a game variable: a chain of declarations."""

    #: The record pushed last; reading it from an empty stack ends the game with an error.
    top: R

    def push(self, record: R) -> None:
        """Put a record on the stack and stamp it: ``still`` compares with this moment."""

    def pop(self) -> R:
        """Take the top record off."""
        raise _outside()

    def __len__(self) -> int:
        raise _outside()

    def __getitem__(self, index: int) -> R:
        raise _outside()


class Player:
    """A player. A ruleset's vocabulary subclasses it with zones, numbers and derived words."""

    #: The other player; two-player games only.
    enemy: Player
    #: The next player in turn order.
    next: Player
    #: All other players.
    others: set[Any]
    #: 0 or 1: the order in which decks were given.
    number: int


class Card:
    """A card. A ruleset's vocabulary subclasses it with printed words, stats, flags, variables."""

    #: Whose card it is: it returns to this player's hand, deck and discard.
    owner: Player
    #: Who uses it now: the player of the zone in which it, or the card it hangs on, lies.
    user: Player
    #: Where it lies; ``None`` while it hangs on a card.
    zone: Zone[Any] | None
    #: Its place from the bottom of its zone, 0 first.
    position: int
    #: The cell of the grid it lies on, -1 when on none; row and column likewise.
    cell: int
    row: int
    column: int
    #: The card it hangs on, if any; the card at the foot of that tree (itself when on none).
    host: Card | None
    root: Card
    #: Whether it, or the card it hangs on, lies in a zone that counts as in play.
    in_play: bool
    #: Whether its face is down.
    face_down: bool
    #: Whether an :func:`extract` under way holds it: it is out of its zone until that ends.
    extracted: bool
    #: What it was when it last left play: zone, user, host, row, column, position, stats, flags.
    was: Card
    #: Its printed name (a number in the card pool's list of names).
    name: Name
    #: Who set it from where: whether ``player`` knows its face is ``knows(player, card)``.


class Game:
    """What belongs to no player. A vocabulary subclasses it with variables and stacks."""

    #: All players, in turn order from player 0.
    players: set[Any]
    #: Who began.
    first: Player
    #: Number of the turn, 0 the first; kept by the ruleset.
    turn: int
    #: Whose turn it is; kept by the ruleset.
    turn_player: Player
    #: What is being carried out: the ability that caused the present processing, if any.
    cause: Ability | None


class Ability:
    """One ability as borne by one card: printed in a slot, or gained. Ability words are printed.

    Two values are equal when they are the same instance; compare ``kind`` for the text.
    """

    #: The card that bears it.
    bearer: Card
    #: Which ability it is.
    kind: AbilityKind
    #: How many targets it declares.
    targets: int
    #: How often it was used since :func:`reset_uses`.
    uses: int


class AbilityKind:
    """An ability or keyword as such, apart from who bears it."""


class Name:
    """A card name of the pool."""


@dataclass_transform(kw_only_default=True)
class Record:
    """Base of a ruleset's records; declared with ``@rules.record(capacity=...)``."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()


#: A place is a zone, or a kind of zone of the card's owner.
Place = Any
#: Cards where an operation takes one, a set, or those of a zone.
Cards = Any
#: No cards, the usual default of a record field.
NO_CARDS: Final[set[Any]] = cast("set[Any]", frozenset())
#: No counts.
NO_COUNTS: Final[Any] = "NO_COUNTS"
#: A duration without end.
FOREVER: Final[Any] = "FOREVER"
#: ``at=`` of :func:`put`: under the other cards.
BOTTOM: Final = "BOTTOM"
TOP: Final = "TOP"


def _outside() -> RuleSyntaxError:
    return RuleSyntaxError(
        "a word of the rule language was called from Python; it has a meaning in rules only"
    )


# ---------------------------------------------------------------- moving cards


def put(
    card: Card,
    to: Place,
    *,
    at: str = TOP,
    face_down: bool = False,
    known_to: Player | None = None,
) -> None:
    """Move a card to a zone, or to its owner's zone of a kind; raises no timing."""
    raise _outside()


def put_all(cards: Cards, to: Place, *, at: str = TOP, face_down: bool = False) -> None:
    """Move several cards in one instant, by card index, a list in its own order."""
    raise _outside()


def attach(
    card: Card, host: Card, link: Any, *, face_down: bool = False, known_to: Player | None = None
) -> None:
    """Hang a card on another; what hangs on it comes along. Raises no timing."""
    raise _outside()


def arrange(cards: Cards, places: Any) -> None:
    """Move all cards at once, each to the zone its card variable ``places`` names."""
    raise _outside()


def become(card: Card, form: Any) -> None:
    """Make the card read another form (or its own again, ``None``)."""
    raise _outside()


def shuffle(zone: Zone[Any]) -> None:
    """Shuffle a zone; lifted cards are left out and knowledge of the zone ends."""
    raise _outside()


def random_card(cards: set[C] | Zone[C]) -> C | None:
    """One of the cards, drawn from the rules' own random stream; ``None`` when there is none."""
    raise _outside()


def random_below(n: int) -> int:
    """A number from 0 to ``n`` - 1 from the rules' own random stream."""
    raise _outside()


def reveal(cards: Cards) -> None:
    """Let every player know these faces; the cards stay where they are."""
    raise _outside()


def look(player: Player, cards: Cards) -> None:
    """Let one player know these faces; the cards stay where they are."""
    raise _outside()


def knows(player: Player, card: Card) -> bool:
    """Whether a player knows a card's face. Pure."""
    raise _outside()


def conceal(cards: Cards) -> None:
    """Let every player forget the faces, except as their zone shows them."""
    raise _outside()


# ---------------------------------------------------------------- numbers and abilities


def modify(cards: Cards, stat: StatWord, amount: int, *, until: Any = None) -> None:
    """Add to a stat of cards in play; on a card out of play nothing happens."""
    raise _outside()


def set_to(cards: Cards, stat: StatWord, value: int, *, until: Any = None) -> None:
    """Set a stat; what is given later adds up on it."""
    raise _outside()


def set_original(cards: Cards, stat: StatWord, value: int, *, until: Any = None) -> None:
    """Replace the printed value under all other modifications."""
    raise _outside()


def swap(cards: Cards, stat: StatWord, other: StatWord, *, until: Any = None) -> None:
    """Exchange two stats of each card; what is given later adds up on it."""
    raise _outside()


def clear_modifications(cards: Cards, stat: StatWord) -> None:
    """Delete the modifications given to a stat of these cards (not those of static abilities)."""
    raise _outside()


def original(card: Card, stat: StatWord) -> int:
    """The printed value with :func:`set_original` applied and nothing else. Pure."""
    raise _outside()


def gain(subject: Any, ability: Any, *kept: Any, until: Any = None) -> None:
    """Give a card, a player or the game an ability."""
    raise _outside()


def lose(subject: Any, ability: Any = None, *, until: Any = None) -> None:
    """Take an ability (every one of the kind; all without ``ability``) from a card."""
    raise _outside()


def bar(subject: Any, ability: Any = None, *, until: Any = None) -> None:
    """Forbid declaring an ability; it is still there."""
    raise _outside()


def negate(subject: Any, ability: Any = None, *, until: Any = None) -> None:
    """Let an ability have no effect; it is still there."""
    raise _outside()


def later(
    point: TimingPoint,
    rule: Callable[..., None],
    *kept: Any,
    of: Player | None = None,
    until: Any = None,
) -> None:
    """Run a rule once, the next time ``point`` is raised (with ``of``: for that player)."""
    raise _outside()


def expire(until: Any, *, of: Player | None = None) -> None:
    """End all modifications and effects that last until this duration or record."""
    raise _outside()


def has(card: Card, kind: Any) -> bool:
    """Whether the card bears an ability of this kind in force. Pure."""
    raise _outside()


def bearing(cards: Cards, kind: Any) -> set[Any]:
    """Those of the cards that bear an ability of this kind in force. Pure."""
    raise _outside()


def abilities(card: Card, sort: Any = None) -> Iterator[Any]:
    """The abilities a card bears in force, printed ones first; for ``for`` loops. Pure.

    ``sort`` is one of ``ACTIVATED``, ``EFFECT`` or an ability kind.
    """
    raise _outside()


def activated(cards: Cards) -> set[Any]:
    """Those of the cards that bear an activated ability in force and not barred. Pure."""
    raise _outside()


#: Sorts of abilities for :func:`abilities`.
ACTIVATED: Final = "ACTIVATED"
EFFECT: Final = "EFFECT"


def effect_of(card: Card) -> Any:
    """The card's first printed effect (an event's text), an :class:`Ability` or ``None``. Pure."""
    raise _outside()


def count_use(ability: Ability) -> None:
    """Count one use of an ability instance."""
    raise _outside()


def reset_uses(cards: Cards) -> None:
    """Set the counts of uses of the cards' abilities to zero."""
    raise _outside()


def perform(ability: Ability, *args: Any) -> None:
    """Carry out an ability's text: its body gets the bearer and these arguments."""
    raise _outside()


def legal(ability: Ability, target: int, *args: Any) -> set[Any]:
    """The cards that target number ``target`` of an ability may be: its target function. Pure."""
    raise _outside()


# ---------------------------------------------------------------- timings and questions


def timing(point: TimingPoint, /, *args: Any) -> None:
    """Raise a timing: abilities that apply now become pending and run as the point declares."""
    raise _outside()


def settle() -> None:
    """Run all pending triggers that wait for the end of an effect."""
    raise _outside()


def would(point: TimingPoint, cards: set[C]) -> set[C]:
    """Ask who replaces or prevents this for each card; gives the cards left."""
    raise _outside()


def after(point: TimingPoint, cards: Cards) -> AbstractContextManager[None]:
    """Collect triggers on the whole board now, run those of cards that went at the end."""
    raise _outside()


def held() -> AbstractContextManager[None]:
    """Let no trigger run before the end of the block, where all do, ordered as their points say.

    So what several points are raised for in it happens at the same time.
    """
    raise _outside()


def extract(cards: Cards) -> AbstractContextManager[None]:
    """Lift cards out of their zone's order during the block; those unmoved then return."""
    raise _outside()


def fail() -> None:
    """Inside ``extract``: the order could not be carried out; unmoved cards are excluded."""
    raise _outside()


def allowed(question: Question, *args: Any) -> bool:
    """Ask a yes/no question: true when no answer forbids. Pure."""
    raise _outside()


def value(question: Question, base: T, *args: Any) -> T:
    """Ask for a value: each answer gets the value so far. Pure."""
    raise _outside()


def permitted(question: Question, cards: set[C] | Zone[C], *args: Any) -> set[C]:
    """Those of the cards for which :func:`allowed` holds with the card as first argument. Pure."""
    raise _outside()


# ---------------------------------------------------------------- choices


@overload
def choose(player: Any, options: set[T], ask: Ask) -> T: ...
@overload
def choose(player: Any, options: set[T], ask: Ask, *, optional: Literal[True]) -> T | None: ...
@overload
def choose(player: Any, options: type[T], ask: Ask) -> T: ...
@overload
def choose(player: Any, options: Zone[C], ask: Ask) -> C: ...
@overload
def choose(player: Any, options: Zone[C], ask: Ask, *, optional: Literal[True]) -> C | None: ...
def choose(player: Any, options: Any, ask: Ask, *, optional: bool = False) -> Any:
    """Let a player choose one; no option at all (unless optional) is an error naming the rule."""
    raise _outside()


def confirm(player: Any, ask: Ask) -> bool:
    """Let a player say yes or no."""
    raise _outside()


def number(player: Any, low: int, high: int, ask: Ask) -> int:
    """Let a player choose a number, both ends included."""
    raise _outside()


def some(player: Any, options: set[C], low: int, high: int, ask: Ask) -> set[C]:
    """Let a player choose from ``low`` to ``high`` of the cards, one by one, each subset once."""
    raise _outside()


def order(player: Any, cards: set[C], ask: Ask) -> list[C]:
    """Let a player put up to 31 cards in an order, first chosen first."""
    raise _outside()


def offer(player: Any, window: Window, *args: Any) -> bool:
    """Ask for an action of a window and carry it out; false when the player passes."""
    raise _outside()


# ---------------------------------------------------------------- objects


def still(cards: Any, record: Record) -> Any:
    """Of one card: whether it is the object it was when the record was stamped; of a set: those."""
    raise _outside()


def drop(record: Record) -> None:
    """Give a record back to its pool; later use of it is an error."""
    raise _outside()


def one(card: C | None) -> set[C]:
    """The set with this card alone, empty for ``None``. Pure."""
    raise _outside()


def matching(cards: set[C] | Zone[C], word: Any, like: Cards) -> set[C]:
    """Those of the cards whose word equals that of ``like``, or of some card in it. Pure."""
    raise _outside()


# ---------------------------------------------------------------- payments


def lacking(scheme: PaymentScheme, paying: Cards, credit: Any, need: Any) -> int:
    """How many points are missing for the need; 0 when it can be paid. Pure."""
    raise _outside()


def useful(
    scheme: PaymentScheme, paying: Cards, credit: Any, need: Any, pool: set[C] | Zone[C]
) -> set[C]:
    """The cards of ``pool`` with which some minimal completion of the payment continues. Pure."""
    raise _outside()


def payable(scheme: PaymentScheme, cards: set[C] | Zone[C], pool: Cards) -> set[C]:
    """Those of ``cards`` whose use cost the pool without the card itself can pay. Pure."""
    raise _outside()


# ---------------------------------------------------------------- the end


def win(player: Any, outcome: Outcome) -> NoReturn:
    """End the game: this player wins."""
    raise _outside()


def lose_game(players: Any, outcome: Outcome) -> NoReturn:
    """End the game: these players lose; when all do, it is a draw."""
    raise _outside()
