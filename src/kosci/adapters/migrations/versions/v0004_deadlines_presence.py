"""When each table wants to be looked at, and which devices have been heard of at which tables.

Written once: a schema that was released is changed by the next migration, never in this one.
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True).with_variant(sa.Text(), "sqlite")


def upgrade() -> None:
    """Make the two tables; tables under way are looked at once, when the server begins."""
    op.create_table(
        "deadlines",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("claimed_until", MOMENT, nullable=True),
        sa.PrimaryKeyConstraint("table_id", name="pk_deadlines"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_deadlines_table_id_tables"),
    )
    op.create_index("ix_deadlines_at", "deadlines", ["at"])
    op.execute(
        "INSERT INTO deadlines (table_id, at, version) SELECT id, touched_at, 0 FROM tables "
        "WHERE state IN ('running', 'over')"
    )
    # What a crash of PostgreSQL loses here is heard again within seconds: its rows need no journal.
    is_postgres = op.get_bind().dialect.name == "postgresql"
    op.create_table(
        "presence",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("device", sa.Text(), nullable=False),
        sa.Column("seen_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "device", name="pk_presence"),
        prefixes=["UNLOGGED"] if is_postgres else [],
    )


def downgrade() -> None:
    """Drop them."""
    op.drop_table("presence")
    op.drop_table("deadlines")
