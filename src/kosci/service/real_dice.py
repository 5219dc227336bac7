"""What people tell of a table with real dice: who begins, whole turns, single rolls, corrections.

Any phone at the table may tell, unless only the host may; every rule is asked of the table.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol

from kosci.engine.game import Passed
from kosci.engine.reported import Reported
from kosci.service.changes import Change
from kosci.service.errors import ServiceError
from kosci.service.view import Device, View
from kosci.table import Fact, Table


class Run(Protocol):
    """How a command is carried out once against the newest position of its table."""

    def __call__(
        self, table: str, decide: Callable[[View], Change], *, at: int | None = None, command: str | None = None
    ) -> Awaitable[int]:
        """The version after the command."""


@dataclass(frozen=True, slots=True)
class RealDice:
    """The commands of people who roll by hand; each gives the version after it and acts once."""

    run: Run

    async def begin(self, table: str, device: Device, seat: int, *, command: str | None = None) -> int:
        """Say who begins."""
        return await self._told(table, device, lambda at: at.begin(seat), command=command)

    async def enter(
        self, table: str, device: Device, reported: Reported, *, turn: int, command: str | None = None
    ) -> int:
        """Enter a whole turn, which has this number for its seat."""
        return await self._told(table, device, lambda at: at.report(reported, turn), command=command)

    async def tell(
        self,
        table: str,
        device: Device,
        seat: int,
        faces: tuple[int, ...],
        places: tuple[int, ...] = (),
        *,
        turn: int,
        roll: int,
        command: str | None = None,
    ) -> int:
        """Tell a single roll of a turn, with the places of the dice kept or set aside for it; rolls count from 1."""
        return await self._told(table, device, lambda at: at.tell(seat, faces, (turn, roll), places), command=command)

    async def pass_turn(self, table: str, device: Device, seat: int, *, turn: int, command: str | None = None) -> int:
        """Pass over a turn, which has this number for its seat (S11)."""
        return await self._told(table, device, lambda at: at.pass_told(seat, turn), command=command)

    async def correct(
        self,
        table: str,
        device: Device,
        seq: int,
        event: Reported | Passed,
        *,
        at: int | None = None,
        command: str | None = None,
    ) -> int:
        """Correct the entry stored as fact number `seq`."""
        return await self._told(table, device, lambda now: now.correct(seq, event), at=at, command=command)

    async def undo(self, table: str, device: Device, seq: int, *, command: str | None = None) -> int:
        """Take back the last entry, told roll or choice of who begins, which is fact number `seq`."""
        return await self._told(table, device, lambda at: at.undo_told(seq), command=command)

    async def _told(
        self,
        table: str,
        device: Device,
        change: Callable[[Table], list[Fact]],
        *,
        at: int | None = None,
        command: str | None = None,
    ) -> int:
        def decide(view: View) -> Change:
            check_scorer(view, device)
            return Change(change(view.table))

        return await self.run(table, decide, at=at, command=command)


def may_tell(view: View, device: Device) -> bool:
    """Whether this device may enter at a table with real dice."""
    return view.is_host(device) or (view.is_in(device) and view.table.settings.scorer == "anyone")


def check_scorer(view: View, device: Device) -> None:
    """ServiceError unless this device may enter at the table."""
    if not view.is_in(device):
        raise ServiceError("not-your-seat", "only who sits at the table may enter")
    if not may_tell(view, device):
        raise ServiceError("not-scorer", "only the host enters at this table")
