"""Which language a reader gets."""

import pytest

from kosci.locale.languages import choose_language, environment_language, language_name, languages, words_in


@pytest.mark.parametrize(
    ("header", "lang"),
    [
        ("pl", "pl"),
        ("uk-UA,uk;q=0.9,en;q=0.8", "uk"),
        ("de-DE,de;q=0.9,pl;q=0.4,uk;q=0.6", "uk"),
        ("en;q=0.5, PL ; q=0.8", "pl"),
        ("pl;q=0, en", "en"),
        ("uk;q=0.3,pl;q=0.3", "uk"),
        ("de", "en"),
        ("*", "en"),
        ("", "en"),
        (None, "en"),
        ("pl;q=nan,uk;q=0.1", "uk"),
        ("pl;q=-1,uk;q=0.1", "uk"),
        (";;;,,,q=,pl_PL", "pl"),
        ("uk;q=1e9", "en"),
        ("plumbing", "en"),
    ],
)
def test_the_browser_chooses(header: str | None, lang: str) -> None:
    assert choose_language(header) == lang


@pytest.mark.parametrize(
    ("environment", "lang"),
    [
        ({"LANG": "pl_PL.UTF-8"}, "pl"),
        ({"LANG": "pl_PL.UTF-8", "LC_ALL": "uk_UA.UTF-8"}, "uk"),
        ({"LANGUAGE": "de:uk:en", "LANG": "pl"}, "uk"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({}, "en"),
    ],
)
def test_the_terminal_chooses(environment: dict[str, str], lang: str) -> None:
    assert environment_language(environment) == lang


def test_each_language_is_named_in_itself() -> None:
    assert [language_name(lang) for lang in languages()] == ["Polski", "Українська", "English"]


def test_an_unknown_language_is_refused_with_those_there_are() -> None:
    with pytest.raises(ValueError, match="'de'; the languages are pl, uk, en"):
        words_in("de")
