"""Activated abilities of characters, beside those in ``effects``, and what they aim at."""

from __future__ import annotations

from tefuda.kernel import (
    BOTTOM,
    FOREVER,
    NO_CARDS,
    Name,
    attach,
    choose,
    confirm,
    gain,
    later,
    look,
    lose,
    matching,
    one,
    original,
    put,
    put_all,
    random_card,
    reveal,
    shuffle,
    some,
)
from tefuda.rules import Of
from tefuda.rulesets.lycee.basic import dash, tax_trash
from tefuda.rulesets.lycee.declarations import pay_at_once, use_at_once
from tefuda.rulesets.lycee.effects import any_character
from tefuda.rulesets.lycee.payment import affords, use_cost
from tefuda.rulesets.lycee.places import (
    battles,
    column_of,
    entry_cells,
    facing_column,
    opponent_of,
    opposing_battler,
    own_cells_beside,
    possible_bearers,
)
from tefuda.rulesets.lycee.processes import (
    check_decks,
    discard_cards,
    discard_from_hand,
    discard_from_play,
    draw_by_effect,
    enter,
    gain_abilities_of,
    hang_item,
    lose_basic_ability,
    mill,
    modify_in_battle,
    modify_stats,
    move_character,
    rearrange,
    return_to_hand,
    set_ap,
    set_dp,
    tap,
    untap,
)
from tefuda.rulesets.lycee.statics import last_user
from tefuda.rulesets.lycee.vocabulary import (
    AF,
    AP,
    ATTACK_DECLARED,
    ATTACK_ROW,
    BATTLE_ENDED,
    BONUS,
    CELL,
    CHOSEN,
    DECK,
    DEFENCE_ROW,
    DISCARD,
    END_OF_BATTLE,
    END_OF_TURN,
    HEADING,
    MAY,
    MAY_DEFEND,
    MAY_USE,
    MUST_DEFEND,
    NAME,
    REMOVED,
    ROW_CENTRES,
    SET_ASIDE,
    STACKED,
    TURN_END,
    Basic,
    Card,
    Declaration,
    Destination,
    Gender,
    Kind,
    Player,
    When,
    game,
    rules,
)


@rules.procedure(clause="9.11")
def itself(me: Card) -> set[Card]:
    """The bearer while it is on the field."""
    return one(me) if me.on_field else NO_CARDS


@rules.procedure(clause="9.11")
def enemies_in_column(me: Card) -> set[Card]:
    """The enemies in the bearer's column."""
    return column_of(me, me.user.enemy)


@rules.procedure(clause="9.11")
def enemy_in_column_beside(me: Card, first: Card | None) -> set[Card]:
    """An enemy of the column as second target beside the bearer."""
    return enemies_in_column(me)


@rules.procedure(clause="9.11")
def opposing_beside(me: Card, first: Card | None) -> set[Card]:
    """The opposing battler as second target beside the bearer."""
    return opposing_battler(me)


@rules.procedure(clause="9.11")
def opponent_of_friend(me: Card) -> set[Card]:
    """The battler that a friend battles."""
    battle = game.battle
    if not battle:
        return NO_CARDS
    return {c for c in battle.battlers if c.user != me.user and opponent_of(c)}


@rules.procedure(clause="9.11")
def untapped_enemies(me: Card) -> set[Card]:
    """The untapped enemies."""
    return {c for c in me.user.enemy.characters if not c.tapped}


@rules.procedure(clause="9.11")
def untapped_male_friends(me: Card) -> set[Card]:
    """The untapped male friends."""
    return {c for c in me.user.characters if c.gender == Gender.MALE and not c.tapped}


@rules.procedure(clause="10.10")
def itself_in_company(me: Card) -> set[Card]:
    """The bearer while six characters or more are on its field."""
    return one(me) if len(me.user.characters) >= 6 else NO_CARDS


@rules.procedure(clause="11.11")
def enemy_payment(me: Card) -> set[Card]:
    """The cards that the enemy has designated as payment of what can be answered now."""
    if len(game.chain) == 0:
        return NO_CARDS
    top = game.chain.top
    return top.paying & top.by.declaration_area if top.by != me.user else NO_CARDS


@rules.procedure(clause="11.11 9.11")
def enemy_declared_cards(me: Card) -> set[Card]:
    """The payment cards and the event in the enemy's declaration area."""
    return {c for c in me.user.enemy.declaration_area if not c.is_character} | enemy_payment(me)


@rules.procedure(clause="10.7")
def entering_enemy(me: Card) -> set[Card]:
    """The character that the enemy declares for entry."""
    if len(game.chain) == 0:
        return NO_CARDS
    top = game.chain.top
    return one(top.card) if top.kind == Kind.ENTRY and top.by != me.user else NO_CARDS


@rules.procedure(clause="10.9")
def answers_enemy_special(me: Card) -> set[Card]:
    """The bearer of the special ability that the enemy has just declared."""
    if len(game.chain) == 0:
        return NO_CARDS
    top = game.chain.top
    return one(top.card) if top.kind == Kind.SPECIAL_ABILITY and top.by != me.user else NO_CARDS


@rules.procedure(clause="9.11")
def items_of_enemies(me: Card) -> set[Card]:
    """The items on enemies."""
    return {i for c in me.user.enemy.characters for i in c.items}


@rules.procedure(clause="9.11")
def unequipped_friends(me: Card, first: Card | None) -> set[Card]:
    """The friends without an item that could bear this one."""
    if not first:
        return NO_CARDS
    return {c for c in possible_bearers(me.user, first) if c.user == me.user}


# ---------------------------------------------------------------- from the dust box


@rules.procedure(clause="12.2 12.3")
def can_enter(player: Player, cards: set[Card]) -> set[Card]:
    """The characters among cards that some own empty cell is open to."""
    return {c for c in cards if c.is_character and not c.conversion and entry_cells(player, c)}


@rules.activated(tap=True, limits={When.OWN_TURN}, clause="7.3 12.2")
def recall(me: Card, d: Declaration) -> None:
    """Enter a character from the own dust box; it gains Tax Trash and is removed if it leaves."""
    found = can_enter(d.by, d.by.dust_box.cards)
    if found:
        card = choose(d.by, found, CHOSEN)
        if enter(card, choose(d.by, entry_cells(d.by, card), CELL)):
            gain(card, tax_trash, until=FOREVER)
            gain(card, removed_on_leaving, until=FOREVER)


@rules.answers(HEADING, of=Of.SELF, clause="23.2")
def removed_on_leaving(me: Card, base: Destination, card: Card) -> Destination:
    """Whatever way it leaves play, it is removed from the game."""
    return Destination.REMOVED


@rules.activated(discards_itself=True, clause="12.2")
def buy_back(me: Card, d: Declaration) -> None:
    """Enter a character from the own dust box, paying its cost."""
    found = {c for c in can_enter(d.by, d.by.dust_box.cards) if affords(d.by, use_cost(c))}
    if found:
        card = choose(d.by, found, CHOSEN)
        if pay_at_once(d.by, card, use_cost(card)):
            cells = entry_cells(d.by, card)
            if cells and card.zone == d.by.dust_box:
                enter(card, choose(d.by, cells, CELL))


@rules.procedure(clause="9.11")
def enemy_dust_box(me: Card) -> set[Card]:
    """The enemy's dust box, while nothing is stacked on the bearer."""
    return NO_CARDS if me.stacked else me.user.enemy.dust_box.cards


@rules.activated(tap=True, targets=(enemy_dust_box,), clause="6.4")
def collect_card(me: Card, d: Declaration) -> None:
    """Put a card of the enemy's dust box on it, if there is none yet."""
    if d.target and me.on_field and not me.stacked:
        attach(d.target, me, STACKED, face_down=True)
        reveal(d.target)


# ---------------------------------------------------------------- events used by a text


@rules.activated(limit=1, clause="9.2")
def use_found_event(me: Card, d: Declaration) -> None:
    """Discard a hand card; use an event from the deck or the own dust box, and remove it."""
    player = d.by
    if not player.hand:
        return
    discard_from_hand(one(choose(player, player.hand, DISCARD)))
    event: Card | None = None
    in_deck = {c for c in player.deck if c.is_event}
    if in_deck and confirm(player, MAY):
        event = choose(player, in_deck, CHOSEN)
        reveal(one(event))
    else:
        discarded = {c for c in player.dust_box if c.is_event}
        if discarded:
            event = choose(player, discarded, CHOSEN)
    if event:
        searched = event.zone == player.deck
        put(event, SET_ASIDE)
        if searched:
            shuffle(player.deck)
            check_decks()
        use_at_once(player, event)
        if event.zone != event.owner.removed:
            put(event, REMOVED)


# ---------------------------------------------------------------- abilities


@rules.activated(targets=(itself, enemy_in_column_beside), clause="16.c")
def copy_basic_abilities(me: Card, d: Declaration) -> None:
    """Gain the basic abilities that an enemy of its column has and it has not."""
    if d.second:
        gain_abilities_of(me, d.second)


@rules.activated(clause="P-LOSE-BA")
def nobody_steps(me: Card, d: Declaration) -> None:
    """Let every character lose Step, Side Step, Order Step, Jump and Touch."""
    for card in any_character(me):
        lose_basic_ability(card, Basic.STEP)
        lose_basic_ability(card, Basic.SIDE_STEP)
        lose_basic_ability(card, Basic.ORDER_STEP)
        lose_basic_ability(card, Basic.JUMP)
        lose_basic_ability(card, Basic.TOUCH)


# ---------------------------------------------------------------- tapping and untapping


@rules.activated(tap=True, clause="T2a")
def column_stays_tapped(me: Card, d: Declaration) -> None:
    """Let the enemies of its column not untap in their next wake-up."""
    for card in enemies_in_column(me):
        card.stays_tapped = True


@rules.activated(targets=(untapped_male_friends,), clause="P-TAP")
def tap_male_to_untap(me: Card, d: Declaration) -> None:
    """Tap a target untapped male friend and untap itself."""
    if d.target:
        tap(d.target)
        if me.on_field:
            untap(me)


@rules.activated(targets=(itself, opposing_beside), limits={When.OWN_BATTLE}, clause="14.1 P-UNTAP")
def halt_and_untap(me: Card, d: Declaration) -> None:
    """In its battle: untap itself and the opposing battler, and halt the battle."""
    battle = game.battle
    if d.second:
        untap(me)
        untap(d.second)
    if battle:
        battle.halted = True


# ---------------------------------------------------------------- discarding


@rules.activated(targets=(opponent_of_friend,), limits={When.IN_BATTLE}, clause="23.1")
def discard_opponent_of_friend(me: Card, d: Declaration) -> None:
    """Discard the battler that a friend battles."""
    discard_from_play(one(d.target))


@rules.activated(targets=(enemy_payment,), limits={When.IN_RESPONSE}, clause="11.11")
def void_payment(me: Card, d: Declaration) -> None:
    """Discard a card designated as payment; its points are void."""
    discard_cards(one(d.target))


@rules.procedure(clause="11.11")
def fail_declaration_of(card: Card) -> None:
    """Let what a card was declared for fail."""
    for k in range(len(game.chain)):
        if game.chain[k].card == card:
            game.chain[k].failed = True


@rules.activated(targets=(enemy_declared_cards,), limits={When.IN_RESPONSE}, clause="11.11")
def discard_declared(me: Card, d: Declaration) -> None:
    """Discard a payment card or a declared event of the enemy."""
    if d.target:
        fail_declaration_of(d.target)
        discard_cards(one(d.target))


@rules.activated(targets=(entering_enemy,), limits={When.IN_RESPONSE}, clause="10.7 6.1")
def refuse_entry(me: Card, d: Declaration) -> None:
    """Return a character that is being declared for entry to its owner's hand."""
    if d.target:
        fail_declaration_of(d.target)
        return_to_hand(one(d.target))


@rules.activated(targets=(answers_enemy_special,), conditions=1, limits={When.IN_RESPONSE})
def foil_special(me: Card, d: Declaration) -> None:
    """Let an enemy special ability fail, and discard its cost in cards of the own deck."""
    if len(game.chain) > 0 and game.chain.top.ability:
        game.chain.top.failed = True
        mill(d.by, game.chain.top.need.total)


@rules.activated(limits={When.OUTSIDE_BATTLE}, clause="15.9")
def weaken_those_fought(me: Card, d: Declaration) -> None:
    """Take the original AP from the DP of enemies it battled this turn; discard those at 0."""
    fought = {c for c in d.by.enemy.characters if c.fought == me and c.used_at == game.turn + 1}
    modify_stats(fought, 0, -original(me, AP), 0)
    discard_from_play({c for c in fought if c.dp <= 0})


# ---------------------------------------------------------------- moving


@rules.activated(tap=True, clause="P-REARRANGE 21.7")
def rearrange_row(me: Card, d: Declaration) -> None:
    """Choose a row of either player and place its characters anew."""
    own = d.by.field.at(ROW_CENTRES)
    place = choose(d.by, own | d.by.enemy.field.at(ROW_CENTRES), CHOSEN)
    cells = ATTACK_ROW if place.row == AF else DEFENCE_ROW
    field = place.player.field
    rearrange(d.by, field.cards_at(cells), field.at(cells))


@rules.activated(limits={When.OWN_TURN, When.OUTSIDE_BATTLE}, clause="P-MOVE")
def push_aside(me: Card, d: Declaration) -> None:
    """Choose a cell beside it, discard who stands there, and move there."""
    if me.on_field and me.user == d.by:
        cell = choose(d.by, d.by.field.at(own_cells_beside(me)), CELL)
        discard_from_play(cell.cards)
        if me.on_field:
            move_character(me, cell)


@rules.activated(targets=(opposing_battler,), limits={When.OWN_BATTLE}, clause="B7")
def chase_after_battle(me: Card, d: Declaration) -> None:
    """After the battle: move the opposing battler to an empty cell beside it."""
    if d.target:
        later(BATTLE_ENDED, is_chased, d.target, d.by)


@rules.delayed(clause="B7")
def is_chased(card: Card | None, chooser: Player, battler: Card) -> None:
    """Move a battler to an empty cell beside it that a player chooses."""
    if card and card.on_field:
        cells = card.user.field.empty & card.user.field.at(own_cells_beside(card))
        if cells:
            move_character(card, choose(chooser, cells, CELL))


@rules.activated(targets=(enemies_in_column,), in_column=True, clause="21.3")
def capture_in_column(me: Card, d: Declaration) -> None:
    """Move a target enemy of its column to an empty own cell of that column."""
    if d.target:
        cells = d.by.field.empty & d.by.field.at(9 << facing_column(d.target))
        if cells:
            move_character(d.target, choose(d.by, cells, CELL))


@rules.activated(targets=(items_of_enemies, unequipped_friends), clause="13.3")
def steal_item(me: Card, d: Declaration) -> None:
    """Move a target item from an enemy to a target unequipped friend, and draw two."""
    if d.target and d.second:
        hang_item(d.target, d.second)
        draw_by_effect(d.by, 2)


# ---------------------------------------------------------------- numbers


@rules.activated(limits={When.OUTSIDE_BATTLE}, clause="19.2")
def match_the_strongest(me: Card, d: Declaration) -> None:
    """Let its AP and DP become the highest in play."""
    ap = me.ap
    dp = me.dp
    for card in any_character(me):
        if card.ap > ap:
            ap = card.ap
        if card.dp > dp:
            dp = card.dp
    set_ap(one(me), ap)
    set_dp(one(me), dp)


@rules.activated(limits={When.OWN_BATTLE}, clause="B5")
def support_itself(me: Card, d: Declaration) -> None:
    """In its battle: add its SP to itself as a support does, even while tapped."""
    battle = game.battle
    if battle and battles(me):
        n = me.sp
        in_front = me.row == AF
        modify_in_battle(me, n if in_front else 0, 0 if in_front else n)


@rules.activated(limits={When.OWN_BATTLE}, clause="16.15")
def refill_if_downed(me: Card, d: Declaration) -> None:
    """In its battle: if the opponent is downed, put dust-box cards under the own deck."""
    gain(me, refills_deck, until=END_OF_BATTLE)


@rules.trigger(BONUS, of=Of.SELF, survives=True, clause="16.15")
def refills_deck(me: Card, card: Card) -> None:
    """Put as many cards of the own dust box under the deck as its original AP."""
    player = last_user(me)
    n = min(original(me, AP) if me.in_play else 0, len(player.dust_box))
    if n > 0:
        put_all(some(player, player.dust_box.cards, n, n, CHOSEN), DECK, at=BOTTOM)


# ---------------------------------------------------------------- names and looks


@rules.activated(tap=True, clause="18.1")
def ban_random_name(me: Card, d: Declaration) -> None:
    """See a random card of the enemy's hand; nobody may use cards of its name this turn."""
    card = random_card(d.by.enemy.hand)
    if card:
        look(d.by, one(card))
        gain(game, nobody_uses_name, card.name, until=END_OF_TURN)


@rules.answers(MAY_USE, clause="10.9")
def nobody_uses_name(me: Card | None, name: Name, card: Card) -> bool:
    """Cards of a name may not be used; as an ability of the game."""
    return card.name != name


# ---------------------------------------------------------------- attacks


@rules.activated(targets=(untapped_enemies,), limits={When.OWN_TURN}, clause="B4")
def challenge(me: Card, d: Declaration, *, ap: int) -> None:
    """Gain AP and Dash; if it attacks next, a target enemy must defend if it can."""
    if d.target:
        modify_stats(one(me), ap, 0, 0)
        gain(me, dash, until=END_OF_TURN)
        later(ATTACK_DECLARED, is_challenged, me, d.target)


@rules.delayed(clause="B4")
def is_challenged(challenger: Card | None, enemy: Card | None, attacker: Card) -> None:
    """Force a defence against the challenger; any other attack ends the challenge."""
    if challenger and enemy and attacker == challenger:
        gain(enemy, must_face, challenger, until=END_OF_TURN)


@rules.answers(MUST_DEFEND, clause="B4")
def must_face(me: Card, challenger: Card | None, base: bool, attacker: Card, card: Card) -> bool:
    """It must defend against its challenger."""
    return base or card == me and attacker == challenger


@rules.activated(targets=(itself_in_company,), conditions=1, clause="B4")
def attack_undefended(me: Card, d: Declaration) -> None:
    """With six characters: against its next attack this turn no defender may be named."""
    gain(me, cannot_be_defended, until=END_OF_TURN)
    gain(me, defended_again, until=END_OF_TURN)


@rules.answers(MAY_DEFEND, clause="B4")
def cannot_be_defended(me: Card, card: Card, attacker: Card) -> bool:
    """Nobody defends against it."""
    return attacker != me


@rules.trigger(BATTLE_ENDED, of=Of.SELF, clause="B4")
def defended_again(me: Card, card: Card) -> None:
    """After its battle it can be defended against again."""
    lose(me, cannot_be_defended, until=END_OF_TURN)
    lose(me, defended_again, until=END_OF_TURN)


@rules.activated(tap=True, limits={When.NOT_IN_RESPONSE}, clause="12.5")
def rename(me: Card, d: Declaration) -> None:
    """Let a character go by another name, not in play, of the own hand or a dust box, this turn."""
    named = any_character(me)
    seen = d.by.hand | d.by.dust_box.cards | d.by.enemy.dust_box.cards
    names = {c for c in seen if not matching(named, Card.name, c)}
    if names and named:
        card = choose(d.by, named, CHOSEN)
        card.alias = choose(d.by, names, NAME).name
        card.renamed = True
        later(TURN_END, is_itself_again, card)


@rules.delayed(clause="12.5")
def is_itself_again(card: Card | None, whose: Player) -> None:
    """Give a character its own name back."""
    if card:
        card.renamed = False
