"""The words of Lycee: cards, players, zones, timings, questions, windows and parameters."""

from __future__ import annotations

from enum import IntEnum
from typing import TypeAlias

from tefuda import kernel
from tefuda.kernel import (
    NO_CARDS,
    NO_COUNTS,
    Counts,
    Flag,
    Name,
    Printed,
    Small,
    Stack,
    Stat,
    one,
)
from tefuda.rules import Fold, Rules, Visibility

Zone: TypeAlias = "kernel.Zone[Card]"
Grid: TypeAlias = "kernel.Grid[Card]"

rules = Rules("lycee", summary="Lycee (2005 to 2013): the deck is clock, purse and life")


class CardType(IntEnum):
    """The four types of card (3.1)."""

    CHARACTER = 0
    EVENT = 1
    ITEM = 2
    AREA = 3


class Attribute(IntEnum):
    """Attributes of cards and of cost points (3.4, 3.6); a colourless card has none of the five."""

    SNOW = 0
    MOON = 1
    FLOWER = 2
    SPACE = 3
    SUN = 4
    #: A point that every card pays (the star).
    ANY = 5


class Gender(IntEnum):
    """The mark on a character (3.10)."""

    OTHER = 0
    FEMALE = 1
    MALE = 2


class Basic(IntEnum):
    """Which basic ability a text is (16); ``NONE`` marks special abilities."""

    NONE = 0
    DASH = 1
    AGGRESSIVE = 2
    STEP = 3
    SIDE_STEP = 4
    ORDER_STEP = 5
    JUMP = 6
    ESCAPE = 7
    SIDE_ATTACK = 8
    TAX_TRASH = 9
    TAX_WAKE_UP = 10
    SUPPORTER = 11
    TOUCH = 12
    ATTACKER = 13
    DEFENDER = 14
    BONUS = 15
    DECK_BONUS = 16
    PENALTY = 17


class Kind(IntEnum):
    """What is being declared (9.1)."""

    ENTRY = 0
    CONVERSION = 1
    EVENT = 2
    ITEM = 3
    AREA = 4
    SPECIAL_ABILITY = 5
    BASIC_ABILITY = 6
    ATTACK = 7
    SUPPORT = 8
    #: The naming of a defender, a declaration in one variant only (C-16).
    DEFENCE = 9
    #: The processing of a basic ability nobody declares, in one variant only (C-17).
    AUTOMATIC = 10
    #: A tax: paid, but no declaration (16).
    TAX = 11


class When(IntEnum):
    """What limits the moment at which a text may be declared (10.9, 10.10)."""

    OWN_TURN = 0
    ENEMY_TURN = 1
    IN_BATTLE = 2
    OUTSIDE_BATTLE = 3
    IN_RESPONSE = 4
    NOT_IN_RESPONSE = 5
    #: Only inside a payment, where it cannot be answered (11.9).
    AS_COST = 6
    #: Only while its bearer battles, and only while its bearer is untapped (10.10, 16).
    OWN_BATTLE = 7
    UNTAPPED = 8


class CostForm(IntEnum):
    """How the points of a text declared as a cost come (11.9)."""

    ONE_COLOUR = 0
    #: Each of an attribute of its own.
    MIXED = 1
    #: As many as the EX of an event discarded, likewise.
    EVENT = 2
    #: Each payment card counts as two points of any attribute.
    DOUBLE = 3


class Destination(IntEnum):
    """Where a card goes that leaves play or is discarded; always its owner's place (6.1)."""

    DUST_BOX = 0
    HAND = 1
    DECK_TOP = 2
    DECK_BOTTOM = 3
    REMOVED = 4
    SET_ASIDE = 5


class Mulligan(IntEnum):
    """Which opening hands may be drawn anew (5.3, 5.4)."""

    NONE = 0
    NO_CHARACTER = 1
    ONCE = 2


class Damage(IntEnum):
    """Which AP damages the deck (14.4)."""

    ORIGINAL_AP = 0
    CURRENT_AP = 1


class RaisedStat(IntEnum):
    """Which stat a support raises, where its receiver has a choice (16.14)."""

    AP = 0
    DP = 1


class SupportBy(IntEnum):
    """What decides whether a support raises AP or DP (C-09)."""

    ROW = 0
    ROLE = 1


class SameName(IntEnum):
    """Which characters may not stand on one field together (C-08)."""

    NAME = 0
    NUMBER = 1


class Enforcement(IntEnum):
    """How the same-name rule is upheld (12.5)."""

    PREVENT = 0
    ENTRY_ONLY = 1


class EventMoment(IntEnum):
    """When a used event goes to the dust box (C-15)."""

    AFTER = 0
    START = 1


class BattlerTap(IntEnum):
    """When the battlers become tapped (C-04)."""

    START = 0
    BATTLE_END = 1


class SupportTap(IntEnum):
    """When a supporter becomes tapped (C-18)."""

    DECLARE = 0
    RESOLVE = 1


class DoubleDeckout(IntEnum):
    """Who wins when both decks run out in one step (24.4)."""

    DRAW = 0
    TURN_PLAYER_WINS = 1
    TURN_PLAYER_LOSES = 2


Points: TypeAlias = Counts[Attribute]

#: Rows of the field: the attack row stands in front (6).
AF = 0
DF = 1
#: The cells of each row as a mask: left, centre, right; first AF, then DF (29.3).
ATTACK_ROW = 7
DEFENCE_ROW = 56
#: The number of the first cell of the defence row, and the middle cell of each row.
DF_CELLS = 3
ROW_CENTRES = 18

#: The limits common to the abilities that move, swap or discard a character by itself (16).
R4 = {When.OWN_TURN, When.OUTSIDE_BATTLE, When.UNTAPPED}

#: Which stats a support raises, bits of the answer to ``RAISED_STATS``.
RAISES_AP = 1
RAISES_DP = 2


class Card(kernel.Card):
    """A card of any type."""

    owner: Player
    user: Player
    host: Card | None
    root: Card
    was: Card
    zone: Zone | None

    ap: Stat
    dp: Stat
    sp: Stat
    #: Points it gives as payment; effects can change it (2.5).
    ex: Stat
    type: Printed[CardType]
    cost: Printed[Points]
    attributes: Printed[set[Attribute]]
    #: Cells it may enter (an area: lie under), a bit each: AL 1, AC 2, AR 4, DL 8, DC 16, DR 32.
    restriction: Printed[int]
    gender: Printed[Gender] = Gender.OTHER
    #: Number by which texts name it: the person it shows, for cards of one person under several
    #: names, or the item; 0: by name only. A conversion for two people has a second (17.6).
    person: Printed[int]
    second_person: Printed[int]
    #: Which of the cards of its name it is, where cards of one name differ (12.3).
    version: Printed[int]
    #: It enters by replacing a character of its person (17).
    conversion: Printed[bool]
    #: Printed under the person's own name: a conversion can replace it (17.2).
    own_name: Printed[bool] = True
    #: Item: only for a friend (13.5); several may hang on one character (13.3).
    friend_only: Printed[bool]
    several: Printed[bool]
    #: Deck building: these copies are counted apart from others of the name (4.3).
    counted_apart: Printed[bool]

    tapped: Flag
    #: Entered since its user's last turn start: no attack, no [T] of a special ability (7.3).
    locked: Flag
    #: Its tap is promised to a declaration under way (9.9).
    reserved: Flag
    #: Does not untap in its user's next wake-up (T2a).
    stays_tapped: Flag

    #: Items on it, and cards stacked on it (6).
    items: set[Card]
    stacked: set[Card]

    #: Where it is going while several cards leave or change places.
    bound_for: Zone | None
    heading: Destination
    #: How often it changed its cell.
    moves: Small
    #: The last enemy it battled.
    fought: Card | None
    #: The turn, counted from 1, in which it did, or in which an area's text was used.
    used_at: Small
    #: The card that its text is about, or whose text brought it here.
    concerns: Card | None
    #: It goes by another name for now, and by which.
    renamed: Flag
    alias: Name

    @property
    def is_character(self) -> bool:
        """Whether it is a character."""
        return self.type == CardType.CHARACTER

    @property
    def is_event(self) -> bool:
        """Whether it is an event."""
        return self.type == CardType.EVENT

    @property
    def on_field(self) -> bool:
        """Whether it stands on a field as a character."""
        return self.type == CardType.CHARACTER and self.in_play

    @property
    def ready(self) -> bool:
        """Whether it is untapped and its tap is not promised (9.9)."""
        return not self.tapped and not self.reserved


class Player(kernel.Player):
    """A player."""

    enemy: Player
    next: Player

    deck: Zone
    hand: Zone
    dust_box: Zone
    field: Grid
    areas: Grid
    declaration_area: Zone
    removed: Zone
    set_aside: Zone

    #: Whether it has used its text of once a game.
    spent: bool
    #: Whether its text that follows draws is at work: it is not met again meanwhile (24.7).
    drawing: bool

    @property
    def characters(self) -> set[Card]:
        """The characters it uses: those on its field (2.4)."""
        return self.field.cards


class Ability(kernel.Ability):
    """An ability on a card; its words come from the text or from the card's data."""

    bearer: Card

    #: Cost beside its name (3.6): points, [T], discarding its bearer, cards from the own deck.
    cost: Printed[Points]
    tap: Printed[bool]
    discards_itself: Printed[bool]
    mills: Printed[int]
    #: When it may be declared, and how often a turn (0: any number).
    limits: Printed[set[When]]
    limit: Printed[int]
    #: So many of its first target functions are conditions: asked, but nothing is chosen.
    conditions: Printed[int]
    #: The column of its first target is named with it and must stay the same (9.12).
    in_column: Printed[bool]
    #: Its target is named before it is paid for, since its cost depends on it.
    names_first: Printed[bool]
    #: A friend of one of these attributes can be discarded in place of the points (11.13).
    or_friend: Printed[set[Attribute]]
    #: Only once a game (10.11).
    once_a_game: Printed[bool]
    #: Which basic ability it is.
    basic: Printed[Basic] = Basic.NONE
    #: Declared as a cost: points it gives at most, all of one of these attributes (none named:
    #: of any), or each of an attribute of its own.
    points: Printed[int]
    colours: Printed[set[Attribute]]
    form: Printed[CostForm] = CostForm.ONE_COLOUR


class Game(kernel.Game):
    """The game."""

    first: Player
    turn_player: Player
    cause: Ability | None

    #: What is declared and not yet resolved; the last declared on top (10.4).
    chain: Stack[Declaration]
    #: The battle under way.
    battle: Battle | None


@rules.record(capacity=16)
class Declaration(kernel.Record):
    """A declaration: main element, designated payment, targets (9.2)."""

    by: Player
    card: Card
    kind: Kind
    ability: Ability | None = None
    need: Points = NO_COUNTS
    credit: Points = NO_COUNTS
    paying: set[Card] = NO_CARDS
    target: Card | None = None
    second: Card | None = None
    #: The cell entered, laid under or moved to; of an attack the enemy DF cell attacked.
    cell: Zone | None = None
    #: Where a character stood that declared an attack.
    from_zone: Zone | None = None
    #: The declaration whose payment this one, declared as a cost, helps.
    outer: Declaration | None = None
    #: Whether it stood on the chain: what its card was then is what ``still`` compares with.
    announced: bool = False
    failed: bool = False
    #: The column of the target as it was named, counted from 1.
    column: int = 0
    #: A support whose SP another character receives, wherever that stands.
    redirected: bool = False
    #: Points credited that are each of any attribute (11.9).
    wild: int = 0
    #: Each payment card counts as two points of any attribute.
    doubled: bool = False
    #: An entry on a cell whose area makes it cheaper.
    discounted: bool = False
    #: Friends to be discarded in place of the payment (11.13).
    sacrifice: set[Card] = NO_CARDS

    @property
    def from_hand(self) -> bool:
        """Whether its main element is a card that leaves the hand (9.2a)."""
        return self.kind <= Kind.AREA

    @property
    def is_use(self) -> bool:
        """Whether a card or an ability is used; attacks and supports cost nothing (9.1)."""
        return self.kind <= Kind.BASIC_ABILITY or self.ability is not None


@rules.record(capacity=4)
class Battle(kernel.Record):
    """A battle (14)."""

    by: Player
    attacker: Card
    #: The attacker's cell, and the enemy DF cell it attacks.
    ground: Zone
    cell: Zone
    defender: Card | None = None
    #: Who would be downed, judged before anything is replaced (15.6); later who is.
    fallen: set[Card] = NO_CARDS
    halted: bool = False

    @property
    def battlers(self) -> set[Card]:
        """The attacker and, if there is one, the defender."""
        return one(self.attacker) | one(self.defender)


game = rules.vocabulary(card=Card, player=Player, game=Game, ability=Ability)
rules.shows()

# ---------------------------------------------------------------- zones (6)

DECK = rules.zone("deck", capacity=64, visible=Visibility.NOBODY, meaning="the deck")
HAND = rules.zone("hand", capacity=64, visible=Visibility.OWNER, ordered=False, meaning="the hand")
DUST_BOX = rules.zone("dust_box", capacity=64, meaning="discarded cards, open to both players")
FIELD = rules.zone(
    "field", capacity=1, rows=2, columns=3, in_play=True, meaning="six cells: AF above DF"
)
AREAS = rules.zone(
    "areas", capacity=1, rows=2, columns=3, in_play=True, meaning="the area under each cell"
)
DECLARATION_AREA = rules.zone(
    "declaration_area", capacity=64, meaning="declared cards and their designated payment"
)
REMOVED = rules.zone("removed", capacity=64, meaning="cards removed from the game")
SET_ASIDE = rules.zone("set_aside", capacity=64, meaning="cards an effect keeps aside")

ITEMS = rules.link("items")
STACKED = rules.link("stacked")

AP = rules.stat("ap", meaning="attack power")
DP = rules.stat("dp", meaning="defence power")
SP = rules.stat("sp", meaning="support power")
EX = rules.stat("ex", meaning="points it gives as payment")

# ---------------------------------------------------------------- durations and outcomes

#: The default of what texts give (19.6).
END_OF_TURN = rules.duration("end_of_turn")
END_OF_BATTLE = rules.duration("end_of_battle")

DECKED_OUT = rules.outcome("decked_out", clause="24.1", meaning="a deck has no cards left")
BOTH_DECKED_OUT = rules.outcome(
    "both_decked_out", clause="24.4", meaning="both decks ran out in the same step"
)
LOST_BY_EFFECT = rules.outcome(
    "lost_by_effect", clause="24.5", meaning="an effect said that the player loses"
)

# ---------------------------------------------------------------- parameters (28.3)

OPENING_HAND = rules.parameter(
    "opening_hand", 7, low=1, high=30, clause="5.2", meaning="cards drawn before the game"
)
MULLIGAN = rules.parameter(
    "mulligan",
    Mulligan.NO_CHARACTER,
    clause="5.3, C-06",
    meaning="opening hands that may be drawn anew: those without a character, or any, once",
)
DRAWS = rules.parameter(
    "draws", 2, low=0, high=10, clause="T3", meaning="cards drawn in the warm-up"
)
FIRST_DRAW = rules.parameter(
    "first_draw", 1, low=0, high=10, clause="T3", meaning="cards drawn in the very first warm-up"
)
HAND_LIMIT = rules.parameter(
    "hand_limit", 7, low=0, high=60, clause="6b", meaning="cards kept at the end of the own turn"
)
DECK_SIZE = rules.parameter(
    "deck_size", 60, low=10, high=64, clause="4.1", meaning="cards in a deck, exactly"
)
COPIES = rules.parameter(
    "copies", 4, low=1, high=64, clause="4.2", meaning="most cards of one name in a deck"
)
WAKE_UP_OPTIONAL = rules.parameter(
    "wake_up_optional", True, clause="T2, C-05", meaning="a player may leave characters tapped"
)
TAX_FIRST = rules.parameter(
    "tax_first", True, clause="T1b, C-14", meaning="taxes are due before turn-start effects"
)
PAY_AT_RESOLVE = rules.parameter(
    "pay_at_resolve",
    True,
    clause="9.5, C-02",
    meaning="payment is designated when declaring and made when resolving",
)
EVENT_DISCARD_MOMENT = rules.parameter(
    "event_discard_moment",
    EventMoment.AFTER,
    clause="9.7, C-15",
    meaning="a used event reaches the dust box after its processing or at its start",
)
R4_REQUIRES_UNTAPPED_AT_DECLARE = rules.parameter(
    "r4_requires_untapped_at_declare",
    True,
    clause="16.b, C-10",
    meaning="a tapped character cannot declare Step and its like",
)
LOCK_COVERS_BASIC = rules.parameter(
    "lock_covers_basic",
    False,
    clause="7.3",
    meaning="the entry lock also bans basic abilities that cost [T]",
)
SAME_NAME = rules.parameter(
    "same_name_mode",
    SameName.NAME,
    clause="12.3, C-08",
    meaning="characters that may not stand on one field: of one name, or of one number",
)
SAME_NAME_ENFORCEMENT = rules.parameter(
    "same_name_enforcement",
    Enforcement.PREVENT,
    clause="12.5",
    meaning="moves that would break the same-name rule are not carried out, or only entry is",
)
BATTLER_TAP_MOMENT = rules.parameter(
    "battler_tap_moment",
    BattlerTap.START,
    clause="B3, B4, C-04",
    meaning="battlers tap when the battle begins or when it is over",
)
SUPPORT_TAP_MOMENT = rules.parameter(
    "support_tap_moment",
    SupportTap.DECLARE,
    clause="B5, C-18",
    meaning="a supporter taps when declaring or when resolving",
)
SUPPORT_BY = rules.parameter(
    "support_by",
    SupportBy.ROW,
    clause="B5, C-09",
    meaning="support raises AP in AF and DP in DF, or AP of the attacker and DP of the defender",
)
DEFENCE_RESPONDABLE = rules.parameter(
    "defence_respondable", False, clause="C-16", meaning="naming a defender can be answered"
)
RESPOND_TO_AUTOMATIC_BASIC = rules.parameter(
    "respond_to_automatic_basic",
    False,
    clause="C-17",
    meaning="taxes, Bonus, Deck Bonus and Penalty can be answered",
)
DECK_DAMAGE = rules.parameter(
    "deck_damage",
    Damage.ORIGINAL_AP,
    clause="14.4, C-03",
    meaning="an undefended attack damages by the attacker's original or current AP",
)
DOUBLE_DECKOUT = rules.parameter(
    "double_deckout",
    DoubleDeckout.DRAW,
    clause="24.4",
    meaning="what happens when both decks run out in one step",
)

# ---------------------------------------------------------------- timings of the processes (20)

MAKING_ACTED = rules.timing_point("making_acted", Card, clause="P-TAP 1")
MADE_ACTED = rules.timing_point("made_acted", Card, clause="P-TAP 3")
MAKING_NOT_ACTED = rules.timing_point("making_not_acted", Card, clause="P-UNTAP 1")
MADE_NOT_ACTED = rules.timing_point("made_not_acted", Card, clause="P-UNTAP 3")
GIVING_MODIFICATION = rules.timing_point("giving_modification", Card, clause="P-MOD 1")
GAVE_MODIFICATION = rules.timing_point("gave_modification", Card, clause="P-MOD 3")
MOVING = rules.timing_point("moving", Card, kernel.Zone, clause="P-MOVE 2")
MOVED = rules.timing_point("moved", Card, clause="P-MOVE 5, P-REARRANGE 5")
SWAPPING = rules.timing_point("swapping", Card, clause="P-REARRANGE 1")
SWAPPED = rules.timing_point("swapped", Card, clause="P-REARRANGE 6")

# Processes whose page is not reachable have the same shape (20.1).
ENTERING = rules.timing_point("entering", Card, kernel.Zone, clause="12.8")
ENTERED = rules.timing_point("entered", Card, clause="12.8", log=True)
EQUIPPING = rules.timing_point("equipping", Card, Card, clause="13.6")
EQUIPPED = rules.timing_point("equipped", Card, Card, clause="13.6", log=True)
PLACING_AREA = rules.timing_point("placing_area", Card, kernel.Zone, clause="13.8")
PLACED_AREA = rules.timing_point("placed_area", Card, clause="13.8", log=True)
LEAVING_PLAY = rules.timing_point("leaving_play", Card, clause="23.1")
LEFT_PLAY = rules.timing_point("left_play", Card, clause="23.1", log=True)
DRAWING = rules.timing_point("drawing", Player, clause="20.1")
DREW = rules.timing_point("drew", Player, clause="20.1")
DREW_BY_EFFECT = rules.timing_point("drew_by_effect", Player, int, clause="20.1")
MILLING = rules.timing_point("milling", Player, clause="20.1")
MILLED = rules.timing_point("milled", Player, int, clause="20.1")
DISCARDING_HAND = rules.timing_point("discarding_hand", Card, clause="20.1")
DISCARDED_HAND = rules.timing_point("discarded_hand", Card, clause="20.1")
ENTERED_DUST_BOX = rules.timing_point("entered_dust_box", Card, clause="6.3")
REMOVED_FROM_GAME = rules.timing_point("removed_from_game", Card, clause="20.1")
LOST_ABILITY = rules.timing_point("lost_ability", Card, clause="P-LOSE-BA")

# ---------------------------------------------------------------- timings of turn and battle

TAX = rules.timing_point("tax", Player, clause="T1b")
TURN_START = rules.timing_point("turn_start", Player, clause="T1a", log=True)
WAKE_UP = rules.timing_point("wake_up_begins", Player, clause="T2")
WARM_UP = rules.timing_point("warm_up_begins", Player, clause="T3")
MAIN_PHASE = rules.timing_point("main_phase_begins", Player, clause="T4")
TURN_END = rules.timing_point("turn_end", Player, clause="6a")
HAND_ADJUSTMENT = rules.timing_point("hand_adjustment", Player, clause="6b")

DECLARED = rules.timing_point("declared", Card, Declaration, clause="9.2", log=True)
RESOLVING = rules.timing_point("resolving", Card, Declaration, clause="9.5")
PAYING = rules.timing_point("paying", Card, Declaration, clause="9.5")
COST_PAID = rules.timing_point("cost_paid", Card, Declaration, clause="9.5")
RESOLVED = rules.timing_point("resolved", Card, clause="9.5")

ATTACK_DECLARED = rules.timing_point("attack_declared", Card, clause="B1")
BATTLE_STARTED = rules.timing_point("battle_started", Card, clause="B3")
DEFENDER_NAMED = rules.timing_point("defender_named", Card, Card, clause="B4", log=True)
SUPPORT_DECLARED = rules.timing_point("support_declared", Card, Card, clause="B5")
SUPPORTED = rules.timing_point("supported", Card, Card, clause="B5")
COMPARING = rules.timing_point("comparing", Card, clause="15.3")
WOULD_DOWN = rules.timing_point("would_down", Card, clause="15.3")
DOWNED = rules.timing_point("downed", Card, clause="15.3", log=True)
WOULD_LEAVE = rules.timing_point("would_leave", Card, clause="23.2")
DAMAGING_DECK = rules.timing_point("damaging_deck", Card, clause="14.3")
DECK_DAMAGED = rules.timing_point("deck_damaged", Card, int, clause="14.3", log=True)
BONUS = rules.timing_point("bonus", Card, clause="16.15")
DECK_BONUS = rules.timing_point("deck_bonus", Card, clause="16.16")
BATTLE_ENDED = rules.timing_point("battle_ended", Card, clause="B7")

# ---------------------------------------------------------------- questions

USE_COST = rules.question("use_cost", Card, fold=Fold.VALUE, clause="11.8", value=Points)
ABILITY_COST = rules.question(
    "ability_cost", Card, Ability, fold=Fold.VALUE, clause="11.8", value=Points
)
MAY_USE = rules.question("may_use", Card, clause="10.9")
MAY_DECLARE = rules.question("may_declare", Card, Ability, clause="P-CANT-USE-SA")
MAY_TARGET = rules.question("may_target", Card, Ability, Player, clause="9.11")
MAY_ATTACK = rules.question("may_attack", Card, clause="B1")
MAY_DEFEND = rules.question("may_defend", Card, Card, clause="B4")
MUST_DEFEND = rules.question("must_defend", Card, Card, fold=Fold.VALUE, clause="B4", value=bool)
MAY_SUPPORT = rules.question("may_support", Card, Card, clause="B5")
RAISED_STATS = rules.question("raised_stats", Card, Card, fold=Fold.VALUE, clause="B5")
MAY_MODIFY = rules.question("may_modify", Card, clause="19.1")
MAY_EQUIP = rules.question("may_equip", Card, Card, clause="13.3")
MAY_UNTAP = rules.question("may_untap", Card, clause="T2a")
MAY_MOVE_TO = rules.question("may_move_to", Card, kernel.Zone, clause="12.5")
FORCED_DOWN = rules.question("forced_down", Card, Card, fold=Fold.VALUE, clause="15.3", value=bool)
HEADING = rules.question("heading_for", Card, fold=Fold.VALUE, clause="23.2", value=Destination)
DAMAGE = rules.question("damage", Card, fold=Fold.VALUE, clause="14.7")
WARM_UP_DRAWS = rules.question("warm_up_draws", Player, fold=Fold.VALUE, clause="T3")
HAND_SIZE = rules.question("hand_size", Player, fold=Fold.VALUE, clause="6b")

POINTS = rules.payment(
    "points",
    points="ex",
    colours="attributes",
    cost="cost",
    any_member=Attribute.ANY,
    raised_by=USE_COST,
)

# ---------------------------------------------------------------- windows (28.2)

MAIN = rules.window("main", rest=True, clause="T4")
CHANCE = rules.window("chance", rest=True, clause="10.2")
BATTLE = rules.window("battle", Battle, clause="B5")
RESPONSE = rules.window("response", Declaration, clause="10.3")
PAYMENT = rules.window("payment", Declaration, can_pass=False, clause="9.2")

# ---------------------------------------------------------------- what is asked (28.1)

REDRAW = rules.ask("redraw", "draw a new opening hand")
UNTAP = rules.ask("untap", "untap")
PAY_TAX = rules.ask("pay_tax", "pay the tax")
CELL = rules.ask("cell", "on")
ATTACKED_CELL = rules.ask("attacked_cell", "attack")
TARGET = rules.ask("target", "target")
DEFENDER = rules.ask("name_defender", "defend with")
COST_ATTRIBUTE = rules.ask("cost_attribute", "pay with points of")
SUPPORT_RAISES = rules.ask("support_raises", "raise")
DISCARD = rules.ask("discard", "discard")
CHOSEN = rules.ask("chosen", "choose")
NEXT_PLACE = rules.ask("next_place", "place on")
MAY = rules.ask("optional", "do so")
ALTERNATIVE = rules.ask("alternative", "pay otherwise")
NAME = rules.ask("name", "name")

# What games of this ruleset need, so that a game stays within 40 KiB.
rules.capacities.pending = 64
rules.capacities.effects = 56
