"""The heading of a record, read: the rules, how the table is run, the players, what their dice follow from.

No turn is read here.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from kosci.table import fair
from kosci.table.facts import Created, Fact, Joined, Started, Unseated
from kosci.table.gamefile import GameFile
from kosci.table.record.pieces import Piece, WrittenError, expected, hexadecimal, nothing, number, standing
from kosci.table.record.refs import Refs
from kosci.table.settings import Settings, parse_settings
from kosci.table.table import Table
from kosci.variants import Rules, canonical, fingerprint, from_canonical, load, parse_options

FIRST_LINE = "kosci record 1"
NO_COMMITMENT = "0" * 64  # of a game whose dice nobody committed to
_NO_SHARE = bytes(fair.SHARE_BYTES)
MARK = 16  # so many digits of the fingerprint tell rules apart
_WORDS = ("game", "rules", "fingerprint", "table", "player", "paper", "open-seed", "commitment")
_SEATS = ("share", "sealed", "given-up")
_OF_TABLE = ("table", "open-seed", "commitment")


@dataclass(frozen=True, slots=True)
class Heading:
    """What stands before the first turn; `facts` end with the start of the game where it has started.

    `of_table` is the first line that a game on paper does not have: it has no table, and no dice of a seed.
    """

    rules: Rules
    names: tuple[str, ...]
    facts: tuple[Fact, ...]
    open_seed: bytes | None = None
    is_paper: bool = False
    of_table: Piece | None = None

    @property
    def refs(self) -> Refs:
        """How the players are named."""
        seats = sum(isinstance(fact, Joined) - isinstance(fact, Unseated) for fact in self.facts)
        return Refs(self.names, seats)


def has_commitment(game: GameFile) -> bool:
    """Whether the dice of a game were committed to before it began, so that they can be checked."""
    created = game.facts[0]
    return isinstance(created, Created) and created.commitment != NO_COMMITMENT


def usual_bot(names: tuple[str, ...], seat: int) -> str | None:
    """The computer player that a name such as @greedy says."""
    name = names[seat] if seat < len(names) else ""
    bot = name.removeprefix("@")
    return bot if name != bot and bot and not bot.split()[1:] and bot != "-" else None


def uncommitted(rules: Rules, settings: Settings, names: tuple[str, ...]) -> tuple[Fact, ...]:
    """The beginning of a game whose dice follow from nothing."""
    digest = fair.share_digest(_NO_SHARE)
    joined = (Joined(seat, digest, drawn=False, bot=usual_bot(names, seat)) for seat in range(len(names)))
    return (Created(canonical(rules), NO_COMMITMENT, settings), *joined, Started((_NO_SHARE,) * len(names)))


def is_heading(piece: Piece) -> bool:
    """Whether a line belongs to the heading by its first word."""
    return piece.cut()[0].text in (*_WORDS, *_SEATS)


def read_heading(lines: Sequence[Piece]) -> Heading:
    """The heading that these lines are; RecordError names the one that is wrong."""
    first = lines[0] if lines else Piece("", 1, 1)
    with standing(first):
        if first.text != FIRST_LINE:
            raise expected(first, FIRST_LINE)
    found: dict[str, list[Piece]] = {}
    for line in lines[1:]:
        word, rest = line.cut()
        with standing(line):
            if word.text in found and word.text not in ("player", *_SEATS):
                message = f"{word.text!r} stands in the heading twice"
                raise WrittenError("record-twice", message, given=word.text)
        found.setdefault(word.text, []).append(rest)
    last = lines[-1]
    rules = _rules(found, last)
    names = tuple(rest.text for rest in found.get("player", []))
    facts = _facts(found, lines, rules, names)
    seed = hexadecimal(found["open-seed"][0], fair.SEED_BYTES) if "open-seed" in found else None
    if "paper" in found:
        nothing(found["paper"][0])
    of_table = next((line for line in lines if line.cut()[0].text in _OF_TABLE), None)
    return Heading(rules, names, facts, seed, "paper" in found, of_table)


def _rules(found: dict[str, list[Piece]], last: Piece) -> Rules:
    if "rules" in found:
        with standing(found["rules"][0]):
            return from_canonical(found["rules"][0].text)
    with standing(last.after(len(last.text))):
        if "game" not in found:
            raise expected(last.after(len(last.text)), "game yahtzee")
    id_, options = found["game"][0].cut()
    with standing(id_):
        load(id_.text)
    words = list(options.words())
    for at, word in enumerate(words):
        with standing(word):
            parse_options(id_.text, [before.text for before in words[: at + 1]])
    rules = load(id_.text, parse_options(id_.text, [word.text for word in words]))
    for mark in found.get("fingerprint", []):
        with standing(mark):
            if mark.text != fingerprint(rules)[:MARK]:
                message = f"{mark.text[:MARK]!r}: the rules of {id_.text!r} are others now"
                raise WrittenError("record-fingerprint", message, given=mark.text[:MARK])
    return rules


def _facts(
    found: dict[str, list[Piece]], lines: Sequence[Piece], rules: Rules, names: tuple[str, ...]
) -> tuple[Fact, ...]:
    settings = Settings()
    for rest in found.get("table", []):
        with standing(rest):
            settings = parse_settings(",".join(rest.text.replace(",", " ").split()))
    end = lines[-1].after(len(lines[-1].text))
    if "commitment" not in found:
        seat = next((line for line in lines if line.cut()[0].text in _SEATS), None)
        with standing(seat or end):
            if seat is not None:
                raise WrittenError("record-commitment", "shares without a commitment: commitment 6d34… is missing")
            if not names:
                raise expected(end, "player Anna")
            facts = uncommitted(rules, settings, names)
            Table.rebuilt(facts)
            return facts
    commitment = hexadecimal(found["commitment"][0], fair.SEED_BYTES).hex()
    text = found["rules"][0].text if "rules" in found else canonical(rules)
    return _lobby([Created(text, commitment, settings)], lines, names)


def _lobby(facts: list[Fact], lines: Sequence[Piece], names: tuple[str, ...]) -> tuple[Fact, ...]:
    """The facts of the lobby, and the start of the game where shares are open."""
    table = Table.rebuilt(facts)
    shares: list[bytes | None] = []
    for line in lines:
        word, rest = line.cut()
        if word.text not in _SEATS:
            continue
        fact, share = _seat(word, rest, len(shares), names)
        with standing(rest):
            table = table.after(fact)
        if isinstance(fact, Unseated):
            del shares[fact.seat]
        else:
            shares.append(share)
        facts.append(fact)
    opened = tuple(share for share in shares if share is not None)
    if opened:
        with standing(lines[-1]):
            Table.after(table, Started(opened))
        facts.append(Started(opened))
    return tuple(facts)


def _seat(word: Piece, rest: Piece, seat: int, names: tuple[str, ...]) -> tuple[Joined | Unseated, bytes | None]:
    """A seat taken, with its share where that is open, or given up."""
    if word.text == "given-up":
        return Unseated(number(rest, "given-up 2") - 1), None
    hexed, rest = rest.cut()
    drawn, rest = rest.cut()
    bot, rest = rest.cut()
    nothing(rest)
    is_share = word.text == "share"
    data = hexadecimal(hexed, fair.SHARE_BYTES if is_share else fair.SEED_BYTES)
    with standing(drawn):
        if drawn.text not in ("server", "browser"):
            raise expected(drawn, "browser · server")
    who = (None if bot.text == "-" else bot.text) if bot.text else usual_bot(names, seat)
    digest = fair.share_digest(data) if is_share else data.hex()
    return Joined(seat, digest, drawn.text == "server", who), data if is_share else None
