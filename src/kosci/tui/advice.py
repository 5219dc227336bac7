"""What `kosci solve` and `kosci advise` show people: the average of best play, and moves with their worth.

Computes nothing.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich import box
from rich.console import Console
from rich.table import Table

from kosci.engine.dice import Dice
from kosci.engine.moves import Keep, Move, Score, format_move
from kosci.locale.words import Words
from kosci.tui.dice import dice_line

if TYPE_CHECKING:
    from kosci.solve.options import Option
    from kosci.solve.solution import Solution

_PLACES = 4


def show_solution(console: Console, words: Words, found: "Solution") -> None:
    """What best play averages, and what it took to find out."""
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column()
    table.add_column(justify="right")
    table.add_row(words("solve.mean"), words.number(found.mean, _PLACES))
    table.add_row(words("solve.states"), words.number(found.states))
    table.add_row(words("solve.seconds"), words.number(found.seconds, 3))
    table.add_row(words("solve.cpu-seconds"), words.number(found.cpu_seconds, 3))
    table.add_row(words("solve.table-bytes"), words.number(found.table_bytes))
    console.print(table)


def show_advice(console: Console, words: Words, variant: str, dice: Dice, options: "Sequence[Option]") -> None:
    """Each move with its place, its expected final total and what it costs against the best."""
    console.print(dice_line(dice))
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold")
    table.add_column("", justify="right")
    table.add_column(words("advice.move"))
    table.add_column(words("advice.value"), justify="right")
    table.add_column(words("advice.cost"), justify="right")
    for option in options:
        value, cost = (words.number(number, _PLACES) for number in (option.value, option.cost))
        table.add_row(words.number(option.place), _move(words, variant, option.move), value, cost)
    console.print(table)


def _move(words: Words, variant: str, move: Move) -> str:
    match move:
        case Keep(()):
            return words("advice.keep-none")
        case Keep(dice):
            return words("advice.keep", dice=" ".join(map(str, dice)))
        case Score(row):
            return words.row(row, variant)
        case _:
            return format_move(move)
