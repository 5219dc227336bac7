"""Names (RULES.md section 5): what may be one, and when two are the same."""

import pytest

from kosci.engine.errors import RuleError
from kosci.service.names import clean_name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Anna", "Anna"),
        ("  Anna \t Maria ", "Anna Maria"),
        ("Żółć", "Żółć"),
        ("Ґалаґан Їжак’", "Ґалаґан Їжак’"),
        ("<b>Ola</b>", "<b>Ola</b>"),
        ("👨‍👩‍👧", "👨‍👩‍👧"),
        ("x" * 32, "x" * 32),
        ("👨‍👩‍👧" * 32, "👨‍👩‍👧" * 32),
        ("e\u0301" * 32, "é" * 32),
    ],
)
def test_a_name_is_kept_with_its_space_tidied(text: str, name: str) -> None:
    """Anything a person may be called, HTML too: it is shown as text."""
    assert clean_name(text) == name


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "name-blank"),
        ("   ", "name-blank"),
        ("\u00a0\u2003", "name-blank"),
        ("\u200d\u200d", "name-blank"),
        ("\u3164", "name-blank"),
        ("x" * 33, "name-long"),
        ("e\u0301" * 33, "name-long"),
        ("a" + "\u0301" * 300, "name-long"),
        ("An\x00na", "name-marks"),
        ("An\x1b[31mna", "name-marks"),
        ("\u202egnA", "name-marks"),
        ("An\u200fna", "name-marks"),
        ("An\u2066na\u2069", "name-marks"),
        ("An\u200bna", "name-marks"),
        ("\ufeffAnna", "name-marks"),
        ("An\ud800na", "name-marks"),
    ],
)
def test_what_is_no_name_is_refused(text: str, code: str) -> None:
    """Blank, too long in characters as people count them, control or direction marks."""
    with pytest.raises(RuleError) as caught:
        clean_name(text)
    assert caught.value.code == code


@pytest.mark.parametrize("text", ["anna", "ANNA", " Ａｎｎａ ", "Anna"])
def test_a_name_in_use_is_refused_however_it_is_written(text: str) -> None:
    """Normalised by NFKC, case and space."""
    with pytest.raises(RuleError) as caught:
        clean_name(text, ["Anna"])
    assert caught.value.code == "name-taken"


def test_different_names_may_sit_side_by_side() -> None:
    """An accent makes another name."""
    assert clean_name("Ania", ["Anna", "Anią"]) == "Ania"
