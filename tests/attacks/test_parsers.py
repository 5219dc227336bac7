"""Fuzzed input: facts, game files, records, other people's rules, cookies, forms, files of results.

Whatever is thrown at a parser it is read, or refused in the one way that pages and the command line know.
"""

import json
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kosci.adapters.vault import KeyVault
from kosci.engine.errors import RuleError
from kosci.locale.languages import choose_language
from kosci.service.names import clean_name
from kosci.service.record_file import format_records
from kosci.service.record_reading import parse_records
from kosci.table import Table, parse_fact
from kosci.table.gamefile import parse_game, read_game
from kosci.table.record import parse_any, read_record
from kosci.table.verify import verify
from kosci.variants import from_canonical
from kosci.variants.short import parse_short
from kosci.web.forms import parsed
from kosci.web.refusals import Refused
from kosci.web.session import parse_prefs
from tests.attacks.test_texts import hostile_game, result

FOLDER = Path(__file__).parents[1] / "golden"
GOLDEN = [
    file
    for folder in ("logs", "records")
    for file in sorted((FOLDER / folder).iterdir(), key=lambda path: path.stat().st_size)[:4]
]
NOW = datetime(2026, 11, 30, tzinfo=UTC)
# Words that parsers know, and what they are not made for.
WORDS = (
    *("roll", "keep", "score", "bank", "roll-on", "end", "rolled", "passed", "left", "begun", "reported", "joined"),
    *("undone", "corrected", "closed", "created", "started", "stand-in", "returned", "advised", "continued", "result"),
    *("player", "table", "paper", "share", "sealed", "rules", "game", "open-seed", "commitment", "-", "=", "@", ":"),
    *("0", "1", "-1", "9" * 30, "1" * 5000, "²", "٣", "1e9", "NaN", "0x1", "", " ", "\t", "\0", "\x1b[2J", "\u202e"),
    *("{", "[" * 3000, '{"a":' * 500, "00" * 32, "ff" * 16, "five_of_a_kind", "=12", "alike", "not-alike", "\ud800"),
)
words = st.one_of(st.sampled_from(WORDS), st.text(max_size=12))
lines = st.builds(" ".join, st.lists(words, max_size=6))
seats = st.sampled_from(("1: ", "2: ", "9: ", "0: ", "01: ", "", "x: "))


@cache
def given_texts() -> tuple[str, ...]:
    """Files that are right, as something to change."""
    return (hostile_game(), *(path.read_text(encoding="utf-8") for path in GOLDEN))


@st.composite
def changed_texts(draw: st.DrawFn) -> str:
    """A right file with a few lines, words or values that are another's, gone, twice or made up."""
    found = draw(st.sampled_from(given_texts())).splitlines()
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, max(0, len(found) - 1)))
        match draw(st.integers(0, 5)):
            case 0 if found:
                del found[at]
            case 1 if found:
                found.insert(draw(st.integers(0, len(found))), found[at])
            case 2:
                found.insert(at, draw(seats) + draw(lines))
            case 3 if found:
                parts = found[at].split(" ")
                parts[draw(st.integers(0, len(parts) - 1))] = draw(words)
                found[at] = " ".join(parts)
            case 4 if found:
                found = found[: at + 1]
            case _ if found:
                found[at] = found[at][: draw(st.integers(0, len(found[at])))]
    return "\n".join(found)


def holds(parse: Callable[[str], object], text: str) -> None:
    """It is read, or refused as everything else is."""
    with suppress(RuleError, Refused):
        parse(text)


@given(seats, lines)
def test_a_line_of_a_log_is_a_fact_or_refused(seat: str, line: str) -> None:
    holds(parse_fact, seat + line)


@given(st.one_of(changed_texts(), st.text(max_size=200)))
def test_a_game_file_is_a_game_or_refused(text: str) -> None:
    for parse in (parse_game, read_game, parse_any, read_record):
        holds(parse, text)
    holds(lambda given: verify(read_game(given).facts), text)


@given(st.lists(st.one_of(st.integers(0, 400), lines), min_size=1, max_size=8), st.data())
def test_a_log_out_of_order_is_a_table_or_refused(order: list[int | str], data: st.DataObject) -> None:
    """Facts of a right game in any order, and made-up ones between: the table never ends up in between."""
    facts = [line for line in data.draw(st.sampled_from(given_texts()[:1])).splitlines()[4:] if line]

    def rebuilt(_: str) -> object:
        chosen = [facts[one % len(facts)] if isinstance(one, int) else one for one in order]
        return Table.rebuilt(parse_fact(line) for line in (facts[0], *chosen))

    holds(rebuilt, "")


values: st.SearchStrategy[object] = st.one_of(
    st.integers(-(10**12), 10**12),
    st.sampled_from(
        [0, 1, 2**63, 10**400, -1, 1.5, float("nan"), True, None, "", "x" * 400, [], {}, [[[]]], {"name": "x"}]
    ),
)


@given(st.lists(st.tuples(st.integers(0, 200), values), min_size=1, max_size=3))
def test_rules_of_a_stranger_s_file_are_rules_or_refused(changes: list[tuple[int, object]]) -> None:
    """Any value of the canonical rules by any other: huge counts, negative ones, other kinds."""
    created = next(line for line in hostile_game().splitlines() if line.startswith("created"))
    rules = json.loads(created.split(" ", 3)[3])
    for number, value in changes:
        places = list(places_in(rules))
        if places:
            holder, key = places[number % len(places)]
            holder[key] = value
    text = json.dumps(rules, sort_keys=True, separators=(",", ":"))
    holds(from_canonical, text)
    holds(parse_game, f"kosci game 1\nplayer A\n\n{created.rsplit(' ', 1)[0]} {text}")


def places_in(value: object) -> list[tuple[dict[object, object], object]]:
    """Every place of a JSON value, as what holds it and its key there."""
    found: list[tuple[dict[object, object], object]] = []
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        found.append((value, key))  # type: ignore[arg-type]  # a list is changed alike
        found += places_in(inner)
    return found


@given(st.one_of(st.text(max_size=60), st.builds(quote, st.text(max_size=30)), lines))
def test_cookies_forms_codes_and_names_are_read_or_refused(text: str) -> None:
    """Signed or not, encoded or not."""
    vault = KeyVault(b"k" * 32)
    assert vault.signed(text) is None
    for parse in (lambda given: parsed(given, 20), parse_prefs, choose_language, parse_short, clean_name):
        holds(parse, text)
    signed = vault.sign("device:abc")
    assert vault.signed(signed) == "device:abc"
    assert vault.signed(signed + text) is None or not text


@given(st.binary(max_size=40))
def test_what_is_sealed_is_opened_only_as_it_was_sealed(tail: bytes) -> None:
    """Anything else is no seed."""
    vault = KeyVault(b"k" * 32)
    sealed = vault.seal(b"seed")
    for forged in (tail, sealed + tail if tail else sealed[:-1], sealed[:13] + tail):
        with pytest.raises(ValueError, match=r"sealed|altered"):
            vault.unseal(forged)


@given(st.lists(st.tuples(st.integers(0, 60), values), min_size=1, max_size=3), st.sampled_from([1, 2]))
def test_a_file_of_results_is_read_whole_or_refused_whole(changes: list[tuple[int, object]], cut: int) -> None:
    """Any value by any other, or a part of the file."""
    data = json.loads(format_records([result("Anna"), result("Ola")]))
    for number, value in changes:
        places = places_in(data)
        if places:
            holder, key = places[number % len(places)]
            holder[key] = value
    text = json.dumps(data)
    holds(lambda given: parse_records(given, NOW, 100), text[: len(text) // cut])


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a":' * 50_000, "9" * 100_000, '"\\ud800"', "\ufeff{}", "NaN", ""])
def test_deep_and_long_files_of_results_are_refused(text: str) -> None:
    with pytest.raises(RuleError):
        parse_records(text, NOW, 100)
