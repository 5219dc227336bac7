"""The end of a process that still thinks: at once, in order, and not minutes later."""

import subprocess
import sys

import pytest

SCRIPT = """
import asyncio, time
from kosci.web.thinking import thinking

async def serve():
    thought = asyncio.ensure_future(asyncio.to_thread(time.sleep, {seconds}))
    await asyncio.sleep(0.05)
    print("closed in order", flush=True)

with asyncio.Runner() as runner, thinking(runner.get_loop()):
    runner.run(serve())
print("left by the door")
"""


@pytest.mark.parametrize(
    ("seconds", "said"), [(300, "closed in order\n"), (0, "closed in order\nleft by the door\n")], ids=["deep", "done"]
)
def test_a_process_ends_with_its_server_whatever_it_still_thinks_about(seconds: int, said: str) -> None:
    """A thread cannot be broken off: the process leaves without it."""
    command = [sys.executable, "-c", SCRIPT.format(seconds=seconds)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=100, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, said, "")
