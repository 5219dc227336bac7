"""Of a game on paper a turn is one lump of luck and keeps, and only the choice of the row is judged."""

from pathlib import Path

import pytest

from kosci.coach.judging import judge_of
from kosci.coach.ledger import Ledger
from kosci.coach.paper_books import paper_books
from kosci.engine.race import Race
from kosci.engine.scorecard import SheetPosition
from kosci.solve.kept import KeptSolutions
from kosci.solve.library import Library
from kosci.solve.race_model import unsolved_option
from kosci.table.record import PaperGame, PaperTurn, parse_any
from kosci.variants import load

RECORDS = Path(__file__).parents[1] / "golden" / "records"


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    return Library(KeptSolutions(tmp_path_factory.mktemp("solutions")))


def read(name: str) -> PaperGame:
    game = parse_any((RECORDS / f"{name}.txt").read_text(encoding="utf-8"))
    assert isinstance(game, PaperGame)
    return game


def on_paper() -> list[str]:
    """The records of games on paper that have an exact solution."""
    games = {path.stem: parse_any(path.read_text(encoding="utf-8")) for path in sorted(RECORDS.glob("by-hand-*"))}
    papers = {name: game for name, game in games.items() if isinstance(game, PaperGame)}
    is_solved = {
        name: not isinstance(game.rules, Race) or unsolved_option(game.rules) is None for name, game in papers.items()
    }
    return [name for name in papers if is_solved[name]]


def books(library: Library, game: PaperGame) -> tuple[Ledger, ...]:
    return paper_books(judge_of(library, game.rules), game)


@pytest.mark.parametrize("name", on_paper())
def test_every_game_on_paper_adds_up_to_what_was_written(library: Library, name: str) -> None:
    game = read(name)
    for book in books(library, game):
        change = book.sign * (book.now - book.start)
        assert book.luck - book.cost == pytest.approx(change, abs=1e-9)
        assert all(decision.cost >= 0 for decision in book.decisions)
    if game.results is not None and isinstance(game.position, SheetPosition):
        assert [book.now for book in books(library, game)] == pytest.approx([result.points for result in game.results])


def test_where_the_last_dice_are_known_the_row_is_judged_and_nowhere_else(library: Library) -> None:
    game = read("by-hand-yahtzee-last-dice")
    anna, olek = books(library, game)
    assert len(anna.decisions) == sum(book.is_whole_turn for book in anna.rolls)
    known = [turn for turn in game.turns if turn.seat == 1 and getattr(turn, "dice", None)]
    assert len(olek.decisions) == len(known)
    assert all(roll.is_whole_turn for roll in (*anna.rolls, *olek.rolls))


def test_a_turn_is_judged_as_the_engine_and_the_solution_say(library: Library) -> None:
    game = read("by-hand-yahtzee-last-dice")
    assert isinstance(game.turns[0].seat, int)
    advisor = library.sheet(game.rules)  # type: ignore[arg-type]  # a sheet game
    first = books(library, game)[0].decisions[0]
    options = advisor.values(advisor.rules.empty_card(), first.dice, 0)
    chosen = next(option for option in options if option.move == first.move)
    assert (first.before, first.cost) == pytest.approx((options[0].value, chosen.cost))


def test_a_race_on_paper_is_counted_in_turns(library: Library) -> None:
    turns = (PaperTurn(0, "bank", 150), PaperTurn(1, "bust", 0), PaperTurn(0, "bank", 300), PaperTurn(1, "bank", 50))
    game = PaperGame(("Anna", "Olek"), load("tysiac", {"first": "seat"}), turns)
    waits = library.race(game.rules).solution.values.waits  # type: ignore[arg-type]  # a race
    anna, olek = books(library, game)
    assert anna.unit == "turns"
    assert (anna.now, olek.now) == pytest.approx((2 + waits[110], 2 + waits[190]))
    assert anna.luck == pytest.approx(anna.start - anna.now)
    assert not anna.decisions
