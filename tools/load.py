"""Measures the site under load on a durable PostgreSQL and a NATS of its own, both gone afterwards.

Takes the options of `kosci bench load`, or after `soak` those of `kosci bench soak`; the tests never run it.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.support.nats import Nats
from tests.support.postgres import cluster

ROOT = Path(__file__).parents[1]
DURABLE = ("fsync=on", "synchronous_commit=on", "full_page_writes=on", "shared_buffers=256MB")
TICKS = os.sysconf("SC_CLK_TCK")


def processes(pid: int) -> Iterator[int]:
    """A process and all that it started and that run still."""
    yield pid
    for child in Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split():
        yield from processes(int(child))


def cpu_seconds(pid: int) -> float:
    """What a process has used, with those that it started, run or ended."""
    total = 0
    for one in processes(pid):
        fields = Path(f"/proc/{one}/stat").read_text("utf-8").rpartition(")")[2].split()
        total += sum(int(field) for field in fields[11:15])
    return total / TICKS


def main() -> int:
    """Measure, and say what the services beside used."""
    names, options = (["soak"], sys.argv[2:]) if sys.argv[1:2] == ["soak"] else (["load"], sys.argv[1:])
    bell = Nats()
    with cluster(DURABLE) as database:
        bell.start()
        try:
            url = database.postgres.new_database()
            more = ["--database", url, "--bell", bell.url, "--workers", "2"]
            command = [Path(sys.executable).with_name("kosci"), "bench", *names, *more, *options]
            beside = {"PostgreSQL": database.process, "NATS": bell.process}
            pids = {name: process.pid for name, process in beside.items() if process is not None}
            before = {name: cpu_seconds(pid) for name, pid in pids.items()}
            status = subprocess.run(command, check=False, cwd=ROOT).returncode
            for name, pid in pids.items():
                print(f"{name}: {cpu_seconds(pid) - before[name]:.1f} seconds of processor in all")
        finally:
            bell.kill()
    return status


if __name__ == "__main__":
    raise SystemExit(main())
