"""Composed texts that nobody carries out: answers to questions, and continuous ones."""

from __future__ import annotations

from tefuda import kernel
from tefuda.composing.frames import Frames, Text
from tefuda.composing.givens import annotation
from tefuda.composing.scopes import BEARER, Scope, Value
from tefuda.errors import CardError
from tefuda.lang import types as t
from tefuda.rules import (
    Fold,
    Question,
    StatOp,
    StatWord,
)
from tefuda.words import listed, shown


class Statics(Frames):
    """Answers and continuous texts."""

    def _answer(self, text: Text) -> None:
        """An answer to a question: it forbids, or changes the value so far."""
        question, scope = self._point(text, "to", Question, "question")
        test = None
        if question.fold is Fold.ALL:
            if "value" in text.said:
                raise CardError(f"{text.where}: value: {question.name} is a yes/no, expected when")
            name, body = self._function(text, "", scope.givens, "bool")
            if "when" in text.said:
                where = f"{text.where}: when"
                test = text.values.condition(text.said["when"], scope, where)
            body.add(f"return not {test}" if test else "return False")
            text.parts["function"] = name
            return
        base = Value("base", self._type(question.value))
        scope.bound["base"] = base
        givens = [scope.givens[0], base, *scope.givens[1:]]
        name, body = self._function(text, "", givens, annotation(base.type, text.values))
        if "value" not in text.said:
            raise CardError(f"{text.where}: no field 'value', expected what the answer is")
        value = text.values.read(text.said["value"], base.type, scope, f"{text.where}: value").text
        if "when" in text.said:
            test = text.values.condition(text.said["when"], scope, f"{text.where}: when")
            body.block(f"if {test}:").add(f"return {value}")
            body.add("return base")
        else:
            body.add(f"return {value}")
        text.parts["function"] = name

    def _continuous(self, text: Text) -> None:
        """A static text: a change of a stat, an ability given, or abilities without effect."""
        said = text.said
        chosen = [key for key in ("stat", "gives", "negates") if key in said]
        if len(chosen) != 1:
            raise CardError(
                f"{text.where}: {listed(chosen)}, expected one of stat, gives and negates"
            )
        bearer = self._bearer()
        card = Value("card", t.CARD)
        if "who" in said or "while" in said:
            self._who(text, Scope((bearer,), {}))
        if "stat" in said:
            where = f"{text.where}: amount"
            text.rest["stat"] = text.steps.declared(
                said["stat"], StatWord, "stat", f"{text.where}: stat"
            )
            text.rest["op"] = self._op(text)
            scope = Scope((bearer,), {"card": card})
            name, body = self._function(text, "", [bearer, card], "int")
            body.add(f"return {text.values.read(said.get('amount'), t.INT, scope, where).text}")
        else:
            if "gives" in said:
                text.rest["gives"] = self.granted(said["gives"], f"{text.where}: gives")
            else:
                text.rest["negates"] = True
            name, body = self._function(text, "", [bearer], "None")
            body.add("pass")
        text.parts["function"] = name

    def _op(self, text: Text) -> StatOp:
        said = text.said.get("op", "add")
        members = {"add": StatOp.ADD, "set": StatOp.SET}
        if said not in members:
            raise CardError(f"{text.where}: op: {shown(said)}, expected add or set")
        return members[said]

    def _who(self, text: Text, scope: Scope) -> None:
        name, body = self._function(text, "who", scope.givens, self._cards(text))
        values, where = text.values, text.where
        who = f"{values.word(kernel.one)}({BEARER})"
        if "who" in text.said:
            who = values.cards(text.said["who"], scope, f"{where}: who")
        if "while" in text.said:
            test = values.condition(text.said["while"], scope, f"{where}: while")
            who += f" if {test} else {text.writing.bind(kernel.NO_CARDS, 'NO_CARDS')}"
        body.add(f"return {who}")
        text.parts["who"] = name
