"""What the records' pages are shown with: plain frozen values, already worded; the picture as coordinates.

Holds no rule, no number that is not shown and no markup; read as `views` says.
"""

from dataclasses import dataclass

from kosci.web.views import Action, Link, Qr
from kosci.web.views_spread import Spot, SpreadView


@dataclass(frozen=True, slots=True)
class Fact:
    """A number with what it is; `note` stands beside it in small."""

    label: str
    value: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """A way to see other results: a link, or the one that is seen."""

    label: str
    url: str
    is_current: bool = False


@dataclass(frozen=True, slots=True)
class GroupCard:
    """A game with a number of players on the overview; without `url` its rules are known no more."""

    title: str
    url: str
    about: tuple[str, ...]
    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class Devices:
    """The devices that the records are on, and the link that brings them to another; `link` is shown this once."""

    line: str
    make: Action
    void: Action | None = None
    part: Action | None = None
    link: str = ""
    qr: Qr | None = None
    near: str = ""


@dataclass(frozen=True, slots=True)
class RecordsView:
    """The overview: the games played, those with advice apart, and what can be done with all of it."""

    names: tuple[Choice, ...]
    groups: tuple[GroupCard, ...]
    coached: tuple[GroupCard, ...]
    devices: Devices
    exports: tuple[Link, ...]
    bring: Action
    delete: Link
    play: Link


@dataclass(frozen=True, slots=True)
class Band:
    """A band across the picture, between two percentiles of best play."""

    y: float
    height: float


@dataclass(frozen=True, slots=True)
class Level:
    """A line across the picture with its words at the right."""

    y: float
    text_y: float
    text: str


@dataclass(frozen=True, slots=True)
class RecordPlot:
    """The results over time at one width: `middle` holds half of the games of best play, `wide` four fifths."""

    id: str
    width: float
    height: float
    left: float
    right: float
    base: float
    steps: tuple[Spot, ...]
    ticks: tuple[Spot, ...]
    dots: tuple[Spot, ...]
    radius: float
    running: str = ""
    wide: Band | None = None
    middle: Band | None = None
    levels: tuple[Level, ...] = ()
    best: Spot | None = None


@dataclass(frozen=True, slots=True)
class PlotView:
    """The picture with what it says, and how the results of best play stand: known, coming, or to be asked for.

    `expected` is what best play brings in each row of the sheet, where that is known.
    """

    plots: tuple[RecordPlot, ...]
    about: str
    caption: tuple[str, ...]
    spread: SpreadView | None = None
    again: str = ""
    expected: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class MadeRow:
    """How often a row brought points, and what in the mean; `best_play` where that is known."""

    name: str
    times: str
    share: str
    mean: str
    best_play: str = ""


@dataclass(frozen=True, slots=True)
class ResultLine:
    """One result of the list; `moment` is for programs, `drop` leads to its deletion."""

    date: str
    moment: str
    name: str
    value: str
    place: str
    notes: str
    is_best: bool
    drop: Link | None = None


@dataclass(frozen=True, slots=True)
class GroupView:
    """One game with one number of players."""

    title: str
    about: tuple[str, ...]
    names: tuple[Choice, ...]
    facts: tuple[Fact, ...]
    made: tuple[MadeRow, ...]
    made_note: str
    has_best_play: bool
    plot: PlotView | None
    results: tuple[ResultLine, ...]
    results_note: str
    shows_names: bool
    shows_places: bool
    rules: Link | None
    back: Link


@dataclass(frozen=True, slots=True)
class AskView:
    """A question before something is done: what it does, the button, the way back; without a button what was done."""

    title: str
    lines: tuple[str, ...]
    act: Action | None
    back: Link
    is_dangerous: bool = False
