"""Requests that are refused before any table is asked: a status, and the words' key.

Never words for people; `errors` makes a page of each.
"""

from kosci.engine.errors import Param, RuleError


class Refused(Exception):
    """A request that gets the page of an HTTP status; `retry` is after how many seconds it may come again."""

    def __init__(self, status: int, why: str, retry: int = 60) -> None:
        super().__init__(why)
        self.status = status
        self.retry = retry


class BadForm(RuleError):
    """A form that was not made by these pages, or was changed on its way."""


def bad_form(field: str, given: str) -> BadForm:
    """The refusal of a field's value."""
    shown: Param = given[:40]
    return BadForm("form-value", f"{field}={given[:40]!r} is not possible", field=field, given=shown)


FORBIDDEN = frozenset({"not-your-seat", "not-host"})
MISSING = frozenset(
    {
        *("table-unknown", "link-unknown", "code-unknown", "rules-code-unknown", "variant-unknown"),
        *("records-link-unknown", "records-gone"),
    }
)


def status_of(error: RuleError) -> int:
    """The HTTP status that says the same as a refusal."""
    if error.code == "stale":
        return 409
    if error.code in FORBIDDEN:
        return 403
    if error.code in MISSING:
        return 404
    return 503 if error.code == "busy" else 422
