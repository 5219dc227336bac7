"""One reader's look at a table: what is there, who may act for which seat, and how actions are addressed.

Decides nothing about a game and words nothing but names.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from urllib.parse import urlencode

from kosci.engine.race import Race
from kosci.locale.words import Words
from kosci.service.advising import Counsel
from kosci.service.pads import Series
from kosci.service.presence import Presence
from kosci.service.real_dice import may_tell
from kosci.service.view import View
from kosci.table.play import Play
from kosci.web.entering import Entering, read_entering
from kosci.web.forms import Fields
from kosci.web.views import Action, Link, Role, Settings
from kosci.web.views import Presence as Shown

MOST_SEATS = 8
MOST_VERSION = 999_999_999
TICKS = ("keep", "roll", "aside")


@dataclass(frozen=True, slots=True)
class Asked:
    """What a reader wants to see of a table beside what is there.

    `row` waits to be confirmed, `ask` is a question ("leave", "end", "pass", "close"), `seat` the one it is about,
    `see` the sheet shown on a phone, `ticks` the dice ticked on the page that asked, made for version `at`;
    `entering` is what is about to be told of real dice.
    """

    row: str = ""
    ask: str = ""
    seat: int | None = None
    see: int | None = None
    at: int | None = None
    ticks: tuple[int, ...] | None = None
    entering: Entering = field(default_factory=Entering)


def read_asked(fields: Fields) -> Asked:
    """What the query of a table's page asks for; BadForm where it is none that these pages make."""
    seat, see = (fields.maybe_number(name, 1, MOST_SEATS) for name in ("seat", "see"))
    at = fields.maybe_number("at", 0, MOST_VERSION)
    ticked = tuple(sorted(place for name in TICKS for place in fields.numbers(name, 1, 5)))
    return Asked(
        row=fields.maybe("row") or "",
        ask=fields.choice("ask", ("leave", "end", "pass", "close")) if "ask" in fields.values else "",
        seat=None if seat is None else seat - 1,
        see=None if see is None else see - 1,
        at=at,
        ticks=ticked if at is not None else None,
        entering=read_entering(fields),
    )


@dataclass(frozen=True, slots=True)
class Look:
    """A reader before a table.

    `base` is the path of the table's pages for this reader, `origin` the address others reach the server
    at; `is_near` says that it works on the server's own machine only. `computers` may be seated, `preparing` are
    those for whom the game is being solved; `counsel` is what the coach tells this reader, `mean` what best play
    comes to where that is known, `reviewed` what the end of the game says of each player, `bests` how
    the reader's own results stand among their records, `series` the games that
    the finished one stands among.
    """

    view: View
    words: Words
    names: tuple[str, ...]
    base: str
    role: Role
    device: str
    settings: Settings
    presence: Presence
    new_command: Callable[[], str]
    asked: Asked
    origin: str
    is_near: bool
    spectators: int
    computers: tuple[str, ...]
    counsel: Counsel = field(default_factory=Counsel)
    reviewed: tuple[str, ...] = ()
    bests: tuple[str, ...] = ()
    series: Series | None = None
    mean: float | None = None
    preparing: frozenset[str] = frozenset()

    @property
    def play(self) -> Play:
        """The game under way or over."""
        play = self.view.table.play
        assert play is not None
        return play

    @property
    def own(self) -> tuple[int, ...]:
        """The seats this reader acts for."""
        return self.view.own_seats(self.device) if self.role == "player" else ()

    @property
    def is_host(self) -> bool:
        """Whether this reader laid the table."""
        return self.role == "player" and self.view.is_host(self.device)

    @property
    def mover(self) -> int | None:
        """The seat to move."""
        return self.view.table.mover

    @property
    def is_real(self) -> bool:
        """Whether people roll by hand at this table."""
        return self.view.table.settings.is_real

    @property
    def is_telling(self) -> bool:
        """Whether this reader may enter for whoever is to move at this table with real dice."""
        is_open = self.is_real and self.view.table.play is not None and self.view.table.seed is None
        return is_open and self.role == "player" and may_tell(self.view, self.device)

    @property
    def is_acting(self) -> bool:
        """Whether the move is this reader's."""
        mover = self.mover
        return mover is not None and mover in self.own and self.view.table.seats[mover].stand_in is None

    @property
    def is_shared(self) -> bool:
        """Whether this reader acts for several seats, so that "you" would say too little."""
        return len(self.own) > 1

    def has_left(self, seat: int) -> bool:
        """Whether the seat has left the game."""
        return self.view.table.play is not None and self.play.position.left[seat]

    def presence_of(self, seat: int) -> Shown:
        """How the seat is there."""
        taken, device = self.view.table.seats[seat], self.view.seats[seat].device
        if self.has_left(seat):
            return "left"
        if self.is_real and self.view.table.play is not None:
            return "here"  # nobody has to be connected who rolls by hand
        if taken.bot is not None:
            return "computer"
        if taken.stand_in is not None or device is None:
            return "away"
        patience = timedelta(seconds=self.view.table.settings.away_after)
        is_silent = device != self.device and self.presence.away_for(self.view.id, device) > patience
        return "away" if is_silent else "here"

    def url(self, **query: str | int | None) -> str:
        """The table's page with this query."""
        given = {name: value for name, value in query.items() if value is not None and value != ""}
        return f"{self.base}?{urlencode(given)}" if given else self.base

    @property
    def ticks(self) -> tuple[int, ...] | None:
        """The dice ticked on the page that asked, where no die has fallen since."""
        at = self.asked.at
        is_fresh = at is not None and self.view.table.moved_at <= at <= self.view.version
        return self.asked.ticks if is_fresh else None

    @property
    def here(self) -> str:
        """The page as it is shown now, to be asked for again."""
        asked = self.asked
        see, seat = (None if number is None else number + 1 for number in (asked.see, asked.seat))
        return self.ticked_url(row=asked.row, ask=asked.ask, seat=seat, see=see, **asked.entering.query())

    def ticked_url(self, **query: str | int | None) -> str:
        """The table's page with this query and the ticks the reader had made, if any."""
        if self.ticks is None:
            return self.url(**query)
        is_race = isinstance(self.view.table.game, Race)
        field = "aside" if is_race else "roll" if self.settings.invert_keep else "keep"
        return self.url(**query, at=self.view.version) + "".join(f"&{field}={place}" for place in self.ticks)

    def action(self, label: str, verb: str, *, seat: int | None = None, is_on: bool = True, **more: str) -> Action:
        """A form that sends a command for the table as it is now."""
        fields = [("command", self.new_command()), ("at", str(self.view.version))]
        fields += [("seat", str(seat + 1))] if seat is not None else []
        return Action(label, f"{self.base}/{verb}", (*fields, *more.items()), is_on)

    def link(self, label: str, **query: str | int | None) -> Link:
        """A link to the table's page with this query."""
        return Link(label, self.url(**query))


def seat_names(words: Words, view: View) -> tuple[str, ...]:
    """The names by seat as this reader sees them; computer players are named in the reader's language."""
    bots = Counter(seat.bot for seat in view.seats if seat.bot)
    seen: Counter[str] = Counter()
    names: list[str] = []
    for seat in view.seats:
        if seat.bot is None:
            names.append(seat.name)
            continue
        seen[seat.bot] += 1
        name = bot_name(words, seat.bot)
        names.append(f"{name} {seen[seat.bot]}" if bots[seat.bot] > 1 else name)
    return tuple(names)


def seat_mark(view: View, seat: int) -> str:
    """What tells this sitter from another who may have the seat later."""
    return view.table.seats[seat].digest[:16]


def bot_name(words: Words, bot: str) -> str:
    """The name of a computer player."""
    return words(f"bot.{bot}.name")
