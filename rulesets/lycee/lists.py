"""What the game's community calls columns, attributes and abilities in lists of cards (29.3)."""

from __future__ import annotations

from tefuda.rulesets.lycee.vocabulary import rules

#: The numbers of basic abilities in the community's card data base.
BASIC_NUMBERS = (
    "step",
    "side_step",
    "order_step",
    "jump",
    "escape",
    "side_attack",
    "tax_trash",
    "tax_wake_up",
    "supporter",
    "touch",
    "attacker",
    "defender",
    "bonus",
    "penalty",
    "deck_bonus",
    "dash",
    "aggressive",
    "boost",
)
#: These are many texts: a list must say which.
_SEVERAL = ("bonus", "penalty", "deck_bonus")

rules.reads_lists(
    columns={
        "id": "number",
        "cid": "number",
        "name_en": "name",
        "card type": "type",
        "elements": "attributes",
        "element": "attributes",
        "use cost": "cost",
        "position": "restriction",
        "position flags": "restriction",
        "position_flags": "restriction",
        "field": "restriction",
        "sex": "gender",
        "basic abilities": "abilities",
        "basic_abilities_en": "abilities",
        "basic_ability_flags": "ability_flags",
        "special abilities": "abilities",
        "rarity": "",
        "sets": "",
        "set": "",
        "brand": "",
        "note": "",
    },
    values={
        **{"sn": "snow", "mo": "moon", "fl": "flower", "sp": "space", "su": "sun", "*": "any"},
        **{"star": "any", "lightning": "space", "f": "female", "m": "male"},
        **{"ch": "character", "ev": "event", "it": "item", "ar": "area"},
    },
    abilities={
        **{str(at): name for at, name in enumerate(BASIC_NUMBERS)},
        "tax wakeup": "tax_wake_up",
    },
    unnamed={
        "boost": "no source says what Boost does (16.18), expected another ability",
        "17": "no source says what Boost does (16.18), expected another ability",
        **{
            key: f"there are several texts of this kind, expected one, as in {name}_..."
            for at, name in enumerate(BASIC_NUMBERS)
            if name in _SEVERAL
            for key in (name, name.replace("_", " "), str(at))
        },
    },
    marks={"t": "tap"},
)
