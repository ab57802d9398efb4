"""What card files may write texts with: effect verbs, terms, and how a ruleset's texts are framed.

A text that a card file composes is a list of steps. Each step names an *effect verb*, a rule
function that does something and says whether it was done, and gives it arguments. Arguments are
numbers, members and the like, or name a *term*, a pure rule function that gives cards, players,
numbers or a yes/no. :mod:`tefuda.composing` makes rule functions of such texts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from tefuda.errors import RulesetError

if TYPE_CHECKING:
    from tefuda.rules import Ask, Duration

F = TypeVar("F", bound=Callable[..., Any])

#: Effect verbs of the kernel, which every ruleset has.
KERNEL_VERBS = ("gain", "lose", "bar")


class EffectVerb(Struct, frozen=True, eq=False):
    """What a step of a composed text does."""

    name: str
    function: Callable[..., Any]
    #: Arguments as card files write them, where one says nothing.
    defaults: Mapping[str, Any] = field(default_factory=dict)
    clause: str = ""
    plugin: str = ""


class Term(Struct, frozen=True, eq=False):
    """What a composed text can name; of several functions the one that is given most is taken."""

    name: str
    functions: tuple[Callable[..., Any], ...]
    defaults: Mapping[str, Any] = field(default_factory=dict)
    clause: str = ""
    plugin: str = ""


class Framing(Struct, frozen=True, eq=False):
    """How the texts that card files compose stand in a ruleset."""

    #: The types of what ``perform`` gives to texts, behind the bearer.
    performs: tuple[Any, ...] = ()
    #: What ``legal`` gives to target functions behind the first: names of the targets before.
    targets_before: tuple[str, ...] = ()
    #: The term of the player who decides what is optional, and what is asked then.
    decides: str = ""
    may: Ask | None = None
    #: The word of ``Ability`` that says how many of the first target functions are conditions.
    conditions: str = ""
    #: How long something lasts where a text does not say.
    lasts: Duration | None = None


class ListNames(Struct, frozen=True, eq=False):
    """What a community calls things in its lists of cards, in lower case."""

    #: Columns: words of cards, ``number``, ``name``, ``abilities``, ``ability_flags``, or an empty
    #: text for what is not read.
    columns: Mapping[str, str] = field(default_factory=dict)
    #: Members of enumerations.
    values: Mapping[str, str] = field(default_factory=dict)
    #: Abilities, by name or number.
    abilities: Mapping[str, str] = field(default_factory=dict)
    #: Abilities that a list cannot name like this, with the reason.
    unnamed: Mapping[str, str] = field(default_factory=dict)
    #: Signs in costs that stand for yes/no words of abilities.
    marks: Mapping[str, str] = field(default_factory=dict)


class Granted(Struct, frozen=True):
    """An ability by the name of its text, with the arguments and words a card file gives."""

    name: str
    arguments: tuple[tuple[str, int], ...] = ()


class Wording:
    """The part of :class:`~tefuda.rules.Rules` that declares what card files compose with."""

    name: str

    def __init__(self) -> None:
        self.effect_verbs: dict[str, EffectVerb] = {}
        self.terms: dict[str, Term] = {}
        self.framing = Framing()
        self.list_names = ListNames()

    def effect_verb(self, name: str = "", *, clause: str = "", **defaults: Any) -> Callable[[F], F]:
        """Declare what a step of a composed text can do.

        The function's positional-only parameters are given by the text: the bearer, then what its
        sort is given (what ``perform`` gives, the arguments of the timing), as many as it names.
        The others are arguments by name. It tells whether it was done: by a yes/no, or by what it
        gives, cards or a number, which later steps may name; one that gives nothing always is.

        :param name: what card files call it; the function's name when left out.
        :param defaults: arguments as card files write them, where one says nothing.
        :raises RulesetError: the name is taken.
        """

        def declare(function: F) -> F:
            key = name or function.__name__
            if key in self.effect_verbs or key in KERNEL_VERBS:
                raise RulesetError(f"{self.name}: effect verb {key!r} is declared twice")
            self.effect_verbs[key] = EffectVerb(key, function, defaults, clause)
            return function

        return declare

    def term(self, name: str = "", *, clause: str = "", **defaults: Any) -> Callable[[F], F]:
        """Declare what a composed text can name: a pure function, with parameters as a verb's.

        A second function of the same name is taken where its given parameters fit better: who
        uses a text is somebody else for one that is declared than for a trigger.
        """

        def declare(function: F) -> F:
            key = name or function.__name__
            known = self.terms.get(key)
            if known is None:
                self.terms[key] = Term(key, (function,), defaults, clause)
            else:
                self.terms[key] = replace(
                    known,
                    functions=(*known.functions, function),
                    defaults={**known.defaults, **defaults},
                )
            return function

        return declare

    def frames_texts(
        self,
        *performs: Any,
        targets_before: tuple[str, ...] = (),
        decides: str = "",
        may: Ask | None = None,
        conditions: str = "",
        lasts: Duration | None = None,
    ) -> None:
        """Say how composed texts stand in the ruleset.

        :param performs: the types of what ``perform`` gives, behind the bearer.
        :param targets_before: what texts call the targets named before, which ``legal`` gives to
            the functions of those behind them.
        :param decides: the term of the player who decides what is optional.
        :param may: what that player is asked.
        :param conditions: the word of ``Ability`` that says how many of the first target
            functions are conditions; without it, declared texts have none.
        :param lasts: how long something lasts where a text does not say.
        """
        self.framing = Framing(performs, targets_before, decides, may, conditions, lasts)

    def reads_lists(
        self,
        *,
        columns: Mapping[str, str],
        values: Mapping[str, str],
        abilities: Mapping[str, str],
        unnamed: Mapping[str, str] | None = None,
        marks: Mapping[str, str] | None = None,
    ) -> None:
        """Say what a community calls things in its lists of cards; all in lower case.

        :param columns: words of cards, ``number``, ``name``, ``abilities`` or ``ability_flags`` by
            the names of columns; an empty text for what is not read.
        :param values: names of members.
        :param abilities: texts by name or number.
        :param unnamed: why a name or number does not tell which text is meant.
        :param marks: yes/no words of abilities by signs in their costs.
        """
        self.list_names = ListNames(columns, values, abilities, unnamed or {}, marks or {})
