"""Computer players in the terminal: all of them are offered with what they come to, and play to the end."""

from collections.abc import Mapping
from pathlib import Path
from random import Random

import pytest

from kosci.bots import BotInfo, players
from kosci.bots.strengths import WEAKEST_FIRST
from kosci.coach.exact import Exact
from kosci.commands import computers
from kosci.commands.errors import CommandError
from kosci.engine.errors import RuleError
from kosci.locale.bot_words import bot_average, bot_pick
from kosci.locale.languages import languages, words_in
from kosci.solve.kept import KeptSolutions
from kosci.solve.library import Library
from kosci.tui.saved import Sitting
from kosci.tui.session import Session
from kosci.tui.setup import ask_players, parse_players
from kosci.variants import load
from tests.cli.files import played
from tests.tui.scripted import ScriptedDesk, put

FIRST: dict[str, str | int | bool] = {"first": "seat"}


@pytest.fixture(scope="module")
def everybody(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, BotInfo]:
    return players(Exact(Library(KeptSolutions(tmp_path_factory.mktemp("solutions")))).advice)


@pytest.mark.parametrize("lang", languages())
def test_every_player_is_offered_with_what_it_comes_to(everybody: Mapping[str, BotInfo], lang: str) -> None:
    desk, words = ScriptedDesk(["Anna,@hard,@best"]), words_in(lang)
    game = load("yahtzee")
    assert ask_players(desk, words, game, everybody) == (Sitting("Anna"), Sitting(bot="hard"), Sitting(bot="best"))
    offered = [line.split()[0] for line in desk.shown.splitlines() if line.startswith("  @")]
    assert offered == [f"@{name}" for name in WEAKEST_FIRST]
    assert all(about in desk.shown for about in (" 180", " 215", " 240", " 255"))


def test_a_player_who_is_not_there_is_refused_with_those_who_are() -> None:
    with pytest.raises(RuleError) as caught:
        parse_players("Anna,@best", load("yahtzee"))
    assert caught.value.params == {"given": "best", "allowed": ("random", "family", "greedy")}


def test_of_house_rules_only_what_is_known_is_said() -> None:
    words, game = words_in("pl"), load("yahtzee", {"bonus": 40})
    assert [bot_average(words, game, name) for name in WEAKEST_FIRST] == [""] * len(WEAKEST_FIRST)
    assert bot_average(words, game, "best", 257.2) == "gra średnio na 257"
    assert bot_average(words, game, "hard", 257.2) == ""
    assert bot_pick(words, game, "hard", 257.2) == "Trudny"


@pytest.mark.parametrize(
    ("lang", "easy", "best"),
    [
        ("pl", "wygrywa ok. 24% gier z optymalnym", "w pojedynkę do celu potrzebuje średnio 30,2 tury"),
        ("uk", "виграє приблизно 24% ігор з оптимальним", "наодинці до мети треба в середньому 30,2 ходу"),
        ("en", "wins about 24% of games with the optimal one", "alone it takes 30.2 turns on average"),
    ],
)
def test_tysiac_is_told_in_games_won_and_turns(lang: str, easy: str, best: str) -> None:
    words, game = words_in(lang), load("tysiac")
    assert bot_average(words, game, "easy") == easy
    assert bot_average(words, game, "best") == best


@pytest.mark.parametrize("name", ["easy", "best"])
def test_a_strength_plays_its_turns_at_the_keyboard(
    tmp_path: Path, everybody: Mapping[str, BotInfo], name: str
) -> None:
    saved = put(tmp_path, played("general", 2, moves=1, options=FIRST, computers={0: name}))
    after = Session(ScriptedDesk(["q"]), words_in("en"), Random(4), everybody).play(saved)
    assert after.table.mover == 1
    assert after.table.version > saved.table.version


def test_a_game_with_a_player_that_cannot_play_here_says_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(computers, "find_spec", lambda name: None if name == "numba" else name)
    words = words_in("en")
    assert computers.exact_here(words) is None
    assert tuple(computers.players_of(None)) == ("random", "family", "greedy")
    with_best = put(tmp_path / "best", played("general", 2, moves=1, options=FIRST, computers={0: "best"}))
    with pytest.raises(CommandError, match="'best' needs numba") as caught:
        computers.prepare(words, None, with_best.table)
    assert caught.value.code == "bot-not-here"
    with_greedy = put(tmp_path / "greedy", played("general", 2, moves=1, options=FIRST, computers={0: "greedy"}))
    computers.prepare(words, None, with_greedy.table)


def test_tysiac_where_it_is_not_solved_is_played_all_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    exact = Exact(Library(KeptSolutions(tmp_path / "solutions")))
    saved = put(tmp_path, played("tysiac", 2, moves=1, options={**FIRST, "opening": 50}, computers={0: "best"}))
    computers.prepare(words_in("en"), exact, saved.table)
    assert capsys.readouterr().err == ""
