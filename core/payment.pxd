"""Paying costs with cards that have points in one or more colours.

A cost is eight small counts: one for each colour and one that any colour pays. A card's points may
be split among its colours, so a cost can be paid exactly if, for each set of colours, the demand
in it is at most the points of the cards that touch it, and all points together suffice. A cost in
one colour, or in none, is decided by two sums; where no stat is modified the tables of the match
give them.

A payment must be minimal: no card in it may be left out. `useful` offers the cards that some
minimal payment contains, by searching over the classes of cards alike in points and colours.
"""

from libc.string cimport memset

from tefuda.numbers cimport total_of
from tefuda.pools cimport printed_word
from tefuda.prices cimport set_cost
from tefuda.questions cimport answer_value
from tefuda.sets cimport (
    keep, add, clear, first, has, lowest, meets, pop, same, some, unite, unlikely, without,
)
from tefuda.state cimport (
    NC, NONE8, W, Match, PaymentInfo, Price, Prog, Set, State, i8, i32, i64, u8, u32, u64,
)
from tefuda.stats cimport refresh_stats, stats_are_fresh, word_of

cdef enum:
    COLOUR_SETS = 128     # of at most seven colours
    CLASSES = 48          # cards that differ in points or colours
    SEARCH = 40_000       # steps of the search; what it has not decided by then is offered
    FEW_POINTS = 16       # points below this ...
    FEW_CLASSES = 32      # ... make two classes for each number
    ENDLESS = 1 << 30     # more points than any card has


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
    const Prog* P, State* s, const PaymentInfo* scheme, const Set* cards
) noexcept nogil:
    """Whether the tables of the match tell what cards pay: none is modified or transformed."""
    if meets(cards, &s.transformed):
        return False
    return scheme.points >= P.nstats or not meets(cards, &s.modified[scheme.points])


cdef inline void supply(
    const Match* M, int scheme, const Set* cards, int colours, i32* all, i32* of_colours
) noexcept nogil:
    """The points of cards as printed, and of those that touch a set of colours."""
    cdef const Price* prices = M.prices + NC * scheme
    cdef const Price* price
    cdef i32 sum_of_all = 0
    cdef i32 sum_touching = 0
    cdef int k
    cdef u64 x
    for k in range(W):
        x = cards.w[k]
        while x:
            price = &prices[(k << 6) + lowest(x)]
            sum_of_all += price.pays
            sum_touching += price.pays if price.colours & colours else 0
            x &= x - 1
    all[0] = sum_of_all
    of_colours[0] = sum_touching


cdef inline void pay_with_all(
    const Prog* P, const Match* M, State* s, u64* base, int number, const Set* cards, Demand* d
) noexcept nogil:
    """Add the points of a set of cards."""
    cdef const PaymentInfo* scheme = &P.payments[number]
    cdef const Price* price
    cdef Set rest
    cdef int c
    cdef bint plain = plain_points(P, s, scheme, cards)
    keep(&rest, cards)
    while True:
        c = pop(&rest)
        if c < 0:
            return
        if plain:
            price = &M.prices[NC * number + c]
            pay_with(d, price.pays, price.colours, 1)
            continue
        pay_with(
            d, points_of(P, M, s, base, scheme, c),
            <u64>printed_word(P, M, s, c, scheme.colours), 1,
        )


cdef inline i32 lacking_in_colours(
    const Prog* P, const Match* M, State* s, u64* base, int number, const Set* paying, u64 credit,
    u64 need
) noexcept nogil:
    cdef Demand d
    demand_of(&P.payments[number], credit, need, &d)
    pay_with_all(P, M, s, base, number, paying, &d)
    return missing(&d)


cdef inline i32 lacking(
    const Prog* P, const Match* M, State* s, u64* base, int number, const Set* paying, u64 credit,
    u64 need
) noexcept nogil:
    """How many points are missing for a need."""
    cdef const PaymentInfo* scheme = &P.payments[number]
    cdef u64 coloured = need & ~(<u64>255 << scheme.any_shift)
    cdef int shift = 8 * (lowest(coloured) >> 3) if coloured else 0
    cdef i64 short_of, of_colour
    cdef i32 all, touching
    freshen_points(P, M, s, base, scheme)
    if unlikely(coloured >> shift > 255 or not plain_points(P, s, scheme, paying)):
        return lacking_in_colours(P, M, s, base, number, paying, credit, need)
    # Points of one colour, and of any: two sums decide.
    supply(M, number, paying, 1 << (shift >> 3), &all, &touching)
    of_colour = <i64>(coloured >> shift) - touching
    # Without a colour all that is asked for is points of any.
    short_of = (total_of(need) if coloured else count_at(need, scheme.any_shift)) - all
    if credit:
        short_of -= total_of(credit)
        of_colour -= count_at(credit, shift)
    if coloured and of_colour > short_of:
        short_of = of_colour
    return <i32>short_of if short_of > 0 else 0


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


cdef inline void useful_for_one(
    const Match* M, int number, const Set* paying, u64 credit, u64 need, int colour,
    bint coloured, const Set* pool, Set* out
) noexcept nogil:
    """`useful` for a cost in one colour or in none: the tables tell what cards pay."""
    cdef const Price* prices = M.prices + NC * number
    cdef const Price* price
    cdef OneColour classes
    cdef i8[2 * FEW_POINTS] class_of
    cdef i32 all, of_colour, points, total, lack
    cdef int k, n, c, side
    cdef u64 x
    clear(out)
    total, lack = <i32>total_of(need), <i32>count_at(need, 8 * colour) if coloured else 0
    if credit:
        total -= <i32>total_of(credit)
        lack -= <i32>count_at(credit, 8 * colour) if coloured else 0
    classes.least = classes.least_other = ENDLESS
    for k in range(W):
        x = paying.w[k]
        while x:
            price = &prices[(k << 6) + lowest(x)]
            x &= x - 1
            points = price.pays
            total -= points
            if coloured and price.colours >> colour & 1:
                lack -= points
                classes.least = points if points < classes.least else classes.least
            else:
                classes.least_other = (
                    points if points < classes.least_other else classes.least_other
                )
    if total <= 0 and lack <= 0:
        return
    classes.n = classes.steps = 0
    classes.found = classes.wanted = 0
    memset(class_of, 255, sizeof(class_of))
    all = of_colour = 0
    for k in range(W):
        x = pool.w[k] & ~paying.w[k]
        while x:
            c = (k << 6) + lowest(x)
            x &= x - 1
            price = &prices[c]
            points = price.pays
            side = coloured and price.colours >> colour & 1
            # A card that fills none of the gaps can only be superfluous.
            if points == 0 or (total <= 0 and not (side and lack > 0)):
                continue
            n = class_of[2 * points + side]
            if n < 0:
                n = classes.n
                class_of[2 * points + side] = <i8>n
                classes.points[n] = points
                classes.touching[n] = points if side else 0
                classes.available[n] = 0
                clear(&classes.cards[n])
                classes.wanted |= <u32>1 << n
                classes.n += 1
            classes.available[n] += 1
            add(&classes.cards[n], c)
            all += points
            of_colour += points if side else 0
    if all < total or of_colour < lack:
        return
    # Usually a payment that is easily found shows it; the search decides the rest.
    for n in range(classes.n):
        if (classes.wanted & ~classes.found) >> n & 1:
            try_one(&classes, n, lack, total)
    if classes.found != classes.wanted:
        for n in range(classes.n):
            classes.all_behind[n], classes.touching_behind[n] = all, of_colour
            all -= classes.points[n] * classes.available[n]
            of_colour -= classes.touching[n] * classes.available[n]
        classes.all_behind[classes.n] = classes.touching_behind[classes.n] = 0
        search_one(&classes, 0, lack, total, classes.least, classes.least_other, 0)
    if classes.steps > SEARCH:
        # Undecided: whatever brings the payment nearer.
        classes.found = classes.wanted
    for n in range(classes.n):
        if classes.found >> n & 1:
            unite(out, &classes.cards[n])


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
    cdef u64 asked
    cdef u64 coloured = need & ~(<u64>255 << scheme.any_shift)
    k = 8 * (lowest(coloured) >> 3) if coloured else 0
    freshen_points(P, M, s, base, scheme)
    without(&rest, paying)
    if (
        coloured >> k < 256 and M.most_points[number] < FEW_POINTS
        and plain_points(P, s, scheme, &rest) and plain_points(P, s, scheme, paying)
    ):
        useful_for_one(M, number, paying, credit, need, k >> 3, coloured != 0, &rest, out)
        return
    demand_of(scheme, credit, need, &d)
    pay_with_all(P, M, s, base, number, paying, &d)
    lack = missing(&d)
    clear(&helping)
    if lack > 0 and some(&rest):
        classes.n = 0
        classes.steps = 0
        classes.found = classes.wanted = 0
        # The first set of colours is all that the cost asks for.
        asked = d.mask[0] if d.sets else 0
        sorted_all = (
            sort_cards(P, M, s, base, scheme, &rest, False, asked, &classes)
            and sort_cards(P, M, s, base, scheme, paying, True, asked, &classes)
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
    cdef i32[8] alone
    cdef i32 all, own
    cdef i64 points
    cdef u64 colours, need
    cdef Demand d
    cdef int c, k
    cdef bint asks, plain, printed
    cdef const Price* prices
    cdef Price price
    if not some(cards):
        clear(out)
        return
    keep(&rest, cards)
    freshen_points(P, M, s, base, scheme)
    clear(&found)
    for k in range(8):
        alone[k] = -1
    plain = plain_points(P, s, scheme, pool)
    all = 0
    if plain:
        supply(M, number, pool, 0, &all, &own)
    asks = scheme.channel != NONE8 and s.listen[scheme.channel >> 6] >> (scheme.channel & 63) & 1
    prices = M.prices + NC * number
    printed = not asks and not meets(cards, &s.transformed)
    while True:
        c = pop(&rest)
        if c < 0 or s.failure:
            break
        price = prices[c]
        need = 0
        if not printed:
            need = <u64>printed_word(P, M, s, c, scheme.cost)
            if asks:
                need = <u64>answer_value(P, M, s, base, scheme.channel, <i64>need, <i64>c)
            set_cost(&price, scheme, need)
        if plain and price.colour != NONE8:
            # Points of one colour, and of any: two sums decide.
            own = price.pays if has(pool, c) else 0
            if price.total > all - own:
                continue
            if price.coloured:
                k = price.colour
                if alone[k] < 0:
                    supply(M, number, pool, 1 << k, &all, &alone[k])
                if price.coloured > alone[k] - (own if price.colours >> k & 1 else 0):
                    continue
            add(&found, c)
            continue
        if printed:
            need = <u64>printed_word(P, M, s, c, scheme.cost)
        if need == 0:
            add(&found, c)
            continue
        demand_of(scheme, 0, need, &d)
        pay_with_all(P, M, s, base, number, pool, &d)
        if has(pool, c):
            points = points_of(P, M, s, base, scheme, c)
            colours = <u64>printed_word(P, M, s, c, scheme.colours)
            pay_with(&d, points, colours, -1)
        if missing(&d) == 0:
            add(&found, c)
    keep(out, &found)
