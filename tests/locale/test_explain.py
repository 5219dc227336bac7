"""Every refusal becomes one sentence that quotes what was given and names what is allowed."""

from collections.abc import Callable

import pytest

from kosci.engine import entries
from kosci.engine.dice import parse_dice
from kosci.engine.errors import IllegalMoveError, RuleError
from kosci.engine.moves import Bank
from kosci.engine.race import Race, RacePosition
from kosci.engine.scorecard import Scorecard
from kosci.engine.sheet_text import parse_sheet
from kosci.locale.explain import explain
from kosci.locale.languages import languages, words_in
from kosci.table.gamefile import FIRST_LINE, parse_game
from kosci.table.record import parse_record
from kosci.variants import load, parse_options

FIVES = (5,) * 5


def sheet_game(variant: str, **options: str | int | bool) -> Scorecard:
    game = load(variant, options)
    assert isinstance(game, Scorecard)
    return game


def refused(action: Callable[[], object], lang: str = "pl", variant: str = "") -> str:
    with pytest.raises(RuleError) as caught:
        action()
    return explain(words_in(lang), caught.value, variant)


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [
        ("pl", "Pole „Ful” musi poczekać. Dżoker: najpierw trzeba wykorzystać pole „Piątki”."),
        ("uk", "Рядок «Повний дім» ще зачекає. Джокер: спершу треба заповнити рядок «П’ятірки»."),
        ("en", "The row “Full house” must wait. Joker: the row “Fives” must be used first."),
    ],
)
def test_j2_names_the_row_that_comes_first(lang: str, sentence: str) -> None:
    game = sheet_game("yahtzee")
    card = parse_sheet(game, "five_of_a_kind=50")
    assert refused(lambda: entries.check_row(game, card, FIVES, "full_house"), lang, "yahtzee") == sentence


def test_j4_lists_the_rows_that_may_be_written() -> None:
    game = sheet_game("yahtzee")
    card = parse_sheet(game, "five_of_a_kind=50,fives=15,chance=20,full_house=25,three_of_a_kind=0")
    assert refused(lambda: entries.check_row(game, card, FIVES, "ones")) == (
        "Pole „Jedynki” musi poczekać. Dżokera wpisuje się najpierw w dolnej części: "
        "„Cztery jednakowe”, „Mały strit” lub „Duży strit”."
    )


def test_a_used_row_is_named_as_its_card_names_it() -> None:
    game = sheet_game("yahtzee")
    card = parse_sheet(game, "five_of_a_kind=50")
    sentence = refused(lambda: entries.check_row(game, card, FIVES, "five_of_a_kind"), variant="yahtzee")
    assert sentence == "Pole „Yahtzee” jest już zajęte. Można wpisać: „Piątki”."


def test_what_was_typed_as_an_id_is_answered_in_ids() -> None:
    sentence = refused(lambda: parse_sheet(sheet_game("general"), "Fives=15"))
    assert sentence.startswith("Nie ma kategorii „Fives”. Można wpisać: ones, twos, threes, ")


@pytest.mark.parametrize(
    ("word", "sentence"),
    [
        ("bonus_at=200", "bonus_at nie może mieć wartości „200”. Dozwolone: 1–105."),
        ("joker=x", "joker nie może mieć wartości „x”. Dozwolone: own_row, full_upper, forced, free_choice, none."),
        ("bonus_at", "„bonus_at” to nie opcja. Pisz nazwa=wartość, np. bonus_at=63."),
    ],
)
def test_an_option_says_what_it_can_be(word: str, sentence: str) -> None:
    assert refused(lambda: parse_options("general", [word])) == sentence


def test_steps_of_an_option_are_said() -> None:
    sentence = refused(lambda: parse_options("tysiac", ["target=120"]), "en")
    assert sentence == "target cannot be “120”. Allowed: 100–10,000 in steps of 50."


@pytest.mark.parametrize(
    ("text", "least", "sentence"),
    [
        ("5,5", 5, "„5,5”: liczba kości to 2, a potrzeba 5."),
        ("1,2,3,4,5,6", 1, "„1,2,3,4,5,6”: liczba kości to 6, a potrzeba 1–5."),
        ("7,1,1,1,1", 5, "„7,1,1,1,1” to nie kości: podaj liczby od 1 do 6 po przecinku, np. 5,2,5,5,3."),
    ],
)
def test_bad_dice_are_quoted(text: str, least: int, sentence: str) -> None:
    assert refused(lambda: parse_dice(text, least=least)) == sentence


def test_t3_lists_the_parts_that_may_be_set_aside() -> None:
    game = load("tysiac", {"set_aside": "any"})
    assert isinstance(game, Race)
    position = RacePosition((0, 0), (False, False), roll=(1, 2, 3, 5, 5))
    sentence = refused(lambda: game.check_move(position, Bank((2,))))
    assert sentence == "Tych kości nie można odłożyć: 2. Można: 1, 5, 1 5, 5 5 lub 1 5 5."


def test_a_bad_line_of_a_game_file_says_why_in_the_same_language() -> None:
    sentence = refused(lambda: parse_game(f"{FIRST_LINE}\nplayer Anna\n1: keep 7 7\n"), "uk")
    assert sentence.startswith("Рядок 3, «1: keep 7 7»: ")
    assert "line" not in sentence


@pytest.mark.parametrize("lang", languages())
def test_an_error_without_words_is_never_silent(lang: str) -> None:
    with pytest.raises(KeyError, match="no-such-code"):
        explain(words_in(lang), IllegalMoveError("no-such-code", "…"))


def test_players_of_a_record_are_named_as_they_stand_there() -> None:
    """Also one who is called as a row is."""
    record = "kosci record 1\ngame general\nplayer chance\nplayer Anna\n\nAnna ones 3\nZoe ones 3\n"
    assert refused(lambda: parse_record(record), "en") == (
        "Line 7, column 1: “Zoe ones 3” does not begin with the name of a player. At the table: chance, Anna."
    )
