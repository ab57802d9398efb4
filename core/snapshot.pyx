"""A game as bytes and back; what is damaged or foreign is refused before anything reads it.

Layout, little-endian: magic, version, length, fingerprint of the program, sizes of the block, the
forms of both decks, then the block's parts in use, then a checksum over all before it.
"""

from hashlib import blake2b
from struct import Struct, error

from libc.string cimport memcpy, memset
from tefuda.block cimport clear_unused, highest_bit
from tefuda.frames cimport Frame, first_frame, next_frame
from tefuda.machine cimport check_invariants
from tefuda.pools cimport stack_of
from tefuda.program cimport MatchTables, Program
from tefuda.soundness cimport unsound
from tefuda.state cimport (
    OVER,
    S_LIST,
    S_SET,
    Effect,
    Layout,
    Listener,
    Mod,
    Prog,
    State,
    StopSlot,
    W,
    i64,
    u32,
    u64,
)

from tefuda.errors import DeckError, SnapshotError
from tefuda.texts import invariant_text

#: Raised whenever the layout of the state or of snapshots changes.
VERSION = 4
MAGIC = b"TEFUDA\r\n"
HEADER = Struct("<8sII16sIIHH")
CHECKSUM = 8
LARGEST = 1 << 20

ctypedef struct Reader:
    const char* at
    size_t left


cdef bytes pack(Program program, MatchTables tables, State* st):
    """Give a game that waits or is over as bytes."""
    cdef const Prog* prog = &program.prog
    cdef const Layout* lay = &prog.layout
    cdef const char* block = <const char*>st
    cdef const i64* chain
    cdef State fixed = st[0]
    cdef u32 index
    cdef bint over = st.status == OVER
    # What continuous expressions gave is worked out anew after a restore.
    fixed.changed = ~<u32>0
    fixed.changed_before = 0
    clear_unused(prog, &fixed)
    # What ran last in a game that is over is of no use.
    if over:
        fixed.sp = fixed.fp = fixed.pc = fixed.noptions = fixed.answer = 0
    forms = [[form for owner, form in tables.cards if owner == player] for player in range(2)]
    body = bytearray()
    for player in range(2):
        for form in forms[player]:
            body += int(form).to_bytes(2, "little")
    body += (<const char*>&fixed)[:sizeof(State)]
    body += block[lay.vars:lay.order]
    for index in range(prog.nzones):
        body += part(block, lay.order + prog.zones[index].order, st.zcount[index])
    for index in range(lay.nchains):
        chain = <const i64*>(block + lay.chains) + index * lay.chain_words
        body += (<const char*>chain)[:(1 + chain[0]) * <int>sizeof(i64)]
    for index in range(prog.nrecords):
        body += part(block, lay.records + prog.records[index].base * <u32>sizeof(i64),
                     live_words(prog, st, index) * sizeof(i64))
    body += part(block, lay.listeners, st.nlisteners * sizeof(Listener))
    body += part(block, lay.mods, st.nmods * sizeof(Mod))
    body += part(block, lay.effects, st.neffects * sizeof(Effect))
    body += part(block, lay.pending, st.npending * lay.pending_bytes)
    body += part(block, lay.was, st.nwas * lay.was_bytes)
    body += part(block, lay.options, fixed.noptions * sizeof(u64))
    body += live_stack(prog, st, fixed.sp)
    head = HEADER.pack(
        MAGIC, VERSION, HEADER.size + len(body) + CHECKSUM, program.fingerprint.encode(),
        sizeof(State), lay.size, len(forms[0]), len(forms[1]),
    )
    whole = head + bytes(body)
    return whole + blake2b(whole, digest_size=CHECKSUM).digest()


cdef bytes part(const char* block, u32 offset, size_t size):
    return block[offset:offset + size] if size else b""


cdef bytes live_stack(const Prog* prog, State* st, u32 sp):
    """Give the stack without what earlier calls left in slots that nobody reads any more."""
    cdef const i64* slots = <const i64*>stack_of(prog, st)
    cdef Frame frame
    cdef u32 index, slot
    cdef const StopSlot* row
    if sp == 0:
        return b""
    kept = bytearray(sp * sizeof(i64))
    cdef i64[::1] words = memoryview(kept).cast("q")
    cdef bint more = first_frame(prog, st, &frame)
    while more:
        words[frame.fp - 1] = slots[frame.fp - 1]
        if frame.has_cause:
            words[frame.fp - 2] = slots[frame.fp - 2]
        if frame.stop != NULL:
            for index in range(frame.stop.first, frame.stop.first + <u32>frame.stop.count):
                row = &prog.stop_slots[index]
                for slot in range(frame.fp + row.slot, frame.fp + row.slot + slots_of(row.type)):
                    words[slot] = slots[slot]
        more = next_frame(prog, st, &frame)
    return bytes(kept)


cdef inline u32 slots_of(u32 type) noexcept nogil:
    return 4 if type == S_LIST else W if type == S_SET else 1


cdef inline u32 live_words(const Prog* prog, const State* st, u32 record) noexcept nogil:
    return highest_bit(st.live_records[record]) * prog.records[record].words


cdef tuple opened(Program program, data):
    """Check all but the block; give the header and the bytes."""
    if not isinstance(data, (bytes, bytearray, memoryview)):
        raise SnapshotError(f"snapshot: expected bytes, not {type(data).__name__}")
    data = bytes(data)
    if not HEADER.size + CHECKSUM <= len(data) <= LARGEST:
        raise SnapshotError(f"snapshot of {len(data)} bytes: too short or too long")
    try:
        header = HEADER.unpack_from(data)
    except error as problem:
        raise SnapshotError(f"snapshot: {problem}") from problem
    magic, version, length, fingerprint, fixed, size, _, _ = header
    if magic != MAGIC:
        raise SnapshotError("snapshot: these bytes are none")
    if version != VERSION:
        raise SnapshotError(f"snapshot of version {version}, expected {VERSION}")
    if length != len(data):
        raise SnapshotError(f"snapshot of {len(data)} bytes, {length} were written")
    end = len(data) - CHECKSUM
    if blake2b(data[:end], digest_size=CHECKSUM).digest() != data[end:]:
        raise SnapshotError("snapshot: the checksum does not fit, the bytes are damaged")
    if fingerprint != program.fingerprint.encode():
        raise SnapshotError(
            f"snapshot of a program with fingerprint {fingerprint.decode('ascii', 'replace')}, "
            f"but {program.name!r} has {program.fingerprint}"
        )
    if fixed != sizeof(State) or size != program.prog.layout.size:
        raise SnapshotError("snapshot: the layout of games has changed since")
    return header, data


cdef MatchTables unpack_tables(Program program, object data):
    """Give the cards of a snapshot.

    :raises SnapshotError: the bytes are damaged, or from another version or ruleset.
    """
    header, data = opened(program, data)
    counts = header[6], header[7]
    at = HEADER.size
    if at + 2 * sum(counts) + CHECKSUM > len(data):
        raise SnapshotError("snapshot: decks are missing")
    decks = []
    for count in counts:
        deck = [int.from_bytes(data[at + 2 * k:at + 2 * k + 2], "little") for k in range(count)]
        at += 2 * count
        if deck != sorted(deck):
            raise SnapshotError("snapshot: a deck is out of order")
        decks.append(deck)
    try:
        return MatchTables(program, *decks)
    except DeckError as problem:
        raise SnapshotError(f"snapshot: {problem}") from problem


cdef int read(Reader* reader, void* target, size_t size) except -1:
    if size > reader.left:
        raise SnapshotError("snapshot: parts of the game are missing")
    memcpy(target, reader.at, size)
    reader.at += size
    reader.left -= size
    return 0


cdef int unpack_state(Program program, MatchTables tables, object data, State* st) except -1:
    """Fill a block from a snapshot whose cards were read already.

    :raises SnapshotError: anything in it does not fit; the block is then of no use.
    """
    cdef const Prog* prog = &program.prog
    cdef const Layout* lay = &prog.layout
    cdef char* block = <char*>st
    cdef Reader reader
    cdef u32 index
    cdef i64* chain
    cdef bytes kept = bytes(data)
    cdef size_t skip = HEADER.size + 2 * len(tables)
    reader.at = <const char*>kept + skip
    reader.left = len(kept) - skip - CHECKSUM
    memset(block, 0, lay.size)
    read(&reader, block, sizeof(State))
    if (
        st.nlisteners > lay.max_listeners or st.nmods > lay.max_mods
        or st.neffects > lay.max_effects or st.npending > lay.max_pending
        or st.nwas > lay.max_was or st.noptions > lay.max_options or st.sp > lay.max_stack
    ):
        raise SnapshotError("snapshot: more entries than a game holds")
    read(&reader, block + lay.vars, lay.order - lay.vars)
    for index in range(prog.nzones):
        if st.zcount[index] > prog.zones[index].capacity:
            raise SnapshotError("snapshot: a zone holds too much")
        read(&reader, block + lay.order + prog.zones[index].order, st.zcount[index])
    for index in range(lay.nchains):
        chain = <i64*>(block + lay.chains) + index * lay.chain_words
        read(&reader, chain, sizeof(i64))
        if not 0 <= chain[0] < lay.chain_words:
            raise SnapshotError("snapshot: a stack of records is too high")
        read(&reader, chain + 1, <size_t>chain[0] * sizeof(i64))
    for index in range(<u32>8):
        if index >= prog.nrecords:
            if st.live_records[index]:
                raise SnapshotError("snapshot: records of an unknown type")
            continue
        if highest_bit(st.live_records[index]) > prog.records[index].capacity:
            raise SnapshotError("snapshot: more records than a game holds")
        read(
            &reader, block + lay.records + prog.records[index].base * sizeof(i64),
            live_words(prog, st, index) * sizeof(i64),
        )
    read(&reader, block + lay.listeners, st.nlisteners * sizeof(Listener))
    read(&reader, block + lay.mods, st.nmods * sizeof(Mod))
    read(&reader, block + lay.effects, st.neffects * sizeof(Effect))
    read(&reader, block + lay.pending, st.npending * lay.pending_bytes)
    read(&reader, block + lay.was, st.nwas * lay.was_bytes)
    read(&reader, block + lay.options, st.noptions * sizeof(u64))
    read(&reader, block + lay.stack, st.sp * sizeof(i64))
    # The machine keeps an address there while it runs.
    (<i64*>(block + lay.stack))[0] = 0
    if reader.left:
        raise SnapshotError("snapshot: more bytes than the game has")
    problem = unsound(program, tables, st)
    if problem is not None:
        raise SnapshotError(f"snapshot: {problem}")
    broken = check_invariants(prog, &tables.match, st)
    if broken:
        raise SnapshotError(f"snapshot: {invariant_text(broken)}")
    return 0
