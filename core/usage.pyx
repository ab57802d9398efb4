"""How much of its block a game uses, measured while games are played."""

from libc.string cimport memset
from tefuda.program import PARTS

#: The parts of a block that a capacity of the same name bounds.
POOLS = ("listeners", "modifications", "effects", "pending", "was", "options", "stack")


cdef class Usage:
    """What :func:`tefuda.playing.play_games` measures of the blocks of games, added up."""

    def __cinit__(self):
        memset(&self.used, 0, sizeof(self.used))
        self.names = []

    @property
    def decisions(self):
        """At how many decisions the bytes in use were counted, forced ones among them."""
        return self.used.decisions

    @property
    def mean(self):
        """Bytes in use on average, 0 before any decision."""
        return <double>self.used.total / self.used.decisions if self.used.decisions else 0.0

    @property
    def most(self):
        """Bytes in use at the decision with the most."""
        return self.used.most

    @property
    def parts(self):
        """Those bytes, by the names of ``Program.layout()``."""
        return {name: self.used.parts[index] for index, name in enumerate(PARTS)}

    @property
    def held(self):
        """The most entries of each pool that a game held at any time, by name of the capacity.

        What is held between two decisions counts, too. A type of records is ``records NAME``. Of
        the stack the slots that were written to count: it needs some more, for whole frames.
        """
        found = {
            name: self.used.held[index] for index, name in enumerate(PARTS) if name in POOLS
        }
        for index, name in enumerate(self.names):
            found[f"records {name}"] = self.used.records[index]
        return found
