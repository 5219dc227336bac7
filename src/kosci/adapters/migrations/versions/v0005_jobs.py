"""Jobs that any process may do for the others.

Written once: a schema that was released is changed by the next migration, never in this one.
"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True).with_variant(sa.Text(), "sqlite")


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "jobs",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("progress", sa.Float(), nullable=False),
        sa.Column("asked_at", MOMENT, nullable=False),
        sa.Column("worker", sa.Text(), nullable=True),
        sa.Column("claimed_until", MOMENT, nullable=True),
        sa.PrimaryKeyConstraint("key", name="pk_jobs"),
    )
    op.create_index("ix_jobs_state", "jobs", ["state"])


def downgrade() -> None:
    """Drop it."""
    op.drop_table("jobs")
