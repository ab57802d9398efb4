"""How much of its block a game uses, measured while games are played."""

from libc.string cimport memcpy, memset
from tefuda.block cimport (
    NPARTS,
    PART_EFFECTS,
    PART_LISTENERS,
    PART_MODS,
    PART_OPTIONS,
    PART_PENDING,
    PART_STACK,
    PART_WAS,
    go_through,
)
from tefuda.state cimport (
    NRECORD,
    Effect,
    Layout,
    Listener,
    Mod,
    Prog,
    RecordLayout,
    State,
    i64,
    u8,
    u32,
    u64,
)

cdef enum:
    PAINT = 0xA5          # of what no game has written to

ctypedef struct Used:
    u64 decisions
    u64 total             # bytes in use at all of them
    u32 most              # at the one with the most
    u32[NPARTS] parts     # there
    u32[NPARTS] held      # most entries that a pool held at any time
    u32[NRECORD] records  # likewise, of each type


cdef inline void paint(const Prog* prog, State* st) noexcept nogil:
    """Prepare a block before its game begins, so that one sees what was written."""
    memset(<char*>st + prog.layout.listeners, PAINT, prog.layout.size - prog.layout.listeners)


cdef inline void keep_more(u32* most, u32 count) noexcept nogil:
    if count > most[0]:
        most[0] = count


cdef inline u32 written(const char* pool, size_t entries, size_t each) noexcept nogil:
    """Give how many entries of a pool were written to since it was painted, the highest counts."""
    cdef size_t left = entries * each
    while left and <u8>pool[left - 1] == PAINT:
        left -= 1
    return <u32>((left + each - 1) / each)


cdef inline void note_decision(Used* used, const Prog* prog, const State* st) noexcept nogil:
    """Count what a waiting game uses."""
    cdef u32[NPARTS] parts
    cdef u32 size = go_through(prog, NULL, <const char*>st, parts)
    used.decisions += 1
    used.total += size
    if size > used.most:
        used.most = size
        memcpy(used.parts, parts, sizeof(parts))


cdef inline void note_end(Used* used, const Prog* prog, const State* st) noexcept nogil:
    """Count what a game that began on a painted block held at most."""
    cdef const Layout* lay = &prog.layout
    cdef const char* block = <const char*>st
    cdef const i64* words = <const i64*>(block + lay.records)
    cdef const RecordLayout* row
    cdef u32 index, count
    keep_more(&used.held[PART_LISTENERS],
              written(block + lay.listeners, lay.max_listeners, sizeof(Listener)))
    keep_more(&used.held[PART_MODS], written(block + lay.mods, lay.max_mods, sizeof(Mod)))
    keep_more(&used.held[PART_EFFECTS],
              written(block + lay.effects, lay.max_effects, sizeof(Effect)))
    keep_more(&used.held[PART_PENDING],
              written(block + lay.pending, lay.max_pending, lay.pending_bytes))
    keep_more(&used.held[PART_WAS], written(block + lay.was, lay.max_was, lay.was_bytes))
    keep_more(&used.held[PART_OPTIONS],
              written(block + lay.options, lay.max_options, sizeof(u64)))
    keep_more(&used.held[PART_STACK], written(block + lay.stack, lay.max_stack, sizeof(i64)))
    for index in range(prog.nrecords):
        row = &prog.records[index]
        # All words are 0 at the beginning; a record that was dropped keeps what it held.
        count = row.capacity * row.words
        while count and words[row.base + count - 1] == 0:
            count -= 1
        keep_more(&used.records[index], (count + row.words - 1) // row.words)


cdef class Usage:
    """What :func:`tefuda.playing.play_games` measures of the blocks of games."""

    cdef Used used
    cdef list names       # of record types
