"""The arithmetic of races as compiled code: a turn with its derivative, the race alone, the race of two.

Knows no dice and no rules, only the numbers of a plan.

Eight situations are computed side by side, one a lane. Level x means that x steps of points are left to the target; a
turn is computed from level 1 outwards, for whatever is below has reached the target.
"""

from typing import Any

import numpy as np

from kosci.solve.kernel_cache import compiled, inlined, operation
from kosci.solve.lanes import everywhere, load, plus, store, times
from kosci.solve.race_tables import CONVERGED, LANES, NEVER, Floats, Pairs, Plan, Settled, Turn, Work

_SETTLE_EVERY = 8  # levels or diagonals
_SAME_SLOPE = 1e-12
_NOISE = 1e-13  # far above what rounding does
_NEWTON_STEPS = 8  # from then on every other step is a plain one
_MOST_STEPS = 200


@operation
def _where_more(_typing: Any, this: Any, that: Any, then: Any, other: Any) -> Any:
    """Then in the lanes where this is more than that, the other elsewhere."""

    def code(_context: Any, builder: Any, _signature: Any, given: Any) -> Any:
        return builder.select(builder.fcmp_ordered(">", given[0], given[1]), given[2], given[3])

    return this(this, that, then, other), code


# --- one turn ---------------------------------------------------------------------------------


@inlined
def _fall(plan: Plan, work: Work, base: int, kind: int, won: float) -> Any:
    """A roll of this kind without its busts, and its slope: the best to set aside of each fall."""
    total, lean = everywhere(plan.win[kind] * won), everywhere(0.0)
    for fall in range(plan.first_fall[kind], plan.first_fall[kind + 1]):
        first, end = plan.first_part[np.uint64(fall)], plan.first_part[np.uint64(fall + 1)]
        place = base + plan.offset[np.uint64(first)]
        best, best_lean = load(work.worth, place), load(work.lean, place)
        for part in range(first + 1, end):
            place = base + plan.offset[np.uint64(part)]
            worth = load(work.worth, place)
            best_lean = _where_more(worth, best, load(work.lean, place), best_lean)
            best = _where_more(worth, best, worth, best)
        chance = everywhere(plan.chance[np.uint64(fall)])
        total, lean = plus(total, times(chance, best)), plus(lean, times(chance, best_lean))
    return total, lean


@inlined
def _roll(plan: Plan, work: Work, x: int, turn: Turn, banked: Any) -> None:
    """Every kind of roll at level x, and the turns that begin there."""
    kinds, stands = len(plan.bust), len(plan.next_kind)
    base = (x - turn.low + plan.span) * stands * LANES
    for kind in range(kinds):
        if kind == plan.start and not plan.follows and x < turn.first_end:
            continue
        total, lean = _fall(plan, work, base, kind, turn.won)
        bust = everywhere(plan.bust[kind])
        lost, lost_lean = plus(total, times(bust, load(work.hurts, 0))), plus(lean, bust)
        if kind == plan.start and x >= turn.first_end:
            store(work.begun, 0, lost)
            store(work.begun_lean, 0, lost_lean)
            for lane in range(LANES):
                if work.ends[lane] == x:
                    work.out[lane], work.out_lean[lane] = work.begun[lane], work.begun_lean[lane]
        if plan.keeps:
            lost, lost_lean = plus(total, times(bust, banked)), lean
        here = ((x - turn.low) * kinds + kind) * LANES
        store(work.rolled, here, lost)
        store(work.rolled_lean, here, lost_lean)


@inlined
def _stand(plan: Plan, work: Work, x: int, turn: Turn, banked: Any) -> None:
    """Every stand at level x: the better of rolling and banking, where both are allowed."""
    kinds, stands = len(plan.bust), len(plan.next_kind)
    base = (x - turn.low + plan.span) * stands * LANES
    for stand in range(stands):
        worth, lean = banked, everywhere(0.0)
        kind = plan.next_kind[stand]
        if kind != NEVER:
            source = ((x - turn.low) * kinds + kind) * LANES
            worth, lean = load(work.rolled, source), load(work.rolled_lean, source)
            if plan.may_bank[stand]:
                lean = _where_more(worth, banked, lean, everywhere(0.0))
                worth = _where_more(worth, banked, worth, banked)
        store(work.worth, base + stand * LANES, worth)
        store(work.lean, base + stand * LANES, lean)


@inlined
def _recall(plan: Plan, known: Settled, turn: Turn, work: Work) -> None:
    """The levels below the first that is computed, from their lines."""
    stands = len(plan.next_kind)
    for row in range(plan.span):
        source = (turn.block * plan.span + (turn.low + row) % plan.span) * stands
        for stand in range(stands):
            lean = load(known.lean, (source + stand) * LANES)
            worth = plus(load(known.worth, (source + stand) * LANES), times(lean, load(work.hurts, 0)))
            store(work.worth, (row * stands + stand) * LANES, worth)
            store(work.lean, (row * stands + stand) * LANES, lean)


@compiled
def play_turn(plan: Plan, bank: Floats, known: Settled, turn: Turn, work: Work) -> None:
    """One turn in every lane, into `work`; `bank[turn.at + 8 * x + lane]` is the worth of banking at level x."""
    _recall(plan, known, turn, work)
    for x in range(turn.low, turn.last_end + 1):
        banked = load(bank, turn.at + x * LANES)
        _roll(plan, work, x, turn, banked)
        _stand(plan, work, x, turn, banked)


@inlined
def _begin(block: int, at: int, low: int, won: float, work: Work) -> Turn:
    """The turns that begin at the ends given."""
    last = 0
    for lane in range(LANES):
        last = max(last, work.ends[lane])
    first = last
    for lane in range(LANES):
        if 0 < work.ends[lane] < first:
            first = work.ends[lane]
    return Turn(block, at, low, first, last, won)


# --- what is settled --------------------------------------------------------------------------


@inlined
def _forget(plan: Plan, known: Settled, turn: Turn) -> None:
    """Nothing is settled any more but that the target is reached below level 1."""
    size = plan.span * len(plan.next_kind) * LANES
    known.low[turn.block] = 1
    for lane in range(LANES):
        known.hurt[turn.block * LANES + lane] = np.inf
    for at in range(turn.block * size, (turn.block + 1) * size):
        known.worth[at], known.lean[at] = turn.won, 0.0


@inlined
def _is_settled(plan: Plan, known: Settled, work: Work, x: int, turn: Turn) -> bool:
    """Whether every slope at level x is as small as it can be, so that no smaller bust changes a choice."""
    stands = len(plan.next_kind)
    base = (x - turn.low + plan.span) * stands * LANES
    for stand in range(stands):
        least = known.floor[x * stands + stand] + _SAME_SLOPE
        for lane in range(LANES):
            if work.ends[lane] > 0 and work.lean[base + stand * LANES + lane] > least:
                return False
    return True


@inlined
def _settle(plan: Plan, known: Settled, limit: int, turn: Turn, work: Work) -> None:
    """Keep the levels below `limit` that are settled as lines."""
    size = len(plan.next_kind) * LANES
    x = turn.low
    while x < limit and _is_settled(plan, known, work, x, turn):
        source = (x - turn.low + plan.span) * size
        target = (turn.block * plan.span + x % plan.span) * size
        for i in range(size):
            lean = work.lean[source + i]
            known.lean[target + i] = lean
            known.worth[target + i] = work.worth[source + i] - lean * work.hurts[i % LANES]
        x += 1
    known.low[turn.block] = x
    for lane in range(LANES):
        known.hurt[turn.block * LANES + lane] = work.hurts[lane] if x > 1 else np.inf


@inlined
def _is_unsettled(plan: Plan, known: Settled, turn: Turn, work: Work) -> bool:
    """Whether a bust is worth more than what was settled allows; the block then starts afresh."""
    for lane in range(LANES):
        hurt, most = work.hurts[lane], known.hurt[turn.block * LANES + lane]
        if work.ends[lane] > 0 and hurt > most + _NOISE * max(1.0, abs(hurt)):
            _forget(plan, known, turn)
            return True
    return False


# --- the race alone ---------------------------------------------------------------------------


@inlined
def _solve_level(plan: Plan, bank: Floats, known: Settled, work: Work, level: int, guess: float) -> int:
    """The worth of one level, left in work.hurts; gives the steps it took, -1 where they do not end."""
    worth, steps = guess, 0
    while steps < _MOST_STEPS:
        steps += 1
        for lane in range(LANES):
            work.ends[lane], work.hurts[lane] = level, worth
        turn = _begin(0, 0, known.low[0], 0.0, work)
        play_turn(plan, bank, known, turn, work)
        if abs(work.out[0] - 1.0 - worth) > CONVERGED * max(1.0, abs(worth)):
            worth = (work.out[0] - work.out_lean[0] * worth - 1.0) / (1.0 - work.out_lean[0])
        elif not _is_unsettled(plan, known, turn, work):
            if level % _SETTLE_EVERY == 0:
                _settle(plan, known, level, turn, work)
            return steps
    return -1


@compiled
def alone(plan: Plan, bank: Floats, known: Settled, work: Work, first: int, last: int) -> int:
    """The worth of standing at each level before a turn, minus the turns that are still needed, into `bank`.

    Gives the most steps that a level took, -1 where they do not end.
    """
    most = 0
    for level in range(first, last + 1):
        guess = 2 * bank[(level - 1) * LANES] - bank[(level - 2) * LANES] if level > 1 else -2.0
        steps = _solve_level(plan, bank, known, work, level, guess)
        if steps < 0:
            return -1
        for lane in range(LANES):
            bank[level * LANES + lane] = work.hurts[lane]
        most = max(most, steps)
    return most


# --- the race of two --------------------------------------------------------------------------
# Diagonal d holds the pairs of levels with u + v = d. Number v of a diagonal is the chance of the player at level
# u = d - v, to move, against one at level v; whoever loses the turn is left with 1 - number u.


@inlined
def _guess(diagonal: int, pairs: Pairs) -> None:
    """A diagonal as the two before it suggest."""
    for v in range(max(1, diagonal - pairs.size), min(pairs.size, diagonal - 1) + 1):
        last, before = pairs.last, pairs.before
        if v > 1 and v < diagonal - 1:
            pairs.now[v] = min(1.0, max(0.0, last[v] + last[v - 1] - before[v - 1]))
        elif v < diagonal - 1:
            pairs.now[v] = last[v]
        else:
            pairs.now[v] = last[v - 1] if v > 1 else 0.5
        pairs.is_open[v] = 1


@inlined
def _begin_block(diagonal: int, block: int, pairs: Pairs, known: Settled, work: Work) -> Turn:
    """The turns of a block: lane l is against level 8 * block + l + 1, and a bust is worth 1 - the other's chance."""
    for lane in range(LANES):
        v = block * LANES + lane + 1
        u = diagonal - v
        is_on = v <= pairs.size and 1 <= u <= pairs.size
        work.ends[lane] = u if is_on else 0
        work.hurts[lane] = 1.0 - pairs.now[u] if is_on else 0.0
    turn: Turn = _begin(block, block * (pairs.size + 1) * LANES, known.low[block], 1.0, work)
    return turn


@inlined
def _play_block(plan: Plan, bank: Floats, pairs: Pairs, known: Settled, turn: Turn, work: Work, limit: int) -> None:
    """The turns of a block, once; what is settled below the limit is kept."""
    play_turn(plan, bank, known, turn, work)
    if limit:
        _settle(plan, known, limit, turn, work)
    for lane in range(LANES):
        if work.ends[lane]:
            v = turn.block * LANES + lane + 1
            pairs.found[v], pairs.lean[v] = work.out[lane], work.out_lean[lane]


@inlined
def _is_open(pairs: Pairs, block: int) -> bool:
    """Whether a pair in this block still moves."""
    is_open = False
    for v in range(block * LANES + 1, (block + 1) * LANES + 1):
        is_open = is_open or pairs.is_open[v] != 0
    return is_open


@inlined
def _move_pairs(diagonal: int, pairs: Pairs, is_newton: bool) -> bool:
    """One step for each pair that is not what its own turns give; whether there was any.

    In Newton's step two lines meet. It can go round in a circle at a kink; taking what was found cannot.
    """
    now, found, lean, have_moved = pairs.now, pairs.found, pairs.lean, False
    for v in range(max(1, diagonal - pairs.size), diagonal // 2 + 1):
        u = diagonal - v
        is_open = max(abs(found[v] - now[v]), abs(found[u] - now[u])) > CONVERGED
        pairs.is_open[v] = pairs.is_open[u] = is_open
        if not is_open:
            continue
        have_moved = True
        if is_newton:
            line_v, line_u = found[v] + lean[v] * now[u], found[u] + lean[u] * now[v]
            meet = 1.0 - lean[v] * lean[u]
            now[v], now[u] = (line_v - lean[v] * line_u) / meet, (line_u - lean[u] * line_v) / meet
        else:
            now[v], now[u] = found[v], found[u]
    return have_moved


@inlined
def _are_unsettled(diagonal: int, plan: Plan, pairs: Pairs, known: Settled, work: Work, first: int, end: int) -> bool:
    """Whether a block was settled too early; its pairs are open again."""
    any_of_them = False
    for block in range(first, end):
        turn = _begin_block(diagonal, block, pairs, known, work)
        if _is_unsettled(plan, known, turn, work):
            any_of_them = True
            for lane in range(LANES):
                pairs.is_open[block * LANES + lane + 1] = 1
    return any_of_them


@inlined
def _solve_diagonal(diagonal: int, plan: Plan, bank: Floats, pairs: Pairs, known: Settled, work: Work) -> int:
    """The chances of one diagonal; gives the steps it took, -1 where they do not end."""
    first = (max(1, diagonal - pairs.size) - 1) // LANES
    end = (min(pairs.size, diagonal - 1) - 1) // LANES + 1
    _guess(diagonal, pairs)
    steps, is_last = 0, False
    while steps < _MOST_STEPS:
        for block in range(first, end):
            if is_last or _is_open(pairs, block):
                turn = _begin_block(diagonal, block, pairs, known, work)
                limit = max(1, diagonal - min(pairs.size, (block + 1) * LANES)) if is_last else 0
                _play_block(plan, bank, pairs, known, turn, work, limit)
        if is_last:
            return steps
        steps += 1
        if _move_pairs(diagonal, pairs, steps < _NEWTON_STEPS or steps % 2 == 1):
            continue
        if not _are_unsettled(diagonal, plan, pairs, known, work, first, end):
            if diagonal % _SETTLE_EVERY:
                return steps
            is_last = True
    return -1


@compiled
def duel(plan: Plan, bank: Floats, pairs: Pairs, known: Settled, work: Work, first: int, last: int) -> int:
    """The chances on diagonals `first` to `last`, as 1 - chance into `bank`, block by block.

    Gives the most steps that one took, -1 where they do not end.
    """
    width = (pairs.size + 1) * LANES
    most = 0
    for diagonal in range(first, last + 1):
        steps = _solve_diagonal(diagonal, plan, bank, pairs, known, work)
        if steps < 0:
            return -1
        most = max(most, steps)
        for v in range(max(1, diagonal - pairs.size), min(pairs.size, diagonal - 1) + 1):
            u = diagonal - v - 1
            bank[u // LANES * width + v * LANES + u % LANES] = 1.0 - pairs.now[v]
        for v in range(pairs.size + 1):
            pairs.before[v], pairs.last[v] = pairs.last[v], pairs.now[v]
    return most
