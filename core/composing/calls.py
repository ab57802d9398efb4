"""The calls of effect verbs: those of the ruleset, and gain, lose and bar of the kernel."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from tefuda import kernel
from tefuda.composing.naming import fits
from tefuda.composing.scopes import Scope, Value
from tefuda.composing.signatures import shape_of
from tefuda.composing.writing import Body
from tefuda.errors import CardError
from tefuda.lang import types as t
from tefuda.lang.types import Type
from tefuda.rules import Duration, Keyword, TheGame
from tefuda.wording import KERNEL_VERBS, Granted
from tefuda.words import listed, nearest, shown

if TYPE_CHECKING:
    from tefuda.composing.steps import Steps

#: Reads an ability that a step gives or takes away.
GrantedReader: TypeAlias = Callable[[Any, str], Granted | Keyword]


class Call(ABC):
    """A call of an effect verb, as one step says it."""

    #: What the verb gives.
    result: Type
    #: Cards that must be there for the verb to be carried out, by variable.
    guards: dict[str, str]

    @abstractmethod
    def write(self, body: Body, variable: str | None, result: str | None) -> None:
        """Write the call, with variables for whether it was done and for what it gave."""


class VerbCall(Call):
    """The call of an effect verb of the ruleset."""

    def __init__(
        self, steps: Steps, name: Any, given: dict[str, Any], scope: Scope, where: str
    ) -> None:
        known = steps.rules.effect_verbs
        if not isinstance(name, str) or name not in known:
            names = [*known, *KERNEL_VERBS]
            raise CardError(
                f"{where}: {shown(name)}, expected an effect verb: {listed(sorted(names), 60)}"
                f"{nearest(name, names)}"
            )
        verb = known[name]
        what = f"{steps.rules.name}: effect verb {name!r}"
        shape = shape_of(verb.function, verb.defaults, what)
        values = steps.values
        self.guards = {}
        self.result = shape.result
        if not fits(shape.givens, scope.own_givens):
            needed = ", ".join(str(given) for given in shape.givens)
            raise CardError(f"{where}: not here, expected a text given {needed}")
        parts = [value.text for value in scope.own_givens[: len(shape.givens)]]
        said = values.arguments(shape.arguments, given, scope, where)
        for argument, value in zip(shape.arguments, said, strict=True):
            part = value.text
            if value.type.optional and not argument.type.optional:
                part = steps.writing.fresh(argument.name)
                self.guards[part] = value.text
            parts.append(part)
        function = steps.writing.bind(verb.function, verb.function.__name__)
        self.call = f"{function}({', '.join(parts)})"
        self.steps = steps

    def write(self, body: Body, variable: str | None, result: str | None) -> None:
        """Write the call, what it gives and whether it was done."""
        kind = self.result.kind
        if kind == "void":
            body.add(self.call)
            if variable:
                body.add(f"{variable} = True")
        elif kind == "bool":
            body.add(f"{variable} = {self.call}" if variable else self.call)
        elif not variable and not result:
            body.add(self.call)
        else:
            result = result or self.steps.writing.fresh("result")
            body.add(f"{result} = {self.call}")
            if variable:
                want = Value(result, self.result)
                test = self.steps.values.fitting(want, t.BOOL, result, "").text
                body.add(f"{variable} = {test}")


class KernelCall(Call):
    """The call of gain, lose or bar: about cards, a player or the game."""

    def __init__(
        self, steps: Steps, name: str, given: dict[str, Any], scope: Scope, where: str
    ) -> None:
        for key in given:
            if key not in ("who", "ability", "until"):
                raise CardError(
                    f"{where}: unknown argument {shown(key)}, expected who, ability, until"
                )
        self.steps = steps
        self.guards = {}
        self.result = t.VOID
        self.word = steps.values.word(getattr(kernel, name))
        if "ability" not in given:
            raise CardError(f"{where}: no argument 'ability', expected an ability or keyword")
        ability = steps.granted(given["ability"], f"{where}: ability")
        thing = steps.writing.bind(ability, ability.name)
        until = self._until(given.get("until"), f"{where}: until")
        self.rest = f", {thing}, until={until})"
        self.who = given.get("who", "self")
        self.where = f"{where}: who"
        self.scope = scope

    def _until(self, said: Any, where: str) -> str:
        steps = self.steps
        if said == "forever":
            return steps.writing.bind(kernel.FOREVER, "FOREVER")
        if said is None and steps.rules.framing.lasts is not None:
            said = steps.rules.framing.lasts.name
        known = [word.name for word in steps.rules.named(Duration)]
        if said not in known:
            raise CardError(
                f"{where}: {shown(said)}, expected forever or {listed(known)}{nearest(said, known)}"
            )
        duration = steps.declared(said, Duration, "duration", where)
        return steps.writing.bind(duration, duration.name.upper())

    def _no_cards(self) -> str | None:
        """Give the game or the player that it is about, ``None`` where it is about cards."""
        if self.who == "game":
            return self.steps.writing.bind(TheGame(self.steps.rules), "game")
        try:
            return self.steps.values.read(self.who, t.PLAYER, self.scope, self.where).text
        except CardError:
            return None

    def write(self, body: Body, variable: str | None, result: str | None) -> None:
        """Write the call for each of whom it is about."""
        values = self.steps.values
        one_subject = self._no_cards()
        if one_subject is not None:
            body.add(f"{self.word}({one_subject}{self.rest}")
            if variable:
                body.add(f"{variable} = True")
            return
        cards = values.cards(self.who, self.scope, self.where)
        whom = self.steps.writing.fresh("whom")
        body.add(f"{whom} = {cards}")
        one = self.steps.writing.fresh("c")
        body.block(f"for {one} in {whom}:").add(f"{self.word}({one}{self.rest}")
        if variable:
            body.add(f"{variable} = bool({whom})")
