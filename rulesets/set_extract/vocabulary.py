"""The words of the set-and-extract game: cards, players, records, zones, durations."""

from __future__ import annotations

from typing import TypeAlias

from tefuda import kernel
from tefuda.kernel import NO_CARDS, Flag, Printed, Small, Stack, Stat, one
from tefuda.rules import Rules, Visibility
from tefuda.rulesets.set_extract.kinds import (
    CardType,
    Declares,
    Destination,
    Guise,
    Mode,
    Phase,
    Place,
    Race,
    Stage,
    When,
)

Zone: TypeAlias = "kernel.Zone[Card]"

#: How many links a chain can hold; free effects could be used without end (V0.22).
MOST_LINKS = 32
#: How many cards can be resolved as played at once, beside the links of the chain.
MOST_BESIDE = 8
#: Damage that counts; more is as much, whatever numbers cards of one's own print.
MOST_DAMAGE = 1_000_000

rules = Rules("set_extract", summary="face-down nodes pay, cards are set on cards, links resolve")


class Card(kernel.Card):
    """A card of any kind."""

    owner: Player
    user: Player
    host: Card | None
    root: Card
    was: Card
    zone: Zone | None

    attack: Stat
    toughness: Stat
    graze: Stat
    type: Printed[CardType]
    #: How many nodes it requires, and its cost (V3.2); ``unplayable``: a dash is printed.
    nodes: Printed[int]
    cost: Printed[int]
    unplayable: Printed[bool]
    upkeep: Printed[int]
    races: Printed[set[Race]]
    place: Printed[Place] = Place.NONE
    #: Number of the person whose name it bears, and of the caster printed on it (V3.6, V9.6).
    person: Printed[int]
    caster: Printed[int]

    asleep: Flag
    #: Its text has no effect where it is (V9.9).
    void: Flag
    #: It lies upside down and shows its other side (V6.2).
    transformed: Flag
    #: And stays so.
    for_good: Flag
    #: It came onto the field by being played (V11.4, haste).
    played: Flag
    #: It is the character that its guise says.
    disguised: Flag
    #: It carries more than one equip.
    crowded: Flag
    #: It attacks or defends in the battle under way.
    fighting: Flag
    #: It was announced by a play and lies in the play area until it resolves (V9.3).
    pending: Flag

    #: Cards set on it (S11.3.7).
    set_cards: set[Card]

    #: Damage of this battle, and by effects in this turn (V10.8).
    battle_damage: int
    effect_damage: int
    #: Removals that are due, and the one under way (V11.3.3).
    due: set[Stage]
    under_way: Stage = Stage.NONE
    #: How many of the four windows of the discard under way it has met (S11.3.3.b-e).
    met: Small
    #: Damage that it is about to take, and what deals it.
    taking: int
    hurt_by: Card | None
    guise: Guise = Guise.NONE
    #: Races that an effect gave it in place of its own, until the turn ends or for good.
    other_races: set[Race]
    #: Where it goes in a move of several cards.
    heading: Destination = Destination.UNDERWORLD
    #: The player to whose field it goes back.
    returns_to: Player | None
    #: The turn in which it came onto the field.
    came: Small
    #: Amounts that its text remembers.
    x: int
    y: int
    #: It entered while a text counts who does (N387).
    counted: Flag

    @property
    def is_character(self) -> bool:
        """Whether it is a character: such a card, not set on another (V3.8, S11.3.7)."""
        if not self.in_play or self.host is not None:
            return False
        if self.guise != Guise.NONE:
            return self.guise != Guise.AMULET
        return not self.face_down and (
            self.type == CardType.CHARACTER or self.place == Place.PHANTASM
        )

    @property
    def sleeping(self) -> bool:
        """Whether it, or what it is set on, is asleep: a set card lies as its host (S11.3.11)."""
        return self.root.asleep

    @property
    def damage(self) -> int:
        """All damage on it."""
        return self.battle_damage + self.effect_damage

    @property
    def force(self) -> int:
        """The damage that it deals: its attack, not below zero."""
        return min(max(self.attack, 0), MOST_DAMAGE)

    @property
    def field_cost(self) -> int:
        """Its cost as effects read it on the field (V3.4, V6.4)."""
        return 0 if self.face_down and self.in_play else self.cost

    @property
    def tree(self) -> set[Card]:
        """All cards set on it, on those, and so on."""
        return self.set_cards | {c for s in self.set_cards for c in s.tree}


class Player(kernel.Player):
    """A player."""

    enemy: Player

    deck: Zone
    hand: Zone
    field: Zone
    nodes: Zone
    underworld: Zone
    excluded: Zone
    play_area: Zone

    life: int
    #: What was done in this turn (V7.5).
    nodes_set: int
    characters_played: int
    dolls_played: int
    amulets_played: int
    #: Texts used that each player may use once a turn.
    once_used: bool
    #: The next character card played in this turn has haste.
    next_has_haste: bool
    skips_draw: bool
    #: Cards played in this turn that may be played once in it.
    played_once: set[Card]
    #: May change what effects aim at until this interference ends.
    redirects: bool
    #: Loses when this turn ends.
    doomed: bool
    #: A text for the rest of the game.
    lineage: bool
    #: The next damage to this player in this turn is negated.
    shielded: bool
    #: Cards in hand that have ambush in this turn.
    ambushers: set[Card]

    @property
    def characters(self) -> set[Card]:
        """The characters of its field: nothing that lies there is set on another card."""
        face_up = {c for c in self.field if not c.face_down}
        printed = {c for c in face_up if c.type == CardType.CHARACTER or c.place == Place.PHANTASM}
        return printed | {c for c in self.field if c.disguised}

    @property
    def active_nodes(self) -> set[Card]:
        """Its nodes that are not asleep."""
        return {c for c in self.nodes if not c.asleep}


class Ability(kernel.Ability):
    """An ability of a card."""

    bearer: Card

    #: When it may be used (V11.1.1).
    at: Printed[When] = When.ANY
    only_in: Printed[Phase] = Phase.NONE
    #: What it costs: points, and putting its bearer to sleep.
    cost: Printed[int]
    sleeps: Printed[bool]
    #: Whether it works upside down, and only then.
    back: Printed[bool]
    #: Once in each turn; once for each player in the own turn, whoever bears it.
    once: Printed[bool]
    each_once: Printed[bool]
    #: Used at once, keeping priority: an optional automatic effect (V11.1.5).
    automatic: Printed[bool]
    #: Only as the immediate answer to an enemy attack.
    direct: Printed[bool]
    #: Whether one of two parts is chosen, the second of which may need no target.
    modal: Printed[bool]
    aimless: Printed[bool]
    declares: Printed[Declares] = Declares.NOTHING
    #: It costs as many points as its target's cost.
    costs_target: Printed[bool]
    #: The cost is paid in life by choice of X.
    life: Printed[bool]


class Game(kernel.Game):
    """The game."""

    first: Player
    turn_player: Player
    cause: Ability | None

    phase: Phase
    #: Played cards and effects that have not resolved (V8.5).
    chain: Stack[Declaration]
    #: The battle under way, or about to be fought.
    battle: Battle | None
    interfering: bool
    #: The turn ends at once, and the next is that of this player.
    ends_for: Player | None
    #: Whether a cost is being paid.
    paying: bool
    #: Whether the last action leaves priority where it is (V8.2).
    keeps_priority: bool
    #: Where a card that is being placed would go.
    placing_to: Destination

    @property
    def on_field(self) -> set[Card]:
        """All cards that lie on the field or are set on cards there."""
        me = self.turn_player
        lying = me.field.cards | me.enemy.field
        return lying | {c for h in lying for c in h.tree}


@rules.record(capacity=MOST_LINKS + MOST_BESIDE)
class Declaration(kernel.Record):
    """A played card or a used effect that waits for its resolution (V9.3, V11.1.1)."""

    by: Player
    card: Card
    ability: Ability | None = None
    #: Whether its card is being played; else its ability is used.
    play: bool = False
    target: Card | None = None
    player: Player | None = None
    mode: Mode = Mode.FIRST
    race: Race = Race.NONE
    named: Card | None = None
    x: int = 0
    #: Negated: it does not resolve.
    failed: bool = False
    #: The battle whose attack it answers, as the first answer.
    answers: Battle | None = None
    #: Played to defend (V8.6, V11.4 ambush with haste).
    defends: bool = False


@rules.record(capacity=4)
class Battle(kernel.Record):
    """An attack and what comes of it (V10)."""

    by: Player
    attacked: Player
    attacker: Card
    defender: Card | None = None
    #: Whether a defence was declared and not cancelled.
    defended: bool = False
    #: Whether nothing has answered the attack yet (V8.6).
    unanswered: bool = True
    cancelled: bool = False
    #: Whether the attacked player did anything but defend, and whether the attacker did.
    interfered: bool = False
    answered_itself: bool = False
    #: Battle damage that the attacked player took from a direct attack.
    direct_damage: int = 0

    @property
    def fighters(self) -> set[Card]:
        """The attacker and, if there is one, the defender."""
        return one(self.attacker) | one(self.defender)


@rules.record(capacity=24)
class Move(kernel.Record):
    """Cards on their way from the field (S11.3.3)."""

    by: Player
    cards: set[Card] = NO_CARDS


game = rules.vocabulary(card=Card, player=Player, game=Game, ability=Ability)
rules.shows("phase", "life")

# ---------------------------------------------------------------- zones (V5)

DECK = rules.zone("deck", capacity=128, visible=Visibility.NOBODY, meaning="the deck")
HAND = rules.zone("hand", capacity=128, visible=Visibility.OWNER, ordered=False, meaning="the hand")
FIELD = rules.zone("field", capacity=128, in_play=True, meaning="the own half of the field")
NODES = rules.zone(
    "nodes", capacity=128, visible=Visibility.NOBODY, meaning="face-down cards that pay"
)
UNDERWORLD = rules.zone("underworld", capacity=128, meaning="discarded cards, in their order")
EXCLUDED = rules.zone("excluded", capacity=128, meaning="cards excluded from the game")
PLAY_AREA = rules.zone("play_area", capacity=MOST_LINKS, meaning="played cards until they resolve")

SET_CARDS = rules.link("set_cards")

ATTACK = rules.stat("attack", meaning="damage it deals")
TOUGHNESS = rules.stat("toughness", meaning="damage that makes it resolute")
GRAZE = rules.stat("graze", meaning="cards that a player it damaged may take as nodes")

# ---------------------------------------------------------------- durations and outcomes

#: The default of what texts give.
END_OF_TURN = rules.duration("end_of_turn")
END_OF_INTERFERENCE = rules.duration("end_of_interference")
END_OF_BATTLE = rules.duration("end_of_battle")
#: What holds "during the turn" ends after the effects at the end of the turn (V7.6).
DURING_TURN = rules.duration("during_turn")
#: How long the text of a card lying in the wrong place has no effect (V9.9).
WHILE_VOID = rules.duration("while_void")

NO_LIFE = rules.outcome("no_life", clause="V4.4", meaning="a player had no life left")
DECKED_OUT = rules.outcome("decked_out", clause="V4.5", meaning="a draw from an empty deck")
LOST_BY_CARD = rules.outcome(
    "lost_by_card", clause="V4.6", meaning="a text said that the player loses"
)
WON_BY_CARD = rules.outcome(
    "won_by_card", clause="V4.6", meaning="a text said that the player wins"
)
TOO_MANY_TURNS = rules.outcome(
    "too_many_turns", clause="V0.24", meaning="the game lasted too many turns"
)

# ---------------------------------------------------------------- how much a game holds

# Twice what the largest of some ten thousand games held, or more (see the README), in 40 KiB.
rules.capacities.effects = 56
rules.capacities.modifications = 128
rules.capacities.listeners = 112
rules.capacities.pending = 48
rules.capacities.was = 32
rules.capacities.stack = 640
rules.capacities.options = 256
