"""The words of one language: sentences by key, counted nouns, numbers, quotes and lists.

Knows no rule and no page; never guesses a missing word or a missing parameter.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from string import Formatter
from typing import TYPE_CHECKING, SupportsFloat

if TYPE_CHECKING:  # Babel takes longer to start than most commands run: it comes with the first count or fraction
    from babel.core import Locale

MINUS = "\N{MINUS SIGN}"
_QUOTES: Mapping[str, tuple[str, str]] = {"pl": ("„", "”"), "uk": ("«", "»"), "en": ("“", "”")}
# CLDR's minimumGroupingDigits is 2 in Polish (1234, 12 345); Babel does not carry it.
_GROUPED_FROM: Mapping[str, int] = {"pl": 10_000, "uk": 1_000, "en": 1_000}
_FIELDS = Formatter()


class Words:
    """The words of one language.

    Calling it gives the sentence of a key with its `{fields}` filled: text stands as it is, numbers and dice
    as the language writes them. A field may say more: `{n:point}` counts ("21 punktów"), `{cat:quote}` quotes,
    `{d:signed}` always shows a sign, `{p:percent}` shows a share of 1 as a percentage. A missing key or
    parameter raises KeyError; parameters that a sentence does not use are ignored.
    """

    def __init__(self, lang: str, messages: Mapping[str, str]) -> None:
        self.lang = lang
        self._messages = messages

    def __call__(self, key: str, /, **params: object) -> str:
        """The sentence of a key, filled."""
        message = self._messages[key]
        if "{" not in message:
            return message
        return "".join(self._filled(message, params))

    def __contains__(self, key: str) -> bool:
        return key in self._messages

    def own(self, key: str, variant: str, **params: object) -> str:
        """A variant's own wording of a key (`extra.yahtzee`), or else the common one (`extra`)."""
        special = f"{key}.{variant}"
        return self(special if special in self._messages else key, **params)

    def row(self, row: str, variant: str = "") -> str:
        """The name of a row on a variant's card."""
        return self.own(f"row.{row}", variant)

    def count(self, noun: str, number: float) -> str:
        """A number with its noun in the right plural form, CLDR's: "21 punktów", "1,5 punktu"."""
        shown = number if isinstance(number, int) else round(number, 3)
        form = self._locale.plural_form(shown)
        return self._messages[f"count.{noun}.{form}"].replace("{n}", self.number(shown))

    def number(self, value: SupportsFloat, places: int | None = None) -> str:
        """A number as the language writes it, with that many decimal places, or up to three."""
        if isinstance(value, int) and places is None and -1000 < value < 1000:
            return str(value).replace("-", MINUS)
        from babel.numbers import format_decimal

        exact = value if isinstance(value, int) else float(value)
        pattern = "#,##0.###" if places is None else "#,##0" + ("." + "0" * places if places else "")
        grouped = abs(exact) >= _GROUPED_FROM[self.lang]
        text = format_decimal(exact, format=pattern, locale=self._locale, group_separator=grouped)
        return text.replace("-", MINUS)

    def signed(self, value: float) -> str:
        """A number that always shows its sign: "+3", "+0", "−2"."""
        return self.number(value) if value < 0 else f"+{self.number(value)}"

    def percent(self, share: SupportsFloat, places: int = 1) -> str:
        """A share of 1 as a percentage: "7,7%"."""
        return f"{self.number(100 * float(share), places)}%"

    def quote(self, name: str) -> str:
        """A name in the language's quotation marks."""
        opening, closing = _QUOTES[self.lang]
        return f"{opening}{name}{closing}"

    def dice(self, faces: Iterable[int]) -> str:
        """Faces of dice, as read aloud: "5, 5, 2"."""
        return ", ".join(str(face) for face in faces)

    def joined(self, items: Sequence[str], last: str = "and") -> str:
        """Items as a list in a sentence: "a, b i c"; with `last="or"` "a, b lub c"."""
        if len(items) < 2:
            return "".join(items)
        return self(f"list.{last}", first=", ".join(items[:-1]), last=items[-1])

    @cached_property
    def _locale(self) -> "Locale":
        from babel.core import Locale

        return Locale(self.lang)

    def _filled(self, message: str, params: Mapping[str, object]) -> Iterable[str]:
        for text, field, spec, _ in _FIELDS.parse(message):
            yield text
            if field is not None:
                yield self._shown(params[field], spec or "")

    def _shown(self, value: object, spec: str) -> str:
        if isinstance(value, str):
            return self.quote(value) if spec == "quote" else value
        if isinstance(value, bool):
            raise TypeError(f"words are filled with text, numbers and dice, not {value!r}")
        if isinstance(value, int | float | SupportsFloat):
            return self._figure(value, spec)
        if isinstance(value, Sequence) and all(isinstance(face, int) for face in value):
            return self.dice(value)
        raise TypeError(f"words are filled with text, numbers and dice, not {value!r}")

    def _figure(self, value: SupportsFloat, spec: str) -> str:
        if spec == "percent":
            return self.percent(value)
        exact = value if isinstance(value, int) else float(value)
        if spec == "signed":
            return self.signed(exact)
        return self.count(spec, exact) if spec else self.number(exact)
