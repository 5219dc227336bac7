"""What the page of a review is fed with: plain frozen values, already worded; pictures as coordinates.

Holds no rule, no value that is not shown and no markup; read as `views` says.
"""

from dataclasses import dataclass

from kosci.web.views import Head, Link


@dataclass(frozen=True, slots=True)
class Mark:
    """A point of a player's line: `series` counts players from 1, `path` is its shape."""

    series: int
    path: str


@dataclass(frozen=True, slots=True)
class Text:
    """Words in a picture; `series` is 0 where they belong to no player."""

    x: float
    y: float
    text: str
    series: int = 0


@dataclass(frozen=True, slots=True)
class Column:
    """A turn of the curve that can be pointed at: everybody's points, and what they say."""

    turn: int
    x: float
    width: float
    label: str
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class Curve:
    """What was expected after every turn, a line a player; `steps` are the lines of the scale.

    One that `is_long` is not made smaller to fit.
    """

    id: str
    width: float
    height: float
    is_long: bool
    top: float
    bottom: float
    title: str
    about: str
    steps: tuple[Text, ...]
    turns: tuple[Text, ...]
    lines: tuple[Mark, ...]
    columns: tuple[Column, ...]
    ends: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class Bar:
    """One line of a waterfall: a level (`width` 0), or a step from one level to the next with its arrow."""

    kind: str
    y: float
    x: float
    width: float
    arrow: str
    label: str
    value: str


@dataclass(frozen=True, slots=True)
class Fall:
    """The way from what was expected over luck and decisions to the result."""

    id: str
    width: float
    height: float
    title: str
    about: str
    bars: tuple[Bar, ...]
    links: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class PlayerReview:
    """One player: the sentence, its picture, and a few facts."""

    series: int
    name: str
    sentence: str
    fall: Fall
    facts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DecisionLine:
    """One decision: what it cost and the word for that, who chose what and when, and the best where it was another."""

    cost: str
    size: str
    size_word: str
    who: str
    when: str
    dice: tuple[int, ...]
    chosen: str
    best: str


@dataclass(frozen=True, slots=True)
class StepLine:
    """A roll with its luck, and what was chosen then with its cost; what is empty was not."""

    dice: str
    luck: str
    chosen: str
    cost: str


@dataclass(frozen=True, slots=True)
class TurnLine:
    """One player's turn: what is expected after it, its luck, its cost, its steps."""

    series: int
    name: str
    now: str
    luck: str
    cost: str
    steps: tuple[StepLine, ...]


@dataclass(frozen=True, slots=True)
class TurnLines:
    """A turn of everybody."""

    turn: int
    lines: tuple[TurnLine, ...]


@dataclass(frozen=True, slots=True)
class Told:
    """The review itself; `orders` are the ways to list the decisions, the present one's link being empty.

    So many of the decisions are `shown` at once, `more` leads to the others.
    """

    aim: str
    lead: str
    players: tuple[PlayerReview, ...]
    curves: tuple[Curve, ...]
    curve_title: str
    turns: tuple[TurnLines, ...]
    orders: tuple[Link, ...]
    decisions: tuple[DecisionLine, ...]
    shown: int
    more: str
    sizes: str
    csv: Link
    json: Link


@dataclass(frozen=True, slots=True)
class ReviewView:
    """The page of a review: `told` when it is there, `percent` of the work where it is not yet, or why it is not.

    `url` is this page, worth asking for again while `percent` is set or `is_more_coming`.
    """

    head: Head
    title: str
    url: str
    back: Link
    told: Told | None = None
    percent: int | None = None
    why_not: str = ""
    is_more_coming: bool = False
    pdf: Link | None = None
