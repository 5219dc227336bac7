"""What happened at a table, one value and one line of text a fact.

The log holds inputs only: points and positions are computed. Facts name seats, never people.
"""

from dataclasses import dataclass

from kosci.engine.dice import parse_faces
from kosci.engine.errors import DiceError, NotationError
from kosci.engine.game import Begun, Left, Passed, Rolled, format_event, parse_event
from kosci.engine.moves import Move, format_move, parse_move
from kosci.engine.reported import Reported, is_report, parse_report
from kosci.table.settings import Settings, format_settings, parse_settings


@dataclass(frozen=True, slots=True)
class Created:
    """The table was laid: its settings, the commitment to the dice seed, the resolved rules as canonical JSON."""

    rules: str
    commitment: str
    settings: Settings


@dataclass(frozen=True, slots=True)
class Joined:
    """A seat was taken; `digest` is the SHA-256 of its share, `drawn` says that the server drew the share."""

    seat: int
    digest: str
    drawn: bool
    bot: str | None = None


@dataclass(frozen=True, slots=True)
class Unseated:
    """A seat was given up before the start; the seats behind it moved up."""

    seat: int


@dataclass(frozen=True, slots=True)
class Started:
    """The game began; the shares of all seats, in seat order, are open from now on."""

    shares: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Played:
    """A seat made a move; `places` (1-5) are the dice it kept or set aside."""

    seat: int
    move: Move
    places: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class StandIn:
    """A computer player acts for the seat from now on (S11)."""

    seat: int
    bot: str


@dataclass(frozen=True, slots=True)
class Returned:
    """The person of the seat is back (S11)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Advised:
    """The person of the seat was shown what the moves to choose from are worth: the game is one with coach."""

    seat: int


@dataclass(frozen=True, slots=True)
class Extended:
    """The seat gave whoever is to move as much time again as the turn clock allows."""

    seat: int


@dataclass(frozen=True, slots=True)
class Undone:
    """The move stored as fact number `seq` was taken back."""

    seq: int


@dataclass(frozen=True, slots=True)
class Corrected:
    """The entry stored as fact number `seq` was, at a real-dice table, rather this one of the same seat."""

    seq: int
    event: Reported | Passed


@dataclass(frozen=True, slots=True)
class Continued:
    """The same people play on at another table: the next game of their series (C3)."""


@dataclass(frozen=True, slots=True)
class Closed:
    """The table is finished for good and the dice seed is open."""

    seed: bytes


Fact = (
    Created
    | Joined
    | Unseated
    | Started
    | Played
    | Rolled
    | Passed
    | Left
    | Begun
    | Reported
    | Corrected
    | StandIn
    | Returned
    | Advised
    | Extended
    | Undone
    | Continued
    | Closed
)


def format_fact(fact: Fact) -> str:
    """The fact as one line; seats count from 1 in text.

    >>> format_fact(Joined(0, "ab12", True, "greedy"))
    '1: joined ab12 server greedy'
    """
    match fact:
        case Corrected() | Continued():
            return _format_afterwards(fact)
        case Created(rules, commitment, settings):
            return f"created {commitment} {format_settings(settings)} {rules}"
        case Joined(seat, digest, drawn, bot):
            return f"{seat + 1}: joined {digest} {'server' if drawn else 'browser'} {bot or ''}".rstrip()
        case Unseated(seat) | Returned(seat) | Advised(seat) | Extended(seat):
            return f"{seat + 1}: {type(fact).__name__.lower()}"
        case Started(shares):
            return f"started {' '.join(share.hex() for share in shares)}"
        case Played(seat, move, places):
            at = f" @{','.join(map(str, places))}" if places else ""
            return f"{seat + 1}: {format_move(move)}{at}"
        case StandIn(seat, bot):
            return f"{seat + 1}: stand-in {bot}"
        case Undone(seq):
            return f"undone {seq}"
        case Closed(seed):
            return f"closed {seed.hex()}"
        case _:
            return format_event(fact)


def _format_afterwards(fact: Corrected | Continued) -> str:
    if isinstance(fact, Continued):
        return "continued"
    return f"corrected {fact.seq} {format_event(fact.event)}"


def parse_fact(line: str) -> Fact:
    """The fact a line says; NotationError where it says none."""
    head, _, rest = line.strip().partition(" ")
    try:
        if head.endswith(":"):
            return _parse_of_seat(_seat(head), rest.strip())
        match head:
            case "created":
                commitment, settings, rules = rest.split(" ", 2)
                return Created(rules, _hex(commitment, 32).hex(), parse_settings(settings))
            case "started":
                return Started(tuple(_hex(share, 16) for share in rest.split()))
            case "rolled":
                return Rolled(parse_faces(rest, least=1))
            case "undone":
                return Undone(_number(rest))
            case "corrected":
                return _parse_corrected(rest)
            case "continued" if not rest:
                return Continued()
            case "closed":
                return Closed(_hex(rest, 32))
    except (ValueError, DiceError) as error:
        raise NotationError("bad-fact", f"{line!r} is no line of a game: {error}", given=line) from error
    raise NotationError("bad-fact", f"{line!r} is no line of a game", given=line)


def _parse_corrected(text: str) -> Corrected:
    seq, _, entry = text.partition(" ")
    event = parse_event(entry)
    if isinstance(event, Reported | Passed):
        return Corrected(_number(seq), event)
    raise ValueError("a correction names a report or a passed turn")


def _parse_of_seat(seat: int, text: str) -> Fact:
    word, _, rest = text.partition(" ")
    match word:
        case "joined":
            digest, who, *bot = rest.split()
            if who not in ("server", "browser") or len(bot) > 1:
                raise ValueError("joined names a digest, server or browser, and a computer player or none")
            return Joined(seat, _hex(digest, 32).hex(), who == "server", bot[0] if bot else None)
        case "stand-in":
            (bot_id,) = rest.split()
            return StandIn(seat, bot_id)
    alone: dict[str, Fact] = {"unseated": Unseated(seat), "returned": Returned(seat), "advised": Advised(seat)}
    alone |= {"passed": Passed(seat), "left": Left(seat), "begun": Begun(seat), "extended": Extended(seat)}
    if word in alone and not rest:
        return alone[word]
    if is_report(text):
        return parse_report(seat, text)
    move, at, places = text.partition("@")
    return Played(seat, parse_move(move), tuple(_number(place) for place in places.split(",")) if at else ())


def _seat(head: str) -> int:
    return _number(head.removesuffix(":")) - 1


def _number(text: str) -> int:
    text = text.strip()
    if not (text.isascii() and text.isdigit()) or text.startswith("0"):
        raise ValueError(f"{text!r} is no number from 1")
    return int(text)


def _hex(text: str, size: int) -> bytes:
    data = bytes.fromhex(text)
    if len(data) != size or data.hex() != text:
        raise ValueError(f"{text!r} is not {size} bytes in hexadecimal")
    return data
