"""The kernel of distributions: where best play goes from a card within a turn, and whole distributions added up there.

What a card is given comes in one order, whoever adds it. No rule stands here.
"""

import numpy as np

from kosci.solve.kernel import fill_slots, find_open, look_ahead, plan_fives, plan_plain, write_best
from kosci.solve.kernel_cache import compiled, inlined
from kosci.solve.kernel_flow_turn import ALL, add, choose, roll, sort_out, take, weigh, write_classes
from kosci.solve.lanes import at_least, everywhere, load, only, plus, store, times
from kosci.solve.options import TIED
from kosci.solve.tables import LANES

# --- the turn -------------------------------------------------------------------------------


@inlined
def enter(tables, room, lows, highs, start, lanes):
    """Let the turn begin with the chance 1 at each of these cards that can come about; whether there are any."""
    hands = tables.chances.shape[0]
    is_any = False
    for lane in range(LANES):
        is_met = lane < lanes and lows[start + lane] <= highs[start + lane]
        room.written[lane] = 1.0 if is_met else 0.0
        is_any |= is_met
    found = take(room.written, 0)
    if is_any:
        begun = tables.rerolls * hands
        for hand in range(hands):
            store(room.hands, (begun + hand) * LANES, times(found, everywhere(tables.chances[hand])))
    return is_any


@inlined
def write_fives(work, room, count, hand, lanes, region):
    """Part the chance of five alike among slots, the lowest of equally good rows first, those with an extra apart."""
    floor = plus(load(room.worth, hand * LANES), everywhere(-TIED))
    left = ALL
    for at in range(count):
        slot = np.int64(work.five_plan[hand, at])
        paid = work.paid[hand, at]
        there = at_least(plus(load(work.slots, slot), everywhere(paid)), floor) & left
        apart = region if paid != 0.0 and slot < region else 0
        add(room.slots, slot + apart, only(there, lanes))
        left ^= there


@inlined
def write(tables, work, room, count):
    """Write every hand in its best row."""
    hands, fives = tables.chances.shape[0], tables.five_rows.shape[1]
    region = tables.slot_values.shape[0] * LANES
    for hand in range(hands):
        lanes = plus(take(room.written, hand * LANES), take(room.hands, hand * LANES))
        if hand < fives:
            write_fives(work, room, count, hand, lanes, region)
        else:
            sort_out(tables, work, room, hand, lanes)
    write_classes(tables, work, room)


# --- where it leads -------------------------------------------------------------------------


@inlined
def note_all(tables, work, room, steps, used, state, first, count):
    """Write down the steps from the cards of these lanes, row by row."""
    for at in range(count):
        row = work.rows[at]
        start, stop = tables.slot_bounds[row], tables.slot_bounds[row + 1]
        for other in range(2):
            if row == tables.box:
                note(tables, room, steps, used, state, tables.after_box[0], first, row, other, start, start + 1)
                note(tables, room, steps, used, state, tables.after_box[1], first, row, other, start + 1, stop)
            elif other == 0:
                note(tables, room, steps, used, state, state, first, row, other, start, stop)
            else:
                note(tables, room, steps, used, state, tables.after_extra[state], first, row, other, start, stop)


@inlined
def note(tables, room, steps, used, state, box, first, row, other, start, stop):
    """Write down the steps through some slots of a row to one used set and box state, lane by lane."""
    after = used | 1 << row
    begin, source = tables.offsets[after, box], tables.offsets[used, state] + first
    region = other * tables.slot_values.shape[0]
    found = steps.counts[1]
    for lane in range(LANES):
        for slot in range(start, stop):
            chance = room.slots[(region + slot) * LANES + lane]
            if chance != 0.0:
                room.slots[(region + slot) * LANES + lane] = 0.0
                to, shift = move(tables, tables.uppers[used], tables.uppers[after], row, first + lane, slot)
                steps.sources[found] = source + lane
                steps.targets[found] = begin + to
                steps.shifts[found] = shift + other * np.int64(tables.extra)
                steps.chances[found] = chance
                found += 1
    if found > steps.counts[1]:
        steps.leads[steps.counts[0]] = after * tables.offsets.shape[1] + box
        steps.begins[steps.counts[0]] = steps.counts[1]
        steps.counts[0] += 1
        steps.counts[1] = found


@inlined
def move(tables, upper, after, row, lane, slot):
    """The lane that a lane leads to, and what is added to its totals on the way."""
    value = np.int64(tables.slot_values[slot])
    if not tables.upper_bits[row]:
        return np.int64(lane), value
    last = np.int64(tables.lanes[after] - 1)
    if lane >= tables.lanes[upper] - 1:
        return last, value
    total = tables.totals[upper, lane] + value
    to = np.int64(tables.lane_of[after, min(total, tables.bonus_at)])
    if to < last:
        return to, np.int64(0)
    return last, total + (np.int64(tables.bonus) if total >= tables.bonus_at else 0)


# --- all cards ------------------------------------------------------------------------------


@compiled
def find_steps(tables, ways, used_sets, states, values, work, room, ranges, steps):
    """The steps of one turn from all cards that can come about of these used sets and states of the box."""
    steps.counts[:] = 0
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
            if enter(tables, room, ranges.lows, ranges.highs, start + first, lanes - first):
                fill_slots(tables, upper, first, values, work, count, tables.after_extra[state] != state)
                write_best(tables, work, count)
                weigh(tables, ways, work, room)
                for rolls in range(tables.rerolls, 0, -1):
                    choose(ways, room.trials[rolls - 1], room, rolls)
                    roll(ways, room, rolls)
                write(tables, work, room, count)
                note_all(tables, work, room, steps, used, state, first, count)


@compiled
def measure(steps, ranges):
    """Widen the ranges of the cards that steps lead to."""
    for step in range(steps.counts[1]):
        source, target, shift = steps.sources[step], steps.targets[step], steps.shifts[step]
        ranges.lows[target] = min(ranges.lows[target], ranges.lows[source] + shift)
        ranges.highs[target] = max(ranges.highs[target], ranges.highs[source] + shift)


@compiled
def add_up(steps, ranges, before, after, owners, owner):
    """Add along the steps the distributions before a turn to those after it, for cards of one owner.

    Distributions have room for a vector more than they hold, so that whole vectors are added.
    """
    runs, found = steps.counts[0], steps.counts[1]
    for run in range(runs):
        if owners[steps.leads[run]] == owner:
            stop = np.int64(steps.begins[run + 1]) if run + 1 < runs else found
            for step in range(np.int64(steps.begins[run]), stop):
                source, target = steps.sources[step], steps.targets[step]
                low, high = ranges.lows[source], ranges.highs[source]
                begin = ranges.starts[source]
                to = ranges.starts[target] + low + steps.shifts[step] - ranges.lows[target]
                chance = everywhere(steps.chances[step])
                for at in range(0, high - low + 1, LANES):
                    store(after, to + at, plus(load(after, to + at), times(chance, load(before, begin + at))))
