"""The registry of variants: the files of this folder, their options, and games by id.

Files are read here once; no rule is decided here.
"""

import hashlib
import json
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from kosci.engine.errors import NotationError, OptionError
from kosci.engine.game import Game
from kosci.engine.options import Choice, Spec, Value, check_value, format_value, parse_value
from kosci.engine.race import Race, RacePosition
from kosci.engine.scorecard import Scorecard, SheetPosition
from kosci.variants.build import FAMILY_OPTIONS, Rules, build, describe
from kosci.variants.checked import bad_variant, items, table

Position = SheetPosition | RacePosition


@dataclass(frozen=True, slots=True)
class VariantInfo:
    """What is offered under an id: players, rows, turns, options with what they can be and their defaults."""

    id: str
    family: str
    players: tuple[int, int]
    rows: tuple[str, ...]
    turns: int | None
    specs: Mapping[str, Spec]
    defaults: Mapping[str, Value]
    solo: bool = True  # C1: practice alone is possible everywhere


@dataclass(frozen=True, slots=True, eq=False)
class _File:
    """A variant file as read, itself whatever it holds: its data with the rows it shares, and its own options."""

    data: Mapping[str, Any]
    own: Mapping[str, Mapping[str, Any]]

    @property
    def specs(self) -> dict[str, Spec]:
        own = {name: Choice(tuple(option["values"])) for name, option in self.own.items()}
        return {**FAMILY_OPTIONS[self.data["family"]], **own}


@cache
def _files() -> Mapping[str, _File]:
    found = [entry for entry in files("kosci.variants").iterdir() if entry.name.endswith(".toml")]
    raw = {entry.name.removesuffix(".toml"): _parsed(entry) for entry in found}
    read = [(id_, _read(id_, raw)) for id_ in sorted(raw)]
    return dict(sorted(read, key=lambda item: item[1].data["family"] != "scorecard"))


def _parsed(entry: Traversable) -> Mapping[str, Any]:
    try:
        return tomllib.loads(entry.read_text("utf-8"))
    except ValueError as error:  # no TOML, or no text at all
        raise bad_variant(f"the file {entry.name} cannot be read: {error}") from error


def _read(id_: str, raw: Mapping[str, Mapping[str, Any]]) -> _File:
    """The file with the rows it shares; VariantError or OptionError unless its options have their defaults."""
    data = {key: value for key, value in raw[id_].items() if key not in ("own", "rows_of")}
    if data.get("id") != id_:
        raise bad_variant(f"the file {id_}.toml calls itself {data.get('id')!r}")
    if data.get("family") not in FAMILY_OPTIONS:
        raise bad_variant(f"the family of {id_!r} is {data.get('family')!r}: scorecard or race is needed")
    if "rows_of" in raw[id_]:
        shared = raw.get(str(raw[id_]["rows_of"]), {}).get("rows")
        own_rows = items(data["rows"], f"rows of {id_!r}") if "rows" in data else []
        data["rows"] = [*items(shared, f"the rows that {id_!r} shares"), *own_rows]
    own = raw[id_].get("own", {})
    names = frozenset(own) if isinstance(own, Mapping) else frozenset[str]()
    options = table(own, f"the own options of {id_!r}", names)
    file = _File(data, {name: _own(id_, name, data, option) for name, option in options.items()})
    for name, value in table(data.get("options"), f"options of {id_!r}", frozenset(file.specs)).items():
        check_value(file.specs, name, value)
    return file


def _own(id_: str, name: str, data: Mapping[str, Any], option: object) -> Mapping[str, Any]:
    """A variant's own option: its values, and the row whose pay it sets unless it is the number of turns."""
    what = f"the option {name!r} of {id_!r}"
    given = table(option, what, frozenset({"values"} if name == "turns" else {"values", "pays"}))
    items(given["values"], f"values of {what}")
    rows = items(data.get("rows"), f"rows of {id_!r}")
    if "pays" in given and not any(isinstance(row, Mapping) and row.get("id") == given["pays"] for row in rows):
        raise bad_variant(f"{what} pays {given['pays']!r}: there is no such row")
    return given


def catalogue() -> tuple[VariantInfo, ...]:
    """Every variant, sheet games first."""
    return tuple(info(id_) for id_ in _files())


def info(id_: str) -> VariantInfo:
    """What is offered under this id; OptionError where there is no such variant."""
    file = _file(id_)
    game = load(id_)
    rows = tuple(row.id for row in game.rows) if isinstance(game, Scorecard) else ()
    turns = game.turns if isinstance(game, Scorecard) else None
    return VariantInfo(id_, file.data["family"], game.players, rows, turns, file.specs, dict(file.data["options"]))


def _file(id_: str) -> _File:
    known = _files()
    if id_ not in known:
        message = f"{id_!r} is no variant: there are {', '.join(known)}"
        raise OptionError("variant-unknown", message, given=id_, allowed=tuple(known))
    return known[id_]


def load(id_: str, options: Mapping[str, Value] | None = None) -> Rules:
    """The game of a variant with these options over its own; OptionError where one is not possible."""
    file = _file(id_)
    specs = file.specs
    for name, value in (options or {}).items():
        check_value(specs, name, value)
    return _built(file, tuple(sorted((options or {}).items())))


@lru_cache(maxsize=256)
def _built(file: "_File", options: tuple[tuple[str, Value], ...]) -> Rules:
    """One game for one set of checked options, so that what it has worked out serves everybody."""
    chosen = {**file.data["options"], **dict(options)}
    data = {**file.data, "options": {name: chosen[name] for name in FAMILY_OPTIONS[file.data["family"]]}}
    if "turns" in chosen:
        data["turns"] = chosen["turns"]
    for name, option in file.own.items():
        if "pays" in option:
            pays = {"pays": chosen[name]}
            is_paid = (isinstance(row, Mapping) and row.get("id") == option["pays"] for row in data["rows"])
            data["rows"] = [{**row, **pays} if is_it else row for row, is_it in zip(data["rows"], is_paid, strict=True)]
    return build(data)


def parse_options(id_: str, words: Iterable[str]) -> dict[str, Value]:
    """The options that words such as `joker=none` name; OptionError where one is not possible or given twice."""
    specs = _file(id_).specs
    options: dict[str, Value] = {}
    for word in words:
        name, sign, text = word.partition("=")
        if not sign:
            message = f"{word!r} is no option: write name=value"
            raise OptionError("option-form", message, given=word)
        if name in options:
            raise OptionError("option-twice", f"the option {name!r} is given twice", given=name)
        options[name] = parse_value(specs, name, text)
    return options


def options_of(game: Rules) -> dict[str, Value]:
    """Every option of the game with the value it has."""
    file = _files().get(game.id)
    family = "scorecard" if isinstance(game, Scorecard) else "race"
    values: dict[str, Value] = {name: getattr(game, name) for name in FAMILY_OPTIONS[family]}
    for name, option in (file.own if file else {}).items():
        if isinstance(game, Scorecard):
            values[name] = game.rows[game.index[option["pays"]]].pays if "pays" in option else getattr(game, name)
    return values


def changed_options(game: Rules) -> dict[str, Value]:
    """The options in which the game differs from its variant."""
    file = _files().get(game.id)
    defaults = file.data["options"] if file else {}
    return {name: value for name, value in options_of(game).items() if defaults.get(name) != value}


def canonical(game: Rules) -> str:
    """The resolved rules as canonical JSON: what a log's first fact carries."""
    return json.dumps(describe(game), sort_keys=True, separators=(",", ":"), ensure_ascii=False)


@lru_cache(maxsize=256)
def from_canonical(text: str) -> Rules:
    """The game that canonical rules describe; VariantError where they describe none."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise bad_variant(f"the rules are no JSON: {error}") from error
    return build(data)


def fingerprint(game: Rules) -> str:
    """The SHA-256 of the canonical rules, in hexadecimal."""
    return hashlib.sha256(canonical(game).encode()).hexdigest()


def format_position(game: Rules, position: Position) -> str:
    """One line from which play can go on: the variant, the options that differ, and the position.

    >>> game = load("tysiac", {"target": 500})
    >>> format_position(game, game.start(1))
    'tysiac target=500 | to=1 turn=0 roll=- rolling=0 banked=0'
    """
    options = [f"{name}={format_value(value)}" for name, value in changed_options(game).items()]
    head = " ".join([game.id, *options])
    match game, position:
        case Scorecard(), SheetPosition():
            return f"{head} | {game.format_position(position)}"
        case Race(), RacePosition():
            return f"{head} | {game.format_position(position)}"
    raise TypeError(f"{game.id!r} has no such position")


def parse_position(text: str) -> tuple[Rules, Position]:
    """The game and position a line describes; NotationError, OptionError or SheetError where it describes none."""
    head, bar, rest = text.partition("|")
    if not bar or not head.split():
        message = f"{text!r} is no position: variant and options, then | and the position"
        raise NotationError("bad-position", message, given=text)
    id_, *options = head.split()
    game = load(id_, parse_options(id_, options))
    return game, game.parse_position(rest)


def _conforms(sheet: Scorecard, race: Race) -> tuple[Game[SheetPosition], Game[RacePosition]]:
    """Both families are games: a check for the type checker."""
    return sheet, race
