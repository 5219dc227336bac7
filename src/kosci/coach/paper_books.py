"""The ledgers of a game on paper: of each turn only its last dice are known, or only what was written down.

A turn is then one lump of luck and keeps, and only the choice of the row is judged, where the dice are known.
"""

from collections.abc import Iterator

from kosci.coach.bookkeeping import ledger
from kosci.coach.judging import Judge
from kosci.coach.ledger import Ledger, Step
from kosci.coach.steps import lying_before
from kosci.engine.reported import Reported
from kosci.table.record import PaperGame, PaperTurn


def paper_books(judge: Judge, game: PaperGame) -> tuple[Ledger, ...]:
    """A ledger a seat; facts are numbered by the turns of the game, from 1."""
    steps = list(_steps(game))
    start = steps[0].before if steps else game.position
    return tuple(ledger(judge, steps, seat, start) for seat in range(len(game.names)))


def _steps(game: PaperGame) -> Iterator[Step]:
    for seq, (before, event, after) in enumerate(game.steps(), start=1):
        if isinstance(event, PaperTurn):
            told = Reported(event.seat, event.row, event.dice, event.points)
            yield Step(seq, before, told, after, lying=lying_before(game.rules, before, told))
        else:
            yield Step(seq, before, event, after)
