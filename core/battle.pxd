"""Numbers over sets of cards: who overcomes whom is a sum, a best or a filter of stats."""

from tefuda.pools cimport printed_word
from tefuda.sets cimport (
    add, clear, has, keep, likely, lowest, pop, some, take, unite, without,
)
from tefuda.stats cimport word_of
from tefuda.state cimport (
    NONE8, T_BITS, T_EQ, T_GE, T_GT, T_LE, T_LT, T_NBITS, T_NE, W,
    MaskInfo, Match, Prog, Set, State, i64, u32, u64,
)


cdef inline i64 sum_of(
    const Prog* P, const Match* M, State* s, u64* base, const Set* cards, int word, bint printed
) noexcept nogil:
    cdef Set rest
    keep(&rest, cards)
    cdef i64 v = 0
    cdef int c
    while True:
        c = pop(&rest)
        if c < 0:
            return v
        v += word_of(P, M, s, base, c, word, printed)


cdef inline i64 best_of(
    const Prog* P, const Match* M, State* s, u64* base, const Set* cards, int word, bint printed,
    bint smallest
) noexcept nogil:
    """The largest or smallest word among cards, 0 when there is none."""
    cdef Set rest
    keep(&rest, cards)
    cdef i64 v = 0
    cdef i64 x
    cdef bint any_yet = False
    cdef int c
    while True:
        c = pop(&rest)
        if c < 0:
            return v
        x = word_of(P, M, s, base, c, word, printed)
        if not any_yet or (x < v if smallest else x > v):
            v = x
            any_yet = True


cdef inline bint passes(i64 x, int test, i64 value) noexcept nogil:
    """Whether a number passes a test, as static masks and filters name it."""
    if test == T_EQ:
        return x == value
    if test == T_NE:
        return x != value
    if test == T_LT:
        return x < value
    if test == T_LE:
        return x <= value
    if test == T_GT:
        return x > value
    if test == T_GE:
        return x >= value
    if test == T_BITS:
        return (x & value) != 0
    return (x & value) == 0


cdef inline void filter_by(
    const Prog* P, const Match* M, State* s, u64* base, const Set* cards, int word, int test,
    i64 value, Set* out
) noexcept nogil:
    """Those of the cards whose word passes a test."""
    cdef Set rest
    cdef Set found
    cdef u64 bits
    cdef int c, k
    clear(&found)
    if not some(cards):
        keep(out, &found)
        return
    keep(&rest, cards)
    if (
        (test == T_BITS or test == T_NBITS) and <u64>value < 256 and <u32>word >= P.nstats
        and M.by_value_row[word] != NONE8 and not some(&s.transformed)
    ):
        # The cards with each bit are known: unite a few sets instead of asking every card.
        bits = <u64>value
        while bits:
            unite(&found, &M.by_bit[M.by_value_row[word] * 8 + lowest(bits)])
            bits &= bits - 1
        for k in range(W):
            found.w[k] = rest.w[k] & (found.w[k] if test == T_BITS else ~found.w[k])
        keep(out, &found)
        return
    while True:
        c = pop(&rest)
        if c < 0:
            break
        if passes(word_of(P, M, s, base, c, word, False), test, value):
            add(&found, c)
    keep(out, &found)


cdef inline Set static_mask(const Prog* P, const Match* M, State* s, int number) noexcept nogil:
    """A mask over the printed words, right for cards that read another form, too."""
    cdef Set mask
    keep(&mask, &M.masks[number])
    cdef Set rest
    cdef const MaskInfo* info
    cdef int c
    if some(&s.transformed):
        info = &P.masks[number]
        keep(&rest, &s.transformed)
        while True:
            c = pop(&rest)
            if c < 0:
                break
            if passes(printed_word(P, M, s, c, info.word), info.test, info.value):
                add(&mask, c)
            else:
                take(&mask, c)
    return mask


cdef inline Set cards_with(
    const Prog* P, const Match* M, State* s, int word, i64 value
) noexcept nogil:
    """All cards whose printed word has a value."""
    cdef Set found
    cdef Set rest
    cdef int c
    if likely(0 <= value < 256 and M.by_value_row[word] != NONE8):
        keep(&found, &M.by_value[M.by_value_row[word] * 256 + value])
        if likely(not some(&s.transformed)):
            return found
        without(&found, &s.transformed)
        keep(&rest, &s.transformed)
    else:
        clear(&found)
        keep(&rest, &M.all)
    while True:
        c = pop(&rest)
        if c < 0:
            return found
        if printed_word(P, M, s, c, word) == value:
            add(&found, c)
