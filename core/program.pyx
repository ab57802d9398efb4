"""A compiled program as arrays for the machine, and the tables of one pair of decks."""

from bisect import bisect_right

from libc.stdlib cimport calloc, free
from libc.string cimport memset
from tefuda.block cimport CHUNK
from tefuda.index cimport SORT_ACTIVATED, SORT_ANSWER, SORT_EFFECT
from tefuda.machine cimport prepare
from tefuda.places cimport IN_PLAY
from tefuda.pools cimport ability_option, ability_value
from tefuda.prices cimport set_cost
from tefuda.state cimport (
    FEW_POINTS,
    KIND_ALL,
    NARG,
    NC,
    NONE8,
    NP,
    NSLOT,
    NSTAT,
    S_INT,
    T_BITS,
    T_EQ,
    T_GE,
    T_GT,
    T_LE,
    T_LT,
    T_NBITS,
    T_NE,
    AbilityInfo,
    CardVariable,
    Effect,
    FieldInfo,
    FormInfo,
    FunctionInfo,
    Ins,
    KindInfo,
    Layout,
    Listener,
    MaskInfo,
    Match,
    Mod,
    Payers,
    PaymentInfo,
    Pending,
    Price,
    Prog,
    Set,
    State,
    StopInfo,
    StopSlot,
    Use,
    Was,
    ZoneInfo,
    i32,
    i64,
    u8,
    u16,
    u32,
    u64,
)

from tefuda.trace cimport Trace

from tefuda.capacities import capacities_of, fingerprint_of
from tefuda.checking import CALL_SLOTS, check_program, continuous_channels
from tefuda.errors import DeckError, RulesetError
from tefuda.lang.operations import NUMBER

cdef enum:
    STACK_PAD = 16        # slots behind the stack that an operation may read beyond its frame

CHOOSE, CALL, PERFORM = NUMBER["CHOOSE"], NUMBER["CALL"], NUMBER["PERFORM"]
PYTHON = NUMBER["PYTHON"]
CALLS = frozenset((CALL, NUMBER["CALL1"], NUMBER["CALL2"]))
#: Operations at which a game waits for a player, and those that a return comes back to.
WAITS = frozenset(NUMBER[name] for name in ("CHOOSE", "SETTLE", "SETTLEA", "WOULDN"))
REENTERED = frozenset(NUMBER[name] for name in ("SETTLE", "SETTLEA", "WOULDN"))

#: The parts of a block, in its order: those of ``block.pxd``.
PARTS = (
    "fixed", "variables", "card variables", "zone orders", "stacks of records", "records",
    "listeners", "modifications", "effects", "pending", "was", "options", "stack",
)

#: Types of one word, without cards in it, whose variables start as ``None``.
REFERENCES = frozenset(("Player", "Zone", "Place", "AbilityKind", "kind", "Name"))

cdef class Buffers:
    """Zeroed memory that lives as long as its owner."""

    def __cinit__(self):
        self.count = 0

    cdef void* take(self, size_t number, size_t size) except NULL:
        cdef void* memory
        if self.count == MAX_BUFFERS:
            raise MemoryError("no place for another table")
        memory = calloc(number + 1, size)
        if memory == NULL:
            raise MemoryError(f"no memory for a table of {number} times {size} bytes")
        self.held[self.count] = memory
        self.count += 1
        return memory

    def __dealloc__(self):
        cdef int index
        for index in range(self.count):
            free(self.held[index])


cdef list sizes_of_structures():
    """The bytes of the structures that machine code reads, in the order of its own list."""
    return [
        sizeof(State), sizeof(Prog), sizeof(Match), sizeof(Trace), sizeof(Ins),
        sizeof(FunctionInfo), sizeof(ZoneInfo),
    ]


cdef class Program:
    """A ruleset ready to run; immutable, and free to be used by several threads.

    :param compiled: what the compiler gave; it is checked before anything of it is used.
    :raises RulesetError: something in it is out of range.
    """

    def __init__(self, compiled):
        if self.compiled is not None:
            raise RulesetError(f"{self.name}: a program cannot be made twice")
        check_program(compiled)
        self.buffers = Buffers()
        self.name = compiled.name
        self.fingerprint = fingerprint_of(compiled)
        memset(&self.prog, 0, sizeof(Prog))
        self.compiled = compiled
        memset(self.rests, 0, sizeof(self.rests))
        memset(self.channel_cards, 0, sizeof(self.channel_cards))
        ends = [(compiled.halt, -1), (compiled.end, -1)]
        entries = [(f.entry, n) for n, f in enumerate(compiled.functions)]
        self._regions = tuple(sorted(entries + ends))
        self._bodies = frozenset(row.body for row in compiled.abilities)
        self._asked = frozenset(row.function for row in compiled.asked if row.possible)
        self._entries = tuple(sorted(entries))
        self.fill_code()
        self.fill_abilities()
        self.fill_tables()
        self.fill_zones()
        self.fill_fields()
        self.fill_layout()
        prepare(&self.prog)

    cdef int fill_code(self) except -1:
        compiled = self.compiled
        cdef Prog* p = &self.prog
        cdef u32 index = 0, slot = 0
        cdef u8 op, a, b, c
        cdef i32 imm
        p.ncode = len(compiled.code)
        p.code = <Ins*>self.buffers.take(p.ncode, sizeof(Ins))
        for op, a, b, c, imm in compiled.code:
            p.code[index] = Ins(op, a, b, c, imm)
            index += 1
        p.nconstants = len(compiled.constants)
        p.constants = <i64*>self.buffers.take(p.nconstants, sizeof(i64))
        for index, constant in enumerate(compiled.constants):
            p.constants[index] = constant
        p.nfunctions = len(compiled.functions)
        p.functions = <FunctionInfo*>self.buffers.take(p.nfunctions, sizeof(FunctionInfo))
        for index, row in enumerate(compiled.functions):
            p.functions[index] = FunctionInfo(
                row.entry, row.frame, row.params, row.results, row.pure
            )
        p.nstops = len(compiled.stops)
        p.stops = <StopInfo*>self.buffers.take(p.nstops, sizeof(StopInfo))
        p.stop_slots = <StopSlot*>self.buffers.take(
            sum(len(row.slots) for row in compiled.stops), sizeof(StopSlot)
        )
        for index, row in enumerate(compiled.stops):
            p.stops[index] = StopInfo(row.pc, slot, len(row.slots))
            for number, slot_type in row.slots:
                p.stop_slots[slot] = StopSlot(number, slot_type)
                slot += 1
        if slot > 0xffff:
            raise RulesetError(f"{self.name}: {slot} slots live across stops: at most 65535")
        p.setup_entry = compiled.setup
        p.main_entry = compiled.main
        p.value_entry = compiled.value
        p.halt_pc = compiled.halt
        p.end_pc = compiled.end
        return 0

    cdef int fill_abilities(self) except -1:
        compiled = self.compiled
        cdef Prog* p = &self.prog
        cdef AbilityInfo* info
        cdef u32 index
        cdef int column
        values = _questions_of_values(compiled)
        p.nabilities = len(compiled.abilities)
        p.nkinds_of_ability = len(compiled.ability_kinds)
        p.nability_words = len(compiled.ability_words)
        p.abilities = <AbilityInfo*>self.buffers.take(p.nabilities, sizeof(AbilityInfo))
        p.ability_words = <i64*>self.buffers.take(
            p.nabilities * p.nability_words, sizeof(i64)
        )
        for index, row in enumerate(compiled.abilities):
            info = &p.abilities[index]
            info.kind = row.kind if row.kind >= 0 else KIND_ALL
            info.sort = row.sort
            info.channel = row.channel if row.channel >= 0 else NONE8
            info.of = row.of
            info.survives = row.survives
            info.rechecks = row.rechecks
            info.may = row.may if row.may >= 0 else NONE8
            info.stat = row.stat if row.stat >= 0 else NONE8
            info.op = row.op
            info.negates = row.negates
            info.runs = row.runs
            info.orderer = row.orderer
            info.forbids = row.sort == SORT_ANSWER and row.channel not in values
            info.rule = row.rule
            info.body = row.body
            info.when = row.when
            info.who = row.who
            info.gives = row.gives
            info.works_in = row.works_in
            info.reads = row.reads
            info.ntargets = len(row.targets)
            info.choice_free = row.choice_free
            for column in range(4):
                info.targets[column] = row.targets[column] if column < len(row.targets) else -1
            for column, word in enumerate(row.words):
                p.ability_words[index * p.nability_words + <u32>column] = word
        p.nhandlers = len(compiled.handlers)
        p.handlers = <u16*>self.buffers.take(p.nhandlers, sizeof(u16))
        for index, number in enumerate(compiled.handlers):
            p.handlers[index] = number
        return 0

    cdef int fill_tables(self) except -1:
        compiled = self.compiled
        cdef Prog* p = &self.prog
        cdef u32 index, stat = 0
        p.nchannels = len(compiled.channels)
        p.nwords = len(compiled.words)
        p.nstats = sum(row.stat for row in compiled.words)
        p.nflags = len(compiled.flags)
        p.nlinks = len(compiled.links)
        p.nmasks = len(compiled.masks)
        p.masks = <MaskInfo*>self.buffers.take(p.nmasks, sizeof(MaskInfo))
        for index, (word, test, value) in enumerate(compiled.masks):
            p.masks[index] = MaskInfo(word, test, 0, 0, value)
        p.npayments = len(compiled.payments)
        p.payments = <PaymentInfo*>self.buffers.take(p.npayments, sizeof(PaymentInfo))
        for index, row in enumerate(compiled.payments):
            p.payments[index] = PaymentInfo(
                row.points, row.colours, row.cost, row.any_shift,
                row.channel if row.channel >= 0 else NONE8, row.ncolours, 0,
            )
        for index, (_, visibility) in enumerate(compiled.links):
            p.link_visibility[index] = visibility
        memset(p.stat_of_word, NONE8, sizeof(p.stat_of_word))
        for index, row in enumerate(compiled.words):
            if row.stat:
                p.stat_of_word[index] = stat
                stat += 1
        for index, reads in enumerate(compiled.stat_reads):
            p.stat_reads[index] = reads
        for index, row in enumerate(compiled.verbs):
            self.rests[index] = row.kind == "window" and row.rest
        p.stat_channel, p.negate_channel, _ = continuous_channels(compiled)
        for index, row in enumerate(compiled.channels):
            for column, kind in enumerate(row.arguments):
                if kind in ("Card", "Card | None", "set[Card]") and column < NARG:
                    self.channel_cards[index] |= <u8>(1 << <int>column)
        return 0

    cdef int fill_zones(self) except -1:
        cdef Prog* p = &self.prog
        cdef KindInfo* kind
        cdef ZoneInfo* zone
        cdef u32 index, cell, order = 0, first = 0
        cdef int player
        # The zones of one player stand together.
        cdef u32 half = sum(row.rows * row.columns for row in self.compiled.zones)
        p.nkinds = len(self.compiled.zones)
        p.nzones = NP * half
        for index, row in enumerate(self.compiled.zones):
            kind = &p.kinds[index]
            kind.first = first
            kind.cells = row.rows * row.columns
            kind.columns = row.columns
            kind.visibility = row.visibility
            kind.in_play = row.in_play
            kind.fresh = row.fresh
            kind.ordered = row.ordered
            for player in range(NP):
                for cell in range(kind.cells):
                    zone = &p.zones[<u32>player * half + first + cell]
                    zone.kind = index
                    zone.player = player
                    zone.cell = cell
                    zone.row = cell // kind.columns
                    zone.column = cell % kind.columns
                    zone.capacity = row.capacity
                    zone.order = order
                    order += row.capacity
            first += kind.cells
        p.layout.order_bytes = order
        return 0

    cdef int fill_fields(self) except -1:
        compiled = self.compiled
        cdef Prog* p = &self.prog
        cdef u32 index = 0, base = 0, game_words, player_words, offset
        cdef int player
        p.nrecords = len(compiled.records)
        for index, row in enumerate(compiled.records):
            p.records[index].base = base
            p.records[index].words = row.words
            p.records[index].capacity = row.capacity
            base += row.words * row.capacity
        # A word of the wrong type's longest record, read behind the last one, stays in the pool.
        p.layout.record_words = base + max((row.words for row in compiled.records), default=0)
        tables = [(n, row.fields) for n, row in enumerate(compiled.records)]
        tables.append((OWN_CARD, compiled.card_variables))
        tables.append((OWN_PLAYER, compiled.player_variables))
        tables.append((OWN_GAME, compiled.game_variables))
        found = [
            (field.offset, field.slot_type, owner)
            for owner, fields in tables for field in fields if field.slot_type != S_INT
        ]
        p.nfields = len(found)
        p.fields = <FieldInfo*>self.buffers.take(p.nfields, sizeof(FieldInfo))
        for index, (number, slot_type, owner) in enumerate(found):
            p.fields[index] = FieldInfo(number, slot_type, owner)
        game_words = _words(compiled.game_variables)
        player_words = _words(compiled.player_variables)
        p.layout.game_vars = game_words
        p.layout.player_vars = player_words
        p.layout.nvars = game_words + NP * player_words
        self.none_words = <u8*>self.buffers.take(p.layout.nvars, 1)
        for row in compiled.game_variables:
            if _starts_as_none(row):
                self.none_words[<u32>row.offset] = 1
        for row in compiled.player_variables:
            if _starts_as_none(row):
                for player in range(NP):
                    offset = game_words + <u32>player * player_words + <u32>row.offset
                    self.none_words[offset] = 1
        return 0

    cdef int fill_card_variables(self, u32 at) except -1:
        """Lay the variables of cards out, the widest first."""
        cdef Prog* p = &self.prog
        cdef u32 place = 0, number, bits
        rows = self.compiled.card_variables
        p.layout.ncardvars = len(rows)
        p.layout.wide_cardvars = sum(row.bits == 32 for row in rows)
        p.layout.short_cardvars = sum(row.bits == 16 for row in rows)
        p.cardvar_initial = <i32*>self.buffers.take(len(rows), sizeof(i32))
        p.card_variables = <CardVariable*>self.buffers.take(len(rows), sizeof(CardVariable))
        for bits in (32, 16, 8):
            for number, row in enumerate(rows):
                if row.bits == bits:
                    p.card_variables[number] = CardVariable(at, bits)
                    p.cardvar_initial[place] = -1 if _starts_as_none(row) else row.initial
                    at += NC * bits // 8
                    place += 1
        return 0

    cdef int fill_layout(self) except -1:
        cdef Prog* p = &self.prog
        cdef Layout* lay = &p.layout
        cdef u32 at
        limits = capacities_of(self.compiled)
        p.max_steps = limits["steps"]
        p.max_decisions = limits["decisions"]
        lay.max_listeners = limits["listeners"]
        lay.max_mods = limits["modifications"]
        lay.max_effects = limits["effects"]
        lay.max_pending = limits["pending"]
        lay.max_was = limits["was"]
        lay.max_options = limits["options"]
        lay.max_stack = limits["stack"]
        lay.nchains = len(self.compiled.stacks)
        lay.chain_words = 1 + max((row[2] for row in self.compiled.stacks), default=0)
        at = _aligned(sizeof(State))
        lay.vars = at
        at += lay.nvars * sizeof(i64)
        lay.cardvars = at
        self.fill_card_variables(at)
        at += NC * sum(row.bits // 8 for row in self.compiled.card_variables)
        lay.order = at
        at = _aligned(at + lay.order_bytes + CHUNK)
        lay.chains = at
        at += lay.nchains * lay.chain_words * sizeof(i64)
        lay.records = at
        at += lay.record_words * sizeof(i64)
        lay.listeners = at
        at = _aligned(at + lay.max_listeners * sizeof(Listener))
        lay.mods = at
        at = _aligned(at + lay.max_mods * sizeof(Mod))
        lay.effects = at
        at = _aligned(at + lay.max_effects * sizeof(Effect))
        lay.pending = at
        lay.pending_args, lay.pending_kept = _values_of_triggers(self.compiled)
        lay.pending_bytes = _aligned(
            sizeof(Pending) + lay.pending_args * sizeof(i64)
            + lay.pending_kept * (sizeof(i64) + sizeof(u32))
        )
        at += lay.max_pending * lay.pending_bytes
        lay.was = at
        lay.was_bytes = sizeof(Was) - (NSTAT - p.nstats) * sizeof(i32)
        at = _aligned(at + lay.max_was * lay.was_bytes)
        lay.options = at
        at += lay.max_options * sizeof(u64)
        lay.stack = at
        at += (lay.max_stack + STACK_PAD) * sizeof(i64)
        lay.size = at
        return 0

    def layout(self) -> dict:
        """Give the parts of a game's block in order: where each begins, its bytes, its entries."""
        cdef Layout* lay = &self.prog.layout
        parts = [
            (0, 1, sizeof(State)),
            (lay.vars, lay.nvars, sizeof(i64)),
            (lay.cardvars, lay.order - lay.cardvars, 1),
            (lay.order, lay.order_bytes, 1),
            (lay.chains, lay.nchains * lay.chain_words, sizeof(i64)),
            (lay.records, lay.record_words, sizeof(i64)),
            (lay.listeners, lay.max_listeners, sizeof(Listener)),
            (lay.mods, lay.max_mods, sizeof(Mod)),
            (lay.effects, lay.max_effects, sizeof(Effect)),
            (lay.pending, lay.max_pending, lay.pending_bytes),
            (lay.was, lay.max_was, lay.was_bytes),
            (lay.options, lay.max_options, sizeof(u64)),
            (lay.stack, lay.max_stack + STACK_PAD, sizeof(i64)),
        ]
        return {
            "size": lay.size,
            "parts": [
                {"name": name, "offset": at, "entries": entries, "entry_bytes": each,
                 "bytes": entries * each}
                for name, (at, entries, each) in zip(PARTS, parts, strict=True)
            ],
        }

    def offsets(self) -> dict:
        """Give the layout as numbers, by the names of ``Layout``, with the numbers of zones."""
        cdef dict numbers = self.prog.layout
        return {**numbers, "nzones": self.prog.nzones, "players": NP}

    def card_variables(self) -> list:
        """Give of each variable of cards where it begins, and its bits for each card."""
        cdef u32 k
        cdef Prog* p = &self.prog
        return [
            (p.card_variables[k].at, p.card_variables[k].bits) for k in range(p.layout.ncardvars)
        ]

    def kinds(self) -> list:
        """Give of each kind of zone its first zone and the number of its cells."""
        cdef u32 k
        cdef Prog* p = &self.prog
        return [(p.kinds[k].first, p.kinds[k].cells) for k in range(p.nkinds)]

    def attach(self, address: int, sizes: object) -> None:
        """Run games of this program by machine code from now on (see ``tefuda.native``).

        :param address: of the function that stands in for the dispatch; 0 for the dispatch itself.
        :param sizes: how many bytes the code takes the machine's structures to be.
        :raises RulesetError: the code was made for structures of other sizes; nothing changes.
        """
        own = sizes_of_structures()
        if address and list(sizes) != own:
            raise RulesetError(
                f"{self.name}: machine code for structures of {list(sizes)} bytes, "
                f"expected {own}"
            )
        self.prog.native = <void*><size_t>address

    @property
    def attached(self) -> tuple:
        """What :meth:`attach` takes to let machine code play as it does now."""
        return <size_t>self.prog.native, sizes_of_structures()

    @property
    def native(self) -> bool:
        """Whether machine code runs the games."""
        return self.prog.native != NULL

    cpdef int function_at(self, u32 pc) except -2:
        """Give the number of the function that an instruction belongs to, -1 for none."""
        if pc >= self.prog.ncode:
            return -1
        place = bisect_right(self._regions, (pc, self.prog.nfunctions)) - 1
        return self._regions[place][1] if place >= 0 else -1

    def asked_at(self, u32 pc):
        """Give the verb number of the choice at an instruction, ``None`` when none waits there.

        Of several triggers, or an optional one, it is that of ordering triggers.
        """
        if pc >= self.prog.ncode or self.prog.code[pc].op not in WAITS:
            return None
        return self.prog.code[pc].imm & 0xffffff if self.prog.code[pc].op == CHOOSE else 0

    def calls_problem(self, u32 pc, u32 distance, int function):
        """Say what is wrong with a return to an instruction from a function; ``None``: nothing.

        :param distance: slots from the caller's frame to the function's.
        """
        cdef int caller = self.function_at(pc)
        cdef Ins before
        if caller < 0:
            if self.compiled.end <= <int>pc and function in (
                self.compiled.setup, self.compiled.main
            ):
                return None
            return "the last frame is neither set-up nor main rule"
        if pc == 0:
            return "a frame returns to nowhere"
        before = self.prog.code[pc - 1]
        if before.op in CALLS and before.imm == function and before.a == distance:
            return None
        if function in self._bodies:
            if before.op == PERFORM and before.a == distance:
                return None
            if (
                self.prog.code[pc].op in REENTERED
                and distance == <u32>self.prog.functions[caller].frame + CALL_SLOTS
            ):
                return None
        # What a Python handler asked for lies above it, last first, and begins one after the other.
        if function in self._asked:
            if before.op == PYTHON and (
                distance == <u32>self.prog.functions[caller].frame + CALL_SLOTS
            ):
                return None
            if caller in self._asked and pc == <u32>self.prog.functions[caller].entry and (
                distance == <u32>self.prog.functions[caller].params + CALL_SLOTS
            ):
                return None
        return "a frame was not called from where it returns to"

    def where(self, pc: int):
        """Give the function and the source line of an instruction, ``None`` for none."""
        place = bisect_right(self._entries, (pc, len(self.compiled.functions))) - 1
        if place < 0 or not 0 <= pc < <int>self.prog.ncode or pc in (
            self.compiled.halt, self.compiled.end
        ):
            return None
        row = self.compiled.functions[self._entries[place][1]]
        line = row.line
        for start, at in row.lines:
            if start > pc:
                break
            line = at
        return row, line

    def __repr__(self):
        return f"<Program {self.name} {self.fingerprint}>"


def _words(rows):
    return max((row.offset + row.words for row in rows), default=0)


def _values_of_triggers(compiled):
    """Give how many arguments and kept values a trigger has at most that may come to wait."""
    collect, effect = NUMBER["COLLECT"], NUMBER["EFFECT"]
    # A replacement, too, is about a card.
    arguments, kept = 1, 0
    for op, _, b, _, imm in compiled.code:
        if op == collect:
            arguments = max(arguments, b)
        elif op == effect:
            kept = max(kept, imm >> 8 & 15)
    return min(arguments, NARG), min(kept, NARG)


def _questions_of_values(compiled):
    """Give the channels of questions whose answers pass on a value."""
    asked = {row[4] & 255 for row in compiled.code if row[0] == NUMBER["VALUE"]}
    return asked | {row.channel for row in compiled.payments}


def _starts_as_none(row):
    """Tell whether a variable starts as ``None``: a reference that is not there yet."""
    kind = row.type.strip()
    if row.words != 1:
        return False
    return kind.endswith("| None") or row.slot_type != S_INT or kind in REFERENCES


cdef inline u32 _aligned(size_t at) noexcept nogil:
    return <u32>((at + 7) & ~<size_t>7)


cdef inline bint _passes(i64 value, u8 test, i64 other) noexcept nogil:
    if test == T_EQ:
        return value == other
    if test == T_NE:
        return value != other
    if test == T_LT:
        return value < other
    if test == T_LE:
        return value <= other
    if test == T_GT:
        return value > other
    if test == T_GE:
        return value >= other
    if test == T_BITS:
        return (value & other) != 0
    return (value & other) == 0


cdef inline void _add(Set* cards, int card) noexcept nogil:
    cards.w[card >> 6] |= <u64>1 << (card & 63)


cdef void fill_price(
    Price* price, const PaymentInfo* scheme, const Match* m, u32 card
) noexcept nogil:
    cdef i64 points = m.words[scheme.points * NC + card]
    price.pays = <u8>(0 if points < 0 else 255 if points > 255 else points)
    price.colours = <u8>(m.words[scheme.colours * NC + card] & 0xff)
    set_cost(price, scheme, <u64>m.words[scheme.cost * NC + card])


cdef void _add_payer(Payers* payers, const Price* price, int card) noexcept nogil:
    cdef u32 k
    for k in range(8):
        if price.pays >> k & 1:
            _add(&payers.bits[k], card)
            payers.width = max(payers.width, k + 1)
        if price.colours >> k & 1:
            _add(&payers.colours[k], card)
    if price.pays < FEW_POINTS:
        _add(&payers.few[price.pays], card)


cdef class MatchTables:
    """The cards of one pair of decks, as the machine reads them; immutable.

    :param program: the rules.
    :param first: the forms (numbers in the card pool) of player 0's cards.
    :param second: those of player 1's. Cards are numbered by player, then form, whatever their
        order here.
    :raises DeckError: too many cards, or a form that is not there.
    """

    def __init__(self, Program program not None, first, second):
        if self.program is not None:
            raise RulesetError("match tables cannot be made twice")
        first, second = tuple(first), tuple(second)
        given = sorted([(0, int(form)) for form in first] + [(1, int(form)) for form in second])
        most = min(capacities_of(program.compiled)["cards"], NC)
        if not 1 <= len(given) <= most:
            raise DeckError(f"{len(given)} cards in both decks: expected 1 to {most}")
        nforms = len(program.compiled.forms)
        for owner, form in given:
            if not 0 <= form < nforms:
                raise DeckError(f"card of player {owner} with form {form}: there are {nforms}")
        room = program.prog.zones[program.prog.kinds[0].first].capacity
        for player, count in enumerate((len(first), len(second))):
            if count > room:
                raise DeckError(
                    f"deck of player {player} with {count} cards: the first zone, where cards "
                    f"begin, holds {room}"
                )
        self.program = program
        self.cards = tuple(given)
        self.buffers = Buffers()
        memset(&self.match, 0, sizeof(self.match))
        self.fill_forms()
        self.fill_cards()
        self.fill_masks()
        self.fill_payments()

    cdef int fill_forms(self) except -1:
        cdef Prog* p = &self.program.prog
        cdef u32 index, column, number, slot, ability = 0
        forms = self.program.compiled.forms
        self.match.nforms = len(forms)
        self.match.form_words = <i64*>self.buffers.take(len(forms) * p.nwords, sizeof(i64))
        self.match.forms = <FormInfo*>self.buffers.take(len(forms), sizeof(FormInfo))
        self.match.effect_of = <i64*>self.buffers.take(len(forms), sizeof(i64))
        self.match.form_abilities = <u16*>self.buffers.take(
            sum(len(row.abilities) for row in forms) + NSLOT, sizeof(u16)
        )
        for index, row in enumerate(forms):
            for column, word in enumerate(row.words):
                self.match.form_words[index * p.nwords + column] = word
            if ability + <u32>len(row.abilities) > 0xffff:
                raise RulesetError(f"{self.program.name}: too many abilities in the card pool")
            self.match.forms[index] = FormInfo(ability, len(row.abilities), 0, 0)
            self.match.effect_of[index] = -1
            for slot, number in enumerate(row.abilities):
                self.match.form_abilities[ability] = number
                ability += 1
                if p.abilities[number].sort == SORT_EFFECT and self.match.effect_of[index] < 0:
                    self.match.effect_of[index] = ability_value(number, 0, slot, NONE8, 0)
        return 0

    cdef int fill_cards(self) except -1:
        cdef Prog* p = &self.program.prog
        cdef Match* m = &self.match
        cdef u32 card, word, form, slot
        cdef u32 uses = 0
        cdef Use* use = NULL
        cdef u16 number
        m.ncards = len(self.cards)
        m.uses = <Use*>self.buffers.take(m.ncards * NSLOT, sizeof(Use))
        m.words = <i64*>self.buffers.take(p.nwords * NC, sizeof(i64))
        m.by_kind = <Set*>self.buffers.take(p.nkinds_of_ability, sizeof(Set))
        for card, (owner, own_form) in enumerate(self.cards):
            form = own_form
            m.owner[card] = owner
            m.form[card] = form
            _add(&m.all, card)
            _add(&m.owned[<u32>owner], card)
            for word in range(p.nwords):
                m.words[word * NC + card] = m.form_words[form * p.nwords + word]
            m.printed[card] = m.forms[form].nabilities
            for slot in range(m.forms[form].nabilities):
                number = m.form_abilities[m.forms[form].first + slot]
                _add(&m.by_kind[p.abilities[number].kind], card)
                if p.abilities[number].sort == SORT_ACTIVATED:
                    _add(&m.activated, card)
                    if m.slots_used[card]:
                        use.more = 1
                    else:
                        m.first_use[card] = uses
                    m.slots_used[card] |= <u8>(1 << slot)
                    use = &m.uses[uses]
                    use.option = ability_option(card, NONE8, number, slot)
                    use.works_in = p.abilities[number].works_in or <u32>IN_PLAY
                    uses += 1
                    if p.abilities[number].works_in == 0:
                        _add(&m.used_in_play, card)
                if p.abilities[number].channel != NONE8:
                    m.listens_in[card] |= p.abilities[number].works_in or <u32>IN_PLAY
        return 0

    cdef int fill_masks(self) except -1:
        cdef Prog* p = &self.program.prog
        cdef Match* m = &self.match
        cdef u32 index, card, rows = 0
        cdef int word, bit
        cdef MaskInfo* mask
        cdef i64 value
        m.masks = <Set*>self.buffers.take(p.nmasks, sizeof(Set))
        for index in range(p.nmasks):
            mask = &p.masks[index]
            for card in range(m.ncards):
                if _passes(m.words[mask.word * NC + card], mask.test, mask.value):
                    _add(&m.masks[index], card)
        compared = {NUMBER["SVAL"], NUMBER["SLIKE"], NUMBER["SLIKES"]}
        wanted = {
            imm & 0xff
            for op, _, _, _, imm in self.program.compiled.code
            if op in compared or op == NUMBER["SFILT"] and imm >> 8 & 0xff in (T_BITS, T_NBITS)
        }
        small = [
            word for word in sorted(wanted)
            if word < <int>p.nwords
            and all(0 <= row.words[word] < 256 for row in self.program.compiled.forms)
        ]
        m.by_value = <Set*>self.buffers.take(len(small) * 256, sizeof(Set))
        m.by_bit = <Set*>self.buffers.take(len(small) * 8, sizeof(Set))
        m.by_value_row = <u8*>self.buffers.take(p.nwords, 1)
        memset(m.by_value_row, NONE8, p.nwords)
        for word in small:
            m.by_value_row[word] = rows
            for card in range(m.ncards):
                value = m.words[word * NC + card]
                _add(&m.by_value[rows * 256 + <u32>value], card)
                for bit in range(8):
                    if value >> bit & 1:
                        _add(&m.by_bit[rows * 8 + bit], card)
            rows += 1
        return 0

    cdef int fill_payments(self) except -1:
        cdef Prog* p = &self.program.prog
        cdef Match* m = &self.match
        cdef u32 index, card
        cdef Price* price
        m.prices = <Price*>self.buffers.take(p.npayments * NC, sizeof(Price))
        m.payers = <Payers*>self.buffers.take(p.npayments, sizeof(Payers))
        for index in range(p.npayments):
            for card in range(m.ncards):
                price = &m.prices[index * NC + card]
                fill_price(price, &p.payments[index], m, card)
                _add_payer(&m.payers[index], price, <int>card)
        return 0

    def __len__(self):
        return self.match.ncards

    def __repr__(self):
        return f"<MatchTables {self.program.name}: {self.match.ncards} cards>"
