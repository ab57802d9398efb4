"""Playing cards and using effects: procedures, priority, interference, resolution (V8, V9)."""

from __future__ import annotations

from tefuda.kernel import (
    NO_CARDS,
    activated,
    allowed,
    choose,
    confirm,
    count_use,
    drop,
    effect_of,
    expire,
    extract,
    has,
    held,
    knows,
    legal,
    lose_game,
    number,
    offer,
    one,
    perform,
    permitted,
    put,
    settle,
    some,
    still,
    timing,
)
from tefuda.rulesets.set_extract.keywords import (
    AMBUSH,
    DOLL,
    HASTE,
    ONCE_PER_OWN_TURN,
    OVERDRIVE,
    OWN_TURN_ONLY,
    SUIT_ONE,
    SUIT_TWO,
)
from tefuda.rulesets.set_extract.payment import affordable, casters, cost_of, pay, purse
from tefuda.rulesets.set_extract.processes import (
    check_state,
    enter,
    move,
    objects,
    pay_life,
    place,
    put_node,
    put_to_sleep,
    remove,
    send,
    set_on,
    wake,
)
from tefuda.rulesets.set_extract.vocabulary import (
    AIMED_AT,
    AMOUNT,
    ANSWER,
    BY_CASTER,
    CHARACTERS_PER_TURN,
    CHOSEN_MODE,
    DECLARED_NAME,
    DECLARED_RACE,
    DEFEAT_CHECK,
    DEFENDED,
    DOLLS_PER_TURN,
    END_OF_INTERFERENCE,
    EXCLUDES,
    FIGHTS,
    INTERFERENCE_END,
    MAIN,
    MAY_BE_TARGET,
    MAY_DEFEND,
    MAY_ENTER,
    MAY_LOSE,
    MAY_NEGATE,
    MAY_PLAY,
    MAY_USE,
    MOST_LINKS,
    NO_LIFE,
    NODES_PER_TURN,
    PLAY_AREA,
    PLAY_NEGATED,
    PLAY_RESOLVED,
    PLAYED_CARD,
    PLAYED_IN,
    PRIORITY,
    REDIRECTS,
    TARGET,
    TARGET_PLAYER,
    WORLD_AMULETS_PER_TURN,
    Ability,
    Battle,
    Card,
    CardType,
    Declaration,
    Declares,
    DefeatCheck,
    Destination,
    Guise,
    Mode,
    Phase,
    Place,
    Player,
    Race,
    Stage,
    When,
    game,
    rules,
)

# ---------------------------------------------------------------- defeat (V4.4)


@rules.procedure(clause="V4.4 V4.6")
def check_defeat() -> None:
    """Who has no life left has lost; both at once is a draw."""
    gone = {p for p in game.players if p.life <= 0 and allowed(MAY_LOSE, p)}
    if gone:
        lose_game(gone, NO_LIFE)


@rules.procedure(clause="V4.4 V8.1")
def receive_priority() -> None:
    """Someone receives priority: the moment at which life is looked at."""
    if DEFEAT_CHECK == DefeatCheck.PRIORITY:
        check_defeat()


# ---------------------------------------------------------------- interference (V8)


@rules.procedure(clause="V8.1 V8.2 V8.3")
def put_on_chain(d: Declaration) -> None:
    """Add a link; what opens an interference runs it, the other player first."""
    b: Battle | None = game.battle
    base = len(game.chain)
    game.chain.push(d)
    if b and game.interfering:
        if b.unanswered and d.by == b.attacked:
            d.answers = b
        b.unanswered = False
        b.interfered = b.interfered or d.by == b.attacked
        b.answered_itself = b.answered_itself or d.by == b.by
    if d.play:
        timing(PLAYED_CARD, d.card, d)
    if not game.interfering:
        settle()
        let_answer(d.by.enemy)
        resolve_chain(base)
        end_interference()


@rules.procedure(clause="V8.2 V8.3 V8.4")
def let_answer(first: Player) -> None:
    """Offer priority in turn until both players have passed in a row."""
    game.interfering = True
    holder = first
    passes = 0
    while passes < 2:
        receive_priority()
        if offer(holder, ANSWER):
            passes = 0
            settle()
        else:
            passes = passes + 1
        holder = holder.enemy


@rules.procedure(clause="V8.5")
def resolve_chain(base: int) -> None:
    """Resolve the links from the last one backwards; no link is added meanwhile."""
    while len(game.chain) > base:
        resolve(game.chain.pop())


@rules.procedure(clause="V8.5 V7.6")
def end_interference() -> None:
    """What lasts until the end of the interference ends, and what is due then happens."""
    game.interfering = False
    timing(INTERFERENCE_END, game.turn_player)
    expire(END_OF_INTERFERENCE)
    for player in game.players:
        player.redirects = False
    settle()
    check_state()
    if DEFEAT_CHECK == DefeatCheck.INTERFERENCE_END:
        check_defeat()


@rules.procedure(clause="V8.5 V11.1.4.c")
def resolve(d: Declaration) -> None:
    """Resolve one link; gammas whose moment came meanwhile follow when it is done."""
    if not d.failed:
        redirect(d)
        if d.play:
            resolve_play(d)
        elif target_stays(d):
            carry_out(d)
    settle()
    check_state()
    drop(d)


@rules.procedure(clause="V11.2.3")
def carry_out(d: Declaration) -> None:
    """Perform the text of a declaration, if it has one."""
    a = d.ability
    if a:
        perform(a, d)


# ---------------------------------------------------------------- modes and targets (V9.3.c-e)


@rules.procedure(clause="V9.3.d V11.2.3")
def needs_target(a: Ability, mode: Mode) -> bool:
    """Whether a text aims at a card when this part of it is chosen."""
    return a.targets > 0 and not (a.aimless and mode == Mode.SECOND)


@rules.procedure(clause="V11.2.1 V11.2.3 V11.2.4")
def legal_targets(a: Ability, by: Player, mode: Mode) -> set[Card]:
    """The cards that may be the target: described so, and allowed as object and target."""
    found = objects(a.bearer, legal(a, 0, by, mode))
    found = permitted(MAY_BE_TARGET, found, a, by)
    if a.costs_target:
        most = purse(by)
        found = {c for c in found if c.field_cost <= most}
    return found


@rules.procedure(clause="V9.2 V11.2.3")
def open_modes(a: Ability, by: Player) -> set[Mode]:
    """The parts of a text that find their targets."""
    return {m for m in Mode if not needs_target(a, m) or legal_targets(a, by, m)}


@rules.procedure(clause="V9.2 V11.2.3")
def finds_targets(a: Ability | None, by: Player) -> bool:
    """Whether a text can be declared: its targets exist."""
    if not a or a.targets == 0:
        return True
    return bool(open_modes(a, by)) if a.modal else bool(legal_targets(a, by, Mode.FIRST))


@rules.procedure(clause="V9.3.c V9.3.d V9.3.e")
def choose_all(d: Declaration, a: Ability) -> None:
    """Choose mode and targets, and declare what the text asks for."""
    if a.modal:
        d.mode = choose(d.by, open_modes(a, d.by), CHOSEN_MODE)
    if needs_target(a, d.mode):
        d.target = choose(d.by, legal_targets(a, d.by, d.mode), TARGET)
    if a.declares == Declares.RACE:
        d.race = choose(d.by, Race, DECLARED_RACE)
    elif a.declares == Declares.NAME:
        d.named = choose(d.by, namable(d.by), DECLARED_NAME, optional=True)
    elif a.declares == Declares.PLAYER and (not a.modal or d.mode == Mode.SECOND):
        d.player = choose(d.by, game.players, TARGET_PLAYER)


@rules.procedure(clause="V13.1")
def namable(by: Player) -> set[Card]:
    """The cards by which a player can declare a name: those whose faces that player knows."""
    mine = by.hand | by.field | by.underworld | by.excluded
    theirs = by.enemy.hand | by.enemy.field | by.enemy.underworld | by.enemy.excluded
    return {c for c in mine | theirs | by.deck | by.enemy.deck if knows(by, c)}


@rules.procedure(clause="V11.2.3")
def target_stays(d: Declaration) -> bool:
    """Whether the targets are still there and legal; if not, nothing at all resolves."""
    a = d.ability
    first = d.target
    if not a or not first:
        return True
    return bool(still(first, d)) and first in legal_targets(a, d.by, d.mode)


@rules.procedure(clause="V11.1.7")
def is_command_or_character_effect(d: Declaration) -> bool:
    """Whether it is the text of a command or an effect of a character, granted ones included."""
    a = d.ability
    return d.card.type == CardType.COMMAND or (a is not None and is_character_effect(a))


@rules.procedure(clause="S11.3.12")
def is_character_effect(a: Ability) -> bool:
    """Whether it is an effect of a character: its own, or that of a card set on one."""
    bearer = a.bearer
    host = bearer.host
    return bearer.is_character or (host is not None and host.is_character)


@rules.procedure(clause="V11.2.3")
def redirect(d: Declaration) -> None:
    """A player who may do so aims a command or character effect at something else."""
    a = d.ability
    target = d.target
    if a and target and target.in_play and is_command_or_character_effect(d):
        if target.user.redirects and still(target, d):
            others = legal_targets(a, d.by, d.mode)
            aim = choose(target.user, others, REDIRECTS, optional=True)
            if aim:
                aim_at(d, aim)


@rules.procedure(clause="V11.2.3")
def aim_at(d: Declaration, target: Card) -> None:
    """Aim a declaration at another card."""
    if d.target != target:
        d.target = target


# ---------------------------------------------------------------- what may be played (V9.2)


@rules.procedure(clause="V9.2.a V9.2.b V9.2.g")
def permits(me: Player, card: Card) -> bool:
    """Whether nothing printed or in force forbids playing a card now."""
    if card.unplayable or not allowed(MAY_PLAY, card, me):
        return False
    if has(card, OWN_TURN_ONLY) or has(card, ONCE_PER_OWN_TURN):
        if game.turn_player != me:
            return False
    return not any(c.name == card.name for c in me.played_once)


@rules.procedure(clause="V9.2.c V9.2.d V9.6")
def can_pay(me: Player, card: Card) -> bool:
    """Whether nodes and cost suffice, or a caster stands in for both."""
    return affordable(me, card) or bool(casters(me, card))


@rules.procedure(clause="V9.2")
def playable(me: Player, cards: set[Card]) -> set[Card]:
    """Those of the cards that a player may play: permitted, payable, with targets."""
    if len(game.chain) >= MOST_LINKS:
        return NO_CARDS
    cards = {c for c in cards if can_pay(me, c) and permits(me, c)}
    return {c for c in cards if can_aim(me, c)}


@rules.procedure(clause="V9.2 V7.4")
def can_aim(me: Player, card: Card) -> bool:
    """Whether the text finds its targets and its moment."""
    a: Ability | None = effect_of(card)
    if not a:
        return True
    if a.only_in != Phase.NONE and a.only_in != game.phase:
        return False
    if a.direct and not may_answer_directly(me):
        return False
    return finds_targets(a, me)


@rules.procedure(clause="V8.7")
def may_answer_directly(me: Player) -> bool:
    """Whether a player could now be the first to answer an enemy attack."""
    b = game.battle
    return b is not None and b.unanswered and b.attacked == me


@rules.procedure(clause="V9.7 V5.4")
def playable_characters(me: Player) -> set[Card]:
    """Characters in hand: one that is no doll, and one doll, may resolve in a turn."""
    cards = {c for c in me.hand if c.type == CardType.CHARACTER}
    dolls = {c for c in cards if has(c, DOLL)}
    others = cards - dolls
    if me.dolls_played >= DOLLS_PER_TURN:
        dolls = NO_CARDS
    if me.characters_played >= CHARACTERS_PER_TURN:
        others = NO_CARDS
    return playable(me, dolls | others)


@rules.action(MAIN, candidates=playable_characters, text="play", clause="V9.7")
def play_character(me: Player, card: Card) -> None:
    """Play a character."""
    play(me, card, False)


@rules.procedure(clause="V11.4")
def playable_ambush(me: Player) -> set[Card]:
    """Characters with ambush: at any time, and not counted."""
    cards = {c for c in me.hand if c.type == CardType.CHARACTER and has(c, AMBUSH)}
    cards = cards | (me.ambushers & me.hand)
    return playable(me, cards)


@rules.action(MAIN, PRIORITY, ANSWER, candidates=playable_ambush, text="ambush", clause="V11.4")
def play_ambush(me: Player, card: Card) -> None:
    """Play a character with ambush."""
    play(me, card, False)


@rules.procedure(clause="V11.4 V10.2")
def ambush_defenders(me: Player) -> set[Card]:
    """Characters with ambush and haste, while an attack has not been answered."""
    if not may_answer_directly(me):
        return NO_CARDS
    return {c for c in playable_ambush(me) if has(c, HASTE)}


@rules.action(ANSWER, candidates=ambush_defenders, text="defend by ambush", clause="V11.4")
def defend_by_ambush(me: Player, card: Card) -> None:
    """Play a character that will defend once its play has resolved, and stay asleep."""
    play(me, card, True)


@rules.procedure(clause="V9.7")
def playable_spells(me: Player) -> set[Card]:
    """Spells in hand; world amulets as often as they may resolve in a turn."""
    cards = {c for c in me.hand if c.type == CardType.SPELL}
    if me.amulets_played >= WORLD_AMULETS_PER_TURN:
        cards = {c for c in cards if c.place != Place.WORLD_AMULET}
    return playable(me, cards)


@rules.action(MAIN, candidates=playable_spells, text="play spell", clause="V9.7")
def play_spell(me: Player, card: Card) -> None:
    """Play a spell."""
    play(me, card, False)


@rules.procedure(clause="V9.7")
def playable_commands(me: Player) -> set[Card]:
    """Commands in hand: whoever holds priority may play them."""
    return playable(me, {c for c in me.hand if c.type == CardType.COMMAND})


@rules.action(
    MAIN, PRIORITY, ANSWER, candidates=playable_commands, text="play command", clause="V9.7"
)
def play_command(me: Player, card: Card) -> None:
    """Play a command."""
    play(me, card, False)


# ---------------------------------------------------------------- the play procedure (V9.3)


@rules.procedure(clause="V9.3 V9.4")
def play(me: Player, card: Card, defends: bool) -> None:
    """Declare, extract to the play area, choose, pay: meanwhile nothing applies; then a link."""
    d = Declaration(by=me, card=card, ability=effect_of(card), play=True, defends=defends)
    with held():
        with extract(card):
            put(card, PLAY_AREA)
        card.pending = True
        a = d.ability
        if a:
            choose_all(d, a)
        pay_for_card(me, card)
        if has(card, OVERDRIVE):
            d.x = exclude_for(me)
        if has(card, ONCE_PER_OWN_TURN):
            me.played_once = me.played_once | one(card)
        announce_target(d)
    put_on_chain(d)


@rules.procedure(clause="V9.3.f V9.6")
def pay_for_card(me: Player, card: Card) -> None:
    """Pay the cost, unless a caster stands in for nodes, cost and payment together."""
    if casters(me, card) and (not affordable(me, card) or confirm(me, BY_CASTER)):
        return
    pay(me, cost_of(me, card))


@rules.procedure(clause="V11.4")
def exclude_for(me: Player) -> int:
    """Overdrive: exclude own cards of the field and the hand as it is played; gives how many."""
    given = some(me, me.hand | me.field, 0, len(me.hand) + len(me.field), EXCLUDES)
    return len(move(me, given, Destination.EXCLUDED))


@rules.procedure(clause="V11.4")
def announce_target(d: Declaration) -> None:
    """Cards that were aimed at hear of it after the procedure: blessing, resistance."""
    target = d.target
    if target:
        timing(AIMED_AT, target, d)


# ---------------------------------------------------------------- resolving plays (V9.8)


@rules.procedure(clause="V9.8")
def resolve_play(d: Declaration) -> None:
    """Let a character enter, or carry a text out; a card that stays nowhere is discarded."""
    card = d.card
    if card.pending and still(card, d):
        if card.type == CardType.CHARACTER:
            enter_played(d)
        elif target_stays(d):
            carry_out(d)
            stay_on_field(d)
        if card.pending:
            send(card, Destination.UNDERWORLD)
        timing(PLAY_RESOLVED, card)


@rules.procedure(clause="V9.8 V9.7 V11.4")
def enter_played(d: Declaration) -> None:
    """A character enters face up and asleep, and wakes by haste; only such entries count."""
    card = d.card
    if not has(card, AMBUSH):
        count_play(d.by, card)
    if enter(card, d.by, True, Guise.NONE):
        arrive_by_play(d)


@rules.procedure(clause="V9.7")
def count_play(me: Player, card: Card) -> None:
    """Count a character whose play resolves."""
    if has(card, DOLL):
        me.dolls_played = me.dolls_played + 1
    else:
        me.characters_played = me.characters_played + 1


@rules.procedure(clause="V11.4 V10.2")
def arrive_by_play(d: Declaration) -> None:
    """Haste wakes what was played and entered; who was played to defend does so asleep."""
    card = d.card
    card.played = True
    b = game.battle
    defends = False
    if d.defends and b and d.answers == b:
        defends = declare_defence(b, card)
    if not defends and (has(card, HASTE) or d.by.next_has_haste):
        wake(one(card))
    if card.type == CardType.CHARACTER:
        d.by.next_has_haste = False
    timing(PLAYED_IN, card)


@rules.procedure(clause="V10.2 V10.6")
def declare_defence(b: Battle, card: Card) -> bool:
    """Let a character defend, unless the attack is cancelled or defended or it may not."""
    if b.cancelled or b.defended or not allowed(MAY_DEFEND, card):
        return False
    b.defender = card
    b.defended = True
    card.fighting = True
    timing(DEFENDED, card, b)
    timing(FIGHTS, card, b)
    return True


@rules.procedure(clause="V9.8 V11.4")
def stay_on_field(d: Declaration) -> None:
    """World amulets and equips of the field stand there active, phantasms asleep."""
    card = d.card
    me = d.by
    if not card.pending or card.zone != card.owner.play_area:
        return
    if card.place == Place.WORLD_AMULET:
        me.amulets_played = me.amulets_played + 1
        if enter(card, me, False, Guise.NONE):
            arrive_by_play(d)
    elif card.place == Place.PHANTASM:
        if enter(card, me, True, Guise.NONE):
            arrive_by_play(d)
    elif card.place == Place.EQUIP_FIELD:
        if not any(c.place == Place.EQUIP_FIELD and not c.face_down for c in me.field):
            if enter(card, me, False, Guise.NONE):
                arrive_by_play(d)


@rules.procedure(clause="V9.10 V11.1.7")
def negate_play(card: Card) -> bool:
    """Negate a played card that has not resolved, and discard it."""
    if not card.pending or not allowed(MAY_NEGATE, card):
        return False
    for at in range(len(game.chain)):
        d = game.chain[at]
        if d.play and d.card == card:
            d.failed = True
    place(card, Destination.UNDERWORLD)
    timing(PLAY_NEGATED, card)
    return True


@rules.procedure(clause="V11.1.7 V11.4")
def nullify(d: Declaration) -> None:
    """Nullify an effect and discard its source."""
    if d.play:
        if allowed(MAY_NEGATE, d.card):
            negate_play(d.card)
    else:
        d.failed = True
        remove(one(d.card), Stage.DISCARD)


@rules.procedure(clause="V9.1 V11.2.2")
def played_cards(me: Card) -> set[Card]:
    """The played cards that have not resolved, but for this one."""
    owner = me.owner
    return {c for c in owner.play_area | owner.enemy.play_area if c.pending and c != me}


# ---------------------------------------------------------------- activated effects (V11.1.1)


@rules.procedure(clause="V11.1.1")
def bearers(me: Player) -> set[Card]:
    """The face-up field cards, set ones included, whose activated effects might be used."""
    return {c for c in activated(game.on_field) if not c.face_down or c.guise}


@rules.procedure(clause="V11.1.1 V7.5")
def may_use(me: Player, a: Ability) -> bool:
    """Whether an activated effect may be used now: turn, phase, uses, cost and targets."""
    if a.automatic or not (a.bearer.user == me or a.each_once):
        return False
    if len(game.chain) >= MOST_LINKS:
        return False
    return in_time(me, a) and can_cover(me, a) and finds_targets(a, me)


@rules.procedure(clause="V11.1.1")
def in_time(me: Player, a: Ability) -> bool:
    """Whether turn, phase and number of uses allow an effect."""
    mine = game.turn_player == me
    if (a.at == When.OWN_TURN and not mine) or (a.at == When.ENEMY_TURN and mine):
        return False
    if a.only_in != Phase.NONE and a.only_in != game.phase:
        return False
    if (a.once and a.uses > 0) or (a.each_once and (me.once_used or not mine)):
        return False
    if a.bearer.transformed != a.back:
        return False
    return allowed(MAY_USE, a.bearer, me)


@rules.procedure(clause="V11.1.1 V6.3 S11.5.3")
def can_cover(me: Player, a: Ability) -> bool:
    """Whether the cost can be paid; what sleeps cannot be put to sleep."""
    return a.cost <= purse(me) and not (a.sleeps and a.bearer.sleeping)


@rules.action(MAIN, PRIORITY, ANSWER, candidates=bearers, usable=may_use, clause="V11.1.1")
def use(me: Player, a: Ability) -> None:
    """Use an activated effect: declare, choose, pay; meanwhile nothing applies; then a link."""
    d = Declaration(by=me, card=a.bearer, ability=a)
    with held():
        choose_all(d, a)
        cover(d, a)
        announce_target(d)
    put_on_chain(d)


@rules.procedure(clause="V11.1.1")
def cover(d: Declaration, a: Ability) -> None:
    """Pay the cost of an effect: points, life of choice, sleep; count the use."""
    me = d.by
    if a.life:
        d.x = number(me, min(me.life, 1), max(me.life, 0), AMOUNT)
        pay_life(me, d.x)
    elif a.costs_target:
        pay(me, price_of(d.target))
    pay(me, a.cost)
    if a.sleeps:
        put_to_sleep(one(a.bearer.root))
    if a.each_once:
        me.once_used = True
    count_use(a)


@rules.procedure(clause="V11.1.1 V6.4")
def price_of(card: Card | None) -> int:
    """The cost of a field card, as an effect pays it."""
    return card.field_cost if card else 0


# ---------------------------------------------------------------- optional automatic effects


@rules.procedure(clause="V11.1.5")
def automatic_bearers(me: Player) -> set[Card]:
    """Own cards, wherever they are, with an automatic effect that may be used."""
    return activated(me.underworld | me.hand | me.field)


@rules.procedure(clause="V11.1.5")
def may_use_automatic(me: Player, a: Ability) -> bool:
    """Whether an optional automatic effect may be used now."""
    return a.automatic and in_time(me, a) and finds_targets(a, me)


@rules.action(
    MAIN, PRIORITY, candidates=automatic_bearers, usable=may_use_automatic, clause="V11.1.5"
)
def use_automatic(me: Player, a: Ability) -> None:
    """Use an optional automatic effect at once; nobody answers, and priority stays."""
    d = Declaration(by=me, card=a.bearer, ability=a)
    choose_all(d, a)
    perform(a, d)
    count_use(a)
    game.keeps_priority = True
    settle()
    check_state()
    drop(d)


# ---------------------------------------------------------------- nodes (V7.5, V8.2)


@rules.procedure(clause="V7.5")
def settable_nodes(me: Player) -> set[Card]:
    """Any hand card, once a turn."""
    return me.hand.cards if me.nodes_set < NODES_PER_TURN else NO_CARDS


@rules.action(MAIN, candidates=settable_nodes, text="set as node", clause="V7.5 V8.8")
def set_node(me: Player, card: Card) -> None:
    """Set a hand card as an active node; nobody answers, and priority stays."""
    me.nodes_set = me.nodes_set + 1
    put_node(card, me, False)
    game.keeps_priority = True


# ---------------------------------------------------------------- suit two (V11.4)


@rules.procedure(clause="V11.4")
def suits_in_hand(me: Player) -> set[Card]:
    """Cards of suit two that may enter; they are put, not played."""
    return permitted(MAY_ENTER, {c for c in me.hand if has(c, SUIT_TWO)})


@rules.procedure(clause="V11.4")
def suits_before(me: Player, card: Card) -> set[Card]:
    """The own active cards of suit one of the same name."""
    named = {c for c in me.characters if not c.asleep and c.person == card.person}
    return {c for c in named if has(c, SUIT_ONE)}


@rules.action(MAIN, candidates=suits_in_hand, text="put suit two", clause="V11.4")
def put_suit_two(me: Player, card: Card) -> None:
    """Put it active; exclude a suit one for it, whose set cards it takes, or it is excluded."""
    if enter(card, me, False, Guise.NONE):
        before = choose(me, suits_before(me, card), EXCLUDES, optional=True)
        if before:
            for hanging in before.set_cards:
                set_on(me, hanging, card, hanging.face_down)
            remove(one(before), Stage.EXCLUDE)
        else:
            remove(one(card), Stage.EXCLUDE)
    settle()
    check_state()
