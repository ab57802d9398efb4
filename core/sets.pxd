"""Sets of cards: one bit for each card, in ``W`` words."""

from tefuda.state cimport Set, W, i64, u64

cdef extern from *:
    """
    #ifndef TEFUDA_BITS
    #define TEFUDA_BITS
    #if defined(_MSC_VER) && !defined(__clang__)
    #include <intrin.h>
    #define tefuda_popcount(x) ((int)__popcnt64(x))
    static __inline int tefuda_lowest(unsigned long long x) {
        unsigned long i; _BitScanForward64(&i, x); return (int)i; }
    #define tefuda_likely(x) (x)
    #define tefuda_unlikely(x) (x)
    #else
    #define tefuda_popcount(x) __builtin_popcountll(x)
    #define tefuda_lowest(x) __builtin_ctzll(x)
    #define tefuda_likely(x) __builtin_expect(!!(x), 1)
    #define tefuda_unlikely(x) __builtin_expect(!!(x), 0)
    #endif
    #endif
    """
    int popcount "tefuda_popcount"(u64 x) noexcept nogil
    int lowest "tefuda_lowest"(u64 x) noexcept nogil      # of a word that is not 0
    bint likely "tefuda_likely"(bint x) noexcept nogil
    bint unlikely "tefuda_unlikely"(bint x) noexcept nogil


cdef inline void keep(Set* to, const Set* cards) noexcept nogil:
    """Copy a set word by word: a wide load soon after narrow stores would wait for them."""
    cdef int k
    for k in range(W):
        to.w[k] = cards.w[k]


cdef inline bint has(const Set* a, int c) noexcept nogil:
    """Whether a card, given by a valid index, is in a set."""
    return a.w[c >> 6] >> (c & 63) & 1


cdef inline void add(Set* a, int c) noexcept nogil:
    a.w[c >> 6] |= <u64>1 << (c & 63)


cdef inline void take(Set* a, int c) noexcept nogil:
    a.w[c >> 6] &= ~(<u64>1 << (c & 63))


cdef inline void clear(Set* a) noexcept nogil:
    cdef int k
    for k in range(W):
        a.w[k] = 0


cdef inline void unite(Set* a, const Set* b) noexcept nogil:
    cdef int k
    for k in range(W):
        a.w[k] |= b.w[k]


cdef inline void meet(Set* a, const Set* b) noexcept nogil:
    cdef int k
    for k in range(W):
        a.w[k] &= b.w[k]


cdef inline void differ(Set* a, const Set* b) noexcept nogil:
    """Keep the cards that are in one of both sets."""
    cdef int k
    for k in range(W):
        a.w[k] ^= b.w[k]


cdef inline void without(Set* a, const Set* b) noexcept nogil:
    cdef int k
    for k in range(W):
        a.w[k] &= ~b.w[k]


cdef inline bint some(const Set* a) noexcept nogil:
    cdef u64 x = 0
    cdef int k
    for k in range(W):
        x |= a.w[k]
    return x != 0


cdef inline bint meets(const Set* a, const Set* b) noexcept nogil:
    cdef u64 x = 0
    cdef int k
    for k in range(W):
        x |= a.w[k] & b.w[k]
    return x != 0


cdef inline bint within(const Set* a, const Set* b) noexcept nogil:
    cdef u64 x = 0
    cdef int k
    for k in range(W):
        x |= a.w[k] & ~b.w[k]
    return x == 0


cdef inline bint same(const Set* a, const Set* b) noexcept nogil:
    cdef u64 x = 0
    cdef int k
    for k in range(W):
        x |= a.w[k] ^ b.w[k]
    return x == 0


cdef inline int size(const Set* a) noexcept nogil:
    cdef int n = 0
    cdef int k
    for k in range(W):
        n += popcount(a.w[k])
    return n


cdef inline int first(const Set* a) noexcept nogil:
    """The lowest card, -1 when empty."""
    cdef int k
    for k in range(W):
        if a.w[k]:
            return (k << 6) + lowest(a.w[k])
    return -1


cdef inline int pop(Set* a) noexcept nogil:
    """Take the lowest card out and give it, -1 when empty: the way to loop over a copy."""
    cdef int k
    cdef int c
    for k in range(W):
        if a.w[k]:
            c = (k << 6) + lowest(a.w[k])
            a.w[k] &= a.w[k] - 1
            return c
    return -1


cdef inline int nth(const Set* a, int n) noexcept nogil:
    """Card number ``n``, from 0, in the order of cards; the set has more than ``n``."""
    cdef int k
    cdef int m
    cdef u64 x
    for k in range(W):
        x = a.w[k]
        m = popcount(x)
        if n < m:
            while n:
                x &= x - 1
                n -= 1
            return (k << 6) + lowest(x)
        n -= m
    return -1


cdef inline Set* at(i64* r, int slot) noexcept nogil:
    """The set in slots of a frame."""
    return <Set*>(r + slot)
