"""Results and people in SQL, the same for SQLite and PostgreSQL, over a connection that is in a transaction.

Never begins or ends a transaction.
"""

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import Connection, Insert, Row, Table, delete, exists, func, select, union_all, update
from sqlalchemy.dialects import postgresql, sqlite

from kosci.adapters.schema import DEVICES, PEOPLE, PRESENCE, RECORDED, RESULTS, SEATS, TABLES
from kosci.service.record_ports import NOBODY, NewId, Person, Played, ResultRow

_ERASED: Final = {"name": NOBODY, "device": None, "link": None, "language": ""}


def record(connection: Connection, table: str, results: Sequence[ResultRow], new_id: NewId) -> None:
    """Store the results of a table once, each for the person of its seat's device."""
    if not _inserted(connection, RECORDED, {"table_id": table}):
        return
    # Locked: whoever deletes their data at the same time has done so before, or will find what is stored here.
    seats = select(SEATS.c.seat, SEATS.c.device).where(SEATS.c.table_id == table, SEATS.c.device.is_not(None))
    devices = {row.seat: str(row.device) for row in connection.execute(seats.with_for_update())}
    for result in results:
        if result.seat in devices:
            _put(connection, person_of(connection, devices[result.seat], new_id), [result])


def unrecorded(connection: Connection, device: str, most: int) -> list[str]:
    """Closed tables of this device whose results have not been stored yet."""
    is_recorded = exists().where(RECORDED.c.table_id == SEATS.c.table_id)
    # A question within, so that the few seats of the device are looked at first, not all closed tables.
    state = select(TABLES.c.state).where(TABLES.c.id == SEATS.c.table_id).scalar_subquery()
    found = select(SEATS.c.table_id).where(SEATS.c.device == device, ~is_recorded, state == "closed").distinct()
    return list(connection.execute(found.order_by(SEATS.c.table_id).limit(most)).scalars())


def person(connection: Connection, device: str) -> Person | None:
    """The person of a device."""
    found = connection.execute(select(DEVICES.c.person).where(DEVICES.c.device == device)).scalar_one_or_none()
    return None if found is None else _whole(connection, found)


def person_by_link(connection: Connection, link: str) -> Person | None:
    """The person of a personal link."""
    found = connection.execute(select(PEOPLE.c.id).where(PEOPLE.c.link == link)).scalar_one_or_none()
    return None if found is None else _whole(connection, found)


def results(connection: Connection, person: str, rules: str | None = None) -> list[ResultRow]:
    """The results of a person, all or those of some rules."""
    asked = select(*RESULTS.c).where(RESULTS.c.person == person)
    if rules is not None:
        asked = asked.where(RESULTS.c.rules == rules)
    found = connection.execute(asked.order_by(RESULTS.c.finished_at, RESULTS.c.table_id, RESULTS.c.seat))
    return [_result(row) for row in found]


def add(connection: Connection, device: str, results: Sequence[ResultRow], new_id: NewId) -> int:
    """Store results for the person of a device, those that are there already once."""
    whose = person_of(connection, device, new_id)
    before = _count(connection, whose)
    _put(connection, whose, results)
    return _count(connection, whose) - before


def set_link(connection: Connection, device: str, link: str | None, new_id: NewId) -> None:
    """Give the person of a device this personal link, or none."""
    whose = person_of(connection, device, new_id)
    connection.execute(update(PEOPLE).where(PEOPLE.c.id == whose).values(link=link))


def join(connection: Connection, device: str, person: str) -> bool:
    """Make the person of this device one with another; whether there is one."""
    lock = select(PEOPLE.c.id).where(PEOPLE.c.id == person).with_for_update()
    if connection.execute(lock).first() is None:
        return False
    old = person_of(connection, device, lambda: person)
    if old == person:
        return True
    twin = RESULTS.alias("twin")
    is_there = exists().where(
        twin.c.person == person, twin.c.table_id == RESULTS.c.table_id, twin.c.seat == RESULTS.c.seat
    )
    connection.execute(update(RESULTS).where(RESULTS.c.person == old, ~is_there).values(person=person))
    connection.execute(delete(RESULTS).where(RESULTS.c.person == old))
    connection.execute(update(DEVICES).where(DEVICES.c.person == old).values(person=person))
    connection.execute(delete(PEOPLE).where(PEOPLE.c.id == old))
    return True


def part(connection: Connection, device: str) -> None:
    """Let all other devices of the person be theirs no more, and their link open nothing."""
    whose = select(DEVICES.c.person).where(DEVICES.c.device == device).scalar_subquery()
    connection.execute(update(PEOPLE).where(PEOPLE.c.id == whose).values(link=None))
    person = connection.execute(select(whose)).scalar_one_or_none()
    connection.execute(delete(DEVICES).where(DEVICES.c.person == person, DEVICES.c.device != device))


def drop(connection: Connection, device: str, table: str, seat: int) -> bool:
    """Delete one result for good."""
    whose = select(DEVICES.c.person).where(DEVICES.c.device == device).scalar_subquery()
    gone = delete(RESULTS).where(RESULTS.c.person == whose, RESULTS.c.table_id == table, RESULTS.c.seat == seat)
    return connection.execute(gone).rowcount > 0


def is_known(connection: Connection, device: str) -> bool:
    """Whether anything is kept of a device."""
    found = union_all(
        select(DEVICES.c.device).where(DEVICES.c.device == device),
        select(SEATS.c.device).where(SEATS.c.device == device),
        select(TABLES.c.host).where(TABLES.c.host == device),
    )
    return connection.execute(found.limit(1)).first() is not None


def erase(connection: Connection, device: str) -> list[str]:
    """Delete the person of a device for good, and the name at every table."""
    known = person(connection, device)
    own = {device, *(known.devices if known else ())}
    changed = set(connection.execute(select(TABLES.c.id).where(TABLES.c.host.in_(own))).scalars())
    changed |= set(connection.execute(select(SEATS.c.table_id).where(SEATS.c.device.in_(own))).scalars())
    connection.execute(update(TABLES).where(TABLES.c.host.in_(own)).values(host=NOBODY))
    connection.execute(update(SEATS).where(SEATS.c.device.in_(own)).values(_ERASED))
    connection.execute(delete(PRESENCE).where(PRESENCE.c.device.in_(own)))
    # Asked once more: results of the seats just emptied may have made somebody of a device a moment ago.
    people = list(connection.execute(select(DEVICES.c.person).where(DEVICES.c.device.in_(own)).distinct()).scalars())
    connection.execute(delete(RESULTS).where(RESULTS.c.person.in_(people)))
    connection.execute(delete(DEVICES).where(DEVICES.c.person.in_(people)))
    connection.execute(delete(PEOPLE).where(PEOPLE.c.id.in_(people)))
    return sorted(changed)


def person_of(connection: Connection, device: str, new_id: NewId) -> str:
    """The id of a device's person, who is made if nothing is kept of the device."""
    asked = select(DEVICES.c.person).where(DEVICES.c.device == device)
    known = connection.execute(asked).scalar_one_or_none()
    if known is not None:
        return str(known)
    new = new_id()
    is_new = _inserted(connection, PEOPLE, {"id": new})
    if _inserted(connection, DEVICES, {"device": device, "person": new}):
        return new
    # Another process was faster.
    if is_new:
        connection.execute(delete(PEOPLE).where(PEOPLE.c.id == new))
    return str(connection.execute(asked).scalar_one())


def _whole(connection: Connection, person: str) -> Person:
    link = connection.execute(select(PEOPLE.c.link).where(PEOPLE.c.id == person)).scalar_one_or_none()
    devices = select(DEVICES.c.device).where(DEVICES.c.person == person).order_by(DEVICES.c.device)
    return Person(person, tuple(connection.execute(devices).scalars()), link)


def _put(connection: Connection, person: str, results: Sequence[ResultRow]) -> None:
    if results:
        connection.execute(_unless_there(connection, RESULTS), [{"person": person, **_values(one)} for one in results])


def _count(connection: Connection, person: str) -> int:
    return connection.execute(select(func.count()).where(RESULTS.c.person == person)).scalar_one()


def _inserted(connection: Connection, table: Table, row: dict[str, Any]) -> bool:
    """Whether the row was not there yet."""
    return connection.execute(_unless_there(connection, table), row).rowcount > 0


def _unless_there(connection: Connection, table: Table) -> Insert:
    if connection.dialect.name == "sqlite":
        return sqlite.insert(table).on_conflict_do_nothing()
    return postgresql.insert(table).on_conflict_do_nothing()


def _values(result: ResultRow) -> dict[str, object]:
    return {
        "table_id": result.table,
        "seat": result.seat,
        "name": result.name,
        "variant": result.played.variant,
        "options": result.played.options,
        "rules": result.played.rules,
        "players": result.players,
        "finished_at": result.finished_at,
        "points": result.points,
        "place": result.place,
        "turns": result.turns,
        "bonus": result.bonus,
        "extras": result.extras,
        "row_points": dict(result.rows),
        "coached": result.coached,
        "dice": result.dice,
        "imported": result.imported,
    }


def _result(row: Row[*tuple[Any, ...]]) -> ResultRow:
    return ResultRow(
        table=row.table_id,
        seat=row.seat,
        name=row.name,
        played=Played(row.variant, row.options, row.rules),
        players=row.players,
        finished_at=row.finished_at,
        points=row.points,
        place=row.place,
        turns=row.turns,
        bonus=row.bonus,
        extras=row.extras,
        rows=row.row_points,
        coached=row.coached,
        dice=row.dice,
        imported=row.imported,
    )
