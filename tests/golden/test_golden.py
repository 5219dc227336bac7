"""Golden games: whole games as text, each replayed to its positions and results.

A rule that changes by accident changes one of these. New ones come from tools/golden.py.
"""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from kosci.engine.game import Begun, Game, Left, Moved, Over, Passed, apply
from kosci.engine.reported import Reported
from kosci.engine.scorecard import Scorecard
from kosci.variants import catalogue, format_position, parse_position
from tests.golden.scripts import FOLDER, Script, format_result, format_script, parse_script

FILES = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_replay_gives_the_positions_and_results_written(path: Path) -> None:
    script = parse_script(path.read_text(encoding="utf-8"))
    game: Game[Any] = script.rules
    position = game.start(script.seats)
    for step in script.steps:
        if isinstance(step, str):
            assert format_position(script.rules, position) == step
            assert parse_position(step) == (script.rules, position)
        else:
            position = apply(game, position, step)
    over = game.awaiting(position)
    assert isinstance(over, Over)
    assert tuple(map(format_result, over.results)) == script.results


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_golden_game_is_written_as_it_is_read(path: Path) -> None:
    script = parse_script(path.read_text(encoding="utf-8"))
    assert parse_script(format_script(script)) == script


def test_every_variant_has_its_golden_games_one_of_them_reckoned_by_hand() -> None:
    scripts = {path.stem: parse_script(path.read_text(encoding="utf-8")) for path in FILES}
    by_variant = Counter(script.rules.id for script in scripts.values())
    by_hand = {script.rules.id for name, script in scripts.items() if name.endswith("by-hand")}
    with_leaver = {s.rules.id for s in scripts.values() if any(isinstance(event, Left) for event in s.events)}
    with_pass = {s.rules.id for s in scripts.values() if any(isinstance(event, Passed) for event in s.events)}
    with_real_dice = {s.rules.id for s in scripts.values() if is_told(s)}
    for info in catalogue():
        assert by_variant[info.id] >= 2
        assert {info.id} <= by_hand & with_leaver & with_pass & with_real_dice


def is_told(script: Script) -> bool:
    """Whether people told of the turns: by dice and by points, some of them roll by roll."""
    told = [event for event in script.events if isinstance(event, Reported)]
    has_dice = any(event.dice for event in told) or not isinstance(script.rules, Scorecard)
    has_begun = any(isinstance(event, Begun) for event in script.events)
    has_rolls = any(isinstance(event, Moved) for event in script.events)
    return has_dice and has_begun and has_rolls and any(event.points for event in told)
