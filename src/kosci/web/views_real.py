"""What the pages of a table with real dice are fed with: the pad, its values, what has to be settled.

Holds no rule, no table, no request and no markup, as `views`.
"""

from dataclasses import dataclass
from typing import Literal

from kosci.web.views import Action, Fields, Link

PadState = Literal["look", "begin", "dice", "values", "ask"]


@dataclass(frozen=True, slots=True)
class Tap:
    """Something to tap on the pad: what it shows, what it is called, and the field it sends.

    `form` is "post" where it is done with that; the page asks once more after a row or how the turn ended ("ask"),
    a value of a row ("value"), a die ("tap"), or with nothing else ("fix"). `note` stands small below it;
    `is_now` is what stands in the sheet now.
    """

    text: str
    label: str
    name: str
    value: str
    form: Literal["post", "ask", "value", "tap", "fix"] = "post"
    note: str = ""
    is_now: bool = False
    is_first: bool = False


@dataclass(frozen=True, slots=True)
class Slot:
    """The place of a die: its face, and the dice that stay if it is taken away."""

    place: int
    face: int | None
    label: str
    rest: str = ""
    is_kept: bool = False
    is_lying: bool = False


@dataclass(frozen=True, slots=True)
class Pad:
    """What a turn with real dice is entered on.

    `state` says which part is shown: who begins, the dice, the values of a row, or a question; "look" has none.
    `post`, `ask` and `tap` are the hidden fields of what is tapped, `row` the one whose values are shown, `post_url`
    where it goes. `typed` names the field that
    takes typed points, `is_full` says that no more dice can be tapped. `more` tells of the dice as of a roll after
    which another follows.
    """

    state: PadState
    heading: str
    say: str
    post_url: str = ""
    post: Fields = ()
    ask: Fields = ()
    tap: Fields = ()
    row: str = ""
    slots: tuple[Slot, ...] = ()
    faces: tuple[Tap, ...] = ()
    values: tuple[Tap, ...] = ()
    buttons: tuple[Tap, ...] = ()
    typed: str = ""
    count: str = ""
    more: Action | None = None
    undo: Action | None = None
    cancel: Link | None = None
    last_faces: tuple[int, ...] = ()
    is_race: bool = False
    is_full: bool = False
    is_warning: bool = False


@dataclass(frozen=True, slots=True)
class Flag:
    """An entry that no longer fits after a correction, with the link that corrects it."""

    text: str
    settle: Link | None


@dataclass(frozen=True, slots=True)
class TurnCell:
    """A turn of Tysiąc that was entered: what it brought; `seq` is its fact number where it may be corrected."""

    text: str
    label: str
    seq: int | None = None
    is_now: bool = False
    is_last: bool = False


@dataclass(frozen=True, slots=True)
class Real:
    """A table with real dice for one reader: the pad, what scripts go on from (JSON), what has to be settled.

    `turns` are the turns of Tysiąc, a line a round and a cell a seat.
    """

    pad: Pad
    model: str = ""
    says: str = ""
    flags: tuple[Flag, ...] = ()
    turns: tuple[tuple[TurnCell | None, ...], ...] = ()
    pass_turn: Link | None = None
