"""What a person at a table reads and types: text out, lines in, and Ctrl-C at no bad moment."""

from __future__ import annotations

import os
import shutil
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import IO, Any

from rich.cells import cell_len, chop_cells
from rich.console import RenderableType

from tefuda.plugins.table.board import printable, rendered

#: Widths of text: where nobody looks at a terminal, and on terminals.
WIDTH, LEAST, MOST = 80, 40, 120
#: How often a prompt looks whether Ctrl-C came, in seconds.
LOOKS = 0.05
#: Of a longer line the rest is dropped; nothing that means anything is so long.
LONGEST_LINE = 2000


class Screen:
    """Where a game is shown, and where lines come from.

    :param out: standard output, or standard error where that holds something else.
    """

    def __init__(self, out: IO[str], source: IO[str] | None) -> None:
        """Look at what both are."""
        self._out, self._source = out, source
        self.is_terminal = _is_terminal(out)
        self._typed = self.is_terminal and out is sys.stdout and _is_terminal(source)
        self._encoding = getattr(out, "encoding", None) or "utf-8"
        plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
        self._colour = self.is_terminal and not plain

    @property
    def width(self) -> int:
        """How many signs a line has."""
        if not self.is_terminal:
            return WIDTH
        return min(max(shutil.get_terminal_size((WIDTH, 24)).columns, LEAST), MOST)

    def draw(self, thing: RenderableType) -> None:
        """Show what rich draws."""
        self._write(rendered(thing, self.width, colour=self._colour, encoding=self._encoding))

    def say(self, text: str = "", end: str = "\n") -> None:
        """Show text; what would steer a terminal becomes question marks."""
        self._write(printable(text), end)

    def tell(self, text: str, indent: int = 2) -> None:
        """Show text in lines that fit, those behind the first set in."""
        self._write("\n".join(wrapped(printable(text), self.width, indent)))

    def _write(self, text: str, end: str = "\n") -> None:
        self._out.write(text.encode(self._encoding, "replace").decode(self._encoding) + end)
        self._out.flush()

    def clear(self) -> None:
        """Take away what was shown, also from above the window; on a terminal alone."""
        if self.is_terminal:
            self._out.write("\x1b[2J\x1b[3J\x1b[H")
            self._out.flush()

    def ask(self, prompt: str) -> str:
        """Give the next line typed, without spaces around it.

        :raises EOFError: there is none.
        """
        if self._typed:
            with _signals_noticed():
                return self._from_terminal(prompt)
        self.say(prompt, end="")
        with _signals_noticed():
            line = self._next_line()
        if not _is_terminal(self._source):
            # What comes through a pipe would not be seen.
            self.say(line or "")
        if line is None:
            raise EOFError
        return line

    def _from_terminal(self, prompt: str) -> str:
        import readline  # noqa: F401  (lets lines be edited)

        try:
            return input(prompt)[:LONGEST_LINE].strip()
        except UnicodeDecodeError:
            return "\ufffd"

    def _next_line(self) -> str | None:
        if self._source is None:
            return None
        stream: Any = getattr(self._source, "buffer", self._source)
        try:
            line = rest = stream.readline(LONGEST_LINE)
            while len(rest) == LONGEST_LINE and rest[-1:] not in (b"\n", "\n"):
                rest = stream.readline(LONGEST_LINE)
        except (OSError, ValueError):
            return None
        if not line:
            return None
        text = line.decode("utf-8", "replace") if isinstance(line, bytes) else str(line)
        return text.strip()


def wrapped(text: str, width: int, indent: int) -> list[str]:
    """Break a text into lines of so many cells of a terminal, where some signs take two.

    :param indent: how far lines behind the first are set in.
    """
    start = len(text) - len(text.lstrip(" "))
    lines = [text[:start]]
    for word in text[start:].split(" "):
        # A word that fits no line is broken anywhere.
        for at, part in enumerate(chop_cells(word, width - indent) or [""]):
            gap = " " if at == 0 and lines[-1].strip() else ""
            if lines[-1].strip() and cell_len(lines[-1] + gap + part) > width:
                lines.append(" " * indent)
                gap = ""
            lines[-1] += gap + part
    return [line.rstrip() for line in lines]


def _is_terminal(stream: IO[str] | None) -> bool:
    try:
        return stream is not None and stream.isatty()
    except ValueError:  # closed
        return False


@contextmanager
def _signals_noticed() -> Iterator[None]:
    """Read in the block, and see a signal whenever it comes.

    Python looks for signals before it reads, and one that comes while it reads ends that. One that
    comes between would wait for the next key: so a timer ends reading now and then.
    """
    if (
        not hasattr(signal, "setitimer")
        or threading.current_thread() is not threading.main_thread()
        # Another program's timer stays.
        or signal.getsignal(signal.SIGALRM) not in (signal.SIG_DFL, _nothing)
    ):
        yield
        return
    signal.signal(signal.SIGALRM, _nothing)
    signal.setitimer(signal.ITIMER_REAL, LOOKS, LOOKS)
    try:
        yield
    finally:
        # Ctrl-C may come even here: then it ticks on, and does no harm.
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)


def _nothing(number: int, frame: FrameType | None) -> None:
    """Let a signal only end what waits."""


class Interrupts:
    """Ctrl-C raises ``KeyboardInterrupt``, once, and never in the middle of what must be whole."""

    def __init__(self) -> None:
        """Start with nothing to be kept whole."""
        self._held = 0
        self._pending = False

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Answer Ctrl-C in the block; another program's handler stays."""
        signals: list[tuple[signal.Signals, object]] = []
        if threading.current_thread() is threading.main_thread():
            signals.append((signal.SIGINT, signal.default_int_handler))
            # A terminal that is closed is no reason to lose a game either.
            signals += [(getattr(signal, "SIGHUP", signal.SIGINT), signal.SIG_DFL)]
            signals = [(one, usual) for one, usual in signals if signal.getsignal(one) is usual]
        for one, _ in signals:
            signal.signal(one, self._handle)
        try:
            yield
        finally:
            for one, usual in signals:
                signal.signal(one, usual)  # type: ignore[arg-type]

    @contextmanager
    def held(self) -> Iterator[None]:
        """Let Ctrl-C wait until the block is done: it takes milliseconds."""
        self._held += 1
        try:
            yield
        finally:
            self._held -= 1
        if self._pending and not self._held:
            self._pending = False
            raise KeyboardInterrupt

    def close(self) -> None:
        """Answer Ctrl-C no more: the game is being kept."""
        self._held += 1

    def _handle(self, number: int, frame: FrameType | None) -> None:
        if self._held:
            self._pending = True
            return
        # Once is enough: what follows is keeping the game.
        self.close()
        raise KeyboardInterrupt
