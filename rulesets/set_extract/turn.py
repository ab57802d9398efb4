"""Setting up, and the turn with its five phases (V4.2, V7)."""

from __future__ import annotations

from tefuda.kernel import (
    NO_CARDS,
    choose,
    confirm,
    expire,
    has,
    lose_game,
    offer,
    one,
    permitted,
    put_all,
    random_below,
    reset_uses,
    settle,
    shuffle,
    timing,
    value,
)
from tefuda.rulesets.set_extract.choices import (
    KEEPS,
    MAIN,
    PAYS_LIFE,
    PAYS_UPKEEP,
    PRIORITY,
    REDRAW,
)
from tefuda.rulesets.set_extract.interference import receive_priority
from tefuda.rulesets.set_extract.keywords import UPKEEP_IN_LIFE
from tefuda.rulesets.set_extract.kinds import Mulligan, Phase, Race, Stage
from tefuda.rulesets.set_extract.parameters import (
    FIRST_TURN_DRAW,
    HAND_LIMIT,
    LIFE,
    MULLIGAN,
    OPENING_HAND,
    TURN_LIMIT,
)
from tefuda.rulesets.set_extract.payment import casters, pay, purse, upkeep_of
from tefuda.rulesets.set_extract.removal import check_state, pay_life, remove
from tefuda.rulesets.set_extract.states import discard_from_hand, draw, wake
from tefuda.rulesets.set_extract.timings import (
    HAND_SIZE,
    MAY_WAKE,
    PHASE_END,
    PHASE_START,
    TURN_END,
    TURN_START,
)
from tefuda.rulesets.set_extract.vocabulary import (
    DECK,
    DURING_TURN,
    END_OF_TURN,
    LOST_BY_CARD,
    TOO_MANY_TURNS,
    Card,
    Player,
    game,
    rules,
)

# ---------------------------------------------------------------- setup (V4.2)


@rules.setup
def set_up() -> None:
    """Shuffle, see who begins, draw six; in turn order each may redraw the whole hand once."""
    for player in game.players:
        shuffle(player.deck)
        draw(player, OPENING_HAND)
        player.life = LIFE
    if random_below(2) == 1:
        game.first = game.first.enemy
    game.turn_player = game.first
    redraw(game.first)
    redraw(game.first.enemy)


@rules.procedure(clause="V4.2")
def redraw(player: Player) -> None:
    """Let a player shuffle the whole hand back once and draw as many."""
    if MULLIGAN == Mulligan.ONCE and confirm(player, REDRAW):
        put_all(player.hand, DECK)
        shuffle(player.deck)
        draw(player, OPENING_HAND)


# ---------------------------------------------------------------- turns (V7)


@rules.main
def play_game() -> None:
    """Play turn after turn; a text may end one at once and say whose is the next."""
    while True:
        take_turn(game.turn_player)
        game.turn = game.turn + 1
        if game.turn >= TURN_LIMIT:
            lose_game(game.players, TOO_MANY_TURNS)
        after = game.ends_for
        game.turn_player = after if after else game.turn_player.enemy
        game.ends_for = None


@rules.procedure(clause="V7.1 V7.2")
def take_turn(me: Player) -> None:
    """Start, then active, maintenance, draw, main and discard phase, then the end."""
    begin_turn(me)
    go_through(me, Phase.ACTIVE)
    go_through(me, Phase.MAINTENANCE)
    go_through(me, Phase.DRAW)
    go_through(me, Phase.MAIN)
    go_through(me, Phase.DISCARD)
    end_turn(me)


@rules.procedure(clause="V7.1")
def begin_turn(me: Player) -> None:
    """Forget what was counted in the last turn; then what happens at the start of a turn."""
    for player in game.players:
        player.nodes_set = 0
        player.characters_played = 0
        player.dolls_played = 0
        player.amulets_played = 0
        player.once_used = False
        player.played_once = NO_CARDS
    reset_uses(game.on_field)
    timing(TURN_START, me)
    check_state()


@rules.procedure(clause="V7.3")
def go_through(me: Player, phase: Phase) -> None:
    """Default effect, effects at its start, priority until both pass, effects at its end."""
    if not game.ends_for:
        game.phase = phase
        do_default(me, phase)
        settle()
        check_state()
        timing(PHASE_START, me, phase)
        settle()
        check_state()
        give_priority(me, phase)
        timing(PHASE_END, me, phase)
        settle()
        check_state()
        game.phase = Phase.NONE


@rules.procedure(clause="V7.3 V8.1 V8.4")
def give_priority(me: Player, phase: Phase) -> None:
    """The turn player holds priority first; the phase closes when both pass in a row."""
    passes = 0
    holder = me
    while passes < 2 and not game.ends_for:
        receive_priority()
        if phase == Phase.MAIN and holder == me:
            acted = offer(holder, MAIN)
        else:
            acted = offer(holder, PRIORITY)
        if acted:
            passes = 0
            holder = holder if game.keeps_priority else me
            game.keeps_priority = False
        else:
            passes = passes + 1
            holder = holder.enemy


@rules.procedure(clause="V7.4")
def do_default(me: Player, phase: Phase) -> None:
    """The default effect of a phase."""
    if phase == Phase.ACTIVE:
        wake(permitted(MAY_WAKE, me.field.cards))  # nodes are not on the field (V5.6)
    elif phase == Phase.MAINTENANCE:
        maintain(me)
    elif phase == Phase.DRAW:
        draw_for_turn(me)
    elif phase == Phase.DISCARD:
        keep_hand_limit(me)


@rules.procedure(clause="V7.4")
def draw_for_turn(me: Player) -> None:
    """Draw one, but not on the very first turn, nor when the phase is skipped."""
    if me.skips_draw:
        me.skips_draw = False
    elif game.turn > 0 or FIRST_TURN_DRAW:
        draw(me, 1)


@rules.procedure(clause="V7.4")
def keep_hand_limit(me: Player) -> None:
    """Discard down to the hand limit."""
    limit = max(value(HAND_SIZE, HAND_LIMIT, me), 0)
    if len(me.hand) > limit:
        discard_from_hand(me, len(me.hand) - limit)


# ---------------------------------------------------------------- upkeep (V7.4)


@rules.procedure(clause="V7.4 V9.6")
def maintain(me: Player) -> None:
    """Pay the upkeep of own cards one by one, or discard the card."""
    due = {c for c in me.field if upkeep_of(c) > 0}
    while due:
        card = choose(me, due, KEEPS)
        due = due - one(card)
        if not may_keep(me, card):
            remove(one(card), Stage.DISCARD)
        due = {c for c in due if c.zone == me.field and upkeep_of(c) > 0}


@rules.procedure(clause="V7.4 V9.6")
def may_keep(me: Player, card: Card) -> bool:
    """Whether upkeep is paid: in nodes, by the caster's presence, or in life where allowed."""
    if casters(me, card):
        return True
    points = upkeep_of(card)
    if points <= purse(me) and confirm(me, PAYS_UPKEEP):
        pay(me, points)
        return True
    if has(card, UPKEEP_IN_LIFE) and me.life > points and confirm(me, PAYS_LIFE):
        pay_life(me, points)
        return True
    return False


# ---------------------------------------------------------------- turn end (V7.6)


@rules.procedure(clause="V7.6 V10.8")
def end_turn(me: Player) -> None:
    """Reset damage, end effects of the turn, then what happens at its end, then the rest."""
    for card in game.on_field:
        card.effect_damage = 0
        card.battle_damage = 0
    expire(END_OF_TURN)
    for card in game.on_field:
        card.other_races = {Race.NONE} - {Race.NONE}
    for player in game.players:
        player.next_has_haste = False
        player.shielded = False
        player.ambushers = NO_CARDS
    check_state()
    if not game.ends_for:
        timing(TURN_END, me)
        settle()
        if me.doomed:
            lose_game(me, LOST_BY_CARD)
    expire(DURING_TURN)
    check_state()
