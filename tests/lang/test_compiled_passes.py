"""The modules that are compiled from Python do what they do as Python."""

from __future__ import annotations

import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.resources import files
from pathlib import Path

import pytest

import tefuda
from tefuda.lang import compile_rules

from ..children import PATIENCE

FOLDER = Path(str(files("tefuda.lang")))
COMPILED = sorted(path.stem for path in FOLDER.glob("*.pxd") if path.with_suffix(".py").is_file())

#: Prints fingerprints with the source files of the compiled modules imported in their place.
PLAIN = """
import sys
from importlib.machinery import FileFinder, SourceFileLoader

class Plain:
    finder = FileFinder(sys.argv[1], (SourceFileLoader, [".py"]))

    def find_spec(self, name, path=None, target=None):
        return self.finder.find_spec(name) if name.startswith("tefuda.lang.") else None

sys.meta_path.insert(0, Plain())
import tefuda
from tefuda.lang import compile_rules, middle

assert middle.__file__.endswith(".py"), middle.__file__
for name in sys.argv[2:]:
    ruleset = tefuda.load(name, native=False)
    compiled = compile_rules(ruleset.rules, ruleset.pool, ruleset.parameters, optimised=False)
    print(ruleset.fingerprint, len(compiled.code))
"""


@pytest.mark.parametrize("name", COMPILED)
def test_each_is_compiled(name):
    assert any(FOLDER.joinpath(name + suffix).is_file() for suffix in EXTENSION_SUFFIXES)


def test_those_of_the_middle_form_are_among_them():
    assert {"middle", "optimise", "jumps", "reuse", "copies", "allocate", "emit"} <= set(COMPILED)


def test_uncompiled_they_give_the_same_programs():
    names = ["lycee", "power_card"]
    run = subprocess.run(
        [sys.executable, "-c", PLAIN, str(FOLDER), *names],
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE,
    )
    expected = []
    for name in names:
        ruleset = tefuda.load(name, native=False)
        compiled = compile_rules(ruleset.rules, ruleset.pool, ruleset.parameters, optimised=False)
        expected.append(f"{ruleset.fingerprint} {len(compiled.code)}")
    assert run.stdout.splitlines() == expected
