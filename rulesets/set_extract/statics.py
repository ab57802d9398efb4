"""Texts of cards that nobody declares: continuous ones, answers, and automatic effects (V11.1)."""

from __future__ import annotations

from tefuda.kernel import (
    NO_CARDS,
    choose,
    confirm,
    extract,
    fail,
    gain,
    has,
    look,
    lose_game,
    one,
    some,
)
from tefuda.rules import Of, StatOp
from tefuda.rulesets.set_extract.declarations import (
    aim_at,
    is_command_or_character_effect,
    legal_targets,
    nullify,
)
from tefuda.rulesets.set_extract.keywords import (
    DISCARDED_WHEN_EMPTY,
    DOLL,
    FIRST_STRIKE,
    INSTANT_DEATH,
    LAST_SPELL,
    PIERCE,
    VIGILANCE,
    VOIDS_RESOLUTE_TEXTS,
)
from tefuda.rulesets.set_extract.payment import pay_in_effect, purse
from tefuda.rulesets.set_extract.processes import (
    can_negate_resolute,
    change_side,
    choose_at_random,
    deal_damage,
    discard_from_hand,
    draw,
    enter,
    enter_from_exclusion,
    leave,
    look_at_deck,
    may_leave_excluded,
    move,
    negate_resolute,
    objects,
    pay_life,
    put_node,
    put_to_sleep,
    races,
    remove,
    set_on,
    shuffle,
    top_cards,
    wake,
)
from tefuda.rulesets.set_extract.searches import search_to_hand, unite
from tefuda.rulesets.set_extract.vocabulary import (
    AIMED_AT,
    ATTACK,
    BATTLE_START,
    BECAME_RESOLUTE,
    CARD_COST,
    CHANGED_SIDE,
    CHOSEN,
    DAMAGED,
    DECK,
    END_OF_BATTLE,
    ENTERED,
    EXCLUDED,
    FALLS_BY,
    FIGHTS,
    FOUND,
    GOES_TO,
    GRAZE,
    HAND,
    HAND_SIZE,
    INTERFERENCE_END,
    LEADER_POPULARITY,
    LOOKED_AT_DECK,
    LOST_BY_CARD,
    LOST_LIFE,
    MADE_RESOLUTE,
    MAY_ATTACK,
    MAY_BE_OBJECT,
    MAY_BE_TARGET,
    MAY_LOSE,
    MAY_MOVE_EXCLUDED,
    MAY_NEGATE,
    MAY_PAY_ASLEEP,
    MAY_PLAY,
    MAY_USE,
    MAY_WAKE,
    NODES_PER_TURN,
    PAYS_BLESSING,
    PAYS_LIFE,
    PAYS_UPKEEP,
    PHASE_END,
    PHASE_START,
    PLAY_AREA,
    PLAY_NEGATED,
    PLAYED_CARD,
    PLAYED_IN,
    PLAYER_BATTLE_DAMAGED,
    PLAYER_DAMAGED,
    PLAYER_RECEIVES,
    RACES_OF,
    RECEIVES,
    SET,
    SET_ON,
    TOUGHNESS,
    TRANSFORMS,
    TURN_END,
    TURN_START,
    UNDERWORLD,
    UPKEEP,
    USES_TEXT,
    WAS_DISCARDED,
    WOULD_ENTER,
    WOULD_PLACE,
    WOULD_TAKE,
    Ability,
    Battle,
    Card,
    CardType,
    Declaration,
    Destination,
    Guise,
    Harm,
    Phase,
    Place,
    Player,
    Race,
    Stage,
    game,
    rules,
)

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


# ---------------------------------------------------------------- permissions and amounts


@rules.answers(RECEIVES, of=Of.SELF, clause="V11.4")
def immunity(me: Card, base: int, card: Card, harm: Harm, *, race: Race) -> int:
    """It takes no battle damage from characters of a race."""
    other = me.hurt_by
    if harm == Harm.BATTLE and other and race in races(other):
        return 0
    return base


@rules.answers(RECEIVES, of=Of.SELF, clause="V11.4")
def immunity_to_youkai(me: Card, base: int, card: Card, harm: Harm) -> int:
    """It takes no battle damage from youkai; as other cards give it."""
    other = me.hurt_by
    if harm == Harm.BATTLE and other and Race.YOUKAI in races(other):
        return 0
    return base


@rules.answers(RECEIVES, of=Of.SELF, clause="V10.7")
def no_battle_damage(me: Card, base: int, card: Card, harm: Harm) -> int:
    """It takes no battle damage."""
    return 0 if harm == Harm.BATTLE else base


@rules.answers(HAND_SIZE, clause="V7.4")
def smaller_enemy_hand(me: Card, base: int, player: Player, *, n: int) -> int:
    """The opponent's hand limit is n lower."""
    return base - n if player == me.user.enemy else base


@rules.answers(UPKEEP, clause="V7.4")
def infects_race(me: Card, base: int, card: Card) -> int:
    """All other characters that share a race with a card set on it have upkeep 1 more."""
    if card == me or not card.is_character:
        return base
    return base + 1 if any(printed_share(s, card) for s in me.set_cards) else base


@rules.procedure(clause="V3.5")
def printed_share(card: Card, other: Card) -> bool:
    """Whether a set card's printed races meet those of a character."""
    return bool(card.races & races(other))


@rules.answers(CARD_COST, of=Of.SELF, works_in=(HAND, PLAY_AREA), clause="V9.5")
def cheaper_by_active_nodes(me: Card, base: int, card: Card, player: Player) -> int:
    """It costs one less for each own active node."""
    return base - len(player.active_nodes)


@rules.answers(MAY_WAKE, of=Of.SELF, clause="V7.4")
def does_not_wake_itself(me: Card, card: Card) -> bool:
    """The active phase does not wake it."""
    return False


@rules.answers(MAY_WAKE, clause="V7.4")
def nothing_wakes(me: Card, card: Card) -> bool:
    """The active phase wakes no card of the field."""
    return False


@rules.answers(MAY_LOSE, clause="V4.6")
def does_not_lose_without_life(me: Card, player: Player) -> bool:
    """Its user does not lose by a life of 0 or less."""
    return player != me.user


@rules.answers(MAY_PAY_ASLEEP, clause="V9.5")
def no_sleeping_nodes_pay(me: Card, player: Player) -> bool:
    """Nobody may pay costs with sleeping nodes."""
    return False


@rules.answers(MAY_PLAY, of=Of.SELF, works_in=(HAND,), clause="V9.2.b")
def only_in_own_maintenance(me: Card, card: Card, player: Player) -> bool:
    """It can be played in the own maintenance phase only."""
    return game.phase == Phase.MAINTENANCE and game.turn_player == player


@rules.answers(MAY_PLAY, of=Of.SELF, works_in=(HAND,), clause="V9.2.b")
def only_without_node(me: Card, card: Card, player: Player) -> bool:
    """It can be played only while no node was set from the hand in this turn."""
    return player.nodes_set == 0


@rules.trigger(PLAYED_CARD, of=Of.SELF, works_in=(PLAY_AREA,), clause="V9.2.b")
def no_node_after_it(me: Card, card: Card, d: Declaration) -> None:
    """Once it is played no node may be set from the hand in this turn."""
    d.by.nodes_set = NODES_PER_TURN


@rules.answers(MAY_PLAY, clause="V9.2")
def no_spells_or_commands(me: Card | None, card: Card, player: Player) -> bool:
    """Nobody may play spells and commands; as an ability of the game."""
    return card.type == CardType.CHARACTER


@rules.answers(MAY_USE, clause="V11.1.1")
def no_activated_effects(me: Card | None, card: Card, player: Player) -> bool:
    """Nobody may use activated effects; as an ability of the game."""
    return False


@rules.answers(MAY_USE, of=Of.SELF, clause="V11.1.1")
def silent_with_nodes(me: Card, card: Card, player: Player, *, n: int) -> bool:
    """With n nodes or more its effects cannot be used."""
    return len(me.user.nodes) < n


@rules.answers(MAY_BE_TARGET, of=Of.SELF, clause="V11.2.4")
def no_target_of_cards(me: Card, card: Card, a: Ability, by: Player) -> bool:
    """It cannot be targeted by spells and commands."""
    return a.bearer.is_character


@rules.answers(MAY_BE_TARGET, of=Of.SELF, clause="V11.2.4")
def no_target_of_enemies(me: Card, card: Card, a: Ability, by: Player) -> bool:
    """It cannot be targeted by the opponent."""
    return by == me.user


@rules.answers(MAY_BE_OBJECT, clause="V11.2.4")
def no_objects_of_others(me: Card, card: Card, source: Card) -> bool:
    """It and what is set on it are no objects of other cards."""
    return card.root != me.root or source.root == me.root


@rules.answers(MAY_NEGATE, of=Of.SELF, works_in=(PLAY_AREA,), clause="V9.10")
def play_not_negated(me: Card, card: Card) -> bool:
    """Its play cannot be negated."""
    return False


@rules.answers(MAY_MOVE_EXCLUDED, clause="S11.3.5")
def excluded_cards_stay(me: Card, card: Card) -> bool:
    """Excluded cards cannot move to any zone."""
    return False


@rules.answers(MAY_ATTACK, clause="V10.1")
def host_cannot_attack(me: Card, card: Card) -> bool:
    """Its host cannot attack."""
    return card != me.host


@rules.answers(GOES_TO, of=Of.SELF, clause="S11.3.3.h")
def excluded_if_discarded(me: Card, base: Destination, card: Card) -> Destination:
    """If it is discarded it is excluded instead."""
    return Destination.EXCLUDED if base == Destination.UNDERWORLD else base


# ---------------------------------------------------------------- blessing, resistance (V11.4)


@rules.procedure(clause="V11.4")
def aimed_by_enemy(me: Card, card: Card, d: Declaration) -> bool:
    """Whether an opponent's command or character effect aims at it."""
    return d.by != me.user and is_command_or_character_effect(d)


@rules.procedure(clause="V11.4")
def must_pay(d: Declaration, x: int) -> None:
    """Who aims pays X, or the effect is nullified and its source discarded."""
    if purse(d.by) < x or not confirm(d.by, PAYS_BLESSING) or not pay_in_effect(d.by, x):
        nullify(d)


@rules.trigger(AIMED_AT, of=Of.SELF, when=aimed_by_enemy, rechecks=True, clause="V11.4")
def blessing(me: Card, card: Card, d: Declaration, *, x: int) -> None:
    """Aiming at it by commands and character effects costs opponents X."""
    must_pay(d, x)


@rules.trigger(
    AIMED_AT, of=Of.SELF, when=aimed_by_enemy, rechecks=True, works_in=(PLAY_AREA,), clause="V11.4"
)
def resistance(me: Card, card: Card, d: Declaration, *, x: int) -> None:
    """Aiming at it while it is being played costs opponents X."""
    must_pay(d, x)


@rules.procedure(clause="V11.2.3")
def aimed_at_friend(me: Card, card: Card, d: Declaration) -> bool:
    """Whether a command or character effect aims at another own character but could aim at it."""
    a = d.ability
    if not a or card == me or card.user != me.user or not card.is_character:
        return False
    return is_command_or_character_effect(d) and me in legal_targets(a, d.by, d.mode)


@rules.trigger(AIMED_AT, when=aimed_at_friend, rechecks=True, clause="V11.2.3")
def draws_aim(me: Card, card: Card, d: Declaration) -> None:
    """Commands and character effects that aim at own characters aim at it instead."""
    aim_at(d, me)


# ---------------------------------------------------------------- on entry


@rules.trigger(PLAYED_IN, of=Of.SELF, clause="V11.1.3")
def searches_doll(me: Card, card: Card) -> None:
    """Look at the deck; you may extract a doll, show it and take it; shuffle."""
    look_at_deck(me.user, me.user)
    dolls = {c for c in me.user.deck if c.type == CardType.CHARACTER and has(c, DOLL)}
    search_to_hand(me.user, dolls)


@rules.trigger(PLAYED_IN, of=Of.SELF, clause="V11.1.3")
def searches_own_spell(me: Card, card: Card) -> None:
    """You may extract a spell of which it is the caster and take it; shuffle."""
    look_at_deck(me.user, me.user)
    spells = {c for c in me.user.deck if c.type == CardType.SPELL and c.caster == me.person}
    search_to_hand(me.user, spells)


@rules.trigger(PLAYED_IN, of=Of.SELF, clause="V11.1.3 V5.3")
def brings_familiars(me: Card, card: Card) -> None:
    """You may set up to three top deck cards, unseen and asleep, as familiars on your field."""
    left = 3
    while left > 0 and me.user.deck and confirm(me.user, USES_TEXT):
        left = left - 1
        for top in top_cards(me.user, 1):
            enter(top, me.user, True, Guise.FAMILIAR)


@rules.trigger(ENTERED, of=Of.SELF, clause="V11.1.3")
def may_add_top_node(me: Card, card: Card) -> None:
    """You may add the top card of the deck to your active nodes."""
    if me.user.deck and confirm(me.user, USES_TEXT):
        for top in top_cards(me.user, 1):
            put_node(top, me.user, False)


@rules.trigger(ENTERED, of=Of.SELF, clause="V11.1.3 S11.3.10")
def carries_top_cards(me: Card, card: Card, *, n: int) -> None:
    """Set the n top cards of the deck face down on it; fewer are none (V11.2.1)."""
    if len(me.user.deck) >= n:
        for _ in range(n):
            for top in top_cards(me.user, 1):
                set_on(me.user, top, me, True)


@rules.trigger(ENTERED, of=Of.SELF, clause="V11.4")
def carries_popularity(me: Card, card: Card) -> None:
    """Leader: so many top cards of the deck become popularity on it."""
    for _ in range(LEADER_POPULARITY):
        for top in top_cards(me.user, 1):
            set_on(me.user, top, me, True)


@rules.trigger(ENTERED, of=Of.SELF, clause="V11.1.3 S11.4.4")
def may_find_equip(me: Card, card: Card, *, person: int) -> None:
    """You may extract an equip of a caster from the deck and set it on this; shuffle."""
    look_at_deck(me.user, me.user)
    found = {c for c in me.user.deck if c.place == Place.EQUIP and c.caster == person}
    equip = choose(me.user, found, FOUND, optional=True)
    if equip:
        with extract(equip):
            if not set_on(me.user, equip, me, False):
                fail()
    shuffle(me.user)


@rules.trigger(ENTERED, of=Of.SELF, clause="V11.1.6")
def takes_enemy_dead(me: Card, card: Card) -> None:
    """Set a character card of the enemy underworld on it."""
    dead = {c for c in me.user.enemy.underworld if c.type == CardType.CHARACTER}
    if dead:
        set_on(me.user, choose(me.user, dead, CHOSEN), me, False)


@rules.trigger(ENTERED, of=Of.SELF, clause="S11.4.4")
def hides_a_card(me: Card, card: Card) -> None:
    """Extract any card of the deck and set it face down on this; shuffle."""
    look_at_deck(me.user, me.user)
    if me.user.deck:
        found = choose(me.user, me.user.deck, FOUND)
        with extract(found):
            if not set_on(me.user, found, me, True):
                fail()
    shuffle(me.user)


@rules.trigger(ENTERED, of=Of.SELF, clause="S11.4 S11.7")
def hides_enemy_cards(me: Card, card: Card) -> None:
    """Look at the enemy's ten top cards, extract three and set them face down on this; shuffle.

    Where there are fewer than ten the text fails (V11.2.2).
    """
    enemy = me.user.enemy
    if len(enemy.deck) < 10:
        return
    top = top_cards(enemy, 10)
    look(me.user, top)
    found = some(me.user, top, 3, 3, FOUND)
    with extract(found):
        for card_found in found:
            if not set_on(me.user, card_found, me, True):
                fail()
    shuffle(enemy)


@rules.trigger(ENTERED, of=Of.SELF, clause="S11.4.4")
def gathers_equips(me: Card, card: Card) -> None:
    """You may extract up to five equips of different casters, deck and underworld, onto this."""
    look_at_deck(me.user, me.user)
    found = NO_CARDS
    pool = {c for c in me.user.deck | me.user.underworld if c.place == Place.EQUIP}
    while len(found) < 5 and pool:
        equip = choose(me.user, pool, FOUND, optional=True)
        if equip:
            found = found | one(equip)
            pool = {c for c in pool if c.caster != equip.caster}
        else:
            pool = NO_CARDS
    with extract(found):
        for equip_found in found:
            if not set_on(me.user, equip_found, me, False):
                fail()
    shuffle(me.user)


@rules.trigger(
    WOULD_ENTER,
    of=Of.SELF,
    works_in=(HAND, PLAY_AREA, UNDERWORLD, DECK, EXCLUDED),
    clause="V11.4",
)
def union_of(me: Card, card: Card, *, first: int, second: int, third: int = 0) -> None:
    """Union: exclude one of each listed card, or it is excluded itself and does not enter."""
    unite(me, first, second, third)


# ---------------------------------------------------------------- turn and phases


@rules.procedure(clause="V7.6")
def just_played(me: Card, player: Player) -> bool:
    """Whether it was played and entered in this turn."""
    return me.played and me.came == game.turn


@rules.trigger(TURN_END, when=just_played, rechecks=True, clause="V7.6")
def draws_at_end(me: Card, player: Player) -> None:
    """At the end of the turn in which it was played and entered, draw 1."""
    draw(me.user, 1)


@rules.procedure(clause="V7.3")
def own_maintenance(me: Card, player: Player, phase: Phase) -> bool:
    """Whether the own maintenance phase is there."""
    return player == me.user and phase == Phase.MAINTENANCE


@rules.trigger(PHASE_START, when=own_maintenance, rechecks=True, clause="V7.3")
def discards_or_goes(me: Card, player: Player, phase: Phase, *, n: int) -> None:
    """At its start discard n hand cards; if that is impossible it moves to the enemy's field."""
    if len(me.user.hand) >= n:
        discard_from_hand(me.user, n)
    else:
        change_side(me, me.user.enemy)


@rules.procedure(clause="V7.1")
def own_turn(me: Card, player: Player) -> bool:
    """Whether it is the turn of its user."""
    return player == me.user


@rules.trigger(TURN_START, when=own_turn, rechecks=True, works_in=(EXCLUDED,), clause="S11.3.5")
def comes_back_from_exclusion(me: Card, player: Player) -> None:
    """At the start of your turn put this excluded card onto your field, active."""
    enter_from_exclusion(me, me.owner, False)


@rules.procedure(clause="V7.1")
def host_turn(me: Card, player: Player) -> bool:
    """Whether it is the turn of its host's player."""
    return me.host is not None and player == me.root.user


@rules.trigger(TURN_START, when=host_turn, rechecks=True, clause="V11.1.4")
def host_pays_or_dies(me: Card, player: Player, *, n: int) -> None:
    """At the start of your turn pay n or the host is discarded."""
    host = me.host
    if purse(player) >= n and confirm(player, PAYS_UPKEEP) and pay_in_effect(player, n):
        return
    if host:
        remove(one(host), Stage.DISCARD)


@rules.procedure(clause="V7.3")
def discard_phase_over(me: Card, player: Player, phase: Phase) -> bool:
    """Whether a discard phase ends."""
    return phase == Phase.DISCARD


@rules.trigger(PHASE_END, when=discard_phase_over, rechecks=True, clause="V7.3")
def excluded_at_discard_end(me: Card, player: Player, phase: Phase) -> None:
    """At the end of the discard phase it is excluded."""
    remove(one(me), Stage.EXCLUDE)


@rules.on(TURN_END, clause="V3.8")
def wraiths_become_nodes(player: Player) -> None:
    """At the end of the turn wraiths become sleeping nodes."""
    wraiths = {c for c in game.on_field if c.guise == Guise.WRAITH}
    if wraiths:
        move(player, wraiths, Destination.NODES_ASLEEP)


@rules.trigger(TURN_END, clause="V7.6")
def resolute_at_end(me: Card, player: Player) -> None:
    """At the end of the turn it becomes resolute."""
    remove(one(me), Stage.RESOLUTE)


# ---------------------------------------------------------------- resolute, discard, damage


@rules.procedure(clause="V11.4")
def answers_resolute(me: Card) -> bool:
    """Whether no enemy fighter voids texts about becoming resolute."""
    b = game.battle
    if not b:
        return True
    return not any(c.user != me.user and has(c, VOIDS_RESOLUTE_TEXTS) for c in b.fighters)


@rules.procedure(clause="V10.4")
def beat(me: Card, card: Card) -> bool:
    """Whether it made an enemy resolute by its battle damage."""
    return card.user != me.user and card.fighting and card.hurt_by == me and answers_resolute(me)


@rules.trigger(BECAME_RESOLUTE, when=beat, rechecks=True, clause="V11.1.4")
def finds_named_after_win(me: Card, card: Card, *, person: int) -> None:
    """On making an enemy resolute in battle you may search a named card; shuffle."""
    look_at_deck(me.user, me.user)
    search_to_hand(me.user, {c for c in me.user.deck if c.person == person})


@rules.trigger(BECAME_RESOLUTE, when=beat, rechecks=True, clause="S11.9")
def takes_hand_card_as_node(me: Card, card: Card) -> None:
    """On making an enemy resolute in battle a random hand card becomes that player's node."""
    victim = card.user
    found = choose_at_random(victim.hand.cards)
    if found:
        put_node(found, victim, False)


@rules.answers(FALLS_BY, clause="V11.3.4")
def excludes_what_it_beats(me: Card, base: Stage, card: Card) -> Stage:
    """What it makes resolute in battle is excluded instead of discarded."""
    return Stage.EXCLUDE if card.fighting and card.hurt_by == me else base


@rules.procedure(clause="V10.7")
def falls_in_battle(me: Card, card: Card) -> bool:
    """Whether battle damage makes it resolute, which can be negated."""
    return me.battle_damage > 0 and can_negate_resolute(me) and answers_resolute(me)


@rules.trigger(
    MADE_RESOLUTE, of=Of.SELF, when=falls_in_battle, rechecks=True, may=USES_TEXT, clause="V11.3.4"
)
def becomes_node_instead(me: Card, card: Card) -> None:
    """When made resolute by battle it may become an active node instead."""
    if negate_resolute(me):
        move(me.user, one(me), Destination.NODES)


@rules.procedure(clause="S11.3.12")
def host_falls(me: Card, card: Card) -> bool:
    """Whether its host is being made resolute, which can be negated."""
    return card == me.host and can_negate_resolute(card) and answers_resolute(me)


@rules.trigger(BECAME_RESOLUTE, when=host_falls, rechecks=True, may=USES_TEXT, clause="V11.3.4")
def saves_host(me: Card, card: Card) -> None:
    """When its host is resolute it may be discarded; if so that is negated."""
    host = me.host
    remove(one(me), Stage.DISCARD)
    if host and not me.in_play:
        negate_resolute(host)


@rules.procedure(clause="S11.3.12")
def host_is_resolute(me: Card, card: Card) -> bool:
    """Whether its host has become resolute."""
    return card == me.host and answers_resolute(me)


@rules.trigger(BECAME_RESOLUTE, when=host_is_resolute, rechecks=True, clause="V11.3.4")
def returns_for_life(me: Card, card: Card) -> None:
    """When its host is resolute you may pay 1 life; if so it returns to the hand."""
    user = me.user
    if user.life > 0 and confirm(user, PAYS_LIFE):
        pay_life(user, 1)
        leave(user, one(me), Destination.HAND)


@rules.trigger(WAS_DISCARDED, of=Of.SELF, may=USES_TEXT, clause="V11.3.5")
def returns_to_deck_top(me: Card, card: Card) -> None:
    """When discarded it may return to the top of the deck."""
    move(me.user, one(me), Destination.DECK_TOP)


@rules.trigger(WAS_DISCARDED, of=Of.SELF, clause="V4.6")
def loses_when_discarded(me: Card, card: Card) -> None:
    """If it is discarded its original player loses."""
    lose_game(me.owner, LOST_BY_CARD)


@rules.trigger(CHANGED_SIDE, of=Of.SELF, clause="V4.6")
def loses_when_taken(me: Card, card: Card) -> None:
    """If it moves to the opponent's field its original player loses."""
    if me.user != me.owner:
        lose_game(me.owner, LOST_BY_CARD)


@rules.procedure(clause="V10.7")
def in_battle(me: Card, card: Card, harm: Harm) -> bool:
    """Whether the damage is battle damage of another character."""
    return harm == Harm.BATTLE and me.hurt_by is not None


@rules.trigger(WOULD_TAKE, of=Of.SELF, when=in_battle, rechecks=True, clause="V10.7")
def reflects_battle_damage(me: Card, card: Card, harm: Harm) -> None:
    """When it would take battle damage that is negated and dealt to the other fighter."""
    n = me.taking
    other = me.hurt_by
    me.taking = 0
    if other and other.is_character:
        pending = other.taking
        deal_damage(me, one(other), n)
        other.taking = pending


@rules.trigger(DAMAGED, of=Of.SELF, may=USES_TEXT, clause="V11.4")
def falls_apart(me: Card, card: Card, harm: Harm, *, first: int, second: int, third: int) -> None:
    """When it took damage it may be excluded; if so its excluded parts may enter asleep."""
    user = me.user
    remove(one(me), Stage.EXCLUDE)
    if not me.in_play:
        come_back(user, first)
        come_back(user, second)
        come_back(user, third)


@rules.procedure(clause="S11.3.5")
def come_back(user: Player, person: int) -> None:
    """Let a player put one excluded card of a name onto the field asleep."""
    parts = {c for c in user.excluded if c.person == person and may_leave_excluded(c)}
    part = choose(user, parts, CHOSEN, optional=True)
    if part:
        enter_from_exclusion(part, user, True)


@rules.procedure(clause="V10.7")
def own_player_hit(me: Card, player: Player, n: int) -> bool:
    """Whether its user was damaged."""
    return player == me.user


@rules.trigger(PLAYER_BATTLE_DAMAGED, when=own_player_hit, rechecks=True, clause="V10.7")
def wakes_when_hit(me: Card, player: Player, n: int) -> None:
    """When you take battle damage it wakes."""
    wake(one(me))


@rules.trigger(PLAYER_DAMAGED, clause="V10.7")
def discarded_when_players_hurt(me: Card, player: Player, n: int) -> None:
    """When any player takes damage it is discarded."""
    remove(one(me), Stage.DISCARD)


# ---------------------------------------------------------------- battle


@rules.procedure(clause="V10.4.b")
def left_alone(me: Card, card: Card, b: Battle) -> bool:
    """Whether it fights and the opponent did nothing but defend."""
    if not me.fighting:
        return False
    return not b.interfered if me.user == b.by else not b.answered_itself


@rules.trigger(BATTLE_START, when=left_alone, rechecks=True, clause="V10.4.b")
def strikes_when_left_alone(me: Card, card: Card, b: Battle) -> None:
    """First strike and instant death until the end of that battle."""
    gain(me, FIRST_STRIKE, until=END_OF_BATTLE)
    gain(me, INSTANT_DEATH, until=END_OF_BATTLE)


@rules.trigger(FIGHTS, of=Of.SELF, clause="V11.4 V6.2")
def transforms_to_fight(me: Card, card: Card, b: Battle) -> None:
    """On attack or defence it may transform until your next turn starts."""
    if not me.transformed and confirm(me.user, TRANSFORMS):
        turn_over(me)


@rules.procedure(clause="V6.2 V11.4")
def turn_over(card: Card) -> None:
    """Show the other side until the next own turn starts; what is set on it stays."""
    card.transformed = True


@rules.on(TURN_START, clause="V6.2 V11.4")
def turn_back(player: Player) -> None:
    """What was turned over shows its printed side again when the turn of its player starts."""
    for card in player.characters:
        if card.transformed and not card.for_good:
            card.transformed = False


# ---------------------------------------------------------------- being set


@rules.trigger(SET, of=Of.SELF, clause="S11.3.10 S11.5.3")
def host_falls_asleep(me: Card, card: Card, host: Card) -> None:
    """When set, its host goes to sleep."""
    put_to_sleep(one(host))


@rules.trigger(SET, of=Of.SELF, clause="S11.3.2")
def gives_host_away(me: Card, card: Card, host: Card) -> None:
    """Set on a character of the field of who played it: that moves to the other field."""
    if host.user == me.owner:
        me.returns_to = host.user
        change_side(host, host.user.enemy)


@rules.trigger(SET, of=Of.SELF, clause="S11.3.2")
def takes_host(me: Card, card: Card, host: Card) -> None:
    """When set, its host moves to the field of who set it."""
    if host.user != me.owner:
        me.returns_to = host.user
        change_side(host, me.owner)


@rules.trigger(WAS_DISCARDED, of=Of.SELF, clause="S11.3.2")
def returns_host(me: Card, card: Card) -> None:
    """When this set card is discarded its host returns active to its original player."""
    host = me.host
    player = me.returns_to
    if host and player and change_side(host, player):
        wake(one(host))


@rules.trigger(SET, of=Of.SELF, clause="V10.6")
def stops_host(me: Card, card: Card, host: Card) -> None:
    """An attack of its host is cancelled at once."""
    b = game.battle
    if b and b.attacker == host and host.fighting:
        b.cancelled = True


@rules.procedure(clause="S11.3.15")
def full_of_cards(me: Card, host: Card, card: Card) -> bool:
    """Whether three cards are set on it."""
    return len(me.set_cards) >= 3


@rules.trigger(SET_ON, of=Of.SELF, when=full_of_cards, rechecks=True, clause="S11.3.15")
def discarded_when_full(me: Card, host: Card, card: Card) -> None:
    """When three or more cards are set on it, it is discarded."""
    remove(one(me), Stage.DISCARD)


@rules.on(INTERFERENCE_END, clause="V11.1.4")
def discard_empty_holders(player: Player) -> None:
    """Fields of equips without an equip are discarded."""
    empty = {c for c in game.on_field if has(c, DISCARDED_WHEN_EMPTY) and not c.set_cards}
    remove(empty, Stage.DISCARD)


@rules.procedure(clause="V9.5")
def own_node_paid(me: Card, card: Card) -> bool:
    """Whether an own node is being discarded by paying."""
    to_underworld = game.placing_to == Destination.UNDERWORLD
    return game.paying and to_underworld and card.zone == me.user.nodes


@rules.instead(WOULD_PLACE, when=own_node_paid, clause="V11.2.2.a")
def node_becomes_amulet(me: Card, card: Card) -> bool:
    """A node discarded by paying is set face down on this instead, as an amulet."""
    if not set_on(me.user, card, me, True):
        return False
    card.guise = Guise.AMULET
    return True


# ---------------------------------------------------------------- hand, deck, life


@rules.procedure(clause="V9.10")
def own_play_negated(me: Card, card: Card) -> bool:
    """Whether a play of its owner was negated and no copy of it stands there yet."""
    copies = {c for c in me.owner.field if c.name == me.name and not c.face_down}
    return card.owner == me.owner and not copies


@rules.trigger(
    PLAY_NEGATED,
    when=own_play_negated,
    rechecks=True,
    may=USES_TEXT,
    works_in=(HAND,),
    clause="V9.10",
)
def enters_on_negation(me: Card, card: Card) -> None:
    """When a play of yours is negated you may put this onto the field active; one copy only."""
    enter(me, me.owner, False, Guise.NONE)


@rules.procedure(clause="S11.7 S11.6.4")
def own_deck_looked_at(me: Card, player: Player, whose: Player) -> bool:
    """Whether its owner looked at the own deck and has no copy of it."""
    copies = {c for c in me.owner.field if c.name == me.name and not c.face_down}
    return player == me.owner and whose == me.owner and not copies


@rules.trigger(
    LOOKED_AT_DECK,
    when=own_deck_looked_at,
    rechecks=True,
    may=USES_TEXT,
    works_in=(DECK,),
    clause="S11.7",
)
def enters_when_looked_at(me: Card, player: Player, whose: Player) -> None:
    """When you look at your deck by an effect you may extract this from it, to enter asleep."""
    with extract(me):
        if not enter(me, me.owner, True, Guise.NONE):
            fail()


@rules.procedure(clause="V4.6")
def without_life(me: Card, player: Player) -> bool:
    """Whether its user has no life left."""
    return player == me.user and player.life <= 0


@rules.trigger(LOST_LIFE, when=without_life, rechecks=True, clause="V4.6 V7.7")
def buys_a_turn(me: Card, player: Player) -> None:
    """Without life: discard this, life becomes 1, your turn comes at once, then you lose."""
    user = me.user
    remove(one(me), Stage.DISCARD)
    user.life = 1
    user.doomed = True
    game.ends_for = user


@rules.procedure(clause="V11.1.4")
def last_spell_played(me: Card, card: Card, d: Declaration) -> bool:
    """Whether a last spell was played."""
    return has(card, LAST_SPELL)


@rules.trigger(PLAYED_CARD, when=last_spell_played, rechecks=True, clause="V11.1.4")
def leaves_for_last_spell(me: Card, card: Card, d: Declaration) -> None:
    """When a last spell is played discard this and draw 2."""
    user = me.user
    remove(one(me), Stage.DISCARD)
    draw(user, 2)


@rules.trigger(ENTERED, clause="S11.3.9")
def third_newcomer_discarded(me: Card, card: Card) -> None:
    """Each player may have two characters that came after this; a third is discarded at once."""
    if card != me and card.is_character:
        card.counted = True
        if len({c for c in card.user.characters if c.counted}) > 2:
            remove(one(card), Stage.DISCARD)


# ---------------------------------------------------------------- popularity (V11.4)


@rules.procedure(clause="V11.4")
def popularity_of(me: Card) -> int:
    """How much popularity a leader carries."""
    return len({c for c in me.set_cards if c.face_down})


@rules.answers(MAY_PLAY, clause="V11.4")
def adored_leader(me: Card, card: Card, player: Player) -> bool:
    """With popularity 4 the opponent cannot play cards."""
    return popularity_of(me) < 4 or player == me.user


@rules.answers(PLAYER_RECEIVES, clause="V11.4")
def liked_leader(me: Card, base: int, player: Player, harm: Harm) -> int:
    """With popularity 2 or more damage to you is 2 less."""
    return base - 2 if popularity_of(me) >= 2 and player == me.user else base


@rules.answers(CARD_COST, clause="V11.4")
def unknown_leader(me: Card, base: int, card: Card, player: Player) -> int:
    """Without popularity your commands cost 1 more."""
    dearer = popularity_of(me) == 0 and player == me.user and card.type == CardType.COMMAND
    return base + 1 if dearer else base
