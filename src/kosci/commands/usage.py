"""The one line that answers a command line that was refused, in the reader's language.

Raises nothing and prints nothing.
"""

import os
from collections.abc import Iterator, Sequence

import typer

from kosci.engine.errors import RuleError


def usage(arguments: Sequence[str], error: RuleError | typer.TyperException) -> str:
    """What was refused and what is allowed."""
    from kosci.locale.explain import explain
    from kosci.locale.languages import environment_language, languages, words_in

    asked = _value_of("--lang", arguments)
    words = words_in(asked if asked in languages() else environment_language(os.environ))
    if isinstance(error, RuleError):
        return explain(words, error, _value_of("--variant", arguments) or "")
    why = " ".join(error.format_message().split())
    allowed = ", ".join(_allowed(error))
    if allowed:
        return words("error.usage", why=why.rstrip("."), allowed=allowed)
    pairs = zip(["", *arguments], arguments, strict=False)
    command = next((word for before, word in pairs if not word.startswith("-") and before != "--lang"), "")
    return words("error.usage-help", why=why.rstrip("."), command=" ".join(["kosci", *command.split(), "--help"]))


def _value_of(option: str, arguments: Sequence[str]) -> str | None:
    """What was typed behind an option, last."""
    found = None
    for at, argument in enumerate(arguments):
        if argument == option:
            found = next(iter(arguments[at + 1 : at + 2]), None)
        elif argument.startswith(f"{option}="):
            found = argument.removeprefix(f"{option}=")
    return found


def _allowed(error: typer.TyperException) -> Iterator[str]:
    """What the command takes that could not read its words: its commands, or its options."""
    command: object = getattr(getattr(error, "ctx", None), "command", None)
    yield from getattr(command, "commands", ())
    for param in getattr(command, "params", ()):
        yield from (name for name in param.opts if name.startswith("--"))
