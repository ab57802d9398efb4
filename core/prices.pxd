"""What cards cost and pay under a payment scheme, as rows of the match."""

from tefuda.numbers cimport total_of
from tefuda.sets cimport lowest
from tefuda.state cimport NONE8, PaymentInfo, Price, u8, u16, u64


cdef inline void set_cost(Price* price, const PaymentInfo* scheme, u64 need) noexcept nogil:
    """Note what a cost asks for."""
    cdef u64 coloured = need & ~(<u64>255 << scheme.any_shift)
    cdef int colour = lowest(coloured) >> 3 if coloured else 0
    price.total = <u16>total_of(need)
    price.colour = <u8>colour if coloured >> 8 * colour < 256 else <u8>NONE8
    price.coloured = <u8>(coloured >> 8 * colour & 255)
