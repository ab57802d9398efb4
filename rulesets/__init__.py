"""The games that come with tefuda, each a plugin like anyone else's."""

if __name__ != "tefuda.rulesets":
    raise ImportError(
        f"the folder of {__name__!r} is a source folder: import 'tefuda.rulesets' instead"
    )
