"""Brings a database to the schema this program knows, inside the caller's transaction.

Never decides whether it may: who owns the file or the database has looked at its version and locked it before.
"""

from pathlib import Path

from sqlalchemy import Connection, Text, column, inspect, select, table

from kosci.adapters.errors import DataError
from kosci.adapters.schema import METADATA, REVISIONS, VERSION_TABLE

MIGRATIONS = Path(__file__).with_name("migrations")


def version_of(connection: Connection, where: str) -> str | None:
    """The version of the schema, None for an empty database; refused if it is not ours or is newer."""
    names = set(inspect(connection).get_table_names())
    if VERSION_TABLE not in names:
        foreign = sorted(names) if connection.dialect.name == "sqlite" else sorted(names & set(METADATA.tables))
        if foreign:
            raise DataError(
                "data-foreign", f"{where!r} holds the data of another program (table {foreign[0]!r})", where=where
            )
        return None
    version = connection.execute(
        select(column("version_num", Text)).select_from(table(VERSION_TABLE))
    ).scalar_one_or_none()
    if version is not None and version not in REVISIONS:
        raise DataError(
            "data-newer",
            f"{where!r} is from a newer Kości (schema {version}, known here up to {REVISIONS[-1]}): update Kości",
            where=where,
            version=version,
            known=REVISIONS[-1],
        )
    return version


def migrate(connection: Connection, revision: str = REVISIONS[-1]) -> None:
    """Run the migrations that are missing up to a revision."""
    # Alembic takes a quarter of a second to import, and most starts have nothing to migrate.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, revision)
