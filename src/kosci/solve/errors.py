"""What the solver refuses, and what it says of its own files.

The words stand in the catalogues.
"""

from kosci.engine.errors import RuleError


class SolveError(RuleError):
    """A question that has no exact answer, or that is no question."""
