"""Who knows which face: one set of cards for each player.

A player knows a face at a place. It is learnt where a zone shows it, kept while the card moves in
sight of the player or from a place that can be told apart, and lost with the whole zone when
something leaves an unordered hidden zone unseen: clearing only the card that went would tell
which one it was.
"""

from tefuda.places cimport lying_in, user_of
from tefuda.sets cimport add, clear, has, lowest, take, unite, without
from tefuda.state cimport CH_KNOWN, NONE8, NP, Prog, Set, State, W, u64


cdef inline int zone_watchers(const Prog* P, int z) noexcept nogil:
    """The players who see the faces of a zone that lie face up, a bit for each."""
    cdef int visibility = P.kinds[P.zones[z].kind].visibility
    return (1 << NP) - 1 if visibility == 2 else visibility << P.zones[z].player


cdef inline bint zone_shows(const Prog* P, int z, int player) noexcept nogil:
    """Whether a player sees the faces of a zone that lie face up."""
    return zone_watchers(P, z) >> player & 1


cdef inline int watchers(const Prog* P, const State* s, int c) noexcept nogil:
    """The players whom the place where a card is shows its face, a bit for each."""
    cdef int visibility
    if has(&s.facedown, c):
        return 0
    if s.zone[c] != NONE8:
        return zone_watchers(P, s.zone[c])
    visibility = P.link_visibility[s.link[c]]
    return (1 << NP) - 1 if visibility == 2 else visibility << user_of(P, s, c)


cdef inline bint place_shows(const Prog* P, State* s, int c, int player) noexcept nogil:
    """Whether the place where a card is shows its face to a player."""
    return watchers(P, s, c) >> player & 1


cdef inline int knowers(State* s, int c) noexcept nogil:
    """The players who know a face, a bit for each."""
    cdef int p
    cdef int bits = 0
    for p in range(NP):
        bits |= has(&s.known[p], c) << p
    return bits


cdef inline void learn_place(
    const Prog* P, State* s, int c, int source, int knower
) noexcept nogil:
    """What a card that came from zone `source` (``NONE8``: from a host) lets players know.

    The card is where it went to already, face up or down; `knower` is told, -1 nobody.
    """
    cdef int p
    cdef int shown = watchers(P, s, c)
    # To whom it is lost in a zone whose cards cannot be told apart.
    cdef int lost = 0
    cdef Set zone
    if knower >= 0:
        shown |= 1 << knower
    if source != NONE8 and not P.kinds[P.zones[source].kind].ordered:
        lost = ~zone_watchers(P, source)
    for p in range(NP):
        if shown >> p & 1:
            add(&s.known[p], c)
        elif lost >> p & 1:
            clear(&zone)
            lying_in(P, s, source, &zone)
            without(&s.known[p], &zone)
            take(&s.known[p], c)
    s.changed |= CH_KNOWN


cdef inline void learn(State* s, int player, const Set* cards) noexcept nogil:
    unite(&s.known[player], cards)
    s.changed |= CH_KNOWN


cdef inline void forget(const Prog* P, State* s, const Set* cards) noexcept nogil:
    """Let every player forget faces, except those that their places show."""
    cdef int c, k, p
    cdef u64 x
    for k in range(W):
        x = cards.w[k]
        while x:
            c = (k << 6) + lowest(x)
            x &= x - 1
            for p in range(NP):
                if not place_shows(P, s, c, p):
                    take(&s.known[p], c)
    s.changed |= CH_KNOWN
