"""A table whose game has been played to its end, or up to some number of moves, by one device for all seats.

Plays through the service as people do; chooses as a computer player does.
"""

from collections.abc import Sequence
from random import Random

from kosci.bots.registry import BOTS, Bot
from kosci.service.changes import NewSeat
from kosci.service.tables import NewTable, Tables
from kosci.variants import Rules


async def played(
    tables: Tables,
    game: Rules,
    names: Sequence[str],
    host: str,
    *,
    bot: Bot = BOTS["greedy"].move,
    most: int = 10_000,
    seed: int = 1,
) -> str:
    """The id of the table, with so many moves made at most; not closed."""
    table = await tables.create(NewTable(game, seats=[NewSeat(name) for name in names], start=True), host)
    random = Random(seed)
    for _ in range(most):
        view = await tables.view(table)
        if view.table.is_over:
            break
        seat, play = view.table.mover, view.table.play
        assert seat is not None
        assert play is not None
        await tables.move(table, host, seat, bot(game, play.position, random))
    return table
