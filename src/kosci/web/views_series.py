"""What the pages show of a series: its pad, and the way on to the next game.

Values only; what they say is worded by whoever builds them.
"""

from dataclasses import dataclass

from kosci.web.views import Action, Head, Link


@dataclass(frozen=True, slots=True)
class HeadSeries:
    """The link to the pad in a table's heading; `label` begins with `short`, which is what a phone shows of it."""

    short: str
    label: str
    url: str


@dataclass(frozen=True, slots=True)
class PadGame:
    """A game column: `url` is empty where there is nothing to see, `is_here` marks the game whose page this is."""

    number: int
    name: str
    url: str = ""
    is_here: bool = False
    is_running: bool = False


@dataclass(frozen=True, slots=True)
class PadCell:
    """What a player has of a game: the result, "–" where they were not there; `said` is what is read aloud with it."""

    text: str
    said: str = ""
    is_won: bool = False
    has_left: bool = False
    is_pencil: bool = False


@dataclass(frozen=True, slots=True)
class PadLine:
    """A player's row; no place for who does not have all games."""

    name: str
    is_you: bool
    place: int | None
    cells: tuple[PadCell, ...]
    won: int
    total: int


@dataclass(frozen=True, slots=True)
class PadView:
    """The pad: as many cells a line as it has columns, `games` only for those that have come to be."""

    columns: int
    games: tuple[PadGame, ...]
    lines: tuple[PadLine, ...]
    counts_wins: bool
    verdict: str = ""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayingOn:
    """The way on from a finished game: a table that is there already, or the buttons that lay one.

    `told` says how far the next game is; `hint` what a rematch would be.
    """

    pad: PadView | None = None
    told: str = ""
    onward: Link | None = None
    rematch: Action | None = None
    change: Action | None = None
    hint: str = ""


@dataclass(frozen=True, slots=True)
class SeriesView:
    """The page of a series."""

    head: Head
    title: str
    lead: str
    pad: PadView
    back: Link
    onward: Link | None = None
    told: str = ""
