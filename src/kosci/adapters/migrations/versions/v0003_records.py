"""Results of finished games, the people they belong to, and the devices and links of those people.

Written once: a schema that was released is changed by the next migration, never in this one.
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True).with_variant(sa.Text(), "sqlite")
JSON = sa.JSON().with_variant(JSONB(), "postgresql")


def upgrade() -> None:
    """Make the four tables."""
    op.create_table(
        "people",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("link", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_people"),
        sa.UniqueConstraint("link", name="uq_people_link"),
    )
    op.create_table(
        "devices",
        sa.Column("device", sa.Text(), nullable=False),
        sa.Column("person", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("device", name="pk_devices"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_devices_person_people"),
    )
    op.create_index("ix_devices_person", "devices", ["person"])
    op.create_table(
        "recorded",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_recorded"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_recorded_table_id_tables"),
    )
    op.create_table(
        "results",
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("variant", sa.Text(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.Column("finished_at", MOMENT, nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("turns", sa.Integer(), nullable=True),
        sa.Column("bonus", sa.Boolean(), nullable=True),
        sa.Column("extras", sa.Integer(), nullable=False),
        sa.Column("row_points", JSON, nullable=False),
        sa.Column("coached", sa.Boolean(), nullable=False),
        sa.Column("dice", sa.Text(), nullable=False),
        sa.Column("imported", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("person", "table_id", "seat", name="pk_results"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_results_person_people"),
    )


def downgrade() -> None:
    """Drop them."""
    for table in ("results", "recorded", "devices", "people"):
        op.drop_table(table)
