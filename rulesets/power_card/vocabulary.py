"""The words of the power card game: cards, players, zones, timings, questions and parameters."""

from __future__ import annotations

from enum import IntEnum
from typing import TypeAlias

from tefuda import kernel
from tefuda.kernel import NO_CARDS, Counts, Flag, Printed, Small, Stack, Stat, one
from tefuda.rules import Fold, Orderer, Rules, Visibility

Zone: TypeAlias = "kernel.Zone[Card]"
Grid: TypeAlias = "kernel.Grid[Card]"

rules = Rules("power_card", summary="characters are won over by power cards, which then pay")


class CardType(IntEnum):
    """The kinds of card (R2.2); a power card is none of them."""

    CHARACTER = 0
    BREAK = 1
    PERMANENT = 2
    PROJECT = 3
    FAST = 4


class Faction(IntEnum):
    """The factions in the order in which parties are gone through (R2.3, R7.9)."""

    EGO = 0
    ARA = 1
    WIZ = 2
    DAR = 3
    KYO = 4
    ERA = 5
    #: Cards of no faction; they have a party of their own.
    NONE = 6


class Icon(IntEnum):
    """Classification icons (R3.10); male variants are icons of their own."""

    STUDENT = 0
    WORKER = 1
    ATHLETE = 2
    SCHOLAR = 3
    TALENT = 4
    GHOST = 5
    MEDIUM = 6
    CREATURE = 7
    MYSTIC = 8
    VAMPIRE = 9
    OGRE = 10
    MONSTER = 11
    DEVIL = 12
    MERMAID = 13
    WERETIGER = 14
    WEREWOLF = 15
    ANDROID = 16
    ERASER = 17
    DRAGOON = 18
    CYBORG = 19
    MACHINE = 20
    WARRIOR = 21
    SCANNER = 22
    UNDEAD = 23
    TRI = 24
    SHIKI = 25
    FLAME = 26
    MARIONETTE = 27
    STUDENT_MALE = 28
    WORKER_MALE = 29
    ATHLETE_MALE = 30
    SCHOLAR_MALE = 31
    TALENT_MALE = 32
    MEDIUM_MALE = 33
    MYSTIC_MALE = 34
    VAMPIRE_MALE = 35
    OGRE_MALE = 36
    DEVIL_MALE = 37
    WEREWOLF_MALE = 38
    ERASER_MALE = 39
    DRAGOON_MALE = 40
    CYBORG_MALE = 41
    WARRIOR_MALE = 42
    SCANNER_MALE = 43


class Skill(IntEnum):
    """The skills (R13); priced effects are listed here, too, since they are negated like them."""

    NONE = 0
    AGGRESSIVE = 1
    DRAW = 2
    CHARGE = 3
    BIND = 4
    INITIATIVE = 5
    PERMANENT = 6
    SHIELD = 7
    SYNCHRO = 8
    PENETRATE = 9
    OFFENSIVE = 10
    DEFENSIVE = 11
    INTERCEPT = 12
    BREAKTHROUGH = 13
    PROTECT = 14
    RESIST = 15
    CAPACITY = 16
    BOOST = 17
    STEALTH = 18
    INFINITY = 19
    REMOVE = 20
    EFFECT = 21
    SECOND_EFFECT = 22


class Kind(IntEnum):
    """What is declared (R10.1)."""

    BREAK = 0
    PERMANENT = 1
    PROJECT = 2
    FAST = 3
    EFFECT = 4
    ATTACK = 5


class Phase(IntEnum):
    """The phases of a turn in their order (R7.1)."""

    SETUP = 0
    DRAW = 1
    INFLUENCE = 2
    MAIN = 3
    POWER_CARD = 4
    DISCARD = 5


class Lasts(IntEnum):
    """How long a project or fast card works (R3.3)."""

    INSTANT = 0
    MAIN_PHASE = 1
    TURN = 2
    POWER_CARD_PHASE = 3


class Tied(IntEnum):
    """What fixes X where the target does (R10.23)."""

    FREE = 0
    COST = 1
    FACTOR = 2


class Harm(IntEnum):
    """Kinds of damage to characters."""

    BATTLE = 0
    MENTAL_BATTLE = 1
    EFFECT = 2
    MENTAL_EFFECT = 3


class Destination(IntEnum):
    """Where a card goes that leaves the field; always its owner's place (R2.8)."""

    DISCARD = 0
    HAND = 1
    DECK = 2
    DAMAGE = 3
    REMOVED = 4


class DominationTest(IntEnum):
    """When an active character counts as filled (R9.31)."""

    REACHED = 0
    EQUAL = 1


class Flips(IntEnum):
    """How the cards of one damage are flipped (R11.23)."""

    BATCH = 0
    STOP_AT_LIMIT = 1


class SynchroPenetrate(IntEnum):
    """Whose surplus goes through when two attack together (R13.9)."""

    EACH = 0
    FIRST = 1


class BreakDepth(IntEnum):
    """Which own characters of the influence area may be broken (R12.3)."""

    ANY = 0
    ACTIVE = 1


Points: TypeAlias = Counts[Faction]


class Card(kernel.Card):
    """A card of any kind; a character is its lowest card, which reads the form of its top card."""

    owner: Player
    user: Player
    host: Card | None
    root: Card
    was: Card
    zone: Zone | None

    mind: Stat
    attack: Stat
    #: The attack printed in parentheses (R3.4).
    mental: Stat
    endurance: Stat
    type: Printed[CardType]
    factions: Printed[set[Faction]]
    #: Required factor: icons by faction (R10.16).
    factor: Printed[Points]
    #: Number of power cards; with ``variable`` the payer fixes X.
    cost: Printed[int]
    variable: Printed[bool]
    icons: Printed[set[Icon]]
    #: Number of the person quoted in its name; 0: not name-level (R3.9).
    person: Printed[int]
    #: Break condition: only on this person (R12.2).
    only_on: Printed[int]
    #: May break any broken character, ignoring icon and name; may be broken ignoring the name.
    breaks_broken: Printed[bool]
    open_name: Printed[bool]
    #: May be set at fast timing on a character of its name that is full.
    fast_break: Printed[bool]
    lasts: Printed[Lasts] = Lasts.INSTANT

    #: Whether it is a character whose lowest card is a break card (R12.9).
    lone: Flag

    #: Power cards, permanents and the break cards that lie over it.
    power: set[Card]
    permanents: set[Card]
    breaks: set[Card]

    #: A break card: how high it lies.
    height: Small
    #: A project or fast: the X paid, the character it is aimed at, the faction chosen.
    x: Small
    aim: Card | None
    #: Who suffers in its place what the character aimed at would.
    substitute: Card | None
    chosen: Faction
    #: Icons gained until the main phase ends, a bit for each: the first thirty, and the others.
    more_icons: int
    other_icons: int
    #: Skills negated until the main phase ends, a bit for each.
    silenced: int
    #: Which character's effect punishes payments from it until the main phase ends.
    punisher: Card | None
    #: Power that the mental damage of the battle under way takes from it.
    drained: int

    @property
    def force(self) -> int:
        """Its attack, not below zero."""
        return max(self.attack, 0)

    @property
    def will(self) -> int:
        """Its mental attack, not below zero."""
        return max(self.mental, 0)

    @property
    def capacity(self) -> int:
        """How many power cards it can hold: its current mind (R9.7)."""
        return max(self.mind, 0)

    @property
    def named(self) -> bool:
        """Whether it is name-level."""
        return self.person != 0

    @property
    def broken(self) -> bool:
        """Whether its top card is a break card."""
        return self.type == CardType.BREAK


class Player(kernel.Player):
    """A player."""

    enemy: Player
    next: Player

    deck: Zone
    hand: Zone
    parties: Grid
    dominion: Zone
    pending: Zone
    lasting: Zone
    discard: Zone
    damage: Zone
    removed: Zone

    #: Charge characters that were in the dominion before the power card phase (R9.13).
    chargers: set[Card]
    #: Cards charged in this phase.
    charged: int
    #: Parties, a bit each, that a character was broken out of in this turn (R12.8).
    left_parties: int

    @property
    def characters(self) -> set[Card]:
        """The characters of its territory (R5.1)."""
        return self.parties.cards | self.dominion.cards


class Ability(kernel.Ability):
    """An ability of a card."""

    bearer: Card

    #: Which skill it is, and its number.
    skill: Printed[Skill] = Skill.NONE
    x: Printed[int]
    #: Price of an effect: power cards of its bearer; with ``variable`` the payer fixes X.
    price: Printed[int]
    variable: Printed[bool]
    #: What fixes X (R10.23).
    tied: Printed[Tied] = Tied.FREE
    #: Whether a player is named on declaration.
    at_player: Printed[bool]
    #: Resist: the factions and icons of characters in battle with which it helps (R13.15).
    against: Printed[set[Faction]]
    against_icons: Printed[set[Icon]]


class Game(kernel.Game):
    """The game."""

    first: Player
    turn_player: Player
    cause: Ability | None

    phase: Phase
    #: What is declared and not yet resolved.
    stack: Stack[Declaration]
    #: The attack under way.
    battle: Battle | None
    #: Where characters that are about to leave would go.
    leaving_to: Destination
    #: Whether all characters of a faction are being discarded, and which faction.
    purging: bool
    purged: Faction
    #: Whether a discard is falling on a substitute, which is not handed on.
    redirecting: bool


@rules.record(capacity=64)
class Declaration(kernel.Record):
    """A declaration waiting on the stack (R10.1)."""

    by: Player
    card: Card
    kind: Kind
    ability: Ability | None = None
    target: Card | None = None
    second: Card | None = None
    player: Player | None = None
    x: int = 0
    battle: Battle | None = None


@rules.record(capacity=4)
class Battle(kernel.Record):
    """An attack and what comes of it (R11)."""

    by: Player
    attacked: Player
    attackers: set[Card]
    #: The character that declared the attack; others joined it.
    leader: Card
    #: The own active character attacked; ``None``: the player is.
    target: Card | None = None
    #: How many may guard, how many declared it, and those whose guard has effect (R11.11).
    most_guards: int = 1
    declared: int = 0
    guards: set[Card] = NO_CARDS
    executed: bool = False

    @property
    def fighters(self) -> set[Card]:
        """All characters of both sides."""
        return self.attackers | self.guards | one(self.target)


game = rules.vocabulary(card=Card, player=Player, game=Game, ability=Ability)
rules.shows("phase")

# ---------------------------------------------------------------- zones (R5)

DECK = rules.zone("deck", capacity=128, visible=Visibility.NOBODY, meaning="the deck")
HAND = rules.zone("hand", capacity=128, visible=Visibility.OWNER, ordered=False, meaning="the hand")
PARTIES = rules.zone(
    "parties",
    capacity=64,
    columns=7,
    in_play=True,
    meaning="influence area: a party for each faction, the active character on top",
)
DOMINION = rules.zone("dominion", capacity=64, in_play=True, meaning="dominated characters")
PENDING = rules.zone("pending", capacity=64, meaning="declared cards that have not resolved")
LASTING = rules.zone("lasting", capacity=64, meaning="projects and fasts whose duration runs")
DISCARD = rules.zone("discard", capacity=128, meaning="the discard pile")
DAMAGE = rules.zone("damage", capacity=128, meaning="the damage zone: ten cards lose the game")
REMOVED = rules.zone("removed", capacity=128, meaning="cards removed from the game")

POWER = rules.link("power", visible=Visibility.NOBODY)
PERMANENTS = rules.link("permanents")
BREAKS = rules.link("breaks")

MIND = rules.stat("mind", meaning="power cards that fill it")
ATTACK = rules.stat("attack", meaning="damage it deals")
MENTAL = rules.stat("mental", meaning="mental damage it deals")
ENDURANCE = rules.stat("endurance", meaning="damage that discards it")

# ---------------------------------------------------------------- durations and outcomes

#: The default of what priced effects give.
END_OF_MAIN = rules.duration("end_of_main")
END_OF_TURN = rules.duration("end_of_turn")
END_OF_BATTLE = rules.duration("end_of_battle")
END_OF_POWER_PHASE = rules.duration("end_of_power_phase")

DAMAGED_OUT = rules.outcome(
    "damaged_out", clause="R15.1", meaning="a damage zone holds as many cards as the limit"
)
DECKED_OUT = rules.outcome("decked_out", clause="R15.2", meaning="a draw from an empty deck")
TURN_LIMIT_REACHED = rules.outcome(
    "too_many_turns", clause="R15.6", meaning="the game lasted too many turns"
)

# ---------------------------------------------------------------- parameters

DECK_MIN = rules.parameter(
    "deck_min", 40, low=10, high=64, clause="R4.1, R4.3", meaning="fewest cards in a deck"
)
DECK_MAX = rules.parameter(
    "deck_max", 40, low=10, high=64, clause="R4.1, R4.3", meaning="most cards in a deck"
)
COPY_LIMIT = rules.parameter(
    "copy_limit", 4, low=1, high=64, clause="R4.2", meaning="most cards of one full name"
)
OPENING_HAND = rules.parameter(
    "opening_hand", 7, low=1, high=30, clause="R6.3", meaning="cards drawn before the game"
)
REDRAW_ALLOWED = rules.parameter(
    "redraw_allowed",
    True,
    clause="R6.4",
    meaning="the second player may redraw the opening hand once",
)
FIRST_DRAW = rules.parameter(
    "first_draw", True, clause="R6.6", meaning="the first player draws on the first turn"
)
DRAWS = rules.parameter(
    "draws", 1, low=0, high=10, clause="R7.3", meaning="cards drawn without any Draw skill"
)
HAND_LIMIT = rules.parameter(
    "hand_limit", 7, low=0, high=60, clause="R7.26", meaning="hand cards kept without Capacity"
)
DAMAGE_LIMIT = rules.parameter(
    "damage_limit", 10, low=1, high=60, clause="R15.1", meaning="cards in a damage zone that lose"
)
TURN_LIMIT = rules.parameter(
    "turn_limit", 60, low=1, high=1000, clause="R15.6", meaning="turns of both players, then a draw"
)
AGGRESSIVE_PAYS = rules.parameter(
    "aggressive_pays",
    False,
    clause="R7.11",
    meaning="an Aggressive attack needs and costs 1 power of the attacker",
)
INFLUENCE_WINDOW = rules.parameter(
    "influence_window",
    False,
    clause="R7.16",
    meaning="fasts and effects may be declared before the first party and after each one",
)
END_WINDOW = rules.parameter(
    "end_window",
    True,
    clause="R7.24",
    meaning="the other player may declare when the turn player ends the main phase",
)
SETTER_KNOWS = rules.parameter(
    "setter_knows",
    True,
    clause="R5.4",
    meaning="who sets a hand card as power goes on knowing its face",
)
LASTING_CARDS = rules.parameter(
    "lasting_cards",
    True,
    clause="R5.6",
    meaning="cards with a duration can be discarded while it runs, which ends it",
)
DOMINATION_TEST = rules.parameter(
    "domination_test",
    DominationTest.REACHED,
    clause="R9.31",
    meaning="an active character is filled when power reaches its mind, or when it equals it",
)
EXPIRE_FIRST = rules.parameter(
    "expire_first",
    False,
    clause="R9.40",
    meaning="what lasts until the power card phase ends, ends before domination is judged",
)
BREAK_COUNTS = rules.parameter(
    "break_counts_as_domination",
    False,
    clause="R12.8",
    meaning="a break out of a party uses up the one domination of that party in the turn",
)
BREAK_DEPTH = rules.parameter(
    "break_depth",
    BreakDepth.ANY,
    clause="R12.3",
    meaning="own characters of the influence area that may be broken: any, or active ones",
)
MIND_LIMITS_TEXTS = rules.parameter(
    "mind_limits_texts",
    True,
    clause="R9.4",
    meaning="texts that set power keep to the mind of the receiver",
)
RESPOND_BETWEEN = rules.parameter(
    "respond_between",
    False,
    clause="R10.6",
    meaning="players may respond again after each item of the stack that has resolved",
)
STACK_LIMIT = rules.parameter(
    "stack_limit",
    48,
    low=4,
    high=60,
    clause="R10.3",
    meaning="declarations waiting at once, above which none is made in response",
)
ZERO_X = rules.parameter(
    "zero_x", True, clause="R10.23", meaning="X of projects and fasts may be 0; of effects never"
)
GUARD_GONE_SAVES = rules.parameter(
    "guard_gone_saves",
    True,
    clause="R11.13",
    meaning="an attack whose guard is gone counts as guarded",
)
DAMAGE_FLIPS = rules.parameter(
    "damage_flips",
    Flips.BATCH,
    clause="R11.23",
    meaning="all cards of one damage are flipped together, or one by one up to the limit",
)
MENTAL_ADDS = rules.parameter(
    "mental_adds",
    True,
    clause="R11.32",
    meaning="to a player attack and mental attack add up; else the larger counts",
)
NAMED_TO_DAMAGE = rules.parameter(
    "named_to_damage",
    False,
    clause="R12.12",
    meaning="name-level characters that are discarded go to the damage zone",
)
SYNCHRO_PENETRATE = rules.parameter(
    "synchro_penetrate",
    SynchroPenetrate.EACH,
    clause="R13.9",
    meaning="of two attackers with Penetrate each surplus counts, or the first one's",
)
BIND_OPTIONAL = rules.parameter(
    "bind_optional", False, clause="R13.4", meaning="the controller may decline Bind"
)
RESIST_WORKS = rules.parameter(
    "resist", True, clause="R13.15", meaning="Resist gives +1 attack and endurance in battle"
)
BOOST_WORKS = rules.parameter(
    "boost", True, clause="R13.17", meaning="Boost X: up to X more power for +1 attack each"
)
STEALTH_WORKS = rules.parameter(
    "stealth", True, clause="R13.18", meaning="a character with Stealth cannot be guarded"
)
INFINITY_WORKS = rules.parameter(
    "infinity",
    True,
    clause="R13.19",
    meaning="effects of a character with Infinity are paid from any own dominated characters",
)
REMOVE_WORKS = rules.parameter(
    "remove",
    True,
    clause="R13.20",
    meaning="Remove X: in the draw phase up to X damage cards go to the discard pile",
)

# ---------------------------------------------------------------- timings

OWN = Orderer.EACH_OWN
TURN_START = rules.timing_point("turn_start", Player, orderer=OWN, clause="R7.1", log=True)
MAIN_PHASE = rules.timing_point("main_phase_begins", Player, orderer=OWN, clause="R7.1")
POWER_PHASE = rules.timing_point("power_card_phase_begins", Player, orderer=OWN, clause="R9.3")
TURN_END = rules.timing_point("turn_end", Player, orderer=OWN, clause="R7.1")
ENTERED = rules.timing_point("entered", Card, orderer=OWN, clause="R10.10", log=True)
DOMINATED = rules.timing_point("dominated", Card, orderer=OWN, clause="R9.26", log=True)
DECLARED = rules.timing_point("declared", Card, orderer=OWN, clause="R10.1", log=True)
COST_PAID = rules.timing_point("cost_paid", Card, orderer=OWN, clause="R10.24")
ATTACK_DECLARED = rules.timing_point(
    "attack_declared", Card, Battle, orderer=OWN, clause="R11.1", log=True
)
GUARD_DECLARED = rules.timing_point(
    "guard_declared", Card, Battle, orderer=OWN, clause="R11.6", log=True
)
WOULD_LEAVE = rules.timing_point("would_leave", Card, orderer=OWN, clause="R14.2")
LEFT = rules.timing_point("left_field", Card, orderer=OWN, clause="R2.7", log=True)
DREW = rules.timing_point("drew", Player, orderer=OWN, clause="R7.3")
DAMAGED = rules.timing_point("damaged", Player, int, orderer=OWN, clause="R11.20", log=True)

# ---------------------------------------------------------------- questions

SKILLS_WORK = rules.question("skills_work", Card, clause="R10.28")
AFFECTED = rules.question("affected", Card, Ability, clause="R10.29")
TAKES = rules.question("takes_damage", Card, Card, Harm, int, clause="R13.7")
MAY_ATTACK = rules.question("may_attack", Card, clause="R11.1")
GUARDS = rules.question("guard_has_effect", Card, Card, clause="R11.11")
MAY_PAY = rules.question("may_pay", Card, clause="R10.18")
PAYS_FOR = rules.question("pays_for", Card, Card, fold=Fold.VALUE, clause="R10.19")
COST = rules.question("card_cost", Card, fold=Fold.VALUE, clause="R10.24")
FACTOR = rules.question("card_factor", Card, fold=Fold.VALUE, clause="R10.16")
BREAKS_GO = rules.question("breaks_go", Card, fold=Fold.VALUE, clause="R14.1")
DRAW_COUNT = rules.question("draw_count", Player, fold=Fold.VALUE, clause="R7.3")
HAND_SIZE = rules.question("hand_size", Player, fold=Fold.VALUE, clause="R7.26")

# ---------------------------------------------------------------- windows and asks (R17)

MAIN = rules.window("main", rest=True, clause="R7.17")
RESPONSE = rules.window("response", clause="R10.3")
GUARD = rules.window("guarding", Battle, clause="R11.7")
JOIN = rules.window("joining", Battle, clause="R13.8")
CHANCE = rules.window("chance", clause="R7.24")
POWER_CARD = rules.window("power_cards", rest=True, clause="R9.3")

REDRAW = rules.ask("redraw", "redraw the opening hand")
PARTY = rules.ask("party", "join the party of")
RECEIVER = rules.ask("receiver", "set power on")
PAY = rules.ask("pay", "pay with")
TARGET = rules.ask("target", "target")
TARGET_PLAYER = rules.ask("target_player", "target player")
AMOUNT = rules.ask("amount", "X is")
BROKEN_BY = rules.ask("broken_by", "break")
BEARER = rules.ask("bearer", "set on")
ATTACKED = rules.ask("attacked", "attack")
TOGETHER = rules.ask("together", "attack together with")
SECOND_GUARD = rules.ask("second_guard", "guard together with")
BOOSTED = rules.ask("boosted", "boost by")
DISCARDED = rules.ask("discarded", "discard")
POWER_LOST = rules.ask("power_lost", "lose power")
BINDS = rules.ask("binds", "stay by Bind")
STAYS = rules.ask("stays", "stay by discarding a permanent")
PAY_WEIGHT = rules.ask("pay_weight", "discard power rather than the character")
CHOSEN = rules.ask("choose_card", "choose")
CHOSEN_FACTION = rules.ask("choose_faction", "choose faction")
CHOSEN_ICON = rules.ask("choose_icon", "choose icon")
CHOSEN_SKILL = rules.ask("choose_skill", "choose skill")
REMOVES = rules.ask("removes", "take out of the damage zone")

# Twice what the largest of some ten thousand games held, or more, in 40 KiB.
rules.capacities.effects = 64
rules.capacities.modifications = 80
rules.capacities.listeners = 96
rules.capacities.pending = 64
rules.capacities.was = 80
