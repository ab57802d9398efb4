"""What a user gets: the files that are installed, and that other people can build against them."""

import subprocess
import sys
import sysconfig
from importlib.metadata import entry_points, metadata
from importlib.resources import files
from pathlib import Path

import pytest

from .children import PATIENCE

pytestmark = pytest.mark.packaging

PACKAGE = Path(str(files("tefuda")))


def installed(pattern: str) -> list[Path]:
    return sorted(path.relative_to(PACKAGE) for path in PACKAGE.rglob(pattern))


def test_type_checkers_are_told_that_the_package_is_typed():
    assert (PACKAGE / "py.typed").is_file()


def test_every_compiled_module_comes_with_its_types():
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    modules = {str(path).removesuffix(suffix) for path in installed(f"*{suffix}")}
    private = {module for module in modules if Path(module).name.startswith("_")}
    # Nothing in these is called from Python: other modules cimport them.
    private |= {"machine", "snapshot", "soundness", "viewing"}
    typed = [*installed("*.pyi"), *installed("*.py")]
    assert modules - private <= {str(path.with_suffix("")) for path in typed}


@pytest.mark.parametrize("pattern", ["*.pyx", "*.c", "*.o"])
def test_what_only_a_build_needs_is_not_installed(pattern):
    assert not installed(pattern)


def test_the_rulesets_come_with_their_cards_decks_and_readme():
    for folder in (PACKAGE / "rulesets").glob("*/__init__.py"):
        ruleset = folder.parent
        assert (ruleset / "README.md").is_file()
        if not (ruleset / "vocabulary.py").is_file():
            continue  # an extension brings no cards of its own
        assert list((ruleset / "cards").rglob("*.*"))
        assert list((ruleset / "decks").rglob("*.*"))


def test_every_entry_point_loads():
    ours = [
        entry
        for group in ("console_scripts", "tefuda")
        for entry in entry_points(group=group)
        if entry.dist is not None and entry.dist.name == "tefuda"
    ]
    for entry in ours:
        entry.load()


def test_only_what_playing_takes_is_required():
    required = [
        line.partition(";")[0]
        for line in metadata("tefuda").get_all("Requires-Dist") or []
        if "extra ==" not in line
    ]
    names = sorted(line.partition(">")[0] for line in required)
    assert names == ["click", "msgspec", "numpy", "pluggy", "rich", "scipy"]


def test_a_third_party_can_cimport_every_declaration(tmp_path):
    declarations = installed("*.pxd")
    if not declarations:
        pytest.skip("no declarations are installed")
    lines = [
        f"cimport {'.'.join(['tefuda', *path.with_suffix('').parts])}" for path in declarations
    ]
    (tmp_path / "guest.pyx").write_text("\n".join([*lines, "", "answer = 42", ""]))
    (tmp_path / "setup.py").write_text(
        "from Cython.Build import cythonize\n"
        "from setuptools import setup\n"
        "modules = cythonize('guest.pyx', language_level=3)\n"
        "for module in modules:\n"
        f"    module.include_dirs.append({str(PACKAGE)!r})\n"
        "    module.extra_compile_args = ['-O0']\n"
        "setup(name='guest', ext_modules=modules, py_modules=[])\n"
    )
    build = [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"]
    done = subprocess.run(build, cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stdout + done.stderr
    ask = [sys.executable, "-W", "error", "-c", "import guest; print(guest.answer)"]
    done = subprocess.run(ask, cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE)
    assert done.stdout == "42\n", done.stderr
