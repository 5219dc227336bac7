"""The part of the flow's kernel that goes through one turn: what is best, what is kept, what is rolled, what written.

Nothing here knows of more than one card. No rule stands here.
"""

import numpy as np

from kosci.solve.kernel_cache import inlined
from kosci.solve.lanes import at_least, everywhere, load, only, plus, same, store, times
from kosci.solve.options import TIED
from kosci.solve.rerolls import FIRST_HAND, average, best
from kosci.solve.tables import LANES

ALL = (1 << LANES) - 1
SIXTH = 1.0 / 6.0

# --- what is best ---------------------------------------------------------------------------


@inlined
def weigh(tables, ways, work, room):
    """For each number of rolls left the best part of every keep and hand, from the hands' values in their best rows."""
    hands = tables.chances.shape[0]
    for hand in range(hands):
        store(room.worth, hand * LANES, load(work.cells, (FIRST_HAND + hand) * LANES))
    for rolls in range(tables.rerolls):
        trial = room.trials[rolls]
        average(work.cells)
        for keep in range(FIRST_HAND):
            nudged = plus(load(work.cells, keep * LANES), everywhere(ways.nudges[keep]))
            store(trial, keep * LANES, nudged)
        for hand in range(hands):
            nudged = plus(load(room.worth, hand * LANES), everywhere(ways.nudges[FIRST_HAND + hand]))
            store(trial, (FIRST_HAND + hand) * LANES, nudged)
        best(trial)
        if rolls + 1 < tables.rerolls:
            best(work.cells)


# --- where chances go within a turn ---------------------------------------------------------


@inlined
def add(array, at, lanes):
    """Add to the lanes of an array from `at` on."""
    store(array, at, plus(load(array, at), lanes))


@inlined
def take(array, at):
    """The lanes of an array from `at` on, which are 0 afterwards."""
    found = load(array, at)
    store(array, at, everywhere(0.0))
    return found


@inlined
def pass_on(ways, trial, room, at, lanes):
    """Pass the chance of a keep or hand on to a part that is as good; in which lanes it is itself the best."""
    left = ALL
    sought = load(trial, at * LANES)
    for n in range(ways.less_count[at]):
        smaller = np.int64(ways.less[at, n]) * LANES
        there = same(load(trial, smaller), sought) & left
        add(room.passing, smaller, only(there, lanes))
        left ^= there
    return left


@inlined
def choose(ways, trial, room, rolls):
    """Part the chances of all hands into what is written now and what is kept to roll the others."""
    hands = room.worth.shape[0] // LANES
    for hand in range(hands):
        lanes = take(room.hands, (rolls * hands + hand) * LANES)
        left = pass_on(ways, trial, room, FIRST_HAND + hand, lanes)
        add(room.written, hand * LANES, only(left, lanes))
    for keep in range(FIRST_HAND - 1, -1, -1):
        lanes = take(room.passing, keep * LANES)
        left = pass_on(ways, trial, room, keep, lanes)
        add(room.keeps, (rolls * FIRST_HAND + keep) * LANES, only(left, lanes))


@inlined
def grow(ways, room, at):
    """The chance that a keep or hand comes about by its last die."""
    found = everywhere(0.0)
    for n in range(ways.less_count[at]):
        found = plus(found, load(room.rolled, np.int64(ways.less[at, n]) * LANES))
    return times(found, everywhere(SIXTH))


@inlined
def roll(ways, room, rolls):
    """Roll the dice that are not kept: the chances of the hands that lie then."""
    hands = room.worth.shape[0] // LANES
    for keep in range(FIRST_HAND):
        kept = take(room.keeps, (rolls * FIRST_HAND + keep) * LANES)
        store(room.rolled, keep * LANES, plus(kept, grow(ways, room, keep)))
    for hand in range(hands):
        add(room.hands, ((rolls - 1) * hands + hand) * LANES, grow(ways, room, FIRST_HAND + hand))


# --- what is written ------------------------------------------------------------------------


@inlined
def write_fives(work, room, count, hand, lanes):
    """Part the chance of five alike among slots, the lowest of equally good rows first; that of an extra paid now."""
    floor = plus(load(room.worth, hand * LANES), everywhere(-TIED))
    extras = everywhere(0.0)
    left = ALL
    for at in range(count):
        slot = np.int64(work.five_plan[hand, at])
        paid = everywhere(work.paid[hand, at])
        there = at_least(plus(load(work.slots, slot), paid), floor) & left
        add(room.slots, slot, only(there, lanes))
        extras = plus(extras, times(paid, only(there, lanes)))
        left ^= there
    return extras


@inlined
def sort_out(tables, work, room, hand, lanes):
    """Part the chance of another hand among its classes, the group with the lowest row first."""
    floor = plus(load(room.worth, hand * LANES), everywhere(-TIED))
    left = ALL
    for group in range(tables.classes.shape[0]):
        kind = np.int64(tables.classes[group, hand])
        there = at_least(load(work.bests, kind), floor) & left
        add(room.classes, kind, only(there, lanes))
        left ^= there


@inlined
def write_classes(tables, work, room):
    """Part the chances of classes among slots."""
    for group in range(tables.classes.shape[0]):
        start, stop = work.row_bounds[group], work.row_bounds[group + 1]
        for kind in range(tables.class_bounds[group], tables.class_bounds[group + 1]):
            lanes = take(room.classes, kind * LANES)
            floor = plus(load(work.bests, kind * LANES), everywhere(-TIED))
            left = ALL
            for at in range(start, stop):
                slot = np.int64(work.plan[kind, at - start])
                there = at_least(load(work.slots, slot), floor) & left
                add(room.slots, slot, only(there, lanes))
                left ^= there
                if not left:
                    break


@inlined
def write(tables, work, room, count, gains):
    """Write every hand in its best row."""
    hands, fives = tables.chances.shape[0], tables.five_rows.shape[1]
    extras = everywhere(0.0)
    for hand in range(fives):
        lanes = plus(take(room.written, hand * LANES), take(room.hands, hand * LANES))
        extras = plus(extras, write_fives(work, room, count, hand, lanes))
    for hand in range(fives, hands):
        lanes = plus(take(room.written, hand * LANES), take(room.hands, hand * LANES))
        sort_out(tables, work, room, hand, lanes)
    write_classes(tables, work, room)
    store(room.written, 0, extras)
    for lane in range(LANES):
        gains[gains.shape[0] - 1] += room.written[lane]
        room.written[lane] = 0.0
