"""The rule compiler: rule functions, written in a subset of Python, become a program.

``source`` finds the functions, ``annotations`` and ``vocabulary`` know the declared words,
``translator`` and the modules built on it turn syntax trees into the ``middle`` form, which
``optimise`` simplifies and ``emit`` writes as instructions of the machine.
"""

from tefuda.lang.compiler import compile_rules
from tefuda.lang.listing import listing

__all__ = ["compile_rules", "listing"]
