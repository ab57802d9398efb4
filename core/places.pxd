"""Where cards are: zones, cells, trees of cards hanging on cards, and what follows from it."""

from tefuda.pools cimport order_of
from tefuda.sets cimport add, lowest, pop, unite
from tefuda.state cimport NONE8, NP, Prog, Set, State, u8, u32, u64

cdef enum:
    KIND_PLACE = 256      # a place from here on is a kind of zone: that of the card's owner
    IN_PLAY = 1 << 31     # in a mask of where a card is; the lower bits are kinds of zone


cdef inline int zone_number(const Prog* P, int kind, int player, int cell) noexcept nogil:
    """The number of a zone: those of one player stand together."""
    return P.kinds[kind].first + player * <int>(P.nzones // NP) + cell


cdef inline int root_of(const State* s, int c) noexcept nogil:
    while s.host[c] != NONE8:
        c = s.host[c]
    return c


cdef inline int user_of(const Prog* P, const State* s, int c) noexcept nogil:
    """The player in whose zone the card, or the card it hangs on, lies."""
    cdef int z = s.zone[c]
    if z == NONE8:
        z = s.zone[root_of(s, c)]
    return P.zones[z].player


cdef inline bint in_play(const Prog* P, const State* s, int c) noexcept nogil:
    cdef int z = s.zone[c]
    if z == NONE8:
        z = s.zone[root_of(s, c)]
    return P.kinds[P.zones[z].kind].in_play


cdef inline u32 where(const Prog* P, const State* s, int c) noexcept nogil:
    """Where its printed abilities are read: its kind of zone, and whether it is in play."""
    return 0 if s.facedown.w[c >> 6] >> (c & 63) & 1 else where_face_up(P, s, c)


cdef inline u32 where_face_up(const Prog* P, const State* s, int c) noexcept nogil:
    """Likewise for a card that is known to be face up."""
    cdef int z = s.zone[c]
    if z == NONE8:
        z = s.zone[root_of(s, c)]
        return <u32>IN_PLAY if P.kinds[P.zones[z].kind].in_play else 0
    return (<u32>1 << P.zones[z].kind) | (<u32>IN_PLAY if P.kinds[P.zones[z].kind].in_play else 0)


cdef inline bint works(u32 works_in, u32 place) noexcept nogil:
    """Whether an ability that works in these kinds (0: in play) works at a place of `where`."""
    return (place & (works_in if works_in else <u32>IN_PLAY)) != 0


cdef inline int next_in_tree(const State* s, int top, int c) noexcept nogil:
    """The card after `c` of the tree on `top`, hosts before what hangs on them; -1 at the end."""
    if s.child[c] != NONE8:
        return s.child[c]
    while c != top:
        if s.sibling[c] != NONE8:
            return s.sibling[c]
        c = s.host[c]
    return -1


cdef inline void tree_on(const State* s, int top, Set* out) noexcept nogil:
    """Add the cards hanging on a card, at any depth, without the card itself."""
    cdef int c = next_in_tree(s, top, top)
    while c >= 0:
        add(out, c)
        c = next_in_tree(s, top, c)


cdef inline void hanging_on(const State* s, int host, int link, Set* out) noexcept nogil:
    """Add the cards that hang directly on a card by a link (``NONE8``: by any)."""
    cdef int c = s.child[host]
    while c != NONE8:
        if link == NONE8 or s.link[c] == link:
            add(out, c)
        c = s.sibling[c]


cdef inline void lying_in(const Prog* P, State* s, int z, Set* out) noexcept nogil:
    """Add the cards of a zone."""
    cdef u8* order
    cdef int i
    if P.kinds[P.zones[z].kind].cells == 1:
        unite(out, &s.kmask[P.zones[z].kind][P.zones[z].player])
        return
    order = order_of(P, s, z)
    for i in range(s.zcount[z]):
        add(out, order[i])


cdef inline void lying_in_all(const Prog* P, State* s, u64 zones, Set* out) noexcept nogil:
    """Add the cards of a set of zones."""
    zones &= s.nonempty
    while zones:
        lying_in(P, s, lowest(zones), out)
        zones &= zones - 1


cdef inline void used_by(const Prog* P, State* s, int player, Set* out) noexcept nogil:
    """Add the cards in a player's zones and those that hang on them."""
    cdef u32 k
    cdef int c
    cdef Set hanging
    for k in range(P.nkinds):
        unite(out, &s.kmask[k][player])
    hanging = s.attached
    while True:
        c = pop(&hanging)
        if c < 0:
            return
        if user_of(P, s, c) == player:
            add(out, c)


cdef inline void all_in_play(const Prog* P, State* s, Set* out) noexcept nogil:
    cdef u32 k
    cdef int c, p
    cdef Set hanging
    for k in range(P.nkinds):
        if P.kinds[k].in_play:
            for p in range(NP):
                unite(out, &s.kmask[k][p])
    hanging = s.attached
    while True:
        c = pop(&hanging)
        if c < 0:
            return
        if in_play(P, s, c):
            add(out, c)


cdef inline u64 zones_of(const Prog* P, int kind, int player) noexcept nogil:
    """All zones of a kind of a player, as bits."""
    cdef int cells = P.kinds[kind].cells
    cdef u64 bits = ~<u64>0 if cells >= 64 else (<u64>1 << cells) - 1
    return bits << zone_number(P, kind, player, 0)


cdef inline u64 cells_of(const Prog* P, int kind, u64 zones) noexcept nogil:
    """The cells of those zones that are of a kind, of whichever player."""
    cdef int cells = P.kinds[kind].cells
    cdef u64 bits = ~<u64>0 if cells >= 64 else (<u64>1 << cells) - 1
    cdef u64 out = 0
    cdef int p
    for p in range(NP):
        out |= zones >> zone_number(P, kind, p, 0) & bits
    return out


cdef inline u64 place_code(const State* s, int c) noexcept nogil:
    """Where a card is, for the eyes of all: zone, place and ordinal in its tree, 8 bits each."""
    cdef int top = root_of(s, c)
    cdef int ordinal = 0
    cdef int x = top
    while x != c:
        x = next_in_tree(s, top, x)
        ordinal += 1
    return <u64>s.zone[top] << 16 | <u64>s.pos[top] << 8 | <u64>ordinal
