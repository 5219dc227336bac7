"""Server processes killed in mid-command: nothing answered is lost, nothing happens twice, the game goes on."""

import os
import signal
import time
from collections.abc import Callable
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from random import Random

import pytest

from tests.faults.disturbing import disturbed, killing
from tests.faults.games import Data, hold, lay
from tests.support.server import Server

WORKERS = 2
CONNECTED = 8  # that all of them meet the same worker happens once in 128 times
MANY_TIMES = 100
MANY = pytest.param(MANY_TIMES, marks=pytest.mark.long)


@pytest.mark.parametrize("times", [3, MANY])
async def test_a_server_is_killed_in_mid_command(
    start_server: Callable[..., Server], tmp_path: Path, times: int
) -> None:
    """On SQLite: it is started again at once on the same data; whoever got no answer asks again."""
    data = Data(tmp_path / "data-1")
    players = await lay(data, 8 + 2 * times, seed=times)
    server = start_server()
    begun = await disturbed(server, players, killing(server.restart, times, Random(times), 0.3))
    server.kill()
    held = await hold(data, begun)
    print(f"{times} kills: {held}")
    assert all(player.is_over for player in begun)
    assert sum(player.broken for player in begun) >= times, "few requests were under way"
    assert "Traceback" not in server.log.read_text()


def all_serve(server: Server) -> bool:
    """Whether whoever connects is answered: the system gives half of them to each worker."""
    for _ in range(CONNECTED):
        connection = HTTPConnection("127.0.0.1", server.port, timeout=0.5)
        try:
            connection.request("GET", "/healthz")
            connection.getresponse().read()
        except (OSError, HTTPException):
            return False
        finally:
            connection.close()
    return True


@pytest.mark.parametrize("times", [2, MANY])
async def test_a_worker_of_two_is_killed_in_mid_command(
    workers: Callable[..., Server], postgres_url: str, tmp_path: Path, times: int
) -> None:
    """On PostgreSQL: the other one serves on meanwhile, and its parent begins it anew."""
    data = Data(tmp_path / "data", postgres_url)
    players = await lay(data, 8 + 8 * times, seed=times)
    server, rng = workers(), Random(times)

    def kill() -> None:
        while len(alive := sorted(server.workers)) < WORKERS or not all_serve(server):
            time.sleep(0.05)
        os.kill(rng.choice(alive), signal.SIGKILL)

    begun = await disturbed(server, players, killing(kill, times, rng, 0.3))
    held = await hold(data, begun)
    print(f"{times} kills: {held}")
    assert all(player.is_over for player in begun)
    assert times < MANY_TIMES or any(player.broken for player in begun), "no request was under way"
    assert "Traceback" not in server.log.read_text()
