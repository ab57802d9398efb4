"""What composed texts say for numbers, conditions, members, cards, players and places."""

from __future__ import annotations

from typing import Any

from tefuda import kernel
from tefuda.composing.naming import expected
from tefuda.composing.scopes import Scope, Value
from tefuda.composing.selections import Selections
from tefuda.errors import CardError
from tefuda.lang import types as t
from tefuda.lang.types import Type
from tefuda.words import HIGH, LOW, listed, nearest

_FOLDS = {"sum": "sum", "highest": "max", "lowest": "min"}
_SUMS = {"plus": "+", "minus": "-", "times": "*"}


class Values(Selections):
    """Expressions of one text."""

    def read(self, said: Any, want: Type, scope: Scope, where: str) -> Value:
        """Give the expression for what a card file says where a type is wanted.

        :raises CardError: it is not of this type, or names what is not there.
        """
        if want.kind == "member":
            return self._member(said, want, scope, where)
        if want.kind == "counts":
            return self._counts(said, want, where)
        if want.kind == "small" and want.over.kind == "member":
            return self._members(said, want, where)
        value = self._plain(said, want, scope, where)
        return self.fitting(value, want, said, where)

    def _plain(self, said: Any, want: Type, scope: Scope, where: str) -> Value:
        if isinstance(said, str):
            return self.named(said, {}, want, scope, where)
        if isinstance(said, dict) and "the" in said:
            return self._the(said, want, scope, where)
        reader = {"int": self._number, "bool": self._condition, "set": self._cards}.get(want.kind)
        if reader is None or (isinstance(said, (list, dict)) and not said):
            self.refuse(where, said, expected(want))
        return reader(said, scope, where)

    # ------------------------------------------------------------ numbers

    def _number(self, said: Any, scope: Scope, where: str) -> Value:
        if isinstance(said, int) and not isinstance(said, bool) and LOW <= said <= HIGH:
            return Value(f"({said})" if said < 0 else str(said), t.INT)
        if not isinstance(said, dict):
            self.refuse(where, said, expected(t.INT))
        if set(said) == {"count"}:
            return Value(f"len({self.cards(said['count'], scope, f'{where}: count')})", t.INT)
        for fold, word in _FOLDS.items():
            if set(said) == {fold, "of"}:
                return self._fold(word, said[fold], said["of"], scope, f"{where}: {fold}")
        for key, sign in _SUMS.items():
            if set(said) == {key} and isinstance(said[key], list) and len(said[key]) >= 2:
                parts = [
                    self.read(one, t.INT, scope, f"{where}: {key} {i}").text
                    for i, one in enumerate(said[key], 1)
                ]
                return Value("(" + f" {sign} ".join(parts) + ")", t.INT)
        self.refuse(where, said, expected(t.INT))

    def _fold(self, fold: str, word: Any, of: Any, scope: Scope, where: str) -> Value:
        cards = self.cards(of, scope, f"{where}: of")
        type_ = self.card_words().get(word) if isinstance(word, str) else None
        if type_ is None or type_.kind != "int":
            known = sorted(name for name, one in self.card_words().items() if one.kind == "int")
            self.refuse(where, word, f"a number of cards: {listed(known)}{nearest(word, known)}")
        card = self.writing.fresh("c")
        return Value(f"{fold}({card}.{word} for {card} in {cards})", t.INT)

    # ------------------------------------------------------------ yes and no

    def _condition(self, said: Any, scope: Scope, where: str) -> Value:
        if isinstance(said, bool):
            return Value(str(said), t.BOOL)
        if isinstance(said, dict) and len(said) == 1:
            ((key, inner),) = said.items()
            at = f"{where}: {key}"
            if key == "not":
                return Value(f"(not {self.condition(inner, scope, at)})", t.BOOL)
            if key in ("all", "any") and isinstance(inner, list) and inner:
                parts = [self.condition(one, scope, f"{at} {i}") for i, one in enumerate(inner, 1)]
                sign = " and " if key == "all" else " or "
                return Value(f"({sign.join(parts)})", t.BOOL)
            if key == "some":
                if isinstance(inner, str):
                    return Value(self.condition(inner, scope, at), t.BOOL)
                return Value(f"bool({self.cards(inner, scope, at)})", t.BOOL)
            if key == "same" and isinstance(inner, list) and len(inner) == 2:
                return self._same(inner, scope, at)
        if isinstance(said, dict) and "number" in said:
            return self._compared(said, scope, where)
        self.refuse(where, said, expected(t.BOOL))

    def condition(self, said: Any, scope: Scope, where: str) -> str:
        """Give the expression of a condition."""
        return self.read(said, t.BOOL, scope, where).text

    def _same(self, said: list[Any], scope: Scope, where: str) -> Value:
        for type_ in (t.CARD.maybe(), t.PLAYER, t.ZONE.maybe()):
            try:
                pair = [self.read(one, type_, scope, where) for one in said]
            except CardError:
                continue
            return Value(f"({pair[0].text} == {pair[1].text})", t.BOOL)
        self.refuse(where, said, "two cards, two players or two places")

    def _compared(self, said: dict[str, Any], scope: Scope, where: str) -> Value:
        left = self.read(said["number"], t.INT, scope, f"{where}: number").text
        rest = {key: value for key, value in said.items() if key != "number"}
        return Value(f"({self._comparison(left, rest, scope, where)})", t.BOOL)

    # ------------------------------------------------------------ members of enumerations

    def _member(self, said: Any, want: Type, scope: Scope, where: str) -> Value:
        if isinstance(said, dict) and "the" in said:
            return self.fitting(self._the(said, want, scope, where), want, said, where)
        return Value(self._enum_member(said, want.over, where), want)

    def _members(self, said: Any, want: Type, where: str) -> Value:
        if not isinstance(said, list) or not said:
            names = [member.name.lower() for member in want.over.over]
            self.refuse(where, said, f"a list of {listed(names)}")
        parts = [self._enum_member(one, want.over.over, where) for one in said]
        return Value("{" + ", ".join(parts) + "}", want)

    def _counts(self, said: Any, want: Type, where: str) -> Value:
        names = [member.name.lower() for member in want.over]
        if not isinstance(said, dict):
            self.refuse(where, said, f"counts by {listed(names)}")
        text = self.writing.bind(kernel.NO_COUNTS, "NO_COUNTS")
        for name, count in said.items():
            if isinstance(count, bool) or not isinstance(count, int) or not 0 <= count <= 127:
                self.refuse(f"{where}: {name}", count, "a number from 0 to 127")
            text += f".plus({self._enum_member(name, want.over, where)}, {count})"
        return Value(text, want)
