"""A table somebody is about to lay: the new-table form read strictly, seat by seat and option by option.

Keeps what was typed, so that a refused form comes back filled in; lays no table.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from kosci.bots import BotInfo, bots
from kosci.engine.errors import RuleError
from kosci.engine.options import Spec, Value, format_value, parse_value
from kosci.service.changes import NewSeat
from kosci.service.names import clean_name
from kosci.service.tables import NewTable
from kosci.table.settings import SETTINGS, Settings
from kosci.variants import Rules, load
from kosci.variants.registry import VariantInfo, info
from kosci.web.forms import Fields
from kosci.web.refusals import bad_form
from kosci.web.views import Mode

PERSON, NOBODY = "person", ""
INVITING = "invite"  # the value of the button that opens a lobby for a table with real dice
# What a table's settings are good for: a computer's pace everywhere, absence only where people are apart, a clock
# where somebody waits and dice are drawn.
TABLE_OPTIONS: Mapping[Mode, tuple[str, ...]] = {
    "device": ("undo", "coach", "pace", "clock"),
    "link": ("undo", "coach", "pace", "away", "away_after", "clock"),
    "alone": ("undo", "coach"),
    "real": ("scorer", "coach"),
}


@dataclass(frozen=True, slots=True)
class Draft:
    """The form as it was sent: who is to sit at each seat, and each option as text; `computers` may sit there.

    `is_inviting` says that others are to join before the game begins.
    """

    variant: VariantInfo
    mode: Mode
    computers: tuple[str, ...]
    names: tuple[str, ...]
    kinds: tuple[str, ...]
    options: Mapping[str, str] = field(default_factory=dict)
    is_inviting: bool = False

    @property
    def specs(self) -> Mapping[str, Spec]:
        """The options of the rules."""
        return self.variant.specs

    @property
    def table_options(self) -> tuple[str, ...]:
        """The options of the table that matter in this mode."""
        return TABLE_OPTIONS[self.mode]


def seats_of(variant: VariantInfo, mode: Mode) -> int:
    """How many seats the form has."""
    return 1 if mode == "alone" else variant.players[1]


def read_draft(
    fields: Fields, players: Mapping[str, BotInfo], usual_name: Callable[[int], str] = lambda _: ""
) -> Draft:
    """The form's values, the usual ones where a field is missing; BadForm for a value it cannot have."""
    variant = info(fields.one("variant"))
    mode: Mode = _mode(fields.one("mode"))
    computers = () if mode == "real" else bots(load(variant.id), players)
    count = seats_of(variant, mode)
    needed = needed_seats(variant, mode)
    names, kinds = [], []
    for seat in range(1, count + 1):
        is_usual = seat <= needed
        name = fields.maybe(f"name-{seat}")
        usual = usual_name(seat) if is_usual and mode in ("device", "alone") else ""
        names.append(usual if name is None else name)
        kind = fields.maybe(f"who-{seat}")
        kinds.append((PERSON if is_usual else NOBODY) if kind is None else _kind(computers, seat, kind))
    options = {name: text for name in (*variant.specs, *SETTINGS) if (text := fields.maybe(name)) is not None}
    is_inviting = mode == "link" or fields.maybe("begin") == INVITING
    return Draft(variant, mode, computers, tuple(names), tuple(kinds), options, is_inviting)


def needed_seats(variant: VariantInfo, mode: Mode) -> int:
    """How many seats of the form somebody has to take."""
    return max(2, variant.players[0]) if mode == "device" else 1


def _mode(text: str) -> Mode:
    found = next((mode for mode in TABLE_OPTIONS if mode == text), None)
    if found is None:
        raise bad_form("mode", text)
    return found


def _kind(computers: tuple[str, ...], seat: int, kind: str) -> str:
    allowed = (PERSON,) if seat == 1 else (PERSON, NOBODY, *computers)
    if kind not in allowed:
        raise bad_form(f"who-{seat}", kind)
    return kind


def game_of(draft: Draft) -> Rules:
    """The game with the options as typed; OptionError where one is not possible."""
    chosen = {name: parse_value(draft.specs, name, text) for name, text in draft.options.items() if name in draft.specs}
    return load(draft.variant.id, chosen)


def settings_of(draft: Draft) -> Settings:
    """The table's settings as typed; OptionError where one is not possible."""
    texts = {name: draft.options[name] for name in draft.table_options if name in draft.options}
    chosen: dict[str, Value] = {name: parse_value(SETTINGS, name, text) for name, text in texts.items()}
    chosen |= {"dice": "real"} if draft.mode == "real" else {}
    return Settings(**chosen)  # type: ignore[arg-type]  # parse_value has checked each by its spec


def seats(draft: Draft, lang: str, share: bytes | None) -> tuple[tuple[NewSeat, ...], dict[int, RuleError]]:
    """Who sits down at once, and what is wrong with the name of which seat; the share is the first person's.

    A name typed where nobody was chosen is a person's.
    """
    found: list[NewSeat] = []
    wrong: dict[int, RuleError] = {}
    taken: list[str] = []
    for seat, (name, kind) in enumerate(zip(draft.names, draft.kinds, strict=True)):
        if kind == NOBODY and not name.strip():
            continue
        if kind not in (PERSON, NOBODY):
            found.append(NewSeat(bot=kind, language=lang))
            continue
        try:
            taken.append(clean_name(name, taken))
        except RuleError as error:
            wrong[seat] = error
            continue
        found.append(NewSeat(name, share=share if len(taken) == 1 else None, language=lang))
    return tuple(found), wrong


def new_table(draft: Draft, sitting: tuple[NewSeat, ...]) -> NewTable:
    """The table to be laid; only where others are invited does it wait for them."""
    return NewTable(game_of(draft), settings_of(draft), sitting, start=not draft.is_inviting)


def usual_text(draft: Draft, name: str) -> str:
    """What an option's field shows: what was typed, or the usual value."""
    if name in draft.options:
        return draft.options[name]
    if name in draft.specs:
        return format_value(draft.variant.defaults[name])
    return format_value(getattr(Settings(), name))
