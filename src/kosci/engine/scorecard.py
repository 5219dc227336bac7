"""The Generał family: one value of Scorecard is one variant with its options; rows, bonus, turns, the end.

What a hand may be written as stands in `entries`; the one-line text in `sheet_text`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property

from kosci.engine import entries as _entries
from kosci.engine import sheet_moves, sheet_text
from kosci.engine.card import Bonus, Card, Entry, Row, possible_values
from kosci.engine.dice import FACES, Dice, keeps, rolls
from kosci.engine.duties import HandBits, hand_bits
from kosci.engine.errors import NotAwaitedError
from kosci.engine.game import Awaiting, Over, Result, ToMove, ToRoll, check_seat, check_seats, ranked
from kosci.engine.moves import End, Keep, Move, Roll, Score
from kosci.engine.reported import Reported, entry_of
from kosci.engine.starting import DICE_TO_START, Contest, first_contest


@dataclass(frozen=True, slots=True)
class SheetPosition:
    """A game of sheets between two events.

    `dice` are those held: fewer than five after a roll was asked for mean that the others are to
    fall. `contest` is the starting roll while it lasts.
    """

    cards: tuple[Card, ...]
    left: tuple[bool, ...]
    mover: int = 0
    rolls_used: int = 0
    dice: Dice = ()
    contest: Contest | None = None
    has_ended: bool = False


@dataclass(frozen=True)
class Scorecard:
    """One sheet game: its rows and every reading of the rules as a value (RULES.md sections 1-3)."""

    id: str
    players: tuple[int, int]
    rows: tuple[Row, ...]
    box: str
    turns: int
    bonus_at: int
    bonus: int
    joker: str
    joker_needs_50: bool
    extra: str
    extra_pays: int
    zero: str
    upper_first: bool
    first: str
    dice: int = 5
    rolls: int = 3

    @cached_property
    def index(self) -> Mapping[str, int]:
        """The position of each row."""
        return {row.id: at for at, row in enumerate(self.rows)}

    @cached_property
    def upper_rows(self) -> tuple[int, ...]:
        """The positions of the upper rows."""
        return tuple(at for at, row in enumerate(self.rows) if row.section == "upper")

    @cached_property
    def lower_rows(self) -> tuple[int, ...]:
        """The positions of the lower rows."""
        return tuple(at for at, row in enumerate(self.rows) if row.section == "lower")

    @cached_property
    def upper_bits(self) -> int:
        """The upper rows as a set in bits, bit n for the row at position n."""
        return sum(1 << at for at in self.upper_rows)

    @cached_property
    def lower_bits(self) -> int:
        """The lower rows in bits."""
        return sum(1 << at for at in self.lower_rows)

    @cached_property
    def joker_bits(self) -> int:
        """The rows that have a value of their own for a joker, in bits (J3)."""
        return sum(1 << at for at, row in enumerate(self.rows) if row.joker is not None)

    @cached_property
    def paying_joker_bits(self) -> int:
        """Those that give a joker points, in bits."""
        return sum(1 << at for at, row in enumerate(self.rows) if row.joker)

    @cached_property
    def hands(self) -> Mapping[Dice, HandBits]:
        """What each hand of five dice means to the rows."""
        return {dice: hand_bits(self, dice) for dice, _ in rolls(self.dice)}

    @cached_property
    def _plain(self) -> Mapping[Dice, tuple[Entry, ...]]:
        # A row holds few values, so its entries are shared: a sixth of the memory.
        made = {(row.id, points): Entry(row.id, points) for row in self.rows for points in possible_values(row)}
        return {dice: tuple(made[row.id, row.natural(dice)] for row in self.rows) for dice, _ in rolls(self.dice)}

    @cached_property
    def _upper_most(self) -> Mapping[int, int]:
        alike = [(face,) * self.dice for face in FACES]
        return {at: max(self.rows[at].natural(dice) for dice in alike) for at in self.upper_rows}

    def plain(self, dice: Dice) -> tuple[Entry, ...]:
        """What five dice give in each row without joker and extra (S5), open or not."""
        return self._plain[dice]

    # --- one card ---------------------------------------------------------------------------

    def empty_card(self) -> Card:
        """A sheet with nothing on it."""
        return Card((None,) * len(self.rows))

    def entries(self, card: Card, dice: Dice) -> tuple[Entry, ...]:
        """Every legal way to write five dice on this card, in the order of the rows."""
        return _entries.entries(self, card, dice)

    def after_entry(self, card: Card, entry: Entry) -> Card:
        """The card with the entry written."""
        return card.with_value(self.index[entry.row], entry.points, card.extras + (entry.extra > 0))

    def upper(self, card: Card) -> int:
        """The sum of the upper rows."""
        return sum(card.values[at] or 0 for at in self.upper_rows)

    def bonus_state(self, card: Card) -> Bonus:
        """How the upper bonus stands (S6); it is lost when no more turns can bring the threshold."""
        upper = self.upper(card)
        most = self._upper_most
        open_most = sorted((most[at] for at in self.upper_rows if card.values[at] is None), reverse=True)
        reachable = upper + sum(open_most[: self.turns_left(card)])
        par = sum(most[at] // 5 * 3 for at in self.upper_rows if card.values[at] is not None)
        is_earned = upper >= self.bonus_at
        return Bonus(upper, self.bonus_at, self.bonus, upper - par, is_earned, reachable < self.bonus_at)

    def total(self, card: Card) -> int:
        """Rows, upper bonus and extras together (S7)."""
        bonus = self.bonus if self.upper(card) >= self.bonus_at else 0
        return sum(value or 0 for value in card.values) + bonus + card.extras * self.extra_pays

    def turns_left(self, card: Card) -> int:
        """How many turns this card still has; a passed turn is used up (S11)."""
        return self.turns - card.filled - card.passed

    # --- the game ---------------------------------------------------------------------------

    def start(self, seats: int) -> SheetPosition:
        """Empty sheets, and the starting roll where there is one (S9)."""
        check_seats(self.id, self.players, seats)
        card = self.empty_card()
        return SheetPosition((card,) * seats, (False,) * seats, contest=first_contest(self.first, seats))

    def awaiting(self, position: SheetPosition) -> Awaiting:
        """What the position waits for."""
        if position.has_ended:
            return Over(self._results(position))
        if position.contest is not None:
            return ToRoll(position.contest.next_seat, DICE_TO_START[self.first])
        missing = self.dice - len(position.dice)
        if position.rolls_used and missing:
            return ToRoll(position.mover, missing)
        return ToMove(position.mover)

    def _results(self, position: SheetPosition) -> tuple[Result, ...]:
        return ranked([self.total(card) for card in position.cards], position.left)

    def legal_moves(self, position: SheetPosition) -> tuple[Move, ...]:
        """The first roll alone at the start of a turn; then keeps and rows."""
        if not isinstance(self.awaiting(position), ToMove):
            return ()
        end: tuple[Move, ...] = (End(),) if sheet_moves.is_last_one(position) else ()
        if not position.rolls_used:
            return (Roll(), *end)
        kept = _keep_moves(position.dice) if position.rolls_used < self.rolls else ()
        card = position.cards[position.mover]
        return (*kept, *(Score(entry.row) for entry in self.entries(card, position.dice)), *end)

    def check_move(self, position: SheetPosition, move: Move) -> Move:
        """The move; IllegalMoveError says which rule forbids it and what is allowed."""
        return sheet_moves.full_move(self, position, move)

    def after_move(self, position: SheetPosition, move: Move) -> SheetPosition:
        """The position after a legal move."""
        match move:
            case Keep(dice):
                return replace(position, dice=dice, rolls_used=position.rolls_used + 1)
            case Score(row):
                card = position.cards[position.mover]
                entry = next(e for e in self.entries(card, position.dice) if e.row == row)
                return self._after_turn(position, self.after_entry(card, entry))
            case End():
                return replace(position, has_ended=True, dice=(), rolls_used=0)
            case _:
                return replace(position, dice=(), rolls_used=1)

    def after_roll(self, position: SheetPosition, dice: Dice) -> SheetPosition:
        """The position after the awaited dice have fallen."""
        if position.contest is None:
            return replace(position, dice=tuple(sorted(position.dice + dice)))
        return _after_contest(position, position.contest.after_roll(sum(dice)))

    def after_pass(self, position: SheetPosition) -> SheetPosition:
        """The turn is used up and leaves one more row blank (S11)."""
        if position.contest is not None:
            raise NotAwaitedError("contest-not-passed", "the starting roll cannot be passed over")
        card = position.cards[position.mover]
        return self._after_turn(position, replace(card, passed=card.passed + 1))

    def after_leaving(self, position: SheetPosition, seat: int) -> SheetPosition:
        """The sheet is frozen and its turns are passed over; when nobody can go on, the game ends (S10)."""
        left = tuple(gone or at == seat for at, gone in enumerate(position.left))
        after = replace(position, left=left)
        if all(left):
            return replace(after, has_ended=True, dice=(), rolls_used=0, contest=None)
        if position.contest is not None:
            return _after_contest(after, position.contest.after_leaving(seat))
        return self._to_next(after) if seat == position.mover else after

    def is_begun(self, position: SheetPosition) -> bool:
        """Whether it is settled who starts."""
        return position.contest is None

    def is_fresh(self, position: SheetPosition) -> bool:
        """Whether nothing has happened yet."""
        return position == self.start(len(position.left))

    def after_beginning(self, position: SheetPosition, seat: int) -> SheetPosition:
        """The position in which this seat begins."""
        return _after_contest(position, seat)

    def after_report(self, position: SheetPosition, reported: Reported) -> SheetPosition:
        """The position after a turn as it was told; IllegalMoveError or DiceError where it cannot be."""
        card = position.cards[position.mover]
        return self._after_turn(position, self.after_entry(card, entry_of(self, card, reported)))

    def has_left(self, position: SheetPosition, seat: int) -> bool:
        """Whether this seat has left; NotAwaitedError where the table has no such seat."""
        check_seat(seat, len(position.left))
        return position.left[seat]

    def format_position(self, position: SheetPosition) -> str:
        """The position as one line."""
        return sheet_text.format_position(position)

    def parse_position(self, text: str) -> SheetPosition:
        """The position a line describes; NotationError or SheetError where it describes none."""
        return sheet_text.parse_position(self, text)

    def _after_turn(self, position: SheetPosition, card: Card) -> SheetPosition:
        cards = (*position.cards[: position.mover], card, *position.cards[position.mover + 1 :])
        return self._to_next(replace(position, cards=cards))

    def _to_next(self, position: SheetPosition) -> SheetPosition:
        seats = len(position.cards)
        order = ((position.mover + step) % seats for step in range(1, seats + 1))
        able = (seat for seat in order if not position.left[seat] and self.turns_left(position.cards[seat]))
        following = next(able, None)
        if following is None:
            return replace(position, has_ended=True, dice=(), rolls_used=0)
        return replace(position, mover=following, dice=(), rolls_used=0)


@cache
def _keep_moves(dice: Dice) -> tuple[Move, ...]:
    """Every keep but that of all the dice, which is no roll (S2)."""
    return tuple(Keep(keep) for keep in keeps(dice) if len(keep) < len(dice))


def _after_contest(position: SheetPosition, outcome: Contest | int) -> SheetPosition:
    if isinstance(outcome, Contest):
        return replace(position, contest=outcome)
    return replace(position, contest=None, mover=outcome)
