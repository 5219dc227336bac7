"""Rules as plain data, both ways: what a variant file or a log's first fact holds, and the game it makes.

No file is read here.
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any

from kosci.engine.card import Row
from kosci.engine.errors import RuleError
from kosci.engine.options import RACE_OPTIONS, SHEET_OPTIONS, Spec, check_value
from kosci.engine.patterns import PATTERNS, Pattern
from kosci.engine.race import Race
from kosci.engine.scorecard import Scorecard

Rules = Scorecard | Race
Data = Mapping[str, Any]  # JSON or TOML as read; every key is checked below

_SHEET_KEYS = frozenset({"id", "family", "players", "box", "extra_pays", "turns", "rows", "options"})
_RACE_KEYS = frozenset({"id", "family", "players", "faces", "straights", "straight_pays", "alike_pays", "options"})
_ROW_KEYS = frozenset({"id", "section", "pattern", "pays", "joker"})
FAMILY_OPTIONS: Mapping[str, Mapping[str, Spec]] = {"scorecard": SHEET_OPTIONS, "race": RACE_OPTIONS}


class VariantError(RuleError):
    """Data that describes no variant."""


def build(data: Data) -> Rules:
    """The game that resolved rules describe; VariantError or OptionError says which part does not fit."""
    family = str(data.get("family"))
    if family not in FAMILY_OPTIONS:
        raise bad_variant(f"family {family!r} is unknown: scorecard or race")
    specs = FAMILY_OPTIONS[family]
    _check_keys(data, _SHEET_KEYS if family == "scorecard" else _RACE_KEYS, "the variant")
    _check_keys(data["options"], frozenset(specs), "options")
    for name, value in data["options"].items():
        check_value(specs, name, value)
    try:
        return _scorecard(data) if family == "scorecard" else _race(data)
    except (TypeError, ValueError, KeyError, AttributeError) as error:
        raise bad_variant(f"{data['id']!r}: {error}") from error


def bad_variant(why: str) -> VariantError:
    """The error for data that describes no variant."""
    return VariantError("bad-variant", why, why=why)


def _check_keys(data: Data, wanted: frozenset[str], where: str) -> None:
    if set(data) != wanted:
        missing, extra = sorted(wanted - set(data)), sorted(set(data) - wanted)
        raise bad_variant(f"{where} of {data.get('id', '?')!r}: missing {missing}, not known {extra}")


def _scorecard(data: Data) -> Scorecard:
    rows = tuple(_row(row) for row in data["rows"])
    ids = [row.id for row in rows]
    if len(set(ids)) != len(ids) or data["box"] not in ids or not 1 <= data["turns"] <= len(rows):
        raise bad_variant(f"{data['id']!r}: rows once each, the box among them, no more turns than rows")
    return Scorecard(
        id=data["id"],
        players=_players(data),
        rows=rows,
        box=data["box"],
        turns=data["turns"],
        extra_pays=data["extra_pays"],
        **data["options"],
    )


def _players(data: Data) -> tuple[int, int]:
    least, most = data["players"]
    if not 1 <= least <= most:
        raise bad_variant(f"{data['id']!r}: players are the least and the most")
    return least, most


def _row(data: Data) -> Row:
    make: Callable[..., Pattern] = PATTERNS[data["pattern"]["name"]]
    fields = {key: value for key, value in data["pattern"].items() if key != "name"}
    pattern = make(**{key: tuple(value) if isinstance(value, list) else value for key, value in fields.items()})
    if not set(data) <= _ROW_KEYS:
        raise bad_variant(f"row {data['id']!r}: not known {sorted(set(data) - _ROW_KEYS)}")
    if data["section"] not in ("upper", "lower") or not (
        type(data["pays"]) is int or data["pays"] in ("sum", "matched")
    ):
        raise bad_variant(f"row {data['id']!r}: section upper or lower; pays a number, sum or matched")
    return Row(data["id"], data["section"], pattern, data["pays"], data.get("joker"))


def _race(data: Data) -> Race:
    return Race(
        id=data["id"],
        players=_players(data),
        faces={int(face): tuple(points) for face, points in data["faces"].items()},
        straights=tuple(tuple(dice) for dice in data["straights"]),
        straight_pays=data["straight_pays"],
        alike_pays=data["alike_pays"],
        **data["options"],
    )


def describe(game: Rules) -> dict[str, Any]:
    """The rules of a game as plain data: what `build` makes the same game of."""
    family = "scorecard" if isinstance(game, Scorecard) else "race"
    options = {name: getattr(game, name) for name in FAMILY_OPTIONS[family]}
    common = {"id": game.id, "family": family, "players": list(game.players), "options": options}
    if isinstance(game, Scorecard):
        rows = [_described_row(row) for row in game.rows]
        return {**common, "box": game.box, "extra_pays": game.extra_pays, "turns": game.turns, "rows": rows}
    return {
        **common,
        "faces": {str(face): list(points) for face, points in game.faces.items()},
        "straights": [list(dice) for dice in game.straights],
        "straight_pays": game.straight_pays,
        "alike_pays": game.alike_pays,
    }


def _described_row(row: Row) -> dict[str, Any]:
    names = {kind: name for name, kind in PATTERNS.items()}
    fields = {key: list(v) if isinstance(v, tuple) else v for key, v in asdict(row.pattern).items()}
    described: dict[str, Any] = {"id": row.id, "section": row.section, "pays": row.pays}
    described["pattern"] = {"name": names[type(row.pattern)], **fields}
    return described if row.joker is None else {**described, "joker": row.joker}
