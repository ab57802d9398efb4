"""Plugins that are one ``.py`` file, imported by path without being installed."""

from __future__ import annotations

import importlib.util
import linecache
import sys
from hashlib import sha256
from pathlib import Path
from types import ModuleType

from tefuda.errors import PluginError, TefudaError


def import_file(path: str | Path) -> ModuleType:
    """Import a plugin from a file; an edited file is imported anew by the next call.

    The module's name is made of the file's path and content, so that two files of one name do not
    meet, and a file that did not change stays one module. The rule compiler finds its source as it
    was imported.

    :raises PluginError: there is no such file, its name is no identifier, or importing it fails.
    """
    file = Path(path)
    where = f"plugin file {str(path)!r}"
    if file.suffix != ".py" or not file.stem.isidentifier():
        raise PluginError(f"{where}: expected the path of a .py file named like an identifier")
    try:
        file = file.resolve(strict=True)
        content = file.read_bytes()
    except OSError as problem:
        raise PluginError(f"{where}: cannot be read: {problem.strerror}") from problem
    digest = sha256(str(file).encode() + b"\0" + content).hexdigest()[:12]
    name = f"tefuda_plugin_{digest}_{file.stem}"
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None  # a .py file has a loader
    module = importlib.util.module_from_spec(spec)
    vars(module)["__tefuda_name__"] = file.stem
    sys.modules[name] = module
    try:
        code = compile(content, str(file), "exec", dont_inherit=True)
        linecache.checkcache(str(file))
        exec(code, vars(module))
    except KeyboardInterrupt:
        del sys.modules[name]
        raise
    except BaseException as problem:  # a plugin may do anything
        del sys.modules[name]
        if isinstance(problem, TefudaError):
            raise PluginError(f"{where}: {problem}") from problem
        raise PluginError(f"{where}: {_line_of(problem, file)}{_said(problem)}") from problem
    linecache.getlines(str(file), vars(module))
    return module


def _line_of(problem: BaseException, file: Path) -> str:
    """Give the line of the plugin's own code where importing it failed."""
    if isinstance(problem, SyntaxError):
        return f"line {problem.lineno}: " if problem.lineno else ""
    line, trace = 0, problem.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == str(file):
            line = trace.tb_lineno
        trace = trace.tb_next
    return f"line {line}: " if line else ""


def _said(problem: BaseException) -> str:
    text = problem.msg if isinstance(problem, SyntaxError) else str(problem)
    return f"{type(problem).__name__}: {text}"
