"""Further effect verbs: on the field, about abilities, battles and declarations."""

from __future__ import annotations

from tefuda.kernel import (
    NO_CARDS,
    choose,
    lose_game,
    one,
    put,
)
from tefuda.rulesets.lycee import processes
from tefuda.rulesets.lycee.abilities import fail_declaration_of
from tefuda.rulesets.lycee.declarations import pay_at_once, retarget, use_at_once
from tefuda.rulesets.lycee.payment import affords, use_cost
from tefuda.rulesets.lycee.places import entry_cells
from tefuda.rulesets.lycee.processes import (
    bar_special_abilities,
    gain_abilities_of,
    hang_item,
    lose_basic_abilities,
    lose_basic_ability,
    lose_special_abilities,
    move_character,
    swap_places,
)
from tefuda.rulesets.lycee.vocabulary import (
    CELL,
    LOST_BY_EFFECT,
    SET_ASIDE,
    Basic,
    Card,
    Player,
    Zone,
    game,
    rules,
)

# ---------------------------------------------------------------- places


@rules.effect_verb("enter", player="user", clause="12.2")
def enter_card(cards: set[Card], player: Player, paying: bool = False) -> set[Card]:
    """Let characters enter cells that their player chooses, for nothing or at their cost."""
    entered: set[Card] = NO_CARDS
    for card in cards:
        cells = entry_cells(player, card)
        if card.is_character and not card.in_play and cells:
            if not paying or affords(player, use_cost(card)):
                if not paying or pay_at_once(player, card, use_cost(card)):
                    cells = entry_cells(player, card)
                    if cells and processes.enter(card, choose(player, cells, CELL)):
                        entered = entered | one(card)
    return entered


@rules.effect_verb("move", by="user", clause="P-MOVE")
def move_cards(cards: set[Card], to: set[Zone], by: Player) -> bool:
    """Move characters to cells that a player chooses; it is done if all of them moved."""
    done = bool(cards)
    for card in cards:
        moved = False
        if card.on_field and to:
            moved = move_character(card, choose(by, to, CELL))
        done = done and moved
    return done


@rules.effect_verb("swap_places", clause="21.5")
def swap_two(first: Card, second: Card) -> bool:
    """Let two characters change places."""
    return swap_places(first, second)


@rules.effect_verb("rearrange", by="user", clause="P-REARRANGE")
def rearrange_cards(cards: set[Card], cells: set[Zone], by: Player) -> bool:
    """Place characters anew on cells."""
    processes.rearrange(by, cards, cells)
    return bool(cards)


@rules.effect_verb("equip", clause="13.3")
def equip_with(item: Card, bearer: Card) -> bool:
    """Hang an item on a character."""
    if not bearer.on_field:
        return False
    hang_item(item, bearer)
    return True


# ---------------------------------------------------------------- abilities


@rules.effect_verb("lose_basic_abilities", clause="P-LOSE-BA")
def lose_all_basic(cards: set[Card]) -> bool:
    """Let characters lose all basic abilities until the end of the turn."""
    for card in cards:
        lose_basic_abilities(card)
    return bool(cards)


@rules.effect_verb("lose_basic", clause="P-LOSE-BA 16.d")
def lose_one_basic(cards: set[Card], which: Basic) -> bool:
    """Let characters lose one basic ability until the end of the turn."""
    for card in cards:
        lose_basic_ability(card, which)
    return bool(cards)


@rules.effect_verb("lose_special_abilities", clause="P-LOSE-SA")
def lose_all_special(cards: set[Card]) -> bool:
    """Let characters lose all special abilities until the end of the turn."""
    for card in cards:
        lose_special_abilities(card)
    return bool(cards)


@rules.effect_verb("bar_special_abilities", clause="P-CANT-USE-SA")
def bar_all_special(cards: set[Card]) -> bool:
    """Let special abilities of characters not be used until the end of the turn."""
    for card in cards:
        bar_special_abilities(card)
    return bool(cards)


@rules.effect_verb("copy_basic_abilities", to="self", clause="16.c")
def copy_basic_of(of: Card, to: Card) -> bool:
    """Let a character gain the basic abilities that another has and it has not."""
    gain_abilities_of(to, of)
    return True


# ---------------------------------------------------------------- battles and declarations


@rules.effect_verb("halt_battle", clause="14.1")
def halt_battle() -> bool:
    """Halt the battle under way."""
    battle = game.battle
    if not battle:
        return False
    battle.halted = True
    return True


@rules.effect_verb("fail_declaration", clause="11.11")
def fail_declared(cards: set[Card]) -> bool:
    """Let what cards were declared for fail, or what an ability of theirs was."""
    for card in cards:
        fail_declaration_of(card)
    return bool(cards)


@rules.effect_verb("fail_last_declaration", clause="9.6")
def fail_last_declared() -> bool:
    """Let what was declared last fail."""
    if len(game.chain) == 0:
        return False
    game.chain.top.failed = True
    return True


@rules.effect_verb("retarget", by="user", clause="9.11")
def choose_targets_anew(by: Player) -> bool:
    """Let a player choose new legal targets for what was declared last."""
    if len(game.chain) == 0:
        return False
    retarget(game.chain.top, by)
    return True


@rules.effect_verb("redirect_support", clause="B5")
def redirect_support_to(card: Card) -> bool:
    """Let a character receive the support that was declared last."""
    if len(game.chain) == 0:
        return False
    top = game.chain.top
    top.target = card
    top.redirected = True
    return True


@rules.effect_verb("use_event", player="user", clause="9.2 10.5")
def use_event_now(event: Card, player: Player) -> bool:
    """Use an event at its cost, inside the processing of a text."""
    if not event.is_event or not affords(player, use_cost(event)):
        return False
    put(event, SET_ASIDE)
    use_at_once(player, event)
    return True


@rules.effect_verb("lose_the_game", player="user", clause="24.5")
def lose_by_text(player: Player) -> None:
    """Lose the game."""
    lose_game(player, LOST_BY_EFFECT)
