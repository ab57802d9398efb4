"""What each instruction becomes in C.

In a template ``{n}`` is the number of the instruction, ``{a}``, ``{b}``, ``{c}`` and ``{imm}`` are
its operands, ``R({a})`` is the register of that number and ``{A}`` stands for the two of a set,
``{sb}`` and ``{sc}`` are `b` and `c` read as signed bytes, ``{to}`` is the label that
`imm` names, ``{skip}`` that of the instruction after the next, ``{frame}`` the frame size in the
highest byte of `imm`, ``{word}`` the rest, ``{op}`` the operation, and ``{operate}`` lets the
machine carry it out, as it does what has no template. So only what is short or changes where the
program stands is here. Each does exactly what the machine's dispatch does for the same instruction
(``machine.pyx``).
"""

from __future__ import annotations

from typing import Final

_JUMP = "if ({test}) goto {{to}};"


def _jumps(tests: dict[str, str]) -> dict[str, str]:
    return {name: _JUMP.format(test=test) for name, test in tests.items()}


def _record_jumps(tests: dict[str, str]) -> dict[str, str]:
    return {
        name: f"RECORD(w, R({{a}}), {{n}}); if ((i64)w[{{b}}] {test}) goto {{to}};"
        for name, test in tests.items()
    }


def _sets(values: dict[str, tuple[str, str]]) -> dict[str, str]:
    return {name: f"PUT_SET({{A}}, {one}, {two});" for name, (one, two) in values.items()}


def _both(expression: str) -> tuple[str, str]:
    """The same expression for both words of a set; ``%`` stands for the word."""
    return expression.replace("%", "0"), expression.replace("%", "1")


_NUMBERS: Final = {
    "MOVI": "R({a}) = {imm};",
    "MOVK": "R({a}) = {constant};",
    "MOV": "R({a}) = R({b});",
    "ADD": "R({a}) = (i64)((u64)R({b}) + (u64)R({c}));",
    "SUB": "R({a}) = (i64)((u64)R({b}) - (u64)R({c}));",
    "MUL": "R({a}) = (i64)((u64)R({b}) * (u64)R({c}));",
    "MIN": "R({a}) = R({b}) < R({c}) ? R({b}) : R({c});",
    "MAX": "R({a}) = R({b}) > R({c}) ? R({b}) : R({c});",
    "AND": "R({a}) = R({b}) & R({c});",
    "OR": "R({a}) = R({b}) | R({c});",
    "ANDN": "R({a}) = R({b}) & ~R({c});",
    "SHL": "NEED((u64)R({c}) < 64, E_RANGE, {n}); R({a}) = (i64)((u64)R({b}) << R({c}));",
    "SHR": "NEED((u64)R({c}) < 64, E_RANGE, {n}); R({a}) = R({b}) >> R({c});",
    "ADDI": "R({a}) = (i64)((u64)R({b}) + (u64)(i64){imm});",
    "RSUBI": "R({a}) = (i64)((u64)(i64){imm} - (u64)R({b}));",
    "MULI": "R({a}) = (i64)((u64)R({b}) * (u64)(i64){imm});",
    "ANDI": "R({a}) = R({b}) & (i64){imm};",
    "ORI": "R({a}) = R({b}) | (i64){imm};",
    "SHLI": "R({a}) = (i64)((u64)R({b}) << ({imm} & 63));",
    "SHRI": "R({a}) = R({b}) >> ({imm} & 63);",
    "BIT": "NEED((u64)R({b}) < 64, E_RANGE, {n}); R({a}) = (i64)((u64)1 << R({b}));",
    "BCNT": "R({a}) = POPCOUNT((u64)R({b}));",
    "BLOW": "R({a}) = R({b}) ? LOWEST((u64)R({b})) : -1;",
    "COUNTS": "R({a}) = (i64)((u64)R({b}) >> (8 * ({imm} & 7)) & 255);",
    "COUNTV": (
        "NEED((u64)R({c}) < 8, E_RANGE, {n}); R({a}) = (i64)((u64)R({b}) >> (8 * R({c})) & 255);"
    ),
    "ASSERT": "NEED(R({a}) != 0, E_ASSERT, {n});",
    "FAILI": "if ({imm}) FAIL({imm}, {n});",
}

_JUMPS: Final = {
    "JMP": "goto {to};",
    "LOOP": "STEP({n}); goto {to};",
    **_jumps(
        {
            "JT": "R({a}) != 0",
            "JF": "R({a}) == 0",
            "JSOME": "R({a}) >= 0",
            "JNONE": "R({a}) < 0",
            "JEQ": "R({a}) == R({b})",
            "JNE": "R({a}) != R({b})",
            "JLT": "R({a}) < R({b})",
            "JLE": "R({a}) <= R({b})",
            "JEQI": "R({a}) == {sb}",
            "JNEI": "R({a}) != {sb}",
            "JLTI": "R({a}) < {sb}",
            "JLEI": "R({a}) <= {sb}",
            "JGTI": "R({a}) > {sb}",
            "JGEI": "R({a}) >= {sb}",
            "JBIT": "(u64)R({b}) < 64 && (u64)R({a}) >> R({b}) & 1",
            "JHAS": "IS_CARD(R({a})) && HAS_CARD({B}, R({a}))",
            "JHASN": "!(IS_CARD(R({a})) && HAS_CARD({B}, R({a})))",
            "JSET": "(R({a}) | R({a1})) != 0",
            "JSETN": "(R({a}) | R({a1})) == 0",
            "JSEQ": "((R({a}) ^ R({b})) | (R({a1}) ^ R({b1}))) == 0",
            "JSNE": "((R({a}) ^ R({b})) | (R({a1}) ^ R({b1}))) != 0",
            "JSUB": "((R({a}) & ~R({b})) | (R({a1}) & ~R({b1}))) == 0",
            "JSUBN": "((R({a}) & ~R({b})) | (R({a1}) & ~R({b1}))) != 0",
            "JQUIET": "!HEARS({a}) && (T == 0 || {b} || !T->timings)",
            "JVERBN": "(u64)R({a}) >> 56 != {b}",
            "JCOVERS": "covers((u64)R({a}), (u64)R({b}))",
        }
    ),
    "JFLAG": "NEED_CARD(R({a}), {n}); if (HAS(s->flag[{b}], R({a}))) goto {to};",
    "JFLAGN": "NEED_CARD(R({a}), {n}); if (!HAS(s->flag[{b}], R({a}))) goto {to};",
    "JKNOW": (
        "NEED_PLAYER(R({a}), {n}); NEED_CARD(R({b}), {n}); "
        "if (HAS(s->known[R({a})], R({b}))) goto {to};"
    ),
    "JSTILL": (
        "NEED_CARD(R({a}), {n}); RECORD(w, R({b}), {n}); "
        "if (s->since[R({a})] <= w[0] >> 32) goto {to};"
    ),
    "BITER": ("if (R({b}) == 0) goto {to}; R({a}) = LOWEST((u64)R({b})); R({b}) &= R({b}) - 1;"),
    "BNEXT": (
        "if (R({b})) {{ R({a}) = LOWEST((u64)R({b})); R({b}) &= R({b}) - 1; "
        "STEP({n}); goto {to}; }}"
    ),
    "SITER": "int card = take_lowest(&R({b}), &R({b1})); if (card < 0) goto {to}; R({a}) = card;",
    "SNEXT": (
        "int card = take_lowest(&R({b}), &R({b1})); "
        "if (card >= 0) {{ R({a}) = card; STEP({n}); goto {to}; }}"
    ),
    "LITER": (
        "const u8* list = (const u8*)(r + {b}); if ((u64)R({c}) >= list[0]) goto {to}; "
        "R({a}) = list[1 + (R({c}) & 31)]; R({c}) += 1;"
    ),
    **_record_jumps(
        {
            "JFT": "!= 0",
            "JFF": "== 0",
            "JFSOME": ">= 0",
            "JFNONE": "< 0",
            "JFEQI": "== {sc}",
            "JFNEI": "!= {sc}",
        }
    ),
}

_CALLS: Final = {
    "CALL": "STEP({n}); ROOM({a}, {callee_frame}, {n}); CALL({a}, {callee_frame}, {n}, {callee});",
    "CALL1": (
        "STEP({n}); ROOM({a}, {callee_frame}, {n}); R({a}) = R({b}); "
        "CALL({a}, {callee_frame}, {n}, {callee});"
    ),
    "CALL2": (
        "STEP({n}); ROOM({a}, {callee_frame}, {n}); const i64 one = R({b}), two = R({c}); "
        "R({a}) = one; R({a1}) = two; CALL({a}, {callee_frame}, {n}, {callee});"
    ),
    "RET": "RETURN();",
    "RETV": "R(0) = R({a}); RETURN();",
    "RETI": "R(0) = {imm}; RETURN();",
    "RETS": "PUT_SET(R(0), R(1), R({a}), R({a1})); RETURN();",
    "RETL": (
        "const i64 one = R({a}), two = R({a1}), three = R({a2}), four = R({a3}); "
        "R(0) = one; R(1) = two; R(2) = three; R(3) = four; RETURN();"
    ),
    "PERFORM": (
        "const i64 ability = R({b}); const int function = enter(P, s, T, r, code + {n}); "
        "if (function >= 0) ENTER({a}, function, {n} + 1, ability, RESTORES_CAUSE); "
        "if (function != GO_ON) {{ at = {n}; goto failed; }}"
    ),
    "LEGAL": (
        "const int function = enter(P, s, T, r, code + {n}); "
        "if (function >= 0) ENTER({a}, function, {n} + 1, 0, 0); "
        "if (function != GO_ON) {{ at = {n}; goto failed; }}"
    ),
    "HALT": "return RUNNING;",
}
_STEP = (
    "i64 cause = s->cause; "
    "const int function = step(P, M, s, r, code + {n}, answered, taken, &cause); "
    "answered = 0; if (function == STOP) {{ at = {n}; goto failed; }} "
    "if (function == WAITS) WAIT({n}, {frame}); "
    "if (function >= 0) {{ STEP({n}); "
    "ROOM({frame} + HIDDEN_WORDS, P->functions[function].frame, {n}); "
    "ENTER({frame} + HIDDEN_WORDS, function, {n}, cause, RESTORES_CAUSE); }}"
)
_TIMINGS: Final = {
    # Mostly what was pending has run when they are come back to.
    "SETTLE": (
        "if (!answered && (R({a}) & 0xffff) >= s->npending) R({a}) = s->npending; "
        f"else {{{{ {_STEP} }}}}"
    ),
    "SETTLEA": f"if (!answered && s->npending == 0) R({{a}}) = 0; else {{{{ {_STEP} }}}}",
    "WOULDN": _STEP,
    "COLLECT": (
        "if (!HEARS({imm} & 255) && (T == 0 || !T->timings)) goto {skip}; "
        "const int skip = CARRY_OUT({n}, {op}); "
        "if (UNLIKELY(s->failure != 0)) {{ at = {n}; goto failed; }} if (skip) goto {skip};"
    ),
    "WOULD": (
        "if (!HEARS({imm} & 255)) goto {skip}; const int skip = CARRY_OUT({n}, {op}); "
        "if (UNLIKELY(s->failure != 0)) {{ at = {n}; goto failed; }} if (skip) goto {skip};"
    ),
    # Nothing was given, so nothing ends.
    "EXPIRE": "if (s->nmods | s->neffects) {operate};",
    "HELDB": "s->held += 1; R({a}) = s->npending;",
    "HELDE": "if (s->held) s->held -= 1;",
    "ALLOWED": "if (!HEARS({imm} & 255)) R({a}) = 1; else {operate};",
    "VALUE": "if (!HEARS({imm} & 255)) R({a}) = R({b}); else {operate};",
    "LACKING": (
        "const i64 points = lacking{word}(P, M, s, (u64)R({b}), (u64)R({b1}), (u64)R({b2}), "
        "(u64)R({b3})); if (LIKELY(points >= 0)) R({a}) = points; else {operate};"
    ),
    "PERMIT": "if (HEARS({imm} & 255)) {operate};",
}

_SETS: Final = {
    **_sets(
        {
            "SCLR": ("0", "0"),
            "SMOV": _both("R({b%})"),
            "SAND": _both("R({b%}) & R({c%})"),
            "SOR": _both("R({b%}) | R({c%})"),
            "SXOR": _both("R({b%}) ^ R({c%})"),
            "SANDN": _both("R({b%}) & ~R({c%})"),
            "SALL": _both("M->all.w[%]"),
            "SFLAG": _both("s->flag[{imm}].w[%]"),
            "SANDF": _both("R({b%}) & (i64)s->flag[{imm}].w[%]"),
            "SANDNF": _both("R({b%}) & ~(i64)s->flag[{imm}].w[%]"),
            "SDOWN": _both("s->facedown.w[%]"),
        }
    ),
    "SANDM": (
        "if (LIKELY(!SOME(s->transformed))) PUT_SET({A}, R({b}) & (i64)M->masks[{imm}].w[0], "
        "R({b1}) & (i64)M->masks[{imm}].w[1]); else {operate};"
    ),
    "SANDNM": (
        "if (LIKELY(!SOME(s->transformed))) PUT_SET({A}, R({b}) & ~(i64)M->masks[{imm}].w[0], "
        "R({b1}) & ~(i64)M->masks[{imm}].w[1]); else {operate};"
    ),
    "SONE": (
        "const i64 card = R({b}); NEED(card < 0 || IS_CARD(card), E_NO_CARD, {n}); "
        "PUT_SET({A}, FIRST_WORD(card), SECOND_WORD(card));"
    ),
    "SADD": (
        "NEED_CARD(R({b}), {n}); const i64 card = R({b}); "
        "R({a}) |= FIRST_WORD(card); R({a1}) |= SECOND_WORD(card);"
    ),
    "SDEL": (
        "const i64 card = R({b}); if (IS_CARD(card)) "
        "{{ R({a}) &= ~FIRST_WORD(card); R({a1}) &= ~SECOND_WORD(card); }}"
    ),
    "SCNT": "R({a}) = POPCOUNT((u64)R({b})) + POPCOUNT((u64)R({b1}));",
    "SLOW": "R({a}) = lowest_of({B});",
    "SOWNED": (
        "NEED_PLAYER(R({b}), {n}); const Set* cards = &M->owned[R({b})]; "
        "PUT_SET({A}, cards->w[0], cards->w[1]);"
    ),
    "SKNOWN": (
        "NEED_PLAYER(R({b}), {n}); const Set* cards = &s->known[R({b})]; "
        "PUT_SET({A}, cards->w[0], cards->w[1]);"
    ),
    "SKIND": (
        "NEED_PLAYER(R({b}), {n}); const Set* cards = &s->kmask[{imm}][R({b})]; "
        "PUT_SET({A}, cards->w[0], cards->w[1]);"
    ),
    "SHASK": (
        "const Set* kind = &M->by_kind[{imm} & 65535]; "
        "if (LIKELY((((u64)R({b}) & kind->w[0]) | ((u64)R({b1}) & kind->w[1])) == 0 "
        "&& ONLY_PRINTED({imm}))) PUT_SET({A}, 0, 0); else {operate};"
    ),
    "SATT": (
        "if (SOME(s->attached)) {operate}; else {{ NEED_CARD(R({b}), {n}); PUT_SET({A}, 0, 0); }}"
    ),
    "HASK": (
        "NEED_CARD(R({b}), {n}); const int card = (int)R({b}), k = card >> 6; "
        "if (!HAS(M->by_kind[{imm} & 65535], card) && LIKELY(ONLY_PRINTED({imm}))) R({a}) = 0; "
        "else if (LIKELY((s->changed & s->ability_reads) == 0 "
        "&& HAS(M->by_kind[{imm} & 65535], card) && ((s->facedown.w[k] | s->negated.w[k] "
        "| s->barred.w[k] | s->transformed.w[k]) & BIT_OF(card)) == 0)) R({a}) = 1; "
        "else {operate};"
    ),
    "SACT": (
        "if ((((u64)R({b}) & M->activated.w[0]) | ((u64)R({b1}) & M->activated.w[1])) == 0 "
        "&& none_to_use(s, {B})) PUT_SET({A}, 0, 0); else {operate};"
    ),
    "FSET": (
        "if (T) {operate}; else {{ NEED_CARD(R({a}), {n}); "
        "s->flag[{imm}].w[R({a}) >> 6] |= BIT_OF(R({a})); s->changed |= CH_FLAG; }}"
    ),
    "FCLR": (
        "if (T) {operate}; else {{ NEED_CARD(R({a}), {n}); "
        "s->flag[{imm}].w[R({a}) >> 6] &= ~BIT_OF(R({a})); s->changed |= CH_FLAG; }}"
    ),
    "FGET": "NEED_CARD(R({b}), {n}); R({a}) = HAS(s->flag[{imm}], R({b}));",
}

_WORDS: Final = {
    "BASE": "NEED_CARD(R({b}), {n}); R({a}) = printed(M, s, R({b}), {imm});",
    "STAT": (
        "if (LIKELY(((s->changed | s->changed_before) & s->modified_reads) == 0 && IS_CARD(R({b})) "
        "&& !HAS(s->modified[{imm} & 255], R({b})))) R({a}) = printed(M, s, R({b}), {imm} & 255); "
        "else {operate};"
    ),
    "LDG": "R({a}) = GAME_VARIABLES[{imm}];",
    "STG": "GAME_VARIABLES[{imm}] = R({a}); s->changed |= CH_VARIABLE;",
    "LDGS": "PUT_SET({A}, GAME_VARIABLES[{imm}], GAME_VARIABLES[{imm} + 1]);",
    "STGS": (
        "GAME_VARIABLES[{imm}] = R({a}); GAME_VARIABLES[{imm} + 1] = R({a1}); "
        "s->changed |= CH_VARIABLE;"
    ),
    "LDP": "NEED_PLAYER(R({b}), {n}); R({a}) = PLAYER_VARIABLES(R({b}))[{imm}];",
    "STP": (
        "NEED_PLAYER(R({a}), {n}); PLAYER_VARIABLES(R({a}))[{imm}] = R({b}); "
        "s->changed |= CH_VARIABLE;"
    ),
    "LDPS": (
        "NEED_PLAYER(R({b}), {n}); const i64* w = PLAYER_VARIABLES(R({b})) + {imm}; "
        "PUT_SET({A}, w[0], w[1]);"
    ),
    "STPS": (
        "NEED_PLAYER(R({a}), {n}); i64* w = PLAYER_VARIABLES(R({a})) + {imm}; "
        "w[0] = R({b}); w[1] = R({b1}); s->changed |= CH_VARIABLE;"
    ),
    "LDC": "NEED_CARD(R({b}), {n}); R({a}) = {variable}[R({b})];",
    "STC": (
        "NEED_CARD(R({a}), {n}); NEED(R({b}) == (i64)({held})R({b}), E_RANGE, {n}); "
        "{variable}[R({a})] = ({held})R({b}); s->changed |= CH_VARIABLE;"
    ),
    "NEW": (
        "const i64 made = new_record(P, s, {imm}); R({a}) = made; NEED(made >= 0, E_RECORDS, {n});"
    ),
    "LDF": "RECORD(w, R({b}), {n}); R({a}) = (i64)w[{imm}];",
    "STF": "RECORD(w, R({a}), {n}); w[{imm}] = (u64)R({b}); s->changed |= CH_RECORD;",
    "LDFS": "RECORD(w, R({b}), {n}); PUT_SET({A}, w[{imm}], w[{imm} + 1]);",
    "STFS": (
        "RECORD(w, R({a}), {n}); w[{imm}] = (u64)R({b}); w[{imm} + 1] = (u64)R({b1}); "
        "s->changed |= CH_RECORD;"
    ),
    "CPUSH": (
        "RECORD(w, R({a}), {n}); s->clock += 1; w[0] = (u32)w[0] | (u64)s->clock << 32; "
        "u64* chain = CHAIN({imm}); NEED(chain[0] + 1 < CHAIN_WORDS, E_CHAIN, {n}); "
        "chain[0] += 1; chain[chain[0]] = (u64)R({a}); s->changed |= CH_RECORD;"
    ),
    "CPOP": (
        "u64* chain = CHAIN({imm}); NEED(chain[0] != 0, E_CHAIN, {n}); "
        "R({a}) = (i64)chain[chain[0]]; chain[0] -= 1; s->changed |= CH_RECORD;"
    ),
    "CTOP": (
        "const u64* chain = CHAIN({imm}); NEED(chain[0] != 0, E_CHAIN, {n}); "
        "R({a}) = (i64)chain[chain[0]];"
    ),
    "CLEN": "R({a}) = (i64)CHAIN({imm})[0];",
    "CAT": (
        "const u64* chain = CHAIN({imm}); NEED((u64)R({b}) < chain[0], E_RANGE, {n}); "
        "R({a}) = (i64)chain[1 + R({b})];"
    ),
    "STAMP": "RECORD(w, R({a}), {n}); s->clock += 1; w[0] = (u32)w[0] | (u64)s->clock << 32;",
    "EFFOF": (
        "NEED_CARD(R({b}), {n}); const i64 card = R({b}), effect = M->effect_of[s->form[card]]; "
        "R({a}) = effect < 0 ? -1 : effect | card << 16;"
    ),
    "ABNEXT": (
        "NEED_CARD(R({c}), {n}); "
        "const Pair next = next_printed(M, s, R({c}), R({b}), {word} == 0); "
        "if (LIKELY(next.first > -2)) {{ R({a}) = next.first; R({b}) = next.second; }} "
        "else {operate};"
    ),
    "USE": (
        "NEED_ABILITY(R({a}), {n}); const u64 ability = (u64)R({a}); "
        "const int card = ability >> 16 & 255, slot = ability >> 24 & 255; "
        "if (LIKELY((ability >> 32 & 255) >= s->neffects && card != NONE8 && slot < NSLOT)) {{ "
        "u32* uses = &s->uses[card & 127]; "
        "if ((*uses >> 4 * slot & 15) < 15) *uses += (u32)1 << 4 * slot; "
        "s->changed |= CH_ABILITY; }} else {operate};"
    ),
    "ABWORD": (
        "NEED_ABILITY(R({b}), {n}); "
        "R({a}) = P->ability_words[((u64)R({b}) & 65535) * ABILITY_WORDS + {imm}];"
    ),
}

_ZONES: Final = {
    "ZONE": "NEED_PLAYER(R({b}), {n}); R({a}) = ZONE_OF({kind_first}, R({b}));",
    "ZCELL": (
        "NEED_PLAYER(R({b}), {n}); NEED((u64)R({c}) < {kind_cells}, E_RANGE, {n}); "
        "R({a}) = ZONE_OF({kind_first}, R({b})) + (int)R({c});"
    ),
    "SCELLS": (
        "NEED_PLAYER(R({b}), {n}); const int zone = ZONE_OF({kind_first}, R({b})); "
        "const Pair found = lying_in(P, s, {kind_bits} << zone & (u64)R({c}) << zone); "
        "PUT_SET({A}, found.first, found.second);"
    ),
    "ZEMPTY": (
        "NEED_PLAYER(R({b}), {n}); "
        "R({a}) = (i64)({kind_bits} << ZONE_OF({kind_first}, R({b})) & ~s->nonempty);"
    ),
    "ZALL": (
        "NEED_PLAYER(R({b}), {n}); R({a}) = (i64)({kind_bits} << ZONE_OF({kind_first}, R({b})));"
    ),
    "ZPICK": (
        "NEED_PLAYER(R({b}), {n}); const int zone = ZONE_OF({kind_first}, R({b})); "
        "R({a}) = (i64)({kind_bits} << zone & (u64)R({c}) << zone);"
    ),
    "ZCELLS": (
        "const u64 zones = (u64)R({b}); R({a}) = (i64)((zones >> ZONE_OF({kind_first}, 0) "
        "| zones >> ZONE_OF({kind_first}, 1)) & {kind_bits});"
    ),
    "ZTOP": (
        "if (LIKELY((u64)R({b}) < ZONES && !SOME(s->lifted))) {{ const int k = s->zcount[R({b})]; "
        "R({a}) = k ? ORDER(R({b}))[k - 1] : -1; }} else {operate};"
    ),
    "ZTOPK": (
        "if (LIKELY(IS_PLAYER(R({b})) && !SOME(s->lifted))) {{ "
        "const int zone = ZONE_OF({kind_first}, R({b})), k = s->zcount[zone]; "
        "R({a}) = k ? ORDER(zone)[k - 1] : -1; }} else {operate};"
    ),
    "ZCNT": "NEED((u64)R({b}) < ZONES, E_NO_CARD, {n}); R({a}) = s->zcount[R({b})];",
    "ZCNTK": (
        "NEED_PLAYER(R({b}), {n}); const Set* cards = &s->kmask[{imm}][R({b})]; "
        "R({a}) = POPCOUNT(cards->w[0]) + POPCOUNT(cards->w[1]);"
    ),
    "EXFAIL": "s->extract_failed |= (u16)(1 << (s->extracts & 15));",
    "LCLR": "PUT_SET({A}, 0, 0); PUT_SET({A2}, 0, 0);",
    "LMOV": (
        "const i64 one = R({b}), two = R({b1}), three = R({b2}), four = R({b3}); "
        "R({a}) = one; R({a1}) = two; R({a2}) = three; R({a3}) = four;"
    ),
    "LADD": (
        "NEED_CARD(R({b}), {n}); u8* list = (u8*)(r + {a}); NEED(list[0] < 31, E_LIST, {n}); "
        "list[0] += 1; list[list[0]] = (u8)R({b});"
    ),
    "LLEN": "R({a}) = ((const u8*)(r + {b}))[0];",
    "LGET": (
        "const u8* list = (const u8*)(r + {b}); "
        "NEED((u64)R({c}) < list[0] && R({c}) < 31, E_RANGE, {n}); R({a}) = list[1 + R({c})];"
    ),
}

_CHOICES: Final = {
    "OPEN": "NEED_PLAYER(R({a}), {n}); s->noptions = 0; s->chooser = (i32)R({a});",
    "PASS": (
        "NEED(s->noptions < MOST_OPTIONS, E_OPTIONS, {n}); "
        "OPTIONS[s->noptions] = (u64){b} << 56 | (u64)OPTION_PASS << 48; s->noptions += 1;"
    ),
    "OPTS": ("if ((R({a}) | R({a1})) != 0 && !write_known(s, r + {a}, {b})) {operate};"),
    "OPTA": "if (R({a}) | R({a1})) {operate};",
    "OPTLEN": "R({a}) = s->noptions;",
    "OPTNEXT": (
        "if ((u64)R({b}) >= s->noptions) {{ NEED((u64)R({c}) <= s->noptions, E_RANGE, {n}); "
        "s->noptions = (u32)R({c}); goto {to}; }} "
        "const u64 option = OPTIONS[R({b})]; "
        "if (LIKELY((option >> 48 & 255) == OPTION_ABILITY && (option >> 8 & 255) == NONE8)) "
        "R({a}) = given_ability(option); else {operate}; R({b}) += 1;"
    ),
    "OPTKEEP": (
        "if (R({a})) {{ NEED((u64)R({b}) - 1 < s->noptions && (u64)R({c}) < (u64)R({b}), "
        "E_RANGE, {n}); OPTIONS[R({c})] = OPTIONS[R({b}) - 1]; R({c}) += 1; }}"
    ),
    "CHOOSE": (
        "if (s->noptions == 1 && !s->stop_at_forced) {{ "
        "R({a}) = (i64)OPTIONS[0]; s->noptions = 0; }} else {{ "
        "NEED(s->noptions != 0, E_NO_OPTION, {n}); WAIT({n}, {frame}); }}"
    ),
    "PYTHON": "STEP({n}); LEAVE({n}, {frame}, CALLING);",
    "OVERB": "R({a}) = (i64)((u64)R({b}) >> 56);",
    "OVAL": (
        "const int kind = (int)((u64)R({b}) >> 48 & 255); "
        "if (UNLIKELY(kind == OPTION_ABILITY)) {operate}; "
        "else R({a}) = kind == OPTION_PASS ? -1 : (i64)(i32)(u32)R({b});"
    ),
    "ENDGAME": "{operate}; END({n});",
    "LOSERS": "{operate}; END({n});",
    "STREAM": "s->stream = (u32){imm} & (NSTREAM - 1);",
    "ENDED": (
        "NEED(s->stream == 0, E_ENDED, {n}); s->stream = 1; r = STACK + HIDDEN_WORDS; "
        "r[-1] = RETURN_WORD(P->end_pc); goto {main};"
    ),
}

TEMPLATES: Final = {
    **_NUMBERS,
    **_JUMPS,
    **_CALLS,
    **_TIMINGS,
    **_SETS,
    **_WORDS,
    **_ZONES,
    **_CHOICES,
}

#: Calls of pure functions, and in them returns. ``{call}`` calls, and keeps what comes back;
#: ``{laid}`` puts registers where they are in the game's stack. What LEGAL calls may fail itself,
#: or what that calls: then where it failed stands already. No rule has instruction 0.
DIRECT: Final = {
    "CALL": "STEP({n}); ROOM({a}, {frame}, {n}); {call} UNWIND({a}, {n});",
    "LEGAL": (
        "{laid}const Pair found = legal(run, s, r + {a}, {ability}, code + {n}); "
        "if (UNLIKELY(s->failure != 0)) {{ "
        "if (s->failure_pc == 0) {{ at = {n}; goto failed; }} UNWIND({a}, {n}); }} "
        "PUT_SET({into}, found.first, found.second);"
    ),
    "RET": "return 0;",
    "RETV": "return R({a});",
    "RETI": "return {imm};",
    "RETS": "return (Pair){{ R({a}), R({a1}) }};",
    "RETL": (
        "const i64 one = R({a}), two = R({a1}), three = R({a2}), four = R({a3}); "
        "r[0] = one; r[1] = two; r[2] = three; r[3] = four; return 0;"
    ),
}

#: OPTA with the loop behind it that keeps what a pure function finds usable, where nothing is
#: altered on the cards. What the loop would leave in its registers is left there.
OFFER: Final = (
    "u32 seen = s->noptions; if ((R({a}) | R({a1})) == 0 "
    "|| offer{usable}(run, s, r, (u64)R({a}), (u64)R({a1}), {n}, {verb}, {above}, r[{me}], &seen)) "
    "{{ if (UNLIKELY(s->failure != 0)) goto unwound; "
    "R({index}) = seen; R({kept}) = s->noptions; goto {to}; }} else {operate};"
)
#: The function that it calls, and what that calls where there is something to ask about: whether it
#: did so; as ``write_abilities`` (``options.pxd``) does it for cards that are not altered. The call
#: stands two instructions behind, and what goes round two behind that.
USABLE: Final = """\
static __attribute__((noinline)) int ask{usable}(const Run* run, State* s, i64* r, u64 first,
    u64 second, u32 n, u64 verb, int above, i64 me, u32* seen) {{
    const u64 those[W] = {{first, second}};
    int last = -1, k;
    u32 at, kept = s->noptions;
    /* Whether all fit, and in the order of the cards: before the first is asked about. */
    for (k = 0; k < W; k++) {{
        u64 rest = those[k];
        while (rest) {{
            const int card = (k << 6) + LOWEST(rest);
            if (last >= (int)s->form[card] || kept + NSLOT > MOST_OPTIONS) return 0;
            last = s->form[card];
            kept += NSLOT;
            rest &= rest - 1;
        }}
    }}
    kept = s->noptions;
    for (k = 0; k < W; k++) {{
        u64 rest = those[k];
        while (rest) {{
            const int card = (k << 6) + LOWEST(rest);
            const Use* use = &M->uses[M->first_use[card]];
            const u32 place = place_of(P, s, card);
            rest &= rest - 1;
            for (;; use++) {{
                if (use->works_in & place) {{
                    i64 usable;
                    STEP(n + 2);
                    ROOM(above, {frame}, n + 2);
                    usable = pure{usable}(run, s, r + above, me, given_ability(use->option));
                    UNWIND(above, n + 2);
                    STEP(n + 4);
                    *seen += 1;
                    if (usable) OPTIONS[kept++] = use->option | verb << 56;
                }}
                if (!use->more) break;
            }}
        }}
    }}
    s->noptions = kept;
    return 1;
failed:
    FAILED_AT(at);
unwound:
    return 1;
}}
static int offer{usable}(const Run* run, State* s, i64* r, u64 first, u64 second, u32 n, u64 verb,
    int above, i64 me, u32* seen) {{
    const Set* const known = &s->known[s->chooser & 1];
    u64 altered = s->gained.w[0] | s->transformed.w[0] | s->endowed_to_use.w[0], other;
    first &= M->activated.w[0] | altered;
    other = first & (s->facedown.w[0] | s->negated.w[0] | s->barred.w[0] | altered | ~known->w[0]);
    altered = s->gained.w[1] | s->transformed.w[1] | s->endowed_to_use.w[1];
    second &= M->activated.w[1] | altered;
    other |= second
        & (s->facedown.w[1] | s->negated.w[1] | s->barred.w[1] | altered | ~known->w[1]);
    if (UNLIKELY(((s->changed & s->ability_reads) | other) != 0)) return 0;
    if ((first | second) == 0) return 1;
    return ask{usable}(run, s, r, first, second, n, verb, above, me, seen);
}}"""

#: What LEGAL calls. Most abilities were given by no effect: only their bearer is laid.
LEGAL: Final = """\
static Pair legal(const Run* run, State* s, i64* r, i64 ability, const Ins* q) {
    int function = -1;
    if (LIKELY(IS_ABILITY(ability) && ((u64)ability >> 32 & 255) >= s->neffects)) {
        const AbilityInfo* info = &P->abilities[ability & 65535];
        const int bearer = (int)((u64)ability >> 16 & 255);
        if (UNLIKELY(--s->steps == 0)) {
            s->failure = E_STEPS;
            return (Pair){0, 0};
        }
        if ((q->imm & 255) < info->ntargets) function = info->targets[q->imm & 3];
        if (function < 0) return (Pair){0, 0};
        if (UNLIKELY(r + P->functions[function].frame > LIMIT)) {
            s->failure = E_STACK;
            return (Pair){0, 0};
        }
        r[0] = bearer != NONE8 ? bearer : -1;
    } else {
        i64* const frame = r - q->a;
        frame[q->b] = ability;
        function = enter(P, s, T, frame, q);
        if (function < 0) return (Pair){0, 0};
    }
    return named[function](run, s, r);
}"""

#: Built-in words of cards and of the game that are one load.
CARD_WORDS: Final = {
    "owner": "NEED_CARD(R({b}), {n}); R({a}) = M->owner[R({b})];",
    "host": ("NEED_CARD(R({b}), {n}); R({a}) = s->host[R({b})] != NONE8 ? s->host[R({b})] : -1;"),
    "in_play": (
        "if (LIKELY(IS_CARD(R({b})) && s->zone[R({b})] != NONE8)) "
        "R({a}) = P->kinds[P->zones[s->zone[R({b})]].kind].in_play; else {operate};"
    ),
    "face_down": "NEED_CARD(R({b}), {n}); R({a}) = HAS(s->facedown, R({b}));",
    "form": "NEED_CARD(R({b}), {n}); R({a}) = s->form[R({b})];",
    "kind": (
        "if (LIKELY(IS_CARD(R({b})) && s->zone[R({b})] != NONE8)) "
        "R({a}) = P->zones[s->zone[R({b})]].kind; else {operate};"
    ),
    "user": (
        "if (LIKELY(IS_CARD(R({b})) && s->zone[R({b})] != NONE8)) "
        "R({a}) = P->zones[s->zone[R({b})]].player; else {operate};"
    ),
    **{
        name: (
            "const int zone = IS_CARD(R({b})) ? s->zone[R({b})] : NONE8; "
            "if (LIKELY(zone != NONE8)) R({a}) = P->kinds[P->zones[zone].kind].cells == 1 "
            f"? -1 : P->zones[zone].{name}; else {{operate}};"
        )
        for name in ("cell", "row", "column")
    },
    "zone": ("NEED_CARD(R({b}), {n}); R({a}) = s->zone[R({b})] != NONE8 ? s->zone[R({b})] : -1;"),
}
_ABILITY = "NEED_ABILITY(R({b}), {n}); "
#: Likewise of abilities.
ABILITY_WORDS: Final = {
    "bearer": (
        _ABILITY + "const int card = (int)((u64)R({b}) >> 16 & 255); "
        "R({a}) = card != NONE8 ? card : -1;"
    ),
    "kind": _ABILITY + "R({a}) = P->abilities[R({b}) & 65535].kind;",
    "targets": _ABILITY + "R({a}) = P->abilities[R({b}) & 65535].ntargets;",
    "sort": _ABILITY + "R({a}) = P->abilities[R({b}) & 65535].sort;",
    "number": _ABILITY + "R({a}) = R({b}) & 65535;",
    "user": (
        _ABILITY + "const int card = (int)((u64)R({b}) >> 16 & 255); "
        "if (LIKELY(card != NONE8 && s->zone[card & 127] != NONE8)) "
        "R({a}) = P->zones[s->zone[card & 127]].player; else {operate};"
    ),
    "uses": (
        _ABILITY + "const int card = (int)((u64)R({b}) >> 16 & 255), "
        "slot = (int)((u64)R({b}) >> 24 & 255); "
        "const int effect = (int)((u64)R({b}) >> 32 & 255); "
        "if (LIKELY(effect >= s->neffects && card != NONE8 && slot < NSLOT)) "
        "R({a}) = s->uses[card & 127] >> (4 * slot) & 15; else {operate};"
    ),
}
#: Likewise of zones.
ZONE_WORDS: Final = {
    name: f"NEED((u64)R({{b}}) < ZONES, E_NO_CARD, {{n}}); R({{a}}) = {value};"
    for name, value in (
        ("player", "P->zones[R({b})].player"),
        ("kind", "KIND_PLACE + P->zones[R({b})].kind"),
        ("cell", "P->zones[R({b})].cell"),
        ("row", "P->zones[R({b})].row"),
        ("column", "P->zones[R({b})].column"),
        ("occupied", "s->zcount[R({b})] > 0"),
    )
}
GAME_WORDS: Final = {
    "LDB": {
        "first": "R({a}) = s->first;",
        "turn": "R({a}) = s->turn;",
        "turn_player": "R({a}) = s->turn_player;",
        "cause": "R({a}) = s->cause;",
    },
    "STB": {
        "first": ("NEED_PLAYER(R({a}), {n}); s->first = (i32)R({a}); s->changed |= CH_VARIABLE;"),
        "turn": "s->turn = R({a}); s->changed |= CH_VARIABLE;",
        "turn_player": (
            "NEED_PLAYER(R({a}), {n}); s->turn_player = (i32)R({a}); s->changed |= CH_VARIABLE;"
        ),
        "cause": "s->cause = R({a}); s->changed |= CH_VARIABLE;",
    },
}
