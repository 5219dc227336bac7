"""Rows and batches for the tests of the stores, all different where the database wants them different.

Knows nothing of what a fact says: a line is any text.
"""

from collections.abc import Sequence
from datetime import UTC, datetime

from kosci.service.duty_ports import Deadline
from kosci.service.ports import Batch, SeatRow, Store, TableRow, TableState

NOON = datetime(2026, 11, 30, 12, 0, 0, 123456, tzinfo=UTC)


def table_row(
    name: str = "a",
    *,
    state: TableState = "running",
    code: str | None = None,
    host: str = "digest of the host",
    touched_at: datetime = NOON,
) -> TableRow:
    return TableRow(
        id=f"table-{name}",
        created_at=NOON,
        touched_at=touched_at,
        state=state,
        code=code,
        join_token=f"join-{name}",
        watch_token=f"watch-{name}",
        host=host,
        sealed_seed=bytes(range(256)),
        settings={"variant": "tysiac", "away": 60, "undo": True, "imię": "Ґанна „Żółć”"},
    )


def seat_row(
    name: str = "a", seat: int = 1, *, device: str | None = "digest of a device", link: str | None = None
) -> SeatRow:
    return SeatRow(
        table=f"table-{name}",
        seat=seat,
        name="Олена 🎲",
        bot=None,
        device=device,
        link=link,
        share=b"\x00" * 15 + b"\xff",
        language="uk",
    )


def batch(
    name: str = "a",
    after: int = 0,
    *lines: str,
    at: datetime = NOON,
    command: str | None = None,
    seats: Sequence[SeatRow] = (),
    row: TableRow | None = None,
    due: datetime | None = None,
) -> Batch:
    return Batch(
        table=f"table-{name}",
        after=after,
        lines=lines or (f'{{"fact":"{after + 1}"}}',),
        at=at,
        command=command,
        seats=seats,
        row=row,
        deadline=None if due is None else Deadline(due),
    )


async def new_table(store: Store, name: str = "a", *lines: str) -> int:
    """A table with its first facts, one unless they are given."""
    return await store.create(table_row(name), batch(name, 0, *lines))


async def lines_of(store: Store, name: str = "a") -> list[str]:
    return [stored.line for stored in await store.read(f"table-{name}")]
