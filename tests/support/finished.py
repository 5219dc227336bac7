"""Tables whose games are played to their end, or up to some number of moves, by one device for all seats.

Plays through the service as people do; chooses as a computer player does.
"""

from collections.abc import Sequence
from random import Random

from kosci.bots.registry import BOTS, Bot
from kosci.service.changes import NewSeat
from kosci.service.tables import NewTable, Tables
from kosci.variants import Rules


async def played(
    tables: Tables, game: Rules, names: Sequence[str], host: str, *, most: int = 10_000, bot: Bot = BOTS["greedy"].move
) -> str:
    """The id of a new table with so many moves made at most; not closed."""
    table = await tables.create(NewTable(game, seats=[NewSeat(name) for name in names], start=True), host)
    await play_on(tables, table, host, most=most, bot=bot)
    return table


async def play_on(tables: Tables, table: str, host: str, *, most: int = 10_000, bot: Bot = BOTS["greedy"].move) -> None:
    """Play a game on, so many moves at most."""
    random = Random(1)
    for _ in range(most):
        view = await tables.view(table)
        if view.table.is_over:
            return
        seat, play = view.table.mover, view.table.play
        assert seat is not None
        assert play is not None
        await tables.move(table, host, seat, bot(play.game, play.position, random))
