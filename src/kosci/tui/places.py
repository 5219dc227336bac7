"""How a game ended, drawn: places, names, points, how far behind the first.

Places come from the engine (S8, S10).
"""

from collections.abc import Sequence

from rich import box
from rich.table import Table as Drawn
from rich.text import Text

from kosci.engine.game import Over
from kosci.locale.words import Words
from kosci.table import Table


def ranking(words: Words, table: Table, names: Sequence[str]) -> Drawn | Text:
    """The places of a game that is over, best first; for one alone the points."""
    awaiting = table.awaiting
    if not isinstance(awaiting, Over):
        return Text()
    if len(awaiting.results) == 1:
        return Text(words("end.solo", n=awaiting.results[0].points), style="bold")
    drawn = Drawn(box=box.SIMPLE_HEAD, pad_edge=False, header_style="")
    drawn.add_column(words("end.place"), justify="right")
    drawn.add_column(words("end.player"))
    drawn.add_column(words("end.points"), justify="right")
    drawn.add_column("")
    best = max((result.points for result in awaiting.results if result.place == 1), default=0)
    for result in sorted(awaiting.results, key=lambda result: (result.place, result.seat)):
        behind = words("end.behind", n=best - result.points) if best > result.points else ""
        note = words("end.left") if result.left else behind
        style = "bold" if result.place == 1 and not result.left else ""
        drawn.add_row(str(result.place), names[result.seat], words.number(result.points), note, style=style)
    return drawn
