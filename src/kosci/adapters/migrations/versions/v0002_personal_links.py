"""Personal links of seats, and indexes that find a command's facts and list tables a page at a time.

Written once: a schema that was released is changed by the next migration, never in this one.
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

WITH_A_COMMAND = sa.text("command IS NOT NULL")


def upgrade() -> None:
    """Add the column of links and the indexes."""
    with op.batch_alter_table("seats") as seats:
        seats.add_column(sa.Column("link", sa.Text(), nullable=True))
        seats.create_unique_constraint("uq_seats_link", ["link"])
    op.create_index(
        "ix_facts_table_id_command",
        "facts",
        ["table_id", "command"],
        sqlite_where=WITH_A_COMMAND,
        postgresql_where=WITH_A_COMMAND,
    )
    op.create_index("ix_tables_state_id", "tables", ["state", "id"])
    op.drop_index("ix_tables_state", "tables")


def downgrade() -> None:
    """Drop them."""
    op.create_index("ix_tables_state", "tables", ["state"])
    op.drop_index("ix_tables_state_id", "tables")
    op.drop_index("ix_facts_table_id_command", "facts")
    with op.batch_alter_table("seats") as seats:
        seats.drop_constraint("uq_seats_link", type_="unique")
        seats.drop_column("link")
