"""Whatever is in a file, it is read or refused by an error that the documents have."""

from __future__ import annotations

import pytest

from . import commands, plugins, tables
from .formats import FORMATS, Format
from .running import FACTOR, fuzz, kept

#: Inputs for each format; the step ``fuzz`` of ``.ci/run`` tries ten thousand and more.
EACH = 300


EVERY = [
    *FORMATS,
    *tables.FORMATS,
    Format("plugin", ".py", plugins.damaged, plugins.read),
    Format("command", ".bin", commands.damaged, commands.read),
]


@pytest.mark.parametrize("form", EVERY, ids=lambda form: form.name)
def test_damaged_inputs_are_read_or_refused(form: Format) -> None:
    taken = fuzz(form.name, form.ending, EACH, form.damaged, form.read)
    # Damage that no reader sees, or that every reader refuses at once, would find nothing.
    assert EACH * FACTOR // 100 < taken < EACH * FACTOR * 0.95


@pytest.mark.parametrize("form", EVERY, ids=lambda form: form.name)
def test_what_has_failed_once_is_read_or_refused(form: Format) -> None:
    for file in kept(form.name):
        assert form.read(file.read_bytes()) in (True, False), file.name
