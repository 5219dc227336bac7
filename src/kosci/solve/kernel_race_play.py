"""The kernel of simulated races of two best players: a turn of many games at once, those of like scores together.

The dice of a game never depend on which games stand beside it. No rule stands here.
"""

import numpy as np

from kosci.solve.kernel_cache import compiled, inlined
from kosci.solve.kernel_play import BELOW_ONE, FRACTION_BITS, SIX, UNREAD, word
from kosci.solve.options import TIED
from kosci.solve.race_kernels import play_turn
from kosci.solve.race_tables import LANES, NEVER, Turn
from kosci.solve.simulate_rolls import BUST, WIN


@inlined
def _rolled(more, count, bits):
    """The roll of so many dice that a word shows."""
    fraction, roll = bits >> UNREAD, np.int64(0)
    for _ in range(count):
        fraction = fraction * SIX
        roll = np.int64(more[roll, np.int64(fraction >> FRACTION_BITS)])
        fraction = fraction & BELOW_ONE
    return roll


@inlined
def _level(deal, points):
    return -((points - deal.target) // deal.points_step)


@inlined
def _banking(rolls, worths, part, level, lane):
    """What setting a part aside and banking is worth; less than nothing where it is not allowed."""
    if level <= 0:
        return 1.0 if rolls.may_win[part] else -1.0
    return worths.bank[level * LANES + lane] if rolls.may_bank[part] else -1.0


@inlined
def _rolling(plan, rolls, work, part, level, lane):
    """What setting a part aside and rolling on is worth."""
    kind = rolls.next_kind[part]
    if kind == NEVER:
        return -1.0
    if level > 0:
        return work.rolled[((level - 1) * plan.bust.shape[0] + kind) * LANES + lane]
    return plan.bust[kind] * (1.0 if plan.keeps else work.hurts[lane]) + 1.0 - plan.bust[kind]


@inlined
def _chosen(plan, rolls, worths, work, deal, roll, points, lane):
    """The first of the best moves, banks before rolls: the part, beyond all parts where it is rolled on."""
    first, count = rolls.first_part[roll], rolls.counts[roll]
    highest = -1.0
    for part in range(first, first + count):
        level = _level(deal, points + rolls.points[part])
        highest = max(
            highest, _banking(rolls, worths, part, level, lane), _rolling(plan, rolls, work, part, level, lane)
        )
    for part in range(first, first + count):
        level = _level(deal, points + rolls.points[part])
        if _banking(rolls, worths, part, level, lane) >= highest - TIED:
            return part
    part = first
    while _rolling(plan, rolls, work, part, _level(deal, points + rolls.points[part]), lane) < highest - TIED:
        part += 1
    return rolls.points.shape[0] + part


@inlined
def _play(plan, rolls, worths, work, deal, races, game, lane):
    """One turn of one game."""
    seat = (races.starts[game] + deal.step) % 2
    parts = rolls.points.shape[0]
    races.turns[game, seat] += 1
    banked, held, dice, roll_number = np.int64(races.points[game, seat]), 0, plan.start + 1, 0
    while dice:
        dice_seat = 0 if deal.same_dice else seat
        bits = word(deal.key, deal.game + game, dice_seat, np.int64(races.turns[game, seat]), roll_number)
        roll = _rolled(rolls.more, dice, bits)
        roll_number += 1
        if rolls.counts[roll] == WIN:
            held += deal.win_pays
            races.is_over[game] = True
            dice = 0
        elif rolls.counts[roll] == BUST:
            held = held if plan.keeps else 0
            dice = 0
        else:
            chosen = _chosen(plan, rolls, worths, work, deal, roll, banked + held, lane)
            part = chosen % parts
            held += rolls.points[part]
            dice = rolls.next_kind[part] + 1 if chosen >= parts else 0
    races.points[game, seat] = banked + held
    if banked + held >= deal.target:
        races.is_over[game] = True


@compiled
def play_race_turns(plan, rolls, worths, known, work, deal, races, pairs):
    """One turn of every game that goes on; eight pairs of scores share the lanes of a turn."""
    for first in range(0, pairs.own.shape[0], LANES):
        count, last = min(LANES, pairs.own.shape[0] - first), 0
        for lane in range(LANES):
            pair = first + min(lane, count - 1)
            work.ends[lane] = pairs.own[pair]
            work.hurts[lane] = 1.0 - worths.chances[pairs.other[pair], pairs.own[pair]]
            last = max(last, pairs.own[pair])
        for lane in range(LANES):
            other = pairs.other[first + min(lane, count - 1)]
            for level in range(last + 1):
                worths.bank[level * LANES + lane] = 1.0 - worths.chances[other, level]
        play_turn(plan, worths.bank, known, Turn(0, 0, 1, last, last, 1.0), work)
        for lane in range(count):
            for at in range(pairs.bounds[first + lane], pairs.bounds[first + lane + 1]):
                _play(plan, rolls, worths, work, deal, races, pairs.order[at], lane)
