"""The options a house may set: what each can be, and its text both ways.

What an option means stands where the rule stands; here is only what may be chosen.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from kosci.engine.errors import OptionError

Value = str | int | bool


@dataclass(frozen=True, slots=True)
class Choice:
    """An option that takes one of a few values."""

    values: tuple[Value, ...]

    def has(self, value: object) -> bool:
        """Whether the option can be this; 1 is not True here."""
        return any(type(value) is type(own) and value == own for own in self.values)

    @property
    def allowed(self) -> str:
        """What may be chosen, as text."""
        return ", ".join(format_value(value) for value in self.values)

    def parsed(self, text: str) -> Value | None:
        """The value this text names, or None."""
        return next((value for value in self.values if format_value(value) == text), None)


@dataclass(frozen=True, slots=True)
class Span:
    """An option that takes a whole number in steps between two bounds."""

    least: int
    most: int
    step: int = 1

    def has(self, value: object) -> bool:
        """Whether the option can be this number."""
        return type(value) is int and self.least <= value <= self.most and (value - self.least) % self.step == 0

    @property
    def allowed(self) -> str:
        """What may be chosen, as text."""
        steps = f" in steps of {self.step}" if self.step > 1 else ""
        return f"{self.least} to {self.most}{steps}"

    def parsed(self, text: str) -> Value | None:
        """The number this text is, or None."""
        is_number = text.isascii() and text.isdigit() and len(text) < 10 and str(int(text)) == text
        return int(text) if is_number and self.has(int(text)) else None


Spec = Choice | Span
YES_NO = Choice((False, True))

# Every sheet game takes these (RULES.md section 2); `rigol` and `turns` are a variant's own.
SHEET_OPTIONS: Mapping[str, Spec] = {
    "joker": Choice(("own_row", "full_upper", "forced", "free_choice", "none")),
    "joker_needs_50": YES_NO,
    "extra": Choice(("as_joker", "each", "second", "none")),
    "bonus_at": Span(1, 105),
    "bonus": Span(0, 200),
    "zero": Choice(("any", "only_if_nothing_fits")),
    "upper_first": YES_NO,
    "first": Choice(("roll", "lot", "seat")),
}

# The Tysiąc family takes these (RULES.md section 4).
RACE_OPTIONS: Mapping[str, Spec] = {
    "set_aside": Choice(("all", "any")),
    "hot_dice": Choice(("may", "must", "stop")),
    "bust": Choice(("lose", "keep")),
    "target": Span(100, 10000, 50),
    "opening": Choice((0, 25, 50, 75, 100)),
    "exact": YES_NO,
    "last_round": YES_NO,
    "first": Choice(("roll", "lot", "seat")),
}


def format_value(value: Value) -> str:
    """The value as text: yes-or-no as true and false."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def parse_value(specs: Mapping[str, Spec], name: str, text: str) -> Value:
    """The value a text names for an option; OptionError where there is no such option or value."""
    value = _spec(specs, name).parsed(text)
    if value is None:
        raise _refused(specs, name, text)
    return value


def check_value(specs: Mapping[str, Spec], name: str, value: object) -> None:
    """OptionError unless the option exists and can be this."""
    if not _spec(specs, name).has(value):
        raise _refused(specs, name, value)


def _spec(specs: Mapping[str, Spec], name: str) -> Spec:
    if name not in specs:
        allowed = ", ".join(specs)
        message = f"{name!r} is no option here: there are {allowed}"
        raise OptionError("option-unknown", message, given=name, allowed=tuple(specs))
    return specs[name]


def _refused(specs: Mapping[str, Spec], name: str, given: object) -> OptionError:
    allowed = specs[name].allowed
    shown = given if isinstance(given, str) else repr(given)
    message = f"{f'{name}={shown}'!r} is not possible: {name} can be {allowed}"
    spec = specs[name]
    bounds = {"least": spec.least, "most": spec.most, "step": spec.step} if isinstance(spec, Span) else {}
    return OptionError("option-value", message, option=name, given=str(shown), allowed=allowed, **bounds)
