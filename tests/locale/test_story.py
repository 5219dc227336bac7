"""One sentence an event, as PRODUCT says them."""

from kosci.locale import story
from kosci.locale.languages import words_in
from kosci.locale.story import Entered, Placed

PL, UK, EN = words_in("pl"), words_in("uk"), words_in("en")


def test_a_roll_says_number_dice_and_what_was_kept() -> None:
    assert story.rolled(PL, "Anna", 1, 3, (2, 5, 5, 5, 6)) == "Anna: rzut 1 z 3: 2, 5, 5, 5, 6."
    assert (
        story.rolled(PL, "Anna", 2, 3, (2, 5, 5, 5, 6), kept=(5, 5, 5))
        == "Anna: rzut 2 z 3: 2, 5, 5, 5, 6. Zatrzymane: 5, 5, 5."
    )


def test_an_entry_says_row_joker_extra_and_bonus() -> None:
    assert story.scored(PL, "Anna", Entered("full_house", 25), "general") == "Anna: 25 w kategorii „Ful”."
    joker = Entered("large_straight", 40, joker=True, extra=100)
    assert (
        story.scored(PL, "Anna", joker, "general")
        == "Anna: 40 w kategorii „Duży strit” (dżoker). Kolejny generał: +100."
    )
    assert story.scored(PL, "Anna", joker, "yahtzee").endswith("Kolejne Yahtzee: +100.")
    bonus = Entered("sixes", 18, bonus=35)
    assert story.scored(UK, "Олена", bonus, "yatzi") == "Олена: 18 у рядок «Шістки». Нагорода: +35."


def test_s9_the_roll_for_the_start_shows_a_sum_and_the_lot_a_die() -> None:
    assert story.start_rolled(EN, "Ann", (6, 4, 1, 1, 2)) == "Ann: roll for the start: 6, 4, 1, 1, 2, sum 14."
    assert story.start_rolled(PL, "Anna", (4,)) == "Anna: losowanie: 4."


def test_a_turn_of_tysiac() -> None:
    assert (
        story.race_rolled(PL, "Anna", (5, 5, 3, 2, 4), (5, 5), 10)
        == "Anna: 5, 5, 3, 2, 4. Punktuje: 5, 5, czyli 10 punktów."
    )
    assert story.race_went_on(PL, "Anna", (5, 5), 10) == "Anna: odłożone 5, 5, w tej turze 10 punktów."
    assert story.race_went_on(EN, "Ann", (1,), 160, hot=True).endswith("All dice have scored.")
    assert story.race_busted(PL, "Anna", (3, 2, 4)) == "Anna: 3, 2, 4. Brak punktów: punkty z tej tury przepadają."
    assert story.race_busted(PL, "Anna", (3,), kept=22) == "Anna: 3. Brak punktów: koniec tury, zapisane 22 punkty."
    assert "Ponad cel" in story.race_busted(PL, "Anna", (1,), above_target=True)


def test_s8_the_end_names_winner_draw_or_the_score_of_one_alone() -> None:
    assert story.outcome(PL, [Placed("Anna", 231, 1), Placed("Jan", 180, 2)]) == "Wygrywa Anna: 231 punktów."
    tie = [Placed("Anna", 231, 1), Placed("Jan", 231, 1), Placed("Ola", 95, 3)]
    assert story.outcome(PL, tie) == "Remis: Anna i Jan, 231 punktów."
    assert story.outcome(UK, [Placed("Олена", 202, 1)]) == "Кінець гри. Результат: 202 очка."
    gone = [Placed("Ann", 10, 1, left=True), Placed("Bob", 0, 2, left=True)]
    assert story.outcome(EN, gone) == "The game is over: nobody stayed to the end."
