"""Which rules games have used: functions run, timings raised, abilities begun, verbs taken."""

from libc.stdlib cimport free
from libc.string cimport memset
from tefuda.playing cimport Play, Progress, free_play, play_one, prepare_play
from tefuda.program cimport Buffers, MatchTables, Program
from tefuda.state cimport u32, u64
from tefuda.trace cimport Trace

from tefuda.seeds import check_seed


cdef class Coverage:
    """Counts over games of one program; add to it with :meth:`play`.

    Counting takes time: it is apart from :func:`tefuda.playing.play_games`, and plays the same
    games. What bots try out in their heads is not counted.
    """

    cdef readonly Program program
    cdef readonly long games
    cdef Buffers buffers
    cdef u32* executed
    cdef u64* runs
    cdef u64* raised
    cdef u64* begun
    cdef u64* taken

    def __init__(self, Program program not None):
        self.program = program
        self.games = 0
        self.buffers = Buffers()
        self.executed = <u32*>self.buffers.take(program.prog.ncode, sizeof(u32))
        self.runs = <u64*>self.buffers.take(program.prog.ncode, sizeof(u64))
        self.raised = <u64*>self.buffers.take(256, sizeof(u64))
        self.begun = <u64*>self.buffers.take(program.prog.nabilities, sizeof(u64))
        self.taken = <u64*>self.buffers.take(256, sizeof(u64))

    def play(
        self, MatchTables match not None, seed, first_game, long count, *,
        bots=("random", "random"), int samples=1,
    ):
        """Play games and count what they use.

        :raises TefudaError: a bot or a seed is none, or the cards belong to another program.
        """
        cdef Play play
        cdef Trace trace
        cdef Progress progress = Progress()
        cdef u64 start = check_seed(seed)
        cdef u64 first_number = check_seed(first_game, "number")
        cdef long k
        cdef u32 pc
        host = prepare_play(&play, self.program, match, bots, samples, progress)
        memset(&trace, 0, sizeof(Trace))
        trace.timings = 1
        trace.executed = self.executed
        play.watch = &trace
        play.raised, play.begun, play.taken = self.raised, self.begun, self.taken
        with nogil:
            for k in range(count):
                play_one(&play, start, first_number + <u64>k)
                for pc in range(self.program.prog.ncode):
                    self.runs[pc] += self.executed[pc]
                    self.executed[pc] = 0
        free(trace.events)
        free_play(&play)
        if host is not None:
            host.check()
        self.games += count

    def functions(self):
        """How often each function was entered, by name; those in place of others count, too."""
        counts = {}
        for row in self.program.compiled.functions:
            counts[row.name] = counts.get(row.name, 0) + self.runs[<u32>row.entry]
        for row in self.program.compiled.functions:
            for pc, name in row.inlined:
                if name in counts:
                    counts[name] += self.runs[<u32>pc]
        return counts

    def instructions(self):
        """How often each instruction of the program ran, by its number."""
        return [self.runs[pc] for pc in range(self.program.prog.ncode)]

    def lines(self):
        """Source lines of each function that no game has come to, by function name."""
        missing = {}
        for row in self.program.compiled.functions:
            stops = [start for start, _ in row.lines[1:]] + [self.end_of(row.entry)]
            for (start, line), stop in zip(row.lines, stops):
                if not any(self.runs[<u32>pc] for pc in range(start, stop)):
                    missing.setdefault(row.name, []).append(line)
        return {name: sorted(set(lines)) for name, lines in missing.items()}

    def end_of(self, u32 entry):
        """Give the instruction after the last of the function that starts at ``entry``."""
        starts = sorted({row.entry for row in self.program.compiled.functions})
        ends = [self.program.compiled.halt, self.program.compiled.end, self.program.prog.ncode]
        return min(pc for pc in [*starts, *ends] if pc > entry)

    def timings(self):
        """How often each timing point was raised, by name."""
        return {
            row.name: self.raised[<u32>index]
            for index, row in enumerate(self.program.compiled.channels) if row.kind == "timing"
        }

    def abilities(self):
        """How often each ability text began to be carried out, by name."""
        counts = {}
        for index, row in enumerate(self.program.compiled.abilities):
            counts[row.name] = counts.get(row.name, 0) + self.begun[<u32>index]
        return counts

    def verbs(self):
        """How often an option of each verb was taken where there was a choice, by name."""
        return {
            row.name: self.taken[<u32>index]
            for index, row in enumerate(self.program.compiled.verbs)
        }

    def unused(self):
        """Names of what no game has used: ``functions``, ``timings``, ``abilities``, ``verbs``."""
        return {
            "functions": [name for name, count in self.functions().items() if not count],
            "timings": [name for name, count in self.timings().items() if not count],
            "abilities": [name for name, count in self.abilities().items() if not count],
            "verbs": [name for name, count in self.verbs().items() if not count],
        }
