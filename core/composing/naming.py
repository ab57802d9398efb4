"""What names in composed texts stand for: results of steps, and terms with their arguments."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NoReturn

from tefuda import kernel
from tefuda.composing.scopes import BEARER, Scope, Value
from tefuda.composing.signatures import NOTHING, Argument, Shape, shape_of
from tefuda.composing.writing import Writing
from tefuda.errors import CardError
from tefuda.lang import types as t
from tefuda.lang.types import Type, assignable
from tefuda.lang.vocabulary import Vocabulary
from tefuda.rules import Rules
from tefuda.wording import Term
from tefuda.words import listed, nearest, shown

#: What a card file may say for each type, for messages.
_EXPECTED = {
    "int": "a number, a term for one, or count, sum, highest, lowest, plus, minus or times",
    "bool": "true, false, a condition, or not, all, any, some, same or number",
    "set": "a term for cards, the name of a step's result, a list of these, or from",
    "card": "a term for a card, or the name of a step's result",
    "player": "a term for a player",
    "zone": "a term for a place",
}
_MEANT = {
    "int": "a number",
    "bool": "a yes/no",
    "set": "cards",
    "card": "a card",
    "player": "a player",
    "zone": "a place",
}


class Naming(ABC):
    """Names in the expressions of one text."""

    def __init__(self, rules: Rules, vocabulary: Vocabulary, writing: Writing) -> None:
        self.rules = rules
        self.vocabulary = vocabulary
        self.writing = writing

    @abstractmethod
    def read(self, said: Any, want: Type, scope: Scope, where: str) -> Value:
        """Give the expression for what a card file says where a type is wanted.

        :raises CardError: it is not of this type, or names what is not there.
        """

    def fitting(self, value: Value, want: Type, said: Any, where: str) -> Value:
        """Give a value as another type wants it.

        :raises CardError: it cannot be.
        """
        text, have = value.text, value.type
        if assignable(want, have):
            return value
        if want.kind == "set" and have.kind == "card":
            return Value(f"{self.word(kernel.one)}({text})", t.CARDS)
        if want.kind == "small" and not have.optional and have.kind == want.over.kind:
            return Value("{" + text + "}", want)
        if want.kind == "bool" and have.kind in ("set", "small"):
            return Value(f"bool({text})", t.BOOL)
        if want.kind == "bool" and have.kind == "card":
            return Value(f"bool({self.word(kernel.one)}({text}))", t.BOOL)
        if want.kind == "bool" and have.kind == "int":
            return Value(f"({text} > 0)", t.BOOL)
        meant = _MEANT.get(have.kind, str(have)) + (", or none" if have.optional else "")
        self.refuse(where, said, f"{expected(want)}; this is {meant}")

    def refuse(self, where: str, said: Any, wanted: str) -> NoReturn:
        """Refuse what a card file says.

        :raises CardError: always.
        """
        raise CardError(f"{where}: {shown(said)}, expected {wanted}")

    def word(self, function: Callable[..., Any]) -> str:
        """Give the name of a word of the kernel."""
        return self.writing.bind(function, function.__name__)

    # ------------------------------------------------------------ what has a name

    def named(
        self, name: str, given: Mapping[str, Any], want: Type, scope: Scope, where: str
    ) -> Value:
        """Give what a name stands for: a step's result, or a term with its arguments.

        :raises CardError: nothing has this name here.
        """
        bound = self._bound(name, scope, where)
        if bound is not None and not given:
            return bound
        term = self.rules.terms.get(name)
        if term is None:
            known = sorted(self._known(scope, want))
            self.refuse(where, name, f"{expected(want)}: {listed(known)}{nearest(name, known)}")
        return self._term(term, given, scope, where)

    def _bound(self, name: str, scope: Scope, where: str) -> Value | None:
        if name in scope.bound:
            return scope.bound[name]
        later = scope.later
        if later is None:
            return None
        outer = self._bound(name, later.outer, where)
        return None if outer is None else self.keep(name, outer, scope, where)

    def keep(self, name: str, outer: Value, scope: Scope, where: str) -> Value:
        """Keep a value of the text around a step for later.

        :raises CardError: it is none that can be kept, or there are too many.
        """
        later = scope.later
        assert later is not None
        if outer.type.width != 1 or outer.type.kind in ("record", "small"):
            self.refuse(where, name, "a single card, player or number, which can be kept for later")
        inside = self.writing.fresh(f"kept_{name}", exact=True)
        kept = outer.type.maybe() if outer.type.kind == "card" else outer.type
        later.kept[inside] = outer
        value = scope.bound[name] = Value(inside, kept)
        return value

    def _known(self, scope: Scope, want: Type) -> set[str]:
        """The names that may stand where a type is wanted."""
        found = set()
        at: Scope | None = scope
        while at is not None:
            found |= {name for name, value in at.bound.items() if _close(want, value.type)}
            at = at.later.outer if at.later is not None else None
        for term in self.rules.terms.values():
            if any(_close(want, self.shape(f, term).result) for f in term.functions):
                found.add(term.name)
        return found

    def shape(self, function: Callable[..., Any], term: Term) -> Shape:
        """Give the types of one function of a term."""
        return shape_of(function, term.defaults, f"{self.rules.name}: term {term.name!r}")

    def _the(self, said: dict[str, Any], want: Type, scope: Scope, where: str) -> Value:
        name = said["the"]
        if not isinstance(name, str):
            self.refuse(f"{where}: the", name, expected(want))
        return self.named(name, {k: v for k, v in said.items() if k != "the"}, want, scope, where)

    def _term(self, term: Term, given: Mapping[str, Any], scope: Scope, where: str) -> Value:
        shapes = [(f, self.shape(f, term)) for f in term.functions]
        shapes.sort(key=lambda pair: -len(pair[1].givens))
        for function, shape in shapes:
            if fits(shape.givens, scope.own_givens):
                where = f"{where}: term {term.name!r}" if shape.arguments else where
                return self.call(function, shape, given, scope, where)
        if scope.later is not None and not scope.own_givens:
            return self._kept_term(term, given, scope, where)
        needed = " or ".join(
            ", ".join(_MEANT.get(g.kind, str(g)) for g in shape.givens) for _, shape in shapes
        )
        raise CardError(f"{where}: term {term.name!r}: not here, expected a text given {needed}")

    def _kept_term(self, term: Term, given: Mapping[str, Any], scope: Scope, where: str) -> Value:
        """A term that a step for later cannot work out: what it is now, or with the bearer."""
        later = scope.later
        assert later is not None
        bearer = Value(BEARER, t.CARD)
        around = [self.shape(f, term) for f in term.functions]
        single = all(shape.result.width == 1 and shape.result.kind != "small" for shape in around)
        if single and not given:
            return self.keep(term.name, self._term(term, {}, later.outer, where), scope, where)
        later.bearer = True
        inside = Scope((bearer, *scope.givens), scope.bound, later)
        return self._term(term, given, inside, where)

    def call(
        self,
        function: Callable[..., Any],
        shape: Shape,
        given: Mapping[str, Any],
        scope: Scope,
        where: str,
    ) -> Value:
        """Give the call of a term or verb with its arguments.

        :raises CardError: an argument is unknown, missing or of another type.
        """
        parts = [value.text for value in scope.own_givens[: len(shape.givens)]]
        parts += [v.text for v in self.arguments(shape.arguments, given, scope, where)]
        name = self.writing.bind(function, function.__name__)
        return Value(f"{name}({', '.join(parts)})", shape.result)

    def arguments(
        self, wanted: Iterable[Argument], given: Mapping[str, Any], scope: Scope, where: str
    ) -> list[Value]:
        """Give the values of all arguments in order.

        :raises CardError: one is unknown, missing or of another type.
        """
        names = [argument.name for argument in wanted]
        for key in given:
            if key not in names:
                raise CardError(
                    f"{where}: unknown argument {shown(key)}, expected {listed(names)}"
                    f"{nearest(key, names)}"
                )
        found = []
        for argument in wanted:
            said = given.get(argument.name, argument.default)
            if said is NOTHING:
                raise CardError(
                    f"{where}: no argument {argument.name!r}, expected {expected(argument.type)}"
                )
            type_ = argument.type.maybe() if argument.type.kind == "card" else argument.type
            found.append(self.read(said, type_, scope, f"{where}: {argument.name}"))
        return found


def expected(want: Type) -> str:
    """Say what a card file may write where a type is wanted."""
    if want.kind == "member":
        return f"one of {listed(member.name.lower() for member in want.over)}"
    if want.kind == "small":
        return f"{_MEANT.get(want.over.kind, str(want.over))} or several"
    return _EXPECTED.get(want.kind, str(want))


def meaning_of(type_: Type) -> str:
    """Say in a word what a verb or term takes or gives."""
    if type_.kind == "void":
        return "nothing"
    if type_.kind == "small":
        return {"zone": "places", "player": "players"}.get(type_.over.kind, str(type_))
    return _MEANT.get(type_.kind, str(type_.sure()))


def fits(wanted: tuple[Type, ...], given: tuple[Value, ...]) -> bool:
    """Tell whether a function can be given what a text is given."""
    return len(wanted) <= len(given) and all(
        assignable(want, have.type) for want, have in zip(wanted, given, strict=False)
    )


def _close(want: Type, have: Type) -> bool:
    """Tell whether a value can stand where a type is wanted, perhaps after a change of form."""
    if want.kind == "bool":
        return have.kind in ("bool", "set", "small", "card")
    if want.kind == "small":
        return have.kind == want.over.kind or have == want
    return have.kind == want.kind or (want.kind == "set" and have.kind == "card")
