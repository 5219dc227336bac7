"""The real `kosci serve` as a process of its own, to be killed and started again.

Never inside the test's process: what is not on disk is lost when it is killed.
"""

import os
import signal
import ssl
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from pathlib import Path

from tests.support.ports import free_port

START_SECONDS = 60
STOP_SECONDS = 20
PROGRAM = Path(sys.executable).with_name("kosci")


@dataclass(slots=True)
class Server:
    """A server on a free port with its data in one folder; port and data stay over a restart."""

    data: Path
    options: Sequence[str] = ()
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Where its pages are, without a slash at the end."""
        return f"{'https' if '--tls-cert' in self.options else 'http'}://127.0.0.1:{self.port}"

    @property
    def log(self) -> Path:
        """The file with all it has printed, over all starts."""
        return self.data.with_name(f"{self.data.name}.log")

    @property
    def pid(self) -> int:
        """The process that serves."""
        return self._running().pid

    @property
    def workers(self) -> set[int]:
        """The processes that serve, where it was started with several workers."""
        found = set()
        for folder in Path("/proc").iterdir():
            with suppress(OSError):  # it has just ended
                if folder.name.isdigit() and b"spawn_main" in (folder / "cmdline").read_bytes():
                    parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
                    found |= {int(folder.name)} if parent == self.pid else set()
        return found

    def start(self) -> None:
        """Start it and wait until it answers."""
        if self.process is not None:
            raise RuntimeError(f"the server at {self.url} runs already")
        command = [
            str(PROGRAM),
            "serve",
            "--port",
            str(self.port),
            "--no-open",
            "--data",
            str(self.data),
            *self.options,
        ]
        self.log.parent.mkdir(parents=True, exist_ok=True)
        with self.log.open("ab") as output:
            self.process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=output, stderr=output, env=_environment()
            )
        self._wait_until_it_answers()

    def stop(self) -> int:
        """Ask it to end (SIGTERM) and give its exit status."""
        process = self._running()
        process.send_signal(signal.SIGTERM)
        return self._ended(process)

    def kill(self) -> None:
        """End it as a power cut would: kill -9."""
        process = self._running()
        process.kill()
        self._ended(process)

    def restart(self) -> None:
        """Start it again on the same port and data, after `kill` or `stop`, or killing it first."""
        if self.process is not None:
            self.kill()
        self.start()

    def _running(self) -> subprocess.Popen[bytes]:
        if self.process is None:
            raise RuntimeError(f"the server at {self.url} does not run")
        return self.process

    def _ended(self, process: subprocess.Popen[bytes]) -> int:
        try:
            return process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise
        finally:
            self.process = None

    def _wait_until_it_answers(self) -> None:
        process, end = self._running(), time.monotonic() + START_SECONDS
        while not self._answers():
            if process.poll() is not None or time.monotonic() > end:
                process.kill()
                self._ended(process)
                raise RuntimeError(f"kosci serve does not start:\n{self.log.read_text(errors='replace')}")
            time.sleep(0.05)

    def _answers(self) -> bool:
        connection = self._connection()
        try:
            connection.request("GET", "/")
            connection.getresponse().read()
        except (OSError, HTTPException):
            return False
        finally:
            connection.close()
        return True

    def _connection(self) -> HTTPConnection:
        if self.url.startswith("https"):
            trusting = ssl.create_default_context()
            trusting.check_hostname = False
            trusting.verify_mode = ssl.CERT_NONE
            return HTTPSConnection("127.0.0.1", self.port, timeout=5, context=trusting)
        return HTTPConnection("127.0.0.1", self.port, timeout=5)


def _environment() -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("KOSCI_")}
    return kept | {"PYTHONUNBUFFERED": "1", "NO_COLOR": "1"}
