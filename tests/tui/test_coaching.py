"""The coach at the keyboard: asked by `h`, always, never; what it says is exact, and the file is marked."""

from dataclasses import replace
from pathlib import Path

import pytest

from kosci.coach.exact import Exact
from kosci.solve.kept import KeptSolutions
from kosci.solve.library import Library
from kosci.table import Settings
from kosci.table.facts import Advised, Created
from kosci.table.gamefile import parse_game
from kosci.tui.retelling import Retelling
from kosci.tui.saved import SavedGame
from tests.cli.files import played
from tests.tui.scripted import ScriptedDesk, put, session


@pytest.fixture(scope="module")
def exact(tmp_path_factory: pytest.TempPathFactory) -> Exact:
    """Exact play over a folder of its own."""
    return Exact(Library(KeptSolutions(tmp_path_factory.mktemp("solutions"))))


def begun(folder: Path, variant: str = "general", coach: str = "on_demand") -> SavedGame:
    """A game of two where seat 1 has rolled."""
    game = played(variant, 2, moves=1, options={"first": "seat"})
    first, *others = game.facts
    assert isinstance(first, Created)
    return put(folder, replace(game, facts=(replace(first, settings=Settings(coach=coach)), *others)))


def sat(saved: SavedGame, exact: Exact | None, *lines: str) -> tuple[str, SavedGame]:
    """What was shown while these lines were typed, and the game after them."""
    desk = ScriptedDesk([*lines, "q"])
    after = replace(session(desk), exact=exact).play(saved)
    return " ".join(desk.shown.replace("\N{NO-BREAK SPACE}", " ").split()), after


def test_h_tells_the_best_moves_and_marks_the_saved_game(tmp_path: Path, exact: Exact) -> None:
    """The best three with their values; the file holds the fact, and telling the game again says who was advised."""
    saved = begun(tmp_path)
    shown, after = sat(saved, exact, "h", "hint")
    options = exact.advice(saved.table.game, saved.table.running.position).options
    for option in options[:3]:
        assert f"expected total {option.value:.1f}" in shown
    assert shown.count("Best moves") == 2
    assert "Points count here, not winning" in shown
    assert after.game.facts == (*saved.game.facts, Advised(0))
    assert parse_game(saved.path.read_text("utf-8")).table.coached == {0}
    desk = ScriptedDesk()
    Retelling(desk._console, session(desk).words, after.game).tell(len(after.game.facts), is_whole=True)
    assert "With coach: Anna." in desk.shown
    assert "Anna: a hint." in desk.shown


def test_after_the_choice_it_says_what_it_cost(tmp_path: Path, exact: Exact) -> None:
    """Against the best move, with its reasons; a choice made without advice is not judged."""
    saved = begun(tmp_path)
    shown, _ = sat(saved, exact, "h", "s 13!")
    assert "The best move." in shown or "It cost " in shown
    shown, _ = sat(begun(tmp_path / "other"), exact, "s 13!")
    assert "It cost " not in shown


def test_always_tells_it_without_asking_and_off_refuses(tmp_path: Path, exact: Exact) -> None:
    """The setting of the table decides."""
    shown, after = sat(begun(tmp_path, coach="always"), exact)
    assert "Best moves" in shown
    assert after.table.coached == {0, 1}
    saved = begun(tmp_path, coach="off")
    shown, after = sat(saved, exact, "h")
    assert "There are no hints at this table." in shown
    assert after.game.facts == saved.game.facts


def test_in_tysiac_the_chance_to_win_is_told(tmp_path: Path, exact: Exact) -> None:
    """Two players: no rows, the chance of both moves."""
    saved = begun(tmp_path, "tysiac")
    shown, _ = sat(saved, exact, *([] if saved.table.is_choosing else ["r"]), "h")
    assert "chance to win" in shown


def test_without_exact_play_the_way_out_is_named_and_nothing_is_marked(tmp_path: Path) -> None:
    """A hint that cannot be shown marks no game."""
    saved = begun(tmp_path)
    shown, after = sat(saved, None, "h")
    assert "pip install kosci[solve]" in shown
    assert after.game.facts == saved.game.facts
    shown, _ = sat(begun(tmp_path / "always", coach="always"), None)
    assert "pip install kosci[solve]" in shown
