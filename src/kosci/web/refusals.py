"""Requests that are refused before any table is asked: a status, and the words' key.

Never words for people; `errors` makes a page of each.
"""

from kosci.engine.errors import Param, RuleError


class Refused(Exception):
    """A request that gets the page of an HTTP status."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status


class BadForm(RuleError):
    """A form that was not made by these pages, or was changed on its way."""


def bad_form(field: str, given: str) -> BadForm:
    """The refusal of a field's value."""
    shown: Param = given[:40]
    return BadForm("form-value", f"{field}={given[:40]!r} is not possible", field=field, given=shown)
