"""The dice of simulated games: a number for each seed, game, seat, turn and roll, whoever asks and in whatever order.

Keeps no state; `kernel_play` computes the same numbers as machine code.
"""

# The finaliser of SplitMix64 (Steele, Lea, Flood 2014): each bit of what goes in moves every bit of what comes out.
STEP = 0x9E3779B97F4A7C15
SHIFTS = (30, 27, 31)
FACTORS = (0xBF58476D1CE4E5B9, 0x94D049BB133111EB)
# Where the parts of a counter stand in its 64 bits; the roll takes the lowest.
GAME_AT, SEAT_AT, TURN_AT = 32, 28, 12
TURN_BITS, ROLL_BITS = 16, 12
WHIMS = 1 << (ROLL_BITS - 1)  # from this roll on stand the numbers for choices, which are no dice
# A word is read as a fraction of so many bits, so that six times it stays below 2**64.
FRACTION = 61

_ALL = (1 << 64) - 1


def key_of(seed: int) -> int:
    """What stands for a seed in every counter of its stream."""
    return _mixed(seed + STEP)


def word(key: int, game: int, seat: int, turn: int, roll: int) -> int:
    """The 64 bits of one roll; games and rolls count from 0, turns from 1, for the roll-off is turn 0."""
    late = turn % (1 << TURN_BITS) << TURN_AT | roll % (1 << ROLL_BITS)
    return _mixed(_mixed(key ^ (game << GAME_AT | seat << SEAT_AT | late)) + STEP)


def faces(bits: int, count: int) -> tuple[int, ...]:
    """The first dice that a word shows: the digits to the base of six behind the point of its fraction.

    Whoever keeps more dice rolls the first of the same ones.
    """
    fraction, shown = bits >> (64 - FRACTION), list[int]()
    for _ in range(count):
        fraction *= 6
        shown.append(1 + (fraction >> FRACTION))
        fraction &= (1 << FRACTION) - 1
    return tuple(shown)


def _mixed(bits: int) -> int:
    bits &= _ALL
    bits = (bits ^ bits >> SHIFTS[0]) * FACTORS[0] & _ALL
    bits = (bits ^ bits >> SHIFTS[1]) * FACTORS[1] & _ALL
    return bits ^ bits >> SHIFTS[2]
