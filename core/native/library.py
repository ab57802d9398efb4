"""Make, keep and find programs as libraries of machine code.

Libraries that come with tefuda, for its own rulesets as they stand, lie beside this module in
``ready``; those made here are kept in the user's cache. A library is found by what it was made
from (:func:`~tefuda.native.emit.digest`), so one of other rules, cards or another version is never
taken.
"""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

from tefuda.errors import TefudaError
from tefuda.native.declarations import CHECKED
from tefuda.native.emit import PLAY, SIZES, digest, emit

if TYPE_CHECKING:
    from tefuda.program import Program

#: Where the libraries lie that come with tefuda.
READY = Path(__file__).with_name("ready")
SUFFIX = ".dll" if sys.platform == "win32" else ".so"
#: Bytes at the end of a library that tell whether it is whole.
SEAL = 16
FLAGS = ("-fPIC", "-shared", "-fwrapv", "-fno-strict-aliasing", "-w")
#: On x86-64 what every such processor of the last decade has, as in the machine itself.
_FEATURES = ("-march=x86-64-v2",)


def cache_folder() -> Path:
    """Give the folder in which libraries are kept: ``TEFUDA_CACHE``, else the user's cache.

    :raises TefudaError: the user has none.
    """
    named = os.environ.get("TEFUDA_CACHE")
    if named:
        return Path(named)
    try:
        return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache", "tefuda")
    except RuntimeError as error:
        raise TefudaError(
            f"machine code: {error}, expected TEFUDA_CACHE to name a folder to keep it in"
        ) from error


def compiler() -> list[str]:
    """Give the command of the C compiler: ``CC``, else the one that Python was built with.

    :raises TefudaError: there is none.
    """
    import shutil
    import sysconfig

    named = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    for command in (named, "cc", "gcc", "clang"):
        try:
            words = shlex.split(command)
        except ValueError as error:
            raise TefudaError(f"machine code: CC={command!r}: {error}") from error
        if words and shutil.which(words[0]):
            return words
    raise TefudaError("machine code: no C compiler found, expected gcc or clang, or CC to name one")


def find(program: Program) -> Path | None:
    """Give the library of a program, ``None`` where none was made yet."""
    name = digest(program) + SUFFIX
    if (READY / name).is_file():
        return READY / name
    try:
        kept = cache_folder() / name
        return kept if kept.is_file() else None
    except (OSError, TefudaError):
        # A cache that cannot be looked into has nothing ready.
        return None


@cache
def _takes(command: tuple[str, ...], flag: str) -> bool:
    """Whether the compiler takes a flag."""
    return not _run([*command, flag, "-E", "-x", "c", os.devnull])


def _run(command: Sequence[str]) -> str:
    """Run the compiler, and give why it failed; nothing when it did not."""
    import subprocess

    try:
        run = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    except OSError as error:
        return str(error)
    if run.returncode == 0:
        return ""
    said = run.stderr.strip().splitlines()
    said.append(f"exit status {run.returncode}")
    return next((line for line in said if "error" in line), said[0])


def build(program: Program, folder: Path | None = None, *, optimise: str = "-O2") -> Path:
    """Make the library of a program, unless the folder has it already, and give its file.

    It takes as long as compiling some ten thousand lines of C: 10 to 60 seconds. The file appears
    at once and whole.

    :param folder: the user's cache when left out.
    :param optimise: how hard the compiler tries; no part of the file's name.
    :raises TefudaError: there is no C compiler, it fails, or the folder cannot be written.
    """
    import tempfile

    folder = folder or cache_folder()
    target = folder / (digest(program) + SUFFIX)
    try:
        if target.is_file():
            return target
        command = compiler()
        flags = [optimise, *FLAGS, *(flag for flag in _FEATURES if _takes(tuple(command), flag))]
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder) as work:
            source, made = Path(work, "program.c"), Path(work, "program" + SUFFIX)
            source.write_text(emit(program), encoding="utf-8")
            why = _run([*command, *flags, "-o", str(made), str(source)])
            if why or not made.is_file():
                raise TefudaError(
                    f"{program.name}: {shlex.join(command)} failed on its machine code: "
                    f"{why or 'it wrote no library'}"
                )
            seal(made)
            os.replace(made, target)
    except OSError as error:
        raise TefudaError(f"{folder}: machine code cannot be kept: {error}") from error
    return target


def seal(library: Path) -> None:
    """Write behind a library what it must be; loaders read no further than its end."""
    content = library.read_bytes()
    with library.open("ab") as file:
        file.write(blake2b(content, digest_size=SEAL).digest())


def attach(program: Program, library: Path) -> None:
    """Let machine code play the games of a program from now on.

    :raises TefudaError: the file cannot be loaded, is damaged or was made for another machine.
    """
    import ctypes

    try:
        # A file cut short would end the process as it is loaded.
        content = memoryview(library.read_bytes())
        if blake2b(content[:-SEAL], digest_size=SEAL).digest() != content[-SEAL:]:
            raise ValueError("damaged, or made by something else")
        loaded = ctypes.CDLL(str(library))
        sizes = (ctypes.c_uint32 * len(CHECKED)).in_dll(loaded, SIZES)
        address = ctypes.cast(getattr(loaded, PLAY), ctypes.c_void_p).value
    except (OSError, AttributeError, ValueError) as error:
        raise TefudaError(
            f"{library}: no machine code for this machine, expected it to be made anew where "
            f"this file is removed: {error}"
        ) from error
    program.attach(address or 0, list(sizes))


def detach(program: Program) -> None:
    """Let the machine interpret the games of a program again."""
    program.attach(0, ())


@contextmanager
def interpreted(programs: Iterable[Program]) -> Iterator[None]:
    """Interpret programs for the time being, whatever machine code played them before."""
    was = [(program, program.attached) for program in programs]
    try:
        for program, _ in was:
            detach(program)
        yield
    finally:
        for program, (address, sizes) in was:
            program.attach(address, sizes)


def use(program: Program, *, make: bool = False) -> bool:
    """Let machine code play the games of a program if there is some; give whether it does.

    :param make: make it where there is none.
    :raises TefudaError: it was to be made and cannot be.
    """
    library = find(program) or (build(program) if make else None)
    if library is None:
        return False
    try:
        attach(program, library)
    except TefudaError:
        # What lies ready may be of another system; games are the same without it.
        if make:
            raise
        return False
    return True
