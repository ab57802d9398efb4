"""Libraries of machine code: made, kept, found, refused; what goes wrong does no harm."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest
from msgspec.structs import replace

import tefuda
from tefuda import TefudaError, native
from tefuda.native import emit, library, templates
from tefuda.plugins.cli.group import main
from tefuda.plugins.manager import make_manager
from tefuda.program import Program
from tefuda.ruleset import Ruleset

from ..children import PATIENCE, Child

# What is compiled is built against the installed headers, without instruments.
pytestmark = pytest.mark.packaging

TINY = Path(__file__).parents[1] / "plugins" / "tiny" / "tiny_game.py"
MANAGER = make_manager(plugins=[TINY])


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of the test's own."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("TEFUDA_CACHE", str(folder))
    monkeypatch.delenv("CC", raising=False)
    return folder


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The library of the tiny game."""
    return native.build(load().program, tmp_path_factory.mktemp("made"), optimise="-O0")


def load(variant: str = "tiny", **options: bool | None) -> Ruleset:
    return tefuda.load(variant, manager=MANAGER, **{"native": False, **options})


def keep(made: Path, cache: Path) -> Path:
    """Lay a library in the cache, as if it had been made there."""
    cache.mkdir(exist_ok=True)
    (cache / made.name).write_bytes(made.read_bytes())
    return cache / made.name


def script(path: Path, text: str) -> Path:
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


# what is refused


def test_a_library_for_structures_of_other_sizes_is_refused(made):
    program = load().program
    address, sizes = program.attached
    assert address == 0
    native.attach(program, made)
    before = program.attached
    assert before[0] != 0
    for wrong in ([*sizes[:-1], sizes[-1] + 8], sizes[:-1], []):
        with pytest.raises(TefudaError, match=r"structures of .* bytes, expected"):
            program.attach(before[0], wrong)
        assert program.attached == before
    assert program.native


@pytest.mark.parametrize("content", [b"", b"no library", b"\x7fELF" + bytes(60)])
def test_a_file_that_is_no_library_is_refused_and_not_used(made, cache, content):
    ruleset = load()
    kept = keep(made, cache)
    kept.write_bytes(content)
    with pytest.raises(TefudaError, match=f"{kept}: no machine code for this machine"):
        native.attach(ruleset.program, kept)
    assert native.use(ruleset.program) is False
    assert not ruleset.program.native
    with pytest.raises(TefudaError, match="made anew where this file is removed"):
        native.use(ruleset.program, make=True)
    assert not load(native=None).program.native


@pytest.mark.parametrize("parts", [2, 10, 1000])
def test_half_a_library_is_refused_and_not_used(made, cache, parts):
    content = made.read_bytes()
    keep(made, cache).write_bytes(content[: len(content) * (parts - 1) // parts])
    assert native.use(load().program) is False


def test_a_library_of_something_else_is_refused(tmp_path):
    source = tmp_path / "other.c"
    source.write_text("int other;\n")
    other = tmp_path / "other.so"
    command = [*library.compiler(), "-shared", "-fPIC", "-o", str(other), str(source)]
    subprocess.run(command, check=True, timeout=PATIENCE)
    with pytest.raises(TefudaError, match=r"other\.so: no machine code .* made by something else"):
        native.attach(load().program, other)
    library.seal(other)
    with pytest.raises(TefudaError, match=r"other\.so: no machine code"):
        native.attach(load().program, other)


def test_a_file_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(TefudaError, match=r"nothing\.so: no machine code"):
        native.attach(load().program, tmp_path / "nothing.so")


# making


def test_what_was_made_is_found_and_used_from_then_on(cache):
    assert native.find(load().program) is None
    assert native.use(load().program) is False
    first = load(native=True)
    assert first.program.native
    found = native.find(first.program)
    assert found is not None
    assert found.parent == cache
    assert os.listdir(cache) == [found.name]
    written = found.stat().st_mtime_ns
    assert load(native=None).program.native
    assert load(native=True).program.native
    assert not load(native=False).program.native
    assert not load("tiny:goal=16", native=None).program.native
    assert found.stat().st_mtime_ns == written


def test_what_lies_ready_is_not_made_again(made, cache, tmp_path, monkeypatch):
    ready = tmp_path / "ready"
    keep(made, ready)
    monkeypatch.setattr(library, "READY", ready)
    monkeypatch.setenv("PATH", "")
    monkeypatch.setenv("CC", "")
    assert load(native=True).program.native
    assert not cache.exists()


def test_without_a_compiler_there_is_an_error_that_says_so(monkeypatch):
    monkeypatch.setenv("CC", "/nonexistent/cc")
    monkeypatch.setenv("PATH", "")
    with pytest.raises(TefudaError, match="no C compiler found, expected gcc or clang, or CC"):
        native.build(load().program)
    with pytest.raises(TefudaError, match="no C compiler found"):
        _ = load(native=True).program
    assert not load(native=None).program.native


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("echo warned >&2; echo 'program.c:1: error: no room' >&2; exit 1", "error: no room"),
        ("exit 3", "exit status 3"),
        ("kill -9 $$", "exit status -9"),
        ("exit 0", "it wrote no library"),
    ],
)
def test_a_compiler_that_fails_is_named_with_what_it_said(tmp_path, cache, monkeypatch, text, said):
    compiler = script(tmp_path / "mycc", text)
    monkeypatch.setenv("CC", str(compiler))
    with pytest.raises(TefudaError, match=f"tiny: .*mycc failed on its machine code: .*{said}"):
        native.build(load().program)
    assert os.listdir(cache) == []


def test_a_compiler_that_cannot_be_run_or_read_is_an_error(tmp_path, monkeypatch):
    broken = tmp_path / "broken"
    broken.write_bytes(b"\x00\x01")
    broken.chmod(0o755)
    monkeypatch.setenv("CC", str(broken))
    with pytest.raises(TefudaError, match="broken failed on its machine code"):
        native.build(load().program)
    monkeypatch.setenv("CC", "gcc 'half")
    with pytest.raises(TefudaError, match=r"CC=.*No closing quotation"):
        native.build(load().program)


def test_a_cache_that_cannot_be_written_is_an_error_with_its_name(tmp_path, monkeypatch):
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    for folder in (blocked, blocked / "below", Path("/proc/tefuda"), tmp_path / ("x" * 300)):
        monkeypatch.setenv("TEFUDA_CACHE", str(folder))
        assert native.use(load().program) is False
        with pytest.raises(TefudaError, match="machine code cannot be kept"):
            native.build(load().program)


def test_a_full_disk_is_an_error(monkeypatch, cache):
    def full(*_: object, **__: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    with pytest.raises(TefudaError, match=r"cannot be kept: .*No space left"):
        native.build(load().program)
    assert os.listdir(cache) == []


def test_the_cache_is_the_users_unless_another_is_named(monkeypatch, tmp_path):
    assert native.cache_folder() == tmp_path / "cache"
    monkeypatch.delenv("TEFUDA_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", "/somewhere")
    assert native.cache_folder() == Path("/somewhere/tefuda")
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert native.cache_folder() == tmp_path / ".cache" / "tefuda"


def test_a_user_without_a_home_plays_without_machine_code(monkeypatch):
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("TEFUDA_CACHE")
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    assert native.use(load().program) is False
    with pytest.raises(TefudaError, match="expected TEFUDA_CACHE to name a folder"):
        native.build(load().program)


# processes

MAKE = f"""
import sys, tefuda
from tefuda.plugins.manager import make_manager
rules = tefuda.load("tiny", manager=make_manager(plugins=[{str(TINY)!r}]), native=True)
print(rules.program.native, tefuda.simulate(rules, games=20, seed=1).trace_hash)
"""


#: A compiler that gets no further than the first bytes, and ends with who called it.
SLOW = """
while [ $# -gt 1 ]; do
    if [ "$1" = -o ]; then
        printf '\\177ELF' > "$2"
        touch {begun}
        while kill -0 $PPID; do sleep 0.05; done
    fi
    shift
done
"""


def python(code: str, **variables: str) -> subprocess.Popen[str]:
    return Child(
        [sys.executable, "-c", code],
        env={**os.environ, **variables},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_two_processes_may_make_the_same_at_once(cache):
    both = [python(MAKE), python(MAKE)]
    said = [process.communicate(timeout=300) for process in both]
    assert [process.returncode for process in both] == [0, 0], said
    trace = tefuda.simulate(load(), games=20, seed=1).trace_hash
    assert [out for out, _ in said] == [f"True {trace}\n"] * 2
    assert [path.suffix for path in cache.iterdir()] == [library.SUFFIX]


def test_what_was_killed_while_it_was_made_leaves_no_library(cache, tmp_path):
    begun = tmp_path / "begun"
    process = python(MAKE, CC=str(script(tmp_path / "slow", SLOW.format(begun=begun))))
    for _ in range(3000):
        if begun.exists():
            break
        time.sleep(0.02)
    process.send_signal(signal.SIGKILL)
    process.communicate(timeout=60)
    (half,) = cache.rglob(f"*{library.SUFFIX}")
    assert (half.stat().st_size, half.parent == cache) == (4, False)
    assert native.use(load().program) is False
    assert load(native=True).program.native


# names


def test_a_program_has_the_same_name_in_every_process():
    code = MAKE.replace("native=True", "native=False").split("print")[0]
    code += "from tefuda.native.emit import digest; print(digest(rules.program))"
    found = {emit.digest(load().program)}
    for seed in ("0", "1", "77"):
        out, error = python(code, PYTHONHASHSEED=seed).communicate(timeout=300)
        assert error == ""
        found.add(out.strip())
    assert len(found) == 1


def test_equal_names_stand_for_equal_sources_and_other_programs_have_others():
    base = load().compiled
    changed = [
        base,
        load("tiny:goal=16").compiled,
        load("tiny:hand_size=4").compiled,
        replace(base, constants=(*base.constants, 12345)),
        replace(base, capacities={**base.capacities, "stack": 900}),
        replace(base, capacities={**base.capacities, "options": 300}),
        replace(
            base, zones=tuple(replace(zone, capacity=zone.capacity + 8) for zone in base.zones)
        ),
    ]
    names = {emit.digest(Program(compiled)) for compiled in changed}
    assert len(names) == len(changed)
    assert emit.digest(Program(base)) == emit.digest(load().program)
    assert emit.emit(Program(base)) == emit.emit(load().program)


def test_another_template_or_word_gives_another_name(monkeypatch):
    program = load().program
    names = {emit.digest(program)}
    for table, key in (
        (templates.TEMPLATES, "MOV"),
        (templates.CARD_WORDS, "owner"),
        (templates.ABILITY_WORDS, "kind"),
        (templates.GAME_WORDS["LDB"], "turn"),
    ):
        monkeypatch.setitem(table, key, table[key] + " ")
        names.add(emit.digest(program))
    monkeypatch.setattr(emit, "declarations", lambda: "#define OTHER")
    names.add(emit.digest(program))
    assert len(names) == 6


# comparisons


def compare(*variants: Ruleset | str) -> tefuda.ComparisonResult:
    return tefuda.compare(*variants, games=20, seed=1, manager=MANAGER)


def test_a_comparison_is_by_machine_code_on_all_sides_or_none(made, cache):
    keep(made, cache)
    fast, other = load(native=None), load("tiny:goal=16")
    assert (fast.program.native, other.program.native) == (True, False)
    for sides in ((fast, other), (other, fast), (fast, other, fast)):
        result = compare(*sides)
        both = [result.baseline, *(variant.simulation for variant in result.variants)]
        assert not any(side.native for side in both)
        assert (fast.program.native, other.program.native) == (True, False)
    result = compare(fast, fast)
    assert result.baseline.native
    assert result.variants[0].simulation.native
    assert fast.program.native
    named = compare("tiny", "tiny:goal=16")
    assert not named.baseline.native
    assert named.baseline.trace_hash == result.baseline.trace_hash


def test_a_comparison_that_fails_leaves_the_back_ends_as_they_were(made, monkeypatch):
    fast, other = load(), load("tiny:goal=16")
    # From a file that no cache knows.
    native.attach(fast.program, made)

    class BrokenError(Exception):
        pass

    def broken(*_: object) -> None:
        assert not fast.program.native
        raise BrokenError

    monkeypatch.setattr("tefuda.plugins.lab.comparison._Contest.play", broken)
    with pytest.raises(BrokenError):
        compare(fast, other)
    assert (fast.program.native, other.program.native) == (True, False)
    assert tefuda.simulate(fast, games=5, seed=1).native


# the command line


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = main(["--plugin", str(TINY), *arguments])
    printed = capsys.readouterr()
    return status, printed.out, printed.err


def test_the_commands_make_machine_code_when_asked_and_go_without_when_told(capsys, cache):
    simulate = ("simulate", "tiny", "--games", "20", "--json")
    status, plain, _ = run(capsys, *simulate)
    assert status == 0
    assert '"native": false' in plain
    assert not cache.exists()
    status, fast, _ = run(capsys, *simulate, "--native")
    assert status == 0
    assert '"native": true' in fast
    assert len(list(cache.iterdir())) == 1
    trace = next(line for line in plain.splitlines() if "trace_hash" in line)
    assert trace in fast
    assert '"native": true' in run(capsys, *simulate)[1]
    assert '"native": false' in run(capsys, *simulate, "--no-native")[1]
    status, out, _ = run(capsys, "compare", "tiny", "tiny:goal=16", "--games", "20", "--json")
    assert status == 0
    assert '"native": true' not in out
    status, out, _ = run(
        capsys, "compare", "tiny", "tiny:goal=16", "--games", "20", "--json", "--native"
    )
    assert status == 0
    assert out.count('"native": true') == 2


@pytest.mark.parametrize(
    ("variables", "said"),
    [
        ({"CC": "/nonexistent/cc", "PATH": ""}, "no C compiler found"),
        ({"TEFUDA_CACHE": "/proc/tefuda"}, "machine code cannot be kept"),
        ({"CC": "false"}, "failed on its machine code"),
    ],
)
def test_what_goes_wrong_with_native_is_one_line_and_exit_status_2(
    capsys, monkeypatch, variables, said
):
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    for command in (("simulate", "tiny"), ("compare", "tiny", "tiny:goal=16")):
        status, out, error = run(capsys, *command, "--games", "5", "--native")
        assert (status, out) == (2, "")
        assert said in error
        assert "Traceback" not in error
        assert len(error.strip().splitlines()) <= 2


def test_the_module_makes_what_packages_come_with(tmp_path):
    folder = tmp_path / "ready"
    (tmp_path / "guest.py").write_text(TINY.read_text())
    for name in ("cards.json", "decks.json"):
        (tmp_path / name).write_bytes(TINY.with_name(name).read_bytes())
    run = subprocess.run(
        [sys.executable, "-m", "tefuda.native", str(folder), "guest"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE,
    )
    printed = [Path(line) for line in run.stdout.splitlines()]
    assert [path.parent for path in printed] == [folder]
    assert printed[0].is_file()
    wrong = subprocess.run(
        [sys.executable, "-m", "tefuda.native"],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert wrong.returncode == 2
    assert "usage" in wrong.stderr
