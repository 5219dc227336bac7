"""Reviews on paper: the figures, the curve, the dearest decisions, on as many pages as they take."""

import pytest

from kosci.coach.ledger import Decision, Entry, Ledger, Luck
from kosci.engine.moves import Keep, Score
from kosci.engine.scorecard import Scorecard, SheetPosition
from kosci.locale.languages import words_in
from kosci.locale.review_words import ReviewWords
from kosci.paper.press import Press
from kosci.paper.sizes import MM, SIZES, parse_size
from kosci.variants import load
from tests.paper.reading import Printed
from tests.paper.test_written import LONGEST

PRESS = Press()
GAME = load("yahtzee")
assert isinstance(GAME, Scorecard)
LYING = SheetPosition((GAME.empty_card(),), (False,), dice=(1, 2, 5, 5, 5), rolls_used=2)


def book(seat: int, turns: int = 13, cost: float = 1.5) -> Ledger:
    """A game in which every turn brings some luck and loses a little."""
    value, entries = 254.5, list[Entry]()
    for turn in range(1, turns + 1):
        luck = (7 * turn + 5 * seat) % 11 - 5.0
        entries.append(Luck(turn, turn, 1, (5, 5, 5), (1, 2, 5, 5, 5), value, value + luck, luck))
        move = Score("full_house") if turn % 3 else Keep((5, 5, 5))
        best = (Keep((5, 5, 5)),) if turn % 3 else (Score("threes"),)
        after = value + luck - cost
        lost = Decision(turn, turn, LYING, move, best, value + luck, after, cost, is_open=True)
        entries.append(lost)
        value = after
    return Ledger(seat, "points", 1, 254.5, value, tuple(entries))


def reviewed(lang: str, size: str, names: tuple[str, ...], turns: int = 13, cost: float = 1.5) -> Printed:
    told = ReviewWords(words_in(lang), GAME, names, "points")
    books = [book(seat, turns, cost) for seat in range(len(names))]
    return Printed(PRESS.review(told, books, size, [0.423] * len(names), "2026-11-30"))


@pytest.mark.parametrize(("size", "lang"), [("A4", "pl"), ("A5", "uk"), ("A6", "en"), ("A6", "uk"), ("letter", "en")])
def test_a_review_of_eight_with_the_longest_names_is_whole(size: str, lang: str) -> None:
    words = words_in(lang)
    found = reviewed(lang, size, LONGEST)
    assert found.overlaps() == []
    assert found.inked_margins(parse_size(size).margin / MM - 1) == []
    assert found.are_fonts_embedded
    assert words("review.title") in found.text
    for name in ("Ян", "Anna Maria Wesołowska"):
        assert name in found.text
    for key in ("review.expected", "review.luck", "review.dearest", "review.curve.points"):
        assert words(key) in found.text


def test_a_sentence_a_player_and_the_dearest_decisions() -> None:
    told = ReviewWords(words_in("pl"), GAME, ("Anna", "Olek"), "points")
    text = reviewed("pl", "A4", ("Anna", "Olek")).text
    assert "Anna" in told.names
    assert "oczekiwane 254,5, szczęście" in text
    assert text.count("Lepiej: ") == 12
    assert "Ful" in text
    assert told.lucky(0.423) in text


def test_a_game_in_which_nothing_was_lost_says_so() -> None:
    assert words_in("en")("review.nothing-lost") in reviewed("en", "A5", ("Anna",), cost=0.0).text


def test_a_game_without_a_turn_has_no_curve() -> None:
    found = reviewed("en", "A5", ("Anna",), turns=0)
    assert words_in("en")("review.curve.points") not in found.text


def test_a_hundred_turns_find_room_on_the_axis() -> None:
    for size in SIZES:
        assert reviewed("uk", size, ("Anna", "Olek"), turns=100).overlaps() == []


def test_the_same_review_gives_the_same_bytes() -> None:
    assert reviewed("uk", "A4", ("Anna", "Olek")).data == reviewed("uk", "A4", ("Anna", "Olek")).data


def test_wherever_a_page_ends_nothing_is_below_it() -> None:
    for players in range(1, 9):
        assert len(reviewed("pl", "A6", LONGEST[-players:], turns=5 + players)) >= 2


def test_options_of_the_house_are_named() -> None:
    told = ReviewWords(words_in("en"), load("yahtzee", {"bonus_at": 60}), ("Anna",), "points")
    assert "60" in Printed(PRESS.review(told, [book(0)], "A5", (), "")).text.split("expected", maxsplit=1)[0]
