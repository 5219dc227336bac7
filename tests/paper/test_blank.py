"""Blank sheets: every row with its short form, in three languages and four sizes, and nothing over anything."""

from threading import Thread

import pytest

from kosci.engine.options import Value
from kosci.engine.scorecard import Scorecard
from kosci.locale.languages import languages, words_in
from kosci.locale.paper_words import short_form
from kosci.paper.content import blank_sheet
from kosci.paper.draw_sheet import spans
from kosci.paper.press import Press
from kosci.paper.sizes import COLUMN, SIZES, PaperError, parse_size
from kosci.variants import catalogue, load
from tests.paper.reading import MM, Printed

VARIANTS = [info.id for info in catalogue()]
MILLIMETRES = {"A4": (210, 297), "A5": (148, 210), "A6": (105, 148), "letter": (216, 279)}
PRESS = Press()


def sheet(variant: str, lang: str, size: str, players: int, options: dict[str, Value] | None = None) -> Printed:
    return Printed(PRESS.players(words_in(lang), load(variant, options), size, players))


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("size", SIZES)
def test_a_sheet_for_as_many_as_may_play_is_whole(size: str, lang: str, variant: str) -> None:
    game, words = load(variant), words_in(lang)
    found = sheet(variant, lang, size, game.players[1])
    assert found.sizes == {MILLIMETRES[size]}
    assert found.overlaps() == []
    assert found.inked_margins(parse_size(size).margin / MM - 1) == []
    assert found.are_fonts_embedded
    assert words(f"variant.{variant}.name") in found.text
    if not isinstance(game, Scorecard):
        assert words("paper.target", target=game.target).replace("\N{NO-BREAK SPACE}", " ") in found.text
        return
    for row in game.rows:
        assert words.row(row.id, variant) in found.text
        assert short_form(words, row) in found.text
    assert words("sheet.total") in found.text


def test_a_lone_player_and_two_have_one_page() -> None:
    for size in SIZES:
        alone = sheet("yahtzee", "en", size, 1)
        assert len(alone) == 1
        assert alone.overlaps() == []
        assert len(sheet("yahtzee", "en", size, 2)) == 1


def test_columns_too_narrow_to_write_in_go_on_a_second_page() -> None:
    """Eight columns of A6 would be 7 mm wide each."""
    assert len(sheet("yahtzee", "en", "A6", 8)) == 2
    assert len(sheet("yahtzee", "en", "A5", 8)) == 1
    for size in SIZES.values():
        room = size.room - size.label
        for columns in range(1, 9):
            pages = spans(columns, room)
            assert sum(last - first for first, last in pages) == columns
            assert all(room / (last - first) >= COLUMN for first, last in pages)
            wide = [last - first for first, last in pages]
            assert max(wide) - min(wide) <= 1


def test_boxes_are_high_enough_for_handwriting() -> None:
    """Six millimetres on A4 and A5, four and a half on A6."""
    assert {size.id: size.row / MM >= 6 for size in SIZES.values()} == {
        "A4": True,
        "A5": True,
        "A6": False,
        "letter": True,
    }
    assert SIZES["A6"].row / MM >= 4.5


@pytest.mark.parametrize("size", SIZES)
def test_c3_a_series_has_its_games_and_the_grand_total(size: str) -> None:
    words = words_in("pl")
    found = Printed(PRESS.games(words, load("yatzi"), size, 6))
    assert [f"Gra {n}" in found.text for n in range(1, 7)] == [True] * 6
    assert found.text.count(words("paper.grand")) == 1
    assert found.overlaps() == []
    assert words("paper.grand") not in Printed(PRESS.games(words, load("yatzi"), size, 1)).text


def test_options_of_the_house_are_on_the_sheet() -> None:
    found = sheet("yatzi", "en", "A5", 3, {"bonus_at": 60, "rigol": 0, "extra": "each"})
    assert "35 if the sum is 60 or more" in found.text
    assert "4 alike + the opposite: 0" in found.text
    assert "100 for each" in found.text
    assert "60" in found.text.split("Upper section", maxsplit=1)[0]


def test_e1_no_boxes_for_extras_where_none_are_paid() -> None:
    words = words_in("en")
    for options, is_there in (({}, True), ({"joker": "none"}, False), ({"extra": "none"}, False)):
        given: dict[str, Value] = dict(options)
        made = blank_sheet(words, _sheet_game("general", given), 2, is_series=False)
        kinds = [line.kind for part in made.parts for line in part.lines]
        assert ("extras" in kinds) == is_there


def _sheet_game(variant: str, options: dict[str, Value]) -> Scorecard:
    game = load(variant, options)
    assert isinstance(game, Scorecard)
    return game


def test_t2_what_dice_are_worth_stands_beside_the_columns_of_tysiac() -> None:
    found = sheet("tysiac", "pl", "A4", 3, {"target": 2000})
    for part in ("Cel: 2000", "10 20 100 200", "60 120", "1000 punktów i wygrana"):
        assert part in found.text


@pytest.mark.parametrize("variant", VARIANTS)
def test_c1_players_out_of_range_are_refused_but_alone_is_always_possible(variant: str) -> None:
    game = load(variant)
    least, most = game.players
    assert len(PRESS.players(words_in("en"), game, "A6", 1)) > 1000
    for number in {0, most + 1, 99}:
        with pytest.raises(PaperError) as refusal:
            PRESS.players(words_in("en"), game, "A4", number)
        assert refusal.value.params["allowed"] == tuple(sorted({1, *range(least, most + 1)}))


def test_sizes_and_games_that_are_not_there_are_refused() -> None:
    with pytest.raises(PaperError, match="'B5' is no size"):
        PRESS.players(words_in("en"), load("general"), "B5", 2)
    for number in (0, 7):
        with pytest.raises(PaperError, match="1 to 6"):
            PRESS.games(words_in("en"), load("general"), "A4", number)


def test_the_same_sheet_gives_the_same_bytes_also_at_the_same_time() -> None:
    def make() -> bytes:
        return PRESS.players(words_in("uk"), load("yatzi"), "A5", 5)

    made: list[bytes] = []
    threads = [Thread(target=lambda: made.append(make())) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(made) == {make()}
    assert Press().players(words_in("uk"), load("yatzi"), "A5", 5) == made[0]
