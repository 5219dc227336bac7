"""The real `kosci serve` as a process of its own, and one keep-alive connection of a client to it.

The data folder is prepared before the start: the limit on laying tables holds for measurements, too.
"""

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode, urlsplit

from kosci.bench.measurement import BenchError

PROGRAM = "from kosci.cli import main; raise SystemExit(main())"


@dataclass(frozen=True, slots=True)
class Running:
    """A server that answers: its process and port."""

    pid: int
    port: int

    @property
    def pids(self) -> tuple[int, ...]:
        """The process and its workers."""
        return (self.pid, *map(int, self._said(self.pid, f"task/{self.pid}/children").split()))

    @property
    def memory_mb(self) -> float:
        """The memory it holds now with its workers, in megabytes."""
        return sum(self._memory_of(pid) for pid in self.pids)

    @property
    def cpu_seconds(self) -> float:
        """The processor time it has used so far with its workers."""
        return sum(self._cpu_of(pid) for pid in self.pids)

    def _memory_of(self, pid: int) -> float:
        lines = self._said(pid, "status").splitlines()
        kilobytes = next(line.split()[1] for line in lines if line.startswith("VmRSS:"))
        return int(kilobytes) / 1024

    def _cpu_of(self, pid: int) -> float:
        fields = self._said(pid, "stat").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def _said(self, pid: int, name: str) -> str:
        """What the system says of a process; BenchError where it does not say it this way."""
        file = Path(f"/proc/{pid}/{name}")
        if not file.exists():
            message = f"this machine has no {file}: the server is measured on Linux only"
            raise BenchError("bench-needs-proc", message, given=str(file))
        return file.read_text("ascii")


@asynccontextmanager
async def serving(folder: Path, more: Sequence[str] = ()) -> AsyncIterator[Running]:
    """The server over the data of a folder, on a free port, ended afterwards; `more` are further options of it."""
    arguments = ("serve", "--port", "0", "--no-open", "--data", str(folder), "--lang", "en", *more)
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", PROGRAM, *arguments, stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    try:
        line = (await process.stdout.readline()).decode()
        address = next((word for word in line.split() if word.startswith("http://")), None)
        if address is None:
            raise RuntimeError(f"kosci serve does not start: {line!r}")
        yield Running(process.pid, urlsplit(address).port or 80)
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()


@dataclass(slots=True)
class Connection:
    """One keep-alive connection of a browser with its cookie."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    head: str

    @classmethod
    async def to(cls, port: int, cookie: str) -> "Connection":
        """A connection to the server on this machine."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        host = f"127.0.0.1:{port}"
        return cls(reader, writer, f"Host: {host}\r\nOrigin: http://{host}\r\nCookie: {cookie}\r\n")

    async def get(self, path: str) -> bytes:
        """The body of a page; ValueError unless it is answered with 200."""
        return await self._answered(f"GET {path} HTTP/1.1\r\n{self.head}\r\n", path, 200)

    async def post(self, path: str, form: Mapping[str, str]) -> None:
        """Post a form; ValueError unless the answer sends the browser on."""
        body = urlencode(form)
        kind = f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n"
        await self._answered(f"POST {path} HTTP/1.1\r\n{self.head}{kind}\r\n{body}", path, 303)

    async def _answered(self, request: str, path: str, expected: int) -> bytes:
        self.writer.write(request.encode())
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        length = next(line.split(":")[1] for line in head.split("\r\n") if line.startswith("content-length:"))
        body = await self.reader.readexactly(int(length))
        status = int(head.split()[1])
        if status != expected:
            raise ValueError(f"{path} is answered with {status}, not {expected}")
        return body

    async def close(self) -> None:
        """Hang up."""
        self.writer.close()
        await self.writer.wait_closed()
