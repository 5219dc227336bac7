"""Posted forms and queries, read strictly: each field once, of the kind asked for, within bounds.

Knows no page; whatever does not fit is refused, never guessed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import parse_qsl

from starlette.requests import Request

from kosci.web.refusals import BadForm, Refused, bad_form

COMMAND_LENGTH = 64


@dataclass(frozen=True, slots=True)
class Fields:
    """The fields of a form or a query, by name, in the order given."""

    values: Mapping[str, Sequence[str]]

    def one(self, name: str) -> str:
        """The only value of a field that has to be there; BadForm otherwise."""
        given = self.values.get(name, ())
        if len(given) != 1:
            what = "missing" if not given else "given twice"
            raise BadForm("form-field", f"the field {name!r} is {what}", field=name)
        return given[0]

    def maybe(self, name: str) -> str | None:
        """The only value of a field, None where it is missing; BadForm where it comes twice."""
        return self.one(name) if name in self.values else None

    def number(self, name: str, least: int, most: int) -> int:
        """A whole number within bounds; BadForm for anything else."""
        return whole(name, self.one(name), least, most)

    def maybe_number(self, name: str, least: int, most: int) -> int | None:
        """A whole number within bounds, None where the field is missing."""
        return self.number(name, least, most) if name in self.values else None

    def numbers(self, name: str, least: int, most: int) -> tuple[int, ...]:
        """All values of a field as whole numbers within bounds, each once; BadForm otherwise."""
        given = tuple(whole(name, text, least, most) for text in self.values.get(name, ()))
        if len(set(given)) != len(given):
            raise bad_form(name, " ".join(map(str, given)))
        return given

    def choice(self, name: str, allowed: Sequence[str]) -> str:
        """One of a few values."""
        given = self.one(name)
        if given not in allowed:
            raise bad_form(name, given)
        return given

    def command(self) -> str:
        """The id of the command, made by the page or by the browser."""
        given = self.one("command")
        if not (8 <= len(given) <= COMMAND_LENGTH and given.isascii() and given.replace("-", "").isalnum()):
            raise bad_form("command", given)
        return given


def whole(name: str, text: str, least: int, most: int) -> int:
    """The whole number a text is, written in the one plain way; BadForm otherwise.

    >>> whole("keep", "5", 1, 5)
    5
    """
    if not (text.isascii() and text.isdigit() and len(text) <= 9 and str(int(text)) == text):
        raise bad_form(name, text)
    if not least <= int(text) <= most:
        raise bad_form(name, text)
    return int(text)


def parsed(text: str, most_fields: int) -> Fields:
    """The fields of a form's body or a query; BadForm where it is none."""
    try:
        pairs = parse_qsl(text, keep_blank_values=True, errors="strict", max_num_fields=most_fields)
    except ValueError as error:  # too many fields, or bytes that are no UTF-8
        raise BadForm("form-broken", f"the form cannot be read: {type(error).__name__}") from error
    values: dict[str, list[str]] = {}
    for name, value in pairs:
        values.setdefault(name, []).append(value)
    return Fields(values)


async def posted(request: Request, most_fields: int) -> Fields:
    """The fields of a posted form."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/x-www-form-urlencoded":
        raise Refused(415, "the body is no form")
    body = await request.body()
    if not body.isascii():
        raise BadForm("form-broken", "the form cannot be read: it holds bytes beyond ASCII")
    return parsed(body.decode("ascii"), most_fields)


def asked(request: Request, most_fields: int) -> Fields:
    """The fields of a query."""
    return parsed(request.url.query, most_fields)
