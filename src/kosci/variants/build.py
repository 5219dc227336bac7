"""Rules as plain data, both ways: what a variant file or a log's first fact holds, and the game it makes.

No file is read here.
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict, fields
from typing import Any

from kosci.engine.card import Pays, Row, Section
from kosci.engine.dice import FACES
from kosci.engine.options import RACE_OPTIONS, SHEET_OPTIONS, Spec, check_value
from kosci.engine.patterns import PATTERNS, Pattern
from kosci.engine.race import Race
from kosci.engine.scorecard import Scorecard
from kosci.variants.checked import VariantError, bad_variant, items, table, whole, wholes, word

__all__ = ["FAMILY_OPTIONS", "Rules", "VariantError", "bad_variant", "build", "describe"]

Rules = Scorecard | Race
Data = Mapping[str, object]

_SHEET_KEYS = frozenset({"id", "family", "players", "box", "extra_pays", "turns", "rows", "options"})
_RACE_KEYS = frozenset({"id", "family", "players", "faces", "straights", "straight_pays", "alike_pays", "options"})
_ROW_KEYS = frozenset({"id", "section", "pattern", "pays"})
FAMILY_OPTIONS: Mapping[str, Mapping[str, Spec]] = {"scorecard": SHEET_OPTIONS, "race": RACE_OPTIONS}


def build(data: object) -> Rules:
    """The game that resolved rules describe; VariantError or OptionError says which part does not fit."""
    family = str(data.get("family")) if isinstance(data, Mapping) else ""
    if family not in FAMILY_OPTIONS:
        raise bad_variant(f"the family is {family!r}: scorecard or race is needed")
    is_sheet = family == "scorecard"
    given = table(data, "the variant", _SHEET_KEYS if is_sheet else _RACE_KEYS)
    name = word(given["id"], "the id")
    specs = FAMILY_OPTIONS[family]
    options = table(given["options"], f"options of {name!r}", frozenset(specs))
    for option, value in options.items():
        check_value(specs, option, value)
    return _scorecard(name, given, options) if is_sheet else _race(name, given, options)


def _scorecard(name: str, data: Data, options: Mapping[str, Any]) -> Scorecard:
    rows = tuple(_row(name, row) for row in items(data["rows"], f"rows of {name!r}"))
    ids = [row.id for row in rows]
    if len(set(ids)) != len(ids) or data["box"] not in ids:
        raise bad_variant(f"{name!r}: each row once is needed, the box {data['box']!r} among them")
    return Scorecard(
        id=name,
        players=_players(name, data),
        rows=rows,
        box=word(data["box"], f"box of {name!r}"),
        turns=whole(data["turns"], f"turns of {name!r}", 1, len(rows)),
        extra_pays=whole(data["extra_pays"], f"extra_pays of {name!r}"),
        **options,
    )


def _players(name: str, data: Data) -> tuple[int, int]:
    least, most = wholes(data["players"], f"players of {name!r}", 1, 100, count=2)
    if least > most:
        raise bad_variant(f"players of {name!r} are {least} to {most}: the least and the most are needed")
    return least, most


def _row(name: str, data: object) -> Row:
    given = table(data, f"a row of {name!r}", _ROW_KEYS, frozenset({"joker"}))
    row = f"row {word(given['id'], f'a row of {name!r}')!r} of {name!r}"
    joker = whole(given["joker"], f"joker of {row}") if "joker" in given else None
    return Row(str(given["id"]), _section(given, row), _pattern(given["pattern"], row), _pays(given, row), joker)


def _section(data: Data, row: str) -> Section:
    match data["section"]:
        case "upper" | "lower" as section:
            return section
        case other:
            raise bad_variant(f"section of {row} is {other!r}: upper or lower is needed")


def _pays(data: Data, row: str) -> Pays:
    match data["pays"]:
        case "sum" | "matched" as pays:
            return pays
        case points:
            return whole(points, f"pays of {row} (if not sum or matched)")


def _pattern(data: object, row: str) -> Pattern:
    name = str(data.get("name")) if isinstance(data, Mapping) else ""
    if name not in PATTERNS:
        raise bad_variant(f"pattern of {row} is {name!r}: one of {', '.join(PATTERNS)} is needed")
    make: Callable[..., Pattern] = PATTERNS[name]
    kinds = {field.name: field.type for field in fields(PATTERNS[name])}
    given = table(data, f"pattern of {row}", frozenset({"name", *kinds}))
    read = {key: whole if kind is int else wholes for key, kind in kinds.items()}
    return make(**{key: check(given[key], f"{key} of {row}", 1, 6) for key, check in read.items()})


def _race(name: str, data: Data, options: Mapping[str, Any]) -> Race:
    faces = table(data["faces"], f"faces of {name!r}", frozenset(map(str, FACES)))
    most = 10_000
    straights = (
        wholes(dice, f"straights of {name!r}", 1, 6, count=5) for dice in items(data["straights"], "straights")
    )
    return Race(
        id=name,
        players=_players(name, data),
        faces={face: wholes(faces[str(face)], f"face {face} of {name!r}", 0, most, count=4) for face in FACES},
        straights=tuple(tuple(sorted(dice)) for dice in straights),
        straight_pays=whole(data["straight_pays"], f"straight_pays of {name!r}"),
        alike_pays=whole(data["alike_pays"], f"alike_pays of {name!r}"),
        **options,
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
    parts = {key: list(v) if isinstance(v, tuple) else v for key, v in asdict(row.pattern).items()}
    described: dict[str, Any] = {"id": row.id, "section": row.section, "pays": row.pays}
    described["pattern"] = {"name": names[type(row.pattern)], **parts}
    return described if row.joker is None else {**described, "joker": row.joker}
