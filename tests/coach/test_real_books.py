"""The books of tables with real dice: told turns are lumps, told rolls judged, corrections count from the start."""

from random import Random
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kosci.coach.books import table_books
from kosci.coach.judging import judge_of
from kosci.coach.ledger import Ledger
from kosci.coach.paper_books import paper_books
from kosci.engine.game import Over, Rolled
from kosci.engine.moves import Score
from kosci.engine.reported import Reported
from kosci.engine.scorecard import Scorecard, SheetPosition
from kosci.solve.kept import KeptSolutions
from kosci.solve.library import Library
from kosci.table.gamefile import GameFile
from kosci.table.record import PaperGame, parse_record
from kosci.table.refold import folded
from kosci.variants import load
from tests.laws.strategies import examples
from tests.table.real import real_game


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    return Library(KeptSolutions(tmp_path_factory.mktemp("solutions")))


def books_of(library: Library, game: GameFile) -> tuple[Ledger, ...]:
    return table_books(judge_of(library, game.table.game), game.facts)


def check_adds_up(found: Ledger) -> None:
    change = found.sign * (found.now - found.start)
    assert found.luck - found.cost == pytest.approx(change, abs=1e-9)
    assert all(decision.cost >= 0 for decision in found.decisions)
    for sums in (found.by_turn(), found.by_row()):
        assert sum(luck - cost for luck, cost in sums.values()) == pytest.approx(change, abs=1e-9)


@examples(5)
@given(st.sampled_from(("yahtzee", "yatzi")), st.integers(0, 2**32), st.sampled_from([20, 70]))
def test_luck_less_costs_is_what_came_of_a_sheet(library: Library, variant: str, seed: int, steps: int) -> None:
    game = real_game(load(variant), Random(seed), steps)
    if game.table.play is None:
        return
    for seat, found in enumerate(books_of(library, game)):
        check_adds_up(found)
        rules, position = game.table.game, game.table.play.position
        assert isinstance(rules, Scorecard)
        assert isinstance(position, SheetPosition)
        if isinstance(game.table.awaiting, Over) or position.left[seat]:
            assert found.now == pytest.approx(rules.total(position.cards[seat]), abs=1e-9)


@pytest.mark.parametrize("options", [{}, {"bust": "keep"}, {"set_aside": "any", "target": 300}])
@pytest.mark.parametrize("seed", range(3))
def test_luck_less_costs_is_what_came_of_a_race(library: Library, options: dict[str, str | int], seed: int) -> None:
    game = real_game(load("tysiac", options), Random(seed), 120)
    assert game.table.play is not None
    for seat, found in enumerate(books_of(library, game)):
        check_adds_up(found)
        ended = {one.seq for one in folded(game.table.play) if getattr(one.event, "seat", None) == seat}
        assert {entry.seq for entry in found.entries if entry.is_whole_turn} <= ended
        assert found.spent <= game.table.play.turns[seat] + 1


def table(text: str) -> GameFile:
    game = parse_record(f"kosci record 1\ngame yahtzee\ntable dice=real\nplayer Anna\n{text}")
    assert isinstance(game, GameFile)
    return game


def test_a_turn_told_whole_is_one_lump_and_its_row_is_judged_by_its_last_dice(library: Library) -> None:
    (found,) = books_of(library, table("1. Anna  5 5 5 2 2  full_house\n"))
    (roll,) = found.rolls
    (choice,) = found.decisions
    assert (roll.is_whole_turn, roll.dice, roll.number) == (True, (2, 2, 5, 5, 5), 0)
    assert (choice.is_whole_turn, choice.dice, choice.move) == (True, (2, 2, 5, 5, 5), Score("full_house"))
    assert choice.cost == 0
    (foolish,) = books_of(library, table("1. Anna  5 5 5 2 2  ones\n"))
    assert foolish.decisions[0].best == (Score("full_house"),)
    assert foolish.cost > 15
    assert foolish.luck == pytest.approx(found.luck)


def test_a_turn_told_by_its_points_is_all_luck(library: Library) -> None:
    (found,) = books_of(library, table("1. Anna  full_house 25\n"))
    (by_dice,) = books_of(library, table("1. Anna  5 5 5 2 2  full_house\n"))
    assert not found.decisions
    assert found.now == pytest.approx(by_dice.now)
    assert found.luck == pytest.approx(by_dice.luck - by_dice.cost)


ROLLS = "1. Anna\n 2 5 5 1 6  keep 5 5\n 5 5 3 5 6  keep 5 5 5\n 5 5 5 2 2  full_house\n"


def test_a_turn_told_roll_by_roll_is_judged_as_one_with_drawn_dice(library: Library) -> None:
    (real,) = books_of(library, table(ROLLS))
    text = f"kosci record 1\ngame yahtzee first=seat\nplayer Anna\n{ROLLS}"
    drawn = parse_record(text)
    assert isinstance(drawn, GameFile)
    (other,) = books_of(library, drawn)
    assert [entry.is_whole_turn for entry in real.entries] == [False] * 6
    assert (real.luck, real.cost, real.now) == pytest.approx((other.luck, other.cost, other.now))


def test_of_a_turn_begun_roll_by_roll_the_rest_is_a_lump(library: Library) -> None:
    told = "1. Anna\n 2 5 5 1 6  keep 1 2\n 1 2 6 6 6\n1. Anna  5 5 5 2 2  full_house\n"
    (found,) = books_of(library, table(told))
    assert [entry.is_whole_turn for entry in found.entries] == [False, False, False, True, True]
    assert found.cost > 5
    check_adds_up(found)


def test_a_correction_of_a_told_turn_is_judged_by_the_dice_that_lay(library: Library) -> None:
    (found,) = books_of(library, table(f"{ROLLS}- corrected 1. Anna  5 5 5 2 2  fives\n"))
    assert [entry.is_whole_turn for entry in found.entries] == [False] * 6
    assert found.decisions[-1].move == Score("fives")
    assert found.decisions[-1].dice == (2, 2, 5, 5, 5)
    check_adds_up(found)


def test_the_books_are_those_of_the_corrected_game(library: Library) -> None:
    right = table("1. Anna  3 3 3 1 2  threes\n2. Anna  6 6 6 6 6  five_of_a_kind\n3. Anna passed\n")
    wrong = table(
        "1. Anna  3 3 3 1 2  chance\n2. Anna  sixes 18\n3. Anna  twos 4\n- undone\n3. Anna passed\n"
        "- corrected 1. Anna  3 3 3 1 2  threes\n- corrected 2. Anna  6 6 6 6 6  five_of_a_kind\n"
    )
    (expected,), (found,) = books_of(library, right), books_of(library, wrong)
    assert (found.luck, found.cost, found.now) == pytest.approx((expected.luck, expected.cost, expected.now))


def test_an_entry_that_fits_no_more_is_a_passed_turn(library: Library) -> None:
    flagged = table("1. Anna  threes 9\n2. Anna  fours 16\n- corrected 1. Anna  fours 12\n")
    passed = table("1. Anna  fours 12\n2. Anna  passed\n")
    (found,), (expected,) = books_of(library, flagged), books_of(library, passed)
    assert [decision.move for decision in found.decisions] == ["pass"]
    assert (found.luck, found.cost, found.now) == pytest.approx((expected.luck, expected.cost, expected.now))


def test_the_same_turns_on_paper_have_the_same_books(library: Library) -> None:
    lines = "1. Anna  5 5 5 2 2  full_house\n2. Anna  sixes 18\n3. Anna  passed\n4. Anna  1 2 3 4 5  chance\n"
    paper = parse_record(f"kosci record 1\ngame yahtzee\nplayer Anna\npaper\n{lines}")
    assert isinstance(paper, PaperGame)
    (real,) = books_of(library, table(lines))
    (other,) = paper_books(judge_of(library, paper.rules), paper)
    assert [entry.is_whole_turn for entry in real.entries] == [entry.is_whole_turn for entry in other.entries]
    assert (real.luck, real.cost, real.now) == pytest.approx((other.luck, other.cost, other.now))


def test_random_games_are_told_in_both_ways() -> None:
    games = [real_game(load("yahtzee"), Random(seed), 60) for seed in range(3)]
    plays = [game.table.play for game in games if game.table.play is not None]
    told = [sum(isinstance(one.event, Reported) for one in play.log) for play in plays]
    assert fmean(told) > 10
    assert any(isinstance(one.event, Rolled) for play in plays for one in play.log)
