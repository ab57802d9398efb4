"""Change a game by hand, for scenarios: lay cards, set marks and numbers, order decks.

Cards are given by index here, as :meth:`GameEditor.find` gives them. An index tells a card's face:
nothing of this is for players or bots. Every change goes through the machine's own operations, so
the game stays sound; options offered already are only renewed by :meth:`GameEditor.offer_again`.
"""

from libc.string cimport memset
from tefuda.effects cimport give_effect, modify
from tefuda.game cimport Game
from tefuda.knowledge cimport forget, learn
from tefuda.machine cimport reseed, stat_value
from tefuda.opcodes cimport OP_OPEN
from tefuda.places cimport zone_number
from tefuda.pools cimport (
    card_variable,
    game_vars,
    order_of,
    player_vars,
    printed_word,
    put_card_variable,
    records,
)
from tefuda.sets cimport add, has, take
from tefuda.state cimport (
    CH_FLAG,
    CH_HIDDEN,
    CH_PLACE,
    CH_VARIABLE,
    NARG,
    NONE8,
    NSTREAM,
    S_CARD,
    S_INT,
    S_SET,
    V_BAR,
    V_GAIN,
    V_LOSE,
    V_NEGATE,
    OVER,
    WAITING,
    Set,
    i64,
    u8,
    u32,
    u64,
)
from tefuda.trace cimport Trace
from tefuda.zones cimport AT_BOTTOM, FACE_DOWN, KNOWN_TO, attach, become, put

from tefuda.errors import TefudaError
from tefuda.failures import failure_error

#: Verbs of :meth:`GameEditor.give`, and operations of :meth:`GameEditor.modify`.
VERBS = {"gain": V_GAIN, "lose": V_LOSE, "bar": V_BAR, "negate": V_NEGATE}
OPERATIONS = ("add", "set", "original", "swap")


cdef class GameEditor:
    """Changes one game; each method refuses what it cannot do and then leaves the game as it was.

    :param game: the game to change.
    :param noting: keep the changes in the log of the game.
    :raises TefudaError: a name, card or place is not there.
    """

    def __init__(self, Game game not None, *, noting=False):
        self.game = game
        self.noting = noting

    # ------------------------------------------------------------ finding

    cdef int card_at(self, card) except -1:
        if not isinstance(card, int) or not 0 <= card < len(self.game.tables):
            raise TefudaError(f"card {card!r}: expected 0 to {len(self.game.tables) - 1}")
        return card

    cdef int row_of(self, names, name, str what) except -1:
        names = list(names)
        if name not in names:
            raise TefudaError(f"{what} {name!r}: expected one of {', '.join(names) or 'none'}")
        return names.index(name)

    cdef int zone_at(self, player, kind, cell) except -1:
        cdef int number
        compiled = self.game.program.compiled
        number = self.row_of([row.name for row in compiled.zones], kind, "kind of zone")
        if player not in (0, 1):
            raise TefudaError(f"player {player!r}: expected 0 or 1")
        if not 0 <= cell < self.game.program.prog.kinds[number].cells:
            raise TefudaError(f"cell {cell!r} of {kind}: there are "
                              f"{self.game.program.prog.kinds[number].cells}")
        return zone_number(&self.game.program.prog, number, player, cell)

    cdef Trace* notes(self) noexcept:
        """Where changes are noted: what a rule in Python does is an event, a scenario's is not."""
        return &self.game.trace if self.noting and self.game.tracing else NULL

    cdef int checked(self) except -1:
        """Raise what the machine refused, which left the game as it was."""
        cdef u32 failure = self.game.state.failure
        if failure and self.game.state.status != OVER:
            self.game.state.failure = 0
            raise failure_error(failure, None, None)
        return 0

    def find(self, number, player=None):
        """Give the cards of a card number, of one owner or of both."""
        forms = self.game.program.compiled.forms
        return [
            card for card, (owner, form) in enumerate(self.game.tables.cards)
            if forms[form].number == number and player in (None, owner)
        ]

    def zone(self, player, kind, cell=0):
        """Give the cards of a zone, bottom first."""
        cdef int z = self.zone_at(player, kind, cell)
        cdef u8* order = order_of(&self.game.program.prog, self.game.state, z)
        return [order[index] for index in range(self.game.state.zcount[z])]

    def where(self, card):
        """Give player, kind, cell and place from the bottom; ``None`` for a hanging card."""
        cdef int c = self.card_at(card)
        cdef int z = self.game.state.zone[c]
        if z == NONE8:
            return None
        info = self.game.program.prog.zones[z]
        kind = self.game.program.compiled.zones[info.kind].name
        return info.player, kind, info.cell, self.game.state.pos[c]

    def host(self, card):
        """Give the card it hangs on and the name of the link; ``None`` for a lying card."""
        cdef int c = self.card_at(card)
        if self.game.state.host[c] == NONE8:
            return None
        link = self.game.program.compiled.links[self.game.state.link[c]][0]
        return self.game.state.host[c], link

    def number(self, card):
        """Give the card number of the form that a card reads now."""
        cdef int c = self.card_at(card)
        return self.game.program.compiled.forms[self.game.state.form[c]].number

    # ------------------------------------------------------------ moving

    def place(self, card, player, kind, cell=0, *, bottom=False, face_down=False, known_to=None):
        """Move a card to a zone, as the operation ``put`` of the rules."""
        cdef Game game = self.game
        cdef int c = self.card_at(card)
        cdef int z = self.zone_at(player, kind, cell)
        cdef int flags = (AT_BOTTOM if bottom else 0) | (FACE_DOWN if face_down else 0)
        if known_to is not None:
            flags |= KNOWN_TO
        put(
            &game.program.prog, &game.tables.match, game.state, self.notes(), c, z, flags,
            -1 if known_to is None else self._player(known_to),
        )
        self.checked()

    def attach(self, card, host, link, *, face_down=False, known_to=None):
        """Hang a card on another, as the operation ``attach`` of the rules."""
        cdef Game game = self.game
        cdef int number = self.row_of(
            [row[0] for row in game.program.compiled.links], link, "link"
        )
        attach(
            &game.program.prog, &game.tables.match, game.state, self.notes(), self.card_at(card),
            self.card_at(host), number, face_down,
            -1 if known_to is None else self._player(known_to),
        )
        self.checked()

    def become(self, card, number=None):
        """Let a card read the form of another card number, or its own again."""
        cdef Game game = self.game
        cdef int c = self.card_at(card)
        cdef int form = game.tables.match.form[c]
        if number is not None:
            form = self.row_of(
                [row.number for row in game.program.compiled.forms], number, "card number"
            )
        become(&game.program.prog, &game.tables.match, game.state, self.notes(), c, form)
        self.checked()

    def order(self, player, kind, cards, cell=0):
        """Put cards on top of the zone in which they lie, the first of them topmost."""
        cdef Game game = self.game
        cdef int z = self.zone_at(player, kind, cell)
        cdef u8* order = order_of(&game.program.prog, game.state, z)
        cdef int index, card
        there = self.zone(player, kind, cell)
        top = [self.card_at(card) for card in cards]
        if len(set(top)) != len(top) or not set(top) <= set(there):
            raise TefudaError(f"order of {kind}: cards twice, or that do not lie there")
        for index, card in enumerate([c for c in there if c not in top] + top[::-1]):
            order[index] = card
            game.state.pos[card] = index
        game.state.changed |= CH_HIDDEN | CH_PLACE

    # ------------------------------------------------------------ marks and knowledge

    def _player(self, player):
        if player not in (0, 1):
            raise TefudaError(f"player {player!r}: expected 0 or 1")
        return int(player)

    cdef Set set_of(self, cards):
        cdef Set found
        memset(&found, 0, sizeof(Set))
        for card in cards:
            add(&found, self.card_at(card))
        return found

    def set_flag(self, card, flag, value=True):
        """Set or clear a flag of a card."""
        cdef int number = self.row_of(self.game.program.compiled.flags, flag, "flag")
        cdef int c = self.card_at(card)
        if value:
            add(&self.game.state.flag[number], c)
        else:
            take(&self.game.state.flag[number], c)
        self.game.state.changed |= CH_FLAG

    def flag(self, card, flag):
        """Tell whether a card has a flag."""
        cdef int number = self.row_of(self.game.program.compiled.flags, flag, "flag")
        return bool(has(&self.game.state.flag[number], self.card_at(card)))

    def show(self, player, cards):
        """Let a player know faces."""
        cdef Set found = self.set_of(cards)
        learn(self.game.state, self._player(player), &found)

    def hide(self, cards):
        """Let all players forget faces, except as places show them."""
        cdef Set found = self.set_of(cards)
        forget(&self.game.program.prog, self.game.state, &found)

    def knows(self, player, card):
        """Tell whether a player knows a face."""
        cdef int who = self._player(player)
        return bool(has(&self.game.state.known[who], self.card_at(card)))

    # ------------------------------------------------------------ numbers

    cdef object read(self, const i64* word, row):
        cdef int index
        if row.slot_type == S_SET:
            return [
                index for index in range(<int>len(self.game.tables))
                if has(<const Set*>word, index)
            ]
        if row.slot_type == S_CARD:
            return None if word[0] < 0 else word[0]
        return word[0]

    cdef int write(self, i64* word, row, value) except -1:
        cdef Set found
        if row.slot_type == S_SET:
            found = self.set_of(value)
            (<Set*>word)[0] = found
        elif row.slot_type == S_CARD:
            word[0] = -1 if value is None else self.card_at(value)
        elif row.slot_type == S_INT:
            word[0] = -1 if value is None else value
        else:
            raise TefudaError(f"{row.name!r}: records and abilities cannot be set by hand")
        self.game.state.changed |= CH_VARIABLE
        return 0

    cdef object variable(self, rows, name):
        return rows[self.row_of([row.name for row in rows], name, "variable")]

    def game_variable(self, name):
        """Give a variable of the game: a number, a card, or a list of cards."""
        row = self.variable(self.game.program.compiled.game_variables, name)
        return self.read(
            game_vars(&self.game.program.prog, self.game.state) + <u32>row.offset, row
        )

    def set_game_variable(self, name, value):
        """Set a variable of the game."""
        row = self.variable(self.game.program.compiled.game_variables, name)
        self.write(
            game_vars(&self.game.program.prog, self.game.state) + <u32>row.offset, row, value
        )

    def player_variable(self, player, name):
        """Give a variable of a player."""
        row = self.variable(self.game.program.compiled.player_variables, name)
        return self.read(
            player_vars(&self.game.program.prog, self.game.state, self._player(player))
            + <u32>row.offset, row,
        )

    def set_player_variable(self, player, name, value):
        """Set a variable of a player."""
        row = self.variable(self.game.program.compiled.player_variables, name)
        self.write(
            player_vars(&self.game.program.prog, self.game.state, self._player(player))
            + <u32>row.offset, row, value,
        )

    def card_variable(self, card, name):
        """Give a variable of a card; ``None`` for a card that is not there."""
        rows = self.game.program.compiled.card_variables
        cdef int number = self.row_of([row.name for row in rows], name, "card variable")
        value = card_variable(
            &self.game.program.prog, self.game.state, number, self.card_at(card)
        )
        return None if rows[number].slot_type == S_CARD and value < 0 else value

    def set_card_variable(self, card, name, value):
        """Set a variable of a card."""
        rows = self.game.program.compiled.card_variables
        cdef int number = self.row_of([row.name for row in rows], name, "card variable")
        cdef int c = self.card_at(card)
        if value is None:
            value = -1
        elif rows[number].slot_type == S_CARD:
            value = self.card_at(value)
        if not -2**31 <= value < 2**31 or not put_card_variable(
            &self.game.program.prog, self.game.state, number, c, value
        ):
            raise TefudaError(
                f"card variable {name!r}: {value} is outside {rows[number].bits} bits"
            )
        self.game.state.changed |= CH_VARIABLE

    def set_turn(self, turn=None, player=None, first=None):
        """Set the number of the turn, whose turn it is, and who began; ``None`` leaves it."""
        if turn is not None:
            self.game.state.turn = turn
        if player is not None:
            self.game.state.turn_player = self._player(player)
        if first is not None:
            self.game.state.first = self._player(first)

    def reseed(self, u64 seed):
        """Start the game's random streams anew."""
        cdef int stream
        for stream in range(NSTREAM):
            reseed(self.game.state, stream, seed)

    # ------------------------------------------------------------ stats and abilities

    def stat(self, card, name):
        """Give the value of a stat as the rules read it now.

        :raises GameError: working it out failed.
        """
        cdef Game game = self.game
        cdef u32 failure = 0
        cdef int number = self.row_of(
            [row.name for row in game.program.compiled.words if row.stat], name, "stat"
        )
        value = stat_value(
            &game.program.prog, &game.tables.match, game.state, self.card_at(card), number,
            &failure,
        )
        if failure:
            raise failure_error(failure, None, None)
        return value

    def word(self, card, name):
        """Give a printed word of the form that a card reads."""
        cdef Game game = self.game
        cdef int number = self.row_of(
            [row.name for row in game.program.compiled.words], name, "printed word"
        )
        return printed_word(
            &game.program.prog, &game.tables.match, game.state, self.card_at(card), number
        )

    def modify(self, cards, stat, amount, *, operation="add", other=None, until=None, player=None):
        """Give cards in play a modification, as the rules do; ``until`` names a duration."""
        cdef Game game = self.game
        cdef Set found = self.set_of(cards)
        stats = [row.name for row in game.program.compiled.words if row.stat]
        cdef int number = self.row_of(stats, stat, "stat")
        cdef int op = self.row_of(OPERATIONS, operation, "operation")
        modify(
            &game.program.prog, game.state, &found, number, op,
            self.row_of(stats, other, "stat") if op == 3 else 0, amount, self.until(until),
            game.state.turn_player if player is None else self._player(player),
        )
        self.checked()

    cdef i64 until(self, name) except -1:
        if name is None:
            return 0
        return 1 + self.row_of(self.game.program.compiled.durations, name, "duration")

    def give(self, verb, card, ability, *, until=None):
        """Let a card in play gain an ability, or lose, bar or negate every one of a kind."""
        cdef Game game = self.game
        cdef i64 kept[NARG]
        cdef int number
        memset(kept, 0, sizeof(kept))
        compiled = game.program.compiled
        if verb not in VERBS:
            raise TefudaError(f"verb {verb!r}: expected one of {', '.join(VERBS)}")
        if verb == "gain":
            number = self.row_of([row.name for row in compiled.abilities], ability, "ability")
        else:
            number = self.row_of(compiled.ability_kinds, ability, "kind of ability")
        give_effect(
            &game.program.prog, game.state, self.card_at(card), number, self.until(until), kept,
            VERBS[verb], 0, 0, len(game.tables),
        )
        self.checked()

    def records(self, name):
        """Give the live records of a type: their fields by name."""
        cdef Game game = self.game
        rows = game.program.compiled.records
        cdef int number = self.row_of([row.name for row in rows], name, "record type")
        cdef u32 index
        cdef const i64* words
        found = []
        for index in range(game.program.prog.records[number].capacity):
            if game.state.live_records[number] >> index & 1:
                words = <const i64*>records(&game.program.prog, game.state) + (
                    game.program.prog.records[number].base
                    + index * game.program.prog.records[number].words
                )
                found.append({
                    row.name: self.read(words + <u32>row.offset, row)
                    for row in rows[number].fields
                })
        return found

    # ------------------------------------------------------------ going on

    def offer_again(self):
        """Let the window in which the game waits write its options anew.

        :raises TefudaError: the game does not wait in a window.
        :raises GameError: the rules failed.
        """
        cdef Game game = self.game
        cdef u32 pc = game.state.pc
        verb = game.program.asked_at(pc) if game.state.status == WAITING else None
        if verb is None or game.program.compiled.verbs[verb].kind != "window":
            raise TefudaError("the game does not wait in a window: nothing to offer again")
        function = game.program.function_at(pc)
        while game.program.prog.code[pc].op != OP_OPEN:
            pc -= 1
            if game.program.function_at(pc) != function:
                raise TefudaError("no beginning of the options was found")
        game.state.pc = pc
        game.state.noptions = 0
        game.resume()
