"""What every store does alike: refuse what cannot be stored, and turn rows into values and back.

Never talks to a database.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, TypeAlias

from sqlalchemy import Row

from kosci.adapters.schema import utc
from kosci.service.ports import Batch, SeatRow, TableRow, TableState, Taken

Settings: TypeAlias = Mapping[str, str | int | bool]

STATES: Final[Mapping[str, TableState]] = {
    "lobby": "lobby",
    "running": "running",
    "over": "over",
    "closed": "closed",
}

# The constraints that say "taken", by their names in PostgreSQL and by their columns in SQLite.
TAKEN: Final[Mapping[str, str]] = {
    "pk_tables": "id",
    "uq_tables_code": "code",
    "uq_tables_join_token": "join_token",
    "uq_tables_watch_token": "watch_token",
    "uq_seats_link": "link",
    "tables.id": "id",
    "tables.code": "code",
    "tables.join_token": "join_token",
    "tables.watch_token": "watch_token",
    "seats.link": "link",
}


def check_batch(batch: Batch) -> None:
    """Refuse a batch that no store could keep whole."""
    if batch.after < 0:
        raise ValueError(f"after {batch.after!r}: a log begins at 0")
    if isinstance(batch.lines, str) or not batch.lines:
        raise ValueError(f"a batch of {batch.lines!r}: a batch has at least one line")
    utc(batch.at)
    _check_texts(batch.lines)
    _check_texts((batch.table, batch.command))
    if batch.row is not None:
        _check_row(batch.row, batch.table)
    _check_seats(batch.seats, batch.table)


def check_new(row: TableRow, batch: Batch) -> None:
    """Refuse a table that does not begin with its first facts."""
    if batch.after != 0 or batch.row is not None:
        raise ValueError(f"a new table begins after 0 with one row, not after {batch.after} with {batch.row!r}")
    _check_row(row, batch.table)
    check_batch(batch)


def check_saved(row: TableRow, seats: Sequence[SeatRow]) -> None:
    """Refuse a row or seats that no store could keep whole."""
    _check_row(row, row.id)
    _check_seats(seats, row.id)


def _check_row(row: TableRow, table: str) -> None:
    if row.id != table:
        raise ValueError(f"the row of table {row.id!r} came with table {table!r}")
    if row.state not in STATES:
        raise ValueError(f"the state {row.state!r} is none of {', '.join(STATES)}")
    utc(row.created_at)
    utc(row.touched_at)
    _check_texts((row.id, row.code, row.join_token, row.watch_token, row.host))
    _check_texts(text for item in row.settings.items() for text in item if isinstance(text, str))


def _check_seats(seats: Sequence[SeatRow], table: str) -> None:
    for seat in seats:
        if seat.table != table:
            raise ValueError(f"a seat of table {seat.table!r} came with table {table!r}")
        _check_texts((seat.name, seat.bot, seat.device, seat.link, seat.language))
    numbers = [seat.seat for seat in seats]
    if len(set(numbers)) != len(numbers):
        raise ValueError(f"the seats {numbers!r} name one seat twice")


def _check_texts(texts: Iterable[str | None]) -> None:
    for text in texts:
        if text is not None and ("\0" in text or not _is_unicode(text)):
            raise ValueError(f"{text!r} cannot be stored: it holds U+0000 or half a character")


def _is_unicode(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def values_of_table(row: TableRow) -> dict[str, object]:
    """The columns of a table's row, without its id."""
    return {
        "created_at": row.created_at,
        "touched_at": row.touched_at,
        "state": row.state,
        "code": row.code,
        "join_token": row.join_token,
        "watch_token": row.watch_token,
        "host": row.host,
        "sealed_seed": row.sealed_seed,
        "settings": dict(row.settings),
    }


def values_of_seat(seat: SeatRow) -> dict[str, object]:
    """The columns of a seat."""
    return {
        "table_id": seat.table,
        "seat": seat.seat,
        "name": seat.name,
        "bot": seat.bot,
        "device": seat.device,
        "link": seat.link,
        "share": seat.share,
        "language": seat.language,
    }


def table_row(
    row: Row[str, datetime, datetime, str, str | None, str, str, str, bytes, Settings, datetime | None],
) -> TableRow:
    """The table of a row, touched by its last fact."""
    table, created_at, touched_at, state, code, join_token, watch_token, host, sealed_seed, settings, last_at = row
    return TableRow(
        id=table,
        created_at=created_at,
        touched_at=touched_at if last_at is None else max(touched_at, last_at),
        state=STATES[state],
        code=code,
        join_token=join_token,
        watch_token=watch_token,
        host=host,
        sealed_seed=sealed_seed,
        settings=settings,
    )


def table_row_of(columns: Mapping[str, Any]) -> TableRow:
    """The table of a row's columns by name, with the moment of its last fact as `last_at`."""
    touched_at, last_at = columns["touched_at"], columns["last_at"]
    return TableRow(
        id=columns["id"],
        created_at=columns["created_at"],
        touched_at=touched_at if last_at is None else max(touched_at, last_at),
        state=STATES[columns["state"]],
        code=columns["code"],
        join_token=columns["join_token"],
        watch_token=columns["watch_token"],
        host=columns["host"],
        sealed_seed=columns["sealed_seed"],
        settings=columns["settings"],
    )


def seat_row(row: Row[str, int, str, str | None, str | None, str | None, bytes, str]) -> SeatRow:
    """The seat of a row."""
    table, seat, name, bot, device, link, share, language = row
    return SeatRow(table=table, seat=seat, name=name, bot=bot, device=device, link=link, share=share, language=language)


def latest_first(rows: Iterable[TableRow]) -> list[TableRow]:
    """The tables by when they were touched, then by when they were made."""
    return sorted(rows, key=lambda row: (row.touched_at, row.created_at, row.id), reverse=True)


def taken(constraint: str) -> Taken | None:
    """What a broken constraint says about a unique column, or None if it is about something else."""
    what = TAKEN.get(constraint)
    return None if what is None else Taken(what)
