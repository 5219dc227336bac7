"""A game as a text file: a few lines of heading, then the log, a fact a line; both ways.

Names stand here, beside the log; the file is never executed and never trusted.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from kosci.engine.errors import NotationError, RuleError
from kosci.table.facts import Fact, format_fact, parse_fact
from kosci.table.table import Table

FIRST_LINE = "kosci game 1"


@dataclass(frozen=True, slots=True)
class GameFile:
    """A finished or running game: the names by seat, the facts, and the seed where the file holds it openly.

    A file with an open seed says itself that its dice are only as trustworthy as its keeper.
    """

    names: tuple[str, ...]
    facts: tuple[Fact, ...]
    open_seed: bytes | None = None

    @property
    def table(self) -> Table:
        """The table after all facts."""
        return Table.rebuilt(self.facts)


def format_game(game: GameFile) -> str:
    """The game as text."""
    lines = [FIRST_LINE, *(f"player {name}" for name in game.names)]
    if game.open_seed is not None:
        lines += ["# The dice seed stands here openly: whoever keeps this file must be trusted."]
        lines += [f"open-seed {game.open_seed.hex()}"]
    return "\n".join([*lines, "", *map(format_fact, game.facts)]) + "\n"


def parse_game(text: str) -> GameFile:
    """The game a text describes; NotationError names the line that is wrong, in form or under the rules."""
    game, numbers = _read(text)
    _check_rules(game.facts, numbers)
    return game


def read_game(text: str) -> GameFile:
    """The game a text describes by its form alone, as `verify` looks at it: altered dice may break the rules."""
    return _read(text)[0]


def _read(text: str) -> tuple[GameFile, list[int]]:
    """The game, and the line of each fact."""
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), start=1)]
    content = [(number, line) for number, line in lines if line and not line.startswith("#")]
    if not content or content[0][1] != FIRST_LINE:
        given = content[0][1][:80] if content else ""
        message = f"{given!r} is not how a game file begins: {FIRST_LINE!r} is"
        raise NotationError("bad-game-file", message, line=content[0][0] if content else 1, given=given)
    names: list[str] = []
    facts: list[tuple[int, Fact]] = []
    seed: bytes | None = None
    for number, line in content[1:]:
        word, _, rest = line.partition(" ")
        if word == "player" and not facts:
            names.append(rest.strip())
        elif word == "open-seed" and not facts:
            seed = _seed(number, rest.strip())
        else:
            facts.append((number, _fact(number, line)))
    if not facts:
        raise _bad_line(lines[-1][0], "", "the file holds no game")
    return GameFile(tuple(names), tuple(fact for _, fact in facts), seed), [number for number, _ in facts]


def _seed(number: int, text: str) -> bytes:
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        seed = b""
    if len(seed) != 32:
        raise _bad_line(number, text, "a seed is 64 hexadecimal digits")
    return seed


def _fact(number: int, line: str) -> Fact:
    try:
        return parse_fact(line)
    except RuleError as error:
        raise _bad_line(number, line, str(error)) from error


def _check_rules(facts: Sequence[Fact], numbers: Sequence[int]) -> None:
    table = None
    for number, fact in zip(numbers, facts, strict=True):
        try:
            table = Table.rebuilt([fact]) if table is None else table.after(fact)
        except RuleError as error:
            raise _bad_line(number, format_fact(fact), str(error)) from error


def _bad_line(number: int, line: str, why: str) -> NotationError:
    return NotationError("bad-game-line", f"line {number}: {why}", line=number, given=line[:200], why=why)
