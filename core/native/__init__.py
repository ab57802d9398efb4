"""Programs as machine code: a second back end beside the bytecode machine.

The compiled rules of a ruleset are written as one C function, which the machine then calls in place
of its dispatch; moves, payments, triggers and all else that does more than a few loads and stores
stay the machine's own. States, choices, failures and traces are the same, so a game may go on under
one that began under the other, and the bytecode machine is what machine code is tested against.
"""

from tefuda.native.library import attach, build, cache_folder, detach, find, interpreted, use

__all__ = ["attach", "build", "cache_folder", "detach", "find", "interpreted", "use"]
