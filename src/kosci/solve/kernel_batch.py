"""The kernel of advice for many positions: the lanes are positions of different cards.

Rows that are not open are there too, and never chosen. No rule stands here.
"""

import numpy as np

from kosci.solve.kernel import NEVER, write_best_plain
from kosci.solve.kernel_cache import compiled, inlined
from kosci.solve.lanes import everywhere, higher, load, plus, store
from kosci.solve.rerolls import FIRST_HAND, average, best
from kosci.solve.tables import LANES


@inlined
def at_total(tables, values, start, upper, last, total):
    """What is still to come at an upper total, as if the bonus were won and is taken away where it is missed."""
    lane = np.int64(tables.lane_of[np.uintp(upper), np.uintp(total)])  # unsigned: never counted from the end
    is_missed = (lane == last) & (total < tables.bonus_at)
    return values[np.uintp(start + lane)] - tables.bonus * is_missed


@inlined
def in_slot(tables, values, used, state, total, slot, row):
    """What a slot of a row gives in all; `state` is the box afterwards, unless the row is the box."""
    then = used | 1 << row
    upper = tables.uppers[then]
    if row == tables.box:
        state = tables.after_box[1 if slot > tables.slot_bounds[row] else 0]
    if tables.upper_bits[row]:
        total = min(total + tables.slot_shifts[slot], tables.bonus_at)
    last = np.int64(tables.lanes[upper] - 1)
    return tables.slot_values[slot] + at_total(tables, values, tables.offsets[then, state], upper, last, total)


@inlined
def plan_all(tables, work):
    """The plan of cards on which every row may be open."""
    work.row_bounds[0] = 0
    for group in range(tables.classes.shape[0]):
        work.row_bounds[group + 1] = tables.group_bounds[group + 1]
        start, stop = tables.group_bounds[group], tables.group_bounds[group + 1]
        for kind in range(tables.class_bounds[group], tables.class_bounds[group + 1]):
            for at in range(start, stop):
                work.plan[kind, at - start] = tables.slots[tables.class_hands[kind], tables.grouped_rows[at]]


@inlined
def fill_lane(tables, values, used, state, total, work, lane):
    """What the rows give one position: every slot of upper rows and the box, of others what is still to come."""
    for row in range(tables.upper_bits.shape[0]):
        first, stop = tables.slot_bounds[row], tables.slot_bounds[row + 1]
        is_upper, is_box = tables.upper_bits[row] != 0, row == tables.box
        if used >> row & 1:
            for slot in range(first, stop if is_upper or is_box else first + 1):
                work.slots[np.uintp(slot * LANES + lane)] = NEVER
        else:
            then = used | 1 << row
            upper = tables.uppers[np.uintp(then)]
            last = np.int64(tables.lanes[np.uintp(upper)] - 1)
            start = tables.offsets[then, tables.after_box[0] if is_box else state]
            zero = at_total(tables, values, start, upper, last, total)
            work.slots[np.uintp(first * LANES + lane)] = zero
            if is_box:
                start = tables.offsets[then, tables.after_box[1]]
            if is_upper:
                for slot in range(first + 1, stop):
                    shifted = min(total + tables.slot_shifts[np.uintp(slot)], tables.bonus_at)
                    later = at_total(tables, values, start, upper, last, shifted)
                    work.slots[np.uintp(slot * LANES + lane)] = tables.slot_values[np.uintp(slot)] + later
            elif is_box:
                later = at_total(tables, values, start, upper, last, total)
                for slot in range(first + 1, stop):
                    work.slots[np.uintp(slot * LANES + lane)] = tables.slot_values[np.uintp(slot)] + later


@inlined
def fill_lower(tables, work):
    """Every slot of the rows of which `fill_lane` wrote only the first, which is 0 points."""
    for row in range(tables.upper_bits.shape[0]):
        if not tables.upper_bits[row] and row != tables.box:
            start, stop = tables.slot_bounds[row], tables.slot_bounds[row + 1]
            later = load(work.slots, start * LANES)
            for slot in range(start + 1, stop):
                store(work.slots, slot * LANES, plus(later, everywhere(tables.slot_values[slot])))


@inlined
def duties(tables, state, used, hand):
    """Where a hand may be written at one position, where at joker values, where with an extra."""
    opened = ((1 << tables.upper_bits.shape[0]) - 1) & ~used
    if hand >= tables.five_rows.shape[1]:
        return tables.plain[tables.plain_questions[hand], opened], 0, 0
    jokers, paid = tables.five_jokers[state, hand, opened], tables.five_paid[state, hand, opened]
    return tables.five_rows[state, hand, opened], jokers, paid


@inlined
def in_row(tables, values, used, state, total, work, lane, hand, row, jokers, paid):
    """A hand written in a row in which it may be written at one position."""
    slot = np.int64(tables.joker_slots[row] if jokers >> row & 1 else tables.slots[hand, row])
    if not paid >> row & 1:
        return work.slots[slot + lane]
    if tables.after_extra[state] == state:
        return tables.extra + work.slots[slot + lane]
    return tables.extra + in_slot(tables, values, used, tables.after_extra[state], total, slot // LANES, row)


@inlined
def fill_block(tables, values, order, first, count, used_sets, states, totals, work):
    """What the rows give every lane; lanes beyond the last position repeat it."""
    for lane in range(LANES):
        at = order[first + min(lane, count - 1)]
        fill_lane(tables, values, used_sets[at], states[at], totals[at], work, lane)
    fill_lower(tables, work)


@inlined
def write_lane(tables, values, used, state, total, work, lane, hand):
    """Write the value of a hand in its best row at one position."""
    allowed, jokers, paid = duties(tables, state, used, hand)
    found = NEVER
    for row in range(tables.upper_bits.shape[0]):
        if allowed >> row & 1:
            found = max(found, in_row(tables, values, used, state, total, work, lane, hand, row, jokers, paid))
    work.cells[(FIRST_HAND + hand) * LANES + lane] = found


@inlined
def write_fives(tables, work):
    """The value of five alike in the best of all open rows, as where no duty binds them."""
    for hand in range(tables.five_rows.shape[1]):
        found = load(work.slots, tables.slots[hand, 0])
        for row in range(1, tables.upper_bits.shape[0]):
            found = higher(found, load(work.slots, tables.slots[hand, row]))
        store(work.cells, (FIRST_HAND + hand) * LANES, found)


@inlined
def tell_rows(tables, values, used, state, total, hand, bonus, found, at):
    """Write down what each row that may be written gives a hand."""
    allowed, jokers, paid = duties(tables, state, used, hand)
    for row in range(tables.upper_bits.shape[0]):
        if allowed >> row & 1:
            slot = np.int64(tables.joker_slots[row] if jokers >> row & 1 else tables.slots[hand, row]) // LANES
            is_paid = paid >> row & 1
            after = tables.after_extra[state] if is_paid else state
            value = in_slot(tables, values, used, after, total, slot, row)
            found[at, row] = bonus + tables.extra * is_paid + value


@inlined
def tell_keeps(parts, hand, bonus, work, lane, found, at, rows):
    """Write down what each part of a hand that may be kept gives."""
    for part in range(parts.shape[1]):
        keep = parts[hand, part]
        if keep < FIRST_HAND:
            found[at, rows + part] = bonus + work.cells[keep * LANES + lane]


@compiled
def advise_items(tables, is_free, parts, order, used_sets, states, totals, hands, rolls_left, values, work, found):
    """For each position every row and every part of its hand that may be kept: what each brings from now on.

    Positions are taken in `order`, in which the rolls left never fall; those with the same rows used are best
    neighbours. `is_free` says that any hand may be written in every open row, five alike while the box is open.
    """
    rows, fives = tables.upper_bits.shape[0], tables.five_rows.shape[1]
    plan_all(tables, work)
    for first in range(0, order.shape[0], LANES):
        count = min(LANES, order.shape[0] - first)
        most = rolls_left[order[first + count - 1]]
        if most:
            fill_block(tables, values, order, first, count, used_sets, states, totals, work)
        if most and is_free:
            write_fives(tables, work)
            write_best_plain(tables, work)
        for lane in range(count):
            at = order[first + lane]
            used, state, total = used_sets[at], states[at], totals[at]
            for hand in range(tables.slots.shape[0] if most and not is_free else fives if most and state else 0):
                write_lane(tables, values, used, state, total, work, lane, hand)
            bonus = tables.bonus if total < tables.bonus_at else 0.0
            tell_rows(tables, values, used, state, total, hands[at], bonus, found, at)
        for rolls in range(1, most + 1):
            if rolls > 1:
                best(work.cells)
            average(work.cells)
            for lane in range(count):
                at = order[first + lane]
                if rolls_left[at] == rolls:
                    bonus = tables.bonus if totals[at] < tables.bonus_at else 0.0
                    tell_keeps(parts, hands[at], bonus, work, lane, found, at, rows)
