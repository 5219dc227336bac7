"""What the rules say when they refuse: one base class, a family a cause.

Never words for people: an error carries a code and parameters, and the edge words them.
"""

from collections.abc import Mapping

Param = str | int | bool | None | tuple[str, ...] | tuple[int, ...]


class RuleError(Exception):
    """A refusal with a stable `code` and the `params` that say what was given and what is allowed."""

    def __init__(self, code: str, message: str, **params: Param) -> None:
        super().__init__(message)
        self.code = code
        self.params: Mapping[str, Param] = params


class DiceError(RuleError):
    """Values that are not dice, or not the number of dice asked for."""


class NotAwaitedError(RuleError):
    """An event of a kind, or from a seat, that the position does not wait for."""


class IllegalMoveError(RuleError):
    """A move of the right seat at the right time that the rules forbid."""


class OptionError(RuleError):
    """An option that a variant does not have, or a value it cannot take."""


class SheetError(RuleError):
    """A sheet that cannot have come about under the rules."""


class NotationError(RuleError):
    """A text that is no move, event, position or game."""
