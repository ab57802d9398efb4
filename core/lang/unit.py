"""Everything one ruleset compiles to, while it is being compiled.

Functions are translated when something asks for them, in a fixed order; each is translated once
for each set of constants bound to its keyword-only parameters.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NoReturn

from msgspec import Struct, field

from tefuda import kernel
from tefuda.errors import RulesetError, RuleSyntaxError
from tefuda.lang import types as t
from tefuda.lang.annotations import UnknownAnnotation, read_annotation
from tefuda.lang.inlining import Inlining
from tefuda.lang.middle import Function
from tefuda.lang.python import argument_types, stop_for
from tefuda.lang.source import Source, find_source
from tefuda.lang.trees import EXPRESSION
from tefuda.lang.types import Type, assignable
from tefuda.lang.values import Scope, Value, names_of
from tefuda.lang.vocabulary import Vocabulary
from tefuda.rules import (
    AbilityText,
    Keyword,
    Parameter,
    Question,
    Rules,
    Sort,
    TimingPoint,
    Window,
    Word,
)
from tefuda.wording import Granted

if TYPE_CHECKING:
    from tefuda.lang.abilitywords import AbilityWords

KERNEL_WORDS = frozenset(
    thing
    for name, thing in vars(kernel).items()
    if inspect.isfunction(thing) and thing.__module__ == kernel.__name__
)


class Signature(Struct, frozen=True):
    """A rule function's parameters and result, and its only expression if it is just that."""

    name: str
    parameters: tuple[tuple[str, Type], ...]
    result: Type
    #: Keyword-only parameters: numbers that card files give.
    constants: tuple[str, ...]
    #: Their defaults, and those of other parameters, as Python has them.
    defaults: Mapping[str, Any]
    given: Mapping[str, Any]
    expression: ast.expr | None
    #: Whether it may return: one annotated NoReturn ends the game.
    returns: bool = True

    @property
    def has_constants(self) -> bool:
        """Whether card files give it numbers."""
        return bool(self.constants)


#: Why a function annotated NoReturn is refused.
MAY_RETURN = (
    "this function is annotated NoReturn and may return",
    "end the game on every path, or annotate -> None",
)
#: A function with the constants bound to its keyword-only parameters.
Bound = tuple[Callable[..., Any], tuple[tuple[str, int], ...]]


class Unit(Struct):
    """The state of one compilation."""

    rules: Rules
    vocabulary: Vocabulary
    keep_timings: bool = True
    functions: list[Function] = field(default_factory=list)
    #: Functions that must only read the game where they were called, and what refuses it.
    read_only: list[tuple[int, Callable[[], NoReturn]]] = field(default_factory=list)
    #: Functions that have a number and are not translated yet.
    waiting: list[tuple[Callable[..., Any], Function, tuple[tuple[str, int], ...]]] = field(
        default_factory=list
    )
    #: Function number by function and constants.
    numbers: dict[Any, int] = field(default_factory=dict)
    clauses: dict[Callable[..., Any], str] = field(default_factory=dict)
    constants: dict[int, int] = field(default_factory=dict)
    masks: dict[tuple[int, int, int], int] = field(default_factory=dict)
    #: Ability rows by text and arguments.
    abilities: dict[tuple[str, tuple[tuple[str, int], ...]], int] = field(default_factory=dict)
    ability_texts: list[tuple[AbilityText, tuple[tuple[str, int], ...]]] = field(
        default_factory=list
    )
    texts: dict[Callable[..., Any], AbilityText] = field(default_factory=dict)
    replaced: dict[Callable[..., Any], Callable[..., Any]] = field(default_factory=dict)
    originals: dict[Callable[..., Any], Callable[..., Any]] = field(default_factory=dict)
    #: What ``perform`` gives to bodies, and ``legal`` to target functions, after the bearer.
    perform_types: list[Type] | None = None
    legal_types: list[Type] | None = None
    #: What ``gain`` keeps for the bodies of texts, by their functions.
    kept_types: dict[Callable[..., Any], list[Type]] = field(default_factory=dict)
    #: Handlers in Python, by the number that the machine stops with.
    python: list[AbilityText] = field(default_factory=list)
    _sources: dict[Callable[..., Any], Source] = field(default_factory=dict)
    _argument_types: dict[Word, list[Type]] = field(default_factory=dict)
    #: Files that were read from disk again in this compilation, where they had changed.
    _current: set[str] = field(default_factory=set)
    _signatures: dict[Callable[..., Any], Signature] = field(default_factory=dict)

    def __post_init__(self) -> None:
        rules = self.rules
        for procedure in rules.procedures.values():
            self.clauses[procedure.function] = procedure.clause
        for action in rules.actions.values():
            self.clauses[action.function] = action.clause
        for text in [*rules.abilities.values(), *rules.handlers.values()]:
            self.clauses[text.function] = text.clause
            self.texts[text.function] = text
        for verb in rules.effect_verbs.values():
            self.clauses.setdefault(verb.function, verb.clause)
        for term in rules.terms.values():
            for function in term.functions:
                self.clauses.setdefault(function, term.clause)
        self._apply_changes()

    def _apply_changes(self) -> None:
        """Note what overrides and wraps what."""
        rules = self.rules
        known: dict[str, Callable[..., Any]] = {}
        for table in (
            rules.abilities,
            rules.actions,
            rules.procedures,
            rules.handlers,
            rules.effect_verbs,
        ):
            for name, entry in table.items():
                known.setdefault(name, entry.function)
        for changes in (rules.overrides, rules.wrappers):
            for name, found in changes.items():
                if name not in known:
                    raise RulesetError(
                        f"{rules.name}: {found[0].plugin} changes {name!r}, which is no procedure, "
                        "action or ability of it"
                    )
        for name, function in known.items():
            current = function
            for change in rules.overrides.get(name, []):
                self.clauses[change.function] = self.clauses.get(current, "")
                current = change.function
            for change in rules.wrappers.get(name, []):
                self.clauses[change.function] = self.clauses.get(function, "")
                self.originals[change.function] = current
                current = change.function
            if current is not function:
                self.replaced[function] = current

    # ------------------------------------------------------------ asked by translators

    def is_kernel_word(self, thing: Any) -> bool:
        """Whether this is a word of the rule language."""
        return inspect.isfunction(thing) and thing in KERNEL_WORDS

    def effective(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function that stands for this one after overrides and wrappers."""
        return self.replaced.get(function, function)

    def source(self, function: Callable[..., Any]) -> Source:
        """The function's source, read once."""
        found = self._sources.get(function)
        if found is None:
            found = self._sources[function] = find_source(function, self._current)
        return found

    def text_of(self, thing: Any) -> AbilityText | None:
        """The ability that a function or name stands for."""
        if isinstance(thing, AbilityText):
            return thing
        if isinstance(thing, Granted):
            return self.rules.abilities.get(thing.name)
        return self.texts.get(thing) if inspect.isfunction(thing) else None

    def ability_kind(self, thing: Any) -> int:
        """The number of an ability text or keyword."""
        text = self.text_of(thing)
        name = text.name if text is not None else thing.name
        if name not in self.vocabulary.ability_kinds:
            raise RulesetError(f"{self.rules.name}: {name!r} is no ability of this ruleset")
        return self.vocabulary.ability_kinds[name]

    def ability(self, thing: Any, arguments: tuple[tuple[str, int], ...] = ()) -> int:
        """The number of an ability row: a text with its arguments."""
        text = self.text_of(thing)
        if isinstance(thing, Granted):
            arguments = thing.arguments
        if text is None and isinstance(thing, Keyword):
            text = AbilityText(thing.name, Sort.KEYWORD, _no_body, clause=thing.clause)
        if text is None:
            raise RulesetError(f"{self.rules.name}: {thing!r} is no ability of this ruleset")
        key = (text.name, arguments)
        if key not in self.abilities:
            self.abilities[key] = len(self.ability_texts)
            self.ability_texts.append((text, arguments))
        return self.abilities[key]

    def constant(self, number: int) -> int:
        """The index of a constant that no instruction holds."""
        return self.constants.setdefault(number, len(self.constants))

    def mask(self, word: int, test: int, value: int) -> int:
        """The index of a set known once decks are."""
        return self.masks.setdefault((word, test, value), len(self.masks))

    def excluded_kind(self) -> int:
        """Where cards of a failed extract go: the kind named ``excluded``, else the last."""
        kinds = self.vocabulary.kinds
        return kinds.get("excluded", len(kinds) - 1)

    def argument_types(self, word: TimingPoint | Question | Window) -> list[Type]:
        """The types of a timing's, question's or window's arguments."""
        known = self._argument_types.get(word)
        if known is not None:
            return known
        found: list[Type] = []
        for argument in word.arguments:
            try:
                names = vars(inspect.getmodule(self.rules.card_class) or kernel)
                type_ = read_annotation(argument, names).type
                if type_.width != 1 or type_.kind in ("grid", "stack", "game", "none"):
                    raise UnknownAnnotation(type_)
                found.append(type_)
            except UnknownAnnotation as error:
                raise RulesetError(
                    f"{self.rules.name}: {word.name}: an argument cannot be {error}"
                ) from error
        self._argument_types[word] = found
        return found

    # ------------------------------------------------------------ signatures

    def signature(self, function: Any) -> Signature:
        """The function's parameters and result.

        :raises RuleSyntaxError: a parameter is not annotated, or by no type of the rule language.
        """
        known = self._signatures.get(function)
        if known is not None:
            return known
        text = self.texts.get(function)
        if text is not None and text.lines:
            found = argument_types(self, text)
            given = tuple((f"argument{at}", type_) for at, type_ in enumerate(found))
            self._signatures[function] = Signature(text.name, given, t.VOID, (), {}, {}, None)
            return self._signatures[function]
        source = self.source(function)
        node, names = source.node, names_of(function)
        arguments = node.args
        rest = arguments.vararg or arguments.kwarg
        if rest:
            source.refuse(rest, "a rule takes a fixed number of parameters")
        parameters = []
        is_wrapper = function in self.originals
        listed = [*arguments.posonlyargs, *arguments.args]
        if is_wrapper and not listed:
            source.refuse(
                node, "a wrapper takes what it wraps first", f"def {node.name}(original, ...)"
            )
        for number, argument in enumerate(listed):
            if is_wrapper and number == 0:
                continue
            if argument.annotation is None:
                owner = self._owner_of(function) if number == 0 else None
                if owner is not None:
                    parameters.append((argument.arg, owner))
                    continue
                source.refuse(
                    argument,
                    f"parameter {argument.arg!r} has no type",
                    f"annotate it: {argument.arg}: Card",
                )
            parameters.append((argument.arg, self._annotation(source, argument.annotation, names)))
        result = t.VOID
        if node.returns is not None:
            result = self._annotation(source, node.returns, names)
            if result.kind == "none":
                result = t.VOID
        returns = result is not t.NEVER
        if not returns:
            result = t.VOID
        constants = tuple(a.arg for a in arguments.kwonlyargs)
        values = function.__defaults__ or ()
        signature = Signature(
            node.name,
            tuple(parameters),
            result,
            constants,
            function.__kwdefaults__ or {},
            {a.arg: d for a, d in zip(reversed(listed), reversed(values), strict=False)},
            None if is_wrapper else _only_expression(source),
            returns,
        )
        self._signatures[function] = signature
        return signature

    def _owner_of(self, function: Any) -> Type | None:
        """The type of ``self`` in a derived word."""
        owners = {"card": t.CARD, "player": t.PLAYER, "ability": t.ABILITY, "game": t.GAME}
        for key, table in self.vocabulary.properties.items():
            if function in table.values():
                if key.startswith("record:"):
                    for cls in self.vocabulary.records:
                        if key == f"record:{cls.__name__}":
                            return Type("record", cls)
                return owners[key]
        return None

    def _annotation(self, source: Source, node: ast.expr, names: Mapping[str, Any]) -> Type:
        try:
            type_ = read_annotation(node, names).type
        except UnknownAnnotation as error:
            source.refuse(
                node,
                f"{error} is no type of the rule language",
                "known types: int, bool, Card, Player, Zone, Ability, an enumeration, a record, "
                "X | None, set[X], list[Card], Counts[E]",
            )
        if type_.kind in ("grid", "stack") or (
            type_ is t.NEVER and node is not source.node.returns
        ):
            source.refuse(node, f"{type_} cannot be passed", "pass the player")
        if type_.kind == "record" and type_.over not in self.vocabulary.records:
            source.refuse(
                node,
                f"{type_} is no record of this ruleset",
                "declare it with @rules.record(capacity=...)",
            )
        return type_

    # ------------------------------------------------------------ functions

    def function(
        self, function: Callable[..., Any], constants: tuple[tuple[str, int], ...] = ()
    ) -> int:
        """The number of what stands for a function, to be translated if it is new."""
        return self.exactly(self.effective(function), constants)

    def exactly(
        self, function: Callable[..., Any], constants: tuple[tuple[str, int], ...] = ()
    ) -> int:
        """The number of a function itself, whatever stands for it elsewhere."""
        signature = self.signature(function)
        bound = self._bound(function, signature, constants)
        key: Bound = (function, bound)
        if key in self.numbers:
            return self.numbers[key]
        number = len(self.functions)
        self.numbers[key] = number
        text = self.texts.get(function)
        if text is not None and text.lines:
            self.functions.append(stop_for(self, text))
            return number
        source = self.source(function)
        name = source.name
        if bound:
            name += "(" + ", ".join(f"{k}={v}" for k, v in bound) + ")"
        middle = Function(
            name,
            [],
            signature.result,
            self.clauses.get(function, ""),
            source.file,
            source.line(source.node),
        )
        self.functions.append(middle)
        for parameter, type_ in signature.parameters:
            middle.parameters.append(middle.register(type_, parameter))
        self.waiting.append((function, middle, bound))
        return number

    def translate(self) -> None:
        """Translate the functions asked for, and those that they ask for, one after the other."""
        while self.waiting:
            function, middle, bound = self.waiting.pop(0)
            source = self.source(function)
            try:
                self._translate(source, function, middle, bound)
            except RecursionError:
                source.refuse(source.node, "something is nested too deeply", "give its parts names")

    def _translate(
        self,
        source: Source,
        function: Callable[..., Any],
        middle: Function,
        bound: tuple[tuple[str, int], ...],
    ) -> None:
        scope = Scope(source, names_of(function), result=middle.result)
        translator = Inlining(self, middle, scope)
        for register in middle.parameters:
            scope.variables[register.name] = Value(register.type, register=register)
            scope.assigned.add(register.name)
        if function in self.originals:
            first = [*source.node.args.posonlyargs, *source.node.args.args][0].arg
            scope.variables[first] = Value(Type("original"), thing=self.originals[function])
            scope.assigned.add(first)
        for constant, value in bound:
            type_ = self._constant_type(source, constant)
            scope.variables[constant] = Value(type_, constant=value)
            scope.assigned.add(constant)
        scope.returns = self.signature(function).returns
        translator.body(source.node.body)
        if scope.reachable and not scope.returns:
            source.refuse(source.node, *MAY_RETURN)
        if scope.reachable:
            if middle.result.kind not in ("void", "none"):
                source.refuse(
                    source.node,
                    f"{source.name} may end without returning {middle.result}",
                    "return a value on every path",
                )
            translator.emit("RET")

    def _bound(
        self,
        function: Callable[..., Any],
        signature: Signature,
        constants: tuple[tuple[str, int], ...],
    ) -> tuple[tuple[str, int], ...]:
        """The constants of this function: those given, else the defaults."""
        given = dict(constants)
        found = []
        for name in signature.constants:
            if name in given:
                found.append((name, given[name]))
                continue
            if name not in signature.defaults:
                raise RulesetError(f"{signature.name}: argument {name!r} is not given")
            found.append((name, self._default(function, name, signature.defaults[name])))
        return tuple(found)

    def _default(self, function: Callable[..., Any], name: str, value: Any) -> int:
        if isinstance(value, Parameter):
            value = self.vocabulary.parameters.get(value.name)
        if isinstance(value, int):
            return int(value)
        source = self.source(function)
        at = next(a for a in source.node.args.kwonlyargs if a.arg == name)
        source.refuse(at, f"the default of {name} is no number")

    def _constant_type(self, source: Source, name: str) -> Type:
        for argument in source.node.args.kwonlyargs:
            if argument.arg == name and argument.annotation is not None:
                return self._annotation(source, argument.annotation, names_of(source.function))
        return t.INT

    # ------------------------------------------------------------ windows and delayed rules

    def offer(self, window: Window) -> int:
        """The number of the function that offers a window's actions."""
        from tefuda.lang.windows import offer_function

        key = ("offer", window.name)
        if key not in self.numbers:
            self.numbers[key] = len(self.functions)
            middle = Function(f"offer {window.name}", [], t.BOOL, window.clause)
            self.functions.append(middle)
            offer_function(self, window, middle)
        return self.numbers[key]

    def delayed(
        self,
        rule: Any,
        point: TimingPoint,
        given: list[Type],
        translator: AbilityWords,
        node: ast.Call,
    ) -> int:
        """The ability row of a rule given to ``later`` with values of these types."""
        signature = self.signature(self.effective(rule))
        types, kept = self.argument_types(point), len(given)
        if not kept <= len(signature.parameters) <= kept + len(types):
            translator.refuse(
                node,
                f"{signature.name} takes {len(signature.parameters)} parameters; it is given "
                f"{kept} kept values and up to {len(types)} of {point.name}",
            )
        for (parameter, want), have in zip(signature.parameters, [*given, *types], strict=False):
            if not assignable(want, have):
                translator.refuse(node, f"{parameter} of {signature.name} is {want}, given {have}")
        name = f"{signature.name}@{point.name}"
        same = next((x.function for x, _ in self.ability_texts if x.name == name), rule)
        text = AbilityText(
            name if same is rule else f"{rule.__module__}.{name}",
            Sort.RULE,
            rule,
            point=point,
            survives=True,
            words={"kept": kept},
            clause=self.clauses.get(rule, ""),
        )
        kinds = self.vocabulary.ability_kinds
        kinds.setdefault(text.name, len(kinds))
        key: tuple[str, tuple[tuple[str, int], ...]] = (text.name, (("kept", kept),))
        if key not in self.abilities:
            self.abilities[key] = len(self.ability_texts)
            self.ability_texts.append((text, key[1]))
        return self.abilities[key]

    def note_given(
        self, word: str, types: list[Type], translator: AbilityWords, node: ast.Call
    ) -> None:
        """All calls of ``perform`` give the same types of arguments, and all of ``legal``."""
        known: list[Type] | None = getattr(self, f"{word}_types")
        if known is None or len(types) > len(known):
            setattr(self, f"{word}_types", list(types))
        for mine, theirs in zip(types, known or [], strict=False):
            if not assignable(theirs.maybe(), mine) and not assignable(mine.maybe(), theirs):
                translator.refuse(node, f"{word} is given {mine} here and {theirs} elsewhere")


def _no_body() -> None:
    """A keyword does nothing by itself."""


def _only_expression(source: Source) -> ast.expr | None:
    body = source.node.body
    if body and isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant):
        body = body[1:]
    if len(body) != 1 or not isinstance(body[0], ast.Return):
        return None
    if source.extent.size > EXPRESSION or source.extent.naming:
        return None
    return body[0].value


__all__ = ["Bound", "RuleSyntaxError", "Signature", "Unit"]
