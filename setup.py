"""Map the root folders on the package tefuda and build its Cython modules.

Only what takes code is here; the rest of the configuration is in pyproject.toml.

TEFUDA_CFLAGS in the environment adds compiler flags, as in ``TEFUDA_CFLAGS=-O0``; TEFUDA_DEBUG=1
compiles the internal checks in and builds everything anew.
"""

import os
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

ROOMS = {"tefuda": "core", "tefuda.plugins": "plugins", "tefuda.rulesets": "rulesets"}
GENERATOR = Path("core/lang/generate.py")
BUILD = Path("build")
STAGE = BUILD / "cython"

DEBUG = os.environ.get("TEFUDA_DEBUG", "0") not in ("", "0")
EXTRA_FLAGS = os.environ.get("TEFUDA_CFLAGS", "").split()

DIRECTIVES = {
    "language_level": 3,
    "boundscheck": DEBUG,
    "initializedcheck": DEBUG,
    "wraparound": False,
    "cdivision": True,
    "embedsignature": True,
    # A class around a raw struct must not be pickled by accident.
    "auto_pickle": False,
    "freethreading_compatible": True,
}

# Each is used where the compiler takes it: the instruction set on x86-64, the -fno- pair, which
# keeps the machine's dispatch as written, with gcc.
WANTED_FLAGS = [
    "-O2",
    "-g0",
    "-march=x86-64-v2",
    "-fno-gcse",
    "-fno-crossjumping",
    "-fno-tree-vectorize",
    "-fno-tree-slp-vectorize",
    "-fwrapv",
    "-fno-strict-aliasing",
]


def find_packages() -> dict[str, Path]:
    """Find the packages, every folder of a room with an ``__init__.py``, and their folders."""
    found = {}
    for room, folder in ROOMS.items():
        for init in sorted(Path(folder).rglob("__init__.py")):
            inner = init.parent.relative_to(folder).parts
            found[".".join([room, *inner])] = init.parent
    return found


PACKAGES = find_packages()


def find_modules() -> list[Extension]:
    """Find what is compiled: ``.pyx`` files, and Python modules with a ``.pxd`` beside them."""
    return [
        Extension(f"{package}.{source.stem}", [source.as_posix()])
        for package, folder in PACKAGES.items()
        for source in sorted([*folder.glob("*.pyx"), *folder.glob("*.py")])
        if source.suffix == ".pyx" or source.with_suffix(".pxd").is_file()
    ]


def write_if_changed(target: Path, content: bytes) -> bool:
    """Write a file unless it holds the content already, for builds go by the time of change."""
    if target.is_file() and target.read_bytes() == content:
        return False
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(content)
    return True


def generate_sources() -> dict[Path, bytes]:
    """Run the generator, where there is one, and give the files it wrote, by name."""
    if not GENERATOR.is_file():
        return {}
    with tempfile.TemporaryDirectory() as folder:
        # -P keeps the folder's own modules, of which one is called types, off the path.
        subprocess.run([sys.executable, "-P", GENERATOR, folder], check=True)
        files = sorted(file for file in Path(folder).rglob("*") if file.is_file())
        return {file.relative_to(folder): file.read_bytes() for file in files}


@cache
def stage() -> dict[str, Path]:
    """Lay out the declarations as Cython looks for them, and give those that were generated.

    Cython finds a ``.pxd`` by its full module name on disk, and prefers a folder with an
    ``__init__.py``: without these, an installed and older tefuda would be read instead.
    """
    wanted = {}
    for package, folder in PACKAGES.items():
        for source in [folder / "__init__.py", *folder.glob("*.pxd"), *folder.glob("*.pxi")]:
            wanted[STAGE.joinpath(*package.split("."), source.name)] = source.read_bytes()
    generated = {}
    for name, content in generate_sources().items():
        target = STAGE / "tefuda" / name
        if target in wanted:
            raise SystemExit(f"{GENERATOR} writes {name}, which is among the sources already")
        wanted[target] = content
        generated[Path("tefuda", name).as_posix()] = target
    for old in STAGE.rglob("*"):
        if old.is_file() and old not in wanted:
            old.unlink()
    for target, content in wanted.items():
        write_if_changed(target, content)
    return generated


def find_headers() -> list[str]:
    """List the C headers that the modules may include."""
    written = [file for folder in PACKAGES.values() for file in folder.glob("*.h")]
    generated = [file for file in stage().values() if file.suffix == ".h"]
    return [file.as_posix() for file in written + generated]


def accepts(command: list[str], flag: str) -> bool:
    """Tell whether the compiler takes a flag without a word."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "probe.c")
        source.write_text("int probe;\n")
        run = subprocess.run(
            [*command, "-Werror", flag, "-c", source.name, "-o", "probe.o"],
            cwd=folder,
            capture_output=True,
            check=False,
        )
    return run.returncode == 0


class BuildPython(build_py):
    """Add the generated declarations to the package, and leave out what is no longer in it."""

    def generated(self) -> dict[str, str]:
        return {str(Path(self.build_lib, name)): str(file) for name, file in stage().items()}

    def run(self) -> None:
        super().run()
        if self.editable_mode:
            return
        for target, source in self.generated().items():
            self.mkpath(os.path.dirname(target))
            self.copy_file(source, target)
        modules = self.get_finalized_command("build_ext").get_outputs()
        current = {Path(file) for file in [*self.get_outputs(), *modules]}
        for old in Path(self.build_lib, "tefuda").rglob("*"):
            if old.is_file() and old not in current:
                old.unlink()

    def get_outputs(self, include_bytecode: bool = True) -> list[str]:
        outputs = super().get_outputs(include_bytecode)
        return outputs if self.editable_mode else [*outputs, *self.generated()]

    def get_output_mapping(self) -> dict[str, str]:
        return {**super().get_output_mapping(), **self.generated()}


class BuildModules(build_ext):
    """Translate the Cython modules when they are built, with flags that fit the compiler.

    Where the package is built whole, the machine code of its rulesets is built with it. It needs
    labels as values, so builds without them, and those with flags of their own, go without.
    """

    def run(self) -> None:
        super().run()
        whole = not (self.inplace or self.editable_mode or DEBUG or EXTRA_FLAGS)
        if whole and self.compiler.compiler_type == "unix":
            self.build_machine_code(Path(self.build_lib).resolve())

    def build_machine_code(self, library: Path) -> None:
        """Let the package, built by now, make the libraries; they are kept from build to build."""
        kept = (BUILD / "native").resolve()
        kept.mkdir(parents=True, exist_ok=True)
        paths = [str(library), *filter(None, [os.environ.get("PYTHONPATH")])]
        rulesets = [name for name in PACKAGES if name.startswith("tefuda.rulesets.")]
        run = subprocess.run(
            [sys.executable, "-P", "-m", "tefuda.native", str(kept), *rulesets],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
            cwd=BUILD,
            stdout=subprocess.PIPE,
            text=True,
            check=False,
        )
        if run.returncode:
            # The machine plays all games without; the cause was printed.
            self.warn("no machine code of the rulesets is built")
            return
        for made in run.stdout.splitlines():
            target = library / "tefuda" / "native" / "ready" / Path(made).name
            self.mkpath(str(target.parent))
            self.copy_file(made, str(target))

    def finalize_options(self) -> None:
        super().finalize_options()
        self.force = self.force or DEBUG
        self.parallel = self.parallel or True

    def compile_flags(self) -> list[str]:
        if self.compiler.compiler_type != "unix":
            return EXTRA_FLAGS
        command = self.compiler.compiler_so
        return [flag for flag in WANTED_FLAGS if accepts(command, flag)] + EXTRA_FLAGS

    def build_extensions(self) -> None:
        stage()
        flags = self.compile_flags()
        settings = BUILD / "settings.txt"
        changed = write_if_changed(settings, f"{DIRECTIVES}\n{flags}\n{DEBUG}\n".encode())
        translated = cythonize(
            [Extension(module.name, list(module.sources)) for module in self.extensions],
            include_path=[str(STAGE)],
            compiler_directives=DIRECTIVES,
            build_dir=str(BUILD / "c"),
            force=changed or bool(self.force),
        )
        sources = {module.name: module.sources for module in translated}
        for module in self.extensions:
            module.sources = sources[module.name]
            module.depends = [*find_headers(), settings.as_posix()]
            module.include_dirs = ["core", (STAGE / "tefuda").as_posix()]
            module.extra_compile_args = flags
            module.extra_link_args = [flag for flag in EXTRA_FLAGS if flag.startswith("-fsanitize")]
            if DEBUG:
                module.define_macros = [("TEFUDA_DEBUG", "1")]
                module.undef_macros = ["NDEBUG"]
        super().build_extensions()


setup(
    packages=list(PACKAGES),
    package_dir=ROOMS,
    ext_modules=find_modules(),
    cmdclass={"build_py": BuildPython, "build_ext": BuildModules},
    # In strict mode type checkers and other people's builds see the package, too.
    options={"editable_wheel": {"mode": "strict"}},
)
