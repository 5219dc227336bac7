"""The questions and changes that SQLite and PostgreSQL are asked in the same words.

Never a statement that one of them must be asked in its own words to be fast: those stand with its store.
"""

from typing import Final

from sqlalchemy import bindparam, case, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from kosci.adapters.schema import FACTS, SEATS, TABLES
from kosci.service.record_ports import NOBODY

LAST_AT: Final = (
    select(FACTS.c.at).where(FACTS.c.table_id == TABLES.c.id).order_by(FACTS.c.seq.desc()).limit(1).scalar_subquery()
)

TABLE: Final = select(*TABLES.c, LAST_AT)
TABLE_BY_ID: Final = TABLE.where(TABLES.c.id == bindparam("id"))
TABLE_BY_CODE: Final = TABLE.where(TABLES.c.code == bindparam("code"), TABLES.c.state == "lobby")
TABLE_BY_JOIN_TOKEN: Final = TABLE.where(TABLES.c.join_token == bindparam("token"))
TABLE_BY_WATCH_TOKEN: Final = TABLE.where(TABLES.c.watch_token == bindparam("token"))

_OF_DEVICE: Final = (
    select(TABLES.c.id)
    .where(TABLES.c.host == bindparam("device"))
    .union(select(SEATS.c.table_id).where(SEATS.c.device == bindparam("device")))
    .subquery("of_device")
)
TABLES_OF_DEVICE: Final = TABLE.join(_OF_DEVICE, TABLES.c.id == _OF_DEVICE.c.id).where(
    TABLES.c.state.in_(bindparam("states", expanding=True))
)

# A page at a time, so that a long list never holds a server up: `more_than` is the last id of the page before.
TABLES_IN_STATE: Final = (
    TABLE.where(TABLES.c.state == bindparam("state"), TABLES.c.id > bindparam("more_than"))
    .order_by(TABLES.c.id)
    .limit(bindparam("most"))
)
TABLES_UNTOUCHED: Final = TABLES_IN_STATE.where(
    TABLES.c.touched_at < bindparam("before", type_=TABLES.c.touched_at.type),
    bindparam("before", type_=TABLES.c.touched_at.type) > LAST_AT,
)

SEATS_OF_TABLE: Final = select(*SEATS.c).where(SEATS.c.table_id == bindparam("table")).order_by(SEATS.c.seat)
SEAT_BY_LINK: Final = select(*SEATS.c).where(SEATS.c.link == bindparam("link"))

FACTS_AFTER: Final = (
    select(FACTS.c.seq, FACTS.c.at, FACTS.c.command, FACTS.c.line)
    .select_from(TABLES)
    .outerjoin(FACTS, (FACTS.c.table_id == TABLES.c.id) & (FACTS.c.seq > bindparam("after")))
    .where(TABLES.c.id == bindparam("table"))
    .order_by(FACTS.c.seq)
)
ANSWERED: Final = (
    select(FACTS.c.seq)
    .where(FACTS.c.table_id == bindparam("table"), FACTS.c.command == bindparam("command"))
    .order_by(FACTS.c.seq.desc())
    .limit(1)
)
LOCK_TABLE: Final = select(TABLES.c.id).where(TABLES.c.id == bindparam("table")).with_for_update()
IS_TABLE: Final = select(TABLES.c.id).where(TABLES.c.id == bindparam("table"))

INSERT_TABLE: Final = insert(TABLES)
REPLACE_TABLE: Final = (
    update(TABLES)
    .where(TABLES.c.id == bindparam("table"))
    .values({column.name: bindparam(column.name) for column in TABLES.c if column.name not in ("id", "host")})
    # A host who had their data deleted is not brought back by who still knows the row as it was.
    .values(host=case((TABLES.c.host == NOBODY, NOBODY), else_=bindparam("host")))
)

_SEAT: Final = ("table_id", "seat")
_CHANGEABLE: Final = tuple(column.name for column in SEATS.c if column.name not in _SEAT)
_INTO_SQLITE: Final = sqlite.insert(SEATS)
_INTO_POSTGRES: Final = postgresql.insert(SEATS)
PUT_SEAT_SQLITE: Final = _INTO_SQLITE.on_conflict_do_update(
    index_elements=_SEAT, set_={name: _INTO_SQLITE.excluded[name] for name in _CHANGEABLE}
)
PUT_SEAT_POSTGRES: Final = _INTO_POSTGRES.on_conflict_do_update(
    index_elements=_SEAT, set_={name: _INTO_POSTGRES.excluded[name] for name in _CHANGEABLE}
)
