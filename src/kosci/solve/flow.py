"""What best play expects to have in each row in the end, and of the bonus and the extras: a position, or two moves.

Follows the chances of all cards from a position on, turn by turn; the arithmetic stands in `kernel_flow`.
"""

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from types import ModuleType

import numpy as np

from kosci.engine.card import Card
from kosci.engine.dice import Dice, as_dice
from kosci.engine.moves import Keep, Move, Score
from kosci.engine.scorecard import SheetPosition
from kosci.engine.sheet_text import check_open
from kosci.solve.advisor import checked_rolls_left
from kosci.solve.flow_room import SHARES, Flow, Room, flow_for, room_for, ways_of
from kosci.solve.solution import Solution
from kosci.solve.solver import usual_threads
from kosci.solve.tables import LANES, Floats, Ints, Work, work_for

_FEW = 32  # situations that are sooner followed than shared among threads


@dataclass(frozen=True, slots=True)
class Expectations:
    """Points expected in the end under best play: in each row, of the upper bonus, of extras.

    Of two moves it is what the one expects more than the other.
    """

    rows: tuple[float, ...]
    bonus: float
    extras: float

    @property
    def total(self) -> float:
        """All together: the expected final total, or what it differs by."""
        return sum(self.rows) + self.bonus + self.extras


def expectations(
    solution: Solution,
    card: Card,
    dice: Iterable[int] | None = None,
    rolls_left: int | None = None,
    move: Move | None = None,
    *,
    threads: int | None = None,
) -> Expectations:
    """The expectations of a card before a turn; with dice and rolls left within one, after a move where it is given.

    Of equal moves the lowest row is taken, then the smallest keep. SolveError if a turn of the card was passed over,
    as for `Solution.value`.
    """
    run = _Run(solution, threads or usual_threads())
    if dice is None and rolls_left is None and move is None:
        run.start(card, 1.0)
        return run.followed(card.filled)
    turn = _Turn.checked(solution, card, () if dice is None else dice, rolls_left)
    if move is None:
        run.start_lying(turn, 1.0)
    else:
        run.start_after(turn, move, 1.0)
    return run.followed(card.filled, turn)


def difference(
    solution: Solution,
    card: Card,
    dice: Iterable[int],
    rolls_left: int,
    *,
    better: Move,
    other: Move,
    threads: int | None = None,
) -> Expectations:
    """What the better move expects more than the other, with best play after both; the total is the regret."""
    run = _Run(solution, threads or usual_threads())
    turn = _Turn.checked(solution, card, dice, rolls_left)
    run.start_after(turn, better, 1.0)
    run.start_after(turn, other, -1.0)
    return run.followed(card.filled, turn)


def get_ready(solution: Solution) -> None:
    """Have the kernel compiled, which takes some ten seconds once a machine, or read from where it is kept."""
    _Run(solution, threads=1).get_ready()


@dataclass(frozen=True, slots=True)
class _Turn:
    """A turn in which dice lie."""

    card: Card
    dice: Dice
    rolls_left: int

    @classmethod
    def checked(cls, solution: Solution, card: Card, dice: Iterable[int], rolls_left: int | None) -> "_Turn":
        """The turn; an error where it cannot be."""
        rules = solution.rules
        check_open(rules, card)
        hand = as_dice(dice, least=rules.dice, most=rules.dice)
        return cls(card, hand, checked_rolls_left(rules, rolls_left))


@dataclass(slots=True, eq=False)
class _Run:
    """One following: chances as they spread, and what the cards they started from held."""

    solution: Solution
    threads: int
    kernel: ModuleType = field(init=False)
    flow: Flow = field(init=False)
    work: list[Work] = field(init=False)
    rooms: list[Room] = field(init=False)
    held: list[float] = field(init=False)

    def __post_init__(self) -> None:
        from kosci.solve import kernel_flow

        game = self.solution.game
        self.kernel = kernel_flow
        self.flow = flow_for(game)
        self.work = [work_for(game.tables, game.lattice.first_hand) for _ in range(SHARES)]
        self.rooms = [room_for(game) for _ in range(SHARES)]
        self.held = [0.0] * (len(game.rules.rows) + 2)

    def get_ready(self) -> None:
        """Have the kernel compiled."""
        nothing = np.zeros(0, np.int32)
        self._follow(nothing, nothing, 0)

    def start(self, card: Card, chance: float) -> None:
        """Let a card before its turn be there with this chance."""
        self._hold(card, chance)
        if self.solution.rules.turns_left(card):
            game = self.solution.game
            used, state, _ = game.situation(card)
            place, _ = game.place(card)
            self.flow.chances[0, place] += chance
            self.flow.met[0, used * game.box_states.count + state] = 1

    def start_lying(self, turn: _Turn, chance: float) -> None:
        """Let the dice of a turn lie with this chance, to be played as well as can be."""
        dice = self.solution.game.lattice
        self._hold(turn.card, chance)
        self._put(self.rooms[0].hands, turn, dice.number[turn.dice] - dice.first_hand, chance)

    def start_after(self, turn: _Turn, move: Move, chance: float) -> None:
        """Let a move of a turn be made with this chance."""
        rules, card = self.solution.rules, turn.card
        before = SheetPosition((card,), (False,), rolls_used=rules.rolls - turn.rolls_left, dice=turn.dice)
        match rules.check_move(before, move):
            case Keep(kept):
                self._hold(card, chance)
                self._put(self.rooms[0].keeps, turn, self.solution.game.lattice.number[kept], chance)
            case Score(row):
                entry = next(entry for entry in rules.entries(card, turn.dice) if entry.row == row)
                self.start(rules.after_entry(card, entry), chance)

    def _put(self, chances: Floats, turn: _Turn, number: int, chance: float) -> None:
        chances[turn.rolls_left, number * LANES + self._lane(turn.card) % LANES] += chance

    def _lane(self, card: Card) -> int:
        game = self.solution.game
        used, _, total = game.situation(card)
        return int(game.tables.lane_of[game.tables.uppers[used], total])

    def _hold(self, card: Card, chance: float) -> None:
        self.solution.value(card)  # refuses cards that it does not hold for
        rules = self.solution.rules
        bonus = rules.bonus if rules.upper(card) >= rules.bonus_at else 0
        what = (*(value or 0 for value in card.values), bonus, card.extras * rules.extra_pays)
        self.held = [held + chance * points for held, points in zip(self.held, what, strict=True)]

    # --- turn by turn -----------------------------------------------------------------------

    def followed(self, filled: int, turn: _Turn | None = None) -> Expectations:
        """What comes of all that was started, cards with so many rows filled being the first."""
        game = self.solution.game
        if turn is not None:
            used, state, _ = game.situation(turn.card)
            self._follow(np.array([used], np.int32), np.array([state], np.int32), 0, self._lane(turn.card))
        with ThreadPoolExecutor(self.threads) as pool:
            for filled_now in range(filled, game.rules.turns):
                self._follow_layer(filled_now, pool)
        found = np.add.reduce([self.held, *self.flow.gains]).tolist()
        return Expectations(tuple(found[:-2]), *found[-2:])

    def _follow_layer(self, filled: int, pool: ThreadPoolExecutor) -> None:
        met = np.flatnonzero(self.flow.met.any(axis=0))
        used, states = np.divmod(met, self.solution.game.box_states.count)
        now = np.bitwise_count(used) == filled
        shares = [(used[now][n::SHARES], states[now][n::SHARES]) for n in range(SHARES)]
        run = pool.map if now.sum() >= _FEW else map
        list(run(self._follow, *zip(*shares, strict=True), range(SHARES)))

    def _follow(self, used: Ints, states: Ints, share: int, begun: int = -1) -> None:
        tables, values = self.solution.game.tables, self.solution.values
        items = (used.astype(np.int32), states.astype(np.int32))
        room = (self.work[share], self.rooms[share], self.flow, share)
        self.kernel.follow_items(tables, ways_of(self.solution.rules.dice), *items, begun, values, *room)
