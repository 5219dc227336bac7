"""The threads in which games are solved and computers think, and their end with the server.

Never waits for what nobody will ask for any more.
"""

import asyncio
import logging
import os
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Final

NAME: Final = "kosci-thinking"
LAST_SECONDS: Final = 0.5


@contextmanager
def thinking(loop: asyncio.AbstractEventLoop) -> Iterator[None]:
    """Gives the loop its threads; those that still think when all is closed in order end with the process, at once.

    A thread cannot be broken off, and a game is solved for minutes: the process would go on for so long. What is solved
    is written whole or not at all.
    """
    threads = ThreadPoolExecutor(thread_name_prefix=NAME)
    loop.set_default_executor(threads)
    yield
    threads.shutdown(wait=False, cancel_futures=True)
    end = time.monotonic() + LAST_SECONDS
    own = [thread for thread in threading.enumerate() if thread.name.startswith(NAME)]
    for thread in own:
        thread.join(max(0.0, end - time.monotonic()))
    if any(thread.is_alive() for thread in own):
        logging.shutdown()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)
