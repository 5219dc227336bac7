"""The rules in words say the numbers of the game that is played."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kosci.engine.options import Choice, Value
from kosci.engine.race import Race
from kosci.engine.scorecard import Scorecard
from kosci.locale.languages import languages, words_in
from kosci.locale.option_words import changed_rules
from kosci.locale.rules_text import blurb, rules_text
from kosci.variants import Rules, catalogue, load

PL = words_in("pl")


@st.composite
def games(draw: st.DrawFn) -> Rules:
    variant = draw(st.sampled_from(catalogue()))
    options: dict[str, Value] = {}
    for name, spec in variant.specs.items():
        values = spec.values if isinstance(spec, Choice) else range(spec.least, spec.most + 1, spec.step)
        options[name] = draw(st.sampled_from(values))
    return load(variant.id, options)


def text_of(game: Rules, lang: str = "pl") -> str:
    lines = [line for section in rules_text(words_in(lang), game) for line in section.lines]
    return "\n".join(lines)


@given(game=games(), lang=st.sampled_from(languages()))
def test_every_game_a_house_can_make_has_whole_rules_in_every_language(game: Rules, lang: str) -> None:
    words = words_in(lang)
    sections = rules_text(words, game)
    assert all(section.title and (section.lines or section.rows) for section in sections)
    assert not re.search(r"[{}]", text_of(game, lang))
    assert all(blurb(words, game))
    assert len(changed_rules(words, game)) == len(set(changed_rules(words, game)))


@given(game=games())
def test_s5_an_example_pays_what_the_game_pays_for_it(game: Rules) -> None:
    rows = [row for section in rules_text(PL, game) for row in section.rows]
    if isinstance(game, Scorecard):
        shown = {row.name: row for row in rows}
        for row in game.rows:
            example = shown[PL.row(row.id, game.id)]
            assert row.is_met(example.example)
            assert example.points == PL.number(row.natural(example.example))
    else:
        for shown_row in rows:
            value = game.value(shown_row.example)
            assert value.points
            assert value.scoring == shown_row.example
            assert shown_row.points == PL.number(value.points)


@given(game=games())
def test_numbers_of_the_rules_are_those_of_the_game(game: Rules) -> None:
    text = text_of(game)
    if isinstance(game, Scorecard):
        assert PL("rules.rolls", rolls=game.rolls, dice=game.dice) in text
        assert (PL("rules.bonus", bonus=game.bonus, at=game.bonus_at) in text) == (game.bonus > 0)
        assert ("pustych zostaje" in text) == (game.turns < len(game.rows))
    else:
        assert isinstance(game, Race)
        assert PL.count("point", game.target) in text
        assert (PL("rules.race-opening", opening=game.opening) in text) == (game.opening > 0)


@pytest.mark.parametrize(
    ("variant", "point", "sentence"),
    [
        ("general", "J1", "Te kości są dżokerem, gdy pole ich ścianki w górnej części jest zajęte."),
        ("general", "J1", "Jeśli jednak w polu „Generał” stoi 0, dżokera nie ma i nic z tego nie obowiązuje."),
        ("general", "J3", "Dżoker w dolnej części daje: Ful 25, Mały strit 30 i Duży strit 40."),
        ("general", "J4", "Zamiast tego wolno wpisać 0 w wolne pole górnej części."),
        ("general", "E1", "Dżoker wpisany w dolnej części daje dodatkowo 100 punktów"),
        ("general-full-upper", "J1", "Te kości są dżokerem, gdy cała górna część jest pełna."),
        ("yahtzee", "J2", "trzeba je wpisać właśnie tam"),
        ("yahtzee", "J4", "Dżokera nie można wpisać w górnej części, dopóki jest wolne pole w dolnej."),
        ("yahtzee", "E1", "Każde takie pięć jednakowych daje dodatkowo 100 punktów"),
        ("yahtzee", "S6", "gdy w górnej części jest razem co najmniej 63 punkty"),
        ("yatzi", "J1", "Dżokera nie ma: taki rzut liczy się w każdym polu zwyczajnie."),
        ("yatzi", "E2", "Raz w grze takie pięć jednakowych daje dodatkowo 100 punktów"),
        ("yatzi", "S6", "gdy w górnej części jest razem co najmniej 64 punkty"),
        ("yatzi", "section 3", "Kolejek jest 13, a pól 14, więc pustych zostaje na końcu: 1."),
        ("tysiac", "T3", "odkładasz wszystkie kości, które punktują"),
        ("tysiac", "T4", "jej punkty przepadają, zapisane wcześniej zostają"),
        ("tysiac", "T5", "możesz rzucić wszystkimi jeszcze raz"),
        ("tysiac", "T6", "Wygrywa, kto pierwszy zapisze 1000 punktów lub więcej."),
        ("tysiac", "T2", "5 kości – 7,7%, 4 kości – 15,7%, 3 kości – 27,8%, 2 kości – 44,4%, 1 kość – 66,7%"),
    ],
)
def test_each_variant_says_its_own_reading(variant: str, point: str, sentence: str) -> None:
    assert sentence in text_of(load(variant)), point


def test_the_joker_is_not_promised_where_the_options_forbid_it() -> None:
    text = text_of(load("general", {"joker": "none", "extra": "as_joker"}))
    assert "dodatkowo 100" not in text
    assert "Dodatkowych punktów za to nie ma." in text


def test_a_joker_that_does_not_need_50_says_so() -> None:
    assert "Tak jest także wtedy, gdy w polu „Yahtzee” stoi 0." in text_of(load("yahtzee"))
    assert "nic z tego nie obowiązuje" in text_of(load("yahtzee", {"joker_needs_50": True}))


def test_t6_the_entrance_threshold_is_said_where_it_meets_other_options() -> None:
    options: dict[str, Value] = {"opening": 50, "hot_dice": "stop", "bust": "keep"}
    assert "Poniżej progu wejścia przepadają jednak i one." in text_of(load("tysiac", options))
    assert "rzuca się dalej wszystkimi" in text_of(load("tysiac", options))
    assert "Poniżej progu wejścia" not in text_of(load("tysiac", {"hot_dice": "stop", "bust": "keep"}))


def test_changed_options_are_named_with_their_values() -> None:
    game = load("yatzi", {"bonus_at": 60, "rigol": "sum", "upper_first": True})
    assert changed_rules(PL, game) == ("Próg premii: 60", "Najpierw górna część: tak", "Wartość Rigola: suma oczek")
