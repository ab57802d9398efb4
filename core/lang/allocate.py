# cython: annotation_typing=False, wraparound=True, boundscheck=True
"""Giving registers their slots in a function's frame.

Registers get slots by linear scan over their live ranges. Arguments of calls and of operations with
many operands must lie in consecutive slots above everything that lives across the step; a register
that is used as an argument only is put there at once, and a result that is used before the next
such step stays where it came back. What cannot be placed so is copied.
"""

from __future__ import annotations

from typing import Final

from tefuda.lang.middle import COPIES, Function, Item, Register, Step, liveness, reads

#: Slots below the arguments of a call: where to return, and the cause to restore.
HIDDEN: Final = 2
#: What makes a frame of its own.
CALLS: Final = frozenset(("CALL", "PERFORM", "LEGAL"))
#: Steps whose result must stay where it comes back, since they may skip the next.
FIXED: Final = frozenset(("COLLECT",))
#: As many slots, as bits from the lowest.
WORDS: Final = [0, 1, 3, 7, 15]
#: The largest frame: slots are bytes, and what operations run lies above.
MOST_SLOTS: Final = 240


class Frame:
    """Where everything of a function lies."""

    def __init__(self, live: list[int]) -> None:
        self.slots: dict[Register, int] = {}
        #: First slot of the arguments of each step that has some.
        self.bases: dict[int, int] = {}
        self.size = 0
        self.live = live


class Range:
    """The live range of a register, in half positions: uses are even, definitions odd."""

    def __init__(self, register: Register, start: int, end: int, definitions: int) -> None:
        self.register = register
        self.start = start
        self.end = end
        self.definitions = definitions

    def meets(self, start: int, end: int) -> bool:
        """Whether it overlaps another range."""
        return self.start <= end and start <= self.end


class FrameTooLarge(Exception):
    """A function needs more slots than a frame can have."""


def allocate(function: Function) -> Frame:
    """Place a function's registers.

    :raises FrameTooLarge: it has too many variables at once.
    """
    items = function.items
    frame = Frame(liveness(items) if function.live is None else function.live)
    ranges = _ranges(function, frame.live)
    areas = [p for p, item in enumerate(items) if isinstance(item, Step) and has_area(item)]
    temporaries = _argument_temporaries(items, ranges, areas)
    results = _result_temporaries(items, ranges, areas, temporaries)
    offset = 0
    for parameter in function.parameters:
        frame.slots[parameter] = offset
        offset += parameter.width
    frame.size = offset
    apart = {*temporaries, *results, *function.parameters}
    _scan(frame, ranges, apart, function, _copied_from(items, ranges))
    for position in reversed(areas):
        _place_area(frame, items, position, ranges, temporaries, results)
    leftover = [r for r in ranges if r not in frame.slots]
    for register in leftover:
        frame.slots[register] = frame.size
        frame.size += register.width
    if frame.size > MOST_SLOTS:
        raise FrameTooLarge(function.name)
    return frame


def has_area(step: Step) -> bool:
    """Whether a step takes its arguments in consecutive slots."""
    return bool(step.args) or step.result is not None or step.op in CALLS


def _ranges(function: Function, live: list[int]) -> dict[Register, Range]:
    """The live range of every register that has one.

    What is read is live there: ranges reach from where registers begin to be live to their last
    read; what is written and not read has a place, too.
    """
    made = function.made
    wide = 0
    for register in made:
        if register.width > 1:
            wide |= register.bit
    starts: list[int | None] = [None] * len(made)
    ends, definitions = [-1] * len(made), [0] * len(made)
    for parameter in function.parameters:
        starts[parameter.number] = -1
    before = 0
    for position, item in enumerate(function.items):
        alive = live[position]
        turned = before ^ alive
        while turned:
            low = turned & -turned
            turned ^= low
            number = low.bit_length() - 1
            at = 2 * position if alive & low else 2 * position - 2
            if starts[number] is None:
                starts[number] = at
            if at > ends[number]:
                ends[number] = at
        before = alive
        if isinstance(item, Step):
            step = item
            written = step.defined
            all_early = step.used & wide or step.args or step.label is not None
            while written:
                low = written & -written
                written ^= low
                number = low.bit_length() - 1
                at = 2 * position + (0 if all_early or low & wide else 1)
                if starts[number] is None:
                    starts[number] = at
                if at > ends[number]:
                    ends[number] = at
                definitions[number] += 1
    last = 2 * (len(function.items) - 1)
    ranges = {}
    for register, start, end, count in zip(made, starts, ends, definitions, strict=True):
        if start is not None:
            end = last if before & register.bit else end
            ranges[register] = Range(register, start, end, count)
    return ranges


def _argument_temporaries(
    items: list[Item], ranges: dict[Register, Range], areas: list[int]
) -> dict[Register, int]:
    """Registers read once, as an argument, and gone after it."""
    once = several = 0
    for item in items:
        if isinstance(item, Step):
            step = item
            several |= once & step.used
            once |= step.used
    found = {}
    for position in areas:
        item = items[position]
        assert isinstance(item, Step)
        step = item
        if not step.args:
            continue
        given = reads(step)
        for register in step.args:
            range_ = ranges[register]
            if (
                not several & register.bit
                and range_.end == 2 * position
                and range_.start >= 0
                and given.count(register) == 1
                and not _merged(items, range_, position)
            ):
                found[register] = position
    return found


def _merged(items: list[Item], range_: Range, position: int) -> bool:
    """Whether a loop's start lies inside a range: then it is no simple temporary."""
    for at in range(range_.start // 2, position):
        item = items[at]
        if isinstance(item, Step):
            step = item
            if step.op in ("LOOP", "SNEXT", "BNEXT"):
                return True
    return False


def _result_temporaries(
    items: list[Item],
    ranges: dict[Register, Range],
    areas: list[int],
    temporaries: dict[Register, int],
) -> dict[Register, int]:
    """Results used up before the next step with arguments."""
    found = {}
    for index, position in enumerate(areas):
        item = items[position]
        assert isinstance(item, Step)
        step = item
        result = step.result
        if result is None:
            continue
        range_ = ranges[result]
        if range_.definitions != 1 and step.op not in FIXED:
            continue
        following = areas[index + 1] if index + 1 < len(areas) else len(items)
        if following < len(items) and temporaries.get(result) != following:
            item = items[following]
            assert isinstance(item, Step)
            if result in item.args:  # laid out there before this is known to lie elsewhere
                continue
        if range_.end <= 2 * following and range_.start >= 2 * position:
            found[result] = position
    return found


def _copied_from(items: list[Item], ranges: dict[Register, Range]) -> dict[Register, Register]:
    """Registers that begin as copies of one that ends there: they can share its slots."""
    found = {}
    for position, item in enumerate(items):
        if not isinstance(item, Step):
            continue
        step = item
        if step.op not in COPIES:
            continue
        assert isinstance(step.a, Register)
        assert isinstance(step.b, Register)
        copy, source = step.a, step.b
        begun, ended = ranges[copy], ranges[source]
        if (
            begun.start >> 1 == position
            and ended.end == 2 * position
            and copy.width == source.width
        ):
            found[copy] = source
    return found


def _scan(
    frame: Frame,
    ranges: dict[Register, Range],
    apart: set[Register],
    function: Function,
    copied: dict[Register, Register],
) -> None:
    """Linear scan over the registers that no area takes."""
    active: list[Range] = [ranges[p] for p in function.parameters if p in ranges]
    waiting: list[tuple[int, int, Range]] = []
    for register, range_ in ranges.items():
        if register not in apart:
            waiting.append((range_.start, register.number, range_))
    waiting.sort()
    for start, _, range_ in waiting:
        register = range_.register
        source = copied.get(register)
        active = _reaching(active, start, None)
        need = WORDS[register.width]
        slot = -1
        if source is not None and source in frame.slots:
            others = _reaching(active, start, source)
            if not _taken(frame, others) & (need << frame.slots[source]):
                slot = frame.slots[source]
                active = others
        if slot < 0:
            taken, slot = _taken(frame, active), 0
            while taken & (need << slot):
                slot += 1
        frame.slots[register] = slot
        frame.size = max(frame.size, slot + register.width)
        active.append(range_)


def _reaching(active: list[Range], start: int, without: Register | None) -> list[Range]:
    """Those of some ranges that do not end before a place, without a register's."""
    found = []
    for other in active:
        if other.end >= start and other.register is not without:
            found.append(other)
    return found


def _taken(frame: Frame, active: list[Range]) -> int:
    """The slots, as bits, that these registers take."""
    taken = 0
    for other in active:
        taken |= WORDS[other.register.width] << frame.slots[other.register]
    return taken


def _place_area(
    frame: Frame,
    items: list[Item],
    position: int,
    ranges: dict[Register, Range],
    temporaries: dict[Register, int],
    results: dict[Register, int],
) -> None:
    item = items[position]
    assert isinstance(item, Step)
    step = item
    start, end = 2 * position, 2 * position + 1
    mine = [r for r in step.args if temporaries.get(r) == position]
    for register in mine:
        range_ = ranges[register]
        start = min(start, range_.start)
    low = 0
    for register, slot in frame.slots.items():
        range_ = ranges[register]
        only_here = register is step.result and range_.start >= 2 * position
        if register in mine or only_here:
            continue
        if range_.meets(start, end):
            low = max(low, slot + register.width)
    base = low + (HIDDEN if step.op in CALLS else 0)
    result = step.result
    if (
        result is not None
        and (result in results or result in temporaries)
        and frame.slots.get(result, -1) >= base
    ):
        base = frame.slots[result]
    frame.bases[position] = base
    at = base
    for register in step.args:
        if register in mine and register not in frame.slots:
            frame.slots[register] = at
        at += register.width
    size = max(at, base + (result.width if result is not None else 0))
    frame.size = max(frame.size, size)
    if (
        result is not None
        and result not in frame.slots
        and results.get(result) == position
        and _free(frame, ranges, result, base, position)
    ):
        frame.slots[result] = base


def _free(
    frame: Frame, ranges: dict[Register, Range], result: Register, base: int, position: int
) -> bool:
    """Whether a result may stay where it came back: nothing else lies there meanwhile."""
    range_ = ranges[result]
    end = range_.end
    for register, slot in frame.slots.items():
        range_ = ranges[register]
        if register is result or not range_.meets(2 * position + 1, end):
            continue
        if slot < base + result.width and base < slot + register.width:
            return False
    return True
