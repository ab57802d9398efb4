"""Mix 64-bit numbers into a hash; the same on every platform."""

from tefuda.state cimport Set, W, u64


cdef inline u64 mix(u64 h, u64 x) noexcept nogil:
    x *= <u64>0x9e3779b97f4a7c15
    x ^= x >> 32
    h ^= x * <u64>0xd6e8feb86659fd93
    h = (h << 27 | h >> 37) * <u64>0x9fb21c651e98df25
    return h ^ h >> 29


cdef inline u64 mix_set(u64 h, const Set* cards) noexcept nogil:
    cdef int word
    for word in range(W):
        h = mix(h, cards.w[word])
    return h
