"""Texts that card files compose, as abilities of the ruleset."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from tefuda import kernel
from tefuda.composing.frames import Text
from tefuda.composing.scopes import BEARER, Scope, Value
from tefuda.composing.statics import Statics
from tefuda.composing.writing import Body
from tefuda.errors import CardError
from tefuda.lang import types as t
from tefuda.rules import (
    AbilityText,
    Sort,
    TimingPoint,
)
from tefuda.words import listed, nearest, shown

if TYPE_CHECKING:
    from tefuda.cards import AbilityUse

#: Reads a named ability of a card: a table, and where it stands.
NamedReader = Callable[[Any, str], "AbilityUse"]
#: Reads the words of ``Ability`` that a text gives.
WordsReader = Callable[[Mapping[str, Any], str], dict[str, int]]

_NAME = re.compile(r"[a-z][a-z0-9_]*")
_EVERYWHERE = ("sort", "name", "works_in")
#: The fields of each sort, besides those of all and the words of ``Ability``.
_FIELDS = {
    "effect": ("targets", "when", "steps"),
    "activated": ("targets", "when", "steps"),
    "trigger": ("at", "of", "when", "may", "survives", "rechecks", "steps"),
    "instead": ("at", "of", "when", "steps"),
    "answer": ("to", "of", "when", "value"),
    "continuous": ("stat", "op", "amount", "gives", "negates", "who", "while"),
}


class Composer(Statics):
    """Makes abilities of the texts of card files; equal texts of one name are one."""

    def compose(self, said: Mapping[str, Any], name: str, where: str) -> str:
        """Make an ability, or find the one made of the same; gives its name.

        :param name: what it is called where the text has no name; with a number behind it where
            another text has that name.
        :raises CardError: the text says what the ruleset does not know.
        """
        key = json.dumps(said, sort_keys=True)
        own = said.get("name", name)
        if own is not name and (not isinstance(own, str) or not _NAME.fullmatch(own)):
            raise CardError(f"{where}: name: {shown(own)}, expected small letters, digits and _")
        number = 1
        called = own
        while called in self.rules.abilities or self._made.get(called, key) != key:
            if own is not name:
                raise CardError(f"{where}: name: {shown(own)}, expected one that no text has")
            number += 1
            called = f"{own} ({number})"
        if called not in self._made:
            try:
                self.texts[called] = self._compose(said, called, where)
            except (RecursionError, SyntaxError, MemoryError):
                raise CardError(f"{where}: nested too deeply, expected less") from None
            self._made[called] = key
        return called

    # ------------------------------------------------------------ one text

    def _compose(self, said: Mapping[str, Any], name: str, where: str) -> AbilityText:
        sort = said.get("sort")
        if not isinstance(sort, str) or sort not in _FIELDS:
            raise CardError(
                f"{where}: sort: {shown(sort)}, expected one of {listed(_FIELDS)}"
                f"{nearest(sort, _FIELDS)}"
            )
        text = self._begin(said, name, where)
        fields = [*_EVERYWHERE, *_FIELDS[sort], *self._words_of(sort)]
        for key in said:
            if key not in fields:
                raise CardError(
                    f"{where}: unknown field {shown(key)}, expected {listed(fields, 40)}"
                    f"{nearest(key, fields)}"
                )
        text.rest["works_in"] = self._zones(text)
        text.rest["words"] = self._words(
            {key: value for key, value in said.items() if key in self._words_of(sort)}, where
        )
        writer = {
            "effect": self._declared,
            "activated": self._declared,
            "trigger": self._trigger,
            "instead": self._trigger,
            "answer": self._answer,
            "continuous": self._continuous,
        }[sort]
        writer(text)
        functions = text.writing.finish(where)
        parts = {part: _functions(made, functions) for part, made in text.parts.items()}
        return AbilityText(name, Sort[sort.upper()], **parts, **text.rest)

    # ------------------------------------------------------------ sorts

    def _declared(self, text: Text) -> None:
        """An effect or an activated ability: targets, then steps."""
        targets = []
        if "when" in text.said:
            targets.append(self._condition(text))
        said = text.said.get("targets", [])
        if not isinstance(said, list):
            raise CardError(f"{text.where}: targets: {shown(said)}, expected a list")
        for number, one in enumerate(said):
            targets.append(self._target(text, one, number))
        text.parts["targets"] = targets
        scope = self._performed(text)
        text.parts["function"], body = self._function(text, "", scope.givens, "None")
        self._steps(text, body, scope)

    def _steps(self, text: Text, body: Body, scope: Scope) -> None:
        text.steps.block(text.said.get("steps"), body, scope, f"{text.where}: steps")

    def _condition(self, text: Text) -> str:
        """A condition of a declared text: a target function that nothing is chosen from."""
        word = self.rules.framing.conditions
        if not word:
            raise CardError(f"{text.where}: when: declared texts of this ruleset have no condition")
        text.rest["words"] = {**text.rest["words"], word: 1}
        bearer = self._bearer()
        name, body = self._function(text, "when", [bearer], self._cards(text))
        where = f"{text.where}: when"
        test = text.values.condition(text.said["when"], Scope((bearer,), {}), where)
        yes, no = text.values.word(kernel.one), text.writing.bind(kernel.NO_CARDS, "NO_CARDS")
        body.add(f"return {yes}({BEARER}) if {test} else {no}")
        return name

    def _target(self, text: Text, said: Any, number: int) -> Any:
        """A target function; a term that is one already stands for itself."""
        where = f"{text.where}: target {number + 1}"
        before = self.rules.framing.targets_before[:number]
        givens = [self._bearer()]
        bound = {}
        for name in before:
            value = Value(f"before_{name}", t.CARD.maybe())
            givens.append(value)
            bound[name] = value
        used = text.values.cards(said, Scope((givens[0],), bound), where)
        if not any(value.text in used for value in givens[1:]):
            givens = givens[:1]
        name, body = self._function(text, f"target_{number + 1}", givens, self._cards(text))
        body.add(f"return {used}")
        return name

    def _trigger(self, text: Text) -> None:
        """What runs at a timing, or instead of what is about to happen."""
        instead = text.said["sort"] == "instead"
        _, scope = self._point(text, "at", TimingPoint, "timing")
        self._when(text, scope.inner())
        for key in ("survives", "rechecks", "may"):
            said = text.said.get(key, False)
            if not isinstance(said, bool):
                raise CardError(f"{text.where}: {key}: {shown(said)}, expected true or false")
            if key == "may" and said:
                text.rest["may"] = self._may(text)
            elif said:
                text.rest[key] = True
        name, body = self._function(text, "", scope.givens, "bool" if instead else "None")
        text.parts["function"] = name
        if instead:
            self._replacing(text, body, scope)
        else:
            self._steps(text, body, scope)

    def _may(self, text: Text) -> Any:
        if self.rules.framing.may is None:
            raise CardError(f"{text.where}: may: nothing is optional in texts of this ruleset")
        return self.rules.framing.may

    def _replacing(self, text: Text, body: Body, scope: Scope) -> None:
        """Steps that happen instead of something: so they do if all were done."""
        if not text.said.get("steps"):
            body.add("return True")
            return
        where = f"{text.where}: steps"
        done = text.steps.block(text.said["steps"], body, scope, where, done=True)
        body.add(f"return {' and '.join(done) or 'True'}")


def _functions(made: Any, functions: Mapping[str, Any]) -> Any:
    """Give the functions of the names in a part of a text."""
    if isinstance(made, list):
        return tuple(functions[name] for name in made)
    return functions[made]
