"""The kernel of the flow: how chances go from a card through its turn to the next cards under best play.

Eight upper totals side by side, as in `kernel`. What one share computes never depends on the others. No rule stands
here.
"""

import numpy as np

from kosci.solve.kernel import fill_slots, find_open, look_ahead, plan_fives, plan_plain, write_best
from kosci.solve.kernel_cache import compiled, inlined
from kosci.solve.kernel_flow_turn import ALL, choose, roll, take, weigh, write
from kosci.solve.lanes import everywhere, load, same, store, times
from kosci.solve.tables import LANES

# --- to the next cards ----------------------------------------------------------------------


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
