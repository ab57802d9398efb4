"""What steps of card files' texts do: each tells whether it was done in full (9.13)."""

from __future__ import annotations

from tefuda.kernel import (
    BOTTOM,
    NO_CARDS,
    attach,
    choose,
    clear_modifications,
    look,
    one,
    put_all,
    random_card,
    reveal,
    shuffle,
    some,
)
from tefuda.rulesets.lycee import processes
from tefuda.rulesets.lycee.processes import (
    check_decks,
    discard_cards,
    discard_from_hand,
    discard_from_play,
    draw_by_effect,
    leave,
    mill_both,
    modify_in_battle,
    modify_stats,
    return_to_hand,
    set_ap,
    set_dp,
    set_original_ap,
    swap_ap_and_dp,
)
from tefuda.rulesets.lycee.vocabulary import (
    AP,
    CHOSEN,
    DECK,
    DISCARD,
    DP,
    HAND,
    REMOVED,
    SET_ASIDE,
    SP,
    STACKED,
    Card,
    Destination,
    Player,
    game,
    rules,
)

# ---------------------------------------------------------------- choosing


@rules.effect_verb("choose", by="user", clause="9.11 25.3")
def choose_card(among: set[Card], by: Player) -> Card | None:
    """Let a player choose one of the cards, if there are any."""
    return choose(by, among, CHOSEN) if among else None


@rules.effect_verb("may_choose", by="user", clause="9.11 25.3")
def may_choose_card(among: set[Card], by: Player) -> Card | None:
    """Let a player choose one of the cards or none."""
    return choose(by, among, CHOSEN, optional=True) if among else None


@rules.effect_verb("choose_cards", by="user", clause="2.5 9.11")
def choose_several(among: set[Card], n: int, by: Player, least: int = 1) -> set[Card]:
    """Let a player choose up to n of the cards, and ``least`` of them if there are so many."""
    most = min(n, len(among))
    return some(by, among, min(least, most), most, CHOSEN) if most > 0 else NO_CARDS


@rules.effect_verb("choose_at_random", clause="25.3")
def choose_by_lot(among: set[Card]) -> Card | None:
    """Draw lots for one of the cards."""
    return random_card(among)


# ---------------------------------------------------------------- tapping


@rules.effect_verb("tap", clause="P-TAP")
def tap_cards(cards: set[Card]) -> bool:
    """Tap characters; it is done if all of them were untapped."""
    done = bool(cards)
    for card in cards:
        if card.on_field:
            changed = processes.tap(card)
            done = done and changed
    return done


@rules.effect_verb("untap", clause="P-UNTAP")
def untap_cards(cards: set[Card]) -> bool:
    """Untap characters; it is done if all of them were tapped and may be untapped."""
    done = bool(cards)
    for card in cards:
        if card.on_field:
            changed = processes.untap(card)
            done = done and changed
    return done


@rules.effect_verb("keep_tapped", clause="T2a")
def keep_tapped(cards: set[Card]) -> bool:
    """Let characters not untap in their next wake-up."""
    for card in cards:
        card.stays_tapped = True
    return bool(cards)


# ---------------------------------------------------------------- numbers


@rules.effect_verb("change", cards="self", clause="P-MOD")
def change_stats(cards: set[Card], ap: int = 0, dp: int = 0, sp: int = 0) -> bool:
    """Add to the stats of characters until the end of the turn."""
    modify_stats(cards, ap, dp, sp)
    return bool(cards)


@rules.effect_verb("change_in_battle", cards="self", clause="B5 P-MOD")
def change_in_battle(cards: set[Card], ap: int = 0, dp: int = 0) -> bool:
    """Add to the stats of characters until the end of the battle."""
    for card in cards:
        modify_in_battle(card, ap, dp)
    return bool(cards)


@rules.effect_verb("set_ap", cards="self", clause="19.2")
def set_ap_of(cards: set[Card], n: int) -> bool:
    """Set the AP of characters until the end of the turn."""
    set_ap(cards, n)
    return bool(cards)


@rules.effect_verb("set_dp", cards="self", clause="19.2")
def set_dp_of(cards: set[Card], n: int) -> bool:
    """Set the DP of characters until the end of the turn."""
    set_dp(cards, n)
    return bool(cards)


@rules.effect_verb("set_original_ap", cards="self", clause="19.4")
def set_original_ap_of(cards: set[Card], n: int) -> bool:
    """Let the original AP of characters be another until the end of the turn."""
    set_original_ap(cards, n)
    return bool(cards)


@rules.effect_verb("swap_stats", cards="self", clause="19.2")
def swap_stats_of(cards: set[Card]) -> bool:
    """Exchange AP and DP of characters until the end of the turn."""
    swap_ap_and_dp(cards)
    return bool(cards)


@rules.effect_verb("reset_stats", cards="self", clause="19.7")
def reset_stats_of(cards: set[Card]) -> bool:
    """Let the stats of characters return to the original ones."""
    clear_modifications(cards, AP)
    clear_modifications(cards, DP)
    clear_modifications(cards, SP)
    return bool(cards)


# ---------------------------------------------------------------- cards that go


def in_play_themselves(cards: set[Card]) -> set[Card]:
    """Those of the cards that are in play other than as part of a pile on a character (6.4)."""
    return {c for c in cards if c.in_play and not is_stacked(c)}


def is_stacked(card: Card) -> bool:
    """Whether a card lies in a pile on a character."""
    host = card.host
    return host is not None and card in host.stacked


@rules.effect_verb("discard", clause="6.3 23.1")
def discard_any(cards: set[Card]) -> bool:
    """Discard cards, from play or elsewhere; it is done if all that were in play went."""
    playing = in_play_themselves(cards)
    discard_cards(cards - playing)
    gone = discard_from_play(playing)
    return bool(cards) and gone == playing


@rules.effect_verb("remove", clause="20.1")
def remove_any(cards: set[Card]) -> bool:
    """Remove cards from the game; it is done if all that were in play went."""
    playing = in_play_themselves(cards)
    put_all(cards - playing, REMOVED)
    gone = leave(playing, Destination.REMOVED)
    check_decks()
    return bool(cards) and gone == playing


@rules.effect_verb("return_to_hand", clause="6.1")
def return_any_to_hand(cards: set[Card]) -> bool:
    """Put cards into their owners' hands, from play or from anywhere else."""
    return_to_hand(cards)
    check_decks()
    return bool(cards)


@rules.effect_verb("take_to_hand", clause="6.1")
def take_to_hand(cards: set[Card]) -> bool:
    """Put cards that are not in play, or in piles, into their owners' hands."""
    put_all(cards - in_play_themselves(cards), HAND)
    check_decks()
    return bool(cards)


@rules.effect_verb("put_on_deck", clause="6.1")
def put_on_deck(cards: set[Card], under: bool = False) -> bool:
    """Put cards on or under their owners' decks."""
    playing = in_play_themselves(cards)
    if under:
        put_all(cards - playing, DECK, at=BOTTOM)
        leave(playing, Destination.DECK_BOTTOM)
    else:
        put_all(cards - playing, DECK)
        leave(playing, Destination.DECK_TOP)
    return bool(cards)


@rules.effect_verb("set_aside", clause="6")
def set_cards_aside(cards: set[Card]) -> bool:
    """Set cards aside."""
    playing = in_play_themselves(cards)
    put_all(cards - playing, SET_ASIDE)
    leave(playing, Destination.SET_ASIDE)
    check_decks()
    return bool(cards)


@rules.effect_verb("stack", on="self", clause="6")
def stack_on(cards: set[Card], on: Card) -> bool:
    """Stack cards face down on a character."""
    if not on.in_play:
        return False
    for card in cards:
        attach(card, on, STACKED, face_down=True)
    check_decks()
    return bool(cards)


@rules.effect_verb("discard_from_hand", player="user", by="user", clause="20.1")
def discard_hand_cards(player: Player, by: Player, n: int = 1) -> bool:
    """Discard n hand cards of a player, chosen by another; it is done if there were so many."""
    enough = len(player.hand) >= n
    for _ in range(n):
        if player.hand:
            discard_from_hand(one(choose(by, player.hand, DISCARD)))
    return enough


@rules.effect_verb("discard_at_random", player="enemy", clause="20.1")
def discard_by_lot(player: Player, n: int) -> bool:
    """Discard n hand cards of a player by lot; it is done if there were so many."""
    enough = len(player.hand) >= n
    processes.discard_at_random(player, n)
    return enough


@rules.effect_verb("discard_down_to", player="enemy", clause="20.1")
def discard_down_to(player: Player, n: int) -> bool:
    """Let a player discard by lot until n hand cards remain."""
    over = len(player.hand) - n
    processes.discard_at_random(player, over)
    return over > 0


# ---------------------------------------------------------------- decks


@rules.effect_verb("draw", player="user", clause="20.1")
def draw_cards_of(player: Player, n: int = 1) -> bool:
    """Draw cards."""
    draw_by_effect(player, n)
    return n > 0


@rules.effect_verb("mill", player="user", clause="20.1")
def mill_deck(player: Player, n: int = 1) -> bool:
    """Discard from the top of a deck; it is done if there were so many cards."""
    enough = n > 0 and n <= len(player.deck)
    processes.mill(player, n)
    return enough


@rules.effect_verb("mill_both", clause="24.4")
def mill_both_decks(n: int = 1) -> bool:
    """Discard from the top of both decks in one step."""
    mill_both(game.turn_player, n)
    return n > 0


@rules.effect_verb("shuffle_deck", player="user", clause="5.1")
def shuffle_deck(player: Player) -> bool:
    """Shuffle a deck."""
    shuffle(player.deck)
    return True


@rules.effect_verb("look_at", player="user", clause="6")
def look_at(cards: set[Card], player: Player) -> bool:
    """Let a player look at cards."""
    look(player, cards)
    return bool(cards)


@rules.effect_verb("reveal", clause="6")
def reveal_cards(cards: set[Card]) -> bool:
    """Show cards to both players."""
    reveal(cards)
    return bool(cards)
