/* What the code of one program stands on: its registers, ways out, and the calls into the machine.
   Above this file stand the machine's structures, and the numbers of the program's layout. */

#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)
/* A function of so few instructions that a call of it would take longer. */
#define SHORT static inline __attribute__((always_inline))

typedef int (*Handler)(const Prog*, const Match*, State*, Trace*, i64*, const Ins*);
typedef int (*Step)(const void*, const void*, void*, i64*, const void*, int, u64, i64*);

/* ---- failures: the first one counts, and the game ends at the instruction that met it */

#define FAIL(failure_, n) do { \
    if (s->failure == 0) s->failure = (failure_); \
    at = (n); goto failed; } while (0)
#define NEED(condition, failure_, n) do { if (UNLIKELY(!(condition))) FAIL(failure_, n); } while (0)
#define STEP(n) do { if (UNLIKELY(--s->steps == 0)) FAIL(E_STEPS, n); } while (0)

#define IS_CARD(v) ((u64)(v) < M->ncards)
#define IS_PLAYER(v) ((u64)(v) < NP)
#define NEED_ABILITY(v, n) NEED(IS_ABILITY(v), E_NO_CARD, n)
#define IS_ABILITY(v) ((u64)(v) >> ABILITY_MARK == 1 && ((u64)(v) & 65535) < ABILITIES)
#define NEED_CARD(v, n) NEED(IS_CARD(v), E_NO_CARD, n)
#define NEED_PLAYER(v, n) NEED(IS_PLAYER(v), E_NO_CARD, n)

/* The first failure counts; a run inside an operation leaves it to the game's own to say where. */
#define FAILED_AT(n) do { \
    if (s->failure_pc == 0) s->failure_pc = (n); \
    if (s->nesting == 0) { s->pc = (n); s->fp = s->sp = (u32)(r - STACK); } } while (0)

/* ---- operations that the machine carries out itself */

#define CARRY_OUT(n, op) (handlers[op](P, M, s, T, r, code + (n)))
#define OPERATE(n, op) do { \
    CARRY_OUT(n, op); \
    if (UNLIKELY(s->failure != 0)) { at = (n); goto failed; } } while (0)

/* ---- sets of cards */

/* Two numbers that a function gives back in registers of the processor. */
typedef struct Pair { i64 first, second; } Pair;

#define PUT_SET(one, other, first, second) do { \
    const i64 first_ = (i64)(first), second_ = (i64)(second); \
    (one) = first_; (other) = second_; } while (0)
#define SOME(x) (((x).w[0] | (x).w[1]) != 0)
#define HAS(x, c) ((x).w[(c) >> 6] >> ((c) & 63) & 1)
#define BIT_OF(c) ((u64)1 << ((c) & 63))
#define HAS_CARD(first, second, c) ((u64)((c) < 64 ? (first) : (second)) >> ((c) & 63) & 1)
/* The words of the set of one card, empty for none. */
#define FIRST_WORD(c) (i64)((u64)((u64)(c) < 64) << ((c) & 63))
#define SECOND_WORD(c) (i64)((u64)((c) >= 64) << ((c) & 63))
#define LOWEST(x) __builtin_ctzll(x)
#define POPCOUNT(x) __builtin_popcountll(x)

SHORT int take_lowest(i64* first, i64* second) {
    u64 x = (u64)*first;
    if (x) {
        *first = (i64)(x & (x - 1));
        return LOWEST(x);
    }
    x = (u64)*second;
    if (x) {
        *second = (i64)(x & (x - 1));
        return 64 + LOWEST(x);
    }
    return -1;
}

SHORT i64 lowest_of(i64 first, i64 second) {
    if (first) return LOWEST((u64)first);
    return second ? 64 + LOWEST((u64)second) : -1;
}

/* ---- the block of the game */

#define GAME_VARIABLES ((i64*)((u8*)s + AT_VARIABLES))
#define PLAYER_VARIABLES(p) (GAME_VARIABLES + GAME_WORDS + (p) * PLAYER_WORDS)
#define CHAIN(k) ((u64*)((u8*)s + AT_CHAINS) + (k) * CHAIN_WORDS)
#define RECORDS ((u64*)((u8*)s + AT_RECORDS))
#define OPTIONS ((u64*)((u8*)s + AT_OPTIONS))
#define ORDER(z) ((u8*)s + AT_ORDER + P->zones[z].order)
#define ZONE_OF(kind_first, player) ((kind_first) + (int)(player) * ZONES_OF_A_PLAYER)
#define HEARS(k) (s->listen[(k) >> 6 & 1] >> ((k) & 63) & 1)

SHORT u64* record_of(State* s, i64 reference) {
    u64* w = RECORDS + (reference & 0xffff);
    return LIKELY(reference >= 0 && (reference & 0xffff) < RECORD_WORDS)
        && (u32)w[0] == (u64)reference >> 16 ? w : 0;
}

SHORT i64 printed(const Match* M, const State* s, i64 c, int word) {
    return LIKELY(s->form[c] == M->form[c])
        ? M->words[word * NC + c] : M->form_words[s->form[c] * WORDS + word];
}

/* A reference to a new record of a type; -1 when the pool is full. */
static inline i64 new_record(const Prog* P, State* s, int type) {
    const RecordLayout* layout = &P->records[type];
    u64 left = ~s->live_records[type];
    u64* w;
    u32 at, k;
    if (layout->capacity < 64) left &= ((u64)1 << layout->capacity) - 1;
    if (UNLIKELY(left == 0)) return -1;
    s->live_records[type] |= left & (0 - left);
    s->generation += 1;
    s->clock += 1;
    at = layout->base + (u32)LOWEST(left) * layout->words;
    w = RECORDS + at;
    w[0] = (u64)s->generation | (u64)s->clock << 32;
    for (k = 1; k < layout->words; k++) w[k] = 0;
    s->changed |= CH_RECORD;
    return (i64)((u64)s->generation << 16 | at);
}

/* The cards that lie in zones. */
static inline Pair lying_in(const Prog* P, const State* s, u64 zones) {
    Set found = {{0, 0}};
    zones &= s->nonempty;
    while (zones) {
        const int z = LOWEST(zones);
        const u8* order = (const u8*)s + AT_ORDER + P->zones[z].order;
        int k;
        for (k = 0; k < s->zcount[z]; k++) found.w[order[k] >> 6] |= BIT_OF(order[k]);
        zones &= zones - 1;
    }
    return (Pair){(i64)found.w[0], (i64)found.w[1]};
}

/* Whether cards bear abilities of a kind only if they print it. */
#define ONLY_PRINTED(kind) \
    ((s->kinds_given & (u64)1 << ((kind) & 63)) == 0 && !SOME(s->transformed))

/* Whether cards bear no activated abilities but printed ones, and continuous expressions are
   fresh. */
static inline int none_to_use(const State* s, i64 first, i64 second) {
    const u64 cards[W] = {(u64)first, (u64)second};
    u64 other = 0;
    int k;
    for (k = 0; k < W; k++)
        other |= cards[k] & (s->gained.w[k] | s->transformed.w[k] | s->endowed_to_use.w[k]);
    return other == 0 && (s->changed & s->ability_reads) == 0;
}

/* Options for cards that the chooser knows and whose forms rise with their indices, equal forms by
   place; 0 for others, for whose order the machine is asked. */
static inline int write_known(State* s, const i64* cards, u64 verb) {
    const Set* known = &s->known[s->chooser & 1];
    u64* out = OPTIONS + s->noptions;
    int last = -1, n = 0, before = 0, k;
    if ((((u64)cards[0] & ~known->w[0]) | ((u64)cards[1] & ~known->w[1])) != 0) return 0;
    for (k = 0; k < W; k++) {
        u64 rest = (u64)cards[k];
        while (rest) {
            const int card = (k << 6) + LOWEST(rest), form = (int)s->form[card];
            int j = n;
            if (s->noptions + n >= MOST_OPTIONS || last > form) return 0;
            if (last == form) {
                /* Copies lie behind one another here; what hangs on a card may be left out. */
                const int place = s->zone[card] << 8 | s->pos[card];
                if (s->zone[card] == NONE8 || s->zone[before] == NONE8) return 0;
                for (; j > 0; j--) {
                    const int other = (int)(out[j - 1] & 255);
                    if ((int)s->form[other] != form) break;
                    if ((s->zone[other] << 8 | s->pos[other]) < place) break;
                    out[j] = out[j - 1];
                }
            }
            last = form;
            before = card;
            out[j] = verb << 56 | (u64)OPTION_CARD << 48 | (u64)card;
            n++;
            rest &= rest - 1;
        }
    }
    s->noptions += n;
    return 1;
}

/* Where printed abilities of a face-up card are read: bits as the machine's `where_face_up`. */
static inline u32 place_of(const Prog* P, const State* s, int card) {
    int zone = s->zone[card];
    u32 place = 0;
    if (LIKELY(zone != NONE8)) {
        place = (u32)1 << P->zones[zone].kind;
    } else {
        while (s->host[card] != NONE8) card = s->host[card];
        zone = s->zone[card];
    }
    return place | (P->kinds[P->zones[zone].kind].in_play ? IN_PLAY : 0);
}

/* The ability that an option is about, which no effect gave. */
SHORT i64 given_ability(u64 option) {
    const u64 slot = option >> 40 & 255;
    return (i64)((option >> 16 & 65535) | (option & 255) << 16
        | (slot < NSLOT ? slot : NONE8) << 24 | (u64)NONE8 << 32 | (u64)1 << ABILITY_MARK);
}

/* The next printed ability of a card on which nothing is altered, and the cursor behind it; less
   than -1 where only the machine knows. As the beginning of `do_abnext`. */
static Pair next_printed(const Match* M, const State* s, i64 card, i64 cursor, int any) {
    const int word = (int)(card >> 6), k = (int)(cursor & 0x3ff);
    const FormInfo* const form = &M->forms[s->form[card]];
    const u64 altered = s->facedown.w[word] | s->negated.w[word] | s->barred.w[word]
        | s->gained.w[word] | s->transformed.w[word] | s->endowed.w[word];
    if (UNLIKELY((s->changed & s->ability_reads) != 0 || altered >> (card & 63) & 1))
        return (Pair){-2, cursor};
    if (k >= form->nabilities) return (Pair){-1, cursor};
    if (!any) return (Pair){-2, cursor};
    return (Pair){
        (i64)(M->form_abilities[form->first + k] | (u64)card << 16 | (u64)k << 24
            | (u64)NONE8 << 32 | (u64)1 << ABILITY_MARK),
        k + 1
    };
}

/* How many points are missing under a payment scheme, a need in one colour or none; -1 where only
   the machine knows: a need in several, or points that are not as printed. As `lacking` of
   payment.pxd. */
SHORT i64 lacking(
    const Prog* P, const Match* M, const State* s, u64 first, u64 second, u64 credit, u64 need,
    int scheme, int any_shift, u32 points
) {
    const Payers* const payers = &M->payers[scheme];
    const u64 coloured = need & ~((u64)255 << any_shift);
    /* Without a colour the last one, of which nothing is asked. */
    const int shift = LOWEST(coloured | (u64)1 << 63) & 56;
    const Set* const touching = &payers->colours[shift >> 3];
    i64 all = 0, of_colour = 0;
    u32 k;
    if (points < P->nstats) {
        const Set* modified = &s->modified[points];
        if (((s->changed | s->changed_before) & s->modified_reads) != 0) {
            if (s->ends[P->stat_channel + points].head != NONE8) return -1;
            modified = &s->given[points];
        }
        if ((first & modified->w[0]) | (second & modified->w[1])) return -1;
    }
    if (coloured >> shift > 255) return -1;
    if ((first & s->transformed.w[0]) | (second & s->transformed.w[1])) return -1;
    for (k = payers->width; k-- > 0;) {
        const u64 one = first & payers->bits[k].w[0], other = second & payers->bits[k].w[1];
        all = 2 * all + POPCOUNT(one) + POPCOUNT(other);
        of_colour = 2 * of_colour
            + POPCOUNT(one & touching->w[0]) + POPCOUNT(other & touching->w[1]);
    }
    of_colour = (i64)(coloured >> shift) - of_colour;
    all = (i64)(need >> any_shift & 255) + (i64)(coloured >> shift) - all;
    if (credit) {
        for (k = 0; k < 64; k += 8) all -= (i64)(credit >> k & 255);
        of_colour -= (i64)(credit >> shift & 255);
    }
    if (of_colour > all) all = of_colour;
    return all > 0 ? all : 0;
}

static inline int covers(u64 a, u64 b) {
    int k;
    for (k = 0; k < 64; k += 8)
        if ((a >> k & 255) < (b >> k & 255)) return 0;
    return 1;
}

#define RECORD(w, reference, n) u64* w = record_of(s, reference); NEED(w != 0, E_STALE, n)
/* One that is known to be live. */
#define LIVE_RECORD(w, reference) u64* const w = RECORDS + ((u64)(reference) & 0xffff)

/* ---- calls */

#define STACK ((i64*)((u8*)s + AT_STACK))
#define LIMIT (STACK + MOST_STACK - STACK_MARGIN)
#define RETURN_WORD(pc) (i64)((u64)(r - STACK) << 32 | (u32)(pc))
#define ROOM(above, frame, n) NEED(r + (above) + (frame) <= LIMIT, E_STACK, n)
#define CALL(above, frame, n, entry) do { \
    const i64 word_ = RETURN_WORD((n) + 1); \
    r += (above); r[-1] = word_; goto entry; } while (0)
#define RETURN() do { \
    const u64 word_ = (u64)r[-1]; \
    if (UNLIKELY(word_ & RESTORES_CAUSE)) s->cause = r[-2]; \
    r = STACK + (word_ >> 32); \
    goto *labels[(u32)word_ & (RESTORES_CAUSE - 1)]; } while (0)
/* A function that the machine chose, its arguments laid. */
#define ENTER(above, function, pc_, cause_, restores) do { \
    const i64 word_ = RETURN_WORD((u32)(pc_) | (restores)); \
    r += (above); r[-1] = word_; \
    if (restores) { r[-2] = s->cause; s->cause = (cause_); } \
    goto *labels[P->functions[function].entry]; } while (0)

/* ---- pure functions: they never wait, so each is a function of its own */

typedef int (*Enter)(const Prog*, State*, Trace*, i64*, const Ins*);
/* What they play with beside the game. */
typedef struct Run { const Prog* P; const Match* M; Trace* T; } Run;
/* One that an ability names, its arguments laid. */
typedef Pair (*Named)(const Run*, State*, i64*);
/* Behind a call: where it failed stands already, so only the way there is left to be laid. */
#define UNWIND(above, n) do { \
    if (UNLIKELY(s->failure != 0)) { r[(above) - 1] = RETURN_WORD((n) + 1); goto unwound; } \
    } while (0)

/* ---- the ways out */

#define LEAVE(n, frame, status_) do { \
    s->pc = (n); s->fp = (u32)(r - STACK); s->sp = s->fp + (frame); \
    s->status = (status_); return (status_); } while (0)
#define WAIT(n, frame) LEAVE(n, frame, WAITING)
#define END(n) do { \
    s->pc = (n); s->fp = s->sp = (u32)(r - STACK); \
    s->noptions = 0; s->status = OVER; return OVER; } while (0)
