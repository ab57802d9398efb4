"""Writing options, in an order and with names that depend only on what the chooser may know.

An option is verb, kind and subject, from bits 56, 48 and 0. While it stands in the state a card is
given by its index (bits 0 to 7; of an ability also the effect, bits 8 to 15, and the number, bits
16 to 31). Outside, a card is given by its place: zone (bits 16 to 23), place of the card at the
root (bits 8 to 15), ordinal in its tree (bits 0 to 7). Bits 40 to 47 say which of a card's
abilities it is: the printed slot, 8 and more for gained ones, oldest first, 128 and more for those
that continuous abilities give. Options to order triggers carry a running number in bits 24 to 39.

Options of one instruction stand in the order of forms, equal forms by place; cards that the
chooser does not know come last, by place. Cards that hang on the same card and cannot be told
apart are one option.
"""

from tefuda.abilities cimport GIVEN, USABLE, is_altered, next_ability
from tefuda.opcodes cimport OPTION_ABILITY, OPTION_CARD
from tefuda.places cimport place_code, where_face_up
from tefuda.pools cimport (
    ability_effect, ability_number, ability_option, card_variable, fail, options,
)
from tefuda.sets cimport has, likely, lowest, some, unlikely, within
from tefuda.state cimport (
    E_OPTIONS, E_RANGE, NC, NONE8, W, Match, Prog, Set, State, Use, i64, u8, u32, u64,
)
from tefuda.subjects cimport ORDER_TRIGGERS, option_subject

cdef enum:
    MAY_TRIGGER = 1       # a reserved verb


cdef inline u64 option_of(u64 verb, u64 kind, u64 subject) noexcept nogil:
    return verb << 56 | kind << 48 | subject


cdef inline void write_option(const Prog* P, State* s, u64 option) noexcept nogil:
    if s.noptions >= P.layout.max_options:
        fail(s, E_OPTIONS)
        return
    options(P, s)[s.noptions] = option
    s.noptions += 1


cdef inline bint alike(State* s, const Prog* P, int a, int b) noexcept nogil:
    """Whether two cards on the same host look the same but for their faces."""
    cdef u32 k
    if s.host[a] != s.host[b] or s.link[a] != s.link[b]:
        return False
    if s.child[a] != NONE8 or s.child[b] != NONE8:
        return False
    if has(&s.facedown, a) != has(&s.facedown, b) or has(&s.touched, a) or has(&s.touched, b):
        return False
    for k in range(P.nflags):
        if has(&s.flag[k], a) != has(&s.flag[k], b):
            return False
    return True


cdef inline bint noted_alike(const Prog* P, State* s, int a, int b) noexcept nogil:
    """Whether two cards have the same variables and uses."""
    cdef u32 k
    for k in range(P.layout.ncardvars):
        if card_variable(P, s, k, a) != card_variable(P, s, k, b):
            return False
    return s.uses[a] == s.uses[b]


cdef inline int canonical_order(
    const Prog* P, State* s, const Set* cards, bint noted, u8* out
) noexcept nogil:
    """List cards as the chooser may see them listed; gives how many are left.

    With `noted` cards with different variables or uses are told apart: a rule may take one of two
    alike and refuse the other.
    """
    cdef u64[NC] key
    cdef u64 x
    cdef const Set* known = &s.known[s.chooser & 1]
    cdef int n = 0
    cdef int last = -1
    cdef int c, i, j, k
    cdef bint rising = within(cards, known)
    cdef bint plain = rising
    for k in range(W):
        x = cards.w[k]
        while x:
            c = (k << 6) + lowest(x)
            x &= x - 1
            plain &= last < <int>s.form[c]
            rising &= last <= <int>s.form[c]
            last = s.form[c]
            out[n] = <u8>c
            n += 1
    # Usually all are known and of different forms: then the index tells the order.
    if likely(plain):
        return n
    for i in range(n):
        c = out[i]
        x = <u64>s.form[c] << 24 if has(known, c) else <u64>1 << 40
        # Where forms rise with the index places matter only among neighbours of one form.
        if (
            not rising or (i and s.form[out[i - 1]] == s.form[c])
            or (i + 1 < n and s.form[out[i + 1]] == s.form[c])
        ):
            x |= place_code(s, c)
        j = i
        while j > 0 and key[j - 1] > x:
            key[j] = key[j - 1]
            out[j] = out[j - 1]
            j -= 1
        key[j] = x
        out[j] = <u8>c
    if not some(&s.attached):
        return n
    k = 0
    for i in range(n):
        c = out[i]
        if s.host[c] != NONE8:
            j = k - 1
            while j >= 0 and not (
                key[j] >> 24 == key[i] >> 24 and alike(s, P, out[j], c)
                and (not noted or noted_alike(P, s, out[j], c))
            ):
                j -= 1
            if j >= 0:
                continue
        key[k] = key[i]
        out[k] = <u8>c
        k += 1
    return k


cdef inline void write_cards(
    const Prog* P, State* s, const Set* cards, int verb
) noexcept nogil:
    cdef u8[NC] order
    cdef int i, n
    cdef u64 x
    cdef u64* out = options(P, s) + s.noptions
    # One card needs no order.
    n = 0
    x = 0
    for i in range(W):
        if cards.w[i]:
            n += 1 if cards.w[i] & (cards.w[i] - 1) == 0 else 2
            x = <u64>((i << 6) + lowest(cards.w[i]))
    if n == 0:
        return
    if n == 1 and s.noptions < P.layout.max_options:
        out[0] = option_of(<u64>verb, OPTION_CARD, x)
        s.noptions += 1
        return
    n = canonical_order(P, s, cards, False, order)
    if s.noptions + n > P.layout.max_options:
        fail(s, E_OPTIONS)
        return
    for i in range(n):
        out[i] = option_of(<u64>verb, OPTION_CARD, order[i])
    s.noptions += <u32>n


cdef inline void write_bits(
    const Prog* P, State* s, u64 bits, int verb, int kind
) noexcept nogil:
    while bits:
        write_option(P, s, option_of(<u64>verb, <u64>kind, <u64>lowest(bits)))
        bits &= bits - 1


cdef inline u64* write_uses(
    const Prog* P, const Match* M, State* s, int c, int verb, u64* out, u64* end
) noexcept nogil:
    """An option for each activated ability printed on a card that is not altered.

    Gives where the next one goes; no more than `end`.
    """
    cdef u32 place = where_face_up(P, s, c)
    cdef const Use* use = &M.uses[M.first_use[c]]
    while True:
        if use.works_in & place:
            if unlikely(out == end):
                fail(s, E_OPTIONS)
                return end
            out[0] = use.option | <u64>verb << 56
            out += 1
        if not use.more:
            return out
        use += 1


cdef inline bint write_printed(
    const Prog* P, const Match* M, State* s, const Set* cards, int verb
) noexcept nogil:
    """Likewise for cards, each with such an ability.

    Their indices must tell the order: all are known, and of different forms, as usually. False,
    and none written, where they are not.
    """
    cdef u64* out = options(P, s) + s.noptions
    cdef u64* end = options(P, s) + P.layout.max_options
    cdef int last = -1
    cdef int c, k
    cdef u64 x
    for k in range(W):
        x = cards.w[k]
        while x:
            c = (k << 6) + lowest(x)
            x &= x - 1
            if unlikely(s.form[c] <= last):
                return False
            last = s.form[c]
            out = write_uses(P, M, s, c, verb, out, end)
    s.noptions = <u32>(out - options(P, s))
    return True


cdef inline void write_each(
    const Prog* P, const Match* M, State* s, const Set* cards, int verb
) noexcept nogil:
    """An option for each activated ability of the cards, each of which may have one."""
    cdef u8[NC] order
    cdef u64* all = options(P, s)
    cdef i64 cursor, ability
    cdef int c, given, i, slot
    cdef int n = canonical_order(P, s, cards, True, order)
    for i in range(n):
        c = order[i]
        if not is_altered(s, c):
            # So it is here for what it prints.
            s.noptions = <u32>(write_uses(
                P, M, s, c, verb, all + s.noptions, all + P.layout.max_options
            ) - all)
            continue
        cursor = given = 0
        while s.failure == 0:
            ability = next_ability(P, M, s, c, USABLE, &cursor)
            if ability < 0:
                break
            slot = <int>cursor - 1
            if slot >= GIVEN and P.layout.max_listeners > 256 - GIVEN:
                # There are more listeners than numbers: count those given to this card.
                slot = GIVEN + given
                given += 1
                if slot > 255:
                    fail(s, E_OPTIONS)
                    return
            write_option(P, s, <u64>verb << 56 | ability_option(
                <u32>c, <u32>ability_effect(ability), <u32>ability_number(ability), <u32>slot
            ))


cdef inline void write_abilities(
    const Prog* P, const Match* M, State* s, const Set* cards, int verb
) noexcept nogil:
    """An option for each activated ability of the cards, in force and not barred; all is fresh."""
    cdef Set those
    cdef const Set* known
    cdef u64 other = 0
    cdef int i
    for i in range(W):
        those.w[i] = cards.w[i] & (
            M.activated.w[i] | s.gained.w[i] | s.transformed.w[i] | s.endowed_to_use.w[i]
        )
    if not some(&those):
        return
    known = &s.known[s.chooser & 1]
    for i in range(W):
        other |= those.w[i] & (
            s.facedown.w[i] | s.negated.w[i] | s.barred.w[i] | s.gained.w[i]
            | s.transformed.w[i] | s.endowed_to_use.w[i] | ~known.w[i]
        )
    if unlikely(other != 0):
        write_each(P, M, s, &those, verb)
    elif unlikely(not write_printed(P, M, s, &those, verb)):
        write_each(P, M, s, &those, verb)


cdef inline i64 next_option(const Prog* P, State* s, i64 number) noexcept nogil:
    """What an option is about, by its number among those under way; -1 behind the last."""
    if <u64>number >= s.noptions:
        return -1
    return option_subject(P, s, options(P, s)[number])


cdef inline void keep_options(State* s, i64 number) noexcept nogil:
    """Let only so many options stay."""
    if <u64>number > s.noptions:
        fail(s, E_RANGE)
        return
    s.noptions = <u32>number


cdef inline void keep_option(const Prog* P, State* s, i64 number, i64 place) noexcept nogil:
    """Let an option stay, at a place that is not behind its own."""
    if <u64>number >= s.noptions or <u64>place > <u64>number:
        fail(s, E_RANGE)
        return
    options(P, s)[place] = options(P, s)[number]


cdef inline u64 publish(const Prog* P, const Match* M, State* s, u64 option) noexcept nogil:
    """An option as all who see it may know it."""
    cdef int kind = <int>(option >> 48 & 255)
    cdef int c = <int>(option & 255)
    cdef u64 place = <u64>NONE8 << 16
    if kind != OPTION_CARD and kind != OPTION_ABILITY:
        return option
    if c < <int>M.ncards:
        place = place_code(s, c)
    if kind == OPTION_CARD:
        return option & ~<u64>0xffffff | place
    if option >> 56 == ORDER_TRIGGERS:
        return option & ~<u64>0xffffff | place
    return option & <u64>0xffffff0000000000 | place
