"""Every error tefuda raises on purpose: one tree.

Each message says what is wrong, with the value, where, and what was expected; lower case, no full
stop. Errors raised at the Python boundary leave what they refused exactly as it was.
"""

from __future__ import annotations

import unicodedata


class TefudaError(Exception):
    """Base of all errors of tefuda."""


class RuleSyntaxError(TefudaError):
    """A rule function is outside the rule language.

    The message carries file and line, the offending text with a caret, and what to write instead.
    """

    def __init__(
        self,
        message: str,
        *,
        file: str | None = None,
        line: int | None = None,
        column: int | None = None,
        text: str | None = None,
        hint: str | None = None,
        rule: str | None = None,
    ) -> None:
        self.reason = message
        self.file = file
        self.line = line
        self.column = column
        self.text = text
        self.hint = hint
        self.rule = rule
        parts = [f"{file}:{line}: {message}" if file is not None else message]
        if rule is not None:
            parts[0] += f" (in {rule})"
        if text is not None:
            parts.append("    " + text.rstrip())
            if column is not None:
                parts.append("    " + _space(text[:column]) + "^")
        if hint is not None:
            parts.append("  " + hint)
        super().__init__("\n".join(parts))


def _space(text: str) -> str:
    """As much room as a text takes where each letter of East Asia is two columns wide."""
    found = ""
    for letter in text:
        if letter == "\t":
            found += letter
        elif not unicodedata.combining(letter):
            found += "  " if unicodedata.east_asian_width(letter) in "FW" else " "
    return found


class RulesetError(TefudaError):
    """A ruleset or a variant of it does not fit together: names, parameters, declarations."""


class PluginError(TefudaError):
    """A plugin cannot be loaded, contributes nothing, or clashes with another."""


class CardError(TefudaError):
    """A card file is not what its ruleset's schema says; names file, card and field."""


class DeckError(TefudaError):
    """A deck is unknown, unreadable or illegal; names file, line and card."""


class IllegalAction(TefudaError, ValueError):
    """An action that is not among the legal ones; the game is unchanged."""


class GameError(TefudaError):
    """A game ended in an error of its rules; base of what the machine reports."""

    def __init__(
        self,
        message: str,
        *,
        rule: str | None = None,
        line: int | None = None,
        code: int = 0,
        file: str | None = None,
    ) -> None:
        super().__init__(message)
        self.rule = rule
        self.file = file
        self.line = line
        self.code = code


class CapacityExceeded(GameError):
    """A pool, zone, stack or option list of the state was too small for what the rules did."""


class RunawayRule(GameError):
    """The rules took more steps for one decision than the limit allows."""


class RuleFailure(GameError):
    """A rule asked for the impossible: a missing card, a dropped record, a choice of nothing."""


class PythonFailure(GameError):
    """Python that takes part in a game failed; base of the two below.

    ``plugin`` gave it ("" for none), ``name`` is its own name, ``card`` the number of the card it
    was about, and ``decision`` the decision at which it failed, the first being 1.
    """

    def __init__(
        self,
        message: str,
        *,
        plugin: str = "",
        name: str = "",
        card: str | None = None,
        decision: int | None = None,
        rule: str | None = None,
        line: int | None = None,
        code: int = 0,
        file: str | None = None,
    ) -> None:
        super().__init__(message, rule=rule, line=line, code=code, file=file)
        self.plugin = plugin
        self.name = name
        self.card = card
        self.decision = decision


class HandlerFailure(PythonFailure):
    """A Python handler raised, asked for nonsense or did not come back."""


class BotFailure(PythonFailure):
    """A Python bot raised, gave what is not a legal action, or did not come back."""


class SnapshotError(TefudaError):
    """A snapshot is damaged, of another version or of another ruleset."""


class ReplayError(TefudaError):
    """A replay file cannot be read, or is of another ruleset."""


class ReplayMismatch(ReplayError):
    """Playing a replay again gave another game than the one recorded."""


class VariantError(RulesetError):
    """A variant string cannot be read, or names an unknown ruleset, patch or parameter."""
