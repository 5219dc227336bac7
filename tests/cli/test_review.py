"""`kosci review` takes a game from a file apart, for people and for scripts."""

import json
from pathlib import Path

import pytest

from kosci.engine.game import Over
from kosci.engine.options import Value
from kosci.table import Fact, Table
from kosci.table.facts import StandIn
from kosci.table.gamefile import GameFile, format_game
from tests.cli.files import played
from tests.cli.running import Runner


def written(path: Path, game: GameFile) -> str:
    file = path / "game.kosci"
    file.write_text(format_game(game), encoding="utf-8")
    return str(file)


@pytest.mark.parametrize("variant", ["yahtzee", "yatzi", "tysiac"])
def test_figures_add_up_for_every_player(kosci: Runner, tmp_path: Path, variant: str) -> None:
    game = played(variant, 2, who="greedy")
    answer = kosci("review", written(tmp_path, game), "--json")
    found = json.loads(answer.out)
    assert (answer.status, answer.err) == (0, "")
    sign = 1 if found["unit"] == "points" else -1
    for player in found["players"]:
        assert player["expected"] + sign * (player["luck"] - player["cost"]) == pytest.approx(player["result"])
        parts = [entry.get("luck", -entry.get("cost", 0)) for entry in player["entries"]]
        assert sum(parts) == pytest.approx(player["luck"] - player["cost"])
        assert all(entry["cost"] >= 0 for entry in player["entries"] if "cost" in entry)
    if variant != "tysiac":
        over = game.table.awaiting
        assert isinstance(over, Over)
        points = [result.points for result in sorted(over.results, key=lambda result: result.seat)]
        assert [player["result"] for player in found["players"]] == pytest.approx(points)


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("pl", ["oczekiwane", "szczęście", "Decyzje, które kosztowały najwięcej", "lepiej: zatrzymaj"]),
        ("uk", ["очікувано", "удача", "Рішення, що коштували найбільше", "краще: відкласти"]),
        ("en", ["expected", "luck", "Decisions that cost most", "better: keep"]),
    ],
)
def test_people_read_what_was_luck_and_what_decisions_cost(
    kosci: Runner, tmp_path: Path, lang: str, words: list[str]
) -> None:
    answer = kosci("--lang", lang, "review", written(tmp_path, played("yahtzee", 2, who="greedy")))
    assert answer.status == 0
    shown = " ".join(answer.out.split())
    assert all(word in shown for word in words)
    assert "Anna" in shown


def test_a_stand_ins_choices_are_the_computers(kosci: Runner, tmp_path: Path) -> None:
    game = played("yahtzee", 1, moves=6)
    facts: list[Fact] = [*game.facts, StandIn(0, "greedy")]
    more = Table.rebuilt(facts)
    facts += more.move(0, more.running.game.legal_moves(more.running.position)[0], lambda _, dice: (1,) * dice)  # type: ignore[arg-type]
    found = json.loads(kosci("review", written(tmp_path, GameFile(game.names, tuple(facts))), "--json").out)
    assert {entry["by"] for entry in found["players"][0]["entries"] if "by" in entry} == {None, "greedy"}


@pytest.mark.parametrize(
    ("options", "moves", "why"),
    [({"exact": True}, None, "exact"), ({}, 0, None)],
)
def test_what_cannot_be_reviewed_says_why(
    kosci: Runner, tmp_path: Path, options: dict[str, Value], moves: int | None, why: str | None
) -> None:
    game = played("tysiac", 2, options=options, moves=3)
    if moves == 0:
        game = GameFile(game.names, game.facts[:3])
    answer = kosci("review", written(tmp_path, game))
    assert (answer.status, answer.out) == (2, "")
    assert len(answer.err.splitlines()) == 1
    assert why is None or why in answer.err
