"""The one table of machine instructions: names, operand classes and meaning.

The compiler's emitter, the listing, the generated Cython constants and the checks on compiled
code are all made from :data:`OPERATIONS`; numbers follow the order of the table.

An instruction is eight bytes: ``op a b c`` and a 32-bit ``imm``. Operand classes, one letter each
for ``a b c imm``:

====== =====================================================================================
``r``  slot read as a number (int, bool, card, player, zone, ability, record, counts)
``w``  slot written as a number
``x``  slot read and written as a number
``R``  first of ``W`` slots read as a set of cards; ``W`` written; ``X`` read and written
``L``  first of four slots read as a list of cards; ``M`` written; ``Y`` read and written
``k``  first of the consecutive slots of arguments (count or layout said in the meaning)
``n``  plain number in the operand
``t``  jump target (``imm``), an instruction number
``P``  (``imm`` only) bits 0 to 23 a plain number, bits 24 to 31 the frame size of the function:
       the operation may run pure functions on the free stack above
``-``  not used
====== =====================================================================================

References are -1 for ``None``. ``card`` operands that are not a card of the match end the game with
``E_NO_CARD``; likewise players and zones. A *place* is a zone number, or 256 + kind: that kind of
the card's owner (cell 0). ``until`` is 0 for ever, 1 to 63 a duration, else a record reference.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Operation(NamedTuple):
    """One instruction of the machine."""

    name: str
    operands: str
    meaning: str


_TABLE = """
HALT     ---- | end a nested run
MOVI     w--n | a = imm
MOVK     w--n | a = constant imm
MOV      wr-- | a = b
ADD      wrr- | a = b + c (wraps at 64 bits)
SUB      wrr- | a = b - c
MUL      wrr- | a = b * c
DIV      wrr- | a = b // c as in Python; c = 0 is E_RANGE
MOD      wrr- | a = b % c as in Python; c = 0 is E_RANGE
MIN      wrr- | a = the smaller
MAX      wrr- | a = the larger
AND      wrr- | a = b & c (also small sets: zones, players, cells)
OR       wrr- | a = b | c
ANDN     wrr- | a = b & ~c
SHL      wrr- | a = b << c; c outside 0 to 63 is E_RANGE
SHR      wrr- | a = b >> c (arithmetic)
ADDI     wr-n | a = b + imm
RSUBI    wr-n | a = imm - b
MULI     wr-n | a = b * imm
ANDI     wr-n | a = b & imm (imm sign-extended)
ORI      wr-n | a = b | imm
SHLI     wr-n | a = b << imm
SHRI     wr-n | a = b >> imm (arithmetic)
BIT      wr-- | a = 1 << b; b outside 0 to 63 is E_RANGE
BCNT     wr-- | a = number of bits of b
BLOW     wr-- | a = lowest bit number of b, -1 when 0
JMP      ---t | jump forward
LOOP     ---t | jump backward, counting a step
JT       r--t | jump if a != 0
JF       r--t | jump if a == 0
JSOME    r--t | jump if a >= 0 (a reference that is there)
JNONE    r--t | jump if a < 0
JEQ      rr-t | jump if a == b
JNE      rr-t | jump if a != b
JLT      rr-t | jump if a < b
JLE      rr-t | jump if a <= b
JEQI     rn-t | jump if a == b, b a signed byte
JNEI     rn-t | jump if a != b
JLTI     rn-t | jump if a < b
JLEI     rn-t | jump if a <= b
JGTI     rn-t | jump if a > b
JGEI     rn-t | jump if a >= b
JBIT     rr-t | jump if bit b of a is set (b outside 0 to 63: not set)
JHAS     rR-t | jump if card a is in set b (None is in no set)
JHASN    rR-t | jump if card a is not in set b
JSET     R--t | jump if set a is not empty
JSETN    R--t | jump if set a is empty
JSEQ     RR-t | jump if sets are equal
JSNE     RR-t | jump if sets differ
JSUB     RR-t | jump if set a is a subset of set b
JSUBN    RR-t | jump if set a is not a subset of set b
JFLAG    rn-t | jump if card a has flag b
JFLAGN   rn-t | jump if card a has not flag b
JQUIET   nn-t | jump if nobody listens to channel a (and no trace is kept); b unused
BITER    wx-t | take the lowest bit of b into a; if b is 0 jump
BNEXT    wx-t | if b is not 0 take its lowest bit into a and jump (backward, counting a step)
SITER    wX-t | take the lowest card of b into a; if b is empty jump
SNEXT    wX-t | if b is not empty take its lowest card into a and jump (backward, counting a step)
LITER    wLxt | c is an index: if it is the length jump, else a = card c of list b, c + 1
CALL     k--n | call function imm; its arguments start at slot a, results come back there
CALL1    kr-n | as CALL with number b as first argument
CALL2    krrn | as CALL with numbers b and c as first and second argument
RET      ---- | return without result
RETV     r--- | return number a
RETI     ---n | return the number imm
RETS     R--- | return set a
RETL     L--- | return list a
ASSERT   r--n | E_ASSERT if a is 0
FAILI    ---n | end the game with failure imm
SCLR     W--- | a = empty set
SMOV     WR-- | a = b
SONE     Wr-- | a = the set of card b alone, empty for None
SAND     WRR- | a = b & c
SOR      WRR- | a = b | c
SANDN    WRR- | a = b & ~c
SXOR     WRR- | a = b ^ c
SADD     Xr-- | put card b into a
SDEL     Xr-- | take card b out of a (None: nothing)
SCNT     wR-- | a = number of cards
SLOW     wR-- | a = lowest card, None when empty
SALL     W--- | a = all cards of the match
SFIRST   WRr- | a = the c lowest cards of b plus one more (c + 1 of them; none when c < 0)
SAFTER   WRr- | a = those cards of b with a higher index than card c
SMASK    W--n | a = static mask imm, corrected for transformed cards
SANDM    WR-n | a = b & static mask imm
SANDNM   WR-n | a = b & ~static mask imm
SVAL     Wr-n | a = cards whose printed word imm equals b
SLIKE    WRrP | a = cards of b whose word imm equals that of card c (stats: current value)
SLIKES   WRRP | a = cards of b whose word imm equals that of some card of c (stats: current values)
SFILT    WRrP | a = cards of b with word (imm & 255) <test imm >> 8 & 255> value c; stats are folded
SFLAG    W--n | a = cards with flag imm
SANDF    WR-n | a = b & flag imm
SANDNF   WR-n | a = b & ~flag imm
SUSED    Wr-- | a = cards used by player b (lying in its zones or hanging on such a card)
SOWNED   Wr-- | a = cards owned by player b
SPLAY    W--- | a = cards in play (hanging ones with their root)
SATT     Wr-n | a = cards hanging on card b by link imm (255: by any)
STREE    Wr-- | a = all cards of the tree on card b, without b
SDOWN    W--- | a = cards lying face down
SKNOWN   Wr-- | a = cards whose face player b knows
FSET     r--n | set flag imm of card a
FCLR     r--n | clear it
FPUT     rr-n | flag imm of card a = (b != 0)
FSETS    R--n | set flag imm of cards a
FCLRS    R--n | clear it
FGET     wr-n | a = flag imm of card b
CARDF    wr-n | a = built-in word imm of card b (CardField)
WASF     wr-n | a = what built-in word imm of card b was when it left (see CardField)
WASSTAT  wr-n | a = stat imm of card b when it left
WASFLAG  wr-n | a = flag imm of card b when it left
BASE     wr-n | a = printed word imm of card b
STAT     wr-P | a = stat imm of card b through the fold
ORIG     wr-n | a = original value of stat imm of card b
SSUM     wR-P | a = sum of word (imm & 255) over cards b; stats (bit 8 set: printed only) folded
SBEST    wR-P | a = largest (bit 9 set: smallest) word (imm & 255) over cards b, 0 when empty
LDG      w--n | a = game variable imm
STG      r--n | game variable imm = a
LDGS     W--n | set variables, likewise
STGS     R--n |
LDP      wr-n | a = variable imm of player b
STP      rr-n | variable imm of player a = b
LDPS     Wr-n |
STPS     rR-n |
LDC      wr-n | a = card variable imm of card b
STC      rr-n | card variable imm of card a = b; outside 32 bits is E_RANGE
LDB      w--n | a = built-in game word imm (GameField)
STB      r--n | built-in game word imm = a
JFT      rn-t | jump if word b of record a != 0
JFF      rn-t | jump if word b of record a == 0
JFSOME   rn-t | jump if word b of record a >= 0
JFNONE   rn-t | jump if word b of record a < 0
JFEQI    rnnt | jump if word b of record a == c, c a signed byte
JFNEI    rnnt | jump if word b of record a != c
NEW      w--n | a = a new record of type imm, all words 0, sets empty; STF sets its references
DROP     r--n | give record a of type imm back
LDF      wr-n | a = word imm of record b
STF      rr-n | word imm of record a = b
LDFS     Wr-n |
STFS     rR-n |
CPUSH    r--n | push record a on stack imm and stamp it
CPOP     w--n | a = pop stack imm
CTOP     w--n | a = top of stack imm
CLEN     w--n | a = height of stack imm
CAT      wr-n | a = record b from the bottom of stack imm
STAMP    r--- | stamp record a with the present moment
JSTILL   rr-t | jump if card a is the object it was when record b was stamped
STILL    WRr- | a = those cards of b
ZONE     wr-n | a = zone of kind imm, cell 0, of player b
ZCELL    wrrn | a = zone of kind imm, cell c, of player b; a cell out of range is E_RANGE
ZRC      wrkn | as ZCELL with row slot c and column slot c + 1; one out of range is E_RANGE
ZTOP     wr-- | a = top card of zone b, None when empty
ZBOT     wr-- | a = bottom card of zone b
ZAT      wrr- | a = card c from the bottom of zone b; out of range None
ZCNT     wr-- | a = number of cards in zone b
ZTOPK    wr-n | a = top card of player b's zone of kind imm (cell 0)
ZCNTK    wr-n | a = number of cards in player b's zones of kind imm
ZFIELD   wr-n | a = word imm of zone b (ZoneField)
SZONE    Wr-- | a = cards lying in zone b
SKIND    Wr-n | a = cards lying in player b's zones of kind imm
SKINDS   W--n | a = cards lying in zones of kind imm of all players
SCELLS   Wrrn | a = cards lying in the cells (bits of c) of player b's kind imm
SZONES   Wr-- | a = cards lying in the zones that are bits of b
ZALL     wr-n | a = set of zones (bits) of player b's kind imm
ZEMPTY   wr-n | a = those of them in which no card lies
ZPICK    wrrn | a = those of them whose cells are bits of c
ZCELLS   wr-n | a = cells (bits) of the zones b that are of kind imm
PUT      rrrn | move card a to place b; imm bits: 1 bottom, 2 face down, 4 known to player c
PUTS     Rr-n | move cards a to place b by card index; imm as PUT
PUTL     Lr-n | move the cards of list a in order
ATTACH   rrrn | hang card a on card b by link imm & 255; bit 9 face down, bit 10 known to player c
ARRANGE  R--n | move each card of a to the zone in its card variable imm, all at once
BECOME   rr-- | card a reads form b; None: its own
SHUF     r--- | shuffle zone a
RANDC    wR-- | a = a random card of b, None when empty
RANDN    wr-- | a = a random number below b; b < 1 is E_RANGE
REVEAL   R--- | every player knows cards a
LOOK     rR-- | player a knows cards b
HIDE     R--- | players forget cards a, except as their zones show them
JKNOW    rr-t | jump if player a knows card b
LIFT     X--- | lift cards a out of their zone's order; a loses those that are lifted already
UNLIFT   R--n | end of extract for cards a: unmoved ones go back; if failed, to owner's kind imm
EXFAIL   ---- | the innermost extract failed
LCLR     M--- | a = empty list
LMOV     ML-- | a = b
LADD     Yr-- | put card b at the end; over 31 is E_LIST
LLEN     wL-- | a = length
LGET     wLr- | a = card c of list b; out of range is E_RANGE
LZONE    Mr-- | a = cards of zone b, bottom first; over 31 is E_LIST
LSET     WL-- | a = the list's cards as a set
MODIFY   k--P | slots: cards (W), amount, until; imm: stat | op << 8 | other stat << 16
UNMODIFY R--n | delete the modifications of stat imm given to cards a
EFFECT   k--P | slots: subject, ability or kind, until, four kept values; imm: verb | nkept << 8
               | | cards << 12 (a bit for each kept value that is a card).
               | subject: card; 256 + player; 512 the game. Ability: the number of an AbilityInfo
               | (gain, later), a kind (lose, bar, negate; KIND_ALL), or an ability value
EXPIRE   rr-- | end modifications and effects that last until a (b: only of this player, None all)
HASK     wr-P | a = card b bears an ability of kind imm in force
SHASK    WR-P | a = cards of b that bear an ability of kind imm in force
SACT     WR-P | a = cards of b with an activated ability in force and not barred
ABNEXT   wxrP | a = the next ability in force of card c after cursor b (start 0), None at the end;
               | imm: sort 0 any, 1 activated and not barred, 2 effects, 256 + kind
EFFOF    wr-- | a = the first printed ability of sort EFFECT of card b, None
ABWORD   wr-n | a = ability word imm of ability b
ABFIELD  wr-n | a = word imm of ability b (AbilityField)
USE      r--- | count one use of ability a (at most 15)
UNUSE    R--- | reset the uses of the abilities of cards a
PERFORM  kr-n | call the body of ability b: the arguments start at slot a, the first is its bearer
LEGAL    kr-n | call target function imm & 255 of ability b, as PERFORM; result: a set at slot a
COLLECT  knnP | raise channel imm: b arguments at slot a; c: 0 none, 1 first is a card, 2 first is a
               | set (W slots, raised for each), 3 first is no card. Skips the next instruction when
               | nothing became pending (or the point runs AFTER); else slot a = mark for SETTLE
SETTLE   x--P | run the pending triggers above mark a, re-entered as return address
SETTLEA  w--P | set a = 0 and fall into SETTLE semantics for all pending of AFTER points
WOULD    Xk-P | ask channel imm about cards a; slots b: mark, card under way; skips next if nobody
WOULDN   Xk-P | runs one replacement after the other, re-entered; removes cards handled from a
AFTERB   Rk-P | collect triggers of channel imm for cards a, keep `was`; slot b: mark
AFTERE   Rk-- | drop pending above the mark whose cards did not go; then SETTLE follows
HELDB    w--- | enter held; a = mark
HELDE    ---- | leave held; SETTLE follows
WASEND   ---- | leave the innermost after: free its `was`
ALLOWED  wk-P | a = question imm & 255 answered for arguments at b; imm >> 8 & 255: their number
VALUE    wk-P | slots b: base, arguments; a = the value
PERMIT   Xk-P | a = those cards for which the question holds (card is the first argument, then b)
LACKING  wk-P | slots b: paying (W), credit, need; imm scheme
USEFUL   Wk-P | slots b: paying (W), credit, need, pool (W); imm scheme
PAYABLE  WRRP | a = those of b whose cost pool c (without the card) can pay; imm scheme
OPEN     r--- | begin the options of player a
OPTS     RnnP | an option for each card of a: verb b; c unused. Order as the state's docs say
OPTL     Ln-- | likewise for a list, in canonical order
OPTZ     rn-- | an option for each zone of the set a
OPTN     rn-n | an option with the number a; imm: OptionKind
OPTR     rrnn | an option for each number from a to b, verb c; imm: OptionKind
OPTBITS  rn-n | an option for each bit of a as a number; imm: OptionKind
OPTA     RnnP | an option for each activated ability, in force and not barred, of cards a: verb b
OPTLEN   w--- | a = number of options so far
OPTNEXT  wxrt | a = the ability that option b is about, b + 1; without one: c options stay, jump
OPTKEEP  rrx- | if a != 0 option b - 1 stays: it becomes option c, c + 1
PASS     -n-- | an option to pass, verb b
CHOOSE   w--P | a = the option taken by the player of OPEN; alone it is taken at once; imm: ask
JVERBN   rn-t | jump if the verb of option a is not b
OVERB    wr-- | a = verb of option b
OVAL     wr-- | a = subject of option b: card, zone, number, ability
ENDGAME  rn-n | end: a = winner (None: draw), imm = outcome
LOSERS   r--n | end: the players (bits) a lose, imm = outcome
STREAM   ---n | use random stream imm
ENDED    ---- | after the set-up: main begins, on the other stream; after main: E_ENDED
COUNTS   wr-n | a = count imm of counts b
COUNTV   wrr- | a = count c of counts b; out of range is E_RANGE
CPLUS    wrrn | a = counts b with c more of count imm (0 to 127 each)
CADD     wrr- | a = counts b + c, each at most 127
CSUB     wrr- | a = counts b - c, each at least 0
CTOTAL   wr-- | a = sum of counts b
JCOVERS  rr-t | jump if each count of a is at least that of b
PYTHON   kn-P | wait for Python handler imm, its b arguments at slot a; what it asks for runs
               | before the next instruction, each function in a frame of its own above this one
"""


def _parse() -> tuple[Operation, ...]:
    found: list[Operation] = []
    for line in _TABLE.strip().splitlines():
        head, _, meaning = line.partition("|")
        if not head.strip():
            last = found.pop()
            found.append(last._replace(meaning=f"{last.meaning} {meaning.strip()}"))
            continue
        name, operands = head.split()
        found.append(Operation(name, operands, meaning.strip()))
    return tuple(found)


OPERATIONS: Final = _parse()
NUMBER: Final = {op.name: number for number, op in enumerate(OPERATIONS)}
OPERANDS: Final = {op.name: op.operands for op in OPERATIONS}

#: Jumps that go back, counting a step; all others go forward.
BACK: Final = frozenset(("LOOP", "SNEXT", "BNEXT"))
#: After these the next instruction is not reached.
ENDS: Final = frozenset("HALT JMP LOOP RET RETV RETI RETS RETL FAILI ENDGAME LOSERS ENDED".split())
#: These may skip the next one.
SKIPS: Final = frozenset(("COLLECT", "WOULD"))
#: These change the game, draw lots, ask a player, or run what may: not for pure functions.
IMPURE: Final = frozenset(
    """PUT PUTS PUTL ATTACH ARRANGE BECOME SHUF RANDC RANDN REVEAL LOOK HIDE LIFT UNLIFT EXFAIL
    MODIFY UNMODIFY EFFECT EXPIRE FSET FCLR FPUT FSETS FCLRS STG STGS STP STPS STC STB NEW DROP STF
    STFS CPUSH CPOP STAMP USE UNUSE PERFORM COLLECT SETTLE SETTLEA WOULD WOULDN AFTERB AFTERE HELDB
    HELDE WASEND OPEN OPTS OPTL OPTZ OPTN OPTR OPTBITS OPTA OPTLEN OPTNEXT OPTKEEP PASS CHOOSE
    ENDGAME LOSERS STREAM ENDED PYTHON""".split()
)

#: Built-in words of a card: number for CARDF and WASF, type of the result.
CARD_FIELDS: Final = (
    "owner",
    "user",
    "zone",
    "position",
    "cell",
    "row",
    "column",
    "host",
    "root",
    "in_play",
    "face_down",
    "form",
    "kind",
    "link",
    "extracted",
)
#: Built-in words of a zone for ZFIELD.
ZONE_FIELDS: Final = ("player", "kind", "cell", "row", "column", "occupied")
#: Built-in words of the game for LDB and STB.
GAME_FIELDS: Final = ("first", "turn", "turn_player", "cause")
#: Built-in words of an ability for ABFIELD.
ABILITY_FIELDS: Final = ("bearer", "kind", "targets", "uses", "user", "sort", "number")
#: Kinds of option subject: bits 48 to 55 of an option.
OPTION_KINDS: Final = (
    "pass",
    "card",
    "zone",
    "number",
    "yes_no",
    "player",
    "member",
    "name",
    "ability",
)
