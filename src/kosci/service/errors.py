"""What the service says when it refuses: codes and parameters, as everywhere.

Never words for people, never a token, a seed or a path.
"""

from kosci.engine.errors import RuleError


class ServiceError(RuleError):
    """A command refused for who sent it, when, or to which table."""


def stale(version: int) -> ServiceError:
    """The refusal of a command that was made for a position that has passed."""
    return ServiceError("stale", f"the table has moved on: it is at {version} now", version=version)


def coach_unavailable() -> ServiceError:
    """The refusal to advise where exact play is not installed."""
    return ServiceError("coach-unavailable", "exact play is not installed: pip install kosci[solve]")


def is_stale(error: RuleError) -> bool:
    """Whether the error refuses a command for the position it was made for."""
    return error.code == "stale"
