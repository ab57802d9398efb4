"""Where things are in the block of a game, and what the words that refer to them look like.

An *ability value* names one ability as borne by one card: bits 0 to 15 its number, 16 to 23 the
bearer (``NONE8`` none), 24 to 31 the printed slot (``NONE8`` when gained), 32 to 39 the effect that
gave it (``NONE8`` when printed), 40 to 61 the age of that effect, bit 62 set. A *record reference*
is the generation, from bit 16, and the word of the pool at which the record starts. The word below
a frame holds the return address in bits 0 to 29, a mark that the word below it is the cause to be
restored in bit 30, and the caller's frame from bit 32.
"""

from tefuda.state cimport (
    NONE8, AbilityInfo, Effect, Listener, Mod, Match, Pending, Prog, State, Was,
    i32, i64, u8, u16, u32, u64,
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


cdef inline i32* card_vars(const Prog* P, State* s, int variable) noexcept nogil:
    """One variable of all cards."""
    return <i32*>(<u8*>s + P.layout.cardvars) + variable * 128


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


cdef inline Pending* pending(const Prog* P, State* s) noexcept nogil:
    return <Pending*>(<u8*>s + P.layout.pending)


cdef inline Was* was_pool(const Prog* P, State* s) noexcept nogil:
    return <Was*>(<u8*>s + P.layout.was)


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
