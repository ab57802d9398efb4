"""A card in words: what is printed on it, what its texts do, and how it stands now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tefuda.cards import AbilityUse, CardData
from tefuda.plugins.table.naming import Unclear, cut, fitting, listed
from tefuda.rules import Keyword
from tefuda.ruleset import Ruleset
from tefuda.views import CardView, View, ZoneView
from tefuda.words import WordType, arguments, printed_words


def seen_cards(view: View) -> Iterator[tuple[ZoneView, CardView]]:
    """Give all cards in a view whose faces are known, with the zones they or their hosts are in."""
    for zone in view.zones:
        for card in zone.cards:
            for one in _with_attached(card):
                if one.known:
                    yield zone, one


def _with_attached(card: CardView | None) -> Iterator[CardView]:
    if card is None:
        return
    yield card
    for cards in card.attached.values():
        for inner in cards:
            yield from _with_attached(inner)


def card_details(said: str, view: View, ruleset: Ruleset) -> list[str]:
    """Tell all about the card that a text names, as lines.

    Cards that the viewer sees are looked for first, then those of the pool, which all may know.

    :raises Unclear: there is no such card, or several.
    """
    here = {str(card.number): None for _, card in seen_cards(view)}

    def text_of(number: str) -> str:
        return f"{number} {ruleset.pool[number].name}"

    for numbers in (list(here), list(ruleset.pool.numbers)):
        found = fitting(said, numbers, text_of) or fitting(
            said, numbers, lambda number: ruleset.pool[number].name
        )
        if len(found) > 1:
            raise Unclear(f"{cut(said)!r} could be {listed([text_of(n) for n in found])}")
        if found:
            return [*printed(ruleset.pool[found[0]], ruleset), *_standing(found[0], view)]
    raise Unclear(f"no card is called {cut(said)!r}")


def printed(card: CardData, ruleset: Ruleset) -> list[str]:
    """Tell what is printed on a card."""
    types = printed_words(ruleset.rules.card_class)
    words = [
        word
        for name, value in card.words.items()
        if name in types and (word := word_text(types[name], value))
    ]
    lines = [f"{card.number} {card.name}"]
    if words:
        lines.append("  " + ", ".join(words))
    if card.synthetic:
        lines.append(
            "  of no source: " + ", ".join(name.replace("_", " ") for name in card.synthetic)
        )
    lines += [f"  {ability_text(use, ruleset)}" for use in card.abilities]
    return lines


def word_text(word: WordType, value: int) -> str:
    """Say what a printed word holds; nothing where it is a number, set or yes/no of nought."""
    name = word.name.replace("_", " ")
    if word.kind == "bool":
        return name if value else ""
    if word.kind == "member":
        return f"{name} {_member(word, value)}"
    if word.kind == "set":
        inside = [_plain(member) for member, at in word.members.items() if value >> at & 1]
        return f"{name} {' '.join(inside)}" if inside else ""
    if word.kind == "counts":
        counts = [
            f"{value >> 8 * at & 0xFF} {_plain(member)}"
            for member, at in word.members.items()
            if value >> 8 * at & 0xFF
        ]
        return f"{name} {' '.join(counts)}" if counts else ""
    return f"{name} {value}" if value or word.default is None else ""


def ability_text(use: AbilityUse, ruleset: Ruleset) -> str:
    """Say what an ability printed on a card is: its name, what it is given, and what it does."""
    types = printed_words(ruleset.rules.ability_class)
    named = {**use.arguments, **use.words}
    meaning = clause = ""
    if composed := ruleset.pool.texts.get(use.text):
        named = {**composed.words, **named}
        meaning = f"{composed.sort.name.lower()} text, composed by its card file"
    elif text := ruleset.rules.abilities.get(use.text):
        types = arguments(text.function) | types
        meaning = (text.function.__doc__ or "").strip().partition("\n")[0]
        clause = text.clause
    elif isinstance(keyword := ruleset.rules.words.get(use.text), Keyword):
        clause = keyword.clause
    given = [said for name in named if (said := _given(types, name, named[name]))]
    line = use.text.replace("_", " ")
    line += f" ({', '.join(given)})" if given else ""
    line += f": {meaning}" if meaning else ""
    return line + (f" [{clause}]" if clause else "")


def _given(types: Mapping[str, WordType], name: str, value: object) -> str:
    return word_text(types[name], value) if name in types and isinstance(value, int) else ""


def _member(word: WordType, value: int) -> str:
    names = [name for name, number in word.members.items() if number == value]
    return _plain(names[0]) if names else str(value)


def _plain(name: str) -> str:
    return name.replace("_", " ")


def _standing(number: str, view: View) -> Iterator[str]:
    """Say where the cards of a number are, and how they stand, as far as the viewer knows."""
    for zone, card in seen_cards(view):
        if card.number == number:
            state = [f"{_plain(name)} {value}" for name, value in card.stats.items()]
            state += [_plain(flag) for flag in card.flags]
            if card.face_down:
                state.append("face down")
            where = f"in player {zone.player}'s {_plain(zone.kind)}"
            yield f"  {where}{': ' if state else ''}{', '.join(state)}"
