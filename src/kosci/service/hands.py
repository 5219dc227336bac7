"""Does what is due at a table, through `Tables` like everybody else.

Decides nothing: a duty that is no longer so is refused as stale.
"""

import asyncio
from collections.abc import Container
from dataclasses import dataclass
from datetime import timedelta
from random import Random

from kosci.bots import bot
from kosci.service.duties import BotMove, Close, Due, Look, PassTurn, Replace, Vacate
from kosci.service.duty_ports import Deadlines
from kosci.service.ports import Clock
from kosci.service.tables import Tables
from kosci.service.view import View

STAND_INS = ("best", "greedy")  # the first that there is plays for the absent, as well as it can
LEASE = timedelta(seconds=30)  # so long what a process has taken up is left alone by the others
_HOLD_AFTER, _HOLD_EVERY = 1.0, 10.0


def stand_in(players: Container[str]) -> str:
    """The computer player that acts for the absent: the best there is."""
    return next(name for name in STAND_INS if name in players)


@dataclass(slots=True, eq=False)
class Hands:
    """What does the duties of the tables of a store; `rng` is for the computer players."""

    tables: Tables
    deadlines: Deadlines
    clock: Clock
    rng: Random

    async def do(self, view: View, what: Due) -> None:
        """Do it now; ServiceError, stale, where it is no longer due."""
        match what.duty:
            case BotMove(seat, name):
                await self._bot_move(view, seat, name)
            case Replace(seat):
                await self.tables.stand_in(view.id, None, seat, stand_in(self.tables.players), at=what.version)
            case PassTurn(seat):
                await self.tables.pass_turn(view.id, None, seat, at=what.version)
            case Close():
                await self.tables.close(view.id, at=what.version)
            case Vacate():
                await self.tables.vacate(view.id)
            case Look():
                pass

    async def _bot_move(self, view: View, seat: int, name: str) -> None:
        play = view.table.running
        # In a thread: a player that has its game solved first must not keep everybody waiting.
        player = bot(name, self.tables.players)
        thinking = asyncio.ensure_future(asyncio.to_thread(player, play.game, play.position, self.rng))
        wait = _HOLD_AFTER
        while not (await asyncio.wait({thinking}, timeout=wait))[0]:
            await self.deadlines.hold(view.id, view.version, self.clock.now() + LEASE)
            wait = _HOLD_EVERY
        await self.tables.bot_move(view.id, seat, thinking.result(), at=view.version)
