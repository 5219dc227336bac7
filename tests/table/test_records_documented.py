"""The page about the notation says how records read: its examples are read and written back as they stand."""

import re

import pytest

from kosci.engine.reported import ALIKE
from kosci.engine.scorecard import Scorecard
from kosci.table.gamefile import GameFile, parse_game
from kosci.table.record import PaperGame, format_record, parse_record
from kosci.table.record.decisions import RACE_FORMS, SHEET_FORMS
from kosci.table.record.heading import is_heading
from kosci.table.record.pieces import Piece
from tests.support.project import ROOT

PAGE = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")
GRAMMAR = PAGE.split("```ebnf\n")[1].split("```")[0]


def blocks(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("text", blocks("record"), ids=lambda text: text.split()[4])
def test_an_example_is_read_and_written_back_as_it_stands(text: str) -> None:
    assert format_record(parse_record(text)) == text


def kind_of(game: GameFile | PaperGame) -> str:
    """Whose dice they are: of a seed, of people at a table, of people on paper."""
    if isinstance(game, PaperGame):
        return "paper"
    return game.table.settings.dice


def test_the_examples_are_of_each_kind() -> None:
    games = [parse_record(text) for text in blocks("record")]
    rules = [game.rules if isinstance(game, PaperGame) else game.table.game for game in games]
    kinds = {(kind_of(game), isinstance(rule, Scorecard)) for game, rule in zip(games, rules, strict=True)}
    assert len(kinds) == 6
    assert parse_game(blocks("game")[0]) in games


def test_the_grammar_names_every_word_there_is() -> None:
    words = set(re.findall(r'"([a-z-]+)"', GRAMMAR))
    heading = {word for word in words if is_heading(Piece(f"{word} 1", 1, 1))}
    assert {"game", "rules", "fingerprint", "table", "player", "paper", "open-seed", "commitment"} <= heading
    assert {"share", "sealed", "given-up"} <= heading
    said = {form.split()[0] for form in f"{SHEET_FORMS} · {RACE_FORMS}".split(" · ")} - {"full_house"}
    assert said <= words
    assert {"undone", "left", "advised", "returned", "stand-in", "start", "result", "seed"} <= words
    assert {"begun", "corrected", "continued", *ALIKE} <= words
