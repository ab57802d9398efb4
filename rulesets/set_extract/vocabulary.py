"""The words of the set-and-extract game: cards, players, zones, timings, questions, parameters."""

from __future__ import annotations

from enum import IntEnum
from typing import TypeAlias

from tefuda import kernel
from tefuda.kernel import NO_CARDS, Flag, Printed, Stack, Stat, one
from tefuda.rules import Fold, Orderer, Rules, Runs, Visibility

Zone: TypeAlias = "kernel.Zone[Card]"

#: How many links a chain can hold; free effects could be used without end (V0.22).
MOST_LINKS = 32

rules = Rules("set_extract", summary="face-down nodes pay, cards are set on cards, links resolve")


class CardType(IntEnum):
    """The three kinds of card (V3.1)."""

    CHARACTER = 0
    SPELL = 1
    COMMAND = 2


class Place(IntEnum):
    """How a spell or command stays on the field (V3.3, V9.9)."""

    NONE = 0
    EQUIP = 1
    AMULET = 2
    WORLD_AMULET = 3
    EQUIP_FIELD = 4
    PHANTASM = 5


class Race(IntEnum):
    """Races (V3.5); a card without any is of race none."""

    NONE = 0
    HUMAN = 1
    YOUKAI = 2
    FAIRY = 3
    MAGICIAN = 4
    KAPPA = 5
    VAMPIRE = 6
    MAKAIJIN = 7
    GHOST = 8
    TENGU = 9
    SHINIGAMI = 10
    ENMA = 11
    GOD = 12
    BEAST = 13
    ONI = 14
    CELESTIAL = 15
    DRAGON = 16
    HERMIT = 17
    DWARF = 18


class Guise(IntEnum):
    """What a card on the field is from then on, whatever is printed on it (V3.8)."""

    NONE = 0
    FAMILIAR = 1
    PHANTOM = 2
    MOTH = 3
    WRAITH = 4
    #: Not a character: an amulet by the effect that set it.
    AMULET = 5


class Phase(IntEnum):
    """The phases of a turn in their order (V7.2); ``NONE``: turn start and end, or any."""

    NONE = 0
    ACTIVE = 1
    MAINTENANCE = 2
    DRAW = 3
    MAIN = 4
    DISCARD = 5


class When(IntEnum):
    """In whose turn a text may be used (V11.1.1)."""

    ANY = 0
    OWN_TURN = 1
    ENEMY_TURN = 2


class Mode(IntEnum):
    """The parts of a text of which one is chosen on declaration (V9.3.c)."""

    FIRST = 0
    SECOND = 1


class Declares(IntEnum):
    """What is named on declaration (V13.1)."""

    NOTHING = 0
    RACE = 1
    NAME = 2
    PLAYER = 3


class Stage(IntEnum):
    """The kinds of removal, in the order in which they are carried out (V11.3.3)."""

    RESOLUTE = 0
    DISCARD = 1
    EXCLUDE = 2
    NONE = 3


class Harm(IntEnum):
    """Kinds of damage (V10.7)."""

    BATTLE = 0
    EFFECT = 1


class Destination(IntEnum):
    """Where a card goes that leaves the field: always a place of its owner (V3.1.3)."""

    UNDERWORLD = 0
    HAND = 1
    DECK_TOP = 2
    DECK_BOTTOM = 3
    EXCLUDED = 4
    NODES = 5
    NODES_ASLEEP = 6


class NodePayment(IntEnum):
    """What pays one point of a cost (V9.5)."""

    SLEEP_OR_DISCARD = 0
    SLEEP = 1


class Mulligan(IntEnum):
    """How the opening hand may be drawn anew (V4.2)."""

    NONE = 0
    ONCE = 1


class DefeatCheck(IntEnum):
    """When a player without life has lost (V4.4)."""

    PRIORITY = 0
    INTERFERENCE_END = 1


class GrazeCheck(IntEnum):
    """How many cards a deck must hold for graze (V10.9)."""

    MORE = 0
    ENOUGH = 1


class Vigilance(IntEnum):
    """What vigilance does, whose text is not known (V11.4)."""

    NOTHING = 0
    STAYS_AWAKE = 1


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
    met: int
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
    came: int
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
        """Its attack, not below zero."""
        return max(self.attack, 0)

    @property
    def required(self) -> int:
        """How many nodes it requires; a face-down card of the field none (V3.4, V6.4)."""
        return 0 if self.face_down and self.in_play else self.nodes

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
    next: Player

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
    #: X counts cards excluded for it (overdrive).
    overdrive: Printed[bool]
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


@rules.record(capacity=40)
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
PLAY_AREA = rules.zone("play_area", capacity=32, meaning="played cards until they resolve")

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

# ---------------------------------------------------------------- parameters (V14)

DECK_SIZE = rules.parameter(
    "deck_size", 50, low=10, high=64, clause="V4.1", meaning="cards in a deck, exactly"
)
COPIES = rules.parameter(
    "copies", 3, low=1, high=64, clause="V4.1", meaning="most cards of one name in a deck"
)
LIFE = rules.parameter("life", 25, low=1, high=200, clause="V4.3", meaning="life at the start")
OPENING_HAND = rules.parameter(
    "opening_hand", 6, low=1, high=30, clause="V4.2", meaning="cards drawn before the game"
)
MULLIGAN = rules.parameter(
    "mulligan",
    Mulligan.ONCE,
    clause="V4.2",
    meaning="each player may shuffle the whole hand back once and redraw, or may not",
)
HAND_LIMIT = rules.parameter(
    "hand_limit", 6, low=0, high=60, clause="V7.4", meaning="cards kept in the discard phase"
)
NODES_PER_TURN = rules.parameter(
    "nodes_per_turn", 1, low=0, high=10, clause="V7.5", meaning="hand cards set as nodes in a turn"
)
CHARACTERS_PER_TURN = rules.parameter(
    "characters_per_turn",
    1,
    low=0,
    high=10,
    clause="V9.7",
    meaning="characters played in a turn that are no dolls",
)
DOLLS_PER_TURN = rules.parameter(
    "dolls_per_turn", 1, low=0, high=10, clause="V9.7", meaning="dolls played in a turn"
)
WORLD_AMULETS_PER_TURN = rules.parameter(
    "world_amulets_per_turn",
    1,
    low=0,
    high=10,
    clause="V9.7",
    meaning="world amulets that resolve in a turn",
)
FIRST_TURN_DRAW = rules.parameter(
    "first_turn_draw", False, clause="V7.4", meaning="the first player draws on the first turn"
)
GRAZE_DECK_CHECK = rules.parameter(
    "graze_deck_check",
    GrazeCheck.MORE,
    clause="V10.9",
    meaning="graze needs a deck of more cards than it takes, or of as many",
)
NODE_PAYMENT = rules.parameter(
    "node_payment",
    NodePayment.SLEEP_OR_DISCARD,
    clause="V9.5",
    meaning="a point is paid by an active node put to sleep or a sleeping one discarded, "
    "or only by the first",
)
DEFEAT_CHECK = rules.parameter(
    "defeat_check",
    DefeatCheck.PRIORITY,
    clause="V4.4",
    meaning="a player without life loses when anyone receives priority, or only when an "
    "interference has ended",
)
ATTACKER_GONE_ENDS = rules.parameter(
    "attacker_gone_ends",
    True,
    clause="V10.10",
    meaning="a battle whose attacker is gone ends without damage",
)
DEFENDER_GONE_SAVES = rules.parameter(
    "defender_gone_saves",
    True,
    clause="V10.10",
    meaning="an attack whose defender is gone does not hit the player",
)
VIGILANCE_DOES = rules.parameter(
    "vigilance_does",
    Vigilance.STAYS_AWAKE,
    clause="V11.4",
    meaning="a character with vigilance does not go to sleep by attacking",
)
INSTANT_DEATH_WORKS = rules.parameter(
    "instant_death_works",
    True,
    clause="V11.4",
    meaning="a character damaged in battle by one with instant death becomes resolute",
)
SEAL_ART_WORKS = rules.parameter(
    "seal_art_works",
    True,
    clause="V11.4",
    meaning="a character with seal art does not count as a caster",
)
OWNER_SEES_NODES = rules.parameter(
    "owner_sees_nodes",
    False,
    clause="V5.4",
    meaning="a player may look at own nodes that were put there unseen",
)
LEADER_POPULARITY = rules.parameter(
    "leader_popularity",
    2,
    low=0,
    high=4,
    clause="V11.4",
    meaning="top deck cards set face down on a leader as popularity when it enters",
)
TURN_LIMIT = rules.parameter(
    "turn_limit", 80, low=1, high=1000, clause="V0.24", meaning="turns, then the game is a draw"
)

# ---------------------------------------------------------------- timings

OWN = Orderer.EACH_OWN
TURN_START = rules.timing_point("turn_start", Player, orderer=OWN, clause="V7.1", log=True)
PHASE_START = rules.timing_point("phase_start", Player, Phase, orderer=OWN, clause="V7.3")
PHASE_END = rules.timing_point("phase_end", Player, Phase, orderer=OWN, clause="V7.3")
TURN_END = rules.timing_point("turn_end", Player, orderer=OWN, clause="V7.6")

WOULD_ENTER = rules.timing_point("would_enter", Card, orderer=OWN, clause="S11.3.9")
ENTERED = rules.timing_point("entered", Card, orderer=OWN, clause="S11.3.9", log=True)
PLAYED_IN = rules.timing_point("played_in", Card, orderer=OWN, clause="V11.4")
CHANGED_SIDE = rules.timing_point("changed_side", Card, orderer=OWN, clause="S11.3.2")
WOULD_SET = rules.timing_point("would_set", Card, Card, orderer=OWN, clause="S11.3.10")
WOULD_BE_SET_ON = rules.timing_point("would_be_set_on", Card, Card, orderer=OWN, clause="S11.3.10")
SET = rules.timing_point("was_set", Card, Card, orderer=OWN, clause="S11.3.10", log=True)
SET_ON = rules.timing_point("had_set_on", Card, Card, orderer=OWN, clause="S11.3.15")
WOULD_PLACE = rules.timing_point("would_place", Card, orderer=OWN, clause="V11.2.2.a")
PLACED = rules.timing_point("placed", Card, orderer=OWN, clause="V11.2.2.d")

WOULD_MAKE_RESOLUTE = rules.timing_point("would_make_resolute", Card, orderer=OWN, clause="V11.3.4")
WOULD_BECOME_RESOLUTE = rules.timing_point(
    "would_become_resolute", Card, orderer=OWN, clause="V11.3.4"
)
MADE_RESOLUTE = rules.timing_point("made_resolute", Card, orderer=OWN, clause="V11.3.4")
BECAME_RESOLUTE = rules.timing_point("became_resolute", Card, orderer=OWN, clause="V11.3.4")
WOULD_DISCARD = rules.timing_point("would_discard", Card, orderer=OWN, clause="S11.3.3.b")
WOULD_BE_DISCARDED = rules.timing_point("would_be_discarded", Card, orderer=OWN, clause="S11.3.3.c")
DISCARDED = rules.timing_point("discarded", Card, orderer=OWN, clause="S11.3.3.d")
WAS_DISCARDED = rules.timing_point("was_discarded", Card, orderer=OWN, clause="S11.3.3.e")
WOULD_EXCLUDE = rules.timing_point("would_exclude", Card, orderer=OWN, clause="V11.3.5")
WOULD_BE_EXCLUDED = rules.timing_point("would_be_excluded", Card, orderer=OWN, clause="V11.3.5")
EXCLUDED_IT = rules.timing_point("excluded_it", Card, orderer=OWN, clause="V11.3.5")
WAS_EXCLUDED = rules.timing_point("was_excluded", Card, orderer=OWN, clause="V11.3.5")

DEALING = rules.timing_point("dealing", Card, orderer=OWN, clause="V10.7")
WOULD_TAKE = rules.timing_point("would_take", Card, Harm, orderer=OWN, clause="V10.7")
DAMAGED = rules.timing_point("damaged", Card, Harm, orderer=OWN, clause="V10.7", log=True)
PLAYER_DAMAGED = rules.timing_point(
    "player_damaged", Player, int, orderer=OWN, clause="V10.7", log=True
)
PLAYER_BATTLE_DAMAGED = rules.timing_point(
    "player_battle_damaged", Player, int, orderer=OWN, clause="V10.7"
)

LOST_LIFE = rules.timing_point("lost_life", Player, orderer=OWN, clause="V4.6")

ATTACKED = rules.timing_point("attacked", Card, Battle, orderer=OWN, clause="V10.1", log=True)
DEFENDED = rules.timing_point("defended", Card, Battle, orderer=OWN, clause="V10.2", log=True)
FIGHTS = rules.timing_point("fights", Card, Battle, orderer=OWN, clause="V11.4")
BATTLE_START = rules.timing_point("battle_start", Card, Battle, orderer=OWN, clause="V10.4")
BATTLE_END = rules.timing_point("battle_end", Card, Battle, orderer=OWN, clause="V10.4")
INTERFERENCE_END = rules.timing_point("interference_end", Player, orderer=OWN, clause="V8.5")

AIMED_AT = rules.timing_point("aimed_at", Card, Declaration, orderer=OWN, clause="V11.4")
PLAY_RESOLVED = rules.timing_point("play_resolved", Card, orderer=OWN, clause="V11.1.4")
PLAYED_CARD = rules.timing_point(
    "played_card", Card, Declaration, runs=Runs.AFTER, orderer=OWN, clause="V9.1", log=True
)
PLAY_NEGATED = rules.timing_point(
    "play_negated", Card, runs=Runs.AFTER, orderer=OWN, clause="V9.10"
)
LOOKED_AT_DECK = rules.timing_point(
    "looked_at_deck", Player, Player, runs=Runs.AFTER, orderer=OWN, clause="S11.7"
)
WOKE = rules.timing_point("woke", Card, runs=Runs.AFTER, orderer=OWN, clause="S11.5.1")
FELL_ASLEEP = rules.timing_point(
    "fell_asleep", Card, runs=Runs.AFTER, orderer=OWN, clause="S11.5.2"
)
NODE_PAID = rules.timing_point("node_paid", Card, Player, orderer=OWN, clause="V9.5")
DREW = rules.timing_point("drew", Player, int, runs=Runs.AFTER, orderer=OWN, clause="V7.4")

# ---------------------------------------------------------------- questions

MAY_PLAY = rules.question("may_play", Card, Player, clause="V9.2")
MAY_USE = rules.question("may_use", Card, Player, clause="V11.1.1")
MAY_ENTER = rules.question("may_enter", Card, clause="S11.3.13")
MAY_SET = rules.question("may_set", Card, Card, clause="S11.3.13")
MAY_MOVE_EXCLUDED = rules.question("may_move_excluded", Card, clause="S11.3.5")
MAY_BE_OBJECT = rules.question("may_be_object", Card, Card, clause="V11.2.4")
MAY_BE_TARGET = rules.question("may_be_target", Card, Ability, Player, clause="V11.2.4")
MAY_ATTACK = rules.question("may_attack", Card, clause="V10.1")
MAY_DEFEND = rules.question("may_defend", Card, clause="V10.2")
ANSWERS_RESOLUTE = rules.question("answers_resolute", Card, clause="V11.4")
MAY_NEGATE = rules.question("may_negate", Card, clause="V9.10")
MAY_PAY_ASLEEP = rules.question("may_pay_asleep", Player, clause="V9.5")
MAY_WAKE = rules.question("may_wake", Card, clause="V7.4")
MAY_LOSE = rules.question("may_lose", Player, clause="V4.6")
CARD_COST = rules.question("card_cost", Card, Player, fold=Fold.VALUE, clause="V9.5")
UPKEEP = rules.question("upkeep_of", Card, fold=Fold.VALUE, clause="V7.4")
RECEIVES = rules.question("receives", Card, Harm, fold=Fold.VALUE, clause="V10.7")
PLAYER_RECEIVES = rules.question("player_receives", Player, Harm, fold=Fold.VALUE, clause="V10.7")
EQUIP_LIMIT = rules.question("equip_limit", Card, fold=Fold.VALUE, clause="V11.4")
HAND_SIZE = rules.question("hand_size", Player, fold=Fold.VALUE, clause="V7.4")
GOES_TO = rules.question("goes_to", Card, fold=Fold.VALUE, clause="S11.3.3.h")
FALLS_BY = rules.question("falls_by", Card, fold=Fold.VALUE, clause="V11.3.4")
RACES_OF = rules.question("races_of", Card, fold=Fold.VALUE, clause="V3.5")
CASTS = rules.question("casts", Card, clause="V9.6")

# ---------------------------------------------------------------- windows and asks

MAIN = rules.window("main", rest=True, clause="V7.5")
PRIORITY = rules.window("priority", rest=True, clause="V7.3")
ANSWER = rules.window("answer", clause="V8.3")

REDRAW = rules.ask("redraw", "draw a new opening hand")
PAY_WITH = rules.ask("pay_with", "pay with")
BY_CASTER = rules.ask("by_caster", "use the caster in place of nodes and cost")
TARGET = rules.ask("target", "target")
TARGET_PLAYER = rules.ask("target_player", "target player")
CHOSEN_MODE = rules.ask("chosen_mode", "use part")
DECLARED_RACE = rules.ask("declared_race", "declare race")
DECLARED_NAME = rules.ask("declared_name", "declare the name of")
AMOUNT = rules.ask("amount", "X is")
EXCLUDES = rules.ask("excludes", "exclude")
DISCARDS = rules.ask("discards", "discard")
KEEPS = rules.ask("keeps", "keep")
PAYS_UPKEEP = rules.ask("pays_upkeep", "pay the upkeep")
PAYS_LIFE = rules.ask("pays_life", "pay in life")
PAYS_BLESSING = rules.ask("pays_blessing", "pay for what is blessed")
GRAZES = rules.ask("grazes", "take nodes by graze")
NEXT_FALLEN = rules.ask("next_fallen", "next on the underworld")
NEXT_ARRIVES = rules.ask("next_arrives", "arrives next")
FOUND = rules.ask("found", "extract")
TAKEN = rules.ask("taken", "take")
SETS_ON = rules.ask("sets_on", "set on")
MOVES = rules.ask("moves", "move")
CHOSEN = rules.ask("chosen", "choose")
USES_TEXT = rules.ask("uses_text", "use the text")
TRANSFORMS = rules.ask("transforms", "transform")
REDIRECTS = rules.ask("redirects", "aim it at")
NEXT_UNDER = rules.ask("next_under", "next under the deck")
NEXT_ON = rules.ask("next_on", "next on top")

rules.capacities.effects = 160
rules.capacities.modifications = 128
rules.capacities.listeners = 254
rules.capacities.pending = 160
rules.capacities.was = 64
rules.capacities.stack = 2048
rules.capacities.options = 256
