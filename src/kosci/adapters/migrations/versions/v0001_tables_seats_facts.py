"""Tables, their seats and their logs of facts.

Written once: a schema that was released is changed by the next migration, never in this one.
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True).with_variant(sa.Text(), "sqlite")
JSON = sa.JSON().with_variant(JSONB(), "postgresql")


def upgrade() -> None:
    """Make the three tables."""
    op.create_table(
        "tables",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("touched_at", MOMENT, nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("code", sa.Text(), nullable=True),
        sa.Column("join_token", sa.Text(), nullable=False),
        sa.Column("watch_token", sa.Text(), nullable=False),
        sa.Column("host", sa.Text(), nullable=False),
        sa.Column("sealed_seed", sa.LargeBinary(), nullable=False),
        sa.Column("settings", JSON, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tables"),
        sa.UniqueConstraint("code", name="uq_tables_code"),
        sa.UniqueConstraint("join_token", name="uq_tables_join_token"),
        sa.UniqueConstraint("watch_token", name="uq_tables_watch_token"),
    )
    op.create_index("ix_tables_state", "tables", ["state"])
    op.create_index("ix_tables_host", "tables", ["host"])
    op.create_table(
        "seats",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("bot", sa.Text(), nullable=True),
        sa.Column("device", sa.Text(), nullable=True),
        sa.Column("share", sa.LargeBinary(), nullable=False),
        sa.Column("language", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_seats"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_seats_table_id_tables"),
    )
    op.create_index("ix_seats_device", "seats", ["device"])
    op.create_table(
        "facts",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("command", sa.Text(), nullable=True),
        sa.Column("line", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seq", name="pk_facts"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_facts_table_id_tables"),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Drop the three tables."""
    op.drop_table("facts")
    op.drop_table("seats")
    op.drop_table("tables")
