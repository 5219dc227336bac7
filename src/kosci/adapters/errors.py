"""Why data cannot be opened: one error class, with a code and what the words need.

Never words in three languages: the edge words a code; the message is one English line for logs.
"""

from collections.abc import Mapping


class DataError(Exception):
    """Data that cannot be opened as asked; nothing was changed."""

    def __init__(self, code: str, message: str, **params: str | tuple[str, ...]) -> None:
        super().__init__(message)
        self.code = code
        self.params: Mapping[str, str | tuple[str, ...]] = params
