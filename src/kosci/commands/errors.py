"""What the command line says when it refuses, and how a refusal becomes one line.

Never a traceback, never two lines.
"""

from kosci.engine.errors import RuleError

REFUSED = 2  # the exit status of whatever could not be understood
_KEPT_SPACES = "\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}"  # numbers are grouped with them


class CommandError(RuleError):
    """A command line that asks for what cannot be."""


def one_line(text: str) -> str:
    r"""The text with everything that is no printable character written out, so that it stays one line.

    >>> one_line("a\nb")
    'a\\nb'
    """
    return "".join(one if one.isprintable() or one in _KEPT_SPACES else _escaped(one) for one in text)


def _escaped(character: str) -> str:
    return character.encode("unicode_escape").decode("ascii")
