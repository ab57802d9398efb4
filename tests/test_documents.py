"""What the documents show is run from the documents themselves."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

DOCUMENT = Path(__file__).resolve().parent.parent / "docs" / "test-a-ruling.md"

pytestmark = pytest.mark.skipif(not DOCUMENT.is_file(), reason="takes the folder of documents")


def blocks(document: Path) -> list[tuple[int, str]]:
    """Give the Python blocks of a document with the lines where they begin."""
    text = document.read_text("utf-8")
    return [
        (text[: match.start(1)].count("\n"), match[1])
        for match in re.finditer(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    ]


def test_the_walk_through_of_a_ruling_runs(capsys):
    names: dict[str, object] = {}
    found = blocks(DOCUMENT)
    assert len(found) >= 6
    for line, block in found:
        exec(compile("\n" * line + block, str(DOCUMENT), "exec"), names)
    tests = [thing for name, thing in names.items() if name.startswith("test_")]
    assert len(tests) >= 5
    for test in tests:
        test()
