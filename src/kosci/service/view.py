"""A table as the service knows it: the replayed log, its row, who sits where.

Read only; nothing is stored or decided here.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from kosci.service.errors import ServiceError
from kosci.service.ports import SeatRow, TableRow
from kosci.table import Table

LOCKED, HANDED = "locked", "handed"  # beside the log: whether nobody sits down; how often a seat changed its device

Device = str  # the SHA-256, in hexadecimal, of a browser's secret token


@dataclass(frozen=True, slots=True)
class View:
    """A table at one version; `answered` gives the version after each command already carried out.

    `since` is the moment of the last fact, `turn_since` that of the fact with which the turn under way began.
    """

    row: TableRow
    table: Table
    seats: tuple[SeatRow, ...]
    since: datetime
    turn_since: datetime
    answered: Mapping[str, int] = field(default_factory=dict, repr=False)

    @property
    def id(self) -> str:
        """The table's id."""
        return self.row.id

    @property
    def version(self) -> int:
        """The number of facts so far."""
        return self.table.version

    @property
    def names(self) -> tuple[str, ...]:
        """The names by seat; a computer player's is blank, the screens word it."""
        return tuple(seat.name for seat in self.seats)

    @property
    def is_locked(self) -> bool:
        """Whether the host lets nobody else sit down."""
        return bool(self.row.settings.get(LOCKED, False))

    def own_seats(self, device: Device) -> tuple[int, ...]:
        """The seats of this device, in seat order."""
        return tuple(seat.seat for seat in self.seats if seat.device == device)

    def is_host(self, device: Device) -> bool:
        """Whether this device laid the table."""
        return self.row.host == device

    def is_in(self, device: Device) -> bool:
        """Whether this device sits or hosts here."""
        return self.is_host(device) or bool(self.own_seats(device))

    def check_own(self, device: Device, seat: int) -> None:
        """ServiceError unless the seat is this device's."""
        if seat not in self.own_seats(device):
            raise ServiceError("not-your-seat", f"seat {seat} is somebody else's", seat=seat)

    def check_host(self, device: Device) -> None:
        """ServiceError unless this device laid the table."""
        if not self.is_host(device):
            raise ServiceError("not-host", "only who laid the table may do this")
