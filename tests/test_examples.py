"""The example distributions are built, installed and found as any user's would be."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from .children import PATIENCE

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
PROJECTS = sorted(path.parent for path in EXAMPLES.glob("*/pyproject.toml"))

pytestmark = [
    pytest.mark.packaging,
    pytest.mark.skipif(not EXAMPLES.is_dir(), reason="takes the folder of examples"),
]


def run(*command: str, **variables: str) -> str:
    """Run a command that must succeed without a word on standard error, and give its output."""
    done = subprocess.run(
        [sys.executable, *command],
        capture_output=True,
        text=True,
        env={**os.environ, **variables},
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A folder into which all examples were installed from their wheels, beside tefuda."""
    folder = tmp_path_factory.mktemp("examples")
    for project in PROJECTS:
        shutil.copytree(project, folder / project.name)
        build = ("wheel", "--no-index", "--no-deps", "--no-build-isolation")
        run("-m", "pip", *build, "-w", str(folder), str(folder / project.name))
    wheels = [str(path) for path in folder.glob("*.whl")]
    assert len(wheels) == len(PROJECTS)
    run("-m", "pip", "install", "--no-index", "--no-deps", "-t", str(folder / "site"), *wheels)
    return str(folder / "site")


def test_there_are_a_game_and_a_change():
    assert [project.name for project in PROJECTS] == ["crowns", "lycee_scouting"]


def test_tefuda_finds_what_the_examples_bring(installed):
    found = json.loads(run("-m", "tefuda", "rulesets", "--json", PYTHONPATH=installed))["rulesets"]
    by_name = {ruleset["name"]: ruleset for ruleset in found}
    assert by_name["crowns"]["plugin"] == "crowns"
    assert by_name["crowns"]["decks"] == ["court", "outlaws"]
    assert "scouting" in [patch["name"] for patch in by_name["lycee"]["patches"]]


@pytest.mark.parametrize(
    "line",
    [
        "simulate crowns --bots greedy random --games 200",
        "simulate lycee+scouting --decks scouts vanilla --games 20",
    ],
)
def test_what_the_examples_bring_is_played(installed, line):
    words = line.split()
    result = json.loads(run("-m", "tefuda", *words, "--json", PYTHONPATH=installed))
    assert (result["games"], result["errors"]) == (int(words[-1]), 0)


@pytest.mark.parametrize("project", PROJECTS, ids=lambda path: path.name)
def test_an_example_needs_no_compiler(project):
    with (project / "pyproject.toml").open("rb") as stream:
        described = tomllib.load(stream)
    assert described["build-system"]["requires"] == ["setuptools>=77"]
    assert described["project"]["dependencies"] == ["tefuda"]
    files = [path for path in (project / "src").rglob("*") if path.is_file()]
    assert {path.suffix for path in files if "__pycache__" not in path.parts} <= {
        ".py",
        ".json",
        ".typed",
    }


@pytest.mark.parametrize("project", PROJECTS, ids=lambda path: path.name)
def test_an_example_is_held_to_what_every_ruleset_promises(project):
    tests = [path.read_text("utf-8") for path in (project / "tests").glob("test_*.py")]
    assert any("check_ruleset(" in text for text in tests)
