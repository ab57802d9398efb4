"""Answering a handler in Python: it is called, and what it asked for is laid to be run.

The machine has stopped there as it does for a choice, so everything is in the state: what a handler
asks for can ask players in its turn, and the game is copied and saved while it waits for them.
"""

from libc.string cimport memset
from tefuda.game cimport Game
from tefuda.machine cimport call_pure, end_call, lay_call
from tefuda.pools cimport record_of, stack_of
from tefuda.rng cimport below
from tefuda.sets cimport add, has
from tefuda.state cimport (
    E_HANDLER,
    NC,
    S_CARD,
    S_INT,
    S_SET,
    Set,
    W,
    i64,
    u8,
    u32,
    u64,
)

from tefuda.errors import HandlerFailure, TefudaError
from tefuda.failures import failure_error
from tefuda.limited import OutOfLines, Stopped, call_limited
from tefuda.moment import Card, Moment
from tefuda.trouble import said, where

cdef enum:
    WORDS = 64            # of all arguments of one function


def answer_handler(Game game not None, stop):
    """Call the handler that a game stopped for, after which the game can run on or is over.

    What goes wrong in it ends the game, with the error kept there.

    :param stop: asked at each line whether to give up; ``None``: go on.
    :raises Stopped: ``stop`` was set; the game is to be given up.
    :raises KeyboardInterrupt: likewise.
    """
    cdef u32 pc = game.state.pc
    cdef u32 fp = game.state.fp
    cdef u32 slot = game.program.prog.code[pc].a
    row = game.program.compiled.python[game.program.prog.code[pc].imm & 0xffffff]
    cdef const i64* words = <const i64*>stack_of(&game.program.prog, game.state) + fp + slot
    moment = Moment(game)
    arguments = [
        moment.given(type_, words[at]) for at, type_ in enumerate(row.arguments)
    ]
    try:
        call_limited(row.function, (moment, *arguments), row.lines, stop)
        game.state.pc = pc + 1
        for asked, given in reversed(moment.asked):
            lay(game, asked, given)
        if game.state.failure:
            raise failure_error(game.state.failure, row.name, None)
    except (Stopped, KeyboardInterrupt):
        raise
    except OutOfLines:
        fail(game, row, arguments, pc, f"did not come back within {row.lines} lines of Python")
    except BaseException as problem:  # whatever a handler does is its game's loss
        what = f"raised {said(problem)}{where(problem)}"
        fail(game, row, arguments, pc, what)
        game._problem.__cause__ = problem
    finally:
        moment.close()
    end_call(&game.program.prog, game.state)


cdef int fail(Game game, row, list arguments, u32 pc, str what) except -1:
    """End a game by its handler."""
    cdef int decision = game.state.decisions
    card = next((one.number for one in arguments if isinstance(one, Card)), None)
    about = "" if card is None else f", about card {card}"
    game.state.failure = E_HANDLER
    game.state.failure_pc = game.state.pc = pc
    game._problem = HandlerFailure(
        f"handler {row.name!r} of {row.plugin!r} at {row.point!r} {what} "
        f"(turn {game.state.turn}, decision {decision}{about})",
        plugin=row.plugin,
        name=row.name,
        card=card,
        decision=decision,
        rule=row.name,
        code=E_HANDLER,
    )
    return 0


cdef int lay(Game game, asked, given) except -1:
    """Let one function run before what is laid already."""
    cdef u64 words[WORDS]
    cdef u32 count = 0
    cdef Set cards
    memset(words, 0, sizeof(words))
    for (_, type_), value in zip(asked.parameters, given, strict=True):
        if count + 4 > WORDS:
            raise TefudaError(f"{asked.name}: too many arguments")
        if type_.kind == "set":
            memset(&cards, 0, sizeof(Set))
            for card in value:
                add(&cards, card)
            words[count], words[count + 1] = cards.w[0], cards.w[1]
            count += W
        elif type_.kind == "list":
            (<u8*>&words[count])[0] = <u8>len(value)
            for at, card in enumerate(value):
                (<u8*>&words[count])[1 + <int>at] = card
            count += 4
        else:
            words[count] = <u64><i64>value
            count += 1
    lay_call(&game.program.prog, game.state, asked.function, words, count)
    return 0


def pure_value(Game game not None, asked, given):
    """Give the number that a pure function gives, with at most three numbers as arguments.

    :raises GameError: it fails.
    """
    cdef u32 failure = 0
    padded = [*given, 0, 0, 0]
    value = call_pure(
        &game.program.prog, &game.tables.match, game.state, asked.function,
        padded[0], padded[1], padded[2], &failure,
    )
    if failure:
        raise failure_error(failure, asked.name, None)
    return value


def random_below(Game game not None, u32 n):
    """Draw a number below ``n`` from the stream that the rules draw from."""
    if not 1 <= n <= 1 << 16:
        raise TefudaError(f"random_below({n}): expected 1 to {1 << 16}")
    return below(game.state, n)


def record_field(Game game not None, i64 reference, row):
    """Give the word of a live record: a number, a card's index or ``None``, or a list of indices.

    :raises TefudaError: the record was dropped, or the word cannot be read from Python.
    """
    cdef const u64* words = record_of(&game.program.prog, game.state, reference)
    cdef const i64* word
    cdef int card
    if words == NULL:
        raise TefudaError("the record was dropped")
    word = <const i64*>words + <u32>row.offset
    if row.slot_type == S_INT:
        return word[0]
    if row.slot_type == S_CARD:
        return None if word[0] < 0 else word[0]
    if row.slot_type == S_SET:
        return [
            card for card in range(<int>min(NC, len(game.tables))) if has(<const Set*>word, card)
        ]
    raise TefudaError(f"word {row.name!r}: Python cannot read it")
