"""Settings of scenarios."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..loaded import loaded


def that_differ(ruleset: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """Leave out the settings that a shipped ruleset has anyway: it is compiled once for all."""
    parameters = loaded(ruleset).rules.parameters
    return {
        name: value
        for name, value in options.items()
        if name not in parameters or written(value) != written(parameters[name].default)
    }


def written(value: Any) -> str:
    """Give a value as variants write it."""
    return str(getattr(value, "name", value)).lower()
