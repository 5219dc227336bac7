"""Golden games as text: a head, one event a line, checkpoints and the results, with comments anywhere.

game: yahtzee joker=free_choice
seats: 2
rolled 6 6 1 1 1            # anything after a # is for people
1: roll
position: yahtzee joker=free_choice | to=1 …
result: 1: 231 points, place 1
result: 2: 95 points, place 2, left
"""

from dataclasses import dataclass
from pathlib import Path

from kosci.engine.game import Event, Result, format_event, parse_event
from kosci.engine.options import format_value
from kosci.variants import Rules, changed_options, load, parse_options

FOLDER = Path(__file__).parent / "games"


@dataclass(frozen=True)
class Script:
    """A golden game as written: rules, seats, events and positions in order, results as lines."""

    rules: Rules
    seats: int
    steps: tuple[Event | str, ...]
    results: tuple[str, ...]

    @property
    def events(self) -> tuple[Event, ...]:
        """The events alone."""
        return tuple(step for step in self.steps if not isinstance(step, str))


def format_result(result: Result) -> str:
    """One result line."""
    left = ", left" if result.left else ""
    return f"{result.seat + 1}: {result.points} points, place {result.place}{left}"


def parse_script(text: str) -> Script:
    """The golden game a text holds."""
    lines = [line.split("#")[0].strip() for line in text.splitlines()]
    lines = [line for line in lines if line]
    game, seats, *rest = lines
    id_, *options = game.removeprefix("game: ").split()
    steps: list[Event | str] = []
    results = []
    for line in rest:
        if line.startswith("result: "):
            results.append(line.removeprefix("result: "))
        elif line.startswith("position: "):
            steps.append(line.removeprefix("position: "))
        else:
            steps.append(parse_event(line))
    rules = load(id_, parse_options(id_, options))
    return Script(rules, int(seats.removeprefix("seats: ")), tuple(steps), tuple(results))


def format_script(script: Script) -> str:
    """The golden game as text."""
    options = [f"{name}={format_value(value)}" for name, value in changed_options(script.rules).items()]
    lines = [f"game: {' '.join([script.rules.id, *options])}", f"seats: {script.seats}"]
    lines += [f"position: {step}" if isinstance(step, str) else format_event(step) for step in script.steps]
    return "\n".join([*lines, *(f"result: {result}" for result in script.results), ""])
