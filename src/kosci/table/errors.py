"""What a table says when it refuses.

Never words for people: codes and parameters, as everywhere.
"""

from kosci.engine.errors import RuleError


class TableError(RuleError):
    """A command that the table refuses for a reason other than the rules of its game."""
