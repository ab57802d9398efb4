"""The steps of composed texts as statements of the rule language."""

from __future__ import annotations

import re
from typing import Any

from tefuda import kernel
from tefuda.composing.calls import Call, GrantedReader, KernelCall, VerbCall
from tefuda.composing.givens import annotation, given_by
from tefuda.composing.scopes import BEARER, Later, Scope, Value
from tefuda.composing.values import Values
from tefuda.composing.writing import Body
from tefuda.errors import CardError
from tefuda.lang import types as t
from tefuda.rules import TimingPoint
from tefuda.wording import KERNEL_VERBS
from tefuda.words import listed, nearest, shown

#: What ``later`` can keep.
MOST_KEPT = 4
#: How many blocks of the rule language may stand in one another.
DEEPEST = 30
#: Fields of a step that do not belong to its verb.
_AROUND = ("do", "as", "may", "if_you_do", "otherwise")
#: Steps that are no verbs, by the field that tells, with the fields they take.
_FORMS = {
    "if": ("if", "steps", "otherwise"),
    "each": ("each", "as", "steps"),
    "repeat": ("repeat", "steps"),
    "later": ("later", "of", "steps"),
    "let": ("let", "cards", "number"),
}
_NAME = re.compile(r"[a-z][a-z0-9_]*")
#: What a result is before it is known, by kind, with its annotation.
_UNSET = {"set": ("set[Card]", "NO_CARDS"), "card": ("Card | None", "None"), "int": ("int", "0")}


class Steps:
    """Statements of one text."""

    def __init__(self, values: Values, granted: GrantedReader, name: str) -> None:
        """Write steps of a text.

        :param granted: reads an ability that a step gives or takes away.
        :param name: how functions for later are called.
        """
        self.values = values
        self.rules = values.rules
        self.writing = values.writing
        self.granted = granted
        self.name = name

    # ------------------------------------------------------------ lists of steps

    def block(
        self, said: Any, body: Body, scope: Scope, where: str, *, done: bool = False
    ) -> list[str]:
        """Write steps; with ``done``, gives the variables that say which of them were done.

        :raises CardError: a step is not one, or says what the ruleset does not know.
        """
        if not isinstance(said, list) or not said:
            raise CardError(f"{where}: {shown(said)}, expected a list of steps")
        if body.depth > DEEPEST:
            raise CardError(f"{where}: too deep in other steps, expected less")
        found = []
        for number, step in enumerate(said, 1):
            variable = self.step(step, body, scope, f"{where}: step {number}", done=done)
            found += [variable] if variable else []
        return found

    def step(self, said: Any, body: Body, scope: Scope, where: str, *, done: bool) -> str | None:
        """Write one step."""
        if isinstance(said, str):
            said = {"do": said}
        if not isinstance(said, dict):
            raise CardError(f"{where}: {shown(said)}, expected a step")
        if "do" in said:
            return self._verb(said, body, scope, where, done=done)
        form = next((form for form in _FORMS if form in said), None)
        if form is None:
            raise CardError(f"{where}: {shown(said)}, expected one of do, {listed(_FORMS)}")
        for key in said:
            if key not in _FORMS[form]:
                raise CardError(
                    f"{where}: unknown field {shown(key)}, expected {listed(_FORMS[form])}"
                    f"{nearest(key, _FORMS[form])}"
                )
        writer = {
            "if": self._if,
            "each": self._each,
            "repeat": self._repeat,
            "later": self._later,
            "let": self._let,
        }[form]
        writer(said, body, scope, where)
        return None

    # ------------------------------------------------------------ steps that are no verbs

    def _if(self, said: dict[str, Any], body: Body, scope: Scope, where: str) -> None:
        condition = self.values.condition(said["if"], scope, f"{where}: if")
        inner = body.block(f"if {condition}:")
        self.block(said.get("steps"), inner, scope.inner(), f"{where}: steps")
        self._otherwise(said, body, scope, where)

    def _otherwise(self, said: dict[str, Any], body: Body, scope: Scope, where: str) -> None:
        if "otherwise" in said:
            inner = body.block("else:")
            self.block(said["otherwise"], inner, scope.inner(), f"{where}: otherwise")

    def _each(self, said: dict[str, Any], body: Body, scope: Scope, where: str) -> None:
        cards = self.values.cards(said["each"], scope, f"{where}: each")
        inside = scope.inner()
        variable = self._new_name(said, "as", inside, where)
        inside.bound[said["as"]] = Value(variable, t.CARD)
        inner = body.block(f"for {variable} in {cards}:")
        self.block(said.get("steps"), inner, inside, f"{where}: steps")

    def _repeat(self, said: dict[str, Any], body: Body, scope: Scope, where: str) -> None:
        times = self.values.read(said["repeat"], t.INT, scope, f"{where}: repeat").text
        number = self.writing.fresh("n")
        inner = body.block(f"for {number} in range({times}):")
        self.block(said.get("steps"), inner, scope.inner(), f"{where}: steps")

    def _let(self, said: dict[str, Any], body: Body, scope: Scope, where: str) -> None:
        chosen = [key for key in ("cards", "number") if key in said]
        if len(chosen) != 1:
            raise CardError(f"{where}: {shown(said)}, expected let with cards or a number")
        want = t.CARDS if chosen == ["cards"] else t.INT
        value = self.values.read(said[chosen[0]], want, scope, f"{where}: {chosen[0]}")
        variable = self._new_name(said, "let", scope, where)
        body.add(f"{variable} = {value.text}")
        scope.bound[said["let"]] = Value(variable, want)

    def _new_name(self, said: dict[str, Any], key: str, scope: Scope, where: str) -> str:
        name = said.get(key)
        if not isinstance(name, str) or not _NAME.fullmatch(name):
            raise CardError(
                f"{where}: {key}: {shown(name)}, expected a name of small letters, digits and _"
            )
        if name in scope.bound or name in self.rules.terms:
            what = "a step before" if name in scope.bound else "a term of the ruleset"
            raise CardError(f"{where}: {key}: {shown(name)} is {what}, expected another name")
        return self.writing.fresh(f"the_{name}", exact=True)

    def _later(self, said: dict[str, Any], body: Body, scope: Scope, where: str) -> None:
        point = self.declared(said["later"], TimingPoint, "timing", f"{where}: later")
        later = Later(scope)
        inside = given_by(point, self.values, ())
        inside = Scope(inside.givens, inside.bound, later)
        hidden = Body([], 2)
        self.block(said.get("steps"), hidden, inside, f"{where}: steps")
        kept = dict(later.kept)
        if later.bearer:
            kept = {BEARER: Value(self._bearer(scope, where), t.CARD), **kept}
        if len(kept) > MOST_KEPT:
            raise CardError(
                f"{where}: keeps {listed(kept)} for later, expected {MOST_KEPT} values at most"
            )
        name = self.writing.fresh(f"{self.name}_later")
        types = {k: v.type.maybe() if v.type.kind == "card" else v.type for k, v in kept.items()}
        parameters = [f"{k}: {annotation(type_, self.values)}" for k, type_ in types.items()]
        parameters += [f"{v.text}: {annotation(v.type, self.values)}" for v in inside.givens]
        function = self.writing.begin(name, ", ".join(parameters), "None", where)
        if later.bearer:
            function.add(f"if {BEARER}:")
            function.lines += hidden.lines
        else:
            function.lines += [line[4:] for line in hidden.lines]
        words = [self.writing.bind(point, point.name.upper()), name]
        words += [value.text for value in kept.values()]
        if "of" in said:
            player = self.values.read(said["of"], t.PLAYER, scope, f"{where}: of").text
            words.append(f"of={player}")
        body.add(f"{self.values.word(kernel.later)}({', '.join(words)})")

    def _bearer(self, scope: Scope, where: str) -> str:
        if scope.givens and scope.givens[0].text == BEARER:
            return BEARER
        raise CardError(f"{where}: needs the bearer, which a step for later in another has not")

    def declared(self, said: Any, kind: type[Any], what: str, where: str) -> Any:
        """Give a declared word of a kind by its name.

        :raises CardError: there is none.
        """
        known = {word.name: word for word in self.rules.named(kind)}
        if not isinstance(said, str) or said not in known:
            raise CardError(
                f"{where}: {shown(said)}, expected a {what}: {listed(known, 100)}"
                f"{nearest(said, known)}"
            )
        return known[said]

    # ------------------------------------------------------------ verbs

    def _verb(
        self, said: dict[str, Any], body: Body, scope: Scope, where: str, *, done: bool
    ) -> str | None:
        name = said["do"]
        given = {key: value for key, value in said.items() if key not in _AROUND}
        needed = done or "if_you_do" in said or "otherwise" in said
        at = f"{where} ({name})" if isinstance(name, str) else where
        of_kernel = name in KERNEL_VERBS
        call: Call = (KernelCall if of_kernel else VerbCall)(self, name, given, scope, at)
        variable = self.writing.fresh("done") if needed else None
        result = None
        if "as" in said:
            if call.result.kind not in _UNSET:
                raise CardError(f"{at}: as: this gives nothing that could have a name")
            result = self._new_name(said, "as", scope, at)
        perhaps = bool(call.guards) or said.get("may", False) is not False
        if perhaps and variable:
            body.add(f"{variable} = False")
        if perhaps and result:
            body.add(self._unset(result, call.result.kind))
        inner = self._asked(said, body, scope, at)
        if call.guards:
            inner = self._guarded(call.guards, inner)
        call.write(inner, variable, result)
        if result:
            maybe = perhaps and call.result.kind == "card"
            type_ = call.result.maybe() if maybe else call.result
            scope.bound[said["as"]] = Value(result, type_)
        self._followed(said, body, scope, at, variable)
        return variable

    def _unset(self, result: str, kind: str) -> str:
        """Write that a step has given nothing yet."""
        annotated, start = _UNSET[kind]
        annotated = annotated.replace("Card", self.writing.bind(self.rules.card_class, "Card"))
        start = self.writing.bind(kernel.NO_CARDS, start) if kind == "set" else start
        return f"{result}: {annotated} = {start}"

    def _guarded(self, guards: dict[str, str], body: Body) -> Body:
        """Begin the block of a verb that takes a card which may not be there."""
        for variable, text in guards.items():
            body.add(f"{variable} = {text}")
        return body.block(f"if {' and '.join(guards)}:")

    def _asked(self, said: dict[str, Any], body: Body, scope: Scope, where: str) -> Body:
        """Begin the block of what a player may do."""
        may = said.get("may", False)
        if may is False:
            return body
        framing = self.rules.framing
        if framing.may is None or (may is True and not framing.decides):
            raise CardError(f"{where}: may: nothing is optional in texts of this ruleset")
        by = framing.decides if may is True else may
        player = self.values.read(by, t.PLAYER, scope, f"{where}: may").text
        ask = self.writing.bind(framing.may, framing.may.name.upper())
        return body.block(f"if {self.values.word(kernel.confirm)}({player}, {ask}):")

    def _followed(
        self, said: dict[str, Any], body: Body, scope: Scope, where: str, variable: str | None
    ) -> None:
        """Write what follows where a step was done, and where it was not."""
        if "if_you_do" in said:
            inner = body.block(f"if {variable}:")
            self.block(said["if_you_do"], inner, scope.inner(), f"{where}: if_you_do")
            self._otherwise(said, body, scope, where)
        elif "otherwise" in said:
            inner = body.block(f"if not {variable}:")
            self.block(said["otherwise"], inner, scope.inner(), f"{where}: otherwise")
