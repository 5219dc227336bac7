"""Fair dice: every roll follows from a committed seed and the players' shares, so that anybody can recompute it.

Nothing is drawn here; seeds and shares come in from outside.
"""

import hashlib
import hmac
from collections.abc import Sequence
from itertools import count

SEED_BYTES = 32
SHARE_BYTES = 16
_USABLE = 252  # the largest multiple of 6 below 256: a byte from it on would favour the low faces


def commitment(seed: bytes) -> str:
    """The SHA-256 of a seed, in hexadecimal: published before the first roll."""
    return hashlib.sha256(seed).hexdigest()


def share_digest(share: bytes) -> str:
    """The SHA-256 of a seat's share, in hexadecimal: published when the seat is taken."""
    return hashlib.sha256(share).hexdigest()


def faces(seed: bytes, shares: Sequence[bytes], number: int, dice: int) -> tuple[int, ...]:
    """The faces of roll `number` (1, 2, … over all rolls of the game) with so many dice.

    The bytes of HMAC-SHA256(seed, number as 8 bytes, block as 4 bytes, SHA-256 of all shares) are read
    in order, for block 0, 1, …; a byte b below 252 gives 1 + b mod 6, others are skipped.

    >>> faces(bytes(32), [bytes(16)], 1, 5)
    (5, 1, 1, 4, 5)
    """
    mixed = hashlib.sha256(b"".join(shares)).digest()
    found: list[int] = []
    for block in count():
        message = number.to_bytes(8, "big") + block.to_bytes(4, "big") + mixed
        found += [1 + byte % 6 for byte in hmac.digest(seed, message, "sha256") if byte < _USABLE]
        if len(found) >= dice:
            return tuple(found[:dice])
    raise AssertionError("count() has no end")
