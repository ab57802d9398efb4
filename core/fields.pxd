"""The built-in words of cards, zones and abilities, as rules read them."""

from tefuda.abilities cimport user_of_ability, uses_of
from tefuda.opcodes cimport *
from tefuda.places cimport KIND_PLACE, in_play, root_of, user_of
from tefuda.pools cimport ability_bearer, ability_info, ability_number
from tefuda.sets cimport has
from tefuda.state cimport NONE8, AbilityInfo, Match, Prog, State, Was, i64
from tefuda.timing cimport was_of


cdef inline i64 card_field(
    const Prog* P, const Match* M, State* s, int c, int field
) noexcept nogil:
    """A built-in word of a card."""
    cdef int z = s.zone[c]
    if field == CARD_OWNER:
        return M.owner[c]
    if field == CARD_USER:
        return user_of(P, s, c)
    if field == CARD_HOST:
        return s.host[c] if s.host[c] != NONE8 else -1
    if field == CARD_ROOT:
        return root_of(s, c)
    if field == CARD_IN_PLAY:
        return in_play(P, s, c)
    if field == CARD_FACE_DOWN:
        return has(&s.facedown, c)
    if field == CARD_FORM:
        return s.form[c]
    if field == CARD_EXTRACTED:
        return has(&s.lifted, c)
    if field == CARD_LINK:
        return s.link[c] if s.link[c] != NONE8 else -1
    if field == CARD_POSITION:
        return s.pos[c]
    if z == NONE8:
        return -1
    if field == CARD_ZONE:
        return z
    if field == CARD_KIND:
        return P.zones[z].kind
    if P.kinds[P.zones[z].kind].cells == 1:
        return -1
    if field == CARD_CELL:
        return P.zones[z].cell
    if field == CARD_ROW:
        return P.zones[z].row
    return P.zones[z].column


cdef inline i64 was_field(
    const Prog* P, const Match* M, State* s, int c, int field
) noexcept nogil:
    """A built-in word of a card as it was when it left; as it is when nothing was kept."""
    cdef const Was* was = was_of(P, s, c)
    cdef int z
    if (
        was == NULL or field == CARD_OWNER or field == CARD_FACE_DOWN or field == CARD_EXTRACTED
    ):
        return card_field(P, M, s, c, field)
    z = was.zone
    if field == CARD_USER:
        return was.user
    if field == CARD_HOST:
        return was.host if was.host != NONE8 else -1
    if field == CARD_ROOT:
        return c if was.host == NONE8 else was.host
    if field == CARD_FORM:
        return was.form
    if field == CARD_LINK:
        return was.link if was.link != NONE8 else -1
    if field == CARD_POSITION:
        return was.pos
    if z == NONE8:
        return field == CARD_IN_PLAY or -1
    if field == CARD_IN_PLAY:
        return P.kinds[P.zones[z].kind].in_play
    if field == CARD_ZONE:
        return z
    if field == CARD_KIND:
        return P.zones[z].kind
    if P.kinds[P.zones[z].kind].cells == 1:
        return -1
    if field == CARD_CELL:
        return P.zones[z].cell
    if field == CARD_ROW:
        return P.zones[z].row
    return P.zones[z].column


cdef inline i64 zone_field(const Prog* P, const State* s, int z, int field) noexcept nogil:
    if field == ZONE_PLAYER:
        return P.zones[z].player
    if field == ZONE_KIND:
        return KIND_PLACE + P.zones[z].kind
    if field == ZONE_CELL:
        return P.zones[z].cell
    if field == ZONE_ROW:
        return P.zones[z].row
    if field == ZONE_COLUMN:
        return P.zones[z].column
    return s.zcount[z] > 0


cdef inline i64 ability_field(
    const Prog* P, const Match* M, State* s, i64 ability, int field
) noexcept nogil:
    cdef const AbilityInfo* info = ability_info(P, ability)
    if field == ABILITY_BEARER:
        return ability_bearer(ability) if ability_bearer(ability) != NONE8 else -1
    if field == ABILITY_KIND:
        return info.kind
    if field == ABILITY_TARGETS:
        return info.ntargets
    if field == ABILITY_USES:
        return uses_of(P, s, ability)
    if field == ABILITY_USER:
        return user_of_ability(P, s, ability)
    if field == ABILITY_SORT:
        return info.sort
    return ability_number(ability)
