"""What texts aim at (V11.2.3)."""

from __future__ import annotations

from tefuda.kernel import NO_CARDS, effect_of, has, one, original
from tefuda.rulesets.set_extract.continuous import popularity_of
from tefuda.rulesets.set_extract.keywords import DOLL, LEGEND, RELIC
from tefuda.rulesets.set_extract.kinds import CardType, Declares, Mode, Race
from tefuda.rulesets.set_extract.moves import all_characters, races
from tefuda.rulesets.set_extract.resolution import played_cards
from tefuda.rulesets.set_extract.setting import equips_of, most_equips
from tefuda.rulesets.set_extract.targets import finds_targets
from tefuda.rulesets.set_extract.vocabulary import TOUGHNESS, Ability, Card, Player, game, rules


@rules.procedure(clause="V11.2.3")
def any_character(me: Card, by: Player, mode: Mode) -> set[Card]:
    """Any character."""
    return all_characters()


@rules.procedure(clause="V11.2.3")
def own_character(me: Card, by: Player, mode: Mode) -> set[Card]:
    """An own character."""
    return by.characters


@rules.procedure(clause="V11.2.3")
def enemy_character(me: Card, by: Player, mode: Mode) -> set[Card]:
    """An enemy character."""
    return by.enemy.characters


@rules.procedure(clause="V11.2.3")
def fairy(me: Card, by: Player, mode: Mode) -> set[Card]:
    """A fairy on the field."""
    return {c for c in all_characters() if Race.FAIRY in races(c)}


@rules.procedure(clause="V11.2.3")
def own_doll(me: Card, by: Player, mode: Mode) -> set[Card]:
    """An own doll."""
    return {c for c in by.characters if has(c, DOLL)}


@rules.procedure(clause="V11.4 V11.2.3")
def equippable(me: Card, by: Player, mode: Mode) -> set[Card]:
    """An own character with room for an equip; a relic wants a legend."""
    return {c for c in by.characters if may_carry(me, c)}


@rules.procedure(clause="V11.4")
def may_carry(me: Card, card: Card) -> bool:
    """Whether a character may carry an equip."""
    if has(me, RELIC) and not has(card, LEGEND):
        return False
    return len(equips_of(card)) < most_equips(card)


@rules.procedure(clause="V9.1")
def played_command(me: Card, by: Player, mode: Mode) -> set[Card]:
    """A played command."""
    return {c for c in played_cards(me) if c.type == CardType.COMMAND}


@rules.procedure(clause="V9.1")
def played_spell(me: Card, by: Player, mode: Mode) -> set[Card]:
    """A played spell."""
    return {c for c in played_cards(me) if c.type == CardType.SPELL}


@rules.procedure(clause="V9.1")
def played_spell_or_command(me: Card, by: Player, mode: Mode) -> set[Card]:
    """A played spell or command."""
    return {c for c in played_cards(me) if c.type != CardType.CHARACTER}


@rules.procedure(clause="V9.1")
def played_card(me: Card, by: Player, mode: Mode) -> set[Card]:
    """A played card."""
    return played_cards(me)


@rules.procedure(clause="V10.1")
def attacker(me: Card, by: Player, mode: Mode) -> set[Card]:
    """The character that attacks."""
    b = game.battle
    if not b or b.cancelled or not b.attacker.fighting:
        return NO_CARDS
    return one(b.attacker)


@rules.procedure(clause="V11.2.3")
def own_dead_character(me: Card, by: Player, mode: Mode) -> set[Card]:
    """A character card in the own underworld."""
    return {c for c in by.underworld if c.type == CardType.CHARACTER}


@rules.procedure(clause="V3.4 V11.2.3")
def dead_with_nodes(me: Card, by: Player) -> set[Card]:
    """Character cards of the underworlds that require a node or more."""
    dead = by.underworld | by.enemy.underworld
    return {c for c in dead if c.type == CardType.CHARACTER and c.nodes >= 1}


@rules.procedure(clause="V11.2.3")
def spell_in_underworlds(me: Card, by: Player, mode: Mode) -> set[Card]:
    """A spell in an underworld whose name is another, and whose text finds its own targets."""
    dead = {c for c in by.underworld | by.enemy.underworld if c.type == CardType.SPELL}
    return {c for c in dead if c.name != me.name and can_resolve(c, by)}


@rules.procedure(clause="V9.1")
def can_resolve(card: Card, by: Player) -> bool:
    """Whether a card could be resolved as played: it has a text that finds its targets."""
    a: Ability | None = effect_of(card)
    return a is None or (a.declares == Declares.NOTHING and finds_targets(a, by))


@rules.procedure(clause="V11.2.3")
def any_field_card(me: Card, by: Player, mode: Mode) -> set[Card]:
    """Any card of the field."""
    return by.field | by.enemy.field


@rules.procedure(clause="V3.6")
def own_sister(me: Card, by: Player, mode: Mode) -> set[Card]:
    """An own character of the persons that it may be set on."""
    return {c for c in by.characters - one(me) if c.person == me.caster}


@rules.procedure(clause="V11.2.3")
def itself_with_life(me: Card, by: Player, mode: Mode) -> set[Card]:
    """Itself, while there is life to pay."""
    return one(me) if by.life > 0 else NO_CARDS


@rules.procedure(clause="V11.2.3")
def itself_active(me: Card, by: Player, mode: Mode) -> set[Card]:
    """Itself while it is active."""
    return NO_CARDS if me.asleep else one(me)


@rules.procedure(clause="V11.4")
def known_leader(me: Card, by: Player, mode: Mode) -> set[Card]:
    """An own character, with popularity 1 or more."""
    return by.characters if popularity_of(me) >= 1 else NO_CARDS


@rules.procedure(clause="V11.4")
def popularity(me: Card, by: Player, mode: Mode) -> set[Card]:
    """A popularity on it, while the next damage is not negated already."""
    return NO_CARDS if by.shielded else {c for c in me.set_cards if c.face_down}


@rules.procedure(clause="V11.2.3")
def host_of_spear(me: Card, by: Player, mode: Mode) -> set[Card]:
    """Its host, if the printed toughness of that leaves an X above 0."""
    host = me.host
    if not host or original(host, TOUGHNESS) < 2:
        return NO_CARDS
    return one(host)
