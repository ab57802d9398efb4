"""Play trading card games fast, from rules that are plain Python functions."""

if __name__ != "tefuda":
    raise ImportError(f"the folder of {__name__!r} is a source folder: import 'tefuda' instead")

__version__ = "0.1.0"
