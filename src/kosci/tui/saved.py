"""A game of the terminal in its file: laid, saved after every command at once or not at all, taken up again.

The dice come from a seed that stands openly in the file; no rule is decided here.
"""

import os
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from kosci.engine.errors import RuleError
from kosci.table import Fact, Settings, Table, fair
from kosci.table.gamefile import GameFile, format_game, parse_game
from kosci.variants import Rules

SUFFIX = ".kosci"


class SavedError(RuleError):
    """A game file that cannot be laid, taken up or written."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """Who takes a seat: a person's name, or a computer player's id."""

    name: str = ""
    bot: str | None = None


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A game and the file that holds just it; `text` is what the file said when we last wrote or read it."""

    path: Path
    game: GameFile
    table: Table
    text: str

    @property
    def seed(self) -> bytes:
        """The dice seed."""
        assert self.game.open_seed is not None
        return self.game.open_seed

    def draw(self, number: int, dice: int) -> tuple[int, ...]:
        """The faces of a roll, as the seed and the shares have it."""
        return fair.faces(self.seed, self.table.shares, number, dice)

    def after(self, facts: Sequence[Fact]) -> "SavedGame":
        """The game with these facts, in the file before anybody sees them."""
        table = self.table
        for fact in facts:
            table = table.after(fact)
        game = replace(self.game, facts=(*self.game.facts, *facts))
        text = format_game(game)
        _replace(self.path, self.text, text)
        return SavedGame(self.path, game, table, text)

    def closed(self) -> "SavedGame":
        """The game finished for good."""
        return self.after(self.table.close(self.seed))


def lay(path: Path, rules: Rules, seats: Sequence[Sitting], settings: Settings) -> SavedGame:
    """A new game begun, in a file that was not there before."""
    seed = secrets.token_bytes(fair.SEED_BYTES)
    shares = [secrets.token_bytes(fair.SHARE_BYTES) for _ in seats]
    facts = list(Table.create(rules, fair.commitment(seed), settings))
    for seat, share in zip(seats, shares, strict=True):
        facts += Table.rebuilt(facts).join(fair.share_digest(share), drawn=True, bot=seat.bot)
    facts += Table.rebuilt(facts).start(shares, lambda number, dice: fair.faces(seed, shares, number, dice))
    names = tuple(seat.name or f"@{seat.bot}" for seat in seats)
    game = GameFile(names, tuple(facts), seed)
    text = format_game(game)
    _create(path, text)
    return SavedGame(path.resolve(), game, game.table, text)


def take_up(path: Path, text: str) -> SavedGame:
    """The game of a file; NotationError where it holds none, SavedError where its dice cannot be drawn."""
    game = parse_game(text)
    given = str(path)
    if game.table.play is None:
        raise SavedError("file-lobby", f"the game in {given!r} has not started", given=given)
    if game.table.settings.is_real:
        message = f"people roll the dice of the game in {given!r} by hand: it goes on in the browser"
        raise SavedError("file-real", message, given=given)
    if game.open_seed is None and game.table.seed is not None:
        game = replace(game, open_seed=game.table.seed)
    if game.open_seed is None:
        message = f"the file {given!r} holds no open seed: only the server that has it can draw the dice"
        raise SavedError("file-no-seed", message, given=given)
    if fair.commitment(game.open_seed) != game.table.commitment:
        raise SavedError("wrong-seed", "the seed is not the one committed to")
    return SavedGame(path.resolve(), game, game.table, text)


def games_folder() -> Path:
    """Where games are kept unless a file is named."""
    from platformdirs import user_data_path

    return user_data_path("kosci", appauthor=False) / "games"


def new_path(variant: str) -> Path:
    """A file that does not exist yet, named after the game and the moment."""
    now = datetime.now().astimezone()
    stem = f"{variant}-{now:%Y%m%d-%H%M%S}"
    folder = games_folder()
    names = [stem, *(f"{stem}-{number}" for number in range(2, 100))]
    return next(path for path in (folder / f"{name}{SUFFIX}" for name in names) if not path.exists())


def unfinished() -> SavedGame | None:
    """The game played last of those in the folder that can go on, or None."""
    folder = games_folder()
    files = folder.glob(f"*{SUFFIX}") if folder.is_dir() else ()
    for path in sorted(files, key=lambda file: file.stat().st_mtime, reverse=True):
        try:
            saved = take_up(path, path.read_bytes().decode())
        except (RuleError, OSError, UnicodeDecodeError):
            continue  # what is no game here is nobody's to go on with
        if saved.table.seed is None:
            return saved
    return None


def _create(path: Path, text: str) -> None:
    given = str(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _write(path, os.O_EXCL, text)
    except FileExistsError as error:
        raise SavedError("file-exists", f"the file {given!r} exists already", given=given) from error
    except OSError as error:
        raise _unwritable(given, error) from error


def _replace(path: Path, before: str, text: str) -> None:
    """Put the text in the place of what the file holds, whole or not at all."""
    given = str(path)
    try:
        is_ours = path.read_bytes() == before.encode()
    except FileNotFoundError:
        is_ours = True  # taken away: written anew
    except OSError as error:
        raise _unwritable(given, error) from error
    if not is_ours:
        raise SavedError("file-changed", f"the file {given!r} was changed by somebody else", given=given)
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        _write(beside, os.O_TRUNC, text)
        beside.replace(path)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise _unwritable(given, error) from error


def _write(path: Path, how: int, text: str) -> None:
    """A file for its owner alone: it holds the seed."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | how, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(text.encode())
        file.flush()
        os.fsync(file.fileno())


def _unwritable(given: str, error: Exception) -> SavedError:
    why = getattr(error, "strerror", None) or str(error)
    return SavedError("file-unwritable", f"the file {given!r} cannot be written: {why}", given=given, why=why)
