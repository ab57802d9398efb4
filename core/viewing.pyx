"""What one player may see of a game, as plain values and as text.

A card is named by its face only to a player who knows it, else by its place; never by its index.
"""

from libc.stdlib cimport free, malloc
from tefuda.block cimport block_copy
from tefuda.game cimport Game
from tefuda.knowledge cimport zone_shows
from tefuda.machine cimport find_option, stat_value
from tefuda.opcodes cimport (
    OPTION_ABILITY,
    OPTION_CARD,
    OPTION_NAME,
    OPTION_PASS,
    OPTION_PLAYER,
    OPTION_YES_NO,
    OPTION_ZONE,
)
from tefuda.places cimport in_play, root_of
from tefuda.pools cimport (
    ability_bearer,
    ability_number,
    args_of,
    game_vars,
    is_ability,
    options,
    order_of,
    pending,
    player_vars,
)
from tefuda.sets cimport has
from tefuda.state cimport (
    NONE8,
    S_ABILITY,
    S_CARD,
    S_INT,
    S_LIST,
    S_SET,
    WAITING,
    Pending,
    Prog,
    Set,
    State,
    i32,
    i64,
    u8,
    u32,
    u64,
)
from tefuda.subjects cimport ORDER_TRIGGERS, ability_text, trigger_place
from tefuda.trace cimport (
    EV_ATTACHED,
    EV_CHOICE,
    EV_FORM,
    EV_LOOKED,
    EV_MOVED,
    EV_OVER,
    EV_REVEALED,
    EV_SHUFFLED,
    EV_TIMING,
)

from tefuda import texts
from tefuda.errors import IllegalAction
from tefuda.views import CardView, Event, ReadOnly, View, ZoneView

cdef enum:
    ONE_CARD = 1          # what a timing is about, as in timing.pxd


#: Of a card without stats, or on which nothing hangs.
cdef object NOTHING = ReadOnly()


# ---------------------------------------------------------------- cards and places

cdef str zone_name(Game game, int z):
    cdef const Prog* prog = &game.program.prog
    cdef int kind
    if z >= <int>prog.nzones:
        return "nowhere"
    kind = prog.zones[z].kind
    return texts.zone_text(
        game.program.compiled.zones[kind].name, prog.zones[z].player, prog.zones[z].row,
        prog.zones[z].column, prog.kinds[kind].cells,
    )


cdef str face_name(Game game, int card):
    form = game.program.compiled.forms[game.state.form[card]]
    return f"{form.number} {form.name}"


cdef str place_name(Game game, int card, int player):
    """Where a card is; its place in an unordered zone is nobody else's business."""
    cdef State* st = game.state
    cdef const Prog* prog = &game.program.prog
    cdef int root = root_of(st, card)
    cdef int z = st.zone[root]
    cdef str text
    if root != card:
        return f"on {card_name(game, st.host[card], player)}"
    text = zone_name(game, z)
    if prog.kinds[prog.zones[z].kind].ordered or zone_shows(prog, z, player):
        if prog.zones[z].capacity > 1 and st.zcount[z] > 1:
            text += f" #{st.pos[card] + 1}"
    return text


cdef str card_name(Game game, int card, int player):
    """Name a card for a player: by its face if known, and by its place."""
    place = place_name(game, card, player)
    if has(&game.state.known[player], card):
        return f"{face_name(game, card)} ({place})"
    return f"an unknown card ({place})"


# ---------------------------------------------------------------- actions

def action_text(Game game not None, action, viewer=None):
    """Say what a legal action does, as far as ``viewer`` (else the chooser) may know."""
    cdef State* st = game.state
    cdef int index = -1
    cdef u64 number
    if st.status == WAITING:
        try:
            number = action
            index = find_option(&game.program.prog, &game.tables.match, st, number)
        except (TypeError, OverflowError):
            index = -1
    if index < 0:
        shown = f"{action:#x}" if isinstance(action, int) else repr(action)[:60]
        raise IllegalAction(f"action {shown}: not legal now")
    if viewer is not None and viewer not in (0, 1):
        raise ValueError(f"player {viewer!r}: expected 0 or 1")
    return option_text(game, options(&game.program.prog, st)[index],
                       st.chooser if viewer is None else viewer)


def option_text_of(Game game not None, u32 index):
    """Say what option number ``index`` does, for the player who is to decide."""
    return option_text(game, options(&game.program.prog, game.state)[index], game.state.chooser)


cdef str option_text(Game game, u64 option, int player):
    """The text of an option in its internal form."""
    compiled = game.program.compiled
    verb = compiled.verbs[option >> 56]
    text = texts.verb_text(verb.name, verb.text, verb.kind)
    cdef int kind = <int>(option >> 48 & 255)
    cdef int card = <int>(option & 127)
    cdef str about = ""
    cdef i64 value = <i32><u32>option
    if kind == OPTION_PASS:
        return "pass"
    if kind == OPTION_CARD:
        return f"{text}: {card_name(game, card, player)}"
    if kind == OPTION_ABILITY:
        if option >> 56 == ORDER_TRIGGERS:
            about = about_text(game, trigger_place(option), card, player)
        ability = ability_row_name(game, ability_text(&game.program.prog, game.state, option))
        if (option & 255) >= game.tables.match.ncards:
            return f"{text}: {ability}{about}"
        if not has(&game.state.known[player], card):
            return f"{text}: an ability of {card_name(game, card, player)}"
        return f"{text}: {ability} of {card_name(game, card, player)}{about}"
    if kind == OPTION_ZONE:
        return f"{text}: {zone_name(game, <int>value)}"
    if kind == OPTION_YES_NO:
        return f"{text}: {'yes' if value else 'no'}"
    if kind == OPTION_PLAYER:
        return f"{text}: player {value}"
    if kind == OPTION_NAME and 0 <= value < len(compiled.names):
        return f"{text}: {compiled.names[value]}"
    return f"{text}: {value}"


cdef str about_text(Game game, u32 place, int source, int player):
    """Say which card a trigger that waits is about, when it is not the one that bears it."""
    cdef const Prog* prog = &game.program.prog
    if place >= game.state.npending:
        return ""
    cdef const Pending* waiting = pending(prog, game.state, place)
    cdef i64 card = args_of(waiting)[0]
    row = game.program.compiled.abilities[waiting.ability]
    if row.channel < 0 or not 0 <= card < <i64>game.tables.match.ncards or card == source:
        return ""
    arguments = game.program.compiled.channels[row.channel].arguments
    if not arguments or arguments[0] != "Card":
        return ""
    # Where in a zone an unknown card went to is for nobody, unless all can see it lie there.
    if not (
        has(&game.state.known[player], <int>card) or in_play(prog, game.state, <int>card)
    ):
        return ", about an unknown card"
    return f", about {card_name(game, <int>card, player)}"


cdef str ability_row_name(Game game, u32 number):
    if number >= game.program.prog.nabilities:
        return "nothing"
    return game.program.compiled.abilities[number].name


# ---------------------------------------------------------------- views

cdef class Looker:
    """Builds one view; holds a copy of the game, since reading a stat may refresh what is kept."""

    cdef Game game
    cdef State* copy
    cdef int player

    def __cinit__(self, Game game, int player):
        self.game = game
        self.player = player
        self.copy = <State*>malloc(game.program.prog.layout.size)
        if self.copy == NULL:
            raise MemoryError("no memory for a view")
        block_copy(&game.program.prog, <char*>self.copy, <const char*>game.state)

    def __dealloc__(self):
        free(self.copy)

    cdef object number(self, int card):
        """The card number of a known card, else ``None``."""
        if not has(&self.copy.known[self.player], card):
            return None
        return self.game.program.compiled.forms[self.copy.form[card]].number

    cdef dict stats(self, int card):
        cdef u32 failure
        cdef int stat = 0
        cdef dict found = {}
        for row in self.game.program.compiled.words:
            if not row.stat:
                break
            failure = 0
            value = stat_value(
                &self.game.program.prog, &self.game.tables.match, self.copy, card, stat, &failure
            )
            if not failure:
                found[row.name] = value
            stat += 1
        return found

    cdef object card(self, int card):
        """A card with all that hangs on it; ``None`` where nothing at all can be told."""
        cdef State* st = self.copy
        cdef bint known = has(&st.known[self.player], card)
        cdef bint playing = in_play(&self.game.program.prog, st, card)
        cdef int at = st.child[card]
        attached = {}
        while at != NONE8:
            link = self.game.program.compiled.links[st.link[at]][0]
            attached.setdefault(link, []).append(self.card(at))
            at = st.sibling[at]
        if not known and not playing and not attached:
            return None
        flags = tuple(
            name for index, name in enumerate(self.game.program.compiled.flags)
            if playing and has(&st.flag[<u32>index], card)
        )
        form = self.game.program.compiled.forms[st.form[card]]
        return CardView(
            form.number if known else None,
            form.name if known else None,
            self.game.tables.match.owner[card],
            bool(has(&st.facedown, card)),
            ReadOnly(self.stats(card)) if known and playing else NOTHING,
            flags,
            ReadOnly({link: tuple(cards) for link, cards in attached.items()}) if attached
            else NOTHING,
        )

    cdef object zone(self, int z):
        cdef State* st = self.copy
        cdef const Prog* prog = &self.game.program.prog
        cdef u32 index
        cdef int kind = prog.zones[z].kind
        cards = [self.card(order_of(prog, st, z)[index]) for index in range(st.zcount[z])]
        if not prog.kinds[kind].ordered:
            cards.sort(key=_face_order)
        return ZoneView(
            self.game.program.compiled.zones[kind].name, prog.zones[z].player, prog.zones[z].cell,
            prog.zones[z].row, prog.zones[z].column, st.zcount[z], tuple(cards),
        )

    cdef object typed(self, const i64* word, row):
        """A variable's value: cards by number, records only by whether there is one."""
        cdef const u8* cards = <const u8*>word
        cdef int index
        if row.slot_type == S_INT:
            return word[0]
        if row.slot_type == S_CARD:
            return None if word[0] < 0 else self.number(<int>word[0])
        if row.slot_type == S_SET:
            found = [
                self.number(index) for index in range(<int>self.game.tables.match.ncards)
                if has(<const Set*>word, index)
            ]
            return tuple(sorted(found, key=lambda number: (number is None, number or "")))
        if row.slot_type == S_LIST:
            return tuple([self.number(cards[1 + index]) for index in range(min(cards[0], 31))])
        if row.slot_type == S_ABILITY and is_ability(word[0]):
            index = ability_bearer(word[0])
            if index == NONE8 or has(&self.copy.known[self.player], index):
                return ability_row_name(self.game, ability_number(word[0]))
            return None
        return word[0] >= 0

    cdef object whole(self):
        cdef State* st = self.copy
        cdef const Prog* prog = &self.game.program.prog
        cdef int z
        compiled = self.game.program.compiled
        own = ReadOnly({
            row.name: self.typed(game_vars(prog, st) + <u32>row.offset, row)
            for row in compiled.game_variables
        })
        players = tuple([
            ReadOnly({
                row.name: self.typed(player_vars(prog, st, <i64>player) + <u32>row.offset, row)
                for row in compiled.player_variables
            })
            for player in range(2)
        ])
        return View(
            self.player, st.turn, st.turn_player, st.first, self.game.player, self.game.outcome,
            tuple([self.zone(z) for z in range(<int>prog.nzones)]), own, players,
        )


def _face_order(card):
    if card is None or card.number is None:
        return (1, "")
    return (0, card.number)


def view(Game game not None, int player):
    """Give what one player may know."""
    return Looker(game, player).whole()


# ---------------------------------------------------------------- events

def log(Game game not None, int player, events):
    """Give the events that a player may see, with texts; all of them for player -1."""
    found = []
    for event in events:
        shown = event_shown(game, player, event)
        if shown is not None:
            kind, name, who, text = shown
            found.append(Event(kind, name, who, event[8], text))
    return found


cdef object event_shown(Game game, int player, tuple event):
    """Kind, name, player and text of an event, ``None`` when it is not for this player."""
    type_, a, b, seen_by, from_zone, _, to_zone, _, _, extra, value, said = event
    compiled = game.program.compiled
    sees = player < 0 or seen_by >> player & 1
    if type_ in (EV_MOVED, EV_ATTACHED, EV_REVEALED, EV_LOOKED, EV_FORM):
        card = face_of(game, a) if sees else "a card"
    if type_ == EV_MOVED:
        start = zone_name(game, from_zone) if from_zone != 255 else "a card"
        return "move", "move", None, f"{card}: from {start} to {zone_name(game, to_zone)}"
    if type_ == EV_ATTACHED:
        link = compiled.links[extra][0] if extra < len(compiled.links) else "link"
        return "move", link, None, f"{card}: set as {link.replace('_', ' ')}"
    if type_ == EV_SHUFFLED:
        return "shuffle", "shuffle", None, f"{zone_name(game, a)} is shuffled"
    if type_ == EV_REVEALED:
        return "reveal", "reveal", None, f"{face_of(game, a)} is revealed"
    if type_ == EV_LOOKED:
        if player < 0:
            who = 0 if seen_by == 1 else 1 if seen_by == 2 else None
            return "look", "look", who, f"{players_name(who)} looks at {card}"
        return ("look", "look", player, f"looks at {card}") if sees else None
    if type_ == EV_TIMING:
        row = compiled.channels[a]
        if not row.log:
            return None
        text = row.name.replace("_", " ").lower()
        if b == ONE_CARD:
            text += f": {face_of(game, value) if sees else 'a card'}"
        elif row.arguments and row.arguments[0] == "Player" and value in (0, 1):
            text += f": player {value}"
        return "timing", row.name, None, text
    if type_ == EV_CHOICE:
        # Whether another player was asked at all is not to be seen.
        if player >= 0 and a != player:
            return None
        verb = compiled.verbs[(value >> 56) & 255]
        return "choice", verb.name, a, said
    if type_ == EV_OVER:
        return "end", "end", None, str(game.outcome)
    return None


cdef str players_name(who):
    return "each player" if who is None else f"player {who}"


cdef str face_of(Game game, int card):
    """The face of a card's own form: the form at the time of an event is not kept."""
    form = game.program.compiled.forms[game.tables.match.form[card]]
    return f"{form.number} {form.name}"
