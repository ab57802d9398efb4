"""A slow model of Lycee with characters without abilities, as a second opinion on the rules.

Written from the rules, clause by clause, in plain Python, sharing nothing with the engine. The
randomness comes from outside: the order of the decks, the first player and the reshuffles of
mulligans are given. What the rules leave to a player is asked through :meth:`Model.options` and
answered through :meth:`Model.choose`; where there is only one thing to do, the model does it.

Clauses, in the numbering of the rules document, and where they are:

======================================= ===========================================================
4.1, 4.2, 5.7                           ``Model.__init__`` (deck check)
5.1, 5.2, 5.5                           ``Model._game`` (deal; mulligans before the first player)
5.3                                     ``Model._mulligan``
6, 6.1, 6.2, 6.3, 6.5                   the zones of ``Model``; ``_discard`` (to the owner's)
7.1, 7.2, 7.3                           ``Standing``, ``_enter``, ``_turn`` (the lock ends)
8 T1, T2, T3, T4, T5, T6b, T6c, T7      ``_turn``, ``_wake_up``, ``_draw``, ``_main``, ``_end``
9.1, 9.2, 9.3, 9.5, 9.7                 ``_enter``, ``_attack``, ``_support``
10.1, 10.2, 10.3, 10.6, 10.7            ``_main``, ``_window``, ``_support``
11.1 to 11.7                            ``suffices``, ``minimal_payments``, ``_pay``
12.1 to 12.4, 12.6 to 12.8              ``_may_enter``, ``_free_cells``, ``_enter``
14 B1 to B7, 14.3 to 14.6, 14.8, 14.10  ``_attack``, ``_defend``, ``_window``, ``_damage``
15.1 to 15.3, 15.9                      ``_compare``
19.1 to 19.4, 19.6, 19.8, 19.9          ``Standing.changes``, ``_value``, ``_support``
20 P-TAP, P-UNTAP, P-MOD, 21.9          ``tapped`` and ``changes`` set; no cell ever changes
24.1, 24.2, 24.4                        ``verdict``, ``Model._check_decks``
======================================= ===========================================================

Clauses that need an ability, an event, an item or an area (13, 16 to 18, 20's moves, 21's moves)
have nothing to act on here. Two of the clauses can be read in two ways; the arguments of
:class:`Model` choose:

* 9.2 names the payment before the entry cell (``cell_first=False``);
* 10.6 lets only events and abilities answer a support, and there are none; its remark on supports
  as answers comes from a later game (``support_answers=False``).

Where the rules give no order, this model takes: mulligans player 0 first; wake-up by card index;
the end-phase discard as a set, named in card order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple, TypeAlias, TypedDict, TypeVar

Identity: TypeAlias = tuple[int, int]
"""A card: its owner and its index in the owner's deck list."""
Cell: TypeAlias = tuple[int, int, int]
"""A cell: whose field, the row (AF or DF), the column counted from that player's left."""
Option: TypeAlias = tuple[str, Identity | Cell | None]
"""A verb and what it is done to."""
T = TypeVar("T")

AF, DF = 0, 1
DECK_SIZE, COPIES = 60, 4
OPENING_HAND, FIRST_DRAW, DRAW, HAND_LIMIT = 7, 1, 2, 7
ANY = 0
"""A point of a cost that every attribute pays."""


class Card(NamedTuple):
    """A character without abilities, or a card that can only be discarded as payment.

    ``attributes`` is a mask: snow 1, moon 2, flower 4, space 8, sun 16; colourless 0. ``cost`` is
    the points asked of each of these and of any. ``cells`` is a mask: bit ``3 * row + column``.
    """

    name: int
    attributes: int
    cost: tuple[int, int, int, int, int, int]
    ex: int
    cells: int
    ap: int
    dp: int
    sp: int
    character: bool = True


class Decision(NamedTuple):
    """Who decides, about what, and the two or more options."""

    player: int
    kind: str
    options: list[Option]


class State(TypedDict):
    """A position, the same for equal positions however they arose.

    The order in a dust box is left out: cards of one moment have none.
    """

    turn: int
    turn_player: int | None
    deck: tuple[tuple[Identity, ...], tuple[Identity, ...]]
    hand: tuple[tuple[Identity, ...], tuple[Identity, ...]]
    dust: tuple[tuple[Identity, ...], tuple[Identity, ...]]
    declared: tuple[Identity, ...]
    cells: dict[Cell, tuple[Identity, bool, bool]]
    values: dict[Identity, tuple[int, int, int]]
    battle: tuple[Identity, Identity | None] | None
    over: bool
    winner: int | None
    reason: str


@dataclass(slots=True)
class Standing:
    """A character in play (7): its card, its orientation, its entry lock, its modifications."""

    card: Identity
    tapped: bool = False
    locked: bool = True
    changes: list[tuple[str, int]] = field(default_factory=list)


@lru_cache(maxsize=1 << 16)
def suffices(points: tuple[int, ...], cost: tuple[int, int, int, int, int, int]) -> bool:
    """Tell whether points, each the attribute mask of its card, can pay a cost (11.2 to 11.4).

    Each point is matched with one asked for, and may go to any attribute of its card (11.2).
    """
    asked = [1 << i for i in range(5) for _ in range(cost[i])] + [ANY] * cost[5]
    pays: dict[int, int] = {}

    def match(demand: int, tried: set[int]) -> bool:
        for point, mask in enumerate(points):
            if point not in tried and (asked[demand] == ANY or asked[demand] & mask):
                tried.add(point)
                if point not in pays or match(pays[point], tried):
                    pays[point] = demand
                    return True
        return False

    return all(match(demand, set()) for demand in range(len(asked)))


def points_of(cards: Iterable[Card]) -> tuple[int, ...]:
    """Give the points that cards produce when discarded: EX times their attributes (11.2)."""
    return tuple(sorted(card.attributes for card in cards for _ in range(card.ex)))


def minimal_payments(
    hand: Mapping[Identity, Card], cost: tuple[int, int, int, int, int, int]
) -> list[frozenset[Identity]]:
    """Give every set of hand cards that pays a cost and has no card too many (11.5, 11.6)."""
    usable = [identity for identity in sorted(hand) if hand[identity].ex > 0]
    found: list[frozenset[Identity]] = []
    for size in range(len(usable) + 1):
        for chosen in map(frozenset, combinations(usable, size)):
            if any(smaller <= chosen for smaller in found):
                continue
            if suffices(points_of(hand[identity] for identity in chosen), cost):
                found.append(chosen)
    return found


def neighbours(cell: Cell) -> set[Cell]:
    """Give the cells in front, behind, left and right on the same field (14 B5)."""
    player, row, column = cell
    beside = {(player, row, other) for other in (column - 1, column + 1) if 0 <= other <= 2}
    return beside | {(player, 1 - row, column)}


def verdict(deck_sizes: tuple[int, int]) -> tuple[int | None, str] | None:
    """Give winner and reason once a deck is empty, or None while none is (24.1, 24.4)."""
    empty = [player for player in (0, 1) if deck_sizes[player] == 0]
    if len(empty) == 2:
        return None, "both decks out"
    return (1 - empty[0], "deck out") if empty else None


class _GameEndError(Exception):
    """The game is over: whatever was going on stops at once (24.1)."""


def _as_card(subject: Identity | Cell | None) -> Identity:
    assert subject is not None
    assert len(subject) == 2
    return subject


def _as_cell(subject: Identity | Cell | None) -> Cell:
    assert subject is not None
    assert len(subject) == 3
    return subject


def _no_reshuffle(player: int) -> Sequence[int]:
    raise LookupError(f"player {player} takes a mulligan and no reshuffle was given")


class Model:
    """A game between two decks of sixty cards.

    ``turn`` counts from 1 (0 before the first), ``turn_player`` is None until the first turn.
    """

    _script: Generator[Decision, Option | None, None] | None

    def __init__(
        self,
        deck0: Sequence[Card],
        deck1: Sequence[Card],
        *,
        cell_first: bool = False,
        support_answers: bool = False,
    ) -> None:
        """Check the decks (4.1, 4.2, 5.7).

        :param cell_first: the entry cell is named before the payment, not after it.
        :param support_answers: a support may be answered by a support of the other player.
        :raises ValueError: a deck is illegal.
        """
        self.cards = tuple([Card(*card) for card in deck] for deck in (deck0, deck1))
        for cards in self.cards:
            if len(cards) != DECK_SIZE:
                raise ValueError(f"a deck has {len(cards)} cards, expected {DECK_SIZE}")
            name, copies = Counter(card.name for card in cards).most_common(1)[0]
            if copies > COPIES:
                raise ValueError(f"a deck has {copies} cards named {name}, at most {COPIES}")
            if not any(card.character for card in cards):
                raise ValueError("a deck has no character")
        self.cell_first = cell_first
        self.support_answers = support_answers
        self._clear()

    def start(
        self,
        order0: Sequence[int],
        order1: Sequence[int],
        first: int | Callable[[], int],
        reshuffle: Callable[[int], Sequence[int]] = _no_reshuffle,
    ) -> None:
        """Deal and play up to the first decision.

        :param order0: player 0's deck from the top, as indices into the deck list.
        :param order1: the same for player 1.
        :param first: who begins, or a function asked after the mulligans (5.5).
        :param reshuffle: gives a player's new order of all sixty cards for a mulligan.
        """
        self._clear()
        for player, order in enumerate((order0, order1)):
            self._stack(player, order)
        self._script = self._game(first, reshuffle)
        self._advance(None)

    def options(self) -> Decision | None:
        """Give the decision to be made, or None when the game is over."""
        return self._decision

    def choose(self, option: Option) -> None:
        """Take one of the options and play up to the next decision.

        :raises ValueError: it is none of the options; the game stays as it was.
        """
        if self._decision is None or option not in self._decision.options:
            raise ValueError(f"no such option: {option} in {self._decision}")
        self._advance(option)

    def state(self) -> State:
        """Give the whole position, hidden zones included."""
        cells = {cell: (s.card, s.tapped, s.locked) for cell, s in sorted(self.cells.items())}
        return State(
            turn=self.turn,
            turn_player=self.turn_player,
            deck=(tuple(self.decks[0]), tuple(self.decks[1])),
            hand=(tuple(sorted(self.hands[0])), tuple(sorted(self.hands[1]))),
            dust=(tuple(sorted(self.dust[0])), tuple(sorted(self.dust[1]))),
            declared=tuple(self.declared),
            cells=cells,
            values={
                s.card: (self._value(s, "ap"), self._value(s, "dp"), self._value(s, "sp"))
                for s in sorted(self.cells.values(), key=lambda standing: standing.card)
            },
            battle=self.battle,
            over=self.over,
            winner=self.winner,
            reason=self.reason,
        )

    # driving

    def _clear(self) -> None:
        self.decks: tuple[list[Identity], list[Identity]] = ([], [])
        self.hands: tuple[set[Identity], set[Identity]] = (set(), set())
        self.dust: tuple[list[Identity], list[Identity]] = ([], [])
        self.declared: list[Identity] = []
        self.cells: dict[Cell, Standing] = {}
        self.battle: tuple[Identity, Identity | None] | None = None
        self.turn = 0
        self.turn_player: int | None = None
        self.over = False
        self.winner: int | None = None
        self.reason = ""
        self._decision: Decision | None = None
        self._script = None

    def _advance(self, option: Option | None) -> None:
        assert self._script is not None
        try:
            self._decision = self._script.send(option)
        except StopIteration:
            self._decision = None

    def _ask(
        self, player: int, kind: str, options: list[Option]
    ) -> Generator[Decision, Option | None, Option]:
        """Let a player choose; a single option is taken without asking."""
        assert options
        if len(options) == 1:
            return options[0]
        answer = yield Decision(player, kind, options)
        assert answer is not None
        return answer

    # setup and turns

    def _stack(self, player: int, order: Sequence[int]) -> None:
        if sorted(order) != list(range(DECK_SIZE)):
            raise ValueError(f"not an order of player {player}'s deck: {list(order)}")
        self.decks[player][:] = [(player, index) for index in order]

    def _game(
        self, first: int | Callable[[], int], reshuffle: Callable[[int], Sequence[int]]
    ) -> Generator[Decision, Option | None, None]:
        """Play a game: deal, mulligans, then the first player is known (5.1, 5.2, 5.5)."""
        try:
            for player in (0, 1):
                self._draw(player, OPENING_HAND)
            for player in (0, 1):
                yield from self._mulligan(player, reshuffle)
            player = first if isinstance(first, int) else first()
            while True:
                yield from self._turn(player)
                player = 1 - player
        except _GameEndError:
            return

    def _mulligan(
        self, player: int, reshuffle: Callable[[int], Sequence[int]]
    ) -> Generator[Decision, Option | None, None]:
        """Offer new hands as long as one has no character (5.3)."""
        while not any(self._card(identity).character for identity in self.hands[player]):
            choice = yield from self._ask(player, "mulligan", [("keep", None), ("redraw", None)])
            if choice == ("keep", None):
                return
            self.hands[player].clear()
            self._stack(player, reshuffle(player))
            self._draw(player, OPENING_HAND)

    def _turn(self, player: int) -> Generator[Decision, Option | None, None]:
        """Play one turn (8)."""
        self.turn += 1
        self.turn_player = player
        for cell, standing in self.cells.items():
            if cell[0] == player:
                standing.locked = False
        yield from self._wake_up(player)
        self._draw(player, FIRST_DRAW if self.turn == 1 else DRAW)
        yield from self._main(player)
        yield from self._end(player)

    def _wake_up(self, player: int) -> Generator[Decision, Option | None, None]:
        """Untap or leave each tapped own character, in the order of the cards (T2)."""
        own = [standing for cell, standing in self.cells.items() if cell[0] == player]
        for standing in sorted(own, key=lambda standing: standing.card):
            if standing.tapped:
                options: list[Option] = [("untap", standing.card), ("leave", standing.card)]
                verb, _ = yield from self._ask(player, "wake-up", options)
                standing.tapped = verb == "leave"

    def _draw(self, player: int, count: int) -> None:
        """Draw as many cards as there are, up to a number, in one step (T3, 24.2)."""
        self.hands[player].update(self._take(player, count))
        self._check_decks()

    def _main(self, player: int) -> Generator[Decision, Option | None, None]:
        """Let the turn player declare until they pass (T4, 10.1, 10.2).

        The opponent, who may then use events and abilities only, has none and agrees (T5).
        """
        while True:
            hand = sorted(self.hands[player])
            options: list[Option] = [
                ("enter", card) for card in hand if self._may_enter(player, card)
            ]
            options += [("attack", card) for card in self._attackers(player)]
            options.append(("pass", None))
            verb, subject = yield from self._ask(player, "main", options)
            if verb == "pass":
                return
            if verb == "enter":
                yield from self._enter(player, _as_card(subject))
            else:
                yield from self._attack(player, _as_card(subject))

    def _end(self, player: int) -> Generator[Decision, Option | None, None]:
        """Name the cards above the hand limit, then discard them together (T6b).

        Which cards they are is a set: each is named after those before it in the hand's order.
        """
        surplus = len(self.hands[player]) - HAND_LIMIT
        left = sorted(self.hands[player])
        named: list[Identity] = []
        while len(named) < surplus:
            last = len(left) - (surplus - len(named) - 1)
            options: list[Option] = [("discard", card) for card in left[:last]]
            _, subject = yield from self._ask(player, "discard", options)
            named.append(_as_card(subject))
            left = [card for card in left if card > named[-1]]
        self.hands[player].difference_update(named)
        self._discard(named)

    # entry and payment

    def _may_enter(self, player: int, identity: Identity) -> bool:
        """Tell whether a hand card can enter: cell, name and payment (9.3, 11.7, 12.1 to 12.4)."""
        card = self._card(identity)
        names = {self._card(s.card).name for cell, s in self.cells.items() if cell[0] == player}
        if not card.character or card.name in names or not self._free_cells(player, card):
            return False
        others = (self._card(other) for other in self.hands[player] if other != identity)
        return suffices(points_of(others), card.cost)

    def _free_cells(self, player: int, card: Card) -> list[Cell]:
        """Give the empty own cells that the field restriction allows (12.1, 12.2)."""
        cells = [(player, row, column) for row in (AF, DF) for column in range(3)]
        return [
            cell
            for cell in cells
            if cell not in self.cells and card.cells >> (3 * cell[1] + cell[2]) & 1
        ]

    def _enter(self, player: int, identity: Identity) -> Generator[Decision, Option | None, None]:
        """Declare a character, answered by nobody, and resolve it (9.2, 9.5, 12.6, 12.7)."""
        card = self._card(identity)
        self.hands[player].remove(identity)
        self.declared.append(identity)
        cells: list[Option] = [("cell", cell) for cell in self._free_cells(player, card)]
        if self.cell_first:
            _, subject = yield from self._ask(player, "cell", cells)
        yield from self._pay(player, card)
        if not self.cell_first:
            _, subject = yield from self._ask(player, "cell", cells)
        payment = self.declared[1:]
        self.declared.clear()
        self._discard(payment)
        self.cells[_as_cell(subject)] = Standing(identity)

    def _pay(self, player: int, card: Card) -> Generator[Decision, Option | None, None]:
        """Designate payment cards one at a time until the cost is met (9.2b, 11.5).

        A card is offered if some payment without a card too many holds it and all named so far.
        """
        ways = minimal_payments({c: self._card(c) for c in self.hands[player]}, card.cost)
        paid: frozenset[Identity] = frozenset()
        while paid not in ways:
            useful = {c for way in ways if paid < way for c in way - paid}
            options: list[Option] = [("pay", c) for c in sorted(useful)]
            _, subject = yield from self._ask(player, "payment", options)
            payment = _as_card(subject)
            self.hands[player].remove(payment)
            self.declared.append(payment)
            paid |= {payment}

    # battle

    def _attackers(self, player: int) -> list[Identity]:
        """Give the own untapped characters in the attack row without an entry lock (B1, 7.3)."""
        return sorted(
            standing.card
            for cell, standing in self.cells.items()
            if cell[:2] == (player, AF) and not standing.tapped and not standing.locked
        )

    def _attack(self, player: int, identity: Identity) -> Generator[Decision, Option | None, None]:
        """Attack the faced column, from declaration to the end of the battle (B1 to B7)."""
        cell, attacker = self._standing(identity)
        attacker.tapped = True
        self.battle = identity, None
        faced = (1 - player, DF, 2 - cell[2])
        defender = yield from self._defend(faced)
        yield from self._window(player)
        if defender is None:
            self._damage(1 - player, self._card(identity).ap)
        else:
            self._compare(cell, faced)
        for standing in self.cells.values():
            standing.changes.clear()
        self.battle = None

    def _defend(self, cell: Cell) -> Generator[Decision, Option | None, Standing | None]:
        """Let the attacked player name the untapped character in the faced column, or none (B4)."""
        standing = self.cells.get(cell)
        if standing is None or standing.tapped:
            return None
        options: list[Option] = [("defend", standing.card), ("decline", None)]
        verb, _ = yield from self._ask(cell[0], "defender", options)
        if verb == "decline":
            return None
        standing.tapped = True
        assert self.battle is not None
        self.battle = self.battle[0], standing.card
        return standing

    def _window(self, turn_player: int) -> Generator[Decision, Option | None, None]:
        """Let both players support until both pass, the turn player always first (B5, 10.2)."""
        player = turn_player
        while True:
            options = self._supports(player)
            options.append(("pass", None))
            option = yield from self._ask(player, "battle", options)
            if option[0] == "support":
                yield from self._support(player, option)
                player = turn_player
            elif player != turn_player:
                return
            else:
                player = 1 - turn_player

    def _battler(self, player: int) -> tuple[Cell, Standing] | None:
        """Give a player's character in the battle and where it stands."""
        assert self.battle is not None
        own = [card for card in self.battle if card is not None and card[0] == player]
        return self._standing(own[0]) if own else None

    def _supports(self, player: int) -> list[Option]:
        """Give the supports a player can declare: untapped neighbours of the battler (B5)."""
        battler = self._battler(player)
        if battler is None:
            return []
        beside = [self.cells[cell] for cell in neighbours(battler[0]) if cell in self.cells]
        return [("support", card) for card in sorted(s.card for s in beside if not s.tapped)]

    def _support(self, player: int, option: Option) -> Generator[Decision, Option | None, None]:
        """Declare a support, which taps, and resolve it: AP in AF, DP in DF (B5, 19.9)."""
        _, supporter = self._standing(_as_card(option[1]))
        supporter.tapped = True
        answers = self._supports(1 - player) if self.support_answers else []
        answer = yield from self._ask(1 - player, "response", [*answers, ("pass", None)])
        if answer[0] == "support":
            yield from self._support(1 - player, answer)
        battler = self._battler(player)
        assert battler is not None
        (_, row, _), supported = battler
        supported.changes.append(("ap" if row == AF else "dp", self._value(supporter, "sp")))

    def _damage(self, player: int, original_ap: int) -> None:
        """Mill the original AP from a deck, as many as there are, at once (14.3 to 14.6)."""
        if original_ap > 0:
            self._discard(self._take(player, original_ap))
            self._check_decks()

    def _compare(self, attacking: Cell, defending: Cell) -> None:
        """Down each battler whose DP is lower than the other's AP, both at once (15.1 to 15.3)."""
        attacker, defender = self.cells[attacking], self.cells[defending]
        downed = []
        if self._value(defender, "ap") > self._value(attacker, "dp"):
            downed.append(attacking)
        if self._value(attacker, "ap") > self._value(defender, "dp"):
            downed.append(defending)
        self._discard([self.cells.pop(cell).card for cell in downed])

    # zones and values

    def _card(self, identity: Identity) -> Card:
        return self.cards[identity[0]][identity[1]]

    def _standing(self, identity: Identity) -> tuple[Cell, Standing]:
        [found] = [(cell, s) for cell, s in self.cells.items() if s.card == identity]
        return found

    def _value(self, standing: Standing, stat: str) -> int:
        """Give a stat: printed, then its modifications in order, without a floor (19.3, 19.8)."""
        card = self._card(standing.card)
        printed = {"ap": card.ap, "dp": card.dp, "sp": card.sp}[stat]
        return printed + sum(amount for changed, amount in standing.changes if changed == stat)

    def _take(self, player: int, count: int) -> list[Identity]:
        taken = self.decks[player][:count]
        del self.decks[player][:count]
        return taken

    def _discard(self, cards: Iterable[Identity]) -> None:
        """Put cards into their owners' dust boxes (6.1, 6.3)."""
        for card in cards:
            self.dust[card[0]].append(card)

    def _check_decks(self) -> None:
        """End the game at once when a deck is empty (24.1, 24.2)."""
        result = verdict((len(self.decks[0]), len(self.decks[1])))
        if result is not None:
            self.over = True
            self.winner, self.reason = result
            raise _GameEndError
