"""Exported records read again, checked as strictly as they are written.

One wrong result, and nothing of the text is taken.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Any, Final

from kosci.engine.errors import Param, RuleError
from kosci.engine.race import Race
from kosci.engine.scorecard import Scorecard
from kosci.engine.sheet_text import card_of
from kosci.service.names import clean_name
from kosci.service.record_file import FIELDS, KIND, VERSION
from kosci.service.record_ports import Played, ResultRow
from kosci.service.results import played_of, with_card
from kosci.variants import Rules, load, parse_options

_TABLE: Final = re.compile(r"[a-z2-7]{16}")
_MOST_POINTS, _MOST_TURNS = 100_000, 100_000
_EARLIEST: Final = datetime(2000, 1, 1, tzinfo=UTC)
_CLOCKS_APART: Final = timedelta(days=1)


class RecordsError(RuleError):
    """A text that holds no results, or one that cannot be: `number` says which, from 1."""


def parse_records(text: str, now: datetime, most: int) -> tuple[ResultRow, ...]:
    """The results of a text, marked as imported, each once; RecordsError says what is wrong with which."""
    given = _listed(text, most)
    found: dict[tuple[str, int], ResultRow] = {}
    for number, item in enumerate(given, start=1):
        row = _result(number, item, now)
        found.setdefault(row.key, row)
    return tuple(found.values())


def _listed(text: str, most: int) -> Sequence[object]:
    try:
        data = json.loads(text.removeprefix("\ufeff"), parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise RecordsError("records-broken", f"the text is no JSON: {type(error).__name__}") from error
    is_ours = isinstance(data, dict) and data.get("kind") == KIND and data.get("version") == VERSION
    if not is_ours or not isinstance(data.get("results"), list):
        raise RecordsError("records-other", f"the text is no export of records: it begins with {KIND!r}")
    if len(data["results"]) > most:
        message = f"{len(data['results'])} results: at most {most} are kept"
        raise RecordsError("records-too-many", message, n=len(data["results"]), most=most)
    results: list[object] = data["results"]
    return results


def _no_number(text: str) -> None:
    raise ValueError(f"{text} is no number")


def _result(number: int, item: object, now: datetime) -> ResultRow:
    data = _fields(number, item)
    game, played = _game(number, data)
    at = _moment(number, data["finished_at"], now)
    players = _players(number, data, game)
    row = ResultRow(
        table=_matched(number, data, "table", is_right=bool(_TABLE.fullmatch(data["table"]))),
        seat=_within(number, data, "seat", 1, players) - 1,
        name=_name(number, data),
        played=played,
        players=players,
        finished_at=at,
        points=_within(number, data, "points", 0, _MOST_POINTS),
        place=_within(number, data, "place", 1, players),
        coached=data["coached"],
        dice=_matched(number, data, "dice", is_right=data["dice"] in ("drawn", "real")),
        imported=True,
    )
    return _of_sheet(number, data, game, row) if isinstance(game, Scorecard) else _of_race(number, data, game, row)


def _fields(number: int, item: object) -> Mapping[str, Any]:
    """The fields of one result, each of its type; 1 is not true here."""
    if not isinstance(item, dict) or not _is_text(item):
        raise _wrong(number, "result", None)
    for name, kinds in FIELDS.items():
        if name not in item or type(item[name]) not in kinds:
            raise _wrong(number, name, item.get(name))
    return item


def _is_text(item: object) -> bool:
    """Whether everything in it can be shown: JSON may hold halves of characters."""
    try:
        json.dumps(item, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True


def _game(number: int, data: Mapping[str, Any]) -> tuple[Rules, Played]:
    try:
        game, played = _known(data["variant"], data["options"])
    except RuleError as error:
        raise RecordsError("records-rules", f"result {number}: {error}", number=number) from error
    if played.rules != data["rules"]:
        message = f"result {number}: the rules are not those this program knows by that name"
        raise RecordsError("records-rules-changed", message, number=number)
    return game, played


@lru_cache(maxsize=64)
def _known(variant: str, options: str) -> tuple[Rules, Played]:
    game = load(variant, parse_options(variant, options.split()))
    return game, played_of(game)


def _players(number: int, data: Mapping[str, Any], game: Rules) -> int:
    least, most = game.players
    return data["players"] if data["players"] == 1 else _within(number, data, "players", least, most)


def _moment(number: int, text: str, now: datetime) -> datetime:
    try:
        at = datetime.fromisoformat(text)
    except ValueError as error:
        raise _wrong(number, "finished_at", text) from error
    if at.tzinfo is None or not _EARLIEST <= at <= now + _CLOCKS_APART:
        raise _wrong(number, "finished_at", text)
    return at.astimezone(UTC)


def _name(number: int, data: Mapping[str, Any]) -> str:
    try:
        return clean_name(data["name"])
    except RuleError as error:
        raise RecordsError("records-name", f"result {number}: {error}", number=number) from error


def _of_sheet(number: int, data: Mapping[str, Any], game: Scorecard, row: ResultRow) -> ResultRow:
    """The result as its sheet makes it; every sum in the text has to be the sheet's."""
    try:
        made = with_card(row, game, card_of(game, data["rows"], data["extras"]))
    except RuleError as error:
        raise RecordsError("records-sheet", f"result {number}: {error}", number=number) from error
    if not made.rows or data["turns"] is not None:
        raise _wrong(number, "turns" if made.rows else "rows", data["turns"])
    if made.points != row.points:
        message = f"result {number}: {row.points} points, its rows give {made.points}"
        raise RecordsError("records-sum", message, number=number, points=row.points, sum=made.points)
    if made.bonus is not data["bonus"]:
        raise _wrong(number, "bonus", data["bonus"])
    return made


def _of_race(number: int, data: Mapping[str, Any], game: Race, row: ResultRow) -> ResultRow:
    if data["rows"] or data["extras"] or data["bonus"] is not None:
        raise _wrong(number, "rows", data["rows"])
    if data["turns"] is None:
        if row.players == 1:
            raise _wrong(number, "turns", None)
        return row
    if row.place != 1 or (row.points < game.target and row.points < game.alike_pays):
        raise _wrong(number, "points", row.points)
    return replace(row, turns=_within(number, data, "turns", 1, _MOST_TURNS))


def _within(number: int, data: Mapping[str, Any], name: str, least: int, most: int) -> int:
    value: int = data[name]
    _matched(number, data, name, is_right=least <= value <= most)
    return value


def _matched(number: int, data: Mapping[str, Any], name: str, *, is_right: bool) -> Any:  # noqa: ANN401 - as given
    if not is_right:
        raise _wrong(number, name, data[name])
    return data[name]


def _wrong(number: int, name: str, value: object) -> RecordsError:
    given: Param = json.dumps(value, ensure_ascii=False, default=str)[:40]
    return RecordsError(
        "records-value", f"result {number}: {name}={given} is not possible", number=number, field=name, given=given
    )
