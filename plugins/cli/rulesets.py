"""``tefuda rulesets`` and ``tefuda rules``."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any

import click

from tefuda import words
from tefuda.composing import describing
from tefuda.errors import TefudaError
from tefuda.plugins.cli.group import DONE
from tefuda.plugins.cli.options import card_files, columns, common, emit
from tefuda.plugins.loading import load
from tefuda.plugins.manager import Manager
from tefuda.rules import Question, Rules, TimingPoint, Visibility, Window, ZoneKind
from tefuda.ruleset import Ruleset
from tefuda.variants import plain


@click.command()
@common
def rulesets(manager: Manager, as_json: bool) -> int:
    """List the rulesets that are installed."""
    found = [_ruleset(manager, name) for name in manager.rulesets]
    lines: list[str] = []
    for entry in found:
        lines.append(f"{entry['name']}  {entry['summary']}")
        if entry["error"]:
            lines.append(f"  cannot be loaded: {entry['error']}")
        lines.append(f"  plugin {entry['plugin']}, decks {', '.join(entry['decks']) or 'none'}")
        lines += [f"  patch {p['name']}  {p['summary']}" for p in entry["patches"]]
    emit(as_json, {"rulesets": found}, "\n".join(lines) or "no rulesets")
    return DONE


def _ruleset(manager: Manager, name: str) -> dict[str, Any]:
    rules = manager.rulesets[name]
    loaded: Ruleset | None = None
    error = None
    try:
        loaded = load(name, manager=manager)
    except TefudaError as problem:
        error = str(problem)
    return {
        "name": name,
        "summary": rules.summary,
        "plugin": rules.plugin,
        "fingerprint": loaded.fingerprint if loaded else None,
        "decks": list(loaded.decks) if loaded else [],
        "bots": list(manager.bots),
        "parameters": parameters(rules, {}),
        "patches": [
            {"name": patch, "plugin": extension.plugin, "summary": extension.summary}
            for (ruleset, patch), extension in manager.extensions.items()
            if ruleset == name
        ],
        "error": error,
    }


def parameters(rules: Rules, values: dict[str, Any]) -> list[dict[str, Any]]:
    """Describe the parameters of rules; with values, what they are now."""
    found = []
    for parameter in rules.parameters.values():
        entry: dict[str, Any] = {
            "name": parameter.name,
            "type": parameter.kind,
            "default": plain(parameter.default),
        }
        if parameter.kind == "int":
            entry["range"] = [parameter.low, parameter.high]
        else:
            entry["choices"] = parameter.choices or [False, True]
        entry |= {"meaning": parameter.meaning, "clause": parameter.clause}
        if parameter.name in values:
            entry["value"] = plain(values[parameter.name])
        found.append(entry)
    return found


@click.command()
@click.argument("variant")
@click.option("--listing", is_flag=True, help="The compiled program, function by function.")
@card_files
@common
def rules(
    manager: Manager, variant: str, listing: bool, cards: tuple[str, ...], as_json: bool
) -> int:
    """Show what VARIANT declares: parameters, zones, rules, what card files may say."""
    ruleset = load(variant, manager=manager, cards=cards)
    if listing and not as_json:
        click.echo(ruleset.listing())
        return DONE
    found = describe(ruleset)
    if listing:
        found["listing"] = ruleset.listing()
    emit(as_json, found, _text(found))
    return DONE


def describe(ruleset: Ruleset) -> dict[str, Any]:
    """Describe a ruleset as JSON has it."""
    declared = ruleset.rules
    return {
        "name": ruleset.name,
        "summary": ruleset.summary,
        "plugin": declared.plugin,
        "fingerprint": ruleset.fingerprint,
        "cards": len(ruleset.pool),
        "decks": list(ruleset.decks),
        "parameters": parameters(declared, ruleset.parameters),
        "zones": [_zone(zone) for zone in declared.named(ZoneKind)],
        "procedures": [_procedure(declared, name) for name in declared.procedures],
        "actions": [
            {
                "name": action.name,
                "clause": action.clause,
                "windows": [window.name for window in action.windows],
                "plugin": action.plugin or declared.plugin,
                "changed_by": _changed_by(declared, action.name),
            }
            for action in declared.actions.values()
        ],
        "timings": [
            {"name": point.name, "clause": point.clause, "runs": point.runs.name.lower()}
            for point in declared.named(TimingPoint)
        ],
        "questions": [
            {"name": question.name, "clause": question.clause}
            for question in declared.named(Question)
        ],
        "windows": [
            {"name": window.name, "clause": window.clause, "can_pass": window.can_pass}
            for window in declared.named(Window)
        ],
        "handlers": [
            {
                "name": handler.name,
                "timing": handler.point.name if handler.point else "",
                "clause": handler.clause,
                "plugin": handler.plugin or declared.plugin,
            }
            for handler in declared.handlers.values()
        ],
        "abilities": [
            {
                "name": text.name,
                "sort": text.sort.name.lower(),
                "meaning": _meaning(text.function),
                "clause": text.clause,
                "arguments": _words(words.arguments(text.function)),
                "changed_by": _changed_by(declared, text.name),
            }
            for text in declared.abilities.values()
        ],
        "card_words": _words(words.printed_words(declared.card_class)),
        "ability_words": _words(words.printed_words(declared.ability_class)),
        "effect_verbs": describing.effect_verbs(declared),
        "terms": describing.terms(declared),
    }


def _words(types: Mapping[str, words.WordType]) -> list[dict[str, Any]]:
    """Describe words that card files may give, or arguments of a text."""
    return [
        {
            "name": word.name,
            "type": word.kind,
            "members": list(word.members),
            "default": None if word.default is None else word.written(word.default),
        }
        for word in types.values()
    ]


def _meaning(function: Callable[..., Any]) -> str:
    """Give the first paragraph of a rule's docstring in one line."""
    return " ".join((inspect.getdoc(function) or "").partition("\n\n")[0].split())


def _zone(zone: ZoneKind) -> dict[str, Any]:
    return {
        "name": zone.name,
        "rows": zone.rows,
        "columns": zone.columns,
        "capacity": zone.capacity,
        "visible": Visibility(zone.visibility).name.lower(),
        "in_play": zone.in_play,
        "meaning": zone.meaning,
    }


def _procedure(declared: Rules, name: str) -> dict[str, Any]:
    procedure = declared.procedures[name]
    return {
        "name": name,
        "clause": procedure.clause,
        "plugin": procedure.plugin or declared.plugin,
        "changed_by": _changed_by(declared, name),
    }


def _changed_by(declared: Rules, name: str) -> list[str]:
    """Name the extensions that override or wrap a procedure, action or text."""
    changes = [*declared.overrides.get(name, ()), *declared.wrappers.get(name, ())]
    return sorted({change.plugin for change in changes})


def _text(found: dict[str, Any]) -> str:
    lines = [f"{found['name']}  {found['summary']}", f"fingerprint {found['fingerprint']}"]
    lines.append(f"{found['cards']} cards, decks {', '.join(found['decks']) or 'none'}")
    rows: list[tuple[str, ...]] = [
        (
            p["name"],
            str(p["value"]).lower(),
            "{} to {}".format(*p["range"]) if "range" in p else ", ".join(map(str, p["choices"])),
            p["meaning"] + (f" ({p['clause']})" if p["clause"] else ""),
        )
        for p in found["parameters"]
    ]
    lines += ["", "parameters", *columns(rows)]
    rows = [
        (
            z["name"],
            f"{z['rows']}x{z['columns']}",
            f"up to {z['capacity']}",
            z["visible"],
            z["meaning"],
        )
        for z in found["zones"]
    ]
    lines += ["", "zones", *columns(rows)]
    for key in (
        "procedures",
        "actions",
        "timings",
        "questions",
        "windows",
        "handlers",
    ):
        rows = [(entry["name"], entry["clause"], _note(entry)) for entry in found[key]]
        if rows:
            lines += ["", key, *columns(rows)]
    rows = [(_called(a), a["clause"], _note(a), a["meaning"]) for a in found["abilities"]]
    if rows:
        lines += ["", "abilities", *columns(rows)]
    for key in ("card_words", "ability_words"):
        rows = [(word["name"], _kind(word), _default(word)) for word in found[key]]
        if rows:
            lines += ["", key.replace("_", " "), *columns(rows)]
    for key in ("effect_verbs", "terms"):
        rows = [(_called(entry), entry["gives"], entry["meaning"]) for entry in found[key]]
        if rows:
            lines += ["", key.replace("_", " "), *columns(rows)]
    return "\n".join(lines)


#: What card files write for a word, by its kind.
_KINDS = {
    "int": "number",
    "bool": "yes/no",
    "member": "one of",
    "set": "list of",
    "counts": "counts of",
}


def _kind(word: dict[str, Any]) -> str:
    return f"{_KINDS[word['type']]} {' '.join(word['members'])}".rstrip()


def _default(word: dict[str, Any]) -> str:
    """Give what a word is where a card says nothing, if that is anything to speak of."""
    if word["default"] is None:
        return "to be given"
    return f"else {word['default']}" if word["default"] and word["type"] != "bool" else ""


def _called(entry: dict[str, Any]) -> str:
    """Give a text, effect verb or term with its arguments, as a card file names them."""
    arguments = [
        argument["name"] + ("" if argument["default"] is None else f"={argument['default']}")
        for argument in entry["arguments"]
    ]
    return f"{entry['name']}({', '.join(arguments)})" if arguments else str(entry["name"])


def _note(entry: dict[str, Any]) -> str:
    if entry.get("changed_by"):
        return "changed by " + ", ".join(entry["changed_by"])
    if entry.get("windows"):
        return "in " + ", ".join(entry["windows"])
    return str(entry.get("timing") or entry.get("sort") or "")
