"""Attack, defence, support, and what a battle ends with (14, 15)."""

from __future__ import annotations

from tefuda.kernel import (
    NO_CARDS,
    after,
    allowed,
    bearing,
    choose,
    drop,
    expire,
    has,
    offer,
    one,
    original,
    permitted,
    still,
    timing,
    value,
    would,
)
from tefuda.kernel import abilities as abilities_of
from tefuda.rulesets.lycee.basic import aggressive, attacker, dash, defender, side_attack, supporter
from tefuda.rulesets.lycee.declarations import conclude, declare
from tefuda.rulesets.lycee.marks import supports_from_afar
from tefuda.rulesets.lycee.payment import ability_cost, affords_use
from tefuda.rulesets.lycee.places import facing_cell, own_cells_beside
from tefuda.rulesets.lycee.processes import (
    check_decks,
    discard_from_play,
    in_dust_box,
    modify_in_battle,
    take_from_deck,
    tap,
)
from tefuda.rulesets.lycee.vocabulary import (
    AP,
    ATTACK_DECLARED,
    ATTACK_ROW,
    ATTACKED_CELL,
    BATTLE,
    BATTLE_ENDED,
    BATTLE_STARTED,
    BATTLER_TAP_MOMENT,
    BONUS,
    COMPARING,
    DAMAGE,
    DAMAGING_DECK,
    DECK_BONUS,
    DECK_DAMAGE,
    DECK_DAMAGED,
    DEFENCE_RESPONDABLE,
    DEFENDER,
    DEFENDER_NAMED,
    DF,
    DOWNED,
    END_OF_BATTLE,
    ENTERED_DUST_BOX,
    FORCED_DOWN,
    MAIN,
    MAY_ATTACK,
    MAY_DEFEND,
    MAY_SUPPORT,
    MUST_DEFEND,
    RAISED_STATS,
    RAISES_AP,
    RAISES_DP,
    RESPONSE,
    SUPPORT_BY,
    SUPPORT_DECLARED,
    SUPPORT_RAISES,
    SUPPORT_TAP_MOMENT,
    SUPPORTED,
    WOULD_DOWN,
    Ability,
    Battle,
    BattlerTap,
    Card,
    Damage,
    Declaration,
    Kind,
    Player,
    RaisedStat,
    SupportBy,
    SupportTap,
    Zone,
    game,
    rules,
)


@rules.procedure(clause="B1")
def attackers(me: Player) -> set[Card]:
    """The untapped characters in AF that are not locked, or Aggressive, and not barred."""
    ready = {c for c in me.field.cards_at(ATTACK_ROW) if not c.tapped and not c.reserved}
    locked = {c for c in ready if c.locked}
    return permitted(MAY_ATTACK, ready - locked | bearing(locked, aggressive))


@rules.action(MAIN, candidates=attackers, clause="B1")
def attack(me: Player, card: Card) -> None:
    """Attack the column that the character faces; it taps even if the attack then fails."""
    d = Declaration(by=me, card=card, kind=Kind.ATTACK, from_zone=card.zone)
    d.cell = facing_cell(card)
    # Its tap is promised before a Side Attack is paid for: it is no friend to be tapped for points.
    card.reserved = True
    choose_column(d)
    timing(ATTACK_DECLARED, card)
    goes_through = declare(d)
    card.reserved = False
    if card.on_field and still(card, d):
        goes_through = goes_through and can_battle(d)
        if BATTLER_TAP_MOMENT == BattlerTap.START or not goes_through:
            tap(card)
        if goes_through and can_battle(d):
            battle(card, d.cell)
    conclude(d)


@rules.procedure(clause="B3")
def can_battle(d: Declaration) -> bool:
    """Whether an attacker is where it declared the attack and may still attack."""
    return d.card.user == d.by and d.card.zone == d.from_zone and allowed(MAY_ATTACK, d.card)


@rules.procedure(clause="16.8")
def choose_column(d: Declaration) -> None:
    """Let a character with Side Attack choose a column beside its own, at the cost of it."""
    a = side_attack_of(d.by, d.card)
    if a:
        column = d.card.column
        cells = 1 << 2 - column
        if column > 0:
            cells = cells | 1 << 3 - column
        if column < 2:
            cells = cells | 1 << 1 - column
        d.cell = choose(d.by, d.by.enemy.field.at(cells << 3), ATTACKED_CELL)
        if d.cell != facing_cell(d.card):
            d.ability = a


@rules.procedure(clause="16.8")
def side_attack_of(me: Player, card: Card) -> Ability | None:
    """A Side Attack of a character whose cost its user can pay."""
    found: Ability | None = None
    if has(card, side_attack):
        for a in abilities_of(card, side_attack):
            if affords_use(me, card, ability_cost(a, Kind.BASIC_ABILITY)):
                found = a
    return found


# ---------------------------------------------------------------- the battle (B3 to B7)


@rules.procedure(clause="14")
def battle(card: Card, cell: Zone | None) -> None:
    """Name a defender, let both players act, compare or damage, and end."""
    ground = card.zone
    assert ground is not None
    assert cell is not None
    b = Battle(by=card.user, attacker=card, ground=ground, cell=cell)
    game.battle = b
    timing(BATTLE_STARTED, card)
    name_defender(b)
    while goes_on(b):
        if not offer(b.by, BATTLE, b) and not offer(b.by.enemy, BATTLE, b):
            battle_result(b)
            break
    end_battle(b)


@rules.procedure(clause="14.1 14.2 14.9")
def goes_on(b: Battle) -> bool:
    """Whether a battle goes on: not halted, and its battlers stand where they stood."""
    if b.halted or b.attacker.zone != b.ground:
        return False
    return not b.defender or b.defender.zone == b.cell


@rules.procedure(clause="B4")
def possible_defenders(b: Battle) -> set[Card]:
    """The untapped character on the attacked cell, if it may defend."""
    able = {c for c in b.cell.cards if not c.tapped}
    return permitted(MAY_DEFEND, able, b.attacker)


@rules.procedure(clause="B4")
def name_defender(b: Battle) -> None:
    """Let the attacked player name a defender or none; nobody can answer."""
    able = possible_defenders(b)
    if not able:
        return
    player = b.by.enemy
    forced = {c for c in able if value(MUST_DEFEND, False, b.attacker, c)}
    if forced:
        b.defender = choose(player, forced, DEFENDER)
    else:
        b.defender = choose(player, able, DEFENDER, optional=True)
    if b.defender:
        answer_defence(player, b.defender)
    if b.defender and b.defender.zone == b.cell:
        if BATTLER_TAP_MOMENT == BattlerTap.START:
            tap(b.defender)
        timing(DEFENDER_NAMED, b.defender, b.attacker)


@rules.procedure(clause="C-16")
def answer_defence(player: Player, card: Card) -> None:
    """Where a variant says so, let the attacking player answer the naming of a defender."""
    if DEFENCE_RESPONDABLE:
        d = Declaration(by=player, card=card, kind=Kind.DEFENCE)
        game.chain.push(d)
        offer(player.enemy, RESPONSE, d)
        drop(game.chain.pop())


@rules.procedure(clause="B7")
def end_battle(b: Battle) -> None:
    """End what lasts until the end of the battle, then process what comes after it."""
    expire(END_OF_BATTLE)
    game.battle = None
    battlers = {c for c in b.battlers if c.on_field}
    if BATTLER_TAP_MOMENT == BattlerTap.BATTLE_END and not b.halted:
        for card in battlers:
            tap(card)
    timing(BATTLE_ENDED, battlers)
    drop(b)


# ---------------------------------------------------------------- support (B5)


@rules.procedure(clause="14")
def battler_of(b: Battle, me: Player) -> Card | None:
    """The battler that a player uses."""
    return b.attacker if me == b.by else b.defender


@rules.procedure(clause="B5")
def near_enough(me: Player, battler: Card) -> set[Card]:
    """The own characters beside a battler, and those that support from afar."""
    far = bearing(me.characters, supports_from_afar)
    return me.field.cards_at(own_cells_beside(battler)) | far - one(battler)


@rules.procedure(clause="B5")
def supporters(me: Player, b: Battle) -> set[Card]:
    """The own characters that may support the own battler now."""
    battler = battler_of(b, me)
    if not battler:
        return NO_CARDS
    ready = {c for c in near_enough(me, battler) if not c.tapped and not c.reserved}
    if not ready:
        return ready
    return permitted(MAY_SUPPORT, ready, battler)


@rules.action(BATTLE, candidates=supporters, clause="B5")
def support(me: Player, card: Card, b: Battle) -> None:
    """Support the own battler; the supporter taps when declaring (C-18)."""
    d = Declaration(by=me, card=card, kind=Kind.SUPPORT, target=battler_of(b, me))
    if SUPPORT_TAP_MOMENT == SupportTap.DECLARE:
        tap(card)
    else:
        card.reserved = True
    carry_out_support(d, b)


@rules.procedure(clause="16.11")
def extra_supporters(me: Player, b: Battle) -> set[Card]:
    """The characters that may support by the ability Supporter, without tapping."""
    able = bearing(me.characters, supporter)
    if not able:
        return able
    return {c for c in able & supporters(me, b) if supporter_of(me, c)}


@rules.procedure(clause="16.11")
def supporter_of(me: Player, card: Card) -> Ability | None:
    """An instance of Supporter not used this turn whose cost the player can pay."""
    found: Ability | None = None
    for a in abilities_of(card, supporter):
        if a.uses == 0 and affords_use(me, card, ability_cost(a, Kind.BASIC_ABILITY)):
            found = a
    return found


@rules.action(BATTLE, candidates=extra_supporters, text="support without tapping", clause="16.11")
def support_by_ability(me: Player, card: Card, b: Battle) -> None:
    """Support by the ability Supporter: at its cost, once a turn, and it stays untapped."""
    d = Declaration(by=me, card=card, kind=Kind.SUPPORT, target=battler_of(b, me))
    d.ability = supporter_of(me, card)
    carry_out_support(d, b)


@rules.procedure(clause="B5 19.9")
def carry_out_support(d: Declaration, b: Battle) -> None:
    """Declare a support; if both still stand beside each other, its SP of now is added."""
    battler = d.target
    assert battler
    timing(SUPPORT_DECLARED, d.card, battler)
    goes_through = declare(d)
    d.card.reserved = False
    if SUPPORT_TAP_MOMENT == SupportTap.RESOLVE and not d.ability and d.card.on_field:
        tap(d.card)
    battler = d.target
    if goes_through and battler and supports_still(d, b, battler):
        raised = raised_stats(d.card, battler, b)
        n = d.card.sp
        modify_in_battle(battler, n if raised & RAISES_AP else 0, n if raised & RAISES_DP else 0)
        timing(SUPPORTED, d.card, battler)
    conclude(d)


@rules.procedure(clause="B5")
def supports_still(d: Declaration, b: Battle, battler: Card) -> bool:
    """Whether supporter and battler are where a support needs them when it resolves."""
    if not goes_on(b) or not still(d.card, d):
        return False
    if d.redirected:
        return battler.on_field
    if battler not in b.battlers:
        return False
    return d.card.user == d.by and battler.user == d.by and d.card in near_enough(d.by, battler)


@rules.procedure(clause="B5 16.13 16.14")
def raised_stats(card: Card, battler: Card, b: Battle) -> int:
    """Which stats a support raises: AP in AF, DP in DF, unless a text says otherwise."""
    in_front = battler.row != DF
    if SUPPORT_BY == SupportBy.ROLE:
        in_front = battler == b.attacker
    raised = value(RAISED_STATS, RAISES_AP if in_front else RAISES_DP, card, battler)
    if has(battler, attacker):
        if not has(battler, defender):
            return RAISES_AP
        choice = choose(battler.user, RaisedStat, SUPPORT_RAISES)
        return RAISES_AP if choice == RaisedStat.AP else RAISES_DP
    return RAISES_DP if has(battler, defender) else raised


# ---------------------------------------------------------------- the result (B6, 15)


@rules.procedure(clause="B6")
def battle_result(b: Battle) -> None:
    """Compare the battlers, or damage the deck when nobody defends."""
    timing(COMPARING, b.battlers)
    if not goes_on(b):
        return
    if b.defender:
        down_battlers(b, b.attacker, b.defender)
    else:
        damage_deck(b.by.enemy, b.attacker)


@rules.procedure(clause="15.1")
def exceeded(first: Card, second: Card) -> set[Card]:
    """Those of two battlers whose DP is below the other's AP."""
    hit = one(second) if first.ap > second.dp else NO_CARDS
    return hit | one(first) if second.ap > first.dp else hit


@rules.procedure(clause="15.3")
def down_battlers(b: Battle, first: Card, second: Card) -> None:
    """Who is downed, who is saved, who goes; then Penalty, then Bonus."""
    forced: set[Card] = NO_CARDS
    if value(FORCED_DOWN, False, first, second):
        forced = one(first)
    if value(FORCED_DOWN, False, second, first):
        forced = forced | one(second)
    b.fallen = exceeded(first, second) | forced
    b.fallen = judge(b, forced)
    if not b.fallen:
        return
    timing(DOWNED, b.fallen)
    down(b, first, second)


@rules.procedure(clause="15.3 15.8")
def down(b: Battle, first: Card, second: Card) -> None:
    """Discard the downed together; who downed an opponent has its Bonus, fallen or not."""
    winners = one(first) if second in b.fallen else NO_CARDS
    if first in b.fallen:
        winners = winners | one(second)
    with after(BONUS, winners):
        discard_from_play({c for c in b.fallen if c.in_play})
    timing(BONUS, {c for c in winners if c.in_play})


@rules.procedure(clause="15.3 15.4 15.5 15.6")
def judge(b: Battle, forced: set[Card]) -> set[Card]:
    """Who is downed: an only Dash character's attack is judged first; texts force all the same."""
    dashing = bearing(b.battlers, dash)
    if len(dashing) != 1:
        return would(WOULD_DOWN, b.fallen)
    fallen = would(WOULD_DOWN, b.fallen - dashing)
    b.fallen = b.fallen & (dashing & forced if fallen else dashing)
    return fallen | would(WOULD_DOWN, b.fallen)


@rules.procedure(clause="14.3 14.4 14.5 14.6")
def damage_deck(player: Player, card: Card) -> None:
    """Discard as many cards of the deck as the attacker's original AP; 0 is no damage at all."""
    base = original(card, AP) if DECK_DAMAGE == Damage.ORIGINAL_AP else card.ap
    if base <= 0:
        return
    timing(DAMAGING_DECK, card)
    n = value(DAMAGE, base, card)
    if n <= 0:
        return
    taken = take_from_deck(player, n)
    check_decks()
    timing(ENTERED_DUST_BOX, in_dust_box(taken))
    timing(DECK_DAMAGED, card, n)
    timing(DECK_BONUS, card)
