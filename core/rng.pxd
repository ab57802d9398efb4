"""Random numbers: xoshiro256** streams seeded by splitmix64, each counting what was drawn."""

from tefuda.state cimport NSTREAM, State, u32, u64


cdef inline u64 splitmix(u64* seed) noexcept nogil:
    cdef u64 z
    seed[0] += <u64>0x9e3779b97f4a7c15
    z = seed[0]
    z = (z ^ (z >> 30)) * <u64>0xbf58476d1ce4e5b9
    z = (z ^ (z >> 27)) * <u64>0x94d049bb133111eb
    return z ^ (z >> 31)


cdef inline void seed_stream(State* s, int stream, u64 seed) noexcept nogil:
    """Start one stream anew; four words of splitmix are never all 0."""
    cdef int k
    cdef u64 x = seed + <u64>stream * <u64>0xd1b54a32d192ed03
    for k in range(4):
        s.rng[stream][k] = splitmix(&x)
    s.draws[stream] = 0


cdef inline u64 draw(State* s) noexcept nogil:
    """The next number of the stream in use."""
    cdef u64* a = s.rng[s.stream & (NSTREAM - 1)]
    cdef u64 x = a[1] * 5
    cdef u64 t = a[1] << 17
    s.draws[s.stream & (NSTREAM - 1)] += 1
    a[2] ^= a[0]
    a[3] ^= a[1]
    a[1] ^= a[2]
    a[0] ^= a[3]
    a[2] ^= t
    a[3] = a[3] << 45 | a[3] >> 19
    return (x << 7 | x >> 57) * 9


cdef inline u32 below(State* s, u32 n) noexcept nogil:
    """A number below ``n``; for n up to 2**16 no value is likelier by more than 2**-16."""
    return <u32>(((draw(s) >> 32) * n) >> 32)
