"""Statements: assignment, branches, loops, ``with``, ``return``."""

from __future__ import annotations

import ast
from collections.abc import Callable

from msgspec.structs import replace

from tefuda import kernel
from tefuda.lang import types as t
from tefuda.lang.annotations import KNOWN, UnknownAnnotation, read_annotation
from tefuda.lang.kernelwords import KernelWords
from tefuda.lang.middle import Label, Register
from tefuda.lang.operations import GAME_FIELDS
from tefuda.lang.trees import nodes
from tefuda.lang.types import Type
from tefuda.lang.values import Loop, Value

WITH = {kernel.after: "after", kernel.held: "held", kernel.extract: "extract"}


class Statements(KernelWords):
    """Translation of a function's body."""

    def body(self, statements: list[ast.stmt]) -> None:
        for number, statement in enumerate(statements):
            if not self.scope.reachable:
                self.unreached(statements[number:])
                return
            if (
                number == 0
                and isinstance(statement, ast.Expr)
                and isinstance(statement.value, ast.Constant)
                and isinstance(statement.value.value, str)
            ):
                continue
            self.statement(statement)

    def unreached(self, statements: list[ast.stmt]) -> None:
        """Check what is never carried out, and emit nothing of it."""
        scope, function = self.scope, self.function
        items, loops = len(function.items), [replace(loop) for loop in scope.loops]
        kept = (dict(scope.variables), set(scope.assigned), set(scope.sure), scope.reachable)
        scope.reachable = True
        self.body(statements)
        scope.variables, scope.assigned, scope.sure, scope.reachable = kept
        for loop, old in zip(scope.loops, loops, strict=True):
            loop.breaks = old.breaks
        del function.items[items:]

    def statement(self, node: ast.stmt) -> None:
        if not self.inlining:
            self.line = self.scope.source.line(node)
        match node:
            case ast.Assign(targets=[target]):
                self.assign(node, target, node.value)
            case ast.AnnAssign():
                self.annotated(node)
            case ast.AugAssign():
                self.augmented(node)
            case ast.Expr():
                self.expression_statement(node)
            case ast.If():
                self.branching(node)
            case ast.While():
                self.while_loop(node)
            case ast.For():
                self.for_loop(node)
            case ast.With():
                self.with_block(node)
            case ast.Return():
                self.returning(node)
            case ast.Break() | ast.Continue():
                self.leave_loop(node)
            case ast.Assert():
                yes = self.as_bool(node.test)
                self.emit("ASSERT", self.register(yes), imm=self.line)
                self.learn(node.test, True)
            case ast.Pass():
                return
            case ast.Assign():
                self.refuse(node, "one target at a time", "write one assignment a line")
            case ast.Try() | ast.Raise():
                self.refuse(node, "rules have no exceptions", "return whether it succeeded")
            case ast.FunctionDef() | ast.ClassDef():
                self.refuse(node, "definitions inside a rule", "write it at the module's level")
            case ast.Global() | ast.Nonlocal():
                self.refuse(
                    node,
                    "a rule remembers nothing outside the game",
                    "declare a variable: an annotated word of Game, Player or Card",
                )
            case ast.Delete():
                self.refuse(node, "nothing is deleted in rules", "drop(record) gives one back")
            case ast.Import() | ast.ImportFrom():
                self.refuse(node, "imports stand at the top of the file")
            case _:
                self.refuse(node, f"{type(node).__name__} is outside the rule language")

    # ------------------------------------------------------------ assignment

    def assign(self, node: ast.stmt, target: ast.expr, value_node: ast.expr) -> None:
        match target:
            case ast.Name():
                self.assign_name(target, self.value(value_node, self.type_of(target)), value_node)
            case ast.Attribute():
                self.assign_word(target, value_node)
            case ast.Subscript():
                self.refuse(target, "places cannot be assigned", "put(card, zone) moves a card")
            case _:
                self.refuse(target, "one target at a time", "write one assignment a line")

    def type_of(self, target: ast.Name) -> Type | None:
        known = self.scope.variables.get(target.id)
        return known.type if known is not None else None

    def assign_name(self, target: ast.Name, value: Value, node: ast.expr) -> None:
        scope = self.scope
        known = scope.variables.get(target.id)
        if value.type.kind == "grid":
            self.alias_grid(target, value, node)
            return
        if value.type.kind in ("word", "thing", "builtin", "stack", "game", "was"):
            self.refuse(node, f"{ast.unparse(node)} cannot be kept in a variable")
        if value.type.kind == "void":
            self.refuse(node, f"{ast.unparse(node)} gives nothing")
        if known is None:
            if value.type.kind == "none":
                self.refuse(
                    node,
                    "the type of this None is not known",
                    f"annotate it: {target.id}: Card | None = None",
                )
            type_ = t.ZONE if value.type.kind == "zoneof" else value.type
            into = self.new(type_, target.id)
            scope.variables[target.id] = Value(type_, register=into)
        else:
            type_ = known.type
            self.check(node, value, type_, f" ({target.id})")
            if known.register is None:
                self.refuse(target, f"{target.id} is a constant here")
            into = known.register
        self.move(into, value, node)
        scope.assigned.add(target.id)
        self.forget(target.id)
        if type_.optional and not value.type.optional:
            scope.sure.add(target.id)

    def alias_grid(self, target: ast.Name, value: Value, node: ast.expr) -> None:
        """A variable that stands for a player's grid: the player is what is kept."""
        known = self.scope.variables.get(target.id)
        assert value.player is not None
        if known is not None and (known.type.kind != "grid" or known.kind != value.kind):
            self.refuse(node, f"{target.id} was {known.type} before, now another grid")
        player = known.player if known is not None else None
        if player is None or player.register is None:
            player = Value(t.PLAYER, register=self.new(t.PLAYER, target.id))
        assert player.register is not None
        self.move(player.register, value.player, node)
        self.scope.variables[target.id] = Value(value.type, player=player, kind=value.kind)
        self.scope.assigned.add(target.id)

    def annotated(self, node: ast.AnnAssign) -> None:
        if not isinstance(node.target, ast.Name):
            self.refuse(node, "annotations belong to variables")
        try:
            type_ = read_annotation(node.annotation, self.scope.names).type
        except UnknownAnnotation as error:
            self.refuse(
                node.annotation, f"{error} is no type of the rule language", f"known types: {KNOWN}"
            )
        if type_.kind in ("grid", "stack", "game", "none"):
            self.refuse(node.annotation, f"{type_} cannot be kept in a variable")
        if type_.kind == "record" and type_.over not in self.vocabulary.records:
            self.refuse(node.annotation, f"{type_} is no record of this ruleset")
        if node.target.id in self.scope.variables:
            self.refuse(node, f"{node.target.id} has a type already")
        into = self.new(type_, node.target.id)
        self.scope.variables[node.target.id] = Value(type_, register=into)
        if node.value is not None:
            self.assign_name(node.target, self.value(node.value, type_), node.value)

    def augmented(self, node: ast.AugAssign) -> None:
        target = node.target
        left_node: ast.expr
        if isinstance(target, ast.Name):
            left_node = ast.copy_location(ast.Name(target.id, ast.Load()), target)
        elif isinstance(target, ast.Attribute):
            if any(isinstance(n, ast.Call) for n in nodes(target.value)):
                self.refuse(target, "this would be called twice", "give it a name before")
            left_node = ast.copy_location(
                ast.Attribute(target.value, target.attr, ast.Load()), target
            )
        else:
            self.refuse(node, "places cannot be assigned")
        combined = ast.copy_location(ast.BinOp(left_node, node.op, node.value), node)
        self.assign(node, target, combined)

    def assign_word(self, target: ast.Attribute, value_node: ast.expr) -> None:
        value = self.value(value_node)
        base = self.value(target.value)
        if base.type.optional:
            self.check(target.value, base, base.type.sure())
        store = getattr(self, f"store_{base.type.kind}", None)
        if store is None:
            self.refuse(target, f"words of {base.type} cannot be assigned")
        type_ = store(target, base, target.attr, value, value_node)
        key = self.key(target)
        if key is not None:
            self.forget(key)
            if type_.optional and not value.type.optional:
                self.scope.sure.add(key)

    def stored(self, type_: Type, value: Value, node: ast.expr) -> Register:
        """A value of the word's type, in a register."""
        self.check(node, value, type_)
        if type_.kind == "set":
            return self.as_cards(value, node)
        return self.register(value, node)

    def store_card(
        self, target: ast.Attribute, base: Value, name: str, value: Value, node: ast.expr
    ) -> Type:
        v = self.vocabulary
        if name in v.flags:
            self.check(node, value, t.BOOL)
            card = self.register(base)
            if value.constant is not None:
                self.emit("FSET" if value.constant else "FCLR", card, imm=v.flags[name])
            else:
                self.emit("FPUT", card, self.register(value, node), imm=v.flags[name])
            return t.BOOL
        if name in v.card_variables:
            variable = v.card_variables[name]
            register = self.stored(variable.type, value, node)
            self.emit("STC", self.register(base), register, imm=variable.offset)
            return variable.type
        if name in v.words:
            hint = "modify(...) and set_to(...) change a stat" if v.words[name].stat else None
            self.refuse(target, f"{name!r} cannot be assigned", hint)
        self.unknown(target, "variable of Card", name, [*v.flags, *v.card_variables])

    def store_player(
        self, target: ast.Attribute, base: Value, name: str, value: Value, node: ast.expr
    ) -> Type:
        v = self.vocabulary
        if name not in v.player_variables:
            self.unknown(target, "variable of Player", name, v.player_variables)
        variable = v.player_variables[name]
        op = "STPS" if variable.type.kind == "set" else "STP"
        register = self.stored(variable.type, value, node)
        self.emit(op, self.register(base), register, imm=variable.offset)
        return variable.type

    def store_game(
        self, target: ast.Attribute, base: Value, name: str, value: Value, node: ast.expr
    ) -> Type:
        v = self.vocabulary
        if name in ("first", "turn", "turn_player"):
            type_ = t.INT if name == "turn" else t.PLAYER
            self.emit("STB", self.stored(type_, value, node), imm=GAME_FIELDS.index(name))
            return type_
        if name not in v.game_variables:
            self.unknown(target, "variable of Game", name, v.game_variables)
        variable = v.game_variables[name]
        op = "STGS" if variable.type.kind == "set" else "STG"
        self.emit(op, self.stored(variable.type, value, node), imm=variable.offset)
        return variable.type

    def store_record(
        self, target: ast.Attribute, base: Value, name: str, value: Value, node: ast.expr
    ) -> Type:
        info = self.vocabulary.records[base.type.over]
        if name not in info.fields:
            self.unknown(target, f"field of {base.type}", name, info.fields)
        variable = info.fields[name]
        record = self.register(base)
        op = "STFS" if variable.type.kind == "set" else "STF"
        self.emit(op, record, self.stored(variable.type, value, node), imm=variable.offset)
        return variable.type

    def named(self, node: ast.NamedExpr) -> Value:
        if self.scope.comprehensions:
            self.refuse(node, ":= inside a set", "set the variable on a line before")
        self.assign_name(node.target, self.value(node.value), node.value)
        return self.scope.variables[node.target.id]

    def expression_statement(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Constant):
            if node.value.value is Ellipsis or isinstance(node.value.value, str):
                return
            self.refuse(node, "this does nothing")
        waits = isinstance(node.value, (ast.Await, ast.Yield, ast.YieldFrom))
        if not waits and not isinstance(node.value, (ast.Call, ast.NamedExpr)):
            self.refuse(node, "this does nothing", "did you mean to assign or to call?")
        self.value(node.value)

    # ------------------------------------------------------------ branches

    def branching(self, node: ast.If) -> None:
        known = self.known(node.test)
        if known is not None:
            self.unreached(node.orelse if known else node.body)
            self.body(node.body if known else node.orelse)
            return
        scope = self.scope
        yes, no, end = self.label(), self.label(), self.label()
        sure = set(scope.sure)
        self.condition(node.test, yes, no, yes)
        self.mark(yes)
        before = set(scope.assigned)
        self.learn(node.test, True)
        self.body(node.body)
        after_yes, sure_yes, reached_yes = set(scope.assigned), set(scope.sure), scope.reachable
        if node.orelse and reached_yes:
            self.jump(end)
        self.mark(no)
        scope.assigned, scope.sure, scope.reachable = set(before), set(sure), True
        self.learn(node.test, False)
        self.body(node.orelse)
        if node.orelse:
            self.mark(end)
        if not reached_yes:
            return
        if not scope.reachable:
            scope.assigned, scope.sure, scope.reachable = after_yes, sure_yes, True
            return
        scope.assigned &= after_yes
        scope.sure &= sure_yes

    # ------------------------------------------------------------ loops

    def while_loop(self, node: ast.While) -> None:
        if node.orelse:
            self.refuse(node, "a loop has no else in rules")
        scope = self.scope
        always = isinstance(node.test, ast.Constant) and bool(node.test.value)
        start, body, end = self.label(), self.label(), self.label()
        self.unlearn(node)
        if not always:
            self.condition(node.test, body, end, body)
        before, sure = set(scope.assigned), set(scope.sure)
        self.mark(body)
        self.learn(node.test, True)
        loop = Loop(start, end)
        scope.loops.append(loop)
        self.body(node.body)
        scope.loops.pop()
        self.mark(start)
        scope.reachable = True
        scope.sure = set(sure)
        scope.assigned = set(before)
        if always:
            self.emit("LOOP", label=body)
            self.mark(end)
            scope.reachable = loop.breaks is not None
            scope.assigned = loop.breaks if loop.breaks is not None else before
        else:
            again = self.label()
            self.condition(node.test, again, end, again)
            self.mark(again)
            self.emit("LOOP", label=body)
            self.mark(end)
            if loop.breaks is None:
                self.learn(node.test, False)
            else:
                scope.assigned = before & loop.breaks

    def unlearn(self, node: ast.While | ast.For) -> None:
        """Forget what a loop's body changes, since it runs again."""
        for inner in nodes(node):
            if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store):
                self.forget(inner.id)
            elif isinstance(inner, ast.Attribute) and isinstance(inner.ctx, ast.Store):
                key = self.key(inner)
                if key is not None:
                    self.forget(key)

    def for_loop(self, node: ast.For) -> None:
        if node.orelse:
            self.refuse(node, "a loop has no else in rules")
        if not isinstance(node.target, ast.Name):
            self.refuse(node.target, "one variable is needed here")
        self.unlearn(node)
        scope = self.scope
        before, sure = set(scope.assigned), set(scope.sure)
        loop_over = self.loop_kind(node)
        loop_over(node)
        scope.assigned, scope.sure, scope.reachable = before, sure, True

    def loop_kind(self, node: ast.For) -> Callable[[ast.For], None]:
        call = node.iter
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name):
            if call.func.id == "range" and call.func.id not in self.scope.names:
                return self.range_loop
            if self.object_of(call.func) is kernel.abilities:
                return self.ability_loop
        return self.element_loop

    def loop_variable(self, node: ast.For, type_: Type) -> Register:
        assert isinstance(node.target, ast.Name)
        name = node.target.id
        known = self.scope.variables.get(name) if name != "_" else None
        if known is not None:
            if known.register is None:
                self.refuse(node.target, f"{name} is a constant here")
            if known.type != type_:
                self.refuse(node.target, f"{name} was {known.type} before, now {type_}")
            register = known.register
        else:
            register = self.new(type_, name)
            self.scope.variables[name] = Value(type_, register=register)
        self.scope.assigned.add(name)
        self.forget(name)
        return register

    def loop_body(self, node: ast.For, following: Label, end: Label) -> None:
        self.scope.loops.append(Loop(following, end))
        self.body(node.body)
        self.scope.loops.pop()
        self.scope.reachable = True

    def element_loop(self, node: ast.For) -> None:
        value = self.value(node.iter)
        if value.type.optional:
            self.check(node.iter, value, value.type.sure())
        if value.type.kind in ("zone", "zoneof", "list"):
            self.ordered_loop(node, value)
            return
        if value.type.kind == "stack":
            self.stack_loop(node, value)
            return
        if value.type.kind in ("small", "grid", "thing"):
            source = self.iterable(node.iter)
            members = list(getattr(value.thing, "__members__", {}).values())
            if members != sorted(members):
                self.refuse(
                    node.iter,
                    f"{value.thing.__name__} is looped over by number, not as declared",
                    "give its members ascending numbers",
                )
            element = source.type.over
        else:
            source, element = self.as_cards(value, node.iter), t.CARD
        if element == t.CARD and self.flag_loop(node, source):
            return
        variable = self.loop_variable(node, element)
        self.loop_over(source, variable, lambda f, e: self.loop_body(node, f, e))

    def flag_loop(self, node: ast.For, source: Register) -> bool:
        """A loop that only sets flags to True or False is one step for each flag."""
        assert isinstance(node.target, ast.Name)
        found = []
        for statement in node.body:
            match statement:
                case ast.Assign(
                    targets=[ast.Attribute(value=ast.Name(id=name), attr=word)],
                    value=ast.Constant(value=bool(value)),
                ) if name == node.target.id and word in self.vocabulary.flags:
                    found.append(("FSETS" if value else "FCLRS", word))
                case _:
                    return False
        for op, word in found:
            self.emit(op, source, imm=self.vocabulary.flags[word])
        return bool(found)

    def ordered_loop(self, node: ast.For, value: Value) -> None:
        """Over a zone or a list in its own order, as it was."""
        if value.type.kind == "list":
            cards = self.new(t.LIST)
            self.emit("LMOV", cards, self.register(value))
        else:
            cards = self.new(t.LIST)
            self.emit("LZONE", cards, self.register(value))
        index = self.new(t.INT)
        self.load(0, index)
        start, end = self.label(), self.label()
        variable = self.loop_variable(node, t.CARD)
        self.mark(start)
        self.emit("LITER", variable, cards, index, label=end)
        again = self.label()
        self.loop_body(node, again, end)
        self.mark(again)
        self.emit("LOOP", label=start)
        self.mark(end)

    def stack_loop(self, node: ast.For, value: Value) -> None:
        """Over a stack from the bottom, as high as it is at each step."""
        index, height = self.new(t.INT), self.new(t.INT)
        self.load(0, index)
        start, again, end = self.label(), self.label(), self.label()
        variable = self.loop_variable(node, Type("record", value.type.over))
        self.mark(start)
        self.emit("CLEN", height, imm=value.kind)
        self.emit("JLE", height, index, label=end)
        self.emit("CAT", variable, index, imm=value.kind)
        self.loop_body(node, again, end)
        self.mark(again)
        self.emit("ADDI", index, index, imm=1)
        self.emit("LOOP", label=start)
        self.mark(end)

    def range_loop(self, node: ast.For) -> None:
        call = node.iter
        assert isinstance(call, ast.Call)
        if not 1 <= len(call.args) <= 2 or call.keywords:
            self.refuse(call, "range takes one or two numbers here")
        first = self.checked(call.args[0], t.INT) if len(call.args) == 2 else self.constant(0)
        last = self.checked(call.args[-1], t.INT)
        bound = self.new(t.INT)
        self.move(bound, last, call.args[-1])
        index = self.new(t.INT)
        self.move(index, first, call.args[0])
        start, again, end = self.label(), self.label(), self.label()
        variable = self.loop_variable(node, t.INT)
        self.mark(start)
        self.emit("JLE", bound, index, label=end)
        self.emit("MOV", variable, index)
        self.loop_body(node, again, end)
        self.mark(again)
        self.emit("ADDI", index, index, imm=1)
        self.emit("LOOP", label=start)
        self.mark(end)

    def ability_loop(self, node: ast.For) -> None:
        call = node.iter
        assert isinstance(call, ast.Call)
        self.arguments(call, 1, most=2)
        card = self.number(call.args[0], t.CARD)
        sort = self.ability_sort(call.args[1] if len(call.args) > 1 else None)
        cursor = self.new(t.INT)
        self.load(0, cursor)
        start, again, end = self.label(), self.label(), self.label()
        variable = self.loop_variable(node, t.ABILITY)
        self.mark(start)
        self.emit("ABNEXT", variable, cursor, card, imm=sort)
        self.emit("JNONE", variable, label=end)
        self.loop_body(node, again, end)
        self.mark(again)
        self.emit("LOOP", label=start)
        self.mark(end)

    def leave_loop(self, node: ast.Break | ast.Continue) -> None:
        if not self.scope.loops:
            if self.scope.within:
                self.refuse(
                    node,
                    "a with block cannot be left by break or continue",
                    "set a flag and test it after the block",
                )
            self.refuse(node, "no loop to leave here")
        loop = self.scope.loops[-1]
        if isinstance(node, ast.Break):
            here = set(self.scope.assigned)
            loop.breaks = here if loop.breaks is None else loop.breaks & here
            self.jump(loop.end)
        else:
            self.jump(loop.start)
        self.scope.reachable = False

    # ------------------------------------------------------------ with, return

    def with_block(self, node: ast.With) -> None:
        if len(node.items) != 1 or node.items[0].optional_vars is not None:
            self.refuse(node, "one with at a time, without as")
        call = node.items[0].context_expr
        word = self.object_of(call.func) if isinstance(call, ast.Call) else None
        if not self.unit.is_kernel_word(word) or word not in WITH:
            self.refuse(node, "with takes after(...), held() or extract(...)")
        assert isinstance(call, ast.Call)
        loops, self.scope.loops = self.scope.loops, []
        self.scope.within += 1
        getattr(self, f"with_{WITH[word]}")(node, call)
        self.scope.within -= 1
        self.scope.loops = loops

    def with_after(self, node: ast.With, call: ast.Call) -> None:
        self.arguments(call, 2)
        point = self.timing_point(call.args[0])
        cards = self.new(t.CARDS)
        self.emit("SMOV", cards, self.cards(call.args[1]))
        mark = self.new(t.INT)
        channel = self.vocabulary.channels[point.name]
        self.emit("AFTERB", cards, mark, imm=channel)
        self.body(node.body)
        self.emit("AFTERE", cards, mark, imm=channel)
        self.emit("SETTLE", mark)
        self.emit("WASEND")

    def with_held(self, node: ast.With, call: ast.Call) -> None:
        self.arguments(call, 0)
        mark = self.new(t.INT)
        self.emit("HELDB", mark)
        self.body(node.body)
        self.emit("HELDE")
        self.emit("SETTLE", mark)

    def with_extract(self, node: ast.With, call: ast.Call) -> None:
        self.arguments(call, 1)
        cards = self.new(t.CARDS)
        self.emit("SMOV", cards, self.cards(call.args[0]))
        self.emit("LIFT", cards)
        self.body(node.body)
        self.emit("UNLIFT", cards, imm=self.unit.excluded_kind())

    def returning(self, node: ast.Return) -> None:
        scope = self.scope
        if scope.within:
            self.refuse(node, "a with block cannot be left by return", "return after the block")
        if not scope.returns:
            self.refuse(node, "this function is annotated NoReturn", "annotate -> None")
        want = scope.result or t.VOID
        if node.value is None or (
            isinstance(node.value, ast.Constant)
            and node.value.value is None
            and want.kind in ("void", "none")
        ):
            if want.kind not in ("void", "none") and not want.optional:
                self.refuse(node, f"{want} is to be returned")
            if want.optional and want.kind != "none":
                self.emit("RETV", self.register(self.constant(-1, want)))
            else:
                self.emit("RET")
            scope.reachable = False
            return
        if want.kind in ("void", "none"):
            self.refuse(node, "this function returns nothing", "annotate what it returns: -> int")
        value = self.value(node.value, want)
        self.check(node.value, value, want)
        if want.kind == "set":
            self.emit("RETS", self.as_cards(value, node.value))
        elif want.kind == "list":
            self.emit("RETL", self.register(value, node.value))
        else:
            self.emit("RETV", self.register(value, node.value))
        scope.reachable = False
