"""Compiling a ruleset: from declarations and rule functions to a program of plain rows."""

from __future__ import annotations

import gc
import inspect
import linecache
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from enum import IntEnum
from typing import TYPE_CHECKING, Any

from msgspec.structs import asdict

from tefuda.errors import RulesetError, RuleSyntaxError
from tefuda.lang import program as rows
from tefuda.lang import types as t
from tefuda.lang.abilities import ability_rows
from tefuda.lang.analysis import BECAUSE, called_by, impure, why_impure
from tefuda.lang.emit import Code, emit_function, stop_rows
from tefuda.lang.fuse import fuse
from tefuda.lang.middle import Function
from tefuda.lang.optimise import optimise
from tefuda.lang.python import asked_rows, python_rows
from tefuda.lang.unit import Unit
from tefuda.lang.vocabulary import (
    Vocabulary,
    build_vocabulary,
    member_value,
    members,
    variable_rows,
)
from tefuda.rules import (
    Ask,
    Keyword,
    Link,
    PaymentScheme,
    Question,
    Rules,
    Sort,
    TimingPoint,
    Window,
    ZoneKind,
)

if TYPE_CHECKING:
    from tefuda.cards import CardPool


@contextmanager
def _uncollected() -> Iterator[None]:
    """Keep Python from looking for garbage: trees and steps are many, and all in use."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


@_uncollected()
def compile_rules(
    rules: Rules,
    pool: CardPool,
    parameters: Mapping[str, Any] | None = None,
    *,
    timings: bool = True,
    optimised: bool = True,
) -> rows.CompiledProgram:
    """Compile a ruleset with its cards.

    :param parameters: values that differ from the defaults.
    :param timings: whether ``timing(...)`` is compiled at all; without, nothing can listen, which
        serves to measure what timing points cost.
    :param optimised: whether the middle form is simplified; the result plays the same.
    :raises RuleSyntaxError: a rule is outside the rule language.
    :raises RulesetError: the declarations do not fit together.
    """
    vocabulary = build_vocabulary(rules, parameters or {})
    if rules.setup_rule is None or rules.main_rule is None:
        raise RulesetError(
            f"{rules.name}: expected a rule for @rules.setup and one for @rules.main"
        )
    unit = Unit(rules, vocabulary, keep_timings=timings)
    check_changes(unit)
    _check_roles(unit)
    setup, main = unit.function(rules.setup_rule), unit.function(rules.main_rule)
    value = unit.function(rules.value_rule) if rules.value_rule is not None else -1
    for procedure in rules.procedures.values():
        if not unit.signature(unit.effective(procedure.function)).constants:
            unit.function(procedure.function)
    for window in rules.named(Window):
        if any(window in a.windows for a in rules.actions.values()):
            unit.offer(window)
    forms = _forms(unit, pool)
    _all_texts(unit)
    abilities, pure_wanted, handlers, stat_reads = ability_rows(unit)
    pure_wanted += _pure_of_actions(unit)
    asked = asked_rows(unit)
    unit.translate()
    if value >= 0:
        pure_wanted.append((value, "the value of a position"))
    changes = impure(unit.functions)
    pure = {number for number, changing in enumerate(changes) if not changing}
    if optimised:
        for function in unit.functions:
            optimise(function, pure)
            fuse(function)
        changes = impure(unit.functions)
        pure = {number for number, changing in enumerate(changes) if not changing}
    for number, what in pure_wanted:
        if changes[number]:
            _refuse_impure(unit.functions, number, what)
    for number, refuse in unit.read_only:
        if changes[number]:
            refuse()
    code = Code()
    halt = code.raw("HALT")
    end = code.raw("ENDED")
    enterable = {row.function for row in asked if row.possible}
    for number, function in enumerate(unit.functions):
        emit_function(code, function, number, pure, asked=number in enterable)
        # let go of its steps one function at a time: all at once they lie too far apart
        function.items, function.made, function.live = [], [], None
    return rows.CompiledProgram(
        name=rules.name,
        code=tuple(code.instructions),
        constants=tuple(unit.constants),
        functions=tuple(code.rows),
        abilities=abilities,
        ability_kinds=tuple(vocabulary.ability_kinds),
        ability_words=tuple(vocabulary.ability_words),
        masks=tuple(unit.masks),
        payments=_payments(vocabulary),
        words=tuple(
            rows.WordRow(w.name, w.stat, str(w.type), members(w.type))
            for w in vocabulary.words.values()
        ),
        flags=tuple(vocabulary.flags),
        links=tuple((k.name, int(k.visibility)) for k in rules.named(Link)),
        zones=tuple(
            rows.ZoneRow(
                k.name,
                k.rows,
                k.columns,
                k.capacity,
                int(k.visibility),
                k.in_play,
                k.fresh,
                k.ordered,
                k.meaning,
            )
            for k in rules.named(ZoneKind)
        ),
        channels=_channels(unit),
        game_variables=variable_rows(vocabulary.game_variables),
        player_variables=variable_rows(vocabulary.player_variables),
        card_variables=variable_rows(vocabulary.card_variables, names=len(pool.names)),
        records=tuple(
            rows.RecordRow(r.cls.__name__, r.words, r.capacity, variable_rows(r.fields))
            for r in vocabulary.records.values()
        ),
        stacks=tuple(
            (name, vocabulary.records[cls].number, vocabulary.records[cls].capacity)
            for name, (_, cls) in vocabulary.stacks.items()
        ),
        verbs=_verbs(vocabulary),
        outcomes=tuple(vocabulary.outcomes),
        durations=tuple(vocabulary.durations),
        names=pool.names,
        forms=forms,
        stops=stop_rows(code),
        handlers=handlers,
        stat_reads=stat_reads,
        setup=setup,
        main=main,
        value=value,
        halt=halt,
        end=end,
        capacities=asdict(rules.capacities),
        parameters={
            n: v.name.lower() if isinstance(v, IntEnum) else v
            for n, v in vocabulary.parameters.items()
        },
        python=python_rows(unit),
        asked=asked,
    )


def _check_roles(unit: Unit) -> None:
    """Refuse rules of the set-up, the game and the value that take or give something else."""
    rules = unit.rules
    for function, types, result in (
        (rules.setup_rule, [], t.VOID),
        (rules.main_rule, [], t.VOID),
        (rules.value_rule, [t.PLAYER], t.INT),
    ):
        if function is None:
            continue
        signature = unit.signature(unit.effective(function))
        if [y for _, y in signature.parameters] != types or signature.result != result:
            source = unit.source(unit.effective(function))
            given = "int" if result is t.INT else "None"
            source.refuse(
                source.node,
                f"this rule takes ({', '.join(map(str, types))}) and gives {given}",
                f"def {signature.name}({'me: Player' if types else ''}) -> {given}: ...",
            )


def check_changes(unit: Unit) -> None:
    """Refuse overrides and wrappers of procedures that take or give other types."""
    for procedure in unit.rules.procedures.values():
        change = unit.effective(procedure.function)
        if change is procedure.function:
            continue
        mine, theirs = unit.signature(procedure.function), unit.signature(change)
        types = [y for _, y in mine.parameters]
        same = mine.result == theirs.result and mine.returns == theirs.returns
        if same and types == [y for _, y in theirs.parameters]:
            continue
        source = unit.source(change)
        source.refuse(
            source.node,
            f"{change.__name__} changes {procedure.name}, which is "
            f"({', '.join(map(str, types))}) -> {mine.result}",
            "take the same parameters" + (" behind the first" if change in unit.originals else ""),
        )


def _forms(unit: Unit, pool: CardPool) -> tuple[rows.FormRow, ...]:
    """The cards of the pool with the numbers of their abilities."""
    names = {name: number for number, name in enumerate(pool.names)}
    keywords = {k.name: k for k in unit.rules.named(Keyword)}
    found = []
    for card in pool:
        words = []
        for word in unit.vocabulary.words.values():
            words.append(names[card.name] if word.name == "name" else card.words[word.name])
        abilities = []
        for use in card.abilities:
            thing: Any = keywords.get(use.text) or unit.rules.abilities[use.text]
            arguments = {**use.arguments, **use.words}
            abilities.append(unit.ability(thing, tuple(sorted(arguments.items()))))
        found.append(rows.FormRow(card.number, card.name, tuple(words), tuple(abilities)))
    return tuple(found)


def _all_texts(unit: Unit) -> None:
    """Make a row of every text that needs no argument, so that each is checked when loaded."""
    for text in unit.rules.abilities.values():
        if text.sort is Sort.RULE:
            continue
        signature = unit.signature(unit.effective(text.function))
        if all(signature.defaults.get(c) is not None for c in signature.constants):
            unit.ability(text)


def _pure_of_actions(unit: Unit) -> list[tuple[int, str]]:
    found = []
    for action in unit.rules.actions.values():
        for function, what in (
            (action.candidates, "the candidates"),
            (action.usable, "the test of abilities"),
        ):
            if function is not None:
                found.append((unit.function(function), f"{what} of action {action.name!r}"))
    return found


def _refuse_impure(functions: list[Function], number: int, what: str) -> None:
    """Say which step of what it calls makes a function impure."""
    paths = {number: [number]}
    for current in (todo := [number]):
        step = why_impure(functions[current])
        if step is not None:
            break
        for callee in called_by(functions[current]):
            if callee not in paths:
                paths[callee] = [*paths[current], callee]
                todo.append(callee)
    path, function = paths[current], functions[current]
    because = BECAUSE.get(step.op if step is not None else "", "it changes the game")
    through = " through " + " -> ".join(functions[p].name for p in path[1:]) if path[1:] else ""
    line = step.line if step is not None else function.line
    text = linecache.getline(function.file, line).strip()
    raise RuleSyntaxError(
        f"{what} must be pure, but {because}{through}",
        file=function.file,
        line=line,
        column=0 if text else None,
        text=text or None,
        rule=function.name,
        hint="a pure function only reads the game; do the rest in the action's or ability's body",
    )


def _payments(v: Vocabulary) -> tuple[rows.PaymentRow, ...]:
    found = []
    for scheme in v.rules.named(PaymentScheme):
        for word in (scheme.points, scheme.colours, scheme.cost):
            if word not in v.words:
                raise RulesetError(
                    f"{v.rules.name}: payment {scheme.name!r}: {word!r} is no word of Card"
                )
        any_member = member_value(scheme.any_member)
        for member in v.words[scheme.cost].type.over or ():
            # Counts up to that of any colour are the colours: one behind it would be none.
            if member.value > any_member:
                raise RulesetError(
                    f"{v.rules.name}: payment {scheme.name!r}: {member.name} comes behind the "
                    "member that any colour pays, which has to be the last"
                )
        channel = -1 if scheme.raised_by is None else v.channels[scheme.raised_by.name]
        found.append(
            rows.PaymentRow(
                scheme.name,
                v.words[scheme.points].number,
                v.words[scheme.colours].number,
                v.words[scheme.cost].number,
                8 * any_member,
                channel,
                any_member,
            )
        )
    return tuple(found)


def _channels(unit: Unit) -> tuple[rows.ChannelRow, ...]:
    rules = unit.rules
    found = []
    for point in rules.named(TimingPoint):
        arguments = tuple(map(str, unit.argument_types(point)))
        found.append(rows.ChannelRow(point.name, "timing", point.log, point.clause, arguments))
    for question in rules.named(Question):
        arguments = tuple(map(str, unit.argument_types(question)))
        found.append(rows.ChannelRow(question.name, "question", False, question.clause, arguments))
    for name in list(unit.vocabulary.channels)[len(found) :]:
        found.append(rows.ChannelRow(name, "continuous", False, "", ()))
    return tuple(found)


def _verbs(v: Vocabulary) -> tuple[rows.VerbRow, ...]:
    found = []
    texts: dict[str, tuple[str, str, bool]] = {
        name: (action.text, "action", False) for name, action in v.rules.actions.items()
    }
    texts.update({ask.name: (ask.text, "ask", False) for ask in v.rules.named(Ask)})
    texts.update({w.name: ("pass", "window", w.rest) for w in v.rules.named(Window)})
    for name in v.verbs:
        text, kind, rest = texts.get(name, (name.replace("_", " "), "ask", False))
        found.append(rows.VerbRow(name, text, kind, rest))
    return tuple(found)


def clause_of(function: Callable[..., Any]) -> str:
    """The first line of a function's docstring."""
    return (inspect.getdoc(function) or "").partition("\n")[0]
