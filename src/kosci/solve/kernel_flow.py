"""The kernel of the flow: how chances go from a card through its turn to the next cards under best play.

Eight upper totals side by side, as in `kernel`. What one share computes never depends on the others. No rule stands
here.
"""

import numpy as np

from kosci.solve.advisor import TIED
from kosci.solve.kernel import fill_slots, find_open, look_ahead, plan_fives, plan_plain, write_best
from kosci.solve.kernel_cache import compiled, inlined
from kosci.solve.lanes import at_least, everywhere, load, only, plus, same, store, times
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
    left = ALL ^ same(lanes, everywhere(0.0))
    if left:
        sought = load(trial, at * LANES)
        for n in range(ways.less_count[at]):
            smaller = np.int64(ways.less[at, n]) * LANES
            there = same(load(trial, smaller), sought) & left
            if there:
                add(room.passing, smaller, only(there, lanes))
                left ^= there
                if not left:
                    break
    return left


@inlined
def choose(ways, trial, room, rolls):
    """Part the chances of all hands into what is written now and what is kept to roll the others."""
    hands = room.worth.shape[0] // LANES
    for hand in range(hands):
        lanes = take(room.hands, (rolls * hands + hand) * LANES)
        left = pass_on(ways, trial, room, FIRST_HAND + hand, lanes)
        if left:
            add(room.written, hand * LANES, only(left, lanes))
    for keep in range(FIRST_HAND - 1, -1, -1):
        lanes = take(room.passing, keep * LANES)
        left = pass_on(ways, trial, room, keep, lanes)
        if left:
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


# --- where they go from there ---------------------------------------------------------------


@inlined
def write_fives(work, room, count, hand, lanes, left):
    """Part the chance of five alike among slots, the lowest of equally good rows first; that of an extra paid now."""
    floor = plus(load(room.worth, hand * LANES), everywhere(-TIED))
    extras = everywhere(0.0)
    for at in range(count):
        slot = np.int64(work.five_plan[hand, at])
        paid = everywhere(work.paid[hand, at])
        there = at_least(plus(load(work.slots, slot), paid), floor) & left
        if there:
            add(room.slots, slot, only(there, lanes))
            extras = plus(extras, times(paid, only(there, lanes)))
            left ^= there
            if not left:
                break
    return extras


@inlined
def write_plain(tables, work, room, hand, lanes, left):
    """The same for other hands."""
    floor = plus(load(room.worth, hand * LANES), everywhere(-TIED))
    for group in range(tables.classes.shape[0]):
        kind = np.int64(tables.classes[group, hand])
        if at_least(load(work.bests, kind), floor) & left:
            start = work.row_bounds[group]
            for at in range(start, work.row_bounds[group + 1]):
                slot = np.int64(work.plan[kind // LANES, at - start])
                there = at_least(load(work.slots, slot), floor) & left
                if there:
                    add(room.slots, slot, only(there, lanes))
                    left ^= there
                    if not left:
                        break
            if not left:
                break


@inlined
def write(tables, work, room, count, gains):
    """Write every hand in its best row."""
    hands, fives = tables.chances.shape[0], tables.five_rows.shape[1]
    extras = everywhere(0.0)
    for hand in range(hands):
        lanes = plus(take(room.written, hand * LANES), take(room.hands, hand * LANES))
        left = ALL ^ same(lanes, everywhere(0.0))
        if left:
            if hand < fives:
                extras = plus(extras, write_fives(work, room, count, hand, lanes, left))
            else:
                write_plain(tables, work, room, hand, lanes, left)
    store(room.written, 0, extras)
    for lane in range(LANES):
        gains[gains.shape[0] - 1] += room.written[lane]
        room.written[lane] = 0.0


@inlined
def go_on(tables, work, room, flow, share, used, state, first, count):
    """Take the chances of all slots to the next cards, and count what was won."""
    region = tables.slot_values.shape[0]
    for at in range(count):
        row = work.rows[at]
        start, stop = tables.slot_bounds[row], tables.slot_bounds[row + 1]
        for other in range(2):
            if row == tables.box:
                box = tables.after_box[other]
                last = stop if other else start + 1
                _go(tables, work, room, flow, share, used, box, first, at, other, 0, start + other, last)
            elif other == 0:
                _go(tables, work, room, flow, share, used, state, first, at, other, 0, start, stop)
            elif tables.after_extra[state] != state:
                box = tables.after_extra[state]
                _go(tables, work, room, flow, share, used, box, first, at, other, region, start, stop)


@inlined
def _go(tables, work, room, flow, share, used, box, first, at, other, region, start, stop):
    row = work.rows[at]
    bonus = tables.upper_bits.shape[0]
    upper, after = tables.uppers[used], tables.uppers[used | 1 << row]
    settled = tables.lanes[upper] - 1
    begin = work.starts[at, other]
    for slot in range(start, stop):
        place = (region + slot) * LANES
        if same(load(room.slots, place), everywhere(0.0)) != ALL:
            flow.met[share, (used | 1 << row) * tables.offsets.shape[1] + box] = 1
            for lane in range(LANES):
                chance = room.slots[place + lane]
                room.slots[place + lane] = 0.0
                if chance != 0.0:
                    flow.gains[share, row] += chance * tables.slot_values[slot]
                    to = first + lane
                    if tables.upper_bits[row] and to < settled:
                        total = min(tables.totals[upper, to] + tables.slot_shifts[slot], tables.bonus_at)
                        if total == tables.bonus_at:
                            flow.gains[share, bonus] += chance * tables.bonus
                        to = np.int64(tables.lane_of[after, total])
                    elif tables.upper_bits[row]:
                        to = np.int64(tables.lanes[after] - 1)
                    flow.chances[share, begin + to] += chance


# --- all cards ------------------------------------------------------------------------------


@inlined
def enter(tables, room, flow, start, lanes):
    """Let the turn begin with the chances found at these cards; whether there are any."""
    hands = tables.chances.shape[0]
    is_any = False
    for lane in range(LANES):
        chance = 0.0
        if lane < lanes:
            for share in range(flow.chances.shape[0]):
                chance += flow.chances[share, start + lane]
        room.written[lane] = chance
        is_any |= chance != 0.0
    found = take(room.written, 0)
    if is_any:
        begun = tables.rerolls * hands
        for hand in range(hands):
            store(room.hands, (begun + hand) * LANES, times(found, everywhere(tables.chances[hand])))
    return is_any


@compiled
def follow_items(tables, ways, used_sets, states, begun, values, work, room, flow, share):
    """Follow the chances of these used sets and states of the box, and every upper total, through one turn.

    Where `begun` is a lane, the turn has begun there: the chances stand in the room already.
    """
    for item in range(used_sets.shape[0]):
        used, state = used_sets[item], states[item]
        opened = ((1 << tables.upper_bits.shape[0]) - 1) & ~used
        count = find_open(tables, used, work)
        plan_plain(tables, opened, work)
        plan_fives(tables, opened, state, work, count)
        look_ahead(tables, used, state, values, work, count)
        upper = tables.uppers[used]
        start = tables.offsets[used, state]
        lanes = tables.lanes[upper]
        for first in range(0, lanes, LANES):
            if begun >= 0:
                is_any = first == begun // LANES * LANES
            else:
                is_any = enter(tables, room, flow, start + first, lanes - first)
            if is_any:
                fill_slots(tables, upper, first, values, work, count, tables.after_extra[state] != state)
                write_best(tables, work, count)
                weigh(tables, ways, work, room)
                for rolls in range(tables.rerolls, 0, -1):
                    choose(ways, room.trials[rolls - 1], room, rolls)
                    roll(ways, room, rolls)
                write(tables, work, room, count, flow.gains[share])
                go_on(tables, work, room, flow, share, used, state, first, count)
