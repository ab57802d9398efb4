# cython: annotation_typing=False, wraparound=True, boundscheck=True
"""Shorter ways through a function: fewer jumps, none to a jump, no test of what is known."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tefuda.lang.middle import Begin, Function, Item, Label, Register, Step, note
from tefuda.lang.operations import BACK, ENDS, SKIPS

_PAIRS: Final = (
    ("JT", "JF"),
    ("JSOME", "JNONE"),
    ("JEQ", "JNE"),
    ("JEQI", "JNEI"),
    ("JLTI", "JGEI"),
    ("JLEI", "JGTI"),
    ("JHAS", "JHASN"),
    ("JSET", "JSETN"),
    ("JSEQ", "JSNE"),
    ("JSUB", "JSUBN"),
    ("JFLAG", "JFLAGN"),
)
#: The jump that is taken when the other is not.
OPPOSITE: Final = {a: b for pair in _PAIRS for a, b in (pair, pair[::-1])}
#: Those whose opposite takes its operands the other way round.
SWAPPED: Final = {"JLT": "JLE", "JLE": "JLT"}
#: Tests of one number that may be known, with the number they compare with.
TESTS: Final[dict[str, Callable[[int, int], bool]]] = {
    "JT": lambda a, b: a != 0,
    "JF": lambda a, b: a == 0,
    "JSOME": lambda a, b: a >= 0,
    "JNONE": lambda a, b: a < 0,
    "JEQI": lambda a, b: a == b,
    "JNEI": lambda a, b: a != b,
    "JLTI": lambda a, b: a < b,
    "JLEI": lambda a, b: a <= b,
    "JGTI": lambda a, b: a > b,
    "JGEI": lambda a, b: a >= b,
}
#: Jumps that may go where they lead to the next step: nothing about them can fail.
IDLE: Final = frozenset(
    ("JMP", "JEQ", "JNE", "JLT", "JLE", "JSET", "JSETN", "JSEQ", "JSNE", "JSUB", "JSUBN", "JQUIET")
) | frozenset(TESTS)
#: Two rounds are enough for nearly all functions.
ROUNDS: Final = 16
RETURNS: Final = frozenset(("RET", "RETV", "RETS", "RETL"))


def shorten_jumps(function: Function) -> bool:
    """Simplify the jumps of a function in place; what it does stays the same."""
    changed = False
    if not function.labels:
        return False
    for number in range(ROUNDS):
        followed = _follow(function)
        if number and not followed:
            break
        straightened = _straighten(function)
        if not (followed or straightened):
            break
        changed = True
    return changed


def _first_steps(items: list[Item]) -> list[int]:
    """For each position that of the first step there or behind; labels note theirs."""
    firsts = [len(items)] * (len(items) + 1)
    at = len(items)
    for position in range(len(items) - 1, -1, -1):
        item = items[position]
        if isinstance(item, Label):
            label = item
            label.position = position
        else:
            at = position
        firsts[position] = at
    return firsts


class _Ways:
    """What is known of the ways through a function while it is walked once."""

    def __init__(self, function: Function) -> None:
        self.function = function
        self.items = function.items
        self.firsts = _first_steps(function.items)
        #: Registers that hold a number known here.
        self.known: dict[Register, int] = {}
        #: Labels to be put behind steps, and jumps to be put before items.
        self.behind: dict[int, Label] = {}
        self.before: dict[int, Step] = {}

    def end_of(self, label: Label) -> Label:
        """Where a jump to a label leads in the end: behind further jumps, and tests known here."""
        while True:
            at = self.firsts[label.position]
            if at >= len(self.items):
                return label
            step = self.items[at]
            assert isinstance(step, Step)
            if step.op == "JMP":
                assert step.label is not None
                following = step.label
            elif step.op in TESTS and step.a in self.known:
                following = self.decided(at, step)
            else:
                return label
            if following.position <= label.position:
                return label
            label = following

    def decided(self, at: int, step: Step) -> Label:
        """Where a test leads whose answer is known."""
        assert isinstance(step.a, Register)
        assert isinstance(step.b, int)
        assert step.label is not None
        if TESTS[step.op](self.known[step.a], step.b):
            return step.label
        if at not in self.behind:
            self.behind[at] = self.function.label()
            # behind the step: what comes next there is what comes next here
            self.behind[at].position = at + 1
        return self.behind[at]

    def write(self) -> None:
        """Put the new labels and jumps where they belong."""
        if not self.behind and not self.before:
            return
        result: list[Item] = []
        for position, item in enumerate(self.items):
            if position in self.before:
                result.append(self.before[position])
            result.append(item)
            if position in self.behind:
                result.append(self.behind[position])
        self.function.items = result


def _follow(function: Function) -> bool:
    """Let jumps lead to where they end; a jump to a return is that return."""
    ways = _Ways(function)
    items, known = ways.items, ways.known
    changed = False
    line = 0
    for position, item in enumerate(items):
        if isinstance(item, Label):
            label = item
            if known and not isinstance(label, Begin):
                target = ways.end_of(label)
                if target is not label and not _only_labels(items, label, target):
                    ways.before[position] = Step("JMP", label=target, line=line)
                    changed = True
                known.clear()
            continue
        step = item
        op, line = step.op, step.line
        if op == "MOVI":
            assert isinstance(step.a, Register)
            known[step.a] = step.imm
            continue
        if step.label is not None and op not in BACK:
            if op in TESTS and step.a in known:
                # decided here: the jump is to where it leads
                target = ways.decided(position, step)
                step.op, step.a, step.b, step.label = "JMP", 0, 0, target
                step.changed()
                op, changed = "JMP", True
            assert step.label is not None
            target = ways.end_of(step.label)
            if target is not step.label:
                step.label, changed = target, True
            if op == "JMP" and not _comes_next(items, position + 1, target):
                changed |= _returned(ways, step)
        if known:
            if step.used < 0:
                note(step)
            for register in list(known):
                if register.bit & step.defined:
                    del known[register]
            if op in ENDS:
                known.clear()
    ways.write()
    return changed


def _only_labels(items: list[Item], start: Label, end: Label) -> bool:
    """Whether nothing but labels lies between two."""
    if end.position > len(items) or end.position < start.position:
        return False
    between = [i for i in items[start.position : end.position] if not isinstance(i, Label)]
    return not between


def _returned(ways: _Ways, jump: Step) -> bool:
    """Let a jump to a return be that return."""
    assert jump.label is not None
    at = ways.firsts[jump.label.position]
    step = ways.items[at] if at < len(ways.items) else None
    if not isinstance(step, Step) or step.op not in RETURNS:
        return False
    jump.op, jump.a, jump.label = step.op, step.a, None
    jump.changed()
    return True


def _comes_next(items: list[Item], at: int, label: Label | None) -> bool:
    """Whether a label stands before the next step."""
    while at < len(items):
        item = items[at]
        if not isinstance(item, Label):
            return False
        if item is label:
            return True
        at += 1
    return False


def _follows_jump(items: list[Item], at: int, label: Label, ways: dict[Label, int]) -> bool:
    """Whether a label is the next that is led to behind a jump: no step between is reached."""
    while at < len(items):
        item = items[at]
        if item is label:
            return True
        if isinstance(item, Label) and ways.get(item):
            return _comes_next(items, at, label)
        at += 1
    return False


def _straighten(function: Function) -> bool:
    """Drop what is never reached, and jumps to the next step; turn jumps over jumps round."""
    items = function.items
    #: How many steps lead to each label.
    ways: dict[Label, int] = {}
    for item in items:
        if isinstance(item, Step):
            step = item
            if step.label is not None:
                ways[step.label] = ways.get(step.label, 0) + 1
    result: list[Item] = []
    reached, inverted = True, False
    #: A jump that is not needed any more, and where what follows it is reached again.
    skip: Step | None = None
    resume: Label | None = None
    for position, item in enumerate(items):
        if isinstance(item, Label):
            if isinstance(item, Begin):
                if reached:
                    result.append(item)
            else:
                reached |= item is resume
                if ways.get(item):
                    reached = True
                    result.append(item)
            continue
        step = item
        label = step.label
        if step is skip:  # what leads to its label now is the jump before it
            reached = False
            continue
        if not reached:
            if label is not None:
                ways[label] -= 1
            continue
        op = step.op
        if label is not None and op not in BACK:
            if op == "JMP":
                idle = _follows_jump(items, position + 1, label, ways)
            else:
                idle = op in IDLE and _comes_next(items, position + 1, label)
            if idle:
                ways[label] -= 1
                reached, resume = op != "JMP", label
                continue
            at = position + 1
            following = items[at] if at < len(items) else None
            while isinstance(following, Label) and not ways.get(following):
                at += 1
                following = items[at] if at < len(items) else None
            if (
                isinstance(following, Step)
                and following.op == "JMP"
                and (op in OPPOSITE or op in SWAPPED)
                and _follows_jump(items, at + 1, label, ways)
            ):
                if op in SWAPPED:
                    step.op, step.a, step.b = SWAPPED[op], step.b, step.a
                else:
                    step.op = OPPOSITE[op]
                ways[label] -= 1
                step.label = following.label
                inverted, skip, resume = True, following, label
        result.append(step)
        if op in ENDS:
            last = result[-2] if len(result) > 1 else None
            reached = isinstance(last, Step) and last.op in SKIPS
    changed = inverted or len(result) != len(items)
    function.items = result
    return changed
