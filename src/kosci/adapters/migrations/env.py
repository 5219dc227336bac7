"""Runs the migrations over the connection that `kosci.adapters.migrate` hands in.

Never connects anywhere itself, and never commits: the caller's transaction does, whole or not at all.
"""

from alembic import context
from sqlalchemy import Connection

from kosci.adapters.schema import METADATA, VERSION_TABLE


def run(connection: Connection) -> None:
    """Run the steps asked for."""
    context.configure(
        connection=connection,
        target_metadata=METADATA,
        version_table=VERSION_TABLE,
        render_as_batch=True,
        compare_type=True,
    )
    with context.begin_transaction():
        context.run_migrations()


run(context.config.attributes["connection"])
