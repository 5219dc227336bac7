"""What the pages are fed with: plain frozen values, already worded where a sentence is meant.

Holds no rule, no table, no request and no markup; templates read it, `web` builds it.

How it is read. A template gets `page: Page` and `view:` one of the `…View` classes below.
Everything named `url` is a path of this site. Every text is shown as text (escaped), every sentence
is in the reader's language, with names inside it as they were typed. An `Action` is a form that
posts, a `Link` is a plain link (GET, changes nothing). A `None` means "not shown at all": there
are no dead buttons.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from kosci.web.views_coach import Coach
from kosci.web.views_spread import SpreadView

if TYPE_CHECKING:  # it is made of values of this module
    from kosci.web.views_clock import Clock
    from kosci.web.views_real import Real
    from kosci.web.views_series import HeadSeries, PlayingOn

Theme = Literal["auto", "light", "dark"]
Mode = Literal["device", "link", "alone", "real"]
Role = Literal["player", "spectator"]
Presence = Literal["here", "away", "left", "computer"]
Fields = tuple[tuple[str, str], ...]


# --- bricks ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Link:
    """A link with its words."""

    label: str
    url: str


@dataclass(frozen=True, slots=True)
class Action:
    """A button that posts: `fields` are its hidden fields, among them `command` and `version`.

    `is_on` false shows the button switched off (a roll with nothing left to roll).
    """

    label: str
    url: str
    fields: Fields = ()
    is_on: bool = True


@dataclass(frozen=True, slots=True)
class Notice:
    """One sentence to the reader about what was just asked: a refusal or an answer."""

    text: str
    is_refusal: bool = True


@dataclass(frozen=True, slots=True)
class Language:
    """One language to choose, named in itself."""

    code: str
    name: str
    is_current: bool


@dataclass(frozen=True, slots=True)
class Settings:
    """What the reader chose for this browser; kept in a cookie, so it works without JavaScript."""

    theme: Theme = "auto"
    invert_keep: bool = False
    sound: bool = False
    keys: bool = True


@dataclass(frozen=True, slots=True)
class Page:
    """What every page needs around its view.

    `here` is the path and query of the page itself: language and theme switches come back to it. `is_secure` says that
    browsers allow the page what they keep for https.
    """

    lang: str
    languages: tuple[Language, ...]
    here: str
    settings: Settings = Settings()
    home_url: str = "/"
    settings_url: str = "/settings"
    language_url: str = "/language"
    paper_url: str = "/paper"
    notice: Notice | None = None
    is_secure: bool = True


@dataclass(frozen=True, slots=True)
class Qr:
    """A QR code: `size` modules a side with the quiet zone, `path` the dark ones as SVG path data."""

    size: int
    path: str


@dataclass(frozen=True, slots=True)
class Invite:
    """How others come to the table; `link` and `watch_link` are whole addresses to be copied.

    `code` is the short lobby code, None once the table has started. `near` says in words when the
    address works only on this machine.
    """

    link: str | None
    qr: Qr | None
    code: str | None
    watch_link: str
    near: str = ""


@dataclass(frozen=True, slots=True)
class Live:
    """What keeps an open page fresh: the event stream, the version shown, the tab's title.

    `url` is this table's page as it is shown now (with its query), to be asked for again.
    """

    events_url: str
    url: str
    version: int
    title: str
    is_your_turn: bool = False


@dataclass(frozen=True, slots=True)
class StoryLine:
    """One sentence of what happened.

    `seq` is the fact's number, `name` the words it starts with that are a name (or empty), `faces`
    the dice to draw beside it (or none).
    """

    seq: int
    text: str
    name: str = ""
    faces: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """The second step: what would happen, a button that does it and a link that does not.

    `row` is the row it is about ("" for leaving or ending), `is_warning` a zero or a farewell.
    """

    title: str
    lines: tuple[str, ...]
    confirm: Action
    cancel: Link
    row: str = ""
    is_warning: bool = False


# --- home, new table, join, settings ----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class VariantCard:
    """A variant as the home page offers it; `players` is "2–4", `blurb` two short lines, `average` the best play's."""

    id: str
    name: str
    blurb: tuple[str, ...]
    players: str
    rules_url: str
    is_chosen: bool = False
    average: str = ""


@dataclass(frozen=True, slots=True)
class ModeChoice:
    """With whom to play: a submit button `mode=…` with a line that explains it."""

    mode: Mode
    label: str
    hint: str


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table this browser sits at or hosts."""

    url: str
    variant: str
    names: tuple[str, ...]
    status: str
    is_your_turn: bool = False


@dataclass(frozen=True, slots=True)
class HomeView:
    """The home page: `new_url` takes `variant` and `mode` by GET, `own_url` the variant, `join_url` a `code`."""

    variants: tuple[VariantCard, ...]
    modes: tuple[ModeChoice, ...]
    new_url: str
    join_url: str
    code: str = ""
    tables: tuple[OpenTable, ...] = ()
    own_url: str = "/own"


@dataclass(frozen=True, slots=True)
class Pick:
    """One value of a choice."""

    value: str
    label: str
    is_chosen: bool = False


@dataclass(frozen=True, slots=True)
class SeatField:
    """One seat of the new-table form: fields `name-N` and `who-N`.

    `kinds` are the values of `who-N` ("person", "" for nobody); none if it is always a person. `computers` are
    those that stand for computer players.
    """

    number: int
    name: str
    kinds: tuple[Pick, ...]
    is_needed: bool
    error: str = ""
    computers: tuple[Pick, ...] = ()


@dataclass(frozen=True, slots=True)
class OptionField:
    """One option of the rules or the table: a choice of `picks`, or a number within bounds.

    `error` says what is wrong with what was typed.
    """

    name: str
    label: str
    picks: tuple[Pick, ...] = ()
    value: str = ""
    least: int = 0
    most: int = 0
    step: int = 1
    hint: str = ""
    error: str = ""


@dataclass(frozen=True, slots=True)
class NewTableView:
    """The form that opens a table; `fields` are its hidden fields (variant, mode, command).

    `is_changed` says that a rule stands otherwise than usual, `computers` how each computer player plays.
    `invite` is a second button, which lets others join first.
    """

    variant: VariantCard
    mode: Mode
    title: str
    url: str
    fields: Fields
    submit: str
    seats: tuple[SeatField, ...]
    options: tuple[OptionField, ...]
    table_options: tuple[OptionField, ...] = ()
    gives_share: bool = True
    cancel_url: str = "/"
    is_changed: bool = False
    computers: tuple[str, ...] = ()
    invite: str = ""


@dataclass(frozen=True, slots=True)
class JoinView:
    """The page behind a join link: who sits there and the form that takes a seat (POST `name`).

    `form` is None when no seat can be taken; `why` then says so.
    """

    variant: str
    host: str
    names: tuple[str, ...]
    places: str
    form: Action | None
    name: str = ""
    error: str = ""
    why: str = ""
    watch: Link | None = None
    rules: Link | None = None
    gives_share: bool = True


@dataclass(frozen=True, slots=True)
class SeatLinkView:
    """A seat's personal link: either `link` shown to who sits there, or `take` for who opened it."""

    title: str
    lines: tuple[str, ...]
    back: Link
    link: str = ""
    qr: Qr | None = None
    near: str = ""
    take: Action | None = None


@dataclass(frozen=True, slots=True)
class SettingsView:
    """The settings page; its form posts `theme`, `invert_keep`, `sound`, `keys`, `back`."""

    url: str
    back: str


# --- a table --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Head:
    """What stands over every page of a table: `round` is "runda 7 z 13", "Ostatnia runda" or empty.

    `coached` marks a game in which somebody has had advice ("z trenerem"), and is empty otherwise; `series` leads to
    the pad of the series that the game belongs to.
    """

    table: str
    variant: str
    variant_id: str
    round: str
    rules_url: str
    options: tuple[str, ...] = ()
    coached: str = ""
    series: "HeadSeries | None" = None
    paper_url: str = "/paper"


@dataclass(frozen=True, slots=True)
class LobbySeat:
    """One seat before the start; an open one has no name. `note` is "gospodarz", "komputer" …"""

    number: int
    name: str
    note: str
    is_you: bool = False
    is_ready: bool = False
    is_open: bool = False
    presence: Presence = "here"
    remove: Action | None = None


@dataclass(frozen=True, slots=True)
class LobbyView:
    """The table before the start.

    `add_computers` are one button a kind of computer player; `add_person` posts `name` and seats one
    more person on this device; `why_not` says what the start still waits for. `lock` is the host's switch, `locked`
    says that nobody else is let in.
    """

    head: Head
    live: Live
    seats: tuple[LobbySeat, ...]
    places: str
    invite: Invite | None
    is_host: bool
    role: Role = "player"
    ready: Action | None = None
    start: Action | None = None
    why_not: str = ""
    add_computers: tuple[Action, ...] = ()
    add_person: Action | None = None
    leave: Link | None = None
    lock: Action | None = None
    locked: str = ""
    close: Link | None = None
    choice: Choice | None = None
    commitment: str = ""
    watching: str = ""


@dataclass(frozen=True, slots=True)
class Die:
    """One die of the tray by its place 1–5; `face` is None before the first roll.

    `is_kept`: stays for the next roll as things are; `is_still`: lay still in the last one. `is_scoring`
    and `is_aside` are Tysiąc's: scores in this roll; was set aside by an earlier roll of this turn.
    `is_on`: may be tapped. `is_advised`: the coach would keep it, or set it aside.
    """

    place: int
    face: int | None
    is_kept: bool = False
    is_scoring: bool = False
    is_aside: bool = False
    is_on: bool = False
    is_still: bool = False
    is_advised: bool = False


@dataclass(frozen=True, slots=True)
class Last:
    """The last entry with the dice it was written from."""

    text: str
    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Turn:
    """Dice and buttons.

    `count` is "Rzut 2 z 3" or "". `field` names the dice' checkboxes: "keep" (ticked ones stay),
    "roll" (the inverted setting: ticked ones are rolled), "aside" (Tysiąc), or "" when they are
    only looked at. `roll` and `bank` post the ticked places (`keep=1&keep=3`); `bank_first` gives
    `bank` the accent. `ask` asks the coach; `jump` leads to what it says on this page.
    """

    heading: str
    hint: str
    dice: tuple[Die, ...]
    is_yours: bool = False
    count: str = ""
    field: Literal["", "keep", "roll", "aside"] = ""
    roll: Action | None = None
    bank: Action | None = None
    bank_first: bool = False
    last: Last | None = None
    ask: Action | None = None
    jump: Link | None = None


@dataclass(frozen=True, slots=True)
class Bonus:
    """The upper bonus of one column: `have` of `at`, `par` points against three of each so far.

    `note` says "certain" and "impossible" in words; `points` is what it brings now.
    """

    have: int
    at: int
    par: int
    state: Literal["open", "certain", "earned", "lost"]
    points: int
    note: str = ""


@dataclass(frozen=True, slots=True)
class Seat:
    """One player at the table.

    `caption` is the small line under the name ("rzut 2 z 3", "gra komputer", or the total);
    `see_url` shows this player's sheet on a phone; `total_after` is the total if the choice on the
    screen is confirmed.
    """

    number: int
    name: str
    total: int
    caption: str
    presence: Presence = "here"
    is_you: bool = False
    is_mover: bool = False
    is_shown: bool = False
    see_url: str = ""
    total_after: int | None = None
    bonus: Bonus | None = None
    place: int | None = None


@dataclass(frozen=True, slots=True)
class Cell:
    """One box.

    `open`: nothing to show. `empty`: a button that asks for the value (real dice). `possible`: a button worth `points`
    (and `extra`). `refused`: a button whose answer is the rule that forbids it. `chosen`: waits for the
    confirmation. `filled`. Where the turn is not the reader's (`Turn.is_yours`) the same states show pencil
    figures, no buttons.
    `label` is the accessible name of a button ("Ful: można wpisać 25 punktów"), `marks` the extras
    earned (only in the five-of-a-kind row), `is_last` the entry made last. `worth` is what the coach says of
    it ("−1,3" against the best move, which `is_best`), part of `label` too. `form` is the form
    that the button sends; with real dice `seq` is the entry that it corrects, and `is_chosen` the one asked about.
    """

    state: Literal["open", "empty", "possible", "refused", "chosen", "filled"]
    points: int | None = None
    extra: int = 0
    is_joker: bool = False
    is_last: bool = False
    marks: int = 0
    label: str = ""
    worth: str = ""
    is_best: bool = False
    form: Literal["turn", "post", "ask", "fix"] = "turn"
    seq: int | None = None
    is_chosen: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the sheet: `pays` is the small word beside its name ("25", "suma"); one cell a seat."""

    id: str
    name: str
    pays: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """The score sheet of the Generał family; `bonus_pays` is "35 od 63".

    `choose_url` takes `row` (and the dice' ticks) by GET and comes back with the choice to be
    confirmed.
    """

    upper: tuple[Row, ...]
    lower: tuple[Row, ...]
    bonus_pays: str
    choose_url: str


@dataclass(frozen=True, slots=True)
class Lane:
    """One player's way to the target, one a seat in seat order.

    `percent` of the target is banked, `gain_percent` is what this turn would add; `words` reads the
    same aloud ("Anna: 430 punktów z 1000").
    """

    banked: int
    percent: int
    words: str
    gain_percent: int = 0


@dataclass(frozen=True, slots=True)
class Race:
    """The Tysiąc board, one lane a seat.

    The lines about the turn are worded: points so far ("W tej turze: 110"), dice left, the chance
    of a bust ("Ryzyko straty: 28%"); an empty one is not shown. `worth` is a short price list to
    look at: some dice and what they bring together.
    """

    target: int
    lanes: tuple[Lane, ...]
    turn_points: int
    turn_words: str
    dice_left: str
    bust: str
    worth: tuple[tuple[tuple[int, ...], int], ...] = ()


@dataclass(frozen=True, slots=True)
class TableView:
    """A running table: exactly one of `sheet` and `race` is set; `for_absent` is what a host may do for who is away."""

    head: Head
    live: Live
    seats: tuple[Seat, ...]
    turn: Turn
    sheet: Sheet | None
    race: Race | None
    story: tuple[StoryLine, ...]
    role: Role = "player"
    choice: Choice | None = None
    notice: Notice | None = None
    undo: Action | None = None
    take_back: Action | None = None
    leave: Link | None = None
    end_now: Link | None = None
    for_absent: tuple[Action, ...] = ()
    close: Link | None = None
    invite: Invite | None = None
    get_link: Action | None = None
    commitment: str = ""
    watching: str = ""
    coach: Coach | None = None
    real: "Real | None" = None
    clock: "Clock | None" = None


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the ranking: `behind` is "18 za pierwszym miejscem" or empty."""

    place: int
    name: str
    points: int
    behind: str = ""
    is_you: bool = False
    has_left: bool = False


@dataclass(frozen=True, slots=True)
class EndView:
    """The end: who won by how much, the final sheets, the dice to be checked.

    `undo` and `close` are there only while the last entry may still be taken back. Once it may not, `review` leads
    to luck and decisions, of which `reviewed` is a sentence a player where they are known already. `playing_on` has
    the series so far and the way to its next game, `paper` leads to what of it can be printed.
    """

    head: Head
    live: Live
    title: str
    lines: tuple[str, ...]
    standings: tuple[Standing, ...]
    seats: tuple[Seat, ...]
    sheet: Sheet | None
    race: Race | None
    story: tuple[StoryLine, ...]
    verify_url: str
    export_url: str
    again: Link
    undo: Action | None = None
    close: Action | None = None
    is_solo: bool = False
    reviewed: tuple[str, ...] = ()
    review: Link | None = None
    real: "Real | None" = None
    playing_on: "PlayingOn | None" = None
    paper: tuple[Link, ...] = ()


# --- rules, dice check, errors -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RuleRow:
    """One row of the rules' table: what it asks for, what it pays, an example."""

    name: str
    asks: str
    pays: str
    example: tuple[int, ...] = ()
    example_points: str = ""


@dataclass(frozen=True, slots=True)
class RuleSection:
    """A heading and its sentences."""

    title: str
    lines: tuple[str, ...]
    rows: tuple[RuleRow, ...] = ()


@dataclass(frozen=True, slots=True)
class RulesView:
    """The rules of one variant, worded from its own numbers; `others` link to the other variants.

    `averages` say what best play comes to, where that is known; `own` leads to more of it, `spread` shows its results.
    """

    name: str
    lead: tuple[str, ...]
    sections: tuple[RuleSection, ...]
    play: Link
    others: tuple[Link, ...] = ()
    averages: tuple[str, ...] = ()
    own: Link | None = None
    spread: SpreadView | None = None
    paper: Link | None = None


@dataclass(frozen=True, slots=True)
class ShareLine:
    """One seat's 16 bytes in hex; `by_browser` or drawn by the server."""

    name: str
    share: str
    digest: str
    by_browser: bool


@dataclass(frozen=True, slots=True)
class RollLine:
    """One roll as the log has it, n = 1, 2, …; `who` is empty for nobody's."""

    number: int
    who: str
    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class VerifyView:
    """Everything needed to recompute the dice on the reader's side; `seed` is "" while the game runs.

    `is_real` says that people rolled by hand: there is nothing to recompute.
    """

    head: Head
    commitment: str
    seed: str
    shares: tuple[ShareLine, ...]
    rolls: tuple[RollLine, ...]
    back: Link
    export_url: str
    is_real: bool = False


@dataclass(frozen=True, slots=True)
class ErrorView:
    """A page that says what went wrong and where to go from here."""

    status: int
    title: str
    text: str
    back: Link
