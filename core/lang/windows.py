"""The function behind ``offer``: it writes the options of a window's actions and runs one."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from tefuda.errors import RulesetError
from tefuda.lang import types as t
from tefuda.lang.inlining import Inlining
from tefuda.lang.middle import Function, Label, Register
from tefuda.lang.operations import OPTION_KINDS
from tefuda.lang.types import Type, assignable
from tefuda.lang.values import Scope, Value
from tefuda.rules import Action, Window

if TYPE_CHECKING:
    from tefuda.lang.unit import Signature, Unit


def offer_function(unit: Unit, window: Window, middle: Function) -> None:
    """Write the steps of ``offer(player, window, ...)``.

    :raises RulesetError: no action belongs to the window, or one does not fit its arguments.
    """
    actions = [a for a in unit.rules.actions.values() if window in a.windows]
    if not actions:
        raise RulesetError(f"{unit.rules.name}: no action belongs to window {window.name!r}")
    node = ast.parse("def offer() -> bool: pass").body[0]
    assert isinstance(node, ast.FunctionDef)
    from tefuda.lang.source import Source

    source = Source(offer_function, node, f"<window {window.name}>")
    writer = Inlining(unit, middle, Scope(source, {}, result=t.BOOL))
    me = middle.register(t.PLAYER, "me")
    args = [middle.register(y) for y in unit.argument_types(window)]
    middle.parameters.extend([me, *args])
    writer.emit("OPEN", me)
    for action in actions:
        _write_options(unit, writer, action, window, me, args)
    if window.can_pass:
        writer.emit("PASS", 0, unit.vocabulary.verbs[window.name])
    taken = writer.new(t.INT)
    writer.emit("CHOOSE", taken, imm=unit.vocabulary.verbs[window.name])
    if window.can_pass:
        _write_pass(unit, writer, window, taken)
    for number, action in enumerate(actions):
        last = number == len(actions) - 1
        _write_body(unit, writer, action, window, me, args, taken, last)


def _write_pass(unit: Unit, writer: Inlining, window: Window, taken: Register) -> None:
    go_on = writer.label()
    _unless(writer, taken, unit.vocabulary.verbs[window.name], go_on)
    none = writer.new(t.BOOL)
    writer.load(0, none)
    writer.emit("RETV", none)
    writer.mark(go_on)


def _unless(writer: Inlining, taken: Register, number: int, other: Label) -> None:
    """Go on only if the option taken has this verb."""
    writer.emit("JVERBN", taken, number, label=other)


def _fitting(
    unit: Unit,
    action: Action,
    window: Window,
    function: Any,
    first: list[Type],
    registers: list[Register],
) -> list[Register]:
    """The registers that a function of an action is given: as many as it names."""
    signature: Signature = unit.signature(unit.effective(function))
    wanted = [y for _, y in signature.parameters]
    given = [*first, *unit.argument_types(window)]
    what = f"{unit.rules.name}: action {action.name!r}, {signature.name}"
    if len(wanted) > len(given):
        raise RulesetError(
            f"{what} takes {len(wanted)} parameters; window {window.name!r} gives "
            f"{len(given)}: {', '.join(map(str, given))}"
        )
    for (name, want), have in zip(signature.parameters, given, strict=False):
        if not assignable(want, have):
            raise RulesetError(
                f"{what}: parameter {name!r} is {want}, window {window.name!r} gives {have}"
            )
    return registers[: len(wanted)]


def _write_options(
    unit: Unit,
    writer: Inlining,
    action: Action,
    window: Window,
    me: Register,
    args: list[Register],
) -> None:
    verb = unit.vocabulary.verbs[action.name]
    if action.candidates is None:
        nothing = writer.new(t.INT)
        writer.load(0, nothing)
        writer.emit("OPTN", nothing, verb, imm=OPTION_KINDS.index("number"))
        return
    function = unit.effective(action.candidates)
    given = _fitting(unit, action, window, function, [t.PLAYER], [me, *args])
    result = unit.signature(function).result
    if result.kind not in ("set", "small", "bool"):
        raise RulesetError(
            f"{unit.rules.name}: action {action.name!r}: candidates are a set or a yes/no, "
            f"not {result}"
        )
    arguments = [Value(r.type, register=r) for r in given]
    nodes: list[ast.expr] = [ast.Name(action.name)] * len(given)
    value = writer.call_rule(ast.Name(action.name), function, arguments, nodes)
    source = writer.as_cards(value, None) if result.kind == "set" else writer.register(value)
    if action.usable is not None:
        if result.kind != "set":
            raise RulesetError(
                f"{unit.rules.name}: action {action.name!r}: candidates of abilities are cards"
            )
        filter_args = _fitting(
            unit,
            action,
            window,
            action.usable,
            [t.PLAYER, t.ABILITY],
            [me, me, *args],
        )
        if unit.signature(unit.effective(action.usable)).result.kind != "bool":
            raise RulesetError(f"{unit.rules.name}: action {action.name!r}: usable gives a bool")
        if len(filter_args) < 2:
            raise RulesetError(
                f"{unit.rules.name}: action {action.name!r}: usable is (me, ability, ...)"
            )
        _write_abilities(unit, writer, action.usable, verb, source, filter_args)
    elif result.kind == "set":
        writer.emit("OPTS", source, verb)
    elif result.kind == "small" and result.over.kind == "zone":
        writer.emit("OPTZ", source, verb)
    elif result.kind == "small":
        kind = "player" if result.over.kind == "player" else "member"
        writer.emit("OPTBITS", source, verb, imm=OPTION_KINDS.index(kind))
    else:
        skip = writer.label()
        writer.emit("JF", source, label=skip)
        writer.emit("OPTN", source, verb, imm=OPTION_KINDS.index("number"))
        writer.mark(skip)


def _write_abilities(
    unit: Unit,
    writer: Inlining,
    usable: Any,
    verb: int,
    cards: Register,
    given: list[Register],
) -> None:
    """An option for each ability to use of cards; then those stay that a pure function accepts."""
    following, kept = writer.new(t.INT), writer.new(t.INT)
    ability = writer.new(t.ABILITY)
    again, done = writer.label(), writer.label()
    writer.emit("OPTLEN", following)
    writer.emit("MOV", kept, following)
    writer.emit("OPTA", cards, verb)
    writer.mark(again)
    writer.emit("OPTNEXT", ability, following, kept, label=done)
    # behind the player the function takes the ability
    arguments = [given[0], ability, *given[2:]]
    accepted = writer.call(unit.function(usable), arguments, t.BOOL)
    writer.emit("OPTKEEP", writer.register(accepted), following, kept)
    writer.emit("LOOP", label=again)
    writer.mark(done)


def _write_body(
    unit: Unit,
    writer: Inlining,
    action: Action,
    window: Window,
    me: Register,
    args: list[Register],
    taken: Register,
    last: bool,
) -> None:
    other = writer.label()
    if not last:
        _unless(writer, taken, unit.vocabulary.verbs[action.name], other)
    first, registers = [t.PLAYER], [me]
    if action.candidates is not None:
        result = unit.signature(unit.effective(action.candidates)).result
        subject: Type | None = None
        if action.usable is not None:
            subject = t.ABILITY
        elif result.kind == "set":
            subject = t.CARD
        elif result.kind == "small":
            subject = result.over
        if subject is not None:
            register = writer.new(subject)
            writer.emit("OVAL", register, taken)
            first.append(subject)
            registers.append(register)
    function = unit.effective(action.function)
    given = _fitting(unit, action, window, function, first, [*registers, *args])
    writer.call(unit.function(function), given, unit.signature(function).result)
    yes = writer.new(t.BOOL)
    writer.load(1, yes)
    writer.emit("RETV", yes)
    writer.mark(other)
