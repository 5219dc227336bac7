"""Unpredictable bytes from the operating system.

Never a generator with a seed: dice stand on these.
"""

import secrets


class SystemChance:
    """The operating system's secure generator."""

    def secret(self, size: int) -> bytes:
        """That many unpredictable bytes."""
        if size < 1:
            raise ValueError(f"a secret of {size!r} bytes: at least 1")
        return secrets.token_bytes(size)
