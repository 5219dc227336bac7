"""What moves are worth comes from one door for every game."""

from pathlib import Path
from threading import Thread

import pytest

from kosci.coach.exact import Exact
from kosci.engine.errors import NotAwaitedError
from kosci.engine.moves import Keep, Roll
from kosci.engine.race import Race
from kosci.engine.scorecard import Scorecard
from kosci.solve.kept import KeptSolutions
from kosci.solve.library import Library
from kosci.variants import load


@pytest.fixture(scope="module")
def exact(tmp_path_factory: pytest.TempPathFactory) -> Exact:
    return Exact(Library(KeptSolutions(tmp_path_factory.mktemp("solutions"))))


def sheet(variant: str) -> Scorecard:
    game = load(variant)
    assert isinstance(game, Scorecard)
    return game


def race(**options: object) -> Race:
    game = load("tysiac", options)  # type: ignore[arg-type]  # checked by the loader
    assert isinstance(game, Race)
    return game


def test_a_sheet_game_is_advised_on_its_total(exact: Exact) -> None:
    game = sheet("yahtzee")
    start = game.start(1)
    assert [(option.move, option.cost) for option in exact.advice(game, start).options] == [(Roll(), 0.0)]
    rolled = game.after_roll(game.after_move(start, Roll()), (2, 2, 3, 3, 3))
    advice = exact.advice(game, rolled)
    assert advice.aim == "total"
    assert advice.options[0].move == Keep((3, 3, 3))
    assert advice.options[0].value == pytest.approx(259.6460, abs=1e-4)
    assert all(option.move in game.legal_moves(rolled) for option in advice.options)


@pytest.mark.parametrize(
    ("players", "options", "aim"),
    [
        (2, {}, "chance"),
        (3, {}, "gain"),
        (2, {"last_round": True}, "gain"),
        (2, {"exact": True}, "gain"),
    ],
)
def test_a_race_is_advised_on_winning_where_that_is_known(
    exact: Exact, players: int, options: dict[str, object], aim: str
) -> None:
    game = race(first="seat", **options)
    position = game.after_move(game.start(players), Roll())
    position = game.after_roll(position, (1, 1, 2, 3, 6))
    advice = exact.advice(game, position)
    assert advice.aim == aim
    assert {option.move for option in advice.options} <= set(game.legal_moves(position))
    assert advice.options[0].cost == 0


def test_nothing_is_advised_while_dice_are_awaited(exact: Exact) -> None:
    game = sheet("general")
    with pytest.raises(NotAwaitedError):
        exact.advice(game, game.after_move(game.start(1), Roll()))


def test_a_game_asked_for_by_many_at_once_is_solved_once(tmp_path: Path) -> None:
    library = Library(KeptSolutions(tmp_path))
    found: list[object] = []
    threads = [Thread(target=lambda: found.append(library.sheet(sheet("yahtzee")))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4
    assert len(set(map(id, found))) == 1
    assert library.holds(sheet("yahtzee"))


def test_games_asked_for_longest_ago_are_let_go(tmp_path: Path) -> None:
    library = Library(KeptSolutions(tmp_path), most_held=1)
    library.turn(race())
    library.turn(race(hot_dice="stop"))
    assert len(library._held) == 1
