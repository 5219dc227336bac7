"""What `kosci solve` and `kosci advise` show people of Tysiąc: what best play comes to, and moves with their worth.

Computes nothing.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich import box
from rich.console import Console
from rich.table import Table

from kosci.engine.moves import Bank, Move, RollOn
from kosci.locale.words import Words

if TYPE_CHECKING:
    from kosci.solve.options import Option
    from kosci.solve.race import RaceSolution

_PLACES = 4


def show_race(console: Console, words: Words, found: "RaceSolution") -> None:
    """What best play comes to, and what it took to find out."""
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column()
    table.add_column(justify="right")
    table.add_row(words("solve.turn-mean"), words.number(found.turn_mean, _PLACES))
    table.add_row(words("solve.solo-turns"), words.number(found.solo_turns, _PLACES))
    table.add_row(words("solve.first-wins"), words.percent(found.first_wins, _PLACES))
    table.add_row(words("solve.states"), words.number(found.states))
    table.add_row(words("solve.seconds"), words.number(found.seconds, 3))
    table.add_row(words("solve.cpu-seconds"), words.number(found.cpu_seconds, 3))
    table.add_row(words("solve.table-bytes"), words.number(found.table_bytes))
    console.print(table)


def show_standing(console: Console, words: Words, options: "Sequence[Option]", *, is_alone: bool) -> None:
    """Each move with its place, its chance to win or the turns still needed, and what it costs against the best."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold")
    table.add_column("", justify="right")
    table.add_column(words("advice.move"))
    table.add_column(words("advice.turns" if is_alone else "advice.chance"), justify="right")
    table.add_column(words("advice.cost"), justify="right")
    for option in options:
        numbers = (option.value, option.cost)
        shown = (words.number(n, _PLACES) if is_alone else words.percent(n, _PLACES) for n in numbers)
        table.add_row(words.number(option.place), _move(words, option.move), *shown)
    console.print(table)


def _move(words: Words, move: Move) -> str:
    match move:
        case Bank():
            return words("advice.bank")
        case RollOn():
            return words("advice.roll-on")
        case _:
            return words("advice.keep-none")
