"""Operations that games use often, each a function of its own.

The dispatch calls them by the number of the operation; what is not here is in `operate`.
"""
from tefuda.abilities cimport (
    ANY_SORT, KIND_WANTED, USABLE, is_altered, next_ability, those_bearing,
)
from tefuda.battle cimport cards_with, filter_by
from tefuda.effects cimport giver, modify
from tefuda.fields cimport ability_field, card_field
from tefuda.index cimport only_printed, printed_ability, printed_count
from tefuda.opcodes cimport *
from tefuda.options cimport write_abilities, write_cards
from tefuda.payment cimport Payment, lacking, payable, useful
from tefuda.places cimport cells_of, lying_in_all, used_by, zone_number, zones_of
from tefuda.pools cimport HIDDEN_WORDS, ability_info, ability_value, fail, printed_word
from tefuda.rng cimport below
from tefuda.sets cimport (
    at, clear, keep, likely, meet, meets, nth, pop, size, some, unite, unlikely, without,
)
from tefuda.state cimport *
from tefuda.stats cimport freshen_abilities, stat_of
from tefuda.trace cimport EV_FLAG, EV_MODIFIED, Trace, note
from tefuda.zones cimport KNOWN_TO, place_of, put, put_set


cdef inline bint is_card(const Match* M, i64 v) noexcept nogil:
    return <u64>v < M.ncards


cdef inline u64* free_slots(i64* r, const Ins* q) noexcept nogil:
    """Where nested functions may be laid: above the frame whose size the instruction holds."""
    return <u64*>(r + (<u32>q.imm >> 24) + HIDDEN_WORDS)


cdef inline int do_scells(
    const Prog* P, const Match* M, State* s, Trace* T, i64* r, const Ins* q
) noexcept nogil:
    cdef Set S
    cdef u64 x
    if unlikely(<u64>r[q.b] >= NP):
        fail(s, E_NO_CARD)
        return 0
    x = zones_of(P, q.imm, <int>r[q.b])
    x &= <u64>r[q.c] << zone_number(P, q.imm, <int>r[q.b], 0)
    clear(&S)
    lying_in_all(P, s, x, &S)
    keep(at(r, q.a), &S)
    return 0


cdef inline int do_put(
    const Prog* P, const Match* M, State* s, Trace* T, i64* r, const Ins* q
) noexcept nogil:
    cdef int i, k
    if unlikely(not is_card(M, r[q.a])):
        fail(s, E_NO_CARD)
        return 0
    i = -1
    if q.imm & KNOWN_TO:
        if unlikely(<u64>r[q.c] >= NP):
            fail(s, E_NO_CARD)
            return 0
        i = <int>r[q.c]
    k = place_of(P, M, <int>r[q.a], r[q.b])
    if unlikely(k < 0):
        fail(s, E_NO_CARD)
        return 0
    put(P, M, s, T, <int>r[q.a], k, q.imm, i)
    return 0


cdef inline int do_puts(
    const Prog* P, const Match* M, State* s, Trace* T, i64* r, const Ins* q
) noexcept nogil:
    put_set(P, M, s, T, at(r, q.a), r[q.b], q.imm, -1)
    return 0


cdef inline int do_zempty(
    const Prog* P, const Match* M, State* s, Trace* T, i64* r, const Ins* q
) noexcept nogil:
    if unlikely(<u64>r[q.b] >= NP):
        fail(s, E_NO_CARD)
        return 0
    r[q.a] = <i64>(zones_of(P, q.imm, <int>r[q.b]) & ~s.nonempty)
    return 0


cdef inline int do_zcells(
    const Prog* P, const Match* M, State* s, Trace* T, i64* r, const Ins* q
) noexcept nogil:
    r[q.a] = <i64>cells_of(P, q.imm, <u64>r[q.b])
    return 0


cdef inline int do_zpick(
    const Prog* P, const Match* M, State* s, Trace* T, i64* r, const Ins* q
) noexcept nogil:
    cdef u64 x
    if unlikely(<u64>r[q.b] >= NP):
        fail(s, E_NO_CARD)
        return 0
    x = zones_of(P, q.imm, <int>r[q.b])
    r[q.a] = <i64>(x & <u64>r[q.c] << zone_number(P, q.imm, <int>r[q.b], 0))
    return 0


cdef inline int do_sfilt(
    const Prog* P, const Match* M, State* s, Trace* T, i64* r, const Ins* q
) noexcept nogil:
    filter_by(
        P, M, s, free_slots(r, q), at(r, q.b), q.imm & 255, q.imm >> 8 & 255, r[q.c],
        at(r, q.a),
    )
    return 0


cdef inline int do_slike(
    const Prog* P, const Match* M, State* s, Trace* T, i64* r, const Ins* q
) noexcept nogil:
    cdef Set S
    cdef u64* w
    cdef i64 v
    cdef int k
    if unlikely(not is_card(M, r[q.c])):
        fail(s, E_NO_CARD)
        return 0
    w = free_slots(r, q)
    k = q.imm & 255
    v = printed_word(P, M, s, <int>r[q.c], k)
    if <u32>k < P.nstats:
        v = stat_of(P, M, s, w, <int>r[q.c], k)
        filter_by(P, M, s, w, at(r, q.b), k, T_EQ, v, at(r, q.a))
    else:
        S = cards_with(P, M, s, k, v)
        meet(&S, at(r, q.b))
        keep(at(r, q.a), &S)
    return 0


cdef inline int do_slikes(
    const Prog* P, const Match* M, State* s, Trace* T, i64* r, const Ins* q
) noexcept nogil:
    cdef u64* w = free_slots(r, q)
    cdef int k = q.imm & 255
    cdef int c
    cdef i64 v
    cdef Set like
    cdef Set found
    cdef Set S
    clear(&found)
    if some(at(r, q.b)):
        keep(&like, at(r, q.c))
        while True:
            c = pop(&like)
            if c < 0 or s.failure:
                break
            if <u32>k < P.nstats:
                v = stat_of(P, M, s, w, c, k)
                filter_by(P, M, s, w, at(r, q.b), k, T_EQ, v, &S)
            else:
                S = cards_with(P, M, s, k, printed_word(P, M, s, c, k))
            unite(&found, &S)
        meet(&found, at(r, q.b))
    keep(at(r, q.a), &found)
    return 0


cdef inline int do_payable(
    const Prog* P, const Match* M, State* s, Trace* T, i64* r, const Ins* q
) noexcept nogil:
    cdef Set S
    payable(P, M, s, free_slots(r, q), q.imm & 255, at(r, q.b), at(r, q.c), &S)
    keep(at(r, q.a), &S)
    return 0


cdef inline int do_useful(
    const Prog* P, const Match* M, State* s, Trace* T, i64* r, const Ins* q
) noexcept nogil:
    cdef Set S
    useful(
        P, M, s, free_slots(r, q), q.imm & 255, <Payment*>(r + q.b), at(r, q.b + W + 2), &S
    )
    keep(at(r, q.a), &S)
    return 0


cdef inline int do_lacking(
    const Prog* P, const Match* M, State* s, Trace* T, i64* r, const Ins* q
) noexcept nogil:
    r[q.a] = lacking(P, M, s, free_slots(r, q), q.imm & 255, <Payment*>(r + q.b))
    return 0


cdef inline int do_shask(
    const Prog* P, const Match* M, State* s, Trace* T, i64* r, const Ins* q
) noexcept nogil:
    cdef Set S
    cdef int k = q.imm & 0xffff
    cdef const Set* printed = &M.by_kind[k]
    cdef bint plain = only_printed(s, k)
    # Usually few print such an ability, and nothing else gives one; then nothing need be fresh.
    keep(&S, at(r, q.b))
    if likely(plain):
        meet(&S, printed)
    if not some(&S):
        keep(at(r, q.a), &S)
        return 0
    freshen_abilities(P, M, s, free_slots(r, q))
    if likely(plain and not meets(&S, &s.barred)):
        without(&S, &s.facedown)
        without(&S, &s.negated)
    else:
        those_bearing(P, M, s, at(r, q.b), KIND_WANTED + k, printed, &S)
    keep(at(r, q.a), &S)
    return 0


cdef inline int do_sact(
    const Prog* P, const Match* M, State* s, Trace* T, i64* r, const Ins* q
) noexcept nogil:
    cdef Set S
    if not some(at(r, q.b)):
        clear(at(r, q.a))
        return 0
    freshen_abilities(P, M, s, free_slots(r, q))
    those_bearing(P, M, s, at(r, q.b), USABLE, &M.activated, &S)
    keep(at(r, q.a), &S)
    return 0


cdef inline int do_opta(
    const Prog* P, const Match* M, State* s, Trace* T, i64* r, const Ins* q
) noexcept nogil:
    if not some(at(r, q.a)):
        return 0
    freshen_abilities(P, M, s, free_slots(r, q))
    write_abilities(P, M, s, at(r, q.a), q.b)
    return 0


cdef inline int do_opts(
    const Prog* P, const Match* M, State* s, Trace* T, i64* r, const Ins* q
) noexcept nogil:
    write_cards(P, s, at(r, q.a), q.b)
    return 0


cdef inline int do_fsets(
    const Prog* P, const Match* M, State* s, Trace* T, i64* r, const Ins* q
) noexcept nogil:
    cdef Set S
    unite(&s.flag[q.imm], at(r, q.a))
    s.changed |= CH_FLAG
    if T != NULL:
        keep(&S, at(r, q.a))
        while some(&S):
            note(T, EV_FLAG, pop(&S), q.imm, 1, 0)
    return 0


cdef inline int do_fclrs(
    const Prog* P, const Match* M, State* s, Trace* T, i64* r, const Ins* q
) noexcept nogil:
    cdef Set S
    without(&s.flag[q.imm], at(r, q.a))
    s.changed |= CH_FLAG
    if T != NULL:
        keep(&S, at(r, q.a))
        while some(&S):
            note(T, EV_FLAG, pop(&S), q.imm, 0, 0)
    return 0


cdef inline int do_abnext(
    const Prog* P, const Match* M, State* s, Trace* T, i64* r, const Ins* q
) noexcept nogil:
    cdef int c, k, wanted
    if unlikely(not is_card(M, r[q.c])):
        fail(s, E_NO_CARD)
        return 0
    freshen_abilities(P, M, s, free_slots(r, q))
    c = <int>r[q.c]
    wanted = q.imm & 0xffffff
    # Usually just what is printed on the card is in force.
    if likely(not is_altered(s, c)):
        k = <int>(r[q.b] & 0x3ff)
        if k >= printed_count(M, s, c):
            r[q.a] = -1
            return 0
        if likely(wanted == ANY_SORT):
            r[q.a] = ability_value(printed_ability(M, s, c, k), <u32>c, <u32>k, NONE8, 0)
            r[q.b] = k + 1
            return 0
    r[q.a] = next_ability(P, M, s, c, wanted, &r[q.b])
    return 0


cdef inline int do_effof(
    const Prog* P, const Match* M, State* s, Trace* T, i64* r, const Ins* q
) noexcept nogil:
    cdef i64 c = r[q.b]
    cdef i64 effect
    if unlikely(not is_card(M, c)):
        fail(s, E_NO_CARD)
        return 0
    effect = M.effect_of[s.form[c]]
    r[q.a] = effect | c << 16 if effect >= 0 else effect
    return 0


cdef inline int do_abfield(
    const Prog* P, const Match* M, State* s, Trace* T, i64* r, const Ins* q
) noexcept nogil:
    cdef const AbilityInfo* info
    info = ability_info(P, r[q.b])
    if unlikely(info == NULL):
        fail(s, E_NO_CARD)
        return 0
    r[q.a] = ability_field(P, M, s, r[q.b], q.imm)
    return 0


cdef inline int do_cardf(
    const Prog* P, const Match* M, State* s, Trace* T, i64* r, const Ins* q
) noexcept nogil:
    if unlikely(not is_card(M, r[q.b])):
        fail(s, E_NO_CARD)
        return 0
    r[q.a] = card_field(P, M, s, <int>r[q.b], q.imm)
    return 0


cdef inline int do_randc(
    const Prog* P, const Match* M, State* s, Trace* T, i64* r, const Ins* q
) noexcept nogil:
    cdef u32 n
    n = <u32>size(at(r, q.b))
    r[q.a] = nth(at(r, q.b), <int>below(s, n)) if n else -1
    return 0


cdef inline int do_modify(
    const Prog* P, const Match* M, State* s, Trace* T, i64* r, const Ins* q
) noexcept nogil:
    cdef Set S
    modify(
        P, s, at(r, q.a), q.imm & 255, q.imm >> 8 & 255, q.imm >> 16 & 255, r[q.a + W],
        r[q.a + W + 1], giver(P, s),
    )
    if T != NULL:
        keep(&S, at(r, q.a))
        while some(&S):
            note(T, EV_MODIFIED, pop(&S), q.imm & 255, r[q.a + W], q.imm >> 8 & 255)
    return 0


cdef inline int do_sval(
    const Prog* P, const Match* M, State* s, Trace* T, i64* r, const Ins* q
) noexcept nogil:
    cdef Set S
    S = cards_with(P, M, s, q.imm, r[q.b])
    keep(at(r, q.a), &S)
    return 0


cdef inline int do_sused(
    const Prog* P, const Match* M, State* s, Trace* T, i64* r, const Ins* q
) noexcept nogil:
    cdef Set S
    cdef int k
    if unlikely(<u64>r[q.b] >= NP):
        fail(s, E_NO_CARD)
        return 0
    k = <int>r[q.b]
    clear(&S)
    used_by(P, s, k, &S)
    keep(at(r, q.a), &S)
    return 0


cdef inline int do_szones(
    const Prog* P, const Match* M, State* s, Trace* T, i64* r, const Ins* q
) noexcept nogil:
    cdef Set S
    cdef u64 x
    x = <u64>r[q.b]
    clear(&S)
    lying_in_all(P, s, x, &S)
    keep(at(r, q.a), &S)
    return 0
