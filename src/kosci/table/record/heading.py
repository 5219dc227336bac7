"""The heading of a record, both ways: the rules, how the table is run, the players, what their dice follow from.

No turn is read here.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kosci.engine.errors import RuleError
from kosci.engine.options import format_value
from kosci.table import fair
from kosci.table.facts import Created, Fact, Joined, Started, Unseated
from kosci.table.gamefile import GameFile
from kosci.table.record.pieces import Piece, WrittenError, expected, hexadecimal, nothing, number, standing
from kosci.table.record.refs import Refs
from kosci.table.settings import Settings, format_settings, parse_settings
from kosci.table.table import Table
from kosci.variants import Rules, canonical, changed_options, fingerprint, from_canonical, load, parse_options

FIRST_LINE = "kosci record 1"
NO_COMMITMENT = "0" * 64  # of a game whose dice nobody committed to
_NO_SHARE = bytes(fair.SHARE_BYTES)
_MARK = 16  # so many digits of the fingerprint tell rules apart
_WORDS = ("game", "rules", "fingerprint", "table", "player", "paper", "open-seed", "commitment")
_SEATS = ("share", "sealed", "given-up")


@dataclass(frozen=True, slots=True)
class Heading:
    """What stands before the first turn; `facts` end with the start of the game where it has started."""

    rules: Rules
    names: tuple[str, ...]
    facts: tuple[Fact, ...]
    open_seed: bytes | None = None
    is_paper: bool = False

    @property
    def refs(self) -> Refs:
        """How the players are named."""
        return Refs(self.names, max(len(self.names), len(Table.rebuilt(self.facts).seats)))


def has_commitment(game: GameFile) -> bool:
    """Whether the dice of a game were committed to before it began, so that they can be checked."""
    created = game.facts[0]
    return isinstance(created, Created) and created.commitment != NO_COMMITMENT


# --- writing --------------------------------------------------------------------------------


def format_rules(rules: Rules, text: str) -> Iterator[str]:
    """The lines for the rules: the variant and its changed options where they say all, else the rules in full."""
    options = [f"{name}={format_value(value)}" for name, value in changed_options(rules).items()]
    try:
        is_known = canonical(load(rules.id, parse_options(rules.id, options))) == text
    except RuleError:
        is_known = False
    if is_known:
        yield " ".join(["game", rules.id, *options])
    else:
        yield f"rules {text}"


def format_heading(names: tuple[str, ...], facts: Sequence[Fact], open_seed: bytes | None) -> list[str]:
    """The lines before the first turn of a game with this log."""
    created = facts[0]
    assert isinstance(created, Created)
    rules = from_canonical(created.rules)
    lines = [FIRST_LINE, *format_rules(rules, created.rules)]
    usual = format_settings(Settings()).split(",")
    changed = [pair for pair in format_settings(created.settings).split(",") if pair not in usual]
    has_dice = tuple(facts) != _uncommitted(rules, created.settings, names)
    if has_dice and lines[-1].startswith("game "):
        lines.append(f"fingerprint {fingerprint(rules)[:_MARK]}")
    lines += [" ".join(["table", *changed])] if changed else []
    lines += [f"player {name}".rstrip() for name in names]
    lines += [f"open-seed {open_seed.hex()}"] if open_seed is not None else []
    return [*lines, f"commitment {created.commitment}", *_format_seats(names, facts)] if has_dice else lines


def _format_seats(names: tuple[str, ...], facts: Sequence[Fact]) -> Iterator[str]:
    """A line for each seat taken or given up; the share itself where it is open."""
    shares = next((fact.shares for fact in facts if isinstance(fact, Started)), ())
    by_digest = {fair.share_digest(share): share for share in shares}
    staying = _staying(facts)
    for at, fact in enumerate(facts):
        if isinstance(fact, Unseated):
            yield f"given-up {fact.seat + 1}"
        elif isinstance(fact, Joined):
            is_open = shares and at in staying
            what = f"share {by_digest[fact.digest].hex()}" if is_open else f"sealed {fact.digest}"
            usual = _usual_bot(names, fact.seat)
            who = [] if fact.bot == usual else [fact.bot or "-"]
            yield " ".join([what, "server" if fact.drawn else "browser", *who])


def _staying(facts: Sequence[Fact]) -> list[int]:
    """Which facts took a seat that was not given up again."""
    seats: list[int] = []
    for at, fact in enumerate(facts):
        if isinstance(fact, Joined):
            seats.append(at)
        elif isinstance(fact, Unseated):
            del seats[fact.seat]
    return seats


def _usual_bot(names: tuple[str, ...], seat: int) -> str | None:
    """The computer player that a name such as @greedy says."""
    name = names[seat] if seat < len(names) else ""
    bot = name.removeprefix("@")
    return bot if name != bot and bot and not bot.split()[1:] and bot != "-" else None


def _uncommitted(rules: Rules, settings: Settings, names: tuple[str, ...]) -> tuple[Fact, ...]:
    """The beginning of a game whose dice follow from nothing."""
    digest = fair.share_digest(_NO_SHARE)
    joined = (Joined(seat, digest, drawn=False, bot=_usual_bot(names, seat)) for seat in range(len(names)))
    return (Created(canonical(rules), NO_COMMITMENT, settings), *joined, Started((_NO_SHARE,) * len(names)))


# --- reading --------------------------------------------------------------------------------


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
    return Heading(rules, names, facts, seed, "paper" in found)


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
            if mark.text != fingerprint(rules)[:_MARK]:
                message = f"{mark.text[:_MARK]!r}: the rules of {id_.text!r} are others now"
                raise WrittenError("record-fingerprint", message, given=mark.text[:_MARK])
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
            facts = _uncommitted(rules, settings, names)
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
    who = (None if bot.text == "-" else bot.text) if bot.text else _usual_bot(names, seat)
    digest = fair.share_digest(data) if is_share else data.hex()
    return Joined(seat, digest, drawn.text == "server", who), data if is_share else None
