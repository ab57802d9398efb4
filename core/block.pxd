"""Copy the live part of a game's block: the fixed part, and of each pool what is in use.

What lies behind stays as it was in the target; nothing reads it before writing it.
"""

from libc.string cimport memcpy, memset
from tefuda.sets cimport lowest
from tefuda.state cimport (
    NCHAN,
    NFLAG,
    NKIND,
    NP,
    Effect,
    Ends,
    Layout,
    Listener,
    Mod,
    Prog,
    Set,
    State,
    i64,
    u32,
    u64,
)

cdef enum:
    CHUNK = 16            # bytes of an order copied at once

cdef enum:                # the parts of a block, in its order; their names are in program.pyx
    PART_FIXED = 0
    PART_VARIABLES
    PART_CARD_VARIABLES
    PART_ORDERS
    PART_CHAINS
    PART_RECORDS
    PART_LISTENERS
    PART_MODS
    PART_EFFECTS
    PART_PENDING
    PART_WAS
    PART_OPTIONS
    PART_STACK
    NPARTS


cdef inline u32 highest_bit(u64 bits) noexcept nogil:
    """Give one more than the number of the highest bit; 0 for none."""
    cdef u32 count = 0, step = 32
    while step:
        if bits >> step:
            bits >>= step
            count += step
        step >>= 1
    return count + <u32>(bits != 0)


cdef inline u32 part_copy(char* to, const char* source, u32 offset, size_t size) noexcept nogil:
    """Copy one part, if there is a target; give its size."""
    if to != NULL and size:
        memcpy(to + offset, source + offset, size)
    return <u32>size


cdef inline u32 place_in(const State* st, const void* part) noexcept nogil:
    """Give the byte offset of something in the fixed part."""
    return <u32>(<const char*>part - <const char*>st)


cdef inline u32 fixed_copy(const Prog* prog, char* to, const char* source) noexcept nogil:
    """Copy the fixed part without the ends of its last three tables, which a ruleset may lack."""
    cdef const State* st = <const State*>source
    return (
        part_copy(to, source, 0, place_in(st, &st.kmask[prog.nkinds]))
        + part_copy(to, source, place_in(st, &st.flag), prog.nflags * sizeof(Set))
        + part_copy(to, source, place_in(st, &st.ends), prog.nchannels * sizeof(Ends))
    )


cdef inline void clear_unused(const Prog* prog, State* st) noexcept nogil:
    """Empty what :func:`fixed_copy` leaves out."""
    memset(&st.kmask[prog.nkinds], 0, (NKIND - prog.nkinds) * NP * sizeof(Set))
    memset(&st.flag[prog.nflags], 0, (NFLAG - prog.nflags) * sizeof(Set))
    memset(&st.ends[prog.nchannels], 0, (NCHAN - prog.nchannels) * sizeof(Ends))


cdef inline u32 orders_copy(const Prog* prog, char* to, const char* source) noexcept nogil:
    """Copy the orders of the zones that hold cards.

    A call for each would take longer than their bytes; so whole chunks are copied, and what of the
    next zone is at the end of one is what belongs there.
    """
    cdef const State* st = <const State*>source
    cdef u64 zones = st.nonempty
    cdef u32 at, count, done, used = 0
    cdef int z
    while zones:
        z = lowest(zones)
        zones &= zones - 1
        count = st.zcount[z]
        used += count
        if to != NULL:
            at = prog.layout.order + prog.zones[z].order
            done = 0
            while done < count:
                memcpy(to + at + done, source + at + done, CHUNK)
                done += CHUNK
    return used


cdef inline u32 go_through(
    const Prog* prog, char* to, const char* source, u32* parts
) noexcept nogil:
    """Copy what is in use, if there is a target; give its bytes, and those of each part."""
    cdef const State* st = <const State*>source
    cdef const Layout* lay = &prog.layout
    cdef const i64* chain
    cdef u32[NPARTS] used
    cdef u32 index, live, record, slots = st.sp, total = 0
    memset(used, 0, sizeof(used))
    used[PART_FIXED] = fixed_copy(prog, to, source)
    # One copy for two parts that lie one behind the other.
    part_copy(to, source, lay.vars, lay.order - lay.vars)
    used[PART_VARIABLES] = lay.cardvars - lay.vars
    used[PART_CARD_VARIABLES] = lay.order - lay.cardvars
    used[PART_ORDERS] = orders_copy(prog, to, source)
    for index in range(lay.nchains):
        chain = <const i64*>(source + lay.chains) + index * lay.chain_words
        used[PART_CHAINS] += part_copy(
            to, source, lay.chains + index * lay.chain_words * <u32>sizeof(i64),
            (1 + <size_t>chain[0]) * sizeof(i64),
        )
    for index in range(prog.nrecords):
        live = highest_bit(st.live_records[index])
        record = prog.records[index].base
        used[PART_RECORDS] += part_copy(
            to, source, lay.records + record * <u32>sizeof(i64),
            live * prog.records[index].words * sizeof(i64),
        )
        if to != NULL:
            # No old reference may match what another game left there.
            for live in range(live, prog.records[index].capacity):
                (<i64*>(to + lay.records))[record + live * prog.records[index].words] = 0
    used[PART_LISTENERS] = part_copy(to, source, lay.listeners, st.nlisteners * sizeof(Listener))
    used[PART_MODS] = part_copy(to, source, lay.mods, st.nmods * sizeof(Mod))
    used[PART_EFFECTS] = part_copy(to, source, lay.effects, st.neffects * sizeof(Effect))
    used[PART_PENDING] = part_copy(to, source, lay.pending, st.npending * lay.pending_bytes)
    used[PART_WAS] = part_copy(to, source, lay.was, st.nwas * lay.was_bytes)
    used[PART_OPTIONS] = part_copy(to, source, lay.options, st.noptions * sizeof(u64))
    if slots > lay.max_stack:
        slots = lay.max_stack
    used[PART_STACK] = part_copy(to, source, lay.stack, slots * sizeof(i64))
    if to != NULL:
        # The lowest slot is the machine's own, empty while a game waits or is over.
        (<i64*>(to + lay.stack))[0] = 0
    if parts != NULL:
        for index in range(<u32>NPARTS):
            parts[index] = used[index]
            total += used[index]
    return total


cdef inline void block_copy(const Prog* prog, char* to, const char* source) noexcept nogil:
    """Copy the part of a block that is in use; the blocks are two."""
    go_through(prog, to, source, NULL)


cdef inline u32 block_used(const Prog* prog, const char* block) noexcept nogil:
    """Give the bytes of a block that are in use."""
    cdef u32[NPARTS] parts
    return go_through(prog, NULL, block, parts)
