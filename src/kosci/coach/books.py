"""The ledgers of all seats of a table, from its log.

Judges nothing itself and solves nothing.
"""

from collections.abc import Sequence

from kosci.coach.bookkeeping import ledger
from kosci.coach.judging import Judge
from kosci.coach.ledger import Ledger
from kosci.coach.steps import table_steps
from kosci.table.facts import Fact
from kosci.table.table import Table


def table_books(judge: Judge, facts: Sequence[Fact]) -> tuple[Ledger, ...]:
    """A ledger a seat, of a table whose game has begun."""
    table, steps = Table.rebuilt(facts), table_steps(facts)
    start = table.game.start(len(table.seats))
    return tuple(ledger(judge, steps, seat, start) for seat in range(len(table.seats)))
