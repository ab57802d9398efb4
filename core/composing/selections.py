"""What composed texts say for cards: those of a term, and the ones of which something is true."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tefuda.composing.naming import Naming, expected
from tefuda.composing.scopes import Scope, Value
from tefuda.lang import types as t
from tefuda.lang.types import Type
from tefuda.lang.vocabulary import CARD_WORDS
from tefuda.words import listed, nearest

#: Comparisons of numbers, by what card files call them.
COMPARISONS = {"is": "==", "at_least": ">=", "at_most": "<=", "above": ">", "below": "<"}
_SELECTING = ("from", "where", "among", "except")


class Selections(Naming):
    """Expressions for cards."""

    def _enum_member(self, said: Any, enumeration: Any, where: str) -> str:
        names = {member.name.lower(): member.name for member in enumeration}
        if not isinstance(said, str) or said not in names:
            self.refuse(where, said, f"one of {listed(names)}{nearest(said, names)}")
        return f"{self.writing.bind(enumeration, enumeration.__name__)}.{names[said]}"

    def cards(self, said: Any, scope: Scope, where: str) -> str:
        """Give the expression of a set of cards."""
        return self.read(said, t.CARDS, scope, where).text

    def _cards(self, said: Any, scope: Scope, where: str) -> Value:
        if isinstance(said, list):
            parts = [self.cards(one, scope, f"{where} {i}") for i, one in enumerate(said, 1)]
            return Value(f"({' | '.join(parts)})" if parts[1:] else parts[0], t.CARDS)
        if not isinstance(said, dict) or "from" not in said:
            self.refuse(where, said, expected(t.CARDS))
        for key in said:
            if key not in _SELECTING:
                self.refuse(where, key, f"one of {listed(_SELECTING)}{nearest(key, _SELECTING)}")
        text = self.cards(said["from"], scope, f"{where}: from")
        if "where" in said:
            text = self._filtered(text, said["where"], scope, f"{where}: where")
        if "among" in said:
            text = f"({text} & {self.cards(said['among'], scope, f'{where}: among')})"
        if "except" in said:
            text = f"({text} - {self.cards(said['except'], scope, f'{where}: except')})"
        return Value(text, t.CARDS)

    def _filtered(self, cards: str, said: Any, scope: Scope, where: str) -> str:
        if not isinstance(said, dict) or not said:
            self.refuse(where, said, "what is true of the cards, by their words")
        card = self.writing.fresh("c")
        words = self.card_words()
        tests = []
        for name, wanted in said.items():
            if name not in words:
                self.refuse(
                    where, name, f"a word of cards: {listed(words, 30)}{nearest(name, words)}"
                )
            at = f"{where}: {name}"
            tests.append(self._card_test(f"{card}.{name}", words[name], wanted, scope, at))
        return "{" + f"{card} for {card} in {cards} if {' and '.join(tests)}" + "}"

    def _comparison(self, left: str, said: Mapping[str, Any], scope: Scope, where: str) -> str:
        if not said:
            self.refuse(where, dict(said), f"a comparison: {listed(COMPARISONS)}")
        parts = []
        for key, value in said.items():
            if key not in COMPARISONS:
                self.refuse(where, key, f"{listed(COMPARISONS)}{nearest(key, COMPARISONS)}")
            right = self.read(value, t.INT, scope, f"{where}: {key}").text
            parts.append(f"{left} {COMPARISONS[key]} {right}")
        return " and ".join(parts)

    def _card_test(self, word: str, type_: Type, said: Any, scope: Scope, where: str) -> str:
        if type_.kind == "bool":
            if not isinstance(said, bool):
                self.refuse(where, said, "true or false")
            return word if said else f"not {word}"
        if type_.kind == "int":
            compared = said if isinstance(said, dict) and set(said) <= set(COMPARISONS) else None
            return self._comparison(word, compared or {"is": said}, scope, where)
        wanted = said if isinstance(said, list) and said else [said]
        over = type_.over if type_.kind == "member" else type_.over.over
        parts = [self._enum_member(one, over, where) for one in wanted]
        if type_.kind == "member":
            parts = [f"{word} == {part}" for part in parts]
        else:
            parts = [f"{part} in {word}" for part in parts]
        return f"({' or '.join(parts)})" if parts[1:] else parts[0]

    def card_words(self) -> dict[str, Type]:
        """Give the words of cards that tests can be about, with their types."""
        v = self.vocabulary
        found = {name: word.type for name, word in v.words.items()}
        found |= dict.fromkeys(v.flags, t.BOOL)
        found |= {name: x.type for name, x in v.card_variables.items() if x.type.kind == "int"}
        found |= {name: x for name, x in CARD_WORDS.items() if x.kind in ("int", "bool")}
        for name, function in v.properties["card"].items():
            if function not in v.methods and function.__annotations__.get("return") in (
                "bool",
                bool,
            ):
                found[name] = t.BOOL
        return {
            name: type_
            for name, type_ in found.items()
            if type_.kind in ("int", "bool", "member")
            or (type_.kind == "small" and type_.over.kind == "member")
        }
