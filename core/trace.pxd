"""A recorder of what happens in one game: for logs, views and tests, never in batch play."""

from libc.stdlib cimport realloc

from tefuda.state cimport i64, u8, u16, u32, u64

cdef enum:
    EACH_CARD = 2         # what a timing is about, as in timing.pxd

cdef enum EventType:
    EV_MOVED = 1          # a card: zone and place it came from and went to
    EV_ATTACHED = 2       # a card, its host, its link
    EV_SHUFFLED = 3       # a zone
    EV_REVEALED = 4       # a card to all
    EV_LOOKED = 5         # a card to the players of `seen_by`
    EV_TIMING = 6         # a channel, its first argument; of a set `more` has the second word
    EV_CHOICE = 7         # a player, the option in its public form, how many there were
    EV_FLAG = 8           # a card, a flag, set or cleared
    EV_MODIFIED = 9       # a card, a stat, the amount
    EV_EFFECT = 10        # a verb, a subject, an ability or kind
    EV_ABILITY = 11       # an ability begins: its value
    EV_FORM = 12          # a card reads another form
    EV_OVER = 13          # winner, outcome

ctypedef struct Event:
    u8 type
    u8 a                  # card, zone, player or channel
    u8 b                  # host, flag or stat
    u8 seen_by            # players who know the face of the card by now, a bit for each
    u8 from_zone          # NONE8: from a card it hung on
    u8 from_pos
    u8 to_zone
    u8 to_pos
    u32 turn
    u32 extra             # number of options, operation of a modification, verb
    i64 value
    u64 more

ctypedef struct Trace:
    Event* events         # grown with realloc; freed by the owner
    u32 count
    u32 capacity
    u32* executed         # NULL, or a counter for each instruction, for coverage of rules
    u8 timings            # keep the timings raised, too
    u8 failed             # memory ran out: the rest is missing
    u16 pad


cdef inline Event* new_event(Trace* T, int type, int a, int b) noexcept nogil:
    """The next event with its first fields filled, NULL when none can be kept."""
    cdef u32 capacity
    cdef Event* more
    cdef Event* event
    if T.count == T.capacity:
        capacity = 256 if T.capacity == 0 else 2 * T.capacity
        more = NULL if T.failed else <Event*>realloc(T.events, capacity * sizeof(Event))
        if more == NULL:
            T.failed = 1
            return NULL
        T.events = more
        T.capacity = capacity
    event = &T.events[T.count]
    T.count += 1
    event.type = <u8>type
    event.a = <u8>a
    event.b = <u8>b
    event.seen_by = 0
    event.from_zone = event.from_pos = event.to_zone = event.to_pos = 255
    event.turn = event.extra = 0
    event.value = 0
    event.more = 0
    return event


cdef inline void note(Trace* T, int type, int a, int b, i64 value, u32 extra) noexcept nogil:
    """Keep an event of which everything is public."""
    cdef Event* event
    if T == NULL:
        return
    event = new_event(T, type, a, b)
    if event != NULL:
        event.value = value
        event.extra = extra
        event.seen_by = 255


cdef inline void note_timing(
    Trace* T, i64 turn, int channel, int about, const i64* args, u32 arguments
) noexcept nogil:
    """Keep that a timing was raised, in the turn that it is now; `about`: what its arguments are.

    Of a timing for each card of a set the first two words are the set.
    """
    cdef Event* event = new_event(T, EV_TIMING, channel, about)
    if event == NULL:
        return
    event.turn = <u32>turn
    event.value = args[0]
    event.more = <u64>args[1] if about == EACH_CARD else 0
    event.extra = arguments
    event.seen_by = 255
