"""Where things are in the block of a game, and what the words that refer to them look like.

An *ability value* names one ability as borne by one card: bits 0 to 15 its number, 16 to 23 the
bearer (``NONE8`` none), 24 to 31 the printed slot (``NONE8`` when gained), 32 to 39 the effect that
gave it (``NONE8`` when printed), 40 to 61 the age of that effect, bit 62 set. A *record reference*
is the generation, from bit 16, and the word of the pool at which the record starts. The word below
a frame holds the return address in bits 0 to 29, a mark that the word below it is the cause to be
restored in bit 30, and the caller's frame from bit 32.
"""

from libc.string cimport memset
from tefuda.opcodes cimport OPTION_ABILITY
from tefuda.state cimport (
    NC, NONE8, AbilityInfo, CardVariable, Effect, Listener, Mod, Match, Pending, Prog, State, Was,
    i8, i16, i32, i64, u8, u32, u64,
)

cdef enum:
    RESTORES_CAUSE = 1 << 30   # in the return word: r[-2] holds the cause to go back to
    HIDDEN_WORDS = 2           # below each frame: saved cause, return word
    STACK_MARGIN = 24          # slots kept free: machine-made calls write all arguments
    ABILITY_MARK = 62


cdef inline void fail(State* s, u32 failure) noexcept nogil:
    """Note the first failure; the machine ends the game at the end of the instruction."""
    if s.failure == 0:
        s.failure = failure


# ---------------------------------------------------------------- parts of the block

cdef inline u8* order_of(const Prog* P, State* s, int z) noexcept nogil:
    """The cards of a zone, bottom first."""
    return <u8*>s + P.layout.order + P.zones[z].order


cdef inline i64* game_vars(const Prog* P, State* s) noexcept nogil:
    return <i64*>(<u8*>s + P.layout.vars)


cdef inline i64* player_vars(const Prog* P, State* s, i64 player) noexcept nogil:
    return <i64*>(<u8*>s + P.layout.vars) + P.layout.game_vars + player * P.layout.player_vars


cdef inline i64 card_variable(const Prog* P, const State* s, i64 variable, i64 c) noexcept nogil:
    """A variable of a card."""
    cdef const CardVariable* row = &P.card_variables[variable]
    cdef const u8* at = <const u8*>s + row.at
    if row.bits == 8:
        return (<const i8*>at)[c]
    if row.bits == 16:
        return (<const i16*>at)[c]
    return (<const i32*>at)[c]


cdef inline bint put_card_variable(
    const Prog* P, State* s, i64 variable, i64 c, i64 value
) noexcept nogil:
    """Set a variable of a card; false, and nothing is set, when it does not hold the value."""
    cdef const CardVariable* row = &P.card_variables[variable]
    cdef u8* at = <u8*>s + row.at
    if row.bits == 8:
        if value != <i8>value:
            return False
        (<i8*>at)[c] = <i8>value
    elif row.bits == 16:
        if value != <i16>value:
            return False
        (<i16*>at)[c] = <i16>value
    else:
        if value != <i32>value:
            return False
        (<i32*>at)[c] = <i32>value
    return True


cdef inline void begin_card_variables(const Prog* P, State* s) noexcept nogil:
    """Let the variables of all cards be what they are at the beginning."""
    cdef i32* of32 = <i32*>(<u8*>s + P.layout.cardvars)
    cdef i16* of16 = <i16*>(of32 + P.layout.wide_cardvars * NC)
    cdef i8* of8 = <i8*>(of16 + P.layout.short_cardvars * NC)
    cdef const i32* initial = P.cardvar_initial
    cdef u32 k
    for k in range(P.layout.wide_cardvars * NC):
        of32[k] = initial[k // NC]
    initial += P.layout.wide_cardvars
    for k in range(P.layout.short_cardvars * NC):
        of16[k] = <i16>initial[k // NC]
    initial += P.layout.short_cardvars
    for k in range(P.layout.ncardvars - P.layout.wide_cardvars - P.layout.short_cardvars):
        memset(of8 + k * NC, initial[k], NC)


cdef inline void renew_card_variables(const Prog* P, State* s, int c) noexcept nogil:
    """Let all variables of one card be so."""
    cdef u32 wide = P.layout.wide_cardvars
    cdef u32 narrow = wide + P.layout.short_cardvars
    cdef i32* of32 = <i32*>(<u8*>s + P.layout.cardvars)
    cdef i16* of16 = <i16*>(of32 + wide * NC)
    cdef i8* of8 = <i8*>(of16 + P.layout.short_cardvars * NC)
    cdef u32 k
    for k in range(wide):
        of32[k * NC + c] = P.cardvar_initial[k]
    for k in range(wide, narrow):
        of16[(k - wide) * NC + c] = <i16>P.cardvar_initial[k]
    for k in range(narrow, P.layout.ncardvars):
        of8[(k - narrow) * NC + c] = <i8>P.cardvar_initial[k]


cdef inline u64* chain(const Prog* P, State* s, int stack) noexcept nogil:
    """A stack of records: its height, then references."""
    return <u64*>(<u8*>s + P.layout.chains) + stack * P.layout.chain_words


cdef inline u64* records(const Prog* P, State* s) noexcept nogil:
    return <u64*>(<u8*>s + P.layout.records)


cdef inline Listener* listeners(const Prog* P, State* s) noexcept nogil:
    return <Listener*>(<u8*>s + P.layout.listeners)


cdef inline Mod* mods(const Prog* P, State* s) noexcept nogil:
    return <Mod*>(<u8*>s + P.layout.mods)


cdef inline Effect* effects(const Prog* P, State* s) noexcept nogil:
    return <Effect*>(<u8*>s + P.layout.effects)


cdef inline Pending* pending(const Prog* P, State* s, i64 place) noexcept nogil:
    """A trigger that waits, by its place in the list."""
    return <Pending*>(<u8*>s + P.layout.pending + place * P.layout.pending_bytes)


cdef inline i64* args_of(const Pending* waiting) noexcept nogil:
    """The arguments of a waiting trigger: ``pending_args`` of the layout."""
    return <i64*>(waiting + 1)


cdef inline i64* kept_of(const Prog* P, const Pending* waiting) noexcept nogil:
    """Its kept values: ``pending_kept`` of the layout."""
    return args_of(waiting) + P.layout.pending_args


cdef inline u32* kept_since_of(const Prog* P, const Pending* waiting) noexcept nogil:
    return <u32*>(kept_of(P, waiting) + P.layout.pending_kept)


cdef inline Was* was_entry(const Prog* P, State* s, i64 place) noexcept nogil:
    """What a card was when it left, by its place in the pool."""
    return <Was*>(<u8*>s + P.layout.was + place * P.layout.was_bytes)


cdef inline u64* options(const Prog* P, State* s) noexcept nogil:
    """Options in their internal form: verb, kind and, for cards, the card's index."""
    return <u64*>(<u8*>s + P.layout.options)


cdef inline u64* stack_of(const Prog* P, State* s) noexcept nogil:
    return <u64*>(<u8*>s + P.layout.stack)


# ---------------------------------------------------------------- words that refer

cdef inline u64* record_of(const Prog* P, State* s, i64 reference) noexcept nogil:
    """The words of a record, NULL when it was dropped or there is none."""
    cdef u64* w
    if reference < 0 or (reference & 0xffff) >= P.layout.record_words:
        return NULL
    w = records(P, s) + (reference & 0xffff)
    return w if <u32>w[0] == <u64>reference >> 16 else NULL


cdef inline u64 ability_option(u32 c, u32 effect, u32 number, u32 slot) noexcept nogil:
    """What an option about an ability is, but for its verb; see `next_ability` for the slot."""
    return (
        <u64>OPTION_ABILITY << 48 | <u64>slot << 40 | <u64>number << 16 | <u64>effect << 8 | c
    )


cdef inline i64 ability_value(
    u32 number, u32 bearer, u32 slot, u32 effect, u32 since
) noexcept nogil:
    return <i64>(
        number | bearer << 16 | <u64>slot << 24 | <u64>effect << 32
        | <u64>(since & 0x3fffff) << 40 | <u64>1 << ABILITY_MARK
    )


cdef inline bint is_ability(i64 value) noexcept nogil:
    return value > 0 and value >> ABILITY_MARK == 1


cdef inline int ability_number(i64 value) noexcept nogil:
    return <int>(value & 0xffff)


cdef inline int ability_bearer(i64 value) noexcept nogil:
    """The card that bears it, ``NONE8`` when none does."""
    return <int>(value >> 16 & 255)


cdef inline int ability_slot(i64 value) noexcept nogil:
    return <int>(value >> 24 & 255)


cdef inline int ability_effect(i64 value) noexcept nogil:
    return <int>(value >> 32 & 255)


cdef inline const AbilityInfo* ability_info(const Prog* P, i64 value) noexcept nogil:
    """The table row of an ability value, NULL for ``None`` or a number that is no ability."""
    if not is_ability(value) or <u32>ability_number(value) >= P.nabilities:
        return NULL
    return &P.abilities[ability_number(value)]


cdef inline u64 return_word(u32 frame, u32 pc) noexcept nogil:
    return <u64>frame << 32 | pc


cdef inline u32 return_pc(u64 word) noexcept nogil:
    return <u32>word & (RESTORES_CAUSE - 1)


cdef inline u32 return_frame(u64 word) noexcept nogil:
    return <u32>(word >> 32)


cdef inline bint restores_cause(u64 word) noexcept nogil:
    return (word & RESTORES_CAUSE) != 0


cdef inline i64 printed_word(
    const Prog* P, const Match* M, State* s, int c, int word
) noexcept nogil:
    """A printed word of a card, of the form it reads now."""
    if s.form[c] != M.form[c]:
        return M.form_words[s.form[c] * P.nwords + word]
    return M.words[word * 128 + c]
