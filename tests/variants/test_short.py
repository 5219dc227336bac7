"""Short codes of house rules: every choice of every option has one, and it alone leads back to those rules."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kosci.engine.errors import OptionError
from kosci.engine.options import Choice, Spec, Value
from kosci.variants import Rules, catalogue, fingerprint, info, load
from kosci.variants.short import LETTERS, ShortCodeError, format_short, parse_short

IDS = [variant.id for variant in catalogue()]


def values(spec: Spec) -> tuple[Value, ...]:
    """All that an option can be."""
    return spec.values if isinstance(spec, Choice) else tuple(range(spec.least, spec.most + 1, spec.step))


def games(id_: str) -> st.SearchStrategy[Rules]:
    """A variant with any of its options."""
    options = {name: st.sampled_from(values(spec)) for name, spec in info(id_).specs.items()}
    return st.fixed_dictionaries({}, optional=options).map(lambda chosen: load(id_, chosen))


any_game = st.sampled_from(IDS).flatmap(games)


@given(any_game)
@settings(max_examples=300, deadline=None)
def test_a_code_leads_back_to_the_rules(game: Rules) -> None:
    """In any case, with spaces around, from letters that nobody mistakes for others."""
    code = format_short(game)
    assert fingerprint(parse_short(code)) == fingerprint(game)
    assert fingerprint(parse_short(f" {code.upper()} ")) == fingerprint(game)
    assert fingerprint(parse_short(code.lower())) == fingerprint(game)
    assert re.fullmatch(rf"{game.id}(-[{LETTERS}]{{3,9}})?", code)


@pytest.mark.parametrize("id_", IDS)
def test_every_single_change_has_a_code_of_its_own(id_: str) -> None:
    codes = set()
    for name, spec in info(id_).specs.items():
        for value in values(spec):
            game = load(id_, {name: value})
            assert fingerprint(parse_short(format_short(game))) == fingerprint(game)
            codes.add(format_short(game))
    assert len(codes) == 1 + sum(len(values(spec)) - 1 for spec in info(id_).specs.values())


@pytest.mark.parametrize("id_", IDS)
def test_the_usual_rules_are_the_id_alone(id_: str) -> None:
    assert format_short(load(id_)) == id_
    assert parse_short(id_) is load(id_)


@given(any_game, st.data())
@settings(max_examples=100, deadline=None)
def test_a_slip_of_one_letter_is_hardly_ever_other_rules(game: Rules, data: st.DataObject) -> None:
    """The checksum: a code that is accepted is the very code of the rules it leads to."""
    code = format_short(game)
    if code == game.id:
        return
    at = data.draw(st.integers(len(game.id) + 1, len(code) - 1))
    slip = code[:at] + data.draw(st.sampled_from(LETTERS)) + code[at + 1 :]
    try:
        found = parse_short(slip)
    except ShortCodeError:
        return
    assert format_short(found) == slip


def test_a_slip_is_refused() -> None:
    """One change in each place of one code, all refused but the code itself."""
    code = format_short(load("yatzi", {"joker": "forced", "bonus_at": 60}))
    slips = {code[:at] + letter + code[at + 1 :] for at in range(6, len(code)) for letter in LETTERS} - {code}
    for slip in slips:
        with pytest.raises(ShortCodeError):
            parse_short(slip)


@pytest.mark.parametrize(
    "text",
    [
        *("yahtzee-", "yahtzee-N4", "yahtzee-N4QO", "yahtzee-N4QQ3", "yahtzee-3N4QQ", "yahtzee-333"),
        *("yahtzee-N4 QQ", "yahtzee-N4QQ\x00", "yahtzee-😀", f"yahtzee-{'7' * 500}", "general-full"),
    ],
)
def test_what_is_no_code_is_refused(text: str) -> None:
    """Saying what was given, cut where it is endless."""
    with pytest.raises((ShortCodeError, OptionError)) as refused:
        parse_short(text)
    assert str(refused.value.params["given"]) in text.lower() + text
    assert len(str(refused.value.params["given"])) <= 40


@pytest.mark.parametrize("text", ["", "bridge", "bridge-D7T", "-D7T", "x" * 1000])
def test_an_unknown_variant_is_told_which_there_are(text: str) -> None:
    with pytest.raises(OptionError) as refused:
        parse_short(text)
    assert refused.value.code == "variant-unknown"
    assert refused.value.params["allowed"] == tuple(IDS)


def test_a_code_of_one_variant_is_none_of_another() -> None:
    """The checksum is of the whole rules, so the letters do not fit elsewhere."""
    letters = format_short(load("yahtzee", {"joker": "none"})).removeprefix("yahtzee")
    for id_ in ("general-full-upper", "yatzi", "tysiac"):
        with pytest.raises(ShortCodeError):
            parse_short(id_ + letters)
