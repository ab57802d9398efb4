"""Failed tests of rules report the scenarios they made."""

from tefuda.testing.pytest_hooks import *  # noqa: F403
