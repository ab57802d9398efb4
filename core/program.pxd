"""A compiled program as arrays for the machine, and the tables of one pair of decks."""

from tefuda.state cimport NCHAN, Match, Prog, u32

cdef enum:
    OWN_CARD = 253        # FieldInfo.owner of card variables; 254 players, 255 the game
    OWN_PLAYER = 254
    OWN_GAME = 255
    MAX_BUFFERS = 40


cdef class Buffers:
    """Zeroed memory that lives as long as its owner."""

    cdef void* held[MAX_BUFFERS]
    cdef int count
    cdef void* take(self, size_t number, size_t size) except NULL


cdef class Program:
    """A ruleset ready to run; immutable."""

    cdef Prog prog
    cdef Buffers buffers
    cdef readonly object compiled
    cdef readonly str name
    cdef readonly str fingerprint
    cdef unsigned char* none_words      # for each word of the variables: whether it starts as -1
    cdef unsigned char channel_cards[NCHAN]  # of each timing: a bit for each argument: a card
    cdef unsigned char rests[256]       # of each verb: a window in which nothing is half done
    cdef tuple _entries                 # (first instruction, function), ascending
    cdef tuple _regions                 # likewise with -1 for what belongs to no function
    cdef frozenset _bodies
    cdef frozenset _asked
    cpdef int function_at(self, u32 pc) except -2
    cdef int fill_code(self) except -1
    cdef int fill_abilities(self) except -1
    cdef int fill_tables(self) except -1
    cdef int fill_zones(self) except -1
    cdef int fill_fields(self) except -1
    cdef int fill_card_variables(self, u32 at) except -1
    cdef int fill_layout(self) except -1


cdef class MatchTables:
    """The cards of one pair of decks, as the machine reads them; immutable."""

    cdef Match match
    cdef Buffers buffers
    cdef readonly Program program
    cdef readonly tuple cards           # (owner, form) by card index
    cdef int fill_forms(self) except -1
    cdef int fill_cards(self) except -1
    cdef int fill_masks(self) except -1
    cdef int fill_payments(self) except -1
