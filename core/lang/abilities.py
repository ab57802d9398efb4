"""The table of abilities: which functions each text runs, and what its answers depend on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import IntEnum
from typing import Any

from tefuda.errors import RulesetError
from tefuda.lang import program as rows
from tefuda.lang.analysis import STAT_SHIFT, bearer_reads, reading_and_asking
from tefuda.lang.types import Type
from tefuda.lang.unit import Signature, Unit
from tefuda.lang.vocabulary import GIVES, NEGATE, Vocabulary, member_value
from tefuda.rules import AbilityText, Fold, Parameter, Question, Sort, TimingPoint


def ability_rows(
    unit: Unit,
) -> tuple[tuple[rows.AbilityRow, ...], list[tuple[int, str]], tuple[int, ...], tuple[int, ...]]:
    """Compile every ability asked for.

    Gives the rows, what must be pure, the handlers, and for each stat the kinds of change that its
    static abilities read in all.

    :raises RulesetError: a text does not fit its timing, question or words, or stats that static
        abilities change depend on one another in a circle.
    """
    handlers = tuple(unit.ability(text) for text in unit.rules.handlers.values())
    pure: list[tuple[int, str]] = []
    bodies: list[dict[str, Any]] = []
    unit.translate()
    while len(bodies) < len(unit.ability_texts):  # bodies may name further abilities
        text, arguments = unit.ability_texts[len(bodies)]
        bodies.append(_functions(unit, text, arguments, pure))
        unit.translate()
    for text, _ in unit.ability_texts:  # what perform, legal and gain give is known now
        _check(unit, text)
    reads, asks = reading_and_asking(unit.functions, unit.vocabulary)
    found = []
    for (text, arguments), functions in zip(unit.ability_texts, bodies, strict=True):
        found.append(_row(unit, text, arguments, functions, reads, asks))
    amounts = [
        _reads(unit, text, functions["body"], reads)
        for (text, _), functions in zip(unit.ability_texts, bodies, strict=True)
    ]
    of_stats = _reads_of_stats(unit.vocabulary, found, amounts)
    _refuse_circles(unit.vocabulary, found, amounts)
    return tuple(_close_reads(found, of_stats)), pure, handlers, of_stats


def _functions(
    unit: Unit,
    text: AbilityText,
    arguments: tuple[tuple[str, int], ...],
    pure: list[tuple[int, str]],
) -> dict[str, Any]:
    """Compile a text's body, condition and targets with its arguments bound."""
    found: dict[str, Any] = {"body": -1, "when": -1, "who": -1, "targets": [], "gives": -1}
    if text.sort is Sort.KEYWORD:
        return found
    what = f"{text.name!r}"

    def compiled(function: Callable[..., Any]) -> int:
        signature = unit.signature(unit.effective(function))
        return unit.function(
            function, tuple((k, v) for k, v in arguments if k in signature.constants)
        )

    is_static = text.sort is Sort.CONTINUOUS
    if _has_body(text):
        found["body"] = compiled(text.function)
    if text.sort is Sort.ANSWER or (is_static and text.stat is not None):
        pure.append((found["body"], f"the answer {what}"))
    if text.when is not None:
        found["when"] = compiled(text.when)
        pure.append((found["when"], f"the condition of {what}"))
    if text.who is not None:
        found["who"] = compiled(text.who)
        pure.append((found["who"], f"the range of {what}"))
    for target in text.targets:
        number = compiled(target)
        found["targets"].append(number)
        pure.append((number, f"a target of {what}"))
    if text.gives is not None:
        found["gives"] = unit.ability(text.gives)
    return found


def _has_body(text: AbilityText) -> bool:
    """Whether a text's own function is carried out: where abilities are given, it says nothing."""
    if text.sort is Sort.KEYWORD:
        return False
    return text.sort is not Sort.CONTINUOUS or not (text.negates or text.gives is not None)


def _check(unit: Unit, text: AbilityText) -> None:
    """Check a text's functions against what they are given and what they are to give."""
    bare = text.name in unit.rules.handlers or text.sort is Sort.RULE
    bearer = [] if bare else [Type("card")]
    given = [*bearer, *unit.kept_types.get(text.function, []), *_given(unit, text)]
    parts = [(text.function, given, "its body")] if _has_body(text) else []
    if text.when is not None:
        parts.append((text.when, given, "its condition"))
    if text.who is not None:
        parts.append((text.who, bearer, "its range"))
    aimed = [*bearer, *(unit.legal_types or [])]
    parts += [(target, aimed, "a target") for target in text.targets]
    for function, types, part in parts:
        signature = unit.signature(unit.effective(function))
        _check_parameters(unit, text, signature, types, part)
        _check_result(unit, text, signature, part)


def _check_result(unit: Unit, text: AbilityText, signature: Signature, part: str) -> None:
    """Check what a function of a text gives."""
    yes_no, number, cards = ("bool", "int"), ("int", "bool", "member"), ("set",)
    wanted: tuple[str, ...] = ()
    if part != "its body":
        wanted = yes_no if part == "its condition" else cards
    elif text.sort is Sort.CONTINUOUS:
        wanted = number
    elif text.sort is Sort.INSTEAD or (
        isinstance(text.point, Question) and text.point.fold is Fold.ALL
    ):
        wanted = yes_no
    elif isinstance(text.point, Question):
        at = 1 + len(unit.kept_types.get(text.function, []))
        wanted = tuple(y.kind for _, y in signature.parameters[at : at + 1]) or number
    if wanted and signature.result.kind not in wanted:
        shown = {"set": "set[Card]"}.get(wanted[0], wanted[0])
        raise RulesetError(
            f"{unit.rules.name}: {text.name!r}: {part}, {signature.name}: gives "
            f"{signature.result}, expected {shown}"
        )


def _asks_yes_no(text: AbilityText) -> bool:
    return isinstance(text.point, Question) and text.point.fold is Fold.ALL


def _given(unit: Unit, text: AbilityText) -> list[Type]:
    """The types that a text's body is called with, after its bearer."""
    if text.sort is Sort.RULE:
        signature = unit.signature(unit.effective(text.function))
        return [y for _, y in signature.parameters]
    if text.sort is Sort.CONTINUOUS:
        return [Type("card")]
    if isinstance(text.point, Question) and text.point.fold is Fold.VALUE:
        signature = unit.signature(unit.effective(text.function))
        at = 1 + len(unit.kept_types.get(text.function, []))
        base = signature.parameters[at][1] if len(signature.parameters) > at else Type("int")
        return [base, *unit.argument_types(text.point)]
    if text.point is not None:
        return unit.argument_types(text.point)
    return unit.perform_types or [Type("record", None)] * 4


def _check_parameters(
    unit: Unit, text: AbilityText, signature: Signature, types: list[Type], part: str
) -> None:
    where = f"{unit.rules.name}: {text.name!r}: {part}, {signature.name}"
    if len(signature.parameters) > len(types):
        raise RulesetError(
            f"{where}: takes {len(signature.parameters)} parameters, is given "
            f"{len(types)}: {', '.join(map(str, types)) or 'none'}"
        )
    for (name, want), have in zip(signature.parameters, types, strict=False):
        same = want.kind == have.kind and (
            have.over is None or want.over is None or want.over == have.over
        )
        close = {want.kind, have.kind} <= {"int", "bool", "member"} or {
            want.kind,
            have.kind,
        } <= {"zone", "place"}
        sure = want.optional or not have.optional or not want.nullable
        if not ((same or close) and sure):
            raise RulesetError(f"{where}: parameter {name!r} is {want}, is given {have}")


def _row(
    unit: Unit,
    text: AbilityText,
    arguments: tuple[tuple[str, int], ...],
    functions: Mapping[str, Any],
    reads: list[int],
    asks: list[bool],
) -> rows.AbilityRow:
    v = unit.vocabulary
    point = text.point
    channel, runs, orderer = -1, 0, 0
    stat = -1 if text.stat is None else v.stat(text.stat)
    if point is not None:
        channel = v.channels[point.name]
        if isinstance(point, TimingPoint):
            runs, orderer = int(point.runs), int(point.orderer)
    elif text.sort is Sort.CONTINUOUS:
        name = f"stat:{text.stat.name}" if text.stat is not None else GIVES
        channel = v.channels[NEGATE if text.negates else name]
    works = 0
    for kind in text.works_in:
        works |= 1 << v.kind_of(kind)
    body = functions["body"]
    return rows.AbilityRow(
        name=text.name,
        arguments=arguments,
        kind=v.ability_kinds[text.name],
        sort=int(text.sort),
        channel=channel,
        of=int(text.of),
        survives=text.survives,
        rechecks=text.rechecks,
        may=-1 if text.may is None else v.verbs[text.may.name],
        stat=stat,
        op=int(text.op),
        negates=text.negates,
        runs=runs,
        orderer=orderer,
        rule=text.name in unit.rules.handlers,
        body=body,
        when=functions["when"],
        who=functions["who"],
        targets=tuple(functions["targets"]),
        gives=functions["gives"],
        works_in=works,
        reads=_reads(unit, text, functions["who"], reads),
        choice_free=body < 0 or not asks[body],
        words=_words(unit, text, dict(arguments)),
        clause=text.clause,
    )


def _reads(unit: Unit, text: AbilityText, function: int, reads: list[int]) -> int:
    """What a function of a static ability depends on, by its number (-1: there is none)."""
    if text.sort is not Sort.CONTINUOUS or function < 0:
        return 0
    if text.works_in:
        return reads[function]
    return bearer_reads(unit.functions[function], reads, unit.vocabulary)


def _words(unit: Unit, text: AbilityText, arguments: Mapping[str, int]) -> tuple[int, ...]:
    """The values of the ability words: the card's, else the text's, else the vocabulary's."""
    v = unit.vocabulary
    if text.sort is not Sort.RULE:
        for name in text.words:
            if name not in v.ability_words:
                raise RulesetError(
                    f"{unit.rules.name}: {text.name!r}: {name!r} is no word of Ability "
                    f"({', '.join(v.ability_words) or 'none declared'})"
                )
    found = []
    for name, (_, type_) in v.ability_words.items():
        if name in arguments:
            found.append(arguments[name])
            continue
        value = text.words.get(name, getattr(unit.rules.ability_class, name, 0))
        found.append(_word_value(unit, text, name, type_, value))
    return tuple(found)


def _word_value(unit: Unit, text: AbilityText, name: str, type_: Type, value: Any) -> int:
    if isinstance(value, Parameter):
        value = unit.vocabulary.parameters[value.name]
    if isinstance(value, Mapping):
        packed = 0
        for member, count in value.items():
            packed += int(count) << 8 * member_value(member)
        return packed
    if isinstance(value, (set, frozenset, tuple)):
        bits = 0
        for member in value:
            bits |= 1 << member_value(member)
        return bits
    if value is None:
        return -1 if type_.reference else 0
    if isinstance(value, (int, IntEnum)):
        return int(value)
    raise RulesetError(f"{unit.rules.name}: {text.name!r}: {name}={value!r} is no {type_}")


# ---------------------------------------------------------------- circles


def _refuse_circles(v: Vocabulary, found: list[rows.AbilityRow], amounts: list[int]) -> None:
    """Report static abilities whose stats read one another in a circle.

    :param amounts: what the amount of each ability reads.
    """
    stats = len(v.stats)
    names = [s.name for s in v.stats]
    for row in found:
        if row.negates and row.reads >> STAT_SHIFT:
            raise RulesetError(
                f"{v.rules.name}: {row.name!r} takes abilities away and reads a stat that "
                "abilities change: read the printed value by original(...)"
            )
    needs = [0] * stats
    for row, amount in zip(found, amounts, strict=True):
        if row.sort == Sort.CONTINUOUS and row.stat >= 0:
            needs[row.stat] |= (row.reads | amount) >> STAT_SHIFT
    for start in range(stats):
        seen, todo = 0, needs[start]
        while todo & ~seen:
            stat = (todo & ~seen & -(todo & ~seen)).bit_length() - 1
            seen |= 1 << stat
            todo |= needs[stat]
        if seen >> start & 1:
            rows_ = [
                row.name
                for row, amount in zip(found, amounts, strict=True)
                if row.stat == start and (row.reads | amount) >> STAT_SHIFT
            ]
            raise RulesetError(
                f"{v.rules.name}: static abilities read {names[start]} in a circle: "
                f"{', '.join(sorted(set(rows_)))}; read the printed value by original(...)"
            )


def _reads_of_stats(
    v: Vocabulary, found: list[rows.AbilityRow], amounts: list[int]
) -> tuple[int, ...]:
    """For each stat what its static abilities read in all, by way of other stats, too."""
    own = [0] * len(v.stats)
    for row, amount in zip(found, amounts, strict=True):
        if row.sort == Sort.CONTINUOUS and row.stat >= 0:
            own[row.stat] |= row.reads | amount
    changed = True
    while changed:
        changed = False
        for stat, bits in enumerate(own):
            closed = _closed(bits, own)
            changed |= closed != bits
            own[stat] = closed
    return tuple(own)


def _closed(bits: int, of_stats: Sequence[int]) -> int:
    """Kinds of change with those on which the stats among them depend."""
    for stat, reads in enumerate(of_stats):
        if bits >> (STAT_SHIFT + stat) & 1:
            bits |= reads
    return bits


def _close_reads(found: list[rows.AbilityRow], of_stats: Sequence[int]) -> list[rows.AbilityRow]:
    """Add what the stats depend on that the range of a static ability reads."""
    from msgspec.structs import replace

    result = []
    for row in found:
        bits = _closed(row.reads, of_stats)
        result.append(replace(row, reads=bits) if bits != row.reads else row)
    return result
