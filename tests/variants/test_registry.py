"""The folder is the registry: what is offered, what files may say, and what broken ones are told."""

import ast
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest

from kosci.engine.errors import OptionError, RuleError
from kosci.engine.game import Over, ToRoll
from kosci.engine.options import RACE_OPTIONS, SHEET_OPTIONS, Choice, Span, Value
from kosci.engine.scorecard import Scorecard
from kosci.variants import catalogue, fingerprint, info, load, options_of, parse_options, registry
from kosci.variants.build import VariantError
from tests.engine.games import ALL_SHEETS, SHEETS, VARIANTS, a_sheet, sheet_after
from tests.rulings import counting

ROWS_13 = (
    "ones",
    "twos",
    "threes",
    "fours",
    "fives",
    "sixes",
    "three_of_a_kind",
    "four_of_a_kind",
    "full_house",
    "small_straight",
    "large_straight",
    "five_of_a_kind",
    "chance",
)


# --- what is offered ------------------------------------------------------------------------------


def test_the_six_games_are_there() -> None:
    assert tuple(entry.id for entry in catalogue()) == VARIANTS


@pytest.mark.parametrize(
    ("variant", "players", "turns"),
    [
        ("general", (2, 4), 13),
        ("general-full-upper", (2, 8), 13),
        ("yahtzee", (1, 8), 13),
        ("yatzi", (2, 5), 13),
        ("yatzy", (1, 8), 15),
        ("tysiac", (2, 8), None),
    ],
)
def test_what_each_offers(variant: str, players: tuple[int, int], turns: int | None) -> None:
    offered = info(variant)
    assert (offered.players, offered.turns, offered.solo) == (players, turns, True)
    own = {"yatzi": (*ROWS_13, "rigol"), "yatzy": (*counting.UPPER, *counting.YATZY_LOWER), "tysiac": ()}
    assert offered.rows == own.get(variant, ROWS_13)
    assert offered in catalogue()


SHEET_DEFAULTS = {
    "general": ("own_row", True, "as_joker", 63),
    "general-full-upper": ("full_upper", False, "each", 63),
    "yahtzee": ("forced", False, "each", 63),
    "yatzi": ("none", False, "second", 64),
    "yatzy": ("none", False, "none", 63),
}


@pytest.mark.parametrize("variant", ALL_SHEETS)
def test_section_2_the_options_of_the_sheet_games_and_their_defaults(variant: str) -> None:
    offered = info(variant)
    joker, needs_50, extra, bonus_at = SHEET_DEFAULTS[variant]
    own: dict[str, Value] = {"turns": 13, "rigol": 50} if variant == "yatzi" else {}
    assert offered.defaults == {
        "joker": joker,
        "joker_needs_50": needs_50,
        "extra": extra,
        "bonus_at": bonus_at,
        "bonus": 50 if variant == "yatzy" else 35,
        "zero": "any",
        "upper_first": False,
        "first": "roll",
        **own,
    }
    assert set(offered.specs) == set(offered.defaults)
    assert options_of(load(variant)) == offered.defaults


def test_section_4_the_options_of_tysiac_and_their_defaults() -> None:
    offered = info("tysiac")
    assert offered.defaults == {
        "set_aside": "all",
        "hot_dice": "may",
        "bust": "lose",
        "target": 1000,
        "opening": 0,
        "exact": False,
        "last_round": False,
        "first": "lot",
    }
    assert offered.specs == RACE_OPTIONS


def test_what_each_option_can_be() -> None:
    assert info("yatzi").specs == {
        **SHEET_OPTIONS,
        "rigol": Choice((50, 45, 40, "sum", 0)),
        "turns": Choice((13, 14)),
    }
    assert SHEET_OPTIONS["joker"] == Choice(("own_row", "full_upper", "forced", "free_choice", "none"))
    assert (SHEET_OPTIONS["bonus_at"], SHEET_OPTIONS["bonus"]) == (Span(1, 105), Span(0, 200))
    assert (RACE_OPTIONS["target"], RACE_OPTIONS["opening"]) == (Span(100, 10000, 50), Choice((0, 25, 50, 75, 100)))


# --- options --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variant", "name"),
    [
        *((variant, "rigol") for variant in (*SHEETS[:3], "yatzy", "tysiac")),
        *((variant, "turns") for variant in (*SHEETS[:3], "yatzy", "tysiac")),
        *(("tysiac", name) for name in SHEET_OPTIONS if name != "first"),
        *((variant, name) for variant in SHEETS for name in RACE_OPTIONS if name != "first"),
        *((variant, name) for variant in VARIANTS for name in ("", "Joker", "colour", "id", "box")),
    ],
)
def test_an_option_of_another_game_is_refused(variant: str, name: str) -> None:
    for refuse in (lambda: load(variant, {name: 13}), lambda: parse_options(variant, [f"{name}=13"])):
        with pytest.raises(OptionError) as refused:
            refuse()
        assert refused.value.code == "option-unknown"
        assert repr(name) in str(refused.value)
        assert refused.value.params["allowed"] == tuple(info(variant).specs)


BAD_VALUES: list[tuple[str, str, object]] = [
    *(("yahtzee", "bonus_at", value) for value in (0, 106, -1, 63.0, "63", True, None, float("nan"))),
    *(("yahtzee", "bonus", value) for value in (-1, 201, "35", False)),
    *(("yahtzee", "joker", value) for value in ("", "Forced", "wild", None, 0, True)),
    *(("yahtzee", "joker_needs_50", value) for value in (1, 0, "true", "yes", None)),
    *(("yahtzee", "extra", value) for value in ("third", True)),
    *(("yahtzee", "zero", value) for value in ("never", False)),
    *(("yahtzee", "first", value) for value in ("youngest", None)),
    *(("yatzi", "rigol", value) for value in (25, "50", 50.0, True, False, None)),
    *(("yatzi", "turns", value) for value in (12, 15, "14", 13.0)),
    *(("tysiac", "target", value) for value in (50, 99, 120, 1001, 10050, "1000", 1000.0)),
    *(("tysiac", "opening", value) for value in (10, 125, -25, "25", False)),
    *(("tysiac", "exact", value) for value in (1, "false")),
    *(("tysiac", "set_aside", value) for value in ("some", True)),
    *(("tysiac", "hot_dice", value) for value in ("maybe", 5)),
    *(("tysiac", "bust", value) for value in ("half",)),
]


@pytest.mark.parametrize(("variant", "name", "value"), BAD_VALUES)
def test_a_value_out_of_bounds_or_of_another_kind_is_refused(variant: str, name: str, value: object) -> None:
    with pytest.raises(OptionError) as refused:
        load(variant, {name: value})  # type: ignore[dict-item]
    assert refused.value.code == "option-value"
    assert name in str(refused.value)
    assert str(value) in str(refused.value)
    assert info(variant).specs[name].allowed in str(refused.value)


@pytest.mark.parametrize(
    ("word", "code"),
    [
        ("joker", "option-form"),
        ("", "option-form"),
        ("joker=", "option-value"),
        ("joker=Forced", "option-value"),
        ("joker= forced", "option-value"),
        ("joker_needs_50=True", "option-value"),
        ("joker_needs_50=1", "option-value"),
        ("bonus=035", "option-value"),
        ("bonus=+35", "option-value"),
        ("bonus=3_5", "option-value"),
        ("bonus=３５", "option-value"),
        ("bonus=²", "option-value"),
        ("bonus=201", "option-value"),
        ("bonus=" + "9" * 5000, "option-value"),
        ("bonus=1\n2", "option-value"),
        ("=35", "option-unknown"),
    ],
)
def test_words_that_set_no_option(word: str, code: str) -> None:
    with pytest.raises(OptionError) as refused:
        parse_options("yahtzee", [word])
    assert refused.value.code == code
    assert "\n" not in str(refused.value)


def test_an_option_given_twice_is_refused() -> None:
    with pytest.raises(OptionError) as refused:
        parse_options("yahtzee", ["joker=none", "joker=none"])
    assert refused.value.code == "option-twice"


@pytest.mark.parametrize("variant", ["", "Yahtzee", "general.toml", "../general", "generał", "poker"])
def test_an_unknown_variant_is_quoted_and_all_are_named(variant: str) -> None:
    with pytest.raises(OptionError) as refused:
        load(variant)
    assert refused.value.code == "variant-unknown"
    assert repr(variant) in str(refused.value)
    assert refused.value.params["allowed"] == VARIANTS


# --- files ----------------------------------------------------------------------------------------

FOLDER = Path(str(files("kosci.variants")))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A registry of its own with copies of the files."""
    for path in FOLDER.glob("*.toml"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    monkeypatch.setattr(registry, "files", lambda _package: tmp_path)
    registry._files.cache_clear()
    yield tmp_path
    monkeypatch.undo()
    registry._files.cache_clear()


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_no_variant_is_named_in_code() -> None:
    source = FOLDER.parent
    for path in [*source.glob("engine/*.py"), *source.glob("variants/*.py")]:
        nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        named = [node.lineno for node in nodes if isinstance(node, ast.Constant) and node.value in VARIANTS]
        assert named == [], path


def test_a_new_file_is_a_new_variant_that_can_be_played(folder: Path) -> None:
    text = (folder / "yahtzee.toml").read_text(encoding="utf-8")
    text = text.replace('id = "yahtzee"', 'id = "house"').replace("bonus = 35", "bonus = 50")
    (folder / "house.toml").write_text(text, encoding="utf-8")
    assert "house" in [entry.id for entry in catalogue()]
    rules = load("house", {"first": "seat"})
    assert isinstance(rules, Scorecard)
    assert rules.bonus == 50
    position = rules.start(1)
    for _ in range(13):
        position = rules.after_pass(position)
    assert isinstance(rules.awaiting(position), Over)
    assert rules.awaiting(sheet_after(rules, 1, "1: roll")) == ToRoll(0, 5)


def test_fingerprints_know_no_comments_order_or_spaces(folder: Path) -> None:
    before = {variant: fingerprint(load(variant)) for variant in VARIANTS}
    for path in folder.glob("*.toml"):
        lines = [line.split(" #")[0] for line in path.read_text(encoding="utf-8").splitlines()]
        kept = [f"{line}  # another comment" for line in lines if line and not line.startswith("#")]
        path.write_text("\n\n".join(kept), encoding="utf-8")
    registry._files.cache_clear()
    assert {variant: fingerprint(load(variant)) for variant in VARIANTS} == before


def test_a_fingerprint_changes_with_any_rule(folder: Path) -> None:
    seen = {fingerprint(load("general"))}
    for old, new in [
        ("bonus = 35", "bonus = 36"),
        ("sizes = [3, 2]", "sizes = [2, 2]"),
        ("players = [2, 4]", "players = [2, 5]"),
        ("pays = 40", "pays = 45"),
    ]:
        change(folder / "general.toml", old, new)
        registry._files.cache_clear()
        seen.add(fingerprint(load("general")))
    assert len(seen) == 5


BROKEN: list[tuple[str, str, str]] = [
    ("general", 'id = "general"', 'id = "other"'),
    ("general", 'id = "general"', ""),
    ("general", 'family = "scorecard"', 'family = "cards"'),
    ("general", 'family = "scorecard"', ""),
    ("general", "players = [2, 4]", "players = [4, 2]"),
    ("general", "players = [2, 4]", "players = [0, 4]"),
    ("general", "players = [2, 4]", "players = [2]"),
    ("general", "players = [2, 4]", 'players = ["2", "4"]'),
    ("general", "players = [2, 4]", "players = 4"),
    ("general", "players = [2, 4]", ""),
    ("general", 'box = "five_of_a_kind"', 'box = "yahtzee"'),
    ("general", 'box = "five_of_a_kind"', "box = [1]"),
    ("general", "extra_pays = 100", 'extra_pays = "much"'),
    ("general", "extra_pays = 100", "extra_pays = -100"),
    ("general", "extra_pays = 100", ""),
    ("general", "turns = 13", "turns = 14"),
    ("general", "turns = 13", "turns = 0"),
    ("general", "turns = 13", "turns = 12.5"),
    ("general", "turns = 13", "colour = 1"),
    ("general", "bonus_at = 63", "bonus_at = 200"),
    ("general", "bonus_at = 63", ""),
    ("general", 'joker = "own_row"', 'joker = "wild"'),
    ("general", 'joker = "own_row"', 'joker = "own_row"\ncolour = "red"'),
    ("general", 'name = "face"', 'name = "colour"'),
    ("general", "face = 1", "side = 1"),
    ("general", "face = 1", "face = 7"),
    ("general", "face = 1", 'face = "one"'),
    ("general", "face = 1", "face = true"),
    ("general", "sizes = [3, 2]", "sizes = [3, 0]"),
    ("general", "sizes = [3, 2]", 'sizes = ["three"]'),
    ("general", "sizes = [3, 2]", "sizes = []"),
    ("general", "sizes = [3, 2]", "sizes = 3"),
    ("general", "length = 4", "length = 9"),
    ("general", 'section = "upper"', 'section = "middle"'),
    ("general", 'pays = "matched"', 'pays = "much"'),
    ("general", 'pays = "matched"', "pays = 1.5"),
    ("general", 'pays = "matched"', "pays = -5"),
    ("general", 'pays = "matched"', ""),
    ("general", "joker = 25", 'joker = "25"'),
    ("general", "joker = 25", "colour = 25"),
    ("general", 'id = "ones"', 'id = "twos"'),
    ("general", 'id = "ones"', 'id = "the ones"'),
    ("general", 'id = "ones"', "id = 1"),
    ("general", "[options]", "[optional]"),
    ("general", "[options]", "= broken ="),
    ("yahtzee", 'rows_of = "general"', 'rows_of = "nobody"'),
    ("yahtzee", 'rows_of = "general"', 'rows_of = "tysiac"'),
    ("yahtzee", 'rows_of = "general"', ""),
    ("yahtzee", 'rows_of = "general"', "rows_of = [1]"),
    ("yahtzee", 'rows_of = "general"', 'rows_of = "general"\nrows = 5'),
    ("yahtzee", 'rows_of = "general"', 'rows_of = "general"\nown = 5'),
    ("yahtzee", 'rows_of = "general"', 'rows_of = "general"\nown = { colour = 5 }'),
    ("yahtzee", 'rows_of = "general"', 'rows_of = "general"\nrows = [5]'),
    ("yatzi", "values = [13, 14]", ""),
    ("yatzi", "values = [13, 14]", "values = 13"),
    ("yatzi", 'pays = "rigol"', 'pays = "nothing"'),
    ("yatzi", "rigol = 50", "rigol = 51"),
    ("yatzi", "rigol = 50", ""),
    ("tysiac", "straight_pays = 150", 'straight_pays = "150"'),
    ("tysiac", "straight_pays = 150", ""),
    ("tysiac", "[1, 2, 3, 4, 5]", "[1, 2, 3, 4]"),
    ("tysiac", "[1, 2, 3, 4, 5]", "[1, 2, 3, 4, 7]"),
    ("tysiac", "1 = [10, 20, 100, 200]", ""),
    ("tysiac", "1 = [10, 20, 100, 200]", "1 = [10, 20, 100]"),
    ("tysiac", "1 = [10, 20, 100, 200]", "7 = [10, 20, 100, 200]"),
    ("tysiac", "1 = [10, 20, 100, 200]", "1 = [10, 20, 100, -200]"),
    ("tysiac", "1 = [10, 20, 100, 200]", '1 = "ten"'),
    ("tysiac", "target = 1000", "target = 1025"),
]


@pytest.mark.parametrize(("variant", "old", "new"), BROKEN)
def test_a_broken_file_is_told_what_is_wrong_in_words(folder: Path, variant: str, old: str, new: str) -> None:
    change(folder / f"{variant}.toml", old, new)
    with pytest.raises((VariantError, OptionError)) as refused:
        catalogue()
    assert isinstance(refused.value, RuleError)
    assert refused.value.code in {"bad-variant", "option-value", "option-unknown"}
    assert len(str(refused.value)) > 20


def test_a_file_that_is_no_text_is_told_so(folder: Path) -> None:
    (folder / "general.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(VariantError, match=r"general\.toml"):
        catalogue()


def test_own_options_change_what_they_name() -> None:
    assert a_sheet("yatzi", turns=14).turns == 14
    for pays in (50, 45, 40, "sum", 0):
        rules = a_sheet("yatzi", rigol=pays)
        assert rules.rows[-1].pays == pays
        assert options_of(rules)["rigol"] == pays
