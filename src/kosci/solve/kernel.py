"""The solver's kernel: the value of a turn for every card, eight upper totals side by side.

What it computes in one cell never depends on how cells are shared among threads. No rule stands here.
"""

import numpy as np

from kosci.solve.kernel_cache import compiled, inlined
from kosci.solve.lanes import everywhere, higher, load, pick, plus, store, times
from kosci.solve.rerolls import FIRST_HAND, average, best
from kosci.solve.tables import LANES

NEVER = -np.inf  # the value of what may not be done

# --- the turn -------------------------------------------------------------------------------


@compiled
def roll_again(cells):
    """From the values of hands that may be kept as they are: those of keeps, then of hands with a roll more."""
    average(cells)
    best(cells)


@inlined
def expected(cells, chances):
    """The mean over the first roll of a turn."""
    even = everywhere(0.0)
    odd = everywhere(0.0)
    for hand in range(0, chances.shape[0], 2):
        at = (FIRST_HAND + hand) * LANES
        even = plus(even, times(load(cells, at), everywhere(chances[hand])))
        odd = plus(odd, times(load(cells, at + LANES), everywhere(chances[hand + 1])))
    return plus(even, odd)


# --- what hands are worth -------------------------------------------------------------------


@inlined
def find_open(tables, used, work):
    """Write down the open rows, group by group; how many there are."""
    count = 0
    for group in range(tables.classes.shape[0]):
        work.row_bounds[group] = count
        for at in range(tables.group_bounds[group], tables.group_bounds[group + 1]):
            row = tables.grouped_rows[at]
            if not used >> row & 1:
                work.rows[count] = row
                count += 1
    work.row_bounds[tables.classes.shape[0]] = count
    return count


@inlined
def plan_plain(tables, opened, work):
    """For each class of hands and each open row of its group, where its value will stand; slot 0 if refused."""
    for group in range(tables.classes.shape[0]):
        start, stop = work.row_bounds[group], work.row_bounds[group + 1]
        for kind in range(tables.class_bounds[group], tables.class_bounds[group + 1]):
            hand = tables.class_hands[kind]
            allowed = tables.plain[tables.plain_questions[hand], opened]
            for at in range(start, stop):
                row = work.rows[at]
                work.plan[kind, at - start] = tables.slots[hand, row] if allowed >> row & 1 else 0
            if start == stop:
                work.plan[kind, 0] = 0


@inlined
def plan_fives(tables, opened, state, work, count):
    """The same for five alike with this in the box, and the extra that each row brings."""
    apart = tables.slot_values.shape[0] * LANES if tables.after_extra[state] != state else 0
    for hand in range(tables.five_rows.shape[1]):
        allowed = tables.five_rows[state, hand, opened]
        jokers = tables.five_jokers[state, hand, opened]
        extras = tables.five_paid[state, hand, opened]
        for at in range(count):
            row = work.rows[at]
            slot = tables.joker_slots[row] if jokers >> row & 1 else tables.slots[hand, row]
            is_paid = extras >> row & 1
            work.five_plan[hand, at] = slot + apart * is_paid if allowed >> row & 1 else 0
            work.paid[hand, at] = tables.extra * is_paid


@inlined
def look_ahead(tables, used, state, values, work, count):
    """Where the values after each open row begin, those after upper rows spread by upper total."""
    for at in range(count):
        row = work.rows[at]
        after = used | 1 << row
        for other in range(2):
            if row == tables.box:
                next_state = tables.after_box[other]
            elif other == 0:
                next_state = state
            elif tables.after_extra[state] != state:
                next_state = tables.after_extra[state]
            else:
                break
            work.starts[at, other] = tables.offsets[after, next_state]
            if tables.upper_bits[row]:
                _spread(tables, values, work.starts[at, other], tables.uppers[after], work, at, other)


@inlined
def _spread(tables, values, start, upper, work, at, other):
    last = tables.lanes[upper] - 1
    settled = values[start + last]
    for total in range(tables.bonus_at):
        work.spreads[at, other, total] = settled - tables.bonus
    for lane in range(last):
        work.spreads[at, other, tables.totals[upper, lane]] = values[start + lane]
    for total in range(tables.bonus_at, work.spreads.shape[2]):
        work.spreads[at, other, total] = settled


@inlined
def fill_slots(tables, upper, first, values, work, count, has_other):
    """What each open row gives with each of its values, for the lanes from `first` on."""
    region = tables.slot_values.shape[0]
    for at in range(count):
        row = work.rows[at]
        start, stop = tables.slot_bounds[row], tables.slot_bounds[row + 1]
        for other in range(2):
            if row == tables.box:
                _fill(tables, upper, first, values, work, at, other, 0, start + other, stop if other else start + 1)
            elif other == 0 or has_other:
                _fill(tables, upper, first, values, work, at, other, region * other, start, stop)


@inlined
def _fill(tables, upper, first, values, work, at, other, region, start, stop):
    lane = upper * tables.totals.shape[1] + first
    lowest = tables.totals[upper, first]
    begin = (at * 2 + other) * work.spreads.shape[2]
    if not tables.upper_bits[work.rows[at]]:
        after = load(values, work.starts[at, other] + first)
        for slot in range(start, stop):
            store(work.slots, (region + slot) * LANES, plus(after, everywhere(tables.slot_values[slot])))
    elif tables.totals[upper, first + LANES - 1] - lowest == LANES - 1:
        for slot in range(start, stop):
            after = load(work.spreads, begin + lowest + tables.slot_shifts[slot])
            store(work.slots, (region + slot) * LANES, plus(after, everywhere(tables.slot_values[slot])))
    else:
        for slot in range(start, stop):
            after = pick(work.spreads, begin + tables.slot_shifts[slot], tables.totals, lane)
            store(work.slots, (region + slot) * LANES, plus(after, everywhere(tables.slot_values[slot])))


@inlined
def write_best(tables, work, count):
    """The value of each hand written in its best row."""
    for hand in range(tables.five_rows.shape[1]):
        found = everywhere(NEVER)
        for at in range(count):
            found = higher(found, plus(load(work.slots, work.five_plan[hand, at]), everywhere(work.paid[hand, at])))
        store(work.cells, (FIRST_HAND + hand) * LANES, found)
    write_best_plain(tables, work)


@inlined
def write_best_plain(tables, work):
    """The value of each hand that is not five alike."""
    fives, hands = tables.five_rows.shape[1], tables.slots.shape[0]
    for group in range(tables.classes.shape[0]):
        rows = work.row_bounds[group + 1] - work.row_bounds[group]
        start, stop = tables.class_bounds[group], tables.class_bounds[group + 1]
        # Numbers written out let short loops be unrolled.
        if rows <= 1:
            _best_in_group(work.slots, work.plan, work.bests, start, stop, 1)
        elif rows == 2:
            _best_in_group(work.slots, work.plan, work.bests, start, stop, 2)
        elif rows == 3:
            _best_in_group(work.slots, work.plan, work.bests, start, stop, 3)
        else:
            _best_in_group(work.slots, work.plan, work.bests, start, stop, rows)
    if tables.classes.shape[0] == 3:
        _best_of_groups(tables.classes, work.bests, work.cells, fives, hands, 3)
    else:
        _best_of_groups(tables.classes, work.bests, work.cells, fives, hands, tables.classes.shape[0])


@inlined
def _best_in_group(slots, plan, bests, start, stop, rows):
    for kind in range(start, stop):
        found = load(slots, plan[kind, 0])
        for at in range(1, rows):
            found = higher(found, load(slots, plan[kind, at]))
        store(bests, kind * LANES, found)


@inlined
def _best_of_groups(classes, bests, cells, fives, hands, groups):
    for hand in range(fives, hands):
        found = load(bests, classes[0, hand])
        for group in range(1, groups):
            found = higher(found, load(bests, classes[group, hand]))
        store(cells, (FIRST_HAND + hand) * LANES, found)


# --- all cards ------------------------------------------------------------------------------


@compiled
def solve_items(tables, used_sets, states, values, work):
    """The value before a turn for each of these used sets and states of the box, and every upper total."""
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
            fill_slots(tables, upper, first, values, work, count, tables.after_extra[state] != state)
            write_best(tables, work, count)
            for _ in range(tables.rerolls):
                roll_again(work.cells)
            store(work.cells, 0, expected(work.cells, tables.chances))
            for lane in range(min(LANES, lanes - first)):
                values[start + first + lane] = work.cells[lane]
