"""Lists of cards as tables: comma-separated values with a header, as communities keep them.

The header names ``number``, ``name``, words of the ruleset and ``abilities``; a ruleset adds the
names that its community uses for columns, values and abilities
(:meth:`tefuda.rules.Rules.reads_lists`).
What a table says becomes the entries of a card file, which is then read as any other.

========  ==================================================================
a word    in a cell
========  ==================================================================
number    ``3``; where cells are numbered by bits, their sum
yes/no    ``yes``, ``no``, ``true``, ``false``, ``1``, ``0``, ``x``
member    its name, or the community's
set       names with ``+``, ``/``, ``,`` or spaces between
counts    ``snow 2 any 1``, ``snow2 any1``, ``Sn2 *1``
========  ==================================================================

Empty cells say nothing: the word has its default. ``abilities`` holds names separated by ``;``,
each perhaps with a cost in brackets, ``step [sun 1]; dash``, or with numbers: ``bonus_mill(n=2)``.
``ability_flags`` is a sum of bits, one for each numbered ability.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable
from typing import Any, TypeAlias

from tefuda.cards import MOST_CARDS, Schema
from tefuda.errors import CardError
from tefuda.files import Source, name_of, read_text
from tefuda.words import BadValue, WordType, listed, nearest, shown

Entry: TypeAlias = dict[str, Any]

_YES_NO = {"yes": True, "true": True, "1": True, "x": True, "no": False, "false": False, "0": False}
_COUNT = re.compile(r"\s*([^\W\d_]+|\*)?\s*[:x]?\s*(\d+)?\s*[,+/]?")
_ABILITY = re.compile(r"([\w ]+?)\s*(?:\[([^\]]*)\])?\s*(?:\(([^)]*)\))?")
_COLUMNS = ("number", "name", "abilities", "ability_flags", "synthetic")


def read_list(schema: Schema, source: Source) -> list[Entry]:
    """Read a table and give its cards as a card file has them.

    Every entry has been read once by the schema.

    :raises CardError: the file cannot be read, or a cell says what the ruleset does not know; the
        message names file, line and column.
    """
    file = name_of(source)
    text = read_text(source, CardError)
    try:
        dialect: Any = csv.Sniffer().sniff(text.partition("\n")[0], ",;\t")
    except csv.Error:
        dialect = csv.excel
    rows = csv.reader(text.splitlines(), dialect, strict=True)
    try:
        header = next(rows, [])
        columns = _columns(schema, header, f"{file}: line 1")
        found = []
        for row in rows:
            if any(cell.strip() for cell in row):
                found.append(_entry(schema, columns, row, f"{file}: line {rows.line_num}"))
            if len(found) > MOST_CARDS:
                raise CardError(f"{file}: more than {MOST_CARDS} cards, expected fewer")
    except csv.Error as problem:
        raise CardError(f"{file}: line {rows.line_num}: {problem}") from problem
    _refuse_twice(found, file)
    return found


def _refuse_twice(entries: Iterable[Entry], file: str) -> None:
    seen: set[str] = set()
    for entry in entries:
        if entry["number"] in seen:
            raise CardError(f"{file}: card {entry['number']!r}: twice, expected once")
        seen.add(entry["number"])


def _columns(schema: Schema, header: list[str], where: str) -> list[str]:
    """Give what each column is about; an empty name is for remarks that are not read."""
    known = schema.rules.list_names.columns
    words = [*_COLUMNS, *schema.words]
    found: list[str] = []
    for at, title in enumerate(header, 1):
        name = title.strip().lower()
        name = known.get(name, name)
        if name not in words and name:
            names = [*words, *known]
            raise CardError(
                f"{where}: column {at}: {shown(title)}, expected one of {listed(names, 60)}"
                f"{nearest(name, names)}"
            )
        if name and name in found and name != "abilities":
            raise CardError(f"{where}: column {at}: {shown(title)} is there twice, expected once")
        found.append(name)
    for name in ("number", "name"):
        if name not in found:
            raise CardError(f"{where}: no column {name!r}, expected a header with it")
    return found


def _entry(schema: Schema, columns: list[str], row: list[str], where: str) -> Entry:
    if len(row) > len(columns):
        raise CardError(f"{where}: {len(row)} cells, expected {len(columns)} at most")
    entry: Entry = {"number": "", "name": "", "words": {}, "abilities": []}
    for at, (column, cell) in enumerate(zip(columns, row, strict=False), 1):
        text, place = cell.strip(), f"{where}: column {at} ({column})"
        if not text or not column:
            continue
        if column in ("number", "name"):
            entry[column] = text
        elif column == "abilities":
            entry["abilities"] += [
                _ability(schema, one.strip(), place) for one in text.split(";") if one.strip()
            ]
        elif column == "ability_flags":
            entry["abilities"] += _flagged(schema, entry["abilities"], text, place)
        elif column == "synthetic":
            entry["synthetic"] = [one for one in re.split(r"[\s,+;]+", text) if one]
        else:
            entry["words"][column] = _cell(schema, schema.words[column], text, place)
    try:
        schema.read(entry, "card")
    except CardError as problem:
        raise CardError(f"{where}: {problem}") from None
    return entry


def _cell(schema: Schema, word: WordType, text: str, where: str) -> Any:
    """Read a cell as a card file writes it.

    :raises CardError: it does not fit its word.
    """
    value: Any = text
    if word.kind == "int" and re.fullmatch(r"[+-]?\d{1,9}", text):
        value = int(text)
    elif word.kind == "bool":
        value = _YES_NO.get(text.lower(), text)
    elif word.kind == "member":
        value = _member(schema, word, text)
    elif word.kind == "set":
        value = [_member(schema, word, one) for one in re.split(r"[\s,+/]+", text) if one]
    elif word.kind == "counts":
        value = _counts(schema, word, text)
    try:
        word.read(value)
    except BadValue as problem:
        raise CardError(f"{where}: {problem}") from None
    return value


def _member(schema: Schema, word: WordType, text: str) -> str:
    """Give a member's own name for what a community calls it."""
    own = schema.rules.list_names.values
    name = text.strip().lower()
    return name if name in word.members else own.get(name, name)


def _counts(schema: Schema, word: WordType, text: str) -> Any:
    """Read counts; a number alone counts what any member pays if the community says so."""
    found: dict[str, int] = {}
    at = 0
    while at < len(text):
        part = _COUNT.match(text, at)
        if part is None or part.end() == at or (part[1] is None and part[2] is None):
            return text
        name = _member(schema, word, part[1] or "")
        found[name] = found.get(name, 0) + int(part[2] or 1)
        at = part.end()
    return {name: count for name, count in found.items() if count}


def _named(schema: Schema, text: str, where: str) -> str:
    """Give the text that a name or number of the community stands for."""
    names, name = schema.rules.list_names, text.strip().lower()
    if name in names.unnamed:
        raise CardError(f"{where}: {shown(text)}: {names.unnamed[name]}")
    return names.abilities.get(name, name.replace(" ", "_"))


def _flagged(schema: Schema, before: list[Any], text: str, where: str) -> list[Any]:
    """Give the abilities of a sum of bits that no name before has said."""
    if not re.fullmatch(r"\d{1,9}", text):
        raise CardError(f"{where}: {shown(text)}, expected a sum of bits")
    said = {one if isinstance(one, str) else one["text"] for one in before}
    bits = [at for at in range(int(text).bit_length()) if int(text) >> at & 1]
    return [name for at in bits if (name := _named(schema, str(at), where)) not in said]


def _cost(schema: Schema, text: str, where: str) -> dict[str, Any]:
    """Read a cost in brackets: signs for yes/no words, and points."""
    words = schema.ability_words
    found: dict[str, Any] = {}
    rest = []
    for part in text.split():
        word = schema.rules.list_names.marks.get(part.lower())
        if word is None:
            rest.append(part)
        else:
            found[word] = True
    cost = " ".join(rest)
    if cost and cost != "0":
        counted = next((word for word in words.values() if word.kind == "counts"), None)
        if counted is None:
            raise CardError(f"{where}: {shown(text)}: abilities have no cost here, expected none")
        found[counted.name] = _cell(schema, counted, cost, where)
    return found


def _ability(schema: Schema, text: str, where: str) -> Any:
    """Read one ability of a cell."""
    match = _ABILITY.fullmatch(text)
    if match is None:
        raise CardError(f"{where}: {shown(text)}, expected a name, as in step [sun 1] or mill(n=2)")
    name = _named(schema, match[1], where)
    ability: dict[str, Any] = {"text": name, **_cost(schema, match[2] or "", where)}
    words = schema.ability_words
    takes = {**schema.arguments(name), **words}
    for part in (match[3] or "").split(","):
        key, _, value = (one.strip() for one in part.partition("="))
        if not key:
            continue
        if key not in takes:
            raise CardError(
                f"{where}: {name}: unknown argument {shown(key)}, expected {listed(takes)}"
                f"{nearest(key, takes)}"
            )
        ability[key] = _cell(schema, takes[key], value, f"{where}: {name}: {key}")
    return ability if len(ability) > 1 else name
