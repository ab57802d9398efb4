"""Paying costs with cards that have points in one or more colours.

A cost is eight small counts: one for each colour and one that any colour pays. A card's points may
be split among its colours, so a cost can be paid exactly if, for each set of colours, the demand
in it is at most the points of the cards that touch it, and all points together suffice. A cost in
one colour, or in none, is decided by two sums; where no stat is modified the tables of the match
give them, by counting the cards in whose points each bit is set.

A payment must be minimal: no card in it may be left out. `useful` offers the cards that some
minimal payment contains, by searching over the classes of cards alike in points and colours; most
payments in one colour are small enough to be decided without.
"""

from tefuda.numbers cimport total_of
from tefuda.pools cimport printed_word
from tefuda.questions cimport answer_value
from tefuda.sets cimport (
    add, clear, first, has, keep, lowest, meet, meets, pop, popcount, same, size, some, take, unite,
    unlikely, without,
)
from tefuda.state cimport (
    FEW_POINTS, NC, NONE8, W, Match, Payers, PaymentInfo, Price, Prog, Set, State, i32, i64, u8,
    u32, u64,
)
from tefuda.stats cimport refresh_stats, stats_are_fresh, word_of

cdef enum:
    COLOUR_SETS = 128     # of at most seven colours
    CLASSES = 48          # cards that differ in points or colours
    SEARCH = 40_000       # steps of the search; what it has not decided by then is offered
    FEW_BITS = 4          # of points below FEW_POINTS
    FEW_CLASSES = 32      # two for each number of few points
    ENDLESS = 1 << 30     # more points than any card has


ctypedef struct Payment:  # as it lies in a frame
    Set paying            # cards designated so far
    u64 credit
    u64 need


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


cdef inline void freshen_points(
    const Prog* P, const Match* M, State* s, u64* base, const PaymentInfo* scheme
) noexcept nogil:
    """Know which cards' points are changed."""
    if (
        scheme.points < P.nstats and not stats_are_fresh(s)
        and (
            s.ends[P.stat_channel + scheme.points].head != NONE8
            or not same(&s.modified[scheme.points], &s.given[scheme.points])
        )
    ):
        refresh_stats(P, M, s, base)


cdef inline bint plain_points(
    const Prog* P, const State* s, const PaymentInfo* scheme, const Set* cards
) noexcept nogil:
    """Whether the tables of the match tell what cards pay: none is modified or transformed.

    False also while it is not known which are modified: `freshen_points` first, and ask again.
    """
    cdef const Set* modified = &s.transformed
    cdef u64 x = 0
    cdef int k
    if scheme.points < P.nstats:
        modified = &s.modified[scheme.points]
        if not stats_are_fresh(s):
            if s.ends[P.stat_channel + scheme.points].head != NONE8:
                return False
            # No continuous effect: what effects gave is all there is.
            modified = &s.given[scheme.points]
    for k in range(W):
        x |= cards.w[k] & (s.transformed.w[k] | modified.w[k])
    return x == 0


cdef inline void supply(
    const Payers* payers, const Set* cards, const Set* touching, i32* all, i32* of_those
) noexcept nogil:
    """The points of cards as printed, of all and of those among them that touch a colour."""
    cdef const Set* bits = &payers.bits[payers.width]
    cdef i32 sum_of_all = 0
    cdef i32 sum_of_those = 0
    cdef int k
    cdef u64 x
    # From the highest bit on.
    while bits != &payers.bits[0]:
        bits -= 1
        sum_of_all *= 2
        sum_of_those *= 2
        for k in range(W):
            x = cards.w[k] & bits.w[k]
            sum_of_all += popcount(x)
            sum_of_those += popcount(x & touching.w[k])
    all[0] = sum_of_all
    of_those[0] = sum_of_those


cdef inline void pay_with_all(
    const Prog* P, const Match* M, State* s, u64* base, const PaymentInfo* scheme,
    const Set* cards, Demand* d
) noexcept nogil:
    """Add the points of a set of cards."""
    cdef Set rest
    cdef int c
    keep(&rest, cards)
    while True:
        c = pop(&rest)
        if c < 0:
            return
        pay_with(
            d, points_of(P, M, s, base, scheme, c),
            <u64>printed_word(P, M, s, c, scheme.colours), 1,
        )


cdef inline i32 lacking_as_printed(
    const PaymentInfo* scheme, const Payers* payers, const Payment* payment
) noexcept nogil:
    """`lacking_in_colours` where the tables of the match tell what cards pay."""
    cdef u64 credit = payment.credit
    cdef u64 need = payment.need
    cdef Set touching
    cdef i64 most, lack
    cdef i32 all, of_those
    cdef int asked = 0
    cdef int colour, part, rest
    for colour in range(scheme.ncolours):
        if count_at(need, 8 * colour):
            asked |= 1 << colour
    supply(payers, &payment.paying, &payment.paying, &all, &of_those)
    most = total_of(need) - total_of(credit) - all
    part = asked
    while part:
        clear(&touching)
        lack = 0
        rest = part
        while rest:
            colour = lowest(<u64>rest)
            rest &= rest - 1
            unite(&touching, &payers.colours[colour])
            lack += count_at(need, 8 * colour) - count_at(credit, 8 * colour)
        supply(payers, &payment.paying, &touching, &all, &of_those)
        lack -= of_those
        most = lack if lack > most else most
        part = (part - 1) & asked
    return <i32>most if most > 0 else 0


cdef inline i32 lacking_in_colours(
    const Prog* P, const Match* M, State* s, u64* base, int number, const Payment* payment
) noexcept nogil:
    """How many points are missing for a need in whatever colours, whatever the cards' points."""
    cdef const PaymentInfo* scheme = &P.payments[number]
    cdef Demand d
    freshen_points(P, M, s, base, scheme)
    if plain_points(P, s, scheme, &payment.paying):
        return lacking_as_printed(scheme, &M.payers[number], payment)
    demand_of(scheme, payment.credit, payment.need, &d)
    pay_with_all(P, M, s, base, scheme, &payment.paying, &d)
    return missing(&d)


cdef inline i32 lacking(
    const Prog* P, const Match* M, State* s, u64* base, int number, const Payment* payment
) noexcept nogil:
    """How many points are missing for a need."""
    cdef const PaymentInfo* scheme = &P.payments[number]
    cdef const Payers* payers
    cdef u64 need = payment.need
    cdef i32 any = <i32>count_at(need, scheme.any_shift)
    cdef u64 coloured = need & ~(<u64>255 << scheme.any_shift)
    # Without a colour the last one, of which nothing is asked.
    cdef int shift = lowest(coloured | <u64>1 << 63) & 56
    cdef i32 of_colour, all, touching
    if unlikely(
        coloured >> shift > 255 or not plain_points(P, s, scheme, &payment.paying)
    ):
        return lacking_in_colours(P, M, s, base, number, payment)
    # Points of one colour, and of any: two sums decide.
    payers = &M.payers[number]
    supply(payers, &payment.paying, &payers.colours[shift >> 3], &all, &touching)
    of_colour = <i32>(coloured >> shift)
    all = any + of_colour - all
    of_colour -= touching
    if payment.credit:
        all -= <i32>total_of(payment.credit)
        of_colour -= <i32>count_at(payment.credit, shift)
    all = all if all > of_colour else of_colour
    return all if all > 0 else 0


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
    const Set* cards, bint paid, u64 asked, Classes* classes
) noexcept nogil:
    """Sort cards into classes; false when there are too many different ones.

    Of their colours only those count that the cost asks for.
    """
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
        colours = <u64>printed_word(P, M, s, c, scheme.colours) & asked
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


ctypedef struct OneColour:  # classes where cards differ in points and in touching one colour
    int n
    i32 points[FEW_CLASSES]
    i32 touching[FEW_CLASSES]  # the same points if they touch it, else 0
    i32 available[FEW_CLASSES]
    i32 all_behind[FEW_CLASSES + 1]  # points of all cards of the classes from this one on
    i32 touching_behind[FEW_CLASSES + 1]
    Set cards[FEW_CLASSES]
    i32 least             # points of the least card under way that touches the colour ...
    i32 least_other       # ... and of the least that does not
    u32 found             # classes that some minimal payment uses
    u32 wanted
    int steps


cdef inline bint none_superfluous(
    i32 lack, i32 total, i32 least, i32 least_other
) noexcept nogil:
    """Whether no card of a sufficient payment can be left out; what lacks is not above 0."""
    return least_other > -total and least > (-total if total > lack else -lack)


cdef inline void search_one(
    OneColour* classes, int at, i32 lack, i32 total, i32 least, i32 least_other, u32 used
) noexcept nogil:
    """Try all payments that add cards of the classes from `at` on, as `search` does."""
    cdef int _
    cdef i32 points, touching
    classes.steps += 1
    if classes.steps > SEARCH or classes.found == classes.wanted:
        return
    if lack <= 0 and total <= 0:
        if used & ~classes.found and none_superfluous(lack, total, least, least_other):
            classes.found |= used
        return
    if total > classes.all_behind[at] or lack > classes.touching_behind[at]:
        return
    search_one(classes, at + 1, lack, total, least, least_other, used)
    points, touching = classes.points[at], classes.touching[at]
    if touching:
        least = points if points < least else least
    else:
        least_other = points if points < least_other else least_other
    for _ in range(classes.available[at]):
        if lack <= 0 and total <= 0:
            return
        lack -= touching
        total -= points
        search_one(classes, at + 1, lack, total, least, least_other, used | <u32>1 << at)


cdef inline void try_one(OneColour* classes, int wanted, i32 lack, i32 total) noexcept nogil:
    """Complete one payment from a card of a class on, and note what it uses if it is minimal.

    What cannot be in any minimal payment, for it suffices alone and is none, is wanted no more.
    """
    cdef i32[FEW_CLASSES] left
    cdef i32 least = classes.least
    cdef i32 least_other = classes.least_other
    cdef i32 gap, points
    cdef u32 used = 0
    cdef int best = wanted
    cdef int k
    for k in range(classes.n):
        left[k] = classes.available[k]
    while best >= 0:
        points = classes.points[best]
        left[best] -= 1
        used |= <u32>1 << best
        lack -= classes.touching[best]
        total -= points
        if classes.touching[best]:
            least = points if points < least else least
        else:
            least_other = points if points < least_other else least_other
        if lack <= 0 and total <= 0:
            if none_superfluous(lack, total, least, least_other):
                classes.found |= used
            elif used == <u32>1 << wanted and left[wanted] + 1 == classes.available[wanted]:
                classes.wanted &= ~used
            return
        # Rather the most points without a surplus, else the fewest.
        gap = lack if lack > total else total
        best = -1
        for k in range(classes.n):
            if left[k] == 0 or (lack > 0 and classes.touching[k] == 0):
                continue
            points = classes.points[k]
            if (
                best < 0
                or (points <= gap and not points <= classes.points[best] <= gap)
                or (points > gap and points < classes.points[best])
            ):
                best = k


cdef inline void search_classes(
    OneColour* classes, i32 all, i32 of_colour, i32 total, i32 lack, Set* out
) noexcept nogil:
    """The cards of those classes that some minimal payment uses."""
    cdef int n
    classes.steps = 0
    classes.found = 0
    classes.wanted = <u32>((<u64>1 << classes.n) - 1)
    # Usually a payment that is easily found shows it; the search decides the rest.
    for n in range(classes.n):
        if (classes.wanted & ~classes.found) >> n & 1:
            try_one(classes, n, lack, total)
    if classes.found != classes.wanted:
        for n in range(classes.n):
            classes.all_behind[n], classes.touching_behind[n] = all, of_colour
            all -= classes.points[n] * classes.available[n]
            of_colour -= classes.touching[n] * classes.available[n]
        classes.all_behind[classes.n] = classes.touching_behind[classes.n] = 0
        search_one(classes, 0, lack, total, classes.least, classes.least_other, 0)
    if classes.steps > SEARCH:
        # Undecided: whatever brings the payment nearer.
        classes.found = classes.wanted
    clear(out)
    for n in range(classes.n):
        if classes.found >> n & 1:
            unite(out, &classes.cards[n])


cdef inline void useful_for_one(
    const Match* M, int number, const Payment* payment, int colour, bint coloured,
    const Set* pool, Set* out
) noexcept nogil:
    """`useful` for a cost in one colour or in none: the tables tell what cards pay."""
    cdef const Price* prices = M.prices + NC * number
    cdef const Payers* payers = &M.payers[number]
    cdef const Set* touching_it = &payers.colours[colour]
    cdef const Price* price
    cdef OneColour classes
    cdef Set rest
    cdef i32 all, of_colour, points, total, lack, least, least_other, fewest, most
    cdef int k, n, count
    cdef bint side
    cdef u64 x
    clear(out)
    total = <i32>total_of(payment.need)
    lack = <i32>count_at(payment.need, 8 * colour) if coloured else 0
    if payment.credit:
        total -= <i32>total_of(payment.credit)
        lack -= <i32>count_at(payment.credit, 8 * colour) if coloured else 0
    least = least_other = ENDLESS
    for k in range(W):
        x = payment.paying.w[k]
        while x:
            price = &prices[(k << 6) + lowest(x)]
            x &= x - 1
            points = price.pays
            total -= points
            if coloured and price.colours >> colour & 1:
                lack -= points
                least = points if points < least else least
            else:
                least_other = points if points < least_other else least_other
    if total <= 0 and lack <= 0:
        return
    classes.least, classes.least_other = least, least_other
    # What fills no gap is superfluous; so is what does not touch the colour, where the cards that
    # fill its gap fill the other too.
    keep(&rest, pool)
    without(&rest, &payers.few[0])
    if total <= lack:
        meet(&rest, touching_it)
    keep(out, &rest)
    if total <= 1 and lack <= 1 and not some(&payment.paying):
        # Each that is left suffices alone.
        return
    classes.n = 0
    all = of_colour = most = 0
    fewest = ENDLESS
    while True:
        k = first(&rest)
        if k < 0:
            break
        price = &prices[k]
        points = price.pays
        side = coloured and price.colours >> colour & 1
        n = classes.n
        classes.n += 1
        keep(&classes.cards[n], &rest)
        meet(&classes.cards[n], &payers.few[points])
        if side:
            meet(&classes.cards[n], touching_it)
        elif coloured:
            without(&classes.cards[n], touching_it)
        without(&rest, &classes.cards[n])
        count = size(&classes.cards[n])
        classes.points[n] = points
        classes.touching[n] = points if side else 0
        classes.available[n] = count
        all += points * count
        most = points if points > most else most
        fewest = points if points < fewest else fewest
        if side:
            of_colour += points * count
            least = points if points < least else least
        else:
            least_other = points if points < least_other else least_other
    if all < total or of_colour < lack:
        clear(out)
        return
    # All are useful if no less than all suffices, ...
    if none_superfluous(lack - of_colour, total - all, least, least_other):
        return
    # ... if each of them suffices alone, even the dearest without making others superfluous, ...
    if (
        fewest >= total and fewest >= lack and (lack <= 0 or all == of_colour)
        and none_superfluous(lack - most, total - most, classes.least, classes.least_other)
    ):
        return
    # ... or if they are alike and nothing is paid.
    if classes.n == 1 and not some(&payment.paying):
        return
    search_classes(&classes, all, of_colour, total, lack, out)


cdef inline void useful_in_colours(
    const Prog* P, const Match* M, State* s, u64* base, int number, const Payment* payment,
    const Set* pool, Set* out
) noexcept nogil:
    """`useful` for a need in whatever colours, and for cards with whatever points."""
    cdef const PaymentInfo* scheme = &P.payments[number]
    cdef Classes classes
    cdef Demand d
    cdef int k, j
    cdef bint helps
    cdef u64 asked
    clear(out)
    demand_of(scheme, payment.credit, payment.need, &d)
    pay_with_all(P, M, s, base, scheme, &payment.paying, &d)
    if missing(&d) == 0 or not some(pool):
        return
    classes.n = 0
    classes.steps = 0
    classes.found = classes.wanted = 0
    # The first set of colours is all that the cost asks for.
    asked = d.mask[0] if d.sets else 0
    if not (
        sort_cards(P, M, s, base, scheme, pool, False, asked, &classes)
        and sort_cards(P, M, s, base, scheme, &payment.paying, True, asked, &classes)
    ):
        pay_with_all(P, M, s, base, scheme, pool, &d)
        if missing(&d) == 0:
            keep(out, pool)
        return
    # Where all that there are do not suffice the search might be long, and end undecided.
    for k in range(classes.n):
        pay_with(&d, classes.points[k], classes.colours[k], classes.available[k])
    if missing(&d):
        return
    for k in range(classes.n):
        pay_with(&d, classes.points[k], classes.colours[k], -classes.available[k])
    for k in range(classes.n):
        if classes.available[k] and classes.points[k]:
            # A card that fills none of the gaps can only be superfluous.
            helps = d.total > 0
            for j in range(d.sets):
                helps |= d.lack[j] > 0 and classes.colours[k] & d.mask[j] != 0
            if helps:
                classes.wanted |= <u64>1 << k
            else:
                classes.available[k] = 0
    search(&classes, &d, 0)
    if classes.steps > SEARCH:
        # Undecided: whatever brings the payment nearer.
        classes.found = classes.wanted
    for k in range(classes.n):
        if classes.found >> k & 1:
            unite(out, &classes.cards[k])


cdef inline void useful(
    const Prog* P, const Match* M, State* s, u64* base, int number, const Payment* payment,
    const Set* pool, Set* out
) noexcept nogil:
    """The cards of a pool that some minimal completion of a payment contains; `out` is apart."""
    cdef const PaymentInfo* scheme = &P.payments[number]
    cdef u64 coloured = payment.need & ~(<u64>255 << scheme.any_shift)
    cdef int shift = lowest(coloured | <u64>1 << 63) & 56
    cdef Set rest
    cdef Set all
    cdef bint plain
    keep(&rest, pool)
    without(&rest, &payment.paying)
    keep(&all, pool)
    unite(&all, &payment.paying)
    plain = plain_points(P, s, scheme, &all)
    if unlikely(not plain):
        freshen_points(P, M, s, base, scheme)
        plain = plain_points(P, s, scheme, &all)
    if plain and coloured >> shift < 256 and M.payers[number].width <= FEW_BITS:
        useful_for_one(M, number, payment, shift >> 3, coloured != 0, &rest, out)
    else:
        useful_in_colours(P, M, s, base, number, payment, &rest, out)


# ---------------------------------------------------------------- payable

cdef inline bint pays_in_colours(
    const Prog* P, const Match* M, State* s, u64* base, int number, const Set* pool, int c,
    u64 need
) noexcept nogil:
    """Whether a pool without the card can pay a need in whatever colours."""
    cdef Payment payment
    keep(&payment.paying, pool)
    take(&payment.paying, c)
    payment.credit = 0
    payment.need = need
    return lacking_in_colours(P, M, s, base, number, &payment) == 0


cdef inline void payable_otherwise(
    const Prog* P, const Match* M, State* s, u64* base, int number, const Set* cards,
    const Set* pool, Set* out
) noexcept nogil:
    """`payable` where a cost or what the pool pays is not as printed."""
    cdef const PaymentInfo* scheme = &P.payments[number]
    cdef Set rest
    cdef Set found
    cdef i64 need
    cdef int c
    cdef bint asks
    asks = scheme.channel != NONE8 and s.listen[scheme.channel >> 6] >> (scheme.channel & 63) & 1
    keep(&rest, cards)
    clear(&found)
    while True:
        c = pop(&rest)
        if c < 0 or s.failure:
            break
        need = printed_word(P, M, s, c, scheme.cost)
        if asks:
            need = answer_value(P, M, s, base, scheme.channel, need, <i64>c)
        if pays_in_colours(P, M, s, base, number, pool, c, <u64>need):
            add(&found, c)
    keep(out, &found)


cdef inline void payable(
    const Prog* P, const Match* M, State* s, u64* base, int number, const Set* cards,
    const Set* pool, Set* out
) noexcept nogil:
    """Those of the cards whose cost a pool without the card itself can pay."""
    cdef const PaymentInfo* scheme = &P.payments[number]
    cdef const Payers* payers = &M.payers[number]
    cdef const Price* prices = M.prices + NC * number
    cdef const Price* price
    cdef i32 all, touching, own
    cdef u64 x, card, found
    cdef int k
    cdef int known = -1   # the colour that `touching` is of
    if not some(cards):
        clear(out)
        return
    if unlikely(
        not plain_points(P, s, scheme, pool) or meets(cards, &s.transformed)
        or (
            scheme.channel != NONE8
            and s.listen[scheme.channel >> 6] >> (scheme.channel & 63) & 1
        )
    ):
        payable_otherwise(P, M, s, base, number, cards, pool, out)
        return
    all = touching = 0
    for k in range(W):
        x = cards.w[k]
        found = 0
        while x:
            price = &prices[(k << 6) + lowest(x)]
            card = x & (0 - x)
            x ^= card
            if unlikely(price.colour == NONE8):
                if pays_in_colours(
                    P, M, s, base, number, pool, (k << 6) + lowest(card),
                    <u64>M.words[scheme.cost * NC + (k << 6) + lowest(card)],
                ):
                    found |= card
                continue
            # Points of one colour, and of any: two sums decide.
            if price.colour != known:
                known = price.colour
                supply(payers, pool, &payers.colours[known], &all, &touching)
            own = price.pays if pool.w[k] & card else 0
            if price.total <= all - own and price.coloured <= touching - (
                own if price.colours >> known & 1 else 0
            ):
                found |= card
        out.w[k] = found
