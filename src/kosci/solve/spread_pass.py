"""The pass that follows the whole distribution of the total from the empty card to the last turn, layer by layer.

Only what can come about is looked at; the arithmetic stands in `kernel_spread`.
"""

from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from math import comb
from types import ModuleType

import numpy as np

from kosci.solve.flow_room import SHARES, Room, room_for, ways_of
from kosci.solve.solution import Solution
from kosci.solve.spread_room import GROUPS, ITEMS, UNMET, Ranges, Steps, lay_out, ranges_for, steps_for
from kosci.solve.tables import Floats, Ints, Longs, Work, work_for

Progress = Callable[[float], None]


@dataclass(slots=True, eq=False)
class Pass:
    """One following: the cards between two turns and the distributions of their totals.

    `items` are used sets with their box states as numbers, `places` those of cards. Sums do not depend on the number
    of threads: every card is added to by one of them, in one order.
    """

    solution: Solution
    threads: int
    kernel: ModuleType = field(init=False)
    ranges: Ranges = field(init=False)
    owners: Ints = field(init=False)
    work: list[Work] = field(init=False)
    rooms: list[Room] = field(init=False)
    room_for_steps: list[Steps] = field(init=False)
    items: Ints = field(init=False)
    places: Longs = field(init=False)
    totals: Floats = field(init=False)

    def __post_init__(self) -> None:
        from kosci.solve import kernel_spread

        game = self.solution.game
        self.kernel = kernel_spread
        self.ranges = ranges_for(game)
        self.owners = _owners(game.tables.offsets, self.threads)
        self.work = [work_for(game.tables, game.lattice.first_hand) for _ in range(SHARES)]
        self.rooms = [room_for(game) for _ in range(SHARES)]
        self.room_for_steps = [steps_for(game) for _ in range(SHARES)]

    def get_ready(self) -> None:
        """Have the kernel compiled, or read from where it is kept."""
        steps = self._found(0, np.zeros(0, np.int32))
        self.kernel.measure(steps, self.ranges)
        self.kernel.add_up(steps, self.ranges, np.zeros(1), np.zeros(1), self.owners, 0)

    def follow(self, progress: Progress) -> tuple[int, Floats]:
        """The lowest final total that can be, and the chances of all from there on."""
        self._start()
        rules = self.solution.rules
        work = np.cumsum([comb(len(rules.rows), filled) for filled in range(rules.turns)])
        with ThreadPoolExecutor(self.threads) as pool:
            for done in work.tolist():
                self._play_turn(pool)
                progress(done / int(work[-1]))
        return self._collected()

    # --- turn by turn -----------------------------------------------------------------------

    def _start(self) -> None:
        game = self.solution.game
        used, state, _ = game.situation(game.rules.empty_card())
        place, _ = game.place(game.rules.empty_card())
        self.items = np.array([used * game.box_states.count + state], np.int32)
        self.places = np.array([place])
        self.ranges.lows[place] = self.ranges.highs[place] = 0
        self.totals = lay_out(self.ranges, self.places)
        self.totals[0] = 1.0

    def _play_turn(self, pool: Executor) -> None:
        groups = np.array_split(self.items, GROUPS)
        found = list(pool.map(lambda n: [self._find(n, group[n::SHARES]) for group in groups], range(SHARES)))
        steps = [[some for one in found for some in one[at]] for at in range(GROUPS)]
        del found
        every = [some for group in steps for some in group]
        for some in every:
            self.kernel.measure(some, self.ranges)
        items = np.unique(np.concatenate([some.leads for some in every]))
        del every, some
        is_next = self.ranges.highs != UNMET
        is_next[self.places] = False
        places = np.flatnonzero(is_next)
        totals = lay_out(self.ranges, places)
        self._add_up_all(pool, groups, steps, totals)
        self.ranges.highs[self.places] = UNMET
        self.items, self.places, self.totals = items, places, totals

    def _add_up_all(self, pool: Executor, groups: list[Ints], steps: list[list[Steps]], totals: Floats) -> None:
        """Add up group by group from the last, each giving its memory back when it is done."""
        while groups:
            group, of_group = groups.pop(), steps.pop()
            list(pool.map(partial(self._add_up, of_group, totals), range(self.threads)))
            if len(group):
                first = np.searchsorted(self.places, self.solution.game.tables.offsets.flat[group[0]])
                self.totals.resize(int(self.ranges.starts[self.places[first]]), refcheck=False)

    def _find(self, share: int, items: Ints) -> list[Steps]:
        """All steps from these cards, a few items at a time."""
        return [self._found(share, items[start : start + ITEMS]).kept() for start in range(0, len(items), ITEMS)]

    def _found(self, share: int, items: Ints) -> Steps:
        game, values = self.solution.game, self.solution.values
        used, states = (part.astype(np.int32) for part in np.divmod(items, game.box_states.count))
        steps, room = self.room_for_steps[share], (self.work[share], self.rooms[share])
        ways = ways_of(game.rules.dice)
        self.kernel.find_steps(game.tables, ways, used, states, values, *room, self.ranges, steps)
        return steps

    def _add_up(self, steps: list[Steps], totals: Floats, owner: int) -> None:
        for some in steps:
            self.kernel.add_up(some, self.ranges, self.totals, totals, self.owners, owner)

    # --- the end ----------------------------------------------------------------------------

    def _collected(self) -> tuple[int, Floats]:
        """The distributions of all cards after the last turn, added up by final total."""
        uppers = self._uppers()
        lows = self.ranges.lows[self.places] + uppers
        highs = self.ranges.highs[self.places] + uppers
        lowest = int(lows.min())
        found = np.zeros(int(highs.max()) - lowest + 1)
        starts = self.ranges.starts[self.places]
        for low, high, start in zip(lows.tolist(), highs.tolist(), starts.tolist(), strict=True):
            found[low - lowest : high - lowest + 1] += self.totals[start : start + high - low + 1]
        return lowest, found

    def _uppers(self) -> Ints:
        """What the upper rows hold in the places of the last cards and is not counted yet: the bonus is missed."""
        tables = self.solution.game.tables
        held = np.zeros(self.solution.game.size, np.int32)
        for used, state in zip(*np.divmod(self.items, tables.offsets.shape[1]), strict=True):
            upper, start = tables.uppers[used], tables.offsets[used, state]
            undecided = tables.lanes[upper] - 1
            held[start : start + undecided] = tables.totals[upper, :undecided]
        found: Ints = held[self.places]
        return found


def _owners(offsets: Longs, threads: int) -> Ints:
    """Which thread adds to the cards of each used set and box state: those of each layer in turn."""
    used, states = offsets.shape
    by_layer = np.argsort(np.repeat(np.bitwise_count(np.arange(used)), states), kind="stable")
    owners = np.empty(offsets.size, np.int32)
    owners[by_layer] = np.arange(offsets.size) % threads
    return owners
