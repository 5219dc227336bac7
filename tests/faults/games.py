"""Tables laid for programs before a server serves them, and their logs held against what the programs were told.

Plays nothing.
"""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from kosci.adapters.bell import InProcessBell
from kosci.adapters.chance import SystemChance
from kosci.adapters.clock import SystemClock
from kosci.adapters.open import open_store
from kosci.adapters.vault import open_vault
from kosci.commands.serving import DATA_FILE
from kosci.engine.game import Game
from kosci.engine.moves import format_move
from kosci.service.ports import Store, Stored
from kosci.service.tables import NewSeat, NewTable, Tables
from kosci.service.tokens import token_digest
from kosci.table import Settings, Table, parse_fact
from kosci.table.facts import Played
from kosci.table.verify import verify
from kosci.variants import load
from tests.faults.player import Player

PEOPLE = ("Anna",)
OWN = frozenset(range(1, len(PEOPLE) + 1))
COMPUTER = "random"


@dataclass(frozen=True, slots=True)
class Data:
    """Where a server's data are: the folder of its key, and its database."""

    folder: Path
    database: str = ""

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[tuple[Store, Tables]]:
        """The data, while no server has them, or beside one on PostgreSQL."""
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        store = await open_store(self.database or self.folder / DATA_FILE)
        try:
            yield store, Tables(store, InProcessBell(), SystemClock(), SystemChance(), open_vault(self.folder, {}))
        finally:
            await store.close()


async def lay(data: Data, count: int, seed: int, *, computers: int = 1) -> list[Player]:
    """So many games of a person and computers, begun, with a program for each."""
    players: list[Player] = []
    async with data.opened() as (_, tables):
        vault = open_vault(data.folder, {})
        for number in range(count):
            text = f"api:fault-{seed}-{number}"
            seats = [*(NewSeat(name) for name in PEOPLE), *(NewSeat(bot=COMPUTER) for _ in range(computers))]
            settings = Settings(undo=False, pace="at_once", away="wait")
            new, device = NewTable(load("general"), settings, seats, start=True), token_digest(text)
            table = await tables.create(new, device)
            players.append(Player(table, device, vault.sign(text), OWN, Random(f"{seed} {number}")))
    return players


@dataclass(frozen=True, slots=True)
class Held:
    """What the logs say of the programs' games: moves of people, and how many of those lost were stored before."""

    tables: int
    moves: int
    lost: int
    stored: int

    def __str__(self) -> str:
        return (
            f"{self.tables} logs, {self.moves} moves answered; {self.lost} answers lost, of {self.stored} stored moves"
        )


async def hold(data: Data, players: Sequence[Player]) -> Held:
    """Assert that each log is whole, has all that was told, each move once and in its order, and right dice."""
    moves = lost = stored = 0
    async with data.opened() as (store, tables):
        for player in players:
            log = await store.read(player.table)
            _hold_versions(log)
            _hold_moves(log, player)
            _hold_positions(log, player)
            if player.is_over:
                await tables.close(player.table)
                file = await tables.game_file(player.table)
                assert verify(file.facts).verdict == "right"
            at = {fact.command: fact.at.timestamp() for fact in log if fact.command}
            moves += len({one.number for one in player.told})
            lost += len(player.lost)
            stored += sum(at[player.stored(number)] < when for number, when in player.lost)
    return Held(len(players), moves, lost, stored)


def _hold_versions(log: Sequence[Stored]) -> None:
    assert [fact.seq for fact in log] == list(range(1, len(log) + 1))


def _hold_moves(log: Sequence[Stored], player: Player) -> None:
    """The moves of people are those that were answered, each once, in the order they were answered in."""
    told = dict.fromkeys((one.number, one.seat, one.move) for one in player.told)
    played = []
    for fact in log:
        happened = parse_fact(fact.line)
        if isinstance(happened, Played) and happened.seat + 1 in player.seats:
            played.append((fact.command, happened.seat + 1, format_move(happened.move)))
    assert played == [(player.stored(number), seat, move) for number, seat, move in told]


def _hold_positions(log: Sequence[Stored], player: Player) -> None:
    facts = [parse_fact(stored.line) for stored in log]
    told: dict[int, set[str]] = {}
    for one in player.told:
        told.setdefault(one.version, set()).add(one.position)
    assert set(told) <= set(range(len(facts) + 1))
    table = Table.rebuilt(facts[:1])
    for fact in facts[1:]:
        table = table.after(fact)
        if table.version in told and table.play is not None:
            rules: Game[Any] = table.game
            assert told[table.version] == {rules.format_position(table.play.position)}
    assert not player.is_over or table.is_over
