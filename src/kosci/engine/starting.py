"""Who starts (S9): everyone rolls in seat order, the highest sum starts, those tied for it roll again.

How many dice decide belongs to the game: five for the roll-off, one for the lot.
"""

from dataclasses import dataclass

from kosci.engine.text import bad_position, is_whole

DICE_TO_START = {"roll": 5, "lot": 1, "seat": 0}


@dataclass(frozen=True, slots=True)
class Contest:
    """A starting roll under way: the seats still in it, and the sums of those that have rolled this round."""

    contenders: tuple[int, ...]
    sums: tuple[int, ...] = ()

    @property
    def next_seat(self) -> int:
        """The seat that rolls now."""
        return self.contenders[len(self.sums)]

    def after_roll(self, total: int) -> "Contest | int":
        """The contest after the next seat rolled this sum, or the seat that starts."""
        return Contest(self.contenders, (*self.sums, total)).settled()

    def after_leaving(self, seat: int) -> "Contest | int":
        """The contest without this seat, or the seat that starts."""
        if seat not in self.contenders:
            return self
        at = self.contenders.index(seat)
        contenders = self.contenders[:at] + self.contenders[at + 1 :]
        return Contest(contenders, self.sums[:at] + self.sums[at + 1 :]).settled()

    def settled(self) -> "Contest | int":
        """The starting seat once certain, a new round for those tied for the highest, else the contest as it is."""
        if len(self.contenders) == 1:
            return self.contenders[0]
        if len(self.sums) < len(self.contenders):
            return self
        tied = tuple(s for s, total in zip(self.contenders, self.sums, strict=True) if total == max(self.sums))
        return tied[0] if len(tied) == 1 else Contest(tied)


def first_contest(first: str, seats: int) -> Contest | None:
    """The contest a game of so many seats begins with, or None where the first seat starts."""
    return Contest(tuple(range(seats))) if DICE_TO_START[first] and seats > 1 else None


def format_contest(contest: Contest) -> str:
    """The contest as one word: `1:17,2:` where seat 1 rolled 17 and seat 2 is to roll."""
    sums = [str(total) for total in contest.sums] + [""] * (len(contest.contenders) - len(contest.sums))
    return ",".join(f"{seat + 1}:{total}" for seat, total in zip(contest.contenders, sums, strict=True))


def parse_contest(text: str) -> Contest:
    """The contest a word describes; NotationError where it describes none."""
    pairs = [pair.partition(":") for pair in text.split(",")]
    if not all(is_whole(seat) and colon and (not total or is_whole(total)) for seat, colon, total in pairs):
        raise bad_position(text, "a starting roll reads 1:17,2:")
    contenders = tuple(int(seat) - 1 for seat, _, _ in pairs)
    sums = tuple(int(total) for _, _, total in pairs if total)
    is_ordered = all(bool(total) == (at < len(sums)) for at, (_, _, total) in enumerate(pairs))
    is_seated = len(contenders) > 1 and sorted(set(contenders)) == list(contenders)
    if not is_seated or not is_ordered or len(sums) >= len(contenders):
        raise bad_position(text, "a starting roll reads 1:17,2:")
    return Contest(contenders, sums)


def check_contest(first: str, text: str, contest: Contest | None, staying: set[int]) -> None:
    """NotationError unless the game has such a starting roll, between seats that are there."""
    if contest is None:
        return
    dice = DICE_TO_START[first]
    if not dice or not all(dice <= total <= 6 * dice for total in contest.sums):
        raise bad_position(text, f"the starting roll is of {dice} dice a seat")
    if not set(contest.contenders) <= staying:
        raise bad_position(text, "the starting roll names a seat that is not there")
