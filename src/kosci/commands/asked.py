"""What several commands take: the language, the variant with its options, numbers and files.

Only reading of what was typed; every refusal quotes it.
"""

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kosci.commands.errors import CommandError

if TYPE_CHECKING:
    from kosci.locale.words import Words
    from kosci.variants import Rules

MOST_BYTES = 4 * 1024 * 1024  # a long game is 20 kB
_MOST_DIGITS = 9

Lang = Annotated[str | None, typer.Option("--lang", metavar="pl|uk|en", help="Language; otherwise that of LANG.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
Options = Annotated[
    list[str] | None, typer.Option("--set", metavar="OPTION=VALUE", help="An option of the game; may be repeated.")
]
AFile = Annotated[str, typer.Argument(metavar="FILE", help="A game file.")]


def words_for(ctx: typer.Context, lang: str | None) -> "Words":
    """The words of the language asked for, here or before the command, or of the environment."""
    import os

    from kosci.locale.languages import environment_language, languages, words_in

    chosen = lang if lang is not None else ctx.obj
    if chosen is None:
        chosen = environment_language(os.environ)
    if chosen not in languages():
        allowed = languages()
        message = f"{chosen!r} is no language here: there are {', '.join(allowed)}"
        raise CommandError("lang-unknown", message, given=str(chosen), allowed=allowed)
    return words_in(chosen)


def game_of(variant: str | None, options: Iterable[str] | None) -> "Rules":
    """The game of a variant with the options typed as name=value."""
    from kosci.variants import load, parse_options

    known = known_variant(variant)
    return load(known, parse_options(known, options or ()))


def known_variant(variant: str | None) -> str:
    """The variant's id, if there is such a variant."""
    from kosci.variants import catalogue, info

    if variant is None:
        allowed = tuple(entry.id for entry in catalogue())
        raise CommandError("variant-missing", f"which game? there are {', '.join(allowed)}", allowed=allowed)
    return info(variant).id


def whole_number(option: str, text: str, least: int, most: int) -> int:
    """The whole number typed for an option, between two bounds."""
    digits = text.removeprefix("-")
    is_number = digits.isascii() and digits.isdigit() and len(digits) <= _MOST_DIGITS
    if not is_number or not least <= int(text) <= most:
        message = f"{option} {text!r} is not possible: a whole number from {least} to {most} is needed"
        raise CommandError("number-range", message, option=option, given=text, least=least, most=most)
    return int(text)


def print_json(value: object, indent: int | None = None) -> None:
    """One JSON document on standard output, which any terminal and any pipe can carry."""
    import json

    is_plain = not (sys.stdout.encoding or "").lower().startswith("utf")
    print(json.dumps(value, ensure_ascii=is_plain, indent=indent))


def read_text(name: str) -> str:
    """The text of a file, which is never trusted to be one."""
    path = Path(name)
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except FileNotFoundError as error:
        raise CommandError("file-missing", f"there is no file {name!r}", given=name) from error
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise CommandError(
            "file-unreadable", f"the file {name!r} cannot be read: {why}", given=name, why=why
        ) from error
    if len(data) > MOST_BYTES:
        message = f"the file {name!r} is longer than {MOST_BYTES} bytes, which no game is"
        raise CommandError("file-too-long", message, given=name, most=MOST_BYTES)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise CommandError("file-not-text", f"the file {name!r} is no UTF-8 text", given=name) from error


def check_known(words: "Words", game: "Rules") -> None:
    """CommandError where the rules of a file name a game or a row that there are no words for."""
    rows = getattr(game, "index", ())
    keys = [(game.id, f"variant.{game.id}.name"), *((row, f"row.{row}") for row in rows)]
    unknown = next((id_ for id_, key in keys if key not in words), None)
    if unknown is not None:
        message = f"the file tells of {unknown!r}, which this version of the program does not know"
        raise CommandError("file-other-game", message, given=unknown)
