"""Paying costs with cards that have points in one or more colours.

A cost is eight small counts: one for each colour and one that any colour pays. A card's points may
be split among its colours, so a cost can be paid exactly if, for each set of colours, the demand
in it is at most the points of the cards that touch it, and all points together suffice. Where no
stat is modified these sums are counted in bit planes.

A payment must be minimal: no card in it may be left out. `useful` offers the cards that some
minimal payment contains, by searching over the classes of cards alike in points and colours.
"""

from libc.string cimport memset

from tefuda.numbers cimport total_of
from tefuda.pools cimport printed_word
from tefuda.questions cimport answer_value
from tefuda.sets cimport (
    keep,
    add, clear, first, has, likely, lowest, meets, pop, popcount, size_of_both, some, take,
    unite, without,
)
from tefuda.state cimport (
    NONE8, W, Match, PaymentInfo, Prog, Set, State, i32, i64, u8, u32, u64,
)
from tefuda.stats cimport freshen, word_of

cdef enum:
    COLOUR_SETS = 128     # of at most seven colours
    CLASSES = 48          # cards that differ in points or colours
    SEARCH = 40_000       # steps of the search; what it has not decided by then is offered


ctypedef struct Demand:   # what a payment has to cover
    int sets              # sets of colours with a demand in them
    u8 mask[COLOUR_SETS]
    i32 lack[COLOUR_SETS]  # by set: demand less credit less the points that touch it
    i32 total             # likewise of everything


cdef inline i64 count_at(u64 counts, int shift) noexcept nogil:
    return <i64>(counts >> shift & 255)


cdef inline void demand_of(
    const PaymentInfo* scheme, u64 credit, u64 need, Demand* d
) noexcept nogil:
    """Begin with what credit leaves to be paid."""
    cdef int asked = 0
    cdef int colour, part
    for colour in range(scheme.ncolours):
        if need >> (8 * colour) & 255:
            asked |= 1 << colour
    d.total = <i32>(total_of(need) - total_of(credit))
    d.sets = 0
    part = asked
    while part and d.sets < COLOUR_SETS:
        d.mask[d.sets] = <u8>part
        d.lack[d.sets] = 0
        for colour in range(scheme.ncolours):
            if part >> colour & 1:
                d.lack[d.sets] += <i32>(
                    count_at(need, 8 * colour) - count_at(credit, 8 * colour)
                )
        d.sets += 1
        part = (part - 1) & asked


cdef inline void pay_with(Demand* d, i64 points, u64 colours, int times) noexcept nogil:
    """Add the points of so many cards; a negative number takes them back."""
    cdef int k
    cdef i32 all = <i32>points * times
    d.total -= all
    for k in range(d.sets):
        if colours & d.mask[k]:
            d.lack[k] -= all


cdef inline i32 missing(const Demand* d) noexcept nogil:
    """How many points are missing, at least; 0 when the payment suffices."""
    cdef i32 n = d.total if d.total > 0 else 0
    cdef int k
    for k in range(d.sets):
        if d.lack[k] > n:
            n = d.lack[k]
    return n


cdef inline i64 points_of(
    const Prog* P, const Match* M, State* s, u64* base, const PaymentInfo* scheme, int c
) noexcept nogil:
    """What a card pays; never less than nothing."""
    cdef i64 points = word_of(P, M, s, base, c, scheme.points, False)
    return 0 if points < 0 else (points if points < 255 else 255)


cdef inline bint plain_points(
    const Prog* P, State* s, const PaymentInfo* scheme, const Set* cards
) noexcept nogil:
    """Whether bit planes tell the points of cards: none is modified or reads another form."""
    if meets(cards, &s.transformed):
        return False
    return scheme.points >= P.nstats or not meets(cards, &s.modified[scheme.points])


cdef inline i32 supply(const Match* M, int scheme, const Set* cards, int colours) noexcept nogil:
    """The points of those cards that touch a set of colours (0: of all), by bit planes."""
    cdef const Set* planes = M.planes + 4 * scheme
    cdef const Set* touching = M.touching + 256 * scheme + colours
    cdef Set rest
    keep(&rest, cards)
    cdef i32 n = 0
    cdef int k
    if colours:
        for k in range(W):
            rest.w[k] &= touching.w[k]
    for k in range(4):
        n += size_of_both(&rest, planes + k) << k
    return n


cdef inline void pay_with_all(
    const Prog* P, const Match* M, State* s, u64* base, int number, const Set* cards, Demand* d
) noexcept nogil:
    """Add the points of a set of cards."""
    cdef const PaymentInfo* scheme = &P.payments[number]
    cdef Set rest
    keep(&rest, cards)
    cdef int c, k
    if plain_points(P, s, scheme, cards):
        d.total -= supply(M, number, cards, 0)
        for k in range(d.sets):
            d.lack[k] -= supply(M, number, cards, d.mask[k])
        return
    while True:
        c = pop(&rest)
        if c < 0:
            return
        pay_with(
            d, points_of(P, M, s, base, scheme, c),
            <u64>printed_word(P, M, s, c, scheme.colours), 1,
        )


cdef inline i32 lacking(
    const Prog* P, const Match* M, State* s, u64* base, int number, const Set* paying, u64 credit,
    u64 need
) noexcept nogil:
    """How many points are missing for a need."""
    cdef Demand d
    cdef const PaymentInfo* scheme = &P.payments[number]
    cdef u64 coloured = need & ~(<u64>255 << scheme.any_shift)
    cdef int shift = 8 * (lowest(coloured) >> 3) if coloured else 0
    cdef i64 short_of, of_colour
    freshen(P, M, s, base)
    if likely(coloured >> shift < 256 and plain_points(P, s, scheme, paying)):
        # Points of one colour, and of any: two sums decide.
        short_of = total_of(need) - total_of(credit) - supply(M, number, paying, 0)
        if coloured:
            of_colour = (
                count_at(need, shift) - count_at(credit, shift)
                - supply(M, number, paying, 1 << (shift >> 3))
            )
            short_of = of_colour if of_colour > short_of else short_of
        return <i32>short_of if short_of > 0 else 0
    demand_of(scheme, credit, need, &d)
    pay_with_all(P, M, s, base, number, paying, &d)
    return missing(&d)


# ---------------------------------------------------------------- useful

ctypedef struct Classes:  # cards alike in points and colours
    int n
    i64 points[CLASSES]
    u64 colours[CLASSES]
    int available[CLASSES]
    int paid[CLASSES]     # already designated: in every payment
    int used[CLASSES]     # in the payment under way
    Set cards[CLASSES]
    u64 found             # classes that some minimal payment uses
    u64 wanted            # classes of the pool
    int steps


cdef inline bint sort_cards(
    const Prog* P, const Match* M, State* s, u64* base, const PaymentInfo* scheme,
    const Set* cards, bint paid, Classes* classes
) noexcept nogil:
    """Sort cards into classes; false when there are too many different ones."""
    cdef Set rest
    keep(&rest, cards)
    cdef i64 points
    cdef u64 colours
    cdef int c, k
    while True:
        c = pop(&rest)
        if c < 0:
            return True
        points = points_of(P, M, s, base, scheme, c)
        colours = <u64>printed_word(P, M, s, c, scheme.colours)
        k = 0
        while k < classes.n and not (
            classes.points[k] == points and classes.colours[k] == colours
        ):
            k += 1
        if k == classes.n:
            if k == CLASSES:
                return False
            classes.n += 1
            classes.points[k] = points
            classes.colours[k] = colours
            classes.available[k] = classes.paid[k] = classes.used[k] = 0
            clear(&classes.cards[k])
        if paid:
            classes.paid[k] += 1
        else:
            classes.available[k] += 1
            add(&classes.cards[k], c)


cdef inline bint is_minimal(Classes* classes, Demand* d) noexcept nogil:
    """Whether no card of a sufficient payment can be left out."""
    cdef int k
    cdef i32 short_of
    for k in range(classes.n):
        if classes.paid[k] + classes.used[k]:
            pay_with(d, classes.points[k], classes.colours[k], -1)
            short_of = missing(d)
            pay_with(d, classes.points[k], classes.colours[k], 1)
            if short_of == 0:
                return False
    return True


cdef inline void search(Classes* classes, Demand* d, int at) noexcept nogil:
    """Try all payments that add cards of the classes from `at` on.

    A payment that suffices is never added to: what it has would be superfluous then.
    """
    cdef int k
    cdef int count = 0
    cdef u64 bits = 0
    classes.steps += 1
    if classes.steps > SEARCH or classes.found == classes.wanted:
        return
    if missing(d) == 0:
        for k in range(classes.n):
            bits |= <u64>(classes.used[k] > 0) << k
        if bits & ~classes.found and is_minimal(classes, d):
            classes.found |= bits
        return
    if at == classes.n:
        return
    # With more and more cards of this class; the first time with none.
    while True:
        search(classes, d, at + 1)
        if (
            count == classes.available[at] or classes.points[at] == 0
            or (count and missing(d) == 0)
        ):
            break
        count += 1
        classes.used[at] += 1
        pay_with(d, classes.points[at], classes.colours[at], 1)
    classes.used[at] -= count
    pay_with(d, classes.points[at], classes.colours[at], -count)


cdef inline void useful(
    const Prog* P, const Match* M, State* s, u64* base, int number, const Set* paying, u64 credit,
    u64 need, const Set* pool, Set* out
) noexcept nogil:
    """The cards of a pool that some minimal completion of a payment contains."""
    cdef const PaymentInfo* scheme = &P.payments[number]
    cdef Set rest
    keep(&rest, pool)
    cdef Set helping
    cdef Classes classes
    cdef Demand d
    cdef i32 lack
    cdef int k, j
    cdef bint helps, sorted_all
    freshen(P, M, s, base)
    without(&rest, paying)
    demand_of(scheme, credit, need, &d)
    pay_with_all(P, M, s, base, number, paying, &d)
    lack = missing(&d)
    clear(&helping)
    if lack > 0 and some(&rest):
        classes.n = 0
        classes.steps = 0
        classes.found = classes.wanted = 0
        sorted_all = (
            sort_cards(P, M, s, base, scheme, &rest, False, &classes)
            and sort_cards(P, M, s, base, scheme, paying, True, &classes)
        )
        if not sorted_all:
            helping = rest
        for k in range(classes.n if sorted_all else 0):
            if classes.available[k] and classes.points[k]:
                # A card that fills none of the gaps can only be superfluous.
                helps = d.total > 0
                for j in range(d.sets):
                    helps |= d.lack[j] > 0 and classes.colours[k] & d.mask[j] != 0
                if helps:
                    classes.wanted |= <u64>1 << k
                else:
                    classes.available[k] = 0
        if sorted_all:
            search(&classes, &d, 0)
            if classes.steps > SEARCH:
                # Undecided: whatever brings the payment nearer.
                classes.found = classes.wanted
            for k in range(classes.n):
                if classes.found >> k & 1:
                    unite(&helping, &classes.cards[k])
    keep(out, &helping)


# ---------------------------------------------------------------- payable

cdef inline void payable(
    const Prog* P, const Match* M, State* s, u64* base, int number, const Set* cards,
    const Set* pool, Set* out
) noexcept nogil:
    """Those of the cards whose cost a pool without the card itself can pay."""
    cdef const PaymentInfo* scheme = &P.payments[number]
    cdef Set rest
    cdef Set found
    cdef i32[COLOUR_SETS] by_colours
    cdef i32[8] alone
    cdef i32 all, own
    cdef i64 points
    cdef u64 colours, need, coloured
    cdef Demand d
    cdef int c, k
    cdef bint asks, plain
    cdef bint filled = False
    if not some(cards):
        clear(out)
        return
    keep(&rest, cards)
    freshen(P, M, s, base)
    clear(&found)
    for k in range(8):
        alone[k] = -1
    plain = plain_points(P, s, scheme, pool)
    all = supply(M, number, pool, 0) if plain else 0
    asks = scheme.channel != NONE8 and s.listen[scheme.channel >> 6] >> (scheme.channel & 63) & 1
    while True:
        c = pop(&rest)
        if c < 0 or s.failure:
            break
        need = <u64>printed_word(P, M, s, c, scheme.cost)
        if asks:
            need = <u64>answer_value(P, M, s, base, scheme.channel, <i64>need, <i64>c)
        if need == 0:
            add(&found, c)
            continue
        coloured = need & ~(<u64>255 << scheme.any_shift)
        k = lowest(coloured) >> 3 if coloured else 0
        if plain and coloured >> 8 * k < 256:
            # Points of one colour, and of any: two sums decide.
            if alone[k] < 0:
                alone[k] = supply(M, number, pool, 1 << k)
            own = 0
            colours = 0
            if has(pool, c):
                points = points_of(P, M, s, base, scheme, c)
                own = <i32>points
                colours = <u64>printed_word(P, M, s, c, scheme.colours)
            if total_of(need) <= all - own and (
                <i64>(coloured >> 8 * k) <= alone[k] - (own if colours >> k & 1 else 0)
            ):
                add(&found, c)
            continue
        if not filled:
            memset(by_colours, 255, sizeof(by_colours))
            filled = True
        demand_of(scheme, 0, need, &d)
        if plain:
            d.total -= all
            for k in range(d.sets):
                if by_colours[d.mask[k]] < 0:
                    by_colours[d.mask[k]] = supply(M, number, pool, d.mask[k])
                d.lack[k] -= by_colours[d.mask[k]]
        else:
            pay_with_all(P, M, s, base, number, pool, &d)
        if has(pool, c):
            points = points_of(P, M, s, base, scheme, c)
            colours = <u64>printed_word(P, M, s, c, scheme.colours)
            pay_with(&d, points, colours, -1)
        if missing(&d) == 0:
            add(&found, c)
    keep(out, &found)
