"""How a table is run, apart from the rules of its game.

No rule of any game stands here.
"""

from dataclasses import dataclass, fields, replace

from kosci.engine.errors import OptionError
from kosci.engine.options import YES_NO, Choice, Span, Spec, Value, check_value, format_value, parse_value

SETTINGS: dict[str, Spec] = {
    "undo": YES_NO,
    "away": Choice(("bot", "pass", "wait")),
    "away_after": Span(15, 3600),
    "pace": Choice(("slow", "normal", "at_once")),
    "coach": Choice(("on_demand", "always", "off")),
    "dice": Choice(("drawn", "real")),
    "scorer": Choice(("anyone", "host")),
    "clock": Choice((0, 15, 30, 60, 90, 120, 300, 600, 1800, 3600, 86_400, 259_200, 604_800)),
}


@dataclass(frozen=True, slots=True)
class Settings:
    """How a table is run.

    `undo`: entries may be taken back. `away` and `away_after`: what happens to a seat without a
    connection, after how many seconds (S11). `pace`: how fast computer players act. `coach`: when people may
    see what their moves are worth. `dice`: drawn by the program, or real ones that people roll and tell of; `scorer`:
    who may tell. `clock`: seconds a turn, 0 for as long as it takes.
    """

    undo: bool = True
    away: str = "bot"
    away_after: int = 60
    pace: str = "normal"
    coach: str = "on_demand"
    dice: str = "drawn"
    scorer: str = "anyone"
    clock: int = 0

    @property
    def is_real(self) -> bool:
        """Whether people roll by hand and the table draws nothing."""
        return self.dice == "real"

    @property
    def turn_seconds(self) -> int:
        """How long a person has for a turn, 0 without end: who rolls by hand is not hurried."""
        return 0 if self.is_real else self.clock

    def __post_init__(self) -> None:
        for field in fields(self):
            check_value(SETTINGS, field.name, getattr(self, field.name))


def format_settings(settings: Settings) -> str:
    """The settings as one word.

    >>> format_settings(Settings())
    'undo=true,away=bot,away_after=60,pace=normal,coach=on_demand,dice=drawn,scorer=anyone,clock=0'
    """
    pairs = ((field.name, getattr(settings, field.name)) for field in fields(settings))
    return ",".join(f"{name}={format_value(value)}" for name, value in pairs)


def parse_settings(word: str) -> Settings:
    """The settings a word names, over the usual ones; OptionError where it names others."""
    changes: dict[str, Value] = {}
    for pair in (pair for pair in word.split(",") if pair):
        name, sign, text = pair.partition("=")
        if not sign or name in changes:
            message = f"{pair!r} is no setting: write name=value, each once"
            raise OptionError("option-form", message, given=pair)
        changes[name] = parse_value(SETTINGS, name, text)
    return replace(Settings(), **changes)  # type: ignore[arg-type]  # parse_value has checked each by its spec
