"""The kernel of simulation: a turn of many games at once, those of like cards together.

The dice of a game never depend on which games stand beside it. No rule stands here.
"""

import math

import numpy as np

from kosci.solve.kernel import NEVER, fill_slots, find_open, look_ahead, plan_fives, plan_plain, write_best
from kosci.solve.kernel_batch import duties
from kosci.solve.kernel_cache import compiled, inlined
from kosci.solve.lanes import load, store
from kosci.solve.options import TIED
from kosci.solve.rerolls import FIRST_HAND, average, best
from kosci.solve.simulate_dice import FACTORS, FRACTION, GAME_AT, SEAT_AT, SHIFTS, STEP, TURN_AT, WHIMS
from kosci.solve.tables import LANES

_FIRST_SHIFT, _SECOND_SHIFT, _LAST_SHIFT = map(np.uint64, SHIFTS)
_FIRST_FACTOR, _SECOND_FACTOR = map(np.uint64, FACTORS)
_STEP, SIX = np.uint64(STEP), np.uint64(6)
UNREAD, FRACTION_BITS = np.uint64(64 - FRACTION), np.uint64(FRACTION)
BELOW_ONE = np.uint64((1 << FRACTION) - 1)
_NUMBER_BITS = np.uint64(11)  # of 64 that a 64-bit floating point number has no room for
_NUMBER_STEP = 2.0**-53

# --- the dice -------------------------------------------------------------------------------


@inlined
def _mixed(bits):
    bits = (bits ^ (bits >> _FIRST_SHIFT)) * _FIRST_FACTOR
    bits = (bits ^ (bits >> _SECOND_SHIFT)) * _SECOND_FACTOR
    return bits ^ (bits >> _LAST_SHIFT)


@inlined
def word(key, game, seat, turn, roll):
    """The 64 bits of one roll."""
    counter = np.uint64(game << GAME_AT | seat << SEAT_AT | turn << TURN_AT | roll)
    return _mixed(_mixed(key ^ counter) + _STEP)


@inlined
def _rolled(more, keep, bits):
    """The hand that a keep becomes when the other dice fall as a word shows."""
    fraction = bits >> UNREAD
    while keep < FIRST_HAND:
        fraction = fraction * SIX
        keep = np.int64(more[keep, np.int64(fraction >> FRACTION_BITS)])
        fraction = fraction & BELOW_ONE
    return keep - FIRST_HAND


# --- the games in the order of their cards --------------------------------------------------


@inlined
def _sort(tables, cards):
    """Put games of like cards side by side; games of one place stay in their order."""
    games = cards.used.shape[0]
    for place in range(cards.counts.shape[0]):
        cards.counts[place] = 0
    for game in range(games):
        used = cards.used[game]
        lane = np.int64(tables.lane_of[tables.uppers[used], cards.uppers[game]])
        place = tables.offsets[used, cards.states[game]] + lane
        cards.places[game] = place
        cards.counts[place + 1] += 1
    for place in range(1, cards.counts.shape[0]):
        cards.counts[place] += cards.counts[place - 1]
    for game in range(games):
        place = cards.places[game]
        cards.order[cards.counts[place]] = game
        cards.counts[place] += 1


# --- choosing -------------------------------------------------------------------------------


@inlined
def _slot(tables, hand, row, jokers):
    return np.int64(tables.joker_slots[row] if jokers >> row & 1 else tables.slots[hand, row])


@inlined
def _weigh(tables, choice, work, used, state, hand, left, lane):
    """Write down what each row and each part of a hand is worth; how many there are."""
    rows = tables.upper_bits.shape[0]
    allowed, jokers, paid = duties(tables, state, used, hand)
    apart = tables.slot_values.shape[0] * LANES if tables.after_extra[state] != state else 0
    for row in range(rows):
        choice.worth[row] = NEVER
        if allowed >> row & 1:
            is_paid = paid >> row & 1
            slot = _slot(tables, hand, row, jokers) + apart * is_paid
            choice.worth[row] = work.slots[slot + lane] + tables.extra * is_paid
    options = rows
    if left:
        first = (left - 1) * FIRST_HAND
        for part in range(choice.parts.shape[1]):
            keep = np.int64(choice.parts[hand, part])
            if keep >= FIRST_HAND:
                break
            choice.worth[options] = choice.kept[(first + keep) * LANES + lane]
            options += 1
    return options


@inlined
def _best_of(choice, options):
    """The first of the best: the lowest row, then the smallest keep."""
    highest = NEVER
    for at in range(options):
        highest = max(highest, choice.worth[at])
    at = 0
    while choice.worth[at] < highest - TIED:
        at += 1
    return at


@inlined
def _any_of(choice, options, temperature, number):
    """One of all moves, the likelier the less it costs."""
    highest = NEVER
    for at in range(options):
        highest = max(highest, choice.worth[at])
    everything = 0.0
    for at in range(options):
        everything += math.exp((choice.worth[at] - highest) / temperature)
        choice.weights[at] = everything
    at = 0
    while choice.weights[at] <= number * everything:
        at += 1
    return at


@inlined
def _chosen(choice, options, draw, game, left):
    if draw.temperature == 0.0:
        return _best_of(choice, options)
    bits = word(draw.key, draw.game + game, draw.seat, draw.turn, WHIMS + left)
    return _any_of(choice, options, draw.temperature, np.int64(bits >> _NUMBER_BITS) * _NUMBER_STEP)


# --- one turn -------------------------------------------------------------------------------


@inlined
def _write(tables, cards, game, hand, row):
    """Write a hand in a row of a game's card."""
    used, state = np.int64(cards.used[game]), np.int64(cards.states[game])
    _, jokers, paid = duties(tables, state, used, hand)
    slot = _slot(tables, hand, row, jokers) // LANES
    cards.points[game, row] = np.int64(tables.slot_values[slot])
    if paid >> row & 1:
        cards.extras[game] += 1
        cards.states[game] = tables.after_extra[state]
    if row == tables.box:
        cards.states[game] = tables.after_box[1 if slot > tables.slot_bounds[row] else 0]
    if tables.upper_bits[row]:
        cards.uppers[game] = min(cards.uppers[game] + tables.slot_shifts[slot], tables.bonus_at)
    cards.used[game] = used | 1 << row


@inlined
def _play(tables, cards, choice, work, draw, game, lane):
    """One turn of one game: rolls and choices until a row is written."""
    rows = tables.upper_bits.shape[0]
    used, state = np.int64(cards.used[game]), np.int64(cards.states[game])
    keep = np.int64(0)
    for roll in range(tables.rerolls + 1):
        hand = _rolled(choice.more, keep, word(draw.key, draw.game + game, draw.dice_seat, draw.turn, roll))
        left = tables.rerolls - roll
        options = _weigh(tables, choice, work, used, state, hand, left, lane)
        chosen = _chosen(choice, options, draw, game, left)
        if chosen < rows:
            _write(tables, cards, game, hand, chosen)
            break
        keep = np.int64(choice.parts[hand, chosen - rows])


@inlined
def _look_at_keeps(tables, choice, work):
    """What keeps are worth with each number of rolls left, from what hands are worth when they are written."""
    for left in range(tables.rerolls):
        if left:
            best(work.cells)
        average(work.cells)
        for keep in range(FIRST_HAND):
            store(choice.kept, (left * FIRST_HAND + keep) * LANES, load(work.cells, keep * LANES))


@compiled
def play_turn(tables, values, cards, choice, work, draw):
    """One turn of every game; cards that differ in nothing but the upper total share eight lanes."""
    _sort(tables, cards)
    games, at = cards.used.shape[0], 0
    while at < games:
        used, state = np.int64(cards.used[cards.order[at]]), np.int64(cards.states[cards.order[at]])
        upper, start = tables.uppers[used], tables.offsets[used, state]
        end = start + tables.lanes[upper]
        count = find_open(tables, used, work)
        opened = ((1 << tables.upper_bits.shape[0]) - 1) & ~used
        plan_plain(tables, opened, work)
        plan_fives(tables, opened, state, work, count)
        look_ahead(tables, used, state, values, work, count)
        while at < games and cards.places[cards.order[at]] < end:
            first = (cards.places[cards.order[at]] - start) // LANES * LANES
            fill_slots(tables, upper, first, values, work, count, tables.after_extra[state] != state)
            write_best(tables, work, count)
            _look_at_keeps(tables, choice, work)
            stop = min(end, start + first + LANES)
            while at < games and cards.places[cards.order[at]] < stop:
                game = np.int64(cards.order[at])
                _play(tables, cards, choice, work, draw, game, cards.places[game] - start - first)
                at += 1
