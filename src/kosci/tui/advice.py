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
    from kosci.coach.reasons import Gain, Reasons
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


def show_reasons(
    console: Console, words: Words, variant: str, moves: tuple[Move, Move] | None, found: "Reasons | None"
) -> None:
    """Where the better of two moves is expected to bring more points and where less; that there is but one move."""
    if moves is None or found is None:
        console.print(words("advice.only-move"))
        return
    better, other = (_move(words, variant, move) for move in moves)
    console.print(words("advice.why", better=better, other=other))
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column()
    table.add_column(justify="right")
    for gain in (*found.gains, *found.losses):
        table.add_row(_where(words, variant, gain), _signed(words, gain.points))
    if found.rest:
        table.add_row(words("advice.rest"), _signed(words, found.rest))
    table.add_row(words("advice.total"), _signed(words, found.total), style="bold")
    console.print(table)


def _where(words: Words, variant: str, gain: "Gain") -> str:
    match gain.kind:
        case "row":
            return words.row(gain.row, variant)
        case "bonus":
            return words("sheet.bonus")
        case "extras":
            return words.own("sheet.extras", variant)


def _signed(words: Words, points: float) -> str:
    return f"{'+' if points > 0 else ''}{words.number(points, 1)}"


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
