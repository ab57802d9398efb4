"""What the words of the rules can be: kinds of card, races, phases, stages and others."""

from __future__ import annotations

from enum import IntEnum


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
