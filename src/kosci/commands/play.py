"""`kosci play`: a new game or one from its file, at one keyboard.

Only what was typed is understood here; the game itself is played in `tui.session`.
"""

from dataclasses import dataclass
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated

import typer

from kosci.commands.asked import Lang, Options, check_known, game_of, read_text, words_for
from kosci.commands.errors import CommandError
from kosci.engine.errors import RuleError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kosci.bots import BotInfo
    from kosci.locale.words import Words
    from kosci.tui.desk import Desk
    from kosci.tui.saved import SavedGame, Sitting
    from kosci.variants import Rules

What = Annotated[
    str | None, typer.Argument(metavar="[VARIANT|FILE]", help="The game to begin, or a file to go on with.")
]
Variant = Annotated[str | None, typer.Option("--variant", metavar="VARIANT", help="The game to begin.")]
Players = Annotated[
    str | None, typer.Option("--players", metavar="NAMES", help="Apart by commas; computers are @easy to @best.")
]
File = Annotated[str | None, typer.Option("--file", metavar="FILE", help="Keep the game in this file.")]
Resume = Annotated[bool, typer.Option("--resume", help="Go on with the game played last.")]
Pace = Annotated[
    str | None, typer.Option("--pace", metavar="PACE", help="Of computers: slow, normal (as usual) or at_once.")
]
Coach = Annotated[
    str | None, typer.Option("--coach", metavar="WHEN", help="Hints: on_demand (as usual), always or off.")
]
INTERRUPTED = 130


@dataclass(frozen=True, slots=True)
class Asked:
    """What was typed: nothing where it is to be asked for."""

    what: str | None
    variant: str | None
    players: str | None
    options: tuple[str, ...]
    file: str | None
    resume: bool
    pace: str | None
    coach: str | None

    @property
    def words_of_a_new_game(self) -> str | None:
        """The first option typed that only a new game can have."""
        typed = (("--variant", self.variant), ("--players", self.players))
        typed_settings = (("--pace", self.pace), ("--coach", self.coach))
        sets = tuple(("--set", option) for option in self.options)
        return next((f"{name} {value}" for name, value in (*typed, *typed_settings, *sets) if value is not None), None)


def play(
    ctx: typer.Context,
    what: What = None,
    *,
    variant: Variant = None,
    players: Players = None,
    options: Options = None,
    file: File = None,
    resume: Resume = False,
    pace: Pace = None,
    coach: Coach = None,
    lang: Lang = None,
) -> None:
    """Play at one keyboard, with people, computers or alone."""
    words = words_for(ctx, lang)
    asked = Asked(what, variant, players, tuple(options or ()), file, resume, pace, coach)
    from kosci.tui.desk import Keyboard
    from kosci.tui.terminal import open_terminal

    desk = Keyboard(open_terminal())
    try:
        saved = _opened(words, desk, asked)
        if saved is not None:
            _play(words, desk, saved)
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None


def _opened(words: "Words", desk: "Desk", asked: Asked) -> "SavedGame | None":
    """The game to play; None where nobody wants one after all."""
    path = _file_to_resume(asked)
    if path is not None:
        return _resumed(words, desk, path)
    variant = asked.variant or asked.what
    if variant is None and asked.words_of_a_new_game is None and asked.file is None:
        return _chosen(words, desk, asked)
    return _begun(words, desk, asked, variant)


def _file_to_resume(asked: Asked) -> Path | None:
    """The file named to go on with, if one is."""
    from kosci.variants import catalogue

    variants = tuple(info.id for info in catalogue())
    is_file = asked.what is not None and asked.what not in variants
    if is_file and not asked.resume and not Path(str(asked.what)).exists():
        message = f"{asked.what!r} is neither a game nor a file: there are {', '.join(variants)}"
        raise CommandError("play-what", message, given=str(asked.what), allowed=variants)
    if asked.what is not None and (asked.variant is not None or (is_file and asked.file is not None)):
        other = f"--variant {asked.variant}" if asked.variant is not None else f"--file {asked.file}"
        raise _not_both(asked.what, other)
    new = asked.words_of_a_new_game or (asked.what if asked.what in variants else None)
    named = asked.what if is_file else asked.file
    if asked.resume or is_file or (named is not None and new is None and Path(named).exists()):
        if new is not None:
            raise _not_both(new, named or "--resume")
        return Path(named) if named is not None else _played_last()
    return None


def _not_both(one: str, other: str) -> CommandError:
    message = f"{one!r} and {other!r} do not go together: a game in a file has its own variant, players and options"
    return CommandError("play-not-both", message, given=one, other=other)


def _played_last() -> Path:
    from kosci.tui.saved import games_folder, unfinished

    saved = unfinished()
    if saved is None:
        folder = str(games_folder())
        raise CommandError("play-no-last", f"there is no unfinished game in {folder!r}", folder=folder)
    return saved.path


def _chosen(words: "Words", desk: "Desk", asked: Asked) -> "SavedGame | None":
    """The game that somebody chooses from the list, where the one played last may stand too."""
    from kosci.tui.saved import unfinished
    from kosci.tui.setup import GO_ON, ask_variant, shown_names

    last = unfinished()
    label = None
    if last is not None and f"variant.{last.table.game.id}.name" in words:
        names = ", ".join(shown_names(words, last.table, last.game.names))
        label = f"{words(f'variant.{last.table.game.id}.name')}: {names}"
    variant = ask_variant(desk, words, label)
    if variant is None:
        return None
    if last is not None and variant == GO_ON:
        return _resumed(words, desk, last.path)
    return _begun(words, desk, asked, variant)


def _resumed(words: "Words", desk: "Desk", path: Path) -> "SavedGame":
    from kosci.tui.saved import take_up
    from kosci.tui.terminal import unbroken

    saved = take_up(path, read_text(str(path)))
    check_known(words, saved.table.game)
    desk.show(unbroken(words("tui.resumed", path=str(path))))
    return saved


def _begun(words: "Words", desk: "Desk", asked: Asked, variant: str | None) -> "SavedGame | None":
    from kosci.commands.computers import exact_here, players_of
    from kosci.table import Settings
    from kosci.tui.saved import lay, new_path
    from kosci.tui.setup import ask_players, ask_variant
    from kosci.tui.terminal import unbroken

    usual = Settings()
    pace, coach = (
        usual.pace if asked.pace is None else asked.pace,
        usual.coach if asked.coach is None else asked.coach,
    )
    settings = Settings(pace=pace, coach=coach)
    chosen = variant or ask_variant(desk, words)
    if chosen is None:
        return None
    game = game_of(chosen, asked.options)
    computers = players_of(exact_here(words))
    if asked.players is None:
        seats = ask_players(desk, words, game, computers)
    else:
        seats = _players(asked.players, game, computers)
    if seats is None:
        return None
    path = Path(asked.file) if asked.file is not None else new_path(game.id)
    saved = lay(path, game, seats, settings)
    desk.show(unbroken(words("tui.file", path=str(path))), words("cli.verify.trusted"))
    return saved


def _players(text: str, game: "Rules", computers: "Mapping[str, BotInfo]") -> "tuple[Sitting, ...]":
    """The seats typed for --players; a refusal quotes all of it."""
    from kosci.tui.setup import parse_players

    try:
        return parse_players(text, game, computers)
    except RuleError as error:
        raise CommandError("players", f"--players {text!r}: {error}", given=text) from error


def _play(words: "Words", desk: "Desk", saved: "SavedGame") -> None:
    from random import SystemRandom

    from kosci.commands.computers import exact_here, players_of, prepare
    from kosci.tui.session import Session
    from kosci.tui.terminal import unbroken

    try:
        exact = exact_here(words)
        prepare(words, exact, saved.table)
        saved = Session(desk, words, SystemRandom(), players_of(exact), exact).play(saved)
    except KeyboardInterrupt:
        desk.show(*map(unbroken, _farewell(words, saved)))
        raise
    desk.show(*map(unbroken, _farewell(words, saved)))


def _farewell(words: "Words", saved: "SavedGame") -> tuple[str, str]:
    """Where the game is, and what can be done with it."""
    where = words("tui.saved", path=str(saved.path))
    file = quote(str(saved.path))
    if saved.table.seed is not None:
        return where, words("tui.saved.check", command=f"kosci verify {file}")
    return where, words("tui.saved.go-on", command=f"kosci play {file}")
