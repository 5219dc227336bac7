"""What an event stream says of its table: the version, for as long as its reader belongs there.

Reads the store only where a ring told nothing, or somebody may just have lost their seat.
"""

from dataclasses import dataclass

from kosci.service.ports import Ring
from kosci.service.tables import Tables
from kosci.service.view import View


@dataclass(slots=True)
class News:
    """The versions of a table for one device that sits or hosts there; for any spectator where there is none."""

    tables: Tables
    view: View
    device: str | None

    async def version(self, ring: Ring | None) -> int | None:
        """The version after a ring, or as it is stored; None once the device neither sits nor hosts there."""
        rung = None if ring is None else ring.version
        if rung is not None and self.device is None:
            return rung
        known = self.tables.known(self.view.id)
        if rung is None or (self._is_lobby and (known is None or known.version < rung)):
            known = await self.tables.view(self.view.id)
        if known is None:
            return rung  # seats of a game change their device seldom, and ring without a version when they do
        self.view = known
        is_welcome = self.device is None or known.is_in(self.device)
        return max(known.version, rung or 0) if is_welcome else None

    @property
    def _is_lobby(self) -> bool:
        """Whether seats can still be freed."""
        return self.view.table.play is None
