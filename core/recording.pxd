"""Records of the ruleset: fixed pools, each record with a generation and a stamp in word 0."""

from tefuda.pools cimport fail, record_of, records
from tefuda.sets cimport lowest
from tefuda.state cimport (
    CH_RECORD, E_RECORDS, E_STALE, Prog, RecordLayout, State, i64, u32, u64,
)


cdef inline i64 new_record(const Prog* P, State* s, int type) noexcept nogil:
    """A reference to a new record, -1 when the pool is full."""
    cdef const RecordLayout* layout = &P.records[type]
    cdef u64 left = ~s.live_records[type]
    cdef u64* w
    cdef u32 offset
    cdef u32 k
    if layout.capacity < 64:
        left &= (<u64>1 << layout.capacity) - 1
    if left == 0:
        fail(s, E_RECORDS)
        return -1
    s.live_records[type] |= left & (0 - left)
    s.generation += 1
    s.clock += 1
    offset = layout.base + <u32>lowest(left) * layout.words
    w = records(P, s) + offset
    w[0] = <u64>s.generation | <u64>s.clock << 32
    for k in range(1, layout.words):
        w[k] = 0
    s.changed |= CH_RECORD
    return <i64>(<u64>s.generation << 16 | offset)


cdef inline void drop_record(const Prog* P, State* s, int type, i64 reference) noexcept nogil:
    cdef const RecordLayout* layout = &P.records[type]
    cdef u64* w = record_of(P, s, reference)
    cdef u32 offset = <u32>(reference & 0xffff)
    if w == NULL or offset < layout.base or (offset - layout.base) % layout.words:
        fail(s, E_STALE)
        return
    offset = (offset - layout.base) // layout.words
    if offset >= layout.capacity:
        fail(s, E_STALE)
        return
    w[0] = 0
    s.live_records[type] &= ~(<u64>1 << offset)
    s.changed |= CH_RECORD
