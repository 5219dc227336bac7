"""What programs send and are answered, as strict values with their JSON.

Only shapes and bounds; what may be done is decided by the service.
"""

from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

MOST_NAME = 400
MOST_VERSION = 999_999_999
MOST_OPTIONS = 60

Command = Annotated[
    str,
    Meta(
        pattern="^[A-Za-z0-9_-]{8,64}$",
        description="An id that the program makes up for each command: sent again, it acts once.",
    ),
]
SeatNumber = Annotated[int, Meta(ge=1, le=8, description="A seat, counted from 1.")]
Version = Annotated[int, Meta(ge=0, le=MOST_VERSION)]
Die = Annotated[int, Meta(ge=1, le=6)]
Place = Annotated[int, Meta(ge=1, le=5)]
Share = Annotated[str, Meta(pattern="^[0-9a-f]{32}$", description="16 bytes of one's own for the dice, in hex.")]
Word = Annotated[str, Meta(min_length=1, max_length=64)]
Points = Annotated[int, Meta(ge=0, le=1_000_000)]
OptionValue = bool | Annotated[int, Meta(ge=-1_000_000, le=1_000_000)] | Annotated[str, Meta(max_length=64)]
Options = Annotated[dict[Word, OptionValue], Meta(max_length=MOST_OPTIONS)]


class Message(Struct, frozen=True, forbid_unknown_fields=True):
    """A body that programs send."""


class NewSeat(Message, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """Somebody who sits down: a person by name, or a computer player by its id."""

    name: Annotated[str, Meta(max_length=MOST_NAME)] | None = None
    bot: Word | None = None
    share: Share | None = None


class NewTable(Message, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """A table to be laid."""

    command: Command
    variant: Word
    seats: Annotated[list[NewSeat], Meta(max_length=8)]
    options: Options = {}
    settings: Options = {}
    start: bool = False


class Sit(Message, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """One more seat taken."""

    command: Command
    seat: NewSeat


class Act(Message, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """A command that names nothing but itself."""

    command: Command


class SeatAct(Message, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """A command about a seat; `at` is the version it was made for."""

    command: Command
    seat: SeatNumber
    at: Version | None = None


class Move(Message, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """A move in its one-line text, by the dice it names or their places."""

    command: Command
    seat: SeatNumber
    at: Version
    move: Annotated[str, Meta(min_length=1, max_length=64, examples=["roll", "keep 5 5", "score full_house"])]
    places: Annotated[list[Place], Meta(max_length=5)] = []


class Report(Message, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """A whole turn at a table with real dice: the row, and the last dice or the points."""

    command: Command
    seat: SeatNumber
    turn: Annotated[int, Meta(ge=1, le=10_000)]
    row: Word
    dice: Annotated[list[Die], Meta(max_length=5)] | None = None
    points: Points | None = None
    alike: bool | None = None


class Correction(Message, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """An entry at a table with real dice put right; without a row the turn was passed."""

    command: Command
    seq: Annotated[int, Meta(ge=1, le=MOST_VERSION)]
    seat: SeatNumber
    at: Version
    row: Word | None = None
    dice: Annotated[list[Die], Meta(max_length=5)] | None = None
    points: Points | None = None
    alike: bool | None = None


class Token(Struct, frozen=True):
    """A bearer token: whoever holds it acts for its seats."""

    token: str


class VariantAnswer(Struct, frozen=True):
    """A variant: its rows, turns, players, and the options with their usual values."""

    id: str
    players: tuple[int, int]
    rows: tuple[str, ...]
    turns: int | None
    options: dict[str, bool | int | str]
    fingerprint: str


class Laid(Struct, frozen=True):
    """A table that was laid: the links' tokens, and the code of its lobby while it waits."""

    id: str
    version: int
    join: str
    watch: str
    code: str | None


class Seated(Struct, frozen=True):
    """The table and the seat that was taken."""

    id: str
    seat: int
    version: int


class Now(Struct, frozen=True):
    """A table after a command: its version, the position in one line, the dice by place, and who is to act."""

    version: int
    mover: int | None
    is_over: bool
    position: str | None
    dice: tuple[int, ...]
    fixed: tuple[int, ...]


class SeatState(Struct, frozen=True):
    """A seat as everybody sees it; `rows` holds what is written, `total` the points so far."""

    seat: int
    name: str
    bot: str | None
    stand_in: str | None
    is_yours: bool
    has_left: bool
    total: int
    rows: dict[str, int]
    extras: int


class Placed(Struct, frozen=True):
    """How a seat ended."""

    seat: int
    points: int
    place: int
    left: bool


class State(Struct, frozen=True):
    """A table as it is: `legal` holds every move of the seat to move, where it was asked for."""

    id: str
    state: str
    variant: str
    fingerprint: str
    commitment: str
    now: Now
    seats: tuple[SeatState, ...]
    results: tuple[Placed, ...]
    undoable: int | None
    legal: tuple[str, ...]


class Facts(Struct, frozen=True):
    """The lines of a table's log after a version."""

    version: int
    after: int
    lines: tuple[str, ...]


class Problem(Struct, frozen=True):
    """Why a request was refused: a stable code, a sentence in English, and what was given and is allowed."""

    code: str
    message: str
    params: dict[str, Any] = {}


ENCODER = msgspec.json.Encoder()
