"""Whatever a table tells becomes one sentence with the names of the seats."""

from typing import get_args

import pytest

from kosci.locale.languages import languages, words_in
from kosci.locale.telling import Teller
from kosci.table import story as told
from kosci.table.story import Told
from kosci.variants import load

NAMES = ("Anna", "Олег")
SHEET: tuple[Told, ...] = (
    told.StartRolled(0, (6, 4, 1, 1, 2), 14),
    told.Starts(1),
    told.TurnRolled(1, 1, 3, (5, 2, 5, 5, 3), ()),
    told.TurnRolled(1, 2, 3, (5, 2, 5, 5, 6), (5, 5, 5)),
    told.Entered(1, "large_straight", 40, 100, joker=True, dice=(5, 5, 5, 5, 5), bonus=0),
    told.TookBack(1, "large_straight"),
    told.TurnPassed(0),
    told.StoodIn(0, "greedy"),
    told.CameBack(0),
    told.TookAdvice(0),
    told.GaveTime(0),
    told.RollTakenBack(1),
    told.Correction(0, told.Written("threes", 9), told.Written("large_straight", 40, 100)),
    told.Correction(0, told.Written(None, 0), told.Written("threes", 9)),
    told.SeatLeft(1),
    told.Ended((0,), 245),
)
RACE: tuple[Told, ...] = (
    told.StartRolled(0, (6,), 6),
    told.RaceRolled(0, (5, 5, 3, 2, 4), (5, 5), 10),
    told.SetAside(0, (5, 5), 10, 10, 3),
    told.Busted(0, (3, 2, 4), 10, 0),
    told.Banked(1, 35, 250),
    told.TookBack(1, None),
    told.AllAlike(1, (4, 4, 4, 4, 4), 1250),
    told.TurnLost(0, 0),
    told.TurnLost(0, 35),
    told.AllAlike(1, (), 1250),
    told.Correction(1, told.Written("bank", 35), told.Written("bust", 0)),
    told.Ended((), 0),
)


def teller(variant: str, lang: str, **options: int | bool) -> Teller:
    return Teller(words_in(lang), load(variant, options), NAMES)


def test_every_kind_of_event_is_looked_at() -> None:
    assert {type(item) for item in SHEET + RACE} == set(get_args(Told))


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize(("variant", "items"), [("yahtzee", SHEET), ("tysiac", RACE)])
def test_every_event_is_one_line_with_its_name(variant: str, items: tuple[Told, ...], lang: str) -> None:
    for item, line in zip(items, teller(variant, lang).sentences(items), strict=True):
        assert "\n" not in line
        assert line.endswith((".", "!"))
        assert isinstance(item, told.Ended) or NAMES[item.seat or 0] in line


@pytest.mark.parametrize("lang", languages())
def test_who_begins_is_taken_back_in_one_line(lang: str) -> None:
    line = teller("yahtzee", lang).sentence(told.RollTakenBack(None))
    assert line.endswith(".")
    assert not any(name in line for name in NAMES)


def test_the_sentences_of_a_turn_in_polish() -> None:
    lines = teller("general", "pl").sentences(SHEET)
    assert lines[3:5] == (
        "Олег: rzut 2 z 3: 5, 2, 5, 5, 6. Zatrzymane: 5, 5, 5.",
        "Олег: 40 w kategorii „Duży strit” (dżoker). Kolejny generał: +100.",
    )


def test_a_correction_tells_the_old_and_the_new_value() -> None:
    lines = teller("yahtzee", "pl").sentences(SHEET)
    assert "Poprawka, Anna: było „Trójki” 9, jest „Duży strit” 40 +100." in lines
    assert "Poprawka, Anna: było bez wpisu, jest „Trójki” 9." in lines


def test_t6_a_last_round_is_told_once() -> None:
    items: tuple[Told, ...] = (told.Banked(0, 50, 1000), told.Banked(1, 100, 1100))
    lines = teller("tysiac", "pl", last_round=True).sentences(items)
    assert ["Ostatnia runda" in line for line in lines] == [True, False]
    again = (items[0], told.TookBack(0, None), items[0])
    assert "Ostatnia runda" in teller("tysiac", "pl", last_round=True).sentences(again)[2]


def test_t6_a_roll_above_an_exact_target_is_told_as_such() -> None:
    line = teller("tysiac", "pl", exact=True).sentence(told.Busted(0, (1, 1, 1), 10, 0))
    assert line == "Anna: 1, 1, 1. Ponad cel: punkty z tej tury przepadają."


def test_names_are_told_as_they_were_typed() -> None:
    named = Teller(words_in("uk"), load("yatzi"), ("<b>{name}</b>", "B"))
    assert named.sentence(told.Starts(0)) == "Починає <b>{name}</b>."
