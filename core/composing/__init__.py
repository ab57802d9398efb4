"""Texts that card files compose of steps, made into rule functions of the ruleset.

``signatures`` reads what effect verbs and terms take and give, ``values`` and ``selections`` turn
what a card file says into expressions of the rule language, ``steps`` its steps into statements,
``texts`` its texts into abilities. ``writing`` keeps the source, which the compiler reads like
that of any rule: a composed text runs as fast as one written in Python.
"""

from tefuda.composing.texts import Composer

__all__ = ["Composer"]
