"""What the source folders may contain: who imports whom, and nothing that varies from run to run.

These tests read the sources; all others use the installed package.
"""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

import pytest

import tefuda

from .children import PATIENCE

ROOT = Path(__file__).resolve().parent.parent
ROOMS = {"core": "tefuda", "plugins": "tefuda.plugins", "rulesets": "tefuda.rulesets"}

pytestmark = pytest.mark.skipif(
    not all((ROOT / room).is_dir() for room in ROOMS), reason="takes the source folders"
)

CYTHON_IMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+(?P<origin>[\w.]+)[ \t]+)?c?import[ \t]+"
    r"(?P<names>\((?:[^)]*)\)|[^\n#]*)",
    re.MULTILINE,
)


def sources(room: str, *suffixes: str) -> Iterator[Path]:
    """List the files of a room, or a part of one, that have one of the suffixes."""
    place = ROOT / room
    for path in [place] if place.is_file() else sorted(place.rglob("*")):
        if path.suffix in suffixes and path.is_file():
            yield path


def module_of(path: Path) -> str:
    """Give the module a source file becomes."""
    room, *inner = path.relative_to(ROOT).with_suffix("").parts
    return ".".join([ROOMS[room], *inner]).removesuffix(".__init__")


def imported(origin: str | None, names: list[str], package: str) -> set[str]:
    """Give every module that an import may mean: in ``from a import b``, both a and a.b."""
    if origin is None:
        return set(names)
    if origin.startswith("."):
        inner = origin.lstrip(".")
        parts = package.split(".")
        kept = parts[: len(parts) - (len(origin) - len(inner) - 1)]
        origin = ".".join([*kept, inner] if inner else kept)
    return {origin} | {f"{origin}.{name}" for name in names}


def names_only_for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) in (
        "TYPE_CHECKING",
        "typing.TYPE_CHECKING",
    )


def imports_of_python(path: Path) -> set[str]:
    """List what a Python file imports.

    ``core/__init__.py``, the front door, may name for type checkers what it hands out on demand.
    """
    tree = ast.parse(path.read_text("utf-8"))
    if path == ROOT / "core" / "__init__.py":
        tree.body = [node for node in tree.body if not names_only_for_types(node)]
    module = module_of(path)
    package = module if path.stem == "__init__" else module.rpartition(".")[0]
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= imported(None, [alias.name for alias in node.names], package)
        elif isinstance(node, ast.ImportFrom):
            origin = "." * node.level + (node.module or "")
            found |= imported(origin, [alias.name for alias in node.names], package)
    return found


def imports_of_cython(path: Path) -> set[str]:
    """List what a Cython file imports or cimports."""
    package = module_of(path).rpartition(".")[0]
    found: set[str] = set()
    for match in CYTHON_IMPORT.finditer(path.read_text("utf-8")):
        names = [
            name.split()[0] for name in match["names"].strip("() \t").split(",") if name.strip()
        ]
        found |= imported(match["origin"], names, package)
    return found


def imports(path: Path) -> set[str]:
    return imports_of_python(path) if path.suffix in (".py", ".pyi") else imports_of_cython(path)


def within(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")


def offences(room: str, *forbidden: str) -> list[str]:
    return [
        f"{path.relative_to(ROOT)} imports {module}"
        for path in sources(room, ".py", ".pyi", ".pyx", ".pxd", ".pxi")
        for module in sorted(imports(path))
        if any(within(module, package) for package in forbidden)
    ]


def test_core_imports_neither_plugins_nor_rulesets():
    assert not offences("core", "tefuda.plugins", "tefuda.rulesets")


def test_plugins_import_no_ruleset():
    assert not offences("plugins", "tefuda.rulesets")


def extended_by(name: str) -> set[str]:
    """Give the rulesets that a package changes, by the ``extends=`` in its sources."""
    texts = [path.read_text("utf-8") for path in sources(f"rulesets/{name}", ".py")]
    return {ruleset for text in texts for ruleset in re.findall(r'\bextends="(\w+)"', text)}


def test_a_ruleset_imports_no_other_but_an_extension_what_it_extends_and_what_they_share_none():
    shared = {path.stem for path in (ROOT / "rulesets").glob("*.py")} - {"__init__"}
    rulesets = {path.parent.name for path in (ROOT / "rulesets").glob("*/__init__.py")} | shared
    for name in rulesets:
        allowed = {name} if name in shared else {name} | shared | extended_by(name)
        forbidden = [f"tefuda.rulesets.{other}" for other in rulesets - allowed]
        assert not offences(f"rulesets/{name}", *forbidden)
        assert not offences(f"rulesets/{name}.py", *forbidden)


def test_finds_what_an_extension_extends():
    assert extended_by("power_cards") == {"lycee"}
    assert extended_by("lycee") == set()


@pytest.mark.parametrize("room", ROOMS)
def test_sources_import_by_the_full_name_of_the_package(room):
    for path in sources(room, ".py", ".pyi", ".pyx", ".pxd", ".pxi"):
        text = path.read_text("utf-8")
        assert not re.findall(r"^\s*(?:from|c?import) +(?:core|plugins|rulesets)\b", text, re.M)
        assert not re.findall(r"^\s*from +\.[\w.]* +c?import .*", text, re.M)


def test_finds_imports_however_they_are_written():
    assert imported("..lang", ["ast"], "tefuda.rulesets.x") == {
        "tefuda.rulesets.lang",
        "tefuda.rulesets.lang.ast",
    }
    assert imported(".", ["plugins"], "tefuda") == {"tefuda", "tefuda.plugins"}
    text = "from tefuda.state cimport (\n    State,\n    Zone as Z,\n)\ncimport tefuda.rng\n"
    found = [(m["origin"], m["names"]) for m in CYTHON_IMPORT.finditer(text)]
    assert found[0] == ("tefuda.state", "(\n    State,\n    Zone as Z,\n)")
    assert found[1] == (None, "tefuda.rng")


@pytest.mark.parametrize("room", ROOMS)
def test_a_source_folder_cannot_be_imported_as_it_lies(room):
    run = subprocess.run(
        [sys.executable, "-c", f"import {room}"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert run.returncode == 1
    assert f"ImportError: the folder of '{room}' is a source folder" in run.stderr


def test_the_suite_runs_on_the_installed_package():
    assert Path(tefuda.__file__).parent not in [ROOT / room for room in ROOMS]
    assert tefuda.__version__ == version("tefuda")


UNSTEADY_MODULES = {"datetime", "random", "secrets", "time", "uuid", "numpy.random", "os.urandom"}
UNSTEADY_C = re.compile(
    r"\b(?:libc\.time|posix\.time|clock|clock_gettime|gettimeofday|getrandom|s?rand(?:om)?|time)\s*"
    r"(?:\(|cimport\b)"
)


def test_core_takes_neither_time_nor_chance_from_outside():
    found = [
        f"{path.relative_to(ROOT)} imports {module}"
        for path in sources("core", ".py", ".pyx", ".pxd", ".pxi")
        for module in imports(path)
        if any(within(module, unsteady) for unsteady in UNSTEADY_MODULES)
    ]
    for path in sources("core", ".pyx", ".pxd", ".pxi", ".h"):
        for match in UNSTEADY_C.finditer(path.read_text("utf-8")):
            found.append(f"{path.relative_to(ROOT)} uses {match[0]}")
    assert not found


def is_set(node: ast.expr) -> bool:
    return isinstance(node, ast.Set | ast.SetComp) or (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("set", "frozenset")
    )


def unsteady_orders(tree: ast.AST) -> Iterator[ast.expr]:
    """Find loops over sets, whose order is that of hashes, and the hashes of strings themselves."""
    for node in ast.walk(tree):
        match node:
            case ast.For(iter=over) if is_set(over):
                yield over
            case ast.ListComp() | ast.DictComp():
                yield from (part.iter for part in node.generators if is_set(part.iter))
            case ast.Call(func=ast.Name(id="list" | "tuple" | "enumerate"), args=[over, *_]):
                if is_set(over):
                    yield over
            case ast.Call(func=ast.Attribute(attr="join"), args=[over]) if is_set(over):
                yield over
            case ast.FunctionDef() if node.name != "__hash__":
                yield from (
                    call
                    for call in ast.walk(node)
                    if isinstance(call, ast.Call) and ast.unparse(call.func) == "hash"
                )


def test_core_takes_no_order_from_hashes():
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}: {ast.unparse(node)}"
        for path in sources("core", ".py")
        for node in unsteady_orders(ast.parse(path.read_text("utf-8")))
    ]
    assert not found


def test_finds_orders_that_vary():
    text = (
        "def f(x):\n"
        "    for a in {1, x}: pass\n"
        "    list(set(x)); ','.join({x}); hash(x)\n"
        "    for b in sorted(set(x)): pass\n"
        "def __hash__(self):\n"
        "    return hash(x)\n"
    )
    found = [ast.unparse(node) for node in unsteady_orders(ast.parse(text))]
    assert sorted(found) == ["hash(x)", "set(x)", "{1, x}", "{x}"]


def test_no_file_names_a_path_of_someones_machine():
    places = re.compile(r"(?<![\w./~$}-])/(?:" + "|".join(["work", "tmp", "root", "home"]) + r")\b")
    folders = [*ROOMS, "benchmarks", "docs", "examples", "tests", ".ci"]
    inner = [path for folder in folders for path in (ROOT / folder).rglob("*")]
    found = []
    for path in [*ROOT.glob("*.*"), *inner]:
        if not path.is_file() or path.suffix in (".pyc", ".so") or path.name == ".git":
            continue
        lines = path.read_text("utf-8", errors="replace").splitlines()
        found += [
            f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
            for number, line in enumerate(lines, 1)
            if places.search(line)
        ]
    assert not found
