"""Copy the live part of a game's block: the fixed part, and of each pool what is in use.

What lies behind stays as it was in the target; nothing reads it before writing it.
"""

from libc.string cimport memcpy, memset
from tefuda.state cimport (
    Effect,
    Layout,
    Listener,
    Mod,
    Pending,
    Prog,
    State,
    Was,
    i64,
    u32,
    u64,
)

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
    used[PART_FIXED] = part_copy(to, source, 0, sizeof(State))
    # One copy for three parts that lie one behind the other.
    part_copy(to, source, lay.vars, lay.chains - lay.vars)
    used[PART_VARIABLES] = lay.cardvars - lay.vars
    used[PART_CARD_VARIABLES] = lay.order - lay.cardvars
    used[PART_ORDERS] = lay.chains - lay.order
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
    used[PART_PENDING] = part_copy(to, source, lay.pending, st.npending * sizeof(Pending))
    used[PART_WAS] = part_copy(to, source, lay.was, st.nwas * sizeof(Was))
    used[PART_OPTIONS] = part_copy(to, source, lay.options, st.noptions * sizeof(u64))
    if slots > lay.max_stack:
        slots = lay.max_stack
    used[PART_STACK] = part_copy(to, source, lay.stack, slots * sizeof(i64))
    if to != NULL:
        # The lowest slot is the machine's own, empty while a game waits or is over.
        (<i64*>(to + lay.stack))[0] = 0
    if parts != NULL:
        for index in range(NPARTS):
            parts[index] = used[index]
            total += used[index]
    return total


cdef inline void block_copy(const Prog* prog, char* to, const char* source) noexcept nogil:
    """Copy the part of a block that is in use."""
    go_through(prog, to, source, NULL)


cdef inline u32 block_used(const Prog* prog, const char* block) noexcept nogil:
    """Give the bytes of a block that are in use."""
    cdef u32[NPARTS] parts
    return go_through(prog, NULL, block, parts)
