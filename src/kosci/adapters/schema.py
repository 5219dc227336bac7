"""The tables of the database, one description for SQLite and PostgreSQL.

Never creates anything: the migrations do, and a test holds both against each other.
"""

from datetime import UTC, datetime
from typing import Final

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    DateTime,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    TypeDecorator,
    column,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeEngine

VERSION_TABLE: Final = "kosci_schema"
"""Where a database says which version of the schema it has, and that it is ours."""

REVISIONS: Final = ("0001", "0002", "0003", "0004", "0005")
"""The schema's versions, oldest first; the last is the one this program reads and writes."""

NAMES: Final = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}


def utc(moment: datetime) -> datetime:
    """The same moment in UTC; refused without a time zone."""
    if moment.tzinfo is None:
        raise ValueError(f"{moment!r} has no time zone: moments are stored in UTC")
    return moment.astimezone(UTC)


def format_moment(moment: datetime) -> str:
    """The moment as text of fixed width that sorts by time: 2026-11-30T18:05:00.000000Z."""
    return utc(moment).replace(tzinfo=None).isoformat(timespec="microseconds") + "Z"


def parse_moment(text: str) -> datetime:
    """The moment of such a text, in UTC."""
    return datetime.fromisoformat(text)


class Moment(TypeDecorator[datetime]):
    """A moment in UTC with microseconds: a timestamp with time zone, on SQLite text (it has no such type)."""

    impl = DateTime
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[datetime] | TypeEngine[str]:
        """The column type of the database."""
        if dialect.name == "sqlite":
            return dialect.type_descriptor(Text())
        return dialect.type_descriptor(DateTime(timezone=True))

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | str | None:
        """What is handed to the driver."""
        if value is None:
            return None
        return format_moment(value) if dialect.name == "sqlite" else utc(value)

    def process_result_value(self, value: datetime | str | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        """What the driver handed out, in UTC."""
        if value is None:
            return None
        return parse_moment(value) if isinstance(value, str) else utc(value)


METADATA: Final = MetaData(naming_convention=NAMES)

TABLES: Final = Table(
    "tables",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("created_at", Moment, nullable=False),
    Column("touched_at", Moment, nullable=False),
    Column("state", Text, nullable=False),
    Column("code", Text, unique=True),
    Column("join_token", Text, nullable=False, unique=True),
    Column("watch_token", Text, nullable=False, unique=True),
    Column("host", Text, nullable=False, index=True),
    Column("sealed_seed", LargeBinary, nullable=False),
    Column("settings", JSON().with_variant(JSONB(), "postgresql"), nullable=False),
    Index(None, "state", "id"),
)

SEATS: Final = Table(
    "seats",
    METADATA,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("bot", Text),
    Column("device", Text, index=True),
    Column("link", Text, unique=True),
    Column("share", LargeBinary, nullable=False),
    Column("language", Text, nullable=False),
)

# Without a rowid SQLite keeps the facts of a table side by side: a game is read from one or two pages.
FACTS: Final = Table(
    "facts",
    METADATA,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", Moment, nullable=False),
    Column("command", Text),
    Column("line", Text, nullable=False),
    Index(
        None,
        "table_id",
        "command",
        sqlite_where=column("command").is_not(None),
        postgresql_where=column("command").is_not(None),
    ),
    sqlite_with_rowid=False,
)

PEOPLE: Final = Table(
    "people",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("link", Text, unique=True),
)

DEVICES: Final = Table(
    "devices",
    METADATA,
    Column("device", Text, primary_key=True),
    Column("person", Text, ForeignKey("people.id"), nullable=False, index=True),
)

# Which tables have had their results stored: a result that its person deletes does not come back.
RECORDED: Final = Table(
    "recorded",
    METADATA,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
)

# The table of a result may be another server's: what is imported stays whole.
RESULTS: Final = Table(
    "results",
    METADATA,
    Column("person", Text, ForeignKey("people.id"), primary_key=True),
    Column("table_id", Text, primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("variant", Text, nullable=False),
    Column("options", Text, nullable=False),
    Column("rules", Text, nullable=False),
    Column("players", Integer, nullable=False),
    Column("finished_at", Moment, nullable=False),
    Column("points", Integer, nullable=False),
    Column("place", Integer, nullable=False),
    Column("turns", Integer),
    Column("bonus", Boolean),
    Column("extras", Integer, nullable=False),
    Column("row_points", JSON().with_variant(JSONB(), "postgresql"), nullable=False),
    Column("coached", Boolean, nullable=False),
    Column("dice", Text, nullable=False),
    Column("imported", Boolean, nullable=False),
)

JOBS: Final = Table(
    "jobs",
    METADATA,
    Column("key", Text, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("rules", Text, nullable=False),
    Column("state", Text, nullable=False, index=True),
    Column("progress", Float, nullable=False),
    Column("asked_at", Moment, nullable=False),
    Column("worker", Text),
    Column("claimed_until", Moment),
)

# When somebody is to look at a table: written with the facts that make something due, so it is never forgotten.
DEADLINES: Final = Table(
    "deadlines",
    METADATA,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("at", Moment, nullable=False, index=True),
    Column("version", Integer, nullable=False),
    Column("claimed_until", Moment),
)

# Which devices were heard of at which tables, told to each other by processes that share a database.
PRESENCE: Final = Table(
    "presence",
    METADATA,
    Column("table_id", Text, primary_key=True),
    Column("device", Text, primary_key=True),
    Column("seen_at", Moment, nullable=False),
)
