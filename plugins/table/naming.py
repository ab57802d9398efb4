"""What a person types and what it means: an option by number or by name, a card by name."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")

#: So many names at most are listed where a text means several things.
MOST_LISTED = 12

_WORD = re.compile(r"[\w'/-]+")
#: Longer numbers are no option's.
_MOST_DIGITS = 6


class Unclear(ValueError):
    """What was typed means nothing, or several things; the message is the hint to give."""


def words_of(text: str) -> list[str]:
    """Give the words of a text, in lower case, without punctuation."""
    return _WORD.findall(text.casefold())


def find_option(said: str, texts: Sequence[str]) -> int:
    """Give the place of the option that was meant.

    A number counts from 1. A text is an option's whole text, its beginning, or words that begin
    words of it, in any order; it must fit one option alone, or such as read the same.

    :raises Unclear: no option fits, or several that differ.
    """
    if re.fullmatch(r"[+-]?[0-9]+", said):
        number = int(said) if len(said) <= _MOST_DIGITS else 0
        if not 1 <= number <= len(texts):
            raise Unclear(f"{said[:20]}: expected a number from 1 to {len(texts)}")
        return number - 1
    found = fitting(said, range(len(texts)), lambda at: texts[at])
    if not found:
        raise Unclear(
            f"{cut(said)!r} is none of the options; type 'options' to see them, or 'help'"
        )
    if len({texts[at] for at in found}) > 1:
        raise Unclear(
            f"{cut(said)!r} could be {listed([f'{at + 1} ({texts[at]})' for at in found])}"
        )
    return found[0]


def fitting(said: str, things: Sequence[T], text_of: Callable[[T], str]) -> list[T]:
    """Give the things that a text names: exactly, else by its beginning, else by words."""
    wanted = words_of(said)
    if not wanted:
        return []
    spelt = [(thing, words_of(text_of(thing))) for thing in things]
    for fits in (_whole, _beginning, _each_word):
        found = [thing for thing, words in spelt if fits(wanted, words)]
        if found:
            return found
    return []


def _whole(wanted: list[str], words: list[str]) -> bool:
    return wanted == words


def _beginning(wanted: list[str], words: list[str]) -> bool:
    return " ".join(words).startswith(" ".join(wanted))


def _each_word(wanted: list[str], words: list[str]) -> bool:
    return all(any(word.startswith(part) for word in words) for part in wanted)


def listed(names: Sequence[str]) -> str:
    """Give names for a hint, not too many of them."""
    more = len(names) - MOST_LISTED
    return ", ".join(names[:MOST_LISTED]) + (f" and {more} more" if more > 0 else "")


def cut(text: str, most: int = 40) -> str:
    """Give a text short enough for a hint."""
    return text if len(text) <= most else text[: most - 3] + "..."
