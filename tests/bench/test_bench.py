"""Benchmarks: what they give, not how fast; each is run as small as can be."""

from pathlib import Path
from typing import Any

import pytest

from kosci.bench import BENCHES, BenchError, Effort, Measurement, Target, format_measurement, run
from kosci.bench.load_check import faults
from kosci.bench.pages import HOST, get
from kosci.bench.parts import cookie, lay, parts_in, temporary_parts
from kosci.bench.playing import log_of, script
from kosci.bench.server import Connection, Running, serving
from kosci.engine.game import Game, Moved, Over, Rolled, ToRoll, apply
from kosci.engine.scorecard import Scorecard
from kosci.table import Table, parse_fact
from kosci.table.verify import verify
from kosci.variants import catalogue, load
from kosci.web.app import create_app
from tests.support.nats import Nats
from tests.support.postgres import Postgres

TINY = Effort(seconds=0.001, clients=3, tables=4)
VARIANTS = [variant.id for variant in catalogue()]


@pytest.mark.parametrize("name", [name for name, bench in BENCHES.items() if bench.is_usual])
def test_every_benchmark_gives_rows_of_numbers_above_nothing(name: str) -> None:
    found = list(run([name], TINY))
    assert found
    assert all(row.bench == name and row.value > 0 and row.unit for row in found)
    assert len({row.name for row in found}) == len(found)


@pytest.mark.long
def test_the_load_of_two_processes_is_measured_and_every_log_is_what_was_told(postgres_server: Postgres) -> None:
    bell, url = Nats(), postgres_server.new_database()
    bell.start()
    try:
        effort = Effort(seconds=1, clients=4, database=url, bell=bell.url, open_tables=(20,))
        found = list(run(["load"], effort))
    finally:
        bell.kill()
        postgres_server.drop_database(url)
    assert all(row.value > 0 for row in found)
    assert any("logs replayed as told" in row.note for row in found)


def test_the_load_needs_a_database() -> None:
    with pytest.raises(BenchError, match="a database of its own"):
        list(run(["load"], TINY))


def test_a_log_that_is_not_what_was_told_is_found_out() -> None:
    lines = log_of(load("general"), "random", b"s" * 32)
    table, told = Table.rebuilt([parse_fact(lines[0])]), []
    for line in lines[1:]:
        table = table.after(parse_fact(line))
        if table.play is not None and line[2:8] in (" score", " keep "):
            rules: Game[Any] = table.game
            told.append((table.version, rules.format_position(table.play.position)))
    assert faults(lines, told) == []
    assert "is lost" in " ".join(faults(lines[:-8], told))
    assert "told twice" in " ".join(faults(lines, [*told, told[-1]]))
    assert "went back" in " ".join(faults(lines, told[::-1]))
    assert "another position" in " ".join(faults(lines, [(told[0][0], told[1][1]), *told[1:]]))


@pytest.mark.parametrize("name", ["games", "replay"])
def test_the_rules_are_measured_for_every_variant(name: str) -> None:
    found = {row.name.split(",")[0] for row in run([name], TINY)}
    assert found == set(VARIANTS)


def test_progress_is_told_what_is_measured_as_it_begins() -> None:
    told: list[str] = []
    next(iter(run(["replay"], TINY, told.append)))
    assert told == [BENCHES["replay"].about]


def test_an_unknown_benchmark_is_refused_before_anything_is_measured() -> None:
    with pytest.raises(BenchError, match="'speed' is no benchmark: there are games, replay") as caught:
        run(["games", "speed"], TINY)
    assert caught.value.code == "bench-unknown"
    assert caught.value.params["given"] == "speed"


@pytest.mark.parametrize(
    ("target", "value", "ratio"),
    [(Target(10, "at most"), 5, 2), (Target(10, "at most"), 20, 0.5), (Target(2000, "at least"), 3000, 1.5)],
)
def test_a_ratio_above_one_reaches_the_target(target: Target, value: float, ratio: float) -> None:
    found = Measurement("bench", "name", value, "unit", target=target)
    assert found.ratio == pytest.approx(ratio)
    assert found.as_data()["ratio"] == found.ratio
    assert f"{ratio}" in format_measurement(found)


def test_a_number_without_a_target_has_no_ratio() -> None:
    found = Measurement("bench", "name", 1234.5, "unit")
    assert found.ratio is None
    assert found.as_data() == {
        "bench": "bench",
        "name": "name",
        "value": 1234.5,
        "unit": "unit",
        "note": "",
        "target": None,
        "ratio": None,
    }


# --- what is asked while measuring ----------------------------------------------------------


async def test_a_page_that_is_not_answered_is_no_measurement() -> None:
    async with temporary_parts() as parts:
        app = create_app(parts)
        assert b"<html" in await get(app, "/", [(b"host", HOST)])
        with pytest.raises(ValueError, match="/nowhere is answered with 404"):
            await get(app, "/nowhere", [(b"host", HOST)])


async def test_a_move_posted_to_the_real_server_is_stored(tmp_path: Path) -> None:
    async with parts_in(tmp_path) as parts:
        table, version = await lay(parts.tables)
        own = cookie(parts.vault)
    async with serving(tmp_path) as server:
        connection = await Connection.to(server.port, own)
        form = {"seat": "1", "at": str(version), "command": "measured"}
        await connection.post(f"/t/{table}/roll", form)
        with pytest.raises(ValueError, match="/roll is answered with 4"):
            await connection.post(f"/t/{table}/roll", form | {"command": "once more"})
        await connection.close()
        assert server.memory_mb > 1
        assert server.cpu_seconds > 0
    async with parts_in(tmp_path) as parts:
        assert (await parts.tables.view(table)).version == version + 2


def test_a_process_the_system_says_nothing_of_is_an_error_in_words() -> None:
    with pytest.raises(BenchError, match="on Linux only") as caught:
        _ = Running(pid=-1, port=1).memory_mb
    assert caught.value.code == "bench-needs-proc"


# --- what is played while measuring ---------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_logs_replayed_are_whole_games_with_right_dice(variant: str) -> None:
    facts = [parse_fact(line) for line in log_of(load(variant), "random", bytes(32))]
    assert Table.rebuilt(facts).is_over
    assert verify(facts).verdict == "right"


@pytest.mark.parametrize("face", [1, 6])
def test_the_script_is_legal_whatever_falls_and_ends_the_game(face: int) -> None:
    game = load("general", {"first": "seat"})
    assert isinstance(game, Scorecard)
    position = game.start(2)
    for seat, move in script():
        position = apply(game, position, Moved(seat, move))
        if isinstance(awaiting := game.awaiting(position), ToRoll):
            position = apply(game, position, Rolled((face,) * awaiting.count))
    assert isinstance(game.awaiting(position), Over)
