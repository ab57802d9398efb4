"""Arithmetic as in Python, and small counts: eight numbers of 0 to 127 in one word."""

from tefuda.state cimport i64, u64


cdef inline i64 floor_div(i64 a, i64 b) noexcept nogil:
    if b == -1:
        return <i64>(0 - <u64>a)
    return a // b - (a % b != 0 and (a ^ b) < 0)


cdef inline i64 floor_mod(i64 a, i64 b) noexcept nogil:
    cdef i64 m
    if b == -1:
        return 0
    m = a % b
    return m + b if m != 0 and (m ^ b) < 0 else m


cdef inline i64 add_counts(u64 a, u64 b) noexcept nogil:
    """The sum of two times eight counts, each at most 127."""
    cdef u64 out = 0
    cdef u64 n
    cdef int k
    for k in range(0, 64, 8):
        n = (a >> k & 255) + (b >> k & 255)
        out |= (n if n < 127 else 127) << k
    return <i64>out


cdef inline i64 take_counts(u64 a, u64 b) noexcept nogil:
    """The difference of two times eight counts, each at least 0."""
    cdef u64 out = 0
    cdef int k
    for k in range(0, 64, 8):
        if (a >> k & 255) > (b >> k & 255):
            out |= ((a >> k & 255) - (b >> k & 255)) << k
    return <i64>out


cdef inline bint covers(u64 a, u64 b) noexcept nogil:
    cdef int k
    for k in range(0, 64, 8):
        if (a >> k & 255) < (b >> k & 255):
            return False
    return True


cdef inline i64 add_to_count(u64 counts, int number, i64 n) noexcept nogil:
    """Counts with `n` more of one of them, kept within 0 to 127."""
    cdef int shift = 8 * (number & 7)
    cdef i64 v = <i64>(counts >> shift & 255)
    if n > 127:
        v = 127
    else:
        v = v + n if n > -128 else 0
        v = 0 if v < 0 else (v if v < 127 else 127)
    return <i64>((counts & ~(<u64>255 << shift)) | <u64>v << shift)


cdef inline i64 total_of(u64 counts) noexcept nogil:
    """The sum of all eight counts."""
    # In pairs, then all four sums at once, in the highest 16 bits.
    counts = (counts & 0x00ff00ff00ff00ffULL) + (counts >> 8 & 0x00ff00ff00ff00ffULL)
    return <i64>(counts * 0x0001000100010001ULL >> 48)
