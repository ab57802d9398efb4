"""What a place in a composed text can name."""

from __future__ import annotations

from msgspec import Struct, field
from msgspec.structs import replace

from tefuda.lang.types import Type

#: The parameter that is the bearer of a text.
BEARER = "me"


class Value(Struct, frozen=True):
    """An expression of the rule language with its type."""

    text: str
    type: Type


class Later(Struct):
    """What a step for later keeps of the text around it."""

    outer: Scope
    #: By the name inside: the expression outside and the type.
    kept: dict[str, Value] = field(default_factory=dict)
    #: Whether the bearer is needed, and with it that it is still there.
    bearer: bool = False


class Scope(Struct, frozen=True):
    """The parameters of the function being written, and the names given by steps before."""

    givens: tuple[Value, ...]
    bound: dict[str, Value]
    later: Later | None = None

    @property
    def own_givens(self) -> tuple[Value, ...]:
        """What verbs and terms can be given: nothing where there is no bearer to begin with."""
        return self.givens if self.givens and self.givens[0].text == BEARER else ()

    def inner(self) -> Scope:
        """Give the scope of a block: names of it end with it."""
        return replace(self, bound=dict(self.bound))
