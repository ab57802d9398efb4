"""What went wrong in somebody else's Python, as text for a message."""

from __future__ import annotations

from pathlib import PurePath

from tefuda.limited import OutOfLines, call_limited

#: No text of an error is longer than this.
_LONGEST = 200


def said(problem: BaseException) -> str:
    """Give the type of an error and its first line; neither is trusted to be short, or to be."""
    try:
        text = call_limited(str, (problem,), 10_000).strip().partition("\n")[0]
    except (Exception, OutOfLines):  # noqa: BLE001 - the text is not ours to be right
        text = "(its text cannot be had)"
    if len(text) > _LONGEST:
        text = text[: _LONGEST - 3] + "..."
    name = type(problem).__name__
    return f"{name}: {text}" if text else name


def where(problem: BaseException) -> str:
    """Give file and line of the innermost code that is not tefuda's; nothing if there is none."""
    found = ""
    trace = problem.__traceback__
    while trace is not None:
        frame = trace.tb_frame
        module = str(frame.f_globals.get("__name__", ""))
        if module != "tefuda" and not module.startswith("tefuda."):
            found = f" in {PurePath(frame.f_code.co_filename).name}, line {trace.tb_lineno}"
        trace = trace.tb_next
    return found
