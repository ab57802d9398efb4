"""Find plugins, and what tefuda plugs into itself.

A plugin is a module with hook implementations::

    from tefuda.plugins import hookimpl

    @hookimpl
    def tefuda_rulesets():
        return [rules]

:mod:`tefuda.plugins.hookspecs` says what each hook is for. A distribution names its module under
the entry-point group ``tefuda``; a single ``.py`` file is given by its path.
"""

if __name__ != "tefuda.plugins":
    raise ImportError(
        f"the folder of {__name__!r} is a source folder: import 'tefuda.plugins' instead"
    )

from typing import Final

import pluggy

#: Of the project at pluggy, and the group of entry points that plugins are found by.
NAME: Final = "tefuda"

#: Marks a function of a plugin as a hook implementation.
hookimpl: Final = pluggy.HookimplMarker(NAME)

__all__ = ["NAME", "hookimpl"]
