"""The state of one game: one flat block without pointers, and the program and match it runs under.

The block is laid out as the fixed part (``State``), then what the ruleset sizes: variables, card
variables, zone orders, pools, options and the stack, at the byte offsets kept in ``Layout``. A copy
of a game copies the fixed part and the used part of each pool. Slots are 64-bit; a set of cards is
``W`` words.
"""

from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t

ctypedef uint8_t u8
ctypedef uint16_t u16
ctypedef uint32_t u32
ctypedef uint64_t u64
ctypedef int8_t i8
ctypedef int16_t i16
ctypedef int32_t i32
ctypedef int64_t i64

cdef enum:
    W = 2                 # words of a set of cards
    FEW_POINTS = 16       # points below this are paid by cards that are looked up
    NC = 128              # cards
    NP = 2                # players
    NZ = 64               # zones of all players together: a set of zones is one word
    NKIND = 20            # kinds of zone
    NFLAG = 16            # flags of cards
    NSTAT = 8             # stats
    NLINK = 4             # kinds of link
    NCHAN = 128           # channels: timings, questions, continuous expressions
    NWORD = 32            # printed words of a form, stats first
    NSLOT = 8             # printed abilities of a form
    NRECORD = 8           # types of record
    NARG = 4              # arguments of a timing, kept values of an effect
    NSTREAM = 2           # random streams: setup, rules
    NONE8 = 255           # "no card", "no zone" in a byte

cdef enum Status:
    RUNNING = 0
    WAITING = 1           # a player must choose: options are written
    OVER = 2              # winner, outcome and error say how it ended
    CALLING = 3           # a Python handler must be called, at instruction `pc`

cdef enum Failure:        # Prog pc of the instruction is kept beside it
    OK = 0
    E_STACK = 1           # stack full
    E_OPTIONS = 2         # option list full
    E_RECORDS = 3         # record pool full
    E_STALE = 4           # a dropped record was used
    E_STEPS = 5           # too many steps for one decision
    E_ZONE = 6            # a zone is full
    E_MODS = 7
    E_EFFECTS = 8
    E_PENDING = 9
    E_LISTENERS = 10
    E_WAS = 11
    E_NO_OPTION = 12      # a choice without any option
    E_NO_CARD = 13        # a missing card, player or zone was used
    E_CHAIN = 14          # a stack of records is full, or empty when read
    E_ASSERT = 15
    E_RANGE = 16          # a number, cell or subscript out of range; division by zero
    E_NESTING = 17        # pure functions nested too deep
    E_LIST = 18           # a list of cards is full
    E_ENDED = 19          # the main rule returned without an end of the game
    E_HANDLER = 20        # a Python handler failed
    E_CYCLE = 21          # a card was hung on itself
    E_DECISIONS = 22      # decision limit; an outcome, not an error, when the ruleset says so
    E_BOT = 23            # a Python bot failed; set from outside, when the game waits for it

ctypedef struct Set:
    u64 w[W]

ctypedef struct Ins:      # one instruction
    u8 op
    u8 a
    u8 b
    u8 c
    i32 imm

ctypedef struct Listener:  # an entry of the index: who hears a channel
    u8 next               # in order of age, or among the free ones; NONE8 ends
    u8 prev
    u8 channel
    u8 source             # card, or NONE8 for a handler of the rules or an effect of the game
    u16 ability
    u8 effect             # index of the effect that gave it, NONE8 when printed
    u8 slot               # printed slot on the source
    u32 since
    u32 pad
    Set who               # continuous: the cards it applies to, as of the last refresh (derived)

ctypedef struct Mod:      # a modification given to cards
    u8 stat
    u8 op                 # StatOp
    u8 other              # second stat of a swap
    u8 user               # player it was given by, for `expire(of=)`
    u32 since
    i64 amount
    i64 until
    Set who

ctypedef struct Effect:   # an ability gained, lost, barred, negated, or a delayed rule
    u8 verb               # EffectVerb
    u8 subject            # card; 200 + player; NONE8 the game
    u8 listener           # its entry of the index, NONE8 none
    u8 user
    u16 ability           # ability; kind of ability (KIND_ALL for every one) for lose, bar, negate
    u8 uses
    u8 live               # 0 free, 1 in use, 2 a delayed rule that is pending
    u32 since
    u32 nkept             # kept values in use
    i64 until
    i64 kept[NARG]
    u32 kept_since[NARG]  # of kept cards: another object reads as None; 0 for other values

cdef enum EffectVerb:
    V_GAIN = 1
    V_LOSE = 2
    V_BAR = 3
    V_NEGATE = 4
    V_LATER = 5

cdef enum:
    KIND_ALL = 0xffff

# A trigger that waits to run. Behind it lie, as many as the rules need (Layout), its arguments and
# its kept values, each i64, and as u32 when kept cards became what they are (as in Effect).
ctypedef struct Pending:
    u16 ability
    u8 source             # NONE8 none
    u8 user
    u8 effect             # effect to consume (later), NONE8 none
    u8 slot
    u16 waits             # of an open `after` or `would`: settling leaves it alone
    u32 since             # of the source at the raise
    u32 nkept

ctypedef struct Was:      # what a card was when it left
    u8 card
    u8 zone
    u8 pos
    u8 host
    u8 user
    u8 link
    u16 form
    u32 flags
    u32 depth             # of the `after` that made it
    i32 stats[NSTAT]      # as many as the rules have: the next entry begins behind them

ctypedef struct Ends:     # of a list of listeners, NONE8 when it is empty
    u8 head
    u8 tail

ctypedef struct State:
    # ---- machine
    u32 pc
    u32 fp                # slots from the start of the stack
    u32 sp                # first free slot above the suspended frame
    u32 status
    u32 noptions
    u32 answer            # index of the option taken
    i32 chooser
    i32 winner            # -1 draw or none, -2 error
    u32 outcome           # index of the declared outcome
    u32 failure
    u32 failure_pc
    u32 decisions         # choices answered among two or more options
    u64 steps             # left for this decision
    u64 total_options     # offered at those decisions
    # ---- canonical
    u64 rng[NSTREAM][4]
    u64 draws[NSTREAM]    # numbers drawn from each stream
    u32 stream            # 0 while the setup rule runs, then 1
    u32 clock
    i64 cause             # ability value or -1
    i32 first
    i32 turn_player
    i64 turn
    u64 nonempty          # zones with a card
    # Continuous abilities give and take abilities, and change stats: each is worked out when asked
    # for, the stats after the abilities.
    u32 changed           # kinds of change (CH_) since the abilities were worked out
    u32 changed_before    # and those before, since the stats were worked out
    u32 ability_reads     # kinds that decide which abilities are given and taken
    u32 modified_reads    # kinds that decide which cards' stats are changed
    u64 listen[2]        # NCHAN bits
    u64 givers[4]         # listeners that give abilities, a bit each
    u64 kinds_given       # kinds that they and effects give to cards, a bit of the lowest six
    Set attached          # cards hanging on a card
    Set known[NP]         # faces each player knows
    Set facedown
    Set transformed       # cards that read another form than their own
    Set lifted            # cards lifted out of their zone's order by extract
    Set touched           # cards named by an effect or modification
    Set modified[NSTAT]   # cards some modification or continuous expression may change
    Set given[NSTAT]      # cards named by modifications alone
    Set negated           # cards whose abilities continuous expressions negate
    Set endowed           # cards to which continuous expressions give abilities
    Set endowed_to_use    # those among them to which they give an activated one
    Set barred            # cards with a lose, bar or negate effect
    Set gained            # cards with a gain effect
    u8 zcount[NZ]
    u8 zone[NC]           # NONE8 while hanging on a card
    u8 pos[NC]
    u8 host[NC]
    u8 link[NC]
    u8 child[NC]          # first of the cards hanging on it
    u8 sibling[NC]        # next card on the same host
    u16 form[NC]
    u32 since[NC]
    u32 uses[NC]          # four bits for each printed ability
    # ---- pools: counts of used entries (high-water for those with free entries inside)
    u16 nlisteners
    u16 nmods
    u16 neffects
    u16 npending
    u16 nwas
    u16 batch
    u16 held              # depth of `held` blocks
    u16 afters            # depth of `after` blocks
    u16 extracts
    u16 extract_failed
    u8 listener_free
    u8 nesting            # depth of nested runs, 0 whenever the game waits
    u64 live_records[NRECORD]  # a bit for each record of each type, by record type
    u32 generation        # of record references
    u8 stop_at_forced     # wait at a choice with one option, too
    u8 folding            # stats whose continuous amounts are being asked for, 0 when it waits
    u8 pad2[2]
    # ---- of each of these, what the ruleset has is in use, and the rest is never read
    Set kmask[NKIND][NP]  # cards lying in each player's zones of each kind; hanging cards in none
    Set flag[NFLAG]
    Ends ends[NCHAN]      # the listeners of each channel

ctypedef struct RecordLayout:
    u32 base              # first word in the record pool
    u32 words             # size of one, word 0 is generation | stamp << 32
    u32 capacity          # at most 64
    u32 pad

ctypedef struct Layout:   # byte offsets inside the block, and capacities
    u32 size
    u32 vars              # i64 words: game variables, then those of each player
    u32 nvars
    u32 game_vars
    u32 player_vars
    u32 cardvars          # [ncardvars][NC]: those of 32 bits, then of 16, then of 8
    u32 ncardvars
    u32 wide_cardvars     # how many have 32 bits
    u32 short_cardvars    # 16 bits
    u32 order             # u8: the cards of each zone, bottom first
    u32 order_bytes
    u32 chains            # per record stack: count word, then references
    u32 nchains
    u32 chain_words       # words of one stack: 1 + capacity
    u32 records
    u32 record_words
    u32 listeners
    u32 max_listeners
    u32 mods
    u32 max_mods
    u32 effects
    u32 max_effects
    u32 pending
    u32 max_pending
    u32 pending_args      # arguments, kept values and bytes of one
    u32 pending_kept
    u32 pending_bytes
    u32 was
    u32 max_was
    u32 was_bytes
    u32 options           # u64 values, then nothing
    u32 max_options
    u32 stack
    u32 max_stack

ctypedef struct ZoneInfo:
    u8 kind
    u8 player
    u8 cell
    u8 row
    u8 column
    u8 capacity
    u16 order             # offset in the order area

ctypedef struct KindInfo:
    u8 first              # zone of player 0, cell 0
    u8 cells
    u8 columns
    u8 visibility         # 0 nobody, 1 owner, 2 all
    u8 in_play
    u8 fresh
    u8 ordered
    u8 pad

ctypedef struct FunctionInfo:
    i32 entry
    u8 frame              # slots
    u8 params             # slots
    u8 results            # slots
    u8 pure

ctypedef struct AbilityInfo:
    u16 kind              # text, shared by all arguments of it
    u8 sort
    u8 channel            # NONE8 none
    u8 of
    u8 survives
    u8 may                # verb of the confirmation, NONE8 not optional
    u8 stat
    u8 op
    u8 negates
    u8 runs               # Runs of its timing
    u8 rule               # a handler of the rules: no bearer is passed
    i32 body              # functions, -1 none
    i32 when
    i32 who
    i32 targets[4]
    i32 gives             # ability, -1 none
    u32 works_in          # bit for each kind of zone; 0: the kinds in play
    u64 reads             # kinds of change its expression depends on
    u8 ntargets
    u8 choice_free        # no choice inside: equal pending ones need no order
    u8 rechecks           # `when` is asked again before it runs
    u8 orderer            # Orderer of its timing
    u16 forbids           # an answer to a yes/no question: what one forbids, two forbid

ctypedef struct MaskInfo:  # a set of cards known once decks are: word <test> value
    u8 word
    u8 test               # MaskTest
    u16 pad
    i32 pad2
    i64 value

cdef enum MaskTest:
    T_EQ = 0
    T_NE = 1
    T_LT = 2
    T_LE = 3
    T_GT = 4
    T_GE = 5
    T_BITS = 6            # any bit of value
    T_NBITS = 7

ctypedef struct StopSlot:  # a slot that lives across a stop
    u8 slot
    u8 type               # SlotType

cdef enum SlotType:
    S_INT = 0             # numbers, flags, counts, zones, players, names, cells: no cards in it
    S_CARD = 1
    S_SET = 2             # W slots
    S_RECORD = 3
    S_ABILITY = 4
    S_LIST = 5            # 4 slots: count byte, then cards

ctypedef struct StopInfo:  # where a frame can stand when the game waits
    u32 pc
    u16 first             # in the table of stop slots
    u16 count

ctypedef struct FieldInfo:  # a word of a record type, or a variable, that refers to something
    u16 offset
    u8 type               # SlotType
    u8 owner              # record type; 253 card, 254 player, 255 game variables

ctypedef struct CardVariable:
    u32 at                # byte offset of its first card's
    u32 bits              # 8, 16 or 32, signed

ctypedef struct PaymentInfo:
    u8 points             # word (a stat or printed)
    u8 colours            # word: a bit mask of colours
    u8 cost               # word: counts
    u8 any_shift          # bit position of the count that any colour pays
    u8 channel            # question that raises costs, NONE8 none
    u8 ncolours           # counts 0..ncolours-1 are the colours
    u16 pad

ctypedef struct Prog:     # immutable once made; arrays owned by the Program object
    Ins* code
    u32 ncode
    u32 nfunctions
    FunctionInfo* functions
    AbilityInfo* abilities
    u32 nabilities
    u32 nkinds_of_ability
    i64* ability_words    # [ability][nability_words]
    u32 nability_words
    u32 nchannels
    u32 nzones
    u32 nkinds
    u32 nwords
    u32 nstats
    u32 nflags
    u32 nlinks
    u32 nmasks
    u32 nrecords
    u32 nstops
    u32 nhandlers
    i64* constants
    u32 nconstants
    MaskInfo* masks
    PaymentInfo* payments
    u32 npayments
    u32 pad
    ZoneInfo zones[NZ]
    KindInfo kinds[NKIND]
    RecordLayout records[8]
    StopInfo* stops       # by pc, ascending
    StopSlot* stop_slots
    FieldInfo* fields
    u32 nfields
    u16* handlers         # abilities (rule = 1) that listen from the start
    u8 link_visibility[NLINK]
    u8 stat_of_word[NWORD]     # stat number of a printed word, NONE8 none
    u64 stat_reads[NSTAT]      # kinds of change that continuous abilities on a stat read in all
    u32 setup_entry       # function numbers
    u32 main_entry
    i32 value_entry
    u32 halt_pc           # a HALT instruction for nested calls
    u32 end_pc            # ends setup (switches the stream, calls main) and main
    u32 stat_channel      # of stat 0; the others follow
    u32 negate_channel
    u32 pad3
    u64 max_steps
    u32 max_decisions
    u32 pad1
    CardVariable* card_variables
    i32* cardvar_initial  # of a new object, in the order in which the variables lie
    const void* carry_out  # for each operation the function that carries it out
    const void* step      # of SETTLE and WOULDN, and the entry of PERFORM and LEGAL
    const void* enter
    void* native          # the program as machine code (tefuda.native), NULL: it is interpreted
    Layout layout

ctypedef struct FormInfo:  # a card of the pool
    u16 first             # in the table of form abilities
    u8 nabilities
    u8 pad
    u32 pad2

ctypedef struct Price:    # what a card costs and pays under a payment scheme, as printed
    u16 total             # points of its cost in all
    u8 colour             # the one colour of its cost, 0 if it has none; NONE8: several
    u8 coloured           # points of that colour
    u8 pays
    u8 colours            # in which it pays, as bits
    u16 pad

ctypedef struct Use:      # a printed activated ability of a card that reads its own form
    u64 option            # about it, without a verb
    u32 works_in          # of this one of `where`
    u32 more              # whether the next one is of the same card

ctypedef struct Payers:   # what cards pay under a payment scheme, as printed
    Set bits[8]           # the cards in whose points a bit is set
    Set colours[8]        # those that pay in a colour
    Set few[FEW_POINTS]   # those with just so many points
    u32 width             # bits of the most points that any of them pays
    u32 pad

ctypedef struct Match:    # the tables of one pair of decks; immutable
    u32 ncards
    u32 nforms
    u32 pad
    i64* form_words       # [form][nwords]
    FormInfo* forms
    u16* form_abilities
    u8 owner[NC]
    u16 form[NC]          # own form of each card
    Set all
    Set owned[NP]
    i64* words            # [word][NC]: of the own forms, for speed
    Set* masks            # [mask]
    Set* by_value         # [word][256]: cards whose word equals a small value; word rows on demand
    u8* by_value_row      # [nwords]: row of by_value or NONE8
    Set* by_bit           # [row of by_value][8]: cards whose word has a bit, of its lowest eight
    Set* by_kind          # [kind of ability]: cards bearing it as printed
    Set activated         # cards with a printed activated ability
    Set used_in_play      # those of which one is used wherever they are in play
    i64* effect_of        # [form]: its first ability of sort EFFECT, without a bearer; -1: none
    u8 slots_used[NC]     # a bit for each printed activated ability
    u16 first_use[NC]     # of those with one: in the table of uses
    Use* uses
    u32 listens_in[NC]    # where any printed ability with a channel works: bits of `where`
    u8 printed[NC]        # number of printed abilities
    Price* prices         # [payment scheme][NC]: of the own forms
    Payers* payers        # [payment scheme]: of the own forms

# kinds of change, for continuous expressions: bits of State.changed
cdef enum:
    CH_PLACE = 1          # a card entered, left or moved in play
    CH_HIDDEN = 2         # a card moved between zones out of play
    CH_FLAG = 4
    CH_LINK = 8
    CH_ABILITY = 16       # abilities gained, lost, barred, negated
    CH_VARIABLE = 32      # a game, player or card variable
    CH_FORM = 64
    CH_RECORD = 128
    CH_KNOWN = 256
    CH_CONTINUOUS = 512   # a continuous expression started or stopped applying
    STAT_SHIFT = 16
    CH_ASKED = 1 << 15    # no change: what reads it asks rules that may read any stat
    CH_STAT = 1 << 16     # shifted by the stat: a modification of it
