"""What the results of best play are shown with: plain frozen values, already worded; the picture as coordinates.

Holds no rule, no chance that is not shown and no markup; read as `views` says.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in a picture with its words."""

    x: float
    y: float
    text: str


@dataclass(frozen=True, slots=True)
class Column:
    """The bar of some neighbouring totals; `is_middle` where it belongs to the middle half of the games."""

    x: float
    y: float
    width: float
    height: float
    is_middle: bool


@dataclass(frozen=True, slots=True)
class Percentile:
    """A line across the picture: the total that so many games do not exceed. `text_x` is where its words stand."""

    x: float
    text_x: float
    total: str
    share: str


@dataclass(frozen=True, slots=True)
class SpreadPlot:
    """How likely every total is, once a width; `own` are the reader's own results, `radius` large."""

    id: str
    width: float
    height: float
    base: float
    steps: tuple[Spot, ...]
    ticks: tuple[Spot, ...]
    columns: tuple[Column, ...]
    percentiles: tuple[Percentile, ...]
    own: tuple[Spot, ...]
    radius: float


@dataclass(frozen=True, slots=True)
class AtLeast:
    """How many games come to a total or more."""

    total: str
    share: str


@dataclass(frozen=True, slots=True)
class SpreadFound:
    """The results themselves: `about` says the picture in words, `own` the reader's results, `listed` each of them."""

    about: str
    caption: tuple[str, ...]
    plots: tuple[SpreadPlot, ...]
    rows: tuple[AtLeast, ...]
    own: str
    own_note: str
    listed: str = ""


@dataclass(frozen=True, slots=True)
class SpreadView:
    """The results of best play: sentences and `found` where they are known, or `percent` of the work, or neither.

    `url` is this page with the work asked for: the way to begin it where `can_ask`, worth asking again while
    `percent` is set. `why_not` says why there is nothing.
    """

    url: str
    lines: tuple[str, ...] = ()
    found: SpreadFound | None = None
    percent: int | None = None
    can_ask: bool = False
    why_not: str = ""
