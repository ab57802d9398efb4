"""Texts that hold while a card lies there: stats, races, keywords (V11.1.2)."""

from __future__ import annotations

from tefuda.kernel import NO_CARDS, one
from tefuda.rules import Of, StatOp
from tefuda.rulesets.set_extract.keywords import FIRST_STRIKE, PIERCE, VIGILANCE
from tefuda.rulesets.set_extract.kinds import CardType, Guise, Race
from tefuda.rulesets.set_extract.moves import races
from tefuda.rulesets.set_extract.states import objects
from tefuda.rulesets.set_extract.timings import MAY_BE_OBJECT, RACES_OF
from tefuda.rulesets.set_extract.vocabulary import ATTACK, GRAZE, TOUGHNESS, Card, rules

# ---------------------------------------------------------------- what set cards give their host


@rules.procedure(clause="S11.3.12")
def host_of(me: Card) -> set[Card]:
    """The card it is set on."""
    return one(me.host)


@rules.continuous(stat=ATTACK, who=host_of, clause="S11.3.12 V3.3")
def host_attack(me: Card, card: Card, *, n: int) -> int:
    """Its host's attack is changed by n."""
    return n


@rules.continuous(stat=TOUGHNESS, who=host_of, clause="S11.3.12 V3.3")
def host_toughness(me: Card, card: Card, *, n: int) -> int:
    """Its host's toughness is changed by n."""
    return n


@rules.continuous(gives=PIERCE, who=host_of, clause="S11.3.12")
def host_pierces(me: Card) -> None:
    """Its host has pierce."""


@rules.continuous(stat=ATTACK, who=host_of, clause="S11.3.12")
def host_attack_one(me: Card, card: Card) -> int:
    """From then on an amulet: its host's attack +1."""
    return 1


@rules.continuous(stat=TOUGHNESS, who=host_of, clause="S11.3.12")
def host_toughness_three(me: Card, card: Card) -> int:
    """From then on an amulet: its host's toughness +3."""
    return 3


@rules.continuous(stat=ATTACK, op=StatOp.ORIGINAL, who=host_of, clause="S11.3.12")
def host_has_its_attack(me: Card, card: Card) -> int:
    """Its host's attack is the one printed on it, as noted when it was set."""
    return me.x


@rules.continuous(stat=TOUGHNESS, op=StatOp.ORIGINAL, who=host_of, clause="S11.3.12")
def host_has_its_toughness(me: Card, card: Card) -> int:
    """Its host's toughness is the one printed on it, as noted when it was set."""
    return me.y


# ---------------------------------------------------------------- continuous stats and races


@rules.procedure(clause="V9.5")
def all_active_nodes(me: Card) -> int:
    """How many active nodes all players have."""
    return len(me.user.active_nodes) + len(me.user.enemy.active_nodes)


@rules.continuous(stat=ATTACK, clause="V11.1.2")
def attack_by_active_nodes(me: Card, card: Card) -> int:
    """Attack +1 for each active node of all players."""
    return all_active_nodes(me)


@rules.continuous(stat=TOUGHNESS, clause="V11.1.2")
def toughness_by_active_nodes(me: Card, card: Card) -> int:
    """Toughness +1 for each active node of all players."""
    return all_active_nodes(me)


@rules.procedure(clause="V3.5")
def own_of_race(me: Card, race: Race) -> int:
    """How many own characters are of a race."""
    return len({c for c in me.user.characters if race in races(c)})


@rules.continuous(stat=ATTACK, clause="V11.1.2")
def attack_by_race(me: Card, card: Card, *, race: Race) -> int:
    """Attack +1 for each own character of a race."""
    return own_of_race(me, race)


@rules.continuous(stat=TOUGHNESS, clause="V11.1.2")
def toughness_by_race(me: Card, card: Card, *, race: Race) -> int:
    """Toughness +1 for each own character of a race."""
    return own_of_race(me, race)


@rules.procedure(clause="V11.1.2")
def own_characters(me: Card) -> set[Card]:
    """The characters of its user that may be its objects."""
    return objects(me, me.user.characters)


@rules.continuous(stat=ATTACK, who=own_characters, clause="V11.1.2")
def own_attack(me: Card, card: Card, *, n: int) -> int:
    """The own characters' attack is changed by n."""
    return n


@rules.continuous(stat=TOUGHNESS, who=own_characters, clause="V11.1.2")
def own_toughness(me: Card, card: Card, *, n: int) -> int:
    """The own characters' toughness is changed by n."""
    return n


@rules.answers(RACES_OF, clause="V3.5")
def own_characters_become(me: Card, base: set[Race], card: Card, *, race: Race) -> set[Race]:
    """The own characters are of one race."""
    if card.user == me.user and card.is_character:
        return {race}
    return base


@rules.procedure(clause="S11.3.11")
def paying_amulets(me: Card) -> int:
    """How many nodes discarded by paying became amulets on it."""
    return len({c for c in me.set_cards if c.guise == Guise.AMULET and c.face_down})


@rules.continuous(stat=ATTACK, clause="S11.3.12")
def attack_by_amulets(me: Card, card: Card) -> int:
    """Attack +1 for each node that became an amulet on it."""
    return paying_amulets(me)


@rules.continuous(stat=TOUGHNESS, clause="S11.3.12")
def toughness_by_amulets(me: Card, card: Card) -> int:
    """Toughness +1 for each node that became an amulet on it."""
    return paying_amulets(me)


# ---------------------------------------------------------------- the other side (V6.2)


@rules.procedure(clause="V6.2")
def itself_transformed(me: Card) -> set[Card]:
    """The card while it shows its other side."""
    return one(me) if me.transformed else NO_CARDS


@rules.continuous(stat=ATTACK, op=StatOp.ORIGINAL, who=itself_transformed, clause="V6.2")
def other_attack(me: Card, card: Card, *, n: int) -> int:
    """The other side's attack."""
    return n


@rules.continuous(stat=TOUGHNESS, op=StatOp.ORIGINAL, who=itself_transformed, clause="V6.2")
def other_toughness(me: Card, card: Card, *, n: int) -> int:
    """The other side's toughness."""
    return n


@rules.continuous(stat=GRAZE, op=StatOp.ORIGINAL, who=itself_transformed, clause="V6.2")
def other_graze(me: Card, card: Card, *, n: int) -> int:
    """The other side's graze."""
    return n


@rules.answers(RACES_OF, of=Of.SELF, clause="V6.2")
def other_races(me: Card, base: set[Race], card: Card, *, races: set[Race]) -> set[Race]:
    """The other side's races."""
    return races if me.transformed else base


@rules.continuous(gives=FIRST_STRIKE, who=itself_transformed, clause="V6.2")
def other_first_strike(me: Card) -> None:
    """The other side has first strike."""


@rules.continuous(gives=PIERCE, who=itself_transformed, clause="V6.2")
def other_pierce(me: Card) -> None:
    """The other side has pierce."""


@rules.continuous(gives=VIGILANCE, who=itself_transformed, clause="V6.2")
def other_vigilance(me: Card) -> None:
    """The other side has vigilance."""


@rules.answers(MAY_BE_OBJECT, of=Of.SELF, clause="V11.2.4 V6.2")
def other_no_object_of_spells(me: Card, card: Card, source: Card) -> bool:
    """The other side is no object of spells."""
    return not me.transformed or source.type != CardType.SPELL


# ---------------------------------------------------------------- popularity (V11.4)


@rules.procedure(clause="V11.4")
def popularity_of(me: Card) -> int:
    """How much popularity a leader carries."""
    return len({c for c in me.set_cards if c.face_down})
