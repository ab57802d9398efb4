"""What the functions of a composed text begin with: names, parameters, conditions."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field

from tefuda import kernel
from tefuda.composing.givens import annotation, given_by
from tefuda.composing.scopes import BEARER, Scope, Value
from tefuda.composing.steps import Steps
from tefuda.composing.values import Values
from tefuda.composing.writing import Body, Writing
from tefuda.errors import CardError
from tefuda.lang import types as t
from tefuda.lang.annotations import read_annotation
from tefuda.lang.types import Type
from tefuda.lang.vocabulary import build_vocabulary
from tefuda.rules import (
    AbilityText,
    Fold,
    Keyword,
    Of,
    Question,
    Rules,
    ZoneKind,
)
from tefuda.wording import Granted
from tefuda.words import listed, shown

if TYPE_CHECKING:
    from tefuda.cards import AbilityUse

#: Reads a named ability of a card: a table, and where it stands.
NamedReader = Callable[[Any, str], "AbilityUse"]
#: Reads the words of ``Ability`` that a text gives.
WordsReader = Callable[[Mapping[str, Any], str], dict[str, int]]


class Text(Struct):
    """One text being written."""

    said: Mapping[str, Any]
    where: str
    name: str
    writing: Writing
    values: Values
    steps: Steps
    #: What the ability is, besides its functions.
    rest: dict[str, Any] = field(default_factory=dict)
    #: The ability's functions, by their part and by their names.
    parts: dict[str, Any] = field(default_factory=dict)


class Frames:
    """Beginnings of the functions of composed texts."""

    def __init__(self, rules: Rules, named: NamedReader, words: WordsReader) -> None:
        """Read the vocabulary.

        :param named: reads an ability that a step gives or takes away.
        :param words: reads words of ``Ability``.
        """
        self.rules = rules
        self.vocabulary = build_vocabulary(rules, {})
        self._named = named
        self._words = words
        self._made: dict[str, str] = {}
        self._identifiers: set[str] = set()
        #: Abilities made, by name, in order.
        self.texts: dict[str, AbilityText] = {}

    def _begin(self, said: Mapping[str, Any], name: str, where: str) -> Text:
        identifier = re.sub(r"\W", "_", name)
        while identifier in self._identifiers:
            identifier += "_"
        self._identifiers.add(identifier)
        if not identifier[:1].isalpha():
            identifier = f"text_{identifier}"
        writing = Writing({"__name__": "composed"})
        values = Values(self.rules, self.vocabulary, writing)
        steps = Steps(values, self.granted, identifier)
        return Text(said, where, identifier, writing, values, steps)

    def _words_of(self, sort: str) -> list[str]:
        """The words of ``Ability`` that a text may give."""
        words = list(self.vocabulary.ability_words)
        return [word for word in words if word != self.rules.framing.conditions]

    def granted(self, said: Any, where: str) -> Granted | Keyword:
        """Read an ability that a step or a static text gives or takes away.

        :raises CardError: the ruleset and the card files have none such.
        """
        use = self._named({"text": said} if isinstance(said, str) else said, where)
        for keyword in self.rules.named(Keyword):
            if keyword.name == use.text:
                return keyword
        text = self.rules.abilities.get(use.text)
        if text is not None and _keeps(text):
            raise CardError(
                f"{where}: {shown(use.text)} keeps values that rules give, expected another"
            )
        arguments = tuple(sorted({**use.arguments, **use.words}.items()))
        return Granted(use.text, arguments)

    def _zones(self, text: Text) -> tuple[ZoneKind, ...]:
        said = text.said.get("works_in", [])
        where = f"{text.where}: works_in"
        if not isinstance(said, list):
            raise CardError(f"{where}: {shown(said)}, expected a list of kinds of zone")
        return tuple(text.steps.declared(one, ZoneKind, "kind of zone", where) for one in said)

    # ------------------------------------------------------------ functions

    def _function(
        self, text: Text, part: str, givens: Sequence[Value], result: str
    ) -> tuple[str, Body]:
        """Begin a function of a text: its name and its body."""
        name = text.writing.fresh(f"{text.name}_{part}" if part else text.name, exact=True)
        parameters = ", ".join(f"{v.text}: {annotation(v.type, text.values)}" for v in givens)
        return name, text.writing.begin(name, parameters, result, text.where)

    def _bearer(self) -> Value:
        return Value(BEARER, t.CARD)

    def _performed(self, text: Text) -> Scope:
        """What a declared text is given."""
        givens = [self._bearer()]
        for argument in self.rules.framing.performs:
            type_ = self._type(argument)
            givens.append(Value(text.writing.fresh(f"given_{type_.kind}", exact=True), type_))
        return Scope(tuple(givens), {})

    def _type(self, annotation: Any) -> Type:
        """The type of what a declaration names."""
        names = vars(inspect.getmodule(self.rules.card_class) or kernel)
        return read_annotation(annotation, names).type

    def _point(self, text: Text, key: str, kind: type[Any], what: str) -> tuple[Any, Scope]:
        point = text.steps.declared(text.said.get(key), kind, what, f"{text.where}: {key}")
        text.rest["point"] = point
        text.rest["of"] = self._of(text)
        return point, given_by(point, text.values, (self._bearer(),))

    def _of(self, text: Text) -> Of:
        said = text.said.get("of", "any")
        members = {member.name.lower(): member for member in Of}
        if said not in members:
            raise CardError(f"{text.where}: of: {shown(said)}, expected one of {listed(members)}")
        return members[said]

    def _when(self, text: Text, scope: Scope) -> None:
        if "when" in text.said:
            name, body = self._function(text, "when", scope.givens, "bool")
            where = f"{text.where}: when"
            body.add(f"return {text.values.condition(text.said['when'], scope, where)}")
            text.parts["when"] = name

    def _cards(self, text: Text) -> str:
        return annotation(t.CARDS, text.values)


def _keeps(text: AbilityText) -> bool:
    """Tell whether a text is made to be given with values to keep: its body takes them first."""
    if text.point is None:
        return False
    folds = isinstance(text.point, Question) and text.point.fold is Fold.VALUE
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    parameters = inspect.signature(text.function).parameters.values()
    taken = sum(parameter.kind in kinds for parameter in parameters)
    return taken > 1 + folds + len(text.point.arguments)
