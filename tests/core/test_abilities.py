"""Which cards bear abilities in force, against what asking card by card says."""

from __future__ import annotations

import os
from functools import cache
from typing import TypeAlias

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

from tefuda import TefudaError, kernel
from tefuda.cards import AbilityUse, CardData, CardPool
from tefuda.editor import GameEditor
from tefuda.game import Game as Played
from tefuda.kernel import ACTIVATED, NO_CARDS, abilities, activated, bearing, has, offer, one
from tefuda.lang import compile_rules
from tefuda.native.library import attach, build
from tefuda.program import MatchTables, Program
from tefuda.rules import Rules, Visibility
from tefuda.testing import inside
from tefuda.testing.options import asked_of

Zone: TypeAlias = "kernel.Zone[Card]"


class Card(kernel.Card):
    """A card whose abilities come and go."""

    owner: Player
    user: Player
    items: set[Card]
    refused: bool
    same: bool
    listed: int


class Player(kernel.Player):
    """A player, with what was found out about all cards."""

    enemy: Player
    deck: Zone
    hand: Zone
    table: Zone
    quick_at_once: set[Card]
    quick_alone: set[Card]
    quick_listed: set[Card]
    rare_at_once: set[Card]
    rare_alone: set[Card]
    rare_listed: set[Card]
    zaps_at_once: set[Card]
    zaps_alone: set[Card]
    zaps_listed: set[Card]
    used_at_once: set[Card]
    used_listed: set[Card]
    everything: set[Card]


class Game(kernel.Game):
    """The game."""

    turn_player: Player


class Ability(kernel.Ability):
    """A text."""


rules = Rules("bearers", summary="asks which cards bear what, in every way")
game = rules.vocabulary(card=Card, player=Player, game=Game, ability=Ability)
DECK = rules.zone("deck", capacity=40, visible=Visibility.NOBODY)
HAND = rules.zone("hand", capacity=40, visible=Visibility.OWNER)
TABLE = rules.zone("table", capacity=40, in_play=True)
ITEMS = rules.link("items")
MAIN = rules.window("main", rest=True)
QUICK = rules.keyword("quick")
#: No card of the decks prints it and no ability gives it: only effects do, and another form.
RARE = rules.keyword("rare")


@rules.activated()
def zap(me: Card) -> None:
    """Used in play."""


@rules.activated(works_in=[HAND])
def lurk(me: Card) -> None:
    """Used from the hand."""


@rules.activated(works_in=[HAND, TABLE])
def roam(me: Card) -> None:
    """Used from both."""


@rules.procedure()
def others(me: Card) -> set[Card]:
    """The other cards on the same table."""
    return me.user.table - one(me)


@rules.procedure()
def enemies(me: Card) -> set[Card]:
    """The cards on the other table."""
    return me.user.enemy.table.cards


@rules.procedure()
def hanging(me: Card) -> set[Card]:
    """What hangs on it."""
    return me.items


@rules.continuous(gives=QUICK, who=others)
def hurry(me: Card) -> None:
    """The others are quick."""


@rules.continuous(gives=zap, who=others)
def teach(me: Card) -> None:
    """The others zap."""


@rules.continuous(gives=zap, who=hanging)
def arm(me: Card) -> None:
    """What hangs on it zaps."""


@rules.continuous(negates=True, who=enemies)
def silence(me: Card) -> None:
    """The enemies have no abilities."""


@rules.procedure()
def all_cards(me: Player) -> set[Card]:
    """Every card."""
    return me.everything


@rules.procedure()
def half(me: Player) -> set[Card]:
    """The cards of a table."""
    return me.table.cards


@rules.procedure()
def any_ability(me: Player, a: Ability) -> bool:
    """Refuse none."""
    return True


@rules.procedure()
def unrefused(me: Player, a: Ability) -> bool:
    """Refuse some."""
    return not a.bearer.refused


@rules.procedure()
def none_at_all(me: Player, a: Ability) -> bool:
    """Refuse all."""
    return False


@rules.action(MAIN, candidates=half)
def pat(me: Player, card: Card) -> None:
    """Do nothing with a card."""


@rules.action(MAIN, candidates=all_cards, usable=none_at_all)
def never(me: Player, a: Ability) -> None:
    """Is not offered."""


@rules.action(MAIN, candidates=all_cards, usable=any_ability)
def always(me: Player, a: Ability) -> None:
    """Use any."""


@rules.action(MAIN, candidates=half, usable=unrefused)
def perhaps(me: Player, a: Ability) -> None:
    """Use some."""


@rules.action(MAIN)
def wait(me: Player) -> None:
    """Do nothing."""


@rules.action(MAIN, candidates=all_cards, usable=unrefused)
def once(me: Player, a: Ability) -> None:
    """Use one that was not used."""


@rules.setup
def set_up() -> None:
    """Leave the cards where they are."""


@rules.main
def play() -> None:
    """Find out again and again."""
    while True:
        me = game.turn_player
        cards = me.everything
        me.quick_at_once = bearing(cards, QUICK)
        me.rare_at_once = bearing(cards, RARE)
        me.zaps_at_once = bearing(cards, zap)
        me.used_at_once = activated(cards)
        me.quick_alone = NO_CARDS
        me.zaps_alone = NO_CARDS
        me.quick_listed = NO_CARDS
        me.rare_alone = NO_CARDS
        me.rare_listed = NO_CARDS
        me.zaps_listed = NO_CARDS
        me.used_listed = NO_CARDS
        for c in cards:
            if has(c, QUICK):
                me.quick_alone |= one(c)
            if has(c, RARE):
                me.rare_alone |= one(c)
            if has(c, zap):
                me.zaps_alone |= one(c)
            for a in abilities(c, QUICK):
                me.quick_listed |= one(a.bearer)
            for a in abilities(c, RARE):
                me.rare_listed |= one(a.bearer)
            for a in abilities(c, zap):
                me.zaps_listed |= one(a.bearer)
            for a in abilities(c, ACTIVATED):
                me.used_listed |= one(a.bearer)
            c.listed = 0
            for a in abilities(c):
                c.listed += a.bearer == c
        offer(me, MAIN)


rules.capacities.listeners = 254

TEXTS = ("quick", "rare", "zap", "lurk", "roam", "hurry", "teach", "arm", "silence")
PRINTED = (
    (),
    (),
    ("quick",),
    ("zap",),
    ("lurk",),
    ("roam",),
    ("zap", "quick", "zap"),
    ("hurry",),
    ("teach",),
    ("arm",),
    ("silence",),
    ("silence", "teach", "lurk"),
    ("roam", "zap", "hurry"),
    ("hurry",) * 8,
    ("rare",),
)
CARDS = 13


@cache
def program() -> Program:
    cards = [
        CardData(f"A{n:02}", f"card {n:02}", {}, tuple(map(AbilityUse, texts)))
        for n, texts in enumerate(PRINTED)
    ]
    return Program(compile_rules(rules, CardPool(cards)))


# ---------------------------------------------------------------- what is right

ACTIVATED_TEXTS = ("zap", "lurk", "roam")
GIVES = {"hurry": "quick", "teach": "zap", "arm": "zap"}


class Model:
    """The cards as the editor left them, and what each bears therefore."""

    def __init__(self, game: Played) -> None:
        self.game, self.editor = game, GameEditor(game)
        self.cards = range(len(game.tables))
        self.time = 0
        #: What was done to each card: when, verb, text.
        self.effects: dict[int, list[tuple[int, str, str]]] = {card: [] for card in self.cards}
        #: Since when the printed texts of each card work.
        self.working: dict[tuple[int, int], int] = {}
        self.note(set())

    def root(self, card: int) -> int:
        while host := self.editor.host(card):
            card = host[0]
        return card

    def zone(self, card: int) -> tuple[int, str]:
        found = self.editor.where(self.root(card))
        assert found is not None
        return found[0], found[1]

    def texts(self, card: int) -> tuple[str, ...]:
        return PRINTED[int(self.editor.number(card)[1:])]

    def works(self, card: int, text: str) -> bool:
        if inside.face_down(self.game, card):
            return False
        kind = self.zone(card)[1]
        if kind == "table" and (text == "roam" or text not in ACTIVATED_TEXTS):
            return text != "roam" or self.editor.host(card) is None
        if text == "zap":
            return kind == "table"
        return kind == "hand" and text in ("lurk", "roam") and self.editor.host(card) is None

    def note(self, transformed: set[int]) -> None:
        """Take in what a change did: which cards are other objects, what works now."""
        self.time += 1
        was = self.working
        self.working = {}
        for card in self.cards:
            renewed = not self.editor.card_variable(card, "same")
            self.editor.set_card_variable(card, "same", 1)
            if renewed or self.zone(card)[1] != "table":
                self.effects[card] = []
            for slot, text in enumerate(self.texts(card)):
                if self.works(card, text):
                    anew = renewed or card in transformed
                    since = self.time if anew else was.get((card, slot), self.time)
                    self.working[card, slot] = since

    def taken(self, card: int, text: str, since: int, declaring: bool = False) -> bool:
        verbs = ("lose", "negate", "bar") if declaring else ("lose", "negate")
        return any(
            when > since and verb in verbs and kind == text
            for when, verb, kind in self.effects[card]
        )

    def in_force(self, text: str) -> list[tuple[int, int]]:
        """The cards on which a continuous text works, and since when."""
        found = []
        for (card, slot), since in self.working.items():
            if self.texts(card)[slot] == text and not self.taken(card, text, 0):
                found.append((card, since))
        for card, effects in self.effects.items():
            for when, verb, gained in effects:
                if verb == "gain" and gained == text and not self.taken(card, text, when):
                    found.append((card, when))
        return found

    def lying(self, player: int) -> set[int]:
        return set(self.editor.zone(player, "table"))

    def negated(self) -> set[int]:
        found: set[int] = set()
        for card, _ in self.in_force("silence"):
            found |= self.lying(1 - self.zone(card)[0])
        return found

    def borne(self, card: int, *, declaring: bool = False) -> list[str]:
        """The texts that a card bears in force, as often as it does."""
        negated = self.negated()
        if card in negated:
            return []
        found = []
        if not inside.face_down(self.game, card):
            for slot, text in enumerate(self.texts(card)):
                if declaring and (card, slot) not in self.working:
                    continue
                if not self.taken(card, text, 0, declaring):
                    found.append(text)
        for when, verb, text in self.effects[card]:
            if verb == "gain" and not self.taken(card, text, when, declaring):
                found.append(text)
        for giver, text in GIVES.items():
            for source, since in self.in_force(giver):
                if source in negated:
                    continue
                if giver == "arm":
                    reached = {c for c in self.cards if (self.editor.host(c) or (-1,))[0] == source}
                else:
                    reached = self.lying(self.zone(source)[0]) - {source}
                if card in reached and not self.taken(card, text, since, declaring):
                    found.append(text)
        return found

    def usable(self, card: int) -> list[str]:
        return [text for text in self.borne(card, declaring=True) if text in ACTIVATED_TEXTS]


@pytest.fixture(
    scope="module",
    params=[False, pytest.param(True, marks=pytest.mark.packaging)],
    ids=["interpreted", "native"],
)
def played(request, tmp_path_factory) -> Program:
    """The program as either back end runs it."""
    if not request.param:
        return program()
    fast = Program(program().compiled)
    attach(fast, build(fast, tmp_path_factory.mktemp("native"), optimise="-O0"))
    assert fast.native
    return fast


def begun(program: Program) -> Played:
    tables = MatchTables(program, [*range(10), 12], range(CARDS))
    game = Played(program, tables, seed=0)
    editor = GameEditor(game)
    editor.set_turn(player=0)
    return game


number = st.integers(0, 10 + CARDS)
verbs = st.sampled_from(("gain", "gain", "lose", "bar", "negate"))
#: Player 0 has none that silences, so that no two silence each other.
giveable = st.sampled_from(TEXTS[:-1])
kinds = st.sampled_from(("hand", "table", "table", "table", "deck"))
changes = st.one_of(
    st.tuples(st.just("place"), number, kinds, st.integers(0, 3).map(lambda n: n == 0)),
    st.tuples(st.just("attach"), number, number, st.integers(0, 3).map(lambda n: n == 0)),
    st.tuples(st.just("become"), number, st.integers(0, 9) | st.sampled_from((12, 14)) | st.none()),
    st.tuples(st.just("give"), number, verbs, giveable),
    st.tuples(st.just("refuse"), number),
)


def carry_out(model: Model, change: tuple) -> None:
    editor = model.editor
    name, card, *rest = change
    transformed: set[int] = set()
    if name == "place":
        kind, face_down = rest
        player = editor.game.tables.cards[card][0]
        editor.place(card, player, kind, face_down=face_down)
    elif name == "attach":
        host, face_down = rest
        owners = {editor.game.tables.cards[c][0] for c in (card, host)}
        if len(owners) == 1 and card != host and model.zone(host)[1] == "table":
            try:
                editor.attach(card, host, "items", face_down=face_down)
            except TefudaError:
                return
    elif name == "become":
        before = editor.number(card)
        editor.become(card, None if rest[0] is None else f"A{rest[0]:02}")
        if editor.number(card) != before:
            transformed.add(card)
    elif name == "give":
        editor.give(rest[0], card, rest[1])
        # Effects are on cards in play.
        if model.zone(card)[1] == "table":
            model.effects[card].append((model.time + 1, *rest))
    else:
        editor.set_card_variable(card, "refused", 1)
    model.note(transformed)


def compare(model: Model) -> None:
    game, editor = model.game, model.editor
    assert game.check() == []
    cards = set(model.cards)
    editor.set_player_variable(0, "everything", cards)
    # Whatever is offered now is old; waiting lets the rules look anew.
    editor.offer_again()
    waiting = next(o for o in asked_of(game, rules).options if o.verb == "wait")
    game.apply(waiting.action)
    assert game.check() == []
    borne = {card: model.borne(card) for card in cards}
    usable = {card: model.usable(card) for card in cards}
    for names, expected in (
        (
            ("quick_at_once", "quick_alone", "quick_listed"),
            {c for c in cards if "quick" in borne[c]},
        ),
        (
            ("rare_at_once", "rare_alone", "rare_listed"),
            {c for c in cards if "rare" in borne[c]},
        ),
        (("zaps_at_once", "zaps_alone", "zaps_listed"), {c for c in cards if "zap" in borne[c]}),
        (("used_at_once", "used_listed"), {c for c in cards if usable[c]}),
    ):
        for name in names:
            assert set(editor.player_variable(0, name)) == expected, name
    assert [editor.card_variable(c, "listed") for c in sorted(cards)] == [
        len(borne[c]) for c in sorted(cards)
    ]
    asked = asked_of(game, rules)
    assert len(set(game.legal_actions)) == len(game.legal_actions)
    lying = model.lying(0)
    verbs = ("pat", "never", "always", "perhaps")
    offered = {verb: [o for o in asked.options if o.verb == verb] for verb in verbs}
    assert {o.card for o in offered["pat"]} == lying
    assert offered["never"] == []
    hosts = {card: editor.host(card) for card in cards}
    for verb, those in (
        ("always", cards),
        ("perhaps", {c for c in lying if not editor.card_variable(c, "refused")}),
    ):
        got = sorted((o.card, o.ability) for o in offered[verb] if hosts[o.card] is None)
        assert got == sorted((c, text) for c in those if hosts[c] is None for text in usable[c])
    got = {(o.card, o.ability) for o in offered["always"] if hosts[o.card]}
    assert got <= {(c, text) for c in cards for text in usable[c]}
    kinds_of = {card: (hosts[card], editor.number(card)) for card in cards}
    assert {kinds_of[c] for c, _ in got} == {kinds_of[c] for c in cards if hosts[c] and usable[c]}


@settings(max_examples=int(os.environ.get("TEFUDA_FUZZ", "1")) * 200, deadline=None)
@given(st.lists(changes, min_size=1, max_size=30), st.integers(1, 8))
def test_abilities_in_force_are_what_asking_card_by_card_says(played, made, often):
    model = Model(begun(played))
    for card in range(0, len(model.cards), 2):
        carry_out(model, ("place", card, "table", False))
    for number, change in enumerate(made):
        carry_out(model, change)
        if number % often == 0:
            compare(model)
    compare(model)


def look(game: Played, verb: str) -> list[tuple[int | None, str | None]]:
    """Let the rules look at all cards anew; gives what an action offers."""
    editor = GameEditor(game)
    editor.set_player_variable(0, "everything", range(len(game.tables)))
    editor.offer_again()
    waiting = next(o for o in asked_of(game, rules).options if o.verb == "wait")
    game.apply(waiting.action)
    return [(o.card, o.ability) for o in asked_of(game, rules).options if o.verb == verb]


def test_a_given_ability_is_offered_however_many_abilities_listen():
    game = Played(program(), MatchTables(program(), [0, 8, *[13] * 18], [0]), seed=0)
    editor = GameEditor(game)
    editor.set_turn(player=0)
    for card in range(19, -1, -1):
        editor.place(card, 0, "table")
    assert editor.number(1) == "A08"
    assert sorted(look(game, "always")) == [(card, "zap") for card in (0, *range(2, 20))]
    for action in game.legal_actions:
        game.copy().apply(action)


def test_of_two_alike_on_a_card_the_one_that_may_be_used_is_offered():
    game = Played(program(), MatchTables(program(), [0, 3, 3], [0]), seed=0)
    editor = GameEditor(game)
    editor.set_turn(player=0)
    editor.place(0, 0, "table")
    for card in (1, 2):
        editor.attach(card, 0, "items")
    assert look(game, "once") == [(1, "zap")]
    for refused in (1, 2):
        editor.set_card_variable(refused, "refused", 1)
        editor.set_card_variable(3 - refused, "refused", 0)
        assert look(game, "once") == [(3 - refused, "zap")]
