"""Words for refusals: an error's code and params become one sentence, here and nowhere else.

Decides nothing and knows no page; an error without words is a KeyError, never silence.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

from kosci.engine.errors import RuleError
from kosci.locale.words import Words


class Coded(Protocol):
    """What every refusal has: a stable code, and what was given and what is allowed."""

    @property
    def code(self) -> str:
        """The kebab-case name of the refusal."""

    @property
    def params(self) -> Mapping[str, object]:
        """What was given and what is allowed."""


# What people typed as ids is answered in ids.
_IN_IDS = frozenset(
    {
        *("row-unknown", "row-twice", "value-impossible", "extras-without-50"),
        *("option-unknown", "option-value", "variant-unknown", "variant-missing", "play-what"),
        *("bot-unknown", "bench-unknown", "lang-unknown", "record-player"),
    }
)


def explain(words: Words, error: Coded, variant: str = "", **called: str) -> str:
    """The sentence for a refusal: rows by their names on the variant's card, what is allowed as a list.

    `called` are params as the reader's page calls them, instead of the error's own.
    """
    shown = dict(_shown(words, error, variant)) | called
    key = f"error.{error.code}"
    cause = getattr(error, "__cause__", None)
    if f"{key}.cause" in words and isinstance(cause, RuleError):
        return words(f"{key}.cause", **{**shown, "why": explain(words, cause, variant)})
    return words(key, **shown)


def _shown(words: Words, error: Coded, variant: str) -> Iterator[tuple[str, object]]:
    params = error.params
    for name, value in params.items():
        if value is not None:
            yield name, _worded(words, error.code, value, variant) if name in ("row", "allowed") else value
    if "least" in params and "most" in params:
        least, most = (words.number(_whole(params[name])) for name in ("least", "most"))
        span = least if least == most else f"{least}–{most}"
        yield "range", span
        if "step" in params:
            step = _whole(params["step"])
            yield "allowed", span if step == 1 else words("range.step", range=span, step=step)


def _worded(words: Words, code: str, value: object, variant: str) -> object:
    if isinstance(value, str):
        return _name(words, code, value, variant)
    if isinstance(value, Sequence):
        last = "or" if code not in _IN_IDS else "plain"
        return words.joined([_name(words, code, item, variant) for item in value], last)
    return value


def _name(words: Words, code: str, item: object, variant: str) -> str:
    """A row in quotes, anything else as it was written."""
    if isinstance(item, int):
        return words.number(item)
    text = str(item)
    is_row = code not in _IN_IDS and f"row.{text}" in words
    return words.quote(words.row(text, variant)) if is_row else text


def _whole(value: object) -> int:
    assert isinstance(value, int)
    return value
