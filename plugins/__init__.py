"""Find plugins, and what tefuda plugs into itself."""

if __name__ != "tefuda.plugins":
    raise ImportError(
        f"the folder of {__name__!r} is a source folder: import 'tefuda.plugins' instead"
    )
