"""What `kosci simulate` shows people: a column for each player, with what its games came to.

Computes nothing.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rich import box
from rich.console import Console
from rich.table import Table

from kosci.locale.words import Words

if TYPE_CHECKING:
    from kosci.solve.simulate_summary import Report, SeatReport

Line = tuple[str, list[str]]  # a label, and a number for each player
_MEDIAN = 0.5


def show_simulation(console: Console, words: Words, variant: str, names: Sequence[str], report: "Report") -> None:
    """The games of each player side by side."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold")
    table.add_column("")
    for name in names:
        table.add_column(name, justify="right")
    for lines in (_totals(words, report.seats), _places(words, report.seats), _sheets(words, variant, report.seats)):
        for label, numbers in lines:
            table.add_row(label, *numbers)
        table.add_section()
    console.print(table)
    if len(names) > 1:
        console.print(words("simulate.ties", share=words.percent(report.ties.mean, 2)))


def _totals(words: Words, seats: "Sequence[SeatReport]") -> Iterator[Line]:
    totals = [seat.total for seat in seats]
    yield words("simulate.mean"), [words.number(total.mean, 2) for total in totals]
    yield words("simulate.error"), [f"±{words.number(total.error, 2)}" for total in totals]
    yield words("simulate.deviation"), [words.number(total.deviation, 1) for total in totals]
    yield words("simulate.least"), [words.number(total.least) for total in totals]
    for share in totals[0].quantiles:
        label = words("simulate.quantile", share=words.percent(share, 0))
        label = words("simulate.median") if share == _MEDIAN else label
        yield label, [words.number(total.quantiles[share]) for total in totals]
    yield words("simulate.most"), [words.number(total.most) for total in totals]
    turns = [seat.turns for seat in seats if seat.turns is not None]
    if turns:
        yield words("simulate.turns"), [words.number(number.mean, 2) for number in turns]


def _places(words: Words, seats: "Sequence[SeatReport]") -> Iterator[Line]:
    for at, place in enumerate(seats[0].places):
        label = words("simulate.place", n=place.place)
        yield label, [words.percent(seat.places[at].taken.mean, 2) for seat in seats]
    if seats[0].places:
        yield words("simulate.ahead"), [words.number(seat.ahead.mean, 2) for seat in seats]
        yield words("simulate.error"), [f"±{words.number(seat.ahead.error, 2)}" for seat in seats]


def _sheets(words: Words, variant: str, seats: "Sequence[SeatReport]") -> Iterator[Line]:
    sheets = [seat.sheet for seat in seats if seat.sheet is not None]
    if not sheets:
        return
    for row in sheets[0].rows:
        yield words.row(row, variant), [words.number(sheet.rows[row].mean, 2) for sheet in sheets]
    yield words("sheet.bonus"), [words.percent(sheet.bonus.mean) for sheet in sheets]
    yield words.own("sheet.extras", variant), [words.number(sheet.extras.mean, 3) for sheet in sheets]
