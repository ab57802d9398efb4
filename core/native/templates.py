"""What each instruction becomes in C.

In a template ``{n}`` is the number of the instruction, ``{a}``, ``{b}``, ``{c}`` and ``{imm}`` are
its operands, ``{sb}`` and ``{sc}`` are `b` and `c` read as signed bytes, ``{to}`` is the label that
`imm` names, ``{skip}`` that of the instruction after the next, ``{frame}`` the frame size in the
highest byte of `imm`, ``{word}`` the rest, and ``{op}`` the operation. What has no template is
carried out by the machine, so only what is short or changes where the program stands is here. Each
does exactly what the machine's dispatch does for the same instruction (``machine.pyx``).
"""

from __future__ import annotations

from typing import Final

_JUMP = "if ({test}) goto {{to}};"


def _jumps(tests: dict[str, str]) -> dict[str, str]:
    return {name: _JUMP.format(test=test) for name, test in tests.items()}


def _record_jumps(tests: dict[str, str]) -> dict[str, str]:
    return {
        name: f"RECORD(w, r[{{a}}], {{n}}); if ((i64)w[{{b}}] {test}) goto {{to}};"
        for name, test in tests.items()
    }


def _sets(values: dict[str, tuple[str, str]]) -> dict[str, str]:
    return {name: f"PUT_SET({{a}}, {one}, {two});" for name, (one, two) in values.items()}


def _both(expression: str) -> tuple[str, str]:
    """The same expression for both words of a set; ``%`` stands for the word."""
    return expression.replace("%", "0"), expression.replace("%", "1")


_NUMBERS: Final = {
    "MOVI": "r[{a}] = {imm};",
    "MOVK": "r[{a}] = {constant};",
    "MOV": "r[{a}] = r[{b}];",
    "ADD": "r[{a}] = (i64)((u64)r[{b}] + (u64)r[{c}]);",
    "SUB": "r[{a}] = (i64)((u64)r[{b}] - (u64)r[{c}]);",
    "MUL": "r[{a}] = (i64)((u64)r[{b}] * (u64)r[{c}]);",
    "MIN": "r[{a}] = r[{b}] < r[{c}] ? r[{b}] : r[{c}];",
    "MAX": "r[{a}] = r[{b}] > r[{c}] ? r[{b}] : r[{c}];",
    "AND": "r[{a}] = r[{b}] & r[{c}];",
    "OR": "r[{a}] = r[{b}] | r[{c}];",
    "ANDN": "r[{a}] = r[{b}] & ~r[{c}];",
    "SHL": "NEED((u64)r[{c}] < 64, E_RANGE, {n}); r[{a}] = (i64)((u64)r[{b}] << r[{c}]);",
    "SHR": "NEED((u64)r[{c}] < 64, E_RANGE, {n}); r[{a}] = r[{b}] >> r[{c}];",
    "ADDI": "r[{a}] = (i64)((u64)r[{b}] + (u64)(i64){imm});",
    "RSUBI": "r[{a}] = (i64)((u64)(i64){imm} - (u64)r[{b}]);",
    "MULI": "r[{a}] = (i64)((u64)r[{b}] * (u64)(i64){imm});",
    "ANDI": "r[{a}] = r[{b}] & (i64){imm};",
    "ORI": "r[{a}] = r[{b}] | (i64){imm};",
    "SHLI": "r[{a}] = (i64)((u64)r[{b}] << ({imm} & 63));",
    "SHRI": "r[{a}] = r[{b}] >> ({imm} & 63);",
    "BIT": "NEED((u64)r[{b}] < 64, E_RANGE, {n}); r[{a}] = (i64)((u64)1 << r[{b}]);",
    "BCNT": "r[{a}] = POPCOUNT((u64)r[{b}]);",
    "BLOW": "r[{a}] = r[{b}] ? LOWEST((u64)r[{b}]) : -1;",
    "COUNTS": "r[{a}] = (i64)((u64)r[{b}] >> (8 * ({imm} & 7)) & 255);",
    "COUNTV": (
        "NEED((u64)r[{c}] < 8, E_RANGE, {n}); r[{a}] = (i64)((u64)r[{b}] >> (8 * r[{c}]) & 255);"
    ),
    "ASSERT": "NEED(r[{a}] != 0, E_ASSERT, {n});",
    "FAILI": "if ({imm}) FAIL({imm}, {n});",
}

_JUMPS: Final = {
    "JMP": "goto {to};",
    "LOOP": "STEP({n}); goto {to};",
    **_jumps(
        {
            "JT": "r[{a}] != 0",
            "JF": "r[{a}] == 0",
            "JSOME": "r[{a}] >= 0",
            "JNONE": "r[{a}] < 0",
            "JEQ": "r[{a}] == r[{b}]",
            "JNE": "r[{a}] != r[{b}]",
            "JLT": "r[{a}] < r[{b}]",
            "JLE": "r[{a}] <= r[{b}]",
            "JEQI": "r[{a}] == {sb}",
            "JNEI": "r[{a}] != {sb}",
            "JLTI": "r[{a}] < {sb}",
            "JLEI": "r[{a}] <= {sb}",
            "JGTI": "r[{a}] > {sb}",
            "JGEI": "r[{a}] >= {sb}",
            "JBIT": "(u64)r[{b}] < 64 && (u64)r[{a}] >> r[{b}] & 1",
            "JHAS": "IS_CARD(r[{a}]) && HAS(*SET({b}), r[{a}])",
            "JHASN": "!(IS_CARD(r[{a}]) && HAS(*SET({b}), r[{a}]))",
            "JSET": "(r[{a}] | r[{a} + 1]) != 0",
            "JSETN": "(r[{a}] | r[{a} + 1]) == 0",
            "JSEQ": "((r[{a}] ^ r[{b}]) | (r[{a} + 1] ^ r[{b} + 1])) == 0",
            "JSNE": "((r[{a}] ^ r[{b}]) | (r[{a} + 1] ^ r[{b} + 1])) != 0",
            "JSUB": "((r[{a}] & ~r[{b}]) | (r[{a} + 1] & ~r[{b} + 1])) == 0",
            "JSUBN": "((r[{a}] & ~r[{b}]) | (r[{a} + 1] & ~r[{b} + 1])) != 0",
            "JQUIET": "!HEARS({a}) && (T == 0 || {b} || !T->timings)",
            "JVERBN": "(u64)r[{a}] >> 56 != {b}",
            "JCOVERS": "covers((u64)r[{a}], (u64)r[{b}])",
        }
    ),
    "JFLAG": "NEED_CARD(r[{a}], {n}); if (HAS(s->flag[{b}], r[{a}])) goto {to};",
    "JFLAGN": "NEED_CARD(r[{a}], {n}); if (!HAS(s->flag[{b}], r[{a}])) goto {to};",
    "JKNOW": (
        "NEED_PLAYER(r[{a}], {n}); NEED_CARD(r[{b}], {n}); "
        "if (HAS(s->known[r[{a}]], r[{b}])) goto {to};"
    ),
    "JSTILL": (
        "NEED_CARD(r[{a}], {n}); RECORD(w, r[{b}], {n}); "
        "if (s->since[r[{a}]] <= w[0] >> 32) goto {to};"
    ),
    "BITER": ("if (r[{b}] == 0) goto {to}; r[{a}] = LOWEST((u64)r[{b}]); r[{b}] &= r[{b}] - 1;"),
    "BNEXT": (
        "if (r[{b}]) {{ r[{a}] = LOWEST((u64)r[{b}]); r[{b}] &= r[{b}] - 1; "
        "STEP({n}); goto {to}; }}"
    ),
    "SITER": "int card = take_lowest(r + {b}); if (card < 0) goto {to}; r[{a}] = card;",
    "SNEXT": (
        "int card = take_lowest(r + {b}); if (card >= 0) {{ r[{a}] = card; STEP({n}); goto {to}; }}"
    ),
    "LITER": (
        "const u8* list = (const u8*)(r + {b}); if ((u64)r[{c}] >= list[0]) goto {to}; "
        "r[{a}] = list[1 + (r[{c}] & 31)]; r[{c}] += 1;"
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
        "STEP({n}); ROOM({a}, {callee_frame}, {n}); r[{a}] = r[{b}]; "
        "CALL({a}, {callee_frame}, {n}, {callee});"
    ),
    "CALL2": (
        "STEP({n}); ROOM({a}, {callee_frame}, {n}); const i64 one = r[{b}], two = r[{c}]; "
        "r[{a}] = one; r[{a} + 1] = two; CALL({a}, {callee_frame}, {n}, {callee});"
    ),
    "RET": "RETURN();",
    "RETV": "r[0] = r[{a}]; RETURN();",
    "RETI": "r[0] = {imm}; RETURN();",
    "RETS": "PUT_SET(0, r[{a}], r[{a} + 1]); RETURN();",
    "RETL": (
        "const i64 one = r[{a}], two = r[{a} + 1], three = r[{a} + 2], four = r[{a} + 3]; "
        "r[0] = one; r[1] = two; r[2] = three; r[3] = four; RETURN();"
    ),
    "PERFORM": (
        "const i64 ability = r[{b}]; const int function = enter(P, s, T, r, code + {n}); "
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
    "SETTLE": _STEP,
    "SETTLEA": _STEP,
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
    "EXPIRE": "if (s->nmods | s->neffects) OPERATE({n}, {op});",
    "HELDB": "s->held += 1; r[{a}] = s->npending;",
    "HELDE": "if (s->held) s->held -= 1;",
    "ALLOWED": "if (!HEARS({imm} & 255)) r[{a}] = 1; else OPERATE({n}, {op});",
    "VALUE": "if (!HEARS({imm} & 255)) r[{a}] = r[{b}]; else OPERATE({n}, {op});",
    "PERMIT": "if (HEARS({imm} & 255)) OPERATE({n}, {op});",
}

_SETS: Final = {
    **_sets(
        {
            "SCLR": ("0", "0"),
            "SMOV": _both("r[{b} + %]"),
            "SAND": _both("r[{b} + %] & r[{c} + %]"),
            "SOR": _both("r[{b} + %] | r[{c} + %]"),
            "SXOR": _both("r[{b} + %] ^ r[{c} + %]"),
            "SANDN": _both("r[{b} + %] & ~r[{c} + %]"),
            "SALL": _both("M->all.w[%]"),
            "SFLAG": _both("s->flag[{imm}].w[%]"),
            "SANDF": _both("r[{b} + %] & (i64)s->flag[{imm}].w[%]"),
            "SANDNF": _both("r[{b} + %] & ~(i64)s->flag[{imm}].w[%]"),
            "SDOWN": _both("s->facedown.w[%]"),
        }
    ),
    "SANDM": (
        "if (LIKELY(!SOME(s->transformed))) PUT_SET({a}, r[{b}] & (i64)M->masks[{imm}].w[0], "
        "r[{b} + 1] & (i64)M->masks[{imm}].w[1]); else OPERATE({n}, {op});"
    ),
    "SANDNM": (
        "if (LIKELY(!SOME(s->transformed))) PUT_SET({a}, r[{b}] & ~(i64)M->masks[{imm}].w[0], "
        "r[{b} + 1] & ~(i64)M->masks[{imm}].w[1]); else OPERATE({n}, {op});"
    ),
    "SONE": (
        "const i64 card = r[{b}]; r[{a}] = r[{a} + 1] = 0; "
        "if (card >= 0) {{ NEED_CARD(card, {n}); r[{a} + (card >> 6)] = (i64)BIT_OF(card); }}"
    ),
    "SADD": "NEED_CARD(r[{b}], {n}); SET({a})->w[r[{b}] >> 6] |= BIT_OF(r[{b}]);",
    "SDEL": "if (IS_CARD(r[{b}])) SET({a})->w[r[{b}] >> 6] &= ~BIT_OF(r[{b}]);",
    "SCNT": "r[{a}] = POPCOUNT((u64)r[{b}]) + POPCOUNT((u64)r[{b} + 1]);",
    "SLOW": "r[{a}] = lowest_of(r + {b});",
    "SOWNED": (
        "NEED_PLAYER(r[{b}], {n}); const Set* cards = &M->owned[r[{b}]]; "
        "PUT_SET({a}, cards->w[0], cards->w[1]);"
    ),
    "SKNOWN": (
        "NEED_PLAYER(r[{b}], {n}); const Set* cards = &s->known[r[{b}]]; "
        "PUT_SET({a}, cards->w[0], cards->w[1]);"
    ),
    "SKIND": (
        "NEED_PLAYER(r[{b}], {n}); const Set* cards = &s->kmask[{imm}][r[{b}]]; "
        "PUT_SET({a}, cards->w[0], cards->w[1]);"
    ),
    "SHASK": (
        "if ((r[{b}] | r[{b} + 1]) == 0) PUT_SET({a}, 0, 0); "
        "else if (LIKELY(as_printed(s, r + {b}, 0 - (s->kinds_given >> ({imm} & 63) & 1)))) "
        "{{ const Set* kind = &M->by_kind[{imm} & 65535]; "
        "PUT_SET({a}, (u64)r[{b}] & kind->w[0] & ~(s->facedown.w[0] | s->negated.w[0]), "
        "(u64)r[{b} + 1] & kind->w[1] & ~(s->facedown.w[1] | s->negated.w[1])); }} "
        "else OPERATE({n}, {op});"
    ),
    "SATT": (
        "if (SOME(s->attached)) OPERATE({n}, {op}); "
        "else {{ NEED_CARD(r[{b}], {n}); PUT_SET({a}, 0, 0); }}"
    ),
    "HASK": (
        "NEED_CARD(r[{b}], {n}); const int card = (int)r[{b}]; "
        "if (LIKELY((s->changed & s->ability_reads) == 0 && !HAS(s->endowed, card) "
        "&& !HAS(s->barred, card) && !HAS(s->gained, card) && !HAS(s->transformed, card))) "
        "r[{a}] = HAS(M->by_kind[{imm} & 65535], card) && !HAS(s->facedown, card) "
        "&& !HAS(s->negated, card); else OPERATE({n}, {op});"
    ),
    "SACT": (
        "if ((r[{b}] | r[{b} + 1]) == 0 "
        "|| ((((u64)r[{b}] & M->activated.w[0]) | ((u64)r[{b} + 1] & M->activated.w[1])) == 0 "
        "&& as_printed(s, r + {b}, ~(u64)0))) PUT_SET({a}, 0, 0); else OPERATE({n}, {op});"
    ),
    "FSET": (
        "if (T) OPERATE({n}, {op}); else {{ NEED_CARD(r[{a}], {n}); "
        "s->flag[{imm}].w[r[{a}] >> 6] |= BIT_OF(r[{a}]); s->changed |= CH_FLAG; }}"
    ),
    "FCLR": (
        "if (T) OPERATE({n}, {op}); else {{ NEED_CARD(r[{a}], {n}); "
        "s->flag[{imm}].w[r[{a}] >> 6] &= ~BIT_OF(r[{a}]); s->changed |= CH_FLAG; }}"
    ),
    "FGET": "NEED_CARD(r[{b}], {n}); r[{a}] = HAS(s->flag[{imm}], r[{b}]);",
}

_WORDS: Final = {
    "BASE": "NEED_CARD(r[{b}], {n}); r[{a}] = printed(M, s, r[{b}], {imm});",
    "STAT": (
        "if (LIKELY(((s->changed | s->changed_before) & s->modified_reads) == 0 && IS_CARD(r[{b}]) "
        "&& !HAS(s->modified[{imm} & 255], r[{b}]))) r[{a}] = printed(M, s, r[{b}], {imm} & 255); "
        "else OPERATE({n}, {op});"
    ),
    "LDG": "r[{a}] = GAME_VARIABLES[{imm}];",
    "STG": "GAME_VARIABLES[{imm}] = r[{a}]; s->changed |= CH_VARIABLE;",
    "LDGS": "PUT_SET({a}, GAME_VARIABLES[{imm}], GAME_VARIABLES[{imm} + 1]);",
    "STGS": (
        "GAME_VARIABLES[{imm}] = r[{a}]; GAME_VARIABLES[{imm} + 1] = r[{a} + 1]; "
        "s->changed |= CH_VARIABLE;"
    ),
    "LDP": "NEED_PLAYER(r[{b}], {n}); r[{a}] = PLAYER_VARIABLES(r[{b}])[{imm}];",
    "STP": (
        "NEED_PLAYER(r[{a}], {n}); PLAYER_VARIABLES(r[{a}])[{imm}] = r[{b}]; "
        "s->changed |= CH_VARIABLE;"
    ),
    "LDPS": (
        "NEED_PLAYER(r[{b}], {n}); const i64* w = PLAYER_VARIABLES(r[{b}]) + {imm}; "
        "PUT_SET({a}, w[0], w[1]);"
    ),
    "STPS": (
        "NEED_PLAYER(r[{a}], {n}); i64* w = PLAYER_VARIABLES(r[{a}]) + {imm}; "
        "w[0] = r[{b}]; w[1] = r[{b} + 1]; s->changed |= CH_VARIABLE;"
    ),
    "LDC": "NEED_CARD(r[{b}], {n}); r[{a}] = {variable}[r[{b}]];",
    "STC": (
        "NEED_CARD(r[{a}], {n}); NEED(r[{b}] == (i64)({held})r[{b}], E_RANGE, {n}); "
        "{variable}[r[{a}]] = ({held})r[{b}]; s->changed |= CH_VARIABLE;"
    ),
    "NEW": (
        "const i64 made = new_record(P, s, {imm}); r[{a}] = made; NEED(made >= 0, E_RECORDS, {n});"
    ),
    "LDF": "RECORD(w, r[{b}], {n}); r[{a}] = (i64)w[{imm}];",
    "STF": "RECORD(w, r[{a}], {n}); w[{imm}] = (u64)r[{b}]; s->changed |= CH_RECORD;",
    "LDFS": "RECORD(w, r[{b}], {n}); PUT_SET({a}, w[{imm}], w[{imm} + 1]);",
    "STFS": (
        "RECORD(w, r[{a}], {n}); w[{imm}] = (u64)r[{b}]; w[{imm} + 1] = (u64)r[{b} + 1]; "
        "s->changed |= CH_RECORD;"
    ),
    "CPUSH": (
        "RECORD(w, r[{a}], {n}); s->clock += 1; w[0] = (u32)w[0] | (u64)s->clock << 32; "
        "u64* chain = CHAIN({imm}); NEED(chain[0] + 1 < CHAIN_WORDS, E_CHAIN, {n}); "
        "chain[0] += 1; chain[chain[0]] = (u64)r[{a}]; s->changed |= CH_RECORD;"
    ),
    "CPOP": (
        "u64* chain = CHAIN({imm}); NEED(chain[0] != 0, E_CHAIN, {n}); "
        "r[{a}] = (i64)chain[chain[0]]; chain[0] -= 1; s->changed |= CH_RECORD;"
    ),
    "CTOP": (
        "const u64* chain = CHAIN({imm}); NEED(chain[0] != 0, E_CHAIN, {n}); "
        "r[{a}] = (i64)chain[chain[0]];"
    ),
    "CLEN": "r[{a}] = (i64)CHAIN({imm})[0];",
    "CAT": (
        "const u64* chain = CHAIN({imm}); NEED((u64)r[{b}] < chain[0], E_RANGE, {n}); "
        "r[{a}] = (i64)chain[1 + r[{b}]];"
    ),
    "STAMP": "RECORD(w, r[{a}], {n}); s->clock += 1; w[0] = (u32)w[0] | (u64)s->clock << 32;",
    "EFFOF": (
        "NEED_CARD(r[{b}], {n}); const i64 card = r[{b}], effect = M->effect_of[s->form[card]]; "
        "r[{a}] = effect < 0 ? -1 : effect | card << 16;"
    ),
    "ABWORD": (
        "NEED_ABILITY(r[{b}], {n}); "
        "r[{a}] = P->ability_words[((u64)r[{b}] & 65535) * ABILITY_WORDS + {imm}];"
    ),
}

_ZONES: Final = {
    "ZONE": "NEED_PLAYER(r[{b}], {n}); r[{a}] = ZONE_OF({kind_first}, r[{b}]);",
    "ZCELL": (
        "NEED_PLAYER(r[{b}], {n}); NEED((u64)r[{c}] < {kind_cells}, E_RANGE, {n}); "
        "r[{a}] = ZONE_OF({kind_first}, r[{b}]) + (int)r[{c}];"
    ),
    "SCELLS": (
        "NEED_PLAYER(r[{b}], {n}); const int zone = ZONE_OF({kind_first}, r[{b}]); "
        "add_lying(P, s, {kind_bits} << zone & (u64)r[{c}] << zone, r + {a});"
    ),
    "ZEMPTY": (
        "NEED_PLAYER(r[{b}], {n}); "
        "r[{a}] = (i64)({kind_bits} << ZONE_OF({kind_first}, r[{b}]) & ~s->nonempty);"
    ),
    "ZALL": (
        "NEED_PLAYER(r[{b}], {n}); r[{a}] = (i64)({kind_bits} << ZONE_OF({kind_first}, r[{b}]));"
    ),
    "ZPICK": (
        "NEED_PLAYER(r[{b}], {n}); const int zone = ZONE_OF({kind_first}, r[{b}]); "
        "r[{a}] = (i64)({kind_bits} << zone & (u64)r[{c}] << zone);"
    ),
    "ZCELLS": (
        "const u64 zones = (u64)r[{b}]; r[{a}] = (i64)((zones >> ZONE_OF({kind_first}, 0) "
        "| zones >> ZONE_OF({kind_first}, 1)) & {kind_bits});"
    ),
    "ZTOP": (
        "if (LIKELY((u64)r[{b}] < ZONES && !SOME(s->lifted))) {{ const int k = s->zcount[r[{b}]]; "
        "r[{a}] = k ? ORDER(r[{b}])[k - 1] : -1; }} else OPERATE({n}, {op});"
    ),
    "ZTOPK": (
        "if (LIKELY(IS_PLAYER(r[{b}]) && !SOME(s->lifted))) {{ "
        "const int zone = ZONE_OF({kind_first}, r[{b}]), k = s->zcount[zone]; "
        "r[{a}] = k ? ORDER(zone)[k - 1] : -1; }} else OPERATE({n}, {op});"
    ),
    "ZCNT": "NEED((u64)r[{b}] < ZONES, E_NO_CARD, {n}); r[{a}] = s->zcount[r[{b}]];",
    "ZCNTK": (
        "NEED_PLAYER(r[{b}], {n}); const Set* cards = &s->kmask[{imm}][r[{b}]]; "
        "r[{a}] = POPCOUNT(cards->w[0]) + POPCOUNT(cards->w[1]);"
    ),
    "EXFAIL": "s->extract_failed |= (u16)(1 << (s->extracts & 15));",
    "LCLR": "PUT_SET({a}, 0, 0); PUT_SET({a} + 2, 0, 0);",
    "LMOV": (
        "const i64 one = r[{b}], two = r[{b} + 1], three = r[{b} + 2], four = r[{b} + 3]; "
        "r[{a}] = one; r[{a} + 1] = two; r[{a} + 2] = three; r[{a} + 3] = four;"
    ),
    "LADD": (
        "NEED_CARD(r[{b}], {n}); u8* list = (u8*)(r + {a}); NEED(list[0] < 31, E_LIST, {n}); "
        "list[0] += 1; list[list[0]] = (u8)r[{b}];"
    ),
    "LLEN": "r[{a}] = ((const u8*)(r + {b}))[0];",
    "LGET": (
        "const u8* list = (const u8*)(r + {b}); "
        "NEED((u64)r[{c}] < list[0] && r[{c}] < 31, E_RANGE, {n}); r[{a}] = list[1 + r[{c}]];"
    ),
}

_CHOICES: Final = {
    "OPEN": "NEED_PLAYER(r[{a}], {n}); s->noptions = 0; s->chooser = (i32)r[{a}];",
    "PASS": (
        "NEED(s->noptions < MOST_OPTIONS, E_OPTIONS, {n}); "
        "OPTIONS[s->noptions] = (u64){b} << 56 | (u64)OPTION_PASS << 48; s->noptions += 1;"
    ),
    "OPTS": (
        "if ((r[{a}] | r[{a} + 1]) != 0 && !write_known(s, r + {a}, {b})) OPERATE({n}, {op});"
    ),
    "OPTA": "if (r[{a}] | r[{a} + 1]) OPERATE({n}, {op});",
    "OPTLEN": "r[{a}] = s->noptions;",
    "OPTNEXT": (
        "if ((u64)r[{b}] >= s->noptions) {{ NEED((u64)r[{c}] <= s->noptions, E_RANGE, {n}); "
        "s->noptions = (u32)r[{c}]; goto {to}; }} "
        "const u64 option = OPTIONS[r[{b}]]; "
        "if (LIKELY((option >> 48 & 255) == OPTION_ABILITY && (option >> 8 & 255) == NONE8)) "
        "r[{a}] = given_ability(option); else OPERATE({n}, {op}); r[{b}] += 1;"
    ),
    "OPTKEEP": (
        "if (r[{a}]) {{ NEED((u64)r[{b}] - 1 < s->noptions && (u64)r[{c}] < (u64)r[{b}], "
        "E_RANGE, {n}); OPTIONS[r[{c}]] = OPTIONS[r[{b}] - 1]; r[{c}] += 1; }}"
    ),
    "CHOOSE": (
        "if (s->noptions == 1 && !s->stop_at_forced) {{ "
        "r[{a}] = (i64)OPTIONS[0]; s->noptions = 0; }} else {{ "
        "NEED(s->noptions != 0, E_NO_OPTION, {n}); WAIT({n}, {frame}); }}"
    ),
    "PYTHON": "STEP({n}); LEAVE({n}, {frame}, CALLING);",
    "OVERB": "r[{a}] = (i64)((u64)r[{b}] >> 56);",
    "OVAL": (
        "const int kind = (int)((u64)r[{b}] >> 48 & 255); "
        "if (UNLIKELY(kind == OPTION_ABILITY)) OPERATE({n}, {op}); "
        "else r[{a}] = kind == OPTION_PASS ? -1 : (i64)(i32)(u32)r[{b}];"
    ),
    "ENDGAME": "OPERATE({n}, {op}); END({n});",
    "LOSERS": "OPERATE({n}, {op}); END({n});",
    "STREAM": "s->stream = (u32){imm} & (NSTREAM - 1);",
    "ENDED": (
        "NEED(s->stream == 0, E_ENDED, {n}); s->stream = 1; r = stack + HIDDEN_WORDS; "
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

#: Built-in words of cards and of the game that are one load.
CARD_WORDS: Final = {
    "owner": "NEED_CARD(r[{b}], {n}); r[{a}] = M->owner[r[{b}]];",
    "host": ("NEED_CARD(r[{b}], {n}); r[{a}] = s->host[r[{b}]] != NONE8 ? s->host[r[{b}]] : -1;"),
    "in_play": (
        "if (LIKELY(IS_CARD(r[{b}]) && s->zone[r[{b}]] != NONE8)) "
        "r[{a}] = P->kinds[P->zones[s->zone[r[{b}]]].kind].in_play; else OPERATE({n}, {op});"
    ),
    "face_down": "NEED_CARD(r[{b}], {n}); r[{a}] = HAS(s->facedown, r[{b}]);",
    "form": "NEED_CARD(r[{b}], {n}); r[{a}] = s->form[r[{b}]];",
    "kind": (
        "if (LIKELY(IS_CARD(r[{b}]) && s->zone[r[{b}]] != NONE8)) "
        "r[{a}] = P->zones[s->zone[r[{b}]]].kind; else OPERATE({n}, {op});"
    ),
    "user": (
        "if (LIKELY(IS_CARD(r[{b}]) && s->zone[r[{b}]] != NONE8)) "
        "r[{a}] = P->zones[s->zone[r[{b}]]].player; else OPERATE({n}, {op});"
    ),
    "zone": ("NEED_CARD(r[{b}], {n}); r[{a}] = s->zone[r[{b}]] != NONE8 ? s->zone[r[{b}]] : -1;"),
}
_ABILITY = "NEED_ABILITY(r[{b}], {n}); "
#: Likewise of abilities.
ABILITY_WORDS: Final = {
    "bearer": (
        _ABILITY + "const int card = (int)((u64)r[{b}] >> 16 & 255); "
        "r[{a}] = card != NONE8 ? card : -1;"
    ),
    "kind": _ABILITY + "r[{a}] = P->abilities[r[{b}] & 65535].kind;",
    "targets": _ABILITY + "r[{a}] = P->abilities[r[{b}] & 65535].ntargets;",
    "sort": _ABILITY + "r[{a}] = P->abilities[r[{b}] & 65535].sort;",
    "number": _ABILITY + "r[{a}] = r[{b}] & 65535;",
    "user": (
        _ABILITY + "const int card = (int)((u64)r[{b}] >> 16 & 255); "
        "if (LIKELY(card != NONE8 && s->zone[card & 127] != NONE8)) "
        "r[{a}] = P->zones[s->zone[card & 127]].player; else OPERATE({n}, {op});"
    ),
    "uses": (
        _ABILITY + "const int card = (int)((u64)r[{b}] >> 16 & 255), "
        "slot = (int)((u64)r[{b}] >> 24 & 255); "
        "const int effect = (int)((u64)r[{b}] >> 32 & 255); "
        "if (LIKELY(effect >= s->neffects && card != NONE8 && slot < NSLOT)) "
        "r[{a}] = s->uses[card & 127] >> (4 * slot) & 15; else OPERATE({n}, {op});"
    ),
}
#: Likewise of zones.
ZONE_WORDS: Final = {
    name: f"NEED((u64)r[{{b}}] < ZONES, E_NO_CARD, {{n}}); r[{{a}}] = {value};"
    for name, value in (
        ("player", "P->zones[r[{b}]].player"),
        ("kind", "KIND_PLACE + P->zones[r[{b}]].kind"),
        ("cell", "P->zones[r[{b}]].cell"),
        ("row", "P->zones[r[{b}]].row"),
        ("column", "P->zones[r[{b}]].column"),
        ("occupied", "s->zcount[r[{b}]] > 0"),
    )
}
GAME_WORDS: Final = {
    "LDB": {
        "first": "r[{a}] = s->first;",
        "turn": "r[{a}] = s->turn;",
        "turn_player": "r[{a}] = s->turn_player;",
        "cause": "r[{a}] = s->cause;",
    },
    "STB": {
        "first": ("NEED_PLAYER(r[{a}], {n}); s->first = (i32)r[{a}]; s->changed |= CH_VARIABLE;"),
        "turn": "s->turn = r[{a}]; s->changed |= CH_VARIABLE;",
        "turn_player": (
            "NEED_PLAYER(r[{a}], {n}); s->turn_player = (i32)r[{a}]; s->changed |= CH_VARIABLE;"
        ),
        "cause": "s->cause = r[{a}]; s->changed |= CH_VARIABLE;",
    },
}
