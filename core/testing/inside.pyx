"""What scenarios read of a game that its players are not shown: options taken apart, events."""

from tefuda.game cimport Game
from tefuda.opcodes cimport (
    OPTION_ABILITY,
    OPTION_CARD,
    OPTION_PASS,
    OPTION_ZONE,
)
from tefuda.pools cimport options
from tefuda.state cimport NONE8, WAITING, Prog, State, i64, u64
from tefuda.subjects cimport ability_text, option_subject

from tefuda.lang.operations import OPTION_KINDS

#: A raw event: type, a, b, seen by, from zone and place, to zone and place, turn, extra, value.
Raw = tuple[int, int, int, int, int, int, int, int, int, int, int]


def asked(Game game not None):
    """Give the number of the verb that a game waits for, ``None`` when it is over."""
    if game.state.status != WAITING:
        return None
    return game.program.asked_at(game.state.pc)


cdef zone_of(const Prog* prog, i64 z):
    info = prog.zones[z]
    return info.player, info.kind, info.cell


def option_parts(Game game not None):
    """Take apart what may be done now: verb, kind of subject, subject, for each legal action.

    The subject of a card is its index, of an ability the index of its bearer (``None`` for what no
    card bears) and the number of its text, of a zone player, kind and cell, else a number.
    """
    cdef State* st = game.state
    cdef const Prog* prog = &game.program.prog
    cdef u64 option
    cdef i64 value
    cdef int index, kind, card
    found = []
    if st.status != WAITING:
        return found
    for index in range(<int>st.noptions):
        option = options(prog, st)[index]
        kind = <int>(option >> 48 & 255)
        value = option_subject(prog, st, option)
        card = <int>(option & 255)
        if kind == OPTION_PASS:
            subject = None
        elif kind == OPTION_CARD:
            subject = card
        elif kind == OPTION_ZONE:
            subject = zone_of(prog, value)
        elif kind == OPTION_ABILITY:
            subject = (
                card if card < <int>game.tables.match.ncards else None,
                <int>ability_text(prog, st, option),
            )
        else:
            subject = value
        found.append((<int>(option >> 56), OPTION_KINDS[kind], subject))
    return found


def hanging(Game game not None, int card):
    """Give the cards that hang directly on a card, each with the number of its link."""
    cdef State* st = game.state
    cdef int at
    if not 0 <= card < <int>game.tables.match.ncards:
        raise IndexError(card)
    found = []
    at = st.child[card]
    while at != NONE8:
        found.append((at, st.link[at]))
        at = st.sibling[at]
    return found


def face_down(Game game not None, int card):
    """Tell whether a card lies face down."""
    if not 0 <= card < <int>game.tables.match.ncards:
        raise IndexError(card)
    return bool(game.state.facedown.w[card >> 6] >> (card & 63) & 1)


def raw_events(Game game not None):
    """Give the events kept of a game, as the recorder wrote them."""
    return [event[:11] for event in game._events or ()]


def forget_events(Game game not None):
    """Let the log of a game begin here."""
    game._events = []
