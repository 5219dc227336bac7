"""Counted nouns, numbers, quotes and lists in three languages (RULES.md section 6)."""

from fractions import Fraction

import pytest

from kosci.locale.languages import words_in
from kosci.locale.words import Words

PLURALS = {
    "pl": {
        "point": "0 punktów|1 punkt|2 punkty|5 punktów|11 punktów|12 punktów|21 punktów|22 punkty|25 punktów"
        "|101 punktów|112 punktów|1,5 punktu",
        "roll": "0 rzutów|1 rzut|2 rzuty|5 rzutów|11 rzutów|12 rzutów|21 rzutów|22 rzuty|25 rzutów"
        "|101 rzutów|112 rzutów|1,5 rzutu",
        "player": "0 graczy|1 gracz|2 graczy|5 graczy|11 graczy|12 graczy|21 graczy|22 graczy|25 graczy"
        "|101 graczy|112 graczy|1,5 gracza",
    },
    "uk": {
        "point": "0 очок|1 очко|2 очка|5 очок|11 очок|12 очок|21 очко|22 очка|25 очок|101 очко|112 очок|1,5 очка",
        "roll": "0 кидків|1 кидок|2 кидки|5 кидків|11 кидків|12 кидків|21 кидок|22 кидки|25 кидків"
        "|101 кидок|112 кидків|1,5 кидка",
        "player": "0 гравців|1 гравець|2 гравці|5 гравців|11 гравців|12 гравців|21 гравець|22 гравці|25 гравців"
        "|101 гравець|112 гравців|1,5 гравця",
    },
    "en": {
        "point": "0 points|1 point|2 points|5 points|11 points|12 points|21 points|22 points|25 points"
        "|101 points|112 points|1.5 points",
    },
}
NUMBERS = (0, 1, 2, 5, 11, 12, 21, 22, 25, 101, 112, 1.5)
CASES = [
    (lang, noun, number, text)
    for lang, nouns in PLURALS.items()
    for noun, texts in nouns.items()
    for number, text in zip(NUMBERS, texts.split("|"), strict=True)
]


@pytest.mark.parametrize(("lang", "noun", "number", "text"), CASES)
def test_counts_a_noun_in_its_form(lang: str, noun: str, number: float, text: str) -> None:
    assert words_in(lang).count(noun, number) == text


@pytest.mark.parametrize(
    ("lang", "number", "text"),
    [
        ("pl", 1234, "1234"),
        ("pl", 12345, "12\N{NO-BREAK SPACE}345"),
        ("pl", 1234567.5, "1\N{NO-BREAK SPACE}234\N{NO-BREAK SPACE}567,5"),
        ("uk", 1234, "1\N{NO-BREAK SPACE}234"),
        ("en", 1234, "1,234"),
        ("pl", -3, "−3"),
        ("uk", -0.25, "−0,25"),
        ("en", 0.1 + 0.2, "0.3"),
        ("pl", Fraction(1, 2), "0,5"),
    ],
)
def test_writes_a_number_as_the_language_does(lang: str, number: float, text: str) -> None:
    assert words_in(lang).number(number) == text


def test_keeps_as_many_decimals_as_asked() -> None:
    assert words_in("pl").number(251.0, 1) == "251,0"
    assert words_in("en").number(1234.56, 0) == "1,235"


def test_shows_signs_and_percentages() -> None:
    pl = words_in("pl")
    assert [pl.signed(difference) for difference in (3, 0, -2)] == ["+3", "+0", "−2"]
    assert pl.percent(Fraction(600, 7776)) == "7,7%"
    assert words_in("en").percent(0.5) == "50.0%"


@pytest.mark.parametrize(("lang", "text"), [("pl", "„Ful”"), ("uk", "«Ful»"), ("en", "“Ful”")])
def test_quotes_as_the_language_does(lang: str, text: str) -> None:
    assert words_in(lang).quote("Ful") == text


def test_joins_a_list_as_a_sentence_does() -> None:
    pl = words_in("pl")
    assert [pl.joined(items) for items in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == ["", "a", "a i b", "a, b i c"]
    assert pl.joined(["a", "b", "c"], "or") == "a, b lub c"


def test_fills_fields_with_counts_quotes_signs_and_dice() -> None:
    words = Words("pl", {"k": "{name}: {n:point} {cat:quote} {d:signed} {dice}", "count.point.few": "{n} punkty"})
    assert words("k", name="Anna", n=2, cat="Ful", d=3, dice=(5, 5, 2)) == "Anna: 2 punkty „Ful” +3 5, 5, 2"


def test_leaves_braces_and_fields_in_what_people_typed_alone() -> None:
    assert words_in("pl")("wait", name="{name} {0} %s") == "Oczekiwanie na: {name} {0} %s"


def test_names_a_row_as_the_card_of_the_variant_does() -> None:
    pl = words_in("pl")
    assert pl.row("five_of_a_kind") == "Generał"
    assert pl.row("five_of_a_kind", "general") == "Generał"
    assert pl.row("five_of_a_kind", "yahtzee") == "Yahtzee"
    assert words_in("uk").row("five_of_a_kind", "yahtzee") == "Ятзі"


def test_never_guesses() -> None:
    pl = words_in("pl")
    with pytest.raises(KeyError, match="no-such-key"):
        pl("no-such-key")
    with pytest.raises(KeyError, match="name"):
        pl("wait")
    with pytest.raises(TypeError, match="None"):
        pl("wait", name=None)
    with pytest.raises(TypeError, match="True"):
        pl("wait", name=True)
    with pytest.raises(KeyError):
        pl.count("no-such-noun", 1)
