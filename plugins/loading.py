"""Loading rulesets by the names of their variants."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tefuda.errors import VariantError
from tefuda.files import Source
from tefuda.plugins.manager import Manager, PluginLike, make_manager
from tefuda.rules import Rules
from tefuda.ruleset import Ruleset
from tefuda.variants import Variant, parse_variant
from tefuda.words import listed, nearest


def load(
    variant: str | Variant,
    plugins: Sequence[PluginLike] = (),
    disable: Iterable[str] = (),
    *,
    cards: Sequence[Source] = (),
    native: bool | None = None,
    manager: Manager | None = None,
) -> Ruleset:
    """Load a ruleset: ``load("lycee")``, ``load("lycee+my_patch:hand_limit=5")``.

    Installed plugins change nothing until the variant names them.

    :param plugins: further plugins, as paths of ``.py`` files or modules.
    :param disable: names of installed plugins to leave out.
    :param cards: further card files.
    :param native: whether machine code plays the games: ``None`` where it lies ready, true made
        first where it does not (10 to 60 seconds, once), false never. Games are the same.
    :param manager: plugins found before; ``plugins`` and ``disable`` then mean nothing.
    :raises VariantError: the variant cannot be read or names what is unknown.
    :raises PluginError: a plugin cannot be loaded, or two that the variant names clash.
    :raises RuleSyntaxError: a rule is outside the rule language.
    :raises RulesetError: the declarations do not fit together.
    :raises CardError: a card file is not what the ruleset expects.
    :raises DeckError: a deck file is not what the ruleset expects.
    """
    found = manager or make_manager(disable, plugins)
    named = parse_variant(variant) if not isinstance(variant, Variant) else variant
    rules = find_rules(found, named)
    return Ruleset(
        rules, named, extensions=find_extensions(found, named), cards=cards, native=native
    )


def find_rules(manager: Manager, variant: Variant) -> Rules:
    """Give the ruleset that a variant changes.

    :raises VariantError: there is none of this name.
    """
    known = manager.rulesets
    if variant.ruleset not in known:
        raise VariantError(
            f"variant {str(variant)!r}: unknown ruleset {variant.ruleset!r}, expected "
            f"{listed(known)}{nearest(variant.ruleset, known)}"
        )
    return known[variant.ruleset]


def find_extensions(manager: Manager, variant: Variant) -> list[Rules]:
    """Give the extensions that a variant's patches name, by their own name or their plugin's.

    :raises VariantError: a patch is unknown for this ruleset.
    """
    offered = [
        rules for (ruleset, _), rules in manager.extensions.items() if ruleset == variant.ruleset
    ]
    found: dict[str, Rules] = {}
    for patch in variant.patches:
        named = [rules for rules in offered if rules.name == patch]
        named = named or [rules for rules in offered if rules.plugin == patch]
        if not named:
            known = sorted({rules.name for rules in offered} | {rules.plugin for rules in offered})
            others = [ruleset for ruleset, name in manager.extensions if name == patch]
            raise VariantError(
                f"variant {str(variant)!r}: unknown patch {patch!r} of {variant.ruleset!r}, "
                f"expected {listed(known)}{nearest(patch, known)}"
                + (f"; the one of this name extends {listed(map(repr, others))}" if others else "")
            )
        found.update((rules.name, rules) for rules in named)
    return [found[name] for name in sorted(found)]
