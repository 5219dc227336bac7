"""The Tysiąc family: what a roll is worth, setting aside, banking, the race to the target (RULES.md section 4).

Its one-line text stands in `race_text`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from kosci.engine import race_moves, race_reports, race_text
from kosci.engine.dice import FACES, Dice, keeps, rolls
from kosci.engine.errors import NotAwaitedError
from kosci.engine.game import Awaiting, Over, Result, ToMove, ToRoll, check_seat, check_seats, ranked
from kosci.engine.moves import Bank, Move, Roll, RollOn
from kosci.engine.reported import Reported
from kosci.engine.starting import DICE_TO_START, Contest, first_contest


@dataclass(frozen=True, slots=True)
class RollValue:
    """What one roll is worth (T2): its points, the dice that score, whether it wins at once."""

    points: int
    scoring: Dice
    wins: bool = False


@dataclass(frozen=True, slots=True)
class RacePosition:
    """A game of Tysiąc between two events.

    `turn` counts the points set aside this turn, `roll` are the dice that demand a decision, `rolling`
    is how many are to fall, `final` are the seats that still have their last turn (T6).
    """

    banked: tuple[int, ...]
    left: tuple[bool, ...]
    mover: int = 0
    turn: int = 0
    roll: Dice = ()
    rolling: int = 0
    contest: Contest | None = None
    final: tuple[int, ...] | None = None
    winner: int | None = None
    has_ended: bool = False


@dataclass(frozen=True)
class Race:
    """One game of the Tysiąc family: the values of dice and every reading of the rules.

    `faces` gives for each face the points of one, two, three and four of it in a roll, 0 where they do
    not score.
    """

    id: str
    players: tuple[int, int]
    faces: Mapping[int, tuple[int, ...]]
    straights: tuple[Dice, ...]
    straight_pays: int
    alike_pays: int
    set_aside: str
    hot_dice: str
    bust: str
    target: int
    opening: int
    exact: bool
    last_round: bool
    first: str
    dice: int = 5

    def __hash__(self) -> int:
        return hash((self.id, self.set_aside, self.hot_dice, self.bust, self.target, self.opening, self.exact))

    def value(self, dice: Dice) -> RollValue:
        """What these dice are worth together, as one roll of one to five dice."""
        return self._values[dice]

    def parts(self, dice: Dice) -> tuple[Dice, ...]:
        """The parts of a roll that may be set aside (T3): all that scores, or any part that scores throughout."""
        return self._parts[dice]

    @cached_property
    def _values(self) -> Mapping[Dice, RollValue]:
        return {dice: self._valued(dice) for dice in self._all_rolls()}

    @cached_property
    def _parts(self) -> Mapping[Dice, tuple[Dice, ...]]:
        return {dice: self._parted(dice) for dice in self._all_rolls()}

    def _all_rolls(self) -> Iterator[Dice]:
        return (dice for count in range(1, self.dice + 1) for dice, _ in rolls(count))

    def _valued(self, dice: Dice) -> RollValue:
        if len(dice) == self.dice and dice[0] == dice[-1]:
            return RollValue(self.alike_pays, dice, wins=True)
        if dice in self.straights:
            return RollValue(self.straight_pays, dice)
        points = {face: self.faces[face][dice.count(face) - 1] for face in FACES if face in dice}
        return RollValue(sum(points.values()), tuple(die for die in dice if points[die]))

    def _parted(self, dice: Dice) -> tuple[Dice, ...]:
        scoring = self.value(dice).scoring
        if self.set_aside == "all":
            return (scoring,)
        return tuple(part for part in keeps(scoring) if part and self.value(part).scoring == part)

    def bust_chance(self, position: RacePosition, count: int | None = None) -> Fraction:
        """The chance that rolling so many dice (all that are free now, by default) ends the turn without points."""
        number = count if count is not None else position.rolling or self.dice
        busts = sum(weight for dice, weight in rolls(number) if self._is_bust(position, dice))
        return Fraction(busts, 6**number)

    # --- the game ---------------------------------------------------------------------------

    def start(self, seats: int) -> RacePosition:
        """Nothing banked, and the lot or roll-off where there is one (T1, S9)."""
        check_seats(self.id, self.players, seats)
        return RacePosition((0,) * seats, (False,) * seats, contest=first_contest(self.first, seats))

    def awaiting(self, position: RacePosition) -> Awaiting:
        """What the position waits for."""
        if position.has_ended:
            return Over(self._results(position))
        if position.contest is not None:
            return ToRoll(position.contest.next_seat, DICE_TO_START[self.first])
        return ToRoll(position.mover, position.rolling) if position.rolling else ToMove(position.mover)

    def _results(self, position: RacePosition) -> tuple[Result, ...]:
        def worth(seat: int) -> int:
            return position.banked[seat] + (10**9 if seat == position.winner else 0)

        return ranked(position.banked, position.left, key=worth)

    def legal_moves(self, position: RacePosition) -> tuple[Move, ...]:
        """The first roll alone at the start of a turn; then bank and roll on, for each part to set aside."""
        if not isinstance(self.awaiting(position), ToMove):
            return ()
        if not position.roll:
            return (Roll(),)
        parts = self.parts(position.roll)
        moves: tuple[Bank | RollOn, ...] = (*(Bank(part) for part in parts), *(RollOn(part) for part in parts))
        return tuple(move for move in moves if race_moves.refusal(self, position, move) is None)

    def check_move(self, position: RacePosition, move: Move) -> Move:
        """The move with its dice named; IllegalMoveError says which rule forbids it and what is allowed."""
        return race_moves.full_move(self, position, move)

    def after_move(self, position: RacePosition, move: Move) -> RacePosition:
        """The position after a legal move with its dice named."""
        if not isinstance(move, Bank | RollOn):
            return replace(position, rolling=self.dice)
        turn = position.turn + self.value(move.aside).points
        if isinstance(move, Bank):
            return self._banked(position, turn)
        rest = len(position.roll) - len(move.aside)
        return replace(position, turn=turn, roll=(), rolling=rest or self.dice)

    def after_roll(self, position: RacePosition, dice: Dice) -> RacePosition:
        """The position after the awaited dice: a decision, the end of the turn, or the game won at once."""
        if position.contest is not None:
            outcome = position.contest.after_roll(sum(dice))
            return _after_contest(position, outcome)
        if self.value(dice).wins:
            points = position.banked[position.mover] + position.turn + self.alike_pays
            return _ended(replace(position, banked=_with(position.banked, position.mover, points)), position.mover)
        if not self._is_bust(position, dice):
            return replace(position, roll=dice, rolling=0)
        kept = position.turn if self.bust == "keep" else 0
        return self._banked(position, kept if race_moves.bank_refusal(self, position, kept) is None else 0)

    def demands_decision(self, position: RacePosition, dice: Dice) -> bool:
        """Whether this roll leaves the seat to move a choice: it neither wins nor ends the turn."""
        return not self.value(dice).wins and not self._is_bust(position, dice)

    def _is_bust(self, position: RacePosition, dice: Dice) -> bool:
        """Nothing scores (T4), or every way to set aside goes above an exact target (T6)."""
        value = self.value(dice)
        if value.wins or not value.points:
            return not value.wins
        room = self.target - position.banked[position.mover] - position.turn
        return self.exact and all(self.value(part).points > room for part in self.parts(dice))

    def _banked(self, position: RacePosition, points: int) -> RacePosition:
        total = position.banked[position.mover] + points
        after = replace(position, banked=_with(position.banked, position.mover, total))
        if points and total >= self.target and position.final is None:
            if not self.last_round:
                return _ended(after, position.mover)
            seats = len(after.banked)
            order = ((position.mover + step) % seats for step in range(1, seats))
            after = replace(after, final=tuple(seat for seat in order if not after.left[seat]))
        elif position.final is not None:
            after = replace(after, final=tuple(seat for seat in position.final if seat != position.mover))
        return _to_next(after)

    def after_pass(self, position: RacePosition) -> RacePosition:
        """The turn and its points are gone (S11)."""
        if position.contest is not None:
            raise NotAwaitedError("contest-not-passed", "the starting roll cannot be passed over")
        return self._banked(position, 0)

    def after_leaving(self, position: RacePosition, seat: int) -> RacePosition:
        """The seat is passed over from now on; the last one staying wins at once (S10)."""
        left = tuple(gone or at == seat for at, gone in enumerate(position.left))
        final = None if position.final is None else tuple(other for other in position.final if other != seat)
        after = replace(position, left=left, final=final)
        staying = [other for other, gone in enumerate(left) if not gone]
        if len(staying) <= 1:
            return _ended(after, staying[0] if staying else None)
        if position.contest is not None:
            return _after_contest(after, position.contest.after_leaving(seat))
        return _to_next(after) if seat == position.mover else after

    def is_begun(self, position: RacePosition) -> bool:
        """Whether it is settled who starts."""
        return position.contest is None

    def is_fresh(self, position: RacePosition) -> bool:
        """Whether nothing has happened yet."""
        return position == self.start(len(position.left))

    def after_beginning(self, position: RacePosition, seat: int) -> RacePosition:
        """The position in which this seat begins."""
        return _after_contest(position, seat)

    def after_report(self, position: RacePosition, reported: Reported) -> RacePosition:
        """The position after a turn as it was told; IllegalMoveError where it cannot be."""
        return race_reports.after_report(self, position, reported)

    def has_left(self, position: RacePosition, seat: int) -> bool:
        """Whether this seat has left; NotAwaitedError where the table has no such seat."""
        check_seat(seat, len(position.left))
        return position.left[seat]

    def format_position(self, position: RacePosition) -> str:
        """The position as one line."""
        return race_text.format_position(position)

    def parse_position(self, text: str) -> RacePosition:
        """The position a line describes; NotationError where it describes none."""
        return race_text.parse_position(self, text)


def _with(banked: tuple[int, ...], seat: int, points: int) -> tuple[int, ...]:
    return (*banked[:seat], points, *banked[seat + 1 :])


def _ended(position: RacePosition, winner: int | None) -> RacePosition:
    done = replace(position, turn=0, roll=(), rolling=0, contest=None, final=None)
    return replace(done, winner=winner, has_ended=True)


def _after_contest(position: RacePosition, outcome: Contest | int) -> RacePosition:
    if isinstance(outcome, Contest):
        return replace(position, contest=outcome)
    return replace(position, contest=None, mover=outcome)


def _to_next(position: RacePosition) -> RacePosition:
    if position.final == ():
        return _ended(position, None)
    seats = len(position.banked)
    order = ((position.mover + step) % seats for step in range(1, seats + 1))
    following = next(seat for seat in order if not position.left[seat])
    return replace(position, mover=following, turn=0, roll=(), rolling=0)
