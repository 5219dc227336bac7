"""Whether the dice of a game are the ones that were committed to before it began.

Everything is recomputed from the log alone.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from kosci.engine.errors import RuleError
from kosci.engine.game import Rolled, ToRoll
from kosci.table import fair
from kosci.table.facts import Closed, Created, Fact, Joined, Started, Unseated
from kosci.table.table import Table

Verdict = Literal["right", "wrong", "not-yet"]


@dataclass(frozen=True, slots=True)
class CheckedRoll:
    """One roll: the faces in the log and those that follow from the seed."""

    number: int
    faces: tuple[int, ...]
    recomputed: tuple[int, ...]

    @property
    def is_right(self) -> bool:
        """Whether the log shows what follows from the seed."""
        return self.faces == self.recomputed


@dataclass(frozen=True, slots=True)
class Verification:
    """What was found: every roll, whether the seed is the committed one, the seats whose share is not."""

    verdict: Verdict
    rolls: tuple[CheckedRoll, ...] = ()
    is_seed_right: bool = True
    wrong_shares: tuple[int, ...] = ()

    @property
    def wrong_rolls(self) -> tuple[CheckedRoll, ...]:
        """The rolls that were altered."""
        return tuple(roll for roll in self.rolls if not roll.is_right)


def verify(facts: Sequence[Fact], seed: bytes | None = None) -> Verification:
    """Recompute every roll; "not-yet" while the seed is closed and none is given.

    The log need not keep to the rules: dice that were altered may have made a later move impossible.
    """
    commitment, digests = "", list[str]()
    shares: tuple[bytes, ...] = ()
    fallen: list[tuple[tuple[int, ...], int]] = []
    for fact, awaited in zip(facts, _awaited(facts), strict=True):
        match fact:
            case Created():
                commitment = fact.commitment
            case Joined():
                digests.append(fact.digest)
            case Unseated(seat):
                digests[seat : seat + 1] = []
            case Started():
                shares = fact.shares
            case Rolled(faces):
                fallen.append((faces, awaited or len(faces)))
            case Closed():
                seed = fact.seed
            case _:
                pass
    if seed is None:
        return Verification("not-yet")
    return _checked(commitment, digests, shares, fallen, seed)


def _awaited(facts: Sequence[Fact]) -> Iterator[int]:
    """Before each fact how many dice are to fall; 0 for none, or from where the log breaks the rules."""
    table: Table | None = None
    for at, fact in enumerate(facts):
        awaiting = None if table is None else table.awaiting
        yield awaiting.count if isinstance(awaiting, ToRoll) else 0
        try:
            table = Table.rebuilt([fact]) if at == 0 else table and table.after(fact)
        except RuleError:
            table = None  # what the rules refuse is not asked here; the dice behind it are still recomputed


def _checked(
    commitment: str,
    digests: list[str],
    shares: tuple[bytes, ...],
    fallen: list[tuple[tuple[int, ...], int]],
    seed: bytes,
) -> Verification:
    rolls = tuple(
        CheckedRoll(number, faces, fair.faces(seed, shares, number, count))
        for number, (faces, count) in enumerate(fallen, start=1)
    )
    given = [fair.share_digest(share) for share in shares]
    seats = range(max(len(given), len(digests) if shares else 0))
    wrong = tuple(seat for seat in seats if given[seat : seat + 1] != digests[seat : seat + 1])
    is_seed_right = fair.commitment(seed) == commitment
    is_right = is_seed_right and not wrong and all(roll.is_right for roll in rolls)
    return Verification("right" if is_right else "wrong", rolls, is_seed_right, wrong)
