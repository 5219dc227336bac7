"""A game at one keyboard: what is typed happens once, is in the file, and can be taken back until the next roll."""

from pathlib import Path

import pytest

from kosci.engine.scorecard import SheetPosition
from kosci.table.gamefile import GameFile, parse_game
from kosci.table.verify import verify
from kosci.tui.saved import SavedError, SavedGame, take_up
from tests.cli.files import played
from tests.tui.scripted import ScriptedDesk, put, session

VARIANTS = ("general", "general-full-upper", "yahtzee", "yatzi", "yatzy", "tysiac")
FIRST: dict[str, str | int | bool] = {"first": "seat"}


def kept(saved: SavedGame) -> GameFile:
    return parse_game(saved.path.read_text("utf-8"))


def sheet(saved: SavedGame) -> SheetPosition:
    play = saved.table.play
    assert play is not None
    assert isinstance(play.position, SheetPosition)
    return play.position


def begun(folder: Path, seats: int = 2, *, moves: int = 1, computers: dict[int, str] | None = None) -> SavedGame:
    """A game of general where seat 1 has rolled."""
    return put(folder, played("general", seats, moves=moves, options=FIRST, computers=computers))


def test_what_is_typed_is_in_the_file_when_the_next_line_is_asked_for(tmp_path: Path) -> None:
    saved = begun(tmp_path)
    counts: list[int] = []
    lines = iter(["k", "k", "s 13", "q"])

    def typist(_: str) -> str:
        counts.append(len(kept(saved).facts))
        return next(lines)

    after = session(ScriptedDesk(typist)).play(saved)
    assert counts == [len(saved.game.facts) + done for done in (0, 2, 4, 5)]
    assert kept(saved).facts == after.game.facts


def test_a_file_taken_up_again_has_the_same_dice_in_their_places(tmp_path: Path) -> None:
    saved = begun(tmp_path)
    face = saved.table.running.faces[2]
    after = session(ScriptedDesk([f"k {face}", "q"])).play(saved)
    again = take_up(saved.path, saved.path.read_text("utf-8"))
    assert again.table.running.faces == after.table.running.faces
    assert again.table.running.fixed == after.table.running.fixed != ()
    assert again.table == after.table
    desk = ScriptedDesk([])
    session(desk).play(again)
    assert "Roll 2 of 3" in desk.shown
    assert f"kept: {face}" in desk.shown


def test_an_entry_can_be_taken_back_until_the_next_roll(tmp_path: Path) -> None:
    saved = begun(tmp_path)
    desk = ScriptedDesk(["s 13", "u", "s 13", "r", "u"])
    after = session(desk).play(saved)
    assert "u – undo (Anna)" in desk.shown
    assert "Anna takes the entry back." in desk.shown
    assert "Cannot be undone" in desk.shown
    assert sheet(after).mover == 1
    assert sheet(after).rolls_used == 1


def test_a_computers_entry_is_not_taken_back(tmp_path: Path) -> None:
    saved = begun(tmp_path, computers={0: "greedy"})
    desk = ScriptedDesk(["u"])
    after = session(desk).play(saved)
    assert "Cannot be undone" in desk.shown
    assert sheet(after).cards[0].filled == 1


def test_a_computer_waits_three_seconds_for_an_undo(tmp_path: Path) -> None:
    saved = begun(tmp_path, computers={1: "random"})
    desk = ScriptedDesk(["s 13", "s 13"], undo=[True, False])
    after = session(desk).play(saved)
    assert desk.waits == [3.0, 3.0]
    assert desk.shown.count("Anna takes the entry back.") == 1
    assert sheet(after).cards[1].filled == 1
    assert desk.pauses
    assert max(desk.pauses) < 3


def test_a_zero_is_asked_about_while_another_row_would_give_points(tmp_path: Path) -> None:
    saved = begun(tmp_path)
    desk = ScriptedDesk(["s 12", "n", "s 12", "", "s 12", "y"])
    after = session(desk).play(saved)
    assert desk.shown.count("Enter 0 in “Five of a kind”?") == 3
    assert sheet(after).cards[0].values[11] == 0
    assert sheet(after).cards[0].filled == 1
    assert len(after.game.facts) == len(saved.game.facts) + 1


def test_a_zero_with_an_exclamation_mark_is_not_asked_about(tmp_path: Path) -> None:
    desk = ScriptedDesk(["s 12!"])
    after = session(desk).play(begun(tmp_path))
    assert "Enter 0" not in desk.shown
    assert sheet(after).cards[0].values[11] == 0


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("dance", "“dance” is no command here."),
        ("k 5 5 5 5 5 5", "6 dice"),
        ("roll", "The dice lie on the table"),
        ("bank", "“bank” is no move of this game."),
        ("end", "can be ended only when one person stays"),
        ("s sevens", "There is no row “sevens”."),
        ("u", "Cannot be undone"),
        ("leave Zoë", "Anna or Olek"),
    ],
)
def test_what_cannot_be_is_answered_in_words_and_changes_nothing(tmp_path: Path, line: str, said: str) -> None:
    saved = begun(tmp_path)
    before = saved.path.read_bytes()
    desk = ScriptedDesk([line])
    after = session(desk).play(saved)
    assert said in " ".join(desk.shown.split())
    assert after is saved
    assert saved.path.read_bytes() == before


def test_s2_before_the_first_roll_and_after_the_third_the_rules_answer(tmp_path: Path) -> None:
    saved = begun(tmp_path, moves=0)
    desk = ScriptedDesk(["s 13", "k 5", "r", "k", "k", "k", "r"])
    session(desk).play(saved)
    assert desk.shown.count("Roll first.") == 2
    assert desk.shown.count("No rolls left (3 a turn): enter a score.") == 2


def test_s10_leaving_is_asked_about_and_final(tmp_path: Path) -> None:
    saved = begun(tmp_path, 3)
    desk = ScriptedDesk(["leave", "n", "leave", "y"])
    after = session(desk).play(saved)
    assert "There is no way back into this game." in desk.shown
    assert sheet(after).left == (True, False, False)
    assert sheet(after).mover == 1


def test_s10_somebody_else_may_leave_by_name_or_number(tmp_path: Path) -> None:
    saved = begun(tmp_path, 3)
    after = session(ScriptedDesk(["leave ol", "y", "leave 3", "y"])).play(saved)
    assert sheet(after).left == (False, True, True)
    assert sheet(after).mover == 0
    assert sheet(after).rolls_used == 1


def test_s10_the_last_one_staying_may_end_the_game_now(tmp_path: Path) -> None:
    saved = begun(tmp_path)
    desk = ScriptedDesk(["leave Olek", "y", "end", "n", "end", "y"])
    after = session(desk).play(saved)
    assert after.table.seed is not None
    assert "End the game now?" in desk.shown
    assert "left" in desk.shown


def test_s10_tysiac_is_won_by_the_last_one_staying(tmp_path: Path) -> None:
    saved = put(tmp_path, played("tysiac", 2, moves=0, options=FIRST))
    desk = ScriptedDesk(["leave", "y"])
    after = session(desk).play(saved)
    assert after.table.seed is not None
    assert "Olek wins: 0 points." in desk.shown


def test_computers_play_on_at_once_when_no_person_stays(tmp_path: Path) -> None:
    saved = begun(tmp_path, 3, computers={1: "random", 2: "random"})
    desk = ScriptedDesk(["leave", "y"])
    after = session(desk).play(saved)
    assert after.table.seed is not None
    assert desk.pauses == []


@pytest.mark.parametrize("variant", VARIANTS)
def test_computers_alone_play_any_game_to_its_end(tmp_path: Path, variant: str) -> None:
    seats = 4
    computers = dict.fromkeys(range(seats), "random")
    saved = put(tmp_path, played(variant, seats, moves=0, computers=computers))
    desk = ScriptedDesk([])
    after = session(desk).play(saved)
    assert after.table.seed is not None
    assert verify(kept(saved).facts).verdict == "right"
    assert "Random 4" in desk.shown


def test_the_last_entry_may_be_taken_back_until_the_end_is_confirmed(tmp_path: Path) -> None:
    whole = played("general", 1)
    rolls = [at for at, fact in enumerate(whole.facts) if type(fact).__name__ == "Rolled"]
    saved = put(tmp_path, GameFile(whole.names, whole.facts[: rolls[-1] + 1]))
    open_row = str(1 + sheet(saved).cards[0].values.index(None))
    desk = ScriptedDesk([f"s {open_row}!", "u", f"s {open_row}!", ""])
    after = session(desk).play(saved)
    assert after.table.seed is not None
    assert desk.shown.count("Anna takes the entry back.") == 1
    assert verify(kept(saved).facts).verdict == "right"


def test_a_game_that_is_over_shows_its_end_and_asks_nothing(tmp_path: Path) -> None:
    whole = played("general", 3)
    saved = put(tmp_path, whole)
    desk = ScriptedDesk(["r"])
    after = session(desk).play(saved)
    assert after is saved
    places = [line for line in desk.shown.splitlines() if line.strip()[:2] in ("1 ", "2 ", "3 ") and "│" not in line]
    assert [line.split()[0] for line in places[-3:]] == ["1", "2", "3"]


def test_nothing_is_written_over_a_file_that_somebody_else_has_changed(tmp_path: Path) -> None:
    saved = begun(tmp_path)
    other = session(ScriptedDesk(["s 13"])).play(take_up(saved.path, saved.path.read_text("utf-8")))
    with pytest.raises(SavedError) as caught:
        session(ScriptedDesk(["s 13"])).play(saved)
    assert caught.value.code == "file-changed"
    assert kept(saved).facts == other.game.facts


def test_help_rules_and_the_sheet_are_shown_on_request(tmp_path: Path) -> None:
    desk = ScriptedDesk(["?", "rules", "t"])
    session(desk).play(begun(tmp_path))
    assert "keep 5 5" in desk.shown
    assert "Three dice of each face make 63 points here." in desk.shown
    assert desk.shown.count("Bonus 35 from 63") == 2


def test_the_file_belongs_to_its_owner_alone(tmp_path: Path) -> None:
    saved = begun(tmp_path)
    session(ScriptedDesk(["s 13"])).play(saved)
    assert saved.path.stat().st_mode & 0o077 == 0
    assert [path.name for path in tmp_path.iterdir()] == [saved.path.name]
