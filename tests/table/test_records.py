"""Laws of records: a game is read back to the very log it was written from; what is good before an error is kept."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kosci.engine.errors import RuleError
from kosci.engine.moves import Bank, Keep, RollOn
from kosci.table.facts import Advised, Created, Extended, Fact, Played, Returned, StandIn, Undone, Unseated
from kosci.table.gamefile import GameFile, format_game
from kosci.table.record import PaperGame, format_record, parse_any, parse_record, read_record
from kosci.variants import Rules, catalogue, from_canonical, load
from tests.laws.strategies import examples, games
from tests.table.wild import wild_game

seeds = st.integers(0, 2**32)


@given(games(), seeds, st.sampled_from([0, 3, 40, 160]))
@settings(parent=examples(40))
def test_a_record_is_read_back_to_the_same_log(rules: Rules, seed: int, steps: int) -> None:
    game = wild_game(rules, Random(seed), steps)
    text = format_record(game)
    assert parse_record(text) == game
    assert parse_any(text) == parse_any(format_game(game)) == game


@given(games(), seeds, st.data())
@settings(parent=examples(30))
def test_any_beginning_of_a_log_has_its_record(rules: Rules, seed: int, data: st.DataObject) -> None:
    game = wild_game(rules, Random(seed), 60)
    cut = replace(game, facts=game.facts[: data.draw(st.integers(1, len(game.facts)))])
    assert parse_record(format_record(cut)) == cut


def unsaid(fact: Fact, random: Random) -> Fact:
    """The same move as an old log may hold it: without its places, or without dice that go without saying."""
    match fact:
        case Played(_, Keep() | RollOn()) if random.random() < 1 / 2:
            return replace(fact, places=())
        case Played(seat, Bank()) if random.random() < 1 / 2:
            return Played(seat, Bank(), fact.places)
        case _:
            return fact


def is_log(game: GameFile) -> bool:
    """Whether the table takes these facts: what is left unsaid may mean other dice."""
    try:
        return game.table.version == len(game.facts)
    except RuleError:
        return False


@given(games(), seeds)
@settings(parent=examples(20))
def test_a_log_that_leaves_unsaid_what_follows_is_read_back_as_it_is(rules: Rules, seed: int) -> None:
    random = Random(seed)
    game = wild_game(rules, random, 60)
    terse = replace(game, facts=tuple(unsaid(fact, random) for fact in game.facts))
    if is_log(terse):
        assert parse_record(format_record(terse)) == terse


@given(games(), seeds, st.data())
@settings(parent=examples(30))
def test_what_stands_before_a_bad_line_is_kept(rules: Rules, seed: int, data: st.DataObject) -> None:
    game = wild_game(rules, Random(seed), 60)
    lines = format_record(game).splitlines()
    at = data.draw(st.integers(len(lines) - len(lines) // 2, len(lines)))
    reading = read_record("\n".join([*lines[:at], "   ~~~", *lines[at:]]))
    assert reading.error is not None
    assert (reading.error.params["line"], reading.error.params["column"]) == (at + 1, 4)
    if reading.game is not None:
        assert isinstance(reading.game, GameFile)
        assert game.facts[: len(reading.game.facts)] == reading.game.facts


@given(games(), seeds, st.data())
@settings(parent=examples(40))
def test_a_text_with_a_character_changed_is_a_game_or_refused_with_its_line(
    rules: Rules, seed: int, data: st.DataObject
) -> None:
    text = format_record(wild_game(rules, Random(seed), 30))
    at = data.draw(st.integers(0, len(text) - 1))
    changed = text[:at] + data.draw(st.sampled_from("16 @=+-.xk\n,")) + text[at + 1 :]
    reading = read_record(changed)
    if reading.error is None:
        assert reading.game is not None
        assert parse_record(format_record(reading.game)) == reading.game
    else:
        line, column = reading.error.params["line"], reading.error.params["column"]
        assert isinstance(line, int)
        assert isinstance(column, int)
        assert 1 <= line <= len(changed.splitlines())
        assert 1 <= column <= max(map(len, changed.splitlines())) + 1


def test_the_random_games_hold_all_that_can_happen() -> None:
    made = [wild_game(load("yahtzee"), Random(number), 160) for number in range(20)]
    kinds = {type(fact) for game in made for fact in game.facts}
    assert {Unseated, Undone, StandIn, Returned, Advised, Extended} <= kinds
    text = "".join(map(format_record, made))
    assert " @" in text
    assert "seat 1" in text
    assert "+100" in text


@pytest.mark.parametrize("variant", [info.id for info in catalogue()])
def test_rules_that_no_variant_has_stand_in_full(variant: str) -> None:
    game = wild_game(load(variant), Random(5), 30)
    created = game.facts[0]
    assert isinstance(created, Created)
    other = created.rules.replace(f'"id":"{variant}"', '"id":"of-old"')
    old = replace(game, facts=(replace(created, rules=other), *game.facts[1:]))
    assert from_canonical(other).id == "of-old"
    text = format_record(old)
    assert f"\nrules {other}\n" in text
    assert parse_record(text) == old
    assert not isinstance(parse_record(text), PaperGame)
