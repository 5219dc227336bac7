"""Sheets of games: what stands on the cards, in whichever form the game is kept, with the longest names."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from kosci.engine.game import Left, Over
from kosci.engine.options import Value
from kosci.engine.race import RacePosition
from kosci.engine.scorecard import Scorecard, SheetPosition
from kosci.locale.languages import words_in
from kosci.paper.played import Played, of_paper, of_play, played_sheet
from kosci.paper.press import Press
from kosci.paper.race import RaceSheet
from kosci.paper.sizes import MM, parse_size
from kosci.table.gamefile import GameFile
from kosci.table.play import Play
from kosci.table.record import PaperGame, parse_any
from kosci.variants import load
from tests.cli.files import played
from tests.paper.reading import Printed
from tests.table.real import real_game

RECORDS = Path(__file__).parents[1] / "golden" / "records"
LONGEST = (
    "W" * 32,
    "Włodzimierz Maksymilian Kowalczy",
    "Святослав-Миколай Щербаковський",
    "Ян",
    "i" * 32,
    "Zoë von Ångström-Éluard y Núñez",
    "Щ" * 32,
    "Anna Maria Wesołowska",
)
PRESS = Press()


def of_record(name: str, names: tuple[str, ...] = LONGEST) -> Played:
    game = parse_any((RECORDS / f"{name}.txt").read_text(encoding="utf-8"))
    if isinstance(game, PaperGame):
        return of_paper(game, names[: len(game.names)])
    return of_file(game, names)


def of_file(game: GameFile, names: tuple[str, ...] = LONGEST) -> Played:
    play = game.table.play
    assert play is not None
    return of_play(play, names[: len(game.table.seats)], "2026-11-30")


@pytest.mark.parametrize(("size", "lang"), [("A4", "pl"), ("A5", "uk"), ("A6", "en"), ("letter", "uk")])
@pytest.mark.parametrize("record", ["general-full-upper-eight", "tysiac-seven"])
def test_nothing_is_lost_with_the_longest_names_and_most_players(record: str, size: str, lang: str) -> None:
    game = of_record(record)
    found = Printed(PRESS.game(words_in(lang), game, size))
    for name in game.names:
        assert name in found.text
    assert "2026-11-30" in found.text
    assert found.inked_margins(parse_size(size).margin / MM - 1) == []
    assert found.are_fonts_embedded


@pytest.mark.parametrize("variant", ["general", "yahtzee", "yatzi", "yatzy"])
def test_s7_values_totals_and_places_are_those_of_the_game(variant: str) -> None:
    game = of_file(played(variant, 3), ("Anna", "Olek", "Ґалина"))
    assert isinstance(game.game, Scorecard)
    assert isinstance(game.position, SheetPosition)
    assert game.results is not None
    found = Printed(PRESS.game(words_in("pl"), game, "A4"))
    for result in game.results:
        assert f"{result.place}. {game.names[result.seat]} {result.points}" in found.text
    for at, row in enumerate(game.game.rows):
        values = [card.values[at] for card in game.position.cards]
        if None not in values:
            name = words_in("pl").row(row.id, variant)
            assert f"{name} {' '.join(map(str, values))}" in found.text or " ".join(map(str, values)) in found.text
    totals = " ".join(str(result.points) for result in sorted(game.results, key=lambda one: one.seat))
    assert found.text.endswith(totals)


def test_e1_extras_are_on_the_sheet() -> None:
    game = of_record("general-full-upper-extra")
    assert isinstance(game.position, SheetPosition)
    extras = [card.extras for card in game.position.cards]
    assert any(extras)
    found = Printed(PRESS.game(words_in("en"), game, "A5"))
    assert str(100 * max(extras)) in found.text


def test_s10_who_left_is_marked_and_ranked_last() -> None:
    words = words_in("en")
    game = of_record("general-full-upper-leavers")
    assert game.results is not None
    assert any(result.left for result in game.results)
    assert words("end.left") in Printed(PRESS.game(words, game, "A4")).text


def test_a_running_game_is_printed_with_open_boxes_and_no_places() -> None:
    game = of_file(played("general", moves=20), ("Anna", "Olek"))
    assert game.results is None
    text = Printed(PRESS.game(words_in("en"), game, "A4")).text
    assert "1." not in text
    assert "Anna" in text


@pytest.mark.parametrize("record", sorted(path.stem for path in RECORDS.glob("*tysiac*.txt")))
def test_t6_running_totals_end_with_what_is_banked(record: str) -> None:
    game = of_record(record)
    assert isinstance(game.position, RacePosition)
    sheet = played_sheet(words_in("en"), game)
    assert isinstance(sheet, RaceSheet)
    for banked, column in zip(game.position.banked, sheet.totals, strict=True):
        totals = [int(total.replace(",", "")) for total in column]
        assert totals == sorted(totals)
        assert (totals[-1] if totals else 0) == banked


def test_a_long_race_goes_on_on_further_pages() -> None:
    game = of_record("tysiac-two", ("Anna", "Olek"))
    longer = replace(game, steps=game.steps * 12)
    found = Printed(PRESS.game(words_in("en"), longer, "A6"))
    assert len(found) > 2
    assert found.overlaps() == []


@pytest.mark.parametrize("variant", ["tysiac", "yahtzee"])
def test_s10_a_game_that_all_left_before_the_first_turn_is_one_page(variant: str) -> None:
    play = Play.started(load(variant, {"first": "seat"}), 2)
    for seat in (0, 1):
        if not isinstance(play.awaiting, Over):  # in Tysiąc the last one staying has won
            play = play.after_event(seat + 1, Left(seat))
    assert isinstance(play.awaiting, Over)
    found = Printed(PRESS.game(words_in("pl"), of_play(play, ("Anna", "Jan"), "2026-11-30"), "A5"))
    assert found.text.count("Anna") >= 1


def test_a_lone_player_has_no_place() -> None:
    game = of_file(played("yahtzee", 1), ("Anna",))
    assert isinstance(game.results, tuple)
    assert f"Anna {game.results[0].points}" in Printed(PRESS.game(words_in("en"), game, "A6")).text
    assert "1. Anna" not in Printed(PRESS.game(words_in("en"), game, "A6")).text


def test_a_game_of_last_dice_or_points_alone_is_printed_too() -> None:
    for record in ("by-hand-yahtzee-last-dice", "by-hand-yatzi-points", "by-hand-tysiac-paper"):
        game = of_record(record)
        text = Printed(PRESS.game(words_in("uk"), game, "A5")).text
        assert all(name in text for name in game.names)


def test_the_results_are_those_the_table_gives() -> None:
    game = played("tysiac", 3)
    play = game.table.play
    assert play is not None
    assert isinstance(play.awaiting, Over)
    assert of_file(game).results == play.awaiting.results


@pytest.mark.parametrize(
    ("variant", "options", "seeds"),
    [
        ("yatzi", {}, (49, 50)),
        ("tysiac", {"target": 300}, (27, 28, 43, 45)),
        ("tysiac", {"exact": True}, range(27, 32)),
    ],
)
def test_entries_with_real_dice_count_as_the_table_counts_them(
    variant: str, options: dict[str, Value], seeds: Iterable[int]
) -> None:
    """Corrected, taken back, or made impossible by a correction: then they are the passed turns they count as."""
    for seed in seeds:
        play = real_game(load(variant, options), Random(seed), 30).table.play
        if play is not None and play.log:
            game = of_play(play, LONGEST[: len(play.position.left)])
            assert game.steps[-1][1] == play.position
            assert len(PRESS.game(words_in("pl"), game, "A5")) >= 1


def test_an_entry_that_a_correction_made_impossible_is_a_passed_turn() -> None:
    play = real_game(load("tysiac", {"target": 300}), Random(43), 30).table.play
    assert play is not None
    assert play.flags
    assert of_play(play, LONGEST[: len(play.position.left)]).steps[-1][1] == play.position


def test_who_played_with_the_coach_is_said() -> None:
    game = replace(of_file(played("general"), ("Anna", "Olek")), notes=("With coach: Anna.",))
    assert "With coach: Anna." in Printed(PRESS.game(words_in("en"), game, "A6")).text
