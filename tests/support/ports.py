"""Free ports of this machine, one for each server a test starts.

Never fixed numbers: several runs may stand side by side.
"""

import socket


def free_port() -> int:
    """A TCP port of 127.0.0.1 that nobody uses at this moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
