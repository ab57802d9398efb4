"""The command line: ``python -m tefuda``, and ``tefuda`` as installed."""

from importlib import import_module


def main() -> None:
    """Run the command line; it ends the process with its exit status."""
    import_module("tefuda.plugins.cli").run()


if __name__ == "__main__":
    main()
