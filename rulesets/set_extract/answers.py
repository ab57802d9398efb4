"""Texts that answer questions: permissions, costs, limits, damage."""

from __future__ import annotations

from tefuda.rules import Of
from tefuda.rulesets.set_extract.continuous import popularity_of
from tefuda.rulesets.set_extract.kinds import CardType, Destination, Harm, Phase, Race, Stage
from tefuda.rulesets.set_extract.moves import races
from tefuda.rulesets.set_extract.timings import (
    CARD_COST,
    FALLS_BY,
    GOES_TO,
    HAND_SIZE,
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
    PLAYER_RECEIVES,
    RECEIVES,
    UPKEEP,
)
from tefuda.rulesets.set_extract.vocabulary import (
    HAND,
    PLAY_AREA,
    Ability,
    Card,
    Player,
    game,
    rules,
)

# ---------------------------------------------------------------- damage


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


@rules.answers(PLAYER_RECEIVES, clause="V11.4")
def liked_leader(me: Card, base: int, player: Player, harm: Harm) -> int:
    """With popularity 2 or more damage to you is 2 less."""
    return base - 2 if popularity_of(me) >= 2 and player == me.user else base


# ---------------------------------------------------------------- what may be played, used and paid


@rules.answers(CARD_COST, of=Of.SELF, works_in=(HAND, PLAY_AREA), clause="V9.5")
def cheaper_by_active_nodes(me: Card, base: int, card: Card, player: Player) -> int:
    """It costs one less for each own active node."""
    return base - len(player.active_nodes)


@rules.answers(CARD_COST, clause="V11.4")
def unknown_leader(me: Card, base: int, card: Card, player: Player) -> int:
    """Without popularity your commands cost 1 more."""
    dearer = popularity_of(me) == 0 and player == me.user and card.type == CardType.COMMAND
    return base + 1 if dearer else base


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


@rules.answers(MAY_PLAY, clause="V9.2")
def no_spells_or_commands(me: Card | None, card: Card, player: Player) -> bool:
    """Nobody may play spells and commands; as an ability of the game."""
    return card.type == CardType.CHARACTER


@rules.answers(MAY_PLAY, clause="V11.4")
def adored_leader(me: Card, card: Card, player: Player) -> bool:
    """With popularity 4 the opponent cannot play cards."""
    return popularity_of(me) < 4 or player == me.user


@rules.answers(MAY_USE, clause="V11.1.1")
def no_activated_effects(me: Card | None, card: Card, player: Player) -> bool:
    """Nobody may use activated effects; as an ability of the game."""
    return False


@rules.answers(MAY_USE, of=Of.SELF, clause="V11.1.1")
def silent_with_nodes(me: Card, card: Card, player: Player, *, n: int) -> bool:
    """With n nodes or more its effects cannot be used."""
    return len(me.user.nodes) < n


# ---------------------------------------------------------------- objects and targets (V11.2)


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


# ---------------------------------------------------------------- what happens to cards


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


@rules.answers(FALLS_BY, clause="V11.3.4")
def excludes_what_it_beats(me: Card, base: Stage, card: Card) -> Stage:
    """What it makes resolute in battle is excluded instead of discarded."""
    return Stage.EXCLUDE if card.fighting and card.hurt_by == me else base


@rules.answers(MAY_WAKE, of=Of.SELF, clause="V7.4")
def does_not_wake_itself(me: Card, card: Card) -> bool:
    """The active phase does not wake it."""
    return False


@rules.answers(MAY_WAKE, clause="V7.4")
def nothing_wakes(me: Card, card: Card) -> bool:
    """The active phase wakes no card of the field."""
    return False


# ---------------------------------------------------------------- players


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


@rules.answers(MAY_LOSE, clause="V4.6")
def does_not_lose_without_life(me: Card, player: Player) -> bool:
    """Its user does not lose by a life of 0 or less."""
    return player != me.user
