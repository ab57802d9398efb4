"""The names of variants and the values of parameters."""

from __future__ import annotations

from enum import IntEnum

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tefuda.errors import TefudaError, VariantError
from tefuda.rules import Rules
from tefuda.ruleset import check_seed
from tefuda.variants import Variant, effective_parameters, parse_variant, plain


class Mode(IntEnum):
    STRICT = 0
    LOOSE = 1


def make_rules() -> Rules:
    rules = Rules("tiny")
    rules.parameter("hand_limit", 7, low=0, high=20, meaning="cards kept")
    rules.parameter("mulligan", True, meaning="whether hands are redrawn")
    rules.parameter("mode", Mode.STRICT, meaning="how")
    return rules


@pytest.mark.parametrize(
    ("text", "variant"),
    [
        ("lycee", Variant("lycee")),
        ("lycee+b+a", Variant("lycee", ("a", "b"))),
        ("lycee:x=5", Variant("lycee", (), (("x", "5"),))),
        ("lycee+p:b=-2,a=true", Variant("lycee", ("p",), (("a", "true"), ("b", "-2")))),
    ],
)
def test_a_variant_names_ruleset_patches_and_parameters(text, variant):
    assert parse_variant(text) == variant
    assert parse_variant(str(variant)) == variant


def test_the_string_of_a_variant_is_sorted():
    assert str(parse_variant("g+b+a:y=1,x=2")) == "g+a+b:x=2,y=1"


@pytest.mark.parametrize(
    ("text", "position", "part"),
    [
        ("", 1, "the end, expected the name of a ruleset"),
        ("Lycee", 1, "'Lycee', expected the name of a ruleset"),
        ("lycee+", 7, "the end, expected the name of a patch"),
        ("lycee+a+a", 9, "patch 'a' twice"),
        ("lycee:", 7, "expected the name of a parameter"),
        ("lycee:x", 8, "expected '=' and a value after 'x'"),
        ("lycee:x=", 9, "expected a value for 'x'"),
        ("lycee:x=1,", 11, "the end, expected the name of a parameter"),
        ("lycee:x=1,x=2", 11, "parameter 'x' twice"),
        ("lycee:x=1;y=2", 10, "';y=2', expected ',' and another parameter"),
        ("lycee x", 6, "' x', expected '+' and a patch, or ':'"),
    ],
)
def test_a_broken_name_is_refused_with_the_position(text, position, part):
    with pytest.raises(VariantError) as caught:
        parse_variant(text)
    assert f"position {position}: " in str(caught.value)
    assert part in str(caught.value)


def test_names_that_are_no_names_are_refused():
    with pytest.raises(VariantError, match="variant of 100000 signs"):
        parse_variant("x" * 100_000)
    with pytest.raises(VariantError, match="variant None"):
        parse_variant(None)  # type: ignore[arg-type]


def test_parameters_are_what_is_given_or_set_or_declared():
    rules = make_rules()
    assert effective_parameters(rules, {}, "tiny") == {
        "hand_limit": 7,
        "mulligan": True,
        "mode": Mode.STRICT,
    }
    rules.set("hand_limit", 6)
    rules.set("mode", Mode.LOOSE)
    given = effective_parameters(rules, {"mode": "strict", "mulligan": "no"}, "tiny")
    assert given == {"hand_limit": 6, "mulligan": False, "mode": Mode.STRICT}
    assert [plain(value) for value in given.values()] == [6, False, "strict"]


@pytest.mark.parametrize(
    ("name", "value", "part"),
    [
        ("hand_limit", "21", "'21', expected a whole number from 0 to 20"),
        ("hand_limit", "-1", "'-1', expected"),
        ("hand_limit", "five", "'five', expected"),
        ("hand_limit", "9" * 3000, "expected a whole number"),
        ("hand_limit", True, "True, expected"),
        ("mulligan", "maybe", "'maybe', expected true or false"),
        ("mode", "lose", "'lose', expected one of strict, loose; did you mean 'loose'?"),
        ("mode", "1", "'1', expected one of strict, loose"),
        ("hand_limt", "5", "unknown parameter 'hand_limt', expected hand_limit, mulligan, mode; "),
    ],
)
def test_a_value_that_does_not_fit_is_refused(name, value, part):
    with pytest.raises(VariantError) as caught:
        effective_parameters(make_rules(), {name: value}, "variant 'tiny'")
    assert "variant 'tiny'" in str(caught.value)
    assert part in str(caught.value)


@pytest.mark.parametrize("seed", [0, 1, 2**63, 2**64 - 1])
def test_a_seed_is_a_number_of_64_bits(seed):
    assert check_seed(seed) == seed


@pytest.mark.parametrize("seed", [-1, 2**64, 1.0, "1", None, True, 10**400])
def test_any_other_seed_is_refused(seed):
    with pytest.raises(TefudaError, match=r"seed .*expected a whole number from 0 to"):
        check_seed(seed)


@given(st.text(alphabet="ab+:=,-1_ \0é", max_size=30))
def test_any_text_is_a_variant_or_refused(text):
    message = "position"
    try:
        assert parse_variant(str(parse_variant(text))) == parse_variant(text)
    except VariantError as problem:
        message = str(problem)
    assert "position" in message
