"""Takes a renewed certificate while the server runs: what lasts ninety days is renewed in the middle of a game.

Reads files and nothing else; a pair that does not belong together, half written say, is never taken.
"""

import asyncio
import logging
import ssl
from pathlib import Path

EVERY_SECONDS = 60.0
Stamps = tuple[int, ...]
_log = logging.getLogger(__name__)


async def keep_renewed(context: ssl.SSLContext, cert: Path, key: Path, seconds: float = EVERY_SECONDS) -> None:
    """Look at the files now and then, for ever; new connections get what is in them by then."""
    taken = refused = stamps(cert, key)
    while True:
        await asyncio.sleep(seconds)
        now = stamps(cert, key)
        if now in (taken, refused):
            continue
        try:
            ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(cert, key)
            context.load_cert_chain(cert, key)
        except OSError:  # ssl.SSLError is one, too
            refused = now
            _log.warning("the certificate in %s has changed and cannot be used: the earlier one stays", cert)
        else:
            taken = now


def stamps(*files: Path) -> Stamps:
    """When the files were changed last; 0 for one that is not there just now."""
    return tuple(file.stat().st_mtime_ns if file.exists() else 0 for file in files)
