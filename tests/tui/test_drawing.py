"""What is drawn fits 80 columns and 24 lines, in three languages, and says nothing by colour alone."""

import io

import pytest
from rich.console import Console

from kosci.engine.card import Card, Entry
from kosci.engine.race import RacePosition
from kosci.engine.scorecard import Scorecard
from kosci.engine.sheet_text import parse_sheet
from kosci.locale.languages import languages, words_in
from kosci.tui.board import Board
from kosci.tui.dice import dice_line
from kosci.tui.help import help_lines
from kosci.tui.race import Lanes
from kosci.tui.sheet import Column, Sheet
from kosci.variants import catalogue, load
from tests.cli.files import NAMES, played
from tests.engine.games import a_race, a_sheet

SHEETS = ("general", "general-full-upper", "yahtzee", "yatzi", "yatzy")


def drawn(*things: object) -> list[str]:
    text = io.StringIO()
    console = Console(file=text, width=80, markup=False, highlight=False)
    for thing in things:
        console.print(thing)
    return text.getvalue().splitlines()


def sheet(game: Scorecard, *columns: Column, lang: str = "en") -> list[str]:
    return drawn(Sheet(words_in(lang), game, columns).drawn())


def row(lines: list[str], name: str) -> list[str]:
    (line,) = [line for line in lines if line[3:].startswith(name)]
    return [cell.strip() for cell in line.split("│")[1:]]


def test_cells_show_what_is_written_last_open_and_on_offer() -> None:
    game = a_sheet("general")
    card = parse_sheet(game, "ones=3,chance=20")
    offers = {"twos": Entry("twos", 0), "fives": Entry("fives", 15), "full_house": Entry("full_house", 25, 100)}
    anna = Column("Anna", card, is_mover=True, offers=offers)
    olek = Column("Olek", parse_sheet(game, "ones=4"), last="ones")
    lines = sheet(game, anna, olek)
    assert "▸Anna" in lines[0]
    assert row(lines, "Ones") == ["3", "4*"]
    assert row(lines, "Twos") == ["(0)", "·"]
    assert row(lines, "Fives") == ["(15)", "·"]
    assert row(lines, "Full house") == ["(25+100)", "·"]
    assert row(lines, "Threes") == ["–", "·"]  # not to be written now
    assert row(lines, "Total") == ["23", "4"]


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("", "0/63 · +0"),
        ("ones=3,sixes=24", "27/63 · +6"),
        ("ones=1,sixes=12", "13/63 · −8"),
        ("threes=9,fours=12,fives=20,sixes=24", "65 ✓ · +35"),
        ("ones=0,twos=0,threes=0,fours=0,fives=5", "5/63 · ✗"),
    ],
)
def test_s6_bonus_line_says_progress_certain_and_lost(written: str, shown: str) -> None:
    game = a_sheet("general")
    assert row(sheet(game, Column("Anna", parse_sheet(game, written))), "Bonus 35 from 63") == [shown]


def test_extras_stand_in_a_row_of_their_own_once_there_are_any() -> None:
    game = a_sheet("yahtzee")
    with_extras = Card(parse_sheet(game, "five_of_a_kind=50,ones=3").values, extras=1)
    assert row(sheet(game, Column("Anna", with_extras)), "Extra Yahtzees") == ["100"]
    assert not any("Extra" in line for line in sheet(game, Column("Anna", game.empty_card())))


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("variant", SHEETS)
def test_a_full_table_fits_the_screen_with_dice_and_prompt(variant: str, lang: str) -> None:
    game = load(variant)
    assert isinstance(game, Scorecard)
    seats = game.players[1]
    running = played(variant, seats, moves=1 + seats * 4)
    board = Board(words_in(lang), running.table, NAMES[:seats])
    lines = drawn(*board.drawn())
    assert len(lines) + 2 <= 24
    assert max(map(len, lines)) <= 80
    total = words_in(lang)("sheet.total")
    assert any(line[3:].startswith(total) for line in lines)


@pytest.mark.parametrize("seats", range(1, 9))
def test_every_number_of_players_fits_with_all_that_cells_can_hold(seats: int) -> None:
    game = a_sheet("yahtzee")
    rich = Card(parse_sheet(game, "five_of_a_kind=50,ones=3,twos=6,chance=20").values, extras=3)
    offers = {name: Entry(name, 40, 100, joker=True) for name in game.index}
    columns = [Column("Ґрета Вишневецька", rich, is_mover=seat == 0, offers=offers) for seat in range(seats)]
    lines = sheet(game, *columns, lang="pl")
    assert max(map(len, lines)) <= 80
    assert row(lines, "Duży strit")[0] == "(40+100)"
    assert row(lines, "Jedynki") == ["3"] * seats


def test_kept_dice_stand_in_brackets_in_their_places() -> None:
    assert dice_line((2, 5, 5, 1, 6), (2, 3)).plain.rstrip() == " ⚁2  [⚄5] [⚄5]  ⚀1   ⚅6"


def test_dice_on_the_table_say_the_roll_and_what_was_kept() -> None:
    running = played("general", 2, moves=2)
    lines = drawn(*Board(words_in("pl"), running.table, NAMES).drawn())
    play = running.table.running
    expected = f"Rzut {getattr(play.position, 'rolls_used')} z 3"  # noqa: B009 - a sheet position
    assert any(expected in line for line in lines)


def test_the_race_shows_everybody_on_the_way_to_the_target() -> None:
    game = a_race()
    position = RacePosition((250, 500, 1000), (False, False, True), mover=1, turn=250, roll=(1, 5, 6))
    lines = drawn(*Lanes(words_in("pl"), game, position, ("Anna", "Olek", "Zoë")).drawn())
    anna, olek, zoe = lines
    assert olek.startswith("▸ Olek")
    assert zoe.startswith("  (Zoë)")
    assert anna.rstrip().endswith(" 250")
    assert olek.rstrip().endswith(" 500 +250")
    full = zoe.count("█")
    assert (olek.count("█"), anna.count("█")) == (full // 2, full // 4)
    assert olek.count("█") + olek.count("▒") == full * 3 // 4
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize("lang", languages())
def test_the_race_says_worth_risk_and_what_dice_are_left(lang: str) -> None:
    running = played("tysiac", 8, moves=3)
    lines = drawn(*Board(words_in(lang), running.table, NAMES).drawn())
    assert max(map(len, lines)) <= 80
    assert len(lines) + 2 <= 24


def test_t5_hot_dice_say_what_may_be_done() -> None:
    words = words_in("en")
    said = {
        "may": "All dice have scored: you may roll them all.",
        "must": "All dice have scored: you must roll them all.",
        "stop": "All dice have scored: bank.",
    }
    for hot, sentence in said.items():
        game = a_race(hot_dice=hot)
        position = RacePosition((0, 0), (False, False), roll=(1, 1, 1, 5, 5))
        from kosci.tui.race import decision_lines

        assert any(sentence in line for line in decision_lines(words, game, position))


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("variant", [info.id for info in catalogue()])
def test_help_shows_the_notation_on_one_screen(variant: str, lang: str) -> None:
    lines = drawn(*help_lines(words_in(lang), load(variant)))
    text = "\n".join(lines)
    assert len(lines) + 2 <= 24
    assert max(map(len, lines)) <= 80
    for command in ("roll", "undo", "leave", "quit", "rules"):
        assert f"\n{command} " in text
    number = 13 if variant == "yatzy" else 9
    sheet = ("keep 5 5", f"score full_house s{number}, s ful", f"{number} full_house")
    wanted = ("bank 1 5", "roll-on") if variant == "tysiac" else sheet
    assert all(word in " ".join(text.split()) for word in wanted)
